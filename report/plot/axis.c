/* Ticks at 1, 2 or 5 times a power of ten. Their labels are made from whole numbers, so that
   they are exact and the same in every locale. */
#include "plot/axis.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { MOST_DECIMALS = 17, LARGEST_PLAIN = 5, SMALLEST_PLAIN = -4, MOST_DECADES_WITH_PARTS = 10 };

static const double SNAP = 0.02; /* of the range */

/* "10⁻³" behind `before` */
static void put_power(char *label, size_t size, const char *before, int exponent) {
  static const char *const digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  char plain[16];
  snprintf(plain, sizeof plain, "%d", exponent);
  size_t used = (size_t)snprintf(label, size, "%s10", before);
  for (const char *p = plain; *p && used < size; p++)
    used += (size_t)snprintf(label + used, size - used, "%s", *p == '-' ? "⁻" : digits[*p - '0']);
}

/* whole * 10^exponent, written out */
static void put_decimal(char *label, size_t size, long long whole, int exponent) {
  const char *sign = whole < 0 ? "−" : "";
  long long digits = whole < 0 ? -whole : whole, unit = 1;
  int decimals = exponent < 0 ? -exponent : 0;
  if (decimals > MOST_DECIMALS) decimals = MOST_DECIMALS;
  for (int k = 0; k < decimals; k++) unit *= 10;
  if (decimals > 0)
    snprintf(label, size, "%s%lld.%0*lld", sign, digits / unit, decimals, digits % unit);
  else
    snprintf(label, size, "%s%lld%.*s", sign, digits, digits ? exponent : 0, "000000000000000000");
}

static void add_tick(rg_axis *axis, double at, int major, const char *label) {
  double rounding = 1e-9 * (axis->high - axis->low);
  if (axis->count == RG_MOST_TICKS || at < axis->low - rounding || at > axis->high + rounding)
    return;
  rg_tick *tick = &axis->ticks[axis->count++];
  tick->at = at;
  tick->major = major;
  snprintf(tick->label, sizeof tick->label, "%s", label);
}

/* the nearest 1, 2 or 5 times 10^exponent */
static int nice_step(double raw, int *exponent) {
  *exponent = (int)floor(log10(raw));
  double part = raw / pow(10, *exponent);
  if (part < 1.5) return 1;
  if (part < 3.5) return 2;
  if (part < 7.5) return 5;
  ++*exponent;
  return 1;
}

void rg_axis_snap(rg_axis *axis) {
  if (axis->log) return;
  double span = axis->high - axis->low;
  int exponent, step = nice_step(span / 5, &exponent);
  double width = step * pow(10, exponent);
  double low = floor(axis->low / width) * width, high = ceil(axis->high / width) * width;
  if (axis->low - low < SNAP * span) axis->low = low;
  if (high - axis->high < SNAP * span) axis->high = high;
}

/* large and small numbers are shown in thousands, millions, thousandths, ... */
static int common_exponent(double low, double high) {
  int size = (int)floor(log10(fmax(fabs(low), fabs(high))));
  if (size < LARGEST_PLAIN && size > SMALLEST_PLAIN) return 0;
  return (int)floor(size / 3.0) * 3;
}

static void linear_ticks(rg_axis *axis, double low, double high, int wanted) {
  int exponent, step = nice_step(fmax((high - low) / wanted, axis->least_step), &exponent);
  int shown = common_exponent(low, high);
  double width = step * pow(10, exponent);
  if (shown) put_power(axis->factor, sizeof axis->factor, "×", shown);
  long long first = (long long)ceil(low / width - 1e-6),
            last = (long long)floor(high / width + 1e-6);
  for (long long k = first; k <= last; k++) {
    char label[RG_TICK_LABEL];
    put_decimal(label, sizeof label, k * step, exponent - shown);
    double value = (double)k * width;
    add_tick(axis, axis->log ? log10(value) : value, 1, label);
  }
}

/* 1, 2 and 5 in each decade, with labels */
static void parts_of_decade(rg_axis *axis, int first, int last) {
  static const int parts[] = {1, 2, 5};
  for (int decade = first; decade <= last; decade++)
    for (int k = 0; k < 3; k++) {
      char label[RG_TICK_LABEL], before[16];
      snprintf(before, sizeof before, "%d×", parts[k]);
      if (decade > SMALLEST_PLAIN && decade < LARGEST_PLAIN)
        put_decimal(label, sizeof label, parts[k], decade);
      else put_power(label, sizeof label, parts[k] == 1 ? "" : before, decade);
      add_tick(axis, decade + log10(parts[k]), 1, label);
    }
}

static void decades(rg_axis *axis, int first, int last, int wanted) {
  int every = (last - first) / wanted + 1;
  int parts = every == 1 && last - first < MOST_DECADES_WITH_PARTS;
  for (int decade = first - parts; decade <= last; decade++) {
    char label[RG_TICK_LABEL];
    put_power(label, sizeof label, "", decade);
    if (decade % every == 0) add_tick(axis, decade, 1, label);
    for (int k = 2; parts && k < 10; k++) add_tick(axis, decade + log10(k), 0, "");
  }
}

void rg_axis_ticks(rg_axis *axis, int wanted) {
  assert(axis->low < axis->high);
  axis->count = 0;
  axis->factor[0] = 0;
  if (wanted < 2) wanted = 2;
  if (!axis->log) {
    linear_ticks(axis, axis->low, axis->high, wanted);
    return;
  }
  // powers of ten; where there are not three of them their parts, too; else as on a linear axis
  int first = (int)ceil(axis->low - 1e-9), last = (int)floor(axis->high + 1e-9);
  if (last > first + 1) decades(axis, first, last, wanted);
  else parts_of_decade(axis, first - 1, last + 1);
  if (axis->count >= 2) return;
  axis->count = 0;
  linear_ticks(axis, pow(10, axis->low), pow(10, axis->high), wanted);
}
