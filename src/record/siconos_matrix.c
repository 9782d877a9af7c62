/* Reads the matrix of a Siconos text file (docs/formats.md). Every announced size is held against
   the bytes that are left before memory is taken. */
#include "record/siconos_matrix.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>

/* The largest number of entries: indices of compressed rows are ints. */
static const size_t MOST_ENTRIES = INT_MAX - 1;

static void no_memory(rg_tokens *tokens, const char *name) {
  rg_token_fail(tokens, name, "does not fit into the memory");
  if (tokens->status == RG_BAD_INPUT) tokens->status = RG_NO_MEMORY;
  if (tokens->error) tokens->error->status = tokens->status;
}

static rg_entries new_entries(rg_tokens *tokens, const rg_source *source, const char *name,
                              int rows, int columns, size_t count) {
  if (count > MOST_ENTRIES) {
    rg_token_fail(tokens, name, "has more than %zu entries", MOST_ENTRIES);
    return (rg_entries){0};
  }
  rg_entries entries = rg_entries_new(source->scratch, rows, columns, count);
  if (source->scratch->failed) no_memory(tokens, name);
  return entries;
}

/* dense: the sizes again, then column by column */
static void read_dense(rg_tokens *tokens, const rg_source *source, const char *name,
                       rg_siconos_matrix *matrix) {
  rg_token_int(tokens, name, matrix->rows, matrix->rows);
  rg_token_int(tokens, name, matrix->columns, matrix->columns);
  size_t count = (size_t)matrix->rows * (size_t)matrix->columns;
  if (!rg_token_room(tokens, name, count)) return;
  matrix->values = RG_NEW(source->arena, double, count);
  if (!matrix->values) {
    no_memory(tokens, name);
    return;
  }
  rg_token_reals(tokens, name, count, matrix->values);
}

/* `count` integers from low to high, ascending where `rising` */
static int *read_indices(rg_tokens *tokens, const rg_source *source, const char *element, int count,
                         int high, int rising) {
  if (!rg_token_room(tokens, element, (size_t)count)) return NULL;
  int *index = RG_NEW(source->scratch, int, count + 1);
  if (!index) {
    no_memory(tokens, element);
    return NULL;
  }
  for (int k = 0; k < count && tokens->status == RG_OK; k++)
    index[k] = rg_token_int(tokens, element, rising && k ? index[k - 1] : 0, high);
  return index;
}

typedef struct block_layout {
  int blocks, block_rows, block_columns;
  int *row_end, *column_end; /* cumulative */
  int filled_rows;           /* block rows that have a pointer */
  int *start, *column;       /* block rows compressed */
} block_layout;

static int begin_of(const int *end, int i) { return i ? end[i - 1] : 0; }

/* the ends of the last block row and column must be the sizes of the matrix */
static void check_ends(rg_tokens *tokens, const char *name, const block_layout *layout,
                       const rg_siconos_matrix *matrix) {
  if (tokens->status != RG_OK) return;
  int rows = begin_of(layout->row_end, layout->block_rows);
  int columns = begin_of(layout->column_end, layout->block_columns);
  if (rows != matrix->rows || columns != matrix->columns)
    rg_token_fail(tokens, name, "its blocks cover %d x %d, its size is %d x %d", rows, columns,
                  matrix->rows, matrix->columns);
}

static void read_layout(rg_tokens *tokens, const rg_source *source, const char *name,
                        const rg_siconos_matrix *matrix, block_layout *layout) {
  char element[64];
  snprintf(element, sizeof element, "%s block rows", name);
  layout->block_rows = rg_token_int(tokens, element, 0, matrix->rows);
  snprintf(element, sizeof element, "%s block columns", name);
  layout->block_columns = rg_token_int(tokens, element, 0, matrix->columns);
  snprintf(element, sizeof element, "%s block row ends", name);
  layout->row_end = read_indices(tokens, source, element, layout->block_rows, matrix->rows, 1);
  snprintf(element, sizeof element, "%s block column ends", name);
  layout->column_end =
      read_indices(tokens, source, element, layout->block_columns, matrix->columns, 1);
  check_ends(tokens, name, layout, matrix);
  // lengths of the two index arrays
  snprintf(element, sizeof element, "%s length of index1", name);
  int filled1 = rg_token_int(tokens, element, 1, layout->block_rows + 1);
  layout->filled_rows = filled1 - 1;
  snprintf(element, sizeof element, "%s length of index2", name);
  rg_token_int(tokens, element, layout->blocks, layout->blocks);
  snprintf(element, sizeof element, "%s index1", name);
  layout->start = read_indices(tokens, source, element, filled1, layout->blocks, 1);
  if (tokens->status == RG_OK &&
      (layout->start[0] != 0 || layout->start[filled1 - 1] != layout->blocks))
    rg_token_fail(tokens, element, "must run from 0 to the number of blocks, %d", layout->blocks);
  snprintf(element, sizeof element, "%s index2", name);
  layout->column =
      read_indices(tokens, source, element, layout->blocks, layout->block_columns - 1, 0);
}

static size_t count_values(const block_layout *layout) {
  size_t count = 0;
  for (int i = 0; i < layout->filled_rows; i++)
    for (int k = layout->start[i]; k < layout->start[i + 1]; k++) {
      int j = layout->column[k];
      count += (size_t)(layout->row_end[i] - begin_of(layout->row_end, i)) *
               (size_t)(layout->column_end[j] - begin_of(layout->column_end, j));
    }
  return count;
}

/* one block: its number again, then its values column by column */
static void read_block(rg_tokens *tokens, const char *name, const block_layout *layout, int i,
                       int k, rg_entries *entries) {
  int block_column = layout->column[k];
  rg_token_int(tokens, "block number", k, k);
  for (int c = begin_of(layout->column_end, block_column); c < layout->column_end[block_column];
       c++)
    for (int r = begin_of(layout->row_end, i); r < layout->row_end[i]; r++)
      rg_entries_add(entries, r, c, rg_token_real(tokens, name, (long)entries->count));
}

/* sparse-block: compressed rows of blocks */
static void read_blocks(rg_tokens *tokens, const rg_source *source, const char *name,
                        rg_siconos_matrix *matrix) {
  block_layout layout = {0};
  char element[64];
  snprintf(element, sizeof element, "%s number of blocks", name);
  layout.blocks = rg_token_int(tokens, element, 0, RG_LARGEST_SIZE);
  if (layout.blocks > 0) read_layout(tokens, source, name, matrix, &layout);
  if (tokens->status != RG_OK) return;
  size_t count = count_values(&layout);
  if (!rg_token_room(tokens, name, count + (size_t)layout.blocks)) return;
  matrix->entries = new_entries(tokens, source, name, matrix->rows, matrix->columns, count);
  for (int i = 0; i < layout.filled_rows; i++)
    for (int k = layout.start[i]; k < layout.start[i + 1] && tokens->status == RG_OK; k++)
      read_block(tokens, name, &layout, i, k, &matrix->entries);
}

/* "M-by-N, nzmax: A nnz: B" and whatever follows on that line; returns B */
static size_t read_csparse_header(rg_tokens *tokens, const char *name,
                                  const rg_siconos_matrix *matrix) {
  rg_token_int_prefix(tokens, name, matrix->rows, matrix->rows);
  rg_token_literal(tokens, name, "-by-");
  rg_token_int_prefix(tokens, name, matrix->columns, matrix->columns);
  rg_token_literal(tokens, name, ",");
  rg_token_literal(tokens, name, "nzmax:");
  rg_token_int_prefix(tokens, name, 0, RG_LARGEST_SIZE);
  rg_token_literal(tokens, name, "nnz:");
  int count = rg_token_int_prefix(tokens, name, 0, RG_LARGEST_SIZE);
  rg_token_skip_line(tokens);
  return (size_t)count;
}

/* lines "row column : value"; a half triplet holds the lower triangle of a symmetric matrix */
static void read_triplet(rg_tokens *tokens, const rg_source *source, const char *name, int half,
                         rg_siconos_matrix *matrix) {
  rg_token_literal(tokens, name, "triplet:");
  size_t count = read_csparse_header(tokens, name, matrix);
  if (!rg_token_room(tokens, name, 4 * count)) return;
  matrix->entries =
      new_entries(tokens, source, name, matrix->rows, matrix->columns, half ? 2 * count : count);
  for (size_t k = 0; k < count && tokens->status == RG_OK; k++) {
    int row = rg_token_int(tokens, name, 0, matrix->rows - 1);
    int column = rg_token_int(tokens, name, 0, matrix->columns - 1);
    rg_token_literal(tokens, name, ":");
    double value = rg_token_real(tokens, name, (long)k);
    rg_entries_add(&matrix->entries, row, column, value);
    if (half && row != column) rg_entries_add(&matrix->entries, column, row, value);
  }
}

/* for each column "col J : locations P to Q", then lines "row : value" */
static void read_columns(rg_tokens *tokens, const rg_source *source, const char *name,
                         rg_siconos_matrix *matrix) {
  size_t count = read_csparse_header(tokens, name, matrix);
  if (!rg_token_room(tokens, name, 3 * count + 7 * (size_t)matrix->columns)) return;
  matrix->entries = new_entries(tokens, source, name, matrix->rows, matrix->columns, count);
  int next = 0, total = (int)count;
  for (int j = 0; j < matrix->columns && tokens->status == RG_OK; j++) {
    rg_token_literal(tokens, name, "col");
    rg_token_int(tokens, name, j, j);
    rg_token_literal(tokens, name, ":");
    rg_token_literal(tokens, name, "locations");
    rg_token_int(tokens, name, next, next);
    rg_token_literal(tokens, name, "to");
    int last = rg_token_int(tokens, name, next - 1, total - 1);
    for (; next <= last && tokens->status == RG_OK; next++) {
      int row = rg_token_int(tokens, name, 0, matrix->rows - 1);
      rg_token_literal(tokens, name, ":");
      rg_entries_add(&matrix->entries, row, j, rg_token_real(tokens, name, next));
    }
  }
  if (tokens->status == RG_OK && next != total)
    rg_token_fail(tokens, name, "its columns hold %d entries, %d are announced", next, total);
}

/* CSparse: where the matrix came from, a banner line, then what cs_print writes */
static void read_csparse(rg_tokens *tokens, const rg_source *source, const char *name,
                         rg_siconos_matrix *matrix) {
  enum { TRIPLET = 1, COLUMNS = 2, ROWS = 3, HALF_TRIPLET = 4 };
  char element[64];
  snprintf(element, sizeof element, "%s origin", name);
  int origin = rg_token_int(tokens, element, TRIPLET, HALF_TRIPLET);
  if (origin == ROWS)
    rg_token_fail(tokens, element, "compressed rows (origin 3) have no text form that is known");
  rg_token_skip_line(tokens);
  rg_token_skip_line(tokens);
  if (origin == COLUMNS) read_columns(tokens, source, name, matrix);
  else read_triplet(tokens, source, name, origin == HALF_TRIPLET, matrix);
}

/* storage, rows, columns; the sizes must be those that the problem needs */
rg_siconos_matrix rg_siconos_matrix_read(rg_tokens *tokens, const rg_source *source,
                                         const char *name, int rows, int columns) {
  assert(rows >= 0 && rows <= RG_LARGEST_SIZE && columns >= 0 && columns <= RG_LARGEST_SIZE);
  rg_siconos_matrix matrix = {.rows = rows, .columns = columns};
  char element[64];
  snprintf(element, sizeof element, "%s storage", name);
  int storage = rg_token_int(tokens, element, RG_SICONOS_DENSE, RG_SICONOS_CSPARSE);
  snprintf(element, sizeof element, "%s rows", name);
  rg_token_int(tokens, element, rows, rows);
  snprintf(element, sizeof element, "%s columns", name);
  rg_token_int(tokens, element, columns, columns);
  // every row and every column has a number in one of the vectors behind the matrix
  if (!rg_token_room(tokens, name, (size_t)(rows > columns ? rows : columns))) return matrix;
  matrix.sparse = storage != RG_SICONOS_DENSE;
  if (storage == RG_SICONOS_DENSE) read_dense(tokens, source, name, &matrix);
  else if (storage == RG_SICONOS_BLOCKS) read_blocks(tokens, source, name, &matrix);
  else read_csparse(tokens, source, name, &matrix);
  return matrix;
}

rg_matrix rg_siconos_matrix_view(const rg_source *source, const rg_siconos_matrix *matrix) {
  if (matrix->sparse) return rg_entries_matrix(source, &matrix->entries);
  size_t rows = (size_t)matrix->rows, columns = (size_t)matrix->columns;
  double *values = RG_NEW(source->arena, double, rows *columns);
  if (!values) return (rg_matrix){0};
  for (size_t i = 0; i < rows; i++)
    for (size_t j = 0; j < columns; j++) values[i * columns + j] = matrix->values[j * rows + i];
  return rg_matrix_dense(matrix->rows, matrix->columns, values);
}

/* the columns of a matrix are the rows of its transpose */
rg_matrix rg_siconos_matrix_transpose(const rg_source *source, const rg_siconos_matrix *matrix) {
  if (matrix->sparse) return rg_entries_transpose(source, &matrix->entries);
  return rg_matrix_dense(matrix->columns, matrix->rows, matrix->values);
}
