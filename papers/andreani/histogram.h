/* Bar charts of -log10 of small numbers, as Figs. 3, 4 and 5 of Andreani et al. */
#ifndef ANDREANI_HISTOGRAM_H
#define ANDREANI_HISTOGRAM_H

#include "../papers.h"

enum { ANDREANI_BARS = 42 };

typedef struct andreani_histogram {
  int zero;                 /* exactly 0, or under 1e-41 */
  int count[ANDREANI_BARS]; /* floor(-log10 |x|) = 0, 1, ... */
  double least, most;       /* of those that are not 0 */
} andreani_histogram;

void andreani_count(andreani_histogram *histogram, double value);
void andreani_bars(const andreani_histogram *histogram, rg_page *page, const char *title,
                   const char *label);

#endif
