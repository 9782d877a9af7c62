/* Runs the variants of `rigor compare`, on several threads if wanted. The first one goes ahead by a
   stretch of steps; while the others follow it through that stretch, it fills the next one. They are
   compared at the times that both have. So the memory is bounded, and what is computed does not
   depend on who computes it, or when. */
#include "compare.h"

#include "interrupt.h"
#include "progress.h"
#include "threads.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

const double thresholds[THRESHOLDS] = {1e-6, 1e-3};

/* a run has many stretches, so that the threads seldom wait for each other */
enum { STRETCH_BYTES = 8 << 20, STRETCHES = 32, LEAST_STRETCH = 8 };
static const double SAME_TIME = 1e-6; /* of a step */

/* Times and positions of the first variant. */
typedef struct stretch {
  int count;
  int is_last; /* nothing of the first variant follows */
  double *time;
  double *position; /* count x bodies x 3 */
} stretch;

typedef struct walk {
  comparison *c;
  int most; /* steps of a stretch */
  stretch s[2];
  int at;               /* the stretch that the others go through */
  pthread_mutex_t lock; /* of the page and of what follows */
  progress p;
  double done; /* simulated time of all variants together */
  long steps;
} walk;

static int stretches_new(walk *w) {
  size_t bytes = (size_t)w->c->model->nbody * 3 * sizeof(double), most = STRETCH_BYTES / bytes;
  long part = w->c->variants[0].steps_wanted / STRETCHES;
  if (part < LEAST_STRETCH) part = LEAST_STRETCH;
  w->most = most < 1 ? 1 : most < (size_t)part ? (int)most : (int)part;
  for (int k = 0; k < 2; k++) {
    w->s[k].time = malloc((size_t)w->most * sizeof(double));
    w->s[k].position = malloc((size_t)w->most * bytes);
    if (!w->s[k].time || !w->s[k].position) return 0;
  }
  return 1;
}

static void stretches_free(walk *w) {
  for (int k = 0; k < 2; k++) {
    free(w->s[k].time);
    free(w->s[k].position);
  }
}

static int is_moving(const variant *v) {
  return v->sim && !v->stopped && v->tally.steps < v->steps_wanted;
}

/* what all variants share: the page and the progress */
static void tell_step(walk *w, variant *v, double advance) {
  pthread_mutex_lock(&w->lock);
  if (v->page_run >= 0 && w->c->page_error.status == RG_OK)
    rg_scene_page_add(w->c->page, v->page_run, v->sim, &w->c->page_error);
  w->done += advance;
  w->steps++;
  w->p.label = v->name;
  progress_show(&w->p, w->done, w->steps, v->tally.worst.residual);
  pthread_mutex_unlock(&w->lock);
}

static void step_once(walk *w, variant *v) {
  double (*clock)(void) = w->c->one_by_one ? wall_seconds : thread_seconds;
  double begin = clock(), before = v->tally.time_last;
  rg_status solved = next_step(w->c->simulation, v->sim);
  if (cut_short(solved)) return;
  v->last_status = solved;
  tally_step(&v->tally, v->sim, v->last_status, clock() - begin);
  v->stopped = !can_go_on(v->sim, v->last_status);
  tell_step(w, v, v->tally.time_last - before);
  rg_kinematics(w->c->model, rg_sim_data(v->sim));
}

/* the first variant fills a stretch */
static void lead(walk *w, variant *first, stretch *s) {
  size_t n = (size_t)w->c->model->nbody * 3;
  s->count = 0;
  while (is_moving(first) && s->count < w->most && !interrupted()) {
    step_once(w, first);
    if (first->stopped || interrupted()) break;
    s->time[s->count] = first->tally.time_last;
    memcpy(s->position + (size_t)s->count * n, rg_sim_data(first->sim)->xipos, n * sizeof(double));
    s->count++;
  }
  s->is_last = !is_moving(first);
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

/* one of the others goes through a stretch; where the first has ended, to its own end */
static void follow(walk *w, variant *v, const stretch *s) {
  int bodies = w->c->model->nbody, at = 0;
  double same = SAME_TIME * fmin(v->options.dt, w->c->variants[0].options.dt);
  double end = !s->is_last && s->count > 0 ? s->time[s->count - 1] + same : HUGE_VAL;
  while (is_moving(v) && v->tally.time_last + v->options.dt <= end && !interrupted()) {
    step_once(w, v);
    if (v->stopped || interrupted()) return;
    double time = v->tally.time_last;
    while (at < s->count && s->time[at] < time - same) at++;
    if (at < s->count && fabs(s->time[at] - time) <= same)
      compare_positions(v, s->position + (size_t)at * (size_t)bodies * 3, bodies);
  }
}

/* the first variant goes ahead, the others follow */
static void go_on(void *context, int item) {
  walk *w = context;
  variant *v = &w->c->variants[item];
  if (item == 0) lead(w, v, &w->s[1 - w->at]);
  else follow(w, v, &w->s[w->at]);
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

static void end_variant(comparison *c, variant *v) {
  tally_end(&v->tally, v->sim);
  if (v->page_run >= 0 && c->page_error.status == RG_OK)
    rg_scene_page_end(c->page, v->page_run, v->sim, &c->page_error);
}

static void walk_all(walk *w) {
  comparison *c = w->c;
  int over;
  lead(w, &c->variants[0], &w->s[0]);
  do {
    over = w->s[w->at].is_last;
    run_on_threads(c->threads, c->count, go_on, w);
    w->at = 1 - w->at;
  } while (!over && !interrupted());
}

rg_status compare_motions(comparison *c, int show_progress) {
  walk w = {.c = c};
  if (!stretches_new(&w) || pthread_mutex_init(&w.lock, NULL) != 0) {
    stretches_free(&w);
    return RG_NO_MEMORY;
  }
  watch_interrupts();
  w.p = progress_begin(show_progress, "", HUGE_VAL);
  w.p.span = 0;
  for (int k = 0; k < c->count; k++) begin_variant(&w, &c->variants[k]);
  walk_all(&w);
  progress_end(&w.p);
  c->interrupted = interrupted();
  for (int k = 0; k < c->count; k++)
    if (c->variants[k].sim) end_variant(c, &c->variants[k]);
  pthread_mutex_destroy(&w.lock);
  stretches_free(&w);
  return RG_OK;
}
