/* Impulses that somebody else wrote down: inside a problem file, as JSON, or as plain numbers. */
#include "solution.h"

#include <jansson.h>

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST_LINE = 1 << 16 };

static rg_status refuse(rg_error *error, const char *path, int line, const char *element,
                        const char *reason) {
  *error = (rg_error){0};
  refuse_option(error, element, "%s", reason);
  snprintf(error->file, sizeof error->file, "%s", path);
  error->line = line;
  return error->status;
}

static rg_status refuse_count(rg_error *error, const char *path, size_t count, int n) {
  char reason[128];
  snprintf(reason, sizeof reason, "%zu numbers, and the problem has %d unknowns", count, n);
  return refuse(error, path, 0, "", reason);
}

/* --- JSON ----------------------------------------------------------------------------------------- */

/* the array itself, or the member of a printed answer */
static const json_t *find_array(const json_t *root) {
  static const char *const keys[] = {"impulse", "z"};
  if (json_is_array(root)) return root;
  const json_t *solution = json_object_get(root, "solution");
  if (solution) root = solution;
  for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
    if (json_object_get(root, keys[k])) return json_object_get(root, keys[k]);
  return NULL;
}

static rg_status take_array(const char *path, const json_t *array, int n, double *impulse,
                            rg_error *error) {
  if (!array)
    return refuse(error, path, 0, "impulse",
                  "is missing: neither an array nor an answer with impulses");
  if (json_array_size(array) != (size_t)n)
    return refuse_count(error, path, json_array_size(array), n);
  for (int i = 0; i < n; i++) {
    const json_t *value = json_array_get(array, (size_t)i);
    if (!json_is_number(value))
      return refuse(error, path, 0, "impulse", "has an entry that is no number");
    impulse[i] = json_number_value(value);
  }
  return RG_OK;
}

static rg_status read_json(const char *path, int n, double *impulse, rg_error *error) {
  json_error_t trouble;
  json_t *root = json_load_file(path, JSON_DECODE_INT_AS_REAL, &trouble);
  if (!root) return refuse(error, path, trouble.line, "", trouble.text);
  rg_status status = take_array(path, find_array(root), n, impulse, error);
  json_decref(root);
  return status;
}

/* --- plain numbers -------------------------------------------------------------------------------- */

/* the numbers of a line; *count goes on behind n, so that too many are told as such */
static rg_status take_line(const char *path, int number, char *line, int n, double *impulse,
                           size_t *count, rg_error *error) {
  line[strcspn(line, "#")] = 0;
  for (char *end, *at = line + strspn(line, " \t\r\n,;"); *at;
       at = end + strspn(end, " \t\r\n,;")) {
    double value = strtod(at, &end);
    if (end == at || !strchr(" \t\r\n,;", *end) || !isfinite(value)) {
      at[strcspn(at, " \t\r\n,;")] = 0;
      return refuse(error, path, number, at, "is no finite number");
    }
    if (*count < (size_t)n) impulse[*count] = value;
    ++*count;
  }
  return RG_OK;
}

static rg_status read_lines(const char *path, FILE *stream, int n, double *impulse,
                            rg_error *error) {
  static char line[LONGEST_LINE];
  size_t count = 0;
  rg_status status = RG_OK;
  for (int number = 1; status == RG_OK && fgets(line, sizeof line, stream); number++) {
    if (strlen(line) == sizeof line - 1)
      return refuse(error, path, number, "", "is longer than 65534 characters");
    status = take_line(path, number, line, n, impulse, &count, error);
  }
  if (status == RG_OK && count != (size_t)n) return refuse_count(error, path, count, n);
  return status;
}

/* --- all ------------------------------------------------------------------------------------------ */

/* of a problem that has a solution, its own */
static rg_status take_stored(const char *path, const rg_problem *from, int n, double *impulse,
                             rg_error *error) {
  if (!from->solution) return refuse(error, path, 0, "", "is a problem without a solution in it");
  if (rg_problem_size(from) != n)
    return refuse_count(error, path, (size_t)rg_problem_size(from), n);
  if (n > 0) memcpy(impulse, from->solution, (size_t)n * sizeof *impulse);
  return RG_OK;
}

/* the first character that is no blank; 0 where there is none */
static int first_of(FILE *stream) {
  int c;
  while ((c = fgetc(stream)) != EOF && strchr(" \t\r\n", c)) continue;
  rewind(stream);
  return c == EOF ? 0 : c;
}

rg_status read_solution(const char *path, const rg_problem *problem, double *impulse,
                        rg_error *error) {
  int n = rg_problem_size(problem);
  if (!path) {
    if (problem->solution) return take_stored("", problem, n, impulse, error);
    return refuse_option(error, "SOLUTION", "is missing, and the problem has none in it");
  }
  FILE *stream = fopen(path, "rb");
  if (!stream) return refuse(error, path, 0, "", strerror(errno));
  int first = first_of(stream);
  rg_problem from;
  rg_status status;
  // a file with a whole problem in it, JSON or HDF5, and nothing else begins like that
  if ((first == '{' || first == 0x89) &&
      read_problem(&from, path, RG_FORMAT_AUTO, error) == RG_OK) {
    status = take_stored(path, &from, n, impulse, error);
    rg_problem_free(&from);
  } else if (first == 0x89) status = error->status;
  else {
    *error = (rg_error){0};
    status = first == '{' || first == '[' ? read_json(path, n, impulse, error)
                                          : read_lines(path, stream, n, impulse, error);
  }
  fclose(stream);
  return status;
}
