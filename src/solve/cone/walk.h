/* The way to one proximal point from piece to piece of the contact map, for where Newton's steps circle between pieces:

       F(x, A x + c + alpha w (x - z)) = s F(start),   s from 1 to 0

   Within a piece that is a straight line but for the turning of slips; at each kink the piece changes. */
#ifndef RG_WALK_H
#define RG_WALK_H

#include "solve/cone/point.h"

typedef struct rg_walk rg_walk;

/* Bytes that rg_walk_new takes at most. */
size_t rg_walk_size(const rg_cone *cone);
/* NULL where memory ran out. */
rg_walk *rg_walk_new(rg_arena *arena, const rg_cone *cone);
/* From x on, as rg_point_find; 1 where x is the point, to what its options call sharp or, where no more is gained, rough. */
int rg_walk_run(rg_walk *walk, rg_point *point, const rg_cone *cone, const rg_pull *pull,
                const rg_point_options *options, double *x, rg_outcome *outcome);

#endif
