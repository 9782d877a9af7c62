/* Support functions h(d) = max of d.x, their points, and boxes around shapes; see support.h for
   the identity used. */
#include "collide/support.h"

#include "collide/guide.h"
#include "math/vector.h"

enum { SCAN_ALL = 24 }; /* meshes up to this size are scanned, larger ones climbed */

void rg_shape_axis(const rg_shape *shape, int axis, double direction[3]) {
  const double *R = shape->rotation;
  rg_v3_set(direction, R[axis], R[3 + axis], R[6 + axis]);
}

static int scan(const rg_shape *mesh, const double local[3]) {
  int best = 0;
  double highest = -HUGE_VAL;
  for (int i = 0; i < mesh->nvertex; i++) {
    double height = rg_v3_dot(mesh->vertex + 3 * i, local);
    if (height > highest) highest = height, best = i;
  }
  return best;
}

/* from vertex to higher neighbour: on a convex hull the first top is the highest */
static int climb(const rg_shape *mesh, const double local[3], int start) {
  int best = start, from = -1;
  double highest = rg_v3_dot(mesh->vertex + 3 * best, local);
  while (best != from) {
    from = best;
    for (int k = mesh->neighbour_start[from]; k < mesh->neighbour_start[from + 1]; k++) {
      int i = mesh->neighbour[k];
      double height = rg_v3_dot(mesh->vertex + 3 * i, local);
      if (height > highest) highest = height, best = i;
    }
  }
  return best;
}

static double height_of(const rg_shape *mesh, int vertex, const double local[3]) {
  return rg_v3_dot(mesh->vertex + 3 * vertex, local);
}

/* climbs begin at the last support vertex, or where the guide says: at the higher of both */
int rg_mesh_support(const rg_shape *mesh, const double local[3], int start) {
  if (mesh->nvertex <= SCAN_ALL || !mesh->neighbour_start || !mesh->neighbour)
    return scan(mesh, local);
  if (!mesh->guide) return climb(mesh, local, start < 0 ? 0 : start);
  int guided = rg_mesh_guide_start(mesh->guide, local);
  int nearer = start >= 0 && height_of(mesh, start, local) >= height_of(mesh, guided, local);
  return climb(mesh, local, nearer ? start : guided);
}

static void cylinder_support(const double size[3], const double d[3], double p[3]) {
  double across = hypot(d[0], d[1]), r = across > 0 ? size[0] / across : 0;
  rg_v3_set(p, r * d[0], r * d[1], copysign(size[1], d[2]));
}

static void ellipsoid_support(const double size[3], const double d[3], double p[3]) {
  double s[3] = {size[0] * d[0], size[1] * d[1], size[2] * d[2]};
  double length = rg_v3_norm(s), f = length > 0 ? 1 / length : 0;
  for (int i = 0; i < 3; i++) p[i] = f * size[i] * s[i];
}

static void local_support(rg_core *core, const double d[3], double p[3]) {
  const rg_shape *shape = core->shape;
  const double *size = shape->size;
  rg_v3_zero(p);
  switch (shape->type) {
  case RG_GEOM_CAPSULE: p[2] = copysign(size[1], d[2]); break;
  case RG_GEOM_CYLINDER: cylinder_support(size, d, p); break;
  case RG_GEOM_ELLIPSOID: ellipsoid_support(size, d, p); break;
  case RG_GEOM_BOX:
    for (int i = 0; i < 3; i++) p[i] = copysign(size[i], d[i]);
    break;
  case RG_GEOM_MESH:
    if (shape->nvertex > 0) {
      core->hint = rg_mesh_support(shape, d, core->hint);
      rg_v3_copy(p, shape->vertex + 3 * core->hint);
    }
    break;
  case RG_GEOM_PLANE:
  case RG_GEOM_HFIELD:
  case RG_GEOM_SPHERE: break;
  }
}

void rg_core_support(rg_core *core, const double direction[3], double point[3]) {
  double d[3];
  rg_mat3_apply_t(d, core->shape->rotation, direction);
  local_support(core, d, point);
  rg_mat3_apply(point, core->shape->rotation, point);
  rg_v3_add(point, point, core->position);
}

double rg_pair_support(rg_core_pair *pair, const double n[3], rg_difference *point) {
  double back[3];
  rg_v3_negate(back, n);
  rg_core_support(&pair->a, back, point->a);
  rg_core_support(&pair->b, n, point->b);
  rg_v3_sub(point->w, point->a, point->b);
  return rg_v3_dot(n, point->w);
}

double rg_pair_separation(rg_core_pair *pair, const double n[3]) {
  rg_difference point;
  return rg_pair_support(pair, n, &point);
}

/* H = (S^2 - p p') / h, p = S^2 d / h the support point, S = diag(size) */
static void ellipsoid_curvature(const double size[3], const double d[3], double H[9]) {
  double p[3];
  ellipsoid_support(size, d, p);
  double h = rg_v3_dot(p, d);
  if (h <= 0) return;
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) H[3 * i + j] = ((i == j) * size[i] * size[i] - p[i] * p[j]) / h;
}

/* H = r / |d_xy| t t', t along the rim */
static void cylinder_curvature(const double size[3], const double d[3], double H[9]) {
  double across = hypot(d[0], d[1]);
  if (across <= 1e-12) return;
  double t[2] = {-d[1] / across, d[0] / across}, c = size[0] / across;
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) H[3 * i + j] = c * t[i] * t[j];
}

void rg_core_curvature(const rg_core *core, const double direction[3], double H[9]) {
  const rg_shape *shape = core->shape;
  double d[3], local[9] = {0};
  rg_mat3_apply_t(d, shape->rotation, direction);
  if (shape->type == RG_GEOM_ELLIPSOID) ellipsoid_curvature(shape->size, d, local);
  if (shape->type == RG_GEOM_CYLINDER) cylinder_curvature(shape->size, d, local);
  rg_mat3_multiply(H, shape->rotation, local);
  rg_mat3_multiply_t(H, H, shape->rotation); /* R H R' */
}

static int is_rounded(const rg_shape *shape) {
  return shape->type == RG_GEOM_SPHERE || shape->type == RG_GEOM_CAPSULE;
}

static int is_curved(const rg_shape *shape) {
  return shape->type == RG_GEOM_CYLINDER || shape->type == RG_GEOM_ELLIPSOID;
}

/* half the diagonal of the box around the shape */
static double extent(const rg_shape *shape) {
  double low[3], high[3];
  if (shape->guide) return rg_v3_norm(shape->guide->half);
  rg_shape_bounds(shape, low, high);
  return 0.5 * rg_v3_distance(low, high);
}

static void set_core(rg_core *core, const rg_shape *shape, const double origin[3]) {
  core->shape = shape;
  core->radius = is_rounded(shape) ? shape->size[0] : 0;
  core->extent = shape->extent > 0 ? shape->extent : extent(shape);
  core->hint = RG_ANYWHERE;
  rg_v3_sub(core->position, shape->position, origin);
}

/* the box around a shape in its own frame: 0 where it has none */
static int own_box(const rg_shape *shape, double middle[3], double half[3]) {
  const double *s = shape->size;
  rg_v3_copy(middle, shape->position);
  switch (shape->type) {
  case RG_GEOM_SPHERE: rg_v3_set(half, s[0], s[0], s[0]); return 1;
  case RG_GEOM_CAPSULE: rg_v3_set(half, s[0], s[0], s[0] + s[1]); return 1;
  case RG_GEOM_CYLINDER: rg_v3_set(half, s[0], s[0], s[1]); return 1;
  case RG_GEOM_ELLIPSOID:
  case RG_GEOM_BOX: rg_v3_copy(half, s); return 1;
  case RG_GEOM_MESH:
    if (!shape->guide) return 0;
    rg_mat3_apply(middle, shape->rotation, shape->guide->middle);
    rg_v3_add(middle, middle, shape->position);
    rg_v3_copy(half, shape->guide->half);
    return 1;
  case RG_GEOM_PLANE:
  case RG_GEOM_HFIELD: break;
  }
  return 0;
}

int rg_boxes_apart(const rg_shape *a, const rg_shape *b, double margin) {
  double middle[3], other[3], half[3], wide[3], d[3];
  if (!own_box(a, middle, half) || !own_box(b, other, wide)) return 0;
  rg_v3_sub(d, middle, other);
  double slack = 1e-12 * (rg_v3_norm(half) + rg_v3_norm(wide) + rg_v3_norm(d));
  for (int i = 0; i < 3; i++) {
    double u[3], v[3], row[3];
    rg_shape_axis(a, i, u);
    rg_shape_axis(b, i, v);
    rg_mat3_apply_t(row, b->rotation, u);
    if (fabs(rg_v3_dot(u, d)) - half[i] - rg_box_half_width(wide, row) > margin + slack) return 1;
    rg_mat3_apply_t(row, a->rotation, v);
    if (fabs(rg_v3_dot(v, d)) - wide[i] - rg_box_half_width(half, row) > margin + slack) return 1;
  }
  return 0;
}

void rg_core_pair_set(rg_core_pair *pair, const rg_shape *a, const rg_shape *b) {
  rg_v3_copy(pair->origin, b->position);
  set_core(&pair->a, a, pair->origin);
  set_core(&pair->b, b, pair->origin);
  pair->scale = fmin(pair->a.extent, pair->b.extent);
  pair->curved = is_curved(a) || is_curved(b);
}

/* half widths of the primitives: h(e_i) with the rotation's row i as direction */
static double half_width(const rg_shape *shape, const double row[3]) {
  const double *s = shape->size;
  switch (shape->type) {
  case RG_GEOM_SPHERE: return s[0];
  case RG_GEOM_CAPSULE: return s[0] + s[1] * fabs(row[2]);
  case RG_GEOM_CYLINDER: return s[0] * hypot(row[0], row[1]) + s[1] * fabs(row[2]);
  case RG_GEOM_ELLIPSOID: return hypot(hypot(s[0] * row[0], s[1] * row[1]), s[2] * row[2]);
  case RG_GEOM_BOX: return rg_box_half_width(s, row);
  case RG_GEOM_PLANE:
  case RG_GEOM_HFIELD:
  case RG_GEOM_MESH: break;
  }
  return 0;
}

/* around the box of the mesh in its own frame: looser than six supports, and a tenth of their cost */
static void guided_bounds(const rg_shape *mesh, double low[3], double high[3]) {
  double middle[3];
  rg_mat3_apply(middle, mesh->rotation, mesh->guide->middle);
  rg_v3_add(middle, middle, mesh->position);
  for (int i = 0; i < 3; i++) {
    double w = rg_box_half_width(mesh->guide->half, mesh->rotation + 3 * i);
    low[i] = middle[i] - w;
    high[i] = middle[i] + w;
  }
}

static void mesh_bounds(const rg_shape *mesh, double low[3], double high[3]) {
  for (int i = 0; i < 3; i++) {
    const double *row = mesh->rotation + 3 * i;
    double back[3];
    rg_v3_negate(back, row);
    int top = rg_mesh_support(mesh, row, RG_ANYWHERE);
    int bottom = rg_mesh_support(mesh, back, RG_ANYWHERE);
    low[i] = mesh->position[i] + rg_v3_dot(row, mesh->vertex + 3 * bottom);
    high[i] = mesh->position[i] + rg_v3_dot(row, mesh->vertex + 3 * top);
  }
}

void rg_shape_bounds(const rg_shape *shape, double low[3], double high[3]) {
  if (shape->type == RG_GEOM_MESH && shape->nvertex > 0) {
    if (shape->guide) guided_bounds(shape, low, high);
    else mesh_bounds(shape, low, high);
    return;
  }
  for (int i = 0; i < 3; i++) {
    double w = half_width(shape, shape->rotation + 3 * i);
    low[i] = shape->position[i] - w;
    high[i] = shape->position[i] + w;
  }
}
