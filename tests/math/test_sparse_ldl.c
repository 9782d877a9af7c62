/* Sparse L D L' against the product with the matrix itself, its pattern against a chain that has no
   fill, and dependent unknowns against the solution without them. */
#include "math/sparse_ldl.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 40 };

typedef struct matrix {
  int n, start[MOST + 1], row[MOST * MOST];
  double value[MOST * MOST], full[MOST][MOST], size[MOST];
} matrix;

static double draw(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 11) / 4503599627370496.0 - 1;
}

/* upper triangle by columns from the full matrix */
static void compress(matrix *A) {
  int count = 0;
  for (int k = 0; k < A->n; k++) {
    A->start[k] = count;
    for (int i = 0; i <= k; i++)
      if (A->full[i][k] != 0 || i == k) {
        A->row[count] = i;
        A->value[count++] = A->full[i][k];
      }
    A->size[k] = 1;
  }
  A->start[A->n] = count;
}

/* positive definite block of `m`, negative definite rest, few entries between: every order works */
static void random_quasi_definite(matrix *A, int n, int m, uint64_t *seed) {
  memset(A, 0, sizeof *A);
  A->n = n;
  for (int k = 0; k < n; k++) {
    for (int i = 0; i < k; i++)
      if (draw(seed) > 0.6) A->full[i][k] = A->full[k][i] = draw(seed) / n;
    A->full[k][k] = k < m ? 1.5 + draw(seed) / 2 : -1.5 - draw(seed) / 2;
  }
  compress(A);
}

static double residual(const matrix *A, const double *x, const double *b) {
  double worst = 0;
  for (int i = 0; i < A->n; i++) {
    double s = -b[i];
    for (int j = 0; j < A->n; j++) s += A->full[i][j] * x[j];
    worst = fmax(worst, fabs(s));
  }
  return worst;
}

static void solves(void **state) {
  (void)state;
  uint64_t seed = 1;
  for (int n = 0; n <= MOST; n++) {
    static matrix A;
    double x[MOST], b[MOST];
    rg_arena arena = {0};
    random_quasi_definite(&A, n, n / 2, &seed);
    rg_sparse_ldl *ldl = rg_sparse_ldl_new(&arena, n, A.start, A.row);
    assert_non_null(ldl);
    for (int round = 0; round < 2; round++) { /* numbers may come again and again */
      for (int i = 0; i < n; i++) x[i] = b[i] = draw(&seed);
      assert_int_equal(rg_sparse_ldl_factor(ldl, A.start, A.row, A.value, A.size, 1e-12), 0);
      rg_sparse_ldl_solve(ldl, x);
      assert_true(residual(&A, x, b) < 1e-12);
    }
    rg_arena_free(&arena);
  }
}

static void a_chain_has_no_fill(void **state) {
  (void)state;
  static matrix A;
  rg_arena arena = {0};
  A.n = MOST;
  for (int k = 0; k < MOST; k++) {
    A.full[k][k] = 3;
    if (k) A.full[k - 1][k] = A.full[k][k - 1] = 1;
  }
  compress(&A);
  rg_sparse_ldl *ldl = rg_sparse_ldl_new(&arena, MOST, A.start, A.row);
  assert_int_equal(ldl->start[MOST], MOST - 1);
  rg_arena_free(&arena);
}

/* [1 0 1 1; 0 1 1 1; 1 1 0 0; 1 1 0 0]: the last row repeats the third and is left out */
static void dependent_rows_are_left_out(void **state) {
  (void)state;
  static matrix A;
  double x[4] = {2, 1, 3, 3}, b[4] = {2, 1, 3, 3};
  rg_arena arena = {0};
  A.n = 4;
  A.full[0][0] = A.full[1][1] = 1;
  for (int i = 0; i < 2; i++)
    for (int k = 2; k < 4; k++) A.full[i][k] = A.full[k][i] = 1;
  compress(&A);
  rg_sparse_ldl *ldl = rg_sparse_ldl_new(&arena, 4, A.start, A.row);
  assert_int_equal(rg_sparse_ldl_factor(ldl, A.start, A.row, A.value, A.size, 1e-10), 1);
  rg_sparse_ldl_solve(ldl, x);
  assert_true(residual(&A, x, b) < 1e-14);
  assert_true(x[3] == 0);
  rg_arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(solves),
                                     cmocka_unit_test(a_chain_has_no_fill),
                                     cmocka_unit_test(dependent_rows_are_left_out)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
