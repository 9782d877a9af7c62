/* What the sensors of a model read. Positions and velocities come from the state; accelerations and
   forces from the accelerations and contact forces of the step, which the caller hands in. Frames
   and signs as in MuJoCo (its XML reference, "sensor"): accelerations include minus gravity. */
#include "dynamics/ray.h"
#include "dynamics/work.h"

/* a frame that a sensor may sit on or refer to */
typedef struct frame {
  int body;
  double pos[3], mat[9], quat[4];
} frame;

static void set_frame(frame *f, int body, const double *pos, const double *mat, const double *quat,
                      const double *local) {
  f->body = body;
  rg_v3_copy(f->pos, pos);
  rg_mat3_copy(f->mat, mat);
  if (local) rg_quat_multiply(f->quat, quat, local);
  else rg_quat_copy(f->quat, quat);
}

static frame frame_of(const rg_model *model, const rg_data *data, int type, int i) {
  frame f;
  const double *xquat = data->xquat;
  int body = i;
  switch (type) {
  case RG_OBJECT_GEOM:
    body = model->geom_body[i];
    set_frame(&f, body, data->geom_xpos + 3 * i, data->geom_xmat + 9 * i, xquat + 4 * body,
              model->geom_quat + 4 * i);
    break;
  case RG_OBJECT_SITE:
    body = model->site_body[i];
    set_frame(&f, body, data->site_xpos + 3 * i, data->site_xmat + 9 * i, xquat + 4 * body,
              model->site_quat + 4 * i);
    break;
  case RG_OBJECT_INERTIAL:
    set_frame(&f, body, data->xipos + 3 * i, data->ximat + 9 * i, xquat + 4 * i,
              model->body_iquat + 4 * i);
    break;
  default: set_frame(&f, body, data->xpos + 3 * i, data->xmat + 9 * i, xquat + 4 * i, NULL); break;
  }
  return f;
}

/* spatial quantity of the frame's body, moved to the frame's origin */
static void motion_of(const rg_data *data, const double *of_bodies, const frame *f, double m[6]) {
  double step[3];
  rg_v3_sub(step, f->pos, data->xpos + 3 * f->body);
  rg_sp_motion_at(m, of_bodies + 6 * f->body, step);
}

static int has_reference(const rg_model *model, int s) { return model->sensor_reference[s] >= 0; }

static frame reference_of(const rg_model *model, const rg_data *data, int s) {
  return frame_of(model, data, model->sensor_reference_type[s], model->sensor_reference[s]);
}

/* pose of the frame, seen from the reference frame where there is one */
static void read_pose(const rg_model *model, const rg_data *data, int s, const frame *f,
                      double *out) {
  frame r = {0};
  int relative = has_reference(model, s), column = model->sensor_type[s] - RG_SENSOR_FRAMEXAXIS;
  if (relative) r = reference_of(model, data, s);
  switch (model->sensor_type[s]) {
  case RG_SENSOR_FRAMEPOS:
    rg_v3_copy(out, f->pos);
    if (relative) rg_v3_sub(out, out, r.pos);
    break;
  case RG_SENSOR_FRAMEQUAT:
    rg_quat_copy(out, f->quat);
    if (!relative) return;
    rg_quat_conjugate(r.quat, r.quat);
    rg_quat_multiply(out, r.quat, out);
    return;
  default: rg_v3_set(out, f->mat[column], f->mat[3 + column], f->mat[6 + column]); break;
  }
  if (relative) rg_mat3_apply_t(out, r.mat, out);
}

/* velocity of the frame; in a moving reference v - v_r - w_r x (p - p_r), in its axes */
static void read_velocity(const rg_model *model, const rg_data *data, int s, const frame *f,
                          double *out) {
  double v[6];
  int linear = model->sensor_type[s] == RG_SENSOR_FRAMELINVEL ? 3 : 0;
  motion_of(data, data->xvel, f, v);
  if (has_reference(model, s)) {
    frame r = reference_of(model, data, s), carried = r;
    double w[6];
    rg_v3_copy(carried.pos, f->pos);
    motion_of(data, data->xvel, &carried, w);
    for (int i = 0; i < 6; i++) v[i] -= w[i];
    rg_mat3_apply_t(out, r.mat, v + linear);
  } else {
    rg_v3_copy(out, v + linear);
  }
}

/* acceleration of a point of the body: spatial acceleration there plus w x v */
static void read_acceleration(const rg_model *model, const rg_data *data, int s, const frame *f,
                              double *out) {
  double a[6], v[6];
  motion_of(data, rg_work_of(data)->acceleration, f, a);
  motion_of(data, data->xvel, f, v);
  rg_v3_add_cross(a + 3, v, v + 3);
  if (model->sensor_type[s] == RG_SENSOR_FRAMEANGACC) rg_v3_copy(out, a);
  else if (model->sensor_type[s] == RG_SENSOR_FRAMELINACC) rg_v3_copy(out, a + 3);
  else rg_mat3_apply_t(out, f->mat, a + 3);
}

static void read_subtree(const rg_model *model, const rg_data *data, int s, double *out) {
  int body = model->sensor_object[s];
  double com[3], total[6] = {0}, momentum[6], mass = 0, arm[3];
  rg_centre_of_mass(model, data, body, com);
  for (int b = body; b < model->nbody && (b == body || model->body_parent[b] >= body); b++) {
    rg_inertia_apply(momentum, rg_work_of(data)->inertia + RG_INERTIA * b, data->xvel + 6 * b);
    rg_v3_sub(arm, data->xpos + 3 * b, com);
    rg_sp_add_force_from(total, momentum, arm);
    mass += model->body_mass[b];
  }
  if (model->sensor_type[s] == RG_SENSOR_SUBTREECOM) rg_v3_copy(out, com);
  else if (model->sensor_type[s] == RG_SENSOR_SUBTREEANGMOM) rg_v3_copy(out, total);
  else rg_v3_scale(out, mass > 0 ? 1 / mass : 0, total + 3);
}

/* force and torque that the parent puts on the site's body, at the site and in its axes */
static void read_interaction(const rg_model *model, const rg_data *data, int s, const frame *f,
                             double *out) {
  double at_site[6] = {0}, arm[3];
  rg_v3_sub(arm, data->xpos + 3 * f->body, f->pos);
  rg_sp_add_force_from(at_site, rg_work_of(data)->force + 6 * f->body, arm);
  int linear = model->sensor_type[s] == RG_SENSOR_FORCE ? 3 : 0;
  rg_mat3_apply_t(out, f->mat, at_site + linear);
}

/* the least distance of two geoms or bodies, as the caller found it; beyond the cutoff there is nothing */
static void read_nearest(const rg_model *model, int s, const rg_sensor_input *input, double *out) {
  double limit = model->sensor_cutoff[s], way[3];
  const double *found = input && input->nearest ? input->nearest + 7 * s : NULL;
  int near = found && found[0] < limit;
  for (int k = 0; k < model->sensor_size[s]; k++) out[k] = 0;
  switch (model->sensor_type[s]) {
  case RG_SENSOR_DISTANCE: out[0] = near ? found[0] : limit; break;
  case RG_SENSOR_FROMTO:
    for (int k = 0; k < 6 && near; k++) out[k] = found[1 + k];
    break;
  default:
    if (!near) return;
    rg_v3_sub(way, found + 4, found + 1);
    double size = rg_v3_norm(way);
    if (size > 0) rg_v3_scale(out, (found[0] < 0 ? -1 : 1) / size, way);
    break;
  }
}

/* how far a value is from its nearer limit, where it is within the margin of that, and how fast it goes away from it */
static double limit_of(const double range[2], double margin, double x, double v, int rate) {
  for (int side = 0; side < 2; side++) {
    double way = side ? range[1] - x : x - range[0];
    if (way < margin) return rate ? (side ? -v : v) : way - margin;
  }
  return 0;
}

static double joint_limit(const rg_model *model, const rg_data *data, int s) {
  int j = model->sensor_object[s], rate = model->sensor_type[s] == RG_SENSOR_JOINTLIMITVEL;
  if (!model->joint_limited[j]) return 0;
  return limit_of(model->joint_range + 2 * j, model->joint_margin[j],
                  data->qpos[model->joint_qpos[j]], data->qvel[model->joint_dof[j]], rate);
}

static double tendon_limit(const rg_model *model, const rg_data *data, int s) {
  int t = model->sensor_object[s], rate = model->sensor_type[s] == RG_SENSOR_TENDONLIMITVEL;
  if (!model->tendon_limited[t]) return 0;
  return limit_of(model->tendon_range + 2 * t, model->tendon_margin[t], data->tendon_length[t],
                  data->tendon_velocity[t], rate);
}

static double tendon_force(const rg_model *model, const rg_data *data, int t) {
  double sum = 0;
  for (int a = 0; a < model->nactuator; a++)
    if (model->actuator_tendon[a] == t) sum += data->actuator_force[a];
  return sum;
}

static void read_joint(const rg_model *model, const rg_data *data, int s, double *out) {
  int j = model->sensor_object[s], q = model->joint_qpos[j], dof = model->joint_dof[j];
  switch (model->sensor_type[s]) {
  case RG_SENSOR_JOINTPOS: out[0] = data->qpos[q]; break;
  case RG_SENSOR_JOINTVEL: out[0] = data->qvel[dof]; break;
  case RG_SENSOR_JOINTACTUATORFRC: out[0] = data->qfrc_actuator[dof]; break;
  case RG_SENSOR_BALLANGVEL: rg_v3_copy(out, data->qvel + dof); break;
  default:
    rg_quat_copy(out, data->qpos + q);
    rg_quat_normalize(out);
    break;
  }
}

/* sensors on a frame */
static void read_frame(const rg_model *model, const rg_data *data, int s,
                       const rg_sensor_input *input, double *out) {
  frame f = frame_of(model, data, model->sensor_object_type[s], model->sensor_object[s]);
  double v[6];
  switch (model->sensor_type[s]) {
  case RG_SENSOR_FRAMELINVEL:
  case RG_SENSOR_FRAMEANGVEL: read_velocity(model, data, s, &f, out); break;
  case RG_SENSOR_VELOCIMETER:
  case RG_SENSOR_GYRO:
    motion_of(data, data->xvel, &f, v);
    rg_mat3_apply_t(out, f.mat, model->sensor_type[s] == RG_SENSOR_GYRO ? v : v + 3);
    break;
  case RG_SENSOR_ACCELEROMETER:
  case RG_SENSOR_FRAMELINACC:
  case RG_SENSOR_FRAMEANGACC: read_acceleration(model, data, s, &f, out); break;
  case RG_SENSOR_FORCE:
  case RG_SENSOR_TORQUE: read_interaction(model, data, s, &f, out); break;
  case RG_SENSOR_MAGNETOMETER: rg_mat3_apply_t(out, f.mat, model->option.magnetic); break;
  case RG_SENSOR_RANGEFINDER:
    rg_v3_set(v, f.mat[2], f.mat[5], f.mat[8]);
    out[0] = rg_ray(model, data, f.pos, v, f.body);
    break;
  case RG_SENSOR_TOUCH: out[0] = input && input->touch ? input->touch[s] : 0; break;
  case RG_SENSOR_INSIDESITE:
    out[0] = rg_in_site(model, data, model->sensor_reference[s], f.pos);
    break;
  default: read_pose(model, data, s, &f, out); break;
  }
}

static void read_sensor(const rg_model *model, const rg_data *data, int s,
                        const rg_sensor_input *input, double *out) {
  int object = model->sensor_object[s];
  switch (model->sensor_type[s]) {
  case RG_SENSOR_JOINTPOS:
  case RG_SENSOR_JOINTVEL:
  case RG_SENSOR_BALLQUAT:
  case RG_SENSOR_BALLANGVEL:
  case RG_SENSOR_JOINTACTUATORFRC: read_joint(model, data, s, out); break;
  case RG_SENSOR_ACTUATORPOS: out[0] = data->actuator_length[object]; break;
  case RG_SENSOR_ACTUATORVEL: out[0] = data->actuator_velocity[object]; break;
  case RG_SENSOR_ACTUATORFRC: out[0] = data->actuator_force[object]; break;
  case RG_SENSOR_TENDONPOS: out[0] = data->tendon_length[object]; break;
  case RG_SENSOR_TENDONVEL: out[0] = data->tendon_velocity[object]; break;
  case RG_SENSOR_TENDONACTUATORFRC: out[0] = tendon_force(model, data, object); break;
  case RG_SENSOR_JOINTLIMITPOS:
  case RG_SENSOR_JOINTLIMITVEL: out[0] = joint_limit(model, data, s); break;
  case RG_SENSOR_TENDONLIMITPOS:
  case RG_SENSOR_TENDONLIMITVEL: out[0] = tendon_limit(model, data, s); break;
  case RG_SENSOR_JOINTLIMITFRC:
    out[0] = input && input->joint_limit ? input->joint_limit[object] : 0;
    break;
  case RG_SENSOR_TENDONLIMITFRC:
    out[0] = input && input->tendon_limit ? input->tendon_limit[object] : 0;
    break;
  case RG_SENSOR_DISTANCE:
  case RG_SENSOR_NORMAL:
  case RG_SENSOR_FROMTO: read_nearest(model, s, input, out); break;
  case RG_SENSOR_E_POTENTIAL: out[0] = rg_energy_potential(model, data); break;
  case RG_SENSOR_E_KINETIC: out[0] = rg_energy_kinetic(model, data); break;
  case RG_SENSOR_SUBTREECOM:
  case RG_SENSOR_SUBTREELINVEL:
  case RG_SENSOR_SUBTREEANGMOM: read_subtree(model, data, s, out); break;
  case RG_SENSOR_CLOCK: out[0] = data->time; break;
  default: read_frame(model, data, s, input, out); break;
  }
}

/* directions and places are not cut off */
static void cut_off(const rg_model *model, int s, double *out) {
  double limit = model->sensor_cutoff[s];
  int type = model->sensor_type[s];
  if (!(limit > 0) || type == RG_SENSOR_BALLQUAT || type >= RG_SENSOR_DISTANCE ||
      (type >= RG_SENSOR_FRAMEQUAT && type <= RG_SENSOR_FRAMEZAXIS))
    return;
  for (int i = 0; i < model->sensor_size[s]; i++)
    out[i] = out[i] > limit ? limit : out[i] < -limit ? -limit : out[i];
}

/* accelerations of all bodies, and the force through each joint: what the subtree needs less what
   acts on it from outside */
static void accelerate_bodies(const rg_model *model, rg_data *data, const rg_sensor_input *input) {
  rg_work *work = rg_work_of(data);
  rg_body_accelerations(model, data, input && input->qacc ? input->qacc : data->qacc_smooth);
  for (int b = 1; b < model->nbody; b++) {
    double applied[6], arm[3], *f = work->force + 6 * b;
    const double *at_centre = data->xfrc_applied + 6 * b;
    rg_v3_sub(arm, data->xipos + 3 * b, data->xpos + 3 * b);
    rg_v3_copy(applied, at_centre + 3);
    rg_v3_add_cross(applied, arm, at_centre);
    rg_v3_copy(applied + 3, at_centre);
    rg_sp_add_scaled(f, -1, applied);
    if (input && input->body_force) rg_sp_add_scaled(f, -1, input->body_force + 6 * b);
  }
  for (int b = model->nbody - 1; b > 0; b--)
    rg_sp_add_force_from(work->force + 6 * model->body_parent[b], work->force + 6 * b,
                         work->offset + 3 * b);
}

void rg_sensors(const rg_model *model, rg_data *data, const rg_sensor_input *input) {
  int needs_acceleration = 0;
  for (int s = 0; s < model->nsensor && !needs_acceleration; s++)
    needs_acceleration = model->sensor_type[s] >= RG_SENSOR_ACCELEROMETER &&
                         model->sensor_type[s] <= RG_SENSOR_TORQUE;
  if (needs_acceleration) accelerate_bodies(model, data, input);
  for (int s = 0; s < model->nsensor; s++) {
    double *out = data->sensordata + model->sensor_start[s];
    read_sensor(model, data, s, input, out);
    cut_off(model, s, out);
  }
}
