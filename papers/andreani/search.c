/* Andreani et al. 2002, sec. 4.2, Figs. 4 and 5, Tables 1 and 2, page 14: the rolling tests by a minimizer of the kind that the
   paper used, its own unknowns at the end. What the paper leaves open, where it starts and what ends it, is chosen on the 200
   tests of the other experiments and scored on 200 others. */
#include "../claims.h"
#include "../common.h"
#include "histogram.h"
#include "minimize.h"
#include "numbers.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { STARTS = 5, RULES = 2, MODELS = 2, HELD_BACK = 10000, SEEDS = 50000 };
static const char *const START[STARTS] = {"0", "1", "random up to 1", "random up to 5",
                                          "random up to 10"};
/* a tenth ends the quadratic (Friedlander, Martinez & Santos 1994); the radius hardly matters; 8.7 s at most are some
   2,500 times 57.3 / 0.2 iterations */
static const easy_rule RULE[RULES] = {
    {.gradient = 1e-5, .inner = 0.1, .radius = 10, .most = 2500},
    {.gradient = 1e-5, .value = 1e-10, .inner = 0.1, .radius = 10, .most = 2500}};
static const char *const END[RULES] = {"gradient 1e-5", "gradient 1e-5 and objective 1e-10"};
static const char *const NAME[MODELS] = {"MNCPOpt", "LCPOpt"};

/* of one model over 200 tests */
typedef struct tally {
  int success, ended; /* objective below 1e-10; and the projected gradient below 1e-5 */
  double effort[4];   /* sums: outer, evaluations, inner, products */
  double seconds, slowest;
  int unknowns;                     /* of the minimization */
  int both;                         /* MNCPOpt: LCPOpt succeeds as well */
  andreani_histogram end;           /* objectives of all tests */
  int collinear[ANDREANI_CONTACTS]; /* force against slip within 10 mrad, of those with success */
  int failed,
      singular; /* tests with success that fail it at a contact; of these: g_v singular at the end */
} tally;

static void fill_start(int kind, int test, double *x) {
  static const double up_to[STARTS] = {0, 0, 1, 5, 10};
  double numbers[EASY_MOST]; /* in [-5, 5] */
  andreani_vector(SEEDS + test, EASY_MOST, numbers);
  for (int i = 0; i < EASY_MOST; i++)
    x[i] = kind == 0 ? 0 : kind == 1 ? 1 : up_to[kind] * (numbers[i] + 5) / 10;
}

/* angle of the force against the slip */
static double angle(const double *force, const double *slip) {
  return fabs(
      atan2(force[0] * slip[1] - force[1] * slip[0], -(force[0] * slip[0] + force[1] * slip[1])));
}

static void add(tally *t, const andreani_grasp *grasp, const andreani_end *end, int cone,
                double seconds) {
  static const double COLLINEAR = 0.01, SINGULAR = 1e-4; /* rad; of the largest entry of g_v */
  const easy_result *r = &end->result;
  const double effort[4] = {r->outer, r->evaluations, r->inner, r->products};
  for (int k = 0; k < 4; k++) t->effort[k] += effort[k];
  t->unknowns = r->unknowns;
  t->seconds += seconds;
  t->slowest = fmax(t->slowest, seconds);
  andreani_count(&t->end, r->value);
  if (!(r->value < andreani_success)) return;
  int fails = 0;
  t->success++;
  t->ended += r->gradient <= RULE[0].gradient;
  for (int i = 0; i < ANDREANI_CONTACTS; i++) {
    int is = angle(end->force + 3 * i + 1, end->slip + 2 * i) < COLLINEAR;
    t->collinear[i] += is;
    fails |= !is;
  }
  t->failed += fails;
  t->singular += cone && fails && andreani_gv_pivot_of(grasp, end->force, end->lambda) < SINGULAR;
}

static void run(const andreani_grasp *grasp, const easy_rule *rule, int start, int first,
                tally t[MODELS]) {
  for (int k = 0; k < MODELS; k++) t[k] = (tally){0};
  for (int test = first; test < first + ANDREANI_TESTS; test++) {
    double b[ANDREANI_N], x[EASY_MOST];
    andreani_vector(test, ANDREANI_N, b);
    fill_start(start, test, x);
    int success = 0;
    for (int k = 0; k < MODELS; k++) {
      double begin = paper_seconds();
      andreani_end end =
          k ? andreani_minimize_lcp(grasp, b, rule, x) : andreani_minimize_cone(grasp, b, rule, x);
      add(&t[k], grasp, &end, k == 0, paper_seconds() - begin);
      success += end.result.value < andreani_success;
    }
    t[0].both += success == MODELS;
  }
}

/* the same 200 by the solvers of the library: objectives, iterations and time */
static rg_status run_ours(const andreani_grasp *grasp, int first, tally t[MODELS],
                          rg_error *error) {
  for (int k = 0; k < MODELS; k++) t[k] = (tally){0};
  for (int test = first; test < first + ANDREANI_TESTS; test++) {
    double b[ANDREANI_N];
    andreani_answer answer[MODELS];
    andreani_vector(test, ANDREANI_N, b);
    rg_status status = andreani_solve_cone(grasp, b, "mncpopt", NULL, &answer[0], error);
    if (!status) status = andreani_solve_lcp(grasp, b, "lcpopt", NULL, &answer[1], error);
    if (status) return status;
    for (int k = 0; k < MODELS; k++) {
      t[k].success += answer[k].objective < andreani_success;
      t[k].effort[0] += answer[k].iterations;
      t[k].seconds += answer[k].seconds;
    }
  }
  return RG_OK;
}

static int misses(const tally t[MODELS]) {
  return abs(t[0].success - ANDREANI_MNCP_SOLVED) + abs(t[1].success - ANDREANI_LCP_SOLVED);
}

static void add_row(rg_page *page, const char *end, const char *start, const tally t[MODELS]) {
  rg_page_row(page, "%s|%s|%d|%d|%.1f|%.1f|%.1f|%.1f|%d of %d", end, start, t[0].success,
              t[1].success, t[0].effort[0] / ANDREANI_TESTS, t[1].effort[0] / ANDREANI_TESTS,
              t[0].effort[2] / ANDREANI_TESTS, t[1].effort[2] / ANDREANI_TESTS, t[0].singular,
              t[0].failed);
}

/* --- verdicts ------------------------------------------------------------------------------------- */

/* two and a half deviations of a count of 200 with the paper's share */
static void judge_counts(const paper_options *options, rg_page *page, const tally held[MODELS],
                         const tally ours[MODELS]) {
  static const int paper[MODELS] = {ANDREANI_MNCP_SOLVED, ANDREANI_LCP_SOLVED};
  static const char *const where[MODELS] = {"Fig. 4", "Fig. 5"};
  for (int k = 0; k < MODELS; k++) {
    double share = paper[k] / (double)ANDREANI_TESTS;
    double spread = 2.5 * sqrt(ANDREANI_TESTS * share * (1 - share));
    int off = abs(held[k].success - paper[k]);
    char cell[32];
    rg_verdict verdict = off <= spread       ? RG_VERDICT_CONFIRMED
                         : off <= 2 * spread ? RG_VERDICT_IN_PART
                                             : RG_VERDICT_NOT_CONFIRMED;
    rg_page_finding(
        page, verdict,
        "%s solves %d of 200: %d of the 200 tests that were held back (chance alone "
        "moves such a count by %.0f). All have a solution: what is missing is the search's.",
        NAME[k], paper[k], held[k].success, spread);
    snprintf(cell, sizeof cell, "%d of 200", held[k].success);
    paper_note(options, "andreani", where[k], verdict, cell, "%d of 200", ours[k].success);
  }
}

/* within a factor of a half more; of three times */
static rg_verdict compare(double ours, double paper) {
  double off = fabs(log(ours / paper));
  return off <= log(1.5) ? RG_VERDICT_CONFIRMED
         : off <= log(3) ? RG_VERDICT_IN_PART
                         : RG_VERDICT_NOT_CONFIRMED;
}

static void judge_effort(const paper_options *options, rg_page *page, const tally held[MODELS],
                         const tally ours[MODELS]) {
  static const char *const what[4] = {"outer iterations", "evaluations", "inner iterations",
                                      "products"};
  rg_verdict verdict[4];
  double mean[MODELS][4], ratio[4];
  rg_page_table(page, "Table 2, the tests held back",
                "|MNCPOpt, paper|MNCPOpt|LCPOpt, paper|LCPOpt|times, paper|times");
  for (int e = 0; e < 4; e++) {
    verdict[e] = RG_VERDICT_CONFIRMED;
    for (int k = 0; k < MODELS; k++) {
      mean[k][e] = held[k].effort[e] / ANDREANI_TESTS;
      rg_verdict one = compare(mean[k][e], andreani_effort[k][e]);
      if (one > verdict[e]) verdict[e] = one;
    }
    ratio[e] = mean[0][e] / mean[1][e];
    rg_page_row(page, "%s|%.1f|%.1f|%.1f|%.1f|%.1f|%.1f", what[e], andreani_effort[0][e],
                mean[0][e], andreani_effort[1][e], mean[1][e],
                andreani_effort[0][e] / andreani_effort[1][e], ratio[e]);
  }
  char cell[64];
  for (int e = 0; e < 4; e += 2) {
    rg_verdict worse = verdict[e] > verdict[e + 1] ? verdict[e] : verdict[e + 1];
    rg_page_finding(
        page, worse,
        "Table 2, %s and %s: %.1f and %.1f for the MNCP (paper %.1f and %.1f), %.1f and "
        "%.1f for the LCP (%.1f and %.1f).",
        what[e], what[e + 1], mean[0][e], mean[0][e + 1], andreani_effort[0][e],
        andreani_effort[0][e + 1], mean[1][e], mean[1][e + 1], andreani_effort[1][e],
        andreani_effort[1][e + 1]);
    snprintf(cell, sizeof cell, "%.1f, %.1f; %.1f, %.1f", mean[0][e], mean[0][e + 1], mean[1][e],
             mean[1][e + 1]);
    if (e) paper_note(options, "andreani", "Table 2, inner", worse, cell, "none: ours factors");
    else
      paper_note(options, "andreani", "Table 2, outer", worse, cell, "%.1f and %.1f",
                 ours[0].effort[0] / ANDREANI_TESTS, ours[1].effort[0] / ANDREANI_TESTS);
  }
  double time = held[0].seconds / held[1].seconds;
  double demand = (ratio[0] + ratio[1] + ratio[2] + ratio[3]) / 4;
  rg_page_finding(
      page, compare(demand, 9),
      "The MNCP is about nine times as demanding as the LCP: %.1f times the outer and %.1f "
      "times the inner iterations; %.1f times the time (Table 1: 7).",
      ratio[0], ratio[2], time);
  snprintf(cell, sizeof cell, "%.1f times", demand);
  paper_note(options, "andreani", "sec. 4.2.3, nine times", compare(demand, 9), cell, "%.1f times",
             ours[0].effort[0] / ours[1].effort[0]);
  snprintf(cell, sizeof cell, "%.1f times the time", time);
  paper_note(options, "andreani", "Table 1", compare(time, 7), cell, "%.1f times",
             ours[0].seconds / ours[1].seconds);
}

/* what stands beside the counts: peaks of Figs. 4 and 5, tests that both solve, the slowest test, sizes */
static int peak(const andreani_histogram *h) {
  int at = 0;
  for (int i = 0; i < ANDREANI_BARS; i++)
    if (h->count[i] > h->count[at]) at = i;
  return at;
}

static void judge_rest(const paper_options *options, rg_page *page, const tally held[MODELS]) {
  enum { PEAK = 10, BOTH = 178 };
  static const char *const figure[MODELS] = {"Fig. 4, peak", "Fig. 5, peak"};
  double spread = 2.5 * sqrt(BOTH * (1 - BOTH / (double)ANDREANI_TESTS));
  int off = abs(held[0].both - BOTH);
  for (int k = 0; k < MODELS; k++) {
    int at = peak(&held[k].end);
    andreani_bars(&held[k].end, page, k ? "Fig. 5: LCPOpt" : "Fig. 4: MNCPOpt",
                  "floor(-log10 |f|)");
    paper_find(options, page, "andreani", figure[k],
               abs(at - PEAK) <= 1   ? RG_VERDICT_CONFIRMED
               : abs(at - PEAK) <= 3 ? RG_VERDICT_IN_PART
                                     : RG_VERDICT_NOT_CONFIRMED,
               "%s: most of the tests held back end at 1e-%d, %d of them (paper 1e-10).", NAME[k],
               at, held[k].end.count[at]);
    paper_figure(options, "1e-%d, %d tests", at, held[k].end.count[at]);
  }
  paper_find(
      options, page, "andreani", "sec. 4.2.3, both",
      off <= spread       ? RG_VERDICT_CONFIRMED
      : off <= 2 * spread ? RG_VERDICT_IN_PART
                          : RG_VERDICT_NOT_CONFIRMED,
      "Both solve %d of the 200 tests held back (paper 178; chance alone moves that by %.0f).",
      held[0].both, spread);
  paper_figure(options, "%d of 200", held[0].both);
  double slow[MODELS];
  int near = 0;
  for (int k = 0; k < MODELS; k++) {
    slow[k] = held[k].slowest * ANDREANI_TESTS / held[k].seconds;
    near +=
        compare(slow[k], andreani_seconds[k][2] / andreani_seconds[k][1]) == RG_VERDICT_CONFIRMED;
  }
  paper_find(options, page, "andreani", "Table 1, extremes", paper_verdict(near, MODELS),
             "The slowest test takes %.0f and %.0f times the mean (paper %.0f and %.0f), in ours "
             "by the limit on outer iterations.",
             slow[0], slow[1], andreani_seconds[0][2] / andreani_seconds[0][1],
             andreani_seconds[1][2] / andreani_seconds[1][1]);
  paper_figure(options, "%.0f and %.0f times the mean", slow[0], slow[1]);
  int sizes = held[0].unknowns == 16 && held[1].unknowns == 20;
  paper_note(options, "andreani", "sec. 4.2, variables",
             sizes ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED, "", "%d and %d",
             held[0].unknowns, held[1].unknowns);
}

/* the share of the tests that fail collinearity, and of singular g_v among them */
static void judge_theorem(const paper_options *options, rg_page *page, const tally held[MODELS],
                          int most_singular, int most_failed) {
  const tally *t = &held[0];
  double share = t->failed ? (double)t->singular / t->failed : 0;
  rg_verdict verdict = share > 0.9   ? RG_VERDICT_CONFIRMED
                       : share > 0.5 ? RG_VERDICT_IN_PART
                                     : RG_VERDICT_NOT_CONFIRMED;
  rg_page_finding(
      page, verdict,
      "g_v is singular in %d of the %d tests that fail collinearity: in %d of our %d, "
      "with lambda as the minimizer leaves it; from 0 in %d of %d. Where a contact breaks "
      "no equation determines lambda, and the start decides.",
      ANDREANI_SINGULAR, ANDREANI_NOT_COLLINEAR, t->singular, t->failed, most_singular,
      most_failed);
  double paper = ANDREANI_NOT_COLLINEAR / (double)ANDREANI_MNCP_SOLVED;
  double spread = 2.5 * sqrt(t->success * paper * (1 - paper));
  double off = fabs(t->failed - paper * t->success);
  char cell[32];
  snprintf(cell, sizeof cell, "%d of %d", t->failed, t->success);
  rg_verdict tests = off <= spread       ? RG_VERDICT_CONFIRMED
                     : off <= 2 * spread ? RG_VERDICT_IN_PART
                                         : RG_VERDICT_NOT_CONFIRMED;
  rg_page_finding(
      page, tests,
      "%d of %d solved tests fail collinearity at a contact: %d of our %d (chance alone "
      "moves such a count by %.0f).",
      ANDREANI_NOT_COLLINEAR, ANDREANI_MNCP_SOLVED, t->failed, t->success, spread);
  paper_note(options, "andreani", "page 14, tests", tests, cell, "force and slip within 10 mrad");
  snprintf(cell, sizeof cell, "%d of %d", t->singular, t->failed);
  paper_note(options, "andreani", "page 14", verdict, cell, "0 of 10 with lambda = |a_t|");
  for (int k = 0; k < MODELS; k++)
    rg_page_finding(
        page, RG_VERDICT_NOTE,
        "%s, force and slip as the minimizer leaves them: within 10 mrad at %d and %d of "
        "the %d tests that it solves (paper %d and %d of %d). A contact that breaks has "
        "a force and a slip of some 1e-3 then, in any direction.",
        NAME[k], held[k].collinear[0], held[k].collinear[1], held[k].success,
        k ? andreani_collinear_lcp[0] : andreani_collinear_mncp[0],
        k ? andreani_collinear_lcp[1] : andreani_collinear_mncp[1],
        k ? ANDREANI_LCP_SOLVED : ANDREANI_MNCP_SOLVED);
}

rg_status andreani_search(const paper_options *options, rg_page *page, rg_error *error) {
  andreani_grasp grasp;
  tally t[MODELS], held[MODELS], ours[MODELS];
  int best = -1, least = 0, singular = 0, failed = 0;
  andreani_build(&grasp, 0, 1);
  rg_page_table(
      page, "200 tests with both contacts rolling, by what ends the search and where it starts",
      "ends at|start|MNCPOpt solves (183)|LCPOpt (194)|outer (57.3)|LCP (7.5)|inner (984)|LCP "
      "(90.8)|g_v singular (78 of 79)");
  for (int e = 0; e < RULES; e++)
    for (int s = 0; s < STARTS && !paper_interrupted(options); s++) {
      run(&grasp, &RULE[e], s, 0, t);
      add_row(page, END[e], START[s], t);
      if (best < 0 || misses(t) < least) best = e * STARTS + s, least = misses(t);
      if (e == 1 && s == 0) singular = t[0].singular, failed = t[0].failed;
    }
  if (best < 0) return RG_OK;
  run(&grasp, &RULE[best / STARTS], best % STARTS, HELD_BACK, held);
  rg_status status = run_ours(&grasp, HELD_BACK, ours, error);
  if (status) return status;
  add_row(page, "held back", START[best % STARTS], held);
  rg_page_finding(
      page, RG_VERDICT_NOTE,
      "The rule that comes nearest to 183 and 194 (off by %d in both together): %s, start "
      "%s. It is scored on 200 other tests.",
      least, END[best / STARTS], START[best % STARTS]);
  judge_counts(options, page, held, ours);
  judge_effort(options, page, held, ours);
  judge_rest(options, page, held);
  judge_theorem(options, page, held, singular, failed);
  return RG_OK;
}
