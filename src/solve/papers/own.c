/* The caller's own solver (docs/solvers/own.md): unknowns and matrix in the units of the problem, without the padding and
   scaling of the cone form, go to a function of theirs, and what it returns comes back. */
#include "solve/front/solver.h"

#include <stdio.h>
#include <string.h>

typedef struct own_state {
  int *place; /* n of the raw problem: where in the cone form each unknown is */
  double *A, *c, *mu, *lower, *upper, *x;
  double *u; /* n of the cone form */
} own_state;

static int raw_size(const rg_cone *cone) { return cone->rows + cone->d * cone->contacts; }

static void *own_setup(rg_arena *arena, const rg_cone *cone, const rg_options *options) {
  (void)options;
  size_t n = (size_t)raw_size(cone);
  own_state *s = RG_NEW(arena, own_state, 1);
  if (!s) return NULL;
  s->place = RG_NEW(arena, int, n);
  s->A = RG_NEW(arena, double, n *n);
  s->c = RG_NEW(arena, double, n);
  s->mu = RG_NEW(arena, double, cone->contacts);
  s->lower = RG_NEW(arena, double, cone->rows);
  s->upper = RG_NEW(arena, double, cone->rows);
  s->x = RG_NEW(arena, double, n);
  s->u = RG_NEW(arena, double, cone->n);
  if (arena->failed) return NULL;
  // rows, then contacts: between them the dummies of the last block of rows
  for (int i = 0; i < (int)n; i++)
    s->place[i] = i < cone->rows ? i : cone->first_contact * cone->d + i - cone->rows;
  return s;
}

/* raw A = unit / impulse_unit  S^-1 A S^-1, by blocks */
static void unscale_matrix(const own_state *s, const rg_cone *cone, double *dense) {
  int n = raw_size(cone), d = cone->d;
  double unit = cone->unit / cone->impulse_unit;
  memset(dense, 0, (size_t)n * (size_t)n * sizeof *dense);
  for (int i = 0; i < n; i++) {
    int p = s->place[i], row = p / d;
    for (int k = cone->start[row]; k < cone->start[row + 1]; k++)
      for (int b = 0; b < d; b++) {
        int q = cone->column[k] * d + b;
        int j =
            cone->column[k] < cone->first_contact ? q : q - cone->first_contact * d + cone->rows;
        if (cone->column[k] < cone->first_contact && q >= cone->rows) continue; /* a dummy */
        dense[(size_t)i * (size_t)n + (size_t)j] =
            unit * cone->values[(k * d + p % d) * d + b] / (cone->scale[p] * cone->scale[q]);
      }
  }
}

/* the problem in the caller's units; its guess is x */
static rg_problem unscale(own_state *s, const rg_cone *cone, const double *x) {
  int n = raw_size(cone);
  unscale_matrix(s, cone, s->A);
  for (int i = 0; i < n; i++) {
    int p = s->place[i];
    double impulse = cone->impulse_unit * cone->scale[p];
    s->c[i] = cone->unit * cone->c[p] / cone->scale[p];
    s->x[i] = impulse * x[p];
    if (i >= cone->rows) continue;
    s->lower[i] = impulse * cone->lower[p];
    s->upper[i] = impulse * cone->upper[p];
  }
  for (int k = 0; k < cone->contacts; k++) s->mu[k] = cone->mu[cone->first_contact + k];
  rg_problem problem = rg_problem_default();
  problem.dim = cone->contacts > 0 ? cone->d : 0;
  problem.contacts = cone->contacts;
  problem.rows = cone->rows;
  problem.A = rg_matrix_dense(n, n, s->A);
  problem.c = s->c;
  problem.mu = s->mu;
  problem.lower = s->lower;
  problem.upper = s->upper;
  return problem;
}

static rg_status own_solve(void *memory, const rg_cone *cone, const rg_options *options, double *x,
                           rg_outcome *outcome) {
  own_state *s = memory;
  rg_problem problem = unscale(s, cone, x);
  int iterations = options->own(options->own_context, &problem, s->x);
  for (int i = 0; i < raw_size(cone); i++)
    x[s->place[i]] = s->x[i] / (cone->impulse_unit * cone->scale[s->place[i]]);
  rg_cone_velocity(cone, x, s->u);
  double residual = rg_cone_residual(cone, x, s->u);
  outcome->iterations = iterations > 0 ? iterations : 0;
  rg_outcome_trace(outcome, residual);
  if (residual <= options->tol) return RG_SOLVED;
  snprintf(outcome->reason, sizeof outcome->reason, "the caller's solver %s %.2e",
           iterations < 0 ? "gave up at" : "reached", residual);
  return RG_STALLED;
}

const rg_solver_entry rg_solver_own = {
    .info = {.name = "own",
             .summary = "a function of the caller's",
             .source = "rg_options.own",
             .when = "to try a method of one's own under the same certificate",
             .handles = RG_HANDLES_LCP | RG_HANDLES_MLCP | RG_HANDLES_CONE | RG_HANDLES_BOX},
    .cone_setup = own_setup,
    .cone_solve = own_solve,
};
