/* path: against enumeration, the files, nonlinear problems with known solutions, and the pivotal
   paths themselves. */
#include "solve/mlcp_cases.h"

#include "solve/mlcp/farkas.h"
#include "solve/mlcp/path_pivots.h"

extern const rg_solver_entry rg_solver_path;

/* P and monotone problems are all solved; where a semidefinite one has no solution, that is proved
 */
static void test_enumeration(void **unused) {
  (void)unused;
  for (int mixed = 0; mixed < 2; mixed++)
    for (int kind = 0; kind < CASE_KINDS; kind++) {
      tally t = compare_with_enumeration(&rg_solver_path, (case_kind)kind, mixed, 300);
      assert_int_equal(t.solved, t.solvable);
      assert_int_equal(t.solved + t.refused, t.total);
    }
}

static void test_files(void **unused) {
  (void)unused;
  check_files(&rg_solver_path, CASE_MAX, 10, 9);
}

static void test_edges(void **unused) {
  (void)unused;
  check_edges(&rg_solver_path);
}

/* the path of M = [2 1; 1 2], q = (-5, -6) from x = (-1, -1) ends in the solution (4/3, 7/3), and
   halfway the normal map has halved */
static void test_trace(void **unused) {
  (void)unused;
  double M[4] = {2, 1, 1, 2}, q[2] = {-5, -6}, lower[2] = {0}, upper[2] = {HUGE_VAL, HUGE_VAL};
  double x[2] = {-1, -1};
  rg_arena arena = {0};
  rg_path_pivots *path = rg_path_pivots_setup(&arena, 2);
  path->M = M, path->q = q, path->lower = lower, path->upper = upper;
  assert_int_equal(rg_path_trace(path, x, 1), RG_PATH_REACHED);
  assert_true(fabs(path->x[0] - 4.0 / 3) < 1e-14 && fabs(path->x[1] - 7.0 / 3) < 1e-14);
  assert_int_equal(rg_path_trace(path, x, 0.5), RG_PATH_REACHED);
  for (int i = 0; i < 2; i++) {
    double z[2] = {fmax(path->x[0], 0), fmax(path->x[1], 0)};
    double normal = M[2 * i] * z[0] + M[2 * i + 1] * z[1] + q[i] + path->x[i] - z[i];
    assert_true(fabs(normal - 0.5 * (q[i] - 1)) < 1e-14); /* at the start it is q + x */
  }
  rg_arena_free(&arena);
}

/* paths of random problems from random points solve the affine problem, with every kind of bound */
static void test_trace_random(void **unused) {
  (void)unused;
  enum { N = 8 };
  for (int k = 0; k < 200; k++) {
    mlcp_case c;
    rg_arena arena = {0};
    uint64_t state = (uint64_t)k;
    double x[N], z[N];
    random_case(&c, N, CASE_P, (uint64_t)k);
    if (k % 2) mix_bounds(&c, (uint64_t)k);
    rg_path_pivots *path = rg_path_pivots_setup(&arena, N);
    path->M = c.M, path->q = c.q, path->lower = c.lower, path->upper = c.upper;
    for (int i = 0; i < N; i++) x[i] = 3 * random_value(&state);
    assert_int_equal(rg_path_trace(path, x, 1), RG_PATH_REACHED);
    for (int i = 0; i < N; i++) z[i] = fmin(fmax(path->x[i], c.lower[i]), c.upper[i]);
    assert_true(judge(&c.mlcp, z) < 1e-10);
    rg_arena_free(&arena);
    case_free(&c);
  }
}

/* w = -z - 1 has no solution: an unbounded piece. And Farkas needs the signs to be right. */
static void test_ray(void **unused) {
  (void)unused;
  double M[1] = {0}, q[1] = {-1}, lower[1] = {0}, upper[1] = {HUGE_VAL}, x[1] = {-1}, work[1];
  rg_mlcp mlcp = {1, M, q, lower, upper, 0};
  rg_arena arena = {0};
  rg_path_pivots *path = rg_path_pivots_setup(&arena, 1);
  path->M = M, path->q = q, path->lower = lower, path->upper = upper;
  assert_int_equal(rg_path_trace(path, x, 1), RG_PATH_RAY);
  assert_true(path->ray[0] > 0);
  double y[1] = {1}, wrong[1] = {-1};
  assert_true(rg_farkas_proves(&mlcp, y, work));
  assert_false(rg_farkas_proves(&mlcp, wrong, work));
  M[0] = 1; /* feasible: z = 1 */
  assert_false(rg_farkas_proves(&mlcp, y, work));
  rg_arena_free(&arena);
}

/* a disk too large for its gap: w1 + w2 = q1 + q2 < 0 whatever z is */
static void test_no_solution(void **unused) {
  (void)unused;
  double M[4] = {1, -1, -1, 1}, q[2] = {-1, -1}, lower[2] = {0}, upper[2] = {HUGE_VAL, HUGE_VAL},
         z[2];
  rg_mlcp mlcp = {2, M, q, lower, upper, 0};
  rg_outcome outcome;
  assert_int_equal(solve_case(&rg_solver_path, &mlcp, z, &outcome), RG_NO_SOLUTION);
  assert_non_null(strstr(outcome.reason, "infeasible"));
}

typedef struct nonlinear {
  rg_mixed mixed;
  double lower[4], upper[4];
} nonlinear;

/* Kojima & Shindo 1986; solutions (sqrt(6)/2, 0, 0, 1/2), degenerate, and (1, 0, 3, 0) */
static void kojima_shindo(const void *context, const double *x, double *F, double *J) {
  (void)context;
  F[0] = 3 * x[0] * x[0] + 2 * x[0] * x[1] + 2 * x[1] * x[1] + x[2] + 3 * x[3] - 6;
  F[1] = 2 * x[0] * x[0] + x[0] + x[1] * x[1] + 10 * x[2] + 2 * x[3] - 2;
  F[2] = 3 * x[0] * x[0] + x[0] * x[1] + 2 * x[1] * x[1] + 2 * x[2] + 9 * x[3] - 9;
  F[3] = x[0] * x[0] + 3 * x[1] * x[1] + 2 * x[2] + 3 * x[3] - 3;
  if (!J) return;
  const double rows[16] = {6 * x[0] + 2 * x[1],
                           2 * x[0] + 4 * x[1],
                           1,
                           3, /* F1 */
                           4 * x[0] + 1,
                           2 * x[1],
                           10,
                           2, /* F2 */
                           6 * x[0] + x[1],
                           x[0] + 4 * x[1],
                           2,
                           9, /* F3 */
                           2 * x[0],
                           6 * x[1],
                           2,
                           3};
  memcpy(J, rows, sizeof rows);
}

/* Josephy 1979; solution (sqrt(6)/2, 0, 0, 1/2) */
static void josephy(const void *context, const double *x, double *F, double *J) {
  kojima_shindo(context, x, F, J);
  F[1] += -7 * x[2];
  F[2] += -6 * x[3] + 8;
  if (J) J[6] = 3, J[11] = 3;
}

static rg_status solve_nonlinear(int n, const double *lower, const double *upper,
                                 void (*eval)(const void *, const double *, double *, double *),
                                 double *z, rg_outcome *outcome) {
  nonlinear p = {.mixed = {.n = n, .eval = eval}};
  memcpy(p.lower, lower, (size_t)n * sizeof *lower);
  memcpy(p.upper, upper, (size_t)n * sizeof *upper);
  p.mixed.lower = p.lower, p.mixed.upper = p.upper;
  rg_arena arena = {0};
  rg_options options = {.tol = 1e-10};
  memset(outcome, 0, sizeof *outcome);
  void *state = rg_solver_path.mixed_setup(&arena, &p.mixed, &options);
  assert_non_null(state);
  rg_status status = rg_solver_path.mixed_solve(state, &p.mixed, &options, z, outcome);
  rg_arena_free(&arena);
  return status;
}

static int near(const double *z, const double *expected) {
  double worst = 0;
  for (int i = 0; i < 4; i++) worst = fmax(worst, fabs(z[i] - expected[i]));
  return worst < 1e-4; /* the degenerate solution is reached to the square root of the residual */
}

static void test_kojima_josephy(void **unused) {
  (void)unused;
  const double lower[4] = {0}, upper[4] = {HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL};
  const double first[4] = {1.224744871391589, 0, 0, 0.5}, second[4] = {1, 0, 3, 0};
  const double starts[6][4] = {{0, 0, 0, 0}, {1, 1, 1, 1}, {100, 100, 100, 100},
                               {1, 0, 1, 0}, {1, 0, 0, 0}, {0, 1, 1, 0}};
  for (int k = 0; k < 6; k++) {
    double z[4];
    rg_outcome outcome;
    memcpy(z, starts[k], sizeof z);
    assert_int_equal(solve_nonlinear(4, lower, upper, kojima_shindo, z, &outcome), RG_SOLVED);
    assert_true(near(z, first) || near(z, second));
    memcpy(z, starts[k], sizeof z);
    assert_int_equal(solve_nonlinear(4, lower, upper, josephy, z, &outcome), RG_SOLVED);
    assert_true(near(z, first));
    assert_true(outcome.iterations < 60);
  }
}

/* z1 free: z1^3 + z1 - 2 - z2 = 0; 0 <= z2 <= 1: z2 - 2 z1, at its upper bound; z1 the root of
   z^3 + z = 3; z3 <= -1: z3 + 3, at -3 */
static void bounded(const void *context, const double *z, double *F, double *J) {
  (void)context;
  F[0] = z[0] * z[0] * z[0] + z[0] - 2 - z[1];
  F[1] = z[1] - 2 * z[0];
  F[2] = z[2] + 3;
  if (!J) return;
  const double rows[9] = {3 * z[0] * z[0] + 1, -1, 0, -2, 1, 0, 0, 0, 1};
  memcpy(J, rows, sizeof rows);
}

static void test_all_bounds(void **unused) {
  (void)unused;
  const double lower[3] = {-HUGE_VAL, 0, -HUGE_VAL}, upper[3] = {HUGE_VAL, 1, -1};
  double z[3] = {-4, 0.5, -1}, low = 1, high = 2;
  rg_outcome outcome;
  for (int k = 0; k < 60; k++) {
    double middle = 0.5 * (low + high);
    if (middle * middle * middle + middle < 3) low = middle;
    else high = middle;
  }
  assert_int_equal(solve_nonlinear(3, lower, upper, bounded, z, &outcome), RG_SOLVED);
  assert_true(fabs(z[0] - low) < 1e-8 && z[1] == 1 && fabs(z[2] + 3) < 1e-8);
}

/* e^z = -1 on a free row: no root, said so */
static void rootless(const void *context, const double *z, double *F, double *J) {
  (void)context;
  F[0] = exp(z[0]) + 1;
  if (J) J[0] = exp(z[0]);
}

static void test_nonlinear_failure(void **unused) {
  (void)unused;
  const double lower[1] = {-HUGE_VAL}, upper[1] = {HUGE_VAL};
  double z[1] = {2};
  rg_outcome outcome;
  rg_status status = solve_nonlinear(1, lower, upper, rootless, z, &outcome);
  assert_true(status == RG_STALLED || status == RG_LIMIT);
  assert_true(outcome.reason[0] != 0 && isfinite(z[0]));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_enumeration),  cmocka_unit_test(test_files),
      cmocka_unit_test(test_edges),        cmocka_unit_test(test_trace),
      cmocka_unit_test(test_trace_random), cmocka_unit_test(test_ray),
      cmocka_unit_test(test_no_solution),  cmocka_unit_test(test_kojima_josephy),
      cmocka_unit_test(test_all_bounds),   cmocka_unit_test(test_nonlinear_failure),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
