/* Each row of G touches a few groups of coordinates; forward substitution in each of them gives W. Where M is diagonal W
   has no more coordinates than G. */
#include "problem/rows.h"

#include "math/dense.h"
#include "math/wide.h"

#include <assert.h>
#include <limits.h>
#include <string.h>

/* --- from M and G -------------------------------------------------------------------------------- */

/* place of a coordinate among those of all groups */
static int place_of(const rg_mass_matrix *mass, int coordinate) {
  return mass->group_start[mass->group[coordinate]] + mass->slot[coordinate];
}

/* marks what W of a unit has: the coordinates of its rows, or, where M couples them, all of their groups; the range that
   they lie in */
static void mark_support(const rg_problem *p, const rg_global_rows *rows, int unit, int *mark,
                         int *low, int *high) {
  const rg_mass_matrix *mass = rows->mass;
  const rg_matrix *G = &p->G;
  *low = mass->dof, *high = 0;
  for (int i = rows->unknown[unit]; i < rows->unknown[unit + 1]; i++)
    for (int k = rg_matrix_row_start(G, i); k < rg_matrix_row_end(G, i); k++) {
      int at = place_of(mass, rg_matrix_column(G, i, k)),
          g = mass->group[rg_matrix_column(G, i, k)];
      int first = mass->diagonal[g] ? at : mass->group_start[g];
      int end = mass->diagonal[g] ? at + 1 : mass->group_start[g + 1];
      for (int j = first; j < end; j++) mark[j] = unit;
      if (first < *low) *low = first;
      if (end > *high) *high = end;
    }
}

/* runs of a unit, the last one first; how many, and how many coordinates they have. `run` NULL: they are counted */
static int list_runs(const int *mark, int unit, int width, int low, int high, rg_run *run,
                     size_t *at) {
  int count = 0;
  for (int end = high; end > low;) {
    if (mark[end - 1] != unit) {
      end--;
      continue;
    }
    int first = end - 1;
    while (first > low && mark[first - 1] == unit) first--;
    if (run) run[count] = (rg_run){first, end - first, *at};
    *at += (size_t)(end - first) * (size_t)width;
    count++;
    end = first;
  }
  return count;
}

static int find_pattern(rg_arena *arena, const rg_problem *p, rg_global_rows *rows) {
  const rg_mass_matrix *mass = rows->mass;
  int units = p->rows + p->contacts, *mark = RG_RAW(arena, int, mass->dof);
  if (arena->failed) return 0;
  for (int fill = 0; fill < 2; fill++) {
    size_t at = 0;
    for (int k = 0; k < mass->dof; k++) mark[k] = -1;
    for (int u = 0; u < units; u++) {
      int low, high;
      mark_support(p, rows, u, mark, &low, &high);
      rows->run_start[u + 1] =
          rows->run_start[u] + list_runs(mark, u, rows->width[u], low, high,
                                         fill ? rows->run + rows->run_start[u] : NULL, &at);
    }
    rows->values = at;
    if (fill) continue;
    rows->run = RG_RAW(arena, rg_run, rows->run_start[units]);
    rows->value = RG_RAW(arena, double, rows->values + RG_LANES);
    if (arena->failed) return 0;
  }
  return 1;
}

rg_global_rows *rg_global_rows_new(rg_arena *arena, const rg_problem *p) {
  assert(p->G.rows == rg_problem_size(p) && p->G.columns == p->M.rows);
  rg_global_rows *rows = RG_NEW(arena, rg_global_rows, 1);
  rg_mass_matrix *mass = rows ? rg_mass_matrix_new(arena, &p->M) : NULL;
  int units = p->rows + p->contacts;
  if (!mass) return NULL;
  rows->mass = mass;
  rows->width = RG_RAW(arena, int, units);
  rows->unknown = RG_NEW(arena, int, units + 1);
  rows->run_start = RG_NEW(arena, int, units + 1);
  rows->tree_first = RG_RAW(arena, int, mass->dof);
  rows->tree_size = RG_NEW(arena, int, mass->dof);
  rows->dense = RG_NEW(arena, double, mass->dof);
  if (arena->failed) return NULL;
  for (int u = 0; u < units; u++) {
    rows->width[u] = u < p->rows ? 1 : p->dim;
    rows->unknown[u + 1] = rows->unknown[u] + rows->width[u];
  }
  for (int g = 0; g < mass->groups; g++)
    for (int k = mass->group_start[g]; k < mass->group_start[g + 1]; k++) {
      rows->tree_first[k] = mass->group_start[g];
      rows->tree_size[k] = mass->group_start[g + 1] - mass->group_start[g];
    }
  if (!find_pattern(arena, p, rows)) return NULL;
  rows->factor = (rg_row_factor){.size = mass->dof,
                                 .units = units,
                                 .width = rows->width,
                                 .unknown = rows->unknown,
                                 .run_start = rows->run_start,
                                 .run = rows->run,
                                 .value = rows->value,
                                 .tree_first = rows->tree_first,
                                 .tree_size = rows->tree_size};
  return rows;
}

/* x = L_g^-1 x in one group */
static void half_solve(const rg_mass_matrix *mass, int group, double *x) {
  int size = mass->group_start[group + 1] - mass->group_start[group];
  const double *L = mass->factor + mass->factor_start[group];
  for (int r = 0; r < size; r++)
    x[r] = (x[r] - rg_dot(r, L + (size_t)r * (size_t)size, x)) / L[r * (size + 1)];
}

/* one run of one row, out of the dense one, which is empty there afterwards */
static void fill_run(rg_global_rows *rows, const rg_run *run, int width, double *w) {
  const rg_mass_matrix *mass = rows->mass;
  double *x = rows->dense;
  for (int k = run->first, end; k < run->first + run->count; k = end) {
    int g = mass->group[mass->member[k]], slot = k - mass->group_start[g];
    int size = mass->group_start[g + 1] - mass->group_start[g];
    end = mass->diagonal[g] ? k + 1 : k + size;
    if (!mass->diagonal[g]) half_solve(mass, g, x + k);
    else x[k] /= mass->factor[mass->factor_start[g] + (size_t)(slot * (size + 1))];
  }
  for (int k = 0; k < run->count; k++) {
    w[(size_t)k * (size_t)width] = x[run->first + k];
    x[run->first + k] = 0;
  }
}

int rg_global_rows_fill(rg_global_rows *rows, const rg_problem *p) {
  assert(rows->factor.units == p->rows + p->contacts);
  const rg_mass_matrix *mass = rows->mass;
  const rg_matrix *G = &p->G;
  int bad = rg_mass_factor(rows->mass, &p->M);
  if (bad) return bad;
  for (int u = 0; u < rows->factor.units; u++)
    for (int r = 0; r < rows->width[u]; r++) {
      int i = rows->unknown[u] + r;
      for (int k = rg_matrix_row_start(G, i); k < rg_matrix_row_end(G, i); k++)
        rows->dense[place_of(mass, rg_matrix_column(G, i, k))] += G->values[k];
      for (int a = rows->run_start[u]; a < rows->run_start[u + 1]; a++)
        fill_run(rows, rows->run + a, rows->width[u], rows->value + rows->run[a].at + r);
    }
  rows->factor.unit = mass->unit;
  return 0;
}

/* --- to M and G ---------------------------------------------------------------------------------- */

/* 1 / unit on the diagonal, and zeros beside it that hold a tree together */
static int diagonal_mass(rg_arena *arena, const rg_row_factor *rows, rg_matrix *M) {
  int n = rows->size, count = 0;
  int *start = RG_RAW(arena, int, n + 1), *column = RG_RAW(arena, int, 3 * (size_t)n);
  double *value = RG_RAW(arena, double, 3 * (size_t)n);
  if (arena->failed) return 0;
  for (int k = 0; k < n; k++) {
    start[k] = count;
    for (int j = k > 0 ? k - 1 : 0; j < n && j <= k + 1; j++) {
      if (rows->tree_first[j] != rows->tree_first[k]) continue;
      column[count] = j;
      value[count++] = j == k ? 1 / rows->unit : 0;
    }
  }
  start[n] = count;
  *M = rg_matrix_sparse(n, n, start, column, value);
  return 1;
}

/* the runs of a unit, ascending, as rows of a sparse matrix */
static int put_unit(const rg_row_factor *rows, int u, int row, int at, int *column, double *value) {
  for (int r = rows->run_start[u + 1] - 1; r >= rows->run_start[u]; r--) {
    const rg_run *run = rows->run + r;
    for (int k = 0; k < run->count; k++) {
      column[at] = run->first + k;
      value[at++] = rows->value[run->at + (size_t)(k * rows->width[u] + row)];
    }
  }
  return at;
}

int rg_rows_global(rg_arena *arena, const rg_row_factor *rows, rg_matrix *M, rg_matrix *G) {
  int n = rows->unknown[rows->units], filled = 0;
  size_t entries = 0;
  for (int u = 0; u < rows->units; u++)
    for (int r = rows->run_start[u]; r < rows->run_start[u + 1]; r++)
      entries += (size_t)rows->run[r].count * (size_t)rows->width[u];
  if (entries > INT_MAX) return (arena->failed = 1, 0);
  int *start = RG_RAW(arena, int, n + 1), *column = RG_RAW(arena, int, entries);
  double *value = RG_RAW(arena, double, entries);
  if (arena->failed || !diagonal_mass(arena, rows, M)) return 0;
  for (int u = 0; u < rows->units; u++)
    for (int i = rows->unknown[u], row = 0; i < rows->unknown[u + 1]; i++, row++) {
      start[i] = filled;
      if (row < rows->width[u]) filled = put_unit(rows, u, row, filled, column, value);
    }
  start[n] = filled;
  *G = rg_matrix_sparse(n, rows->size, start, column, value);
  return 1;
}

/* --- entries of A -------------------------------------------------------------------------------- */

/* units that share a tree with unit u, and u itself, marked; the range that they lie in */
static void mark_sharing(const rg_row_factor *rows, const rg_tree_units *sharing, int u, int *mark,
                         int *low, int *high) {
  mark[u] = u;
  *low = *high = u;
  for (int r = rows->run_start[u]; r < rows->run_start[u + 1]; r++) {
    const rg_run *run = rows->run + r;
    for (int k = run->first; k < run->first + run->count; k = rg_tree_end(rows, k)) {
      int from = sharing->start[rows->tree_first[k]], to = sharing->start[rows->tree_first[k] + 1];
      for (int i = from; i < to; i++) mark[sharing->unit[i]] = u;
      if (sharing->unit[from] < *low) *low = sharing->unit[from];
      if (sharing->unit[to - 1] > *high) *high = sharing->unit[to - 1];
    }
  }
}

/* columns of the rows of unit u, all alike; their number. `column` NULL: they are counted */
static int list_columns(const rg_row_factor *rows, const int *mark, int u, int low, int high,
                        int *column) {
  int count = 0;
  for (int v = low; v <= high; v++)
    for (int k = 0; k < rows->width[v] && mark[v] == u; k++, count++)
      if (column) column[count] = rows->unknown[v] + k;
  return count;
}

int rg_rows_pattern(rg_arena *arena, const rg_row_factor *rows, rg_entries *A) {
  assert(arena && rows && A);
  rg_tree_units sharing;
  int *mark = RG_RAW(arena, int, rows->units);
  A->row_start = RG_RAW(arena, int, rows->unknown[rows->units] + 1);
  if (arena->failed || !rg_rows_share(arena, rows, &sharing)) return 0;
  for (int fill = 0; fill < 2; fill++) {
    long long entries = 0;
    for (int u = 0; u < rows->units; u++) mark[u] = -1;
    for (int u = 0; u < rows->units; u++) {
      int low, high;
      mark_sharing(rows, &sharing, u, mark, &low, &high);
      for (int i = rows->unknown[u]; i < rows->unknown[u + 1]; i++) {
        A->row_start[i] = (int)entries;
        if (i >= rows->unknown[u] + rows->width[u]) continue; /* zeros */
        entries += list_columns(rows, mark, u, low, high, fill ? A->column + entries : NULL);
        if (entries > INT_MAX) return (arena->failed = 1, 0);
      }
    }
    A->row_start[rows->unknown[rows->units]] = (int)entries;
    if (!fill) A->column = RG_RAW(arena, int, entries);
    if (!fill) A->value = RG_RAW(arena, double, entries);
    if (arena->failed) return 0;
  }
  return 1;
}

/* the unit that an unknown belongs to: rows come first, then contacts of one width */
static int unit_of(const rg_row_factor *rows, int unknown) {
  int low = 0, high = rows->units;
  while (high - low > 1) {
    int middle = (low + high) / 2;
    if (rows->unknown[middle] <= unknown) low = middle;
    else high = middle;
  }
  return low;
}

void rg_rows_fill(const rg_row_factor *rows, const rg_entries *A) {
  assert(A->row_start && (A->value || A->row_start[rows->unknown[rows->units]] == 0));
  for (int u = 0; u < rows->units; u++) {
    int start = A->row_start[rows->unknown[u]];
    int length = A->row_start[rows->unknown[u] + 1] - start;
    for (int k = 0; k < length;) {
      int v = unit_of(rows, A->column[start + k]), p = rows->width[u], q = rows->width[v];
      double block[36]; /* the one of the two that comes first is computed: A is symmetric */
      rg_rows_block(rows, u < v ? u : v, u < v ? v : u, block, u < v ? q : p);
      for (int r = 0; r < p; r++)
        for (int s = 0; s < q; s++)
          A->value[start + r * length + k + s] =
              rows->unit * (u < v ? block[r * q + s] : block[s * p + r]);
      k += q;
    }
  }
}
