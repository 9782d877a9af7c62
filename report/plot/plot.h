/* A plot as it is remembered: its items in the order in which they were added. */
#ifndef RG_PLOT_H
#define RG_PLOT_H

#include <rigor/plot.h>

#include <stdio.h>

typedef enum rg_plot_kind {
  RG_PLOT_SERIES,
  RG_PLOT_POLYGON,
  RG_PLOT_CIRCLE,
  RG_PLOT_ARROW,
  RG_PLOT_LABEL,
  RG_PLOT_MARK_X,
  RG_PLOT_MARK_Y
} rg_plot_kind;

typedef struct rg_plot_item {
  struct rg_plot_item *next;
  rg_plot_kind kind;
  rg_series_style style;
  int filled;
  int colour; /* of a series: how many came before */
  int bar;    /* of a series of bars: how many of those came before */
  char *text; /* name or label; NULL: none */
  double dx, dy;
  int n;
  double *x, *y; /* n points, behind this structure */
} rg_plot_item;

struct rg_plot {
  char *title, *x_label, *y_label;
  int width, height;
  int log_x, log_y, equal;
  double range[4]; /* x low, x high, y low, y high; NaN: from the data */
  rg_plot_item *first, *last;
  int series, bars;
  int failed; /* memory ran out: it must not be written */
};

/* Rules for colours in light and dark; inside a <style>, once a page. */
extern const char rg_plot_css[];
/* The <svg> element. `alone`: as a file of its own, with its rules and a background. */
void rg_plot_draw(const rg_plot *plot, FILE *stream, int alone);

#endif
