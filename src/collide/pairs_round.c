/* Spheres and capsules against primitives: nearest point of a primitive to a point or a segment,
   with the sign of the side. The ellipsoid's is Eberly's (2013): the root of sum (e_i y_i / (t +
   e_i^2))^2 = 1 with t > -min e_i^2. */
#include "collide/pairs.h"
#include "collide/support.h"
#include "math/vector.h"

/* contact of a sphere A (centre c) with a surface of B that passes through c - distance n */
static void emit_sphere(const rg_shape *sphere, double distance, const double n[3], int feature,
                        rg_contact_list *list) {
  double gap = distance - sphere->size[0], p[3];
  rg_v3_copy(p, sphere->position);
  rg_v3_add_scaled(p, -sphere->size[0] - 0.5 * gap, n);
  rg_contact_emit(list, p, n, gap, feature);
}

static void to_local(const rg_shape *s, const double world[3], double local[3]) {
  double d[3];
  rg_v3_sub(d, world, s->position);
  rg_mat3_apply_t(local, s->rotation, d);
}

static void emit_local(const rg_shape *sphere, const rg_shape *b, double distance,
                       const double local[3], int feature, rg_contact_list *list) {
  double n[3];
  rg_mat3_apply(n, b->rotation, local);
  emit_sphere(sphere, distance, n, feature, list);
}

/* round points: distance of two points less the radius of B; `fallback` where they coincide */
static void emit_points(const double on_a[3], double ra, const double on_b[3], double rb,
                        const double fallback[3], int feature, rg_contact_list *list) {
  double n[3], p[3];
  rg_v3_sub(n, on_a, on_b);
  double distance = rg_v3_norm(n);
  if (distance <= 1e-14 * (ra + rb)) rg_v3_copy(n, fallback), distance = 0;
  else rg_v3_scale(n, 1 / distance, n);
  rg_v3_copy(p, on_b);
  rg_v3_add_scaled(p, 0.5 * (distance - ra + rb), n); /* midway of b + rb n and a - ra n */
  rg_contact_emit(list, p, n, distance - ra - rb, feature);
}

void rg_sphere_sphere(const rg_shape *a, const rg_shape *b, rg_contact_list *list) {
  const double up[3] = {0, 0, 1};
  emit_points(a->position, a->size[0], b->position, b->size[0], up, 0, list);
}

void rg_sphere_capsule(const rg_shape *a, const rg_shape *b, rg_contact_list *list) {
  double axis[3], d[3], side[3], p[3];
  rg_shape_axis(b, 2, axis);
  rg_shape_axis(b, 0, side);
  rg_v3_sub(d, a->position, b->position);
  double t = fmin(fmax(rg_v3_dot(d, axis), -b->size[1]), b->size[1]);
  rg_v3_copy(p, b->position);
  rg_v3_add_scaled(p, t, axis);
  emit_points(a->position, a->size[0], p, b->size[0], side, 0, list);
}

void rg_sphere_box(const rg_shape *a, const rg_shape *b, rg_contact_list *list) {
  double c[3], n[3], clamped[3], slack = HUGE_VAL;
  int nearest = 0;
  to_local(b, a->position, c);
  for (int i = 0; i < 3; i++) {
    clamped[i] = fmin(fmax(c[i], -b->size[i]), b->size[i]);
    if (b->size[i] - fabs(c[i]) < slack) slack = b->size[i] - fabs(c[i]), nearest = i;
  }
  rg_v3_sub(n, c, clamped);
  double distance = rg_v3_norm(n);

  /* outside: nearest point; inside, or within rounding of a face: the nearest face */
  if (slack < 0 && distance > 1e-12 * (b->size[0] + b->size[1] + b->size[2]))
    rg_v3_scale(n, 1 / distance, n);
  else {
    rg_v3_zero(n);
    n[nearest] = copysign(1.0, c[nearest]);
    distance = -slack;
  }
  emit_local(a, b, distance, n, 0, list);
}

void rg_sphere_cylinder(const rg_shape *a, const rg_shape *b, rg_contact_list *list) {
  double c[3], n[3] = {0, 0, 0}, r = b->size[0], h = b->size[1];
  to_local(b, a->position, c);
  double across = hypot(c[0], c[1]), side = across - r, cap = fabs(c[2]) - h, distance;
  double ux = across > 1e-14 * r ? c[0] / across : 1, uy = across > 1e-14 * r ? c[1] / across : 0;
  if (side > 0 && cap > 0) { /* beyond the rim */
    distance = hypot(side, cap);
    rg_v3_set(n, ux * side / distance, uy * side / distance, copysign(cap / distance, c[2]));
  } else if (cap >= side) {
    distance = cap;
    n[2] = copysign(1.0, c[2]);
  } else {
    distance = side;
    rg_v3_set(n, ux, uy, 0);
  }
  emit_local(a, b, distance, n, 0, list);
}

/* --- point and ellipsoid ---------------------------------------------------------------------- */

/* sum (e_i y_i / (s + e_i^2 - e_m^2))^2 - 1, decreasing in s = t + e_m^2 > 0 */
static double excess(const double e[3], const double y[3], double least, double s) {
  double sum = -1;
  for (int i = 0; i < 3; i++) {
    double bottom = s + (e[i] - least) * (e[i] + least), q = y[i] > 0 ? e[i] * y[i] / bottom : 0;
    sum += q * q;
  }
  return sum;
}

/* root by halving, on a logarithmic scale while the ends are far apart */
static double ellipsoid_root(const double e[3], const double y[3], double least) {
  double ey[3] = {e[0] * y[0], e[1] * y[1], e[2] * y[2]};
  double low = 0, high = rg_v3_norm(ey);
  for (int i = 0; i < 3; i++)
    if (e[i] == least) low = fmax(low, ey[i]);
  if (low == 0) {
    if (excess(e, y, least, 0) <= 0) return 0;
    low = high * 1e-30;
  }
  for (int i = 0; i < 200; i++) {
    double middle = high > 4 * low ? sqrt(low) * sqrt(high) : 0.5 * (low + high);
    if (middle <= low || middle >= high) break;
    if (excess(e, y, least, middle) > 0) low = middle;
    else high = middle;
  }
  return 0.5 * (low + high);
}

/* nearest point x of the surface to y, in the first octant */
static void ellipsoid_nearest(const double e[3], const double y[3], double x[3]) {
  double least = fmin(fmin(e[0], e[1]), e[2]), rest = 1;
  double s = ellipsoid_root(e, y, least);
  int free = -1;
  for (int i = 0; i < 3; i++) {
    double bottom = s + (e[i] - least) * (e[i] + least);
    x[i] = y[i] > 0 && bottom > 0 ? e[i] * e[i] * y[i] / bottom : 0;
    if (e[i] == least && s == 0 && free < 0) free = i;
    else rest -= x[i] / e[i] * (x[i] / e[i]);
  }

  /* on the symmetry plane inside: the coordinate along the shortest axis follows from the
     surface */
  if (free >= 0) x[free] = e[free] * sqrt(fmax(rest, 0.0));
}

void rg_sphere_ellipsoid(const rg_shape *a, const rg_shape *b, rg_contact_list *list) {
  const double *e = b->size;
  double c[3], y[3], x[3], n[3], d[3];
  to_local(b, a->position, c);
  for (int i = 0; i < 3; i++) y[i] = fabs(c[i]);
  ellipsoid_nearest(e, y, x);
  double big = fmax(fmax(e[0], e[1]), e[2]);
  for (int i = 0; i < 3; i++) {
    x[i] = copysign(x[i], c[i]);
    n[i] = x[i] / e[i] * (big / e[i]);
  }
  rg_v3_normalize(n);
  rg_v3_sub(d, c, x);
  emit_local(a, b, rg_v3_dot(d, n), n, 0, list);
}

/* --- two segments ----------------------------------------------------------------------------- */

/* parameter of the point of the segment centre + [-h, h] axis nearest to p */
static double nearest_on(const double centre[3], const double axis[3], double h,
                         const double p[3]) {
  double d[3];
  rg_v3_sub(d, p, centre);
  return fmin(fmax(rg_v3_dot(d, axis), -h), h);
}

static void point_on(const double centre[3], const double axis[3], double t, double p[3]) {
  rg_v3_copy(p, centre);
  rg_v3_add_scaled(p, t, axis);
}

typedef struct segments {
  const rg_shape *a, *b;
  double u[3], v[3], side[3]; /* axes; a direction at right angles to both */
} segments;

static double distance_at(const segments *g, double s, double t) {
  double p[3], q[3];
  point_on(g->a->position, g->u, s, p);
  point_on(g->b->position, g->v, t, q);
  return rg_v3_distance(p, q);
}

static void emit_at(const segments *g, double s, double t, int feature, rg_contact_list *list) {
  double p[3], q[3];
  point_on(g->a->position, g->u, s, p);
  point_on(g->b->position, g->v, t, q);
  emit_points(p, g->a->size[0], q, g->b->size[0], g->side, feature, list);
}

/* The nearest pair (s, t): inside both where the lines allow, else at one of the four ends. */
static void nearest_pair(const segments *g, double *s, double *t) {
  double w[3], best = HUGE_VAL, ha = g->a->size[1], hb = g->b->size[1], c = rg_v3_dot(g->u, g->v);
  double pairs[5][2];
  int n = 0;
  rg_v3_sub(w, g->a->position, g->b->position);
  double du = rg_v3_dot(w, g->u), dv = rg_v3_dot(w, g->v), cross[3];
  rg_v3_cross(cross, g->u, g->v);
  double sine2 = rg_v3_dot(cross, cross);
  if (sine2 > 1e-20) {
    double si = (c * dv - du) / sine2, ti = (dv - c * du) / sine2;
    if (fabs(si) <= ha && fabs(ti) <= hb) pairs[n][0] = si, pairs[n++][1] = ti;
  }
  for (int end = -1; end <= 1; end += 2) {
    double p[3];
    point_on(g->a->position, g->u, end * ha, p);
    pairs[n][0] = end * ha;
    pairs[n++][1] = nearest_on(g->b->position, g->v, hb, p);
    point_on(g->b->position, g->v, end * hb, p);
    pairs[n][0] = nearest_on(g->a->position, g->u, ha, p);
    pairs[n++][1] = end * hb;
  }
  for (int i = 0; i < n; i++) {
    double d = distance_at(g, pairs[i][0], pairs[i][1]);
    if (d < best) best = d, *s = pairs[i][0], *t = pairs[i][1];
  }
}

/* the stretch of A that lies beside B: s from low to high; 0 where there is none */
static int common_stretch(const segments *g, double *low, double *high) {
  double end[2];
  for (int i = 0; i < 2; i++) {
    double q[3], d[3];
    point_on(g->b->position, g->v, i ? g->b->size[1] : -g->b->size[1], q);
    rg_v3_sub(d, q, g->a->position);
    end[i] = rg_v3_dot(d, g->u);
  }
  *low = fmax(-g->a->size[1], fmin(end[0], end[1]));
  *high = fmin(g->a->size[1], fmax(end[0], end[1]));
  return *high - *low > 1e-6 * fmin(g->a->size[1], g->b->size[1]);
}

/* Side by side: a contact at each end of the common stretch, each with its own normal, and one
   between them where the axes cross there. Otherwise the nearest pair. */
void rg_capsule_capsule(const rg_shape *a, const rg_shape *b, rg_contact_list *list) {
  segments g = {.a = a, .b = b};
  double s = 0, t = 0, low, high, p[3], scale = fmin(a->size[0], b->size[0]);
  rg_shape_axis(a, 2, g.u);
  rg_shape_axis(b, 2, g.v);
  rg_v3_cross(g.side, g.u, g.v);
  double sine = rg_v3_norm(g.side);
  if (sine > 1e-10) rg_v3_scale(g.side, 1 / sine, g.side);
  else rg_shape_axis(a, 0, g.side);
  nearest_pair(&g, &s, &t);
  if (list->most < 2 || sine > 0.02 || !common_stretch(&g, &low, &high)) {
    emit_at(&g, s, t, 0, list);
    return;
  }
  double end[2] = {low, high}, least = HUGE_VAL;
  for (int i = 0; i < 2; i++) {
    point_on(a->position, g.u, end[i], p);
    double q = nearest_on(b->position, g.v, b->size[1], p);
    least = fmin(least, distance_at(&g, end[i], q));
    emit_at(&g, end[i], q, 1 + i, list);
  }
  if (distance_at(&g, s, t) < least - 1e-9 * scale) emit_at(&g, s, t, 3, list);
}
