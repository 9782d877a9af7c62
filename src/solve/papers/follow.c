/* Paths of proximal points as a solver: from the start, from zero, and from random points. */
#include "solve/cone/follow.h"

#include "base/random.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { DEFAULT_STEPS = 20000, STARTS = 8 };

static const double WARM = 1e-2; /* residual of a start that is near */

typedef struct follow_state {
  rg_point *point;
  rg_follow *follow;
  double *u, *best;
} follow_state;

static void *follow_setup(rg_arena *arena, const rg_cone *cone, const rg_options *options) {
  (void)options;
  follow_state *state = RG_NEW(arena, follow_state, 1);
  if (!state) return NULL;
  state->point = rg_point_new(arena, cone);
  state->follow = rg_follow_new(arena, cone);
  state->u = RG_RAW(arena, double, cone->n);
  state->best = RG_NEW(arena, double, cone->n);
  return arena->failed ? NULL : state;
}

/* x of path k: the given one, zero, or anything of the size of c */
static void choose_start(const rg_cone *cone, int k, double *x, uint64_t *seed) {
  double size = 0;
  if (k == 0) return;
  for (int i = 0; i < cone->n; i++) size = fmax(size, fabs(cone->c[i]));
  for (int i = 0; i < cone->n; i++) x[i] = k == 1 ? 0 : size * (2 * rg_random(seed) - 1);
}

static rg_status follow_solve(void *memory, const rg_cone *cone, const rg_options *options,
                              double *x, rg_outcome *outcome) {
  follow_state *state = memory;
  int limit = options->max_iterations > 0 ? options->max_iterations : DEFAULT_STEPS;
  size_t bytes = (size_t)cone->n * sizeof *x;
  uint64_t seed = 1;
  rg_point_begin(state->point, cone);
  rg_cone_velocity(cone, x, state->u);
  double best = rg_cone_residual(cone, x, state->u);
  int warm = best <= WARM;
  if (cone->n) memcpy(state->best, x, bytes);
  for (int k = 0; k < STARTS && best > options->tol && outcome->iterations < limit; k++) {
    rg_follow_options o = {.alpha = k == 0 && warm ? 1e-3 : 1, .tol = options->tol};
    if (rg_outcome_expired(outcome)) break;
    o.max_steps = limit - outcome->iterations;
    if (o.max_steps > limit / 2) o.max_steps = limit / 2 + 1;
    choose_start(cone, k, x, &seed);
    double residual = rg_follow_run(state->follow, cone, state->point, &o, x, outcome);
    rg_outcome_trace(outcome, residual);
    if (!(residual < best)) continue;
    best = residual;
    memcpy(state->best, x, bytes);
  }
  if (cone->n) memcpy(x, state->best, bytes);
  if (best <= options->tol) return RG_SOLVED;
  snprintf(outcome->reason, sizeof outcome->reason, "the best of its paths came to %.2e", best);
  return rg_outcome_expired(outcome) || outcome->iterations >= limit ? RG_LIMIT : RG_STALLED;
}

const rg_solver_entry rg_solver_follow = {
    .info = {.name = "follow",
             .summary =
                 "path of proximal points through all pieces of the contact map, around folds",
             .source = "this project; Eaves & Scarf 1976, Rockafellar 1976",
             .when =
                 "where Newton and sweeps are stuck: folds, wedges, large mu; every kink on the "
                 "way costs a solve",
             .handles = RG_HANDLES_LCP | RG_HANDLES_MLCP | RG_HANDLES_CONE | RG_HANDLES_BOX |
                        RG_HANDLES_ROLLING},
    .by_rows = 1,
    .cone_setup = follow_setup,
    .cone_solve = follow_solve,
};
