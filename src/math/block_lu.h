/* Sparse LU of a matrix of d x d blocks (d = 2, 3 or 6) with a structurally symmetric pattern: order
   by AMD, fill found once, diagonal blocks as pivots. Nothing is allocated after set-up. */
#ifndef RG_BLOCK_LU_H
#define RG_BLOCK_LU_H

#include "base/arena.h"
#include "base/parallel.h"

typedef struct rg_block_lu rg_block_lu;

/* Pattern by block rows; it is made symmetric and the diagonal is added. NULL where memory ran out.
 */
rg_block_lu *rg_block_lu_new(rg_arena *arena, int d, int blocks, const int *start,
                             const int *column);

/* From now on threads help with what is large, NULL: none; the same bits with any. */
void rg_block_lu_share(rg_block_lu *lu, rg_workers *workers);

/* Factors the rows and columns with active[i] != 0 of the matrix with the pattern given at set-up.
   Returns the number of diagonal pivots that had to be replaced (0: regular). */
int rg_block_lu_factor(rg_block_lu *lu, const int *start, const int *column, const double *values,
                       const unsigned char *active);
/* x = J \ x over the active blocks; the others are not touched. */
void rg_block_lu_solve(const rg_block_lu *lu, const unsigned char *active, double *x);

/* 1 or -1: the sign of the determinant of what was factored last, over the same active blocks */
int rg_block_lu_sign(const rg_block_lu *lu, const unsigned char *active);

/* blocks in L and U together: a measure of the cost */
long rg_block_lu_fill(const rg_block_lu *lu);

#endif
