/* What ncp-rlm and ncp-plm share: the exact cone as the system Phi(p_b, z) = 0 of Mylapilli & Jain
   2017, Eq. 55-59, handed to one of the two Levenberg-Marquardt drivers. */
#ifndef RG_NCP_LM_H
#define RG_NCP_LM_H

#include "solve/front/solver.h"
#include "solve/mlcp/levenberg_marquardt.h"

typedef rg_status (*rg_lm_driver)(rg_lm *lm, const rg_system *system, const rg_lm_options *options,
                                  double *x, rg_outcome *outcome);

void *rg_ncp_lm_setup(rg_arena *arena, const rg_cone *cone, const rg_options *options);
rg_status rg_ncp_lm_solve(void *state, rg_lm_driver driver, const rg_cone *cone,
                          const rg_options *options, double *x, rg_outcome *outcome);

#endif
