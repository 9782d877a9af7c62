/* Projected successive over-relaxation, one direction after the other: normals are clamped at zero,
   the tangential part is then projected on the disk of radius mu r_n, rows on their bounds (Cryer
   1971 for the LCP; the extension to the disk is the usual one of real-time simulators). */
#include "solve/front/solver.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { DEFAULT_SWEEPS = 50000, CHECK_EVERY = 10 };

typedef struct psor_state {
  double *u, *best;
} psor_state;

static void *psor_setup(rg_arena *arena, const rg_cone *cone, const rg_options *options) {
  (void)options;
  psor_state *state = RG_NEW(arena, psor_state, 1);
  if (!state) return NULL;
  state->u = RG_NEW(arena, double, cone->n);
  state->best = RG_NEW(arena, double, cone->n);
  return arena->failed ? NULL : state;
}

/* velocity of component k of block i at the current x */
static double component(const rg_cone *cone, int i, int k, const double *x) {
  int d = cone->d;
  double u = cone->c[d * i + k];
  for (int p = cone->start[i]; p < cone->start[i + 1]; p++) {
    const double *a = cone->values + (size_t)p * (size_t)(d * d) + (size_t)(k * d);
    const double *y = x + d * cone->column[p];
    for (int b = 0; b < d; b++) u += a[b] * y[b];
  }
  return u;
}

static void relax_rows(const rg_cone *cone, int i, double omega, double *x) {
  int d = cone->d;
  const double *A = cone->values + (size_t)cone->diagonal[i] * (size_t)(d * d);
  for (int k = 0; k < d; k++) {
    double own = A[k * (d + 1)], lower = cone->lower[d * i + k], upper = cone->upper[d * i + k];
    if (!(own > 0)) continue;
    double y = x[d * i + k] - omega * component(cone, i, k, x) / own;
    x[d * i + k] = y < lower ? lower : y > upper ? upper : y;
  }
}

/* the normal first; then both tangents with one step length from the same velocity, so that a point
   that no longer moves has its friction against its slip */
static void relax_contact(const rg_cone *cone, int i, double omega, double *x) {
  int d = cone->d;
  const double *A = cone->values + (size_t)cone->diagonal[i] * (size_t)(d * d);
  double *r = x + d * i, own = 0, square = 0, u[3] = {0};
  if (A[0] > 0) r[0] -= omega * component(cone, i, 0, x) / A[0];
  if (r[0] < 0) r[0] = 0;
  for (int k = 1; k < d; k++) {
    u[k] = component(cone, i, k, x);
    if (A[k * (d + 1)] > own) own = A[k * (d + 1)];
  }
  for (int k = 1; k < d && own > 0; k++) r[k] -= omega * u[k] / own;
  for (int k = 1; k < d; k++) square += r[k] * r[k];
  double radius = cone->mu[i] * r[0], length = sqrt(square);
  for (int k = 1; k < d && length > radius; k++) r[k] *= radius / length;
}

static void relax_block(const rg_cone *cone, int i, double omega, double *x) {
  if (i < cone->first_contact) relax_rows(cone, i, omega, x);
  else relax_contact(cone, i, omega, x);
}

static const rg_solver_setting_info settings[] = {{"omega", "relaxation", 1, 0, 2, 0, 0}, {0}};

static rg_status psor_solve(void *memory, const rg_cone *cone, const rg_options *options, double *x,
                            rg_outcome *outcome) {
  psor_state *state = memory;
  double omega = rg_options_get(options, &settings[0]);
  int limit = options->max_iterations > 0 ? options->max_iterations : DEFAULT_SWEEPS;
  size_t bytes = (size_t)cone->n * sizeof *x;
  rg_cone_velocity(cone, x, state->u);
  double best = rg_cone_residual(cone, x, state->u);
  if (cone->n) memcpy(state->best, x, bytes);
  while (best > options->tol && outcome->iterations < limit && !rg_outcome_expired(outcome)) {
    int some =
        limit - outcome->iterations < CHECK_EVERY ? limit - outcome->iterations : CHECK_EVERY;
    for (int k = 0; k < some; k++)
      for (int i = 0; i < cone->blocks; i++) relax_block(cone, i, omega, x);
    outcome->iterations += some;
    rg_cone_velocity(cone, x, state->u);
    double residual = rg_cone_residual(cone, x, state->u);
    rg_outcome_trace(outcome, residual);
    if (!(residual < best)) continue;
    best = residual;
    memcpy(state->best, x, bytes);
  }
  if (cone->n) memcpy(x, state->best, bytes);
  if (best <= options->tol) return RG_SOLVED;
  snprintf(outcome->reason, sizeof outcome->reason, "%d sweeps reached %.2e", outcome->iterations,
           best);
  return RG_LIMIT;
}

const rg_solver_entry rg_solver_psor = {
    .info = {.name = "psor",
             .summary = "projected successive over-relaxation, normal by normal, disk by disk",
             .source = "Cryer 1971",
             .when = "cheap rough answers; needs a positive diagonal, slow or divergent where "
                     "normal and tangential impulses couple strongly",
             .handles = RG_HANDLES_LCP | RG_HANDLES_MLCP | RG_HANDLES_CONE | RG_HANDLES_BOX,
             .settings = settings},
    .cone_setup = psor_setup,
    .cone_solve = psor_solve,
};
