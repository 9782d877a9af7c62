/* Bars of eighths of a line, as many columns as there is room for. */
#include "sparkline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* every second column goes into the one before */
static void halve(sparkline *s) {
  for (int i = 0; i < s->count / 2; i++) s->value[i] = fmax(s->value[2 * i], s->value[2 * i + 1]);
  s->count /= 2;
  s->per *= 2;
}

void sparkline_add(sparkline *s, double value) {
  if (s->count == 0) s->per = 1;
  if (s->count == 0 || s->in_last == s->per) {
    if (s->count == SPARKLINE_COLUMNS) halve(s);
    s->value[s->count++] = value;
    s->in_last = 1;
  } else {
    s->value[s->count - 1] = fmax(s->value[s->count - 1], value);
    s->in_last++;
  }
}

void sparkline_print(FILE *stream, const sparkline *s) {
  static const char *const bars[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (int i = 0; i < s->count; i++) {
    low = fmin(low, s->value[i]);
    high = fmax(high, s->value[i]);
  }
  if (s->count < 2 || !isfinite(high - low)) return;
  for (int i = 0; i < s->count; i++) {
    double part = high > low ? (s->value[i] - low) / (high - low) : 0;
    fputs(bars[(int)fmin(7, 8 * part)], stream);
  }
}

int sparkline_possible(FILE *stream) {
  static const char *const variables[] = {"LC_ALL", "LC_CTYPE", "LANG"};
  if (!isatty(fileno(stream))) return 0;
  // the first that is set decides
  for (int k = 0; k < 3; k++) {
    const char *value = getenv(variables[k]);
    if (value && value[0]) return strcasestr(value, "utf-8") || strcasestr(value, "utf8");
  }
  return 0;
}
