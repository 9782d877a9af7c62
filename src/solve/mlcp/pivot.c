/* Dictionary, scaling, limits and the final solve that the pivoting solvers share.

   Exchange of basic r with nonbasic c, p = T_rc:
       T_rc = 1 / p,  T_rj = -T_rj / p,  T_ic = T_ic / p,  T_ij = T_ij - T_ic T_rj / p
   (Cottle, Pang & Stone 1992, section 2.3). */
#include "solve/mlcp/pivot.h"

#include "math/dense.h"

#include <math.h>
#include <string.h>

void rg_dictionary_alloc(rg_arena *arena, rg_dictionary *d, int rows, int columns) {
  d->T = RG_NEW(arena, double, (size_t)rows *(size_t)(columns + 1));
  d->basic = RG_NEW(arena, int, rows);
  d->nonbasic = RG_NEW(arena, int, columns);
  d->where = RG_NEW(arena, int, rows + columns);
}

void rg_dictionary_reset(rg_dictionary *d, int rows, int columns) {
  d->rows = rows;
  d->columns = columns;
  d->stride = columns + 1;
  for (int i = 0; i < rows; i++) d->basic[i] = d->where[i] = i;
  for (int j = 0; j < columns; j++) {
    d->nonbasic[j] = rows + j;
    d->where[rows + j] = -1 - j;
  }
}

double *rg_dictionary_row(const rg_dictionary *d, int row) {
  return d->T + (size_t)row * (size_t)d->stride;
}

void rg_dictionary_exchange(rg_dictionary *d, int row, int column) {
  double *pivot_row = rg_dictionary_row(d, row), inverse = 1 / pivot_row[column];

  /* the entering variable as a function of the new nonbasic ones */
  for (int j = 0; j < d->stride; j++) pivot_row[j] *= -inverse;
  pivot_row[column] = inverse;

  /* put it into the other rows */
  for (int i = 0; i < d->rows; i++) {
    double *other = rg_dictionary_row(d, i), factor = other[column];
    if (i == row || factor == 0) continue;
    other[column] = 0;
    rg_axpy(d->stride, factor, pivot_row, other);
  }

  int leaving = d->basic[row], entering = d->nonbasic[column];
  d->basic[row] = entering;
  d->nonbasic[column] = leaving;
  d->where[entering] = row;
  d->where[leaving] = -1 - column;
}

/* largest pivot among the marked; a variable's own complement wins where it is half as large */
static double best_pivot(const rg_dictionary *d, const unsigned char *mark, int *row, int *column) {
  double best = 0;
  for (int i = 0; i < d->rows; i++) {
    if (mark[d->basic[i]] != RG_LEAVE) continue;
    const double *T = rg_dictionary_row(d, i);
    for (int j = 0; j < d->columns; j++) {
      if (mark[d->nonbasic[j]] != RG_ENTER) continue;
      int own = d->basic[i] % d->rows == d->nonbasic[j] % d->rows;
      double weight = fabs(T[j]) * (own ? 2 : 1);
      if (weight > best) best = weight, *row = i, *column = j;
    }
  }
  return best > 0 ? fabs(rg_dictionary_row(d, *row)[*column]) : 0;
}

int rg_dictionary_drive(rg_dictionary *d, unsigned char *mark, double tiny) {
  double largest = 1;
  for (int count = 0;; count++) {
    int row = 0, column = 0;
    double pivot = best_pivot(d, mark, &row, &column);
    if (!(pivot > tiny * largest)) return count;
    if (pivot > largest) largest = pivot;
    mark[d->basic[row]] = mark[d->nonbasic[column]] = RG_STAY;
    rg_dictionary_exchange(d, row, column);
  }
}

/* power of two nearest to 1 / sqrt(x) */
static double root_inverse(double x) {
  int exponent;
  if (!(x > 0) || isinf(x)) return 1;
  frexp(x, &exponent);
  return ldexp(1, -(int)lround(0.5 * exponent));
}

void rg_equilibrate(int n, const double *M, int ld, double *row, double *column) {
  for (int i = 0; i < n; i++) row[i] = column[i] = 1;
  for (int sweep = 0; sweep < 4; sweep++)
    for (int by_column = 0; by_column < 2; by_column++)
      for (int i = 0; i < n; i++) {
        double largest = 0;
        for (int j = 0; j < n; j++) {
          double a = by_column ? M[(size_t)j * (size_t)ld + (size_t)i] * row[j]
                               : M[(size_t)i * (size_t)ld + (size_t)j] * column[j];
          if (fabs(a) > largest) largest = fabs(a);
        }
        largest *= by_column ? column[i] : row[i];
        if (by_column) column[i] *= root_inverse(largest);
        else row[i] *= root_inverse(largest);
      }
}

int rg_pivot_limit(const rg_options *options, int n) {
  return options->max_iterations > 0 ? options->max_iterations : 50 * n + 1000;
}

int rg_pivot_spent(int limit, const rg_outcome *outcome) {
  return outcome->iterations >= limit || rg_outcome_expired(outcome);
}

void rg_basis_alloc(rg_arena *arena, rg_basis *basis, int n) {
  basis->rows = RG_NEW(arena, int, n);
  basis->columns = RG_NEW(arena, int, n);
  basis->pivot = RG_NEW(arena, int, n);
  RG_VECTORS(arena, n, &basis->row_scale, &basis->column_scale);
  basis->LU = RG_NEW(arena, double, (size_t)n *(size_t)n);
  RG_VECTORS(arena, n, &basis->rhs, &basis->w, &basis->trial);
}

/* residual of z moved into its bounds */
static double clamped_residual(rg_basis *basis, const rg_mlcp *mlcp, const double *z) {
  for (int i = 0; i < mlcp->n; i++)
    basis->trial[i] = fmin(fmax(z[i], mlcp->lower[i]), mlcp->upper[i]);
  rg_mlcp_w(mlcp, basis->trial, basis->w);
  return rg_mlcp_residual(mlcp, basis->trial, basis->w);
}

static int factor_basis(rg_basis *basis, const rg_mlcp *mlcp) {
  int k = basis->count;
  for (int i = 0; i < k; i++)
    for (int j = 0; j < k; j++) {
      int row = basis->rows[i], column = basis->columns[j];
      basis->LU[(size_t)i * (size_t)k + (size_t)j] =
          basis->row_scale[row] * basis->column_scale[column] *
          mlcp->M[(size_t)row * (size_t)mlcp->n + (size_t)column];
    }
  return rg_lu_factor(k, basis->LU, k, basis->pivot, 1e-15) == 0;
}

double rg_basis_polish(rg_basis *basis, const rg_mlcp *mlcp, double *z) {
  size_t bytes = (size_t)mlcp->n * sizeof *z;
  double best = clamped_residual(basis, mlcp, z);
  memcpy(z, basis->trial, bytes);
  if (basis->count == 0 || !factor_basis(basis, mlcp)) return best;

  /* Newton steps on w_rows(z_columns) = 0 while they help */
  for (int step = 0; step < 4; step++) {
    rg_mlcp_w(mlcp, z, basis->w);
    for (int i = 0; i < basis->count; i++)
      basis->rhs[i] = -basis->row_scale[basis->rows[i]] * basis->w[basis->rows[i]];
    rg_lu_solve(basis->count, basis->LU, basis->count, basis->pivot, basis->rhs);
    memcpy(basis->trial, z, bytes);
    for (int i = 0; i < basis->count; i++)
      basis->trial[basis->columns[i]] += basis->column_scale[basis->columns[i]] * basis->rhs[i];
    double residual = clamped_residual(basis, mlcp, basis->trial);
    if (!(residual < best)) break;
    best = residual;
    memcpy(z, basis->trial, bytes);
  }
  return best;
}
