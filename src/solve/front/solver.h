/* What a solver is to the rest of the house: one entry in the registry, one state from the arena,
   one function that solves. Each solver lives in its own file; what several of them need (pivot*,
   sweep, newton_core, levenberg_marquardt, ...) lives beside them. */
#ifndef RG_SOLVER_H
#define RG_SOLVER_H

#include "base/arena.h"
#include "law/forms.h"

#include <rigor/solve.h>

/* One solver that `auto` tried, and the residual it reached. */
typedef struct rg_attempt {
  const char *solver;
  int iterations;
  double residual;
} rg_attempt;

enum { RG_ATTEMPTS = 16 };

/* Filled by a solver. */
typedef struct rg_outcome {
  int iterations;
  int newton_points, newton_accepted;            /* todorov */
  int searches, searched_beyond, searched_edges; /* todorov */
  double residual;                               /* auto, cones: of the point that it returned */
  double deadline;                               /* rg_seconds() at which to stop; 0: none */
  int budget;     /* auto: iterations after which it gives up; 0: none */
  int brief;      /* auto: 1: no paths */
  int only_proof; /* 1: nothing is solved, but the proof that nothing can be is looked for */
  rg_attempt attempts[RG_ATTEMPTS]; /* auto: what was tried, in order */
  int attempt_count;                /* kept here */
  int attempts_made;
  char reason[160]; /* why it stopped short; empty where it is done */
  double *trace;    /* may be NULL: residual after each iteration */
  int trace_length, trace_capacity;
} rg_outcome;

/* Appends to the trace where one is kept. */
void rg_outcome_trace(rg_outcome *outcome, double residual);
/* Notes an attempt; the first RG_ATTEMPTS are kept, the last one always. */
void rg_outcome_attempt(rg_outcome *outcome, const char *solver, int iterations, double residual);
/* 1 where the time limit has passed */
int rg_outcome_expired(const rg_outcome *outcome);
/* iterations that the user, and the budget, still allow */
int rg_outcome_left(const rg_outcome *outcome, const rg_options *options);

/* Set-up allocates everything from the arena and returns the state, NULL where memory ran out
   (the arena's `failed` says so). Solve starts at x (z), leaves the best point found there, and
   returns RG_SOLVED where its own residual met options->tol, RG_NO_SOLUTION where it proved there
   is none, RG_STALLED or RG_LIMIT otherwise. Nothing is allocated in solve. The problem may have
   changed its numbers, never its sizes or pattern, between two solves. */
typedef struct rg_solver_entry {
  rg_solver_info info;
  int by_rows; /* 1: cones whose A is there by its rows will do; 2: and crowds without their blocks on the diagonal */
  void *(*cone_setup)(rg_arena *arena, const rg_cone *cone, const rg_options *options);
  rg_status (*cone_solve)(void *state, const rg_cone *cone, const rg_options *options, double *x,
                          rg_outcome *outcome);
  /* The compliant split (docs/split.md), from x on; `first`: its impulses before they were corrected. RG_SOLVED where
     x solves the problem, and has the split. */
  rg_status (*cone_split)(void *state, const rg_cone *cone, const rg_options *options, double *x,
                          double *first, rg_outcome *outcome);
  void *(*mlcp_setup)(rg_arena *arena, const rg_mlcp *mlcp, const rg_options *options);
  rg_status (*mlcp_solve)(void *state, const rg_mlcp *mlcp, const rg_options *options, double *z,
                          rg_outcome *outcome);
  void *(*mixed_setup)(rg_arena *arena, const rg_mixed *mixed, const rg_options *options);
  rg_status (*mixed_solve)(void *state, const rg_mixed *mixed, const rg_options *options, double *z,
                           rg_outcome *outcome);
  /* F of a caller's own (rigor/ncp.h), where that is not the door for cones as mixed problems */
  void *(*ncp_setup)(rg_arena *arena, const rg_mixed *mixed, const rg_options *options);
  rg_status (*ncp_solve)(void *state, const rg_mixed *mixed, const rg_options *options, double *z,
                         rg_outcome *outcome);
} rg_solver_entry;

/* What the options say of a setting of a solver, or its default. */
double rg_options_get(const rg_options *options, const rg_solver_setting_info *setting);
/* Tolerances, limits, names: RG_OK, or what is wrong with them. */
rg_status rg_options_check(const rg_options *options, rg_error *error);
/* RG_OK, or what the solver does not have. */
rg_status rg_settings_check(const rg_options *options, const rg_solver_info *solver,
                            rg_error *error);

/* The registry: a table of pointers to the entries, ended by NULL (registry.c). */
extern const rg_solver_entry *const rg_registry[];
const rg_solver_entry *rg_registry_find(const char *name);

#endif
