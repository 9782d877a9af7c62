/* The cones of torsional and rolling friction, docs/rolling.md Eq. 1-8. Shares nothing with any solver. */
#include "solve/certificate/rolling.h"

#include <math.h>
#include <string.h>

enum { PARTS = 3 }; /* slip, spin, rolling */

/* a part of friction: which components, under which coefficient */
typedef struct part {
  int first, count;
  double bound;
} part;

static int parts_of(const rg_rolling *c, part list[PARTS]) {
  list[0] = (part){1, 2, c->mu};
  list[1] = (part){3, 1, c->spin};
  list[2] = (part){4, 2, c->roll};
  return c->dim == 4 ? 2 : 3;
}

static double coefficient(const rg_rolling *c, int k) {
  return k < 3 ? c->mu : k == 3 ? c->spin : c->roll;
}

rg_rolling rg_rolling_at(const rg_problem *p, int i, double length, const double *r,
                         const double *u) {
  rg_rolling c = {.dim = p->dim, .ellipsoid = p->ellipsoid, .mu = p->mu[i]};
  c.spin = p->spin ? p->spin[i] / length : 0;
  c.roll = p->roll ? p->roll[i] / length : 0;
  for (int k = 0; k < p->dim; k++) {
    c.impulse[k] = k < 3 ? r[k] : r[k] / length;
    c.velocity[k] = k < 3 ? u[k] : u[k] * length;
  }
  if (p->target) c.velocity[0] -= p->target[i];
  return c;
}

/* length of components, safe against overflow */
static double length_of(const double *x, int count) {
  double largest = 0, sum = 0;
  for (int k = 0; k < count; k++)
    if (!(fabs(x[k]) <= largest)) largest = fabs(x[k]);
  if (!(largest > 0) || isinf(largest)) return largest;
  for (int k = 0; k < count; k++) sum += (x[k] / largest) * (x[k] / largest);
  return largest * sqrt(sum);
}

/* the length of the tangential parts, each times its coefficient */
static double weighted_length(const rg_rolling *c, const double *x) {
  double y[6] = {0};
  for (int k = 1; k < c->dim; k++) y[k] = coefficient(c, k) * x[k];
  return length_of(y + 1, c->dim - 1);
}

double rg_rolling_take_leeway(rg_rolling *c, double most) {
  part list[PARTS];
  double moved = 0;
  for (int count = parts_of(c, list), p = 1; p < count && c->impulse[0] > 0; p++) {
    double *w = c->velocity + list[p].first, size = length_of(w, list[p].count);
    double off = size < most ? size : most;
    for (int k = 0; k < list[p].count && size > 0; k++) w[k] -= off / size * w[k];
    moved += off * off;
  }
  return sqrt(moved);
}

double rg_rolling_lifted(const rg_rolling *c) {
  part list[PARTS];
  double sum = c->velocity[0];
  if (c->ellipsoid) return sum + weighted_length(c, c->velocity);
  for (int count = parts_of(c, list), p = 0; p < count; p++)
    sum += list[p].bound * length_of(c->velocity + list[p].first, list[p].count);
  return sum;
}

/* Bounds of their own: y - P(y) of y = r - w, in closed form. With p the normal part of P(y), each part beyond its bound has the
   excess s = |y| - bound p, and  y_n - p = - sum bound s. Parts leave from all of them on: p only grows. */
static void map_of_parts(const rg_rolling *c, const double *r, const double *w, double *e) {
  part list[PARTS];
  double y[6], size[PARTS], polar = 0;
  int count = parts_of(c, list), active[PARTS], inside = 1;
  for (int k = 0; k < c->dim; k++) y[k] = r[k] - w[k];
  for (int p = 0; p < count; p++) {
    size[p] = length_of(y + list[p].first, list[p].count);
    polar += list[p].bound * size[p];
    inside = inside && size[p] <= list[p].bound * y[0];
    active[p] = 1;
  }
  const double *whole = inside && y[0] >= 0 ? w : polar <= -y[0] ? r : NULL;
  if (whole) {
    memcpy(e, whole, (size_t)c->dim * sizeof *e);
    return;
  }
  double normal = 0;
  for (int changed = 1; changed;) {
    double top = y[0], bottom = 1;
    changed = 0;
    for (int p = 0; p < count; p++)
      if (active[p]) top += list[p].bound * size[p], bottom += list[p].bound * list[p].bound;
    normal = top / bottom;
    for (int p = 0; p < count; p++)
      if (active[p] && list[p].bound > 0 && size[p] <= list[p].bound * normal) {
        active[p] = 0;
        changed = 1;
      }
  }
  e[0] = w[0];
  for (int p = 0; p < count; p++) {
    double excess = size[p] - list[p].bound * normal;
    for (int k = list[p].first; k < list[p].first + list[p].count; k++) {
      if (list[p].bound == 0) e[k] = r[k];
      else e[k] = active[p] && size[p] > 0 ? w[k] + excess * (y[k] / size[p]) : w[k];
    }
    if (active[p] && list[p].bound > 0) e[0] -= list[p].bound * excess;
  }
}

/* (1 - l) N(l) - y_n, N = || d y / (d^2 + l) ||: falls from outside the cone to outside its polar; where it is 0, P(y) is
   y d^2 / (d^2 + l) with the normal part N */
static double ellipse_gap(const rg_rolling *c, const double *y, double l, double *N) {
  double share[6] = {0};
  for (int k = 1; k < c->dim; k++) {
    double d = coefficient(c, k);
    share[k] = d > 0 ? d * y[k] / (d * d + l) : 0;
  }
  *N = length_of(share + 1, c->dim - 1);
  return (1 - l) * *N - y[0];
}

/* one bound of all parts: the multiplier l in [0, inf) by bisection of l / (1 + l) */
static void map_of_ellipsoid(const rg_rolling *c, const double *r, const double *w, double *e) {
  double y[6], scaled[6] = {0}, N, low = 0, high = 1, l = 0;
  for (int k = 0; k < c->dim; k++) y[k] = r[k] - w[k];
  for (int k = 1; k < c->dim; k++) scaled[k] = coefficient(c, k) > 0 ? y[k] / coefficient(c, k) : 0;
  int inside = length_of(scaled + 1, c->dim - 1) <= y[0], polar = weighted_length(c, y) <= -y[0];
  // components without friction have no room: all of their impulse is wrong
  e[0] = inside ? w[0] : r[0];
  for (int k = 1; k < c->dim; k++) e[k] = coefficient(c, k) > 0 && inside ? w[k] : r[k];
  if (inside || polar) return;
  for (;;) {
    double middle = 0.5 * (low + high);
    if (!(middle > low && middle < high)) break;
    l = middle / (1 - middle);
    if (ellipse_gap(c, y, l, &N) > 0) low = middle;
    else high = middle;
  }
  l = low / (1 - low);
  ellipse_gap(c, y, l, &N);
  e[0] = w[0] - l * N;
  for (int k = 1; k < c->dim; k++) {
    double d = coefficient(c, k);
    if (d > 0) e[k] = w[k] + y[k] * (l / (d * d + l));
  }
}

double rg_rolling_natural(const rg_rolling *c, double response) {
  double r[6], w[6], e[6];
  for (int k = 0; k < c->dim; k++) {
    r[k] = response * c->impulse[k];
    w[k] = c->velocity[k];
  }
  w[0] = rg_rolling_lifted(c);
  if (c->ellipsoid) map_of_ellipsoid(c, r, w, e);
  else map_of_parts(c, r, w, e);
  return length_of(e, c->dim);
}

double rg_rolling_outside(const rg_rolling *c) {
  part list[PARTS];
  double scaled[6] = {0}, worst = -c->impulse[0];
  for (int k = 1; k < c->dim && c->ellipsoid; k++) {
    double d = coefficient(c, k);
    if (d > 0) scaled[k] = c->impulse[k] / d;
    else if (fabs(c->impulse[k]) > worst) worst = fabs(c->impulse[k]);
  }
  if (c->ellipsoid) {
    // as far as the largest coefficient makes it
    double most = fmax(c->mu, fmax(c->spin, c->roll));
    double beyond = most * (length_of(scaled + 1, c->dim - 1) - c->impulse[0]);
    return beyond > worst ? beyond : worst;
  }
  for (int count = parts_of(c, list), p = 0; p < count; p++) {
    double beyond =
        length_of(c->impulse + list[p].first, list[p].count) - list[p].bound * c->impulse[0];
    if (beyond > worst) worst = beyond;
  }
  return worst;
}

/* between a and -b; pi where either is 0 */
static double angle(const double *a, const double *b, int count) {
  const double pi = acos(-1.0);
  double x = length_of(a, count), y = length_of(b, count), sum[6], difference[6];
  if (!(x > 0) || !(y > 0)) return pi;
  for (int k = 0; k < count; k++) {
    sum[k] = a[k] / x + b[k] / y;
    difference[k] = a[k] / x - b[k] / y;
  }
  return 2 * atan2(length_of(sum, count), length_of(difference, count));
}

double rg_rolling_slip_angle(const rg_rolling *c, double slip, double force) {
  part list[PARTS];
  double worst = -1, friction[6] = {0}, motion[6] = {0}, most = fmax(c->mu, fmax(c->spin, c->roll));
  if (c->ellipsoid) {
    if (!(weighted_length(c, c->velocity) > most * slip) || !(most * c->impulse[0] > force))
      return -1;
    for (int k = 1; k < c->dim; k++) {
      double d = coefficient(c, k);
      friction[k] = d > 0 ? c->impulse[k] / d : 0;
      motion[k] = d * c->velocity[k];
    }
    return angle(friction + 1, motion + 1, c->dim - 1);
  }
  for (int count = parts_of(c, list), p = 0; p < count; p++) {
    const double *u = c->velocity + list[p].first;
    if (!(length_of(u, list[p].count) > slip) || !(list[p].bound * c->impulse[0] > force)) continue;
    double one = angle(c->impulse + list[p].first, u, list[p].count);
    if (one > worst) worst = one;
  }
  return worst;
}
