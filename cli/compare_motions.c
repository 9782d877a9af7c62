/* Runs the variants of `rigor compare`. The first one goes ahead by as many steps as a few megabytes of positions hold; each
   of the others follows and is compared at the times that both have. So the memory is bounded, and each variant runs
   long enough at a stretch for its wall time to mean something. */
#include "compare.h"

#include "interrupt.h"
#include "progress.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const double thresholds[THRESHOLDS] = {1e-6, 1e-3};

enum { STRETCH_BYTES = 16 << 20, LONGEST_STRETCH = 100000 };
static const double SAME_TIME = 1e-6; /* of a step */

/* Times and positions of the first variant. */
typedef struct stretch {
  int bodies, most, count;
  double *time;
  double *position; /* most x bodies x 3 */
} stretch;

typedef struct walk {
  comparison *c;
  stretch s;
  progress p;
  double done; /* simulated time of all variants together */
  long steps;
} walk;

static int stretch_new(stretch *s, const rg_model *model) {
  size_t bytes = (size_t)model->nbody * 3 * sizeof(double), most = STRETCH_BYTES / bytes;
  s->bodies = model->nbody;
  s->most = most < 1 ? 1 : most > LONGEST_STRETCH ? LONGEST_STRETCH : (int)most;
  s->time = malloc((size_t)s->most * sizeof *s->time);
  s->position = malloc((size_t)s->most * bytes);
  return s->time && s->position;
}

static void stretch_free(stretch *s) {
  free(s->time);
  free(s->position);
}

static int is_moving(const variant *v) {
  return v->sim && !v->stopped && v->tally.steps < v->steps_wanted;
}

static void step_once(walk *w, variant *v) {
  double begin = wall_seconds(), before = v->tally.time_last;
  v->last_status = rg_step(v->sim);
  tally_step(&v->tally, v->sim, v->last_status, wall_seconds() - begin);
  v->stopped = !can_go_on(v->sim, v->last_status);
  if (v->page_run >= 0 && w->c->page_error.status == RG_OK)
    rg_scene_page_add(w->c->page, v->page_run, v->sim, &w->c->page_error);
  rg_kinematics(w->c->model, rg_sim_data(v->sim));
  w->done += v->tally.time_last - before;
  w->steps++;
  w->p.label = v->name;
  progress_show(&w->p, w->done, w->steps, v->tally.worst.natural_map_relative);
}

/* the first variant fills the stretch */
static void lead(walk *w, variant *first) {
  stretch *s = &w->s;
  s->count = 0;
  while (is_moving(first) && s->count < s->most && !interrupted()) {
    step_once(w, first);
    if (first->stopped) return;
    size_t n = (size_t)s->bodies * 3;
    s->time[s->count] = first->tally.time_last;
    memcpy(s->position + (size_t)s->count * n, rg_sim_data(first->sim)->xipos, n * sizeof(double));
    s->count++;
  }
}

static void compare_positions(variant *v, const double *there, int bodies) {
  const double *here = rg_sim_data(v->sim)->xipos;
  double largest = 0;
  for (int b = 1; b < bodies; b++) {
    double dx = here[3 * b] - there[3 * b], dy = here[3 * b + 1] - there[3 * b + 1],
           dz = here[3 * b + 2] - there[3 * b + 2];
    largest = fmax(largest, sqrt(dx * dx + dy * dy + dz * dz));
  }
  v->compared++;
  v->difference_last = largest;
  v->difference_most = fmax(v->difference_most, largest);
  for (int k = 0; k < THRESHOLDS; k++)
    if (isnan(v->exceeds[k]) && largest > thresholds[k]) v->exceeds[k] = v->tally.time_last;
}

/* one of the others goes through the stretch; where the first has ended, to its own end */
static void follow(walk *w, const variant *first, variant *v) {
  const stretch *s = &w->s;
  double same = SAME_TIME * fmin(v->options.dt, first->options.dt);
  double end = is_moving(first) && s->count > 0 ? s->time[s->count - 1] + same : HUGE_VAL;
  int at = 0;
  while (is_moving(v) && v->tally.time_last + v->options.dt <= end && !interrupted()) {
    step_once(w, v);
    if (v->stopped) return;
    double time = v->tally.time_last;
    while (at < s->count && s->time[at] < time - same) at++;
    if (at < s->count && fabs(s->time[at] - time) <= same)
      compare_positions(v, s->position + (size_t)at * (size_t)s->bodies * 3, s->bodies);
  }
}

/* the first few; more would only hide each other */
static void show_on_page(comparison *c, variant *v) {
  char method[512];
  if (!c->page || c->shown == MOST_SHOWN || c->page_error.status != RG_OK) return;
  method_text(&v->options, method, sizeof method);
  if (rg_scene_page_begin(c->page, v->sim, v->name, method, &c->page_error) == RG_OK)
    v->page_run = c->shown++;
}

static void begin_variant(walk *w, variant *v) {
  for (int k = 0; k < THRESHOLDS; k++) v->exceeds[k] = (double)NAN;
  v->page_run = -1;
  if (!v->sim) return;
  tally_begin(&v->tally, v->sim);
  show_on_page(w->c, v);
  w->p.span += (double)v->steps_wanted * v->options.dt;
}

rg_status compare_motions(comparison *c, int show_progress) {
  walk w = {.c = c};
  variant *first = &c->variants[0];
  if (!stretch_new(&w.s, c->model)) {
    stretch_free(&w.s);
    return RG_NO_MEMORY;
  }
  watch_interrupts();
  w.p = progress_begin(show_progress, "", HUGE_VAL);
  w.p.span = 0;
  for (int k = 0; k < c->count; k++) begin_variant(&w, &c->variants[k]);
  // the first goes ahead, the others follow, until all have arrived
  do {
    lead(&w, first);
    for (int k = 1; k < c->count; k++) follow(&w, first, &c->variants[k]);
  } while (is_moving(first) && !interrupted());
  progress_end(&w.p);
  c->interrupted = interrupted();
  for (int k = 0; k < c->count; k++)
    if (c->variants[k].sim) tally_end(&c->variants[k].tally, c->variants[k].sim);
  stretch_free(&w.s);
  return RG_OK;
}
