/* The stages of the dynamics against closed forms, Lagrange's equations by finite
   differences, and sums over body Jacobians. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "march.h"
#include "math/dense.h"
#include "math/vector.h"
#include "random_tree.h"
#include "scenes.h"

static double *numbers(int n) { return calloc((size_t)n + 1, sizeof(double)); }

static void assert_near(const double *a, const double *b, int n, double tolerance) {
  double scale = 1, worst = 0;
  for (int i = 0; i < n; i++) {
    scale = fmax(scale, fabs(b[i]));
    worst = fmax(worst, fabs(a[i] - b[i]));
    assert_true(isfinite(a[i]));
  }
  if (worst > tolerance * scale) print_error("difference %g of %g\n", worst, scale);
  assert_true(worst <= tolerance * scale);
}

/* --- closed forms ---------------------------------------------------------------------------- */

static void double_pendulum(void **state) {
  (void)state;
  const double m = 1.3, c = 0.4, I = 0.07, g = 9.81;
  rg_model *model = scene_pendulum(2, m, c, I);
  rg_data *data = rg_data_new(model);
  uint64_t seed = 3;
  for (int trial = 0; trial < 20; trial++) {
    double q1 = 3 * tree_draw(&seed), q2 = 3 * tree_draw(&seed);
    double v1 = 5 * tree_draw(&seed), v2 = 5 * tree_draw(&seed);
    double b = m * c, d = I + m * c * c, a = 2 * I + m * c * c + m * (1 + c * c);
    double M[4] = {a + 2 * b * cos(q2), d + b * cos(q2), d + b * cos(q2), d}, dense[4];
    double C[2] = {-b * sin(q2) * (2 * v1 * v2 + v2 * v2) + (m * c + m) * g * sin(q1) +
                       m * c * g * sin(q1 + q2),
                   b * sin(q2) * v1 * v1 + m * c * g * sin(q1 + q2)};
    double det = M[0] * M[3] - M[1] * M[2];
    double acc[2] = {(-M[3] * C[0] + M[1] * C[1]) / det, (M[2] * C[0] - M[0] * C[1]) / det};
    data->qpos[0] = q1;
    data->qpos[1] = q2;
    data->qvel[0] = v1;
    data->qvel[1] = v2;
    rg_forward(model, data);
    rg_mass_dense(model, data, dense);
    assert_near(dense, M, 4, 1e-14);
    assert_near(data->qfrc_bias, C, 2, 1e-13);
    assert_near(data->qacc_smooth, acc, 2, 1e-12);
    rg_forward_articulated(model, data);
    assert_near(data->qacc_smooth, acc, 2, 1e-12);
  }
  rg_data_free(data);
  rg_model_free(model);
}

/* Euler's equations of a free body: I w' = I w x w, and the centre of mass falls */
static void free_body(void **state) {
  (void)state;
  const double I[3] = {0.3, 0.5, 0.6}, g = 9.81;
  rg_model *model = scene_one_body(RG_JOINT_FREE, 2, 0, I, g);
  rg_data *data = rg_data_new(model);
  uint64_t seed = 5;
  tree_random_state(model, data, &seed);
  const double *w = data->qvel + 3;
  double acc[6] = {0,
                   0,
                   -g,
                   (I[1] - I[2]) / I[0] * w[1] * w[2],
                   (I[2] - I[0]) / I[1] * w[2] * w[0],
                   (I[0] - I[1]) / I[2] * w[0] * w[1]};
  rg_forward(model, data);
  assert_near(data->qacc_smooth, acc, 6, 1e-14);
  rg_forward_articulated(model, data);
  assert_near(data->qacc_smooth, acc, 6, 1e-14);
  rg_data_free(data);
  rg_model_free(model);
}

/* a quaternion that is not normalized means the same rotation */
static void quaternion_length(void **state) {
  (void)state;
  uint64_t seed = 8;
  rg_model *model = tree_build(TREE_RANDOM, JOINTS_MIXED, 12, 1, 0.1, &seed);
  rg_data *data = rg_data_new(model);
  tree_random_state(model, data, &seed);
  double *acc = numbers(model->nv);
  rg_forward(model, data);
  memcpy(acc, data->qacc_smooth, (size_t)model->nv * sizeof(double));
  for (int i = 3; i < 7; i++) data->qpos[i] *= 3;
  rg_forward(model, data);
  assert_near(data->qacc_smooth, acc, model->nv, 1e-11);
  free(acc);
  rg_data_free(data);
  rg_model_free(model);
}

/* --- mass, bias, both solutions on random trees ----------------------------------------------- */

/* sum over bodies of m Jv' Jv + Jw' I Jw, and the armature */
static void mass_from_jacobians(const rg_model *model, const rg_data *data, double *M) {
  int nv = model->nv;
  double *linear = numbers(3 * nv), *angular = numbers(3 * nv);
  memset(M, 0, (size_t)nv * (size_t)nv * sizeof(double));
  for (int b = 1; b < model->nbody; b++) {
    const double *R = data->ximat + 9 * b, *I = model->body_inertia + 3 * b;
    rg_jacobian(model, data, b, data->xipos + 3 * b, linear, angular);
    for (int i = 0; i < nv; i++)
      for (int j = 0; j < nv; j++)
        for (int r = 0; r < 3; r++) {
          double wi = 0, wj = 0;
          for (int s = 0; s < 3; s++) {
            wi += R[3 * s + r] * angular[s * nv + i];
            wj += R[3 * s + r] * angular[s * nv + j];
          }
          M[i * nv + j] +=
              model->body_mass[b] * linear[r * nv + i] * linear[r * nv + j] + I[r] * wi * wj;
        }
  }
  for (int i = 0; i < nv; i++) M[i * nv + i] += model->dof_armature[i];
  free(linear);
  free(angular);
}

static void check_mass(const rg_model *model, const rg_data *data) {
  int nv = model->nv;
  double *M = numbers(nv * nv), *expected = numbers(nv * nv), *x = numbers(nv), *y = numbers(nv),
         *z = numbers(nv);
  rg_mass_dense(model, data, M);
  mass_from_jacobians(model, data, expected);
  assert_near(M, expected, nv * nv, 1e-13);
  for (int i = 0; i < nv; i++) x[i] = 1.0 / (1 + i);
  rg_matvec(nv, nv, expected, nv, x, z);
  rg_mass_multiply(model, data, x, y);
  assert_near(y, z, nv, 1e-13);
  rg_mass_solve_tree(model, data, y);
  assert_near(y, x, nv, 1e-9);
  assert_int_equal(rg_cholesky(nv, M, nv), 0);
  free(M);
  free(expected);
  free(x);
  free(y);
  free(z);
}

/* tau = M qacc + C, back and forth, and both ways of solving */
static void check_inverse(const rg_model *model, rg_data *data, uint64_t *seed) {
  int nv = model->nv;
  double *acc = numbers(nv), *force = numbers(nv), *back = numbers(nv), *product = numbers(nv);
  for (int i = 0; i < nv; i++) acc[i] = 10 * tree_draw(seed);
  rg_inverse_dynamics(model, data, acc, force);
  rg_bias(model, data);
  rg_mass_multiply(model, data, acc, product);
  for (int i = 0; i < nv; i++) product[i] += data->qfrc_bias[i];
  assert_near(force, product, nv, 1e-12);
  rg_articulated(model, data, force, back);
  assert_near(back, acc, nv, 1e-10);
  for (int i = 0; i < nv; i++) back[i] = force[i] - data->qfrc_bias[i];
  rg_mass_solve_tree(model, data, back);
  assert_near(back, acc, nv, 1e-10);
  free(acc);
  free(force);
  free(back);
  free(product);
}

static void random_trees(void **state) {
  (void)state;
  uint64_t seed = 1;
  for (int shape = TREE_CHAIN; shape <= TREE_RANDOM; shape++)
    for (int kind = JOINTS_HINGE; kind <= JOINTS_MIXED; kind++)
      for (int floating = 0; floating < 2; floating++) {
        rg_model *model =
            tree_build((tree_shape)shape, (tree_joints)kind, 12, floating, 0.05 * floating, &seed);
        rg_data *data = rg_data_new(model);
        tree_random_state(model, data, &seed);
        rg_forward(model, data);
        check_mass(model, data);
        check_inverse(model, data, &seed);
        double *acc = numbers(model->nv);
        memcpy(acc, data->qacc_smooth, (size_t)model->nv * sizeof(double));
        rg_forward_articulated(model, data);
        assert_near(data->qacc_smooth, acc, model->nv, 1e-10);
        free(acc);
        rg_data_free(data);
        rg_model_free(model);
      }
}

/* Lagrange: C = M' v - grad(v' M v) / 2 + grad V, for joints whose velocity is the rate of qpos */
static void bias_is_lagranges(void **state) {
  (void)state;
  uint64_t seed = 21;
  const double h = 1e-5;
  enum { LINKS = 6 };
  rg_spec *spec = rg_spec_new("hinges and slides");
  rg_spec_body *body = rg_spec_world(spec);
  for (int i = 0; i < LINKS; i++) {
    rg_pose pose = tree_pose(&seed, 0.5);
    body = rg_spec_add_body(spec, body, NULL, &pose);
    tree_add_inertia(spec, body, &seed);
    tree_add_joint(spec, body, i % 2 ? RG_JOINT_SLIDE : RG_JOINT_HINGE, 0.1, &seed);
    tree_add_joint(spec, body, RG_JOINT_HINGE, 0.1, &seed);
  }
  rg_model *model = scene_compile(spec);
  rg_data *data = rg_data_new(model);
  int nv = model->nv;
  double *C = numbers(nv), *rate = numbers(nv), *mv = numbers(nv);
  tree_random_state(model, data, &seed);
  const double *v = data->qvel;
  for (int i = 0; i < nv; i++)
    for (int side = -1; side <= 1; side += 2) {
      data->qpos[i] += side * h;
      rg_kinematics(model, data);
      rg_mass(model, data);
      rg_mass_multiply(model, data, v, mv);
      C[i] += side * (rg_energy_potential(model, data) - 0.5 * rg_dot(nv, v, mv)) / (2 * h);
      for (int j = 0; j < nv; j++) rate[j] += side * mv[j] * v[i] / (2 * h);
      data->qpos[i] -= side * h;
    }
  for (int i = 0; i < nv; i++) C[i] += rate[i];
  rg_forward(model, data);
  assert_near(data->qfrc_bias, C, nv, 1e-7);
  free(C);
  free(rate);
  free(mv);
  rg_data_free(data);
  rg_model_free(model);
}

/* three thousand links: no digits are lost on the way, and no row of M is needed */
static void long_chain(void **state) {
  (void)state;
  rg_model *model = scene_pendulum(3000, 1, 0.5, 0.1);
  rg_data *data = rg_data_new(model);
  assert_non_null(data);
  double *acc = numbers(model->nv), *force = numbers(model->nv);
  for (int i = 0; i < model->nv; i++) {
    data->qpos[i] = 0.02 * sin(i);
    data->qvel[i] = 0.01 * cos(3 * i);
    force[i] = sin(7 * i);
  }
  rg_kinematics(model, data);
  rg_velocity_stage(model, data);
  rg_articulated(model, data, force, acc);
  double *back = numbers(model->nv);
  rg_inverse_dynamics(model, data, acc, back);
  assert_near(back, force, model->nv, 1e-12 * rg_norm_max(model->nv, data->qfrc_bias));
  for (int b = 1; b < model->nbody; b++)
    assert_true(fabs(rg_quat_dot(data->xquat + 4 * b, data->xquat + 4 * b) - 1) < 1e-15);
  free(acc);
  free(force);
  free(back);
  rg_data_free(data);
  rg_model_free(model);
}

/* --- Jacobians, configuration manifold ------------------------------------------------------- */

/* the point moves with the body: x = xpos + R local, before and after a small motion along dof i */
static void jacobian_by_differences(void **state) {
  (void)state;
  uint64_t seed = 31;
  const double h = 1e-6;
  rg_model *model = tree_build(TREE_RANDOM, JOINTS_MIXED, 14, 1, 0, &seed);
  rg_data *data = rg_data_new(model), *moved = rg_data_new(model);
  int nv = model->nv, body = model->nbody - 1;
  tree_random_state(model, data, &seed);
  rg_kinematics(model, data);
  double local[3] = {0.3, -0.2, 0.5}, point[3], *direction = numbers(nv);
  double *linear = numbers(3 * nv), *angular = numbers(3 * nv), *expected = numbers(3 * nv),
         *spin = numbers(3 * nv);
  rg_pose_apply(point, data->xpos + 3 * body, data->xquat + 4 * body, local);
  rg_jacobian(model, data, body, point, linear, angular);
  for (int i = 0; i < nv; i++) {
    direction[i] = 1;
    for (int side = -1; side <= 1; side += 2) {
      double x[3], turn[4], back[4], w[3];
      memcpy(moved->qpos, data->qpos, (size_t)model->nq * sizeof(double));
      rg_integrate_position(model, moved->qpos, direction, side * h);
      rg_kinematics(model, moved);
      rg_pose_apply(x, moved->xpos + 3 * body, moved->xquat + 4 * body, local);
      rg_quat_conjugate(back, data->xquat + 4 * body);
      rg_quat_multiply(turn, moved->xquat + 4 * body, back);
      rg_quat_to_rotation(w, turn);
      for (int r = 0; r < 3; r++) {
        expected[r * nv + i] += side * x[r] / (2 * h);
        spin[r * nv + i] += side * w[r] / (2 * h);
      }
    }
    direction[i] = 0;
  }
  assert_near(linear, expected, 3 * nv, 1e-8);
  assert_near(angular, spin, 3 * nv, 1e-8);
  double *lists[] = {direction, linear, angular, expected, spin};
  for (int i = 0; i < 5; i++) free(lists[i]);
  rg_data_free(data);
  rg_data_free(moved);
  rg_model_free(model);
}

/* velocity of a body = its Jacobian times qvel */
static void velocity_is_jacobian(void **state) {
  (void)state;
  uint64_t seed = 41;
  rg_model *model = tree_build(TREE_RANDOM, JOINTS_MIXED, 20, 1, 0, &seed);
  rg_data *data = rg_data_new(model);
  int nv = model->nv;
  double *J = numbers(6 * nv), v[6];
  tree_random_state(model, data, &seed);
  rg_kinematics(model, data);
  rg_velocity_stage(model, data);
  for (int b = 1; b < model->nbody; b++) {
    rg_jacobian(model, data, b, data->xpos + 3 * b, J + 3 * nv, J);
    rg_matvec(6, nv, J, nv, data->qvel, v);
    assert_near(data->xvel + 6 * b, v, 6, 1e-13);
  }
  free(J);
  rg_data_free(data);
  rg_model_free(model);
}

static void move_and_compare(void **state) {
  (void)state;
  uint64_t seed = 51;
  rg_model *model = tree_build(TREE_RANDOM, JOINTS_MIXED, 14, 1, 0, &seed);
  rg_data *data = rg_data_new(model);
  double *v = numbers(model->nv), *q = numbers(model->nq), *q2 = numbers(model->nq);
  tree_random_state(model, data, &seed);
  memcpy(q, data->qpos, (size_t)model->nq * sizeof(double));
  rg_integrate_position(model, q, data->qvel, 0.7);
  rg_difference_position(model, data->qpos, q, 0.7, v);
  assert_near(v, data->qvel, model->nv, 1e-13);
  /* a constant velocity: many short moves are one long one */
  memcpy(q2, data->qpos, (size_t)model->nq * sizeof(double));
  for (int i = 0; i < 70; i++) rg_integrate_position(model, q2, data->qvel, 0.01);
  assert_near(q2, q, model->nq, 1e-13);
  free(v);
  free(q);
  free(q2);
  rg_data_free(data);
  rg_model_free(model);
}

/* a quarter turn about z, then one about x of the body */
static void quarter_turns(void **state) {
  (void)state;
  const double I[3] = {1, 1, 1}, quarter = acos(0);
  rg_model *model = scene_one_body(RG_JOINT_BALL, 1, 0, I, 0);
  double q[4] = {1, 0, 0, 0}, about_z[3] = {0, 0, quarter}, about_x[3] = {quarter, 0, 0};
  const double expected[4] = {0.5, 0.5, 0.5, 0.5};
  rg_integrate_position(model, q, about_z, 1);
  rg_integrate_position(model, q, about_x, 1);
  assert_near(q, expected, 4, 1e-15);
  rg_model_free(model);
}

/* --- forces ---------------------------------------------------------------------------------- */

static void gravity_compensated(void **state) {
  (void)state;
  uint64_t seed = 61;
  rg_model *model = tree_build(TREE_RANDOM, JOINTS_MIXED, 14, 1, 0, &seed);
  for (int b = 1; b < model->nbody; b++) model->body_gravcomp[b] = 1;
  rg_data *data = rg_data_new(model);
  tree_random_state(model, data, &seed);
  memset(data->qvel, 0, (size_t)model->nv * sizeof(double));
  rg_forward(model, data);
  assert_true(rg_norm_max(model->nv, data->qfrc_bias) > 1);
  assert_near(data->qfrc_passive, data->qfrc_bias, model->nv, 1e-13);
  rg_data_free(data);
  rg_model_free(model);
}

/* J' of a force and a moment at the centre of mass of some body */
static void applied_force(void **state) {
  (void)state;
  uint64_t seed = 71;
  rg_model *model = tree_build(TREE_RANDOM, JOINTS_MIXED, 14, 1, 0, &seed);
  rg_data *data = rg_data_new(model);
  int nv = model->nv, body = model->nbody - 1;
  double *J = numbers(6 * nv), *before = numbers(nv), *expected = numbers(nv);
  tree_random_state(model, data, &seed);
  rg_forward(model, data);
  memcpy(before, data->qfrc_smooth, (size_t)nv * sizeof(double));
  for (int i = 0; i < 6; i++) data->xfrc_applied[6 * body + i] = tree_draw(&seed);
  for (int i = 0; i < nv; i++) data->qfrc_applied[i] = tree_draw(&seed);
  rg_forward(model, data);
  rg_jacobian(model, data, body, data->xipos + 3 * body, J, J + 3 * nv);
  rg_matvec_t(6, nv, J, nv, data->xfrc_applied + 6 * body, expected);
  for (int i = 0; i < nv; i++) expected[i] += before[i] + data->qfrc_applied[i];
  assert_near(data->qfrc_smooth, expected, nv, 1e-13);
  free(J);
  free(before);
  free(expected);
  rg_data_free(data);
  rg_model_free(model);
}

/* a sphere of radius r in a medium; its box has sides r sqrt(12 / 5) */
static void medium_on_sphere(void **state) {
  (void)state;
  const double pi = acos(-1), r = 0.2, m = 3, I = 0.4 * m * r * r, box = r * sqrt(2.4);
  const double moments[3] = {I, I, I}, v = 1.5, w = -2, wind = 0.25;
  rg_model *model = scene_one_body(RG_JOINT_FREE, m, 0, moments, 0);
  model->option.density = 1.2;
  model->option.viscosity = 0.3;
  model->option.wind[0] = wind;
  rg_data *data = rg_data_new(model);
  data->qvel[0] = v;
  data->qvel[5] = w;
  rg_forward(model, data);
  double speed = v - wind;
  double expected[6] = {-3 * pi * box * 0.3 * speed - 0.6 * box * box * speed * speed, 0, 0, 0, 0,
                        -pi * pow(box, 3) * 0.3 * w + 1.2 * pow(box, 5) / 32 * w * w};
  assert_near(data->qfrc_passive, expected, 6, 1e-14);
  rg_data_free(data);
  rg_model_free(model);
}

/* a ball and a hinge with springs, turned by known angles, and dampers */
static void springs_and_dampers(void **state) {
  (void)state;
  const double I[3] = {1, 1, 1};
  rg_spec *spec = rg_spec_new("springs");
  rg_pose pose = scene_pose(0, 0, 0);
  rg_spec_body *body = rg_spec_world(spec);
  for (int i = 0; i < 2; i++) {
    rg_joint_spec joint = rg_joint_spec_default();
    body = rg_spec_add_body(spec, body, NULL, &pose);
    joint.type = i ? RG_JOINT_HINGE : RG_JOINT_BALL;
    joint.stiffness = 5;
    joint.damping = 0.5;
    joint.springref = i ? 0.3 : 0;
    rg_spec_add_joint(spec, body, &joint);
    scene_inertia(spec, body, 1, 0, 0, 0, I);
  }
  rg_model *model = scene_compile(spec);
  rg_data *data = rg_data_new(model);
  double turn[3] = {0.4, -0.2, 0.6}, speed[4] = {1, 2, 3, 4};
  rg_quat_from_rotation(data->qpos, turn);
  data->qpos[4] = 1;
  memcpy(data->qvel, speed, sizeof speed);
  rg_forward(model, data);
  double expected[4] = {-5 * 0.4 - 0.5, 5 * 0.2 - 1, -5 * 0.6 - 1.5, -5 * 0.7 - 2};
  assert_near(data->qfrc_passive, expected, 4, 1e-14);
  double stretch = 0.4 * 0.4 + 0.2 * 0.2 + 0.6 * 0.6 + 0.7 * 0.7;
  assert_true(fabs(rg_energy_potential(model, data) - 2.5 * stretch) < 1e-14);
  rg_data_free(data);
  rg_model_free(model);
}

/* gear, affine law, control, force and joint limits */
static void motors(void **state) {
  (void)state;
  rg_spec *spec = rg_spec_new("motors");
  rg_pose pose = scene_pose(0, 0, 0);
  const double I[3] = {1, 1, 1};
  rg_spec_body *body = rg_spec_add_body(spec, rg_spec_world(spec), "arm", &pose);
  rg_joint_spec joint = rg_joint_spec_default();
  joint.name = "elbow";
  rg_spec_add_joint(spec, body, &joint);
  scene_inertia(spec, body, 1, 0, 0, 0, I);
  rg_actuator_spec motor = rg_actuator_spec_default();
  motor.name = "servo";
  motor.joint = "elbow";
  motor.gear[0] = 2;
  motor.gain = 10;
  motor.bias[0] = 0.5;
  motor.bias[1] = -10;
  motor.bias[2] = -0.1;
  motor.ctrllimited = 1;
  motor.ctrlrange[0] = -1;
  motor.ctrlrange[1] = 1;
  motor.forcelimited = 1;
  motor.forcerange[0] = -7;
  motor.forcerange[1] = 7;
  rg_spec_add_actuator(spec, &motor);
  rg_model *model = scene_compile(spec);
  rg_data *data = rg_data_new(model);
  data->qpos[0] = 0.3;
  data->qvel[0] = 1.5;
  data->ctrl[0] = 4; /* counts as 1 */
  rg_forward(model, data);
  const double force = 10 * 1 + 0.5 - 10 * 0.6 - 0.1 * 3;
  assert_true(fabs(data->actuator_length[0] - 0.6) < 1e-15);
  assert_true(fabs(data->actuator_velocity[0] - 3) < 1e-15);
  assert_true(fabs(data->actuator_force[0] - force) < 1e-14);
  assert_true(fabs(data->qfrc_actuator[0] - 2 * force) < 1e-14);
  data->qpos[0] = -2;
  rg_forward(model, data);
  assert_true(data->actuator_force[0] == 7 && data->qfrc_actuator[0] == 14);
  model->joint_forcelimited[0] = 1;
  model->joint_forcerange[0] = -5;
  model->joint_forcerange[1] = 5;
  rg_forward(model, data);
  assert_true(data->actuator_force[0] == 7 && data->qfrc_actuator[0] == 5);
  rg_data_free(data);
  rg_model_free(model);
}

/* a crate of 2 kg that turns at 3 rad/s about z while it stands, then falls; the sensor sits
   0.5 m off the axis and 0.1 m up */
static void sensors(void **state) {
  (void)state;
  static const char xml[] =
      "<mujoco><worldbody><body name='crate'>"
      "<joint name='lift' type='slide' axis='0 0 1'/><joint name='turn' axis='0 0 1'/>"
      "<inertial pos='0 0 0.1' mass='2' diaginertia='1 1 1'/>"
      "<site name='s' pos='0.5 0 0.1'/></body></worldbody><sensor>"
      "<jointpos joint='turn'/><jointvel joint='turn'/><framepos objtype='site' objname='s'/>"
      "<framelinvel objtype='site' objname='s'/><velocimeter site='s'/><gyro site='s'/>"
      "<accelerometer site='s'/><force site='s'/><torque site='s'/>"
      "<subtreecom body='crate'/><subtreeangmom body='crate'/><touch site='s'/>"
      "</sensor></mujoco>";
  rg_model *model = NULL;
  assert_int_equal(rg_model_parse(&model, xml, sizeof xml - 1, NULL, NULL), RG_OK);
  rg_data *data = rg_data_new(model);
  const double quarter = acos(0), g = 9.81;
  data->qpos[1] = quarter;
  data->qvel[1] = 3;
  data->qfrc_applied[0] = 2 * g; /* stands */
  const double standing[] = {quarter, 3,           0, 0.5, 0.1,  -1.5, 0, 0, 0, 1.5,
                             0,       0,           0, 3,   -4.5, 0,    g, 0, 0, 2 * g,
                             0,       2 * g * 0.5, 0, 0,   0,    0.1,  0, 0, 3, 0};
  rg_forward(model, data);
  rg_sensors(model, data, NULL);
  assert_int_equal(model->nsensordata, 30);
  assert_near(data->sensordata, standing, 30, 1e-14);
  /* in free fall the accelerometer feels the rotation only, and no force is passed on */
  data->qfrc_applied[0] = 0;
  const double falling[] = {-4.5, 0, 0, 0, 0, 0};
  rg_forward(model, data);
  rg_sensors(model, data, NULL);
  assert_near(data->sensordata + 14, falling, 6, 1e-14);
  /* the ground carries it */
  const double ground[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2 * g}, still[2] = {0, 0};
  const double supported[] = {-4.5, 0, g, 0, 0, 0};
  double touch[16] = {0};
  touch[model->nsensor - 1] = 2 * g; /* the last one is the touch sensor */
  const rg_sensor_input input = {.qacc = still, .body_force = ground, .touch = touch};
  rg_sensors(model, data, &input);
  assert_near(data->sensordata + 14, supported, 6, 1e-13);
  assert_true(data->sensordata[29] == 2 * g);
  rg_data_free(data);
  rg_model_free(model);
}

/* --- the edges ------------------------------------------------------------------------------- */

static void nothing_moves(void **state) {
  (void)state;
  rg_spec *spec = rg_spec_new("still");
  rg_geom_spec geom = rg_geom_spec_default();
  geom.size[0] = 1;
  geom.pose.pos[2] = 3;
  rg_spec_add_geom(spec, rg_spec_world(spec), &geom);
  rg_model *model = scene_compile(spec);
  rg_data *data = rg_data_new(model);
  double force, linear, angular, P[3], L[3];
  assert_int_equal(model->nv, 0);
  rg_forward(model, data);
  rg_forward_articulated(model, data);
  rg_sensors(model, data, NULL);
  rg_inverse_dynamics(model, data, data->qacc_smooth, &force);
  rg_jacobian(model, data, 0, data->xpos, &linear, &angular);
  rg_momentum(model, data, P, L);
  assert_true(rg_energy_kinetic(model, data) == 0 && rg_energy_potential(model, data) == 0);
  assert_true(data->geom_xpos[2] == 3 && P[0] == 0 && L[0] == 0);
  rg_data_free(data);
  rg_data_free(NULL);
  rg_model_free(model);
}

static void same_bits(void **state) {
  (void)state;
  uint64_t seed = 81;
  rg_model *model = tree_build(TREE_RANDOM, JOINTS_MIXED, 30, 1, 0.01, &seed);
  rg_data *one = rg_data_new(model), *two = rg_data_new(model);
  size_t nq = (size_t)model->nq * sizeof(double), nv = (size_t)model->nv * sizeof(double);
  tree_random_state(model, one, &seed);
  memcpy(two->qpos, one->qpos, nq);
  memcpy(two->qvel, one->qvel, nv);
  rg_forward(model, one);
  rg_forward_articulated(model, two);
  rg_forward(model, two);
  assert_memory_equal(one->qacc_smooth, two->qacc_smooth, nv);
  rg_data_reset(model, one, -1);
  assert_memory_equal(one->qpos, model->qpos0, nq);
  assert_true(rg_norm_max(model->nv, one->qvel) == 0);
  rg_data_free(one);
  rg_data_free(two);
  rg_model_free(model);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(double_pendulum),
      cmocka_unit_test(free_body),
      cmocka_unit_test(quaternion_length),
      cmocka_unit_test(random_trees),
      cmocka_unit_test(bias_is_lagranges),
      cmocka_unit_test(long_chain),
      cmocka_unit_test(jacobian_by_differences),
      cmocka_unit_test(velocity_is_jacobian),
      cmocka_unit_test(move_and_compare),
      cmocka_unit_test(quarter_turns),
      cmocka_unit_test(gravity_compensated),
      cmocka_unit_test(applied_force),
      cmocka_unit_test(medium_on_sphere),
      cmocka_unit_test(springs_and_dampers),
      cmocka_unit_test(motors),
      cmocka_unit_test(sensors),
      cmocka_unit_test(nothing_moves),
      cmocka_unit_test(same_bits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
