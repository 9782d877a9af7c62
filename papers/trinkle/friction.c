/* Pages 13-17: Coulomb's law in the plane as a complementarity problem, with two slacks (pages
   14-15) and with two directions (pages 16-17). Which of the sign patterns can occur is asked of
   the conditions themselves: the largest t for which all quantities that the pattern wants positive
   are >= t, a linear program, solved as a mixed LCP. */
#include "../claims.h"
#include "../common.h"
#include "experiments.h"
#include "notes.h"
#include "numbers.h"
#include "trinkle.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double MU = 0.5;

/* unknowns of the programs, all >= 0: three (or two) pairs left, right, then lambda_n, the two
   parts of the velocity, t */
enum { LEFT = 0, RIGHT = 3, NORMAL = 6, FORWARD = 7, BACKWARD = 8, MARGIN = 9, VARIABLES = 10 };
enum { MOST_ROWS = 24 };

typedef struct program {
  int rows, equalities;
  double A[MOST_ROWS * VARIABLES], b[MOST_ROWS];
} program;

static double *new_row(program *p, double b) {
  p->b[p->rows] = b;
  return p->A + VARIABLES * p->rows++;
}

/* page 16 (1)-(3): v + s, -v + s, mu lambda_n - lambda_f1 - lambda_f2 are the right sides */
static void eight_conditions(program *p) {
  double *row = new_row(p, 0);
  row[RIGHT] = 1, row[FORWARD] = -1, row[BACKWARD] = 1, row[LEFT + 2] = -1;
  row = new_row(p, 0);
  row[RIGHT + 1] = 1, row[FORWARD] = 1, row[BACKWARD] = -1, row[LEFT + 2] = -1;
  row = new_row(p, 0);
  row[RIGHT + 2] = 1, row[NORMAL] = -MU, row[LEFT] = 1, row[LEFT + 1] = 1;
}

/* page 15: left mu lambda_n + lambda_t and mu lambda_n - lambda_t, right the two parts of v */
static void four_conditions(program *p) {
  double *row = new_row(p, 0); /* the two left sides add to 2 mu lambda_n */
  row[LEFT] = 1, row[LEFT + 1] = 1, row[NORMAL] = -2 * MU;
  row = new_row(p, 0); /* v_f1 - v_f2 = v */
  row[RIGHT] = 1, row[RIGHT + 1] = -1, row[FORWARD] = -1, row[BACKWARD] = 1;
}

/* `pattern`: bit k set where the left side of pair k is positive and the right one 0. The goal is
   the margin t, or one unknown. Returns its largest value, at most 1. */
static rg_status largest(int pairs, unsigned pattern, int goal, double *value) {
  program p;
  double g[VARIABLES] = {0}, x[VARIABLES];
  memset(&p, 0, sizeof p);
  if (pairs == 3) eight_conditions(&p);
  else four_conditions(&p);
  for (int k = 0; k < pairs; k++) new_row(&p, 0)[(pattern >> k & 1u ? RIGHT : LEFT) + k] = 1;
  for (int k = pairs; k < 3; k++) {
    new_row(&p, 0)[LEFT + k] = 1;
    new_row(&p, 0)[RIGHT + k] = 1;
  }
  p.equalities = p.rows;

  // t <= each side that is to be positive; the goal is at most 1 (the conditions are a cone)
  for (int k = 0; k < pairs; k++) {
    double *row = new_row(&p, 0);
    row[MARGIN] = 1;
    row[(pattern >> k & 1u ? LEFT : RIGHT) + k] = -1;
  }
  double *most = new_row(&p, 1);
  most[goal] = g[goal] = 1;
  if (goal == FORWARD || goal == BACKWARD) /* the velocity: one part minus the other */
    most[FORWARD + BACKWARD - goal] = g[FORWARD + BACKWARD - goal] = -1;
  rg_status status = notes_program(VARIABLES, p.rows, p.equalities, p.A, p.b, g, x);
  *value = 0;
  for (int i = 0; i < VARIABLES; i++) *value += g[i] * x[i];
  return status;
}

static rg_status judge_case(int pairs, unsigned pattern, trinkle_case *c) {
  static const int unknown[TRINKLE_UNKNOWNS] = {LEFT,   LEFT + 1, LEFT + 2,
                                                NORMAL, FORWARD,  BACKWARD};
  double value;
  rg_status status = largest(pairs, pattern, MARGIN, &value);
  c->strict = value > 0.5;
  for (int i = 0; i < TRINKLE_UNKNOWNS && status == RG_OK; i++) {
    status = largest(pairs, pattern, unknown[i], &value);
    c->positive[i] = value > 0.5;
  }
  return status;
}

/* which of the eight cases an answer is, most zeros wins: a quantity below 1e-9 is zero */
static int case_of(const notes_step *step) {
  double left[3] = {step->p_f[0], step->p_f[1], step->s[0]};
  int c = 0;
  for (int k = 0; k < 3; k++) c = 2 * c + (left[k] > 1e-9 ? 0 : 1);
  return c;
}

/* horizontal velocity after the step by a law of the library; the report of its solve */
static rg_status velocity_by_law(rg_law law, const char *solver, double v, double p_n,
                                 double *after, rg_report *report) {
  const double A[4] = {1, 0, 0, 1}, c[2] = {-p_n, v}, mu[1] = {MU};
  rg_problem problem = rg_problem_default();
  rg_options options = rg_options_default();
  rg_solver *s = NULL;
  problem.dim = 2;
  problem.contacts = 1;
  problem.A = rg_matrix_dense(2, 2, A);
  problem.c = c;
  problem.mu = mu;
  options.law.law = law;
  options.solver = solver;
  rg_status status = rg_solver_new(&s, &problem, &options, NULL);
  if (status == RG_OK) status = rg_solver_solve(s);
  if (status == RG_OK) *after = rg_solver_velocity(s)[1], *report = *rg_solver_report(s);
  rg_solver_free(s);
  return status;
}

/* one point: both forms by Lemke's method, the exact cone; how far they are from the notes' LCP */
static rg_status judge_point(trinkle_friction_result *r, double v, double load, double expected) {
  static const rg_law law[3] = {RG_LAW_SLACK, RG_LAW_PYRAMID, RG_LAW_CONE};
  rg_status status = RG_OK;
  for (int k = 0; k < 3 && status == RG_OK; k++) {
    double after = 0;
    rg_report report;
    status = velocity_by_law(law[k], k < 2 ? "lemke" : NULL, v, load, &after, &report);
    if (status != RG_OK) break;
    r->grid_difference = fmax(r->grid_difference, fabs(after - expected));
    if (k < 2) r->unknowns[k] = report.size, r->pivots[k] += report.iterations;
  }
  return status;
}

/* a particle on a floor, every combination of slip and load: the LCP's answer and three laws */
static rg_status judge_grid(trinkle_friction_result *r) {
  notes_step *step = notes_step_new(2, 0, 1, 2);
  rg_status status = step ? RG_OK : RG_NO_MEMORY;
  for (int i = 0; i < 9 * 5 && status == RG_OK; i++) {
    double v = (i % 9 - 4) * 0.25, load = (i / 9 - 1) * 0.5;
    const double Wn[2] = {0, 1}, Wf[4] = {1, -1, 0, 0};
    memcpy(step->Wn, Wn, sizeof Wn);
    memcpy(step->Wf, Wf, sizeof Wf);
    step->mu[0] = MU;
    step->v[0] = v;
    step->p_ext[1] = -load;
    status = notes_solve(step, NULL);
    r->grid_cases[case_of(step)]++;
    r->grid_points++;
    if (status == RG_OK) status = judge_point(r, v, load, step->v_new[0]);
  }
  notes_step_free(step);
  return status;
}

rg_status trinkle_friction(trinkle_friction_result *r, rg_error *error) {
  rg_status status = RG_OK;
  memset(r, 0, sizeof *r);
  // case 1 is + + +, case 8 is 0 0 0, the first sign counts four
  for (unsigned i = 0; i < TRINKLE_CASES && status == RG_OK; i++) {
    unsigned pattern = (i & 4u ? 0 : 1u) | (i & 2u ? 0 : 2u) | (i & 1u ? 0 : 4u);
    status = judge_case(3, pattern, &r->of_eight[i]);
  }
  for (unsigned i = 0; i < TRINKLE_SLACK_CASES && status == RG_OK; i++)
    status = judge_case(2, 3 - i, &r->of_four[i]);
  if (status == RG_OK) status = judge_grid(r);
  return status == RG_OK ? status : notes_fail(error, status, "a linear program was not solved");
}

/* --- page ------------------------------------------------------------------------------------- */

static const char *verdict_text(const trinkle_case *c) {
  return c->strict ? "occurs" : "only with equalities";
}

/* the notes' tangent points to the left */
static const char *velocity_text(const trinkle_case *c) {
  if (c->positive[4]) return c->positive[5] ? "any" : "left";
  return c->positive[5] ? "right" : "0";
}

static void friction_tables(rg_page *page, const trinkle_friction_result *r) {
  static const char *const four[4] = {"both slacks > 0|sticking", "s+ > 0, v_f2 > 0|sliding right",
                                      "s- > 0, v_f1 > 0|sliding left",
                                      "v_f1, v_f2 > 0|degenerate sliding"};
  static const int order[4] = {0, 2, 1, 3};
  rg_page_table(page, "Slack form (page 15): which cases can occur, and what can be positive there",
                "case|notes|strictly|lambda_n|velocity");
  for (int i = 0; i < 4; i++) {
    const trinkle_case *c = &r->of_four[order[i]];
    rg_page_row(page, "%s|%s|%s|%s", four[i], verdict_text(c), c->positive[3] ? "yes" : "0",
                velocity_text(c));
  }
  rg_page_table(
      page, "Two directions (page 17): the eight cases, and what can be positive there",
      "case|signs|notes|strictly|lambda_f1|lambda_f2|s|lambda_n|velocity|answers of the LCP");
  for (int i = 0; i < TRINKLE_CASES; i++) {
    const trinkle_case *c = &r->of_eight[i];
    char cell[4][4];
    for (int k = 0; k < 4; k++)
      snprintf(cell[k], sizeof cell[k], "%s", c->positive[k] ? "yes" : "0");
    rg_page_row(page, "%d|%s|%s|%s|%s|%s|%s|%s|%s|%d", i + 1, page17_signs[i], page17_verdict[i],
                verdict_text(c), cell[0], cell[1], cell[2], cell[3], velocity_text(c),
                r->grid_cases[i]);
  }
}

rg_status trinkle_run_friction(const paper_options *options, rg_page *page, rg_error *error) {
  trinkle_friction_result r;
  rg_status status = trinkle_friction(&r, error);
  if (status != RG_OK) return status;
  friction_tables(page, &r);
  int strict = 0, four = 0;
  for (int i = 0; i < TRINKLE_CASES; i++) strict += r.of_eight[i].strict;
  for (int i = 0; i < TRINKLE_SLACK_CASES; i++) four += r.of_four[i].strict;
  rg_page_finding(page, four == 4 ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
                  "%d of the 4 cases of the slack form occur strictly; in the fourth the normal "
                  "force is 0 and the "
                  "velocity arbitrary, as page 15 says.",
                  four);
  char which[32] = "";
  for (int i = 0; i < TRINKLE_CASES; i++)
    if (r.of_eight[i].strict) snprintf(which + strlen(which), 4, " %d", i + 1);
  rg_page_finding(page, paper_verdict(strict, TRINKLE_CASES),
                  "Of the 8 cases of page 17 %d occur strictly (%s); the others are borders of "
                  "these, where a quantity that should be positive is 0.",
                  strict, which + (which[0] != 0));
  paper_note(options, "trinkle", "page 17", paper_verdict(strict, TRINKLE_CASES), "", "%d:%s",
             strict, which);
  paper_note(options, "trinkle", "page 15",
             four == 4 ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED, "", "%d of 4 strictly",
             four);
  paper_find(options, page, "trinkle", "page 17, case 8",
             r.of_eight[7].positive[3] ? RG_VERDICT_NOT_CONFIRMED : RG_VERDICT_CONFIRMED,
             "Case 8 does not need lambda_n = 0: with v = 0 and no friction force any load "
             "satisfies it; case 7 "
             "does need it, and there s is any number above |v|.");
  paper_figure(options, "%s", r.of_eight[7].positive[3] ? "a load in case 8" : "no load in case 8");
  paper_find(options, page, "trinkle", "pages 13-17",
             r.grid_difference < 1e-8 ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
             "Both forms and the exact cone give the same velocity at %d combinations of slip "
             "and load, to %.0e.",
             r.grid_points, r.grid_difference);
  paper_figure(options, "within %.0e at %d points", r.grid_difference, r.grid_points);
  paper_find(options, page, "trinkle", "page 16",
             paper_verdict((r.unknowns[1] > r.unknowns[0]) + (r.pivots[1] > r.pivots[0]), 2),
             "The form with two directions is not as efficient as that with slacks: %d unknowns a "
             "contact against %d, %ld pivots of Lemke's method against %ld at the same points.",
             r.unknowns[1], r.unknowns[0], r.pivots[1], r.pivots[0]);
  paper_figure(options, "%d against %d unknowns, %ld against %ld pivots", r.unknowns[1],
               r.unknowns[0], r.pivots[1], r.pivots[0]);
  return RG_OK;
}
