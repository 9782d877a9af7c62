/* Semi-smooth Newton on the Alart-Curnier or natural map with a non-monotone line search. Where the
   search fails, Gauss-Seidel sweeps move the iterate to another piece of the map, and it goes on.
 */
#include "solve/cone/point.h"
#include "solve/cone/steering.h"
#include "solve/cone/sweep.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { DEFAULT_ITERATIONS = 500, SWEEPS = 20 };
static const double SHORTER = 100; /* times the shift */

typedef struct newton_state {
  rg_point *point;
  rg_sweeper *sweeper;
} newton_state;

static const rg_solver_setting_info settings[] = {
    {"natural", "1: the natural map, 0: that of Alart and Curnier", 0, 0, 1, 1, 1}, {0}};

static void *newton_setup(rg_arena *arena, const rg_cone *cone, const rg_options *options) {
  (void)options;
  newton_state *state = RG_NEW(arena, newton_state, 1);
  if (!state) return NULL;
  state->point = rg_point_new(arena, cone);
  state->sweeper = rg_sweeper_new(arena, cone);
  return arena->failed ? NULL : state;
}

static rg_status newton_solve(void *memory, const rg_cone *cone, const rg_options *options,
                              double *x, rg_outcome *outcome) {
  newton_state *state = memory;
  rg_point *p = state->point;
  int limit = options->max_iterations > 0 ? options->max_iterations : DEFAULT_ITERATIONS;
  rg_point_options o = rg_point_options_default(options);
  rg_pull pull = {.alpha = RG_LEAST_WEIGHT};
  rg_point_end end = RG_POINT_LOST;
  o.sharp = 0;
  if (rg_options_get(options, &settings[0]) != 0) o.map.kind = RG_MAP_NATURAL;
  rg_sweeper_prepare(state->sweeper, cone);
  rg_point_begin(p, cone);
  for (int sweeps = SWEEPS; outcome->iterations < limit && sweeps <= 16 * SWEEPS;) {
    o.most = limit - outcome->iterations < 50 ? limit - outcome->iterations : 50;
    end = rg_point_find(p, cone, &pull, &o, x, outcome);
    if (end == RG_POINT_SOLVED || rg_outcome_expired(outcome)) break;
    /* a step too long in a direction that A hardly resists: shorter ones, then another piece of the map */
    pull.alpha *= SHORTER;
    p->known = 1;
    if (pull.alpha <= 1) continue;
    for (int k = 0; k < sweeps; k++) rg_sweep(state->sweeper, cone, 1, k & 1, x);
    sweeps *= 2;
    pull.alpha = RG_LEAST_WEIGHT;
    p->known = 0;
  }
  if (cone->n) memcpy(x, p->best, (size_t)cone->n * sizeof *x);
  if (p->best_residual <= options->tol) return RG_SOLVED;
  snprintf(outcome->reason, sizeof outcome->reason, "the line search ended at %.2e",
           p->best_residual);
  return outcome->iterations >= limit || rg_outcome_expired(outcome) ? RG_LIMIT : RG_STALLED;
}

const rg_solver_entry rg_solver_newton = {
    .info = {.name = "newton",
             .summary = "semi-smooth Newton on the Alart-Curnier or natural map, globalized",
             .source = "Alart & Curnier 1991; Grippo, Lampariello & Lucidi 1986",
             .when = "high accuracy, few iterations; can end in a local minimum of the map where "
                     "many contacts slip with large mu",
             .handles = RG_HANDLES_LCP | RG_HANDLES_MLCP | RG_HANDLES_CONE | RG_HANDLES_BOX |
                        RG_HANDLES_ROLLING,
             .settings = settings},
    .cone_setup = newton_setup,
    .cone_solve = newton_solve,
};
