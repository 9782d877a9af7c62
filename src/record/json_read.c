/* Reads our JSON form of a problem (docs/formats.md). jansson parses; integers come as reals, so
   that
   "-0" keeps its sign. A key that is not known is refused, so that no typing error goes unseen. */
#include "record/source.h"

#include <assert.h>
#include <jansson.h>

#include <limits.h>
#include <math.h>
#include <string.h>

enum { LARGEST_SIZE = 1 << 28 };

typedef struct reader {
  const rg_source *source;
  json_t *root;
  rg_status status;
} reader;

/* a whole number from low to high */
static int as_int(reader *r, const json_t *value, const char *element, int low, int high) {
  double x = json_number_value(value);
  if (!json_is_number(value)) RG_REFUSE(r, element, "must be an integer");
  else if (x != floor(x) || x < low || x > high)
    RG_REFUSE(r, element, "is %g, must be an integer from %d to %d", x, low, high);
  return r->status == RG_OK ? (int)x : 0;
}

static int size_of(reader *r, const char *key, int otherwise) {
  const json_t *value = json_object_get(r->root, key);
  return value ? as_int(r, value, key, 0, LARGEST_SIZE) : otherwise;
}

/* a number, or an infinity where `infinite` is not 0: null means that infinity */
static double as_real(reader *r, const json_t *value, const char *element, size_t index,
                      double infinite) {
  if (json_is_number(value)) return json_number_value(value);
  if (infinite != 0 && json_is_null(value)) return infinite;
  const char *text = infinite != 0 ? json_string_value(value) : NULL;
  if (text && strcmp(text, "inf") == 0) return HUGE_VAL;
  if (text && strcmp(text, "-inf") == 0) return -HUGE_VAL;
  RG_REFUSE(r, element, "entry %zu is no number", index);
  return 0;
}

static void fill_reals(reader *r, const json_t *array, const char *element, size_t count,
                       double infinite, double *out) {
  if (!json_is_array(array)) RG_REFUSE(r, element, "must be an array of %zu numbers", count);
  else if (json_array_size(array) != count)
    RG_REFUSE(r, element, "has %zu entries, must have %zu", json_array_size(array), count);
  for (size_t k = 0; r->status == RG_OK && k < count; k++)
    out[k] = as_real(r, json_array_get(array, k), element, k, infinite);
}

/* NULL where the key is missing */
static const double *vector_of(reader *r, const json_t *object, const char *key, int count,
                               double infinite) {
  const json_t *array = json_object_get(object, key);
  if (!array || r->status != RG_OK) return NULL;
  // the array is there with all its entries before memory is taken
  if (json_array_size(array) != (size_t)count || !json_is_array(array)) {
    RG_REFUSE(r, key, "must be an array of %d numbers, has %zu", count, json_array_size(array));
    return NULL;
  }
  double *vector =
      rg_source_take(r->source, &r->status, r->source->arena, (size_t)count, sizeof(double), key);
  if (vector) fill_reals(r, array, key, (size_t)count, infinite, vector);
  return vector;
}

static const double *needed_vector(reader *r, const char *key, int count) {
  if (count > 0 && !json_object_get(r->root, key)) RG_REFUSE(r, key, "is missing");
  return vector_of(r, r->root, key, count, 0);
}

static const int *indices_of(reader *r, const json_t *object, const char *matrix, const char *key,
                             size_t *count, int high) {
  char element[64];
  snprintf(element, sizeof element, "%s.%s", matrix, key);
  const json_t *array = json_object_get(object, key);
  if (!json_is_array(array)) {
    RG_REFUSE(r, element, "must be an array of integers");
    return NULL;
  }
  *count = json_array_size(array);
  int *index =
      rg_source_take(r->source, &r->status, r->source->arena, *count, sizeof(int), element);
  for (size_t k = 0; index && r->status == RG_OK && k < *count; k++)
    index[k] = as_int(r, json_array_get(array, k), element, 0, high);
  return index;
}

static void refuse_unknown(reader *r, json_t *object, const char *where, const char *const *known) {
  const char *key;
  json_t *value;
  json_object_foreach(object, key, value) {
    int found = 0;
    for (int k = 0; known[k]; k++) found |= strcmp(key, known[k]) == 0;
    if (!found) RG_REFUSE(r, where, "the key '%.60s' is not known", key);
  }
}

static rg_matrix dense_of(reader *r, const char *name, const json_t *array, int rows, int columns) {
  rg_matrix none = {0};
  if (!json_is_array(array) || json_array_size(array) != (size_t)rows) {
    RG_REFUSE(r, name, "dense must be an array of %d rows, has %zu", rows, json_array_size(array));
    return none;
  }
  // every row must be there before memory is taken
  for (int i = 0; i < rows; i++) {
    size_t length = json_array_size(json_array_get(array, (size_t)i));
    if (length != (size_t)columns)
      RG_REFUSE(r, name, "row %d has %zu entries, must have %d", i, length, columns);
  }
  if (r->status != RG_OK) return none;
  double *values = rg_source_take(r->source, &r->status, r->source->arena,
                                  (size_t)rows * (size_t)columns, sizeof(double), name);
  for (size_t i = 0; values && r->status == RG_OK && i < (size_t)rows; i++)
    fill_reals(r, json_array_get(array, i), name, (size_t)columns, 0, values + i * (size_t)columns);
  return rg_matrix_dense(rows, columns, values);
}

static rg_matrix sparse_of(reader *r, const char *name, const json_t *object, int rows,
                           int columns) {
  rg_matrix none = {0};
  size_t starts = 0, entries = 0;
  int claimed_rows = as_int(r, json_object_get(object, "rows"), name, 0, LARGEST_SIZE);
  int claimed_columns = as_int(r, json_object_get(object, "columns"), name, 0, LARGEST_SIZE);
  if (r->status == RG_OK && (claimed_rows != rows || claimed_columns != columns))
    RG_REFUSE(r, name, "is %d x %d, must be %d x %d", claimed_rows, claimed_columns, rows, columns);
  const int *start = indices_of(r, object, name, "row_start", &starts, INT_MAX - 1);
  const int *column = indices_of(r, object, name, "column", &entries, columns - 1);
  if (r->status != RG_OK) return none;
  if (starts != (size_t)rows + 1 || start[0] != 0 || (size_t)start[rows] != entries) {
    RG_REFUSE(r, name, "row_start must have %d entries and run from 0 to %zu", rows + 1, entries);
    return none;
  }
  for (int i = 0; i < rows; i++)
    if (start[i + 1] < start[i]) RG_REFUSE(r, name, "row_start decreases at row %d", i);
  double *values =
      rg_source_take(r->source, &r->status, r->source->arena, entries, sizeof(double), name);
  if (values) fill_reals(r, json_object_get(object, "values"), name, entries, 0, values);
  return rg_matrix_sparse(rows, columns, start, column, values);
}

static rg_matrix matrix_of(reader *r, const char *name, int rows, int columns) {
  static const char *const known[] = {"dense",  "rows",   "columns", "row_start",
                                      "column", "values", NULL};
  json_t *object = json_object_get(r->root, name);
  if (r->status != RG_OK) return (rg_matrix){0};
  if (!json_is_object(object)) {
    RG_REFUSE(r, name, object ? "must be an object" : "is missing");
    return (rg_matrix){0};
  }
  refuse_unknown(r, object, name, known);
  const json_t *dense = json_object_get(object, "dense");
  return dense ? dense_of(r, name, dense, rows, columns)
               : sparse_of(r, name, object, rows, columns);
}

static rg_kind kind_of(reader *r) {
  const json_t *value = json_object_get(r->root, "kind");
  const char *text = value ? json_string_value(value) : "contact";
  if (text && strcmp(text, "contact") == 0) return RG_KIND_CONTACT;
  if (text && strcmp(text, "lcp") == 0) return RG_KIND_LCP;
  if (text && strcmp(text, "mlcp") == 0) return RG_KIND_MLCP;
  RG_REFUSE(r, "kind", "must be \"contact\", \"lcp\" or \"mlcp\"");
  return RG_KIND_CONTACT;
}

static void check_head(reader *r) {
  static const char *const known[] = {
      "format", "version",  "kind",  "dim",         "rows",   "contacts", "A",         "M",
      "G",      "f",        "c",     "mu",          "target", "lower",    "upper",     "leeway",
      "guess",  "solution", "title", "description", "spin",   "roll",     "ellipsoid", NULL};
  const char *format = json_string_value(json_object_get(r->root, "format"));
  if (!json_is_object(r->root)) RG_REFUSE(r, "problem", "must be an object");
  if (!format || strcmp(format, "rigor-problem") != 0)
    RG_REFUSE(r, "format", "must be \"rigor-problem\"");
  if (r->status == RG_OK) as_int(r, json_object_get(r->root, "version"), "version", 1, 1);
  if (r->status == RG_OK) refuse_unknown(r, r->root, "problem", known);
}

/* the impulses of a stored solution are kept; its velocities must fit */
static const double *read_solution(reader *r, int n) {
  static const char *const known[] = {"impulse", "velocity", NULL};
  json_t *solution = json_object_get(r->root, "solution");
  if (!solution || r->status != RG_OK) return NULL;
  if (!json_is_object(solution)) RG_REFUSE(r, "solution", "must be an object");
  refuse_unknown(r, solution, "solution", known);
  vector_of(r, solution, "velocity", n, 0);
  return vector_of(r, solution, "impulse", n, 0);
}

static void read_problem(reader *r, rg_problem *problem) {
  check_head(r);
  problem->kind = kind_of(r);
  problem->contacts = size_of(r, "contacts", 0);
  problem->rows = size_of(r, "rows", 0);
  problem->dim = size_of(r, "dim", 0);
  int dim = problem->dim;
  if (dim > 6 || dim == 5 || dim == 1 || (problem->contacts && !dim))
    RG_REFUSE(r, "dim", "is %d, must be 2, 3, 4 or 6", dim);
  if (r->status == RG_OK &&
      (long long)problem->rows + (dim > 3 ? 6LL : 3LL) * problem->contacts > LARGEST_SIZE)
    RG_REFUSE(r, "contacts", "%d are too many", problem->contacts);
  if (r->status != RG_OK) return;
  int n = rg_problem_size(problem);
  // c has n entries: with it every size is backed by the file
  problem->c = needed_vector(r, "c", n);
  problem->mu = needed_vector(r, "mu", problem->contacts);
  problem->spin = vector_of(r, r->root, "spin", problem->contacts, 0);
  problem->roll = vector_of(r, r->root, "roll", problem->contacts, 0);
  const json_t *ellipsoid = json_object_get(r->root, "ellipsoid");
  if (ellipsoid && !json_is_boolean(ellipsoid)) RG_REFUSE(r, "ellipsoid", "must be true or false");
  problem->ellipsoid = json_is_true(ellipsoid);
  problem->target = vector_of(r, r->root, "target", problem->contacts, 0);
  problem->leeway = vector_of(r, r->root, "leeway", 2 * problem->contacts, 0);
  problem->lower = vector_of(r, r->root, "lower", problem->rows, -HUGE_VAL);
  problem->upper = vector_of(r, r->root, "upper", problem->rows, HUGE_VAL);
  problem->guess = vector_of(r, r->root, "guess", n, 0);
  problem->solution = read_solution(r, n);
  const json_t *f = json_object_get(r->root, "f");
  if (f || json_object_get(r->root, "M")) {
    int freedom = json_array_size(f) > LARGEST_SIZE ? 0 : (int)json_array_size(f);
    if (json_object_get(r->root, "A")) RG_REFUSE(r, "A", "cannot stand beside M, G and f");
    if (!f) RG_REFUSE(r, "f", "is missing");
    problem->f = needed_vector(r, "f", freedom);
    problem->M = matrix_of(r, "M", freedom, freedom);
    problem->G = matrix_of(r, "G", n, freedom);
  } else {
    problem->A = matrix_of(r, "A", n, n);
  }
}

rg_status rg_json_read(const rg_source *source, rg_problem *problem) {
  assert(source->bytes && source->bytes[source->size] == 0);
  json_error_t trouble;
  json_t *root = json_loadb(source->bytes, source->size,
                            JSON_DECODE_INT_AS_REAL | JSON_REJECT_DUPLICATES, &trouble);
  if (!root)
    return rg_fail_at(source->error, RG_BAD_INPUT, source->path, trouble.line,
                      trouble.column < 1 ? 1 : trouble.column, "", "%s", trouble.text);
  reader r = {.source = source, .root = root, .status = RG_OK};
  read_problem(&r, problem);
  json_decref(root);
  return r.status;
}
