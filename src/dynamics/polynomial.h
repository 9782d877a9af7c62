/* Springs and dampers that are no lines: -(a x + b x^2 + c x^3) of a stretch, -(a v + b v |v| + c v^3) of a velocity, which
   is odd, so that a damper acts alike in both directions. `more` is b and c. */
#ifndef RG_POLYNOMIAL_H
#define RG_POLYNOMIAL_H

#include <math.h>

static inline double rg_spring_pull(double a, const double more[2], double x) {
  return x * (a + x * (more[0] + x * more[1]));
}
/* how fast the pull grows with x */
static inline double rg_spring_slope(double a, const double more[2], double x) {
  return a + x * (2 * more[0] + 3 * x * more[1]);
}
/* integral of the pull */
static inline double rg_spring_work(double a, const double more[2], double x) {
  return x * x * (a / 2 + x * (more[0] / 3 + x * more[1] / 4));
}

static inline double rg_damper_pull(double a, const double more[2], double v) {
  return v * (a + fabs(v) * more[0] + v * v * more[1]);
}
static inline double rg_damper_slope(double a, const double more[2], double v) {
  return a + 2 * fabs(v) * more[0] + 3 * v * v * more[1];
}

#endif
