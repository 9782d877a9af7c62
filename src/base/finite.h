/* Whether numbers are numbers. */
#ifndef RG_FINITE_H
#define RG_FINITE_H

#include <math.h>
#include <stddef.h>

/* 1 where none of the n is infinite or NaN; NULL: there are none */
static inline int rg_all_finite(int n, const double *x) {
  for (int i = 0; i < n && x; i++)
    if (!isfinite(x[i])) return 0;
  return 1;
}

#endif
