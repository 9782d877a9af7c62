/* Plane against everything: the plane is the half space below it, the gap of a point x is N.(x -
   P0). */
#include "collide/guide.h"
#include "collide/pairs.h"
#include "collide/support.h"
#include "math/vector.h"

#define NEARLY                                                                                     \
  1e-14 /* relative: more than rounding makes of a depth that is computed in another frame */

typedef struct half_space {
  double normal[3], offset;
  double away[3]; /* from shape to plane: contacts' normal from B (the shape) to A (the plane) */
} half_space;

static half_space half_space_of(const rg_shape *plane) {
  half_space h;
  rg_shape_axis(plane, 2, h.normal);
  h.offset = rg_v3_dot(h.normal, plane->position);
  rg_v3_negate(h.away, h.normal);
  return h;
}

/* a point of the shape's surface, `radius` below the point given */
static void add_point(const half_space *h, const double point[3], double radius, int feature,
                      rg_patch *patch) {
  double gap = rg_v3_dot(h->normal, point) - h->offset - radius, p[3];
  rg_v3_copy(p, point);
  rg_v3_add_scaled(p, -radius - 0.5 * gap, h->normal);
  rg_patch_add(patch, p, gap, feature);
}

static void to_world(const rg_shape *s, double x, double y, double z, double p[3]) {
  double local[3] = {x, y, z};
  rg_mat3_apply(p, s->rotation, local);
  rg_v3_add(p, p, s->position);
}

void rg_plane_sphere(const rg_shape *a, const rg_shape *b, rg_contact_list *list) {
  half_space h = half_space_of(a);
  rg_patch patch = {.n = 0};
  add_point(&h, b->position, b->size[0], 0, &patch);
  rg_patch_emit(&patch, h.away, 1, 0, list);
}

void rg_plane_capsule(const rg_shape *a, const rg_shape *b, rg_contact_list *list) {
  half_space h = half_space_of(a);
  rg_patch patch = {.n = 0};
  for (int end = 0; end < 2; end++) {
    double p[3];
    to_world(b, 0, 0, end ? b->size[1] : -b->size[1], p);
    add_point(&h, p, b->size[0], end, &patch);
  }
  rg_patch_emit(&patch, h.away, 2, 0, list);
}

void rg_plane_ellipsoid(const rg_shape *a, const rg_shape *b, rg_contact_list *list) {
  half_space h = half_space_of(a);
  rg_patch patch = {.n = 0};
  rg_core_pair pair;
  double p[3];
  rg_core_pair_set(&pair, b, b);
  rg_core_support(&pair.a, h.away, p);
  rg_v3_add(p, p, pair.origin);
  add_point(&h, p, 0, 0, &patch);
  rg_patch_emit(&patch, h.away, 1, 0, list);
}

/* Four points on the rim of the lower cap, turned so that the lowest is among them, and the
   lowest of the other cap: standing 4, lying 2, tilted 1. */
void rg_plane_cylinder(const rg_shape *a, const rg_shape *b, rg_contact_list *list) {
  const double quarter = 1.57079632679489661923, r = b->size[0];
  half_space h = half_space_of(a);
  rg_patch patch = {.n = 0};
  double d[3], p[3], turn = 0, scale = r + b->size[1];
  int lowest = 0;
  rg_mat3_apply_t(d, b->rotation, h.away);
  if (hypot(d[0], d[1]) > 1e-9) {
    double angle = atan2(d[1], d[0]);
    lowest = (int)floor(angle / quarter + 0.5);
    turn = angle - quarter * lowest;
  }
  int lower = d[2] > 0;
  for (int cap = 0; cap < 2; cap++)
    for (int i = 0; i < 4; i++) {
      if (cap != lower && i != (lowest & 3)) continue;
      double sine, cosine;
      rg_sincos(turn + quarter * i, &sine, &cosine);
      to_world(b, r * cosine, r * sine, cap ? b->size[1] : -b->size[1], p);
      add_point(&h, p, 0, 4 * cap + i, &patch);
    }
  rg_patch_emit(&patch, h.away, 4, 1e-9 * scale, list);
}

/* corners below the centre */
void rg_plane_box(const rg_shape *a, const rg_shape *b, rg_contact_list *list) {
  half_space h = half_space_of(a);
  rg_patch patch = {.n = 0};
  const double *s = b->size;
  double scale = s[0] + s[1] + s[2], p[3], d[3];
  for (int i = 0; i < 8; i++) {
    to_world(b, i & 1 ? s[0] : -s[0], i & 2 ? s[1] : -s[1], i & 4 ? s[2] : -s[2], p);
    rg_v3_sub(d, p, b->position);
    if (rg_v3_dot(d, h.normal) < -1e-9 * scale) add_point(&h, p, 0, i, &patch);
  }
  rg_patch_emit(&patch, h.away, 4, 1e-9 * scale, list);
}

/* How far a mesh reaches along a direction of its own frame: lowest and highest are bounds where it has a guide, else what
   they are; `middle` lies between. */
typedef struct span {
  double lowest, middle, width;
} span;

static span span_of(const rg_shape *mesh, const double down[3]) {
  if (mesh->guide) {
    double middle = rg_v3_dot(mesh->guide->middle, down),
           half = rg_box_half_width(mesh->guide->half, down);
    return (span){middle + half, middle, 2 * half};
  }
  double up[3];
  rg_v3_negate(up, down);
  double bottom = rg_v3_dot(mesh->vertex + 3 * rg_mesh_support(mesh, down, RG_ANYWHERE), down);
  double top = rg_v3_dot(mesh->vertex + 3 * rg_mesh_support(mesh, up, RG_ANYWHERE), down);
  return (span){bottom, 0.5 * (bottom + top), bottom - top};
}

enum { DIRECTIONS = 8 };

/* Of many vertices those that reach farthest along the plane, in eight directions: they carry what all of them
   would. Of those that are `same` the first. */
static int outermost(const rg_shape *mesh, const double down[3], double least, double same,
                     int vertex[DIRECTIONS]) {
  static const double turn[DIRECTIONS / 2][2] = {{1, 0},
                                                 {0.70710678118654752440, 0.70710678118654752440},
                                                 {0, 1},
                                                 {-0.70710678118654752440, 0.70710678118654752440}};
  double t1[3], t2[3], along[DIRECTIONS], far[DIRECTIONS];
  int found[DIRECTIONS], n = 0;
  rg_v3_tangents(down, t1, t2);
  for (int k = 0; k < DIRECTIONS; k++) far[k] = -HUGE_VAL, found[k] = -1;
  for (int i = 0; i < mesh->nvertex; i++) {
    const double *v = mesh->vertex + 3 * i;
    if (rg_v3_dot(v, down) < least) continue;
    double x = rg_v3_dot(v, t1), y = rg_v3_dot(v, t2);
    for (int k = 0; k < DIRECTIONS / 2; k++) {
      along[k] = turn[k][0] * x + turn[k][1] * y;
      along[k + DIRECTIONS / 2] = -along[k];
    }
    for (int k = 0; k < DIRECTIONS; k++)
      if (along[k] > far[k] + same) far[k] = along[k], found[k] = i;
  }
  for (int k = 0; k < DIRECTIONS; k++) {
    int known = found[k] < 0;
    for (int j = 0; j < n; j++) known |= vertex[j] == found[k];
    if (!known) vertex[n++] = found[k];
  }
  return n;
}

/* Vertices of the lower half that are within the margin, or the lowest. Most meshes touch with a few: those hang
   together. */
void rg_plane_mesh(const rg_shape *a, const rg_shape *b, rg_contact_list *list) {
  half_space h = half_space_of(a);
  rg_patch patch = {.n = 0};
  double down[3], p[3];
  if (b->nvertex == 0) return;
  rg_mat3_apply_t(down, b->rotation, h.away);
  span s = span_of(b, down);
  double base =
      h.offset - rg_v3_dot(h.normal, b->position); /* depth of the plane, as `lowest` is one */
  double slack = NEARLY * (fabs(s.lowest) + s.width + fabs(base));
  if (-s.lowest - base > list->margin + slack) return;

  int lowest = rg_mesh_support(b, down, RG_ANYWHERE);
  double bottom = rg_v3_dot(b->vertex + 3 * lowest, down);
  if (-bottom - base > list->margin + slack) return;
  /* depths of the middle and of the margin, whichever is deeper */
  double least = fmax(s.middle, -base - list->margin - slack);
  int cap[RG_CAP], count = rg_mesh_cap(b, down, least, lowest, cap);
  int many = count < 0 && b->nvertex > RG_CAP;
  if (many) {
    count = outermost(b, down, least, 1e-9 * s.width, cap + 1) + 1;
    cap[0] = lowest;
  }
  for (int k = 0; k < (count < 0 ? b->nvertex : count); k++) {
    int i = count < 0 ? k : cap[k];
    if (many && k > 0 && i == lowest) continue;
    const double *v = b->vertex + 3 * i;
    if (i != lowest && rg_v3_dot(v, down) < least) continue;
    rg_mat3_apply(p, b->rotation, v);
    rg_v3_add(p, p, b->position);
    if (i == lowest || rg_v3_dot(h.normal, p) - h.offset <= list->margin)
      add_point(&h, p, 0, i, &patch);
  }
  rg_patch_emit(&patch, h.away, RG_PATCH_KEEP, 1e-9 * s.width, list);
}
