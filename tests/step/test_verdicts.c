/* What a step says of itself where something is wrong: each of its watchmen has to speak up, alone. */
#include "step/simulate.h"

#include "step/sim.h"

#include <rigor/base.h>

static scene start(const char *mjcf, const rg_sim_options *how) {
  scene s = {scene_parse(mjcf), NULL};
  rg_error error;
  if (rg_sim_new(&s.sim, s.model, how, &error) != RG_OK) fail_msg("%s", error.reason);
  if (s.model->nkey) assert_int_equal(rg_sim_reset(s.sim, 0, &error), RG_OK);
  return s;
}

/* a proof needs all three, and what is no number proves nothing */
static void motion_is_proved_by_all_of_it(void **state) {
  (void)state;
  const rg_motion_bounds bounds = {.overlap = 1e-4, .loops = 1e-6, .energy = 1e-3};
  char text[256];
  assert_true(rg_motion_proved(&bounds, 1e-4, 1e-6, -1e-3, text, sizeof text));
  for (int k = 0; k < 3; k++)
    for (int nan = 0; nan < 2; nan++) {
      static const char *const word[3] = {"overlap", "loops", "unexplained energy"};
      double figure[3] = {0, 0, 0};
      figure[k] = nan ? (double)NAN : 1;
      assert_false(rg_motion_proved(&bounds, figure[0], figure[1], figure[2], text, sizeof text));
      for (int i = 0; i < 3; i++) assert_int_equal(strstr(text, word[i]) != NULL, i == k);
    }
}

/* --- the problem against the motion ----------------------------------------------------------------- */

static const rg_assembly_kind *honest;

/* the velocity of the bodies, off by a thousandth */
static void lie(void *state, const rg_model *model, rg_data *data, const double *impulse,
                double *v) {
  honest->velocity(state, model, data, impulse, v);
  for (int i = 0; i < model->nv; i++) v[i] += 1e-3 * fabs(v[i]) + 1e-3;
}

/* a motion that is not what the contact problem promised is not `solved`, however good the certificate */
static void motion_that_differs_is_said(void **state) {
  (void)state;
  static const char *const mjcf =
      "<mujoco><worldbody><geom type='plane' size='1 1 1'/><body pos='0 0 .1'><freejoint/>"
      "<geom size='.1'/></body></worldbody><keyframe><key qpos='0 0 .1 1 0 0 0' qvel='1 0 -1 0 0 "
      "0'/>"
      "</keyframe></mujoco>";
  rg_sim_options how = rg_sim_options_default();
  how.integrator = RG_EULER;
  for (int k = 0; k < 2; k++) {
    scene s = start(mjcf, &how);
    honest = s.sim->assembly;
    rg_assembly_kind liar = *honest;
    liar.velocity = lie;
    if (k) s.sim->assembly = &liar;
    rg_status status = rg_step(s.sim);
    const rg_step_report *report = rg_sim_report(s.sim);
    assert_true(report->certificate.law_residual <= how.solve.tol);
    assert_int_equal(status, k ? RG_STALLED : RG_SOLVED);
    if (k) assert_non_null(strstr(report->reason, "the motion differs from the contact problem"));
    s.sim->assembly = honest;
    scene_end(&s);
  }
}

/* --- energy from nothing ---------------------------------------------------------------------------- */

/* Forward Euler turns a tumbling box ever faster: the energy of a free body cannot change, and the run stops with its
   name before it has thirty times as much. */
static void energy_from_nothing_stops_the_run(void **state) {
  (void)state;
  rg_sim_options how = rg_sim_options_default();
  how.integrator = RG_EXPLICIT_EULER;
  how.dt = 0.005;
  scene s = start("<mujoco><option gravity='0 0 0'/><worldbody><body name='box'><freejoint/>"
                  "<geom type='box' size='.1 .2 .05' pos='.1 0 0'/></body></worldbody>"
                  "<keyframe><key qvel='0 0 0 1 60 1'/></keyframe></mujoco>",
                  &how);
  double first = rg_sim_energy(s.sim);
  rg_status status = RG_SOLVED;
  int steps = 0;
  while (status == RG_SOLVED && steps++ < 2000) status = rg_step(s.sim);
  print_message("stopped after %d steps, at %.3g of %.3g J: %s\n", steps, rg_sim_energy(s.sim),
                first, rg_sim_report(s.sim)->reason);
  assert_int_equal(status, RG_DIVERGED);
  assert_non_null(strstr(rg_sim_report(s.sim)->reason, "'box'"));
  assert_at_most("energy", rg_sim_energy(s.sim), 30 * first);
  scene_end(&s);
}

/* --- bounces ---------------------------------------------------------------------------------------- */

/* A ball that comes down at 1 m/s without gravity turns round in the step in which it arrives, with e times its speed,
   and in none before. Moreau's rule looks at contacts in the middle of the step, where three quarters of a
   step are left to go: the ball is still a quarter of one above the plane at its end. (The midpoint rule may be a step early: stepping.md.) */
static void nothing_bounces_before_it_arrives(void **state) {
  (void)state;
  static const double DT = 0.01, E = 0.6;
  static const rg_integrator rules[] = {RG_MOREAU, RG_EULER};
  for (int k = 0; k < 2; k++) {
    rg_sim_options how = rg_sim_options_default();
    char mjcf[512];
    how.integrator = rules[k], how.dt = DT, how.restitution = E;
    snprintf(mjcf, sizeof mjcf,
             "<mujoco><option gravity='0 0 0'/><worldbody><geom type='plane' size='1 1 1'/>"
             "<body pos='0 0 %.17g'><freejoint/><geom size='.1'/></body></worldbody>"
             "<keyframe><key qvel='0 0 -1 0 0 0'/></keyframe></mujoco>",
             0.1 + 3.25 * DT);
    scene s = start(mjcf, &how);
    for (int step = 1; step <= 5; step++) {
      assert_int_equal(rg_step(s.sim), RG_SOLVED);
      double v = scene_qvel(&s)[2];
      assert_near("velocity", v, step <= 3 ? -1 : E, 1e-9);
    }
    scene_end(&s);
  }
}

/* Poisson: a part of the impulse that stopped the ball comes back, nothing of the one that held it against its weight
   meanwhile, however heavy it is: r_c = m (1 + dt g), v+ = e. */
static void weight_does_not_bounce(void **state) {
  (void)state;
  static const double E = 0.6, falls[] = {0, 0.1, 1, 10};
  for (int k = 0; k < 4; k++) {
    rg_sim_options how = rg_sim_options_default();
    char mjcf[512];
    how.integrator = RG_EULER, how.dt = 0.01, how.restitution = E;
    how.restitution_law = RG_RESTITUTION_POISSON;
    snprintf(mjcf, sizeof mjcf,
             "<mujoco><option gravity='0 0 %g'/><worldbody><geom type='plane' size='1 1 1'/>"
             "<body pos='0 0 .1'><freejoint/><geom size='.1'/></body></worldbody>"
             "<keyframe><key qvel='0 0 -1 0 0 0'/></keyframe></mujoco>",
             -falls[k] / 0.01);
    scene s = start(mjcf, &how);
    assert_int_equal(rg_step(s.sim), RG_SOLVED);
    assert_near("velocity", scene_qvel(&s)[2], E, 1e-9);
    scene_end(&s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(motion_is_proved_by_all_of_it),
      cmocka_unit_test(motion_that_differs_is_said),
      cmocka_unit_test(energy_from_nothing_stops_the_run),
      cmocka_unit_test(nothing_bounces_before_it_arrives),
      cmocka_unit_test(weight_does_not_bounce),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
