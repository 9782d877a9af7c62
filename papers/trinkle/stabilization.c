/* Pages 24-25: psi is linearized, so a path that misses an obstacle may be pushed and one along a
   hollow wall ends inside it; the term psi/h brings it out again, at a speed of psi/h. */
#include "../claims.h"
#include "common.h"
#include "experiments.h"
#include "notes.h"
#include "trinkle.h"

#include <math.h>
#include <string.h>

static const double G = 9.81;

/* one frictionless step of a particle beside the circle |q| = 1, `side` 1: outside it, -1: inside.
   psi is linearized at q; `stabilize` 0: a negative psi counts as 0 */
static rg_status circle_step(notes_step *s, double side, double h, double g, int stabilize,
                             double *q) {
  double length = hypot(q[0], q[1]), psi = side * (length - 1);
  for (int i = 0; i < 2; i++) s->Wn[i] = side * q[i] / length;
  s->psi[0] = (stabilize || psi > 0 ? psi : 0) / h;
  s->p_ext[1] = -g * h;
  rg_status status = notes_solve(s, NULL);
  for (int i = 0; i < 2; i++) {
    s->v[i] = s->v_new[i];
    q[i] += h * s->v[i];
  }
  return status;
}

/* page 24, left: from (-0.5, 1.02) along x past the circle of radius 1, in one step */
static rg_status phantom_contact(trinkle_stabilization_result *r) {
  notes_step *s = notes_step_new(2, 0, 1, 0);
  if (!s) return RG_NO_MEMORY;
  double q[2] = {-0.5, 1.02};
  s->v[0] = 1;
  r->least_distance = q[1] - 1;
  rg_status status = circle_step(s, 1, 1, 0, 1, q);
  r->false_impulse = s->p_n[0];
  notes_step_free(s);
  return status;
}

/* page 24, right: inside the circle, at its bottom, speed 1, h = 0.1: it ends sqrt(1 + h^2) - 1
   inside the wall */
static rg_status one_penetration(trinkle_stabilization_result *r) {
  notes_step *s = notes_step_new(2, 0, 1, 0);
  if (!s) return RG_NO_MEMORY;
  double q[2] = {0, -1};
  s->v[0] = 1;
  rg_status status = circle_step(s, -1, 0.1, G, 1, q);
  r->penetration = hypot(q[0], q[1]) - 1;
  r->penetration_exact = sqrt(1.01) - 1;
  notes_step_free(s);
  return status;
}

/* to and fro in a bowl of radius 1, h = 10 ms: depth in the wall, change of energy */
static rg_status bowl(int rule, trinkle_stabilization_result *r) {
  notes_step *s = notes_step_new(2, 0, 1, 0);
  rg_status status = s ? RG_OK : RG_NO_MEMORY;
  double q[2] = {0, -1}, start = 0.5 * 4 - G;
  if (s) s->v[0] = 2;
  for (int i = 0; i < TRINKLE_BOWL_STEPS && status == RG_OK; i++) {
    status = circle_step(s, -1, 0.01, G, rule, q);
    double depth = hypot(q[0], q[1]) - 1;
    r->bowl[rule][i] = depth;
    r->bowl_depth[rule] = fmax(r->bowl_depth[rule], depth);
  }
  if (status == RG_OK)
    r->bowl_energy[rule] = 0.5 * (s->v[0] * s->v[0] + s->v[1] * s->v[1]) + G * q[1] - start;
  notes_step_free(s);
  return status;
}

/* --- an overlap at rest ----------------------------------------------------------------------- */

enum { NOTES_RULE = 0 };
static const double RISE_H = 0.005, OVERLAP = 0.01;

static void keep_rise(trinkle_stabilization_result *r, int rule, int i, double height, double v) {
  r->path[rule][i] = height;
  if (i == 0) r->speed[rule] = v;
  r->rise[rule] = fmax(r->rise[rule], height);
  r->left[rule] = fmax(0, -height);
}

/* psi/h in full, page 25 */
static rg_status rise_by_notes(trinkle_stabilization_result *r) {
  notes_step *s = notes_step_new(1, 0, 1, 0);
  rg_status status = s ? RG_OK : RG_NO_MEMORY;
  double y = -OVERLAP;
  for (int i = 0; i < TRINKLE_RISE_STEPS && status == RG_OK; i++) {
    s->Wn[0] = 1;
    s->p_ext[0] = -G * RISE_H;
    s->psi[0] = y / RISE_H;
    status = notes_solve(s, NULL);
    s->v[0] = s->v_new[0];
    y += RISE_H * s->v[0];
    keep_rise(r, NOTES_RULE, i, y, s->v[0]);
  }
  notes_step_free(s);
  return status;
}

static const char *const sunk = "<mujoco><option gravity='0 0 -9.81'/><worldbody><geom "
                                "type='plane' size='0 0 1' friction='0 0 0'/>"
                                "<body pos='0 0 0.09'><joint type='slide' axis='0 0 1'/><geom "
                                "type='sphere' size='0.1' mass='1'/></body>"
                                "</worldbody></mujoco>";

static rg_status rise_by_simulator(int rule, rg_stabilize stabilize,
                                   trinkle_stabilization_result *r, rg_error *error) {
  notes_scene scene;
  rg_sim_options options = paper_sim_options();
  options.dt = RISE_H;
  options.contacts = stabilize;
  rg_status status = notes_scene_open(&scene, sunk, &options, error);
  if (status != RG_OK) return status;
  for (int i = 0; i < TRINKLE_RISE_STEPS && status == RG_OK; i++) {
    status = rg_step(scene.sim);
    keep_rise(r, rule, i, scene.data->qpos[0] - OVERLAP, scene.data->qvel[0]);
  }
  notes_scene_close(&scene);
  return status;
}

rg_status trinkle_stabilization(trinkle_stabilization_result *r, rg_error *error) {
  static const rg_stabilize rule[TRINKLE_OVERLAP_RULES] = {
      RG_STABILIZE_NONE,  RG_STABILIZE_TARGET, RG_STABILIZE_PROJECT,
      RG_STABILIZE_RELAX, RG_STABILIZE_NONE,   RG_STABILIZE_NOTES};
  memset(r, 0, sizeof *r);
  rg_status status = phantom_contact(r);
  if (status == RG_OK) status = one_penetration(r);
  for (int k = 0; k < TRINKLE_BOWL_RULES && status == RG_OK; k++) status = bowl(k, r);
  if (status == RG_OK) status = rise_by_notes(r);
  for (int k = 1; k < TRINKLE_OVERLAP_RULES && status == RG_OK; k++)
    status = rise_by_simulator(k, rule[k], r, error);
  return status == RG_OK ? status : notes_fail(error, status, "a step was not solved");
}

static const char *const rule_name[TRINKLE_OVERLAP_RULES] = {
    "psi/h (page 25)", "target (default)", "project", "relax", "none", "notes"};

static void stabilization_plots(rg_page *page, const trinkle_stabilization_result *r) {
  double t[TRINKLE_BOWL_STEPS], fast[TRINKLE_RISE_STEPS];
  for (int i = 0; i < TRINKLE_BOWL_STEPS; i++) t[i] = 0.01 * (i + 1);
  for (int i = 0; i < TRINKLE_RISE_STEPS; i++) fast[i] = RISE_H * (i + 1);
  rg_plot *plot =
      rg_plot_new("Depth in the wall of a bowl of 1 m, h = 10 ms", "time [s]", "depth [m]");
  rg_plot_series(plot, "without psi/h", RG_SERIES_LINE, TRINKLE_BOWL_STEPS, t, r->bowl[0]);
  rg_plot_series(plot, "with psi/h", RG_SERIES_LINE, TRINKLE_BOWL_STEPS, t, r->bowl[1]);
  rg_page_plot(page, plot);
  plot = rg_plot_new("A body that overlaps the floor by 10 mm (page 25)", "time [s]", "height [m]");
  for (int k = 0; k < TRINKLE_OVERLAP_RULES; k++)
    rg_plot_series(plot, rule_name[k], RG_SERIES_LINE, TRINKLE_RISE_STEPS, fast, r->path[k]);
  rg_page_plot(page, plot);
}

rg_status trinkle_run_stabilization(const paper_options *options, rg_page *page, rg_error *error) {
  trinkle_stabilization_result r;
  rg_status status = trinkle_stabilization(&r, error);
  if (status != RG_OK) return status;
  rg_page_table(page, "An overlap of 10 mm at rest, h = 5 ms",
                "rule|speed after one step [m/s]|highest point [m]|overlap left after 0.3 s [m]");
  for (int k = 0; k < TRINKLE_OVERLAP_RULES; k++)
    rg_page_row(page, "%s|%.4f|%.4f|%.4f", rule_name[k], notes_clean(r.speed[k]),
                fmax(0, r.rise[k]), r.left[k]);
  rg_page_table(page, "To and fro in a bowl, 2 s", "rule|deepest [m]|change of energy [J]");
  rg_page_row(page, "without psi/h|%.5f|%.3f", r.bowl_depth[0], r.bowl_energy[0]);
  rg_page_row(page, "with psi/h|%.5f|%.3f", r.bowl_depth[1], r.bowl_energy[1]);
  stabilization_plots(page, &r);
  paper_find(options, page, "trinkle", "page 24, path",
             r.false_impulse > 0 ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
             "A path that misses the circle by %.2f is pushed with an impulse of %.3f all the "
             "same, as page 24 draws.",
             r.least_distance, r.false_impulse);
  paper_figure(options, "%.2f past it, impulse %.3f", r.least_distance, r.false_impulse);
  paper_find(options, page, "trinkle", "page 24, circle",
             fabs(r.penetration - r.penetration_exact) < 1e-9 ? RG_VERDICT_CONFIRMED
                                                              : RG_VERDICT_NOT_CONFIRMED,
             "Inside a circle one step along the tangent ends %.6f in the wall, which is "
             "sqrt(1 + h^2) - 1.",
             r.penetration);
  paper_figure(options, "%.6f in the wall", r.penetration);
  paper_find(options, page, "trinkle", "page 25",
             r.bowl_depth[1] < 0.1 * r.bowl_depth[0] ? RG_VERDICT_CONFIRMED
                                                     : RG_VERDICT_NOT_CONFIRMED,
             "psi/h takes the overlap out again: %.5f m at most in the bowl, without it %.4f "
             "m and growing.",
             r.bowl_depth[1], r.bowl_depth[0]);
  paper_figure(options, "%.5f m, without it %.4f m", r.bowl_depth[1], r.bowl_depth[0]);
  paper_find(options, page, "trinkle", "page 25, not physical",
             r.speed[0] > 1 ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
             "The impulse is not physical, as page 25 says: an overlap of 10 mm at rest "
             "leaves at %.2f m/s and rises "
             "%.2f m; the simulator's default leaves at %.2f m/s, and its projection removes "
             "the overlap at %.2f m/s.",
             r.speed[0], r.rise[0], notes_clean(r.speed[1]), notes_clean(r.speed[2]));
  paper_figure(options, "leaves at %.2f m/s, rises %.2f m", r.speed[0], r.rise[0]);
  int notes = TRINKLE_OVERLAP_RULES - 1;
  double apart = 0;
  for (int i = 0; i < TRINKLE_RISE_STEPS; i++)
    apart = fmax(apart, fabs(r.path[notes][i] - r.path[0][i]));
  paper_find(options, page, "trinkle", "page 25, as a choice",
             apart < 1e-9 ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
             "With --stabilize notes the simulator follows the rule of page 25: its path is %.0e m "
             "from that of the LCP.",
             apart);
  paper_figure(options, "%.0e m from the LCP", apart);
  return RG_OK;
}
