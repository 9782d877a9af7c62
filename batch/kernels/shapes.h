/* Pairs of primitives: where they touch and with what gap, as src/collide has it. */
#ifndef RK_SHAPES_H
#define RK_SHAPES_H

#include "kernels/common.h"

/* 1: all pairs of convex shapes, which takes room; 0: those that have routines of their own here. A GPU has kernels of both. */
#ifndef RK_CONVEX
#ifdef __CUDACC__
#define RK_CONVEX 0
#else
#define RK_CONVEX 1
#endif
#endif
#if RK_CONVEX && !defined(__CUDACC__)
#include <rigor/collide.h>

#include <string.h>
#define RK_COLLIDE_PAIR rg_collide_pair
#endif

/* a primitive with its pose; columns of the rotation are its axes */
typedef struct rk_shape {
  int type;
  double size[3], position[3], rotation[9];
} rk_shape;

/* points of one pair before they are sorted out; normals from the second shape to the first */
enum { RK_POINTS = 8 };
typedef struct rk_points {
  int count, feature[RK_POINTS];
  double position[RK_POINTS][3], normal[RK_POINTS][3], gap[RK_POINTS];
} rk_points;

RK_FUNCTION void rk_axis(const rk_shape *s, int k, double axis[3]) {
  rg_v3_set(axis, s->rotation[k], s->rotation[3 + k], s->rotation[6 + k]);
}

RK_FUNCTION void rk_add_point(rk_points *p, const double at[3], const double n[3], double gap,
                              int feature) {
  if (p->count == RK_POINTS) return;
  rg_v3_copy(p->position[p->count], at);
  rg_v3_copy(p->normal[p->count], n);
  p->gap[p->count] = gap;
  p->feature[p->count++] = feature;
}

/* round points: `fallback` where they coincide */
RK_FUNCTION void rk_add_rounded(rk_points *p, const double a[3], double ra, const double b[3],
                                double rb, const double fallback[3], int feature) {
  double n[3], at[3];
  rg_v3_sub(n, a, b);
  double distance = rg_v3_norm(n);
  if (distance <= 1e-14 * (ra + rb)) {
    rg_v3_copy(n, fallback);
    distance = 0;
  } else rg_v3_scale(n, 1 / distance, n);
  rg_v3_copy(at, b);
  rg_v3_add_scaled(at, 0.5 * (distance - ra + rb), n);
  rk_add_point(p, at, n, distance - ra - rb, feature);
}

/* --- planes ------------------------------------------------------------------------------------------- */

/* a point of the surface of the shape, `radius` below x */
RK_FUNCTION void rk_add_below(rk_points *p, const double N[3], double offset, const double x[3],
                              double radius, int feature) {
  double gap = rg_v3_dot(N, x) - offset - radius, at[3], away[3];
  rg_v3_copy(at, x);
  rg_v3_add_scaled(at, -radius - 0.5 * gap, N);
  rg_v3_negate(away, N);
  rk_add_point(p, at, away, gap, feature);
}

/* drops what is beyond the margin; of more than four the deepest, then always the one farthest from those kept */
RK_FUNCTION void rk_keep_four(rk_points *p, double margin, double tolerance) {
  double away[RK_POINTS];
  int kept[RK_POINTS], near = 0, next = -1, n = 0;
  RK_LOOP
  for (int i = 0; i < p->count; i++) {
    kept[i] = 0;
    away[i] = p->gap[i] <= margin ? HUGE_VAL : -1;
    near += p->gap[i] <= margin;
    if (p->gap[i] <= margin && (next < 0 || p->gap[i] < p->gap[next] - tolerance)) next = i;
  }
  if (near <= 4) RK_LOOP
  for (int i = 0; i < p->count; i++) kept[i] = p->gap[i] <= margin;
  RK_LOOP
  for (int k = 0; k < 4 && near > 4 && next >= 0; k++) {
    int last = next;
    kept[last] = 1;
    next = -1;
    RK_LOOP
    for (int i = 0; i < p->count; i++) {
      if (away[i] < 0) continue;
      away[i] = fmin(away[i], rg_v3_distance(p->position[i], p->position[last]));
      if (!kept[i] && (next < 0 || away[i] > away[next] + tolerance)) next = i;
    }
  }
  RK_LOOP
  for (int i = 0; i < p->count; i++) {
    if (!kept[i]) continue;
    rg_v3_copy(p->position[n], p->position[i]);
    rg_v3_copy(p->normal[n], p->normal[i]);
    p->gap[n] = p->gap[i];
    p->feature[n++] = p->feature[i];
  }
  p->count = n;
}

/* corners below the centre */
RK_FUNCTION void rk_plane_box(const double N[3], double offset, const rk_shape *b, double margin,
                              rk_points *p) {
  const double *s = b->size;
  double total = s[0] + s[1] + s[2];
  RK_LOOP
  for (int i = 0; i < 8; i++) {
    double local[3] = {i & 1 ? s[0] : -s[0], i & 2 ? s[1] : -s[1], i & 4 ? s[2] : -s[2]}, d[3],
           x[3];
    rg_mat3_apply(d, b->rotation, local);
    if (!(rg_v3_dot(d, N) < -1e-9 * total)) continue;
    rg_v3_add(x, d, b->position);
    rk_add_below(p, N, offset, x, 0, i);
  }
  rk_keep_four(p, margin, 1e-9 * total);
}

/* the lowest point: s^2 d / |s d| along d = -N */
RK_FUNCTION void rk_plane_ellipsoid(const double N[3], double offset, const rk_shape *b,
                                    rk_points *p) {
  double d[3], local[3], x[3], length = 0;
  rg_mat3_apply_t(d, b->rotation, N);
  for (int k = 0; k < 3; k++) {
    local[k] = -b->size[k] * d[k];
    length += local[k] * local[k];
  }
  length = sqrt(length);
  for (int k = 0; k < 3; k++) local[k] *= length > 0 ? b->size[k] / length : 0;
  rg_mat3_apply(x, b->rotation, local);
  rg_v3_add(x, x, b->position);
  rk_add_below(p, N, offset, x, 0, 0);
}

/* Four points on the rim of the lower cap, turned so that the lowest is among them, and the lowest of the other cap:
   standing 4, lying 2, tilted 1. */
RK_FUNCTION void rk_plane_cylinder(const double N[3], double offset, const rk_shape *b,
                                   double margin, rk_points *p) {
  const double quarter = 1.57079632679489661923, r = b->size[0];
  double away[3], d[3], x[3], turn = 0;
  int lowest = 0;
  rg_v3_negate(away, N);
  rg_mat3_apply_t(d, b->rotation, away);
  if (hypot(d[0], d[1]) > 1e-9) {
    double angle = atan2(d[1], d[0]);
    lowest = (int)floor(angle / quarter + 0.5);
    turn = angle - quarter * lowest;
  }
  int lower = d[2] > 0;
  RK_LOOP
  for (int cap = 0; cap < 2; cap++) RK_LOOP
  for (int i = 0; i < 4; i++) {
    if (cap != lower && i != (lowest & 3)) continue;
    double sine, cosine;
    rg_sincos(turn + quarter * i, &sine, &cosine);
    double local[3] = {r * cosine, r * sine, cap ? b->size[1] : -b->size[1]};
    rg_mat3_apply(x, b->rotation, local);
    rg_v3_add(x, x, b->position);
    rk_add_below(p, N, offset, x, 0, 4 * cap + i);
  }
  rk_keep_four(p, margin, 1e-9 * (r + b->size[1]));
}

RK_FUNCTION void rk_plane(const rk_shape *a, const rk_shape *b, double margin, rk_points *p) {
  double N[3], axis[3], x[3];
  rk_axis(a, 2, N);
  double offset = rg_v3_dot(N, a->position);
  if (b->type == RG_GEOM_BOX) rk_plane_box(N, offset, b, margin, p);
  else if (b->type == RG_GEOM_CYLINDER) rk_plane_cylinder(N, offset, b, margin, p);
  else if (b->type == RG_GEOM_ELLIPSOID) rk_plane_ellipsoid(N, offset, b, p);
  else if (b->type == RG_GEOM_SPHERE) rk_add_below(p, N, offset, b->position, b->size[0], 0);
  else {
    rk_axis(b, 2, axis);
    RK_LOOP
    for (int end = 0; end < 2; end++) {
      rk_point_on(b->position, axis, end ? b->size[1] : -b->size[1], x);
      rk_add_below(p, N, offset, x, b->size[0], end);
    }
  }
}

/* --- spheres ------------------------------------------------------------------------------------------ */

RK_FUNCTION void rk_sphere_capsule(const rk_shape *a, const rk_shape *b, rk_points *p) {
  double axis[3], side[3], at[3];
  rk_axis(b, 2, axis);
  rk_axis(b, 0, side);
  double t = rk_nearest_on(b->position, axis, b->size[1], a->position);
  rk_point_on(b->position, axis, t, at);
  rk_add_rounded(p, a->position, a->size[0], at, b->size[0], side, 0);
}

/* outside: nearest point; inside, or within rounding of a face: the nearest face */
RK_FUNCTION void rk_sphere_box(const rk_shape *a, const rk_shape *b, rk_points *p) {
  double d[3], c[3], n[3], local[3], at[3], slack = HUGE_VAL;
  int nearest = 0;
  rg_v3_sub(d, a->position, b->position);
  rg_mat3_apply_t(c, b->rotation, d);
  for (int k = 0; k < 3; k++) {
    local[k] = c[k] - rk_clamp(c[k], -b->size[k], b->size[k]);
    if (!(b->size[k] - fabs(c[k]) < slack)) continue;
    slack = b->size[k] - fabs(c[k]);
    nearest = k;
  }
  double distance = rg_v3_norm(local);
  if (slack < 0 && distance > 1e-12 * (b->size[0] + b->size[1] + b->size[2]))
    rg_v3_scale(local, 1 / distance, local);
  else {
    for (int k = 0; k < 3; k++) local[k] = k == nearest ? copysign(1.0, c[k]) : 0;
    distance = -slack;
  }
  rg_mat3_apply(n, b->rotation, local);
  double gap = distance - a->size[0];
  rg_v3_copy(at, a->position);
  rg_v3_add_scaled(at, -a->size[0] - 0.5 * gap, n);
  rk_add_point(p, at, n, gap, 0);
}

/* --- two segments --------------------------------------------------------------------------------------- */

typedef struct rk_segments {
  const rk_shape *a, *b;
  double u[3], v[3], side[3]; /* axes, and a direction at right angles to both */
} rk_segments;

RK_FUNCTION double rk_distance_at(const rk_segments *g, double s, double t) {
  double x[3], y[3];
  rk_point_on(g->a->position, g->u, s, x);
  rk_point_on(g->b->position, g->v, t, y);
  return rg_v3_distance(x, y);
}

RK_FUNCTION void rk_add_at(const rk_segments *g, double s, double t, int feature, rk_points *p) {
  double x[3], y[3];
  rk_point_on(g->a->position, g->u, s, x);
  rk_point_on(g->b->position, g->v, t, y);
  rk_add_rounded(p, x, g->a->size[0], y, g->b->size[0], g->side, feature);
}

/* inside both where the lines allow, else at one of the four ends */
RK_FUNCTION void rk_nearest_pair(const rk_segments *g, double *s, double *t) {
  double pairs[5][2], d[3], cross[3], best = HUGE_VAL, c = rg_v3_dot(g->u, g->v);
  double ha = g->a->size[1], hb = g->b->size[1];
  int n = 0;
  rg_v3_sub(d, g->a->position, g->b->position);
  rg_v3_cross(cross, g->u, g->v);
  double du = rg_v3_dot(d, g->u), dv = rg_v3_dot(d, g->v), sine2 = rg_v3_dot(cross, cross);
  if (sine2 > 1e-20) {
    double si = (c * dv - du) / sine2, ti = (dv - c * du) / sine2;
    if (fabs(si) <= ha && fabs(ti) <= hb) {
      pairs[n][0] = si;
      pairs[n++][1] = ti;
    }
  }
  RK_LOOP
  for (int end = -1; end <= 1; end += 2) {
    double x[3];
    rk_point_on(g->a->position, g->u, end * ha, x);
    pairs[n][0] = end * ha;
    pairs[n++][1] = rk_nearest_on(g->b->position, g->v, hb, x);
    rk_point_on(g->b->position, g->v, end * hb, x);
    pairs[n][0] = rk_nearest_on(g->a->position, g->u, ha, x);
    pairs[n++][1] = end * hb;
  }
  RK_LOOP
  for (int i = 0; i < n; i++) {
    double distance = rk_distance_at(g, pairs[i][0], pairs[i][1]);
    if (!(distance < best)) continue;
    best = distance;
    *s = pairs[i][0];
    *t = pairs[i][1];
  }
}

/* the stretch of A that lies beside B; 0 where there is none */
RK_FUNCTION int rk_common_stretch(const rk_segments *g, double *low, double *high) {
  double end[2], ha = g->a->size[1], hb = g->b->size[1];
  RK_LOOP
  for (int i = 0; i < 2; i++) {
    double x[3], d[3];
    rk_point_on(g->b->position, g->v, i ? hb : -hb, x);
    rg_v3_sub(d, x, g->a->position);
    end[i] = rg_v3_dot(d, g->u);
  }
  *low = fmax(-ha, fmin(end[0], end[1]));
  *high = fmin(ha, fmax(end[0], end[1]));
  return *high - *low > 1e-6 * fmin(ha, hb);
}

/* Side by side: a contact at each end of the common stretch, and one between them where the axes cross there. `one`:
   the nearest pair alone. */
RK_FUNCTION void rk_capsule_capsule(const rk_shape *a, const rk_shape *b, int one, rk_points *p) {
  rk_segments g = {a, b, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
  double s = 0, t = 0, low, high, least = HUGE_VAL;
  rk_axis(a, 2, g.u);
  rk_axis(b, 2, g.v);
  rg_v3_cross(g.side, g.u, g.v);
  double sine = rg_v3_norm(g.side);
  if (sine > 1e-10) rg_v3_scale(g.side, 1 / sine, g.side);
  else rk_axis(a, 0, g.side);
  rk_nearest_pair(&g, &s, &t);
  if (one || sine > 0.02 || !rk_common_stretch(&g, &low, &high)) {
    rk_add_at(&g, s, t, 0, p);
    return;
  }
  RK_LOOP
  for (int i = 0; i < 2; i++) {
    double x[3], end = i ? high : low;
    rk_point_on(a->position, g.u, end, x);
    double q = rk_nearest_on(b->position, g.v, b->size[1], x);
    least = fmin(least, rk_distance_at(&g, end, q));
    rk_add_at(&g, end, q, 1 + i, p);
  }
  if (rk_distance_at(&g, s, t) < least - 1e-9 * fmin(a->size[0], b->size[0]))
    rk_add_at(&g, s, t, 3, p);
}

/* --- any pair that the model may have --------------------------------------------------------------------- */

/* 1 where there is a routine above: those of legs, arms and floors, in few steps. A shape's type is less than the next one's. */
RK_FUNCTION int rk_is_plain(int first, int second) {
  if (first == RG_GEOM_PLANE) return second != RG_GEOM_MESH;
  if (first == RG_GEOM_SPHERE)
    return second == RG_GEOM_SPHERE || second == RG_GEOM_CAPSULE || second == RG_GEOM_BOX;
  return first == RG_GEOM_CAPSULE && second == RG_GEOM_CAPSULE;
}

RK_RARE void rk_collide_plain(const rk_shape *a, const rk_shape *b, double margin, int nearest,
                              rk_points *p) {
  const double up[3] = {0, 0, 1};
  if (a->type == RG_GEOM_PLANE) rk_plane(a, b, margin, p);
  else if (a->type == RG_GEOM_CAPSULE) rk_capsule_capsule(a, b, nearest, p);
  else if (b->type == RG_GEOM_SPHERE)
    rk_add_rounded(p, a->position, a->size[0], b->position, b->size[0], up, 0);
  else if (b->type == RG_GEOM_CAPSULE) rk_sphere_capsule(a, b, p);
  else rk_sphere_box(a, b, p);
}

/* what the library calls a feature, in as many bits as the shapes here need (src/collide/patch.h) */
enum { RK_FEATURES = 4096 };
RK_FUNCTION int rk_short_feature(int feature) {
  return (feature >> 28 & 3) << 10 | (feature >> 14 & 31) << 5 | (feature & 31);
}

#if RK_CONVEX
/* all others by the library's own routines: on a GPU made from the same source (cuda/convex.h) */
RK_RARE void rk_collide_convex(const rk_shape *a, const rk_shape *b, double margin, int nearest,
                               rk_points *p) {
  rg_shape one, two;
  rg_contact contact[RK_POINTS];
  memset(&one, 0, sizeof one);
  memset(&two, 0, sizeof two);
  one.type = (rg_geom_type)a->type;
  two.type = (rg_geom_type)b->type;
  rg_v3_copy(one.size, a->size);
  rg_v3_copy(two.size, b->size);
  rg_v3_copy(one.position, a->position);
  rg_v3_copy(two.position, b->position);
  rg_mat3_copy(one.rotation, a->rotation);
  rg_mat3_copy(two.rotation, b->rotation);
  int count = RK_COLLIDE_PAIR(&one, &two, margin, contact, nearest ? 1 : RK_POINTS);
  for (int i = 0; i < count; i++)
    rk_add_point(p, contact[i].position, contact[i].frame, contact[i].gap,
                 rk_short_feature(contact[i].feature));
}
#endif

/* normals from the second to the first; `nearest`: one point is enough */
RK_FUNCTION void rk_collide(const rk_shape *one, const rk_shape *two, double margin, int nearest,
                            rk_points *p) {
  int exchanged = one->type > two->type;
  const rk_shape *a = exchanged ? two : one, *b = exchanged ? one : two;
  p->count = 0;
#if RK_CONVEX
  if (!rk_is_plain(a->type, b->type)) rk_collide_convex(a, b, margin, nearest, p);
  else
#endif
    rk_collide_plain(a, b, margin, nearest, p);
  RK_LOOP
  for (int i = 0; i < p->count && exchanged; i++) rg_v3_negate(p->normal[i], p->normal[i]);
}

/* --- when two shapes meet that move on as they do: conservative advancement (Mirtich 1996) ------------------ */

/* how the body of a shape moves: its velocity, origin, and reach from there */
typedef struct rk_swept {
  const double *velocity, *origin;
  double reach;
} rk_swept;

RK_FUNCTION void rk_turn(const rk_swept *of, double t, double R[9]) {
  double turn[3], quat[4];
  rg_v3_scale(turn, t, of->velocity);
  rg_quat_from_rotation(quat, turn);
  rg_quat_to_mat3(R, quat);
}

RK_FUNCTION void rk_moved(const rk_shape *s, const rk_swept *of, double t, rk_shape *moved) {
  double R[9], arm[3];
  rk_turn(of, t, R);
  *moved = *s;
  rg_v3_sub(arm, s->position, of->origin);
  rg_mat3_apply(moved->position, R, arm);
  rg_v3_add(moved->position, moved->position, of->origin);
  rg_v3_add_scaled(moved->position, t, of->velocity + 3);
  rg_mat3_multiply(moved->rotation, R, s->rotation);
}

/* where a point of the body was at the start */
RK_FUNCTION void rk_carried_back(const rk_swept *of, double t, const double point[3],
                                 double at[3]) {
  double R[9], arm[3];
  rk_turn(of, t, R);
  rg_v3_sub(arm, point, of->origin);
  rg_v3_add_scaled(arm, -t, of->velocity + 3);
  rg_mat3_apply_t(at, R, arm);
  rg_v3_add(at, at, of->origin);
}

/* 1 where they meet before `end`: the contact of that time, its gap as it is now */
RK_FUNCTION int rk_time_of_impact(const rk_shape *a, const rk_shape *b, const rk_swept *of_a,
                                  const rk_swept *of_b, double end, double position[3],
                                  double normal[3], double *gap) {
  double t = 0, close = 1e-3 * fmin(of_a->reach, of_b->reach);
  RK_LOOP
  for (int step = 0; step < 64; step++) {
    rk_shape at_a, at_b;
    rk_points p;
    rk_moved(a, of_a, t, &at_a);
    rk_moved(b, of_b, t, &at_b);
    rk_collide(&at_a, &at_b, HUGE_VAL, 1, &p);
    if (p.count == 0) return 0; /* a pose that is not finite */
    double *n = p.normal[0], d = p.gap[0];
    if (step == 0 && d <= close) return 0; /* contacts that are there say all */
    if (d <= close) {
      double on_a[3], on_b[3], back[3];
      for (int k = 0; k < 3; k++) {
        on_a[k] = p.position[0][k] + 0.5 * d * n[k];
        on_b[k] = p.position[0][k] - 0.5 * d * n[k];
      }
      rk_carried_back(of_a, t, on_a, on_a);
      rk_carried_back(of_b, t, on_b, on_b);
      for (int k = 0; k < 3; k++) position[k] = 0.5 * (on_a[k] + on_b[k]);
      rg_v3_copy(normal, n);
      rg_v3_sub(back, on_a, on_b);
      *gap = rg_v3_dot(back, n);
      return 1;
    }
    double apart = rg_v3_dot(n, of_a->velocity + 3) - rg_v3_dot(n, of_b->velocity + 3);
    double most = -apart + rg_v3_norm(of_a->velocity) * of_a->reach +
                  rg_v3_norm(of_b->velocity) * of_b->reach;
    if (!(most > 0)) return 0;
    t += d / most;
    if (!(t < end)) return 0;
  }
  return 0;
}

#endif
