/* The certificate of a mixed complementarity problem, from z and F(z). */
#include "solve/ncp/ncp_certificate.h"

#include <math.h>

void rg_ncp_nearest_to_zero(const rg_ncp *p, double *z) {
  for (int i = 0; i < p->n; i++)
    z[i] = p->lower[i] > 0 ? p->lower[i] : p->upper[i] < 0 ? p->upper[i] : 0;
}

/* sums of squares that neither overflow nor vanish */
static double norm(int n, const double *x) {
  double largest = 0, sum = 0;
  for (int i = 0; i < n; i++) largest = fmax(largest, fabs(x[i]));
  if (largest == 0) return 0;
  for (int i = 0; i < n; i++) sum += (x[i] / largest) * (x[i] / largest);
  return largest * sqrt(sum);
}

double rg_ncp_size(int n, const double *F) {
  for (int i = 0; i < n; i++)
    if (!isfinite(F[i])) return 0;
  double size = norm(n, F);
  return isfinite(size) ? size : 0;
}

static void keep_worst(double value, int at, double *worst, int *where) {
  if (value > *worst) *worst = value, *where = at;
}

rg_ncp_certificate rg_ncp_certificate_of(const rg_ncp *p, const double *z, const double *F,
                                         double reference) {
  rg_ncp_certificate c = {
      .reference = reference, .natural_map_at = -1, .outside_at = -1, .sign_at = -1};
  double scaled = 0;
  for (int i = 0; i < p->n; i++) {
    double low = p->lower[i], high = p->upper[i];
    /* z - mid(lower, z - F, upper) as mid(z - upper, F, z - lower): small F are not lost beside large z */
    double map = fmax(z[i] - high, fmin(F[i], z[i] - low));
    keep_worst(fabs(map), i, &c.natural_map, &c.natural_map_at);
    scaled = hypot(scaled, map / reference);
    keep_worst(fmax(low - z[i], z[i] - high), i, &c.outside, &c.outside_at);
    double wrong = low == high ? 0 : z[i] <= low ? -F[i] : z[i] >= high ? F[i] : fabs(F[i]);
    keep_worst(wrong, i, &c.sign, &c.sign_at);
  }
  c.residual = scaled;
  return c;
}
