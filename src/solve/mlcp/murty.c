/* Murty's least-index principal pivoting (Murty 1974) with bounds and free rows: of all infeasible
   indices the least one is exchanged. The steps are in pivot_basic_set.c. */
#include "solve/mlcp/pivot.h"

static rg_status solve(void *state, const rg_mlcp *mlcp, const rg_options *options, double *z,
                       rg_outcome *outcome) {
  return rg_basic_set_solve(state, mlcp, options, 0, rg_pivot_limit(options, mlcp->n), 0, z,
                            outcome);
}

const rg_solver_entry rg_solver_murty = {
    .info =
        {.name = "murty",
         .summary = "least-index principal pivoting for P-matrices, with bounds",
         .source = "Murty, Opsearch 11 (1974) 123-130; bounds as in Judice & Pires 1992",
         .when =
             "small problems with a P-matrix, where it always ends; stops at the first singular "
             "pivot, may need very many steps",
         .handles = RG_HANDLES_LCP | RG_HANDLES_MLCP | RG_HANDLES_BOX},
    .mlcp_setup = rg_basic_set_setup,
    .mlcp_solve = solve,
};
