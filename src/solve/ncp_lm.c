/* The exact cone as a system of semi-smooth equations for Levenberg-Marquardt.

   Phi_b = A_bb p + A_bu F(z) + c_b,  Phi_u = A_ub p + (A_uu - I) F(z) - z + c_u
   (Mylapilli & Jain 2017, Eq. 55-56). The implicit map gives both: a bilateral row has no bounds,
   so its unknown is -p_b, which enters no other way than p_b itself. The Jacobian is Eq. 58-59. */
#include "solve/ncp_lm.h"

#include "math/dense.h"
#include "solve/implicit_map.h"

#include <math.h>
#include <string.h>

/* Attempts from the same start with another unit of z, v = F rho + z, where one is stuck. */
static const double units[] = {1, 1, 0.1, 0.3, 10, 3, 0.3, 1, 3, 0.3, 0.03, 3};
enum { ATTEMPTS = sizeof units / sizeof units[0], ATTEMPT_ITERATIONS = 100, MAX_ITERATIONS = 1000 };

typedef struct ncp_state {
  rg_implicit_map *map;
  rg_lm *lm;
  const rg_cone *cone;
  double *z, *phi, *slope, *impulse, *velocity, *rho;
} ncp_state;

void *rg_ncp_lm_setup(rg_arena *arena, const rg_cone *cone, const rg_options *options) {
  (void)options;
  ncp_state *s = RG_NEW(arena, ncp_state, 1);
  if (!s) return NULL;
  s->map = rg_implicit_map_new(arena, cone);
  s->lm = rg_lm_setup(arena, cone->n);
  if (!s->map || !s->lm) return NULL;
  double **vectors[] = {&s->z, &s->phi, &s->impulse, &s->velocity, &s->rho};
  for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++)
    *vectors[i] = RG_NEW(arena, double, cone->n);
  s->slope = RG_NEW(arena, double, s->map->cells *RG_CELL_SQUARE);
  return arena->failed ? NULL : s;
}

/* Phi and its Jacobian, Eq. 56 and 58 */
static void evaluate(void *context, const double *z, double *residual, double *J) {
  ncp_state *s = context;
  rg_implicit_map_residual(s->map, z, s->phi, residual);
  if (!J) return;
  for (int k = 0; k < s->map->cells; k++) {
    const rg_cell *cell = &s->map->cell[k];
    const double *part = z + cell->offset;
    rg_zone zone = rg_implicit_map_zone(cell, part);
    rg_implicit_map_slope(cell, zone, part, s->slope + k * RG_CELL_SQUARE);
  }
  rg_implicit_map_jacobian(s->map, s->slope, J);
}

/* the natural map of the impulses F(z) */
static double natural_map(void *context, const double *z, const double *residual) {
  ncp_state *s = context;
  (void)residual;
  rg_implicit_map_impulse(s->map, z, s->impulse);
  rg_cone_velocity(s->cone, s->impulse, s->velocity);
  return rg_cone_residual(s->cone, s->impulse, s->velocity);
}

rg_status rg_ncp_lm_solve(void *state, rg_lm_driver driver, const rg_cone *cone,
                          const rg_options *options, double *x, rg_outcome *outcome) {
  ncp_state *s = state;
  size_t bytes = (size_t)cone->n * sizeof *x;
  rg_system system = {cone->n, s, evaluate, NULL, natural_map};
  rg_lm_options lm_options = {.tol = options->tol};
  int limit = options->max_iterations > 0 ? options->max_iterations : MAX_ITERATIONS;
  rg_status status = RG_LIMIT;
  double best = HUGE_VAL;
  int iterations = 0;
  s->cone = cone;
  for (int k = 0; k < ATTEMPTS && iterations < limit; k++) {
    /* start where x and its velocity would be encoded */
    for (int i = 0; i < cone->n; i++) s->rho[i] = units[k];
    rg_implicit_map_load(s->map, cone, s->rho);
    if (k % 2) rg_implicit_map_scatter(s->map, (unsigned)k, s->z);
    else rg_implicit_map_encode(s->map, x, s->z);
    /* run, and keep the best impulse of all attempts */
    lm_options.max_iterations =
        limit - iterations < ATTEMPT_ITERATIONS ? limit - iterations : ATTEMPT_ITERATIONS;
    status = driver(s->lm, &system, &lm_options, s->z, outcome);
    iterations += outcome->iterations;
    double residual = natural_map(s, s->z, NULL);
    if (residual < best) {
      best = residual;
      memcpy(x, s->impulse, bytes);
    }
    if (status == RG_SOLVED || rg_outcome_expired(outcome)) break;
  }
  outcome->iterations = iterations;
  if (status == RG_SOLVED) outcome->reason[0] = '\0';
  return status;
}
