/* Table 1 (Todorov 2010, sec. IV): balls in a cube, iterations a step and Newton points accepted,
   10 runs of 200 steps of 5 ms in each condition, and what the paper does not tell: how many solves
   fail. The method as printed, the same on the rescaled problem of his sec. V-A, and ours. */
#include "claims.h"
#include "common.h"
#include "experiments.h"
#include "methods.h"
#include "numbers.h"
#include "parallel.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum {
  OURS = 2, /* the last of them; the others go as printed */
  VARIANTS = 3,
  FULL_RUNS = 10,
  QUICK_RUNS = 1,
  ROBUST_RUNS = 3,
  FULL_STEPS = 200,
  QUICK_STEPS = 60
};

typedef struct driver {
  const method *m;
  tally *t;
} driver;

static rg_status answer(void *context, const rg_problem *problem, const double *warm,
                        double *impulse) {
  const driver *own = context;
  return method_solve(own->m, problem, warm, impulse, own->t, NULL);
}

/* one run of a condition, driven by the method itself: its last iterate moves the balls */
typedef struct table_run {
  int i, j, variant; /* of the table */
  balls_run run;
  tally t;
} table_run;

typedef struct table_runs {
  const method *variant;
  table_run *list;
  int count;
} table_runs;

static rg_status make_run(void *context, int item) {
  const table_runs *all = context;
  table_run *own = &all->list[item];
  driver with = {&all->variant[own->variant], &own->t};
  rg_status status = balls_simulate(&own->run, answer, &with, NULL);
  tally_end_run(&own->t);
  return status;
}

typedef struct results {
  tally t[TABLE_MU][TABLE_BALLS][VARIANTS];
} results;

/* the runs of one condition */
static void plan_condition(const paper_options *options, table_runs *all, int i, int j, int v) {
  int runs = options->quick ? QUICK_RUNS : v == OURS ? ROBUST_RUNS : FULL_RUNS;
  for (int r = 0; r < runs; r++) {
    table_run *own = &all->list[all->count++];
    own->i = i, own->j = j, own->variant = v;
    own->run = (balls_run){.balls = TABLE_COUNT[j], .mu = TABLE_FRICTION[i], .seed = (unsigned)r};
    own->run.dt = 0.005;
    own->run.steps = options->quick ? QUICK_STEPS : FULL_STEPS;
  }
}

/* all conditions, the long runs first, so that no thread is left with one at the end */
static rg_status run_all(const paper_options *options, results *to) {
  const method variant[VARIANTS] = {{"as printed", todorov_printed(), 0, 0},
                                    {"rescaled", todorov_printed(), 1, 0},
                                    {"rigor", todorov_robust(), 0, 0}};
  table_runs all = {.variant = variant};
  all.list = calloc(TABLE_MU * TABLE_BALLS * VARIANTS * FULL_RUNS, sizeof *all.list);
  if (!all.list) return RG_NO_MEMORY;
  for (int j = TABLE_BALLS - 1; j >= 0; j--)
    for (int i = TABLE_MU - 1; i >= 0; i--)
      for (int v = VARIANTS - 1; v >= 0;
           v--) /* the short form leaves most of the expensive corner out */
        if (!options->quick || (j == 2 ? i == 0 || i == 2 : i % 2 == 0))
          plan_condition(options, &all, i, j, v);
  rg_status status = paper_parallel(options, all.count, make_run, &all);
  for (int k = 0; k < all.count; k++) {
    const table_run *own = &all.list[k];
    tally_add(&to->t[own->i][own->j][own->variant], &own->t);
  }
  free(all.list);
  return status;
}

static void write_row(rg_page *page, int i, int j, const tally *t) {
  const table_cell *paper = &TABLE_PAPER[i][j], *numpy = &TABLE_NUMPY[i][j];
  rg_page_row(page, "%g|%d|%s|%g|%s|%s|%s|%s|%s|%s|%s|%s|%s|%s|%s|%s|%s", TABLE_FRICTION[i],
              TABLE_COUNT[j], number_text(tally_contacts(&t[0]), 1), TABLE_CONTACTS[j],
              number_text(paper->iterations, 1), number_text(numpy->iterations, 1),
              number_text(tally_iterations(&t[0]), 1), number_text(tally_iterations(&t[1]), 1),
              number_text(tally_iterations(&t[2]), 1), number_text(paper->accepted, 0),
              number_text(numpy->accepted, 0), number_text(tally_accepted(&t[0]), 0),
              number_text(tally_accepted(&t[1]), 0), number_text(numpy->failed, 1),
              number_text(tally_failed(&t[0]), 1), number_text(tally_failed(&t[1]), 1),
              number_text(tally_failed(&t[2]), 1));
}

static void write_table(rg_page *page, const results *all) {
  rg_page_table(
      page,
      "Table 1: P the paper, N an independent numpy program, A as printed, B as printed on "
      "the rescaled problem, C rigor's todorov. Iterations: median of a run, averaged; acc.: "
      "Newton "
      "points accepted. The full form makes 10 runs of A and B, as the paper does, and 3 of C; mu "
      "= "
      "0.2 is in its text but not in its table.",
      "mu|balls|contacts A|contacts P|it. P|it. N|it. A|it. B|it. C|acc. % P|acc. % N|"
      "acc. % A|acc. % B|failed % N|failed % A|failed % B|failed % C");
  for (int i = 0; i < TABLE_MU; i++)
    for (int j = 0; j < TABLE_BALLS; j++)
      if (all->t[i][j][0].solves > 0) write_row(page, i, j, all->t[i][j]);
}

/* all conditions of one number of balls that the paper has */
typedef struct column_sum {
  double low, high;    /* iterations as multiples of the paper's */
  double accepted_gap; /* largest distance from the paper's, points of % */
  double failed;       /* % of all solves */
} column_sum;

static column_sum sum_up(const results *all, int j, int variant) {
  column_sum sum = {HUGE_VAL, 0, 0, 0};
  long solves = 0, failed = 0;
  for (int i = 0; i < TABLE_MU; i++) {
    const tally *t = &all->t[i][j][variant];
    const table_cell *paper = &TABLE_PAPER[i][j];
    solves += t->solves;
    failed += t->failed;
    if (t->solves == 0 || isnan(paper->iterations)) continue;
    double factor = tally_iterations(t) / paper->iterations;
    sum.low = fmin(sum.low, factor);
    sum.high = fmax(sum.high, factor);
    sum.accepted_gap = fmax(sum.accepted_gap, fabs(tally_accepted(t) - paper->accepted));
  }
  sum.failed = solves ? 100.0 * (double)failed / (double)solves : 0;
  return sum;
}

/* three tests: no count above 1.5 times the paper's, acceptance within 15 points, 1 % of failures
 */
static rg_verdict judge(column_sum sum) {
  int passed = (sum.high <= 1.5) + (sum.accepted_gap <= 15) + (sum.failed <= 1);
  return passed == 3   ? RG_VERDICT_CONFIRMED
         : passed == 0 ? RG_VERDICT_NOT_CONFIRMED
                       : RG_VERDICT_IN_PART;
}

static void write_findings(const paper_options *options, rg_page *page, const results *all, int j) {
  column_sum printed = sum_up(all, j, 0), scaled = sum_up(all, j, 1), ours = sum_up(all, j, 2);
  rg_page_finding(
      page, judge(printed),
      "%d balls, as printed in kg, m, s: %.1f to %.1f times the paper's iterations, Newton "
      "acceptance up to %.0f points off, and %.1f %% of the solves end in a local minimum or "
      "at the limit of 100 iterations, which the paper does not count.",
      TABLE_COUNT[j], printed.low, printed.high, printed.accepted_gap, printed.failed);
  char where[32], cell[96];
  snprintf(where, sizeof where, "Table 1, %d balls", TABLE_COUNT[j]);
  snprintf(cell, sizeof cell, "%.1f to %.1f times the iterations, %.1f %% fail", printed.low,
           printed.high, printed.failed);
  paper_note(options, "todorov", where, judge(printed), cell, "%.1f %% fail", ours.failed);
  rg_page_finding(
      page, judge(scaled),
      "%d balls, as printed on the problem rescaled to a unit diagonal of A (sec. V-A): %.1f to "
      "%.1f times the paper's iterations, acceptance up to %.0f points off, %.1f %% fail; with "
      "leaps and restarts %.1f %%.",
      TABLE_COUNT[j], scaled.low, scaled.high, scaled.accepted_gap, scaled.failed, ours.failed);
}

/* --- what sec. IV says beside the iterations --------------------------------------------------------------- */

/* of all conditions of the table that ran, as printed on the rescaled problem */
typedef struct sums {
  double accepted_gap; /* largest distance from the paper's acceptance, points of % */
  double contacts_low, contacts_high; /* as multiples of the paper's n_c */
  double harder;                      /* 10 balls: most iterations over those at the least mu */
  tally t;
} sums;

static sums sum_all(const results *all) {
  enum { SCALED = 1, MEDIUM = 1 /* the middle column */ };
  sums s = {0, HUGE_VAL, 0, 0, {0}};
  double first = (double)NAN;
  for (int i = 0; i < TABLE_MU; i++)
    for (int j = 0; j < TABLE_BALLS; j++) {
      const tally *t = &all->t[i][j][SCALED];
      if (t->solves == 0 || isnan(TABLE_PAPER[i][j].iterations)) continue;
      double contacts = tally_contacts(t) / TABLE_CONTACTS[j];
      tally_add(&s.t, t);
      s.accepted_gap = fmax(s.accepted_gap, fabs(tally_accepted(t) - TABLE_PAPER[i][j].accepted));
      s.contacts_low = fmin(s.contacts_low, contacts);
      s.contacts_high = fmax(s.contacts_high, contacts);
      if (j != MEDIUM) continue;
      if (isnan(first)) first = tally_iterations(t);
      s.harder = fmax(s.harder, tally_iterations(t) / first);
    }
  return s;
}

static void find_rest(const paper_options *options, rg_page *page, const results *all) {
  sums s = sum_all(all);
  double beyond = 100.0 * (double)s.t.beyond / fmax(1, (double)s.t.searches);
  double edges = 100.0 * (double)s.t.edges / fmax(1, (double)s.t.beyond);
  paper_find(options, page, "todorov", "Table 1, acceptance",
             s.accepted_gap <= 5    ? RG_VERDICT_CONFIRMED
             : s.accepted_gap <= 20 ? RG_VERDICT_IN_PART
                                    : RG_VERDICT_NOT_CONFIRMED,
             "Newton points accepted, on the rescaled problem: up to %.0f points of %% from the "
             "paper's in a condition, %.0f %% over all (paper 55 to 99 %%).",
             s.accepted_gap, tally_accepted(&s.t));
  paper_figure(options, "up to %.0f points off", s.accepted_gap);
  paper_find(options, page, "todorov", "Table 1, n_c",
             s.contacts_low > 0.8 && s.contacts_high < 1.25 ? RG_VERDICT_CONFIRMED
             : s.contacts_low > 0.5 && s.contacts_high < 2  ? RG_VERDICT_IN_PART
                                                            : RG_VERDICT_NOT_CONFIRMED,
             "Contacts a step are %.2f to %.2f times the paper's 7, 16 and 27.", s.contacts_low,
             s.contacts_high);
  paper_figure(options, "%.2f to %.2f times these", s.contacts_low, s.contacts_high);
  paper_find(options, page, "todorov", "sec. IV, segment",
             beyond > 90   ? RG_VERDICT_CONFIRMED
             : beyond > 50 ? RG_VERDICT_IN_PART
                           : RG_VERDICT_NOT_CONFIRMED,
             "Where the Newton point is not taken the search ends between Cauchy and Newton point "
             "in %.0f %% of %ld iterations (paper: almost always).",
             beyond, s.t.searches);
  paper_figure(options, "%.0f %% of %ld", beyond, s.t.searches);
  paper_find(options, page, "todorov", "sec. IV, edges",
             fabs(edges - 50) < 15   ? RG_VERDICT_CONFIRMED
             : fabs(edges - 50) < 30 ? RG_VERDICT_IN_PART
                                     : RG_VERDICT_NOT_CONFIRMED,
             "Of these %.0f %% end on an edge (paper: about half).", edges);
  paper_figure(options, "%.0f %%", edges);
  paper_find(options, page, "todorov", "sec. IV, mu",
             s.harder <= 1.2   ? RG_VERDICT_CONFIRMED
             : s.harder <= 1.5 ? RG_VERDICT_IN_PART
                               : RG_VERDICT_NOT_CONFIRMED,
             "A larger mu makes 10 balls %.2f times as hard in iterations, at most.", s.harder);
  paper_figure(options, "at most %.2f times the iterations", s.harder);
}

/* mu = 2, and the cell that robots are said to be in */
static void find_cells(const paper_options *options, rg_page *page, const results *all) {
  enum { SCALED = 1, MEDIUM = 1, ONE = 3, TWO = 4 };
  tally at_two = {0};
  double worse = 0;
  for (int j = 0; j < TABLE_BALLS; j++) {
    const tally *one = &all->t[ONE][j][SCALED], *two = &all->t[TWO][j][SCALED];
    tally_add(&at_two, two);
    if (one->solves && two->solves)
      worse = fmax(worse, tally_iterations(two) / tally_iterations(one));
  }
  double failed = tally_failed(&at_two);
  paper_find(
      options, page, "todorov", "sec. IV, mu = 2", paper_verdict((worse <= 1.2) + (failed <= 1), 2),
      "It works well with mu = 2: at most %.2f times the iterations of mu = 1, but %.1f %% of "
      "its solves fail.",
      worse, failed);
  paper_figure(options, "%.2f times the iterations of mu = 1; %.1f %% fail", worse, failed);
  const tally *cell = &all->t[ONE][MEDIUM][SCALED];
  if (!cell->solves) cell = &all->t[TWO][MEDIUM][SCALED]; /* the short form has no mu = 1 */
  double iterations = tally_iterations(cell), accepted = tally_accepted(cell);
  paper_find(options, page, "todorov", "sec. V, typical",
             paper_verdict((iterations <= 1.5 * 5) + (fabs(accepted - 70) <= 10) +
                               (tally_failed(cell) <= 1),
                           3),
             "What robots are said to need, some 16 contacts: %.1f iterations (paper 5), Newton "
             "points on %.0f %% of them (70 %%), and %.1f %% of the solves fail.",
             iterations, accepted, tally_failed(cell));
  paper_figure(options, "%.1f, %.0f %%; %.1f %% fail", iterations, accepted, tally_failed(cell));
}

/* a line through the conditions that have a number */
static void add_series(rg_plot *plot, const char *name, const double *iterations, int dashed) {
  double x[TABLE_MU], y[TABLE_MU];
  int n = 0;
  for (int i = 0; i < TABLE_MU; i++)
    if (!isnan(iterations[i])) x[n] = TABLE_FRICTION[i], y[n++] = iterations[i];
  /* "rigor" often lies on "rescaled": dashes let it show */
  rg_plot_series(plot, name, dashed ? RG_SERIES_DASHED : RG_SERIES_LINE_POINTS, n, x, y);
}

static void add_plot(rg_page *page, const results *all, int j) {
  static const char *const LABEL[VARIANTS] = {"as printed", "rescaled", "rigor"};
  char title[80];
  snprintf(title, sizeof title, "Table 1: iterations a step, %d balls", TABLE_COUNT[j]);
  rg_plot *plot = rg_plot_new(title, "mu", "iterations (median)");
  double y[TABLE_MU];
  rg_plot_log(plot, 1, 1);
  for (int i = 0; i < TABLE_MU; i++) y[i] = TABLE_PAPER[i][j].iterations;
  add_series(plot, "paper", y, 0);
  for (int v = 0; v < VARIANTS; v++) {
    for (int i = 0; i < TABLE_MU; i++) y[i] = tally_iterations(&all->t[i][j][v]);
    add_series(plot, LABEL[v], y, v == VARIANTS - 1);
  }
  rg_page_plot(page, plot);
}

rg_status todorov_table(const paper_options *options, rg_page *page, rg_error *error) {
  static results all; /* large */
  (void)error;
  all = (results){0};
  rg_status status = run_all(options, &all);
  if (status != RG_OK) return status;
  write_table(page, &all);
  for (int j = 0; j < TABLE_BALLS; j++) {
    if (all.t[2][j][0].solves == 0) continue;
    add_plot(page, &all, j);
    write_findings(options, page, &all, j);
  }
  find_rest(options, page, &all);
  find_cells(options, page, &all);
  return RG_OK;
}
