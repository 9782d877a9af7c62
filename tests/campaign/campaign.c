/* campaign [--count N] [--seed S] [--from K] [--threads T] [--verbose] [--dump K FILE.json]

   Solves N seeded random contact problems with the default options and recomputes the natural map
   || x - P(x - u~) || / ||c|| of every answer here, in extended precision. Prints what failed, the
   spread of iterations and times, and a hash over the bits of all impulses: the same whatever the
   number of threads. Exit 0: at least 99.99 % solved and no status dishonest; 1: otherwise; 2: bad
   usage. */
#include "scene.h"

#include <rigor/rigor.h>

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define TOLERANCE 1e-8

typedef struct settings {
  long count, from;
  uint64_t seed;
  int threads, verbose;
} settings;

typedef struct outcome {
  int dim, rows, contacts, bodies;
  rg_status status;
  int iterations;
  double seconds;
  double residual; /* recomputed as the certificate defines it */
  double rounding; /* what double precision cannot tell from zero in it */
  double reported; /* that of the certificate */
  double plain;    /* natural map of N s beside m/s, relative to ||c||, recomputed */
  uint64_t hash;   /* over the impulses */
  char reason[128];
} outcome;

/* FNV-1a */
static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size) {
  const unsigned char *at = bytes;
  for (size_t i = 0; i < size; i++) hash = (hash ^ at[i]) * 0x100000001b3u;
  return hash;
}

/* x - clamp(x - u) as the median of x - upper, u, x - lower */
static long double square_of_row(long double x, long double u, double lower, double upper) {
  const long double least = x - (long double)upper, most = x - (long double)lower;
  const long double gap = u < least ? least : u > most ? most : u;
  return gap * gap;
}

/* || r - P(r - w) ||^2 of one contact, w = u~: w inside the cone, r in the polar cone, else w along
   the nearest generator g and r across it */
static long double square_of_contact(int dim, double mu, double target, const double *r,
                                     const long double *u) {
  const long double m = (long double)mu, slip = hypotl(u[1], dim == 3 ? u[2] : 0);
  const long double w[3] = {u[0] - (long double)target + m * slip, u[1], dim == 3 ? u[2] : 0};
  long double y[3] = {0}, g[3] = {0}, r_along = 0, w_along = 0, sum = 0;
  for (int k = 0; k < dim; k++) y[k] = (long double)r[k] - w[k];
  const long double t = hypotl(y[1], y[2]), length = sqrtl(1 + m * m);
  const int polar = m * t <= -y[0], inside = !polar && t <= m * y[0];
  for (int k = 0; k < dim; k++) {
    g[k] = (k == 0 ? 1 : t > 0 ? m * y[k] / t : 0) / length;
    r_along += g[k] * (long double)r[k];
    w_along += g[k] * w[k];
  }
  for (int k = 0; k < dim; k++) {
    const long double across = (long double)r[k] - g[k] * r_along;
    const long double gap = polar ? (long double)r[k] : inside ? w[k] : across + g[k] * w_along;
    sum += gap * gap;
  }
  return sum;
}

/* target of an unknown: contacts have one along their normal */
static double target_of(const scene *s, int i) {
  return i >= s->rows && (i - s->rows) % s->dim == 0 ? s->target[(i - s->rows) / s->dim] : 0;
}

/* mean diagonal of the own block of A of a row or contact; no scene has one without */
static long double response_of(const scene *s, int unit) {
  const int row = unit < s->rows, width = row ? 1 : s->dim;
  const int at = row ? unit : s->rows + s->dim * (unit - s->rows);
  long double sum = 0;
  for (int k = at; k < at + width; k++)
    sum += (long double)s->A[(size_t)k * (size_t)s->n + (size_t)k] / width;
  return sum;
}

/* the residual with impulses times the responses (`plain`: as they are), rows over their root, contacts over the
   root of the mean response; relative to the larger of ||c|| and ||c - target|| (no bound of a scene excludes 0) */
static double residual_of(const scene *s, const double *x, const long double *u,
                          const long double *size, int plain, double *rounding) {
  long double c_square = 0, driven_square = 0, terms = 0, sum = 0, typical = 0;
  for (int i = 0; i < s->contacts; i++) typical += response_of(s, s->rows + i) / s->contacts;
  for (int unit = 0; unit < s->rows + s->contacts; unit++) {
    const int row = unit < s->rows, width = row ? 1 : s->dim, contact = unit - s->rows;
    const int at = row ? unit : s->rows + s->dim * contact;
    const long double a = plain ? 1 : response_of(s, unit), m = plain ? 1 : row ? a : typical;
    double r[3] = {0};
    for (int k = 0; k < width; k++) {
      const long double c = (long double)s->c[at + k], t = (long double)target_of(s, at + k);
      r[k] = (double)(a * (long double)x[at + k]);
      c_square += c * c / m;
      driven_square += (c - t) * (c - t) / m;
      terms += (size[at + k] * size[at + k] + (long double)r[k] * (long double)r[k]) / m;
    }
    if (row)
      sum += square_of_row((long double)r[0], u[at], (double)a * s->lower[unit],
                           (double)a * s->upper[unit]) /
             m;
    else sum += square_of_contact(s->dim, s->mu[contact], s->target[contact], r, u + at) / m;
  }
  const long double square = driven_square > c_square ? driven_square : c_square;
  const long double reference = square > 0 ? sqrtl(square) : 1;
  *rounding = (double)(4e-16L * sqrtl(terms) / reference);
  return (double)(sqrtl(sum) / reference);
}

/* recomputes u = A x + c and what it leaves of the laws; `u` has room for 2 n */
static void judge(const scene *s, const double *x, long double *u, outcome *o) {
  long double *size = u + s->n;
  double plain_rounding;
  for (int i = 0; i < s->n; i++) {
    u[i] = (long double)s->c[i];
    size[i] = fabsl(u[i]);
    for (int j = 0; j < s->n; j++) {
      const long double term =
          (long double)s->A[(size_t)i * (size_t)s->n + (size_t)j] * (long double)x[j];
      u[i] += term;
      size[i] += fabsl(term);
    }
  }
  o->residual = residual_of(s, x, u, size, 0, &o->rounding);
  o->plain = residual_of(s, x, u, size, 1, &plain_rounding);
}

static rg_problem problem_of(const scene *s) {
  rg_problem p = rg_problem_default();
  p.kind = RG_KIND_CONTACT;
  p.dim = s->dim;
  p.contacts = s->contacts;
  p.rows = s->rows;
  p.A = rg_matrix_dense(s->n, s->n, s->A);
  p.c = s->c;
  p.mu = s->mu;
  p.target = s->target;
  p.lower = s->lower;
  p.upper = s->upper;
  return p;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void solve_scene(const scene *s, outcome *o) {
  const rg_problem p = problem_of(s);
  const rg_options options = rg_options_default();
  rg_solver *solver = NULL;
  const double start = now();
  o->status = rg_solver_new(&solver, &p, &options, NULL);
  if (o->status == RG_OK) o->status = rg_solver_solve(solver);
  o->seconds = now() - start;
  o->residual = HUGE_VAL;
  o->hash = 0xcbf29ce484222325u;
  long double *u = calloc(2 * (size_t)s->n + 1, sizeof *u);
  if (solver && u) {
    const rg_report *report = rg_solver_report(solver);
    o->iterations = report->iterations;
    o->reported = report->certificate.residual;
    snprintf(o->reason, sizeof o->reason, "%s %.100s", report->solver, report->reason);
    o->hash = hash_bytes(o->hash, rg_solver_impulse(solver), (size_t)s->n * sizeof(double));
    judge(s, rg_solver_impulse(solver), u, o);
  }
  free(u);
  rg_solver_free(solver);
}

typedef struct crew {
  const settings *set;
  outcome *outcomes;
  atomic_long next;
} crew;

/* takes the next problem until there is none */
static void *work(void *argument) {
  crew *c = argument;
  for (long i = atomic_fetch_add(&c->next, 1); i < c->set->count;
       i = atomic_fetch_add(&c->next, 1)) {
    scene s;
    outcome *o = &c->outcomes[i];
    o->status = RG_NO_MEMORY;
    if (!scene_make(&s, c->set->seed, (uint64_t)(c->set->from + i))) continue;
    o->dim = s.dim;
    o->rows = s.rows;
    o->contacts = s.contacts;
    o->bodies = s.bodies;
    solve_scene(&s, o);
    scene_free(&s);
  }
  return NULL;
}

static int is_solved(const outcome *o) {
  const double room = o->rounding < 0.1 * TOLERANCE ? o->rounding : 0.1 * TOLERANCE;
  return o->status == RG_SOLVED && o->residual <= TOLERANCE * 1.0001 + room;
}

/* says solved, is not */
static int is_dishonest(const outcome *o) { return o->status == RG_SOLVED && !is_solved(o); }

static void print_outcome(long number, const outcome *o) {
  printf("%s %ld: dim %d, %d contacts, %d rows, %d bodies: %s, %d iterations, %.2g s, "
         "residual %.3g (reported %.3g, rounding %.1g) %s\n",
         is_dishonest(o) ? "DISHONEST"
         : is_solved(o)  ? "problem"
                         : "FAILED",
         number, o->dim, o->contacts, o->rows, o->bodies, rg_status_text(o->status), o->iterations,
         o->seconds, o->residual, o->reported, o->rounding, o->reason);
}

/* counts by powers: iterations by two, times by ten */
static void print_histograms(const outcome *outcomes, long count) {
  long iterations[24] = {0}, times[8] = {0}, sum = 0;
  double total = 0, worst = 0;
  for (long i = 0; i < count; i++) {
    int bin = 0, decade = 0;
    while (bin < 23 && (1L << bin) <= outcomes[i].iterations) bin++;
    while (decade < 7 && pow(10, decade - 5) <= outcomes[i].seconds) decade++;
    iterations[bin]++;
    sum += outcomes[i].iterations;
    times[decade]++;
    total += outcomes[i].seconds;
    if (outcomes[i].seconds > worst) worst = outcomes[i].seconds;
  }
  printf("iterations  total %ld;", sum);
  for (int b = 0; b < 24; b++)
    if (iterations[b]) printf("  <%ld: %ld", 1L << b, iterations[b]);
  printf("\nseconds   ");
  for (int d = 0; d < 8; d++)
    if (times[d]) printf("  %s%.0e: %ld", d < 7 ? "<" : ">=", pow(10, d < 7 ? d - 5 : 1), times[d]);
  printf("\nseconds     total %.3g, mean %.3g, worst %.3g\n", total,
         total / (double)(count ? count : 1), worst);
}

static int report(const settings *set, const outcome *outcomes) {
  long solved = 0, dishonest = 0, above = 0;
  uint64_t hash = 0xcbf29ce484222325u;
  for (long i = 0; i < set->count; i++) {
    solved += is_solved(&outcomes[i]);
    dishonest += is_dishonest(&outcomes[i]);
    above += is_solved(&outcomes[i]) && outcomes[i].plain > TOLERANCE;
    hash = hash_bytes(hash, &outcomes[i].hash, sizeof outcomes[i].hash);
    if (set->verbose || !is_solved(&outcomes[i])) print_outcome(set->from + i, &outcomes[i]);
  }
  print_histograms(outcomes, set->count);
  const double share = set->count ? 100 * (double)solved / (double)set->count : 100;
  printf("%ld solved ones are above the tolerance where N s are added to m/s\n", above);
  if (dishonest) printf("%ld said solved and are not\n", dishonest);
  printf("%ld problems, %ld solved (%.4g %%), hash %016llx\n", set->count, solved, share,
         (unsigned long long)hash);
  return share >= 99.99 && !dishonest ? 0 : 1;
}

static int run(const settings *set) {
  crew c = {set, calloc((size_t)set->count + 1, sizeof(outcome)), 0};
  pthread_t threads[64];
  int started = 0;
  if (!c.outcomes) return 2;
  while (started < set->threads - 1 && !pthread_create(&threads[started], NULL, work, &c))
    started++;
  work(&c);
  for (int i = 0; i < started; i++) pthread_join(threads[i], NULL);
  const int status = report(set, c.outcomes);
  free(c.outcomes);
  return status;
}

static int dump(const settings *set, long number, const char *path) {
  scene s;
  rg_error error;
  if (!scene_make(&s, set->seed, (uint64_t)number)) return 2;
  const rg_problem p = problem_of(&s);
  const rg_status status = rg_problem_write(&p, path, RG_FORMAT_JSON, NULL, NULL, &error);
  char text[1024];
  if (status != RG_OK) fprintf(stderr, "%s\n", rg_error_text(&error, text, sizeof text));
  scene_free(&s);
  return status == RG_OK ? 0 : 2;
}

static int usage(void) {
  fputs("usage: campaign [--count N] [--seed S] [--from K] [--threads T] [--verbose] "
        "[--dump K FILE.json]\n",
        stderr);
  return 2;
}

int main(int count, char **arguments) {
  settings set = {.count = 500, .seed = 1, .threads = 1};
  const char *dump_path = NULL;
  long dump_number = 0;
  for (int i = 1; i < count; i++) {
    const char *option = arguments[i], *value = i + 1 < count ? arguments[i + 1] : NULL;
    if (!strcmp(option, "--verbose")) {
      set.verbose = 1;
      continue;
    }
    if (!value) return usage();
    if (!strcmp(option, "--count")) set.count = strtol(value, NULL, 10);
    else if (!strcmp(option, "--seed")) set.seed = strtoull(value, NULL, 10);
    else if (!strcmp(option, "--from")) set.from = strtol(value, NULL, 10);
    else if (!strcmp(option, "--threads")) set.threads = (int)strtol(value, NULL, 10);
    else if (!strcmp(option, "--dump") && i + 2 < count) {
      dump_number = strtol(value, NULL, 10);
      dump_path = arguments[++i + 1];
    } else return usage();
    i++;
  }
  if (set.count < 0 || set.from < 0 || set.threads < 1 || set.threads > 64) return usage();
  return dump_path ? dump(&set, dump_number, dump_path) : run(&set);
}
