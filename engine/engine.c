/* The library inside a page: what the worker of the page calls (viewer/src/engine_worker.ts). One simulation, with the
   springs, messages and words of `rigor view` (cli/view_*.h), so that the page cannot tell them apart.

   Functions that may refuse return a text that says why, NULL where they did what was asked. */
#include "scene/engine_data.h"
#include "view_spring.h"
#include "view_texts.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "method.h"

#if defined(__wasm__)
#define EXPORT(name) __attribute__((export_name(#name)))
#else
#define EXPORT(name)
#endif

enum { MOMENTS = 3000 };                              /* as many frames as the page keeps */
static const size_t most_bytes = 64u << 20;           /* of moments */
static const size_t most_memory = (size_t)1500 << 20; /* of the library; a page has at most 2 GB */

static struct engine {
  rg_model *model;
  rg_sim *sim;
  rg_scene_live *live;
  rg_osi *osi;
  rg_engine_state start;
  view_spring spring;
  view_state state;
  char notice[512], reason[512];
  int stopped; /* a step was not solved and the policy is to stop */
  long steps, unsolved;
  rg_engine_state *moment; /* a ring of states that can be begun from again */
  int moments, next, room;
  uint32_t news[6]; /* where frame, steps and marks are, and their bytes */
  char *text;       /* the last one that was asked for */
} e;

static const char *because(const rg_error *error) {
  snprintf(e.reason, sizeof e.reason, "%s%s%s", error->element, error->element[0] ? ": " : "",
           error->reason);
  return e.reason;
}

static const char *kept_text(char *text) {
  free(e.text);
  return e.text = text;
}

/* --- memory of the caller's messages ------------------------------------------------------------------- */

EXPORT(engine_room) void *engine_room(size_t bytes);
void *engine_room(size_t bytes) { return malloc(bytes ? bytes : 1); }

EXPORT(engine_give_back) void engine_give_back(void *room);
void engine_give_back(void *room) { free(room); }

/* --- moments --------------------------------------------------------------------------------------------- */

/* where there is no memory for all of them there are fewer */
static void make_moments(void) {
  size_t numbers = rg_engine_numbers(e.model), bytes = numbers * sizeof(double) + 1;
  e.room = (int)fmin(MOMENTS, (double)(most_bytes / bytes));
  e.moment = calloc((size_t)e.room + 1, sizeof *e.moment);
  for (int k = 0; e.moment && k < e.room; k++)
    if (!(e.moment[k].numbers = malloc(bytes))) e.room = k;
  if (!e.moment) e.room = 0;
}

static void keep_moment(void) {
  if (e.room == 0) return;
  rg_engine_keep(e.sim, &e.moment[e.next]);
  e.next = (e.next + 1) % e.room;
  if (e.moments < e.room) e.moments++;
}

/* the last one at or before that time, else the first */
static rg_engine_state *moment_at(double time) {
  rg_engine_state *best = NULL;
  for (int k = 0; k < e.moments; k++) {
    rg_engine_state *m = &e.moment[(e.next - e.moments + k + e.room) % e.room];
    if (!best || m->time <= time + 1e-12 * fabs(time)) best = m;
  }
  return best;
}

/* --- beginning --------------------------------------------------------------------------------------------- */

static const char *begin(const rg_engine_state *state) {
  rg_error error = {0};
  char method[512];
  if (rg_engine_begin(e.sim, state, &error) != RG_OK) return because(&error);
  method_text(rg_sim_used_options(e.sim), method, sizeof method);
  e.spring.body = -1;
  e.notice[0] = 0;
  e.stopped = 0;
  e.moments = e.next = 0;
  e.state.epoch++;
  if (rg_scene_live_begin(e.live, e.sim, method, &error) != RG_OK) return because(&error);
  return NULL;
}

/* `bytes`: what rg_engine_pack wrote */
EXPORT(engine_open) const char *engine_open(const void *bytes, size_t size);
const char *engine_open(const void *bytes, size_t size) {
  rg_error error = {0};
  rg_memory_limit(most_memory); // what the system says is what the page has taken so far
  if (rg_engine_unpack(bytes, size, &e.model, &e.sim, &e.start, &error) != RG_OK)
    return because(&error);
  if (!(e.osi = rg_osi_new(e.model, 1))) return "no memory is left";
  if (rg_scene_live_new(&e.live, e.model, "", NULL, &error) != RG_OK) return because(&error);
  e.state = (view_state){
      .id = "page", .notice = e.notice, .sim = e.sim, .live = e.live, .watchers = 1, .speed = 1};
  make_moments();
  return begin(&e.start);
}

EXPORT(engine_reset) const char *engine_reset(void);
const char *engine_reset(void) { return begin(&e.start); }

/* from a keyframe; -1: the reference position */
EXPORT(engine_key) const char *engine_key(int index);
const char *engine_key(int index) {
  rg_error error = {0};
  rg_engine_state state = {.numbers = malloc(rg_engine_numbers(e.model) * sizeof(double) + 1)};
  if (!state.numbers) return "no memory is left";
  const char *why = "the model has no such keyframe";
  if (index >= -1 && index < e.model->nkey)
    why = rg_sim_reset(e.sim, index, &error) == RG_OK ? NULL : because(&error);
  if (!why) {
    rg_engine_keep(e.sim, &state);
    why = begin(&state);
  }
  free(state.numbers);
  return why;
}

/* again from a moment that was simulated here */
EXPORT(engine_again) const char *engine_again(double time);
const char *engine_again(double time) {
  rg_engine_state *found = moment_at(time);
  return found ? begin(found) : "that moment is not kept any more";
}

/* from a moment of the recording, of which the page has positions and velocities: 1 + nq + nv numbers */
EXPORT(engine_from) const char *engine_from(const double *numbers);
const char *engine_from(const double *numbers) {
  size_t nq = (size_t)e.model->nq, nv = (size_t)e.model->nv, all = rg_engine_numbers(e.model);
  rg_engine_state state = {.time = numbers[0], .numbers = malloc(all * sizeof(double) + 1)};
  if (!state.numbers) return "no memory is left";
  memcpy(state.numbers, e.start.numbers, all * sizeof(double));
  memcpy(state.numbers, numbers + 1, nq * sizeof(double));
  memcpy(state.numbers + nq, numbers + 1 + nq, nv * sizeof(double));
  const char *why = begin(&state);
  free(state.numbers);
  return why;
}

/* --- steps ------------------------------------------------------------------------------------------------- */

static int can_go_on(rg_status status) {
  if (status == RG_SOLVED) return 1;
  if (status == RG_BAD_INPUT || status == RG_NO_MEMORY || status == RG_DIVERGED) return 0;
  return rg_sim_used_options(e.sim)->on_failure == RG_ON_FAILURE_CONTINUE;
}

/* one step; its status. Where it ends the motion engine_stopped() says so */
EXPORT(engine_step) int engine_step(void);
int engine_step(void) {
  memset(rg_sim_data(e.sim)->xfrc_applied, 0, 6 * (size_t)e.model->nbody * sizeof(double));
  if (e.spring.body >= 0) spring_pull(&e.spring, e.osi, e.sim);
  rg_status status = rg_step(e.sim);
  rg_scene_live_add(e.live, e.sim, NULL);
  e.steps++;
  e.unsolved += status != RG_SOLVED;
  if (can_go_on(status)) return (int)status;
  const char *why = rg_sim_report(e.sim)->reason;
  snprintf(e.notice, sizeof e.notice, "step not solved: %s%s%s", rg_status_text(status),
           why[0] ? ": " : "", why);
  e.stopped = 1;
  return (int)status;
}

/* 1 once after a step that ended the motion */
EXPORT(engine_stopped) int engine_stopped(void);
int engine_stopped(void) {
  int stopped = e.stopped;
  e.stopped = 0;
  return stopped;
}

EXPORT(engine_time) double engine_time(void);
double engine_time(void) { return rg_sim_data(e.sim)->time; }

EXPORT(engine_dt) double engine_dt(void);
double engine_dt(void) { return rg_sim_used_options(e.sim)->dt; }

/* qpos, then qvel: for tests, and who wants to look */
EXPORT(engine_qpos) const double *engine_qpos(void);
const double *engine_qpos(void) { return rg_sim_data(e.sim)->qpos; }

EXPORT(engine_qvel) const double *engine_qvel(void);
const double *engine_qvel(void) { return rg_sim_data(e.sim)->qvel; }

EXPORT(engine_residual) double engine_residual(void);
double engine_residual(void) { return rg_sim_report(e.sim)->certificate.residual; }

/* --- what the page is told --------------------------------------------------------------------------------- */

/* six numbers: address and bytes of the newest state, of step records, of marks; NULL: no memory now */
EXPORT(engine_news) const uint32_t *engine_news(void);
const uint32_t *engine_news(void) {
  rg_scene_news news;
  if (rg_scene_live_take(e.live, e.sim, &news, NULL) != RG_OK) return NULL;
  const void *at[] = {news.frame, news.steps, news.marks};
  const size_t size[] = {news.frame_bytes, news.step_bytes, news.mark_bytes};
  for (int k = 0; k < 3; k++) {
    e.news[2 * k] = (uint32_t)(uintptr_t)at[k];
    e.news[2 * k + 1] = (uint32_t)size[k];
  }
  keep_moment();
  return e.news;
}

EXPORT(engine_epoch) unsigned engine_epoch(void);
unsigned engine_epoch(void) { return e.state.epoch; }

EXPORT(engine_state) const char *engine_state(int paused, double speed, double ratio);
const char *engine_state(int paused, double speed, double ratio) {
  e.state.paused = paused;
  e.state.speed = speed;
  e.state.ratio = ratio;
  e.state.pulls = e.spring.body >= 0;
  return kept_text(view_state_text(&e.state));
}

EXPORT(engine_facts) const char *engine_facts(void);
const char *engine_facts(void) { return kept_text(view_facts_text(e.model, "page")); }

/* --- what the page asks for --------------------------------------------------------------------------------- */

static const char *change(const rg_sim_options *options) {
  rg_error error = {0};
  return rg_sim_change(e.sim, options, &error) == RG_OK ? NULL : because(&error);
}

EXPORT(engine_solver) const char *engine_solver(const char *name);
const char *engine_solver(const char *name) {
  rg_sim_options options = *rg_sim_used_options(e.sim);
  const rg_solver_info *info = rg_solver_find(name);
  if (!info && strcmp(name, "auto") != 0) return "there is no such solver";
  options.solve.solver = info ? info->name : "auto";
  return change(&options);
}

EXPORT(engine_law) const char *engine_law(const char *name);
const char *engine_law(const char *name) {
  rg_sim_options options = *rg_sim_used_options(e.sim);
  rg_error error = {0};
  if (rg_law_parse(name, &options.solve.law, &error) != RG_OK) return because(&error);
  return change(&options);
}

/* NaN: the model's */
EXPORT(engine_friction) const char *engine_friction(double value);
const char *engine_friction(double value) {
  rg_sim_options options = *rg_sim_used_options(e.sim);
  options.friction = value;
  return change(&options);
}

EXPORT(engine_restitution) const char *engine_restitution(double value);
const char *engine_restitution(double value) {
  rg_sim_options options = *rg_sim_used_options(e.sim);
  options.restitution = value;
  return change(&options);
}

EXPORT(engine_control) const char *engine_control(int actuator, double value);
const char *engine_control(int actuator, double value) {
  if (actuator < 0 || actuator >= e.model->nactuator || !isfinite(value))
    return "the model has no such actuator";
  rg_sim_data(e.sim)->ctrl[actuator] = value;
  return NULL;
}

/* `where`: six numbers, the point in the frame of the body and the place in the world */
EXPORT(engine_drag) const char *engine_drag(int body, const double *where, double strength);
const char *engine_drag(int body, const double *where, double strength) {
  if (body < 0 || body >= e.model->nbody || e.model->body_weld[body] == 0)
    return "the model has no such body that moves";
  for (int k = 0; k < 6; k++)
    if (!(fabs(where[k]) <= 1e6)) return "that is too far away";
  if (!(strength >= 0.01 && strength <= 100))
    return "\"strength\" must be a number from 0.01 to 100";
  e.spring = (view_spring){.body = body, .strength = strength};
  memcpy(e.spring.point, where, sizeof e.spring.point);
  memcpy(e.spring.to, where + 3, sizeof e.spring.to);
  return NULL;
}

EXPORT(engine_drop) void engine_drop(void);
void engine_drop(void) { e.spring.body = -1; }

/* going on after a step that was not solved */
EXPORT(engine_forget_notice) void engine_forget_notice(void);
void engine_forget_notice(void) { e.notice[0] = 0; }
