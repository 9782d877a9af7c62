/* Cholesky with pivoting: rank by construction, and solutions of consistent systems checked by the
 * product. */
#include "dynamics/semidefinite.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 14 };

static double draw(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 11) / 4503599627370496.0 - 1;
}

/* A = B B' with B n x rank */
static void rank_and_solution(void **state) {
  (void)state;
  uint64_t seed = 3;
  for (int n = 0; n <= MOST; n++)
    for (int rank = 0; rank <= n; rank++) {
      double B[MOST * MOST], A[MOST * MOST] = {0}, L[MOST * MOST], x[MOST], b[MOST] = {0};
      int order[MOST], nonzero = 0;
      for (int i = 0; i < n * rank; i++) B[i] = draw(&seed);
      for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
          for (int k = 0; k < rank; k++) A[i * n + j] += B[i * rank + k] * B[j * rank + k];
      for (int i = 0; i < n; i++) x[i] = draw(&seed);
      for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) b[i] += A[i * n + j] * x[j];
      memcpy(L, A, sizeof L);
      memcpy(x, b, sizeof x);
      assert_int_equal(rg_semidefinite_factor(n, L, order, 1e-11), rank);
      rg_semidefinite_solve(n, rank, L, order, x);
      for (int i = 0; i < n; i++) {
        double s = -b[i];
        for (int j = 0; j < n; j++) s += A[i * n + j] * x[j];
        assert_true(fabs(s) < 1e-8);
        nonzero += x[i] != 0;
      }
      assert_true(nonzero <= rank);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(rank_and_solution)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
