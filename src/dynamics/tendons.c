/* Fixed tendons: length = sum of coef q, velocity = sum of coef v; a force on one acts on each of
   its joints times coef (MuJoCo's documentation, chapter Computation, "Actuation model" and
   "Passive forces"). Limits and friction loss of tendons are constraints: whoever makes constraint
   rows reads them from the model; they are no part of the smooth motion. */
#include "dynamics/work.h"

double rg_tendon_length(const rg_model *model, const double *qpos, int t) {
  double length = 0;
  int start = model->tendon_start[t], end = start + model->tendon_count[t];
  for (int k = start; k < end; k++)
    length += model->tendon_coef[k] * qpos[model->joint_qpos[model->tendon_joint[k]]];
  return length;
}

void rg_tendons(const rg_model *model, rg_data *data) {
  for (int t = 0; t < model->ntendon; t++) {
    int start = model->tendon_start[t], end = start + model->tendon_count[t];
    double velocity = 0;
    for (int k = start; k < end; k++)
      velocity += model->tendon_coef[k] * data->qvel[model->joint_dof[model->tendon_joint[k]]];
    data->tendon_length[t] = rg_tendon_length(model, data->qpos, t);
    data->tendon_velocity[t] = velocity;
  }
}

double rg_tendon_stretch(const rg_model *model, int t, double length) {
  const double *rest = model->tendon_springlength + 2 * t;
  return length < rest[0] ? length - rest[0] : length > rest[1] ? length - rest[1] : 0;
}

void rg_tendon_add_force(const rg_model *model, int t, double force, double *sum) {
  int start = model->tendon_start[t], end = start + model->tendon_count[t];
  for (int k = start; k < end; k++)
    sum[model->joint_dof[model->tendon_joint[k]]] += model->tendon_coef[k] * force;
}
