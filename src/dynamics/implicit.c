/* Springs and dampers within a step. A force f - D v - K q that acts along one coordinate is taken at

       v- + theta (v+ - v-),    (q- + q+) / 2

   where q- and v- are what forces are computed with, so that (M + E) (v+ - v-) = dt f(q_m, v-) with

       E = dt theta D + dt^2 / 4 K,      theta = (3 + z) / (6 + z),   z = dt D / M_ii

   A coordinate with damping alone then follows (6 - 2z) / (6 + 4z + z^2), Pade's approximant of e^-z:
   of second order for slow motion, and what is stiff is gone after a step instead of ringing. Springs
   alone keep their energy at any dt. Joints, and actuators on hinges and slides, have E on the diagonal
   of M. What spans several coordinates (tendons, actuators on balls) is an element whose E is c J' J. The armature m of a
   tendon is one, too, under every rule: m (J v)' = m (J v' + dJ/dt v), which is no row of M where it links branches of a
   tree.

   The explicit rules of the papers have theta = 1, and springs as they are where forces are taken. That is no rule where
   dt^2 K > 4 M, and below that energy swings by sqrt(dt^2 K / M). So a part s of a spring is taken at the end, where
   positions are a v+ farther on (a = dt, dt/2 for moreau), and the rest with dt^2/4 as inertia:

       f = -K (q + s a v-),   E = dt D + (s dt a + (1 - s) dt^2/4) K,   s = x^2 / (1 + x^2),   x = 4 dt^2 K / M

   which is stable for every K, nothing in a soft spring, and takes energy out of stiff ones, as dampers do.

   Rounds of the implicit rules take forces at an estimate v' of v+ and go on from there, as one step of Newton's method:

       (M + E) (v+ - v-) = dt f(v') + E (v' - v-),    E = dt D + dt^2 K at the end, dt/2 D + dt^2/4 K in the middle

   E counts for nothing once v' is v+, and without it stiff forces lead away from there.

   The gain of an actuator may change with length and velocity; D and K have that part for what drives it now. */
#include "dynamics/implicit.h"

#include "dynamics/medium.h"
#include "dynamics/polynomial.h"
#include "dynamics/work.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* --- set-up ----------------------------------------------------------------------------------- */

static int is_scalar(const rg_model *model, int joint) {
  return model->joint_type[joint] >= RG_JOINT_SLIDE;
}

/* its force may resist length or velocity */
static int may_resist(const rg_model *model, int a) {
  const double *bias = model->actuator_bias + 3 * a, *slope = model->actuator_gain_slope + 2 * a;
  if (model->actuator_muscle[a] & 1) return 1;
  return bias[1] < 0 || bias[2] < 0 || slope[0] != 0 || slope[1] != 0;
}

/* the same, on one coordinate */
static int acts_on_dof(const rg_model *model, int a) {
  int joint = model->actuator_joint[a];
  return joint >= 0 && is_scalar(model, joint) && may_resist(model, a);
}

static int is_element(const rg_model *model, int a) {
  return may_resist(model, a) && !acts_on_dof(model, a);
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
  m->own = RG_NEW(arena, double, nv);
  m->stiffness = RG_NEW(arena, double, nv);
  m->damper = RG_NEW(arena, double, nv);
  m->follows = RG_NEW(arena, double, nv);
  m->damped = RG_NEW(arena, double, nv);
  m->late = RG_NEW(arena, double, nv);
  m->mass = RG_NEW(arena, double, nv);
  m->input = RG_NEW(arena, double, model->nactuator);
  m->element = RG_NEW(arena, rg_element, model->ntendon + model->nactuator);
  if (arena->failed) return 0;
  for (int i = 0; i < nv; i++)
    if (rg_may_be_implicit(model, i)) m->dof[m->dofs++] = i;
  for (int a = 0; a < model->nactuator; a++)
    if (acts_on_dof(model, a)) m->actuator[m->actuators++] = a;
  for (int t = 0; t < model->ntendon; t++)
    if (rg_tendon_has_damper(model, t) || rg_tendon_has_spring(model, t) ||
        model->tendon_armature[t] > 0)
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

/* how far positions go on from where forces are taken, in units of v+ */
static double ahead(const rg_implicit *m) {
  return m->rule == RG_IMPLICIT_END ? m->dt : m->rule == RG_IMPLICIT_END_HALF ? 0.5 * m->dt : 0;
}

/* the part of a spring that is taken at the end */
static double part_at_end(const rg_implicit *m, double mass, double K) {
  double x = mass > 0 ? 4 * m->dt * m->dt * K / mass : HUGE_VAL;
  if (!(K > 0) || ahead(m) == 0) return 0;
  return x < 1e100 ? x * x / (1 + x * x) : 1;
}

/* dt theta D and the part of K that the rule has */
static double weight(const rg_implicit *m, double mass, double D, double K) {
  double dt = m->dt, z = mass > 0 ? dt * D / mass : 0;
  switch (m->rule) {
  case RG_IMPLICIT_END:
  case RG_IMPLICIT_END_HALF: {
    double s = part_at_end(m, mass, K);
    return dt * D + (s * dt * ahead(m) + (1 - s) * 0.25 * dt * dt) * K;
  }
  case RG_IMPLICIT_ROUND_END: return dt * D + dt * dt * K;
  case RG_IMPLICIT_ROUND_MEAN: return 0.5 * dt * D + 0.25 * dt * dt * K;
  default: return dt * (z < HUGE_VAL ? (3 + z) / (6 + z) : 1) * D + 0.25 * dt * dt * K;
  }
}

static int is_round(const rg_implicit *m) {
  return m->rule == RG_IMPLICIT_ROUND_END || m->rule == RG_IMPLICIT_ROUND_MEAN;
}

/* 1 where a limit of its force keeps the actuator from following */
static int is_cut(const rg_model *model, const rg_data *data, int a) {
  double force = data->actuator_force[a];
  const double *range = model->actuator_forcerange + 2 * a;
  if (model->actuator_forcelimited[a] && (force <= range[0] || force >= range[1])) return 1;
  int joint = model->actuator_joint[a], tendon = model->actuator_tendon[a];
  if (tendon >= 0 && model->tendon_forcelimited[tendon]) {
    const double *most = model->tendon_forcerange + 2 * tendon;
    double all = 0;
    for (int b = 0; b < model->nactuator; b++)
      if (model->actuator_tendon[b] == tendon) all += data->actuator_force[b];
    if (all <= most[0] || all >= most[1]) return 1;
  }
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

/* how much the force of an actuator falls with length and velocity, where it does */
static void find_slopes(const rg_model *model, const rg_data *data, const rg_implicit *m, int a,
                        double *D, double *K) {
  const double *bias = model->actuator_bias + 3 * a, *slope = model->actuator_gain_slope + 2 * a;
  double drive = m->input[a], along = slope[0] * drive, fast = slope[1] * drive;
  int muscle = model->actuator_muscle[a];
  if (muscle & 1) {
    along = 0;
    fast =
        drive * rg_muscle_gain_rate(model, a, data->actuator_length[a], data->actuator_velocity[a]);
  }
  *D = fmax(-fast - (muscle & 2 ? 0 : bias[2]), 0);
  *K = fmax(-along - (muscle & 2 ? 0 : bias[1]), 0);
}

static void find_coefficients(const rg_model *model, const rg_data *data, rg_implicit *m) {
  for (int k = 0; k < m->dofs; k++) {
    m->damping[m->dof[k]] = m->own[m->dof[k]] = own_damping(model, data, m->dof[k]);
    m->stiffness[m->dof[k]] = 0;
  }
  for (int k = 0; k < m->actuators; k++) {
    int a = m->actuator[k];
    if (is_cut(model, data, a)) continue;
    double gear = model->actuator_gear[6 * a], D, K;
    int dof = model->joint_dof[model->actuator_joint[a]];
    find_slopes(model, data, m, a, &D, &K);
    m->damping[dof] += D * gear * gear;
    m->stiffness[dof] += K * gear * gear;
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

/* force `by` times the rate of an element, of a spring that is taken at the end */
static void add_late(const rg_model *model, rg_data *data, const rg_element *e, double by) {
  int on = e->tendon >= 0 ? e->tendon : e->actuator;
  const int *start = e->tendon >= 0 ? model->tendon_dof_start : model->actuator_dof_start;
  const int *dof = e->tendon >= 0 ? model->tendon_dof : model->actuator_dof;
  const double *moment = e->tendon >= 0 ? data->tendon_moment : data->actuator_moment;
  double force = by * (e->tendon >= 0 ? data->tendon_velocity[on] : data->actuator_velocity[on]);
  for (int k = start[on]; k < start[on + 1]; k++) {
    double f = moment[k] * force;
    data->qfrc_smooth[dof[k]] += f;
    (e->actuator >= 0 ? data->qfrc_actuator : data->qfrc_passive)[dof[k]] += f;
    if (e->actuator < 0) rg_work_of(data)->spring[dof[k]] += f;
  }
}

/* the same of a coordinate: its servos, and the spring of the joint */
static void add_late_dof(rg_data *data, int i, double servo, double spring) {
  double v = data->qvel[i];
  data->qfrc_smooth[i] -= (servo + spring) * v;
  data->qfrc_actuator[i] -= servo * v;
  data->qfrc_passive[i] -= spring * v;
  rg_work_of(data)->spring[i] -= spring * v;
}

/* M itself: what tendons weigh is all that elements do */
static void leave_inertia(const rg_model *model, rg_implicit *m) {
  for (int k = 0; k < m->elements; k++) {
    rg_element *e = &m->element[k];
    e->inertia = e->actuator < 0 ? model->tendon_armature[e->tendon] : 0;
    e->weight = e->inertia;
    e->spring = e->damping = e->damped = e->shift = 0;
  }
}

static void set_element(const rg_model *model, rg_data *data, rg_implicit *m, rg_element *e) {
  double D = 0, K = 0;
  if (e->actuator >= 0) {
    double gear = e->tendon >= 0 ? model->actuator_gear[6 * e->actuator] : 1;
    find_slopes(model, data, m, e->actuator, &D, &K);
    int cut = is_cut(model, data, e->actuator);
    D = cut ? 0 : D * gear * gear;
    K = cut ? 0 : K * gear * gear;
  } else {
    int t = e->tendon;
    double stretch = rg_tendon_stretch(model, t, data->tendon_length[t]);
    D = fmax(rg_damper_slope(model->tendon_damping[t], model->tendon_damping_poly + 2 * t,
                             data->tendon_velocity[t]),
             0);
    K = fmax(
        rg_spring_slope(model->tendon_stiffness[t], model->tendon_stiffness_poly + 2 * t, stretch),
        0);
    const double *rest = model->tendon_springlength + 2 * t;
    if (stretch == 0 && rest[0] < rest[1])
      K = 0; /* slack; at its only length a spring is none the less one */
  }
  double mass = element_mass(model, data, m, e);
  double within = weight(m, mass, D, K);
  e->weight = within + e->inertia;
  e->damping = D;
  e->damped = weight(m, mass, D, 0);
  e->spring = e->actuator < 0 && within > 0 ? (within - e->damped) / within : 0;
  if (is_round(m)) e->spring = 0; /* where rounds end an element does nothing more */
  double late = ahead(m) * part_at_end(m, mass, K);
  if (late > 0) add_late(model, data, e, -late * K);
}

void rg_implicit_terms(const rg_model *model, rg_data *data) {
  rg_work *work = rg_work_of(data);
  rg_implicit *m = &work->implicit;
  find_coefficients(model, data, m);
  leave_inertia(model, m);
  if (m->rule == RG_IMPLICIT_NONE) return;
  for (int k = 0; k < m->dofs; k++) {
    int i = m->dof[k];
    double spring = own_stiffness(model, data, i);
    double K = m->stiffness[i] + spring, pull = K > 0 ? weight(m, m->mass[i], 0, K) / K : 0;
    double own = pull * spring, late = ahead(m) * part_at_end(m, m->mass[i], K);
    double D = m->own[i], all = m->damping[i];
    if (late > 0) add_late_dof(data, i, late * m->stiffness[i], late * spring);
    double damped = weight(m, m->mass[i], all, 0);
    m->damped[i] = damped;
    m->late[i] = late * m->stiffness[i];
    m->damper[i] = damped + pull * m->stiffness[i];
    m->follows[i] = m->damper[i] - (all > 0 ? damped * D / all : 0);
    work->dof_inertia[i] = model->dof_armature[i] + m->damper[i] + own;
    if (is_round(m)) m->damper[i] = m->follows[i] = 0; /* where rounds end */
  }
  for (int k = 0; k < m->elements; k++) set_element(model, data, m, &m->element[k]);
}

void rg_implicit_go_on(const rg_model *model, rg_data *data) {
  rg_work *work = rg_work_of(data);
  const rg_implicit *m = &work->implicit;
  if (!is_round(m)) return;
  for (int k = 0; k < m->dofs; k++) {
    int i = m->dof[k];
    data->qfrc_smooth[i] +=
        (work->dof_inertia[i] - model->dof_armature[i]) * m->estimate[i] / m->dt;
  }
  rg_medium_follow(model, data, 1 / m->dt, m->estimate, data->qfrc_smooth);
}

void rg_implicit_step(const rg_model *model, rg_data *data, rg_implicit_rule rule, double dt,
                      const double *estimate) {
  assert(rule == RG_IMPLICIT_NONE || dt > 0);
  rg_work *work = rg_work_of(data);
  rg_implicit *m = &work->implicit;
  m->rule = rule;
  m->dt = dt;
  assert(!is_round(m) || estimate);
  m->estimate = is_round(m) ? estimate : NULL;
  if (rule != RG_IMPLICIT_NONE) return;
  work->dragged = 0;
  for (int k = 0; k < m->dofs; k++) {
    m->damper[m->dof[k]] = m->follows[m->dof[k]] = 0;
    m->damped[m->dof[k]] = m->late[m->dof[k]] = 0;
    work->dof_inertia[m->dof[k]] = model->dof_armature[m->dof[k]];
  }
}
