/* verify_solution PROBLEM RESULT.json... [--tol T] [--expected FILE]

   Reads a problem and, for each result, what `rigor solve PROBLEM --json --impulses` printed for
   it, recomputes every law from the raw problem, and compares. A reported figure agrees where it
   lies within 1e-6 of the recomputed one, or within 1e-13 (global form: 1e-12) of the size of the
   terms that cancel in it, which is rounding. One line a check; exit 0: all agree, 1: a
   disagreement, 2: unreadable. */
#include "verify.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RELATIVE 1e-6L

static int disagreements;

static void say(int agrees, const char *name, long double reported, long double own) {
  printf("%-8s %-22s reported %-24.17Lg recomputed %.17Lg\n", agrees ? "ok" : "DISAGREE", name,
         reported, own);
  disagreements += !agrees;
}

static void say_text(int agrees, const char *name, const char *reported, const char *own) {
  printf("%-8s %-22s reported '%s' expected '%s'\n", agrees ? "ok" : "DISAGREE", name, reported,
         own);
  disagreements += !agrees;
}

static int close_to(long double reported, long double own, long double allowance) {
  return fabsl(reported - own) <= RELATIVE * fabsl(own) + allowance;
}

static const char *text_of(const json_t *object, const char *key) {
  const char *value = json_string_value(json_object_get(object, key));
  return value ? value : "";
}

/* flat numbers, nested lists opened; null counts as NaN. Returns how many there are. */
static int flatten(const json_t *value, double *to, int at, int most) {
  if (json_is_array(value)) {
    for (size_t i = 0; i < json_array_size(value); i++)
      at = flatten(json_array_get(value, i), to, at, most);
    return at;
  }
  if (at < most) to[at] = json_is_number(value) ? json_number_value(value) : (double)NAN;
  return at + 1;
}

static double *numbers(const json_t *root, const char *key, const char *other, int n) {
  const json_t *array = json_object_get(root, key);
  if (!array) array = json_object_get(root, other);
  if (!json_is_array(array)) unreadable("the result has neither \"%s\" nor \"%s\"", key, other);
  double *values = checked_calloc((size_t)n, sizeof *values);
  const int count = flatten(array, values, 0, n);
  if (count != n) unreadable("\"%s\" has %d numbers, not %d", key, count, n);
  return values;
}

static void check_header(const json_t *root, const problem *p) {
  const json_t *header = json_object_get(root, "problem");
  say_text(!strcmp(text_of(header, "kind"), p->kind), "kind", text_of(header, "kind"), p->kind);
  const double contacts = json_number_value(json_object_get(header, "contacts"));
  say(contacts == p->contacts, "contacts", (long double)contacts, p->contacts);
  const double size = json_number_value(json_object_get(header, "size"));
  say(size == p->n, "size", (long double)size, p->n);
}

/* every number of the answer is finite */
static int check_finite(const double *x, int n) {
  for (int i = 0; i < n; i++)
    if (!isfinite(x[i])) {
      say(0, "finite impulse", (long double)x[i], 0);
      return 0;
    }
  return 1;
}

static void check_velocity(const double *reported, const problem *p, const laws *l) {
  int worst = -1;
  long double worst_excess = -1;
  for (int i = 0; i < p->n; i++) {
    const long double off = fabsl((long double)reported[i] - l->u[i]);
    const long double excess = off - l->rounding * (l->u_scale[i] + l->scale * p->global);
    if (worst < 0 || !(excess <= worst_excess)) {
      worst = i;
      worst_excess = excess;
    }
  }
  if (worst >= 0) say(worst_excess <= 0, "velocity", (long double)reported[worst], l->u[worst]);
}

/* one figure of the certificate; what is missing disagrees */
static void check_figure(const json_t *certificate, const char *name, long double own,
                         long double allowance) {
  const json_t *value = json_object_get(certificate, name);
  const long double reported =
      json_is_number(value) ? (long double)json_number_value(value) : (long double)NAN;
  say(close_to(reported, own, allowance), name, reported, own);
}

/* what rounding makes of the residual: |A| |x| + |c| in its units */
static long double scaled_rounding(const problem *p, const laws *l) {
  long double sum = 0;
  for (int i = 0; i < p->n; i++)
    sum += l->u_scale[i] * l->u_scale[i] / (i < p->rows ? l->response[i] : l->typical);
  return l->rounding * sqrtl(sum) / (l->energy > 0 ? l->energy : 1);
}

static void check_certificate(const json_t *root, const problem *p, const laws *l) {
  const json_t *certificate = json_object_get(root, "certificate");
  const long double reference = l->reference > 0 ? l->reference : 1;
  const long double allowance = l->rounding * l->scale;
  check_figure(certificate, "natural_map", l->natural_map, allowance);
  check_figure(certificate, "natural_map_relative", l->natural_map_relative, allowance / reference);
  check_figure(certificate, "residual", l->residual, scaled_rounding(p, l));
  check_figure(certificate, "energy", l->energy, l->rounding * l->energy);
  check_figure(certificate, "bilateral", l->bilateral, allowance);
  if (p->contacts == 0) return;
  check_figure(certificate, "cone", l->cone, allowance);
  check_figure(certificate, "penetration", l->penetration, allowance);
  check_figure(certificate, "complementarity", l->complementarity,
               l->rounding * l->complementarity_scale);

  // which contacts count as slipping is a matter of threshold: between clear slip and any slip
  const json_t *value = json_object_get(certificate, "slip_angle");
  const double angle = json_is_number(value) ? json_number_value(value) : (double)NAN;
  const int inside = (long double)angle >= l->slip_angle_least * (1 - RELATIVE) - 1e-7L &&
                     (long double)angle <= l->slip_angle_most * (1 + RELATIVE) + 1e-7L;
  say(inside, "slip_angle", (long double)angle, l->slip_angle_least);
}

/* `solved` must mean it: the recomputed residual meets the tolerance */
static void check_status(const json_t *root, const problem *p, const laws *l, double tol) {
  const char *law = text_of(root, "law");
  const int exact = !*law || !strcmp(law, "cone") || !strcmp(law, "none");
  if (strcmp(text_of(root, "status"), "solved")) return;
  const long double rounding = 4e-16L * scaled_rounding(p, l) / l->rounding,
                    tenth = (long double)tol / 10;
  const long double most =
      (long double)tol * (1 + RELATIVE) + (rounding < tenth ? rounding : tenth);
  if (exact) say(l->residual <= most, "solved to tolerance", most, l->residual);
}

static long double distance(const double *a, const double *b, int n, long double *size) {
  long double sum = 0, square = 0;
  for (int i = 0; i < n; i++) {
    sum += ((long double)a[i] - (long double)b[i]) * ((long double)a[i] - (long double)b[i]);
    square += (long double)b[i] * (long double)b[i];
  }
  *size = sqrtl(square);
  return sqrtl(sum);
}

/* answers known in closed form */
static void check_expected(const json_t *root, const problem *p, const double *x, const double *u,
                           const laws *l, double tol) {
  const char *status = text_of(root, "status");
  const int solved = !strcmp(status, "solved");
  if (solved && *p->expected_status)
    say_text(!strcmp(p->expected_status, status), "expected status", status, p->expected_status);
  const char *law = text_of(root, "law");
  if (!solved || (*law && strcmp(law, "cone") && strcmp(law, "none"))) return;
  long double size;
  if (p->expected_impulse) {
    const long double off = distance(x, p->expected_impulse, p->n, &size);
    say(off <= 1e3L * (long double)tol * (size + l->reference), "expected impulse", off, 0);
  }
  if (p->expected_velocity) {
    const long double off = distance(u, p->expected_velocity, p->n, &size);
    say(off <= 1e3L * (long double)tol * (size + l->reference), "expected velocity", off, 0);
  }
}

static void check_result(const problem *p, const char *path, double tol) {
  json_error_t error;
  json_t *root = json_load_file(path, 0, &error);
  if (!root) unreadable("%s:%d: %s", path, error.line, error.text);
  check_header(root, p);
  double *x = numbers(root, "impulse", "z", p->n), *u = numbers(root, "velocity", "w", p->n);
  if (check_finite(x, p->n)) {
    laws l;
    recompute(p, x, &l);
    check_velocity(u, p, &l);
    check_certificate(root, p, &l);
    check_status(root, p, &l, tol);
    check_expected(root, p, x, u, &l, tol);
    free(l.u);
    free(l.u_scale);
    free(l.response);
  }
  json_decref(root);
  free(x);
  free(u);
}

int main(int count, char **arguments) {
  double tol = 1e-8;
  const char *expected = NULL;
  int last = count; /* results end where the options begin */
  for (int i = count - 1; i >= 2; i--)
    if (!strncmp(arguments[i], "--", 2)) last = i;
  int usable = last >= 3 && (count - last) % 2 == 0;
  for (int i = last; usable && i < count; i += 2) {
    if (!strcmp(arguments[i], "--tol")) tol = strtod(arguments[i + 1], NULL);
    else if (!strcmp(arguments[i], "--expected")) expected = arguments[i + 1];
    else usable = 0;
  }
  if (!usable) {
    fputs("usage: verify_solution PROBLEM RESULT.json... [--tol T] [--expected FILE]\n", stderr);
    return 2;
  }
  static problem p; /* lives until the end of the program */
  read_problem(&p, arguments[1]);
  if (expected) read_expected(&p, arguments[1], expected);
  for (int i = 2; i < last; i++) check_result(&p, arguments[i], tol);
  printf("%d disagreement%s\n", disagreements, disagreements == 1 ? "" : "s");
  return disagreements > 0;
}
