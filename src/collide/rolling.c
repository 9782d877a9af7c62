/* Two surfaces that stay in touch (Montana 1988, The kinematics of contact and grasp). With the
   normal n outward from shape 2, its rate v against shape 2, and s_i the velocity of the place
   against shape i, in the tangent plane,

       s_2 = P_2 v,    s_1 = -P_1 (v - w),    s_2 - s_1 = slip,    w = spin x n

   so that (P_1 + P_2) v = slip + P_1 w. P, the second derivative of the support function, holds
   the radii of curvature: 0 at a corner or across an edge, without bound along an edge and on a
   face. Two surfaces that are both flat in a direction touch where one of them ends; that one then
   has a corner there. */
#include "collide/rolling.h"

#include "collide/collider.h"
#include "collide/feature.h"
#include "collide/patch.h"
#include "math/vector.h"

#include <assert.h>
#include <math.h>

/* a surface at a contact, in the tangent plane: P = radii + infinity (flat, flat') */
typedef struct surface {
  double xx, xy, yy;
  int flats; /* flat directions: 0 none, 1 `flat`, 2 all */
  double flat[2];
} surface;

static void set_flat(surface *s, const rg_contact *contact, const double along[3]) {
  double x = rg_v3_dot(along, contact->frame + 3), y = rg_v3_dot(along, contact->frame + 6);
  double length = hypot(x, y);
  s->flats = 1;
  s->flat[0] = length > 0 ? x / length : 1;
  s->flat[1] = length > 0 ? y / length : 0;
}

/* faces and edges that support the direction; `core` of a cylinder, box, capsule or mesh */
static void find_flats(rg_core *core, const rg_contact *contact, const double outward[3],
                       surface *s) {
  rg_feature feature;
  feature.n = feature.round = 0;
  rg_feature_find(core, outward, RG_FEATURE_TIGHT, &feature);
  if (feature.n > 2) s->flats = 2;
  if (feature.n != 2) return;
  double along[3];
  rg_v3_sub(along, feature.point[1], feature.point[0]);
  set_flat(s, contact, along);
}

static void find_surface(const rg_shape *shape, const rg_contact *contact, double sign,
                         surface *s) {
  rg_core_pair pair;
  double H[9], outward[3], a[3], b[3];
  const double *t1 = contact->frame + 3, *t2 = contact->frame + 6;
  *s = (surface){0};
  /* a height field is flat but at its edges */
  if (shape->type == RG_GEOM_PLANE || (shape->type == RG_GEOM_MESH && shape->nvertex == 0)) {
    s->flats = 2;
    return;
  }
  if (shape->type == RG_GEOM_SPHERE) {
    s->xx = s->yy = shape->size[0];
    return;
  }
  rg_v3_scale(outward, sign, contact->frame);
  rg_core_pair_set(&pair, shape, shape);
  if (shape->type != RG_GEOM_ELLIPSOID) find_flats(&pair.a, contact, outward, s);
  if (s->flats < 2 && (shape->type == RG_GEOM_ELLIPSOID || shape->type == RG_GEOM_CYLINDER)) {
    rg_core_curvature(&pair.a, outward, H);
    rg_mat3_apply(a, H, t1);
    rg_mat3_apply(b, H, t2);
    s->xx = rg_v3_dot(t1, a), s->xy = rg_v3_dot(t1, b), s->yy = rg_v3_dot(t2, b);
  }
  s->xx += pair.a.radius;
  s->yy += pair.a.radius;
}

static int have_common_flat(const surface *a, const surface *b) {
  if (!a->flats || !b->flats) return 0;
  if (a->flats == 2 || b->flats == 2) return 1;
  return fabs(a->flat[0] * b->flat[1] - a->flat[1] * b->flat[0]) < 1e-3;
}

/* The one that ends at the contact has a corner there: against a plane the other shape, else what
   the feature says. 0 where both do: edges that cross in one plane. */
static int end_one(const rg_shape *shape1, const rg_shape *shape2, int feature, surface *a,
                   surface *b) {
  int exchanged = shape1->type > shape2->type, kind = (int)((unsigned)feature >> 28);
  int first = kind == RG_FEATURE_VERTEX_A, second = kind == RG_FEATURE_VERTEX_B;
  if (shape1->type == RG_GEOM_PLANE) first = exchanged, second = !exchanged;
  else if (shape2->type == RG_GEOM_PLANE) first = !exchanged, second = exchanged;
  if (first == second) return 0;
  (first != exchanged ? a : b)->flats = 0;
  return 1;
}

/* 2 x 2: (A + infinity f f') x = r for one flat direction f, by what lies across */
static void solve_across(const surface *sum, const double f[2], const double r[2], double x[2]) {
  double e[2] = {-f[1], f[0]};
  double radius =
      e[0] * (sum->xx * e[0] + sum->xy * e[1]) + e[1] * (sum->xy * e[0] + sum->yy * e[1]);
  double across = radius > 0 ? (e[0] * r[0] + e[1] * r[1]) / radius : 0;
  x[0] = across * e[0];
  x[1] = across * e[1];
}

static int solve_full(const surface *sum, const double r[2], double x[2]) {
  double size = sum->xx + sum->yy, d = sum->xx * sum->yy - sum->xy * sum->xy;
  if (!(d > 1e-12 * size * size)) return 0;
  x[0] = (sum->yy * r[0] - sum->xy * r[1]) / d;
  x[1] = (sum->xx * r[1] - sum->xy * r[0]) / d;
  return 1;
}

static void apply(const surface *s, const double x[2], double y[2]) {
  y[0] = s->xx * x[0] + s->xy * x[1];
  y[1] = s->xy * x[0] + s->yy * x[1];
}

/* rate v of the normal against shape 2; 0 where nothing decides it: corner on corner */
static int normal_rate(const surface *a, const surface *b, const double slip[2], const double w[2],
                       double v[2]) {
  surface sum = {a->xx + b->xx, a->xy + b->xy, a->yy + b->yy, 0, {0, 0}};
  double r[2], back[2];
  if (b->flats == 2) {
    v[0] = v[1] = 0;
    return 1;
  }
  if (a->flats == 2) {
    v[0] = w[0], v[1] = w[1];
    return 1;
  }
  apply(a, w, r);
  r[0] += slip[0], r[1] += slip[1];
  if (!a->flats && !b->flats) return solve_full(&sum, r, v);
  if (a->flats && b->flats) { /* edges that cross: n stays at right angles to both */
    double along = w[0] * a->flat[0] + w[1] * a->flat[1];
    double d = a->flat[0] * b->flat[1] - a->flat[1] * b->flat[0];
    v[0] = along * b->flat[1] / d, v[1] = -along * b->flat[0] / d;
    return 1;
  }
  if (b->flats) { /* v at right angles to the edge of shape 2 */
    solve_across(&sum, b->flat, r, v);
    return 1;
  }
  /* v - w at right angles to the edge of shape 1: (P_1 + P_2)(v - w) = slip - P_2 w */
  apply(b, w, back);
  back[0] = slip[0] - back[0], back[1] = slip[1] - back[1];
  solve_across(&sum, a->flat, back, v);
  v[0] += w[0], v[1] += w[1];
  return 1;
}

/* Where the place goes on shape 2: P_2 v where that is bounded, else what shape 1 leaves over. */
static void place_rate(const surface *a, const surface *b, const double slip[2], const double w[2],
                       const double v[2], double s2[2]) {
  double turn[2] = {w[0] - v[0], w[1] - v[1]}, s1[2];
  if (!b->flats) {
    apply(b, v, s2);
    return;
  }
  if (!a->flats) {
    apply(a, turn, s1);
    s2[0] = s1[0] + slip[0], s2[1] = s1[1] + slip[1];
    return;
  }
  /* crossing edges: s_2 - s_1 = slip, each along its own edge */
  double d = a->flat[0] * b->flat[1] - a->flat[1] * b->flat[0];
  double along = (a->flat[0] * slip[1] - a->flat[1] * slip[0]) / d;
  s2[0] = along * b->flat[0], s2[1] = along * b->flat[1];
}

static void to_world(const rg_contact *contact, const double x[2], double r[3]) {
  rg_v3_scale(r, x[0], contact->frame + 3);
  rg_v3_add_scaled(r, x[1], contact->frame + 6);
}

/* one radius in all directions: spheres, ends of capsules, corners; -1: not so. On a plane all contacts
   of these shapes are such. */
static double round_radius(const rg_shape *shape) {
  switch (shape->type) {
  case RG_GEOM_SPHERE:
  case RG_GEOM_CAPSULE: return shape->size[0];
  case RG_GEOM_BOX:
  case RG_GEOM_MESH: return shape->nvertex > 0 ? 0 : -1;
  default: return -1;
  }
}

/* the most common case at once; 0 where it is not that */
static int roll_on_plane(const rg_shape *shape1, const rg_shape *shape2, const rg_contact *contact,
                         const double slip[3], const double turn[3], rg_rolling *rolling) {
  int first = shape1->type == RG_GEOM_PLANE, second = shape2->type == RG_GEOM_PLANE;
  double radius = first ? round_radius(shape2) : second ? round_radius(shape1) : -1;
  double along[3], normal = rg_v3_dot(slip, contact->frame);
  if (radius < 0) return 0;
  rg_v3_copy(along, slip);
  rg_v3_add_scaled(along, -normal, contact->frame);
  if (first) {
    rg_v3_scale(rolling->place2, radius, turn);
    rg_v3_sub(rolling->place1, rolling->place2, along);
    rg_v3_copy(rolling->normal, turn);
  } else {
    rg_v3_scale(rolling->place1, radius, turn);
    rg_v3_add(rolling->place2, rolling->place1, along);
    rg_v3_zero(rolling->normal);
  }
  return 1;
}

void rg_contact_rolling(const rg_collider *collider, const rg_contact *contact,
                        const double slip[3], const double spin[3], rg_rolling *rolling) {
  assert(contact->geom1 >= 0 && contact->geom1 < collider->ngeom);
  assert(contact->geom2 >= 0 && contact->geom2 < collider->ngeom);
  const rg_shape *shape1 = collider->shape + contact->geom1;
  const rg_shape *shape2 = collider->shape + contact->geom2;
  const double *t1 = contact->frame + 3, *t2 = contact->frame + 6;
  double turn[3], u[2] = {rg_v3_dot(slip, t1), rg_v3_dot(slip, t2)}, v[2], s1[2], s2[2];
  surface a, b;
  rg_v3_cross(turn, spin, contact->frame);
  if (roll_on_plane(shape1, shape2, contact, slip, turn, rolling)) return;
  double w[2] = {rg_v3_dot(turn, t1), rg_v3_dot(turn, t2)};
  find_surface(shape1, contact, -1, &a);
  find_surface(shape2, contact, 1, &b);
  int known = !have_common_flat(&a, &b) || end_one(shape1, shape2, contact->feature, &a, &b);
  known = known && normal_rate(&a, &b, u, w, v);
  if (known) place_rate(&a, &b, u, w, v, s2);
  else { /* half way between the two */ v[0] = 0.5 * w[0], v[1] = 0.5 * w[1];
    s2[0] = 0.5 * u[0], s2[1] = 0.5 * u[1];
  }
  s1[0] = s2[0] - u[0], s1[1] = s2[1] - u[1];
  to_world(contact, s1, rolling->place1);
  to_world(contact, s2, rolling->place2);
  to_world(contact, v, rolling->normal);
}
