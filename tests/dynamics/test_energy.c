/* Motion over time against what must be kept or is known: energy, momentum, periods, tops. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "march.h"
#include "math/vector.h"
#include "random_tree.h"
#include "scenes.h"

static const double pi = 3.14159265358979323846;

static double energy(const rg_model *model, const rg_data *data) {
  return rg_energy_kinetic(model, data) + rg_energy_potential(model, data);
}

static void assert_close(double value, double expected, double tolerance) {
  if (!(fabs(value - expected) <= tolerance)) print_error("%.17g is not %.17g\n", value, expected);
  assert_true(fabs(value - expected) <= tolerance);
}
static void assert_close3(const double *value, const double *expected, double tolerance) {
  for (int i = 0; i < 3; i++) assert_close(value[i], expected[i], tolerance);
}

/* --- periods --------------------------------------------------------------------------------- */

/* T = 4 K(sin(a / 2)) sqrt(I / (m g c)), K by the arithmetic-geometric mean */
static double pendulum_period(double I, double mgc, double amplitude) {
  double a = 1, b = cos(amplitude / 2);
  for (int i = 0; i < 8; i++) {
    double mean = (a + b) / 2;
    b = sqrt(a * b);
    a = mean;
  }
  return 2 * pi / a * sqrt(I / mgc);
}

static void physical_pendulum(void **state) {
  (void)state;
  const double m = 1.7, c = 0.6, I = 0.2, amplitude = 2.5;
  rg_model *model = scene_pendulum(1, m, c, I);
  rg_data *data = rg_data_new(model);
  double period = pendulum_period(I + m * c * c, m * 9.81 * c, amplitude);
  data->qpos[0] = amplitude;
  /* down after a quarter, back after the whole */
  march(model, data, period / 4000, 1000);
  assert_close(data->qpos[0], 0, 1e-10);
  march(model, data, period / 4000, 3000);
  assert_close(data->qpos[0], amplitude, 1e-10);
  assert_close(data->qvel[0], 0, 1e-9);
  rg_data_free(data);
  rg_model_free(model);
}

/* x(t) = x0 cos(sqrt(k / (m + armature)) t) on a slide without gravity */
static void mass_on_spring(void **state) {
  (void)state;
  const double I[3] = {1, 1, 1}, k = 30, m = 2, armature = 0.5;
  rg_model *model = scene_one_body(RG_JOINT_SLIDE, m, 0, I, 0);
  model->joint_stiffness[0] = k;
  model->dof_armature[0] = armature;
  rg_data *data = rg_data_new(model);
  data->qpos[0] = 0.4;
  march(model, data, 1e-3, 1234);
  assert_close(data->qpos[0], 0.4 * cos(sqrt(k / (m + armature)) * 1.234), 1e-11);
  assert_close(energy(model, data), 0.5 * k * 0.4 * 0.4, 1e-11);
  rg_data_free(data);
  rg_model_free(model);
}

/* --- tops ------------------------------------------------------------------------------------ */

/* without forces a symmetric top turns about its momentum L at L / A and about its own axis:
   R(t) = exp(L t / A) R(0) exp((1 - C / A) w_z t e_z) */
static void free_symmetric_top(void **state) {
  (void)state;
  const double A = 0.5, C = 0.8, I[3] = {0.5, 0.5, 0.8}, t = 3;
  rg_model *model = scene_one_body(RG_JOINT_FREE, 2, 0, I, 0);
  rg_data *data = rg_data_new(model);
  const double w[3] = {1.2, -0.7, 4}, start[3] = {0.3, 0.8, -0.5};
  double q0[4], L[3], turn[3], first[4], last[4], expected[4], back[3];
  rg_quat_from_rotation(q0, start);
  rg_quat_copy(data->qpos + 3, q0);
  rg_v3_copy(data->qvel + 3, w);
  march(model, data, 1e-3, 3000);

  double body_L[3] = {A * w[0], A * w[1], C * w[2]};
  rg_quat_rotate(L, q0, body_L);
  rg_v3_scale(turn, t / A, L);
  rg_quat_from_rotation(first, turn);
  rg_v3_set(turn, 0, 0, (1 - C / A) * w[2] * t);
  rg_quat_from_rotation(last, turn);
  rg_quat_multiply(expected, first, q0);
  rg_quat_multiply(expected, expected, last);
  rg_quat_normalize(data->qpos + 3);
  rg_quat_difference(back, expected, data->qpos + 3);
  assert_close(rg_v3_norm(back), 0, 1e-9);
  rg_data_free(data);
  rg_model_free(model);
}

/* any free body off its centre of mass: energy and both momenta stay, in every direction */
static void free_body_keeps(void **state) {
  (void)state;
  uint64_t seed = 9;
  rg_model *model = tree_build(TREE_CHAIN, JOINTS_HINGE, 1, 1, 0, &seed);
  model->option.gravity[2] = 0;
  rg_data *data = rg_data_new(model);
  double P[3], L[3], P1[3], L1[3];
  tree_random_state(model, data, &seed);
  rg_forward(model, data);
  double before = energy(model, data);
  rg_momentum(model, data, P, L);
  march(model, data, 2e-3, 1000);
  rg_momentum(model, data, P1, L1);
  assert_close(energy(model, data), before, 1e-11);
  assert_close3(P1, P, 1e-11);
  assert_close3(L1, L, 1e-11);
  rg_data_free(data);
  rg_model_free(model);
}

/* steady precession of a heavy top on a ball joint: m g c = W (C s - A W cos), with s the
   spin about the axis of the top, W the precession, A about the pivot, at the tilt theta */
static void gyroscope(void **state) {
  (void)state;
  const double m = 1.5, c = 0.3, g = 9.81, A = 0.05 + m * c * c, C = 0.04, theta = 0.7, W = 1.1;
  const double I[3] = {0.05, 0.05, 0.04};
  rg_model *model = scene_one_body(RG_JOINT_BALL, m, c, I, g);
  rg_data *data = rg_data_new(model);
  double s = (m * g * c / W + A * W * cos(theta)) / C, tilt[3] = {0, theta, 0}, precession[3];
  const double up[3] = {0, 0, W};
  rg_quat_from_rotation(data->qpos, tilt);
  rg_quat_rotate_back(precession, data->qpos, up);
  rg_v3_set(data->qvel, precession[0], precession[1], s);
  march(model, data, 2.5e-4, 4000);
  const double *axis = data->xipos + 3;
  const double expected[3] = {c * sin(theta) * cos(W), c * sin(theta) * sin(W), c * cos(theta)};
  assert_close3(axis, expected, 1e-8);
  rg_data_free(data);
  rg_model_free(model);
}

/* --- chains and trees ------------------------------------------------------------------------ */

static double drift_of_chain(double h, int steps) {
  rg_model *model = scene_pendulum(12, 1, 1, 0.025);
  rg_data *data = rg_data_new(model);
  data->qpos[0] = 1;
  data->qvel[5] = 1;
  rg_forward(model, data);
  double before = energy(model, data);
  march(model, data, h, steps);
  double drift = fabs(energy(model, data) - before);
  rg_data_free(data);
  rg_model_free(model);
  return drift;
}

/* Runge-Kutta of order 4: the energy error of a chain of 12 falls by about 2^4 when h is
   halved */
static void chain_converges(void **state) {
  (void)state;
  double coarse = drift_of_chain(4e-3, 125), fine = drift_of_chain(2e-3, 250),
         finest = drift_of_chain(1e-3, 500);
  assert_true(coarse > 1e-9 && coarse < 1);
  assert_true(coarse / fine > 12);
  assert_true(fine / finest > 12);
}

/* the energy error of explicit Euler is halved with h */
static double euler_drift(double h, int steps) {
  rg_model *model = scene_pendulum(12, 1, 1, 0.025);
  rg_data *data = rg_data_new(model);
  data->qpos[0] = 1;
  rg_forward(model, data);
  double before = energy(model, data);
  for (int i = 0; i < steps; i++) {
    rg_forward_articulated(model, data);
    rg_integrate_position(model, data->qpos, data->qvel, h);
    for (int k = 0; k < model->nv; k++) data->qvel[k] += h * data->qacc_smooth[k];
  }
  rg_forward(model, data);
  double drift = energy(model, data) - before;
  rg_data_free(data);
  rg_model_free(model);
  return drift;
}

static void euler_converges(void **state) {
  (void)state;
  double ratio = euler_drift(2e-4, 1000) / euler_drift(1e-4, 2000);
  assert_true(ratio > 1.9 && ratio < 2.1);
}

/* motors inside a floating tree cannot change its momentum, nor move its centre of mass off
   its line */
static void floating_tree(void **state) {
  (void)state;
  uint64_t seed = 77;
  rg_model *model = tree_build(TREE_RANDOM, JOINTS_MIXED, 10, 1, 0, &seed);
  model->option.gravity[2] = 0;
  rg_data *data = rg_data_new(model);
  double P[3], L[3], P1[3], L1[3], com[3], com1[3], mass = 0;
  tree_random_state(model, data, &seed);
  for (int i = 6; i < model->nv; i++) data->qfrc_applied[i] = tree_draw(&seed);
  for (int b = 1; b < model->nbody; b++) mass += model->body_mass[b];
  rg_forward(model, data);
  rg_momentum(model, data, P, L);
  rg_centre_of_mass(model, data, 1, com);
  march(model, data, 5e-4, 400);
  rg_momentum(model, data, P1, L1);
  rg_centre_of_mass(model, data, 1, com1);
  assert_close3(P1, P, 1e-11);
  assert_close3(L1, L, 1e-11);
  rg_v3_add_scaled(com, 0.2 / mass, P);
  assert_close3(com1, com, 1e-11);
  rg_data_free(data);
  rg_model_free(model);
}

/* the energy changes by the work of dampers, motors and medium: dE/dt = v' (passive without springs
   + applied) */
static void power_balance(void **state) {
  (void)state;
  uint64_t seed = 78;
  rg_model *model = tree_build(TREE_RANDOM, JOINTS_MIXED, 10, 1, 0.02, &seed);
  model->option.density = 1.2;
  model->option.viscosity = 0.1;
  for (int i = 0; i < model->nv; i++) model->dof_damping[i] = 0.3;
  rg_data *data = rg_data_new(model);
  tree_random_state(model, data, &seed);
  for (int i = 0; i < model->nv; i++) data->qfrc_applied[i] = tree_draw(&seed);
  for (int i = 6; i < 6 * model->nbody; i++) data->xfrc_applied[i] = tree_draw(&seed);
  const double h = 1e-4;
  rg_forward(model, data);
  double before = energy(model, data), power = 0;
  march(model, data, h, 1);
  for (int i = 0; i < model->nv; i++)
    power += data->qvel[i] * (data->qfrc_smooth[i] + data->qfrc_bias[i]);
  double middle = energy(model, data);
  march(model, data, h, 1);
  double after = energy(model, data);
  assert_true(fabs(power) > 1);
  assert_close((after - before) / (2 * h), power, 1e-5 * fabs(power));
  assert_true(middle != before);
  rg_data_free(data);
  rg_model_free(model);
}

/* kinetic energy is v' M v / 2 */
static void energy_is_quadratic_form(void **state) {
  (void)state;
  uint64_t seed = 79;
  rg_model *model = tree_build(TREE_RANDOM, JOINTS_MIXED, 15, 1, 0.1, &seed);
  rg_data *data = rg_data_new(model);
  double product[200], twice = 0;
  tree_random_state(model, data, &seed);
  rg_forward(model, data);
  assert_true(model->nv <= 200);
  rg_mass_multiply(model, data, data->qvel, product);
  for (int i = 0; i < model->nv; i++) twice += data->qvel[i] * product[i];
  assert_close(rg_energy_kinetic(model, data), twice / 2, 1e-12 * twice);
  rg_data_free(data);
  rg_model_free(model);
}

/* links of length 1 and centre of mass in the middle, hanging: the lower two lie at -1.5 and
   -2.5 */
static void centre_of_subtree(void **state) {
  (void)state;
  rg_model *model = scene_pendulum(3, 2, 0.5, 0.1);
  rg_data *data = rg_data_new(model);
  double com[3];
  const double lower[3] = {0, 0, -2}, all[3] = {0, 0, -1.5};
  rg_kinematics(model, data);
  rg_centre_of_mass(model, data, 2, com);
  assert_close3(com, lower, 1e-15);
  rg_centre_of_mass(model, data, 0, com);
  assert_close3(com, all, 1e-15);
  assert_close(rg_energy_potential(model, data), -6 * 9.81 * 1.5, 1e-12);
  rg_data_free(data);
  rg_model_free(model);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(physical_pendulum),  cmocka_unit_test(mass_on_spring),
      cmocka_unit_test(free_symmetric_top), cmocka_unit_test(free_body_keeps),
      cmocka_unit_test(gyroscope),          cmocka_unit_test(chain_converges),
      cmocka_unit_test(euler_converges),    cmocka_unit_test(floating_tree),
      cmocka_unit_test(power_balance),      cmocka_unit_test(energy_is_quadratic_form),
      cmocka_unit_test(centre_of_subtree),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
