/* Pages 2-12: where Euler's method evaluates force and velocity; a particle that meets a wall, at
   rest and moving:

       0 <= lambda  _|_  psi + h ( v + h (lambda/m - g) - v_wall ) >= 0 */
#include "../claims.h"
#include "common.h"
#include "experiments.h"
#include "notes.h"
#include "numbers.h"
#include "trinkle.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- pages 2-3 -------------------------------------------------------------------------------- */

/* page 3, upper table: positions with the old velocity */
static double explicit_position(double h, double end) {
  double q = 0, v = 0;
  for (long i = 0; i < lround(end / h); i++) {
    q += h * v;
    v += h;
  }
  return q;
}

static const char *const pushed =
    "<mujoco><option timestep='1' gravity='1 0 0'/><worldbody><body><joint type='slide' axis='1 0 "
    "0'/>"
    "<geom type='sphere' size='0.1' mass='1'/></body></worldbody></mujoco>";

/* a body under a constant force in the simulator: q and v after each step (may be NULL) */
static rg_status pushed_body(rg_integrator rule, double h, double end, double *q, double *v,
                             double *last, rg_error *error) {
  notes_scene scene;
  rg_sim_options options = paper_sim_options();
  options.integrator = rule;
  options.dt = h;
  rg_status status = notes_scene_open(&scene, pushed, &options, error);
  if (status != RG_OK) return status;
  for (long i = 0; i < lround(end / h) && status == RG_OK; i++) {
    if (q) q[i] = scene.data->qpos[0];
    if (v) v[i] = scene.data->qvel[0];
    status = rg_step(scene.sim);
  }
  if (last) *last = scene.data->qpos[0];
  notes_scene_close(&scene);
  return status;
}

/* x'' = -x: energy after / before; `explicit_rule`: positions with the old velocity */
static double oscillator_growth(int explicit_rule, double h, double end) {
  double q = 1, v = 0;
  for (long i = 0; i < lround(end / h); i++) {
    double old = v;
    v -= h * q;
    q += h * (explicit_rule ? old : v);
  }
  return q * q + v * v;
}

rg_status trinkle_euler(trinkle_euler_result *r, rg_error *error) {
  static const double steps[3] = {1, 0.1, 0.01};
  double end;
  memset(r, 0, sizeof *r);
  for (int i = 0; i < 4; i++) {
    r->explicit_q[i] = explicit_position(1, i);
    r->exact_q[i] = 0.5 * i * i;
  }
  rg_status status = pushed_body(RG_EULER, 1, 4, r->implicit_q, r->v, NULL, error);
  if (status == RG_OK) status = pushed_body(RG_MOREAU, 1, 4, r->moreau_q, NULL, NULL, error);
  for (int i = 0; i < 3 && status == RG_OK; i++) {
    r->error_explicit[i] = explicit_position(steps[i], 3) - 4.5;
    status = pushed_body(RG_EULER, steps[i], 3, NULL, NULL, &end, error);
    r->error_implicit[i] = end - 4.5;
  }
  r->explicit_growth = oscillator_growth(1, 0.05, 62.8);
  r->implicit_growth = oscillator_growth(0, 0.05, 62.8);
  return status;
}

rg_status trinkle_run_euler(const paper_options *options, rg_page *page, rg_error *error) {
  trinkle_euler_result r;
  rg_status status = trinkle_euler(&r, error);
  if (status != RG_OK) return status;
  rg_page_table(page, "Position after each step, F = m = h = 1",
                "step|explicit, notes|ours|semi-implicit, notes|ours|v, notes|ours|Moreau, "
                "ours|exact");
  int same = 1;
  for (int i = 0; i < 4; i++) {
    rg_page_row(page, "%d|%g|%g|%g|%g|%g|%g|%g|%g", i, page3_explicit_q[i], r.explicit_q[i],
                page3_implicit_q[i], r.implicit_q[i], page3_v[i], r.v[i], r.moreau_q[i],
                r.exact_q[i]);
    same &= fabs(r.explicit_q[i] - page3_explicit_q[i]) < 1e-12 &&
            fabs(r.implicit_q[i] - page3_implicit_q[i]) < 1e-12 &&
            fabs(r.v[i] - page3_v[i]) < 1e-12;
  }
  rg_page_table(page, "Error of the position at t = 3", "h|explicit|semi-implicit");
  for (int i = 0; i < 3; i++)
    rg_page_row(page, "%g|%.4f|%.4f", pow(10, -i), r.error_explicit[i], r.error_implicit[i]);

  rg_plot *plot = rg_plot_new("Delayed and early response (page 3)", "t", "q");
  static const double t[4] = {0, 1, 2, 3};
  rg_plot_series(plot, "explicit", RG_SERIES_LINE_POINTS, 4, t, r.explicit_q);
  rg_plot_series(plot, "semi-implicit", RG_SERIES_LINE_POINTS, 4, t, r.implicit_q);
  rg_plot_series(plot, "exact", RG_SERIES_DASHED, 4, t, r.exact_q);
  rg_page_plot(page, plot);
  paper_find(options, page, "trinkle", "page 3",
             same ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
             "Both tables of page 3 come out digit for digit: 0, 0, 1, 3 with the old "
             "velocity, 0, 1, 3, 6 with "
             "the new one.");
  paper_figure(options, "%s", same ? "0, 1, 3; 1, 3, 6" : "other digits");
  rg_page_finding(page, RG_VERDICT_NOTE,
                  "The two rules err by the same amount to either side, %.3f and %.3f at h = 0.1, "
                  "so their mean, "
                  "Moreau's rule, is exact here (%g after 3 steps of 1).",
                  r.error_explicit[1], r.error_implicit[1], r.moreau_q[3]);
  rg_page_finding(page, RG_VERDICT_NOTE,
                  "On an oscillator it matters more: ten periods at h = 0.05 multiply the energy "
                  "by %.1f with the "
                  "explicit rule and by %.4f with the semi-implicit one.",
                  r.explicit_growth, r.implicit_growth);
  return RG_OK;
}

/* --- pages 4-12 ------------------------------------------------------------------------------- */

/* rows (psi, v, lambda) of four instants by the LCP with one unknown; m = g = 1 */
static rg_status wall_by_lcp(double wall_speed, double rows[4][3]) {
  notes_step *step = notes_step_new(1, 0, 1, 0);
  double psi = 1, v = -4, h = 1;
  rg_status status = step ? RG_OK : RG_NO_MEMORY;
  for (int i = 0; i < 4 && status == RG_OK; i++) {
    rows[i][0] = psi;
    rows[i][1] = v;
    rows[i][2] = i ? step->p_n[0] : 0;
    step->Wn[0] = 1;
    step->v[0] = v;
    step->p_ext[0] = -h;
    step->psi[0] = psi / h - wall_speed;
    status = notes_solve(step, NULL);
    v = step->v_new[0];
    psi += h * (v - wall_speed);
  }
  notes_step_free(step);
  return status;
}

/* the same with the constant vector of page 19, v_l - p_ext in the place of -M v_l - p_ext */
static double impulse_of_page_19(void) {
  notes_step *step = notes_step_new(1, 0, 1, 0);
  if (!step) return HUGE_VAL;
  step->Wn[0] = 1;
  step->v[0] = 4; /* -M v_l with the sign of page 19 */
  step->p_ext[0] = -1;
  step->psi[0] = 1;
  notes_solve(step, NULL);
  double impulse = step->p_n[0];
  notes_step_free(step);
  return impulse;
}

/* rows of four instants from the simulator: `particle` and `wall` are coordinates, wall -1:
   fixed */
static rg_status wall_by_simulator(notes_scene *scene, int particle, int wall, double rows[4][3]) {
  rg_status status = RG_OK;
  for (int i = 0; i < 4 && status == RG_OK; i++) {
    double gap = 1 + scene->data->qpos[particle];
    rows[i][0] = wall < 0 ? gap : gap - scene->data->qpos[wall];
    rows[i][1] = scene->data->qvel[particle];
    rows[i][2] = i ? notes_normal_impulse(scene) : 0;
    status = rg_step(scene->sim);
  }
  return status;
}

static const char *const falling =
    "<mujoco><option timestep='1' gravity='0 0 -1'/><worldbody><geom type='plane' size='0 0 1' "
    "friction='0 0 0'/>"
    "<body pos='0 0 1.1'><joint type='slide' axis='0 0 1'/><geom type='sphere' size='0.1' mass='1' "
    "friction='0 0 0'/></body></worldbody></mujoco>";

/* steps from the first that pushes to the last at whose end the particle still moves into the
   wall */
static rg_status steps_to_stop(double h, int *steps, rg_error *error) {
  notes_scene scene;
  rg_sim_options options = paper_sim_options();
  options.dt = h;
  rg_status status = notes_scene_open(&scene, falling, &options, error);
  if (status != RG_OK) return status;
  scene.data->qvel[0] = -4;
  *steps = 0;
  for (long i = 0; i < lround(1 / h) && status == RG_OK; i++) {
    status = rg_step(scene.sim);
    if (notes_normal_impulse(&scene) <= 0) continue;
    ++*steps;
    if (scene.data->qvel[0] > -1e-12) break;
  }
  notes_scene_close(&scene);
  return status;
}

/* page 5: Newton's hypothesis v+ = -e v-; the particle touches the wall, nothing pulls */
static rg_status bounce(double e, double *after, rg_error *error) {
  notes_scene scene;
  rg_sim_options options = paper_sim_options();
  options.dt = 1e-3;
  options.restitution = e;
  options.restitution_law = RG_RESTITUTION_NEWTON;
  rg_status status = notes_scene_open(&scene, falling, &options, error);
  if (status != RG_OK) return status;
  scene.data->qpos[0] = -1;
  scene.data->qvel[0] = -4;
  scene.data->qfrc_applied[0] = 1; /* holds the weight */
  status = rg_step(scene.sim);
  *after = scene.data->qvel[0];
  notes_scene_close(&scene);
  return status;
}

static const double bounce_e[4] = {0, 0.25, 0.5, 1};

rg_status trinkle_wall(trinkle_wall_result *r, rg_error *error) {
  notes_scene scene;
  static const double h[3] = {0.1, 0.03, 0.007};
  memset(r, 0, sizeof *r);
  rg_status status = wall_by_lcp(0, r->lcp);
  if (status == RG_OK) status = notes_scene_open(&scene, falling, NULL, error);
  if (status != RG_OK) return status;
  scene.data->qvel[0] = -4;
  status = wall_by_simulator(&scene, 0, -1, r->sim);
  notes_scene_close(&scene);
  r->total = r->sim[1][2] + r->sim[2][2];
  r->printed_impulse = impulse_of_page_19();
  for (int i = 0; i < 3 && status == RG_OK; i++)
    status = steps_to_stop(h[i], &r->steps_to_stop[i], error);
  for (int i = 0; i < 4 && status == RG_OK; i++) status = bounce(bounce_e[i], &r->bounce[i], error);
  return status;
}

rg_status trinkle_moving_wall(const char *models, trinkle_wall_result *r, rg_error *error) {
  notes_scene scene;
  memset(r, 0, sizeof *r);
  rg_status status = wall_by_lcp(0.5, r->lcp);
  if (status == RG_OK) status = notes_scene_load(&scene, models, "moving_wall.xml", NULL, error);
  if (status != RG_OK) return status;
  status = rg_sim_reset(scene.sim, 0, error);
  if (status == RG_OK) status = wall_by_simulator(&scene, 1, 0, r->sim);
  notes_scene_close(&scene);
  r->total = r->sim[1][2] + r->sim[2][2];
  return status;
}

/* table of both computations beside the notes', and whether all agree */
static int wall_table(rg_page *page, const char *caption, const char *distance,
                      const double notes[4][3], const trinkle_wall_result *r) {
  char columns[160];
  int same = 1;
  snprintf(columns, sizeof columns,
           "step|%s, notes|LCP|simulator|v, notes|LCP|simulator|lambda_n, notes|LCP|simulator",
           distance);
  rg_page_table(page, caption, columns);
  for (int i = 0; i < 4; i++) {
    rg_page_row(page, "%d|%g|%g|%g|%g|%g|%g|%g|%g|%g", i, notes[i][0], notes_clean(r->lcp[i][0]),
                notes_clean(r->sim[i][0]), notes[i][1], r->lcp[i][1], notes_clean(r->sim[i][1]),
                notes[i][2], r->lcp[i][2], r->sim[i][2]);
    for (int k = 0; k < 3; k++)
      same &= fabs(r->lcp[i][k] - notes[i][k]) < 1e-9 && fabs(r->sim[i][k] - notes[i][k]) < 1e-9;
  }
  return same;
}

static void wall_plot(rg_page *page, const char *title, const trinkle_wall_result *r) {
  static const double t[4] = {0, 1, 2, 3};
  double column[3][4];
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 3; k++) column[k][i] = r->sim[i][k];
  rg_plot *plot = rg_plot_new(title, "step", "distance, velocity, impulse");
  rg_plot_series(plot, "distance", RG_SERIES_LINE_POINTS, 4, t, column[0]);
  rg_plot_series(plot, "velocity", RG_SERIES_LINE_POINTS, 4, t, column[1]);
  rg_plot_series(plot, "impulse", RG_SERIES_POINTS, 4, t, column[2]);
  rg_page_plot(page, plot);
}

rg_status trinkle_run_wall(const paper_options *options, rg_page *page, rg_error *error) {
  trinkle_wall_result r;
  rg_status status = trinkle_wall(&r, error);
  if (status != RG_OK) return status;
  int same = wall_table(page, "Particle and wall, m = h = g = 1 (page 9)", "q", page9, &r);
  wall_plot(page, "Particle at a wall (page 9)", &r);
  paper_find(
      options, page, "trinkle", "page 9", same ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
      "Impulses %g, %g, %g and all states of page 9 come out of the LCP and of the simulator.",
      r.sim[1][2], r.sim[2][2], r.sim[3][2]);
  paper_figure(options, "%g, %g, %g", r.sim[1][2], r.sim[2][2], r.sim[3][2]);
  paper_find(options, page, "trinkle", "page 9, impulse 6",
             fabs(r.total - 6) < 1e-9 ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
             "It takes an impulse of %g to stop a momentum of 4, because gravity adds 2 over "
             "the two steps.",
             r.total);
  paper_figure(options, "%g", r.total);
  paper_find(options, page, "trinkle", "page 9, two steps",
             r.steps_to_stop[0] == 2 && r.steps_to_stop[1] == 2 && r.steps_to_stop[2] == 2
                 ? RG_VERDICT_CONFIRMED
                 : RG_VERDICT_IN_PART,
             "A collision is resolved in two steps whatever the step: %d, %d, %d steps at h = "
             "0.1, 0.03, 0.007.",
             r.steps_to_stop[0], r.steps_to_stop[1], r.steps_to_stop[2]);
  paper_figure(options, "%d, %d, %d at three step sizes", r.steps_to_stop[0], r.steps_to_stop[1],
               r.steps_to_stop[2]);
  double off = 0;
  for (int i = 0; i < 4; i++) off = fmax(off, fabs(r.bounce[i] - 4 * bounce_e[i]));
  paper_find(options, page, "trinkle", "page 5",
             off < 1e-9 ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
             "Newton's hypothesis of page 5 holds for one particle: velocities %g, %g, %g, %g "
             "after an impact at -4 with "
             "e = 0, 0.25, 0.5, 1.",
             notes_clean(r.bounce[0]), r.bounce[1], r.bounce[2], r.bounce[3]);
  paper_figure(options, "%g, %g, %g, %g from -4", notes_clean(r.bounce[0]), r.bounce[1],
               r.bounce[2], r.bounce[3]);
  paper_find(options, page, "trinkle", "page 19",
             fabs(r.printed_impulse - 4) < 1e-9 ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
             "The constant vector of page 19 (v in the place of -M v) gives an impulse of %g "
             "in the first step "
             "instead of 4; that of page 20 is right.",
             r.printed_impulse);
  paper_figure(options, "%g in the place of 4", r.printed_impulse);
  return RG_OK;
}

rg_status trinkle_run_moving_wall(const paper_options *options, rg_page *page, rg_error *error) {
  trinkle_wall_result r;
  rg_status status = trinkle_moving_wall(options->models, &r, error);
  if (status != RG_OK) return status;
  int same = wall_table(page, "The wall rises at 0.5 (page 12)", "psi", page12, &r);
  wall_plot(page, "Particle at a moving wall (page 12)", &r);
  paper_find(options, page, "trinkle", "page 12",
             same ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
             "Impulses %g, %g, %g and all states of page 12 come out of the LCP and of the "
             "simulator with a "
             "driven wall.",
             r.sim[1][2], r.sim[2][2], r.sim[3][2]);
  paper_figure(options, "%g, %g, %g", r.sim[1][2], r.sim[2][2], r.sim[3][2]);
  return RG_OK;
}
