/* Status codes in words, and errors with a position. */
#include "base/budget.h"

#include <rigor/base.h>

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *rg_status_text(rg_status status) {
  switch (status) {
  case RG_SOLVED: return "solved";
  case RG_NO_SOLUTION: return "no solution";
  case RG_STALLED: return "stalled";
  case RG_LIMIT: return "limit reached";
  case RG_BAD_INPUT: return "bad input";
  case RG_NO_MEMORY: return "out of memory";
  case RG_IO: return "file error";
  case RG_DIVERGED: return "diverged";
  case RG_ROUNDED: return "rounded";
  }
  return "unknown status";
}

#define RG_TEXT(x)       #x
#define RG_JOIN(a, b, c) RG_TEXT(a) "." RG_TEXT(b) "." RG_TEXT(c)

const char *rg_version(void) {
  return RG_JOIN(RG_VERSION_MAJOR, RG_VERSION_MINOR, RG_VERSION_PATCH);
}

void rg_error_clear(rg_error *error) {
  if (error) memset(error, 0, sizeof *error);
}

static void copy_text(char *to, size_t size, const char *from) {
  snprintf(to, size, "%s", from ? from : "");
}

/* memory that was refused, not missing: how much, beside how much is allowed */
static void add_budget(rg_error *error) {
  char words[96];
  if (error->status != RG_NO_MEMORY || !rg_budget_words(words, sizeof words)) return;
  size_t used = strlen(error->reason);
  snprintf(error->reason + used, sizeof error->reason - used, ": %s", words);
}

RG_PRINTF(4, 0)
static void fill(rg_error *error, rg_status status, const char *element, const char *format,
                 va_list arguments) {
  rg_error_clear(error);
  error->status = status;
  copy_text(error->element, sizeof error->element, element);
  vsnprintf(error->reason, sizeof error->reason, format, arguments);
  add_budget(error);
}

rg_status rg_fail(rg_error *error, rg_status status, const char *element, const char *format, ...) {
  if (!error) return status;
  va_list arguments;
  va_start(arguments, format);
  fill(error, status, element, format, arguments);
  va_end(arguments);
  return status;
}

rg_status rg_fail_at(rg_error *error, rg_status status, const char *file, int line, int column,
                     const char *element, const char *format, ...) {
  if (!error) return status;
  va_list arguments;
  va_start(arguments, format);
  fill(error, status, element, format, arguments);
  va_end(arguments);
  copy_text(error->file, sizeof error->file, file);
  error->line = line;
  error->column = column;
  return status;
}

const char *rg_error_text(const rg_error *error, char *buffer, size_t size) {
  if (!error || !buffer || size == 0) return "";
  char position[32] = "";
  if (error->line > 0 && error->column > 0)
    snprintf(position, sizeof position, ":%d:%d", error->line, error->column);
  else if (error->line > 0) snprintf(position, sizeof position, ":%d", error->line);
  snprintf(buffer, size, "%s%s%s%s%s%s", error->file, position, error->file[0] ? ": " : "",
           error->element, error->element[0] ? ": " : "", error->reason);
  return buffer;
}
