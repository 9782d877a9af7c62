/* LU of many blocks by dense fronts (multifrontal): the large problems of block_lu.h. */
#ifndef RG_BLOCK_LU_FRONTS_H
#define RG_BLOCK_LU_FRONTS_H

#include "base/arena.h"
#include "base/parallel.h"

typedef struct rg_lu_fronts rg_lu_fronts;

rg_lu_fronts *rg_lu_fronts_new(rg_arena *arena, int d, int blocks, const int *start,
                               const int *column);
/* From now on threads help with large fronts, NULL: none; the same bits with any. */
void rg_lu_fronts_share(rg_lu_fronts *lu, rg_workers *workers);
int rg_lu_fronts_factor(rg_lu_fronts *lu, const int *start, const int *column, const double *values,
                        const unsigned char *active);
int rg_lu_fronts_sign(const rg_lu_fronts *lu);
void rg_lu_fronts_solve(const rg_lu_fronts *lu, const unsigned char *active, double *x);
long rg_lu_fronts_fill(const rg_lu_fronts *lu);

#endif
