/* One task: a simulation with its options, parameters and start, stepped to its end. What is kept from one task to the next
   is memory; a row does not depend on it. */
#include "parts.h"
#include "start.h"

#include <jansson.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct sweep_bench {
  const sweep *s;
  sweep_gauge *gauge;
  /* of the model and the options that are in use */
  long place;     /* model and combination; -1: none so far */
  rg_model model; /* that of the sweep, with the options as settings of its own */
  rg_setting *setting;
  rg_batch *batch; /* of one simulation */
  int key;
  double *room; /* nv */
};

sweep_bench *sweep_bench_new(const sweep *s) {
  sweep_bench *b = calloc(1, sizeof *b);
  if (!b) return NULL;
  b->s = s;
  b->place = -1;
  b->gauge = sweep_gauge_new(s);
  if (b->gauge) return b;
  sweep_bench_free(b);
  return NULL;
}

static void leave_place(sweep_bench *b) {
  rg_batch_free(b->batch);
  free(b->setting);
  free(b->room);
  b->batch = NULL;
  b->setting = NULL;
  b->room = NULL;
  b->place = -1;
}

void sweep_bench_free(sweep_bench *b) {
  if (!b) return;
  leave_place(b);
  sweep_gauge_free(b->gauge);
  free(b);
}

/* --- model and options ---------------------------------------------------------------------------------- */

/* options are settings of the model, behind its own: the last one counts */
static rg_status add_settings(sweep_bench *b, const rg_model *model, long combination,
                              rg_error *error) {
  const sweep *s = b->s;
  size_t own = (size_t)model->nsetting, all = own + (size_t)s->options;
  b->setting = calloc(all + 1, sizeof *b->setting);
  if (!b->setting) return rg_fail(error, RG_NO_MEMORY, "options", "no memory");
  if (own) memcpy(b->setting, model->setting, own * sizeof *b->setting);
  for (int k = 0; k < s->options; k++) {
    const sweep_option *o = &s->option[k];
    int choice = sweep_option_choice(s, k, combination);
    b->setting[own + (size_t)k] = (rg_setting){.name = o->name,
                                               .text = o->text ? o->text[choice] : NULL,
                                               .data = o->text ? NULL : &o->number[choice],
                                               .size = 1};
  }
  b->model = *model;
  b->model.setting = b->setting;
  b->model.nsetting = (int)all;
  return RG_OK;
}

static rg_status find_key(sweep_bench *b, rg_error *error) {
  const json_t *key = json_object_get(b->s->tree, "key");
  const char *name = json_string_value(key);
  b->key = name  ? rg_model_find(&b->model, RG_OBJECT_KEY, name)
           : key ? (int)json_integer_value(key)
                 : -1;
  if (!key || (b->key >= 0 && b->key < b->model.nkey)) return RG_OK;
  if (name) return rg_fail(error, RG_BAD_INPUT, "key", "the model has no keyframe '%.60s'", name);
  return rg_fail(error, RG_BAD_INPUT, "key", "the model has %d keyframes, from 0", b->model.nkey);
}

static rg_status enter_place(sweep_bench *b, const sweep_task *task, rg_error *error) {
  long place = task->model * b->s->combinations + task->combination;
  rg_batch_options options;
  if (place == b->place) return RG_OK;
  leave_place(b);
  rg_status status = add_settings(b, b->s->model[task->model], task->combination, error);
  if (!status) status = find_key(b, error);
  if (!status) status = rg_batch_options_from_model(&b->model, &options, error);
  if (status) return status;
  options.count = options.threads = options.sim.threads = 1;
  options.backend = "threads";
  b->room = calloc((size_t)b->model.nv + 1, sizeof *b->room);
  if (!b->room) return rg_fail(error, RG_NO_MEMORY, "options", "no memory");
  status = rg_batch_new(&b->batch, &b->model, &options, error);
  if (!status) b->place = place;
  return status;
}

/* --- a task ------------------------------------------------------------------------------------------------ */

/* the simulation at the start of the task */
static rg_status begin_task(sweep_bench *b, const sweep_task *task, rg_sim **sim, rg_error *error) {
  rg_status status = enter_place(b, task, error);
  if (!status) status = sweep_lay_parameters(b->s, task, &b->model, b->batch, error);
  if (!status) status = rg_batch_reset(b->batch, NULL, b->key, error);
  if (status) return status;
  *sim = rg_batch_sim(b->batch, 0);
  sweep_lay_start(b->s, task, *sim, b->room);
  return RG_OK;
}

/* a time that is a whole number of steps but for rounding is one */
static long steps_of(const sweep *s, double dt) {
  const double rounding = 1e-6;
  if (isnan(s->time)) return s->steps;
  double count = s->time / dt;
  count = fabs(count - round(count)) < rounding ? round(count) : ceil(count);
  return count < 1e15 ? (long)count : (long)1e15;
}

/* 0 where nothing more can be had from it */
static int goes_on(const rg_sim *sim, rg_status status) {
  if (status == RG_SOLVED) return 1;
  if (status == RG_BAD_INPUT || status == RG_NO_MEMORY || status == RG_DIVERGED) return 0;
  return rg_sim_used_options(sim)->on_failure == RG_ON_FAILURE_CONTINUE;
}

sweep_state sweep_execute(sweep_bench *b, long number, double *value, char *reason, size_t size) {
  sweep_task task = sweep_task_at(b->s, number);
  rg_error error = {0};
  rg_sim *sim = NULL;
  reason[0] = 0;
  for (int k = 0; k < b->s->width; k++) value[k] = (double)NAN;
  if (begin_task(b, &task, &sim, &error)) {
    snprintf(reason, size, "%s: %s", error.element, error.reason);
    leave_place(b);
    return SWEEP_REFUSED;
  }
  long steps = steps_of(b->s, rg_sim_used_options(sim)->dt);
  sweep_state state = SWEEP_SOLVED;
  sweep_gauge_begin(b->gauge, sim);
  for (long k = 0; k < steps; k++) {
    rg_status status = rg_step(sim);
    if (status != RG_SOLVED && state == SWEEP_SOLVED) {
      const char *why = rg_sim_report(sim)->reason;
      snprintf(reason, size, "step %ld: %s%s%s", k + 1, rg_status_text(status), why[0] ? ": " : "",
               why);
      state = SWEEP_UNSOLVED;
    }
    if (sweep_gauge_step(b->gauge, sim, status) || !goes_on(sim, status)) break;
  }
  sweep_gauge_end(b->gauge, sim, value);
  return state;
}

rg_status sweep_try(const sweep *s, int model, rg_error *error) {
  sweep_bench *b = sweep_bench_new(s);
  sweep_task task = {.model = model};
  if (!b) return rg_fail(error, RG_NO_MEMORY, "spec", "no memory");
  rg_status status = RG_OK;
  for (long k = 0; k < s->combinations && !status; k++) {
    rg_sim_options options;
    status = add_settings(b, s->model[model], k, error);
    if (!status) status = rg_sim_options_from_model(&b->model, &options, error);
    free(b->setting);
    b->setting = NULL;
  }
  if (!status) status = enter_place(b, &task, error);
  if (!status) status = rg_batch_reset(b->batch, NULL, b->key, error);
  sweep_bench_free(b);
  return status;
}

rg_status sweep_do(const sweep *s, long task, double *value, sweep_state *state, char *reason,
                   size_t size, rg_error *error) {
  sweep_bench *b = sweep_bench_new(s);
  if (!b) return rg_fail(error, RG_NO_MEMORY, "task", "no memory");
  *state = sweep_execute(b, task, value, reason, size);
  sweep_bench_free(b);
  return RG_OK;
}
