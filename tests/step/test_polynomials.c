/* Springs and dampers that are polynomials: forces by the formula and by the slope of the energy, motion against closed
   forms, files there and back. */
#include "step/simulate.h"

#include "dynamics/random_xml.h"
#include "record/scratch.h"

static scene scene_of(const char *text, double dt, rg_integrator rule) {
  scene s = {NULL, NULL};
  rg_error error;
  rg_sim_options options = rg_sim_options_default();
  options.dt = dt;
  options.integrator = rule;
  if (rg_model_parse(&s.model, text, strlen(text), NULL, &error)) fail_msg("%s", error.reason);
  if (rg_sim_new(&s.sim, s.model, &options, &error)) fail_msg("%s", error.reason);
  return s;
}

/* a chain of hinges and slides with random coefficients, one tendon over all of them */
static void random_chain(xml_text *x, uint64_t seed) {
  *x = (xml_text){.seed = seed};
  xml_put(x, "<mujoco><compiler angle=\"radian\"/><option gravity=\"0 0 0\"/><worldbody>");
  for (int k = 0; k < 4; k++) {
    xml_put(x, "<body><joint name=\"j%d\" type=\"%s\" axis=\"%.3f 1 %.3f\" springref=\"%.3f\"", k,
            xml_pick(x, 2) ? "hinge" : "slide", xml_draw(x), xml_draw(x), 0.3 * xml_draw(x));
    xml_numbers(x, "stiffness", 3, 4);
    xml_put(x, " damping=\"%.4f %.4f %.4f\"/><geom size=\".1\" pos=\"%.3f 0 .3\"/>",
            1 + xml_draw(x), xml_draw(x), xml_draw(x), xml_draw(x));
  }
  for (int k = 0; k < 4; k++) xml_put(x, "</body>");
  xml_put(x, "</worldbody><tendon><fixed springlength=\"-.2 .1\"");
  xml_numbers(x, "stiffness", 3, 4);
  xml_numbers(x, "damping", 3, 2);
  xml_put(x, ">");
  for (int k = 0; k < 4; k++)
    xml_put(x, "<joint joint=\"j%d\" coef=\"%.4f\"/>", k, 1.5 + xml_draw(x));
  xml_put(x, "</fixed></tendon></mujoco>");
}

static double spring(const double *a, double x) {
  return -(a[0] * x + a[1] * x * x + a[2] * x * x * x);
}
static double damper(const double *a, double v) {
  return -(a[0] * v + a[1] * v * fabs(v) + a[2] * v * v * v);
}

/* the forces are those of the XML reference; without dampers they are the slope of the potential energy */
static void forces(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 50; seed++) {
    xml_text x;
    rg_model *m = NULL;
    rg_error error;
    random_chain(&x, seed);
    if (rg_model_parse(&m, x.text, x.size, NULL, &error)) fail_msg("%s\n%s", error.reason, x.text);
    rg_data *d = rg_data_new(m);
    double q[4], v[4], length = 0, rate = 0;
    for (int k = 0; k < 4; k++) {
      d->qpos[k] = q[k] = xml_draw(&x);
      d->qvel[k] = v[k] = 2 * xml_draw(&x);
      length += m->tendon_coef[k] * q[k];
      rate += m->tendon_coef[k] * v[k];
    }
    rg_forward(m, d);
    double stretch = length < -0.2 ? length + 0.2 : length > 0.1 ? length - 0.1 : 0;
    const double ts[3] = {m->tendon_stiffness[0], m->tendon_stiffness_poly[0],
                          m->tendon_stiffness_poly[1]},
                 td[3] = {m->tendon_damping[0], m->tendon_damping_poly[0],
                          m->tendon_damping_poly[1]};
    for (int k = 0; k < 4; k++) {
      const double s[3] = {m->joint_stiffness[k], m->joint_stiffness_poly[2 * k],
                           m->joint_stiffness_poly[2 * k + 1]},
                   c[3] = {m->dof_damping[k], m->dof_damping_poly[2 * k],
                           m->dof_damping_poly[2 * k + 1]};
      double force = spring(s, q[k] - m->qpos_spring[k]) + damper(c, v[k]) +
                     m->tendon_coef[k] * (spring(ts, stretch) + damper(td, rate));
      assert_near("force", d->qfrc_passive[k], force, 1e-12);
      assert_true(s[1] != 0 && c[2] != 0 && ts[1] != 0);
    }
    double passive[4];
    for (int k = 0; k < 4; k++) d->qvel[k] = 0;
    rg_forward(m, d);
    memcpy(passive, d->qfrc_passive, sizeof passive);
    for (int k = 0; k < 4; k++) {
      const double h = 1e-5;
      double energy[2];
      for (int side = 0; side < 2; side++) {
        d->qpos[k] = q[k] + (side ? h : -h);
        rg_forward(m, d);
        energy[side] = rg_energy_potential(m, d);
      }
      d->qpos[k] = q[k];
      assert_near("slope of the energy", -(energy[1] - energy[0]) / (2 * h), passive[k], 1e-7);
    }
    rg_data_free(d);
    const char *path = scratch_path("chain.xml");
    rg_model *again = NULL;
    assert_int_equal(rg_model_save(m, path, &error), RG_OK);
    assert_int_equal(rg_model_load(&again, path, NULL, &error), RG_OK);
    for (int k = 0; k < 8; k++)
      assert_true(m->joint_stiffness_poly[k] == again->joint_stiffness_poly[k] &&
                  m->dof_damping_poly[k] == again->dof_damping_poly[k]);
    for (int k = 0; k < 2; k++)
      assert_true(m->tendon_stiffness_poly[k] == again->tendon_stiffness_poly[k] &&
                  m->tendon_damping_poly[k] == again->tendon_damping_poly[k]);
    rg_model_free(again);
    rg_model_free(m);
    free(x.text);
  }
}

#define SLIDE(more)                                                                                \
  "<mujoco><option gravity='0 0 0'/><worldbody><body><joint type='slide' " more                    \
  "/><geom size='.1' mass='2'/></body></worldbody></mujoco>"

/* m v' = -b v^2: v = v0 / (1 + b v0 t / m);  m v' = -c v^3: v = v0 / sqrt(1 + 2 c v0^2 t / m), forwards and backwards, the
   error falling with the step */
static void slowed_down(void **state) {
  (void)state;
  for (int backwards = 0; backwards < 2; backwards++)
    for (int cubic = 0; cubic < 2; cubic++) {
      double error[2], sign = backwards ? -1 : 1;
      for (int fine = 0; fine < 2; fine++) {
        double dt = fine ? 0.001 : 0.002;
        scene s =
            scene_of(cubic ? SLIDE("damping='0 0 .5'") : SLIDE("damping='0 .8'"), dt, RG_MIDPOINT);
        scene_qvel(&s)[0] = sign * 3;
        scene_run(&s, 2);
        double exact =
            sign * (cubic ? 3 / sqrt(1 + 2 * 0.5 * 9 * 2 / 2.0) : 3 / (1 + 0.8 * 3 * 2 / 2.0));
        error[fine] = fabs(scene_qvel(&s)[0] - exact);
        scene_end(&s);
      }
      assert_true(error[1] < 2e-3);
      assert_true(error[1] < 0.6 * error[0]);
    }
}

/* Duffing's oscillator from rest at x0: a quarter period is the integral of dx / v over the way to the middle, with
   x = x0 sin(u), v^2 = (2/m) (U(x0) - U(x)); its energy stays */
static void duffing(void **state) {
  (void)state;
  const double a = 3, c = 40, mass = 2, x0 = 0.7, pi = acos(-1);
  double quarter = 0;
  for (int k = 0; k < 2000; k++) {
    double u = pi / 2 * (k + 0.5) / 2000;
    // (U(x0) - U(x)) / (x0 cos u)^2
    double f = a / 2 + c / 4 * x0 * x0 * (1 + sin(u) * sin(u));
    quarter += pi / 2 / 2000 / sqrt(2 * f / mass);
  }
  double error[2];
  for (int fine = 0; fine < 2; fine++) {
    double dt = quarter / (fine ? 400 : 200);
    scene s = scene_of(SLIDE("stiffness='3 0 40'"), dt, RG_MIDPOINT);
    scene_qpos(&s)[0] = x0;
    double before = 0.25 * c * x0 * x0 * x0 * x0 + 0.5 * a * x0 * x0, worst = 0;
    for (int k = 0; k < (fine ? 4000 : 2000); k++) { // ten quarters
      assert_int_equal(rg_step(s.sim), RG_SOLVED);
      double q = scene_qpos(&s)[0], v = scene_qvel(&s)[0];
      double energy = 0.5 * mass * v * v + 0.5 * a * q * q + 0.25 * c * q * q * q * q;
      worst = fmax(worst, fabs(energy - before));
    }
    error[fine] = fabs(scene_qpos(&s)[0] + x0);
    assert_true(worst < 1e-3 * before);
    scene_end(&s);
  }
  assert_true(error[1] < 1e-3 && error[1] < 0.6 * error[0]);
}

static void refused(void **state) {
  (void)state;
  static const char *const wrong[] = {"<mujoco><worldbody><body><joint type='ball' damping='1 "
                                      "2'/><geom size='1'/></body></worldbody></mujoco>",
                                      "<mujoco><worldbody><body><joint type='free' stiffness='1 0 "
                                      "2'/><geom size='1'/></body></worldbody>"
                                      "</mujoco>",
                                      "<mujoco><worldbody><body><joint stiffness='1 0 2 3'/><geom "
                                      "size='1'/></body></worldbody></mujoco>"};
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    rg_model *model;
    rg_error error;
    assert_int_equal(rg_model_parse(&model, wrong[k], strlen(wrong[k]), NULL, &error),
                     RG_BAD_INPUT);
    assert_int_equal(error.line, 1);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(forces), cmocka_unit_test(slowed_down),
                                     cmocka_unit_test(duffing), cmocka_unit_test(refused)};
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
