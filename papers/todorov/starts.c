/* Sec. III-F (Todorov 2010): a cold start takes all contacts as sticking, a warm one takes the
   impulses of the last step. The paper's counts are all cold; warm starts, it says, were even
   better. */
#include "common.h"
#include "experiments.h"
#include "methods.h"

#include <math.h>
#include <stdlib.h>

enum { METHODS = 4, CONDITIONS = 4 };

typedef struct condition {
  int balls;
  double mu;
} condition;

static const condition CASES[CONDITIONS] = {{10, 0.1}, {10, 1}, {15, 0.1}, {15, 1}};

static rg_status run_condition(const paper_options *options, const condition *at, tally *count) {
  const method m[METHODS] = {{"as printed, rescaled, cold", todorov_printed(), 1, 0},
                             {"as printed, rescaled, warm", todorov_printed(), 1, 1},
                             {"rigor, cold", todorov_robust(), 0, 0},
                             {"rigor, warm", todorov_robust(), 0, 1}};
  rg_status status = RG_OK;
  int runs = options->quick ? 1 : 3;
  for (int r = 0; r < runs && status == RG_OK && !paper_interrupted(options); r++) {
    balls_run run = {.balls = at->balls, .mu = at->mu, .dt = 0.005, .seed = (unsigned)r};
    run.steps = options->quick ? 60 : 200;
    status = compare_methods(&run, METHODS, m, count);
  }
  return status;
}

static void write_rows(rg_page *page, const condition *at, const tally *count) {
  static const char *const LABEL[METHODS] = {
      "as printed, rescaled, cold", "as printed, rescaled, warm", "rigor, cold", "rigor, warm"};
  for (int k = 0; k < METHODS; k++)
    rg_page_row(page, "%d|%g|%s|%s|%s|%s|%s|%s", at->balls, at->mu, LABEL[k],
                number_text(tally_iterations(&count[k]), 1), number_text(mean_iterations(&count[k]), 1),
                number_text(tally_accepted(&count[k]), 0), number_text(tally_failed(&count[k]), 1),
                number_text(tally_milliseconds(&count[k]), 2));
}

rg_status todorov_starts(const paper_options *options, rg_page *page, rg_error *error) {
  int conditions = options->quick ? 2 : CONDITIONS, fewer = 0;
  double cold_failed = 0, warm_failed = 0, cold_mean = 0, warm_mean = 0;
  (void)error;
  rg_page_table(page, "Cold (sticking) and warm start on the same problems",
                "balls|mu|method|iterations (median)|iterations (mean)|Newton accepted %|failed %|"
                "ms a solve");
  for (int c = 0; c < conditions; c++) {
    tally *count = calloc(METHODS, sizeof *count);
    rg_status status = count ? run_condition(options, &CASES[c], count) : RG_NO_MEMORY;
    if (status == RG_OK) {
      write_rows(page, &CASES[c], count);
      fewer += count[1].iterations < count[0].iterations;
      cold_mean += mean_iterations(&count[0]) / conditions;
      warm_mean += mean_iterations(&count[1]) / conditions;
      cold_failed += tally_failed(&count[0]) / conditions;
      warm_failed += tally_failed(&count[1]) / conditions;
    }
    free(count);
    if (status != RG_OK) return status;
  }
  rg_verdict verdict = fewer == conditions && warm_failed <= cold_failed ? RG_VERDICT_CONFIRMED
                       : fewer > 0                                       ? RG_VERDICT_IN_PART
                                                                         : RG_VERDICT_NOT_CONFIRMED;
  rg_page_finding(
      page, verdict,
      "Warm starts take fewer iterations in %d of %d conditions: %.1f instead of %.1f on "
      "average, and %.1f %% of the solves fail instead of %.1f %%.",
      fewer, conditions, warm_mean, cold_mean, warm_failed, cold_failed);
  return RG_OK;
}
