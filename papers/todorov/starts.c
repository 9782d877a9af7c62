/* Sec. III-F (Todorov 2010): a cold start takes all contacts as sticking, a warm one takes the
   impulses of the last step. The paper's counts are all cold; warm starts, it says, were even
   better. */
#include "claims.h"
#include "common.h"
#include "experiments.h"
#include "methods.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { METHODS = 4, CONDITIONS = 4 };

typedef struct condition {
  int balls;
  double mu;
} condition;

static const condition CASES[CONDITIONS] = {{10, 0.1}, {10, 1}, {15, 0.1}, {15, 1}};

static const char *const LABEL[METHODS] = {
    "as printed, rescaled, cold", "as printed, rescaled, warm", "rigor, cold", "rigor, warm"};

static rg_status run_all(const paper_options *options, int conditions,
                         tally count[CONDITIONS][METHODS]) {
  enum { MOST_RUNS = 3 };
  const method m[METHODS] = {{LABEL[0], todorov_printed(), 1, 0},
                             {LABEL[1], todorov_printed(), 1, 1},
                             {LABEL[2], todorov_robust(), 0, 0},
                             {LABEL[3], todorov_robust(), 0, 1}};
  int runs = options->quick ? 1 : MOST_RUNS, total = runs * conditions;
  balls_run run[MOST_RUNS * CONDITIONS];
  tally(*own)[METHODS] = calloc((size_t)total, sizeof *own);
  if (!own) return RG_NO_MEMORY;
  for (int k = 0; k < total; k++) {
    const condition *at = &CASES[k / runs];
    run[k] = (balls_run){.balls = at->balls, .mu = at->mu, .seed = (unsigned)(k % runs)};
    run[k].dt = 0.005;
    run[k].steps = options->quick ? 60 : 200;
  }
  rg_status status = compare_methods(options, total, run, METHODS, m, own[0]);
  for (int k = 0; k < total; k++)
    for (int i = 0; i < METHODS; i++) tally_add(&count[k / runs][i], &own[k][i]);
  free(own);
  return status;
}

static void write_rows(rg_page *page, const condition *at, const tally *count) {
  for (int k = 0; k < METHODS; k++)
    rg_page_row(page, "%d|%g|%s|%s|%s|%s|%s|%s", at->balls, at->mu, LABEL[k],
                number_text(tally_iterations(&count[k]), 1),
                number_text(mean_iterations(&count[k]), 1),
                number_text(tally_accepted(&count[k]), 0), number_text(tally_failed(&count[k]), 1),
                number_text(tally_milliseconds(&count[k]), 2));
}

rg_status todorov_starts(const paper_options *options, rg_page *page, rg_error *error) {
  int conditions = options->quick ? 2 : CONDITIONS, fewer = 0;
  double cold_failed = 0, warm_failed = 0, cold_mean = 0, warm_mean = 0;
  static tally all[CONDITIONS][METHODS]; /* large */
  (void)error;
  memset(all, 0, sizeof all);
  rg_status status = run_all(options, conditions, all);
  if (status != RG_OK) return status;
  rg_page_table(page, "Cold (sticking) and warm start on the same problems",
                "balls|mu|method|iterations (median)|iterations (mean)|Newton accepted %|failed %|"
                "ms a solve");
  for (int c = 0; c < conditions; c++) {
    const tally *count = all[c];
    write_rows(page, &CASES[c], count);
    fewer += count[1].iterations < count[0].iterations;
    cold_mean += mean_iterations(&count[0]) / conditions;
    warm_mean += mean_iterations(&count[1]) / conditions;
    cold_failed += tally_failed(&count[0]) / conditions;
    warm_failed += tally_failed(&count[1]) / conditions;
  }
  rg_verdict verdict = fewer == conditions && warm_failed <= cold_failed ? RG_VERDICT_CONFIRMED
                       : fewer > 0                                       ? RG_VERDICT_IN_PART
                                                                         : RG_VERDICT_NOT_CONFIRMED;
  paper_note(options, "todorov", "sec. IV, warm", verdict, "", "%.2f (cold %.2f)", warm_mean,
             cold_mean);
  rg_page_finding(
      page, verdict,
      "Warm starts take fewer iterations in %d of %d conditions, on average %.2f (cold %.2f), and "
      "%.1f %% of their solves fail (cold %.1f %%).",
      fewer, conditions, warm_mean, cold_mean, warm_failed, cold_failed);
  return RG_OK;
}
