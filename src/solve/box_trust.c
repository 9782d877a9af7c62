/* Trust region for bound-constrained nonlinear least squares. Model of f at x:

       m(d) = g'd + 1/2 d'H d,   g = J'r,   H = J'J (+ sum r_i Hessian(r_i)),

   minimized over max(lower - x, -radius) <= d <= min(upper - x, radius) by projected Newton. */
#include "solve/box_trust.h"

#include "math/dense.h"
#include "solve/mlcp_scaling.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MODEL_STEPS = 40, STAGNATION_WINDOW = 60 };
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
  double **vectors[] = {&t->gradient, &t->step, &t->slope, &t->newton, &t->trial,
                        &t->low,      &t->high, &t->Hd,    &t->best};
  for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
    *vectors[i] = RG_NEW(arena, double, n);
  t->J = RG_NEW(arena, double, (size_t)m *(size_t)n);
  t->H = RG_NEW(arena, double, (size_t)n *(size_t)n);
  t->factor = RG_NEW(arena, double, (size_t)n *(size_t)n);
  t->r = RG_NEW(arena, double, m);
  t->trial_r = RG_NEW(arena, double, m);
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

/* why the run must end; NULL where it goes on */
static const char *ending(double best, int iteration, double f, double stationarity, double radius,
                          const rg_box_trust_options *options, const rg_outcome *outcome,
                          rg_status *status) {
  int limit = options->max_iterations > 0 ? options->max_iterations : RG_BOX_TRUST_MAX_ITERATIONS;
  if (best <= options->tol) return *status = RG_SOLVED, "";
  if (!isfinite(f)) return *status = RG_STALLED, "the function is not finite at the start";
  if (iteration >= limit) return *status = RG_LIMIT, "iteration limit";
  if (rg_outcome_expired(outcome)) return *status = RG_LIMIT, "time limit";
  if (stationarity <= 1e-13 * fmax(1, sqrt(f)))
    return *status = RG_STALLED, "stationary point that is no solution";
  if (radius < 1e-15) return *status = RG_STALLED, "no step reduces the objective";
  return NULL;
}

rg_status rg_box_trust_solve(rg_box_trust *t, const rg_least_squares_problem *p,
                             const rg_box_trust_options *options, double *x, double *stationarity,
                             rg_outcome *outcome) {
  size_t size = (size_t)p->n * sizeof *x;
  int iteration = 0;
  double radius = 1;
  rg_status status;
  const char *reason;
  for (int i = 0; i < p->n; i++) x[i] = rg_clamp(x[i], p->lower[i], p->upper[i]);
  double f = evaluate(p, x, t->r, t->J), window_f = f, slope = prepare_model(t, p, x);
  double best = residual_of(p, x, t->r), best_slope = slope;
  memcpy(t->best, x, size);
  while (!(reason = ending(best, iteration, f, slope, radius, options, outcome, &status))) {
    iteration++;
    double predicted = trust_step(t, p, x, radius);
    double length = rg_norm_max(p->n, t->step);
    double trial_f = evaluate(p, t->trial, t->trial_r, NULL);
    double ratio = predicted > 0 && isfinite(trial_f) ? (f - trial_f) / predicted : -1;

    /* radius */
    if (ratio < POOR) radius = 0.25 * fmin(radius, length);
    else if (ratio > GOOD && length > 0.9 * radius) radius = fmin(4 * radius, LARGEST_RADIUS);
    if (!(ratio > ACCEPT)) continue;

    /* accept */
    memcpy(x, t->trial, size);
    f = evaluate(p, x, t->r, t->J);
    slope = prepare_model(t, p, x);
    double residual = residual_of(p, x, t->r);
    rg_outcome_trace(outcome, residual);
    if (residual < best) {
      best = residual;
      best_slope = slope;
      memcpy(t->best, x, size);
    }
    if (iteration % STAGNATION_WINDOW == 0) {
      if (f > (1 - STAGNATION) * window_f && best > options->tol) {
        status = RG_STALLED;
        reason = "the objective no longer decreases";
        break;
      }
      window_f = f;
    }
  }
  memcpy(x, t->best, size);
  if (stationarity) *stationarity = best_slope;
  outcome->iterations = iteration;
  outcome->reason[0] = 0;
  if (status != RG_SOLVED)
    snprintf(outcome->reason, sizeof outcome->reason, "%s, residual %.3g", reason, best);
  return status;
}
