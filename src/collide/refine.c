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

#define NARROW 1e-8 /* rad: where the square of what is left of a great circle is rounding */

enum { MOST_LOOKS = 80 };

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

/* a great circle, n(t) = (u + t v) / sqrt(1 + t^2), and a place on it: the support point of A - B along -n and the slope of g */
typedef struct circle {
  double u[3], v[3];
} circle;

typedef struct place {
  double t, slope, w[3];
} place;

static void look(rg_core_pair *pair, const circle *c, double t, place *at, double n[3]) {
  rg_difference point;
  double along[3], scale = 1 / sqrt(1 + t * t);
  for (int i = 0; i < 3; i++) {
    n[i] = scale * (c->u[i] + t * c->v[i]);
    along[i] = scale * (c->v[i] - t * c->u[i]);
  }
  rg_pair_support(pair, n, &point);
  at->t = t;
  at->slope = rg_v3_dot(point.w, along);
  rg_v3_copy(at->w, point.w);
}

/* where the points of two places are equally high: g(n) <= n.w for both, so that g has its maximum there if these are all */
static double crossing(const circle *c, const place *low, const place *high) {
  double d[3];
  rg_v3_sub(d, high->w, low->w);
  return -rg_v3_dot(d, c->u) / rg_v3_dot(d, c->v);
}

/* where the line through both slopes is 0: the maximum of what is smooth */
static double secant(const place *low, const place *high) {
  return low->t + (high->t - low->t) * low->slope / (low->slope - high->slope);
}

static void offer_place(rg_core_pair *pair, const circle *c, double t, rg_separation *best) {
  double n[3], scale = 1 / sqrt(1 + t * t);
  for (int i = 0; i < 3; i++) n[i] = scale * (c->u[i] + t * c->v[i]);
  rg_v3_normalize(n);
  offer(pair, n, best);
}

/* the largest height of a point along the circle from one place to another */
static double highest_between(const circle *c, const double w[3], double from, double to) {
  double x = rg_v3_dot(w, c->u), y = rg_v3_dot(w, c->v);
  if (y > from * x && y < to * x) return hypot(x, y);
  return fmax((x + from * y) / sqrt(1 + from * from), (x + to * y) / sqrt(1 + to * to));
}

/* what g is at most between two places: g(n) <= n.w, of one point up to the crossing, of the other from there */
static double most_between(const circle *c, const place *low, const place *high) {
  double t = fmin(fmax(crossing(c, low, high), low->t), high->t);
  return fmax(highest_between(c, low->w, low->t, t), highest_between(c, high->w, t, high->t));
}

/* Where to look next, in turns: the crossing, or the secant, off by about the square of the width; as far beyond it, where the
   other side closes in; and in the middle, so that the search ends. */
static double next_place(const circle *c, const place *low, const place *high, double beyond,
                         int turn) {
  double width = high->t - low->t, inside = fmin(width * width, 0.25 * width);
  double t = 0.5 * (low->t + high->t);
  if (turn % 5 == 0) t = crossing(c, low, high);
  else if (turn % 5 == 2) t = secant(low, high);
  else if (turn % 5 != 4) t = beyond;
  return t > low->t + inside ? fmin(t, high->t - inside) : low->t + inside;
}

/* The maximum between low (slope > 0) and high (slope < 0), until it is known so well that the crossing, where there is a kink,
   or the secant, where there is none, is exact to rounding; or until it is below the best. */
static void maximize_between(rg_core_pair *pair, const circle *c, place low, place high,
                             rg_separation *best) {
  double beyond = 0.5 * (low.t + high.t), n[3];
  for (int i = 0; i < MOST_LOOKS && high.t - low.t > NARROW; i++) {
    double width = high.t - low.t;
    place at;
    if (most_between(c, &low, &high) < best->gap - noise(pair)) return;
    look(pair, c, next_place(c, &low, &high, beyond, i), &at, n);
    beyond = at.slope > 0 ? at.t + 2 * width * width : at.t - 2 * width * width;
    if (at.slope > 0) low = at;
    else high = at;
  }
  offer_place(pair, c, crossing(c, &low, &high), best);
  offer_place(pair, c, secant(&low, &high), best);
}

/* best n at right angles to the edge e, near start */
static void try_circle(rg_core_pair *pair, const double e[3], const double start[3],
                       rg_separation *best) {
  circle c;
  place middle, end;
  double n[3];
  rg_v3_copy(c.u, start);
  rg_v3_add_scaled(c.u, -rg_v3_dot(c.u, e), e);
  if (rg_v3_normalize(c.u) < 0.5) return;
  offer(pair, c.u, best); /* where g is constant along the circle */
  rg_v3_cross(c.v, e, c.u);
  look(pair, &c, 0, &middle, n);
  if (middle.slope == 0) return;
  for (double width = 1e-3; width < 0.6; width *= 6) {
    look(pair, &c, middle.slope > 0 ? width : -width, &end, n);
    if (middle.slope > 0 ? end.slope < 0 : end.slope > 0) {
      maximize_between(pair, &c, middle.slope > 0 ? middle : end, middle.slope > 0 ? end : middle,
                       best);
      return;
    }
    if (end.slope != 0) middle = end;
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
