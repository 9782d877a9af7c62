/* What sensors read after a step: rigid contacts have closed solutions, and where nothing touches
   MuJoCo's numbers are the mark. */
#include "step/simulate.h"

static scene scene_of(const char *body, const rg_sim_options *options) {
  char xml[4096];
  int size = snprintf(xml, sizeof xml, "<mujoco>%s</mujoco>", body);
  scene s = {NULL, NULL};
  rg_error error;
  memset(&error, 0, sizeof error);
  if (rg_model_parse(&s.model, xml, (size_t)size, NULL, &error)) fail_msg("%s", error.reason);
  if (rg_sim_new(&s.sim, s.model, options, &error)) fail_msg("%s", error.reason);
  return s;
}

static const double *step(scene *s) {
  if (rg_step(s->sim)) fail_msg("%s", rg_sim_report(s->sim)->reason);
  return rg_sim_data(s->sim)->sensordata;
}

/* A box at rest on another: touch is the load of the body, the accelerometer reads +g, and the force
   through the joint of the lower one, which the floor does not carry, both weights. */
static void box_at_rest(void **state) {
  (void)state;
  static const char *const xml =
      "<option timestep='0.001' gravity='0 0 -9.81'/><worldbody>"
      "<body pos='0 0 1'><geom type='box' size='.5 .5 .1' mass='4'/><site name='shelf' size='1'/></body>"
      "<body pos='0 0 1.2'><freejoint/><geom type='box' size='.1 .1 .1' mass='2'/><site size='1' "
      "name='box'/></body>"
      "</worldbody><sensor><touch site='box'/><touch site='shelf'/><accelerometer site='box'/>"
      "<force site='shelf'/><torque site='shelf'/><force site='box'/></sensor>";
  for (int c = 0; c < 3; c++)
    for (int rule = RG_EULER; rule <= RG_IMPLICIT_MOREAU; rule++) {
      rg_sim_options options = rg_sim_options_default();
      options.coordinates = (rg_coordinates)c;
      options.integrator = (rg_integrator)rule;
      scene s = scene_of(xml, &options);
      scene_qpos(&s)[0] = 0.3; /* off the middle: a moment on the shelf */
      const double *read = NULL;
      for (int k = 0; k < 3; k++) read = step(&s);
      const double wanted[] = {2 * GRAVITY, 2 * GRAVITY,        0, 0, GRAVITY, 0, 0, 6 * GRAVITY,
                               0,           -0.3 * 2 * GRAVITY, 0, 0, 0,       0};
      for (int k = 0; k < 14; k++) assert_near("reading", read[k], wanted[k], 1e-6);
      scene_end(&s);
    }
}

/* a pendulum let go at 90 degrees: at its tip the accelerometer reads 0 across (the rod falls with
   3/2 g at the tip, along the field: 1.5 g - g = 0.5 g), and the pivot carries m g / 4 */
static void pendulum(void **state) {
  (void)state;
  static const char *const xml =
      "<option timestep='1e-6' gravity='0 0 -9.81'/><worldbody>"
      "<body pos='0 0 1'><joint axis='0 1 0'/>"
      "<inertial pos='.5 0 0' mass='3' diaginertia='1e-9 .25 .25'/>"
      "<site name='pivot'/><site name='tip' pos='1 0 0'/></body></worldbody>"
      "<sensor><accelerometer site='tip'/><force site='pivot'/></sensor>";
  scene s = scene_of(xml, NULL);
  const double *read = step(&s);
  const double wanted[] = {0, 0, -0.5 * GRAVITY, 0, 0, 3 * GRAVITY / 4};
  for (int k = 0; k < 6; k++) assert_near("reading", read[k], wanted[k], 1e-3);
  scene_end(&s);
}

/* a bar on a hinge whose other end is held by a connection or a weld to the world: a connection
   leaves each end half of the weight; a weld holds all that the hinge could */
static void held_at_both_ends(void **state) {
  (void)state;
  static const char *const xml =
      "<option timestep='0.001' gravity='0 0 -9.81'/><worldbody>"
      "<body name='bar' pos='0 0 1'><joint axis='0 1 0'/>"
      "<geom type='capsule' fromto='0 0 0 1 0 0' size='.02' mass='3'/><site name='pivot'/></body>"
      "</worldbody><equality><%s/></equality>"
      "<sensor><force site='pivot'/><torque site='pivot'/></sensor>";
  for (int c = RG_MINIMAL; c <= RG_REDUNDANT; c++) {
    rg_sim_options options = rg_sim_options_default();
    options.coordinates = (rg_coordinates)c;
    char text[1024];
    snprintf(text, sizeof text, xml, "connect body1='bar' anchor='1 0 0'");
    scene s = scene_of(text, &options);
    const double *read = step(&s), wanted[] = {0, 0, 1.5 * GRAVITY, 0, 0, 0};
    for (int k = 0; k < 6; k++) assert_near("connect", read[k], wanted[k], 1e-6);
    scene_end(&s);

    /* the hinge's torque about y is none; what the weld leaves is the solver's choice otherwise */
    snprintf(text, sizeof text, xml, "weld body1='bar'");
    scene w = scene_of(text, &options);
    read = step(&w);
    assert_near("weld: torque about the hinge", read[4], 0, 1e-6);
    scene_end(&w);
  }
}

/* a bar that lies on the lower limit of its hinge, m g l / 2; a weight on a string, m g; a ring of bars beside them, whose loop is
   projected after the step; and a joint that is free of its limits */
static void limits_at_rest(void **state) {
  (void)state;
  static const char *const xml =
      "<compiler angle='radian'/><option timestep='0.001' gravity='0 0 -9.81'/><worldbody><site "
      "name='hook' pos='5 0 3'/>"
      "<body pos='0 0 1'><joint name='lies' axis='0 -1 0' range='0 1'/><geom type='capsule' "
      "fromto='0 0 0 1 0 0' "
      "size='.02' mass='3' contype='0' conaffinity='0'/></body>"
      "<body pos='0 3 1'><joint name='held' axis='0 1 0' range='-1 0'/><geom type='capsule' "
      "fromto='0 0 0 1 0 0' "
      "size='.02' mass='3' contype='0' conaffinity='0'/></body>"
      "<body pos='5 0 2'><freejoint/><geom size='.1' mass='4'/><site name='eye'/></body>"
      "<body pos='9 0 1'><joint name='free' axis='0 1 0' range='-9 9'/><geom size='.1' pos='0 0 "
      "-.5' mass='1'/></body>"
      "<body name='left' pos='0 9 1'><joint axis='0 1 0'/><geom size='.1' pos='0 0 -1' "
      "mass='1'/></body>"
      "<body name='right' pos='1 9 1'><joint axis='0 1 0'/><geom size='.1' pos='0 0 -1' mass='1'/>"
      "<body name='bar' pos='0 0 -1'><joint axis='0 1 0'/><geom size='.05' pos='-.5 0 0' "
      "mass='1'/></body></body>"
      "</worldbody><equality><connect body1='bar' body2='left' anchor='-1 0 0'/></equality>"
      "<tendon><spatial name='rope' range='0 1'><site site='hook'/><site "
      "site='eye'/></spatial></tendon>"
      "<sensor><jointlimitfrc joint='lies'/><jointlimitfrc joint='held'/><jointlimitfrc "
      "joint='free'/>"
      "<tendonlimitfrc tendon='rope'/></sensor>";
  for (int c = 0; c < 3; c++)
    for (int rule = RG_EULER; rule <= RG_IMPLICIT_MOREAU; rule++) {
      rg_sim_options options = rg_sim_options_default();
      options.coordinates = (rg_coordinates)c;
      options.integrator = (rg_integrator)rule;
      scene s = scene_of(xml, &options);
      const double *read = NULL;
      for (int k = 0; k < 5; k++) read = step(&s);
      assert_near("lower limit", read[0], 1.5 * GRAVITY, 1e-6);
      assert_near("upper limit", read[1], 1.5 * GRAVITY, 1e-6);
      assert_near("no limit", read[2], 0, 0);
      assert_near("rope", read[3], 4 * GRAVITY, 1e-5);
      scene_end(&s);
    }
}

/* spheres: the way between the surfaces, the line of centres, the nearest geom of a body, the cutoff */
static void nearest_points(void **state) {
  (void)state;
  static const char *const xml =
      "<option timestep='1e-9' gravity='0 0 0'/><worldbody><geom name='floor' type='plane' size='1 "
      "1 1' pos='0 0 -5'/>"
      "<body name='a'><freejoint/><geom name='g' size='.5'/><geom pos='0 0 3' size='1'/></body>"
      "<body name='b' pos='3 4 0'><freejoint/><geom name='h' size='1'/></body>"
      "<body name='c' pos='3 4 1.5'><freejoint/><geom name='k' "
      "size='1'/></body></worldbody><sensor>"
      "<distance geom1='g' geom2='h' cutoff='10'/><normal geom1='g' geom2='h' cutoff='10'/>"
      "<fromto geom1='g' geom2='h' cutoff='10'/><distance geom1='g' geom2='h' cutoff='2'/>"
      "<normal geom1='g' geom2='h' cutoff='2'/><fromto geom1='g' geom2='h'/><distance geom1='g' "
      "geom2='h'/>"
      "<distance body1='a' body2='c' cutoff='10'/><distance geom1='floor' geom2='h' cutoff='10'/>"
      "<distance body1='b' body2='c'/><normal body1='b' body2='c'/><fromto body1='c' "
      "geom2='h'/></sensor>";
  scene s = scene_of(xml, NULL);
  const double *read = step(&s);
  const double wanted[] = {3.5, .6,  .8, 0, .3, .4, 0, 2.4, 3.2, 0, 2,
                           0,   0,   0,  0, 0,  0,  0, 0,   0,   0, sqrt(25 + 2.25) - 2,
                           4,   -.5, 0,  0, 1,  3,  4, .5,  3,   4, 1};
  for (size_t k = 0; k < sizeof wanted / sizeof *wanted; k++)
    assert_near("reading", read[k], wanted[k], 1e-9);
  assert_int_equal(s.model->nsensordata, sizeof wanted / sizeof *wanted);
  scene_end(&s);
  static const char *const wrong[] = {
      "<distance geom1='g'/>", "<distance geom1='g' body1='a' geom2='h'/>",
      "<normal geom1='g' geom2='no'/>", "<fromto geom1='g' geom2='h' cutoff='-1'/>"};
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    char text[1024];
    rg_model *model;
    rg_error error;
    snprintf(text, sizeof text,
             "<mujoco><worldbody><body name='a'><geom name='g' size='1'/><geom name='h' size='1'/>"
             "</body></worldbody><sensor>%s</sensor></mujoco>",
             wrong[k]);
    assert_int_equal(rg_model_parse(&model, text, strlen(text), NULL, &error), RG_BAD_INPUT);
    assert_int_equal(error.line, 1);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(box_at_rest), cmocka_unit_test(pendulum),
                                     cmocka_unit_test(held_at_both_ends),
                                     cmocka_unit_test(limits_at_rest),
                                     cmocka_unit_test(nearest_points)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
