/* Shapes for the tests of collide, and what the tests know about them: support heights,
   membership and random poses, written independently of the library. */
#ifndef TEST_SHAPES_H
#define TEST_SHAPES_H

#include <rigor/collide.h>

#include <math.h>
#include <stdint.h>
#include <string.h>

static uint64_t test_random_state = 88172645463325252ull;

static inline double uniform(double low, double high) {
  test_random_state ^= test_random_state << 13;
  test_random_state ^= test_random_state >> 7;
  test_random_state ^= test_random_state << 17;
  return low + (high - low) * (double)(test_random_state >> 11) * 0x1p-53;
}

static inline double dot(const double *a, const double *b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void cross(const double *a, const double *b, double *c) {
  double t[3] = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
  memcpy(c, t, sizeof t);
}

static inline double unit(double *a) {
  double length = sqrt(dot(a, a));
  for (int i = 0; i < 3 && length > 0; i++) a[i] /= length;
  return length;
}

static inline void random_direction(double *n) {
  do
    for (int i = 0; i < 3; i++) n[i] = uniform(-1, 1);
  while (dot(n, n) > 1 || dot(n, n) < 0.01);
  unit(n);
}

/* rotation by `angle` about a unit axis, row-major (Rodrigues) */
static inline void rotation_about(const double *u, double angle, double *R) {
  double c = cos(angle), s = sin(angle), v = 1 - c;
  double t[9] = {c + u[0] * u[0] * v,        u[0] * u[1] * v - u[2] * s, u[0] * u[2] * v + u[1] * s,
                 u[1] * u[0] * v + u[2] * s, c + u[1] * u[1] * v,        u[1] * u[2] * v - u[0] * s,
                 u[2] * u[0] * v - u[1] * s, u[2] * u[1] * v + u[0] * s, c + u[2] * u[2] * v};
  memcpy(R, t, sizeof t);
}

static inline void multiply(const double *A, const double *B, double *C) {
  double t[9];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      t[3 * i + j] = A[3 * i] * B[j] + A[3 * i + 1] * B[3 + j] + A[3 * i + 2] * B[6 + j];
  memcpy(C, t, sizeof t);
}

static inline rg_shape shape_at(rg_geom_type type, double a, double b, double c, double x, double y,
                                double z) {
  return (rg_shape){.type = type,
                    .size = {a, b, c},
                    .position = {x, y, z},
                    .rotation = {1, 0, 0, 0, 1, 0, 0, 0, 1}};
}

static inline void turn(rg_shape *s, double x, double y, double z, double angle) {
  double u[3] = {x, y, z}, R[9];
  unit(u);
  rotation_about(u, angle, R);
  multiply(R, s->rotation, s->rotation);
}

static inline void turn_randomly(rg_shape *s) {
  double u[3];
  random_direction(u);
  rotation_about(u, uniform(-3.1415, 3.1415), s->rotation);
}

/* --- convex meshes: hulls of points in general position, by trying every triangle ------------- */

enum { MESH_VERTICES = 20, MESH_FACES = 40 };

typedef struct test_mesh {
  double vertex[3 * MESH_VERTICES];
  int face[3 * MESH_FACES], start[MESH_VERTICES + 1], neighbour[6 * MESH_VERTICES];
  int nvertex, nface;
} test_mesh;

static inline void mesh_adjacency(test_mesh *m) {
  int k = 0;
  for (int v = 0; v < m->nvertex; v++) {
    m->start[v] = k;
    for (int i = 0; i < 3 * m->nface; i++)
      if (m->face[i] == v) m->neighbour[k++] = m->face[i - i % 3 + (i + 1) % 3];
  }
  m->start[m->nvertex] = k;
}

/* every triangle with all points on one side is a face */
static inline void mesh_hull(test_mesh *m) {
  m->nface = 0;
  for (int i = 0; i < m->nvertex; i++)
    for (int j = 0; j < m->nvertex; j++)
      for (int k = 0; k < m->nvertex; k++) {
        if (!(i < j && i < k && j != k)) continue;
        double e1[3], e2[3], n[3], above = 0;
        for (int c = 0; c < 3; c++) {
          e1[c] = m->vertex[3 * j + c] - m->vertex[3 * i + c];
          e2[c] = m->vertex[3 * k + c] - m->vertex[3 * i + c];
        }
        cross(e1, e2, n);
        for (int v = 0; v < m->nvertex; v++)
          if (v != i && v != j && v != k)
            above = fmax(above, dot(n, m->vertex + 3 * v) - dot(n, m->vertex + 3 * i));
        if (above > 0) continue;
        int *f = m->face + 3 * m->nface++;
        f[0] = i, f[1] = j, f[2] = k;
      }
  mesh_adjacency(m);
}

/* points on an ellipsoid: all of them are corners of their hull */
static inline void random_mesh(test_mesh *m, int nvertex, double size) {
  double axes[3] = {size * uniform(0.4, 1), size * uniform(0.4, 1), size * uniform(0.4, 1)};
  m->nvertex = nvertex;
  for (int v = 0; v < nvertex; v++) {
    double n[3];
    random_direction(n);
    for (int c = 0; c < 3; c++) m->vertex[3 * v + c] = axes[c] * n[c];
  }
  mesh_hull(m);
}

static inline void box_mesh(test_mesh *m, double x, double y, double z) {
  static const int quad[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                 {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
  m->nvertex = 8, m->nface = 0;
  for (int v = 0; v < 8; v++) {
    m->vertex[3 * v] = v & 1 ? x : -x;
    m->vertex[3 * v + 1] = v & 2 ? y : -y;
    m->vertex[3 * v + 2] = v & 4 ? z : -z;
  }
  for (int q = 0; q < 6; q++)
    for (int h = 0; h < 2; h++) {
      int *f = m->face + 3 * m->nface++;
      f[0] = quad[q][0], f[1] = quad[q][1 + h], f[2] = quad[q][2 + h];
    }
  mesh_adjacency(m);
}

static inline rg_shape mesh_shape(const test_mesh *m, int adjacency) {
  rg_shape s = shape_at(RG_GEOM_MESH, 0, 0, 0, 0, 0, 0);
  s.vertex = m->vertex, s.nvertex = m->nvertex, s.face = m->face, s.nface = m->nface;
  if (adjacency) s.neighbour_start = m->start, s.neighbour = m->neighbour;
  return s;
}

/* --- what is known about a shape -------------------------------------------------------------- */

static inline void to_frame(const rg_shape *s, const double *world, int point, double *local) {
  double d[3];
  for (int i = 0; i < 3; i++) d[i] = world[i] - (point ? s->position[i] : 0);
  for (int j = 0; j < 3; j++)
    local[j] = s->rotation[j] * d[0] + s->rotation[3 + j] * d[1] + s->rotation[6 + j] * d[2];
}

/* largest n.x over the shape */
static inline double support_height(const rg_shape *s, const double *n) {
  const double *z = s->size;
  double d[3], h = 0;
  to_frame(s, n, 0, d);
  switch (s->type) {
  case RG_GEOM_SPHERE: h = z[0]; break;
  case RG_GEOM_CAPSULE: h = z[0] + z[1] * fabs(d[2]); break;
  case RG_GEOM_CYLINDER: h = z[0] * sqrt(d[0] * d[0] + d[1] * d[1]) + z[1] * fabs(d[2]); break;
  case RG_GEOM_BOX: h = z[0] * fabs(d[0]) + z[1] * fabs(d[1]) + z[2] * fabs(d[2]); break;
  case RG_GEOM_ELLIPSOID:
    h = sqrt(z[0] * z[0] * d[0] * d[0] + z[1] * z[1] * d[1] * d[1] + z[2] * z[2] * d[2] * d[2]);
    break;
  case RG_GEOM_MESH:
    h = -HUGE_VAL;
    for (int i = 0; i < s->nvertex; i++) h = fmax(h, dot(d, s->vertex + 3 * i));
    break;
  case RG_GEOM_PLANE: h = d[2] > 1 - 1e-12 ? 0 : HUGE_VAL; break;
  case RG_GEOM_HFIELD: break; /* not convex */
  }
  return h + dot(n, s->position);
}

/* g(n), a lower bound of the signed distance for every unit n from B to A */
static inline double separation(const rg_shape *a, const rg_shape *b, const double *n) {
  double back[3] = {-n[0], -n[1], -n[2]};
  return -support_height(a, back) - support_height(b, n);
}

/* how far outside the shape a point is, at least; <= 0 inside */
static inline double outside(const rg_shape *s, const double *world) {
  const double *z = s->size;
  double p[3], most = -HUGE_VAL;
  to_frame(s, world, 1, p);
  switch (s->type) {
  case RG_GEOM_SPHERE: return sqrt(dot(p, p)) - z[0];
  case RG_GEOM_CAPSULE: {
    double t = fmin(fmax(p[2], -z[1]), z[1]), q[3] = {p[0], p[1], p[2] - t};
    return sqrt(dot(q, q)) - z[0];
  }
  case RG_GEOM_CYLINDER: return fmax(sqrt(p[0] * p[0] + p[1] * p[1]) - z[0], fabs(p[2]) - z[1]);
  case RG_GEOM_BOX: return fmax(fmax(fabs(p[0]) - z[0], fabs(p[1]) - z[1]), fabs(p[2]) - z[2]);
  case RG_GEOM_ELLIPSOID: {
    double q[3] = {p[0] / z[0], p[1] / z[1], p[2] / z[2]};
    return (sqrt(dot(q, q)) - 1) * fmin(fmin(z[0], z[1]), z[2]);
  }
  case RG_GEOM_MESH:
    for (int i = 0; i < s->nface; i++) {
      const double *a = s->vertex + 3 * s->face[3 * i], *b = s->vertex + 3 * s->face[3 * i + 1];
      const double *c = s->vertex + 3 * s->face[3 * i + 2];
      double e1[3] = {b[0] - a[0], b[1] - a[1], b[2] - a[2]},
             e2[3] = {c[0] - a[0], c[1] - a[1], c[2] - a[2]}, n[3];
      cross(e1, e2, n);
      unit(n);
      most = fmax(most, dot(n, p) - dot(n, a));
    }
    return most;
  case RG_GEOM_PLANE: return p[2];
  case RG_GEOM_HFIELD: break;
  }
  return 0;
}

#endif
