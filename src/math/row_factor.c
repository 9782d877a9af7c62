/* Products of rows that are stored by runs, and who meets whom in them. */
#include "math/row_factor.h"

#include "math/wide.h"

#include <assert.h>
#include <string.h>

/* --- who meets whom ------------------------------------------------------------------------------ */

/* for each unit and each of its trees, once: the unit goes to where `fill` of the tree points, which moves on.
   `unit` NULL: they are counted. `last`: of each tree, the unit that met it last */
static void list_units(const rg_row_factor *rows, int *last, int *fill, int *unit) {
  for (int k = 0; k < rows->size; k++) last[k] = -1;
  for (int u = 0; u < rows->units; u++)
    for (int r = rows->run_start[u]; r < rows->run_start[u + 1]; r++) {
      const rg_run *run = rows->run + r;
      for (int k = run->first; k < run->first + run->count; k = rg_tree_end(rows, k)) {
        int tree = rows->tree_first[k];
        if (last[tree] == u) continue;
        last[tree] = u;
        if (unit) unit[fill[tree]] = u;
        fill[tree]++;
      }
    }
}

int rg_rows_share(rg_arena *arena, const rg_row_factor *rows, rg_tree_units *sharing) {
  assert(rows->units == 0 || rows->run_start);
  int size = rows->size;
  int *start = RG_NEW(arena, int, size + 1), *fill = RG_RAW(arena, int, size),
      *last = RG_RAW(arena, int, size);
  if (arena->failed) return 0;
  list_units(rows, last, start + 1, NULL);
  for (int k = 0; k < size; k++) {
    fill[k] = start[k];
    start[k + 1] += start[k];
  }
  int *unit = RG_RAW(arena, int, start[size]);
  if (arena->failed) return 0;
  list_units(rows, last, fill, unit);
  *sharing = (rg_tree_units){start, unit};
  return 1;
}

/* --- blocks -------------------------------------------------------------------------------------- */

/* the coordinates that two runs share: from `first` on; their number, or less than 1 */
RG_WIDE_PART int shared(const rg_run *a, const rg_run *b, int *first) {
  int a_last = a->first + a->count, b_last = b->first + b->count;
  *first = a->first > b->first ? a->first : b->first;
  return (a_last < b_last ? a_last : b_last) - *first;
}

enum { SIX = 6, MOST_WIDTH = 6, VECTORS = 2 }; /* of a unit, and what its numbers fill */

/* p x q, a row of b in one vector or two: lanes beyond q have what comes behind the numbers of b */
RG_WIDE_PART void multiply_wide(const rg_row_factor *rows, int g, int h, const int p, const int q,
                                double *out, int ld) {
  const rg_run *a = rows->run + rows->run_start[g], *a_end = rows->run + rows->run_start[g + 1];
  const rg_run *b = rows->run + rows->run_start[h], *b_end = rows->run + rows->run_start[h + 1];
  const int vectors = (q + RG_LANES - 1) / RG_LANES;
  rg_wide sum[MOST_WIDTH][VECTORS];
  for (int r = 0; r < p; r++)
    for (int v = 0; v < vectors; v++) sum[r][v] = (rg_wide){0};
  while (a < a_end && b < b_end) {
    int first, n = shared(a, b, &first);
    const double *wa = rows->value + a->at + p * (first - a->first);
    const double *wb = rows->value + b->at + q * (first - b->first);
    for (int k = 0; k < n; k++, wa += p, wb += q)
      for (int r = 0; r < p; r++)
        for (int v = 0; v < vectors; v++)
          sum[r][v] += wa[r] * *(const rg_wide *)(wb + RG_LANES * v);
    if (a->first >= b->first) a++;
    else b++;
  }
  for (int r = 0; r < p; r++)
    for (int s = 0; s < q; s++) out[r * ld + s] = sum[r][s / RG_LANES][s % RG_LANES];
}

/* 1 x 1, of two scalar rows: four sums, one after the other */
RG_WIDE_PART double multiply_rows(const rg_row_factor *rows, int g, int h) {
  const rg_run *a = rows->run + rows->run_start[g], *a_end = rows->run + rows->run_start[g + 1];
  const rg_run *b = rows->run + rows->run_start[h], *b_end = rows->run + rows->run_start[h + 1];
  rg_wide sum = {0};
  double rest = 0;
  while (a < a_end && b < b_end) {
    int first, n = shared(a, b, &first), k = 0;
    const double *wa = rows->value + a->at + (first - a->first);
    const double *wb = rows->value + b->at + (first - b->first);
    for (; k + 4 <= n; k += 4) sum += *(const rg_wide *)(wa + k) * *(const rg_wide *)(wb + k);
    for (; k < n; k++) rest += wa[k] * wb[k];
    if (a->first >= b->first) a++;
    else b++;
  }
  return (sum[0] + sum[1]) + (sum[2] + sum[3]) + rest;
}

/* any p x q */
static void multiply_any(const rg_row_factor *rows, int g, int h, double *out, int ld) {
  const rg_run *a = rows->run + rows->run_start[g], *a_end = rows->run + rows->run_start[g + 1];
  const rg_run *b = rows->run + rows->run_start[h], *b_end = rows->run + rows->run_start[h + 1];
  int p = rows->width[g], q = rows->width[h];
  for (int r = 0; r < p; r++)
    for (int s = 0; s < q; s++) out[r * ld + s] = 0;
  while (a < a_end && b < b_end) {
    int first, n = shared(a, b, &first);
    const double *wa = rows->value + a->at + p * (first - a->first);
    const double *wb = rows->value + b->at + q * (first - b->first);
    for (int k = 0; k < n; k++, wa += p, wb += q)
      for (int r = 0; r < p; r++)
        for (int s = 0; s < q; s++) out[r * ld + s] += wa[r] * wb[s];
    if (a->first >= b->first) a++;
    else b++;
  }
}

/* how many of the last keys of two ways are the same */
static int shared_keys(const rg_meeting_ways *ways, int g, int h) {
  const int *a = ways->key + ways->start[g + 1], *b = ways->key + ways->start[h + 1];
  int most = ways->start[g + 1] - ways->start[g], other = ways->start[h + 1] - ways->start[h];
  int low = 0, high = most < other ? most : other;
  while (low < high) {
    int middle = (low + high + 1) / 2;
    if (a[-middle] == b[-middle]) low = middle;
    else high = middle - 1;
  }
  return low;
}

/* W_g W_h' = Y_g P_h where the ways meet; 0 where that is not known of both */
RG_WIDE_PART int meet(const rg_row_factor *rows, int g, int h, double *out, int ld) {
  const rg_meeting_ways *ways = rows->ways;
  if (!ways || g == h || ways->start[g] == ways->start[g + 1] ||
      ways->start[h] == ways->start[h + 1])
    return 0;
  int count = shared_keys(ways, g, h);
  rg_wide sum[3] = {{0}, {0}, {0}};
  if (count) {
    const double *Y = ways->rates + (size_t)SIX * RG_LANES * (size_t)(ways->start[g + 1] - count);
    const rg_wide *P = (const rg_wide *)ways->force + SIX * (size_t)(ways->start[h + 1] - count);
    for (int i = 0; i < SIX; i++)
      for (int r = 0; r < 3; r++) sum[r] += Y[RG_LANES * i + r] * P[i];
  }
  for (int r = 0; r < 3; r++)
    for (int s = 0; s < 3; s++) out[r * ld + s] = sum[r][s];
  return 1;
}

RG_WIDE void rg_rows_block(const rg_row_factor *rows, int g, int h, double *out, int ld) {
  int p = rows->width[g], q = rows->width[h];
  if (p == 3 && q == 3 && meet(rows, g, h, out, ld)) return;
  if (p == 3 && q == 3) multiply_wide(rows, g, h, 3, 3, out, ld);
  else if (p == 1 && q == 3) multiply_wide(rows, g, h, 1, 3, out, ld);
  else if (p == 1 && q == 1) out[0] = multiply_rows(rows, g, h);
  else if (p == 4 && q == 4) multiply_wide(rows, g, h, 4, 4, out, ld);
  else if (p == 6 && q == 6) multiply_wide(rows, g, h, 6, 6, out, ld);
  else if (p == 1 && q == 4) multiply_wide(rows, g, h, 1, 4, out, ld);
  else if (p == 1 && q == 6) multiply_wide(rows, g, h, 1, 6, out, ld);
  else multiply_any(rows, g, h, out, ld);
}

double rg_rows_square(const rg_row_factor *rows, int unit, int first, int count) {
  double sum = 0;
  int width = rows->width[unit];
  for (int r = rows->run_start[unit]; r < rows->run_start[unit + 1]; r++) {
    const double *w = rows->value + rows->run[r].at;
    if (first == 0 && count >= width)
      for (int k = 0; k < rows->run[r].count * width; k++) sum += w[k] * w[k];
    else
      for (int k = 0; k < rows->run[r].count; k++, w += width)
        for (int e = first; e < first + count && e < width; e++) sum += w[e] * w[e];
  }
  return sum;
}

/* --- products ------------------------------------------------------------------------------------ */

static inline void gather(const rg_row_factor *rows, int g, const int width, const double *r,
                          double *t) {
  for (int a = rows->run_start[g]; a < rows->run_start[g + 1]; a++) {
    const rg_run *run = rows->run + a;
    const double *w = rows->value + run->at;
    for (int k = 0; k < run->count; k++, w += width)
      for (int i = 0; i < width; i++) t[run->first + k] += w[i] * r[i];
  }
}

static inline void spread(const rg_row_factor *rows, int g, const int width, const double *t,
                          double *u) {
  double sum[6] = {0};
  for (int a = rows->run_start[g]; a < rows->run_start[g + 1]; a++) {
    const rg_run *run = rows->run + a;
    const double *w = rows->value + run->at;
    for (int k = 0; k < run->count; k++, w += width)
      for (int i = 0; i < width; i++) sum[i] += w[i] * t[run->first + k];
  }
  for (int i = 0; i < width; i++) u[i] = sum[i];
}

/* rows of zeros */
static void clear_rest(const rg_row_factor *rows, int g, double *u) {
  for (int i = rows->unknown[g] + rows->width[g]; i < rows->unknown[g + 1]; i++) u[i] = 0;
}

void rg_rows_gather(const rg_row_factor *rows, int g, const double *r, double *t) {
  if (rows->width[g] == 3) gather(rows, g, 3, r, t);
  else if (rows->width[g] == 4) gather(rows, g, 4, r, t);
  else if (rows->width[g] == 6) gather(rows, g, 6, r, t);
  else gather(rows, g, rows->width[g], r, t);
}

void rg_rows_spread(const rg_row_factor *rows, int g, const double *t, double *u) {
  if (rows->width[g] == 3) spread(rows, g, 3, t, u);
  else if (rows->width[g] == 4) spread(rows, g, 4, t, u);
  else if (rows->width[g] == 6) spread(rows, g, 6, t, u);
  else spread(rows, g, rows->width[g], t, u);
}

void rg_rows_velocity(const rg_row_factor *rows, const double *x, const double *shift, double *t,
                      double *u) {
  assert(t != u && rows->unit > 0);
  memset(t, 0, (size_t)rows->size * sizeof *t);
  for (int g = 0; g < rows->units; g++) rg_rows_gather(rows, g, x + rows->unknown[g], t);
  for (int g = 0; g < rows->units; g++) {
    rg_rows_spread(rows, g, t, u + rows->unknown[g]);
    clear_rest(rows, g, u);
  }
  for (int i = 0; i < rows->unknown[rows->units]; i++) u[i] = rows->unit * u[i] + shift[i];
}
