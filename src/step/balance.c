/* The balance of energy. Over a step with forces f at the middle and the mean velocity v_m

       T+ + U+  =  T- + U-  +  v_m'(dt f + G' x)  +  e

   with U of gravity and springs, f all other forces, x impulses of contacts and rows. Loop closures
   do no work. What is left, e, is the error of the rule itself, of the third order in dt. It
   is taken out of the velocity at the end, by one factor for all bodies that act on each other: what
   touches, sticks and closes goes on doing so. Where nothing outside holds them the factor is for the
   motion against each other, so that momentum stays. */
#include "step/sim.h"

#include "base/disjoint.h"
#include "dynamics/work.h"

#include <float.h>
#include <math.h>
#include <string.h>

int rg_balance_setup(rg_balance *b, rg_arena *arena, const rg_model *model, int trees,
                     const int *body_tree, const int *dof_tree) {
  b->trees = trees;
  b->body_tree = body_tree;
  b->dof_tree = dof_tree;
  b->floats = RG_NEW(arena, unsigned char, trees);
  b->held = RG_NEW(arena, unsigned char, trees);
  b->driven = RG_NEW(arena, unsigned char, trees);
  b->qpos = RG_NEW(arena, double, model->nq);
  b->qvel = RG_NEW(arena, double, model->nv);
  b->twist = RG_NEW(arena, double, 6 * (size_t)model->nbody);
  b->change = RG_NEW(arena, double, 6 * (size_t)model->nbody);
  b->share = RG_NEW(arena, double, trees);
  b->kinetic = RG_NEW(arena, double, trees);
  b->potential = RG_NEW(arena, double, trees);
  b->parent = RG_NEW(arena, int, trees);
  b->work = RG_NEW(arena, double, trees);
  b->before = RG_NEW(arena, double, trees);
  b->after = RG_NEW(arena, double, trees);
  b->moving = RG_NEW(arena, double, trees);
  b->known = 0;
  if (arena->failed) return 0;
  for (int j = 0; j < model->njoint; j++)
    if (model->joint_type[j] == RG_JOINT_FREE) b->floats[dof_tree[model->joint_dof[j]]] = 1;
  return 1;
}

/* --- energies at a state ---------------------------------------------------------------------- */

static int same(int n, const double *a, const double *b) {
  return n == 0 || memcmp(a, b, (size_t)n * sizeof(double)) == 0;
}

static void copy(double *to, const double *from, int n) {
  if (n) memcpy(to, from, (size_t)n * sizeof(double));
}

/* kinetic and potential energy of each tree; data has kinematics and velocities */
static void find_energies(rg_sim *sim) {
  const rg_model *model = sim->model;
  const rg_data *data = sim->data;
  rg_balance *b = &sim->balance;
  for (int t = 0; t < b->trees; t++) b->kinetic[t] = b->potential[t] = 0;
  for (int body = 1; body < model->nbody; body++) {
    int t = b->body_tree[body];
    if (t < 0) continue;
    b->kinetic[t] += rg_body_kinetic(model, data, body);
    b->potential[t] -=
        model->body_mass[body] * rg_v3_dot(model->option.gravity, data->xipos + 3 * body);
  }
  for (int i = 0; i < model->nv; i++)
    if (model->dof_armature[i] != 0)
      b->kinetic[b->dof_tree[i]] += 0.5 * model->dof_armature[i] * data->qvel[i] * data->qvel[i];
  const rg_work *work = rg_work_of(data);
  for (int k = 0; k < work->nsprung; k++) {
    int j = work->sprung[k];
    b->potential[b->dof_tree[model->joint_dof[j]]] += rg_spring_energy(model, data->qpos, j);
  }
}

void rg_balance_check(rg_sim *sim) {
  const rg_model *model = sim->model;
  rg_balance *b = &sim->balance;
  if (!same(model->nq, b->qpos, sim->data->qpos) || !same(model->nv, b->qvel, sim->data->qvel))
    b->known = 0;
}

void rg_balance_adopt(rg_sim *sim) {
  copy(sim->balance.qpos, sim->data->qpos, sim->model->nq);
  copy(sim->balance.qvel, sim->data->qvel, sim->model->nv);
}

void rg_balance_begin(rg_sim *sim) {
  rg_balance_check(sim);
  if (sim->balance.known != 0) return;
  rg_place_bodies(sim->model, sim->data);
  rg_velocity_stage(sim->model, sim->data);
  find_energies(sim);
  copy(sim->balance.twist, sim->data->xvel, 6 * sim->model->nbody);
  memset(sim->balance.change, 0, 6 * (size_t)sim->model->nbody * sizeof(double));
  sim->balance.known = 1;
}

/* velocities of the bodies at the end of the step, and how they changed */
static void note_twists(rg_sim *sim) {
  rg_balance *b = &sim->balance;
  for (int body = 1; body < sim->model->nbody; body++) {
    double share = b->body_tree[body] < 0 ? 0 : b->share[b->body_tree[body]];
    for (int k = 6 * body; k < 6 * body + 6; k++) {
      b->change[k] = share * (sim->data->xvel[k] - b->twist[k]);
      b->twist[k] = sim->data->xvel[k];
    }
  }
}

/* --- work in the step ------------------------------------------------------------------------- */

static int unite(rg_balance *b, int s, int t) {
  if (s < 0 || t < 0) return s < 0 ? t : s;
  s = rg_find_root(b->parent, s), t = rg_find_root(b->parent, t);
  return b->parent[s > t ? s : t] = s < t ? s : t;
}

/* which trees act on each other; closures always do, contacts where they push */
static void find_islands(rg_sim *sim) {
  rg_balance *b = &sim->balance;
  const rg_constraints *c = sim->constraints;
  for (int t = 0; t < b->trees; t++) {
    b->parent[t] = t;
    b->held[t] = b->driven[t] = 0;
    b->work[t] = 0;
  }
  for (int i = 0; i < c->rows; i++)
    for (int e = c->start[i], tree = -1; e < c->start[i + 1]; e++)
      tree = unite(b, tree, b->dof_tree[c->dof[e]]);
  for (int i = 0; i < c->contacts && sim->has_problem; i++)
    if (sim->impulse[sim->problem.rows + 3 * i] > 0)
      unite(b, b->body_tree[c->contact[i].body1], b->body_tree[c->contact[i].body2]);
}

/* the root of the island of tree t */
static int root_of(rg_balance *b, int t) { return rg_find_root(b->parent, t); }

/* a body of the world takes part in an equality: only free trees can float */
static void find_held(rg_sim *sim) {
  rg_balance *b = &sim->balance;
  const rg_constraints *c = sim->constraints;
  for (int t = 0; t < b->trees; t++)
    if (!b->floats[t]) b->held[root_of(b, t)] = 1;
  for (int i = 0; i < c->contacts && sim->has_problem; i++) {
    int s = b->body_tree[c->contact[i].body1], t = b->body_tree[c->contact[i].body2];
    if ((s < 0 || t < 0) && sim->impulse[sim->problem.rows + 3 * i] > 0)
      b->held[root_of(b, s < 0 ? t : s)] = 1;
    const double *surface = c->surface + 3 * i;
    int moves = surface[1] != 0 || surface[2] != 0;
    if (moves) b->driven[root_of(b, s < 0 ? t : s)] = 1;
  }
  for (int i = 0; i < c->rows; i++) {
    if (c->start[i] == c->start[i + 1]) continue;
    int root = root_of(b, b->dof_tree[c->dof[c->start[i]]]);
    if (c->kind[i] == RG_ROW_CLOSURE) b->held[root] = 1;
    if (c->kind[i] == RG_ROW_DRIVE) b->driven[root] = 1;
  }
}

/* mean velocity of a contact along axis k of its frame, of the bodies alone: half of the sum of what it
   was before the step and is at its end */
static double contact_mean(const rg_sim *sim, const double *velocity, int i, int k) {
  const rg_constraints *c = sim->constraints;
  double after = velocity[sim->problem.rows + 3 * i + k], before = c->before[3 * i + k];
  if (c->slides[i] && k) before = 0; /* it is in `after` */
  return 0.5 * (before + after) - c->surface[3 * i + k];
}

static double row_mean(const rg_constraints *c, int row, const double *mean) {
  double sum = 0;
  for (int e = c->start[row]; e < c->start[row + 1]; e++) sum += c->value[e] * mean[c->dof[e]];
  return sum;
}

/* what contacts and rows did: impulse times the mean velocity, by island */
static void add_impulses(rg_sim *sim, const double *mean) {
  rg_balance *b = &sim->balance;
  const rg_constraints *c = sim->constraints;
  int extra = rg_sim_extra_rows(sim), rows = sim->problem.rows;
  const int *map = rg_sim_row_map(sim);
  const double *velocity = sim->velocity;
  if (!sim->has_problem) return;
  if (sim->options.contacts == RG_STABILIZE_RELAX) { /* a spring is part of the problem's own */
    velocity = sim->check;
    sim->assembly->contact_velocity(sim->assembly_state, sim->model, sim->data, sim->v, sim->check);
  }
  for (int i = extra; i < rows; i++) {
    int row = map ? map[i - extra] : i - extra;
    double work = sim->impulse[i] * row_mean(c, row, mean);
    sim->report.work += work;
    if (c->kind[row] == RG_ROW_CLOSURE || c->start[row] == c->start[row + 1]) continue;
    b->work[root_of(b, b->dof_tree[c->dof[c->start[row]]])] += work;
  }
  for (int i = 0; i < c->contacts; i++) {
    int s = b->body_tree[c->contact[i].body1], t = b->body_tree[c->contact[i].body2];
    double work = 0;
    for (int k = 0; k < 3; k++)
      work += sim->impulse[rows + 3 * i + k] * contact_mean(sim, velocity, i, k);
    sim->report.work += work;
    b->work[root_of(b, s < 0 ? t : s)] += work;
  }
}

void rg_balance_work(rg_sim *sim, double dt, const double *start) {
  const rg_work *work = rg_work_of(sim->data);
  rg_balance *b = &sim->balance;
  double *mean = sim->work;
  find_islands(sim);
  find_held(sim);
  for (int i = 0; i < sim->model->nv; i++) {
    double change = sim->v[i] - start[i];
    mean[i] = 0.5 * (start[i] + sim->v[i]);
    double impulse = dt * (sim->mean.force[i] - work->spring[i]) - work->implicit.damper[i] * change;
    b->work[root_of(b, b->dof_tree[i])] += impulse * mean[i];
  }
  add_impulses(sim, mean);
}

/* --- what is left ----------------------------------------------------------------------------- */

/* the rigid motion of everything in an island that has the same momentum: spatial velocity at the
   origin of the world */
static int common_motion(rg_sim *sim, int root, double twist[6]) {
  const rg_model *model = sim->model;
  const rg_data *data = sim->data;
  rg_balance *b = &sim->balance;
  double total[RG_INERTIA] = {0}, momentum[6] = {0};
  for (int body = 1; body < model->nbody; body++) {
    int t = b->body_tree[body];
    if (t < 0 || root_of(b, t) != root) continue;
    double own[6];
    const double *inertia = rg_work_of(data)->inertia + RG_INERTIA * body;
    rg_inertia_apply(own, inertia, data->xvel + 6 * body);
    rg_sp_add_force_from(momentum, own, data->xpos + 3 * body);
    rg_inertia_add_from(total, inertia, data->xpos + 3 * body);
  }
  return rg_inertia_solve(total, momentum, twist);
}

/* v of free joints that move as one */
static void joint_motion(const rg_sim *sim, int j, const double twist[6], double v[6]) {
  const rg_model *model = sim->model;
  int body = model->joint_body[j];
  double at[6];
  rg_sp_motion_at(at, twist, sim->data->xpos + 3 * body);
  rg_v3_copy(v, at + 3);
  rg_mat3_apply_t(v + 3, sim->data->xmat + 9 * body, at);
}

static void scale_island(rg_sim *sim, int root, double factor) {
  const rg_model *model = sim->model;
  rg_balance *b = &sim->balance;
  double *v = sim->data->qvel;
  for (int i = 0; i < model->nv; i++)
    if (root_of(b, b->dof_tree[i]) == root) v[i] *= factor;
  for (int t = 0; t < b->trees; t++)
    if (root_of(b, t) == root) b->kinetic[t] *= factor * factor;
}

/* The factor for a kinetic energy T that has e too much. Half of it at most is taken in one step, and
   little is given: what moves so fast for the step that this is not enough is not a motion any more. */
static double factor_of(double T, double e) {
  static const double LEAST = 0.5, MOST = 2;
  double square = T > 0 ? 1 - e / T : 1;
  return sqrt(fmin(fmax(square, LEAST), MOST));
}

static void correct_held(rg_sim *sim, int root, double e) {
  scale_island(sim, root, factor_of(sim->balance.moving[root], e));
}

/* the same for what floats: v = rigid + s (v - rigid) */
static void correct_floating(rg_sim *sim, int root, double e) {
  const rg_model *model = sim->model;
  rg_balance *b = &sim->balance;
  double twist[6], rigid = 0, momentum[6] = {0};
  rg_place_inertias(model, sim->data);
  if (!common_motion(sim, root, twist)) return;
  for (int body = 1; body < model->nbody; body++) {
    int t = b->body_tree[body];
    if (t < 0 || root_of(b, t) != root) continue;
    double own[6];
    rg_inertia_apply(own, rg_work_of(sim->data)->inertia + RG_INERTIA * body,
                     sim->data->xvel + 6 * body);
    rg_sp_add_force_from(momentum, own, sim->data->xpos + 3 * body);
  }
  rigid = 0.5 * rg_sp_dot(momentum, twist);
  double inner = b->moving[root] - rigid;
  if (!(inner > 1e-12 * b->moving[root])) return;
  double s = factor_of(inner, e);
  double before[6];
  for (int j = 0; j < model->njoint; j++) {
    int dof = model->joint_dof[j];
    if (root_of(b, b->dof_tree[dof]) != root) continue;
    double *v = sim->data->qvel + dof;
    if (model->joint_type[j] != RG_JOINT_FREE) {
      int n = model->joint_type[j] == RG_JOINT_BALL ? 3 : 1;
      for (int k = 0; k < n; k++) v[k] *= s;
      continue;
    }
    joint_motion(sim, j, twist, before);
    for (int k = 0; k < 6; k++) v[k] = before[k] + s * (v[k] - before[k]);
  }
  b->known = 0;
}

/* all trees are at rest, and none is without contacts and rows */
static int nothing_moves(rg_sim *sim) {
  rg_rest *rest = &sim->rest;
  if (!sim->has_problem || !rest->all || sim->arrives) return 0;
  for (int t = 0; t < rest->trees; t++)
    if (rest->number[rg_find_root(rest->parent, t)] < 0) return 0;
  return 1;
}

/* what sums of energies are known to, of their size */
static const double ROUNDING = 64 * DBL_EPSILON;

void rg_balance_end(rg_sim *sim) {
  const rg_model *model = sim->model;
  rg_balance *b = &sim->balance;
  rg_data *data = sim->data;
  if (nothing_moves(sim)) {
    rg_balance_adopt(sim);
    return;
  }
  for (int t = 0; t < b->trees; t++) b->before[t] = b->after[t] = b->moving[t] = 0;
  for (int t = 0; t < b->trees; t++)
    b->before[root_of(b, t)] += b->kinetic[t] + b->potential[t];
  rg_place_bodies(model, data);
  rg_velocity_stage(model, data);
  find_energies(sim);
  note_twists(sim);
  for (int t = 0; t < b->trees; t++) {
    int root = root_of(b, t);
    b->after[root] += b->kinetic[t] + b->potential[t];
    b->moving[root] += b->kinetic[t];
  }
  b->known = 1;
  for (int t = 0; t < b->trees; t++) {
    if (root_of(b, t) != t || b->driven[t]) continue;
    double e = b->after[t] - b->before[t] - b->work[t];
    sim->report.residual += e;
    double size = fabs(b->after[t]) + fabs(b->before[t]) + fabs(b->work[t]);
    if (fabs(e) <= ROUNDING * size || sim->options.integrator != RG_MIDPOINT || sim->arrives) continue;
    if (b->held[t]) correct_held(sim, t, e);
    else correct_floating(sim, t, e);
  }
  if (b->known == 0) { /* a floating island: energies once more */
    rg_velocity_stage(model, data);
    find_energies(sim);
    b->known = 1;
  }
  rg_balance_adopt(sim);
}
