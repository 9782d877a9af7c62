/* Pivoted Cholesky (Higham 2002, sec. 10.3). Rows stay in place; `order` says which is the k-th
   pivot, and L(i, k) is kept at row order[i], column order[k]. */
#include "dynamics/semidefinite.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>

/* position of the largest remaining diagonal entry */
static int largest_pivot(int n, const double *A, const int *order, int k) {
  int best = k;
  for (int i = k + 1; i < n; i++) {
    size_t a = (size_t)order[i], b = (size_t)order[best];
    if (A[a * (size_t)n + a] > A[b * (size_t)n + b]) best = i;
  }
  return best;
}

int rg_semidefinite_factor(int n, double *A, int *order, double tolerance) {
  assert(n >= 0 && tolerance >= 0);
  size_t ld = (size_t)n;
  double largest = 0;
  for (int i = 0; i < n; i++) order[i] = i;
  for (int k = 0; k < n; k++) {
    /* the largest pivot comes next */
    int best = largest_pivot(n, A, order, k), swap = order[k];
    order[k] = order[best];
    order[best] = swap;
    size_t p = (size_t)order[k];
    double pivot = A[p * ld + p];
    if (k == 0) largest = pivot;
    if (!(pivot > tolerance * largest)) return k;
    pivot = A[p * ld + p] = sqrt(pivot);

    /* its column, then the rest of the matrix */
    for (int i = k + 1; i < n; i++) A[(size_t)order[i] * ld + p] /= pivot;
    for (int i = k + 1; i < n; i++) {
      double *row = A + (size_t)order[i] * ld, l = row[p];
      for (int j = k + 1; j < n; j++) row[order[j]] -= l * A[(size_t)order[j] * ld + p];
    }
  }
  return n;
}

void rg_semidefinite_solve(int n, int rank, const double *L, const int *order, double *x) {
  assert(rank >= 0 && rank <= n);
  size_t ld = (size_t)n;
  for (int k = 0; k < rank; k++) {
    size_t p = (size_t)order[k];
    for (int j = 0; j < k; j++) x[p] -= L[p * ld + (size_t)order[j]] * x[order[j]];
    x[p] /= L[p * ld + p];
  }
  for (int k = rank - 1; k >= 0; k--) {
    size_t p = (size_t)order[k];
    for (int i = k + 1; i < rank; i++) x[p] -= L[(size_t)order[i] * ld + p] * x[order[i]];
    x[p] /= L[p * ld + p];
  }
  for (int i = rank; i < n; i++) x[order[i]] = 0;
}
