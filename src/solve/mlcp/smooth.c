/* Smooth mixed complementarity problems for the Levenberg-Marquardt drivers. */
#include "solve/mlcp/smooth.h"

#include "base/random.h"
#include "math/dense.h"
#include "solve/mlcp/fischer_burmeister.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

enum {
  STARTS = 12, /* each scatters by another size, and twice */
  START_ITERATIONS = 200,
  MAX_ITERATIONS = 2000
};

typedef struct smooth {
  rg_lm *lm;
  const rg_mixed *mixed;
  rg_smooth_form form;
  double lambda, reference;
  double *F, *z, *x, *best;
} smooth;

void *rg_smooth_setup(rg_arena *arena, const rg_mixed *mixed, const rg_options *options) {
  (void)options;
  smooth *s = RG_NEW(arena, smooth, 1);
  if (!s) return NULL;
  RG_VECTORS(arena, mixed->n, &s->F, &s->z, &s->x, &s->best);
  s->lm = rg_lm_setup(arena, mixed->n);
  return arena->failed ? NULL : s;
}

static void clamp(const rg_mixed *m, const double *x, double *z) {
  for (int i = 0; i < m->n; i++) z[i] = rg_clamp(x[i], m->lower[i], m->upper[i]);
}

/* F(z) + x - z and its slope J D + I - D, D = 1 where x is not beyond a bound */
static void normal_map(smooth *s, const double *x, double *phi, double *J) {
  const rg_mixed *m = s->mixed;
  size_t n = (size_t)m->n;
  clamp(m, x, s->z);
  m->eval(m->context, s->z, phi, J);
  for (size_t j = 0; j < n; j++) {
    phi[j] += x[j] - s->z[j];
    if (!J || x[j] == s->z[j]) continue;
    for (size_t i = 0; i < n; i++) J[i * n + j] = i == j;
  }
}

static void evaluate(void *context, const double *x, double *phi, double *J) {
  smooth *s = context;
  const rg_mixed *m = s->mixed;
  if (s->form == RG_SMOOTH_NORMAL) {
    normal_map(s, x, phi, J);
    return;
  }
  m->eval(m->context, x, s->F, J);
  rg_penalized_fb_system(m->n, x, s->F, m->lower, m->upper, s->lambda, phi, J);
}

/* what would be returned; unknowns of the normal map lie beyond the bounds, and are judged at their z */
static void finish(void *context, double *x) {
  const smooth *s = context;
  if (s->form == RG_SMOOTH_FISCHER) clamp(s->mixed, x, x);
}

/* || z - mid(lower, z - F, upper) ||, relative */
static double residual(void *context, const double *x, const double *phi) {
  smooth *s = context;
  const rg_mixed *m = s->mixed;
  (void)phi;
  clamp(m, x, s->z);
  m->eval(m->context, s->z, s->F, NULL);
  for (int i = 0; i < m->n; i++) {
    s->F[i] = rg_clamp(s->F[i], s->z[i] - m->upper[i], s->z[i] - m->lower[i]);
    if (isnan(s->F[i])) return HUGE_VAL;
  }
  return rg_norm(m->n, s->F) / s->reference;
}

/* the k-th start: the caller's, then points scattered within the bounds */
static void choose_start(const rg_mixed *m, int k, const double *z, double *x) {
  static const double spread[] = {1, 10, 0.1, 3, 30, 0.3};
  uint64_t state = (uint64_t)k;
  double size = spread[k % 6];
  for (int i = 0; i < m->n; i++) {
    double low = m->lower[i], high = m->upper[i], t = size * rg_random(&state);
    if (k == 0) x[i] = isfinite(z[i]) ? z[i] : 0;
    else if (!isinf(low)) x[i] = low + t;
    else if (!isinf(high)) x[i] = high - t;
    else x[i] = z[i] + 2 * t - size;
    x[i] = rg_clamp(x[i], low, high);
  }
}

/* from z to unknowns of the normal map: beyond the bound by what F pushes against it */
static void normal_start(smooth *s, double *x) {
  const rg_mixed *m = s->mixed;
  m->eval(m->context, x, s->F, NULL);
  for (int i = 0; i < m->n; i++) {
    int held = (x[i] <= m->lower[i] && s->F[i] > 0) || (x[i] >= m->upper[i] && s->F[i] < 0);
    if (held) x[i] -= s->F[i];
  }
}

rg_status rg_smooth_solve(void *state, rg_lm_driver driver, rg_smooth_form form,
                          const rg_mixed *mixed, const rg_options *options, double lambda,
                          int printed, double *z, rg_outcome *outcome) {
  smooth *s = state;
  int limit = options->max_iterations > 0 ? options->max_iterations : MAX_ITERATIONS;
  int iterations = 0;
  double best = HUGE_VAL;
  rg_system system = {mixed->n, s, evaluate, finish, residual};
  s->mixed = mixed, s->form = form, s->lambda = lambda;
  s->reference = mixed->reference > 0 ? mixed->reference : 1;
  clamp(mixed, z, s->best);

  for (int k = 0; k < (printed ? 1 : STARTS) && iterations < limit; k++) {
    int left = limit - iterations;
    rg_lm_options lm = {.tol = options->tol,
                        .max_iterations =
                            printed || left < START_ITERATIONS ? left : START_ITERATIONS};
    if (k > 0 && rg_outcome_expired(outcome)) break;
    choose_start(mixed, k, z, s->x);
    if (form == RG_SMOOTH_NORMAL) normal_start(s, s->x);
    driver(s->lm, &system, &lm, s->x, outcome);
    iterations += outcome->iterations;
    double reached = residual(s, s->x, NULL);
    if (reached < best) {
      best = reached;
      memcpy(s->best, s->z, (size_t)mixed->n * sizeof *z); /* the z of s->x */
    }
    if (best <= options->tol) break;
  }
  memcpy(z, s->best, (size_t)mixed->n * sizeof *z);
  outcome->iterations = iterations;
  if (best <= options->tol) {
    outcome->reason[0] = '\0';
    return RG_SOLVED;
  }
  return iterations >= limit || rg_outcome_expired(outcome) ? RG_LIMIT : RG_STALLED;
}
