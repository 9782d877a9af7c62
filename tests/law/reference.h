/* Reference solvers for small problems, sharing no code with the library: an MLCP by trying every
   basis, an LCP by Lemke's method with the lexicographic rule, and local problems from dense
   arrays. */
#ifndef RG_TEST_LAW_REFERENCE_H
#define RG_TEST_LAW_REFERENCE_H

#include "law/forms.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { REFERENCE_SIZE = 40, LEMKE_SIZE = 140 };

/* x = K \ x by Gaussian elimination; 0 where K is singular */
static int reference_solve(int n, double K[REFERENCE_SIZE][REFERENCE_SIZE], double *x) {
  for (int k = 0; k < n; k++) {
    int best = k;
    for (int i = k; i < n; i++)
      if (fabs(K[i][k]) > fabs(K[best][k])) best = i;
    if (fabs(K[best][k]) < 1e-11) return 0;
    for (int j = 0; j < n; j++) {
      double t = K[k][j];
      K[k][j] = K[best][j];
      K[best][j] = t;
    }
    double t = x[k];
    x[k] = x[best];
    x[best] = t;
    for (int i = k + 1; i < n; i++) {
      double factor = K[i][k] / K[k][k];
      for (int j = k; j < n; j++) K[i][j] -= factor * K[k][j];
      x[i] -= factor * x[k];
    }
  }
  for (int k = n - 1; k >= 0; k--) {
    for (int j = k + 1; j < n; j++) x[k] -= K[k][j] * x[j];
    x[k] /= K[k][k];
  }
  return 1;
}

/* worst violation of lower <= z <= upper, w = M z + q, and of the signs of w */
static double reference_residual(const rg_mlcp *p, const double *z) {
  double worst = 0;
  for (int i = 0; i < p->n; i++) {
    double w = p->q[i];
    for (int j = 0; j < p->n; j++) w += p->M[i * p->n + j] * z[j];
    double mid = fmin(fmax(z[i] - w, p->lower[i]), p->upper[i]);
    worst = fmax(worst, fabs(z[i] - mid));
  }
  return worst;
}

/* what an unknown may be: 0 at the lower bound, 1 between, 2 at the upper bound */
static int reference_choices(const rg_mlcp *p, int i, int *choice) {
  int count = 0;
  if (p->lower[i] == p->upper[i]) {
    choice[0] = 0;
    return 1;
  }
  choice[count++] = 1;
  if (isfinite(p->lower[i])) choice[count++] = 0;
  if (isfinite(p->upper[i])) choice[count++] = 2;
  return count;
}

/* the solution for one choice of the modes; 0 where its matrix is singular */
static int reference_try(const rg_mlcp *p, const int *mode, double *z) {
  static double K[REFERENCE_SIZE][REFERENCE_SIZE];
  double x[REFERENCE_SIZE];
  int basic[REFERENCE_SIZE], m = 0, n = p->n;
  for (int i = 0; i < n; i++) {
    z[i] = mode[i] == 0 ? p->lower[i] : mode[i] == 2 ? p->upper[i] : 0;
    if (mode[i] == 1) basic[m++] = i;
  }
  for (int a = 0; a < m; a++) {
    x[a] = -p->q[basic[a]];
    for (int j = 0; j < n; j++) x[a] -= mode[j] == 1 ? 0 : p->M[basic[a] * n + j] * z[j];
    for (int b = 0; b < m; b++) K[a][b] = p->M[basic[a] * n + basic[b]];
  }
  if (!reference_solve(m, K, x)) return 0;
  for (int a = 0; a < m; a++) z[basic[a]] = x[a];
  return 1;
}

/* tries every basis; 1 and the first solution found, 0 where there is none */
static int reference_mlcp(const rg_mlcp *p, double *z) {
  int digit[REFERENCE_SIZE] = {0}, mode[REFERENCE_SIZE], choice[3], i;
  if (p->n > REFERENCE_SIZE) return 0;
  do {
    for (i = 0; i < p->n; i++) {
      reference_choices(p, i, choice);
      mode[i] = choice[digit[i]];
    }
    if (reference_try(p, mode, z) && reference_residual(p, z) < 1e-10) return 1;
    /* the next number in mixed radix */
    for (i = 0; i < p->n; i++) {
      if (++digit[i] < reference_choices(p, i, choice)) break;
      digit[i] = 0;
    }
  } while (i < p->n);
  return 0;
}

/* whether row a of the tableau, divided by its pivot, is lexicographically under row b */
static int lemke_less(int n, const double *a, double pivot_a, const double *b, double pivot_b) {
  double first = a[2 * n + 1] / pivot_a - b[2 * n + 1] / pivot_b;
  if (fabs(first) > 1e-12) return first < 0;
  for (int k = 0; k < n; k++) {
    double difference = a[k] / pivot_a - b[k] / pivot_b;
    if (fabs(difference) > 1e-12) return difference < 0;
  }
  return 0;
}

static void lemke_pivot(int n, double tableau[LEMKE_SIZE][2 * LEMKE_SIZE + 2], int row,
                        int column) {
  int width = 2 * n + 2;
  double pivot = tableau[row][column];
  for (int k = 0; k < width; k++) tableau[row][k] /= pivot;
  for (int i = 0; i < n; i++) {
    double factor = tableau[i][column];
    if (i == row || factor == 0) continue;
    for (int k = 0; k < width; k++) tableau[i][k] -= factor * tableau[row][k];
  }
}

/* w - M z - z0 = q; columns w, z, z0, q. 1 and z where it ends at a solution, 0 on a ray. */
static int reference_lemke(const rg_mlcp *p, double *z) {
  static double tableau[LEMKE_SIZE][2 * LEMKE_SIZE + 2];
  int n = p->n, basis[LEMKE_SIZE], row = 0, entering = 2 * n;
  if (n > LEMKE_SIZE) return 0;
  memset(z, 0, (size_t)n * sizeof(double));
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 2 * n + 2; k++) tableau[i][k] = 0;
    tableau[i][i] = 1;
    for (int k = 0; k < n; k++) tableau[i][n + k] = -p->M[i * n + k];
    tableau[i][2 * n] = -1;
    tableau[i][2 * n + 1] = p->q[i];
    basis[i] = i;
    if (p->q[i] < p->q[row]) row = i;
  }
  if (p->q[row] >= 0) return 1;
  for (int step = 0; step < 5000; step++) {
    int leaving = basis[row];
    lemke_pivot(n, tableau, row, entering);
    basis[row] = entering;
    if (leaving == 2 * n) {
      for (int i = 0; i < n; i++)
        if (basis[i] >= n) z[basis[i] - n] = tableau[i][2 * n + 1];
      return 1;
    }
    /* the complement of what left comes in */
    entering = leaving < n ? leaving + n : leaving - n;
    row = -1;
    for (int i = 0; i < n; i++) {
      double pivot = tableau[i][entering];
      if (pivot < 1e-10) continue;
      if (row < 0 || lemke_less(n, tableau[i], pivot, tableau[row], tableau[row][entering]))
        row = i;
    }
    if (row < 0) return 0;
  }
  return 0;
}

/* a local problem with a dense A; every array is borrowed, the pattern is allocated */
static rg_local reference_local(int dim, int contacts, int rows, double *A, double *c, double *mu,
                                double *target, double *lower, double *upper) {
  int n = rows + dim * contacts;
  rg_local local = {.kind = RG_KIND_CONTACT,
                    .dim = dim,
                    .contacts = contacts,
                    .rows = rows,
                    .n = n,
                    .values = A,
                    .c = c,
                    .mu = mu,
                    .target = target,
                    .lower = lower,
                    .upper = upper};
  int *row_start = malloc(((size_t)n + 1) * sizeof(int));
  int *column = malloc((size_t)n * (size_t)n * sizeof(int) + 1);
  for (int i = 0; i <= n; i++) row_start[i] = i * n;
  for (int k = 0; k < n * n; k++) column[k] = k % n;
  local.row_start = row_start;
  local.column = column;
  return local;
}

static void reference_free(rg_local *local) {
  free((int *)local->row_start);
  free((int *)local->column);
}

#endif
