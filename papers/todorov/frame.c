/* Fig. 5 (Todorov 2010): one frame of the simulator with 10 balls, here in a slanted view, and the
   same balls a second later. */
#include "claims.h"
#include "experiments.h"
#include "methods.h"

#include <math.h>
#include <stdlib.h>

enum { FIGURE_BALLS = 10, CUBE_EDGES = 12 };

/* the slanted view: x to the right, z up, y into the page */
static void view(const double *p, double *x, double *y) {
  *x = p[0] + 0.4 * p[1];
  *y = p[2] + 0.25 * p[1];
}

static void draw_cube(rg_plot *plot, double h) {
  for (int edge = 0; edge < CUBE_EDGES; edge++) {
    int axis = edge / 4;
    double from[3], to[3], x[2], y[2];
    from[(axis + 1) % 3] = edge % 2 ? h : -h;
    from[(axis + 2) % 3] = edge / 2 % 2 ? h : -h;
    from[axis] = -h;
    for (int k = 0; k < 3; k++) to[k] = from[k];
    to[axis] = h;
    view(from, &x[0], &y[0]);
    view(to, &x[1], &y[1]);
    rg_plot_polygon(plot, 2, x, y, 0);
  }
}

/* far balls first */
static void draw_balls(rg_plot *plot, const balls_state *s) {
  int done[BALLS_MOST] = {0};
  for (int k = 0; k < s->count; k++) {
    int far = -1;
    double x, y;
    for (int i = 0; i < s->count; i++)
      if (!done[i] && (far < 0 || s->position[i][1] > s->position[far][1])) far = i;
    done[far] = 1;
    view(s->position[far], &x, &y);
    rg_plot_circle(plot, x, y, s->radius[far], 1);
  }
}

static void add_frame(rg_page *page, const char *title, const balls_state *s) {
  rg_plot *plot = rg_plot_new(title, "x [m]", "z [m]");
  rg_plot_size(plot, 480, 420);
  rg_plot_equal(plot);
  draw_cube(plot, s->half);
  draw_balls(plot, s);
  rg_page_plot(page, plot);
}

static rg_status answer(void *context, const rg_problem *problem, const double *warm,
                        double *impulse) {
  method m = {"auto", other_solver("auto", RG_LAW_CONE, 8), 0, 1};
  return method_solve(&m, problem, warm, impulse, context, NULL);
}

rg_status todorov_frame(const paper_options *options, rg_page *page, rg_error *error) {
  balls_run run = {.balls = FIGURE_BALLS, .steps = 200, .mu = 0.5, .dt = 0.005};
  balls_state s;
  tally count = {0};
  (void)error;
  balls_start(&run, &s);
  add_frame(page, "Fig. 5: the first frame, 10 balls", &s);
  rg_status status = balls_simulate(&run, answer, &count, &s);
  if (status != RG_OK) return status;
  add_frame(page, "The same balls after 1 s", &s);
  double lowest = s.half, highest = -s.half;
  for (int i = 0; i < s.count; i++) {
    lowest = fmin(lowest, s.position[i][2] - s.radius[i] + s.half);
    highest = fmax(highest, s.position[i][2] + s.radius[i] + s.half);
  }
  rg_page_finding(
      page, RG_VERDICT_NOTE,
      "10 balls fall together in 1 s: %.1f contacts a step on average (paper: 16 over its "
      "runs), the lowest point %.1f mm %s the floor, the highest %.1f cm above it; b = 0 lets "
      "balls overlap by what they move in one step.",
      tally_contacts(&count), 1e3 * fabs(lowest), lowest < 0 ? "below" : "above", 100 * highest);
  double contacts = tally_contacts(&count);
  paper_note(options, "todorov", "Fig. 5",
             fabs(contacts / 16 - 1) < 0.25 ? RG_VERDICT_CONFIRMED : RG_VERDICT_IN_PART, "",
             "%.1f contacts a step", contacts);
  return RG_OK;
}
