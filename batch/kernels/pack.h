/* A model as the kernels have it: flat arrays in two blocks, which can be copied to a device as they are. */
#ifndef RK_PACK_H
#define RK_PACK_H

#include "front/front.h"
#include "kernels/data.h"

typedef struct rk_packed {
  rk_model model; /* bound to the blocks below */
  int *ints;
  double *reals;
  double *own; /* parameters of single simulations, interleaved; NULL: all have the model's */
  size_t nints, nreals, nown;
} rk_packed;

/* Refuses a model or options that the kernels do not have, with the reason. */
rg_status rk_check(const rg_batch *batch, rg_error *error);
/* The same for parameters that were asked for later. */
rg_status rk_check_parameters(const rg_batch *batch, const unsigned char *mask, rg_error *error);
rg_status rk_pack(rk_packed *packed, const rg_batch *batch, rg_error *error);
void rk_pack_free(rk_packed *packed);
/* 1 where shapes may touch whose pair has no routine of its own in shapes.h */
int rk_has_convex(const rk_packed *packed);
/* Parameters of those with mask[i] (NULL: all) as they are now. */
rg_status rk_pack_parameters(rk_packed *packed, const rg_batch *batch, const unsigned char *mask,
                             rg_error *error);
/* Pointers of a model into blocks that lie elsewhere; own: NULL where there are none. */
void rk_bind(rk_model *model, const int *ints, const double *reals, const double *own, int count);

#endif
