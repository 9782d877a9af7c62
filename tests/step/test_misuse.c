/* Bad input: every one is refused with a reason, and the state stays. */
#include "step/simulate.h"

static void refused(const char *what, const rg_model *model, const rg_sim_options *options) {
  rg_sim *sim = (rg_sim *)(uintptr_t)1;
  rg_error error;
  memset(&error, 0, sizeof error);
  rg_status status = rg_sim_new(&sim, model, options, &error);
  if (status != RG_BAD_INPUT) fail_msg("%s: %s", what, rg_status_text(status));
  assert_null(sim);
  if (!*error.reason) fail_msg("%s: no reason is given", what);
  /* without a place for the error as well */
  assert_int_equal(rg_sim_new(&sim, model, options, NULL), RG_BAD_INPUT);
}

#define REFUSED(field, value)                                                                      \
  do {                                                                                             \
    rg_sim_options wrong = rg_sim_options_default();                                               \
    wrong.field = (value);                                                                         \
    refused(#field " = " #value, model, &wrong);                                                   \
  } while (0)

static void bad_options(void **state) {
  (void)state;
  rg_model *model = scene_model("acc_cube.xml");
  REFUSED(dt, -1e-3);
  REFUSED(dt, (double)NAN);
  REFUSED(dt, HUGE_VAL);
  REFUSED(solve.solver, "no-such-solver");
  REFUSED(solve.tol, 0);
  REFUSED(solve.tol, (double)NAN);
  REFUSED(solve.law.law, RG_LAW_COUNT);
  REFUSED(coordinates, (rg_coordinates)7);
  REFUSED(integrator, (rg_integrator)7);
  REFUSED(restitution_law, (rg_restitution)7);
  REFUSED(contacts, (rg_stabilize)7);
  REFUSED(closures, (rg_stabilize)7);
  REFUSED(on_failure, (rg_on_failure)7);
  REFUSED(restitution, 1.5);
  REFUSED(restitution, -0.1);
  REFUSED(friction, -1);
  REFUSED(friction, HUGE_VAL);
  REFUSED(push, 0);
  REFUSED(push, 1.5);
  REFUSED(push, (double)NAN);
  REFUSED(relax_period, -1);
  REFUSED(relax_damping, -1);
  REFUSED(halvings, -1);
  REFUSED(halvings, 51);
  REFUSED(step_iterations, -1);
  REFUSED(implicit_rounds, 0);
  REFUSED(implicit_tol, 0);
  REFUSED(most_contacts, -1);
  REFUSED(most_contacts, 2000000000);
  REFUSED(threads, 0);
  rg_model_free(model);
}

/* settings of the file are checked as options are */
static void bad_settings(void **state) {
  (void)state;
  static const char *const settings[] = {
      "<text name='rigor.solver' data='no-such-solver'/>",
      "<text name='rigor.integrator' data='leapfrog'/>",
      "<text name='rigor.law' data='square-root'/>",
      "<text name='rigor.coordinates' data='polar'/>",
      "<numeric name='rigor.restitution' data='2'/>",
      "<numeric name='rigor.restitution:nobody' data='0.5'/>",
      "<numeric name='rigor.surface:nobody' data='1 0 0'/>",
      "<numeric name='rigor.drive:nobody' data='1'/>",
      "<numeric name='rigor.tol' data='-1'/>",
      "<numeric name='rigor.exact_corners' data='0.5'/>",
  };
  for (size_t k = 0; k < sizeof settings / sizeof settings[0]; k++) {
    char xml[1024];
    int size = snprintf(xml, sizeof xml,
                        "<mujoco><worldbody><body><freejoint/><geom size='0.1'/></body></worldbody>"
                        "<custom>%s</custom></mujoco>",
                        settings[k]);
    rg_model *model;
    rg_error error;
    memset(&error, 0, sizeof error);
    assert_int_equal(rg_model_parse(&model, xml, (size_t)size, NULL, &error), RG_OK);
    rg_sim_options options;
    rg_sim *sim = NULL;
    rg_status status = rg_sim_options_from_model(model, &options, &error);
    if (status == RG_OK) status = rg_sim_new(&sim, model, &options, &error);
    if (status != RG_BAD_INPUT || !*error.reason)
      fail_msg("%s: %s %s", settings[k], rg_status_text(status), error.reason);
    assert_null(sim);
    rg_model_free(model);
  }
}

/* a state or an input that is not finite stops the step before anything moves */
static void not_finite(void **state) {
  (void)state;
  scene s = scene_start("quadruped.xml", "stand", NULL);
  scene_run(&s, 0.01);
  rg_data *data = rg_sim_data(s.sim);
  const double bad[] = {(double)NAN, HUGE_VAL, -HUGE_VAL};
  double *place[] = {
      data->qpos + 2,         data->qpos + 4,        data->qpos + 18,
      data->qvel + 1,         data->ctrl + 3,        data->qfrc_applied + 7,
      data->xfrc_applied + 8, rg_sim_surface(s.sim), rg_sim_drive_velocity(s.sim) + 9};
  rg_sim_drive_limit(s.sim)[9] = 1;
  for (size_t p = 0; p < sizeof place / sizeof place[0]; p++)
    for (int b = 0; b < 3; b++) {
      double saved = *place[p], time = data->time;
      double height = data->qpos[2], speed = data->qvel[3];
      *place[p] = bad[b];
      rg_status status = rg_step(s.sim);
      if (status != RG_BAD_INPUT) fail_msg("place %zu: %s", p, rg_status_text(status));
      assert_int_equal(rg_sim_report(s.sim)->status, RG_BAD_INPUT);
      assert_true(*rg_sim_report(s.sim)->reason);
      assert_true(data->time == time);
      *place[p] = saved;
      assert_true(data->qpos[2] == height && data->qvel[3] == speed);
    }
  /* and it goes on where it was, once the input is good again */
  scene_run(&s, 0.01);
  scene_end(&s);
}

/* too fast for the numbers: an error or a finite state, never a silent NaN */
static void huge_state(void **state) {
  (void)state;
  scene s = scene_start("quadruped.xml", "stand", NULL);
  for (int i = 0; i < s.model->nv; i++) scene_qvel(&s)[i] = 1e200;
  for (int step = 0; step < 5; step++) {
    rg_status status = rg_step(s.sim);
    for (int i = 0; i < s.model->nq; i++)
      if (status == RG_SOLVED) assert_true(isfinite(scene_qpos(&s)[i]));
    for (int i = 0; i < s.model->nv; i++)
      if (status == RG_SOLVED) assert_true(isfinite(scene_qvel(&s)[i]));
    if (status != RG_SOLVED) assert_true(*rg_sim_report(s.sim)->reason);
  }
  scene_end(&s);
}

/* nothing to move: time goes on */
static void no_bodies(void **state) {
  (void)state;
  static const char *const worlds[] = {
      "<mujoco/>", "<mujoco><worldbody><geom type='plane' size='1 1 1'/></worldbody></mujoco>"};
  for (int k = 0; k < 2; k++) {
    rg_model *model;
    rg_sim *sim;
    assert_int_equal(rg_model_parse(&model, worlds[k], strlen(worlds[k]), NULL, NULL), RG_OK);
    for (int c = 0; c < 3; c++) {
      rg_sim_options options = rg_sim_options_default();
      options.coordinates = (rg_coordinates)c;
      assert_int_equal(rg_sim_new(&sim, model, &options, NULL), RG_OK);
      for (int i = 0; i < 10; i++) assert_int_equal(rg_step(sim), RG_SOLVED);
      assert_near("time", rg_sim_data(sim)->time, 10 * model->option.timestep, 1e-12);
      assert_int_equal(rg_sim_report(sim)->contacts, 0);
      assert_true(rg_sim_energy(sim) == 0);
      rg_sim_free(sim);
    }
    rg_model_free(model);
  }
}

/* keyframes that are not there */
static void bad_key(void **state) {
  (void)state;
  scene s = scene_start("acc_cube.xml", "spin", NULL);
  rg_error error;
  memset(&error, 0, sizeof error);
  assert_int_equal(rg_sim_reset(s.sim, 1, &error), RG_BAD_INPUT);
  assert_true(*error.reason);
  assert_int_equal(rg_sim_reset(s.sim, -2, NULL), RG_BAD_INPUT);
  assert_true(scene_qvel(&s)[1] == 5);
  scene_end(&s);
}

/* names in and out */
static void names(void **state) {
  (void)state;
  assert_int_equal(rg_integrator_parse("leapfrog"), -1);
  assert_int_equal(rg_coordinates_parse(""), -1);
  assert_int_equal(rg_stabilize_parse("targets"), -1);
  assert_int_equal(rg_restitution_parse("Newton"), -1);
  assert_int_equal(rg_on_failure_parse("stop "), -1);
  for (int k = 0; k < 4; k++) {
    assert_int_equal(rg_integrator_parse(rg_integrator_name((rg_integrator)k)), k);
    assert_int_equal(rg_stabilize_parse(rg_stabilize_name((rg_stabilize)k)), k);
  }
  for (int k = 0; k < 3; k++) {
    assert_int_equal(rg_coordinates_parse(rg_coordinates_name((rg_coordinates)k)), k);
    assert_int_equal(rg_restitution_parse(rg_restitution_name((rg_restitution)k)), k);
    assert_int_equal(rg_on_failure_parse(rg_on_failure_name((rg_on_failure)k)), k);
  }
}

/* a step that cannot be solved: never silent, and the policy is kept */
static void policy(void **state) {
  (void)state;
  for (int k = RG_ON_FAILURE_STOP; k <= RG_ON_FAILURE_HALVE; k++) {
    rg_model *model = scene_model("stack10.xml");
    rg_sim_options options = scene_options(model);
    rg_model_free(model);
    /* one iteration of a slow solver on ten cubes at 1e-14 */
    options.solve.solver = "psor";
    options.solve.tol = 1e-14;
    options.solve.max_iterations = 1;
    options.on_failure = (rg_on_failure)k;
    options.halvings = 2;
    options.warm_start = 0;
    scene s = scene_start("stack10.xml", NULL, &options);
    rg_status status = rg_step(s.sim);
    const rg_step_report *report = rg_sim_report(s.sim);
    assert_int_not_equal(status, RG_SOLVED);
    assert_int_equal(report->status, status);
    assert_true(*report->reason);
    if (k == RG_ON_FAILURE_CONTINUE) {
      assert_near("time goes on", rg_sim_data(s.sim)->time, 1e-3, 1e-12);
    } else {
      assert_true(rg_sim_data(s.sim)->time == 0);
      assert_true(scene_speed(&s) == 0);
    }
    if (k == RG_ON_FAILURE_HALVE) assert_at_least("halvings", report->halvings, 1);
    scene_end(&s);
  }
}

/* Contacts that find no room are missing in the answer, which then is that of another problem: no step is solved so, whatever
   the integrator and the policy, and with room for one contact more it is. */
static void contacts_left_out(void **state) {
  (void)state;
  for (int k = 0; k < 12; k++) {
    rg_sim_options options = rg_sim_options_default();
    options.integrator = k % 2 ? RG_MOREAU : RG_MIDPOINT;
    options.on_failure = (rg_on_failure)(k / 2 % 3);
    options.halvings = 2;
    options.most_contacts = k < 6 ? 3 : 4;
    scene s = scene_start("acc_cube.xml", NULL, &options);
    rg_status status = rg_step(s.sim);
    const rg_step_report *report = rg_sim_report(s.sim);
    assert_int_equal(report->contacts, options.most_contacts);
    assert_int_equal(report->overflow, k < 6);
    assert_int_equal(status, k < 6 ? RG_LIMIT : RG_SOLVED);
    assert_int_equal(report->status, status);
    assert_int_equal(strstr(report->reason, "contacts were left out") != NULL, k < 6);
    int stays = k < 6 && options.on_failure != RG_ON_FAILURE_CONTINUE;
    assert_int_equal(rg_sim_data(s.sim)->time == 0, stays);
    scene_end(&s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bad_options),
      cmocka_unit_test(bad_settings),
      cmocka_unit_test(not_finite),
      cmocka_unit_test(huge_state),
      cmocka_unit_test(no_bodies),
      cmocka_unit_test(bad_key),
      cmocka_unit_test(names),
      cmocka_unit_test(policy),
      cmocka_unit_test(contacts_left_out),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
