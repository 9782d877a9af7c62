/* A = G M^-1 G' by blocks: A_ij = sum over the nodes of both rows of (G M^-1)_i . G_j.

   The lower triangle is summed row by row in the order in which the nodes name their rows. Writing
   its transpose and then the transpose of that puts all columns in ascending order without a
   sort. */
#include "contact/redundant_blocks.h"

#include "math/spatial.h"

#include <limits.h>

/* --- memory ---------------------------------------------------------------------------------- */

enum { BLOCK_BYTES = 12 * sizeof(double) + 3 * sizeof(int) };
enum { ENTRY_BYTES = sizeof(double) + sizeof(int) };

void rg_block_rows_new(rg_block_rows *rows, rg_arena *arena, int nodes, int most_rows) {
  size_t n = (size_t)nodes, m = (size_t)most_rows;
  rows->nodes = nodes;
  rows->most_rows = most_rows;
  rows->start = RG_NEW(arena, int, m + 1);
  rows->last = RG_NEW(arena, int, n);
  rows->node_start = RG_NEW(arena, int, n + 1);
  rows->sum = RG_NEW(arena, double, m);
  rows->seen = RG_NEW(arena, int, m);
  rows->fill = RG_NEW(arena, int, m);
  rows->lower_start = RG_NEW(arena, int, m + 1);
  rows->matrix_start = RG_NEW(arena, int, m + 1);
}

void rg_block_rows_free(rg_block_rows *rows) {
  rg_buffer_free(&rows->block_room);
  rg_buffer_free(&rows->lower_room);
  rg_buffer_free(&rows->matrix_room);
}

long rg_block_rows_grown(const rg_block_rows *rows) {
  return rows->block_room.grown + rows->lower_room.grown + rows->matrix_room.grown;
}

int rg_block_rows_reserve(rg_block_rows *rows, size_t blocks, size_t entries) {
  return !rg_buffer_need(&rows->block_room, blocks, BLOCK_BYTES) ||
         !rg_buffer_need(&rows->lower_room, entries, ENTRY_BYTES) ||
         !rg_buffer_need(&rows->matrix_room, entries, ENTRY_BYTES);
}

/* --- rows ------------------------------------------------------------------------------------ */

int rg_block_rows_begin(rg_block_rows *rows, size_t most_blocks) {
  if (most_blocks > INT_MAX) return 1;
  double *room = rg_buffer_need(&rows->block_room, most_blocks, BLOCK_BYTES);
  if (!room) return 1;
  rows->value = room;
  rows->weighted = room + 6 * most_blocks;
  rows->node = (int *)(room + 12 * most_blocks);
  rows->row = rows->node + most_blocks;
  rows->by_node = rows->row + most_blocks;
  rows->rows = rows->blocks = 0;
  rows->start[0] = 0;
  for (int k = 0; k < rows->nodes; k++) rows->last[k] = -1;
  return 0;
}

double *rg_block_of(rg_block_rows *rows, int node) {
  int block = rows->last[node];
  if (block < rows->start[rows->rows]) { /* of an earlier row, or none */
    block = rows->last[node] = rows->blocks++;
    rows->node[block] = node;
    rows->row[block] = rows->rows;
    rg_sp_zero(rows->value + 6 * (size_t)block);
  }
  return rows->value + 6 * (size_t)block;
}

void rg_block_row_end(rg_block_rows *rows) { rows->start[++rows->rows] = rows->blocks; }

double rg_block_row_dot(const rg_block_rows *rows, int row, const double *V) {
  double sum = 0;
  for (int b = rows->start[row]; b < rows->start[row + 1]; b++)
    sum += rg_sp_dot(rows->value + 6 * (size_t)b, V + 6 * (size_t)rows->node[b]);
  return sum;
}

void rg_block_row_add(const rg_block_rows *rows, int row, double x, double *V) {
  for (int b = rows->start[row]; b < rows->start[row + 1]; b++)
    rg_sp_add_scaled(V + 6 * (size_t)rows->node[b], x, rows->weighted + 6 * (size_t)b);
}

/* --- A --------------------------------------------------------------------------------------- */

/* blocks by node, rows ascending; returns the most entries that the lower triangle can have */
static size_t list_nodes(rg_block_rows *rows) {
  size_t entries = (size_t)rows->rows;
  int *start = rows->node_start, *next = rows->last;
  for (int k = 0; k <= rows->nodes; k++) start[k] = 0;
  for (int b = 0; b < rows->blocks; b++) start[rows->node[b] + 1]++;
  for (int k = 0; k < rows->nodes; k++) {
    size_t count = (size_t)start[k + 1];
    entries += count * (count + 1) / 2;
    start[k + 1] += start[k];
    next[k] = start[k];
  }
  for (int b = 0; b < rows->blocks; b++) rows->by_node[next[rows->node[b]]++] = b;
  return entries;
}

/* entries (i, j <= i) of row i from the nodes of its blocks; returns where the row ends */
static int sum_row(rg_block_rows *rows, int i, int at, int *column) {
  rows->seen[i] = i;
  column[at++] = i;
  for (int b = rows->start[i]; b < rows->start[i + 1]; b++) {
    const double *weighted = rows->weighted + 6 * (size_t)b;
    int k = rows->node[b], end = rows->node_start[k + 1];
    for (int p = rows->node_start[k]; p < end; p++) {
      int other = rows->by_node[p], j = rows->row[other];
      if (j > i) break;
      double part = rg_sp_dot(weighted, rows->value + 6 * (size_t)other);
      if (rows->seen[j] == i) {
        rows->sum[j] += part;
        continue;
      }
      rows->seen[j] = i;
      rows->sum[j] = part;
      column[at++] = j;
    }
  }
  return at;
}

/* the lower triangle, columns as they come; fill[j]: entries of column j below the diagonal */
static void sum_lower(rg_block_rows *rows, const double *compliance, int *column, double *value) {
  int n = rows->rows, at = 0;
  for (int i = 0; i < n; i++) {
    rows->seen[i] = -1;
    rows->fill[i] = 0;
  }
  rows->lower_start[0] = 0;
  for (int i = 0; i < n; i++) {
    int first = at;
    rows->sum[i] = compliance[i];
    at = sum_row(rows, i, first, column);
    rows->lower_start[i + 1] = at;
    for (int p = first; p < at; p++) value[p] = rows->sum[column[p]];
    for (int p = first + 1; p < at; p++) rows->fill[column[p]]++;
  }
}

/* both triangles: the upper one is the transpose of the lower, the lower one that of the upper */
static void spread(rg_block_rows *rows, const int *lower_column, const double *lower_value,
                   int *column, double *value) {
  int n = rows->rows, *start = rows->matrix_start, *diagonal = rows->seen, *next = rows->fill;
  for (int i = 0; i < n; i++) {
    diagonal[i] = start[i] + rows->lower_start[i + 1] - rows->lower_start[i] - 1;
    next[i] = diagonal[i];
  }
  for (int i = 0; i < n; i++)
    for (int p = rows->lower_start[i]; p < rows->lower_start[i + 1]; p++) {
      int at = next[lower_column[p]]++;
      column[at] = i;
      value[at] = lower_value[p];
    }
  for (int i = 0; i < n; i++) next[i] = start[i];
  for (int j = 0; j < n; j++)
    for (int p = diagonal[j] + 1; p < start[j + 1]; p++) {
      int at = next[column[p]]++;
      column[at] = j;
      value[at] = value[p];
    }
}

int rg_block_matrix(rg_block_rows *rows, const double *compliance, rg_matrix *A) {
  int n = rows->rows;
  size_t most = list_nodes(rows);
  if (most > INT_MAX / 2) return 1;
  double *lower_value = rg_buffer_need(&rows->lower_room, most, ENTRY_BYTES);
  if (!lower_value) return 1;
  int *lower_column = (int *)(lower_value + most);
  sum_lower(rows, compliance, lower_column, lower_value);

  /* a row of A: its part of the lower triangle, then of the upper */
  int *start = rows->matrix_start;
  start[0] = 0;
  for (int i = 0; i < n; i++)
    start[i + 1] = start[i] + rows->lower_start[i + 1] - rows->lower_start[i] + rows->fill[i];
  size_t entries = (size_t)start[n];
  double *value = rg_buffer_need(&rows->matrix_room, entries, ENTRY_BYTES);
  if (!value) return 1;
  int *column = (int *)(value + entries);
  spread(rows, lower_column, lower_value, column, value);
  *A = rg_matrix_sparse(n, n, start, column, value);
  return 0;
}
