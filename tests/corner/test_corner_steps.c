/* Exact corners through rg_step: the particle at the corner in all coordinates, a disc in a yard of
   boxes, a block that falls off a table, and what is refused. */
#include <rigor/step.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static rg_model *model_of(const char *bodies, double gravity) {
  char xml[4096];
  rg_model *model = NULL;
  rg_error error;
  snprintf(xml, sizeof xml, "<mujoco><option gravity='0 0 %g'/><worldbody>%s</worldbody></mujoco>",
           -gravity, bodies);
  if (rg_model_parse(&model, xml, strlen(xml), NULL, &error) != RG_OK) {
    char text[1024];
    fail_msg("%s", rg_error_text(&error, text, sizeof text));
  }
  return model;
}

static rg_sim *sim_of(const rg_model *model, rg_coordinates coordinates, rg_integrator integrator,
                      int exact, double dt) {
  rg_sim *sim = NULL;
  rg_error error;
  rg_sim_options options = rg_sim_options_default();
  options.dt = dt;
  options.coordinates = coordinates;
  options.integrator = integrator;
  options.exact_corners = exact;
  assert_int_equal(rg_sim_new(&sim, model, &options, &error), RG_OK);
  return sim;
}

static void steps_pass_the_corner(void **state) {
  (void)state;
  rg_model *model = model_of(
      "<geom type='box' size='1 0.5 1' pos='0 0 -1' friction='0.5 0 0'/><body pos='0.95 0 0.1'>"
      "<joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 0 1'/>"
      "<inertial pos='0 0 0' mass='1' diaginertia='0.01 0.01 0.01'/>"
      "<geom type='sphere' size='0.0001' friction='0.5 0 0'/></body>",
      0);
  for (int k = RG_MINIMAL; k <= RG_EMBEDDED; k++)
    for (int exact = 0; exact < 2; exact++) {
      rg_sim *sim = sim_of(model, (rg_coordinates)k, RG_EULER, exact, 0.1);
      rg_sim_data(sim)->qvel[0] = 3;
      rg_sim_data(sim)->qvel[1] = -2;
      assert_int_equal(rg_step(sim), RG_SOLVED);
      double wanted = exact ? -2 : -(0.1 - 1e-4) / 0.1; /* plain rows stop it in the air */
      assert_true(fabs(rg_sim_data(sim)->qvel[1] - wanted) <= 1e-9);
      rg_sim_free(sim);
    }
  rg_model_free(model);
}

/* a disc in a yard of boxes, thrown around for a while: never inside one, energy never rises, no
   step unsolved, whatever the integrator */
static void yard(void **state) {
  (void)state;
  const double box[3][4] = {{0, 0, 0.5, 0.3}, {1.6, 0.4, 0.4, 0.5}, {0.7, 1.5, 0.6, 0.2}};
  const double r = 0.1;
  char bodies[2048];
  int used = 0;
  for (int k = 0; k < 3; k++)
    used += snprintf(bodies + used, sizeof bodies - (size_t)used,
                     "<geom type='box' size='%g 0.5 %g' pos='%g 0 %g' friction='0.3 0 0'/>",
                     box[k][2], box[k][3], box[k][0], box[k][1]);
  snprintf(bodies + used, sizeof bodies - (size_t)used,
           "<geom type='plane' size='9 9 1' pos='-1 0 0' zaxis='1 0 0' friction='0.3 0 0'/>"
           "<geom type='plane' size='9 9 1' pos='3 0 0' zaxis='-1 0 0' friction='0.3 0 0'/>"
           "<geom type='plane' size='9 9 1' pos='0 0 -1' friction='0.3 0 0'/>"
           "<geom type='plane' size='9 9 1' pos='0 0 3' zaxis='0 0 -1' friction='0.3 0 0'/>"
           "<body pos='0 0 0.8'><joint type='slide' axis='1 0 0'/>"
           "<joint type='slide' axis='0 0 1'/><joint type='hinge' axis='0 1 0'/>"
           "<geom type='sphere' size='%g' mass='1' friction='0.3 0 0'/></body>",
           r);
  rg_model *model = model_of(bodies, 3);
  static const rg_integrator rules[] = {RG_EULER, RG_IMPLICIT_EULER};
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
    rg_sim *sim = sim_of(model, RG_MINIMAL, rules[i], 1, 0.01);
    rg_data *data = rg_sim_data(sim);
    data->qvel[0] = 6.1, data->qvel[1] = -3.7, data->qvel[2] = 20;
    double energy = rg_sim_energy(sim);
    for (int k = 0; k < 500; k++) {
      assert_int_equal(rg_step(sim), RG_SOLVED);
      double x = data->qpos[0], z = 0.8 + data->qpos[1], now = rg_sim_energy(sim);
      for (int b = 0; b < 3; b++) {
        double dx = fabs(x - box[b][0]) - box[b][2], dz = fabs(z - box[b][1]) - box[b][3];
        double away = dx > 0 || dz > 0 ? hypot(fmax(dx, 0), fmax(dz, 0)) : fmax(dx, dz);
        assert_true(away >= r - 1e-3);
      }
      assert_true(now <= energy + 1e-9 * (1 + fabs(energy)));
      energy = now;
      if (k % 40 == 39) { /* and on it goes */
        data->qvel[0] = 7 * cos(k), data->qvel[1] = 7 * sin(1.3 * k), data->qvel[2] = 0;
        energy = rg_sim_energy(sim);
      }
    }
    rg_sim_free(sim);
  }
  rg_model_free(model);
}

/* a block is pushed over the edge of a table and falls off: solved all the way, and down in the
   end */
static void block_falls_off(void **state) {
  (void)state;
  rg_model *model = model_of(
      "<geom type='box' size='1 0.5 1' pos='0 0 -1' friction='0.3 0 0'/><body pos='0.5 0 0.1'>"
      "<joint type='slide' axis='1 0 0'/><joint type='slide' axis='0 0 1'/>"
      "<joint type='hinge' axis='0 1 0'/><geom type='box' size='0.2 0.1 0.1' mass='1' "
      "friction='0.3 0 0'/></body>",
      9.81);
  rg_sim *sim = sim_of(model, RG_MINIMAL, RG_EULER, 1, 0.002);
  rg_data *data = rg_sim_data(sim);
  data->qvel[0] = 2.5;
  double energy = rg_sim_energy(sim);
  for (int k = 0; k < 400; k++) {
    assert_int_equal(rg_step(sim), RG_SOLVED);
    double now = rg_sim_energy(sim);
    assert_true(now <= energy + 1e-9 * fabs(energy) + 1e-9);
    energy = now;
  }
  assert_true(data->qpos[0] > 0.5 && data->qpos[1] < -0.2);
  rg_sim_free(sim);
  rg_model_free(model);
}

static void steps_refuse_space(void **state) {
  (void)state;
  const char *xml = "<mujoco><worldbody><body><freejoint/><geom size='0.1'/></body></worldbody>"
                    "</mujoco>";
  rg_model *model = NULL;
  rg_sim *sim = NULL;
  rg_error error;
  rg_sim_options options = rg_sim_options_default();
  options.exact_corners = 1;
  assert_int_equal(rg_model_parse(&model, xml, strlen(xml), NULL, &error), RG_OK);
  assert_int_equal(rg_sim_new(&sim, model, &options, &error), RG_BAD_INPUT);
  assert_string_equal(error.element, "exact_corners");
  rg_model_free(model);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(steps_pass_the_corner),
      cmocka_unit_test(yard),
      cmocka_unit_test(block_falls_off),
      cmocka_unit_test(steps_refuse_space),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
