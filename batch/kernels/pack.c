/* From a model to flat arrays for the kernels. */
#include "kernels/pack.h"
#include "kernels/shapes.h"

#include <stdlib.h>
#include <string.h>

/* --- sizes and pointers ----------------------------------------------------------------------------- */

static void set_sizes(rk_model *m, const rg_model *model) {
  m->nq = model->nq;
  m->nv = model->nv;
  m->nbody = model->nbody;
  m->njoint = model->njoint;
  m->ngeom = model->ngeom;
  m->ntendon = model->ntendon;
  m->ntendonjoint = model->ntendonjoint;
  m->nactuator = model->nactuator;
  m->nact = model->nact;
  m->nround = 0;
  for (int j = 0; j < model->njoint; j++)
    m->nround += model->joint_limited[j] && model->joint_type[j] == RG_JOINT_BALL;
}

void rk_bind(rk_model *m, const int *ints, const double *reals, const double *own, int count) {
  const int nq = m->nq, nv = m->nv, nbody = m->nbody, njoint = m->njoint, ngeom = m->ngeom,
            ntendon = m->ntendon, ntendonjoint = m->ntendonjoint, nactuator = m->nactuator,
            npair = m->npair, nentry = m->nentry, ntaken = m->ntaken;
  (void)nq;
#define X(name, size)                                                                              \
  m->name = ints;                                                                                  \
  ints += (size);
  RK_INT_ARRAYS(X)
#undef X
#define X(name, size)                                                                              \
  m->name = reals;                                                                                 \
  reals += (size);
  RK_REAL_ARRAYS(X)
#undef X
  size_t step = own ? (size_t)count : 1;
  const double *values = own ? own : reals;
#define X(name, size)                                                                              \
  m->name = (rk_values){values, (int)step, own != NULL};                                           \
  values += (size_t)(size)*step;
  RK_PARAMETERS(X)
#undef X
}

/* numbers of all arrays of a kind */
static size_t count_ints(const rk_model *m) {
  const int nv = m->nv, nbody = m->nbody, njoint = m->njoint, ngeom = m->ngeom,
            ntendon = m->ntendon, ntendonjoint = m->ntendonjoint, nactuator = m->nactuator,
            npair = m->npair, nentry = m->nentry, ntaken = m->ntaken;
  long sum = 0;
#define X(name, size) sum += (size);
  RK_INT_ARRAYS(X)
#undef X
  return (size_t)sum;
}

static size_t count_reals(const rk_model *m) {
  const int nq = m->nq, nbody = m->nbody, njoint = m->njoint, ngeom = m->ngeom,
            ntendon = m->ntendon, ntendonjoint = m->ntendonjoint, nactuator = m->nactuator,
            npair = m->npair;
  long sum = 0;
#define X(name, size) sum += (size);
  RK_REAL_ARRAYS(X)
#undef X
  return (size_t)sum;
}

static size_t count_parameters(const rk_model *m) {
  const int nv = m->nv, nbody = m->nbody, njoint = m->njoint, ngeom = m->ngeom,
            nactuator = m->nactuator;
  long sum = 0;
#define X(name, size) sum += (size);
  RK_PARAMETERS(X)
#undef X
  return (size_t)sum;
}

/* --- pairs ------------------------------------------------------------------------------------------ */

static int is_used(const rg_model *m, int g) {
  if (m->geom_contype[g] || m->geom_conaffinity[g]) return 1;
  for (int p = 0; p < m->npair; p++)
    if (m->pair_geom1[p] == g || m->pair_geom2[p] == g) return 1;
  return 0;
}

/* the first explicit pair of two geoms; -1: none */
static int explicit_pair(const rg_model *m, int g1, int g2) {
  for (int p = 0; p < m->npair; p++)
    if ((m->pair_geom1[p] == g1 && m->pair_geom2[p] == g2) ||
        (m->pair_geom1[p] == g2 && m->pair_geom2[p] == g1))
      return p;
  return -1;
}

static int excluded(const rg_model *m, int b1, int b2) {
  for (int k = 0; k < m->nexclude; k++)
    if ((m->exclude_body1[k] == b1 && m->exclude_body2[k] == b2) ||
        (m->exclude_body1[k] == b2 && m->exclude_body2[k] == b1))
      return 1;
  return 0;
}

/* welded together, or parent and child neither of which is part of the world, where parents do not touch */
static int related(const rg_model *m, int parents, int b1, int b2) {
  int w1 = m->body_weld[b1], w2 = m->body_weld[b2];
  if (w1 == w2) return 1;
  if (w1 == 0 || w2 == 0 || parents) return 0;
  return m->body_weld[m->body_parent[w1]] == w2 || m->body_weld[m->body_parent[w2]] == w1;
}

/* whether parent and child touch: the option says, or the model */
static int parents_touch(const rg_batch *batch) {
  int option = batch->options.sim.parents_touch;
  return option >= 0 ? option : batch->model->option.parents_touch;
}

/* 1 where two geoms may touch; *own: the explicit pair that says so, -1: none */
static int may_touch(const rg_model *m, int parents, int g1, int g2, int *own) {
  int planes = m->geom_type[g1] == RG_GEOM_PLANE && m->geom_type[g2] == RG_GEOM_PLANE;
  *own = -1;
  if (planes || !is_used(m, g1) || !is_used(m, g2)) return 0;
  *own = explicit_pair(m, g1, g2);
  if (*own >= 0) return 1;
  int b1 = m->geom_body[g1], b2 = m->geom_body[g2];
  int wanted = (m->geom_contype[g1] & m->geom_conaffinity[g2]) ||
               (m->geom_contype[g2] & m->geom_conaffinity[g1]);
  return wanted && !related(m, parents, b1, b2) && !excluded(m, b1, b2);
}

/* 1 where there is a kernel for two shapes */
static int has_kernel(int a, int b) {
  return a < RG_GEOM_MESH && b < RG_GEOM_MESH && (a != RG_GEOM_PLANE || b != RG_GEOM_PLANE);
}

static const char *shape_name(int type) {
  static const char *const names[] = {"plane",    "sphere", "capsule", "ellipsoid",
                                      "cylinder", "box",    "mesh",    "height field"};
  return names[type];
}

static int count_pairs(const rg_model *m, int parents) {
  int count = 0, own;
  for (int g1 = 0; g1 < m->ngeom; g1++)
    for (int g2 = g1 + 1; g2 < m->ngeom; g2++) count += may_touch(m, parents, g1, g2, &own);
  return count;
}

/* --- what kernels do not have ----------------------------------------------------------------------- */

static rg_status check_size(const char *what, int has, int most, rg_error *error) {
  if (has <= most) return RG_OK;
  return rg_fail(error, RG_BAD_INPUT, what, "the model has %d, the kernels have room for %d", has,
                 most);
}

static rg_status check_sizes(const rg_model *m, rg_error *error) {
  rg_status status = check_size("bodies", m->nbody, RK_BODIES, error);
  if (!status) status = check_size("velocities", m->nv, RK_DOFS, error);
  if (!status) status = check_size("positions", m->nq, RK_DOFS + 8, error);
  if (!status) status = check_size("geoms", m->ngeom, RK_GEOMS, error);
  if (!status) status = check_size("actuators", m->nactuator, RK_DOFS, error);
  return status;
}

static rg_status refuse(rg_error *error, const char *element, const char *reason) {
  return rg_fail(error, RG_BAD_INPUT, element, "%s: kernels have none (backend threads does)",
                 reason);
}

/* 1 where a ball or free joint moves its body alone: such bodies have equations of their own (alone.h) */
static int turns_alone(const rg_model *m, int joint) {
  int root = m->joint_body[joint];
  if (m->joint_type[joint] > RG_JOINT_BALL || m->body_njoint[root] != 1) return 0;
  for (int b = m->body_parent[root]; b > 0; b = m->body_parent[b])
    if (m->body_njoint[b]) return 0;
  for (int b = root + 1; b < m->nbody && m->body_parent[b] >= root; b++)
    if (m->body_njoint[b]) return 0;
  return 1;
}

static rg_status check_joints(const rg_model *m, rg_error *error) {
  for (int j = 0; j < m->njoint; j++) {
    int turning = m->joint_type[j] <= RG_JOINT_BALL;
    const char *name = m->joint_name[j][0] ? m->joint_name[j] : "joint";
    if (turning && m->joint_stiffness[j] != 0)
      return refuse(error, name, "a spring of a ball or free joint");
    if (m->joint_stiffness_poly[2 * j] != 0 || m->joint_stiffness_poly[2 * j + 1] != 0 ||
        m->dof_damping_poly[2 * m->joint_dof[j]] != 0 ||
        m->dof_damping_poly[2 * m->joint_dof[j] + 1] != 0)
      return refuse(error, name, "a spring or damper that is a polynomial");
    if (m->joint_gravcomp[j]) return refuse(error, name, "gravity compensation by actuators");
  }
  return RG_OK;
}

static rg_status check_bodies(const rg_model *m, rg_error *error) {
  if (m->nmocap) return refuse(error, "mocap", "a body that is placed from outside");
  if (m->option.density > 0 || m->option.viscosity > 0) return refuse(error, "option", "a medium");
  for (int e = 0; e < m->nequality; e++)
    if (m->equality_active[e]) return refuse(error, "equality", "a loop closure");
  return RG_OK;
}

static rg_status check_drives(const rg_model *m, rg_error *error) {
  for (int t = 0; t < m->ntendon; t++) {
    if (m->tendon_npath[t]) return refuse(error, m->tendon_name[t], "a spatial tendon");
    if (m->tendon_armature[t] > 0)
      return refuse(error, m->tendon_name[t], "a tendon with armature");
    if (m->tendon_forcelimited[t])
      return refuse(error, m->tendon_name[t], "a tendon that limits its actuators");
    const double *spring = m->tendon_stiffness_poly + 2 * t,
                 *damper = m->tendon_damping_poly + 2 * t;
    if (m->tendon_stiffness[t] != 0 || m->tendon_damping[t] != 0 || spring[0] != 0 ||
        spring[1] != 0 || damper[0] != 0 || damper[1] != 0)
      return refuse(error, m->tendon_name[t], "a tendon that is a spring or damper");
  }
  for (int a = 0; a < m->nactuator; a++) {
    int joint = m->actuator_joint[a];
    if (m->actuator_transmission[a] != RG_DRIVE_JOINT || joint < 0 ||
        m->joint_type[joint] <= RG_JOINT_BALL)
      return refuse(error, m->actuator_name[a], "an actuator that is not on a hinge or slide");
    if (m->actuator_muscle[a] || m->actuator_dyntype[a] == RG_ACT_MUSCLE)
      return refuse(error, m->actuator_name[a], "a muscle");
  }
  for (int g = 0; g < m->ngeom; g++)
    if (m->geom_adhesion[g] > 0)
      return refuse(error, m->geom_name[g][0] ? m->geom_name[g] : "geom", "adhesion");
  for (int p = 0; p < m->npair; p++)
    if (m->pair_adhesion[p] > 0) return refuse(error, "pair", "adhesion");
  for (int g = 0; g < m->ngeom; g++)
    for (int k = 0; k < 6; k++)
      if (m->geom_surface[6 * g + k] != 0)
        return refuse(error, m->geom_name[g][0] ? m->geom_name[g] : "geom", "a moving surface");
  for (int k = 0; k < m->nsetting; k++)
    if (strncmp(m->setting[k].name, "rigor.surface", 13) == 0 ||
        strncmp(m->setting[k].name, "rigor.drive", 11) == 0)
      return refuse(error, m->setting[k].name, "a moving surface or a drive");
  return RG_OK;
}

static rg_status check_pairs(const rg_model *m, int parents, rg_error *error) {
  int own;
  for (int g1 = 0; g1 < m->ngeom; g1++)
    for (int g2 = g1 + 1; g2 < m->ngeom; g2++) {
      if (!may_touch(m, parents, g1, g2, &own) || has_kernel(m->geom_type[g1], m->geom_type[g2]))
        continue;
      const char *a = m->geom_name[g1], *b = m->geom_name[g2];
      return rg_fail(error, RG_BAD_INPUT, a[0] ? a : "geom",
                     "may touch '%.40s': there is no kernel for %s and %s (backend threads has it)",
                     b, shape_name(m->geom_type[g1]), shape_name(m->geom_type[g2]));
    }
  return RG_OK;
}

/* 1 where no pair bounces */
static int is_plastic(const rg_model *m, const rg_sim_options *o) {
  if (!isnan(o->restitution)) return o->restitution == 0;
  for (int k = 0; k < m->nsetting; k++) {
    const rg_setting *s = &m->setting[k];
    if (strncmp(s->name, "rigor.restitution", 17) == 0 && s->data && s->size && s->data[0] != 0)
      return 0;
  }
  return 1;
}

/* Options that the kernels do not read: they must be what they are by default. All others are read by kernels or by the
   engine, checked below, or without a meaning for what the kernels take (closures, relax_*, threads, reserve).
   `tests/batch/test_kernels.c` goes over all of rg_sim_options. */
#define RK_UNREAD(X)                                                                               \
  X(solve.law.directions, "directions")                                                            \
  X(solve.law.aligned, "unaligned")                                                                \
  X(solve.law.angle, "angle")                                                                      \
  X(solve.law.slip, "slip")                                                                        \
  X(solve.law.phantom, "phantom")                                                                  \
  X(solve.law.mu_static, "static")                                                                 \
  X(solve.law.threshold, "threshold")                                                              \
  X(solve.law.lateral, "lateral")                                                                  \
  X(solve.law.relax_normal, "relax_normal")                                                        \
  X(solve.law.relax_tangent, "relax_tangent")                                                      \
  X(solve.law.drag, "drag")                                                                        \
  X(solve.law.last_impulse, "last_impulse")                                                        \
  X(solve.law.repeats, "repeats")                                                                  \
  X(solve.max_iterations, "max_iterations")                                                        \
  X(solve.max_seconds, "max_seconds")                                                              \
  X(solve.trace, "trace")                                                                          \
  X(solve.islands, "islands")                                                                      \
  X(solve.settings, "set")                                                                         \
  X(restitution_law, "restitution_law")                                                            \
  X(contact_stiffness, "contact_stiffness")                                                        \
  X(contact_damping, "contact_damping")                                                            \
  X(bristle_stiffness, "bristle_stiffness")                                                        \
  X(bristle_damping, "bristle_damping")                                                            \
  X(law_memory, "law_memory")                                                                      \
  X(contact_rates, "contact_rates")                                                                \
  X(accuracy, "accuracy")                                                                          \
  X(warm_start, "warm_start")                                                                      \
  X(exact_corners, "exact_corners")                                                                \
  X(step_iterations, "step_iterations")                                                            \
  X(implicit_rounds, "implicit_rounds")                                                            \
  X(implicit_tol, "implicit_tol")                                                                  \
  X(most_contacts, "most_contacts")

/* the first of them that is not as by default; NULL: all are */
static const char *unread_option(const rg_sim_options *o) {
  rg_sim_options usual = rg_sim_options_default();
#define X(field, name)                                                                             \
  if (memcmp(&o->field, &usual.field, sizeof o->field) != 0) return name;
  RK_UNREAD(X)
#undef X
  return NULL;
}

static rg_status check_options(const rg_model *m, const rg_sim_options *o, rg_error *error) {
  const char *unread;
  if (o->integrator != RG_EULER)
    return rg_fail(error, RG_BAD_INPUT, "integrator", "the kernels have euler, not %s",
                   rg_integrator_name(o->integrator));
  if (o->coordinates != RG_MINIMAL)
    return rg_fail(error, RG_BAD_INPUT, "coordinates", "the kernels have minimal, not %s",
                   rg_coordinates_name(o->coordinates));
  if (o->contacts != RG_STABILIZE_TARGET)
    return rg_fail(error, RG_BAD_INPUT, "stabilize", "the kernels have target, not %s",
                   rg_stabilize_name(o->contacts));
  if (o->solve.law.law != RG_LAW_AUTO && o->solve.law.law != RG_LAW_CONE)
    return rg_fail(error, RG_BAD_INPUT, "law", "the kernels have the exact cone alone");
  if (o->solve.solver && strcmp(o->solve.solver, "auto") != 0)
    return rg_fail(error, RG_BAD_INPUT, "solver", "the kernels have their own, not '%.40s'",
                   o->solve.solver);
  if (o->solve.split != RG_SPLIT_COMPLIANT)
    return rg_fail(error, RG_BAD_INPUT, "split", "the kernels have compliant alone");
  char what[80] = "";
  if (o->moments != RG_MOMENTS_NONE && rg_model_contact_dim(m, what, sizeof what) > 3)
    return rg_fail(error, RG_BAD_INPUT, what,
                   "torsional and rolling friction: kernels have none (backend threads does; "
                   "moments none takes it as condim 3)");
  if ((unread = unread_option(o)))
    return rg_fail(error, RG_BAD_INPUT, unread,
                   "the kernels do not read this option: it must be left as it is by default "
                   "(backend threads reads it)");
  if (!is_plastic(m, o)) return refuse(error, "restitution", "something that bounces");
  return RG_OK;
}

rg_status rk_check(const rg_batch *batch, rg_error *error) {
  const rg_model *m = batch->model;
  rg_status status = check_options(m, &batch->options.sim, error);
  if (!status) status = check_sizes(m, error);
  if (!status) status = check_joints(m, error);
  if (!status) status = check_bodies(m, error);
  if (!status) status = check_drives(m, error);
  if (!status) status = check_pairs(m, parents_touch(batch), error);
  return status;
}

rg_status rk_check_parameters(const rg_batch *batch, const unsigned char *mask, rg_error *error) {
  const double *e = batch_parameter_values(batch, "restitution");
  for (int i = 0; e && i < batch->options.count; i++)
    if ((!mask || mask[i]) && e[i] > 0)
      return refuse(error, "restitution", "something that bounces");
  return RG_OK;
}

/* --- numbers ---------------------------------------------------------------------------------------- */

/* 1 where b hangs on `root` without a joint in between; its pose in the frame of the root */
static int is_fixed_to(const rg_model *m, int b, int root, double pos[3], double quat[4]) {
  rg_v3_zero(pos);
  rg_quat_identity(quat);
  for (; b != root; b = m->body_parent[b]) {
    double q[4];
    if (b < root || m->body_njoint[b] > 0) return 0;
    rg_pose_apply(pos, m->body_pos + 3 * b, m->body_quat + 4 * b, pos);
    rg_quat_multiply(q, m->body_quat + 4 * b, quat);
    rg_quat_copy(quat, q);
  }
  return 1;
}

/* What turns with a ball or free joint as one rigid body, in the frame of the joint's body: its centre of mass (ball: the
   anchor), and its inertia about that. */
static void find_part(const rg_model *m, int joint, double centre[3], double moment[9]) {
  int root = m->joint_body[joint];
  double sum[10] = {0}, shifted[10] = {0}, back[3];
  for (int b = root; b < m->nbody && (b == root || m->body_parent[b] >= root); b++) {
    double pos[3], quat[4], at[3], q[4], R[9], own[10], zero[3] = {0, 0, 0};
    if (!is_fixed_to(m, b, root, pos, quat)) continue;
    rg_pose_apply(at, pos, quat, m->body_ipos + 3 * b);
    rg_quat_multiply(q, quat, m->body_iquat + 4 * b);
    rg_quat_to_mat3(R, q);
    rg_inertia_set(own, m->body_mass[b], m->body_inertia + 3 * b, R, zero);
    rg_inertia_add_from(sum, own, at);
  }
  if (m->joint_type[joint] == RG_JOINT_BALL) rg_v3_copy(centre, m->joint_pos + 3 * joint);
  else rg_v3_scale(centre, sum[0] > 0 ? 1 / sum[0] : 0, sum + 1);
  rg_v3_negate(back, centre);
  rg_inertia_add_from(shifted, sum, back);
  const double *I = shifted + 4, full[9] = {I[0], I[3], I[4], I[3], I[1], I[5], I[4], I[5], I[2]};
  rg_mat3_copy(moment, full);
}

/* diagonal of M at qpos0; 0 where memory ran out */
static int find_heft(const rg_model *m, double *heft) {
  rg_data *data = rg_data_new(m);
  if (!data) return 0;
  rg_kinematics(m, data);
  rg_mass(m, data);
  for (int i = 0; i < m->nv; i++) heft[i] = data->qM[data->dof_madr[i]];
  rg_data_free(data);
  return 1;
}

/* parameters of one model, in the order of RK_PARAMETERS; 0 where memory ran out */
static int list_parameters(const rg_model *m, double *p) {
  const int nv = m->nv;
#define PUT(from, count)                                                                           \
  for (int k = 0; k < (count); k++) *p++ = (from);
  PUT(m->option.gravity[k], 3)
  PUT(m->body_mass[k], m->nbody)
  PUT(m->body_inertia[k], 3 * m->nbody)
  PUT(m->geom_size[k], 3 * m->ngeom)
  PUT(m->geom_friction[3 * k], m->ngeom)
  PUT(m->actuator_gain[k], m->nactuator)
  PUT(m->actuator_bias[k], 3 * m->nactuator)
  PUT(m->dof_damping[k], nv)
  PUT(m->dof_armature[k], nv)
  PUT(m->dof_frictionloss[k], nv)
  PUT(m->joint_stiffness[k], m->njoint)
#undef PUT
  if (!find_heft(m, p)) return 0;
  p += nv;
  double *centre = p, *moment = p + 3 * m->njoint;
  p = moment + 9 * m->njoint;
  memset(centre, 0, 12 * (size_t)m->njoint * sizeof *centre);
  for (int j = 0; j < m->njoint; j++)
    if (m->joint_type[j] <= RG_JOINT_BALL) find_part(m, j, centre + 3 * j, moment + 9 * j);
  for (int b = 0; b < m->nbody; b++) p[b] = 0;
  for (int g = 0; g < m->ngeom; g++) {
    double reach = rg_v3_norm(m->geom_pos + 3 * g) + m->geom_radius[g];
    p[m->geom_body[g]] = fmax(p[m->geom_body[g]], reach);
  }
  p += m->nbody;
  for (int g = 0; g < m->ngeom; g++) p[g] = m->geom_radius[g];
  return 1;
}

/* copies of arrays, in the order of the lists */
typedef struct writer {
  int *ints;
  double *reals;
} writer;

static void put_ints(writer *w, const int *from, int count) {
  if (count) memcpy(w->ints, from, (size_t)count * sizeof *from);
  w->ints += count;
}

static void put_reals(writer *w, const double *from, int count) {
  if (count) memcpy(w->reals, from, (size_t)count * sizeof *from);
  w->reals += count;
}

/* how many entries M has along the tree, in a row at most, and what its factor takes */
static void count_entries(rk_model *k, const rg_model *m) {
  for (int i = 0; i < m->nv; i++) {
    int entries = 0;
    for (int j = i; j >= 0; j = m->dof_parent[j]) entries++;
    k->nentry += entries;
    k->ntaken += entries * (entries - 1) / 2;
    k->ndepth = entries > k->ndepth ? entries : k->ndepth;
  }
}

/* first entry of each row of M along the tree, and the columns of all */
static void put_rows(writer *w, const rg_model *m) {
  int *row = w->ints, *column = row + m->nv, entries = 0;
  for (int i = 0; i < m->nv; i++) {
    row[i] = entries;
    for (int j = i; j >= 0; j = m->dof_parent[j]) column[entries++] = j;
  }
  w->ints = column + entries;
}

static void put_paths(writer *w, const rg_model *m) {
  for (int b = 0; b < m->nbody; b++) {
    unsigned path = 0;
    for (int at = b; at > 0; at = m->body_parent[at])
      for (int i = m->body_dof[at]; i < m->body_dof[at] + m->body_ndof[at]; i++) path |= 1u << i;
    *w->ints++ = (int)path;
  }
}

/* bodies by their depth in the tree, children of one side by side; who are the children of each; where depths begin */
static void put_levels(writer *w, const rg_model *m) {
  int *order = w->ints, *child = order + m->nbody, *count = child + m->nbody,
      *level = count + m->nbody, listed = 1;
  order[0] = 0;
  for (int k = 0; k < m->nbody; k++) {
    int b = order[k];
    child[b] = listed;
    for (int c = b + 1; c < m->nbody; c++)
      if (m->body_parent[c] == b) order[listed++] = c;
    count[b] = listed - child[b];
  }
  for (int k = 0, last = -1, number = 0; k <= m->nbody; k++) {
    int depth = 0;
    for (int b = k < m->nbody ? order[k] : 0; b > 0; b = m->body_parent[b]) depth++;
    if (k < m->nbody && depth == last) continue;
    for (; number <= (k < m->nbody ? depth : m->nbody); number++) level[number] = k;
    last = depth;
  }
  w->ints = level + m->nbody + 1;
}

/* how deep the tree of the bodies is */
static int count_levels(const rg_model *m) {
  int most = 0;
  for (int k = 0; k < m->nbody; k++) {
    int depth = 1;
    for (int b = k; b > 0; b = m->body_parent[b]) depth++;
    most = depth > most ? depth : most;
  }
  return most;
}

/* actuators by what they drive, in their order */
static void put_drives(writer *w, const rg_model *m) {
  int *first = w->ints, *count = first + m->nv, *order = count + m->nv, listed = 0;
  for (int i = 0; i < m->nv; i++) {
    first[i] = listed;
    for (int a = 0; a < m->nactuator; a++)
      if (m->joint_dof[m->actuator_joint[a]] == i) order[listed++] = a;
    count[i] = listed - first[i];
  }
  w->ints = order + m->nactuator;
}

/* ends of the rows of M along the tree; which of its entries the factor takes each row out of */
static void put_taken(writer *w, const rg_model *m) {
  int row[RK_DOFS], *end = w->ints, *first = end + m->nv, *taken = first + m->nv + 1, entries = 0;
  for (int k = 0; k < m->nv; k++) {
    row[k] = entries;
    for (int j = k; j >= 0; j = m->dof_parent[j]) entries++;
    end[k] = entries;
  }
  int *at = taken;
  for (int k = 0; k < m->nv; k++) {
    first[k] = (int)(at - taken);
    for (int i = m->dof_parent[k], t = 1; i >= 0; i = m->dof_parent[i], t++)
      for (int s = t; s < end[k] - row[k]; s++) *at++ = 1024 * (row[i] + s - t) + 32 * t + s;
  }
  first[m->nv] = (int)(at - taken);
  w->ints = at;
}

/* joints that a limit counts for: not free ones; and balls among them, by number */
static void put_limited(writer *w, const rg_model *m) {
  int round = 0;
  for (int j = 0; j < m->njoint; j++)
    *w->ints++ = m->joint_limited[j] && m->joint_type[j] != RG_JOINT_FREE;
  for (int j = 0; j < m->njoint; j++)
    *w->ints++ = m->joint_forcelimited[j] && m->joint_type[j] >= RG_JOINT_SLIDE;
  for (int j = 0; j < m->njoint; j++)
    *w->ints++ = m->joint_limited[j] && m->joint_type[j] == RG_JOINT_BALL ? round++ : -1;
}

static void put_pairs(writer *w, const rg_model *m, int parents, int npair) {
  int at = 0, own;
  int *geom1 = w->ints, *geom2 = geom1 + npair, *condim = geom2 + npair, *from = condim + npair;
  double *margin = w->reals, *friction = margin + npair;
  for (int g1 = 0; g1 < m->ngeom; g1++)
    for (int g2 = g1 + 1; g2 < m->ngeom; g2++) {
      if (!may_touch(m, parents, g1, g2, &own)) continue;
      int difference = m->geom_priority[g1] - m->geom_priority[g2];
      int c1 = m->geom_condim[g1], c2 = m->geom_condim[g2];
      geom1[at] = g1;
      geom2[at] = g2;
      friction[at] = own >= 0 ? m->pair_friction[5 * own] : 0;
      from[at] = own >= 0          ? RK_OWN
                 : difference == 0 ? RK_LARGER
                 : difference > 0  ? RK_FIRST
                                   : RK_SECOND;
      condim[at] = own >= 0          ? m->pair_condim[own]
                   : difference == 0 ? (c1 > c2 ? c1 : c2)
                   : difference > 0  ? c1
                                     : c2;
      double gap = own >= 0 ? m->pair_gap[own] : fmax(m->geom_gap[g1], m->geom_gap[g2]);
      margin[at] = own >= 0 ? m->pair_margin[own] : fmax(m->geom_margin[g1], m->geom_margin[g2]);
      if (gap <= margin[at]) margin[at] -= gap;
      at++;
    }
  w->ints += 4 * (size_t)npair;
  w->reals += 2 * (size_t)npair;
}

static void put_all_ints(writer *w, const rg_model *m) {
  put_ints(w, m->body_parent, m->nbody);
  put_ints(w, m->body_joint, m->nbody);
  put_ints(w, m->body_njoint, m->nbody);
  put_ints(w, m->body_dof, m->nbody);
  put_ints(w, m->body_ndof, m->nbody);
  put_paths(w, m);
  put_levels(w, m);
  put_ints(w, m->joint_type, m->njoint);
  put_ints(w, m->joint_body, m->njoint);
  put_ints(w, m->joint_qpos, m->njoint);
  put_ints(w, m->joint_dof, m->njoint);
  for (int j = 0; j < m->njoint; j++) *w->ints++ = turns_alone(m, j);
  put_limited(w, m);
  put_ints(w, m->dof_body, m->nv);
  put_ints(w, m->dof_joint, m->nv);
  put_ints(w, m->dof_parent, m->nv);
  put_rows(w, m);
  put_drives(w, m);
  put_taken(w, m);
  put_ints(w, m->geom_type, m->ngeom);
  put_ints(w, m->geom_body, m->ngeom);
  put_ints(w, m->tendon_limited, m->ntendon);
  put_ints(w, m->tendon_start, m->ntendon);
  put_ints(w, m->tendon_count, m->ntendon);
  for (int e = 0; e < m->ntendonjoint; e++) *w->ints++ = m->joint_dof[m->tendon_joint[e]];
  for (int e = 0; e < m->ntendonjoint; e++) *w->ints++ = m->joint_qpos[m->tendon_joint[e]];
  put_ints(w, m->actuator_joint, m->nactuator);
  put_ints(w, m->actuator_ctrllimited, m->nactuator);
  put_ints(w, m->actuator_forcelimited, m->nactuator);
  put_ints(w, m->actuator_act, m->nactuator);
  put_ints(w, m->actuator_dyntype, m->nactuator);
  put_ints(w, m->actuator_actearly, m->nactuator);
  put_ints(w, m->actuator_actlimited, m->nactuator);
}

static void put_all_reals(writer *w, const rg_model *m) {
  put_reals(w, m->body_pos, 3 * m->nbody);
  put_reals(w, m->body_quat, 4 * m->nbody);
  put_reals(w, m->body_ipos, 3 * m->nbody);
  for (int b = 0; b < m->nbody; b++, w->reals += 9)
    rg_quat_to_mat3(w->reals, m->body_iquat + 4 * b);
  put_reals(w, m->body_gravcomp, m->nbody);
  put_reals(w, m->joint_pos, 3 * m->njoint);
  put_reals(w, m->joint_axis, 3 * m->njoint);
  put_reals(w, m->joint_range, 2 * m->njoint);
  put_reals(w, m->joint_forcerange, 2 * m->njoint);
  put_reals(w, m->qpos0, m->nq);
  put_reals(w, m->qpos_spring, m->nq);
  put_reals(w, m->geom_pos, 3 * m->ngeom);
  for (int g = 0; g < m->ngeom; g++, w->reals += 9) rg_quat_to_mat3(w->reals, m->geom_quat + 4 * g);
  put_reals(w, m->tendon_range, 2 * m->ntendon);
  put_reals(w, m->tendon_frictionloss, m->ntendon);
  put_reals(w, m->tendon_coef, m->ntendonjoint);
  for (int a = 0; a < m->nactuator; a++) *w->reals++ = m->actuator_gear[6 * a];
  put_reals(w, m->actuator_gain_slope, 2 * m->nactuator);
  put_reals(w, m->actuator_ctrlrange, 2 * m->nactuator);
  put_reals(w, m->actuator_forcerange, 2 * m->nactuator);
  for (int a = 0; a < m->nactuator; a++) *w->reals++ = m->actuator_dynprm[3 * a];
  put_reals(w, m->actuator_actrange, 2 * m->nactuator);
}

static void set_options(rk_model *k, const rg_model *m, const rg_sim_options *o) {
  double least = 1;
  for (int b = 1; b < m->nbody; b++) {
    if (m->body_mass[b] > 0) least = fmin(least, m->body_mass[b]);
    for (int e = 3 * b; e < 3 * b + 3; e++)
      if (m->body_inertia[e] > 0) least = fmin(least, m->body_inertia[e]);
  }
  k->tiny = RG_TINY * least;
  k->dt = o->dt > 0 ? o->dt : m->option.timestep;
  k->tol = o->solve.tol;
  k->aim = o->solve.aim > 0 && o->solve.aim < o->solve.tol ? o->solve.aim : o->solve.tol;
  k->push = o->push;
  k->mu = o->friction;
  k->known = o->gap_accuracy;
  k->sweeps = o->sweep;
}

rg_status rk_pack(rk_packed *p, const rg_batch *batch, rg_error *error) {
  const rg_model *m = batch->model;
  *p = (rk_packed){0};
  set_sizes(&p->model, m);
  p->model.npair = count_pairs(m, parents_touch(batch));
  count_entries(&p->model, m);
  p->model.nlevel = count_levels(m);
  p->nints = count_ints(&p->model);
  p->nown = count_parameters(&p->model);
  p->nreals = count_reals(&p->model) + p->nown;
  p->ints = batch_take(p->nints * sizeof *p->ints, "model", error);
  p->reals = batch_take(p->nreals * sizeof *p->reals, "model", error);
  if (!p->ints || !p->reals) {
    rk_pack_free(p);
    return RG_NO_MEMORY;
  }
  set_options(&p->model, m, &batch->options.sim);
  writer w = {p->ints, p->reals};
  put_all_ints(&w, m);
  put_all_reals(&w, m);
  put_pairs(&w, m, parents_touch(batch), p->model.npair);
  if (!list_parameters(m, w.reals)) {
    rk_pack_free(p);
    return rg_fail(error, RG_NO_MEMORY, "model", "out of memory");
  }
  rk_bind(&p->model, p->ints, p->reals, NULL, batch->options.count);
  return RG_OK;
}

int rk_has_convex(const rk_packed *p) {
  const rk_model *m = &p->model;
  for (int k = 0; k < m->npair; k++) {
    int a = m->geom_type[m->pair_geom1[k]], b = m->geom_type[m->pair_geom2[k]];
    if (!rk_is_plain(a < b ? a : b, a < b ? b : a)) return 1;
  }
  return 0;
}

void rk_pack_free(rk_packed *p) {
  free(p->ints);
  free(p->reals);
  free(p->own);
  *p = (rk_packed){0};
}

rg_status rk_pack_parameters(rk_packed *p, const rg_batch *batch, const unsigned char *mask,
                             rg_error *error) {
  size_t count = (size_t)batch->options.count;
  if (!batch_has_parameters(batch)) return RG_OK;
  double *row = batch_take(p->nown * sizeof *row, "parameters", error);
  double *reals = batch_take(batch_own_reals(batch) * sizeof *reals, "parameters", error);
  int first = !p->own;
  if (first) p->own = batch_take(p->nown * count * sizeof *p->own, "parameters", error);
  if (!row || !reals || !p->own) {
    free(row);
    free(reals);
    return RG_NO_MEMORY;
  }
  int done = 1;
  for (size_t i = 0; i < count && done; i++) {
    rg_model model;
    rg_sim_options options;
    if (mask && !mask[i] && !first) continue;
    batch_own_model(batch, (int)i, reals, &model, &options);
    done = list_parameters(mask && !mask[i] ? batch->model : &model, row);
    for (size_t k = 0; k < p->nown && done; k++) p->own[k * count + i] = row[k];
  }
  free(row);
  free(reals);
  if (!done) return rg_fail(error, RG_NO_MEMORY, "parameters", "out of memory");
  rk_bind(&p->model, p->ints, p->reals, p->own, batch->options.count);
  return RG_OK;
}
