/* Motors on joints and tendons: length and velocity through the gear, an affine force law, limits
   (MuJoCo's documentation, chapter Computation, "Actuation model").

       force = gain ctrl + bias0 + bias1 length + bias2 velocity,   qfrc_actuator += gear' force */
#include <string.h>

#include "dynamics/work.h"

static double clamp(double x, const double range[2]) {
  return x < range[0] ? range[0] : x > range[1] ? range[1] : x;
}

/* the moment arm is the gear; returns its width, the length in *length */
static int transmission(const rg_model *model, const rg_data *data, int a, double *length) {
  int joint = model->actuator_joint[a];
  const double *gear = model->actuator_gear + 6 * a, *q = data->qpos + model->joint_qpos[joint];
  double quat[4], turn[3];
  switch (model->joint_type[joint]) {
  case RG_JOINT_FREE: *length = 0; return 6;
  case RG_JOINT_BALL:
    rg_quat_copy(quat, q);
    rg_quat_normalize(quat);
    rg_quat_to_rotation(turn, quat);
    *length = rg_v3_dot(gear, turn);
    return 3;
  default: *length = gear[0] * q[0]; return 1;
  }
}

static double force_law(const rg_model *model, int a, double ctrl, double length, double velocity) {
  const double *bias = model->actuator_bias + 3 * a;
  if (model->actuator_ctrllimited[a]) ctrl = clamp(ctrl, model->actuator_ctrlrange + 2 * a);
  double force = model->actuator_gain[a] * ctrl + bias[0] + bias[1] * length + bias[2] * velocity;
  return model->actuator_forcelimited[a] ? clamp(force, model->actuator_forcerange + 2 * a) : force;
}

/* the sum of all motors on a hinge or slide may be limited as well */
static void clamp_joints(const rg_model *model, double *force) {
  for (int j = 0; model->nactuator && j < model->njoint; j++) {
    double *f = force + model->joint_dof[j];
    if (model->joint_forcelimited[j] && model->joint_type[j] >= RG_JOINT_SLIDE)
      *f = clamp(*f, model->joint_forcerange + 2 * j);
  }
}

/* the motor on a joint acts on all its degrees of freedom */
static void drive_joint(const rg_model *model, rg_data *data, int a) {
  int dof = model->joint_dof[model->actuator_joint[a]];
  const double *gear = model->actuator_gear + 6 * a;
  double velocity = 0, length;
  int width = transmission(model, data, a, &length);
  for (int i = 0; i < width; i++) velocity += gear[i] * data->qvel[dof + i];
  double force = force_law(model, a, data->ctrl[a], length, velocity);
  for (int i = 0; i < width; i++) data->qfrc_actuator[dof + i] += gear[i] * force;
  data->actuator_length[a] = length;
  data->actuator_velocity[a] = velocity;
  data->actuator_force[a] = force;
}

static void drive_tendon(const rg_model *model, rg_data *data, int a) {
  int tendon = model->actuator_tendon[a];
  double gear = model->actuator_gear[6 * a];
  double length = gear * data->tendon_length[tendon];
  double velocity = gear * data->tendon_velocity[tendon];
  double force = force_law(model, a, data->ctrl[a], length, velocity);
  rg_tendon_add_force(model, tendon, gear * force, data->qfrc_actuator);
  data->actuator_length[a] = length;
  data->actuator_velocity[a] = velocity;
  data->actuator_force[a] = force;
}

void rg_actuators(const rg_model *model, rg_data *data) {
  if (model->nv) memset(data->qfrc_actuator, 0, (size_t)model->nv * sizeof(double));
  for (int a = 0; a < model->nactuator; a++)
    if (model->actuator_joint[a] >= 0) drive_joint(model, data, a);
    else drive_tendon(model, data, a);
  clamp_joints(model, data->qfrc_actuator);
}
