/* Following the central path of a cone problem around its turning points, the last resort of
 * `auto`. */
#ifndef RG_HOMOTOPY_H
#define RG_HOMOTOPY_H

#include "solve/newton_core.h"

typedef struct rg_homotopy rg_homotopy;

/* NULL where memory ran out. */
/* Bytes that rg_homotopy_new takes at most. */
size_t rg_homotopy_size(const rg_cone *cone);
rg_homotopy *rg_homotopy_new(rg_arena *arena, const rg_cone *cone);
/* Leaves the best point it found in x and returns its residual. `weight` (blocks, may be NULL)
   picks another path; `newton` finishes, every now and then along the way too. */
double rg_homotopy_run(rg_homotopy *homotopy, const rg_cone *cone, rg_newton *newton,
                       const double *weight, int max_steps, double tol, double *x,
                       rg_outcome *outcome);

#endif
