/* LCPOpt of Andreani et al., and the conditions under which its stationary points are solutions. */
#ifndef RG_LCPOPT_H
#define RG_LCPOPT_H

#include "base/arena.h"
#include "law/forms.h"

typedef enum rg_verdict {
  RG_VERDICT_NO = 0,
  RG_VERDICT_YES = 1,
  RG_VERDICT_UNKNOWN = -1
} rg_verdict;

/* A stationary point of LCPOpt solves the LCP where the LCP is feasible and its matrix row
   sufficient (Andreani et al., sec. 3); of the mixed problem, where the Schur complement of the
   block of free rows is a row sufficient S-matrix (Theorem 1). Positive semidefinite matrices and
   P-matrices are row sufficient; a row sufficient matrix has no negative principal minor. */
typedef struct rg_lcpopt_conditions {
  rg_verdict schur_complement; /* the block of the free rows is regular */
  rg_verdict semidefinite;     /* symmetric part of the Schur complement */
  rg_verdict row_sufficient;   /* unknown where neither sign of proof was found */
  rg_verdict feasible;         /* bounds and signs of w can be met, without complementarity */
  int infeasible_proved;       /* feasible is `no` by Farkas' lemma, not by a stalled search */
} rg_lcpopt_conditions;

typedef struct rg_lcpopt rg_lcpopt;

/* Work space for a problem with these bounds. NULL where memory ran out. */
rg_lcpopt *rg_lcpopt_setup(rg_arena *arena, const rg_mlcp *mlcp);
/* Checks them for a problem of that size. Cost: eigenvalues, 2^k minors for k <= 12 bounded rows,
   and one convex least-squares problem. */
rg_lcpopt_conditions rg_lcpopt_check(rg_lcpopt *lcpopt, const rg_mlcp *mlcp);

#endif
