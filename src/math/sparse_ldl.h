/* Sparse symmetric indefinite factorization P A P' = L D L' without pivoting, in the order that the
   caller gives. Pattern once, numbers as often as needed, nothing allocated after set-up. */
#ifndef RG_SPARSE_LDL_H
#define RG_SPARSE_LDL_H

#include "base/arena.h"

typedef struct rg_sparse_ldl {
  int n;
  int *parent;      /* elimination tree, -1 at the roots */
  int *start, *row; /* columns of L, without the diagonal */
  double *value;
  double *inverse;           /* 1 / D; 0 for a row that was left out */
  int *count, *flag, *stack; /* work */
  double *column;
} rg_sparse_ldl;

/* The upper triangle by columns, diagonal included: column k has the rows row[start[k] .. start[k +
   1]), all <= k, in any order. NULL where memory ran out. */
rg_sparse_ldl *rg_sparse_ldl_new(rg_arena *arena, int n, const int *start, const int *row);

/* Factors the numbers of that pattern. Where |D_k| <= tiny * size[k] the unknown k is left out: it
   is 0 in every solution. Returns how many were left out. */
int rg_sparse_ldl_factor(rg_sparse_ldl *ldl, const int *start, const int *row, const double *value,
                         const double *size, double tiny);
void rg_sparse_ldl_solve(const rg_sparse_ldl *ldl, double *x); /* x = A \ x */

#endif
