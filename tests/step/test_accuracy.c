/* Steps that choose their own size against closed forms: a ball that bounces, a block that slides to rest, and
   what is asked for against what comes out. */
#include "step/simulate.h"

static rg_sim_options asking(const rg_model *model, double accuracy) {
  rg_sim_options options = scene_options(model);
  options.accuracy = accuracy;
  options.dt = 0.01;
  return options;
}

/* height after `t` of a ball dropped from `h` over the floor that leaves with e times its speed */
static double bounce_height(double h, double e, double t) {
  double fall = sqrt(2 * h / GRAVITY), v = GRAVITY * fall;
  if (t < fall) return h - GRAVITY * t * t / 2;
  for (t -= fall, v *= e; t > 2 * v / GRAVITY; v *= e) t -= 2 * v / GRAVITY;
  return v * t - GRAVITY * t * t / 2;
}

static double bounce_error(double accuracy) {
  rg_model *model = scene_parse(
      "<mujoco><option gravity='0 0 -9.81'/><worldbody><geom type='plane' size='5 5 1'/>"
      "<body pos='0 0 0.3'><freejoint/><geom size='0.1' mass='1'/></body></worldbody></mujoco>");
  rg_sim_options options = asking(model, accuracy);
  rg_error error;
  double worst = 0;
  scene s = {.model = model};
  options.restitution = 0.7;
  assert_int_equal(rg_sim_new(&s.sim, model, &options, &error), RG_OK);
  for (int k = 1; k <= 80; k++) {
    assert_int_equal(rg_step(s.sim), RG_SOLVED);
    worst = fmax(worst, fabs(scene_qpos(&s)[2] - 0.1 - bounce_height(0.2, 0.7, 0.01 * k)));
  }
  scene_end(&s);
  return worst;
}

static void bounces(void **state) {
  (void)state;
  for (double accuracy = 1e-3; accuracy > 5e-8; accuracy /= 100) {
    double error = bounce_error(accuracy);
    print_message("bounces: asked for %.0e m/s, off by %.2e m\n", accuracy, error);
    assert_at_most("error", error, accuracy);
  }
}

/* 5 m/s, mu 0.5: v^2 / (2 mu g) */
static void stops(void **state) {
  (void)state;
  rg_model *model = scene_model("thrown_block.xml");
  rg_sim_options options = asking(model, 1e-7);
  rg_model_free(model);
  scene s = scene_start("thrown_block.xml", "0", &options);
  for (int k = 0; k < 120; k++) assert_int_equal(rg_step(s.sim), RG_SOLVED);
  assert_at_most("speed", scene_speed(&s), 1e-12);
  assert_near("distance", scene_qpos(&s)[0], 25 / GRAVITY, 1e-7);
  scene_end(&s);
}

/* the same bits after a checkpoint is not asked here: test_checkpoint has it. The same twice is. */
static void same_twice(void **state) {
  (void)state;
  rg_model *model = scene_model("acc_cube.xml");
  rg_sim_options options = asking(model, 1e-5);
  rg_model_free(model);
  double q[2][7];
  for (int k = 0; k < 2; k++) {
    scene s = scene_start("acc_cube.xml", "spin", &options);
    for (int i = 0; i < 30; i++) assert_int_equal(rg_step(s.sim), RG_SOLVED);
    memcpy(q[k], scene_qpos(&s), sizeof q[k]);
    scene_end(&s);
  }
  assert_memory_equal(q[0], q[1], sizeof q[0]);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(bounces), cmocka_unit_test(stops),
                                     cmocka_unit_test(same_twice)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
