/* Distance of two convex cores that are apart. */
#ifndef RG_GJK_H
#define RG_GJK_H

#include "collide/support.h"

/* a direction with its separation g(normal) of the cores and the points where it comes from */
typedef struct rg_separation {
  double normal[3];  /* unit, from B to A */
  double gap;        /* g(normal): cores, without radii */
  double bound;      /* an upper bound of the signed distance */
  double a[3], b[3]; /* a close pair of points of the cores */
} rg_separation;

typedef enum rg_gjk_result {
  RG_GJK_APART,   /* gap > 0: the distance to the accuracy of the simplex */
  RG_GJK_BEYOND,  /* gap > limit: stopped there, gap is a lower bound */
  RG_GJK_OVERLAP, /* the origin is in A - B, or too near its boundary to tell */
} rg_gjk_result;

/* The point of A - B nearest to the origin (Gilbert, Johnson & Keerthi 1988). */
rg_gjk_result rg_gjk(rg_core_pair *pair, double limit, rg_separation *result);

/* Point of the hull of 1 to 4 points nearest to the origin: reduces the simplex to the points
   that carry it, fills their weights, returns the new number of points. 4: the origin is inside. */
int rg_simplex_nearest(rg_difference *simplex, int n, double weight[4], double nearest[3]);

#endif
