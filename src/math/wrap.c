/* Strings around spheres and cylinders, in the plane of the circle that they lie on: for a sphere the
   plane through its centre and both ends, for a cylinder the one across its axis.

   Around the circle of radius r the string touches where its straight parts are tangents. From a point
   p the two tangents end at

       t = r/|p|^2 (r p +- sqrt(|p|^2 - r^2) Jp),      J a quarter turn

   Within the circle it bends at one point t of it, with equal angles to both sides: with
   s the sine of the angle between t - p and t, the triangles (0, t, p) and (0, t, q) give

       asin(r s / |p|) + asin(r s / |q|) - 2 asin(s) + G = 0,     G the angle between p and q

   When it wraps, and which way, is as in MuJoCo (its documentation, chapter Computation, "Actuation
   model", spatial tendons). */
#include "math/wrap.h"

#include "math/vector.h"

#include <assert.h>

static double dot2(const double a[2], const double b[2]) { return a[0] * b[0] + a[1] * b[1]; }
static double cross2(const double a[2], const double b[2]) { return a[0] * b[1] - a[1] * b[0]; }

/* the point of the segment from p to q that is nearest to the origin */
static void nearest(const double p[2], const double q[2], double point[2]) {
  double d[2] = {q[0] - p[0], q[1] - p[1]}, along = -dot2(p, d) / dot2(d, d);
  along = along < 0 ? 0 : along > 1 ? 1 : along;
  for (int k = 0; k < 2; k++) point[k] = p[k] + along * d[k];
}

/* 1 where the segments from a to b and from c to d meet */
static int meet(const double a[2], const double b[2], const double c[2], const double d[2]) {
  double u[2] = {b[0] - a[0], b[1] - a[1]}, v[2] = {d[0] - c[0], d[1] - c[1]};
  double w[2] = {c[0] - a[0], c[1] - a[1]}, area = cross2(u, v);
  if (fabs(area) < RG_TINY) return 0;
  double s = cross2(w, v) / area, t = cross2(w, u) / area;
  return s >= 0 && s <= 1 && t >= 0 && t <= 1;
}

/* the end of the tangent from p that lies `turn` (1 or -1) from it */
static void tangent(const double p[2], double r, double turn, double t[2]) {
  double square = dot2(p, p), side = turn * sqrt(fmax(square - r * r, 0));
  t[0] = r / square * (r * p[0] + side * p[1]);
  t[1] = r / square * (r * p[1] - side * p[0]);
}

/* how good a way around is: near the side that is asked for, or short; worst where it crosses itself */
static double merit(const double p[2], const double q[2], double t[2][2], const double *side) {
  if (meet(p, t[0], q, t[1])) return -HUGE_VAL;
  if (!side) {
    double d[2] = {t[0][0] - t[1][0], t[0][1] - t[1][1]};
    return -dot2(d, d);
  }
  double m[2] = {t[0][0] + t[1][0], t[0][1] + t[1][1]}, length = sqrt(dot2(m, m));
  return length < RG_TINY ? side[0] : dot2(m, side) / length;
}

/* length of the way, or -1 */
static double wrap_around(const double p[2], const double q[2], double r, const double *side,
                          double t[2][2]) {
  double d[2] = {q[0] - p[0], q[1] - p[1]}, close[2], ways[2][2][2], merits[2];
  if (dot2(p, p) < r * r || dot2(q, q) < r * r || r < RG_TINY || dot2(d, d) < RG_TINY) return -1;
  nearest(p, q, close);
  if (dot2(close, close) > r * r && (!side || dot2(side, close) >= 0)) return -1;
  for (int way = 0; way < 2; way++) {
    tangent(p, r, way ? -1 : 1, ways[way][0]);
    tangent(q, r, way ? 1 : -1, ways[way][1]);
    merits[way] = merit(p, q, ways[way], side);
  }
  int best = merits[0] > merits[1] ? 0 : 1;
  if (merits[best] == -HUGE_VAL) return -1;
  for (int k = 0; k < 4; k++) t[k / 2][k % 2] = ways[best][k / 2][k % 2];
  /* the angle from the first to the second in the sense of the way, from 0 to 2 pi */
  double turn = atan2(cross2(t[0], t[1]), dot2(t[0], t[1]));
  if (best == 0) turn = -turn;
  return r * (turn < 0 ? turn + 2 * acos(-1) : turn);
}

/* the sine s of the angle at the bend; Newton's method from s = 1 on, where the function is
   concave and falls: it comes down from the right and stays there. 0: there is none */
static double bend(double A, double B, double G) {
  enum { ROUNDS = 50 };
  double s = 1 - 1e-7;
  for (int round = 0; round < ROUNDS; round++) {
    double f = asin(A * s) + asin(B * s) - 2 * asin(s) + G;
    double slope = A / sqrt(1 - A * A * s * s) + B / sqrt(1 - B * B * s * s) - 2 / sqrt(1 - s * s);
    if (!(f < 0) || !(slope < 0)) return round ? s : 0;
    double next = s - f / slope;
    if (!(next < s)) return s;
    s = next;
  }
  return s;
}

/* 0, or -1 where it goes straight */
static double wrap_inside(const double p[2], const double q[2], double r, double t[2][2]) {
  double a = sqrt(dot2(p, p)), b = sqrt(dot2(q, q)), close[2];
  double d[2] = {q[0] - p[0], q[1] - p[1]};
  if (a <= r || b <= r || r < RG_TINY) return -1;
  if (dot2(d, d) > RG_TINY) {
    nearest(p, q, close);
    if (dot2(close, close) <= r * r) return -1;
  }
  /* half way between them where there is nothing better */
  double m[2] = {p[0] + q[0], p[1] + q[1]}, length = sqrt(dot2(m, m));
  for (int k = 0; k < 2; k++)
    t[0][k] = t[1][k] = length < RG_TINY ? (k ? 0 : r) : r * m[k] / length;
  double cosine = dot2(p, q) / (a * b);
  if (cosine < -1 + RG_TINY) return -1;
  if (cosine > 1 - RG_TINY) return 0;
  double s = bend(r / a, r / b, acos(cosine));
  if (s == 0) return 0;
  int first = cross2(p, q) > 0;
  const double *from = first ? p : q;
  double far = first ? a : b, angle = asin(s) - asin(r / far * s), c = cos(angle), n = sin(angle);
  t[0][0] = t[1][0] = r * (c * from[0] - n * from[1]) / far;
  t[0][1] = t[1][1] = r * (n * from[0] + c * from[1]) / far;
  return 0;
}

/* x and y of the plane of the circle, seen from the shape */
static void plane_axes(const rg_wrap_shape *shape, const double a[3], const double b[3],
                       double x[3], double y[3]) {
  rg_v3_set(x, 1, 0, 0);
  rg_v3_set(y, 0, 1, 0);
  if (shape->cylinder) return;
  double normal[3];
  rg_v3_copy(x, a);
  rg_v3_normalize(x);
  rg_v3_cross(normal, a, b);
  if (rg_v3_normalize(normal) < RG_TINY) { /* in line with the centre: any plane will do */
    int i = 0;
    for (int k = 1; k < 3; k++)
      if (fabs(x[k]) > fabs(x[i])) i = k;
    rg_v3_set(y, i != 0, i != 1, i != 2);
    rg_v3_cross(normal, x, y);
    rg_v3_normalize(normal);
  }
  rg_v3_cross(y, normal, x);
  rg_v3_normalize(y);
}

static void to_shape(const rg_wrap_shape *shape, const double p[3], double r[3]) {
  rg_v3_sub(r, p, shape->pos);
  rg_mat3_apply_t(r, shape->mat, r);
}

/* along a cylinder the way climbs evenly; returns the length of the way on it */
static double climb(const double a[3], const double b[3], double way, double touch[2][3]) {
  double before = hypot(a[0] - touch[0][0], a[1] - touch[0][1]);
  double after = hypot(b[0] - touch[1][0], b[1] - touch[1][1]);
  double slope = (b[2] - a[2]) / (before + way + after);
  touch[0][2] = a[2] + slope * before;
  touch[1][2] = a[2] + slope * (before + way);
  return hypot(way, touch[1][2] - touch[0][2]);
}

double rg_wrap(const rg_wrap_shape *shape, const double a[3], const double b[3], const double *side,
               double touch[2][3]) {
  assert(shape->radius >= 0 && shape->pos && shape->mat);
  double from[3], to[3], x[3], y[3], flat_side[2] = {0, 0}, flat[2][2], r = shape->radius;
  to_shape(shape, a, from);
  to_shape(shape, b, to);
  if (rg_v3_norm(from) < RG_TINY || rg_v3_norm(to) < RG_TINY) return -1;
  plane_axes(shape, from, to, x, y);
  double p[2] = {rg_v3_dot(from, x), rg_v3_dot(from, y)};
  double q[2] = {rg_v3_dot(to, x), rg_v3_dot(to, y)};
  int inside = 0;
  if (side) {
    double s[3];
    to_shape(shape, side, s);
    flat_side[0] = rg_v3_dot(s, x);
    flat_side[1] = rg_v3_dot(s, y);
    inside = dot2(flat_side, flat_side) < r * r;
  }
  double way = inside ? wrap_inside(p, q, r, flat)
                      : wrap_around(p, q, r, side ? flat_side : (const double *)0, flat);
  if (way < 0) return -1;
  for (int k = 0; k < 2; k++) {
    rg_v3_scale(touch[k], flat[k][0], x);
    rg_v3_add_scaled(touch[k], flat[k][1], y);
  }
  if (shape->cylinder) way = climb(from, to, way, touch);
  for (int k = 0; k < 2; k++) {
    rg_mat3_apply(touch[k], shape->mat, touch[k]);
    rg_v3_add(touch[k], touch[k], shape->pos);
  }
  return way;
}
