/* Planar outlines and separating faces. For convex outlines P1, P2 with radii r1, r2 and a
   direction n from 2 to 1,

       psi(n) = min_{p in P1} n.p - max_{q in P2} n.q - r1 - r2,

   and they are apart where psi(n) >= 0 for some n; normals of faces are enough where both radii
   are 0 (separating axes), directions from vertex to vertex complete them for round corners. */
#include "corner/outlines.h"

#include "math/vector.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static const double aligned = 1e-9;

/* --- the plane -------------------------------------------------------------------------------- */

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

/* --- outlines --------------------------------------------------------------------------------- */

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

/* a mesh as its shadow is drawn */
typedef struct shadow {
  const rg_plane_axes *axes;
  const double *rotation, *vertex;
  int n;
} shadow;

static void shadow_point(const shadow *s, int k, double p[2]) {
  double world[3];
  rg_mat3_apply(world, s->rotation, s->vertex + 3 * k);
  to_plane(s->axes, world, p);
}

/* the point behind which all others lie to the left, the farthest of several */
static void shadow_next(const shadow *s, const double p[2], double next[2]) {
  double best = 0;
  for (int k = 0; k < s->n; k++) {
    double q[2], away, turn;
    shadow_point(s, k, q);
    away = hypot(q[0] - p[0], q[1] - p[1]);
    if (away <= 1e-9) continue;
    turn = best > 0 ? area(p, next, q) / (best * away) : -1;
    if (turn > 1e-9 || (turn >= -1e-9 && away <= best)) continue;
    best = away;
    next[0] = q[0];
    next[1] = q[1];
  }
}

/* wraps around the shadow from its lowest point (Jarvis 1973); too many corners: not known */
static void mesh_outline(const shadow *s, rg_outline *outline) {
  double first[2] = {0, HUGE_VAL}, p[2], next[2];
  for (int k = 0; k < s->n; k++) {
    shadow_point(s, k, p);
    if (p[1] < first[1] || (p[1] == first[1] && p[0] > first[0])) memcpy(first, p, sizeof first);
  }
  memcpy(p, first, sizeof p);
  do {
    if (outline->n == RG_OUTLINE) {
      outline->n = 0;
      return;
    }
    add_point(outline, p[0], p[1]);
    memcpy(next, p, sizeof next);
    shadow_next(s, p, next);
    memcpy(p, next, sizeof p);
  } while (hypot(p[0] - first[0], p[1] - first[1]) > 1e-9);
}

void rg_outline_find(const rg_model *model, const rg_data *data, const rg_plane_axes *axes,
                     int geom, rg_outline *outline) {
  assert(geom >= 0 && geom < model->ngeom);
  const double *R = data->geom_xmat + 9 * geom, *size = model->geom_size + 3 * geom;
  int mesh = model->geom_mesh[geom];
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
    if (mesh >= 0) {
      shadow s = {axes, R, model->vertex + 3 * model->mesh_vertex[mesh], model->mesh_nvertex[mesh]};
      mesh_outline(&s, outline);
    }
    return;
  case RG_GEOM_PLANE:
  case RG_GEOM_HFIELD:
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

/* --- alternatives ----------------------------------------------------------------------------- */

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

static void add_corner_point(rg_alternative *alternative, const double at[2], double gap, int row) {
  if (alternative->points == RG_CORNER_POINTS) return;
  rg_corner_point *p = &alternative->point[alternative->points++];
  p->at[0] = at[0];
  p->at[1] = at[1];
  p->gap = p->before = gap;
  p->row = row;
}

/* One face of a shape: from `origin` along `along` for `length`, and the normal that points out. */
typedef struct face {
  const double *origin;
  double along[2], outward[2], length;
  double thick; /* both radii */
  double other; /* radius of the other shape */
} face;

/* a point of the other shape's outline */
static void offer(const face *f, const double point[2], int row, rg_alternative *alternative) {
  double d[2] = {point[0] - f->origin[0], point[1] - f->origin[1]};
  double gap = dot2(f->outward, d) - f->thick, inward = f->other + 0.5 * gap;
  double middle[2] = {point[0] - inward * f->outward[0], point[1] - inward * f->outward[1]};
  add_corner_point(alternative, middle, gap, row);
}

static double position_along(const face *f, const double point[2]) {
  return f->along[0] * (point[0] - f->origin[0]) + f->along[1] * (point[1] - f->origin[1]);
}

/* vertices of the other shape; those before the face are contacts */
static void offer_vertices(const face *f, const rg_outline *other, rg_alternative *alternative) {
  double slack = 1e-9 * f->length;
  for (int k = 0; k < other->n; k++) {
    double t = position_along(f, other->point[k]);
    offer(f, other->point[k], t >= -slack && t <= f->length + slack, alternative);
  }
}

/* where edges of the other shape that look at the face pass before its ends */
static void offer_crossings(const face *f, const rg_outline *other, rg_alternative *alternative) {
  for (int k = 0; other->n > 1 && k < other->n; k++) {
    const double *a = other->point[k], *b = other->point[(k + 1) % other->n];
    double s = position_along(f, a), t = position_along(f, b);
    if (t >= s) continue; /* counter-clockwise: an edge that looks here runs against the face */
    for (int end = 0; end < 2; end++) {
      double place = end ? f->length : 0, share = (place - s) / (t - s);
      if (share <= 0 || share >= 1) continue;
      double p[2] = {a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])};
      offer(f, p, 1, alternative);
    }
  }
}

/* nothing stands before the face itself: its line is kept by the nearest vertex */
static void keep_one(rg_alternative *alternative) {
  int nearest = 0;
  for (int k = 0; k < alternative->points; k++) {
    if (alternative->point[k].row) return;
    if (alternative->point[k].gap < alternative->point[nearest].gap) nearest = k;
  }
  alternative->point[nearest].row = 1;
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
  double gap = dot2(normal, p) - dot2(normal, q) - one->radius - two->radius;
  double inward = one->radius + 0.5 * gap;
  double middle[2] = {p[0] - inward * normal[0], p[1] - inward * normal[1]};
  memcpy(alternative->normal, normal, sizeof alternative->normal);
  add_corner_point(alternative, middle, gap, 1);
}

void rg_alternative_finish(rg_alternative *alternative, const rg_pair_motion *m) {
  const double *n = alternative->normal;
  alternative->start = alternative->end = HUGE_VAL;
  for (int k = 0; k < alternative->points; k++) {
    rg_corner_point *p = &alternative->point[k];
    if (m->moved_back)
      p->before = p->gap - m->dt * rg_plane_closing(&m->back1, &m->back2, n, p->at);
    double after = p->before + m->dt * rg_plane_closing(&m->free1, &m->free2, n, p->at);
    alternative->start = fmin(alternative->start, p->before);
    alternative->end = fmin(alternative->end, after);
  }
}

/* how well it separates at its best: what does so neither now nor within reach is of no use */
static double worth(const rg_alternative *alternative) {
  return fmax(alternative->start, alternative->end);
}

/* joins the list unless its direction is there already; a full list keeps the best */
static int offer_alternative(rg_alternative list[RG_ALTERNATIVES], int count, double reach,
                             const rg_alternative *candidate) {
  const double same = 0.99985; /* 1 degree */
  int worst = 1;
  if (!(worth(candidate) >= -reach)) return count;
  for (int k = 0; k < count; k++) {
    if (dot2(list[k].normal, candidate->normal) > same) return count;
    if (k > 0 && worth(&list[k]) < worth(&list[worst])) worst = k;
  }
  if (count < RG_ALTERNATIVES) list[count++] = *candidate;
  else if (worth(&list[worst]) < worth(candidate)) list[worst] = *candidate;
  return count;
}

/* faces of one shape; side 1 or 2 */
static int offer_faces(const rg_outline *owner, const rg_outline *other, int side,
                       const rg_pair_motion *motion, double reach,
                       rg_alternative list[RG_ALTERNATIVES], int count) {
  for (int k = 0; owner->n > 1 && k < owner->n; k++) {
    const double *a = owner->point[k], *b = owner->point[(k + 1) % owner->n];
    face f = {.origin = a, .other = other->radius, .thick = owner->radius + other->radius};
    f.length = hypot(b[0] - a[0], b[1] - a[1]);
    if (f.length <= RG_TINY) continue;
    for (int i = 0; i < 2; i++) f.along[i] = (b[i] - a[i]) / f.length;
    f.outward[0] = f.along[1];
    f.outward[1] = -f.along[0];
    rg_alternative candidate = {.code = (side - 1) * RG_OUTLINE + k};
    for (int i = 0; i < 2; i++) candidate.normal[i] = side == 1 ? -f.outward[i] : f.outward[i];
    offer_vertices(&f, other, &candidate);
    offer_crossings(&f, other, &candidate);
    keep_one(&candidate);
    rg_alternative_finish(&candidate, motion);
    count = offer_alternative(list, count, reach, &candidate);
  }
  return count;
}

/* from the nearest vertex of 2 to that of 1 at the end of the free motion */
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

int rg_alternatives_find(const rg_outline *one, const rg_outline *two, const rg_pair_motion *motion,
                         double reach, rg_alternative *list) {
  assert(one->n > 0 && two->n > 0 && reach >= 0);
  double ahead[2];
  int count = offer_faces(one, two, 1, motion, reach, list, 1);
  count = offer_faces(two, one, 2, motion, reach, list, count);
  if (one->radius + two->radius == 0 || !nearest_direction(one, two, motion, ahead)) return count;
  rg_alternative candidate = {.code = 2 * RG_OUTLINE};
  fill_direction(one, two, ahead, &candidate);
  rg_alternative_finish(&candidate, motion);
  return offer_alternative(list, count, reach, &candidate);
}
