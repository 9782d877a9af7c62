/* Plots of what a scene page has recorded: numbers of the steps, coordinates, velocities. */
#include "scene/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double LEAST = 1e-17; /* what a logarithmic axis shows for 0 */

typedef double (*step_value)(const rg_page_run *run, const rg_page_step *step);

/* A line of a plot; without a name it is the only one. */
typedef struct step_line {
  const char *name;
  step_value value;
  int dashed; /* 1: it may lie on another one, which is to be seen */
} step_line;

enum { MOST_LINES = 5 };

/* One kind of plot. */
typedef struct step_plot {
  const char *name, *title, *label;
  int log;
  int start;  /* 1: the start has such a number, though it is no step */
  int sparse; /* 1: lines that are 0 all the time are left out, but for the first */
  rg_series_style style;
  step_line line[MOST_LINES];
} step_plot;

#define VALUE(name, expression)                                                                    \
  static double name(const rg_page_run *run, const rg_page_step *s) {                              \
    (void)run;                                                                                     \
    return expression;                                                                             \
  }

VALUE(energy_of, s->energy)
VALUE(certificate_of, fmax(s->certificate, LEAST))
VALUE(iterations_of, (double)s->iterations)
VALUE(contacts_of, s->contacts)
VALUE(overlap_of, s->overlap)
VALUE(kinetic_of, s->kinetic)
/* its zero is a choice: the start, so that all lines have one scale */
VALUE(potential_of, s->energy - s->kinetic - (run->step[0].energy - run->step[0].kinetic))
VALUE(total_of, s->kinetic + potential_of(run, s))
VALUE(put_in_of, rg_page_put_in(&s->work))
VALUE(taken_out_of, rg_page_taken_out(&s->work))
VALUE(actuators_of, s->work.actuators)
VALUE(applied_of, s->work.applied)
VALUE(drives_of, s->work.drives)
VALUE(by_friction, -s->work.friction)
VALUE(by_contacts, -s->work.contacts)
VALUE(by_dampers, -s->work.dampers)
VALUE(by_limits, -s->work.limits)
VALUE(by_dry_friction, -s->work.dry_friction)
VALUE(unexplained_of, fmax(fabs(s->work.unexplained), LEAST))
VALUE(momentum_of, fmax(s->momentum, LEAST))
VALUE(angular_of, fmax(s->angular_momentum, LEAST))

static const step_plot step_plots[] = {
    {.name = "energy",
     .title = "Energy",
     .label = "energy [J]",
     .start = 1,
     .line = {{.value = energy_of}}},
    {.name = "balance",
     .title = "Energy balance",
     .label = "energy [J], potential 0 at the start",
     .start = 1,
     .line = {{"kinetic", kinetic_of, 0},
              {"potential", potential_of, 0},
              {"total", total_of, 1},
              {"put in", put_in_of, 0},
              {"taken out", taken_out_of, 0}}},
    {.name = "put-in",
     .title = "Energy put in since the start",
     .label = "energy [J]",
     .start = 1,
     .sparse = 1,
     .line = {{"actuators", actuators_of, 0},
              {"applied forces", applied_of, 0},
              {"drives", drives_of, 0}}},
    {.name = "taken-out",
     .title = "Energy taken out since the start",
     .label = "energy [J]",
     .start = 1,
     .sparse = 1,
     .line = {{"friction", by_friction, 0},
              {"contacts", by_contacts, 0},
              {"dampers", by_dampers, 0},
              {"limits", by_limits, 0},
              {"dry friction", by_dry_friction, 0}}},
    {.name = "unexplained",
     .title = "Unexplained energy since the start",
     .label = "|energy| [J]",
     .log = 1,
     .line = {{.value = unexplained_of}}},
    {.name = "momentum",
     .title = "Unexplained momentum of what floats",
     .label = "in a step [N s, N m s]",
     .log = 1,
     .line = {{"momentum", momentum_of, 0}, {"angular momentum", angular_of, 0}}},
    {.name = "certificate",
     .title = "Certificate of each step",
     .label = "natural map / |c|",
     .log = 1,
     .line = {{.value = certificate_of}}},
    {.name = "iterations",
     .title = "Iterations of each step",
     .label = "iterations",
     .style = RG_SERIES_STEPS,
     .line = {{.value = iterations_of}}},
    {.name = "contacts",
     .title = "Contacts",
     .label = "contacts",
     .style = RG_SERIES_STEPS,
     .line = {{.value = contacts_of}}},
    {.name = "overlap",
     .title = "Deepest overlap",
     .label = "overlap [m]",
     .line = {{.value = overlap_of}}}};
enum { STEP_PLOTS = sizeof step_plots / sizeof step_plots[0] };

static const char *series_name(const rg_scene_page *page, const rg_page_run *run) {
  return page->runs > 1 ? run->name : NULL;
}

static int add_line(rg_plot *plot, const rg_scene_page *page, const rg_page_run *run,
                    const step_plot *kind, const step_line *line) {
  int first = kind->start ? 0 : 1, n = run->step_count - first;
  char both[256];
  const char *name = line->name;
  if (!name) name = series_name(page, run);
  else if (page->runs > 1) {
    snprintf(both, sizeof both, "%s, %s", run->name, line->name);
    name = both;
  }
  double *x = malloc(((size_t)run->step_count + 1) * 2 * sizeof *x);
  if (!x) return 0;
  double *y = x + run->step_count + 1;
  for (int i = 0; i < n; i++) {
    x[i] = run->step[i + first].time;
    y[i] = line->value(run, &run->step[i + first]);
  }
  int used = !kind->sparse || line == kind->line;
  for (int i = 0; i < n && !used; i++) used = y[i] != 0;
  if (n > 0 && used)
    rg_plot_series(plot, name, line->dashed ? RG_SERIES_DASHED : kind->style, n, x, y);
  free(x);
  return 1;
}

static int add_steps(rg_plot *plot, const rg_scene_page *page, const rg_page_run *run,
                     const step_plot *kind) {
  int complete = 1;
  for (int k = 0; k < MOST_LINES && kind->line[k].value; k++)
    complete &= add_line(plot, page, run, kind, &kind->line[k]);
  return complete;
}

/* what the proof allows, where all lines are of one motion */
static void mark_bound(rg_plot *plot, const rg_scene_page *page) {
  double bound = rg_page_bounds(page->model, &page->run[0].summary).energy;
  if (page->runs == 1 && bound > 0) rg_plot_mark_y(plot, bound, "bound");
}

static int add_coordinate(rg_plot *plot, const rg_scene_page *page, const rg_page_run *run,
                          int index) {
  size_t count = (size_t)run->frame_count + 2;
  double *x = malloc(count * 2 * sizeof *x);
  if (!x) return 0;
  double *y = x + count;
  int n = 0;
  for (const uint8_t *f = rg_page_next_frame(run, NULL); f; f = rg_page_next_frame(run, f), n++) {
    x[n] = rg_page_frame_time(f);
    y[n] = rg_page_frame_value(page, f, index);
  }
  rg_plot_series(plot, series_name(page, run), RG_SERIES_LINE, n, x, y);
  free(x);
  return 1;
}

static rg_plot *finish(rg_plot *plot, int complete, rg_error *error) {
  if (plot && complete) return plot;
  rg_plot_free(plot);
  rg_fail(error, RG_NO_MEMORY, "", "no memory for the plot");
  return NULL;
}

static rg_plot *plot_steps(const rg_scene_page *page, const step_plot *kind, rg_error *error) {
  rg_plot *plot = rg_plot_new(kind->title, "time [s]", kind->label);
  int complete = 1;
  rg_plot_log(plot, 0, kind->log);
  for (int i = 0; i < page->runs; i++) complete &= add_steps(plot, page, &page->run[i], kind);
  if (kind->line[0].value == unexplained_of) mark_bound(plot, page);
  return finish(plot, complete, error);
}

/* the number behind a prefix; -1 where it is none below `count` */
static int read_index(const char *what, const char *prefix, int count) {
  size_t length = strlen(prefix);
  char *end;
  if (strncmp(what, prefix, length) != 0 || what[length] < '0' || what[length] > '9') return -1;
  long index = strtol(what + length, &end, 10);
  return *end == 0 && index < count ? (int)index : -1;
}

rg_plot *rg_scene_page_plot(const rg_scene_page *page, const char *what, rg_error *error) {
  for (int k = 0; k < STEP_PLOTS; k++)
    if (strcmp(what, step_plots[k].name) == 0) return plot_steps(page, &step_plots[k], error);
  int q = read_index(what, "qpos", page->model->nq), v = read_index(what, "qvel", page->model->nv);
  if (q < 0 && v < 0) {
    rg_fail(error, RG_BAD_INPUT, what,
            "is none of energy, balance, put-in, taken-out, unexplained, momentum, certificate, "
            "iterations, contacts, overlap, qpos0 to qpos%d, qvel0 to qvel%d",
            page->model->nq - 1, page->model->nv - 1);
    return NULL;
  }
  rg_plot *plot = rg_plot_new(what, "time [s]", what);
  int complete = 1, index = q >= 0 ? q : page->model->nq + v;
  for (int i = 0; i < page->runs; i++) complete &= add_coordinate(plot, page, &page->run[i], index);
  return finish(plot, complete, error);
}
