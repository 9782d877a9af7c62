/* Contact forces and accelerations of one frame (Andreani, Friedlander, Mello & Santos 2002,
   Eq. 1-20): the velocities are given, accelerations and forces are the unknowns.

       a = A x + c,   A = G M^-1 G~',   c = G M^-1 f + dG/dt v,   qacc = M^-1 (f + G~' x)

   G~ is G with the rows n - mu e in the place of n for contacts that slide along e (Eq. 11), so A
   is not symmetric then, and forces need not exist (Painleve). Rolling contacts obey the cone in
   the accelerations (Eq. 9, 12, 13). With law square this is the LCP of Eq. 20, with solver mncpopt
   the mixed problem of Eq. 16-19. */
#include "acceleration/frame.h"

#include "base/finite.h"
#include "dynamics/work.h"
#include "math/dense.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- the problem ------------------------------------------------------------------------------ */

static int take_room(rg_frame *frame) {
  rg_arena *arena = &frame->arena;
  size_t nv = (size_t)frame->model->nv;
  size_t rows = (size_t)rg_frame_most_rows(frame->model, frame->sim->closure);
  size_t contacts = (size_t)frame->contacts, n = rows + 3 * contacts;
  frame->moves = RG_NEW(arena, double, n *nv);
  frame->acts = RG_NEW(arena, double, n *nv);
  frame->bias = RG_NEW(arena, double, n);
  frame->lower = RG_NEW(arena, double, rows + contacts);
  frame->upper = RG_NEW(arena, double, rows + contacts);
  frame->mu = RG_NEW(arena, double, contacts);
  frame->force = RG_NEW(arena, double, nv);
  if (arena->failed) return 0;
  if (nv) memcpy(frame->force, frame->data->qfrc_smooth, nv * sizeof(double));
  return 1;
}

/* everything that can push, at the state of the simulation */
static rg_status collect(rg_frame *frame) {
  rg_implicit_step(frame->model, frame->sim->data, RG_IMPLICIT_NONE, 0,
                   NULL); /* M itself, not that of a step */
  rg_sim_find_grips(frame->sim);
  rg_forward(frame->model, frame->sim->data);
  rg_closure_rows(frame->sim->closure, frame->model, frame->data);
  if (!rg_frame_find_contacts(frame) || !take_room(frame)) return RG_NO_MEMORY;
  rg_frame_add_rows(frame);
  rg_frame_add_sliding(frame);
  rg_frame_add_rolling(frame);
  return frame->arena.failed ? RG_NO_MEMORY : RG_OK;
}

/* A and c, column by column through the factor of M */
static rg_problem assemble(rg_frame *frame) {
  rg_problem problem = rg_problem_default();
  int n = frame->rows + 3 * frame->rolling, nv = frame->model->nv;
  size_t size = (size_t)n, width = (size_t)nv;
  double *A = RG_NEW(&frame->arena, double, size *size), *c = RG_NEW(&frame->arena, double, size);
  double *x = RG_NEW(&frame->arena, double, width), *column = RG_NEW(&frame->arena, double, size);
  if (frame->arena.failed) return problem;
  for (int j = 0; j < n; j++) {
    memcpy(x, frame->acts + (size_t)j * width, width * sizeof(double));
    rg_mass_solve_tree(frame->model, frame->data, x);
    rg_matvec(n, nv, frame->moves, nv, x, column); /* G M^-1 G~'_j */
    for (size_t i = 0; i < size; i++) A[i * size + (size_t)j] = column[i];
  }
  memcpy(x, frame->force, width * sizeof(double));
  rg_mass_solve_tree(frame->model, frame->data, x);
  rg_matvec(n, nv, frame->moves, nv, x, c);
  rg_axpy(n, 1, frame->bias, c); /* G M^-1 f + dG/dt v */
  problem.dim = frame->rolling ? 3 : 0;
  problem.contacts = frame->rolling;
  problem.rows = frame->rows;
  problem.A = rg_matrix_dense(n, n, A);
  problem.c = c;
  problem.mu = frame->mu;
  problem.lower = frame->lower;
  problem.upper = frame->upper;
  return problem;
}

/* --- the answer ------------------------------------------------------------------------------- */

/* force of a contact in its frame */
static void contact_force(const rg_frame *frame, int i, const double *x, double force[3]) {
  const double *mine = x + frame->unknown[i], *u = frame->velocity + 3 * i;
  double slip = hypot(u[1], u[2]), mu = frame->contact_mu[i];
  force[0] = mine[0];
  for (int k = 1; k < 3; k++)
    force[k] = !frame->sliding[i] ? mine[k] : slip > 0 ? -mu * mine[0] * u[k] / slip : 0;
}

/* what becomes of a contact: it breaks, stays, or begins to slide */
static rg_mode next_mode(const rg_frame *frame, int i, const double *a, double noise) {
  const double *mine = a + frame->unknown[i];
  if (mine[0] > noise) return RG_MODE_BREAK;
  if (frame->sliding[i]) return RG_MODE_SLIP;
  return hypot(mine[1], mine[2]) > noise ? RG_MODE_SLIP : RG_MODE_STICK;
}

/* contacts as rg_sim_contacts() shows them, forces in the place of impulses */
static void show_contacts(const rg_frame *frame, const rg_solver *solver, double noise,
                          double *force) {
  static const double none[3] = {0, 0, 0};
  rg_sim *sim = frame->sim;
  sim->ncontacts = frame->contacts;
  sim->contacts_shown = 1;
  for (int i = 0; i < frame->contacts; i++) {
    rg_step_contact *shown = &sim->contacts[i];
    memset(shown, 0, sizeof *shown);
    shown->contact = frame->contact[i];
    shown->mu = frame->contact_mu[i];
    memcpy(shown->velocity, frame->velocity + 3 * i, sizeof shown->velocity);
    shown->mode = frame->sliding[i] ? RG_MODE_SLIP : RG_MODE_STICK;
    if (solver) {
      contact_force(frame, i, rg_solver_impulse(solver), shown->impulse);
      shown->mode = next_mode(frame, i, rg_solver_velocity(solver), noise);
    }
    if (force) memcpy(force + 3 * i, solver ? shown->impulse : none, sizeof none);
  }
}

/* qacc = M^-1 (f + G~' x) */
static void accelerations(const rg_frame *frame, const double *x, double *qacc) {
  int n = frame->rows + 3 * frame->rolling, nv = frame->model->nv;
  rg_matvec_t(n, nv, frame->acts, nv, x, qacc);
  rg_axpy(nv, 1, frame->force, qacc);
  rg_mass_solve_tree(frame->model, frame->data, qacc);
}

static rg_status answer(rg_frame *frame, rg_solver *solver, const rg_problem *problem, double *qacc,
                        double *force, rg_frame_report *report) {
  rg_status status = rg_solver_solve(solver);
  const rg_report *result = rg_solver_report(solver);
  report->iterations = result->iterations;
  report->certificate = result->certificate;
  snprintf(report->reason, sizeof report->reason, "%s", result->reason);
  if (status == RG_NO_SOLUTION)
    snprintf(report->reason, sizeof report->reason,
             "no forces obey the laws: only an impulse can go on");
  /* accelerations below this are rounding of the solve */
  double noise = 1e-6 * rg_norm_max(rg_problem_size(problem), problem->c);
  show_contacts(frame, status == RG_NO_SOLUTION ? NULL : solver, noise, force);
  if (qacc && status != RG_NO_SOLUTION) accelerations(frame, rg_solver_impulse(solver), qacc);
  return status;
}

static rg_status solve(rg_frame *frame, double *qacc, double *force, rg_frame_report *report) {
  rg_error error;
  rg_solver *solver = NULL;
  rg_options options = frame->sim->options.solve;
  rg_status status = collect(frame);
  if (status != RG_OK) return status;
  report->rolling = frame->rolling;
  report->sliding = frame->contacts - frame->rolling;
  if (frame->overflow) {
    snprintf(report->reason, sizeof report->reason, "there are more contacts than most_contacts");
    return RG_LIMIT;
  }
  if (frame->moments) {
    snprintf(report->reason, sizeof report->reason,
             "contact %d has condim %d: forces of one instant know no torsional and rolling "
             "friction; --moments none takes it as condim 3",
             frame->moments - 1, frame->contact[frame->moments - 1].condim);
    return RG_BAD_INPUT;
  }
  if (frame->impact[0]) {
    snprintf(report->reason, sizeof report->reason, "%s: an impact comes before any force",
             frame->impact);
    show_contacts(frame, NULL, 0, force);
    return RG_NO_SOLUTION;
  }
  rg_problem problem = assemble(frame);
  if (frame->arena.failed) return RG_NO_MEMORY;
  options.law.slip = options.law.last_impulse = NULL;
  if (options.law.law != RG_LAW_AUTO && options.law.law != RG_LAW_CONE)
    options.split = RG_SPLIT_ANY; /* the others share forces among exact cones only */
  rg_error_clear(&error);
  status = rg_solver_new(&solver, &problem, &options, &error);
  if (status == RG_OK) status = answer(frame, solver, &problem, qacc, force, report);
  else rg_error_text(&error, report->reason, sizeof report->reason);
  rg_solver_free(solver);
  return status;
}

static int is_usable(const rg_sim *sim) {
  const rg_model *model = sim->model;
  const rg_data *data = sim->data;
  return rg_all_finite(model->nq, data->qpos) && rg_all_finite(model->nv, data->qvel) &&
         rg_all_finite(model->nactuator, data->ctrl) && rg_all_finite(model->nact, data->act) &&
         rg_all_finite(model->nv, data->qfrc_applied) &&
         rg_all_finite(6 * model->nbody, data->xfrc_applied) &&
         rg_all_finite(3 * model->ngeom, sim->surface) &&
         rg_all_finite(model->nv, sim->drive_velocity);
}

rg_status rg_sim_frame(rg_sim *sim, double threshold, double *qacc, double *force,
                       rg_frame_report *report) {
  rg_frame_report unseen;
  if (!report) report = &unseen;
  memset(report, 0, sizeof *report);
  if (!sim) return report->status = RG_BAD_INPUT;
  const rg_model *model = sim->model;
  rg_frame frame = {.sim = sim, .model = model, .data = sim->data, .threshold = threshold};
  sim->ncontacts = 0;
  if (qacc && model->nv) memset(qacc, 0, (size_t)model->nv * sizeof(double));
  if (!(threshold >= 0) || isinf(threshold)) {
    snprintf(report->reason, sizeof report->reason, "the threshold must be a number from 0");
    return report->status = RG_BAD_INPUT;
  }
  if (!is_usable(sim)) {
    snprintf(report->reason, sizeof report->reason, "the state or an input is not finite");
    return report->status = RG_BAD_INPUT;
  }
  report->status = solve(&frame, qacc, force, report);
  if (report->status == RG_NO_MEMORY)
    snprintf(report->reason, sizeof report->reason, "the frame does not fit into the memory");
  if (qacc && !rg_all_finite(model->nv, qacc)) { /* forces of a finite state may be beyond 1e308 */
    memset(qacc, 0, (size_t)model->nv * sizeof(double));
    snprintf(report->reason, sizeof report->reason, "accelerations are not finite");
    report->status = RG_DIVERGED;
  }
  rg_arena_free(&frame.arena);
  return report->status;
}
