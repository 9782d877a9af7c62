/* The even split of redundant impulses: by symmetry, by the least-norm solution of the impulse
   balance G' x = p, and by the variational inequality x . (z - x) >= 0 that the least-norm member
   of a convex set fulfils for every other member z. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "solve/body_scene.h"
#include "solve/small_cone.h"

#include <stdio.h>

static const double tolerance = 1e-10;

/* solves from `start` (NULL: zero); r and u of the scene */
static rg_status solve(const rg_problem *p, rg_split split, const char *name, const double *start,
                       double *r, double *u) {
  rg_options o = rg_options_default();
  rg_solver *solver;
  o.solver = name;
  o.split = split;
  o.tol = tolerance;
  o.aim = 1e-15;
  assert_int_equal(rg_solver_new(&solver, p, &o, NULL), RG_OK);
  assert_int_equal(rg_solver_start(solver, start), RG_OK);
  rg_status status = rg_solver_solve(solver);
  size_t bytes = (size_t)rg_solver_size(solver) * sizeof(double);
  memcpy(r, rg_solver_impulse(solver), bytes);
  memcpy(u, rg_solver_velocity(solver), bytes);
  rg_solver_free(solver);
  return status;
}

static double length(int n, const double *x) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum = hypot(sum, x[i]);
  return sum;
}

/* even split of a scene: solved, certified, same velocities as any split, never longer */
static void even(const rg_problem *p, double *r) {
  double any[SCENE_N], u_any[SCENE_N], u[SCENE_N];
  int n = rg_problem_size(p);
  rg_certificate certificate;
  assert_int_equal(solve(p, RG_SPLIT_ANY, "auto", NULL, any, u_any), RG_SOLVED);
  assert_int_equal(solve(p, RG_SPLIT_EVEN, "auto", NULL, r, u), RG_SOLVED);
  assert_int_equal(rg_certify(p, r, NULL, &certificate, NULL), RG_OK);
  assert_true(certificate.natural_map_relative <= tolerance);
  double size = p->A.storage == RG_NONE ? 1 : length(n, p->c);
  for (int i = 0; i < n; i++) assert_true(fabs(u[i] - u_any[i]) <= 1e-9 * size);
  assert_true(length(n, r) <= length(n, any) * (1 + 1e-8));
}

/* ---- symmetry ---- */

static void table_at_rest(void **state) {
  (void)state;
  const double friction[] = {0, 0.1, 0.8};
  for (int k = 0; k < 3; k++) {
    scene s;
    double r[SCENE_N];
    scene_cube(&s, friction[k], (double[]){0, 0, -0.0981, 0, 0, 0});
    rg_problem local = scene_local(&s), global = scene_global(&s);
    const rg_problem *forms[] = {&local, &global};
    for (int f = 0; f < 2; f++) {
      even(forms[f], r);
      for (int i = 0; i < 4; i++) {
        assert_true(fabs(r[3 * i] - 0.0981 / 4) <= 1e-9);
        assert_true(fabs(r[3 * i + 1]) <= 1e-9 && fabs(r[3 * i + 2]) <= 1e-9);
      }
    }
  }
}

/* Sliding along y without turning: friction mu N at half the height is carried by the front pair,
   sum y_i n_i = mu N / 2, so n = N (1 +- mu) / 4; the pairs themselves are even. */
static void table_that_slides(void **state) {
  (void)state;
  const double N = 0.0981;
  for (double mu = 0.1; mu < 0.95; mu += 0.2) {
    scene s;
    double r[SCENE_N];
    scene_cube(&s, mu, (double[]){0, 5, -N, 0, 0, 0});
    rg_problem p = scene_local(&s);
    even(&p, r);
    for (int i = 0; i < 4; i++) {
      double n = N * (1 + (i & 2 ? mu : -mu)) / 4;
      assert_true(fabs(r[3 * i] - n) <= 1e-9);
      assert_true(fabs(r[3 * i + 1]) <= 1e-9);
      assert_true(fabs(r[3 * i + 2] + mu * n) <= 1e-9);
    }
  }
}

/* ---- least norm of the impulse balance ---- */

/* x = G (G'G)^-1 p, the least-norm solution of G' x = p (6 equations), by Gauss-Jordan */
static void least_norm(const scene *s, const double *p, double *x) {
  double K[6][7];
  for (int a = 0; a < 6; a++) {
    K[a][6] = p[a];
    for (int b = 0; b < 6; b++) {
      K[a][b] = 0;
      for (int i = 0; i < s->n; i++) K[a][b] += s->line[i][a] * s->line[i][b];
    }
  }
  for (int k = 0; k < 6; k++)
    for (int a = 0; a < 6; a++) {
      double f = a == k ? 0 : K[a][k] / K[k][k];
      for (int b = 0; b < 7; b++) K[a][b] -= f * K[k][b];
    }
  for (int i = 0; i < s->n; i++) {
    x[i] = 0;
    for (int a = 0; a < 6; a++) x[i] += s->line[i][a] * K[a][6] / K[a][a];
  }
}

/* off-centre loads that stick with room to spare: every member of the balance near the least-norm
   one is admissible, so the even split is that one. The body stops: p = -M v_free. */
static void off_centre_load(void **state) {
  (void)state;
  unsigned long long seed = 41;
  int compared = 0;
  for (int k = 0; k < 40; k++) {
    scene s;
    double r[SCENE_N], x[SCENE_N], p[6], v[6], inside = HUGE_VAL;
    for (int a = 0; a < 6; a++) v[a] = 0.2 * small_random(&seed);
    v[2] = -1;
    scene_cube(&s, 0.9, v);
    for (int a = 0; a < 6; a++) p[a] = -s.mass[a] * v[a];
    least_norm(&s, p, x);
    for (int i = 0; i < 4; i++)
      inside = fmin(inside, 0.9 * x[3 * i] - hypot(x[3 * i + 1], x[3 * i + 2]));
    if (inside < 0.01) continue;
    rg_problem problem = scene_local(&s);
    even(&problem, r);
    for (int i = 0; i < s.n; i++) assert_true(fabs(r[i] - x[i]) <= 1e-8);
    compared++;
  }
  print_message("%d loads compared\n", compared);
  assert_true(compared >= 10);
}

/* ---- variational inequality ---- */

/* other admissible impulses with the same velocities: other solvers, other starts */
static int others(const rg_problem *p, const double *u, double z[][SCENE_N], int most,
                  unsigned long long *seed) {
  const char *solvers[] = {"nsgs", "newton", "auto"};
  int n = rg_problem_size(p), found = 0;
  for (int k = 0; k < 3 * most && found < most; k++) {
    double start[SCENE_N], other[SCENE_N], apart = 0;
    for (int i = 0; i < n; i++) start[i] = (i % 3 ? 0.2 : 1) * small_random(seed);
    for (int i = 0; i < n; i += 3) start[i] = fabs(start[i]);
    if (solve(p, RG_SPLIT_ANY, solvers[k % 3], k ? start : NULL, z[found], other) != RG_SOLVED)
      continue;
    for (int i = 0; i < n; i++) apart = fmax(apart, fabs(other[i] - u[i]));
    found += apart <= 1e-8;
  }
  return found;
}

static void shorter_than_all_others(void **state) {
  (void)state;
  unsigned long long seed = 43;
  int compared = 0, different = 0;
  for (int k = 0; k < 40; k++) {
    scene s;
    double r[SCENE_N], u[SCENE_N], z[6][SCENE_N], v[6], mu = 0.3 + 0.2 * (k % 4);
    for (int a = 0; a < 6; a++) v[a] = (k % 2 ? 0.3 : 0.05) * small_random(&seed);
    v[2] = -0.5;
    if (k % 4 == 3) v[1] = 3, v[3] = v[4] = v[5] = 0; /* slides */
    scene_cube(&s, mu, v);
    rg_problem p = scene_local(&s);
    even(&p, r);
    assert_int_equal(rg_certify(&p, r, u, &(rg_certificate){0}, NULL), RG_OK);
    int count = others(&p, u, z, 6, &seed);
    for (int j = 0; j < count; j++) {
      double product = 0, apart = 0;
      for (int i = 0; i < s.n; i++) {
        product += r[i] * (z[j][i] - r[i]);
        apart = fmax(apart, fabs(z[j][i] - r[i]));
      }
      assert_true(product >= -1e-8);
      compared++, different += apart > 1e-4;
    }
  }
  print_message("%d other splits, %d of them really different\n", compared, different);
  assert_true(compared >= 80 && different >= 40);
}

/* three redundant rows beside an open contact: u = x_0 + x_1 + x_2 - 3 for each of them, the third
   may carry 0.4 at most, the others share what is left */
static void redundant_rows_share(void **state) {
  (void)state;
  const double A[] = {1, 1, 1, 0, 0, 1, 1, 1, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1};
  const double c[] = {-3, -3, -3, 0.5, 0.1}, mu = 0.5;
  const double upper[] = {HUGE_VAL, HUGE_VAL, 0.4}, lower[] = {-HUGE_VAL, -HUGE_VAL, -1};
  double r[5], u[5];
  rg_problem p = rg_problem_default();
  p.dim = 2, p.contacts = 1, p.rows = 3, p.A = rg_matrix_dense(5, 5, A), p.c = c, p.mu = &mu;
  p.upper = upper, p.lower = lower;
  assert_int_equal(solve(&p, RG_SPLIT_EVEN, "auto", NULL, r, u), RG_SOLVED);
  for (int i = 0; i < 3; i++) assert_true(fabs(u[i]) <= 1e-9);
  const double expected[] = {1.3, 1.3, 0.4, 0, 0};
  for (int i = 0; i < 5; i++) assert_true(fabs(r[i] - expected[i]) <= 1e-8);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(table_at_rest),        cmocka_unit_test(table_that_slides),
      cmocka_unit_test(off_centre_load),      cmocka_unit_test(shorter_than_all_others),
      cmocka_unit_test(redundant_rows_share),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
