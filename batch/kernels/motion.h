/* Smooth motion of one simulation: poses, velocities, forces, M and its factor (docs/dynamics.md), by a group of lanes. What
   hangs on the parent goes from depth to depth of the tree; all else is a body, a joint or a degree of freedom a lane. */
#ifndef RK_MOTION_H
#define RK_MOTION_H

#include "kernels/room.h"

/* --- poses ------------------------------------------------------------------------------------------ */

/* The joint moves the body in the frame of its parent: its directions, in this frame, and its anchor. */
RK_FUNCTION void rk_move_joint(const rk_model *m, rk_room *w, int j, double pos[3],
                               double quat[4]) {
  const double *q = w->q + m->joint_qpos[j];
  double *S = w->motion + 6 * m->joint_dof[j], *anchor = w->anchor + 3 * j, axis[3], turn[4], R[9];
  int type = m->joint_type[j];
  if (type == RG_JOINT_FREE) {
    rg_v3_copy(pos, q);
    rg_quat_copy(quat, q + 3);
    rg_quat_normalize(quat);
    rg_v3_copy(anchor, pos);
    S += 18;
  } else {
    rg_quat_rotate(axis, quat, m->joint_axis + 3 * j);
    rg_pose_apply(anchor, pos, quat, m->joint_pos + 3 * j);
    rg_v3_copy(S, axis);
  }
  if (type == RG_JOINT_SLIDE) rg_v3_add_scaled(pos, q[0] - m->qpos0[m->joint_qpos[j]], axis);
  else if (type != RG_JOINT_FREE) {
    if (type == RG_JOINT_BALL) {
      rg_quat_copy(turn, q);
      rg_quat_normalize(turn);
    } else rg_quat_from_axis_angle(turn, m->joint_axis + 3 * j, q[0] - m->qpos0[m->joint_qpos[j]]);
    rg_quat_multiply(quat, quat, turn);
    rg_quat_rotate(pos, quat, m->joint_pos + 3 * j); /* the anchor stays */
    rg_v3_sub(pos, anchor, pos);
  }
  if (type == RG_JOINT_HINGE || type == RG_JOINT_SLIDE) return;
  rg_quat_to_mat3(R, quat);
  for (int i = 0; i < 3; i++) rg_v3_set(S + 6 * i, R[i], R[3 + i], R[6 + i]);
}

/* pose in the frame of the parent */
RK_FUNCTION void rk_place_locally(const rk_model *m, rk_room *w, int b) {
  double pos[3], quat[4];
  rg_v3_copy(pos, m->body_pos + 3 * b);
  rg_quat_copy(quat, m->body_quat + 4 * b);
  RK_LOOP
  for (int j = m->body_joint[b]; j < m->body_joint[b] + m->body_njoint[b]; j++)
    rk_move_joint(m, w, j, pos, quat);
  rg_v3_copy(w->local + 7 * b, pos);
  rg_quat_copy(w->local + 7 * b + 3, quat);
}

/* 1 where the body has a free joint, which says where it is in the world */
RK_FUNCTION int rk_is_free(const rk_model *m, int b) {
  return m->body_njoint[b] > 0 && m->joint_type[m->body_joint[b]] == RG_JOINT_FREE;
}

RK_FUNCTION void rk_place_body(const rk_model *m, rk_room *w, int b) {
  int parent = m->body_parent[b], from = rk_is_free(m, b) ? 0 : parent;
  double pos[3], quat[4];
  rg_mat3_apply(pos, w->xmat + 9 * from, w->local + 7 * b);
  rg_v3_add(pos, pos, w->xpos + 3 * from);
  rg_quat_multiply(quat, w->xquat + 4 * from, w->local + 7 * b + 3);
  /* a product of unit quaternions but for rounding: one step of Newton's method for 1 / |q| */
  double unit = 1.5 - 0.5 * rg_quat_dot(quat, quat);
  for (int k = 0; k < 4; k++) quat[k] *= unit;
  rg_quat_copy(w->xquat + 4 * b, quat);
  rg_quat_to_mat3(w->xmat + 9 * b, quat);
  rg_v3_sub(w->offset + 3 * b, pos, w->xpos + 3 * parent);
  rg_v3_copy(w->xpos + 3 * b, pos);
}

/* a column of the motion subspace, at the origin of its body: what turns moves that by w x (xpos - anchor) */
RK_FUNCTION void rk_place_column(const rk_model *m, rk_room *w, int i) {
  int j = m->dof_joint[i], b = m->dof_body[i], type = m->joint_type[j], e = i - m->joint_dof[j];
  double *S = w->motion + 6 * i, axis[3], arm[3], anchor[3];
  if (type == RG_JOINT_FREE && e < 3) {
    rg_sp_zero(S);
    S[3 + e] = 1;
    return;
  }
  int from = type == RG_JOINT_FREE ? 0 : m->body_parent[b];
  rg_mat3_apply(axis, w->xmat + 9 * from, S);
  if (type == RG_JOINT_SLIDE) {
    rg_v3_zero(S);
    rg_v3_copy(S + 3, axis);
    return;
  }
  rg_mat3_apply(anchor, w->xmat + 9 * from, w->anchor + 3 * j);
  rg_v3_add(anchor, anchor, w->xpos + 3 * from);
  rg_v3_sub(arm, w->xpos + 3 * b, anchor);
  rg_v3_copy(S, axis);
  rg_v3_cross(S + 3, axis, arm);
}

RK_FUNCTION void rk_place_inertia(const rk_model *m, rk_room *w, int b, int lane) {
  double arm[3], Ri[9], moments[3];
  rg_mat3_apply(arm, w->xmat + 9 * b, m->body_ipos + 3 * b);
  rg_mat3_multiply(Ri, w->xmat + 9 * b, m->body_imat + 9 * b);
  for (int k = 0; k < 3; k++) moments[k] = rk_value(m->inertia, 3 * b + k, lane);
  rg_inertia_set(w->inertia + 10 * b, rk_value(m->mass, b, lane), moments, Ri, arm);
}

RK_FUNCTION void rk_place_bodies(const rk_model *m, rk_room *w, int lane) {
  RK_EACH(b, m->nbody) {
    if (b > 0) {
      rk_place_locally(m, w, b);
      continue;
    }
    rg_v3_zero(w->xpos);
    rg_quat_identity(w->xquat);
    rg_mat3_identity(w->xmat);
    rg_v3_zero(w->offset);
  }
  RK_MEET();
  RK_LOOP
  for (int depth = 1; depth < m->nlevel; depth++) {
    RK_EACH_AT(b, m, depth) rk_place_body(m, w, b);
    RK_MEET();
  }
  RK_EACH(i, m->nv) rk_place_column(m, w, i);
  RK_EACH(b, m->nbody) if (b > 0) rk_place_inertia(m, w, b, lane);
  RK_MEET();
}

/* --- velocities and bias ------------------------------------------------------------------------------ */

/* columns that move as one: drift += v x J, v += J with J = S qvel */
RK_FUNCTION void rk_add_columns(const double *S, const double *qvel, int count, double v[6],
                                double drift[6]) {
  double J[6] = {0, 0, 0, 0, 0, 0};
  RK_LOOP
  for (int i = 0; i < count; i++) rg_sp_add_scaled(J, qvel[i], S + 6 * i);
  rg_sp_add_cross_motion(drift, 1, v, J);
  for (int i = 0; i < 6; i++) v[i] += J[i];
}

/* a free joint keeps the velocity of the centre of what is fixed to it, not of its origin */
RK_FUNCTION void rk_keep_centre(const rk_model *m, const rk_room *w, int j, int b, int lane,
                                const double v[6], double drift[6]) {
  double local[3], arm[3], turn[3];
  for (int k = 0; k < 3; k++) local[k] = rk_value(m->centre, 3 * j + k, lane);
  rg_mat3_apply(arm, w->xmat + 9 * b, local);
  rg_v3_cross(turn, v, arm);
  rg_v3_cross(arm, v, turn);
  rg_v3_sub(drift + 3, drift + 3, arm);
}

/* what a body's joints add to its acceleration while their velocities stay */
RK_FUNCTION void rk_find_drift(const rk_model *m, rk_room *w, int b, int lane) {
  double v[6], drift[6] = {0, 0, 0, 0, 0, 0};
  rg_sp_motion_at(v, w->velocity + 6 * m->body_parent[b], w->offset + 3 * b);
  RK_LOOP
  for (int j = m->body_joint[b]; j < m->body_joint[b] + m->body_njoint[b]; j++) {
    int dof = m->joint_dof[j], type = m->joint_type[j], free = type == RG_JOINT_FREE;
    const double *S = w->motion + 6 * dof, *qvel = w->v + dof;
    for (int i = 0; i < 3 && free; i++) v[3 + i] += qvel[i];
    int first = free ? 3 : 0, count = free || type == RG_JOINT_BALL ? 3 : 1;
    rk_add_columns(S + 6 * first, qvel + first, count, v, drift);
    if (free) rk_keep_centre(m, w, j, b, lane, v, drift);
  }
  rg_sp_copy(w->drift + 6 * b, drift);
}

RK_FUNCTION void rk_find_velocities(const rk_model *m, rk_room *w, int lane) {
  rk_carry_motion(m, w->motion, w->offset, w->v, w->added_motion, w->velocity);
  RK_EACH(b, m->nbody) {
    if (b > 0) {
      rk_find_drift(m, w, b, lane);
      continue;
    }
    rg_v3_zero(w->drift);
    for (int k = 0; k < 3; k++) w->drift[3 + k] = -rk_value(m->gravity, k, lane);
  }
  RK_MEET();
}

/* the force that a body needs for its acceleration, less what is applied to it */
RK_FUNCTION void rk_find_body_force(const rk_model *m, const rk_arrays *all, rk_room *w, int b,
                                    int lane) {
  double momentum[6], f[6];
  rg_inertia_apply(f, w->inertia + 10 * b, w->drift + 6 * b);
  rg_inertia_apply(momentum, w->inertia + 10 * b, w->velocity + 6 * b);
  rg_sp_add_cross_force(f, w->velocity + 6 * b, momentum);
  if (all->xfrc || m->body_gravcomp[b] != 0) {
    double applied[6] = {0, 0, 0, 0, 0, 0}, arm[3], n[3];
    for (int k = 0; k < 6 && all->xfrc; k++)
      applied[k] = all->xfrc[(size_t)(6 * b + k) * (size_t)all->count + (size_t)lane];
    for (int k = 0; k < 3; k++) /* lift against gravity */
      applied[k] += w->drift[3 + k] * rk_value(m->mass, b, lane) * m->body_gravcomp[b];
    rg_mat3_apply(arm, w->xmat + 9 * b, m->body_ipos + 3 * b);
    rg_v3_cross(n, arm, applied);
    for (int k = 0; k < 3; k++) {
      f[k] -= applied[3 + k] + n[k];
      f[3 + k] -= applied[k];
    }
  }
  rg_sp_copy(w->force + 6 * b, f);
}

/* composite bodies, in the place of the inertias, from the leaves on */
RK_FUNCTION void rk_gather_inertias(const rk_model *m, rk_room *w) {
  RK_LOOP
  for (int depth = m->nlevel - 2; depth > 0; depth--) {
    RK_EACH_AT(b, m, depth) {
      RK_LOOP
      for (int k = m->body_child[b]; k < m->body_child[b] + m->body_nchild[b]; k++) {
        int child = m->body_order[k];
        rg_inertia_add_from(w->inertia + 10 * b, w->inertia + 10 * child, w->offset + 3 * child);
      }
    }
    RK_MEET();
  }
}

/* w->free -= C(q, v) by Newton and Euler's recursion, with the applied forces of the bodies */
RK_FUNCTION void rk_subtract_bias(const rk_model *m, const rk_arrays *all, rk_room *w, int lane) {
  RK_LOOP
  for (int depth = 1; depth < m->nlevel; depth++) {
    RK_EACH_AT(b, m, depth) {
      double a[6];
      rg_sp_motion_at(a, w->drift + 6 * m->body_parent[b], w->offset + 3 * b);
      for (int k = 0; k < 6; k++) w->drift[6 * b + k] += a[k];
    }
    RK_MEET();
  }
  RK_EACH(b, m->nbody) if (b > 0) rk_find_body_force(m, all, w, b, lane);
  RK_MEET();
  rk_gather_forces(m, w->offset, w->force);
  RK_EACH(i, m->nv)
  w->free[i] -= rg_sp_dot(w->motion + 6 * i, w->force + 6 * m->dof_body[i]);
  RK_MEET();
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

/* Those of the actuators of one degree of freedom that no limit cuts; `sum`: force of all of them. */
RK_FUNCTION void rk_add_followers(const rk_model *m, const rk_arrays *all, const rk_room *w,
                                  int dof, int lane, double sum, rk_follower *f) {
  int j = m->dof_joint[dof];
  if (m->joint_forcelimited[j] &&
      (sum <= m->joint_forcerange[2 * j] || sum >= m->joint_forcerange[2 * j + 1]))
    return;
  RK_LOOP
  for (int k = m->dof_actuator[dof]; k < m->dof_actuator[dof] + m->dof_nactuator[dof]; k++) {
    int a = m->actuator_order[k];
    double gear = m->actuator_gear[a], drive = rk_drive(m, all, w, a, lane);
    double stiff = -rk_value(m->bias, 3 * a + 1, lane) - m->actuator_slope[2 * a] * drive;
    double kv = -rk_value(m->bias, 3 * a + 2, lane) - m->actuator_slope[2 * a + 1] * drive;
    if (!(stiff > 0 || kv > 0)) continue;
    if (m->actuator_forcelimited[a]) {
      double force = rk_actuator_force(m, all, w, a, lane);
      if (force <= m->actuator_forcerange[2 * a] || force >= m->actuator_forcerange[2 * a + 1])
        continue;
    }
    f->damping += fmax(kv, 0.0) * gear * gear;
    f->stiffness += fmax(stiff, 0.0) * gear * gear;
  }
}

/* Dampers at the end of the step, and the part s of a spring that is stiff beside the mass (src/dynamics/implicit.c):
   f = -K (q + s dt v), E = dt D + (s dt^2 + (1 - s) dt^2 / 4) K, s = x^2 / (1 + x^2), x = 4 dt^2 K / M */
RK_FUNCTION void rk_follow(const rk_model *m, rk_room *w, int i, int lane, rk_follower f) {
  double dt = m->dt, K = f.stiffness, mass = rk_value(m->heft, i, lane);
  double x = mass > 0 ? 4 * dt * dt * K / mass : HUGE_VAL;
  double s = !(K > 0) ? 0 : x < 1e100 ? x * x / (1 + x * x) : 1;
  w->free[i] -= s * dt * K * w->v[i];
  w->added[i] = rk_value(m->armature, i, lane) + dt * f.damping +
                (s * dt * dt + (1 - s) * 0.25 * dt * dt) * K;
}

/* springs, dampers, actuators, applied forces of joints: w->free and w->added */
RK_FUNCTION void rk_find_forces(const rk_model *m, const rk_arrays *all, rk_room *w, int lane) {
  RK_EACH(i, m->nv) {
    int j = m->dof_joint[i], q = m->joint_qpos[j];
    double damping = rk_value(m->damping, i, lane), k = rk_value(m->stiffness, j, lane), sum = 0;
    rk_follower follower = {fmax(damping, 0.0), fmax(k, 0.0)};
    double force = -damping * w->v[i];
    if (k > 0) force -= k * (w->q[q] - m->qpos_spring[q]);
    if (all->qfrc) force += all->qfrc[(size_t)i * (size_t)all->count + (size_t)lane];
    RK_LOOP
    for (int e = m->dof_actuator[i]; e < m->dof_actuator[i] + m->dof_nactuator[i]; e++) {
      int a = m->actuator_order[e];
      sum += m->actuator_gear[a] * rk_actuator_force(m, all, w, a, lane);
    }
    if (m->joint_forcelimited[j])
      sum = rk_clamp(sum, m->joint_forcerange[2 * j], m->joint_forcerange[2 * j + 1]);
    rk_add_followers(m, all, w, i, lane, sum, &follower);
    w->free[i] = force + sum;
    rk_follow(m, w, i, lane, follower);
  }
  RK_MEET();
}

/* --- M ------------------------------------------------------------------------------------------------ */

/* the rows of M: (i, i), (i, parent), ... up to the root */
RK_FUNCTION void rk_find_mass(const rk_model *m, rk_room *w) {
  rk_gather_inertias(m, w);
  RK_EACH(i, m->nv) {
    int at = m->dof_body[i];
    double F[6], step[3], *row = w->M + m->dof_row[i];
    rg_inertia_apply(F, w->inertia + 10 * at, w->motion + 6 * i);
    *row++ = rg_sp_dot(w->motion + 6 * i, F) + w->added[i];
    RK_LOOP
    for (int e = m->dof_row[i] + 1; e < m->dof_end[i]; e++) {
      int j = m->entry_dof[e], body = m->dof_body[j];
      if (body != at) {
        rg_v3_sub(step, w->xpos + 3 * at, w->xpos + 3 * body);
        rg_v3_add_cross(F, step, F + 3);
        at = body;
      }
      *row++ = rg_sp_dot(w->motion + 6 * j, F);
    }
  }
  RK_MEET();
}

/* From the leaves to the root: row k is taken out of the rows of its ancestors, and x, which becomes L'^-1 x, with it. */
RK_FUNCTION void rk_factor(const rk_model *m, rk_room *w, double *x) {
  RK_LOOP
  for (int k = m->nv - 1; k >= 0; k--) {
    int first = m->dof_row[k], n = m->dof_end[k] - first, taken = m->dof_taken[k],
        count = m->dof_taken[k + 1] - taken;
    double *row = w->M + first, inverse = rk_inverse(row[0] < m->tiny ? m->tiny : row[0]);
    RK_EACH(e, count) {
      int packed = m->taken[taken + e], t = packed >> 5 & 31, s = packed & 31;
      w->M[packed >> 10] -= row[t] * inverse * row[s];
    }
    RK_MEET();
    if (RK_LANE == 0) w->inverse[k] = inverse;
    RK_EACH(e, n - 1) {
      double scale = row[e + 1] * inverse;
      x[m->entry_dof[first + e + 1]] -= scale * x[k];
      row[e + 1] = scale;
    }
  }
  RK_MEET();
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

/* w->free of a body that turns alone: the moment of the step in the place of what the bias has */
RK_RARE void rk_turn_body(const rk_model *m, rk_room room, int j, int lane) {
  const rk_room *w = &room;
  int dof = m->joint_dof[j], free = m->joint_type[j] == RG_JOINT_FREE, first = free ? dof + 3 : dof;
  double J[9], momentum[3], gyro[3], torque[3], moment[3], *force = w->free + first;
  for (int k = 0; k < 9; k++) J[k] = rk_value(m->moment, 9 * j + k, lane);
  rg_mat3_apply(momentum, J, w->v + first);
  rg_v3_cross(gyro, w->v + first, momentum);
  rg_v3_add(torque, force, gyro);
  if (free) { /* about the centre */
    double local[3], centre[3], arm[3];
    for (int k = 0; k < 3; k++) centre[k] = rk_value(m->centre, 3 * j + k, lane);
    rg_mat3_apply_t(local, w->xmat + 9 * m->joint_body[j], w->free + dof);
    rg_v3_cross(arm, centre, local);
    rg_v3_sub(torque, torque, arm);
  }
  if (!rk_mean_moment(J, w->added + first, w->v + first, torque, m->dt, moment)) return;
  rg_v3_add(force, force, gyro);
  rg_v3_add_scaled(force, -1 / m->dt, moment);
}

RK_FUNCTION void rk_turn_alone(const rk_model *m, rk_room *w, int lane) {
  RK_EACH(j, m->njoint) if (m->joint_alone[j]) rk_turn_body(m, *w, j, lane);
  RK_MEET();
}

/* everything up to the velocity without impulses */
RK_WITHIN void rk_smooth_motion(const rk_model *m, const rk_arrays *all, rk_room *w, int lane) {
  rk_place_bodies(m, w, lane);
  rk_find_velocities(m, w, lane);
  rk_find_forces(m, all, w, lane);
  rk_subtract_bias(m, all, w, lane);
  rk_turn_alone(m, w, lane);
  rk_find_mass(m, w);
  rk_factor(m, w, w->free);
  RK_EACH(i, m->nv) w->free[i] *= w->inverse[i];
  RK_MEET();
  rk_finish_solve(m, w->M, w->free);
  RK_EACH(i, m->nv) w->free[i] = w->v[i] + m->dt * w->free[i];
  RK_MEET();
}

#endif
