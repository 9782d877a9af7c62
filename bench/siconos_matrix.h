/* Matrices in the storages of Siconos, made from dense matrices by rows. */
#ifndef BENCH_SICONOS_MATRIX_H
#define BENCH_SICONOS_MATRIX_H

#include <NumericsMatrix.h>

/* `storage` is one of SICONOS_STORE_*; block storage uses blocks of size `block`. */
NumericsMatrix *siconos_matrix(int storage, int block, int rows, int columns, const double *dense);
/* a copy by malloc, as the free functions of Siconos expect */
double *siconos_vector(int n, const double *values);

#endif
