/* The conditions under which a stationary point of MNCPOpt is a solution, Andreani et al. 2002,
   Theorem 1: the Schur complement S = f_u - f_v g_v^-1 g_u of the Jacobian exists, is row
   sufficient, and is an S-matrix (S x > 0 for some x >= 0). u are the bounded unknowns, v the free
   ones. */
#ifndef RG_THEOREM_ONE_H
#define RG_THEOREM_ONE_H

#include "law/forms.h"

typedef enum rg_condition {
  RG_VERDICT_NO = 0,
  RG_VERDICT_YES = 1,
  RG_VERDICT_UNKNOWN = 2
} rg_condition;

typedef struct rg_theorem_one {
  rg_condition schur_exists;   /* g_v is regular */
  rg_condition row_sufficient; /* unknown where no cheap proof decides */
  rg_condition s_matrix;
} rg_theorem_one;

typedef struct rg_theorem_one_work rg_theorem_one_work;

/* About 4 n^2 doubles; NULL where memory ran out. */
rg_theorem_one_work *rg_theorem_one_setup(rg_arena *arena, const rg_mixed *mixed);
/* The verdicts at z. Costs n^3. */
rg_theorem_one rg_theorem_one_check(rg_theorem_one_work *work, const rg_mixed *mixed,
                                    const double *z);

#endif
