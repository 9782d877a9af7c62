/* Faces, edges and vertices that support a core in a direction, with numbers that stay the same
   from step to step. */
#include "collide/feature.h"

#include "collide/guide.h"
#include "math/hull2d.h"
#include "math/vector.h"

#include <assert.h>

#define EDGE_SINE 0.25  /* edges this near to a right angle are candidates for a direction */
#define COPLANAR  1e-6  /* of the extent: vertices that belong to one face of a mesh */
#define LEVEL     1e-9  /* of the extent: vertices that support a direction together */
#define FACING    1e-12 /* less than 1: the cosine of a triangle that no other can face better */
#define UPRIGHT   1e-9  /* rad: a cap that is tilted less has no lowest point */

static void to_world(const rg_core *core, const double local[3], double world[3]) {
  rg_mat3_apply(world, core->shape->rotation, local);
  rg_v3_add(world, world, core->position);
}

static void add_local(const rg_core *core, double x, double y, double z, int id, rg_feature *f) {
  double local[3] = {x, y, z};
  to_world(core, local, f->point[f->n]);
  f->id[f->n++] = id;
}

static int sign_bit(double x) { return x > 0; }

/* corners of the box are numbered by the signs: 1 for +x, 2 for +y, 4 for +z */
static void box_feature(const rg_core *core, const double d[3], double angle, rg_feature *f) {
  const double *s = core->shape->size;
  int base = sign_bit(d[0]) | sign_bit(d[1]) << 1 | sign_bit(d[2]) << 2;
  int face = -1, edge = -1;
  for (int i = 0; i < 3; i++) {
    double x = d[(i + 1) % 3], y = d[(i + 2) % 3];
    if (x * x + y * y < angle * angle) face = i;
    if (fabs(d[i]) < angle) edge = i;
  }
  int j = (face + 1) % 3, k = (face + 2) % 3, corner[4] = {base}, count = 1;
  if (face >= 0) {
    /* around +i: (-,-) (+,-) (+,+) (-,+); the other way about -i */
    int keep = base & 1 << face;
    if (!keep) {
      int t = j;
      j = k;
      k = t;
    }
    int quad[4] = {keep, keep | 1 << j, keep | 1 << j | 1 << k, keep | 1 << k};
    for (count = 0; count < 4; count++) corner[count] = quad[count];
    rg_shape_axis(core->shape, face, f->normal);
    if (!keep) rg_v3_negate(f->normal, f->normal);
  } else if (edge >= 0) {
    corner[0] = base & ~(1 << edge);
    corner[1] = base | 1 << edge;
    count = 2;
  }
  for (int c = 0; c < count; c++)
    add_local(core, corner[c] & 1 ? s[0] : -s[0], corner[c] & 2 ? s[1] : -s[1],
              corner[c] & 4 ? s[2] : -s[2], corner[c], f);
}

/* a ring of points on the rim, turned the little that puts the lowest point among them */
static void cap_feature(const rg_core *core, const double d[3], rg_feature *f) {
  const double *s = core->shape->size, pi = 3.14159265358979323846;
  double step = 2 * pi / RG_RING, turn = 0;
  double top = copysign(1.0, d[2]);
  if (hypot(d[0], d[1]) > UPRIGHT) {
    double angle = top * atan2(d[1], d[0]);
    turn = angle - step * floor(angle / step + 0.5);
  }
  for (int i = 0; i < RG_RING; i++) {
    double sine, cosine;
    rg_sincos(turn + step * i, &sine, &cosine);
    add_local(core, s[0] * cosine, top * s[0] * sine, top * s[1], i + (top > 0 ? 0 : RG_RING), f);
  }
  rg_shape_axis(core->shape, 2, f->normal);
  rg_v3_scale(f->normal, top, f->normal);
  f->round = 1;
}

static void cylinder_feature(rg_core *core, const double d[3], double angle, rg_feature *f) {
  const double *s = core->shape->size;
  double across = hypot(d[0], d[1]);
  if (across < angle) {
    cap_feature(core, d, f);
    return;
  }
  double x = s[0] * d[0] / across, y = s[0] * d[1] / across;
  if (fabs(d[2]) < angle) {
    add_local(core, x, y, -s[1], 0, f);
    add_local(core, x, y, s[1], 1, f);
  } else add_local(core, x, y, copysign(s[1], d[2]), sign_bit(d[2]), f);
}

static void capsule_feature(const rg_core *core, const double d[3], double angle, rg_feature *f) {
  double h = core->shape->size[1];
  if (fabs(d[2]) < angle || d[2] < 0) add_local(core, 0, 0, -h, 0, f);
  if (fabs(d[2]) < angle || d[2] >= 0) add_local(core, 0, 0, h, 1, f);
}

/* --- meshes, in their own frame --------------------------------------------------------------- */

static int triangle_normal(const rg_shape *mesh, const int *t, double normal[3]) {
  const double *a = mesh->vertex + 3 * t[0];
  double ab[3], ac[3];
  rg_v3_sub(ab, mesh->vertex + 3 * t[1], a);
  rg_v3_sub(ac, mesh->vertex + 3 * t[2], a);
  rg_v3_cross(normal, ab, ac);
  double area = rg_v3_norm(normal);
  if (area <= 1e-12 * rg_v3_norm(ab) * rg_v3_norm(ac)) return 0;
  rg_v3_scale(normal, 1 / area, normal);
  return 1;
}

/* takes triangle i where it faces d better than the best so far */
static void offer_triangle(const rg_shape *mesh, int i, const double d[3], double *best,
                           double normal[3]) {
  double m[3];
  if (!triangle_normal(mesh, mesh->face + 3 * i, m)) return;
  double cosine = rg_v3_dot(m, d);
  if (cosine <= *best) return;
  *best = cosine;
  rg_v3_copy(normal, m);
}

/* the triangle at vertex `v` that faces d best; returns its cosine, -1 where there is none */
static double best_triangle(const rg_shape *mesh, int v, const double d[3], double normal[3]) {
  const rg_mesh_guide *guide = mesh->guide;
  double best = -1;
  if (!mesh->face) return best;
  for (int k = guide ? guide->fan_start[v] : 0; guide && k < guide->fan_start[v + 1]; k++)
    offer_triangle(mesh, guide->fan[k], d, &best, normal);
  for (int i = 0; !guide && i < mesh->nface; i++) {
    const int *t = mesh->face + 3 * i;
    if (t[0] == v || t[1] == v || t[2] == v) offer_triangle(mesh, i, d, &best, normal);
  }
  return best;
}

/* unit vector from one vertex to another; 0 where they coincide */
static int edge_between(const rg_shape *mesh, int from, int to, double e[3]) {
  rg_v3_sub(e, mesh->vertex + 3 * to, mesh->vertex + 3 * from);
  return rg_v3_normalize(e) > RG_TINY;
}

/* neighbours of a vertex: from the adjacency, or from the triangles */
static int next_neighbour(const rg_shape *mesh, int v, int *cursor) {
  if (mesh->neighbour_start && mesh->neighbour) {
    int k = mesh->neighbour_start[v] + (*cursor)++;
    return k < mesh->neighbour_start[v + 1] ? mesh->neighbour[k] : -1;
  }
  for (; mesh->face && *cursor < 3 * mesh->nface; (*cursor)++) {
    int corner = *cursor % 3;
    const int *t = mesh->face + *cursor - corner;
    if (t[corner] != v) continue;
    (*cursor)++;
    return t[(corner + 1) % 3];
  }
  return -1;
}

/* the edge at vertex v nearest to a right angle with d; -1 where none is within `angle` */
static int best_edge(const rg_shape *mesh, int v, const double d[3], double angle) {
  int best = -1, cursor = 0;
  double least = angle, e[3];
  for (int i = next_neighbour(mesh, v, &cursor); i >= 0; i = next_neighbour(mesh, v, &cursor)) {
    if (!edge_between(mesh, v, i, e)) continue;
    double sine = fabs(rg_v3_dot(e, d));
    if (sine < least) least = sine, best = i;
  }
  return best;
}

/* all vertices in the plane of a face as one polygon */
static void mesh_face(const rg_core *core, int v, const double normal[3], rg_feature *f) {
  const rg_shape *mesh = core->shape;
  double t1[3], t2[3], height = rg_v3_dot(normal, mesh->vertex + 3 * v);
  rg_v3_tangents(normal, t1, t2);
  rg_hull2d hull;
  rg_hull2d_clear(&hull);
  double least = height - COPLANAR * core->extent;
  int cap[RG_CAP], count = rg_mesh_cap(mesh, normal, least, v, cap);
  for (int k = 0; k < (count < 0 ? mesh->nvertex : count); k++) {
    int i = count < 0 ? k : cap[k];
    const double *p = mesh->vertex + 3 * i;
    if (rg_v3_dot(normal, p) >= least) rg_hull2d_add(&hull, rg_v3_dot(t1, p), rg_v3_dot(t2, p), i);
  }
  int ring[RG_POLYGON], n = rg_hull2d_ring(&hull, ring, RG_POLYGON);
  for (int i = 0; i < n; i++) {
    const double *p = mesh->vertex + 3 * ring[i];
    add_local(core, p[0], p[1], p[2], ring[i], f);
  }
  rg_mat3_apply(f->normal, mesh->rotation, normal);
}

static void add_vertex(const rg_core *core, int v, rg_feature *f) {
  const double *p = core->shape->vertex + 3 * v;
  add_local(core, p[0], p[1], p[2], v, f);
}

/* The triangle that faces d best at a support vertex, or at a neighbour that is as high: which of them a climb has found must
   not matter. Returns that vertex, -1 where no triangle faces d. */
static int faced_vertex(const rg_core *core, int v, const double d[3], double normal[3]) {
  const rg_shape *mesh = core->shape;
  double best = best_triangle(mesh, v, d, normal), other[3];
  double least = rg_v3_dot(mesh->vertex + 3 * v, d) - LEVEL * core->extent;
  int at = v, cursor = 0;
  while (best < 1 - FACING) {
    int i = next_neighbour(mesh, v, &cursor);
    if (i < 0) break;
    if (rg_v3_dot(mesh->vertex + 3 * i, d) < least) continue;
    double cosine = best_triangle(mesh, i, d, other);
    if (cosine <= best) continue;
    best = cosine, at = i;
    rg_v3_copy(normal, other);
  }
  return best > 0 ? at : -1;
}

static void mesh_feature(rg_core *core, const double d[3], double angle, rg_feature *f) {
  const rg_shape *mesh = core->shape;
  double normal[3], across[3];
  if (mesh->nvertex == 0) return;
  int v = core->hint = rg_mesh_support(mesh, d, core->hint);
  int faced = faced_vertex(core, v, d, normal);
  if (faced >= 0) rg_v3_cross(across, normal, d);
  if (faced >= 0 && rg_v3_norm(across) < angle) {
    mesh_face(core, faced, normal, f);
    if (f->n >= 3) return;
    f->n = 0;
  }
  int other = best_edge(mesh, v, d, angle);
  add_vertex(core, other >= 0 && other < v ? other : v, f);
  if (other >= 0) add_vertex(core, other < v ? v : other, f);
}

void rg_feature_find(rg_core *core, const double direction[3], double angle, rg_feature *feature) {
  assert(angle > 0);
  double d[3];
  feature->n = 0;
  feature->round = 0;
  rg_mat3_apply_t(d, core->shape->rotation, direction);
  switch (core->shape->type) {
  case RG_GEOM_BOX: box_feature(core, d, angle, feature); break;
  case RG_GEOM_CYLINDER: cylinder_feature(core, d, angle, feature); break;
  case RG_GEOM_CAPSULE: capsule_feature(core, d, angle, feature); break;
  case RG_GEOM_MESH: mesh_feature(core, d, angle, feature); break;
  case RG_GEOM_PLANE:
  case RG_GEOM_HFIELD:
  case RG_GEOM_SPHERE:
  case RG_GEOM_ELLIPSOID: break;
  }
  if (feature->n > 0) return;
  rg_core_support(core, direction, feature->point[0]);
  feature->id[0] = 0;
  feature->n = 1;
}

/* --- candidates for the direction of separation ----------------------------------------------- */

int rg_face_normal(rg_core *core, const double direction[3], double normal[3]) {
  const rg_shape *shape = core->shape;
  double d[3], m[3] = {0, 0, 0}, cosine = -1;
  rg_mat3_apply_t(d, shape->rotation, direction);
  if (shape->type == RG_GEOM_BOX) {
    int i = fabs(d[0]) >= fabs(d[1]) && fabs(d[0]) >= fabs(d[2]) ? 0
            : fabs(d[1]) >= fabs(d[2])                           ? 1
                                                                 : 2;
    m[i] = copysign(1.0, d[i]);
    cosine = fabs(d[i]);
  } else if (shape->type == RG_GEOM_CYLINDER) {
    m[2] = copysign(1.0, d[2]);
    cosine = fabs(d[2]);
  } else if (shape->type == RG_GEOM_MESH && shape->nvertex > 0) {
    core->hint = rg_mesh_support(shape, d, core->hint);
    cosine = best_triangle(shape, core->hint, d, m);
  }
  rg_mat3_apply(normal, shape->rotation, m);
  return cosine > 0.87;
}

static int mesh_edges(rg_core *core, const double d[3], double edge[RG_EDGES][3]) {
  const rg_shape *mesh = core->shape;
  int v = core->hint = rg_mesh_support(mesh, d, core->hint), cursor = 0, n = 0;
  double e[3];
  for (int i = next_neighbour(mesh, v, &cursor); i >= 0; i = next_neighbour(mesh, v, &cursor)) {
    if (n == RG_EDGES) break;
    if (edge_between(mesh, v, i, e) && fabs(rg_v3_dot(e, d)) < EDGE_SINE)
      rg_mat3_apply(edge[n++], mesh->rotation, e);
  }
  return n;
}

int rg_edge_directions(rg_core *core, const double direction[3], double edge[RG_EDGES][3]) {
  const rg_shape *shape = core->shape;
  double d[3];
  int n = 0;
  rg_mat3_apply_t(d, shape->rotation, direction);
  if (shape->type == RG_GEOM_MESH && shape->nvertex > 0) return mesh_edges(core, d, edge);
  int all = shape->type == RG_GEOM_BOX;
  int axis = shape->type == RG_GEOM_CYLINDER || shape->type == RG_GEOM_CAPSULE;
  for (int i = 0; i < 3; i++)
    if ((all || (axis && i == 2)) && fabs(d[i]) < 2 * EDGE_SINE) rg_shape_axis(shape, i, edge[n++]);
  return n;
}
