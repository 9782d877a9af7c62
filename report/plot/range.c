/* The ranges of the axes: all that is drawn, a margin around it, and what was asked for. */
#include "plot/axis.h"

#include <math.h>

/* beyond these, differences overflow or vanish */
static const double LARGEST = 1e300, SMALLEST = 1e-290;
/* a range that is this small a part of its values is a constant with rounding errors */
static const double CONSTANT = 1e-12;
static const double MARGIN = 0.05;
static const double FEWEST_COUNTS = 3;

static double scaled(const rg_axis *axis, double value) {
  if (!isfinite(value) || (axis->log && value <= 0)) return (double)NAN;
  return axis->log ? log10(value) : value;
}

double rg_axis_place(const rg_axis *axis, double value) {
  double at = scaled(axis, value);
  // halves: the difference of two large numbers must not overflow
  return axis->begin + (at / 2 - axis->low / 2) / (axis->high / 2 - axis->low / 2) * axis->length;
}

static void include(rg_axis *axis, double value) {
  double at = fmin(fmax(scaled(axis, value), -LARGEST), LARGEST);
  if (isnan(scaled(axis, value))) return;
  axis->low = fmin(axis->low, at);
  axis->high = fmax(axis->high, at);
}

/* a point counts only where both of its coordinates can be shown */
static void include_point(rg_axis *x, rg_axis *y, double px, double py) {
  if (isnan(scaled(x, px)) || isnan(scaled(y, py))) return;
  include(x, px);
  include(y, py);
}

double rg_plot_bar_spacing(const rg_plot *plot) {
  double least = HUGE_VAL;
  for (const rg_plot_item *item = plot->first; item; item = item->next) {
    if (item->kind != RG_PLOT_SERIES || item->style != RG_SERIES_BARS) continue;
    for (int i = 1; i < item->n; i++) {
      double distance = fabs(item->x[i] - item->x[i - 1]);
      if (distance > 0) least = fmin(least, distance);
    }
  }
  return isfinite(least) ? least : 1;
}

static void include_item(const rg_plot *plot, const rg_plot_item *item, rg_axis *x, rg_axis *y) {
  int bars = item->kind == RG_PLOT_SERIES && item->style == RG_SERIES_BARS;
  double reach = bars ? rg_plot_bar_spacing(plot) / 2 : 0;
  for (int i = 0; i < item->n; i++) {
    double px = item->x[i], py = item->y[i];
    switch (item->kind) {
    case RG_PLOT_MARK_X: include(x, px); continue;
    case RG_PLOT_MARK_Y: include(y, py); continue;
    case RG_PLOT_ARROW: include_point(x, y, px + item->dx, py + item->dy); break;
    case RG_PLOT_CIRCLE:
      include_point(x, y, px - item->dx, py - item->dy);
      include_point(x, y, px + item->dx, py + item->dy);
      break;
    default: break;
    }
    include_point(x, y, px, py);
    // bars stand on zero and are as wide as their distance
    if (bars && isfinite(py)) {
      include_point(x, y, px - reach, py);
      include_point(x, y, px + reach, py);
      include(y, 0);
    }
  }
}

/* an empty range and a constant get a width of their own */
static void widen_constant(rg_axis *axis) {
  if (axis->low > axis->high) {
    axis->low = 0;
    axis->high = 1;
  }
  double size = fmax(fabs(axis->low), fabs(axis->high)), span = axis->high - axis->low;
  if (axis->log ? span > 1e-9 : span > CONSTANT * size && span > SMALLEST) return;
  double reach = axis->log ? 0.5 : size > SMALLEST ? 0.1 * size : 1;
  axis->low -= reach;
  axis->high += reach;
}

static void add_margins(rg_axis *axis, double share, int from_zero) {
  double margin = share * (axis->high - axis->low);
  if (!from_zero || axis->low != 0) axis->low -= margin;
  if (!from_zero || axis->high != 0) axis->high += margin;
}

static void apply_request(rg_axis *axis, double low, double high) {
  double l = scaled(axis, low), h = scaled(axis, high);
  if (!isnan(l) && !isnan(h) && l > h) {
    double swap = l;
    l = h;
    h = swap;
  }
  if (!isnan(l)) axis->low = fmin(fmax(l, -LARGEST), LARGEST);
  if (!isnan(h)) axis->high = fmin(fmax(h, -LARGEST), LARGEST);
  // one end was asked for and the data lie behind it
  if (axis->high < axis->low) {
    if (isnan(h)) axis->high = axis->low;
    else axis->low = axis->high;
  }
  widen_constant(axis);
}

/* curves over time reach the frame; points and drawings keep away from it */
static int only_curves(const rg_plot *plot) {
  for (const rg_plot_item *item = plot->first; item; item = item->next) {
    int mark = item->kind == RG_PLOT_MARK_X || item->kind == RG_PLOT_MARK_Y;
    int curve = item->kind == RG_PLOT_SERIES &&
                (item->style == RG_SERIES_LINE || item->style == RG_SERIES_STEPS ||
                 item->style == RG_SERIES_DASHED);
    if (!mark && !curve) return 0;
  }
  return 1;
}

/* steps, iterations, counts: what is counted in whole numbers gets whole ticks */
static double counting_step(const rg_plot *plot, const rg_axis *axis, int y) {
  if (axis->high - axis->low < FEWEST_COUNTS) return 0;
  for (const rg_plot_item *item = plot->first; item; item = item->next) {
    const double *values = y ? item->y : item->x;
    for (int i = 0; i < item->n; i++)
      if (isfinite(values[i]) && (item->kind != RG_PLOT_SERIES || values[i] != floor(values[i])))
        return 0;
  }
  return 1;
}

void rg_axes_range(const rg_plot *plot, rg_axis *x, rg_axis *y) {
  *x = (rg_axis){.log = plot->log_x, .low = HUGE_VAL, .high = -HUGE_VAL};
  *y = (rg_axis){.log = plot->log_y, .low = HUGE_VAL, .high = -HUGE_VAL};
  for (const rg_plot_item *item = plot->first; item; item = item->next)
    include_item(plot, item, x, y);
  x->least_step = plot->bars > 0 ? rg_plot_bar_spacing(plot) : counting_step(plot, x, 0);
  y->least_step = counting_step(plot, y, 1);
  widen_constant(x);
  widen_constant(y);
  if (only_curves(plot) && !plot->equal) rg_axis_snap(x);
  else add_margins(x, MARGIN, plot->bars > 0);
  add_margins(y, MARGIN, plot->bars > 0);
  apply_request(x, plot->range[0], plot->range[1]);
  apply_request(y, plot->range[2], plot->range[3]);
}

static void stretch(rg_axis *axis, double span) {
  double middle = axis->low / 2 + axis->high / 2;
  axis->low = middle - span / 2;
  axis->high = middle + span / 2;
}

void rg_axes_equal(rg_axis *x, rg_axis *y) {
  if (x->log || y->log) return;
  double a = (x->high - x->low) / fabs(x->length), b = (y->high - y->low) / fabs(y->length);
  if (a < b) stretch(x, b * fabs(x->length));
  else stretch(y, a * fabs(y->length));
}
