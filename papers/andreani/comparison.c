/* Andreani et al. 2002, sec. 4.2.3: cone against pyramid in the same 200 tests: collinearity of
   tangential force and acceleration (Fig. 6), forces outside the circular cone, transitions, and
   the singularity of g_v that takes Theorem 1 its ground. */
#include "comparison.h"

#include "../claims.h"
#include "../common.h"
#include "numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* how far the force is from opposing the acceleration, rad; 0 where one of them vanishes */
static double misalignment(const double *force, const double *a) {
  double length = hypot(force[1], force[2]) * hypot(a[1], a[2]);
  if (andreani_transition_of(force, a) != ANDREANI_SLIDES || length == 0) return 0;
  double across = force[1] * a[2] - force[2] * a[1], along = -force[1] * a[1] - force[2] * a[2];
  return atan2(fabs(across), along);
}

/* whether the numbers as they are lie on one line, against each other: within 1 mrad, or one of them is 0 */
static int is_collinear(const double *force, const double *a) {
  double length = hypot(force[1], force[2]) * hypot(a[1], a[2]);
  double across = force[1] * a[2] - force[2] * a[1], along = -force[1] * a[1] - force[2] * a[2];
  return length == 0 || atan2(fabs(across), along) < 1e-3;
}

static void add_contact(const andreani_grasp *grasp, int i, const andreani_answer *cone,
                        const andreani_answer *lcp, andreani_tally *t) {
  const double *c = cone->force + 3 * i, *p = lcp->force + 3 * i, mu = grasp->mu[i];
  andreani_mode by_cone = andreani_transition_of(c, cone->a + 3 * i);
  andreani_mode by_lcp = andreani_transition_of(p, lcp->a + 3 * i);
  t->mode[0][by_cone]++;
  t->mode[1][by_lcp]++;
  t->same += by_cone == by_lcp;
  t->outside += hypot(p[1], p[2]) > mu * p[0] * (1 + 1e-6) + 1e-7;
  double off[2] = {misalignment(c, cone->a + 3 * i), misalignment(p, lcp->a + 3 * i)};
  t->collinear[0] += is_collinear(c, cone->a + 3 * i);
  t->collinear[1] += is_collinear(p, lcp->a + 3 * i);
  for (int k = 0; k < 2; k++) {
    t->opposed[k] += off[k] < 1e-3;
    t->worst[k] = fmax(t->worst[k], off[k]);
  }
  if (by_lcp == ANDREANI_SLIDES) t->corner += fmin(fabs(p[1]), fabs(p[2])) > mu * p[0] * (1 - 1e-6);
}

static void add_theorem(const andreani_grasp *grasp, const andreani_answer *cone,
                        andreani_theorem *t) {
  int opens = 0, all = 1;
  for (int i = 0; i < ANDREANI_CONTACTS; i++) {
    opens |= andreani_transition_of(cone->force + 3 * i, cone->a + 3 * i) == ANDREANI_BREAKS;
    all &= is_collinear(cone->force + 3 * i, cone->a + 3 * i);
  }
  t->opens += opens;
  t->not_collinear += !all;
  t->singular += !all && andreani_gv_pivot(grasp, cone->force, cone->a) < 1e-9;
}

static int counts(const andreani_rule *rule, const andreani_answer *answer) {
  return rule ? answer->objective < andreani_success : answer->status == RG_SOLVED;
}

rg_status andreani_compare(const andreani_grasp *grasp, const andreani_rule *rule,
                           andreani_tally tally[ANDREANI_CONTACTS], andreani_theorem *theorem,
                           rg_error *error) {
  memset(tally, 0, ANDREANI_CONTACTS * sizeof *tally);
  memset(theorem, 0, sizeof *theorem);
  for (int test = 0; test < ANDREANI_TESTS; test++) {
    double b[ANDREANI_N];
    andreani_answer cone, lcp;
    andreani_vector(test, ANDREANI_N, b);
    rg_status status = andreani_solve_cone(grasp, b, "mncpopt", rule, &cone, error);
    if (!status) status = andreani_solve_lcp(grasp, b, "lcpopt", rule, &lcp, error);
    if (status) return status;
    if (!counts(rule, &cone) || !counts(rule, &lcp)) continue;
    theorem->tests++;
    for (int i = 0; i < ANDREANI_CONTACTS; i++) add_contact(grasp, i, &cone, &lcp, &tally[i]);
    add_theorem(grasp, &cone, theorem);
  }
  return RG_OK;
}

/* --- the page
 * -------------------------------------------------------------------------------------- */

/* one run of the 200 tests */
typedef struct study {
  const char *name;
  andreani_tally t[ANDREANI_CONTACTS];
  andreani_theorem theorem;
} study;

static void add_tables(rg_page *page, const study *s) {
  static const char *const model[2] = {"cone", "pyramid"};
  const andreani_tally *t = s->t;
  char caption[128];
  snprintf(caption, sizeof caption, "What becomes of a rolling contact (Fig. 6), %s", s->name);
  rg_page_table(page, caption,
                "model, contact|breaks|rolls on|slides|collinear as it is|paper|but for those that "
                "break or roll|worst angle of those that slide [rad]");
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < ANDREANI_CONTACTS; i++)
      rg_page_row(page, "%s, %d|%d|%d|%d|%d of %d|%d of %d|%d|%.1e", model[k], i + 1,
                  t[i].mode[k][ANDREANI_BREAKS], t[i].mode[k][ANDREANI_ROLLS],
                  t[i].mode[k][ANDREANI_SLIDES], t[i].collinear[k], s->theorem.tests,
                  k ? andreani_collinear_lcp[i] : andreani_collinear_mncp[i],
                  k ? ANDREANI_LCP_SOLVED : ANDREANI_MNCP_SOLVED, t[i].opposed[k], t[i].worst[k]);
  snprintf(caption, sizeof caption, "Pyramid against cone, %s", s->name);
  rg_page_table(page, caption,
                "contact|outside the circular cone|paper|independent|at a corner|same "
                "transition|paper [%]|independent");
  for (int i = 0; i < ANDREANI_CONTACTS; i++)
    rg_page_row(page, "%d|%d of %d|%d|%d|%d of %d|%d of %d|%d|%d", i + 1, t[i].outside,
                s->theorem.tests, andreani_outside[i], andreani_other_outside[i], t[i].corner,
                t[i].mode[1][ANDREANI_SLIDES], t[i].same, s->theorem.tests, andreani_transition[i],
                andreani_other_transition[i]);
}

/* shares in per cent that lie within `near` points of the paper's */
static int count_near(const double ours[2], const double paper[2], double near) {
  return (fabs(ours[0] - paper[0]) <= near) + (fabs(ours[1] - paper[1]) <= near);
}

static double share(int part, int of) { return of ? 100.0 * part / of : 0; }

static void judge_collinearity(const paper_options *options, rg_page *page, const study *printed,
                               const study *ours) {
  static const double NEAR = 10; /* points: other random vectors move a share of 200 by three */
  for (int k = 0; k < 2; k++) {
    double paper[2], as_is[2], exact[2];
    for (int i = 0; i < 2; i++) {
      paper[i] = k ? share(andreani_collinear_lcp[i], ANDREANI_LCP_SOLVED)
                   : share(andreani_collinear_mncp[i], ANDREANI_MNCP_SOLVED);
      as_is[i] = share(printed->t[i].collinear[k], printed->theorem.tests);
      exact[i] = share(ours->t[i].opposed[k], ours->theorem.tests);
    }
    rg_verdict verdict = paper_verdict(count_near(as_is, paper, NEAR), 2);
    char cell[64];
    rg_page_finding(page, verdict,
                    "With the %s, force and acceleration are collinear in %.0f and %.0f %% of the "
                    "tests of the paper: as printed in %.0f and %.0f %%; solved to the end, and "
                    "where contacts slide, in %.0f and %.0f %%.",
                    k ? "pyramid" : "cone", paper[0], paper[1], as_is[0], as_is[1], exact[0],
                    exact[1]);
    snprintf(cell, sizeof cell, "%.0f and %.0f %%", as_is[0], as_is[1]);
    paper_note(options, "andreani", k ? "Fig. 6, pyramid" : "Fig. 6, cone", verdict, cell,
               "%.0f and %.0f %%", exact[0], exact[1]);
  }
  const andreani_tally *t = ours->t;
  int corner = t[0].corner + t[1].corner,
      slides = t[0].mode[1][ANDREANI_SLIDES] + t[1].mode[1][ANDREANI_SLIDES];
  rg_verdict rare = 2 * corner < slides ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED;
  rg_page_finding(
      page, rare,
      "Forces at a corner of the pyramid are not so frequent: %d of %d sliding contacts.", corner,
      slides);
  paper_note(options, "andreani", "sec. 4.2.3, corners", rare, "", "%d of %d", corner, slides);
}

static void judge_models(const paper_options *options, rg_page *page, const study *printed,
                         const study *ours) {
  double paper[2], found[2], exact[2], paper_same[2], same[2], exact_same[2];
  char cell[64];
  for (int i = 0; i < 2; i++) {
    paper[i] = share(andreani_outside[i], ANDREANI_TESTS);
    found[i] = share(printed->t[i].outside, printed->theorem.tests);
    exact[i] = share(ours->t[i].outside, ours->theorem.tests);
    paper_same[i] = andreani_transition[i];
    same[i] = share(printed->t[i].same, printed->theorem.tests);
    exact_same[i] = share(ours->t[i].same, ours->theorem.tests);
  }
  rg_verdict verdict = paper_verdict(count_near(found, paper, 10), 2);
  rg_page_finding(page, verdict,
                  "Pyramid forces lie outside the circular cone in 53 and 27 %% of the tests: as "
                  "printed in %.0f and %.0f %%, solved to the end in %.0f and %.0f %% (another "
                  "program: 51 and 54 %%).",
                  found[0], found[1], exact[0], exact[1]);
  snprintf(cell, sizeof cell, "%.0f and %.0f %%", found[0], found[1]);
  paper_note(options, "andreani", "sec. 4.2.3, outside", verdict, cell, "%.0f and %.0f %%",
             exact[0], exact[1]);
  verdict = paper_verdict(count_near(same, paper_same, 3), 2);
  rg_page_finding(
      page, verdict,
      "Cone and pyramid agree on the transition in 98 and 96 %% of the tests: as printed "
      "in %.1f and %.1f %%, solved to the end in %.1f and %.1f %%.",
      same[0], same[1], exact_same[0], exact_same[1]);
  snprintf(cell, sizeof cell, "%.1f and %.1f %%", same[0], same[1]);
  paper_note(options, "andreani", "sec. 4.2.3, transitions", verdict, cell, "%.1f and %.1f %%",
             exact_same[0], exact_same[1]);
}

static void note_theorem(rg_page *page, const study *printed) {
  const andreani_theorem *t = &printed->theorem;
  rg_page_finding(
      page, RG_VERDICT_NOTE,
      "With lambda = |a_t| in the place of what a minimizer leaves, g_v is singular in %d of "
      "our %d tests that fail collinearity (paper %d of %d; see search).",
      t->singular, t->not_collinear, ANDREANI_SINGULAR, ANDREANI_NOT_COLLINEAR);
}

rg_status andreani_comparison(const paper_options *options, rg_page *page, rg_error *error) {
  andreani_grasp grasp;
  study printed = {.name = "as printed"}, ours = {.name = "solved to the end"};
  andreani_build(&grasp, 0, 1);
  rg_status status =
      andreani_compare(&grasp, &andreani_printed, printed.t, &printed.theorem, error);
  if (!status) status = andreani_compare(&grasp, NULL, ours.t, &ours.theorem, error);
  if (status) return status;
  add_tables(page, &printed);
  add_tables(page, &ours);
  judge_collinearity(options, page, &printed, &ours);
  judge_models(options, page, &printed, &ours);
  note_theorem(page, &printed);
  return RG_OK;
}
