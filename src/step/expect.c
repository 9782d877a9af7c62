/* What contacts and rows will do in a step is expected to be what they did in the last one: the bias at
   the mean velocity needs to know, and nothing else does. It is kept as the acceleration that they
   gave the joints; of ball and free joints in the axes of the world.

   Not all of an impulse lasts. x'(u - c) = x'A x of an island holds against forces and stops what came;
   the second is -x.u- of what closes. The rest of it, as a part, is what will go on. */
#include "step/sim.h"

#include "dynamics/work.h"
#include "math/vector.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* rates of balls and free joints into the axes of the world (sign 1) or of the bodies (sign -1), at the
   body poses of data */
static void turn_rates(const rg_sim *sim, int sign, double *v) {
  for (int p = 0; p < sim->mean.parts; p++) {
    const rg_rigid_part *part = &sim->mean.part[p];
    const double *R = sim->data->xmat + 9 * part->body;
    double *w = v + sim->model->joint_dof[part->joint] + (part->free ? 3 : 0), turned[3];
    if (sign > 0) rg_mat3_apply(turned, R, w);
    else rg_mat3_apply_t(turned, R, w);
    rg_v3_copy(w, turned);
  }
}

/* what a row had before the step */
static double row_before(const rg_sim *sim, int row) {
  const rg_constraints *c = sim->constraints;
  double sum = -c->target[row];
  for (int e = c->start[row]; e < c->start[row + 1]; e++)
    sum += c->value[e] * sim->v_start[c->dof[e]];
  return sum;
}

/* x.u- of what closes, and x'(u - c) */
typedef struct account {
  double stopped, all;
} account;

static void add_unit(account *sum, double before, double asked, int n, const double *x,
                     const double *u, const double *c) {
  if (before < asked) sum->stopped += x[0] * (asked - before);
  for (int k = 0; k < n; k++) sum->all += x[k] * (u[k] - c[k]);
}

/* of the trees of the unit's bodies */
static void note_share(rg_sim *sim, int u, double share) {
  const rg_constraints *c = sim->constraints;
  const rg_rest *rest = &sim->rest;
  const int *map = rg_sim_row_map(sim);
  int extra = rg_sim_extra_rows(sim), rows = sim->problem.rows;
  if (u >= rows) {
    const rg_contact *contact = c->contact + u - rows;
    int s = rest->body_tree[contact->body1], t = rest->body_tree[contact->body2];
    if (s >= 0) sim->balance.share[s] = share;
    if (t >= 0) sim->balance.share[t] = share;
    return;
  }
  if (u < extra) return;
  int row = map ? map[u - extra] : u - extra;
  for (int e = c->start[row]; e < c->start[row + 1]; e++)
    sim->balance.share[rest->dof_tree[c->dof[e]]] = share;
}

/* c, the velocity without contacts and rows: where joints are rows too that of the problem has bodies that fall apart, by forces
   that may be shared between them in any way */
static const double *free_velocity(rg_sim *sim, double dt) {
  if (!rg_sim_extra_rows(sim)) return sim->problem.c;
  for (int i = 0; i < sim->model->nv; i++)
    sim->work[i] = sim->v_start[i] + dt * sim->data->qacc_smooth[i];
  sim->assembly->contact_velocity(sim->assembly_state, sim->model, sim->data, sim->work,
                                  sim->check);
  return sim->check;
}

void rg_sim_find_shares(rg_sim *sim, double dt) {
  assert(sim->has_problem && dt > 0);
  const rg_constraints *c = sim->constraints;
  const rg_problem *p = &sim->problem;
  const double *without = free_velocity(sim, dt);
  int extra = rg_sim_extra_rows(sim), rows = p->rows, units = rows + p->contacts;
  const int *island = sim->rest.count ? sim->rest.island : NULL, *map = rg_sim_row_map(sim);
  account *sum = sim->accounts;
  for (int k = 0; k < (island ? sim->rest.count : 1); k++) sum[k] = (account){0, 0};
  for (int u = extra; u < units; u++) { /* rows of the coordinates hold joints together, no more */
    int contact = u - rows, at = contact < 0 ? u : rows + p->dim * contact;
    int row = contact >= 0 ? 0 : map ? map[u - extra] : u - extra;
    int limit =
        contact < 0 && (c->kind[row] == RG_ROW_LIMIT || c->kind[row] == RG_ROW_TENDON_LIMIT);
    double before = contact >= 0 ? c->before[3 * contact] : limit ? row_before(sim, row) : 0;
    add_unit(&sum[island ? island[u] : 0], before, contact >= 0 ? fmin(sim->target[contact], 0) : 0,
             contact < 0 ? 1 : p->dim, sim->impulse + at, sim->velocity + at, without + at);
  }
  for (int u = extra; u < units; u++) {
    const account *a = &sum[island ? island[u] : 0];
    note_share(sim, u, a->all > 0 ? fmin(fmax(1 - a->stopped / a->all, 0), 1) : 1);
  }
}

void rg_sim_keep_expected(rg_sim *sim, double dt) {
  assert(dt > 0);
  int nv = sim->model->nv;
  const double *share = sim->balance.share, *free = sim->data->qacc_smooth;
  if (!nv) return;
  for (int t = 0; t < sim->balance.trees; t++) sim->balance.share[t] = 1;
  if (sim->has_problem) rg_sim_find_shares(sim, dt);
  for (int i = 0; i < nv; i++) {
    double s = share[sim->rest.dof_tree[i]], change = sim->v[i] - sim->v_start[i];
    sim->change[i] = s * change / dt;
    sim->expected[i] = sim->has_problem ? s * (change / dt - free[i]) : 0;
  }
  if (sim->has_problem) turn_rates(sim, 1, sim->expected);
}

const double *rg_sim_expect(rg_sim *sim, double dt) {
  assert(dt > 0);
  int any = 0;
  for (int i = 0; i < sim->model->nv; i++) {
    sim->work[i] = dt * sim->expected[i];
    any |= sim->work[i] != 0;
  }
  if (!any) return NULL;
  turn_rates(sim, -1, sim->work);
  return sim->work;
}
