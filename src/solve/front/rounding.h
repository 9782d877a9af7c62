/* The last digits. Heavy on light makes large impulses meet a large A and cancel: the velocity
   A x + c is then known, and can be hit, only to about eps |A| |x|. */
#ifndef RG_ROUNDING_H
#define RG_ROUNDING_H

#include "solve/front/again.h"

#include <rigor/problem.h>

/* how far from its tolerance, in tolerances, a residual may be for rounding to be the reason */
#define RG_NEAR 1e3

/* The problem (local form, stored A), and how u = A x + c is computed as if in twice the precision:
   by the caller's function where there is one, else with A. */
typedef struct rg_rounding {
  const rg_problem *problem;
  rg_careful careful; /* may be NULL */
  void *context;
} rg_rounding;

void rg_rounding_velocity(const rg_rounding *rounding, const double *x, double *u);

/* One round that brings the velocities of what is held (free rows, contacts that stick) nearer to
   zero, as a rule; no further than to `enough` (m/s, norm). Their impulses move by least squares,
   and, where single units of the last place of the large ones still show, those are moved one by
   one while the small ones, whose last place is fine, make up for it. A is taken as symmetric. In
   and out: u = the velocities of x in twice the precision. `held` (n) and `work` (5 n) are work
   space. */
void rg_rounding_polish(const rg_rounding *rounding, double enough, double *x, double *u,
                        unsigned char *held, double *work);

#endif
