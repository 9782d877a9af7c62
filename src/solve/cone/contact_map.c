/* Alart and Curnier's map and the natural one, contact by contact and row by row, with their derivatives. */
#include "solve/cone/contact_map.h"

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

/* a contact with moments */
static void map_moments(const rg_cone *cone, int block, double mu_scale, const double *x,
                        const double *u, double *F, double *P, double *Q, unsigned char *active) {
  rg_friction f = cone->friction[block - cone->first_contact];
  for (int p = 0; p < f.parts && mu_scale != 1; p++)
    for (int k = 0; k < f.part[p].count; k++) f.part[p].weight[k] *= mu_scale;
  rg_friction_map(&f, x, u, F, P, Q);
  if (P) *active = x[0] - u[0] > 0 ? RG_BLOCK_ACTIVE : RG_BLOCK_OPEN;
}

/* the scalar rows, then the contacts */
static inline void map_blocks(const int d, const rg_cone *cone, const rg_map *map, const double *x,
                              const double *u, double *F, double *P, double *Q,
                              unsigned char *active) {
  for (int i = 0; i < cone->blocks; i++) {
    double *Pi = P ? P + i * d * d : NULL, *Qi = Q ? Q + i * d * d : NULL;
    double mu = map->mu_scale * cone->mu[i], *Fi = F + d * i;
    unsigned char *flag = active ? active + i : NULL;
    const double *xi = x + d * i, *ui = u + d * i;
    int rows = i < cone->first_contact;
    if (rows) map_rows(cone, i, xi, ui, Fi, Pi, Qi, flag);
    else if (d > 3) map_moments(cone, i, map->mu_scale, xi, ui, Fi, Pi, Qi, flag);
    else if (map->kind == RG_MAP_ALART_CURNIER) map_alart_curnier(d, mu, xi, ui, Fi, Pi, Qi, flag);
    else map_natural(d, mu, xi, ui, Fi, Pi, Qi, flag);
  }
}

void rg_contact_map(const rg_cone *cone, rg_map map, const double *x, const double *u, double *F,
                    double *P, double *Q, unsigned char *active) {
  if (cone->d == 3) map_blocks(3, cone, &map, x, u, F, P, Q, active);
  else if (cone->d == 2) map_blocks(2, cone, &map, x, u, F, P, Q, active);
  else map_blocks(6, cone, &map, x, u, F, P, Q, active);
}
