/* A caller's F and Jacobian, dense and counted. */
#include "solve/ncp/ncp_functions.h"

#include <float.h>
#include <math.h>
#include <string.h>

int rg_ncp_functions_setup(rg_ncp_functions *f, rg_arena *arena, const rg_ncp *problem) {
  memset(f, 0, sizeof *f);
  f->problem = *problem;
  size_t n = (size_t)problem->n;
  if (problem->jacobian && problem->row_start)
    f->values = RG_NEW(arena, double, (size_t)problem->row_start[n] + 1);
  RG_VECTORS(arena, n, &f->point, &f->above, &f->below);
  return !arena->failed;
}

static void fill_nan(size_t count, double *x) {
  for (size_t i = 0; i < count; i++) x[i] = (double)NAN;
}

static void value(rg_ncp_functions *f, const double *z, double *F) {
  f->evaluations++;
  if (f->problem.function(f->problem.context, z, F)) fill_nan((size_t)f->problem.n, F);
}

void rg_ncp_functions_differences(rg_ncp_functions *f, const double *z, double *J) {
  const rg_ncp *p = &f->problem;
  size_t n = (size_t)p->n;
  const double step = cbrt(DBL_EPSILON); /* errors of rounding and of truncation are alike there */
  memcpy(f->point, z, n * sizeof *z);
  for (size_t j = 0; j < n; j++) {
    double h = step * fmax(1, fabs(z[j]));
    double to = fmin(z[j] + h, fmax(p->upper[j], z[j])),
           from = fmax(z[j] - h, fmin(p->lower[j], z[j]));
    if (!(to > from)) to = z[j] + h; /* held by both bounds */
    f->point[j] = to;
    value(f, f->point, f->above);
    f->point[j] = from;
    value(f, f->point, f->below);
    f->point[j] = z[j];
    for (size_t i = 0; i < n; i++) J[i * n + j] = (f->above[i] - f->below[i]) / (to - from);
  }
}

static void jacobian(rg_ncp_functions *f, const double *z, double *J) {
  const rg_ncp *p = &f->problem;
  size_t n = (size_t)p->n;
  if (!p->jacobian) {
    rg_ncp_functions_differences(f, z, J);
    return;
  }
  f->jacobians++;
  if (p->jacobian(p->context, z, f->values ? f->values : J)) {
    fill_nan(n * n, J);
    return;
  }
  if (!f->values) return;
  memset(J, 0, n * n * sizeof *J);
  for (size_t i = 0; i < n; i++)
    for (int k = p->row_start[i]; k < p->row_start[i + 1]; k++)
      J[i * n + (size_t)p->column[k]] += f->values[k];
}

void rg_ncp_functions_eval(rg_ncp_functions *f, const double *z, double *F, double *J) {
  value(f, z, F);
  if (J) jacobian(f, z, J);
}
