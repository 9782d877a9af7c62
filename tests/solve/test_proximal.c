/* Problems whose matrix is singular and whose answer lies far along the kernel: proximal points with
   leaps, by the solvers that use them. The answers are planted: impulses and velocities that obey the
   laws with slips and gaps of 1e-5 to 1e-9, then c = u - A r. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <rigor/solve.h>

#include <math.h>
#include <string.h>

enum { CONTACTS = 4, SIZE = 3 * CONTACTS, PROBLEMS = 60 };
static const double MU = 0.5, PI = 3.14159265358979323846;

/* the same numbers in (0, 1) everywhere */
static double draw(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return ((double)(*seed >> 11) + 0.5) / 9007199254740992.0;
}

static double draw_normal(uint64_t *seed) {
  double radius = sqrt(-2 * log(draw(seed)));
  return radius * cos(2 * PI * draw(seed));
}

typedef struct planted {
  int contacts, n;
  double A[SIZE * SIZE], c[SIZE], mu[CONTACTS];
  double r[SIZE], u[SIZE];
} planted;

/* A = G G' of a rank below half of its size */
static void plant_matrix(planted *p, uint64_t *seed) {
  int rank = p->n / 2 - 1;
  double G[SIZE * SIZE];
  for (int i = 0; i < p->n * rank; i++) G[i] = draw_normal(seed);
  for (int i = 0; i < p->n; i++)
    for (int j = 0; j < p->n; j++) {
      double sum = 0;
      for (int k = 0; k < rank; k++) sum += G[i * rank + k] * G[j * rank + k];
      p->A[i * p->n + j] = sum;
    }
}

/* the first contact opens, the last one slips, those between stick */
static void plant(planted *p, int number) {
  uint64_t seed = (uint64_t)number + 1;
  memset(p, 0, sizeof *p);
  p->contacts = 2 + number % 3;
  p->n = 3 * p->contacts;
  for (int i = 0; i < 10; i++) draw(&seed);
  plant_matrix(p, &seed);
  double tiny = pow(10, -9 + 4 * draw(&seed)), angle = 2 * PI * draw(&seed);
  for (int i = 0; i < 3; i++) p->u[i] = tiny * (i ? draw_normal(&seed) : 1);
  for (int k = 1; k < p->contacts; k++) {
    double *r = p->r + 3 * k;
    r[0] = 1;
    for (int i = 1; i < 3; i++) r[i] = 0.2 * (2 * draw(&seed) - 1);
  }
  double *r = p->r + p->n - 3, *u = p->u + p->n - 3;
  r[1] = MU * cos(angle), r[2] = MU * sin(angle);
  u[1] = -tiny * cos(angle), u[2] = -tiny * sin(angle);
  for (int i = 0; i < p->n; i++) {
    p->c[i] = p->u[i];
    for (int j = 0; j < p->n; j++) p->c[i] -= p->A[i * p->n + j] * p->r[j];
  }
  for (int k = 0; k < p->contacts; k++) p->mu[k] = MU;
}

static rg_problem problem_of(const planted *p) {
  rg_problem problem = {.kind = RG_KIND_CONTACT, .dim = 3, .contacts = p->contacts};
  problem.A = (rg_matrix){.storage = RG_DENSE, .rows = p->n, .columns = p->n, .values = p->A};
  problem.c = p->c;
  problem.mu = p->mu;
  return problem;
}

/* how many of the planted problems a solver solves to 1e-10 from zero */
static int count_solved(const char *name) {
  int solved = 0;
  for (int k = 0; k < PROBLEMS; k++) {
    planted p;
    rg_solver *solver;
    rg_error error;
    rg_options options = rg_options_default();
    plant(&p, k);
    rg_problem problem = problem_of(&p);
    options.solver = name;
    options.tol = 1e-10;
    assert_int_equal(rg_solver_new(&solver, &problem, &options, &error), RG_OK);
    if (rg_solver_solve(solver) == RG_SOLVED) {
      solved++;
      assert_true(rg_solver_report(solver)->certificate.law_residual <= 1e-10);
    }
    rg_solver_free(solver);
  }
  print_message("%s: %d of %d solved\n", name, solved, PROBLEMS);
  return solved;
}

/* the planted answers are answers */
static void plants_are_solutions(void **state) {
  (void)state;
  for (int k = 0; k < PROBLEMS; k++) {
    planted p;
    rg_certificate certificate;
    rg_error error;
    plant(&p, k);
    rg_problem problem = problem_of(&p);
    assert_int_equal(rg_certify(&problem, p.r, NULL, &certificate, &error), RG_OK);
    assert_true(certificate.natural_map_relative < 1e-14);
  }
}

/* without proximal points pfb-rlm solves 16 of them, ncp-rlm 17 */
static void pfb_solves_them(void **state) {
  (void)state;
  assert_true(count_solved("pfb-rlm") >= 57);
  assert_true(count_solved("pfb-plm") >= 57);
}

static void ncp_solves_most(void **state) {
  (void)state;
  assert_true(count_solved("ncp-rlm") >= 40);
  assert_true(count_solved("ncp-plm") >= 47);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(plants_are_solutions),
      cmocka_unit_test(pfb_solves_them),
      cmocka_unit_test(ncp_solves_most),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
