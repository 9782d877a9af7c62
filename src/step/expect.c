/* What contacts and rows will do in a step is expected to be what they did in the last one, as a force
   on the joints: the bias at the mean velocity needs to know, and nothing else does.

   Not all of an impulse lasts. Of a unit with the velocity u- before the step, c without impulses and b
   asked for, the part (u- - c) / (b - c) holds against forces, which go on; the rest stops what came.
   Rows that always hold go by the least part of the contacts and limits on the same trees.

   Torques of ball and free joints are kept in the axes of the world. */
#include "step/sim.h"

#include "contact/pushes.h"
#include "dynamics/work.h"
#include "math/vector.h"

#include <math.h>
#include <string.h>

static double part_that_lasts(double before, double free, double asked) {
  double whole = asked - free;
  return whole > 0 ? fmin(fmax((before - free) / whole, 0), 1) : 1;
}

/* into the axes of the world (sign 1) or of the bodies (sign -1), at the body poses of data */
static void turn_torques(const rg_sim *sim, int sign, double *force) {
  for (int p = 0; p < sim->mean.parts; p++) {
    const rg_rigid_part *part = &sim->mean.part[p];
    const double *R = sim->data->xmat + 9 * part->body;
    double *t = force + sim->model->joint_dof[part->joint] + (part->free ? 3 : 0), turned[3];
    if (sign > 0) rg_mat3_apply(turned, R, t);
    else rg_mat3_apply_t(turned, R, t);
    rg_v3_copy(t, turned);
  }
}

static void take_least(double *share, int tree, double s) {
  if (tree >= 0 && s < share[tree]) share[tree] = s;
}

/* the part of each unit's impulse that lasts, in sim->check */
static void find_lasting(rg_sim *sim) {
  const rg_constraints *c = sim->constraints;
  const int *tree = sim->rest.body_tree, *dof_tree = sim->rest.dof_tree;
  int extra = rg_sim_extra_rows(sim), rows = sim->problem.rows;
  double *share = sim->tree_share, *lasting = sim->check;
  for (int t = 0; t < sim->rest.trees; t++) share[t] = 1;
  for (int i = 0; i < c->contacts; i++) {
    const double *x = sim->impulse + rows + 3 * i;
    double s = part_that_lasts(c->before[3 * i], sim->problem.c[rows + 3 * i], sim->target[i]);
    for (int k = 0; k < 3; k++) lasting[rows + 3 * i + k] = s * x[k];
    if (!(x[0] > 0)) continue;
    take_least(share, tree[c->contact[i].body1], s);
    take_least(share, tree[c->contact[i].body2], s);
  }
  for (int i = extra; i < rows; i++) {
    double s = 1;
    for (int e = c->start[i - extra]; e < c->start[i - extra + 1]; e++)
      s = fmin(s, share[dof_tree[c->dof[e]]]);
    lasting[i] = s * sim->impulse[i];
  }
}

void rg_sim_keep_expected(rg_sim *sim, double dt) {
  int nv = sim->model->nv, extra = rg_sim_extra_rows(sim);
  if (!nv) return;
  if (!sim->has_problem) {
    memset(sim->expected, 0, (size_t)nv * sizeof(double));
    return;
  }
  if (rg_sim_row_map(sim)) { /* closures are eliminated: all that impulses did, through M */
    const double *free = sim->data->qacc_smooth;
    for (int i = 0; i < nv; i++) sim->work[i] = sim->v[i] - sim->v_start[i] - dt * free[i];
    rg_mass_multiply(sim->model, sim->data, sim->work, sim->expected);
  } else {
    find_lasting(sim);
    rg_constraint_push(sim->model, sim->data, sim->constraints, NULL, sim->check + extra,
                       sim->body_force, sim->expected);
  }
  for (int i = 0; i < nv; i++) sim->expected[i] /= dt;
  turn_torques(sim, 1, sim->expected);
}

const double *rg_sim_expect(rg_sim *sim, double dt) {
  int any = 0;
  for (int i = 0; i < sim->model->nv; i++) {
    sim->work[i] = dt * sim->expected[i];
    any |= sim->work[i] != 0;
  }
  if (!any) return NULL;
  turn_torques(sim, -1, sim->work);
  return sim->work;
}
