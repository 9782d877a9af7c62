/* Local maximum of g(n) on the unit sphere (support.h). g is smooth but for kinks: at a face
   normal (a point of the sphere) and at right angles to an edge or to the axis of a cylinder (a
   great circle). The maximum is a face normal, or lies on a circle, or is smooth; each is tried,
   and g tells which one is best.

   Smooth case: grad g = p = s_A(-n) - s_B(n), Hess g = -(H_A + H_B); on the sphere Newton's step
   t, at right angles to n, solves
       (H_A + H_B + (p.n) I) t = p - (p.n) n. */
#include "collide/refine.h"

#include "collide/feature.h"
#include "math/vector.h"

#define PREFERENCE                                                                                 \
  1e-12 /* of the scale: what a face normal may lose to a direction with rounding in it */

/* rounding of g */
static double noise(const rg_core_pair *pair) { return 4e-16 * (pair->a.extent + pair->b.extent); }

/* Near its maximum g is flat: directions that differ by 1e-8 have the same g. What solves an
   equation for n is offered last and wins a tie. */
static void offer(rg_core_pair *pair, const double n[3], rg_separation *best) {
  double gap = rg_pair_separation(pair, n);
  if (!(gap > best->gap - noise(pair))) return;
  best->gap = gap;
  rg_v3_copy(best->normal, n);
}

static void try_faces(rg_core_pair *pair, const double start[3], rg_separation *best) {
  double back[3], normal[3];
  rg_v3_negate(back, start);
  if (rg_face_normal(&pair->a, back, normal)) {
    rg_v3_negate(normal, normal);
    offer(pair, normal, best);
  }
  if (rg_face_normal(&pair->b, start, normal)) offer(pair, normal, best);
}

/* --- on a great circle ------------------------------------------------------------------------ */

/* n = u cos x + v sin x; returns dg/dx = p.n' */
static double slope(rg_core_pair *pair, const double u[3], const double v[3], double x,
                    double n[3]) {
  rg_difference point;
  double along[3], sine, cosine;
  rg_sincos(x, &sine, &cosine);
  for (int i = 0; i < 3; i++) {
    n[i] = u[i] * cosine + v[i] * sine;
    along[i] = v[i] * cosine - u[i] * sine;
  }
  rg_pair_support(pair, n, &point);
  return rg_v3_dot(point.w, along);
}

/* root of the slope between low (slope > 0) and high (slope < 0): secant with halving */
static void maximize_between(rg_core_pair *pair, const double u[3], const double v[3], double low,
                             double high, double slope_low, double slope_high, double n[3]) {
  for (int i = 0; i < 80 && high - low > 1e-16; i++) {
    double x = (low * slope_high - high * slope_low) / (slope_high - slope_low);
    if (i % 3 == 2 || !(x > low && x < high)) x = 0.5 * (low + high);
    if (x <= low || x >= high) break;
    double s = slope(pair, u, v, x, n);
    if (s > 0) low = x, slope_low = s;
    else high = x, slope_high = s;
    if (s == 0) break;
  }
}

/* best n at right angles to the edge e, near start */
static void try_circle(rg_core_pair *pair, const double e[3], const double start[3],
                       rg_separation *best) {
  double u[3], v[3], n[3];
  rg_v3_copy(u, start);
  rg_v3_add_scaled(u, -rg_v3_dot(u, e), e);
  if (rg_v3_normalize(u) < 0.5) return;
  offer(pair, u, best); /* where g is constant along the circle */
  rg_v3_cross(v, e, u);
  for (double width = 1e-3; width < 0.6; width *= 6) {
    double low = slope(pair, u, v, -width, n), high = slope(pair, u, v, width, n);
    if (low > 0 && high < 0) {
      maximize_between(pair, u, v, -width, width, low, high, n);
      rg_v3_normalize(n);
      offer(pair, n, best);
      return;
    }
  }
}

static void try_edges(rg_core_pair *pair, const double start[3], rg_separation *best) {
  double edge[RG_EDGES][3];
  double back[3];
  rg_v3_negate(back, start);
  int n = rg_edge_directions(&pair->a, back, edge);
  for (int i = 0; i < n; i++) try_circle(pair, edge[i], start, best);
  n = rg_edge_directions(&pair->b, start, edge);
  for (int i = 0; i < n; i++) try_circle(pair, edge[i], start, best);
}

/* --- smooth ----------------------------------------------------------------------------------- */

/* one step of Newton's method at n; returns the length of the step t */
static double newton_step(rg_core_pair *pair, const double n[3], double t[3]) {
  rg_difference point;
  double back[3], t1[3], t2[3], HA[9], HB[9], H1[3], H2[3];
  double g = rg_pair_support(pair, n, &point);
  rg_v3_negate(back, n);
  rg_core_curvature(&pair->a, back, HA);
  rg_core_curvature(&pair->b, n, HB);
  for (int i = 0; i < 9; i++) HA[i] += HB[i];
  rg_v3_tangents(n, t1, t2);
  rg_mat3_apply(H1, HA, t1);
  rg_mat3_apply(H2, HA, t2);

  /* 2 x 2 system in the tangent plane, made positive definite where it is not */
  double a = rg_v3_dot(t1, H1) + g, b = rg_v3_dot(t1, H2), c = rg_v3_dot(t2, H2) + g;
  double mean = 0.5 * (a + c), spread = hypot(0.5 * (a - c), b), least = mean - spread;
  double floor_value = 1e-6 * (fabs(mean) + spread) + 1e-300;
  if (least < floor_value) a += floor_value - least, c += floor_value - least;
  double p1 = rg_v3_dot(t1, point.w), p2 = rg_v3_dot(t2, point.w), det = a * c - b * b;
  double x = (c * p1 - b * p2) / det, y = (a * p2 - b * p1) / det;
  double length = hypot(x, y), cut = length > 0.3 ? 0.3 / length : 1;
  for (int i = 0; i < 3; i++) t[i] = cut * (x * t1[i] + y * t2[i]);
  return cut * length;
}

static void try_newton(rg_core_pair *pair, const double start[3], rg_separation *best) {
  double n[3], t[3], trial[3], g = rg_pair_separation(pair, start), last = HUGE_VAL;
  rg_v3_copy(n, start);
  for (int step = 0; step < 30; step++) {
    double length = newton_step(pair, n, t);
    if (!(length > 1e-16) || (length < 1e-6 && length >= last)) break;
    double f = 1, next = -HUGE_VAL;
    double least = length < 1e-6 ? g - noise(pair) : g;
    last = length;
    for (int half = 0; half < 12; half++, f *= 0.5) {
      for (int i = 0; i < 3; i++) trial[i] = n[i] + f * t[i];
      rg_v3_normalize(trial);
      next = rg_pair_separation(pair, trial);
      if (next > least) break;
    }
    if (!(next > least)) break;
    g = next;
    rg_v3_copy(n, trial);
  }
  offer(pair, n, best);
}

/* --- all of them ------------------------------------------------------------------------------ */

/* a face normal that is as good as the best direction replaces it */
static void prefer_faces(rg_core_pair *pair, rg_separation *best) {
  rg_separation face = *best;
  face.gap = best->gap - fmax(PREFERENCE * pair->scale, noise(pair));
  try_faces(pair, best->normal, &face);
  if (face.gap > best->gap) *best = face;
  else rg_v3_copy(best->normal, face.normal);
}

void rg_refine(rg_core_pair *pair, rg_separation *best) {
  for (int round = 0; round < 3 && pair->curved; round++) {
    double start[3], before = best->gap;
    rg_v3_copy(start, best->normal);
    try_newton(pair, start, best);
    try_edges(pair, start, best);
    try_faces(pair, start, best);
    if (best->gap - before <= 1e-7 * pair->scale) break;
  }
  prefer_faces(pair, best);
}
