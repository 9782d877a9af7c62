/* Contact problems of random trees against dense matrices: G from rg_jacobian, M from rg_mass_dense, and Gaussian
   elimination written here.

       A = G M^-1 G',   c = G (v- + dt M^-1 f) - target + surface,   M (v+ - v-) = dt f + G' x */
#ifndef TEST_DENSE_REFERENCE_H
#define TEST_DENSE_REFERENCE_H

#include "counted_malloc.h"
#include "dynamics/mechanisms.h"
#include "dynamics/scenes.h"

#include "contact/entries.h"
#include "contact/pushes.h"
#include "math/vector.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static const double DT = 0.01;

/* directions of contacts in the scenes that are made: with 4 and 6 every third contact has no moments, the others have spin,
   or both */
static int dim = 3;

/* --- constraints of random places and directions -------------------------------------------- */

typedef struct scene {
  rg_arena arena;
  const rg_model *model;
  rg_data *data;
  rg_constraints c;
  double *start; /* v- */
} scene;

static inline void take_constraints(scene *s, int rows, int contacts, int entries) {
  rg_arena *a = &s->arena;
  rg_constraints *c = &s->c;
  size_t r = (size_t)rows, n = (size_t)contacts;
  c->most_rows = rows, c->most_contacts = contacts;
  c->kind = RG_NEW(a, rg_row_kind, r + 1);
  c->target = RG_NEW(a, double, r), c->compliance = RG_NEW(a, double, r);
  c->softness = RG_NEW(a, double, r), c->turn = RG_NEW(a, double, 3 * n);
  c->lower = RG_NEW(a, double, r), c->upper = RG_NEW(a, double, r);
  c->start = RG_NEW(a, int, r + 1);
  c->dof = RG_NEW(a, int, entries), c->value = RG_NEW(a, double, entries);
  c->contact = RG_NEW(a, rg_contact, n);
  c->mu = RG_NEW(a, double, n), c->contact_target = RG_NEW(a, double, n);
  c->contact_compliance = RG_NEW(a, double, n), c->surface = RG_NEW(a, double, 3 * n);
  c->dim = dim, c->turn_angular = RG_NEW(a, double, 3 * n);
  c->spin = RG_NEW(a, double, n), c->roll = RG_NEW(a, double, n);
  s->start = RG_NEW(a, double, s->model->nv);
  assert_false(a->failed);
}

static inline void add_row(scene *s, rg_row_kind kind, int entries, const int *dof,
                           const double *value, uint64_t *seed) {
  rg_constraints *c = &s->c;
  int i = c->rows++, at = c->start[i];
  c->kind[i] = kind;
  for (int e = 0; e < entries; e++) c->dof[at + e] = dof[e], c->value[at + e] = value[e];
  c->start[i + 1] = at + entries;
  c->target[i] = kind == RG_ROW_CLOSURE ? 0 : tree_draw(seed);
  c->lower[i] = -2 + tree_draw(seed), c->upper[i] = 2 + tree_draw(seed);
}

/* a row over every stride-th degree of freedom from `first` on */
static inline void add_random_row(scene *s, int first, int stride, uint64_t *seed) {
  int dof[1000], count = 0;
  double value[1000];
  for (int k = first; k < s->model->nv; k += stride, count++)
    dof[count] = k, value[count] = tree_draw(seed);
  add_row(s, RG_ROW_LIMIT, count, dof, value, seed);
}

static inline void add_contact(scene *s, int body1, int body2, uint64_t *seed) {
  int i = s->c.contacts++;
  rg_contact *contact = s->c.contact + i;
  double n[3] = {tree_draw(seed), tree_draw(seed), 1.1 + tree_draw(seed)};
  rg_v3_normalize(n);
  memcpy(contact->frame, n, sizeof n);
  rg_v3_tangents(n, contact->frame + 3, contact->frame + 6);
  contact->body1 = body1, contact->body2 = body2;
  for (int r = 0; r < 3; r++) {
    contact->position[r] = s->data->xpos[3 * body1 + r] + 0.3 * tree_draw(seed);
    s->c.surface[3 * i + r] = tree_draw(seed);
    s->c.turn[3 * i + r] = tree_draw(seed);
  }
  for (int r = 0; r < 3 && dim > 3; r++) s->c.turn_angular[3 * i + r] = tree_draw(seed);
  s->c.spin[i] = dim > 3 && i % 3 ? 0.1 : 0;
  s->c.roll[i] = dim > 4 && i % 3 == 2 ? 0.05 : 0;
  s->c.mu[i] = 0.5, s->c.contact_target[i] = 0.1 * tree_draw(seed);
}

static inline scene make_scene(const rg_model *model, int rows, int contacts, uint64_t *seed) {
  scene s = {.model = model, .data = rg_data_new(model)};
  assert_non_null(s.data);
  take_constraints(&s, rows, contacts, rows * model->nv);
  tree_random_state(model, s.data, seed);
  for (int i = 0; i < model->nv; i++) s.data->qfrc_applied[i] = 3 * tree_draw(seed);
  for (int i = 0; i < model->nv; i++) s.start[i] = tree_draw(seed);
  rg_forward(model, s.data);
  return s;
}

static inline void free_scene(scene *s) {
  rg_data_free(s->data);
  rg_arena_free(&s->arena);
}

/* --- dense reference ------------------------------------------------------------------------ */

/* x = A \ x by Gaussian elimination with partial pivoting, m right-hand sides in rows of x; A is
   lost */
static inline void solve_dense(int n, double *A, int m, double *x) {
  for (int k = 0; k < n; k++) {
    int best = k;
    for (int i = k + 1; i < n; i++)
      if (fabs(A[i * n + k]) > fabs(A[best * n + k])) best = i;
    for (int j = 0; j < n; j++) {
      double swap = A[k * n + j];
      A[k * n + j] = A[best * n + j], A[best * n + j] = swap;
    }
    for (int r = 0; r < m; r++) {
      double swap = x[r * n + k];
      x[r * n + k] = x[r * n + best], x[r * n + best] = swap;
    }
    for (int i = k + 1; i < n; i++) {
      double l = A[i * n + k] / A[k * n + k];
      for (int j = k; j < n; j++) A[i * n + j] -= l * A[k * n + j];
      for (int r = 0; r < m; r++) x[r * n + i] -= l * x[r * n + k];
    }
  }
  for (int r = 0; r < m; r++)
    for (int i = n - 1; i >= 0; i--) {
      for (int j = i + 1; j < n; j++) x[r * n + i] -= A[i * n + j] * x[r * n + j];
      x[r * n + i] /= A[i * n + i];
    }
}

typedef struct dense {
  int n, nv;
  double *G, *A, *c, *free;
} dense;

/* rows that contact i has */
static inline int rows_of(const scene *s, int i) {
  return s->c.roll[i] > 0 ? 6 : s->c.spin[i] > 0 ? 4 : 3;
}

static inline void dense_contact_rows(const scene *s, int c, double *G) {
  const rg_contact *contact = s->c.contact + c;
  int nv = s->model->nv;
  double *J1 = test_malloc(3 * sizeof(double) * (size_t)nv);
  double *J2 = test_malloc(3 * sizeof(double) * (size_t)nv);
  for (int r = 0; r < rows_of(s, c); r++) {
    double *linear[2] = {r < 3 ? J1 : NULL, r < 3 ? J2 : NULL};
    double *angular[2] = {r < 3 ? NULL : J1, r < 3 ? NULL : J2};
    rg_jacobian(s->model, s->data, contact->body1, contact->position, linear[0], angular[0]);
    rg_jacobian(s->model, s->data, contact->body2, contact->position, linear[1], angular[1]);
    for (int k = 0; k < nv; k++) {
      G[r * nv + k] = 0;
      for (int i = 0; i < 3; i++)
        G[r * nv + k] += contact->frame[3 * (r % 3) + i] * (J1[i * nv + k] - J2[i * nv + k]);
    }
  }
  test_free(J1);
  test_free(J2);
}

/* rows (without closures where `open`), then contacts */
static inline int dense_rows(const scene *s, int open, double *G, double *shift) {
  const rg_constraints *c = &s->c;
  int nv = s->model->nv, n = 0;
  for (int i = 0; i < c->rows; i++) {
    if (open && c->kind[i] == RG_ROW_CLOSURE) continue;
    for (int e = c->start[i]; e < c->start[i + 1]; e++) G[n * nv + c->dof[e]] += c->value[e];
    shift[n++] = -c->target[i];
  }
  for (int i = 0; i < c->contacts; i++, n += dim) {
    dense_contact_rows(s, i, G + n * nv);
    for (int k = 0; k < 3; k++) shift[n + k] = c->surface[3 * i + k] + c->turn[3 * i + k];
    for (int k = 3; k < rows_of(s, i); k++) shift[n + k] = c->turn_angular[3 * i + k - 3];
  }
  return n;
}

static inline double *dense_mass(const scene *s) {
  size_t nv = (size_t)s->model->nv;
  double *M = test_malloc((nv * nv + 1) * sizeof(double));
  rg_mass_dense(s->model, s->data, M);
  return M;
}

static inline double row_dot(int n, const double *a, const double *b) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

static inline dense make_dense(const scene *s) {
  int nv = s->model->nv, most = s->c.rows + dim * s->c.contacts;
  dense d = {.nv = nv};
  d.G = test_calloc((size_t)(most * nv) + 1, sizeof(double));
  d.A = test_calloc((size_t)(most * most) + 1, sizeof(double));
  d.c = test_calloc((size_t)most + 1, sizeof(double));
  d.free = test_calloc((size_t)nv + 1, sizeof(double));
  d.n = dense_rows(s, 0, d.G, d.c);

  /* M^-1 of all rows and of the force */
  double *M = dense_mass(s), *X = test_calloc((size_t)((most + 1) * nv) + 1, sizeof(double));
  memcpy(X, d.G, (size_t)(d.n * nv) * sizeof(double));
  memcpy(X + d.n * nv, s->data->qfrc_smooth, (size_t)nv * sizeof(double));
  solve_dense(nv, M, d.n + 1, X);
  for (int k = 0; k < nv; k++) d.free[k] = s->start[k] + DT * X[d.n * nv + k];
  for (int i = 0; i < d.n; i++) {
    d.c[i] += row_dot(nv, d.G + i * nv, d.free);
    for (int j = 0; j < d.n; j++) d.A[i * d.n + j] = row_dot(nv, d.G + i * nv, X + j * nv);
  }
  test_free(M);
  test_free(X);
  return d;
}

static inline void free_dense(dense *d) {
  test_free(d->G), test_free(d->A), test_free(d->c), test_free(d->free);
}

/* --- comparison ----------------------------------------------------------------------------- */

static inline void assert_close(int n, const double *a, const double *b, double tolerance,
                                const char *what) {
  double size = 1e-300, worst = 0;
  for (int i = 0; i < n; i++) {
    assert_true(isfinite(a[i]) && isfinite(b[i]));
    size = fmax(size, fabs(b[i])), worst = fmax(worst, fabs(a[i] - b[i]));
  }
  if (worst > tolerance * size) fail_msg("%s: off by %g of %g", what, worst, size);
}

/* 0 for a moment that cannot be */
static inline int has_row(const rg_problem *p, int i) {
  int k = (i - p->rows) % dim, contact = (i - p->rows) / dim;
  if (i < p->rows || k < 3) return 1;
  return (p->roll && p->roll[contact] > 0) || (k == 3 && p->spin[contact] > 0);
}

/* A as a dense matrix; columns must ascend, A must be symmetric to the bit, blocks full */
static inline double *spread(const rg_problem *p) {
  int n = rg_problem_size(p);
  double *A = test_calloc((size_t)(n * n) + 1, sizeof(double));
  char *there = test_calloc((size_t)(n * n) + 1, 1);
  assert_int_equal(p->A.storage, RG_SPARSE);
  for (int i = 0; i < n; i++)
    for (int e = p->A.row_start[i]; e < p->A.row_start[i + 1]; e++) {
      if (e > p->A.row_start[i]) assert_true(p->A.column[e] > p->A.column[e - 1]);
      A[i * n + p->A.column[e]] = p->A.values[e];
      there[i * n + p->A.column[e]] = 1;
    }
  for (int i = 0; i < n; i++) {
    assert_true(there[i * n + i] || !has_row(p, i));
    for (int j = 0; j < n; j++) {
      assert_true(A[i * n + j] == A[j * n + i]);
      if (i < p->rows || j < p->rows) continue;
      int bi = i - (i - p->rows) % dim, bj = j - (j - p->rows) % dim;
      int both = has_row(p, i) && has_row(p, j);
      assert_int_equal(there[i * n + j], both && there[bi * n + bj]);
    }
  }
  test_free(there);
  return A;
}

static inline void compare_with_dense(const rg_assembly_kind *kind, scene *s, double tolerance) {
  rg_arena arena = {0};
  rg_error error = {0};
  rg_problem problem;
  int nv = s->model->nv;
  void *state = kind->setup(&arena, s->model, s->c.most_rows, s->c.most_contacts, &error);
  assert_non_null(state);
  assert_true(!kind->extra_rows || kind->extra_rows(state) == 0);
  rg_status status =
      assemble_all(kind, state, s->model, s->data, &s->c, s->start, DT, &problem, &error);
  if (status) fail_msg("%s: %s", error.element, error.reason);
  assert_int_equal(rg_problem_check(&problem, &error), RG_OK);

  /* A and c */
  dense d = make_dense(s);
  int n = rg_problem_size(&problem);
  assert_int_equal(n, d.n);
  double *A = spread(&problem);
  assert_close(n * n, A, d.A, tolerance, "A");
  assert_close(n, problem.c, d.c, tolerance, "c");
  for (int i = 0; i < s->c.rows; i++) {
    assert_true(problem.lower[i] == s->c.lower[i]);
    assert_true(problem.upper[i] == s->c.upper[i]);
  }
  assert_memory_equal(problem.target, s->c.contact_target, (size_t)s->c.contacts * sizeof(double));

  /* M (v+ - v_free) = G' x, and u = A x + c by the motion */
  double *x = test_calloc((size_t)n + 1, sizeof(double));
  double *v = test_calloc((size_t)nv + 1, sizeof(double));
  double *u = test_calloc((size_t)n + 1, sizeof(double));
  double *w = test_calloc((size_t)n + 1, sizeof(double));
  double *push = test_calloc((size_t)nv + 1, sizeof(double));
  uint64_t seed = 5;
  for (int i = 0; i < n; i++) x[i] = tree_draw(&seed);
  kind->velocity(state, s->model, s->data, x, v);
  for (int i = 0; i < n; i++)
    for (int k = 0; k < nv; k++) push[k] += d.G[i * nv + k] * x[i];
  double *M = dense_mass(s);
  solve_dense(nv, M, 1, push);
  for (int k = 0; k < nv; k++) push[k] += d.free[k];
  assert_close(nv, v, push, tolerance, "v+");
  kind->contact_velocity(state, s->model, s->data, v, u);
  for (int i = 0; i < n; i++) w[i] = d.c[i] + row_dot(n, d.A + i * n, x);
  assert_close(n, u, w, tolerance, "u");
  test_free(x), test_free(v), test_free(u), test_free(w), test_free(push), test_free(M);
  test_free(A);
  free_dense(&d);
  kind->release(state);
  rg_arena_free(&arena);
}

/* --- trees ---------------------------------------------------------------------------------- */

static inline void random_constraints(scene *s, int rows, int contacts, uint64_t *seed) {
  for (int i = 0; i < rows; i++) add_random_row(s, i % 5, 1 + i % 4 * 3, seed);
  for (int i = 0; i < contacts; i++) {
    int bodies = s->model->nbody;
    int one = 1 + (int)((tree_draw(seed) + 1) / 2 * (bodies - 1));
    int two = i % 3 ? (int)((tree_draw(seed) + 1) / 2 * bodies) : 0;
    add_contact(s, one, two, seed);
  }
}

static inline void compare_tree(tree_shape shape, tree_joints joints, int links, int floating,
                                double tolerance, uint64_t *seed) {
  rg_model *model = tree_build(shape, joints, links, floating, 0.02, seed);
  scene s = make_scene(model, 6, 9, seed);
  random_constraints(&s, 6, 9, seed);
  compare_with_dense(&rg_assembly_minimal, &s, tolerance);
  compare_with_dense(&rg_assembly_embedded, &s, tolerance);
  free_scene(&s);
  rg_model_free(model);
}

#endif
