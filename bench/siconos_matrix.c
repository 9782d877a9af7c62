/* Dense (by columns), sparse-block and compressed-column matrices for Siconos. */
#include "siconos_matrix.h"
#include "siconos.h"

#include <NumericsSparseMatrix.h>
#include <SparseBlockMatrix.h>

#include <stdlib.h>
#include <string.h>

double *siconos_vector(int n, const double *values) {
  double *copy = calloc((size_t)n + 1, sizeof *copy);
  if (values && n > 0) memcpy(copy, values, (size_t)n * sizeof *copy);
  return copy;
}

static NumericsMatrix *make_dense(size_t rows, size_t columns, const double *dense) {
  NumericsMatrix *out = NM_create(NM_DENSE, (int)rows, (int)columns);
  for (size_t i = 0; i < rows; i++)
    for (size_t j = 0; j < columns; j++) out->matrix0[i + j * rows] = dense[i * columns + j];
  return out;
}

/* the compressed columns are made here, so that no timed call has to convert the triplets */
static NumericsMatrix *make_sparse(size_t rows, size_t columns, const double *dense) {
  NumericsMatrix *out = NM_create(NM_SPARSE, (int)rows, (int)columns);
  size_t entries = 0;
  for (size_t k = 0; k < rows * columns; k++) entries += dense[k] != 0;
  NM_triplet_alloc(out, (CS_INT)entries + 1);
  for (size_t i = 0; i < rows; i++)
    for (size_t j = 0; j < columns; j++)
      if (dense[i * columns + j] != 0) NM_entry(out, (int)i, (int)j, dense[i * columns + j]);
  /* an entry in the last corner fixes the size of the triplets */
  if (rows * columns > 0 && dense[rows * columns - 1] == 0)
    CSparseMatrix_entry(out->matrix2->triplet, (CS_INT)rows - 1, (CS_INT)columns - 1, 0);
  NM_csc(out);
  return out;
}

static int block_is_zero(size_t n, size_t size, const double *corner) {
  for (size_t i = 0; i < size; i++)
    for (size_t j = 0; j < size; j++)
      if (corner[i * n + j] != 0) return 0;
  return 1;
}

static double *copy_block(size_t n, size_t size, const double *corner) {
  double *block = malloc(size * size * sizeof *block);
  for (size_t i = 0; i < size; i++)
    for (size_t j = 0; j < size; j++) block[i + j * size] = corner[i * n + j];
  return block;
}

/* square; the diagonal blocks are always stored */
static NumericsMatrix *make_blocks(size_t size, size_t n, const double *dense) {
  size_t blocks = n / size, count = 0;
  SparseBlockStructuredMatrix *out = SBM_new();
  out->blocknumber0 = out->blocknumber1 = (unsigned)blocks;
  out->blocksize0 = malloc(blocks * sizeof *out->blocksize0);
  out->blocksize1 = malloc(blocks * sizeof *out->blocksize1);
  out->index1_data = malloc((blocks + 1) * sizeof *out->index1_data);
  out->index2_data = malloc(blocks * blocks * sizeof *out->index2_data);
  out->block = malloc(blocks * blocks * sizeof *out->block);
  for (size_t i = 0; i < blocks; i++) {
    out->blocksize0[i] = out->blocksize1[i] = (unsigned)((i + 1) * size);
    out->index1_data[i] = count;
    for (size_t j = 0; j < blocks; j++) {
      const double *corner = dense + i * size * n + j * size;
      if (i != j && block_is_zero(n, size, corner)) continue;
      out->index2_data[count] = j;
      out->block[count++] = copy_block(n, size, corner);
    }
  }
  out->index1_data[blocks] = count;
  out->nbblocks = (unsigned)count;
  out->filled1 = blocks + 1;
  out->filled2 = count;
  return NM_new_SBM((int)n, (int)n, out);
}

NumericsMatrix *siconos_matrix(int storage, int block, int rows, int columns, const double *dense) {
  if (storage == SICONOS_STORE_DENSE) return make_dense((size_t)rows, (size_t)columns, dense);
  if (storage == SICONOS_STORE_SPARSE) return make_sparse((size_t)rows, (size_t)columns, dense);
  return make_blocks((size_t)block, (size_t)rows, dense);
}
