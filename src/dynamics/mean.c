/* The mean of a step. A body that turns alone has three equations of its own: with w the angular
   velocity, J the inertia, t the torque, all in the frame of the body at q_m, m = (w- + w+) / 2, n
   its direction, x = dt |m| / 2, and d = J (w+ - w-) split into parts along n and across,

       2 sin x  n x J m  +  cos x d_across + d_along  =  dt t                                  (*)

   Turned by dt m from q- to q+ this is R+ J w+ - R- J w- = dt R_m t, the balance of angular
   momentum in space, exactly; and since n is along m its product with m is m.J (w+ - w-) = dt m.t,
   the balance of energy. For x to 0 it is the midpoint rule J (w+ - w-) / dt + m x J m = t.

   Linked bodies repeat  a = M^-1 (f - C(q_m, v_m)),  v_m = v- + (dt a + M^-1 P) / 2  until v_m of
   their tree settles. */
#include "dynamics/mean.h"

#include "dynamics/medium.h"
#include "dynamics/work.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* --- set-up ----------------------------------------------------------------------------------- */

/* inertia of body b about a point of the root's frame; pose of b in that frame */
static void add_inertia(const rg_model *model, int b, const double pos[3], const double quat[4],
                        double sum[RG_INERTIA]) {
  double at[3], q[4], R[9];
  rg_pose_apply(at, pos, quat, model->body_ipos + 3 * b);
  rg_quat_multiply(q, quat, model->body_iquat + 4 * b);
  rg_quat_to_mat3(R, q);
  double own[RG_INERTIA], zero[3] = {0, 0, 0};
  rg_inertia_set(own, model->body_mass[b], model->body_inertia + 3 * b, R, zero);
  rg_inertia_add_from(sum, own, at);
}

/* 1 where b hangs on `root` without a joint in between; its pose in the frame of the root */
static int is_fixed_to(const rg_model *model, int b, int root, double pos[3], double quat[4]) {
  rg_v3_zero(pos);
  rg_quat_identity(quat);
  for (; b != root; b = model->body_parent[b]) {
    double p[3], q[4];
    if (b < root || model->body_njoint[b] > 0) return 0;
    rg_pose_apply(p, model->body_pos + 3 * b, model->body_quat + 4 * b, pos);
    rg_quat_multiply(q, model->body_quat + 4 * b, quat);
    rg_v3_copy(pos, p);
    rg_quat_copy(quat, q);
  }
  return 1;
}

/* bodies below come after it, until one hangs on somebody before it */
static int end_of_subtree(const rg_model *model, int root) {
  int b = root + 1;
  while (b < model->nbody && model->body_parent[b] >= root) b++;
  return b;
}

/* 1 where no other joint moves the body or anything under it */
static int is_alone(const rg_model *model, int root) {
  if (model->body_njoint[root] != 1) return 0;
  for (int b = model->body_parent[root]; b > 0; b = model->body_parent[b])
    if (model->body_njoint[b]) return 0;
  for (int b = root + 1; b < end_of_subtree(model, root); b++)
    if (model->body_njoint[b]) return 0;
  return 1;
}

static void set_part(rg_rigid_part *part, const rg_model *model, int joint) {
  double sum[RG_INERTIA] = {0}, pos[3], quat[4], shifted[RG_INERTIA] = {0}, back[3];
  int root = model->joint_body[joint];
  part->joint = joint;
  part->body = root;
  part->free = model->joint_type[joint] == RG_JOINT_FREE;
  part->alone = is_alone(model, root);
  for (int b = root; b < end_of_subtree(model, root); b++)
    if (is_fixed_to(model, b, root, pos, quat)) add_inertia(model, b, pos, quat, sum);
  part->mass = sum[0];
  if (part->free && sum[0] > 0) rg_v3_scale(part->centre, 1 / sum[0], sum + 1);
  else rg_v3_copy(part->centre, model->joint_pos + 3 * joint);
  if (part->free && sum[0] == 0) rg_v3_zero(part->centre);
  rg_v3_negate(back, part->centre);
  rg_inertia_add_from(shifted, sum, back);
  const double *I = shifted + 4;
  const double full[9] = {I[0], I[3], I[4], I[3], I[1], I[5], I[4], I[5], I[2]};
  rg_mat3_copy(part->inertia, full);
}

/* which kinematic tree moves each body and each degree of freedom */
static void number_trees(rg_mean *mean, const rg_model *model) {
  mean->trees = 0;
  mean->body_tree[0] = -1;
  for (int b = 1; b < model->nbody; b++)
    mean->body_tree[b] =
        model->body_parent[b] ? mean->body_tree[model->body_parent[b]] : mean->trees++;
  for (int i = 0; i < model->nv; i++) mean->dof_tree[i] = mean->body_tree[model->dof_body[i]];
}

int rg_mean_setup(rg_mean *mean, rg_arena *arena, const rg_model *model, int has_mass) {
  int turning = 0, alone = 0;
  for (int j = 0; j < model->njoint; j++) turning += model->joint_type[j] <= RG_JOINT_BALL;
  mean->part = RG_NEW(arena, rg_rigid_part, turning);
  mean->force = RG_NEW(arena, double, model->nv);
  mean->body_tree = RG_NEW(arena, int, model->nbody);
  mean->dof_tree = RG_NEW(arena, int, model->nv);
  mean->alone = RG_NEW(arena, int, model->nv);
  mean->tree = RG_NEW(arena, rg_mean_tree, model->nbody);
  mean->settled = RG_NEW(arena, double, model->nv);
  mean->has_mass = has_mass;
  mean->parts = 0;
  if (arena->failed) return 0;
  number_trees(mean, model);
  for (int j = 0; j < model->njoint; j++)
    if (model->joint_type[j] <= RG_JOINT_BALL) set_part(&mean->part[mean->parts++], model, j);
  for (int p = 0; p < mean->parts; p++) {
    const rg_rigid_part *part = &mean->part[p];
    alone += part->alone;
    for (int k = 0; k < (part->free ? 6 : 3); k++)
      mean->alone[model->joint_dof[part->joint] + k] = part->alone;
  }
  mean->linked = alone < model->njoint;
  return 1;
}

/* --- positions -------------------------------------------------------------------------------- */

static void rotation_of(const double *quat, double R[9]) {
  double q[4];
  rg_quat_copy(q, quat);
  rg_quat_normalize(q);
  rg_quat_to_mat3(R, q);
}

/* offset of the centre from the body's origin, and w x offset, world axes */
static void centre_of(const rg_rigid_part *part, const double *quat, const double w[3],
                      double arm[3], double turn[3]) {
  double R[9], local[3];
  rotation_of(quat, R);
  rg_mat3_apply(arm, R, part->centre);
  rg_v3_cross(local, w, part->centre);
  rg_mat3_apply(turn, R, local);
}

static int is_centred(const rg_rigid_part *part) {
  return !part->free || (part->centre[0] == 0 && part->centre[1] == 0 && part->centre[2] == 0);
}

void rg_mean_carry(const rg_mean *mean, const rg_model *model, const double *from, const double *to,
                   double *v) {
  for (int p = 0; p < mean->parts; p++) {
    const rg_rigid_part *part = &mean->part[p];
    if (is_centred(part)) continue;
    int q = model->joint_qpos[part->joint] + 3;
    double *u = v + model->joint_dof[part->joint], arm[3], before[3], after[3];
    centre_of(part, from + q, u + 3, arm, before);
    centre_of(part, to + q, u + 3, arm, after);
    for (int k = 0; k < 3; k++) u[k] += before[k] - after[k];
  }
}

void rg_mean_move(const rg_mean *mean, const rg_model *model, double *qpos, const double *at,
                  const double *v, double dt) {
  /* where the centres go */
  for (int p = 0; p < mean->parts; p++) {
    const rg_rigid_part *part = &mean->part[p];
    if (is_centred(part)) continue;
    double *x = qpos + model->joint_qpos[part->joint], arm[3], turn[3], step[3];
    const double *u = v + model->joint_dof[part->joint];
    const double *frame = (at ? at : qpos) + model->joint_qpos[part->joint] + 3;
    centre_of(part, frame, u + 3, step, turn);
    centre_of(part, x + 3, u + 3, arm, step);
    for (int k = 0; k < 3; k++) x[k] += arm[k] + dt * turn[k];
  }
  rg_integrate_position(model, qpos, v, dt);
  for (int p = 0; p < mean->parts; p++) {
    const rg_rigid_part *part = &mean->part[p];
    if (is_centred(part)) continue;
    double *x = qpos + model->joint_qpos[part->joint], arm[3], turn[3];
    centre_of(part, x + 3, v + model->joint_dof[part->joint] + 3, arm, turn);
    rg_v3_sub(x, x, arm);
  }
}

/* --- bodies that turn alone ------------------------------------------------------------------- */

/* x = A^-1 b by Cramer's rule; 0 where A is singular */
static int solve3(const double A[9], const double b[3], double x[3]) {
  double d = rg_mat3_determinant(A);
  if (!(fabs(d) > 0)) return 0;
  for (int k = 0; k < 3; k++) {
    double C[9];
    rg_mat3_copy(C, A);
    for (int i = 0; i < 3; i++) C[3 * i + k] = b[i];
    x[k] = rg_mat3_determinant(C) / d;
  }
  return 1;
}

/* moment w x J w */
static void gyroscopic(const double J[9], const double w[3], double moment[3]) {
  double momentum[3];
  rg_mat3_apply(momentum, J, w);
  rg_v3_cross(moment, w, momentum);
}

/* What (*) adds to J (w+ - w-): dt times the gyroscopic moment of the step. */
static void finite_moment(const double J[9], const double m[3], const double change[3], double dt,
                          double moment[3]) {
  double speed = rg_v3_norm(m), x = 0.5 * dt * speed, gyro[3], d[3];
  gyroscopic(J, m, gyro);
  double s, c;
  rg_sincos(x, &s, &c);
  s = x > 0 ? s / x : 1;
  rg_mat3_apply(d, J, change);
  double along = speed > 0 ? rg_v3_dot(d, m) / (speed * speed) : 0;
  for (int k = 0; k < 3; k++) moment[k] = dt * s * gyro[k] + (c - 1) * (d[k] - along * m[k]);
}

/* derivative of  J change + moment + E change  by m, change = 2 (m - w), x and n held */
static void derivative(const double J[9], const double E[9], const double m[3], double dt,
                       double D[9]) {
  double speed = rg_v3_norm(m), x = 0.5 * dt * speed, momentum[3], W[9], P[9], Jm[9];
  double s, c;
  rg_sincos(x, &s, &c);
  s = x > 0 ? s / x : 1;
  rg_mat3_apply(momentum, J, m);
  rg_mat3_cross(W, m);
  rg_mat3_multiply(Jm, W, J);
  rg_mat3_cross(P, momentum);
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) {
      double along =
          speed > 0 ? m[i] * (m[0] * J[k] + m[1] * J[3 + k] + m[2] * J[6 + k]) / (speed * speed)
                    : 0;
      D[3 * i + k] = dt * s * (Jm[3 * i + k] - P[3 * i + k]) +
                     2 * (c * J[3 * i + k] + (1 - c) * along + E[3 * i + k]);
    }
}

/* the mean velocity m and the moment of the step; 0 where Newton did not settle */
static int mean_velocity(const double J[9], const double E[9], const double w[3], const double t[3],
                         double dt, double m[3], double moment[3]) {
  enum { STEPS = 40 };
  double size = HUGE_VAL;
  rg_v3_copy(m, w);
  for (int step = 0; step < STEPS; step++) {
    double F[3], D[9], change[3], d[3], turn[3], held[3];
    for (int k = 0; k < 3; k++) change[k] = 2 * (m[k] - w[k]);
    finite_moment(J, m, change, dt, moment);
    rg_mat3_apply(turn, J, change);
    rg_mat3_apply(held, E, change);
    for (int k = 0; k < 3; k++) F[k] = dt * t[k] - turn[k] - moment[k] - held[k];
    derivative(J, E, m, dt, D);
    if (!solve3(D, F, d)) return 0;
    rg_v3_add(m, m, d);
    double last = size;
    size = rg_v3_norm(d);
    double small = 1e-15 * (rg_v3_norm(m) + rg_v3_norm(w));
    if (size <= small || (size <= 1e3 * small && size >= last)) {
      for (int k = 0; k < 3; k++) change[k] = 2 * (m[k] - w[k]);
      finite_moment(J, m, change, dt, moment);
      return 1;
    }
  }
  return 0;
}

/* Forces of a body that turns alone: those of `force` and the gravity in the bias, with the moment
   of (*) in the place of what the bias has for the velocity in data. */
static void turn_alone(const rg_rigid_part *part, const rg_model *model, rg_data *data, double dt,
                       const double *start, const double *push, double *force) {
  int dof = model->joint_dof[part->joint], first = part->free ? dof + 3 : dof;
  const double *J = part->inertia, *w = data->qvel + first, *r = part->centre;
  double gyro[3], torque[3], m[3], moment[3], E[9], R[9], arm[3], place[3];

  /* what the bias has: w x J w about the centre */
  gyroscopic(J, w, gyro);
  if (part->free) rotation_of(data->qpos + model->joint_qpos[part->joint] + 3, R);
  rg_v3_add(force + first, force + first, gyro);

  /* torque about the centre, with the one that is expected to change w by `push` */
  rg_v3_copy(torque, force + first);
  if (part->free) {
    double local[3];
    rg_mat3_apply_t(local, R, force + dof);
    rg_v3_cross(arm, r, local);
    rg_v3_sub(torque, torque, arm);
  }
  if (push) {
    rg_mat3_apply(arm, J, push + first);
    rg_v3_add_scaled(torque, 1 / dt, arm);
  }
  rg_mat3_apply(place, data->xmat + 9 * part->body, part->centre);
  rg_v3_add(place, place, data->xpos + 3 * part->body);
  rg_medium_turning(data, part->body, end_of_subtree(model, part->body), place, E);
  for (int k = 0; k < 3; k++) E[4 * k] += rg_work_of(data)->dof_inertia[first + k];
  if (!mean_velocity(J, E, start + first, torque, dt, m, moment)) {
    rg_v3_sub(force + first, force + first, gyro);
    return;
  }
  rg_v3_add_scaled(force + first, -1 / dt, moment);
}

/* --- all together ----------------------------------------------------------------------------- */

static void divide_by_mass(const rg_mean *mean, const rg_model *model, rg_data *data, double *x) {
  if (mean->has_mass) rg_mass_solve_tree(model, data, x);
  else rg_articulated_solve(model, data, x);
}

/* v- + (dt a + push) / 2 */
static double mean_of(const rg_data *data, double dt, const double *start, const double *push,
                      int i) {
  return start[i] + 0.5 * (dt * data->qacc_smooth[i] + (push ? push[i] : 0));
}

/* velocities of all bodies; free joints keep the velocity of their centre, not of their origin */
static void velocity_stage(const rg_mean *mean, const rg_model *model, rg_data *data) {
  rg_velocity_stage(model, data);
  for (int p = 0; p < mean->parts; p++) {
    const rg_rigid_part *part = &mean->part[p];
    if (is_centred(part)) continue;
    double arm[3], turn[3];
    const double *w = data->xvel + 6 * part->body;
    rg_mat3_apply(arm, data->xmat + 9 * part->body, part->centre);
    rg_v3_cross(turn, w, arm);
    rg_v3_cross(arm, w, turn);
    double *drift = rg_work_of(data)->drift + 6 * part->body + 3;
    rg_v3_sub(drift, drift, arm);
  }
}

/* How far the mean velocity of a tree is from the one in data, at which the bias was taken: in the norm of the kinetic energy,
   with the diagonal of M, relative to the velocity and to what forces alone make of it. Of its unknowns from `first` on;
   returns the first of the next tree. */
static int find_mean_of(rg_mean *mean, const rg_model *model, const rg_data *data, double dt,
                        const double *start, const double *push, int first) {
  rg_mean_tree *tree = &mean->tree[mean->dof_tree[first]];
  const double *inverse = rg_work_of(data)->dof_inverse;
  double change = tree->change, size = tree->size;
  int i = first;
  for (; i < model->nv && mean->dof_tree[i] == mean->dof_tree[first]; i++) {
    if (tree->settled) continue;
    double v = mean_of(data, dt, start, push, i), d = v - data->qvel[i];
    double m = mean->has_mass ? data->qM[data->dof_madr[i]] : 1 / inverse[i];
    double a = dt * data->qacc_smooth[i];
    change += m * d * d;
    size += m * (v * v + a * a);
    mean->settled[i] = v;
  }
  tree->change = change, tree->size = size;
  return i;
}

/* A change of the velocity by a part of itself changes the bias so that the velocity at the end follows by x = dt w times
   that part, w being the rate at which bodies turn. The rule itself leaves some x^3 / 12 in a step: a tenth of that, or
   what nobody will ever see, is enough. */
static int is_settled(const rg_mean_tree *tree, double dt) {
  static const double SHARE = 0.01, LEAST = 1e-9;
  double change = tree->size > 0 ? sqrt(tree->change / tree->size) : 0, x = dt * sqrt(tree->turn);
  return change <= SHARE * x * x || change * x <= LEAST;
}

/* the trees that have not settled; those that have just done so keep the bias that they have */
static int count_open(rg_mean *mean, const rg_model *model, const rg_data *data, double dt) {
  int open = 0;
  for (int b = 1; b < model->nbody; b++) {
    rg_mean_tree *tree = &mean->tree[mean->body_tree[b]];
    const double *w = data->xvel + 6 * b;
    if (!tree->settled) tree->turn = fmax(tree->turn, rg_v3_dot(w, w));
  }
  for (int t = 0; t < mean->trees; t++) {
    rg_mean_tree *tree = &mean->tree[t];
    if (!tree->settled) tree->settled = is_settled(tree, dt);
    if (!tree->settled) *tree = (rg_mean_tree){0}, open++;
  }
  return open;
}

/* Bias of linked bodies at the mean velocity, repeated tree by tree until that settles. */
static void settle(rg_mean *mean, const rg_model *model, rg_data *data, double dt,
                   const double *start, const double *push) {
  enum { ROUNDS = 12 };
  size_t bytes = (size_t)model->nv * sizeof(double);
  for (int t = 0; t < mean->trees; t++) mean->tree[t] = (rg_mean_tree){0};
  for (int round = 0; round < ROUNDS; round++) {
    for (int i = 0; i < model->nv;) i = find_mean_of(mean, model, data, dt, start, push, i);
    if (!count_open(mean, model, data, dt)) break;
    for (int i = 0; i < model->nv; i++)
      if (!mean->tree[mean->dof_tree[i]].settled) data->qvel[i] = mean->settled[i];
    velocity_stage(mean, model, data);
    rg_bias(model, data);
    for (int i = 0; i < model->nv; i++)
      if (!mean->tree[mean->dof_tree[i]].settled)
        data->qfrc_smooth[i] = mean->force[i] - data->qfrc_bias[i];
    memcpy(data->qacc_smooth, data->qfrc_smooth, bytes);
    divide_by_mass(mean, model, data, data->qacc_smooth);
  }
}

/* all that turns alone, and the accelerations with them; 0 where there is none */
static int turn_all_alone(const rg_mean *mean, const rg_model *model, rg_data *data, double dt,
                          const double *start, const double *push) {
  int alone = 0;
  for (int p = 0; p < mean->parts; p++) {
    if (!mean->part[p].alone) continue;
    alone = 1;
    turn_alone(&mean->part[p], model, data, dt, start, push, data->qfrc_smooth);
  }
  if (!alone) return 0;
  memcpy(data->qacc_smooth, data->qfrc_smooth, (size_t)model->nv * sizeof(double));
  divide_by_mass(mean, model, data, data->qacc_smooth);
  return 1;
}

void rg_mean_alone(const rg_mean *mean, const rg_model *model, rg_data *data, double dt) {
  turn_all_alone(mean, model, data, dt, data->qvel, NULL);
}

static void velocities_at(const rg_mean *mean, const rg_model *model, rg_data *data, double *v) {
  double *own = data->qvel;
  data->qvel = v;
  velocity_stage(mean, model, data);
  data->qvel = own;
}

/* the medium asks for the velocities where the step begins, and for those at its middle */
static void expect_velocities(const rg_mean *mean, const rg_model *model, rg_data *data,
                              double *guess) {
  double *expected = rg_work_of(data)->expected;
  if (!expected) return;
  velocities_at(mean, model, data, guess);
  memcpy(expected, data->xvel, 6 * (size_t)model->nbody * sizeof(double));
}

/* the bias at the velocity v, where that is not data's own */
static void bias_at(const rg_mean *mean, const rg_model *model, rg_data *data, double *v) {
  double *own = data->qvel;
  if (v) data->qvel = v;
  velocity_stage(mean, model, data);
  rg_bias(model, data);
  data->qvel = own;
}

void rg_mean_forward(rg_mean *mean, const rg_model *model, rg_data *data, double *guess) {
  rg_kinematics_of_forces(model, data);
  double *other = mean->linked ? guess : NULL;
  int medium = rg_has_medium(model);
  if (medium && guess) expect_velocities(mean, model, data, guess);
  bias_at(mean, model, data, other);
  if (medium && other) velocities_at(mean, model, data, data->qvel);
  rg_smooth_forces(model, data);
  if (medium && other) velocities_at(mean, model, data, other);
  for (int i = 0; i < model->nv; i++) mean->force[i] = data->qfrc_smooth[i] + data->qfrc_bias[i];
  rg_implicit_go_on(model, data);
  if (model->nv) memcpy(data->qacc_smooth, data->qfrc_smooth, (size_t)model->nv * sizeof(double));
  if (mean->has_mass) rg_mass(model, data);
  else rg_articulated_factor(model, data);
  divide_by_mass(mean, model, data, data->qacc_smooth);
}

void rg_mean_motion(rg_mean *mean, const rg_model *model, rg_data *data, double dt,
                    const double *start, const double *guess, const double *push) {
  assert(dt > 0 && start && guess);
  size_t bytes = (size_t)model->nv * sizeof(double);
  if (!model->nv) return;
  if (mean->linked) {
    memcpy(data->qvel, guess, bytes);
    settle(mean, model, data, dt, start, push);
  }
  if (turn_all_alone(mean, model, data, dt, start, push)) {
    for (int i = 0; i < model->nv; i++)
      if (mean->alone[i]) data->qvel[i] = mean_of(data, dt, start, push, i);
    velocity_stage(mean, model, data);
  }
  for (int i = 0; i < model->nv && mean->linked; i++)
    if (!mean->alone[i]) data->qvel[i] = mean->settled[i];
}
