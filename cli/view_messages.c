/* What those who watch are told: states as bytes, everything else as JSON. */
#include "json.h"
#include "view_world.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put_u32(uint8_t *at, uint32_t value) {
  for (int k = 0; k < 4; k++) at[k] = (uint8_t)(value >> 8 * k);
}

int world_publish_news(view_world *w, view_server *server) {
  rg_scene_news news;
  uint8_t head[16];
  if (rg_scene_live_take(w->live, w->sim, &news, NULL) != RG_OK) return 0;
  const void *part[] = {head, news.frame, news.steps, news.marks};
  const size_t size[] = {sizeof head, news.frame_bytes, news.step_bytes, news.mark_bytes};
  put_u32(head, w->epoch);
  for (int k = 1; k < 4; k++) put_u32(head + 4 * k, (uint32_t)size[k]);
  return server_publish_bytes(server, 4, part, size);
}

static void put_method(json_writer *j, view_world *w) {
  const rg_sim_options *o = rg_sim_used_options(w->sim);
  char text[512];
  json_text(j, "solver", used_solver(o));
  json_text(j, "law", law_text(&o->solve.law, text, sizeof text));
  json_real(j, "friction", o->friction);
  json_real(j, "restitution", o->restitution);
  method_text(o, text, sizeof text);
  json_text(j, "method", text);
  json_real(j, "dt", o->dt);
  json_real(j, "tol", o->solve.tol);
}

static int pulls(const view_world *w) {
  int count = 0;
  for (int k = 0; k < MOST_SPRINGS; k++) count += w->spring[k].body >= 0;
  return count;
}

static void put_state(FILE *stream, view_world *w, view_server *server, double ratio,
                      const char *summary) {
  json_writer j = json_begin(stream);
  json_open(&j, NULL, '{');
  json_text(&j, "type", "state");
  json_text(&j, "id", w->id);
  json_long(&j, "epoch", (long)w->epoch);
  json_real(&j, "time", rg_sim_data(w->sim)->time);
  json_int(&j, "paused", w->paused);
  json_real(&j, "speed", w->speed);
  json_real(&j, "ratio", ratio);
  json_int(&j, "watchers", server_watchers(server));
  json_int(&j, "pulls", pulls(w));
  json_text(&j, "notice", w->notice);
  json_reals(&j, "ctrl", rg_sim_data(w->sim)->ctrl, w->model->nactuator);
  put_method(&j, w);
  // an object of its own making
  fprintf(stream, ",\n\"summary\": %s\n}", summary);
}

/* whether all of it was written: memory may run out on the way, at last without a word */
static int end_text(FILE *stream, char *const *text) {
  int whole = !ferror(stream);
  return fclose(stream) == 0 && whole && *text;
}

int world_publish_state(view_world *w, view_server *server, double ratio) {
  char *text = NULL, *summary = NULL;
  size_t bytes;
  int told = 0;
  FILE *stream = rg_scene_live_summary(w->live, &summary, NULL) == RG_OK
                     ? open_memstream(&text, &bytes)
                     : NULL;
  if (stream) {
    put_state(stream, w, server, ratio, summary);
    told = end_text(stream, &text) && server_publish_text(server, text);
  }
  free(summary);
  free(text);
  if (told) w->changed = 0;
  return told;
}

/* --- facts ------------------------------------------------------------------------------------ */

/* actuators with what their controls are limited to, null where they are not; keyframes by name */
static void put_model(json_writer *j, const rg_model *model) {
  json_open(j, "actuators", '[');
  for (int k = 0; k < model->nactuator; k++) {
    const double *range = model->actuator_ctrlrange + 2 * k;
    int limited = model->actuator_ctrllimited[k];
    json_open(j, NULL, '{');
    json_text(j, "name", model->actuator_name[k] ? model->actuator_name[k] : "");
    json_real(j, "low", limited ? range[0] : (double)NAN);
    json_real(j, "high", limited ? range[1] : (double)NAN);
    json_close(j, '}');
  }
  json_close(j, ']');
  json_open(j, "keys", '[');
  for (int k = 0; k < model->nkey; k++)
    json_text(j, NULL, model->key_name[k] ? model->key_name[k] : "");
  json_close(j, ']');
}

char *world_facts(const view_world *w) {
  char *text = NULL;
  size_t bytes;
  FILE *stream = open_memstream(&text, &bytes);
  if (!stream) return NULL;
  json_writer j = json_begin(stream);
  json_open(&j, NULL, '{');
  json_open(&j, "solvers", '[');
  json_text(&j, NULL, "auto");
  for (int k = 0; k < rg_solver_count(); k++)
    if (strcmp(rg_solver_at(k)->name, "auto") != 0) json_text(&j, NULL, rg_solver_at(k)->name);
  json_close(&j, ']');
  json_open(&j, "laws", '[');
  for (int k = 0; k < RG_LAW_COUNT; k++) json_text(&j, NULL, rg_law_name((rg_law)k));
  json_close(&j, ']');
  put_model(&j, w->model);
  json_text(&j, "id", w->id);
  json_close(&j, '}');
  if (end_text(stream, &text)) return text;
  free(text);
  return NULL;
}
