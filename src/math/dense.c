/* Small dense kernels: products, LU, Cholesky, QR, eigenvalues. Sums have a fixed order, so that the
   same numbers give the same bits. */
#include "math/dense.h"

#include <rigor/base.h>

#include <assert.h>
#include <math.h>
#include <string.h>

double rg_dot(int n, const double *x, const double *y) {
  double s0 = 0, s1 = 0, s2 = 0, s3 = 0;
  int i = 0;
  for (; i + 4 <= n; i += 4) {
    s0 += x[i] * y[i];
    s1 += x[i + 1] * y[i + 1];
    s2 += x[i + 2] * y[i + 2];
    s3 += x[i + 3] * y[i + 3];
  }
  for (; i < n; i++) s0 += x[i] * y[i];
  return (s0 + s1) + (s2 + s3);
}

double rg_norm_max(int n, const double *x) {
  double largest = 0;
  for (int i = 0; i < n; i++) {
    double a = fabs(x[i]);
    if (!(a <= largest)) largest = a;
    if (largest != largest) return largest;
  }
  return largest;
}

double rg_norm(int n, const double *x) {
  double square = rg_dot(n, x, x);
  if (square > 1e-280 && square < 1e280) return sqrt(square);
  double largest = rg_norm_max(n, x), sum = 0;
  if (!(largest > 0) || isinf(largest)) return largest;
  for (int i = 0; i < n; i++) sum += (x[i] / largest) * (x[i] / largest);
  return largest * sqrt(sum);
}

void rg_axpy(int n, double a, const double *restrict x, double *restrict y) {
  for (int i = 0; i < n; i++) y[i] += a * x[i];
}

void rg_matvec(int m, int n, const double *A, int ld, const double *x, double *y) {
  for (int i = 0; i < m; i++) y[i] = rg_dot(n, A + (size_t)i * (size_t)ld, x);
}

void rg_matvec_t(int m, int n, const double *A, int ld, const double *x, double *y) {
  memset(y, 0, (size_t)n * sizeof *y);
  for (int i = 0; i < m; i++) rg_axpy(n, x[i], A + (size_t)i * (size_t)ld, y);
}

static double largest_entry(int m, int n, const double *A, int ld) {
  double largest = 0;
  for (int i = 0; i < m; i++) {
    double row = rg_norm_max(n, A + (size_t)i * (size_t)ld);
    if (row > largest) largest = row;
  }
  return largest;
}

int rg_lu_factor(int n, double *A, int ld, int *pivot, double tiny) {
  assert(n >= 0 && ld >= n && tiny >= 0);
  double floor = tiny * largest_entry(n, n, A, ld);
  int small = 0;
  if (!(floor > 0)) floor = 1e-300;
  for (int k = 0; k < n; k++) {
    double *row_k = A + (size_t)k * (size_t)ld;
    int best = k;
    for (int i = k + 1; i < n; i++)
      if (fabs(A[(size_t)i * (size_t)ld + (size_t)k]) >
          fabs(A[(size_t)best * (size_t)ld + (size_t)k]))
        best = i;
    pivot[k] = best;
    if (best != k) {
      double *row_b = A + (size_t)best * (size_t)ld;
      for (int j = 0; j < n; j++) {
        double t = row_k[j];
        row_k[j] = row_b[j];
        row_b[j] = t;
      }
    }
    if (!(fabs(row_k[k]) >= floor)) {
      row_k[k] = row_k[k] < 0 ? -floor : floor;
      small++;
    }
    double inverse = 1 / row_k[k];
    for (int i = k + 1; i < n; i++) {
      double *row_i = A + (size_t)i * (size_t)ld;
      if (row_i[k] == 0) continue;
      row_i[k] *= inverse;
      rg_axpy(n - k - 1, -row_i[k], row_k + k + 1, row_i + k + 1);
    }
  }
  return small;
}

void rg_lu_solve(int n, const double *LU, int ld, const int *pivot, double *x) {
  for (int i = 0; i < n; i++) {
    double t = x[pivot[i]];
    x[pivot[i]] = x[i];
    x[i] = t;
  }
  for (int i = 1; i < n; i++) x[i] -= rg_dot(i, LU + (size_t)i * (size_t)ld, x); /* L \ x */
  for (int i = n - 1; i >= 0; i--) {                                             /* U \ x */
    const double *row = LU + (size_t)i * (size_t)ld;
    x[i] = (x[i] - rg_dot(n - i - 1, row + i + 1, x + i + 1)) / row[i];
  }
}

void rg_lu_solve_t(int n, const double *LU, int ld, const int *pivot, double *x) {
  for (int i = 0; i < n; i++) { /* U' \ x */
    const double *row = LU + (size_t)i * (size_t)ld;
    x[i] /= row[i];
    rg_axpy(n - i - 1, -x[i], row + i + 1, x + i + 1);
  }
  for (int i = n - 1; i > 0; i--) rg_axpy(i, -x[i], LU + (size_t)i * (size_t)ld, x); /* L' \ x */
  for (int i = n - 1; i >= 0; i--) {
    double t = x[pivot[i]];
    x[pivot[i]] = x[i];
    x[i] = t;
  }
}

int rg_cholesky(int n, double *A, int ld) {
  assert(n >= 0 && ld >= n);
  enum { LARGE = 1000 /* rows from which on a factorization may take a second */ };
  for (int i = 0; i < n; i++) {
    double *row_i = A + (size_t)i * (size_t)ld;
    if (i >= LARGE && rg_interrupted()) return i + 1;
    for (int j = 0; j <= i; j++) {
      const double *row_j = A + (size_t)j * (size_t)ld;
      double s = row_i[j] - rg_dot(j, row_i, row_j);
      if (j < i) {
        row_i[j] = s / row_j[j];
      } else {
        if (!(s > 0)) return i + 1;
        row_i[i] = sqrt(s);
      }
    }
  }
  return 0;
}

void rg_cholesky_solve(int n, const double *L, int ld, double *x) {
  for (int i = 0; i < n; i++) { /* L \ x */
    const double *row = L + (size_t)i * (size_t)ld;
    x[i] = (x[i] - rg_dot(i, row, x)) / row[i];
  }
  for (int i = n - 1; i >= 0; i--) { /* L' \ x */
    const double *row = L + (size_t)i * (size_t)ld;
    x[i] /= row[i];
    rg_axpy(i, -x[i], row, x);
  }
}

void rg_gram(int m, int n, const double *A, int ld, double shift, double *B, int ldb) {
  assert(m >= 0 && n >= 0 && ld >= n && ldb >= n);
  for (int i = 0; i < n; i++) memset(B + (size_t)i * (size_t)ldb, 0, (size_t)n * sizeof *B);
  for (int k = 0; k < m; k++) {
    const double *row = A + (size_t)k * (size_t)ld;
    for (int i = 0; i < n; i++)
      if (row[i] != 0) rg_axpy(i + 1, row[i], row, B + (size_t)i * (size_t)ldb);
  }
  for (int i = 0; i < n; i++) {
    B[(size_t)i * (size_t)ldb + (size_t)i] += shift;
    for (int j = 0; j < i; j++)
      B[(size_t)j * (size_t)ldb + (size_t)i] = B[(size_t)i * (size_t)ldb + (size_t)j];
  }
}

/* reflector that maps column k, from row `first` on, to a multiple of e1; v stored below it */
static double reflect_column(int m, int n, double *A, int ld, int first, int k, double *tau) {
  size_t stride = (size_t)ld, column = (size_t)k;
  double square = 0;
  for (int i = first; i < m; i++)
    square += A[(size_t)i * stride + column] * A[(size_t)i * stride + column];
  double norm = sqrt(square), *head = A + (size_t)first * stride + column;
  if (norm == 0) {
    *tau = 0;
    return 0;
  }
  double beta = *head > 0 ? -norm : norm, v0 = *head - beta; /* v = (1, a / v0) */
  *tau = -v0 / beta;
  for (int i = first + 1; i < m; i++) A[(size_t)i * stride + column] /= v0;
  *head = beta;
  for (int j = k + 1; j < n; j++) { /* A -= tau v (v' A) */
    double *top = A + (size_t)first * stride + (size_t)j, s = *top;
    for (int i = first + 1; i < m; i++)
      s += A[(size_t)i * stride + column] * A[(size_t)i * stride + (size_t)j];
    s *= *tau;
    *top -= s;
    for (int i = first + 1; i < m; i++)
      A[(size_t)i * stride + (size_t)j] -= s * A[(size_t)i * stride + column];
  }
  return beta;
}

/* b -= tau v (v' b) for the reflector of column k that starts at row `first` */
static void reflect_vector(int m, const double *A, int ld, int first, int k, double tau,
                           double *b) {
  double s = b[first];
  for (int i = first + 1; i < m; i++) s += A[(size_t)i * (size_t)ld + (size_t)k] * b[i];
  s *= tau;
  b[first] -= s;
  for (int i = first + 1; i < m; i++) b[i] -= s * A[(size_t)i * (size_t)ld + (size_t)k];
}

static double column_square(int m, const double *A, int ld, int from, int j) {
  double s = 0;
  for (int i = from; i < m; i++) {
    double a = A[(size_t)i * (size_t)ld + (size_t)j];
    s += a * a;
  }
  return s;
}

int rg_least_squares(int m, int n, double *A, int ld, double *b, double *tau) {
  assert(n >= 0 && m >= n && ld >= n);
  double largest = 0;
  int rank = 0;
  for (int k = 0; k < n; k++) largest = fmax(largest, column_square(m, A, ld, 0, k));
  /* a column that the earlier ones span gets no row of its own: R is a staircase, tau = 0 marks it
   */
  for (int k = 0; k < n; k++) {
    tau[k] = 0;
    if (rank == m || column_square(m, A, ld, rank, k) <= 1e-28 * largest) continue;
    reflect_column(m, n, A, ld, rank, k, &tau[k]);
    reflect_vector(m, A, ld, rank, k, tau[k], b);
    rank++;
  }
  /* R x = b from the last step of the staircase up; x replaces b from the end, so that what is
     still needed stays */
  int negligible = n - rank;
  for (int k = n - 1, row = rank - 1; k >= 0; k--) {
    if (tau[k] == 0) {
      b[k] = 0;
      continue;
    }
    const double *R = A + (size_t)row * (size_t)ld;
    b[k] = (b[row] - rg_dot(n - k - 1, R + k + 1, b + k + 1)) / R[k];
    row--;
  }
  return negligible;
}

int rg_rank(int m, int n, double *A, int ld, double rel_tol, double *work) {
  assert(m >= 0 && n >= 0 && ld >= n && rel_tol >= 0);
  int steps = m < n ? m : n, rank = 0;
  double first = 0;
  for (int k = 0; k < steps; k++) {
    int best = k;
    double largest = -1;
    for (int j = k; j < n; j++) {
      double s = column_square(m, A, ld, k, j);
      if (s > largest) {
        largest = s;
        best = j;
      }
    }
    for (int i = 0; i < m && best != k; i++) {
      double *row = A + (size_t)i * (size_t)ld, t = row[k];
      row[k] = row[best];
      row[best] = t;
    }
    double diagonal = fabs(reflect_column(m, n, A, ld, k, k, &work[k]));
    if (k == 0) first = diagonal;
    if (!(diagonal > rel_tol * first)) break;
    rank++;
  }
  return rank;
}

/* one Jacobi rotation that makes entry (p, q) zero */
static void jacobi_rotate(int n, double *A, int ld, int p, int q) {
  double apq = A[(size_t)p * (size_t)ld + (size_t)q];
  double theta =
      (A[(size_t)q * (size_t)ld + (size_t)q] - A[(size_t)p * (size_t)ld + (size_t)p]) / (2 * apq);
  double t = (theta >= 0 ? 1 : -1) / (fabs(theta) + sqrt(theta * theta + 1));
  double c = 1 / sqrt(t * t + 1), s = t * c;
  for (int k = 0; k < n; k++) {
    double *row = A + (size_t)k * (size_t)ld, akp = row[p], akq = row[q];
    row[p] = c * akp - s * akq;
    row[q] = s * akp + c * akq;
  }
  double *row_p = A + (size_t)p * (size_t)ld, *row_q = A + (size_t)q * (size_t)ld;
  for (int k = 0; k < n; k++) {
    double apk = row_p[k], aqk = row_q[k];
    row_p[k] = c * apk - s * aqk;
    row_q[k] = s * apk + c * aqk;
  }
}

void rg_eigenvalues(int n, double *A, int ld, double *w) {
  assert(n >= 0 && ld >= n);
  for (int sweep = 0; sweep < 60; sweep++) {
    double off = 0, diagonal = 0;
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        double a = A[(size_t)i * (size_t)ld + (size_t)j];
        if (i == j) diagonal += a * a;
        else off += a * a;
      }
    if (off <= 1e-32 * diagonal) break;
    for (int p = 0; p < n; p++)
      for (int q = p + 1; q < n; q++)
        if (A[(size_t)p * (size_t)ld + (size_t)q] != 0) jacobi_rotate(n, A, ld, p, q);
  }
  for (int i = 0; i < n; i++) w[i] = A[(size_t)i * (size_t)ld + (size_t)i];
  for (int i = 1; i < n; i++) /* insertion sort, ascending */
    for (int j = i; j > 0 && w[j] < w[j - 1]; j--) {
      double t = w[j];
      w[j] = w[j - 1];
      w[j - 1] = t;
    }
}
