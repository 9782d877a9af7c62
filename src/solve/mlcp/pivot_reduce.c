/* A mixed problem as a plain LCP  w = M z + q, 0 <= w _|_ z >= 0.

   In order: shift to the finite bound and turn rows with an upper bound only; scale rows and
   columns by powers of two; drive the free variables into the basis; give each remaining row one
   slot, each upper bound of a row with two bounds another (x _|_ w + y, y _|_ width - x), and each
   free variable that could not be driven in, because the free block is singular, two (z = z+ - z-,
   w+ = -w- = w). Every step keeps the solutions and a positive semidefinite M. */
#include "solve/mlcp/pivot.h"

#include "math/dense.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SLOT_ROW, SLOT_UPPER, SLOT_FREE };

static int is_free(const rg_mlcp *mlcp, int i) {
  return isinf(mlcp->lower[i]) && isinf(mlcp->upper[i]);
}

static int is_box(const rg_mlcp *mlcp, int i) {
  return !isinf(mlcp->lower[i]) && !isinf(mlcp->upper[i]);
}

void rg_reduction_alloc(rg_arena *arena, rg_reduction *red, const rg_mlcp *mlcp) {
  int n = mlcp->n, capacity = n;
  for (int i = 0; i < n; i++) capacity += is_free(mlcp, i) || is_box(mlcp, i);
  red->n = n;
  red->capacity = capacity;
  rg_dictionary_alloc(arena, &red->mixed, n, n);
  red->mark = RG_NEW(arena, unsigned char, 2 * n);
  RG_VECTORS(arena, n, &red->row_scale, &red->column_scale, &red->base, &red->width, &red->x);
  red->slot = RG_NEW(arena, rg_slot, capacity);
  RG_VECTORS(arena, capacity, &red->slot_row_scale, &red->slot_column_scale);
  red->M = RG_NEW(arena, double, (size_t)capacity *(size_t)capacity);
  red->q = RG_NEW(arena, double, capacity);
  rg_basis_alloc(arena, &red->basis, n);
}

/* base point, signs and scales; x holds q + M base */
static void scale_mixed(rg_reduction *red, const rg_mlcp *mlcp) {
  int n = red->n;
  rg_equilibrate(n, mlcp->M, n, red->row_scale, red->column_scale);
  memcpy(red->basis.row_scale, red->row_scale, (size_t)n * sizeof(double));
  memcpy(red->basis.column_scale, red->column_scale, (size_t)n * sizeof(double));
  for (int i = 0; i < n; i++) {
    int below = !isinf(mlcp->lower[i]), above = !isinf(mlcp->upper[i]);
    red->base[i] = below ? mlcp->lower[i] : above ? mlcp->upper[i] : 0;
    if (above && !below) {
      red->row_scale[i] = -red->row_scale[i];
      red->column_scale[i] = -red->column_scale[i];
    }
  }
  rg_mlcp_w(mlcp, red->base, red->x);

  /* unit of the unknowns: the largest scaled constant is near 1 */
  double largest = 0;
  int exponent = 0;
  for (int i = 0; i < n; i++) largest = fmax(largest, fabs(red->row_scale[i] * red->x[i]));
  if (largest > 0 && !isinf(largest)) frexp(largest, &exponent);
  red->q_scale = ldexp(1, -exponent);
  for (int i = 0; i < n; i++)
    red->width[i] = (mlcp->upper[i] - mlcp->lower[i]) / red->column_scale[i] * red->q_scale;
}

/* entries that are rounding errors of the elimination become 0: scaling must not blow them up */
static void clear_noise(rg_dictionary *d) {
  double largest = 1;
  for (int i = 0; i < d->rows; i++)
    largest = fmax(largest, rg_norm_max(d->stride, rg_dictionary_row(d, i)));
  for (int i = 0; i < d->rows; i++) {
    double *row = rg_dictionary_row(d, i);
    for (int j = 0; j < d->stride; j++)
      if (fabs(row[j]) <= 2e-14 * largest) row[j] = 0;
  }
}

/* dictionary of the scaled mixed problem, free variables driven into the basis */
static void drive_free(rg_reduction *red, const rg_mlcp *mlcp) {
  int n = red->n;
  rg_dictionary_reset(&red->mixed, n, n);
  for (int i = 0; i < n; i++) {
    double *row = rg_dictionary_row(&red->mixed, i);
    const double *M = mlcp->M + (size_t)i * (size_t)n;
    for (int j = 0; j < n; j++) row[j] = red->row_scale[i] * M[j] * red->column_scale[j];
    row[n] = red->row_scale[i] * red->x[i] * red->q_scale;
    red->mark[i] = is_free(mlcp, i) ? RG_LEAVE : RG_STAY;
    red->mark[n + i] = is_free(mlcp, i) ? RG_ENTER : RG_STAY;
  }
  if (rg_dictionary_drive(&red->mixed, red->mark, 1e-11) > 0) clear_noise(&red->mixed);
}

static int add_slot(rg_reduction *red, rg_slot slot) {
  if (red->size >= red->capacity) return 0;
  red->slot[red->size++] = slot;
  return 1;
}

/* entry of the dictionary at basic w_i, nonbasic z_j */
static double mixed_entry(const rg_reduction *red, int i, int j) {
  const rg_dictionary *d = &red->mixed;
  return rg_dictionary_row(d, d->where[i])[-1 - d->where[red->n + j]];
}

/* how parallel row i and column j are over the rows with bounds, in [-1, 1] */
static double alignment(const rg_reduction *red, const rg_mlcp *mlcp, int i, int j) {
  double dot = 0, row = 0, column = 0;
  for (int c = 0; c < red->n; c++) {
    if (is_free(mlcp, c)) continue;
    double a = mixed_entry(red, i, c), b = mixed_entry(red, c, j);
    dot += a * b;
    row += a * a;
    column += b * b;
  }
  return row > 0 && column > 0 ? dot / sqrt(row * column) : 0;
}

/* free rows that are left, each paired with the free column that is left and most parallel to it,
   with the sign that makes the two skew: then a monotone problem stays monotone */
static int add_free_slots(rg_reduction *red, const rg_mlcp *mlcp) {
  int n = red->n;
  for (int i = 0; i < n && !rg_interrupted(); i++) {
    if (red->mark[i] != RG_LEAVE) continue;
    int partner = -1;
    double best = 0;
    for (int j = 0; j < n; j++) {
      if (red->mark[n + j] != RG_ENTER) continue;
      double parallel = alignment(red, mlcp, i, j);
      if (partner < 0 || fabs(parallel) > fabs(best) + 1e-9) partner = j, best = parallel;
    }
    double sign = best > 0 ? -1 : 1;
    red->mark[i] = red->mark[n + partner] = RG_STAY;
    if (!add_slot(red, (rg_slot){SLOT_FREE, i, partner, sign, 1}) ||
        !add_slot(red, (rg_slot){SLOT_FREE, i, partner, -sign, -1}))
      return 0;
  }
  return 1;
}

static int list_slots(rg_reduction *red, const rg_mlcp *mlcp) {
  red->size = 0;
  for (int i = 0; i < red->n; i++) {
    if (is_free(mlcp, i) || !(mlcp->lower[i] < mlcp->upper[i])) continue;
    if (!add_slot(red, (rg_slot){SLOT_ROW, i, i, 1, 1})) return 0;
    if (is_box(mlcp, i) && !add_slot(red, (rg_slot){SLOT_UPPER, i, i, 1, 1})) return 0;
  }
  return add_free_slots(red, mlcp);
}

static double slot_entry(const rg_reduction *red, const rg_slot *row, const rg_slot *column) {
  if (row->kind == SLOT_UPPER)
    return column->kind == SLOT_ROW && column->column == row->row ? -1 : 0;
  if (column->kind == SLOT_UPPER) return row->kind == SLOT_ROW && row->row == column->row ? 1 : 0;
  return row->row_sign * column->column_sign * mixed_entry(red, row->row, column->column);
}

static double slot_constant(const rg_reduction *red, const rg_slot *row) {
  if (row->kind == SLOT_UPPER) return red->width[row->row];
  return row->row_sign * rg_dictionary_row(&red->mixed, red->mixed.where[row->row])[red->n];
}

/* it takes seconds where there are many unknowns */
static int expired(rg_outcome *outcome) {
  if (!rg_outcome_expired(outcome)) return 0;
  snprintf(outcome->reason, sizeof outcome->reason, "interrupted, or out of time");
  return 1;
}

int rg_reduction_make(rg_reduction *red, const rg_mlcp *mlcp, rg_outcome *outcome) {
  if (expired(outcome)) return 0;
  scale_mixed(red, mlcp);
  if (expired(outcome)) return 0;
  drive_free(red, mlcp);
  if (expired(outcome)) return 0;
  if (!list_slots(red, mlcp)) {
    snprintf(outcome->reason, sizeof outcome->reason,
             "bounds have changed their kind since set-up");
    return 0;
  }

  /* the LCP, scaled once more because the elimination may have changed the sizes */
  int size = red->size;
  for (int a = 0; a < size; a++)
    for (int b = 0; b < size; b++)
      red->M[(size_t)a * (size_t)size + (size_t)b] = slot_entry(red, &red->slot[a], &red->slot[b]);
  if (expired(outcome)) return 0;
  rg_equilibrate(size, red->M, size, red->slot_row_scale, red->slot_column_scale);
  if (expired(outcome)) return 0;
  for (int a = 0; a < size; a++) {
    double *row = red->M + (size_t)a * (size_t)size;
    for (int b = 0; b < size; b++) row[b] *= red->slot_row_scale[a] * red->slot_column_scale[b];
    red->q[a] = red->slot_row_scale[a] * slot_constant(red, &red->slot[a]);
  }
  return 1;
}

int rg_reduction_is_upper(const rg_reduction *red, int slot) {
  return red->slot[slot].kind == SLOT_UPPER;
}

/* scaled unknowns of the mixed problem in x; without constants where it is a direction */
static void expand(rg_reduction *red, const double *value, int direction) {
  int n = red->n;
  memset(red->x, 0, (size_t)n * sizeof(double));
  for (int a = 0; a < red->size; a++)
    if (red->slot[a].kind != SLOT_UPPER)
      red->x[red->slot[a].column] +=
          red->slot[a].column_sign * red->slot_column_scale[a] * value[a];

  /* free variables in the basis: row of the dictionary at w = 0 */
  for (int i = 0; i < n; i++) {
    if (red->mixed.basic[i] < n) continue;
    const double *T = rg_dictionary_row(&red->mixed, i);
    double sum = direction ? 0 : T[n];
    for (int j = 0; j < n; j++)
      if (red->mixed.nonbasic[j] >= n) sum += T[j] * red->x[red->mixed.nonbasic[j] - n];
    red->basis.trial[red->mixed.basic[i] - n] = sum;
  }
  for (int i = 0; i < n; i++)
    if (red->mixed.basic[i] >= n)
      red->x[red->mixed.basic[i] - n] = red->basis.trial[red->mixed.basic[i] - n];
}

static void add_to_basis(rg_basis *basis, int row, int column) {
  basis->rows[basis->count] = row;
  basis->columns[basis->count++] = column;
}

double rg_reduction_finish(rg_reduction *red, const rg_mlcp *mlcp, const double *value,
                           const unsigned char *basic, double *z) {
  int n = red->n;
  rg_basis *basis = &red->basis;
  expand(red, value, 0);
  for (int i = 0; i < n; i++) z[i] = red->base[i] + red->column_scale[i] * red->x[i] / red->q_scale;

  /* rows and columns of the free part; they are as many, in any order */
  int rows = 0;
  basis->count = 0;
  for (int i = 0; i < n; i++) {
    if (red->mixed.basic[i] >= n) basis->columns[basis->count++] = red->mixed.basic[i] - n;
    if (red->mixed.nonbasic[i] < n) basis->rows[rows++] = red->mixed.nonbasic[i];
  }

  /* what the LCP has in its basis; the others are exactly at their bound */
  for (int a = 0; a < red->size; a++) {
    const rg_slot *slot = &red->slot[a];
    int at_upper = a + 1 < red->size && red->slot[a + 1].kind == SLOT_UPPER && basic[a + 1];
    if (slot->kind == SLOT_ROW && basic[a] && at_upper) z[slot->column] = mlcp->upper[slot->column];
    else if (slot->kind == SLOT_ROW && !basic[a]) z[slot->column] = red->base[slot->column];
    else if (slot->kind != SLOT_UPPER && basic[a]) add_to_basis(basis, slot->row, slot->column);
  }
  return rg_basis_polish(basis, mlcp, z);
}

/* least upper bound of y' M z + y' q over the bounds, relative to the terms in it; +inf where there
   is none. p_j up to 1e-11 of its terms counts as 0. */
static double farkas_value(const rg_mlcp *mlcp, const double *y) {
  int n = mlcp->n;
  double value = 0, magnitude = 0;
  for (int i = 0; i < n; i++) {
    value += y[i] * mlcp->q[i];
    magnitude += fabs(y[i] * mlcp->q[i]);
  }
  for (int j = 0; j < n; j++) {
    double p = 0, terms = 0;
    for (int i = 0; i < n; i++) {
      double term = y[i] * mlcp->M[(size_t)i * (size_t)n + (size_t)j];
      p += term;
      terms += fabs(term);
    }
    if (fabs(p) <= 1e-11 * terms) continue;
    double bound = p > 0 ? mlcp->upper[j] : mlcp->lower[j];
    if (isinf(bound)) return HUGE_VAL;
    value += p * bound;
    magnitude += fabs(p * bound);
  }
  return magnitude > 0 ? value / magnitude : 0;
}

/* y in x: signs as the rows ask for (w >= 0, <= 0, = 0, any), then the value */
static int farkas_holds(rg_reduction *red, const rg_mlcp *mlcp, char *reason, size_t size) {
  double largest = rg_norm_max(red->n, red->x), *y = red->x;
  int equalities_only = 1, count = 0, first = -1;
  if (!(largest > 0) || isinf(largest)) return 0;
  for (int i = 0; i < red->n; i++) {
    int negative = !isinf(mlcp->lower[i]), positive = !isinf(mlcp->upper[i]);
    if (fabs(y[i]) <= 1e-12 * largest || (negative && positive)) y[i] = 0;
    if ((negative && y[i] < 0) || (positive && y[i] > 0)) return 0;
    if (y[i] == 0) continue;
    if (first < 0) first = i;
    if (!is_free(mlcp, i)) equalities_only = 0;
    count++;
  }
  if (!(farkas_value(mlcp, y) < -1e-9)) return 0;
  snprintf(reason, size,
           "%s: %d rows from row %d on contradict each other (Farkas vector verified)",
           equalities_only ? "inconsistent equality rows" : "infeasible", count, first);
  return 1;
}

int rg_reduction_farkas(rg_reduction *red, const rg_mlcp *mlcp, const double *y, char *reason,
                        size_t size) {
  int n = red->n;
  memset(red->x, 0, (size_t)n * sizeof(double));
  for (int a = 0; a < red->size; a++)
    if (red->slot[a].kind != SLOT_UPPER)
      red->x[red->slot[a].row] += red->slot[a].row_sign * red->slot_row_scale[a] * y[a];

  /* multipliers of the eliminated free rows: w_c - sum T_ci w_i has no free variable */
  for (int j = 0; j < n; j++) {
    if (red->mixed.nonbasic[j] >= n) continue;
    double sum = 0;
    for (int i = 0; i < n; i++)
      if (red->mixed.basic[i] < n)
        sum -= rg_dictionary_row(&red->mixed, i)[j] * red->x[red->mixed.basic[i]];
    red->basis.trial[red->mixed.nonbasic[j]] = sum;
  }
  for (int j = 0; j < n; j++)
    if (red->mixed.nonbasic[j] < n)
      red->x[red->mixed.nonbasic[j]] = red->basis.trial[red->mixed.nonbasic[j]];
  for (int i = 0; i < n; i++) red->x[i] *= red->row_scale[i];
  return farkas_holds(red, mlcp, reason, size);
}

int rg_reduction_farkas_ray(rg_reduction *red, const rg_mlcp *mlcp, const double *dz, char *reason,
                            size_t size) {
  expand(red, dz, 1);
  for (int i = 0; i < red->n; i++) red->x[i] *= red->column_scale[i];
  return farkas_holds(red, mlcp, reason, size);
}
