/* Text of reports: valid UTF-8 without control characters, measured and escaped. */
#ifndef RG_UTF8_H
#define RG_UTF8_H

#include <stdarg.h>
#include <stdio.h>

/* A copy that may go into XML and on a terminal: what is no UTF-8 becomes U+FFFD, control
   characters but the newline vanish. NULL: no memory. free() it. */
char *rg_utf8_copy(const char *text);
char *rg_utf8_format(const char *format, va_list arguments) __attribute__((format(printf, 1, 0)));

/* The next character of clean text; moves *text behind it, 0 at the end. */
unsigned rg_utf8_next(const char **text);
/* Columns on a terminal of the first `bytes` bytes. */
int rg_utf8_columns(const char *text, size_t bytes);
/* Width in px in a sans-serif font of that size, estimated. */
double rg_utf8_width(const char *text, size_t bytes, double size);
/* With & < > " as entities. */
void rg_utf8_escape(FILE *stream, const char *text, size_t bytes);

/* Breaks text into lines no wider than `room` between words (a longer word stays whole) and at
   newlines: the bytes of the line that begins at *text, which moves to the next line. 0 at the
   end. */
typedef double (*rg_utf8_measure)(const char *text, size_t bytes);
size_t rg_utf8_line(const char **text, const char **line, double room, rg_utf8_measure measure);

#endif
