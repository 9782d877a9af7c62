/* Fixed tendons: length = sum of coef * qpos. Spatial tendons: a path of sites, geoms and pulleys. A
   spring without a length of its own rests where the springs of the joints rest. */
#include <math.h>
#include <string.h>

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

/* --- paths -------------------------------------------------------------------------------------- */

static rg_path_type piece_type(const rg_path_spec *p) {
  return p->site[0] ? RG_PATH_SITE : p->geom[0] ? RG_PATH_SPHERE : RG_PATH_PULLEY;
}

/* why entry k of a path cannot stand there; NULL: it can */
static const char *path_fault(const rg_tendon_spec *v, int k) {
  int first = k == 0, last = k == v->npath - 1;
  rg_path_type type = piece_type(&v->path[k]);
  rg_path_type before = first ? RG_PATH_PULLEY : piece_type(&v->path[k - 1]);
  rg_path_type after = last ? RG_PATH_PULLEY : piece_type(&v->path[k + 1]);
  if (type == RG_PATH_SPHERE && (before != RG_PATH_SITE || after != RG_PATH_SITE))
    return "a geom needs a site before and behind it";
  if (type == RG_PATH_SITE && before == RG_PATH_PULLEY && after == RG_PATH_PULLEY)
    return "a branch needs two sites";
  if (type == RG_PATH_SITE && !first && before == RG_PATH_SITE &&
      strcmp(v->path[k].site, v->path[k - 1].site) == 0)
    return "a site follows itself";
  if (type == RG_PATH_PULLEY && last) return "the path ends with a pulley";
  if (type == RG_PATH_PULLEY && !first && before == RG_PATH_PULLEY)
    return "two pulleys follow each other";
  if (type == RG_PATH_PULLEY && !(v->path[k].divisor > 0 && isfinite(v->path[k].divisor)))
    return "the divisor of a pulley must be positive";
  return NULL;
}

static rg_status find_piece(rg_compilation *c, const rg_spec_tendon *tendon, const rg_path_spec *p,
                            int at) {
  rg_model *m = c->model;
  rg_path_type type = piece_type(p);
  int object = type == RG_PATH_SITE     ? rg_names_find(&c->site_names, p->site)
               : type == RG_PATH_PULLEY ? -1
                                        : rg_names_find(&c->geom_names, p->geom);
  int side = p->side[0] ? rg_names_find(&c->site_names, p->side) : -1;
  const char *name = tendon->value.name;
  if (type != RG_PATH_PULLEY && object < 0)
    return rg_spec_error(c->error, &tendon->source, "tendon", name, "there is no %s '%s'",
                         type == RG_PATH_SITE ? "site" : "geom",
                         type == RG_PATH_SITE ? p->site : p->geom);
  if (p->side[0] && side < 0)
    return rg_spec_error(c->error, &tendon->source, "tendon", name, "there is no site '%s'",
                         p->side);
  if (type == RG_PATH_SPHERE) {
    int shape = m->geom_type[object];
    if (shape == RG_GEOM_CYLINDER) type = RG_PATH_CYLINDER;
    else if (shape != RG_GEOM_SPHERE)
      return rg_spec_error(c->error, &tendon->source, "tendon", name,
                           "geom '%s' is neither sphere nor cylinder", p->geom);
  }
  m->path_type[at] = (int)type;
  m->path_object[at] = object;
  m->path_side[at] = side;
  m->path_divisor[at] = type == RG_PATH_PULLEY ? p->divisor : 1;
  return RG_OK;
}

static rg_status find_path(rg_compilation *c, const rg_spec_tendon *tendon, int start) {
  const rg_tendon_spec *v = &tendon->value;
  for (int k = 0; k < v->npath; k++) {
    const char *fault = path_fault(v, k);
    if (fault)
      return rg_spec_error(c->error, &tendon->source, "tendon", v->name, "path entry %d: %s", k + 1,
                           fault);
    rg_status status = find_piece(c, tendon, &v->path[k], start + k);
    if (status) return status;
  }
  return RG_OK;
}

/* --- values ------------------------------------------------------------------------------------- */

static rg_status check_values(rg_compilation *c, const rg_spec_tendon *tendon, int limited) {
  const rg_tendon_spec *v = &tendon->value;
  double numbers[] = {v->range[0],
                      v->range[1],
                      v->margin,
                      v->stiffness,
                      v->damping,
                      v->frictionloss,
                      v->springlength[0],
                      v->springlength[1],
                      v->armature,
                      v->stiffness_poly[0],
                      v->actuator_force_range[0],
                      v->actuator_force_range[1],
                      v->stiffness_poly[1],
                      v->damping_poly[0],
                      v->damping_poly[1]};
  rg_status status = rg_compile_check_finite(c, &tendon->source, "tendon", v->name, "a value",
                                             numbers, sizeof numbers / sizeof *numbers);
  if (status) return status;
  const char *fault = NULL;
  if (v->joints == 0 && v->npath == 0) fault = "it has no joints";
  if (v->joints > 0 && v->npath > 0) fault = "it has both joints and a path";
  if (limited && !(v->range[0] < v->range[1])) fault = "range: the first must be below the second";
  const double *most = v->actuator_force_range;
  if ((most[0] != 0 || most[1] != 0) && !(most[0] < most[1]))
    fault = "actuatorfrcrange: the first must be below the second";
  if (v->springlength[0] > v->springlength[1])
    fault = "springlength: the first must not be above the second";
  if (v->frictionloss < 0) fault = "frictionloss must be >= 0";
  if (v->armature < 0) fault = "armature must be >= 0";
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

static rg_status fill_tendon(rg_compilation *c, const rg_spec_tendon *tendon, int i, int start,
                             int path) {
  rg_model *m = c->model;
  const rg_tendon_spec *v = &tendon->value;
  rg_status status =
      rg_compile_check_name(c, &c->tendon_names, &tendon->source, "tendon", v->name, i);
  if (!status)
    status = rg_compile_limit(c, &tendon->source, "tendon", v->name, "range", v->limited, v->range,
                              &m->tendon_limited[i]);
  if (!status)
    status = rg_compile_limit(c, &tendon->source, "tendon", v->name, "actuatorfrcrange",
                              v->actuator_force_limited, v->actuator_force_range,
                              &m->tendon_forcelimited[i]);
  if (!status) status = check_values(c, tendon, m->tendon_limited[i]);
  if (!status) status = find_joints(c, tendon, start);
  if (!status) status = find_path(c, tendon, path);
  if (status) return status;
  m->tendon_name[i] = rg_compile_text(c, v->name);
  m->tendon_start[i] = start;
  m->tendon_count[i] = v->joints;
  m->tendon_path[i] = path;
  m->tendon_npath[i] = v->npath;
  for (int k = 0; k < 2; k++) {
    m->tendon_range[2 * i + k] = v->range[k];
    m->tendon_forcerange[2 * i + k] = v->actuator_force_range[k];
  }
  m->tendon_margin[i] = v->margin;
  m->tendon_stiffness[i] = v->stiffness;
  m->tendon_damping[i] = v->damping;
  for (int k = 0; k < 2; k++) {
    m->tendon_stiffness_poly[2 * i + k] = v->stiffness_poly[k];
    m->tendon_damping_poly[2 * i + k] = v->damping_poly[k];
  }
  m->tendon_frictionloss[i] = v->frictionloss;
  m->tendon_armature[i] = v->armature;
  fill_spring(m, v, i);
  return RG_OK;
}

rg_status rg_compile_tendons(rg_compilation *c) {
  rg_model *m = c->model;
  for (const rg_spec_tendon *t = c->spec->tendons; t; t = t->next) {
    m->ntendon++;
    m->ntendonjoint += t->value.joints;
    m->npath += t->value.npath;
  }
  int n = m->ntendon, i = 0, start = 0, path = 0;
  m->tendon_name = RG_NEW(c->memory, const char *, n);
  m->tendon_start = RG_NEW(c->memory, int, n);
  m->tendon_count = RG_NEW(c->memory, int, n);
  m->tendon_joint = RG_NEW(c->memory, int, m->ntendonjoint);
  m->tendon_coef = RG_NEW(c->memory, double, m->ntendonjoint);
  m->tendon_path = RG_NEW(c->memory, int, n);
  m->tendon_npath = RG_NEW(c->memory, int, n);
  m->path_type = RG_NEW(c->memory, int, m->npath);
  m->path_object = RG_NEW(c->memory, int, m->npath);
  m->path_side = RG_NEW(c->memory, int, m->npath);
  m->path_divisor = RG_NEW(c->memory, double, m->npath);
  m->tendon_limited = RG_NEW(c->memory, int, n);
  m->tendon_range = RG_NEW(c->memory, double, 2 * n);
  m->tendon_margin = RG_NEW(c->memory, double, n);
  m->tendon_stiffness = RG_NEW(c->memory, double, n);
  m->tendon_damping = RG_NEW(c->memory, double, n);
  m->tendon_stiffness_poly = RG_NEW(c->memory, double, 2 * n);
  m->tendon_damping_poly = RG_NEW(c->memory, double, 2 * n);
  m->tendon_frictionloss = RG_NEW(c->memory, double, n);
  m->tendon_armature = RG_NEW(c->memory, double, n);
  m->tendon_forcelimited = RG_NEW(c->memory, int, n);
  m->tendon_forcerange = RG_NEW(c->memory, double, 2 * n);
  m->tendon_springlength = RG_NEW(c->memory, double, 2 * n);
  m->tendon_length0 = RG_NEW(c->memory, double, n);
  c->tendon_names = rg_names_new(&c->scratch, n);
  if (c->memory->failed || c->scratch.failed) return RG_NO_MEMORY;
  for (const rg_spec_tendon *t = c->spec->tendons; t; t = t->next, i++) {
    rg_status status = fill_tendon(c, t, i, start, path);
    if (status) return status;
    start += t->value.joints;
    path += t->value.npath;
  }
  return RG_OK;
}
