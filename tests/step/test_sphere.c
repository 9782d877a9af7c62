/* The sphere of Mylapilli & Jain 2017, sec. 6.1: m = R = 1, mu = 0.2, v = 2 m/s. It slides until
   2 v / (7 mu g) = 0.29125 s, then rolls at 5 v / 7 = 10/7 m/s. */
#include "step/simulate.h"

typedef struct journey {
  int rolls_at;              /* first step without slip */
  double vx_tenth, wy_tenth; /* at 0.1 s */
  double vx, wy;             /* at the end */
  double sideways;           /* largest |vy| */
  double hop;                /* largest height over the floor */
} journey;

static double slip(scene *s) {
  /* world angular velocity: the body frame turns with the sphere */
  rg_data *data = rg_sim_data(s->sim);
  rg_kinematics(s->model, data);
  const double *R = data->xmat + 9, *w = data->qvel + 3;
  double wx = R[0] * w[0] + R[1] * w[1] + R[2] * w[2];
  double wy = R[3] * w[0] + R[4] * w[1] + R[5] * w[2];
  return hypot(data->qvel[0] - wy, data->qvel[1] + wx);
}

static double spin_y(scene *s) {
  rg_data *data = rg_sim_data(s->sim);
  rg_kinematics(s->model, data);
  const double *R = data->xmat + 9, *w = data->qvel + 3;
  return R[3] * w[0] + R[4] * w[1] + R[5] * w[2];
}

static journey travel(const rg_sim_options *options) {
  journey j;
  memset(&j, 0, sizeof j);
  scene s = scene_start("acc_sphere.xml", "slide", options);
  for (int step = 1; step <= 600; step++) {
    assert_int_equal(rg_step(s.sim), RG_SOLVED);
    if (!j.rolls_at && slip(&s) < 1e-9) j.rolls_at = step;
    if (step == 100) j.vx_tenth = scene_qvel(&s)[0], j.wy_tenth = spin_y(&s);
    j.sideways = fmax(j.sideways, fabs(scene_qvel(&s)[1]));
    j.hop = fmax(j.hop, fabs(scene_qpos(&s)[2] - 1));
  }
  j.vx = scene_qvel(&s)[0];
  j.wy = spin_y(&s);
  scene_end(&s);
  return j;
}

static void exact_cone(void **state) {
  (void)state;
  journey j = travel(NULL);
  assert_int_equal(j.rolls_at, 292);
  assert_near("vx(0.1)", j.vx_tenth, 2 - 0.2 * GRAVITY * 0.1, 1e-9);
  assert_near("wy(0.1)", j.wy_tenth, 2.5 * 0.2 * GRAVITY * 0.1, 1e-9);
  assert_near("rolling speed", j.vx, 10. / 7, 1e-9);
  assert_near("rolling spin", j.wy, 10. / 7, 1e-9);
  assert_at_most("hop", j.hop, 1e-12);
  assert_at_most("sideways", j.sideways, 1e-12);
}

/* all integrators agree: the floor is flat, the ball is round */
static void every_integrator(void **state) {
  (void)state;
  rg_model *model = scene_model("acc_sphere.xml");
  for (int k = RG_EULER; k <= RG_IMPLICIT_MOREAU; k++) {
    rg_sim_options options = scene_options(model);
    options.integrator = (rg_integrator)k;
    journey j = travel(&options);
    assert_in_range(j.rolls_at, 291, 293);
    assert_near("rolling speed", j.vx, 10. / 7, 1e-6);
    assert_at_most("hop", j.hop, 1e-9);
  }
  rg_model_free(model);
}

/* four directions, the first at `angle` from the world's x axis */
static journey pyramid(double angle, int aligned) {
  rg_model *model = scene_model("acc_sphere.xml");
  rg_sim_options options = scene_options(model);
  rg_model_free(model);
  options.solve.law.law = RG_LAW_PYRAMID;
  options.solve.law.directions = 4;
  options.solve.law.aligned = aligned;
  options.solve.law.angle = aligned ? 0 : floor_angle("acc_sphere.xml", angle);
  return travel(&options);
}

static void aligned_pyramid_is_right(void **state) {
  (void)state;
  journey j = pyramid(0, 1);
  assert_int_equal(j.rolls_at, 292);
  assert_near("vx(0.1)", j.vx_tenth, 1.8038, 1e-8);
  assert_near("rolling speed", j.vx, 10. / 7, 1e-8);
}

/* turned by 45 degrees the square reaches only mu / sqrt(2) along the slip: sliding ends at
   2 sqrt(2) v / (7 mu g) = 0.41189 s instead, and nothing goes sideways */
static void turned_by_45_degrees_is_wrong(void **state) {
  (void)state;
  journey j = pyramid(PI / 4, 0);
  assert_int_equal(j.rolls_at, 412);
  assert_near("vx(0.1)", j.vx_tenth, 2 - 0.2 * GRAVITY * 0.1 / sqrt(2), 1e-8);
  assert_at_most("sideways", j.sideways, 1e-8);
}

/* at 30 degrees it goes sideways too: up to 0.104 m/s, until 0.398 s */
static void turned_by_30_degrees_goes_sideways(void **state) {
  (void)state;
  journey j = pyramid(PI / 6, 0);
  assert_near("sideways", j.sideways, 0.104, 1e-3);
  assert_near("end of sliding", j.rolls_at * 1e-3, 0.398, 1.5e-3);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(exact_cone),
      cmocka_unit_test(every_integrator),
      cmocka_unit_test(aligned_pyramid_is_right),
      cmocka_unit_test(turned_by_45_degrees_is_wrong),
      cmocka_unit_test(turned_by_30_degrees_goes_sideways),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
