/* The most even impulses for the same velocities. */
#ifndef RG_SPLIT_H
#define RG_SPLIT_H

#include "law/forms.h"

typedef struct rg_split_state rg_split_state;

rg_split_state *rg_split_new(rg_arena *arena, const rg_cone *cone);
/* Replaces the impulses x of a solved cone problem by the least-norm ones (in raw units) with the
   same velocities. Returns 0 where there is nothing to do. The caller certifies the result. */
int rg_split_even(rg_split_state *split, const rg_cone *cone, double *x);
/* Puts the impulses back as they were. */
void rg_split_undo(const rg_split_state *split, const rg_cone *cone, double *x);

#endif
