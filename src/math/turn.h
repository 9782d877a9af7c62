/* Sine and cosine that are the same bits on every machine: those of C libraries differ in their last digit, also between
   processors with and without fused multiply-add, and a motion then goes other ways (docs/viewer.md). Rounding of sums and
   products alone decides here: the remainder of pi/2 in three parts after Cody & Waite 1980, the Taylor polynomials, whose
   first term left out is below 3e-18 at pi/4. At most 1.1 units in the last place off for |x| up to a million (0.6 but beside multiples of pi/2); beyond that
   they are the C library's. */
#ifndef RIGOR_TURN_H
#define RIGOR_TURN_H

#include <math.h>

/* a rest of x, |rest| <= pi/4 and a bit: hi + lo = x - quarter pi/2 */
static inline int rg_quarter_turns(double x, double *hi, double *lo) {
  /* the first two have 33 bits: their products with less than 2^20 quarters are exact */
  const double part1 = 0x1.921fb544p+0, part2 = 0x1.0b4611a6p-34, part3 = 0x1.3198a2e037073p-69;
  const double quarters = rint(x * 0x1.45f306dc9c883p-1);
  double a = x - quarters * part1, b = quarters * part2;
  double rest = a - b, taken = a - rest, lost = (a - (rest + taken)) + (taken - b);
  double tail = lost - quarters * part3;
  *hi = rest + tail;
  *lo = (rest - *hi) + tail;
  return (int)((long long)quarters & 3);
}

/* s = sin(x), c = cos(x) */
static inline void rg_sincos(double x, double *s, double *c) {
  enum { MOST = 1000000 };
  if (!(fabs(x) < MOST)) { /* NaN too */
    *s = sin(x);
    *c = cos(x);
    return;
  }
  double y, tail;
  int quarter = rg_quarter_turns(x, &y, &tail);
  const double z = y * y;
  double p = 1. / 355687428096000;
  p = p * z - 1. / 1307674368000;
  p = p * z + 1. / 6227020800;
  p = p * z - 1. / 39916800;
  p = p * z + 1. / 362880;
  p = p * z - 1. / 5040;
  p = p * z + 1. / 120;
  p = p * z - 1. / 6;
  double q = 1. / 20922789888000;
  q = q * z - 1. / 87178291200;
  q = q * z + 1. / 479001600;
  q = q * z - 1. / 3628800;
  q = q * z + 1. / 40320;
  q = q * z - 1. / 720;
  q = q * z + 1. / 24;
  const double half = 0.5 * z, one = 1 - half;
  const double sine = y + (y * z * p + tail * one);
  const double cosine = one + (((1 - one) - half) + (z * z * q - y * tail));
  *s = quarter & 1 ? cosine : sine;
  *c = quarter & 1 ? sine : cosine;
  if (quarter & 2) *s = -*s;
  if (quarter == 1 || quarter == 2) *c = -*c;
}

#endif
