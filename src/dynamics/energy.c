/* Energy, momentum, centre of mass: sums over the bodies, not products with M, so that they check
   the rest of the dynamics. Armature is the exception: it has energy in the joint, and no momentum.
 */
#include "dynamics/polynomial.h"
#include "dynamics/work.h"

#include <assert.h>

/* spatial momentum of a body at its own origin */
static void body_momentum(const rg_data *data, int b, double momentum[6]) {
  rg_inertia_apply(momentum, rg_work_of(data)->inertia + RG_INERTIA * b, data->xvel + 6 * b);
}

double rg_body_kinetic(const rg_model *model, const rg_data *data, int b) {
  assert(b >= 0 && b < model->nbody);
  const double *V = data->xvel + 6 * b, *I = model->body_inertia + 3 * b;
  double arm[3], v[3], w[3];
  rg_v3_sub(arm, data->xipos + 3 * b, data->xpos + 3 * b);
  rg_v3_copy(v, V + 3);
  rg_v3_add_cross(v, V, arm);
  rg_mat3_apply_t(w, data->ximat + 9 * b, V);
  return 0.5 * (model->body_mass[b] * rg_v3_dot(v, v) + I[0] * w[0] * w[0] + I[1] * w[1] * w[1] +
                I[2] * w[2] * w[2]);
}

double rg_energy_kinetic(const rg_model *model, const rg_data *data) {
  double twice = 0, momentum[6];
  for (int b = 1; b < model->nbody; b++) {
    body_momentum(data, b, momentum);
    twice += rg_sp_dot(momentum, data->xvel + 6 * b);
  }
  for (int i = 0; i < model->nv; i++)
    twice += model->dof_armature[i] * data->qvel[i] * data->qvel[i];
  return 0.5 * twice + rg_tendons_kinetic(model, data);
}

/* squared distance of a ball joint's rotation from where its spring rests */
static double turn_squared(const double *rest, const double *quat) {
  double turn[3];
  rg_ball_turn(rest, quat, turn);
  return rg_v3_dot(turn, turn);
}

/* of a free or ball joint */
static double spring_stretch_squared(const rg_model *model, const double *qpos, int j) {
  const double *q = qpos + model->joint_qpos[j];
  const double *rest = model->qpos_spring + model->joint_qpos[j];
  double stretch[3];
  switch (model->joint_type[j]) {
  case RG_JOINT_FREE:
    rg_v3_sub(stretch, q, rest);
    return rg_v3_dot(stretch, stretch) + turn_squared(rest + 3, q + 3);
  default: return turn_squared(rest, q);
  }
}

double rg_spring_energy(const rg_model *model, const double *qpos, int j) {
  assert(j >= 0 && j < model->njoint);
  if (model->joint_type[j] >= RG_JOINT_SLIDE) {
    int q = model->joint_qpos[j];
    return rg_spring_work(model->joint_stiffness[j], model->joint_stiffness_poly + 2 * j,
                          qpos[q] - model->qpos_spring[q]);
  }
  return 0.5 * model->joint_stiffness[j] * spring_stretch_squared(model, qpos, j);
}

double rg_tendon_energy(const rg_model *model, const rg_data *data, int t) {
  double stretch = rg_tendon_stretch(model, t, rg_tendon_length(model, data, t));
  return rg_spring_work(model->tendon_stiffness[t], model->tendon_stiffness_poly + 2 * t, stretch);
}

double rg_energy_potential(const rg_model *model, const rg_data *data) {
  const rg_work *work = rg_work_of(data);
  double energy = 0;
  for (int b = 1; b < model->nbody; b++)
    energy -= model->body_mass[b] * rg_v3_dot(model->option.gravity, data->xipos + 3 * b);
  for (int i = 0; i < work->nsprung; i++)
    energy += rg_spring_energy(model, data->qpos, work->sprung[i]);
  for (int t = 0; t < model->ntendon; t++) energy += rg_tendon_energy(model, data, t);
  return energy;
}

void rg_momentum(const rg_model *model, const rg_data *data, double linear[3], double angular[3]) {
  double total[6] = {0}, momentum[6];
  for (int b = 1; b < model->nbody; b++) {
    body_momentum(data, b, momentum);
    rg_sp_add_force_from(total, momentum, data->xpos + 3 * b);
  }
  rg_v3_copy(angular, total);
  rg_v3_copy(linear, total + 3);
}

void rg_centre_of_mass(const rg_model *model, const rg_data *data, int body, double com[3]) {
  double mass = 0, moment[3] = {0};
  /* bodies stand in depth-first order: the subtree ends where a parent lies before its top */
  for (int b = body; b < model->nbody && (b == body || model->body_parent[b] >= body); b++) {
    mass += model->body_mass[b];
    rg_v3_add_scaled(moment, model->body_mass[b], data->xipos + 3 * b);
  }
  if (!(mass > 0)) rg_v3_copy(com, data->xipos + 3 * body);
  else rg_v3_scale(com, 1 / mass, moment);
}
