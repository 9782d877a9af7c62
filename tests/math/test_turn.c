/* Sine and cosine of our own: beside those of the C library in long double, at random angles of all sizes, next to multiples of
   pi/2, and where there is nothing to be right about. That they are the same bits elsewhere, tests/viewer/test_engine.mjs
   finds out. */
#include "math/turn.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* what the head of the file promises: units in the last place */
static const double MOST_OFF = 1.1;

/* uniform in [-1, 1), the same everywhere */
static double draw(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 11) / 4503599627370496.0 - 1;
}

/* in units of the last place of what is right */
static double off(double have, long double right) {
  double near = (double)right, unit = nextafter(fabs(near), 2) - fabs(near);
  return (double)(fabsl((long double)have - right) / (long double)unit);
}

static void check(double x) {
  double s, c;
  rg_sincos(x, &s, &c);
  assert_true(off(s, sinl((long double)x)) <= MOST_OFF);
  assert_true(off(c, cosl((long double)x)) <= MOST_OFF);
}

static void test_random_angles(void **unused) {
  (void)unused;
  static const double scales[] = {1e-300, 1e-8, 1e-3, 0.8, 3.2, 100, 1e4, 1e6};
  uint64_t seed = 1;
  for (int k = 0; k < 400000; k++) check(draw(&seed) * scales[k % 8]);
}

/* where a remainder loses most: the doubles around k pi/2 */
static void test_near_multiples(void **unused) {
  (void)unused;
  const long double quarter = 1.57079632679489661923132169163975L;
  for (long k = -600000; k <= 600000; k += k > -1000 && k < 1000 ? 1 : 37) {
    double x = (double)((long double)k * quarter);
    check(x);
    check(nextafter(x, 1e9));
    check(nextafter(x, -1e9));
  }
}

static void test_special_ones(void **unused) {
  (void)unused;
  double s, c;
  rg_sincos(0, &s, &c);
  assert_true(s == 0 && c == 1 && !signbit(s));
  rg_sincos(-0.0, &s, &c);
  assert_true(s == 0 && c == 1);
  rg_sincos(5e300, &s, &c); /* the C library's */
  assert_true(s == sin(5e300) && c == cos(5e300));
  const double none[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
  for (int k = 0; k < 3; k++) {
    rg_sincos(none[k], &s, &c);
    assert_true(isnan(s) && isnan(c));
  }
}

/* odd, even, and on the circle */
static void test_symmetry(void **unused) {
  (void)unused;
  uint64_t seed = 2;
  for (int k = 0; k < 100000; k++) {
    double x = 1e3 * draw(&seed), s, c, minus_s, minus_c;
    rg_sincos(x, &s, &c);
    rg_sincos(-x, &minus_s, &minus_c);
    assert_true(minus_s == -s && minus_c == c);
    assert_true(fabs(s * s + c * c - 1) <= 4 * DBL_EPSILON);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_angles), cmocka_unit_test(test_near_multiples),
      cmocka_unit_test(test_special_ones), cmocka_unit_test(test_symmetry)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
