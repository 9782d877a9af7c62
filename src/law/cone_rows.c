/* With r = S x:  t = W' r,  A x = S W t. */
#include "law/cone_rows.h"

#include <math.h>
#include <string.h>

/* first and last run of a block */
static const rg_run *runs_of(const rg_cone *cone, int block, const rg_run **end) {
  const rg_row_factor *f = cone->factor;
  int unit = cone->factor_unit ? cone->factor_unit[block] : block;
  *end = f->run + f->run_start[unit + 1];
  return f->run + f->run_start[unit];
}

static void add_block(const int d, const rg_cone *cone, int b) {
  const rg_run *end, *run = runs_of(cone, b, &end);
  double *block = cone->values + (size_t)b * (size_t)(d * d);
  for (int k = 0; k < d * d; k++) block[k] = 0;
  for (; run < end; run++) {
    const double *w = cone->factor->value + run->at;
    for (int k = 0; k < run->count; k++, w += d)
      for (int i = 0; i < d; i++)
        for (int j = 0; j < d; j++) block[i * d + j] += w[i] * w[j];
  }
}

void rg_cone_rows_diagonal(const rg_cone *cone) {
  for (int b = 0; b < cone->blocks; b++) {
    if (cone->d == 3) add_block(3, cone, b);
    else add_block(2, cone, b);
  }
}

/* t += W_b' r */
static inline void gather(const int d, const rg_cone *cone, int b, const double *r, double *t) {
  const rg_run *end, *run = runs_of(cone, b, &end);
  for (; run < end; run++) {
    const double *w = cone->factor->value + run->at;
    for (int k = 0; k < run->count; k++, w += d)
      for (int i = 0; i < d; i++) t[run->first + k] += w[i] * r[i];
  }
}

/* u = W_b t */
static inline void spread(const int d, const rg_cone *cone, int b, const double *t, double *u) {
  const rg_run *end, *run = runs_of(cone, b, &end);
  for (int i = 0; i < d; i++) u[i] = 0;
  for (; run < end; run++) {
    const double *w = cone->factor->value + run->at;
    for (int k = 0; k < run->count; k++, w += d)
      for (int i = 0; i < d; i++) u[i] += w[i] * t[run->first + k];
  }
}

static inline void multiply(const int d, const rg_cone *cone, const double *x, double *y) {
  double *t = cone->coordinates;
  memset(t, 0, (size_t)cone->factor->size * sizeof *t);
  for (int b = 0; b < cone->blocks; b++) {
    double r[3] = {0};
    for (int i = 0; i < d; i++) r[i] = cone->scale[d * b + i] * x[d * b + i];
    gather(d, cone, b, r, t);
  }
  for (int b = 0; b < cone->blocks; b++) {
    double u[3] = {0};
    spread(d, cone, b, t, u);
    for (int i = d * b; i < d * (b + 1); i++)
      y[i] = cone->scale[i] * (u[i - d * b] + cone->compliance * (cone->scale[i] * x[i]));
  }
}

void rg_cone_rows_product(const rg_cone *cone, const double *x, double *y) {
  if (cone->d == 3) multiply(3, cone, x, y);
  else multiply(2, cone, x, y);
}

/* || |W| |W'| |r| || */
static inline double size_of(const int d, const rg_cone *cone, const double *x) {
  double *t = cone->coordinates, total = 0;
  memset(t, 0, (size_t)cone->factor->size * sizeof *t);
  for (int b = 0; b < cone->blocks; b++) {
    const rg_run *end, *run = runs_of(cone, b, &end);
    double r[3] = {0};
    for (int i = 0; i < d; i++) r[i] = fabs(cone->scale[d * b + i] * x[d * b + i]);
    for (; run < end; run++) {
      const double *w = cone->factor->value + run->at;
      for (int k = run->first; k < run->first + run->count; k++, w += d)
        for (int i = 0; i < d; i++) t[k] += fabs(w[i]) * r[i];
    }
  }
  for (int b = 0; b < cone->blocks; b++) {
    const rg_run *end, *run = runs_of(cone, b, &end);
    double u[3] = {0};
    for (; run < end; run++) {
      const double *w = cone->factor->value + run->at;
      for (int k = run->first; k < run->first + run->count; k++, w += d)
        for (int i = 0; i < d; i++) u[i] += fabs(w[i]) * t[k];
    }
    for (int i = 0; i < d; i++) total += u[i] * u[i];
  }
  return sqrt(total);
}

double rg_cone_rows_size(const rg_cone *cone, const double *x) {
  return cone->d == 3 ? size_of(3, cone, x) : size_of(2, cone, x);
}
