/* Positions back to where they belong: Newton on the distances,

       min 1/2 |d|_M^2   s.t.   residual + J d = 0 (closures),   gap + G_n d >= 0 (contacts)

   a contact problem without friction whose "velocity" is the displacement d of a step of 1. The
   velocities stay as they are. */
#include "step/sim.h"

#include "dynamics/work.h"
#include "math/dense.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ROUNDS = 20 };
/* of the model's length; the same for angles */
static const double CLOSE_ENOUGH = 1e-10;
static const double FAR_OFF = 1e-6; /* worth a notice */

void rg_sim_collect_positions(rg_sim *sim, int with_contacts, int with_closures, int with_limits) {
  rg_constraint_input input = {.model = sim->model,
                               .data = sim->data,
                               .collider = sim->collider,
                               .closure = sim->closure,
                               .options = &sim->options,
                               .before = sim->v,
                               .xvel_before = sim->data->xvel,
                               .dt = 1,
                               .surface = sim->surface,
                               .drive_velocity = sim->drive_velocity,
                               .drive_limit = sim->drive_limit,
                               .geom_restitution = sim->geom_restitution,
                               .pairs = sim->pair,
                               .npairs = sim->npair,
                               .restitution = sim->restitution};
  rg_sim_show_contacts(sim);
  rg_place_bodies(sim->model, sim->data);
  rg_place_inertias(sim->model, sim->data);
  if (with_contacts) rg_place_frames(sim->model, sim->data);
  rg_velocity_stage(sim->model, sim->data);
  rg_closure_rows(sim->closure, sim->model, sim->data);
  rg_constraints_positions(sim->constraints, &input, with_contacts, with_closures);
  if (with_limits) rg_constraints_add_ranges(sim->constraints, &input);
}

/* largest distance that is still wrong */
static double worst_distance(const rg_constraints *c) {
  double worst = c->deepest;
  for (int i = 0; i < c->rows; i++) worst = fmax(worst, fabs(c->gap[i]));
  return worst;
}

rg_status rg_sim_displacement(rg_sim *sim) {
  rg_error error;
  rg_problem problem;
  rg_options options = sim->options.solve;
  double *zero = sim->work + sim->model->nv;
  options.law = rg_law_options_default();
  options.solver = "auto";
  options.settings = 0; /* those of the chosen solver are none of its own */
  options.tol = 1e-8;
  options.split = RG_SPLIT_ANY;
  memset(zero, 0, (size_t)sim->model->nv * sizeof(double));
  if (rg_minimal_needs_mass(sim->model)) rg_mass(sim->model, sim->data);
  rg_status status = rg_assembly_minimal.assemble(sim->projection, sim->model, sim->data,
                                                  sim->constraints, zero, 0, &problem, &error);
  rg_mechanics mechanics = {0};
  if (!status)
    status = rg_assembly_minimal.rows(sim->projection, sim->model, sim->data, NULL, &mechanics.rows,
                                      &error);
  if (!status) status = rg_solver_take(sim->solver, &problem, &mechanics, &options, &error);
  if (status) return status;
  status = rg_solver_solve(sim->solver);
  rg_assembly_minimal.velocity(sim->projection, sim->model, sim->data,
                               rg_solver_impulse(sim->solver), sim->work);
  return status;
}

/* with contacts: a contact problem for each step */
static rg_status project_contacts(rg_sim *sim, int with_contacts, int with_closures,
                                  double *found) {
  rg_status status = RG_OK;
  double worst = HUGE_VAL, last = HUGE_VAL;
  for (int round = 0; round <= ROUNDS && !status; round++) {
    rg_sim_collect_positions(sim, with_contacts, with_closures, 0);
    worst = worst_distance(sim->constraints);
    if (worst <= CLOSE_ENOUGH * sim->length || round == ROUNDS || (round > 3 && worst > 0.5 * last))
      break;
    last = worst;
    status = rg_sim_displacement(sim);
    if (!status) rg_integrate_position(sim->model, sim->data->qpos, sim->work, 1);
  }
  *found = worst;
  return status;
}

double rg_sim_open(rg_sim *sim) {
  rg_place_bodies(sim->model, sim->data);
  rg_closure_residual(sim->closure, sim->model, sim->data);
  return rg_norm_max(sim->closure->rows, sim->closure->residual);
}

/* the equality whose rows are farthest from 0 */
static const char *worst_loop(const rg_sim *sim, char text[64]) {
  const rg_closure *c = sim->closure;
  int worst = 0;
  double most = -1;
  for (int k = 0; k < c->count; k++)
    for (int i = c->start[k]; i < c->start[k + 1]; i++)
      if (fabs(c->residual[i]) > most) most = fabs(c->residual[i]), worst = k;
  const char *name = rg_model_name(sim->model, RG_OBJECT_EQUALITY, c->equality[worst]);
  if (name && name[0]) snprintf(text, 64, "'%.60s'", name);
  else snprintf(text, 64, "number %d", c->equality[worst]);
  return text;
}

/* Loops that were open when the simulation began and are still: the model is wrong, and no step makes it right. */
static rg_status refuse_torn(rg_sim *sim, double left) {
  char name[64];
  sim->torn = 1;
  snprintf(
      sim->report.reason, sizeof sim->report.reason,
      "the loop of equality %s cannot be closed: open by %.3g at the start, and by %.3g in the "
      "nearest position that was found",
      worst_loop(sim, name), sim->open, left);
  return RG_NO_SOLUTION;
}

/* Positions that nothing could set right. Loops that were closed as the step began it has torn, and that is no motion of the
   model. */
static rg_status note_off(rg_sim *sim, double worst, double far) {
  double open = sim->open <= far && sim->closure->rows ? rg_sim_open(sim) : 0;
  char name[64];
  if (open > far) {
    snprintf(sim->report.reason, sizeof sim->report.reason,
             "the loop of equality %s, which was closed, is open by %.3g after the step, and no "
             "position near by closes it: a step of %g s is too long",
             worst_loop(sim, name), open, sim->options.dt);
    return RG_STALLED;
  }
  rg_sim_note(sim, RG_NOTICE_POSITIONS, "positions are still off by %.2e after their projection",
              worst);
  return RG_OK;
}

rg_status rg_sim_project(rg_sim *sim, int with_contacts, int with_closures) {
  assert(with_contacts || with_closures);
  rg_status status = RG_OK;
  double worst, far = FAR_OFF * sim->length;
  sim->closure->length = sim->length;
  int begins = sim->steps == 0 &&
               sim->model->nmocap == 0; /* later, or from outside: a state of somebody's making */
  /* loops that were closed when the step began are open by its error, which the balance has to see */
  if (with_contacts || sim->open > far) sim->relocated = 1;
  if (!with_contacts && sim->needs_mass)
    worst =
        rg_closure_close(sim->closure, sim->model, sim->data, ROUNDS, CLOSE_ENOUGH * sim->length);
  else status = project_contacts(sim, with_contacts, with_closures, &worst);
  double left = begins && sim->open > far ? rg_sim_open(sim) : 0;
  if (!status && left > far) return refuse_torn(sim, left);
  if (status && !sim->report.reason[0])
    snprintf(sim->report.reason, sizeof sim->report.reason, "positions could not be projected: %s",
             rg_status_text(status));
  else if (!status && worst > far) return note_off(sim, worst, far);
  return status;
}
