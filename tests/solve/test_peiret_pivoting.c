/* The cube of Peiret, Kovecses & Font-Llagunes (2017), Table 1, in its first step: with the law of
   Anitescu & Potra the matrix is rank-deficient, and only Lemke's method solves it; with phantom
   inertia and relaxation it has full rank, and the block pivoting of Judice & Pires solves it too.
   The impulses are compared with those of the four sliding contacts by linear algebra in the test.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "solve/body_scene.h"

#include <stdio.h>

static const double STEP = 1e-3, GRAVITY = 9.81;

typedef struct cube {
  scene s;
  double slip[8]; /* tangential velocities at the start of the step */
  rg_options options;
} cube;

/* m = 1, l = 1, vy = 5, spin 2 pi, mu = 1; relaxation 1 / (k h^2 + b h) from the stiffness and
   damping of Table 1 */
static void table_1(cube *k, double speed_x, double speed_y) {
  const double spin = 2 * acos(-1.0);
  double v[6] = {speed_x, speed_y, -GRAVITY * STEP, 0, 0, spin};
  scene_cube(&k->s, 1, v);
  for (int i = 0; i < 4; i++)
    for (int t = 0; t < 2; t++) k->slip[2 * i + t] = k->s.c[3 * i + 1 + t];
  k->options = rg_options_default();
  k->options.law.directions = 4;
  k->options.law.slip = k->slip;
  k->options.tol = 1e-9;
}

static void relax(cube *k) {
  k->options.law.law = RG_LAW_NONSINGULAR;
  k->options.law.phantom = 1;
  k->options.law.relax_normal = 1 / (1e10 * STEP * STEP + 1e8 * STEP);
  k->options.law.relax_tangent = 1 / (1e8 * STEP * STEP + 1e5 * STEP);
}

static rg_status run(const cube *k, const char *solver, rg_report *report, double *r, double *u) {
  rg_problem p = scene_local(&k->s);
  rg_options o = k->options;
  rg_solver *s;
  o.solver = solver;
  assert_int_equal(rg_solver_new(&s, &p, &o, NULL), RG_OK);
  rg_status status = rg_solver_solve(s);
  *report = *rg_solver_report(s);
  memcpy(r, rg_solver_impulse(s), 12 * sizeof *r);
  memcpy(u, rg_solver_velocity(s), 12 * sizeof *u);
  rg_solver_free(s);
  return status;
}

/* x = K \ x by Gauss-Jordan with row pivoting, m <= 4 */
static void gauss_jordan(int m, double K[4][4], double *x) {
  for (int a = 0; a < m; a++) {
    int best = a;
    for (int i = a; i < m; i++)
      if (fabs(K[i][a]) > fabs(K[best][a])) best = i;
    for (int j = 0; j < m; j++) {
      double t = K[a][j];
      K[a][j] = K[best][j], K[best][j] = t;
    }
    double t = x[a];
    x[a] = x[best], x[best] = t;
    for (int i = 0; i < m; i++) {
      double f = i == a ? 0 : K[i][a] / K[a][a];
      for (int j = 0; j < m; j++) K[i][j] -= f * K[a][j];
      x[i] -= f * x[a];
    }
  }
  for (int i = 0; i < m; i++) x[i] /= K[i][i];
}

/* normal impulses where every contact slides the way it did: r_i = n_i (1, -mu e_i), and
   0 <= n _|_ B n + c_n >= 0 with B_ij = A_ni,nj - mu A_ni,tj e_j + eps: all 16 sets of loaded
   contacts are tried, exactly one must do */
static void sliding_normals(const cube *k, double eps, double *n) {
  double B[4][4];
  int found = 0;
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) {
      const double *row = k->s.A + 3 * i * 12 + 3 * j, *slip = k->slip + 2 * j;
      B[i][j] = row[0] - (row[1] * slip[0] + row[2] * slip[1]) / hypot(slip[0], slip[1]);
      if (i == j) B[i][j] += eps;
    }
  for (int set = 0; set < 16; set++) {
    int index[4], m = 0, good = 1;
    double K[4][4], x[4], trial[4] = {0};
    for (int i = 0; i < 4; i++)
      if (set >> i & 1) index[m++] = i;
    for (int a = 0; a < m; a++) {
      x[a] = -k->s.c[3 * index[a]];
      for (int b = 0; b < m; b++) K[a][b] = B[index[a]][index[b]];
    }
    gauss_jordan(m, K, x);
    for (int a = 0; a < m; a++) trial[index[a]] = x[a];
    for (int i = 0; i < 4; i++) {
      double w = k->s.c[3 * i];
      for (int j = 0; j < 4; j++) w += B[i][j] * trial[j];
      if (trial[i] < 0 || w < -1e-12) good = 0;
    }
    if (good) memcpy(n, trial, sizeof trial);
    found += good;
  }
  assert_int_equal(found, 1);
}

/* ---- Anitescu & Potra ---- */

static void rank_deficient_law_stops_block_pivoting(void **state) {
  (void)state;
  for (int aligned = 0; aligned < 2; aligned++) {
    cube k;
    rg_report report;
    double r[12], u[12];
    table_1(&k, 0, 5);
    k.options.law.law = RG_LAW_PYRAMID;
    k.options.law.aligned = aligned;
    assert_int_equal(rg_options_set(&k.options, "as_printed", 1, NULL), RG_OK);
    assert_int_equal(run(&k, "judice-pires", &report, r, u), RG_STALLED);
    k.options.settings = 0;
    assert_non_null(strstr(report.reason, "singular basis matrix"));
    assert_true(report.certificate.law_residual > 1e-9);

    assert_int_equal(run(&k, "lemke", &report, r, u), RG_SOLVED);
    assert_int_equal(report.law.law, RG_LAW_PYRAMID);
    assert_int_equal(report.size, 4 * 6); /* normal, four directions, slip a contact */
    assert_true(report.certificate.law_residual <= 1e-9);
    /* the ground is not entered, nothing pulls, and the friction obeys the circle */
    for (int i = 0; i < 4; i++) {
      assert_true(u[3 * i] >= -1e-10 && r[3 * i] >= -1e-10);
      assert_true(hypot(r[3 * i + 1], r[3 * i + 2]) <= r[3 * i] * (1 + 1e-9) + 1e-12);
      /* it takes energy out */
      assert_true(r[3 * i + 1] * u[3 * i + 1] + r[3 * i + 2] * u[3 * i + 2] <= 1e-12);
    }
  }
}

/* ---- phantom inertia ---- */

static void full_rank_law_is_solved_by_both(void **state) {
  (void)state;
  const double speed[][2] = {{0, 5}, {5, 0}, {3, 4}};
  for (int v = 0; v < 3; v++) {
    cube k;
    rg_report report;
    double n[4], r[2][12], u[2][12];
    const char *solver[] = {"judice-pires", "lemke"};
    table_1(&k, speed[v][0], speed[v][1]);
    relax(&k);
    sliding_normals(&k, k.options.law.relax_normal, n);
    for (int m = 0; m < 2; m++) {
      assert_int_equal(run(&k, solver[m], &report, r[m], u[m]), RG_SOLVED);
      assert_string_equal(report.solver, solver[m]);
      assert_int_equal(report.law.law, RG_LAW_NONSINGULAR);
      assert_true(report.certificate.law_residual <= 1e-9);
      for (int i = 0; i < 4; i++) {
        double slip = hypot(k.slip[2 * i], k.slip[2 * i + 1]);
        assert_true(fabs(r[m][3 * i] - n[i]) <= 1e-9);
        for (int t = 0; t < 2; t++)
          assert_true(fabs(r[m][3 * i + 1 + t] + n[i] * k.slip[2 * i + t] / slip) <= 1e-9);
      }
    }
    for (int i = 0; i < 12; i++) assert_true(fabs(r[0][i] - r[1][i]) <= 1e-9);
  }
}

/* rho changes the rank of the matrix and nothing else */
static void phantom_inertia_leaves_the_impulses_alone(void **state) {
  (void)state;
  double first[12], r[12], u[12];
  rg_report report;
  for (double rho = 1e-4; rho < 2e2; rho *= 10) {
    cube k;
    table_1(&k, 0, 5);
    relax(&k);
    k.options.law.phantom = rho;
    assert_int_equal(run(&k, "judice-pires", &report, r, u), RG_SOLVED);
    if (rho < 2e-4) memcpy(first, r, sizeof r);
    for (int i = 0; i < 12; i++) assert_true(fabs(r[i] - first[i]) <= 1e-9);
  }
}

/* without relaxation four vertices of a rigid cube are redundant: the paper's full rank does not
   hold; block pivoting may stop, never lie */
static void rigid_cube_is_still_redundant(void **state) {
  (void)state;
  cube k;
  rg_report report;
  double r[12], u[12];
  table_1(&k, 0, 5);
  relax(&k);
  k.options.law.relax_normal = k.options.law.relax_tangent = 0;
  rg_status status = run(&k, "judice-pires", &report, r, u);
  assert_true(status == RG_STALLED || report.certificate.law_residual <= 1e-9);
  assert_int_equal(run(&k, "lemke", &report, r, u), RG_SOLVED);
}

/* the exact cone on ground that yields as the relaxation says: its slip is that of the end of the
   step, which turns by h omega and loses mu g h of 5 m/s within it */
static void exact_cone_is_near(void **state) {
  (void)state;
  cube k;
  rg_report report;
  double exact[12], r[12], u[12], load = GRAVITY * STEP;
  table_1(&k, 0, 5);
  relax(&k);
  assert_int_equal(run(&k, "judice-pires", &report, r, u), RG_SOLVED);
  for (int i = 0; i < 12; i += 3) k.s.A[i * 12 + i] += k.options.law.relax_normal;
  k.options.law = rg_law_options_default();
  k.options.law.law = RG_LAW_CONE;
  assert_int_equal(run(&k, "auto", &report, exact, u), RG_SOLVED);
  for (int i = 0; i < 12; i++) assert_true(fabs(r[i] - exact[i]) <= 0.01 * load);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rank_deficient_law_stops_block_pivoting),
      cmocka_unit_test(full_rank_law_is_solved_by_both),
      cmocka_unit_test(phantom_inertia_leaves_the_impulses_alone),
      cmocka_unit_test(rigid_cube_is_still_redundant),
      cmocka_unit_test(exact_cone_is_near),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
