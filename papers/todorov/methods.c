/* Solving and counting. S A S, S c with one s a contact leaves the cones as they are: f = S f'. */
#include "methods.h"

#include "common.h"

#include "parallel.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ITERATIONS = 100 /* his MaxIt is not given */ };

rg_options other_solver(const char *name, rg_law law, int directions) {
  rg_options o = rg_options_default();
  o.solver = name;
  o.islands = 0;
  o.law.law = law;
  o.law.directions = directions;
  return o;
}

rg_options todorov_robust(void) { return other_solver("todorov", RG_LAW_CONE, 8); }

rg_options todorov_printed(void) {
  rg_options o = todorov_robust();
  rg_options_set(&o, "as_printed", 1, NULL);
  o.max_iterations = MOST_ITERATIONS;
  return o;
}

/* the scaled problem's arrays */
typedef struct scaled_problem {
  double A[9 * BALLS_CONTACTS * BALLS_CONTACTS], c[3 * BALLS_CONTACTS], s[3 * BALLS_CONTACTS];
} scaled_problem;

static rg_problem scale(const rg_problem *p, scaled_problem *to) {
  int n = 3 * p->contacts;
  for (int k = 0; k < n; k += 3) {
    double trace = 0;
    for (int i = k; i < k + 3; i++) trace += p->A.values[i * n + i];
    for (int i = k; i < k + 3; i++) to->s[i] = 1 / sqrt(trace / 3);
  }
  for (int i = 0; i < n; i++) {
    to->c[i] = to->s[i] * p->c[i];
    for (int j = 0; j < n; j++) to->A[i * n + j] = to->s[i] * p->A.values[i * n + j] * to->s[j];
  }
  rg_problem scaled = *p;
  scaled.A = rg_matrix_dense(n, n, to->A);
  scaled.c = to->c;
  return scaled;
}

static void note(tally *t, const rg_problem *problem, const rg_report *report, double seconds) {
  t->solves++;
  t->failed += report->status != RG_SOLVED;
  t->contacts += problem->contacts;
  t->unknowns += report->size;
  t->iterations += report->iterations;
  t->newton_points += report->newton_points;
  t->newton_accepted += report->newton_accepted;
  t->searches += report->searches;
  t->beyond += report->searched_beyond;
  t->edges += report->searched_edges;
  t->off_cone += report->certificate.natural_map_relative > 1e-6;
  t->worst_map = fmax(t->worst_map, report->certificate.natural_map_relative);
  if (t->run_solves == TALLY_STEPS) return;
  t->run_iterations[t->run_solves] = report->iterations;
  t->run_seconds[t->run_solves++] = seconds;
}

rg_status method_solve(const method *m, const rg_problem *problem, const double *warm,
                       double *impulse, tally *count, int *solved) {
  int n = 3 * problem->contacts;
  double start[3 * BALLS_CONTACTS];
  rg_solver *solver;
  rg_error error;
  rg_problem given = *problem;
  scaled_problem *scaled = m->scaled ? calloc(1, sizeof *scaled) : NULL;
  if (m->scaled && !scaled) return RG_NO_MEMORY;
  if (scaled) given = scale(problem, scaled);
  if (m->warm)
    for (int i = 0; i < n; i++) start[i] = scaled ? warm[i] / scaled->s[i] : warm[i];
  if (m->warm) given.guess = start;
  rg_status status = rg_solver_new(&solver, &given, &m->options, &error);
  if (status == RG_OK) {
    double begin = paper_seconds();
    rg_solver_solve(solver);
    note(count, problem, rg_solver_report(solver), paper_seconds() - begin);
    if (solved) *solved = rg_solver_report(solver)->status == RG_SOLVED;
    const double *x = rg_solver_impulse(solver);
    for (int i = 0; i < n; i++) impulse[i] = scaled ? scaled->s[i] * x[i] : x[i];
    rg_solver_free(solver);
  }
  free(scaled);
  return status;
}

static int ascending(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static int faster(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

void tally_end_run(tally *t) {
  int n = t->run_solves;
  if (n == 0) return;
  qsort(t->run_iterations, (size_t)n, sizeof t->run_iterations[0], ascending);
  qsort(t->run_seconds, (size_t)n, sizeof t->run_seconds[0], faster);
  t->iteration_medians += 0.5 * (t->run_iterations[(n - 1) / 2] + t->run_iterations[n / 2]);
  t->second_medians += t->run_seconds[n / 2];
  t->runs++;
  t->run_solves = 0;
}

void tally_add(tally *to, const tally *runs) {
  to->solves += runs->solves;
  to->failed += runs->failed;
  to->iterations += runs->iterations;
  to->contacts += runs->contacts;
  to->unknowns += runs->unknowns;
  to->newton_points += runs->newton_points;
  to->newton_accepted += runs->newton_accepted;
  to->searches += runs->searches;
  to->beyond += runs->beyond;
  to->edges += runs->edges;
  to->off_cone += runs->off_cone;
  to->worst_map = fmax(to->worst_map, runs->worst_map);
  to->runs += runs->runs;
  to->iteration_medians += runs->iteration_medians;
  to->second_medians += runs->second_medians;
}

static double ratio(double a, long b) { return b > 0 ? a / (double)b : (double)NAN; }

double tally_iterations(const tally *t) { return ratio(t->iteration_medians, t->runs); }
double mean_iterations(const tally *t) { return ratio((double)t->iterations, t->solves); }
double tally_accepted(const tally *t) {
  return ratio(100.0 * (double)t->newton_accepted, t->newton_points);
}
double tally_failed(const tally *t) { return ratio(100.0 * (double)t->failed, t->solves); }
double tally_unknowns(const tally *t) { return ratio((double)t->unknowns, t->solves); }
double tally_contacts(const tally *t) { return ratio((double)t->contacts, t->solves); }
double tally_milliseconds(const tally *t) { return ratio(1e3 * t->second_medians, t->runs); }
double tally_off_cone(const tally *t) { return ratio(100.0 * (double)t->off_cone, t->solves); }

/* all runs with all methods */
typedef struct comparison {
  int runs, methods;
  const balls_run *run;
  const method *list;
  tally *count;
} comparison;

/* one run with one method */
typedef struct contest {
  const method *m;
  tally *count;
} contest;

/* the problem goes to the method, its answer nowhere; `auto` goes on from the last step */
static rg_status contest_step(void *context, const rg_problem *problem, const double *warm,
                              double *impulse) {
  const contest *c = context;
  method driver = {"auto", other_solver("auto", RG_LAW_CONE, 8), 0, 1};
  tally unused = {0};
  rg_status status = method_solve(c->m, problem, warm, impulse, c->count, NULL);
  if (status != RG_OK) return status;
  return method_solve(&driver, problem, warm, impulse, &unused, NULL);
}

/* from the end: long runs first, so that no thread is left with one */
static rg_status make_contest(void *context, int item) {
  const comparison *all = context;
  int at = all->runs * all->methods - 1 - item;
  contest c = {&all->list[at % all->methods], &all->count[at]};
  rg_status status = balls_simulate(&all->run[at / all->methods], contest_step, &c, NULL);
  tally_end_run(c.count);
  return status;
}

rg_status compare_methods(const paper_options *options, int runs, const balls_run *run, int methods,
                          const method *list, tally *count) {
  comparison all = {runs, methods, run, list, count};
  return paper_parallel(options, runs * methods, make_contest, &all);
}

const char *number_text(double value, int digits) {
  enum { RING = 32 };
  static char buffer[RING][24];
  static int next;
  char *text = buffer[next++ % RING];
  if (isnan(value)) snprintf(text, sizeof buffer[0], "-");
  else snprintf(text, sizeof buffer[0], "%.*f", digits, value);
  return text;
}
