/* Half-solved rows along a tree: w = (h D)^-1/2 L'^-1 g' (Featherstone 2008, sec. 6.5). */
#include "contact/half_rows.h"

#include "math/power.h"
#include "math/vector.h"
#include "math/wide.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* --- set-up ------------------------------------------------------------------------------------
 */

void rg_half_rows_setup(rg_half_rows *rows, rg_arena *arena, int most_size, int most_groups) {
  assert(most_size >= 0 && most_groups >= 0);
  size_t size = (size_t)most_size, groups = (size_t)most_groups;
  *rows = (rg_half_rows){.most_groups = most_groups};
  rows->support = RG_NEW(arena, int, size);
  rows->segment = RG_NEW(arena, int, size);
  rows->depth = RG_NEW(arena, int, size);
  rows->root = RG_NEW(arena, int, size);
  rows->tree = RG_NEW(arena, int, size);
  rows->marked = RG_NEW(arena, unsigned char, size);
  rows->x = RG_NEW(arena, double, RG_LANES *size);
  rows->turn = RG_NEW(arena, double, RG_LANES *size);
  rows->dim = 3;
  rows->scale = RG_NEW(arena, double, size);
  rows->width = RG_RAW(arena, int, groups);
  rows->unknown = RG_RAW(arena, int, groups + 1);
  rows->run_start = RG_RAW(arena, int, groups + 1);
  rows->tree_first = RG_RAW(arena, int, size + groups);
  rows->tree_size = RG_RAW(arena, int, size + groups);
}

void rg_half_rows_release(rg_half_rows *rows) {
  rg_buffer_free(&rows->runs);
  rg_buffer_free(&rows->values);
}

void rg_half_rows_expect(rg_half_rows *rows, rg_arena *arena, rg_expected expected) {
  if (arena->failed) return;
  if (rg_buffer_need(&rows->runs, expected.runs, sizeof(rg_run)) &&
      rg_buffer_need(&rows->values, expected.values + RG_LANES, sizeof(double)))
    return;
  rg_half_rows_release(rows);
  arena->failed = 1;
}

long rg_half_rows_grown(const rg_half_rows *rows) { return rows->runs.grown + rows->values.grown; }

rg_row_factor rg_half_rows_factor(const rg_half_rows *rows) {
  return (rg_row_factor){.unit = rows->unit,
                         .size = rows->size + rows->own,
                         .units = rows->groups,
                         .width = rows->width,
                         .unknown = rows->unknown,
                         .run_start = rows->run_start,
                         .run = rows->runs.data,
                         .value = rows->values.data,
                         .tree_first = rows->tree_first,
                         .tree_size = rows->tree_size};
}

/* --- trees -------------------------------------------------------------------------------------
 */

/* ranges of coordinates: trees that lie among each other are one */
static void find_ranges(rg_half_rows *rows) {
  int *last = rows->segment; /* of a tree, by its root */
  for (int k = 0; k < rows->size; k++) last[rows->root[k]] = k;
  for (int k = 0, first = 0, end = -1; k < rows->size; k++) {
    if (k > end) first = k;
    if (last[rows->root[k]] > end) end = last[rows->root[k]];
    rows->tree_first[k] = first;
    rows->tree_size[first] = end + 1 - first;
  }
}

void rg_half_rows_trees(rg_half_rows *rows, int size, const int *parent) {
  rows->size = size;
  rows->parent = parent;
  for (int k = 0; k < size; k++) {
    int up = parent[k];
    rows->depth[k] = up < 0 ? 1 : rows->depth[up] + 1;
    rows->root[k] = up < 0 ? k : rows->root[up];
    rows->tree[k] = 0;
    rows->tree[rows->root[k]]++;
  }
  find_ranges(rows);
}

/* --- supports ----------------------------------------------------------------------------------
 */

/* of the next group */
static void begin_count(rg_half_rows *rows) {
  rows->way = rows->reach = 0;
  rows->last = -1;
}

/* a bound on the support: the ways one by one, or all of their trees */
static void count_tip(rg_half_rows *rows, int tip) {
  if (tip < 0) return;
  int root = rows->root[tip];
  if (root != rows->last && rows->reach < rows->size) rows->reach += rows->tree[root];
  if (rows->way < rows->size) rows->way += rows->depth[tip];
  rows->last = root;
}

void rg_half_rows_begin(rg_half_rows *rows) {
  rows->groups = rows->support_size = rows->own = 0;
  rows->soft = 0;
  rows->runs_needed = rows->values_needed = rows->values_used = 0;
  rows->unknown[0] = rows->run_start[0] = 0;
  rows->counting = 1;
  begin_count(rows);
}

void rg_half_rows_skip_count(rg_half_rows *rows) { rows->counting = 0; }

void rg_half_rows_add_tip(rg_half_rows *rows, int tip) {
  int *support = rows->support, added = 0;
  if (rows->counting) {
    count_tip(rows, tip);
    return;
  }

  /* the way up to where another one has passed */
  int *segment = rows->support_size ? rows->segment : support;
  for (int k = tip; k >= 0 && !rows->marked[k]; k = rows->parent[k]) {
    rows->marked[k] = 1;
    segment[added++] = k;
  }

  /* merged from the back, so that the support stays descending */
  int old = rows->support_size - 1, at = rows->support_size + added - 1;
  rows->support_size += added;
  for (int s = added - 1; s >= 0 && segment != support; at--)
    support[at] = old >= 0 && support[old] < segment[s] ? support[old--] : segment[s--];
}

void rg_half_rows_clear(rg_half_rows *rows) {
  for (int s = 0; s < rows->support_size; s++) rows->marked[rows->support[s]] = 0;
  rows->support_size = 0;
}

/* 1 where a run ends at place s of the support and another begins */
static int run_breaks(const int *support, int s) {
  return s == 0 || support[s] != support[s - 1] - 1;
}

void rg_half_rows_count(rg_half_rows *rows, int width) {
  assert(rows->counting && width > 0);
  int most = rows->way < rows->reach ? rows->way : rows->reach;
  rows->values_needed += ((size_t)most + 1) * (size_t)width; /* 1: what is its own */
  rows->runs_needed += (size_t)most + 1;
  begin_count(rows);
}

int rg_half_rows_reserve(rg_half_rows *rows) {
  rows->counting = 0;
  return rg_buffer_need(&rows->runs, rows->runs_needed, sizeof(rg_run)) &&
         rg_buffer_need(&rows->values, rows->values_needed + RG_LANES, sizeof(double));
}

/* --- rows --------------------------------------------------------------------------------------
 */

int rg_half_rows_scale(rg_half_rows *rows, const rg_tree_factor *factor, double tiny) {
  assert(rows->size == factor->size);
  rows->unit = factor->size ? rg_power_of_four_below(1 / factor->entry[factor->start[0]]) : 1;
  for (int k = 0; k < factor->size; k++) {
    double D = factor->entry[factor->start[k]];
    if (!(D > tiny && D < HUGE_VAL)) return k;
    rows->scale[k] = 1 / sqrt(rows->unit * D);
  }
  return -1;
}

/* x_j -= L_kj x_k, three rows at once */
RG_WIDE static void eliminate_3(rg_half_rows *rows, const rg_tree_factor *factor, double *of) {
  rg_wide *x = (rg_wide *)of;
  for (int s = 0; s < rows->support_size; s++) {
    int k = rows->support[s];
    const double *L = factor->entry + factor->start[k];
    rg_wide xk = x[k];
    for (int j = rows->parent[k]; j >= 0; j = rows->parent[j]) x[j] -= *++L * xk;
  }
}

static void eliminate_1(rg_half_rows *rows, const rg_tree_factor *factor) {
  for (int s = 0; s < rows->support_size; s++) {
    int k = rows->support[s];
    const double *L = factor->entry + factor->start[k];
    double xk = rows->x[k];
    for (int j = rows->parent[k]; j >= 0; j = rows->parent[j]) rows->x[j] -= *++L * xk;
  }
}

void rg_half_rows_eliminate(rg_half_rows *rows, const rg_tree_factor *factor, int width) {
  assert(width == 1 || width >= 3);
  if (width == 1) eliminate_1(rows, factor);
  else eliminate_3(rows, factor, rows->x);
  if (width > 3) eliminate_3(rows, factor, rows->turn);
}

/* one degree of freedom of a contact with moments */
static void store_moments(rg_half_rows *rows, int k, int width, double *w) {
  double *x = rows->x + RG_LANES * k, *turn = rows->turn + RG_LANES * k;
  for (int r = 0; r < width; r++) w[r] = rows->scale[k] * (r < 3 ? x[r] : turn[r - 3]);
  for (int r = 0; r < 3; r++) x[r] = turn[r] = 0;
}

/* x of one run, scaled and taken out; what a vector writes too much is the next one's, or behind
   all */
RG_WIDE_PART void store_run(rg_half_rows *rows, const rg_run *run, const int width) {
  double *w = (double *)rows->values.data + run->at;
  for (int k = run->first; k < run->first + run->count; k++, w += width) {
    rg_wide *x = (rg_wide *)rows->x + k;
    if (width == 3) *(rg_wide *)w = rows->scale[k] * *x, *x = (rg_wide){0};
    else if (width > 3) store_moments(rows, k, width, w);
    else *w = rows->scale[k] * rows->x[k], rows->x[k] = 0;
  }
  rows->values_used += (size_t)run->count * (size_t)width;
}

/* the coordinate that is the group's own: it comes first, since it is the last of all */
RG_WIDE_PART rg_run *store_own(rg_half_rows *rows, rg_run *run, const int width) {
  double *w = (double *)rows->values.data + rows->values_used;
  int k = rows->size + rows->own++;
  *run = (rg_run){k, 1, rows->values_used};
  rows->tree_first[k] = k;
  rows->tree_size[k] = 1;
  for (int r = 0; r < width; r++) w[r] = r == 0 ? rows->soft : 0;
  rows->values_used += (size_t)width;
  rows->soft = 0;
  return run + 1;
}

/* runs and values of the support */
RG_WIDE_PART void store_runs(rg_half_rows *rows, int g, const int width) {
  rg_run *run = (rg_run *)rows->runs.data + rows->run_start[g];
  if (rows->soft > 0) run = store_own(rows, run, width);
  for (int s = 0; s < rows->support_size;) {
    int end = s + 1;
    while (end < rows->support_size && !run_breaks(rows->support, end)) end++;
    *run = (rg_run){rows->support[end - 1], end - s, rows->values_used};
    s = end;
    store_run(rows, run++, width);
  }
  rows->run_start[g + 1] = (int)(run - (rg_run *)rows->runs.data);
}

RG_WIDE static void store_3(rg_half_rows *rows, int g) { store_runs(rows, g, 3); }
static void store_1(rg_half_rows *rows, int g) { store_runs(rows, g, 1); }
static void store_many(rg_half_rows *rows, int g, int width) { store_runs(rows, g, width); }

void rg_half_rows_store(rg_half_rows *rows, int width) {
  assert(!rows->counting && rows->groups < rows->most_groups);
  int g = rows->groups++;
  if (width == 3) store_3(rows, g);
  else if (width == 1) store_1(rows, g);
  else store_many(rows, g, width);
  rows->width[g] = width;
  rows->unknown[g + 1] = rows->unknown[g] + (width == 1 ? 1 : rows->dim);
  rg_half_rows_clear(rows);
}

void rg_half_rows_set_dim(rg_half_rows *rows, int dim) {
  assert(dim == 3 || dim == 4 || dim == 6);
  rows->dim = dim;
}

void rg_half_rows_skip(rg_half_rows *rows, int width) {
  assert(!rows->counting && rows->groups < rows->most_groups);
  int g = rows->groups++;
  rows->width[g] = width;
  rows->unknown[g + 1] = rows->unknown[g] + (width == 1 ? 1 : rows->dim);
  rows->run_start[g + 1] = rows->run_start[g];
}

void rg_half_rows_relax(rg_half_rows *rows, int width, double share, double more) {
  assert(share >= 0 && more >= 0);
  double square = 0;
  for (int s = 0; s < rows->support_size && share > 0; s++) {
    int k = rows->support[s];
    double w = rows->scale[k] * rows->x[rg_half_rows_stride(width) * k];
    square += w * w;
  }
  rows->soft = sqrt(share * square + more / rows->unit);
}

/* --- back to velocities ------------------------------------------------------------------------
 */

void rg_half_rows_gather(const rg_half_rows *rows, const double *impulse, double *y) {
  const rg_run *run = rows->runs.data;
  for (int k = 0; k < rows->size; k++) y[k] = 0;
  for (int g = 0; g < rows->groups; g++) {
    int width = rows->width[g];
    const double *p = impulse + rows->unknown[g];
    for (int a = rows->run_start[g]; a < rows->run_start[g + 1]; a++) {
      const double *w = (const double *)rows->values.data + run[a].at;
      for (int k = 0; k < run[a].count && run[a].first < rows->size; k++)
        for (int r = 0; r < width; r++) y[run[a].first + k] += *w++ * p[r];
    }
  }
  for (int k = 0; k < rows->size; k++) y[k] *= rows->unit * rows->scale[k];
}

/* four sums at once (compensated.h) */
typedef struct wide_sum {
  rg_wide high, low;
} wide_sum;

/* a number that products are exact with: it, the upper half of its digits, and the rest */
typedef struct halves {
  double all, upper, rest;
} halves;

static inline halves halve(double b) {
  double upper = rg_upper_half(b);
  return (halves){b, upper, b - upper};
}

/* s += a b */
RG_WIDE_PART void add_product(wide_sum *s, const rg_wide *a, const halves *b) {
  rg_wide p = *a * b->all, c = 134217729.0 * *a, ah = c - (c - *a), al = *a - ah;
  rg_wide t = s->high + p, z = t - s->high;
  s->low += (s->high - (t - z)) + (p - z);
  s->low += ((ah * b->upper - p) + ah * b->rest + al * b->upper) + al * b->rest;
  s->high = t;
}

/* the next four coordinates of a contact, twelve numbers at w: each has a lane */
RG_WIDE_PART void gather_four(const double *w, const halves b[3], double *high, double *low) {
  const rg_wide k0 = *(const rg_wide *)w, k1 = *(const rg_wide *)(w + RG_LANES),
                k2 = *(const rg_wide *)(w + 2 * RG_LANES);
  rg_wide head[3] = {RG_WIDE_PICK(k0, k1, 0, 3, 6, 6), RG_WIDE_PICK(k0, k1, 1, 4, 7, 7),
                     RG_WIDE_PICK(k0, k1, 2, 5, 5, 5)};
  rg_wide row[3] = {RG_WIDE_PICK(head[0], k2, 0, 1, 2, 5), RG_WIDE_PICK(head[1], k2, 0, 1, 2, 6),
                    RG_WIDE_PICK(head[2], k2, 0, 1, 4, 7)};
  wide_sum s = {*(const rg_wide *)high, *(const rg_wide *)low};
  for (int r = 0; r < 3; r++) add_product(&s, &row[r], &b[r]);
  *(rg_wide *)high = s.high;
  *(rg_wide *)low = s.low;
}

/* the last ones, fewer than four */
RG_WIDE_PART void gather_few(const double *w, int count, const halves b[3], double *high,
                             double *low) {
  rg_wide row[3] = {{0}};
  wide_sum s = {{0}, {0}};
  for (int k = 0; k < count; k++) {
    for (int r = 0; r < 3; r++) row[r][k] = w[3 * k + r];
    s.high[k] = high[k], s.low[k] = low[k];
  }
  for (int r = 0; r < 3; r++) add_product(&s, &row[r], &b[r]);
  for (int k = 0; k < count; k++) high[k] = s.high[k], low[k] = s.low[k];
}

/* one contact */
RG_WIDE_PART void gather_contact(const rg_half_rows *rows, int g, const double *impulse,
                                 double *high, double *low) {
  const rg_run *run = (const rg_run *)rows->runs.data + rows->run_start[g];
  const rg_run *end = (const rg_run *)rows->runs.data + rows->run_start[g + 1];
  const halves b[3] = {halve(impulse[0]), halve(impulse[1]), halve(impulse[2])};
  for (; run < end; run++) {
    const double *w = (const double *)rows->values.data + run->at;
    int k = run->first, left = run->count;
    if (run->first >= rows->size) continue;
    for (; left >= RG_LANES; left -= RG_LANES, k += RG_LANES, w += 3 * RG_LANES)
      gather_four(w, b, high + k, low + k);
    if (left == 2) gather_few(w, 2, b, high + k, low + k); /* the rest of a free body */
    else if (left > 0) gather_few(w, left, b, high + k, low + k);
  }
}

/* W' x of the contacts */
RG_WIDE static void gather_contacts(const rg_half_rows *rows, const double *impulse, double *high,
                                    double *low) {
  for (int g = 0; g < rows->groups; g++)
    if (rows->width[g] == 3) gather_contact(rows, g, impulse + rows->unknown[g], high, low);
}

/* the same of a scalar row, or of a contact with moments */
static void gather_others(const rg_half_rows *rows, int g, const double *impulse, double *high,
                          double *low) {
  const rg_run *run = rows->runs.data;
  for (int a = rows->run_start[g]; a < rows->run_start[g + 1]; a++) {
    const double *w = (const double *)rows->values.data + run[a].at;
    int end = run[a].first < rows->size ? run[a].first + run[a].count : 0;
    for (int k = run[a].first; k < end; k++) {
      rg_sum sum = {high[k], low[k]};
      for (int r = 0; r < rows->width[g]; r++) rg_sum_add_product(&sum, *w++, impulse[r]);
      high[k] = sum.high, low[k] = sum.low;
    }
  }
}

void rg_half_rows_gather_carefully(const rg_half_rows *rows, const double *impulse, double *low,
                                   double *y) {
  size_t bytes = (size_t)rows->size * sizeof(double);
  if (!rows->size) return;
  memset(y, 0, bytes);
  memset(low, 0, bytes);
  gather_contacts(rows, impulse, y, low);
  for (int g = 0; g < rows->groups; g++)
    if (rows->width[g] != 3) gather_others(rows, g, impulse + rows->unknown[g], y, low);
  for (int k = 0; k < rows->size; k++) y[k] = rows->unit * rows->scale[k] * (y[k] + low[k]);
}

void rg_tree_back_substitute(const rg_tree_factor *factor, double *y) {
  for (int k = 0; k < factor->size; k++) {
    const double *L = factor->entry + factor->start[k];
    for (int j = factor->parent[k]; j >= 0; j = factor->parent[j]) y[k] -= *++L * y[j];
  }
}
