/* Plots and drawings: described once, then written as SVG or PNG or put on a page. They are copied
   when they are added to, nothing is kept of the caller's. */
#ifndef RIGOR_PLOT_H
#define RIGOR_PLOT_H

#include <rigor/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum rg_series_style {
  RG_SERIES_LINE,
  RG_SERIES_POINTS,
  RG_SERIES_LINE_POINTS,
  RG_SERIES_STEPS, /* constant between the points */
  RG_SERIES_BARS,
  RG_SERIES_DASHED
} rg_series_style;

typedef struct rg_plot rg_plot;

/* Axis labels with units, e.g. "time [s]". NULL where memory ran out; every function below accepts
   that and does nothing, and the failure is reported when the plot is written. */
RG_API rg_plot *rg_plot_new(const char *title, const char *x_label, const char *y_label);
RG_API void rg_plot_free(rg_plot *plot);
RG_API void rg_plot_size(rg_plot *plot, int width, int height); /* px; default 640 x 400 */
RG_API void rg_plot_log(rg_plot *plot, int x, int y);           /* logarithmic axes */
RG_API void rg_plot_equal(rg_plot *plot);                       /* same scale on both axes */
RG_API void rg_plot_range(rg_plot *plot, double x_low, double x_high, double y_low,
                          double y_high); /* NaN: from the data */
/* Points that are not finite are gaps. `name` NULL: not in the legend. Colours are chosen in
   order. */
RG_API void rg_plot_series(rg_plot *plot, const char *name, rg_series_style style, int n,
                           const double *x, const double *y);
/* A vertical (horizontal) line over the whole height (width) with a label. */
RG_API void rg_plot_mark_x(rg_plot *plot, double x, const char *label);
RG_API void rg_plot_mark_y(rg_plot *plot, double y, const char *label);
/* Drawings in data coordinates: closed polygon (filled lightly or only its outline), circle,
   arrow, label. */
RG_API void rg_plot_polygon(rg_plot *plot, int n, const double *x, const double *y, int filled);
RG_API void rg_plot_circle(rg_plot *plot, double x, double y, double radius, int filled);
RG_API void rg_plot_arrow(rg_plot *plot, double x, double y, double dx, double dy);
RG_API void rg_plot_label(rg_plot *plot, double x, double y, const char *text);
/* The plot as an SVG file (written beside, then renamed); pleasant in light and dark. */
RG_API rg_status rg_plot_write_svg(const rg_plot *plot, const char *path, rg_error *error);
/* The same picture as a PNG file in light colours, `scale` pixels a px, 0.25 to 16; 2 is sharp on
   most screens. */
RG_API rg_status rg_plot_write_png(const rg_plot *plot, const char *path, double scale,
                                   rg_error *error);

#ifdef __cplusplus
}
#endif
#endif
