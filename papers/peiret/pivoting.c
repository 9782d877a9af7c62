/* Which pivoting methods solve which formulation (Peiret et al. 2017, pages 6-7): every method gets
   the same contact problems, those that the cube meets under exact friction from the first step
   until it rests. */
#include "../claims.h"
#include "../common.h"
#include "common.h"
#include "peiret.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LEMKE, KELLER, MURTY, JUDICE_PIRES, OURS };
const char *const peiret_methods[PEIRET_METHODS] = {"lemke", "keller", "murty", "judice-pires",
                                                    "judice-pires"};

enum { CONTACTS = 4 };

/* one step's problem with what the laws look back at */
typedef struct moment {
  const rg_problem *problem;
  double slip[2 * CONTACTS];
  double last[3 * CONTACTS];
  double angle; /* where x of the world lies in the contact frames */
} moment;

static void count(peiret_tally *tally, const rg_report *report) {
  if (report->status == RG_SOLVED) {
    tally->solved++;
    tally->iterations += report->iterations;
    tally->work += (double)report->iterations * report->size * report->size;
  } else if (strstr(report->reason, "singular")) {
    tally->singular++;
  } else if (report->status == RG_LIMIT) {
    tally->limit++;
  } else {
    tally->other++;
  }
}

static rg_status try_methods(const moment *m, const peiret_variant *variant, double dt,
                             peiret_tally *tally, rg_error *error) {
  rg_options o = rg_options_default();
  o.law = peiret_law(variant, dt);
  o.law.slip = m->slip;
  if (variant->memory) o.law.last_impulse = m->last;
  if (variant->world) o.law.angle += m->angle;
  for (int k = 0; k < PEIRET_METHODS; k++) {
    rg_solver *solver;
    o.settings = 0;
    peiret_solver(&o, peiret_methods[k], k == OURS);
    rg_status status = rg_solver_new(&solver, m->problem, &o, error);
    if (status) return status;
    rg_solver_solve(solver);
    count(&tally[k], rg_solver_report(solver));
    rg_solver_free(solver);
  }
  return RG_OK;
}

/* the problem of the step that was just done; its tangential c is the slip before the step, for
   gravity is vertical and a cube has no gyroscopic moment */
static int read_moment(const rg_sim *sim, moment *m) {
  const rg_step_contact *contact;
  m->problem = rg_sim_problem(sim);
  if (!m->problem || m->problem->contacts != CONTACTS || m->problem->rows) return 0;
  rg_sim_contacts(sim, &contact);
  m->angle = atan2(contact[0].contact.frame[6], contact[0].contact.frame[3]);
  for (int i = 0; i < 2 * CONTACTS; i++) m->slip[i] = m->problem->c[3 * (i / 2) + 1 + i % 2];
  return 1;
}

static rg_status new_sim(const paper_options *options, double dt, rg_model **model, rg_sim **sim,
                         rg_error *error) {
  char path[600];
  paper_model_path(options, "acc_cube.xml", path, sizeof path);
  rg_status status = rg_model_load(model, path, NULL, error);
  if (status) return status;
  rg_sim_options o = paper_sim_options();
  o.dt = dt;
  status = rg_sim_new(sim, *model, &o, error);
  return status ? status : rg_sim_reset(*sim, 0, error);
}

int peiret_pivot(const paper_options *options, const peiret_variant *variant, double dt, int stride,
                 peiret_tally tally[PEIRET_METHODS], rg_error *error) {
  rg_model *model = NULL;
  rg_sim *sim = NULL;
  moment m = {0};
  int problems = 0, steps = (int)lround(0.7 / dt);
  memset(tally, 0, PEIRET_METHODS * sizeof *tally);
  for (int i = 0; i < CONTACTS; i++) m.last[3 * i] = 9.81 * dt / 4;
  rg_status status = new_sim(options, dt, &model, &sim, error);
  for (int step = 0; !status && step < steps; step++) {
    if (paper_interrupted(options)) break;
    status = rg_step(sim);
    if (status || !read_moment(sim, &m)) continue;
    if (step % stride == 0) {
      status = try_methods(&m, variant, dt, tally, error);
      problems++;
    }
    memcpy(m.last, rg_sim_impulse(sim), sizeof m.last);
  }
  rg_sim_free(sim);
  rg_model_free(model);
  return status ? -1 : problems;
}

/* --- the page ----------------------------------------------------------------------------------
 */

enum {
  AP2,
  AP2_SLIP,
  AP4,
  AP8,
  BOX,
  HYBRID,
  NEW,
  NEW_LATERAL,
  STICK2,
  STICK4,
  STICK8,
  STICK2_RIGID,
  FORMS
};

static const peiret_variant forms[FORMS] = {
    [AP2] = {.name = "Anitescu-Potra, 2 axes", .law = RG_LAW_PYRAMID, .world = 1},
    [AP2_SLIP] = {.name = "Anitescu-Potra, 2 axes along the slip", .law = RG_LAW_PYRAMID},
    [AP4] = {.name = "Anitescu-Potra, 4 axes", .law = RG_LAW_PYRAMID, .directions = 8, .world = 1},
    [AP8] = {.name = "Anitescu-Potra, 8 axes", .law = RG_LAW_PYRAMID, .directions = 16, .world = 1},
    [BOX] = {.name = "box", .law = RG_LAW_BOX, .world = 1, .memory = 1},
    [HYBRID] = {.name = "hybrid", .law = RG_LAW_HYBRID, .memory = 1},
    [NEW] = {.name = "new model, sliding form (Eq. 34)", .law = RG_LAW_NONSINGULAR},
    [NEW_LATERAL] = {.name = "new model, Eq. 43",
                     .law = RG_LAW_NONSINGULAR,
                     .lateral = 1,
                     .memory = 1},
    [STICK2] = {.name = "new model, static form, 2 axes",
                .law = RG_LAW_NONSINGULAR,
                .world = 1,
                .sticking = 1},
    [STICK4] = {.name = "new model, static form, 4 axes",
                .law = RG_LAW_NONSINGULAR,
                .world = 1,
                .directions = 8,
                .sticking = 1},
    [STICK8] = {.name = "new model, static form, 8 axes",
                .law = RG_LAW_NONSINGULAR,
                .world = 1,
                .directions = 16,
                .sticking = 1},
    [STICK2_RIGID] = {.name = "new model, static form, 2 axes, rigid",
                      .law = RG_LAW_NONSINGULAR,
                      .world = 1,
                      .sticking = 1,
                      .rigid = 1},
};

/* "13, 55 singular, 2 limit" */
static void write_cell(const peiret_tally *t, char *cell, size_t size) {
  const int why[3] = {t->singular, t->limit, t->other};
  static const char *const name[3] = {"singular", "limit", "else"};
  int used = snprintf(cell, size, "%d", t->solved);
  for (int k = 0; k < 3; k++)
    if (why[k]) used += snprintf(cell + used, size - (size_t)used, ", %d %s", why[k], name[k]);
}

static void add_row(rg_page *page, const char *name, const peiret_tally *tally) {
  char cell[PEIRET_METHODS][80];
  for (int k = 0; k < PEIRET_METHODS; k++) write_cell(&tally[k], cell[k], sizeof cell[k]);
  rg_page_row(page, "%s|%s|%s|%s|%s|%s", name, cell[0], cell[1], cell[2], cell[3], cell[4]);
}

/* "AP formulation can only be solved using Lemke's algorithm"; the new one by Judice & Pires too
 * (page 6) */
static void judge_formulations(const paper_options *options, rg_page *page, int problems,
                               peiret_tally (*t)[PEIRET_METHODS]) {
  int others = t[AP2][KELLER].solved + t[AP2][MURTY].solved + t[AP2][JUDICE_PIRES].solved;
  rg_page_finding(page,
                  t[AP2][LEMKE].solved == problems && !others ? RG_VERDICT_CONFIRMED
                  : t[AP2][LEMKE].solved == problems          ? RG_VERDICT_IN_PART
                                                              : RG_VERDICT_NOT_CONFIRMED,
                  "Anitescu-Potra can only be solved by Lemke: %d of %d problems; Murty solves %d, "
                  "Judice-Pires %d, and Keller, "
                  "whose 2 x 2 pivots step over a zero on the diagonal, %d.",
                  t[AP2][LEMKE].solved, problems, t[AP2][MURTY].solved, t[AP2][JUDICE_PIRES].solved,
                  t[AP2][KELLER].solved);
  char cell[96];
  snprintf(cell, sizeof cell, "Lemke %d, Keller %d, Judice-Pires %d of %d", t[AP2][LEMKE].solved,
           t[AP2][KELLER].solved, t[AP2][JUDICE_PIRES].solved, problems);
  paper_note(options, "peiret", "page 6, Lemke only",
             t[AP2][LEMKE].solved == problems && !others ? RG_VERDICT_CONFIRMED
             : t[AP2][LEMKE].solved == problems          ? RG_VERDICT_IN_PART
                                                         : RG_VERDICT_NOT_CONFIRMED,
             cell, "our Judice-Pires %d", t[AP2][OURS].solved);
  int sliding = t[NEW][JUDICE_PIRES].solved, lateral = t[NEW_LATERAL][JUDICE_PIRES].solved;
  rg_page_finding(page,
                  sliding < problems   ? RG_VERDICT_NOT_CONFIRMED
                  : lateral < problems ? RG_VERDICT_IN_PART
                                       : RG_VERDICT_CONFIRMED,
                  "The new model is solved by Judice-Pires as box (%d of %d) and hybrid (%d) are: "
                  "%d with the sliding form of Eq. 34, but %d with the lateral "
                  "regularization of Eq. 43, where it cycles.",
                  t[BOX][JUDICE_PIRES].solved, problems, t[HYBRID][JUDICE_PIRES].solved, sliding,
                  lateral);
  snprintf(cell, sizeof cell, "Eq. 34 %d, Eq. 43 %d of %d", sliding, lateral, problems);
  paper_note(options, "peiret", "page 6, block pivoting",
             sliding < problems   ? RG_VERDICT_NOT_CONFIRMED
             : lateral < problems ? RG_VERDICT_IN_PART
                                  : RG_VERDICT_CONFIRMED,
             cell, "%d and %d", t[NEW][OURS].solved, t[NEW_LATERAL][OURS].solved);
}

/* "some problems when using block-pivoting algorithms if more than two directions ... no issues
   with Lemke's" (page 7); "any algorithm available in the literature is able to solve it"
   (conclusions) */
static void judge_directions(const paper_options *options, rg_page *page, int problems,
                             peiret_tally (*t)[PEIRET_METHODS]) {
  int block[3], lemke = 1;
  for (int k = 0; k < 3; k++) {
    block[k] = t[STICK2 + k][JUDICE_PIRES].solved;
    lemke = lemke && t[STICK2 + k][LEMKE].solved == problems;
  }
  rg_page_finding(
      page,
      lemke && block[0] == problems && block[1] < problems ? RG_VERDICT_CONFIRMED
      : block[1] < problems                                ? RG_VERDICT_IN_PART
                                                           : RG_VERDICT_NOT_CONFIRMED,
      "Block pivoting has problems with more than two axes: the static form is solved by "
      "Judice-Pires in %d, %d and %d of %d problems with "
      "2, 4 and 8 axes (singular blocks %d, %d, %d; else it cycles), by Lemke in %d, %d and %d.",
      block[0], block[1], block[2], problems, t[STICK2][JUDICE_PIRES].singular,
      t[STICK4][JUDICE_PIRES].singular, t[STICK8][JUDICE_PIRES].singular, t[STICK2][LEMKE].solved,
      t[STICK4][LEMKE].solved, t[STICK8][LEMKE].solved);
  char cell[64];
  snprintf(cell, sizeof cell, "%d, %d, %d of %d", block[0], block[1], block[2], problems);
  paper_note(options, "peiret", "page 7, directions",
             lemke && block[0] == problems && block[1] < problems ? RG_VERDICT_CONFIRMED
             : block[1] < problems                                ? RG_VERDICT_IN_PART
                                                                  : RG_VERDICT_NOT_CONFIRMED,
             cell, "%d, %d, %d", t[STICK2][OURS].solved, t[STICK4][OURS].solved,
             t[STICK8][OURS].solved);
  int single = 0, kinds = 0, keller[3], murty[3], unsolved = 0;
  for (int k = 0; k < 3; k++) {
    keller[k] = t[STICK2 + k][KELLER].solved, murty[k] = t[STICK2 + k][MURTY].solved;
    for (int m = LEMKE; m <= MURTY && k; m++, kinds++)
      single += t[STICK2 + k][m].solved == problems;
  }
  paper_find(options, page, "peiret", "page 7, single pivots", paper_verdict(single, kinds),
             "No issues with single pivots: with 4 and 8 axes Lemke's method solves %d and %d of "
             "%d problems, Keller's %d and %d, Murty's %d and %d.",
             t[STICK4][LEMKE].solved, t[STICK8][LEMKE].solved, problems, keller[1], keller[2],
             murty[1], murty[2]);
  paper_figure(options, "Lemke all; Keller %d, %d; Murty %d, %d of %d", keller[1], keller[2],
               murty[1], murty[2], problems);
  for (int k = 0; k < FORMS; k++) unsolved += problems - t[k][LEMKE].solved;
  paper_find(options, page, "peiret", "page 3, solution",
             unsolved ? RG_VERDICT_NOT_CONFIRMED : RG_VERDICT_CONFIRMED,
             "At the level of velocities there is always a solution: Lemke's method leaves %d of "
             "%d problems in %d formulations without one.",
             unsolved, FORMS * problems, FORMS);
  paper_figure(options, "%d of %d problems without one", unsolved, FORMS * problems);
  int all = 1;
  for (int k = 0; k < OURS; k++) all = all && t[NEW][k].solved == problems;
  rg_page_finding(page, all ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
                  "Any algorithm can solve the regular LCP: with Eq. 34 Lemke %d, Keller %d, "
                  "Judice-Pires %d, but Murty %d of %d; a regular matrix "
                  "is not enough where a rule needs a P-matrix, and it cycles in the rest.",
                  t[NEW][LEMKE].solved, t[NEW][KELLER].solved, t[NEW][JUDICE_PIRES].solved,
                  t[NEW][MURTY].solved, problems);
  paper_note(options, "peiret", "conclusions",
             all ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED, "", "Murty %d of %d",
             t[NEW][MURTY].solved, problems);
}

/* "a similar performance compared to the other existing LCP-based formulations" (conclusions): what Lemke's method, which
   solves them all, takes a problem */
static void judge_performance(const paper_options *options, rg_page *page,
                              peiret_tally (*t)[PEIRET_METHODS]) {
  enum { OTHERS = 3 };
  static const int other[OTHERS] = {AP2_SLIP, BOX, HYBRID};
  double pivots[OTHERS + 1], work[OTHERS + 1];
  int similar = 0;
  for (int k = 0; k <= OTHERS; k++) {
    const peiret_tally *lemke = &t[k < OTHERS ? other[k] : NEW][LEMKE];
    pivots[k] = (double)lemke->iterations / lemke->solved;
    work[k] = lemke->work / lemke->solved;
  }
  for (int k = 0; k < OTHERS; k++) /* within a half more, or less */
    similar += work[OTHERS] <= 1.5 * work[k] && work[k] <= 1.5 * work[OTHERS];
  paper_find(
      options, page, "peiret", "conclusions, performance", paper_verdict(similar, OTHERS),
      "Lemke's method takes %.1f pivots a problem with Eq. 34; with Anitescu-Potra %.1f, box "
      "%.1f, hybrid %.1f. Times the entries of the matrix: %.2f, %.2f and %.2f times the work "
      "of these.",
      pivots[OTHERS], pivots[0], pivots[1], pivots[2], work[OTHERS] / work[0],
      work[OTHERS] / work[1], work[OTHERS] / work[2]);
  paper_figure(options, "%.2f, %.2f, %.2f times the work", work[OTHERS] / work[0],
               work[OTHERS] / work[1], work[OTHERS] / work[2]);
}

rg_status peiret_pivoting(const paper_options *options, rg_page *page, rg_error *error) {
  peiret_tally tally[FORMS][PEIRET_METHODS];
  const double dt = 1e-3;
  int problems = 0, stride = options->quick ? 50 : 10;
  rg_page_text(page,
               "Contact problems of the cube under exact friction, every %dth step of 1 ms until "
               "it rests, relaxed as in Table 1. Solved problems, and why "
               "the others were not.",
               stride);
  rg_page_table(page, "Problems solved",
                "formulation|Lemke|Keller|Murty|Judice-Pires as printed|ours");
  for (int k = 0; k < FORMS; k++) {
    problems = peiret_pivot(options, &forms[k], dt, stride, tally[k], error);
    if (problems < 0) return RG_BAD_INPUT;
    add_row(page, forms[k].name, tally[k]);
  }
  rg_page_row(page, "of|%d|%d|%d|%d|%d", problems, problems, problems, problems, problems);
  judge_formulations(options, page, problems, tally);
  judge_directions(options, page, problems, tally);
  judge_performance(options, page, tally);
  return RG_OK;
}
