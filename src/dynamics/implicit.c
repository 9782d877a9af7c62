/* Springs and dampers within a step. A force f - D v - K q that acts along one coordinate is taken at

       v- + theta (v+ - v-),    (q- + q+) / 2

   where q- and v- are what forces are computed with, so that (M + E) (v+ - v-) = dt f(q_m, v-) with

       E = dt theta D + dt^2 / 4 K,      theta = (3 + z) / (6 + z),   z = dt D / M_ii

   A coordinate with damping alone then follows (6 - 2z) / (6 + 4z + z^2), Pade's approximant of e^-z:
   of second order for slow motion, and what is stiff is gone after a step instead of ringing. Springs
   alone keep their energy at any dt. Joints, and actuators on hinges and slides, have E on the diagonal
   of M. What spans several coordinates (tendons, actuators on balls) is an element whose E is c J' J.

   The explicit rules of the papers have theta = 1 and springs as they are where forces are taken. */
#include "dynamics/implicit.h"

#include "dynamics/polynomial.h"
#include "dynamics/work.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* --- set-up ----------------------------------------------------------------------------------- */

static int is_scalar(const rg_model *model, int joint) {
  return model->joint_type[joint] >= RG_JOINT_SLIDE;
}

/* on one coordinate, and its force depends on where that is or how fast */
static int acts_on_dof(const rg_model *model, int a) {
  const double *bias = model->actuator_bias + 3 * a;
  int joint = model->actuator_joint[a];
  return joint >= 0 && is_scalar(model, joint) && (bias[1] < 0 || bias[2] < 0);
}

static int is_element(const rg_model *model, int a) {
  const double *bias = model->actuator_bias + 3 * a;
  return !(bias[1] < 0 || bias[2] < 0) ? 0 : !acts_on_dof(model, a);
}

int rg_may_be_implicit(const rg_model *model, int dof) {
  int joint = model->dof_joint[dof];
  if (rg_has_damper(model, dof) || rg_has_spring(model, joint)) return 1;
  for (int a = 0; a < model->nactuator; a++)
    if (model->actuator_joint[a] == joint && acts_on_dof(model, a)) return 1;
  return 0;
}

int rg_implicit_setup(rg_implicit *m, rg_arena *arena, const rg_model *model) {
  int nv = model->nv;
  m->dof = RG_NEW(arena, int, nv);
  m->actuator = RG_NEW(arena, int, model->nactuator);
  m->damping = RG_NEW(arena, double, nv);
  m->stiffness = RG_NEW(arena, double, nv);
  m->damper = RG_NEW(arena, double, nv);
  m->follows = RG_NEW(arena, double, nv);
  m->mass = RG_NEW(arena, double, nv);
  m->element = RG_NEW(arena, rg_element, model->ntendon + model->nactuator);
  if (arena->failed) return 0;
  for (int i = 0; i < nv; i++)
    if (rg_may_be_implicit(model, i)) m->dof[m->dofs++] = i;
  for (int a = 0; a < model->nactuator; a++)
    if (acts_on_dof(model, a)) m->actuator[m->actuators++] = a;
  for (int t = 0; t < model->ntendon; t++)
    if (rg_tendon_has_damper(model, t) || rg_tendon_has_spring(model, t))
      m->element[m->elements++] = (rg_element){.tendon = t, .actuator = -1};
  for (int a = 0; a < model->nactuator; a++)
    if (is_element(model, a))
      m->element[m->elements++] = (rg_element){.tendon = model->actuator_tendon[a], .actuator = a};
  return 1;
}

void rg_implicit_masses(const rg_model *model, rg_data *data) {
  rg_work *work = rg_work_of(data);
  if (work->implicit.dofs + work->implicit.elements == 0) return;
  rg_kinematics(model, data);
  rg_composite_diagonal(model, data, work->implicit.mass);
}

/* --- each step -------------------------------------------------------------------------------- */

/* dt theta D + dt^2 / 4 K */
static double weight(const rg_implicit *m, double mass, double D, double K) {
  double dt = m->dt;
  if (m->rule == RG_IMPLICIT_END) return dt * D;
  double z = mass > 0 ? dt * D / mass : 0;
  return dt * (3 + z) / (6 + z) * D + 0.25 * dt * dt * K;
}

/* 1 where a limit of its force keeps the actuator from following */
static int is_cut(const rg_model *model, const rg_data *data, int a) {
  double force = data->actuator_force[a];
  const double *range = model->actuator_forcerange + 2 * a;
  if (model->actuator_forcelimited[a] && (force <= range[0] || force >= range[1])) return 1;
  int joint = model->actuator_joint[a];
  if (joint < 0 || !is_scalar(model, joint) || !model->joint_forcelimited[joint]) return 0;
  double sum = data->qfrc_actuator[model->joint_dof[joint]];
  return sum <= model->joint_forcerange[2 * joint] || sum >= model->joint_forcerange[2 * joint + 1];
}

/* D and K of a joint where it is now: slopes, where its forces are no lines */
static double own_damping(const rg_model *model, const rg_data *data, int dof) {
  return fmax(
      rg_damper_slope(model->dof_damping[dof], model->dof_damping_poly + 2 * dof, data->qvel[dof]),
      0);
}

static double own_stiffness(const rg_model *model, const rg_data *data, int dof) {
  int joint = model->dof_joint[dof], q = model->joint_qpos[joint];
  if (!is_scalar(model, joint)) return fmax(model->joint_stiffness[joint], 0);
  return fmax(rg_spring_slope(model->joint_stiffness[joint],
                              model->joint_stiffness_poly + 2 * joint,
                              data->qpos[q] - model->qpos_spring[q]),
              0);
}

static void find_coefficients(const rg_model *model, const rg_data *data, rg_implicit *m) {
  for (int k = 0; k < m->dofs; k++) {
    m->damping[m->dof[k]] = own_damping(model, data, m->dof[k]);
    m->stiffness[m->dof[k]] = 0;
  }
  for (int k = 0; k < m->actuators; k++) {
    int a = m->actuator[k];
    if (is_cut(model, data, a)) continue;
    const double *bias = model->actuator_bias + 3 * a;
    double gear = model->actuator_gear[6 * a];
    int dof = model->joint_dof[model->actuator_joint[a]];
    m->damping[dof] += fmax(-bias[2], 0) * gear * gear;
    m->stiffness[dof] += fmax(-bias[1], 0) * gear * gear;
  }
}

/* inverse mass along an element, from the diagonal alone: only theta depends on it */
static double element_mass(const rg_model *model, const rg_data *data, const rg_implicit *m,
                           const rg_element *e) {
  double inverse = 0;
  int on = e->tendon >= 0 ? e->tendon : e->actuator;
  const int *start = e->tendon >= 0 ? model->tendon_dof_start : model->actuator_dof_start;
  const int *dof = e->tendon >= 0 ? model->tendon_dof : model->actuator_dof;
  const double *moment = e->tendon >= 0 ? data->tendon_moment : data->actuator_moment;
  for (int k = start[on]; k < start[on + 1]; k++)
    inverse += moment[k] * moment[k] / m->mass[dof[k]];
  return inverse > 0 ? 1 / inverse : 0;
}

static void set_element(const rg_model *model, const rg_data *data, rg_implicit *m, rg_element *e) {
  double D = 0, K = 0;
  if (e->actuator >= 0) {
    const double *bias = model->actuator_bias + 3 * e->actuator;
    double gear = e->tendon >= 0 ? model->actuator_gear[6 * e->actuator] : 1;
    int cut = is_cut(model, data, e->actuator);
    D = cut ? 0 : fmax(-bias[2], 0) * gear * gear;
    K = cut ? 0 : fmax(-bias[1], 0) * gear * gear;
  } else {
    int t = e->tendon;
    double stretch = rg_tendon_stretch(model, t, data->tendon_length[t]);
    D = fmax(rg_damper_slope(model->tendon_damping[t], model->tendon_damping_poly + 2 * t,
                             data->tendon_velocity[t]),
             0);
    K = fmax(
        rg_spring_slope(model->tendon_stiffness[t], model->tendon_stiffness_poly + 2 * t, stretch),
        0);
    if (stretch == 0) K = 0; /* slack */
  }
  e->weight = weight(m, element_mass(model, data, m, e), D, K);
  e->spring = e->actuator < 0 && e->weight > 0 ? 0.25 * m->dt * m->dt * K / e->weight : 0;
}

void rg_implicit_terms(const rg_model *model, rg_data *data) {
  rg_work *work = rg_work_of(data);
  rg_implicit *m = &work->implicit;
  if (m->rule == RG_IMPLICIT_NONE) return;
  double pull = m->rule == RG_IMPLICIT_MEAN ? 0.25 * m->dt * m->dt : 0;
  find_coefficients(model, data, m);
  for (int k = 0; k < m->dofs; k++) {
    int i = m->dof[k];
    double spring = own_stiffness(model, data, i);
    double own = pull * spring;
    double D = own_damping(model, data, i), all = m->damping[i];
    double damped = weight(m, m->mass[i], all, 0);
    m->damper[i] = damped + pull * m->stiffness[i];
    m->follows[i] = m->damper[i] - (all > 0 ? damped * D / all : 0);
    work->dof_inertia[i] = model->dof_armature[i] + m->damper[i] + own;
  }
  for (int k = 0; k < m->elements; k++) set_element(model, data, m, &m->element[k]);
}

void rg_implicit_step(const rg_model *model, rg_data *data, rg_implicit_rule rule, double dt) {
  assert(rule == RG_IMPLICIT_NONE || dt > 0);
  rg_work *work = rg_work_of(data);
  rg_implicit *m = &work->implicit;
  m->rule = rule;
  m->dt = dt;
  if (rule != RG_IMPLICIT_NONE) return;
  for (int k = 0; k < m->dofs; k++) {
    m->damper[m->dof[k]] = m->follows[m->dof[k]] = 0;
    work->dof_inertia[m->dof[k]] = model->dof_armature[m->dof[k]];
  }
}
