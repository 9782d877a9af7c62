/* Contact problems whose row factor W is known, A = W W', built from nothing of the library: W is kept dense
   beside the runs that the library reads, so that every product can be done again by hand. */
#ifndef FACTORED_SCENE_H
#define FACTORED_SCENE_H

#include "law/cone.h"
#include "math/row_factor.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <string.h>

typedef struct factored {
  rg_arena arena;
  int d, rows, contacts, n; /* raw unknowns: rows, then contacts */
  int size;                 /* coordinates */
  double *W;                /* n x size */
  unsigned char *touched;   /* (rows + contacts) x size: support of a unit, zeros in it included */
  double *A, *c, *mu, *target, *lower, *upper;
  int *tree_first, *tree_size;
  rg_row_factor factor;
  int *factor_unit;
  rg_local local;
  rg_cone_map *map;
} factored;

static inline double draw(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 11) / 4503599627370496.0 - 1;
}

/* `trees` of the sizes given, rows and contacts still empty */
static inline void factored_start(factored *s, int d, int rows, int contacts, int trees,
                                  const int *tree_size) {
  memset(s, 0, sizeof *s);
  s->d = d, s->rows = rows, s->contacts = contacts, s->n = rows + d * contacts;
  for (int t = 0; t < trees; t++) s->size += tree_size[t];
  size_t n = (size_t)s->n, size = (size_t)s->size;
  s->W = RG_NEW(&s->arena, double, n *size);
  s->touched = RG_NEW(&s->arena, unsigned char, (size_t)(rows + contacts) * size);
  s->A = RG_NEW(&s->arena, double, n *n);
  s->c = RG_NEW(&s->arena, double, n);
  s->mu = RG_NEW(&s->arena, double, contacts);
  s->target = RG_NEW(&s->arena, double, contacts);
  s->lower = RG_NEW(&s->arena, double, rows);
  s->upper = RG_NEW(&s->arena, double, rows);
  s->tree_first = RG_NEW(&s->arena, int, size);
  s->tree_size = RG_NEW(&s->arena, int, size);
  assert_false(s->arena.failed);
  for (int t = 0, k = 0; t < trees; t++) {
    s->tree_size[k] = tree_size[t];
    for (int first = k; k < first + tree_size[t]; k++) s->tree_first[k] = first;
  }
}

static inline int factored_width(const factored *s, int unit) { return unit < s->rows ? 1 : s->d; }
static inline int factored_first(const factored *s, int unit) {
  return unit < s->rows ? unit : s->rows + s->d * (unit - s->rows);
}

/* runs of a unit, descending; values only where there is room for them */
static inline int factored_runs(const factored *s, int unit, rg_run *run, double *value,
                                size_t *used) {
  int count = 0, width = factored_width(s, unit), first = factored_first(s, unit);
  const unsigned char *touched = s->touched + (size_t)unit * (size_t)s->size;
  for (int end = s->size; end > 0;) {
    int begin = end;
    while (begin > 0 && touched[begin - 1]) begin--;
    if (begin == end) {
      end--;
      continue;
    }
    if (run) run[count] = (rg_run){begin, end - begin, *used};
    count++;
    for (int k = begin; k < end && value; k++)
      for (int r = 0; r < width; r++)
        value[(*used)++] = s->W[(size_t)(first + r) * (size_t)s->size + (size_t)k];
    end = begin;
  }
  return count;
}

/* The factor as the library reads it. `spread`: between any two units one that belongs to nobody, as where the
   problem is a part of a larger one. */
static inline void factored_make(factored *s, int spread) {
  int units = s->rows + s->contacts, all = spread ? 2 * units : units, runs = 0;
  size_t used = 0, room = (size_t)s->n * (size_t)s->size;
  for (int u = 0; u < units; u++) runs += factored_runs(s, u, NULL, NULL, &used);
  int *width = RG_NEW(&s->arena, int, all), *start = RG_NEW(&s->arena, int, all + 1);
  int *unknown = RG_NEW(&s->arena, int, all + 1);
  rg_run *run = RG_NEW(&s->arena, rg_run, runs + units);
  double *value = RG_NEW(&s->arena, double, room + 8);
  s->factor_unit = spread ? RG_NEW(&s->arena, int, units) : NULL;
  assert_false(s->arena.failed);
  runs = 0, used = 0;
  for (int u = 0, at = 0; u < units; u++) {
    if (spread) { /* the stranger: all of the first tree */
      width[at] = 1, start[at++] = runs;
      run[runs++] = (rg_run){0, s->tree_size[0], 0};
      s->factor_unit[u] = at;
    }
    width[at] = factored_width(s, u), start[at++] = runs;
    runs += factored_runs(s, u, run + runs, value, &used);
    start[at] = runs;
  }
  for (int u = 0; u < all; u++) unknown[u + 1] = unknown[u] + width[u];
  s->factor = (rg_row_factor){.unit = 1,
                              .size = s->size,
                              .units = all,
                              .width = width,
                              .unknown = unknown,
                              .run_start = start,
                              .run = run,
                              .value = value,
                              .tree_first = s->tree_first,
                              .tree_size = s->tree_size};
}

/* A = W W' where two units share a coordinate, and the cone form of it */
static inline void factored_finish(factored *s, int spread, double reference) {
  int n = s->n, *start = RG_NEW(&s->arena, int, n + 1);
  int *column = RG_NEW(&s->arena, int, (size_t)n *(size_t)n);
  double *value = RG_NEW(&s->arena, double, (size_t)n *(size_t)n);
  assert_false(s->arena.failed);
  for (int i = 0, count = 0; i < n; i++) {
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < s->size; k++) sum += s->W[i * s->size + k] * s->W[j * s->size + k];
      s->A[i * n + j] = sum;
      if (sum != 0) column[count] = j, value[count++] = sum;
    }
    start[i + 1] = count;
  }
  factored_make(s, spread);
  double *response = RG_NEW(&s->arena, double, s->rows + s->contacts), typical = 0;
  assert_false(s->arena.failed);
  for (int u = 0, i = 0; u < s->rows + s->contacts; u++) {
    int width = factored_width(s, u);
    for (int k = 0; k < width; k++, i++) response[u] += s->A[i * n + i] / width;
    if (!(response[u] > 0)) response[u] = 1;
    if (u >= s->rows) typical += response[u] / s->contacts;
  }
  s->local = (rg_local){.kind = RG_KIND_CONTACT,
                        .dim = s->d,
                        .contacts = s->contacts,
                        .rows = s->rows,
                        .n = n,
                        .row_start = start,
                        .column = column,
                        .values = value,
                        .c = s->c,
                        .mu = s->mu,
                        .target = s->target,
                        .lower = s->lower,
                        .upper = s->upper,
                        .unit = 1,
                        .response = response,
                        .typical = s->contacts ? typical : 1,
                        .factor = &s->factor,
                        .factor_unit = s->factor_unit};
  s->map = rg_cone_new(&s->arena, &s->local);
  assert_non_null(s->map);
  rg_cone_matrix(s->map, &s->local);
  rg_cone_vector(s->map, &s->local, reference);
}

static inline void factored_end(factored *s) { rg_arena_free(&s->arena); }

/* unknown of the cone form that a raw unknown is */
static inline int factored_place(const factored *s, int i) {
  return i < s->rows ? i : s->map->cone.first_contact * s->d + i - s->rows;
}

/* --- bricks ------------------------------------------------------------------------------------------------ */

enum { BRICKS_A_ROW = 3 };

/* sides of a brick, its inertia for a mass of 1 */
static const double brick_side[3] = {1, 0.5, 0.5};
static const double brick_inertia[3] = {0.5 / 12, 1.25 / 12, 1.25 / 12};

typedef struct wall {
  factored f;
  int bricks;
  double center[64][3], v[64 * 6]; /* free velocity: linear, angular */
} wall;

/* velocity of a point of a brick along an axis, in coordinates in which the mass is 1 */
static inline void brick_row(wall *w, int row, int unit, int brick, double sign,
                             const double point[3], int axis) {
  if (brick < 0) return;
  double *at = w->f.W + (size_t)row * (size_t)w->f.size + 6 * brick, arm[3];
  memset(w->f.touched + (size_t)unit * (size_t)w->f.size + 6 * brick, 1, 6);
  for (int k = 0; k < 3; k++) arm[k] = point[k] - w->center[brick][k];
  at[axis] = sign;
  /* axis . (omega x arm) */
  at[3 + (axis + 1) % 3] = sign * arm[(axis + 2) % 3] / sqrt(brick_inertia[(axis + 1) % 3]);
  at[3 + (axis + 2) % 3] = -sign * arm[(axis + 1) % 3] / sqrt(brick_inertia[(axis + 2) % 3]);
}

/* four corners of the rectangle in which `upper` lies on `lower` (-1: the ground) */
static inline void wall_rest(wall *w, int upper, int lower, double low_x, double high_x) {
  static const int axis[3] = {2, 0, 1}; /* normal z, tangents x and y */
  for (int corner = 0; corner < 4; corner++, w->f.contacts++) {
    double point[3] = {corner & 1 ? high_x : low_x, (corner & 2 ? 0.5 : -0.5) * brick_side[1],
                       w->center[upper][2] - 0.5 * brick_side[2]};
    for (int k = 0; k < 3; k++) {
      int row = 3 * w->f.contacts + k;
      brick_row(w, row, w->f.contacts, upper, 1, point, axis[k]);
      brick_row(w, row, w->f.contacts, lower, -1, point, axis[k]);
    }
  }
}

/* rests of the whole wall; counts them where nothing has been taken yet */
static inline int wall_rests(wall *w, int fill) {
  int count = 0;
  for (int a = 0; a < w->bricks; a++) {
    double x = w->center[a][0];
    if (a < BRICKS_A_ROW) {
      if (fill) wall_rest(w, a, -1, x - 0.5, x + 0.5);
      count++;
      continue;
    }
    int first = (a / BRICKS_A_ROW - 1) * BRICKS_A_ROW;
    for (int b = first; b < first + BRICKS_A_ROW; b++) {
      double low = fmax(x, w->center[b][0]) - 0.5, high = fmin(x, w->center[b][0]) + 0.5;
      if (high - low < 0.1) continue;
      if (fill) wall_rest(w, a, b, low, high);
      count++;
    }
  }
  return count;
}

/* A wall of whole bricks, every second row half a brick to the side. Gravity has acted for a while, a wind blows
   each brick another way, and targets differ by `contradiction`: corners of one brick cannot all meet them. */
static inline void wall_build(wall *w, int courses, double mu, double wind, double contradiction,
                              uint64_t *seed) {
  int size[64];
  memset(w, 0, sizeof *w);
  w->bricks = courses * BRICKS_A_ROW;
  for (int b = 0; b < w->bricks; b++) {
    int course = b / BRICKS_A_ROW;
    w->center[b][0] = b % BRICKS_A_ROW + 0.5 * (course & 1);
    w->center[b][2] = 0.5 * brick_side[2] + course * brick_side[2];
    size[b] = 6;
    for (int k = 0; k < 6; k++) w->v[6 * b + k] = wind * draw(seed);
    w->v[6 * b + 2] = -0.02;
  }
  int contacts = 4 * wall_rests(w, 0);
  factored_start(&w->f, 3, 0, contacts, w->bricks, size);
  w->f.contacts = 0;
  wall_rests(w, 1);
  for (int i = 0; i < w->f.n; i++)
    for (int k = 0; k < w->f.size; k++) {
      double mass = k % 6 < 3 ? 1 : brick_inertia[k % 6 - 3];
      w->f.c[i] += w->f.W[(size_t)i * (size_t)w->f.size + (size_t)k] * sqrt(mass) * w->v[k];
    }
  for (int i = 0; i < contacts; i++) {
    w->f.mu[i] = mu;
    w->f.target[i] = contradiction * draw(seed);
  }
}

#endif
