/* The compliant split: what an equal, vanishing compliance at all contacts and rows picks, by the
   exact cone and by the laws that make an MLCP. Against hand-derived splits, against the problem
   with a small compliance written into A, and against the path of a cube that slides and spins
   (Peiret et al., box on the ground), whose end point depends on the split. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "solve/body_scene.h"

static const double tolerance = 1e-10;

static rg_options compliant(const char *solver) {
  rg_options o = rg_options_default();
  o.solver = solver;
  o.split = RG_SPLIT_COMPLIANT;
  o.tol = tolerance;
  return o;
}

/* solves, checks the certificate and that the split was done */
static void solve(const rg_problem *p, const rg_options *o, const double *start, double *r) {
  rg_solver *solver;
  rg_certificate certificate;
  assert_int_equal(rg_solver_new(&solver, p, o, NULL), RG_OK);
  assert_int_equal(rg_solver_start(solver, start), RG_OK);
  assert_int_equal(rg_solver_solve(solver), RG_SOLVED);
  assert_string_equal(rg_solver_report(solver)->reason, "");
  memcpy(r, rg_solver_impulse(solver), (size_t)rg_solver_size(solver) * sizeof *r);
  rg_solver_free(solver);
  assert_int_equal(rg_certify(p, r, NULL, &certificate, NULL), RG_OK);
  assert_true(certificate.natural_map_relative <= tolerance);
}

static double draw(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 11) / 4503599627370496.0 - 1;
}

/* Three feet at x = -1, 0, 1 slide with r_t = -mu r_n. With a compliance u_n = -kappa r_n at each, and
   u_n = v + x w is affine in x: so is r_n = a + b x. Sum r_n = 1 stops the fall: a = 1/3. The turn
   stops with 0.45 + 2 b + mu sum(y r_n) = 0, y = (-1, -0.5, -1): b = -1/60. */
static void three_feet(scene *s) {
  const double center[3] = {0}, v[3] = {5, -1, 0.45}, up[3] = {0, 1}, right[3] = {1, 0};
  const double foot[3][3] = {{-1, -1}, {0, -0.5}, {1, -1}};
  scene_start(s, 2);
  scene_body(s, 1, 1, center, v);
  for (int k = 0; k < 3; k++) scene_contact(s, 0, -1, foot[k], up, right, 0.5);
  scene_finish(s);
}

static void check_three_feet(const double *r) {
  for (int k = 0; k < 3; k++) {
    double expected = 1.0 / 3 - (k - 1) / 60.0;
    assert_true(fabs(r[2 * k] - expected) < 1e-6);
    assert_true(fabs(r[2 * k + 1] + 0.5 * expected) < 1e-6);
  }
}

static void three_sliding_feet(void **state) {
  (void)state;
  static scene s;
  three_feet(&s);
  rg_problem p = scene_local(&s);
  rg_options o = compliant("auto");
  double r[6];
  solve(&p, &o, NULL, r);
  check_three_feet(r);
}

/* two rows that say the same share the load, whatever the start */
static void doubled_rows_share(void **state) {
  (void)state;
  const double A[16] = {1, 1, 0.5, 0, 1, 1, 0.5, 0, 0.5, 0.5, 1, 0, 0, 0, 0, 1};
  const double c[4] = {1, 1, -2, 0.3}, mu = 0.5, start[4] = {5, -5, 1, 0};
  rg_problem p = rg_problem_default();
  p.rows = 2, p.contacts = 1, p.dim = 2;
  p.A = rg_matrix_dense(4, 4, A), p.c = c, p.mu = &mu;
  rg_options o = compliant("auto");
  double r[4], again[4];
  solve(&p, &o, NULL, r);
  solve(&p, &o, start, again);
  assert_true(fabs(r[0] - r[1]) < 1e-7 && fabs(again[0] - again[1]) < 1e-7);
  /* u_row = r0 + r1 + r_n / 2 + 1 = 0 and u_n = (r0 + r1) / 2 + r_n - 2 = 0 */
  assert_true(fabs(r[2] - 10.0 / 3) < 1e-7 && fabs(r[0] + 4.0 / 3) < 1e-7);
}

/* a cube in any motion: the problem with a compliance of 1e-6 in A has one answer near the split */
static void close_to_a_small_compliance(void **state) {
  (void)state;
  static scene s;
  uint64_t seed = 5;
  for (int k = 0; k < 40; k++) {
    double v[6], r[12], soft[12], speed = k < 8 ? 0 : 2;
    for (int i = 0; i < 6; i++) v[i] = speed * draw(&seed);
    v[2] = -1;
    scene_cube(&s, 0.2 + 0.2 * (k % 5), v);
    rg_problem p = scene_local(&s);
    rg_options o = compliant("auto");
    solve(&p, &o, NULL, r);
    for (int i = 0; i < 12; i++) s.A[13 * i] += 1e-6;
    o.split = RG_SPLIT_ANY, o.tol = 1e-13;
    solve(&p, &o, NULL, soft);
    for (int i = 0; i < 12; i++) assert_true(fabs(r[i] - soft[i]) < 2e-4);
  }
}

/* the same cube with its contacts in another order and from another start */
static void order_and_start_do_not_matter(void **state) {
  (void)state;
  static scene s, turned;
  static const double up[3] = {0, 0, 1}, east[3] = {1, 0, 0}, center[3] = {0, 0, 0.5};
  static const int order[4] = {2, 0, 3, 1};
  uint64_t seed = 17;
  for (int k = 0; k < 40; k++) {
    double v[6], r[12], other[12], start[12];
    for (int i = 0; i < 6; i++) v[i] = (k % 2 ? 2 : 0.1) * draw(&seed);
    v[2] = -1;
    scene_cube(&s, 0.6, v);
    scene_start(&turned, 3);
    scene_body(&turned, 1, 1.0 / 6, center, v);
    for (int i = 0; i < 4; i++) {
      double point[3] = {order[i] & 1 ? 0.5 : -0.5, order[i] & 2 ? 0.5 : -0.5, 0};
      scene_contact(&turned, 0, -1, point, up, east, 0.6);
    }
    scene_finish(&turned);
    rg_problem p = scene_local(&s), q = scene_local(&turned);
    rg_options o = compliant("auto");
    for (int i = 0; i < 12; i++) start[i] = draw(&seed);
    solve(&p, &o, NULL, r);
    solve(&q, &o, start, other);
    for (int i = 0; i < 12; i++) assert_true(fabs(r[3 * order[i / 3] + i % 3] - other[i]) < 1e-6);
  }
}

/* every solver of cones: solved; the ones that converge fast have the split */
static void every_cone_solver(void **state) {
  (void)state;
  static const char *const sharp[] = {"auto", "newton", "todorov", "path"};
  static scene s;
  const double v[6] = {0.3, 0.2, -1, 0.1, -0.1, 0.5};
  double r[12], other[12];
  scene_cube(&s, 0.5, v);
  rg_problem p = scene_local(&s);
  rg_options o = compliant("auto");
  solve(&p, &o, NULL, r);
  for (size_t k = 0; k < sizeof sharp / sizeof *sharp; k++) {
    o.solver = sharp[k];
    solve(&p, &o, NULL, other);
    for (int i = 0; i < 12; i++) assert_true(fabs(r[i] - other[i]) < 1e-4);
  }
  o.solver = "nsgs";
  solve(&p, &o, NULL, other);
}

/* A cube of 1 kg and 1 m slides along y at 5 m/s and spins once a second, mu = 1, on its four bottom
   vertices, until it stands still. Semi-implicit steps of 1 ms, exact cone. With equal compliance the
   exact cone ends at (0.4404, 1.5813); the limit for small steps is (0.4406, 1.5840). Another
   admissible split ends at (0.4947, 1.5723). */
static void spinning_cube_ends_where_compliance_says(void **state) {
  (void)state;
  static scene s;
  static const double up[3] = {0, 0, 1}, east[3] = {1, 0, 0};
  double at[3] = {0, 0, 0.5}, yaw = 0, dt = 1e-3, r[12];
  double v[6] = {0, 5, 0, 0, 0, 2 * acos(-1.0)};
  rg_options o = compliant("auto");
  int step = 0;
  for (; step < 1000; step++) {
    double free[6] = {v[0], v[1], v[2] - 9.81 * dt, v[3], v[4], v[5]};
    scene_start(&s, 3);
    scene_body(&s, 1, 1.0 / 6, at, free);
    for (int k = 0; k < 4; k++) {
      double x = k & 1 ? 0.5 : -0.5, y = k & 2 ? 0.5 : -0.5;
      double point[3] = {at[0] + cos(yaw) * x - sin(yaw) * y, at[1] + sin(yaw) * x + cos(yaw) * y,
                         0};
      scene_contact(&s, 0, -1, point, up, east, 1);
    }
    scene_finish(&s);
    rg_problem p = scene_local(&s);
    solve(&p, &o, step ? r : NULL, r);
    scene_motion(&s, r, v);
    for (int k = 0; k < 2; k++) at[k] += dt * v[k];
    yaw += dt * v[5];
    if (fabs(v[0]) + fabs(v[1]) + fabs(v[5]) < 1e-9) break;
  }
  assert_true(fabs(step * dt - 0.661) < 0.003);
  assert_true(fabs(at[0] - 0.4404) < 2e-4);
  assert_true(fabs(at[1] - 1.5813) < 2e-4);
  assert_true(fabs(yaw - 1.953) < 5e-3);
}

/* --- laws that make an MLCP -------------------------------------------------------------------- */

static rg_options by_law(const char *solver, const char *law) {
  rg_options o = compliant(solver);
  assert_int_equal(rg_law_parse(law, &o.law, NULL), RG_OK);
  return o;
}

/* the same by a law: its own problem is solved */
static void solve_law(const rg_problem *p, const rg_options *o, const double *start, double *r) {
  rg_solver *solver;
  assert_int_equal(rg_solver_new(&solver, p, o, NULL), RG_OK);
  assert_int_equal(rg_solver_start(solver, start), RG_OK);
  assert_int_equal(rg_solver_solve(solver), RG_SOLVED);
  assert_string_equal(rg_solver_report(solver)->reason, "");
  assert_true(rg_solver_report(solver)->certificate.law_residual <= o->tol);
  memcpy(r, rg_solver_impulse(solver), (size_t)rg_solver_size(solver) * sizeof *r);
  rg_solver_free(solver);
}

/* a plate of 2 a x 2 b, mass and inertia 1, centre at height h, on its corners: x of bit 0, y of
   bit 1 */
static void plate(scene *s, double a, double b, double h, double mu, const double *v) {
  static const double up[3] = {0, 0, 1}, east[3] = {1, 0, 0};
  const double center[3] = {0, 0, h};
  scene_start(s, 3);
  scene_body(s, 1, 1, center, v);
  for (int k = 0; k < 4; k++) {
    double point[3] = {k & 1 ? a : -a, k & 2 ? b : -b, 0};
    scene_contact(s, 0, -1, point, up, east, mu);
  }
  scene_finish(s);
}

/* A table with a load p = 1 at (X, Y) on four equal springs: r_i = (1 + X x_i / a^2 + Y y_i / b^2) / 4,
   and no leg presses sideways */
static void table_on_four_legs(void **state) {
  (void)state;
  static const struct {
    const char *solver, *law;
  } way[] = {{"auto", "pyramid:4"},   {"auto", "pyramid:8"},    {"lemke", "pyramid:8"},
             {"path", "pyramid:8"},   {"pfb-plm", "pyramid:8"}, {"newton", "pyramid:4"},
             {"auto", "box"},         {"lemke", "box"},         {"auto", "nonsingular:8"},
             {"auto", "frictionless"}};
  static scene s;
  const double a = 1, b = 0.5, X = 0.3, Y = -0.1, v[6] = {0, 0, -1, -Y, X, 0};
  plate(&s, a, b, 0.7, 0.5, v);
  rg_problem p = scene_local(&s);
  uint64_t seed = 3;
  for (size_t k = 0; k < sizeof way / sizeof *way; k++) {
    rg_options o = by_law(way[k].solver, way[k].law);
    double r[12], start[12];
    for (int i = 0; i < 12; i++) start[i] = draw(&seed);
    solve_law(&p, &o, k % 2 ? start : NULL, r);
    for (int i = 0; i < 4; i++) {
      double x = i & 1 ? a : -a, y = i & 2 ? b : -b;
      double expected = (1 + X * x / (a * a) + Y * y / (b * b)) / 4;
      assert_true(fabs(r[3 * i] - expected) < 1e-6);
      assert_true(hypot(r[3 * i + 1], r[3 * i + 2]) < 1e-6);
    }
  }
}

/* A plate slides along x, a direction of each polygon: friction is mu at every leg, whose moment h mu p
   about y springs balance by r_i = (1 + h mu x_i / a^2) p / 4 */
static void plate_slides(void **state) {
  (void)state;
  static const char *const laws[] = {"pyramid:4", "pyramid:8", "pyramid:16", "box", "hybrid"};
  static scene s;
  const double a = 0.8, h = 0.6, mu = 0.4, v[6] = {3, 0, -1, 0, 0, 0};
  plate(&s, a, 0.5, h, mu, v);
  rg_problem p = scene_local(&s);
  for (size_t k = 0; k < sizeof laws / sizeof *laws; k++) {
    rg_options o = by_law("auto", laws[k]);
    double r[12];
    solve_law(&p, &o, NULL, r);
    for (int i = 0; i < 4; i++) {
      double expected = (1 + h * mu * (i & 1 ? a : -a) / (a * a)) / 4;
      assert_true(fabs(r[3 * i] - expected) < 1e-6);
      assert_true(fabs(r[3 * i + 1] + mu * expected) < 1e-6);
      assert_true(fabs(r[3 * i + 2]) < 1e-6);
    }
  }
}

/* in the plane two directions are the exact law: the feet from above */
static void sliding_feet_by_laws(void **state) {
  (void)state;
  static const char *const laws[] = {"pyramid", "slack", "nonsingular", "box"};
  static scene s;
  three_feet(&s);
  rg_problem p = scene_local(&s);
  for (size_t k = 0; k < sizeof laws / sizeof *laws; k++) {
    rg_options o = by_law("auto", laws[k]);
    double r[6];
    solve_law(&p, &o, NULL, r);
    check_three_feet(r);
  }
}

/* any motion: the law's problem with a compliance of 1e-6 in A, by Lemke's method and without split */
static void law_close_to_a_small_compliance(void **state) {
  (void)state;
  static scene s;
  uint64_t seed = 5;
  for (int k = 0; k < 40; k++) {
    double v[6], r[12], soft[12], speed = k < 8 ? 0 : 2;
    for (int i = 0; i < 6; i++) v[i] = speed * draw(&seed);
    v[2] = -1;
    scene_cube(&s, 0.2 + 0.2 * (k % 5), v);
    rg_problem p = scene_local(&s);
    rg_options o = by_law(k % 2 ? "auto" : "pfb-plm", "pyramid:8");
    o.law.aligned = 0;
    solve_law(&p, &o, NULL, r);
    for (int i = 0; i < 12; i++) s.A[13 * i] += 1e-6;
    o.split = RG_SPLIT_ANY, o.solver = "lemke", o.tol = 1e-13;
    solve_law(&p, &o, NULL, soft);
    for (int i = 0; i < 12; i++) assert_true(fabs(r[i] - soft[i]) < 2e-4);
  }
}

/* one foot: the split changes nothing */
static void nothing_to_split(void **state) {
  (void)state;
  const double A[4] = {2, 0.5, 0.5, 2}, c[2] = {-1, 0.7}, mu = 0.5;
  rg_problem p = rg_problem_default();
  p.contacts = 1, p.dim = 2;
  p.A = rg_matrix_dense(2, 2, A), p.c = c, p.mu = &mu;
  rg_options o = by_law("lemke", "pyramid");
  double r[2], any[2];
  solve_law(&p, &o, NULL, r);
  o.split = RG_SPLIT_ANY;
  solve_law(&p, &o, NULL, any);
  assert_memory_equal(r, any, sizeof r);
}

/* what parts needs no impulse: that is its split, to the last bit, with a residual of exactly 0 */
static void what_parts_is_split(void **state) {
  (void)state;
  static scene s;
  const double start[12] = {1, 0, 0, 0.2};
  for (int k = 0; k < 4; k++) {
    double v[6] = {0.3 * k, -0.1, k == 3 ? 0 : 1, 0, 0, 0}, r[12];
    scene_cube(&s, 0.5, v);
    rg_problem p = scene_local(&s);
    rg_options o = compliant("auto");
    solve(&p, &o, k % 2 ? start : NULL, r);
    for (int i = 0; i < 12; i++) assert_true(r[i] == 0);
  }
}

/* --- what has no split -------------------------------------------------------------------------- */

/* constraints that contradict each other: compliance must not make them look possible */
static void no_solution_stays_no_solution(void **state) {
  (void)state;
  const double A[16] = {1, 0, -1, 0, 0, 1, 0, 1, -1, 0, 1, 0, 0, 1, 0, 1}, c[4] = {0};
  const double mu[2] = {0.3, 0.3}, target[2] = {0.2, 0.2};
  rg_problem p = rg_problem_default();
  p.contacts = 2, p.dim = 2;
  p.A = rg_matrix_dense(4, 4, A), p.c = c, p.mu = mu, p.target = target;
  for (int k = 0; k < 2; k++) {
    rg_options o = by_law("auto", k ? "pyramid" : "cone");
    rg_solver *solver;
    assert_int_equal(rg_solver_new(&solver, &p, &o, NULL), RG_OK);
    assert_int_equal(rg_solver_solve(solver), RG_NO_SOLUTION);
    rg_solver_free(solver);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(three_sliding_feet),
      cmocka_unit_test(doubled_rows_share),
      cmocka_unit_test(close_to_a_small_compliance),
      cmocka_unit_test(order_and_start_do_not_matter),
      cmocka_unit_test(every_cone_solver),
      cmocka_unit_test(spinning_cube_ends_where_compliance_says),
      cmocka_unit_test(table_on_four_legs),
      cmocka_unit_test(plate_slides),
      cmocka_unit_test(sliding_feet_by_laws),
      cmocka_unit_test(law_close_to_a_small_compliance),
      cmocka_unit_test(nothing_to_split),
      cmocka_unit_test(what_parts_is_split),
      cmocka_unit_test(no_solution_stays_no_solution),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
