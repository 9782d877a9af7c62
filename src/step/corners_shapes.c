/* Planar outlines and separating faces. For convex outlines P1, P2 with radii r1, r2 and a direction n
   from 2 to 1,

       psi(n) = min_{p in P1} n.p - max_{q in P2} n.q - r1 - r2,

   and they are apart where psi(n) >= 0 for some n; normals of faces are enough where both radii
   are 0 (separating axes), directions from vertex to vertex complete them for round corners. */
#include "step/corners_shapes.h"

#include "math/vector.h"

#include <math.h>
#include <string.h>

static const double aligned = 1e-9;

/* --- the plane --------------------------------------------------------------------------------- */

static int is_across(const double a[3], const double b[3]) {
  return fabs(rg_v3_dot(a, b)) <= aligned;
}

static int is_along(const double a[3], const double b[3]) {
  return fabs(rg_v3_dot(a, b)) >= 1 - aligned;
}

/* the normal: a hinge; else across two slides; else across the only direction there is */
static void guess_normal(const rg_model *model, const rg_data *data, double normal[3]) {
  static const double choices[3][3] = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}};
  const double *slide = NULL;
  for (int j = 0; j < model->njoint; j++) {
    const double *axis = data->xaxis + 3 * j;
    if (model->joint_type[j] == RG_JOINT_HINGE) {
      rg_v3_copy(normal, axis);
      return;
    }
    if (slide && !is_along(slide, axis)) {
      rg_v3_cross(normal, slide, axis);
      rg_v3_normalize(normal);
    }
    if (!slide) {
      slide = axis;
      int k = 0;
      while (k < 2 && !is_across(choices[k], axis)) k++;
      rg_v3_copy(normal, choices[k]);
    }
  }
}

int rg_plane_find(const rg_model *model, const rg_data *data, rg_plane_axes *axes) {
  rg_v3_set(axes->normal, 0, 1, 0);
  guess_normal(model, data, axes->normal);
  for (int j = 0; j < model->njoint; j++) {
    const double *axis = data->xaxis + 3 * j;
    int type = model->joint_type[j];
    if (type == RG_JOINT_HINGE ? !is_along(axis, axes->normal)
                               : type != RG_JOINT_SLIDE || !is_across(axis, axes->normal))
      return 0;
  }
  rg_v3_tangents(axes->normal, axes->x, axes->y);
  return 1;
}

static void to_plane(const rg_plane_axes *axes, const double p[3], double r[2]) {
  r[0] = rg_v3_dot(axes->x, p);
  r[1] = rg_v3_dot(axes->y, p);
}

/* --- outlines ---------------------------------------------------------------------------------- */

static void add_point(rg_outline *outline, double x, double y) {
  outline->point[outline->n][0] = x;
  outline->point[outline->n++][1] = y;
}

/* corners +-a +-b of a rectangle, counter-clockwise */
static void set_rectangle(rg_outline *outline, const double a[2], const double b[2]) {
  double turn = a[0] * b[1] - a[1] * b[0] >= 0 ? 1 : -1;
  static const double sides[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  for (int k = 0; k < 4; k++) {
    double s = sides[k][0], t = turn * sides[k][1];
    add_point(outline, s * a[0] + t * b[0], s * a[1] + t * b[1]);
  }
}

static void box_outline(const rg_plane_axes *axes, const double R[9], const double *size,
                        rg_outline *outline) {
  for (int k = 0; k < 3; k++) {
    double depth[3] = {R[k], R[3 + k], R[6 + k]}, half[2][2];
    if (!is_along(depth, axes->normal)) continue;
    for (int s = 0; s < 2; s++) {
      int c = (k + 1 + s) % 3;
      double side[3] = {R[c] * size[c], R[3 + c] * size[c], R[6 + c] * size[c]};
      to_plane(axes, side, half[s]);
    }
    set_rectangle(outline, half[0], half[1]);
    return;
  }
}

/* seen along its axis a disc; seen from the side a segment (capsule) or a rectangle (cylinder) */
static void round_outline(const rg_plane_axes *axes, const double R[9], const double *size,
                          int capsule, rg_outline *outline) {
  double axis[3] = {R[2], R[5], R[8]}, along[2], side[2];
  if (is_along(axis, axes->normal)) {
    add_point(outline, 0, 0);
    outline->radius = size[0];
    return;
  }
  if (!is_across(axis, axes->normal)) return;
  rg_v3_scale(axis, size[1], axis);
  to_plane(axes, axis, along);
  side[0] = -along[1] / size[1] * size[0];
  side[1] = along[0] / size[1] * size[0];
  if (!capsule) {
    set_rectangle(outline, along, side);
    return;
  }
  add_point(outline, -along[0], -along[1]);
  add_point(outline, along[0], along[1]);
  outline->radius = size[0];
}

/* twice the area of a triangle */
static double area(const double a[2], const double b[2], const double c[2]) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/* shadow of a mesh: wraps around the points (Jarvis 1973); too many corners: not known */
static void mesh_outline(const rg_model *model, const rg_plane_axes *axes, const double R[9],
                         int mesh, rg_outline *outline) {
  const double *vertex = model->vertex + 3 * model->mesh_vertex[mesh];
  int n = model->mesh_nvertex[mesh], first = 0, at;
  double p[2], q[2], r[2], world[3], lowest = HUGE_VAL;
  for (int k = 0; k < n; k++) {
    rg_mat3_apply(world, R, vertex + 3 * k);
    to_plane(axes, world, p);
    if (p[1] < lowest) lowest = p[1], first = k;
  }
  at = first;
  do {
    int next = at == 0;
    rg_mat3_apply(world, R, vertex + 3 * at);
    to_plane(axes, world, p);
    for (int k = 0; k < n; k++) {
      rg_mat3_apply(world, R, vertex + 3 * next);
      to_plane(axes, world, q);
      rg_mat3_apply(world, R, vertex + 3 * k);
      to_plane(axes, world, r);
      double turn = area(p, q, r), reach = hypot(q[0] - p[0], q[1] - p[1]);
      double far = hypot(r[0] - p[0], r[1] - p[1]), same = 1e-12 * (reach + far) * (reach + far);
      if (turn < -same || (fabs(turn) <= same && far > reach)) next = k;
    }
    if (outline->n == RG_OUTLINE) {
      outline->n = 0;
      return;
    }
    add_point(outline, p[0], p[1]);
    rg_mat3_apply(world, R, vertex + 3 * next);
    to_plane(axes, world, q);
    rg_mat3_apply(world, R, vertex + 3 * first);
    to_plane(axes, world, r);
    if (hypot(q[0] - r[0], q[1] - r[1]) <= 1e-12) break;
    at = next;
  } while (at != first);
}

void rg_outline_find(const rg_model *model, const rg_data *data, const rg_plane_axes *axes,
                     int geom, rg_outline *outline) {
  const double *R = data->geom_xmat + 9 * geom, *size = model->geom_size + 3 * geom;
  memset(outline, 0, sizeof *outline);
  switch ((rg_geom_type)model->geom_type[geom]) {
  case RG_GEOM_SPHERE:
    add_point(outline, 0, 0);
    outline->radius = size[0];
    return;
  case RG_GEOM_CAPSULE: round_outline(axes, R, size, 1, outline); return;
  case RG_GEOM_CYLINDER: round_outline(axes, R, size, 0, outline); return;
  case RG_GEOM_BOX: box_outline(axes, R, size, outline); return;
  case RG_GEOM_MESH:
    if (model->geom_mesh[geom] >= 0) mesh_outline(model, axes, R, model->geom_mesh[geom], outline);
    return;
  case RG_GEOM_PLANE:
  case RG_GEOM_ELLIPSOID: return;
  }
}

void rg_outline_place(const rg_outline *outline, const rg_plane_axes *axes,
                      const double reference[9], const double position[3], const double rotation[9],
                      rg_outline *placed) {
  double local[3], world[3], x[2], y[2], centre[2];
  /* where the axes of the plane have turned to with the geom */
  rg_mat3_apply_t(local, reference, axes->x);
  rg_mat3_apply(world, rotation, local);
  to_plane(axes, world, x);
  rg_mat3_apply_t(local, reference, axes->y);
  rg_mat3_apply(world, rotation, local);
  to_plane(axes, world, y);
  to_plane(axes, position, centre);
  placed->n = outline->n;
  placed->radius = outline->radius;
  for (int k = 0; k < outline->n; k++)
    for (int i = 0; i < 2; i++)
      placed->point[k][i] = centre[i] + outline->point[k][0] * x[i] + outline->point[k][1] * y[i];
}

/* --- alternatives ------------------------------------------------------------------------------ */

static double dot2(const double a[2], const double b[2]) { return a[0] * b[0] + a[1] * b[1]; }

static void velocity_at(const rg_plane_motion *motion, const double at[2], double v[2]) {
  v[0] = motion->v[0] - motion->w * (at[1] - motion->at[1]);
  v[1] = motion->v[1] + motion->w * (at[0] - motion->at[0]);
}

double rg_plane_closing(const rg_plane_motion *one, const rg_plane_motion *two,
                        const double normal[2], const double at[2]) {
  double a[2], b[2];
  velocity_at(one, at, a);
  velocity_at(two, at, b);
  return normal[0] * (a[0] - b[0]) + normal[1] * (a[1] - b[1]);
}

/* keeps the nearest points, in order */
static void offer_point(rg_alternative *alternative, const rg_corner_point *point) {
  int k = alternative->points < RG_CORNER_POINTS ? alternative->points++ : RG_CORNER_POINTS - 1;
  if (k == RG_CORNER_POINTS - 1 && alternative->points == RG_CORNER_POINTS &&
      alternative->point[k].id >= 0 && alternative->point[k].gap <= point->gap)
    return;
  for (; k > 0 && alternative->point[k - 1].gap > point->gap; k--)
    alternative->point[k] = alternative->point[k - 1];
  alternative->point[k] = *point;
}

/* vertices of `other` against the line of a face through `origin` with the outward normal of its
   shape; side 1: the face belongs to shape 1 */
static void fill_face(const rg_outline *owner, const rg_outline *other, const double origin[2],
                      const double outward[2], int side, rg_alternative *alternative) {
  for (int i = 0; i < 2; i++) alternative->normal[i] = side == 1 ? -outward[i] : outward[i];
  for (int k = 0; k < other->n; k++) {
    const double *vertex = other->point[k];
    double d[2] = {vertex[0] - origin[0], vertex[1] - origin[1]};
    rg_corner_point p = {.id = k, .gap = dot2(outward, d) - owner->radius - other->radius};
    double inward = other->radius + 0.5 * p.gap; /* from the vertex to midway */
    for (int i = 0; i < 2; i++) p.at[i] = vertex[i] - inward * outward[i];
    offer_point(alternative, &p);
  }
}

/* the two vertices that are nearest to each other along a direction */
static void fill_direction(const rg_outline *one, const rg_outline *two, const double normal[2],
                           rg_alternative *alternative) {
  int a = 0, b = 0;
  for (int k = 1; k < one->n; k++)
    if (dot2(normal, one->point[k]) < dot2(normal, one->point[a])) a = k;
  for (int k = 1; k < two->n; k++)
    if (dot2(normal, two->point[k]) > dot2(normal, two->point[b])) b = k;
  const double *p = one->point[a], *q = two->point[b];
  rg_corner_point point = {.id = a * RG_OUTLINE + b};
  point.gap = dot2(normal, p) - dot2(normal, q) - one->radius - two->radius;
  double inward = one->radius + 0.5 * point.gap;
  for (int i = 0; i < 2; i++) {
    alternative->normal[i] = normal[i];
    point.at[i] = p[i] - inward * normal[i];
  }
  offer_point(alternative, &point);
}

/* gaps at the start, least gap there and after the free motion; points out of reach are left out */
static void finish(rg_alternative *alternative, const rg_pair_motion *m, double reach) {
  double least = HUGE_VAL, end = HUGE_VAL;
  int kept = 0;
  for (int k = 0; k < alternative->points; k++) {
    rg_corner_point p = alternative->point[k];
    const double *n = alternative->normal;
    p.before = p.gap;
    if (m->estimated) p.before -= m->dt * rg_plane_closing(&m->estimate1, &m->estimate2, n, p.at);
    double after = p.before + m->dt * rg_plane_closing(&m->free1, &m->free2, n, p.at);
    least = fmin(least, p.before);
    end = fmin(end, after);
    if (k == 0 || p.gap <= reach || after <= reach) alternative->point[kept++] = p;
  }
  alternative->points = kept;
  alternative->start = least;
  alternative->end = end;
}

/* how good it is at its best: faces that hold neither now nor later are of no use */
static double worth(const rg_alternative *alternative) {
  return fmax(alternative->start, alternative->end);
}

static int offer_alternative(rg_alternative list[RG_ALTERNATIVES], int count,
                             const rg_alternative *candidate) {
  for (int k = 0; k < count; k++)
    if (dot2(list[k].normal, candidate->normal) > 1 - aligned) {
      /* the same direction twice: the face with more points tells more */
      if (list[k].points < candidate->points && list[k].start >= candidate->start)
        list[k] = *candidate;
      return count;
    }
  int k = count < RG_ALTERNATIVES ? count++ : RG_ALTERNATIVES - 1;
  if (k == count - 1 && count == RG_ALTERNATIVES && list[k].points > 0 &&
      worth(&list[k]) >= worth(candidate))
    return count;
  for (; k > 0 && worth(&list[k - 1]) < worth(candidate); k--) list[k] = list[k - 1];
  list[k] = *candidate;
  return count;
}

static int faces_of(const rg_outline *owner, const rg_outline *other, int side,
                    const rg_pair_motion *motion, double reach,
                    rg_alternative list[RG_ALTERNATIVES], int count) {
  for (int k = 0; owner->n > 1 && k < owner->n; k++) {
    const double *a = owner->point[k], *b = owner->point[(k + 1) % owner->n];
    double along[2] = {b[0] - a[0], b[1] - a[1]}, length = hypot(along[0], along[1]);
    if (length <= RG_TINY) continue;
    double outward[2] = {along[1] / length, -along[0] / length};
    rg_alternative candidate = {.code = (side - 1) * RG_OUTLINE + k};
    fill_face(owner, other, a, outward, side, &candidate);
    finish(&candidate, motion, reach);
    if (worth(&candidate) >= -reach) count = offer_alternative(list, count, &candidate);
  }
  return count;
}

/* from the nearest vertex of 2 to that of 1, at the end of the free motion */
static int nearest_direction(const rg_outline *one, const rg_outline *two, const rg_pair_motion *m,
                             double normal[2]) {
  double best = HUGE_VAL;
  for (int i = 0; i < one->n; i++)
    for (int j = 0; j < two->n; j++) {
      double v[2], w[2], d[2];
      velocity_at(&m->free1, one->point[i], v);
      velocity_at(&m->free2, two->point[j], w);
      for (int k = 0; k < 2; k++)
        d[k] = one->point[i][k] + m->dt * v[k] - two->point[j][k] - m->dt * w[k];
      double length = hypot(d[0], d[1]);
      if (length >= best || length <= RG_TINY) continue;
      best = length;
      for (int k = 0; k < 2; k++) normal[k] = d[k] / length;
    }
  return best < HUGE_VAL;
}

int rg_alternatives_find(const rg_outline *one, const rg_outline *two, const double normal[2],
                         const rg_pair_motion *motion, double reach,
                         rg_alternative list[RG_ALTERNATIVES]) {
  double ahead[2];
  memset(list, 0, RG_ALTERNATIVES * sizeof *list);
  int count = faces_of(one, two, 1, motion, reach, list, 0);
  count = faces_of(two, one, 2, motion, reach, list, count);
  if (count == 0 || one->radius + two->radius == 0) return count;
  for (int k = 0; k < 2; k++) {
    rg_alternative candidate = {.code = (2 + k) * RG_OUTLINE};
    if (k == 1 && !nearest_direction(one, two, motion, ahead)) continue;
    fill_direction(one, two, k ? ahead : normal, &candidate);
    finish(&candidate, motion, reach);
    if (worth(&candidate) >= -reach) count = offer_alternative(list, count, &candidate);
  }
  return count;
}
