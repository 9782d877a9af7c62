/* Walks from piece to piece: random problems whose A is singular, with a compliance, from random starts. Without friction the
   problem is a convex quadratic program, and a walk along a line of its piecewise linear map reaches its only solution
   (Katzenelson 1965). Newton's steps circle on some of these. Answers are judged by the natural map of small_cone.h. */
#include "solve/cone/walk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "solve/small_cone.h"

enum { PROBLEMS = 400, STEPS = 400 };
static const double COMPLIANCE = 1e-8, SHARP = 1e-13;

typedef struct tally {
  int found, newton;
  long steps;
} tally;

/* singular: 10 freedoms, 12 rows within bounds and 6 contacts of d */
static void make(small_problem *p, int d, double mu, unsigned long long *seed) {
  small_random_problem(p, d, 12, 6, 10, mu, seed);
  for (int i = 0; i < p->rows; i++) {
    p->lower[i] = i % 3 ? -0.05 : 0;
    p->upper[i] = i % 3 ? 0.05 : HUGE_VAL;
  }
}

/* the same with the compliance in A, for the judge; raw, where the cone is not scaled */
static double judged(small_problem p, const double *r) {
  for (int i = 0; i < p.n; i++) p.A[i * p.n + i] += COMPLIANCE;
  return small_natural_map(&p, r);
}

static void walk_one(int d, double mu, unsigned long long *seed, tally *t) {
  small_problem p;
  rg_arena arena = {0};
  rg_cone cone;
  rg_outcome outcome = {0};
  double x[2 * SMALL_MAX], start[2 * SMALL_MAX], r[SMALL_MAX], center[2 * SMALL_MAX] = {0};
  make(&p, d, mu, seed);
  small_cone(&arena, &p, 0, &cone);
  rg_point *point = rg_point_new(&arena, &cone);
  rg_walk *walk = rg_walk_new(&arena, &cone);
  assert_non_null(point);
  assert_non_null(walk);
  const rg_pull pull = {.alpha = COMPLIANCE, .center = center};
  rg_point_options o = {
      .tol = -1, .aim = -1, .sharp = SHARP, .most = STEPS, .map = {.mu_scale = 1}};
  for (int i = 0; i < cone.n; i++) start[i] = 0.2 * small_random(seed);
  rg_point_begin(point, &cone);
  memcpy(x, start, sizeof x);
  t->newton += rg_point_find(point, &cone, &pull, &o, x, &outcome) == RG_POINT_FOUND;
  outcome.iterations = 0;
  memcpy(x, start, sizeof x);
  if (rg_walk_run(walk, point, &cone, &pull, &o, x, &outcome)) {
    t->found++;
    small_impulse(&p, &cone, x, r);
    assert_true(judged(p, r) <= 1e-9 * cone.c_norm);
  }
  t->steps += outcome.iterations;
  rg_arena_free(&arena);
}

static tally walk_all(double mu, unsigned long long seed) {
  tally t = {0};
  for (int k = 0; k < PROBLEMS; k++) walk_one(2 + k % 2, mu, &seed, &t);
  print_message("mu %g: %d of %d by walks in %.1f steps, %d by Newton's steps\n", mu, t.found,
                PROBLEMS, (double)t.steps / PROBLEMS, t.newton);
  return t;
}

static void without_friction_all_are_found(void **state) {
  (void)state;
  tally t = walk_all(0, 1);
  assert_int_equal(t.found, PROBLEMS);
  assert_true(t.newton < PROBLEMS); /* else there is no need for walks */
}

/* With friction a solution exists, and there may be several; a line may end in a fold that leads away. */
static void with_friction_more_than_by_newton(void **state) {
  (void)state;
  static const double mu[] = {0.3, 0.8};
  for (int k = 0; k < 2; k++) {
    tally t = walk_all(mu[k], 2);
    assert_true(t.found > t.newton);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(without_friction_all_are_found),
                                     cmocka_unit_test(with_friction_more_than_by_newton)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
