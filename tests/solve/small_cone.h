/* Small problems in cone form for the tests, and a checker of their answers that shares nothing
   with the library: the natural map || r - P_K(r - u~) ||, u~ = (u_n + mu |u_t|, u_t), from its
   definition. */
#ifndef SMALL_CONE_H
#define SMALL_CONE_H

#include "law/forms.h"
#include "solve/front/solver.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SMALL_MAX = 64 };

/* a raw problem: `rows` scalar rows, then contacts of size d; n = rows + d contacts */
typedef struct small_problem {
  int d, rows, contacts, n;
  double A[SMALL_MAX * SMALL_MAX], c[SMALL_MAX], mu[SMALL_MAX];
  double lower[SMALL_MAX], upper[SMALL_MAX];
} small_problem;

/* 64-bit linear congruence, the same everywhere; uniform in [-1, 1) */
static inline double small_random(unsigned long long *seed) {
  *seed = *seed * 6364136223846793005ULL + 1442695040888963407ULL;
  return (double)(*seed >> 11) / 4503599627370496.0 - 1.0;
}

/* A = G M^-1 G', c = G v, with a random G of `freedoms` columns and random masses */
static inline void small_random_problem(small_problem *p, int d, int rows, int contacts,
                                        int freedoms, double mu, unsigned long long *seed) {
  double G[SMALL_MAX][SMALL_MAX], mass[SMALL_MAX], v[SMALL_MAX];
  memset(p, 0, sizeof *p);
  p->d = d, p->rows = rows, p->contacts = contacts, p->n = rows + d * contacts;
  for (int j = 0; j < freedoms; j++) {
    mass[j] = 1.5 + small_random(seed);
    v[j] = small_random(seed);
  }
  for (int i = 0; i < p->n; i++)
    for (int j = 0; j < freedoms; j++) G[i][j] = small_random(seed);
  for (int i = 0; i < p->n; i++)
    for (int j = 0; j < freedoms; j++) {
      p->c[i] += G[i][j] * v[j];
      for (int k = 0; k < p->n; k++) p->A[i * p->n + k] += G[i][j] * G[k][j] / mass[j];
    }
  for (int i = 0; i < contacts; i++) p->mu[i] = mu;
  for (int i = 0; i < rows; i++) p->lower[i] = -HUGE_VAL, p->upper[i] = HUGE_VAL;
}

/* the cone index of a raw unknown: rows fill whole blocks, with dummies at their end */
static inline int small_index(const small_problem *p, int i) {
  int row_blocks = (p->rows + p->d - 1) / p->d;
  return i < p->rows ? i : row_blocks * p->d + (i - p->rows);
}

/* mean diagonal of the block of a raw unknown; where that is 0 nothing moves, and 1 will do */
static inline double small_response(const small_problem *p, int i) {
  int first = i < p->rows ? i : p->rows + (i - p->rows) / p->d * p->d,
      size = i < p->rows ? 1 : p->d;
  double sum = 0;
  for (int k = first; k < first + size; k++) sum += p->A[k * p->n + k];
  return sum > 0 ? sum / size : 1;
}

/* mean response of the contacts */
static inline double small_typical(const small_problem *p) {
  double sum = 0;
  for (int k = 0; k < p->contacts; k++) sum += small_response(p, p->rows + p->d * k) / p->contacts;
  return p->contacts ? sum : 1;
}

/* what the square of a velocity is divided by */
static inline double small_measure(const small_problem *p, int i) {
  return i < p->rows ? small_response(p, i) : small_typical(p);
}

static inline void small_scale(const small_problem *p, rg_cone *cone, int scaled) {
  for (int i = 0; i < cone->n; i++) cone->scale[i] = 1;
  for (int b = 0; b < cone->blocks; b++) cone->weight[b] = 1;
  for (int i = 0; scaled && i < p->n; i++) {
    cone->scale[small_index(p, i)] = 1 / sqrt(small_response(p, i));
    if (i >= p->rows)
      cone->weight[small_index(p, i) / p->d] = small_response(p, i) / small_typical(p);
  }
}

/* every block is stored */
static inline void small_cone(rg_arena *arena, const small_problem *p, int scaled, rg_cone *cone) {
  int d = p->d, row_blocks = (p->rows + d - 1) / d, blocks = row_blocks + p->contacts;
  memset(cone, 0, sizeof *cone);
  cone->d = d, cone->blocks = blocks, cone->n = blocks * d;
  cone->contacts = p->contacts, cone->rows = p->rows, cone->first_contact = row_blocks;
  cone->start = RG_NEW(arena, int, blocks + 1);
  cone->column = RG_NEW(arena, int, blocks *blocks);
  cone->diagonal = RG_NEW(arena, int, blocks);
  cone->values = RG_NEW(arena, double, blocks *blocks *d *d);
  cone->c = RG_NEW(arena, double, cone->n);
  cone->mu = RG_NEW(arena, double, blocks);
  cone->lower = RG_NEW(arena, double, cone->n);
  cone->upper = RG_NEW(arena, double, cone->n);
  cone->scale = RG_NEW(arena, double, cone->n);
  cone->weight = RG_NEW(arena, double, blocks);
  small_scale(p, cone, scaled);
  for (int i = 0; i < blocks; i++) {
    cone->start[i + 1] = (i + 1) * blocks;
    cone->diagonal[i] = i * blocks + i;
    for (int j = 0; j < blocks; j++) cone->column[i * blocks + j] = j;
    if (i >= row_blocks) cone->mu[i] = p->mu[i - row_blocks];
  }
  for (int i = 0; i < cone->n; i++) { /* dummies, until a raw unknown takes the place */
    cone->values[((i / d) * blocks + i / d) * d * d + (i % d) * d + i % d] = 1;
    cone->lower[i] = -HUGE_VAL, cone->upper[i] = HUGE_VAL;
  }
  double square = 0;
  for (int i = 0; i < p->n; i++) {
    int row = small_index(p, i);
    double s = cone->scale[row];
    cone->c[row] = s * p->c[i];
    square += p->c[i] * p->c[i] / (scaled ? small_measure(p, i) : 1);
    if (i < p->rows) cone->lower[row] = p->lower[i] / s, cone->upper[row] = p->upper[i] / s;
    for (int j = 0; j < p->n; j++) {
      int column = small_index(p, j), block = (row / d) * blocks + column / d;
      cone->values[block * d * d + (row % d) * d + column % d] =
          s * p->A[i * p->n + j] * cone->scale[column];
    }
  }
  cone->c_norm = sqrt(square);
}

/* raw impulse of a scaled cone solution */
static inline void small_impulse(const small_problem *p, const rg_cone *cone, const double *x,
                                 double *r) {
  for (int i = 0; i < p->n; i++) {
    int at = small_index(p, i);
    r[i] = cone->scale[at] * x[at];
  }
}

static inline void small_velocity(const small_problem *p, const double *r, double *u) {
  for (int i = 0; i < p->n; i++) {
    u[i] = p->c[i];
    for (int j = 0; j < p->n; j++) u[i] += p->A[i * p->n + j] * r[j];
  }
}

/* nearest point of the cone |y_t| <= mu y_n to y, d = 2 or 3 */
static inline void small_nearest(int d, double mu, double *y) {
  double t = d == 3 ? hypot(y[1], y[2]) : fabs(y[1]);
  if (t <= mu * y[0]) return;
  /* length along the generator (1, mu e) / sqrt(1 + mu^2) */
  double along = (y[0] + mu * t) / sqrt(1 + mu * mu);
  if (along < 0) along = 0;
  y[0] = along / sqrt(1 + mu * mu);
  for (int k = 1; k < d; k++) y[k] = t > 0 ? y[k] / t * mu * y[0] : 0;
}

/* natural map of raw impulses, absolute; `scaled`: of a r and u, a the response, as the certificate judges it */
static inline double small_map(const small_problem *p, const double *r, int scaled) {
  double u[SMALL_MAX], sum = 0;
  small_velocity(p, r, u);
  for (int i = 0; i < p->rows; i++) {
    double a = scaled ? small_response(p, i) : 1, m = scaled ? small_measure(p, i) : 1;
    double y = fmin(fmax(a * r[i] - u[i], a * p->lower[i]), a * p->upper[i]);
    sum += (a * r[i] - y) * (a * r[i] - y) / m;
  }
  for (int k = 0; k < p->contacts; k++) {
    int at = p->rows + p->d * k;
    const double *rk = r + at, *uk = u + at;
    double a = scaled ? small_response(p, at) : 1, m = scaled ? small_measure(p, at) : 1;
    double slip = p->d == 3 ? hypot(uk[1], uk[2]) : fabs(uk[1]);
    double y[3] = {a * rk[0] - uk[0] - p->mu[k] * slip, a * rk[1] - uk[1],
                   p->d == 3 ? a * rk[2] - uk[2] : 0};
    small_nearest(p->d, p->mu[k], y);
    for (int i = 0; i < p->d; i++) sum += (a * rk[i] - y[i]) * (a * rk[i] - y[i]) / m;
  }
  return sqrt(sum);
}

static inline double small_natural_map(const small_problem *p, const double *r) {
  return small_map(p, r, 0);
}

/* what the certificate judges, relative */
static inline double small_residual(const small_problem *p, const double *r) {
  double square = 0;
  for (int i = 0; i < p->n; i++) square += p->c[i] * p->c[i] / small_measure(p, i);
  return small_map(p, r, 1) / sqrt(square);
}

/* the defaults that matter here */
static inline rg_options small_options(void) {
  rg_options options;
  memset(&options, 0, sizeof options);
  options.tol = 1e-10;
  return options;
}

/* solves with a cone solver from zero; raw impulses in r */
static inline rg_status small_solve(const rg_solver_entry *entry, const small_problem *p,
                                    int scaled, const rg_options *options, double *r,
                                    rg_outcome *outcome) {
  rg_arena arena = {0};
  rg_cone cone;
  double x[2 * SMALL_MAX] = {0};
  memset(outcome, 0, sizeof *outcome);
  small_cone(&arena, p, scaled, &cone);
  void *state = entry->cone_setup(&arena, &cone, options);
  rg_status status = state ? entry->cone_solve(state, &cone, options, x, outcome) : RG_NO_MEMORY;
  small_impulse(p, &cone, x, r);
  rg_arena_free(&arena);
  return status;
}

#endif
