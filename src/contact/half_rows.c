/* Half-solved rows along a tree: w = (h D)^-1/2 L'^-1 g' (Featherstone 2008, sec. 6.5). */
#include "contact/half_rows.h"

#include "math/power.h"
#include "math/vector.h"
#include "math/wide.h"

#include <math.h>
#include <string.h>

/* --- set-up ------------------------------------------------------------------------------------
 */

void rg_half_rows_setup(rg_half_rows *rows, rg_arena *arena, int most_size, int most_groups) {
  size_t size = (size_t)most_size, groups = (size_t)most_groups;
  *rows = (rg_half_rows){.most_groups = most_groups};
  rows->support = RG_NEW(arena, int, size);
  rows->segment = RG_NEW(arena, int, size);
  rows->depth = RG_NEW(arena, int, size);
  rows->root = RG_NEW(arena, int, size);
  rows->tree = RG_NEW(arena, int, size);
  rows->marked = RG_NEW(arena, unsigned char, size);
  rows->x = RG_NEW(arena, double, RG_LANES *size);
  rows->scale = RG_NEW(arena, double, size);
  rows->sums = RG_NEW(arena, rg_wide, 2 * size);
  rows->width = RG_RAW(arena, int, groups);
  rows->unknown = RG_RAW(arena, int, groups + 1);
  rows->run_start = RG_RAW(arena, int, groups + 1);
  rows->root_start = RG_RAW(arena, int, groups + 1);
}

int rg_half_rows_expect(rg_half_rows *rows, const rg_expected *expected) {
  return rg_buffer_need(&rows->runs, expected->runs, sizeof(rg_run)) &&
         rg_buffer_need(&rows->roots, expected->roots, sizeof(int)) &&
         rg_buffer_need(&rows->values, expected->values + RG_LANES, sizeof(double));
}

void rg_half_rows_release(rg_half_rows *rows) {
  rg_buffer_free(&rows->runs);
  rg_buffer_free(&rows->roots);
  rg_buffer_free(&rows->values);
}

long rg_half_rows_grown(const rg_half_rows *rows) {
  return rows->runs.grown + rows->roots.grown + rows->values.grown;
}

/* --- supports ----------------------------------------------------------------------------------
 */

/* of the next group */
static void begin_count(rg_half_rows *rows) {
  rows->way = rows->reach = rows->trees = 0;
  rows->last = -1;
}

/* a bound on the support: the ways one by one, or all of their trees */
static void count_tip(rg_half_rows *rows, int tip) {
  if (tip < 0) return;
  int root = rows->root[tip];
  if (root != rows->last) rows->trees++;
  if (root != rows->last && rows->reach < rows->size) rows->reach += rows->tree[root];
  if (rows->way < rows->size) rows->way += rows->depth[tip];
  rows->last = root;
}

void rg_half_rows_begin(rg_half_rows *rows, int size, const int *parent) {
  rows->size = size;
  rows->parent = parent;
  rows->groups = rows->support_size = 0;
  rows->runs_needed = rows->roots_needed = rows->values_needed = rows->values_used = 0;
  rows->unknown[0] = rows->run_start[0] = rows->root_start[0] = 0;
  rows->counting = 1;
  begin_count(rows);
  for (int k = 0; k < size; k++) {
    int up = parent[k];
    rows->depth[k] = up < 0 ? 1 : rows->depth[up] + 1;
    rows->root[k] = up < 0 ? k : rows->root[up];
    rows->tree[k] = 0;
    rows->tree[rows->root[k]]++;
  }
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
  int most = rows->way < rows->reach ? rows->way : rows->reach;
  rows->values_needed += (size_t)most * (size_t)width;
  rows->runs_needed += (size_t)most;
  rows->roots_needed += (size_t)rows->trees;
  begin_count(rows);
}

int rg_half_rows_reserve(rg_half_rows *rows) {
  rows->counting = 0;
  return rg_buffer_need(&rows->runs, rows->runs_needed, sizeof(rg_run)) &&
         rg_buffer_need(&rows->roots, rows->roots_needed, sizeof(int)) &&
         rg_buffer_need(&rows->values, rows->values_needed + RG_LANES, sizeof(double));
}

/* --- rows --------------------------------------------------------------------------------------
 */

int rg_half_rows_scale(rg_half_rows *rows, const rg_tree_factor *factor, double tiny) {
  rows->unit = factor->size ? rg_power_below(1 / factor->entry[factor->start[0]]) : 1;
  for (int k = 0; k < factor->size; k++) {
    double D = factor->entry[factor->start[k]];
    if (!(D > tiny && D < HUGE_VAL)) return k;
    rows->scale[k] = 1 / sqrt(rows->unit * D);
  }
  return -1;
}

/* x_j -= L_kj x_k, three rows at once */
RG_WIDE static void eliminate_3(rg_half_rows *rows, const rg_tree_factor *factor) {
  rg_wide *x = (rg_wide *)rows->x;
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
  if (width == 3) eliminate_3(rows, factor);
  else eliminate_1(rows, factor);
}

/* x of one run, scaled and taken out; what a vector writes too much is the next one's, or behind
   all */
RG_WIDE_PART void store_run(rg_half_rows *rows, const rg_run *run, const int width) {
  double *w = (double *)rows->values.data + run->at;
  for (int k = run->first; k < run->first + run->count; k++, w += width) {
    rg_wide *x = (rg_wide *)rows->x + k;
    if (width == 3) *(rg_wide *)w = rows->scale[k] * *x, *x = (rg_wide){0};
    else *w = rows->scale[k] * rows->x[k], rows->x[k] = 0;
  }
  rows->values_used += (size_t)run->count * (size_t)width;
}

/* runs, roots and values of the support */
RG_WIDE_PART void store_runs(rg_half_rows *rows, int g, const int width) {
  int root_at = rows->root_start[g], *roots = rows->roots.data;
  rg_run *run = (rg_run *)rows->runs.data + rows->run_start[g];
  for (int s = 0; s < rows->support_size;) {
    int end = s + 1;
    while (end < rows->support_size && !run_breaks(rows->support, end)) end++;
    *run = (rg_run){rows->support[end - 1], end - s, rows->values_used};
    for (; s < end; s++)
      if (rows->parent[rows->support[s]] < 0) roots[root_at++] = rows->support[s];
    store_run(rows, run++, width);
  }
  rows->run_start[g + 1] = (int)(run - (rg_run *)rows->runs.data);
  rows->root_start[g + 1] = root_at;
}

RG_WIDE static void store_3(rg_half_rows *rows, int g) { store_runs(rows, g, 3); }
static void store_1(rg_half_rows *rows, int g) { store_runs(rows, g, 1); }

void rg_half_rows_store(rg_half_rows *rows, int width) {
  int g = rows->groups++;
  if (width == 3) store_3(rows, g);
  else store_1(rows, g);
  rows->width[g] = width;
  rows->unknown[g + 1] = rows->unknown[g] + width;
  rg_half_rows_clear(rows);
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
      for (int k = 0; k < run[a].count; k++)
        for (int r = 0; r < width; r++) y[run[a].first + k] += *w++ * p[r];
    }
  }
  for (int k = 0; k < rows->size; k++) y[k] *= rows->unit * rows->scale[k];
}

/* four sums at once (compensated.h) */
typedef struct wide_sum {
  rg_wide high, low;
} wide_sum;

/* s += a b, b known with the upper half of its digits and the rest */
RG_WIDE_PART void add_product(wide_sum *s, const rg_wide *a, const rg_wide *b, const rg_wide *upper,
                              const rg_wide *rest) {
  rg_wide p = *a * *b, c = 134217729.0 * *a, ah = c - (c - *a), al = *a - ah;
  rg_wide t = s->high + p, z = t - s->high;
  s->low += (s->high - (t - z)) + (p - z);
  s->low += ((ah * *upper - p) + ah * *rest + al * *upper) + al * *rest;
  s->high = t;
}

/* one contact: each direction has a lane */
RG_WIDE_PART void gather_contact(const rg_half_rows *rows, int g, const double *impulse,
                                 wide_sum *sums) {
  const rg_run *run = (const rg_run *)rows->runs.data + rows->run_start[g];
  const rg_run *end = (const rg_run *)rows->runs.data + rows->run_start[g + 1];
  rg_wide b = {impulse[0], impulse[1], impulse[2], 0}, c = 134217729.0 * b, upper = c - (c - b);
  rg_wide rest = b - upper;
  for (; run < end; run++) {
    const double *w = (const double *)rows->values.data + run->at;
    for (int k = 0; k < run->count; k++, w += 3)
      add_product(&sums[run->first + k], (const rg_wide *)w, &b, &upper, &rest);
  }
}

/* W' x of the contacts; the fourth lane has no meaning */
RG_WIDE static void gather_contacts(const rg_half_rows *rows, const double *impulse) {
  wide_sum *sums = (wide_sum *)rows->sums;
  memset(sums, 0, (size_t)rows->size * sizeof *sums);
  for (int g = 0; g < rows->groups; g++)
    if (rows->width[g] == 3) gather_contact(rows, g, impulse + rows->unknown[g], sums);
}

/* y = W' x as if in twice the precision */
static void gather_carefully(const rg_half_rows *rows, const double *impulse, rg_sum *sums) {
  const rg_run *run = rows->runs.data;
  const double *lanes = (const double *)rows->sums;
  gather_contacts(rows, impulse);
  for (int k = 0; k < rows->size; k++, lanes += 2 * RG_LANES) {
    sums[k] = (rg_sum){lanes[0], lanes[RG_LANES] + lanes[RG_LANES + 1] + lanes[RG_LANES + 2]};
    rg_sum_add(&sums[k], lanes[1]);
    rg_sum_add(&sums[k], lanes[2]);
  }
  for (int g = 0; g < rows->groups; g++)
    for (int a = rows->run_start[g]; a < rows->run_start[g + 1] && rows->width[g] == 1; a++) {
      const double *w = (const double *)rows->values.data + run[a].at;
      for (int k = 0; k < run[a].count; k++)
        rg_sum_add_product(&sums[run[a].first + k], w[k], impulse[rows->unknown[g]]);
    }
}

void rg_half_rows_gather_carefully(const rg_half_rows *rows, const double *impulse, rg_sum *sums,
                                   double *y) {
  gather_carefully(rows, impulse, sums);
  for (int k = 0; k < rows->size; k++) y[k] = rows->unit * rows->scale[k] * rg_sum_value(&sums[k]);
}

void rg_half_rows_careful(const rg_half_rows *rows, const double *impulse, const double *shift,
                          rg_sum *sums, double *u) {
  const rg_run *run = rows->runs.data;
  gather_carefully(rows, impulse, sums);
  for (int k = 0; k < rows->size; k++) sums[k].high *= rows->unit, sums[k].low *= rows->unit;
  for (int g = 0; g < rows->groups; g++)
    for (int r = 0; r < rows->width[g]; r++) {
      int i = rows->unknown[g] + r;
      rg_sum sum = {shift ? shift[i] : 0, 0};
      for (int a = rows->run_start[g]; a < rows->run_start[g + 1]; a++) {
        const double *w = (const double *)rows->values.data + run[a].at + r;
        for (int k = 0; k < run[a].count; k++, w += rows->width[g])
          rg_sum_add_product(&sum, *w, rg_sum_value(&sums[run[a].first + k]));
      }
      u[i] = rg_sum_value(&sum);
    }
}

void rg_tree_back_substitute(const rg_tree_factor *factor, double *y) {
  for (int k = 0; k < factor->size; k++) {
    const double *L = factor->entry + factor->start[k];
    for (int j = factor->parent[k]; j >= 0; j = factor->parent[j]) y[k] -= *++L * y[j];
  }
}
