/* The gyroscopic moment of a single free body at the mean of its velocities before and after,

       H (w+ - w) = dt (t - w_m x J w_m),   w_m = (w + w+) / 2      (body frame)

   H is J and the armature, with dt times the damping that is taken at the end of the step;
   so that it does no work and leaves |J w| alone. At w itself, as an explicit rule has it, a box
   that tumbles gains energy with every step. Newton's method on w_m; the difference to the explicit
   moment is added to the smooth forces. */
#include "step/sim.h"

#include "dynamics/work.h"
#include "math/vector.h"

#include <math.h>

/* a body that moves by one free joint, carries nothing, and turns about its own origin */
static int is_single(const rg_model *model, int j) {
  int b = model->joint_body[j];
  if (model->joint_type[j] != RG_JOINT_FREE || model->body_njoint[b] != 1) return 0;
  int alone = b + 1 == model->nbody || model->body_parent[b + 1] != b;
  return alone && rg_v3_norm(model->body_ipos + 3 * b) == 0;
}

/* J of the body about its origin, body axes */
static void body_inertia(const rg_model *model, int b, double J[9]) {
  double R[9];
  rg_quat_to_mat3(R, model->body_iquat + 4 * b);
  rg_mat3_turn_diagonal(J, R, model->body_inertia + 3 * b);
}

/* x = A^-1 b by Cramer's rule; 0 where A is singular */
static int solve3(const double A[9], const double b[3], double x[3]) {
  double d = rg_mat3_determinant(A);
  if (!(fabs(d) > 0)) return 0;
  for (int k = 0; k < 3; k++) {
    double C[9];
    rg_mat3_copy(C, A);
    for (int i = 0; i < 3; i++) C[3 * i + k] = b[i];
    x[k] = rg_mat3_determinant(C) / d;
  }
  return 1;
}

/* moment w x J w */
static void gyroscopic(const double J[9], const double w[3], double moment[3]) {
  double momentum[3];
  rg_mat3_apply(momentum, J, w);
  rg_v3_cross(moment, w, momentum);
}

/* Newton on  2 H (m - w) - dt (t - m x J m) = 0;  0 where it did not settle */
static int mean_velocity(const double J[9], const double H[9], const double w[3], const double t[3],
                         double dt, double m[3]) {
  enum { STEPS = 12 };
  rg_v3_copy(m, w);
  for (int step = 0; step < STEPS; step++) {
    double F[3], moment[3], turn[3], momentum[3], D[9], W[9], P[9], change[3], d[3];
    gyroscopic(J, m, moment);
    rg_v3_sub(d, m, w);
    rg_mat3_apply(turn, H, d);
    for (int k = 0; k < 3; k++) F[k] = -(2 * turn[k] - dt * (t[k] - moment[k]));
    /* derivative: 2 H + dt ([m]x J - [J m]x) */
    rg_mat3_apply(momentum, J, m);
    rg_mat3_cross(W, m);
    rg_mat3_multiply(D, W, J);
    rg_mat3_cross(P, momentum);
    for (int k = 0; k < 9; k++) D[k] = 2 * H[k] + dt * (D[k] - P[k]);
    if (!solve3(D, F, change)) return 0;
    rg_v3_add(m, m, change);
    if (rg_v3_norm(change) <= 1e-15 * (rg_v3_norm(m) + rg_v3_norm(w))) return 1;
  }
  return 0;
}

static void correct_body(const rg_model *model, rg_data *data, int j, double dt) {
  int b = model->joint_body[j], dof = model->joint_dof[j] + 3;
  double J[9], H[9], explicit_moment[3], mean_moment[3], torque[3], m[3], acceleration[3];
  const double *w = data->qvel + dof;
  body_inertia(model, b, J);
  gyroscopic(J, w, explicit_moment);
  if (rg_v3_norm(explicit_moment) == 0) return;
  rg_mat3_copy(H, J);
  for (int k = 0; k < 3; k++) H[4 * k] += rg_work_of(data)->dof_inertia[dof + k];
  for (int k = 0; k < 3; k++) torque[k] = data->qfrc_smooth[dof + k] + explicit_moment[k];
  if (!mean_velocity(J, H, w, torque, dt, m)) return;
  gyroscopic(J, m, mean_moment);
  for (int k = 0; k < 3; k++) torque[k] = explicit_moment[k] - mean_moment[k];
  if (!solve3(H, torque, acceleration)) return;
  for (int k = 0; k < 3; k++) {
    data->qfrc_smooth[dof + k] += torque[k];
    data->qacc_smooth[dof + k] += acceleration[k];
  }
}

void rg_gyroscope(const rg_model *model, rg_data *data, double dt) {
  for (int j = 0; j < model->njoint; j++)
    if (is_single(model, j)) correct_body(model, data, j, dt);
}
