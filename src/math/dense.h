/* Small dense kernels. Matrices are row-major with a leading dimension `ld` >= columns. */
#ifndef RG_DENSE_H
#define RG_DENSE_H

double rg_dot(int n, const double *x, const double *y);
double rg_norm(int n, const double *x);                    /* 2-norm, safe against overflow */
double rg_norm_max(int n, const double *x);                /* NaN where any entry is NaN */
void rg_axpy(int n, double a, const double *x, double *y); /* y += a x */
void rg_matvec(int m, int n, const double *A, int ld, const double *x, double *y);   /* y = A x */
void rg_matvec_t(int m, int n, const double *A, int ld, const double *x, double *y); /* y = A' x */

/* LU with partial pivoting, in place: P A = L U. Returns the number of pivots smaller than
   `tiny` times the largest entry (0: regular); such pivots are replaced by +-tiny * largest. */
int rg_lu_factor(int n, double *A, int ld, int *pivot, double tiny);
void rg_lu_solve(int n, const double *LU, int ld, const int *pivot, double *x);   /* x = A \ x */
void rg_lu_solve_t(int n, const double *LU, int ld, const int *pivot, double *x); /* x = A' \ x */

/* Cholesky of a symmetric positive definite matrix (lower triangle read and written): A = L L'.
   Returns 0, or 1 + the row where it is not positive definite. */
int rg_cholesky(int n, double *A, int ld);
void rg_cholesky_solve(int n, const double *L, int ld, double *x); /* x = A \ x */

/* B = A' A + shift I for an m x n A; both triangles of B written. */
void rg_gram(int m, int n, const double *A, int ld, double shift, double *B, int ldb);

/* Householder QR in place for m >= n, least squares min ||A x - b||: A and b are overwritten,
   x in b[0..n-1]. `tau` has n entries. Returns the number of negligible diagonal entries of R
   (they are treated as zero: a basic solution). */
int rg_least_squares(int m, int n, double *A, int ld, double *b, double *tau);

/* Numerical rank by QR with column pivoting: diagonal of R above rel_tol times the first.
   A is destroyed; work has 2 n entries. */
int rg_rank(int m, int n, double *A, int ld, double rel_tol, double *work);

/* Eigenvalues of a symmetric matrix by cyclic Jacobi; A destroyed, w has n entries, ascending. */
void rg_eigenvalues(int n, double *A, int ld, double *w);

#endif
