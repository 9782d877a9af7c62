/* Drawing what is inside the frame of a plot. */
#ifndef RG_CANVAS_H
#define RG_CANVAS_H

#include "plot/axis.h"
#include "plot/drawing.h"

typedef struct rg_canvas {
  const rg_plot *plot;
  rg_surface *surface;
  const rg_axis *x, *y;
} rg_canvas;

/* Curves, points, bars, drawings and the lines of marks, in their order. */
void rg_canvas_series(const rg_canvas *canvas, const rg_plot_item *item);
void rg_canvas_shape(const rg_canvas *canvas, const rg_plot_item *item);
void rg_canvas_mark(const rg_canvas *canvas, const rg_plot_item *item);
void rg_canvas_label(const rg_canvas *canvas, const rg_plot_item *item);

/* What the legend shows of a series, 26 px wide, its middle at (x, y). */
void rg_plot_swatch(rg_surface *surface, const rg_plot_item *series, double x, double y);

/* All of the plot: opens the surface with its size, draws, closes it. */
void rg_plot_picture(const rg_plot *plot, rg_surface *surface);

#endif
