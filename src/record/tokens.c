/* Tokens with positions. Numbers are read by strtod and strtol; the caller sees to the "C" locale.
 */
#include "record/tokens.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN = 24 };

rg_tokens rg_tokens_begin(const char *file, const char *text, size_t size, rg_error *error) {
  assert(text && text[size] == 0);
  return (rg_tokens){.file = file,
                     .at = text,
                     .end = text + size,
                     .line_start = text,
                     .line = 1,
                     .status = RG_OK,
                     .error = error};
}

static int is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}

static void step(rg_tokens *tokens) {
  if (*tokens->at++ != '\n') return;
  tokens->line++;
  tokens->line_start = tokens->at;
}

static void skip_blanks(rg_tokens *tokens) {
  while (tokens->at < tokens->end && is_blank(*tokens->at)) step(tokens);
}

/* here, or where the file ends */
RG_PRINTF(4, 0)
static void fail(rg_tokens *tokens, const char *element, int at_end, const char *format,
                 va_list arguments) {
  char reason[256];
  if (tokens->status != RG_OK) return;
  vsnprintf(reason, sizeof reason, format, arguments);
  while (at_end && tokens->at < tokens->end) step(tokens);
  long column = tokens->at - tokens->line_start + 1;
  tokens->status = rg_fail_at(tokens->error, RG_BAD_INPUT, tokens->file, tokens->line,
                              column < INT_MAX ? (int)column : INT_MAX, element, "%s", reason);
}

void rg_token_fail(rg_tokens *tokens, const char *element, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fail(tokens, element, 0, format, arguments);
  va_end(arguments);
}

void rg_token_fail_end(rg_tokens *tokens, const char *element, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fail(tokens, element, 1, format, arguments);
  va_end(arguments);
}

/* "expected WHAT, found 'abc'", or that the file ends */
static void fail_expected(rg_tokens *tokens, const char *element, const char *what) {
  if (tokens->at >= tokens->end) {
    rg_token_fail(tokens, element, "the file ends where %s is expected", what);
    return;
  }
  // show the token, without what a terminal would not print
  char shown[SHOWN + 1];
  int length = 0;
  for (const char *p = tokens->at; p < tokens->end && !is_blank(*p) && length < SHOWN; p++)
    shown[length++] = *p > ' ' && *p < 127 ? *p : '?';
  shown[length] = 0;
  rg_token_fail(tokens, element, "expected %s, found '%s'", what, shown);
}

int rg_token_int_prefix(rg_tokens *tokens, const char *element, int low, int high) {
  if (tokens->status != RG_OK) return 0;
  skip_blanks(tokens);
  char *stop = NULL;
  errno = 0;
  long value = strtol(tokens->at, &stop, 10);
  if (tokens->at >= tokens->end || stop == tokens->at) {
    fail_expected(tokens, element, "an integer");
    return 0;
  }
  if (errno == ERANGE || value < low || value > high) {
    if (low == high) rg_token_fail(tokens, element, "is %ld, must be %d", value, low);
    else rg_token_fail(tokens, element, "is %ld, must be from %d to %d", value, low, high);
    return 0;
  }
  tokens->at = stop;
  return (int)value;
}

int rg_token_int(rg_tokens *tokens, const char *element, int low, int high) {
  assert(low <= high);
  if (tokens->status != RG_OK) return 0;
  skip_blanks(tokens);
  const char *start = tokens->at;
  int value = rg_token_int_prefix(tokens, element, low, high);
  if (tokens->status == RG_OK && tokens->at < tokens->end && !is_blank(*tokens->at)) {
    tokens->at = start;
    fail_expected(tokens, element, "an integer");
    return 0;
  }
  return value;
}

double rg_token_real(rg_tokens *tokens, const char *element, long index) {
  if (tokens->status != RG_OK) return 0;
  skip_blanks(tokens);
  char *stop = NULL;
  double value = strtod(tokens->at, &stop);
  int good =
      tokens->at < tokens->end && stop > tokens->at && (stop >= tokens->end || is_blank(*stop));
  if (good && isfinite(value)) {
    tokens->at = stop;
    return value;
  }
  char name[128];
  if (index >= 0) snprintf(name, sizeof name, "%s[%ld]", element, index);
  else snprintf(name, sizeof name, "%s", element);
  fail_expected(tokens, name, good ? "a finite number" : "a number");
  return 0;
}

void rg_token_reals(rg_tokens *tokens, const char *element, size_t count, double *out) {
  assert(out || count == 0);
  for (size_t k = 0; k < count && tokens->status == RG_OK; k++)
    out[k] = rg_token_real(tokens, element, (long)k);
}

int rg_token_is(rg_tokens *tokens, const char *text) {
  if (tokens->status != RG_OK) return 0;
  skip_blanks(tokens);
  size_t length = strlen(text);
  return (size_t)(tokens->end - tokens->at) >= length && memcmp(tokens->at, text, length) == 0;
}

void rg_token_literal(rg_tokens *tokens, const char *element, const char *text) {
  char what[64];
  snprintf(what, sizeof what, "'%s'", text);
  if (rg_token_is(tokens, text)) tokens->at += strlen(text);
  else fail_expected(tokens, element, what);
}

void rg_token_skip_line(rg_tokens *tokens) {
  while (tokens->status == RG_OK && tokens->at < tokens->end) {
    int last = *tokens->at == '\n';
    step(tokens);
    if (last) break;
  }
}

int rg_token_room(rg_tokens *tokens, const char *element, size_t count) {
  if (tokens->status != RG_OK) return 0;
  size_t left = (size_t)(tokens->end - tokens->at);
  if (count <= left / 2 + 1) return 1;
  rg_token_fail_end(tokens, element,
                    "the file ends too early: %zu numbers are announced, but only %zu bytes follow",
                    count, left);
  return 0;
}

int rg_token_more(rg_tokens *tokens) {
  if (tokens->status != RG_OK) return 0;
  skip_blanks(tokens);
  return tokens->at < tokens->end;
}
