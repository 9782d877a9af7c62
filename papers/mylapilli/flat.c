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
  return RG_OK;
}
