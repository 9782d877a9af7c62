/* Page 26: at the corner of a polygon the two faces together cut off free space. The exact free
   space of the corner is psi_1 >= 0 or psi_2 >= 0; here the obstacle is x < 0, y < 0, with psi_1 =
   y and psi_2 = x. */
#include "../claims.h"
#include "common.h"
#include "experiments.h"
#include "notes.h"
#include "trinkle.h"

#include <math.h>
#include <string.h>

/* one frictionless step from q with v against the faces in `faces` (1: the top, 2: the side, 3:
   both) */
static rg_status face_step(int faces, double h, const double *q, const double *v, double *end,
                           double *impulse) {
  int nc = (faces & 1) + (faces >> 1), k = 0;
  notes_step *s = notes_step_new(2, 0, nc, 0);
  if (!s) return RG_NO_MEMORY;
  for (int face = 0; face < 2; face++) {
    if (!(faces >> face & 1)) continue;
    s->Wn[(1 - face) * nc + k] = 1;
    s->psi[k++] = q[1 - face] / h;
  }
  memcpy(s->v, v, 2 * sizeof *v);
  rg_status status = notes_solve(s, NULL);
  for (int i = 0; i < 2; i++) end[i] = q[i] + h * s->v_new[i];
  *impulse = 0;
  for (k = 0; k < nc; k++) *impulse += s->p_n[k];
  notes_step_free(s);
  return status;
}

/* either face: of the two answers one whose face pushes only where it is the one that separates;
   the free one first */
static rg_status disjunction(double h, const double *q, const double *v, double *end,
                             double *impulse) {
  rg_status status = RG_STALLED;
  double best = HUGE_VAL;
  for (int face = 0; face < 2; face++) {
    double at[2], p;
    rg_status one = face_step(1 << face, h, q, v, at, &p);
    double own = at[1 - face], other = at[face];
    if (one != RG_SOLVED || (p > 0 && own < other - 1e-12) || p >= best) continue;
    best = p;
    memcpy(end, at, sizeof at);
    *impulse = p;
    status = RG_SOLVED;
  }
  return status;
}

static rg_status one_step_past(trinkle_corner_result *r) {
  const double q[2] = {-0.1, 0.12}, v[2] = {2, -2}, h = 0.1;
  for (int i = 0; i < 2; i++) r->free_end[i] = q[i] + h * v[i];
  rg_status status = face_step(1, h, q, v, r->end[0], &r->impulse[0]);
  if (status == RG_OK) status = face_step(3, h, q, v, r->end[1], &r->impulse[1]);
  if (status == RG_OK) status = disjunction(h, q, v, r->end[2], &r->impulse[2]);
  return status;
}

/* paths from over the top that pass the corner: the straight way misses x < 0, y < 0 */
static rg_status random_paths(trinkle_corner_result *r) {
  unsigned long long seed = 4;
  const double h = 0.1;
  for (r->trials = 0; r->trials < 200;) {
    double q[2] = {-0.5 - 0.5 * notes_random(&seed), 0.5 + 0.5 * notes_random(&seed)};
    double v[2] = {10 * (1 + notes_random(&seed)), -10 * (1 + notes_random(&seed))};
    double end[2], p, x = q[0] + h * v[0], y = q[1] + h * v[1];
    double at_corner = q[1] - q[0] * v[1] / v[0]; /* height where x = 0 */
    if (!(x > 1e-6) || !(y < -1e-6) || !(at_corner > 1e-6)) continue;
    r->trials++;
    rg_status status = face_step(1, h, q, v, end, &p);
    r->blocked += p > 1e-9;
    if (status == RG_OK) status = disjunction(h, q, v, end, &p);
    r->exact_blocked += p > 1e-9;
    if (status != RG_OK) return status;
  }
  return RG_OK;
}

/* the simulator: a small ball flies past the edge of a table, steps of 0.1 s; no straight piece of
   its way meets it */
static const char *const table =
    "<mujoco><option timestep='0.1' gravity='0 0 -9.81'/><default><geom friction='0 0 "
    "0'/></default><worldbody>"
    "<geom type='box' pos='-1 0 -1' size='1 1 1'/>"
    "<body pos='-0.25 0 0.2'><joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 0 1'/>"
    "<geom type='sphere' size='0.001' mass='1'/></body></worldbody></mujoco>";

static rg_status fly_past(int exact, rg_integrator rule, double path[TRINKLE_CORNER_STEPS][2],
                          rg_error *error) {
  notes_scene scene;
  rg_sim_options options = paper_sim_options();
  options.exact_corners = exact;
  options.integrator = rule;
  rg_status status = notes_scene_open(&scene, table, &options, error);
  if (status != RG_OK) return status;
  scene.data->qvel[0] = 2;
  for (int i = 0; i < TRINKLE_CORNER_STEPS && status == RG_OK; i++) {
    path[i][0] = scene.data->qpos[0] - 0.25;
    path[i][1] = scene.data->qpos[1] + 0.2;
    status = rg_step(scene.sim);
  }
  notes_scene_close(&scene);
  return status;
}

/* the rule of the integrator without any obstacle */
static void free_flight(double path[TRINKLE_CORNER_STEPS][2]) {
  double q[2] = {-0.25, 0.2}, v = 0, h = 0.1;
  for (int i = 0; i < TRINKLE_CORNER_STEPS; i++) {
    memcpy(path[i], q, sizeof q);
    v -= 9.81 * h;
    q[0] += 2 * h;
    q[1] += h * v;
  }
}

/* largest distance of two paths */
static double distance(double a[TRINKLE_CORNER_STEPS][2], double b[TRINKLE_CORNER_STEPS][2]) {
  double most = 0;
  for (int i = 0; i < TRINKLE_CORNER_STEPS; i++)
    most = fmax(most, hypot(a[i][0] - b[i][0], a[i][1] - b[i][1]));
  return most;
}

rg_status trinkle_corner(trinkle_corner_result *r, rg_error *error) {
  memset(r, 0, sizeof *r);
  rg_status status = one_step_past(r);
  if (status == RG_OK) status = random_paths(r);
  if (status != RG_OK) return notes_fail(error, status, "an LCP was not solved");
  for (int k = 0; k < 2 && status == RG_OK; k++) status = fly_past(k, RG_EULER, r->path[k], error);
  if (status != RG_OK) return status;
  double path[TRINKLE_CORNER_STEPS][2];
  free_flight(r->flight);
  for (int k = 0; k < 2; k++) r->off[k] = distance(r->path[k], r->flight);

  // page 26: "W_n at the end of the step"
  r->implicit = fly_past(0, RG_IMPLICIT_EULER, path, error);
  if (r->implicit == RG_OK) r->implicit_off = distance(path, r->flight);
  return status;
}

static void corner_plots(rg_page *page, const trinkle_corner_result *r) {
  static const double x[4] = {-0.3, 0, 0, -0.3}, y[4] = {-0.3, -0.3, 0, 0};
  static const char *const name[3] = {"top face", "both faces", "either face"};
  rg_plot *plot = rg_plot_new("One step past a corner (page 26)", "x", "y");
  rg_plot_equal(plot);
  rg_plot_polygon(plot, 4, x, y, 1);
  for (int k = 0; k < TRINKLE_CORNER_RULES; k++) {
    double px[2] = {-0.1, r->end[k][0]}, py[2] = {0.12, r->end[k][1]};
    /* the first two end in one point */
    rg_plot_series(plot, name[k], k == 1 ? RG_SERIES_DASHED : RG_SERIES_LINE_POINTS, 2, px, py);
  }
  rg_page_plot(page, plot);
  static const double tx[4] = {-0.5, 0, 0, -0.5}, ty[4] = {-3, -3, 0, 0};
  plot = rg_plot_new("Past the edge of a table, steps of 0.1 s", "x [m]", "z [m]");
  rg_plot_polygon(plot, 4, tx, ty, 1);
  for (int k = 0; k < 2; k++) {
    double px[TRINKLE_CORNER_STEPS], py[TRINKLE_CORNER_STEPS];
    for (int i = 0; i < TRINKLE_CORNER_STEPS; i++) {
      px[i] = r->path[k][i][0];
      py[i] = r->path[k][i][1];
    }
    rg_plot_series(plot, k ? "exact corners" : "half spaces", RG_SERIES_LINE_POINTS,
                   TRINKLE_CORNER_STEPS, px, py);
  }
  rg_page_plot(page, plot);
}

rg_status trinkle_run_corner(const paper_options *options, rg_page *page, rg_error *error) {
  trinkle_corner_result r;
  rg_status status = trinkle_corner(&r, error);
  if (status != RG_OK) return status;
  static const char *const name[TRINKLE_CORNER_RULES] = {"nearest face: psi_1 >= 0",
                                                         "both: psi_1 >= 0 and psi_2 >= 0",
                                                         "exact: psi_1 >= 0 or psi_2 >= 0"};
  rg_page_table(page, "From (-0.1, 0.12) with (2, -2) past the corner, h = 0.1",
                "free space|x|y|impulse");
  for (int k = 0; k < TRINKLE_CORNER_RULES; k++)
    rg_page_row(page, "%s|%.3f|%.3f|%.3f", name[k], r.end[k][0], r.end[k][1], r.impulse[k]);
  rg_page_row(page, "no obstacle|%.3f|%.3f|0", r.free_end[0], r.free_end[1]);
  corner_plots(page, &r);
  double missed = hypot(r.end[0][0] - r.free_end[0], r.end[0][1] - r.free_end[1]);
  double exact = hypot(r.end[2][0] - r.free_end[0], r.end[2][1] - r.free_end[1]);
  paper_find(options, page, "trinkle", "page 26, half space",
             missed > 0.01 ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
             "The half space of the nearest face stops a particle in the air %.2f from where "
             "it should be; of %d random "
             "paths that miss the obstacle it stops %d.",
             missed, r.trials, r.blocked);
  paper_figure(options, "stops %d of %d that miss, %.2f off", r.blocked, r.trials, missed);
  paper_find(options, page, "trinkle", "page 26, disjunction",
             exact < 1e-12 && r.exact_blocked == 0 ? RG_VERDICT_CONFIRMED
                                                   : RG_VERDICT_NOT_CONFIRMED,
             "The disjunction of page 26 lets all of them pass (%d stopped).", r.exact_blocked);
  paper_figure(options, "stops %d of %d", r.exact_blocked, r.trials);
  paper_find(
      options, page, "trinkle", "page 26, simulator",
      r.off[1] < 1e-9 ? RG_VERDICT_CONFIRMED : RG_VERDICT_IN_PART,
      "In the simulator a ball that flies past the edge of a table with steps of 0.1 s is %.3f m "
      "from free flight with half "
      "spaces and %.0e m with exact corners.",
      r.off[0], r.off[1]);
  paper_figure(options, "%.0e m off; half spaces %.3f m", r.off[1], r.off[0]);
  if (r.implicit == RG_OK)
    paper_find(options, page, "trinkle", "page 26, implicit",
               r.implicit_off < 1e-9 ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
               "With normals at the end of the step (implicit Euler), as page 26 suggests, it "
               "is %.0e m from free flight.",
               r.implicit_off);
  else
    paper_find(options, page, "trinkle", "page 26, implicit", RG_VERDICT_NOT_CONFIRMED,
               "With normals at the end of the step (implicit Euler), as page 26 suggests, a "
               "step past the edge is not "
               "solved: %s.",
               rg_status_text(r.implicit));
  if (r.implicit == RG_OK) paper_figure(options, "%.0e m off", r.implicit_off);
  else paper_figure(options, "%s", rg_status_text(r.implicit));
  return RG_OK;
}
