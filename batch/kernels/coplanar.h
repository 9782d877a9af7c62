/* Contacts of two bodies in one plane: the hull of their points stays, as src/contact/coplanar.c has it. What is left out
   is held by what stays: it lies in the plane of three of these, within their triangle, and no deeper. */
#ifndef RK_COPLANAR_H
#define RK_COPLANAR_H

#include "kernels/room.h"

enum {
  RK_PATCH = 4 /* contacts that are not thinned */,
  RK_HULL = 64,
  RK_FREE,
  RK_HELD,
  RK_CORNER
};

/* --- convex hull in the plane by Andrew's monotone chain (1979) ------------------------------------------- */

typedef struct rk_hull {
  int n, id[RK_HULL];
  double x[RK_HULL], y[RK_HULL];
} rk_hull;

/* equal points stay in the order in which they came */
RK_FUNCTION int rk_comes_before(const rk_hull *h, int i, int j) {
  if (h->x[i] != h->x[j]) return h->x[i] < h->x[j];
  if (h->y[i] != h->y[j]) return h->y[i] < h->y[j];
  return i < j;
}

/* does o -> a -> b turn left by more than rounding? */
RK_FUNCTION int rk_turns_left(const rk_hull *h, int o, int a, int b) {
  double ax = h->x[a] - h->x[o], ay = h->y[a] - h->y[o];
  double bx = h->x[b] - h->x[o], by = h->y[b] - h->y[o];
  return ax * by - ay * bx > 1e-7 * (fabs(ax) + fabs(ay)) * (fabs(bx) + fabs(by));
}

/* lower chain, then upper chain, of the sorted points */
RK_FUNCTION int rk_chain(const rk_hull *h, const int *order, int *corner) {
  int n = 0;
  for (int i = 0; i < h->n; i++) {
    while (n >= 2 && !rk_turns_left(h, corner[n - 2], corner[n - 1], order[i])) n--;
    corner[n++] = order[i];
  }
  int lower = n;
  for (int i = h->n - 2; i >= 0; i--) {
    while (n > lower && !rk_turns_left(h, corner[n - 2], corner[n - 1], order[i])) n--;
    corner[n++] = order[i];
  }
  return n > 1 ? n - 1 : n;
}

/* keeps the corners only, counter-clockwise */
RK_FUNCTION void rk_shrink(rk_hull *h) {
  int order[RK_HULL], corner[2 * RK_HULL + 1];
  rk_hull kept;
  for (int i = 0; i < h->n; i++) {
    int at = i;
    for (; at > 0 && rk_comes_before(h, i, order[at - 1]); at--) order[at] = order[at - 1];
    order[at] = i;
  }
  kept.n = rk_chain(h, order, corner);
  if (kept.n > RK_HULL) kept.n = RK_HULL;
  for (int i = 0; i < kept.n; i++) {
    kept.x[i] = h->x[corner[i]];
    kept.y[i] = h->y[corner[i]];
    kept.id[i] = h->id[corner[i]];
  }
  *h = kept;
}

RK_FUNCTION void rk_hull_add(rk_hull *h, double x, double y, int id) {
  if (h->n == RK_HULL) rk_shrink(h);
  if (h->n == RK_HULL) return;
  h->x[h->n] = x;
  h->y[h->n] = y;
  h->id[h->n++] = id;
}

/* --- what goes together -------------------------------------------------------------------------------------- */

RK_FUNCTION int rk_go_together(const rk_model *m, const rk_room *w, int i, int j, int lane) {
  static const double SAME_NORMAL = 1e-9; /* rad */
  return w->body1[i] == w->body1[j] && w->body2[i] == w->body2[j] &&
         rk_friction_of(m, w->pair[i] / RK_FEATURES, lane) ==
             rk_friction_of(m, w->pair[j] / RK_FEATURES, lane) &&
         rg_v3_distance(w->normal + 3 * i, w->normal + 3 * j) <= SAME_NORMAL;
}

/* half of the extent of a shape along n */
RK_FUNCTION double rk_extent(const rk_shape *s, const double n[3]) {
  double along[3], axis[3], sum = 0, square = 0;
  for (int k = 0; k < 3; k++) {
    rk_axis(s, k, axis);
    along[k] = fabs(rg_v3_dot(axis, n));
    sum += s->size[k] * along[k];
    square += s->size[k] * s->size[k] * along[k] * along[k];
  }
  switch (s->type) {
  case RG_GEOM_BOX: return sum;
  case RG_GEOM_ELLIPSOID: return sqrt(square);
  case RG_GEOM_CYLINDER:
    return s->size[0] * sqrt(fmax(0.0, 1 - along[2] * along[2])) + s->size[1] * along[2];
  case RG_GEOM_CAPSULE: return s->size[0] + s->size[1] * along[2];
  default: return s->size[0];
  }
}

/* Shapes that share an edge have many normals, and sideways is one of them: the gap along another, which is that of a plane
   that separates their bodies as well. */
RK_FUNCTION double rk_gap_along(const rk_model *m, const rk_room *w, int i, const double n[3],
                                int lane) {
  rk_shape a, b;
  rk_shape_of(m, w, m->pair_geom1[w->pair[i] / RK_FEATURES], lane, &a);
  rk_shape_of(m, w, m->pair_geom2[w->pair[i] / RK_FEATURES], lane, &b);
  if (a.type == RG_GEOM_PLANE || b.type == RG_GEOM_PLANE) return -HUGE_VAL;
  return rg_v3_dot(a.position, n) - rk_extent(&a, n) - rg_v3_dot(b.position, n) - rk_extent(&b, n);
}

/* the radius of the smaller of two shapes; 0 is a plane's */
RK_FUNCTION double rk_smaller_radius(const rk_model *m, int pair, int lane) {
  double a = rk_value(m->radius, m->pair_geom1[pair], lane);
  double b = rk_value(m->radius, m->pair_geom2[pair], lane);
  return a > 0 && (a < b || !(b > 0)) ? a : b;
}

/* --- what is held ---------------------------------------------------------------------------------------------- */

/* weights of p in the triangle of corners 0, k, k + 1; 0 where it is outside */
RK_FUNCTION int rk_weights_in(const rk_hull *o, int k, double x, double y, double same,
                              double weight[3]) {
  double ax = o->x[k] - o->x[0], ay = o->y[k] - o->y[0];
  double bx = o->x[k + 1] - o->x[0], by = o->y[k + 1] - o->y[0];
  double area = ax * by - ay * bx;
  x -= o->x[0];
  y -= o->y[0];
  if (!(area > 0)) return 0;
  weight[1] = (x * by - y * bx) / area;
  weight[2] = (ax * y - ay * x) / area;
  weight[0] = 1 - weight[1] - weight[2];
  return weight[0] >= -same && weight[1] >= -same && weight[2] >= -same;
}

/* 1 where the corners hold contact i, whose gap along their normal is `own` */
RK_FUNCTION int rk_is_held(const rk_model *m, const rk_room *w, const rk_hull *o,
                           const double *frame, int i, double own, int lane) {
  static const double SAME_PLACE = 1e-8; /* of the smaller shape, which is the skin */
  double small = SAME_PLACE * rk_smaller_radius(m, w->pair[i] / RK_FEATURES, lane), weight[3], p[3],
         q[3];
  rg_mat3_apply(p, frame, w->position + 3 * i);
  for (int k = 1; k + 1 < o->n; k++) {
    if (!rk_weights_in(o, k, p[1], p[2], SAME_PLACE, weight)) continue;
    double gap = 0, height = 0; /* of the corners, over the same place */
    for (int e = 0; e < 3; e++) {
      int corner = o->id[e ? k + e - 1 : 0];
      rg_mat3_apply(q, frame, w->position + 3 * corner);
      gap += weight[e] * w->gap[corner];
      height += weight[e] * q[0];
    }
    return own >= gap - small && fabs(p[0] - height) <= 0.5 * fabs(own - gap) + small;
  }
  return 0;
}

/* corners begin at the least number, so that a turn of the plane's axes does not matter */
RK_FUNCTION void rk_turn_ring(rk_hull *h) {
  int first = 0;
  for (int i = 1; i < h->n; i++)
    if (h->id[i] < h->id[first]) first = i;
  for (; first > 0; first--) {
    int id = h->id[0];
    double x = h->x[0], y = h->y[0];
    for (int i = 0; i + 1 < h->n; i++) {
      h->id[i] = h->id[i + 1];
      h->x[i] = h->x[i + 1];
      h->y[i] = h->y[i + 1];
    }
    h->id[h->n - 1] = id;
    h->x[h->n - 1] = x;
    h->y[h->n - 1] = y;
  }
}

/* marks what the corners of the group of contact i hold, of the group and of all others of the two bodies */
RK_FUNCTION void rk_mark_held(const rk_model *m, rk_room *w, int i, int count, int lane) {
  rk_hull hull;
  double frame[9], p[3];
  hull.n = 0;
  rk_contact_frame(w->normal + 3 * i, frame);
  for (int j = i; j < count; j++) {
    if (w->group[j] != i) continue;
    rg_mat3_apply(p, frame, w->position + 3 * j);
    rk_hull_add(&hull, p[1], p[2], j);
  }
  rk_shrink(&hull);
  rk_turn_ring(&hull);
  if (hull.n < 3) return;
  for (int k = 0; k < hull.n; k++) w->mark[hull.id[k]] = RK_CORNER;
  for (int other = 0; other < 2; other++) /* its own, then the others */
    for (int j = 0; j < count; j++) {
      int own = w->group[j] == i || rk_go_together(m, w, i, j, lane);
      if (w->mark[j] != RK_FREE || own == other) continue;
      if (w->body1[j] != w->body1[i] || w->body2[j] != w->body2[i]) continue;
      double gap = own ? w->gap[j] : rk_gap_along(m, w, j, frame, lane);
      if ((!own || w->group[j] == i) && rk_is_held(m, w, &hull, frame, j, gap, lane))
        w->mark[j] = RK_HELD;
    }
  for (int k = 0; k < hull.n; k++) w->mark[hull.id[k]] = RK_FREE;
}

/* 1 where two bodies have so many contacts with each other that some may hold others */
RK_FUNCTION int rk_has_patch(const rk_room *w, int count) {
  int any = 0;
  if (count <= RK_PATCH) return 0;
  RK_EACH(i, count) {
    int size = 0, one = w->body1[i], two = w->body2[i];
    RK_LOOP
    for (int j = 0; j < count; j++) size += w->body1[j] == one && w->body2[j] == two;
    any |= size > RK_PATCH;
  }
  return rk_who(any) != 0;
}

/* of the first `count` contacts, marks those that others hold */
RK_RARE void rk_mark_patches(const rk_model *m, rk_room room, int count, int lane) {
  rk_room *w = &room;
  for (int i = 0; i < count; i++) {
    int size = 0;
    if (w->group[i] >= 0) continue;
    for (int j = i; j < count; j++) {
      if (w->group[j] >= 0 || !rk_go_together(m, w, i, j, lane)) continue;
      w->group[j] = i;
      size++;
    }
    if (size > RK_PATCH) rk_mark_held(m, w, i, count, lane);
  }
}

/* the same by a group: one lane looks, where there is anything to look at */
RK_FUNCTION void rk_thin(const rk_model *m, rk_room *w, int count, int lane) {
  int patch = rk_has_patch(w, count);
  RK_EACH(i, count) {
    w->group[i] = -1;
    w->mark[i] = RK_FREE;
  }
  RK_MEET();
  if (patch && RK_LANE == 0) rk_mark_patches(m, *w, count, lane);
  RK_MEET();
}

#endif
