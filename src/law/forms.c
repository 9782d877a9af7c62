/* Products and residuals of the forms, that solvers stop by. The certificate has its own code. */
#include "law/forms.h"
#include "math/dense.h"

#include <float.h>
#include <math.h>
#include <string.h>

void rg_mlcp_w(const rg_mlcp *mlcp, const double *z, double *w) {
  rg_matvec(mlcp->n, mlcp->n, mlcp->M, mlcp->n, z, w);
  for (int i = 0; i < mlcp->n; i++) w[i] += mlcp->q[i];
}

/* mid(lower, x, upper) */
static double clamp(double x, double lower, double upper) {
  return x < lower ? lower : x > upper ? upper : x;
}

double rg_mlcp_residual(const rg_mlcp *mlcp, const double *z, const double *w) {
  double reference = mlcp->reference > 0 ? mlcp->reference : rg_norm(mlcp->n, mlcp->q), sum = 0;
  double inverse = reference > 0 ? 1 / reference : 1;
  for (int i = 0; i < mlcp->n; i++) {
    double e = inverse * clamp(w[i], z[i] - mlcp->upper[i], z[i] - mlcp->lower[i]);
    sum += e * e;
  }
  return sqrt(sum);
}

int rg_local_same_columns(const rg_local *local, int i, int j) {
  const int *start = local->row_start;
  int length = start[i + 1] - start[i];
  if (length != start[j + 1] - start[j]) return 0;
  return length == 0 || memcmp(local->column + start[i], local->column + start[j],
                               (size_t)length * sizeof(int)) == 0;
}

static void velocity_3(const rg_cone *cone, const double *restrict x, double *restrict u) {
  for (int i = 0; i < cone->blocks; i++) {
    double u0 = cone->c[3 * i], u1 = cone->c[3 * i + 1], u2 = cone->c[3 * i + 2];
    for (int k = cone->start[i]; k < cone->start[i + 1]; k++) {
      const double *a = cone->values + 9 * (size_t)k, *y = x + 3 * cone->column[k];
      double y0 = y[0], y1 = y[1], y2 = y[2];
      u0 += a[0] * y0 + a[1] * y1 + a[2] * y2;
      u1 += a[3] * y0 + a[4] * y1 + a[5] * y2;
      u2 += a[6] * y0 + a[7] * y1 + a[8] * y2;
    }
    u[3 * i] = u0, u[3 * i + 1] = u1, u[3 * i + 2] = u2;
  }
}

static void velocity_2(const rg_cone *cone, const double *restrict x, double *restrict u) {
  for (int i = 0; i < cone->blocks; i++) {
    double u0 = cone->c[2 * i], u1 = cone->c[2 * i + 1];
    for (int k = cone->start[i]; k < cone->start[i + 1]; k++) {
      const double *a = cone->values + 4 * (size_t)k, *y = x + 2 * cone->column[k];
      double y0 = y[0], y1 = y[1];
      u0 += a[0] * y0 + a[1] * y1;
      u1 += a[2] * y0 + a[3] * y1;
    }
    u[2 * i] = u0, u[2 * i + 1] = u1;
  }
}

void rg_cone_velocity(const rg_cone *cone, const double *x, double *u) {
  if (cone->d == 3) velocity_3(cone, x, u);
  else velocity_2(cone, x, u);
}

/* squared distance of r from P_K(r - u~), raw impulse r and velocity u */
static double contact_natural_square(int d, double mu, const double *r, const double *u) {
  double s2 = d == 3 ? u[2] : 0, r2 = d == 3 ? r[2] : 0;
  double slip = d == 3 ? sqrt(u[1] * u[1] + s2 * s2) : fabs(u[1]);
  double yn = r[0] - u[0] - mu * slip, y1 = r[1] - u[1], y2 = r2 - s2;
  double t = d == 3 ? sqrt(y1 * y1 + y2 * y2) : fabs(y1);
  if (yn >= 0 && t <= mu * yn) /* inside the cone */
    return (u[0] + mu * slip) * (u[0] + mu * slip) + u[1] * u[1] + s2 * s2;
  if (mu * t <= -yn) /* inside the polar cone */
    return r[0] * r[0] + r[1] * r[1] + r2 * r2;
  double outside = (t - mu * yn) / (1 + mu * mu); /* u~ + outside (-mu, y_t / t) */
  double e0 = u[0] + mu * slip - mu * outside, e1 = u[1] + outside * y1 / t,
         e2 = s2 + outside * y2 / t;
  return e0 * e0 + e1 * e1 + e2 * e2;
}

double rg_cone_residual(const rg_cone *cone, const double *x, const double *u) {
  int d = cone->d;
  double sum = 0, inverse = cone->c_norm > 0 ? 1 / cone->c_norm : 1;
  for (int i = 0; i < cone->first_contact * d; i++) {
    double s = cone->scale[i], r = s * x[i], v = u[i] / s;
    double e = inverse * clamp(v, r - s * cone->upper[i], r - s * cone->lower[i]);
    sum += e * e;
  }
  for (int i = cone->first_contact; i < cone->blocks; i++) {
    double r[3] = {0}, v[3] = {0}, s = cone->scale[d * i];
    for (int k = 0; k < d; k++) {
      r[k] = inverse * s * x[d * i + k];
      v[k] = inverse * u[d * i + k] / s;
    }
    sum += contact_natural_square(d, cone->mu[i], r, v);
    if (cone->mu[i] > 10 && v[0] < 0) sum += 0.01 * v[0] * v[0];
  }
  return sqrt(sum);
}

double rg_cone_rounding(const rg_cone *cone, const double *x) {
  int d = cone->d;
  double total = 0;
  for (int b = 0; b < cone->blocks; b++)
    for (int r = 0; r < d; r++) {
      double sum = 0;
      for (int k = cone->start[b]; k < cone->start[b + 1]; k++) {
        const double *row = cone->values + ((size_t)k * (size_t)d + (size_t)r) * (size_t)d;
        const double *part = x + cone->column[k] * d;
        for (int c = 0; c < d; c++) sum += fabs(row[c] * part[c]);
      }
      double raw = sum / cone->scale[b * d + r];
      total += raw * raw;
    }
  return DBL_EPSILON * sqrt(total);
}
