/* Fixed tendons: length = sum of coef * qpos. A spring without a length of its own rests where the
   springs of the joints rest. */
#include "math/vector.h"
#include "model/compile.h"

static rg_status find_joints(rg_compilation *c, const rg_spec_tendon *tendon, int start) {
  rg_model *m = c->model;
  const rg_tendon_spec *v = &tendon->value;
  for (int k = 0; k < v->joints; k++) {
    int joint = rg_names_find(&c->joint_names, v->joint[k]);
    if (joint < 0)
      return rg_spec_error(c->error, &tendon->source, "tendon", v->name, "there is no joint '%s'",
                           v->joint[k]);
    if (m->joint_type[joint] != RG_JOINT_SLIDE && m->joint_type[joint] != RG_JOINT_HINGE)
      return rg_spec_error(c->error, &tendon->source, "tendon", v->name,
                           "joint '%s' is neither hinge nor slide", v->joint[k]);
    m->tendon_joint[start + k] = joint;
    m->tendon_coef[start + k] = v->coef[k];
  }
  return rg_compile_check_finite(c, &tendon->source, "tendon", v->name, "coef", v->coef, v->joints);
}

static rg_status check_values(rg_compilation *c, const rg_spec_tendon *tendon, int limited) {
  const rg_tendon_spec *v = &tendon->value;
  double numbers[8] = {v->range[0], v->range[1],     v->margin,          v->stiffness,
                       v->damping,  v->frictionloss, v->springlength[0], v->springlength[1]};
  rg_status status =
      rg_compile_check_finite(c, &tendon->source, "tendon", v->name, "a value", numbers, 8);
  if (status) return status;
  const char *fault = NULL;
  if (v->joints == 0) fault = "it has no joints";
  if (limited && !(v->range[0] < v->range[1])) fault = "range: the first must be below the second";
  if (v->springlength[0] > v->springlength[1])
    fault = "springlength: the first must not be above the second";
  if (v->frictionloss < 0) fault = "frictionloss must be >= 0";
  if (fault) return rg_spec_error(c->error, &tendon->source, "tendon", v->name, "%s", fault);
  return RG_OK;
}

static void fill_spring(rg_model *m, const rg_tendon_spec *v, int i) {
  double *length = m->tendon_springlength + 2 * i, rest = 0;
  for (int k = m->tendon_start[i]; k < m->tendon_start[i] + m->tendon_count[i]; k++)
    rest += m->tendon_coef[k] * m->qpos_spring[m->joint_qpos[m->tendon_joint[k]]];
  int own = v->springlength[0] != -1 || v->springlength[1] != -1;
  for (int k = 0; k < 2; k++) length[k] = own ? v->springlength[k] : rest;
}

static rg_status fill_tendon(rg_compilation *c, const rg_spec_tendon *tendon, int i, int start) {
  rg_model *m = c->model;
  const rg_tendon_spec *v = &tendon->value;
  rg_status status =
      rg_compile_check_name(c, &c->tendon_names, &tendon->source, "tendon", v->name, i);
  if (!status)
    status = rg_compile_limit(c, &tendon->source, "tendon", v->name, "range", v->limited, v->range,
                              &m->tendon_limited[i]);
  if (!status) status = check_values(c, tendon, m->tendon_limited[i]);
  if (!status) status = find_joints(c, tendon, start);
  if (status) return status;
  m->tendon_name[i] = rg_compile_text(c, v->name);
  m->tendon_start[i] = start;
  m->tendon_count[i] = v->joints;
  for (int k = 0; k < 2; k++) m->tendon_range[2 * i + k] = v->range[k];
  m->tendon_margin[i] = v->margin;
  m->tendon_stiffness[i] = v->stiffness;
  m->tendon_damping[i] = v->damping;
  m->tendon_frictionloss[i] = v->frictionloss;
  fill_spring(m, v, i);
  return RG_OK;
}

rg_status rg_compile_tendons(rg_compilation *c) {
  rg_model *m = c->model;
  for (const rg_spec_tendon *t = c->spec->tendons; t; t = t->next) {
    m->ntendon++;
    m->ntendonjoint += t->value.joints;
  }
  int n = m->ntendon, i = 0, start = 0;
  m->tendon_name = RG_NEW(c->memory, const char *, n);
  m->tendon_start = RG_NEW(c->memory, int, n);
  m->tendon_count = RG_NEW(c->memory, int, n);
  m->tendon_joint = RG_NEW(c->memory, int, m->ntendonjoint);
  m->tendon_coef = RG_NEW(c->memory, double, m->ntendonjoint);
  m->tendon_limited = RG_NEW(c->memory, int, n);
  m->tendon_range = RG_NEW(c->memory, double, 2 * n);
  m->tendon_margin = RG_NEW(c->memory, double, n);
  m->tendon_stiffness = RG_NEW(c->memory, double, n);
  m->tendon_damping = RG_NEW(c->memory, double, n);
  m->tendon_frictionloss = RG_NEW(c->memory, double, n);
  m->tendon_springlength = RG_NEW(c->memory, double, 2 * n);
  c->tendon_names = rg_names_new(&c->scratch, n);
  if (c->memory->failed || c->scratch.failed) return RG_NO_MEMORY;
  for (const rg_spec_tendon *t = c->spec->tendons; t; t = t->next, i++) {
    rg_status status = fill_tendon(c, t, i, start);
    if (status) return status;
    start += t->value.joints;
  }
  return RG_OK;
}
