/* What the paper only announces (Todorov 2010, sec. I-B and V): the same problems through the LCP
   solvers, with the friction cone as a pyramid of 8 sides (10 pairs a contact), beside his method
   (3 unknowns a contact) and the other solvers of the exact cone. */
#include "claims.h"
#include "common.h"
#include "experiments.h"
#include "methods.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { METHODS = 9, CONDITIONS = 3, PYRAMIDS = 4, SWEEPS = 200, LM_STEPS = 100 };

typedef struct contender {
  const char *label, *solver;
  int directions; /* 0: the exact cone */
} contender;

static const contender CONTENDERS[METHODS] = {{"todorov as printed, rescaled", NULL, 0},
                                              {"todorov", "todorov", 0},
                                              {"newton", "newton", 0},
                                              {"nsgs", "nsgs", 0},
                                              {"auto", "auto", 0},
                                              {"lemke, pyramid:8", "lemke", 8},
                                              {"path, pyramid:8", "path", 8},
                                              {"pfb-rlm, pyramid:8", "pfb-rlm", 8},
                                              {"psor, pyramid:8, 200 sweeps", "psor", 8}};

static const struct {
  int balls;
  double mu;
} CASES[CONDITIONS] = {{5, 1}, {10, 1}, {15, 1}};

static method contend(int k) {
  const contender *c = &CONTENDERS[k];
  method m = {c->label, todorov_printed(), 1, 0};
  if (!c->solver) return m;
  m.options = other_solver(c->solver, c->directions ? RG_LAW_PYRAMID : RG_LAW_CONE,
                           c->directions ? c->directions : 8);
  if (strcmp(c->solver, "psor") == 0) m.options.max_iterations = SWEEPS;
  if (strcmp(c->solver, "pfb-rlm") == 0) m.options.max_iterations = LM_STEPS;
  m.scaled = 0;
  return m;
}

/* the runs of all conditions, the largest last; returns how many */
static int plan_runs(const paper_options *options, int conditions, balls_run *run, int *condition) {
  int count = 0;
  for (int c = 0; c < conditions; c++) {
    int repeats = options->quick || CASES[c].balls > 10 ? 1 : 2; /* the largest take long */
    for (int r = 0; r < repeats; r++, count++) {
      condition[count] = c;
      run[count] = (balls_run){.balls = CASES[c].balls, .mu = CASES[c].mu, .seed = (unsigned)r};
      run[count].dt = 0.005;
      run[count].steps = options->quick ? 45 : 120;
    }
  }
  return count;
}

static rg_status run_all(const paper_options *options, int conditions, tally (*count)[METHODS]) {
  balls_run run[2 * CONDITIONS];
  int condition[2 * CONDITIONS], runs = plan_runs(options, conditions, run, condition);
  method m[METHODS];
  for (int k = 0; k < METHODS; k++) m[k] = contend(k);
  tally(*own)[METHODS] = calloc((size_t)runs, sizeof *own);
  if (!own) return RG_NO_MEMORY;
  rg_status status = compare_methods(options, runs, run, METHODS, m, own[0]);
  for (int r = 0; r < runs; r++)
    for (int k = 0; k < METHODS; k++) tally_add(&count[condition[r]][k], &own[r][k]);
  free(own);
  return status;
}

static void write_rows(rg_page *page, int at, const tally *count) {
  for (int k = 0; k < METHODS; k++) {
    const tally *t = &count[k];
    rg_page_row(page, "%d|%s|%s|%s|%s|%s|%s|%s|%.0e", CASES[at].balls, CONTENDERS[k].label,
                number_text(tally_unknowns(t), 0), number_text(tally_iterations(t), 1),
                number_text(tally_failed(t), 1), number_text(tally_milliseconds(t), 3),
                number_text(tally_milliseconds(t) / fmax(1, tally_iterations(t)), 4),
                number_text(tally_off_cone(t), 1), t->worst_map);
  }
}

static void write_findings(const paper_options *options, rg_page *page, int at,
                           const tally *count) {
  double his = tally_milliseconds(&count[0]),
         lemke = tally_milliseconds(&count[METHODS - PYRAMIDS]);
  double path = tally_milliseconds(&count[METHODS - PYRAMIDS + 1]);
  rg_verdict verdict = his < lemke && his < path && tally_failed(&count[0]) <= 1
                           ? RG_VERDICT_CONFIRMED
                       : his < lemke || his < path ? RG_VERDICT_IN_PART
                                                   : RG_VERDICT_NOT_CONFIRMED;
  double ratio = tally_unknowns(&count[METHODS - PYRAMIDS]) / tally_unknowns(&count[0]);
  paper_find(options, page, "todorov", "sec. I, PATH",
             path < lemke ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
             "%d balls: PATH takes %.2f times as long as Lemke's method.", CASES[at].balls,
             path / lemke);
  paper_figure(options, "PATH takes %.1f times as long", path / lemke);
  paper_find(options, page, "todorov", "sec. IV, 3 times",
             fabs(ratio - 3) < 0.5 ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
             "His linear system has %.0f unknowns where that of the pyramid has %.0f: %.1f times.",
             tally_unknowns(&count[0]), tally_unknowns(&count[METHODS - PYRAMIDS]), ratio);
  paper_figure(options, "%.1f times", ratio);
  paper_note(options, "todorov", "sec. V", verdict, "",
             "Lemke %.1f, PATH %.1f times as long; his fails in %.1f %%", lemke / his, path / his,
             tally_failed(&count[0]));
  rg_page_finding(
      page, verdict,
      "%d balls: his method takes %.3g ms a solve and fails in %.1f %%; Lemke on the pyramid "
      "takes %.1f times as long and fails in %.1f %%, PATH %.1f times and %.1f %%; "
      "%.0f %% of the pyramid's answers are off the exact cone.",
      CASES[at].balls, his, tally_failed(&count[0]), lemke / his,
      tally_failed(&count[METHODS - PYRAMIDS]), path / his,
      tally_failed(&count[METHODS - PYRAMIDS + 1]), tally_off_cone(&count[METHODS - PYRAMIDS]));
}

/* Sec. I-B: 3 unknowns a contact in the place of 10 "alone could speed things up by a factor of 30", since a direct solve
   takes O(n^3). One iteration of his against one of a Newton method for the LCP, which solves one such system too. */
static void find_speed(const paper_options *options, rg_page *page, int at, const tally *count) {
  const tally *his = &count[0], *lcp = &count[METHODS - PYRAMIDS + 2];
  double cube = pow(tally_unknowns(lcp) / tally_unknowns(his), 3);
  double ratio = (tally_milliseconds(lcp) / fmax(1, tally_iterations(lcp))) /
                 (tally_milliseconds(his) / fmax(1, tally_iterations(his)));
  rg_verdict verdict = ratio > 15 && ratio < 60 ? RG_VERDICT_CONFIRMED
                       : ratio > 3              ? RG_VERDICT_IN_PART
                                                : RG_VERDICT_NOT_CONFIRMED;
  paper_find(options, page, "todorov", "sec. I-B, 30 times", verdict,
             "%d balls: an iteration of a Newton method for the LCP (pfb-rlm) takes %.1f times as "
             "long as one of his; the cube of the sizes is %.0f, the paper's figure 30.",
             CASES[at].balls, ratio, cube);
  paper_figure(options, "%.1f times at %.0f contacts", ratio, tally_contacts(his));
}

rg_status todorov_lcp(const paper_options *options, rg_page *page, rg_error *error) {
  int conditions = options->quick ? 2 : CONDITIONS;
  tally(*count)[METHODS] = calloc(CONDITIONS, sizeof *count);
  rg_status status = count ? RG_OK : RG_NO_MEMORY;
  (void)error;
  if (status == RG_OK) status = run_all(options, conditions, count);
  if (status == RG_OK) {
    rg_page_table(
        page,
        "Side by side, mu = 1, cold starts. Times: median of a run. Off the cone: answers whose "
        "natural map of the exact cone is over 1e-6, relative, and the worst of them",
        "balls|method|unknowns|iterations (median)|failed %|ms a solve|ms an iteration|off the "
        "cone %|worst");
    for (int c = 0; c < conditions; c++) write_rows(page, c, count[c]);
    for (int c = 0; c < conditions; c++) write_findings(options, page, c, count[c]);
    find_speed(options, page, conditions - 1, count[conditions - 1]); /* of large systems */
  }
  free(count);
  return status;
}
