/* The matrix that every Siconos text file contains: dense, sparse-block or CSparse. */
#ifndef RG_SICONOS_MATRIX_H
#define RG_SICONOS_MATRIX_H

#include "record/source.h"
#include "record/tokens.h"

enum { RG_SICONOS_DENSE = 0, RG_SICONOS_BLOCKS = 1, RG_SICONOS_CSPARSE = 2 };

/* No size in a file may be larger; keeps every size + 1 an int. */
enum { RG_LARGEST_SIZE = 1 << 30 };

typedef struct rg_siconos_matrix {
  int rows, columns;
  int sparse;
  double *values;     /* dense: column-major */
  rg_entries entries; /* sparse */
} rg_siconos_matrix;

/* `rows` and `columns` are what the matrix must have. Failures are in tokens->status. */
rg_siconos_matrix rg_siconos_matrix_read(rg_tokens *tokens, const rg_source *source,
                                         const char *name, int rows, int columns);
/* The matrix, or its transpose, in our storage; dense stays dense. RG_NONE without memory. */
rg_matrix rg_siconos_matrix_view(const rg_source *source, const rg_siconos_matrix *matrix);
rg_matrix rg_siconos_matrix_transpose(const rg_source *source, const rg_siconos_matrix *matrix);

#endif
