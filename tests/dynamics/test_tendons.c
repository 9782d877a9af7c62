/* Fixed tendons on two slides: lengths, springs with a play, dampers, motors and energy in closed
   form; the spring force is minus the slope of the energy. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <rigor/dynamics.h>

#include "scenes.h"

/* length 2 a - 3 b; at rest from 1 to 2; bodies of mass 1 without gravity */
static rg_model *two_slides(double stiffness, double damping) {
  static const char *const joints[] = {"a", "b"};
  const double coef[] = {2, -3}, moments[] = {1, 1, 1};
  rg_spec *spec = rg_spec_new("two slides");
  rg_spec_option(spec)->gravity[2] = 0;
  for (int i = 0; i < 2; i++) {
    rg_spec_body *body = rg_spec_add_body(spec, rg_spec_world(spec), NULL, NULL);
    rg_joint_spec joint = rg_joint_spec_default();
    joint.name = joints[i];
    joint.type = RG_JOINT_SLIDE;
    rg_spec_add_joint(spec, body, &joint);
    scene_inertia(spec, body, 1, 0, 0, 0, moments);
  }
  rg_tendon_spec tendon = rg_tendon_spec_default();
  tendon.name = "t";
  tendon.joints = 2;
  tendon.joint = joints;
  tendon.coef = coef;
  tendon.stiffness = stiffness;
  tendon.damping = damping;
  tendon.springlength[0] = 1;
  tendon.springlength[1] = 2;
  rg_spec_add_tendon(spec, &tendon);
  rg_actuator_spec actuator = rg_actuator_spec_default();
  actuator.tendon = "t";
  actuator.gear[0] = 10;
  actuator.gain = 0.5;
  actuator.bias[1] = -0.25;
  rg_spec_add_actuator(spec, &actuator);
  return scene_compile(spec);
}

static void assert_near(double actual, double expected) {
  if (!(fabs(actual - expected) < 1e-12)) fail_msg("%.17g instead of %.17g", actual, expected);
}

/* 5 (rest - length) outside the play, 0 inside */
static void springs(void **state) {
  (void)state;
  rg_model *model = two_slides(5, 0);
  rg_data *data = rg_data_new(model);
  const double a[] = {2.25, 0.75, 0.25, -1}, force[] = {-12.5, 0, 2.5, 15};
  for (int k = 0; k < 4; k++) {
    data->qpos[0] = a[k];
    data->qpos[1] = 0;
    rg_forward(model, data);
    assert_near(data->tendon_length[0], 2 * a[k]);
    assert_near(data->qfrc_passive[0], 2 * force[k]);
    assert_near(data->qfrc_passive[1], -3 * force[k]);
    assert_near(rg_energy_potential(model, data), force[k] * force[k] / 10);
  }
  rg_data_free(data);
  rg_model_free(model);
}

static void dampers_and_motors(void **state) {
  (void)state;
  rg_model *model = two_slides(0, 7);
  rg_data *data = rg_data_new(model);
  data->qpos[0] = 1;
  data->qvel[0] = 4;
  data->qvel[1] = 2;
  data->ctrl[0] = 3;
  rg_forward(model, data);
  assert_near(data->tendon_velocity[0], 2);
  assert_near(data->qfrc_passive[0], -7 * 2 * 2);
  assert_near(data->qfrc_passive[1], 7 * 2 * 3);
  // force = 0.5 ctrl - 0.25 length, length = 10 times the tendon's
  assert_near(data->actuator_length[0], 20);
  assert_near(data->actuator_velocity[0], 20);
  assert_near(data->actuator_force[0], 1.5 - 5);
  assert_near(data->qfrc_actuator[0], -3.5 * 10 * 2);
  assert_near(data->qfrc_actuator[1], 3.5 * 10 * 3);
  assert_near(data->qacc_smooth[0], -28 - 70);
  rg_data_free(data);
  rg_model_free(model);
}

static void force_is_slope_of_energy(void **state) {
  (void)state;
  rg_model *model = two_slides(5, 0);
  rg_data *data = rg_data_new(model);
  const double step = 1e-3;
  for (int k = 0; k < 20; k++)
    for (int i = 0; i < 2; i++) {
      double energy[2], q[2] = {0.11 * k - 1, 0.07 * k - 0.5};
      double length = 2 * q[0] - 3 * q[1];
      if (fabs(length - 1) < 0.01 || fabs(length - 2) < 0.01) continue;
      for (int side = 0; side < 2; side++) {
        memcpy(data->qpos, q, sizeof q);
        data->qpos[i] += side ? step : -step;
        rg_forward(model, data);
        energy[side] = rg_energy_potential(model, data);
      }
      memcpy(data->qpos, q, sizeof q);
      rg_forward(model, data);
      // the energy is quadratic: the central difference is exact
      assert_true(fabs(data->qfrc_passive[i] + (energy[1] - energy[0]) / (2 * step)) < 1e-9);
    }
  rg_data_free(data);
  rg_model_free(model);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(springs),
                                     cmocka_unit_test(dampers_and_motors),
                                     cmocka_unit_test(force_is_slope_of_energy)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
