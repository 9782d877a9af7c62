/* A of a cone problem whose blocks are all coupled, as one product of W with itself in vectors: robots have rows that share
   a tree without having much of it in common, and block by block each would look for the little that it has. */
#ifndef RG_CONE_DENSE_H
#define RG_CONE_DENSE_H

#include "law/forms.h"

typedef struct rg_cone_dense rg_cone_dense;

/* *dense: NULL where it does not pay. 0 where memory ran out. */
int rg_cone_dense_new(rg_arena *arena, const rg_cone *cone, rg_cone_dense **dense);
/* all blocks of A, not scaled */
void rg_cone_dense_blocks(const rg_cone *cone, rg_cone_dense *dense);

#endif
