/* What refers to bodies, joints and geoms by name: actuators, equality constraints, contact pairs
 * and exclusions. */
#include <math.h>

#include "math/vector.h"
#include "model/compile.h"

/* --- actuators ------------------------------------------------------------------------------ */

static rg_status check_range(rg_compilation *c, const rg_spec_actuator *actuator, const char *what,
                             int limited, const double range[2], int *result, double *stored) {
  const char *name = actuator->value.name;
  rg_status status =
      rg_compile_check_finite(c, &actuator->source, "actuator", name, what, range, 2);
  if (!status)
    status = rg_compile_limit(c, &actuator->source, "actuator", name, what, limited, range, result);
  if (!status && *result && !(range[0] < range[1]))
    status = rg_spec_error(c->error, &actuator->source, "actuator", name,
                           "%s: the first must be below the second", what);
  stored[0] = range[0];
  stored[1] = range[1];
  return status;
}

/* index of a named object, -1 where no name is given; 0 where there is none of the name */
static int find_named(rg_compilation *c, const rg_spec_actuator *actuator, const rg_names *names,
                      const char *kind, const char *name, int *index, rg_status *status) {
  *index = name[0] ? rg_names_find(names, name) : -1;
  if (!name[0] || *index >= 0) return 1;
  *status = rg_spec_error(c->error, &actuator->source, "actuator", actuator->value.name,
                          "there is no %s '%s'", kind, name);
  return 0;
}

/* Damping and inertia of the motor, which joints and tendons have beside their own: the length of the actuator is gear
   times theirs, and so are both times gear^2. */
static rg_status reflect(rg_compilation *c, const rg_spec_actuator *actuator, int i) {
  const rg_actuator_spec *v = &actuator->value;
  rg_model *m = c->model;
  const double both[2] = {v->damping, v->armature};
  int joint = m->actuator_joint[i], tendon = m->actuator_tendon[i];
  double gear2 = v->gear[0] * v->gear[0];
  rg_status status = rg_compile_check_finite(c, &actuator->source, "actuator", v->name,
                                             "damping or armature", both, 2);
  if (status || (v->damping == 0 && v->armature == 0)) return status;
  if (v->damping < 0 || v->armature < 0)
    return rg_spec_error(c->error, &actuator->source, "actuator", v->name,
                         "damping and armature must not be negative");
  if (joint >= 0 && m->joint_type[joint] >= RG_JOINT_SLIDE) {
    m->dof_damping[m->joint_dof[joint]] += gear2 * v->damping;
    m->dof_armature[m->joint_dof[joint]] += gear2 * v->armature;
  } else if (tendon >= 0) {
    m->tendon_damping[tendon] += gear2 * v->damping;
    m->tendon_armature[tendon] += gear2 * v->armature;
  } else
    return rg_spec_error(c->error, &actuator->source, "actuator", v->name,
                         "%s of an actuator needs a hinge, slide or tendon: give it to the joints",
                         v->armature != 0 ? "armature" : "damping");
  return RG_OK;
}

/* what it acts on: a tendon or site where one is named, else a joint */
static rg_status find_driven(rg_compilation *c, const rg_spec_actuator *actuator, int i) {
  const rg_actuator_spec *v = &actuator->value;
  rg_model *m = c->model;
  rg_status status = RG_OK;
  int crank = v->slidersite[0] != 0;
  const char *other = crank ? v->slidersite : v->refsite;
  int found =
      find_named(c, actuator, &c->joint_names, "joint", v->joint, &m->actuator_joint[i], &status) &&
      find_named(c, actuator, &c->tendon_names, "tendon", v->tendon, &m->actuator_tendon[i],
                 &status) &&
      find_named(c, actuator, &c->site_names, "site", v->site, &m->actuator_site[i], &status) &&
      find_named(c, actuator, &c->site_names, "site", other, &m->actuator_refsite[i], &status) &&
      find_named(c, actuator, &c->body_names, "body", v->body, &m->actuator_body[i], &status);
  if (!found) return status;
  if ((v->joint[0] != 0) + (v->tendon[0] != 0) + (v->site[0] != 0) + (v->body[0] != 0) != 1)
    return rg_spec_error(c->error, &actuator->source, "actuator", v->name,
                         "it must drive one joint, tendon, site or body");
  if (crank && !(v->cranklength > 0 && isfinite(v->cranklength)))
    return rg_spec_error(c->error, &actuator->source, "actuator", v->name,
                         "cranklength must be positive");
  if (v->body[0] && (v->dyntype != RG_ACT_NONE || v->muscle))
    return rg_spec_error(c->error, &actuator->source, "actuator", v->name,
                         "adhesion follows its control: it has no state and is no muscle");
  m->actuator_cranklength[i] = crank ? v->cranklength : 0;
  m->actuator_transmission[i] = v->tendon[0]   ? RG_DRIVE_TENDON
                                : v->body[0]   ? RG_DRIVE_BODY
                                : crank        ? RG_DRIVE_SLIDER_CRANK
                                : v->site[0]   ? RG_DRIVE_SITE
                                : v->in_parent ? RG_DRIVE_JOINT_IN_PARENT
                                               : RG_DRIVE_JOINT;
  return RG_OK;
}

/* shortest and longest length of a muscle: as given, or from the limits of what it drives */
static rg_status find_length_range(rg_compilation *c, const rg_spec_actuator *actuator, int i) {
  rg_model *m = c->model;
  const rg_actuator_spec *v = &actuator->value;
  int joint = m->actuator_joint[i], tendon = m->actuator_tendon[i];
  double *range = m->actuator_lengthrange + 2 * i;
  range[0] = v->lengthrange[0], range[1] = v->lengthrange[1];
  if (!v->muscle || range[0] < range[1]) return RG_OK;
  int limited = joint >= 0 ? m->joint_limited[joint] && m->joint_type[joint] >= RG_JOINT_SLIDE
                           : tendon >= 0 && m->tendon_limited[tendon];
  if (!limited)
    return rg_spec_error(c->error, &actuator->source, "actuator", v->name,
                         "a muscle on something without limits needs a lengthrange");
  const double *limits = joint >= 0 ? m->joint_range + 2 * joint : m->tendon_range + 2 * tendon;
  for (int k = 0; k < 2; k++) range[v->gear[0] < 0 ? 1 - k : k] = v->gear[0] * limits[k];
  rg_compile_notice(c, &actuator->source, "actuator '%.60s': lengthrange from the limits of its %s",
                    v->name, joint >= 0 ? "joint" : "tendon");
  return RG_OK;
}

static rg_status fill_activation(rg_compilation *c, const rg_spec_actuator *actuator, int i) {
  rg_model *m = c->model;
  const rg_actuator_spec *v = &actuator->value;
  const rg_place *source = &actuator->source;
  rg_status status =
      rg_compile_check_finite(c, source, "actuator", v->name, "dynprm", v->dynprm, 3);
  if (!status)
    status = rg_compile_check_finite(c, source, "actuator", v->name, "gain", v->gain_slope, 2);
  if (!status && (v->muscle & 1))
    status = rg_compile_check_finite(c, source, "actuator", v->name, "gainprm", v->gainprm, 9);
  if (!status && (v->muscle & 2))
    status = rg_compile_check_finite(c, source, "actuator", v->name, "biasprm", v->biasprm, 9);
  if (!status)
    status =
        rg_compile_check_finite(c, source, "actuator", v->name, "lengthrange", v->lengthrange, 2);
  if (!status)
    status = check_range(c, actuator, "actrange", v->actlimited, v->actrange,
                         &m->actuator_actlimited[i], m->actuator_actrange + 2 * i);
  if (status) return status;
  int filter = v->dyntype == RG_ACT_FILTER, muscle = v->dyntype == RG_ACT_MUSCLE;
  if ((filter || muscle) && !(v->dynprm[0] > 0 && (filter || v->dynprm[1] > 0)))
    return rg_spec_error(c->error, source, "actuator", v->name, "a time constant is not positive");
  m->actuator_dyntype[i] = (int)v->dyntype;
  m->actuator_act[i] = v->dyntype == RG_ACT_NONE ? -1 : m->nact++;
  m->actuator_actearly[i] = v->actearly != 0;
  m->actuator_muscle[i] = v->muscle & 3;
  rg_v3_copy(m->actuator_dynprm + 3 * i, v->dynprm);
  for (int k = 0; k < 2; k++) m->actuator_gain_slope[2 * i + k] = v->gain_slope[k];
  for (int k = 0; k < 9 && v->muscle; k++) {
    m->actuator_gainprm[9 * i + k] = v->muscle & 1 ? v->gainprm[k] : 0;
    m->actuator_biasprm[9 * i + k] = v->muscle & 2 ? v->biasprm[k] : 0;
  }
  return find_length_range(c, actuator, i);
}

static rg_status fill_actuator(rg_compilation *c, const rg_spec_actuator *actuator, int i) {
  rg_model *m = c->model;
  const rg_actuator_spec *v = &actuator->value;
  const rg_place *source = &actuator->source;
  rg_status status = rg_compile_check_name(c, &c->actuator_names, source, "actuator", v->name, i);
  if (!status) status = rg_compile_check_finite(c, source, "actuator", v->name, "gear", v->gear, 6);
  if (!status)
    status = rg_compile_check_finite(c, source, "actuator", v->name, "gain", &v->gain, 1);
  if (!status) status = rg_compile_check_finite(c, source, "actuator", v->name, "bias", v->bias, 3);
  if (!status)
    status = rg_compile_check_finite(c, source, "actuator", v->name, "dampratio", &v->dampratio, 1);
  if (!status)
    status = check_range(c, actuator, "ctrlrange", v->ctrllimited, v->ctrlrange,
                         &m->actuator_ctrllimited[i], m->actuator_ctrlrange + 2 * i);
  if (!status)
    status = check_range(c, actuator, "forcerange", v->forcelimited, v->forcerange,
                         &m->actuator_forcelimited[i], m->actuator_forcerange + 2 * i);
  if (status) return status;

  status = find_driven(c, actuator, i);
  if (!status) status = reflect(c, actuator, i);
  if (status) return status;
  m->actuator_name[i] = rg_compile_text(c, v->name);
  for (int k = 0; k < 6; k++) m->actuator_gear[6 * i + k] = v->gear[k];
  m->actuator_gain[i] = v->gain;
  rg_v3_copy(m->actuator_bias + 3 * i, v->bias);
  return fill_activation(c, actuator, i);
}

rg_status rg_compile_actuators(rg_compilation *c) {
  rg_model *m = c->model;
  for (const rg_spec_actuator *a = c->spec->actuators; a; a = a->next) m->nactuator++;
  int n = m->nactuator, i = 0;
  m->actuator_name = RG_NEW(c->memory, const char *, n);
  m->actuator_joint = RG_NEW(c->memory, int, n);
  m->actuator_tendon = RG_NEW(c->memory, int, n);
  m->actuator_transmission = RG_NEW(c->memory, int, n);
  m->actuator_site = RG_NEW(c->memory, int, n);
  m->actuator_refsite = RG_NEW(c->memory, int, n);
  m->actuator_body = RG_NEW(c->memory, int, n);
  m->actuator_cranklength = RG_NEW(c->memory, double, n);
  m->actuator_gear = RG_NEW(c->memory, double, 6 * n);
  m->actuator_gain = RG_NEW(c->memory, double, n);
  m->actuator_bias = RG_NEW(c->memory, double, 3 * n);
  m->actuator_gain_slope = RG_NEW(c->memory, double, 2 * n);
  m->actuator_act = RG_NEW(c->memory, int, n);
  m->actuator_dyntype = RG_NEW(c->memory, int, n);
  m->actuator_dynprm = RG_NEW(c->memory, double, 3 * n);
  m->actuator_actearly = RG_NEW(c->memory, int, n);
  m->actuator_actlimited = RG_NEW(c->memory, int, n);
  m->actuator_actrange = RG_NEW(c->memory, double, 2 * n);
  m->actuator_muscle = RG_NEW(c->memory, int, n);
  m->actuator_gainprm = RG_NEW(c->memory, double, 9 * n);
  m->actuator_biasprm = RG_NEW(c->memory, double, 9 * n);
  m->actuator_lengthrange = RG_NEW(c->memory, double, 2 * n);
  m->actuator_ctrllimited = RG_NEW(c->memory, int, n);
  m->actuator_forcelimited = RG_NEW(c->memory, int, n);
  m->actuator_ctrlrange = RG_NEW(c->memory, double, 2 * n);
  m->actuator_forcerange = RG_NEW(c->memory, double, 2 * n);
  c->actuator_names = rg_names_new(&c->scratch, n);
  if (c->memory->failed || c->scratch.failed) return RG_NO_MEMORY;
  for (const rg_spec_actuator *a = c->spec->actuators; a; a = a->next) {
    rg_status status = fill_actuator(c, a, i++);
    if (status) return status;
  }
  return RG_OK;
}

/* --- equality constraints ------------------------------------------------------------------- */

/* world pose of a body at qpos0, where every joint leaves its body where the file put it */
static void body_at_reference(const rg_model *m, int body, double pos[3], double quat[4]) {
  rg_v3_zero(pos);
  rg_quat_identity(quat);
  for (; body > 0; body = m->body_parent[body])
    rg_pose_multiply(pos, quat, m->body_pos + 3 * body, m->body_quat + 4 * body, pos, quat);
}

/* pose of body 2 in body 1 at qpos0 */
static void relative_pose(const rg_model *m, int body1, int body2, double pos[3], double quat[4]) {
  double pos1[3], quat1[4], pos2[3], quat2[4];
  body_at_reference(m, body1, pos1, quat1);
  body_at_reference(m, body2, pos2, quat2);
  rg_pose_inverse(pos1, quat1, pos1, quat1);
  rg_pose_multiply(pos, quat, pos1, quat1, pos2, quat2);
  rg_quat_normalize(quat);
}

/* the anchor of body 1 seen from body 2 */
static void fill_connect(const rg_model *m, const rg_equality_spec *v, int body1, int body2,
                         double *data) {
  double pos[3], quat[4];
  relative_pose(m, body2, body1, pos, quat);
  rg_v3_copy(data, v->anchor);
  rg_pose_apply(data + 3, pos, quat, v->anchor);
}

/* a pose that is given says where the anchor lies in body 1, as in MuJoCo; else it is taken from
 * qpos0 */
static void fill_weld(const rg_model *m, const rg_equality_spec *v, int body1, int body2,
                      double *data) {
  rg_v3_copy(data, v->anchor);
  if (rg_quat_dot(v->relative.quat, v->relative.quat) > 0)
    rg_compile_pose(data + 3, data + 6, &v->relative);
  else {
    double pos[3], quat[4];
    relative_pose(m, body1, body2, pos, quat);
    rg_pose_apply(data + 3, pos, quat, v->anchor);
    rg_quat_copy(data + 6, quat);
  }
  data[10] = v->torquescale;
}

/* two sites and their bodies */
static rg_status find_sites(rg_compilation *c, const rg_spec_equality *equality, int i) {
  const char *names[2] = {equality->value.site1, equality->value.site2};
  rg_model *m = c->model;
  for (int k = 0; k < 2; k++) {
    int site = rg_names_find(&c->site_names, names[k]);
    if (site < 0)
      return rg_spec_error(c->error, &equality->source, "equality", equality->value.name,
                           "there is no site '%s'", names[k]);
    *(k ? &m->equality_site2[i] : &m->equality_site1[i]) = site;
    *(k ? &m->equality_object2[i] : &m->equality_object1[i]) = m->site_body[site];
  }
  if (m->equality_object1[i] == m->equality_object2[i])
    return rg_spec_error(c->error, &equality->source, "equality", equality->value.name,
                         "both sites are on the same body");
  return RG_OK;
}

/* the sites coincide, and for a weld their axes: wherever they are at qpos0 */
static void fill_sites(const rg_model *m, const rg_equality_spec *v, int i, double *data) {
  int one = m->equality_site1[i], two = m->equality_site2[i], weld = v->type == RG_EQUALITY_WELD;
  rg_v3_copy(data + (weld ? 3 : 0), m->site_pos + 3 * one);
  rg_v3_copy(data + (weld ? 0 : 3), m->site_pos + 3 * two);
  if (!weld) return;
  double back[4];
  rg_quat_conjugate(back, m->site_quat + 4 * two);
  rg_quat_multiply(data + 6, m->site_quat + 4 * one, back);
  rg_quat_normalize(data + 6);
  data[10] = v->torquescale;
}

static rg_status find_bodies(rg_compilation *c, const rg_spec_equality *equality, int i) {
  const char *names[2] = {equality->value.object1, equality->value.object2};
  int found[2];
  for (int k = 0; k < 2; k++) {
    found[k] = names[k][0] ? rg_names_find(&c->body_names, names[k]) : 0;
    if (found[k] < 0)
      return rg_spec_error(c->error, &equality->source, "equality", equality->value.name,
                           "there is no body '%s'", names[k]);
  }
  c->model->equality_object1[i] = found[0];
  c->model->equality_object2[i] = found[1];
  if (found[0] == found[1])
    return rg_spec_error(c->error, &equality->source, "equality", equality->value.name,
                         "it ties a body to itself");
  return RG_OK;
}

static rg_status find_joints(rg_compilation *c, const rg_spec_equality *equality, int i) {
  const char *names[2] = {equality->value.object1, equality->value.object2};
  int found[2] = {-1, -1};
  for (int k = 0; k < 2; k++) {
    if (k == 1 && !names[k][0]) continue;
    found[k] = rg_names_find(&c->joint_names, names[k]);
    if (found[k] < 0)
      return rg_spec_error(c->error, &equality->source, "equality", equality->value.name,
                           "there is no joint '%s'", names[k]);
    int type = c->model->joint_type[found[k]];
    if (type != RG_JOINT_SLIDE && type != RG_JOINT_HINGE)
      return rg_spec_error(c->error, &equality->source, "equality", equality->value.name,
                           "joint '%s' is neither hinge nor slide", names[k]);
  }
  if (found[0] == found[1])
    return rg_spec_error(c->error, &equality->source, "equality", equality->value.name,
                         "it ties a joint to itself");
  c->model->equality_object1[i] = found[0];
  c->model->equality_object2[i] = found[1];
  return RG_OK;
}

static rg_status find_tendons(rg_compilation *c, const rg_spec_equality *equality, int i) {
  const char *names[2] = {equality->value.object1, equality->value.object2};
  int found[2] = {-1, -1};
  for (int k = 0; k < 2; k++) {
    if (k == 1 && !names[k][0]) continue;
    found[k] = rg_names_find(&c->tendon_names, names[k]);
    if (found[k] < 0)
      return rg_spec_error(c->error, &equality->source, "equality", equality->value.name,
                           "there is no tendon '%s'", names[k]);
  }
  if (found[0] == found[1])
    return rg_spec_error(c->error, &equality->source, "equality", equality->value.name,
                         "it ties a tendon to itself");
  c->model->equality_object1[i] = found[0];
  c->model->equality_object2[i] = found[1];
  return RG_OK;
}

static rg_status fill_equality(rg_compilation *c, const rg_spec_equality *equality, int i) {
  rg_model *m = c->model;
  const rg_equality_spec *v = &equality->value;
  double numbers[16] = {v->torquescale}, *data = m->equality_data + 11 * i;
  rg_v3_copy(numbers + 1, v->anchor);
  rg_v3_copy(numbers + 4, v->relative.pos);
  rg_quat_copy(numbers + 7, v->relative.quat);
  for (int k = 0; k < 5; k++) numbers[11 + k] = v->polynomial[k];
  rg_status status =
      rg_compile_check_finite(c, &equality->source, "equality", v->name, "a value", numbers, 16);
  if (status) return status;
  m->equality_name[i] = rg_compile_text(c, v->name);
  m->equality_type[i] = (int)v->type;
  m->equality_active[i] = v->active != 0;
  m->equality_site1[i] = m->equality_site2[i] = -1;
  if (v->type < RG_EQUALITY_JOINT && v->site1[0]) {
    status = find_sites(c, equality, i);
    if (!status) fill_sites(m, v, i, data);
    return status;
  }
  switch (v->type) {
  case RG_EQUALITY_CONNECT:
    status = find_bodies(c, equality, i);
    if (!status) fill_connect(m, v, m->equality_object1[i], m->equality_object2[i], data);
    return status;
  case RG_EQUALITY_WELD:
    status = find_bodies(c, equality, i);
    if (!status) fill_weld(m, v, m->equality_object1[i], m->equality_object2[i], data);
    return status;
  case RG_EQUALITY_JOINT:
    for (int k = 0; k < 5; k++) data[k] = v->polynomial[k];
    return find_joints(c, equality, i);
  case RG_EQUALITY_TENDON:
    for (int k = 0; k < 5; k++) data[k] = v->polynomial[k];
    return find_tendons(c, equality, i);
  }
  return rg_spec_error(c->error, &equality->source, "equality", v->name, "unknown type");
}

rg_status rg_compile_equalities(rg_compilation *c) {
  rg_model *m = c->model;
  for (const rg_spec_equality *e = c->spec->equalities; e; e = e->next) m->nequality++;
  int n = m->nequality, i = 0;
  m->equality_name = RG_NEW(c->memory, const char *, n);
  m->equality_type = RG_NEW(c->memory, int, n);
  m->equality_active = RG_NEW(c->memory, int, n);
  m->equality_object1 = RG_NEW(c->memory, int, n);
  m->equality_object2 = RG_NEW(c->memory, int, n);
  m->equality_site1 = RG_NEW(c->memory, int, n);
  m->equality_site2 = RG_NEW(c->memory, int, n);
  m->equality_data = RG_NEW(c->memory, double, 11 * n);
  rg_names names = rg_names_new(&c->scratch, n);
  if (c->memory->failed || c->scratch.failed) return RG_NO_MEMORY;
  for (const rg_spec_equality *e = c->spec->equalities; e; e = e->next, i++) {
    rg_status status = rg_compile_check_name(c, &names, &e->source, "equality", e->value.name, i);
    if (!status) status = fill_equality(c, e, i);
    if (status) return status;
  }
  return RG_OK;
}

/* --- contact pairs and exclusions ----------------------------------------------------------- */

/* what the pair does not say follows from its geoms: the one of higher priority, else the larger
 * value */
static void fill_pair(rg_model *m, const rg_spec_pair *pair, int i) {
  int g1 = m->pair_geom1[i], g2 = m->pair_geom2[i];
  int rank = m->geom_priority[g1] - m->geom_priority[g2];
  if (rank > 0) g2 = g1;
  if (rank < 0) g1 = g2;
  int c1 = m->geom_condim[g1], c2 = m->geom_condim[g2];
  m->pair_condim[i] = pair->condim > 0 ? pair->condim : c1 > c2 ? c1 : c2;
  static const int source[5] = {0, 0, 1, 2, 2}; /* two sliding, torsional, two rolling */
  for (int k = 0; k < 5; k++)
    m->pair_friction[5 * i + k] =
        isnan(pair->friction[k])
            ? fmax(m->geom_friction[3 * g1 + source[k]], m->geom_friction[3 * g2 + source[k]])
            : pair->friction[k];
  g1 = m->pair_geom1[i];
  g2 = m->pair_geom2[i];
  m->pair_margin[i] =
      isnan(pair->margin) ? fmax(m->geom_margin[g1], m->geom_margin[g2]) : pair->margin;
  m->pair_gap[i] = isnan(pair->gap) ? fmax(m->geom_gap[g1], m->geom_gap[g2]) : pair->gap;
  double own = rank > 0   ? m->geom_adhesion[g1]
               : rank < 0 ? m->geom_adhesion[g2]
                          : m->geom_adhesion[g1] + m->geom_adhesion[g2];
  m->pair_adhesion[i] = isnan(pair->adhesion) ? own : pair->adhesion;
}

static rg_status check_pair(rg_compilation *c, const rg_spec_pair *pair, int i) {
  rg_model *m = c->model;
  const char *names[2] = {pair->geom1, pair->geom2};
  int found[2];
  for (int k = 0; k < 2; k++) {
    found[k] = rg_names_find(&c->geom_names, names[k]);
    if (found[k] < 0)
      return rg_spec_error(c->error, &pair->source, "pair", pair->name, "there is no geom '%s'",
                           names[k]);
  }
  m->pair_geom1[i] = found[0];
  m->pair_geom2[i] = found[1];
  const char *fault = NULL;
  if (found[0] == found[1]) fault = "it pairs a geom with itself";
  if (pair->condim != 1 && pair->condim != 3 && pair->condim != 4 && pair->condim != 6 &&
      pair->condim != -1)
    fault = "condim must be 1, 3, 4 or 6";
  for (int k = 0; k < 5; k++)
    if (pair->friction[k] < 0 || isinf(pair->friction[k])) fault = "friction must be >= 0";
  if (isinf(pair->margin) || isinf(pair->gap)) fault = "margin or gap is not a finite number";
  if (pair->adhesion < 0 || isinf(pair->adhesion)) fault = "adhesion must be >= 0";
  if (fault) return rg_spec_error(c->error, &pair->source, "pair", pair->name, "%s", fault);
  return RG_OK;
}

static rg_status compile_excludes(rg_compilation *c) {
  rg_model *m = c->model;
  int i = 0;
  for (const rg_spec_exclude *e = c->spec->excludes; e; e = e->next, i++) {
    const char *names[2] = {e->body1, e->body2};
    int *table[2] = {m->exclude_body1, m->exclude_body2};
    for (int k = 0; k < 2; k++) {
      table[k][i] = rg_names_find(&c->body_names, names[k]);
      if (table[k][i] < 0)
        return rg_spec_error(c->error, &e->source, "exclude", "", "there is no body '%s'",
                             names[k]);
    }
  }
  return RG_OK;
}

rg_status rg_compile_contacts(rg_compilation *c) {
  rg_model *m = c->model;
  for (const rg_spec_pair *pair = c->spec->pairs; pair; pair = pair->next) m->npair++;
  for (const rg_spec_exclude *e = c->spec->excludes; e; e = e->next) m->nexclude++;
  m->pair_geom1 = RG_NEW(c->memory, int, m->npair);
  m->pair_geom2 = RG_NEW(c->memory, int, m->npair);
  m->pair_condim = RG_NEW(c->memory, int, m->npair);
  m->pair_friction = RG_NEW(c->memory, double, 5 * m->npair);
  m->pair_margin = RG_NEW(c->memory, double, m->npair);
  m->pair_gap = RG_NEW(c->memory, double, m->npair);
  m->pair_adhesion = RG_NEW(c->memory, double, m->npair);
  m->exclude_body1 = RG_NEW(c->memory, int, m->nexclude);
  m->exclude_body2 = RG_NEW(c->memory, int, m->nexclude);
  if (c->memory->failed) return RG_NO_MEMORY;
  int i = 0;
  for (const rg_spec_pair *pair = c->spec->pairs; pair; pair = pair->next, i++) {
    rg_status status = check_pair(c, pair, i);
    if (status) return status;
    fill_pair(m, pair, i);
  }
  return compile_excludes(c);
}
