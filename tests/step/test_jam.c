/* Overlaps that cannot part: three cubes fill the way between two walls, the outer ones touch them and move towards the
   middle one, into which they reach. Each overlap is to part as fast as it came, but the walls leave no room: no velocity
   meets all targets. The step goes without them, says so, and all cubes stop. */
#include "step/simulate.h"

static const double DEPTH = 1e-4, SPEED = 0.3;

/* half a side is 0.1; the walls stand where the outer cubes end */
static rg_model *jam_model(double room) {
  char text[2048];
  const char *cube = "<geom type='box' size='0.1 0.1 0.1' friction='0.4'/>";
  double outer = 0.2 - DEPTH, wall = outer + 0.1 + room + 0.05;
  snprintf(text, sizeof text,
           "<mujoco><option timestep='0.002' gravity='0 0 -9.81'/><worldbody>"
           "<geom type='plane' size='5 5 1'/>"
           "<geom type='box' size='0.05 1 1' pos='%.17g 0 0.5'/>"
           "<geom type='box' size='0.05 1 1' pos='%.17g 0 0.5'/>"
           "<body pos='%.17g 0 0.1'><freejoint/>%s</body>"
           "<body pos='0 0 0.1'><freejoint/>%s</body>"
           "<body pos='%.17g 0 0.1'><freejoint/>%s</body></worldbody></mujoco>",
           -wall, wall, -outer, cube, cube, outer, cube);
  return scene_parse(text);
}

/* one step; the report, and the velocities along the row of cubes */
static rg_step_report push_together(double room, double v[3]) {
  rg_model *model = jam_model(room);
  rg_sim_options options = scene_options(model);
  rg_sim *sim = NULL;
  rg_error error;
  if (rg_sim_new(&sim, model, &options, &error) != RG_OK) fail_msg("%s", error.reason);
  rg_data *data = rg_sim_data(sim);
  data->qvel[0] = SPEED, data->qvel[12] = -SPEED;
  double before = rg_sim_energy(sim);
  rg_step(sim);
  rg_step_report report = *rg_sim_report(sim);
  assert_at_most("energy that the step adds", rg_sim_energy(sim) - before, 1e-12);
  for (int k = 0; k < 3; k++) v[k] = data->qvel[6 * k];
  rg_sim_free(sim);
  rg_model_free(model);
  return report;
}

static void no_room(void **state) {
  (void)state;
  double v[3];
  rg_step_report report = push_together(0, v);
  assert_int_equal(report.status, RG_SOLVED);
  assert_at_most("natural map", report.certificate.law_residual, 1e-10);
  assert_non_null(strstr(report.reason, "overlaps"));
  for (int k = 0; k < 3; k++) assert_at_most("speed", fabs(v[k]), 1e-9);
}

/* with a millimetre behind them the outer cubes do part, as fast as a fifth of the depth in a step */
static void some_room(void **state) {
  (void)state;
  double v[3], parting = 0.2 * DEPTH / 0.002;
  rg_step_report report = push_together(1e-3, v);
  assert_int_equal(report.status, RG_SOLVED);
  assert_int_equal(report.reason[0], '\0');
  assert_at_most("parting on the left", fabs(v[1] - v[0] - parting), 1e-8);
  assert_at_most("parting on the right", fabs(v[2] - v[1] - parting), 1e-8);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(no_room), cmocka_unit_test(some_room)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
