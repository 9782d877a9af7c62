/* Dampers and servos, as stiff as anybody may write them: closed forms of a slider, and random arms in all rules and
   coordinates that have no more energy than they began with, that of their servos counted. */
#include "step/simulate.h"

#include "dynamics/random_xml.h"

static const char *const rules[] = {"midpoint", "euler", "moreau", "implicit-euler",
                                    "implicit-moreau"};
static const rg_integrator rule_of[] = {RG_MIDPOINT, RG_EULER, RG_MOREAU, RG_IMPLICIT_EULER,
                                        RG_IMPLICIT_MOREAU};
static const rg_coordinates coordinates_of[] = {RG_MINIMAL, RG_REDUNDANT, RG_EMBEDDED};
enum { RULES = 5, COORDINATES = 3 };

static scene start(const char *text, double dt, rg_integrator rule, rg_coordinates coordinates) {
  scene s = {scene_parse(text), NULL};
  rg_sim_options options = scene_options(s.model);
  rg_error error;
  options.integrator = rule;
  options.coordinates = coordinates;
  options.dt = dt;
  if (rg_sim_new(&s.sim, s.model, &options, &error) != RG_OK)
    fail_msg("%s\n%s", error.reason, text);
  return s;
}

/* --- gains that depend on the velocity --------------------------------------------------------------- */

static const char *const SLIDER =
    "<mujoco><option gravity='0 0 0'/><worldbody><body><joint name='j' type='slide' axis='1 0 0'/>"
    "<geom size='.1' mass='2'/></body></worldbody><tendon><fixed name='t'><joint joint='j' "
    "coef='1'/></fixed></tendon><actuator>%s</actuator></mujoco>";

/* force = -kv u v: m v' = -kv u v */
static void damper_gain(void **state) {
  (void)state;
  static const char *const actuators[] = {
      "<damper joint='j' kv='3' ctrlrange='0 2'/>",
      "<general joint='j' gaintype='affine' gainprm='0 0 -3'/>",
      "<general tendon='t' gaintype='affine' gainprm='0 0 -3'/>",
      "<general joint='j' gaintype='affine' gainprm='0 0 -3' dyntype='filter' dynprm='1e-9'/>"};
  for (int k = 0; k < 4; k++)
    for (int c = 0; c < COORDINATES; c++) {
      double error[2];
      char text[1024];
      snprintf(text, sizeof text, SLIDER, actuators[k]);
      for (int fine = 0; fine < 2; fine++) {
        scene s = start(text, fine ? 0.01 : 0.02, RG_MIDPOINT, coordinates_of[c]);
        scene_qvel(&s)[0] = 1;
        rg_sim_data(s.sim)->ctrl[0] = 1.5;
        for (int n = 0; n < (fine ? 100 : 50); n++) assert_int_equal(rg_step(s.sim), RG_SOLVED);
        error[fine] = fabs(scene_qvel(&s)[0] - exp(-3 * 1.5 / 2));
        scene_end(&s);
      }
      assert_at_most(actuators[k], error[0], 2e-4);
      assert_true(error[0] / error[1] > 3.8);
    }
}

static void stiff_damper_gain(void **state) {
  (void)state;
  char text[1024];
  snprintf(text, sizeof text, SLIDER, "<damper joint='j' kv='1e6' ctrlrange='0 1'/>");
  for (int r = 0; r < RULES; r++) {
    scene s = start(text, 0.01, rule_of[r], RG_MINIMAL);
    scene_qvel(&s)[0] = 1;
    rg_sim_data(s.sim)->ctrl[0] = 1;
    for (int n = 0; n < 50; n++) {
      assert_int_equal(rg_step(s.sim), RG_SOLVED);
      assert_true(fabs(scene_qvel(&s)[0]) <= 1);
    }
    scene_end(&s);
  }
}

/* --- random arms --------------------------------------------------------------------------------------- */

static double between(xml_text *x, double low, double high) {
  return low * pow(high / low, 0.5 * (1 + xml_draw(x)));
}

enum { LINKS = 3 };

/* hinges and slides in a row with dampers, and a servo on each: its gain, where it goes to */
static xml_text random_arm(uint64_t seed, double kp[LINKS], double to[LINKS]) {
  xml_text x = {.seed = seed};
  char servos[1024] = "";
  xml_put(&x, "<mujoco><option gravity=\"0 0 0\"/><worldbody>");
  for (int b = 0; b < LINKS; b++) {
    double length = between(&x, 0.05, 0.5);
    int damps = xml_pick(&x, 2);
    kp[b] = xml_pick(&x, 3) ? between(&x, 1, 1e8) : 0;
    to[b] = kp[b] > 0 ? fmin(0.5, sqrt(0.2 / kp[b])) * xml_draw(&x) : 0; /* some 0.1 J */
    xml_put(&x,
            "<body pos=\"%.6f 0 0\"><joint name=\"j%d\" type=\"%s\" axis=\"%.6f 1 %.6f\" "
            "damping=\"%.9g\"/>",
            b ? length : 0, b, xml_pick(&x, 4) ? "hinge" : "slide", xml_draw(&x), xml_draw(&x),
            damps ? between(&x, 0.1, 1e5) : 0);
    xml_put(&x,
            "<geom type=\"capsule\" size=\"%.6f\" fromto=\"0 0 0 %.6f 0 0\" density=\"%.6f\" "
            "contype=\"0\" conaffinity=\"0\"/>",
            0.1 * length, length, between(&x, 50, 5000));
    size_t at = strlen(servos);
    double kv = xml_pick(&x, 2) ? between(&x, 0.1, 1e6) : 0;
    snprintf(
        servos + at, sizeof servos - at,
        "<general joint=\"j%d\" gainprm=\"%.9g\" biastype=\"affine\" biasprm=\"0 %.9g %.9g\"/>", b,
        kp[b], -kp[b], -kv);
  }
  for (int b = 0; b < LINKS; b++) xml_put(&x, "</body>");
  xml_put(&x, "</worldbody><actuator>%s</actuator></mujoco>", servos);
  return x;
}

static double energy(scene *s, const double kp[LINKS], const double to[LINKS]) {
  rg_data *data = rg_sim_data(s->sim);
  rg_kinematics(s->model, data);
  rg_velocity_stage(s->model, data);
  double sum = rg_energy_kinetic(s->model, data);
  for (int k = 0; k < LINKS; k++)
    sum += 0.5 * kp[k] * (data->qpos[k] - to[k]) * (data->qpos[k] - to[k]);
  return sum;
}

/* What the rule itself is off by comes on top: euler and moreau have a servo that swings for one that is as much heavier
   as dt^2 kp / 4, which is at most a factor where it is stiff; by more they may not grow. */
static void never_gains(void **state) {
  (void)state;
  uint64_t seeds = SANITIZED ? 20 : 100;
  for (uint64_t seed = 1; seed <= seeds; seed++)
    for (int r = 0; r < RULES; r++) {
      double kp[LINKS], to[LINKS];
      xml_text x = random_arm(seed, kp, to);
      scene s = start(x.text, 0.005, rule_of[r], coordinates_of[seed % COORDINATES]);
      for (int i = 0; i < LINKS; i++) {
        scene_qvel(&s)[i] = xml_draw(&x);
        rg_sim_data(s.sim)->ctrl[i] = to[i];
      }
      double first = energy(&s, kp, to), most = first;
      for (int n = 0; n < 60; n++) {
        rg_status status = rg_step(s.sim);
        if (status != RG_SOLVED)
          fail_msg("seed %u, %s, step %d: %s\n%s", (unsigned)seed, rules[r], n,
                   rg_sim_report(s.sim)->reason, x.text);
        most = fmax(most, energy(&s, kp, to));
      }
      if (!(most <= first * (rule_of[r] == RG_MIDPOINT ? 1.5 : 4)))
        fail_msg("seed %u, %s: %g J after %g J", (unsigned)seed, rules[r], most, first);
      scene_end(&s);
      free(x.text);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(damper_gain),
      cmocka_unit_test(stiff_damper_gain),
      cmocka_unit_test(never_gains),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
