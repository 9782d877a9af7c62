/* The default. Exact cones (and any problem in cone form): sweeps find which contacts are open, stick or
   slip, Newton finishes; where that fails, longer turns of both, then continuation in mu, proximal
   steps, and the dense solvers. Every attempt is kept in the report, and the best iterate of all is what
   comes back, so that the answer is never worse than that of any part that was tried. */
#include "math/dense.h"
#include "solve/auto_mlcp.h"
#include "solve/infeasible.h"
#include "solve/newton_core.h"
#include "solve/sweep.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { DENSE_LIMIT = 360, TURNS = 6 };

typedef struct auto_state {
  rg_sweeper *sweeper;
  rg_newton *newton;
  rg_infeasible *infeasible;
  double *u, *best, *start, *center;
  const rg_solver_entry *fallback[4]; /* dense solvers, tried last */
  void *fallback_state[4];
  int fallback_count;
} auto_state;

static void add_fallback(rg_arena *arena, auto_state *state, const char *name, const rg_cone *cone,
                         const rg_options *options) {
  const rg_solver_entry *entry = rg_registry_find(name);
  if (!entry || !entry->cone_setup) return;
  state->fallback[state->fallback_count] = entry;
  state->fallback_state[state->fallback_count++] = entry->cone_setup(arena, cone, options);
}

static void *auto_setup(rg_arena *arena, const rg_cone *cone, const rg_options *options) {
  auto_state *state = RG_NEW(arena, auto_state, 1);
  if (!state) return NULL;
  state->sweeper = rg_sweeper_new(arena, cone);
  state->newton = rg_newton_new(arena, cone);
  state->infeasible = rg_infeasible_new(arena, cone);
  state->u = RG_NEW(arena, double, cone->n);
  state->best = RG_NEW(arena, double, cone->n);
  state->start = RG_NEW(arena, double, cone->n);
  state->center = RG_NEW(arena, double, cone->n);
  if (cone->n <= DENSE_LIMIT && cone->contacts > 0) {
    add_fallback(arena, state, "todorov", cone, options);
    add_fallback(arena, state, "ncp-plm", cone, options);
  }
  return arena->failed ? NULL : state;
}

/* one run through the parts */
typedef struct search {
  auto_state *state;
  const rg_cone *cone;
  const rg_options *options;
  double *x;
  rg_outcome *outcome;
  double best; /* residual of state->best */
} search;

/* notes an attempt and keeps x where it is the best so far; 1 where it is solved */
static int keep(search *s, const char *solver, int iterations, double residual) {
  rg_outcome *o = s->outcome;
  if (o->attempt_count < RG_ATTEMPTS)
    o->attempts[o->attempt_count++] = (rg_attempt){solver, iterations, residual};
  if (residual < s->best) {
    s->best = residual;
    if (s->cone->n) memcpy(s->state->best, s->x, (size_t)s->cone->n * sizeof(double));
  }
  return s->best <= s->options->tol;
}

static double residual_at(search *s) {
  rg_cone_velocity(s->cone, s->x, s->state->u);
  return rg_cone_residual(s->cone, s->x, s->state->u);
}

static void go_to_best(search *s) {
  if (s->cone->n) memcpy(s->x, s->state->best, (size_t)s->cone->n * sizeof(double));
}

/* sweeps until solved, `most`, or (patient = 0) they no longer gain a digit in a few sweeps */
static int try_sweeps(search *s, int most, int patient) {
  double last = residual_at(s), residual = last;
  int every = patient ? 10 : s->cone->blocks < 12 ? 1 : 2, k = 0;
  while (k < most && residual > s->options->tol) {
    for (int i = 0; i < every; i++, k++) rg_sweep(s->state->sweeper, s->cone, 1, k & 1, s->x);
    residual = residual_at(s);
    rg_outcome_trace(s->outcome, residual);
    if (!patient && residual > 0.05 * last && k >= 4) break;
    last = residual;
  }
  s->outcome->iterations += k;
  return keep(s, "nsgs", k, residual);
}

static int try_newton(search *s, const rg_newton_options *o, const char *name) {
  double residual;
  int before = s->outcome->iterations;
  rg_newton_run(s->state->newton, s->cone, o, s->x, &residual, s->outcome);
  if (o->mu_scale != 1 || o->proximal > 0) residual = residual_at(s);
  return keep(s, name, s->outcome->iterations - before, residual);
}

/* mu from 0 to its value in steps; each answer starts the next */
static int try_continuation(search *s) {
  rg_newton_options o = rg_newton_options_default(1e-6);
  double residual;
  int before = s->outcome->iterations;
  memset(s->x, 0, (size_t)s->cone->n * sizeof(double));
  for (double t = 0; t < 1; t += 0.125) {
    o.mu_scale = t;
    rg_newton_run(s->state->newton, s->cone, &o, s->x, &residual, s->outcome);
  }
  o = rg_newton_options_default(s->options->tol);
  rg_newton_run(s->state->newton, s->cone, &o, s->x, &residual, s->outcome);
  return keep(s, "continuation", s->outcome->iterations - before, residual);
}

/* proximal points: A + alpha I around the last point, alpha falling */
static int try_proximal(search *s) {
  rg_newton_options o = rg_newton_options_default(s->options->tol);
  double residual;
  int before = s->outcome->iterations;
  for (double alpha = 1; alpha > 1e-9; alpha *= 0.1) {
    memcpy(s->state->center, s->x, (size_t)s->cone->n * sizeof(double));
    o.proximal = alpha;
    o.center = s->state->center;
    o.tol = 0.01 * s->options->tol;
    rg_newton_run(s->state->newton, s->cone, &o, s->x, &residual, s->outcome);
    for (int k = 0; k < 5; k++) rg_sweep(s->state->sweeper, s->cone, 1, k & 1, s->x);
    if (residual_at(s) <= s->options->tol) break;
  }
  return keep(s, "proximal newton", s->outcome->iterations - before, residual_at(s));
}

static int try_fallbacks(search *s) {
  for (int k = 0; k < s->state->fallback_count; k++) {
    const rg_solver_entry *entry = s->state->fallback[k];
    rg_outcome outcome;
    memset(&outcome, 0, sizeof outcome);
    outcome.deadline = s->outcome->deadline;
    go_to_best(s);
    entry->cone_solve(s->state->fallback_state[k], s->cone, s->options, s->x, &outcome);
    s->outcome->iterations += outcome.iterations;
    if (keep(s, entry->info.name, outcome.iterations, residual_at(s))) return 1;
  }
  return 0;
}

/* turns of sweeps and Newton, longer each time, both maps, a larger shift now and then */
static int try_turns(search *s) {
  static const double shifts[] = {1e-8, 1e-8, 1e-6, 1e-4, 1e-6, 1e-8};
  for (int turn = 0; turn < TURNS; turn++) {
    rg_newton_options o = rg_newton_options_default(s->options->tol);
    if (try_sweeps(s, 20 << turn, 1)) return 1;
    o.natural = turn & 1;
    o.shift = shifts[turn];
    if (try_newton(s, &o, "newton") || rg_outcome_expired(s->outcome)) return 1;
    go_to_best(s);
  }
  return 0;
}

static int limited(const search *s) {
  return rg_outcome_expired(s->outcome) ||
         (s->options->max_iterations > 0 && s->outcome->iterations >= s->options->max_iterations);
}

/* the whole search; 1 where solved or out of time */
static int run_search(search *s) {
  rg_newton_options o = rg_newton_options_default(s->options->tol);
  if (keep(s, "start", 0, residual_at(s))) return 1;
  rg_sweeper_prepare(s->state->sweeper, s->cone);
  if (try_sweeps(s, 30, 0)) return 1;
  o.max_iterations = 20;
  if (try_newton(s, &o, "newton") || limited(s)) return 1;
  go_to_best(s);
  if (try_turns(s) || limited(s)) return 1;
  return try_continuation(s) || limited(s) || (go_to_best(s), try_proximal(s)) || limited(s) ||
         try_fallbacks(s);
}

static rg_status auto_solve(void *memory, const rg_cone *cone, const rg_options *options, double *x,
                            rg_outcome *outcome) {
  search s = {memory, cone, options, x, outcome, HUGE_VAL};
  run_search(&s);
  if (s.best > options->tol && !limited(&s) &&
      rg_infeasible_prove(s.state->infeasible, cone, outcome)) {
    go_to_best(&s);
    return RG_NO_SOLUTION;
  }
  go_to_best(&s);
  if (s.best <= options->tol) return RG_SOLVED;
  snprintf(outcome->reason, sizeof outcome->reason, "the best of %d attempts reached %.2e",
           outcome->attempt_count, s.best);
  return limited(&s) ? RG_LIMIT : RG_STALLED;
}

const rg_solver_entry rg_solver_auto = {
    .info = {.name = "auto",
             .summary = "the default: sweeps, then Newton, then whatever it takes",
             .source = "this project",
             .when = "always first; its path is in the report",
             .handles = RG_HANDLES_LCP | RG_HANDLES_MLCP | RG_HANDLES_CONE | RG_HANDLES_BOX},
    .cone_setup = auto_setup,
    .cone_solve = auto_solve,
    .mlcp_setup = rg_auto_mlcp_setup,
    .mlcp_solve = rg_auto_mlcp_solve,
};
