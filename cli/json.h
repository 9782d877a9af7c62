/* JSON that goes out: numbers with 17 digits, what is not finite as null. */
#ifndef RIGOR_JSON_H
#define RIGOR_JSON_H

#include <stdio.h>

typedef struct json_writer {
  FILE *stream;
  int depth;
  int first; /* the next thing is the first one in its object or array */
} json_writer;

json_writer json_begin(FILE *stream);
/* `bracket` is '{' or '['; `key` is NULL inside an array and outside of everything. */
void json_open(json_writer *w, const char *key, char bracket);
void json_close(json_writer *w, char bracket);
void json_text(json_writer *w, const char *key, const char *text);
void json_real(json_writer *w, const char *key, double value);
void json_int(json_writer *w, const char *key, int value);
void json_long(json_writer *w, const char *key, long value);
void json_reals(json_writer *w, const char *key, const double *values, int count);

#endif
