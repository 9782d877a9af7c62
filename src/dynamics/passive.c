/* Forces that need no command: springs and dampers of joints and tendons, the medium, gravity
   compensation.
   All as in MuJoCo (its documentation, chapter Computation, "Passive forces"), so that numbers can
   be compared. */
#include <string.h>

#include "dynamics/fluid.h"
#include "dynamics/polynomial.h"
#include "dynamics/work.h"

static void ball_spring(const double *quat, const double *rest, double k, double *force) {
  double turn[3];
  rg_ball_turn(rest, quat, turn);
  rg_v3_add_scaled(force, -k, turn);
}

static void spring(const rg_model *model, const rg_data *data, int j, double *force) {
  const double *q = data->qpos + model->joint_qpos[j];
  const double *rest = model->qpos_spring + model->joint_qpos[j];
  double k = model->joint_stiffness[j], *f = force + model->joint_dof[j];
  switch (model->joint_type[j]) {
  case RG_JOINT_FREE:
    for (int i = 0; i < 3; i++) f[i] -= k * (q[i] - rest[i]);
    ball_spring(q + 3, rest + 3, k, f + 3);
    break;
  case RG_JOINT_BALL: ball_spring(q, rest, k, f); break;
  default: f[0] -= rg_spring_pull(k, model->joint_stiffness_poly + 2 * j, q[0] - rest[0]); break;
  }
}

/* force f and moment n at the centre of mass, added to a body's spatial force at xpos */
static void add_at_centre(const rg_data *data, int b, const double f[3], const double n[3],
                          double *body_force) {
  double arm[3];
  rg_v3_sub(arm, data->xipos + 3 * b, data->xpos + 3 * b);
  rg_v3_add(body_force, body_force, n);
  rg_v3_add_cross(body_force, arm, f);
  rg_v3_add(body_force + 3, body_force + 3, f);
}

/* the box with the body's mass and principal moments: side_i = sqrt(6 (I_j + I_k - I_i) / m) */
static void inertia_box(const rg_model *model, int b, double box[3]) {
  const double *I = model->body_inertia + 3 * b;
  double sum = I[0] + I[1] + I[2];
  for (int i = 0; i < 3; i++)
    box[i] = sqrt(fmax(RG_TINY * sum, sum - 2 * I[i]) / model->body_mass[b] * 6);
}

/* drag of the medium on the equivalent box, in the inertial frame: Stokes' law for a sphere of the
   mean diameter (viscosity), pressure on the faces (density) */
static void medium_force(const rg_model_option *option, const double box[3], const double w[3],
                         const double v[3], double n[3], double f[3]) {
  const double pi = 3.14159265358979323846;
  double diameter = (box[0] + box[1] + box[2]) / 3, viscosity = option->viscosity;
  double turn = pi * diameter * diameter * diameter * viscosity,
         drag = 3 * pi * diameter * viscosity;
  for (int i = 0; i < 3; i++) {
    double a = box[(i + 1) % 3], c = box[(i + 2) % 3];
    double face = 0.5 * option->density * a * c;
    double fan = option->density * box[i] * (a * a * a * a + c * c * c * c) / 64;
    n[i] = -turn * w[i] - fan * fabs(w[i]) * w[i];
    f[i] = -drag * v[i] - face * fabs(v[i]) * v[i];
  }
}

static int has_medium(const rg_model *model) {
  return model->option.density > 0 || model->option.viscosity > 0;
}

/* 1 where the medium sees the geoms of the body as ellipsoids */
static int add_ellipsoids(const rg_model *model, const rg_data *data, int b, double *body_force) {
  int found = 0;
  for (int k = 0; k < model->body_ngeom[b]; k++) {
    int g = model->body_geom[b] + k;
    if (model->geom_fluid[12 * g] == 0) continue;
    const double *R = data->geom_xmat + 9 * g;
    double arm[3], velocity[6], w[3], v[3], n[3], f[3];
    found = 1;
    rg_v3_sub(arm, data->geom_xpos + 3 * g, data->xpos + 3 * b);
    rg_sp_motion_at(velocity, data->xvel + 6 * b, arm);
    rg_v3_sub(velocity + 3, velocity + 3, model->option.wind);
    rg_mat3_apply_t(w, R, velocity);
    rg_mat3_apply_t(v, R, velocity + 3);
    rg_fluid_force(model, g, w, v, n, f);
    rg_mat3_apply(n, R, n);
    rg_mat3_apply(f, R, f);
    rg_v3_add(body_force, body_force, n);
    rg_v3_add_cross(body_force, arm, f);
    rg_v3_add(body_force + 3, body_force + 3, f);
  }
  return found;
}

static void add_medium(const rg_model *model, const rg_data *data, int b, double *body_force) {
  if (!(model->body_mass[b] > 0)) return;
  if (model->geom_fluid && add_ellipsoids(model, data, b, body_force)) return;
  const double *R = data->ximat + 9 * b;
  double arm[3], velocity[6], w[3], v[3], box[3], n[3], f[3];

  /* velocity of the centre of mass against the wind, in the inertial frame */
  rg_v3_sub(arm, data->xipos + 3 * b, data->xpos + 3 * b);
  rg_sp_motion_at(velocity, data->xvel + 6 * b, arm);
  rg_v3_sub(velocity + 3, velocity + 3, model->option.wind);
  rg_mat3_apply_t(w, R, velocity);
  rg_mat3_apply_t(v, R, velocity + 3);

  inertia_box(model, b, box);
  medium_force(&model->option, box, w, v, n, f);
  rg_mat3_apply(n, R, n);
  rg_mat3_apply(f, R, f);
  add_at_centre(data, b, f, n, body_force);
}

/* lift against gravity and the medium, as forces on each body; lift that actuators make is left to them */
static void add_body_passive(const rg_model *model, rg_data *data, rg_work *work) {
  const double none[3] = {0, 0, 0};
  memset(work->force, 0, (size_t)model->nbody * 6 * sizeof(double));
  for (int i = 0; i < work->nlifted; i++) {
    int b = work->lifted[i];
    double lift[3];
    rg_v3_scale(lift, -model->body_mass[b] * model->body_gravcomp[b], model->option.gravity);
    add_at_centre(data, b, lift, none, work->force + 6 * b);
  }
  if (work->lift) {
    memset(work->lift, 0, (size_t)model->nv * sizeof(double));
    rg_add_body_forces(model, data, work->force, work->lift);
    for (int i = 0; i < model->nv; i++)
      if (!model->joint_gravcomp[model->dof_joint[i]]) data->qfrc_passive[i] += work->lift[i];
  }
  if (!has_medium(model)) return;
  memset(work->force, 0, (size_t)model->nbody * 6 * sizeof(double));
  for (int b = 1; b < model->nbody; b++) add_medium(model, data, b, work->force + 6 * b);
  rg_add_body_forces(model, data, work->force, data->qfrc_passive);
}

void rg_passive(const rg_model *model, rg_data *data) {
  rg_work *work = rg_work_of(data);
  if (model->nv) memset(data->qfrc_passive, 0, (size_t)model->nv * sizeof(double));
  if (model->nv && (work->nsprung || model->ntendon)) {
    memset(work->spring, 0, (size_t)model->nv * sizeof(double));
    for (int i = 0; i < work->nsprung; i++) spring(model, data, work->sprung[i], work->spring);
    for (int t = 0; t < model->ntendon; t++)
      rg_tendon_add_force(model, data, t,
                          -rg_spring_pull(model->tendon_stiffness[t],
                                          model->tendon_stiffness_poly + 2 * t,
                                          rg_tendon_stretch(model, t, data->tendon_length[t])),
                          work->spring);
    for (int i = 0; i < model->nv; i++) data->qfrc_passive[i] = work->spring[i];
  }
  for (int i = 0; i < work->ndamped; i++) {
    int dof = work->damped[i];
    data->qfrc_passive[dof] -=
        rg_damper_pull(model->dof_damping[dof], model->dof_damping_poly + 2 * dof, data->qvel[dof]);
  }
  for (int t = 0; t < model->ntendon; t++)
    if (rg_tendon_has_damper(model, t))
      rg_tendon_add_force(model, data, t,
                          -rg_damper_pull(model->tendon_damping[t],
                                          model->tendon_damping_poly + 2 * t,
                                          data->tendon_velocity[t]),
                          data->qfrc_passive);
  if (work->nlifted || has_medium(model)) add_body_passive(model, data, work);
}
