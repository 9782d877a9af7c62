/* Whether two models are the same: every size, name and table. */
#ifndef SAME_MODEL_H
#define SAME_MODEL_H

#include <rigor/model.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

static int same_reals(const char *what, const double *a, const double *b, int count,
                      double tolerance) {
  for (int k = 0; k < count; k++)
    if (!(fabs(a[k] - b[k]) <= tolerance * fmax(1, fabs(a[k])))) {
      printf("%s[%d]: %.17g and %.17g\n", what, k, a[k], b[k]);
      return 0;
    }
  return 1;
}

static int same_ints(const char *what, const int *a, const int *b, int count) {
  for (int k = 0; k < count; k++)
    if (a[k] != b[k]) {
      printf("%s[%d]: %d and %d\n", what, k, a[k], b[k]);
      return 0;
    }
  return 1;
}

static int same_texts(const char *what, const char **a, const char **b, int count) {
  for (int k = 0; k < count; k++)
    if (strcmp(a[k], b[k]) != 0) {
      printf("%s[%d]: '%s' and '%s'\n", what, k, a[k], b[k]);
      return 0;
    }
  return 1;
}

#define SAME_SIZE(field)                                                                           \
  (a->field == b->field || (printf("%s: %d, %d\n", #field, a->field, b->field), 0))
#define REALS(field, count) same_reals(#field, a->field, b->field, (count), tolerance)
#define INTS(field, count)  same_ints(#field, a->field, b->field, (count))
#define TEXTS(field, count) same_texts(#field, a->field, b->field, (count))

static int same_sizes(const rg_model *a, const rg_model *b) {
  return SAME_SIZE(nq) && SAME_SIZE(nv) && SAME_SIZE(nbody) && SAME_SIZE(njoint) &&
         SAME_SIZE(ngeom) && SAME_SIZE(nsite) && SAME_SIZE(nmesh) && SAME_SIZE(nactuator) &&
         SAME_SIZE(nequality) && SAME_SIZE(npair) && SAME_SIZE(nexclude) && SAME_SIZE(nkey) &&
         SAME_SIZE(nsensor) && SAME_SIZE(nsetting) && SAME_SIZE(nsensordata) &&
         SAME_SIZE(ntendon) && SAME_SIZE(ntendonjoint) && SAME_SIZE(npath) && SAME_SIZE(nact) &&
         SAME_SIZE(nhfield);
}

static int same_bodies(const rg_model *a, const rg_model *b, double tolerance) {
  int n = a->nbody;
  return TEXTS(body_name, n) && INTS(body_parent, n) && INTS(body_root, n) && INTS(body_weld, n) &&
         INTS(body_joint, n) && INTS(body_njoint, n) && INTS(body_dof, n) && INTS(body_ndof, n) &&
         INTS(body_geom, n) && INTS(body_ngeom, n) && REALS(body_pos, 3 * n) &&
         REALS(body_quat, 4 * n) && REALS(body_ipos, 3 * n) && REALS(body_iquat, 4 * n) &&
         REALS(body_mass, n) && REALS(body_inertia, 3 * n) && REALS(body_gravcomp, n);
}

static int same_joints(const rg_model *a, const rg_model *b, double tolerance) {
  int n = a->njoint, dofs = a->nv;
  return TEXTS(joint_name, n) && INTS(joint_type, n) && INTS(joint_body, n) &&
         INTS(joint_qpos, n) && INTS(joint_dof, n) && REALS(joint_pos, 3 * n) &&
         REALS(joint_axis, 3 * n) && INTS(joint_limited, n) && REALS(joint_range, 2 * n) &&
         REALS(joint_margin, n) && REALS(joint_stiffness, n) &&
         REALS(joint_stiffness_poly, 2 * n) && REALS(dof_damping_poly, 2 * dofs) &&
         INTS(joint_forcelimited, n) && INTS(joint_gravcomp, n) && REALS(joint_forcerange, 2 * n) &&
         INTS(dof_body, dofs) && INTS(dof_joint, dofs) && INTS(dof_parent, dofs) &&
         REALS(dof_armature, dofs) && REALS(dof_damping, dofs) && REALS(dof_frictionloss, dofs) &&
         REALS(qpos0, a->nq) && REALS(qpos_spring, a->nq);
}

static int hfield_points(const rg_model *a) {
  int last = a->nhfield - 1;
  return last < 0 ? 0 : a->hfield_start[last] + a->hfield_nrow[last] * a->hfield_ncol[last];
}

static int same_geoms(const rg_model *a, const rg_model *b, double tolerance) {
  int n = a->ngeom;
  for (int k = 0; k < 4 * n; k++)
    if (a->geom_rgba[k] != b->geom_rgba[k]) {
      printf("geom_rgba[%d] differs\n", k);
      return 0;
    }
  return TEXTS(geom_name, n) && INTS(geom_type, n) && INTS(geom_body, n) && INTS(geom_mesh, n) &&
         INTS(geom_hfield, n) && INTS(hfield_nrow, a->nhfield) && INTS(hfield_ncol, a->nhfield) &&
         REALS(hfield_size, 4 * a->nhfield) && REALS(hfield_data, hfield_points(a)) &&
         INTS(geom_contype, n) && INTS(geom_conaffinity, n) && INTS(geom_condim, n) &&
         INTS(geom_priority, n) && INTS(geom_group, n) && REALS(geom_pos, 3 * n) &&
         REALS(geom_quat, 4 * n) && REALS(geom_size, 3 * n) && REALS(geom_friction, 3 * n) &&
         REALS(geom_margin, n) && REALS(geom_gap, n) && REALS(geom_adhesion, n) &&
         REALS(geom_radius, n) && REALS(geom_fluid, 12 * n) && REALS(geom_surface, 6 * n) &&
         TEXTS(site_name, a->nsite) && INTS(site_body, a->nsite) && REALS(site_pos, 3 * a->nsite) &&
         REALS(site_quat, 4 * a->nsite) && INTS(site_type, a->nsite) &&
         REALS(site_size, 3 * a->nsite);
}

static int same_meshes(const rg_model *a, const rg_model *b, double tolerance) {
  int n = a->nmesh;
  if (!(TEXTS(mesh_name, n) && INTS(mesh_vertex, n) && INTS(mesh_nvertex, n) &&
        INTS(mesh_face, n) && INTS(mesh_nface, n)))
    return 0;
  if (n == 0) return 1;
  int vertices = a->mesh_vertex[n - 1] + a->mesh_nvertex[n - 1];
  int faces = a->mesh_face[n - 1] + a->mesh_nface[n - 1];
  return REALS(vertex, 3 * vertices) && INTS(face, 3 * faces) &&
         INTS(mesh_neighbour_start, vertices + 1) &&
         INTS(mesh_neighbour, a->mesh_neighbour_start[vertices]);
}

static int same_links(const rg_model *a, const rg_model *b, double tolerance) {
  int n = a->nactuator, e = a->nequality, p = a->npair, x = a->nexclude;
  return TEXTS(actuator_name, n) && INTS(actuator_joint, n) && INTS(actuator_transmission, n) &&
         INTS(actuator_site, n) && INTS(actuator_refsite, n) && INTS(actuator_body, n) &&
         REALS(actuator_cranklength, n) && REALS(actuator_gain_slope, 2 * n) &&
         INTS(actuator_act, n) && INTS(actuator_dyntype, n) && REALS(actuator_dynprm, 3 * n) &&
         INTS(actuator_actearly, n) && INTS(actuator_actlimited, n) &&
         REALS(actuator_actrange, 2 * n) && INTS(actuator_muscle, n) &&
         REALS(actuator_gainprm, 9 * n) && REALS(actuator_biasprm, 9 * n) &&
         REALS(actuator_lengthrange, 2 * n) && REALS(actuator_gear, 6 * n) &&
         REALS(actuator_gain, n) && REALS(actuator_bias, 3 * n) && INTS(actuator_ctrllimited, n) &&
         INTS(actuator_forcelimited, n) && REALS(actuator_ctrlrange, 2 * n) &&
         REALS(actuator_forcerange, 2 * n) && TEXTS(equality_name, e) && INTS(equality_type, e) &&
         INTS(equality_active, e) && INTS(equality_object1, e) && INTS(equality_object2, e) &&
         INTS(equality_site1, e) && INTS(equality_site2, e) && REALS(equality_data, 11 * e) &&
         INTS(pair_geom1, p) && INTS(pair_geom2, p) && INTS(pair_condim, p) &&
         REALS(pair_friction, 5 * p) && REALS(pair_margin, p) && REALS(pair_gap, p) &&
         REALS(pair_adhesion, p) && INTS(exclude_body1, x) && INTS(exclude_body2, x);
}

static int same_tendons(const rg_model *a, const rg_model *b, double tolerance) {
  int n = a->ntendon, joints = a->ntendonjoint;
  return TEXTS(tendon_name, n) && INTS(tendon_start, n) && INTS(tendon_count, n) &&
         INTS(tendon_joint, joints) && REALS(tendon_coef, joints) && INTS(tendon_limited, n) &&
         REALS(tendon_range, 2 * n) && REALS(tendon_margin, n) && REALS(tendon_stiffness, n) &&
         REALS(tendon_damping, n) && REALS(tendon_stiffness_poly, 2 * a->ntendon) &&
         REALS(tendon_damping_poly, 2 * a->ntendon) && REALS(tendon_frictionloss, n) &&
         REALS(tendon_armature, n) && INTS(tendon_forcelimited, n) &&
         REALS(tendon_forcerange, 2 * a->ntendon) && REALS(tendon_springlength, 2 * n) &&
         INTS(actuator_tendon, a->nactuator) && INTS(tendon_path, n) && INTS(tendon_npath, n) &&
         INTS(path_type, a->npath) && INTS(path_object, a->npath) && INTS(path_side, a->npath) &&
         REALS(path_divisor, a->npath) && INTS(tendon_dof_start, n + 1) &&
         INTS(tendon_dof, a->tendon_dof_start[n]) && INTS(actuator_dof_start, a->nactuator + 1) &&
         INTS(actuator_dof, a->actuator_dof_start[a->nactuator]);
}

static int same_records(const rg_model *a, const rg_model *b, double tolerance) {
  int n = a->nkey, s = a->nsensor;
  for (int k = 0; k < a->nsetting; k++) {
    const rg_setting *one = &a->setting[k], *two = &b->setting[k];
    int texts = one->text && two->text ? strcmp(one->text, two->text) == 0 : one->text == two->text;
    if (strcmp(one->name, two->name) != 0 || !texts || one->size != two->size ||
        !same_reals("setting", one->data, two->data, one->size, tolerance)) {
      printf("setting '%s' differs\n", one->name);
      return 0;
    }
  }
  return TEXTS(key_name, n) && REALS(key_time, n) && REALS(key_qpos, n * a->nq) &&
         REALS(key_qvel, n * a->nv) && REALS(key_ctrl, n * a->nactuator) &&
         REALS(key_act, n * a->nact) && TEXTS(sensor_name, s) && INTS(sensor_type, s) &&
         INTS(sensor_object_type, s) && INTS(sensor_object, s) && INTS(sensor_start, s) &&
         INTS(sensor_size, s) && INTS(sensor_reference_type, s) && INTS(sensor_reference, s) &&
         REALS(sensor_cutoff, s);
}

static inline int same_model(const rg_model *a, const rg_model *b, double tolerance) {
  double one[9] = {a->option.timestep, a->option.density, a->option.viscosity};
  double two[9] = {b->option.timestep, b->option.density, b->option.viscosity};
  memcpy(one + 3, a->option.gravity, sizeof a->option.gravity);
  memcpy(two + 3, b->option.gravity, sizeof b->option.gravity);
  memcpy(one + 6, a->option.wind, sizeof a->option.wind);
  memcpy(two + 6, b->option.wind, sizeof b->option.wind);
  return strcmp(a->name, b->name) == 0 && same_reals("option", one, two, 9, tolerance) &&
         same_reals("magnetic", a->option.magnetic, b->option.magnetic, 3, tolerance) &&
         same_sizes(a, b) && same_bodies(a, b, tolerance) && same_joints(a, b, tolerance) &&
         same_geoms(a, b, tolerance) && same_meshes(a, b, tolerance) &&
         same_links(a, b, tolerance) && same_tendons(a, b, tolerance) &&
         same_records(a, b, tolerance);
}

#endif
