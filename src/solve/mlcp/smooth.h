/* A smooth mixed complementarity problem, lower <= z <= upper, F(z), as a square system for either of the two
   Levenberg-Marquardt drivers:

       Fischer-Burmeister   phi_i of Eq. 9 (fischer_burmeister.h): F is asked for outside the bounds too
       normal map           F(z) + x - z = 0, z = mid(lower, x, upper): F is asked for inside only

   The first is what pfb-rlm and pfb-plm solve, the second what ncp-rlm and ncp-plm do. */
#ifndef RG_SMOOTH_H
#define RG_SMOOTH_H

#include "solve/mlcp/levenberg_marquardt.h"

typedef enum rg_smooth_form { RG_SMOOTH_FISCHER, RG_SMOOTH_NORMAL } rg_smooth_form;

/* All work space; NULL where memory ran out. */
void *rg_smooth_setup(rg_arena *arena, const rg_mixed *mixed, const rg_options *options);
/* From z, then from other points within the bounds (one start only where `printed`); `lambda`: weight of the
   Fischer-Burmeister term. Leaves the best z, within the bounds. */
rg_status rg_smooth_solve(void *state, rg_lm_driver driver, rg_smooth_form form,
                          const rg_mixed *mixed, const rg_options *options, double lambda,
                          int printed, double *z, rg_outcome *outcome);

#endif
