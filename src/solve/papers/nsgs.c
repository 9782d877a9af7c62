/* Nonsmooth Gauss-Seidel: contact by contact with an exact local solution (Jourdan, Alart & Jean
   1998). Sweeps run forward and backward in turn; the best iterate by the natural map is returned.
 */
#include "math/dense.h"
#include "solve/cone/sweep.h"
#include "solve/front/solver.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { DEFAULT_SWEEPS = 20000 };

typedef struct nsgs_state {
  rg_sweeper *sweeper;
  double *u, *best;
} nsgs_state;

static const rg_solver_setting_info settings[] = {{"omega", "relaxation", 1, 0, 2, 0, 0}, {0}};

static void *nsgs_setup(rg_arena *arena, const rg_cone *cone, const rg_options *options) {
  (void)options;
  nsgs_state *state = RG_NEW(arena, nsgs_state, 1);
  if (!state) return NULL;
  state->sweeper = rg_sweeper_new(arena, cone);
  state->u = RG_NEW(arena, double, cone->n);
  state->best = RG_NEW(arena, double, cone->n);
  return arena->failed ? NULL : state;
}

static double residual_at(nsgs_state *state, const rg_cone *cone, const double *x) {
  rg_cone_velocity(cone, x, state->u);
  return rg_cone_residual(cone, x, state->u);
}

static rg_status nsgs_solve(void *memory, const rg_cone *cone, const rg_options *options, double *x,
                            rg_outcome *outcome) {
  nsgs_state *state = memory;
  double omega = rg_options_get(options, &settings[0]);
  int limit = options->max_iterations > 0 ? options->max_iterations : DEFAULT_SWEEPS;
  size_t bytes = (size_t)cone->n * sizeof *x;
  rg_sweeper_prepare(state->sweeper, cone);
  double best = residual_at(state, cone, x);
  if (cone->n) memcpy(state->best, x, bytes);
  while (best > options->tol && outcome->iterations < limit && !rg_outcome_expired(outcome)) {
    rg_sweep(state->sweeper, cone, omega, outcome->iterations & 1, x);
    double residual = residual_at(state, cone, x);
    outcome->iterations++;
    rg_outcome_trace(outcome, residual);
    if (residual < best) {
      best = residual;
      memcpy(state->best, x, bytes);
    }
  }
  if (cone->n) memcpy(x, state->best, bytes);
  if (best <= options->tol) return RG_SOLVED;
  snprintf(outcome->reason, sizeof outcome->reason, "%d sweeps reached %.2e", outcome->iterations,
           best);
  return RG_LIMIT;
}

const rg_solver_entry rg_solver_nsgs = {
    .info = {.name = "nsgs",
             .summary = "Gauss-Seidel by contact with an exact local solution",
             .source = "Jourdan, Alart & Jean 1998; Acary & Brogliato 2008",
             .when =
                 "rough answers to large, loosely coupled scenes; slow on stacks, chains and large "
                 "mass ratios, where convergence is linear or worse",
             .handles = RG_HANDLES_LCP | RG_HANDLES_MLCP | RG_HANDLES_CONE | RG_HANDLES_BOX |
                        RG_HANDLES_ROLLING,
             .settings = settings},
    .cone_setup = nsgs_setup,
    .cone_solve = nsgs_solve,
};
