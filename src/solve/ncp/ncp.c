/* From a caller's F to a certified point: checks, copies, solvers in turn, certificate. */
#include "base/clock.h"
#include "solve/front/solver.h"
#include "solve/ncp/ncp_certificate.h"
#include "solve/ncp/ncp_functions.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What `auto` tries: paths, which solve most and stay within the bounds; then equations from a dozen starts each. */
static const char *const automatic[] = {"path", "pfb-rlm", "ncp-rlm"};
enum { TURNS = sizeof automatic / sizeof *automatic };

typedef struct turn {
  const rg_solver_entry *entry;
  void *state;
} turn;

struct rg_ncp_solver {
  rg_arena arena;
  rg_options options;
  rg_ncp problem; /* copies */
  rg_ncp_functions functions;
  rg_mixed mixed;
  turn turn[TURNS];
  int turns;
  double *guess, *z, *F, *trial, *best;
  rg_outcome outcome;
  rg_ncp_report report;
};

rg_ncp rg_ncp_default(void) {
  rg_ncp problem;
  memset(&problem, 0, sizeof problem);
  return problem;
}

/* --- checks ----------------------------------------------------------------------------------- */

static rg_status check_pattern(const rg_ncp *p, rg_error *error) {
  if (!p->row_start) return RG_OK;
  if (p->row_start[0] != 0)
    return rg_fail(error, RG_BAD_INPUT, "row_start", "begins with %d, not with 0", p->row_start[0]);
  for (int i = 0; i < p->n; i++)
    if (p->row_start[i + 1] < p->row_start[i])
      return rg_fail(error, RG_BAD_INPUT, "row_start", "falls after row %d", i);
  if (p->row_start[p->n] > 0 && !p->column)
    return rg_fail(error, RG_BAD_INPUT, "column", "is NULL beside a row_start");
  for (int k = 0; k < p->row_start[p->n]; k++)
    if (p->column[k] < 0 || p->column[k] >= p->n)
      return rg_fail(error, RG_BAD_INPUT, "column", "column[%d] = %d is not in [0, %d)", k,
                     p->column[k], p->n);
  return RG_OK;
}

static rg_status check_bounds(const rg_ncp *p, rg_error *error) {
  for (int i = 0; i < p->n; i++) {
    double low = p->lower ? p->lower[i] : 0, high = p->upper ? p->upper[i] : HUGE_VAL;
    if (!(low <= high) || low == HUGE_VAL || high == -HUGE_VAL)
      return rg_fail(error, RG_BAD_INPUT, "lower, upper",
                     "no number lies in [%g, %g] of unknown %d", low, high, i);
    if (p->guess && !isfinite(p->guess[i]))
      return rg_fail(error, RG_BAD_INPUT, "guess", "guess[%d] = %g", i, p->guess[i]);
  }
  return RG_OK;
}

rg_status rg_ncp_check(const rg_ncp *p, rg_error *error) {
  rg_error_clear(error);
  if (!p) return rg_fail(error, RG_BAD_INPUT, "problem", "is NULL");
  if (p->n < 0) return rg_fail(error, RG_BAD_INPUT, "n", "%d is negative", p->n);
  if (p->n > 0 && INT_MAX / p->n < p->n)
    return rg_fail(error, RG_BAD_INPUT, "n", "%d: a dense Jacobian would have too many entries",
                   p->n);
  if (!p->function) return rg_fail(error, RG_BAD_INPUT, "function", "is NULL");
  rg_status status = check_bounds(p, error);
  return status ? status : check_pattern(p, error);
}

/* --- set-up ----------------------------------------------------------------------------------- */

static void eval(const void *context, const double *z, double *F, double *J) {
  rg_ncp_functions_eval(&((rg_ncp_solver *)context)->functions, z, F, J);
}

static void *copied(rg_arena *arena, const void *from, size_t count, size_t size) {
  void *to = rg_arena_alloc(arena, count + 1, size);
  if (to && from) memcpy(to, from, count * size);
  return to;
}

/* bounds, pattern and guess, with what NULL stands for filled in; 0 without memory */
static int copy_problem(rg_arena *arena, const rg_ncp *from, rg_ncp *to, double **guess) {
  size_t n = (size_t)from->n;
  double *lower = copied(arena, from->lower, n, sizeof *lower),
         *upper = copied(arena, from->upper, n, sizeof *upper);
  *to = *from;
  *guess = copied(arena, from->guess, n, sizeof **guess);
  if (from->row_start) {
    to->row_start = copied(arena, from->row_start, n + 1, sizeof(int));
    to->column = copied(arena, from->column, (size_t)from->row_start[n], sizeof(int));
  }
  if (arena->failed) return 0;
  for (size_t i = 0; i < n && !from->upper; i++) upper[i] = HUGE_VAL;
  to->lower = lower, to->upper = upper, to->guess = *guess;
  if (!from->guess) rg_ncp_nearest_to_zero(to, *guess);
  for (size_t i = 0; i < n; i++) (*guess)[i] = fmax(lower[i], fmin((*guess)[i], upper[i]));
  return 1;
}

/* what residuals are relative to (ncp.h); leaves F of the guess in `F` */
static double reference_of(rg_ncp_functions *f, double *point, double *F) {
  const rg_ncp *p = &f->problem;
  rg_ncp_nearest_to_zero(p, point);
  rg_ncp_functions_eval(f, point, F, NULL);
  double reference = rg_ncp_size(p->n, F);
  rg_ncp_functions_eval(f, p->guess, F, NULL);
  if (!(reference > 0)) reference = rg_ncp_size(p->n, F);
  return reference > 0 ? reference : 1;
}

/* F and its Jacobian have to be numbers where one starts */
static rg_status check_start(rg_ncp_solver *s, double *J, rg_error *error) {
  int n = s->problem.n;
  rg_ncp_functions_eval(&s->functions, s->guess, s->F, J);
  for (int i = 0; i < n; i++)
    if (!isfinite(s->F[i]))
      return rg_fail(error, RG_BAD_INPUT, "function", "F[%d] is %s at the guess", i,
                     isnan(s->F[i]) ? "not a number" : "infinite");
  for (int k = 0; k < n * n; k++)
    if (!isfinite(J[k]))
      return rg_fail(error, RG_BAD_INPUT, "jacobian", "dF[%d]/dz[%d] is %s at the guess", k / n,
                     k % n, isnan(J[k]) ? "not a number" : "infinite");
  return RG_OK;
}

static rg_status choose_solvers(rg_ncp_solver *s, rg_error *error) {
  const char *name = s->options.solver ? s->options.solver : "auto";
  int is_auto = strcmp(name, "auto") == 0;
  for (int k = 0; k < (is_auto ? TURNS : 1); k++) {
    const rg_solver_entry *e = rg_registry_find(is_auto ? automatic[k] : name);
    if (!e) return rg_fail(error, RG_BAD_INPUT, "solver", "there is no solver named '%s'", name);
    if (!e->ncp_solve && !(e->info.handles & RG_HANDLES_NCP))
      return rg_fail(error, RG_BAD_INPUT, "solver",
                     "%s does not take functions: auto, path, pfb-rlm, pfb-plm, ncp-rlm, ncp-plm, "
                     "mncpopt do",
                     name);
    s->turn[s->turns++].entry = e;
  }
  const rg_solver_entry *named = rg_registry_find(name);
  return rg_settings_check(&s->options, &named->info, error);
}

static int setup_solvers(rg_ncp_solver *s) {
  for (int k = 0; k < s->turns && !s->arena.failed; k++) {
    const rg_solver_entry *e = s->turn[k].entry;
    void *(*make)(rg_arena *, const rg_mixed *, const rg_options *) =
        e->ncp_solve ? e->ncp_setup : e->mixed_setup;
    s->turn[k].state = make(&s->arena, &s->mixed, &s->options);
  }
  return !s->arena.failed;
}

static rg_status no_memory(rg_error *error) {
  return rg_fail(error, RG_NO_MEMORY, "setup", "out of memory");
}

static rg_status setup(rg_ncp_solver *s, const rg_ncp *problem, rg_error *error) {
  rg_status status = choose_solvers(s, error);
  if (status) return status;
  int n = problem->n;
  RG_VECTORS(&s->arena, n, &s->z, &s->F, &s->trial, &s->best);
  double *J = RG_NEW(&s->arena, double, (size_t)n *(size_t)n + 1);
  if (s->arena.failed || !copy_problem(&s->arena, problem, &s->problem, &s->guess) ||
      !rg_ncp_functions_setup(&s->functions, &s->arena, &s->problem))
    return no_memory(error);
  status = check_start(s, J, error);
  if (status) return status;
  s->mixed = (rg_mixed){.n = n,
                        .lower = (double *)s->problem.lower,
                        .upper = (double *)s->problem.upper,
                        .eval = eval,
                        .context = s,
                        .reference = reference_of(&s->functions, s->trial, s->F)};
  if (!setup_solvers(s)) return no_memory(error);
  memcpy(s->z, s->guess, (size_t)n * sizeof *s->z);
  s->report.size = n;
  s->report.status = RG_STALLED;
  s->report.solver = s->turn[0].entry->info.name;
  strcpy(s->report.reason, "not solved yet");
  return RG_OK;
}

rg_status rg_ncp_solver_new(rg_ncp_solver **solver, const rg_ncp *problem,
                            const rg_options *options, rg_error *error) {
  rg_error_clear(error);
  if (!solver) return rg_fail(error, RG_BAD_INPUT, "solver", "is NULL");
  *solver = NULL;
  rg_options defaults = rg_options_default();
  rg_status status = rg_ncp_check(problem, error);
  if (!status) status = rg_options_check(options ? options : &defaults, error);
  if (status) return status;
  rg_ncp_solver *s = calloc(1, sizeof *s);
  if (!s) return no_memory(error);
  s->options = options ? *options : defaults;
  status = setup(s, problem, error);
  if (status) {
    rg_ncp_solver_free(s);
    return status;
  }
  *solver = s;
  return RG_OK;
}

rg_status rg_ncp_solver_start(rg_ncp_solver *s, const double *z) {
  if (!s) return RG_BAD_INPUT;
  for (int i = 0; i < s->problem.n; i++) {
    double at = z ? z[i] : s->guess[i];
    if (!isfinite(at)) return RG_BAD_INPUT;
    s->trial[i] = fmax(s->problem.lower[i], fmin(at, s->problem.upper[i]));
  }
  memcpy(s->z, s->trial, (size_t)s->problem.n * sizeof *s->z);
  return RG_OK;
}

/* --- solve ------------------------------------------------------------------------------------ */

static rg_ncp_certificate certify(rg_ncp_solver *s, const double *z) {
  rg_ncp_functions_eval(&s->functions, z, s->F, NULL);
  rg_ncp_certificate c = rg_ncp_certificate_of(&s->problem, z, s->F, s->mixed.reference);
  if (rg_ncp_size(s->problem.n, s->F) == 0)
    for (int i = 0; i < s->problem.n; i++)
      if (!isfinite(s->F[i])) c.residual = HUGE_VAL; /* F is not defined there */
  return c;
}

/* one solver from s->z; what it found replaces s->best where it is better */
static rg_status take_turn(rg_ncp_solver *s, const turn *t, int *iterations, size_t *written) {
  static const double MARGIN = 0.5; /* solvers sum up in another order than the certificate */
  size_t bytes = (size_t)s->problem.n * sizeof *s->z;
  rg_options options = s->options;
  options.tol *= MARGIN;
  if (options.max_iterations > 0) options.max_iterations -= *iterations;
  memcpy(s->trial, s->z, bytes);
  s->outcome.iterations = 0;
  s->outcome.reason[0] = '\0';
  rg_status status = (t->entry->ncp_solve ? t->entry->ncp_solve : t->entry->mixed_solve)(
      t->state, &s->mixed, &options, s->trial, &s->outcome);
  *iterations += s->outcome.iterations;
  for (int i = 0; i < s->problem.n; i++)
    s->trial[i] = fmax(s->problem.lower[i], fmin(s->trial[i], s->problem.upper[i]));

  rg_ncp_certificate c = certify(s, s->trial);
  int wrote =
      snprintf(s->report.path + *written, sizeof s->report.path - *written, "%s%s %d it. %.1e",
               *written ? ", " : "", t->entry->info.name, s->outcome.iterations, c.residual);
  if (wrote > 0 && (size_t)wrote < sizeof s->report.path - *written) *written += (size_t)wrote;
  if (c.residual < s->report.certificate.residual) {
    s->report.certificate = c;
    s->report.solver = t->entry->info.name;
    memcpy(s->best, s->trial, bytes);
    memcpy(s->report.reason, s->outcome.reason, sizeof s->outcome.reason);
  }
  return status;
}

rg_status rg_ncp_solver_solve(rg_ncp_solver *s) {
  if (!s) return RG_BAD_INPUT;
  double begin = rg_seconds();
  size_t written = 0, bytes = (size_t)s->problem.n * sizeof *s->z;
  int iterations = 0, most = s->options.max_iterations;
  rg_status status = RG_STALLED;
  s->functions.evaluations = s->functions.jacobians = 0;
  s->outcome.deadline = s->options.max_seconds > 0 ? begin + s->options.max_seconds : 0;
  s->report.reason[0] = s->report.path[0] = '\0';
  memcpy(s->best, s->z, bytes);
  s->report.certificate = certify(s, s->z); /* what solvers must improve on */
  for (int k = 0; k < s->turns; k++) {
    int solved = k > 0 && s->report.certificate.residual <= s->options.tol;
    int spent = k > 0 && ((most > 0 && iterations >= most) || rg_outcome_expired(&s->outcome));
    if (solved || spent) break;
    status = take_turn(s, &s->turn[k], &iterations, &written);
  }

  /* only the certificate makes it solved */
  memcpy(s->z, s->best, bytes);
  s->report.certificate = certify(s, s->z);
  int solved = s->report.certificate.residual <= s->options.tol;
  if (solved) s->report.reason[0] = '\0';
  else if (!s->report.reason[0])
    snprintf(s->report.reason, sizeof s->report.reason, "residual %.3g, no start led further",
             s->report.certificate.residual);
  s->report.status = solved ? RG_SOLVED : status == RG_SOLVED ? RG_STALLED : status;
  s->report.iterations = iterations;
  s->report.evaluations = s->functions.evaluations;
  s->report.jacobians = s->functions.jacobians;
  s->report.seconds = rg_seconds() - begin;
  return s->report.status;
}

const double *rg_ncp_solver_point(const rg_ncp_solver *s) { return s ? s->z : NULL; }
const double *rg_ncp_solver_value(const rg_ncp_solver *s) { return s ? s->F : NULL; }
const rg_ncp_report *rg_ncp_solver_report(const rg_ncp_solver *s) { return s ? &s->report : NULL; }

void rg_ncp_solver_free(rg_ncp_solver *s) {
  if (!s) return;
  rg_arena_free(&s->arena);
  free(s);
}

/* --- without a solver ------------------------------------------------------------------------- */

/* a checked copy in an arena of its own, at z */
static rg_status borrow(rg_arena *arena, const rg_ncp *problem, const double *z,
                        rg_ncp_functions *functions, double **guess, rg_error *error) {
  rg_status status = rg_ncp_check(problem, error);
  rg_ncp copy;
  if (status) return status;
  if (!z) return rg_fail(error, RG_BAD_INPUT, "z", "is NULL");
  for (int i = 0; i < problem->n; i++)
    if (!isfinite(z[i])) return rg_fail(error, RG_BAD_INPUT, "z", "z[%d] = %g", i, z[i]);
  if (!copy_problem(arena, problem, &copy, guess) ||
      !rg_ncp_functions_setup(functions, arena, &copy))
    return no_memory(error);
  return RG_OK;
}

static rg_status certify_at(rg_arena *arena, const rg_ncp *problem, const double *z, double *F,
                            rg_ncp_certificate *certificate, rg_error *error) {
  rg_ncp_functions functions;
  double *guess, *value, *point;
  rg_status status = borrow(arena, problem, z, &functions, &guess, error);
  if (status) return status;
  RG_VECTORS(arena, problem->n, &value, &point);
  if (arena->failed) return no_memory(error);
  double reference = reference_of(&functions, point, value);
  rg_ncp_functions_eval(&functions, z, value, NULL);
  for (int i = 0; i < problem->n; i++)
    if (!isfinite(value[i]))
      return rg_fail(error, RG_BAD_INPUT, "function", "F[%d] is not finite at z", i);
  *certificate = rg_ncp_certificate_of(&functions.problem, z, value, reference);
  if (F) memcpy(F, value, (size_t)problem->n * sizeof *F);
  return RG_OK;
}

rg_status rg_ncp_certify(const rg_ncp *problem, const double *z, double *F,
                         rg_ncp_certificate *certificate, rg_error *error) {
  rg_arena arena = {0};
  rg_error_clear(error);
  if (!certificate) return rg_fail(error, RG_BAD_INPUT, "certificate", "is NULL");
  rg_status status = certify_at(&arena, problem, z, F, certificate, error);
  rg_arena_free(&arena);
  return status;
}

/* the entry of J that is farthest from the differences D, relative to its row */
static rg_status compare(int n, const double *J, const double *D, double tolerance,
                         rg_error *error) {
  double worst = 0;
  int at = -1;
  for (int i = 0; i < n; i++) {
    const double *row = J + (size_t)i * (size_t)n, *other = D + (size_t)i * (size_t)n;
    double largest = 0;
    for (int j = 0; j < n; j++) largest = fmax(largest, fmax(fabs(row[j]), fabs(other[j])));
    for (int j = 0; j < n; j++) {
      double off = largest > 0 ? fabs(row[j] - other[j]) / largest : 0;
      if (isnan(off)) off = HUGE_VAL;
      if (off > worst) worst = off, at = i * n + j;
    }
  }
  if (!(worst > tolerance)) return RG_OK;
  return rg_fail(error, RG_BAD_INPUT, "jacobian", "dF[%d]/dz[%d] is %g, differences of F say %g",
                 at / n, at % n, J[at], D[at]);
}

static rg_status try_at(rg_arena *arena, const rg_ncp *problem, const double *z, double tolerance,
                        rg_error *error) {
  rg_ncp_functions functions;
  double *guess, *J, *D, *F;
  rg_status status = borrow(arena, problem, z, &functions, &guess, error);
  if (status) return status;
  if (!problem->jacobian) return rg_fail(error, RG_BAD_INPUT, "jacobian", "is NULL");
  size_t n = (size_t)problem->n;
  RG_VECTORS(arena, n * n, &J, &D);
  RG_VECTORS(arena, n, &F);
  if (arena->failed) return no_memory(error);
  rg_ncp_functions_eval(&functions, z, F, J);
  rg_ncp_functions_differences(&functions, z, D);
  return compare(problem->n, J, D, tolerance, error);
}

rg_status rg_ncp_try_jacobian(const rg_ncp *problem, const double *z, double tolerance,
                              rg_error *error) {
  rg_arena arena = {0};
  rg_error_clear(error);
  if (tolerance < 0 || isnan(tolerance))
    return rg_fail(error, RG_BAD_INPUT, "tolerance", "%g is negative", tolerance);
  rg_status status = try_at(&arena, problem, z, tolerance > 0 ? tolerance : 1e-5, error);
  rg_arena_free(&arena);
  return status;
}
