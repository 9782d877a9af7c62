/* The part of a core that faces a direction: a vertex, an edge, or a face as a polygon. */
#ifndef RG_FEATURE_H
#define RG_FEATURE_H

#include "collide/support.h"

enum { RG_POLYGON = 32, RG_RING = 8, RG_EDGES = 8 };

typedef struct rg_feature {
  int n; /* 1: point, 2: segment, more: a face, counter-clockwise about its normal */
  double point[RG_POLYGON][3];
  int id[RG_POLYGON]; /* number of the vertex within the shape */
  double normal[3];   /* of a face: outward */
  int round;          /* 1: a polygon inscribed in the rim of a cylinder */
} rg_feature;

/* How far a face normal may be from the direction, or an edge from a right angle with it, to be
   taken for a support. */
#define RG_FEATURE_LOOSE 0.28 /* rad: what may come to bear when the shapes move a little */
#define RG_FEATURE_TIGHT 1e-6 /* rad: what supports the direction itself */

/* The feature whose normals come within `angle` of the unit vector `direction`: a face, else an
   edge, else a vertex. */
void rg_feature_find(rg_core *core, const double direction[3], double angle, rg_feature *feature);

/* Outward normal of the face that is nearest to `direction`; 0 where there is none within about
   0.5 rad. */
int rg_face_normal(rg_core *core, const double direction[3], double normal[3]);
/* Unit directions of edges (axis of a cylinder, of a capsule) at the support point that are
   nearly at right angles to `direction`; returns their number. */
int rg_edge_directions(rg_core *core, const double direction[3], double edge[RG_EDGES][3]);

#endif
