/* Trinkle's notes: every experiment in its short form, its numbers against those of the notes,
   closed forms and computations by hand. */
#include "papers.h"
#include "trinkle/trinkle.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const double PI = 3.14159265358979323846;
static const char *const models = RIGOR_SOURCE_DIR "/models";

static void near(double value, double expected, double tolerance) {
  if (!(fabs(value - expected) <= tolerance)) fail_msg("%.15g, expected %.15g", value, expected);
}

static void solved(rg_status status, const rg_error *error) {
  if (status != RG_OK) fail_msg("%s: %s", rg_status_text(status), error->reason);
}

/* every experiment runs, says something, and survives printing */
static void test_all_run(void **state) {
  (void)state;
  paper_options options = {.quick = 1, .models = models};
  int count = 0;
  for (const paper_experiment *e = paper_trinkle; e->name; e++, count++) {
    rg_error error;
    memset(&error, 0, sizeof error);
    rg_page *page = rg_page_new(e->title);
    rg_status status = e->run(&options, page, &error);
    if (status != RG_OK) fail_msg("%s: %s: %s", e->name, rg_status_text(status), error.reason);
    int findings = 0;
    for (int v = RG_VERDICT_CONFIRMED; v <= RG_VERDICT_NOTE; v++)
      findings += rg_page_count(page, (rg_verdict)v);
    if (findings == 0) fail_msg("%s: no finding", e->name);
    rg_page_free(page);
  }
  assert_int_equal(count, 15);
}

static void test_lcp(void **state) {
  (void)state;
  static const int expected[3][3] = {{0, 1, 2}, {0, -1, 1}, {1, 1, 1}};
  trinkle_lcp_result r;
  rg_error error;
  solved(trinkle_lcp(1, &r, &error), &error);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) assert_int_equal(r.solutions[i][j], expected[i][j]);
  assert_int_equal(r.p_unique, r.p_matrices);
  assert_int_equal(r.p_lemke, r.p_matrices);
  assert_true(r.others_unique < r.others);
}

static void test_euler(void **state) {
  (void)state;
  static const double explicit_q[4] = {0, 0, 1, 3}, implicit_q[4] = {0, 1, 3, 6};
  trinkle_euler_result r;
  rg_error error;
  solved(trinkle_euler(&r, &error), &error);
  for (int i = 0; i < 4; i++) {
    near(r.explicit_q[i], explicit_q[i], 1e-12);
    near(r.implicit_q[i], implicit_q[i], 1e-12);
    near(r.v[i], i, 1e-12);
    near(r.moreau_q[i], 0.5 * i * i, 1e-12);
  }
  // both err by h t / 2
  near(r.error_explicit[1], -0.15, 1e-9);
  near(r.error_implicit[2], 0.015, 1e-9);
  // explicit: (1 + h^2) a step
  near(r.explicit_growth, pow(1 + 0.0025, 1256), 1e-6);
  near(r.implicit_growth, 1, 0.06);
}

static void same_rows(const double rows[4][3], const double expected[4][3]) {
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 3; k++) near(rows[i][k], expected[i][k], 1e-9);
}

static void test_walls(void **state) {
  (void)state;
  static const double page9[4][3] = {{1, -4, 0}, {0, -1, 4}, {0, 0, 2}, {0, 0, 1}};
  static const double page12[4][3] = {{1, -4, 0}, {0, -0.5, 4.5}, {0, 0.5, 2}, {0, 0.5, 1}};
  trinkle_wall_result r;
  rg_error error;
  solved(trinkle_wall(&r, &error), &error);
  same_rows(r.lcp, page9);
  same_rows(r.sim, page9);
  near(r.total, 6, 1e-9);
  near(r.printed_impulse, 0, 1e-12);
  for (int i = 0; i < 3; i++) assert_int_equal(r.steps_to_stop[i], 2);
  for (int i = 0; i < 4; i++) near(r.bounce[i], i < 3 ? i : 4, 1e-9); /* 4 e */
  solved(trinkle_moving_wall(models, &r, &error), &error);
  same_rows(r.lcp, page12);
  same_rows(r.sim, page12);
}

/* cases 2, 3, 5 and 7 occur, the others are borders; what can be positive in each, by hand */
static void test_friction_cases(void **state) {
  (void)state;
  static const int strict[8] = {0, 1, 1, 0, 1, 0, 1, 0};
  static const int positive[8][6] = {{1, 1, 0, 1, 0, 0}, {1, 1, 0, 1, 0, 0}, {1, 0, 1, 1, 0, 1},
                                     {1, 0, 0, 1, 0, 0}, {0, 1, 1, 1, 1, 0}, {0, 1, 0, 1, 0, 0},
                                     {0, 0, 1, 0, 1, 1}, {0, 0, 0, 1, 0, 0}};
  trinkle_friction_result r;
  rg_error error;
  solved(trinkle_friction(&r, &error), &error);
  for (int i = 0; i < 8; i++) {
    assert_int_equal(r.of_eight[i].strict, strict[i]);
    for (int k = 0; k < 6; k++)
      if (r.of_eight[i].positive[k] != positive[i][k]) fail_msg("case %d, unknown %d", i + 1, k);
  }
  for (int i = 0; i < 4; i++) assert_int_equal(r.of_four[i].strict, 1);
  assert_int_equal(r.of_four[3].positive[3], 0);
  assert_true(r.grid_difference < 1e-9);
  assert_int_equal(r.grid_cases[0], 0);
}

static void test_mixed(void **state) {
  (void)state;
  trinkle_mixed_result r;
  rg_error error;
  solved(trinkle_mixed(1, &r, &error), &error);
  assert_true(r.surface_difference < 1e-10);
  assert_true(r.belt_difference < 1e-10);
  // the belt's speed is reached in step ceil(1 / (0.3 9.81 0.01)) = 34
  near(r.belt_lcp[32], 33 * 0.3 * 9.81 * 0.01, 1e-10);
  near(r.belt_sim[33], 1, 1e-10);
  near(r.straight_wire, 0, 1e-12);
  near(r.wire_bottom, 1.854074677301372 / sqrt(9.81), 1e-3);
  assert_true(r.wire_drift < 0.01 && r.wire_drift_plain > 0.03);
  near(r.wire_stop, 0, 1e-12);
  assert_int_equal(r.corners_solved, r.corners);
  assert_true(r.corners_same >= r.corners * 95 / 100);
}

static void test_existence(void **state) {
  (void)state;
  trinkle_existence_result r;
  rg_error error;
  solved(trinkle_existence(1, &r, &error), &error);
  assert_int_equal(r.random_solved, r.random);
  assert_true(r.overlap_solved < r.overlap);
  assert_int_equal(r.overlap_small_none, r.overlap_small);
  assert_int_equal(r.disc, RG_NO_SOLUTION);
  assert_int_equal(r.disc_bases, 0);
  assert_int_equal(r.squeeze, RG_NO_SOLUTION);
  assert_int_equal(r.block, RG_NO_SOLUTION);
  assert_true(r.block_psi_positive);
  assert_int_equal(r.sim_squeeze, RG_NO_SOLUTION);
  assert_int_equal(r.sim_disc, RG_SOLVED);
  near(r.sim_overlap, 0.1, 1e-9);
}

static void test_stabilization(void **state) {
  (void)state;
  trinkle_stabilization_result r;
  rg_error error;
  solved(trinkle_stabilization(&r, &error), &error);
  // n . v h + psi at (-0.5, 1.02): the impulse that a half space asks for
  double length = hypot(0.5, 1.02);
  near(r.false_impulse, 0.5 / length - (length - 1), 1e-12);
  near(r.penetration, sqrt(1.01) - 1, 1e-12);
  assert_true(r.bowl_depth[1] < 0.02 * r.bowl_depth[0]);
  near(r.speed[0], 2, 1e-12); /* 10 mm in 5 ms */
  near(r.rise[0], 2 * 2 / (2 * 9.81), 0.02);
  near(r.speed[1], 0, 1e-9);
  near(r.left[1], 0.01, 1e-9);
  near(r.left[2], 0, 1e-9);
  near(r.speed[2], 0, 1e-9);
}

static void test_corner(void **state) {
  (void)state;
  trinkle_corner_result r;
  rg_error error;
  solved(trinkle_corner(&r, &error), &error);
  // the top face holds it at y = 0: impulse 2 - 0.12 / 0.1
  near(r.end[0][1], 0, 1e-12);
  near(r.impulse[0], 0.8, 1e-12);
  near(r.end[2][0], 0.1, 1e-12);
  near(r.end[2][1], -0.08, 1e-12);
  near(r.impulse[2], 0, 1e-12);
  assert_int_equal(r.blocked, r.trials);
  assert_int_equal(r.exact_blocked, 0);
  assert_true(r.off[0] > 0.1);
  near(r.off[1], 0, 1e-9);
}

static void test_planar(void **state) {
  (void)state;
  trinkle_planar_result r;
  rg_error error;
  solved(trinkle_planar(&r, &error), &error);
  assert_true(r.jacobian_difference < 1e-12);
  assert_true(r.one_difference < 1e-8 && r.three_difference < 1e-8);
  near(r.flat_notes[0], 1 - 0.5 * 9.81 * 0.01, 1e-10); /* 1 - mu g h */
  near(r.reaction, 0, 1e-15);
  // linear momentum of the three bodies: 2 v1 + v2 + 0.5 v3
  for (int i = 0; i < 2; i++)
    near(2 * r.three_notes[i] + r.three_notes[3 + i] + 0.5 * r.three_notes[6 + i],
         0.5 * (i ? -1 : 0.3), 1e-12);
}

static void test_seating(void **state) {
  (void)state;
  static const double normal[9] = {1, 0, 0, 0, 1, -1, 0, 0, 1}, offset[3] = {-1, -1, 0};
  trinkle_seating_result r;
  rg_error error;
  solved(trinkle_seating(1, &r, &error), &error);
  for (int i = 0; i < 9; i++) near(r.normal[i], normal[i], 1e-12);
  for (int i = 0; i < 3; i++) near(r.offset[i], offset[i], 1e-12);
  assert_int_equal(r.agree, r.trials);
  assert_true(r.printed_fails > r.trials / 3);
  near(r.open_printed, 0.5, 1e-9);
  near(r.open_sim, 0.5, 1e-9);
  near(r.open_sim_inside, 0, 1e-9);
  // worst gaps: -1.2;  0.8 - 2.4;  0.8 - 1.2
  near(r.robust[0], -1.2, 1e-12);
  near(r.robust[1], -1.6, 1e-12);
  near(r.robust[2], -0.4, 1e-12);
  assert_int_equal(r.robust_fails, 0);
  /* the polytope shrinks by 0.2, 0.6 and 0.4; slacks are below 0.5, so that p_y of all is outside of it */
  assert_int_equal(r.known_fails, r.robust_trials);
  near(r.corner_offset[0], -3, 1e-12);
  near(r.corner_offset[1], -5, 1e-12);
}

static void test_spatial(void **state) {
  (void)state;
  trinkle_spatial_result r;
  rg_error error;
  solved(trinkle_spatial(&r, &error), &error);
  assert_true(r.norm_rate_printed > 0.1);
  near(r.norm_rate, 0, 1e-14);
  near(r.BtB, 0.25, 1e-14);
  near(r.equation, 0, 1e-14);
  near(r.rotation_difference, 0, 1e-12);
  near(r.frame_difference, 0, 1e-12);
  // |e| grows by sqrt(1 + h^2 |omega|^2 / 4) a step: about 1 - exp(10 0.01 4 / 8)
  near(r.norm[0], exp(0.05) - 1, 0.01);
  assert_true(r.energy[0] > 1e-3);
  for (int k = 1; k < 3; k++) near(r.norm[k], 0, 1e-12);
  near(r.energy[2], 0, 1e-9);
  near(r.momentum[2], 0, 1e-9);
}

static void test_polygon(void **state) {
  (void)state;
  trinkle_polygon_result r;
  rg_error error;
  solved(trinkle_polygon(&r, &error), &error);
  for (int k = 0; k < TRINKLE_POLYGONS; k++) {
    double least = cos(PI / r.sides[k]);
    near(r.least[k], least, 1e-3);
    near(r.most[k], 1, 1e-4);
    near(r.forward[k], 1, 1e-4);
    near(r.backward[k], r.sides[k] % 2 ? least : 1, 1e-4);
  }
  assert_int_equal(r.more, 0);
  assert_int_equal(r.one + r.two, TRINKLE_ANGLES);
  assert_true(r.two > 30);
  assert_int_equal(r.tied, r.two);
  // six directions, the opposite one among them: the least sum is the needed force, the most mu p_n
  near(r.stick_least, 0.3, 1e-9);
  near(r.stick_most, 1, 1e-9);
  near(r.stick_speed, 0, 1e-9);
  near(r.loose_s, 10, 1e-9);
}

static void test_box(void **state) {
  (void)state;
  trinkle_box_result r;
  rg_error error;
  solved(trinkle_box(1, &r, &error), &error);
  assert_int_equal(r.mixed_rows, 27);
  assert_int_equal(r.reduced_rows, 20);
  near(r.three, 0.975475, 1e-9);
  near(r.four, 0.95095, 1e-9);
  near(r.pyramid, 0.95095, 1e-8);
  near(r.cone, 0.95095, 1e-8);
  near(r.normal_sum, 0.0981, 1e-10);
  near(r.normal_sum_printed, 9.81, 1e-8);
  near(r.share_least, 0, 1e-10);
  near(r.share_most, 0.04905, 1e-10);
  assert_int_equal(r.with_quaternion, RG_SOLVED);
  assert_int_equal(r.off_quaternion, RG_NO_SOLUTION);
  for (int k = 0; k < 3; k++) {
    assert_int_equal(r.mixed[k], 7 * r.bodies[k] + 4 * r.bodies[k] * 6);
    assert_int_equal(r.reduced[k], 4 * r.bodies[k] * 6);
    assert_int_equal(r.stack_status[k][0], RG_SOLVED);
    assert_int_equal(r.stack_status[k][2], RG_SOLVED);
    assert_true(r.reduced_filled[k] > 2 * r.mixed_filled[k]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_all_run),        cmocka_unit_test(test_lcp),
      cmocka_unit_test(test_euler),          cmocka_unit_test(test_walls),
      cmocka_unit_test(test_friction_cases), cmocka_unit_test(test_mixed),
      cmocka_unit_test(test_existence),      cmocka_unit_test(test_stabilization),
      cmocka_unit_test(test_corner),         cmocka_unit_test(test_planar),
      cmocka_unit_test(test_seating),        cmocka_unit_test(test_spatial),
      cmocka_unit_test(test_polygon),        cmocka_unit_test(test_box),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
