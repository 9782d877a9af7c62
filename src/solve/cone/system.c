/* Through the contacts open blocks, whose dx is known, are taken out of the system first. */
#include "solve/cone/system.h"

#include "math/block_lu.h"
#include "solve/cone/contact_map.h"
#include "solve/cone/primal.h"

#include <string.h>

struct rg_system {
  rg_primal *primal; /* through the bodies, or */
  rg_block_lu *lu;   /* through the contacts: */
  int blocks, d;
  double *J;             /* P + Q (A + s), pattern of A */
  double *Q;             /* of what was factored */
  unsigned char *active; /* the same */
};

rg_system *rg_system_new(rg_arena *arena, const rg_cone *cone) {
  rg_system *s = RG_NEW(arena, rg_system, 1);
  if (!s) return NULL;
  size_t dd = (size_t)(cone->d * cone->d);
  s->blocks = cone->blocks;
  s->d = cone->d;
  if (cone->coordinates || rg_primal_pays(arena, cone)) {
    s->primal = rg_primal_new(arena, cone, 1);
    return arena->failed ? NULL : s;
  }
  s->lu = rg_block_lu_new(arena, cone->d, cone->blocks, cone->start, cone->column);
  s->J = RG_RAW(arena, double, (size_t)cone->start[cone->blocks] * dd);
  s->Q = RG_RAW(arena, double, (size_t)cone->blocks *dd);
  s->active = RG_RAW(arena, unsigned char, cone->blocks);
  return arena->failed ? NULL : s;
}

void rg_system_velocity(rg_system *s, const rg_cone *cone, const double *x, double *u) {
  if (s->primal) rg_primal_product(s->primal, cone, x, u);
  else rg_cone_velocity(cone, x, u);
}

void rg_system_product(rg_system *s, const rg_cone *cone, const double *x, double *y) {
  rg_system_velocity(s, cone, x, y);
  for (int i = 0; i < cone->n; i++) y[i] -= cone->c[i];
}

/* --- through the contacts ------------------------------------------------------------------------------ */

/* J = Q A + [P + s Q on the diagonal], one block row */
static inline void fill_row(const int d, double *restrict values, const rg_cone *cone, int i,
                            const double *restrict P, const double *restrict Q,
                            const unsigned char *active, double s) {
  const size_t dd = (size_t)(d * d);
  for (int k = cone->start[i]; k < cone->start[i + 1]; k++) {
    if (!active[cone->column[k]]) continue;
    const double *A = cone->values + (size_t)k * dd;
    double *J = values + (size_t)k * dd;
    if (active[i] == RG_BLOCK_STICKS) {
      memcpy(J, A, dd * sizeof *J);
      continue;
    }
    for (int a = 0; a < d; a++)
      for (int b = 0; b < d; b++) {
        double sum = 0;
        for (int e = 0; e < d; e++) sum += Q[a * d + e] * A[e * d + b];
        J[a * d + b] = sum;
      }
  }
  double *J = values + (size_t)cone->diagonal[i] * dd;
  for (size_t a = 0; a < dd; a++) J[a] += P[a] + s * Q[a];
}

void rg_system_factor(rg_system *s, const rg_cone *cone, const double *P, const double *Q,
                      const unsigned char *active, double alpha, const double *weight) {
  if (s->primal) {
    rg_primal_factor(s->primal, cone, P, Q, active, alpha, weight);
    return;
  }
  size_t dd = (size_t)(cone->d * cone->d);
  memcpy(s->Q, Q, (size_t)cone->blocks * dd * sizeof *Q);
  memcpy(s->active, active, (size_t)cone->blocks);
  for (int i = 0; i < cone->blocks; i++) {
    if (!active[i]) continue;
    double soft = weight ? alpha * weight[i] : alpha;
    if (cone->d == 3) fill_row(3, s->J, cone, i, P + i * 9, Q + i * 9, active, soft);
    else if (cone->d == 2) fill_row(2, s->J, cone, i, P + i * 4, Q + i * 4, active, soft);
    else fill_row(6, s->J, cone, i, P + i * 36, Q + i * 36, active, soft);
  }
  rg_block_lu_share(s->lu, cone->workers);
  rg_block_lu_factor(s->lu, cone->start, cone->column, s->J, active);
}

static int is_zero(int d, const double *x) {
  for (int k = 0; k < d; k++)
    if (x[k] != 0) return 0;
  return 1;
}

/* b -= Q A dx of the open blocks */
static void move_known(const rg_system *s, const rg_cone *cone, double *x) {
  int d = cone->d, dd = d * d;
  for (int i = 0; i < cone->blocks; i++) {
    if (!s->active[i]) continue;
    double du[RG_CONTACT_MOST] = {0};
    for (int k = cone->start[i]; k < cone->start[i + 1]; k++) {
      const double *dx = x + d * cone->column[k];
      if (s->active[cone->column[k]] || is_zero(d, dx)) continue;
      const double *A = cone->values + (size_t)k * (size_t)dd;
      for (int a = 0; a < d; a++)
        for (int b = 0; b < d; b++) du[a] += A[a * d + b] * dx[b];
    }
    for (int a = 0; a < d; a++)
      for (int b = 0; b < d; b++) x[d * i + a] -= s->Q[i * dd + a * d + b] * du[b];
  }
}

void rg_system_solve(rg_system *s, const rg_cone *cone, double *x) {
  if (s->primal) {
    rg_primal_solve(s->primal, cone, x);
    return;
  }
  move_known(s, cone, x);
  rg_block_lu_solve(s->lu, s->active, x);
}

int rg_system_sign(const rg_system *s) {
  return s->primal ? rg_primal_sign(s->primal) : rg_block_lu_sign(s->lu, s->active);
}

double rg_system_cost(const rg_system *s) {
  const rg_block_lu *lu = s->primal ? rg_primal_lu(s->primal) : s->lu;
  double blocks = s->primal ? rg_primal_blocks(s->primal) : s->blocks, d = s->primal ? 6 : s->d;
  double fill = (double)rg_block_lu_fill(lu);
  return d * d * d * fill * fill / (blocks + 1) + 500.0 * s->blocks;
}
