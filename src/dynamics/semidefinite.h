/* Cholesky with diagonal pivoting of a symmetric positive semi-definite matrix, P' A P = L L'. */
#ifndef RG_SEMIDEFINITE_H
#define RG_SEMIDEFINITE_H

/* Row-major n x n, both triangles read, overwritten by L, `order` filled. Returns the rank: pivots
   above `tolerance` times the largest diagonal entry. */
int rg_semidefinite_factor(int n, double *A, int *order, double tolerance);
/* A basic solution of A x = b for b in the range of A: x is b on entry, entries without pivot
 * become 0. */
void rg_semidefinite_solve(int n, int rank, const double *L, const int *order, double *x);

#endif
