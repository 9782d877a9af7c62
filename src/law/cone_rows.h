/* A cone problem from the rows W of A = W W': the blocks of A, all or those on the diagonal, and products
   through W where the others are not there. */
#ifndef RG_CONE_ROWS_H
#define RG_CONE_ROWS_H

#include "law/forms.h"

/* Diagonal blocks of A, raw, into the values of the cone. */
void rg_cone_rows_diagonal(const rg_cone *cone, double *blocks);

/* All blocks of A: how many there are at most, their pattern, and their values, raw. `mark`, `mirrored`: work,
   one number a block row. */
size_t rg_cone_rows_most(const rg_cone *cone, const rg_tree_blocks *sharing);
void rg_cone_rows_pattern(rg_cone *cone, const rg_tree_blocks *sharing, int *mark);
void rg_cone_rows_blocks(const rg_cone *cone, int *mirrored);

/* y = A x, scaled */
void rg_cone_rows_product(const rg_cone *cone, const double *x, double *y);
/* || |W| |W'| |x| ||: what rounding in that product is measured by */
double rg_cone_rows_size(const rg_cone *cone, const double *x);

#endif
