#include "problem/local.h"
#include "base/error.h"
#include "math/power.h"

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
  copy->target = problem->target ? copy_doubles(arena, problem->target, contacts)
                                 : RG_NEW(arena, double, contacts);
  copy->leeway = copy_doubles(arena, problem->leeway, 2 * contacts);
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

/* what the problem gives, or room filled with what is meant where it does not */
static const double *given_or(rg_arena *arena, const double *given, int n, double value) {
  if (given) return given;
  double *filled = RG_RAW(arena, double, n);
  for (int i = 0; filled && i < n; i++) filled[i] = value;
  return filled;
}

/* A is formed: M, G or an operator are given */
static int form_matrix(rg_arena *arena, rg_localizer *localizer, const rg_problem *problem) {
  int n = localizer->local.n, global = rg_problem_is_global(problem);
  if (global) {
    localizer->mass = rg_mass_new(arena, &problem->M);
    if (!localizer->mass) return 0;
    localizer->delassus = rg_delassus_new(arena, localizer->mass, &problem->G);
    if (!localizer->delassus) return 0;
  }
  localizer->column = RG_RAW(arena, double, global ? problem->M.rows : n);
  localizer->product = RG_RAW(arena, double, n);
  localizer->values = RG_RAW(arena, double, pattern_entries(localizer, problem));
  localizer->local.values = localizer->values;
  if (global) localizer->c = RG_RAW(arena, double, n);
  return !arena->failed;
}

/* the pattern of A where it is not the problem's own */
static int form_pattern(rg_arena *arena, rg_localizer *localizer, const rg_problem *problem) {
  int n = localizer->local.n;
  int *row_start = RG_RAW(arena, int, n + 1),
      *column = RG_RAW(arena, int, pattern_entries(localizer, problem)),
      *mark = localizer->delassus ? RG_RAW(arena, int, n) : NULL;
  if (arena->failed) return 0;
  if (localizer->delassus) rg_delassus_pattern(localizer->delassus, n, row_start, column, mark);
  else dense_pattern(n, row_start, column);
  localizer->local.row_start = row_start;
  localizer->local.column = column;
  return 1;
}

rg_localizer *rg_localizer_new(rg_arena *arena, const rg_problem *problem,
                               const rg_row_factor *factor) {
  rg_localizer *localizer = RG_NEW(arena, rg_localizer, 1);
  if (!localizer) return NULL;
  rg_local *local = &localizer->local;
  local->kind = problem->kind;
  local->dim = problem->dim;
  local->contacts = problem->contacts;
  local->rows = problem->rows;
  local->n = rg_problem_size(problem);
  double floor = problem->kind == RG_KIND_CONTACT ? -HUGE_VAL : 0;
  local->lower = given_or(arena, problem->lower, local->rows, floor);
  local->upper = given_or(arena, problem->upper, local->rows, HUGE_VAL);
  local->mu = problem->mu;
  local->target = given_or(arena, problem->target, local->contacts, 0);
  local->leeway = problem->leeway;
  local->factor = factor;
  local->unit = local->typical = 1;
  if (problem->kind == RG_KIND_CONTACT)
    local->response = localizer->response =
        RG_RAW(arena, double, (size_t)local->rows + (size_t)local->contacts);
  int global = rg_problem_is_global(problem), sparse = problem->A.storage == RG_SPARSE;
  if (factor && problem->A.storage == RG_OPERATOR) return arena->failed ? NULL : localizer;
  if ((global || problem->A.storage == RG_OPERATOR) && !form_matrix(arena, localizer, problem))
    return NULL;
  if ((global || !sparse) && !form_pattern(arena, localizer, problem)) return NULL;
  if (!global && sparse) {
    local->row_start = problem->A.row_start;
    local->column = problem->A.column;
  }
  return arena->failed ? NULL : localizer;
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
      localizer->values[i * n + j] = localizer->product[i];
    }
  }
  return RG_OK;
}

static rg_status fill_matrix(rg_localizer *localizer, const rg_problem *problem, rg_error *error) {
  rg_local *local = &localizer->local;
  if (localizer->delassus) {
    int bad = rg_mass_factor(localizer->mass, &problem->M);
    if (bad)
      return rg_fail(error, RG_BAD_INPUT, "M", "is not positive definite at coordinate %d",
                     bad - 1);
    rg_delassus_fill(localizer->delassus, localizer->mass, &problem->G, local->row_start,
                     local->column, localizer->values);
    return RG_OK;
  }
  if (!local->row_start) return RG_OK;
  if (problem->A.storage == RG_OPERATOR) return probe_operator(localizer, problem, error);
  local->values = problem->A.values;
  return RG_OK;
}

/* --- what things are measured in --------------------------------------------------------------- */

/* 0: an impulse moves nothing, and any positive number will do */
static int moves(double response) { return response > 0 && isfinite(response); }

/* |diagonal| of A summed over `count` unknowns from `first` on */
static double diagonal_of(const rg_local *local, int first, int count) {
  double sum = 0;
  for (int i = first; i < first + count; i++) {
    double own = 0;
    for (int k = local->row_start[i]; k < local->row_start[i + 1]; k++)
      if (local->column[k] == i) own += local->values[k];
    sum += fabs(own);
  }
  return sum;
}

/* the same of unit u by the rows of the factor, in its unit */
static double square_of(const rg_row_factor *factor, int u) {
  double sum = 0;
  for (int r = factor->run_start[u]; r < factor->run_start[u + 1]; r++) {
    const double *w = factor->value + factor->run[r].at;
    for (int k = 0; k < factor->run[r].count * factor->width[u]; k++) sum += w[k] * w[k];
  }
  return sum;
}

/* mean diagonal of each unit, and the unit of all of them: that of the factor, or the power of two below the first */
static void find_responses(rg_localizer *localizer) {
  rg_local *local = &localizer->local;
  int units = local->rows + local->contacts;
  double *response = localizer->response, largest = 0;
  local->unit = local->factor ? local->factor->unit : 0;
  for (int u = 0; u < units; u++) {
    int contact = u - local->rows, size = contact < 0 ? 1 : local->dim;
    response[u] =
        local->factor
            ? square_of(local->factor, u) / size
            : diagonal_of(local, contact < 0 ? u : local->rows + size * contact, size) / size;
    if (moves(response[u]) && local->unit == 0) local->unit = rg_power_below(response[u]);
    if (moves(response[u]) && response[u] > largest) largest = response[u];
  }
  if (local->unit == 0) local->unit = 1;
  double inverse = local->factor ? 1 : 1 / local->unit;
  local->typical = 0;
  for (int u = 0; u < units; u++) {
    response[u] = moves(response[u]) ? inverse * response[u] : largest > 0 ? inverse * largest : 1;
    if (u >= local->rows) local->typical += response[u] / local->contacts;
  }
  if (!local->contacts) local->typical = 1;
}

rg_status rg_localizer_matrix(rg_localizer *localizer, const rg_problem *problem, rg_error *error) {
  rg_status status = fill_matrix(localizer, problem, error);
  if (!status && localizer->response) find_responses(localizer);
  return status;
}

void rg_localizer_vector(rg_localizer *localizer, const rg_problem *problem) {
  rg_local *local = &localizer->local;
  if (problem->target) local->target = problem->target;
  local->c = problem->c;
  if (!localizer->mass) return;
  /* c + G M^-1 f */
  local->c = localizer->c;
  memcpy(localizer->column, problem->f, (size_t)localizer->mass->dof * sizeof(double));
  rg_mass_solve(localizer->mass, localizer->column);
  rg_matrix_times(&problem->G, localizer->column, localizer->product);
  for (int i = 0; i < local->n; i++) localizer->c[i] = problem->c[i] + localizer->product[i];
}

/* of unknown i: what its square counts */
static double weight_of(const rg_local *local, int i) {
  if (!local->response) return 1;
  return 1 / (i < local->rows ? local->response[i] : local->typical);
}

/* of the bounds of row i, what is nearest to 0 */
static double least_impulse(const rg_local *local, int i) {
  if (i >= local->rows) return 0;
  return local->lower[i] > 0 ? local->lower[i] : local->upper[i] < 0 ? local->upper[i] : 0;
}

/* u of unknown i at the least impulses that the bounds allow; `any`: they are not all 0 */
static double driven_velocity(const rg_local *local, int i, int any) {
  double u = local->c[i];
  if (!any) return u;
  for (int k = local->row_start[i]; k < local->row_start[i + 1]; k++)
    if (local->column[k] < local->rows)
      u += local->values[k] * least_impulse(local, local->column[k]);
  return u;
}

/* || factor c ||^2 and || factor (u - target) ||^2 there, whichever is larger; `plain`: all in one unit */
static double reference_square(const rg_local *local, double factor, int any, int plain) {
  double free = 0, driven = 0;
  for (int i = 0; i < local->n; i++) {
    int tangent = i < local->rows ? 1 : (i - local->rows) % local->dim;
    double target = tangent ? 0 : local->target[(i - local->rows) / local->dim];
    double c = factor * local->c[i], u = factor * (driven_velocity(local, i, any) - target);
    double weight = plain ? 1 : weight_of(local, i);
    free += weight * c * c;
    driven += weight * u * u;
  }
  return driven > free ? driven : free;
}

double rg_local_reference(const rg_local *local, int plain) {
  double factor = 1;
  int any = 0;
  for (int i = 0; i < local->rows; i++) any |= least_impulse(local, i) != 0;
  double square = reference_square(local, factor, any, plain);
  if (!(square > 1e-280 && square < 1e280)) { /* squares leave the range of doubles */
    factor = square < 1 ? 0x1p600 : 0x1p-600;
    square = reference_square(local, factor, any, plain);
  }
  return sqrt(square) / factor;
}
