/* Sec. 6.1, Figs. 11 and 12 (Mylapilli & Jain 2017): a sphere that slides, then rolls. m = R = 1,
   mu = 0.2, v = 2 m/s, 1 ms, 0.6 s. Sliding: v = v0 - mu g t, w = 5/2 mu g t, until 2 v0 / (7 mu g)
   = 0.29125 s; then both are 5 v0 / 7. Four directions turned by 45 degrees reach mu / sqrt(2)
   along the slip only: 0.41189 s. */
#include "claims.h"
#include "common.h"
#include "experiments.h"
#include "numbers.h"
#include "scene.h"

#include <math.h>

enum { STEPS = 600, STEP_EVERY = 5, ANGLES = 19 };

static const double PI = 3.14159265358979323846, DT = 1e-3, NO_SLIP = 1e-9;

typedef struct journey {
  double time[STEPS], vx[STEPS], vy[STEPS], wx[STEPS], wy[STEPS];
  double force_x[STEPS], force_y[STEPS], limit[STEPS]; /* friction, mu F_n: N */
  double end;                                          /* s: first step without slip */
  double sideways;                                     /* largest |vy| */
  int failed;
} journey;

/* what a law is asked for: a solver, and where it has directions, how they lie */
typedef struct law_choice {
  const paper_solver *solver;
  int turned;     /* 1: `angle` from the world's x axis; 0: along the slip */
  double angle;   /* rad, of the law's options */
  int directions; /* 0: four */
} law_choice;

static void choose_law(const void *context, rg_sim_options *options) {
  const law_choice *choice = context;
  scene_use_solver(choice->solver, options);
  options->solve.law.aligned = !choice->turned;
  options->solve.law.angle = choice->turned ? choice->angle : 0;
  if (choice->directions) options->solve.law.directions = choice->directions;
}

static void note_step(journey *j, int k, scene *s) {
  rg_data *data = rg_sim_data(s->sim);
  const rg_step_contact *c;
  rg_kinematics(s->model, data);
  const double *R = data->xmat + 9, *w = data->qvel + 3;
  j->time[k] = data->time;
  j->vx[k] = data->qvel[0];
  j->vy[k] = data->qvel[1];
  j->wx[k] = R[0] * w[0] + R[1] * w[1] + R[2] * w[2];
  j->wy[k] = R[3] * w[0] + R[4] * w[1] + R[5] * w[2];
  double slip = hypot(j->vx[k] - j->wy[k], j->vy[k] + j->wx[k]);
  if (j->end <= 0 && slip < NO_SLIP) j->end = data->time;
  j->sideways = fmax(j->sideways, fabs(j->vy[k]));
  if (rg_sim_contacts(s->sim, &c) == 0) return;
  /* on the sphere, which is body 1 or body 2 of the contact */
  double sign = c->contact.body1 ? 1 / DT : -1 / DT;
  const double *t1 = c->contact.frame + 3, *t2 = c->contact.frame + 6;
  j->force_x[k] = sign * (t1[0] * c->impulse[1] + t2[0] * c->impulse[2]);
  j->force_y[k] = sign * (t1[1] * c->impulse[1] + t2[1] * c->impulse[2]);
  j->limit[k] = c->mu * c->impulse[0] / DT;
}

static rg_status travel(const paper_options *options, const law_choice *choice, journey *j,
                        rg_error *error) {
  scene s;
  rg_status status = scene_open(&s, options, "acc_sphere.xml", "slide", choose_law, choice, error);
  if (status != RG_OK) return status;
  j->end = j->sideways = j->failed = 0;
  for (int k = 0; k < STEPS; k++) {
    j->failed += rg_step(s.sim) != RG_SOLVED;
    note_step(j, k, &s);
  }
  scene_close(&s);
  return RG_OK;
}

/* the angle of the law's options that lays its first direction at `angle` from the world's x axis:
   it counts from tangent 1 towards tangent 2 */
static rg_status floor_turn(const paper_options *options, double angle, double *turn,
                            rg_error *error) {
  scene s;
  const rg_step_contact *c;
  rg_status status = scene_open(&s, options, "acc_sphere.xml", "slide", NULL, NULL, error);
  if (status != RG_OK) return status;
  rg_step(s.sim);
  if (rg_sim_contacts(s.sim, &c) > 0) {
    const double *frame = c->contact.frame;
    double tangent = atan2(frame[4], frame[3]);
    *turn = frame[2] > 0 ? angle - tangent : tangent - angle;
  }
  scene_close(&s);
  return RG_OK;
}

/* --- Fig. 11: aligned
 * ------------------------------------------------------------------------------------ */

static double exact_vx(double t) {
  double end = 2 * SPHERE_SPEED / (7 * SPHERE_MU * GRAVITY);
  return t < end ? SPHERE_SPEED - SPHERE_MU * GRAVITY * t : 5 * SPHERE_SPEED / 7;
}

static void plot_journey(rg_page *page, const char *title, const journey *j) {
  rg_plot *plot = rg_plot_new(title, "time [s]", "velocity [m/s, rad/s]");
  rg_plot_series(plot, "vx", RG_SERIES_LINE, STEPS, j->time, j->vx);
  rg_plot_series(plot, "vy", RG_SERIES_LINE, STEPS, j->time, j->vy);
  rg_plot_series(plot, "wx", RG_SERIES_DASHED, STEPS, j->time, j->wx);
  rg_plot_series(plot, "wy", RG_SERIES_DASHED, STEPS, j->time, j->wy);
  rg_plot_mark_x(plot, j->end, "rolls");
  rg_page_plot(page, plot);
}

static void plot_forces(rg_page *page, const char *title, const journey *j) {
  rg_plot *plot = rg_plot_new(title, "time [s]", "force [N]");
  rg_plot_series(plot, "F_f (along x)", RG_SERIES_LINE, STEPS, j->time, j->force_x);
  rg_plot_series(plot, "F_o (along y)", RG_SERIES_DASHED, STEPS, j->time, j->force_y);
  rg_plot_series(plot, "mu F_n", RG_SERIES_DASHED, STEPS, j->time, j->limit);
  rg_page_plot(page, plot);
}

/* Fig. 11 as curves: rolling at 10/7 and nothing sideways (a), friction at its bound while it slides and below it after (b) */
typedef struct curves {
  int rolls, slides;
  double speed, sideways, across, bound; /* worst: off 10/7, other velocities, F_o, off mu F_n */
} curves;

static void judge_curves(const journey *j, curves *c) {
  double speed = fmax(fabs(j->vx[STEPS - 1] - 5 * SPHERE_SPEED / 7),
                      fabs(j->wy[STEPS - 1] - 5 * SPHERE_SPEED / 7));
  double other = 0, across = 0, bound = 0;
  int below = 1;
  for (int k = 0; k < STEPS; k++) {
    other = fmax(other, fmax(fabs(j->vy[k]), fabs(j->wx[k])));
    across = fmax(across, fabs(j->force_y[k]));
    if (j->time[k] < j->end - 1.5 * DT)
      bound = fmax(bound, fabs(fabs(j->force_x[k]) - j->limit[k]));
    if (j->time[k] > j->end + 1.5 * DT) below &= fabs(j->force_x[k]) < 0.9 * j->limit[k];
  }
  c->speed = fmax(c->speed, speed), c->sideways = fmax(c->sideways, other);
  c->across = fmax(c->across, across), c->bound = fmax(c->bound, bound);
  c->rolls += speed < 1e-3 && other < 1e-6;
  c->slides += bound < 1e-6 && across < 1e-6 && below;
}

static void write_curves(const paper_options *options, rg_page *page, const curves *c) {
  paper_find(options, page, "mylapilli", "Fig. 11, (a)", paper_verdict(c->rolls, PAPER_ALL),
             "Then it rolls at vx = wy = 10/7 (paper 1.429), %d of %d solvers to %.0e, and nothing "
             "moves sideways (%.0e).",
             c->rolls, PAPER_ALL, c->speed, c->sideways);
  paper_figure(options, "10/7 to %.0e, others below %.0e", c->speed, c->sideways);
  paper_find(options, page, "mylapilli", "Fig. 11, (b)", paper_verdict(c->slides, PAPER_ALL),
             "Friction is mu F_n while it slides (to %.0e N) and less when it rolls, and F_o is 0 "
             "(%.0e N), by %d of %d solvers.",
             c->bound, c->across, c->slides, PAPER_ALL);
  paper_figure(options, "mu F_n to %.0e N, F_o to %.0e N", c->bound, c->across);
}

static rg_status aligned(const paper_options *options, rg_page *page, journey *j, rg_error *error) {
  int right = 0;
  double worst = 0;
  curves shown = {0};
  rg_page_table(
      page, "Fig. 11: aligned directions and the exact cone (paper: 0.291 s, 1.429)",
      "solver|end of sliding s|vx at 0.1 s|wy at 0.1 s|friction at 0.1 s N|vx at 0.6 s|wy at 0.6 "
      "s|largest error of vx|failed");
  for (int k = 0; k < PAPER_ALL; k++) {
    law_choice choice = {.solver = &PAPER_SOLVER[k]};
    rg_status status = travel(options, &choice, j, error);
    if (status != RG_OK) return status;
    double off = 0;
    for (int i = 0; i < STEPS; i++) off = fmax(off, fabs(j->vx[i] - exact_vx(j->time[i])));
    rg_page_row(page, "%s|%.3f|%.4f|%.4f|%.4f|%.4f|%.4f|%.1e|%d", PAPER_SOLVER[k].label, j->end,
                j->vx[99], j->wy[99], j->force_x[99], j->vx[STEPS - 1], j->wy[STEPS - 1], off,
                j->failed);
    right += fabs(j->end - SPHERE_END) <= 1.5 * DT && off < 1e-3 && !j->failed;
    worst = fmax(worst, off);
    judge_curves(j, &shown);
    if (k == 0) {
      plot_journey(page, "Fig. 11(a): velocities of the sphere, aligned directions", j);
      plot_forces(page, "Fig. 11(b): friction forces, aligned directions", j);
    }
  }
  rg_page_finding(
      page, paper_verdict(right, PAPER_ALL),
      "Aligned, %d of %d solvers (the paper's five as printed, four of them as ours, auto) stop "
      "sliding in the step that ends at "
      "%.3f s (paper 0.291 s, exact 0.29125 s) and are never more than %.1e m/s off the "
      "exact solution.",
      right, PAPER_ALL, j->end, worst);
  paper_note(options, "mylapilli", "Fig. 11", paper_verdict(right, PAPER_ALL), "0.292 s",
             "%.3f s, %d of %d solvers", j->end, right, PAPER_ALL);
  write_curves(options, page, &shown);
  return RG_OK;
}

/* --- Fig. 12: turned
 * ---------------------------------------------------------------------------------------- */

static rg_status turned(const paper_options *options, rg_page *page, journey *j, rg_error *error) {
  static const double DEGREES = 45;
  double turn = 0, most_sideways = 0;
  rg_status status = floor_turn(options, DEGREES * PI / 180, &turn, error);
  for (int k = 0; k < 3 && status == RG_OK; k++) { /* the MLCP solvers */
    law_choice choice = {&PAPER_SOLVER[k], 1, turn, 0};
    status = travel(options, &choice, j, error);
    most_sideways = fmax(most_sideways, j->sideways);
  }
  if (status != RG_OK) return status;
  plot_journey(page, "Fig. 12: velocities, directions turned by 45 degrees", j);
  plot_forces(page, "Fig. 12: friction forces, directions turned by 45 degrees", j);
  int longer = fabs(j->end - SPHERE_TURNED_END) <= 0.02;
  rg_page_finding(
      page, longer ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
      "Turned by 45 degrees sliding ends at %.3f s (paper: about 0.4 s; by mu / sqrt(2) along the "
      "slip 0.41189 s).",
      j->end);
  rg_page_finding(
      page, most_sideways > 1e-3 ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
      "The sideways velocity of Fig. 12 does not follow from Eq. 32 at exactly 45 degrees: the "
      "three "
      "MLCP solvers give |vy| up to %.1e m/s, since any sideways force makes a sideways "
      "velocity that picks one of the two nearest directions.",
      most_sideways);
  char cell[32];
  snprintf(cell, sizeof cell, "%.3f s", j->end);
  paper_note(options, "mylapilli", "Fig. 12",
             longer ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED, cell, "%.3f s", j->end);
  paper_note(options, "mylapilli", "Fig. 12, sideways",
             most_sideways > 1e-3 ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED, "",
             "%.1e m/s at 45 degrees", most_sideways);
  return RG_OK;
}

static rg_status family(const paper_options *options, rg_page *page, journey *j, rg_error *error) {
  double angle[ANGLES], end[ANGLES], sideways[ANGLES], most = 0, most_at = 0;
  int step = options->quick ? 6 : 1, n = 0;
  rg_page_table(page, "Four directions at an angle from the slip, MLCP-PATH",
                "degrees|end of sliding s|largest sideways velocity m/s|vx at 0.6 s");
  for (int k = 0; k < ANGLES; k += step, n++) {
    double turn = 0;
    angle[n] = 5.0 * k;
    rg_status status = floor_turn(options, angle[n] * PI / 180, &turn, error);
    law_choice choice = {&PAPER_SOLVER[0], 1, turn, 0};
    if (status == RG_OK) status = travel(options, &choice, j, error);
    if (status != RG_OK) return status;
    end[n] = j->end;
    sideways[n] = j->sideways;
    rg_page_row(page, "%g|%.3f|%.4f|%.4f", angle[n], end[n], sideways[n], j->vx[STEPS - 1]);
    if (sideways[n] > most) most = sideways[n], most_at = angle[n];
  }
  rg_plot *plot =
      rg_plot_new("End of sliding and sideways velocity over the angle of the directions",
                  "angle [degrees]", "end of sliding [s], |vy| [m/s]");
  rg_plot_series(plot, "end of sliding", RG_SERIES_LINE_POINTS, n, angle, end);
  rg_plot_series(plot, "largest |vy|", RG_SERIES_LINE_POINTS, n, angle, sideways);
  rg_plot_mark_y(plot, SPHERE_END, "exact cone");
  rg_page_plot(page, plot);
  rg_page_finding(
      page, RG_VERDICT_NOTE,
      "Over all angles |vy| is largest at %g degrees, %.3f m/s, and sliding ends between %.3f and "
      "%.3f s; a picture like Fig. 12 (vy not 0, about 0.4 s) belongs to about 30 or 60 "
      "degrees.",
      most_at, most, end[0], end[n / 2]);
  return RG_OK;
}

/* Sec. 6.1: more directions, smaller errors. The slip half way between two of n reaches mu cos(pi / n) along it. */
static rg_status more(const paper_options *options, rg_page *page, journey *j, rg_error *error) {
  enum { KINDS = 4 };
  static const int COUNT[KINDS] = {4, 8, 16, 32};
  double exact = 2 * SPHERE_SPEED / (7 * SPHERE_MU * GRAVITY), off[KINDS];
  int smaller = 0;
  rg_page_table(page, "More directions, the slip half way between two of them, MLCP-PATH",
                "directions|end of sliding s|by mu cos(pi / n) s|late s");
  for (int k = 0; k < KINDS; k++) {
    double turn = 0, half = PI / COUNT[k];
    rg_status status = floor_turn(options, half, &turn, error);
    law_choice choice = {&PAPER_SOLVER[0], 1, turn, COUNT[k]};
    if (status == RG_OK) status = travel(options, &choice, j, error);
    if (status != RG_OK) return status;
    off[k] = fabs(j->end - exact);
    smaller += k > 0 && off[k] < off[k - 1];
    rg_page_row(page, "%d|%.3f|%.4f|%.4f", COUNT[k], j->end, exact / cos(half), j->end - exact);
  }
  paper_find(options, page, "mylapilli", "sec. 6.1, more", paper_verdict(smaller, KINDS - 1),
             "With 4, 8, 16 and 32 directions sliding ends %.3f, %.3f, %.3f and %.3f s off the "
             "exact 0.29125 s (steps of 0.001 s).",
             off[0], off[1], off[2], off[3]);
  paper_figure(options, "%.3f to %.3f s off, 4 to 32 directions", off[0], off[KINDS - 1]);
  return RG_OK;
}

/* Sec. 2.7: "only first-order accurate". Where the sphere is after 0.6 s, over steps that are halved; exact: it slides, then
   rolls. */
typedef struct rule_choice {
  rg_integrator rule;
  double dt;
} rule_choice;

static void choose_rule(const void *context, rg_sim_options *options) {
  const rule_choice *choice = context;
  options->integrator = choice->rule;
  options->dt = choice->dt;
}

static rg_status order(const paper_options *options, rg_page *page, rg_error *error) {
  enum { HALVINGS = 4, RULES = 2 };
  static const double END = 0.6, LONGEST = 4e-3;
  static const char *const NAME[RULES] = {"semi-implicit Euler", "Moreau's midpoint rule"};
  static const rg_integrator RULE[RULES] = {RG_EULER, RG_MOREAU};
  double slide = 2 * SPHERE_SPEED / (7 * SPHERE_MU * GRAVITY), power[RULES];
  double exact = SPHERE_SPEED * slide - 0.5 * SPHERE_MU * GRAVITY * slide * slide +
                 5 * SPHERE_SPEED / 7 * (END - slide);
  rg_page_table(page, "Sec. 2.7: error of the position after 0.6 s",
                "rule|4 ms|2 ms|1 ms|0.5 ms|order");
  for (int r = 0; r < RULES; r++) {
    double off[HALVINGS];
    for (int k = 0; k < HALVINGS; k++) {
      rule_choice choice = {RULE[r], LONGEST / (1 << k)};
      scene s;
      rg_status status =
          scene_open(&s, options, "acc_sphere.xml", "slide", choose_rule, &choice, error);
      if (status != RG_OK) return status;
      double start = rg_sim_data(s.sim)->qpos[0];
      for (long i = 0; i < lround(END / choice.dt); i++) rg_step(s.sim);
      off[k] = fabs(rg_sim_data(s.sim)->qpos[0] - start - exact);
      scene_close(&s);
    }
    power[r] = log2(off[0] / off[HALVINGS - 1]) / (HALVINGS - 1);
    rg_page_row(page, "%s|%.1e|%.1e|%.1e|%.1e|%.2f", NAME[r], off[0], off[1], off[2], off[3],
                power[r]);
  }
  paper_find(options, page, "mylapilli", "sec. 2.7",
             fabs(power[0] - 1) < 0.2 ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
             "Semi-implicit Euler, by which the paper steps, is of order %.2f on the sphere that "
             "slides, then rolls; Moreau's rule is of order %.2f there.",
             power[0], power[1]);
  paper_figure(options, "order %.2f; Moreau's rule %.2f", power[0], power[1]);
  return RG_OK;
}

rg_status mylapilli_sphere(const paper_options *options, rg_page *page, rg_error *error) {
  static journey j; /* large */
  rg_status status = aligned(options, page, &j, error);
  if (status == RG_OK) status = turned(options, page, &j, error);
  if (status == RG_OK) status = family(options, page, &j, error);
  if (status == RG_OK) status = more(options, page, &j, error);
  if (status == RG_OK) status = order(options, page, error);
  return status;
}
