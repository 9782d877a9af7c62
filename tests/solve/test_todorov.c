/* todorov: analytic contacts, the five stacked balls, safeguards, Jacobian, random problems. */
#include "solve/cone_cases.h"
#include "solve/papers/implicit_map.h"
#include "solve/papers/todorov_parts.h"

#include <stdio.h>

extern const rg_solver_entry rg_solver_todorov;

static void test_break(void **state) { (void)state, case_break(&rg_solver_todorov); }
static void test_stick(void **state) { (void)state, case_stick(&rg_solver_todorov); }
static void test_slip(void **state) { (void)state, case_slip(&rg_solver_todorov); }
static void test_frictionless(void **state) { (void)state, case_frictionless(&rg_solver_todorov); }
static void test_bounded_row(void **state) { (void)state, case_bounded_row(&rg_solver_todorov); }
static void test_bilateral(void **state) { (void)state, case_bilateral(&rg_solver_todorov); }
static void test_rows_only(void **state) { (void)state, case_rows_only(&rg_solver_todorov); }
static void test_update(void **state) { (void)state, case_update(&rg_solver_todorov); }
static void test_empty(void **state) { (void)state, case_empty(&rg_solver_todorov); }

enum { BALLS = 5, FREEDOMS = 6 * BALLS, STACK = 3 * BALLS };

/* Jacobian of a stack: contact k is under ball k; normal up, tangents x and y; (v, omega) per ball
 */
static void stack_jacobian(double radius, double G[STACK][FREEDOMS]) {
  memset(G, 0, sizeof(double[STACK][FREEDOMS]));
  for (int k = 0; k < BALLS; k++)
    for (int side = 0; side < 2; side++) { /* ball k, then the one below */
      int ball = k - side;
      double sign = side ? -1 : 1;
      if (ball < 0) continue;
      G[3 * k][6 * ball + 2] = sign;
      G[3 * k + 1][6 * ball] = G[3 * k + 2][6 * ball + 1] = sign;
      G[3 * k + 1][6 * ball + 4] = -radius;
      G[3 * k + 2][6 * ball + 3] = radius;
    }
}

/* Todorov 2010, Fig. 6: five balls that fall as a stack stop all at once, in one step at most */
static void test_stacked_balls(void **state) {
  (void)state;
  double G[STACK][FREEDOMS], velocity[FREEDOMS] = {0}, weight[FREEDOMS], radius = 0.05;
  static small_problem p;
  p.d = 3, p.contacts = BALLS, p.n = STACK;
  stack_jacobian(radius, G);
  for (int ball = 0; ball < BALLS; ball++) {
    double mass = 1 + 0.3 * ball;
    velocity[6 * ball + 2] = -1.3;
    p.mu[ball] = 0.5;
    for (int i = 0; i < 3; i++) weight[6 * ball + i] = 1 / mass;
    for (int i = 3; i < 6; i++) weight[6 * ball + i] = 1 / (0.4 * mass * radius * radius);
  }
  for (int i = 0; i < STACK; i++)
    for (int k = 0; k < FREEDOMS; k++) {
      p.c[i] += G[i][k] * velocity[k];
      for (int j = 0; j < STACK; j++) p.A[i * STACK + j] += G[i][k] * weight[k] * G[j][k];
    }
  for (int scaled = 0; scaled < 2; scaled++) {
    double r[SMALL_MAX];
    rg_outcome outcome;
    rg_options options = small_options();
    assert_int_equal(small_solve(&rg_solver_todorov, &p, scaled, &options, r, &outcome), RG_SOLVED);
    assert_true(outcome.iterations <= 1);
    for (int ball = 0; ball < BALLS; ball++) {
      double after = velocity[6 * ball + 2];
      for (int i = 0; i < STACK; i++) after += weight[6 * ball + 2] * G[i][6 * ball + 2] * r[i];
      assert_true(fabs(after) < 1e-9);
    }
  }
}

/* J against central differences, with rows, bounds and a unit rho, at points off the edges */
static void test_jacobian(void **state) {
  (void)state;
  unsigned long long seed = 5;
  for (int d = 2; d <= 3; d++)
    for (int k = 0; k < 50; k++) {
      small_problem p;
      rg_arena arena = {0};
      rg_cone cone;
      small_random_problem(&p, d, 2, 3, 3 * d + 2, 0.7, &seed);
      p.lower[0] = -0.3, p.upper[0] = 0.4;
      small_cone(&arena, &p, 1, &cone);
      rg_implicit_map *map = rg_implicit_map_new(&arena, &cone);
      assert_non_null(map);
      double rho[SMALL_MAX], x[SMALL_MAX], phi[SMALL_MAX], plus[SMALL_MAX], minus[SMALL_MAX];
      static double J[SMALL_MAX * SMALL_MAX], slope[SMALL_MAX * RG_CELL_SQUARE];
      for (int i = 0; i < cone.n; i++) rho[i] = 1.7, x[i] = small_random(&seed);
      rg_implicit_map_load(map, &cone, rho);
      for (int i = 0; i < map->cells; i++) {
        const double *part = x + map->cell[i].offset;
        rg_zone zone = rg_implicit_map_zone(&map->cell[i], part);
        rg_implicit_map_slope(&map->cell[i], zone, part, slope + i * RG_CELL_SQUARE);
      }
      rg_implicit_map_jacobian(map, slope, J);
      for (int j = 0; j < cone.n; j++) {
        double h = 1e-6, keep = x[j];
        x[j] = keep + h, rg_implicit_map_residual(map, x, phi, plus);
        x[j] = keep - h, rg_implicit_map_residual(map, x, phi, minus);
        x[j] = keep;
        for (int i = 0; i < cone.n; i++)
          assert_true(fabs((plus[i] - minus[i]) / (2 * h) - J[i * cone.n + j]) < 1e-6);
      }
      rg_arena_free(&arena);
    }
}

/* f and v of any x obey the laws of contact, and v - rho f = x (Eq. 14) */
static void test_laws_hold_everywhere(void **state) {
  (void)state;
  unsigned long long seed = 9;
  small_problem p;
  rg_arena arena = {0};
  rg_cone cone;
  small_random_problem(&p, 3, 0, 4, 12, 0.6, &seed);
  small_cone(&arena, &p, 0, &cone);
  rg_implicit_map *map = rg_implicit_map_new(&arena, &cone);
  rg_implicit_map_load(map, &cone, NULL);
  for (int k = 0; k < 500; k++) {
    double x[SMALL_MAX], f[SMALL_MAX];
    for (int i = 0; i < 12; i++) x[i] = small_random(&seed);
    rg_implicit_map_impulse(map, x, f);
    for (int i = 0; i < 12; i += 3) {
      double v[3] = {x[i] + f[i], x[i + 1] + f[i + 1], x[i + 2] + f[i + 2]};
      double force = hypot(f[i + 1], f[i + 2]), slip = hypot(v[1], v[2]);
      assert_true(f[i] >= 0 && v[0] >= 0 && f[i] * v[0] == 0);
      assert_true(force <= 0.6 * f[i] + 1e-15);
      /* friction opposes slip with all it has: f_t . v_t = -mu f_n |v_t| */
      assert_true(fabs(f[i + 1] * v[1] + f[i + 2] * v[2] + 0.6 * f[i] * slip) < 1e-14);
    }
  }
  rg_arena_free(&arena);
}

/* the nearest point of the cone: on it, and the rest is orthogonal to the generator */
static void test_cone_nearest(void **state) {
  (void)state;
  unsigned long long seed = 4;
  rg_cell cell = {.size = 3, .mu = 0.7};
  for (int k = 0; k < 200; k++) {
    double x[3], y[3];
    for (int i = 0; i < 3; i++) y[i] = x[i] = small_random(&seed);
    rg_todorov_cone_nearest(&cell, y);
    assert_true(y[0] <= 0 && fabs(hypot(y[1], y[2]) + 0.7 * y[0]) < 1e-15);
    double along = 0, apex = 0, moved = 0;
    for (int i = 0; i < 3; i++) {
      along += (x[i] - y[i]) * y[i];
      apex += x[i] * x[i];
      moved += (x[i] - y[i]) * (x[i] - y[i]);
    }
    assert_true(fabs(along) < 1e-14 && moved <= apex + 1e-15);
  }
}

/* each safeguard can be switched off, alone and together; search and projection of steps save
   iterations */
static void test_safeguards(void **state) {
  (void)state;
  int iterations[8];
  for (int code = 0; code < 8; code++) {
    rg_options options = small_options();
    int search = code & 1, project = code >> 1 & 1, cone = code >> 2 & 1;
    assert_int_equal(rg_options_set(&options, "edge_search", search, NULL), RG_OK);
    assert_int_equal(rg_options_set(&options, "edge_project", project, NULL), RG_OK);
    assert_int_equal(rg_options_set(&options, "cone_project", cone, NULL), RG_OK);
    int solved = case_random(&rg_solver_todorov, 100, 3, 5, 2, &options, &iterations[code]);
    printf("search %d project %d cone %d: %d of 100 solved, %.1f iterations\n", search, project,
           cone, solved, (double)iterations[code] / solved);
    assert_true(solved >= 97);
  }
  assert_true(iterations[1] < iterations[0]); /* search alone */
  assert_true(iterations[3] < iterations[1]); /* search and projection of steps */
}

/* one iteration is not enough: the limit is honoured and said */
static void test_limit(void **state) {
  (void)state;
  unsigned long long seed = 77;
  small_problem p;
  double r[SMALL_MAX];
  rg_outcome outcome;
  rg_options options = small_options();
  options.max_iterations = 1;
  small_random_problem(&p, 3, 0, 5, 15, 0.5, &seed);
  assert_int_equal(small_solve(&rg_solver_todorov, &p, 1, &options, r, &outcome), RG_LIMIT);
  assert_int_equal(outcome.iterations, 1);
  assert_true(strstr(outcome.reason, "limit") != NULL);
}

static void test_random(void **state) {
  (void)state;
  static const struct {
    int d, contacts, at_least;
    double mu;
  } sets[] = {{2, 3, 200, 0.5}, {3, 2, 200, 0.5}, {3, 5, 199, 0.5}, {3, 5, 197, 1}, {3, 5, 190, 2}};
  for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) {
    int iterations;
    rg_options options = small_options();
    int solved = case_random(&rg_solver_todorov, 200, sets[i].d, sets[i].contacts, sets[i].mu,
                             &options, &iterations);
    printf("d %d, %d contacts, mu %.1f: %d of 200 solved, %.1f iterations\n", sets[i].d,
           sets[i].contacts, sets[i].mu, solved, (double)iterations / solved);
    assert_true(solved >= sets[i].at_least);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_break),        cmocka_unit_test(test_stick),
      cmocka_unit_test(test_slip),         cmocka_unit_test(test_frictionless),
      cmocka_unit_test(test_bounded_row),  cmocka_unit_test(test_bilateral),
      cmocka_unit_test(test_rows_only),    cmocka_unit_test(test_update),
      cmocka_unit_test(test_empty),        cmocka_unit_test(test_stacked_balls),
      cmocka_unit_test(test_jacobian),     cmocka_unit_test(test_laws_hold_everywhere),
      cmocka_unit_test(test_cone_nearest), cmocka_unit_test(test_safeguards),
      cmocka_unit_test(test_limit),        cmocka_unit_test(test_random),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
