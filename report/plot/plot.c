/* Building a plot: everything is copied; running out of memory is remembered until it is
   written. */
#include "plot/plot.h"
#include "text/utf8.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
  DEFAULT_WIDTH = 640,
  DEFAULT_HEIGHT = 400,
  LEAST_WIDTH = 200,
  LEAST_HEIGHT = 150,
  LARGEST = 8000
};

rg_plot *rg_plot_new(const char *title, const char *x_label, const char *y_label) {
  rg_plot *plot = calloc(1, sizeof *plot);
  if (!plot) return NULL;
  plot->width = DEFAULT_WIDTH;
  plot->height = DEFAULT_HEIGHT;
  for (int k = 0; k < 4; k++) plot->range[k] = (double)NAN;
  plot->title = rg_utf8_copy(title);
  plot->x_label = rg_utf8_copy(x_label);
  plot->y_label = rg_utf8_copy(y_label);
  plot->failed = !plot->title || !plot->x_label || !plot->y_label;
  return plot;
}

void rg_plot_free(rg_plot *plot) {
  if (!plot) return;
  for (rg_plot_item *item = plot->first, *next; item; item = next) {
    next = item->next;
    free(item->text);
    free(item);
  }
  free(plot->title);
  free(plot->x_label);
  free(plot->y_label);
  free(plot);
}

static int between(int value, int low, int high) {
  return value < low ? low : value > high ? high : value;
}

void rg_plot_size(rg_plot *plot, int width, int height) {
  if (!plot) return;
  plot->width = between(width, LEAST_WIDTH, LARGEST);
  plot->height = between(height, LEAST_HEIGHT, LARGEST);
}

void rg_plot_log(rg_plot *plot, int x, int y) {
  if (!plot) return;
  plot->log_x = x != 0;
  plot->log_y = y != 0;
}

void rg_plot_equal(rg_plot *plot) {
  if (plot) plot->equal = 1;
}

void rg_plot_range(rg_plot *plot, double x_low, double x_high, double y_low, double y_high) {
  if (!plot) return;
  const double range[4] = {x_low, x_high, y_low, y_high};
  memcpy(plot->range, range, sizeof range);
}

/* room for n points behind the item; a text is copied, NULL and "" are none */
static rg_plot_item *add(rg_plot *plot, rg_plot_kind kind, int n, const double *x, const double *y,
                         const char *text) {
  if (!plot) return NULL;
  if (n < 0 || !x || !y) n = 0;
  size_t count = (size_t)n;
  rg_plot_item *item = calloc(1, sizeof *item + 2 * count * sizeof(double));
  int named = text && text[0];
  if (item && named) item->text = rg_utf8_copy(text);
  if (!item || (named && !item->text)) {
    free(item);
    plot->failed = 1;
    return NULL;
  }
  item->kind = kind;
  item->n = n;
  item->x = (double *)(item + 1);
  item->y = item->x + count;
  if (count > 0) {
    memcpy(item->x, x, count * sizeof *x);
    memcpy(item->y, y, count * sizeof *y);
  }
  if (plot->last) plot->last->next = item;
  else plot->first = item;
  plot->last = item;
  return item;
}

void rg_plot_series(rg_plot *plot, const char *name, rg_series_style style, int n, const double *x,
                    const double *y) {
  rg_plot_item *item = add(plot, RG_PLOT_SERIES, n, x, y, name);
  if (!item) return;
  item->style = style;
  item->colour = plot->series++;
  if (style == RG_SERIES_BARS) item->bar = plot->bars++;
}

void rg_plot_mark_x(rg_plot *plot, double x, const char *label) {
  add(plot, RG_PLOT_MARK_X, 1, &x, &x, label);
}

void rg_plot_mark_y(rg_plot *plot, double y, const char *label) {
  add(plot, RG_PLOT_MARK_Y, 1, &y, &y, label);
}

void rg_plot_polygon(rg_plot *plot, int n, const double *x, const double *y, int filled) {
  rg_plot_item *item = add(plot, RG_PLOT_POLYGON, n, x, y, NULL);
  if (item) item->filled = filled != 0;
}

void rg_plot_circle(rg_plot *plot, double x, double y, double radius, int filled) {
  rg_plot_item *item = add(plot, RG_PLOT_CIRCLE, 1, &x, &y, NULL);
  if (!item) return;
  item->filled = filled != 0;
  item->dx = item->dy = fabs(radius);
}

void rg_plot_arrow(rg_plot *plot, double x, double y, double dx, double dy) {
  rg_plot_item *item = add(plot, RG_PLOT_ARROW, 1, &x, &y, NULL);
  if (!item) return;
  item->dx = dx;
  item->dy = dy;
}

void rg_plot_label(rg_plot *plot, double x, double y, const char *text) {
  add(plot, RG_PLOT_LABEL, 1, &x, &y, text);
}
