#include "solve/contact_map.h"

#include <math.h>
#include <string.h>

static inline void identity(const int d, double *block, double value) {
  memset(block, 0, (size_t)(d * d) * sizeof *block);
  for (int i = 0; i < d; i++) block[i * (d + 1)] = value;
}

static void map_rows(const rg_cone *cone, int i, const double *x, const double *u, double *F,
                     double *P, double *Q, unsigned char *active) {
  int d = cone->d, any = 0;
  if (P) identity(d, P, 0), identity(d, Q, 0);
  for (int k = 0; k < d; k++) {
    double lower = cone->lower[d * i + k], upper = cone->upper[d * i + k], y = x[k] - u[k];
    int free = y > lower && y < upper;
    F[k] = free ? u[k] : x[k] - (y <= lower ? lower : upper);
    if (!P) continue;
    if (free) Q[k * (d + 1)] = 1, any = 1;
    else P[k * (d + 1)] = 1;
  }
  if (P) *active = (unsigned char)any;
}

/* slipping: F_t = x_t - mu s e with s = x_n - u_n, y = x_t - u_t, e = y / |y|;
   d(mu s e) = mu e (dx_n - du_n) + (mu s / |y|)(I - e e')(dx_t - du_t) */
static inline void slip_derivative(const int d, double mu, double s, const double *y, double length,
                                   double *P, double *Q) {
  identity(d, P, 0);
  identity(d, Q, 0);
  Q[0] = 1;
  double ratio = mu * s / length;
  for (int a = 1; a < d; a++) {
    double ea = y[a] / length;
    P[a * d] = -mu * ea;
    Q[a * d] = mu * ea;
    for (int b = 1; b < d; b++) {
      double across = ratio * ((a == b) - ea * y[b] / length);
      P[a * d + b] = (a == b) - across;
      Q[a * d + b] = across;
    }
  }
}

void rg_slip_derivative(int d, double mu, const double y[3], double *P, double *Q) {
  double length = d == 3 ? sqrt(y[1] * y[1] + y[2] * y[2]) : fabs(y[1]);
  if (length > 0) {
    slip_derivative(d, mu, y[0], y, length, P, Q);
    return;
  }
  identity(d, P, 1); /* no direction: F_t = x_t */
  identity(d, Q, 0);
  P[0] = 0, Q[0] = 1;
}

static inline void map_alart_curnier(const int d, double mu, const double *x, const double *u,
                                     double *F, double *P, double *Q, unsigned char *active) {
  double y[3] = {0}, square = 0;
  for (int k = 0; k < d; k++) y[k] = x[k] - u[k];
  for (int k = 1; k < d; k++) square += y[k] * y[k];
  if (y[0] <= 0) { /* break: r = 0 */
    memcpy(F, x, (size_t)d * sizeof *F);
    if (P) identity(d, P, 1), identity(d, Q, 0), *active = 0;
    return;
  }
  if (P) *active = 1;
  double radius = mu * y[0], length = sqrt(square);
  F[0] = u[0];
  if (length <= radius) { /* stick: u = 0 */
    for (int k = 1; k < d; k++) F[k] = u[k];
    if (P) identity(d, P, 0), identity(d, Q, 1), *active = RG_BLOCK_STICKS;
    return;
  }
  for (int k = 1; k < d; k++) F[k] = x[k] - radius * y[k] / length;
  if (P) slip_derivative(d, mu, y[0], y, length, P, Q);
}

/* derivative of the projection on K at y where it meets the boundary:
   (1, mu e)(1, mu e)' / (1 + mu^2) + mu p_n / |y_t| (I - e e') on the tangent plane */
static void boundary_derivative(int d, double mu, double normal, const double *y, double length,
                                double *D) {
  double g[3] = {1, mu * y[1] / length, d == 3 ? mu * y[2] / length : 0};
  double inverse = 1 / (1 + mu * mu), ratio = mu * normal / length;
  for (int a = 0; a < d; a++)
    for (int b = 0; b < d; b++) {
      D[a * d + b] = g[a] * g[b] * inverse;
      if (a > 0 && b > 0) D[a * d + b] += ratio * ((a == b) - y[a] * y[b] / (length * length));
    }
}

static void map_natural(int d, double mu, const double *x, const double *u, double *F, double *P,
                        double *Q, unsigned char *active) {
  double slip = d == 3 ? sqrt(u[1] * u[1] + u[2] * u[2]) : fabs(u[1]);
  double y[3] = {x[0] - u[0] - mu * slip, x[1] - u[1], d == 3 ? x[2] - u[2] : 0}, D[9];
  double length = sqrt(y[1] * y[1] + y[2] * y[2]), p[3] = {0};
  identity(d, D, 0);
  if (y[0] >= 0 && length <= mu * y[0]) { /* inside the cone */
    memcpy(p, y, sizeof p);
    identity(d, D, 1);
  } else if (mu * length > -y[0]) { /* on the boundary */
    p[0] = (y[0] + mu * length) / (1 + mu * mu);
    for (int k = 1; k < d; k++) p[k] = mu * p[0] * y[k] / length;
    boundary_derivative(d, mu, p[0], y, length, D);
  }
  for (int k = 0; k < d; k++) F[k] = x[k] - p[k];
  if (!P) return;
  /* dF = dx - D (dx - du - mu n e' du_t) */
  int any = 0;
  for (int a = 0; a < d; a++)
    for (int b = 0; b < d; b++) {
      P[a * d + b] = (a == b) - D[a * d + b];
      Q[a * d + b] = D[a * d + b];
      if (b > 0 && slip > 0) Q[a * d + b] += D[a * d] * mu * u[b] / slip;
      if (D[a * d + b] != 0) any = 1;
    }
  *active = (unsigned char)any;
}

/* (z + sqrt(z^2 + 4 tau^2)) / 2 without cancellation, and its derivative */
static double plus(double z, double tau, double *derivative) {
  double root = sqrt(z * z + 4 * tau * tau);
  *derivative = 0.5 * (1 + z / root);
  return z > 0 ? 0.5 * (z + root) : 2 * tau * tau / (root - z);
}

/* mid(lower, y, upper) = lower + plus(y - lower) - plus(y - upper) */
static double smooth_mid(double lower, double upper, double y, double tau, double *derivative) {
  double low_slope = 1, high_slope = 0, value = y;
  if (isfinite(lower)) value = lower + plus(y - lower, tau, &low_slope);
  if (isfinite(upper) && isfinite(lower)) value -= plus(y - upper, tau, &high_slope);
  else if (isfinite(upper)) value = upper - plus(upper - y, tau, &low_slope);
  *derivative = low_slope - high_slope;
  return value;
}

static void smooth_rows(const rg_cone *cone, int i, double tau, const double *x, const double *u,
                        double *F, double *P, double *Q, unsigned char *active) {
  int d = cone->d;
  if (P) identity(d, P, 0), identity(d, Q, 0), *active = 1;
  for (int k = 0; k < d; k++) {
    double lower = cone->lower[d * i + k], upper = cone->upper[d * i + k], slope;
    int free = !isfinite(lower) && !isfinite(upper);
    F[k] = free ? u[k] : x[k] - smooth_mid(lower, upper, x[k] - u[k], tau, &slope);
    if (!P) continue;
    P[k * (d + 1)] = free ? 0 : 1 - slope;
    Q[k * (d + 1)] = free ? 1 : slope;
  }
}

/* derivative of the smoothed projection: [a, b e'; b e, a e e' + s (I - e e')] */
static void smooth_projection(int d, double tau, const double *y, double *p, double *D) {
  double t = d == 3 ? sqrt(y[1] * y[1] + y[2] * y[2]) : fabs(y[1]), s1, s2;
  double e[3] = {0, t > 0 ? y[1] / t : 1, d == 3 && t > 0 ? y[2] / t : 0};
  double low = plus(y[0] - t, tau, &s1), high = plus(y[0] + t, tau, &s2);
  double a = 0.5 * (s1 + s2), b = 0.5 * (s2 - s1);
  double s = t > 1e-8 * (fabs(y[0]) + tau) ? (high - low) / (2 * t) : a;
  p[0] = 0.5 * (low + high);
  D[0] = a;
  for (int i = 1; i < d; i++) {
    p[i] = 0.5 * (high - low) * e[i];
    D[i] = D[i * d] = b * e[i];
    for (int k = 1; k < d; k++) D[i * d + k] = a * e[i] * e[k] + s * ((i == k) - e[i] * e[k]);
  }
}

static void map_smooth(int d, double mu, double tau, const double *x, const double *u, double *F,
                       double *P, double *Q, unsigned char *active) {
  if (mu == 0) { /* a half line: no cone to be self-dual */
    double slope;
    F[0] = x[0] - plus(x[0] - u[0], tau, &slope);
    for (int k = 1; k < d; k++) F[k] = x[k];
    if (!P) return;
    identity(d, P, 1), identity(d, Q, 0);
    P[0] = 1 - slope, Q[0] = slope, *active = 1;
    return;
  }
  double square = tau * tau, y[3], p[3], D[9];
  for (int k = 1; k < d; k++) square += u[k] * u[k];
  double slip = sqrt(square);
  y[0] = mu * x[0] - u[0] - mu * slip;
  for (int k = 1; k < d; k++) y[k] = x[k] - mu * u[k];
  smooth_projection(d, tau, y, p, D);
  F[0] = mu * x[0] - p[0];
  for (int k = 1; k < d; k++) F[k] = x[k] - p[k];
  if (!P) return;
  /* dF = T dx - D (T dx - W du), T = diag(mu, 1, 1), W = diag(1, mu, mu) + mu n (u_t / slip)' */
  *active = 1;
  for (int a = 0; a < d; a++) {
    P[a * d] = mu * ((a == 0) - D[a * d]);
    Q[a * d] = D[a * d];
    for (int b = 1; b < d; b++) {
      P[a * d + b] = (a == b) - D[a * d + b];
      Q[a * d + b] = mu * D[a * d + b] + D[a * d] * mu * u[b] / slip;
    }
  }
}

/* the scalar rows, then the contacts */
static inline void map_blocks(const int d, const rg_cone *cone, const rg_map *map, const double *x,
                              const double *u, double *F, double *P, double *Q,
                              unsigned char *active) {
  for (int i = 0; i < cone->blocks; i++) {
    double *Pi = P ? P + i * d * d : NULL, *Qi = Q ? Q + i * d * d : NULL;
    double mu = map->mu_scale * cone->mu[i], *Fi = F + d * i;
    double tau = map->weight ? map->tau * map->weight[i] : map->tau;
    unsigned char *flag = active ? active + i : NULL;
    const double *xi = x + d * i, *ui = u + d * i;
    int rows = i < cone->first_contact;
    if (rows && map->kind == RG_MAP_SMOOTH) smooth_rows(cone, i, tau, xi, ui, Fi, Pi, Qi, flag);
    else if (rows) map_rows(cone, i, xi, ui, Fi, Pi, Qi, flag);
    else if (map->kind == RG_MAP_ALART_CURNIER) map_alart_curnier(d, mu, xi, ui, Fi, Pi, Qi, flag);
    else if (map->kind == RG_MAP_NATURAL) map_natural(d, mu, xi, ui, Fi, Pi, Qi, flag);
    else map_smooth(d, mu, tau, xi, ui, Fi, Pi, Qi, flag);
  }
}

void rg_contact_map(const rg_cone *cone, rg_map map, const double *x, const double *u, double *F,
                    double *P, double *Q, unsigned char *active) {
  if (cone->d == 3) map_blocks(3, cone, &map, x, u, F, P, Q, active);
  else map_blocks(2, cone, &map, x, u, F, P, Q, active);
}
