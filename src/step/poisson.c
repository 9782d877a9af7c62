/* Expansion under Poisson's law: a contact problem of its own, which starts at the velocity c that
   compression left. Contacts that took part in it get back a part p_i = e_i r_c of their impulse,

       r_n = p_i and u_n >= 0,     or     u_n = 0 and r_n >= p_i,

   with Coulomb's friction to that r_n; all others are contacts as ever. While r_n = p_i is given the
   contact stays in the problem with a normal of its own, u_n = r_n - p_i, uncoupled from all else:

       A' = A but for 1 on the diagonal and 0 beside it in these rows,   c' = c + A p   elsewhere

   so that the same solver finds the friction. Which of the two a contact is follows from the answer, and
   is tried again until it is consistent. Redundant contacts need no care: given impulses always exist. */
#include "step/sim.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Forces with a bound, of drives and dry friction, act over the whole step: expansion has what
   compression left of them. Rows without one bound or both begin anew. */
static void leave_bounds(rg_sim *sim) {
  for (int i = 0; i < sim->problem.rows; i++) {
    double lower = sim->problem.lower[i], upper = sim->problem.upper[i], x = sim->compression[i];
    int bounded = isfinite(lower) && isfinite(upper);
    sim->left_lower[i] = bounded ? fmin(0, lower - x) : lower;
    sim->left_upper[i] = bounded ? fmax(0, upper - x) : upper;
  }
}

/* 1 where unknown i is a normal whose impulse is given */
static int is_given(const rg_sim *sim, int i) {
  int k = i - sim->problem.rows;
  return k >= 0 && k % sim->problem.dim == 0 && sim->given[k / sim->problem.dim];
}

/* A' and c' from A and c; 0 where memory ran out */
static int uncouple(rg_sim *sim, const rg_matrix *A, const double *c, rg_problem *problem) {
  double *values =
      rg_buffer_need(&sim->uncoupled, (size_t)A->row_start[A->rows] + 1, sizeof *values);
  double *shifted = sim->compression_velocity;
  if (!values) return 0;
  for (int i = 0; i < A->rows; i++) {
    double sum = c[i];
    int own = is_given(sim, i);
    for (int k = A->row_start[i]; k < A->row_start[i + 1]; k++) {
      int j = A->column[k], other = is_given(sim, j);
      values[k] = own || other ? i == j : A->values[k];
      if (other) sum += A->values[k] * sim->returns[(j - sim->problem.rows) / sim->problem.dim];
    }
    shifted[i] = own ? -sim->returns[(i - sim->problem.rows) / sim->problem.dim] : sum;
  }
  problem->A = rg_matrix_sparse(A->rows, A->rows, A->row_start, A->column, values);
  problem->c = shifted;
  return 1;
}

/* u = A x + c */
static void velocities(const rg_matrix *A, const double *x, const double *c, double *u) {
  for (int i = 0; i < A->rows; i++) {
    u[i] = c[i];
    for (int k = A->row_start[i]; k < A->row_start[i + 1]; k++)
      u[i] += A->values[k] * x[A->column[k]];
  }
}

/* Solves with those normals given that are; impulses in sim->impulse, the velocity of A itself in
   sim->velocity. */
static rg_status solve_given(rg_sim *sim, const double *c) {
  rg_error error;
  rg_problem problem = sim->problem;
  rg_options options = sim->options.solve;
  size_t bytes = (size_t)rg_problem_size(&problem) * sizeof(double);
  options.split = RG_SPLIT_ANY; /* normals are given: there is little left to choose */
  int left = rg_sim_allowance(sim), asked = options.max_iterations;
  if (left && (!asked || left < asked)) options.max_iterations = left;
  for (int i = 0; i < problem.contacts; i++)
    sim->target[i] = sim->returns[i] > 0 ? 0 : fmin(0, sim->constraints->contact_target[i]);
  if (!uncouple(sim, &sim->problem.A, c, &problem)) return RG_NO_MEMORY;
  problem.leeway = NULL;
  rg_status status = rg_solver_take(sim->solver, &problem, NULL, &options, &error);
  if (status) {
    rg_error_text(&error, sim->report.reason, sizeof sim->report.reason);
    return status;
  }
  status = rg_solver_solve(sim->solver);
  const rg_report *report = rg_solver_found(sim->solver).report;
  sim->report.solves++;
  sim->report.iterations += report->iterations;
  if (status) snprintf(sim->report.reason, sizeof sim->report.reason, "%.255s", report->reason);
  memcpy(sim->impulse, rg_solver_impulse(sim->solver), bytes);
  velocities(&sim->problem.A, sim->impulse, c, sim->velocity);
  return status;
}

/* contacts whose impulse is given but that would close, and those that hold and fall below it, change
   sides; returns how many */
static int change_sides(rg_sim *sim, double small) {
  int count = 0;
  for (int i = 0; i < sim->problem.contacts; i++) {
    const double *r = sim->impulse + rg_sim_first(sim, i);
    const double *u = sim->velocity + rg_sim_first(sim, i);
    if (!(sim->returns[i] > 0)) continue;
    int other = sim->given[i] ? u[0] < -small : r[0] < sim->returns[i] * (1 - 1e-9);
    if (!other) continue;
    sim->given[i] = !sim->given[i];
    count++;
  }
  return count;
}

/* The certificate of the problem that the answer solves: A and c as they are, normals that part with the
   velocity they have as their target. */
static rg_status certify(rg_sim *sim, const double *c) {
  for (int i = 0; i < sim->problem.contacts; i++)
    if (sim->given[i] && sim->returns[i] > 0)
      sim->target[i] = fmax(0, sim->velocity[rg_sim_first(sim, i)]);
  sim->problem.c = c;
  return rg_sim_solve_problem(sim);
}

/* 1 where rounding alone makes as much of the certificate as there is */
static int is_within_rounding(const rg_sim *sim, rg_status status) {
  const rg_certificate *c = &rg_solver_found(sim->solver).report->certificate;
  return rg_is_unsolved(status) && status != RG_NO_SOLUTION && c->law_residual <= c->rounding;
}

static rg_status expand(rg_sim *sim, const double *c) {
  enum { ROUNDS = 30, FEW = 1 };
  int rounded = 0;
  double fastest = 0;
  rg_status status = RG_OK;
  for (int i = 0; i < rg_problem_size(&sim->problem); i++) fastest = fmax(fastest, fabs(c[i]));
  for (int i = 0; i < sim->problem.contacts; i++) sim->given[i] = sim->returns[i] > 0;
  for (int round = 0;; round++) {
    status = solve_given(sim, c);
    /* in a jam rounding is large beside what it is relative to; one round more, then the problem without given normals judges */
    if (is_within_rounding(sim, status) && ++rounded <= FEW) status = RG_OK;
    if (status || !change_sides(sim, 10 * sim->options.solve.tol * fastest)) break;
    if (round < ROUNDS) continue;
    snprintf(sim->report.reason, sizeof sim->report.reason,
             "Poisson's law: which contacts part and which hold did not settle");
    return RG_LIMIT;
  }
  return status ? status : certify(sim, c);
}

rg_status rg_sim_expand(rg_sim *sim) {
  assert(sim->has_problem);
  rg_error error;
  rg_status status = RG_OK;
  if (!sim->all_rows) status = rg_sim_make_rows(sim, sim->data, 1, &error);
  if (!status) status = rg_sim_make_entries(sim, &error);
  if (status) {
    rg_error_text(&error, sim->report.reason, sizeof sim->report.reason);
    return status;
  }
  rg_problem whole = sim->problem;
  int n = rg_problem_size(&whole);
  sim->mechanics.held = NULL;
  memcpy(sim->expansion, sim->velocity, (size_t)n * sizeof(double));
  leave_bounds(sim);
  sim->problem.c = sim->expansion;
  sim->problem.lower = sim->left_lower;
  sim->problem.upper = sim->left_upper;
  status = expand(sim, sim->expansion);
  sim->problem = whole;
  for (int i = 0; i < n; i++) sim->impulse[i] += sim->compression[i];
  return status;
}
