/* Gauss-Seidel sweeps over the blocks of a cone problem, used by nsgs, newton and auto. */
#ifndef RG_SWEEP_H
#define RG_SWEEP_H

#include "law/forms.h"

typedef struct rg_sweeper {
  double *own;            /* diagonal blocks of a cone that has no values; NULL: it has */
  double *inverse;        /* inverse of each diagonal block */
  unsigned char *regular; /* 0 where a diagonal block is singular */
  unsigned char *round;   /* 1 where it is diag(a, b, b) */
} rg_sweeper;

/* the diagonal block of contact i */
static inline const double *rg_sweeper_block(const rg_sweeper *sweeper, const rg_cone *cone,
                                             int i) {
  size_t dd = (size_t)(cone->d * cone->d);
  return sweeper->own ? sweeper->own + dd * (size_t)i
                      : cone->values + dd * (size_t)cone->diagonal[i];
}

rg_sweeper *rg_sweeper_new(rg_arena *arena, const rg_cone *cone);
/* Inverts the diagonal blocks; call when the numbers of A changed. */
void rg_sweeper_prepare(rg_sweeper *sweeper, const rg_cone *cone);
/* One sweep, forward or backward, with relaxation omega. Returns the 2-norm of the change of x. */
double rg_sweep(const rg_sweeper *sweeper, const rg_cone *cone, double omega, int backward,
                double *x);

#endif
