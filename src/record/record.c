/* The door to problem files: tells the format, reads into one arena, checks, writes atomically. */
#include "base/file.h"
#include "base/plain_locale.h"
#include "record/source.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

int rg_format_parse(const char *text) {
  static const char *const names[] = {"auto", "siconos", "fclib", "json"};
  for (int k = 0; text && k < 4; k++)
    if (strcmp(text, names[k]) == 0) return k;
  return -1;
}

/* HDF5 puts its signature at 0 or at 512 times a power of 2; JSON begins with a brace */
static rg_format tell_format(const char *bytes, size_t size) {
  static const char signature[] = "\x89HDF\r\n\x1a\n";
  for (size_t at = 0; at + 8 <= size; at = at ? 2 * at : 512)
    if (memcmp(bytes + at, signature, 8) == 0) return RG_FORMAT_FCLIB;
  size_t first = strspn(bytes, " \t\n\r\v\f");
  return bytes[first] == '{' ? RG_FORMAT_JSON : RG_FORMAT_SICONOS;
}

static rg_status read_format(const rg_source *source, rg_format format, rg_problem *problem) {
  if (source->size == 0)
    return rg_fail_at(source->error, RG_BAD_INPUT, source->path, 1, 1, "", "the file is empty");
  if (format == RG_FORMAT_AUTO) format = tell_format(source->bytes, source->size);
  switch (format) {
  case RG_FORMAT_SICONOS: return rg_siconos_read(source, problem);
  case RG_FORMAT_FCLIB: return rg_fclib_read(source, problem);
  case RG_FORMAT_JSON: return rg_json_read(source, problem);
  case RG_FORMAT_AUTO: break;
  }
  return rg_fail(source->error, RG_BAD_INPUT, "format", "%d is no format", (int)format);
}

void *rg_source_take(const rg_source *source, rg_status *status, rg_arena *arena, size_t count,
                     size_t size, const char *element) {
  void *memory = *status == RG_OK ? rg_arena_alloc(arena, count, size) : NULL;
  if (!memory && *status == RG_OK)
    *status = rg_fail(source->error, RG_NO_MEMORY, element, "does not fit into the memory");
  return memory;
}

/* an error without a file gets ours */
static void name_file(rg_error *error, const char *path) {
  if (!error->file[0]) strncpy(error->file, path, sizeof error->file - 1);
}

static rg_status read_into(const char *path, rg_format format, rg_arena *arena, rg_problem *problem,
                           rg_error *error) {
  char *bytes = NULL;
  size_t size = 0;
  rg_status status = rg_file_load(path, &bytes, &size, error);
  if (status != RG_OK) return status;
  rg_arena scratch = {0};
  rg_source source = {.path = path,
                      .bytes = bytes,
                      .size = size,
                      .arena = arena,
                      .scratch = &scratch,
                      .error = error};
  rg_plain_locale locale = rg_plain_locale_enter();
  status = read_format(&source, format, problem);
  rg_plain_locale_leave(locale);
  rg_arena_free(&scratch);
  free(bytes);
  if (status == RG_OK) status = rg_problem_check(problem, error);
  return status;
}

rg_status rg_problem_read(rg_problem *problem, const char *path, rg_format format,
                          rg_error *error) {
  rg_error unused;
  if (!error) error = &unused;
  rg_error_clear(error);
  if (!problem || !path) return rg_fail(error, RG_BAD_INPUT, "path", "is NULL");
  *problem = rg_problem_default();
  rg_arena *arena = calloc(1, sizeof *arena);
  if (!arena) return rg_fail(error, RG_NO_MEMORY, "problem", "does not fit into the memory");
  problem->owner = arena;
  rg_status status = read_into(path, format, arena, problem, error);
  if (status == RG_OK) return RG_OK;
  rg_problem_free(problem);
  name_file(error, path);
  return status;
}

static rg_format format_of_name(const char *path) {
  static const struct {
    const char *ending;
    rg_format format;
  } known[] = {{".json", RG_FORMAT_JSON},
               {".hdf5", RG_FORMAT_FCLIB},
               {".h5", RG_FORMAT_FCLIB},
               {".dat", RG_FORMAT_SICONOS},
               {".txt", RG_FORMAT_SICONOS}};
  size_t length = strlen(path);
  for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
    size_t tail = strlen(known[k].ending);
    if (length > tail && strcasecmp(path + length - tail, known[k].ending) == 0)
      return known[k].format;
  }
  return RG_FORMAT_AUTO;
}

static rg_status write_format(const rg_target *target, rg_format format,
                              const rg_problem *problem) {
  switch (format) {
  case RG_FORMAT_SICONOS: return rg_siconos_write(target, problem);
  case RG_FORMAT_FCLIB: return rg_fclib_write(target, problem);
  case RG_FORMAT_JSON: return rg_json_write(target, problem);
  case RG_FORMAT_AUTO: break;
  }
  return rg_fail(target->error, RG_BAD_INPUT, "format",
                 "the name ends in none of .json .hdf5 .h5 .dat .txt: say which format is meant");
}

static rg_status write_to(const rg_problem *problem, const char *path, rg_format format,
                          const double *impulse, const double *velocity, rg_error *error) {
  rg_output output;
  rg_status status = rg_output_open(&output, path, error);
  if (status != RG_OK) return status;
  rg_arena scratch = {0};
  rg_target target = {.path = path,
                      .stream = output.stream,
                      .scratch = &scratch,
                      .impulse = impulse,
                      .velocity = velocity,
                      .error = error};
  rg_plain_locale locale = rg_plain_locale_enter();
  status = write_format(&target, format, problem);
  rg_plain_locale_leave(locale);
  rg_arena_free(&scratch);
  return rg_output_close(&output, status, error);
}

/* what no format can hold, or JSON only */
static rg_status check_writable(const rg_problem *problem, rg_format format, rg_error *error) {
  rg_status status = rg_problem_check(problem, error);
  if (status != RG_OK) return status;
  if (problem->A.storage == RG_OPERATOR)
    return rg_fail(error, RG_BAD_INPUT, "A", "is an operator: only a stored matrix can be written");
  if (problem->dim > 3 && format != RG_FORMAT_JSON)
    return rg_fail(error, RG_BAD_INPUT, "dim",
                   "only JSON has a place for torsional and rolling friction");
  return RG_OK;
}

rg_status rg_problem_write(const rg_problem *problem, const char *path, rg_format format,
                           const double *impulse, const double *velocity, rg_error *error) {
  rg_error unused;
  if (!error) error = &unused;
  rg_error_clear(error);
  if (!path) return rg_fail(error, RG_BAD_INPUT, "path", "is NULL");
  if (format == RG_FORMAT_AUTO) format = format_of_name(path);
  rg_status status = check_writable(problem, format, error);
  if (status == RG_OK) status = write_to(problem, path, format, impulse, velocity, error);
  if (status != RG_OK) name_file(error, path);
  return status;
}
