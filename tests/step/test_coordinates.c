/* Minimal, redundant and embedded coordinates are three views of one problem: the same motion. */
#include "step/simulate.h"

static void same_motion(const char *file, const char *key, double seconds, double tolerance,
                        int embedded, rg_integrator integrator) {
  rg_model *model = scene_model(file);
  rg_sim_options options = scene_options(model);
  options.integrator = integrator;
  scene s[3];
  int count = embedded ? 3 : 2;
  for (int c = 0; c < count; c++) {
    options.coordinates = (rg_coordinates)c;
    s[c] = scene_start(file, key, &options);
  }
  double worst = 0;
  int contacts = 0;
  long steps = lround(seconds / (SANITIZED ? 4 : 1) / rg_sim_used_options(s[0].sim)->dt);
  for (long i = 0; i < steps; i++) {
    for (int c = 0; c < count; c++) {
      if (rg_step(s[c].sim) != RG_SOLVED)
        fail_msg("%s, %s, step %ld: %s", file, rg_coordinates_name((rg_coordinates)c), i,
                 rg_sim_report(s[c].sim)->reason);
      if (rg_sim_report(s[c].sim)->contacts > contacts)
        contacts = rg_sim_report(s[c].sim)->contacts;
      for (int k = 0; k < model->nq; k++)
        worst = fmax(worst, fabs(scene_qpos(&s[c])[k] - scene_qpos(&s[0])[k]));
    }
  }
  print_message("%s, %s: %g s, %d coordinates, %d contacts: %.3g apart\n", file,
                rg_integrator_name(integrator), seconds, count, contacts, worst);
  assert_at_most("apart", worst, tolerance);
  for (int c = 0; c < count; c++) scene_end(&s[c]);
  rg_model_free(model);
}

static void pendulum(void **state) {
  (void)state;
  same_motion("pend12_pin_mid.xml", "init", 1, 1e-6, 1, RG_EULER);
  same_motion("pend12_pin_mid.xml", "init", 1, 1e-6, 1, RG_MOREAU);
  same_motion("pend12_ball.xml", "init", 0.5, 1e-6, 1, RG_EULER);
}

static void free_bodies(void **state) {
  (void)state;
  same_motion("acc_cube.xml", "spin", 1, 1e-6, 1, RG_EULER);
  same_motion("acc_sphere.xml", "slide", 1, 1e-6, 1, RG_EULER);
  same_motion("dzhanibekov.xml", "spin", 1, 1e-6, 1, RG_EULER);
  same_motion("rocking_block.xml", "tilted", 1, 1e-6, 1, RG_EULER);
}

static void mechanisms(void **state) {
  (void)state;
  same_motion("four_bar_foot.xml", "stand", 1, 1e-6, 1, RG_EULER);
  same_motion("four_bar.xml", NULL, 1, 1e-6, 1, RG_EULER);
  same_motion("slider_crank.xml", NULL, 1, 1e-6, 1, RG_EULER);
  same_motion("stewart_platform.xml", NULL, 0.5, 1e-6, 1, RG_EULER);
}

static void machines(void **state) {
  (void)state;
  same_motion("quadruped.xml", "stand", 1, 1e-6, 1, RG_EULER);
  same_motion("gripper.xml", "hold", 1, 1e-6, 1, RG_EULER);
  same_motion("grasp.xml", "hold", 0.5, 1e-6, 1, RG_EULER);
  same_motion("moving_wall.xml", "falling", 5, 1e-6, 1, RG_EULER);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(pendulum), cmocka_unit_test(free_bodies),
                                     cmocka_unit_test(mechanisms), cmocka_unit_test(machines)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
