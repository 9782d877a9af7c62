/* The active blocks as one matrix by rows, P F = L U with row exchanges inside the diagonal blocks.
   d columns at a time: rows below lose d multiples in one go. Rows are padded with zeros, so that
   whole vectors may run over their end. */
#include "math/block_lu_full.h"

#include "math/wide.h"

#include <math.h>
#include <string.h>

enum { WIDEST = 6, TILE = 3 };

static const double GOOD = 0.1; /* of the largest pivot: no exchange */

struct rg_lu_full {
  int d, blocks;
  int n;           /* rows, of the active blocks */
  size_t ld;       /* between rows */
  int *place;      /* block -> its first row */
  int *pivot;      /* row exchanged with this one */
  double *F;       /* U, and L below it, whose diagonal is 1 */
  double *inverse; /* of the diagonal of U */
  double *y, *x;
};

rg_lu_full *rg_lu_full_new(rg_arena *arena, int d, int blocks) {
  rg_lu_full *lu = RG_NEW(arena, rg_lu_full, 1);
  if (!lu) return NULL;
  int n = d * blocks;
  lu->d = d;
  lu->blocks = blocks;
  lu->place = RG_RAW(arena, int, blocks);
  lu->pivot = RG_RAW(arena, int, n);
  lu->F = RG_RAW(arena, double, (size_t)n *(rg_wide_size(n) + RG_LANES));
  lu->inverse = RG_RAW(arena, double, n);
  lu->y = RG_RAW(arena, double, n);
  lu->x = RG_RAW(arena, double, n + RG_LANES);
  return arena->failed ? NULL : lu;
}

/* --- factors ---------------------------------------------------------------------------------- */

/* rows of the active blocks */
RG_WIDE_PART void gather(const int d, rg_lu_full *lu, const int *start, const int *column,
                         const double *values, const unsigned char *active) {
  lu->n = 0;
  for (int b = 0; b < lu->blocks; b++) {
    lu->place[b] = lu->n;
    lu->n += active[b] ? d : 0;
  }
  size_t ld = lu->ld = rg_wide_size(lu->n) + RG_LANES;
  for (int b = 0; b < lu->blocks; b++) {
    if (!active[b]) continue;
    double *rows = lu->F + (size_t)lu->place[b] * ld;
    for (int i = 0; i < d; i++)
      for (size_t j = (size_t)lu->n; j < ld; j++) rows[(size_t)i * ld + j] = 0;
    for (int k = start[b]; k < start[b + 1]; k++) {
      if (!active[column[k]]) continue;
      const double *restrict from = values + (size_t)k * (size_t)(d * d);
      double *restrict to = rows + lu->place[column[k]];
      for (int i = 0; i < d; i++)
        for (int j = 0; j < d; j++) to[(size_t)i * ld + (size_t)j] = from[i * d + j];
    }
  }
}

/* what the pivots of a diagonal block must have at least */
RG_WIDE_PART double least_pivot(const int d, double D[WIDEST][WIDEST]) {
  double largest = 0;
  for (int i = 0; i < d; i++)
    for (int j = 0; j < d; j++) largest = fabs(D[i][j]) > largest ? fabs(D[i][j]) : largest;
  return largest > 0 ? 1e-14 * largest : 1e-30;
}

static void swap_rows(int n, double *restrict a, double *restrict b) {
  for (int j = 0; j < n; j++) {
    double t = a[j];
    a[j] = b[j];
    b[j] = t;
  }
}

/* the largest of column p among the rows from p on moves to row p, in D and in all of its row; not
   where the one that is there will do */
RG_WIDE_PART void exchange(const int d, rg_lu_full *lu, int k, int p, double D[WIDEST][WIDEST]) {
  int best = p;
  for (int i = p + 1; i < d; i++)
    if (fabs(D[i][p]) > fabs(D[best][p])) best = i;
  if (fabs(D[p][p]) >= GOOD * fabs(D[best][p])) best = p;
  lu->pivot[k + p] = k + best;
  if (best == p) return;
  swap_rows(d, D[p], D[best]);
  swap_rows(lu->n, lu->F + (size_t)(k + p) * lu->ld, lu->F + (size_t)(k + best) * lu->ld);
}

/* D = L U for the diagonal block at row k; returns the number of pivots that had to be replaced */
RG_WIDE_PART int factor_diagonal(const int d, rg_lu_full *lu, int k, double D[WIDEST][WIDEST]) {
  double floor = least_pivot(d, D);
  int replaced = 0;
  for (int p = 0; p < d; p++) {
    exchange(d, lu, k, p, D);
    if (!(fabs(D[p][p]) >= floor)) {
      D[p][p] = D[p][p] < 0 ? -floor : floor;
      replaced++;
    }
    double inverse = lu->inverse[k + p] = 1 / D[p][p];
    for (int i = p + 1; i < d; i++) {
      D[i][p] *= inverse;
      for (int j = p + 1; j < d; j++) D[i][j] -= D[i][p] * D[p][j];
    }
  }
  return replaced;
}

/* rows k .. k + d: the diagonal block D, and U = L^-1 C right of it */
RG_WIDE_PART int factor_block_row(const int d, rg_lu_full *lu, int k, double D[WIDEST][WIDEST]) {
  size_t ld = lu->ld;
  double *row = lu->F + (size_t)k * ld + k;
  for (int i = 0; i < d; i++)
    for (int j = 0; j < d; j++) D[i][j] = row[(size_t)i * ld + (size_t)j];
  int replaced = factor_diagonal(d, lu, k, D);
  for (int i = 0; i < d; i++)
    for (int j = 0; j < d; j++) row[(size_t)i * ld + (size_t)j] = D[i][j];
  for (int j = d; j < lu->n - k; j += RG_LANES) {
    rg_wide u[WIDEST];
    for (int i = 0; i < d; i++) {
      u[i] = *(const rg_wide *)(row + (size_t)i * ld + j);
      for (int e = 0; e < i; e++) u[i] -= D[i][e] * u[e];
      *(rg_wide *)(row + (size_t)i * ld + j) = u[i];
    }
  }
  return replaced;
}

/* `rows` rows C below the diagonal block D lose their multiples of its d rows: L = C D^-1,
   C -= L U; `inverse`: of the diagonal */
RG_WIDE_PART void eliminate(const int rows, const int d, int columns, size_t ld,
                            double D[WIDEST][WIDEST], const double inverse[WIDEST], const double *U,
                            double *C) {
  double L[TILE][WIDEST];
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < d; j++) L[i][j] = C[(size_t)i * ld + (size_t)j];
  for (int j = 0; j < d; j++)
    for (int i = 0; i < rows; i++) {
      for (int e = 0; e < j; e++) L[i][j] -= L[i][e] * D[e][j];
      L[i][j] *= inverse[j];
    }
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < d; j++) C[(size_t)i * ld + (size_t)j] = L[i][j];
  for (int j = d; j < columns; j += RG_LANES) {
    rg_wide u[WIDEST];
    for (int e = 0; e < d; e++) u[e] = *(const rg_wide *)(U + (size_t)e * ld + j);
    for (int i = 0; i < rows; i++) {
      rg_wide c = *(const rg_wide *)(C + (size_t)i * ld + j);
      for (int e = 0; e < d; e++) c -= L[i][e] * u[e];
      *(rg_wide *)(C + (size_t)i * ld + j) = c;
    }
  }
}

RG_WIDE_PART int factor(const int d, rg_lu_full *lu) {
  const int rows = d % TILE ? d : TILE;
  size_t ld = lu->ld;
  int replaced = 0;
  for (int k = 0; k < lu->n; k += d) {
    double D[WIDEST][WIDEST], inverse[WIDEST], *U = lu->F + (size_t)k * ld + k;
    replaced += factor_block_row(d, lu, k, D);
    for (int i = 0; i < d; i++) inverse[i] = lu->inverse[k + i];
    for (int i = k + d; i < lu->n; i += rows)
      eliminate(rows, d, lu->n - k, ld, D, inverse, U, lu->F + (size_t)i * ld + k);
  }
  return replaced;
}

RG_WIDE int rg_lu_full_factor(rg_lu_full *lu, const int *start, const int *column,
                              const double *values, const unsigned char *active) {
  switch (lu->d) {
  case 3: gather(3, lu, start, column, values, active); return factor(3, lu);
  case 6: gather(6, lu, start, column, values, active); return factor(6, lu);
  default: gather(2, lu, start, column, values, active); return factor(2, lu);
  }
}

/* --- solve ------------------------------------------------------------------------------------ */

/* s_i = rows of F times y, d rows and whole vectors at once */
RG_WIDE_PART void multiply_rows(const int d, int n, size_t ld, const double *F, const double *y,
                                double s[WIDEST]) {
  rg_wide sum[WIDEST];
  for (int i = 0; i < d; i++) sum[i] = (rg_wide){0};
  for (int j = 0; j < n; j += RG_LANES)
    for (int i = 0; i < d; i++)
      sum[i] += *(const rg_wide *)(F + (size_t)i * ld + j) * *(const rg_wide *)(y + j);
  for (int i = 0; i < d; i++) s[i] = (sum[i][0] + sum[i][1]) + (sum[i][2] + sum[i][3]);
}

/* x = U \ L \ y; x is 0 where it is not known yet, and behind its end */
RG_WIDE_PART void substitute(const int d, const rg_lu_full *lu, const double *y, double *x) {
  int n = lu->n;
  size_t ld = lu->ld;
  double s[WIDEST];
  memset(x, 0, ((size_t)n + RG_LANES) * sizeof *x);
  for (int k = 0; k < n; k += d) { /* L */
    const double *row = lu->F + (size_t)k * ld;
    multiply_rows(d, k, ld, row, x, s);
    for (int i = 0; i < d; i++) {
      double t = y[k + i] - s[i];
      for (int e = 0; e < i; e++) t -= row[(size_t)i * ld + (size_t)(k + e)] * x[k + e];
      x[k + i] = t;
    }
  }
  for (int k = n - d; k >= 0; k -= d) { /* U */
    const double *row = lu->F + (size_t)k * ld;
    multiply_rows(d, n - k - d, ld, row + k + d, x + k + d, s);
    for (int i = d - 1; i >= 0; i--) {
      double t = x[k + i] - s[i];
      for (int e = i + 1; e < d; e++) t -= row[(size_t)i * ld + (size_t)(k + e)] * x[k + e];
      x[k + i] = t * lu->inverse[k + i];
    }
  }
}

/* y = P y */
static void exchange_all(const rg_lu_full *lu, double *y) {
  for (int i = 0; i < lu->n; i++) {
    double t = y[i];
    y[i] = y[lu->pivot[i]];
    y[lu->pivot[i]] = t;
  }
}

RG_WIDE void rg_lu_full_solve(const rg_lu_full *lu, const unsigned char *active, double *x) {
  size_t bytes = (size_t)lu->d * sizeof *x;
  for (int b = 0; b < lu->blocks; b++)
    if (active[b]) memcpy(lu->y + lu->place[b], x + lu->d * b, bytes);
  exchange_all(lu, lu->y);
  if (lu->d == 3) substitute(3, lu, lu->y, lu->x);
  else if (lu->d == 6) substitute(6, lu, lu->y, lu->x);
  else substitute(2, lu, lu->y, lu->x);
  for (int b = 0; b < lu->blocks; b++)
    if (active[b]) memcpy(x + lu->d * b, lu->x + lu->place[b], bytes);
}

int rg_lu_full_sign(const rg_lu_full *lu) {
  int sign = 1;
  for (int k = 0; k < lu->n; k++) {
    if (lu->inverse[k] < 0) sign = -sign;
    if (lu->pivot[k] != k) sign = -sign;
  }
  return sign;
}
