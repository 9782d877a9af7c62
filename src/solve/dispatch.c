/* From a problem to a certified answer: copy, local form, law, solver, back, split, certificate. */
#include "base/clock.h"
#include "base/error.h"
#include "law/cone.h"
#include "law/law.h"
#include "law/mixed_cone.h"
#include "math/dense.h"
#include "problem/local.h"
#include "solve/certificate.h"
#include "solve/solver.h"
#include "solve/split.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRACE_CAPACITY = 4096 };

typedef enum form { FORM_CONE, FORM_MLCP, FORM_MIXED } form;

struct rg_solver {
  rg_arena arena;
  rg_options options;
  rg_problem *raw;         /* our copy, in the caller's form */
  rg_localizer *localizer; /* local form */
  const rg_solver_entry *entry;
  form form;
  rg_law_options law;
  rg_cone_map *cone;     /* cone and mixed form, or a law's MLCP as blocks */
  rg_law_mlcp *law_mlcp; /* any law but the cone */
  rg_local *law_local;   /* that MLCP as a local problem, for solvers of cone form */
  rg_mixed *mixed;
  void *state; /* the solver's */
  rg_split_state *split;
  double reference; /* what residuals are measured by */
  int broken;       /* an update failed: nothing can be solved until one succeeds */
  int stale;        /* numbers of the solver's form are older than those of `raw` */
  double *x;        /* unknowns of the solver's form */
  double *z;        /* unknowns of the law's MLCP */
  double *impulse, *velocity, *motion, *work;
  rg_outcome outcome;
  rg_report report;
};

rg_options rg_options_default(void) {
  rg_options options;
  memset(&options, 0, sizeof options);
  options.solver = "auto";
  options.law = rg_law_options_default();
  options.tol = 1e-8;
  options.lambda = 0.95;
  options.omega = 1;
  options.edge_search = options.edge_project = options.cone_project = 1;
  return options;
}

static rg_status check_options(const rg_options *o, rg_error *error) {
  if (!(o->tol > 0) || isinf(o->tol))
    return rg_fail(error, RG_BAD_INPUT, "tol", "%g is not a positive number", o->tol);
  if (o->max_iterations < 0)
    return rg_fail(error, RG_BAD_INPUT, "max_iterations", "%d is negative", o->max_iterations);
  if (!(o->max_seconds >= 0))
    return rg_fail(error, RG_BAD_INPUT, "max_seconds", "%g is negative", o->max_seconds);
  if (!(o->lambda > 0 && o->lambda <= 1))
    return rg_fail(error, RG_BAD_INPUT, "lambda", "%g is not in (0, 1]", o->lambda);
  if (o->split != RG_SPLIT_ANY && o->split != RG_SPLIT_EVEN)
    return rg_fail(error, RG_BAD_INPUT, "split", "%d is neither any nor even", (int)o->split);
  if (!(o->omega > 0 && o->omega < 2))
    return rg_fail(error, RG_BAD_INPUT, "omega", "%g is not in (0, 2)", o->omega);
  return RG_OK;
}

/* the law that is really used: the exact cone where the solver can */
static void choose_law(rg_solver *s) {
  const rg_solver_entry *e = s->entry;
  s->law = s->options.law;
  if (s->law.law != RG_LAW_AUTO) return;
  int exact = e->cone_solve || e->mixed_solve;
  s->law.law = exact || s->raw->contacts == 0 ? RG_LAW_CONE : RG_LAW_PYRAMID;
  if (s->law.law == RG_LAW_PYRAMID && s->raw->dim == 2) s->law.directions = 2;
}

/* which of the solver's three doors the problem goes through */
static rg_status choose_form(rg_solver *s, rg_error *error) {
  const rg_solver_entry *e = s->entry;
  int rows_only = s->raw->contacts == 0;
  if (rows_only ? !e->mlcp_solve : s->law.law == RG_LAW_CONE) {
    s->form = e->cone_solve ? FORM_CONE : FORM_MIXED;
    if (!e->cone_solve && !e->mixed_solve)
      return rg_fail(error, RG_BAD_INPUT, "law", "solver %s does not handle the exact cone",
                     e->info.name);
    return RG_OK;
  }
  s->form = e->mlcp_solve ? FORM_MLCP : FORM_CONE;
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
  local->row_start = RG_NEW(arena, int, n + 1);
  local->column = RG_NEW(arena, int, (size_t)n *(size_t)n);
  if (arena->failed) return NULL;
  for (int i = 0; i < n; i++) {
    local->row_start[i + 1] = (i + 1) * n;
    for (int j = 0; j < n; j++) local->column[i * n + j] = j;
  }
  local->values = mlcp->M;
  local->c = mlcp->q;
  local->lower = mlcp->lower;
  local->upper = mlcp->upper;
  return local;
}

/* memory of the form and of the solver's state; 0 where it ran out */
static int setup_form(rg_solver *s) {
  const rg_local *local = &s->localizer->local;
  const rg_solver_entry *e = s->entry;
  int unknowns = 0;
  int through_law = s->form == FORM_MLCP || (s->raw->contacts > 0 && s->law.law != RG_LAW_CONE);
  if (through_law) {
    s->law_mlcp = rg_law_setup(&s->arena, local, &s->law);
    if (!s->law_mlcp) return 0;
    unknowns = s->law_mlcp->mlcp.n;
    s->z = RG_NEW(&s->arena, double, unknowns);
    if (s->form == FORM_CONE) {
      s->law_local = local_of_mlcp(&s->arena, &s->law_mlcp->mlcp);
      if (!s->law_local) return 0;
    }
  }
  if (s->form != FORM_MLCP) {
    s->cone = rg_cone_new(&s->arena, s->law_local ? s->law_local : local);
    if (!s->cone) return 0;
    unknowns = s->cone->cone.n;
  }
  if (s->form == FORM_MIXED) {
    s->mixed = rg_mixed_cone_new(&s->arena, &s->cone->cone, NULL, 0);
    if (!s->mixed) return 0;
    s->z = RG_NEW(&s->arena, double, s->mixed->n);
  }
  s->report.size = s->form == FORM_MIXED ? s->mixed->n
                   : s->law_mlcp         ? s->law_mlcp->mlcp.n
                                         : local->n;
  s->x = RG_NEW(&s->arena, double, unknowns);
  if (s->arena.failed) return 0;
  if (s->form == FORM_CONE) s->state = e->cone_setup(&s->arena, &s->cone->cone, &s->options);
  if (s->form == FORM_MLCP) s->state = e->mlcp_setup(&s->arena, &s->law_mlcp->mlcp, &s->options);
  if (s->form == FORM_MIXED) s->state = e->mixed_setup(&s->arena, s->mixed, &s->options);
  return !s->arena.failed;
}

static int setup_results(rg_solver *s) {
  int n = rg_problem_size(s->raw);
  s->impulse = RG_NEW(&s->arena, double, n);
  s->velocity = RG_NEW(&s->arena, double, n);
  if (rg_problem_is_global(s->raw)) {
    s->motion = RG_NEW(&s->arena, double, s->raw->M.rows);
    s->work = RG_NEW(&s->arena, double, s->raw->M.rows);
  }
  if (s->options.trace) {
    s->outcome.trace = RG_NEW(&s->arena, double, TRACE_CAPACITY);
    s->outcome.trace_capacity = TRACE_CAPACITY;
  }
  if (s->options.split == RG_SPLIT_EVEN && s->raw->contacts > 0 && s->cone && !s->law_local)
    s->split = rg_split_new(&s->arena, &s->cone->cone);
  if (s->arena.failed) return 0;
  if (s->raw->guess && n) memcpy(s->impulse, s->raw->guess, (size_t)n * sizeof(double));
  return 1;
}

static rg_status setup(rg_solver *s, const rg_problem *problem, const rg_options *options,
                       rg_error *error) {
  rg_status status = rg_problem_check(problem, error);
  if (!status) status = check_options(options, error);
  if (status) return status;
  s->options = *options;
  s->entry = rg_registry_find(options->solver ? options->solver : "auto");
  if (!s->entry)
    return rg_fail(error, RG_BAD_INPUT, "solver", "there is no solver named '%s'", options->solver);
  s->raw = rg_problem_copy(&s->arena, problem);
  s->localizer = s->raw ? rg_localizer_new(&s->arena, s->raw) : NULL;
  if (!s->localizer) return rg_fail(error, RG_NO_MEMORY, "setup", "out of memory");
  choose_law(s);
  status = rg_law_check(&s->localizer->local, &s->law, error);
  if (!status) status = choose_form(s, error);
  if (!status) status = rg_localizer_matrix(s->localizer, s->raw, error);
  if (status) return status;
  rg_localizer_vector(s->localizer, s->raw);
  if (!setup_form(s) || !setup_results(s))
    return rg_fail(error, RG_NO_MEMORY, "setup", "out of memory");
  s->stale = 1;
  s->report.status = RG_STALLED;
  s->report.solver = s->entry->info.name;
  snprintf(s->report.reason, sizeof s->report.reason, "not solved yet");
  return RG_OK;
}

rg_status rg_setup(rg_solver **solver, const rg_problem *problem, const rg_options *options,
                   rg_error *error) {
  rg_options defaults = rg_options_default();
  rg_error_clear(error);
  if (!solver) return rg_fail(error, RG_BAD_INPUT, "solver", "is NULL");
  *solver = NULL;
  rg_solver *s = calloc(1, sizeof *s);
  if (!s) return rg_fail(error, RG_NO_MEMORY, "setup", "out of memory");
  rg_status status = setup(s, problem, options ? options : &defaults, error);
  if (status) {
    rg_free(s);
    return status;
  }
  *solver = s;
  return RG_OK;
}

void rg_free(rg_solver *solver) {
  if (!solver) return;
  rg_arena_free(&solver->arena);
  free(solver);
}

static void refill_cone(rg_solver *s) {
  const rg_local *local = s->law_local ? s->law_local : &s->localizer->local;
  int laws_own = s->law_local && s->raw->contacts > 0;
  rg_cone_matrix(s->cone, local);
  rg_cone_vector(s->cone, local, laws_own ? rg_norm(local->n, local->c) : s->reference);
}

/* brings the solver's form up to date with the raw numbers */
static void refill(rg_solver *s) {
  const rg_local *local = &s->localizer->local;
  if (!s->stale) return;
  s->reference = rg_local_reference(local);
  if (s->law_mlcp) {
    rg_law_assemble(s->law_mlcp, local);
    s->law_mlcp->mlcp.reference = s->raw->contacts == 0 ? s->reference : 0;
  }
  if (s->cone) refill_cone(s);
  s->stale = 0;
}

/* one pass through the solver: raw impulses in, raw impulses out */
static rg_status run_once(rg_solver *s) {
  const rg_local *local = &s->localizer->local;
  const rg_solver_entry *e = s->entry;
  rg_status status = RG_STALLED;
  if (s->law_mlcp) rg_law_start(s->law_mlcp, local, s->impulse, s->z);
  if (s->form == FORM_CONE) {
    rg_cone_from_raw(&s->cone->cone, s->law_local ? s->z : s->impulse, s->x);
    status = e->cone_solve(s->state, &s->cone->cone, &s->options, s->x, &s->outcome);
    rg_cone_to_raw(&s->cone->cone, s->x, s->law_local ? s->z : s->impulse);
  } else if (s->form == FORM_MLCP) {
    status = e->mlcp_solve(s->state, &s->law_mlcp->mlcp, &s->options, s->z, &s->outcome);
  } else {
    rg_cone_from_raw(&s->cone->cone, s->impulse, s->x);
    rg_mixed_cone_start(s->mixed, s->x, s->z);
    status = e->mixed_solve(s->state, s->mixed, &s->options, s->z, &s->outcome);
    rg_mixed_cone_impulse(s->mixed, s->z, s->x);
    rg_cone_to_raw(&s->cone->cone, s->x, s->impulse);
  }
  if (s->law_mlcp) rg_law_impulse(s->law_mlcp, local, s->z, s->impulse);
  return status;
}

/* laws whose bounds depend on the answer (box, hybrid) are repeated until they agree with it */
static rg_status run(rg_solver *s) {
  rg_status status = run_once(s);
  if (!s->law_mlcp) return status;
  int repeats = 0;
  while (rg_law_update(s->law_mlcp, &s->localizer->local, s->z)) {
    if (++repeats > s->law.repeats) {
      snprintf(s->report.reason, sizeof s->report.reason,
               "bounds of the law did not settle in %d repetitions", s->law.repeats);
      return RG_LIMIT;
    }
    if (s->law_local) refill_cone(s);
    int before = s->outcome.iterations;
    s->outcome.iterations = 0;
    status = run_once(s);
    s->outcome.iterations += before;
  }
  return status;
}

/* numbers that are not finite never leave: they become 0 and the status says so */
static int replace_not_finite(int n, double *x) {
  int replaced = 0;
  for (int i = 0; i < n; i++)
    if (!isfinite(x[i])) {
      x[i] = 0;
      replaced++;
    }
  return replaced;
}

static void certify(rg_solver *s) {
  if (s->motion) { /* v = M^-1 (f + G' x) */
    if (s->raw->M.rows) memcpy(s->motion, s->raw->f, (size_t)s->raw->M.rows * sizeof(double));
    rg_matrix_times_t_add(&s->raw->G, s->impulse, s->motion);
    rg_mass_solve(s->localizer->mass, s->motion);
  }
  rg_certificate_compute(s->raw, s->impulse, s->motion, s->reference, s->velocity, s->work,
                         &s->report.certificate);
  if (s->law_mlcp && s->raw->contacts > 0) {
    const rg_mlcp *m = &s->law_mlcp->mlcp;
    s->report.certificate.law_residual =
        rg_certificate_mlcp(m->n, m->M, m->q, m->lower, m->upper, m->reference, s->z);
  }
}

/* only the certificate makes it solved */
static rg_status final_status(rg_solver *s, rg_status claimed, int replaced) {
  double residual = s->report.certificate.law_residual;
  if (replaced) {
    snprintf(s->report.reason, sizeof s->report.reason,
             "the solver returned %d entries that are not finite; they were set to 0", replaced);
    return RG_STALLED;
  }
  int settled = !(s->law_mlcp && claimed == RG_LIMIT && s->report.reason[0]);
  const rg_certificate *certificate = &s->report.certificate;
  int exact = s->law.law == RG_LAW_CONE;
  int outside = !(residual <= s->options.tol), motion = !(certificate->dynamics <= s->options.tol);
  int deep = exact && certificate->penetration > 100 * s->options.tol * s->reference;
  if (!outside && !motion && !deep && settled) return RG_SOLVED;
  if (!outside && settled)
    snprintf(s->report.reason, sizeof s->report.reason, "the %s of the certificate is %.2e",
             motion ? "dynamics" : "penetration",
             motion ? certificate->dynamics : certificate->penetration);
  if (!s->report.reason[0])
    snprintf(s->report.reason, sizeof s->report.reason, "%s", s->outcome.reason);
  if (claimed == RG_SOLVED) {
    if (!s->report.reason[0])
      snprintf(s->report.reason, sizeof s->report.reason,
               "the solver met its own test, the certificate does not meet the tolerance");
    return RG_STALLED;
  }
  return claimed;
}

/* a few more iterations from the answer: the even split divides by small numbers */
static void polish(rg_solver *s) {
  rg_options asked = s->options;
  rg_outcome outcome = s->outcome;
  s->options.tol = 1e-4 * asked.tol;
  s->options.max_iterations = 60;
  s->outcome.iterations = 0;
  run_once(s);
  s->options = asked;
  outcome.iterations += s->outcome.iterations;
  s->outcome = outcome;
}

/* the even split, kept only where its certificate is as good as asked for */
static void split_evenly(rg_solver *s) {
  const rg_cone *cone = s->split ? &s->cone->cone : NULL;
  if (!cone) {
    snprintf(s->report.reason, sizeof s->report.reason,
             "the even split needs a contact problem, the exact cone and a solver of it: not done");
    return;
  }
  polish(s);
  rg_cone_from_raw(cone, s->impulse, s->x);
  if (!rg_split_even(s->split, cone, s->x)) return;
  rg_cone_to_raw(cone, s->x, s->impulse);
  int replaced = replace_not_finite(rg_size(s), s->impulse);
  certify(s);
  if (!replaced && s->report.certificate.natural_map_relative <= s->options.tol) return;
  rg_split_undo(s->split, cone, s->x);
  rg_cone_to_raw(cone, s->x, s->impulse);
  certify(s);
  s->report.status = final_status(s, RG_SOLVED, 0);
  snprintf(s->report.reason, sizeof s->report.reason, "no even split met the tolerance: not done");
}

rg_status rg_solve(rg_solver *s) {
  if (!s) return RG_BAD_INPUT;
  if (s->broken) {
    snprintf(s->report.reason, sizeof s->report.reason, "the last update was refused");
    return s->report.status = RG_BAD_INPUT;
  }
  double begin = rg_seconds();
  s->outcome.iterations = s->outcome.attempt_count = s->outcome.attempts_made = 0;
  s->outcome.trace_length = 0;
  s->outcome.reason[0] = s->report.reason[0] = s->report.path[0] = '\0';
  s->outcome.deadline = s->options.max_seconds > 0 ? begin + s->options.max_seconds : 0;
  refill(s);
  rg_status claimed = run(s);
  int replaced = replace_not_finite(rg_size(s), s->impulse);
  if (s->law_mlcp) replaced += replace_not_finite(s->law_mlcp->mlcp.n, s->z);
  certify(s);
  s->report.status = final_status(s, claimed, replaced);
  if (s->options.split == RG_SPLIT_EVEN && s->report.status == RG_SOLVED) split_evenly(s);
  s->report.solver = s->entry->info.name;
  s->report.law = s->law;
  s->report.law.slip = s->report.law.last_impulse = NULL; /* the caller's memory */
  s->report.iterations = s->outcome.iterations;
  s->report.trace = s->outcome.trace;
  s->report.trace_length = s->outcome.trace_length;
  s->report.seconds = rg_seconds() - begin;
  return s->report.status;
}

static int all_finite(int n, const double *x) {
  for (int i = 0; i < n; i++)
    if (!isfinite(x[i])) return 0;
  return 1;
}

rg_status rg_update_c(rg_solver *s, const double *c) {
  if (!s || !c || !all_finite(rg_size(s), c)) return RG_BAD_INPUT;
  if (rg_size(s)) memcpy((double *)s->raw->c, c, (size_t)rg_size(s) * sizeof *c);
  if (!s->broken) rg_localizer_vector(s->localizer, s->raw);
  s->stale = 1;
  return RG_OK;
}

static int matrix_entries(const rg_matrix *matrix) {
  return matrix->storage == RG_SPARSE  ? matrix->row_start[matrix->rows]
         : matrix->storage == RG_DENSE ? matrix->rows * matrix->columns
                                       : 0;
}

static int values_finite(const rg_matrix *matrix, const double *values) {
  return !values || all_finite(matrix_entries(matrix), values);
}

/* new numbers in the place of the old ones */
static void replace_values(rg_matrix *matrix, const double *values) {
  int entries = matrix_entries(matrix);
  if (values && entries) memcpy((double *)matrix->values, values, (size_t)entries * sizeof *values);
}

/* local form anew; where that fails nothing can be solved until another update succeeds */
static rg_status relocalize(rg_solver *s) {
  rg_status status = rg_localizer_matrix(s->localizer, s->raw, NULL);
  s->broken = status != RG_OK;
  if (!s->broken) rg_localizer_vector(s->localizer, s->raw);
  s->stale = 1;
  return status;
}

rg_status rg_update_matrix(rg_solver *s, const double *values) {
  if (!s || rg_problem_is_global(s->raw)) return RG_BAD_INPUT;
  if (!values && s->raw->A.storage != RG_OPERATOR) return RG_BAD_INPUT;
  if (!values_finite(&s->raw->A, values)) return RG_BAD_INPUT;
  replace_values(&s->raw->A, values);
  return relocalize(s);
}

rg_status rg_update_global(rg_solver *s, const double *M, const double *G, const double *f) {
  if (!s || !rg_problem_is_global(s->raw)) return RG_BAD_INPUT;
  int dof = s->raw->M.rows;
  if (!values_finite(&s->raw->M, M) || !values_finite(&s->raw->G, G)) return RG_BAD_INPUT;
  if (f && !all_finite(dof, f)) return RG_BAD_INPUT;
  replace_values(&s->raw->M, M);
  replace_values(&s->raw->G, G);
  if (f && dof) memcpy((double *)s->raw->f, f, (size_t)dof * sizeof *f);
  return relocalize(s);
}

rg_status rg_warm_start(rg_solver *s, const double *impulse) {
  if (!s) return RG_BAD_INPUT;
  int n = rg_size(s);
  if (impulse && !all_finite(n, impulse)) return RG_BAD_INPUT;
  for (int i = 0; i < n; i++) s->impulse[i] = impulse ? impulse[i] : 0;
  return RG_OK;
}

int rg_size(const rg_solver *s) { return s ? rg_problem_size(s->raw) : 0; }
const double *rg_impulse(const rg_solver *s) { return s ? s->impulse : NULL; }
const double *rg_velocity(const rg_solver *s) { return s ? s->velocity : NULL; }
const double *rg_motion(const rg_solver *s) { return s ? s->motion : NULL; }

/* the path of `auto` is put into words only when somebody asks */
static void write_path(rg_solver *s) {
  size_t used = 0, size = sizeof s->report.path;
  for (int i = 0; i < s->outcome.attempt_count && used < size; i++) {
    const rg_attempt *a = &s->outcome.attempts[i];
    int cut = i == RG_ATTEMPTS - 1 && s->outcome.attempts_made > RG_ATTEMPTS;
    int wrote = snprintf(s->report.path + used, size - used, "%s%s %d it. %.1e",
                         cut ? ", ..., "
                         : i ? ", "
                             : "",
                         a->solver, a->iterations, a->residual);
    used += wrote > 0 ? (size_t)wrote : 0;
  }
}

const rg_report *rg_result(const rg_solver *s) {
  if (!s) return NULL;
  write_path((rg_solver *)s);
  return &s->report;
}
