/* Following the proximal points of a cone problem as their weight alpha vanishes, through every kink and
   around every turning point on the way. */
#ifndef RG_FOLLOW_H
#define RG_FOLLOW_H

#include "solve/cone/point.h"

typedef struct rg_follow rg_follow;

typedef struct rg_follow_options {
  double alpha; /* where the path begins; larger where Newton does not find the point there */
  double tol;   /* residual at which it ends */
  int max_steps;
} rg_follow_options;

/* Bytes that rg_follow_new takes at most. */
size_t rg_follow_size(const rg_cone *cone);
/* NULL where memory ran out. */
rg_follow *rg_follow_new(rg_arena *arena, const rg_cone *cone);
/* The path that begins at the proximal point of x. Leaves the best of its points in x, where it is better
   than x, and returns the residual of that one. */
double rg_follow_run(rg_follow *follow, const rg_cone *cone, rg_point *point,
                     const rg_follow_options *options, double *x, rg_outcome *outcome);

#endif
