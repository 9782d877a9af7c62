/* An rg_model that borrows the arrays of a compiled mjModel, so that the dynamics are compared on
   the very same numbers, whatever the readers do. */
#ifndef FROM_MUJOCO_H
#define FROM_MUJOCO_H

#include <mujoco/mujoco.h>
#include <rigor/model.h>
#include <stdlib.h>

/* force laws that rigor has: on a joint or fixed tendon, fixed or affine gain and bias, no activation */
static int actuator_known(const mjModel *m, int a) {
  int type = m->actuator_trntype[a];
  return (type == mjTRN_JOINT || type == mjTRN_TENDON) && m->actuator_dyntype[a] == mjDYN_NONE &&
         m->actuator_gaintype[a] == mjGAIN_FIXED &&
         (m->actuator_biastype[a] == mjBIAS_NONE || m->actuator_biastype[a] == mjBIAS_AFFINE);
}

static void borrow_actuators(const mjModel *m, rg_model *r) {
  size_t n = (size_t)m->nu;
  r->nactuator = m->nu;
  r->actuator_joint = calloc(n + 1, sizeof(int));
  r->actuator_tendon = calloc(n + 1, sizeof(int));
  r->actuator_ctrllimited = calloc(n + 1, sizeof(int));
  r->actuator_forcelimited = calloc(n + 1, sizeof(int));
  r->actuator_gain = calloc(n + 1, sizeof(double));
  r->actuator_bias = calloc(3 * n + 1, sizeof(double));
  r->actuator_gear = m->actuator_gear;
  r->actuator_ctrlrange = m->actuator_ctrlrange;
  r->actuator_forcerange = m->actuator_forcerange;
  r->actuator_gain_slope = calloc(2 * n + 1, sizeof(double));
  r->actuator_muscle = calloc(n + 1, sizeof(int));
  r->actuator_act = calloc(n + 1, sizeof(int));
  for (size_t k = 0; k < n; k++) r->actuator_act[k] = -1;
  r->actuator_transmission = calloc(n + 1, sizeof(int));
  r->actuator_dof_start = calloc(n + 1, sizeof(int));
  r->actuator_dof = calloc(6 * n + (size_t)r->tendon_dof_start[m->ntendon] * n + 1, sizeof(int));
  for (int a = 0; a < m->nu; a++) {
    int *start = r->actuator_dof_start + a;
    start[1] = start[0];
    int on_tendon = m->actuator_trntype[a] == mjTRN_TENDON;
    r->actuator_joint[a] = on_tendon ? -1 : m->actuator_trnid[2 * a];
    r->actuator_tendon[a] = on_tendon ? m->actuator_trnid[2 * a] : -1;
    r->actuator_transmission[a] = on_tendon ? RG_DRIVE_TENDON : RG_DRIVE_JOINT;
    if (on_tendon && m->actuator_trntype[a] == mjTRN_TENDON) {
      const int *dofs = r->tendon_dof_start + r->actuator_tendon[a];
      for (int k = dofs[0]; k < dofs[1]; k++) r->actuator_dof[start[1]++] = r->tendon_dof[k];
    } else if (m->actuator_trntype[a] == mjTRN_JOINT)
      for (int k = 0; k < m->nv; k++)
        if (m->dof_jntid[k] == m->actuator_trnid[2 * a]) r->actuator_dof[start[1]++] = k;
    r->actuator_ctrllimited[a] = m->actuator_ctrllimited[a];
    r->actuator_forcelimited[a] = m->actuator_forcelimited[a];
    r->actuator_gain[a] = m->actuator_gainprm[mjNGAIN * a];
    for (int i = 0; i < 3 && m->actuator_biastype[a] == mjBIAS_AFFINE; i++)
      r->actuator_bias[3 * a + i] = m->actuator_biasprm[mjNBIAS * a + i];
  }
}

/* a spatial tendon has no joints and so no force here; MuJoCo 2.2 has one length at rest */
static void borrow_tendons(const mjModel *m, rg_model *r) {
  r->ntendon = m->ntendon;
  r->ntendonjoint = m->nwrap;
  r->tendon_start = m->tendon_adr;
  r->tendon_count = calloc((size_t)m->ntendon + 1, sizeof(int));
  r->tendon_joint = m->wrap_objid;
  r->tendon_coef = m->wrap_prm;
  r->tendon_stiffness = m->tendon_stiffness;
  r->tendon_damping = m->tendon_damping;
  r->tendon_springlength = calloc(2 * (size_t)m->ntendon + 1, sizeof(double));
  for (int t = 0; t < 2 * m->ntendon; t++)
    r->tendon_springlength[t] = m->tendon_lengthspring[t / 2];
  r->tendon_npath = calloc((size_t)m->ntendon + 1, sizeof(int));
  r->tendon_dof_start = calloc((size_t)m->ntendon + 1, sizeof(int));
  r->tendon_dof = calloc((size_t)m->nwrap + 1, sizeof(int));
  for (int t = 0; t < m->ntendon; t++) {
    int *start = r->tendon_dof_start + t;
    start[1] = start[0];
    if (m->wrap_type[m->tendon_adr[t]] != mjWRAP_JOINT) continue;
    r->tendon_count[t] = m->tendon_num[t];
    for (int k = 0; k < m->tendon_num[t]; k++)
      r->tendon_dof[start[1]++] = m->jnt_dofadr[m->wrap_objid[m->tendon_adr[t] + k]];
  }
}

static void borrow_bodies(const mjModel *m, rg_model *r) {
  r->nbody = m->nbody;
  r->body_parent = m->body_parentid;
  r->body_root = m->body_rootid;
  r->body_weld = m->body_weldid;
  r->body_joint = m->body_jntadr;
  r->body_njoint = m->body_jntnum;
  r->body_dof = m->body_dofadr;
  r->body_ndof = m->body_dofnum;
  r->body_pos = m->body_pos;
  r->body_quat = m->body_quat;
  r->body_ipos = m->body_ipos;
  r->body_iquat = m->body_iquat;
  r->body_mass = m->body_mass;
  r->body_inertia = m->body_inertia;
  r->body_gravcomp = calloc((size_t)m->nbody, sizeof(double)); /* MuJoCo 2.2 has none */
}

static void borrow_joints(const mjModel *m, rg_model *r) {
  r->njoint = m->njnt;
  r->joint_type = m->jnt_type;
  r->joint_body = m->jnt_bodyid;
  r->joint_qpos = m->jnt_qposadr;
  r->joint_dof = m->jnt_dofadr;
  r->joint_pos = m->jnt_pos;
  r->joint_axis = m->jnt_axis;
  r->joint_stiffness = m->jnt_stiffness;
  r->joint_forcelimited = calloc((size_t)m->njnt + 1, sizeof(int)); /* nor these limits */
  r->joint_gravcomp = calloc((size_t)m->njnt + 1, sizeof(int));
  r->dof_body = m->dof_bodyid;
  r->dof_joint = m->dof_jntid;
  r->dof_parent = m->dof_parentid;
  r->dof_armature = m->dof_armature;
  r->dof_damping = m->dof_damping;
  r->joint_stiffness_poly = calloc(2 * (size_t)m->njnt + 1, sizeof(double));
  r->dof_damping_poly = calloc(2 * (size_t)m->nv + 1, sizeof(double));
  r->tendon_stiffness_poly = calloc(2 * (size_t)m->ntendon + 1, sizeof(double));
  r->tendon_damping_poly = calloc(2 * (size_t)m->ntendon + 1, sizeof(double));
  r->tendon_armature = calloc((size_t)m->ntendon + 1, sizeof(double));
  r->tendon_forcelimited = calloc((size_t)m->ntendon + 1, sizeof(int));
  r->qpos0 = m->qpos0;
  r->qpos_spring = m->qpos_spring;
}

/* rigor's name of a kind of sensor, -1 where there is none */
static int sensor_type(int type) {
  static const int pairs[][2] = {
      {mjSENS_JOINTPOS, RG_SENSOR_JOINTPOS},
      {mjSENS_JOINTVEL, RG_SENSOR_JOINTVEL},
      {mjSENS_BALLQUAT, RG_SENSOR_BALLQUAT},
      {mjSENS_BALLANGVEL, RG_SENSOR_BALLANGVEL},
      {mjSENS_ACTUATORPOS, RG_SENSOR_ACTUATORPOS},
      {mjSENS_ACTUATORVEL, RG_SENSOR_ACTUATORVEL},
      {mjSENS_ACTUATORFRC, RG_SENSOR_ACTUATORFRC},
      {mjSENS_TENDONPOS, RG_SENSOR_TENDONPOS},
      {mjSENS_TENDONVEL, RG_SENSOR_TENDONVEL},
      {mjSENS_FRAMEPOS, RG_SENSOR_FRAMEPOS},
      {mjSENS_FRAMEQUAT, RG_SENSOR_FRAMEQUAT},
      {mjSENS_FRAMEXAXIS, RG_SENSOR_FRAMEXAXIS},
      {mjSENS_FRAMEYAXIS, RG_SENSOR_FRAMEYAXIS},
      {mjSENS_FRAMEZAXIS, RG_SENSOR_FRAMEZAXIS},
      {mjSENS_FRAMELINVEL, RG_SENSOR_FRAMELINVEL},
      {mjSENS_FRAMEANGVEL, RG_SENSOR_FRAMEANGVEL},
      {mjSENS_VELOCIMETER, RG_SENSOR_VELOCIMETER},
      {mjSENS_GYRO, RG_SENSOR_GYRO},
      {mjSENS_SUBTREECOM, RG_SENSOR_SUBTREECOM},
      {mjSENS_SUBTREELINVEL, RG_SENSOR_SUBTREELINVEL},
      {mjSENS_SUBTREEANGMOM, RG_SENSOR_SUBTREEANGMOM},
      {mjSENS_CLOCK, RG_SENSOR_CLOCK},
      {mjSENS_ACCELEROMETER, RG_SENSOR_ACCELEROMETER},
      {mjSENS_FRAMELINACC, RG_SENSOR_FRAMELINACC},
      {mjSENS_FRAMEANGACC, RG_SENSOR_FRAMEANGACC},
      {mjSENS_FORCE, RG_SENSOR_FORCE},
      {mjSENS_TORQUE, RG_SENSOR_TORQUE},
      {mjSENS_TOUCH, RG_SENSOR_TOUCH},
  };
  for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
    if (pairs[i][0] == type) return pairs[i][1];
  return -1;
}

static int object_type(int type) {
  return type == mjOBJ_BODY   ? RG_OBJECT_INERTIAL
         : type == mjOBJ_GEOM ? RG_OBJECT_GEOM
         : type == mjOBJ_SITE ? RG_OBJECT_SITE
                              : RG_OBJECT_BODY;
}

/* none at all where rigor lacks one of them */
static void borrow_sensors(const mjModel *m, rg_model *r) {
  size_t n = (size_t)m->nsensor + 1;
  r->sensor_type = calloc(n, sizeof(int));
  r->sensor_object_type = calloc(n, sizeof(int));
  r->sensor_reference_type = calloc(n, sizeof(int));
  r->sensor_object = m->sensor_objid;
  r->sensor_reference = m->sensor_refid;
  r->sensor_start = m->sensor_adr;
  r->sensor_size = m->sensor_dim;
  r->sensor_cutoff = m->sensor_cutoff;
  for (int s = 0; s < m->nsensor; s++) {
    r->sensor_type[s] = sensor_type(m->sensor_type[s]);
    r->sensor_object_type[s] = object_type(m->sensor_objtype[s]);
    r->sensor_reference_type[s] = object_type(m->sensor_reftype[s]);
    if (r->sensor_type[s] < 0) return;
  }
  r->nsensor = m->nsensor;
  r->nsensordata = m->nsensordata;
}

static rg_model *model_from_mujoco(const mjModel *m) {
  rg_model *r = calloc(1, sizeof *r);
  r->nq = m->nq;
  r->nv = m->nv;
  r->option.timestep = m->opt.timestep;
  r->option.density = m->opt.density;
  r->option.viscosity = m->opt.viscosity;
  for (int i = 0; i < 3; i++) {
    r->option.gravity[i] = m->opt.gravity[i];
    r->option.wind[i] = m->opt.wind[i];
  }
  borrow_bodies(m, r);
  borrow_joints(m, r);
  borrow_tendons(m, r);
  borrow_actuators(m, r);
  borrow_sensors(m, r);
  r->ngeom = m->ngeom;
  r->geom_body = m->geom_bodyid;
  r->geom_pos = m->geom_pos;
  r->geom_quat = m->geom_quat;
  r->nsite = m->nsite;
  r->site_body = m->site_bodyid;
  r->site_pos = m->site_pos;
  r->site_quat = m->site_quat;
  return r;
}

static void free_borrowed(rg_model *r) {
  free(r->body_gravcomp);
  free(r->joint_forcelimited);
  free(r->joint_gravcomp);
  free(r->joint_stiffness_poly);
  free(r->dof_damping_poly);
  free(r->tendon_stiffness_poly);
  free(r->tendon_damping_poly);
  free(r->tendon_armature);
  free(r->tendon_forcelimited);
  free(r->sensor_type);
  free(r->sensor_object_type);
  free(r->sensor_reference_type);
  free(r->tendon_count);
  free(r->tendon_springlength);
  free(r->tendon_npath);
  free(r->tendon_dof_start);
  free(r->tendon_dof);
  free(r->actuator_gain_slope);
  free(r->actuator_muscle);
  free(r->actuator_act);
  free(r->actuator_transmission);
  free(r->actuator_dof_start);
  free(r->actuator_dof);
  free(r->actuator_joint);
  free(r->actuator_tendon);
  free(r->actuator_ctrllimited);
  free(r->actuator_forcelimited);
  free(r->actuator_gain);
  free(r->actuator_bias);
  free(r);
}

#endif
