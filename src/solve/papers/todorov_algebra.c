/* The linear algebra of an iteration. J B has entries only where two cells are coupled, that is
   where their contacts share a body, and the factor of B'J'JB only where elimination brings some.
   All sums run in the order of the dense kernels (math/dense.h), so that leaving out the zeros
   changes no bit of the results. */
#include "solve/papers/todorov_parts.h"

#include <math.h>
#include <string.h>

/* slope B of a cell, size x width */
static void slope_times_basis(const rg_todorov *t, int k, double *image) {
  int d = t->map->cell[k].size, width = t->width[k];
  const double *slope = t->slope + k * RG_CELL_SQUARE, *basis = t->basis + k * RG_CELL_SQUARE;
  for (int i = 0; i < d; i++)
    for (int q = 0; q < width; q++) {
      double sum = 0;
      for (int j = 0; j < d; j++) sum += slope[d * i + j] * basis[width * j + q];
      image[width * i + q] = sum;
    }
}

/* rows of cell a, columns of cell b: K_ab times the image of b, less B where a is b */
static void jacobian_block(rg_todorov *t, int a, int b) {
  const rg_cell *to = &t->map->cell[a], *from = &t->map->cell[b];
  int width = t->width[b];
  const double *image = t->image + b * RG_CELL_SQUARE, *basis = t->basis + b * RG_CELL_SQUARE;
  for (int i = 0; i < to->size; i++) {
    size_t at = (size_t)(to->offset + i);
    const double *row = t->map->K + at * (size_t)t->map->n + from->offset;
    double *out = t->JB + at * (size_t)t->reduced + t->column[b];
    for (int q = 0; q < width; q++) {
      double sum = 0;
      for (int j = 0; j < from->size; j++) sum += row[j] * image[width * j + q];
      out[q] = a == b ? sum - basis[width * i + q] : sum;
    }
  }
}

/* where the rows of each cell of J B have entries, ascending */
static void find_places(rg_todorov *t) {
  const rg_couplings *at = &t->map->couplings;
  int count = 0;
  for (int a = 0; a < t->map->cells; a++) {
    t->place_start[a] = count;
    for (int k = at->cell_start[a]; k < at->cell_start[a + 1]; k++)
      for (int q = 0; q < t->width[at->cell[k]]; q++)
        t->place[count++] = t->column[at->cell[k]] + q;
  }
  t->place_start[t->map->cells] = count;
}

void rg_todorov_jacobian(rg_todorov *t) {
  const rg_couplings *at = &t->map->couplings;
  for (int a = 0; a < t->map->cells; a++) slope_times_basis(t, a, t->image + a * RG_CELL_SQUARE);
  find_places(t);
  memset(t->gradient, 0, (size_t)t->reduced * sizeof *t->gradient);
  for (int a = 0; a < t->map->cells; a++) {
    const rg_cell *cell = &t->map->cell[a];
    for (int k = at->cell_start[a]; k < at->cell_start[a + 1]; k++)
      jacobian_block(t, a, at->cell[k]);
    for (int i = cell->offset; i < cell->offset + cell->size; i++) {
      const double *row = t->JB + (size_t)i * (size_t)t->reduced;
      for (int p = t->place_start[a]; p < t->place_start[a + 1]; p++)
        t->gradient[t->place[p]] += t->r[i] * row[t->place[p]];
    }
  }
}

void rg_todorov_jacobian_times(const rg_todorov *t, const double *x, double *y) {
  int tail = t->reduced - t->reduced % RG_CHUNK;
  for (int a = 0; a < t->map->cells; a++) {
    const rg_cell *cell = &t->map->cell[a];
    for (int i = cell->offset; i < cell->offset + cell->size; i++) {
      const double *row = t->JB + (size_t)i * (size_t)t->reduced;
      double s[RG_CHUNK] = {0};
      for (int p = t->place_start[a]; p < t->place_start[a + 1]; p++) {
        int j = t->place[p];
        s[j < tail ? j % RG_CHUNK : 0] += row[j] * x[j];
      }
      y[i] = (s[0] + s[1]) + (s[2] + s[3]);
    }
  }
}

void rg_todorov_fill(rg_todorov *t) {
  const rg_couplings *at = &t->map->couplings;
  rg_fill *fill = &t->fill;
  int count = 0;
  for (int a = 0; a < t->map->cells; a++) {
    fill->parent[a] = -1;
    fill->seen[a] = a;
    /* H couples a with the neighbours of its neighbours; up the elimination tree (Liu 1990) */
    for (int k = at->cell_start[a]; k < at->cell_start[a + 1]; k++)
      for (int l = at->cell_start[at->cell[k]]; l < at->cell_start[at->cell[k] + 1]; l++)
        for (int b = at->cell[l] < a ? at->cell[l] : a; fill->seen[b] != a; b = fill->parent[b]) {
          if (fill->parent[b] < 0) fill->parent[b] = a;
          fill->seen[b] = a;
        }
    fill->start[a] = count;
    for (int b = 0; b <= a; b++)
      if (fill->seen[b] == a) fill->cell[count++] = b;
  }
  fill->start[t->map->cells] = count;
}

/* The columns of the rows of a cell in the factor and, cleared, the chunks of the panel in which
   they lie. Returns the number of columns. */
static int open_panel(rg_todorov *t, int a) {
  enum { CHUNK_SIZE = RG_PANEL * RG_CHUNK };
  rg_fill *fill = &t->fill;
  int columns = 0, last = -1;
  for (int k = fill->start[a]; k < fill->start[a + 1]; k++)
    for (int q = 0; q < t->width[fill->cell[k]]; q++) {
      int j = t->column[fill->cell[k]] + q, chunk = j / RG_CHUNK;
      fill->column[columns++] = j;
      if (chunk != last) memset(t->panel + CHUNK_SIZE * chunk, 0, CHUNK_SIZE * sizeof *t->panel);
      last = chunk;
    }
  return columns;
}

/* panel += rows of the cell e of J B, each times its entries in the columns of cell a */
static void add_squares(rg_todorov *t, int a, int e) {
  size_t m = (size_t)t->reduced;
  int first = t->column[a], width = t->width[a], d = t->map->cell[e].size;
  const double *rows = t->JB + (size_t)t->map->cell[e].offset * m;
  double weight[RG_CELL_MAX][RG_PANEL] = {{0}};
  for (int i = 0; i < d; i++)
    for (int r = 0; r < width; r++) weight[i][r] = rows[(size_t)i * m + (size_t)(first + r)];
  for (int p = t->place_start[e]; p < t->place_start[e + 1]; p++) {
    int j = t->place[p];
    if (j >= first + width) break;
    double sum[RG_PANEL], *column = t->panel + RG_PANEL * j;
    for (int r = 0; r < RG_PANEL; r++) sum[r] = column[r];
    for (int i = 0; i < d; i++) {
      double x = rows[(size_t)i * m + (size_t)j];
      for (int r = 0; r < RG_PANEL; r++) sum[r] += weight[i][r] * x;
    }
    for (int r = 0; r < RG_PANEL; r++) column[r] = sum[r];
  }
}

/* sums[r] = row j of the factor . panel row r over the columns before j, in `chunks` of them and in
   the chunk of j itself */
static void panel_dots(const double *restrict panel, const double *restrict row, int chunks,
                       const int *chunk, int j, double *restrict sums) {
  double s0[RG_PANEL] = {0}, s1[RG_PANEL] = {0}, s2[RG_PANEL] = {0}, s3[RG_PANEL] = {0};
  for (int c = 0; c < chunks; c++) {
    const double *p = panel + RG_PANEL * chunk[c], *x = row + chunk[c];
    for (int r = 0; r < RG_PANEL; r++) s0[r] += p[r] * x[0];
    for (int r = 0; r < RG_PANEL; r++) s1[r] += p[RG_PANEL + r] * x[1];
    for (int r = 0; r < RG_PANEL; r++) s2[r] += p[2 * RG_PANEL + r] * x[2];
    for (int r = 0; r < RG_PANEL; r++) s3[r] += p[3 * RG_PANEL + r] * x[3];
  }
  for (int k = j - j % RG_CHUNK; k < j; k++)
    for (int r = 0; r < RG_PANEL; r++) s0[r] += panel[RG_PANEL * k + r] * row[k];
  for (int r = 0; r < RG_PANEL; r++) sums[r] = (s0[r] + s1[r]) + (s2[r] + s3[r]);
}

/* the rows of cell a of the factor, those of the cells before it done; 1: not positive definite */
static int factor_panel(rg_todorov *t, int a, int columns) {
  size_t m = (size_t)t->reduced;
  int first = t->column[a], width = t->width[a], chunks = 0, *chunk = t->fill.chunk;
  double s[RG_PANEL];
  for (int k = 0; k < columns; k++) {
    int j = t->fill.column[k], last = t->fill.column[k > 0 ? k - 1 : 0] / RG_CHUNK;
    double *column = t->panel + RG_PANEL * j, *row = t->H + (size_t)j * m;
    if (j / RG_CHUNK > last) chunk[chunks++] = RG_CHUNK * last;
    panel_dots(t->panel, row, chunks, chunk, j, s);
    if (j >= first) {
      double square = column[j - first] - s[j - first];
      if (!(square > 0)) return 1;
      row[j] = sqrt(square);
    }
    double pivot = row[j];
    for (int r = 0; r < RG_PANEL; r++) column[r] = (column[r] - s[r]) / pivot;
    for (int r = j < first ? 0 : j - first + 1; r < width; r++)
      t->H[(size_t)(first + r) * m + (size_t)j] = column[r];
  }
  return 0;
}

int rg_todorov_factor(rg_todorov *t) {
  const rg_couplings *at = &t->map->couplings;
  size_t m = (size_t)t->reduced;
  memset(t->H, 0, m * m * sizeof *t->H);
  for (int a = 0; a < t->map->cells; a++) {
    int columns = open_panel(t, a);
    for (int k = at->cell_start[a]; k < at->cell_start[a + 1]; k++) add_squares(t, a, at->cell[k]);
    for (int r = 0; r < t->width[a]; r++) t->panel[RG_PANEL * (t->column[a] + r) + r] += t->lambda;
    if (factor_panel(t, a, columns)) return 1;
  }
  return 0;
}
