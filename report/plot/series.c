/* Curves, points, steps and bars. A curve may have any number of points: those that fall into
   the same half pixel column are replaced by the first, lowest, highest and last of them, which
   is as much as one can see; segments are clipped to the frame by Liang & Barsky's method. */
#include "plot/canvas.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static const double COLUMN = 0.5;    /* px */
static const double MARKER = 3.2;    /* px, half size */
static const double BAR_SHARE = 0.8; /* of the distance between bars */

typedef struct point {
  double x, y;
} point;

typedef struct track {
  rg_surface *surface;
  double low[2], high[2]; /* the frame, px */
  int down;               /* there is a point before */
  point before, written;  /* the last one, and the last one on the paper */
  int empty;              /* nothing of this stroke is on the paper */
  // the points of one column, in the order in which they came
  int gathered;
  long column;
  point first, lowest, highest, end;
  int lowest_first;
} track;

static track track_over(const rg_canvas *c) {
  return (track){.surface = c->surface,
                 .low = {c->x->begin, c->y->begin + c->y->length},
                 .high = {c->x->begin + c->x->length, c->y->begin},
                 .empty = 1};
}

/* narrows [*from, *to] to the part of the segment where a + t d is between low and high */
static int clip(double a, double d, double low, double high, double *from, double *to) {
  if (d == 0) return a >= low && a <= high;
  double t0 = (low - a) / d, t1 = (high - a) / d;
  *from = fmax(*from, fmin(t0, t1));
  *to = fmin(*to, fmax(t0, t1));
  return *from <= *to;
}

static void put_point(track *p, point at) {
  if (p->empty) p->surface->move(p->surface, at.x, at.y);
  else p->surface->line(p->surface, at.x, at.y);
  p->written = at;
  p->empty = 0;
}

static void draw_to(track *p, point to) {
  if (p->down) {
    double dx = to.x - p->before.x, dy = to.y - p->before.y, from_t = 0, to_t = 1;
    if (clip(p->before.x, dx, p->low[0], p->high[0], &from_t, &to_t) &&
        clip(p->before.y, dy, p->low[1], p->high[1], &from_t, &to_t)) {
      point a = {p->before.x + from_t * dx, p->before.y + from_t * dy};
      point b = {p->before.x + to_t * dx, p->before.y + to_t * dy};
      // coming back into the frame begins a new stroke
      p->empty |= a.x != p->written.x || a.y != p->written.y;
      if (p->empty) put_point(p, a);
      if (a.x != b.x || a.y != b.y) put_point(p, b);
    }
  }
  p->before = to;
  p->down = 1;
}

static void flush_column(track *p) {
  if (!p->gathered) return;
  p->gathered = 0;
  draw_to(p, p->first);
  point early = p->lowest_first ? p->lowest : p->highest;
  point late = p->lowest_first ? p->highest : p->lowest;
  if (early.y != p->first.y) draw_to(p, early);
  if (late.y != early.y) draw_to(p, late);
  if (p->end.x != late.x || p->end.y != late.y) draw_to(p, p->end);
}

static void gather(track *p, point at) {
  // far outside all columns are the same
  long column = (long)floor(fmin(fmax(at.x, -1e6), 1e6) / COLUMN);
  if (p->gathered && column != p->column) flush_column(p);
  if (!p->gathered) {
    p->gathered = 1;
    p->column = column;
    p->first = p->lowest = p->highest = p->end = at;
    p->lowest_first = 1;
    return;
  }
  p->end = at;
  if (at.y < p->lowest.y) {
    p->lowest = at;
    p->lowest_first = 0;
  } else if (at.y > p->highest.y) {
    p->highest = at;
    p->lowest_first = 1;
  }
}

/* a point between two gaps becomes a dot */
static void lift(track *p) {
  flush_column(p);
  if (p->down && p->empty) draw_to(p, p->before);
  if (p->down && !p->empty) p->surface->line(p->surface, p->written.x, p->written.y);
  p->down = 0;
  p->empty = 1;
}

static point place(const rg_canvas *c, const rg_plot_item *item, int i) {
  return (point){rg_axis_place(c->x, item->x[i]), rg_axis_place(c->y, item->y[i])};
}

static int is_gap(point at) { return isnan(at.x) || isnan(at.y); }

/* a second round through the colours is dashed */
static rg_pen curve_pen(const rg_plot_item *item) {
  static const double dashed[4] = {7, 4}, second[4] = {10, 3, 2, 3}, third[4] = {2, 3};
  const double *dash = item->style == RG_SERIES_DASHED       ? dashed
                       : item->colour >= 2 * RG_SERIES_TONES ? third
                       : item->colour >= RG_SERIES_TONES     ? second
                                                             : NULL;
  rg_pen pen = {.tone = (rg_tone)(item->colour % RG_SERIES_TONES),
                .width = 1.8,
                .bends = RG_BENDS_AND_ENDS_ROUND};
  if (dash) memcpy(pen.dash, dash, sizeof pen.dash);
  return pen;
}

static void draw_curve(const rg_canvas *c, const rg_plot_item *item) {
  rg_pen pen = curve_pen(item);
  c->surface->begin(c->surface, &pen, 0);
  track p = track_over(c);
  double level = (double)NAN;
  for (int i = 0; i < item->n; i++) {
    point at = place(c, item, i);
    if (is_gap(at)) {
      lift(&p);
      level = (double)NAN;
      continue;
    }
    if (item->style == RG_SERIES_STEPS && !isnan(level)) gather(&p, (point){at.x, level});
    gather(&p, at);
    level = at.y;
  }
  lift(&p);
  c->surface->end(c->surface);
}

/* a closed stroke; the corners in half sizes of a marker */
static void put_corners(rg_surface *s, point at, const double *corner, int count) {
  s->move(s, at.x + MARKER * corner[0], at.y + MARKER * corner[1]);
  for (int k = 1; k < count; k++)
    s->line(s, at.x + MARKER * corner[2 * k], at.y + MARKER * corner[2 * k + 1]);
  s->join(s);
}

/* circle, square, triangle, diamond, cross, triangle on its head: told apart without colours */
static void put_marker(rg_surface *s, int kind, point at) {
  static const double triangle[] = {0, -1.2, 1.15, 0.8, -1.15, 0.8};
  static const double diamond[] = {0, -1.3, 1.3, 0, 0, 1.3, -1.3, 0};
  static const double on_its_head[] = {0, 1.2, 1.15, -0.8, -1.15, -0.8};
  double r = MARKER;
  switch (kind % 6) {
  case 0: s->disc(s, at.x, at.y, r); break;
  case 1: s->rectangle(s, at.x - 0.9 * r, at.y - 0.9 * r, at.x + 0.9 * r, at.y + 0.9 * r); break;
  case 2: put_corners(s, at, triangle, 3); break;
  case 3: put_corners(s, at, diamond, 4); break;
  case 4:
    s->move(s, at.x - r, at.y - r);
    s->line(s, at.x + r, at.y + r);
    s->move(s, at.x + r, at.y - r);
    s->line(s, at.x - r, at.y + r);
    break;
  default: put_corners(s, at, on_its_head, 3); break;
  }
}

static void begin_markers(rg_surface *s, int kind) {
  rg_pen pen = {.tone = (rg_tone)(kind % RG_SERIES_TONES)};
  if (kind % 6 == 4) pen.width = 1.8;
  else pen.fill = 1;
  s->begin(s, &pen, 0);
}

static void draw_points(const rg_canvas *c, const rg_plot_item *item) {
  begin_markers(c->surface, item->colour);
  track frame = track_over(c);
  point before = {-1e9, -1e9};
  for (int i = 0; i < item->n; i++) {
    point at = place(c, item, i);
    // outside, or where one cannot be told from the last one
    if (is_gap(at) || at.x < frame.low[0] - 1 || at.x > frame.high[0] + 1 ||
        at.y < frame.low[1] - 1 || at.y > frame.high[1] + 1 ||
        fabs(at.x - before.x) + fabs(at.y - before.y) < 0.5)
      continue;
    put_marker(c->surface, item->colour, at);
    before = at;
  }
  c->surface->end(c->surface);
}

/* series of bars stand side by side; on a logarithmic axis they stand on the frame */
static void draw_bars(const rg_canvas *c, const rg_plot_item *item) {
  rg_surface *s = c->surface;
  rg_pen pen = {.tone = (rg_tone)(item->colour % RG_SERIES_TONES), .fill = 0.85};
  s->begin(s, &pen, 0);
  double width = BAR_SHARE * rg_plot_bar_spacing(c->plot) / c->plot->bars;
  double shift = (item->bar - 0.5 * c->plot->bars) * width;
  double bottom = c->y->begin, zero = c->y->log ? bottom : rg_axis_place(c->y, 0);
  for (int i = 0; i < item->n; i++) {
    double left = rg_axis_place(c->x, item->x[i] + shift);
    double right = rg_axis_place(c->x, item->x[i] + shift + width);
    double top = rg_axis_place(c->y, item->y[i]);
    if (isnan(left) || isnan(right) || isnan(top)) continue;
    s->rectangle(s, left, zero, right - 0.5, top);
  }
  s->end(s);
}

void rg_canvas_series(const rg_canvas *c, const rg_plot_item *item) {
  assert(item->kind == RG_PLOT_SERIES);
  if (item->style == RG_SERIES_BARS) draw_bars(c, item);
  else if (item->style != RG_SERIES_POINTS) draw_curve(c, item);
  if (item->style == RG_SERIES_POINTS || item->style == RG_SERIES_LINE_POINTS) draw_points(c, item);
}

void rg_plot_swatch(rg_surface *surface, const rg_plot_item *series, double x, double y) {
  // the series itself, of two points, on axes of its own
  rg_axis ax = {.low = 0, .high = 1, .begin = x - 13, .length = 26};
  rg_axis ay = {.low = 0, .high = 1, .begin = y + 5, .length = -10};
  int bars = series->style == RG_SERIES_BARS, points = series->style == RG_SERIES_POINTS;
  double xs[] = {bars || points ? 0.5 : 0, 1}, ys[] = {bars ? 1 : 0.5, 0.5};
  rg_plot_item shown = *series;
  rg_plot one = {.bars = 1, .first = &shown};
  shown.n = bars || points ? 1 : 2;
  shown.x = xs;
  shown.y = ys;
  shown.bar = 0;
  shown.next = NULL;
  rg_canvas canvas = {&one, surface, &ax, &ay};
  if (series->style != RG_SERIES_LINE_POINTS) {
    rg_canvas_series(&canvas, &shown);
    return;
  }
  // one marker in the middle of its line
  draw_curve(&canvas, &shown);
  begin_markers(surface, series->colour);
  put_marker(surface, series->colour, (point){x, y});
  surface->end(surface);
}
