/* pfb-plm: an MLCP as penalized Fischer-Burmeister equations, solved by the
   Levenberg-Marquardt on the appended system with a non-monotone line search (sec. 5.2),
   Mylapilli & Jain 2017, Eq. 8-9 and 45-48. */
#include "solve/mlcp/fischer_burmeister.h"

static rg_status solve(void *state, const rg_mlcp *mlcp, const rg_options *options, double *z,
                       rg_outcome *outcome) {
  return rg_pfb_solve(state, rg_lm_projected, mlcp, options, z, outcome);
}

extern const rg_solver_entry rg_solver_pfb_plm;
const rg_solver_entry rg_solver_pfb_plm = {
    .info = {.name = "pfb-plm",
             .summary = "penalized Fischer-Burmeister equations, Levenberg-Marquardt on the "
                        "appended system with a non-monotone line search (sec. 5.2)",
             .source = "Mylapilli & Jain 2017, sec. 2.2, 3.3, 5; Chen, Chen & Kanzow 2000; Kanzow "
                       "& Petra 2005",
             .when = "as pfb-rlm, more accurate on badly conditioned matrices (QR instead of "
                     "normal equations) and slower an iteration. Ends in a stationary point that "
                     "is no solution on some matrices that are not P0",
             .handles = RG_HANDLES_LCP | RG_HANDLES_MLCP | RG_HANDLES_BOX},
    .mlcp_setup = rg_pfb_setup,
    .mlcp_solve = solve,
};
