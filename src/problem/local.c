#include "problem/local.h"
#include "base/error.h"
#include "math/dense.h"

#include <math.h>
#include <string.h>

int rg_problem_is_global(const rg_problem *problem) {
  return problem->M.storage != RG_NONE || problem->G.storage != RG_NONE;
}

static double *copy_doubles(rg_arena *arena, const double *from, size_t count) {
  if (!from) return NULL;
  double *to = RG_RAW(arena, double, count);
  return to ? memcpy(to, from, count * sizeof *to) : NULL;
}

static int *copy_ints(rg_arena *arena, const int *from, size_t count) {
  int *to = RG_RAW(arena, int, count);
  if (!to) return NULL;
  if (count) memcpy(to, from, count * sizeof *to);
  return to;
}

static void copy_matrix(rg_arena *arena, rg_matrix *matrix) {
  if (matrix->storage == RG_DENSE) {
    matrix->values =
        copy_doubles(arena, matrix->values, (size_t)matrix->rows * (size_t)matrix->columns);
  } else if (matrix->storage == RG_SPARSE) {
    size_t entries = (size_t)matrix->row_start[matrix->rows];
    matrix->row_start = copy_ints(arena, matrix->row_start, (size_t)matrix->rows + 1);
    matrix->column = copy_ints(arena, matrix->column, entries);
    matrix->values = copy_doubles(arena, matrix->values, entries);
  }
}

rg_problem *rg_problem_copy(rg_arena *arena, const rg_problem *problem) {
  rg_problem *copy = RG_NEW(arena, rg_problem, 1);
  if (!copy) return NULL;
  *copy = *problem;
  copy->owner = NULL;
  size_t n = (size_t)rg_problem_size(problem), rows = (size_t)problem->rows,
         contacts = (size_t)problem->contacts;
  copy_matrix(arena, &copy->A);
  copy_matrix(arena, &copy->M);
  copy_matrix(arena, &copy->G);
  copy->f = copy_doubles(arena, problem->f, (size_t)problem->M.rows);
  copy->c = copy_doubles(arena, problem->c, n);
  copy->mu = copy_doubles(arena, problem->mu, contacts);
  copy->target = copy_doubles(arena, problem->target, contacts);
  copy->lower = copy_doubles(arena, problem->lower, rows);
  copy->upper = copy_doubles(arena, problem->upper, rows);
  copy->guess = copy_doubles(arena, problem->guess, n);
  return arena->failed ? NULL : copy;
}

static int pattern_entries(const rg_localizer *localizer, const rg_problem *problem) {
  if (localizer->delassus) return localizer->delassus->entries;
  if (problem->A.storage == RG_SPARSE) return problem->A.row_start[problem->A.rows];
  return rg_problem_size(problem) * rg_problem_size(problem);
}

static void dense_pattern(int n, int *row_start, int *column) {
  for (int i = 0; i < n; i++) {
    row_start[i] = i * n;
    for (int j = 0; j < n; j++) column[i * n + j] = j;
  }
  row_start[n] = n * n;
}

static void fill_bounds(rg_local *local, const rg_problem *problem) {
  double floor = problem->kind == RG_KIND_CONTACT ? -HUGE_VAL : 0;
  for (int i = 0; i < local->rows; i++) {
    local->lower[i] = problem->lower ? problem->lower[i] : floor;
    local->upper[i] = problem->upper ? problem->upper[i] : HUGE_VAL;
  }
  for (int i = 0; i < local->contacts; i++) {
    local->mu[i] = problem->mu[i];
    local->target[i] = problem->target ? problem->target[i] : 0;
  }
}

rg_localizer *rg_localizer_new(rg_arena *arena, const rg_problem *problem) {
  rg_localizer *localizer = RG_NEW(arena, rg_localizer, 1);
  if (!localizer) return NULL;
  rg_local *local = &localizer->local;
  int n = rg_problem_size(problem);
  local->kind = problem->kind;
  local->dim = problem->dim;
  local->contacts = problem->contacts;
  local->rows = problem->rows;
  local->n = n;
  if (rg_problem_is_global(problem)) {
    localizer->mass = rg_mass_new(arena, &problem->M);
    if (!localizer->mass) return NULL;
    localizer->delassus = rg_delassus_new(arena, localizer->mass, &problem->G);
    if (!localizer->delassus) return NULL;
    localizer->column = RG_NEW(arena, double, problem->M.rows);
    localizer->product = RG_NEW(arena, double, n);
  } else if (problem->A.storage == RG_OPERATOR) {
    localizer->column = RG_NEW(arena, double, n);
    localizer->product = RG_NEW(arena, double, n);
  }
  int entries = pattern_entries(localizer, problem);
  local->row_start = RG_NEW(arena, int, n + 1);
  local->column = RG_RAW(arena, int, entries);
  local->values = RG_RAW(arena, double, entries);
  local->c = RG_NEW(arena, double, n);
  local->mu = RG_NEW(arena, double, local->contacts);
  local->target = RG_NEW(arena, double, local->contacts);
  local->lower = RG_NEW(arena, double, local->rows);
  local->upper = RG_NEW(arena, double, local->rows);
  if (arena->failed) return NULL;
  fill_bounds(local, problem);
  if (localizer->delassus) {
    int *mark = RG_NEW(arena, int, n);
    if (!mark) return NULL;
    rg_delassus_pattern(localizer->delassus, n, local->row_start, local->column, mark);
  } else if (problem->A.storage == RG_SPARSE) {
    memcpy(local->row_start, problem->A.row_start, ((size_t)n + 1) * sizeof(int));
    if (entries) memcpy(local->column, problem->A.column, (size_t)entries * sizeof(int));
  } else {
    dense_pattern(n, local->row_start, local->column);
  }
  return localizer;
}

static rg_status probe_operator(rg_localizer *localizer, const rg_problem *problem,
                                rg_error *error) {
  rg_local *local = &localizer->local;
  int n = local->n;
  for (int j = 0; j < n; j++) {
    memset(localizer->column, 0, (size_t)n * sizeof(double));
    localizer->column[j] = 1;
    problem->A.multiply(problem->A.context, localizer->column, localizer->product);
    for (int i = 0; i < n; i++) {
      if (!isfinite(localizer->product[i]))
        return rg_fail(error, RG_BAD_INPUT, "A", "the operator returns %g in row %d of column %d",
                       localizer->product[i], i, j);
      local->values[i * n + j] = localizer->product[i];
    }
  }
  return RG_OK;
}

rg_status rg_localizer_matrix(rg_localizer *localizer, const rg_problem *problem, rg_error *error) {
  rg_local *local = &localizer->local;
  if (localizer->delassus) {
    int bad = rg_mass_factor(localizer->mass, &problem->M);
    if (bad)
      return rg_fail(error, RG_BAD_INPUT, "M", "is not positive definite at coordinate %d",
                     bad - 1);
    rg_delassus_fill(localizer->delassus, localizer->mass, &problem->G, local->row_start,
                     local->column, local->values);
    return RG_OK;
  }
  if (problem->A.storage == RG_OPERATOR) return probe_operator(localizer, problem, error);
  int entries = local->row_start[local->n];
  if (entries) memcpy(local->values, problem->A.values, (size_t)entries * sizeof(double));
  return RG_OK;
}

void rg_localizer_vector(rg_localizer *localizer, const rg_problem *problem) {
  rg_local *local = &localizer->local;
  if (local->n) memcpy(local->c, problem->c, (size_t)local->n * sizeof(double));
  if (!localizer->mass) return;
  /* c + G M^-1 f */
  memcpy(localizer->column, problem->f, (size_t)localizer->mass->dof * sizeof(double));
  rg_mass_solve(localizer->mass, localizer->column);
  rg_matrix_times(&problem->G, localizer->column, localizer->product);
  for (int i = 0; i < local->n; i++) local->c[i] += localizer->product[i];
}

/* of the bounds of row i, what is nearest to 0 */
static double least_impulse(const rg_local *local, int i) {
  if (i >= local->rows) return 0;
  return local->lower[i] > 0 ? local->lower[i] : local->upper[i] < 0 ? local->upper[i] : 0;
}

double rg_local_reference(const rg_local *local) {
  double free = rg_norm(local->n, local->c), driven = 0;
  for (int i = 0; i < local->n; i++) {
    int contact = i - local->rows, normal = contact >= 0 && contact % local->dim == 0;
    double u = local->c[i] - (normal ? local->target[contact / local->dim] : 0);
    for (int k = local->row_start[i]; k < local->row_start[i + 1] && local->rows > 0; k++)
      if (local->column[k] < local->rows)
        u += local->values[k] * least_impulse(local, local->column[k]);
    driven = hypot(driven, u);
  }
  return driven > free ? driven : free;
}
