/* What follows from the motion of the finished model at qpos0: springs and dampers that are given by
   what they make of it, and lengths at rest of spatial tendons.

   With m the inverse of the mean diagonal of M^-1 over the degrees of freedom of a joint

       stiffness = m / (timeconst dampratio)^2,   damping = 2 m / timeconst         (springdamper)

   and with m = sum of M_jj / moment_j^2 over what an actuator acts on

       bias[2] = -2 dampratio sqrt(gain m)                                           (dampratio)

   and force = scale / |M^-1 moment| for muscles without a force,

   as in MuJoCo's XML reference, "joint springdamper", "position dampratio", "muscle". This is the one part of
   the room that asks the dynamics, through their public header. */
#include <assert.h>
#include <math.h>
#include <string.h>

#include <rigor/dynamics.h>

#include "math/vector.h"
#include "model/compile.h"

static rg_data *data_at(rg_compilation *c, const double *qpos) {
  rg_data *data = rg_data_new(c->model);
  if (!data) {
    c->memory->failed = 1;
    return NULL;
  }
  if (c->model->nq) memcpy(data->qpos, qpos, (size_t)c->model->nq * sizeof *qpos);
  rg_forward(c->model, data);
  return data;
}

/* --- lengths at rest --------------------------------------------------------------------------- */

static int rests_by_itself(const rg_spec_tendon *tendon) {
  const double *length = tendon->value.springlength;
  return tendon->value.npath > 0 && length[0] == -1 && length[1] == -1;
}

/* lengths at qpos0 */
static rg_status measure_tendons(rg_compilation *c) {
  if (c->model->ntendon == 0) return RG_OK;
  rg_data *data = data_at(c, c->model->qpos0);
  if (!data) return RG_NO_MEMORY;
  memcpy(c->model->tendon_length0, data->tendon_length,
         (size_t)c->model->ntendon * sizeof *data->tendon_length);
  rg_data_free(data);
  return RG_OK;
}

static rg_status rest_tendons(rg_compilation *c) {
  rg_data *data = NULL;
  int i = 0;
  for (const rg_spec_tendon *t = c->spec->tendons; t; t = t->next, i++) {
    if (!rests_by_itself(t)) continue;
    if (!data) data = data_at(c, c->model->qpos_spring);
    if (!data) return RG_NO_MEMORY;
    for (int k = 0; k < 2; k++) c->model->tendon_springlength[2 * i + k] = data->tendon_length[i];
  }
  rg_data_free(data);
  return RG_OK;
}

/* --- springs and dampers ------------------------------------------------------------------------ */

static int wants_spring(const rg_spec_joint *joint) {
  return joint->value.springdamper[0] > 0 && joint->value.springdamper[1] > 0;
}

static int any_spring(const rg_compilation *c) {
  for (int b = 0; b < c->model->nbody; b++)
    for (const rg_spec_joint *joint = c->body[b]->joints; joint; joint = joint->next)
      if (wants_spring(joint)) return 1;
  return 0;
}

/* sum of the diagonal of M^-1 over the degrees of freedom of a joint */
static double mobility(const rg_model *m, const rg_data *data, int first, int width, double *x) {
  double sum = 0;
  for (int i = first; i < first + width; i++) {
    memset(x, 0, (size_t)m->nv * sizeof *x);
    x[i] = 1;
    rg_mass_solve_tree(m, data, x);
    sum += x[i];
  }
  return sum;
}

static void set_springs(rg_compilation *c, const rg_data *data, double *x) {
  rg_model *m = c->model;
  int j = 0;
  for (int b = 0; b < m->nbody; b++)
    for (const rg_spec_joint *joint = c->body[b]->joints; joint; joint = joint->next, j++) {
      if (!wants_spring(joint)) continue;
      int type = m->joint_type[j], first = m->joint_dof[j];
      int width = type == RG_JOINT_FREE ? 6 : type == RG_JOINT_BALL ? 3 : 1;
      double inertia = width / fmax(mobility(m, data, first, width, x), RG_TINY);
      double time = joint->value.springdamper[0], ratio = joint->value.springdamper[1];
      m->joint_stiffness[j] = inertia / fmax(time * time * ratio * ratio, RG_TINY);
      m->joint_stiffness_poly[2 * j] = m->joint_stiffness_poly[2 * j + 1] = 0;
      // in the place of its own damping; that of motors stays
      for (int i = 0; i < width; i++) {
        m->dof_damping[first + i] += 2 * inertia / fmax(time, RG_TINY) - joint->value.damping;
        m->dof_damping_poly[2 * (first + i)] = m->dof_damping_poly[2 * (first + i) + 1] = 0;
      }
    }
}

static void set_damping(rg_compilation *c, const rg_data *data, const rg_spec_actuator *actuator,
                        int a) {
  rg_model *m = c->model;
  double mass = 0;
  for (int k = m->actuator_dof_start[a]; k < m->actuator_dof_start[a + 1]; k++) {
    double square = data->actuator_moment[k] * data->actuator_moment[k];
    if (square > RG_TINY) mass += data->qM[data->dof_madr[m->actuator_dof[k]]] / square;
  }
  m->actuator_bias[3 * a + 2] =
      -2 * actuator->value.dampratio * sqrt(fmax(m->actuator_gain[a], 0) * mass);
}

/* a muscle whose force follows from what it moves */
static int scales_force(const rg_actuator_spec *v) {
  return ((v->muscle & 1) && v->gainprm[2] < 0) || ((v->muscle & 2) && v->biasprm[2] < 0);
}

/* force = scale / |M^-1 moment| */
static void set_muscle(rg_compilation *c, const rg_data *data, int a, double *x) {
  rg_model *m = c->model;
  double square = 0;
  memset(x, 0, (size_t)m->nv * sizeof *x);
  for (int k = m->actuator_dof_start[a]; k < m->actuator_dof_start[a + 1]; k++)
    x[m->actuator_dof[k]] += data->actuator_moment[k];
  rg_mass_solve_tree(m, data, x);
  for (int i = 0; i < m->nv; i++) square += x[i] * x[i];
  double *prm[2] = {m->actuator_gainprm + 9 * a, m->actuator_biasprm + 9 * a};
  for (int k = 0; k < 2; k++)
    if (prm[k][2] < 0) prm[k][2] = prm[k][3] / fmax(sqrt(square), RG_TINY);
}

static int any_actuator(const rg_compilation *c) {
  for (const rg_spec_actuator *a = c->spec->actuators; a; a = a->next)
    if (a->value.dampratio > 0 || scales_force(&a->value)) return 1;
  return 0;
}

rg_status rg_compile_reference(rg_compilation *c) {
  assert(c->model->qpos0 || c->model->nq == 0);
  rg_model *m = c->model;
  rg_status status = measure_tendons(c);
  if (!status) status = rest_tendons(c);
  if (status || !(any_spring(c) || any_actuator(c))) return status;
  double *x = RG_NEW(&c->scratch, double, m->nv);
  rg_data *data = x ? data_at(c, m->qpos0) : NULL;
  if (!data) return RG_NO_MEMORY;
  set_springs(c, data, x);
  int i = 0;
  for (const rg_spec_actuator *a = c->spec->actuators; a; a = a->next, i++) {
    if (a->value.dampratio > 0) set_damping(c, data, a, i);
    if (scales_force(&a->value)) set_muscle(c, data, i, x);
  }
  rg_data_free(data);
  return RG_OK;
}
