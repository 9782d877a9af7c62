/* Farkas' lemma for mixed linear complementarity problems: sup y' (M z + q) < 0 over the bounds. */
#include "solve/mlcp/farkas.h"

#include "math/dense.h"

#include <math.h>

/* y with the admissible signs, largest entry 1; 0 where y is zero or not finite */
static int normalize(const rg_mlcp *mlcp, double *y) {
  int n = mlcp->n;
  double size = rg_norm_max(n, y);
  if (!(size > 0) || !isfinite(size)) return 0;
  for (int i = 0; i < n; i++) {
    y[i] /= size;
    if (isfinite(mlcp->lower[i]) && y[i] < 0) y[i] = 0;
    if (isfinite(mlcp->upper[i]) && y[i] > 0) y[i] = 0;
  }
  return 1;
}

int rg_farkas_proves(const rg_mlcp *mlcp, double *y, double *work) {
  int n = mlcp->n;
  if (!normalize(mlcp, y)) return 0;
  double sup = 0, magnitude = 0, tolerance = 1e-13 * n * rg_norm_max(n * n, mlcp->M);
  rg_matvec_t(n, n, mlcp->M, n, y, work); /* sup = q' y + sup (M' y)' z */
  for (int i = 0; i < n; i++) {
    double term = mlcp->q[i] * y[i], bound = work[i] > 0 ? mlcp->upper[i] : mlcp->lower[i];
    sup += term;
    magnitude += fabs(term);
    if (fabs(work[i]) <= tolerance) continue;
    if (!isfinite(bound)) return 0;
    sup += work[i] * bound;
    magnitude += fabs(work[i] * bound);
  }
  return sup < -1e-3 * magnitude;
}
