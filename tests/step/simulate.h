/* Scenes of models/ and how the tests run them: load, simulate, watch the worst certificate. */
#ifndef SIMULATE_H
#define SIMULATE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <rigor/step.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GRAVITY 9.81
#define PI      3.14159265358979323846

/* sanitizers make a run several times slower: it is cut short there */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

/* seconds to simulate: all of them where RIGOR_FULL is set, a share of them under a sanitizer */
static inline double seconds_of(double full, double usual) {
  const char *wish = getenv("RIGOR_FULL");
  if (wish && *wish) return full;
  return SANITIZED ? usual / 8 : usual;
}

typedef struct scene {
  rg_model *model;
  rg_sim *sim;
} scene;

/* what the worst step of a run looked like */
typedef struct run_watch {
  long steps, unsolved;
  double natural_map; /* relative */
  double penetration; /* m, at the start of a step */
  double closure;
  double work;        /* J: largest work of the impulses in a step */
  double energy_gain; /* J: largest rise of the energy in one step */
  double energy;      /* J, at the end */
  int contacts;       /* most */
  long allocations;
} run_watch;

static inline rg_model *scene_model(const char *file) {
  char path[512], text[1024];
  snprintf(path, sizeof path, "%s/models/%s", RIGOR_SOURCE_DIR, file);
  rg_model *model = NULL;
  rg_error error;
  memset(&error, 0, sizeof error);
  if (rg_model_load(&model, path, NULL, &error) != RG_OK)
    fail_msg("%s", rg_error_text(&error, text, sizeof text));
  return model;
}

/* the model that `mjcf` describes */
static inline rg_model *scene_parse(const char *mjcf) {
  char text[1024];
  rg_model *model = NULL;
  rg_error error;
  memset(&error, 0, sizeof error);
  if (rg_model_parse(&model, mjcf, strlen(mjcf), NULL, &error) != RG_OK)
    fail_msg("%s", rg_error_text(&error, text, sizeof text));
  return model;
}

static inline rg_sim_options scene_options(const rg_model *model) {
  rg_sim_options options;
  rg_error error;
  memset(&error, 0, sizeof error);
  if (rg_sim_options_from_model(model, &options, &error) != RG_OK)
    fail_msg("settings of the model: %s", error.reason);
  return options;
}

/* the same with another rule: what a test says of one rule's own numbers */
static inline rg_sim_options scene_rule(const char *file, rg_integrator rule) {
  rg_model *model = scene_model(file);
  rg_sim_options options = scene_options(model);
  rg_model_free(model);
  options.integrator = rule;
  return options;
}

/* starts at a keyframe, or at qpos0 where key is NULL; options may be NULL */
static inline scene scene_start(const char *file, const char *key, const rg_sim_options *options) {
  scene s = {scene_model(file), NULL};
  rg_sim_options own = options ? *options : scene_options(s.model);
  rg_error error;
  memset(&error, 0, sizeof error);
  if (rg_sim_new(&s.sim, s.model, &own, &error) != RG_OK)
    fail_msg("%s: rg_sim_new: %s", file, error.reason);
  int index = key ? rg_model_find(s.model, RG_OBJECT_KEY, key) : -1;
  if (key && index < 0) fail_msg("%s: no key %s", file, key);
  assert_int_equal(rg_sim_reset(s.sim, index, &error), RG_OK);
  return s;
}

/* of a model that a test writes; starts at qpos0; options may be NULL */
static inline scene scene_written(const char *text, const rg_sim_options *options) {
  scene s = {scene_parse(text), NULL};
  rg_sim_options own = options ? *options : scene_options(s.model);
  rg_error error;
  memset(&error, 0, sizeof error);
  if (rg_sim_new(&s.sim, s.model, &own, &error) != RG_OK)
    fail_msg("rg_sim_new: %s", error.reason);
  return s;
}

static inline void scene_end(scene *s) {
  rg_sim_free(s->sim);
  rg_model_free(s->model);
}

static inline double *scene_qpos(scene *s) { return rg_sim_data(s->sim)->qpos; }
static inline double *scene_qvel(scene *s) { return rg_sim_data(s->sim)->qvel; }

/* largest entry of the velocity */
static inline double scene_speed(scene *s) {
  double most = 0;
  for (int i = 0; i < s->model->nv; i++) most = fmax(most, fabs(scene_qvel(s)[i]));
  return most;
}

/* position of a point of a body, world frame */
static inline void scene_point(scene *s, int body, const double local[3], double world[3]) {
  rg_data *data = rg_sim_data(s->sim);
  rg_kinematics(s->model, data);
  const double *R = data->xmat + 9 * body;
  for (int i = 0; i < 3; i++)
    world[i] = data->xpos[3 * body + i] + R[3 * i] * local[0] + R[3 * i + 1] * local[1] +
               R[3 * i + 2] * local[2];
}

/* The angle option of a law that lays its first direction at `angle` from the world's x axis, for
   contacts with a horizontal floor: counted from tangent 1 towards tangent 2. */
static inline double floor_angle(const char *file, double angle) {
  const rg_step_contact *contact;
  scene s = scene_start(file, NULL, NULL);
  assert_int_equal(rg_step(s.sim), RG_SOLVED);
  assert_true(rg_sim_contacts(s.sim, &contact) > 0);
  const double *frame = contact->contact.frame;
  double tangent = atan2(frame[4], frame[3]),
         turn = frame[2] > 0 ? angle - tangent : tangent - angle;
  scene_end(&s);
  return turn;
}

static inline run_watch watch_new(scene *s) {
  run_watch watch;
  memset(&watch, 0, sizeof watch);
  watch.energy_gain = watch.work = -HUGE_VAL;
  watch.energy = rg_sim_energy(s->sim);
  return watch;
}

/* one step; a step that is not solved is counted, and fails the test unless it may happen */
static inline void watch_step(scene *s, run_watch *watch) {
  rg_status status = rg_step(s->sim);
  const rg_step_report *report = rg_sim_report(s->sim);
  if (status != RG_SOLVED) {
    if (!watch->unsolved++)
      print_message("step %ld at %g s: %s: %s (natural map %g)\n", report->step, report->time,
                    rg_status_text(status), report->reason, report->certificate.law_residual);
  }
  double energy = rg_sim_energy(s->sim);
  watch->steps++;
  watch->natural_map = fmax(watch->natural_map, report->certificate.law_residual);
  watch->penetration = fmax(watch->penetration, report->penetration);
  watch->closure = fmax(watch->closure, report->closure);
  watch->work = fmax(watch->work, report->work);
  watch->energy_gain = fmax(watch->energy_gain, energy - watch->energy);
  watch->energy = energy;
  watch->contacts = report->contacts > watch->contacts ? report->contacts : watch->contacts;
  watch->allocations = report->allocations;
}

/* `seconds` of simulation; every step must be solved */
static inline run_watch scene_run(scene *s, double seconds) {
  run_watch watch = watch_new(s);
  long steps = lround(seconds / rg_sim_used_options(s->sim)->dt);
  for (long i = 0; i < steps; i++) {
    watch_step(s, &watch);
    if (watch.unsolved) fail_msg("a step is not solved");
  }
  return watch;
}

static inline void assert_near(const char *what, double value, double wanted, double tolerance) {
  if (!(fabs(value - wanted) <= tolerance))
    fail_msg("%s: %.12g, wanted %.12g within %g (off by %g)", what, value, wanted, tolerance,
             value - wanted);
}

static inline void assert_at_most(const char *what, double value, double bound) {
  if (!(value <= bound)) fail_msg("%s: %.6g, at most %g is allowed", what, value, bound);
}

static inline void assert_at_least(const char *what, double value, double bound) {
  if (!(value >= bound)) fail_msg("%s: %.6g, at least %g is wanted", what, value, bound);
}

#endif
