/* The promises of rigor/solve.h: options are checked by name, every form of a problem gives the
   same answer, updates equal a fresh set-up, nothing is allocated between set-up and free, a failed
   allocation anywhere in set-up is reported and leaks nothing, and the same input gives the same
   bits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "solve/body_scene.h"
#include "solve/small_cone.h"

#include <stdio.h>

#include "counted_malloc.h"

/* ---- problems ---- */

/* Two boxes on the ground that lean on each other: three contacts, A regular, one solution for
   little friction. */
static void leaning(scene *s, double mu, double push) {
  const double up[3] = {0, 0, 1}, east[3] = {1, 0, 0}, north[3] = {0, 1, 0};
  scene_start(s, 3);
  scene_body(s, 1, 0.3, (double[]){0, 0, 0.5}, (double[]){push, 0.2, -0.3, 0.1, 0, 0.2});
  scene_body(s, 2, 0.5, (double[]){1, 0, 0.5}, (double[]){-0.1, 0.1, -0.3, 0, 0.1, 0});
  scene_contact(s, 0, -1, (double[]){0.1, 0.1, 0}, up, east, mu);
  scene_contact(s, 1, -1, (double[]){0.9, -0.1, 0}, up, east, mu);
  scene_contact(s, 1, 0, (double[]){0.5, 0.05, 0.6}, east, north, mu);
  scene_finish(s);
}

/* seven balls in a row on the ground, each touching the next: block-sparse, thirteen contacts */
typedef struct row_of_balls {
  int n, start[40], column[40 * 40];
  double A[40 * 40], values[40 * 40], c[40], mu[13];
} row_of_balls;

static void balls(row_of_balls *b) {
  enum { BALLS = 7, CONTACTS = 2 * BALLS - 1, N = 3 * CONTACTS, DOF = 6 * BALLS };
  static double G[N][DOF], v[DOF];
  memset(b, 0, sizeof *b);
  memset(G, 0, sizeof G);
  b->n = N;
  for (int k = 0; k < DOF; k++)
    v[k] = k % 6 == 2 ? -0.1 : k % 6 == 0 ? 0.05 * (3 - k / 6) : 0.01 * (k % 5);
  for (int i = 0; i < CONTACTS; i++) {
    int ground = i < BALLS, a = ground ? i : i - BALLS;
    b->mu[i] = 0.3;
    for (int side = 0; side < (ground ? 1 : 2); side++) {
      double sign = ground || side ? 1 : -1, *g = G[3 * i] + 6 * (a + side);
      /* normal, two tangents; lever arm 1/2 */
      int normal = ground ? 2 : 0, t1 = (normal + 1) % 3, t2 = (normal + 2) % 3;
      g[normal] = sign;
      g[DOF + t1] = sign, g[DOF + 3 + t2] = -0.5;
      g[2 * DOF + t2] = sign, g[2 * DOF + 3 + t1] = 0.5;
    }
  }
  for (int i = 0; i < N; i++) {
    b->start[i + 1] = b->start[i];
    for (int j = 0; j < N; j++) {
      double sum = 0;
      for (int k = 0; k < DOF; k++) sum += G[i][k] * G[j][k] / (k % 6 < 3 ? 1 : 0.1);
      b->A[i * N + j] = sum;
      if (sum == 0) continue;
      b->column[b->start[i + 1]] = j;
      b->values[b->start[i + 1]++] = sum;
    }
    for (int k = 0; k < DOF; k++) b->c[i] += G[i][k] * v[k];
  }
}

static rg_problem balls_problem(const row_of_balls *b) {
  rg_problem p = rg_problem_default();
  p.dim = 3, p.contacts = 13, p.c = b->c, p.mu = b->mu;
  p.A = rg_matrix_sparse(b->n, b->n, b->start, b->column, b->values);
  return p;
}

static rg_solver *set_up(const rg_problem *p, const rg_options *o) {
  rg_solver *s = NULL;
  rg_error error;
  rg_status status = rg_solver_new(&s, p, o, &error);
  if (status) print_message("%s: %s\n", error.element, error.reason);
  assert_int_equal(status, RG_OK);
  assert_non_null(s);
  return s;
}

static rg_options exact(const char *solver) {
  rg_options o = rg_options_default();
  o.solver = solver;
  o.tol = 1e-12;
  return o;
}

/* ---- options and problems that are refused ---- */

static void refuse(const rg_problem *p, const rg_options *o, const char *element) {
  rg_solver *s = (rg_solver *)&counting; /* must become NULL */
  rg_error error;
  rg_status status = rg_solver_new(&s, p, o, &error);
  if (status != RG_BAD_INPUT || strcmp(error.element, element) != 0)
    print_message("expected a refusal of %s, got %s: %s\n", element, error.element, error.reason);
  assert_int_equal(status, RG_BAD_INPUT);
  assert_null(s);
  assert_int_equal(error.status, RG_BAD_INPUT);
  assert_string_equal(error.element, element);
  assert_true(error.reason[0] != '\0');
  s = (rg_solver *)&counting;
  assert_int_equal(rg_solver_new(&s, p, o, NULL), RG_BAD_INPUT); /* error may be NULL */
  assert_null(s);
}

#define REFUSE(field, value, element)                                                              \
  do {                                                                                             \
    rg_options o = rg_options_default();                                                           \
    o.field = value;                                                                               \
    refuse(&p, &o, element);                                                                       \
  } while (0)

static void refuse_setting(const char *name, double value) {
  rg_options o = rg_options_default();
  rg_error error;
  assert_int_equal(rg_options_set(&o, name, value, &error), RG_BAD_INPUT);
  assert_string_equal(error.element, name ? name : "setting");
  assert_int_equal(o.settings, 0);
}

static void bad_options_are_named(void **state) {
  (void)state;
  rg_options mine = rg_options_default();
  scene s;
  leaning(&s, 0.2, 1);
  rg_problem p = scene_local(&s);
  const double unknown = nan(""), infinity = HUGE_VAL;
  const double tols[] = {0, -1, unknown, infinity}, lambdas[] = {0, -1, 1.1, unknown},
               omegas[] = {0, 2, unknown};
  for (int k = 0; k < 4; k++) REFUSE(tol, tols[k], "tol");
  for (int k = 0; k < 4; k++) refuse_setting("lambda", lambdas[k]);
  for (int k = 0; k < 3; k++) refuse_setting("omega", omegas[k]);
  refuse_setting("nonsense", 1);
  refuse_setting(NULL, 1);
  mine.solver = "newton"; /* which has no omega; nor may values be written past the door */
  assert_int_equal(rg_options_set(&mine, "omega", 1.5, NULL), RG_OK);
  refuse(&p, &mine, "omega");
  mine.solver = "nsgs";
  mine.setting[0].value = 3;
  refuse(&p, &mine, "omega");
  REFUSE(max_iterations, -1, "max_iterations");
  REFUSE(max_seconds, -1, "max_seconds");
  REFUSE(max_seconds, unknown, "max_seconds");
  REFUSE(solver, "nonsense", "solver");
  REFUSE(solver, "", "solver");
  REFUSE(law.law, (rg_law)99, "law");
  REFUSE(law.law, (rg_law)-1, "law");
  REFUSE(law.law, RG_LAW_SLACK, "law"); /* of the plane only */
  REFUSE(law.angle, unknown, "angle");
  REFUSE(law.mu_static, 0.5, "mu_static");
  REFUSE(law.threshold, -1, "threshold");
  REFUSE(law.relax_normal, -1e-3, "relax_normal");
  REFUSE(law.relax_tangent, unknown, "relax_tangent");
  REFUSE(law.repeats, -1, "repeats");
  REFUSE(law.slip, &unknown, "slip");
  REFUSE(law.last_impulse, &unknown, "last_impulse");
}

static void bad_split_is_named(void **state) {
  (void)state;
  scene s;
  leaning(&s, 0.2, 1);
  rg_problem p = scene_local(&s);
  REFUSE(split, (rg_split)7, "split");
}

static void bad_laws_are_named(void **state) {
  (void)state;
  scene s;
  leaning(&s, 0.2, 1);
  rg_problem p = scene_local(&s);
  rg_options o = rg_options_default();
  o.law.law = RG_LAW_PYRAMID, o.law.directions = 5;
  refuse(&p, &o, "directions");
  o.law.directions = 2;
  refuse(&p, &o, "directions");
  o.law.law = RG_LAW_NONSINGULAR, o.law.directions = 4, o.law.phantom = 0;
  refuse(&p, &o, "phantom");
  o = rg_options_default();
  o.law.law = RG_LAW_CONE, o.solver = "lemke"; /* needs a law that is an MLCP */
  refuse(&p, &o, "law");
}

static void bad_problems_are_named(void **state) {
  (void)state;
  scene s;
  leaning(&s, 0.2, 1);
  const rg_problem good = scene_local(&s);
  double bad[9 * 9];
  rg_problem p = good;
  p.dim = 5, refuse(&p, NULL, "dim");
  p = good, p.contacts = -1, refuse(&p, NULL, "contacts");
  p = good, p.rows = -1, refuse(&p, NULL, "rows");
  p = good, p.kind = (rg_kind)9, refuse(&p, NULL, "kind");
  p = good, p.kind = RG_KIND_LCP, refuse(&p, NULL, "contacts");
  p = good, p.A.rows = 8, refuse(&p, NULL, "A");
  p = good, p.A.storage = RG_NONE, refuse(&p, NULL, "A");
  p = good, p.A.values = NULL, refuse(&p, NULL, "A");
  p = good, p.c = NULL, refuse(&p, NULL, "c");
  p = good, p.mu = NULL, refuse(&p, NULL, "mu");
  memcpy(bad, s.A, sizeof bad);
  bad[40] = nan("");
  p = good, p.A.values = bad, refuse(&p, NULL, "A");
  memset(bad, 0, sizeof bad);
  bad[2] = -0.1;
  p = good, p.mu = bad, refuse(&p, NULL, "mu");
  bad[2] = HUGE_VAL;
  p = good, p.target = bad, refuse(&p, NULL, "target");
  p = good, p.guess = bad, refuse(&p, NULL, "guess");
  const int start[] = {0, 1, 2}, decreasing[] = {0, 2, 1}, column[] = {0, 2};
  p = rg_problem_default();
  p.rows = 2, p.c = s.c, p.A = rg_matrix_sparse(2, 2, start, column, s.A);
  refuse(&p, NULL, "A"); /* column 2 of 2 */
  p.A.row_start = decreasing, refuse(&p, NULL, "A");
  const double low[] = {1, 1}, high[] = {2, 0};
  p.A = rg_matrix_dense(2, 2, s.A), p.lower = low, p.upper = high;
  refuse(&p, NULL, "lower");
  p = scene_global(&s);
  p.f = NULL, refuse(&p, NULL, "f");
  s.M[0] = -1;
  p = scene_global(&s), refuse(&p, NULL, "M");
  refuse(NULL, NULL, "problem");
}

static void no_options_are_the_defaults(void **state) {
  (void)state;
  scene s;
  leaning(&s, 0.2, 1);
  rg_problem p = scene_local(&s);
  rg_options o = rg_options_default();
  rg_solver *a = set_up(&p, NULL), *b = set_up(&p, &o);
  assert_int_equal(rg_solver_solve(a), RG_SOLVED);
  assert_int_equal(rg_solver_solve(b), RG_SOLVED);
  assert_memory_equal(rg_solver_impulse(a), rg_solver_impulse(b), 9 * sizeof(double));
  assert_string_equal(rg_solver_report(a)->solver, "auto");
  assert_true(rg_solver_report(a)->certificate.natural_map_relative <= 1e-8);
  o.solver = NULL; /* the same again */
  rg_solver_free(b);
  b = set_up(&p, &o);
  assert_int_equal(rg_solver_solve(b), RG_SOLVED);
  assert_memory_equal(rg_solver_impulse(a), rg_solver_impulse(b), 9 * sizeof(double));
  rg_solver_free(a);
  rg_solver_free(b);
  rg_solver_free(NULL);
}

/* ---- forms ---- */

static void multiply(void *context, const double *x, double *y) {
  const scene *s = context;
  for (int i = 0; i < s->n; i++) {
    y[i] = 0;
    for (int j = 0; j < s->n; j++) y[i] += s->A[i * s->n + j] * x[j];
  }
}

/* columns backward, the diagonal in two pieces */
static int scatter(const scene *s, int *start, int *column, double *values) {
  int count = 0;
  for (int i = 0; i < s->n; i++) {
    start[i] = count;
    for (int j = s->n - 1; j >= 0; j--) {
      double a = s->A[i * s->n + j];
      if (a == 0) continue;
      column[count] = j, values[count++] = i == j ? 0.25 * a : a;
      if (i == j) column[count] = j, values[count++] = 0.75 * a;
    }
  }
  start[s->n] = count;
  return count;
}

static void all_forms_agree(void **state) {
  (void)state;
  scene s;
  int start[10], column[100];
  double values[100], first[9], motion[12];
  for (int push = 1; push <= 5; push++) {
    leaning(&s, 0.15, push);
    scatter(&s, start, column, values);
    rg_problem form[] = {scene_local(&s), scene_local(&s), scene_local(&s), scene_global(&s)};
    form[1].A = rg_matrix_sparse(9, 9, start, column, values);
    form[2].A = rg_matrix_operator(9, 9, multiply, &s);
    rg_options o = exact("auto");
    for (int k = 0; k < 4; k++) {
      rg_solver *solver = set_up(&form[k], &o);
      assert_int_equal(rg_solver_size(solver), 9);
      assert_int_equal(rg_solver_solve(solver), RG_SOLVED);
      for (int i = 0; i < 9; i++) {
        if (k == 0) first[i] = rg_solver_velocity(solver)[i];
        assert_true(fabs(rg_solver_velocity(solver)[i] - first[i]) < 1e-9);
      }
      assert_true((rg_solver_motion(solver) != NULL) == (k == 3));
      if (k == 3) { /* M v = f + G' x */
        scene_motion(&s, rg_solver_impulse(solver), motion);
        for (int i = 0; i < 12; i++)
          assert_true(fabs(rg_solver_motion(solver)[i] - motion[i]) < 1e-12);
        assert_true(rg_solver_report(solver)->certificate.dynamics < 1e-13);
      }
      rg_solver_free(solver);
    }
  }
}

/* set-up copies: what the caller does to the arrays afterwards is of no concern */
static void problem_is_copied(void **state) {
  (void)state;
  scene s, kept;
  leaning(&s, 0.2, 2);
  kept = s;
  rg_problem p = scene_local(&s);
  rg_options o = exact("auto");
  rg_solver *a = set_up(&p, &o);
  memset(&s, 255, sizeof s); /* NaN */
  rg_problem q = scene_local(&kept);
  rg_solver *b = set_up(&q, &o);
  assert_int_equal(rg_solver_solve(a), RG_SOLVED);
  assert_int_equal(rg_solver_solve(b), RG_SOLVED);
  assert_memory_equal(rg_solver_impulse(a), rg_solver_impulse(b), 9 * sizeof(double));
  rg_solver_free(a);
  rg_solver_free(b);
}

/* ---- updates ---- */

/* solved anew from zero it is the same to the bit as a fresh set-up; warm, the same velocities */
static void same_as_fresh(rg_solver *s, const rg_problem *p, const rg_options *o) {
  rg_solver *fresh = set_up(p, o);
  int n = rg_solver_size(s);
  assert_int_equal(rg_solver_solve(fresh), RG_SOLVED);
  assert_int_equal(rg_solver_solve(s), RG_SOLVED);
  for (int i = 0; i < n; i++)
    assert_true(fabs(rg_solver_velocity(s)[i] - rg_solver_velocity(fresh)[i]) < 1e-10);
  assert_int_equal(rg_solver_start(s, NULL), RG_OK);
  assert_int_equal(rg_solver_solve(s), RG_SOLVED);
  assert_memory_equal(rg_solver_impulse(s), rg_solver_impulse(fresh), (size_t)n * sizeof(double));
  assert_memory_equal(rg_solver_velocity(s), rg_solver_velocity(fresh), (size_t)n * sizeof(double));
  rg_solver_free(fresh);
}

static void updates_equal_a_fresh_setup(void **state) {
  (void)state;
  scene s;
  int start[10], column[100];
  double values[100];
  rg_options o = exact("auto");
  for (int storage = 0; storage < 3; storage++) {
    leaning(&s, 0.15, 1);
    scatter(&s, start, column, values);
    rg_problem p = scene_local(&s);
    if (storage == 1) p.A = rg_matrix_sparse(9, 9, start, column, values);
    if (storage == 2) p.A = rg_matrix_operator(9, 9, multiply, &s);
    rg_solver *solver = set_up(&p, &o);
    assert_int_equal(rg_solver_solve(solver), RG_SOLVED);
    for (int k = 0; k < 4; k++) {
      for (int i = 0; i < 9; i++) s.c[i] += 0.1 * ((i * 7 + k) % 5 - 2);
      assert_int_equal(rg_solver_update_c(solver, s.c), RG_OK);
      same_as_fresh(solver, &p, &o);
      for (int i = 0; i < 9; i++) s.A[10 * i] += 0.1 * (k + 1);
      scatter(&s, start, column, values);
      assert_int_equal(rg_solver_update_matrix(solver, storage == 0   ? s.A
                                                       : storage == 1 ? values
                                                                      : NULL),
                       RG_OK);
      same_as_fresh(solver, &p, &o);
    }
    rg_solver_free(solver);
  }
}

static void global_updates_equal_a_fresh_setup(void **state) {
  (void)state;
  scene s;
  rg_options o = exact("auto");
  leaning(&s, 0.15, 1);
  rg_problem p = scene_global(&s);
  rg_solver *solver = set_up(&p, &o);
  assert_int_equal(rg_solver_solve(solver), RG_SOLVED);
  for (int what = 1; what < 8; what++) {
    for (int k = 0; k < 12 && what & 1; k++) s.M[13 * k] *= 1.1;
    for (int k = 0; k < 9 * 12 && what & 2; k++) s.G[k] *= 0.9 + 0.01 * (k % 7);
    for (int k = 0; k < 12 && what & 4; k++) s.f[k] += 0.05 * (k % 3);
    assert_int_equal(rg_solver_update_global(solver, what & 1 ? s.M : NULL, what & 2 ? s.G : NULL,
                                             what & 4 ? s.f : NULL),
                     RG_OK);
    same_as_fresh(solver, &p, &o);
  }
  assert_int_equal(rg_solver_update_matrix(solver, s.A), RG_BAD_INPUT); /* of the local form */
  rg_solver_free(solver);
}

/* what is refused changes nothing: the next solve answers the old problem */
static void refused_updates_change_nothing(void **state) {
  (void)state;
  scene s;
  double before[9], bad[12 * 12];
  rg_options o = exact("auto");
  leaning(&s, 0.15, 1);
  rg_problem p = scene_local(&s);
  rg_solver *solver = set_up(&p, &o);
  assert_int_equal(rg_solver_solve(solver), RG_SOLVED);
  memcpy(before, rg_solver_velocity(solver), sizeof before);
  for (int i = 0; i < 144; i++) bad[i] = i == 8 ? nan("") : 1;
  assert_int_equal(rg_solver_update_c(solver, bad), RG_BAD_INPUT);
  assert_int_equal(rg_solver_update_c(solver, NULL), RG_BAD_INPUT);
  assert_int_equal(rg_solver_update_matrix(solver, bad), RG_BAD_INPUT);
  assert_int_equal(rg_solver_update_matrix(solver, NULL), RG_BAD_INPUT);
  assert_int_equal(rg_solver_start(solver, bad), RG_BAD_INPUT);
  assert_int_equal(rg_solver_update_global(solver, s.M, s.G, s.f), RG_BAD_INPUT);
  assert_int_equal(rg_solver_solve(solver), RG_SOLVED);
  assert_int_equal(rg_solver_report(solver)->iterations, 0);
  assert_memory_equal(before, rg_solver_velocity(solver), sizeof before);
  rg_solver_free(solver);
}

/* A mass is symmetric: an M that is not, beyond six digits, is refused with the entry, by solvers, updates and the certificate; a
   twist within six digits is that of a file, and the answer that without it. An A that is not is what is given. */
static void a_mass_is_symmetric(void **state) {
  (void)state;
  scene s;
  leaning(&s, 0.4, 0.5);
  rg_problem p = scene_global(&s);
  int dof = p.M.rows, n = rg_problem_size(&p);
  double *M = malloc((size_t)(dof * dof) * sizeof *M), x[9];
  for (int k = 0; k < dof * dof; k++) M[k] = s.M[k];
  // twists of powers of two
  for (int i = 0; i < dof; i++)
    for (int j = i + 1; j < dof && j / 6 == i / 6; j++) {
      double odd = (i * 7 + j) % 5 * 0x1p-22;
      M[i * dof + j] += odd, M[j * dof + i] -= odd;
    }
  rg_problem odd = p;
  odd.M = rg_matrix_dense(dof, dof, M);
  rg_certificate even_one, odd_one;
  for (int form = 0; form < 2; form++) {
    rg_solver *solver = NULL;
    assert_int_equal(rg_solver_new(&solver, form ? &odd : &p, NULL, NULL), RG_OK);
    assert_int_equal(rg_solver_solve(solver), RG_SOLVED);
    if (!form) memcpy(x, rg_solver_impulse(solver), (size_t)n * sizeof *x);
    for (int k = 0; k < n; k++) assert_true(fabs(rg_solver_impulse(solver)[k] - x[k]) < 1e-12);
    assert_true(rg_solver_report(solver)->certificate.dynamics < 1e-13);
    rg_solver_free(solver);
  }
  assert_int_equal(rg_certify(&p, x, NULL, &even_one, NULL), RG_OK);
  assert_int_equal(rg_certify(&odd, x, NULL, &odd_one, NULL), RG_OK);
  assert_true(odd_one.residual < 1e-12 && odd_one.dynamics < 1e-13 && even_one.dynamics < 1e-13);
  M[1] += 1e-3;
  rg_error error;
  rg_solver *solver = NULL;
  assert_int_equal(rg_solver_new(&solver, &odd, NULL, &error), RG_BAD_INPUT);
  assert_string_equal(error.element, "M");
  assert_non_null(strstr(error.reason, "not symmetric: entry (1, 0) is"));
  assert_int_equal(rg_certify(&odd, x, NULL, &odd_one, &error), RG_BAD_INPUT);
  assert_non_null(strstr(error.reason, "not symmetric"));
  assert_int_equal(rg_solver_new(&solver, &p, NULL, NULL), RG_OK);
  assert_int_equal(rg_solver_update_global(solver, M, NULL, NULL), RG_BAD_INPUT);
  rg_solver_free(solver);
  free(M);
}

/* the same in global form, where three arrays may come at once; whatever the solver makes of it,
   what it calls solved must fulfil M v = f + G' x */
static void refused_global_updates_change_nothing(void **state) {
  (void)state;
  scene s;
  double before[12], heavy[144], bad[9 * 12], zero[144] = {0};
  rg_options o = exact("auto");
  leaning(&s, 0.15, 1);
  rg_problem p = scene_global(&s);
  for (int i = 0; i < 144; i++) heavy[i] = 3 * s.M[i];
  memcpy(bad, s.G, sizeof bad);
  bad[5] = nan("");
  for (int k = 0; k < 3; k++) {
    rg_solver *solver = set_up(&p, &o);
    assert_int_equal(rg_solver_solve(solver), RG_SOLVED);
    memcpy(before, rg_solver_motion(solver), sizeof before);
    assert_int_equal(rg_solver_update_global(solver,
                                             k == 0   ? heavy
                                             : k == 1 ? zero
                                                      : NULL,
                                             k == 1 ? NULL : bad, NULL),
                     RG_BAD_INPUT);
    rg_status status = rg_solver_solve(solver);
    if (status == RG_SOLVED && rg_solver_report(solver)->certificate.dynamics >= 1e-9)
      print_message("case %d: solved, with M v - f - G x off by %.1e\n", k,
                    rg_solver_report(solver)->certificate.dynamics);
    if (status == RG_SOLVED) assert_true(rg_solver_report(solver)->certificate.dynamics < 1e-9);
    if (status == RG_SOLVED)
      for (int i = 0; i < 12; i++)
        assert_true(fabs(before[i] - rg_solver_motion(solver)[i]) < 1e-9);
    rg_solver_free(solver);
  }
}

static void warm_start_at_the_solution_is_free(void **state) {
  (void)state;
  const char *names[] = {"nsgs", "newton", "prox", "psor", "auto", "todorov"};
  row_of_balls b;
  balls(&b);
  rg_problem p = balls_problem(&b);
  rg_options reference = exact("auto");
  rg_solver *solved = set_up(&p, &reference);
  assert_int_equal(rg_solver_solve(solved), RG_SOLVED);
  for (int k = 0; k < 6; k++)
    for (int guess = 0; guess < 2; guess++) {
      rg_options o = rg_options_default();
      o.solver = names[k];
      p.guess = guess ? rg_solver_impulse(solved) : NULL;
      rg_solver *s = set_up(&p, &o);
      if (!guess) assert_int_equal(rg_solver_start(s, rg_solver_impulse(solved)), RG_OK);
      assert_int_equal(rg_solver_solve(s), RG_SOLVED);
      assert_int_equal(rg_solver_report(s)->iterations, 0);
      for (int i = 0; i < b.n; i++)
        assert_true(fabs(rg_solver_impulse(s)[i] - rg_solver_impulse(solved)[i]) < 1e-9);
      rg_solver_free(s);
    }
  rg_solver_free(solved);
}

/* ---- nothing to solve ---- */

static void every_solver_on_nothing(void **state) {
  (void)state;
  assert_true(rg_solver_count() > 10);
  for (int k = 0; k < rg_solver_count(); k++)
    for (int kind = 0; kind < 3; kind++) {
      const rg_solver_info *info = rg_solver_at(k);
      rg_problem p = rg_problem_default();
      rg_options o = rg_options_default();
      p.kind = (rg_kind)kind;
      p.dim = kind == 0 ? 3 : 0;
      o.solver = info->name;
      o.split = RG_SPLIT_EVEN;
      assert_ptr_equal(rg_solver_find(info->name), info);
      rg_solver *s = set_up(&p, &o);
      assert_int_equal(rg_solver_solve(s), RG_SOLVED);
      assert_int_equal(rg_solver_size(s), 0);
      assert_int_equal(rg_solver_update_c(s, (double[]){0}), RG_OK);
      assert_int_equal(rg_solver_solve(s), RG_SOLVED);
      assert_true(rg_solver_report(s)->certificate.natural_map == 0);
      rg_solver_free(s);
    }
  assert_null(rg_solver_at(-1));
  assert_null(rg_solver_at(rg_solver_count()));
  assert_null(rg_solver_find("nonsense"));
  assert_null(rg_solver_find(NULL));
}

/* ---- determinism ---- */

static void same_bits_whatever_came_between(void **state) {
  (void)state;
  static row_of_balls b;
  scene s;
  balls(&b);
  leaning(&s, 0.4, 3);
  rg_problem p = scene_local(&s), other = balls_problem(&b);
  for (int k = 0; k < rg_solver_count(); k++) {
    double first[9], size = 9 * sizeof(double);
    rg_options o = rg_options_default();
    rg_status status = RG_OK;
    int iterations = 0;
    o.solver = rg_solver_at(k)->name;
    o.max_iterations = 300;
    for (int round = 0; round < 3; round++) {
      rg_solver *solver = set_up(&p, &o);
      rg_status now = rg_solver_solve(solver);
      if (round == 0) memcpy(first, rg_solver_impulse(solver), sizeof first), status = now;
      if (round == 0) iterations = rg_solver_report(solver)->iterations;
      assert_memory_equal(first, rg_solver_impulse(solver), (size_t)size);
      assert_int_equal(status, now);
      assert_int_equal(iterations, rg_solver_report(solver)->iterations);
      if (round == 0) {
        rg_options rough = o;
        rough.max_iterations = 3;
        rg_solver *between = set_up(&other, &rough);
        rg_solver_solve(between);
        rg_solver_free(between);
      }
      rg_solver_free(solver);
    }
  }
}

/* ---- memory ---- */

static void nothing_is_allocated_after_setup(void **state) {
  (void)state;
  if (!COUNTED) {
    print_message("[  NOTICE  ] allocations are not counted in this build\n");
    skip();
  }
  static row_of_balls b;
  scene cube;
  balls(&b);
  scene_cube(&cube, 0.5, (double[]){0.1, 0.2, -0.3, 0.1, 0, 1});
  rg_problem forms[] = {balls_problem(&b), scene_global(&cube)};
  for (int k = 0; k < rg_solver_count(); k++)
    for (int f = 0; f < 2; f++) {
      double c[40];
      int n = rg_problem_size(&forms[f]), quick = strcmp(rg_solver_at(k)->name, "auto") == 0;
      rg_options o = rg_options_default();
      o.solver = rg_solver_at(k)->name;
      o.max_iterations = quick ? 0 : 4;
      o.split = RG_SPLIT_EVEN;
      o.trace = 1;
      if (!quick) o.law.directions = 4;
      rg_solver *s = set_up(&forms[f], &o);
      count_from_here(0);
      for (int round = 0; round < (quick ? 100 : 3); round++) {
        for (int i = 0; i < n; i++) c[i] = forms[f].c[i] + 0.01 * ((i + round) % 5);
        rg_solver_update_c(s, c);
        if (f == 0) rg_solver_update_matrix(s, b.values);
        else rg_solver_update_global(s, cube.M, cube.G, cube.f);
        if (round % 3 == 2) rg_solver_start(s, NULL);
        rg_solver_solve(s);
        rg_solver_report(s);
      }
      counting = 0;
      if (allocations) print_message("%s: %d allocations\n", o.solver, allocations);
      assert_int_equal(allocations, 0);
      rg_solver_free(s);
    }
}

/* the first, second, ... allocation of set-up fails, until it needs no more */
static void failed_allocations_are_reported_and_leak_nothing(void **state) {
  (void)state;
  if (!COUNTED) {
    print_message("[  NOTICE  ] allocations are not counted in this build\n");
    skip();
  }
  static row_of_balls b;
  scene cube;
  int most = 0;
  balls(&b);
  scene_cube(&cube, 0.5, (double[]){0.1, 0.2, -0.3, 0.1, 0, 1});
  rg_problem forms[] = {balls_problem(&b), scene_global(&cube)};
  for (int k = 0; k < rg_solver_count(); k++)
    for (int f = 0; f < 2; f++) {
      rg_options o = rg_options_default();
      o.solver = rg_solver_at(k)->name;
      o.split = RG_SPLIT_EVEN;
      o.trace = 1;
      if (f == 0) o.law.directions = 4;
      rg_status status = RG_NO_MEMORY;
      for (int n = 1; status == RG_NO_MEMORY; n++) {
        rg_solver *s = (rg_solver *)&counting;
        rg_error error;
        count_from_here(n);
        status = rg_solver_new(&s, &forms[f], &o, &error);
        counting = 0;
        assert_true(n < 1000);
        if (n > most) most = n;
        if (status == RG_OK) {
          assert_true(allocations < n);
          counting = 1;
          rg_solver_free(s);
          counting = 0;
        } else {
          assert_int_equal(status, RG_NO_MEMORY);
          assert_null(s);
          assert_int_equal(error.status, RG_NO_MEMORY);
          assert_true(error.reason[0] != '\0');
        }
        assert_int_equal(live, 0);
      }
    }
  print_message("up to %d allocations in one set-up\n", most - 1);
  assert_true(most > 2);
}

static void certify_survives_failed_allocations(void **state) {
  (void)state;
  if (!COUNTED) {
    print_message("[  NOTICE  ] allocations are not counted in this build\n");
    skip();
  }
  scene cube;
  double r[12] = {0};
  scene_cube(&cube, 0.5, (double[]){0, 0, -1, 0, 0, 0});
  rg_problem p = scene_global(&cube);
  rg_status status = RG_NO_MEMORY;
  int n = 1;
  for (; status == RG_NO_MEMORY; n++) {
    rg_certificate certificate;
    count_from_here(n);
    status = rg_certify(&p, r, NULL, &certificate, NULL);
    counting = 0;
    assert_int_equal(live, 0);
  }
  assert_int_equal(status, RG_OK);
  assert_true(n > 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bad_options_are_named),
      cmocka_unit_test(bad_split_is_named),
      cmocka_unit_test(bad_laws_are_named),
      cmocka_unit_test(bad_problems_are_named),
      cmocka_unit_test(no_options_are_the_defaults),
      cmocka_unit_test(all_forms_agree),
      cmocka_unit_test(problem_is_copied),
      cmocka_unit_test(updates_equal_a_fresh_setup),
      cmocka_unit_test(global_updates_equal_a_fresh_setup),
      cmocka_unit_test(refused_updates_change_nothing),
      cmocka_unit_test(a_mass_is_symmetric),
      cmocka_unit_test(refused_global_updates_change_nothing),
      cmocka_unit_test(warm_start_at_the_solution_is_free),
      cmocka_unit_test(every_solver_on_nothing),
      cmocka_unit_test(same_bits_whatever_came_between),
      cmocka_unit_test(nothing_is_allocated_after_setup),
      cmocka_unit_test(failed_allocations_are_reported_and_leak_nothing),
      cmocka_unit_test(certify_survives_failed_allocations),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
