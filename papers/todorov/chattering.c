/* Sec. III-C and III-D (Todorov 2010): chattering at edges, and its three remedies: the edge-aware
   search, the projection of steps on active edges, the projection of points on curved edges. Each
   is switched off in turn on the same problems. */
#include "claims.h"
#include "common.h"
#include "experiments.h"
#include "methods.h"

#include <math.h>
#include <stdlib.h>

enum { VARIANTS = 5, UNITS = 2, TRACE = 200 };

typedef struct safeguards {
  const char *label;
  int search, project, cone;
} safeguards;

static const safeguards CASES[VARIANTS] = {{"all three (as printed)", 1, 1, 1},
                                           {"no edge-aware search", 0, 1, 1},
                                           {"no projection of steps", 1, 0, 1},
                                           {"no projection on cones", 1, 1, 0},
                                           {"none", 0, 0, 0}};

static method variant(int k, int scaled) {
  method m = {CASES[k].label, todorov_printed(), scaled, 0};
  rg_options_set(&m.options, "edge_search", CASES[k].search, NULL);
  rg_options_set(&m.options, "edge_project", CASES[k].project, NULL);
  rg_options_set(&m.options, "cone_project", CASES[k].cone, NULL);
  return m;
}

/* --- one problem where it shows: residuals of the iterations
 * ------------------------------------------ */

typedef struct hardest {
  int iterations; /* without safeguards, more than with all by most */
  int n;
  double A[9 * BALLS_CONTACTS * BALLS_CONTACTS], c[3 * BALLS_CONTACTS], mu[BALLS_CONTACTS];
} hardest;

static rg_status keep_hardest(void *context, const rg_problem *problem, const double *warm,
                              double *impulse) {
  hardest *h = context;
  tally with = {0}, without = {0};
  method all = variant(0, 0), none = variant(VARIANTS - 1, 0);
  method driver = {"auto", other_solver("auto", RG_LAW_CONE, 8), 0, 1};
  rg_status status = method_solve(&all, problem, warm, impulse, &with, NULL);
  if (status == RG_OK) status = method_solve(&none, problem, warm, impulse, &without, NULL);
  int extra = (int)(without.iterations - with.iterations), n = 3 * problem->contacts;
  if (status == RG_OK && with.failed == 0 && extra > h->iterations) {
    h->iterations = extra;
    h->n = n;
    for (int i = 0; i < n * n; i++) h->A[i] = problem->A.values[i];
    for (int i = 0; i < n; i++) h->c[i] = problem->c[i], h->mu[i / 3] = problem->mu[i / 3];
  }
  if (status == RG_OK) status = method_solve(&driver, problem, warm, impulse, &with, NULL);
  return status;
}

static void add_trace(rg_plot *plot, const hardest *h, int k) {
  rg_problem p = rg_problem_default();
  method m = variant(k, 0);
  rg_solver *solver;
  double x[TRACE], y[TRACE];
  p.dim = 3;
  p.contacts = h->n / 3;
  p.A = rg_matrix_dense(h->n, h->n, h->A);
  p.c = h->c;
  p.mu = h->mu;
  m.options.trace = 1;
  if (rg_solver_new(&solver, &p, &m.options, NULL) != RG_OK) return;
  rg_solver_solve(solver);
  const rg_report *report = rg_solver_report(solver);
  int n = report->trace_length < TRACE ? report->trace_length : TRACE;
  for (int i = 0; i < n; i++) x[i] = i + 1, y[i] = fmax(report->trace[i], 1e-16);
  rg_plot_series(plot, m.label, RG_SERIES_LINE_POINTS, n, x, y);
  rg_solver_free(solver);
}

static rg_status show_hardest(const paper_options *options, rg_page *page) {
  balls_run run = {
      .balls = 10, .steps = options->quick ? 40 : 150, .mu = 0.5, .dt = 0.005, .seed = 3};
  hardest *h = calloc(1, sizeof *h);
  if (!h) return RG_NO_MEMORY;
  rg_status status = balls_simulate(&run, keep_hardest, h, NULL);
  if (status == RG_OK && h->n > 0) {
    rg_plot *plot = rg_plot_new("Fig. 4: chattering, one problem of 10 balls", "iteration",
                                "least natural map so far, relative");
    rg_plot_log(plot, 0, 1);
    for (int k = 0; k < VARIANTS; k++) add_trace(plot, h, k);
    rg_page_plot(page, plot);
  }
  free(h);
  return status;
}

/* --- all problems
 * ---------------------------------------------------------------------------------------- */

static void write_table(rg_page *page, tally count[UNITS][VARIANTS]) {
  static const char *const UNIT[UNITS] = {"raw", "rescaled"};
  rg_page_table(page, "Safeguards of the search on the same problems, cold starts",
                "safeguards|units|solves|iterations (median)|iterations (mean)|Newton accepted %|"
                "failed %|ms a solve");
  for (int u = 0; u < UNITS; u++)
    for (int k = 0; k < VARIANTS; k++) {
      const tally *t = &count[u][k];
      rg_page_row(page, "%s|%s|%ld|%s|%s|%s|%s|%s", CASES[k].label, UNIT[u], t->solves,
                  number_text(tally_iterations(t), 1), number_text(mean_iterations(t), 1),
                  number_text(tally_accepted(t), 0), number_text(tally_failed(t), 1),
                  number_text(tally_milliseconds(t), 2));
    }
}

/* Both projections act on edges that the search has found: without it they have nothing to do, and switching them off
   as well is no experiment. */
static int same_run(const tally *a, const tally *b) {
  return a->iterations == b->iterations && a->failed == b->failed;
}

static void write_findings(const paper_options *options, rg_page *page, const tally *count) {
  static const char *const WHERE[VARIANTS] = {NULL, "sec. III-C", "sec. III-D, straight",
                                              "sec. III-D, curved", "sec. III, none"};
  static const char *const CLAIM[VARIANTS] = {
      NULL, "the edge-aware search (III-C)", "the projection of steps on active edges (III-D)",
      "the projection of points on curved edges (III-D)", "any of the three"};
  for (int k = 1; k < VARIANTS; k++) {
    double slower = mean_iterations(&count[k]) / mean_iterations(&count[0]);
    double fails = tally_failed(&count[k]) - tally_failed(&count[0]);
    rg_verdict verdict = slower > 1.1 && fails >= 0  ? RG_VERDICT_CONFIRMED
                         : slower > 1.1 || fails > 1 ? RG_VERDICT_IN_PART
                                                     : RG_VERDICT_NOT_CONFIRMED;
    if (k > 1 && same_run(&count[k], &count[1])) verdict = RG_VERDICT_NOT_TESTED;
    paper_note(options, "todorov", WHERE[k], verdict, "", "%.2f times the iterations, %.1f %% fail",
               slower, tally_failed(&count[k]));
    if (verdict == RG_VERDICT_NOT_TESTED) {
      rg_page_finding(
          page, verdict,
          "Without %s: the same run as without the search, which alone brings points to "
          "the edges that the others act on.",
          CLAIM[k]);
      continue;
    }
    rg_page_finding(page, verdict,
                    "Without %s the rescaled problems take %.2f times the iterations, and %ld of "
                    "%ld fail (%.1f %%); with all three %ld do (%.1f %%).",
                    CLAIM[k], slower, count[k].failed, count[k].solves, tally_failed(&count[k]),
                    count[0].failed, tally_failed(&count[0]));
  }
}

static rg_status run_all(const paper_options *options, tally count[UNITS][VARIANTS]) {
  enum { FRICTIONS = 2, MOST_RUNS = 3, METHODS = UNITS * VARIANTS };
  static const double FRICTION[FRICTIONS] = {0.5, 1};
  int runs = options->quick ? 1 : MOST_RUNS, total = FRICTIONS * runs;
  balls_run run[FRICTIONS * MOST_RUNS];
  method m[METHODS];
  tally(*own)[METHODS] = calloc((size_t)total, sizeof *own);
  if (!own) return RG_NO_MEMORY;
  for (int k = 0; k < METHODS; k++) m[k] = variant(k % VARIANTS, k / VARIANTS);
  for (int k = 0; k < total; k++) {
    run[k] = (balls_run){.balls = 10, .mu = FRICTION[k / runs], .seed = (unsigned)(k % runs)};
    run[k].dt = 0.005;
    run[k].steps = options->quick ? 60 : 200;
  }
  rg_status status = compare_methods(options, total, run, METHODS, m, own[0]);
  for (int k = 0; k < total; k++)
    for (int i = 0; i < METHODS; i++) tally_add(&count[i / VARIANTS][i % VARIANTS], &own[k][i]);
  free(own);
  return status;
}

rg_status todorov_chattering(const paper_options *options, rg_page *page, rg_error *error) {
  tally(*count)[VARIANTS] = calloc(UNITS, sizeof *count);
  rg_status status = count ? RG_OK : RG_NO_MEMORY;
  (void)error;
  if (status == RG_OK) status = run_all(options, count);
  if (status == RG_OK) {
    write_table(page, count);
    write_findings(options, page, count[1]);
    status = show_hardest(options, page);
  }
  free(count);
  return status;
}
