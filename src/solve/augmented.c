#include "solve/augmented.h"

#include "math/dense.h"

#include <math.h>
#include <string.h>

enum { STEPS = 100, TRIALS = 20 };

static const double FALL = 0.1;
static const double ENOUGH = 0.1; /* of k: how small the gradient has to be */
static const double FLAT = 0.1;   /* of the slope at the start: where a line search ends */

struct rg_augmented {
  int size;           /* of y */
  double *center, *s; /* what the impulses refer to: x_c, mu |u_t| */
  double *u, *du;     /* velocities, and their change along the step */
  double *trial_u, *trial_x;
  double *D; /* derivative of the projection */
  double *y, *dy, *gradient;
};

rg_augmented *rg_augmented_new(rg_arena *arena, const rg_cone *cone, const rg_primal *primal) {
  rg_augmented *a = RG_NEW(arena, rg_augmented, 1);
  if (!a) return NULL;
  size_t n = (size_t)cone->n;
  a->size = rg_primal_size(primal);
  a->center = RG_RAW(arena, double, n);
  a->s = RG_RAW(arena, double, cone->blocks);
  a->u = RG_RAW(arena, double, n);
  a->du = RG_RAW(arena, double, n);
  a->trial_u = RG_RAW(arena, double, n);
  a->trial_x = RG_RAW(arena, double, n);
  a->D = RG_RAW(arena, double, 9 * (size_t)cone->blocks);
  a->y = RG_RAW(arena, double, a->size);
  a->dy = RG_RAW(arena, double, a->size);
  a->gradient = RG_RAW(arena, double, a->size);
  return arena->failed ? NULL : a;
}

/* --- the impulses that belong to velocities
 * --------------------------------------------------- */

static void diagonal(int d, double value, double *D) {
  memset(D, 0, (size_t)(d * d) * sizeof *D);
  for (int k = 0; k < d; k++) D[k * (d + 1)] = value;
}

/* p = P_K(y), and its derivative where D is not NULL */
static void project(int d, double mu, const double *y, double *p, double *D) {
  double length = d == 3 ? sqrt(y[1] * y[1] + y[2] * y[2]) : fabs(y[1]);
  if (length <= mu * y[0]) { /* inside */
    memcpy(p, y, (size_t)d * sizeof *p);
    if (D) diagonal(d, 1, D);
    return;
  }
  memset(p, 0, (size_t)d * sizeof *p);
  if (D) diagonal(d, 0, D);
  if (mu * length <= -y[0]) return; /* the tip */
  double edge[3] = {1, mu * y[1] / length, d == 3 ? mu * y[2] / length : 0};
  double inverse = 1 / (1 + mu * mu), height = inverse * (y[0] + mu * length);
  for (int k = 0; k < d; k++) p[k] = height * edge[k];
  for (int a = 0; a < d && D; a++)
    for (int b = 0; b < d; b++) {
      D[a * d + b] = inverse * edge[a] * edge[b];
      if (a > 0 && b > 0)
        D[a * d + b] += mu * height / length * ((a == b) - y[a] * y[b] / (length * length));
    }
}

static void clamp_rows(const rg_cone *cone, int block, const double *y, double *p, double *D) {
  int d = cone->d;
  if (D) diagonal(d, 0, D);
  for (int k = 0; k < d; k++) {
    double lower = cone->lower[block * d + k], upper = cone->upper[block * d + k];
    p[k] = y[k] < lower ? lower : y[k] > upper ? upper : y[k];
    if (D) D[k * (d + 1)] = y[k] > lower && y[k] < upper;
  }
}

/* x = P_K(center - (u + s n) / k) */
static void find_impulses(const rg_augmented *a, const rg_cone *cone, const double *u, double k,
                          double *x, double *D) {
  int d = cone->d;
  for (int b = 0; b < cone->blocks; b++) {
    double y[3] = {0}, *block = D ? D + b * d * d : NULL;
    for (int i = 0; i < d; i++) y[i] = a->center[b * d + i] - u[b * d + i] / k;
    if (b < cone->first_contact) {
      clamp_rows(cone, b, y, x + b * d, block);
      continue;
    }
    y[0] -= a->s[b] / k;
    project(d, cone->mu[b], y, x + b * d, block);
  }
}

static void find_slips(rg_augmented *a, const rg_cone *cone) {
  int d = cone->d;
  for (int b = cone->first_contact; b < cone->blocks; b++) {
    const double *u = a->u + b * d;
    a->s[b] = cone->mu[b] * (d == 3 ? sqrt(u[1] * u[1] + u[2] * u[2]) : fabs(u[1]));
  }
}

/* --- one centre
 * -------------------------------------------------------------------------------
 */

/* how far to go along dy: the slope of a convex function is brought near 0 by
 * regula falsi */
static double search_length(rg_augmented *a, const rg_cone *cone, double k) {
  int n = a->size;
  double first = rg_dot(n, a->dy, a->gradient), along = rg_dot(n, a->y, a->dy);
  double curvature = rg_dot(n, a->dy, a->dy), t = 1;
  double low = 0, high = HUGE_VAL, low_slope = first, high_slope = 0;
  for (int trial = 0; trial < TRIALS; trial++) {
    for (int i = 0; i < cone->n; i++) a->trial_u[i] = a->u[i] + t * a->du[i];
    find_impulses(a, cone, a->trial_u, k, a->trial_x, NULL);
    double slope = along + t * curvature - rg_dot(cone->n, a->du, a->trial_x);
    if (fabs(slope) <= FLAT * fabs(first)) break;
    if (slope < 0) low = t, low_slope = slope;
    else high = t, high_slope = slope;
    if (high == HUGE_VAL) {
      t *= 2;
      continue;
    }
    double width = high - low, root = low - low_slope * width / (high_slope - low_slope);
    t = fmin(fmax(root, low + 0.1 * width), high - 0.1 * width);
  }
  return t;
}

/* minimizes over y; x is left at the impulses */
static void minimize(rg_augmented *a, rg_primal *primal, const rg_cone *cone, double k, double *x,
                     rg_outcome *outcome) {
  for (int step = 0;; step++) {
    rg_primal_velocity(primal, cone, a->y, a->u);
    for (int i = 0; i < cone->n; i++) a->u[i] += cone->c[i];
    if (step == 0) find_slips(a, cone);
    find_impulses(a, cone, a->u, k, x, a->D);
    rg_primal_gather(primal, cone, x, a->gradient);
    for (int i = 0; i < a->size; i++) a->gradient[i] = a->y[i] - a->gradient[i];
    if (rg_norm(a->size, a->gradient) <= ENOUGH * k) return;
    if (step == STEPS || rg_outcome_expired(outcome)) return;
    rg_primal_hessian(primal, cone, a->D, 1 / k);
    for (int i = 0; i < a->size; i++) a->dy[i] = -a->gradient[i];
    rg_primal_newton(primal, a->dy);
    rg_primal_velocity(primal, cone, a->dy, a->du);
    outcome->iterations++;
    double t = search_length(a, cone, k);
    for (int i = 0; i < a->size; i++) a->y[i] += t * a->dy[i];
  }
}

void rg_augmented_run(rg_augmented *a, rg_primal *primal, const rg_cone *cone, double first,
                      double last, double tol, double *x, rg_outcome *outcome) {
  rg_primal_gather(primal, cone, x, a->y);
  for (double k = first; k > 0.5 * last && !rg_outcome_expired(outcome); k *= FALL) {
    if (cone->n) memcpy(a->center, x, (size_t)cone->n * sizeof *x);
    minimize(a, primal, cone, k, x, outcome);
    rg_cone_velocity(cone, x, a->u);
    double residual = rg_cone_residual(cone, x, a->u);
    rg_outcome_trace(outcome, residual);
    if (residual <= tol) return;
  }
}
