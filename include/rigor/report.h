/* Reports: text, tables, findings, plots and drawings, once described, then printed on a
   terminal or written as one HTML page that needs nothing else. Also single plots as SVG and PNG. */
#ifndef RIGOR_REPORT_H
#define RIGOR_REPORT_H

#include <rigor/base.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- plots and drawings: copied when they are added to, nothing is kept of the caller's ------- */

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

/* --- pages ------------------------------------------------------------------------------------ */

typedef enum rg_verdict {
  RG_VERDICT_CONFIRMED,
  RG_VERDICT_IN_PART,
  RG_VERDICT_NOT_CONFIRMED,
  RG_VERDICT_NOTE /* a finding of our own */
} rg_verdict;

typedef struct rg_page rg_page;

RG_API rg_page *rg_page_new(const char *title);
RG_API void rg_page_free(rg_page *page);
RG_API void rg_page_heading(rg_page *page, int level, const char *text); /* 2 or 3 */
#if defined(__GNUC__)
#define RG_PRINTF(a, b) __attribute__((format(printf, a, b)))
#else
#define RG_PRINTF(a, b)
#endif
/* An empty line begins a new paragraph. */
RG_API void rg_page_text(rg_page *page, const char *format, ...) RG_PRINTF(2, 3);
/* One sentence with its figure. */
RG_API void rg_page_finding(rg_page *page, rg_verdict verdict, const char *format, ...)
    RG_PRINTF(3, 4);
/* A table: column names separated by '|', then rows of cells separated by '|'. Columns of
   numbers are aligned to the right; "\\|" is a '|' inside a cell. At most 64 cells a row. */
RG_API void rg_page_table(rg_page *page, const char *caption, const char *columns);
/* A row of the last table, whatever was added to the page since. */
RG_API void rg_page_row(rg_page *page, const char *format, ...) RG_PRINTF(2, 3);
/* Takes the plot over; on a terminal only its title is printed. */
RG_API void rg_page_plot(rg_page *page, rg_plot *plot);

/* Plain text, tables aligned, findings with their verdict first; colour where `colour` is 1. */
RG_API rg_status rg_page_print(const rg_page *page, FILE *stream, int colour, rg_error *error);
/* One self-contained HTML file: light and dark, narrow and wide, a table of contents, no
   network. */
RG_API rg_status rg_page_write_html(const rg_page *page, const char *path, rg_error *error);
/* Appends all of `other` (as a section of level 2 under its title, its headings one level
   deeper) and leaves it empty. */
RG_API void rg_page_append(rg_page *page, rg_page *other);
/* How many findings have that verdict. */
RG_API int rg_page_count(const rg_page *page, rg_verdict verdict);
/* The sentence of finding `index`, from 0 in the order of the page; NULL behind the last one.
   `verdict` may be NULL. */
RG_API const char *rg_page_finding_at(const rg_page *page, int index, rg_verdict *verdict);
/* "confirmed", "in part", "not confirmed", "note" */
RG_API const char *rg_verdict_text(rg_verdict verdict);

#ifdef __cplusplus
}
#endif
#endif
