/* Row by row (up-looking): row i of J is scattered into an accumulator, then for each k < i in the
   pattern of L:  L_ik = J_ik U_kk^-1,  J_i* -= L_ik U_k*.  The inverse of U_ii is kept. */
#include "math/block_lu.h"

#include <amd.h>
#include <math.h>
#include <string.h>

struct rg_block_lu {
  int d, blocks;
  int *order, *position;    /* position -> block, block -> position */
  int *lower_start, *lower; /* positions k < i of row i, ascending */
  int *upper_start, *upper; /* positions j > i of row i, ascending */
  double *lower_values, *upper_values, *inverse;
  double *row; /* accumulator, one block a position */
};

/* pattern of J + J' with the diagonal left out, as AMD likes it */
static int symmetric_pattern(rg_arena *arena, int n, const int *start, const int *column,
                             int **sym_start, int **sym) {
  int *count = RG_NEW(arena, int, n + 1), *list = RG_RAW(arena, int, 2 * (size_t)start[n]);
  int *mark = RG_NEW(arena, int, n), *fill = RG_NEW(arena, int, n);
  int *begin = RG_NEW(arena, int, n + 1), *out = RG_RAW(arena, int, 2 * (size_t)start[n]);
  if (arena->failed) return 0;
  for (int i = 0; i < n; i++)
    for (int k = start[i]; k < start[i + 1]; k++)
      if (column[k] != i) count[i]++, count[column[k]]++;
  for (int i = 0; i < n; i++) begin[i + 1] = begin[i] + count[i];
  for (int i = 0; i < n; i++)
    for (int k = start[i]; k < start[i + 1]; k++) {
      int j = column[k];
      if (j == i) continue;
      list[begin[i] + fill[i]++] = j;
      list[begin[j] + fill[j]++] = i;
    }
  /* drop duplicates */
  int total = 0;
  for (int i = 0; i < n; i++) mark[i] = -1;
  for (int i = 0; i < n; i++) {
    count[i] = total;
    for (int k = begin[i]; k < begin[i + 1]; k++)
      if (mark[list[k]] != i) {
        mark[list[k]] = i;
        out[total++] = list[k];
      }
  }
  count[n] = total;
  *sym_start = count;
  *sym = out;
  return 1;
}

/* structure of each row of U by the elimination tree: own entries and those of the children */
static int symbolic(rg_arena *arena, rg_block_lu *lu, const int *sym_start, const int *sym) {
  int n = lu->blocks;
  int **structure = RG_NEW(arena, int *, n);
  int *length = RG_NEW(arena, int, n), *mark = RG_NEW(arena, int, n);
  int *child = RG_NEW(arena, int, n), *sibling = RG_NEW(arena, int, n),
      *stack = RG_NEW(arena, int, n);
  lu->lower_start = RG_NEW(arena, int, n + 1);
  lu->upper_start = RG_NEW(arena, int, n + 1);
  if (arena->failed) return 0;
  for (int i = 0; i < n; i++) mark[i] = child[i] = -1;
  for (int k = 0; k < n; k++) {
    int node = lu->order[k], count = 0;
    mark[k] = k;
    for (int p = sym_start[node]; p < sym_start[node + 1]; p++) {
      int j = lu->position[sym[p]];
      if (j > k && mark[j] != k) mark[j] = k, stack[count++] = j;
    }
    for (int c = child[k]; c >= 0; c = sibling[c])
      for (int p = 0; p < length[c]; p++) {
        int j = structure[c][p];
        if (j > k && mark[j] != k) mark[j] = k, stack[count++] = j;
      }
    structure[k] = RG_RAW(arena, int, count);
    if (!structure[k]) return 0;
    int parent = n;
    for (int p = 0; p < count; p++) {
      structure[k][p] = stack[p];
      if (stack[p] < parent) parent = stack[p];
      lu->lower_start[stack[p] + 1]++;
    }
    length[k] = count;
    if (parent < n) sibling[k] = child[parent], child[parent] = k;
    lu->upper_start[k + 1] = lu->upper_start[k] + count;
  }
  for (int i = 0; i < n; i++) lu->lower_start[i + 1] += lu->lower_start[i];
  lu->lower = RG_NEW(arena, int, lu->lower_start[n]);
  lu->upper = RG_NEW(arena, int, lu->upper_start[n]);
  if (arena->failed) return 0;
  /* columns ascending: L from U in order, then U from L in order */
  int *fill = stack;
  memset(fill, 0, (size_t)n * sizeof *fill);
  for (int k = 0; k < n; k++)
    for (int p = 0; p < length[k]; p++) {
      int i = structure[k][p];
      lu->lower[lu->lower_start[i] + fill[i]++] = k;
    }
  memset(fill, 0, (size_t)n * sizeof *fill);
  for (int i = 0; i < n; i++)
    for (int p = lu->lower_start[i]; p < lu->lower_start[i + 1]; p++) {
      int k = lu->lower[p];
      lu->upper[lu->upper_start[k] + fill[k]++] = i;
    }
  return 1;
}

/* AMD where the pattern is sparse; the given order where it is full */
static int choose_order(rg_block_lu *lu, const int *sym_start, const int *sym) {
  int n = lu->blocks;
  for (int i = 0; i < n; i++) lu->order[i] = i;
  long full = (long)n * (n - 1);
  if (n > 4 && sym_start[n] < full) {
    int result = amd_order(n, sym_start, sym, lu->order, NULL, NULL);
    if (result != AMD_OK && result != AMD_OK_BUT_JUMBLED) return 0;
  }
  for (int i = 0; i < n; i++) lu->position[lu->order[i]] = i;
  return 1;
}

rg_block_lu *rg_block_lu_new(rg_arena *arena, int d, int blocks, const int *start,
                             const int *column) {
  rg_block_lu *lu = RG_NEW(arena, rg_block_lu, 1);
  int *sym_start, *sym;
  if (!lu || !symmetric_pattern(arena, blocks, start, column, &sym_start, &sym)) return NULL;
  lu->d = d;
  lu->blocks = blocks;
  lu->order = RG_NEW(arena, int, blocks);
  lu->position = RG_NEW(arena, int, blocks);
  if (arena->failed || !choose_order(lu, sym_start, sym)) {
    arena->failed = 1;
    return NULL;
  }
  if (!symbolic(arena, lu, sym_start, sym)) return NULL;
  size_t dd = (size_t)(d * d);
  lu->lower_values = RG_RAW(arena, double, (size_t)lu->lower_start[blocks] * dd);
  lu->upper_values = RG_RAW(arena, double, (size_t)lu->upper_start[blocks] * dd);
  lu->inverse = RG_RAW(arena, double, (size_t)blocks *dd);
  lu->row = RG_RAW(arena, double, (size_t)blocks *dd);
  return arena->failed ? NULL : lu;
}

long rg_block_lu_fill(const rg_block_lu *lu) {
  return (long)lu->lower_start[lu->blocks] + lu->upper_start[lu->blocks] + lu->blocks;
}

/* C -= A B */
static inline void multiply_subtract(const int d, const double *restrict A,
                                     const double *restrict B, double *restrict C) {
  for (int i = 0; i < d; i++)
    for (int j = 0; j < d; j++) {
      double s = C[i * d + j];
      for (int k = 0; k < d; k++) s -= A[i * d + k] * B[k * d + j];
      C[i * d + j] = s;
    }
}

/* C = A B */
static inline void multiply(const int d, const double *restrict A, const double *restrict B,
                            double *restrict C) {
  for (int i = 0; i < d; i++)
    for (int j = 0; j < d; j++) {
      double s = 0;
      for (int k = 0; k < d; k++) s += A[i * d + k] * B[k * d + j];
      C[i * d + j] = s;
    }
}

/* y -= A x */
static inline void multiply_vector_subtract(const int d, const double *restrict A,
                                            const double *restrict x, double *restrict y) {
  for (int i = 0; i < d; i++) {
    double s = y[i];
    for (int k = 0; k < d; k++) s -= A[i * d + k] * x[k];
    y[i] = s;
  }
}

/* B = A^-1 by Gauss-Jordan with row pivoting; tiny pivots are replaced, their number is returned */
static inline int invert(const int d, double *A, double *B) {
  double largest = 0;
  int replaced = 0;
  for (int i = 0; i < d * d; i++) {
    if (fabs(A[i]) > largest) largest = fabs(A[i]);
    B[i] = 0;
  }
  for (int i = 0; i < d; i++) B[i * d + i] = 1;
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
      t = B[k * d + j];
      B[k * d + j] = B[best * d + j];
      B[best * d + j] = t;
    }
    if (!(fabs(A[k * d + k]) >= floor)) {
      A[k * d + k] = A[k * d + k] < 0 ? -floor : floor;
      replaced++;
    }
    double inverse = 1 / A[k * d + k];
    for (int j = 0; j < d; j++) A[k * d + j] *= inverse, B[k * d + j] *= inverse;
    for (int i = 0; i < d; i++) {
      if (i == k) continue;
      double f = A[i * d + k];
      for (int j = 0; j < d; j++)
        A[i * d + j] -= f * A[k * d + j], B[i * d + j] -= f * B[k * d + j];
    }
  }
  return replaced;
}

static inline int factor(const int d, rg_block_lu *lu, const int *start, const int *column,
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
      multiply(d, row + (size_t)k * (size_t)dd, lu->inverse + (size_t)k * (size_t)dd, L);
      for (int q = lu->upper_start[k]; q < lu->upper_start[k + 1]; q++)
        if (active[lu->order[lu->upper[q]]])
          multiply_subtract(d, L, lu->upper_values + (size_t)q * (size_t)dd,
                            row + (size_t)lu->upper[q] * (size_t)dd);
    }
    /* gather U and the inverse of its diagonal */
    for (int p = lu->upper_start[i]; p < lu->upper_start[i + 1]; p++)
      memcpy(lu->upper_values + (size_t)p * (size_t)dd, row + (size_t)lu->upper[p] * (size_t)dd,
             dd * sizeof *row);
    replaced += invert(d, row + (size_t)i * (size_t)dd, lu->inverse + (size_t)i * (size_t)dd);
  }
  return replaced;
}

int rg_block_lu_factor(rg_block_lu *lu, const int *start, const int *column, const double *values,
                       const unsigned char *active) {
  return lu->d == 3 ? factor(3, lu, start, column, values, active)
                    : factor(2, lu, start, column, values, active);
}

static inline void solve(const int d, const rg_block_lu *lu, const unsigned char *active,
                         double *x) {
  const size_t dd = (size_t)(d * d);
  for (int i = 0; i < lu->blocks; i++) { /* L \ x */
    if (!active[lu->order[i]]) continue;
    double *mine = x + d * lu->order[i];
    for (int p = lu->lower_start[i]; p < lu->lower_start[i + 1]; p++) {
      int node = lu->order[lu->lower[p]];
      if (active[node])
        multiply_vector_subtract(d, lu->lower_values + (size_t)p * (size_t)dd, x + d * node, mine);
    }
  }
  for (int i = lu->blocks - 1; i >= 0; i--) { /* U \ x */
    if (!active[lu->order[i]]) continue;
    double *mine = x + d * lu->order[i], right[3];
    for (int p = lu->upper_start[i]; p < lu->upper_start[i + 1]; p++) {
      int node = lu->order[lu->upper[p]];
      if (active[node])
        multiply_vector_subtract(d, lu->upper_values + (size_t)p * (size_t)dd, x + d * node, mine);
    }
    const double *inverse = lu->inverse + (size_t)i * (size_t)dd;
    for (int k = 0; k < d; k++) right[k] = mine[k];
    for (int k = 0; k < d; k++) {
      double s = 0;
      for (int j = 0; j < d; j++) s += inverse[k * d + j] * right[j];
      mine[k] = s;
    }
  }
}

void rg_block_lu_solve(const rg_block_lu *lu, const unsigned char *active, double *x) {
  if (lu->d == 3) solve(3, lu, active, x);
  else solve(2, lu, active, x);
}
