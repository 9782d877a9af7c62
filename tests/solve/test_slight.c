/* What is rounding of the numbers that a problem is given by: rows that a loop has twice, the second one by a lever of 1e-9;
   and velocities of 1e-17 beside bounds of 1e-3. Random bodies, rows and contacts; the oracle is the same problem without
   that row, and long double. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <rigor/solve.h>

enum { DOFS = 12, ROWS = 5, CONTACTS = 2, SIZE = ROWS + 3 * CONTACTS, SLIGHT = 2 };

typedef struct drawn {
  double G[SIZE][DOFS], inverse[DOFS], v[DOFS];
  double A[SIZE * SIZE], c[SIZE], lower[ROWS], upper[ROWS], mu[CONTACTS];
  rg_problem problem;
} drawn;

static double draw(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 11) / 4503599627370496.0 - 1;
}

static void view(drawn *d, int rows) {
  d->problem = rg_problem_default();
  d->problem.dim = 3, d->problem.rows = rows, d->problem.contacts = CONTACTS;
  d->problem.A = rg_matrix_dense(rows + 3 * CONTACTS, rows + 3 * CONTACTS, d->A);
  d->problem.c = d->c, d->problem.mu = d->mu;
  d->problem.lower = d->lower, d->problem.upper = d->upper;
}

/* A = G M^-1 G' and c = G v */
static void multiply(drawn *d) {
  for (int i = 0; i < SIZE; i++) {
    d->c[i] = 0;
    for (int k = 0; k < DOFS; k++) d->c[i] += d->G[i][k] * d->v[k];
    for (int j = 0; j < SIZE; j++) {
      double sum = 0;
      for (int k = 0; k < DOFS; k++) sum += d->G[i][k] * d->inverse[k] * d->G[j][k];
      d->A[i * SIZE + j] = sum;
    }
  }
}

static void draw_problem(drawn *d, uint64_t *seed, double speed) {
  memset(d, 0, sizeof *d);
  for (int k = 0; k < DOFS; k++) d->inverse[k] = pow(10, draw(seed)), d->v[k] = speed * draw(seed);
  for (int i = 0; i < SIZE; i++)
    for (int k = 0; k < DOFS; k++) d->G[i][k] = draw(seed);
  for (int i = 0; i < ROWS; i++) d->lower[i] = -HUGE_VAL, d->upper[i] = HUGE_VAL;
  for (int i = 0; i < CONTACTS; i++) d->mu[i] = 0.5 + 0.4 * draw(seed);
  multiply(d);
  view(d, ROWS);
}

/* row SLIGHT becomes a combination of the two before by a lever of 1e-8 or less, as far as doubles of size 1 hold it */
static void make_slight(drawn *d, uint64_t *seed) {
  double lever[2] = {1e-9 * draw(seed), 1e-9 * draw(seed)};
  for (int k = 0; k < DOFS; k++)
    d->G[SLIGHT][k] =
        lever[0] * d->G[0][k] + lever[1] * d->G[1][k] + 0.5 * DBL_EPSILON * draw(seed);
  multiply(d);
  d->c[SLIGHT] = lever[0] * d->c[0] + lever[1] * d->c[1] + 0.5 * DBL_EPSILON * draw(seed);
}

static void without_row(drawn *d, int row) {
  int m = SIZE - 1;
  for (int i = 0, at = 0; i < SIZE; i++)
    for (int j = 0; j < SIZE; j++)
      if (i != row && j != row) d->A[at++] = d->A[i * SIZE + j];
  for (int i = row; i < m; i++) d->c[i] = d->c[i + 1];
  view(d, ROWS - 1);
}

static rg_solver *solved(const rg_problem *problem, double tol, rg_status wanted) {
  rg_options o = rg_options_default();
  o.tol = tol;
  rg_solver *solver;
  assert_int_equal(rg_solver_new(&solver, problem, &o, NULL), RG_OK);
  rg_status status = rg_solver_solve(solver);
  if (status != wanted) print_error("%s\n", rg_solver_report(solver)->reason);
  assert_int_equal(status, wanted);
  return solver;
}

/* It gets no impulse, the report says so, nothing else moves differently, and rg_certify agrees. */
static void slight_rows_get_nothing(void **state) {
  (void)state;
  uint64_t seed = 2;
  for (int k = 0; k < 200; k++) {
    drawn d;
    draw_problem(&d, &seed, 1);
    make_slight(&d, &seed);
    rg_solver *with = solved(&d.problem, 1e-10, RG_SOLVED);
    assert_true(rg_solver_impulse(with)[SLIGHT] == 0);
    assert_non_null(strstr(rg_solver_report(with)->reason, "row 2 is rounding"));
    rg_certificate c;
    assert_int_equal(rg_certify(&d.problem, rg_solver_impulse(with), NULL, &c, NULL), RG_OK);
    assert_true(c.residual <= 1.001e-10);
    without_row(&d, SLIGHT);
    rg_solver *less = solved(&d.problem, 1e-10, RG_SOLVED);
    for (int i = 0; i < SIZE - 1; i++)
      assert_true(fabs(rg_solver_velocity(with)[i + (i >= SLIGHT)] - rg_solver_velocity(less)[i]) <
                  1e-7);
    rg_solver_free(with);
    rg_solver_free(less);
  }
}

/* A body of up to 1e18 times the mass of others has a response as small, and is no rounding: what holds it has its impulse, also
   where light bodies lie on it. By hand: row 0 holds the heavy body, row 1 fastens the light one to it. */
static void heavy_bodies_are_no_rounding(void **state) {
  (void)state;
  for (double ratio = 1; ratio < 2e18; ratio *= 10) {
    double heavy = 1 / ratio, light = 1;
    double A[4] = {heavy, -heavy, -heavy, heavy + light}, c[2] = {-1, 3};
    rg_problem p = rg_problem_default();
    p.rows = 2, p.A = rg_matrix_dense(2, 2, A), p.c = c;
    rg_solver *s = solved(&p, 1e-10, RG_SOLVED);
    const double *x = rg_solver_impulse(s);
    assert_true(fabs(x[1] - -2) < 1e-9); /* the light one stops: 3 - 1 */
    assert_true(fabs(x[0] - (ratio - 2)) < 1e-9 * ratio + 1e-9);
    rg_solver_free(s);
  }
}

/* the same as a global problem, where c is a sum that cancels: c + G M^-1 f */
static void make_global(drawn *d, double *mass, double *f) {
  for (int k = 0; k < DOFS; k++) {
    mass[k * DOFS + k] = 1 / d->inverse[k];
    f[k] = -d->v[k] / d->inverse[k];
  }
  d->problem.A = (rg_matrix){0};
  d->problem.M = rg_matrix_dense(DOFS, DOFS, mass);
  d->problem.G = rg_matrix_dense(SIZE, DOFS, d->G[0]);
  d->problem.f = f;
}

/* Velocities of 1e-17 that no impulse explains, beside friction in joints of 1e-3 N s; and such that are left of 1 m/s. Solved, or
   *rounded* with the reason, and quickly; a thousand million times as fast they are no rounding. */
static void velocities_that_are_rounding(void **state) {
  (void)state;
  uint64_t seed = 3;
  int rounded = 0;
  for (int k = 0; k < 200; k++) {
    drawn d;
    double mass[DOFS * DOFS] = {0}, f[DOFS];
    draw_problem(&d, &seed, 1);
    for (int i = 0; i < DOFS; i++) d.G[1][i] = d.G[0][i], d.G[SIZE - 1][i] = d.G[SIZE - 2][i];
    multiply(&d);
    if (k % 2) {
      make_global(&d, mass, f);
      for (int i = 0; i < SIZE; i++) d.c[i] *= 1 + 4 * DBL_EPSILON * draw(&seed);
    } else {
      d.lower[3] = -1e-3, d.upper[3] = 1e-3;
      for (int i = 0; i < SIZE; i++) d.c[i] = 1e-18 * draw(&seed);
    }
    rg_solver *solver;
    rg_options o = rg_options_default();
    assert_int_equal(rg_solver_new(&solver, &d.problem, &o, NULL), RG_OK);
    rg_status status = rg_solver_solve(solver);
    const rg_report *report = rg_solver_report(solver);
    assert_true(status == RG_SOLVED || status == RG_ROUNDED);
    assert_true(report->iterations <= 150);
    if (status == RG_ROUNDED) assert_non_null(strstr(report->reason, "nothing to solve"));
    else assert_true(report->certificate.residual <= o.tol);
    rounded += status == RG_ROUNDED;
    /* the global one then cancels no more */
    for (int i = 0; i < SIZE; i++) d.c[i] *= k % 2 ? 0.5 : 1e9;
    assert_int_equal(rg_solver_update_c(solver, d.c), RG_OK);
    status = rg_solver_solve(solver);
    assert_true(status != RG_ROUNDED);
    rg_solver_free(solver);
  }
  print_message("%d of 200 are rounded\n", rounded);
  assert_true(rounded > 50);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(slight_rows_get_nothing),
      cmocka_unit_test(heavy_bodies_are_no_rounding),
      cmocka_unit_test(velocities_that_are_rounding),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
