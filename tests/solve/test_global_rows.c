/* Rows W of a problem with M and G: unit W W' = G M^-1 G', by elimination, for masses that couple coordinates that do
   not follow each other, for diagonal ones, and for zeros that M stores. */
#include "problem/rows.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { N = 17, CONTACTS = 5, ROWS = 3, UNKNOWNS = ROWS + 3 * CONTACTS };

static double draw(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 11) / 4503599627370496.0 - 1;
}

typedef struct global {
  double M[N * N], G[UNKNOWNS * N];
  double values[N * N], entries[UNKNOWNS * N];
  int start[N + 1], column[N * N], row_start[UNKNOWNS + 1], row_column[UNKNOWNS * N];
  rg_problem problem;
} global;

/* coordinates i and j are of one group where they leave the same rest; M = B B' + 1 there, or diagonal */
static void random_mass(global *g, int groups, int diagonal, uint64_t *seed) {
  double B[N * N];
  for (int k = 0; k < N * N; k++) B[k] = draw(seed);
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double sum = i == j ? 1.5 : 0;
      int together = i % groups == j % groups && !(diagonal && i % groups % 2 == 0);
      for (int k = 0; k < N && together; k++) sum += B[i * N + k] * B[j * N + k];
      g->M[i * N + j] = together || i == j ? sum * pow(2, -3) : 0;
    }
}

static void random_rows(global *g, uint64_t *seed) {
  for (int u = 0, i = 0; u < ROWS + CONTACTS; u++) {
    int width = u < ROWS ? 1 : 3, touched[N];
    for (int j = 0; j < N; j++) touched[j] = draw(seed) > 0.4;
    touched[u % N] = 1;
    for (int r = 0; r < width; r++, i++)
      for (int j = 0; j < N; j++) g->G[i * N + j] = touched[j] ? draw(seed) : 0;
  }
}

/* sparse with the pattern of `keep`: all of a group, zeros of M included, or what is not zero */
static void make_sparse(global *g, int groups) {
  int at = 0;
  for (int i = 0; i < N; i++) {
    g->start[i] = at;
    for (int j = 0; j < N; j++)
      if (i % groups == j % groups) g->column[at] = j, g->values[at++] = g->M[i * N + j];
  }
  g->start[N] = at;
  at = 0;
  for (int i = 0; i < UNKNOWNS; i++) {
    g->row_start[i] = at;
    for (int j = 0; j < N; j++)
      if (g->G[i * N + j] != 0) g->row_column[at] = j, g->entries[at++] = g->G[i * N + j];
  }
  g->row_start[UNKNOWNS] = at;
}

/* A by elimination */
static void by_hand(const global *g, double *A) {
  for (int c = 0; c < UNKNOWNS; c++) {
    double M[N * N], x[N];
    memcpy(M, g->M, sizeof M);
    for (int i = 0; i < N; i++) x[i] = g->G[c * N + i];
    for (int k = 0; k < N; k++)
      for (int i = k + 1; i < N; i++) {
        double f = M[i * N + k] / M[k * N + k];
        for (int j = k; j < N; j++) M[i * N + j] -= f * M[k * N + j];
        x[i] -= f * x[k];
      }
    for (int k = N - 1; k >= 0; k--) {
      for (int j = k + 1; j < N; j++) x[k] -= M[k * N + j] * x[j];
      x[k] /= M[k * N + k];
    }
    for (int i = 0; i < UNKNOWNS; i++) {
      A[i * UNKNOWNS + c] = 0;
      for (int k = 0; k < N; k++) A[i * UNKNOWNS + c] += g->G[i * N + k] * x[k];
    }
  }
}

static void compare(global *g, int dense) {
  double A[UNKNOWNS * UNKNOWNS], c[UNKNOWNS] = {0}, f[N] = {0}, mu[CONTACTS] = {0};
  rg_arena arena = {0};
  rg_problem p = rg_problem_default();
  p.dim = 3, p.contacts = CONTACTS, p.rows = ROWS, p.c = c, p.f = f, p.mu = mu;
  p.M =
      dense ? rg_matrix_dense(N, N, g->M) : rg_matrix_sparse(N, N, g->start, g->column, g->values);
  p.G = dense ? rg_matrix_dense(UNKNOWNS, N, g->G)
              : rg_matrix_sparse(UNKNOWNS, N, g->row_start, g->row_column, g->entries);
  rg_global_rows *rows = rg_global_rows_new(&arena, &p);
  assert_non_null(rows);
  for (int again = 0; again < 2; again++) {
    assert_int_equal(rg_global_rows_fill(rows, &p), 0);
    by_hand(g, A);
    for (int i = 0; i < UNKNOWNS; i++) {
      double x[UNKNOWNS] = {0}, t[N], u[UNKNOWNS];
      x[i] = 1;
      rg_rows_velocity(&rows->factor, x, c, t, u);
      for (int j = 0; j < UNKNOWNS; j++)
        assert_true(fabs(u[j] - A[j * UNKNOWNS + i]) <= 1e-12 * (1 + fabs(A[i * (UNKNOWNS + 1)])));
    }
  }
  rg_arena_free(&arena);
}

static void products(void **state) {
  (void)state;
  uint64_t seed = 5;
  for (int round = 0; round < 60; round++) {
    static global g;
    int groups = 1 + round % 6;
    random_mass(&g, groups, round & 1, &seed);
    random_rows(&g, &seed);
    make_sparse(&g, groups);
    compare(&g, 0);
    compare(&g, 1);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(products)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
