/* The balance of energy. Over a step with forces f at the middle and the mean velocity v_m

       T+ + U+  =  T- + U-  +  v_m'(dt f + G' x)  +  e

   with U of gravity and springs, f all other forces, x impulses of contacts and rows. Loop closures
   do no work. What is left, e, is the error of the rule itself, of the third order in dt for the midpoint
   rule. Single bodies keep to a balance of momentum that leaves it bounded (mean.c). Of linked ones, in
   which it would add up, that rule takes it out of the velocity at the end, by one factor for all bodies
   that act on each other: what touches, sticks and closes goes on doing so. Where nothing outside holds
   them the factor is for the motion against each other, so that momentum stays.

   What cannot be taken out, or is not by other rules, is added up. Where it is eight times as much as all
   the kinetic energy that bodies ever had with an explanation their motion is none. */
#include "step/balance.h"

#include "base/disjoint.h"
#include "dynamics/medium.h"
#include "dynamics/work.h"
#include "step/sim.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

int rg_balance_setup(rg_balance *b, rg_arena *arena, const rg_model *model, int trees,
                     const int *body_tree, const int *dof_tree) {
  assert(trees >= 0 && (trees == 0 || (body_tree && dof_tree)));
  size_t n = (size_t)trees, bodies = (size_t)model->nbody;
  b->trees = trees;
  b->body_tree = body_tree;
  b->dof_tree = dof_tree;
  b->free_joint = RG_NEW(arena, int, n);
  b->linked = RG_NEW(arena, unsigned char, n);
  b->mass = RG_NEW(arena, double, n);
  b->qpos = RG_NEW(arena, double, model->nq);
  b->qvel = RG_NEW(arena, double, model->nv);
  b->kinetic = RG_NEW(arena, double, n);
  b->potential = RG_NEW(arena, double, n);
  b->momentum = RG_NEW(arena, double, 6 * n);
  b->twist = RG_NEW(arena, double, 6 * bodies);
  b->change = RG_NEW(arena, double, 6 * bodies);
  b->gained = RG_NEW(arena, double, n);
  b->peak = RG_NEW(arena, double, n);
  b->share = RG_NEW(arena, double, n);
  b->parent = RG_NEW(arena, int, n);
  b->held = RG_NEW(arena, unsigned char, n);
  b->driven = RG_NEW(arena, unsigned char, n);
  b->work = RG_NEW(arena, double, n);
  b->made = RG_NEW(arena, double, n);
  b->undamped = RG_NEW(arena, double, n);
  b->damped = RG_NEW(arena, double, n);
  b->servos = RG_NEW(arena, double, n);
  b->unsure = RG_NEW(arena, double, n);
  b->looped = RG_NEW(arena, double, n);
  b->noise = RG_NEW(arena, double, n);
  b->before = RG_NEW(arena, double, n);
  b->had = RG_NEW(arena, double, n);
  b->after = RG_NEW(arena, double, n);
  b->moving = RG_NEW(arena, double, n);
  b->push = RG_NEW(arena, double, 6 * n);
  b->floats = RG_NEW(arena, double, n);
  b->floated = RG_NEW(arena, double, n);
  b->forced = RG_NEW(arena, double, n);
  if (rg_has_medium(model)) b->drag = RG_NEW(arena, double, model->nv);
  b->reached = RG_NEW(arena, double, n);
  b->heavy = RG_NEW(arena, double, n);
  b->factor = RG_NEW(arena, double, n);
  b->left = RG_NEW(arena, double, n);
  b->off = RG_NEW(arena, double, 6 * n);
  b->links = RG_NEW(arena, unsigned char, n);
  b->flies = RG_NEW(arena, unsigned char, n);
  b->known = 0;
  if (arena->failed) return 0;
  for (int t = 0; t < trees; t++) b->free_joint[t] = -1;
  for (int j = 0; j < model->njoint; j++)
    if (model->joint_type[j] == RG_JOINT_FREE) b->free_joint[dof_tree[model->joint_dof[j]]] = j;
  for (int j = 1; j < model->njoint; j++) { /* joints of a tree follow each other */
    int tree = dof_tree[model->joint_dof[j]];
    if (tree == dof_tree[model->joint_dof[j - 1]]) b->linked[tree] = 1;
  }
  for (int body = 1; body < model->nbody; body++)
    if (body_tree[body] >= 0) b->mass[body_tree[body]] += model->body_mass[body];
  return 1;
}

static int same(int n, const double *a, const double *b) {
  return n == 0 || memcmp(a, b, (size_t)n * sizeof(double)) == 0;
}

static void copy(double *to, const double *from, int n) {
  if (n) memcpy(to, from, (size_t)n * sizeof(double));
}

static void clear(double *x, int n) {
  if (n) memset(x, 0, (size_t)n * sizeof(double));
}

/* the root of the island of tree t */
static int root_of(rg_balance *b, int t) { return rg_find_root(b->parent, t); }

/* --- at a state ------------------------------------------------------------------------------- */

/* momentum of a body, linear and about the origin */
static void add_momentum(const rg_model *model, const rg_data *data, int body, double sum[6]) {
  const double *V = data->xvel + 6 * body, *x = data->xipos + 3 * body, *R = data->ximat + 9 * body;
  double arm[3], p[3], w[3], spin[3];
  rg_v3_sub(arm, x, data->xpos + 3 * body);
  rg_v3_copy(p, V + 3);
  rg_v3_add_cross(p, V, arm);
  rg_v3_scale(p, model->body_mass[body], p);
  rg_mat3_apply_t(w, R, V);
  for (int k = 0; k < 3; k++) w[k] *= model->body_inertia[3 * body + k];
  rg_mat3_apply(spin, R, w);
  rg_v3_add_cross(spin, x, p);
  rg_v3_add(sum, sum, p);
  rg_v3_add(sum + 3, sum + 3, spin);
}

/* energies of each tree, and momenta of those that nothing holds; data has the poses of the bodies and their
   velocities */
static void look(rg_sim *sim) {
  const rg_model *model = sim->model;
  const rg_data *data = sim->data;
  const rg_work *work = rg_work_of(data);
  rg_balance *b = &sim->balance;
  clear(b->kinetic, b->trees), clear(b->potential, b->trees), clear(b->momentum, 6 * b->trees);
  for (int t = 0; t < b->trees; t++) b->floats[t] = !b->held[root_of(b, t)];
  for (int body = 1; body < model->nbody; body++) {
    int t = b->body_tree[body];
    if (t < 0) continue;
    b->kinetic[t] += rg_body_kinetic(model, data, body);
    b->potential[t] -=
        model->body_mass[body] * rg_v3_dot(model->option.gravity, data->xipos + 3 * body);
    if (b->floats[t] != 0) add_momentum(model, data, body, b->momentum + 6 * t);
  }
  for (int i = 0; i < model->nv; i++)
    if (model->dof_armature[i] != 0)
      b->kinetic[b->dof_tree[i]] += 0.5 * model->dof_armature[i] * data->qvel[i] * data->qvel[i];
  for (int k = 0; k < work->nsprung; k++) {
    int j = work->sprung[k];
    b->potential[b->dof_tree[model->joint_dof[j]]] += rg_spring_energy(model, data->qpos, j);
  }
  for (int t = 0; t < model->ntendon; t++) {
    if (rg_tendon_dof(model, t) < 0) continue;
    int tree = b->dof_tree[rg_tendon_dof(model, t)];
    if (rg_tendon_has_spring(model, t)) b->potential[tree] += rg_tendon_energy(model, data, t);
    if (!(model->tendon_armature[t] > 0)) continue;
    double rate = rg_tendon_rate(model, data, t);
    b->kinetic[tree] += 0.5 * model->tendon_armature[t] * rate * rate;
  }
}

static double spring_energy(const rg_sim *sim) {
  const rg_work *work = rg_work_of(sim->data);
  double sum = 0;
  if (sim->model->npath) rg_place_bodies(sim->model, sim->data);
  for (int k = 0; k < work->nsprung; k++)
    sum += rg_spring_energy(sim->model, sim->data->qpos, work->sprung[k]);
  for (int t = 0; t < sim->model->ntendon; t++)
    if (rg_tendon_has_spring(sim->model, t) && rg_tendon_dof(sim->model, t) >= 0)
      sum += rg_tendon_energy(sim->model, sim->data, t);
  return sum;
}

static double sum_of(int n, const double *x) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += x[i];
  return sum;
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

/* velocity of a body with the linear part at its centre of mass, which frames do not matter to */
static void centre_twist(const rg_data *data, int body, double twist[6]) {
  double arm[3];
  rg_v3_sub(arm, data->xipos + 3 * body, data->xpos + 3 * body);
  memcpy(twist, data->xvel + 6 * body, 6 * sizeof(double));
  rg_v3_add_cross(twist + 3, twist, arm);
}

/* energy of springs and servos, which may become motion before it is missed there */
static void add_wound(rg_sim *sim, double *sum) {
  const rg_model *model = sim->model;
  const rg_work *work = rg_work_of(sim->data);
  const rg_balance *b = &sim->balance;
  for (int k = 0; k < work->nsprung; k++) {
    int j = work->sprung[k];
    sum[b->dof_tree[model->joint_dof[j]]] += fmax(rg_spring_energy(model, sim->data->qpos, j), 0);
  }
  for (int t = 0; t < model->ntendon; t++)
    if (rg_tendon_has_spring(model, t) && rg_tendon_dof(model, t) >= 0)
      sum[b->dof_tree[rg_tendon_dof(model, t)]] += fmax(rg_tendon_energy(model, sim->data, t), 0);
  for (int k = 0; k < work->implicit.actuators; k++) {
    int a = work->implicit.actuator[k], j = model->actuator_joint[a];
    double turn = model->actuator_gear[6 * a] * sim->data->qpos[model->joint_qpos[j]];
    double K = fmax(-model->actuator_bias[3 * a + 1], 0);
    sum[b->dof_tree[model->joint_dof[j]]] += 0.5 * K * turn * turn;
  }
}

/* a state that somebody has set: nothing is known of how it came about */
static void begin_anew(rg_sim *sim) {
  rg_balance *b = &sim->balance;
  for (int t = 0; t < b->trees; t++) b->parent[t] = t, b->held[t] = b->free_joint[t] < 0;
  rg_kinematics(sim->model, sim->data);
  rg_velocity_stage(sim->model, sim->data);
  look(sim);
  for (int body = 1; body < sim->model->nbody; body++)
    centre_twist(sim->data, body, b->twist + 6 * body);
  clear(b->change, 6 * sim->model->nbody);
  clear(b->gained, b->trees);
  copy(b->peak, b->kinetic, b->trees);
  add_wound(sim, b->peak);
  b->known = 1;
}

/* most of the kinetic energy that has an explanation */
static double explained(const rg_balance *b) {
  double sum = 0;
  for (int t = 0; t < b->trees; t++) sum += fmax(b->kinetic[t] - fmax(b->gained[t], 0), 0);
  return sum;
}

void rg_balance_begin(rg_sim *sim) {
  rg_step_balance *r = &sim->report.balance;
  rg_balance *b = &sim->balance;
  rg_balance_check(sim);
  if (b->known == 0) begin_anew(sim);
  if (r->begun) return; /* a part of a step that was halved */
  r->begun = 1;
  r->kinetic_before = r->kinetic = sum_of(b->trees, b->kinetic);
  r->explained = explained(b);
  r->potential_before = r->potential = sum_of(b->trees, b->potential);
  b->springs = spring_energy(sim);
}

/* --- work in the step ------------------------------------------------------------------------- */

static int unite(rg_balance *b, int s, int t) {
  if (s < 0 || t < 0) return s < 0 ? t : s;
  s = rg_find_root(b->parent, s), t = rg_find_root(b->parent, t);
  return b->parent[s > t ? s : t] = s < t ? s : t;
}

/* Which trees act on each other: closures and tendons always do, contacts where they push. */
static void find_islands(rg_sim *sim) {
  rg_balance *b = &sim->balance;
  const rg_model *model = sim->model;
  const rg_constraints *c = sim->constraints;
  for (int t = 0; t < b->trees; t++) {
    b->parent[t] = t;
    b->held[t] = b->driven[t] = 0;
    b->work[t] = b->made[t] = b->undamped[t] = b->damped[t] = b->servos[t] = b->unsure[t] =
        b->looped[t] = b->noise[t] = 0;
  }
  for (int i = 0; i < c->rows; i++)
    for (int e = c->start[i], tree = -1; e < c->start[i + 1]; e++)
      tree = unite(b, tree, b->dof_tree[c->dof[e]]);
  for (int t = 0; t < model->ntendon; t++)
    for (int k = model->tendon_dof_start[t], tree = -1; k < model->tendon_dof_start[t + 1]; k++)
      tree = unite(b, tree, b->dof_tree[model->tendon_dof[k]]);
  for (int i = 0; i < c->contacts && sim->has_problem; i++)
    if (rg_sim_pushes_at(sim, i))
      unite(b, b->body_tree[c->contact[i].body1], b->body_tree[c->contact[i].body2]);
}

/* islands that the world holds: only free trees can float, and a loop may end in the world */
static void find_held(rg_sim *sim) {
  rg_balance *b = &sim->balance;
  const rg_constraints *c = sim->constraints;
  for (int t = 0; t < b->trees; t++)
    if (b->free_joint[t] < 0) b->held[root_of(b, t)] = 1;
  for (int i = 0; i < c->contacts && sim->has_problem; i++) {
    int s = b->body_tree[c->contact[i].body1], t = b->body_tree[c->contact[i].body2];
    const double *surface = c->surface + 3 * i;
    if ((s < 0 || t < 0) && rg_sim_pushes_at(sim, i)) b->held[root_of(b, s < 0 ? t : s)] = 1;
    if (surface[1] != 0 || surface[2] != 0) b->driven[root_of(b, s < 0 ? t : s)] = 1;
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
  double after = velocity[rg_sim_first(sim, i) + k], before = c->before[3 * i + k];
  if (c->slides[i] && k) before = 0; /* it is in `after` */
  return 0.5 * (before + after) - c->surface[3 * i + k];
}

/* the same of the angular velocity, k from 3 on */
static double angular_mean(const rg_sim *sim, const double *velocity, int i, int k) {
  const rg_constraints *c = sim->constraints;
  double after = velocity[rg_sim_first(sim, i) + k], before = c->before_angular[3 * i + k - 3];
  if (c->slides[i] && rg_contact_turns_with_slip(c, i)) before = 0; /* it is in `after` */
  return 0.5 * (before + after);
}

static double row_mean(const rg_constraints *c, int row, const double *mean) {
  double sum = 0;
  for (int e = c->start[row]; e < c->start[row + 1]; e++) sum += c->value[e] * mean[c->dof[e]];
  return sum;
}

/* which sum the work of a row belongs to */
static double *sum_of_row(rg_sim *sim, int row) {
  rg_step_balance *now = &sim->balance.now;
  const rg_constraints *c = sim->constraints;
  switch (c->kind[row]) {
  case RG_ROW_CLOSURE: return &now->loops;
  case RG_ROW_DRIVE: return &now->drives;
  case RG_ROW_FRICTION:
  case RG_ROW_TENDON_FRICTION: return &now->dry_friction;
  case RG_ROW_ELEMENT:
    return rg_work_of(sim->data)->implicit.element[c->object[row]].actuator >= 0 ? &now->actuators
                                                                                 : &now->dampers;
  default: return &now->limits;
  }
}

/* rules whose positions have half of the step behind them where forces are taken */
static int moves_first(const rg_implicit *m) {
  return m->rule == RG_IMPLICIT_MEAN || m->rule == RG_IMPLICIT_END_HALF;
}

/* Work of dampers, where it is positive: a damper that is taken late in the step may push along the way that positions went
   before it stopped them. */
static double made_by(double damping, double damped, double before, double change, double dt) {
  return fmax(-(dt * damping * before + damped * change) * (before + 0.5 * change), 0);
}

/* the same of a damper along several coordinates */
static double made_by_element(const rg_sim *sim, int row, const double *mean, double dt) {
  const rg_constraints *c = sim->constraints;
  const rg_implicit *m = &rg_work_of(sim->data)->implicit;
  const rg_element *e = m->element + c->object[row];
  double before = c->target[row] - e->shift, change = 2 * (row_mean(c, row, mean) - before);
  return moves_first(m) ? made_by(e->damping, e->damped, before, change, dt) : 0;
}

/* Work of an element without that of its inertia and its spring, which have their energy. */
static double work_of_element(const rg_sim *sim, int unknown, int row, const double *mean) {
  const rg_constraints *c = sim->constraints;
  const rg_element *e = rg_work_of(sim->data)->implicit.element + c->object[row];
  double rate = row_mean(c, row, mean), impulse = sim->impulse[unknown];
  if (e->inertia > 0) { /* -inertia (J (v+ - v-) + dt drift) */
    double change = 2 * (row_mean(c, row, sim->v) - rate);
    impulse += e->inertia * change - e->weight * e->shift;
  }
  return impulse * rate * (1 - e->spring);
}

/* what contacts and rows did: impulse times the mean velocity, by kind and by island */
static void add_impulses(rg_sim *sim, const double *mean, double dt) {
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
    if (c->kind[row] == RG_ROW_ELEMENT) work = work_of_element(sim, i, row, mean);
    double *sum = sum_of_row(sim, row);
    *sum += work;
    if (c->start[row] == c->start[row + 1]) continue;
    int root = root_of(b, b->dof_tree[c->dof[c->start[row]]]);
    if (c->kind[row] == RG_ROW_CLOSURE) {
      b->looped[root] += work;
      continue;
    }
    b->work[root] += work;
    if (sum == &b->now.limits || sum == &b->now.dry_friction) {
      b->made[root] += work;
      b->noise[root] += fabs(sim->impulse[i]) * rg_balance_slow(sim, row);
    }
    if (sum == &b->now.dampers) b->damped[root] += work;
    if (c->kind[row] == RG_ROW_ELEMENT) b->undamped[root] += made_by_element(sim, row, mean, dt);
  }
  for (int i = 0; i < c->contacts; i++) {
    int s = b->body_tree[c->contact[i].body1], t = b->body_tree[c->contact[i].body2];
    const double *x = sim->impulse + rg_sim_first(sim, i);
    double normal = x[0] * contact_mean(sim, velocity, i, 0);
    double along =
        x[1] * contact_mean(sim, velocity, i, 1) + x[2] * contact_mean(sim, velocity, i, 2);
    for (int k = 3; k < rg_contact_width(c, i); k++)
      along += x[k] * angular_mean(sim, velocity, i, k);
    b->now.contacts += normal;
    b->now.friction += along;
    int root = root_of(b, s < 0 ? t : s);
    b->work[root] += normal + along;
    b->made[root] += normal + along + rg_v3_dot(x, c->surface + 3 * i); /* against what moves */
    b->noise[root] += rg_v3_norm(x) * rg_balance_slow(sim, -1);
  }
}

/* the implicit rules: where their rounds end forces are those of the estimate */
static int is_round(const rg_sim *sim) {
  rg_implicit_rule rule = rg_work_of(sim->data)->implicit.rule;
  return rule == RG_IMPLICIT_ROUND_END || rule == RG_IMPLICIT_ROUND_MEAN;
}

/* of one coordinate */
static double made_by_dampers(const rg_implicit *m, int i, double before, double change,
                              double dt) {
  return moves_first(m) ? made_by(m->damping[i], m->damped[i], before, change, dt) : 0;
}

/* gravity compensation among the passive forces */
static double lift_of(const rg_sim *sim, int i) {
  const rg_work *work = rg_work_of(sim->data);
  int passive = !sim->model->joint_gravcomp[sim->model->dof_joint[i]];
  return work->lift && passive ? work->lift[i] : 0;
}

/* damping that the actuators of a coordinate have */
static double damping_of_servos(const rg_sim *sim, int i) {
  const rg_implicit *m = &rg_work_of(sim->data)->implicit;
  return m->damping[i] - m->own[i];
}

/* impulse of that */
static double servo_damping(const rg_sim *sim, int i, double dt, double before, double change) {
  const rg_implicit *m = &rg_work_of(sim->data)->implicit;
  double D = damping_of_servos(sim, i);
  if (!(D > 0)) return 0;
  if (is_round(sim)) return -dt * D * sim->data->qvel[i];
  double within = m->rule == RG_IMPLICIT_NONE ? 0 : m->damped[i] * D / m->damping[i];
  return -dt * D * before - within * change;
}

/* What the servos of a coordinate pull back by where it is: that has a potential, and explains no more than it lost. */
static double pull_of_servos(const rg_sim *sim, int i) {
  double K = rg_work_of(sim->data)->implicit.stiffness[i];
  return K > 0 ? K * sim->data->qpos[sim->model->joint_qpos[sim->model->dof_joint[i]]] : 0;
}

/* What the work of a damper is not known to: in redundant coordinates rates are differences of bodies that obey their joints
   to the tolerance of the solve, and what a stiff damper makes of that is no energy. */
static double unsure_work(const rg_sim *sim, int i, double mass, double mean) {
  static const double KNOWN = 1e-5; /* ten times what a motion may differ from its problem by */
  const rg_balance *b = &sim->balance;
  if (sim->options.coordinates != RG_REDUNDANT || !(mass > 0)) return 0;
  double T = b->kinetic[b->dof_tree[i]], inertia = rg_work_of(sim->data)->implicit.mass[i];
  double rate = KNOWN * sqrt(2 * T / (inertia > 0 ? fmin(inertia, mass) : mass));
  return rg_work_of(sim->data)->implicit.damper[i] * fabs(mean) * rate;
}

/* What forces do at one coordinate: `v` is its mean velocity, `follow` what the medium keeps back; `late`: how far the velocity
   went on from that of the forces of a round, which dampers follow in it. */
static void add_force(rg_sim *sim, int i, double dt, double before, double v, double follow,
                      double late) {
  const rg_data *data = sim->data;
  const rg_work *work = rg_work_of(data);
  const rg_implicit *m = &work->implicit;
  rg_balance *b = &sim->balance;
  int tree = b->dof_tree[i], root = root_of(b, tree);
  double change = sim->v[i] - before, force = dt * (sim->mean.force[i] - work->spring[i]);
  double lag = is_round(sim) ? m->damped[i] * late : 0;
  double of_joint = m->damping[i] > 0 ? lag * m->own[i] / m->damping[i] : 0;
  double actuator = dt * data->qfrc_actuator[i] - m->follows[i] * change - (lag - of_joint);
  double all = force - m->damper[i] * change - follow - lag;
  double kept = dt * (data->qfrc_passive[i] - work->spring[i]);
  double passive = kept - (m->damper[i] - m->follows[i]) * change - follow - of_joint;
  double lift = dt * lift_of(sim, i), servo = dt * damping_of_servos(sim, i) * before;
  double mass = sim->needs_mass ? data->qM[data->dof_madr[i]] : 1 / work->dof_inverse[i];
  // the part of the impulse of forces that resists motion explains none
  double push = force + dt * pull_of_servos(sim, i) - (kept - lift - servo);
  b->forced[tree] += 0.5 * push * push / mass;
  b->damped[root] += (passive - lift) * v + servo_damping(sim, i, dt, before, change) * v;
  b->unsure[root] += unsure_work(sim, i, mass, v);
  b->undamped[root] += made_by_dampers(m, i, before, change, dt);
  b->work[root] += all * v;
  b->now.actuators += actuator * v;
  b->now.dampers += passive * v;
  b->now.applied += (all - actuator - passive) * v;
}

/* How far the velocity went on from where forces were taken: from the start of the step; in a round from the estimate, and an
   impact ends rounds before they settle. The guess is that of the midpoint rule alone. */
static double *late_change(const rg_sim *sim) { return is_round(sim) ? sim->guess : sim->estimate; }

/* forces at the joints */
static void add_forces(rg_sim *sim, double dt, const double *start, double *mean) {
  const rg_model *model = sim->model;
  rg_balance *b = &sim->balance;
  const double *g = model->option.gravity;
  double *follow = b->drag;
  int nv = model->nv;
  double *late = late_change(sim);
  if (follow) clear(follow, nv);
  for (int i = 0; i < nv; i++) {
    double change = sim->v[i] - start[i];
    if (is_round(sim)) late[i] = change - sim->estimate[i];
    sim->estimate[i] = change;
  }
  if (follow) rg_medium_follow(model, sim->data, 1, late, follow);
  for (int t = 0; t < b->trees; t++) b->forced[t] = 0.5 * b->mass[t] * dt * dt * rg_v3_dot(g, g);
  for (int i = 0; i < nv; i++) {
    mean[i] = 0.5 * (start[i] + sim->v[i]);
    add_force(sim, i, dt, start[i], mean[i], follow ? follow[i] : 0, late[i]);
  }
}

/* impulse of springs, dampers and the medium against the change of velocity in the step */
static double within(const rg_sim *sim, int i) {
  const rg_balance *b = &sim->balance;
  double inertia = rg_work_of(sim->data)->dof_inertia[i] - sim->model->dof_armature[i];
  return (b->drag ? b->drag[i] : 0) + inertia * late_change(sim)[i];
}

/* momentum of free trees before the step, with what gravity and forces at their roots add: with the
   positions of the middle the moment of gravity over a flight is exact */
static void add_pushes(rg_sim *sim, double dt) {
  const rg_model *model = sim->model;
  const rg_data *data = sim->data;
  rg_balance *b = &sim->balance;
  int any = 0;
  for (int t = 0; t < b->trees; t++) any |= b->floats[t] != 0 && !b->held[root_of(b, t)];
  if (!any) return;
  copy(b->push, b->momentum, 6 * b->trees);
  for (int body = 1; body < model->nbody; body++) {
    int t = b->body_tree[body];
    if (t < 0 || b->free_joint[t] < 0) continue;
    double weight[3];
    rg_v3_scale(weight, dt * model->body_mass[body], model->option.gravity);
    rg_v3_add(b->push + 6 * t, b->push + 6 * t, weight);
    rg_v3_add_cross(b->push + 6 * t + 3, data->xipos + 3 * body, weight);
  }
  for (int t = 0; t < b->trees; t++) {
    int j = b->free_joint[t];
    if (j < 0) continue;
    double f[6], moment[3], *push = b->push + 6 * t;
    const double *force = f;
    int root = model->joint_body[j], dof = model->joint_dof[j];
    for (int k = 0; k < 6; k++) f[k] = dt * sim->mean.force[dof + k] - within(sim, dof + k);
    rg_mat3_apply(moment, data->xmat + 9 * root, f + 3);
    rg_v3_add(push, push, force);
    rg_v3_add(push + 3, push + 3, moment);
    rg_v3_add_cross(push + 3, data->xpos + 3 * root, force);
  }
}

void rg_balance_work(rg_sim *sim, double dt, const double *start) {
  assert(dt > 0 && start);
  rg_balance *b = &sim->balance;
  b->now = (rg_step_balance){0};
  b->dt = dt;
  find_islands(sim);
  find_held(sim);
  add_forces(sim, dt, start, sim->work);
  add_impulses(sim, sim->work, dt);
  add_pushes(sim, dt);
}

/* --- taking the error out --------------------------------------------------------------------- */

/* The factor for a kinetic energy T that has e too much. Half of it at most is taken in one step, and no
   more than there is given: what moves so fast for the step that this is not enough is hardly a motion. */
static double factor_of(double T, double e) {
  static const double LEAST = 0.5, MOST = 2;
  double square = T > 0 ? 1 - e / T : 1;
  return sqrt(fmin(fmax(square, LEAST), MOST));
}

/* what sums of energies are known to, of their size */
static const double ROUNDING = 64 * DBL_EPSILON;

/* J that energies of an island are known to wherever the world begins, as far as that is no farther away than so many of its
   lengths */
static double known_energy(const rg_sim *sim, int root) {
  static const double FAR = 20;
  const rg_balance *b = &sim->balance;
  double weight = b->heavy[root] * rg_v3_norm(sim->model->option.gravity);
  return ROUNDING * (2 * b->moving[root] + fabs(b->work[root]) + FAR * weight * sim->length);
}

/* 1 where e may be rounding, and would change the velocities of a kinetic energy T by more than they are known to */
static int is_rounding(const rg_sim *sim, int root, double e, double T) {
  static const double KNOWN = 1e-9;
  double known = known_energy(sim, root);
  return fabs(e) <= known && known > KNOWN * T;
}

/* held islands: all velocities, by scale_held; returns what is taken */
static double correct_held(rg_sim *sim, int root, double e) {
  rg_balance *b = &sim->balance;
  double T = b->moving[root];
  if (is_rounding(sim, root, e, T)) return 0;
  double s = b->factor[root] = factor_of(T, e);
  return (1 - s * s) * T;
}

static void scale_held(rg_sim *sim) {
  rg_balance *b = &sim->balance;
  for (int i = 0; i < sim->model->nv; i++)
    sim->data->qvel[i] *= b->factor[root_of(b, b->dof_tree[i])];
  for (int t = 0; t < b->trees; t++) {
    double s = b->factor[root_of(b, t)];
    b->kinetic[t] *= s * s;
    for (int k = 6 * t; k < 6 * t + 6; k++) b->momentum[k] *= s;
  }
}

/* The rigid motion of everything in an island that has the same momentum, as a spatial velocity at the
   origin; and the one that it should have by what forces from outside did, with its kinetic energy. Returns
   that of the first, below 0 where there is none. */
static double common_motion(rg_sim *sim, int root, double twist[6], double wanted[6],
                            double *energy) {
  const rg_model *model = sim->model;
  const rg_data *data = sim->data;
  rg_balance *b = &sim->balance;
  double total[RG_INERTIA] = {0}, momentum[6] = {0}, push[6] = {0};
  for (int t = 0; t < b->trees; t++)
    for (int k = 0; k < 6 && root_of(b, t) == root; k++) push[(k + 3) % 6] += b->push[6 * t + k];
  for (int body = 1; body < model->nbody; body++) {
    int t = b->body_tree[body];
    if (t < 0 || root_of(b, t) != root) continue;
    double own[6];
    const double *inertia = rg_work_of(data)->inertia + RG_INERTIA * body;
    rg_inertia_apply(own, inertia, data->xvel + 6 * body);
    rg_sp_add_force_from(momentum, own, data->xpos + 3 * body);
    rg_inertia_add_from(total, inertia, data->xpos + 3 * body);
  }
  if (!rg_inertia_solve(total, momentum, twist) || !rg_inertia_solve(total, push, wanted))
    return -1;
  *energy = 0.5 * rg_sp_dot(push, wanted);
  return 0.5 * rg_sp_dot(momentum, twist);
}

/* v of a free joint that moves with the spatial velocity at the origin */
static void joint_motion(const rg_sim *sim, int joint, const double twist[6], double v[6]) {
  int body = sim->model->joint_body[joint];
  double at[6];
  rg_sp_motion_at(at, twist, sim->data->xpos + 3 * body);
  rg_v3_copy(v, at + 3);
  rg_mat3_apply_t(v + 3, sim->data->xmat + 9 * body, at);
}

/* floating islands: v = wanted + s (v - rigid), so that momentum is what it should be and energy too */
static double correct_floating(rg_sim *sim, int root, double e) {
  const rg_model *model = sim->model;
  rg_balance *b = &sim->balance;
  double twist[6] = {0}, wanted[6] = {0}, right_energy = 0;
  rg_place_inertias(model, sim->data);
  double common = common_motion(sim, root, twist, wanted, &right_energy);
  double inner = b->moving[root] - common;
  if (common < 0 || !(inner > 1e-12 * b->moving[root])) return 0; /* it moves as one body: exact */
  if (is_rounding(sim, root, e + right_energy - common, inner)) return 0;
  double s = factor_of(inner, e + right_energy - common);
  for (int j = 0; j < model->njoint; j++) {
    int dof = model->joint_dof[j], n = rg_joint_dofs(model, j);
    double rigid[6] = {0}, right[6] = {0}, *v = sim->data->qvel + dof;
    if (root_of(b, b->dof_tree[dof]) != root) continue;
    if (n == 6) joint_motion(sim, j, twist, rigid), joint_motion(sim, j, wanted, right);
    for (int k = 0; k < n; k++) v[k] = right[k] + s * (v[k] - rigid[k]);
  }
  b->known = 0; /* energies of the trees are to be looked at again */
  return (1 - s * s) * inner + common - right_energy;
}

/* --- the end of the step ---------------------------------------------------------------------- */

/* A tree whose own loops hold it together has answers that stay as they are, and may still fall: what rests has no speed
   beside what gravity gives in a step. */
static int flies_away(const rg_sim *sim, int tree) {
  int joint = sim->balance.free_joint[tree];
  double fall = sim->options.dt * rg_v3_norm(sim->model->option.gravity);
  return joint >= 0 && rg_v3_norm(sim->v + sim->model->joint_dof[joint]) > 1e-3 * fall;
}

/* all trees are at rest, and none is without contacts and rows. The rounds of the implicit rules go on with
   each other's answers, which says nothing of that, and under the explicit rule places are a step behind: what begins to
   slip is still where it was. */
static int nothing_moves(rg_sim *sim) {
  rg_rest *rest = &sim->rest;
  rg_integrator rule = sim->options.integrator;
  if (rule == RG_IMPLICIT_EULER || rule == RG_IMPLICIT_MOREAU || rule == RG_EXPLICIT_EULER)
    return 0;
  if (!sim->has_problem || !rest->all || sim->arrives) return 0;
  for (int t = 0; t < rest->trees; t++)
    if (rest->number[rg_find_root(rest->parent, t)] < 0 || flies_away(sim, t)) return 0;
  return 1;
}

/* velocities of the bodies at the end of the step, and how they changed */
static void note_twists(rg_sim *sim) {
  rg_balance *b = &sim->balance;
  for (int body = 1; body < sim->model->nbody; body++) {
    double share = b->body_tree[body] < 0 ? 0 : b->share[b->body_tree[body]], now[6];
    centre_twist(sim->data, body, now);
    for (int k = 0; k < 6; k++) {
      b->change[6 * body + k] = share * (now[k] - b->twist[6 * body + k]) / b->dt;
      b->twist[6 * body + k] = now[k];
    }
  }
}

/* sums of the trees of each island */
static void sum_islands(rg_balance *b) {
  clear(b->after, b->trees), clear(b->moving, b->trees), clear(b->off, 6 * b->trees);
  clear(b->reached, b->trees), clear(b->heavy, b->trees);
  for (int t = 0; t < b->trees; t++) {
    b->links[t] = 0, b->flies[t] = !b->held[t];
    b->factor[t] = 1;
  }
  for (int t = 0; t < b->trees; t++) {
    int root = root_of(b, t);
    b->after[root] += b->kinetic[t] + b->potential[t];
    b->moving[root] += b->kinetic[t];
    b->reached[root] += b->had[t] + b->forced[t];
    b->heavy[root] += b->mass[t];
    b->links[root] |= b->linked[t];
    if (b->floated[t] == 0) b->flies[root] = 0; /* something held a part of it before */
    for (int k = 0; k < 6; k++) b->off[6 * root + k] += b->momentum[6 * t + k] - b->push[6 * t + k];
  }
}

/* Work of dampers and servos that is no work of theirs. Dampers take; only the wind may drive bodies, to a few times the
   energy that they have when they move with it. A servo whose force rises with its length by -K gives what that makes of
   the way from q- to q+, whatever the rule took. Where it makes with e, what else is left over, less than a tenth of the
   motion it is an error like others. */
static double unfounded(const rg_sim *sim, int root, double e) {
  static const double PART = 0.1, BLOWN = 10;
  const rg_balance *b = &sim->balance;
  const double *air = sim->model->option.wind;
  double blown = rg_has_medium(sim->model) ? 0.5 * b->heavy[root] * rg_v3_dot(air, air) : 0;
  int driven = b->moving[root] <= BLOWN * blown;
  double sum = b->servos[root] + (driven ? 0 : fmax(b->damped[root], 0));
  return sum > 0 && e + sum > PART * b->reached[root] ? sum : 0;
}

/* the same of servos on single coordinates: data at the end of the step, b->qpos where it began */
static void look_at_servos(rg_sim *sim) {
  rg_balance *b = &sim->balance;
  const rg_model *model = sim->model;
  const rg_implicit *m = &rg_work_of(sim->data)->implicit;
  for (int k = 0; k < m->dofs; k++) {
    int i = m->dof[k], q = model->joint_qpos[model->dof_joint[i]];
    double K = m->stiffness[i], place = sim->qpos_middle[q];
    if (!(K > 0)) continue;
    double from = b->qpos[q] - place, to = sim->data->qpos[q] - place;
    double change = sim->v[i] - sim->v_start[i], mean = 0.5 * (sim->v[i] + sim->v_start[i]);
    double within = -m->late[i] * b->dt * sim->v_start[i] * mean;
    if (!is_round(sim)) within -= (m->damper[i] - m->damped[i]) * change * mean;
    b->servos[root_of(b, b->dof_tree[i])] += within + 0.5 * K * (to * to - from * from);
  }
}

/* one island: what is left over, and what of it is taken out; what stays in b->left */
static void settle_island(rg_sim *sim, int root) {
  rg_balance *b = &sim->balance;
  double e = b->after[root] - b->before[root] - b->work[root], taken = 0;
  e += unfounded(sim, root, e);
  double size = fabs(b->after[root]) + fabs(b->before[root]) + fabs(b->work[root]);
  int corrects =
      sim->options.integrator == RG_MIDPOINT && !sim->arrives && !b->driven[root] && b->links[root];
  b->left[root] = 0;
  if (sim->relocated) return; /* positions were set right by hand, and energy with them */
  b->now.residual += e;
  if (b->flies[root]) { /* momentum that nobody explains */
    b->now.momentum = fmax(b->now.momentum, rg_v3_norm(b->off + 6 * root));
    b->now.angular_momentum = fmax(b->now.angular_momentum, rg_v3_norm(b->off + 6 * root + 3));
  }
  /* what flies has its momentum set right too, which rounding of its energy, by where the world begins, says nothing of */
  if (fabs(e) <= ROUNDING * size && !(corrects && b->flies[root])) return;
  if (corrects)
    taken = b->flies[root] ? correct_floating(sim, root, e) : correct_held(sim, root, e);
  b->now.corrected += taken;
  if (fabs(e) > b->unsure[root]) b->left[root] = e - taken;
}

/* What stays, by tree, for the watch. What a rule has taken out of the motion before is no excuse for more than that: losses
   count up to the peak. */
static void note_gains(rg_balance *b) {
  for (int t = 0; t < b->trees; t++) {
    int root = root_of(b, t);
    if (b->left[root] == 0 || !(b->moving[root] > 0)) continue;
    b->gained[t] += b->left[root] * b->kinetic[t] / b->moving[root];
    double gained = fmax(b->gained[t], 0);
    b->peak[t] = fmax(b->peak[t], fmax(b->kinetic[t] - gained, b->forced[t]));
    b->gained[t] = fmax(b->gained[t], -b->peak[t]);
  }
}

/* sums over the parts of a step */
static void add_to_report(rg_sim *sim) {
  rg_step_balance *r = &sim->report.balance;
  const rg_balance *b = &sim->balance;
  const rg_step_balance *n = &b->now;
  double potential = sum_of(b->trees, b->potential), springs = spring_energy(sim);
  r->kinetic = sum_of(b->trees, b->kinetic);
  r->explained = explained(b);
  r->springs += b->springs - springs;
  r->gravity += r->potential - potential - (b->springs - springs);
  r->potential = potential;
  sim->balance.springs = springs;
  r->actuators += n->actuators;
  r->dampers += n->dampers;
  r->applied += n->applied;
  r->drives += n->drives;
  r->contacts += n->contacts;
  r->friction += n->friction;
  r->limits += n->limits;
  r->dry_friction += n->dry_friction;
  r->loops += n->loops;
  r->residual += n->residual;
  r->corrected += n->corrected;
  r->momentum = fmax(r->momentum, n->momentum);
  r->angular_momentum = fmax(r->angular_momentum, n->angular_momentum);
  sim->report.work +=
      n->drives + n->contacts + n->friction + n->limits + n->dry_friction + n->loops;
}

void rg_balance_end(rg_sim *sim) {
  rg_balance *b = &sim->balance;
  if (nothing_moves(sim)) {
    rg_balance_adopt(sim);
    add_to_report(sim);
    return;
  }
  clear(b->before, b->trees);
  for (int t = 0; t < b->trees; t++) b->before[root_of(b, t)] += b->kinetic[t] + b->potential[t];
  copy(b->floated, b->floats, b->trees);
  copy(b->had, b->kinetic, b->trees);
  look_at_servos(sim);
  rg_place_bodies(sim->model, sim->data);
  rg_velocity_stage(sim->model, sim->data);
  look(sim);
  note_twists(sim);
  sum_islands(b);
  for (int t = 0; t < b->trees; t++)
    if (root_of(b, t) == t) settle_island(sim, t);
  scale_held(sim);
  note_gains(b);
  if (b->known == 0) { /* a floating island was corrected: energies once more */
    rg_velocity_stage(sim->model, sim->data);
    look(sim);
    b->known = 1;
  }
  rg_balance_adopt(sim);
  add_to_report(sim);
}

/* --- watch ------------------------------------------------------------------------------------ */

/* the body of a tree that has most of its energy */
static int fastest_body(const rg_sim *sim, int tree) {
  int best = 0;
  double most = -1;
  for (int body = 1; body < sim->model->nbody; body++) {
    if (sim->balance.body_tree[body] != tree) continue;
    double T = rg_body_kinetic(sim->model, sim->data, body);
    if (!isfinite(T)) return body;
    if (T > most) most = T, best = body;
  }
  return best;
}

static const char *body_name(const rg_sim *sim, int body, char text[64]) {
  const char *name = rg_model_name(sim->model, RG_OBJECT_BODY, body);
  if (name && name[0]) snprintf(text, 64, "'%.60s'", name);
  else snprintf(text, 64, "%d", body);
  return text;
}

/* velocities are numbers, and their energy is none */
static rg_status not_finite(rg_sim *sim, int tree) {
  char name[64];
  snprintf(sim->report.reason, sizeof sim->report.reason,
           "the energy of body %s after the step is not finite: a step of %g s is too long for it",
           body_name(sim, fastest_body(sim, tree), name), sim->options.dt);
  return RG_DIVERGED;
}

rg_status rg_balance_watch(rg_sim *sim) {
  static const double MOST = 8;
  rg_balance *b = &sim->balance;
  double *gained = b->before, *peak = b->after; /* by root, now that the step is done with them */
  char name[64];
  int most = -1;
  clear(gained, b->trees), clear(peak, b->trees);
  for (int t = 0; t < b->trees; t++) {
    int root = root_of(b, t);
    gained[root] += b->gained[t], peak[root] += b->peak[t];
  }
  for (int t = 0; t < b->trees; t++) {
    int root = root_of(b, t);
    if (!isfinite(b->kinetic[t]) || !isfinite(gained[root])) return not_finite(sim, t);
    if (!(gained[root] > MOST * peak[root]) || !(peak[root] > 0)) continue;
    if (most < 0 || b->gained[t] > b->gained[most]) most = t;
  }
  if (most < 0) return RG_OK;
  snprintf(sim->report.reason, sizeof sim->report.reason,
           "body %s and what it touches have %.3g J that nothing explains, and never had more than "
           "%.3g J with an explanation: a step of %g s is too long for them",
           body_name(sim, fastest_body(sim, most), name), gained[root_of(b, most)],
           peak[root_of(b, most)], sim->options.dt);
  return RG_DIVERGED;
}

rg_status rg_balance_not_finite(rg_sim *sim) {
  const rg_model *model = sim->model;
  char name[64];
  int body = 0;
  for (int i = model->nv - 1; i >= 0; i--)
    if (!isfinite(sim->data->qvel[i])) body = model->dof_body[i];
  for (int j = model->njoint - 1; j >= 0; j--)
    if (!isfinite(sim->data->qpos[model->joint_qpos[j]])) body = model->joint_body[j];
  snprintf(sim->report.reason, sizeof sim->report.reason,
           "the state after the step is not finite, that of body %s first",
           body_name(sim, body, name));
  return RG_DIVERGED;
}
