/* Restitution, in two phases. Contacts that the problem without it closes (r > 0) and that came in
   with u- < 0 take part. Compression brings them to rest at once, gap or not (b = 0), by impulses
   r_c; then they get the target

       newton    b = e |u-|
       energy    b = s e |u-|, s the largest in [0, 1] with  T(s) - T(0) <= R,
                 R the smaller of  sum of e^2 r_c |u-| / 2  and  e^2 (T before - T(0)),
                 T the kinetic energy less what drives and moving surfaces put in;
                 s, T and R of each island for itself: what does not touch knows nothing of it; then
                 single contacts all of their speed, one after the other, where T allows it
   and the problem is solved again. Under Poisson's law the normal impulse of expansion is e r_c, or
   more where it would not part otherwise (poisson.c). r_c |u-| / 2 is the
   energy that a normal impulse takes out while it compresses; e^2 of it comes back at most (Stronge's
   hypothesis, summed over the contacts), and never more than all impulses together took. One
   frictionless contact has s = 1, and all three laws agree. */
#include "step/sim.h"

#include "base/disjoint.h"
#include "dynamics/work.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* The first phase, and who takes part in the second. */
typedef struct impact {
  rg_sim *sim;
  const double *r; /* impulses of compression, contacts only */
  const double *u; /* velocity before, contacts only */
  double resting;  /* contacts that came in slower than this rest */
  const double *start;
  double dt;
  rg_certificate certificate; /* of the step up to here: tries that fail are forgotten */
} impact;

static double normal_impulse(const impact *im, int i) { return im->r[im->sim->problem.dim * i]; }

/* speed e |u-| that contact i is to leave with under Newton's law; 0 where it takes no part */
static double newton_speed(const impact *im, int i) {
  double e = im->sim->constraints->restitution[i], came = -im->u[3 * i];
  return e > 0 && normal_impulse(im, i) > 0 && came > im->resting ? e * came : 0;
}

/* island of a contact; all are one where nobody looked for them */
static int island_of(const rg_sim *sim, int contact) {
  return sim->rest.count ? sim->rest.island[sim->problem.rows + contact] : 0;
}

static int count_islands(const rg_sim *sim) { return sim->rest.count ? sim->rest.count : 1; }

/* island of a tree; -1: nothing acts on it */
static int island_of_tree(rg_sim *sim, int tree) {
  if (!sim->rest.count) return 0;
  return tree < 0 ? -1 : sim->rest.number[rg_find_root(sim->rest.parent, tree)];
}

static void set_velocity(rg_sim *sim, const double *v) {
  memcpy(sim->data->qvel, v, (size_t)sim->model->nv * sizeof(double));
  rg_velocity_stage(sim->model, sim->data);
}

/* kinetic energy at data's positions with velocity v */
double rg_sim_kinetic(rg_sim *sim, const double *v) {
  memcpy(sim->work, sim->data->qvel, (size_t)sim->model->nv * sizeof(double));
  set_velocity(sim, v);
  double energy = rg_energy_kinetic(sim->model, sim->data);
  set_velocity(sim, sim->work);
  return energy;
}

/* the same by islands, into `kinetic` */
static void kinetic_of_islands(rg_sim *sim, const double *v) {
  const rg_model *model = sim->model;
  memcpy(sim->work, sim->data->qvel, (size_t)model->nv * sizeof(double));
  set_velocity(sim, v);
  for (int k = 0; k < count_islands(sim); k++) sim->impact[k].kinetic = 0;
  for (int b = 1; b < model->nbody; b++) {
    int k = island_of_tree(sim, sim->rest.body_tree[b]);
    if (k >= 0) sim->impact[k].kinetic += rg_body_kinetic(model, sim->data, b);
  }
  for (int i = 0; i < model->nv; i++) {
    int k = island_of_tree(sim, sim->rest.dof_tree[i]);
    double speed = sim->data->qvel[i];
    if (k >= 0) sim->impact[k].kinetic += 0.5 * model->dof_armature[i] * speed * speed;
  }
  for (int t = 0; t < model->ntendon; t++) {
    int dof = rg_tendon_dof(model, t),
        k = dof < 0 ? -1 : island_of_tree(sim, sim->rest.dof_tree[dof]);
    if (k < 0 || !(model->tendon_armature[t] > 0)) continue;
    double rate = rg_tendon_rate(model, sim->data, t);
    sim->impact[k].kinetic += 0.5 * model->tendon_armature[t] * rate * rate;
  }
  set_velocity(sim, sim->work);
}

/* after the impulses that the solver has just found, less the work of drives and surfaces */
static void kinetic_after(rg_sim *sim) {
  int rows = sim->problem.rows, units = rows + sim->problem.contacts;
  sim->assembly->velocity(sim->assembly_state, sim->model, sim->data, sim->impulse, sim->v);
  kinetic_of_islands(sim, sim->v);
  for (int u = 0; u < units; u++) {
    int k = sim->rest.count ? sim->rest.island[u] : 0;
    sim->impact[k].kinetic -= rg_sim_driven_work_of(sim, u);
  }
}

/* all contacts have the share of their island */
static void share_evenly(rg_sim *sim) {
  for (int i = 0; i < sim->constraints->contacts; i++)
    sim->share[i] = sim->impact[island_of(sim, i)].share;
}

static const double NO_SHARE = 0; /* compression */

/* targets: a share of Newton's speeds, that of each contact or `share` of all */
static void set_speeds(const impact *im, const double *share) {
  rg_sim *sim = im->sim;
  for (int i = 0; i < sim->constraints->contacts; i++) {
    double speed = newton_speed(im, i), without = sim->constraints->contact_target[i];
    double part = share ? *share : sim->share[i];
    sim->target[i] = speed > 0 ? fmax(part * speed, without) : without;
  }
}

/* Always from the impulses of compression: what an island answers depends on its own share, not on how often others were
   tried. */
static rg_status solve_with_speeds(const impact *im, const double *share) {
  rg_sim *sim = im->sim;
  set_speeds(im, share);
  rg_solver_start(sim->solver, sim->compression);
  return rg_sim_solve_targets(sim);
}

/* What the second phase starts from, and falls back on. Rounding at a contact that stays open is no impulse, or it would
   bounce from afar. */
static void keep_phase(rg_sim *sim) {
  size_t bytes = (size_t)rg_problem_size(&sim->problem) * sizeof(double);
  memcpy(sim->compression, sim->impulse, bytes);
  for (int i = 0; i < sim->problem.contacts; i++)
    if (!rg_sim_pushes_at(sim, i))
      memset(sim->compression + rg_sim_first(sim, i), 0, (size_t)sim->problem.dim * sizeof(double));
  memcpy(sim->expansion, sim->velocity, bytes);
}

/* Speeds or impulses that nothing can give, in a jam of friction or overlaps: the first phase is solved and takes energy
   out, so the contacts stay at it and do not bounce in this step, which says so. The targets are again those that its
   impulses obey. */
static rg_status stay(const impact *im, const rg_step_report *first) {
  rg_sim *sim = im->sim;
  const rg_constraints *c = sim->constraints;
  size_t bytes = (size_t)rg_problem_size(&sim->problem) * sizeof(double);
  rg_sim_forget(sim, first);
  memcpy(sim->impulse, sim->compression, bytes);
  memcpy(sim->velocity, sim->expansion, bytes);
  if (sim->options.restitution_law != RG_RESTITUTION_NEWTON) set_speeds(im, &NO_SHARE);
  else memcpy(sim->target, c->contact_target, (size_t)c->contacts * sizeof(double));
  rg_sim_note(sim, RG_NOTICE_BOUNCE, "%s", rg_notice_text(RG_NOTICE_BOUNCE));
  return RG_OK;
}

/* the first phase: contacts that take part come to rest; those that it opens again drop out */
static rg_status compress(impact *im) {
  rg_status status = solve_with_speeds(im, &NO_SHARE);
  keep_phase(im->sim);
  return status;
}

/* what compression left in each island, and what of the rest may come back */
static void find_budgets(const impact *im) {
  rg_sim *sim = im->sim;
  int islands = count_islands(sim);
  kinetic_after(sim);
  for (int k = 0; k < islands; k++)
    sim->impact[k] = (rg_impact_island){
        .kinetic = sim->impact[k].kinetic, .least = sim->impact[k].kinetic, .done = 1};
  for (int i = 0; i < sim->constraints->contacts; i++) {
    rg_impact_island *island = sim->impact + island_of(sim, i);
    double e = sim->constraints->restitution[i];
    if (newton_speed(im, i) == 0) continue;
    island->done = 0;
    island->budget += 0.5 * e * e * normal_impulse(im, i) * -im->u[3 * i];
    island->largest = fmax(island->largest, e);
  }
  kinetic_of_islands(sim, im->start); /* what forces do meanwhile is not what comes back */
  for (int k = 0; k < islands; k++) {
    rg_impact_island *island = sim->impact + k;
    double lost = island->kinetic - island->least, e = island->largest;
    island->budget = fmax(0, fmin(island->budget, e * e * lost));
  }
}

/* Tries the shares of the islands: how far the energy of each is over what is allowed, infinite where no impulses
   give these speeds (a jam), and then the report forgets the try. */
static void try_shares(const impact *im) {
  rg_sim *sim = im->sim;
  rg_step_report before = sim->report;
  int jammed = solve_with_speeds(im, NULL) != RG_OK;
  if (jammed) {
    rg_sim_forget(sim, &before);
    rg_sim_find_failures(sim);
  }
  kinetic_after(sim);
  for (int k = 0; k < count_islands(sim); k++) {
    rg_impact_island *island = sim->impact + k;
    int failed = jammed && (!sim->rest.count || sim->rest.list[k].failed);
    island->over = failed ? HUGE_VAL : island->kinetic - island->least - island->budget;
  }
}

/* what the last try says about an island, and the share to try next: false position, or halving, between a share
   that is allowed and one that is not */
static void narrow(rg_impact_island *a, int round) {
  static const double TINY = 1e-3; /* below it compression is all there is */
  double enough = 1e-9 * a->budget;
  if (round == 0) {
    a->over_low = -a->budget, a->high = 1, a->over_high = a->over;
    a->done = a->over <= enough;
  } else if (a->over <= enough) a->low = a->share, a->over_low = a->over;
  else a->high = a->share, a->over_high = a->over;
  if (a->done) return;
  a->done = a->over_low >= -1e-6 * a->budget || (round && isinf(a->over) && a->high < TINY);
  int halve = round % 3 == 2 || isinf(a->over_high);
  double way = a->high - a->low, slope = (a->over_high - a->over_low) / way;
  a->share = a->done ? a->low : a->low + (halve ? 0.5 * way : -a->over_low / slope);
}

/* the next contact of island k, behind `after`, that takes part with less than all of its speed; -1: none */
static int next_short(const impact *im, int k, int after) {
  const rg_sim *sim = im->sim;
  for (int i = after + 1; i < sim->constraints->contacts; i++)
    if (island_of(sim, i) == k && newton_speed(im, i) > 0 && sim->share[i] < 1) return i;
  return -1;
}

/* One contact of each island after the other, in their order, gets all of its speed, and keeps it where impulses give it
   and the island keeps within its energy. The tries of all islands go together: none knows of the others. */
static void raise_contacts(const impact *im) {
  enum { MOST = 16 }; /* contact problems that this may take */
  rg_sim *sim = im->sim;
  int islands = count_islands(sim);
  for (int k = 0; k < islands; k++) sim->impact[k].raised = next_short(im, k, -1);
  for (int round = 0, open = 1; round < MOST && open; round++) {
    open = 0;
    for (int k = 0; k < islands; k++) {
      rg_impact_island *a = sim->impact + k;
      if (a->raised < 0) continue;
      sim->share[a->raised] = 1;
      open++;
    }
    if (!open) return;
    try_shares(im);
    for (int k = 0; k < islands; k++) {
      rg_impact_island *a = sim->impact + k;
      if (a->raised < 0) continue;
      if (!(a->over <= 1e-9 * a->budget)) sim->share[a->raised] = a->share;
      a->raised = next_short(im, k, a->raised);
    }
  }
}

/* the largest shares of Newton's speeds that the energy of each island allows */
static rg_status solve_energy(const impact *im) {
  enum { STEPS = 24 };
  rg_sim *sim = im->sim;
  int islands = count_islands(sim), open = 1;
  find_budgets(im);
  for (int k = 0; k < islands; k++) sim->impact[k].share = 1;
  for (int round = 0; round <= STEPS && open; round++) {
    open = 0;
    share_evenly(sim);
    try_shares(im);
    for (int k = 0; k < islands; k++) {
      if (!sim->impact[k].done) narrow(sim->impact + k, round);
      open += !sim->impact[k].done;
      if (round == STEPS && !sim->impact[k].done) sim->impact[k].share = sim->impact[k].low;
    }
  }
  share_evenly(sim);
  raise_contacts(im);
  return solve_with_speeds(im, NULL);
}

/* 1 where the last try of island k found no impulses */
static int is_jammed(const rg_sim *sim, int k) {
  return !sim->rest.count || sim->rest.list[k].failed;
}

/* Newton's speeds; in a jam, where no impulses give them (a body between two that cannot part), the largest share of them
   in its island that was found by halving. Compression, share 0, is always there. */
static rg_status solve_newton(const impact *im) {
  enum { HALVINGS = 8 };
  rg_sim *sim = im->sim;
  int islands = count_islands(sim);
  double least = 1;
  rg_step_report before = sim->report;
  for (int k = 0; k < islands; k++) sim->impact[k] = (rg_impact_island){.share = 1, .high = 1};
  share_evenly(sim);
  rg_status status = solve_with_speeds(im, NULL);
  if (status == RG_OK) return RG_OK;
  for (int round = 0; round < HALVINGS; round++) {
    int jammed = status != RG_OK;
    if (jammed) rg_sim_find_failures(sim);
    for (int k = 0; k < islands; k++) {
      rg_impact_island *a = sim->impact + k;
      if (jammed && is_jammed(sim, k)) a->high = a->share;
      else a->low = a->share;
      a->share = a->low == 1 ? 1 : 0.5 * (a->low + a->high);
    }
    share_evenly(sim);
    status = solve_with_speeds(im, NULL);
  }
  for (int k = 0; k < islands; k++) {
    sim->impact[k].share = sim->impact[k].low;
    least = fmin(least, sim->impact[k].low);
  }
  rg_sim_forget(sim, &before);
  sim->report.certificate = im->certificate;
  share_evenly(sim);
  status = solve_with_speeds(im, NULL);
  if (status == RG_OK)
    rg_sim_note(sim, RG_NOTICE_BOUNCE,
                "no impulses give Newton's speeds in a jam: bodies part with %.0f %% of them",
                100 * least);
  return status;
}

/* of the impulse that held against forces meanwhile nothing comes back */
static rg_status solve_poisson(const impact *im) {
  rg_sim *sim = im->sim;
  const rg_constraints *c = sim->constraints;
  for (int t = 0; t < sim->rest.trees; t++) sim->balance.share[t] = 0;
  rg_sim_find_shares(sim, im->dt);
  for (int i = 0; i < c->contacts; i++) {
    int s = sim->rest.body_tree[c->contact[i].body1], t = sim->rest.body_tree[c->contact[i].body2];
    double part = 1 - sim->balance.share[s < 0 ? t : s];
    sim->returns[i] =
        newton_speed(im, i) > 0 ? c->restitution[i] * part * normal_impulse(im, i) : 0;
  }
  return rg_sim_expand(sim);
}

rg_status rg_sim_restitution(rg_sim *sim, double dt, const double *start) {
  assert(dt > 0 && sim->has_problem);
  int n = sim->constraints->contacts, rows = sim->problem.rows, any = 0;
  for (int i = 0; i < n; i++) any |= sim->constraints->restitution[i] > 0;
  if (!any) return RG_OK;
  keep_phase(sim);

  /* rounding is no impact */
  const double *g = sim->model->option.gravity;
  double fall = dt * sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
  impact im = {sim,
               sim->compression + rows,
               sim->constraints->before,
               1e-6 * fall + 1e-12 * sim->constraints->fastest,
               start,
               dt,
               sim->report.certificate};
  int impacts = 0;
  for (int i = 0; i < n; i++) impacts += newton_speed(&im, i) > 0;
  if (!impacts) return RG_OK;
  sim->report.impacts += impacts;
  rg_restitution law = sim->options.restitution_law;
  rg_status status = law == RG_RESTITUTION_NEWTON ? RG_OK : compress(&im);
  if (status) return status;
  rg_step_report first = sim->report;
  if (law == RG_RESTITUTION_NEWTON) status = solve_newton(&im);
  else status = law == RG_RESTITUTION_POISSON ? solve_poisson(&im) : solve_energy(&im);
  return rg_is_unsolved(status) ? stay(&im, &first) : status;
}
