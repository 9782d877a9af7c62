/* rigor sweep --svg: one measure over the parameters of a grid. Over one a curve; over two lines of equal value, found square by
   square of the grid (marching squares: Lorensen & Cline 1987, in the plane). */
#include "sweep_command.h"

#include <rigor/report.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LEVELS = 10 };

static int find_measure(const sweep_request *r, const sweep *s) {
  for (int k = 0; k < s->measures; k++)
    if (!r->plot || strcmp(s->measure[k].label, r->plot) == 0) return k;
  return -1;
}

rg_status sweep_plot_check(sweep_request *r, const sweep *s) {
  int m = find_measure(r, s);
  if (m < 0) return refuse_option(&r->error, "--plot", "the spec has no measure '%.60s'", r->plot);
  if (s->measure[m].width != 1)
    return refuse_option(&r->error, "--plot", "'%.60s' is more than one number",
                         s->measure[m].label);
  if (s->design != SWEEP_GRID || s->parameters < 1 || s->parameters > 2)
    return refuse_option(&r->error, "--svg", "needs a grid of one or two parameters");
  return RG_OK;
}

/* of the first model and options; repeats as their mean */
static double mean_at(const sweep *s, const sweep_rows *rows, int m, long point) {
  double sum = 0;
  for (long k = 0; k < s->repeat; k++)
    sum += rows->value[(size_t)(point * s->repeat + k) * (size_t)s->width +
                       (size_t)s->measure[m].start];
  return sum / (double)s->repeat;
}

static void draw_curve(rg_plot *plot, const sweep *s, const sweep_rows *rows, int m) {
  int n = s->parameter[0].count;
  double *y = calloc((size_t)n, sizeof *y);
  for (int i = 0; i < n && y; i++) y[i] = mean_at(s, rows, m, i);
  if (y) rg_plot_series(plot, NULL, RG_SERIES_LINE, n, s->parameter[0].value, y);
  free(y);
}

/* --- lines of equal value ------------------------------------------------------------------------------ */

typedef struct field {
  int nx, ny;
  const double *x, *y;
  double *z; /* nx x ny */
} field;

typedef struct lines {
  double *x, *y;
  int count, room;
  int failed;
} lines;

static void put_point(lines *l, double x, double y) {
  if (l->count == l->room) {
    int room = 2 * l->room + 256;
    double *a = realloc(l->x, (size_t)room * sizeof *a);
    if (a) l->x = a;
    double *b = realloc(l->y, (size_t)room * sizeof *b);
    if (b) l->y = b;
    l->failed |= !a || !b;
    if (l->failed) return;
    l->room = room;
  }
  l->x[l->count] = x;
  l->y[l->count++] = y;
}

/* where the line crosses the edge from corner a to corner b */
static void put_crossing(lines *l, const double a[3], const double b[3], double level) {
  double t = (level - a[2]) / (b[2] - a[2]);
  put_point(l, a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]));
}

/* a square as two triangles: each is crossed once or not at all */
static void cut_triangle(lines *l, const double corner[3][3], double level) {
  int crossings = 0;
  for (int k = 0; k < 3; k++) {
    const double *a = corner[k], *b = corner[(k + 1) % 3];
    if (!isfinite(corner[k][2])) return;
    crossings += (a[2] < level) != (b[2] < level);
  }
  if (crossings != 2) return;
  for (int k = 0; k < 3; k++) {
    const double *a = corner[k], *b = corner[(k + 1) % 3];
    if ((a[2] < level) != (b[2] < level)) put_crossing(l, a, b, level);
  }
  put_point(l, (double)NAN, (double)NAN);
}

static void trace_level(const field *f, double level, lines *l) {
  l->count = 0;
  for (int i = 0; i + 1 < f->nx; i++)
    for (int j = 0; j + 1 < f->ny; j++) {
      double c[4][3];
      for (int k = 0; k < 4; k++) {
        int a = i + (k & 1), b = j + (k >> 1);
        const double corner[3] = {f->x[a], f->y[b], f->z[a * f->ny + b]};
        memcpy(c[k], corner, sizeof corner);
      }
      double triangle[2][3][3];
      memcpy(triangle[0], c, sizeof triangle[0]);
      memcpy(triangle[1], c + 1, sizeof triangle[1]);
      cut_triangle(l, (const double(*)[3])triangle[0], level);
      cut_triangle(l, (const double(*)[3])triangle[1], level);
    }
}

/* 1, 2 or 5 times a power of ten, such that there are no more than MOST_LEVELS of them */
static double level_step(double range) {
  double power = pow(10, floor(log10(range / MOST_LEVELS)));
  static const double steps[] = {1, 2, 5, 10};
  for (int k = 0; k < 4; k++)
    if (range / (steps[k] * power) <= MOST_LEVELS) return steps[k] * power;
  return 10 * power;
}

/* the names of lines are where they end at the edge of the picture or of what is known: at their last point */
static void draw_levels(rg_plot *plot, const field *f, lines *l) {
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (int k = 0; k < f->nx * f->ny; k++)
    if (isfinite(f->z[k])) low = fmin(low, f->z[k]), high = fmax(high, f->z[k]);
  if (!(high > low)) return;
  double step = level_step(high - low);
  for (double level = ceil(low / step) * step; level <= high; level += step) {
    char name[32];
    if (fabs(level) < 1e-9 * step) level = 0;
    trace_level(f, level, l);
    snprintf(name, sizeof name, "%.6g", level);
    if (!l->failed && l->count > 2)
      rg_plot_series(plot, name, RG_SERIES_LINE, l->count, l->x, l->y);
  }
}

static void draw_field(rg_plot *plot, const sweep *s, const sweep_rows *rows, int m) {
  field f = {s->parameter[0].count, s->parameter[1].count, s->parameter[0].value,
             s->parameter[1].value, NULL};
  lines l = {0};
  f.z = calloc((size_t)f.nx * (size_t)f.ny, sizeof *f.z);
  for (int k = 0; k < f.nx * f.ny && f.z; k++) f.z[k] = mean_at(s, rows, m, k);
  if (f.z) draw_levels(plot, &f, &l);
  free(l.x);
  free(l.y);
  free(f.z);
}

rg_status sweep_plot_write(sweep_request *r, const sweep *s, const sweep_rows *rows) {
  int m = find_measure(r, s), two = s->parameters == 2;
  const char *measure = s->measure[m].label;
  char title[SWEEP_LABEL + 64];
  snprintf(title, sizeof title, two ? "lines of equal %s" : "%s", measure);
  rg_plot *plot = rg_plot_new(title, s->parameter[0].label, two ? s->parameter[1].label : measure);
  rg_plot_log(plot, s->parameter[0].log, two && s->parameter[1].log);
  rg_plot_size(plot, 760, 480);
  if (two) draw_field(plot, s, rows, m);
  else draw_curve(plot, s, rows, m);
  rg_status status = rg_plot_write_svg(plot, r->svg, &r->error);
  rg_plot_free(plot);
  return status;
}
