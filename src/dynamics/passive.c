/* Forces that need no command: springs and dampers of joints and tendons, the medium, gravity
   compensation.
   All as in MuJoCo (its documentation, chapter Computation, "Passive forces"), so that numbers can
   be compared. */
#include <string.h>

#include "dynamics/medium.h"
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
  if (!rg_has_medium(model)) return;
  memset(work->force, 0, (size_t)model->nbody * 6 * sizeof(double));
  rg_medium(model, data, work->force);
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
  if (work->nlifted || rg_has_medium(model)) add_body_passive(model, data, work);
}
