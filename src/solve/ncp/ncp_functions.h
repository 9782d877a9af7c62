/* F and Jacobian of a caller's problem as the rest of the house asks for them: dense, counted, from differences where
   there is no Jacobian, NaN where F is not defined. */
#ifndef RG_NCP_FUNCTIONS_H
#define RG_NCP_FUNCTIONS_H

#include "base/arena.h"

#include <rigor/ncp.h>

typedef struct rg_ncp_functions {
  rg_ncp problem; /* bounds are there */
  double *values; /* of the Jacobian in the caller's storage; NULL: dense, or differences */
  double *point, *above, *below; /* n, for differences */
  long evaluations, jacobians;
} rg_ncp_functions;

/* `problem` is checked, and its arrays live as long. 0 where memory ran out. */
int rg_ncp_functions_setup(rg_ncp_functions *f, rg_arena *arena, const rg_ncp *problem);
/* F(z), and where J is not NULL dF/dz, dense n x n by rows */
void rg_ncp_functions_eval(rg_ncp_functions *f, const double *z, double *F, double *J);
/* J by differences whatever the caller has: central where there is room within the bounds, else to the inside */
void rg_ncp_functions_differences(rg_ncp_functions *f, const double *z, double *J);

#endif
