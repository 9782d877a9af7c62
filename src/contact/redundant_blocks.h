/* Sparse rows over nodes of six velocities, and A = G M^-1 G' for a block-diagonal M.

   A row is a list of blocks (node, six numbers). Two rows share an entry of A only where they share
   a node, so every node lists its rows and A costs what it has entries. */
#ifndef RG_REDUNDANT_BLOCKS_H
#define RG_REDUNDANT_BLOCKS_H

#include "base/arena.h"
#include "base/buffer.h"
#include <rigor/problem.h>

typedef struct rg_block_rows {
  int nodes, most_rows;
  int rows, blocks;
  int *start; /* rows + 1: first block */
  int *last;  /* nodes: newest block, -1 */

  /* blocks, in block_room */
  int *node, *row;
  double *value;    /* 6 each: G */
  double *weighted; /* 6 each: G M^-1, written by the owner of M */
  int *by_node;     /* blocks by node, rows ascending */
  int *node_start;  /* nodes + 1 */

  /* one row of A while it is summed */
  double *sum;
  int *seen, *fill; /* most_rows each */

  int *lower_start, *matrix_start; /* rows + 1: lower triangle, whole matrix */
  rg_buffer block_room, lower_room, matrix_room;
} rg_block_rows;

/* arena->failed where memory ran out */
void rg_block_rows_new(rg_block_rows *rows, rg_arena *arena, int nodes, int most_rows);
void rg_block_rows_free(rg_block_rows *rows);
long rg_block_rows_grown(const rg_block_rows *rows);
/* Sets memory aside; 1 where it ran out. */
int rg_block_rows_reserve(rg_block_rows *rows, size_t blocks, size_t entries);

/* No rows; room for that many blocks. 1 where memory ran out. */
int rg_block_rows_begin(rg_block_rows *rows, size_t most_blocks);
/* The six numbers of a node in the row that is being written, zero at first. */
double *rg_block_of(rg_block_rows *rows, int node);
void rg_block_row_end(rg_block_rows *rows);

/* G_row V, V has six numbers a node */
double rg_block_row_dot(const rg_block_rows *rows, int row, const double *V);
/* V += x M^-1 G_row' */
void rg_block_row_add(const rg_block_rows *rows, int row, double x, double *V);

/* A = G M^-1 G' + diag(compliance), columns ascending, diagonal always there, symmetric to the bit;
   valid until the next call. 1 where memory ran out. */
int rg_block_matrix(rg_block_rows *rows, const double *compliance, rg_matrix *A);

#endif
