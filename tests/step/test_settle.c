/* Positions that are made consistent before the start: out of overlaps by as little as possible in the metric of the masses,
   velocities as they were. */
#include "step/simulate.h"

#include "base/random.h"

static double uniform(double low, double high) {
  static uint64_t seed = 17;
  return low + (high - low) * rg_random(&seed);
}

static rg_sim *sim_of(rg_model *model) {
  rg_sim_options options = scene_options(model);
  rg_sim *sim = NULL;
  rg_error error;
  if (rg_sim_new(&sim, model, &options, &error) != RG_OK) fail_msg("%s", error.reason);
  return sim;
}

/* settles, and sees to it that nothing is left and that no velocity changed */
static void settle(rg_sim *sim) {
  rg_misplaced left;
  rg_error error;
  const rg_model *model = rg_sim_model(sim);
  rg_data *data = rg_sim_data(sim);
  for (int i = 0; i < model->nv; i++) data->qvel[i] = 0.1 * (i + 1);
  assert_int_equal(rg_sim_settle(sim, &left, &error), RG_OK);
  for (int i = 0; i < model->nv; i++) assert_true(data->qvel[i] == 0.1 * (i + 1));
  assert_at_most("overlap", left.overlap, 1e-9);
  assert_at_most("limit", left.limit, 1e-9);
  assert_at_most("loops", left.loops, 1e-9);
}

/* a box in the floor rises by its depth and does nothing else */
static void box_in_the_floor(void **state) {
  (void)state;
  rg_model *model = scene_parse(
      "<mujoco><worldbody><geom name='floor' type='plane' size='5 5 1'/>"
      "<body pos='0.3 -0.2 0.08'><freejoint/><geom name='box' type='box' size='0.1 0.2 0.1'/>"
      "</body></worldbody></mujoco>");
  rg_sim *sim = sim_of(model);
  rg_misplaced start = rg_sim_misplaced(sim);
  assert_at_most("depth", fabs(start.overlap - 0.02), 1e-12);
  assert_int_equal(start.geom[0] + start.geom[1], 1);
  settle(sim);
  const double expected[7] = {0.3, -0.2, 0.1, 1, 0, 0, 0};
  for (int i = 0; i < 7; i++)
    assert_at_most("pose", fabs(rg_sim_data(sim)->qpos[i] - expected[i]), 1e-9);
  rg_sim_free(sim);
  rg_model_free(model);
}

/* two boxes without a floor part in inverse proportion to their masses */
static void boxes_part_by_mass(void **state) {
  (void)state;
  for (int k = 0; k < 20; k++) {
    double m1 = uniform(0.1, 10), m2 = uniform(0.1, 10), depth = uniform(0.001, 0.05);
    char text[1024];
    snprintf(text, sizeof text,
             "<mujoco><option gravity='0 0 0'/><worldbody><body><freejoint/>"
             "<geom type='box' size='0.1 0.1 0.1' mass='%.17g'/></body><body pos='%.17g 0 "
             "0'><freejoint/>"
             "<geom type='box' size='0.1 0.1 0.1' mass='%.17g'/></body></worldbody></mujoco>",
             m1, 0.2 - depth, m2);
    rg_model *model = scene_parse(text);
    rg_sim *sim = sim_of(model);
    settle(sim);
    const double *q = rg_sim_data(sim)->qpos;
    assert_at_most("first", fabs(q[0] + depth * m2 / (m1 + m2)), 1e-9);
    assert_at_most("second", fabs(q[7] - (0.2 - depth + depth * m1 / (m1 + m2))), 1e-9);
    rg_sim_free(sim);
    rg_model_free(model);
  }
}

/* a stack on the floor, every box a random way in the one below: each is lifted onto the next */
static void stacks_are_lifted(void **state) {
  (void)state;
  for (int k = 0; k < 10; k++) {
    char text[4096];
    int n = 2 + k % 5, used = 0;
    double z = 0.1;
    used = snprintf(text, sizeof text, "<mujoco><worldbody><geom type='plane' size='5 5 1'/>");
    for (int i = 0; i < n; i++) {
      z -= uniform(0.001, 0.03);
      used += snprintf(text + used, sizeof text - (size_t)used,
                       "<body pos='0 0 %.17g'><freejoint/><geom type='box' size='0.1 0.1 0.1' "
                       "mass='%.17g'/></body>",
                       z, uniform(0.5, 5));
      z += 0.2;
    }
    snprintf(text + used, sizeof text - (size_t)used, "</worldbody></mujoco>");
    rg_model *model = scene_parse(text);
    rg_sim *sim = sim_of(model);
    settle(sim);
    for (int i = 0; i < n; i++)
      assert_at_most("height", fabs(rg_sim_data(sim)->qpos[7 * i + 2] - (0.1 + 0.2 * i)), 1e-8);
    rg_sim_free(sim);
    rg_model_free(model);
  }
}

/* a hinge beyond its range is brought to its end; one within stays */
static void joints_return(void **state) {
  (void)state;
  rg_model *model =
      scene_parse("<mujoco><compiler angle='radian'/><worldbody><body><joint type='hinge' axis='0 "
                  "1 0' limited='true' "
                  "range='0.5 1'/><geom type='sphere' size='0.1' pos='0.3 0 0'/></body>"
                  "<body pos='0 5 0'><joint type='slide' limited='true' range='-1 1'/><geom "
                  "type='sphere' size='0.1'/>"
                  "</body></worldbody></mujoco>");
  rg_sim *sim = sim_of(model);
  settle(sim);
  assert_at_most("hinge", fabs(rg_sim_data(sim)->qpos[0] - 0.5), 1e-9);
  assert_at_most("slide", fabs(rg_sim_data(sim)->qpos[1]), 1e-12);
  rg_sim_free(sim);
  rg_model_free(model);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(box_in_the_floor), cmocka_unit_test(boxes_part_by_mass),
      cmocka_unit_test(stacks_are_lifted), cmocka_unit_test(joints_return)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
