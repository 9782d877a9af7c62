/* Sparse rows over nodes of six velocities, for a block-diagonal M: what A = G M^-1 G' = W W' is made of.

   A row is a list of blocks (node, six numbers); W has the same ones times B, with B B' = M^-1. */
#ifndef RG_REDUNDANT_BLOCKS_H
#define RG_REDUNDANT_BLOCKS_H

#include "base/arena.h"
#include "base/buffer.h"
#include "math/row_factor.h"

typedef struct rg_block_rows {
  int nodes, most_rows;
  int rows, blocks;
  int *start; /* rows + 1: first block */
  int *last;  /* nodes: newest block, -1 */

  /* blocks, in block_room */
  int *node;
  double *value;    /* 6 each: G */
  double *weighted; /* 6 each: G M^-1, written by the owner of M, */
  double *half;     /* 6 each: G B over the root of the unit, likewise */

  /* units of the factor: scalar rows, then contacts */
  int *width, *unknown, *run_start;
  int *tree_first, *tree_size; /* coordinates of the nodes, then one a unit that is its own */
  rg_buffer block_room, run_room, value_room;
} rg_block_rows;

/* arena->failed where memory ran out */
void rg_block_rows_new(rg_block_rows *rows, rg_arena *arena, int nodes, int most_rows);
/* How many coordinates the nodes have, the first `bodies` of them six each, the others one. */
int rg_block_rows_coordinates(const rg_block_rows *rows, int bodies);
void rg_block_rows_free(rg_block_rows *rows);
long rg_block_rows_grown(const rg_block_rows *rows);
/* Sets memory aside; 1 where it ran out. */
int rg_block_rows_reserve(rg_block_rows *rows, size_t blocks);

/* No rows; room for that many blocks. 1 where memory ran out. */
int rg_block_rows_begin(rg_block_rows *rows, size_t most_blocks);
/* The six numbers of a node in the row that is being written, zero at first. */
double *rg_block_of(rg_block_rows *rows, int node);
void rg_block_row_end(rg_block_rows *rows);

/* G_row V, V has six numbers a node */
double rg_block_row_dot(const rg_block_rows *rows, int row, const double *V);
/* V += x M^-1 G_row' */
void rg_block_row_add(const rg_block_rows *rows, int row, double x, double *V);

/* A = G M^-1 G' + diag(compliance) by its rows: `scalar` units of one row, then contacts of `dim`, the first `width` of
   which are not 0. Valid until the next call. 1 where memory ran out. */
int rg_block_factor(rg_block_rows *rows, int bodies, int scalar, int dim, const int *widths,
                    double unit, const double *compliance, rg_row_factor *factor);

#endif
