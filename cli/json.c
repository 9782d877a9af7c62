/* Writes JSON, one member a line. */
#include "json.h"

#include <math.h>
#include <string.h>

json_writer json_begin(FILE *stream) {
  return (json_writer){.stream = stream, .depth = 0, .first = 1};
}

/* length of the UTF-8 character at p, 0 where it is none */
static int character_length(const unsigned char *p) {
  int length = p[0] < 0x80                   ? 1
               : p[0] >= 0xc2 && p[0] < 0xe0 ? 2
               : (p[0] & 0xf0) == 0xe0       ? 3
               : p[0] >= 0xf0 && p[0] < 0xf5 ? 4
                                             : 0;
  for (int k = 1; k < length; k++)
    if ((p[k] & 0xc0) != 0x80) return 0;
  // surrogates and what is written longer than needed
  if (length == 3 && ((p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xed && p[1] > 0x9f))) return 0;
  if (length == 4 && ((p[0] == 0xf0 && p[1] < 0x90) || (p[0] == 0xf4 && p[1] > 0x8f))) return 0;
  return length;
}

static void put_string(FILE *stream, const char *text) {
  fputc('"', stream);
  for (const unsigned char *p = (const unsigned char *)text; *p;) {
    int length = character_length(p);
    if (length == 0) fputs("\\ufffd", stream);
    else if (*p == '"' || *p == '\\') fprintf(stream, "\\%c", *p);
    else if (*p < ' ') fprintf(stream, "\\u%04x", *p);
    else fwrite(p, 1, (size_t)length, stream);
    p += length ? length : 1;
  }
  fputc('"', stream);
}

/* comma, line, key */
static void begin_member(json_writer *w, const char *key) {
  if (!w->first) fputc(',', w->stream);
  if (w->depth > 0) fprintf(w->stream, "\n%*s", 2 * w->depth, "");
  w->first = 0;
  if (!key) return;
  put_string(w->stream, key);
  fputs(": ", w->stream);
}

void json_open(json_writer *w, const char *key, char bracket) {
  begin_member(w, key);
  fputc(bracket, w->stream);
  w->depth++;
  w->first = 1;
}

void json_close(json_writer *w, char bracket) {
  w->depth--;
  if (!w->first) fprintf(w->stream, "\n%*s", 2 * w->depth, "");
  fputc(bracket, w->stream);
  w->first = 0;
  if (w->depth == 0) fputc('\n', w->stream);
}

void json_text(json_writer *w, const char *key, const char *text) {
  begin_member(w, key);
  put_string(w->stream, text ? text : "");
}

static void put_real(FILE *stream, double value) {
  if (isfinite(value)) fprintf(stream, "%.17g", value);
  else fputs("null", stream);
}

void json_real(json_writer *w, const char *key, double value) {
  begin_member(w, key);
  put_real(w->stream, value);
}

void json_long(json_writer *w, const char *key, long value) {
  begin_member(w, key);
  fprintf(w->stream, "%ld", value);
}

void json_int(json_writer *w, const char *key, int value) { json_long(w, key, value); }

void json_reals(json_writer *w, const char *key, const double *values, int count) {
  begin_member(w, key);
  fputc('[', w->stream);
  for (int k = 0; k < count; k++) {
    if (k) fputs(", ", w->stream);
    put_real(w->stream, values[k]);
  }
  fputc(']', w->stream);
}
