/* Dense kernels against products and definitions: P A = L U, A = L L', the orthogonality of a least
   squares residual, rank by construction, eigenvalues by trace, determinant and known spectra. */
#include "math/dense.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { MAX = 40, LD = MAX + 3 };

/* uniform in [-1, 1), the same everywhere */
static double draw(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 11) / 4503599627370496.0 - 1;
}

static void fill(int m, int n, double *A, uint64_t *seed) {
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) A[i * LD + j] = draw(seed);
}

static double largest(int m, int n, const double *A) {
  double worst = 0;
  for (int i = 0; i < m; i++)
    for (int j = 0; j < n; j++) worst = fmax(worst, fabs(A[i * LD + j]));
  return worst;
}

/* max |A x - b|; transposed: max |A' x - b| */
static double system_error(int n, const double *A, const double *x, const double *b,
                           int transposed) {
  double worst = 0;
  for (int i = 0; i < n; i++) {
    double s = -b[i];
    for (int j = 0; j < n; j++) s += (transposed ? A[j * LD + i] : A[i * LD + j]) * x[j];
    worst = fmax(worst, fabs(s));
  }
  return worst;
}

/* ---- vectors ---- */

static void dot_axpy_and_products(void **state) {
  (void)state;
  uint64_t seed = 1;
  double A[LD * LD], x[MAX] = {0}, y[MAX] = {0}, z[MAX];
  for (int n = 0; n <= 9; n++) { /* every remainder of an unrolled loop */
    double expected = 0;
    for (int i = 0; i < n; i++) {
      x[i] = i + 1, y[i] = 2 * i - 3;
      expected += x[i] * y[i];
    }
    assert_true(rg_dot(n, x, y) == expected); /* integers: exact */
    x[n] = y[n] = nan("");                    /* never read */
    assert_true(rg_dot(n, x, y) == expected);
    rg_axpy(n, 3, x, y);
    for (int i = 0; i < n; i++) assert_true(y[i] == 2 * i - 3 + 3.0 * (i + 1));
    assert_true(isnan(y[n]));
  }
  fill(7, 5, A, &seed);
  for (int j = 0; j < 7; j++) x[j] = draw(&seed);
  rg_matvec(7, 5, A, LD, x, y);
  rg_matvec_t(7, 5, A, LD, x, z);
  for (int i = 0; i < 7; i++) {
    double s = 0, t = 0;
    for (int j = 0; j < 5; j++) s += A[i * LD + j] * x[j];
    for (int j = 0; j < 7 && i < 5; j++) t += A[j * LD + i] * x[j];
    assert_true(fabs(y[i] - s) < 1e-14);
    if (i < 5) assert_true(fabs(z[i] - t) < 1e-14);
  }
}

static void norm_is_safe(void **state) {
  (void)state;
  double big[] = {3e200, -4e200}, small[] = {3e-200, 4e-200, 0}, mixed[] = {3e300, 1e-300, 4e300};
  double denormal[] = {3 * 4.9406564584124654e-324, 4 * 4.9406564584124654e-324};
  double not_a_number[] = {1, nan(""), 1e300, HUGE_VAL}, infinite[] = {1, -HUGE_VAL, 2};
  double plain[] = {1, 2, 2, 4};
  assert_true(rg_norm(0, plain) == 0);
  assert_true(rg_norm(4, plain) == 5);
  assert_true(fabs(rg_norm(2, big) / 5e200 - 1) < 1e-15);
  assert_true(fabs(rg_norm(3, small) / 5e-200 - 1) < 1e-15);
  assert_true(fabs(rg_norm(3, mixed) / 5e300 - 1) < 1e-15);
  assert_true(rg_norm(2, denormal) == 5 * 4.9406564584124654e-324);
  assert_true(isnan(rg_norm(4, not_a_number)));
  assert_true(isnan(rg_norm_max(4, not_a_number)));
  assert_true(rg_norm(3, infinite) == HUGE_VAL);
  assert_true(rg_norm_max(3, infinite) == HUGE_VAL);
  assert_true(rg_norm_max(4, plain) == 4);
  assert_true(rg_norm_max(0, plain) == 0);
}

/* ---- LU ---- */

/* P A - L U, the swaps of `pivot` applied one after the other */
static double lu_error(int n, const double *A, const double *LU, const int *pivot) {
  double P[LD * LD], worst = 0;
  memcpy(P, A, sizeof P);
  for (int k = 0; k < n; k++)
    for (int j = 0; j < n; j++) {
      double t = P[k * LD + j];
      P[k * LD + j] = P[pivot[k] * LD + j];
      P[pivot[k] * LD + j] = t;
    }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double s = -P[i * LD + j];
      for (int k = 0; k <= i && k <= j; k++) s += (k == i ? 1 : LU[i * LD + k]) * LU[k * LD + j];
      worst = fmax(worst, fabs(s));
    }
  return worst;
}

static void lu_is_the_product(void **state) {
  (void)state;
  uint64_t seed = 5;
  double A[LD * LD] = {0}, LU[LD * LD], b[MAX], x[MAX];
  int pivot[MAX];
  for (int n = 1; n <= MAX; n++)
    for (int power = -150; power <= 150; power += 150) { /* sizes do not matter */
      fill(n, n, A, &seed);
      for (int i = 0; i < LD * LD; i++) A[i] *= pow(10, power);
      for (int i = 0; i < n; i++) b[i] = draw(&seed) * pow(10, power);
      memcpy(LU, A, sizeof A);
      assert_int_equal(rg_lu_factor(n, LU, LD, pivot, 1e-14), 0);
      assert_true(lu_error(n, A, LU, pivot) <= 1e-14 * n * largest(n, n, A));
      for (int i = 0; i < n; i++) { /* partial pivoting: |L| <= 1 */
        assert_true(pivot[i] >= i && pivot[i] < n);
        for (int k = 0; k < i; k++) assert_true(fabs(LU[i * LD + k]) <= 1);
      }
      for (int transposed = 0; transposed < 2; transposed++) {
        memcpy(x, b, sizeof x);
        if (transposed) rg_lu_solve_t(n, LU, LD, pivot, x);
        else rg_lu_solve(n, LU, LD, pivot, x);
        double size = n * largest(n, n, A) * (1 + rg_norm_max(n, x));
        assert_true(system_error(n, A, x, b, transposed) <= 1e-14 * size);
      }
    }
}

static void lu_needs_its_pivots(void **state) {
  (void)state;
  double A[] = {0, 1, 0, 0, 0, 2, 4, 0, 0}, x[] = {3, 10, 8};
  int pivot[3];
  assert_int_equal(rg_lu_factor(3, A, 3, pivot, 1e-14), 0);
  rg_lu_solve(3, A, 3, pivot, x);
  assert_true(x[0] == 2 && x[1] == 3 && x[2] == 5);
}

static void lu_counts_singular_pivots(void **state) {
  (void)state;
  int pivot[4];
  double one[] = {1, 2, 3, 4, 2, 4, 6, 8, 3, 6, 9, 12, 4, 8, 12, 16}; /* rank 1, exact */
  double zero[16] = {0}, x[4] = {1, 1, 1, 1};
  double two[] = {1, 0, 1, 0, 1, 1, 1, 1, 2}; /* third = first + second */
  assert_int_equal(rg_lu_factor(4, one, 4, pivot, 1e-14), 3);
  assert_int_equal(rg_lu_factor(4, zero, 4, pivot, 1e-14), 4);
  assert_int_equal(rg_lu_factor(3, two, 3, pivot, 1e-14), 1);
  rg_lu_solve(4, one, 4, pivot, x); /* large, never a division by zero */
  for (int i = 0; i < 4; i++) assert_true(!isnan(x[i]));
  double tiny[] = {1, 0, 0, 1e-15};
  assert_int_equal(rg_lu_factor(2, tiny, 2, pivot, 1e-14), 1);
  assert_true(tiny[3] == 1e-14); /* replaced by tiny * largest */
  double negative[] = {1, 0, 0, -1e-15};
  assert_int_equal(rg_lu_factor(2, negative, 2, pivot, 1e-14), 1);
  assert_true(negative[3] == -1e-14);
}

static void lu_of_nothing_and_of_one(void **state) {
  (void)state;
  double A[] = {-4}, x[] = {2};
  int pivot[] = {77};
  assert_int_equal(rg_lu_factor(0, A, 1, pivot, 1e-14), 0);
  rg_lu_solve(0, A, 1, pivot, x);
  rg_lu_solve_t(0, A, 1, pivot, x);
  assert_true(A[0] == -4 && x[0] == 2 && pivot[0] == 77);
  assert_int_equal(rg_lu_factor(1, A, 1, pivot, 1e-14), 0);
  rg_lu_solve(1, A, 1, pivot, x);
  assert_true(x[0] == -0.5);
}

/* ---- Cholesky and Gram ---- */

static void cholesky_is_the_product(void **state) {
  (void)state;
  uint64_t seed = 8;
  double B[LD * LD] = {0}, A[LD * LD] = {0}, L[LD * LD], b[MAX], x[MAX];
  for (int n = 1; n <= MAX; n++) {
    fill(n + 2, n, B, &seed);
    rg_gram(n + 2, n, B, LD, 0.25, A, LD);
    for (int i = 0; i < n; i++) /* B'B + I / 4 by its definition */
      for (int j = 0; j < n; j++) {
        double s = i == j ? 0.25 : 0;
        for (int k = 0; k < n + 2; k++) s += B[k * LD + i] * B[k * LD + j];
        assert_true(fabs(A[i * LD + j] - s) <= 1e-14 * n);
      }
    memcpy(L, A, sizeof A);
    for (int i = 0; i < n; i++)
      for (int j = i + 1; j < n; j++) L[i * LD + j] = nan(""); /* the upper triangle is not read */
    assert_int_equal(rg_cholesky(n, L, LD), 0);
    for (int i = 0; i < n; i++)
      for (int j = 0; j <= i; j++) {
        double s = -A[i * LD + j];
        for (int k = 0; k <= j; k++) s += L[i * LD + k] * L[j * LD + k];
        assert_true(fabs(s) <= 1e-14 * n * largest(n, n, A));
      }
    for (int i = 0; i < n; i++) x[i] = b[i] = draw(&seed);
    rg_cholesky_solve(n, L, LD, x);
    assert_true(system_error(n, A, x, b, 0) <= 1e-13 * n * (1 + rg_norm_max(n, x)));
  }
}

static void cholesky_names_the_row(void **state) {
  (void)state;
  double indefinite[] = {1, 2, 2, 1}, singular[] = {1, 1, 1, 1}, minus[] = {-1}, zero[] = {0};
  double third[] = {4, 0, 2, 0, 1, 1, 2, 1, 1}, unknown[] = {1, 0, 0, nan("")};
  assert_int_equal(rg_cholesky(2, indefinite, 2), 2);
  assert_int_equal(rg_cholesky(2, singular, 2), 2);
  assert_int_equal(rg_cholesky(1, minus, 1), 1);
  assert_int_equal(rg_cholesky(1, zero, 1), 1);
  assert_int_equal(rg_cholesky(3, third, 3), 3); /* 1 - 1 - 1 < 0 */
  assert_int_equal(rg_cholesky(2, unknown, 2), 2);
  assert_int_equal(rg_cholesky(0, zero, 1), 0);
}

/* ---- least squares ---- */

/* max |A' (A x - b)|: 0 exactly where x is a least squares solution */
static double slope(int m, int n, const double *A, const double *x, const double *b) {
  double r[LD], worst = 0;
  for (int i = 0; i < m; i++) {
    r[i] = -b[i];
    for (int j = 0; j < n; j++) r[i] += A[i * LD + j] * x[j];
  }
  for (int j = 0; j < n; j++) {
    double s = 0;
    for (int i = 0; i < m; i++) s += A[i * LD + j] * r[i];
    worst = fmax(worst, fabs(s));
  }
  return worst;
}

static void least_squares_is_orthogonal(void **state) {
  (void)state;
  uint64_t seed = 13;
  double A[LD * LD] = {0}, Q[LD * LD], b[LD], x[LD], tau[MAX];
  for (int n = 0; n <= 20; n++)
    for (int m = n; m <= n + 10; m += 5) {
      fill(m, n, A, &seed);
      for (int i = 0; i < m; i++) x[i] = b[i] = draw(&seed);
      memcpy(Q, A, sizeof A);
      assert_int_equal(rg_least_squares(m, n, Q, LD, x, tau), 0);
      assert_true(slope(m, n, A, x, b) <= 1e-12 * (1 + rg_norm_max(n, x)));
    }
}

/* the last column repeats the first: one entry of R is negligible, and what comes back is still a
   least squares solution */
static void least_squares_with_a_repeated_column(void **state) {
  (void)state;
  uint64_t seed = 21;
  double A[LD * LD] = {0}, Q[LD * LD], b[LD], x[LD], tau[MAX];
  for (int n = 2; n <= 12; n++) {
    int m = n + 4;
    fill(m, n, A, &seed);
    for (int i = 0; i < m; i++) {
      A[i * LD + n - 1] = A[i * LD];
      x[i] = b[i] = draw(&seed);
    }
    memcpy(Q, A, sizeof A);
    assert_int_equal(rg_least_squares(m, n, Q, LD, x, tau), 1);
    assert_true(slope(m, n, A, x, b) <= 1e-12 * (1 + rg_norm_max(n, x)));
  }
}

/* ---- rank and eigenvalues ---- */

static void rank_by_construction(void **state) {
  (void)state;
  uint64_t seed = 34;
  double A[LD * LD] = {0}, B[LD * LD], C[LD * LD], work[2 * LD];
  for (int rank = 0; rank <= 10; rank++)
    for (int m = 10; m <= 14; m += 2)
      for (int n = 10; n <= 15; n += 5) {
        fill(m, rank, B, &seed);
        fill(rank, n, C, &seed);
        for (int i = 0; i < m; i++)
          for (int j = 0; j < n; j++) {
            A[i * LD + j] = 0;
            for (int k = 0; k < rank; k++) A[i * LD + j] += B[i * LD + k] * C[k * LD + j];
          }
        assert_int_equal(rg_rank(m, n, A, LD, 1e-11, work), rank);
      }
  /* Kahan-like: small but not negligible diagonals count, negligible ones do not */
  double graded[] = {1, 0, 0, 0, 1e-6, 0, 0, 0, 1e-12}, copy[9];
  memcpy(copy, graded, sizeof copy);
  assert_int_equal(rg_rank(3, 3, copy, 3, 1e-9, work), 2);
  memcpy(copy, graded, sizeof copy);
  assert_int_equal(rg_rank(3, 3, copy, 3, 1e-13, work), 3);
  assert_int_equal(rg_rank(0, 3, copy, 3, 1e-9, work), 0);
  assert_int_equal(rg_rank(3, 0, copy, 3, 1e-9, work), 0);
}

/* the second difference of n points: 2 - 2 cos(k pi / (n + 1)) */
static void eigenvalues_of_the_chain(void **state) {
  (void)state;
  const double pi = acos(-1.0);
  double A[LD * LD], w[MAX];
  for (int n = 1; n <= MAX; n++) {
    memset(A, 0, sizeof A);
    for (int i = 0; i < n; i++) {
      A[i * LD + i] = 2;
      if (i) A[i * LD + i - 1] = A[(i - 1) * LD + i] = -1;
    }
    rg_eigenvalues(n, A, LD, w);
    for (int k = 0; k < n; k++)
      assert_true(fabs(w[k] - (2 - 2 * cos((k + 1) * pi / (n + 1)))) < 1e-13);
  }
}

/* A = H D H with a reflector H = I - 2 v v' / v'v: the spectrum is D whatever v is */
static void eigenvalues_of_a_reflected_diagonal(void **state) {
  (void)state;
  uint64_t seed = 55;
  double A[LD * LD], w[MAX], v[MAX], d[MAX], square;
  for (int n = 1; n <= 20; n++) {
    square = 0;
    for (int i = 0; i < n; i++) {
      v[i] = draw(&seed);
      square += v[i] * v[i];
      d[i] = i / 3 - 2; /* ascending, three of each: a degenerate, indefinite spectrum with zeros */
    }
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) {
        double s = 0;
        for (int k = 0; k < n; k++)
          s += ((i == k) - 2 * v[i] * v[k] / square) * d[k] * ((k == j) - 2 * v[k] * v[j] / square);
        A[i * LD + j] = s;
      }
    rg_eigenvalues(n, A, LD, w);
    for (int k = 0; k < n; k++) assert_true(fabs(w[k] - d[k]) < 1e-12);
  }
  double zero[4] = {0}, one[] = {-7};
  rg_eigenvalues(2, zero, 2, w);
  assert_true(w[0] == 0 && w[1] == 0);
  rg_eigenvalues(1, one, 1, w);
  assert_true(w[0] == -7);
  rg_eigenvalues(0, one, 1, w);
  assert_true(w[0] == -7);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(dot_axpy_and_products),
      cmocka_unit_test(norm_is_safe),
      cmocka_unit_test(lu_is_the_product),
      cmocka_unit_test(lu_needs_its_pivots),
      cmocka_unit_test(lu_counts_singular_pivots),
      cmocka_unit_test(lu_of_nothing_and_of_one),
      cmocka_unit_test(cholesky_is_the_product),
      cmocka_unit_test(cholesky_names_the_row),
      cmocka_unit_test(least_squares_is_orthogonal),
      cmocka_unit_test(least_squares_with_a_repeated_column),
      cmocka_unit_test(rank_by_construction),
      cmocka_unit_test(eigenvalues_of_the_chain),
      cmocka_unit_test(eigenvalues_of_a_reflected_diagonal),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
