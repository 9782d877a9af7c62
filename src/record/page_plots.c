/* Plots of what a scene page has recorded: numbers of the steps, coordinates, velocities. */
#include "record/page_scene.h"

#include "base/error.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double LEAST = 1e-17; /* what a logarithmic axis shows for 0 */

/* One kind of plot; `value` reads a step. */
typedef struct step_plot {
  const char *name, *title, *label;
  int log;
  rg_series_style style;
  double (*value)(const rg_page_step *step);
} step_plot;

static double energy_of(const rg_page_step *s) { return s->energy; }
static double certificate_of(const rg_page_step *s) { return fmax(s->certificate, LEAST); }
static double iterations_of(const rg_page_step *s) { return (double)s->iterations; }
static double contacts_of(const rg_page_step *s) { return s->contacts; }
static double overlap_of(const rg_page_step *s) { return s->overlap; }

static const step_plot step_plots[] = {
    {"energy", "Energy", "energy [J]", 0, RG_SERIES_LINE, energy_of},
    {"certificate", "Certificate of each step", "natural map / |c|", 1, RG_SERIES_LINE,
     certificate_of},
    {"iterations", "Iterations of each step", "iterations", 0, RG_SERIES_STEPS, iterations_of},
    {"contacts", "Contacts", "contacts", 0, RG_SERIES_STEPS, contacts_of},
    {"overlap", "Deepest overlap", "overlap [m]", 0, RG_SERIES_LINE, overlap_of}};
enum { STEP_PLOTS = sizeof step_plots / sizeof step_plots[0] };

static const char *series_name(const rg_scene_page *page, const rg_page_run *run) {
  return page->runs > 1 ? run->name : NULL;
}

static int add_steps(rg_plot *plot, const rg_scene_page *page, const rg_page_run *run,
                     const step_plot *kind) {
  // the start has an energy but no step
  int first = kind->value == energy_of ? 0 : 1, n = run->step_count - first;
  double *x = malloc(((size_t)run->step_count + 1) * 2 * sizeof *x);
  if (!x) return 0;
  double *y = x + run->step_count + 1;
  for (int i = 0; i < n; i++) {
    x[i] = run->step[i + first].time;
    y[i] = kind->value(&run->step[i + first]);
  }
  if (n > 0) rg_plot_series(plot, series_name(page, run), kind->style, n, x, y);
  free(x);
  return 1;
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
            "is none of energy, certificate, iterations, contacts, overlap, qpos0 to qpos%d, "
            "qvel0 to qvel%d",
            page->model->nq - 1, page->model->nv - 1);
    return NULL;
  }
  rg_plot *plot = rg_plot_new(what, "time [s]", what);
  int complete = 1, index = q >= 0 ? q : page->model->nq + v;
  for (int i = 0; i < page->runs; i++) complete &= add_coordinate(plot, page, &page->run[i], index);
  return finish(plot, complete, error);
}
