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
      "<body pos='0 0 1'><geom type='box' size='.5 .5 .1' mass='4'/><site name='shelf'/></body>"
      "<body pos='0 0 1.2'><freejoint/><geom type='box' size='.1 .1 .1' mass='2'/><site "
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

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(box_at_rest), cmocka_unit_test(pendulum),
                                     cmocka_unit_test(held_at_both_ends)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
