/* Semi-smooth Newton on the Alart-Curnier or natural map with a non-monotone line search. Where the
   search fails, Gauss-Seidel sweeps move the iterate to another piece of the map, and it goes on.
 */
#include "solve/cone/newton_core.h"
#include "solve/cone/sweep.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { DEFAULT_ITERATIONS = 500, SWEEPS = 20 };

typedef struct newton_state {
  rg_newton *newton;
  rg_sweeper *sweeper;
  double *best;
} newton_state;

static void *newton_setup(rg_arena *arena, const rg_cone *cone, const rg_options *options) {
  (void)options;
  newton_state *state = RG_NEW(arena, newton_state, 1);
  if (!state) return NULL;
  state->newton = rg_newton_new(arena, cone);
  state->sweeper = rg_sweeper_new(arena, cone);
  state->best = RG_NEW(arena, double, cone->n);
  return arena->failed ? NULL : state;
}

static rg_status newton_solve(void *memory, const rg_cone *cone, const rg_options *options,
                              double *x, rg_outcome *outcome) {
  newton_state *state = memory;
  int limit = options->max_iterations > 0 ? options->max_iterations : DEFAULT_ITERATIONS;
  size_t bytes = (size_t)cone->n * sizeof *x;
  rg_newton_options o = rg_newton_options_default(options->tol);
  rg_status status = RG_LIMIT;
  double best = HUGE_VAL, residual;
  o.aim = options->aim;
  if (options->natural) o.map.kind = RG_MAP_NATURAL;
  rg_sweeper_prepare(state->sweeper, cone);
  for (int sweeps = SWEEPS; outcome->iterations < limit && sweeps <= 16 * SWEEPS; sweeps *= 2) {
    o.max_iterations = limit - outcome->iterations < 50 ? limit - outcome->iterations : 50;
    status = rg_newton_run(state->newton, cone, &o, x, &residual, outcome);
    if (residual < best) {
      best = residual;
      if (cone->n) memcpy(state->best, x, bytes);
    }
    if (best <= options->tol || rg_outcome_expired(outcome)) break;
    for (int k = 0; k < sweeps; k++) rg_sweep(state->sweeper, cone, 1, k & 1, x);
  }
  if (cone->n) memcpy(x, state->best, bytes);
  if (best <= options->tol) return RG_SOLVED;
  snprintf(outcome->reason, sizeof outcome->reason, "the line search ended at %.2e", best);
  return status == RG_SOLVED ? RG_STALLED : status;
}

const rg_solver_entry rg_solver_newton = {
    .info = {.name = "newton",
             .summary = "semi-smooth Newton on the Alart-Curnier or natural map, globalized",
             .source = "Alart & Curnier 1991; Grippo, Lampariello & Lucidi 1986",
             .when = "high accuracy, few iterations; can end in a local minimum of the map where "
                     "many contacts slip with large mu",
             .handles = RG_HANDLES_LCP | RG_HANDLES_MLCP | RG_HANDLES_CONE | RG_HANDLES_BOX},
    .cone_setup = newton_setup,
    .cone_solve = newton_solve,
};
