/* Points spread over the box, then a simplex that is begun anew, smaller, where it has shrunk. */
#include "fit.h"

#include <math.h>
#include <string.h>

typedef struct vertex {
  double x[FIT_DIMENSIONS_MAX], value;
} vertex;

typedef struct search {
  fit_function f;
  void *context;
  int n, left; /* dimensions, evaluations left */
  vertex best;
} search;

/* the value at a point, moved into the box; infinite where no evaluation is left */
static vertex evaluate(search *s, const double *x) {
  vertex v = {.value = HUGE_VAL};
  for (int k = 0; k < s->n; k++) v.x[k] = fmin(1, fmax(0, x[k]));
  if (s->left-- <= 0) return v;
  v.value = s->f(v.x, s->context);
  if (isnan(v.value)) v.value = HUGE_VAL;
  if (v.value < s->best.value) s->best = v;
  return v;
}

/* digits of i in base `prime`, mirrored at the point */
static double halton(int i, int prime) {
  double value = 0, share = 1;
  for (; i > 0; i /= prime) share /= prime, value += share * (i % prime);
  return value;
}

static void spread_points(search *s, int count) {
  static const int primes[FIT_DIMENSIONS_MAX] = {2, 3, 5, 7, 11, 13, 17, 19};
  for (int i = 1; i <= count; i++) {
    double x[FIT_DIMENSIONS_MAX];
    for (int k = 0; k < s->n; k++) x[k] = halton(i, primes[k]);
    evaluate(s, x);
  }
}

/* --- the simplex: n + 1 vertices, the best first --- */

static void sort(vertex *v, int count) {
  for (int i = 1; i < count; i++)
    for (int j = i; j > 0 && v[j].value < v[j - 1].value; j--) {
      vertex other = v[j];
      v[j] = v[j - 1], v[j - 1] = other;
    }
}

/* the point `t` of the line from the middle of the others (0) to the worst (1) */
static vertex along(search *s, const vertex *v, double t) {
  double x[FIT_DIMENSIONS_MAX];
  for (int k = 0; k < s->n; k++) {
    double middle = 0;
    for (int i = 0; i < s->n; i++) middle += v[i].x[k] / s->n;
    x[k] = middle + t * (v[s->n].x[k] - middle);
  }
  return evaluate(s, x);
}

static void shrink(search *s, vertex *v) {
  for (int i = 1; i <= s->n; i++) {
    double x[FIT_DIMENSIONS_MAX];
    for (int k = 0; k < s->n; k++) x[k] = (v[0].x[k] + v[i].x[k]) / 2;
    v[i] = evaluate(s, x);
  }
}

static void improve(search *s, vertex *v) {
  vertex *worst = &v[s->n], mirrored = along(s, v, -1);
  if (mirrored.value < v[0].value) {
    vertex farther = along(s, v, -2);
    *worst = farther.value < mirrored.value ? farther : mirrored;
  } else if (mirrored.value < v[s->n - 1].value) {
    *worst = mirrored;
  } else {
    vertex nearer = along(s, v, mirrored.value < worst->value ? -0.5 : 0.5);
    if (nearer.value < fmin(mirrored.value, worst->value)) *worst = nearer;
    else shrink(s, v);
  }
}

static double extent(const vertex *v, int n) {
  double most = 0;
  for (int i = 1; i <= n; i++)
    for (int k = 0; k < n; k++) most = fmax(most, fabs(v[i].x[k] - v[0].x[k]));
  return most;
}

static void simplex(search *s, double size) {
  vertex v[FIT_DIMENSIONS_MAX + 1];
  v[0] = s->best;
  for (int i = 1; i <= s->n; i++) {
    double x[FIT_DIMENSIONS_MAX];
    memcpy(x, v[0].x, sizeof x);
    x[i - 1] += x[i - 1] + size <= 1 ? size : -size;
    v[i] = evaluate(s, x);
  }
  do {
    sort(v, s->n + 1);
    improve(s, v);
  } while (s->left > 0 && extent(v, s->n) > size / 8);
}

double fit_minimize(fit_function f, void *context, int dimensions, int spread, int evaluations,
                    double *x) {
  search s = {.f = f, .context = context, .n = dimensions, .left = evaluations};
  s.best.value = HUGE_VAL;
  evaluate(&s, x);
  spread_points(&s, spread);
  for (double size = 0.15; s.left > 0; size = fmax(0.02, size / 2)) simplex(&s, size);
  memcpy(x, s.best.x, (size_t)dimensions * sizeof *x);
  return s.best.value;
}
