/* Robots as they are published (shared/data/models/menagerie): every scene from its reference configuration and from every
   keyframe, a quarter of a second each, ten where RIGOR_FULL is set. All steps are solved, and the energy is explained to within
   what the report of a run asks for. What is not explained is the error of the rule in steps with hard impacts, where velocities
   change within the step: who misses the bound at the step of the model keeps it at a half of that or a quarter, and is named. */
#include "step/simulate.h"

#include <dirent.h>
#include <unistd.h>

#define ROBOTS RIGOR_SHARED_DATA "/models/menagerie"

enum { HALVINGS = 2 };

typedef struct tally {
  int starts, halved, missed;
  long steps;
} tally;

/* the most that is unexplained on the way, in what the report of a run allows */
static double watch_energy(tally *t, rg_sim *sim, const rg_model *model, const char *name) {
  double kinetic = 0, sum = 0, most = 0, first = rg_sim_energy(sim);
  long steps = lround(seconds_of(10, 0.25) / rg_sim_used_options(sim)->dt);
  for (long k = 0; k < steps; k++) {
    if (rg_step(sim) != RG_SOLVED)
      fail_msg("%s, step %ld: %s", name, k, rg_sim_report(sim)->reason);
    const rg_step_balance *b = &rg_sim_report(sim)->balance;
    kinetic = fmax(kinetic, fmax(b->kinetic, b->kinetic_before));
    sum += b->residual - b->corrected;
    most = fmax(most, fabs(sum));
  }
  t->steps += steps;
  return most / rg_motion_bounds_of(model, kinetic, first).energy;
}

static void watch_start(tally *t, rg_sim *sim, const rg_model *model, int key, const char *name) {
  rg_sim_options options = scene_options(model);
  options.on_failure = RG_ON_FAILURE_CONTINUE;
  options.dt = model->option.timestep;
  double unexplained = HUGE_VAL;
  for (int halvings = 0; unexplained > 1 && halvings <= HALVINGS; halvings++, options.dt *= 0.5) {
    assert_int_equal(rg_sim_change(sim, &options, NULL), RG_OK);
    assert_int_equal(rg_sim_reset(sim, key, NULL), RG_OK);
    unexplained = watch_energy(t, sim, model, name);
    if (unexplained > 1)
      print_message("%s, dt %g: unexplained %.3g times the bound\n", name, options.dt, unexplained);
    t->halved += halvings > 0;
  }
  t->starts++;
  t->missed += unexplained > 1;
}

static void watch_scene(tally *t, const char *folder, const char *file) {
  char path[1024], name[1024], text[1024];
  rg_model *model = NULL;
  rg_sim *sim = NULL;
  rg_error error;
  snprintf(path, sizeof path, ROBOTS "/%s/%s", folder, file);
  if (rg_model_load(&model, path, NULL, &error) != RG_OK)
    fail_msg("%s", rg_error_text(&error, text, sizeof text));
  rg_sim_options options = scene_options(model);
  options.on_failure = RG_ON_FAILURE_CONTINUE;
  if (rg_sim_new(&sim, model, &options, &error) != RG_OK)
    fail_msg("%s", rg_error_text(&error, text, sizeof text));
  for (int key = -1; key < model->nkey; key++) {
    const char *of_key = key < 0 ? "" : rg_model_name(model, RG_OBJECT_KEY, key);
    snprintf(name, sizeof name, "%s/%s %s%s", folder, file, key < 0 ? "qpos0" : "key ", of_key);
    watch_start(t, sim, model, key, name);
  }
  rg_sim_free(sim);
  rg_model_free(model);
}

static int is_scene(const struct dirent *entry) {
  size_t length = strlen(entry->d_name);
  return strncmp(entry->d_name, "scene", 5) == 0 && length > 4 &&
         strcmp(entry->d_name + length - 4, ".xml") == 0;
}
static int is_shown(const struct dirent *entry) { return entry->d_name[0] != '.'; }

static void all_robots(void **state) {
  (void)state;
  struct dirent **folders, **files;
  tally t = {0};
  int count = scandir(ROBOTS, &folders, is_shown, alphasort);
  if (count < 0) {
    print_message("no robots in " RIGOR_SHARED_DATA ": skipped\n");
    skip();
  }
  for (int i = 0; i < count; i++) {
    char path[1024];
    snprintf(path, sizeof path, ROBOTS "/%s", folders[i]->d_name);
    int scenes = scandir(path, &files, is_scene, alphasort);
    for (int k = 0; k < scenes; k++) {
      watch_scene(&t, folders[i]->d_name, files[k]->d_name);
      free(files[k]);
    }
    if (scenes >= 0) free(files);
    free(folders[i]);
  }
  free(folders);
  print_message("%d starts, %ld steps, %d once more with half the step\n", t.starts, t.steps,
                t.halved);
  assert_true(t.starts > 20);
  assert_int_equal(t.missed, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(all_robots)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
