/* Drawings in data coordinates: polygons, circles, arrows, labels, and the lines of marks. */
#include "plot/canvas.h"
#include "text/utf8.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static const double ARROW_HEAD = 9, SIZE = 12; /* px */

static rg_pen shape_pen(int filled) {
  return (rg_pen){.tone = filled ? 0 : RG_TONE_INK,
                  .width = 1.4,
                  .fill = filled ? 0.16 : 0,
                  .bends = RG_BENDS_ROUND};
}

static void draw_polygon(const rg_canvas *c, const rg_plot_item *item) {
  rg_surface *s = c->surface;
  rg_pen pen = shape_pen(item->filled);
  int begun = 0;
  s->begin(s, &pen, 1);
  for (int i = 0; i < item->n; i++) {
    double x = rg_axis_place(c->x, item->x[i]), y = rg_axis_place(c->y, item->y[i]);
    if (isnan(x) || isnan(y)) continue;
    if (begun++) s->line(s, x, y);
    else s->move(s, x, y);
  }
  s->end(s);
}

/* an ellipse where the scales differ */
static void draw_circle(const rg_canvas *c, const rg_plot_item *item) {
  double x = rg_axis_place(c->x, item->x[0]), y = rg_axis_place(c->y, item->y[0]);
  double right = rg_axis_place(c->x, item->x[0] + item->dx);
  double top = rg_axis_place(c->y, item->y[0] + item->dy);
  if (isnan(x) || isnan(y) || isnan(right) || isnan(top)) return;
  rg_pen pen = shape_pen(item->filled);
  c->surface->ellipse(c->surface, &pen, x, y, fabs(right - x), fabs(top - y));
}

static void draw_arrow(const rg_canvas *c, const rg_plot_item *item) {
  double x = rg_axis_place(c->x, item->x[0]), y = rg_axis_place(c->y, item->y[0]);
  double tip_x = rg_axis_place(c->x, item->x[0] + item->dx);
  double tip_y = rg_axis_place(c->y, item->y[0] + item->dy);
  double length = hypot(tip_x - x, tip_y - y);
  if (!isfinite(length) || length == 0) return;
  // short arrows have small heads
  double head = fmin(ARROW_HEAD, 0.6 * length);
  double ux = (tip_x - x) / length * head, uy = (tip_y - y) / length * head;
  rg_surface *s = c->surface;
  rg_pen pen = {.tone = 1, .width = 1.8, .fill = 1, .bends = RG_BENDS_ROUND};
  s->begin(s, &pen, 0);
  s->move(s, x, y);
  s->line(s, tip_x - 0.8 * ux, tip_y - 0.8 * uy);
  s->move(s, tip_x, tip_y);
  s->line(s, tip_x - ux - 0.38 * uy, tip_y - uy + 0.38 * ux);
  s->line(s, tip_x - ux + 0.38 * uy, tip_y - uy - 0.38 * ux);
  s->join(s);
  s->end(s);
}

void rg_canvas_shape(const rg_canvas *c, const rg_plot_item *item) {
  if (item->kind == RG_PLOT_POLYGON) draw_polygon(c, item);
  else if (item->kind == RG_PLOT_CIRCLE) draw_circle(c, item);
  else draw_arrow(c, item);
}

void rg_canvas_mark(const rg_canvas *c, const rg_plot_item *item) {
  assert(item->n > 0);
  int vertical = item->kind == RG_PLOT_MARK_X;
  double at = rg_axis_place(vertical ? c->x : c->y, item->x[0]);
  if (isnan(at)) return;
  const rg_axis *along = vertical ? c->y : c->x;
  double far = along->begin + along->length;
  rg_surface *s = c->surface;
  rg_pen pen = {.tone = RG_TONE_SOFT, .width = 1, .dash = {4, 3}};
  s->begin(s, &pen, 0);
  s->move(s, vertical ? at : along->begin, vertical ? along->begin : at);
  s->line(s, vertical ? at : far, vertical ? far : at);
  s->end(s);
}

/* a little above its point, inside the frame */
void rg_canvas_label(const rg_canvas *c, const rg_plot_item *item) {
  double x = rg_axis_place(c->x, item->x[0]), y = rg_axis_place(c->y, item->y[0]);
  if (!item->text || isnan(x) || isnan(y)) return;
  size_t bytes = strlen(item->text);
  double half = rg_utf8_width(item->text, bytes, SIZE) / 2;
  double right = c->x->begin + c->x->length;
  if (x < c->x->begin || x > right) return;
  x = fmin(fmax(x, c->x->begin + half + 3), right - half - 3);
  rg_lettering text = {.x = x,
                       .y = y - 6,
                       .size = SIZE,
                       .anchor = 0.5,
                       .tone = RG_TONE_INK,
                       .halo = 1,
                       .text = item->text,
                       .bytes = bytes,
                       .all = bytes};
  c->surface->letter(c->surface, &text);
}
