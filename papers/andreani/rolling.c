/* Andreani et al. 2002, sec. 4.2, Figs. 4 and 5, Tables 1 and 2: both contacts roll; the exact cone
   as MNCPOpt (Eq. 16-19), the pyramid as LCPOpt (Eq. 20), the same 200 random vectors. */
#include "grasp.h"
#include "histogram.h"
#include "numbers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct effort {
  int tests, solved;
  int success;             /* objective below 1e-10: what the paper counts */
  double least, sum, most; /* s */
  double iterations;       /* sum */
  andreani_histogram objective;
} effort;

static void add(effort *e, const andreani_answer *answer) {
  e->solved += answer->status == RG_SOLVED;
  e->success += answer->objective < andreani_success;
  e->least = e->tests++ ? fmin(e->least, answer->seconds) : answer->seconds;
  e->most = fmax(e->most, answer->seconds);
  e->sum += answer->seconds;
  e->iterations += answer->iterations;
  andreani_count(&e->objective, answer->objective);
}

static rg_status solve_all(const andreani_grasp *grasp, const andreani_rule *rule, effort *mncp,
                           effort *lcp, rg_error *error) {
  for (int test = 0; test < ANDREANI_TESTS; test++) {
    double b[ANDREANI_N];
    andreani_answer answer;
    andreani_vector(test, ANDREANI_N, b);
    rg_status status = andreani_solve_cone(grasp, b, "mncpopt", rule, &answer, error);
    if (status) return status;
    add(mncp, &answer);
    status = andreani_solve_lcp(grasp, b, "lcpopt", rule, &answer, error);
    if (status) return status;
    add(lcp, &answer);
  }
  return RG_OK;
}

static void add_tables(rg_page *page, const char *name, const effort *mncp, const effort *lcp) {
  const double tests = ANDREANI_TESTS;
  char caption[96];
  snprintf(caption, sizeof caption, "200 tests with both contacts rolling, %s", name);
  rg_page_table(page, caption, "|MNCPOpt, paper|MNCPOpt|LCPOpt, paper|LCPOpt");
  rg_page_row(page, "objective below 1e-10|%d|%d|%d|%d", ANDREANI_MNCP_SOLVED, mncp->success,
              ANDREANI_LCP_SOLVED, lcp->success);
  rg_page_row(page, "certified||%d||%d", mncp->solved, lcp->solved);
  rg_page_row(page, "variables|16|16|20|20");
  rg_page_row(page, "seconds, least (Table 1)|%.3f|%.6f|%.3f|%.6f", andreani_seconds[0][0],
              mncp->least, andreani_seconds[1][0], lcp->least);
  rg_page_row(page, "seconds, mean|%.3f|%.6f|%.3f|%.6f", andreani_seconds[0][1], mncp->sum / tests,
              andreani_seconds[1][1], lcp->sum / tests);
  rg_page_row(page, "seconds, most|%.3f|%.6f|%.3f|%.6f", andreani_seconds[0][2], mncp->most,
              andreani_seconds[1][2], lcp->most);
  rg_page_row(page, "iterations, mean (Table 2: outer)|%.1f|%.1f|%.1f|%.1f", andreani_effort[0][0],
              mncp->iterations / tests, andreani_effort[1][0], lcp->iterations / tests);
  rg_page_row(page, "inner iterations, mean (Table 2)|%.1f||%.1f|", andreani_effort[0][2],
              andreani_effort[1][2]);
  rg_page_row(page, "largest final objective||%.0e||%.0e", mncp->objective.most,
              lcp->objective.most);
}

/* which start and which end of the minimization solve how many: the paper gives the gradient, not the start */
static rg_status add_rules(const andreani_grasp *grasp, rg_page *page, int quick, int *nearest,
                           rg_error *error) {
  static const double gradients[] = {1e-3, 1e-4, 1e-5, 1e-6, 1e-7}, spreads[] = {0, 1, 10};
  rg_page_table(page, "Tests with an objective below 1e-10, by the rule that ends the search",
                "projected gradient|start|MNCPOpt of 200 (paper 183)|LCPOpt of 200 (paper 194)");
  *nearest = 400;
  for (int g = quick ? 2 : 0; g < (quick ? 3 : 5); g++)
    for (int s = 0; s < 3; s++) {
      andreani_rule rule = {.printed = 1, .gradient = gradients[g], .spread = spreads[s]};
      effort mncp = {0}, lcp = {0};
      rg_status status = solve_all(grasp, &rule, &mncp, &lcp, error);
      if (status) return status;
      int off = abs(mncp.success - ANDREANI_MNCP_SOLVED) + abs(lcp.success - ANDREANI_LCP_SOLVED);
      if (off < *nearest) *nearest = off;
      rg_page_row(page, "%g|%s%g|%d|%d", gradients[g], s ? "random up to " : "", spreads[s],
                  mncp.success, lcp.success);
    }
  return RG_OK;
}

/* what a trust region of ours makes of the method; the paper's own kind of minimizer is in search.c */
static void note_counts(rg_page *page, const effort printed[2], const effort ours[2], int nearest) {
  static const int paper[2] = {ANDREANI_MNCP_SOLVED, ANDREANI_LCP_SOLVED};
  static const char *const name[2] = {"MNCPOpt", "LCPOpt"};
  for (int k = 0; k < 2; k++)
    rg_page_finding(
        page, RG_VERDICT_NOTE,
        "%s solves %d of 200: by our trust region from 0 and until the projected gradient "
        "is below 1e-5, %d; with what we added %d.",
        name[k], paper[k], printed[k].success, ours[k].success);
  rg_page_finding(
      page, RG_VERDICT_NOTE,
      "All 200 have a solution, so that 183 and 194 are ends of the search: of the rules "
      "in the table the nearest is off by %d tests in both together.",
      nearest);
}

static void note_effort(rg_page *page, const effort printed[2], const effort ours[2]) {
  rg_page_finding(
      page, RG_VERDICT_NOTE,
      "The MNCP takes %.1f times the iterations and %.1f times the time of the LCP as "
      "printed, with what we added %.1f times the iterations: dense factors and refreshes.",
      printed[0].iterations / printed[1].iterations, printed[0].sum / printed[1].sum,
      ours[0].iterations / ours[1].iterations);
}

rg_status andreani_rolling(const paper_options *options, rg_page *page, rg_error *error) {
  andreani_grasp grasp;
  effort printed[2] = {{0}}, ours[2] = {{0}};
  int nearest = 0;
  andreani_build(&grasp, 0, 1);
  rg_status status = solve_all(&grasp, &andreani_printed, &printed[0], &printed[1], error);
  if (!status) status = solve_all(&grasp, NULL, &ours[0], &ours[1], error);
  if (status) return status;
  add_tables(page, "as printed", &printed[0], &printed[1]);
  add_tables(page, "with scaling, refreshes and restarts", &ours[0], &ours[1]);
  status = add_rules(&grasp, page, options->quick, &nearest, error);
  andreani_bars(&printed[0].objective, page, "Fig. 4: final objective of MNCPOpt",
                "floor(-log10 f)");
  andreani_bars(&printed[1].objective, page, "Fig. 5: final objective of LCPOpt",
                "floor(-log10 f)");
  note_counts(page, printed, ours, nearest);
  note_effort(page, printed, ours);
  return status;
}
