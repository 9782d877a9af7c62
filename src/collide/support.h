/* Support functions of convex shapes.

   A shape is a core and a radius around it: sphere = point + radius, capsule = segment + radius,
   all others a core of their own and radius 0. With n a unit vector from B to A

       g(n) = min over A of n.a - max over B of n.b = -h_A(-n) - h_B(n)          h: support function

   is a lower bound of the signed distance for every n, and the signed distance is its maximum
   over the unit sphere, apart or overlapping. A radius lowers g by itself for every n, so that
   cores can be treated and the radii subtracted. */
#ifndef RG_SUPPORT_H
#define RG_SUPPORT_H

#include <rigor/collide.h>

#include <math.h>

/* a core in a frame whose origin is near both shapes */
typedef struct rg_core {
  const rg_shape *shape;
  double position[3];
  double radius; /* around the core */
  double extent; /* half the largest width of core and radius: the scale of tolerances */
  int hint;      /* mesh: the last support vertex, where the next climb starts, or RG_ANYWHERE */
} rg_core;

/* two cores, B at the origin */
typedef struct rg_core_pair {
  rg_core a, b;
  double origin[3]; /* world position of the frame */
  double scale;     /* the smaller extent */
  int curved;       /* 1: a core is a cylinder or an ellipsoid */
} rg_core_pair;

/* a point of A - B with the points it comes from */
typedef struct rg_difference {
  double w[3], a[3], b[3];
} rg_difference;

void rg_core_pair_set(rg_core_pair *pair, const rg_shape *a, const rg_shape *b);

/* the point of the core furthest along `direction`, which need not be a unit vector */
void rg_core_support(rg_core *core, const double direction[3], double point[3]);
/* the same for a mesh, in its own frame, from vertex `start` on: returns the vertex */
enum { RG_ANYWHERE = -1 };
int rg_mesh_support(const rg_shape *mesh, const double local[3], int start);
/* the point of A - B furthest along -n: its height along n is g(n) of the cores */
double rg_pair_support(rg_core_pair *pair, const double n[3], rg_difference *point);
/* g(n) of the cores */
double rg_pair_separation(rg_core_pair *pair, const double n[3]);

/* second derivative of h at a unit direction, row-major; 0 for points, segments and polytopes */
void rg_core_curvature(const rg_core *core, const double direction[3], double H[9]);

/* column `axis` of the rotation: an axis of the shape in the world */
void rg_shape_axis(const rg_shape *shape, int axis, double direction[3]);
/* A box around the whole shape, radius included: the least one, except around a mesh with a guide. */
void rg_shape_bounds(const rg_shape *shape, double low[3], double high[3]);
/* h(d) of a box about its middle, d in its own frame */
static inline double rg_box_half_width(const double half[3], const double d[3]) {
  return half[0] * fabs(d[0]) + half[1] * fabs(d[1]) + half[2] * fabs(d[2]);
}
/* 1 where a face of the box around one of two shapes, in its own frame, is farther than the margin from the other's: the
   shapes then are, too */
int rg_boxes_apart(const rg_shape *a, const rg_shape *b, double margin);

#endif
