/* ncp-rlm: the exact cone by implicit complementarity and the regular Levenberg-Marquardt method.
   Mylapilli & Jain 2017, sec. 4 and 5.1. */
#include "solve/papers/ncp_lm.h"

static rg_status solve(void *state, const rg_cone *cone, const rg_options *options, double *x,
                       rg_outcome *outcome) {
  return rg_ncp_lm_solve(state, rg_lm_regular, cone, options, x, outcome);
}

extern const rg_solver_entry rg_solver_ncp_rlm;
const rg_solver_entry rg_solver_ncp_rlm = {
    .info = {.name = "ncp-rlm",
             .summary = "implicit complementarity by the regular Levenberg-Marquardt method",
             .source = "Mylapilli & Jain 2017, sec. 4 and 5.1",
             .when = "few contacts; slow at kinks, may end in a local minimum",
             .handles = RG_HANDLES_LCP | RG_HANDLES_MLCP | RG_HANDLES_CONE | RG_HANDLES_BOX},
    .cone_setup = rg_ncp_lm_setup,
    .cone_solve = solve};
