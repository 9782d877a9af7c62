/* mncpopt: a mixed complementarity problem as a bound-constrained least-squares problem,
   Andreani et al. 2002, (MNCPOpt):

       min 1/2 ( ||f(u, v) - z||^2 + ||g(u, v)||^2 + (u'z)^2 ),   u, z >= 0.

   A bound that is not zero, an upper bound and both at once are handled the same way: for
   lower <= z_i <= upper the slacks a, b >= 0 are tied by F_i = a - b, and the last residual is
   sum (z_i - lower) a + (upper - z_i) b. A stationary point that is no solution is left by a new
   start. */
#include "base/random.h"
#include "law/mixed_cone.h"
#include "math/dense.h"
#include "solve/front/solver.h"
#include "solve/mlcp/box_trust.h"
#include "solve/papers/theorem_one.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { STARTS = 12, START_ITERATIONS = 200, MAX_ITERATIONS = 2000 };

typedef struct mncpopt {
  int n, size;        /* unknowns of the mixed problem; those and the slacks */
  int *below, *above; /* per unknown: its slacks for lower and upper; -1 where there is no bound */
  double *lower, *upper;
  double *y, *best; /* a point of the optimization; the best z */
  double *F, *J;
  int printed;      /* a setting: no refresh, no other starts */
  double reference; /* of the natural map, where the problem is not a cone */
  const rg_mixed *mixed;
  rg_box_trust *trust;
  rg_theorem_one_work *theorem;
} mncpopt;

static void *setup(rg_arena *arena, const rg_mixed *mixed, const rg_options *options) {
  (void)options;
  mncpopt *s = RG_NEW(arena, mncpopt, 1);
  if (!s) return NULL;
  size_t n = (size_t)mixed->n;
  s->n = s->size = mixed->n;
  s->below = RG_NEW(arena, int, n);
  s->above = RG_NEW(arena, int, n);
  if (arena->failed) return NULL;
  for (size_t i = 0; i < n; i++) {
    s->below[i] = isinf(mixed->lower[i]) ? -1 : s->size++;
    s->above[i] = isinf(mixed->upper[i]) ? -1 : s->size++;
  }
  RG_VECTORS(arena, s->size, &s->lower, &s->upper, &s->y);
  RG_VECTORS(arena, n, &s->best, &s->F);
  s->J = RG_NEW(arena, double, n *n);
  s->trust = rg_box_trust_setup(arena, mixed->n + 1, s->size);
  s->theorem = rg_theorem_one_setup(arena, mixed);
  return arena->failed || !s->trust || !s->theorem ? NULL : s;
}

/* bounds of unknowns and slacks; a bound that is no longer there keeps its slack at 0 */
static void read_bounds(mncpopt *s, const rg_mixed *mixed) {
  for (int i = 0; i < s->n; i++) {
    s->lower[i] = mixed->lower[i];
    s->upper[i] = mixed->upper[i];
    if (s->below[i] >= 0) s->upper[s->below[i]] = isinf(s->lower[i]) ? 0 : HUGE_VAL;
    if (s->above[i] >= 0) s->upper[s->above[i]] = isinf(s->upper[i]) ? 0 : HUGE_VAL;
  }
}

/* distance to a bound; 0 where the bound is infinite, as its slack is */
static double distance(double from, double to) { return isinf(from) || isinf(to) ? 0 : to - from; }

/* residuals F - a + b, and the sum of products */
static void evaluate(void *context, const double *y, double *r, double *J) {
  mncpopt *s = context;
  size_t n = (size_t)s->n, size = (size_t)s->size;
  s->mixed->eval(s->mixed->context, y, s->F, J ? s->J : NULL);
  double sum = 0;
  if (J) memset(J, 0, (n + 1) * size * sizeof *J);
  for (size_t i = 0; i < n; i++) {
    int below = s->below[i], above = s->above[i];
    double a = below >= 0 ? y[below] : 0, b = above >= 0 ? y[above] : 0;
    double to_lower = distance(s->lower[i], y[i]), to_upper = distance(y[i], s->upper[i]);
    r[i] = s->F[i] - a + b;
    sum += to_lower * a + to_upper * b;
    if (!J) continue;
    memcpy(J + i * size, s->J + i * n, n * sizeof *J);
    J[n * size + i] = a - b;
    if (below >= 0) J[i * size + (size_t)below] = -1, J[n * size + (size_t)below] = to_lower;
    if (above >= 0) J[i * size + (size_t)above] = 1, J[n * size + (size_t)above] = to_upper;
  }
  r[n] = sum;
}

/* what one stops by: the natural map of the contact problem, or of the mixed problem relative to
   its value at the start */
static double residual(void *context, const double *y, const double *r) {
  mncpopt *s = context;
  (void)r;
  double cone = rg_mixed_cone_residual(s->mixed, y);
  if (cone >= 0) return cone;
  double sum = 0;
  s->mixed->eval(s->mixed->context, y, s->F, NULL);
  for (int i = 0; i < s->n; i++) {
    double e = y[i] - fmin(fmax(y[i] - s->F[i], s->lower[i]), s->upper[i]);
    sum += e * e;
  }
  return sqrt(sum) / s->reference;
}

/* slacks a = max(F, 0), b = max(-F, 0), where there are such */
static void start_slacks(mncpopt *s) {
  s->mixed->eval(s->mixed->context, s->y, s->F, NULL);
  for (int i = 0; i < s->n; i++) {
    if (s->below[i] >= 0) s->y[s->below[i]] = fmin(fmax(s->F[i], 0), s->upper[s->below[i]]);
    if (s->above[i] >= 0) s->y[s->above[i]] = fmin(fmax(-s->F[i], 0), s->upper[s->above[i]]);
  }
}

/* the k-th start: the caller's, then points scattered within the bounds */
static void choose_start(mncpopt *s, int k, const double *z) {
  static const double spread[] = {1, 10, 0.1, 3, 30, 0.3};
  uint64_t state = (uint64_t)k;
  double size = spread[k % 6];
  for (int i = 0; i < s->n; i++) {
    double t = size * rg_random(&state);
    if (k == 0) s->y[i] = z[i];
    else if (!isinf(s->lower[i])) s->y[i] = fmin(s->lower[i] + t, s->upper[i]);
    else if (!isinf(s->upper[i])) s->y[i] = s->upper[i] - t;
    else s->y[i] = 2 * t - size;
    s->y[i] = fmin(fmax(s->y[i], s->lower[i]), s->upper[i]);
  }
  start_slacks(s);
}

/* One descent, repeated from the impulses that it ends with as long as that helps: where a contact
   opens, lambda is not determined, and r_t = 0 follows from |r_t|^2 = 0 only, which converges
   slowly; lambda = |u_t| makes it regular. Returns the iterations. */
static int descend(mncpopt *s, const rg_least_squares_problem *problem, rg_box_trust_options *trust,
                   rg_outcome *outcome) {
  int iterations = 0;
  double before = HUGE_VAL;
  for (;;) {
    rg_box_trust_solve(s->trust, problem, trust, s->y, NULL, outcome);
    iterations += outcome->iterations;
    trust->max_iterations -= outcome->iterations;
    double reached = residual(s, s->y, NULL);
    if (s->printed || reached <= trust->tol || !(reached < 0.1 * before) ||
        trust->max_iterations <= 0)
      return iterations;
    before = reached;
    rg_mixed_cone_refresh(s->mixed, s->y);
    start_slacks(s);
  }
}

/* size of F at the caller's start, for a problem that is no cone */
static double reference_size(mncpopt *s, const double *z) {
  if (s->mixed->reference > 0) return s->mixed->reference;
  s->mixed->eval(s->mixed->context, z, s->F, NULL);
  double norm = rg_norm(s->n, s->F);
  return norm > 0 && isfinite(norm) ? norm : 1;
}

/* which condition of Theorem 1 fails at the best point, if there is time to find out */
static void say_why(mncpopt *s, const char *what, double best, rg_outcome *outcome) {
  snprintf(outcome->reason, sizeof outcome->reason, "%s, residual %.2e", what, best);
  if (rg_outcome_expired(outcome)) return;
  rg_theorem_one t = rg_theorem_one_check(s->theorem, s->mixed, s->best);
  const char *why = t.schur_exists != RG_VERDICT_YES ? "g_v is singular"
                    : t.row_sufficient == RG_VERDICT_NO
                        ? "the Schur complement is not row sufficient"
                    : t.s_matrix == RG_VERDICT_NO ? "the Schur complement is no S-matrix"
                    : t.row_sufficient == RG_VERDICT_YES && t.s_matrix == RG_VERDICT_YES
                        ? "its conditions hold, so the point is not yet stationary"
                        : "row sufficiency is not decided";
  snprintf(outcome->reason, sizeof outcome->reason, "%s, residual %.2e; Theorem 1: %s", what, best,
           why);
}

static const rg_solver_setting_info settings[] = {
    {"as_printed", "the method as its paper has it: one start, lambda is not refreshed", 0, 0, 1, 1,
     1},
    {"gradient", "ends where the projected gradient is under this, solution or not; 0: never", 0, 0,
     1, 1, 1},
    {0}};

static rg_status solve(void *state, const rg_mixed *mixed, const rg_options *options, double *z,
                       rg_outcome *outcome) {
  mncpopt *s = state;
  int limit = options->max_iterations > 0 ? options->max_iterations : MAX_ITERATIONS;
  int iterations = 0;
  double best = HUGE_VAL;
  s->mixed = mixed;
  s->printed = rg_options_get(options, &settings[0]) != 0;
  read_bounds(s, mixed);
  s->reference = reference_size(s, z);
  memcpy(s->best, z, (size_t)s->n * sizeof *z);
  rg_least_squares_problem problem = {s->n + 1, s->size,  s->lower, s->upper,
                                      s,        evaluate, NULL,     residual};
  int starts = s->printed ? 1 : STARTS, each = s->printed ? limit : START_ITERATIONS;
  for (int k = 0; k < starts && iterations < limit && !(best <= options->tol); k++) {
    if (rg_outcome_expired(outcome)) break;
    rg_box_trust_options trust = {.tol = options->tol,
                                  .max_iterations = each,
                                  .gradient = rg_options_get(options, &settings[1])};
    if (limit - iterations < each) trust.max_iterations = limit - iterations;
    choose_start(s, k, z);
    iterations += descend(s, &problem, &trust, outcome);
    double reached = residual(s, s->y, NULL);
    if (reached < best) {
      best = reached;
      memcpy(s->best, s->y, (size_t)s->n * sizeof *z);
    }
  }
  memcpy(z, s->best, (size_t)s->n * sizeof *z);
  outcome->iterations = iterations;
  outcome->reason[0] = '\0';
  if (best <= options->tol) return RG_SOLVED;
  int limited = iterations >= limit || rg_outcome_expired(outcome);
  say_why(s, limited ? "limit reached" : "no start led to a solution", best, outcome);
  return limited ? RG_LIMIT : RG_STALLED;
}

extern const rg_solver_entry rg_solver_mncpopt;
const rg_solver_entry rg_solver_mncpopt = {
    .info = {.name = "mncpopt",
             .summary = "the exact cone as a bound-constrained least-squares problem",
             .source = "Andreani, Friedlander, Mello & Santos 2002",
             .when =
                 "a few contacts, as a check on other methods; slow, and may end in a stationary "
                 "point that is no solution",
             .handles = RG_HANDLES_CONE | RG_HANDLES_MIXED | RG_HANDLES_BOX | RG_HANDLES_NCP,
             .settings = settings},
    .mixed_setup = setup,
    .mixed_solve = solve};
