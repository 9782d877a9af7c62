/* Poses of all bodies, from the root to the leaves, and what follows from the pose alone: inertias
   in the axes of the world and the motion subspace of every joint (Featherstone 2008, sec. 4.4).

   A hinge or ball turns the body about its anchor: the anchor keeps its place in the world. */
#include "dynamics/work.h"

#include <string.h>

/* the body's frame before its joints move it */
static void start_at_parent(const rg_model *model, const rg_data *data, const rg_work *work, int b,
                            double pos[3], double quat[4]) {
  int parent = model->body_parent[b], mocap = model->nmocap > 0 ? model->body_mocap[b] : -1;
  if (mocap >= 0) {
    rg_v3_copy(pos, data->mocap_pos + 3 * mocap);
    rg_quat_copy(quat, data->mocap_quat + 4 * mocap);
    rg_quat_normalize(quat);
    return;
  }
  rg_mat3_apply(pos, data->xmat + 9 * parent, model->body_pos + 3 * b);
  rg_v3_add(pos, pos, data->xpos + 3 * parent);
  if (work->body_turned[b])
    rg_quat_multiply(quat, data->xquat + 4 * parent, model->body_quat + 4 * b);
  else rg_quat_copy(quat, data->xquat + 4 * parent);
}

/* a free joint sets the pose outright: world axes for translation, body axes for rotation */
static void move_free(const rg_model *model, rg_data *data, int j, double pos[3], double quat[4],
                      double *motion) {
  const double *q = data->qpos + model->joint_qpos[j];
  double R[9];
  rg_v3_copy(pos, q);
  rg_quat_copy(quat, q + 3);
  rg_quat_normalize(quat);
  rg_v3_copy(data->xanchor + 3 * j, pos);
  rg_v3_copy(data->xaxis + 3 * j, model->joint_axis + 3 * j);
  rg_quat_to_mat3(R, quat);
  for (int i = 0; i < 3; i++) {
    rg_sp_zero(motion + 6 * i);
    motion[6 * i + 3 + i] = 1;
    rg_v3_set(motion + 18 + 6 * i, R[i], R[3 + i], R[6 + i]);
  }
}

/* the anchor stays: pos = anchor - R(quat) joint_pos */
static void keep_anchor(const rg_model *model, const rg_data *data, int j, const double quat[4],
                        double pos[3]) {
  double arm[3];
  if (rg_work_of(data)->joint_at_origin[j]) return;
  rg_quat_rotate(arm, quat, model->joint_pos + 3 * j);
  rg_v3_sub(pos, data->xanchor + 3 * j, arm);
}

static void move_ball(const rg_model *model, rg_data *data, int j, double pos[3], double quat[4],
                      double *motion) {
  double turn[4], R[9];
  rg_quat_copy(turn, data->qpos + model->joint_qpos[j]);
  rg_quat_normalize(turn);
  rg_quat_multiply(quat, quat, turn);
  keep_anchor(model, data, j, quat, pos);
  rg_quat_to_mat3(R, quat);
  for (int i = 0; i < 3; i++) rg_v3_set(motion + 6 * i, R[i], R[3 + i], R[6 + i]);
}

static void move_hinge(const rg_model *model, rg_data *data, int j, double pos[3], double quat[4],
                       double *motion) {
  int q = model->joint_qpos[j];
  double turn[4];
  rg_quat_from_axis_angle(turn, model->joint_axis + 3 * j, data->qpos[q] - model->qpos0[q]);
  rg_quat_multiply(quat, quat, turn);
  keep_anchor(model, data, j, quat, pos);
  rg_v3_copy(motion, data->xaxis + 3 * j);
}

static void move_slide(const rg_model *model, rg_data *data, int j, double pos[3], double *motion) {
  int q = model->joint_qpos[j];
  rg_v3_add_scaled(pos, data->qpos[q] - model->qpos0[q], data->xaxis + 3 * j);
  rg_v3_zero(motion);
  rg_v3_copy(motion + 3, data->xaxis + 3 * j);
}

/* anchor and axis where the earlier joints of the body have brought them, then this joint */
static void move_joint(const rg_model *model, rg_data *data, int j, double pos[3], double quat[4],
                       double *motion) {
  if (model->joint_type[j] == RG_JOINT_FREE) {
    move_free(model, data, j, pos, quat, motion);
    return;
  }
  rg_quat_rotate(data->xaxis + 3 * j, quat, model->joint_axis + 3 * j);
  if (rg_work_of(data)->joint_at_origin[j]) rg_v3_copy(data->xanchor + 3 * j, pos);
  else rg_pose_apply(data->xanchor + 3 * j, pos, quat, model->joint_pos + 3 * j);
  switch (model->joint_type[j]) {
  case RG_JOINT_BALL: move_ball(model, data, j, pos, quat, motion); break;
  case RG_JOINT_HINGE: move_hinge(model, data, j, pos, quat, motion); break;
  default: move_slide(model, data, j, pos, motion); break;
  }
}

/* linear part of the rotating columns, at the body's final origin: v = w x (xpos - anchor) */
static void finish_motion(const rg_model *model, rg_data *data, rg_work *work, int b) {
  int first = model->body_dof[b], end = first + model->body_ndof[b];
  for (int i = first; i < end; i++) {
    if (work->dof_kind[i] == RG_DOF_SLIDE) continue;
    double *S = work->motion + 6 * i, arm[3];
    if (work->dof_kind[i] == RG_DOF_TURN) {
      rg_v3_zero(S + 3);
      continue;
    }
    rg_v3_sub(arm, data->xpos + 3 * b, data->xanchor + 3 * model->dof_joint[i]);
    rg_v3_cross(S + 3, S, arm);
  }
}

/* the inertial frame; returns the offset of the centre of mass from the body's origin */
static void place_centre(const rg_model *model, rg_data *data, const rg_work *work, int b,
                         double arm[3]) {
  const double *R = data->xmat + 9 * b;
  double *Ri = data->ximat + 9 * b;
  rg_mat3_apply(arm, R, model->body_ipos + 3 * b);
  rg_v3_add(data->xipos + 3 * b, data->xpos + 3 * b, arm);
  if (work->body_same_axes[b]) rg_mat3_copy(Ri, R);
  else rg_mat3_multiply(Ri, R, work->body_imat + 9 * b);
}

static void place_inertia(const rg_model *model, rg_data *data, rg_work *work, int b) {
  double arm[3];
  place_centre(model, data, work, b, arm);
  rg_inertia_set(work->inertia + RG_INERTIA * b, model->body_mass[b], model->body_inertia + 3 * b,
                 data->ximat + 9 * b, arm);
}

/* a product of unit quaternions is a unit quaternion but for rounding; one step of Newton's
   method for 1 / |q| takes that away: (3 - |q|^2) / 2 */
static void remove_rounding(double quat[4]) {
  double scale = 1.5 - 0.5 * rg_quat_dot(quat, quat);
  for (int i = 0; i < 4; i++) quat[i] *= scale;
}

static void place_body(const rg_model *model, rg_data *data, rg_work *work, int b) {
  double pos[3], quat[4];
  start_at_parent(model, data, work, b, pos, quat);
  int first = model->body_joint[b], end = first + model->body_njoint[b];
  for (int j = first; j < end; j++)
    move_joint(model, data, j, pos, quat, work->motion + 6 * model->joint_dof[j]);
  remove_rounding(quat);
  rg_v3_copy(data->xpos + 3 * b, pos);
  rg_quat_copy(data->xquat + 4 * b, quat);
  rg_quat_to_mat3(data->xmat + 9 * b, quat);
  rg_v3_sub(work->offset + 3 * b, pos, data->xpos + 3 * model->body_parent[b]);
  finish_motion(model, data, work, b);
}

/* a frame fixed to a body */
static void place_frame(const rg_data *data, int body, const double *local_pos,
                        const double *local_mat, int same, double *pos, double *mat) {
  const double *x = data->xpos + 3 * body, *R = data->xmat + 9 * body;
  if (same) {
    rg_v3_copy(pos, x);
    rg_mat3_copy(mat, R);
    return;
  }
  rg_mat3_apply(pos, R, local_pos);
  rg_v3_add(pos, pos, x);
  rg_mat3_multiply(mat, R, local_mat);
}

/* bodies that are moved by hand are where nobody remembers */
static void note_place(const rg_model *model, const rg_data *data, rg_work *work) {
  work->placed = model->nmocap == 0;
  if (model->nq) memcpy(work->placed_qpos, data->qpos, (size_t)model->nq * sizeof(double));
}

static int are_placed(const rg_model *model, const rg_data *data, const rg_work *work) {
  return work->placed && (model->nq == 0 || memcmp(work->placed_qpos, data->qpos,
                                                   (size_t)model->nq * sizeof(double)) == 0);
}

void rg_place_bodies(const rg_model *model, rg_data *data) {
  rg_work *work = rg_work_of(data);
  double arm[3];
  if (are_placed(model, data, work)) return;
  note_place(model, data, work);
  for (int b = 1; b < model->nbody; b++) {
    place_body(model, data, work, b);
    place_centre(model, data, work, b, arm);
  }
}

void rg_place_inertias(const rg_model *model, rg_data *data) {
  for (int b = 1; b < model->nbody; b++) place_inertia(model, data, rg_work_of(data), b);
}

static void place_geom(const rg_model *model, rg_data *data, const rg_work *work, int g) {
  place_frame(data, model->geom_body[g], model->geom_pos + 3 * g, work->geom_mat + 9 * g,
              work->geom_same[g], data->geom_xpos + 3 * g, data->geom_xmat + 9 * g);
}

static void place_sites(const rg_model *model, rg_data *data, const rg_work *work) {
  for (int s = 0; s < model->nsite; s++)
    place_frame(data, model->site_body[s], model->site_pos + 3 * s, work->site_mat + 9 * s,
                work->site_same[s], data->site_xpos + 3 * s, data->site_xmat + 9 * s);
}

static void place_bodies_and_inertias(const rg_model *model, rg_data *data, rg_work *work) {
  note_place(model, data, work);
  for (int b = 1; b < model->nbody; b++) {
    place_body(model, data, work, b);
    place_inertia(model, data, work, b);
  }
}

void rg_place_frames(const rg_model *model, rg_data *data) {
  const rg_work *work = rg_work_of(data);
  for (int g = 0; g < model->ngeom; g++) place_geom(model, data, work, g);
  place_sites(model, data, work);
}

void rg_kinematics(const rg_model *model, rg_data *data) {
  place_bodies_and_inertias(model, data, rg_work_of(data));
  rg_place_frames(model, data);
}

void rg_kinematics_of_forces(const rg_model *model, rg_data *data) {
  rg_work *work = rg_work_of(data);
  place_bodies_and_inertias(model, data, work);
  for (int k = 0; k < work->nsolid; k++) place_geom(model, data, work, work->solid[k]);
  place_sites(model, data, work);
}
