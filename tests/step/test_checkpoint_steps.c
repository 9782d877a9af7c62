/* Every step of all models and of random scenes: saved, loaded into another simulation, stepped: what both save then
   is the same text, that is, every bit of the state, of the inputs and of the memory. And a byte that is
   flipped anywhere is refused. */
#include "record/scratch.h"

#include <rigor/step.h>

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static char first[300], second[300];

static int make_paths(void **state) {
  int failed = scratch_make(state);
  snprintf(first, sizeof first, "%s", scratch_path("first.json"));
  snprintf(second, sizeof second, "%s", scratch_path("second.json"));
  return failed;
}

static int same_files(void) {
  size_t a = 0, b = 0;
  char *x = scratch_load(first, &a), *y = scratch_load(second, &b);
  int same = x && y && a == b && memcmp(x, y, a) == 0;
  free(x);
  free(y);
  return same;
}

static void save(rg_sim *sim, const char *path) {
  rg_error error;
  char text[1024];
  if (rg_sim_save(sim, path, &error) != RG_OK)
    fail_msg("%s", rg_error_text(&error, text, sizeof text));
}

/* `other` takes over after each step and does the next one too */
static void every_step(const rg_model *model, const char *name, int steps) {
  rg_sim *sim = NULL, *other = NULL;
  rg_error error;
  rg_sim_options options;
  assert_int_equal(rg_sim_options_from_model(model, &options, &error), RG_OK);
  assert_int_equal(rg_sim_new(&sim, model, &options, &error), RG_OK);
  assert_int_equal(rg_sim_new(&other, model, &options, &error), RG_OK);
  if (model->nkey) assert_int_equal(rg_sim_reset(sim, 0, &error), RG_OK);
  for (int k = 0; k < steps; k++) {
    save(sim, first);
    assert_int_equal(rg_sim_load(other, first, &error), RG_OK);
    rg_status a = rg_step(sim), b = rg_step(other);
    if (a != b) fail_msg("%s, step %d: %d and %d", name, k, a, b);
    save(sim, first);
    save(other, second);
    if (!same_files()) fail_msg("%s differs after step %d", name, k);
    if (a != RG_SOLVED) break;
  }
  rg_sim_free(sim);
  rg_sim_free(other);
}

static void all_models(void **state) {
  (void)state;
  DIR *folder = opendir(RIGOR_SOURCE_DIR "/models");
  int count = 0;
  assert_non_null(folder);
  for (struct dirent *e; (e = readdir(folder)) != NULL;) {
    size_t length = strlen(e->d_name);
    if (length < 4 || strcmp(e->d_name + length - 4, ".xml") != 0) continue;
    char path[600];
    rg_model *model = NULL;
    rg_error error;
    snprintf(path, sizeof path, RIGOR_SOURCE_DIR "/models/%s", e->d_name);
    assert_int_equal(rg_model_load(&model, path, NULL, &error), RG_OK);
    every_step(model, e->d_name, model->nv > 500 ? 4 : model->nv > 50 ? 15 : 40);
    rg_model_free(model);
    count++;
  }
  closedir(folder);
  assert_true(count >= 30);
}

/* --- random scenes ---------------------------------------------------------------------------- */

static uint64_t seed;

static double next(double low, double high) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return low + (high - low) * (double)(seed >> 11) * 0x1p-53;
}

/* a slope, things that fall on it, and a pendulum with a limit, dry friction and a spring among them */
static void random_scenes(void **state) {
  (void)state;
  static const char *const shapes[] = {"sphere", "box", "capsule", "cylinder", "ellipsoid"};
  for (int scene = 0; scene < 10; scene++) {
    char text[8192];
    seed = (uint64_t)scene + 77;
    int used = snprintf(text, sizeof text,
                        "<mujoco><option timestep='0.004'/><worldbody><geom type='plane' "
                        "size='5 5 1' euler='%g %g 0' friction='%g 0 0'/>",
                        next(-20, 20), next(-20, 20), next(0, 1));
    for (int i = 0; i < 6; i++)
      used += snprintf(text + used, sizeof text - (size_t)used,
                       "<body pos='%g %g %g' euler='%g %g %g'><freejoint/><geom type='%s' "
                       "size='%g %g %g'/></body>",
                       next(-.2, .2), next(-.2, .2), .12 + .15 * i, next(0, 360), next(0, 360),
                       next(0, 360), shapes[(int)next(0, 4.999)], next(.05, .1), next(.05, .1),
                       next(.05, .1));
    snprintf(text + used, sizeof text - (size_t)used,
             "<body pos='.3 0 .5'><joint type='hinge' axis='0 1 0' limited='true' range='-30 30' "
             "frictionloss='%g' stiffness='%g' damping='.1'/><geom type='capsule' size='.03' "
             "fromto='0 0 0 -.4 0 0'/></body></worldbody></mujoco>",
             next(0, .2), next(0, 3));
    rg_model *model = NULL;
    rg_error error;
    assert_int_equal(rg_model_parse(&model, text, strlen(text), NULL, &error), RG_OK);
    every_step(model, "random scene", 60);
    rg_model_free(model);
  }
}

/* --- damage ------------------------------------------------------------------------------------- */

static void flipped_bytes(void **state) {
  (void)state;
  rg_model *model = NULL;
  rg_sim *sim = NULL;
  rg_error error;
  rg_sim_options options = rg_sim_options_default();
  assert_int_equal(rg_model_load(&model, RIGOR_SOURCE_DIR "/models/tumble.xml", NULL, &error),
                   RG_OK);
  assert_int_equal(rg_sim_new(&sim, model, &options, &error), RG_OK);
  for (int k = 0; k < 30; k++) rg_step(sim);
  save(sim, first);
  size_t size = 0;
  char *text = scratch_load(first, &size);
  int by_checksum = 0;
  for (size_t k = 0; k < size; k++) {
    char old = text[k];
    text[k] = (char)(old ^ (1 << k % 7));
    FILE *file = fopen(second, "wb");
    assert_int_equal(fwrite(text, 1, size, file), size);
    fclose(file);
    rg_status status = rg_sim_load(sim, second, &error);
    if (status != RG_BAD_INPUT) fail_msg("byte %zu: status %d", k, status);
    assert_true(error.reason[0] != 0);
    by_checksum += strstr(error.reason, "damaged or changed") != NULL;
    text[k] = old;
  }
  /* most bytes are digits of numbers, which nothing else notices */
  assert_true(by_checksum > (int)(size / 8));
  assert_int_equal(rg_sim_load(sim, first, &error), RG_OK);
  free(text);
  rg_sim_free(sim);
  rg_model_free(model);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(all_models), cmocka_unit_test(random_scenes),
                                     cmocka_unit_test(flipped_bytes)};
  return cmocka_run_group_tests(tests, make_paths, scratch_remove);
}
