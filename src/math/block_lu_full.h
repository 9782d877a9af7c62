/* LU of a few blocks that are all coupled: the full problems of block_lu.h. */
#ifndef RG_BLOCK_LU_FULL_H
#define RG_BLOCK_LU_FULL_H

#include "base/arena.h"

typedef struct rg_lu_full rg_lu_full;

rg_lu_full *rg_lu_full_new(rg_arena *arena, int d, int blocks);
int rg_lu_full_factor(rg_lu_full *lu, const int *start, const int *column, const double *values,
                      const unsigned char *active);
int rg_lu_full_sign(const rg_lu_full *lu);
void rg_lu_full_solve(const rg_lu_full *lu, const unsigned char *active, double *x);

#endif
