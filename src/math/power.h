/* Powers of two: factors that change no digit. */
#ifndef RG_POWER_H
#define RG_POWER_H

#include <math.h>

/* the largest power of two up to x; 1 where x is not positive or not finite */
static inline double rg_power_below(double x) {
  int exponent;
  if (!(x > 0) || !isfinite(x)) return 1;
  frexp(x, &exponent);
  return ldexp(1, exponent - 1);
}

/* the same of the powers of four, whose roots change no digit either */
static inline double rg_power_of_four_below(double x) {
  int exponent;
  if (!(x > 0) || !isfinite(x)) return 1;
  frexp(x, &exponent);
  return ldexp(1, (exponent - 1) & ~1);
}

#endif
