/* Things that are moved: belts, prescribed motion, drives that are too weak. */
#include "step/simulate.h"

/* a box laid on a belt slips until t = v / (mu g), then rides with it */
static void conveyor(void **state) {
  (void)state;
  scene s = scene_start("conveyor.xml", NULL, NULL);
  double dt = 1e-3, rides = 1 / (0.5 * GRAVITY);
  for (int step = 1; step <= 1000; step++) {
    assert_int_equal(rg_step(s.sim), RG_SOLVED);
    double t = step * dt;
    assert_near("speed", scene_qvel(&s)[0], t < rides ? 0.5 * GRAVITY * t : 1, 1e-9);
  }
  /* way: 1/2 v t while it slips, up to a step; then v t */
  assert_near("way", scene_qpos(&s)[0] + 1, rides / 2 + (1 - rides), 1e-3);
  assert_near("height", scene_qpos(&s)[2], 0.1, 1e-9);
  const rg_step_contact *contact;
  int count = rg_sim_contacts(s.sim, &contact);
  for (int k = 0; k < count; k++) {
    assert_int_equal(contact[k].mode, RG_MODE_STICK);
    for (int i = 0; i < 3; i++)
      assert_near("velocity against the belt", contact[k].velocity[i], 0, 1e-9);
  }
  scene_end(&s);
}

/* the same through the array: across, and stopped again */
static void belt_by_hand(void **state) {
  (void)state;
  scene s = scene_start("conveyor.xml", NULL, NULL);
  double *surface = rg_sim_surface(s.sim) + 3 * rg_model_find(s.model, RG_OBJECT_GEOM, "belt");
  assert_near("speed of the belt", surface[0], 1, 0);
  surface[0] = 0;
  surface[1] = -0.2;
  scene_run(&s, 0.5);
  assert_near("along", scene_qvel(&s)[0], 0, 1e-9);
  assert_near("across", scene_qvel(&s)[1], -0.2, 1e-9);
  surface[1] = 0;
  scene_run(&s, 0.5);
  assert_near("stopped", scene_speed(&s), 0, 1e-9);
  scene_end(&s);
}

/* surfacevel: on a belt of such a speed a box rides with it, and no face of the box is lifted by what points along the
   normal; on a turntable it goes round as the table does, w x r, and turns about itself with w; a disc that turns against
   the table and on a body that moves */
static void surfaces_of_the_model(void **state) {
  (void)state;
  static const char xml[] =
      "<mujoco><option timestep='0.001'/><worldbody>"
      "<geom name='belt' type='box' size='9 1 .1' pos='0 0 -.1' euler='0 0 90' surfacevel='0 -.5 "
      "7'/>"
      "<geom name='table' type='cylinder' size='2 .1' pos='10 0 -.1' surfacevel='0 0 0 0 0 .8'/>"
      "<body name='ride' pos='0 0 .1'><freejoint/><geom type='box' size='.1 .1 .1'/></body>"
      "<body name='turn' pos='11 0 .02'><freejoint/><geom type='box' size='.02 .02 .02'/></body>"
      "<body name='car' pos='0 20 .2'><joint type='slide' axis='1 0 0'/>"
      "<geom type='box' size='1 1 .1' mass='9' surfacevel='.3'/></body>"
      "<body name='load' pos='0 20 .4'><freejoint/><geom type='box' size='.1 .1 .1' "
      "mass='1'/></body>"
      "</worldbody></mujoco>";
  scene s = {NULL, NULL};
  rg_error error;
  if (rg_model_parse(&s.model, xml, sizeof xml - 1, NULL, &error)) fail_msg("%s", error.reason);
  assert_int_equal(rg_sim_new(&s.sim, s.model, NULL, &error), RG_OK);
  for (int k = 0; k < 2000; k++) assert_int_equal(rg_step(s.sim), RG_SOLVED);
  const double *v = scene_qvel(&s), *q = scene_qpos(&s);
  // the belt's y axis is -x of the world
  assert_near("ride", v[0], 0.5, 1e-9);
  assert_near("ride across", v[1], 0, 1e-9);
  assert_near("ride up", q[2], 0.1, 1e-9);
  // about the axis of the table, at the radius at which it was laid down but for the slip at the start
  double x = q[7] - 10, y = q[8], r = hypot(x, y);
  assert_near("round x", v[6], -0.8 * y, 1e-3);
  assert_near("round y", v[7], 0.8 * x, 1e-3);
  assert_near("spin", v[11], 0.8, 1e-3);
  assert_true(r > 0.99 && r < 1.1 && q[9] < 0.021);
  // momentum of car and load along x stays 0, and the load goes .3 m/s faster than the car
  assert_near("against the car", v[13] - v[12], 0.3, 1e-9);
  assert_near("momentum", 9 * v[12] + v[13], 0, 1e-9);
  scene_end(&s);
}

/* Trinkle's notes, pages 3 and 10-12: step 1 s, g = 1, q = 1, v = -4. Loads, velocities, gaps by hand. */
static void particle(double wall, const double load[3], const double velocity[3]) {
  rg_sim_options options = scene_rule("moving_wall.xml", RG_EULER); /* as the notes have it */
  scene s = scene_start("moving_wall.xml", "falling", &options);
  rg_sim_drive_velocity(s.sim)[0] = wall;
  scene_qvel(&s)[0] = wall;
  for (int k = 0; k < 3; k++) {
    assert_int_equal(rg_step(s.sim), RG_SOLVED);
    const rg_step_contact *contact;
    int count = rg_sim_contacts(s.sim, &contact);
    double sum = 0;
    for (int c = 0; c < count; c++) sum += contact[c].impulse[0];
    assert_near("impulse on the particle", sum, load[k], 1e-8);
    assert_near("velocity of the particle", scene_qvel(&s)[1], velocity[k], 1e-8);
    assert_near("velocity of the wall", scene_qvel(&s)[0], wall, 1e-8);
    /* both start at 0: the particle 1 m over the wall */
    assert_near("gap", scene_qpos(&s)[1] + 1 - scene_qpos(&s)[0], 0, 1e-8);
  }
  scene_end(&s);
}

static void trinkle_still_wall(void **state) {
  (void)state;
  const double load[3] = {4, 2, 1}, velocity[3] = {-1, 0, 0};
  particle(0, load, velocity);
}

static void trinkle_moving_wall(void **state) {
  (void)state;
  const double load[3] = {4.5, 2, 1}, velocity[3] = {-0.5, 0.5, 0.5};
  particle(0.5, load, velocity);
}

/* a drive of 0.25 N cannot hold a wall of 1 N: v = 0.5 - 1 + 0.25; one of 1.25 N can */
static void weak_drive(void **state) {
  (void)state;
  scene s = scene_start("moving_wall.xml", "falling", NULL);
  scene_qpos(&s)[1] = 1000;
  rg_sim_drive_limit(s.sim)[0] = 0.25;
  assert_int_equal(rg_step(s.sim), RG_SOLVED);
  assert_near("velocity of the wall", scene_qvel(&s)[0], -0.25, 1e-9);
  rg_sim_drive_limit(s.sim)[0] = 1.25;
  /* 0.25 a step more than the weight: -0.25, 0, 0.25, 0.5, 0.5 */
  const double wanted[] = {0, 0.25, 0.5, 0.5};
  for (int k = 0; k < 4; k++) {
    assert_int_equal(rg_step(s.sim), RG_SOLVED);
    assert_near("velocity of the wall", scene_qvel(&s)[0], wanted[k], 1e-9);
  }
  rg_sim_drive_limit(s.sim)[0] = 0;
  assert_int_equal(rg_step(s.sim), RG_SOLVED);
  assert_near("let go", scene_qvel(&s)[0], -0.5, 1e-9);
  scene_end(&s);
}

/* a box that slides and spins on a floor which is held by a drive: what the floor weighs does not matter, it is as if
   the floor were the world */
static void prescribed_floor(void **state) {
  (void)state;
  static const char *const floors[] = {"",
                                       "<joint name='z' type='slide' axis='0 0 1'/><inertial "
                                       "pos='0 0 0' mass='1' diaginertia='1 1 1'/>",
                                       "<joint name='z' type='slide' axis='0 0 1'/><inertial "
                                       "pos='0 0 0' mass='1e6' diaginertia='1 1 1'/>"};
  double still[7] = {0};
  for (int k = 0; k < 3; k++) {
    char xml[1024];
    rg_error error;
    memset(&error, 0, sizeof error);
    snprintf(xml, sizeof xml,
             "<mujoco><option gravity='0 0 -9.81'/><default><geom friction='0.4 0 "
             "0'/></default>%s<worldbody><body>%s"
             "<geom type='box' size='5 5 1' pos='0 0 -1'/></body><body pos='0 0 .1'><freejoint/>"
             "<geom type='box' size='.1 .1 .1' mass='1'/></body></worldbody></mujoco>",
             k ? "<custom><numeric name='rigor.drive:z' data='0'/></custom>" : "", floors[k]);
    scene s = {scene_parse(xml), NULL};
    rg_sim_options options = scene_options(s.model);
    if (rg_sim_new(&s.sim, s.model, &options, &error) != RG_OK) fail_msg("%s", error.reason);
    double *v = scene_qvel(&s) + (k > 0), *q = scene_qpos(&s) + (k > 0);
    v[0] = 1.2, v[1] = 0.4, v[5] = 6;
    scene_run(&s, 1);
    if (k == 0) memcpy(still, q, sizeof still);
    for (int i = 0; i < 7; i++) assert_near("pose", q[i], still[i], 1e-8);
    scene_end(&s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(conveyor),
      cmocka_unit_test(belt_by_hand),
      cmocka_unit_test(trinkle_still_wall),
      cmocka_unit_test(trinkle_moving_wall),
      cmocka_unit_test(surfaces_of_the_model),
      cmocka_unit_test(weak_drive),
      cmocka_unit_test(prescribed_floor),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
