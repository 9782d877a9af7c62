/* W by columns, one row of numbers a coordinate and padded with zeros to whole vectors; A in tiles of 4 x 8 from the
   diagonal on, each number the sum over all coordinates in their order. */
#include "law/cone_dense.h"

#include "math/wide.h"

#include <string.h>

enum { TALL = 4, LONG = 2 }; /* of a tile: rows, vectors */

struct rg_cone_dense {
  int *place;      /* of the trees that are touched, by their first coordinate */
  int coordinates; /* of these */
  size_t ld;       /* unknowns, whole tiles */
  double *W, *A;
  int *list; /* coordinates that some of TALL rows have */
};

static int unit_at(const rg_cone *cone, int i) {
  return cone->factor_unit ? cone->factor_unit[i] : i;
}

static int unit_count(const rg_cone *cone) { return cone->rows + cone->contacts; }

/* places of the trees; numbers in W of all units, those that are not stored left out */
static size_t place_trees(const rg_cone *cone, rg_cone_dense *dense) {
  const rg_row_factor *rows = cone->factor;
  size_t numbers = 0;
  for (int k = 0; k < rows->size; k++) dense->place[k] = -1;
  for (int i = 0; i < unit_count(cone); i++) {
    int unit = unit_at(cone, i);
    for (int a = rows->run_start[unit]; a < rows->run_start[unit + 1]; a++) {
      const rg_run *run = rows->run + a;
      numbers += (size_t)run->count * (size_t)rows->width[unit];
      for (int k = run->first; k < run->first + run->count; k = rg_tree_end(rows, k)) {
        int tree = rows->tree_first[k];
        if (dense->place[tree] >= 0) continue;
        dense->place[tree] = dense->coordinates;
        dense->coordinates += rows->tree_size[tree];
      }
    }
  }
  return numbers;
}

int rg_cone_dense_new(rg_arena *arena, const rg_cone *cone, rg_cone_dense **dense) {
  enum { LEAST = 6 }; /* blocks; fewer have no room for tiles */
  static const double EMPTY =
      4; /* W may have so many zeros for each number: a product by blocks takes as long then */
  int blocks = cone->blocks;
  *dense = NULL;
  if (blocks < LEAST || cone->start[blocks] != blocks * blocks) return 1;
  rg_cone_dense *d = RG_NEW(arena, rg_cone_dense, 1);
  if (!d || !(d->place = RG_RAW(arena, int, cone->factor->size))) return 0;
  size_t numbers = place_trees(cone, d), tile = RG_LANES * LONG;
  if ((double)cone->n * d->coordinates > (1 + EMPTY) * (double)numbers) return 1;
  d->ld = ((size_t)cone->n + tile - 1) / tile * tile;
  d->W = RG_RAW(arena, double, (size_t)d->coordinates * d->ld);
  d->A = RG_RAW(arena, double, d->ld * d->ld);
  d->list = RG_RAW(arena, int, d->coordinates);
  if (arena->failed) return 0;
  *dense = d;
  return 1;
}

/* W of one unit, `first` its first unknown */
static void place_unit(const rg_cone *cone, const rg_cone_dense *dense, int unit, int first,
                       int most) {
  const rg_row_factor *rows = cone->factor;
  int stored = rows->width[unit], width = stored < most ? stored : most;
  for (int a = rows->run_start[unit]; a < rows->run_start[unit + 1]; a++) {
    const rg_run *run = rows->run + a;
    const double *w = rows->value + run->at;
    for (int k = run->first; k < run->first + run->count; k++, w += stored) {
      int tree = rows->tree_first[k];
      double *to = dense->W + (size_t)(dense->place[tree] + k - tree) * dense->ld + first;
      for (int r = 0; r < width; r++) to[r] = w[r];
    }
  }
}

/* the coordinates that TALL rows from i on have; their number */
RG_WIDE_PART int list_coordinates(const rg_cone_dense *dense, size_t i) {
  int count = 0;
  const double *w = dense->W + i;
  for (int k = 0; k < dense->coordinates; k++, w += dense->ld) {
    dense->list[count] = k;
    count += w[0] != 0 || w[1] != 0 || w[2] != 0 || w[3] != 0;
  }
  return count;
}

/* TALL rows from i on, LONG vectors from j on */
RG_WIDE_PART void multiply_tile(const rg_cone_dense *dense, int count, size_t i, size_t j) {
  rg_wide sum[TALL][LONG] = {{{0}}};
  for (int k = 0; k < count; k++) {
    const double *w = dense->W + (size_t)dense->list[k] * dense->ld;
    for (int r = 0; r < TALL; r++)
      for (int v = 0; v < LONG; v++)
        sum[r][v] += w[i + (size_t)r] * *(const rg_wide *)(w + j + (size_t)(RG_LANES * v));
  }
  for (int r = 0; r < TALL; r++)
    for (int v = 0; v < LONG; v++)
      *(rg_wide *)(dense->A + (i + (size_t)r) * dense->ld + j + (size_t)(RG_LANES * v)) = sum[r][v];
}

RG_WIDE static void multiply(const rg_cone_dense *dense) {
  const size_t tile = RG_LANES * LONG;
  for (size_t i = 0; i < dense->ld; i += TALL) {
    int count = list_coordinates(dense, i);
    for (size_t j = i / tile * tile; j < dense->ld; j += tile) multiply_tile(dense, count, i, j);
  }
}

/* blocks from the diagonal on, and their mirror images */
static inline void take_blocks(const int d, const rg_cone *cone, const rg_cone_dense *dense) {
  size_t dd = (size_t)(d * d), ld = dense->ld;
  int blocks = cone->blocks;
  for (int b = 0; b < blocks; b++)
    for (int c = b; c < blocks; c++) {
      const double *from = dense->A + (size_t)(b * d) * ld + (size_t)(c * d);
      double *to = cone->values + (size_t)(b * blocks + c) * dd;
      double *mirror = cone->values + (size_t)(c * blocks + b) * dd;
      for (int r = 0; r < d; r++)
        for (int s = 0; s < d; s++) {
          /* below the diagonal tiles may be empty */
          double value =
              b == c && s < r ? from[(size_t)s * ld + (size_t)r] : from[(size_t)r * ld + (size_t)s];
          to[r * d + s] = value;
          mirror[s * d + r] = value;
        }
    }
}

void rg_cone_dense_blocks(const rg_cone *cone, rg_cone_dense *dense) {
  int d = cone->d;
  memset(dense->W, 0, (size_t)dense->coordinates * dense->ld * sizeof *dense->W);
  for (int i = 0; i < unit_count(cone); i++) {
    int row = i < cone->rows, first = row ? i : d * (cone->first_contact + i - cone->rows);
    place_unit(cone, dense, unit_at(cone, i), first, row ? 1 : d);
  }
  multiply(dense);
  if (d == 3) take_blocks(3, cone, dense);
  else if (d == 6) take_blocks(6, cone, dense);
  else take_blocks(2, cone, dense);
}
