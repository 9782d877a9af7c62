/* A plot as a picture: title, legend and labels of vertical marks above the frame, labels of
   horizontal marks at its right, so that nothing covers the data. */
#include "plot/canvas.h"
#include "text/utf8.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { TITLE = 15, LABEL = 13, SMALL = 12 }; /* font sizes, px */
enum { MOST_MARKS = 32, MARK_ROWS = 4 };
static const double EDGE = 12, LINE = 19, LEGEND_LINE = 20, MARK_LINE = 15;
static const double LEAST_FRAME = 90, WIDEST_MARK = 150;

/* --- layout ----------------------------------------------------------------------------------- */

typedef struct layout {
  const rg_plot *plot;
  rg_surface *surface;
  double width, height;
  double left, top, right, bottom; /* of the frame */
  double legend_top, marks_top;
  rg_axis x, y;
} layout;

static double width_of(const char *text, double size) {
  return rg_utf8_width(text, strlen(text), size);
}

static double measure_title(const char *text, size_t bytes) {
  return rg_utf8_width(text, bytes, TITLE) * 1.06;
}

static int count_title_lines(const layout *l) {
  int lines = 0;
  const char *line;
  for (const char *rest = l->plot->title; *rest; lines++)
    rg_utf8_line(&rest, &line, l->width - 2 * EDGE, measure_title);
  return lines;
}

static int in_legend(const rg_plot_item *item) {
  return item->kind == RG_PLOT_SERIES && item->text != NULL;
}

static double legend_entry_width(const layout *l, const rg_plot_item *item) {
  return fmin(26 + 6 + width_of(item->text, SMALL) + 18, l->width - 2 * EDGE);
}

/* entries from left to right, as many in a row as fit; `draw` NULL: only counts the rows */
static int lay_legend(const layout *l,
                      void (*draw)(const layout *, const rg_plot_item *, double, double)) {
  double at = EDGE;
  int rows = 0;
  for (const rg_plot_item *item = l->plot->first; item; item = item->next) {
    if (!in_legend(item)) continue;
    double width = legend_entry_width(l, item);
    if (rows == 0 || at + width > l->width - EDGE + 18) {
      at = EDGE;
      rows++;
    }
    if (draw) draw(l, item, at, l->legend_top + (rows - 0.5) * LEGEND_LINE);
    at += width;
  }
  return rows;
}

/* labels of vertical marks: each in the first row where it does not run into another one */
static int lay_mark_labels(const layout *l, int draw);

static double widest_label(const rg_axis *axis) {
  double widest = 0;
  for (int k = 0; k < axis->count; k++)
    widest = fmax(widest, width_of(axis->ticks[k].label, SMALL));
  return widest;
}

static double right_margin(const layout *l) {
  double margin = EDGE + 6;
  for (const rg_plot_item *item = l->plot->first; item; item = item->next)
    if (item->kind == RG_PLOT_MARK_Y && item->text)
      margin = fmax(margin, fmin(width_of(item->text, SMALL), WIDEST_MARK) + EDGE + 4);
  return fmin(margin, l->width / 3);
}

/* fewer ticks where their labels would touch */
static void choose_x_ticks(rg_axis *x) {
  int wanted = (int)(x->length / 80) + 1;
  rg_axis_ticks(x, wanted);
  while (wanted > 2) {
    int majors = 0;
    for (int k = 0; k < x->count; k++) majors += x->ticks[k].major;
    if (majors < 2 || widest_label(x) + 12 < x->length / majors) return;
    rg_axis_ticks(x, --wanted);
  }
}

static void place_axes(layout *l) {
  rg_axes_range(l->plot, &l->x, &l->y);
  l->x.begin = l->left;
  l->x.length = l->right - l->left;
  l->y.begin = l->bottom;
  l->y.length = l->top - l->bottom;
  if (l->plot->equal) rg_axes_equal(&l->x, &l->y);
  choose_x_ticks(&l->x);
  rg_axis_ticks(&l->y, (int)(-l->y.length / 45) + 1);
}

static layout arrange(const rg_plot *plot, rg_surface *surface) {
  layout l = {.plot = plot, .surface = surface, .width = plot->width, .height = plot->height};
  int title_lines = count_title_lines(&l);
  l.legend_top = EDGE + title_lines * LINE + (title_lines ? 4 : 0);
  l.marks_top = l.legend_top + lay_legend(&l, NULL) * LEGEND_LINE + 4;
  l.left = 60;
  // margins follow from the labels, the labels from the room that the margins leave
  for (int round = 0; round < 3; round++) {
    int rows = round ? lay_mark_labels(&l, 0) : 0;
    l.top = l.marks_top + rows * MARK_LINE + (l.y.factor[0] && rows == 0 ? MARK_LINE : 6);
    double below = 24 + (plot->x_label[0] || l.x.factor[0] ? LINE : 0) + 6;
    l.height = fmax(plot->height, l.top + LEAST_FRAME + below);
    l.right = l.width - right_margin(&l);
    l.bottom = l.height - below;
    if (round)
      l.left = fmin(widest_label(&l.y) + 8 + EDGE + (plot->y_label[0] ? LINE : 0), l.width / 2);
    place_axes(&l);
  }
  return l;
}

/* --- drawing around the frame ----------------------------------------------------------------- */

/* what is wider than `room` is cut */
static void put_text(const layout *l, rg_lettering how, double room, const char *text) {
  size_t bytes = strlen(text), all = bytes;
  if (rg_utf8_width(text, bytes, how.size) > room)
    for (bytes = 0; bytes < all;) {
      const char *next = text + bytes;
      rg_utf8_next(&next);
      if (rg_utf8_width(text, (size_t)(next - text), how.size) + 0.9 * how.size > room) break;
      bytes = (size_t)(next - text);
    }
  how.text = text;
  how.bytes = bytes;
  how.all = all;
  l->surface->letter(l->surface, &how);
}

static rg_lettering small(double x, double y, double anchor) {
  return (rg_lettering){.x = x, .y = y, .size = SMALL, .anchor = anchor, .tone = RG_TONE_SOFT};
}

static rg_lettering label(double x, double y) {
  return (rg_lettering){.x = x, .y = y, .size = LABEL, .anchor = 0.5, .tone = RG_TONE_INK};
}

static void draw_title(const layout *l) {
  const char *line;
  rg_lettering text = {.x = EDGE, .y = EDGE + 13, .size = TITLE, .tone = RG_TONE_INK, .bold = 1};
  for (const char *rest = l->plot->title; *rest; text.y += LINE) {
    text.bytes = text.all = rg_utf8_line(&rest, &line, l->width - 2 * EDGE, measure_title);
    text.text = line;
    l->surface->letter(l->surface, &text);
  }
}

static void draw_legend_entry(const layout *l, const rg_plot_item *item, double x, double y) {
  rg_lettering name = small(x + 32, y + 4, 0);
  name.tone = RG_TONE_INK;
  rg_plot_swatch(l->surface, item, x + 13, y);
  put_text(l, name, legend_entry_width(l, item) - 32, item->text);
}

static int lay_mark_labels(const layout *l, int draw) {
  double end[MARK_ROWS] = {0};
  int rows = 0;
  for (const rg_plot_item *item = l->plot->first; item; item = item->next) {
    double at = item->kind == RG_PLOT_MARK_X ? rg_axis_place(&l->x, item->x[0]) : (double)NAN;
    if (!item->text || isnan(at) || at < l->left - 1 || at > l->right + 1) continue;
    double half = width_of(item->text, SMALL) / 2;
    double middle = fmax(fmin(at, l->width - EDGE - half), EDGE + half);
    int row = 0;
    while (row < MARK_ROWS - 1 && middle - half < end[row] + 8) row++;
    end[row] = middle + half;
    if (row >= rows) rows = row + 1;
    if (draw)
      put_text(l, small(middle, l->top - 5 - row * MARK_LINE, 0.5), l->width - 2 * EDGE,
               item->text);
  }
  return rows;
}

/* labels of horizontal marks at the right of the frame, moved down where they would cover
   another one */
static void draw_side_labels(const layout *l) {
  double taken[MOST_MARKS];
  int count = 0;
  for (const rg_plot_item *item = l->plot->first; item; item = item->next) {
    double at = item->kind == RG_PLOT_MARK_Y ? rg_axis_place(&l->y, item->y[0]) : (double)NAN;
    if (!item->text || isnan(at) || at < l->top - 1 || at > l->bottom + 1) continue;
    for (int k = 0; k < count; k++)
      if (fabs(taken[k] - at) < MARK_LINE - 2) {
        at = taken[k] + MARK_LINE - 2;
        k = -1;
      }
    if (count < MOST_MARKS) taken[count++] = at;
    put_text(l, small(l->right + 5, at + 4, 0), l->width - l->right - 6, item->text);
  }
}

static double tick_place(const rg_axis *axis, const rg_tick *tick) {
  return axis->begin + (tick->at - axis->low) / (axis->high - axis->low) * axis->length;
}

static void draw_segment(rg_surface *s, double x0, double y0, double x1, double y1) {
  s->move(s, x0, y0);
  s->line(s, x1, y1);
}

static void draw_grid(const layout *l) {
  rg_surface *s = l->surface;
  rg_pen pen = {.tone = RG_TONE_GRID, .width = 1};
  s->begin(s, &pen, 0);
  for (int k = 0; k < l->x.count; k++) {
    double at = tick_place(&l->x, &l->x.ticks[k]);
    if (l->x.ticks[k].major) draw_segment(s, at, l->bottom, at, l->top);
  }
  for (int k = 0; k < l->y.count; k++) {
    double at = tick_place(&l->y, &l->y.ticks[k]);
    if (l->y.ticks[k].major) draw_segment(s, l->left, at, l->right, at);
  }
  s->end(s);
}

static void draw_frame(const layout *l) {
  rg_surface *s = l->surface;
  rg_pen pen = {.tone = RG_TONE_FRAME, .width = 1};
  s->begin(s, &pen, 0);
  s->rectangle(s, l->left, l->top, l->right, l->bottom);
  for (int k = 0; k < l->x.count; k++) {
    double at = tick_place(&l->x, &l->x.ticks[k]);
    draw_segment(s, at, l->bottom, at, l->bottom + (l->x.ticks[k].major ? 5 : 3));
  }
  for (int k = 0; k < l->y.count; k++) {
    double at = tick_place(&l->y, &l->y.ticks[k]);
    draw_segment(s, l->left, at, l->left - (l->y.ticks[k].major ? 5 : 3), at);
  }
  s->end(s);
}

static void draw_tick_labels(const layout *l) {
  for (int k = 0; k < l->x.count; k++)
    if (l->x.ticks[k].major)
      put_text(l, small(tick_place(&l->x, &l->x.ticks[k]), l->bottom + 18, 0.5), HUGE_VAL,
               l->x.ticks[k].label);
  for (int k = 0; k < l->y.count; k++)
    if (l->y.ticks[k].major)
      put_text(l, small(l->left - 8, tick_place(&l->y, &l->y.ticks[k]) + 4, 1), HUGE_VAL,
               l->y.ticks[k].label);
  // by what the labels are to be multiplied
  if (l->y.factor[0]) put_text(l, small(l->left, l->top - 5, 1), HUGE_VAL, l->y.factor);
  if (l->x.factor[0])
    put_text(l, small(l->right, l->bottom + 18 + LINE - 3, 1), HUGE_VAL, l->x.factor);
}

static void draw_axis_labels(const layout *l) {
  double middle = (l->left + l->right) / 2, room = l->width - 2 * EDGE;
  double half = fmin(width_of(l->plot->x_label, LABEL), room) / 2;
  middle = fmax(fmin(middle, l->width - EDGE - half), EDGE + half);
  if (l->plot->x_label[0])
    put_text(l, label(middle, l->bottom + 18 + LINE), room, l->plot->x_label);
  if (!l->plot->y_label[0]) return;
  // upwards, at the left edge
  half = fmin(width_of(l->plot->y_label, LABEL), l->height - 2 * EDGE) / 2;
  middle = fmax(fmin((l->top + l->bottom) / 2, l->height - EDGE - half), EDGE + half);
  rg_lettering text = label(EDGE + 9, middle);
  text.upwards = 1;
  put_text(l, text, l->height - 2 * EDGE, l->plot->y_label);
}

/* --- inside the frame ------------------------------------------------------------------------- */

/* marks below, labels on top, all else in its order */
static void draw_inside(const layout *l) {
  double w = l->right - l->left, h = l->bottom - l->top;
  // one pixel more, so that a line on the frame is seen whole
  l->surface->clip(l->surface, l->left - 1, l->top - 1, w + 2, h + 2);
  rg_canvas canvas = {l->plot, l->surface, &l->x, &l->y};
  for (const rg_plot_item *item = l->plot->first; item; item = item->next)
    if (item->kind == RG_PLOT_MARK_X || item->kind == RG_PLOT_MARK_Y) rg_canvas_mark(&canvas, item);
  for (const rg_plot_item *item = l->plot->first; item; item = item->next)
    if (item->kind == RG_PLOT_SERIES) rg_canvas_series(&canvas, item);
    else if (item->kind <= RG_PLOT_ARROW) rg_canvas_shape(&canvas, item);
  for (const rg_plot_item *item = l->plot->first; item; item = item->next)
    if (item->kind == RG_PLOT_LABEL) rg_canvas_label(&canvas, item);
  l->surface->unclip(l->surface);
  if (l->plot->first) return;
  rg_lettering nothing = label((l->left + l->right) / 2, (l->top + l->bottom) / 2);
  nothing.tone = RG_TONE_SOFT;
  put_text(l, nothing, HUGE_VAL, "no data");
}

void rg_plot_picture(const rg_plot *plot, rg_surface *surface) {
  assert(plot && !plot->failed);
  layout l = arrange(plot, surface);
  surface->open(surface, l.width, l.height, plot->title);
  draw_title(&l);
  lay_legend(&l, draw_legend_entry);
  draw_grid(&l);
  draw_inside(&l);
  draw_frame(&l);
  draw_tick_labels(&l);
  lay_mark_labels(&l, 1);
  draw_side_labels(&l);
  draw_axis_labels(&l);
  surface->close(surface);
}
