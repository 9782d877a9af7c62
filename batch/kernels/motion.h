/* Smooth motion of one simulation: poses, velocities, forces, M and its factor (docs/dynamics.md). Loops go over the
   tree of the model, which is the same for all: threads of a warp stay together. */
#ifndef RK_MOTION_H
#define RK_MOTION_H

#include "kernels/room.h"

/* --- poses ------------------------------------------------------------------------------------------ */

/* the joint moves the body; its column of the motion subspace, without the linear part of what turns */
RK_FUNCTION void rk_move_joint(const rk_model *m, rk_room *w, int j, double pos[3],
                               double quat[4]) {
  const double *q = w->q + m->joint_qpos[j];
  double *S = w->motion + 6 * m->joint_dof[j], *anchor = w->anchor + 3 * j, axis[3], turn[4], R[9];
  int type = m->joint_type[j], columns = type == RG_JOINT_FREE || type == RG_JOINT_BALL;
  if (type == RG_JOINT_FREE) {
    rg_v3_copy(pos, q);
    rg_quat_copy(quat, q + 3);
    rg_quat_normalize(quat);
    rg_v3_copy(anchor, pos);
    for (int i = 0; i < 3; i++, S += 6) {
      rg_sp_zero(S);
      S[3 + i] = 1;
    }
  } else {
    rg_quat_rotate(axis, quat, m->joint_axis + 3 * j);
    rg_pose_apply(anchor, pos, quat, m->joint_pos + 3 * j);
  }
  if (type == RG_JOINT_SLIDE) {
    rg_v3_add_scaled(pos, q[0] - m->qpos0[m->joint_qpos[j]], axis);
    rg_v3_zero(S);
    rg_v3_copy(S + 3, axis);
    return;
  }
  if (type != RG_JOINT_FREE) {
    if (type == RG_JOINT_BALL) {
      rg_quat_copy(turn, q);
      rg_quat_normalize(turn);
    } else rg_quat_from_axis_angle(turn, m->joint_axis + 3 * j, q[0] - m->qpos0[m->joint_qpos[j]]);
    rg_quat_multiply(quat, quat, turn);
    rg_quat_rotate(pos, quat, m->joint_pos + 3 * j); /* the anchor stays */
    rg_v3_sub(pos, anchor, pos);
  }
  if (!columns) {
    rg_v3_copy(S, axis);
    return;
  }
  rg_quat_to_mat3(R, quat);
  for (int i = 0; i < 3; i++) rg_v3_set(S + 6 * i, R[i], R[3 + i], R[6 + i]);
}

/* linear part of what turns, at the body's origin: v = w x (xpos - anchor) */
RK_FUNCTION void rk_finish_columns(const rk_model *m, rk_room *w, int b) {
  for (int i = m->body_dof[b]; i < m->body_dof[b] + m->body_ndof[b]; i++) {
    double *S = w->motion + 6 * i, arm[3];
    int j = m->dof_joint[i], slides = m->joint_type[j] == RG_JOINT_SLIDE;
    if (slides || (m->joint_type[j] == RG_JOINT_FREE && i < m->joint_dof[j] + 3)) continue;
    rg_v3_sub(arm, w->xpos + 3 * b, w->anchor + 3 * j);
    rg_v3_cross(S + 3, S, arm);
  }
}

RK_FUNCTION void rk_place_body(const rk_model *m, rk_room *w, int b, int lane) {
  int parent = m->body_parent[b];
  double pos[3], quat[4], arm[3], Ri[9], moments[3];
  rg_mat3_apply(pos, w->xmat + 9 * parent, m->body_pos + 3 * b);
  rg_v3_add(pos, pos, w->xpos + 3 * parent);
  rg_quat_multiply(quat, w->xquat + 4 * parent, m->body_quat + 4 * b);
  for (int j = m->body_joint[b]; j < m->body_joint[b] + m->body_njoint[b]; j++)
    rk_move_joint(m, w, j, pos, quat);
  /* a product of unit quaternions but for rounding: one step of Newton's method for 1 / |q| */
  double unit = 1.5 - 0.5 * rg_quat_dot(quat, quat);
  for (int k = 0; k < 4; k++) w->xquat[4 * b + k] = unit * quat[k];
  rg_v3_copy(w->xpos + 3 * b, pos);
  rg_quat_to_mat3(w->xmat + 9 * b, w->xquat + 4 * b);
  rg_v3_sub(w->offset + 3 * b, pos, w->xpos + 3 * parent);
  rk_finish_columns(m, w, b);

  rg_mat3_apply(arm, w->xmat + 9 * b, m->body_ipos + 3 * b);
  rg_v3_add(w->xipos + 3 * b, pos, arm);
  rg_mat3_multiply(Ri, w->xmat + 9 * b, m->body_imat + 9 * b);
  for (int k = 0; k < 3; k++) moments[k] = rk_value(m->inertia, 3 * b + k, lane);
  rg_inertia_set(w->inertia + 10 * b, rk_value(m->mass, b, lane), moments, Ri, arm);
}

RK_FUNCTION void rk_place_bodies(const rk_model *m, rk_room *w, int lane) {
  rg_v3_zero(w->xpos);
  rg_quat_identity(w->xquat);
  rg_mat3_identity(w->xmat);
  rg_sp_zero(w->velocity);
  for (int b = 1; b < m->nbody; b++) rk_place_body(m, w, b, lane);
  for (int g = 0; g < m->ngeom; g++) {
    int b = m->geom_body[g];
    rg_mat3_apply(w->geom + 3 * g, w->xmat + 9 * b, m->geom_pos + 3 * g);
    rg_v3_add(w->geom + 3 * g, w->geom + 3 * g, w->xpos + 3 * b);
  }
}

/* --- velocities and bias ------------------------------------------------------------------------------ */

/* columns that move as one: drift += v x J, v += J with J = S qvel */
RK_FUNCTION void rk_add_columns(const double *S, const double *qvel, int count, double v[6],
                                double drift[6]) {
  double J[6] = {0, 0, 0, 0, 0, 0};
  for (int i = 0; i < count; i++) rg_sp_add_scaled(J, qvel[i], S + 6 * i);
  rg_sp_add_cross_motion(drift, 1, v, J);
  for (int i = 0; i < 6; i++) v[i] += J[i];
}

/* a free joint keeps the velocity of the centre of what is fixed to it, not of its origin */
RK_FUNCTION void rk_keep_centre(const rk_model *m, rk_room *w, int j, int b, int lane,
                                const double v[6], double drift[6]) {
  double local[3], arm[3], turn[3];
  for (int k = 0; k < 3; k++) local[k] = rk_value(m->centre, 3 * j + k, lane);
  rg_mat3_apply(arm, w->xmat + 9 * b, local);
  rg_v3_cross(turn, v, arm);
  rg_v3_cross(arm, v, turn);
  rg_v3_sub(drift + 3, drift + 3, arm);
}

RK_FUNCTION void rk_find_velocities(const rk_model *m, rk_room *w, int lane) {
  for (int b = 1; b < m->nbody; b++) {
    double v[6], drift[6] = {0, 0, 0, 0, 0, 0};
    rg_sp_motion_at(v, w->velocity + 6 * m->body_parent[b], w->offset + 3 * b);
    for (int j = m->body_joint[b]; j < m->body_joint[b] + m->body_njoint[b]; j++) {
      int dof = m->joint_dof[j], type = m->joint_type[j];
      const double *S = w->motion + 6 * dof, *qvel = w->v + dof;
      if (type == RG_JOINT_FREE) {
        for (int i = 0; i < 3; i++) v[3 + i] += qvel[i];
        rk_add_columns(S + 18, qvel + 3, 3, v, drift);
        rk_keep_centre(m, w, j, b, lane, v, drift);
      } else rk_add_columns(S, qvel, type == RG_JOINT_BALL ? 3 : 1, v, drift);
    }
    rg_sp_copy(w->velocity + 6 * b, v);
    rg_sp_copy(w->drift + 6 * b, drift);
  }
}

/* w->smooth -= C(q, v) by Newton and Euler's recursion, with the applied forces of the bodies */
RK_FUNCTION void rk_subtract_bias(const rk_model *m, const rk_arrays *all, rk_room *w, int lane) {
  double gravity[6] = {0, 0, 0, 0, 0, 0};
  for (int k = 0; k < 3; k++) gravity[3 + k] = -rk_value(m->gravity, k, lane);
  for (int b = 1; b < m->nbody; b++) {
    double a[6], momentum[6], *f = w->force + 6 * b;
    int parent = m->body_parent[b];
    rg_sp_motion_at(a, parent ? w->drift + 6 * parent : gravity, w->offset + 3 * b);
    for (int k = 0; k < 6; k++) w->drift[6 * b + k] = a[k] += w->drift[6 * b + k];
    rg_inertia_apply(f, w->inertia + 10 * b, a);
    rg_inertia_apply(momentum, w->inertia + 10 * b, w->velocity + 6 * b);
    rg_sp_add_cross_force(f, w->velocity + 6 * b, momentum);
    if (!all->xfrc && m->body_gravcomp[b] == 0) continue;
    double applied[6] = {0, 0, 0, 0, 0, 0}, arm[3], n[3];
    for (int k = 0; k < 6 && all->xfrc; k++)
      applied[k] = all->xfrc[(size_t)(6 * b + k) * (size_t)all->count + (size_t)lane];
    for (int k = 0; k < 3; k++) /* lift against gravity */
      applied[k] += gravity[3 + k] * rk_value(m->mass, b, lane) * m->body_gravcomp[b];
    rg_v3_sub(arm, w->xipos + 3 * b, w->xpos + 3 * b);
    rg_v3_cross(n, arm, applied);
    for (int k = 0; k < 3; k++) {
      f[k] -= applied[3 + k] + n[k];
      f[3 + k] -= applied[k];
    }
  }
  for (int b = m->nbody - 1; b > 0; b--) {
    int parent = m->body_parent[b];
    for (int i = m->body_dof[b]; i < m->body_dof[b] + m->body_ndof[b]; i++)
      w->smooth[i] -= rg_sp_dot(w->motion + 6 * i, w->force + 6 * b);
    if (parent) rg_sp_add_force_from(w->force + 6 * parent, w->force + 6 * b, w->offset + 3 * b);
  }
}

/* --- forces of joints and actuators ------------------------------------------------------------------- */

RK_FUNCTION double rk_clamped_ctrl(const rk_model *m, int a, double ctrl) {
  if (!m->actuator_ctrllimited[a]) return ctrl;
  return rk_clamp(ctrl, m->actuator_ctrlrange[2 * a], m->actuator_ctrlrange[2 * a + 1]);
}

/* the state of an actuator after a step: act' = ctrl, or (ctrl - act) / lag */
RK_FUNCTION double rk_state_after(const rk_model *m, int a, double ctrl, double act) {
  if (m->actuator_dyntype[a] == RG_ACT_INTEGRATOR) act += m->dt * ctrl;
  if (m->actuator_dyntype[a] == RG_ACT_FILTER)
    act = ctrl + (act - ctrl) * exp(-m->dt / fmax(m->actuator_lag[a], RG_TINY));
  if (!m->actuator_actlimited[a]) return act;
  return rk_clamp(act, m->actuator_actrange[2 * a], m->actuator_actrange[2 * a + 1]);
}

/* what drives the force: the control, or the state at the start of the step, or at its end where that is asked for */
RK_FUNCTION double rk_drive(const rk_model *m, const rk_arrays *all, const rk_room *w, int a,
                            int lane) {
  double ctrl = rk_clamped_ctrl(m, a, w->ctrl[a]);
  int i = m->actuator_act[a];
  if (i < 0) return ctrl;
  double act = all->act[(size_t)i * (size_t)all->count + (size_t)lane];
  return m->actuator_actearly[a] ? rk_state_after(m, a, ctrl, act) : act;
}

/* force = gain ctrl + bias0 + bias1 length + bias2 velocity; its damping joins the armature unless a limit cuts it */
RK_FUNCTION double rk_actuator_force(const rk_model *m, const rk_arrays *all, const rk_room *w,
                                     int a, int lane) {
  int j = m->actuator_joint[a];
  double gear = m->actuator_gear[a], length = gear * w->q[m->joint_qpos[j]];
  double velocity = gear * w->v[m->joint_dof[j]];
  double gain = rk_value(m->gain, a, lane) + m->actuator_slope[2 * a] * length +
                m->actuator_slope[2 * a + 1] * velocity;
  double force = gain * rk_drive(m, all, w, a, lane) + rk_value(m->bias, 3 * a, lane) +
                 rk_value(m->bias, 3 * a + 1, lane) * length +
                 rk_value(m->bias, 3 * a + 2, lane) * velocity;
  if (!m->actuator_forcelimited[a]) return force;
  return rk_clamp(force, m->actuator_forcerange[2 * a], m->actuator_forcerange[2 * a + 1]);
}

/* how much force falls with velocity and with position, of all that acts on a joint */
typedef struct rk_follower {
  double damping, stiffness;
} rk_follower;

/* Those of actuators that no limit cuts; `sum`: force of all actuators on each joint. */
RK_FUNCTION void rk_add_followers(const rk_model *m, const rk_arrays *all, const rk_room *w,
                                  int lane, const double *sum, rk_follower *f) {
  for (int a = 0; a < m->nactuator; a++) {
    int j = m->actuator_joint[a], dof = m->joint_dof[j];
    double gear = m->actuator_gear[a], drive = rk_drive(m, all, w, a, lane);
    double k = -rk_value(m->bias, 3 * a + 1, lane) - m->actuator_slope[2 * a] * drive;
    double kv = -rk_value(m->bias, 3 * a + 2, lane) - m->actuator_slope[2 * a + 1] * drive;
    if (!(k > 0 || kv > 0)) continue;
    if (m->actuator_forcelimited[a]) {
      double force = rk_actuator_force(m, all, w, a, lane);
      if (force <= m->actuator_forcerange[2 * a] || force >= m->actuator_forcerange[2 * a + 1])
        continue;
    }
    if (m->joint_forcelimited[j] &&
        (sum[dof] <= m->joint_forcerange[2 * j] || sum[dof] >= m->joint_forcerange[2 * j + 1]))
      continue;
    f[dof].damping += fmax(kv, 0.0) * gear * gear;
    f[dof].stiffness += fmax(k, 0.0) * gear * gear;
  }
}

/* Dampers at the end of the step, and the part s of a spring that is stiff beside the mass (src/dynamics/implicit.c):
   f = -K (q + s dt v), E = dt D + (s dt^2 + (1 - s) dt^2 / 4) K, s = x^2 / (1 + x^2), x = 4 dt^2 K / M */
RK_FUNCTION void rk_follow(const rk_model *m, rk_room *w, int i, int lane, rk_follower f) {
  double dt = m->dt, K = f.stiffness, mass = rk_value(m->heft, i, lane);
  double x = mass > 0 ? 4 * dt * dt * K / mass : HUGE_VAL;
  double s = !(K > 0) ? 0 : x < 1e100 ? x * x / (1 + x * x) : 1;
  w->smooth[i] -= s * dt * K * w->v[i];
  w->added[i] = rk_value(m->armature, i, lane) + dt * f.damping +
                (s * dt * dt + (1 - s) * 0.25 * dt * dt) * K;
}

/* springs, dampers, actuators, applied forces of joints: w->smooth and w->added */
RK_FUNCTION void rk_find_forces(const rk_model *m, const rk_arrays *all, rk_room *w, int lane) {
  double sum[RK_DOFS];
  rk_follower follower[RK_DOFS];
  for (int i = 0; i < m->nv; i++) {
    int j = m->dof_joint[i], q = m->joint_qpos[j];
    double damping = rk_value(m->damping, i, lane), k = rk_value(m->stiffness, j, lane);
    sum[i] = 0;
    follower[i] = (rk_follower){fmax(damping, 0.0), fmax(k, 0.0)};
    w->smooth[i] = -damping * w->v[i];
    if (k > 0) w->smooth[i] -= k * (w->q[q] - m->qpos_spring[q]);
    if (all->qfrc) w->smooth[i] += all->qfrc[(size_t)i * (size_t)all->count + (size_t)lane];
  }
  for (int a = 0; a < m->nactuator; a++)
    sum[m->joint_dof[m->actuator_joint[a]]] +=
        m->actuator_gear[a] * rk_actuator_force(m, all, w, a, lane);
  for (int j = 0; j < m->njoint; j++)
    if (m->joint_forcelimited[j]) {
      double *f = sum + m->joint_dof[j];
      *f = rk_clamp(*f, m->joint_forcerange[2 * j], m->joint_forcerange[2 * j + 1]);
    }
  rk_add_followers(m, all, w, lane, sum, follower);
  for (int i = 0; i < m->nv; i++) {
    w->smooth[i] += sum[i];
    rk_follow(m, w, i, lane, follower[i]);
  }
}

/* --- M ------------------------------------------------------------------------------------------------ */

/* composite bodies, in the place of the inertias; then the rows of M: (i, i), (i, parent), ... up to the root */
RK_FUNCTION void rk_find_mass(const rk_model *m, rk_room *w) {
  for (int b = m->nbody - 1; b > 0; b--)
    if (m->body_parent[b])
      rg_inertia_add_from(w->inertia + 10 * m->body_parent[b], w->inertia + 10 * b,
                          w->offset + 3 * b);
  for (int i = 0; i < m->nv; i++) {
    int at = m->dof_body[i];
    double F[6], step[3], *row = w->M + m->dof_row[i];
    rg_inertia_apply(F, w->inertia + 10 * at, w->motion + 6 * i);
    *row++ = rg_sp_dot(w->motion + 6 * i, F) + w->added[i];
    for (int j = m->dof_parent[i]; j >= 0; j = m->dof_parent[j]) {
      int body = m->dof_body[j];
      if (body != at) {
        rg_v3_sub(step, w->xpos + 3 * at, w->xpos + 3 * body);
        rg_v3_add_cross(F, step, F + 3);
        at = body;
      }
      *row++ = rg_sp_dot(w->motion + 6 * j, F);
    }
  }
}

/* from the leaves to the root: row k is taken out of the rows of its ancestors */
RK_FUNCTION void rk_factor(const rk_model *m, rk_room *w) {
  int end = m->nentry;
  for (int k = m->nv - 1; k >= 0; k--) {
    double *row = w->M + m->dof_row[k];
    int n = end - m->dof_row[k];
    end = m->dof_row[k];
    if (row[0] < m->tiny) row[0] = m->tiny;
    double inverse = 1 / row[0];
    w->inverse[k] = inverse;
    for (int t = 1, i = m->dof_parent[k]; t < n; t++, i = m->dof_parent[i]) {
      double scale = row[t] * inverse, *other = w->M + m->dof_row[i];
      for (int s = t; s < n; s++) other[s - t] -= scale * row[s];
      row[t] = scale;
    }
  }
}

/* x <- M^-1 x */
RK_FUNCTION void rk_solve_mass(const rk_model *m, const double *M, const double *inverse,
                               double *x) {
  for (int i = m->nv - 1; i >= 0; i--) {
    const double *row = M + m->dof_row[i] + 1;
    for (int j = m->dof_parent[i]; j >= 0; j = m->dof_parent[j]) x[j] -= *row++ * x[i];
  }
  for (int i = 0; i < m->nv; i++) {
    const double *row = M + m->dof_row[i] + 1;
    x[i] *= inverse[i];
    for (int j = m->dof_parent[i]; j >= 0; j = m->dof_parent[j]) x[i] -= *row++ * x[j];
  }
}

/* --- bodies that turn alone ------------------------------------------------------------------------- */

/* Such a body has three equations of its own (src/dynamics/mean.c): with w the angular velocity, J the inertia, t the torque,
   all in the frame of the body, m = (w- + w+) / 2, n its direction, x = dt |m| / 2, and d = J (w+ - w-) split into parts
   along n and across,

       2 sin x  n x J m  +  cos x d_across + d_along  =  dt t

   which is the balance of angular momentum in space, and of energy, exactly. */

/* what this adds to J (w+ - w-): dt times the gyroscopic moment of the step */
RK_FUNCTION void rk_finite_moment(const double J[9], const double m[3], const double change[3],
                                  double dt, double moment[3]) {
  double speed = rg_v3_norm(m), x = 0.5 * dt * speed, momentum[3], gyro[3], d[3];
  rg_mat3_apply(momentum, J, m);
  rg_v3_cross(gyro, m, momentum);
  double s, c;
  rg_sincos(x, &s, &c);
  s = x > 0 ? s / x : 1;
  rg_mat3_apply(d, J, change);
  double along = speed > 0 ? rg_v3_dot(d, m) / (speed * speed) : 0;
  for (int k = 0; k < 3; k++) moment[k] = dt * s * gyro[k] + (c - 1) * (d[k] - along * m[k]);
}

/* derivative of  J change + moment + E change  by m, change = 2 (m - w), x and n held */
RK_FUNCTION void rk_moment_derivative(const double J[9], const double E[3], const double m[3],
                                      double dt, double D[9]) {
  double speed = rg_v3_norm(m), x = 0.5 * dt * speed, momentum[3], W[9], P[9], Jm[9];
  double s, c;
  rg_sincos(x, &s, &c);
  s = x > 0 ? s / x : 1;
  rg_mat3_apply(momentum, J, m);
  rg_mat3_cross(W, m);
  rg_mat3_multiply(Jm, W, J);
  rg_mat3_cross(P, momentum);
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) {
      double along =
          speed > 0 ? m[i] * (m[0] * J[k] + m[1] * J[3 + k] + m[2] * J[6 + k]) / (speed * speed)
                    : 0;
      D[3 * i + k] = dt * s * (Jm[3 * i + k] - P[3 * i + k]) +
                     2 * (c * J[3 * i + k] + (1 - c) * along + (i == k ? E[i] : 0));
    }
}

/* x = A^-1 b by Cramer's rule; 0 where A is singular */
RK_FUNCTION int rk_solve3(const double A[9], const double b[3], double x[3]) {
  double d = rg_mat3_determinant(A);
  if (!(fabs(d) > 0)) return 0;
  for (int k = 0; k < 3; k++) {
    double C[9];
    for (int i = 0; i < 9; i++) C[i] = i % 3 == k ? b[i / 3] : A[i];
    x[k] = rg_mat3_determinant(C) / d;
  }
  return 1;
}

/* the moment of the step; 0 where Newton did not settle */
RK_FUNCTION int rk_mean_moment(const double J[9], const double E[3], const double w[3],
                               const double t[3], double dt, double moment[3]) {
  enum { STEPS = 40 };
  double size = HUGE_VAL, m[3], F[3], D[9], change[3], d[3], turn[3];
  rg_v3_copy(m, w);
  for (int step = 0; step < STEPS; step++) {
    for (int k = 0; k < 3; k++) change[k] = 2 * (m[k] - w[k]);
    rk_finite_moment(J, m, change, dt, moment);
    rg_mat3_apply(turn, J, change);
    for (int k = 0; k < 3; k++) F[k] = dt * t[k] - turn[k] - moment[k] - E[k] * change[k];
    rk_moment_derivative(J, E, m, dt, D);
    if (!rk_solve3(D, F, d)) return 0;
    rg_v3_add(m, m, d);
    double last = size, small = 1e-15 * (rg_v3_norm(m) + rg_v3_norm(w));
    size = rg_v3_norm(d);
    if (!(size <= small || (size <= 1e3 * small && size >= last))) continue;
    for (int k = 0; k < 3; k++) change[k] = 2 * (m[k] - w[k]);
    rk_finite_moment(J, m, change, dt, moment);
    return 1;
  }
  return 0;
}

/* w->smooth of a body that turns alone: the moment of the step in the place of what the bias has */
RK_FUNCTION void rk_turn_body(const rk_model *m, rk_room *w, int j, int lane) {
  int dof = m->joint_dof[j], free = m->joint_type[j] == RG_JOINT_FREE, first = free ? dof + 3 : dof;
  double J[9], momentum[3], gyro[3], torque[3], moment[3], *force = w->smooth + first;
  for (int k = 0; k < 9; k++) J[k] = rk_value(m->moment, 9 * j + k, lane);
  rg_mat3_apply(momentum, J, w->v + first);
  rg_v3_cross(gyro, w->v + first, momentum);
  rg_v3_add(torque, force, gyro);
  if (free) { /* about the centre */
    double local[3], centre[3], arm[3];
    for (int k = 0; k < 3; k++) centre[k] = rk_value(m->centre, 3 * j + k, lane);
    rg_mat3_apply_t(local, w->xmat + 9 * m->joint_body[j], w->smooth + dof);
    rg_v3_cross(arm, centre, local);
    rg_v3_sub(torque, torque, arm);
  }
  if (!rk_mean_moment(J, w->added + first, w->v + first, torque, m->dt, moment)) return;
  rg_v3_add(force, force, gyro);
  rg_v3_add_scaled(force, -1 / m->dt, moment);
}

RK_FUNCTION void rk_turn_alone(const rk_model *m, rk_room *w, int lane) {
  for (int j = 0; j < m->njoint; j++)
    if (m->joint_alone[j]) rk_turn_body(m, w, j, lane);
}

/* everything up to the velocity without impulses */
RK_FUNCTION void rk_smooth_motion(const rk_model *m, const rk_arrays *all, rk_room *w, int lane) {
  rk_place_bodies(m, w, lane);
  rk_find_velocities(m, w, lane);
  rk_find_forces(m, all, w, lane);
  rk_subtract_bias(m, all, w, lane);
  rk_turn_alone(m, w, lane);
  rk_find_mass(m, w);
  rk_factor(m, w);
  for (int i = 0; i < m->nv; i++) w->free[i] = w->smooth[i];
  rk_solve_mass(m, w->M, w->inverse, w->free);
  for (int i = 0; i < m->nv; i++) w->free[i] = w->v[i] + m->dt * w->free[i];
}

#endif
