/* Row and column scaling of an MLCP by powers of two: M' = R M C (Ruiz 2001). */
#include "solve/mlcp/mlcp_scaling.h"

#include "math/dense.h"
#include "solve/front/solver.h"

#include <math.h>

enum { SWEEPS = 10 };

double rg_clamp(double x, double lower, double upper) {
  return x < lower ? lower : x > upper ? upper : x;
}

rg_mlcp_scaling *rg_mlcp_scaling_setup(rg_arena *arena, int n) {
  rg_mlcp_scaling *scaling = RG_NEW(arena, rg_mlcp_scaling, 1);
  if (!scaling) return NULL;
  scaling->scaled.n = n;
  scaling->scaled.M = RG_NEW(arena, double, (size_t)n *(size_t)n);
  RG_VECTORS(arena, n, &scaling->scaled.q, &scaling->scaled.lower, &scaling->scaled.upper,
             &scaling->row, &scaling->column, &scaling->z, &scaling->w);
  return arena->failed ? NULL : scaling;
}

/* the power of two nearest to x in the logarithm, 1 for 0 and for what is not finite */
static double power_of_two(double x) {
  return x > 0 && isfinite(x) ? ldexp(1, (int)lrint(log2(x))) : 1;
}

/* one sweep of Ruiz' method: divide by the square roots of the largest entries, rows and columns
   at the same time; z and w serve as work space */
static void equilibrate_once(rg_mlcp_scaling *scaling, const double *M, int n) {
  double *row_largest = scaling->z, *column_largest = scaling->w;
  for (int i = 0; i < n; i++) row_largest[i] = column_largest[i] = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double a = fabs(scaling->row[i] * M[(size_t)i * (size_t)n + (size_t)j] * scaling->column[j]);
      if (a > row_largest[i]) row_largest[i] = a;
      if (a > column_largest[j]) column_largest[j] = a;
    }
  for (int i = 0; i < n; i++) {
    if (row_largest[i] > 0) scaling->row[i] /= sqrt(row_largest[i]);
    if (column_largest[i] > 0) scaling->column[i] /= sqrt(column_largest[i]);
  }
}

/* the scaled numbers, and the unit into the columns */
static void fill(rg_mlcp_scaling *scaling, const rg_mlcp *raw) {
  int n = raw->n;
  rg_mlcp *scaled = &scaling->scaled;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      size_t at = (size_t)i * (size_t)n + (size_t)j;
      scaled->M[at] = scaling->row[i] * raw->M[at] * scaling->column[j];
    }
    scaled->q[i] = scaling->row[i] * raw->q[i] / scaling->unit;
  }
  for (int i = 0; i < n; i++) {
    scaling->column[i] *= scaling->unit;
    scaled->lower[i] = raw->lower[i] / scaling->column[i];
    scaled->upper[i] = raw->upper[i] / scaling->column[i];
  }
}

void rg_mlcp_scale(rg_mlcp_scaling *scaling, const rg_mlcp *raw) {
  int n = raw->n;
  scaling->raw = raw;

  /* factors of rows and columns */
  for (int i = 0; i < n; i++) scaling->row[i] = scaling->column[i] = 1;
  for (int sweep = 0; sweep < SWEEPS; sweep++) equilibrate_once(scaling, raw->M, n);
  double largest = 0;
  for (int i = 0; i < n; i++) {
    scaling->row[i] = power_of_two(scaling->row[i]);
    scaling->column[i] = power_of_two(scaling->column[i]);
    largest = fmax(largest, fabs(scaling->row[i] * raw->q[i]));
  }

  scaling->unit = power_of_two(largest);
  fill(scaling, raw);
}

void rg_mlcp_take(rg_mlcp_scaling *scaling, const rg_mlcp *raw) {
  scaling->raw = raw;
  scaling->unit = 1;
  for (int i = 0; i < raw->n; i++) scaling->row[i] = scaling->column[i] = 1;
  fill(scaling, raw);
}

void rg_mlcp_scale_point(const rg_mlcp_scaling *scaling, const double *z, double *scaled_z) {
  const rg_mlcp *scaled = &scaling->scaled;
  for (int i = 0; i < scaled->n; i++) {
    double start = isfinite(z[i]) ? z[i] / scaling->column[i] : 0;
    scaled_z[i] = rg_clamp(start, scaled->lower[i], scaled->upper[i]);
  }
}

void rg_mlcp_unscale_point(const rg_mlcp_scaling *scaling, const double *scaled_z, double *z) {
  const rg_mlcp *raw = scaling->raw;
  for (int i = 0; i < raw->n; i++)
    z[i] = rg_clamp(scaled_z[i] * scaling->column[i], raw->lower[i], raw->upper[i]);
}

double rg_mlcp_scaled_residual(rg_mlcp_scaling *scaling, const double *scaled_z) {
  rg_mlcp_unscale_point(scaling, scaled_z, scaling->z);
  rg_mlcp_w(scaling->raw, scaling->z, scaling->w);
  return rg_mlcp_residual(scaling->raw, scaling->z, scaling->w);
}
