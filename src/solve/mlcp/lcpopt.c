/* lcpopt: an LCP as the smooth problem with bounds of Andreani et al., sec. 3,

       (LCPOpt)  min 1/2 (||M u + q - z||^2 + (u'z)^2)   s.t.  u, z >= 0.

   For an MLCP the free rows are the equations g of (MNCPOpt); a row with lower bound has a
   multiplier s >= 0 and one with upper bound a multiplier t >= 0: w = s - t, and (z - lower)'s +
   (upper - z)'t takes the place of u'z. The unknowns are (z, s, t); they are found by the trust
   region of box_trust.c. */
#include "solve/mlcp/lcpopt.h"

#include "math/dense.h"
#include "solve/front/solver.h"
#include "solve/mlcp/bases.h"
#include "solve/mlcp/box_trust.h"
#include "solve/mlcp/farkas.h"
#include "solve/mlcp/mlcp_scaling.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MINORS_MAX = 12, STARTS = 3 };

struct rg_lcpopt {
  rg_mlcp_scaling *scaling;
  rg_box_trust *trust;
  int n, capacity;       /* rows; room for unknowns */
  int size;              /* unknowns: n of z, then one a finite bound */
  int *row, *is_low;     /* of unknown n + k: which row, which of its bounds */
  double *lower, *upper; /* of the unknowns */
  double *x, *best, *y, *work;
  double *block; /* n x n */
  int *order, *index;
  rg_theorem_one_work *theorem;
  rg_proof proof;
};

/* lists the multipliers; 0 where there are more than there is room for */
static int list_multipliers(rg_lcpopt *s, const rg_mlcp *mlcp) {
  int count = 0;
  for (int i = 0; i < mlcp->n; i++)
    for (int low = 1; low >= 0; low--) {
      if (!isfinite(low ? mlcp->lower[i] : mlcp->upper[i])) continue;
      if (mlcp->n + count >= s->capacity) return 0;
      s->row[count] = i;
      s->is_low[count++] = low;
    }
  s->size = mlcp->n + count;
  return 1;
}

static int count_unknowns(const rg_mlcp *mlcp) {
  int count = mlcp->n;
  for (int i = 0; i < mlcp->n; i++) count += isfinite(mlcp->lower[i]) + isfinite(mlcp->upper[i]);
  return count;
}

/* the scaled problem as a mixed one, for the check of Theorem 1 */
static void mixed_eval(const void *context, const double *z, double *F, double *J) {
  const rg_mlcp *scaled = context;
  rg_mlcp_w(scaled, z, F);
  if (J) memcpy(J, scaled->M, (size_t)scaled->n * (size_t)scaled->n * sizeof *J);
}

static rg_mixed as_mixed(const rg_mlcp *scaled) {
  return (rg_mixed){.n = scaled->n,
                    .lower = scaled->lower,
                    .upper = scaled->upper,
                    .eval = mixed_eval,
                    .context = scaled};
}

rg_lcpopt *rg_lcpopt_setup(rg_arena *arena, const rg_mlcp *mlcp) {
  rg_lcpopt *s = RG_NEW(arena, rg_lcpopt, 1);
  if (!s) return NULL;
  int n = mlcp->n, capacity = count_unknowns(mlcp) + 1;
  int **indices[] = {&s->row, &s->is_low, &s->order, &s->index};
  RG_VECTORS(arena, capacity, &s->lower, &s->upper, &s->x, &s->best, &s->y, &s->work);
  for (int i = 0; i < 4; i++) *indices[i] = RG_NEW(arena, int, capacity);
  s->n = n;
  s->capacity = capacity;
  s->scaling = rg_mlcp_scaling_setup(arena, n);
  s->block = RG_NEW(arena, double, (size_t)n *(size_t)n);
  rg_mixed mixed = as_mixed(mlcp);
  s->theorem = rg_theorem_one_setup(arena, &mixed);
  s->trust = rg_box_trust_setup(arena, n + 1, capacity);
  return arena->failed ? NULL : s;
}

/* distance of z from the bound of multiplier k, and how it changes with z */
static double gap(const rg_lcpopt *s, const double *x, int k, double *change) {
  const rg_mlcp *scaled = &s->scaling->scaled;
  int i = s->row[k];
  *change = s->is_low[k] ? 1 : -1;
  return s->is_low[k] ? x[i] - scaled->lower[i] : scaled->upper[i] - x[i];
}

/* r = M z + q - s + t; J = [M, -I or I] */
static void linear_part(const rg_lcpopt *s, const double *x, double *r, double *J) {
  const rg_mlcp *scaled = &s->scaling->scaled;
  int n = s->n, size = s->size;
  rg_mlcp_w(scaled, x, r);
  for (int k = 0; k < size - n; k++) r[s->row[k]] -= (s->is_low[k] ? 1 : -1) * x[n + k];
  if (!J) return;
  memset(J, 0, (size_t)n * (size_t)size * sizeof *J);
  for (int i = 0; i < n; i++)
    memcpy(J + (size_t)i * (size_t)size, scaled->M + (size_t)i * (size_t)n, (size_t)n * sizeof *J);
  for (int k = 0; k < size - n; k++)
    J[(size_t)s->row[k] * (size_t)size + (size_t)(n + k)] = s->is_low[k] ? -1 : 1;
}

static void feasibility_eval(void *context, const double *x, double *r, double *J) {
  linear_part(context, x, r, J);
}

/* the same with r_n = (z - lower)'s + (upper - z)'t */
static void objective_eval(void *context, const double *x, double *r, double *J) {
  const rg_lcpopt *s = context;
  int n = s->n, size = s->size;
  linear_part(s, x, r, J);
  double *row = J ? J + (size_t)n * (size_t)size : NULL, product = 0;
  if (row) memset(row, 0, (size_t)size * sizeof *row);
  for (int k = 0; k < size - n; k++) {
    double change, distance = gap(s, x, k, &change);
    product += distance * x[n + k];
    if (!row) continue;
    row[s->row[k]] += change * x[n + k];
    row[n + k] = distance;
  }
  r[n] = product;
}

/* the product has constant second derivatives: +-1 between z_i and its multipliers */
static void objective_curvature(void *context, const double *x, const double *r, double *H) {
  const rg_lcpopt *s = context;
  int n = s->n, size = s->size;
  for (int k = 0; k < size - n; k++) {
    double change;
    gap(s, x, k, &change);
    H[(size_t)s->row[k] * (size_t)size + (size_t)(n + k)] += r[n] * change;
    H[(size_t)(n + k) * (size_t)size + (size_t)s->row[k]] += r[n] * change;
  }
}

static double objective_residual(void *context, const double *x, const double *r) {
  (void)r;
  return rg_mlcp_scaled_residual(((rg_lcpopt *)context)->scaling, x);
}

/* bounds of the unknowns, and multipliers of the z that x holds: the positive parts of w and -w */
static void complete_start(rg_lcpopt *s) {
  const rg_mlcp *scaled = &s->scaling->scaled;
  int n = s->n;
  rg_mlcp_w(scaled, s->x, s->work);
  for (int i = 0; i < n; i++) s->lower[i] = scaled->lower[i], s->upper[i] = scaled->upper[i];
  for (int k = n; k < s->size; k++) {
    double w = s->work[s->row[k - n]];
    s->lower[k] = 0, s->upper[k] = HUGE_VAL;
    s->x[k] = fmax(s->is_low[k - n] ? w : -w, 0);
  }
}

static rg_least_squares_problem least_squares(rg_lcpopt *s) {
  return (rg_least_squares_problem){.m = s->n + 1,
                                    .n = s->size,
                                    .lower = s->lower,
                                    .upper = s->upper,
                                    .context = s,
                                    .eval = objective_eval,
                                    .curvature = objective_curvature,
                                    .residual = objective_residual};
}

static rg_condition is_semidefinite(rg_lcpopt *s) {
  int n = s->n;
  const double *M = s->scaling->raw->M; /* scaling of rows and columns would change the answer */
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      size_t at = (size_t)i * (size_t)n + (size_t)j, across = (size_t)j * (size_t)n + (size_t)i;
      s->block[at] = 0.5 * (M[at] + M[across]);
    }
  if (n == 0) return RG_VERDICT_YES;
  rg_eigenvalues(n, s->block, n, s->work);
  double largest = fmax(fabs(s->work[0]), fabs(s->work[n - 1]));
  return s->work[0] >= -1e-12 * n * largest ? RG_VERDICT_YES : RG_VERDICT_NO;
}

/* determinant of the rows and columns in `mask`, as a multiple of the product of their norms */
static double principal_minor(rg_lcpopt *s, unsigned mask) {
  int count = 0;
  double value = 1, size = 1;
  for (int i = 0; i < s->n; i++)
    if (mask >> i & 1) s->index[count++] = i;
  for (int i = 0; i < count; i++) {
    double *out = s->block + (size_t)i * (size_t)count;
    const double *row = s->scaling->scaled.M + (size_t)s->index[i] * (size_t)s->n;
    for (int j = 0; j < count; j++) out[j] = row[s->index[j]];
    size *= fmax(rg_norm(count, out), 1e-300);
  }
  rg_lu_factor(count, s->block, count, s->order, 0);
  for (int i = 0; i < count; i++) {
    value *= s->block[(size_t)i * (size_t)count + (size_t)i];
    if (s->order[i] != i) value = -value;
  }
  return value / size;
}

/* all principal minors: P-matrices are row sufficient, matrices that are not P0 are not */
static rg_condition sufficiency_by_minors(rg_lcpopt *s) {
  rg_condition verdict = RG_VERDICT_YES;
  for (unsigned mask = 1; mask < 1u << s->n; mask++) {
    double minor = principal_minor(s, mask);
    if (minor < -1e-10) return RG_VERDICT_NO;
    if (minor < 1e-10) verdict = RG_VERDICT_UNKNOWN;
  }
  return verdict;
}

/* min ||M z + q - s + t||^2: zero where feasible; otherwise minus its residual is Farkas' proof */
static void check_feasible(rg_lcpopt *s, rg_lcpopt_conditions *conditions) {
  rg_least_squares_problem problem = least_squares(s);
  rg_box_trust_options options = {.tol = 1e-9};
  rg_outcome outcome = {0};
  problem.m = s->n;
  problem.eval = feasibility_eval;
  problem.curvature = NULL;
  problem.residual = NULL;
  for (int i = 0; i < s->n; i++)
    s->x[i] = rg_clamp(0, s->scaling->scaled.lower[i], s->scaling->scaled.upper[i]);
  complete_start(s);
  rg_status status = rg_box_trust_solve(s->trust, &problem, &options, s->x, NULL, &outcome);
  conditions->feasible = status == RG_SOLVED ? RG_VERDICT_YES : RG_VERDICT_UNKNOWN;
  if (status == RG_SOLVED) return;
  linear_part(s, s->x, s->y, NULL);
  for (int i = 0; i < s->n; i++) s->y[i] = -s->y[i];
  if (rg_farkas_proves(&s->scaling->scaled, s->y, s->work)) conditions->feasible = RG_VERDICT_NO;
}

rg_lcpopt_conditions rg_lcpopt_check(rg_lcpopt *s, const rg_mlcp *mlcp) {
  rg_lcpopt_conditions c = {.semidefinite = RG_VERDICT_UNKNOWN, .feasible = RG_VERDICT_UNKNOWN};
  if (!list_multipliers(s, mlcp)) return c;
  rg_mlcp_scale(s->scaling, mlcp);
  rg_mixed mixed = as_mixed(&s->scaling->scaled);
  int without_free_rows = 1;
  for (int i = 0; i < s->n; i++) {
    s->x[i] = 0;
    if (!isfinite(mlcp->lower[i]) && !isfinite(mlcp->upper[i])) without_free_rows = 0;
  }
  c.semidefinite = is_semidefinite(s);
  c.theorem = rg_theorem_one_check(s->theorem, &mixed, s->x);
  if (c.semidefinite == RG_VERDICT_YES && c.theorem.schur_exists == RG_VERDICT_YES)
    c.theorem.row_sufficient = RG_VERDICT_YES; /* so is then its Schur complement */
  if (c.theorem.row_sufficient == RG_VERDICT_UNKNOWN && without_free_rows && s->n <= MINORS_MAX)
    c.theorem.row_sufficient = sufficiency_by_minors(s);
  check_feasible(s, &c);
  return c;
}

static const char *verdict_text(rg_condition verdict) {
  return verdict == RG_VERDICT_YES ? "yes" : verdict == RG_VERDICT_NO ? "no" : "unknown";
}

/* appends what Theorem 1 asks for to the reason */
static rg_status explain(rg_lcpopt *s, const rg_mlcp *mlcp, rg_status status, rg_outcome *outcome) {
  if (rg_outcome_expired(outcome)) return status; /* the conditions cost more than the solve */
  rg_lcpopt_conditions c = rg_lcpopt_check(s, mlcp);
  size_t used = strlen(outcome->reason), room = sizeof outcome->reason - used;
  snprintf(outcome->reason + used, room,
           "; feasible %s, semidefinite %s, row sufficient %s, S-matrix %s, Schur complement %s",
           verdict_text(c.feasible), verdict_text(c.semidefinite),
           verdict_text(c.theorem.row_sufficient), verdict_text(c.theorem.s_matrix),
           verdict_text(c.theorem.schur_exists));
  return c.feasible == RG_VERDICT_NO ? RG_NO_SOLUTION : status;
}

static void *setup(rg_arena *arena, const rg_mlcp *mlcp, const rg_options *options) {
  rg_lcpopt *s = rg_lcpopt_setup(arena, mlcp);
  if (s) rg_proof_setup(&s->proof, arena, mlcp, options);
  return arena->failed ? NULL : s;
}

/* start 0: the caller's point; 1: one unit inside the bounds; 2: the bounds themselves */
static void choose_start(rg_lcpopt *s, int start, const double *z) {
  const rg_mlcp *scaled = &s->scaling->scaled;
  rg_mlcp_scale_point(s->scaling, z, s->x);
  for (int i = 0; start > 0 && i < s->n; i++) {
    double low = scaled->lower[i], high = scaled->upper[i], inside = start == 1 ? 1 : 0;
    double from = isfinite(low) ? low + inside : isfinite(high) ? high - inside : 0;
    s->x[i] = rg_clamp(from, low, high);
  }
  complete_start(s);
  for (int k = s->n; start == 1 && k < s->size; k++) s->x[k] = fmax(s->x[k], 1);
}

static const rg_solver_setting_info settings[] = {
    {"as_printed", "the method as its paper has it: no scaling of ours, one start", 0, 0, 1, 1, 1},
    {"gradient", "ends where the projected gradient is under this, solution or not; 0: never", 0, 0,
     1, 1, 1},
    {0}};

static rg_status solve(void *state, const rg_mlcp *mlcp, const rg_options *options, double *z,
                       rg_outcome *outcome) {
  rg_lcpopt *s = state;
  rg_box_trust_options trust_options = {.tol = options->tol,
                                        .max_iterations = options->max_iterations,
                                        .gradient = rg_options_get(options, &settings[1])};
  rg_status status = RG_STALLED;
  double best = HUGE_VAL;
  int iterations = 0;
  int printed = rg_options_get(options, &settings[0]) != 0;
  if (!list_multipliers(s, mlcp)) return RG_BAD_INPUT;
  if (printed) rg_mlcp_take(s->scaling, mlcp);
  else rg_mlcp_scale(s->scaling, mlcp);
  rg_mlcp_scale_point(s->scaling, z, s->best);

  /* a stationary point that is no solution: start again elsewhere, keep the best */
  for (int start = 0; start < (printed ? 1 : STARTS) && status == RG_STALLED; start++) {
    choose_start(s, start, z);
    rg_least_squares_problem problem = least_squares(s);
    status = rg_box_trust_solve(s->trust, &problem, &trust_options, s->x, NULL, outcome);
    iterations += outcome->iterations;
    double residual = rg_mlcp_scaled_residual(s->scaling, s->x);
    if (residual < best) {
      best = residual;
      memcpy(s->best, s->x, (size_t)s->n * sizeof *s->x);
    }
  }
  outcome->iterations = iterations;
  rg_mlcp_unscale_point(s->scaling, s->best, z);
  if (status == RG_SOLVED || printed) return status;
  status = explain(s, mlcp, status, outcome);
  return rg_proof_conclude(&s->proof, mlcp, options, status, outcome);
}

extern const rg_solver_entry rg_solver_lcpopt;
const rg_solver_entry rg_solver_lcpopt = {
    .info =
        {.name = "lcpopt",
         .summary = "LCPOpt: smooth minimization with bounds by a trust region",
         .source = "Andreani, Friedlander, Mello & Santos 2002, sec. 3",
         .when =
             "small feasible problems with a row sufficient (for example positive semidefinite) "
             "matrix; says which condition fails where it finds no solution. Twice to three "
             "times the unknowns of the problem, dense",
         .handles = RG_HANDLES_LCP | RG_HANDLES_MLCP | RG_HANDLES_BOX,
         .settings = settings},
    .mlcp_setup = setup,
    .mlcp_solve = solve,
};
