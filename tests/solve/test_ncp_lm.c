/* ncp-rlm and ncp-plm: analytic contacts and random problems. */
#include "solve/cone_cases.h"

#include <stdio.h>

extern const rg_solver_entry rg_solver_ncp_rlm, rg_solver_ncp_plm;

/* each case for both */
#define BOTH(name)                                                                                 \
  static void test_##name(void **state) {                                                          \
    (void)state;                                                                                   \
    case_##name(&rg_solver_ncp_rlm);                                                               \
    case_##name(&rg_solver_ncp_plm);                                                               \
  }
BOTH(break)
BOTH(stick)
BOTH(slip)
BOTH(frictionless)
BOTH(bounded_row)
BOTH(bilateral)
BOTH(rows_only)
BOTH(update)
BOTH(empty)

/* Mylapilli & Jain's sphere in its first step: v = (2, 0, 0), m = R = 1, mu = 0.2, dt = 1 ms;
   friction slows it by mu g dt and spins it by mu g dt / (2/5) until 2 v / (7 mu g) */
static void sphere(const rg_solver_entry *entry) {
  double g = 9.81, dt = 1e-3, inertia = 0.4;
  small_problem p = case_one_contact(3, 0.2);
  double tangent = 1 + 1 / inertia;
  double vx = 2, wy = 0;
  int slipping = 0;
  for (int step = 0; step < 600; step++) {
    double r[SMALL_MAX];
    rg_outcome outcome;
    rg_options options = small_options();
    case_set(&p, (double[]){1, 0, 0, 0, tangent, 0, 0, 0, tangent},
             (double[]){-g * dt, vx - wy, 0});
    assert_int_equal(small_solve(entry, &p, 1, &options, r, &outcome), RG_SOLVED);
    vx += r[1];
    wy -= r[1] / inertia;
    if (fabs(vx - wy) > 1e-9) slipping = step + 1;
    if (step == 99) {
      assert_true(fabs(vx - 1.8038) < 1e-6 && fabs(wy - 0.4905) < 1e-6);
      assert_true(fabs(r[1] / dt + 1.962) < 1e-6);
    }
  }
  assert_int_equal(slipping, 291); /* the first step without slip is number 292 */
  assert_true(fabs(vx - 10.0 / 7) < 1e-9 && fabs(wy - 10.0 / 7) < 1e-9);
}

static void test_sphere(void **state) {
  (void)state;
  sphere(&rg_solver_ncp_rlm);
  sphere(&rg_solver_ncp_plm);
}

static void test_random(void **state) {
  (void)state;
  static const struct {
    int d, contacts, at_least;
    double mu;
  } sets[] = {{2, 3, 199, 0.5}, {3, 2, 199, 0.5}, {3, 5, 199, 0.3}, {3, 5, 198, 0.5},
              {3, 5, 198, 1},   {3, 5, 195, 2},   {3, 5, 195, 3}};
  const rg_solver_entry *entries[] = {&rg_solver_ncp_rlm, &rg_solver_ncp_plm};
  for (size_t e = 0; e < 2; e++)
    for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
      int iterations;
      rg_options options = small_options();
      int solved = case_random(entries[e], 200, sets[i].d, sets[i].contacts, sets[i].mu, &options,
                               &iterations);
      printf("%s d %d, %d contacts, mu %.1f: %d of 200 solved, %.1f iterations\n",
             entries[e]->info.name, sets[i].d, sets[i].contacts, sets[i].mu, solved,
             (double)iterations / solved);
      assert_true(solved >= sets[i].at_least);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_break),       cmocka_unit_test(test_stick),
      cmocka_unit_test(test_slip),        cmocka_unit_test(test_frictionless),
      cmocka_unit_test(test_bounded_row), cmocka_unit_test(test_bilateral),
      cmocka_unit_test(test_rows_only),   cmocka_unit_test(test_update),
      cmocka_unit_test(test_empty),       cmocka_unit_test(test_sphere),
      cmocka_unit_test(test_random),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
