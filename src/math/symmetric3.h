/* Eigenvalues and axes of a symmetric 3 x 3 matrix. */
#ifndef RG_SYMMETRIC3_H
#define RG_SYMMETRIC3_H

/* A = R diag(values) R', values descending, R a rotation (columns are the axes). Only the upper
   triangle of A is read. A diagonal, descending A gives R = identity, also where
   rounding errors (1e-14 of the trace) disturb it: computing axes twice does not turn them. */
void rg_symmetric3_eigen(const double A[9], double values[3], double R[9]);

#endif
