/* J over the blocks that were active when it was factored. Changed blocks come in two kinds:
     enters    it was open: its dx is a new unknown, with the columns Q_a A_ai of the other rows
     replaced  its d old rows are relaxed by new unknowns w, column e_i, and its new rows are added
   With B the new columns, C the new rows and D where both meet,
       J dx + B q = b,   C dx + D q = b',   S = D - C J^-1 B
   and det = det J det S, with the other sign for each row that was replaced. */
#include "solve/cone/bordered.h"

#include "math/dense.h"

#include <math.h>
#include <string.h>

enum { MOST = 24 /* changed blocks; d columns of length n each */, WIDEST = 3 };

struct rg_bordered {
  int count, most;
  int base_sign, sign; /* of det J, and of the whole */
  double shift;
  int block[MOST];
  unsigned char *active; /* when it was factored */
  int *slot;             /* of a changed block in the border; -1: not changed */
  double *Q;             /* when it was factored */
  double *P_now, *Q_now; /* of the changed blocks, by slot */
  double *columns;       /* J^-1 B, one after the other */
  double *S;
  int *pivot;
  double *q;
};

/* blocks that may change */
static int most_blocks(const rg_cone *cone) { return cone->blocks < MOST ? cone->blocks : MOST; }

size_t rg_bordered_size(const rg_cone *cone) {
  size_t dd = (size_t)(cone->d * cone->d), n = (size_t)cone->n, blocks = (size_t)cone->blocks;
  size_t most = (size_t)(cone->d * most_blocks(cone));
  return sizeof(double) * (most * (n + most + 3) + dd * (blocks + 2 * MOST)) + 8 * blocks + 2048;
}

rg_bordered *rg_bordered_new(rg_arena *arena, const rg_cone *cone) {
  rg_bordered *b = RG_NEW(arena, rg_bordered, 1);
  if (!b) return NULL;
  size_t dd = (size_t)(cone->d * cone->d), most = (size_t)(cone->d * most_blocks(cone));
  b->most = most_blocks(cone);
  b->active = RG_RAW(arena, unsigned char, cone->blocks);
  b->slot = RG_RAW(arena, int, cone->blocks);
  b->Q = RG_RAW(arena, double, (size_t)cone->blocks *dd);
  b->P_now = RG_RAW(arena, double, MOST *dd);
  b->Q_now = RG_RAW(arena, double, MOST *dd);
  b->columns = RG_RAW(arena, double, most *(size_t)cone->n);
  b->S = RG_RAW(arena, double, most *most);
  b->pivot = RG_RAW(arena, int, most);
  b->q = RG_RAW(arena, double, most);
  return arena->failed ? NULL : b;
}

int rg_bordered_changes(const rg_bordered *b) { return b->count; }
int rg_bordered_block(const rg_bordered *b, int change) { return b->block[change]; }
int rg_bordered_sign(const rg_bordered *b) { return b->sign; }

void rg_bordered_factor(rg_bordered *b, const rg_cone *cone, rg_newton *newton, const double *P,
                        const double *Q, const unsigned char *active, double shift) {
  b->count = 0;
  b->shift = shift;
  memcpy(b->active, active, (size_t)cone->blocks);
  memcpy(b->Q, Q, (size_t)(cone->blocks * cone->d * cone->d) * sizeof *Q);
  for (int i = 0; i < cone->blocks; i++) b->slot[i] = -1;
  rg_newton_derivative(newton, cone, P, Q, active, shift);
  b->sign = b->base_sign = rg_block_lu_sign(newton->lu, active);
}

/* y = M x of d x d, added */
static inline void add_product(int d, const double *M, const double *x, double *y) {
  for (int i = 0; i < d; i++)
    for (int j = 0; j < d; j++) y[i] += M[i * d + j] * x[j];
}

/* --- the border ------------------------------------------------------------------------------------ */

/* column k of B for block i: into x, then J^-1 */
static void find_column(const rg_bordered *b, const rg_cone *cone, rg_newton *newton, int i, int k,
                        double *x) {
  int d = cone->d, dd = d * d;
  memset(x, 0, (size_t)cone->n * sizeof *x);
  if (b->active[i]) x[i * d + k] = 1;
  for (int p = cone->start[i]; p < cone->start[i + 1] && !b->active[i]; p++) {
    int a = cone->column[p];
    if (!b->active[a]) continue;
    const double *A = cone->values + (size_t)p * (size_t)dd; /* A_ia = A_ai' */
    for (int r = 0; r < d; r++)
      for (int e = 0; e < d; e++) x[a * d + r] += b->Q[a * dd + r * d + e] * A[k * d + e];
  }
  rg_newton_solve(newton, cone, b->active, x);
}

int rg_bordered_change(rg_bordered *b, const rg_cone *cone, rg_newton *newton, int block) {
  int d = cone->d;
  if (b->slot[block] >= 0) return 1;
  if (b->count == b->most) return 0;
  for (int k = 0; k < d; k++)
    find_column(b, cone, newton, block, k,
                b->columns + (size_t)(b->count * d + k) * (size_t)cone->n);
  b->slot[block] = b->count;
  b->block[b->count++] = block;
  return 1;
}

/* y = the new rows of the block in `slot` times x: P x_i + Q ((A x)_i + s x_i), x of blocks that were active */
static void apply_rows(const rg_bordered *b, const rg_cone *cone, int slot, const double *x,
                       double *y) {
  int d = cone->d, dd = d * d, i = b->block[slot];
  double u[WIDEST] = {0};
  memset(y, 0, (size_t)d * sizeof *y);
  for (int p = cone->start[i]; p < cone->start[i + 1]; p++)
    add_product(d, cone->values + (size_t)p * (size_t)dd, x + cone->column[p] * d, u);
  for (int k = 0; k < d; k++) u[k] += b->shift * x[i * d + k];
  add_product(d, b->P_now + slot * dd, x + i * d, y);
  add_product(d, b->Q_now + slot * dd, u, y);
}

/* what the new unknown k of the entering block j gives in the new rows of block i, beside that through J */
static void apply_entering(const rg_bordered *b, const rg_cone *cone, int slot, int j, int k,
                           double *y) {
  int d = cone->d, dd = d * d, i = b->block[slot];
  double u[WIDEST] = {0};
  for (int p = cone->start[i]; p < cone->start[i + 1]; p++)
    if (cone->column[p] == j)
      for (int r = 0; r < d; r++) u[r] = cone->values[(size_t)p * (size_t)dd + (size_t)(r * d + k)];
  if (i == j) u[k] += b->shift;
  add_product(d, b->Q_now + slot * dd, u, y);
  for (int r = 0; r < d && i == j; r++) y[r] += b->P_now[slot * dd + r * d + k];
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
    memcpy(b->P_now + s * dd, P + b->block[s] * dd, (size_t)dd * sizeof *P);
    memcpy(b->Q_now + s * dd, Q + b->block[s] * dd, (size_t)dd * sizeof *Q);
  }
  for (int s = 0; s < b->count; s++)
    for (int c = 0; c < size; c++) {
      double y[WIDEST], direct[WIDEST] = {0};
      int j = b->block[c / d];
      apply_rows(b, cone, s, b->columns + (size_t)c * (size_t)cone->n, y);
      if (!b->active[j]) apply_entering(b, cone, s, j, c % d, direct);
      for (int r = 0; r < d; r++) b->S[(s * d + r) * size + c] = direct[r] - y[r];
    }
  b->sign = b->base_sign;
  if (size == 0) return;
  rg_lu_factor(size, b->S, size, b->pivot, 1e-300);
  b->sign *= determinant_sign(size, b->S, b->pivot);
  for (int s = 0; s < b->count; s++)
    if (b->active[b->block[s]] && d == 3) b->sign = -b->sign;
}

/* --- solutions ------------------------------------------------------------------------------------- */

/* blocks that are open and stay so have dx = b: what the other rows get of them goes to the right-hand side */
static void move_known(const rg_bordered *b, const rg_cone *cone, double *x) {
  int d = cone->d, dd = d * d;
  for (int j = 0; j < cone->blocks; j++) {
    if (b->active[j] || b->slot[j] >= 0) continue;
    const double *known = x + j * d;
    if (known[0] == 0 && known[1] == 0 && known[d - 1] == 0) continue;
    for (int p = cone->start[j]; p < cone->start[j + 1]; p++) {
      int a = cone->column[p];
      if (!b->active[a]) continue;
      const double *A = cone->values + (size_t)p * (size_t)dd;
      double u[WIDEST] = {0};
      for (int r = 0; r < d; r++) /* A_aj = A_ja' */
        for (int e = 0; e < d; e++) u[r] -= A[e * d + r] * known[e];
      add_product(d, b->Q + a * dd, u, x + a * d);
    }
  }
}

void rg_bordered_solve(rg_bordered *b, const rg_cone *cone, rg_newton *newton, double *x) {
  int d = cone->d, size = b->count * d;
  for (int s = 0; s < b->count;
       s++) { /* b' is set aside: the old rows are relaxed, the new unknowns 0 */
    memcpy(b->q + s * d, x + b->block[s] * d, (size_t)d * sizeof *x);
    memset(x + b->block[s] * d, 0, (size_t)d * sizeof *x);
  }
  move_known(b, cone, x);
  rg_newton_solve(newton, cone, b->active, x);
  if (size == 0) return;
  for (int s = 0; s < b->count; s++) {
    double y[WIDEST];
    apply_rows(b, cone, s, x, y);
    for (int k = 0; k < d; k++) b->q[s * d + k] -= y[k];
  }
  rg_lu_solve(size, b->S, size, b->pivot, b->q);
  for (int c = 0; c < size; c++)
    rg_axpy(cone->n, -b->q[c], b->columns + (size_t)c * (size_t)cone->n, x);
  for (int s = 0; s < b->count; s++)
    if (!b->active[b->block[s]]) memcpy(x + b->block[s] * d, b->q + s * d, (size_t)d * sizeof *x);
}
