/* Checkpoints: a motion that is saved, loaded into a fresh simulation and gone on with has the same
   bits as one that was never interrupted; what is no checkpoint of this model is refused with file
   and line, and changes nothing. */
#include "record/scratch.h"

#include <rigor/step.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static char path[256];

static int make_path(void **state) {
  int failed = scratch_make(state);
  snprintf(path, sizeof path, "%s", scratch_path("state.json"));
  return failed;
}

/* boxes that fall on a slope, a pendulum with dry friction and a limit, a belt, a motor */
static const char *xml =
    "<mujoco><option timestep='0.002'/><worldbody>"
    "<geom name='floor' type='plane' size='5 5 1' euler='5 0 0' friction='0.6 0 0'/>"
    "<body pos='0 0 0.3'><freejoint/><geom type='box' size='0.1 0.12 0.1' mass='1'/></body>"
    "<body pos='0.05 0 0.55' euler='10 20 30'><freejoint/><geom type='box' size='0.1 0.1 0.08' "
    "mass='0.7'/></body>"
    "<body pos='1 0 1'><joint name='swing' type='hinge' axis='0 1 0' frictionloss='0.05' "
    "limited='true' range='-40 70'/><geom type='capsule' size='0.03' fromto='0 0 0 0.4 0 "
    "0'/></body>"
    "</worldbody><actuator><motor joint='swing' gear='0.5'/></actuator></mujoco>";

static rg_model *model_of(const char *text) {
  rg_model *model = NULL;
  rg_error error;
  if (rg_model_parse(&model, text, strlen(text), NULL, &error) != RG_OK) {
    char words[1024];
    fail_msg("%s", rg_error_text(&error, words, sizeof words));
  }
  return model;
}

static rg_sim *sim_of(const rg_model *model, rg_coordinates coordinates) {
  rg_sim *sim = NULL;
  rg_error error;
  rg_sim_options options = rg_sim_options_default();
  options.coordinates = coordinates;
  assert_int_equal(rg_sim_new(&sim, model, &options, &error), RG_OK);
  return sim;
}

static void set_inputs(rg_sim *sim) {
  rg_data *data = rg_sim_data(sim);
  data->ctrl[0] = 0.7;
  data->qfrc_applied[1] = 0.1;
  data->xfrc_applied[6 + 2] = -0.3;
  rg_sim_surface(sim)[0] = 0.2;
  rg_sim_drive_velocity(sim)[12] = -1;
  rg_sim_drive_limit(sim)[12] = HUGE_VAL;
}

static void go(rg_sim *sim, int steps) {
  for (int k = 0; k < steps; k++) assert_int_equal(rg_step(sim), RG_SOLVED);
}

static void same_bits(const double *a, const double *b, int n) {
  assert_memory_equal(a, b, (size_t)n * sizeof *a);
}

/* 300 steps at once against 170, a checkpoint, a fresh simulation, and the rest */
static void resume(const rg_model *model, rg_coordinates coordinates, void (*inputs)(rg_sim *)) {
  rg_error error;
  rg_sim *whole = sim_of(model, coordinates), *part = sim_of(model, coordinates);
  inputs(whole);
  inputs(part);
  go(whole, 300);
  go(part, 170);
  assert_int_equal(rg_sim_save(part, path, &error), RG_OK);
  rg_sim_free(part);
  part = sim_of(model, coordinates);
  assert_int_equal(rg_sim_load(part, path, &error), RG_OK);
  assert_string_equal(rg_sim_report(part)->reason, "");
  assert_int_equal(rg_sim_report(part)->step, 170);
  go(part, 130);
  const rg_data *a = rg_sim_data(whole), *b = rg_sim_data(part);
  same_bits(&a->time, &b->time, 1);
  same_bits(a->qpos, b->qpos, model->nq);
  same_bits(a->qvel, b->qvel, model->nv);
  assert_int_equal(rg_sim_report(whole)->step, rg_sim_report(part)->step);
  assert_int_equal(rg_sim_report(whole)->iterations, rg_sim_report(part)->iterations);
  assert_true(rg_sim_report(whole)->contacts > 0 || model->nequality > 0);
  rg_sim_free(whole);
  rg_sim_free(part);
}

static void resumes_to_the_same_bits(void **state) {
  (void)state;
  rg_model *model = model_of(xml);
  for (int k = RG_MINIMAL; k <= RG_EMBEDDED; k++) resume(model, (rg_coordinates)k, set_inputs);
  rg_model_free(model);
}

static void move_hand(rg_sim *sim) {
  rg_data *data = rg_sim_data(sim);
  data->mocap_pos[0] = 0.3, data->mocap_pos[2] = 0.9;
  data->mocap_quat[0] = cos(0.4), data->mocap_quat[3] = sin(0.4);
}

/* a load that is welded to a body placed from outside, which has moved from where the model has it */
static void resumes_where_bodies_were_placed(void **state) {
  (void)state;
  rg_model *model = model_of(
      "<mujoco><option timestep='0.002'/><worldbody><geom type='plane' size='5 5 1'/>"
      "<body name='hand' mocap='true' pos='0 0 1'><geom type='box' size='0.2 0.2 0.02'/></body>"
      "<body name='load' pos='0 0 0.8'><freejoint/><geom size='0.05'/></body>"
      "<body pos='0.25 0 1.1'><freejoint/><geom type='box' size='0.05 0.05 0.05'/></body>"
      "</worldbody><equality><weld body1='hand' body2='load'/></equality></mujoco>");
  for (int k = RG_MINIMAL; k <= RG_EMBEDDED; k++) resume(model, (rg_coordinates)k, move_hand);
  rg_model_free(model);
}

static void push_crank(rg_sim *sim) { rg_sim_data(sim)->ctrl[0] = 3; }

static void resumes_with_loops(void **state) {
  (void)state;
  rg_model *model = NULL;
  rg_error error;
  assert_int_equal(rg_model_load(&model, RIGOR_SOURCE_DIR "/models/four_bar.xml", NULL, &error),
                   RG_OK);
  for (int k = RG_MINIMAL; k <= RG_EMBEDDED; k++) resume(model, (rg_coordinates)k, push_crank);
  rg_model_free(model);
}

/* saving twice gives the same bytes; saving and loading lose nothing, not even the sign of zero */
static void text_is_exact(void **state) {
  (void)state;
  rg_error error;
  rg_model *model = model_of(xml);
  rg_sim *a = sim_of(model, RG_MINIMAL), *b = sim_of(model, RG_MINIMAL);
  set_inputs(a);
  go(a, 50);
  rg_data *data = rg_sim_data(a);
  data->qvel[0] = -0.0;
  data->qvel[1] = 5e-324;
  data->qvel[2] = 1.7976931348623157e308;
  data->qvel[3] = 0.1 + 0.2;
  assert_int_equal(rg_sim_save(a, path, &error), RG_OK);
  assert_int_equal(rg_sim_load(b, path, &error), RG_OK);
  same_bits(rg_sim_data(a)->qvel, rg_sim_data(b)->qvel, model->nv);
  same_bits(rg_sim_data(a)->qpos, rg_sim_data(b)->qpos, model->nq);
  same_bits(rg_sim_data(a)->xfrc_applied, rg_sim_data(b)->xfrc_applied, 6 * model->nbody);
  same_bits(rg_sim_surface(a), rg_sim_surface(b), 3 * model->ngeom);
  same_bits(rg_sim_drive_limit(a), rg_sim_drive_limit(b), model->nv);
  same_bits(rg_sim_drive_velocity(a), rg_sim_drive_velocity(b), model->nv);
  rg_sim_free(a);
  rg_sim_free(b);
  rg_model_free(model);
}

/* --- what is refused -------------------------------------------------------------------------- */

static char *contents(void) {
  size_t size;
  char *text = scratch_load(path, &size);
  assert_non_null(text);
  return text;
}

static void put(const char *text, size_t size) {
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(text, 1, size, file), size);
  fclose(file);
}

/* loading fails with these words, and the simulation is as it was */
static void refused(const rg_model *model, rg_status status, const char *words, int has_line) {
  rg_error error;
  rg_sim *sim = sim_of(model, RG_MINIMAL);
  rg_data *data = rg_sim_data(sim);
  go(sim, 3);
  double time = data->time, x = data->qpos[0];
  assert_int_equal(rg_sim_load(sim, path, &error), status);
  if (!strstr(error.reason, words)) fail_msg("'%s' instead of '%s'", error.reason, words);
  assert_string_equal(error.file, path);
  assert_true(has_line ? error.line > 0 : error.line == 0);
  same_bits(&time, &data->time, 1);
  same_bits(&x, data->qpos, 1);
  assert_int_equal(rg_sim_report(sim)->step, 3);
  go(sim, 1);
  rg_sim_free(sim);
}

static void replace(const char *text, const char *what, const char *by, const rg_model *model,
                    const char *words) {
  const char *found = strstr(text, what);
  char *changed = calloc(1, strlen(text) + strlen(by) + 1);
  assert_non_null(found);
  memcpy(changed, text, (size_t)(found - text));
  strcat(changed, by);
  strcat(changed, found + strlen(what));
  put(changed, strlen(changed));
  refused(model, RG_BAD_INPUT, words, 1);
  free(changed);
}

static void refuses_what_is_no_checkpoint(void **state) {
  (void)state;
  rg_error error;
  rg_model *model = model_of(xml), *other;
  rg_sim *sim = sim_of(model, RG_MINIMAL);
  go(sim, 100);
  assert_int_equal(rg_sim_save(sim, path, &error), RG_OK);
  char *text = contents();
  size_t size = strlen(text);

  /* another model: one mass differs */
  char heavier[4096], *mass;
  snprintf(heavier, sizeof heavier, "%s", xml);
  mass = strstr(heavier, "mass='1'");
  assert_non_null(mass);
  mass[6] = '2';
  other = model_of(heavier);
  refused(other, RG_BAD_INPUT, "another model", 1);
  rg_model_free(other);

  /* cut short anywhere */
  for (size_t cut = 1; cut < size - 2; cut += size / 23) {
    put(text, cut);
    refused(model, RG_BAD_INPUT, "", 1);
  }
  /* other things */
  put("", 0);
  refused(model, RG_BAD_INPUT, "", 1);
  put("<mujoco/>", 9);
  refused(model, RG_BAD_INPUT, "", 1);
  put("[1, 2]", 6);
  refused(model, RG_BAD_INPUT, "not a checkpoint", 1);
  replace(text, "rigor-checkpoint", "rigor-problem", model, "not a checkpoint");
  replace(text, "\"version\": 8", "\"version\": 3", model, "whole number");
  replace(text, "\"qpos\": [", "\"qpos\": [NaN, ", model, "");
  replace(text, "\"qpos\": [", "\"qpos\": [\"inf\", ", model, "must be an array of");
  replace(text, "\"qvel\": [", "\"qvel\": [1, ", model, "must be an array of");
  replace(text, "\"qvel\":", "\"qwel\":", model, "");
  replace(text, "\"steps\": 100", "\"steps\": -1", model, "whole number");
  replace(text, "\"deep\": 0", "\"deep\": -1", model, "whole number");
  replace(text, "\"stuck\": 0", "\"stuck\": 2", model, "whole number");
  replace(text, "\"memory\"", "\"nothing\"", model, "");
  replace(text, "\"contacts\": [\n   [", "\"contacts\": [\n   [1, ", model, "must have 9 numbers");
  remove(path);
  refused(model, RG_IO, "", 0);
  free(text);
  rg_sim_free(sim);
  rg_model_free(model);
}

/* a state that is not finite is not saved, and an older file stays */
static void keeps_the_old_file(void **state) {
  (void)state;
  rg_error error;
  rg_model *model = model_of(xml);
  rg_sim *sim = sim_of(model, RG_MINIMAL);
  assert_int_equal(rg_sim_save(sim, path, &error), RG_OK);
  char *before = contents();
  rg_sim_data(sim)->qvel[2] = (double)NAN;
  assert_int_equal(rg_sim_save(sim, path, &error), RG_BAD_INPUT);
  assert_string_equal(error.element, "qvel");
  char *after = contents();
  assert_string_equal(before, after);
  free(before);
  free(after);
  rg_sim_data(sim)->qvel[2] = 0;
  assert_int_equal(rg_sim_save(sim, "/nowhere/at/all.json", &error), RG_IO);
  assert_string_equal(error.file, "/nowhere/at/all.json");
  rg_sim_free(sim);
  rg_model_free(model);
}

/* going on with other options is allowed, and said */
static void other_options_are_named(void **state) {
  (void)state;
  rg_error error;
  rg_model *model = model_of(xml);
  rg_sim *sim = sim_of(model, RG_REDUNDANT), *other;
  go(sim, 100);
  assert_int_equal(rg_sim_save(sim, path, &error), RG_OK);
  other = sim_of(model, RG_MINIMAL);
  assert_int_equal(rg_sim_load(other, path, &error), RG_OK);
  assert_non_null(strstr(rg_sim_report(other)->reason, "coordinates is minimal, was redundant"));
  go(other, 50);
  rg_sim_free(sim);
  rg_sim_free(other);
  rg_model_free(model);
}

/* the budget of a step is one of them: it decides where hard steps end */
static void other_budget_is_named(void **state) {
  (void)state;
  rg_error error;
  rg_model *model = model_of(xml);
  rg_sim_options how = rg_sim_options_default();
  rg_sim *sim, *other;
  how.step_iterations = 70;
  assert_int_equal(rg_sim_new(&sim, model, &how, &error), RG_OK);
  go(sim, 10);
  assert_int_equal(rg_sim_save(sim, path, &error), RG_OK);
  how.step_iterations = 80;
  assert_int_equal(rg_sim_new(&other, model, &how, &error), RG_OK);
  assert_int_equal(rg_sim_load(other, path, &error), RG_OK);
  assert_non_null(strstr(rg_sim_report(other)->reason, "step_iterations is 80, was 70"));
  rg_sim_free(sim);
  rg_sim_free(other);
  rg_model_free(model);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(resumes_to_the_same_bits),         cmocka_unit_test(resumes_with_loops),
      cmocka_unit_test(resumes_where_bodies_were_placed), cmocka_unit_test(text_is_exact),
      cmocka_unit_test(refuses_what_is_no_checkpoint),    cmocka_unit_test(keeps_the_old_file),
      cmocka_unit_test(other_options_are_named),
      cmocka_unit_test(other_budget_is_named),
  };
  return cmocka_run_group_tests(tests, make_path, scratch_remove);
}
