/* A scene page that is fed while its motion goes on: of the motion only the newest state, the steps
   and marks that nobody has taken yet, and the sums are kept. */
#include "scene/scene.h"

#include <stdlib.h>
#include <string.h>

/* records between two takes; further steps join the last one */
enum { MOST_WAITING = 8 };

struct rg_scene_live {
  rg_scene_page *page; /* its only run keeps no frames */
  rg_page_step step[MOST_WAITING];
  int waiting;
  int made;       /* a step was made since begin: the state has contacts */
  unsigned flags; /* of the steps that wait */
  uint8_t bytes[MOST_WAITING * RG_PAGE_STEP];
};

static void forget_marks(rg_page_run *run) {
  run->marks.used = 0;
  run->mark_width[0] = run->mark_width[1] = 0;
}

const rg_scene_page *rg_live_page(const rg_scene_live *live) { return live->page; }

static rg_status no_memory(rg_error *error) {
  return rg_fail(error, RG_NO_MEMORY, "", "no memory for the page");
}

rg_status rg_scene_live_new(rg_scene_live **live, const rg_model *model, const char *title,
                            const char *facts, rg_error *error) {
  rg_scene_page_options options = rg_scene_page_options_default();
  options.title = title;
  *live = NULL;
  rg_scene_live *l = calloc(1, sizeof *l);
  if (!l) return no_memory(error);
  rg_status status = rg_scene_page_new(&l->page, model, &options, error);
  if (status == RG_OK && facts) {
    l->page->facts = strdup(facts);
    if (!l->page->facts) status = no_memory(error);
  }
  if (status != RG_OK) {
    rg_scene_live_free(l);
    return status;
  }
  *live = l;
  return RG_OK;
}

void rg_scene_live_free(rg_scene_live *live) {
  if (!live) return;
  rg_scene_page_free(live->page);
  free(live);
}

rg_status rg_scene_live_begin(rg_scene_live *live, rg_sim *sim, const char *method,
                              rg_error *error) {
  rg_page_run *run = &live->page->run[0];
  char *name = run->name ? run->name : strdup(""), *copy = strdup(method ? method : "");
  live->page->runs = 1;
  free(run->method);
  run->name = name;
  run->method = copy;
  // room that was taken for an earlier motion stays
  run->step_count = run->pairs.nbefore = live->made = 0;
  run->mark_count = 0;
  forget_marks(run);
  live->flags = 0;
  if (!name || !copy || rg_page_start(live->page, run, sim) != RG_OK) return no_memory(error);
  live->step[0] = run->step[0];
  live->waiting = 1;
  return RG_OK;
}

rg_status rg_scene_live_add(rg_scene_live *live, rg_sim *sim, rg_error *error) {
  rg_page_step step;
  if (rg_page_note_step(&live->page->run[0], sim, &step) < 0) return no_memory(error);
  live->made = 1;
  live->flags |= step.flags;
  if (live->waiting < MOST_WAITING) live->step[live->waiting++] = step;
  else rg_page_join_steps(&live->step[MOST_WAITING - 1], &step);
  return RG_OK;
}

rg_status rg_scene_live_take(rg_scene_live *live, rg_sim *sim, rg_scene_news *news,
                             rg_error *error) {
  rg_page_run *run = &live->page->run[0];
  if (rg_page_frame(live->page, run, sim, live->flags, live->made) != RG_OK)
    return no_memory(error);
  for (int i = 0; i < live->waiting; i++)
    rg_page_put_step(live->bytes + i * RG_PAGE_STEP, &live->step[i]);
  *news = (rg_scene_news){.frame = run->last.data,
                          .steps = live->bytes,
                          .marks = run->marks.data,
                          .frame_bytes = run->last.used,
                          .step_bytes = (size_t)live->waiting * RG_PAGE_STEP,
                          .mark_bytes = run->marks.used};
  live->waiting = 0;
  live->flags = 0;
  forget_marks(run); // the bytes stay until the next step
  return RG_OK;
}

/* --- texts ------------------------------------------------------------------------------------ */

rg_status rg_page_end_text(FILE *stream, char **text, rg_error *error) {
  int failed = ferror(stream);
  // the last allocation of the stream may fail without a word
  if (fclose(stream) == 0 && !failed && *text) return RG_OK;
  free(*text);
  *text = NULL;
  return no_memory(error);
}

rg_status rg_scene_live_summary(const rg_scene_live *live, char **text, rg_error *error) {
  size_t bytes;
  *text = NULL;
  FILE *stream = open_memstream(text, &bytes);
  if (!stream) return no_memory(error);
  rg_page_write_summary(live->page->model, &live->page->run[0].summary, stream);
  return rg_page_end_text(stream, text, error);
}
