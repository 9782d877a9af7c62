/* Row by row (up-looking): row i of J is scattered into an accumulator, then for each k < i in the
   pattern of L:  L_ik = J_ik R_k^-1,  J_i* -= L_ik U_k*.  The diagonal block that is left is
   factored with row pivoting, J_ii = P' L_i R_i, and U_ij = L_i^-1 P J_ij. Only triangles are
   inverted: with the inverse of U_ii itself the error would grow with the condition of that block,
   which redundant contacts make singular but for a small shift.

   The order is that of minimum degree and the fill is exact, both by words of one bit a block. That is
   for up to 64 blocks; more of them are factored by dense fronts (block_lu_fronts.c), and those that
   are all coupled as one full matrix (block_lu_full.c). */
#include "math/block_lu.h"

#include "math/block_lu_fronts.h"
#include "math/block_lu_full.h"
#include "math/wide.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

enum { WORD = 64, WIDEST = 6 };

struct rg_block_lu {
  int d, blocks;
  rg_lu_fronts *fronts;     /* of many blocks, */
  rg_lu_full *full;         /* or of a few that are all coupled; the rest is not used then */
  int *order, *position;    /* position -> block, block -> position */
  int *lower_start, *lower; /* positions k < i of row i, ascending */
  int *upper_start, *upper; /* positions j > i of row i, ascending */
  double *lower_values, *upper_values;
  double *left, *right; /* L_i^-1 P and R_i^-1 of each diagonal block */
  double *row;          /* accumulator, one block a position */
};

/* who of the blocks that are left has the fewest neighbours among them; the first of several */
static int least_coupled(int n, const uint64_t *neighbours, uint64_t left) {
  int best = -1, fewest = WORD + 1;
  for (int i = 0; i < n; i++) {
    if (!(left >> i & 1)) continue;
    int degree = __builtin_popcountll(neighbours[i] & left);
    if (degree < fewest) fewest = degree, best = i;
  }
  return best;
}

/* order and exact fill: an eliminated block makes its neighbours neighbours of each other */
static int symbolic(rg_arena *arena, rg_block_lu *lu, const int *start, const int *column) {
  int n = lu->blocks, total = 0;
  uint64_t neighbours[WORD] = {0}, left = n == WORD ? ~0ull : (1ull << n) - 1, row[WORD];
  for (int i = 0; i < n; i++)
    for (int k = start[i]; k < start[i + 1]; k++) {
      neighbours[i] |= 1ull << column[k];
      neighbours[column[k]] |= 1ull << i;
    }
  for (int k = 0; k < n; k++) {
    int node = least_coupled(n, neighbours, left);
    lu->order[k] = node;
    lu->position[node] = k;
    left &= ~(1ull << node);
    row[k] = neighbours[node] & left;
    total += __builtin_popcountll(row[k]);
    for (uint64_t rest = row[k]; rest; rest &= rest - 1)
      neighbours[__builtin_ctzll(rest)] |= row[k];
  }
  lu->lower_start = RG_RAW(arena, int, n + 1);
  lu->upper_start = RG_RAW(arena, int, n + 1);
  lu->lower = RG_RAW(arena, int, total);
  lu->upper = RG_RAW(arena, int, total);
  if (arena->failed) return 0;
  /* rows of U in order of position, and columns of L beside them */
  uint64_t below[WORD] = {0};
  int filled = 0;
  for (int k = 0; k < n; k++) {
    uint64_t positions = 0;
    for (uint64_t rest = row[k]; rest; rest &= rest - 1) {
      int i = lu->position[__builtin_ctzll(rest)];
      positions |= 1ull << i;
      below[i] |= 1ull << k;
    }
    lu->upper_start[k] = filled;
    for (; positions; positions &= positions - 1) lu->upper[filled++] = __builtin_ctzll(positions);
  }
  lu->upper_start[n] = filled;
  filled = 0;
  for (int i = 0; i < n; i++) {
    lu->lower_start[i] = filled;
    for (; below[i]; below[i] &= below[i] - 1) lu->lower[filled++] = __builtin_ctzll(below[i]);
  }
  lu->lower_start[n] = filled;
  return 1;
}

rg_block_lu *rg_block_lu_new(rg_arena *arena, int d, int blocks, const int *start,
                             const int *column) {
  assert((d == 2 || d == 3 || d == 6) && blocks >= 0 && start[0] == 0);
  rg_block_lu *lu = RG_NEW(arena, rg_block_lu, 1);
  if (!lu) return NULL;
  lu->d = d;
  lu->blocks = blocks;
  if (blocks > WORD) {
    lu->fronts = rg_lu_fronts_new(arena, d, blocks, start, column);
    return lu->fronts ? lu : NULL;
  }
  if (start[blocks] == blocks * blocks) {
    lu->full = rg_lu_full_new(arena, d, blocks);
    return lu->full ? lu : NULL;
  }
  lu->order = RG_RAW(arena, int, blocks);
  lu->position = RG_RAW(arena, int, blocks);
  if (arena->failed) return NULL;
  if (!symbolic(arena, lu, start, column)) return NULL;
  size_t dd = (size_t)(d * d);
  lu->lower_values = RG_RAW(arena, double, (size_t)lu->lower_start[blocks] * dd);
  lu->upper_values = RG_RAW(arena, double, (size_t)lu->upper_start[blocks] * dd);
  lu->left = RG_RAW(arena, double, (size_t)blocks *dd);
  lu->right = RG_RAW(arena, double, (size_t)blocks *dd);
  lu->row = RG_RAW(arena, double, (size_t)blocks *dd);
  return arena->failed ? NULL : lu;
}

void rg_block_lu_share(rg_block_lu *lu, rg_workers *workers) {
  if (lu->fronts) rg_lu_fronts_share(lu->fronts, workers);
}

long rg_block_lu_fill(const rg_block_lu *lu) {
  if (lu->fronts) return rg_lu_fronts_fill(lu->fronts);
  if (lu->full) return (long)lu->blocks * lu->blocks;
  return (long)lu->lower_start[lu->blocks] + lu->upper_start[lu->blocks] + lu->blocks;
}

/* C -= A B */
RG_WIDE_PART void multiply_subtract(const int d, const double *restrict A, const double *restrict B,
                                    double *restrict C) {
  for (int i = 0; i < d; i++) {
    double row[WIDEST];
    for (int j = 0; j < d; j++) row[j] = C[i * d + j];
    for (int k = 0; k < d; k++)
      for (int j = 0; j < d; j++) row[j] -= A[i * d + k] * B[k * d + j];
    for (int j = 0; j < d; j++) C[i * d + j] = row[j];
  }
}

/* C = A B */
RG_WIDE_PART void multiply(const int d, const double *restrict A, const double *restrict B,
                           double *restrict C) {
  for (int i = 0; i < d; i++) {
    double row[WIDEST];
    for (int j = 0; j < d; j++) row[j] = A[i * d] * B[j];
    for (int k = 1; k < d; k++)
      for (int j = 0; j < d; j++) row[j] += A[i * d + k] * B[k * d + j];
    for (int j = 0; j < d; j++) C[i * d + j] = row[j];
  }
}

/* y -= A x */
RG_WIDE_PART void multiply_vector_subtract(const int d, const double *restrict A,
                                           const double *restrict x, double *restrict y) {
  for (int i = 0; i < d; i++) {
    double s = y[i];
    for (int k = 0; k < d; k++) s -= A[i * d + k] * x[k];
    y[i] = s;
  }
}

/* P A = L R with row pivoting: left = L^-1 P, right = R^-1; A is destroyed. Tiny pivots are replaced,
   their number is returned */
RG_WIDE_PART int triangular_factors(const int d, double *restrict A, double *restrict left,
                                    double *restrict right) {
  double largest = 0;
  int replaced = 0;
  for (int i = 0; i < d * d; i++) {
    if (fabs(A[i]) > largest) largest = fabs(A[i]);
    left[i] = right[i] = 0;
  }
  for (int i = 0; i < d; i++) left[i * d + i] = 1;
  double floor = 1e-14 * largest;
  if (!(floor > 0)) floor = 1e-30;
  for (int k = 0; k < d; k++) {
    int best = k;
    for (int i = k + 1; i < d; i++)
      if (fabs(A[i * d + k]) > fabs(A[best * d + k])) best = i;
    for (int j = 0; j < d && best != k; j++) {
      double t = A[k * d + j];
      A[k * d + j] = A[best * d + j];
      A[best * d + j] = t;
      t = left[k * d + j];
      left[k * d + j] = left[best * d + j];
      left[best * d + j] = t;
    }
    if (!(fabs(A[k * d + k]) >= floor)) {
      A[k * d + k] = A[k * d + k] < 0 ? -floor : floor;
      replaced++;
    }
    right[k * d + k] = 1 / A[k * d + k];
    for (int i = k + 1; i < d; i++) {
      double f = A[i * d + k] * right[k * d + k];
      for (int j = k + 1; j < d; j++) A[i * d + j] -= f * A[k * d + j];
      for (int j = 0; j < d; j++) left[i * d + j] -= f * left[k * d + j];
    }
  }
  for (int j = 1; j < d; j++)
    for (int i = j - 1; i >= 0; i--) {
      double s = 0;
      for (int k = i + 1; k <= j; k++) s += A[i * d + k] * right[k * d + j];
      right[i * d + j] = -s * right[i * d + i];
    }
  return replaced;
}

RG_WIDE_PART int factor(const int d, rg_block_lu *lu, const int *start, const int *column,
                        const double *values, const unsigned char *active) {
  const size_t dd = (size_t)(d * d);
  int replaced = 0;
  for (int i = 0; i < lu->blocks; i++) {
    int node = lu->order[i];
    if (!active[node]) continue;
    /* scatter the row over its pattern */
    double *row = lu->row;
    memset(row + (size_t)i * (size_t)dd, 0, dd * sizeof *row);
    for (int p = lu->lower_start[i]; p < lu->lower_start[i + 1]; p++)
      memset(row + (size_t)lu->lower[p] * (size_t)dd, 0, dd * sizeof *row);
    for (int p = lu->upper_start[i]; p < lu->upper_start[i + 1]; p++)
      memset(row + (size_t)lu->upper[p] * (size_t)dd, 0, dd * sizeof *row);
    for (int k = start[node]; k < start[node + 1]; k++)
      if (active[column[k]])
        memcpy(row + (size_t)lu->position[column[k]] * (size_t)dd, values + (size_t)k * (size_t)dd,
               dd * sizeof *row);
    /* eliminate */
    for (int p = lu->lower_start[i]; p < lu->lower_start[i + 1]; p++) {
      int k = lu->lower[p];
      if (!active[lu->order[k]]) continue;
      double *L = lu->lower_values + (size_t)p * (size_t)dd;
      multiply(d, row + (size_t)k * (size_t)dd, lu->right + (size_t)k * (size_t)dd, L);
      for (int q = lu->upper_start[k]; q < lu->upper_start[k + 1]; q++)
        if (active[lu->order[lu->upper[q]]])
          multiply_subtract(d, L, lu->upper_values + (size_t)q * (size_t)dd,
                            row + (size_t)lu->upper[q] * (size_t)dd);
    }
    /* the diagonal block, and the row of U */
    double *left = lu->left + (size_t)i * dd;
    replaced += triangular_factors(d, row + (size_t)i * dd, left, lu->right + (size_t)i * dd);
    for (int p = lu->upper_start[i]; p < lu->upper_start[i + 1]; p++)
      multiply(d, left, row + (size_t)lu->upper[p] * dd, lu->upper_values + (size_t)p * dd);
  }
  return replaced;
}

RG_WIDE int rg_block_lu_factor(rg_block_lu *lu, const int *start, const int *column,
                               const double *values, const unsigned char *active) {
  if (lu->fronts) return rg_lu_fronts_factor(lu->fronts, start, column, values, active);
  if (lu->full) return rg_lu_full_factor(lu->full, start, column, values, active);
  return lu->d == 3   ? factor(3, lu, start, column, values, active)
         : lu->d == 6 ? factor(6, lu, start, column, values, active)
                      : factor(2, lu, start, column, values, active);
}

/* y = A y */
RG_WIDE_PART void multiply_in_place(const int d, const double *restrict A, double *restrict y) {
  double x[6];
  for (int k = 0; k < d; k++) x[k] = y[k];
  for (int i = 0; i < d; i++) {
    double s = 0;
    for (int k = 0; k < d; k++) s += A[i * d + k] * x[k];
    y[i] = s;
  }
}

RG_WIDE_PART void solve(const int d, const rg_block_lu *lu, const unsigned char *active,
                        double *x) {
  const size_t dd = (size_t)(d * d);
  for (int i = 0; i < lu->blocks; i++) { /* L \ x */
    if (!active[lu->order[i]]) continue;
    double *mine = x + d * lu->order[i];
    for (int p = lu->lower_start[i]; p < lu->lower_start[i + 1]; p++) {
      int node = lu->order[lu->lower[p]];
      if (active[node])
        multiply_vector_subtract(d, lu->lower_values + (size_t)p * dd, x + d * node, mine);
    }
    multiply_in_place(d, lu->left + (size_t)i * dd, mine);
  }
  for (int i = lu->blocks - 1; i >= 0; i--) { /* U \ x */
    if (!active[lu->order[i]]) continue;
    double *mine = x + d * lu->order[i];
    for (int p = lu->upper_start[i]; p < lu->upper_start[i + 1]; p++) {
      int node = lu->order[lu->upper[p]];
      if (active[node])
        multiply_vector_subtract(d, lu->upper_values + (size_t)p * dd, x + d * node, mine);
    }
    multiply_in_place(d, lu->right + (size_t)i * dd, mine);
  }
}

RG_WIDE void rg_block_lu_solve(const rg_block_lu *lu, const unsigned char *active, double *x) {
  if (lu->fronts) rg_lu_fronts_solve(lu->fronts, active, x);
  else if (lu->full) rg_lu_full_solve(lu->full, active, x);
  else if (lu->d == 3) solve(3, lu, active, x);
  else if (lu->d == 6) solve(6, lu, active, x);
  else solve(2, lu, active, x);
}

/* sign of the determinant of d x d by elimination with row exchanges */
static int small_sign(int d, const double *M) {
  double A[WIDEST * WIDEST];
  int sign = 1;
  memcpy(A, M, (size_t)(d * d) * sizeof *A);
  for (int k = 0; k < d; k++) {
    int best = k;
    for (int i = k + 1; i < d; i++)
      if (fabs(A[i * d + k]) > fabs(A[best * d + k])) best = i;
    if (best != k) sign = -sign;
    for (int j = k; j < d && best != k; j++) {
      double t = A[k * d + j];
      A[k * d + j] = A[best * d + j];
      A[best * d + j] = t;
    }
    if (A[k * (d + 1)] < 0) sign = -sign;
    for (int i = k + 1; i < d; i++)
      for (int j = d - 1; j >= k; j--) A[i * d + j] -= A[i * d + k] / A[k * (d + 1)] * A[k * d + j];
  }
  return sign;
}

int rg_block_lu_sign(const rg_block_lu *lu, const unsigned char *active) {
  if (lu->fronts) return rg_lu_fronts_sign(lu->fronts);
  if (lu->full) return rg_lu_full_sign(lu->full);
  int sign = 1, d = lu->d;
  for (int i = 0; i < lu->blocks; i++) {
    if (!active[lu->order[i]]) continue;
    sign *= small_sign(d, lu->left + (size_t)(i * d * d)); /* L^-1 P: that of P */
    for (int k = 0; k < d; k++)
      if (lu->right[(size_t)(i * d * d + k * (d + 1))] < 0) sign = -sign;
  }
  return sign;
}
