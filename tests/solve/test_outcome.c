/* How many iterations a search has left: the caller's bound, the budget of the step, whichever is less. */
#include "solve/front/solver.h"

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static int left(int asked, int budget, int spent) {
  rg_outcome outcome;
  rg_options options = rg_options_default();
  memset(&outcome, 0, sizeof outcome);
  options.max_iterations = asked;
  outcome.budget = budget, outcome.iterations = spent;
  return rg_outcome_left(&outcome, &options);
}

static void the_smaller_bound_counts(void **state) {
  (void)state;
  assert_int_equal(left(0, 0, 7), INT_MAX - 7);
  assert_int_equal(left(100, 0, 7), 93);
  assert_int_equal(left(0, 100, 7), 93);
  assert_int_equal(left(100, 50, 7), 43);
  assert_int_equal(left(50, 100, 7), 43);
  assert_int_equal(left(50, 100, 60), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_smaller_bound_counts)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
