/* pfb-rlm and pfb-plm: an MLCP as penalized Fischer-Burmeister equations, solved by Levenberg-Marquardt,
   Mylapilli & Jain 2017, Eq. 8-9 and 45-48: the regular one (sec. 5.1), or the one on the appended
   system with a non-monotone line search (sec. 5.2). */
#include "solve/mlcp/fischer_burmeister.h"
#include "solve/mlcp/smooth.h"

#define SOURCE                                                                                     \
  "Mylapilli & Jain 2017, sec. 2.2, 3.3, 5; Chen, Chen & Kanzow 2000; Kanzow & Petra 2005"
enum { HANDLES = RG_HANDLES_LCP | RG_HANDLES_MLCP | RG_HANDLES_BOX | RG_HANDLES_NCP };

static rg_status solve_regular(void *state, const rg_mlcp *mlcp, const rg_options *options,
                               double *z, rg_outcome *outcome) {
  return rg_pfb_solve(state, rg_lm_regular, mlcp, options, z, outcome);
}

static rg_status solve_projected(void *state, const rg_mlcp *mlcp, const rg_options *options,
                                 double *z, rg_outcome *outcome) {
  return rg_pfb_solve(state, rg_lm_projected, mlcp, options, z, outcome);
}

static rg_status smooth(void *state, rg_lm_driver driver, const rg_mixed *mixed,
                        const rg_options *options, double *z, rg_outcome *outcome) {
  double lambda = rg_options_get(options, &rg_pfb_settings[RG_PFB_LAMBDA]);
  int printed = rg_options_get(options, &rg_pfb_settings[RG_PFB_AS_PRINTED]) != 0;
  return rg_smooth_solve(state, driver, RG_SMOOTH_FISCHER, mixed, options, lambda, printed, z,
                         outcome);
}

static rg_status smooth_regular(void *state, const rg_mixed *mixed, const rg_options *options,
                                double *z, rg_outcome *outcome) {
  return smooth(state, rg_lm_regular, mixed, options, z, outcome);
}

static rg_status smooth_projected(void *state, const rg_mixed *mixed, const rg_options *options,
                                  double *z, rg_outcome *outcome) {
  return smooth(state, rg_lm_projected, mixed, options, z, outcome);
}

extern const rg_solver_entry rg_solver_pfb_rlm, rg_solver_pfb_plm;
const rg_solver_entry rg_solver_pfb_rlm = {
    .info = {.name = "pfb-rlm",
             .summary =
                 "penalized Fischer-Burmeister equations, regular Levenberg-Marquardt (sec. 5.1)",
             .source = SOURCE,
             .when = "dense MLCPs of moderate size that are monotone or have a P0 matrix; "
                     "tolerates singular matrices. Ends in a stationary point that is no solution "
                     "on some other matrices, which the report calls stalled",
             .handles = HANDLES,
             .settings = rg_pfb_settings},
    .mlcp_setup = rg_pfb_setup,
    .mlcp_solve = solve_regular,
    .ncp_setup = rg_smooth_setup,
    .ncp_solve = smooth_regular};
const rg_solver_entry rg_solver_pfb_plm = {
    .info = {.name = "pfb-plm",
             .summary = "penalized Fischer-Burmeister equations, Levenberg-Marquardt on the "
                        "appended system with a non-monotone line search (sec. 5.2)",
             .source = SOURCE,
             .when = "as pfb-rlm, more accurate on badly conditioned matrices (QR instead of "
                     "normal equations) and slower an iteration. Ends in a stationary point that "
                     "is no solution on some matrices that are not P0",
             .handles = HANDLES,
             .settings = rg_pfb_settings},
    .mlcp_setup = rg_pfb_setup,
    .mlcp_solve = solve_projected,
    .ncp_setup = rg_smooth_setup,
    .ncp_solve = smooth_projected};
