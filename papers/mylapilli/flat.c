/* Sec. 2.2.2 (Mylapilli & Jain 2017): f(z) = 0.1, whose only solution is z = 0, from the wild guess z = 1e20. The plain
   Fischer-Burmeister function cancels there to a cost of nearly 0; the penalized one does not. */
#include "claims.h"
#include "common.h"
#include "experiments.h"

#include <math.h>

static const double F = 0.1, GUESS = 1e20, ENDS = 1e-30; /* psi below which the paper stops */

/* Eq. 5 and 8 as they are printed, rounding and all */
static double cost(double z, double f, double lambda) {
  volatile double root = sqrt(z * z + f * f), sum = z + f; /* as the paper's program has them */
  double plain = root - sum, product = fmax(z, 0) * fmax(f, 0);
  double phi = lambda * plain - (1 - lambda) * product;
  return 0.5 * phi * phi;
}

/* the solver's answer from the guess; its iterations */
static rg_status solve(double lambda, int printed, double *z, rg_status *end, rg_error *error) {
  const double M = 0;
  rg_problem p = rg_problem_default();
  rg_options o = rg_options_default();
  rg_solver *s;
  p.kind = RG_KIND_LCP, p.rows = 1, p.A = rg_matrix_dense(1, 1, &M), p.c = &F, p.guess = &GUESS;
  o.solver = "pfb-rlm";
  rg_options_set(&o, "lambda", lambda, NULL);
  rg_options_set(&o, "as_printed", printed, NULL);
  rg_status status = rg_solver_new(&s, &p, &o, error);
  if (status) return status;
  *end = rg_solver_solve(s);
  *z = rg_solver_impulse(s)[0];
  rg_solver_free(s);
  return RG_OK;
}

/* --- any start ------------------------------------------------------------------------------------- */

enum { ROWS = 12, SCALES = 3, METHODS = 4 };

/* in (-1, 1), the same on every machine */
static double random_number(unsigned long long *state) {
  *state = *state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (double)(*state >> 11) / (double)(1ULL << 52) - 1;
}

/* four contacts with mu = 0.5 and A = B B' + 0.1, B random, from a random start up to `size` */
static rg_status solve_from(const char *solver, unsigned long long seed, double size, int *solved,
                            long *iterations, rg_error *error) {
  double B[ROWS * ROWS], A[ROWS * ROWS], c[ROWS], start[ROWS], mu[ROWS];
  for (int i = 0; i < ROWS * ROWS; i++) B[i] = random_number(&seed);
  for (int i = 0; i < ROWS; i++) c[i] = random_number(&seed), mu[i] = 0.5;
  for (int i = 0; i < ROWS; i++) start[i] = size * random_number(&seed);
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j < ROWS; j++) {
      A[i * ROWS + j] = i == j ? 0.1 : 0;
      for (int k = 0; k < ROWS; k++) A[i * ROWS + j] += B[i * ROWS + k] * B[j * ROWS + k];
    }
  rg_problem p = rg_problem_default();
  rg_options o = rg_options_default();
  rg_solver *s;
  p.dim = 3, p.contacts = ROWS / 3, p.mu = mu;
  p.A = rg_matrix_dense(ROWS, ROWS, A), p.c = c;
  o.solver = solver;
  rg_options_set(&o, "as_printed", 1, NULL);
  rg_status status = rg_solver_new(&s, &p, &o, error);
  if (status) return status;
  status = rg_solver_start(s, start);
  if (!status) {
    *solved += rg_solver_solve(s) == RG_SOLVED;
    *iterations += rg_solver_report(s)->iterations;
  }
  rg_solver_free(s);
  return status;
}

/* sec. 5: "converges to the minimum irrespective of the starting position" */
static rg_status any_start(const paper_options *options, rg_page *page, rg_error *error) {
  static const char *const METHOD[METHODS] = {"pfb-rlm", "pfb-plm", "ncp-rlm", "ncp-plm"};
  static const double SIZE[SCALES] = {1, 1e3, 1e6};
  int tests = options->quick ? 20 : 200, all = 0, count[METHODS][SCALES] = {{0}};
  long iterations[METHODS][SCALES] = {{0}};
  rg_page_table(page, "Random problems of four contacts solved from random starts, as printed",
                "solver|starts up to 1|up to 1e3|up to 1e6|of|iterations|up to 1e3|up to 1e6");
  for (int m = 0; m < METHODS; m++) {
    for (int k = 0; k < SCALES; k++) {
      for (int t = 0; t < tests; t++) {
        rg_status status = solve_from(METHOD[m], 1000ULL + (unsigned)t, SIZE[k], &count[m][k],
                                      &iterations[m][k], error);
        if (status) return status;
      }
      all += count[m][k];
    }
    rg_page_row(page, "%s|%d|%d|%d|%d|%.1f|%.1f|%.1f", METHOD[m], count[m][0], count[m][1],
                count[m][2], tests, (double)iterations[m][0] / tests,
                (double)iterations[m][1] / tests, (double)iterations[m][2] / tests);
  }
  int tried = METHODS * SCALES * tests;
  paper_find(options, page, "mylapilli", "sec. 5",
             all == tried           ? RG_VERDICT_CONFIRMED
             : 10 * all > 9 * tried ? RG_VERDICT_IN_PART
                                    : RG_VERDICT_NOT_CONFIRMED,
             "From random starts of up to 1, 1e3 and 1e6 the four Levenberg-Marquardt solvers as "
             "printed end at a solution in %d of %d.",
             all, tried);
  paper_figure(options, "%d of %d starts", all, tried);
  return RG_OK;
}

rg_status mylapilli_flat(const paper_options *options, rg_page *page, rg_error *error) {
  static const double lambdas[] = {1, 0.95};
  double psi[2], z[2][2];
  rg_status end[2][2];
  rg_page_table(page, "f(z) = 0.1 from z = 1e20: the only solution is 0",
                "lambda|psi at the guess|below 1e-30|z, as printed|status|z, ours|status");
  for (int k = 0; k < 2; k++) {
    psi[k] = cost(GUESS, F, lambdas[k]);
    for (int printed = 0; printed < 2; printed++) {
      rg_status status = solve(lambdas[k], printed, &z[k][printed], &end[k][printed], error);
      if (status) return status;
    }
    rg_page_row(page, "%g|%.2g|%s|%g|%s|%g|%s", lambdas[k], psi[k], psi[k] < ENDS ? "yes" : "no",
                z[k][1], rg_status_text(end[k][1]), z[k][0], rg_status_text(end[k][0]));
  }
  rg_verdict verdict = paper_verdict((psi[0] < ENDS) + (psi[1] > ENDS), 2);
  char cell[64];
  rg_page_finding(
      page, verdict,
      "At z = 1e20 the plain function has the cost %.2g, which passes for a solution, "
      "the penalized one %.2g. Written without cancellation, as here, even the plain one "
      "has %.2g there, and the solver ends at %g.",
      psi[0], psi[1], 0.5 * F * F, z[0][0]);
  snprintf(cell, sizeof cell, "psi %.2g and %.2g", psi[0], psi[1]);
  paper_note(options, "mylapilli", "sec. 2.2.2", verdict, cell, "ends at %g and %g", z[0][0],
             z[1][0]);
  return any_start(options, page, error);
}
