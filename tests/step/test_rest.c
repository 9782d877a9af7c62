/* Rest: what stands stays, at 0 m/s, for a minute. */
#include "step/simulate.h"

/* box on a slope under the critical angle atan(0.5) = 26.565 degrees */
static void rest_on_slope(const char *file) {
  scene s = scene_start(file, NULL, NULL);
  double start[7];
  memcpy(start, scene_qpos(&s), sizeof start);
  long steps = lround(seconds_of(60, 60) / 1e-3);
  double fastest = 0;
  for (long i = 0; i < steps; i++) {
    assert_int_equal(rg_step(s.sim), RG_SOLVED);
    fastest = fmax(fastest, scene_speed(&s));
  }
  double drift = 0;
  for (int i = 0; i < 7; i++) drift = fmax(drift, fabs(scene_qpos(&s)[i] - start[i]));
  print_message("%s: fastest %.3g m/s, drift %.3g m\n", file, fastest, drift);
  assert_at_most("speed", fastest, 1e-12);
  assert_at_most("drift", drift, 1e-9);
  scene_end(&s);
}

static void slope_25(void **state) {
  (void)state;
  rest_on_slope("incline_25.xml");
}

static void slope_26_5(void **state) {
  (void)state;
  rest_on_slope("incline_26_5.xml");
}

/* just over it: the box slides down with g (sin a - mu cos a) */
static void slope_26_6(void **state) {
  (void)state;
  scene s = scene_start("incline_26_6.xml", NULL, NULL);
  double start[3], a = 26.6 * PI / 180, wanted = GRAVITY * (sin(a) - 0.5 * cos(a));
  memcpy(start, scene_qpos(&s), sizeof start);
  scene_run(&s, 1);
  double *v = scene_qvel(&s), *q = scene_qpos(&s);
  assert_near("speed down the slope", v[0] * cos(a) - v[2] * sin(a), wanted, 1e-9);
  assert_near("speed off the slope", v[0] * sin(a) + v[2] * cos(a), 0, 1e-9);
  assert_near("speed across", v[1], 0, 1e-9);
  double path = (q[0] - start[0]) * cos(a) - (q[2] - start[2]) * sin(a);
  assert_near("way", path, wanted / 2, 1e-9);
  scene_end(&s);
}

/* a cube on the floor does not sink */
static void cube_does_not_sink(void **state) {
  (void)state;
  scene s = scene_start("acc_cube.xml", NULL, NULL);
  scene_run(&s, seconds_of(60, 60));
  double depth = rg_sim_penetration(s.sim);
  print_message("cube: penetration %.3g m, height off by %.3g m, speed %.3g m/s\n", depth,
                scene_qpos(&s)[2] - 0.5, scene_speed(&s));
  assert_at_most("penetration", depth, 1e-9);
  assert_near("height", scene_qpos(&s)[2], 0.5, 1e-9);
  assert_at_most("speed", scene_speed(&s), 1e-12);
  scene_end(&s);
}

/* the same from a start that overlaps by 1 mm: it comes out, and never faster than rest */
static void overlap_does_not_grow(void **state) {
  (void)state;
  scene s = scene_start("acc_cube.xml", NULL, NULL);
  scene_qpos(&s)[2] = 0.499;
  run_watch watch = scene_run(&s, 1);
  assert_at_most("penetration", watch.penetration, 1e-3 + 1e-12);
  assert_at_most("energy gained in a step", watch.energy_gain, 1e-12);
  scene_end(&s);
}

static void stands(const char *file, double seconds) {
  scene s = scene_start(file, NULL, NULL);
  int nq = s.model->nq;
  double *start = malloc((size_t)nq * sizeof(double)), moved = 0;
  memcpy(start, scene_qpos(&s), (size_t)nq * sizeof(double));
  run_watch watch = scene_run(&s, seconds);
  for (int i = 0; i < nq; i++) moved = fmax(moved, fabs(scene_qpos(&s)[i] - start[i]));
  free(start);
  print_message("%s: %g s, natural map %.3g, moved %.3g, penetration %.3g m, speed %.3g m/s\n",
                file, seconds, watch.natural_map, moved, watch.penetration, scene_speed(&s));
  assert_at_most("natural map, relative", watch.natural_map, 1e-10);
  assert_at_most("way from the start", moved, 1e-9);
  assert_at_most("penetration", watch.penetration, 1e-9);
  scene_end(&s);
}

static void stack_of_ten(void **state) {
  (void)state;
  stands("stack10.xml", seconds_of(60, 8));
}

static void heavy_on_light(void **state) {
  (void)state;
  stands("heavy_on_light.xml", seconds_of(60, 60));
}

/* Todorov's five balls: one step stops them all */
static void five_balls(void **state) {
  (void)state;
  scene s = scene_start("ball_stack.xml", "falling", NULL);
  assert_int_equal(rg_step(s.sim), RG_SOLVED);
  assert_at_most("speed after the impact", scene_speed(&s), 1e-9);
  const rg_step_contact *contact;
  assert_int_equal(rg_sim_contacts(s.sim, &contact), 5);
  /* k balls above stop: impulse k (1 m/s + g dt), for the contact under them */
  for (int c = 0; c < 5; c++) {
    int lowest = contact[c].contact.body1 > contact[c].contact.body2 ? contact[c].contact.body1
                                                                     : contact[c].contact.body2;
    assert_near("impulse", contact[c].impulse[0], (6 - lowest) * (1 + GRAVITY * 1e-3), 1e-8);
  }
  scene_end(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(slope_25),
      cmocka_unit_test(slope_26_5),
      cmocka_unit_test(slope_26_6),
      cmocka_unit_test(cube_does_not_sink),
      cmocka_unit_test(overlap_does_not_grow),
      cmocka_unit_test(stack_of_ten),
      cmocka_unit_test(heavy_on_light),
      cmocka_unit_test(five_balls),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
