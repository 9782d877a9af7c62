/* Trust region for bound-constrained nonlinear least squares. Model of f at x:

       m(d) = g'd + 1/2 d'H d,   g = J'r,   H = J'J (+ sum r_i Hessian(r_i)),

   minimized over max(lower - x, -radius) <= d <= min(upper - x, radius) by projected Newton. */
#include "solve/mlcp/box_trust.h"

#include "math/dense.h"
#include "solve/mlcp/mlcp_scaling.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MODEL_STEPS = 20, STAGNATION_WINDOW = 60 };
static const double ARMIJO = 1e-4, ACCEPT = 1e-4, POOR = 0.25, GOOD = 0.75, LARGEST_RADIUS = 1e8;
static const double STAGNATION = 0.05; /* least relative decrease of f over the window */

struct rg_box_trust {
  double *J, *H, *factor;
  double *r, *trial_r;
  double *gradient, *step, *slope, *newton, *trial, *low, *high, *Hd, *best;
  int *free_index;
};

rg_box_trust *rg_box_trust_setup(rg_arena *arena, int m, int n) {
  rg_box_trust *t = RG_NEW(arena, rg_box_trust, 1);
  if (!t) return NULL;
  RG_VECTORS(arena, n, &t->gradient, &t->step, &t->slope, &t->newton, &t->trial, &t->low, &t->high,
             &t->Hd, &t->best);
  t->J = RG_NEW(arena, double, (size_t)m *(size_t)n);
  t->H = RG_NEW(arena, double, (size_t)n *(size_t)n);
  t->factor = RG_NEW(arena, double, (size_t)n *(size_t)(m > n ? m : n));
  RG_VECTORS(arena, m, &t->r, &t->trial_r);
  t->free_index = RG_NEW(arena, int, n);
  return arena->failed ? NULL : t;
}

/* f = 1/2 ||r||^2; infinite where it is not finite */
static double evaluate(const rg_least_squares_problem *p, const double *x, double *r, double *J) {
  p->eval(p->context, x, r, J);
  double norm = rg_norm(p->m, r), f = 0.5 * norm * norm;
  return isfinite(f) ? f : HUGE_VAL;
}

/* m(d); H d is left in Hd */
static double model_value(rg_box_trust *t, int n, const double *d) {
  rg_matvec(n, n, t->H, n, d, t->Hd);
  return rg_dot(n, t->gradient, d) + 0.5 * rg_dot(n, d, t->Hd);
}

/* Cauchy point: the first sufficient decrease along the projected steepest descent */
static double cauchy_point(rg_box_trust *t, int n) {
  double value = model_value(t, n, t->gradient), square = rg_dot(n, t->gradient, t->gradient);
  double curve = 2 * (value - square); /* g'H g */
  double length = curve > 1e-16 * square ? square / curve : 1e16;
  for (int cut = 0; cut < 60; cut++, length *= 0.25) {
    for (int i = 0; i < n; i++)
      t->step[i] = rg_clamp(-length * t->gradient[i], t->low[i], t->high[i]);
    value = model_value(t, n, t->step);
    if (value <= ARMIJO * rg_dot(n, t->gradient, t->step)) return value;
  }
  memset(t->step, 0, (size_t)n * sizeof *t->step);
  return 0;
}

/* variables that may move: all but those at a bound that the slope of the model pushes against */
static int find_free(rg_box_trust *t, int n) {
  int count = 0;
  for (int i = 0; i < n; i++) {
    int held = (t->step[i] <= t->low[i] && t->slope[i] > 0) ||
               (t->step[i] >= t->high[i] && t->slope[i] < 0);
    t->newton[i] = 0;
    if (!held) t->free_index[count++] = i;
  }
  return count;
}

/* Newton direction on the free variables; H is shifted until it is positive definite there */
static int newton_direction(rg_box_trust *t, int n) {
  int count = find_free(t, n);
  double largest = 0, shift = 0;
  for (int i = 0; i < n; i++)
    largest = fmax(largest, fabs(t->H[(size_t)i * (size_t)n + (size_t)i]));
  for (int attempt = 0; attempt < 20; attempt++) {
    for (int a = 0; a < count; a++) {
      const double *row = t->H + (size_t)t->free_index[a] * (size_t)n;
      double *out = t->factor + (size_t)a * (size_t)count;
      for (int b = 0; b <= a; b++) out[b] = row[t->free_index[b]];
      out[a] += shift;
      t->Hd[a] = -t->slope[t->free_index[a]];
    }
    if (count > 0 && rg_cholesky(count, t->factor, count) == 0) {
      rg_cholesky_solve(count, t->factor, count, t->Hd);
      for (int a = 0; a < count; a++) t->newton[t->free_index[a]] = t->Hd[a];
      return isfinite(rg_norm_max(n, t->newton));
    }
    shift = shift > 0 ? 10 * shift : 1e-14 * fmax(largest, 1e-300);
  }
  return 0;
}

/* projected search along the Newton direction: the new model value, or `value` where none is better
 */
static double model_search(rg_box_trust *t, int n, double value) {
  for (double a = 1; a > 1e-8; a *= 0.5) {
    double along = 0;
    for (int i = 0; i < n; i++) {
      t->trial[i] = rg_clamp(t->step[i] + a * t->newton[i], t->low[i], t->high[i]);
      along += t->slope[i] * (t->trial[i] - t->step[i]);
    }
    double trial_value = model_value(t, n, t->trial);
    if (along < 0 && trial_value <= value + ARMIJO * along) {
      memcpy(t->step, t->trial, (size_t)n * sizeof *t->step);
      return trial_value;
    }
  }
  return value;
}

/* minimizes the model over the box low <= step <= high; returns its value */
static double minimize_model(rg_box_trust *t, int n) {
  double value = cauchy_point(t, n);
  for (int k = 0; k < MODEL_STEPS; k++) {
    rg_matvec(n, n, t->H, n, t->step, t->slope);
    rg_axpy(n, 1, t->gradient, t->slope);
    if (!newton_direction(t, n)) break;
    double next = model_search(t, n, value);
    if (next >= value - 1e-12 * fabs(value)) break;
    value = next;
  }
  return value;
}

/* gradient and Hessian of the model, and ||x - P(x - g)||_max */
static double prepare_model(rg_box_trust *t, const rg_least_squares_problem *p, const double *x) {
  double worst = 0;
  rg_matvec_t(p->m, p->n, t->J, p->n, t->r, t->gradient);
  rg_gram(p->m, p->n, t->J, p->n, 0, t->H, p->n);
  if (p->curvature) p->curvature(p->context, x, t->r, t->H);
  for (int i = 0; i < p->n; i++)
    worst = fmax(worst, fabs(x[i] - rg_clamp(x[i] - t->gradient[i], p->lower[i], p->upper[i])));
  return worst;
}

static double residual_of(const rg_least_squares_problem *p, const double *x, const double *r) {
  return p->residual ? p->residual(p->context, x, r) : rg_norm(p->m, r);
}

/* the step to the minimum of the model within the radius: predicted decrease, trial point */
static double trust_step(rg_box_trust *t, const rg_least_squares_problem *p, const double *x,
                         double radius) {
  for (int i = 0; i < p->n; i++) {
    t->low[i] = fmax(p->lower[i] - x[i], -radius);
    t->high[i] = fmin(p->upper[i] - x[i], radius);
  }
  double predicted = -minimize_model(t, p->n);
  for (int i = 0; i < p->n; i++)
    t->trial[i] = rg_clamp(x[i] + t->step[i], p->lower[i], p->upper[i]);
  return predicted;
}

/* One solve. */
typedef struct run {
  rg_box_trust *t;
  const rg_least_squares_problem *p;
  const rg_box_trust_options *options;
  rg_outcome *outcome;
  double *x;
  double f, slope, radius; /* objective and stationarity at x, radius of the region */
  double window_f;         /* objective at the start of the stagnation window */
  double best, best_slope; /* least residual, stationarity there */
  int iteration;
} run;

/* residual, model and record of the best point at x */
static void arrive(run *u) {
  u->f = evaluate(u->p, u->x, u->t->r, u->t->J);
  u->slope = prepare_model(u->t, u->p, u->x);
  double residual = residual_of(u->p, u->x, u->t->r);
  rg_outcome_trace(u->outcome, residual);
  if (!(residual < u->best) && u->iteration > 0) return;
  u->best = residual;
  u->best_slope = u->slope;
  memcpy(u->t->best, u->x, (size_t)u->p->n * sizeof *u->x);
}

/* why the run must end; NULL where it goes on */
static const char *ending(run *u, rg_status *status) {
  int asked = u->options->max_iterations, limit = asked > 0 ? asked : RG_BOX_TRUST_MAX_ITERATIONS;
  if (u->best <= u->options->tol) return *status = RG_SOLVED, "";
  *status = RG_LIMIT;
  if (u->iteration >= limit) return "iteration limit";
  if (rg_outcome_expired(u->outcome)) return "time limit";
  *status = RG_STALLED;
  if (!isfinite(u->f)) return "the function is not finite at the start";
  if (u->slope <= u->options->gradient) return "the projected gradient is as small as asked for";
  if (u->slope <= 1e-13 * sqrt(u->f)) return "stationary point that is no solution";
  if (u->radius < 1e-15) return "no step reduces the objective";
  if (u->iteration % STAGNATION_WINDOW == 0 && u->iteration > 0) {
    if (u->f > (1 - STAGNATION) * u->window_f) return "the objective no longer decreases";
    u->window_f = u->f;
  }
  return NULL;
}

/* one trust-region iteration */
static void advance(run *u) {
  rg_box_trust *t = u->t;
  double predicted = trust_step(t, u->p, u->x, u->radius), length = rg_norm_max(u->p->n, t->step);
  double trial_f = evaluate(u->p, t->trial, t->trial_r, NULL);
  double ratio = predicted > 0 && isfinite(trial_f) ? (u->f - trial_f) / predicted : -1;
  u->iteration++;
  if (ratio < POOR) u->radius = 0.25 * fmin(u->radius, length);
  else if (ratio > GOOD && length > 0.9 * u->radius)
    u->radius = fmin(4 * u->radius, LARGEST_RADIUS);
  if (!(ratio > ACCEPT)) return;
  memcpy(u->x, t->trial, (size_t)u->p->n * sizeof *u->x);
  arrive(u);
}

/* Gauss-Newton step on the free variables by QR of J itself, which does not square its condition:
   1 where it reduces the objective further than the normal matrix could */
static int refine(run *u) {
  rg_box_trust *t = u->t;
  int m = u->p->m, n = u->p->n;
  memcpy(t->slope, t->gradient, (size_t)n * sizeof *t->slope);
  memset(t->step, 0, (size_t)n * sizeof *t->step);
  for (int i = 0; i < n; i++)
    t->low[i] = u->p->lower[i] - u->x[i], t->high[i] = u->p->upper[i] - u->x[i];
  int count = find_free(t, n);
  if (count == 0 || count > m || !isfinite(u->f)) return 0;
  for (int i = 0; i < m; i++) {
    for (int a = 0; a < count; a++)
      t->factor[(size_t)i * (size_t)count + (size_t)a] =
          t->J[(size_t)i * (size_t)n + (size_t)t->free_index[a]];
    t->trial_r[i] = -t->r[i];
  }
  rg_least_squares(m, count, t->factor, count, t->trial_r, t->Hd);
  memcpy(t->trial, u->x, (size_t)n * sizeof *t->trial);
  for (int a = 0; a < count; a++) {
    int i = t->free_index[a];
    t->trial[i] = rg_clamp(u->x[i] + t->trial_r[a], u->p->lower[i], u->p->upper[i]);
  }
  u->iteration++;
  if (!(evaluate(u->p, t->trial, t->trial_r, NULL) < 0.5 * u->f)) return 0;
  memcpy(u->x, t->trial, (size_t)n * sizeof *u->x);
  arrive(u);
  u->radius = fmax(u->radius, 1e-3);
  return 1;
}

rg_status rg_box_trust_solve(rg_box_trust *t, const rg_least_squares_problem *p,
                             const rg_box_trust_options *options, double *x, double *stationarity,
                             rg_outcome *outcome) {
  run u = {.t = t, .p = p, .options = options, .outcome = outcome, .x = x, .radius = 1};
  rg_status status;
  const char *reason;
  for (int i = 0; i < p->n; i++) x[i] = rg_clamp(x[i], p->lower[i], p->upper[i]);
  arrive(&u);
  u.window_f = u.f;
  for (;;) {
    reason = ending(&u, &status);
    if (!reason) advance(&u);
    else if (status != RG_STALLED || u.options->gradient > 0 || !refine(&u)) break;
  }

  memcpy(x, t->best, (size_t)p->n * sizeof *x);
  if (stationarity) *stationarity = u.best_slope;
  outcome->iterations = u.iteration;
  outcome->reason[0] = 0;
  if (status != RG_SOLVED)
    snprintf(outcome->reason, sizeof outcome->reason, "%s, residual %.3g", reason, u.best);
  return status;
}
