/* J is what was factored; J' has other rows C in the places of the changed blocks. With E the unit vectors of these
   places and X = J^-1 E

       J' = J + E (C - E' J),      det J' = det J det(C X),      J' dx = b:  dx = x0 + X q,  C X q = b_E - C x0

   where x0 solves J x0 = b with zeros in these places (Sherman, Morrison & Woodbury). A row of C is P x + Q (A x + s x):
   A X is kept beside X. */
#include "solve/cone/bordered.h"

#include "math/dense.h"

#include <string.h>

enum { MOST = 24 /* changed blocks; 2 d vectors of length n each */ };

struct rg_bordered {
  int count, most;
  int base_sign, sign; /* of det J, and of the whole */
  double shift;
  int block[MOST];
  int *slot;      /* of a changed block in the border; -1: not changed */
  double *P, *Q;  /* of the changed blocks, by slot */
  double *X, *AX; /* columns, one after the other */
  double *S;      /* C X, factored */
  int *pivot;
  double *q, *product;
};

/* blocks that may change */
static int most_blocks(const rg_cone *cone) { return cone->blocks < MOST ? cone->blocks : MOST; }

size_t rg_bordered_size(const rg_cone *cone) {
  size_t dd = (size_t)(cone->d * cone->d), n = (size_t)cone->n, blocks = (size_t)cone->blocks;
  size_t most = (size_t)(cone->d * most_blocks(cone));
  return sizeof(double) * ((2 * most + 1) * n + most * (most + 2) + 2 * dd * MOST) + 4 * blocks +
         2048;
}

rg_bordered *rg_bordered_new(rg_arena *arena, const rg_cone *cone) {
  rg_bordered *b = RG_NEW(arena, rg_bordered, 1);
  if (!b) return NULL;
  size_t dd = (size_t)(cone->d * cone->d), most = (size_t)(cone->d * most_blocks(cone));
  b->most = most_blocks(cone);
  b->slot = RG_RAW(arena, int, cone->blocks);
  b->P = RG_RAW(arena, double, MOST *dd);
  b->Q = RG_RAW(arena, double, MOST *dd);
  b->X = RG_RAW(arena, double, most *(size_t)cone->n);
  b->AX = RG_RAW(arena, double, most *(size_t)cone->n);
  b->S = RG_RAW(arena, double, most *most);
  b->pivot = RG_RAW(arena, int, most);
  b->q = RG_RAW(arena, double, most);
  b->product = RG_RAW(arena, double, cone->n);
  return arena->failed ? NULL : b;
}

int rg_bordered_changes(const rg_bordered *b) { return b->count; }
int rg_bordered_block(const rg_bordered *b, int change) { return b->block[change]; }
int rg_bordered_sign(const rg_bordered *b) { return b->sign; }

void rg_bordered_factor(rg_bordered *b, const rg_cone *cone, rg_system *system, const double *P,
                        const double *Q, const unsigned char *active, double shift) {
  b->count = 0;
  b->shift = shift;
  for (int i = 0; i < cone->blocks; i++) b->slot[i] = -1;
  rg_system_factor(system, cone, P, Q, active, shift, NULL);
  b->sign = b->base_sign = rg_system_sign(system);
}

int rg_bordered_change(rg_bordered *b, const rg_cone *cone, rg_system *system, int block) {
  int d = cone->d;
  size_t n = (size_t)cone->n;
  if (b->slot[block] >= 0) return 1;
  if (b->count == b->most) return 0;
  for (int k = 0; k < d; k++) {
    double *x = b->X + (size_t)(b->count * d + k) * n;
    memset(x, 0, n * sizeof *x);
    x[block * d + k] = 1;
    rg_system_solve(system, cone, x);
    rg_system_product(system, cone, x, b->AX + (size_t)(b->count * d + k) * n);
  }
  b->slot[block] = b->count;
  b->block[b->count++] = block;
  return 1;
}

/* y = the rows C of the block in `slot` times x */
static void apply_rows(const rg_bordered *b, const rg_cone *cone, int slot, const double *x,
                       const double *Ax, double *y) {
  int d = cone->d, first = b->block[slot] * d;
  const double *P = b->P + slot * d * d, *Q = b->Q + slot * d * d;
  for (int r = 0; r < d; r++) {
    y[r] = 0;
    for (int k = 0; k < d; k++)
      y[r] +=
          P[r * d + k] * x[first + k] + Q[r * d + k] * (Ax[first + k] + b->shift * x[first + k]);
  }
}

static int determinant_sign(int n, const double *LU, const int *pivot) {
  int sign = 1;
  for (int k = 0; k < n; k++) {
    if (pivot[k] != k) sign = -sign;
    if (LU[k * (n + 1)] < 0) sign = -sign;
  }
  return sign;
}

void rg_bordered_update(rg_bordered *b, const rg_cone *cone, const double *P, const double *Q) {
  int d = cone->d, dd = d * d, size = b->count * d;
  for (int s = 0; s < b->count; s++) {
    memcpy(b->P + s * dd, P + b->block[s] * dd, (size_t)dd * sizeof *P);
    memcpy(b->Q + s * dd, Q + b->block[s] * dd, (size_t)dd * sizeof *Q);
  }
  for (int s = 0; s < b->count; s++)
    for (int c = 0; c < size; c++) {
      size_t at = (size_t)c * (size_t)cone->n;
      double y[RG_CONTACT_MOST];
      apply_rows(b, cone, s, b->X + at, b->AX + at, y);
      for (int r = 0; r < d; r++) b->S[(s * d + r) * size + c] = y[r];
    }
  b->sign = b->base_sign;
  if (size == 0) return;
  rg_lu_factor(size, b->S, size, b->pivot, 1e-300);
  b->sign *= determinant_sign(size, b->S, b->pivot);
}

void rg_bordered_solve(rg_bordered *b, const rg_cone *cone, rg_system *system, double *x) {
  int d = cone->d, size = b->count * d;
  for (int s = 0; s < b->count; s++) {
    memcpy(b->q + s * d, x + b->block[s] * d, (size_t)d * sizeof *x);
    memset(x + b->block[s] * d, 0, (size_t)d * sizeof *x);
  }
  rg_system_solve(system, cone, x);
  if (size == 0) return;
  rg_system_product(system, cone, x, b->product);
  for (int s = 0; s < b->count; s++) {
    double y[RG_CONTACT_MOST];
    apply_rows(b, cone, s, x, b->product, y);
    for (int k = 0; k < d; k++) b->q[s * d + k] -= y[k];
  }
  rg_lu_solve(size, b->S, size, b->pivot, b->q);
  for (int c = 0; c < size; c++) rg_axpy(cone->n, b->q[c], b->X + (size_t)c * (size_t)cone->n, x);
}
