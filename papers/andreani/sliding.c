/* Andreani et al. 2002, sec. 4.1 and Fig. 3: both contacts slide, so that Coulomb's law is the LCP
 * of Eq. 11 and 16 with a 2 x 2 matrix; 200 random vectors. */
#include "../claims.h"
#include "../common.h"
#include "grasp.h"
#include "histogram.h"
#include "numbers.h"

#include <math.h>

typedef struct sliding_count {
  int solved, ours, by_auto, unique, none; /* solved: as printed */
  andreani_histogram objective, gap;       /* of the solved ones */
} sliding_count;

static rg_status one_test(const double *Q, int test, sliding_count *count, rg_error *error) {
  double d[2], u[2], all[2];
  andreani_answer answer;
  andreani_vector(test, 2, d);
  int solutions = andreani_enumerate(2, Q, d, all);
  count->unique += solutions == 1;
  count->none += solutions == 0;
  rg_status status = andreani_solve_any_lcp(2, Q, d, "auto", NULL, u, &answer, error);
  if (status) return status;
  count->by_auto += answer.status == RG_SOLVED;
  status = andreani_solve_any_lcp(2, Q, d, "lcpopt", NULL, u, &answer, error);
  if (status) return status;
  count->ours += answer.status == RG_SOLVED;
  status = andreani_solve_any_lcp(2, Q, d, "lcpopt", &andreani_printed, u, &answer, error);
  if (status || answer.objective > andreani_success) return status;
  count->solved++;
  andreani_count(&count->objective, answer.objective);
  double gap = 0;
  for (int i = 0; i < 2; i++) gap += u[i] * (Q[2 * i] * u[0] + Q[2 * i + 1] * u[1] + d[i]);
  andreani_count(&count->gap, gap);
  return RG_OK;
}

rg_status andreani_sliding(const paper_options *options, rg_page *page, rg_error *error) {
  andreani_grasp grasp;
  double Q[4];
  sliding_count n = {0};
  andreani_build(&grasp, 0, 1);
  andreani_sliding_matrix(&grasp, Q);
  for (int test = 0; test < ANDREANI_TESTS; test++) {
    rg_status status = one_test(Q, test, &n, error);
    if (status) return status;
  }
  rg_page_text(page,
               "The tips slide over the cube at 1 m/s along t; Q = [%.4f %.4f; %.4f %.4f], d "
               "uniform in [-5, 5]^2.",
               Q[0], Q[1], Q[2], Q[3]);
  rg_page_table(page, "200 tests with both contacts sliding", "|paper|rigor, as printed");
  rg_page_row(page, "solved by LCPOpt|%d|%d", ANDREANI_SLIDING_SOLVED, n.solved);
  rg_page_row(page, "solved by LCPOpt, ours||%d", n.ours);
  rg_page_row(page, "gap u'(Qu + d) exactly 0|%d|%d", ANDREANI_SLIDING_ZERO, n.gap.zero);
  rg_page_row(page, "least other gap|1e-15|%.0e", n.gap.least);
  rg_page_row(page, "largest gap|1e-4|%.0e", n.gap.most);
  rg_page_row(page, "objectives|1e-31 to 1e-10|%.0e to %.0e, %d are 0", n.objective.least,
              n.objective.most, n.objective.zero);
  rg_page_row(page, "exactly one solution (all sets tried)||%d", n.unique);
  rg_page_row(page, "solved by auto||%d", n.by_auto);
  andreani_bars(&n.gap, page, "Fig. 3: complementarity gap, both contacts sliding",
                "floor(-log10 |u'(Qu + d)|)");
  rg_page_finding(
      page, n.solved == ANDREANI_SLIDING_SOLVED ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
      "All 200 sliding problems are solved as bound-constrained minimization: %d of 200; each has "
      "exactly one solution (%d of 200), for Q is a "
      "P-matrix (determinant %.3f).",
      n.solved, n.unique, Q[0] * Q[3] - Q[1] * Q[2]);
  rg_page_finding(
      page, n.gap.most <= 1e-4 && n.solved > 0 ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
      "The gaps lie under 1e-4: ours between %.0e and %.0e, and 0 in %d tests (paper "
      "43); how small they get is a matter of the stopping rule.",
      n.gap.least, n.gap.most, n.gap.zero);
  enum { ROWS = sizeof Q / sizeof *Q / 2 };
  paper_note(options, "andreani", "sec. 4.1, variables",
             2 * ROWS == 4 ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED, "",
             "u and z of %d rows: %d", ROWS, 2 * ROWS);
  char printed[32];
  snprintf(printed, sizeof printed, "%d of 200", n.solved);
  paper_note(options, "andreani", "sec. 4.1",
             n.solved == ANDREANI_SLIDING_SOLVED ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
             printed, "%d of 200", n.ours);
  snprintf(printed, sizeof printed, "%.0e to %.0e", n.gap.least, n.gap.most);
  paper_note(options, "andreani", "Fig. 3",
             n.gap.most <= 1e-4 && n.solved > 0 ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
             printed, "%d gaps are 0", n.gap.zero);
  /* within two orders of magnitude at either end */
  int low = n.objective.least > 1e-33 && n.objective.least < 1e-29;
  int high = n.objective.most > 1e-12 && n.objective.most < 1e-8;
  snprintf(printed, sizeof printed, "%.0e to %.0e", n.objective.least, n.objective.most);
  paper_note(options, "andreani", "sec. 4.1, objectives", paper_verdict(low + high, 2), printed,
             "%d are 0", n.objective.zero);
  return RG_OK;
}
