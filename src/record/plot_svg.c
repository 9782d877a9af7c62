/* A plot as SVG: title, legend and labels of vertical marks above the frame, labels of
   horizontal marks at its right, so that nothing covers the data. Colours are CSS variables with
   a light and a dark set (after Okabe & Ito's palette, which colour-blind readers can tell
   apart); the attributes beside the classes serve programs without CSS. */
#include "base/error.h"
#include "base/file.h"
#include "record/plot_draw.h"
#include "record/report_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TITLE = 15, LABEL = 13, SMALL = 12 }; /* font sizes, px */
enum { MOST_MARKS = 32, MARK_ROWS = 4 };
static const double EDGE = 12, LINE = 19, LEGEND_LINE = 20, MARK_LINE = 15;
static const double LEAST_FRAME = 90, WIDEST_MARK = 150;

const char rg_plot_css[] =
    ":root{--rg-paper:#ffffff;--rg-ink:#24292f;--rg-soft:#57606a;--rg-grid:#e4e7eb;--rg-frame:#"
    "8c959f;"
    "--rg-s0:#0072b2;--rg-s1:#d55e00;--rg-s2:#009e73;--rg-s3:#b0568c;--rg-s4:#c98a00;--rg-s5:#"
    "45a5dd;"
    "--rg-s6:#5c5c5c;--rg-s7:#7c7a00}\n"
    "@media(prefers-color-scheme:dark){:root{--rg-paper:#14171c;--rg-ink:#e6e9ee;--rg-soft:#a3adb8;"
    "--rg-grid:#2a2f37;--rg-frame:#6b7480;--rg-s0:#5aaef0;--rg-s1:#ff8a57;--rg-s2:#35cb9e;"
    "--rg-s3:#e79bcb;--rg-s4:#f3c04d;--rg-s5:#a8dcff;--rg-s6:#bdbdbd;--rg-s7:#cfcc4a}}\n"
    ".rg-s0{color:var(--rg-s0)}.rg-s1,.rg-arrow{color:var(--rg-s1)}.rg-s2{color:var(--rg-s2)}"
    ".rg-s3{color:var(--rg-s3)}.rg-s4{color:var(--rg-s4)}.rg-s5{color:var(--rg-s5)}"
    ".rg-s6{color:var(--rg-s6)}.rg-s7{color:var(--rg-s7)}.rg-ink{color:var(--rg-ink)}"
    ".rg-paper{fill:var(--rg-paper)}.rg-text{fill:var(--rg-ink)}.rg-soft{fill:var(--rg-soft)}"
    ".rg-grid{color:var(--rg-grid)}.rg-frame{color:var(--rg-frame)}.rg-mark{color:var(--rg-soft)}"
    ".rg-label{fill:var(--rg-ink);stroke:var(--rg-paper)}\n";

void rg_svg_number(FILE *stream, double value) {
  double near = fmin(fmax(value, -1e6), 1e6); // NaN, too
  long parts = lround(near * 100), rest = labs(parts) % 100;
  fprintf(stream, "%s%ld", parts < 0 ? "-" : "", labs(parts) / 100);
  if (rest % 10) fprintf(stream, ".%02ld", rest);
  else if (rest) fprintf(stream, ".%ld", rest / 10);
}

void rg_svg(FILE *stream, const char *text, ...) {
  va_list arguments;
  va_start(arguments, text);
  for (; *text; text++)
    if (*text == '@') rg_svg_number(stream, va_arg(arguments, double));
    else fputc(*text, stream);
  va_end(arguments);
}

/* --- layout ----------------------------------------------------------------------------------- */

typedef struct layout {
  const rg_plot *plot;
  FILE *stream;
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

static layout arrange(const rg_plot *plot, FILE *stream) {
  layout l = {.plot = plot, .stream = stream, .width = plot->width, .height = plot->height};
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

/* `how`: more attributes; what is wider than `room` is cut and keeps its full text as a tooltip */
static void put_text(const layout *l, double x, double y, int size, const char *how, double room,
                     const char *text) {
  size_t bytes = strlen(text), all = bytes;
  if (rg_utf8_width(text, bytes, size) > room)
    for (bytes = 0; bytes < all;) {
      const char *next = text + bytes;
      rg_utf8_next(&next);
      if (rg_utf8_width(text, (size_t)(next - text), size) + 0.9 * size > room) break;
      bytes = (size_t)(next - text);
    }
  rg_svg(l->stream, "<text x=\"@\" y=\"@\" font-size=\"@\" ", x, y, (double)size);
  fprintf(l->stream, "%s>", how);
  rg_utf8_escape(l->stream, text, bytes);
  if (bytes < all) {
    fputs("…<title>", l->stream);
    rg_utf8_escape(l->stream, text, all);
    fputs("</title>", l->stream);
  }
  fputs("</text>\n", l->stream);
}

static void draw_title(const layout *l) {
  const char *line;
  double y = EDGE + 13;
  for (const char *rest = l->plot->title; *rest; y += LINE) {
    size_t bytes = rg_utf8_line(&rest, &line, l->width - 2 * EDGE, measure_title);
    rg_svg(l->stream,
           "<text class=\"rg-text\" fill=\"#24292f\" x=\"@\" y=\"@\" font-size=\"@\" "
           "font-weight=\"600\">",
           EDGE, y, (double)TITLE);
    rg_utf8_escape(l->stream, line, bytes);
    fputs("</text>\n", l->stream);
  }
}

static void draw_legend_entry(const layout *l, const rg_plot_item *item, double x, double y) {
  rg_plot_swatch(l->stream, item, x + 13, y);
  put_text(l, x + 32, y + 4, SMALL, "class=\"rg-text\" fill=\"#24292f\"",
           legend_entry_width(l, item) - 32, item->text);
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
      put_text(l, middle, l->top - 5 - row * MARK_LINE, SMALL,
               "class=\"rg-soft\" fill=\"#57606a\" text-anchor=\"middle\"", l->width - 2 * EDGE,
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
    put_text(l, l->right + 5, at + 4, SMALL, "class=\"rg-soft\" fill=\"#57606a\"",
             l->width - l->right - 6, item->text);
  }
}

static double tick_place(const rg_axis *axis, const rg_tick *tick) {
  return axis->begin + (tick->at - axis->low) / (axis->high - axis->low) * axis->length;
}

static void draw_grid(const layout *l) {
  fputs("<path class=\"rg-grid\" color=\"#e4e7eb\" stroke=\"currentColor\" fill=\"none\" d=\"",
        l->stream);
  for (int k = 0; k < l->x.count; k++)
    if (l->x.ticks[k].major)
      rg_svg(l->stream, "M@ @V@", tick_place(&l->x, &l->x.ticks[k]), l->bottom, l->top);
  for (int k = 0; k < l->y.count; k++)
    if (l->y.ticks[k].major)
      rg_svg(l->stream, "M@ @H@", l->left, tick_place(&l->y, &l->y.ticks[k]), l->right);
  fputs("\"/>\n", l->stream);
}

static void draw_frame(const layout *l) {
  fputs("<path class=\"rg-frame\" color=\"#8c959f\" stroke=\"currentColor\" fill=\"none\" d=\"",
        l->stream);
  rg_svg(l->stream, "M@ @H@V@H@z", l->left, l->top, l->right, l->bottom, l->left);
  for (int k = 0; k < l->x.count; k++)
    rg_svg(l->stream, "M@ @v@", tick_place(&l->x, &l->x.ticks[k]), l->bottom,
           l->x.ticks[k].major ? 5.0 : 3.0);
  for (int k = 0; k < l->y.count; k++)
    rg_svg(l->stream, "M@ @h@", l->left, tick_place(&l->y, &l->y.ticks[k]),
           l->y.ticks[k].major ? -5.0 : -3.0);
  fputs("\"/>\n", l->stream);
}

static void draw_tick_labels(const layout *l) {
  const char *below = "class=\"rg-soft\" fill=\"#57606a\" text-anchor=\"middle\"";
  const char *beside = "class=\"rg-soft\" fill=\"#57606a\" text-anchor=\"end\"";
  for (int k = 0; k < l->x.count; k++)
    if (l->x.ticks[k].major)
      put_text(l, tick_place(&l->x, &l->x.ticks[k]), l->bottom + 18, SMALL, below, HUGE_VAL,
               l->x.ticks[k].label);
  for (int k = 0; k < l->y.count; k++)
    if (l->y.ticks[k].major)
      put_text(l, l->left - 8, tick_place(&l->y, &l->y.ticks[k]) + 4, SMALL, beside, HUGE_VAL,
               l->y.ticks[k].label);
  // by what the labels are to be multiplied
  if (l->y.factor[0]) put_text(l, l->left, l->top - 5, SMALL, beside, HUGE_VAL, l->y.factor);
  if (l->x.factor[0])
    put_text(l, l->right, l->bottom + 18 + LINE - 3, SMALL, beside, HUGE_VAL, l->x.factor);
}

static void draw_axis_labels(const layout *l) {
  const char *how = "class=\"rg-text\" fill=\"#24292f\" text-anchor=\"middle\"";
  double middle = (l->left + l->right) / 2, room = l->width - 2 * EDGE;
  double half = fmin(width_of(l->plot->x_label, LABEL), room) / 2;
  middle = fmax(fmin(middle, l->width - EDGE - half), EDGE + half);
  if (l->plot->x_label[0])
    put_text(l, middle, l->bottom + 18 + LINE, LABEL, how, room, l->plot->x_label);
  if (!l->plot->y_label[0]) return;
  // upwards, at the left edge
  half = fmin(width_of(l->plot->y_label, LABEL), l->height - 2 * EDGE) / 2;
  middle = fmax(fmin((l->top + l->bottom) / 2, l->height - EDGE - half), EDGE + half);
  rg_svg(l->stream, "<g transform=\"translate(@ @) rotate(-90)\">", EDGE + 9, middle);
  put_text(l, 0, 0, LABEL, how, l->height - 2 * EDGE, l->plot->y_label);
  fputs("</g>\n", l->stream);
}

/* --- inside the frame ------------------------------------------------------------------------- */

/* marks below, labels on top, all else in its order */
static void draw_inside(const layout *l) {
  double w = l->right - l->left, h = l->bottom - l->top;
  // one pixel more, so that a line on the frame is seen whole
  rg_svg(l->stream, "<svg x=\"@\" y=\"@\" width=\"@\" height=\"@\" viewBox=\"@ @ @ @\">\n",
         l->left - 1, l->top - 1, w + 2, h + 2, l->left - 1, l->top - 1, w + 2, h + 2);
  rg_canvas canvas = {l->plot, l->stream, &l->x, &l->y};
  for (const rg_plot_item *item = l->plot->first; item; item = item->next)
    if (item->kind == RG_PLOT_MARK_X || item->kind == RG_PLOT_MARK_Y) rg_canvas_mark(&canvas, item);
  for (const rg_plot_item *item = l->plot->first; item; item = item->next)
    if (item->kind == RG_PLOT_SERIES) rg_canvas_series(&canvas, item);
    else if (item->kind <= RG_PLOT_ARROW) rg_canvas_shape(&canvas, item);
  for (const rg_plot_item *item = l->plot->first; item; item = item->next)
    if (item->kind == RG_PLOT_LABEL) rg_canvas_label(&canvas, item);
  fputs("</svg>\n", l->stream);
  if (!l->plot->first)
    put_text(l, (l->left + l->right) / 2, (l->top + l->bottom) / 2, LABEL,
             "class=\"rg-soft\" fill=\"#57606a\" text-anchor=\"middle\"", HUGE_VAL, "no data");
}

void rg_plot_draw(const rg_plot *plot, FILE *stream, int alone) {
  layout l = arrange(plot, stream);
  rg_svg(stream,
         "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"@\" height=\"@\" viewBox=\"0 0 @ @\" "
         "font-family=\"system-ui,'Segoe UI','Helvetica Neue',Arial,sans-serif\" role=\"img\" ",
         l.width, l.height, l.width, l.height);
  fputs("aria-label=\"", stream);
  rg_utf8_escape(stream, plot->title, strlen(plot->title));
  fputs("\">\n", stream);
  if (alone)
    fprintf(stream,
            "<style>\n%s</style>\n<rect class=\"rg-paper\" fill=\"#ffffff\" width=\"100%%\" "
            "height=\"100%%\"/>\n",
            rg_plot_css);
  draw_title(&l);
  lay_legend(&l, draw_legend_entry);
  draw_grid(&l);
  draw_inside(&l);
  draw_frame(&l);
  draw_tick_labels(&l);
  lay_mark_labels(&l, 1);
  draw_side_labels(&l);
  draw_axis_labels(&l);
  fputs("</svg>\n", stream);
}

rg_status rg_plot_write_svg(const rg_plot *plot, const char *path, rg_error *error) {
  rg_error_clear(error);
  if (!plot || plot->failed)
    return rg_fail_at(error, RG_NO_MEMORY, path, 0, 0, "plot", "no memory was left for it");
  rg_output output;
  rg_status status = rg_output_open(&output, path, error);
  if (status != RG_OK) return status;
  fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n", output.stream);
  rg_plot_draw(plot, output.stream, 1);
  return rg_output_close(&output, RG_OK, error);
}
