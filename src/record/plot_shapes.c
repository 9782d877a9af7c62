/* Drawings in data coordinates: polygons, circles, arrows, labels, and the lines of marks. */
#include "record/plot_draw.h"
#include "record/report_text.h"

#include <math.h>
#include <string.h>

static const double ARROW_HEAD = 9; /* px */

static void begin_shape(const rg_canvas *c, const char *element, int filled) {
  if (filled)
    fprintf(c->stream,
            "<%s class=\"rg-s0\" color=\"%s\" fill=\"currentColor\" fill-opacity=\"0.16\" "
            "stroke=\"currentColor\" stroke-width=\"1.4\" ",
            element, rg_plot_colours[0]);
  else
    fprintf(c->stream,
            "<%s class=\"rg-ink\" color=\"#24292f\" fill=\"none\" stroke=\"currentColor\" "
            "stroke-width=\"1.4\" ",
            element);
}

static void draw_polygon(const rg_canvas *c, const rg_plot_item *item) {
  begin_shape(c, "polygon", item->filled);
  fputs("stroke-linejoin=\"round\" points=\"", c->stream);
  for (int i = 0; i < item->n; i++) {
    double x = rg_axis_place(c->x, item->x[i]), y = rg_axis_place(c->y, item->y[i]);
    if (!isnan(x) && !isnan(y)) rg_svg(c->stream, "@,@ ", x, y);
  }
  fputs("\"/>\n", c->stream);
}

/* an ellipse where the scales differ */
static void draw_circle(const rg_canvas *c, const rg_plot_item *item) {
  double x = rg_axis_place(c->x, item->x[0]), y = rg_axis_place(c->y, item->y[0]);
  double right = rg_axis_place(c->x, item->x[0] + item->dx);
  double top = rg_axis_place(c->y, item->y[0] + item->dy);
  if (isnan(x) || isnan(y) || isnan(right) || isnan(top)) return;
  begin_shape(c, "ellipse", item->filled);
  rg_svg(c->stream, "cx=\"@\" cy=\"@\" rx=\"@\" ry=\"@\"/>\n", x, y, fabs(right - x),
         fabs(top - y));
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
  rg_svg(c->stream,
         "<path class=\"rg-arrow\" color=\"#d55e00\" fill=\"currentColor\" stroke=\"currentColor\" "
         "stroke-width=\"1.8\" stroke-linejoin=\"round\" d=\"M@ @L@ @",
         x, y, tip_x - 0.8 * ux, tip_y - 0.8 * uy);
  rg_svg(c->stream, "M@ @L@ @L@ @z\"/>\n", tip_x, tip_y, tip_x - ux - 0.38 * uy,
         tip_y - uy + 0.38 * ux, tip_x - ux + 0.38 * uy, tip_y - uy - 0.38 * ux);
}

void rg_canvas_shape(const rg_canvas *c, const rg_plot_item *item) {
  if (item->kind == RG_PLOT_POLYGON) draw_polygon(c, item);
  else if (item->kind == RG_PLOT_CIRCLE) draw_circle(c, item);
  else draw_arrow(c, item);
}

void rg_canvas_mark(const rg_canvas *c, const rg_plot_item *item) {
  int vertical = item->kind == RG_PLOT_MARK_X;
  double at = rg_axis_place(vertical ? c->x : c->y, item->x[0]);
  if (isnan(at)) return;
  const rg_axis *along = vertical ? c->y : c->x;
  rg_svg(c->stream,
         vertical ? "<path class=\"rg-mark\" color=\"#57606a\" stroke=\"currentColor\" "
                    "stroke-dasharray=\"4 3\" d=\"M@ @v@\"/>\n"
                  : "<path class=\"rg-mark\" color=\"#57606a\" stroke=\"currentColor\" "
                    "stroke-dasharray=\"4 3\" d=\"M@ @h@\"/>\n",
         vertical ? at : along->begin, vertical ? along->begin : at, along->length);
}

/* a little above its point, inside the frame */
void rg_canvas_label(const rg_canvas *c, const rg_plot_item *item) {
  double x = rg_axis_place(c->x, item->x[0]), y = rg_axis_place(c->y, item->y[0]);
  if (!item->text || isnan(x) || isnan(y)) return;
  double half = rg_utf8_width(item->text, strlen(item->text), 12) / 2;
  double right = c->x->begin + c->x->length;
  if (x < c->x->begin || x > right) return;
  x = fmin(fmax(x, c->x->begin + half + 3), right - half - 3);
  rg_svg(c->stream,
         "<text class=\"rg-label\" x=\"@\" y=\"@\" font-size=\"12\" text-anchor=\"middle\" "
         "fill=\"#24292f\" stroke=\"#ffffff\" stroke-width=\"3\" stroke-linejoin=\"round\" "
         "paint-order=\"stroke\">",
         x, y - 6);
  rg_utf8_escape(c->stream, item->text, strlen(item->text));
  fputs("</text>\n", c->stream);
}
