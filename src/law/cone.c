/* Scaled blocks. With S = diag(scale), raw impulse r = S x, the scaled problem is
   S u = (S A S) x + S c; a contact has one scale for all its directions, so that its cone stays as
   it is. scale = (mean diagonal of the block)^-1/2 makes the diagonal near 1 whatever the masses;
   velocities are measured in a unit of the problem's own. */
#include "law/cone.h"
#include "law/cone_rows.h"
#include "math/wide.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* index of a raw unknown among the padded unknowns of the cone form */
static int padded(const rg_cone *cone, int i) {
  if (i < cone->rows) return i;
  int first = cone->first_contact * cone->d, k = i - cone->rows, dim = cone->dim;
  return first + (cone->d == dim ? k : k / dim * cone->d + k % dim);
}

/* raw unknowns first..last-1 that make up a block; none for padding */
static void raw_range(const rg_cone *cone, int block, int *first, int *last) {
  int d = cone->d;
  if (block < cone->first_contact) {
    *first = block * d;
    *last = *first + d < cone->rows ? *first + d : cone->rows;
  } else {
    *first = cone->rows + (block - cone->first_contact) * cone->dim;
    *last = *first + cone->dim;
  }
}

/* where the raw unknowns are: block, and place in it */
typedef struct placing {
  int *block, *slot;
  int *mark, *position; /* per block: last row that met it, where it landed in that row */
} placing;

static int place_unknowns(rg_arena *arena, const rg_cone *cone, int n, placing *at) {
  at->block = RG_RAW(arena, int, n);
  at->slot = RG_RAW(arena, int, n);
  at->mark = RG_RAW(arena, int, cone->blocks);
  at->position = RG_RAW(arena, int, cone->blocks);
  if (arena->failed) return 0;
  for (int i = 0; i < cone->rows; i++) at->block[i] = i / cone->d, at->slot[i] = i % cone->d;
  for (int b = cone->first_contact, i = cone->rows; b < cone->blocks; b++)
    for (int k = 0; k < cone->dim; k++, i++) at->block[i] = b, at->slot[i] = k;
  return 1;
}

/* marks the block columns of a row of A, and the range they lie in */
static void mark_row(const rg_local *local, const placing *at, int i, int block, int *low,
                     int *high) {
  for (int k = local->row_start[i]; k < local->row_start[i + 1]; k++) {
    int column = at->block[local->column[k]];
    at->mark[column] = block;
    if (column < *low) *low = column;
    if (column > *high) *high = column;
  }
}

/* for each entry of a row of A its place in the blocks */
static void place_row(rg_cone_map *map, const rg_local *local, const placing *at, int i) {
  int row = at->slot[i] * map->cone.d;
  for (int k = local->row_start[i]; k < local->row_start[i + 1]; k++) {
    int j = local->column[k];
    map->entry[k] = at->position[at->block[j]] + row + at->slot[j];
  }
}

/* rows first .. last-1 that have the columns of the row before; 1 where all but the first do */
static int note_followers(rg_cone_map *map, const rg_local *local, int first, int last) {
  int all = 1;
  for (int i = first; i < last; i++) {
    map->follows[i] = i > first && rg_local_same_columns(local, i - 1, i);
    all &= i == first || map->follows[i];
  }
  return all;
}

/* a block row with ascending columns, and the places of the entries of its rows; returns 1 where A
   has an entry in its diagonal block */
static int add_block_row(rg_cone_map *map, const rg_local *local, const placing *at, int b,
                         int first, int last) {
  rg_cone *cone = &map->cone;
  int low = b, high = b, count = cone->start[b];
  for (int i = first; i < last; i++)
    if (!map->follows[i]) mark_row(local, at, i, b, &low, &high);
  int has_diagonal = at->mark[b] == b;
  at->mark[b] = b;
  for (int j = low; j <= high; j++) {
    if (at->mark[j] != b) continue;
    if (j == b) cone->diagonal[b] = count;
    at->position[j] = count * cone->d * cone->d;
    cone->column[count++] = j;
  }
  for (int i = first; i < last; i++)
    if (!map->follows[i]) place_row(map, local, at, i);
  cone->start[b + 1] = count;
  return has_diagonal;
}

/* the same for a block row like the one before, whose first row is `before` */
static void repeat_block_row(rg_cone_map *map, const rg_local *local, const placing *at, int b,
                             int before, int first) {
  rg_cone *cone = &map->cone;
  int begin = cone->start[b - 1], blocks = cone->start[b] - begin, dd = cone->d * cone->d;
  for (int k = begin; k < begin + blocks; k++) {
    int j = cone->column[k + blocks] = cone->column[k];
    at->mark[j] = b;
    at->position[j] += blocks * dd;
  }
  const int *from = map->entry + local->row_start[before];
  int *to = map->entry + local->row_start[first];
  int length = local->row_start[first + 1] - local->row_start[first];
  for (int k = 0; k < length; k++) to[k] = from[k] + blocks * dd;
  cone->diagonal[b] = at->position[b] / dd;
  cone->start[b + 1] = cone->start[b] + blocks;
}

/* all block rows: contacts between the same bodies have the same columns */
static void fill_pattern(rg_cone_map *map, const rg_local *local, const placing *at) {
  rg_cone *cone = &map->cone;
  int before = 0, like_one = 0; /* of the block row before: first row; all its rows are alike */
  for (int b = 0; b < cone->blocks; b++) at->mark[b] = -1;
  cone->start[0] = 0;
  for (int b = 0, first, last; b < cone->blocks; b++, before = first) {
    raw_range(cone, b, &first, &last);
    int alike = note_followers(map, local, first, last);
    if (like_one && alike && at->mark[b] == b - 1 && rg_local_same_columns(local, before, first))
      repeat_block_row(map, local, at, b, before, first);
    else like_one = add_block_row(map, local, at, b, first, last) && alike;
  }
}

/* room for the last product with A; what is before and behind x may be read */
static int keep_product(rg_arena *arena, rg_cone *cone) {
  cone->last = RG_NEW(arena, rg_cone_product, 1);
  double *x = RG_NEW(arena, double, cone->n + 2 * RG_LANES);
  double *product = RG_RAW(arena, double, cone->n);
  if (arena->failed) return 0;
  cone->last->x = x + RG_LANES;
  cone->last->product = product;
  return 1;
}

/* blocks of the pattern at most: one an entry of A, and the diagonal */
static size_t most_blocks(const rg_cone *cone, const rg_local *local) {
  size_t all = (size_t)cone->blocks * (size_t)cone->blocks;
  size_t entries = (size_t)local->row_start[local->n] + (size_t)cone->blocks;
  return entries < all ? entries : all;
}

static int allocate(rg_arena *arena, rg_cone_map *map, const rg_local *local) {
  rg_cone *cone = &map->cone;
  int n = cone->n;
  cone->start = RG_RAW(arena, int, cone->blocks + 1);
  cone->diagonal = RG_RAW(arena, int, cone->blocks);
  cone->c = RG_RAW(arena, double, n);
  cone->mu = RG_NEW(arena, double, cone->blocks);
  if (local->leeway) cone->leeway = RG_NEW(arena, double, 2 * (size_t)cone->blocks);
  cone->lower = RG_NEW(arena, double, cone->first_contact * cone->d);
  cone->upper = RG_NEW(arena, double, cone->first_contact * cone->d);
  cone->scale = RG_RAW(arena, double, n);
  cone->weight = RG_RAW(arena, double, cone->blocks);
  if (cone->dim > 3) cone->friction = RG_RAW(arena, rg_friction, cone->contacts);
  return !arena->failed;
}

/* all blocks of A */
static int make_pattern(rg_arena *arena, rg_cone_map *map, const rg_local *local) {
  rg_cone *cone = &map->cone;
  placing at;
  map->entry = RG_RAW(arena, int, local->row_start[local->n]);
  map->follows = RG_RAW(arena, unsigned char, local->n);
  cone->column = RG_RAW(arena, int, most_blocks(cone, local));
  if (!keep_product(arena, cone) || !place_unknowns(arena, cone, local->n, &at)) return 0;
  fill_pattern(map, local, &at);
  return 1;
}

/* the diagonal blocks alone, where A is there by its factor */
static int make_diagonal(rg_arena *arena, rg_cone *cone) {
  cone->column = cone->diagonal;
  cone->coordinates = RG_RAW(arena, double, cone->factor->size);
  for (int b = 0; b <= cone->blocks; b++) cone->start[b] = b;
  for (int b = 0; b < cone->blocks; b++) cone->diagonal[b] = b;
  return !arena->failed;
}

/* all blocks where A is there by its factor */
static int make_sharing(rg_arena *arena, rg_cone_map *map, const rg_local *local) {
  rg_cone *cone = &map->cone;
  map->mirrored = RG_RAW(arena, int, cone->blocks);
  cone->column = RG_RAW(arena, int, rg_cone_rows_most(cone, local->sharing));
  if (!keep_product(arena, cone)) return 0;
  rg_cone_rows_pattern(cone, local->sharing, map->mirrored);
  return rg_cone_dense_new(arena, cone, &map->dense);
}

static int make_blocks(rg_arena *arena, rg_cone_map *map, const rg_local *local) {
  if (local->row_start) return make_pattern(arena, map, local);
  if (local->sharing) return make_sharing(arena, map, local);
  return make_diagonal(arena, &map->cone);
}

rg_cone_map *rg_cone_new(rg_arena *arena, const rg_local *local) {
  assert(local->contacts == 0 || (local->dim >= 2 && local->dim <= RG_CONTACT_MOST));
  assert(local->contacts == 0 || local->dim <= 3 || (local->spin && local->roll && local->length));
  assert(local->row_start || local->factor);
  rg_cone_map *map = RG_NEW(arena, rg_cone_map, 1);
  if (!map) return NULL;
  rg_cone *cone = &map->cone;
  cone->dim = local->contacts > 0 ? local->dim : 3;
  cone->d = rg_cone_width(cone->dim);
  cone->factor = local->factor;
  cone->factor_unit = local->factor_unit;
  cone->contacts = local->contacts;
  cone->rows = local->rows;
  cone->first_contact = (local->rows + cone->d - 1) / cone->d;
  cone->blocks = cone->first_contact + local->contacts;
  cone->n = cone->blocks * cone->d;
  if (!allocate(arena, map, local) || !make_blocks(arena, map, local)) return NULL;
  size_t numbers = (size_t)cone->start[cone->blocks] * (size_t)(cone->d * cone->d);
  cone->values = local->bare ? NULL : RG_RAW(arena, double, numbers);
  if (arena->failed) return NULL;
  for (int i = 0; i < local->contacts; i++) cone->mu[cone->first_contact + i] = local->mu[i];
  return map;
}

static double inverse_root(double diagonal) {
  return diagonal > 0 && isfinite(diagonal) ? 1 / sqrt(diagonal) : 1;
}

/* the diagonal of a row of an LCP or MLCP */
static double own_response(const rg_cone *cone, int i) {
  int d = cone->d;
  return fabs(
      cone->values[(size_t)cone->diagonal[i / d] * (size_t)(d * d) + (size_t)((i % d) * (d + 1))]);
}

/* one scale a scalar row, one a contact; padding keeps 1 */
static void fill_scale(rg_cone *cone, const rg_local *local) {
  int d = cone->d, first = cone->first_contact * d;
  cone->plain = !local->response;
  for (int i = 0; i < cone->rows; i++)
    cone->scale[i] = inverse_root(cone->plain ? own_response(cone, i) : local->response[i]);
  for (int i = cone->rows; i < first; i++) cone->scale[i] = 1;
  for (int b = 0; b < cone->first_contact; b++) cone->weight[b] = 1;
  for (int i = 0; i < cone->contacts; i++) {
    double scale = 1 / sqrt(local->response[cone->rows + i]);
    for (int k = 0; k < d; k++)
      cone->scale[first + i * d + k] = k < 3 ? scale : scale * local->length[i];
    cone->weight[cone->first_contact + i] = local->response[cone->rows + i] / local->typical;
  }
}

/* slip, spin and rolling within bounds of their own, or all within one */
static void fill_friction(rg_cone *cone, const rg_local *local) {
  for (int i = 0; i < cone->contacts && cone->friction; i++) {
    rg_friction *f = cone->friction + i;
    *f = (rg_friction){.dim = cone->d, .parts = local->ellipsoid ? 1 : RG_FRICTION_PARTS};
    for (int k = 1; k < cone->d; k++) {
      rg_friction_part *p = &f->part[local->ellipsoid || k < 3 ? 0 : k == 3 ? 1 : 2];
      p->component[p->count] = k;
      p->weight[p->count++] =
          k < 3 ? local->mu[i] : (k == 3 ? local->spin[i] : local->roll[i]) / local->length[i];
    }
  }
}

/* S_i block S_j over the unit of A; two contacts without moments have one scale each */
static inline void scale_block(const int d, int alike, double unit, const double *left,
                               const double *right, double *restrict block) {
  double both = left[0] * right[0] / unit;
  for (int r = 0; r < d * d; r++) block[r] *= alike ? both : left[r / d] * right[r % d] / unit;
}

/* `unit`: what the values are measured in so far */
static void scale_values(rg_cone *cone, double unit) {
  int d = cone->d, first_contact = cone->first_contact;
  for (int i = 0; i < cone->blocks; i++)
    for (int k = cone->start[i]; k < cone->start[i + 1]; k++) {
      int j = cone->column[k], alike = i >= first_contact && j >= first_contact;
      const double *left = cone->scale + i * d, *right = cone->scale + j * d;
      if (d == 3) scale_block(3, alike, unit, left, right, cone->values + 9 * (size_t)k);
      else if (d == 2) scale_block(2, alike, unit, left, right, cone->values + 4 * (size_t)k);
      else scale_block(6, 0, unit, left, right, cone->values + 36 * (size_t)k);
    }
}

/* `rows` rows of A with the same columns, one below the other in a row of blocks */
static inline void add_rows(const rg_cone_map *map, const rg_local *local, int i, const int rows) {
  int first = local->row_start[i], length = local->row_start[i + 1] - first, d = map->cone.d;
  const double *from = local->values + first;
  for (int k = 0; k < length; k++) {
    double *to = map->cone.values + map->entry[first + k];
    for (int r = 0; r < rows; r++) to[r * d] += from[r * length + k];
  }
}

static void add_matrix(const rg_cone_map *map, const rg_local *local) {
  for (int i = 0, rows; i < local->n; i += rows) {
    for (rows = 1; i + rows < local->n && map->follows[i + rows]; rows++) {}
    if (rows == 3) add_rows(map, local, i, 3);
    else if (rows == 2) add_rows(map, local, i, 2);
    else add_rows(map, local, i, rows);
  }
}

static void fill_values(rg_cone_map *map, const rg_local *local) {
  rg_cone *cone = &map->cone;
  size_t numbers = (size_t)cone->start[cone->blocks] * (size_t)(cone->d * cone->d);
  memset(cone->values, 0, numbers * sizeof(double));
  if (cone->coordinates) rg_cone_rows_diagonal(cone, cone->values);
  else if (map->dense) rg_cone_dense_blocks(cone, map->dense);
  else if (map->mirrored) rg_cone_rows_blocks(cone, map->mirrored);
  else add_matrix(map, local);
}

/* their scale, once it is known, and what stands for rows that there are not */
static void finish_values(rg_cone_map *map, const rg_local *local) {
  rg_cone *cone = &map->cone;
  int d = cone->d;
  scale_values(cone, cone->coordinates || map->mirrored ? 1 : local->unit);
  for (int i = cone->rows; i < cone->first_contact * d; i++)
    cone->values[(size_t)cone->diagonal[i / d] * (size_t)(d * d) + (size_t)((i % d) * (d + 1))] = 1;
}

void rg_cone_matrix(rg_cone_map *map, const rg_local *local) {
  assert(map->cone.rows == local->rows && map->cone.contacts == local->contacts);
  assert(local->unit > 0 && (local->response || local->contacts == 0));
  rg_cone *cone = &map->cone;
  if (cone->values) fill_values(map, local);
  fill_scale(cone, local);
  fill_friction(cone, local);
  if (cone->values) finish_values(map, local);
  if (cone->last) cone->last->known = 0;
}

void rg_cone_diagonal(const rg_cone *cone, double *blocks) {
  assert(cone->coordinates);
  int d = cone->d;
  rg_cone_rows_diagonal(cone, blocks);
  for (int i = 0; i < cone->blocks; i++)
    scale_block(d, 0, 1, cone->scale + i * d, cone->scale + i * d, blocks + (size_t)(i * d * d));
}

static void fill_leeway(rg_cone *cone, const rg_local *local) {
  for (int i = 0; i < cone->contacts; i++) {
    int block = cone->first_contact + i;
    double scale = cone->scale[block * cone->d] / cone->unit;
    for (int k = 0; k < 2; k++) cone->leeway[2 * block + k] = scale * local->leeway[2 * i + k];
  }
}

void rg_cone_vector(rg_cone_map *map, const rg_local *local, double reference) {
  assert(!(reference < 0) && local->unit > 0);
  rg_cone *cone = &map->cone;
  int d = cone->d, first = cone->first_contact * d;
  cone->unit = reference > 0 ? reference : 1;
  cone->impulse_unit = cone->unit / local->unit;
  cone->c_norm = reference > 0 ? 1 : 0;
  double inverse = 1 / cone->unit, bound = local->unit * inverse;
  for (int i = 0; i < cone->rows; i++) {
    cone->c[i] = inverse * local->c[i] * cone->scale[i];
    cone->lower[i] = bound * local->lower[i] / cone->scale[i];
    cone->upper[i] = bound * local->upper[i] / cone->scale[i];
  }
  for (int i = cone->rows; i < first; i++) { /* padding */
    cone->c[i] = 0;
    cone->lower[i] = -HUGE_VAL;
    cone->upper[i] = HUGE_VAL;
  }
  for (int i = 0; i < cone->contacts; i++) {
    const double *free = local->c + cone->rows + i * cone->dim,
                 *scale = cone->scale + first + i * d;
    double *c = cone->c + first + i * d;
    for (int k = 0; k < d; k++) c[k] = k < cone->dim ? inverse * free[k] * scale[k] : 0;
    c[0] = inverse * (free[0] - local->target[i]) * scale[0];
  }
  if (cone->leeway) fill_leeway(cone, local);
  cone->filled = 1;
}

void rg_cone_to_raw(const rg_cone *cone, const double *x, double *impulse) {
  int n = cone->rows + cone->dim * cone->contacts;
  for (int i = 0; i < n; i++) {
    int j = padded(cone, i);
    impulse[i] = cone->impulse_unit * (cone->scale[j] * x[j]);
  }
}

void rg_cone_from_raw(const rg_cone *cone, const double *impulse, double *x) {
  int n = cone->rows + cone->dim * cone->contacts;
  memset(x, 0, (size_t)cone->n * sizeof *x);
  for (int i = 0; i < n; i++) {
    int j = padded(cone, i);
    x[j] = impulse[i] / (cone->impulse_unit * cone->scale[j]);
  }
}
