/* pfb-rlm, pfb-plm and lcpopt: MLCPs as equations and as a bound-constrained problem, against
   enumeration, analytic solutions and the paper's example; the drivers below them on systems of
   their own. */
#include "solve/mlcp_cases.h"

#include "solve/mlcp/box_trust.h"
#include "solve/mlcp/fischer_burmeister.h"
#include "solve/mlcp/lcpopt.h"
#include "solve/mlcp/levenberg_marquardt.h"

extern const rg_solver_entry rg_solver_pfb_rlm, rg_solver_pfb_plm, rg_solver_lcpopt;

/* Mylapilli & Jain sec. 2.2.2: n = 1, f = 0.1, z = 1e20. Written as printed, the plain function is
   lost in rounding; ours has its true value 0.1, still no hint that z is far off; penalized it is
   huge. */
static void test_flat_orthant(void **unused) {
  (void)unused;
  volatile double z = 1e20, f = 0.1;
  volatile double sum = z + f, plain = sqrt(z * z + f * f) - sum;
  assert_true(plain == 0);
  assert_true(fabs(rg_penalized_fb(z, f, 1, NULL) - 0.1) < 1e-15);
  double penalized = rg_penalized_fb(z, f, 0.95, NULL);
  assert_true(fabs(penalized / (0.05 * 1e19) - 1) < 1e-12);
}

/* values against the definition in long double, where that has digits left */
static void test_values(void **unused) {
  (void)unused;
  uint64_t state = 5;
  assert_true(rg_penalized_fb(3, 4, 1, NULL) == 2);
  assert_true(fabs(rg_penalized_fb(3, 4, 0.5, NULL) - 7) < 1e-15);
  assert_true(rg_penalized_fb(0, 0, 0.9, NULL) == 0);
  for (int k = 0; k < 1000; k++) {
    double a = random_value(&state), b = random_value(&state) * pow(10, -(k % 4));
    long double la = (long double)a, lb = (long double)b, h = sqrtl(la * la + lb * lb);
    double exact = (double)(0.9L * (la + lb - h) + (a > 0 && b > 0 ? (1 - 0.9L) * la * lb : 0));
    assert_true(fabs(rg_penalized_fb(a, b, 0.9, NULL) - exact) < 1e-15 + 1e-12 * fabs(exact));
  }
}

/* a row is zero exactly where its bounds and the sign of f agree */
static void test_rows_vanish_at_solutions(void **unused) {
  (void)unused;
  const double bounds[4][2] = {{0.5, HUGE_VAL}, {-HUGE_VAL, 2}, {0.5, 2}, {-HUGE_VAL, HUGE_VAL}};
  const double zs[] = {0, 0.5, 1, 2, 3}, fs[] = {-1, 0, 1};
  for (int b = 0; b < 4; b++)
    for (int i = 0; i < 5; i++)
      for (int j = 0; j < 3; j++) {
        double low = bounds[b][0], high = bounds[b][1], y = zs[i] - fs[j];
        double natural = zs[i] - (y < low ? low : y > high ? high : y);
        double phi = rg_penalized_fb_row(zs[i], fs[j], low, high, 0.8, NULL);
        assert_int_equal(fabs(phi) < 1e-14, natural == 0);
      }
}

static void system_at(const mlcp_case *c, const double *z, double *phi, double *J) {
  int n = c->mlcp.n;
  double F[ENUMERATE_MAX];
  for (int i = 0; i < n; i++) {
    F[i] = c->q[i];
    for (int j = 0; j < n; j++) F[i] += c->M[i * n + j] * z[j];
  }
  if (J) memcpy(J, c->M, (size_t)(n * n) * sizeof *J);
  rg_penalized_fb_system(n, z, F, c->lower, c->upper, 0.9, phi, J);
}

/* Eq. 46-48 by central differences, for every kind of row */
static void test_jacobian(void **unused) {
  (void)unused;
  enum { N = 8 };
  for (int k = 0; k < 50; k++) {
    mlcp_case c;
    uint64_t state = (uint64_t)k;
    double z[N], phi[N], above[N], below[N], J[N * N];
    random_case(&c, N, CASE_MONOTONE, (uint64_t)k);
    mix_bounds(&c, (uint64_t)k);
    for (int i = 0; i < N; i++) z[i] = random_value(&state);
    system_at(&c, z, phi, J);
    for (int j = 0; j < N; j++) {
      double h = 1e-6, keep = z[j];
      z[j] = keep + h, system_at(&c, z, above, NULL);
      z[j] = keep - h, system_at(&c, z, below, NULL);
      z[j] = keep;
      for (int i = 0; i < N; i++)
        assert_true(fabs(J[i * N + j] - (above[i] - below[i]) / (2 * h)) < 2e-5);
    }
    case_free(&c);
  }
}

/* Eq. 45: the element at z = f = 0 is the limit of Jacobians from the direction y */
static void test_jacobian_at_kink(void **unused) {
  (void)unused;
  enum { N = 3 };
  mlcp_case c;
  double zero[N] = {0}, near[N], phi[N], J[N * N], J_near[N * N];
  random_case(&c, N, CASE_MONOTONE, 3);
  c.q[0] = c.q[2] = 0, c.q[1] = 0.7;
  system_at(&c, zero, phi, J);
  for (int i = 0; i < N; i++) near[i] = i == 1 ? 0 : 1e-9;
  system_at(&c, near, phi, J_near);
  for (int i = 0; i < N * N; i++) assert_true(fabs(J[i] - J_near[i]) < 1e-6);
  case_free(&c);
}

/* Rosenbrock's residuals, root (1, 1) */
static void rosenbrock(void *context, const double *x, double *r, double *J) {
  (void)context;
  r[0] = 10 * (x[1] - x[0] * x[0]);
  r[1] = 1 - x[0];
  if (J) J[0] = -20 * x[0], J[1] = 10, J[2] = -1, J[3] = 0;
}

/* x^2 + 1: no root, psi stationary at 0 */
static void rootless(void *context, const double *x, double *r, double *J) {
  (void)context;
  r[0] = x[0] * x[0] + 1;
  if (J) J[0] = 2 * x[0];
}

/* (x1 + x2 - 2)^3-free singular Jacobian: both rows equal, a line of roots */
static void singular_rows(void *context, const double *x, double *r, double *J) {
  (void)context;
  r[0] = r[1] = x[0] + x[1] - 2;
  if (J) J[0] = J[1] = J[2] = J[3] = 1;
}

/* log: not finite for x <= 0, root 1 */
static void logarithm(void *context, const double *x, double *r, double *J) {
  (void)context;
  r[0] = log(x[0]);
  if (J) J[0] = 1 / x[0];
}

static rg_status drive(rg_lm_driver driver, int n,
                       void (*eval)(void *, const double *, double *, double *), double *x) {
  rg_arena arena = {0};
  rg_lm *lm = rg_lm_setup(&arena, n);
  rg_system system = {.n = n, .eval = eval};
  rg_lm_options options = {.tol = 1e-12};
  rg_outcome outcome = {0};
  assert_non_null(lm);
  rg_status status = driver(lm, &system, &options, x, &outcome);
  assert_int_equal(outcome.reason[0] == 0, status == RG_SOLVED);
  rg_arena_free(&arena);
  return status;
}

static void test_drivers(void **unused) {
  (void)unused;
  const rg_lm_driver drivers[] = {rg_lm_regular, rg_lm_projected};
  for (int d = 0; d < 2; d++) {
    double x[2] = {-1.2, 1};
    assert_int_equal(drive(drivers[d], 2, rosenbrock, x), RG_SOLVED);
    assert_true(fabs(x[0] - 1) < 1e-11 && fabs(x[1] - 1) < 1e-11);
    double line[2] = {5, 9};
    assert_int_equal(drive(drivers[d], 2, singular_rows, line), RG_SOLVED);
    assert_true(fabs(line[0] + line[1] - 2) < 1e-11);
    double none[1] = {3};
    assert_int_equal(drive(drivers[d], 1, rootless, none), RG_STALLED);
    assert_true(fabs(none[0]) < 1e-2);
    double far[1] = {20}, outside[1] = {-1};
    assert_int_equal(drive(drivers[d], 1, logarithm, far), RG_SOLVED);
    assert_true(fabs(far[0] - 1) < 1e-11);
    assert_int_equal(drive(drivers[d], 1, logarithm, outside), RG_STALLED);
  }
}

/* Rosenbrock with x1 <= 0.5: minimum at (0.5, 0.25), stationary and no root */
static void test_box_trust_bound(void **unused) {
  (void)unused;
  double lower[2] = {-HUGE_VAL, -HUGE_VAL}, upper[2] = {0.5, HUGE_VAL}, x[2] = {-1.2, 1}, slope;
  rg_arena arena = {0};
  rg_box_trust *trust = rg_box_trust_setup(&arena, 2, 2);
  rg_least_squares_problem problem = {
      .m = 2, .n = 2, .lower = lower, .upper = upper, .eval = rosenbrock};
  rg_box_trust_options options = {.tol = 1e-10};
  rg_outcome outcome = {0};
  assert_int_equal(rg_box_trust_solve(trust, &problem, &options, x, &slope, &outcome), RG_STALLED);
  assert_true(fabs(x[0] - 0.5) < 1e-12 && fabs(x[1] - 0.25) < 1e-9 && slope < 1e-9);
  upper[0] = HUGE_VAL;
  x[0] = -1.2, x[1] = 1;
  assert_int_equal(rg_box_trust_solve(trust, &problem, &options, x, &slope, &outcome), RG_SOLVED);
  assert_true(fabs(x[0] - 1) < 1e-9 && fabs(x[1] - 1) < 1e-9);
  rg_arena_free(&arena);
}

typedef struct linear {
  int m, n;
  double A[60], b[10];
} linear;

static void linear_residual(void *context, const double *x, double *r, double *J) {
  const linear *l = context;
  for (int i = 0; i < l->m; i++) {
    r[i] = -l->b[i];
    for (int j = 0; j < l->n; j++) r[i] += l->A[i * l->n + j] * x[j];
  }
  if (J) memcpy(J, l->A, (size_t)(l->m * l->n) * sizeof *J);
}

/* non-negative least squares: x >= 0, A'(A x - b) >= 0, complementary; more and fewer rows than
 * columns */
static void test_box_trust_nonnegative(void **unused) {
  (void)unused;
  double lower[6] = {0}, upper[6];
  for (int j = 0; j < 6; j++) upper[j] = HUGE_VAL;
  for (int k = 0; k < 40; k++) {
    linear l = {.m = k % 2 ? 10 : 4, .n = 6};
    uint64_t state = (uint64_t)k;
    double x[6] = {1, 1, 1, 1, 1, 1}, r[10];
    for (int i = 0; i < l.m * l.n; i++) l.A[i] = random_value(&state);
    for (int i = 0; i < l.m; i++) l.b[i] = random_value(&state);
    rg_arena arena = {0};
    rg_outcome outcome = {0};
    rg_box_trust_options options = {.tol = 1e-12};
    rg_box_trust *trust = rg_box_trust_setup(&arena, l.m, l.n);
    rg_least_squares_problem problem = {
        .m = l.m, .n = l.n, .lower = lower, .upper = upper, .context = &l, .eval = linear_residual};
    rg_box_trust_solve(trust, &problem, &options, x, NULL, &outcome);
    linear_residual(&l, x, r, NULL);
    for (int j = 0; j < l.n; j++) {
      double g = 0;
      for (int i = 0; i < l.m; i++) g += l.A[i * l.n + j] * r[i];
      assert_true(x[j] >= 0 && g > -1e-8 && x[j] * fabs(g) < 1e-8);
    }
    rg_arena_free(&arena);
  }
}

static void compare_all(const rg_solver_entry *entry, int semidefinite_misses) {
  for (int mixed = 0; mixed < 2; mixed++) {
    tally p = compare_with_enumeration(entry, CASE_P, mixed, 200);
    tally monotone = compare_with_enumeration(entry, CASE_MONOTONE, mixed, 200);
    tally semidefinite = compare_with_enumeration(entry, CASE_SEMIDEFINITE, mixed, 200);
    assert_int_equal(p.solved, p.total);
    assert_int_equal(monotone.solved, monotone.solvable);
    assert_true(semidefinite.solved >= semidefinite.solvable - semidefinite_misses);
    assert_true(semidefinite.solvable < semidefinite.total); /* some have none */
    print_message("%s, bounds %d: singular semidefinite %d of %d, %d of %d proved unsolvable\n",
                  entry->info.name, mixed, semidefinite.solved, semidefinite.solvable,
                  semidefinite.refused, semidefinite.total - semidefinite.solvable);
  }
}

static void test_pfb_rlm(void **unused) {
  (void)unused;
  compare_all(&rg_solver_pfb_rlm, 0);
  check_edges(&rg_solver_pfb_rlm);
}

static void test_pfb_plm(void **unused) {
  (void)unused;
  compare_all(&rg_solver_pfb_plm, 1);
  check_edges(&rg_solver_pfb_plm);
}

static void test_lcpopt(void **unused) {
  (void)unused;
  compare_all(&rg_solver_lcpopt, 0);
  check_edges(&rg_solver_lcpopt);
}

static void test_pfb_rlm_files(void **unused) {
  (void)unused;
  check_files(&rg_solver_pfb_rlm, CASE_MAX, 10, 8);
}

static void test_pfb_plm_files(void **unused) {
  (void)unused;
  check_files(&rg_solver_pfb_plm, CASE_MAX, 10, 9);
}

/* deltasigma2 (221 rows) is left out: it takes lcpopt seconds */
static void test_lcpopt_files(void **unused) {
  (void)unused;
  check_files(&rg_solver_lcpopt, 100, 10, 8);
}

static rg_lcpopt_conditions conditions_of(int n, double *M, double *q, double *lower) {
  double upper[2] = {HUGE_VAL, HUGE_VAL};
  rg_mlcp mlcp = {n, M, q, lower, upper, 0};
  rg_arena arena = {0};
  rg_lcpopt *lcpopt = rg_lcpopt_setup(&arena, &mlcp);
  assert_non_null(lcpopt);
  rg_lcpopt_conditions conditions = rg_lcpopt_check(lcpopt, &mlcp);
  rg_arena_free(&arena);
  return conditions;
}

/* the conditions of Andreani et al. on matrices whose class is known */
static void test_lcpopt_conditions(void **unused) {
  (void)unused;
  double zero[2] = {0, 0}, half_free[2] = {-HUGE_VAL, 0}, minus[2] = {-1, -1}, plus[2] = {1, 1};
  double P[4] = {1, 3, 0, 1}, indefinite[4] = {0, 1, 1, 0}, singular[4] = {1, -1, -1, 1};
  double no_block[4] = {0, 1, -1, 1};
  rg_lcpopt_conditions c = conditions_of(2, P, minus, zero); /* P, not semidefinite */
  assert_int_equal(c.semidefinite, RG_VERDICT_NO);
  assert_int_equal(c.theorem.row_sufficient, RG_VERDICT_YES);
  assert_int_equal(c.feasible, RG_VERDICT_YES);
  c = conditions_of(2, indefinite, plus, zero); /* minor -1 */
  assert_int_equal(c.theorem.row_sufficient, RG_VERDICT_NO);
  c = conditions_of(2, singular, minus, zero); /* w1 + w2 = -2 */
  assert_int_equal(c.semidefinite, RG_VERDICT_YES);
  assert_int_equal(c.feasible, RG_VERDICT_NO);
  c = conditions_of(2, singular, plus, zero);
  assert_int_equal(c.feasible, RG_VERDICT_YES);
  c = conditions_of(2, no_block, plus, half_free); /* g_v = 0 */
  assert_int_equal(c.theorem.schur_exists, RG_VERDICT_NO);
}

/* an infeasible problem is refused, with the reason */
static void test_lcpopt_infeasible(void **unused) {
  (void)unused;
  double M[4] = {1, -1, -1, 1}, q[2] = {-1, -1}, lower[2] = {0}, upper[2] = {HUGE_VAL, HUGE_VAL},
         z[2];
  rg_mlcp mlcp = {2, M, q, lower, upper, 0};
  rg_outcome outcome;
  assert_int_equal(solve_case(&rg_solver_lcpopt, &mlcp, z, &outcome), RG_NO_SOLUTION);
  assert_non_null(strstr(outcome.reason, "feasible no, semidefinite yes"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_flat_orthant),
      cmocka_unit_test(test_values),
      cmocka_unit_test(test_rows_vanish_at_solutions),
      cmocka_unit_test(test_jacobian),
      cmocka_unit_test(test_jacobian_at_kink),
      cmocka_unit_test(test_drivers),
      cmocka_unit_test(test_box_trust_bound),
      cmocka_unit_test(test_box_trust_nonnegative),
      cmocka_unit_test(test_pfb_rlm),
      cmocka_unit_test(test_pfb_plm),
      cmocka_unit_test(test_lcpopt),
      cmocka_unit_test(test_pfb_rlm_files),
      cmocka_unit_test(test_pfb_plm_files),
      cmocka_unit_test(test_lcpopt_files),
      cmocka_unit_test(test_lcpopt_conditions),
      cmocka_unit_test(test_lcpopt_infeasible),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
