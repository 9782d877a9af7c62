/* Block principal pivoting for the mixed LCP with bounds (Judice & Pires 1992, 1994): all
   infeasible indices are exchanged at once, with single least-index steps where that does not help.
   The steps are in pivot_basic_set.c. */
#include "solve/mlcp/pivot.h"

enum { PATIENCE = 10 }; /* block steps without fewer infeasibilities */

static rg_status solve(void *state, const rg_mlcp *mlcp, const rg_options *options, double *z,
                       rg_outcome *outcome) {
  return rg_basic_set_solve(state, mlcp, options, PATIENCE, z, outcome);
}

const rg_solver_entry rg_solver_judice_pires = {
    .info =
        {.name = "judice-pires",
         .summary = "block principal pivoting for LCP and MLCP with bounds",
         .source = "Judice & Pires, JOTA 74 (1992) 391-411; Comput. Oper. Res. 21 (1994) 587-596",
         .when =
             "P-matrices and full-rank laws (nonsingular, box with compliance): few steps whatever "
             "the size; stops at the first singular basis matrix, so not for redundant contacts",
         .handles = RG_HANDLES_LCP | RG_HANDLES_MLCP | RG_HANDLES_BOX},
    .mlcp_setup = rg_basic_set_setup,
    .mlcp_solve = solve,
};
