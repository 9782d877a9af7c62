/* Classical Runge-Kutta of order 4 for the references of the tests. */
#ifndef REFERENCE_ODE_H
#define REFERENCE_ODE_H

enum { REFERENCE_MOST = 16 };

typedef void (*reference_rate)(const double *y, double *rate, void *context);

static inline void reference_step(reference_rate rate, void *context, int n, double *y, double h) {
  const double at[4] = {0, 0.5, 0.5, 1}, weight[4] = {1 / 6., 1 / 3., 1 / 3., 1 / 6.};
  double k[REFERENCE_MOST] = {0}, p[REFERENCE_MOST], sum[REFERENCE_MOST] = {0};
  for (int stage = 0; stage < 4; stage++) {
    for (int i = 0; i < n; i++) p[i] = y[i] + h * at[stage] * k[i];
    rate(p, k, context);
    for (int i = 0; i < n; i++) sum[i] += weight[stage] * k[i];
  }
  for (int i = 0; i < n; i++) y[i] += h * sum[i];
}

#endif
