/* Counting orders of magnitude. */
#include "histogram.h"

#include <math.h>

void andreani_count(andreani_histogram *histogram, double value) {
  double size = fabs(value);
  int bar = size > 0 ? (int)floor(-log10(size)) : ANDREANI_BARS;
  if (bar >= ANDREANI_BARS) {
    histogram->zero++;
    return;
  }
  histogram->count[bar < 0 ? 0 : bar]++;
  if (histogram->most == 0 || size < histogram->least) histogram->least = size;
  if (size > histogram->most) histogram->most = size;
}

void andreani_bars(const andreani_histogram *histogram, rg_page *page, const char *title,
                   const char *label) {
  double x[ANDREANI_BARS], y[ANDREANI_BARS];
  rg_plot *plot = rg_plot_new(title, label, "tests");
  for (int i = 0; i < ANDREANI_BARS; i++) {
    x[i] = i;
    y[i] = histogram->count[i];
  }
  rg_plot_series(plot, NULL, RG_SERIES_BARS, ANDREANI_BARS, x, y);
  rg_page_plot(page, plot);
}
