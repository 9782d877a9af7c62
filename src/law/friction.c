/* With z_n = y_n - u_n and, in each part, s = y / a, z = s - rho a u, rho = 1 / max a^2:

       F_n = y_n - max(0, z_n)
       F   = max a (s - z)                        |z| <= z_n     sticks: a u / max a
       F   = max a (s - max(0, z_n) z / |z|)      otherwise      slips, or is open

   The map is that of Alart & Curnier 1991 with as many balls as friction has parts; an ellipsoid is a ball of s. */
#include "law/friction.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* a part without the components that have no friction */
typedef struct rubbing {
  int count;
  int component[RG_CONTACT_MOST - 1];
  double most, share[RG_CONTACT_MOST - 1]; /* max a; a / max a */
  double v[RG_CONTACT_MOST - 1], length;   /* max a z */
} rubbing;

static rubbing look(const rg_friction_part *part, const double *y, const double *u) {
  rubbing p = {.count = 0};
  double square = 0;
  for (int i = 0; i < part->count; i++) p.most = fmax(p.most, part->weight[i]);
  for (int i = 0; i < part->count; i++) {
    if (part->weight[i] == 0) continue;
    int k = p.component[p.count] = part->component[i];
    double share = p.share[p.count] = part->weight[i] / p.most;
    double v = p.v[p.count++] = y[k] / share - share * u[k];
    square += v * v;
  }
  p.length = sqrt(square);
  return p;
}

int rg_friction_vector(const rg_friction_part *part, const double *y, const double *u, double *v,
                       double *most) {
  rubbing p = look(part, y, u);
  memcpy(v, p.v, (size_t)p.count * sizeof *v);
  *most = p.most;
  return p.count;
}

int rg_friction_piece(const rg_friction *f, const double *y, const double *u) {
  int piece = y[0] - u[0] > 0 ? RG_FRICTION_CLOSED : 0;
  for (int p = 0; p < f->parts && piece; p++) {
    rubbing part = look(&f->part[p], y, u);
    if (part.count && part.length <= part.most * (y[0] - u[0])) piece |= RG_FRICTION_STICKS << p;
  }
  return piece;
}

static void stick_part(const rg_friction *f, const rubbing *p, const double *u, double *F,
                       double *by_y, double *by_u) {
  for (int i = 0; i < p->count; i++) {
    int k = p->component[i];
    F[k] = p->share[i] * u[k];
    if (!by_y) continue;
    by_y[k * f->dim + k] = 0;
    by_u[k * f->dim + k] = p->share[i];
  }
}

/* direction e = v / |v|; d(R e) = e dR + (R / |v|) (1 - e e') dv. Where there is none the impulse is wanted as 0. */
static void slip_part(const rg_friction *f, const rubbing *p, double bound, double *F, double *by_y,
                      double *by_u, const double *y) {
  int d = f->dim;
  double radius = p->most * bound, turn = p->length > 0 ? radius / p->length : 0;
  for (int i = 0; i < p->count; i++) {
    int k = p->component[i];
    double e = p->length > 0 ? p->v[i] / p->length : 0;
    F[k] = y[k] / p->share[i] - radius * e;
    if (!by_y) continue;
    by_y[k * d + k] = 1 / p->share[i];
    by_y[k * d] = -p->most * e;
    by_u[k * d] = p->most * e;
    for (int j = 0; j < p->count && turn != 0; j++) {
      double across = turn * ((i == j) - e * p->v[j] / p->length);
      by_y[k * d + p->component[j]] -= across / p->share[j];
      by_u[k * d + p->component[j]] += across * p->share[j];
    }
  }
}

void rg_friction_map_on(const rg_friction *f, int piece, const double *y, const double *u,
                        double *F, double *by_y, double *by_u) {
  assert(f->dim >= 2 && f->dim <= RG_CONTACT_MOST && !by_y == !by_u);
  size_t bytes = (size_t)(f->dim * f->dim) * sizeof(double);
  memcpy(F, y, (size_t)f->dim * sizeof *F);
  if (by_y) {
    memset(by_y, 0, bytes);
    memset(by_u, 0, bytes);
    for (int k = 0; k < f->dim; k++) by_y[k * (f->dim + 1)] = 1;
  }
  if (!(piece & RG_FRICTION_CLOSED)) return;
  F[0] = u[0];
  if (by_y) by_y[0] = 0, by_u[0] = 1;
  for (int p = 0; p < f->parts; p++) {
    rubbing part = look(&f->part[p], y, u);
    if (piece & RG_FRICTION_STICKS << p) stick_part(f, &part, u, F, by_y, by_u);
    else slip_part(f, &part, y[0] - u[0], F, by_y, by_u, y);
  }
}

void rg_friction_map(const rg_friction *f, const double *y, const double *u, double *F,
                     double *by_y, double *by_u) {
  rg_friction_map_on(f, rg_friction_piece(f, y, u), y, u, F, by_y, by_u);
}
