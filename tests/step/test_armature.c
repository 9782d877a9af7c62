/* Armature of tendons: accelerations by M + m J'J, and the motion by Lagrange's equation, in all coordinates and rules. */
#include "step/simulate.h"

#include "dynamics/random_xml.h"

static scene scene_by(const char *text, double dt, rg_integrator rule, rg_coordinates coordinates) {
  rg_sim_options options = rg_sim_options_default();
  options.dt = dt;
  options.integrator = rule;
  options.coordinates = coordinates;
  return scene_written(text, &options);
}

/* --- fixed tendons: slides without anything else, so that M is diagonal and J is constant --------------- */

enum { SLIDES = 4 };

/* x = A \ x, A symmetric and positive */
static void solve(double A[SLIDES][SLIDES], double x[SLIDES]) {
  for (int k = 0; k < SLIDES; k++)
    for (int i = k + 1; i < SLIDES; i++) {
      double f = A[i][k] / A[k][k];
      for (int j = k; j < SLIDES; j++) A[i][j] -= f * A[k][j];
      x[i] -= f * x[k];
    }
  for (int k = SLIDES - 1; k >= 0; k--) {
    for (int j = k + 1; j < SLIDES; j++) x[k] -= A[k][j] * x[j];
    x[k] /= A[k][k];
  }
}

/* two tendons over slides of different trees: v = t (M + sum m J'J)^-1 M g, to rounding under every rule */
static void fixed_tendons(void **state) {
  (void)state;
  static const rg_integrator rules[] = {RG_MIDPOINT,       RG_EULER,          RG_MOREAU,
                                        RG_EXPLICIT_EULER, RG_IMPLICIT_EULER, RG_IMPLICIT_MOREAU};
  static const rg_coordinates kinds[] = {RG_MINIMAL, RG_REDUNDANT, RG_EMBEDDED};
  for (uint64_t seed = 1; seed <= 90; seed++) {
    xml_text x = {.seed = seed};
    double M[SLIDES][SLIDES] = {{0}}, v[SLIDES];
    xml_put(&x, "<mujoco><worldbody>");
    for (int k = 0; k < SLIDES; k++) {
      double m = exp(xml_draw(&x));
      M[k][k] = m;
      v[k] = -m * GRAVITY;
      xml_put(&x,
              "<body pos=\"%d 0 0\"><joint name=\"j%d\" type=\"slide\" axis=\"0 0 1\"/>"
              "<geom size=\".1\" mass=\"%.17g\"/></body>",
              k, k, m);
    }
    xml_put(&x, "</worldbody><tendon>");
    for (int t = 0; t < 2; t++) {
      double inertia = exp(3 * xml_draw(&x)), J[SLIDES];
      xml_put(&x, "<fixed armature=\"%.17g\">", inertia);
      for (int k = 0; k < SLIDES; k++) {
        J[k] = 2 * xml_draw(&x);
        xml_put(&x, "<joint joint=\"j%d\" coef=\"%.17g\"/>", k, J[k]);
      }
      xml_put(&x, "</fixed>");
      for (int i = 0; i < SLIDES; i++)
        for (int j = 0; j < SLIDES; j++) M[i][j] += inertia * J[i] * J[j];
    }
    xml_put(&x, "</tendon></mujoco>");
    solve(M, v);
    scene s = scene_by(x.text, 0.001, rules[seed % 6], kinds[seed / 6 % 3]);
    rg_data *d = rg_sim_data(s.sim);
    for (int k = 0; k < 100; k++)
      if (rg_step(s.sim)) fail_msg("seed %d: %s", (int)seed, rg_sim_report(s.sim)->reason);
    for (int k = 0; k < SLIDES; k++)
      if (!(fabs(d->qvel[k] - 0.1 * v[k]) < 1e-9)) /* ten times what a solve leaves in 100 steps */
        fail_msg("seed %d: slide %d moves with %.12g, not %.12g", (int)seed, k, d->qvel[k],
                 0.1 * v[k]);
    scene_end(&s);
    free(x.text);
  }
}

/* --- a spatial tendon: (I + m l'^2) a + m l' l'' w^2 = torque of gravity --------------------------------- */

typedef struct pendulum {
  double inertia, weight, armature; /* about the hinge; m g times the arm; of the tendon */
  double anchor[2], arm;            /* x, z of its fixed end; of its other end on the rod */
} pendulum;

/* the rod points along (cos, -sin) of the angle: a hinge about y turns x to -z */
static double acceleration(const pendulum *p, double angle, double w) {
  double c = cos(angle), s = sin(angle), x = p->arm * c - p->anchor[0],
         z = -p->arm * s - p->anchor[1];
  double dx = -p->arm * s, dz = -p->arm * c, l = hypot(x, z);
  double rate = (x * dx + z * dz) / l;                                                     /* l' */
  double curve = (dx * dx + dz * dz + x * -p->arm * c + z * p->arm * s - rate * rate) / l; /* l'' */
  return (p->weight * c - p->armature * rate * curve * w * w) /
         (p->inertia + p->armature * rate * rate);
}

/* Runge and Kutta's rule with steps that leave 1e-12 */
static double reference(const pendulum *p, double time) {
  enum { STEPS = 20000 };
  double a = 0, w = 0, h = time / STEPS;
  for (int k = 0; k < STEPS; k++) {
    double a1 = w, w1 = acceleration(p, a, w);
    double a2 = w + h / 2 * w1, w2 = acceleration(p, a + h / 2 * a1, w + h / 2 * w1);
    double a3 = w + h / 2 * w2, w3 = acceleration(p, a + h / 2 * a2, w + h / 2 * w2);
    double a4 = w + h * w3, w4 = acceleration(p, a + h * a3, w + h * w3);
    a += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    w += h / 6 * (w1 + 2 * w2 + 2 * w3 + w4);
  }
  return a;
}

static double angle_after(const char *text, double dt, double time, rg_integrator rule,
                          rg_coordinates coordinates) {
  scene s = scene_by(text, dt, rule, coordinates);
  for (int k = 0; k < (int)(time / dt + 0.5); k++)
    if (rg_step(s.sim)) fail_msg("%s", rg_sim_report(s.sim)->reason);
  double angle = rg_sim_data(s.sim)->qpos[0];
  scene_end(&s);
  return angle;
}

/* halves of a step make a quarter of the error under the midpoint rule, a half under those of the first order */
static void spatial_tendons(void **state) {
  (void)state;
  static const rg_integrator rules[] = {RG_MIDPOINT, RG_EULER, RG_MOREAU, RG_IMPLICIT_EULER};
  static const rg_coordinates kinds[] = {RG_MINIMAL, RG_REDUNDANT, RG_EMBEDDED};
  static const double TIME = 0.8;
  for (uint64_t seed = 1; seed <= 48; seed++) {
    xml_text x = {.seed = seed};
    pendulum p = {.arm = 0.5 + 0.3 * xml_draw(&x), .armature = exp(2 * xml_draw(&x))};
    double m = exp(xml_draw(&x)), length = 1, own = 0.05 * m;
    p.anchor[0] = 1.5 + 0.4 * xml_draw(&x), p.anchor[1] = 0.5 * xml_draw(&x);
    p.inertia = own + m * length * length / 4, p.weight = m * GRAVITY * length / 2;
    xml_put(&x,
            "<mujoco><worldbody><site name=\"fixed\" pos=\"%.17g 0 %.17g\"/><body>"
            "<joint axis=\"0 1 0\"/><inertial pos=\"%.17g 0 0\" mass=\"%.17g\" "
            "diaginertia=\"%.17g %.17g %.17g\"/><site name=\"on\" pos=\"%.17g 0 0\"/></body>"
            "</worldbody><tendon><spatial armature=\"%.17g\"><site site=\"fixed\"/>"
            "<site site=\"on\"/></spatial></tendon></mujoco>",
            p.anchor[0], p.anchor[1], length / 2, m, own, own, own, p.arm, p.armature);
    double truth = reference(&p, TIME), error[2];
    rg_integrator rule = rules[seed % 4];
    for (int k = 0; k < 2; k++)
      error[k] =
          fabs(angle_after(x.text, k ? 0.001 : 0.002, TIME, rule, kinds[seed / 4 % 3]) - truth);
    double order = rule == RG_MIDPOINT ? 4 : 2;
    int small = error[0] < 1e-9; /* a rule that is right by chance tells no order */
    if (!small && !(fabs(error[0] / error[1] - order) < 0.25 * order))
      fail_msg("seed %d: errors %g and %g", (int)seed, error[0], error[1]);
    assert_true(error[1] < (rule == RG_MIDPOINT ? 1e-4 : 2e-2));
    free(x.text);
  }
}

/* --- limits of the actuators on a tendon ------------------------------------------------------------------ */

/* all of them pull with the same share of what they would, so that the sum is within the range */
static void limited_sums(void **state) {
  (void)state;
  int cut = 0;
  for (uint64_t seed = 1; seed <= 100; seed++) {
    xml_text x = {.seed = seed};
    double most = 1 + xml_draw(&x), force[3], gear[3], sum = 0, pull = 0;
    xml_put(&x,
            "<mujoco><worldbody><body><joint name=\"j\" type=\"slide\"/><geom size=\".1\"/></body>"
            "</worldbody><tendon><fixed name=\"t\" actuatorfrcrange=\"%.17g %.17g\">"
            "<joint joint=\"j\" coef=\"2\"/></fixed></tendon><actuator>",
            -most, most);
    for (int k = 0; k < 3; k++) {
      gear[k] = 2 * xml_draw(&x), force[k] = xml_draw(&x), sum += force[k];
      xml_put(&x, "<motor tendon=\"t\" gear=\"%.17g\"/>", gear[k]);
    }
    xml_put(&x, "</actuator></mujoco>");
    scene s = scene_by(x.text, 0.001, RG_MIDPOINT, RG_MINIMAL);
    rg_data *d = rg_sim_data(s.sim);
    double share = fabs(sum) > most ? most / fabs(sum) : 1;
    cut += share < 1;
    for (int k = 0; k < 3; k++) d->ctrl[k] = force[k], pull += 2 * gear[k] * share * force[k];
    rg_forward(s.model, d);
    assert_true(fabs(d->qfrc_actuator[0] - pull) < 1e-14);
    for (int k = 0; k < 3; k++) assert_true(fabs(d->actuator_force[k] - share * force[k]) < 1e-15);
    scene_end(&s);
    free(x.text);
  }
  assert_true(cut > 20 && cut < 80);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(fixed_tendons),
                                     cmocka_unit_test(spatial_tendons),
                                     cmocka_unit_test(limited_sums)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
