/* Spatial velocities from the root to the leaves, and the accelerations that remain when all joint
   accelerations are zero (Featherstone 2008, sec. 5.3): each joint's subspace is carried
   by the velocity that the body has before that joint. */
#include "dynamics/work.h"

/* a ball's three columns move as one: drift += v x J, v += J with J = S qvel */
static void add_rotation(const double *motion, const double *qvel, double v[6], double drift[6]) {
  double J[6] = {0};
  for (int i = 0; i < 3; i++) rg_sp_add_scaled(J, qvel[i], motion + 6 * i);
  rg_sp_add_cross_motion(drift, 1, v, J);
  for (int i = 0; i < 6; i++) v[i] += J[i];
}

static void add_joint(int type, const double *motion, const double *qvel, double v[6],
                      double drift[6]) {
  switch (type) {
  case RG_JOINT_FREE:
    for (int i = 0; i < 3; i++) v[3 + i] += qvel[i];
    add_rotation(motion + 18, qvel + 3, v, drift);
    break;
  case RG_JOINT_BALL: add_rotation(motion, qvel, v, drift); break;
  default:
    rg_sp_add_cross_motion(drift, qvel[0], v, motion);
    rg_sp_add_scaled(v, qvel[0], motion);
    break;
  }
}

void rg_velocity_stage(const rg_model *model, rg_data *data) {
  rg_work *work = rg_work_of(data);
  double v[6] = {0};
  for (int b = 1; b < model->nbody; b++) {
    double drift[6] = {0};
    rg_sp_from_parent(v, data->xvel, model->body_parent[b], b, work->offset);
    int first = model->body_joint[b], end = first + model->body_njoint[b];
    for (int j = first; j < end; j++) {
      int dof = model->joint_dof[j];
      add_joint(model->joint_type[j], work->motion + 6 * dof, data->qvel + dof, v, drift);
    }
    rg_sp_copy(data->xvel + 6 * b, v);
    rg_sp_copy(work->drift + 6 * b, drift);
  }
}

void rg_body_drifts(const rg_model *model, const rg_data *data, double *drift) {
  const rg_work *work = rg_work_of(data);
  rg_sp_zero(drift);
  for (int b = 1; b < model->nbody; b++) {
    double *a = drift + 6 * b;
    rg_sp_motion_at(a, drift + 6 * model->body_parent[b], work->offset + 3 * b);
    rg_sp_add_scaled(a, 1, work->drift + 6 * b);
  }
}
