/* With z_n = y_n - u_n and, in each part, s = y / a, z = s - rho a u, rho = 1 / max a^2:

       F_n = y_n - max(0, z_n)
       F   = max a (s - z)                        |z| <= z_n     sticks: a u / max a
       F   = max a (s - max(0, z_n) z / |z|)      otherwise      slips, or is open

   The map is that of Alart & Curnier 1991 with as many balls as friction has parts; an ellipsoid is a ball of s. */
#include "law/friction.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* one component whose impulse is as it is wanted: 0 */
static void open_component(const rg_friction *f, int k, const double *y, double *F, double *by_y) {
  F[k] = y[k];
  if (by_y) by_y[k * f->dim + k] = 1;
}

static void stick_part(const rg_friction *f, const rg_friction_part *p, double most,
                       const double *u, double *F, double *by_u) {
  for (int i = 0; i < p->count; i++) {
    int k = p->component[i];
    double share = p->weight[i] / most;
    F[k] = share * u[k];
    if (by_u) by_u[k * f->dim + k] = share;
  }
}

/* direction e = z / |z|; d(R e) = e dR + (R / |z|) (1 - e e') dz */
static void slip_part(const rg_friction *f, const rg_friction_part *p, double most, double bound,
                      const double *z, double size, const double *y, double *F, double *by_y,
                      double *by_u) {
  int d = f->dim;
  double rho = 1 / (most * most);
  for (int i = 0; i < p->count; i++) {
    int k = p->component[i];
    double e = z[i] / size;
    F[k] = most * (y[k] / p->weight[i] - bound * e);
    if (!by_y) continue;
    by_y[k * d + k] += most / p->weight[i];
    by_y[k * d] -= most * e;
    by_u[k * d] += most * e;
    for (int j = 0; j < p->count; j++) {
      int l = p->component[j];
      double turn = most * bound / size * ((i == j) - e * z[j] / size), b = p->weight[j];
      by_y[k * d + l] -= turn / b;
      by_u[k * d + l] += turn * rho * b;
    }
  }
}

static void map_part(const rg_friction *f, const rg_friction_part *whole, double bound,
                     const double *y, const double *u, double *F, double *by_y, double *by_u) {
  rg_friction_part p = {0};
  double most = 0, z[RG_CONTACT_MOST], square = 0;
  // without friction, or without a normal impulse, there is no room
  for (int i = 0; i < whole->count; i++) {
    if (bound <= 0 || whole->weight[i] == 0) {
      open_component(f, whole->component[i], y, F, by_y);
      continue;
    }
    p.component[p.count] = whole->component[i];
    p.weight[p.count++] = whole->weight[i];
    most = fmax(most, whole->weight[i]);
  }
  if (p.count == 0) return;
  double rho = 1 / (most * most);
  for (int i = 0; i < p.count; i++) {
    z[i] = y[p.component[i]] / p.weight[i] - rho * p.weight[i] * u[p.component[i]];
    square += z[i] * z[i];
  }
  if (sqrt(square) <= bound) stick_part(f, &p, most, u, F, by_u);
  else slip_part(f, &p, most, bound, z, sqrt(square), y, F, by_y, by_u);
}

void rg_friction_map(const rg_friction *f, const double *y, const double *u, double *F,
                     double *by_y, double *by_u) {
  assert(f->dim >= 2 && f->dim <= RG_CONTACT_MOST && !by_y == !by_u);
  size_t bytes = (size_t)(f->dim * f->dim) * sizeof(double);
  double bound = y[0] - u[0];
  if (by_y) {
    memset(by_y, 0, bytes);
    memset(by_u, 0, bytes);
  }
  if (bound > 0) {
    F[0] = u[0];
    if (by_u) by_u[0] = 1;
  } else open_component(f, 0, y, F, by_y);
  for (int p = 0; p < f->parts; p++) map_part(f, &f->part[p], bound, y, u, F, by_y, by_u);
}
