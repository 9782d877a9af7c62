/* rg_solver_new + rg_solver_solve with default options, from zero, repeated; the least of each time counts. */
#include "ours.h"
#include "child.h"

#include <rigor/solve.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

/* who finished: the last name of the path "start 0 it. .., nsgs 4 it. .., newton 3 it. .." */
static void name_finisher(const rg_report *report, char *name, size_t size) {
  const char *last = report->path, *next;
  while ((next = strstr(last, ", "))) last = next + 2;
  if (report->status != RG_SOLVED) snprintf(name, size, "%s", rg_status_text(report->status));
  else if (*last) snprintf(name, size, "%.*s", (int)strcspn(last, " "), last);
  else snprintf(name, size, "%s", report->solver);
}

/* one set-up and one solve; 0 where set-up refuses */
static int call_once(const bench_ours *job, bench_outcome *best, int measure) {
  rg_options options = rg_options_default();
  rg_solver *solver = NULL;
  options.tol = job->tol;
  bench_watch watch = bench_start();
  if (rg_solver_new(&solver, &job->one->problem, &options, NULL) != RG_OK) return 0;
  double setup = bench_stop(watch);
  watch = bench_start();
  rg_solver_solve(solver);
  double solve = bench_stop(watch);
  best->setup = fmin(best->setup, setup);
  best->solve = fmin(best->solve, solve);
  best->total = fmin(best->total, setup + solve);
  if (measure) {
    best->natural = bench_natural_map(job->one, rg_solver_impulse(solver));
    best->solved = best->natural <= job->tol;
    name_finisher(rg_solver_report(solver), best->note, sizeof best->note);
  }
  rg_solver_free(solver);
  return 1;
}

void bench_ours_job(const void *context, int report) {
  const bench_ours *job = context;
  bench_outcome best = {.setup = HUGE_VAL,
                        .solve = HUGE_VAL,
                        .total = HUGE_VAL,
                        .natural = HUGE_VAL,
                        .tolerance = job->tol};
  double start = bench_now();
  if (!call_once(job, &best, 1)) return;
  bench_report(report, &best);
  while (bench_now() - start < job->budget) call_once(job, &best, 0);
  bench_report(report, &best);
}
