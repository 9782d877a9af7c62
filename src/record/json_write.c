/* Writes our JSON form (docs/formats.md). %.17g gives every double back bit for bit. */
#include "record/source.h"

#include "base/json_numbers.h"

#include <assert.h>
#include <math.h>

static void put_ints(FILE *stream, const char *key, const int *x, int count) {
  fprintf(stream, "\"%s\": [", key);
  for (int k = 0; k < count; k++) fprintf(stream, k ? ", %d" : "%d", x[k]);
  fputc(']', stream);
}

static void put_vector(FILE *stream, const char *key, const double *x, int count) {
  if (!x) return;
  fprintf(stream, ",\n \"%s\": ", key);
  rg_json_reals(stream, x, (size_t)count);
}

/* one line a row */
static void put_dense(FILE *stream, const rg_matrix *matrix) {
  fputs("{\"dense\": [", stream);
  for (int i = 0; i < matrix->rows; i++) {
    if (i) fputs(",\n   ", stream);
    rg_json_reals(stream, matrix->values + (size_t)i * (size_t)matrix->columns,
                  (size_t)matrix->columns);
  }
  fputs("]}", stream);
}

static void put_sparse(FILE *stream, const rg_matrix *matrix) {
  int entries = matrix->row_start[matrix->rows];
  fprintf(stream, "{\"rows\": %d, \"columns\": %d,\n   ", matrix->rows, matrix->columns);
  put_ints(stream, "row_start", matrix->row_start, matrix->rows + 1);
  fputs(",\n   ", stream);
  put_ints(stream, "column", matrix->column, entries);
  fputs(",\n   \"values\": ", stream);
  rg_json_reals(stream, matrix->values, (size_t)entries);
  fputc('}', stream);
}

static void put_matrix(FILE *stream, const char *key, const rg_matrix *matrix) {
  fprintf(stream, ",\n \"%s\": ", key);
  if (matrix->storage == RG_SPARSE) put_sparse(stream, matrix);
  else put_dense(stream, matrix);
}

static void put_solution(FILE *stream, const rg_target *target, int n) {
  if (!target->impulse && !target->velocity) return;
  fputs(",\n \"solution\": {", stream);
  if (target->impulse) {
    fputs("\"impulse\": ", stream);
    rg_json_reals(stream, target->impulse, (size_t)n);
  }
  if (target->velocity) {
    fputs(target->impulse ? ",\n  \"velocity\": " : "\"velocity\": ", stream);
    rg_json_reals(stream, target->velocity, (size_t)n);
  }
  fputc('}', stream);
}

rg_status rg_json_write(const rg_target *target, const rg_problem *problem) {
  assert(target->stream && problem);
  static const char *const kinds[] = {"contact", "lcp", "mlcp"};
  FILE *stream = target->stream;
  int n = rg_problem_size(problem);
  fprintf(stream, "{\"format\": \"rigor-problem\", \"version\": 1, \"kind\": \"%s\",\n",
          kinds[problem->kind]);
  fprintf(stream, " \"dim\": %d, \"rows\": %d, \"contacts\": %d", problem->dim, problem->rows,
          problem->contacts);
  if (problem->M.storage != RG_NONE) {
    put_matrix(stream, "M", &problem->M);
    put_matrix(stream, "G", &problem->G);
    put_vector(stream, "f", problem->f, problem->M.rows);
  } else {
    put_matrix(stream, "A", &problem->A);
  }
  put_vector(stream, "c", problem->c, n);
  put_vector(stream, "mu", problem->mu, problem->contacts);
  put_vector(stream, "spin", problem->spin, problem->contacts);
  put_vector(stream, "roll", problem->roll, problem->contacts);
  if (problem->ellipsoid) fputs(",\n \"ellipsoid\": true", stream);
  put_vector(stream, "target", problem->target, problem->contacts);
  put_vector(stream, "leeway", problem->leeway, 2 * problem->contacts);
  put_vector(stream, "lower", problem->lower, problem->rows);
  put_vector(stream, "upper", problem->upper, problem->rows);
  put_vector(stream, "guess", problem->guess, n);
  put_solution(stream, target, n);
  fputs("}\n", stream);
  return RG_OK;
}
