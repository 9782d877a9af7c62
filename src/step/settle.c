/* rg_sim_settle: positions without overlaps, open loops and joints beyond their ranges,

       min 1/2 |d|_M^2   s.t.   residual + J d = 0 (loops),   gap + G d >= 0 (contacts, limits)

   by Newton's method on the distances (project.c), from where the state is. The best positions on the way stay, so that
   what cannot be had is had as far as it goes. */
#include "step/sim.h"

#include "math/dense.h"
#include "math/vector.h"

#include <math.h>
#include <string.h>

enum { ROUNDS = 60, PATIENCE = 8 /* rounds without a gain of a tenth */ };
static const double CLOSE_ENOUGH = 1e-10; /* m, rad */

/* --- what is wrong ------------------------------------------------------------------------------ */

static void find_overlap(rg_sim *sim, rg_misplaced *m) {
  const rg_contact *contact;
  rg_collider_set_margin(sim->collider, 0);
  int n = rg_collide(sim->collider, sim->model, sim->data, &contact, NULL);
  for (int i = 0; i < n; i++) {
    if (!(-contact[i].gap > m->overlap)) continue;
    m->overlap = -contact[i].gap;
    m->geom[0] = contact[i].geom1, m->geom[1] = contact[i].geom2;
  }
}

static void find_limit(const rg_sim *sim, rg_misplaced *m) {
  const rg_model *model = sim->model;
  for (int j = 0; j < model->njoint; j++) {
    int type = model->joint_type[j];
    if (!model->joint_limited[j] || (type != RG_JOINT_HINGE && type != RG_JOINT_SLIDE)) continue;
    const double *range = model->joint_range + 2 * j;
    double q = sim->data->qpos[model->joint_qpos[j]], beyond = fmax(range[0] - q, q - range[1]);
    if (beyond > m->limit) m->limit = beyond, m->joint = j;
  }
}

rg_misplaced rg_sim_misplaced(rg_sim *sim) {
  rg_misplaced m = {.geom = {-1, -1}, .joint = -1};
  rg_kinematics(sim->model, sim->data);
  find_overlap(sim, &m);
  find_limit(sim, &m);
  if (sim->closure->rows) {
    rg_closure_residual(sim->closure, sim->model, sim->data);
    m.loops = rg_norm_max(sim->closure->rows, sim->closure->residual);
  }
  return m;
}

static double worst_of(const rg_misplaced *m) { return fmax(m->overlap, fmax(m->limit, m->loops)); }

/* --- the search --------------------------------------------------------------------------------- */

/* one Newton step; a failed one is as good as its best iterate */
static rg_status improve(rg_sim *sim) {
  rg_sim_collect_positions(sim, 1, 1, 1);
  rg_status status = rg_sim_displacement(sim);
  if (status == RG_BAD_INPUT || status == RG_NO_MEMORY) return status;
  rg_integrate_position(sim->model, sim->data->qpos, sim->work, 1);
  return RG_OK;
}

/* the best positions on the way stay in qpos_start */
static rg_status search(rg_sim *sim) {
  size_t bytes = (size_t)sim->model->nq * sizeof(double);
  double best = HUGE_VAL;
  int since = 0;
  rg_status status = RG_OK;
  for (int round = 0; round <= ROUNDS && since < PATIENCE && !status; round++) {
    rg_misplaced now = rg_sim_misplaced(sim);
    double worst = worst_of(&now);
    since = worst < 0.9 * best ? 0 : since + 1;
    if (worst < best) {
      best = worst;
      if (bytes) memcpy(sim->qpos_start, sim->data->qpos, bytes);
    }
    if (best <= CLOSE_ENOUGH || rg_interrupted()) break;
    if (round < ROUNDS) status = improve(sim);
  }
  if (bytes) memcpy(sim->data->qpos, sim->qpos_start, bytes);
  return status;
}

static void forget_last_step(rg_sim *sim) {
  rg_memory_clear(&sim->memory);
  rg_rest_forget(&sim->rest);
  sim->standing.steps = 0;
  sim->balance.known = 0;
  sim->ncontacts = sim->has_problem = 0;
}

rg_status rg_sim_settle(rg_sim *sim, rg_misplaced *left, rg_error *error) {
  const rg_constraints *c = sim->constraints;
  rg_error_clear(error);
  if (!sim->settler)
    sim->settler = sim->projection
                       ? sim->projection
                       : rg_assembly_minimal.setup(&sim->arena, sim->model, c->most_rows,
                                                   c->most_contacts, error);
  if (!sim->settler) return rg_fail(error, RG_NO_MEMORY, "settle", "no memory for the projection");
  void *projection = sim->projection;
  sim->projection = sim->settler;
  rg_status status = search(sim);
  sim->projection = projection;
  forget_last_step(sim);
  rg_misplaced now = rg_sim_misplaced(sim);
  if (left) *left = now;
  return status ? rg_fail(error, status, "settle", "the state is not one that can be projected")
                : RG_OK;
}
