/* The proximal (augmented Lagrangian) formulation: r = prox_C(r - rho u), with C the half line for
   normals and the disk of radius mu r_n for friction. Its fixed points are the solutions for every
   rho > 0 (Alart & Curnier 1991; Leine & Glocker 2003). The iteration runs block by block with the
   newest values; a common factor on rho grows while the residual falls and shrinks when it rises.
 */
#include "solve/front/solver.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { DEFAULT_ITERATIONS = 50000, CHECK_EVERY = 10 };

typedef struct prox_state {
  double *u, *best, *rho;
} prox_state;

static void *prox_setup(rg_arena *arena, const rg_cone *cone, const rg_options *options) {
  (void)options;
  prox_state *state = RG_NEW(arena, prox_state, 1);
  if (!state) return NULL;
  state->u = RG_NEW(arena, double, cone->n);
  state->best = RG_NEW(arena, double, cone->n);
  state->rho = RG_NEW(arena, double, cone->blocks);
  return arena->failed ? NULL : state;
}

/* 1 / (largest row sum of the diagonal block): a bound on its largest eigenvalue */
static void choose_rho(prox_state *state, const rg_cone *cone) {
  int d = cone->d;
  for (int i = 0; i < cone->blocks; i++) {
    const double *A = cone->values + (size_t)cone->diagonal[i] * (size_t)(d * d);
    double largest = 0;
    for (int a = 0; a < d; a++) {
      double sum = 0;
      for (int b = 0; b < d; b++) sum += fabs(A[a * d + b]);
      if (sum > largest) largest = sum;
    }
    state->rho[i] = largest > 0 ? 1 / largest : 1;
  }
}

static void block_velocity(const rg_cone *cone, int i, const double *x, double *u) {
  int d = cone->d;
  memcpy(u, cone->c + d * i, (size_t)d * sizeof *u);
  for (int p = cone->start[i]; p < cone->start[i + 1]; p++) {
    const double *A = cone->values + (size_t)p * (size_t)(d * d), *y = x + d * cone->column[p];
    for (int a = 0; a < d; a++)
      for (int b = 0; b < d; b++) u[a] += A[a * d + b] * y[b];
  }
}

/* r_i = prox_C(r_i - rho u_i) */
static void prox_block(const rg_cone *cone, int i, double rho, double *x) {
  int d = cone->d;
  double u[3] = {0}, *r = x + d * i, square = 0;
  block_velocity(cone, i, x, u);
  for (int k = 0; k < d; k++) r[k] -= rho * u[k];
  if (i < cone->first_contact) {
    for (int k = 0; k < d; k++) {
      double lower = cone->lower[d * i + k], upper = cone->upper[d * i + k];
      r[k] = r[k] < lower ? lower : r[k] > upper ? upper : r[k];
    }
    return;
  }
  if (r[0] < 0) r[0] = 0;
  for (int k = 1; k < d; k++) square += r[k] * r[k];
  double radius = cone->mu[i] * r[0], length = sqrt(square);
  for (int k = 1; k < d && length > radius; k++) r[k] *= radius / length;
}

static rg_status prox_solve(void *memory, const rg_cone *cone, const rg_options *options, double *x,
                            rg_outcome *outcome) {
  prox_state *state = memory;
  int limit = options->max_iterations > 0 ? options->max_iterations : DEFAULT_ITERATIONS;
  size_t bytes = (size_t)cone->n * sizeof *x;
  double factor = 1;
  choose_rho(state, cone);
  rg_cone_velocity(cone, x, state->u);
  double best = rg_cone_residual(cone, x, state->u), last = best;
  if (cone->n) memcpy(state->best, x, bytes);
  while (best > options->tol && outcome->iterations < limit && !rg_outcome_expired(outcome)) {
    int some =
        limit - outcome->iterations < CHECK_EVERY ? limit - outcome->iterations : CHECK_EVERY;
    for (int k = 0; k < some; k++)
      for (int i = 0; i < cone->blocks; i++) prox_block(cone, i, factor * state->rho[i], x);
    outcome->iterations += some;
    rg_cone_velocity(cone, x, state->u);
    double residual = rg_cone_residual(cone, x, state->u);
    rg_outcome_trace(outcome, residual);
    /* a longer step while it pays, never beyond twice the safe one */
    factor *= residual < last ? 1.05 : 0.7;
    factor = factor > 1.9 ? 1.9 : factor < 1e-3 ? 1e-3 : factor;
    last = residual;
    if (!(residual < best)) continue;
    best = residual;
    memcpy(state->best, x, bytes);
  }
  if (cone->n) memcpy(x, state->best, bytes);
  if (best <= options->tol) return RG_SOLVED;
  snprintf(outcome->reason, sizeof outcome->reason, "%d iterations reached %.2e",
           outcome->iterations, best);
  return RG_LIMIT;
}

const rg_solver_entry rg_solver_prox = {
    .info = {.name = "prox",
             .summary = "fixed point of r = prox(r - rho u), rho adapted",
             .source = "Alart & Curnier 1991; Leine & Glocker 2003",
             .when = "simple and robust for moderate accuracy; linear convergence, slow on stacks "
                     "and large mass ratios",
             .handles = RG_HANDLES_LCP | RG_HANDLES_MLCP | RG_HANDLES_CONE | RG_HANDLES_BOX},
    .cone_setup = prox_setup,
    .cone_solve = prox_solve,
};
