/* Trust region and quadratics with bounds. */
#include "easy.h"

#include <math.h>
#include <string.h>

static double dot(int n, const double *a, const double *b) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

/* --- a quadratic g'd + d'H d / 2 with low <= d <= high ------------------------------------------- */

typedef struct quadratic {
  int n;
  const double *g, *H;
  double low[EASY_MOST], high[EASY_MOST];
  double d[EASY_MOST], r[EASY_MOST]; /* point, gradient there */
  easy_result *count;
} quadratic;

static void multiply(const quadratic *q, const double *x, double *y) {
  q->count->products++;
  for (int i = 0; i < q->n; i++) y[i] = dot(q->n, q->H + i * q->n, x);
}

/* minus the gradient where d may move; `within`: of what lies strictly between its bounds, the rest otherwise */
static double free_part(const quadratic *q, int within, double *p) {
  for (int i = 0; i < q->n; i++) {
    int at_low = q->d[i] <= q->low[i], at_high = q->d[i] >= q->high[i];
    int blocked = (at_low && q->r[i] > 0) || (at_high && q->r[i] < 0);
    int inside = !at_low && !at_high;
    p[i] = blocked || inside != within ? 0 : -q->r[i];
  }
  return sqrt(dot(q->n, p, p));
}

/* along p to the minimum or to the first bound; *hit: it was a bound */
static void walk(quadratic *q, const double *p, int *hit) {
  double Hp[EASY_MOST], longest = HUGE_VAL;
  multiply(q, p, Hp);
  double curve = dot(q->n, p, Hp), slope = dot(q->n, p, q->r);
  for (int i = 0; i < q->n; i++) {
    if (p[i] < 0) longest = fmin(longest, (q->low[i] - q->d[i]) / p[i]);
    if (p[i] > 0) longest = fmin(longest, (q->high[i] - q->d[i]) / p[i]);
  }
  double t = curve > 0 ? -slope / curve : HUGE_VAL;
  *hit = !(t < longest);
  if (*hit) t = longest;
  for (int i = 0; i < q->n; i++) {
    q->d[i] += t * p[i];
    q->r[i] += t * Hp[i];
    double room = *hit ? 1e-14 * (q->high[i] - q->low[i]) : 0;
    if (q->d[i] <= q->low[i] + room) q->d[i] = q->low[i];
    if (q->d[i] >= q->high[i] - room) q->d[i] = q->high[i];
  }
}

/* Conjugate gradients in a face until a bound stops them or the way out of the face is the steeper one. */
static void minimize_quadratic(quadratic *q, double share) {
  enum { MOST = 200 };
  double p[EASY_MOST] = {0}, inside[EASY_MOST], outside[EASY_MOST], first = 0, last = 0;
  int fresh = 1;
  for (int k = 0; k < MOST; k++) {
    double in = free_part(q, 1, inside), out = free_part(q, 0, outside), all = hypot(in, out);
    if (k == 0) first = all;
    if (all <= share * first || all == 0) return;
    q->count->inner++;
    int hit = 1;
    if (out > in) { /* leave the face */
      memcpy(p, outside, sizeof p);
      fresh = 1;
    } else {
      double beta = fresh ? 0 : in * in / last;
      for (int i = 0; i < q->n; i++) p[i] = inside[i] + (inside[i] != 0 ? beta * p[i] : 0);
      if (dot(q->n, p, q->r) >= 0) memcpy(p, inside, sizeof p);
      fresh = 0;
    }
    last = in * in;
    walk(q, p, &hit);
    if (hit || !(last > 0)) fresh = 1;
  }
}

/* --- the trust region ------------------------------------------------------------------------------ */

static double projected_gradient(const easy_problem *p, const double *x, const double *g) {
  double sum = 0;
  for (int i = 0; i < p->n; i++) {
    double step = p->bounded[i] ? fmax(-x[i], -g[i]) : -g[i];
    sum += step * step;
  }
  return sqrt(sum);
}

easy_result easy_minimize(const easy_problem *p, const easy_rule *rule, double *x) {
  static const double LEAST = 1e-12; /* of a radius: rounding is all that is left */
  double g[EASY_MOST], H[EASY_MOST * EASY_MOST], trial[EASY_MOST];
  easy_result r = {.unknowns = p->n};
  double radius = rule->radius;
  for (int i = 0; i < p->n; i++)
    if (p->bounded[i]) x[i] = fmax(x[i], 0);
  r.value = p->function(p->context, x, g, H);
  r.evaluations = 1;
  for (;; r.outer++) {
    r.gradient = projected_gradient(p, x, g);
    int low = !(rule->value > 0) || r.value < rule->value;
    if ((r.gradient <= rule->gradient && low) || r.gradient == 0) return r;
    if (r.outer >= rule->most || radius < LEAST) return r;

    quadratic q = {.n = p->n, .g = g, .H = H, .count = &r};
    memcpy(q.r, g, sizeof q.r);
    for (int i = 0; i < p->n; i++) {
      q.low[i] = p->bounded[i] ? fmax(-radius, -x[i]) : -radius;
      q.high[i] = radius;
    }
    minimize_quadratic(&q, rule->inner);

    double foreseen = 0.5 * (dot(p->n, g, q.d) + dot(p->n, q.r, q.d)), size = 0;
    for (int i = 0; i < p->n; i++) {
      trial[i] = p->bounded[i] ? fmax(x[i] + q.d[i], 0) : x[i] + q.d[i];
      size = fmax(size, fabs(q.d[i]));
    }
    double own[EASY_MOST], second[EASY_MOST * EASY_MOST];
    double value = p->function(p->context, trial, own, second);
    r.evaluations++;
    double ratio = foreseen < 0 ? (value - r.value) / foreseen : -1;
    if (ratio >= 0.1) {
      memcpy(x, trial, (size_t)p->n * sizeof *x);
      memcpy(g, own, sizeof g), memcpy(H, second, sizeof H);
      r.value = value;
      if (ratio > 0.75 && size >= 0.99 * radius) radius *= 2;
    } else radius = 0.25 * fmin(radius, size > 0 ? size : radius);
  }
}
