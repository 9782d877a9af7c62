/* The last digits. Heavy on light makes large impulses meet a large A and cancel: the velocity A x + c
   is then known, and can be hit, only to about eps |A| |x|. */
#ifndef RG_ROUNDING_H
#define RG_ROUNDING_H

#include "solve/again.h"

#include <rigor/problem.h>

/* The problem (local form, stored A), and how u = A x + c is computed as if in twice the precision: by the
   caller's function where there is one, else with A. */
typedef struct rg_rounding {
  const rg_problem *problem;
  rg_careful careful; /* may be NULL */
  void *context;
} rg_rounding;

void rg_rounding_velocity(const rg_rounding *rounding, const double *x, double *u);

/* || eps (|A| |x| + |c|) ||: what nobody can promise to be below, m/s */
double rg_rounding_floor(const rg_problem *problem, const double *x);

/* Brings the velocities of what is held (free rows, contacts that stick) nearer to zero: large impulses
   move by single units of their last place (coordinate descent on the sum of squares), small ones, whose
   last place is fine, by least squares; velocities in twice the precision. A is taken as symmetric.
   `u`, `held` (n) and `work` (5 n) are work space; u is that of the new x. */
void rg_rounding_polish(const rg_rounding *rounding, double *x, double *u, unsigned char *held,
                        double *work);

#endif
