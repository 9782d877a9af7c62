/* Signed distance of a point from a convex solid. Inside it is the highest face plane; outside the nearest point lies on a face
   that the point is above, and where it is above the face itself nothing is nearer. */
#include "collide/point_solid.h"

#include "math/vector.h"

#include <assert.h>

#define NEAR                                                                                       \
  1e-6 /* of the solid's extent: nearer to an edge the direction from there is rounding */
#define ROUNDING                                                                                   \
  1e-14 /* of the extent: what a corner may be above a plane that supports the solid */

/* the plane of a face */
typedef struct plane {
  double normal[3], height; /* of the point above it */
} plane;

static const double *corner(const rg_shape *solid, int face, int k) {
  return solid->vertex + 3 * solid->face[3 * face + k];
}

static void set_plane(const rg_shape *solid, int face, const double p[3], plane *f) {
  double e1[3], e2[3], d[3];
  rg_v3_sub(e1, corner(solid, face, 1), corner(solid, face, 0));
  rg_v3_sub(e2, corner(solid, face, 2), corner(solid, face, 0));
  rg_v3_cross(f->normal, e1, e2);
  rg_v3_normalize(f->normal);
  rg_v3_sub(d, p, corner(solid, face, 0));
  f->height = rg_v3_dot(f->normal, d);
}

/* is the point beyond the edge from corner k of the face to the next, seen along the normal? `q`: the nearest point of the edge */
static int is_beyond_edge(const rg_shape *solid, int face, int k, const double p[3], const plane *f,
                          double q[3]) {
  const double *a = corner(solid, face, k);
  double e[3], d[3], inward[3];
  rg_v3_sub(e, corner(solid, face, (k + 1) % 3), a);
  rg_v3_sub(d, p, a);
  rg_v3_cross(inward, f->normal, e);
  if (rg_v3_dot(inward, d) >= 0) return 0;
  double t = fmin(fmax(rg_v3_dot(d, e) / rg_v3_dot(e, e), 0.0), 1.0);
  rg_v3_copy(q, a);
  rg_v3_add_scaled(q, t, e);
  return 1;
}

/* the nearest point of the edges that the point is beyond; 0 where it is above the face */
static int edge_point(const rg_shape *solid, int face, const double p[3], const plane *f,
                      double nearest[3], double *distance) {
  int beyond = 0;
  *distance = HUGE_VAL;
  for (int k = 0; k < 3; k++) {
    double q[3];
    if (!is_beyond_edge(solid, face, k, p, f, q)) continue;
    beyond = 1;
    double away = rg_v3_distance(p, q);
    if (away >= *distance) continue;
    *distance = away;
    rg_v3_copy(nearest, q);
  }
  return beyond;
}

/* along the normal of a plane */
static void set_face(const plane *f, const double p[3], rg_separation *s) {
  s->gap = s->bound = f->height;
  rg_v3_copy(s->normal, f->normal);
  rg_v3_copy(s->b, p);
  rg_v3_add_scaled(s->b, -f->height, f->normal);
}

/* is the solid below the plane through q, one of its points, at right angles to n? Then q is the point of it that is nearest to
   whatever lies along n from there. */
static int is_supported(const rg_shape *solid, const double n[3], const double q[3]) {
  for (int i = 0; i < solid->nvertex; i++) {
    double d[3];
    rg_v3_sub(d, solid->vertex + 3 * i, q);
    if (rg_v3_dot(n, d) > ROUNDING * solid->extent) return 0;
  }
  return 1;
}

static void set_edge(const double q[3], double distance, const double p[3], rg_separation *s) {
  s->gap = s->bound = distance;
  rg_v3_sub(s->normal, p, q);
  rg_v3_scale(s->normal, 1 / distance, s->normal);
  rg_v3_copy(s->b, q);
}

/* Faces one after the other, until a point is known to be the nearest: mostly that of the first. */
int rg_point_solid(const rg_core_pair *pair, rg_separation *result) {
  const rg_shape *solid = pair->b.shape;
  const double *p = pair->a.position;
  double nearest = HUGE_VAL;
  plane highest = {.height = -HUGE_VAL};
  assert(solid->nface > 0 && pair->a.shape->type == RG_GEOM_SPHERE);
  rg_v3_copy(result->a, p);
  for (int i = 0; i < solid->nface; i++) {
    double q[3] = {0}, distance;
    plane f;
    set_plane(solid, i, p, &f);
    if (f.height > highest.height) highest = f;
    if (f.height <= 0 || f.height >= nearest) continue;
    if (!edge_point(solid, i, p, &f, q, &distance)) {
      set_face(&f, p, result);
      return 1;
    }
    if (!(distance < nearest)) continue;
    if (distance <= NEAR * pair->b.extent) return 0;
    nearest = distance;
    set_edge(q, distance, p, result);
    if (is_supported(solid, result->normal, q)) return 1;
  }
  if (highest.height > 0) return 0; /* in a face's plane: which side of it is rounding */
  set_face(&highest, p, result);
  return 1;
}
