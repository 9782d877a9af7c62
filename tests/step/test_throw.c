/* A block thrown along the floor stops after v^2 / (2 mu g) whatever the direction: friction has no
   favourite axes. */
#include "step/simulate.h"

/* distance, and how far the path bends and the block turns */
static double throw_block(const char *key, const rg_sim_options *options, double *bend) {
  scene s = scene_start("thrown_block.xml", key, options);
  double direction[2] = {scene_qvel(&s)[0] / 5, scene_qvel(&s)[1] / 5};
  for (int step = 0; step < 3000 && scene_speed(&s) > 1e-12; step++)
    assert_int_equal(rg_step(s.sim), RG_SOLVED);
  const double *q = scene_qpos(&s);
  double along = q[0] * direction[0] + q[1] * direction[1];
  double across = fabs(q[1] * direction[0] - q[0] * direction[1]);
  double turned = 2 * sqrt(q[4] * q[4] + q[5] * q[5] + q[6] * q[6]);
  *bend = fmax(across, fmax(turned, fabs(q[2] - 0.1)));
  assert_at_most("speed", scene_speed(&s), 1e-12);
  scene_end(&s);
  return along;
}

static void sixteen_directions(void **state) {
  (void)state;
  double least = HUGE_VAL, most = 0, worst = 0;
  for (int k = 0; k < 16; k++) {
    char key[16];
    double bend;
    snprintf(key, sizeof key, "%g", 22.5 * k);
    double distance = throw_block(key, NULL, &bend);
    least = fmin(least, distance);
    most = fmax(most, distance);
    worst = fmax(worst, bend);
  }
  print_message("%.12f to %.12f m, off the line by %.2g\n", least, most, worst);
  assert_at_most("spread of the distances", most - least, 1e-9);
  assert_at_most("off the line", worst, 1e-9);
  assert_near("distance", most, 25 / (2 * 0.5 * GRAVITY), 0.5 * GRAVITY * 1e-6);
}

/* semi-implicit Euler, exactly: v falls by mu g dt a step, the way is the sum of the new velocities */
static void distance_of_the_scheme(void **state) {
  (void)state;
  rg_sim_options options = scene_rule("thrown_block.xml", RG_EULER);
  double bend, distance = throw_block("0", &options, &bend), v = 5, sum = 0;
  while ((v = fmax(0, v - 0.5 * GRAVITY * 1e-3)) > 0) sum += v * 1e-3;
  assert_near("distance", distance, sum, 1e-9);
}

/* the midpoint rule: v^2 / (2 mu g) but for the last step, in which it stops somewhere */
static void distance(void **state) {
  (void)state;
  double bend;
  assert_near("distance", throw_block("0", NULL, &bend), 25 / (2 * 0.5 * GRAVITY),
              0.5 * GRAVITY * 1e-6);
}

/* a pyramid of four directions along the axes does have favourites: 2.546 to 3.602 m */
static void pyramid_has_favourites(void **state) {
  (void)state;
  rg_model *model = scene_model("thrown_block.xml");
  rg_sim_options options = scene_options(model);
  rg_model_free(model);
  options.solve.law.law = RG_LAW_PYRAMID;
  options.solve.law.directions = 4;
  options.solve.law.aligned = 0;
  options.solve.law.angle = floor_angle("thrown_block.xml", 0);
  double bend, straight = throw_block("0", &options, &bend);
  double diagonal = throw_block("45", &options, &bend);
  assert_near("longest over shortest", fmax(straight, diagonal) / fmin(straight, diagonal), sqrt(2),
              0.01);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sixteen_directions),
      cmocka_unit_test(distance_of_the_scheme),
      cmocka_unit_test(distance),
      cmocka_unit_test(pyramid_has_favourites),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
