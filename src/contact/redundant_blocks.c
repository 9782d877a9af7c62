/* Rows by blocks, and the same half divided by the mass. */
#include "contact/redundant_blocks.h"

#include "math/spatial.h"
#include "math/wide.h"

#include <assert.h>
#include <limits.h>
#include <math.h>

/* --- memory ---------------------------------------------------------------------------------- */

enum { BLOCK_BYTES = 18 * sizeof(double) + sizeof(int) };

void rg_block_rows_new(rg_block_rows *rows, rg_arena *arena, int nodes, int most_rows) {
  assert(nodes >= 0 && most_rows >= 0);
  size_t n = (size_t)nodes, m = (size_t)most_rows;
  rows->nodes = nodes;
  rows->most_rows = most_rows;
  rows->start = RG_NEW(arena, int, m + 1);
  rows->last = RG_NEW(arena, int, n);
  rows->width = RG_RAW(arena, int, m);
  rows->unknown = RG_RAW(arena, int, m + 1);
  rows->run_start = RG_RAW(arena, int, m + 1);
  rows->tree_first = RG_RAW(arena, int, 6 * n + m);
  rows->tree_size = RG_RAW(arena, int, 6 * n + m);
}

void rg_block_rows_free(rg_block_rows *rows) {
  rg_buffer_free(&rows->block_room);
  rg_buffer_free(&rows->run_room);
  rg_buffer_free(&rows->value_room);
}

long rg_block_rows_grown(const rg_block_rows *rows) {
  return rows->block_room.grown + rows->run_room.grown + rows->value_room.grown;
}

int rg_block_rows_reserve(rg_block_rows *rows, size_t blocks) {
  return !rg_buffer_need(&rows->block_room, blocks, BLOCK_BYTES) ||
         !rg_buffer_need(&rows->run_room, 2 * blocks, sizeof(rg_run)) ||
         !rg_buffer_need(&rows->value_room, 12 * blocks + RG_LANES, sizeof(double));
}

/* --- rows ------------------------------------------------------------------------------------ */

int rg_block_rows_begin(rg_block_rows *rows, size_t most_blocks) {
  if (most_blocks > INT_MAX) return 1;
  double *room = rg_buffer_need(&rows->block_room, most_blocks, BLOCK_BYTES);
  if (!room) return 1;
  rows->value = room;
  rows->weighted = room + 6 * most_blocks;
  rows->half = room + 12 * most_blocks;
  rows->node = (int *)(room + 18 * most_blocks);
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

/* --- W --------------------------------------------------------------------------------------- */

/* first coordinate of a node */
static int first_of(int node, int bodies) {
  return node < bodies ? 6 * node : 6 * bodies + node - bodies;
}

int rg_block_rows_coordinates(const rg_block_rows *rows, int bodies) {
  return first_of(rows->nodes, bodies);
}

/* the nodes, and coordinates of single units behind them */
static void list_trees(rg_block_rows *rows, int bodies, int units) {
  int size = rg_block_rows_coordinates(rows, bodies);
  for (int k = 0; k < size + units; k++) {
    int body = k < 6 * bodies;
    rows->tree_first[k] = body ? k - k % 6 : k;
    rows->tree_size[k] = body ? 6 : 1;
  }
}

/* runs of the blocks of one unit, whose rows have the same nodes, the last one first */
static rg_run *add_runs(const rg_block_rows *rows, int row, int width, int bodies, rg_run *run,
                        double **value, const double *values) {
  int begin = rows->start[row], count = rows->start[row + 1] - begin, last = rows->nodes;
  for (int taken = 0; taken < count; taken++) {
    int next = -1;
    for (int b = 0; b < count; b++) {
      int node = rows->node[begin + b];
      if (node < last && (next < 0 || node > rows->node[begin + next])) next = b;
    }
    last = rows->node[begin + next];
    *run = (rg_run){first_of(last, bodies), last < bodies ? 6 : 1, (size_t)(*value - values)};
    for (int k = 0; k < run->count; k++)
      for (int r = 0; r < width; r++)
        *(*value)++ = rows->half[6 * (size_t)(rows->start[row + r] + next) + (size_t)k];
    run++;
  }
  return run;
}

int rg_block_factor(rg_block_rows *rows, int bodies, int scalar, int dim, const int *widths,
                    double unit, const double *compliance, rg_row_factor *factor) {
  assert(unit > 0 && scalar >= 0 && scalar <= rows->rows && (rows->rows - scalar) % dim == 0);
  int units = scalar + (rows->rows - scalar) / dim, size = rg_block_rows_coordinates(rows, bodies);
  size_t blocks = (size_t)rows->blocks + (size_t)rows->rows;
  rg_run *runs = rg_buffer_need(&rows->run_room, blocks, sizeof *runs), *run = runs;
  double *values = rg_buffer_need(&rows->value_room, 6 * blocks + RG_LANES, sizeof *values);
  double *value = values;
  if (!runs || !values) return 1;
  list_trees(rows, bodies, units);
  rows->run_start[0] = rows->unknown[0] = 0;
  for (int u = 0, own = size, row = 0; u < units; u++) {
    int width = rows->width[u] = u < scalar ? 1 : widths[u - scalar];
    if (compliance[row] > 0) { /* the last of all coordinates */
      *run++ = (rg_run){own++, 1, (size_t)(value - values)};
      for (int r = 0; r < width; r++) *value++ = r ? 0 : sqrt(compliance[row] / unit);
    }
    run = add_runs(rows, row, width, bodies, run, &value, values);
    rows->run_start[u + 1] = (int)(run - runs);
    rows->unknown[u + 1] = row += u < scalar ? 1 : dim;
  }
  *factor = (rg_row_factor){.unit = unit,
                            .size = size + units,
                            .units = units,
                            .width = rows->width,
                            .unknown = rows->unknown,
                            .run_start = rows->run_start,
                            .run = runs,
                            .value = values,
                            .tree_first = rows->tree_first,
                            .tree_size = rows->tree_size};
  return 0;
}
