/* The progress of a run on stderr: ten times a second at most, as wide as the terminal, wiped at the end. */
#include "progress.h"

#include "tally.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static const double REFRESH_SECONDS = 0.1;
enum { NARROWEST_BAR = 8, WIDEST_BAR = 40, WIDEST_LINE = 240 };

progress progress_begin(int wanted, const char *label, double span) {
  double now = wall_seconds();
  return (progress){.shown = wanted && isatty(STDERR_FILENO) && span > 0,
                    .label = label,
                    .begin = now,
                    .last = now,
                    .span = span};
}

static int terminal_width(void) {
  struct winsize size;
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col < WIDEST_LINE ? size.ws_col : WIDEST_LINE;
}

/* "12 s", "3:05", "1:02:03" */
static void put_duration(double seconds, char *text, size_t size) {
  long s = seconds < 1e8 ? lround(seconds) : 100000000;
  if (s < 60) snprintf(text, size, "%ld s", s);
  else if (s < 3600) snprintf(text, size, "%ld:%02ld", s / 60, s % 60);
  else snprintf(text, size, "%ld:%02ld:%02ld", s / 3600, s / 60 % 60, s % 60);
}

static void put_bar(double share, int width, char *bar) {
  int filled = (int)(share * width);
  for (int k = 0; k < width; k++) bar[k] = k < filled ? '#' : '.';
  bar[width] = 0;
}

void progress_show(progress *p, double done, long steps, double worst) {
  if (!p->shown) return;
  double now = wall_seconds();
  if (now - p->last < REFRESH_SECONDS) return;
  p->last = now;
  double wall = now - p->begin, share = fmin(fmax(done / p->span, 0), 1);
  char left[32] = "?", facts[WIDEST_LINE], bar[WIDEST_BAR + 1];
  if (share > 0) put_duration(wall * (1 - share) / share, left, sizeof left);
  int length = snprintf(facts, sizeof facts,
                        " %.4g of %.4g s, %.3g steps/s, %.2gx real time, worst %.0e, %s left", done,
                        p->span, (double)steps / wall, done / wall, worst, left);
  // the bar takes what the words leave
  int width = terminal_width(), room = width - length - (int)strlen(p->label) - 3;
  if (room > WIDEST_BAR) room = WIDEST_BAR;
  put_bar(share, room < NARROWEST_BAR ? 0 : room, bar);
  char line[2 * WIDEST_LINE];
  snprintf(line, sizeof line, "%s%s%s%s", bar, p->label[0] && bar[0] ? " " : "", p->label, facts);
  fprintf(stderr, "\r\033[K%.*s", width - 1, line);
  fflush(stderr);
}

void progress_end(progress *p) {
  if (p->shown && p->last > p->begin) fputs("\r\033[K", stderr);
  p->shown = 0;
}
