/* The certificate: raw problem and impulses in, violations out. Uses nothing of any solver or law.
 */
#ifndef RG_CERTIFICATE_H
#define RG_CERTIFICATE_H

#include <rigor/solve.h>

/* Global form: the caller gives the motion v, the certificate checks M v = f + G' x on its own
   (`work`: one entry per coordinate). Writes u = A x + c, or G v + c. `c_norm`: ||c|| of the local
   form. `careful` 1: A x + c as if in twice the precision; 2: u is given. law_residual is set to natural_map_relative. */
void rg_certificate_compute(const rg_problem *problem, const double *x, const double *v,
                            int careful, double reference, double *u, double *work,
                            rg_certificate *certificate);

/* || eps (|A| |x| + |c|) || of a problem with a stored A: what nobody can promise to be below, m/s */
double rg_certificate_rounding(const rg_problem *problem, const double *x);

/* || z - mid(lower, z - (M z + q), upper) || relative to the reference (0: ||q||): the residual of a
   law's own problem */
double rg_certificate_mlcp(int n, const double *M, const double *q, const double *lower,
                           const double *upper, double reference, const double *z);

#endif
