/* The public problem: defaults, views, checks. */
#include "base/arena.h"
#include "math/wide.h"
#include "problem/local.h"

#include <rigor/problem.h>

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

rg_problem rg_problem_default(void) {
  rg_problem problem;
  memset(&problem, 0, sizeof problem);
  return problem;
}

rg_matrix rg_matrix_dense(int rows, int columns, const double *values) {
  return (rg_matrix){.storage = RG_DENSE, .rows = rows, .columns = columns, .values = values};
}

rg_matrix rg_matrix_sparse(int rows, int columns, const int *row_start, const int *column,
                           const double *values) {
  return (rg_matrix){.storage = RG_SPARSE,
                     .rows = rows,
                     .columns = columns,
                     .values = values,
                     .row_start = row_start,
                     .column = column};
}

rg_matrix rg_matrix_operator(int rows, int columns, rg_multiply multiply, void *context) {
  return (rg_matrix){.storage = RG_OPERATOR,
                     .rows = rows,
                     .columns = columns,
                     .multiply = multiply,
                     .context = context};
}

int rg_problem_size(const rg_problem *problem) {
  if (!problem) return 0;
  return problem->rows + problem->dim * problem->contacts;
}

void rg_problem_free(rg_problem *problem) {
  if (!problem) return;
  if (problem->owner) {
    rg_arena_free(problem->owner);
    free(problem->owner);
  }
  *problem = rg_problem_default();
}

/* loops without a branch, which the compiler turns into wide instructions: most input is fine */
static int all_numbers(const double *x, int n) {
  int bad = 0;
  for (int i = 0; i < n; i++) bad |= x[i] != x[i];
  return !bad;
}

/* rg_all_finite for long arrays, in wide instructions: 0 x is 0 for finite x and NaN for others */
RG_WIDE static int all_finite(const double *x, int n) {
  rg_wide zeros = {0};
  double zero = 0;
  int i = 0;
  for (; i + RG_LANES <= n; i += RG_LANES) zeros += 0 * *(const rg_wide *)(x + i);
  for (; i < n; i++) zero += 0 * x[i];
  for (int k = 0; k < RG_LANES; k++) zero += zeros[k];
  return zero == 0;
}

/* every entry finite, or between the infinities where those are allowed */
static rg_status check_vector(const char *name, const double *x, int n, int infinite_allowed,
                              rg_error *error) {
  if (n > 0 && !x) return rg_fail(error, RG_BAD_INPUT, name, "is missing, %d entries expected", n);
  if (infinite_allowed ? all_numbers(x, n) : all_finite(x, n)) return RG_OK;
  for (int i = 0; i < n; i++) {
    if (isnan(x[i])) return rg_fail(error, RG_BAD_INPUT, name, "entry %d is not a number", i);
    if (isinf(x[i]) && !infinite_allowed)
      return rg_fail(error, RG_BAD_INPUT, name, "entry %d is infinite", i);
  }
  return RG_OK;
}

/* the first bit of i, or of bound - 1 - i, is set where i < 0 or i >= bound */
static int all_below(const int *index, int n, int bound) {
  unsigned bits = 0, last = (unsigned)bound - 1;
  for (int i = 0; i < n; i++) bits |= (unsigned)index[i] | (last - (unsigned)index[i]);
  return n == 0 || (bound > 0 && bits <= INT_MAX);
}

static rg_status check_sparse(const char *name, const rg_matrix *matrix, rg_error *error) {
  if (!matrix->row_start) return rg_fail(error, RG_BAD_INPUT, name, "row_start is missing");
  if (matrix->row_start[0] != 0)
    return rg_fail(error, RG_BAD_INPUT, name, "row_start[0] is %d, not 0", matrix->row_start[0]);
  for (int i = 0; i < matrix->rows; i++)
    if (matrix->row_start[i + 1] < matrix->row_start[i])
      return rg_fail(error, RG_BAD_INPUT, name, "row_start decreases at row %d", i);
  int entries = matrix->row_start[matrix->rows];
  if (entries > 0 && (!matrix->column || !matrix->values))
    return rg_fail(error, RG_BAD_INPUT, name, "column or values are missing");
  int inside = all_below(matrix->column, entries, matrix->columns);
  for (int k = 0; k < entries && !inside; k++)
    if (matrix->column[k] < 0 || matrix->column[k] >= matrix->columns)
      return rg_fail(error, RG_BAD_INPUT, name, "column index %d at entry %d is out of range 0..%d",
                     matrix->column[k], k, matrix->columns - 1);
  return check_vector(name, matrix->values, entries, 0, error);
}

static rg_status check_matrix(const char *name, const rg_matrix *matrix, int rows, int columns,
                              rg_error *error) {
  if (matrix->rows != rows || matrix->columns != columns)
    return rg_fail(error, RG_BAD_INPUT, name, "is %d x %d, %d x %d expected", matrix->rows,
                   matrix->columns, rows, columns);
  switch (matrix->storage) {
  case RG_DENSE:
    if (rows > 0 && columns > INT_MAX / rows)
      return rg_fail(error, RG_BAD_INPUT, name, "%d x %d is too large for dense storage", rows,
                     columns);
    return check_vector(name, matrix->values, rows * columns, 0, error);
  case RG_SPARSE: return check_sparse(name, matrix, error);
  case RG_OPERATOR:
    if (!matrix->multiply) return rg_fail(error, RG_BAD_INPUT, name, "multiply is missing");
    return RG_OK;
  case RG_NONE: break;
  }
  if (rows == 0) return RG_OK;
  return rg_fail(error, RG_BAD_INPUT, name, "is missing");
}

static rg_status check_sizes(const rg_problem *p, rg_error *error) {
  if (p->kind != RG_KIND_CONTACT && p->kind != RG_KIND_LCP && p->kind != RG_KIND_MLCP)
    return rg_fail(error, RG_BAD_INPUT, "kind", "%d is none of contact, LCP, MLCP", (int)p->kind);
  if (p->contacts < 0)
    return rg_fail(error, RG_BAD_INPUT, "contacts", "%d is negative", p->contacts);
  if (p->rows < 0) return rg_fail(error, RG_BAD_INPUT, "rows", "%d is negative", p->rows);
  if (p->kind != RG_KIND_CONTACT && p->contacts > 0)
    return rg_fail(error, RG_BAD_INPUT, "contacts", "an LCP or MLCP has none, not %d", p->contacts);
  if (p->contacts > 0 && (p->dim < 2 || p->dim == 5 || p->dim > 6))
    return rg_fail(error, RG_BAD_INPUT, "dim", "%d is none of 2, 3, 4, 6", p->dim);
  if (p->dim <= 3 && (p->spin || p->roll || p->ellipsoid))
    return rg_fail(error, RG_BAD_INPUT,
                   p->roll   ? "roll"
                   : p->spin ? "spin"
                             : "ellipsoid",
                   "needs contacts of dim 4 or 6, not %d", p->dim);
  if (p->dim == 4 && p->roll)
    return rg_fail(error, RG_BAD_INPUT, "roll", "needs contacts of dim 6, not 4");
  if ((long long)p->rows + (p->dim > 3 ? 6LL : 3LL) * p->contacts > INT_MAX / 4)
    return rg_fail(error, RG_BAD_INPUT, "contacts", "%d contacts and %d rows are too many",
                   p->contacts, p->rows);
  return RG_OK;
}

static rg_status check_bounds(const rg_problem *p, rg_error *error) {
  rg_status status = RG_OK;
  if (p->lower) status = check_vector("lower", p->lower, p->rows, 1, error);
  if (!status && p->upper) status = check_vector("upper", p->upper, p->rows, 1, error);
  double floor = p->kind == RG_KIND_CONTACT ? -HUGE_VAL : 0;
  for (int i = 0; !status && i < p->rows; i++) {
    double lower = p->lower ? p->lower[i] : floor, upper = p->upper ? p->upper[i] : HUGE_VAL;
    if (lower > upper || lower == HUGE_VAL || upper == -HUGE_VAL)
      status = rg_fail(error, RG_BAD_INPUT, "lower", "row %d: lower %g and upper %g leave nothing",
                       i, lower, upper);
  }
  return status;
}

/* coefficients of friction */
static rg_status check_friction(const char *name, const double *mu, int contacts, rg_error *error) {
  rg_status status = check_vector(name, mu, contacts, 0, error);
  for (int i = 0; !status && i < contacts; i++)
    if (mu[i] < 0)
      status = rg_fail(error, RG_BAD_INPUT, name, "contact %d: %g is negative", i, mu[i]);
  return status;
}

rg_status rg_problem_check(const rg_problem *p, rg_error *error) {
  rg_error_clear(error);
  if (!p) return rg_fail(error, RG_BAD_INPUT, "problem", "is NULL");
  rg_status status = check_sizes(p, error);
  if (status) return status;
  int n = rg_problem_size(p);
  if (rg_problem_is_global(p)) {
    int dof = p->M.rows;
    if (dof < 0) return rg_fail(error, RG_BAD_INPUT, "M", "has %d rows", dof);
    if (p->M.storage == RG_OPERATOR || p->G.storage == RG_OPERATOR)
      return rg_fail(error, RG_BAD_INPUT, "M", "an operator is not possible in global form");
    status = check_matrix("M", &p->M, dof, dof, error);
    if (!status) status = check_matrix("G", &p->G, n, dof, error);
    if (!status) status = check_vector("f", p->f, dof, 0, error);
  } else {
    status = check_matrix("A", &p->A, n, n, error);
  }
  if (!status) status = check_vector("c", p->c, n, 0, error);
  if (!status && p->target) status = check_vector("target", p->target, p->contacts, 0, error);
  if (!status && p->leeway) status = check_vector("leeway", p->leeway, 2 * p->contacts, 0, error);
  for (int i = 0; !status && p->leeway && i < 2 * p->contacts; i++)
    if (p->leeway[i] < 0)
      status =
          rg_fail(error, RG_BAD_INPUT, "leeway", "contact %d: %g is negative", i / 2, p->leeway[i]);
  if (!status && p->guess) status = check_vector("guess", p->guess, n, 0, error);
  if (!status) status = check_bounds(p, error);
  if (!status) status = check_friction("mu", p->mu, p->contacts, error);
  if (!status && p->spin) status = check_friction("spin", p->spin, p->contacts, error);
  if (!status && p->roll) status = check_friction("roll", p->roll, p->contacts, error);
  return status;
}
