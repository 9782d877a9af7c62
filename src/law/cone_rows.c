/* Units of a block: one contact, or up to d scalar rows. With r = S x:  t = W' r,  A x = S W t. */
#include "law/cone_rows.h"

#include "base/parallel.h"

#include <assert.h>
#include <limits.h>
#include <math.h>
#include <string.h>

/* the units of a cone: scalar rows, then contacts */
static int unit_count(const rg_cone *cone) { return cone->rows + cone->contacts; }

/* which one of the factor, and where its unknowns begin */
static int unit_at(const rg_cone *cone, int i, int *first) {
  *first = i < cone->rows ? i : cone->d * (cone->first_contact + i - cone->rows);
  return cone->factor_unit ? cone->factor_unit[i] : i;
}

/* first and last unit of a block */
static void units_of(const rg_cone *cone, int block, int *first, int *last) {
  int rows = block < cone->first_contact, d = cone->d;
  *first = rows ? block * d : cone->rows + block - cone->first_contact;
  *last = !rows ? *first + 1 : *first + d < cone->rows ? *first + d : cone->rows;
}

/* --- blocks -------------------------------------------------------------------------------------- */

/* W_g W_h' of two units, as much of it as fits: moments of an island without them are zeros */
static void multiply_units(const rg_cone *cone, int g, int h, double *block) {
  int d = cone->d, p = cone->factor->width[g], q = cone->factor->width[h];
  double all[RG_CONTACT_MOST * RG_CONTACT_MOST];
  if (p <= d && q <= d) {
    rg_rows_block(cone->factor, g, h, block, d);
    return;
  }
  rg_rows_block(cone->factor, g, h, all, q);
  for (int a = 0; a < p && a < d; a++)
    for (int b = 0; b < q && b < d; b++) block[a * d + b] = all[a * q + b];
}

/* W_b W_c', d x d, zero where rows are padding */
static void multiply_blocks(const rg_cone *cone, int b, int c, double *block) {
  int d = cone->d, b_first, b_last, c_first, c_last, at;
  if (d <= 3 && b >= cone->first_contact && c >= cone->first_contact) {
    multiply_units(cone, unit_at(cone, cone->rows + b - cone->first_contact, &at),
                   unit_at(cone, cone->rows + c - cone->first_contact, &at), block);
    return;
  }
  units_of(cone, b, &b_first, &b_last);
  units_of(cone, c, &c_first, &c_last);
  for (int k = 0; k < d * d; k++) block[k] = 0;
  for (int i = b_first; i < b_last; i++)
    for (int j = c_first; j < c_last; j++)
      multiply_units(cone, unit_at(cone, i, &at), unit_at(cone, j, &at),
                     block + d * (i - b_first) + (j - c_first));
}

void rg_cone_rows_diagonal(const rg_cone *cone, double *blocks) {
  assert(cone->factor);
  size_t dd = (size_t)(cone->d * cone->d);
  for (int b = 0; b < cone->blocks; b++) multiply_blocks(cone, b, b, blocks + dd * (size_t)b);
}

size_t rg_cone_rows_most(const rg_cone *cone, const rg_tree_blocks *sharing) {
  assert(cone->factor && sharing->block);
  const rg_row_factor *rows = cone->factor;
  size_t count = (size_t)cone->blocks; /* what touches no tree has its diagonal block */
  for (int i = 0, at; i < unit_count(cone); i++) {
    int unit = unit_at(cone, i, &at);
    for (int a = rows->run_start[unit]; a < rows->run_start[unit + 1]; a++)
      for (int k = rows->run[a].first; k < rows->run[a].first + rows->run[a].count;
           k = rg_tree_end(rows, k)) {
        const int *start = sharing->units.start + rows->tree_first[k];
        count += (size_t)(start[1] - start[0]);
      }
  }
  size_t all = (size_t)cone->blocks * (size_t)cone->blocks;
  return count < all ? count : all;
}

/* marks the blocks of the units that share the tree of coordinate k, and the range they lie in */
static void mark_tree(const rg_tree_blocks *sharing, int tree, int b, int *mark, int *low,
                      int *high) {
  const int *unit = sharing->units.unit + sharing->units.start[tree];
  const int *behind = sharing->units.unit + sharing->units.start[tree + 1];
  if (sharing->block[*unit] < *low) *low = sharing->block[*unit];
  if (sharing->block[behind[-1]] > *high) *high = sharing->block[behind[-1]];
  for (; unit < behind; unit++) mark[sharing->block[*unit]] = b;
}

/* the same of all trees of block b */
static void mark_sharing(const rg_cone *cone, const rg_tree_blocks *sharing, int b, int *mark,
                         int *low, int *high) {
  const rg_row_factor *rows = cone->factor;
  int first, last, at;
  mark[b] = b;
  units_of(cone, b, &first, &last);
  for (int i = first; i < last; i++) {
    int unit = unit_at(cone, i, &at);
    for (int a = rows->run_start[unit]; a < rows->run_start[unit + 1]; a++)
      for (int k = rows->run[a].first; k < rows->run[a].first + rows->run[a].count;
           k = rg_tree_end(rows, k))
        mark_tree(sharing, rows->tree_first[k], b, mark, low, high);
  }
}

/* the trees of block b; their number, or -1 where there are more than `most` */
static int trees_of(const rg_cone *cone, int b, int most, int *tree) {
  const rg_row_factor *rows = cone->factor;
  int first, last, at, count = 0;
  units_of(cone, b, &first, &last);
  for (int i = first; i < last; i++) {
    int unit = unit_at(cone, i, &at);
    for (int a = rows->run_start[unit]; a < rows->run_start[unit + 1]; a++)
      for (int k = rows->run[a].first; k < rows->run[a].first + rows->run[a].count;
           k = rg_tree_end(rows, k)) {
        if (count == most) return -1;
        tree[count++] = rows->tree_first[k];
      }
  }
  return count;
}

/* the columns of block b, which has one tree or two: their blocks, which ascend, merged; their number */
static int merge_trees(const rg_tree_blocks *sharing, const int *tree, int count, int *column) {
  const int *unit[2], *end[2];
  int n = 0;
  for (int t = 0; t < 2; t++) { /* one tree is merged with nothing */
    const int *start = sharing->units.start + tree[t < count ? t : 0];
    unit[t] = sharing->units.unit + start[0];
    end[t] = t < count ? sharing->units.unit + start[1] : unit[t];
  }
  while (unit[0] < end[0] || unit[1] < end[1]) {
    int one = unit[0] < end[0] ? sharing->block[*unit[0]] : INT_MAX;
    int two = unit[1] < end[1] ? sharing->block[*unit[1]] : INT_MAX;
    int next = one < two ? one : two;
    if (n == 0 || column[n - 1] != next) column[n++] = next;
    unit[0] += one == next;
    unit[1] += two == next;
  }
  return n;
}

/* the columns of any block; their number */
static int mark_columns(const rg_cone *cone, const rg_tree_blocks *sharing, int b, int *mark,
                        int *column) {
  int low = b, high = b, n = 0;
  mark_sharing(cone, sharing, b, mark, &low, &high);
  for (int j = low; j <= high; j++)
    if (mark[j] == b) column[n++] = j;
  return n;
}

void rg_cone_rows_pattern(rg_cone *cone, const rg_tree_blocks *sharing, int *mark) {
  assert(cone->factor && sharing->block);
  int count = 0, n = 0, before = 0, tree[2] = {-1, -1}, last[2] = {-1, -1};
  for (int b = 0; b < cone->blocks; b++) mark[b] = -1;
  for (int b = 0; b < cone->blocks; b++) {
    int *column = cone->column + count, trees = trees_of(cone, b, 2, tree), at = 0;
    if (trees > 0 && trees == before && tree[0] == last[0] && (trees < 2 || tree[1] == last[1]))
      memcpy(column, column - n, (size_t)n * sizeof *column); /* as the block before */
    else
      n = trees > 0 ? merge_trees(sharing, tree, trees, column)
                    : mark_columns(cone, sharing, b, mark, column);
    before = trees, last[0] = tree[0], last[1] = tree[1];
    while (column[at] != b) at++;
    cone->start[b] = count;
    cone->diagonal[b] = count + at;
    count += n;
  }
  cone->start[cone->blocks] = count;
}

/* the blocks from the diagonal on, each at once in its mirrored place too: the next one of that row that
   nobody has filled. `mirrored`: how many are */
static void blocks_alone(const rg_cone *cone, int *mirrored) {
  int d = cone->d;
  size_t dd = (size_t)(d * d);
  for (int b = 0; b < cone->blocks; b++) mirrored[b] = 0;
  for (int b = 0; b < cone->blocks; b++)
    for (int k = cone->diagonal[b]; k < cone->start[b + 1]; k++) {
      int c = cone->column[k];
      double *block = cone->values + dd * (size_t)k;
      multiply_blocks(cone, b, c, block);
      if (c == b) continue;
      double *mirror = cone->values + dd * (size_t)(cone->start[c] + mirrored[c]++);
      for (int i = 0; i < d; i++)
        for (int j = 0; j < d; j++) mirror[j * d + i] = block[i * d + j];
    }
}

/* where column c is in row b */
static int place_of(const rg_cone *cone, int b, int c) {
  int low = cone->start[b], high = cone->diagonal[b];
  while (low < high) {
    int middle = (low + high) / 2;
    if (cone->column[middle] < c) low = middle + 1;
    else high = middle;
  }
  return low;
}

static void blocks_part(void *context, int portion, int first, int end) {
  const rg_cone *cone = context;
  int d = cone->d;
  size_t dd = (size_t)(d * d);
  (void)portion;
  for (int b = first; b < end; b++)
    for (int k = cone->diagonal[b]; k < cone->start[b + 1]; k++) {
      int c = cone->column[k];
      double *block = cone->values + dd * (size_t)k;
      multiply_blocks(cone, b, c, block);
      if (c == b) continue;
      double *mirror = cone->values + dd * (size_t)place_of(cone, c, b);
      for (int i = 0; i < d; i++)
        for (int j = 0; j < d; j++) mirror[j * d + i] = block[i * d + j];
    }
}

void rg_cone_rows_blocks(const rg_cone *cone, int *mirrored) {
  assert(cone->factor);
  if (cone->workers && cone->blocks >= RG_CROWD)
    rg_portions_run(cone->workers, cone->blocks, blocks_part, (void *)cone);
  else blocks_alone(cone, mirrored);
}

/* --- products ------------------------------------------------------------------------------------ */

/* y = S W t of some units */
typedef struct spreading {
  const rg_cone *cone;
  double *y;
} spreading;

static void spread_part(void *context, int portion, int begin, int end) {
  const spreading *s = context;
  const rg_cone *cone = s->cone;
  (void)portion;
  for (int i = begin, first; i < end; i++) {
    int unit = unit_at(cone, i, &first), width = i < cone->rows ? 1 : cone->d;
    double u[RG_CONTACT_MOST] = {0};
    rg_rows_spread(cone->factor, unit, cone->coordinates, u);
    for (int k = 0; k < width; k++) s->y[first + k] = cone->scale[first + k] * u[k];
  }
}

void rg_cone_rows_product(const rg_cone *cone, const double *x, double *y) {
  assert(cone->factor && cone->coordinates && x != y);
  double *t = cone->coordinates;
  memset(t, 0, (size_t)cone->factor->size * sizeof *t);
  for (int i = 0, first; i < unit_count(cone); i++) {
    int unit = unit_at(cone, i, &first), width = i < cone->rows ? 1 : cone->d;
    double r[RG_CONTACT_MOST] = {0};
    for (int k = 0; k < width; k++) r[k] = cone->scale[first + k] * x[first + k];
    rg_rows_gather(cone->factor, unit, r, t);
  }
  for (int i = cone->rows; i < cone->d * cone->first_contact; i++) y[i] = x[i]; /* padding */
  spreading s = {cone, y};
  if (cone->workers && unit_count(cone) >= RG_CROWD)
    rg_portions_run(cone->workers, unit_count(cone), spread_part, &s);
  else spread_part(&s, 0, 0, unit_count(cone));
}

double rg_cone_rows_size(const rg_cone *cone, const double *x) {
  assert(cone->factor && cone->coordinates);
  const rg_row_factor *rows = cone->factor;
  double *t = cone->coordinates, total = 0;
  memset(t, 0, (size_t)rows->size * sizeof *t);
  for (int back = 0; back < 2; back++)
    for (int i = 0, first; i < unit_count(cone); i++) {
      int unit = unit_at(cone, i, &first), width = rows->width[unit];
      double u[RG_CONTACT_MOST] = {0};
      for (int a = rows->run_start[unit]; a < rows->run_start[unit + 1]; a++) {
        const double *w = rows->value + rows->run[a].at;
        for (int k = rows->run[a].first; k < rows->run[a].first + rows->run[a].count; k++)
          for (int e = 0; e < width; e++, w++) {
            if (e >= cone->d) continue;
            if (back) u[e] += fabs(*w) * t[k];
            else t[k] += fabs(*w * cone->scale[first + e] * x[first + e]);
          }
      }
      for (int e = 0; e < width && e < cone->d && back; e++) {
        u[e] *= cone->scale[first + e];
        total += cone->weight[first / cone->d] * u[e] * u[e];
      }
    }
  return sqrt(total);
}
