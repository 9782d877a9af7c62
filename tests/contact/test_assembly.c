/* Minimal and embedded coordinates against dense matrices: G from rg_jacobian, M from
   rg_mass_dense, and Gaussian elimination written here. Closures: the embedded velocity against the
   whole KKT system.

       A = G M^-1 G',   c = G (v- + dt M^-1 f) - target + surface,   M (v+ - v-) = dt f + G' x */
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

static void take_constraints(scene *s, int rows, int contacts, int entries) {
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

static void add_row(scene *s, rg_row_kind kind, int entries, const int *dof, const double *value,
                    uint64_t *seed) {
  rg_constraints *c = &s->c;
  int i = c->rows++, at = c->start[i];
  c->kind[i] = kind;
  for (int e = 0; e < entries; e++) c->dof[at + e] = dof[e], c->value[at + e] = value[e];
  c->start[i + 1] = at + entries;
  c->target[i] = kind == RG_ROW_CLOSURE ? 0 : tree_draw(seed);
  c->lower[i] = -2 + tree_draw(seed), c->upper[i] = 2 + tree_draw(seed);
}

/* a row over every stride-th degree of freedom from `first` on */
static void add_random_row(scene *s, int first, int stride, uint64_t *seed) {
  int dof[1000], count = 0;
  double value[1000];
  for (int k = first; k < s->model->nv; k += stride, count++)
    dof[count] = k, value[count] = tree_draw(seed);
  add_row(s, RG_ROW_LIMIT, count, dof, value, seed);
}

static void add_contact(scene *s, int body1, int body2, uint64_t *seed) {
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

static scene make_scene(const rg_model *model, int rows, int contacts, uint64_t *seed) {
  scene s = {.model = model, .data = rg_data_new(model)};
  assert_non_null(s.data);
  take_constraints(&s, rows, contacts, rows * model->nv);
  tree_random_state(model, s.data, seed);
  for (int i = 0; i < model->nv; i++) s.data->qfrc_applied[i] = 3 * tree_draw(seed);
  for (int i = 0; i < model->nv; i++) s.start[i] = tree_draw(seed);
  rg_forward(model, s.data);
  return s;
}

static void free_scene(scene *s) {
  rg_data_free(s->data);
  rg_arena_free(&s->arena);
}

/* --- dense reference ------------------------------------------------------------------------ */

/* x = A \ x by Gaussian elimination with partial pivoting, m right-hand sides in rows of x; A is
   lost */
static void solve_dense(int n, double *A, int m, double *x) {
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
static int rows_of(const scene *s, int i) {
  return s->c.roll[i] > 0 ? 6 : s->c.spin[i] > 0 ? 4 : 3;
}

static void dense_contact_rows(const scene *s, int c, double *G) {
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
static int dense_rows(const scene *s, int open, double *G, double *shift) {
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

static double *dense_mass(const scene *s) {
  size_t nv = (size_t)s->model->nv;
  double *M = test_malloc((nv * nv + 1) * sizeof(double));
  rg_mass_dense(s->model, s->data, M);
  return M;
}

static double row_dot(int n, const double *a, const double *b) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

static dense make_dense(const scene *s) {
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

static void free_dense(dense *d) {
  test_free(d->G), test_free(d->A), test_free(d->c), test_free(d->free);
}

/* --- comparison ----------------------------------------------------------------------------- */

static void assert_close(int n, const double *a, const double *b, double tolerance,
                         const char *what) {
  double size = 1e-300, worst = 0;
  for (int i = 0; i < n; i++) {
    assert_true(isfinite(a[i]) && isfinite(b[i]));
    size = fmax(size, fabs(b[i])), worst = fmax(worst, fabs(a[i] - b[i]));
  }
  if (worst > tolerance * size) fail_msg("%s: off by %g of %g", what, worst, size);
}

/* 0 for a moment that cannot be */
static int has_row(const rg_problem *p, int i) {
  int k = (i - p->rows) % dim, contact = (i - p->rows) / dim;
  if (i < p->rows || k < 3) return 1;
  return (p->roll && p->roll[contact] > 0) || (k == 3 && p->spin[contact] > 0);
}

/* A as a dense matrix; columns must ascend, A must be symmetric to the bit, blocks full */
static double *spread(const rg_problem *p) {
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

static void compare_with_dense(const rg_assembly_kind *kind, scene *s, double tolerance) {
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

static void random_constraints(scene *s, int rows, int contacts, uint64_t *seed) {
  for (int i = 0; i < rows; i++) add_random_row(s, i % 5, 1 + i % 4 * 3, seed);
  for (int i = 0; i < contacts; i++) {
    int bodies = s->model->nbody;
    int one = 1 + (int)((tree_draw(seed) + 1) / 2 * (bodies - 1));
    int two = i % 3 ? (int)((tree_draw(seed) + 1) / 2 * bodies) : 0;
    add_contact(s, one, two, seed);
  }
}

static void compare_tree(tree_shape shape, tree_joints joints, int links, int floating,
                         double tolerance, uint64_t *seed) {
  rg_model *model = tree_build(shape, joints, links, floating, 0.02, seed);
  scene s = make_scene(model, 6, 9, seed);
  random_constraints(&s, 6, 9, seed);
  compare_with_dense(&rg_assembly_minimal, &s, tolerance);
  compare_with_dense(&rg_assembly_embedded, &s, tolerance);
  free_scene(&s);
  rg_model_free(model);
}

static void random_trees(void **unused) {
  (void)unused;
  uint64_t seed = 1;
  for (int round = 0; round < 3; round++)
    for (int shape = TREE_CHAIN; shape <= TREE_RANDOM; shape++)
      for (int joints = JOINTS_HINGE; joints <= JOINTS_MIXED; joints++)
        compare_tree((tree_shape)shape, (tree_joints)joints, 5 + 3 * round, round % 2, 1e-10,
                     &seed);
}

/* what impulses do to the joints without rows: force = G' x, of bodies whose contacts are off their origins */
static void pushes_are_transposed_rows(void **unused) {
  (void)unused;
  uint64_t seed = 5;
  for (int joints = JOINTS_HINGE; joints <= JOINTS_MIXED; joints++)
    for (int skip = 0; skip < 2; skip++) {
      rg_model *model = tree_build(TREE_RANDOM, (tree_joints)joints, 8, joints % 2, 0, &seed);
      scene s = make_scene(model, 4, 7, &seed);
      random_constraints(&s, 4, 7, &seed);
      dense d = make_dense(&s);
      unsigned char done[11] = {0};
      double x[4 + 6 * 7], *wanted = test_calloc((size_t)model->nv + 1, sizeof(double));
      double *force = test_calloc((size_t)model->nv + 1, sizeof(double));
      double *wrench = test_calloc(6 * (size_t)model->nbody, sizeof(double));
      for (int i = 0; i < d.n; i++) x[i] = tree_draw(&seed);
      for (int u = 0; u < 11; u++) done[u] = skip && u % 3 == 0;
      for (int i = 0; i < d.n; i++)
        for (int k = 0; k < model->nv && !done[i < 4 ? i : 4 + (i - 4) / dim]; k++)
          wanted[k] += d.G[i * model->nv + k] * x[i];
      rg_constraint_push(model, s.data, &s.c, skip ? done : NULL, x, wrench, force);
      assert_close(model->nv, force, wanted, 1e-12, "force");
      test_free(wanted), test_free(force), test_free(wrench);
      free_dense(&d);
      free_scene(&s);
      rg_model_free(model);
    }
}

/* beyond the depth where articulated bodies take over */
static void deep_trees(void **unused) {
  (void)unused;
  uint64_t seed = 2;
  rg_model *model = tree_build(TREE_CHAIN, JOINTS_HINGE, 60, 0, 0.02, &seed);
  assert_false(rg_minimal_needs_mass(model));
  rg_model_free(model);
  compare_tree(TREE_CHAIN, JOINTS_HINGE, 60, 0, 1e-10, &seed);
  compare_tree(TREE_CHAIN, JOINTS_MIXED, 40, 1, 1e-10, &seed);
  compare_tree(TREE_BINARY, JOINTS_MIXED, 70, 1, 1e-10, &seed);
  compare_tree(TREE_RANDOM, JOINTS_BALL, 70, 0, 1e-10, &seed);
}

/* --- stretches ------------------------------------------------------------------------------ */

/* a scalar row over one degree of freedom, or two */
static void add_short_row(scene *s, uint64_t *seed) {
  int nv = s->model->nv, first = (int)((tree_draw(seed) + 1) / 2 * (nv - 1));
  int dof[2] = {first, first + 1 + (int)((tree_draw(seed) + 1) / 2 * (nv - 1 - first))};
  double value[2] = {tree_draw(seed), tree_draw(seed)};
  add_row(s, RG_ROW_LIMIT, tree_draw(seed) > 0 ? 2 : 1, dof, value, seed);
}

/* a row as of a loop: over the ways of two bodies up to where they meet, most of it or all */
static void add_loop_row(scene *s, uint64_t *seed) {
  int nv = s->model->nv, count = 0, dof[1000];
  int i = (int)((tree_draw(seed) + 1) / 2 * nv), j = (int)((tree_draw(seed) + 1) / 2 * nv);
  double value[1000];
  while (i != j) {
    int *up = i > j ? &i : &j;
    if (tree_draw(seed) < 0.8) dof[count++] = *up;
    *up = s->model->dof_parent[*up];
  }
  for (int k = 0; k < count / 2; k++) { /* ascending */
    int swap = dof[k];
    dof[k] = dof[count - 1 - k], dof[count - 1 - k] = swap;
  }
  for (int k = 0; k < count; k++) value[k] = tree_draw(seed);
  add_row(s, RG_ROW_CLOSURE, count, dof, value, seed);
}

static const rg_row_factor *rows_of_chosen(void *state, scene *s, const unsigned char *chosen) {
  rg_problem problem;
  rg_error error = {0};
  const rg_row_factor *rows;
  const rg_assembly_kind *kind = &rg_assembly_minimal;
  assert_int_equal(kind->assemble(state, s->model, s->data, &s->c, s->start, DT, &problem, &error),
                   RG_OK);
  assert_int_equal(kind->rows(state, s->model, s->data, chosen, &rows, &error), RG_OK);
  return rows;
}

/* blocks of the chosen units, whose ways have other stretches than those of all, against the dense A */
static void compare_chosen(scene *s, double tolerance, uint64_t *seed) {
  rg_arena arena = {0};
  unsigned char chosen[64];
  int units = s->c.rows + s->c.contacts;
  assert_true(units <= 64);
  for (int u = 0; u < units; u++) chosen[u] = tree_draw(seed) < 0.4;
  void *state =
      rg_assembly_minimal.setup(&arena, s->model, s->c.most_rows, s->c.most_contacts, NULL);
  const rg_row_factor *rows = rows_of_chosen(state, s, chosen);
  dense d = make_dense(s);
  double size = 0;
  for (int i = 0; i < d.n * d.n; i++) size = fmax(size, fabs(d.A[i]));
  for (int g = 0; g < units; g++)
    for (int h = 0; h < units; h++) {
      double block[36];
      if (!chosen[g] || !chosen[h]) continue;
      rg_rows_block(rows, g, h, block, rows->width[h]);
      for (int r = 0; r < rows->width[g]; r++)
        for (int e = 0; e < rows->width[h]; e++) {
          double wanted = d.A[(rows->unknown[g] + r) * d.n + rows->unknown[h] + e];
          assert_true(fabs(rows->unit * block[r * rows->width[h] + e] - wanted) <=
                      tolerance * size);
        }
    }
  free_dense(&d);
  rg_assembly_minimal.release(state);
  rg_arena_free(&arena);
}

/* long limbs with few contacts and rows: what lies between them is short, and A is the same */
static void stretches(void **unused) {
  (void)unused;
  uint64_t seed = 7;
  int shorter = 0, rounds = 24;
  for (int round = 0; round < rounds; round++) {
    tree_shape shape = round % 4 ? TREE_LIMBS : TREE_CHAIN;
    rg_model *model = tree_build(shape, (tree_joints)(round / 2 % 4), 100, round % 2, 0.02, &seed);
    int contacts = 1 + round % 9, rows = round % 3, loops = round % 5 == 4;
    scene s = make_scene(model, rows + loops, contacts, &seed);
    for (int i = 0; i < rows; i++) add_short_row(&s, &seed);
    for (int i = 0; i < loops; i++) add_loop_row(&s, &seed);
    random_constraints(&s, 0, contacts, &seed);
    if (!rg_minimal_needs_mass(model)) {
      rg_arena arena = {0};
      void *state = rg_assembly_minimal.setup(&arena, model, rows + loops, contacts, NULL);
      shorter += rows_of_chosen(state, &s, NULL)->size < model->nv / 2;
      rg_assembly_minimal.release(state);
      rg_arena_free(&arena);
    }
    compare_with_dense(&rg_assembly_minimal, &s, 1e-10);
    compare_chosen(&s, 1e-10, &seed);
    free_scene(&s);
    rg_model_free(model);
  }
  assert_true(shorter >= rounds / 2); /* it is stretches that are tested */
}

/* --- piles ---------------------------------------------------------------------------------- */

static rg_model *pile(int bodies, uint64_t *seed) {
  rg_spec *spec = rg_spec_new("pile");
  for (int i = 0; i < bodies; i++) {
    rg_pose pose = tree_pose(seed, 1);
    rg_spec_body *body = rg_spec_add_body(spec, rg_spec_world(spec), NULL, &pose);
    tree_add_inertia(spec, body, seed);
    tree_add_joint(spec, body, RG_JOINT_FREE, 0, seed);
  }
  return scene_compile(spec);
}

/* neighbours touch, every third touches the floor */
static void pile_contacts(scene *s, int each, uint64_t *seed) {
  for (int b = 1; b < s->model->nbody; b++)
    for (int k = 0; k < each; k++) {
      int other = b + 1 + k / 4 < s->model->nbody ? b + 1 + k / 4 : 0;
      add_contact(s, b, b % 3 ? other : 0, seed);
    }
}

static void piles(void **unused) {
  (void)unused;
  uint64_t seed = 3;
  rg_model *model = pile(20, &seed);
  scene s = make_scene(model, 3, 100, &seed);
  random_constraints(&s, 3, 0, &seed);
  s.c.start[3] = s.c.start[2] = s.c.start[1] + 2; /* one short row, one over nothing */
  pile_contacts(&s, 5, &seed);
  compare_with_dense(&rg_assembly_minimal, &s, 1e-10);
  compare_with_dense(&rg_assembly_embedded, &s, 1e-10);
  free_scene(&s);
  rg_model_free(model);
}

/* the blocks of a pile are those of contacts that share a moving body, no others */
static void pattern_of_pile(void **unused) {
  (void)unused;
  uint64_t seed = 4;
  rg_model *model = pile(30, &seed);
  scene s = make_scene(model, 0, 150, &seed);
  rg_arena arena = {0};
  rg_problem p;
  pile_contacts(&s, 5, &seed);
  void *state = rg_assembly_minimal.setup(&arena, model, 0, 150, NULL);
  assert_int_equal(
      assemble_all(&rg_assembly_minimal, state, model, s.data, &s.c, s.start, DT, &p, NULL), RG_OK);
  long entries = 0;
  for (int i = 0; i < s.c.contacts; i++)
    for (int j = 0; j < s.c.contacts; j++) {
      const rg_contact *a = s.c.contact + i, *b = s.c.contact + j;
      int shared = a->body1 == b->body1 || a->body1 == b->body2 || a->body2 == b->body1 ||
                   (a->body2 && a->body2 == b->body2);
      entries += 9 * shared;
    }
  assert_int_equal(p.A.row_start[450], entries);
  rg_assembly_minimal.release(state);
  rg_arena_free(&arena);
  free_scene(&s);
  rg_model_free(model);
}

/* --- closures ------------------------------------------------------------------------------- */

/* rows of kind closure, from the dynamics */
static void closure_rows(scene *s, uint64_t *seed) {
  rg_closure *closure = rg_closure_new(&s->arena, s->model);
  int nv = s->model->nv;
  rg_closure_rows(closure, s->model, s->data);
  for (int r = 0; r < closure->rows; r++) {
    int dof[100], count = 0;
    double value[100];
    for (int k = 0; k < nv; k++)
      if (closure->jacobian[r * nv + k] != 0)
        dof[count] = k, value[count++] = closure->jacobian[r * nv + k];
    add_row(s, RG_ROW_CLOSURE, count, dof, value, seed);
  }
}

/* closure rows that do not depend on those before them, by Gram-Schmidt; returns how many */
static int independent_closures(const scene *s, double *J) {
  const rg_constraints *c = &s->c;
  int nv = s->model->nv, count = 0;
  double *basis = test_calloc((size_t)((c->rows + 1) * nv), sizeof(double));
  for (int i = 0; i < c->rows; i++) {
    if (c->kind[i] != RG_ROW_CLOSURE) continue;
    double *row = J + count * nv, *b = basis + count * nv;
    memset(row, 0, (size_t)nv * sizeof(double));
    for (int e = c->start[i]; e < c->start[i + 1]; e++) row[c->dof[e]] += c->value[e];
    memcpy(b, row, (size_t)nv * sizeof(double));
    for (int twice = 0; twice < 2; twice++)
      for (int k = 0; k < count; k++) {
        double along = row_dot(nv, b, basis + k * nv);
        for (int j = 0; j < nv; j++) b[j] -= along * basis[k * nv + j];
      }
    double size = sqrt(row_dot(nv, b, b));
    if (size < 1e-8) continue;
    for (int j = 0; j < nv; j++) b[j] /= size;
    count++;
  }
  test_free(basis);
  return count;
}

/* M v - J' lambda = momentum, J v = 0 */
static void kkt_velocity(const scene *s, const double *momentum, double *v) {
  int nv = s->model->nv;
  double *J = test_calloc((size_t)((s->c.rows + 1) * nv), sizeof(double)), *M = dense_mass(s);
  int rows = independent_closures(s, J), n = nv + rows;
  double *K = test_calloc((size_t)(n * n), sizeof(double));
  double *x = test_calloc((size_t)n, sizeof(double));
  for (int i = 0; i < nv; i++) {
    for (int j = 0; j < nv; j++) K[i * n + j] = M[i * nv + j];
    for (int r = 0; r < rows; r++)
      K[i * n + nv + r] = -J[r * nv + i], K[(nv + r) * n + i] = J[r * nv + i];
    x[i] = momentum[i];
  }
  solve_dense(n, K, 1, x);
  memcpy(v, x, (size_t)nv * sizeof(double));
  test_free(J), test_free(M), test_free(K), test_free(x);
}

/* A and c of the closed system, and v+ for impulses x */
static void dense_closed(const scene *s, const double *x, dense *d, double *v) {
  int nv = s->model->nv;
  double *shift = d->c, *momentum = test_calloc((size_t)nv, sizeof(double));
  double *M = dense_mass(s);
  d->n = dense_rows(s, 1, d->G, shift);
  for (int i = 0; i < nv; i++)
    momentum[i] = row_dot(nv, M + i * nv, s->start) + DT * s->data->qfrc_smooth[i];
  kkt_velocity(s, momentum, v);
  for (int j = 0; j < d->n; j++) {
    double *column = test_calloc((size_t)nv, sizeof(double));
    d->c[j] += row_dot(nv, d->G + j * nv, v);
    kkt_velocity(s, d->G + j * nv, column);
    for (int i = 0; i < d->n; i++) d->A[i * d->n + j] = row_dot(nv, d->G + i * nv, column);
    for (int i = 0; i < nv; i++) momentum[i] += d->G[j * nv + i] * x[j];
    test_free(column);
  }
  kkt_velocity(s, momentum, v);
  test_free(momentum), test_free(M);
}

/* v+ of minimal coordinates whose closure impulses hold the closures: the dependent ones are 0 */
static void minimal_closed_velocity(scene *s, const double *open, double *v) {
  rg_arena arena = {0};
  rg_problem p;
  int rows = s->c.rows, closed = 0, at = 0;
  void *state = rg_assembly_minimal.setup(&arena, s->model, rows, s->c.contacts, NULL);
  assert_int_equal(
      assemble_all(&rg_assembly_minimal, state, s->model, s->data, &s->c, s->start, DT, &p, NULL),
      RG_OK);
  int n = rg_problem_size(&p), *index = test_calloc((size_t)n, sizeof(int));
  double *A = spread(&p), *x = test_calloc((size_t)n, sizeof(double));
  for (int i = 0; i < n; i++)
    if (i >= rows || s->c.kind[i] != RG_ROW_CLOSURE) x[i] = open[at++];

  /* A_bb lambda = -(A_bo x_o + c_b), rows that depend on others left out by elimination */
  double *B = test_calloc((size_t)(rows * rows) + 1, sizeof(double));
  double *r = test_calloc((size_t)rows + 1, sizeof(double));
  for (int i = 0; i < rows; i++)
    if (s->c.kind[i] == RG_ROW_CLOSURE) index[closed++] = i;
  for (int i = 0; i < closed; i++) {
    r[i] = -p.c[index[i]] - row_dot(n, A + index[i] * n, x);
    for (int j = 0; j < closed; j++) B[i * closed + j] = A[index[i] * n + index[j]];
  }
  double *C = test_calloc((size_t)(rows * rows) + 1, sizeof(double));
  memcpy(C, B, (size_t)(closed * closed) * sizeof(double));
  for (int k = 0; k < closed; k++) {
    int dependent = !(C[k * closed + k] > 1e-9 * B[k * closed + k]);
    for (int i = k + 1; i < closed && !dependent; i++) {
      double l = C[i * closed + k] / C[k * closed + k];
      for (int j = k; j < closed; j++) C[i * closed + j] -= l * C[k * closed + j];
    }
    if (!dependent) continue;
    for (int j = 0; j < closed; j++)
      B[k * closed + j] = B[j * closed + k] = C[j * closed + k] = C[k * closed + j] = 0;
    B[k * closed + k] = C[k * closed + k] = 1, r[k] = 0;
  }
  solve_dense(closed, B, 1, r);
  for (int i = 0; i < closed; i++) x[index[i]] = r[i];
  rg_assembly_minimal.velocity(state, s->model, s->data, x, v);
  test_free(A), test_free(B), test_free(C), test_free(r), test_free(x), test_free(index);
  rg_assembly_minimal.release(state);
  rg_arena_free(&arena);
}

static void compare_closed(scene *s) {
  const rg_assembly_kind *kind = &rg_assembly_embedded;
  rg_arena arena = {0};
  rg_error error = {0};
  rg_problem p;
  int nv = s->model->nv, most = s->c.rows + dim * s->c.contacts;
  void *state = kind->setup(&arena, s->model, s->c.rows, s->c.contacts, &error);
  rg_status status = assemble_all(kind, state, s->model, s->data, &s->c, s->start, DT, &p, &error);
  if (status) fail_msg("%s: %s", error.element, error.reason);
  assert_int_equal(rg_problem_check(&p, &error), RG_OK);

  /* rows that are left, in their order */
  const int *map = kind->row_map(state);
  int left = 0;
  for (int i = 0; i < s->c.rows; i++)
    if (s->c.kind[i] != RG_ROW_CLOSURE) {
      assert_int_equal(map[left], i);
      assert_true(p.lower[left] == s->c.lower[i] && p.upper[left] == s->c.upper[i]);
      left++;
    }
  assert_int_equal(p.rows, left);

  /* A, c, v+, u */
  dense d = {.nv = nv};
  d.G = test_calloc((size_t)(most * nv), sizeof(double));
  d.A = test_calloc((size_t)(most * most), sizeof(double));
  d.c = test_calloc((size_t)most, sizeof(double));
  double *x = test_calloc((size_t)most, sizeof(double));
  double *u = test_calloc((size_t)most, sizeof(double));
  double *w = test_calloc((size_t)most, sizeof(double));
  double *v = test_calloc((size_t)nv, sizeof(double));
  double *kkt = test_calloc((size_t)nv, sizeof(double));
  double *minimal = test_calloc((size_t)nv, sizeof(double));
  uint64_t seed = 8;
  for (int i = 0; i < most; i++) x[i] = 0.1 * tree_draw(&seed);
  dense_closed(s, x, &d, kkt);
  int n = rg_problem_size(&p);
  assert_int_equal(n, d.n);
  double *A = spread(&p);
  assert_close(n * n, A, d.A, 1e-9, "A");
  assert_close(n, p.c, d.c, 1e-9, "c");
  kind->velocity(state, s->model, s->data, x, v);
  assert_close(nv, v, kkt, 1e-9, "v+");
  minimal_closed_velocity(s, x, minimal);
  assert_close(nv, v, minimal, 1e-9, "v+ of minimal coordinates");
  kind->contact_velocity(state, s->model, s->data, v, u);
  for (int i = 0; i < n; i++) w[i] = d.c[i] + row_dot(n, d.A + i * n, x);
  assert_close(n, u, w, 1e-9, "u");
  test_free(d.G), test_free(d.A), test_free(d.c), test_free(x), test_free(u), test_free(w);
  test_free(v), test_free(kkt), test_free(minimal), test_free(A);
  kind->release(state);
  rg_arena_free(&arena);
}

/* `moved`: away from the closed position */
static void compare_mechanism(rg_model *model, int moved, uint64_t *seed) {
  assert_non_null(model);
  scene s = make_scene(model, 60, 6, seed);
  if (!moved) {
    rg_data_reset(model, s.data, -1);
    rg_forward(model, s.data);
  }
  int dof = model->nv - 1;
  double value = 1.5;
  add_row(&s, RG_ROW_DRIVE, 1, &dof, &value, seed);
  closure_rows(&s, seed);
  random_constraints(&s, 2, 6, seed);
  compare_closed(&s);
  free_scene(&s);
  rg_model_free(model);
}

static void closed_mechanisms(void **unused) {
  (void)unused;
  uint64_t seed = 6;
  rg_model *model = NULL;
  assert_int_equal(rg_model_load(&model, RIGOR_SOURCE_DIR "/models/four_bar.xml", NULL, NULL),
                   RG_OK);
  compare_mechanism(model, 0, &seed);
  compare_mechanism(mechanism_four_bar(0), 0, &seed);
  compare_mechanism(mechanism_four_bar(1), 0, &seed);
  compare_mechanism(mechanism_slider_crank(), 0, &seed);
  compare_mechanism(mechanism_gear(1), 1, &seed);
  compare_mechanism(mechanism_on_base(), 0, &seed);
  compare_mechanism(mechanism_stewart(), 0, &seed);
}

/* --- compliance ----------------------------------------------------------------------------- */

/* a relaxed row or normal gets its share of g M^-1 g', a soft row its softness, whatever the
   coordinates */
static void relaxed(void **unused) {
  (void)unused;
  uint64_t seed = 7;
  const rg_assembly_kind *kinds[] = {&rg_assembly_minimal, &rg_assembly_embedded};
  rg_model *model = mechanism_on_base();
  scene s = make_scene(model, 2, 3, &seed);
  random_constraints(&s, 2, 3, &seed);
  dense d = make_dense(&s);
  for (int k = 0; k < 2; k++) {
    rg_arena arena = {0};
    rg_problem p;
    s.c.compliance[1] = s.c.contact_compliance[2] = s.c.softness[0] = 0;
    void *state = kinds[k]->setup(&arena, model, 2, 3, NULL);
    assemble_all(kinds[k], state, model, s.data, &s.c, s.start, DT, &p, NULL);
    int n = rg_problem_size(&p);
    double *rigid = spread(&p);
    s.c.compliance[1] = 0.3, s.c.contact_compliance[2] = 0.7, s.c.softness[0] = 0.9;
    assemble_all(kinds[k], state, model, s.data, &s.c, s.start, DT, &p, NULL);
    double *A = spread(&p);
    rigid[0] += 0.9;
    rigid[1 * n + 1] += 0.3 * d.A[1 * n + 1];
    rigid[8 * n + 8] += 0.7 * d.A[8 * n + 8];
    assert_close(n * n, A, rigid, 1e-12, "A");
    test_free(A), test_free(rigid);
    kinds[k]->release(state);
    rg_arena_free(&arena);
  }
  free_dense(&d);
  free_scene(&s);
  rg_model_free(model);
}

/* --- long chains, nothing, failures, memory ------------------------------------------------- */

/* Hanging chain of unit rods about y, its tip pushed sideways: the force meets the last links only,
   so that A does not depend on their number; and no mass matrix is there. */
static void long_chain(void **unused) {
  (void)unused;
  double entry[2];
  int size[2]; /* coordinates of the rows */
  for (int k = 0; k < 2; k++) {
    int links = k ? 3000 : 200;
    rg_model *model = scene_pendulum(links, 1, 0.5, 1. / 12);
    scene s = {.model = model, .data = rg_data_new(model)};
    uint64_t seed = 1;
    rg_arena arena = {0};
    rg_problem p;
    take_constraints(&s, 0, 4, 0);
    rg_forward_articulated(model, s.data);
    for (int i = 0; i < 4; i++) add_contact(&s, links - i, i ? 0 : links - 50, &seed);
    const double frame[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, tip[3] = {0, 0, -links};
    memcpy(s.c.contact[1].frame, frame, sizeof frame);
    memcpy(s.c.contact[1].position, tip, sizeof tip);
    s.c.contact[1].body1 = links;
    void *state = rg_assembly_minimal.setup(&arena, model, 0, 4, NULL);
    assert_int_equal(
        assemble_all(&rg_assembly_minimal, state, model, s.data, &s.c, s.start, DT, &p, NULL),
        RG_OK);
    entry[k] = p.A.values[p.A.row_start[3] + 3];
    size[k] = rows_of_chosen(state, &s, NULL)->size;

    /* the velocity of all contacts by the motion is A x + c */
    double x[12], *v = test_calloc((size_t)links, sizeof(double)), u[12], w[12];
    for (int i = 0; i < 12; i++) x[i] = tree_draw(&seed);
    rg_assembly_minimal.velocity(state, model, s.data, x, v);
    rg_assembly_minimal.contact_velocity(state, model, s.data, v, u);
    double *A = spread(&p);
    for (int i = 0; i < 12; i++) w[i] = p.c[i] + row_dot(12, A + 12 * i, x);
    assert_close(12, u, w, 1e-11, "u of a long chain");
    test_free(A), test_free(v);
    rg_assembly_minimal.release(state);
    rg_arena_free(&arena);
    free_scene(&s);
    rg_model_free(model);
  }
  assert_int_equal(size[0], size[1]);
  /* half-infinite chain of unit rods: the end that is pushed has mass m / (2 sqrt 3) */
  assert_true(fabs(entry[0] - 2 * sqrt(3)) < 1e-10);
  assert_true(fabs(entry[1] - 2 * sqrt(3)) < 1e-10);
}

static void nothing(void **unused) {
  (void)unused;
  uint64_t seed = 9;
  const rg_assembly_kind *kinds[] = {&rg_assembly_minimal, &rg_assembly_embedded};
  rg_model *empty = scene_compile(rg_spec_new("empty")), *one = pile(1, &seed);
  for (int k = 0; k < 4; k++) {
    const rg_assembly_kind *kind = kinds[k / 2];
    const rg_model *model = k % 2 ? one : empty;
    scene s = make_scene(model, 1, 1, &seed);
    rg_arena arena = {0};
    rg_error error = {0};
    rg_problem p;
    double v[6], u[4];
    void *state = kind->setup(&arena, model, 1, 1, &error);
    assert_non_null(state);
    assert_int_equal(assemble_all(kind, state, model, s.data, &s.c, s.start, DT, &p, &error),
                     RG_OK);
    assert_int_equal(rg_problem_size(&p), 0);
    assert_int_equal(rg_problem_check(&p, &error), RG_OK);
    kind->velocity(state, model, s.data, u, v);
    for (int i = 0; i < model->nv; i++)
      assert_true(fabs(v[i] - s.start[i] - DT * s.data->qacc_smooth[i]) < 1e-12);

    /* a contact of the world with itself moves nothing */
    add_contact(&s, 0, 0, &seed);
    assert_int_equal(assemble_all(kind, state, model, s.data, &s.c, s.start, DT, &p, &error),
                     RG_OK);
    assert_int_equal(p.A.row_start[3], 9);
    for (int i = 0; i < 9; i++) assert_true(p.A.values[i] == 0);
    for (int i = 0; i < 3; i++) assert_true(p.c[i] == s.c.surface[i] + s.c.turn[i]);
    kind->release(state);
    rg_arena_free(&arena);
    free_scene(&s);
  }
  rg_model_free(empty);
  rg_model_free(one);
}

static void failures(void **unused) {
  (void)unused;
  uint64_t seed = 10;
  const rg_assembly_kind *kinds[] = {&rg_assembly_minimal, &rg_assembly_embedded};
  rg_model *model = pile(2, &seed);
  for (int k = 0; k < 2; k++) {
    scene s = make_scene(model, 1, 3, &seed);
    rg_arena arena = {0};
    rg_error error = {0};
    rg_problem p;
    void *state = kinds[k]->setup(&arena, model, 1, 1, &error);
    random_constraints(&s, 1, 3, &seed);
    assert_int_equal(assemble_all(kinds[k], state, model, s.data, &s.c, s.start, DT, &p, &error),
                     RG_NO_MEMORY);
    s.c.contacts = 1;
    s.start[0] = nan("");
    assert_int_equal(assemble_all(kinds[k], state, model, s.data, &s.c, s.start, DT, &p, &error),
                     RG_BAD_INPUT);
    assert_true(strlen(error.reason) > 0);
    s.start[0] = 0;
    s.data->qpos[0] = nan("");
    rg_forward(model, s.data);
    assert_int_equal(assemble_all(kinds[k], state, model, s.data, &s.c, s.start, DT, &p, &error),
                     RG_BAD_INPUT);
    kinds[k]->release(state);
    rg_arena_free(&arena);
    free_scene(&s);
  }
  rg_model_free(model);
}

/* the second time needs no memory; where there is none, the status says so and nothing is lost */
static void memory(void **unused) {
  (void)unused;
  if (!COUNTED) skip();
  uint64_t seed = 11;
  const rg_assembly_kind *kinds[] = {&rg_assembly_minimal, &rg_assembly_embedded};
  rg_model *model = pile(20, &seed);
  scene s = make_scene(model, 2, 100, &seed);
  random_constraints(&s, 2, 0, &seed);
  pile_contacts(&s, 5, &seed);
  double x[302] = {0}, u[302], *v = calloc((size_t)model->nv, sizeof(double));
  for (int k = 0; k < 2; k++) {
    rg_problem p;
    for (int fail = 1;; fail++) {
      rg_arena arena = {0};
      count_from_here(fail);
      void *state = kinds[k]->setup(&arena, model, 2, 100, NULL);
      rg_status status = RG_NO_MEMORY;
      if (state) status = assemble_all(kinds[k], state, model, s.data, &s.c, s.start, DT, &p, NULL);
      int enough = allocations < fail;
      counting = 0;
      assert_int_equal(status, enough ? RG_OK : RG_NO_MEMORY);

      /* again, and everything that a step calls */
      if (enough) {
        const rg_row_factor *rows;
        count_from_here(0);
        kinds[k]->assemble(state, model, s.data, &s.c, s.start, DT, &p, NULL);
        kinds[k]->rows(state, model, s.data, NULL, &rows, NULL);
        kinds[k]->velocity(state, model, s.data, x, v);
        kinds[k]->contact_velocity(state, model, s.data, v, u);
        counting = 0;
        assert_int_equal(allocations, 0);
        assert_int_equal(kinds[k]->grown(state), 0);
      }
      if (state) kinds[k]->release(state);
      rg_arena_free(&arena);
      if (enough) break;
    }
  }
  free(v);
  free_scene(&s);
  rg_model_free(model);
}

/* the same with rows of moments, beside contacts without */
static void moments(void **unused) {
  for (dim = 4; dim <= 6; dim += 2) {
    random_trees(unused);
    pushes_are_transposed_rows(unused);
    deep_trees(unused);
    stretches(unused);
    piles(unused);
    closed_mechanisms(unused);
  }
  dim = 3;
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(random_trees),
                                     cmocka_unit_test(pushes_are_transposed_rows),
                                     cmocka_unit_test(deep_trees),
                                     cmocka_unit_test(stretches),
                                     cmocka_unit_test(piles),
                                     cmocka_unit_test(pattern_of_pile),
                                     cmocka_unit_test(closed_mechanisms),
                                     cmocka_unit_test(moments),
                                     cmocka_unit_test(relaxed),
                                     cmocka_unit_test(long_chain),
                                     cmocka_unit_test(nothing),
                                     cmocka_unit_test(failures),
                                     cmocka_unit_test(memory)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
