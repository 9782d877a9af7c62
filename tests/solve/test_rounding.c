/* The last digits of a cube of a tonne on a cube of a gram on the floor, 8 contacts. Masses,
   inertias and lengths are powers of two, so that A is exact, and the solution is known: no
   friction, the loads in equal parts

       r_floor = (M + m) g dt / 4,     r_top = M g dt / 4.

   In double precision A x + c is wrong by 1e-9 of |c| there. Residuals are computed here in long
   double. */
#include "solve/certificate/certificate.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <rigor/solve.h>

enum { CONTACTS = 8, N = 3 * CONTACTS, DOFS = 12 };

static const double FALL = 0.00981; /* g dt */
static const double LIGHT = 0x1p-10, HEAVY = 0x1p10;
static const double HALF = 0x1p-3, HEAVY_HALF = 0x1p-1;

typedef struct pair {
  double J[N][DOFS], inverse[DOFS]; /* A = J diag(inverse) J' */
  double A[N * N], c[N], mu[CONTACTS], target[CONTACTS], solution[N];
  rg_problem problem;
} pair;

/* row += sign (v + w x r) . e_k, over the six velocities of a body */
static void add_point(double *row, int k, double sign, const double *r) {
  int a = (k + 1) % 3, b = (k + 2) % 3;
  row[k] += sign;
  row[3 + a] += sign * r[b];
  row[3 + b] -= sign * r[a];
}

static void fill_rows(pair *s) {
  static const int axis[3] = {2, 0, 1}; /* normal, tangents */
  for (int i = 0; i < CONTACTS; i++) {
    int top = i >= 4;
    double x = i & 1 ? HALF : -HALF, y = i & 2 ? HALF : -HALF;
    double of_light[3] = {x, y, top ? HALF : -HALF}, of_heavy[3] = {x, y, -HEAVY_HALF};
    for (int k = 0; k < 3; k++) {
      add_point(s->J[3 * i + k], axis[k], top ? -1 : 1, of_light);
      if (top) add_point(s->J[3 * i + k] + 6, axis[k], 1, of_heavy);
    }
  }
}

static void build(pair *s) {
  memset(s, 0, sizeof *s);
  fill_rows(s);
  for (int k = 0; k < 3; k++) {
    s->inverse[k] = 1 / LIGHT;
    s->inverse[3 + k] = 1 / (LIGHT * 0x1p-7);
    s->inverse[6 + k] = 1 / HEAVY;
    s->inverse[9 + k] = 1 / (HEAVY * 0x1p-3);
  }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < DOFS; k++) s->A[i * N + j] += s->J[i][k] * s->inverse[k] * s->J[j][k];
  for (int i = 0; i < CONTACTS; i++) {
    s->mu[i] = 0.5;
    s->c[3 * i] = i < 4 ? -FALL : 0;
    s->solution[3 * i] = (i < 4 ? HEAVY + LIGHT : HEAVY) * FALL / 4;
  }
  s->problem = rg_problem_default();
  s->problem.dim = 3;
  s->problem.contacts = CONTACTS;
  s->problem.A = rg_matrix_dense(N, N, s->A);
  s->problem.c = s->c;
  s->problem.mu = s->mu;
}

typedef long double real;

/* A x + c */
static real velocity_of(const pair *s, const double *x, int i) {
  real sum = (real)s->c[i];
  for (int j = 0; j < N; j++) sum += (real)s->A[i * N + j] * (real)x[j];
  return sum;
}

/* natural map of contacts that stick inside their cones, relative to |c| */
static double residual(const pair *s, const double *x) {
  real sum = 0, reference = 0;
  for (int i = 0; i < CONTACTS; i++) {
    real u[3];
    for (int k = 0; k < 3; k++) {
      u[k] = velocity_of(s, x, 3 * i + k);
      reference += (real)s->c[3 * i + k] * (real)s->c[3 * i + k];
    }
    real slip = hypotl(u[1], u[2]), w = u[0] - (real)s->target[i] + (real)s->mu[i] * slip;
    assert_true(x[3 * i] > 0 && hypot(x[3 * i + 1], x[3 * i + 2]) < s->mu[i] * x[3 * i]);
    sum += w * w + slip * slip;
  }
  return (double)sqrtl(sum / reference);
}

static double draw(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 11) / 4503599627370496.0 - 1;
}

/* what a solver leaves: a few units of the last place everywhere, friction that is not quite
   nothing */
static void disturb(const pair *s, double friction, uint64_t *seed, double *x) {
  for (int i = 0; i < N; i++)
    x[i] = s->solution[i] + 1e-15 * draw(seed) + (i % 3 ? friction * draw(seed) : 0);
}

static double farthest(const double *x, const double *y) {
  double far = 0;
  for (int i = 0; i < N; i++) far = fmax(far, fabs(x[i] - y[i]));
  return far;
}

/* --- tests ------------------------------------------------------------------------------------ */

/* the known impulses, rounded to double, are not good enough by themselves: otherwise nothing is
   tested */
static void nearest_impulses_miss(void **state) {
  (void)state;
  pair s;
  double x[N];
  uint64_t seed = 1;
  build(&s);
  assert_true(residual(&s, s.solution) < 3e-10);
  disturb(&s, 1e-13, &seed, x);
  assert_true(residual(&s, x) > 1e-10);
}

static void floor_by_hand(void **state) {
  (void)state;
  double A[4] = {2, -3, -3, 8}, c[2] = {-1, 0.5}, x[2] = {1, -2}, mu = 1;
  rg_problem p = rg_problem_default();
  p.dim = 2, p.contacts = 1, p.A = rg_matrix_dense(2, 2, A), p.c = c, p.mu = &mu;
  double response = 5;
  rg_measure plain = {.unit = 1, .reference = 1};
  rg_measure scaled = {.unit = 1, .response = &response, .typical = response, .reference = 2};
  assert_true(fabs(rg_certificate_rounding(&p, NULL, x, &plain, NULL) -
                   DBL_EPSILON * hypot(9, 19.5)) < 1e-30);
  assert_true(fabs(rg_certificate_rounding(&p, NULL, x, &scaled, NULL) -
                   DBL_EPSILON * hypot(9, 19.5) / (2 * sqrt(5))) < 1e-30);
}

/* all together: cold, then warm from slightly other loads, as in time stepping. What cannot be had is not called solved:
   the status is another one where rounding alone makes more of the certificate than the tolerance, and both are the
   truth by long double */
static void solved_or_rounded(void **state) {
  (void)state;
  pair s;
  uint64_t seed = 8;
  int rounded = 0;
  rg_solver *solver;
  rg_options o = rg_options_default();
  build(&s);
  o.tol = 1e-10, o.aim = 1e-13, o.split = RG_SPLIT_COMPLIANT;
  assert_int_equal(rg_solver_new(&solver, &s.problem, &o, NULL), RG_OK);
  for (int k = 0; k < 200; k++) {
    rg_status status = rg_solver_solve(solver);
    const rg_certificate *c = &rg_solver_report(solver)->certificate;
    double truth = residual(&s, rg_solver_impulse(solver));
    assert_true(status == RG_SOLVED || status == RG_ROUNDED);
    if (status == RG_SOLVED) assert_true(truth <= 1.001e-10);
    else assert_true(c->residual > 1e-10 && c->residual <= c->rounding && c->rounding < 1e-8);
    rounded += status == RG_ROUNDED;
    assert_true(fabs(truth - c->natural_map_relative) <= 1e-3 * truth);
    assert_true(farthest(rg_solver_impulse(solver), s.solution) < 1e-5);
    assert_true(rg_solver_report(solver)->iterations <= 60);
    for (int i = 0; i < CONTACTS; i++) {
      s.c[3 * i] = (i < 4 ? -FALL : 0) + 1e-12 * draw(&seed);
      s.c[3 * i + 1] = s.c[3 * i + 2] = 0;
    }
    for (int i = 0; i < 8; i += 4) /* what four corners of a rigid body can do together */
      s.c[3 * i + 9] = s.c[3 * i + 3] + s.c[3 * i + 6] - s.c[3 * i];
    assert_int_equal(rg_solver_update_c(solver, s.c), RG_OK);
  }
  print_message("%d of 200 are rounded\n", rounded);
  rg_solver_free(solver);
}

/* Rounding excuses what it makes and nothing beyond: impulses that are off by much more, where the search has but one
   iteration, are not rounded. */
static void rounding_excuses_no_more_than_it_makes(void **state) {
  (void)state;
  pair s;
  rg_options o = rg_options_default();
  uint64_t seed = 3;
  int between = 0;
  build(&s);
  o.tol = 1e-10, o.solver = "nsgs", o.max_iterations = 1;
  for (double off = 1e-16; off < 1e-2; off *= 4) {
    rg_solver *solver;
    double x[N];
    disturb(&s, off, &seed, x);
    assert_int_equal(rg_solver_new(&solver, &s.problem, &o, NULL), RG_OK);
    rg_solver_start(solver, x);
    rg_status status = rg_solver_solve(solver);
    const rg_certificate *c = &rg_solver_report(solver)->certificate;
    if (c->residual > 1e-10) assert_int_equal(status == RG_ROUNDED, c->residual <= c->rounding);
    between += c->residual > 10 * c->rounding && c->residual < 1e6 * c->rounding;
    rg_solver_free(solver);
  }
  print_message("%d answers between rounding and a million times that\n", between);
  assert_true(between > 3);
}

/* Contacts of rank one with responses of up to 1e22, as a point of next to no mass has them, and velocities of 100 m/s: rounding
   makes far more of the certificate than any tolerance. That is no excuse, whoever solves it, and the report says what is known. */
static void what_rounding_hides_is_no_answer(void **state) {
  (void)state;
  static const char *const solvers[] = {"auto", "nsgs", "newton", "todorov"};
  enum { MANY = 400, SIZE = 6 };
  static const double HALF_OF_THE_DIGITS = 1.5e-8;
  uint64_t seed = 5;
  int hidden = 0, rounded = 0;
  for (int k = 0; k < 4 * MANY; k++) {
    double w[SIZE], A[SIZE * SIZE], c[SIZE], mu[2] = {0.4 + 0.1 * draw(&seed), 0.4};
    double scale = pow(10, 11 + 11 * draw(&seed));
    for (int i = 0; i < SIZE; i++) w[i] = draw(&seed), c[i] = 100 * draw(&seed);
    for (int i = 0; i < SIZE * SIZE; i++)
      A[i] = scale * w[i / SIZE] * w[i % SIZE] * (1 + 4e-16 * draw(&seed));
    rg_problem p = rg_problem_default();
    p.dim = 3, p.contacts = 2, p.A = rg_matrix_dense(SIZE, SIZE, A), p.c = c, p.mu = mu;
    rg_options o = rg_options_default();
    o.solver = solvers[k % 4], o.max_iterations = 300;
    rg_solver *solver;
    assert_int_equal(rg_solver_new(&solver, &p, &o, NULL), RG_OK);
    rg_status status = rg_solver_solve(solver);
    const rg_report *report = rg_solver_report(solver);
    const rg_certificate *a = &report->certificate;
    rounded += status == RG_ROUNDED;
    if (status == RG_SOLVED) assert_true(a->residual <= o.tol);
    else if (status == RG_ROUNDED)
      assert_true(a->residual <= a->rounding && a->rounding <= HALF_OF_THE_DIGITS);
    else if (status != RG_NO_SOLUTION && a->residual <= a->rounding) {
      assert_non_null(strstr(report->reason, "rounding hides the answer"));
      hidden++;
    }
    rg_solver_free(solver);
  }
  print_message("%d of %d are hidden, %d rounded\n", hidden, 4 * MANY, rounded);
  assert_true(hidden > 20);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nearest_impulses_miss),
      cmocka_unit_test(floor_by_hand),
      cmocka_unit_test(solved_or_rounded),
      cmocka_unit_test(rounding_excuses_no_more_than_it_makes),
      cmocka_unit_test(what_rounding_hides_is_no_answer),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
