/* Grains of 0.1 mm and of 10 um, whose moments of inertia are below 1e-18: they fall, and lie where they
   should; what has no inertia is refused. */
#include <rigor/step.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static rg_status parse(rg_model **model, const char *text, rg_error *error) {
  return rg_model_parse(model, text, strlen(text), NULL, error);
}

/* a ball and a box of half width r, r / 5 above where they lie */
static void lies(double r, rg_coordinates coordinates) {
  char text[1024];
  snprintf(
      text, sizeof text,
      "<mujoco><option timestep='%g'/><worldbody><geom type='plane' size='1 1 1'/>"
      "<body pos='0 0 %g'><freejoint/><geom type='sphere' size='%g' density='2500'/></body>"
      "<body pos='%g 0 %g'><freejoint/><geom type='box' size='%g %g %g' density='2500'/></body>"
      "</worldbody></mujoco>",
      r, 1.2 * r, r, 4 * r, 1.2 * r, r, r, r);
  rg_model *model;
  rg_sim *sim;
  rg_error error;
  assert_int_equal(parse(&model, text, &error), RG_OK);
  assert_true(model->body_inertia[3] < 1e-15);
  rg_sim_options options = rg_sim_options_default();
  options.coordinates = coordinates;
  assert_int_equal(rg_sim_new(&sim, model, &options, &error), RG_OK);
  /* fall time sqrt(0.4 r / g), many times over */
  int steps = (int)(20 * sqrt(0.4 * r / 9.81) / r);
  for (int k = 0; k < steps; k++) {
    rg_status status = rg_step(sim);
    if (status != RG_SOLVED) print_error("%s\n", rg_sim_report(sim)->reason);
    assert_int_equal(status, RG_SOLVED);
  }
  const double *q = rg_sim_data(sim)->qpos;
  assert_true(fabs(q[2] - r) < 1e-3 * r);
  assert_true(fabs(q[9] - r) < 1e-3 * r);
  rg_sim_free(sim);
  rg_model_free(model);
}

static void small_things_lie(void **state) {
  (void)state;
  for (int k = RG_MINIMAL; k <= RG_EMBEDDED; k++) {
    lies(5e-5, (rg_coordinates)k);
    lies(5e-6, (rg_coordinates)k);
  }
}

static void refuses_what_has_none(void **state) {
  (void)state;
  static const char *const inertia[] = {"mass='0' diaginertia='1 1 1'",
                                        "mass='1' diaginertia='1 1 0'",
                                        "mass='1' diaginertia='1e-20 1e-20 1e-36'"};
  for (size_t k = 0; k < sizeof inertia / sizeof *inertia; k++) {
    char text[512];
    rg_model *model = NULL;
    rg_error error;
    snprintf(text, sizeof text,
             "<mujoco><worldbody><body><freejoint/><inertial pos='0 0 0' %s/></body></worldbody>"
             "</mujoco>",
             inertia[k]);
    assert_int_equal(parse(&model, text, &error), RG_BAD_INPUT);
    assert_non_null(strstr(error.reason, "a moving body needs"));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(small_things_lie),
                                     cmocka_unit_test(refuses_what_has_none)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
