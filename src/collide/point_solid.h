/* A point against a convex solid of few triangles, in closed form: point_solid.c. */
#ifndef RG_POINT_SOLID_H
#define RG_POINT_SOLID_H

#include "collide/gjk.h"

/* Signed distance of the core of A, which is a point (a sphere), from a closed convex mesh B whose triangles are
   counter-clockwise from outside and whose frame is not turned. 0 where the point is so near to an edge, a corner or the
   plane of a face that the answer would be rounding: what is filled in then is none. */
int rg_point_solid(const rg_core_pair *pair, rg_separation *result);

#endif
