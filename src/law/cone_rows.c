/* With r = S x:  t = W' r,  A x = S W t. */
#include "law/cone_rows.h"

#include <math.h>
#include <string.h>

/* first and last run of a block */
static const rg_run *runs_of(const rg_cone *cone, int block, const rg_run **end) {
  const rg_row_factor *f = cone->factor;
  int unit = cone->factor_unit ? cone->factor_unit[block] : block;
  *end = f->run + f->run_start[unit + 1];
  return f->run + f->run_start[unit];
}

static void add_block(const int d, const rg_cone *cone, int b) {
  const rg_run *end, *run = runs_of(cone, b, &end);
  double *block = cone->values + (size_t)b * (size_t)(d * d);
  for (int k = 0; k < d * d; k++) block[k] = 0;
  for (; run < end; run++) {
    const double *w = cone->factor->value + run->at;
    for (int k = 0; k < run->count; k++, w += d)
      for (int i = 0; i < d; i++)
        for (int j = 0; j < d; j++) block[i * d + j] += w[i] * w[j];
  }
}

void rg_cone_rows_diagonal(const rg_cone *cone) {
  for (int b = 0; b < cone->blocks; b++) {
    if (cone->d == 3) add_block(3, cone, b);
    else add_block(2, cone, b);
  }
}

size_t rg_cone_rows_most(const rg_cone *cone, const rg_tree_units *sharing) {
  const rg_row_factor *f = cone->factor;
  size_t count = (size_t)cone->blocks; /* what touches no tree has its diagonal block */
  for (int b = 0; b < cone->blocks; b++) {
    const rg_run *end, *run = runs_of(cone, b, &end);
    for (; run < end; run++)
      for (int k = run->first; k < run->first + run->count; k = rg_tree_end(f, k)) {
        int tree = f->tree_first[k];
        count += (size_t)(sharing->start[tree + 1] - sharing->start[tree]);
      }
  }
  return count;
}

/* marks the blocks that share a tree with block b, and the range they lie in */
static void mark_sharing(const rg_cone *cone, const rg_tree_units *sharing, int b, int *mark,
                         int *low, int *high) {
  const rg_row_factor *f = cone->factor;
  const rg_run *end, *run = runs_of(cone, b, &end);
  mark[b] = b;
  for (; run < end; run++)
    for (int k = run->first; k < run->first + run->count; k = rg_tree_end(f, k)) {
      int from = sharing->start[f->tree_first[k]], to = sharing->start[f->tree_first[k] + 1];
      for (int i = from; i < to; i++) mark[sharing->block[sharing->unit[i]]] = b;
      if (from == to) continue;
      int first = sharing->block[sharing->unit[from]], last = sharing->block[sharing->unit[to - 1]];
      if (first < *low) *low = first;
      if (last > *high) *high = last;
    }
}

void rg_cone_rows_pattern(rg_cone *cone, const rg_tree_units *sharing, int *mark) {
  int count = 0;
  for (int b = 0; b < cone->blocks; b++) mark[b] = -1;
  for (int b = 0; b < cone->blocks; b++) {
    int low = b, high = b;
    mark_sharing(cone, sharing, b, mark, &low, &high);
    cone->start[b] = count;
    for (int j = low; j <= high; j++) {
      if (mark[j] != b) continue;
      if (j == b) cone->diagonal[b] = count;
      cone->column[count++] = j;
    }
  }
  cone->start[cone->blocks] = count;
}

/* out = W_b W_c' over the coordinates that both have; later runs have smaller ones */
static inline void multiply_blocks(const int d, const rg_cone *cone, int b, int c, double *out) {
  const rg_run *r_end, *s_end, *r = runs_of(cone, b, &r_end), *s = runs_of(cone, c, &s_end);
  double sum[9] = {0};
  while (r < r_end && s < s_end) {
    int first = r->first > s->first ? r->first : s->first;
    int r_last = r->first + r->count, s_last = s->first + s->count;
    int last = r_last < s_last ? r_last : s_last;
    for (int k = first; k < last; k++) {
      const double *v = cone->factor->value + r->at + d * (k - r->first);
      const double *w = cone->factor->value + s->at + d * (k - s->first);
      for (int i = 0; i < d; i++)
        for (int j = 0; j < d; j++) sum[i * d + j] += v[i] * w[j];
    }
    if (r->first >= s->first) r++;
    else s++;
  }
  for (int k = 0; k < d * d; k++) out[k] = sum[k];
}

/* the blocks from the diagonal on, each at once in its mirrored place too: the next one of that row that
   nobody has filled. `mirrored`: how many are */
static inline void fill_blocks(const int d, const rg_cone *cone, int *mirrored) {
  size_t dd = (size_t)(d * d);
  for (int b = 0; b < cone->blocks; b++) mirrored[b] = 0;
  for (int b = 0; b < cone->blocks; b++)
    for (int k = cone->diagonal[b]; k < cone->start[b + 1]; k++) {
      int c = cone->column[k];
      double *block = cone->values + dd * (size_t)k;
      multiply_blocks(d, cone, b, c, block);
      if (c == b) continue;
      double *mirror = cone->values + dd * (size_t)(cone->start[c] + mirrored[c]++);
      for (int i = 0; i < d; i++)
        for (int j = 0; j < d; j++) mirror[j * d + i] = block[i * d + j];
    }
}

void rg_cone_rows_blocks(const rg_cone *cone, int *mirrored) {
  if (cone->d == 3) fill_blocks(3, cone, mirrored);
  else fill_blocks(2, cone, mirrored);
}

/* t += W_b' r */
static inline void gather(const int d, const rg_cone *cone, int b, const double *r, double *t) {
  const rg_run *end, *run = runs_of(cone, b, &end);
  for (; run < end; run++) {
    const double *w = cone->factor->value + run->at;
    for (int k = 0; k < run->count; k++, w += d)
      for (int i = 0; i < d; i++) t[run->first + k] += w[i] * r[i];
  }
}

/* u = W_b t */
static inline void spread(const int d, const rg_cone *cone, int b, const double *t, double *u) {
  const rg_run *end, *run = runs_of(cone, b, &end);
  for (int i = 0; i < d; i++) u[i] = 0;
  for (; run < end; run++) {
    const double *w = cone->factor->value + run->at;
    for (int k = 0; k < run->count; k++, w += d)
      for (int i = 0; i < d; i++) u[i] += w[i] * t[run->first + k];
  }
}

static inline void multiply(const int d, const rg_cone *cone, const double *x, double *y) {
  double *t = cone->coordinates;
  memset(t, 0, (size_t)cone->factor->size * sizeof *t);
  for (int b = 0; b < cone->blocks; b++) {
    double r[3] = {0};
    for (int i = 0; i < d; i++) r[i] = cone->scale[d * b + i] * x[d * b + i];
    gather(d, cone, b, r, t);
  }
  for (int b = 0; b < cone->blocks; b++) {
    double u[3] = {0};
    spread(d, cone, b, t, u);
    for (int i = d * b; i < d * (b + 1); i++)
      y[i] = cone->scale[i] * (u[i - d * b] + cone->compliance * (cone->scale[i] * x[i]));
  }
}

void rg_cone_rows_product(const rg_cone *cone, const double *x, double *y) {
  if (cone->d == 3) multiply(3, cone, x, y);
  else multiply(2, cone, x, y);
}

/* || S |W| |W'| |r| || */
static inline double size_of(const int d, const rg_cone *cone, const double *x) {
  double *t = cone->coordinates, total = 0;
  memset(t, 0, (size_t)cone->factor->size * sizeof *t);
  for (int b = 0; b < cone->blocks; b++) {
    const rg_run *end, *run = runs_of(cone, b, &end);
    double r[3] = {0};
    for (int i = 0; i < d; i++) r[i] = fabs(cone->scale[d * b + i] * x[d * b + i]);
    for (; run < end; run++) {
      const double *w = cone->factor->value + run->at;
      for (int k = run->first; k < run->first + run->count; k++, w += d)
        for (int i = 0; i < d; i++) t[k] += fabs(w[i]) * r[i];
    }
  }
  for (int b = 0; b < cone->blocks; b++) {
    const rg_run *end, *run = runs_of(cone, b, &end);
    double u[3] = {0};
    for (; run < end; run++) {
      const double *w = cone->factor->value + run->at;
      for (int k = run->first; k < run->first + run->count; k++, w += d)
        for (int i = 0; i < d; i++) u[i] += fabs(w[i]) * t[k];
    }
    for (int i = 0; i < d; i++) {
      u[i] *= cone->scale[d * b + i];
      total += cone->weight[b] * u[i] * u[i];
    }
  }
  return sqrt(total);
}

double rg_cone_rows_size(const rg_cone *cone, const double *x) {
  return cone->d == 3 ? size_of(3, cone, x) : size_of(2, cone, x);
}
