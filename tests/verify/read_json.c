/* The JSON form of a problem: {"format":"rigor-problem","version":1,"kind":..., "A" or "M","G","f",
   "c","mu","target","lower","upper"}. Known answers lie beside: {FILE NAME: {status, impulse,
   velocity}}. */
#include "verify.h"

#include <jansson.h>
#include <math.h>
#include <string.h>

static int get_int(const json_t *object, const char *key, int otherwise) {
  const json_t *value = json_object_get(object, key);
  return json_is_number(value) ? (int)json_number_value(value) : otherwise;
}

/* a number, "inf", "-inf" or null (`otherwise`) */
static double get_real(const json_t *value, double otherwise) {
  if (json_is_number(value)) return json_number_value(value);
  if (!json_is_string(value)) return otherwise;
  const char *word = json_string_value(value);
  if (!strcmp(word, "inf") || !strcmp(word, "+inf")) return (double)INFINITY;
  if (!strcmp(word, "-inf")) return (double)-INFINITY;
  unreadable("'%s' is no number", word);
}

/* reads `count` numbers where the key is present; says whether it was */
static int get_vector(const json_t *object, const char *key, double *values, int count,
                      double otherwise) {
  const json_t *array = json_object_get(object, key);
  if (!array || json_is_null(array)) return 0;
  if ((int)json_array_size(array) != count)
    unreadable("\"%s\" has %d entries, not %d", key, (int)json_array_size(array), count);
  for (int i = 0; i < count; i++) values[i] = get_real(json_array_get(array, (size_t)i), otherwise);
  return 1;
}

static void get_dense(const json_t *dense, matrix *m) {
  for (int i = 0; i < m->rows; i++) {
    const json_t *row = json_array_get(dense, (size_t)i);
    if ((int)json_array_size(row) != m->columns) unreadable("dense row %d is not complete", i);
    for (int j = 0; j < m->columns; j++)
      matrix_add(m, i, j, json_number_value(json_array_get(row, (size_t)j)));
  }
}

static void get_sparse(const json_t *sparse, matrix *m) {
  const json_t *start = json_object_get(sparse, "row_start");
  const json_t *column = json_object_get(sparse, "column");
  const json_t *values = json_object_get(sparse, "values");
  for (int i = 0; i < m->rows; i++) {
    const json_int_t first = json_integer_value(json_array_get(start, (size_t)i));
    const json_int_t last = json_integer_value(json_array_get(start, (size_t)i + 1));
    for (json_int_t k = first; k < last; k++)
      matrix_add(m, i, (int)json_integer_value(json_array_get(column, (size_t)k)),
                 json_number_value(json_array_get(values, (size_t)k)));
  }
}

static int get_matrix(const json_t *object, const char *key, matrix *m, int rows, int columns) {
  const json_t *value = json_object_get(object, key);
  if (!value) return 0;
  const json_t *dense = json_object_get(value, "dense");
  if (columns < 0) {
    const json_t *row = json_array_get(dense, 0);
    columns = dense ? (int)json_array_size(row) : get_int(value, "columns", 0);
  }
  if (rows < 0) rows = dense ? (int)json_array_size(dense) : get_int(value, "rows", 0);
  matrix_size(m, rows, columns);
  if (dense) get_dense(dense, m);
  else get_sparse(value, m);
  return 1;
}

static double *get_known(const json_t *expected, const char *key, int n) {
  if (!json_object_get(expected, key)) return NULL;
  double *values = checked_calloc((size_t)n, sizeof *values);
  get_vector(expected, key, values, n, 0);
  return values;
}

void read_json(problem *p, const char *path) {
  json_error_t error;
  json_t *root = json_load_file(path, 0, &error);
  if (!root) unreadable("%s:%d: %s", path, error.line, error.text);
  const char *kind = json_string_value(json_object_get(root, "kind"));
  if (!kind) unreadable("%s: no \"kind\"", path);
  const int contacts = get_int(root, "contacts", 0), dim = get_int(root, "dim", 0);
  const int size = (int)json_array_size(json_object_get(root, "c"));
  problem_size(p, kind, dim, get_int(root, "rows", size - dim * contacts), contacts);

  // local or global form
  if (!get_matrix(root, "A", &p->A, p->n, p->n)) {
    p->global = 1;
    if (!get_matrix(root, "M", &p->M, -1, -1)) unreadable("%s: neither A nor M", path);
    if (!get_matrix(root, "G", &p->G, p->n, p->M.rows)) unreadable("%s: M without G", path);
    p->f = checked_calloc((size_t)p->M.rows, sizeof *p->f);
    get_vector(root, "f", p->f, p->M.rows, 0);
  }
  get_vector(root, "c", p->c, p->n, 0);
  get_vector(root, "mu", p->mu, p->contacts, 0);
  get_vector(root, "target", p->target, p->contacts, 0);
  get_vector(root, "lower", p->lower, p->rows, (double)-INFINITY);
  get_vector(root, "upper", p->upper, p->rows, (double)INFINITY);
  json_decref(root);
}

void read_expected(problem *p, const char *problem_path, const char *path) {
  json_error_t error;
  json_t *root = json_load_file(path, 0, &error);
  if (!root) unreadable("%s:%d: %s", path, error.line, error.text);
  const char *slash = strrchr(problem_path, '/');
  const json_t *expected = json_object_get(root, slash ? slash + 1 : problem_path);
  const char *status = json_string_value(json_object_get(expected, "status"));
  if (status) strncpy(p->expected_status, status, sizeof p->expected_status - 1);
  p->expected_impulse = get_known(expected, "impulse", p->n);
  p->expected_velocity = get_known(expected, "velocity", p->n);
  json_decref(root);
}
