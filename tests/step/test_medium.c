/* Drag and lift of a medium within the step: Stokes' decay, the decay under pressure drag, the speed of a fall, all in
   closed form; and random bodies in random media, which never gain energy, however dense or thick these are and
   however long the step. */
#include "step/simulate.h"

#include <stdarg.h>

#include "dynamics/random_xml.h"

static const char *const rules[] = {"midpoint", "euler", "moreau", "implicit-euler",
                                    "implicit-moreau"};
static const rg_integrator rule_of[] = {RG_MIDPOINT, RG_EULER, RG_MOREAU, RG_IMPLICIT_EULER,
                                        RG_IMPLICIT_MOREAU};
static const rg_coordinates coordinates_of[] = {RG_MINIMAL, RG_REDUNDANT, RG_EMBEDDED};
enum { RULES = 5, COORDINATES = 3 };

/* a body of mass 1 whose equivalent box is a cube with sides of 1 */
static const char *const CUBE =
    "<mujoco><option timestep='%.17g' gravity='0 0 %.17g' density='%.17g' viscosity='%.17g' "
    "wind='%.17g 0 0'/><worldbody><body><freejoint/><inertial pos='0 0 0' mass='1' "
    "diaginertia='0.16666666666666666 0.16666666666666666 0.16666666666666666'/>"
    "</body></worldbody></mujoco>";

typedef struct medium {
  double dt, gravity, density, viscosity, wind;
} medium;

/* velocity along x and z, and spin about x, after n steps from (vx, vz, wx) */
static void cube_after(const medium *m, rg_integrator rule, rg_coordinates coordinates, int n,
                       double v[3]) {
  char text[1024];
  snprintf(text, sizeof text, CUBE, m->dt, m->gravity, m->density, m->viscosity, m->wind);
  scene s = {scene_parse(text), NULL};
  rg_sim_options options = scene_options(s.model);
  rg_error error;
  options.integrator = rule;
  options.coordinates = coordinates;
  options.dt = m->dt;
  assert_int_equal(rg_sim_new(&s.sim, s.model, &options, &error), RG_OK);
  scene_qvel(&s)[0] = v[0], scene_qvel(&s)[2] = v[1], scene_qvel(&s)[3] = v[2];
  for (int k = 0; k < n; k++) assert_int_equal(rg_step(s.sim), RG_SOLVED);
  v[0] = scene_qvel(&s)[0], v[1] = scene_qvel(&s)[2], v[2] = scene_qvel(&s)[3];
  scene_end(&s);
}

/* v' = -3 pi viscosity v, w' = -6 pi viscosity w: midpoint is of second order; far too long steps leave nothing, and no
   rule turns the motion back by more than the tail of Pade's approximant */
static void stokes(void **state) {
  (void)state;
  for (int c = 0; c < COORDINATES; c++) {
    double error[2];
    for (int fine = 0; fine < 2; fine++) {
      double v[3] = {2, 0, 3};
      medium m = {.dt = fine ? 0.005 : 0.01, .viscosity = 0.2};
      cube_after(&m, RG_MIDPOINT, coordinates_of[c], fine ? 200 : 100, v);
      error[fine] = fabs(v[0] - 2 * exp(-3 * PI * 0.2)) + fabs(v[2] - 3 * exp(-6 * PI * 0.2));
    }
    assert_at_most("error", error[0], 2e-4);
    assert_true(error[0] / error[1] > 3.8);
  }
  for (int r = 0; r < RULES; r++) {
    double v[3] = {2, 0, 3};
    medium m = {.dt = 0.01, .viscosity = 1e5};
    cube_after(&m, rule_of[r], RG_MINIMAL, 10, v);
    assert_at_most(rules[r], fabs(v[0]) + fabs(v[2]), rule_of[r] == RG_IMPLICIT_MOREAU ? 5 : 1e-9);
  }
}

/* v' = -density v^2 / 2 has v = v0 / (1 + density v0 t / 2): exact to second order, and never turned round */
static void pressure(void **state) {
  (void)state;
  double error[2];
  for (int fine = 0; fine < 2; fine++) {
    double v[3] = {2, 0, 0};
    medium m = {.dt = fine ? 0.005 : 0.01, .density = 1.2};
    cube_after(&m, RG_MIDPOINT, RG_MINIMAL, fine ? 200 : 100, v);
    error[fine] = fabs(v[0] - 2 / (1 + 1.2));
  }
  assert_at_most("error", error[0], 2e-5);
  assert_true(error[0] / error[1] > 3.8);
  for (int r = 0; r < RULES; r++) {
    if (rule_of[r] == RG_IMPLICIT_MOREAU) continue; /* the middle rings by nature */
    double v[3] = {2, 0, 0}, last = 2;
    medium m = {.dt = 0.01, .density = 1e6};
    for (int k = 0; k < 40; k++) {
      cube_after(&m, rule_of[r], RG_MINIMAL, 1, v);
      assert_true(v[0] > 0 && v[0] < last);
      last = v[0];
    }
    assert_at_most(rules[r], v[0], 0.01);
  }
}

/* the speed of a fall, sqrt(2 m g / density) against pressure, and the wind, both taken on without ringing */
static void terminal(void **state) {
  (void)state;
  for (int r = 0; r < RULES; r++)
    for (int c = 0; c < COORDINATES; c++) {
      double v[3] = {0, 0, 0}, fall = sqrt(2 * 9.81 / 1000), z = 0.02 * 1000 * fall;
      medium m = {0.02, -9.81, 1000, 0, 0};
      cube_after(&m, rule_of[r], coordinates_of[c], 200, v);
      assert_true(z > 2);
      assert_near(rules[r], v[1], -fall, 1e-6);
      medium windy = {.dt = 0.01, .viscosity = 1000, .wind = 3};
      double still[3] = {0, 0, 0};
      cube_after(&windy, rule_of[r], coordinates_of[c], 400, still);
      assert_near(rules[r], still[0], 3, 1e-2);
    }
}

/* --- random media ---------------------------------------------------------------------------------- */

static double between(xml_text *x, double low, double high) {
  return low * pow(high / low, 0.5 * (1 + xml_draw(x)));
}

/* a tree of bodies, or bodies alone, boxes and ellipsoids, as light as they come */
static void put_bodies(xml_text *x, int linked) {
  static const char *const joints[] = {"hinge", "slide", "ball"};
  int depth = 0, most = linked ? 3 : 2;
  for (int b = 0; b < most; b++) {
    double size = between(x, 0.02, 0.5), mass = between(x, 1e-4, 3),
           moment = 0.3 * mass * size * size;
    xml_put(x, "<body");
    xml_pose(x, 0.5);
    xml_put(x, ">");
    if (!linked || (b == 0 && xml_pick(x, 2))) xml_put(x, "<freejoint/>");
    else
      xml_put(x, "<joint type=\"%s\" axis=\"%.6f 1 %.6f\"/>", joints[xml_pick(x, 3)], xml_draw(x),
              xml_draw(x));
    xml_put(x, "<inertial pos=\"%.6f 0 %.6f\" mass=\"%.9g\" diaginertia=\"%.9g %.9g %.9g\"/>",
            0.2 * size * xml_draw(x), 0.2 * size * xml_draw(x), mass, moment, 0.8 * moment,
            0.9 * moment);
    xml_put(x,
            "<geom type=\"ellipsoid\" size=\"%.6f %.6f %.6f\" pos=\"%.6f 0 0\"%s "
            "contype=\"0\" conaffinity=\"0\"/>",
            size, 0.6 * size, 0.4 * size, 0.3 * size * xml_draw(x),
            xml_pick(x, 2) ? " fluidshape=\"ellipsoid\"" : "");
    if (linked) depth++;
    else xml_put(x, "</body>");
  }
  for (; depth > 0; depth--) xml_put(x, "</body>");
}

static xml_text random_medium(uint64_t seed, double dt, double thick) {
  xml_text x = {.seed = seed};
  double density = between(&x, 0.1, 1e4) * thick, viscosity = between(&x, 1e-4, 1e3) * thick;
  if (xml_pick(&x, 4) == 0) density = 0;
  if (xml_pick(&x, 4) == 0 && density > 0) viscosity = 0;
  xml_put(
      &x,
      "<mujoco><option gravity=\"0 0 0\" timestep=\"%.9g\" density=\"%.9g\" viscosity=\"%.9g\"/>"
      "<worldbody>",
      dt, density, viscosity);
  put_bodies(&x, seed % 2);
  xml_put(&x, "</worldbody></mujoco>");
  return x;
}

static scene start_random(uint64_t seed, double dt, double thick, rg_integrator rule,
                          rg_coordinates coordinates) {
  xml_text x = random_medium(seed, dt, thick);
  scene s = {scene_parse(x.text), NULL};
  rg_sim_options options = scene_options(s.model);
  rg_error error;
  options.integrator = rule;
  options.coordinates = coordinates;
  options.dt = dt;
  if (rg_sim_new(&s.sim, s.model, &options, &error) != RG_OK)
    fail_msg("%s\n%s", error.reason, x.text);
  for (int i = 0; i < s.model->nv; i++) scene_qvel(&s)[i] = 2 * xml_draw(&x);
  free(x.text);
  return s;
}

static double kinetic(scene *s) {
  rg_data *data = rg_sim_data(s->sim);
  rg_kinematics(s->model, data);
  rg_velocity_stage(s->model, data);
  return rg_energy_kinetic(s->model, data);
}

/* Bodies alone never gain; linked ones as little as the rule itself leaves, which the midpoint rule takes out. */
static void never_gains(void **state) {
  (void)state;
  uint64_t seeds = SANITIZED ? 30 : 120;
  for (uint64_t seed = 1; seed <= seeds; seed++)
    for (int r = 0; r < RULES; r++) {
      scene s = start_random(seed, 0.01, 1, rule_of[r], coordinates_of[(seed / 2) % COORDINATES]);
      double first = kinetic(&s), most = first;
      for (int k = 0; k < 40; k++) {
        rg_status status = rg_step(s.sim);
        if (status != RG_SOLVED)
          fail_msg("seed %u, %s, step %d: %s", (unsigned)seed, rules[r], k,
                   rg_sim_report(s.sim)->reason);
        most = fmax(most, kinetic(&s));
      }
      int exact = seed % 2 == 0 || rule_of[r] == RG_MIDPOINT;
      if (!(most <= first * (exact ? 1 + 1e-6 : 1.1)))
        fail_msg("seed %u, %s: %.17g J after %.17g J", (unsigned)seed, rules[r], most, first);
      scene_end(&s);
    }
}

/* thin media: half the step, a quarter of the error */
static void second_order(void **state) {
  (void)state;
  double worst = HUGE_VAL;
  int right = 0;
  for (uint64_t seed = 1; seed <= 16; seed++) {
    double v[3][32];
    for (int level = 0; level < 3; level++) {
      int steps = 400 << level;
      scene s = start_random(seed, 0.2 / steps, 1e-3, RG_MIDPOINT, RG_MINIMAL);
      for (int k = 0; k < steps; k++) assert_int_equal(rg_step(s.sim), RG_SOLVED);
      assert_true(s.model->nv <= 32);
      memcpy(v[level], scene_qvel(&s), (size_t)s.model->nv * sizeof(double));
      for (int i = s.model->nv; i < 32; i++) v[level][i] = 0;
      scene_end(&s);
    }
    double coarse = 0, fine = 0;
    for (int i = 0; i < 32; i++) coarse += fabs(v[0][i] - v[1][i]), fine += fabs(v[1][i] - v[2][i]);
    worst = fmin(worst, coarse / fine);
    right += coarse / fine > 3.8;
  }
  assert_true(worst >
              2.2); /* bodies that are light for their medium come to it with shorter steps */
  assert_true(right >= 13);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(stokes),      cmocka_unit_test(pressure),     cmocka_unit_test(terminal),
      cmocka_unit_test(never_gains), cmocka_unit_test(second_order),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
