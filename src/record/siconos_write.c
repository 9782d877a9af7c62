/* Writes Siconos text (docs/formats.md), 17 significant digits, always with a point, so that a
   number is never taken for a size. Dense stays dense and column-major; a sparse A that consists of
   whole contact blocks becomes sparse-block, any other sparse matrix a CSparse triplet. */
#include "record/siconos_matrix.h"

#include <assert.h>
#include <math.h>

static void put_reals(FILE *stream, const double *x, size_t count) {
  for (size_t k = 0; k < count; k++) fprintf(stream, " %.16e", x[k]);
  fputc('\n', stream);
}

/* `values` are the columns of the matrix, one after the other */
static void put_dense(FILE *stream, int rows, int columns, const double *values) {
  fprintf(stream, "%d\n%d\n%d\n%d %d\n", RG_SICONOS_DENSE, rows, columns, rows, columns);
  for (int j = 0; j < columns; j++)
    put_reals(stream, values + (size_t)j * (size_t)rows, (size_t)rows);
}

static void put_triplets(FILE *stream, const rg_matrix *A, int transposed) {
  int rows = transposed ? A->columns : A->rows, columns = transposed ? A->rows : A->columns;
  int entries = A->row_start[A->rows];
  fprintf(stream, "%d\n%d\n%d\n1\nCSparse text\n", RG_SICONOS_CSPARSE, rows, columns);
  fprintf(stream, "triplet: %d-by-%d, nzmax: %d nnz: %d\n", rows, columns, entries, entries);
  for (int i = 0; i < A->rows; i++)
    for (int k = A->row_start[i]; k < A->row_start[i + 1]; k++)
      fprintf(stream, "    %d %d : %.16e\n", transposed ? A->column[k] : i,
              transposed ? i : A->column[k], A->values[k]);
}

/* whether rows i*d .. i*d+d-1 hold the same whole blocks of d columns, in ascending order */
static int is_block_row(const rg_matrix *A, int i, int d) {
  const int *first = A->column + A->row_start[i * d];
  int length = A->row_start[i * d + 1] - A->row_start[i * d];
  if (length % d != 0) return 0;
  for (int k = 0; k < length; k++) {
    if (k % d == 0 ? first[k] % d != 0 : first[k] != first[k - 1] + 1) return 0;
    if (k % d == 0 && k && first[k] <= first[k - 1]) return 0;
  }
  for (int r = 1; r < d; r++) {
    const int *other = A->column + A->row_start[i * d + r];
    if (A->row_start[i * d + r + 1] - A->row_start[i * d + r] != length) return 0;
    for (int k = 0; k < length; k++)
      if (other[k] != first[k]) return 0;
  }
  return 1;
}

static int is_blocks(const rg_matrix *A, int contacts, int d) {
  for (int i = 0; i < contacts; i++)
    if (!is_block_row(A, i, d)) return 0;
  return contacts > 0 && A->row_start[A->rows] > 0;
}

static void put_block_values(FILE *stream, const rg_matrix *A, int contacts, int d) {
  int number = 0;
  for (int i = 0; i < contacts; i++) {
    int blocks = (A->row_start[i * d + 1] - A->row_start[i * d]) / d;
    for (int k = 0; k < blocks; k++) {
      fprintf(stream, "%d\n", number++);
      for (int c = 0; c < d; c++)
        for (int r = 0; r < d; r++)
          fprintf(stream, " %.16e\n", A->values[A->row_start[i * d + r] + k * d + c]);
    }
  }
}

static void put_blocks(FILE *stream, const rg_matrix *A, int contacts, int d) {
  int blocks = A->row_start[A->rows] / (d * d);
  fprintf(stream, "%d\n%d\n%d\n%d\n%d\n%d\n", RG_SICONOS_BLOCKS, A->rows, A->columns, blocks,
          contacts, contacts);
  // ends of the block rows and of the block columns
  for (int side = 0; side < 2; side++) {
    for (int i = 1; i <= contacts; i++) fprintf(stream, "%d ", i * d);
    fputc('\n', stream);
  }
  // compressed rows of blocks
  fprintf(stream, "%d\n%d\n", contacts + 1, blocks);
  for (int i = 0; i <= contacts; i++) fprintf(stream, "%d ", A->row_start[i * d] / (d * d));
  fputc('\n', stream);
  for (int i = 0; i < contacts; i++)
    for (int k = A->row_start[i * d]; k < A->row_start[i * d + 1]; k += d)
      fprintf(stream, "%d ", A->column[k] / d);
  fputc('\n', stream);
  put_block_values(stream, A, contacts, d);
}

/* row-major to column-major */
static const double *by_columns(const rg_target *target, const rg_matrix *A) {
  size_t rows = (size_t)A->rows, columns = (size_t)A->columns;
  double *values = RG_NEW(target->scratch, double, rows *columns);
  for (size_t i = 0; values && i < rows; i++)
    for (size_t j = 0; j < columns; j++) values[j * rows + i] = A->values[i * columns + j];
  return values;
}

static void put_matrix(const rg_target *target, const rg_matrix *A) {
  if (A->storage == RG_SPARSE) {
    put_triplets(target->stream, A, 0);
    return;
  }
  const double *values = by_columns(target, A);
  if (values) put_dense(target->stream, A->rows, A->columns, values);
}

/* the rows of G are the columns of H */
static void put_transpose(const rg_target *target, const rg_matrix *G) {
  if (G->storage == RG_SPARSE) put_triplets(target->stream, G, 1);
  else put_dense(target->stream, G->columns, G->rows, G->values);
}

static rg_status put_contact(const rg_target *target, const rg_problem *problem) {
  if (problem->rows > 0)
    return rg_fail(target->error, RG_BAD_INPUT, "rows",
                   "Siconos text has no place for the scalar rows of a contact problem");
  for (int i = 0; problem->target && i < problem->contacts; i++)
    if (problem->target[i] != 0)
      return rg_fail(target->error, RG_BAD_INPUT, "target",
                     "contact %d has a target velocity: Siconos text has no place for it", i);
  FILE *stream = target->stream;
  int n = rg_problem_size(problem), dim = problem->dim ? problem->dim : 3;
  fprintf(stream, "%d\n%d\n", dim, problem->contacts);
  if (problem->M.storage != RG_NONE) {
    put_matrix(target, &problem->M);
    put_transpose(target, &problem->G);
    put_reals(stream, problem->f, (size_t)problem->M.rows);
  } else if (problem->A.storage == RG_SPARSE && is_blocks(&problem->A, problem->contacts, dim)) {
    put_blocks(stream, &problem->A, problem->contacts, dim);
  } else {
    put_matrix(target, &problem->A);
  }
  put_reals(stream, problem->c, (size_t)n);
  put_reals(stream, problem->mu, (size_t)problem->contacts);
  return RG_OK;
}

static double lower_of(const rg_problem *problem, int i) {
  return problem->lower ? problem->lower[i] : 0;
}

static int is_free(const rg_problem *problem, int i) { return isinf(lower_of(problem, i)) != 0; }

static rg_status put_lcp(const rg_target *target, const rg_problem *problem) {
  fprintf(target->stream, "%d\n", problem->rows);
  put_matrix(target, &problem->A);
  put_reals(target->stream, problem->c, (size_t)problem->rows);
  return RG_OK;
}

/* runs of free rows and of complementarity rows are the blocks */
static void put_block_flags(FILE *stream, const rg_problem *problem) {
  fputs("0", stream);
  for (int i = 1; i <= problem->rows; i++)
    if (i == problem->rows || is_free(problem, i) != is_free(problem, i - 1))
      fprintf(stream, " %d", i);
  fputc('\n', stream);
  for (int i = 1; i <= problem->rows; i++)
    if (i == problem->rows || is_free(problem, i) != is_free(problem, i - 1))
      fprintf(stream, "%d ", !is_free(problem, i - 1));
  fputc('\n', stream);
}

/* the part of a dense M whose rows are free or not, and whose columns are free or not, by rows */
static void put_part(FILE *stream, const rg_problem *problem, int free_rows, int free_columns) {
  int n = problem->rows;
  for (int i = 0; i < n; i++) {
    if (is_free(problem, i) != free_rows) continue;
    for (int j = 0; j < n; j++)
      if (is_free(problem, j) == free_columns)
        fprintf(stream, " %.16e", problem->A.values[(size_t)i * (size_t)n + (size_t)j]);
    fputc('\n', stream);
  }
}

static void put_part_vector(FILE *stream, const rg_problem *problem, int free_rows) {
  for (int i = 0; i < problem->rows; i++)
    if (is_free(problem, i) == free_rows) fprintf(stream, " %.16e", problem->c[i]);
  fputc('\n', stream);
}

static rg_status put_mlcp(const rg_target *target, const rg_problem *problem) {
  FILE *stream = target->stream;
  int equalities = 0, parts = problem->A.storage == RG_DENSE;
  for (int i = 0; i < problem->rows; i++) equalities += is_free(problem, i);
  fprintf(stream, "1\n%d\n%d\n%d\n", parts, equalities, problem->rows - equalities);
  put_block_flags(stream, problem);
  put_matrix(target, &problem->A);
  put_reals(stream, problem->c, (size_t)problem->rows);
  if (!parts) return RG_OK;
  put_part(stream, problem, 1, 1); // A
  put_part(stream, problem, 0, 0); // B
  put_part(stream, problem, 1, 0); // C
  put_part(stream, problem, 0, 1); // D
  put_part_vector(stream, problem, 1);
  put_part_vector(stream, problem, 0);
  return RG_OK;
}

/* a row of an LCP starts at 0 and has no end; an MLCP has free rows besides */
static rg_status check_bounds(const rg_target *target, const rg_problem *problem) {
  for (int i = 0; i < problem->rows; i++) {
    double lower = lower_of(problem, i), upper = problem->upper ? problem->upper[i] : HUGE_VAL;
    int fits = lower == 0 || (problem->kind == RG_KIND_MLCP && isinf(lower));
    if (!fits || !isinf(upper))
      return rg_fail(target->error, RG_BAD_INPUT, "lower",
                     "row %d has the bounds %g and %g: Siconos text has no place for them", i,
                     lower, upper);
  }
  return RG_OK;
}

rg_status rg_siconos_write(const rg_target *target, const rg_problem *problem) {
  assert(target->stream && problem);
  rg_status status = RG_OK;
  if (problem->kind == RG_KIND_CONTACT) {
    status = put_contact(target, problem);
  } else {
    if (problem->M.storage != RG_NONE)
      return rg_fail(target->error, RG_BAD_INPUT, "M",
                     "Siconos text has no place for an LCP in global form");
    status = check_bounds(target, problem);
    if (status == RG_OK)
      status = problem->kind == RG_KIND_LCP ? put_lcp(target, problem) : put_mlcp(target, problem);
  }
  if (status == RG_OK && target->scratch->failed)
    return rg_fail(target->error, RG_NO_MEMORY, "problem", "does not fit into the memory");
  return status;
}
