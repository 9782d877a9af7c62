/* The certificate: raw problem and impulses in, violations out. Uses nothing of any solver or law.
 */
#ifndef RG_CERTIFICATE_H
#define RG_CERTIFICATE_H

#include "math/row_factor.h"

#include <rigor/solve.h>

/* What violations are measured in. With a the response of a unit to an impulse of its own (the mean diagonal of its
   block of A) the natural map compares velocities u with a x. That of a row counts over a^1/2, the root of an energy,
   that of a contact over the root of the mean response of all contacts, so that slow bodies and fast ones count alike.
   The units of mass, length and time change nothing. */
typedef struct rg_measure {
  double unit;            /* a power of two: of the responses */
  const double *response; /* rows + contacts, in `unit`; NULL: all are 1 (an LCP or MLCP) */
  const double
      *length;      /* contacts with moments: what these are measured over; NULL: there are none */
  double typical;   /* mean response of the contacts, in `unit`; 1 where there are none */
  double reference; /* what the residual is relative to, in unit^-1/2, */
  double plain;     /* and the natural map as others publish it: a = 1 */
  double tol;       /* residual below which no leeway is looked at */
} rg_measure;

/* Global form: the caller gives the motion v, the certificate checks M v = f + G' x on its own
   (`work`: one entry per coordinate). Writes u = A x + c, or G v + c.
   `careful` 1: A x + c as if in twice the precision; 2: u is given. law_residual is set to
   the residual with targets within their leeway. */
void rg_certificate_compute(const rg_problem *problem, const double *x, const double *v,
                            int careful, const rg_measure *measure, double *u, double *work,
                            rg_certificate *certificate);

/* u = unit W (W' x) + c of a problem that has rows in the place of A; `careful`: as if in twice the precision.
   `work`: two numbers a coordinate. */
void rg_certificate_velocity(const rg_row_factor *rows, const double *x, const double *c,
                             int careful, double *work, double *u);

/* || eps (|A| |x| + |c|) || relative to the reference: what nobody can promise to be below. `rows`: in the place of A,
   or NULL. `work`: one number a coordinate of these. */
double rg_certificate_rounding(const rg_problem *problem, const rg_row_factor *rows,
                               const double *x, const rg_measure *measure, double *work);

/* || z - mid(lower, z - (M z + q), upper) || relative to the reference (0: ||q||): the residual of a
   law's own problem */
double rg_certificate_mlcp(int n, const double *M, const double *q, const double *lower,
                           const double *upper, double reference, const double *z);

#endif
