/* A page that shows motions: gathers them step by step. */
#include "scene/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST_BYTES = 65536, MOST_GEOMS = 65536 };

rg_scene_page_options rg_scene_page_options_default(void) {
  return (rg_scene_page_options){.bytes = 12000000, .runs = 1, .mark_slip = 1e-6};
}

static rg_status check(const rg_model *model, const rg_scene_page_options *o, rg_error *error) {
  if (o->bytes < LEAST_BYTES)
    return rg_fail(error, RG_BAD_INPUT, "bytes", "must be at least %d", (int)LEAST_BYTES);
  if (o->runs < 1 || o->runs > RG_PAGE_MOST_RUNS)
    return rg_fail(error, RG_BAD_INPUT, "runs", "must be in 1 to %d", (int)RG_PAGE_MOST_RUNS);
  if (!(o->mark_slip >= 0)) return rg_fail(error, RG_BAD_INPUT, "mark_slip", "must be >= 0");
  if (model->ngeom > MOST_GEOMS)
    return rg_fail(error, RG_BAD_INPUT, "model", "a page holds %d geoms, the model has %d",
                   (int)MOST_GEOMS, model->ngeom);
  return RG_OK;
}

static rg_status no_memory(rg_error *error) {
  return rg_fail(error, RG_NO_MEMORY, "", "no memory for the page");
}

rg_status rg_scene_page_new(rg_scene_page **page, const rg_model *model,
                            const rg_scene_page_options *options, rg_error *error) {
  rg_scene_page_options chosen = options ? *options : rg_scene_page_options_default();
  *page = NULL;
  rg_status status = check(model, &chosen, error);
  if (status != RG_OK) return status;
  rg_scene_page *p = calloc(1, sizeof *p);
  if (!p) return no_memory(error);
  p->model = model;
  p->title = strdup(chosen.title ? chosen.title : model->name ? model->name : "");
  p->moving = calloc((size_t)model->nbody + 1, sizeof *p->moving);
  if (!p->title || !p->moving) {
    rg_scene_page_free(p);
    return no_memory(error);
  }
  chosen.title = p->title;
  p->options = chosen;
  for (int i = 0; i < model->nbody; i++)
    if (model->body_weld[i] != 0) p->moving[p->nmoving++] = i;
  *page = p;
  return RG_OK;
}

void rg_scene_page_free(rg_scene_page *page) {
  if (!page) return;
  for (int i = 0; i < page->runs; i++) {
    rg_page_run *run = &page->run[i];
    free(run->name);
    free(run->method);
    free(run->frames.data);
    free(run->marks.data);
    free(run->last.data);
    free(run->step);
    rg_page_pairs_free(&run->pairs);
  }
  free(page->moving);
  free(page->facts);
  free(page->engine);
  free(page->title);
  free(page);
}

rg_status rg_page_start(rg_scene_page *page, rg_page_run *run, rg_sim *sim) {
  double energy = rg_sim_energy(sim), time = rg_sim_data(sim)->time;
  double kinetic = rg_energy_kinetic(page->model, rg_sim_data(sim));
  run->dt = rg_sim_used_options(sim)->dt;
  run->tol = rg_sim_used_options(sim)->solve.tol;
  run->budget = page->options.bytes / (size_t)page->options.runs;
  run->frame_stride = run->step_stride = 1;
  run->events_kept =
      RG_PAGE_UNSOLVED | RG_PAGE_BEGINS | RG_PAGE_ENDS | RG_PAGE_SLIPS | RG_PAGE_STICKS;
  run->pairs.slip = page->options.mark_slip;
  run->summary =
      (rg_page_summary){.energy_first = energy, .energy_last = energy, .explained = kinetic};
  run->summary.time_first = run->summary.time_last = time;
  rg_page_step start = {.time = time, .energy = energy, .kinetic = kinetic};
  rg_status status = rg_page_add_step(run, &start);
  return status == RG_OK ? rg_page_frame(page, run, sim, 0, 0) : status;
}

rg_status rg_scene_page_begin(rg_scene_page *page, rg_sim *sim, const char *name,
                              const char *method, rg_error *error) {
  if (page->runs == page->options.runs)
    return rg_fail(error, RG_BAD_INPUT, "runs", "only %d were announced", page->options.runs);
  rg_page_run *run = &page->run[page->runs++];
  *run = (rg_page_run){.name = strdup(name ? name : ""), .method = strdup(method ? method : "")};
  if (!run->name || !run->method || rg_page_start(page, run, sim) != RG_OK ||
      rg_page_keep_frame(run) != RG_OK)
    return no_memory(error);
  return RG_OK;
}

typedef struct mark_place {
  rg_page_run *run;
  double time;
} mark_place;

static void mark(void *owner, unsigned flag, uint32_t geoms) {
  mark_place *place = owner;
  rg_page_add_mark(place->run, place->time, flag, geoms);
}

int rg_page_note_step(rg_page_run *run, rg_sim *sim, rg_page_step *step) {
  const rg_step_report *report = rg_sim_report(sim);
  const rg_step_contact *contacts;
  int count = rg_sim_contacts(sim, &contacts);
  double energy = rg_sim_energy(sim);
  double kinetic = rg_energy_kinetic(rg_sim_model(sim), rg_sim_data(sim));
  // the clock of a step that was taken back stands
  int moved = report->time != run->summary.time_last;
  mark_place place = {run, report->time};
  int events = rg_page_pairs_update(&run->pairs, contacts, count, mark, &place);
  if (events < 0) return -1;
  unsigned flags = (unsigned)events;
  if (report->status != RG_SOLVED) {
    flags |= RG_PAGE_UNSOLVED;
    rg_page_add_mark(run, report->time, RG_PAGE_UNSOLVED, 0);
  }
  rg_page_summarize(&run->summary, report, energy, moved);
  *step = (rg_page_step){.time = report->time,
                         .energy = energy,
                         .kinetic = kinetic,
                         .certificate = report->certificate.residual,
                         .overlap = report->penetration,
                         .momentum = moved ? report->balance.momentum : 0,
                         .angular_momentum = moved ? report->balance.angular_momentum : 0,
                         .work = run->summary.work,
                         .iterations = report->iterations,
                         .contacts = report->contacts,
                         .flags = flags,
                         .status = report->status};
  return 0;
}

rg_status rg_scene_page_add(rg_scene_page *page, int number, rg_sim *sim, rg_error *error) {
  if (number < 0 || number >= page->runs)
    return rg_fail(error, RG_BAD_INPUT, "run", "motion %d was not begun", number);
  rg_page_run *run = &page->run[number];
  rg_page_step step;
  if (rg_page_note_step(run, sim, &step) < 0 || rg_page_add_step(run, &step) != RG_OK ||
      rg_page_frame(page, run, sim, step.flags, 1) != RG_OK || rg_page_keep_frame(run) != RG_OK)
    return no_memory(error);
  return RG_OK;
}

rg_status rg_scene_page_end(rg_scene_page *page, int number, rg_sim *sim, rg_error *error) {
  if (number < 0 || number >= page->runs || page->run[number].step_count == 0)
    return rg_fail(error, RG_BAD_INPUT, "run", "motion %d was not begun", number);
  rg_page_run *run = &page->run[number];
  rg_page_summary *s = &run->summary;
  rg_page_step *last = &run->step[run->step_count - 1];
  double overlap = rg_sim_penetration(sim);
  last->overlap = fmax(last->overlap, overlap);
  if (overlap > s->overlap.value)
    s->overlap = (rg_page_worst){.value = overlap, .time = s->time_last, .step = s->steps};
  return RG_OK;
}
