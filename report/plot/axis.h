/* One axis of a plot: its range, its ticks, and where a value lies on the picture. */
#ifndef RG_AXIS_H
#define RG_AXIS_H

#include "plot/plot.h"

enum { RG_MOST_TICKS = 128, RG_TICK_LABEL = 48 };

typedef struct rg_tick {
  double at; /* as low and high */
  int major; /* with a label and a line across */
  char label[RG_TICK_LABEL];
} rg_tick;

typedef struct rg_axis {
  int log;
  double low, high;     /* values, or their logarithms to base 10 */
  double least_step;    /* ticks are not closer, on linear axes */
  double begin, length; /* px: where `low` lies, and how far `high` is from there */
  int count;
  rg_tick ticks[RG_MOST_TICKS];
  char factor[32]; /* "×10⁶": the labels are to be multiplied by it; "": as they are */
} rg_axis;

/* Ranges from the data, the margins and what was asked for. */
void rg_axes_range(const rg_plot *plot, rg_axis *x, rg_axis *y);
/* Widens one of the ranges so that both have the same scale. */
void rg_axes_equal(rg_axis *x, rg_axis *y);
/* About `wanted` ticks at 1, 2 or 5 times a power of ten. */
void rg_axis_ticks(rg_axis *axis, int wanted);
/* Moves ends that nearly meet a tick there: a curve from 0.001 to 0.999 s gets an axis from 0 to
   1 s. */
void rg_axis_snap(rg_axis *axis);
/* px; NaN for values that are not on the axis at all (not finite, or not positive on a
   logarithmic one). */
double rg_axis_place(const rg_axis *axis, double value);
/* Distance between bars, in values. */
double rg_plot_bar_spacing(const rg_plot *plot);

#endif
