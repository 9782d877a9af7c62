/* pfb-rlm: an MLCP as penalized Fischer-Burmeister equations, solved by the
   regular Levenberg-Marquardt (sec. 5.1),
   Mylapilli & Jain 2017, Eq. 8-9 and 45-48. */
#include "solve/mlcp/fischer_burmeister.h"

static rg_status solve(void *state, const rg_mlcp *mlcp, const rg_options *options, double *z,
                       rg_outcome *outcome) {
  return rg_pfb_solve(state, rg_lm_regular, mlcp, options, z, outcome);
}

extern const rg_solver_entry rg_solver_pfb_rlm;
const rg_solver_entry rg_solver_pfb_rlm = {
    .info = {.name = "pfb-rlm",
             .summary =
                 "penalized Fischer-Burmeister equations, regular Levenberg-Marquardt (sec. 5.1)",
             .source = "Mylapilli & Jain 2017, sec. 2.2, 3.3, 5; Chen, Chen & Kanzow 2000; Kanzow "
                       "& Petra 2005",
             .when = "dense MLCPs of moderate size that are monotone or have a P0 matrix; "
                     "tolerates singular matrices. Ends in a stationary point that is no solution "
                     "on some other matrices, which the report calls stalled",
             .handles = RG_HANDLES_LCP | RG_HANDLES_MLCP | RG_HANDLES_BOX},
    .mlcp_setup = rg_pfb_setup,
    .mlcp_solve = solve,
};
