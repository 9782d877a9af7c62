/* Multifrontal (Duff & Reid 1983), for a symmetric pattern: a front takes the rows and columns of the
   blocks it eliminates, adds what its children left, eliminates with row pivoting among its own
   rows, keeps its rows of U and columns of L and leaves the rest to its parent on a stack.

   Where the blocks that take part change, a plan of them alone is made, in room taken at set-up.
   Where that does not do, all blocks take part, the others as rows and columns of the identity. */
#include "math/block_lu_fronts.h"

#include "math/block_lu_plan.h"
#include "math/wide.h"

#include <math.h>
#include <string.h>

/* columns of a panel, and of the narrow ones that make it up: a multiple of d */
enum { WIDE = 24, NARROW = 6 };

typedef double pair __attribute__((vector_size(16), aligned(8), may_alias));

typedef int eliminate_function(rg_workers *workers, int d, int w, int n, size_t ld, double *F,
                               int *pivot);

struct rg_lu_fronts {
  int d, blocks;
  rg_lu_planner *planner;
  rg_lu_plan all, some;
  const rg_lu_plan *plan;   /* one of them */
  unsigned char *planned;   /* blocks that `some` is made for, */
  int planned_count;        /* and how many; -1: none */
  int *below_start, *below; /* by column: rows, */
  int *below_entry;         /* and which value */
  size_t values_room, stack_room, front_room;
  double *values, *stack, *front, *work;
  int *place;         /* block -> place in the order; -1: takes no part, */
  int *local, *pivot; /* and -> place in the front; row exchanges by place */
  int *picked;
  eliminate_function *eliminate;
  rg_workers *workers; /* who may help with large fronts; NULL: nobody */
};

/* --- dense elimination -------------------------------------------------------------------------------- */

/* what a pivot of columns k .. k + d must have at least */
static inline double least_pivot(const int d, int k, int w, size_t ld, const double *F) {
  double largest[NARROW] = {0}, all = 0;
  for (int i = k; i < w; i++)
    for (int j = 0; j < d; j++) {
      double size = fabs(F[(size_t)i * ld + (size_t)(k + j)]);
      largest[j] = size > largest[j] ? size : largest[j];
    }
  for (int j = 0; j < d; j++) all = largest[j] > all ? largest[j] : all;
  double floor = 1e-14 * all;
  return floor > 0 ? floor : 1e-30;
}

/* the largest of column k among rows k .. w moves to row k; 1 where it had to be replaced */
static int choose_pivot(int k, int w, int n, size_t ld, double *F, double floor, int *pivot) {
  int best = k;
  double size = fabs(F[(size_t)k * ld + (size_t)k]);
  for (int i = k + 1; i < w; i++) {
    double other = fabs(F[(size_t)i * ld + (size_t)k]);
    if (other > size) size = other, best = i;
  }
  double *restrict row = F + (size_t)k * ld;
  pivot[k] = best;
  if (best != k) {
    double *restrict from = F + (size_t)best * ld;
    for (int j = 0; j < n; j++) {
      double t = row[j];
      row[j] = from[j];
      from[j] = t;
    }
  }
  if (size >= floor) return 0;
  row[k] = row[k] < 0 ? -floor : floor;
  return 1;
}

/* C -= A B, size x size; threads take bands of rows where it has so many: a panel of 24 takes a tenth of a millisecond then,
   which is several times what it takes to wake them */
enum { BAND = 6, SHARED = 160 };
typedef struct band {
  int size, depth;
  size_t ld;
  const double *A, *B;
  double *C;
} band;

#define LANES 2
#define TARGET
#define NAMED(x) x##_2
#include "math/block_lu_dense.h"
#undef LANES
#undef TARGET
#undef NAMED

#if defined(__x86_64__)
#define LANES    4
#define TARGET   __attribute__((target("avx2")))
#define NAMED(x) x##_4
#include "math/block_lu_dense.h"
#undef LANES
#undef TARGET
#undef NAMED

static eliminate_function *fastest(void) {
  return __builtin_cpu_supports("avx2") ? eliminate_4 : eliminate_2;
}
#else
static eliminate_function *fastest(void) { return eliminate_2; }
#endif

/* --- set-up ------------------------------------------------------------------------------------------- */

/* rows that have entries in each column */
static int transpose(rg_arena *arena, rg_lu_fronts *lu, const int *start, const int *column) {
  int n = lu->blocks;
  lu->below_start = RG_NEW(arena, int, n + 2);
  lu->below = RG_RAW(arena, int, start[n]);
  lu->below_entry = RG_RAW(arena, int, start[n]);
  if (arena->failed) return 0;
  int *fill = lu->below_start + 1;
  for (int k = 0; k < start[n]; k++) fill[column[k] + 1]++;
  for (int i = 0; i < n; i++) fill[i + 1] += fill[i];
  for (int i = 0; i < n; i++)
    for (int k = start[i]; k < start[i + 1]; k++) {
      int to = fill[column[k]]++;
      lu->below[to] = i;
      lu->below_entry[to] = k;
    }
  return 1;
}

rg_lu_fronts *rg_lu_fronts_new(rg_arena *arena, int d, int blocks, const int *start,
                               const int *column) {
  rg_lu_fronts *lu = RG_NEW(arena, rg_lu_fronts, 1);
  if (!lu) return NULL;
  lu->d = d;
  lu->blocks = blocks;
  lu->planned_count = -1;
  lu->eliminate = fastest();
  lu->planner = rg_lu_planner_new(arena, blocks, start, column);
  if (!lu->planner || !rg_lu_plan_all(arena, lu->planner, d, &lu->all) ||
      !rg_lu_plan_reserve(arena, &lu->all, &lu->some) || !transpose(arena, lu, start, column))
    return NULL;
  size_t n = (size_t)(d * blocks);
  lu->values_room = lu->all.values + lu->all.values / 4;
  lu->stack_room = lu->all.stack + lu->all.stack / 4;
  lu->front_room = lu->all.front + lu->all.front / 4;
  lu->values = RG_RAW(arena, double, lu->values_room);
  lu->stack = RG_RAW(arena, double, lu->stack_room);
  lu->front = RG_RAW(arena, double, lu->front_room);
  lu->work = RG_RAW(arena, double, 2 * n);
  lu->pivot = RG_RAW(arena, int, n);
  lu->place = RG_RAW(arena, int, blocks);
  lu->local = RG_RAW(arena, int, blocks);
  lu->picked = RG_RAW(arena, int, (size_t)start[blocks] + 1);
  lu->planned = RG_NEW(arena, unsigned char, blocks);
  lu->plan = &lu->all;
  return arena->failed ? NULL : lu;
}

void rg_lu_fronts_share(rg_lu_fronts *lu, rg_workers *workers) { lu->workers = workers; }

long rg_lu_fronts_fill(const rg_lu_fronts *lu) { return lu->all.fill; }

/* --- factors ------------------------------------------------------------------------------------------ */

/* whether the last plan of some blocks has all of these and few others */
static int still_fits(const rg_lu_fronts *lu, const unsigned char *active, int count) {
  int strangers = 0;
  if (lu->planned_count < 0 || lu->planned_count - count > lu->planned_count / 32) return 0;
  for (int i = 0; i < lu->blocks; i++) strangers += active[i] && !lu->planned[i];
  return strangers == 0;
}

/* a plan for the blocks that take part */
static void choose_plan(rg_lu_fronts *lu, const unsigned char *active) {
  int count = 0;
  for (int i = 0; i < lu->blocks; i++) count += active[i] != 0;
  lu->plan = &lu->all;
  if (lu->blocks - count <= lu->blocks / 32) return;
  if (!still_fits(lu, active, count)) {
    int made = rg_lu_plan_some(lu->planner, active, &lu->some) &&
               lu->some.values <= lu->values_room && lu->some.stack <= lu->stack_room &&
               lu->some.front <= lu->front_room;
    lu->planned_count = made ? count : -1;
    for (int i = 0; i < lu->blocks; i++) lu->planned[i] = made && active[i];
  }
  if (lu->planned_count >= 0) lu->plan = &lu->some;
}

/* block to rows of the front, d doubles each */
static inline void put_block(const int d, const double *restrict from, double *restrict to,
                             size_t ld) {
  for (int a = 0; a < d; a++)
    for (int b = 0; b < d; b++) to[(size_t)a * ld + (size_t)b] = from[a * d + b];
}

/* those of start .. end whose block has a place at or after `from`: most go one way or the other by
   chance, so none of it is a branch */
static int pick(const rg_lu_fronts *lu, const int *block, int start, int end, int from) {
  int count = 0;
  for (int e = start; e < end; e++) {
    lu->picked[count] = e;
    count += lu->place[block[e]] >= from;
  }
  return count;
}

/* rows and columns of the blocks that front f eliminates */
static inline void assemble(const int d, rg_lu_fronts *lu, int f, size_t ld, const int *start,
                            const int *column, const double *values) {
  const rg_lu_plan *plan = lu->plan;
  const size_t dd = (size_t)(d * d);
  int from = plan->first[f], end = plan->first[f + 1];
  for (int k = from; k < end; k++) {
    int i = plan->order[k];
    double *row = lu->front + (size_t)(lu->local[i] * d) * ld,
           *columns = lu->front + lu->local[i] * d;
    if (lu->place[i] < 0) {
      for (int a = 0; a < d; a++) row[(size_t)a * ld + (size_t)(lu->local[i] * d + a)] = 1;
      continue;
    }
    int count = pick(lu, column, start[i], start[i + 1], from);
    for (int p = 0; p < count; p++) {
      int e = lu->picked[p];
      put_block(d, values + (size_t)e * dd, row + lu->local[column[e]] * d, ld);
    }
    count = pick(lu, lu->below, lu->below_start[i], lu->below_start[i + 1], end);
    for (int p = 0; p < count; p++) {
      int e = lu->picked[p], j = lu->below[e];
      put_block(d, values + (size_t)lu->below_entry[e] * dd,
                columns + (size_t)(lu->local[j] * d) * ld, ld);
    }
  }
}

/* to += from, d numbers */
static inline void add_numbers(const int d, const double *from, double *to) {
  for (int b = 0; b + 2 <= d; b += 2) *(pair *)(to + b) += *(const pair *)(from + b);
  if (d % 2) to[d - 1] += from[d - 1];
}

/* an update of a child over `count` blocks */
typedef struct child {
  const rg_lu_fronts *lu;
  const int *blocks;
  int count;
  const double *update;
  size_t ld;
} child;

/* the front takes over some of its block rows */
static inline void add_rows(const int d, const child *c, int first, int end) {
  const rg_lu_fronts *lu = c->lu;
  const double *restrict update = c->update + (size_t)(first * d) * (size_t)(c->count * d);
  for (int i = first; i < end; i++) {
    double *restrict rows = lu->front + (size_t)(lu->local[c->blocks[i]] * d) * c->ld;
    for (int a = 0; a < d; a++, rows += c->ld)
      for (int j = 0; j < c->count; j++, update += d) {
        add_numbers(d, update, rows + lu->local[c->blocks[j]] * d);
      }
  }
}

static void add_some(void *context, int portion, int first, int end) {
  const child *c = context;
  (void)portion;
  if (c->lu->d == 3) add_rows(3, c, first, end);
  else if (c->lu->d == 6) add_rows(6, c, first, end);
  else add_rows(2, c, first, end);
}

static inline void add_update(const int d, const child *c) {
  if (!c->lu->workers || c->count * d < SHARED) add_rows(d, c, 0, c->count);
  else rg_portions_run(c->lu->workers, c->count, add_some, (void *)c);
}

/* rows from .. end of `rows` x `columns` numbers of F, by columns; several rows at a time, which lie side by side then */
static void keep_columns(const double *F, size_t ld, size_t from, size_t end, size_t rows,
                         size_t columns, double *to) {
  enum { BATCH = 6 };
  size_t i = from;
  for (; i + BATCH <= end; i += BATCH)
    for (size_t k = 0; k < columns; k++)
      for (size_t a = 0; a < BATCH; a++) to[k * rows + i + a] = F[(i + a) * ld + k];
  for (; i < end; i++)
    for (size_t k = 0; k < columns; k++) to[k * rows + i] = F[i * ld + k];
}

/* a front that is done, and where it goes */
typedef struct done {
  const double *F;
  size_t ld, w, n;
  double *values, *update;
} done;

/* Some rows. By columns: L and U of the front's own rows; L below; U to the right. What is left goes on the stack */
static void keep_rows(const done *o, size_t from, size_t end) {
  size_t w = o->w, r = o->n - w, own = end < w ? end : w, behind = from > w ? from : w;
  if (from < own) {
    keep_columns(o->F, o->ld, from, own, w, w, o->values);
    keep_columns(o->F + w, o->ld, from, own, w, r, o->values + w * w + r * w);
  }
  if (behind >= end) return;
  keep_columns(o->F + w * o->ld, o->ld, behind - w, end - w, r, w, o->values + w * w);
  for (size_t i = behind; i < end; i++)
    memcpy(o->update + (i - w) * r, o->F + i * o->ld + w, r * sizeof *o->update);
}

static void keep_some(void *context, int portion, int first, int end) {
  const done *o = context;
  size_t last = (size_t)(end * BAND);
  (void)portion;
  keep_rows(o, (size_t)(first * BAND), last < o->n ? last : o->n);
}

/* all of them, the diagonal inverted */
static void keep(rg_workers *workers, done *o) {
  if (!workers || o->n < SHARED) keep_rows(o, 0, o->n);
  else rg_portions_run(workers, (int)(o->n + BAND - 1) / BAND, keep_some, o);
  for (size_t i = 0; i < o->w; i++) o->values[i * (o->w + 1)] = 1 / o->values[i * (o->w + 1)];
}

static inline int factor(const int d, rg_lu_fronts *lu, const int *start, const int *column,
                         const double *values, const unsigned char *active) {
  const rg_lu_plan *plan = lu->plan;
  double *out = lu->values, *top = lu->stack;
  for (int b = 0; b < lu->blocks; b++) lu->place[b] = -1;
  for (int k = 0; k < plan->nodes; k++)
    if (active[plan->order[k]]) lu->place[plan->order[k]] = k;
  int replaced = 0, *waiting = lu->planner->mark, depth = 0; /* fronts on the stack */
  for (int f = 0; f < plan->fronts; f++) {
    int width = plan->first[f + 1] - plan->first[f], count = 0;
    int height = plan->rows_start[f + 1] - plan->rows_start[f];
    for (int k = plan->first[f]; k < plan->first[f + 1]; k++) lu->local[plan->order[k]] = count++;
    for (int k = plan->rows_start[f]; k < plan->rows_start[f + 1]; k++)
      lu->local[plan->rows[k]] = count++;
    size_t w = (size_t)(width * d), n = (size_t)((width + height) * d), ld = rg_lu_stride(n);
    memset(lu->front, 0, n * ld * sizeof *lu->front);
    assemble(d, lu, f, ld, start, column, values);
    for (int c = 0; c < plan->children[f]; c++) {
      int from = plan->rows_start[waiting[--depth]];
      int blocks = plan->rows_start[waiting[depth] + 1] - from;
      top -= (size_t)(blocks * d) * (size_t)(blocks * d);
      child of = {lu, plan->rows + from, blocks, top, ld};
      add_update(d, &of);
    }
    replaced += lu->eliminate(lu->workers, d, (int)w, (int)n, ld, lu->front,
                              lu->pivot + plan->first[f] * d);
    done o = {lu->front, ld, w, n, out, top};
    keep(lu->workers, &o);
    out += w * (2 * n - w);
    if (height == 0) continue;
    waiting[depth++] = f;
    top += (n - w) * (n - w);
  }
  return replaced;
}

int rg_lu_fronts_factor(rg_lu_fronts *lu, const int *start, const int *column, const double *values,
                        const unsigned char *active) {
  choose_plan(lu, active);
  return lu->d == 3   ? factor(3, lu, start, column, values, active)
         : lu->d == 6 ? factor(6, lu, start, column, values, active)
                      : factor(2, lu, start, column, values, active);
}

/* --- solution ----------------------------------------------------------------------------------------- */

/* y -= A x, A by columns `ld` apart, their number a constant */
RG_WIDE_PART void subtract_columns(const int columns, size_t rows, size_t ld,
                                   const double *restrict A, const double *restrict x,
                                   double *restrict y) {
  for (size_t i = 0; i < rows; i++) {
    double s = y[i];
    for (int k = 0; k < columns; k++) s -= A[(size_t)k * ld + i] * x[k];
    y[i] = s;
  }
}

/* y -= A x, rows x columns, A by columns `ld` apart */
RG_WIDE_PART void subtract_matrix(size_t rows, size_t columns, size_t ld, const double *A,
                                  const double *x, double *y) {
  size_t k = 0;
  for (; k + 6 <= columns; k += 6) subtract_columns(6, rows, ld, A + k * ld, x + k, y);
  for (; k + 3 <= columns; k += 3) subtract_columns(3, rows, ld, A + k * ld, x + k, y);
  for (; k < columns; k++) subtract_columns(1, rows, ld, A + k * ld, x + k, y);
}

/* numbers of blocks, one after the other, and back */
static inline void gather(const int d, int count, const int *blocks, const double *x, double *to) {
  for (int k = 0; k < count; k++)
    for (int a = 0; a < d; a++) to[k * d + a] = x[blocks[k] * d + a];
}

static inline void scatter(const int d, int count, const int *blocks, const double *from,
                           double *x) {
  for (int k = 0; k < count; k++)
    for (int a = 0; a < d; a++) x[blocks[k] * d + a] = from[k * d + a];
}

/* L \ x of one front */
RG_WIDE_PART void solve_lower(const double *values, size_t w, size_t r, const int *pivot,
                              double *own, double *rest) {
  for (size_t i = 0; i < w; i++) {
    double t = own[i];
    own[i] = own[pivot[i]];
    own[pivot[i]] = t;
  }
  for (size_t k = 0; k < w; k += NARROW) {
    size_t end = k + NARROW < w ? k + NARROW : w;
    for (size_t j = k; j < end; j++)
      for (size_t i = j + 1; i < end; i++) own[i] -= values[j * w + i] * own[j];
    subtract_matrix(w - end, end - k, w, values + k * w + end, own + k, own + end);
  }
  subtract_matrix(r, w, r, values + w * w, own, rest);
}

/* U \ x of one front */
RG_WIDE_PART void solve_upper(const double *values, size_t w, size_t r, double *own,
                              const double *rest) {
  subtract_matrix(w, r, w, values + w * (w + r), rest, own);
  for (size_t end = w; end > 0;) {
    size_t k = (end - 1) / NARROW * NARROW;
    for (size_t j = end; j-- > k;) {
      own[j] *= values[j * (w + 1)];
      for (size_t i = k; i < j; i++) own[i] -= values[j * w + i] * own[j];
    }
    subtract_matrix(k, end - k, w, values + k * w, own + k, own);
    end = k;
  }
}

/* all fronts forward through L, then backward through U */
RG_WIDE_PART void solve(const int d, const rg_lu_fronts *lu, const unsigned char *active,
                        double *x) {
  const rg_lu_plan *plan = lu->plan;
  double *y = lu->work, *own = y + d * lu->blocks, *values = lu->values;
  for (int b = 0; b < lu->blocks; b++)
    for (int a = 0; a < d; a++) y[b * d + a] = active[b] ? x[b * d + a] : 0;
  for (int pass = 0; pass < 2; pass++)
    for (int k = 0; k < plan->fronts; k++) {
      int f = pass ? plan->fronts - 1 - k : k;
      const int *blocks = plan->order + plan->first[f], *rows = plan->rows + plan->rows_start[f];
      int width = plan->first[f + 1] - plan->first[f];
      int height = plan->rows_start[f + 1] - plan->rows_start[f];
      size_t w = (size_t)(width * d), r = (size_t)(height * d);
      gather(d, width, blocks, y, own);
      gather(d, height, rows, y, own + w);
      if (pass) {
        values -= w * (w + 2 * r);
        solve_upper(values, w, r, own, own + w);
      } else {
        solve_lower(values, w, r, lu->pivot + plan->first[f] * d, own, own + w);
        values += w * (w + 2 * r);
        scatter(d, height, rows, own + w, y);
      }
      scatter(d, width, blocks, own, y);
    }
  for (int b = 0; b < lu->blocks; b++)
    for (int a = 0; a < d && active[b]; a++) x[b * d + a] = y[b * d + a];
}

RG_WIDE void rg_lu_fronts_solve(const rg_lu_fronts *lu, const unsigned char *active, double *x) {
  if (lu->d == 3) solve(3, lu, active, x);
  else if (lu->d == 6) solve(6, lu, active, x);
  else solve(2, lu, active, x);
}

int rg_lu_fronts_sign(const rg_lu_fronts *lu) {
  const rg_lu_plan *plan = lu->plan;
  const double *values = lu->values;
  int sign = 1, d = lu->d;
  for (int f = 0; f < plan->fronts; f++) {
    size_t w = (size_t)((plan->first[f + 1] - plan->first[f]) * d);
    size_t r = (size_t)((plan->rows_start[f + 1] - plan->rows_start[f]) * d);
    const int *pivot = lu->pivot + plan->first[f] * d;
    for (size_t k = 0; k < w; k++) {
      if (values[k * (w + 1)] < 0) sign = -sign;
      if (pivot[k] != (int)k) sign = -sign;
    }
    values += w * (w + 2 * r);
  }
  return sign;
}
