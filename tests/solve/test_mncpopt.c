/* mncpopt and the mixed form of the cone: F and its Jacobian, analytic contacts, sliding contacts,
   Theorem 1, random problems. */
#include "law/mixed_cone.h"
#include "solve/cone_cases.h"
#include "solve/papers/theorem_one.h"

#include <stdio.h>

extern const rg_solver_entry rg_solver_mncpopt;

/* a solver of cone form that goes through the mixed form */
typedef struct through_mixed {
  rg_mixed *mixed;
  void *state;
  double *z;
} through_mixed;

static void *mixed_setup(rg_arena *arena, const rg_cone *cone, const rg_options *options) {
  through_mixed *t = RG_NEW(arena, through_mixed, 1);
  t->mixed = rg_mixed_cone_new(arena, cone, NULL, 0);
  assert_non_null(t->mixed);
  t->z = RG_NEW(arena, double, t->mixed->n);
  t->state = rg_solver_mncpopt.mixed_setup(arena, t->mixed, options);
  return t->state ? t : NULL;
}

static rg_status mixed_solve(void *state, const rg_cone *cone, const rg_options *options, double *x,
                             rg_outcome *outcome) {
  through_mixed *t = state;
  (void)cone;
  rg_mixed_cone_start(t->mixed, x, t->z);
  rg_status status = rg_solver_mncpopt.mixed_solve(t->state, t->mixed, options, t->z, outcome);
  rg_mixed_cone_impulse(t->mixed, t->z, x);
  return status;
}

static const rg_solver_entry mncpopt = {.cone_setup = mixed_setup, .cone_solve = mixed_solve};

static void test_break(void **state) { (void)state, case_break(&mncpopt); }
static void test_stick(void **state) { (void)state, case_stick(&mncpopt); }
static void test_slip(void **state) { (void)state, case_slip(&mncpopt); }
static void test_frictionless(void **state) { (void)state, case_frictionless(&mncpopt); }
static void test_bounded_row(void **state) { (void)state, case_bounded_row(&mncpopt); }
static void test_bilateral(void **state) { (void)state, case_bilateral(&mncpopt); }
static void test_rows_only(void **state) { (void)state, case_rows_only(&mncpopt); }
static void test_update(void **state) { (void)state, case_update(&mncpopt); }
static void test_empty(void **state) { (void)state, case_empty(&mncpopt); }

enum { MIXED_MAX = 6 * SMALL_MAX };

/* two rows, one sliding, two rolling contacts: sizes and Jacobian against central differences */
static void test_jacobian(void **state) {
  (void)state;
  unsigned long long seed = 8;
  static double J[MIXED_MAX * MIXED_MAX];
  for (int d = 2; d <= 3; d++) {
    small_problem p;
    rg_arena arena = {0};
    rg_cone cone;
    double slip[6] = {0}, z[MIXED_MAX], F[MIXED_MAX], plus[MIXED_MAX], minus[MIXED_MAX];
    slip[d - 1] = 0.3; /* the second contact moves along its first tangent */
    small_random_problem(&p, d, 2, 3, 3 * d + 2, 0.7, &seed);
    small_cone(&arena, &p, 1, &cone);
    rg_mixed *mixed = rg_mixed_cone_new(&arena, &cone, slip, 0.1);
    assert_non_null(mixed);
    int n = mixed->n;
    assert_int_equal(n, 2 + 1 + 2 * (2 + 2 * (d - 1)));
    double zero[SMALL_MAX] = {0};
    rg_mixed_cone_start(mixed, zero, z);
    for (int i = 0; i < n; i++) z[i] = small_random(&seed);
    mixed->eval(mixed->context, z, F, J);
    for (int j = 0; j < n; j++) {
      double h = 1e-5, keep = z[j];
      z[j] = keep + h, mixed->eval(mixed->context, z, plus, NULL);
      z[j] = keep - h, mixed->eval(mixed->context, z, minus, NULL);
      z[j] = keep;
      for (int i = 0; i < n; i++)
        assert_true(fabs((plus[i] - minus[i]) / (2 * h) - J[i * n + j]) < 1e-8);
    }
    rg_arena_free(&arena);
  }
}

/* F at the known slip of one contact: u_n = 0, s = 0, the rest 0; lambda is the slip speed */
static void test_values(void **state) {
  (void)state;
  small_problem p = case_one_contact(3, 0.5);
  double x[3] = {0.5, -0.15, 0.2}, z[6], F[6];
  rg_arena arena = {0};
  rg_cone cone;
  case_set(&p, (double[]){2, 0, 0, 0, 1, 0, 0, 0, 1}, (double[]){-1, 3, -4});
  small_cone(&arena, &p, 0, &cone);
  rg_mixed *mixed = rg_mixed_cone_new(&arena, &cone, NULL, 0);
  rg_mixed_cone_start(mixed, x, z);
  mixed->eval(mixed->context, z, F, NULL);
  for (int i = 0; i < 6; i++) assert_true(fabs(F[i]) < 1e-15);
  assert_true(fabs(4 * z[1] - 4.75) < 1e-14); /* |(2.85, -3.8)|, in units of max |c| = 4 */
  double back[3];
  rg_mixed_cone_impulse(mixed, z, back);
  for (int i = 0; i < 3; i++) assert_true(fabs(back[i] - x[i]) < 1e-15);
  assert_true(rg_mixed_cone_residual(mixed, z) < 1e-15);
  rg_arena_free(&arena);
}

/* a sliding contact has r_t = -mu r_n v/|v|: r_n = -c_n / (a_nn - mu a_n . v/|v|), Eq. 11 */
static void test_sliding(void **state) {
  (void)state;
  small_problem p = case_one_contact(3, 0.5);
  double slip[2] = {3, -4}, x[3] = {0}, z[6] = {0};
  rg_arena arena = {0};
  rg_cone cone;
  rg_outcome outcome = {0};
  rg_options options = small_options();
  case_set(&p, (double[]){2, 0.3, 0.2, 0.3, 1, 0.1, 0.2, 0.1, 4}, (double[]){-1, 3, -4});
  small_cone(&arena, &p, 0, &cone);
  rg_mixed *mixed = rg_mixed_cone_new(&arena, &cone, slip, 1e-3);
  assert_int_equal(mixed->n, 1);
  rg_mixed_cone_start(mixed, x, z);
  /* only the normal law is left, so that F is what counts */
  void *solver = rg_solver_mncpopt.mixed_setup(&arena, mixed, &options);
  assert_int_equal(rg_solver_mncpopt.mixed_solve(solver, mixed, &options, z, &outcome), RG_SOLVED);
  rg_mixed_cone_impulse(mixed, z, x);
  double normal = 1 / (2 - 0.5 * (0.3 * 0.6 - 0.2 * 0.8));
  assert_true(fabs(x[0] - normal) < 1e-8);
  assert_true(fabs(x[1] + 0.5 * 0.6 * normal) < 1e-8 && fabs(x[2] - 0.5 * 0.8 * normal) < 1e-8);
  rg_arena_free(&arena);
}

/* Theorem 1 on one contact: g_v is singular where it opens with lambda = 0, regular where it sticks
 */
static void test_theorem_contact(void **state) {
  (void)state;
  small_problem p = case_one_contact(3, 0.5);
  rg_arena arena = {0};
  rg_cone cone;
  double zero[3] = {0}, z[6];
  case_set(&p, (double[]){2, 0, 0, 0, 1, 0, 0, 0, 1}, (double[]){-1, 0.1, 0});
  small_cone(&arena, &p, 0, &cone);
  rg_mixed *mixed = rg_mixed_cone_new(&arena, &cone, NULL, 0);
  rg_theorem_one_work *work = rg_theorem_one_setup(&arena, mixed);
  rg_mixed_cone_start(mixed, zero, z);
  memset(z, 0, sizeof z);
  assert_int_equal(rg_theorem_one_check(work, mixed, z).schur_exists, RG_VERDICT_NO);
  double stick[3] = {0.5, -0.1, 0};
  rg_mixed_cone_start(mixed, stick, z);
  assert_int_equal(rg_theorem_one_check(work, mixed, z).schur_exists, RG_VERDICT_YES);
  rg_arena_free(&arena);
}

/* F = M z for a 2 x 2 matrix and z >= 0: the Schur complement is M itself */
static void linear(const void *context, const double *z, double *F, double *J) {
  const double *M = context;
  for (int i = 0; i < 2; i++) F[i] = M[2 * i] * z[0] + M[2 * i + 1] * z[1];
  if (J) memcpy(J, M, 4 * sizeof *J);
}

static void test_theorem_matrices(void **state) {
  (void)state;
  static const struct {
    double M[4];
    rg_condition sufficient, s_matrix;
  } cases[] = {
      {{1, 0, 0, 1}, RG_VERDICT_YES, RG_VERDICT_YES},
      {{1, -2, 2, 0}, RG_VERDICT_YES, RG_VERDICT_YES}, /* x = (3, 1): (1, 6) > 0 */
      {{0, 1, 1, 0}, RG_VERDICT_NO, RG_VERDICT_YES},   /* minor -1 */
      {{1, -1, -1, 1}, RG_VERDICT_YES, RG_VERDICT_NO}, /* rows add up to 0 */
      {{-1, 0, 0, -1}, RG_VERDICT_NO, RG_VERDICT_NO},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    rg_arena arena = {0};
    double lower[2] = {0, 0}, upper[2] = {HUGE_VAL, HUGE_VAL}, z[2] = {1, 1};
    rg_mixed mixed = {
        .n = 2, .lower = lower, .upper = upper, .eval = linear, .context = cases[i].M};
    rg_theorem_one verdict = rg_theorem_one_check(rg_theorem_one_setup(&arena, &mixed), &mixed, z);
    assert_int_equal(verdict.schur_exists, RG_VERDICT_YES);
    assert_int_equal(verdict.row_sufficient, cases[i].sufficient);
    assert_int_equal(verdict.s_matrix, cases[i].s_matrix);
    rg_arena_free(&arena);
  }
}

/* a smooth problem that is no cone: F = (z0^2 + z1 - 1, z1 - z0 + 2), z0 free, z1 in [0, 0.5]:
   z1 = 0, z0 = 1 with F1 = 1 > 0, or z0 = -1 with F1 = 3 > 0 */
static void parabola(const void *context, const double *z, double *F, double *J) {
  (void)context;
  F[0] = z[0] * z[0] + z[1] - 1;
  F[1] = z[1] - z[0] + 2;
  if (J) J[0] = 2 * z[0], J[1] = 1, J[2] = -1, J[3] = 1;
}

static void test_general_mixed(void **state) {
  (void)state;
  rg_arena arena = {0};
  double lower[2] = {-HUGE_VAL, 0}, upper[2] = {HUGE_VAL, 0.5}, z[2] = {0.3, 0.4};
  rg_mixed mixed = {.n = 2, .lower = lower, .upper = upper, .eval = parabola};
  rg_outcome outcome = {0};
  rg_options options = small_options();
  void *solver = rg_solver_mncpopt.mixed_setup(&arena, &mixed, &options);
  assert_int_equal(rg_solver_mncpopt.mixed_solve(solver, &mixed, &options, z, &outcome), RG_SOLVED);
  assert_true(fabs(fabs(z[0]) - 1) < 1e-8 && fabs(z[1]) < 1e-8);
  rg_arena_free(&arena);
}

static void test_random(void **state) {
  (void)state;
  static const struct {
    int d, contacts, at_least;
    double mu;
  } sets[] = {{2, 2, 98, 0.2}, {3, 2, 98, 0.2}, {3, 3, 97, 0.5}, {3, 2, 93, 1}};
  for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
    int iterations;
    rg_options options = small_options();
    options.tol = 1e-8;
    int solved =
        case_random(&mncpopt, 100, sets[i].d, sets[i].contacts, sets[i].mu, &options, &iterations);
    printf("d %d, %d contacts, mu %.1f: %d of 100 solved, %.1f iterations\n", sets[i].d,
           sets[i].contacts, sets[i].mu, solved, (double)iterations / solved);
    assert_true(solved >= sets[i].at_least);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_break),
      cmocka_unit_test(test_stick),
      cmocka_unit_test(test_slip),
      cmocka_unit_test(test_frictionless),
      cmocka_unit_test(test_bounded_row),
      cmocka_unit_test(test_bilateral),
      cmocka_unit_test(test_rows_only),
      cmocka_unit_test(test_update),
      cmocka_unit_test(test_empty),
      cmocka_unit_test(test_jacobian),
      cmocka_unit_test(test_values),
      cmocka_unit_test(test_sliding),
      cmocka_unit_test(test_theorem_contact),
      cmocka_unit_test(test_theorem_matrices),
      cmocka_unit_test(test_general_mixed),
      cmocka_unit_test(test_random),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
