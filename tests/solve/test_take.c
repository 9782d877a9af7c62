/* A solver that is set up again and again: same bits as a fresh one, borrowed arrays, no memory asked
   for once it fits, growth counted, new targets. */
#include "solve/front/take.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "counted_malloc.h"
#include "solve/body_scene.h"

static double draw(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 11) / 4503599627370496.0 - 1;
}

/* one or two cubes, on the ground and on each other, in some motion */
static void random_scene(scene *s, uint64_t *seed) {
  static const double up[3] = {0, 0, 1}, east[3] = {1, 0, 0};
  int bodies = draw(seed) > 0 ? 2 : 1;
  scene_start(s, 3);
  for (int b = 0; b < bodies; b++) {
    double center[3] = {0, 0, 0.5 + b}, v[6];
    for (int i = 0; i < 6; i++) v[i] = draw(seed);
    v[2] = -1;
    scene_body(s, 1 + b, 0.2, center, v);
    int contacts = 1 + (int)(2 + 1.99 * draw(seed));
    for (int k = 0; k < contacts; k++) {
      double point[3] = {k & 1 ? 0.5 : -0.5, k & 2 ? 0.5 : -0.5, b};
      scene_contact(s, b, b - 1, point, up, east, 0.4 + 0.3 * draw(seed));
    }
  }
  scene_finish(s);
}

static rg_options stepping(int k) {
  rg_options o = rg_options_default();
  o.tol = 1e-10, o.aim = 1e-13;
  o.split = k % 3 == 0 ? RG_SPLIT_COMPLIANT : k % 3 == 1 ? RG_SPLIT_ANY : RG_SPLIT_EVEN;
  return o;
}

static void same_bits_as_a_fresh_solver(void **state) {
  (void)state;
  static scene s;
  uint64_t seed = 3;
  rg_solver *again = rg_solver_reserved(100), *fresh;
  assert_non_null(again);
  for (int k = 0; k < 120; k++) {
    random_scene(&s, &seed);
    rg_problem p = k % 2 ? scene_local(&s) : scene_global(&s);
    rg_options o = stepping(k);
    if (k % 7 == 6) o.law.law = RG_LAW_PYRAMID;
    assert_int_equal(rg_solver_new(&fresh, &p, &o, NULL), RG_OK);
    assert_int_equal(rg_solver_take(again, &p, NULL, &o, NULL), RG_OK);
    assert_int_equal(rg_solver_report(again)->trace_length, 0);
    assert_int_equal(rg_solver_solve(fresh), rg_solver_solve(again));
    size_t bytes = (size_t)s.n * sizeof(double);
    assert_int_equal(rg_solver_size(again), s.n);
    assert_memory_equal(rg_solver_impulse(fresh), rg_solver_impulse(again), bytes);
    assert_memory_equal(rg_solver_velocity(fresh), rg_solver_velocity(again), bytes);
    assert_int_equal(rg_solver_report(fresh)->iterations, rg_solver_report(again)->iterations);
    rg_solver_free(fresh);
  }
  rg_solver_free(again);
}

static void nothing_is_allocated_once_it_fits(void **state) {
  (void)state;
#if COUNTED
  static scene s;
  rg_solver *solver = rg_solver_reserved(4 << 20);
  assert_non_null(solver);
  uint64_t seed = 11;
  for (int k = 0; k < 200; k++) {
    random_scene(&s, &seed);
    rg_problem p = scene_local(&s);
    rg_options o = stepping(k);
    count_from_here(0);
    assert_int_equal(rg_solver_take(solver, &p, NULL, &o, NULL), RG_OK);
    rg_solver_solve(solver);
    counting = 0;
    assert_int_equal(allocations, 0);
  }
  assert_int_equal(rg_solver_found(solver).grown, 0);
  rg_solver_free(solver);
#else
  skip();
#endif
}

/* too small a reserve: it grows a few times, and then no more */
static void growth_is_counted_and_kept(void **state) {
  (void)state;
  static scene s;
  rg_solver *solver = rg_solver_reserved(1);
  uint64_t seed = 7;
  long before = 0;
  for (int round = 0; round < 3; round++) {
    seed = 7;
    for (int k = 0; k < 60; k++) {
      random_scene(&s, &seed);
      rg_problem p = scene_local(&s);
      rg_options o = stepping(0);
      assert_int_equal(rg_solver_take(solver, &p, NULL, &o, NULL), RG_OK);
      assert_int_equal(rg_solver_solve(solver), RG_SOLVED);
    }
    if (round == 0)
      assert_true(rg_solver_found(solver).grown > 0 && rg_solver_found(solver).grown < 20);
    else assert_int_equal(rg_solver_found(solver).grown, before);
    before = rg_solver_found(solver).grown;
  }
  rg_solver_free(solver);
}

/* the problem's arrays are read, not copied */
static void arrays_are_borrowed(void **state) {
  (void)state;
  static scene s;
  const double v[6] = {0, 0, -1, 0, 0, 0};
  scene_cube(&s, 0.5, v);
  rg_problem p = scene_local(&s);
  rg_options o = stepping(0);
  rg_solver *solver = rg_solver_reserved(1 << 16);
  assert_int_equal(rg_solver_take(solver, &p, NULL, &o, NULL), RG_OK);
  for (int i = 0; i < 12; i++) s.c[i] *= 2;
  assert_int_equal(rg_solver_solve(solver), RG_SOLVED);
  for (int k = 0; k < 4; k++) assert_true(fabs(rg_solver_impulse(solver)[3 * k] - 0.5) < 1e-7);
  /* and exchanged for others */
  double other[12] = {0};
  for (int k = 0; k < 4; k++) other[3 * k] = -3;
  assert_int_equal(rg_solver_update_c(solver, other), RG_OK);
  assert_int_equal(rg_solver_solve(solver), RG_SOLVED);
  for (int k = 0; k < 4; k++) assert_true(fabs(rg_solver_impulse(solver)[3 * k] - 0.75) < 1e-7);
  assert_true(s.c[0] == -2);
  rg_solver_free(solver);
}

/* targets: the cube leaves with the velocity that is asked for; once more with a copied problem */
static void new_targets(void **state) {
  (void)state;
  static scene s;
  const double v[6] = {0, 0, -1, 0, 0, 0}, up[4] = {0.5, 0.5, 0.5, 0.5}, still[4] = {0};
  scene_cube(&s, 0.5, v);
  rg_problem p = scene_local(&s);
  rg_options o = stepping(0);
  for (int copied = 0; copied < 2; copied++) {
    rg_solver *solver = copied ? NULL : rg_solver_reserved(1 << 16);
    assert_int_equal(copied ? rg_solver_new(&solver, &p, &o, NULL)
                            : rg_solver_take(solver, &p, NULL, &o, NULL),
                     RG_OK);
    const double *targets[3] = {NULL, up, still};
    for (int k = 0; k < 3; k++) {
      double expected = k == 1 ? 0.5 : 0;
      if (targets[k]) assert_int_equal(rg_solver_update_target(solver, targets[k]), RG_OK);
      assert_int_equal(rg_solver_solve(solver), RG_SOLVED);
      for (int i = 0; i < 4; i++) {
        assert_true(fabs(rg_solver_velocity(solver)[3 * i] - expected) < 1e-9);
        assert_true(fabs(rg_solver_impulse(solver)[3 * i] - (1 + expected) / 4) < 1e-7);
      }
    }
    const double wrong[4] = {0, (double)NAN, 0, 0};
    assert_int_equal(rg_solver_update_target(solver, wrong), RG_BAD_INPUT);
    assert_int_equal(rg_solver_update_target(solver, NULL), RG_BAD_INPUT);
    assert_int_equal(rg_solver_update_target(NULL, up), RG_BAD_INPUT);
    rg_solver_free(solver);
  }
}

static void failures_leave_an_empty_solver(void **state) {
  (void)state;
  static scene s;
  const double v[6] = {0, 0, -1, 0, 0, 0}, one = 1;
  scene_cube(&s, 0.5, v);
  rg_problem p = scene_local(&s), bad = p;
  rg_options o = stepping(0);
  rg_error error;
  rg_solver *solver = rg_solver_reserved(1 << 16);
  /* before the first problem, and after one that was refused */
  bad.mu = NULL;
  for (int k = 0; k < 2; k++) {
    assert_int_equal(rg_solver_solve(solver), RG_BAD_INPUT);
    assert_int_equal(rg_solver_size(solver), 0);
    assert_null(rg_solver_impulse(solver));
    assert_int_equal(rg_solver_update_c(solver, &one), RG_BAD_INPUT);
    assert_int_equal(rg_solver_update_target(solver, &one), RG_BAD_INPUT);
    assert_int_equal(rg_solver_update_matrix(solver, &one), RG_BAD_INPUT);
    assert_int_equal(rg_solver_start(solver, NULL), RG_BAD_INPUT);
    assert_int_equal(rg_solver_take(solver, &bad, NULL, &o, &error), RG_BAD_INPUT);
    assert_string_equal(error.element, "mu");
  }
  assert_int_equal(rg_solver_take(solver, &p, NULL, &o, &error), RG_OK);
  assert_int_equal(rg_solver_solve(solver), RG_SOLVED);
  rg_problem nothing = rg_problem_default();
  assert_int_equal(rg_solver_take(solver, &nothing, NULL, &o, &error), RG_OK);
  assert_int_equal(rg_solver_solve(solver), RG_SOLVED);
  rg_solver_free(solver);
}

/* aim is striven for, tol decides */
static void aim_is_striven_for(void **state) {
  (void)state;
  static scene s;
  uint64_t seed = 23;
  int sharper = 0;
  for (int k = 0; k < 40; k++) {
    random_scene(&s, &seed);
    rg_problem p = scene_local(&s);
    rg_options o = rg_options_default();
    double residual[2];
    o.tol = 1e-4;
    for (int with = 0; with < 2; with++) {
      rg_solver *solver;
      o.aim = with ? 1e-12 : 0;
      o.split = RG_SPLIT_ANY;
      assert_int_equal(rg_solver_new(&solver, &p, &o, NULL), RG_OK);
      assert_int_equal(rg_solver_solve(solver), RG_SOLVED);
      residual[with] = rg_solver_report(solver)->certificate.natural_map_relative;
      rg_solver_free(solver);
    }
    sharper += residual[1] <= 1e-9;
  }
  assert_true(sharper >= 36);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(same_bits_as_a_fresh_solver),
      cmocka_unit_test(nothing_is_allocated_once_it_fits),
      cmocka_unit_test(growth_is_counted_and_kept),
      cmocka_unit_test(arrays_are_borrowed),
      cmocka_unit_test(new_targets),
      cmocka_unit_test(failures_leave_an_empty_solver),
      cmocka_unit_test(aim_is_striven_for),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
