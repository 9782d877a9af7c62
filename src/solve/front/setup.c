/* From a problem to a solver that is ready: checks, local form, law, form, memory. */
#include "base/budget.h"
#include "solve/front/no_solution.h"
#include "solve/front/state.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  TRACE_CAPACITY = 4096,
  FEW = 16 /* contacts and rows below which looking for islands costs more than it gains */
};

rg_options rg_options_default(void) {
  rg_options options;
  memset(&options, 0, sizeof options);
  options.solver = "auto";
  options.law = rg_law_options_default();
  options.tol = 1e-8;
  options.aim = 1e-13;
  options.islands = options.threads = 1;
  return options;
}

rg_status rg_options_check(const rg_options *o, rg_error *error) {
  if (!(o->tol > 0) || isinf(o->tol))
    return rg_fail(error, RG_BAD_INPUT, "tol", "%g is not a positive number", o->tol);
  if (!(o->aim >= 0) || isinf(o->aim))
    return rg_fail(error, RG_BAD_INPUT, "aim", "%g is not a number from 0 on", o->aim);
  if (o->max_iterations < 0)
    return rg_fail(error, RG_BAD_INPUT, "max_iterations", "%d is negative", o->max_iterations);
  if (!(o->max_seconds >= 0))
    return rg_fail(error, RG_BAD_INPUT, "max_seconds", "%g is negative", o->max_seconds);
  if (o->solver && strcmp(o->solver, "own") == 0 && !o->own)
    return rg_fail(error, RG_BAD_INPUT, "own", "is NULL: solver own is a function of the caller's");
  if (o->split != RG_SPLIT_ANY && o->split != RG_SPLIT_EVEN && o->split != RG_SPLIT_COMPLIANT)
    return rg_fail(error, RG_BAD_INPUT, "split", "%d is none of any, even, compliant",
                   (int)o->split);
  return RG_OK;
}

/* the law that is really used: the exact cone where the solver can */
static void choose_law(rg_solver *s) {
  const rg_solver_entry *e = s->entry;
  s->law = s->options.law;
  if (s->law.law != RG_LAW_AUTO) return;
  int exact = e->cone_solve || e->mixed_solve;
  s->law.law = exact || s->raw.contacts == 0 ? RG_LAW_CONE : RG_LAW_PYRAMID;
  if (s->law.law == RG_LAW_PYRAMID && s->raw.dim == 2) s->law.directions = 2;
}

static rg_status check_moments(const rg_solver *s, rg_error *error) {
  const rg_solver_info *info = &s->entry->info;
  if (s->raw.dim <= 3) return RG_OK;
  if (!(info->handles & RG_HANDLES_ROLLING))
    return rg_fail(error, RG_BAD_INPUT, "solver",
                   "%s does not handle torsional and rolling friction; take auto", info->name);
  if (s->raw.contacts > 0 && s->law.law != RG_LAW_CONE)
    return rg_fail(error, RG_BAD_INPUT, "law",
                   "torsional and rolling friction need the exact cone");
  return RG_OK;
}

/* which of the solver's doors the problem goes through; what a step has goes by islands, which are cones */
static rg_status choose_form(rg_solver *s, rg_error *error) {
  const rg_solver_entry *e = s->entry;
  int rows_only = s->raw.contacts == 0;
  rg_status status = check_moments(s, error);
  if (status) return status;
  int by_rows = !e->mlcp_solve || (s->localizer->mechanics && e->cone_solve);
  if (rows_only ? by_rows : s->law.law == RG_LAW_CONE) {
    s->form = RG_FORM_CONE;
    if (!e->cone_solve && !e->mixed_solve)
      return rg_fail(error, RG_BAD_INPUT, "law", "solver %s does not handle the exact cone",
                     e->info.name);
    return RG_OK;
  }
  s->form = e->mlcp_solve ? RG_FORM_MLCP : RG_FORM_CONE;
  if (!e->mlcp_solve && !e->cone_solve)
    return rg_fail(error, RG_BAD_INPUT, "law", "solver %s handles the exact cone only",
                   e->info.name);
  return RG_OK;
}

/* a law's MLCP seen as a local problem of scalar rows */
static rg_local *local_of_mlcp(rg_arena *arena, const rg_mlcp *mlcp) {
  rg_local *local = RG_NEW(arena, rg_local, 1);
  int n = mlcp->n;
  if (!local) return NULL;
  local->kind = RG_KIND_MLCP;
  local->rows = local->n = n;
  local->unit = local->typical = 1;
  int *row_start = RG_RAW(arena, int, n + 1), *column = RG_RAW(arena, int, (size_t)n *(size_t)n);
  if (arena->failed) return NULL;
  row_start[0] = 0;
  for (int i = 0; i < n; i++) {
    row_start[i + 1] = (i + 1) * n;
    for (int j = 0; j < n; j++) column[i * n + j] = j;
  }
  local->row_start = row_start;
  local->column = column;
  local->values = mlcp->M;
  local->c = mlcp->q;
  local->lower = mlcp->lower;
  local->upper = mlcp->upper;
  return local;
}

/* one room a thread that may be used; 0 where there is no memory. Fewer threads than asked for are
   no failure */
static int setup_rooms(rg_solver *s) {
  int threads = s->options.threads > 1 ? s->options.threads : 1;
  if (threads > 1 && rg_workers_count(s->workers) == 1) s->workers = rg_workers_new(threads);
  int count = rg_workers_count(s->workers);
  if (count <= s->room_count) return 1;
  rg_arena *rooms = realloc(s->rooms, (size_t)count * sizeof *rooms);
  if (!rooms) return 0;
  s->rooms = rooms;
  for (; s->room_count < count; s->room_count++) {
    rooms[s->room_count] = rg_arena_reserved(s->room_size);
    if (rooms[s->room_count].failed) return 0;
  }
  return 1;
}

/* 1 where all is solved as one: a trace and a count of iterations are those of one solve */
static int is_one(const rg_solver *s) {
  const rg_options *o = &s->options;
  const rg_local *local = &s->localizer->local;
  int units = s->raw.rows + s->raw.contacts, known = local->factor && !local->row_start;
  return !o->islands || o->trace || o->max_iterations > 0 || s->law_local ||
         (!known && (s->raw.contacts == 0 || units < FEW));
}

static int setup_cone(rg_solver *s) {
  const rg_local *local = s->law_local ? s->law_local : &s->localizer->local;
  s->islands = rg_islands_new(&s->arena, local, s->law_local ? NULL : s->localizer->mechanics,
                              s->entry, is_one(s));
  if (!s->islands || !setup_rooms(s)) return 0;
  /* a solver that is set up once takes all its memory now; one that is set up again and again keeps
     what it once took */
  return s->borrowed || rg_islands_reserve(s->islands, &s->arena, local, &s->options, s->rooms,
                                           s->room_count);
}

/* room for the proof that there is no solution, where no island has it */
static int setup_proof(rg_solver *s) {
  if (!setup_rooms(s)) return 0;
  return s->borrowed || rg_no_solution_reserve(s->rooms, &s->localizer->local, NULL, &s->options);
}

/* Bytes of dense matrices without which nothing is solved: that of the law, and what the solver makes of
   it. `auto` brings room for the others that it may call. */
static double least_memory(const rg_solver *s, int n) {
  double own = strcmp(s->entry->info.name, "auto") == 0 ? 10 : 1;
  return (1 + own) * sizeof(double) * n * n;
}

/* memory of the form and of the solver's state; 0 where it ran out */
static int setup_form(rg_solver *s) {
  const rg_local *local = &s->localizer->local;
  s->report.size = local->n;
  if (s->form == RG_FORM_MLCP || (s->raw.contacts > 0 && s->law.law != RG_LAW_CONE)) {
    if (!rg_budget_fits(least_memory(s, rg_law_size(local, &s->law)))) return 0;
    if (!rg_localizer_entries(&s->arena, s->localizer)) return 0;
    s->law_mlcp = rg_law_setup(&s->arena, local, &s->law);
    if (!s->law_mlcp) return 0;
    s->report.size = s->law_mlcp->mlcp.n;
    s->z = RG_NEW(&s->arena, double, s->law_mlcp->mlcp.n);
    if (s->form == RG_FORM_CONE) {
      s->law_local = local_of_mlcp(&s->arena, &s->law_mlcp->mlcp);
      s->law_start = RG_RAW(&s->arena, double, s->law_mlcp->mlcp.n);
    }
    if (s->options.split == RG_SPLIT_COMPLIANT)
      s->compliant = rg_compliant_law_new(&s->arena, s->law_mlcp, local, &s->options);
  }
  if (s->arena.failed) return 0;
  if (s->form == RG_FORM_MLCP) {
    s->state = s->entry->mlcp_setup(&s->arena, &s->law_mlcp->mlcp, &s->options);
    if (s->raw.contacts > 0 && !setup_proof(s)) return 0;
  } else if (!setup_cone(s)) return 0;
  return !s->arena.failed;
}

static int setup_results(rg_solver *s) {
  int n = rg_problem_size(&s->raw);
  s->impulse = RG_NEW(&s->arena, double, n);
  s->velocity = RG_NEW(&s->arena, double, n);
  s->start = RG_NEW(&s->arena, double, n);
  const rg_row_factor *rows = s->localizer->local.factor;
  if (rg_problem_is_global(&s->raw)) s->motion = RG_NEW(&s->arena, double, s->raw.M.rows);
  int coordinates = rows ? rows->size : s->motion ? s->raw.M.rows : 0;
  if (rows || s->motion) s->work = RG_RAW(&s->arena, double, 2 * (size_t)coordinates);
  if (s->options.trace) {
    s->outcome.trace = RG_NEW(&s->arena, double, TRACE_CAPACITY);
    s->outcome.trace_capacity = TRACE_CAPACITY;
  }
  if (s->arena.failed) return 0;
  if (s->raw.guess && n) memcpy(s->impulse, s->raw.guess, (size_t)n * sizeof(double));
  return 1;
}

/* nothing of an earlier problem is left; texts of the report stay unread until they are written */
static void forget(rg_solver *s) {
  s->localizer = NULL;
  s->islands = NULL;
  s->law_mlcp = NULL;
  s->law_local = NULL;
  s->compliant = NULL;
  s->state = NULL;
  s->z = s->impulse = s->velocity = s->start = s->motion = s->work = NULL;
  s->broken = 0;
  s->outcome.trace = NULL;
  s->outcome.trace_length = s->outcome.trace_capacity = 0;
  s->outcome.attempt_count = s->outcome.attempts_made = 0;
}

/* our own view of the problem: a copy, or the caller's arrays as they are; 0 without memory */
static int take_problem(rg_solver *s, const rg_problem *problem, const rg_mechanics *mechanics) {
  s->raw = *problem;
  s->raw.owner = NULL;
  rg_problem *copy = s->borrowed ? NULL : rg_problem_copy(&s->arena, problem);
  if (copy) s->raw = *copy;
  if (s->borrowed || copy) s->localizer = rg_localizer_new(&s->arena, &s->raw, mechanics);
  return s->localizer != NULL;
}

/* an operator becomes a dense matrix */
static rg_status check_probing(const rg_problem *problem, rg_error *error) {
  int n = rg_problem_size(problem);
  if (problem->A.storage != RG_OPERATOR || n == 0 || n <= INT_MAX / n) return RG_OK;
  return rg_fail(error, RG_BAD_INPUT, "A", "%d x %d is too large to be dense", n, n);
}

static rg_status setup(rg_solver *s, const rg_problem *problem, const rg_mechanics *mechanics,
                       const rg_options *options, rg_error *error) {
  rg_status status = mechanics ? RG_OK : rg_problem_check(problem, error);
  if (!status) status = rg_options_check(options, error);
  if (!status) status = check_probing(problem, error);
  if (status) return status;
  s->options = *options;
  s->entry = rg_registry_find(options->solver ? options->solver : "auto");
  if (!s->entry)
    return rg_fail(error, RG_BAD_INPUT, "solver", "there is no solver named '%s'", options->solver);
  status = rg_settings_check(options, &s->entry->info, error);
  if (status) return status;
  if (!take_problem(s, problem, mechanics))
    return rg_fail(error, RG_NO_MEMORY, "setup", "out of memory");
  choose_law(s);
  status = rg_law_check(&s->localizer->local, &s->law, error);
  if (!status) status = choose_form(s, error);
  if (!status) status = rg_localizer_matrix(s->localizer, &s->raw, error);
  if (status) return status;
  rg_localizer_vector(s->localizer, &s->raw);
  if (!setup_form(s) || !setup_results(s))
    return rg_fail(error, RG_NO_MEMORY, "setup", "out of memory");
  s->stale_matrix = s->stale_vector = 1;
  s->report.status = RG_STALLED;
  s->report.solver = s->entry->info.name;
  return RG_OK;
}

static rg_status setup_or_forget(rg_solver *s, const rg_problem *problem,
                                 const rg_mechanics *mechanics, const rg_options *options,
                                 rg_error *error) {
  rg_options defaults;
  if (!options) {
    defaults = rg_options_default();
    options = &defaults;
  }
  forget(s);
  rg_status status = setup(s, problem, mechanics, options, error);
  strcpy(s->report.reason, status ? "set-up failed" : "not solved yet");
  if (!status) return RG_OK;
  forget(s);
  s->raw = rg_problem_default();
  s->broken = 1;
  return status;
}

rg_status rg_solver_new(rg_solver **solver, const rg_problem *problem, const rg_options *options,
                        rg_error *error) {
  rg_error_clear(error);
  if (!solver) return rg_fail(error, RG_BAD_INPUT, "solver", "is NULL");
  *solver = NULL;
  rg_solver *s = calloc(1, sizeof *s);
  if (!s) return rg_fail(error, RG_NO_MEMORY, "setup", "out of memory");
  rg_status status = setup_or_forget(s, problem, NULL, options, error);
  if (status) {
    rg_solver_free(s);
    return status;
  }
  *solver = s;
  return RG_OK;
}

rg_solver *rg_solver_reserved(size_t bytes) {
  rg_solver *s = calloc(1, sizeof *s);
  if (!s) return NULL;
  s->broken = s->borrowed = 1;
  s->room_size = bytes / 2;
  s->options.threads = 1;
  s->arena = rg_arena_reserved(bytes);
  if (!s->arena.failed && setup_rooms(s)) return s;
  rg_solver_free(s);
  return NULL;
}

rg_status rg_solver_take(rg_solver *s, const rg_problem *problem, const rg_mechanics *mechanics,
                         const rg_options *options, rg_error *error) {
  rg_error_clear(error);
  assert(s && s->borrowed);
  /* a step has many solves, and each a set-up that may take long */
  if (rg_interrupted()) return rg_fail(error, RG_LIMIT, "setup", "interrupted");
  rg_arena_rewind(&s->arena);
  return setup_or_forget(s, problem, mechanics, options, error);
}

void rg_solver_free(rg_solver *solver) {
  if (!solver) return;
  rg_workers_free(solver->workers);
  for (int i = 0; i < solver->room_count; i++) rg_arena_free(&solver->rooms[i]);
  free(solver->rooms);
  rg_arena_free(&solver->arena);
  free(solver);
}
