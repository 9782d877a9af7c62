/* The skin: within 1e-8 of the smaller shape's radius a distance counts as zero. A sphere over a floor, or over a
   larger sphere, at half and at twice that distance, apart and inside; targets as docs/stepping.md says. */
#include "step/simulate.h"

static const double RADIUS = 0.1, DT = 0.002, PUSH = 0.2;

/* a sphere of RADIUS over a plane at 0, or over the top of a sphere of radius 2 */
static scene sphere_over(int ball) {
  static const char *const floors[] = {"<geom type='plane' size='5 5 1'/>",
                                       "<geom type='sphere' size='2' pos='0 0 -2'/>"};
  char xml[1024];
  rg_error error;
  scene s = {0};
  memset(&error, 0, sizeof error);
  snprintf(xml, sizeof xml,
           "<mujoco><option timestep='0.002' gravity='0 0 -9.81'/><worldbody>%s"
           "<body pos='0 0 0.1'><freejoint/><geom type='sphere' size='0.1' mass='1'/></body>"
           "</worldbody></mujoco>",
           floors[ball]);
  if (rg_model_parse(&s.model, xml, strlen(xml), NULL, &error) != RG_OK)
    fail_msg("%s", error.reason);
  rg_sim_options options = scene_options(s.model);
  options.integrator = RG_EULER; /* contacts where the step begins */
  if (rg_sim_new(&s.sim, s.model, &options, &error) != RG_OK) fail_msg("%s", error.reason);
  return s;
}

/* the target of the contact in the first step from that gap and speed */
static double target_at(int ball, double gap, double speed) {
  const rg_step_contact *contact;
  scene s = sphere_over(ball);
  scene_qpos(&s)[2] = RADIUS + gap;
  scene_qvel(&s)[2] = speed;
  assert_int_equal(rg_step(s.sim), RG_SOLVED);
  assert_int_equal(rg_sim_contacts(s.sim, &contact), 1);
  assert_near("gap", contact->contact.gap, gap, 1e-15);
  double target = contact->target;
  scene_end(&s);
  return target;
}

static void targets(void **state) {
  (void)state;
  double skin = 1e-8 * RADIUS; /* the plane and the large sphere do not count */
  for (int ball = 0; ball < 2; ball++) {
    for (int sign = -1; sign <= 1; sign++) {
      assert_true(target_at(ball, sign * 0.5 * skin, 0) == 0);
      assert_true(target_at(ball, sign * 0.5 * skin, -1) == 0);
    }
    /* apart: it may close, no more; inside: parts, never faster than it came */
    assert_near("apart", target_at(ball, 2 * skin, 0), -2 * skin / DT, 1e-12);
    assert_near("apart, fast", target_at(ball, 2 * skin, -1), -2 * skin / DT, 1e-12);
    assert_near("inside, fast", target_at(ball, -2 * skin, -1), PUSH * 2 * skin / DT, 1e-12);
    assert_near("inside, slow", target_at(ball, -2 * skin, -1e-9), 1e-9, 1e-18);
    assert_true(target_at(ball, -2 * skin, 0) == 0);
  }
}

/* what lies within the skin stays there to the bit; what hangs above it comes down */
static void heights(void **state) {
  (void)state;
  static const double share[] = {0.5, -0.5, 2};
  for (int k = 0; k < 3; k++) {
    scene s = sphere_over(0);
    double height = RADIUS + share[k] * 1e-8 * RADIUS;
    scene_qpos(&s)[2] = height;
    for (int i = 0; i < 50; i++) assert_int_equal(rg_step(s.sim), RG_SOLVED);
    double now = scene_qpos(&s)[2];
    if (k < 2) assert_memory_equal(&now, &height, sizeof now);
    else assert_near("height", now, RADIUS, 0.5e-8 * RADIUS);
    scene_end(&s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(targets), cmocka_unit_test(heights)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
