/* Half-solved rows along a tree: w = D^-1/2 L'^-1 g' (Featherstone 2008, sec. 6.5). */
#include "contact/half_rows.h"

#include "math/vector.h"

#include <math.h>
#include <string.h>

/* --- set-up ------------------------------------------------------------------------------------
 */

void rg_half_rows_setup(rg_half_rows *rows, rg_arena *arena, int most_size, int most_groups) {
  size_t size = (size_t)most_size, groups = (size_t)most_groups;
  *rows = (rg_half_rows){.most_groups = most_groups};
  rows->support = RG_NEW(arena, int, size);
  rows->segment = RG_NEW(arena, int, size);
  rows->marked = RG_NEW(arena, unsigned char, size);
  rows->x = RG_NEW(arena, double, 3 * size);
  rows->scale = RG_NEW(arena, double, size);
  rows->width = RG_NEW(arena, int, groups);
  rows->unknown = RG_NEW(arena, int, groups + 1);
  rows->run_start = RG_NEW(arena, int, groups + 1);
  rows->root_start = RG_NEW(arena, int, groups + 1);
}

int rg_half_rows_expect(rg_half_rows *rows, const rg_expected *expected) {
  return rg_buffer_need(&rows->runs, expected->runs, sizeof(rg_run)) &&
         rg_buffer_need(&rows->roots, expected->roots, sizeof(int)) &&
         rg_buffer_need(&rows->values, expected->values, sizeof(double));
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

void rg_half_rows_begin(rg_half_rows *rows, int size, const int *parent) {
  rows->size = size;
  rows->parent = parent;
  rows->groups = rows->support_size = 0;
  rows->runs_needed = rows->roots_needed = rows->values_needed = rows->values_used = 0;
  rows->unknown[0] = rows->run_start[0] = rows->root_start[0] = 0;
}

void rg_half_rows_add_tip(rg_half_rows *rows, int tip) {
  int *support = rows->support, *segment = rows->segment, added = 0;

  /* the way up to where another one has passed */
  for (int k = tip; k >= 0 && !rows->marked[k]; k = rows->parent[k]) {
    rows->marked[k] = 1;
    segment[added++] = k;
  }

  /* merged from the back, so that the support stays descending */
  int old = rows->support_size - 1, at = rows->support_size + added - 1;
  rows->support_size += added;
  for (int s = added - 1; s >= 0; at--)
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
  for (int s = 0; s < rows->support_size; s++) {
    rows->runs_needed += (size_t)run_breaks(rows->support, s);
    rows->roots_needed += rows->parent[rows->support[s]] < 0;
  }
  rows->values_needed += (size_t)rows->support_size * (size_t)width;
  rg_half_rows_clear(rows);
}

int rg_half_rows_reserve(rg_half_rows *rows) {
  return rg_buffer_need(&rows->runs, rows->runs_needed, sizeof(rg_run)) &&
         rg_buffer_need(&rows->roots, rows->roots_needed, sizeof(int)) &&
         rg_buffer_need(&rows->values, rows->values_needed, sizeof(double));
}

/* --- rows --------------------------------------------------------------------------------------
 */

int rg_half_rows_scale(rg_half_rows *rows, const rg_tree_factor *factor) {
  for (int k = 0; k < factor->size; k++) {
    double D = factor->entry[factor->start[k]];
    if (!(D > RG_TINY && D < HUGE_VAL)) return k;
    rows->scale[k] = 1 / sqrt(D);
  }
  return -1;
}

static inline void eliminate(rg_half_rows *rows, const rg_tree_factor *factor, int width) {
  for (int s = 0; s < rows->support_size; s++) {
    int k = rows->support[s];
    const double *L = factor->entry + factor->start[k], *xk = rows->x + width * k;
    for (int j = rows->parent[k]; j >= 0; j = rows->parent[j]) {
      double l = *++L, *xj = rows->x + width * j;
      for (int r = 0; r < width; r++) xj[r] -= l * xk[r]; /* x_j -= L_kj x_k */
    }
  }
}

void rg_half_rows_eliminate(rg_half_rows *rows, const rg_tree_factor *factor, int width) {
  if (width == 3) eliminate(rows, factor, 3);
  else eliminate(rows, factor, 1);
}

/* x of one run, scaled and taken out */
static void store_run(rg_half_rows *rows, const rg_run *run, int width) {
  double *w = (double *)rows->values.data + run->at, *x = rows->x + width * run->first;
  for (int k = 0; k < run->count; k++)
    for (int r = 0; r < width; r++, w++, x++) {
      *w = rows->scale[run->first + k] * *x;
      *x = 0;
    }
  rows->values_used += (size_t)run->count * (size_t)width;
}

void rg_half_rows_store(rg_half_rows *rows, int width) {
  int g = rows->groups++, run_at = rows->run_start[g], root_at = rows->root_start[g];
  rg_run *run = (rg_run *)rows->runs.data + run_at;
  int *roots = rows->roots.data;
  for (int s = 0; s < rows->support_size;) {
    int end = s + 1;
    while (end < rows->support_size && !run_breaks(rows->support, end)) end++;
    *run = (rg_run){rows->support[end - 1], end - s, rows->values_used};
    for (; s < end; s++)
      if (rows->parent[rows->support[s]] < 0) roots[root_at++] = rows->support[s];
    store_run(rows, run++, width);
  }
  rows->width[g] = width;
  rows->unknown[g + 1] = rows->unknown[g] + width;
  rows->run_start[g + 1] = (int)(run - (rg_run *)rows->runs.data);
  rows->root_start[g + 1] = root_at;
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
  for (int k = 0; k < rows->size; k++) y[k] *= rows->scale[k];
}

/* y = W' x as if in twice the precision */
static void gather_carefully(const rg_half_rows *rows, const double *impulse, rg_sum *sums) {
  const rg_run *run = rows->runs.data;
  memset(sums, 0, (size_t)rows->size * sizeof *sums);
  for (int g = 0; g < rows->groups; g++)
    for (int a = rows->run_start[g]; a < rows->run_start[g + 1]; a++) {
      const double *w = (const double *)rows->values.data + run[a].at;
      for (int k = 0; k < run[a].count; k++)
        for (int r = 0; r < rows->width[g]; r++)
          rg_sum_add_product(&sums[run[a].first + k], *w++, impulse[rows->unknown[g] + r]);
    }
}

void rg_half_rows_gather_carefully(const rg_half_rows *rows, const double *impulse, rg_sum *sums,
                                   double *y) {
  gather_carefully(rows, impulse, sums);
  for (int k = 0; k < rows->size; k++) y[k] = rows->scale[k] * rg_sum_value(&sums[k]);
}

void rg_half_rows_careful(const rg_half_rows *rows, const double *impulse, const double *shift,
                          rg_sum *sums, double *u) {
  const rg_run *run = rows->runs.data;
  gather_carefully(rows, impulse, sums);
  for (int g = 0; g < rows->groups; g++)
    for (int r = 0; r < rows->width[g]; r++) {
      int i = rows->unknown[g] + r;
      rg_sum sum = {shift[i], 0};
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
