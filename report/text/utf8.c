/* Text of reports: valid UTF-8 without control characters, measured and escaped. Character
   ranges are those of Unicode 15. */
#include "text/utf8.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { REPLACEMENT = 0xfffd };

/* length of the UTF-8 character at p, 0 where it is none; no surrogates, nothing longer than
   needed */
static int sequence_length(const unsigned char *p) {
  int length = p[0] < 0x80                   ? 1
               : p[0] >= 0xc2 && p[0] < 0xe0 ? 2
               : (p[0] & 0xf0) == 0xe0       ? 3
               : p[0] >= 0xf0 && p[0] < 0xf5 ? 4
                                             : 0;
  for (int k = 1; k < length; k++)
    if ((p[k] & 0xc0) != 0x80) return 0;
  if (length == 3 && ((p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xed && p[1] > 0x9f))) return 0;
  if (length == 4 && ((p[0] == 0xf0 && p[1] < 0x90) || (p[0] == 0xf4 && p[1] > 0x8f))) return 0;
  return length;
}

static unsigned decode(const unsigned char *p, int length) {
  static const unsigned char first_bits[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
  unsigned code = p[0] & first_bits[length];
  for (int k = 1; k < length; k++) code = code << 6 | (p[k] & 0x3f);
  return code;
}

/* control characters, and the marks that turn the direction of the text around */
static int is_hidden(unsigned code) {
  return (code < 0x20 && code != '\n' && code != '\t') || (code >= 0x7f && code < 0xa0) ||
         (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

char *rg_utf8_copy(const char *text) {
  if (!text) text = "";
  char *copy = malloc(3 * strlen(text) + 1), *out = copy;
  if (!copy) return NULL;
  for (const unsigned char *p = (const unsigned char *)text; *p;) {
    int length = sequence_length(p);
    unsigned code = length ? decode(p, length) : REPLACEMENT;
    if (length == 0 || (code & 0xfffe) == 0xfffe) {
      memcpy(out, "\xef\xbf\xbd", 3);
      out += 3;
    } else if (code == '\t') *out++ = ' ';
    else if (!is_hidden(code)) {
      memcpy(out, p, (size_t)length);
      out += length;
    }
    p += length ? length : 1;
  }
  *out = 0;
  return copy;
}

char *rg_utf8_format(const char *format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  int length = vsnprintf(NULL, 0, format, again);
  va_end(again);
  char *raw = length < 0 ? NULL : malloc((size_t)length + 1), *clean = NULL;
  if (raw && vsnprintf(raw, (size_t)length + 1, format, arguments) >= 0) clean = rg_utf8_copy(raw);
  free(raw);
  return clean;
}

unsigned rg_utf8_next(const char **text) {
  const unsigned char *p = (const unsigned char *)*text;
  if (!*p) return 0;
  int length = sequence_length(p);
  unsigned code = length ? decode(p, length) : REPLACEMENT;
  *text += length ? length : 1;
  return code;
}

/* accents that sit on the character before them */
static int is_combining(unsigned code) {
  return (code >= 0x300 && code < 0x370) || (code >= 0x1ab0 && code < 0x1b00) ||
         (code >= 0x20d0 && code < 0x2100) || (code >= 0xfe00 && code < 0xfe10) || code == 0x200b ||
         code == 0x200d;
}

/* East Asian characters and pictures take two columns */
static int is_wide(unsigned code) {
  return (code >= 0x1100 && code < 0x1160) || (code >= 0x2e80 && code < 0xa4d0) ||
         (code >= 0xac00 && code < 0xd7a4) || (code >= 0xf900 && code < 0xfb00) ||
         (code >= 0xff00 && code < 0xff61) || (code >= 0x1f300 && code < 0x1fb00) ||
         (code >= 0x20000 && code < 0x40000);
}

int rg_utf8_columns(const char *text, size_t bytes) {
  int columns = 0;
  for (const char *p = text, *end = text + bytes; p < end && *p;) {
    unsigned code = rg_utf8_next(&p);
    columns += is_combining(code) ? 0 : is_wide(code) ? 2 : 1;
  }
  return columns;
}

/* in parts of the font size; the widest of the usual sans-serif fonts */
static double character_width(unsigned code) {
  if (is_combining(code)) return 0;
  if (is_wide(code)) return 1;
  if (code < 0x80 && strchr("iIjl.,:;'|!", (int)code)) return 0.32;
  if (code < 0x80 && strchr(" ftr()[]-/\"", (int)code)) return 0.4;
  if (code < 0x80 && strchr("mwMW@%", (int)code)) return 0.95;
  if (code >= 'A' && code <= 'Z') return 0.7;
  // superscripts and subscripts
  if ((code >= 0x2070 && code < 0x20a0) || code == 0xb2 || code == 0xb3 || code == 0xb9) return 0.4;
  return 0.62;
}

double rg_utf8_width(const char *text, size_t bytes, double size) {
  double width = 0;
  for (const char *p = text, *end = text + bytes; p < end && *p;)
    width += character_width(rg_utf8_next(&p));
  return width * size;
}

void rg_utf8_escape(FILE *stream, const char *text, size_t bytes) {
  for (const char *p = text, *end = text + bytes; p < end && *p; p++) switch (*p) {
    case '&': fputs("&amp;", stream); break;
    case '<': fputs("&lt;", stream); break;
    case '>': fputs("&gt;", stream); break;
    case '"': fputs("&quot;", stream); break;
    default: fputc(*p, stream);
    }
}

size_t rg_utf8_line(const char **text, const char **line, double room, rg_utf8_measure measure) {
  assert(*text && room > 0 && measure);
  const char *begin = *text + strspn(*text, " ");
  size_t used = 0;
  // one word after the other while they fit
  while (begin[used] && begin[used] != '\n') {
    size_t space = strspn(begin + used, " "), word = strcspn(begin + used + space, " \n");
    if (used > 0 && measure(begin, used + space + word) > room) break;
    used += space + word;
  }
  *line = begin;
  *text = begin + used + strspn(begin + used, " ");
  if (**text == '\n') ++*text;
  while (used > 0 && begin[used - 1] == ' ') used--;
  return used;
}
