/* The balance of a step: works and residual make the change of kinetic energy, by every rule and with every
   kind of force; energy from nothing ends the run with the body's name; and what would pass through a thin
   plate in one step does not. */
#include "step/simulate.h"

static const rg_integrator RULES[] = {RG_EULER, RG_MOREAU, RG_IMPLICIT_EULER, RG_IMPLICIT_MOREAU,
                                      RG_MIDPOINT};
enum { RULE_COUNT = sizeof RULES / sizeof RULES[0] };

/* a cart on a spring and a damper with a servo, a pendulum with dry friction and a stop on it that is pulled, and a
   ball that falls on the cart's belt */
static const char everything[] =
    "<mujoco><compiler angle='radian'/><option gravity='0 0 -9.81' timestep='0.001'/><worldbody>"
    "<body name='cart'><joint name='x' type='slide' axis='1 0 0' stiffness='30' damping='2'/>"
    "<geom name='belt' type='box' size='.5 .2 .05' mass='2' friction='.4 0 0'/>"
    "<body pos='0 .4 0'><joint name='swing' type='hinge' axis='0 1 0' limited='true' range='-.2 .4'"
    " frictionloss='.01'/><geom type='capsule' fromto='0 0 0 0 0 -.3' size='.02' mass='.5'"
    " contype='0' conaffinity='0'/></body></body>"
    "<body pos='.1 0 .2'><freejoint/><geom size='.1' mass='.3' friction='.4 0 "
    "0'/></body></worldbody>"
    "<actuator><position joint='x' kp='50' kv='3'/></actuator>"
    "<custom><numeric name='rigor.surface:belt' data='.3 0 0'/></custom></mujoco>";

static void works_add_up(void **state) {
  (void)state;
  for (int k = 0; k < RULE_COUNT; k++) {
    rg_sim_options options = rg_sim_options_default();
    options.integrator = RULES[k];
    scene s = scene_written(everything, &options);
    double worst = 0, seen[10] = {0};
    scene_qpos(&s)[0] = 0.2;
    rg_sim_data(s.sim)->ctrl[0] = -0.1;
    rg_sim_data(s.sim)->qfrc_applied[1] = 0.5;
    for (int i = 0; i < 500; i++) {
      assert_int_equal(rg_step(s.sim), RG_SOLVED);
      const rg_step_balance *b = &rg_sim_report(s.sim)->balance;
      const double work[] = {b->gravity,  b->springs,  b->dampers, b->actuators,   b->applied,
                             b->contacts, b->friction, b->limits,  b->dry_friction};
      double sum = b->kinetic_before + b->residual - b->corrected - b->kinetic;
      for (int w = 0; w < 9; w++) sum += work[w], seen[w] = fmax(seen[w], fabs(work[w]));
      worst = fmax(worst, fabs(sum));
      /* energies by the library's other way, sums of bodies at the new state */
      assert_near("energy", b->kinetic + b->potential, rg_sim_energy(s.sim), 1e-9);
    }
    print_message("%s: works miss the change by %.2g J\n", rg_integrator_name(RULES[k]), worst);
    assert_at_most("what is missing", worst, 1e-12);
    for (int w = 0; w < 9; w++) assert_at_least("each force did something", seen[w], 1e-9);
    scene_end(&s);
  }
}

/* an explicit bias and a step that is far too long */
static void energy_from_nothing(void **state) {
  (void)state;
  static const char xml[] =
      "<mujoco><option gravity='0 0 -9.81' timestep='0.01'/><worldbody><body name='upper'>"
      "<joint type='ball'/><geom type='capsule' fromto='0 0 0 0 0 -.3' size='.02' mass='1'/>"
      "<body name='lower' pos='0 0 -.3'><joint type='ball'/>"
      "<geom type='capsule' fromto='0 0 0 0 0 -.3' size='.02' mass='1'/></body></body></worldbody>"
      "</mujoco>";
  for (int k = 0; k < 2; k++) {
    rg_sim_options options = rg_sim_options_default();
    options.integrator = k ? RG_MIDPOINT : RG_EULER;
    options.on_failure = RG_ON_FAILURE_CONTINUE; /* no policy goes on from there */
    scene s = scene_written(xml, &options);
    for (int i = 0; i < 6; i++) scene_qvel(&s)[i] = 9 + i;
    rg_status status = RG_SOLVED;
    for (int i = 0; i < 2000 && status == RG_SOLVED; i++) status = rg_step(s.sim);
    if (k) assert_int_equal(status, RG_SOLVED);
    else {
      const char *reason = rg_sim_report(s.sim)->reason;
      print_message("%s: %s\n", rg_status_text(status), reason);
      assert_int_equal(status, RG_DIVERGED);
      assert_true(strstr(reason, "'upper'") || strstr(reason, "'lower'"));
    }
    scene_end(&s);
  }
}

/* height at the end of what flies at a plate of 2 mm from 1 m above, in steps in which it moves up to 5 m */
static double height_after(const char *shape, double speed, int sweep, rg_integrator rule) {
  char xml[1024];
  snprintf(xml, sizeof xml,
           "<mujoco><option gravity='0 0 0' timestep='0.01'/><worldbody><geom type='box' size='.5 "
           ".5 .001'/>"
           "<body pos='.1 .1 1'><freejoint/>%s</body></worldbody></mujoco>",
           shape);
  rg_sim_options options = rg_sim_options_default();
  options.sweep = sweep;
  options.integrator = rule;
  scene s = scene_written(xml, &options);
  scene_qvel(&s)[2] = -speed;
  for (int i = 0; i < 20; i++) assert_int_equal(rg_step(s.sim), RG_SOLVED);
  double z = scene_qpos(&s)[2];
  scene_end(&s);
  return z;
}

static void nothing_passes(void **state) {
  (void)state;
  static const char *const shapes[] = {"<geom size='.01' mass='.1'/>",
                                       "<geom type='box' size='.02 .03 .01' mass='.1'/>",
                                       "<geom type='capsule' size='.01 .03' mass='.1'/>",
                                       "<geom type='ellipsoid' size='.01 .02 .03' mass='.1'/>",
                                       "<geom type='cylinder' size='.01 .02' mass='.1'/>"};
  int passed = 0;
  for (int k = 0; k < 5; k++)
    for (double speed = 30; speed < 600; speed *= 1.7) {
      assert_at_least("height", height_after(shapes[k], speed, 1, RG_MIDPOINT), 0);
      passed += height_after(shapes[k], speed, 0, RG_MIDPOINT) < 0;
    }
  print_message("without the look ahead %d of 30 pass\n", passed);
  assert_true(passed > 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(works_add_up),
                                     cmocka_unit_test(energy_from_nothing),
                                     cmocka_unit_test(nothing_passes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
