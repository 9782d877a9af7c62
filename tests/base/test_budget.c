/* What is allowed is not exceeded, and what is refused is told with both figures before it is taken. */
#include "base/arena.h"
#include "base/budget.h"
#include "base/buffer.h"

#include <rigor/rigor.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <cmocka.h>

static int free_limit(void **state) {
  (void)state;
  rg_memory_limit(0);
  return 0;
}

static void default_is_of_the_machine(void **state) {
  (void)state;
  assert_true(rg_memory_allowed() > 100 * 1000 * 1000);
}

static void arena_and_buffer_ask(void **state) {
  (void)state;
  rg_arena arena = {0};
  rg_buffer buffer = {0};
  rg_error error;
  rg_memory_limit(10 * 1000 * 1000);
  assert_non_null(RG_RAW(&arena, char, 6 * 1000 * 1000));
  assert_null(rg_buffer_need(&buffer, 5 * 1000 * 1000, 1));
  assert_null(RG_RAW(&arena, char, 7 * 1000 * 1000));
  assert_null(RG_RAW(&arena, char, 7 * 1000 * 1000));
  rg_fail(&error, RG_NO_MEMORY, "it", "out of memory");
  assert_non_null(strstr(error.reason, "needs at least 20 MB, 10 MB are allowed"));
  /* told once; what was given back may be had again */
  rg_fail(&error, RG_NO_MEMORY, "it", "out of memory");
  assert_null(strstr(error.reason, "allowed"));
  rg_arena_free(&arena);
  assert_non_null(rg_buffer_need(&buffer, 9 * 1000 * 1000, 1));
  rg_buffer_free(&buffer);
  assert_non_null(rg_buffer_need(&buffer, 9 * 1000 * 1000, 1));
  rg_buffer_free(&buffer);
}

/* what is asked about beforehand, in a double because it may be more than any size_t */
static void what_does_not_fit_is_known_beforehand(void **state) {
  (void)state;
  rg_arena arena = {0};
  rg_error error;
  rg_memory_limit(10 * 1000 * 1000);
  assert_non_null(RG_RAW(&arena, char, 6 * 1000 * 1000));
  assert_true(rg_budget_fits(3.5e6));
  assert_false(rg_budget_fits(4.5e6));
  rg_fail(&error, RG_NO_MEMORY, "it", "out of memory");
  assert_non_null(strstr(error.reason, "10 MB are allowed"));
  assert_false(rg_budget_fits(1e300));
  assert_false(rg_budget_fits((double)NAN));
  rg_arena_free(&arena);
  assert_true(rg_budget_fits(9.9e6));
}

static void identity(void *context, const double *x, double *y) {
  memcpy(y, x, (size_t) * (int *)context * sizeof *y);
}

/* laws' dense matrices, operators that are probed: refused at once, not after gigabytes of zeros */
static void problems_that_are_too_large(void **state) {
  (void)state;
  enum { CONTACTS = 1000, N = 3 * CONTACTS };
  static double c[N], mu[CONTACTS];
  int n = N;
  rg_problem problem = rg_problem_default();
  problem.dim = 3;
  problem.contacts = CONTACTS;
  problem.A = rg_matrix_operator(N, N, identity, &n);
  problem.c = c;
  problem.mu = mu;
  for (int i = 0; i < CONTACTS; i++) mu[i] = 0.5, c[3 * i] = -1;
  static const char *const solvers[] = {"nsgs", "lemke", "auto"};
  for (int k = 0; k < 3; k++) {
    rg_memory_limit(k == 0 ? 40u * 1000 * 1000 : 900u * 1000 * 1000);
    rg_options options = rg_options_default();
    rg_solver *solver = NULL;
    rg_error error;
    options.solver = solvers[k];
    if (k) options.law.law = RG_LAW_PYRAMID, options.law.directions = 12;
    struct rusage before, after;
    getrusage(RUSAGE_SELF, &before);
    assert_int_equal(rg_solver_new(&solver, &problem, &options, &error), RG_NO_MEMORY);
    getrusage(RUSAGE_SELF, &after);
    assert_non_null(strstr(error.reason, "needs at least "));
    assert_non_null(strstr(error.reason, k == 0 ? "40 MB are allowed" : "900 MB are allowed"));
    assert_true(after.ru_maxrss - before.ru_maxrss < 300 * 1000);
  }
}

/* a scene: its tables, its contacts */
static void scenes_that_are_too_large(void **state) {
  (void)state;
  rg_model *model = NULL;
  rg_sim *sim = NULL;
  rg_error error;
  rg_sim_options options = rg_sim_options_default();
  rg_memory_limit(20 * 1000);
  assert_int_equal(rg_model_load(&model, RIGOR_SOURCE_DIR "/models/spheres1000.xml", NULL, &error),
                   RG_NO_MEMORY);
  assert_non_null(strstr(error.reason, "20 kB are allowed"));
  rg_memory_limit(0);
  assert_int_equal(rg_model_load(&model, RIGOR_SOURCE_DIR "/models/spheres1000.xml", NULL, &error),
                   RG_OK);
  rg_memory_limit(8 * 1000 * 1000);
  assert_int_equal(rg_sim_new(&sim, model, &options, &error), RG_NO_MEMORY);
  assert_non_null(strstr(error.reason, "8 MB are allowed"));
  rg_model_free(model);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_teardown(default_is_of_the_machine, free_limit),
      cmocka_unit_test_teardown(arena_and_buffer_ask, free_limit),
      cmocka_unit_test_teardown(what_does_not_fit_is_known_beforehand, free_limit),
      cmocka_unit_test_teardown(problems_that_are_too_large, free_limit),
      cmocka_unit_test_teardown(scenes_that_are_too_large, free_limit)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
