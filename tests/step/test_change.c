/* rg_sim_change: other options while the simulation runs, against closed forms; what is refused
   leaves no trace. */
#include "simulate.h"

/* a small flat block: it slides without tipping */
static const char block[] =
    "<mujoco><option timestep=\"0.001\" gravity=\"0 0 -9.81\"/><worldbody>"
    "<geom type=\"plane\" size=\"5 5 1\" friction=\"0.3 0 0\"/>"
    "<body pos=\"0 0 0.05\"><freejoint/><geom type=\"box\" size=\"0.2 0.2 0.05\" mass=\"2\" "
    "friction=\"0.3 0 0\"/></body></worldbody></mujoco>";
static const char ball[] =
    "<mujoco><option timestep=\"0.0001\" gravity=\"0 0 -9.81\"/><worldbody>"
    "<geom type=\"plane\" size=\"5 5 1\"/><body pos=\"0 0 1.1\"><freejoint/>"
    "<geom type=\"sphere\" size=\"0.1\" mass=\"1\"/></body></worldbody></mujoco>";

static rg_sim *start(const char *xml, rg_model **model) {
  rg_error error;
  rg_sim *sim;
  assert_int_equal(rg_model_parse(model, xml, strlen(xml), NULL, &error), RG_OK);
  assert_int_equal(rg_sim_new(&sim, *model, NULL, &error), RG_OK);
  return sim;
}

static void stop(rg_sim *sim, rg_model *model) {
  rg_sim_free(sim);
  rg_model_free(model);
}

static void steps(rg_sim *sim, int count) {
  for (int i = 0; i < count; i++) assert_int_equal(rg_step(sim), RG_SOLVED);
}

/* v = v0 - g (mu1 t1 + mu2 t2) */
static void friction_counts_from_the_next_step(void **state) {
  (void)state;
  rg_model *model;
  rg_error error;
  rg_sim *sim = start(block, &model);
  rg_sim_data(sim)->qvel[0] = 3;
  steps(sim, 200);
  rg_sim_options other = *rg_sim_used_options(sim);
  other.friction = 0.8;
  assert_int_equal(rg_sim_change(sim, &other, &error), RG_OK);
  steps(sim, 100);
  double v = 3 - GRAVITY * (0.3 * 0.2 + 0.8 * 0.1);
  assert_true(fabs(rg_sim_data(sim)->qvel[0] - v) < 1e-9);
  // the model's own again
  other.friction = (double)NAN;
  assert_int_equal(rg_sim_change(sim, &other, &error), RG_OK);
  steps(sim, 100);
  assert_true(fabs(rg_sim_data(sim)->qvel[0] - (v - GRAVITY * 0.3 * 0.1)) < 1e-9);
  assert_true(fabs(rg_sim_data(sim)->time - 0.4) < 1e-12);
  assert_int_equal(rg_sim_report(sim)->step, 400);
  stop(sim, model);
}

/* dropped from 1 m onto e = 0.6 it rises to 0.36 m */
static void restitution_counts_at_the_next_impact(void **state) {
  (void)state;
  rg_model *model;
  rg_error error;
  rg_sim *sim = start(ball, &model);
  steps(sim, 1000);
  rg_sim_options other = *rg_sim_used_options(sim);
  other.restitution = 0.6;
  assert_int_equal(rg_sim_change(sim, &other, &error), RG_OK);
  double top = 0;
  for (int i = 0; i < 9000; i++) {
    steps(sim, 1);
    if (rg_sim_data(sim)->time > 0.5) top = fmax(top, rg_sim_data(sim)->qpos[2]);
  }
  assert_true(fabs(top - 0.1 - 0.36) < 2e-3);
  stop(sim, model);
}

/* every solver of exact cones finds the same motion; one that takes none gets a pyramid */
static void solvers_take_turns(void **state) {
  (void)state;
  static const char *const names[] = {"nsgs", "newton", "lemke", "auto", "todorov", "auto"};
  rg_model *model;
  rg_error error;
  rg_sim *sim = start(block, &model);
  rg_sim_data(sim)->qvel[0] = 3;
  for (int k = 0; k < 6; k++) {
    rg_sim_options other = *rg_sim_used_options(sim);
    other.solve.solver = names[k];
    assert_int_equal(rg_sim_change(sim, &other, &error), RG_OK);
    assert_string_equal(rg_sim_used_options(sim)->solve.solver, names[k]);
    steps(sim, 50);
  }
  assert_true(fabs(rg_sim_data(sim)->qvel[0] - (3 - GRAVITY * 0.3 * 0.3)) < 1e-6);
  stop(sim, model);
}

/* its options come back by themselves, and the motion is that of a twin who was never asked, bit by bit */
static void what_is_refused_leaves_no_trace(void **state) {
  (void)state;
  rg_model *model, *twin_model;
  rg_error error;
  rg_sim *sim = start(block, &model), *twin = start(block, &twin_model);
  rg_sim_data(sim)->qvel[0] = rg_sim_data(twin)->qvel[0] = 3;
  for (int k = 0; k < 8; k++) {
    rg_sim_options other = *rg_sim_used_options(sim);
    steps(sim, 20);
    steps(twin, 20);
    switch (k) {
    case 0: other.coordinates = RG_REDUNDANT; break;
    case 1: other.halvings = 7; break;
    case 2: other.friction = -1; break;
    case 3: other.restitution = 2; break;
    case 4: other.solve.solver = "nobody"; break;
    case 5: other.solve.tol = -1; break;
    case 6: other.dt = -1; break;
    default: // lemke takes no cone
      other.solve.solver = "lemke";
      other.solve.law.law = RG_LAW_CONE;
    }
    assert_int_equal(rg_sim_change(sim, &other, &error), RG_BAD_INPUT);
    assert_true(error.reason[0] != 0);
    assert_string_equal(rg_sim_used_options(sim)->solve.solver, "auto");
  }
  steps(sim, 50);
  steps(twin, 50);
  size_t bytes = (size_t)model->nq * sizeof(double);
  assert_memory_equal(rg_sim_data(sim)->qpos, rg_sim_data(twin)->qpos, bytes);
  stop(sim, model);
  stop(twin, twin_model);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(friction_counts_from_the_next_step),
      cmocka_unit_test(restitution_counts_at_the_next_impact),
      cmocka_unit_test(solvers_take_turns),
      cmocka_unit_test(what_is_refused_leaves_no_trace),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
