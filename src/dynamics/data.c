/* The state of one simulation and all its memory: everything that the stages need is taken here. */
#include <limits.h>
#include <string.h>

#include "dynamics/medium.h"
#include "dynamics/work.h"

static int identity_quat(const double q[4]) {
  return fabs(q[0]) == 1 && q[1] == 0 && q[2] == 0 && q[3] == 0;
}
static int zero(const double v[3]) { return v[0] == 0 && v[1] == 0 && v[2] == 0; }

/* inputs and results, and the recursions' own memory */
static void take_arrays(const rg_model *model, rg_data *data, rg_work *work, rg_arena *arena) {
  int nq = model->nq, nv = model->nv, nbody = model->nbody, na = model->nactuator;
  struct {
    double **array;
    int count, width;
  } const table[] = {
      {&data->qpos, nq, 1},
      {&data->qvel, nv, 1},
      {&data->ctrl, na, 1},
      {&data->act, model->nact, 1},
      {&data->act_dot, model->nact, 1},
      {&data->mocap_pos, model->nmocap, 3},
      {&data->mocap_quat, model->nmocap, 4},
      {&data->qfrc_applied, nv, 1},
      {&data->xfrc_applied, nbody, 6},
      {&data->xpos, nbody, 3},
      {&data->xquat, nbody, 4},
      {&data->xmat, nbody, 9},
      {&data->xipos, nbody, 3},
      {&data->ximat, nbody, 9},
      {&data->xanchor, model->njoint, 3},
      {&data->xaxis, model->njoint, 3},
      {&data->geom_xpos, model->ngeom, 3},
      {&data->geom_xmat, model->ngeom, 9},
      {&data->site_xpos, model->nsite, 3},
      {&data->site_xmat, model->nsite, 9},
      {&data->xvel, nbody, 6},
      {&data->qLDiag, nv, 1},
      {&data->tendon_length, model->ntendon, 1},
      {&data->tendon_velocity, model->ntendon, 1},
      {&data->tendon_moment, model->ntendon ? model->tendon_dof_start[model->ntendon] : 0, 1},
      {&data->qfrc_bias, nv, 1},
      {&data->qfrc_passive, nv, 1},
      {&data->qfrc_actuator, nv, 1},
      {&data->actuator_length, na, 1},
      {&data->actuator_velocity, na, 1},
      {&data->actuator_force, na, 1},
      {&data->actuator_moment, na ? model->actuator_dof_start[na] : 0, 1},
      {&data->qfrc_smooth, nv, 1},
      {&data->qacc_smooth, nv, 1},
      {&data->sensordata, model->nsensordata, 1},
      {&work->body_imat, nbody, 9},
      {&work->geom_mat, model->ngeom, 9},
      {&work->site_mat, model->nsite, 9},
      {&work->offset, nbody, 3},
      {&work->inertia, nbody, RG_INERTIA},
      {&work->motion, nv, 6},
      {&work->drift, nbody, 6},
      {&work->composite, nbody, RG_INERTIA},
      {&work->articulated, nbody, RG_ARTICULATED},
      {&work->dof_force, nv, 6},
      {&work->dof_inverse, nv, 1},
      {&work->dof_unbalanced, nv, 1},
      {&work->acceleration, nbody, 6},
      {&work->force, nbody, 6},
  };
  for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
    *table[i].array = RG_NEW(arena, double, (size_t)table[i].count *(size_t)table[i].width);
  work->body_turned = RG_NEW(arena, unsigned char, nbody);
  work->body_same_axes = RG_NEW(arena, unsigned char, nbody);
  work->geom_same = RG_NEW(arena, unsigned char, model->ngeom);
  work->solid = RG_NEW(arena, int, model->ngeom);
  work->placed_qpos = RG_NEW(arena, double, model->nq);
  work->site_same = RG_NEW(arena, unsigned char, model->nsite);
  work->joint_at_origin = RG_NEW(arena, unsigned char, model->njoint);
  work->dof_kind = RG_NEW(arena, unsigned char, nv);
  work->damped = RG_NEW(arena, int, nv);
  work->dof_inertia = RG_NEW(arena, double, nv);
  work->spring = RG_NEW(arena, double, nv);
  int lifted = 0;
  for (int b = 1; b < nbody; b++) lifted |= model->body_gravcomp[b] != 0;
  if (lifted) work->lift = RG_NEW(arena, double, nv);
  if (rg_has_medium(model)) {
    work->drag = RG_NEW(arena, double, RG_ARTICULATED *(size_t)nbody);
    work->carried = RG_NEW(arena, double, RG_ARTICULATED *(size_t)nbody);
    if (model->geom_fluid) work->expected = RG_NEW(arena, double, 6 * (size_t)nbody);
  }
  work->moved_pos = RG_NEW(arena, double, model->npath ? 3 * (size_t)nbody : 0);
  work->moved_mat = RG_NEW(arena, double, model->npath ? 9 * (size_t)nbody : 0);
  work->sprung = RG_NEW(arena, int, model->njoint);
  work->lifted = RG_NEW(arena, int, nbody);
  if (!arena->failed) rg_implicit_setup(&work->implicit, arena, model);
}

/* row i of M has one entry for each degree of freedom from i up to the root; the rows are not
   touched before they are needed, so that a long chain that never builds M pays nothing */
static void take_mass(const rg_model *model, rg_data *data, rg_arena *arena) {
  data->dof_madr = RG_NEW(arena, int, model->nv);
  int *depth = RG_NEW(arena, int, model->nv);
  if (arena->failed) return;
  long long entries = 0;
  for (int i = 0; i < model->nv; i++) {
    int parent = model->dof_parent[i];
    depth[i] = parent < 0 ? 1 : depth[parent] + 1;
    data->dof_madr[i] = (int)entries;
    entries += depth[i];
    if (entries > INT_MAX) {
      arena->failed = 1;
      return;
    }
  }
  data->nM = (int)entries;
  data->qM = RG_RAW(arena, double, data->nM);
  data->qLD = RG_RAW(arena, double, data->nM);
}

static double tiny_of(const rg_model *model) {
  double least = 1;
  for (int b = 1; b < model->nbody; b++) {
    if (model->body_mass[b] > 0) least = fmin(least, model->body_mass[b]);
    for (int k = 0; k < 3; k++)
      if (model->body_inertia[3 * b + k] > 0) least = fmin(least, model->body_inertia[3 * b + k]);
  }
  return RG_TINY * least;
}

/* which frames coincide, and the local axes of the others as matrices */
static void fill_frames(const rg_model *model, rg_work *work) {
  for (int b = 0; b < model->nbody; b++) {
    work->body_turned[b] = !identity_quat(model->body_quat + 4 * b);
    work->body_same_axes[b] = (unsigned char)identity_quat(model->body_iquat + 4 * b);
    if (!work->body_same_axes[b])
      rg_quat_to_mat3(work->body_imat + 9 * b, model->body_iquat + 4 * b);
  }
  for (int g = 0; g < model->ngeom; g++) {
    work->geom_same[g] = zero(model->geom_pos + 3 * g) && identity_quat(model->geom_quat + 4 * g);
    if (!work->geom_same[g]) rg_quat_to_mat3(work->geom_mat + 9 * g, model->geom_quat + 4 * g);
  }
  for (int s = 0; s < model->nsite; s++) {
    work->site_same[s] = zero(model->site_pos + 3 * s) && identity_quat(model->site_quat + 4 * s);
    if (!work->site_same[s]) rg_quat_to_mat3(work->site_mat + 9 * s, model->site_quat + 4 * s);
  }
}

/* geoms that are there to be seen need no place within a step */
static void list_solid(const rg_model *model, rg_work *work) {
  enum { LISTED = 2 }; /* a mark beside the 0 or 1 that is there */
  int all = model->option.density > 0 || model->option.viscosity > 0 || !model->geom_contype ||
            !model->geom_conaffinity;
  for (int p = 0; p < model->npair; p++)
    work->geom_same[model->pair_geom1[p]] |= LISTED,
        work->geom_same[model->pair_geom2[p]] |= LISTED;
  for (int k = 0; k < model->npath; k++)
    if (model->path_type[k] == RG_PATH_SPHERE || model->path_type[k] == RG_PATH_CYLINDER)
      work->geom_same[model->path_object[k]] |= LISTED;
  for (int g = 0; g < model->ngeom; g++) {
    int listed = work->geom_same[g] & LISTED;
    work->geom_same[g] &= 1;
    if (all || listed || model->geom_contype[g] || model->geom_conaffinity[g])
      work->solid[work->nsolid++] = g;
  }
}

/* a joint turns about the body's origin if no later joint of the body carries the origin away */
static unsigned char kind_of_joint(const rg_model *model, int joint) {
  int body = model->joint_body[joint];
  int end = model->body_joint[body] + model->body_njoint[body];
  if (model->joint_type[joint] == RG_JOINT_SLIDE) return RG_DOF_SLIDE;
  for (int j = joint; j < end; j++)
    if (model->joint_type[j] == RG_JOINT_SLIDE || !zero(model->joint_pos + 3 * j))
      return RG_DOF_GENERAL;
  return RG_DOF_TURN;
}

static void fill_lists(const rg_model *model, rg_work *work) {
  for (int i = 0; i < model->nv; i++) {
    int joint = model->dof_joint[i];
    work->dof_kind[i] = kind_of_joint(model, joint);
    if (model->joint_type[joint] == RG_JOINT_FREE)
      work->dof_kind[i] = i < model->joint_dof[joint] + 3 ? RG_DOF_SLIDE : RG_DOF_TURN;
    if (rg_has_damper(model, i)) work->damped[work->ndamped++] = i;
  }
  for (int j = 0; j < model->njoint; j++) {
    work->joint_at_origin[j] = (unsigned char)zero(model->joint_pos + 3 * j);
    if (rg_has_spring(model, j)) work->sprung[work->nsprung++] = j;
  }
  for (int b = 1; b < model->nbody; b++)
    if (model->body_gravcomp[b] != 0) work->lifted[work->nlifted++] = b;
}

/* the world stands at the origin; its geoms and sites are placed with the others */
static void place_world(rg_data *data) {
  rg_quat_identity(data->xquat);
  rg_mat3_identity(data->xmat);
  rg_mat3_identity(data->ximat);
}

rg_data *rg_data_new(const rg_model *model) {
  if (!model) return NULL;
  rg_arena arena = {0};
  rg_data *data = RG_NEW(&arena, rg_data, 1);
  rg_work *work = RG_NEW(&arena, rg_work, 1);
  if (data && work) {
    take_arrays(model, data, work, &arena);
    take_mass(model, data, &arena);
  }
  if (arena.failed) {
    rg_arena_free(&arena);
    return NULL;
  }
  work->arena = arena;
  data->owner = work;
  work->tiny = tiny_of(model);
  fill_frames(model, work);
  list_solid(model, work);
  fill_lists(model, work);
  place_world(data);
  if (model->nv) memcpy(work->dof_inertia, model->dof_armature, (size_t)model->nv * sizeof(double));
  rg_data_reset(model, data, -1);
  rg_implicit_masses(model, data);
  return data;
}

void rg_data_free(rg_data *data) {
  if (!data) return;
  rg_arena arena = rg_work_of(data)->arena; /* the data itself lives in it */
  rg_arena_free(&arena);
}

static void copy_or_zero(double *to, const double *from, int n) {
  if (n <= 0) return;
  if (from) memcpy(to, from, (size_t)n * sizeof *to);
  else memset(to, 0, (size_t)n * sizeof *to);
}

static void reset_mocap(const rg_model *model, rg_data *data, int key) {
  size_t n = (size_t)model->nmocap;
  for (int b = 1; n > 0 && b < model->nbody; b++) {
    int k = model->body_mocap[b];
    if (k < 0) continue;
    size_t of_key = (size_t)key * n + (size_t)k;
    rg_v3_copy(data->mocap_pos + 3 * k,
               key < 0 ? model->body_pos + 3 * b : model->key_mpos + 3 * of_key);
    rg_quat_copy(data->mocap_quat + 4 * k,
                 key < 0 ? model->body_quat + 4 * b : model->key_mquat + 4 * of_key);
  }
}

void rg_data_reset(const rg_model *model, rg_data *data, int key) {
  int nq = model->nq, nv = model->nv, na = model->nactuator;
  int from_key = key >= 0 && key < model->nkey;
  data->time = from_key ? model->key_time[key] : 0;
  copy_or_zero(data->qpos, from_key ? model->key_qpos + (size_t)key * (size_t)nq : model->qpos0,
               nq);
  copy_or_zero(data->qvel, from_key ? model->key_qvel + (size_t)key * (size_t)nv : NULL, nv);
  copy_or_zero(data->ctrl, from_key ? model->key_ctrl + (size_t)key * (size_t)na : NULL, na);
  copy_or_zero(data->act, from_key ? model->key_act + (size_t)key * (size_t)model->nact : NULL,
               model->nact);
  reset_mocap(model, data, from_key ? key : -1);
  copy_or_zero(data->qfrc_applied, NULL, nv);
  copy_or_zero(data->xfrc_applied, NULL, 6 * model->nbody);
}
