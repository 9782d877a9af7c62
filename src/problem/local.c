/* Copies, local form, and what its numbers are measured in. */
#include "problem/local.h"
#include "math/power.h"

#include <assert.h>
#include <float.h>
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
  assert(arena && problem);
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
  copy->spin = copy_doubles(arena, problem->spin, contacts);
  copy->roll = copy_doubles(arena, problem->roll, contacts);
  copy->target = problem->target ? copy_doubles(arena, problem->target, contacts)
                                 : RG_NEW(arena, double, contacts);
  copy->leeway = copy_doubles(arena, problem->leeway, 2 * contacts);
  copy->lower = copy_doubles(arena, problem->lower, rows);
  copy->upper = copy_doubles(arena, problem->upper, rows);
  copy->guess = copy_doubles(arena, problem->guess, n);
  copy->solution = NULL;
  return arena->failed ? NULL : copy;
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

static void take_vectors(rg_arena *arena, const rg_problem *problem, rg_local *local) {
  local->kind = problem->kind;
  local->dim = problem->dim;
  local->contacts = problem->contacts;
  local->rows = problem->rows;
  local->n = rg_problem_size(problem);
  double floor = problem->kind == RG_KIND_CONTACT ? -HUGE_VAL : 0;
  local->lower = given_or(arena, problem->lower, local->rows, floor);
  local->upper = given_or(arena, problem->upper, local->rows, HUGE_VAL);
  local->mu = problem->mu;
  if (problem->dim > 3) {
    local->spin = given_or(arena, problem->spin, local->contacts, 0);
    local->roll = given_or(arena, problem->roll, local->contacts, 0);
    local->ellipsoid = problem->ellipsoid;
  }
  local->target = given_or(arena, problem->target, local->contacts, 0);
  local->leeway = problem->leeway;
  local->unit = local->typical = 1;
}

/* bounds of our own, so that rows that are rounding may be held at 0 */
static void take_bounds(rg_arena *arena, rg_localizer *localizer) {
  rg_local *local = &localizer->local;
  size_t rows = (size_t)local->rows;
  localizer->slight = RG_NEW(arena, unsigned char, rows);
  localizer->lower = copy_doubles(arena, local->lower, rows);
  localizer->upper = copy_doubles(arena, local->upper, rows);
  local->lower = localizer->lower;
  local->upper = localizer->upper;
}

/* A that is given by its entries, or by a function */
static void take_entries(rg_arena *arena, const rg_problem *problem, rg_localizer *localizer) {
  rg_local *local = &localizer->local;
  size_t n = (size_t)local->n;
  if (problem->A.storage == RG_SPARSE) {
    local->row_start = problem->A.row_start;
    local->column = problem->A.column;
    return;
  }
  int *row_start = RG_RAW(arena, int, n + 1), *column = RG_RAW(arena, int, n *n);
  if (problem->A.storage == RG_OPERATOR)
    local->values = localizer->values = RG_RAW(arena, double, n *n);
  if (arena->failed) return;
  dense_pattern(local->n, row_start, column);
  local->row_start = row_start;
  local->column = column;
}

rg_localizer *rg_localizer_new(rg_arena *arena, const rg_problem *problem,
                               const rg_mechanics *mechanics) {
  assert(arena && problem);
  assert(!mechanics || !mechanics->rows ||
         mechanics->rows->units == problem->rows + problem->contacts);
  assert(!mechanics || !mechanics->islands || mechanics->island);
  assert(!mechanics || !mechanics->held || (mechanics->velocity && mechanics->response));
  rg_localizer *localizer = RG_NEW(arena, rg_localizer, 1);
  if (!localizer) return NULL;
  rg_local *local = &localizer->local;
  localizer->mechanics = mechanics;
  take_vectors(arena, problem, local);
  if (problem->kind == RG_KIND_CONTACT)
    local->response = localizer->response =
        RG_RAW(arena, double, (size_t)local->rows + (size_t)local->contacts);
  if (problem->kind == RG_KIND_CONTACT && !mechanics && local->rows && !arena->failed)
    take_bounds(arena, localizer);
  if (problem->dim > 3) local->length = localizer->length = RG_RAW(arena, double, local->contacts);
  if (rg_problem_is_global(problem)) {
    localizer->c = RG_RAW(arena, double, local->n);
    localizer->terms = RG_RAW(arena, double, local->n);
    localizer->global = rg_global_rows_new(arena, problem);
    if (!localizer->global) return NULL;
    localizer->mass = localizer->global->mass;
  }
  if (localizer->global) local->factor = &localizer->global->factor;
  else if (mechanics) local->factor = mechanics->rows;
  else take_entries(arena, problem, localizer);
  int coordinates = local->factor     ? local->factor->size
                    : localizer->mass ? localizer->mass->dof
                                      : 0;
  /* scalar rows may have impulses that they cannot be without; nobody else asks for products */
  int multiplies = local->rows > 0 || localizer->mass || problem->A.storage == RG_OPERATOR;
  if (multiplies) {
    localizer->column = RG_RAW(arena, double, coordinates > local->n ? coordinates : local->n);
    localizer->product = RG_RAW(arena, double, local->n);
  }
  return arena->failed ? NULL : localizer;
}

int rg_localizer_entries(rg_arena *arena, rg_localizer *localizer) {
  assert(localizer->local.row_start || localizer->local.factor);
  rg_local *local = &localizer->local;
  if (local->row_start) return 1;
  if (!rg_rows_pattern(arena, local->factor, &localizer->entries)) return 0;
  rg_rows_fill(local->factor, &localizer->entries);
  local->row_start = localizer->entries.row_start;
  local->column = localizer->entries.column;
  local->values = localizer->entries.value;
  return 1;
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
  if (localizer->mass) {
    int bad = rg_global_rows_fill(localizer->global, problem);
    if (bad) return rg_mass_refused(localizer->mass, bad, error);
  }
  if (localizer->entries.value) rg_rows_fill(local->factor, &localizer->entries);
  if (local->factor) return RG_OK;
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

/* of moments of a contact that move something: the mean diagonal; 0: there are none */
static double turn_response_of(const rg_local *local, int contact) {
  double sum = 0;
  int turns = 0, at = local->rows + local->dim * contact;
  for (int k = 3; k < local->dim; k++) {
    double own = local->row_start ? diagonal_of(local, at + k, 1)
                                  : rg_rows_square(local->factor, local->rows + contact, k, 1);
    sum += own;
    turns += own > 0;
  }
  return turns ? sum / turns : 0;
}

/* mean diagonal of unit u, that of the impulses where there are moments; with rows in their unit */
static double response_of(const rg_localizer *localizer, int u) {
  const rg_local *local = &localizer->local;
  const rg_mechanics *m = localizer->mechanics;
  int contact = u - local->rows, size = contact < 0 ? 1 : local->dim > 3 ? 3 : local->dim;
  if (m && m->held && m->held[m->island[u]]) return m->response[u] / local->factor->unit;
  if (local->factor) return rg_rows_square(local->factor, u, 0, size) / size;
  return diagonal_of(local, contact < 0 ? u : local->rows + local->dim * contact, size) / size;
}

/* what makes moments and impulses alike; where either moves nothing, any length will do */
static void find_lengths(rg_localizer *localizer) {
  const rg_local *local = &localizer->local;
  const rg_mechanics *m = localizer->mechanics;
  for (int i = 0; i < local->contacts && localizer->length; i++) {
    int unit = local->rows + i, at = local->rows + local->dim * i;
    if (m && m->held && m->held[m->island[unit]]) {
      localizer->length[i] = m->length[i];
      continue;
    }
    double way = local->row_start ? diagonal_of(local, at, 3) / 3
                                  : rg_rows_square(local->factor, unit, 0, 3) / 3;
    double turn = turn_response_of(local, i);
    localizer->length[i] = moves(way) && moves(turn) ? sqrt(way / turn) : 1;
  }
}

/* --- what is rounding ---------------------------------------------------------------------------- */

/* Entries of A are known to DBL_EPSILON of the largest that they are computed with: a diagonal below that beside the diagonal
   of a unit that the row acts on is rounding. */
static const double ROUNDING = 0x1p-52;
/* It acts on a unit where the cosine between both is above this: that of a heavy body with a light one on it, which are no
   rounding, is the root of the ratio of their responses, at most 1.5e-8. */
static const double ACTS = 0x1p-13;

static int unit_of(const rg_local *local, int unknown) {
  return unknown < local->rows ? unknown : local->rows + (unknown - local->rows) / local->dim;
}

/* column `row` of A from the rows of A, in their unit */
static void column_of(const rg_localizer *l, int row, double *column) {
  const rg_row_factor *factor = l->local.factor;
  double one = 1;
  memset(l->column, 0, (size_t)factor->size * sizeof(double));
  rg_rows_gather(factor, row, &one, l->column);
  for (int g = 0; g < factor->units; g++)
    rg_rows_spread(factor, g, l->column, column + factor->unknown[g]);
}

/* the largest response of what a row acts on */
static double acted_on(const rg_localizer *l, const double *response, int row) {
  const rg_local *local = &l->local;
  int whole = local->factor != NULL, from = whole ? 0 : local->row_start[row];
  int end = whole ? local->n : local->row_start[row + 1];
  double most = 0;
  if (whole) column_of(l, row, l->product);
  for (int k = from; k < end; k++) {
    double a = whole ? l->product[k] : local->values[k];
    double other = response[unit_of(local, whole ? k : local->column[k])];
    if (a * a > ACTS * ACTS * response[row] * other && other > most) most = other;
  }
  return most;
}

/* marks the free rows whose own response is rounding */
static void find_slight(rg_localizer *l, const double *response, double largest) {
  const rg_local *local = &l->local;
  l->slights = 0;
  for (int u = 0; u < local->rows && l->slight; u++) {
    int free = l->slight[u] || (local->lower[u] == -HUGE_VAL && local->upper[u] == HUGE_VAL);
    int small = free && response[u] > 0 && response[u] <= ROUNDING * largest;
    l->slight[u] = small && response[u] <= ROUNDING * acted_on(l, response, u);
    l->slights += l->slight[u];
  }
}

void rg_localizer_hold(rg_localizer *l, int held) {
  for (int u = 0; u < l->local.rows && l->slight; u++) {
    if (!l->slight[u]) continue;
    l->lower[u] = held ? 0 : -HUGE_VAL;
    l->upper[u] = held ? 0 : HUGE_VAL;
  }
}

/* of the bounds of row i, what is nearest to 0 */
static double least_impulse(const rg_local *local, int i) {
  if (i >= local->rows) return 0;
  return local->lower[i] > 0 ? local->lower[i] : local->upper[i] < 0 ? local->upper[i] : 0;
}

/* the least impulse that is neither 0 nor infinite among the bounds of the rows; 0 without one */
static double least_bound(const rg_local *local) {
  double least = 0;
  for (int i = 0; i < 2 * local->rows; i++) {
    double bound = fabs(i % 2 ? local->upper[i / 2] : local->lower[i / 2]);
    if (bound > 0 && bound < HUGE_VAL && (least == 0 || bound < least)) least = bound;
  }
  return least;
}

int rg_localizer_is_noise(const rg_localizer *l) {
  static const double MANY = 64 * DBL_EPSILON; /* as of a step: sums of as many terms */
  const rg_local *local = &l->local;
  if (!local->response || l->mechanics || local->dim > 3) return 0;
  double least = least_bound(local);
  int any = 0;
  for (int i = 0; i < local->n; i++) {
    int u = unit_of(local, i), normal = i >= local->rows && (i - local->rows) % local->dim == 0;
    double speed = fabs(local->c[i]);
    if (normal) speed = fmax(speed, fabs(local->target[u - local->rows]));
    if (i < local->rows && least_impulse(local, i) != 0) return 0;
    double made_of = local->unit * local->response[u] * least + (l->terms ? l->terms[i] : 0);
    if (!(speed <= MANY * made_of)) return 0;
    any |= speed > 0;
  }
  return any;
}

/* mean diagonal of each unit, and the unit of all of them: that of the factor, or the power of two below the first */
static void find_responses(rg_localizer *localizer) {
  rg_local *local = &localizer->local;
  int units = local->rows + local->contacts;
  double *response = localizer->response, largest = 0;
  local->unit = local->factor ? local->factor->unit : 0;
  for (int u = 0; u < units; u++) {
    response[u] = response_of(localizer, u);
    if (moves(response[u]) && response[u] > largest) largest = response[u];
  }
  find_slight(localizer, response, largest);
  for (int u = 0; u < units; u++) {
    if (localizer->slights && u < local->rows && localizer->slight[u]) response[u] = 0;
    if (moves(response[u]) && local->unit == 0) local->unit = rg_power_below(response[u]);
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
  assert(rg_problem_size(problem) == localizer->local.n);
  rg_status status = fill_matrix(localizer, problem, error);
  if (!status && localizer->response) find_responses(localizer);
  if (!status) find_lengths(localizer);
  return status;
}

void rg_localizer_vector(rg_localizer *localizer, const rg_problem *problem) {
  assert(problem->c || localizer->local.n == 0);
  rg_local *local = &localizer->local;
  if (problem->target) local->target = problem->target;
  local->c = problem->c;
  if (!localizer->mass) return;
  /* c + G M^-1 f */
  const rg_mass_matrix *mass = localizer->mass;
  local->c = localizer->c;
  memcpy(localizer->column, problem->f, (size_t)mass->dof * sizeof(double));
  rg_mass_solve(mass, localizer->column);
  rg_matrix_times(&problem->G, localizer->column, localizer->product);
  for (int i = 0; i < local->n; i++) {
    localizer->c[i] = problem->c[i] + localizer->product[i];
    localizer->terms[i] = fabs(problem->c[i]);
    for (int k = rg_matrix_row_start(&problem->G, i); k < rg_matrix_row_end(&problem->G, i); k++)
      localizer->terms[i] +=
          fabs(problem->G.values[k] * localizer->column[rg_matrix_column(&problem->G, i, k)]);
  }
}

/* of unknown i: what its square counts */
static double weight_of(const rg_local *local, int i) {
  if (!local->response) return 1;
  return 1 / (i < local->rows ? local->response[i] : local->typical);
}

/* u at the least impulses that the bounds allow; c where these are all 0 */
const double *rg_localizer_driven(const rg_localizer *localizer) {
  const rg_local *local = &localizer->local;
  double *u = localizer->product, *t = localizer->column;
  int any = 0;
  for (int i = 0; i < local->rows; i++) any |= least_impulse(local, i) != 0;
  if (!any) return local->c;
  for (int i = 0; i < local->n; i++) u[i] = local->c[i];
  if (local->factor) {
    memset(t, 0, (size_t)local->factor->size * sizeof *t);
    for (int g = 0; g < local->rows; g++) {
      double x = local->factor->unit * least_impulse(local, g);
      rg_rows_gather(local->factor, g, &x, t);
    }
    for (int g = 0; g < local->factor->units; g++) {
      double more[6];
      rg_rows_spread(local->factor, g, t, more);
      for (int k = 0; k < local->factor->width[g]; k++) u[local->factor->unknown[g] + k] += more[k];
    }
    return u;
  }
  for (int i = 0; i < local->n; i++)
    for (int k = local->row_start[i]; k < local->row_start[i + 1]; k++)
      if (local->column[k] < local->rows)
        u[i] += local->values[k] * least_impulse(local, local->column[k]);
  return u;
}

/* || factor c ||^2 and || factor (u - target) ||^2 there, whichever is larger; `plain`: all in one unit */
static double reference_square(const rg_local *local, const double *driven, double factor,
                               int plain) {
  double free = 0, moved = 0;
  for (int i = 0; i < local->n; i++) {
    int tangent = i < local->rows ? 1 : (i - local->rows) % local->dim;
    double target = tangent ? 0 : local->target[(i - local->rows) / local->dim];
    double length = tangent > 2 && !plain ? local->length[(i - local->rows) / local->dim] : 1;
    double c = factor * length * local->c[i], u = factor * length * (driven[i] - target);
    double weight = plain ? 1 : weight_of(local, i);
    free += weight * c * c;
    moved += weight * u * u;
  }
  return moved > free ? moved : free;
}

double rg_local_reference(const rg_local *local, const double *driven, int plain) {
  assert((local->c && driven) || local->n == 0);
  double factor = 1, square = reference_square(local, driven, factor, plain);
  if (!(square > 1e-280 && square < 1e280)) { /* squares leave the range of doubles */
    factor = square < 1 ? 0x1p600 : 0x1p-600;
    square = reference_square(local, driven, factor, plain);
  }
  return sqrt(square) / factor;
}

double rg_localizer_reference(const rg_localizer *localizer, int plain) {
  return rg_local_reference(&localizer->local, rg_localizer_driven(localizer), plain);
}
