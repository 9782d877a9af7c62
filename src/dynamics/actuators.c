/* Motors on joints, tendons and sites: length and velocity through the gear, an affine force law,
   limits (MuJoCo's documentation, chapter Computation, "Actuation model").

       force = gain ctrl + bias0 + bias1 length + bias2 velocity,   qfrc_actuator += moment' force */
#include <string.h>

#include "dynamics/work.h"

static double clamp(double x, const double range[2]) {
  return x < range[0] ? range[0] : x > range[1] ? range[1] : x;
}

/* --- transmissions: length, moment arms ------------------------------------------------------- */

/* hinge, slide: gear q; ball: gear . rotation vector; free: 0. In the parent's frame the gear of what
   turns is brought into the child's. */
static double on_joint(const rg_model *model, const rg_data *data, int a, double *moment) {
  int joint = model->actuator_joint[a], type = model->joint_type[joint];
  int in_parent = model->actuator_transmission[a] == RG_DRIVE_JOINT_IN_PARENT;
  const double *gear = model->actuator_gear + 6 * a, *q = data->qpos + model->joint_qpos[joint];
  double quat[4], turn[3];
  int width = rg_joint_dofs(model, joint);
  for (int i = 0; i < width; i++) moment[i] = gear[i];
  if (type != RG_JOINT_FREE && type != RG_JOINT_BALL) return gear[0] * q[0];
  rg_quat_copy(quat, q + (type == RG_JOINT_FREE ? 3 : 0));
  rg_quat_normalize(quat);
  double *turning = moment + width - 3;
  if (in_parent) rg_quat_rotate_back(turning, quat, turning);
  if (type == RG_JOINT_FREE) return 0;
  rg_quat_to_rotation(turn, quat);
  return rg_v3_dot(turning, turn);
}

/* moment += J' wrench of a body, wrench (torque, force) at a point; degrees of freedom that the
   actuator does not list are left out */
static void add_wrench(const rg_model *model, const rg_data *data, int a, int body,
                       const double point[3], const double wrench[6], double sign, double *moment) {
  int first = model->actuator_dof_start[a], k = model->actuator_dof_start[a + 1] - 1;
  for (int i = rg_last_dof(model, body); i >= 0; i = model->dof_parent[i]) {
    while (k >= first && model->actuator_dof[k] > i) k--;
    if (k < first) return;
    if (model->actuator_dof[k] != i) continue;
    double column[6];
    rg_dof_motion(model, data, i, point, column);
    moment[k - first] += sign * rg_sp_dot(column, wrench);
  }
}

/* force and torque at a site, in its axes; or against another site and in the axes of that one, and
   then the length is where the first lies and how it is turned in the second */
static double at_site(const rg_model *model, const rg_data *data, int a, double *moment) {
  int site = model->actuator_site[a], other = model->actuator_refsite[a];
  const double *gear = model->actuator_gear + 6 * a, *pos = data->site_xpos + 3 * site;
  const double *axes = data->site_xmat + 9 * (other >= 0 ? other : site);
  double wrench[6], length = 0;
  rg_mat3_apply(wrench, axes, gear + 3);
  rg_mat3_apply(wrench + 3, axes, gear);
  add_wrench(model, data, a, model->site_body[site], pos, wrench, 1, moment);
  if (other < 0) return 0;
  const double *origin = data->site_xpos + 3 * other;
  double arm[3], quat1[4], quat2[4], turn[3];
  add_wrench(model, data, a, model->site_body[other], origin, wrench, -1, moment);
  rg_v3_sub(arm, pos, origin);
  rg_mat3_apply_t(arm, axes, arm);
  length = rg_v3_dot(arm, gear);
  rg_quat_multiply(quat1, data->xquat + 4 * model->site_body[site], model->site_quat + 4 * site);
  rg_quat_multiply(quat2, data->xquat + 4 * model->site_body[other], model->site_quat + 4 * other);
  rg_quat_difference(turn, quat2, quat1);
  return length + rg_v3_dot(turn, gear + 3);
}

/* A rod of length r from the crank to a pin on the axis a of the slider, v from the slider to the crank:
   l = a.v - s, s^2 = (a.v)^2 + r^2 - v.v;  dl/da = v (1 - a.v/s),  dl/dv = a (1 - a.v/s) + v/s.
   Where the rod is too short l = a.v. */
static double along_slider(const rg_model *model, const rg_data *data, int a, double *moment) {
  int crank = model->actuator_site[a], slider = model->actuator_refsite[a];
  const double *pos1 = data->site_xpos + 3 * crank, *pos2 = data->site_xpos + 3 * slider;
  const double *R = data->site_xmat + 9 * slider;
  double gear = model->actuator_gear[6 * a], rod = model->actuator_cranklength[a];
  double axis[3] = {R[2], R[5], R[8]}, v[3], wrench[6] = {0}, back[6] = {0};
  rg_v3_sub(v, pos1, pos2);
  double along = rg_v3_dot(axis, v), square = along * along + rod * rod - rg_v3_dot(v, v);
  double s = square > 0 ? sqrt(square) : 0, scale = s > 0 ? 1 - along / s : 1, slope[3];
  rg_v3_scale(wrench + 3, scale, axis);
  if (s > 0) rg_v3_add_scaled(wrench + 3, 1 / s, v);
  rg_v3_scale(slope, scale, v);
  rg_v3_copy(back + 3, wrench + 3);
  rg_v3_cross(back, slope, axis); /* the axis turns: w x a . slope = -w . (slope x a) */
  for (int i = 0; i < 6; i++) wrench[i] *= gear, back[i] *= gear;
  add_wrench(model, data, a, model->site_body[crank], pos1, wrench, 1, moment);
  add_wrench(model, data, a, model->site_body[slider], pos2, back, -1, moment);
  return gear * (along - s);
}

/* adhesion: along the normals of what the body touches, in equal parts; its length is 0 */
static double along_normals(const rg_model *model, const rg_data *data, int a) {
  const rg_work *work = rg_work_of(data);
  int body = model->actuator_body[a], count = 0;
  double *moment = data->actuator_moment + model->actuator_dof_start[a];
  for (int k = 0; k < work->ngrip; k++)
    count += work->grip[k].body[0] == body || work->grip[k].body[1] == body;
  for (int k = 0; k < work->ngrip; k++) {
    const rg_grip *g = work->grip + k;
    double wrench[6] = {0};
    if (g->body[0] != body && g->body[1] != body) continue;
    rg_v3_scale(wrench + 3, 1.0 / count, g->normal);
    add_wrench(model, data, a, g->body[0], g->point, wrench, -1, moment);
    add_wrench(model, data, a, g->body[1], g->point, wrench, 1, moment);
  }
  return 0;
}

static void place_actuator(const rg_model *model, rg_data *data, int a) {
  int first = model->actuator_dof_start[a], width = model->actuator_dof_start[a + 1] - first;
  double *moment = data->actuator_moment + first, gear = model->actuator_gear[6 * a];
  int tendon = model->actuator_tendon[a];
  if (width) memset(moment, 0, (size_t)width * sizeof *moment);
  switch (model->actuator_transmission[a]) {
  case RG_DRIVE_TENDON:
    for (int i = 0; i < width; i++)
      moment[i] = gear * data->tendon_moment[model->tendon_dof_start[tendon] + i];
    data->actuator_length[a] = gear * data->tendon_length[tendon];
    break;
  case RG_DRIVE_SITE: data->actuator_length[a] = at_site(model, data, a, moment); break;
  case RG_DRIVE_SLIDER_CRANK:
    data->actuator_length[a] = along_slider(model, data, a, moment);
    break;
  case RG_DRIVE_BODY: data->actuator_length[a] = along_normals(model, data, a); break;
  default: data->actuator_length[a] = on_joint(model, data, a, moment); break;
  }
}

/* --- forces ------------------------------------------------------------------------------------ */

/* What drives the force: the control, or the state of the actuator where forces of a step are taken, which
   is its middle, or its end where that is asked for. */
static double drive(const rg_model *model, rg_data *data, int a) {
  const rg_implicit *step = &rg_work_of(data)->implicit;
  double ctrl = rg_clamped_ctrl(model, data, a);
  int i = model->actuator_act[a];
  if (i < 0) return ctrl;
  data->act_dot[i] = rg_act_rate(model, a, ctrl, data->act[i]);
  double dt = step->dt > 0 ? step->dt : model->option.timestep;
  double ahead = model->actuator_actearly[a] ? dt : step->rule == RG_IMPLICIT_MEAN ? 0.5 * dt : 0;
  return ahead > 0 ? rg_act_after(model, a, ctrl, data->act[i], ahead) : data->act[i];
}

static double force_law(const rg_model *model, int a, double input, double length,
                        double velocity) {
  const double *bias = model->actuator_bias + 3 * a, *slope = model->actuator_gain_slope + 2 * a;
  int muscle = model->actuator_muscle[a];
  double gain = muscle & 1 ? rg_muscle_gain(model, a, length, velocity)
                           : model->actuator_gain[a] + slope[0] * length + slope[1] * velocity;
  double own = muscle & 2 ? rg_muscle_bias(model, a, length)
                          : bias[0] + bias[1] * length + bias[2] * velocity;
  double force = gain * input + own;
  return model->actuator_forcelimited[a] ? clamp(force, model->actuator_forcerange + 2 * a) : force;
}

/* gravity compensation that actuators make */
static void add_lift(const rg_model *model, const rg_data *data, double *force) {
  const double *lift = rg_work_of(data)->lift;
  for (int i = 0; lift && i < model->nv; i++)
    if (model->joint_gravcomp[model->dof_joint[i]]) force[i] += lift[i];
}

/* the sum of all motors on a hinge or slide may be limited as well */
static void clamp_joints(const rg_model *model, const rg_data *data, double *force) {
  int any = model->nactuator > 0 || rg_work_of(data)->lift != NULL;
  for (int j = 0; any && j < model->njoint; j++) {
    double *f = force + model->joint_dof[j];
    if (model->joint_forcelimited[j] && model->joint_type[j] >= RG_JOINT_SLIDE)
      *f = clamp(*f, model->joint_forcerange + 2 * j);
  }
}

/* The sum of all motors on a tendon may be limited: then each gives the same share of its own. */
static void clamp_tendons(const rg_model *model, rg_data *data) {
  for (int t = 0; t < model->ntendon; t++) {
    double sum = 0;
    if (!model->tendon_forcelimited[t]) continue;
    for (int a = 0; a < model->nactuator; a++)
      if (model->actuator_tendon[a] == t) sum += data->actuator_force[a];
    double most = clamp(sum, model->tendon_forcerange + 2 * t);
    for (int a = 0; a < model->nactuator && most != sum; a++)
      if (model->actuator_tendon[a] == t) data->actuator_force[a] *= most / sum;
  }
}

void rg_actuators(const rg_model *model, rg_data *data) {
  if (model->nv) memset(data->qfrc_actuator, 0, (size_t)model->nv * sizeof(double));
  for (int a = 0; a < model->nactuator; a++) {
    int first = model->actuator_dof_start[a], end = model->actuator_dof_start[a + 1];
    double velocity = 0;
    place_actuator(model, data, a);
    for (int i = first; i < end; i++)
      velocity += data->actuator_moment[i] * data->qvel[model->actuator_dof[i]];
    double input = rg_work_of(data)->implicit.input[a] = drive(model, data, a);
    data->actuator_force[a] = force_law(model, a, input, data->actuator_length[a], velocity);
    data->actuator_velocity[a] = velocity;
  }
  clamp_tendons(model, data);
  for (int a = 0; a < model->nactuator; a++)
    for (int i = model->actuator_dof_start[a]; i < model->actuator_dof_start[a + 1]; i++)
      data->qfrc_actuator[model->actuator_dof[i]] +=
          data->actuator_moment[i] * data->actuator_force[a];
  add_lift(model, data, data->qfrc_actuator);
  clamp_joints(model, data, data->qfrc_actuator);
}
