/* A number that tells models apart: FNV-1a (Fowler, Noll & Vo) over everything that moves them. */
#include <rigor/step.h>

#include <stdint.h>
#include <stdio.h>
#include <string.h>

static void hash_bytes(uint64_t *hash, const void *data, size_t size) {
  const unsigned char *byte = data;
  for (size_t k = 0; k < size; k++) *hash = (*hash ^ byte[k]) * 0x100000001b3u;
}

static void hash_ints(uint64_t *hash, const int *x, int count) {
  if (count > 0) hash_bytes(hash, x, (size_t)count * sizeof *x);
}

static void hash_reals(uint64_t *hash, const double *x, int count) {
  if (count > 0) hash_bytes(hash, x, (size_t)count * sizeof *x);
}

static void hash_sizes(uint64_t *hash, const rg_model *m) {
  const int sizes[] = {m->nq,    m->nv,        m->nbody,     m->njoint, m->ngeom,
                       m->nmesh, m->nactuator, m->nequality, m->npair,  m->ntendon};
  hash_ints(hash, sizes, (int)(sizeof sizes / sizeof *sizes));
  hash_reals(hash, m->option.gravity, 3);
  hash_reals(hash, m->option.wind, 3);
  hash_reals(hash, &m->option.density, 1);
  hash_reals(hash, &m->option.viscosity, 1);
}

static void hash_tree(uint64_t *hash, const rg_model *m) {
  hash_ints(hash, m->body_parent, m->nbody);
  hash_reals(hash, m->body_pos, 3 * m->nbody);
  hash_reals(hash, m->body_quat, 4 * m->nbody);
  hash_reals(hash, m->body_ipos, 3 * m->nbody);
  hash_reals(hash, m->body_iquat, 4 * m->nbody);
  hash_reals(hash, m->body_mass, m->nbody);
  hash_reals(hash, m->body_inertia, 3 * m->nbody);
  hash_reals(hash, m->body_gravcomp, m->nbody);
  hash_ints(hash, m->joint_type, m->njoint);
  hash_ints(hash, m->joint_body, m->njoint);
  hash_ints(hash, m->joint_limited, m->njoint);
  hash_ints(hash, m->joint_gravcomp, m->njoint);
  hash_reals(hash, m->joint_pos, 3 * m->njoint);
  hash_reals(hash, m->joint_axis, 3 * m->njoint);
  hash_reals(hash, m->joint_range, 2 * m->njoint);
  hash_reals(hash, m->joint_stiffness, m->njoint);
  hash_reals(hash, m->joint_stiffness_poly, 2 * m->njoint);
  hash_reals(hash, m->dof_damping_poly, 2 * m->nv);
  hash_reals(hash, m->dof_armature, m->nv);
  hash_reals(hash, m->dof_damping, m->nv);
  hash_reals(hash, m->dof_frictionloss, m->nv);
  hash_reals(hash, m->qpos0, m->nq);
  hash_reals(hash, m->qpos_spring, m->nq);
}

static void hash_shapes(uint64_t *hash, const rg_model *m) {
  hash_ints(hash, m->geom_type, m->ngeom);
  hash_ints(hash, m->geom_body, m->ngeom);
  hash_ints(hash, m->geom_contype, m->ngeom);
  hash_ints(hash, m->geom_conaffinity, m->ngeom);
  hash_ints(hash, m->geom_condim, m->ngeom);
  hash_reals(hash, m->geom_pos, 3 * m->ngeom);
  hash_reals(hash, m->geom_quat, 4 * m->ngeom);
  hash_reals(hash, m->geom_size, 3 * m->ngeom);
  hash_reals(hash, m->geom_friction, 3 * m->ngeom);
  hash_reals(hash, m->geom_fluid, 12 * m->ngeom);
  hash_reals(hash, m->geom_surface, 6 * m->ngeom);
  hash_reals(hash, m->geom_adhesion, m->ngeom);
  hash_ints(hash, m->geom_hfield, m->nhfield ? m->ngeom : 0);
  hash_reals(hash, m->hfield_size, 4 * m->nhfield);
  for (int k = 0; k < m->nhfield; k++)
    hash_reals(hash, m->hfield_data + m->hfield_start[k], m->hfield_nrow[k] * m->hfield_ncol[k]);
  hash_ints(hash, m->mesh_nvertex, m->nmesh);
  for (int k = 0; k < m->nmesh; k++)
    hash_reals(hash, m->vertex + 3 * m->mesh_vertex[k], 3 * m->mesh_nvertex[k]);
}

static void hash_links(uint64_t *hash, const rg_model *m) {
  hash_ints(hash, m->equality_type, m->nequality);
  hash_ints(hash, m->equality_active, m->nequality);
  hash_ints(hash, m->equality_object1, m->nequality);
  hash_ints(hash, m->equality_object2, m->nequality);
  hash_reals(hash, m->equality_data, 11 * m->nequality);
  hash_ints(hash, m->tendon_count, m->ntendon);
  hash_ints(hash, m->tendon_limited, m->ntendon);
  hash_reals(hash, m->tendon_stiffness, m->ntendon);
  hash_reals(hash, m->tendon_damping, m->ntendon);
  hash_reals(hash, m->tendon_stiffness_poly, 2 * m->ntendon);
  hash_reals(hash, m->tendon_damping_poly, 2 * m->ntendon);
  hash_reals(hash, m->tendon_frictionloss, m->ntendon);
  hash_reals(hash, m->tendon_armature, m->ntendon);
  hash_ints(hash, m->tendon_forcelimited, m->ntendon);
  hash_reals(hash, m->tendon_forcerange, 2 * m->ntendon);
  hash_reals(hash, m->tendon_springlength, 2 * m->ntendon);
  hash_ints(hash, m->tendon_joint, m->ntendonjoint);
  hash_reals(hash, m->tendon_coef, m->ntendonjoint);
  hash_reals(hash, m->tendon_range, 2 * m->ntendon);
  hash_ints(hash, m->path_type, m->npath);
  hash_ints(hash, m->path_object, m->npath);
  hash_ints(hash, m->path_side, m->npath);
  hash_reals(hash, m->path_divisor, m->npath);
  for (int k = 0; k < m->npath; k++)
    if (m->path_type[k] == RG_PATH_SITE) hash_reals(hash, m->site_pos + 3 * m->path_object[k], 3);
  hash_ints(hash, m->actuator_transmission, m->nactuator);
  hash_ints(hash, m->actuator_site, m->nactuator);
  hash_ints(hash, m->actuator_refsite, m->nactuator);
  hash_ints(hash, m->actuator_body, m->nactuator);
  hash_reals(hash, m->actuator_cranklength, m->nactuator);
  hash_ints(hash, m->actuator_joint, m->nactuator);
  hash_ints(hash, m->actuator_tendon, m->nactuator);
  hash_reals(hash, m->actuator_gear, 6 * m->nactuator);
  hash_reals(hash, m->actuator_gain, m->nactuator);
  hash_reals(hash, m->actuator_bias, 3 * m->nactuator);
  hash_reals(hash, m->actuator_gain_slope, 2 * m->nactuator);
  hash_ints(hash, m->actuator_dyntype, m->nactuator);
  hash_reals(hash, m->actuator_dynprm, 3 * m->nactuator);
  hash_ints(hash, m->actuator_actearly, m->nactuator);
  hash_ints(hash, m->actuator_actlimited, m->nactuator);
  hash_reals(hash, m->actuator_actrange, 2 * m->nactuator);
  hash_ints(hash, m->actuator_muscle, m->nactuator);
  hash_reals(hash, m->actuator_gainprm, 9 * m->nactuator);
  hash_reals(hash, m->actuator_biasprm, 9 * m->nactuator);
  hash_reals(hash, m->actuator_lengthrange, 2 * m->nactuator);
  hash_ints(hash, m->actuator_ctrllimited, m->nactuator);
  hash_ints(hash, m->actuator_forcelimited, m->nactuator);
  hash_reals(hash, m->actuator_ctrlrange, 2 * m->nactuator);
  hash_reals(hash, m->actuator_forcerange, 2 * m->nactuator);
}

/* pairs of shapes with numbers of their own, pairs that never touch, settings of the file */
static void hash_pairs(uint64_t *hash, const rg_model *m) {
  hash_ints(hash, m->pair_geom1, m->npair);
  hash_ints(hash, m->pair_geom2, m->npair);
  hash_ints(hash, m->pair_condim, m->npair);
  hash_reals(hash, m->pair_friction, 5 * m->npair);
  hash_ints(hash, m->exclude_body1, m->nexclude);
  hash_ints(hash, m->exclude_body2, m->nexclude);
  for (int k = 0; k < m->nsetting; k++) {
    const rg_setting *s = &m->setting[k];
    hash_bytes(hash, s->name, strlen(s->name) + 1);
    if (s->text) hash_bytes(hash, s->text, strlen(s->text) + 1);
    else hash_reals(hash, s->data, s->size);
  }
}

void rg_model_fingerprint(const rg_model *model, char text[17]) {
  uint64_t hash = 0xcbf29ce484222325u;
  hash_sizes(&hash, model);
  hash_tree(&hash, model);
  hash_shapes(&hash, model);
  hash_links(&hash, model);
  hash_pairs(&hash, model);
  snprintf(text, 17, "%016llx", (unsigned long long)hash);
}
