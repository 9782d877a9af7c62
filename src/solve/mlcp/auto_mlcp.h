/* The default for LCPs and MLCPs, the second half of `auto`. */
#ifndef RG_AUTO_MLCP_H
#define RG_AUTO_MLCP_H

#include "solve/front/solver.h"

void *rg_auto_mlcp_setup(rg_arena *arena, const rg_mlcp *mlcp, const rg_options *options);
rg_status rg_auto_mlcp_solve(void *state, const rg_mlcp *mlcp, const rg_options *options, double *z,
                             rg_outcome *outcome);

#endif
