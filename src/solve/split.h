/* The most even impulses for the same velocities. */
#ifndef RG_SPLIT_H
#define RG_SPLIT_H

#include "law/forms.h"

typedef struct rg_split_state rg_split_state;

rg_split_state *rg_split_new(rg_arena *arena, const rg_cone *cone);
/* Replaces the impulses x of a solved cone problem by the least-norm ones (in raw units) with the same
   velocities. Returns 1 where x changed, 0 where it could not be improved. */
int rg_split_even(rg_split_state *split, const rg_cone *cone, double *x);

#endif
