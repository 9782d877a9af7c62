/* LCPOpt of Andreani et al., and the conditions under which its stationary points are solutions. */
#ifndef RG_LCPOPT_H
#define RG_LCPOPT_H

#include "base/arena.h"
#include "law/forms.h"
#include "solve/papers/theorem_one.h"

/* A stationary point of LCPOpt solves the LCP where the LCP is feasible and its matrix row
   sufficient (Andreani et al. 2002, sec. 3); that of the mixed problem, where the conditions of
   Theorem 1 hold. Positive semidefinite matrices and P-matrices are row sufficient; a matrix with a
   negative principal minor is not. */
typedef struct rg_lcpopt_conditions {
  rg_condition semidefinite; /* symmetric part of M */
  rg_theorem_one theorem;    /* of the Schur complement of the free rows */
  rg_condition feasible; /* bounds and signs of w can be met, complementarity left aside; `no` is
                              proved by Farkas' lemma */
} rg_lcpopt_conditions;

typedef struct rg_lcpopt rg_lcpopt;

/* Work space for a problem with these bounds. NULL where memory ran out. */
rg_lcpopt *rg_lcpopt_setup(rg_arena *arena, const rg_mlcp *mlcp);
/* Checks them for a problem of that size. Cost: eigenvalues, 2^n minors for n <= 12 where no row is
   free, and one convex least-squares problem. */
rg_lcpopt_conditions rg_lcpopt_check(rg_lcpopt *lcpopt, const rg_mlcp *mlcp);

#endif
