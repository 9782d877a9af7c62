/* The tree: bodies in depth-first order, joints, degrees of freedom, sites.

   qpos and qvel are laid out joint by joint; dof_parent goes to the next degree of freedom up the
   tree, so that the rows of the mass matrix can be walked without looking at bodies. */
#include <assert.h>
#include <limits.h>
#include <math.h>

#include "math/vector.h"
#include "model/compile.h"

static const int qpos_size[] = {7, 4, 1, 1}; /* by rg_joint_type */
static const int dof_size[] = {6, 3, 1, 1};

static int is_joint_type(int type) { return type >= RG_JOINT_FREE && type <= RG_JOINT_HINGE; }

/* --- counting and memory -------------------------------------------------------------------- */

static rg_status count_objects(rg_compilation *c) {
  rg_model *m = c->model;
  long qpos = 0, dofs = 0, geoms = 0;
  for (const rg_spec_body *body = c->spec->world; body; body = rg_spec_next_body(body)) {
    m->nbody++;
    for (const rg_spec_joint *joint = body->joints; joint; joint = joint->next) {
      if (!is_joint_type((int)joint->value.type))
        return rg_spec_error(c->error, &joint->source, "joint", joint->value.name, "unknown type");
      m->njoint++;
      qpos += qpos_size[joint->value.type];
      dofs += dof_size[joint->value.type];
    }
    for (const rg_spec_geom *geom = body->geoms; geom; geom = geom->next) geoms++;
    for (const rg_spec_site *site = body->sites; site; site = site->next) m->nsite++;
  }
  if (qpos > INT_MAX / 16 || geoms > INT_MAX / 16)
    return rg_spec_error(c->error, &c->spec->world->source, "model", "", "it is too large");
  m->nq = (int)qpos;
  m->nv = (int)dofs;
  c->nspecgeom = (int)geoms;
  return RG_OK;
}

static void allocate_bodies(rg_model *m, rg_arena *memory) {
  int n = m->nbody;
  m->body_name = RG_NEW(memory, const char *, n);
  m->body_parent = RG_NEW(memory, int, n);
  m->body_root = RG_NEW(memory, int, n);
  m->body_weld = RG_NEW(memory, int, n);
  m->body_joint = RG_NEW(memory, int, n);
  m->body_njoint = RG_NEW(memory, int, n);
  m->body_dof = RG_NEW(memory, int, n);
  m->body_ndof = RG_NEW(memory, int, n);
  m->body_geom = RG_NEW(memory, int, n);
  m->body_ngeom = RG_NEW(memory, int, n);
  m->body_pos = RG_NEW(memory, double, 3 * n);
  m->body_quat = RG_NEW(memory, double, 4 * n);
  m->body_ipos = RG_NEW(memory, double, 3 * n);
  m->body_iquat = RG_NEW(memory, double, 4 * n);
  m->body_mass = RG_NEW(memory, double, n);
  m->body_inertia = RG_NEW(memory, double, 3 * n);
  m->body_gravcomp = RG_NEW(memory, double, n);
  m->body_mocap = RG_NEW(memory, int, n);
}

static void allocate_joints(rg_model *m, rg_arena *memory) {
  int n = m->njoint;
  m->joint_name = RG_NEW(memory, const char *, n);
  m->joint_type = RG_NEW(memory, int, n);
  m->joint_body = RG_NEW(memory, int, n);
  m->joint_qpos = RG_NEW(memory, int, n);
  m->joint_dof = RG_NEW(memory, int, n);
  m->joint_pos = RG_NEW(memory, double, 3 * n);
  m->joint_axis = RG_NEW(memory, double, 3 * n);
  m->joint_limited = RG_NEW(memory, int, n);
  m->joint_range = RG_NEW(memory, double, 2 * n);
  m->joint_margin = RG_NEW(memory, double, n);
  m->joint_stiffness = RG_NEW(memory, double, n);
  m->joint_stiffness_poly = RG_NEW(memory, double, 2 * n);
  m->joint_gravcomp = RG_NEW(memory, int, n);
  m->joint_forcelimited = RG_NEW(memory, int, n);
  m->joint_forcerange = RG_NEW(memory, double, 2 * n);
  m->dof_body = RG_NEW(memory, int, m->nv);
  m->dof_joint = RG_NEW(memory, int, m->nv);
  m->dof_parent = RG_NEW(memory, int, m->nv);
  m->dof_armature = RG_NEW(memory, double, m->nv);
  m->dof_damping = RG_NEW(memory, double, m->nv);
  m->dof_damping_poly = RG_NEW(memory, double, 2 * (size_t)m->nv);
  m->dof_frictionloss = RG_NEW(memory, double, m->nv);
  m->qpos0 = RG_NEW(memory, double, m->nq);
  m->qpos_spring = RG_NEW(memory, double, m->nq);
}

rg_status rg_compile_allocate(rg_compilation *c) {
  rg_model *m = c->model;
  m->name = rg_compile_text(c, c->spec->name);
  m->option = c->spec->option;
  rg_status status = count_objects(c);
  if (status) return status;
  allocate_bodies(m, c->memory);
  allocate_joints(m, c->memory);
  m->site_name = RG_NEW(c->memory, const char *, m->nsite);
  m->site_body = RG_NEW(c->memory, int, m->nsite);
  m->site_pos = RG_NEW(c->memory, double, 3 * m->nsite);
  m->site_quat = RG_NEW(c->memory, double, 4 * m->nsite);
  m->site_type = RG_NEW(c->memory, int, m->nsite);
  m->site_size = RG_NEW(c->memory, double, 3 * m->nsite);
  c->body = RG_NEW(&c->scratch, const rg_spec_body *, m->nbody);
  c->geom = RG_NEW(&c->scratch, rg_solid_geom, c->nspecgeom);
  c->body_names = rg_names_new(&c->scratch, m->nbody);
  c->joint_names = rg_names_new(&c->scratch, m->njoint);
  c->geom_names = rg_names_new(&c->scratch, c->nspecgeom);
  c->site_names = rg_names_new(&c->scratch, m->nsite);
  return RG_OK;
}

/* --- bodies --------------------------------------------------------------------------------- */

/* numbers the bodies and finds their parents: down to the first child, else up to the next sibling
 */
static void number_bodies(rg_compilation *c) {
  const rg_spec_body *body = c->spec->world;
  int *parent = c->model->body_parent;
  for (int i = 0, above = 0; body; i++) {
    c->body[i] = body;
    parent[i] = above;
    if (body->children) {
      body = body->children;
      above = i;
      continue;
    }
    int climber = i;
    while (body && !body->next) {
      body = body->parent;
      climber = parent[climber];
    }
    if (body) body = body->next;
    above = parent[climber];
  }
}

rg_status rg_compile_bodies(rg_compilation *c) {
  assert(c->body && c->model->body_parent);
  rg_model *m = c->model;
  number_bodies(c);
  for (int i = 0; i < m->nbody; i++) {
    const rg_spec_body *body = c->body[i];
    double numbers[8];
    rg_v3_copy(numbers, body->pose.pos);
    rg_quat_copy(numbers + 3, body->pose.quat);
    numbers[7] = body->gravcomp;
    rg_status status = rg_compile_check_finite(c, &body->source, "body", body->name,
                                               "pos, quat or gravcomp", numbers, 8);
    if (!status)
      status = rg_compile_check_name(c, &c->body_names, &body->source, "body", body->name, i);
    if (!status && body->mocap && (i == 0 || m->body_parent[i] != 0 || body->joints))
      status = rg_spec_error(c->error, &body->source, "body", body->name,
                             "a mocap body lies on the world and has no joints");
    if (status) return status;

    int parent = m->body_parent[i];
    m->body_name[i] = rg_compile_text(c, body->name);
    m->body_root[i] = parent == 0 ? i : m->body_root[parent];
    m->body_weld[i] = i == 0 || body->joints ? i : m->body_weld[parent];
    m->body_gravcomp[i] = body->gravcomp;
    m->body_mocap[i] = body->mocap ? m->nmocap++ : -1;
    rg_compile_pose(m->body_pos + 3 * i, m->body_quat + 4 * i, &body->pose);
  }
  return RG_OK;
}

/* --- joints --------------------------------------------------------------------------------- */

/* which joints one body may have together */
static rg_status check_joint_set(rg_compilation *c, int i) {
  const rg_spec_body *body = c->body[i];
  int dofs = 0, ball = 0;
  for (const rg_spec_joint *joint = body->joints; joint; joint = joint->next) {
    int type = (int)joint->value.type;
    const char *reason = NULL;
    dofs += dof_size[type];
    if (i == 0) reason = "the world cannot have joints";
    else if (type == RG_JOINT_FREE && c->model->body_parent[i] != 0)
      reason = "a free joint is possible only on a child of the world";
    else if (type == RG_JOINT_FREE && (body->joints->next))
      reason = "a free joint must be the only joint of its body";
    else if (ball && (type == RG_JOINT_BALL || type == RG_JOINT_HINGE))
      reason = "a ball joint cannot be followed by another rotation of the same body";
    else if (dofs > 6) reason = "its body has more than 6 degrees of freedom";
    if (reason)
      return rg_spec_error(c->error, &joint->source, "joint", joint->value.name, "%s", reason);
    ball |= type == RG_JOINT_BALL;
  }
  return RG_OK;
}

static rg_status check_joint_values(rg_compilation *c, const rg_spec_joint *joint) {
  const rg_joint_spec *v = &joint->value;
  const char *name = v->name;
  const double numbers[] = {v->pos[0],
                            v->pos[1],
                            v->pos[2],
                            v->axis[0],
                            v->axis[1],
                            v->axis[2],
                            v->range[0],
                            v->range[1],
                            v->margin,
                            v->stiffness,
                            v->stiffness_poly[0],
                            v->stiffness_poly[1],
                            v->damping,
                            v->damping_poly[0],
                            v->damping_poly[1],
                            v->armature,
                            v->frictionloss,
                            v->ref,
                            v->springref,
                            v->springdamper[0],
                            v->springdamper[1],
                            v->actuator_force_range[0],
                            v->actuator_force_range[1]};
  int count = (int)(sizeof numbers / sizeof *numbers);
  rg_status status =
      rg_compile_check_finite(c, &joint->source, "joint", name, "a value", numbers, count);
  if (status) return status;
  if (v->armature < 0 || v->damping < 0 || v->frictionloss < 0)
    return rg_spec_error(c->error, &joint->source, "joint", name,
                         "armature, damping and frictionloss must be >= 0");
  int has_axis = v->type == RG_JOINT_SLIDE || v->type == RG_JOINT_HINGE;
  if (!has_axis && (v->stiffness_poly[0] != 0 || v->stiffness_poly[1] != 0 ||
                    v->damping_poly[0] != 0 || v->damping_poly[1] != 0))
    return rg_spec_error(c->error, &joint->source, "joint", name,
                         "stiffness and damping that are polynomials need a hinge or slide; give "
                         "their first number alone");
  if (has_axis && rg_v3_norm(v->axis) < RG_TINY)
    return rg_spec_error(c->error, &joint->source, "joint", name, "the axis has no length");
  return RG_OK;
}

static rg_status fill_joint_limits(rg_compilation *c, const rg_spec_joint *joint, int j) {
  rg_model *m = c->model;
  const rg_joint_spec *v = &joint->value;
  rg_status status = rg_compile_limit(c, &joint->source, "joint", v->name, "range", v->limited,
                                      v->range, &m->joint_limited[j]);
  if (!status)
    status =
        rg_compile_limit(c, &joint->source, "joint", v->name, "actuatorfrcrange",
                         joint->force_limited, v->actuator_force_range, &m->joint_forcelimited[j]);
  if (status) return status;

  /* a free joint has no range, whatever a default class says */
  if (v->type == RG_JOINT_FREE) m->joint_limited[j] = 0;
  const char *reason = NULL;
  if (m->joint_limited[j]) {
    if (v->type == RG_JOINT_BALL && (v->range[0] != 0 || v->range[1] <= 0))
      reason = "the range of a ball joint must be 0 and a positive angle";
    else if (!(v->range[0] < v->range[1])) reason = "range: the first must be below the second";
  }
  if (m->joint_forcelimited[j] && !(v->actuator_force_range[0] < v->actuator_force_range[1]))
    reason = "actuatorfrcrange: the first must be below the second";
  if (reason) return rg_spec_error(c->error, &joint->source, "joint", v->name, "%s", reason);
  for (int k = 0; k < 2; k++) {
    m->joint_range[2 * j + k] = v->range[k];
    m->joint_forcerange[2 * j + k] = v->actuator_force_range[k];
  }
  return RG_OK;
}

/* where the joint is at qpos0, and where its spring rests */
static void fill_reference(rg_model *m, const rg_joint_spec *v, int j, int body) {
  double *start = m->qpos0 + m->joint_qpos[j], *spring = m->qpos_spring + m->joint_qpos[j];
  switch (v->type) {
  case RG_JOINT_FREE:
    rg_v3_copy(start, m->body_pos + 3 * body);
    rg_quat_copy(start + 3, m->body_quat + 4 * body);
    rg_v3_copy(spring, start);
    rg_quat_copy(spring + 3, start + 3);
    break;
  case RG_JOINT_BALL:
    rg_quat_identity(start);
    rg_quat_identity(spring);
    break;
  case RG_JOINT_SLIDE:
  case RG_JOINT_HINGE:
    start[0] = v->ref;
    spring[0] = v->springref;
    break;
  }
}

static rg_status fill_joint(rg_compilation *c, const rg_spec_joint *joint, int j, int body) {
  rg_model *m = c->model;
  const rg_joint_spec *v = &joint->value;
  rg_status status = check_joint_values(c, joint);
  if (!status)
    status = rg_compile_check_name(c, &c->joint_names, &joint->source, "joint", v->name, j);
  if (!status) status = fill_joint_limits(c, joint, j);
  if (status) return status;

  m->joint_name[j] = rg_compile_text(c, v->name);
  m->joint_type[j] = (int)v->type;
  m->joint_body[j] = body;
  m->joint_margin[j] = v->margin;
  m->joint_stiffness[j] = v->stiffness;
  for (int k = 0; k < 2; k++) m->joint_stiffness_poly[2 * j + k] = v->stiffness_poly[k];
  m->joint_gravcomp[j] = v->actuator_gravcomp != 0;
  if (v->type != RG_JOINT_FREE) rg_v3_copy(m->joint_pos + 3 * j, v->pos);
  rg_v3_set(m->joint_axis + 3 * j, 0, 0, 1);
  if (v->type == RG_JOINT_SLIDE || v->type == RG_JOINT_HINGE) {
    rg_v3_copy(m->joint_axis + 3 * j, v->axis);
    rg_v3_normalize(m->joint_axis + 3 * j);
  }
  fill_reference(m, v, j, body);
  return RG_OK;
}

static void fill_dofs(rg_model *m, const rg_joint_spec *v, int j, int body, int *last) {
  for (int k = 0; k < dof_size[v->type]; k++) {
    int dof = m->joint_dof[j] + k;
    m->dof_body[dof] = body;
    m->dof_joint[dof] = j;
    m->dof_parent[dof] = *last;
    m->dof_armature[dof] = v->armature;
    m->dof_damping[dof] = v->damping;
    for (int i = 0; i < 2; i++) m->dof_damping_poly[2 * dof + i] = v->damping_poly[i];
    m->dof_frictionloss[dof] = v->frictionloss;
    *last = dof;
  }
}

rg_status rg_compile_joints(rg_compilation *c) {
  assert(c->body && c->model->joint_body);
  rg_model *m = c->model;
  int joints = 0, qpos = 0, dofs = 0;
  /* last degree of freedom of each body or of what carries it, -1: none */
  int *last_dof = RG_NEW(&c->scratch, int, m->nbody);
  if (!last_dof) return RG_NO_MEMORY;
  for (int i = 0; i < m->nbody; i++) {
    rg_status status = check_joint_set(c, i);
    if (status) return status;
    last_dof[i] = i == 0 ? -1 : last_dof[m->body_parent[i]];
    m->body_joint[i] = c->body[i]->joints ? joints : -1;
    m->body_dof[i] = c->body[i]->joints ? dofs : -1;
    for (const rg_spec_joint *joint = c->body[i]->joints; joint; joint = joint->next, joints++) {
      m->joint_qpos[joints] = qpos;
      m->joint_dof[joints] = dofs;
      status = fill_joint(c, joint, joints, i);
      if (status) return status;
      fill_dofs(m, &joint->value, joints, i, &last_dof[i]);
      qpos += qpos_size[joint->value.type];
      dofs += dof_size[joint->value.type];
      m->body_njoint[i]++;
      m->body_ndof[i] += dof_size[joint->value.type];
    }
  }
  return RG_OK;
}

/* --- sites ---------------------------------------------------------------------------------- */

static const char *site_fault(const rg_spec_site *site) {
  static const int sizes[] = {[RG_GEOM_SPHERE] = 1,
                              [RG_GEOM_CAPSULE] = 2,
                              [RG_GEOM_ELLIPSOID] = 3,
                              [RG_GEOM_CYLINDER] = 2,
                              [RG_GEOM_BOX] = 3};
  if ((int)site->type < RG_GEOM_SPHERE || site->type > RG_GEOM_BOX)
    return "its volume is a sphere, capsule, ellipsoid, cylinder or box";
  for (int k = 0; k < sizes[site->type]; k++)
    if (!(site->size[k] > 0)) return "every size must be positive";
  return NULL;
}

rg_status rg_compile_sites(rg_compilation *c) {
  rg_model *m = c->model;
  int sites = 0;
  for (int i = 0; i < m->nbody; i++)
    for (const rg_spec_site *site = c->body[i]->sites; site; site = site->next, sites++) {
      double numbers[10];
      rg_v3_copy(numbers, site->pose.pos);
      rg_quat_copy(numbers + 3, site->pose.quat);
      rg_v3_copy(numbers + 7, site->size);
      rg_status status = rg_compile_check_finite(c, &site->source, "site", site->name,
                                                 "pos, quat or size", numbers, 10);
      const char *fault = status ? NULL : site_fault(site);
      if (fault) return rg_spec_error(c->error, &site->source, "site", site->name, "%s", fault);
      if (!status)
        status = rg_compile_check_name(c, &c->site_names, &site->source, "site", site->name, sites);
      if (status) return status;
      m->site_name[sites] = rg_compile_text(c, site->name);
      m->site_body[sites] = i;
      m->site_type[sites] = (int)site->type;
      rg_v3_copy(m->site_size + 3 * sites, site->size);
      rg_compile_pose(m->site_pos + 3 * sites, m->site_quat + 4 * sites, &site->pose);
    }
  return RG_OK;
}
