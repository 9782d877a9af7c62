/* States and facts of a simulation that is watched, as JSON. */
#include "view_texts.h"

#include "json.h"
#include "method.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put_method(json_writer *j, rg_sim *sim) {
  const rg_sim_options *o = rg_sim_used_options(sim);
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

static void put_state(FILE *stream, const view_state *s, const char *summary) {
  json_writer j = json_begin(stream);
  json_open(&j, NULL, '{');
  json_text(&j, "type", "state");
  json_text(&j, "id", s->id);
  json_long(&j, "epoch", (long)s->epoch);
  json_real(&j, "time", rg_sim_data(s->sim)->time);
  json_int(&j, "paused", s->paused);
  json_real(&j, "speed", s->speed);
  json_real(&j, "ratio", s->ratio);
  json_int(&j, "watchers", s->watchers);
  json_int(&j, "pulls", s->pulls);
  json_text(&j, "notice", s->notice);
  json_reals(&j, "ctrl", rg_sim_data(s->sim)->ctrl, rg_sim_model(s->sim)->nactuator);
  put_method(&j, s->sim);
  // an object of its own making
  fprintf(stream, ",\n\"summary\": %s\n}", summary);
}

/* whether all of it was written: memory may run out on the way, at last without a word */
static int end_text(FILE *stream, char *const *text) {
  int whole = !ferror(stream);
  return fclose(stream) == 0 && whole && *text;
}

char *view_state_text(const view_state *s) {
  char *text = NULL, *summary = NULL;
  size_t bytes;
  int told = 0;
  FILE *stream = rg_scene_live_summary(s->live, &summary, NULL) == RG_OK
                     ? open_memstream(&text, &bytes)
                     : NULL;
  if (stream) {
    put_state(stream, s, summary);
    told = end_text(stream, &text);
  }
  free(summary);
  if (told) return text;
  free(text);
  return NULL;
}

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

char *view_facts_text(const rg_model *model, const char *id) {
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
  put_model(&j, model);
  json_text(&j, "id", id);
  json_close(&j, '}');
  if (end_text(stream, &text)) return text;
  free(text);
  return NULL;
}
