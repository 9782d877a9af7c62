/* Rigid bodies with contacts, as contact problems in local and in global form, built from
   velocities of points and nothing of the library: u = G v, A = G M^-1 G', c = G v_free, f = M
   v_free. */
#ifndef BODY_SCENE_H
#define BODY_SCENE_H

#include <rigor/rigor.h>

#include <math.h>
#include <string.h>

enum { SCENE_DOF = 24, SCENE_N = 48 };

typedef struct scene {
  int dim, bodies, rows, contacts, n, dof;
  double mass[SCENE_DOF], center[SCENE_DOF][3], v[SCENE_DOF];
  double line[SCENE_N][SCENE_DOF]; /* rows of G while it grows */
  double G[SCENE_N * SCENE_DOF], M[SCENE_DOF * SCENE_DOF], A[SCENE_N * SCENE_N];
  double c[SCENE_N], zero[SCENE_N], f[SCENE_DOF], mu[SCENE_N];
} scene;

static inline void scene_start(scene *s, int dim) {
  memset(s, 0, sizeof *s);
  s->dim = dim;
}

/* a body with its centre and free velocity; `inertia` is the same about every axis */
static inline int scene_body(scene *s, double mass, double inertia, const double *center,
                             const double *velocity) {
  int size = s->dim == 3 ? 6 : 3, first = s->bodies * size;
  for (int k = 0; k < size; k++) {
    s->mass[first + k] = k < s->dim ? mass : inertia;
    s->v[first + k] = velocity[k];
  }
  memcpy(s->center[s->bodies], center, (size_t)s->dim * sizeof(double));
  s->dof = first + size;
  return s->bodies++;
}

/* velocity of the point of a body along a direction, times sign, into the next row of G */
static inline void scene_line(scene *s, int body, double sign, const double *point,
                              const double *direction, double *row) {
  if (body < 0) return;
  double arm[3] = {0}, e[3] = {0};
  double *at = row + body * (s->dim == 3 ? 6 : 3);
  for (int k = 0; k < s->dim; k++) {
    arm[k] = point[k] - s->center[body][k];
    e[k] = direction[k];
    at[k] += sign * e[k];
  }
  if (s->dim == 2) {
    at[2] += sign * (arm[0] * e[1] - arm[1] * e[0]);
    return;
  }
  at[3] += sign * (arm[1] * e[2] - arm[2] * e[1]);
  at[4] += sign * (arm[2] * e[0] - arm[0] * e[2]);
  at[5] += sign * (arm[0] * e[1] - arm[1] * e[0]);
}

/* a contact of body a with body b (-1: the ground); the frame is (normal, tangent, normal x
 * tangent) */
static inline void scene_contact(scene *s, int a, int b, const double *point, const double *normal,
                                 const double *tangent, double mu) {
  double side[3] = {0};
  if (s->dim == 3)
    for (int k = 0; k < 3; k++)
      side[k] =
          normal[(k + 1) % 3] * tangent[(k + 2) % 3] - normal[(k + 2) % 3] * tangent[(k + 1) % 3];
  const double *axis[3] = {normal, tangent, side};
  for (int k = 0; k < s->dim; k++, s->n++) {
    scene_line(s, a, 1, point, axis[k], s->line[s->n]);
    scene_line(s, b, -1, point, axis[k], s->line[s->n]);
  }
  s->mu[s->contacts++] = mu;
}

static inline void scene_finish(scene *s) {
  memset(s->M, 0, sizeof s->M);
  for (int k = 0; k < s->dof; k++) {
    s->M[k * s->dof + k] = s->mass[k];
    s->f[k] = s->mass[k] * s->v[k];
  }
  for (int i = 0; i < s->n; i++) {
    memcpy(s->G + i * s->dof, s->line[i], (size_t)s->dof * sizeof(double));
    s->c[i] = 0;
    for (int k = 0; k < s->dof; k++) s->c[i] += s->line[i][k] * s->v[k];
    for (int j = 0; j < s->n; j++) {
      double sum = 0;
      for (int k = 0; k < s->dof; k++) sum += s->line[i][k] * s->line[j][k] / s->mass[k];
      s->A[i * s->n + j] = sum;
    }
  }
}

static inline rg_problem scene_local(const scene *s) {
  rg_problem p = rg_problem_default();
  p.dim = s->dim, p.contacts = s->contacts;
  p.A = rg_matrix_dense(s->n, s->n, s->A);
  p.c = s->c, p.mu = s->mu;
  return p;
}

static inline rg_problem scene_global(const scene *s) {
  rg_problem p = rg_problem_default();
  p.dim = s->dim, p.contacts = s->contacts;
  p.M = rg_matrix_dense(s->dof, s->dof, s->M);
  p.G = rg_matrix_dense(s->n, s->dof, s->G);
  p.f = s->f, p.c = s->zero, p.mu = s->mu;
  return p;
}

/* a cube of side 1 and mass 1 (inertia m l^2 / 6) on its four bottom vertices, free velocity given;
   contact k at (+-1/2, +-1/2): x of bit 0, y of bit 1. Frame: normal z, tangents x and y. */
static inline void scene_cube(scene *s, double mu, const double *velocity) {
  static const double up[3] = {0, 0, 1}, east[3] = {1, 0, 0}, center[3] = {0, 0, 0.5};
  scene_start(s, 3);
  scene_body(s, 1, 1.0 / 6, center, velocity);
  for (int k = 0; k < 4; k++) {
    double point[3] = {k & 1 ? 0.5 : -0.5, k & 2 ? 0.5 : -0.5, 0};
    scene_contact(s, 0, -1, point, up, east, mu);
  }
  scene_finish(s);
}

/* v = v_free + M^-1 G' r */
static inline void scene_motion(const scene *s, const double *r, double *v) {
  for (int k = 0; k < s->dof; k++) {
    v[k] = s->v[k];
    for (int i = 0; i < s->n; i++) v[k] += s->line[i][k] * r[i] / s->mass[k];
  }
}

#endif
