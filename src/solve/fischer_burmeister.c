/* The penalized Fischer-Burmeister function, Mylapilli & Jain 2017, Eq. 8-9 and 45-48, and the MLCP
   as a system of such equations. */
#include "solve/fischer_burmeister.h"

#include "math/dense.h"

#include <math.h>
#include <string.h>

/* 1 - a / h for h = sqrt(a^2 + b^2) > 0, without cancellation */
static double one_minus_cosine(double a, double b, double h) {
  return a > 0 ? (b / h) * (b / (h + a)) : 1 - a / h;
}

/* slopes of lambda (a + b - sqrt(a^2 + b^2)), Eq. 47; at the origin along a direction, Eq. 45 */
static rg_slopes plain_slopes(double a, double b, double lambda, const rg_slopes *direction) {
  double h = hypot(a, b);
  if (h == 0) {
    a = direction->a, b = direction->b, h = hypot(a, b);
    if (!(h > 0)) a = b = 1, h = sqrt(2);
  }
  return (rg_slopes){lambda * one_minus_cosine(a, b, h), lambda * one_minus_cosine(b, a, h)};
}

double rg_penalized_fb(double a, double b, double lambda, rg_slopes *slopes) {
  double h = hypot(a, b), sum = a + b;
  double plain = sum > 0 ? 2 * a * (b / (sum + h)) : sum - h;
  double penalty = a > 0 && b > 0 && lambda < 1 ? (1 - lambda) * a * b : 0;
  if (slopes) {
    *slopes = plain_slopes(a, b, lambda, slopes);
    if (a > 0 && b > 0) { /* Eq. 46 */
      slopes->a += (1 - lambda) * b;
      slopes->b += (1 - lambda) * a;
    }
  }
  return lambda * plain + penalty;
}

/* -phi(upper - z, -f) */
static double upper_row(double z, double f, double upper, double lambda, rg_slopes *slopes) {
  if (slopes) *slopes = (rg_slopes){-slopes->a, -slopes->b};
  return -rg_penalized_fb(upper - z, -f, lambda, slopes);
}

/* phi(z - lower, -phi(upper - z, -f)), by the chain rule */
static double box_row(double z, double f, double lower, double upper, double lambda,
                      rg_slopes *slopes) {
  if (!slopes)
    return rg_penalized_fb(z - lower, upper_row(z, f, upper, lambda, NULL), lambda, NULL);
  rg_slopes inner = *slopes, outer = *slopes;
  double value = upper_row(z, f, upper, lambda, &inner);
  outer.b = inner.a * slopes->a + inner.b * slopes->b;
  double phi = rg_penalized_fb(z - lower, value, lambda, &outer);
  *slopes = (rg_slopes){outer.a + outer.b * inner.a, outer.b * inner.b};
  return phi;
}

double rg_penalized_fb_row(double z, double f, double lower, double upper, double lambda,
                           rg_slopes *slopes) {
  if (isfinite(lower) && isfinite(upper)) return box_row(z, f, lower, upper, lambda, slopes);
  if (isfinite(lower)) return rg_penalized_fb(z - lower, f, lambda, slopes);
  if (isfinite(upper)) return upper_row(z, f, upper, lambda, slopes);
  if (slopes) *slopes = (rg_slopes){0, -1}; /* Eq. 48 */
  return -f;
}

/* z and f both zero with respect to a bound: the set S_1 of Eq. 45 */
static int at_kink(double z, double f, double lower, double upper) {
  return f == 0 && (z == lower || z == upper);
}

void rg_penalized_fb_system(int n, const double *z, const double *F, const double *lower,
                            const double *upper, double lambda, double *phi, double *J) {
  for (int i = 0; i < n; i++) {
    if (!J) {
      phi[i] = rg_penalized_fb_row(z[i], F[i], lower[i], upper[i], lambda, NULL);
      continue;
    }

    /* direction (y_i, grad f_i . y) with y = 1 on S_1, Eq. 45 */
    double *row = J + (size_t)i * (size_t)n;
    rg_slopes slopes = {1, 1};
    if (at_kink(z[i], F[i], lower[i], upper[i])) {
      slopes.b = 0;
      for (int j = 0; j < n; j++)
        if (at_kink(z[j], F[j], lower[j], upper[j])) slopes.b += row[j];
    }

    /* J_i = slope_a e_i + slope_b grad f_i */
    phi[i] = rg_penalized_fb_row(z[i], F[i], lower[i], upper[i], lambda, &slopes);
    for (int j = 0; j < n; j++) row[j] *= slopes.b;
    row[i] += slopes.a;
  }
}

struct rg_pfb {
  rg_mlcp_scaling *scaling;
  rg_lm *lm;
  double lambda;
  double *w, *x, *best;
};

void *rg_pfb_setup(rg_arena *arena, const rg_mlcp *mlcp, const rg_options *options) {
  (void)options;
  rg_pfb *pfb = RG_NEW(arena, rg_pfb, 1);
  if (!pfb) return NULL;
  pfb->scaling = rg_mlcp_scaling_setup(arena, mlcp->n);
  pfb->lm = rg_lm_setup(arena, mlcp->n);
  pfb->w = RG_NEW(arena, double, mlcp->n);
  pfb->x = RG_NEW(arena, double, mlcp->n);
  pfb->best = RG_NEW(arena, double, mlcp->n);
  return arena->failed ? NULL : pfb;
}

static void pfb_eval(void *context, const double *x, double *phi, double *J) {
  rg_pfb *pfb = context;
  const rg_mlcp *scaled = &pfb->scaling->scaled;
  rg_mlcp_w(scaled, x, pfb->w);
  if (J) memcpy(J, scaled->M, (size_t)scaled->n * (size_t)scaled->n * sizeof *J);
  rg_penalized_fb_system(scaled->n, x, pfb->w, scaled->lower, scaled->upper, pfb->lambda, phi, J);
}

static double pfb_residual(void *context, const double *x, const double *phi) {
  (void)phi;
  return rg_mlcp_scaled_residual(((rg_pfb *)context)->scaling, x);
}

/* start 0: the caller's point; 1: inside the bounds, one unit from them; 2: the bound nearest to 0
 */
static void choose_start(const rg_pfb *pfb, int start, const double *z, double *x) {
  const rg_mlcp *scaled = &pfb->scaling->scaled;
  rg_mlcp_scale_point(pfb->scaling, z, x);
  if (start == 0) return;
  for (int i = 0; i < scaled->n; i++) {
    double low = scaled->lower[i], high = scaled->upper[i], at = 0;
    if (start == 1 && isfinite(low)) at = isfinite(high) ? 0.5 * (low + high) : low + 1;
    else if (start == 1 && isfinite(high)) at = high - 1;
    x[i] = rg_clamp(at, low, high);
  }
}

rg_status rg_pfb_solve(rg_pfb *pfb, rg_lm_driver driver, const rg_mlcp *mlcp,
                       const rg_options *options, double *z, rg_outcome *outcome) {
  rg_system system = {.n = mlcp->n, .context = pfb, .eval = pfb_eval, .residual = pfb_residual};
  rg_lm_options lm_options = {.tol = options->tol, .max_iterations = options->max_iterations};
  rg_status status = RG_STALLED;
  double best = HUGE_VAL;
  int iterations = 0;
  rg_mlcp_scale(pfb->scaling, mlcp);
  pfb->lambda = options->lambda > 0 && options->lambda <= 1 ? options->lambda : 1;

  /* a stationary point that is no solution: start again elsewhere, keep the best */
  for (int start = 0; start < 3 && status == RG_STALLED; start++) {
    choose_start(pfb, start, z, pfb->x);
    outcome->iterations = 0;
    status = driver(pfb->lm, &system, &lm_options, pfb->x, outcome);
    iterations += outcome->iterations;
    double residual = rg_mlcp_scaled_residual(pfb->scaling, pfb->x);
    if (start == 0 || residual < best) {
      best = residual;
      memcpy(pfb->best, pfb->x, (size_t)mlcp->n * sizeof *pfb->x);
    }
  }
  outcome->iterations = iterations;
  rg_mlcp_unscale_point(pfb->scaling, pfb->best, z);
  return status;
}
