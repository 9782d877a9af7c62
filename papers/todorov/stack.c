/* Fig. 6 (Todorov 2010): five balls on each other are dropped, the lowest hits the floor, and the
   shock passes through all of them in one time step: all vertical velocities are 0 after it. One
   iteration, he says. */
#include "claims.h"
#include "common.h"
#include "experiments.h"
#include "methods.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { STACK = 5, MOST_STEPS = 200 };
static const double DROP = 0.25, STEP = 0.005; /* m; s, his h */

static rg_status open_scene(const paper_options *options, rg_model **model, rg_sim **sim,
                            rg_error *error) {
  char path[1024];
  rg_status status = rg_model_load(
      model, paper_model_path(options, "ball_stack.xml", path, sizeof path), NULL, error);
  if (status != RG_OK) return status;
  rg_sim_options o = paper_sim_options();
  o.dt = STEP;
  o.solve = todorov_printed();
  o.warm_start = 0;
  status = rg_sim_new(sim, *model, &o, error);
  if (status != RG_OK) rg_model_free(*model);
  return status;
}

/* largest vertical speed of the balls */
static double fastest(const rg_data *data) {
  double most = 0;
  for (int i = 0; i < STACK; i++) most = fmax(most, fabs(data->qvel[6 * i + 2]));
  return most;
}

/* all five at 1 m/s when the lowest touches: the impact step alone */
static rg_status impact(const paper_options *options, rg_sim *sim, rg_page *page, rg_error *error) {
  rg_status status = rg_sim_reset(sim, 0, error);
  if (status != RG_OK) return status;
  double before = fastest(rg_sim_data(sim));
  status = rg_step(sim);
  const rg_step_report *report = rg_sim_report(sim);
  double after = fastest(rg_sim_data(sim));
  rg_verdict verdict = status != RG_SOLVED || after > 1e-8 ? RG_VERDICT_NOT_CONFIRMED
                       : report->iterations <= 1           ? RG_VERDICT_CONFIRMED
                                                           : RG_VERDICT_IN_PART;
  rg_page_finding(
      page, verdict,
      "Impact of the five balls at %.3g m/s with %d contacts: %d iteration%s from the "
      "sticking start (paper: 1), largest vertical speed after the step %.1e m/s (paper: 0).",
      before, report->contacts, report->iterations, report->iterations == 1 ? "" : "s", after);
  paper_note(options, "todorov", "Fig. 6", verdict, "", "%d iterations, %.0e m/s",
             report->iterations, after);
  return RG_OK;
}

/* the drop as in Fig. 6B */
static rg_status drop(rg_sim *sim, rg_page *page, rg_error *error) {
  static double time[MOST_STEPS + 1], height[STACK][MOST_STEPS + 1];
  int most = 0, failed = 0, stopped = -1;
  rg_status status = rg_sim_reset(sim, -1, error);
  if (status != RG_OK) return status;
  rg_data *data = rg_sim_data(sim);
  for (int i = 0; i < STACK; i++) data->qpos[7 * i + 2] += DROP;
  for (int step = 0; step <= MOST_STEPS; step++) {
    time[step] = data->time;
    for (int i = 0; i < STACK; i++) height[i][step] = data->qpos[7 * i + 2];
    if (step == MOST_STEPS) break;
    failed += rg_step(sim) != RG_SOLVED;
    const rg_step_report *report = rg_sim_report(sim);
    most = report->iterations > most ? report->iterations : most;
    if (stopped < 0 && fastest(data) < 1e-6) stopped = step + 1;
  }
  rg_plot *plot = rg_plot_new("Fig. 6B: heights of five balls dropped together", "time [s]",
                              "height of the centre [m]");
  for (int i = 0; i < STACK; i++)
    rg_plot_series(plot, NULL, RG_SERIES_LINE, MOST_STEPS + 1, time, height[i]);
  rg_plot_mark_x(plot, sqrt(2 * DROP / 9.81), "free fall ends");
  rg_page_plot(page, plot);
  rg_page_finding(
      page, failed ? RG_VERDICT_IN_PART : RG_VERDICT_CONFIRMED,
      "Dropped from %.2f m they are at rest after %.3f s (free fall takes %.3f s), most "
      "iterations of a step %d, steps that failed %d of %d; our contacts look one step ahead, so "
      "that the last bit of the fall is a step of its own.",
      DROP, stopped < 0 ? (double)NAN : time[stopped], sqrt(2 * DROP / 9.81), most, failed,
      MOST_STEPS);
  return RG_OK;
}

rg_status todorov_stack(const paper_options *options, rg_page *page, rg_error *error) {
  rg_model *model;
  rg_sim *sim;
  rg_status status = open_scene(options, &model, &sim, error);
  if (status != RG_OK) return status;
  status = impact(options, sim, page, error);
  if (status == RG_OK) status = drop(sim, page, error);
  rg_sim_free(sim);
  rg_model_free(model);
  return status;
}
