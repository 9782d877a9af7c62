/* Restitution, in two phases. Contacts that the problem without it closes (r > 0) and that came in
   with u- < 0 take part. Compression brings them to rest at once, gap or not (b = 0), by impulses
   r_c; then they get the target

       newton    b = e |u-|
       energy    b = s e |u-|, s the largest in [0, 1] with  T(s) - T(0) <= R,
                 R the smaller of  sum of e^2 r_c |u-| / 2  and  e^2 (T before - T(0)),
                 T the kinetic energy less what drives and moving surfaces put in
   and the problem is solved again. Under Poisson's law the normal impulse of expansion is e r_c, or
   more where it would not part otherwise (poisson.c). r_c |u-| / 2 is the
   energy that a normal impulse takes out while it compresses; e^2 of it comes back at most (Stronge's
   hypothesis, summed over the contacts), and never more than all impulses together took. One
   frictionless contact has s = 1, and all three laws agree. */
#include "step/sim.h"

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
} impact;

/* speed e |u-| that contact i is to leave with under Newton's law; 0 where it takes no part */
static double newton_speed(const impact *im, int i) {
  double e = im->sim->constraints->restitution[i], came = -im->u[3 * i];
  return e > 0 && im->r[3 * i] > 0 && came > im->resting ? e * came : 0;
}

/* kinetic energy at data's positions with velocity v */
double rg_sim_kinetic(rg_sim *sim, const double *v) {
  size_t bytes = (size_t)sim->model->nv * sizeof(double);
  memcpy(sim->work, sim->data->qvel, bytes);
  memcpy(sim->data->qvel, v, bytes);
  rg_velocity_stage(sim->model, sim->data);
  double energy = rg_energy_kinetic(sim->model, sim->data);
  memcpy(sim->data->qvel, sim->work, bytes);
  rg_velocity_stage(sim->model, sim->data);
  return energy;
}

/* after the impulses that the solver has just found, less the work of drives and surfaces */
static double kinetic(rg_sim *sim) {
  sim->assembly->velocity(sim->assembly_state, sim->model, sim->data, sim->impulse, sim->v);
  return rg_sim_kinetic(sim, sim->v) - rg_sim_driven_work(sim);
}

/* before the impact: what forces do meanwhile is not what comes back */
static double kinetic_before(const impact *im) { return rg_sim_kinetic(im->sim, im->start); }

/* targets: a share of Newton's speeds; 0 is compression */
static rg_status solve_with_speeds(const impact *im, double share) {
  rg_sim *sim = im->sim;
  for (int i = 0; i < sim->constraints->contacts; i++) {
    double speed = newton_speed(im, i), without = sim->constraints->contact_target[i];
    sim->target[i] = speed > 0 ? fmax(share * speed, without) : without;
  }
  return rg_sim_solve_targets(sim);
}

/* the first phase: contacts that take part come to rest; those that it opens again drop out */
static rg_status compress(impact *im) {
  rg_sim *sim = im->sim;
  rg_status status = solve_with_speeds(im, 0);
  memcpy(sim->compression, sim->impulse, (size_t)rg_problem_size(&sim->problem) * sizeof(double));
  return status;
}

/* energy that may come back; `least`: what is left after compression */
static double returnable(const impact *im, double least) {
  double sum = 0, largest = 0;
  for (int i = 0; i < im->sim->constraints->contacts; i++) {
    double e = im->sim->constraints->restitution[i];
    if (newton_speed(im, i) == 0) continue;
    sum += 0.5 * e * e * im->r[3 * i] * -im->u[3 * i];
    largest = fmax(largest, e);
  }
  return fmax(0, fmin(sum, largest * largest * (kinetic_before(im) - least)));
}

/* Tries a share of Newton's speeds: how far the energy is over what is allowed, infinite where no impulses give
   these speeds (a jam), and then the report forgets the try. */
static double try_share(const impact *im, double share, double allowed) {
  rg_sim *sim = im->sim;
  rg_certificate certificate = sim->report.certificate;
  char reason[sizeof sim->report.reason];
  memcpy(reason, sim->report.reason, sizeof reason);
  if (!solve_with_speeds(im, share)) return kinetic(sim) - allowed;
  sim->report.certificate = certificate;
  memcpy(sim->report.reason, reason, sizeof reason);
  return HUGE_VAL;
}

/* the largest share of Newton's speeds that the energy allows: false position, or halving, between a
   share that is allowed and one that is not */
static rg_status solve_energy(const impact *im) {
  enum { STEPS = 24 };
  rg_sim *sim = im->sim;
  double least = kinetic(sim), budget = returnable(im, least), enough = 1e-9 * budget;
  double low = 0, high = 1, over_low = -budget, over_high = try_share(im, 1, least + budget);
  if (over_high <= enough) return RG_OK;
  for (int k = 0; k < STEPS && over_low < -1e-6 * budget; k++) {
    int halve = k % 3 == 2 || isinf(over_high);
    double share =
        halve ? 0.5 * (low + high) : low - over_low * (high - low) / (over_high - over_low);
    double over = try_share(im, share, least + budget);
    if (over <= enough) low = share, over_low = over;
    else high = share, over_high = over;
    if (isinf(over) && high < 1e-3) break; /* compression is all there is */
  }
  return solve_with_speeds(im, low);
}

/* of the impulse that held against forces meanwhile nothing comes back */
static rg_status solve_poisson(const impact *im) {
  rg_sim *sim = im->sim;
  const rg_constraints *c = sim->constraints;
  for (int t = 0; t < sim->rest.trees; t++) sim->balance.share[t] = 0;
  rg_sim_find_shares(sim);
  for (int i = 0; i < c->contacts; i++) {
    int s = sim->rest.body_tree[c->contact[i].body1], t = sim->rest.body_tree[c->contact[i].body2];
    double part = 1 - sim->balance.share[s < 0 ? t : s];
    sim->returns[i] = newton_speed(im, i) > 0 ? c->restitution[i] * part * im->r[3 * i] : 0;
  }
  return rg_sim_expand(sim);
}

rg_status rg_sim_restitution(rg_sim *sim, double dt, const double *start) {
  assert(dt > 0 && sim->has_problem);
  int n = sim->constraints->contacts, rows = sim->problem.rows, any = 0;
  for (int i = 0; i < n; i++) any |= sim->constraints->restitution[i] > 0;
  if (!any) return RG_OK;
  size_t size = (size_t)rg_problem_size(&sim->problem);
  memcpy(sim->compression, sim->impulse, size * sizeof(double));

  /* rounding is no impact */
  const double *g = sim->model->option.gravity;
  double fall = dt * sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
  impact im = {sim,
               sim->compression + rows,
               sim->constraints->before,
               1e-6 * fall + 1e-12 * sim->constraints->fastest,
               start,
               dt};
  int impacts = 0;
  for (int i = 0; i < n; i++) impacts += newton_speed(&im, i) > 0;
  if (!impacts) return RG_OK;
  sim->report.impacts += impacts;
  if (sim->options.restitution_law == RG_RESTITUTION_NEWTON) return solve_with_speeds(&im, 1);
  rg_status status = compress(&im);
  if (status) return status;
  return sim->options.restitution_law == RG_RESTITUTION_POISSON ? solve_poisson(&im)
                                                                : solve_energy(&im);
}
