/* The exact cone as a system of semi-smooth equations for Levenberg-Marquardt.

   Phi_b = A_bb p + A_bu F(z) + c_b,  Phi_u = A_ub p + (A_uu - I) F(z) - z + c_u
   (Mylapilli & Jain 2017, Eq. 55-56). The implicit map gives both: a bilateral row has no bounds,
   so its unknown is -p_b, which enters no other way than p_b itself. The Jacobian is Eq. 58-59. */
#include "solve/ncp_lm.h"

#include "math/dense.h"
#include "solve/implicit_map.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Attempts from the same start with another unit of z, v = F rho + z, where one is stuck. */
static const double units[] = {1, 1, 0.1, 0.3, 10, 3, 0.3, 1, 3, 0.3, 0.03, 3};
enum { ATTEMPTS = sizeof units / sizeof units[0], ATTEMPT_ITERATIONS = 100, MAX_ITERATIONS = 1000 };
static const double PROXIMAL_FIRST = 1e-1, PROXIMAL_LAST = 1e-14, PROXIMAL_FALL = 0.1;

typedef struct ncp_state {
  rg_implicit_map *map;
  rg_lm *lm;
  const rg_cone *cone;
  double *z, *phi, *slope, *impulse, *velocity, *rho, *best, *centre, *c, *before, *after, *leap;
  double proximal;
} ncp_state;

void *rg_ncp_lm_setup(rg_arena *arena, const rg_cone *cone, const rg_options *options) {
  (void)options;
  ncp_state *s = RG_NEW(arena, ncp_state, 1);
  if (!s) return NULL;
  s->map = rg_implicit_map_new(arena, cone);
  s->lm = rg_lm_setup(arena, cone->n);
  if (!s->map || !s->lm) return NULL;
  double **vectors[] = {&s->z,   &s->phi,  &s->impulse, &s->velocity,
                       &s->rho, &s->best, &s->centre,  &s->c, &s->before, &s->after, &s->leap};
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

/* the natural map of the impulses F(z), with the proximal term where there is one */
static double natural_map(void *context, const double *z, const double *residual) {
  ncp_state *s = context;
  (void)residual;
  rg_implicit_map_impulse(s->map, z, s->impulse);
  rg_cone_velocity(s->cone, s->impulse, s->velocity);
  for (int i = 0; s->proximal > 0 && i < s->cone->n; i++)
    s->velocity[i] += s->proximal * (s->impulse[i] - s->centre[i]);
  return rg_cone_residual(s->cone, s->impulse, s->velocity);
}

/* v = A f + c with f in the unit 1 / rho, and the proximal term kappa (f - x) around the best x */
static void load_map(ncp_state *s, double unit, double proximal) {
  int n = s->cone->n;
  for (int i = 0; i < n; i++) s->rho[i] = unit;
  rg_implicit_map_load(s->map, s->cone, s->rho);
  s->proximal = proximal;
  if (proximal == 0) return;
  for (int i = 0; i < n; i++) {
    s->map->K[(size_t)i * (size_t)(n + 1)] += proximal / unit;
    s->centre[i] = s->best[i];
    s->c[i] = s->cone->c[i] - proximal * s->centre[i];
  }
  s->map->c = s->c;
}

/* One run of a driver. */
typedef struct job {
  ncp_state *s;
  rg_lm_driver driver;
  double tol, best;
  int limit, iterations;
  rg_outcome *outcome;
} job;

/* the driver from s->z; keeps the best impulse of all runs. 1 where there is nothing left to do */
static int run(job *j, int most, rg_status *status) {
  ncp_state *s = j->s;
  rg_system system = {s->cone->n, s, evaluate, NULL, natural_map};
  int left = j->limit - j->iterations;
  rg_lm_options options = {.tol = j->tol, .max_iterations = left < most ? left : most};
  *status = j->driver(s->lm, &system, &options, s->z, j->outcome);
  j->iterations += j->outcome->iterations;
  double proximal = s->proximal;
  s->proximal = 0;
  double residual = natural_map(s, s->z, NULL);
  s->proximal = proximal;
  if (residual < j->best || proximal > 0) {
    j->best = residual;
    memcpy(s->best, s->impulse, (size_t)s->cone->n * sizeof *s->best);
  }
  if (residual <= j->tol) *status = RG_SOLVED;
  return residual <= j->tol || j->iterations >= j->limit || rg_outcome_expired(j->outcome);
}

static int zones_stay(const ncp_state *s, const double *before, const double *z, double t) {
  for (int k = 0; k < s->map->cells; k++) {
    const rg_cell *cell = &s->map->cell[k];
    const double *from = before + cell->offset, *to = z + cell->offset;
    double beyond[RG_CELL_MAX];
    for (int i = 0; i < cell->size; i++) beyond[i] = to[i] + t * (to[i] - from[i]);
    rg_zone zone = rg_implicit_map_zone(cell, to);
    if (rg_implicit_map_zone(cell, from) == zone && rg_implicit_map_zone(cell, beyond) != zone)
      return 0;
  }
  return 1;
}

/* proximal points with a falling weight, each answer the start and the centre of the next */
static int run_proximal(job *j, rg_status *status) {
  ncp_state *s = j->s;
  int n = s->cone->n;
  double kappa = PROXIMAL_FIRST, last = HUGE_VAL;
  double *before = s->before, *after = s->after, *phi = s->leap;
  for (int round = 0; round < 60; round++) {
    load_map(s, 1, kappa);
    rg_implicit_map_encode(s->map, s->best, s->z);
    memcpy(before, s->best, (size_t)n * sizeof *before);
    if (run(j, ATTEMPT_ITERATIONS, status)) return 1;
    double residual = j->best;
    if (getenv("LMDBG")) fprintf(stderr, "kappa %.1e status %d res %.2e it %d (%d) %s\n", kappa, *status, j->best, j->outcome->iterations, j->iterations, j->outcome->reason);
    if (*status != RG_SOLVED) { /* too small: once more from where it was */
      memcpy(s->best, before, (size_t)n * sizeof *before);
      kappa *= 10;
      continue;
    }
    if (residual <= 0.1 * last) {
      last = residual;
      if (kappa > 1e-5) kappa *= 0.1;
      continue;
    }
    last = residual;
    /* leap */
    load_map(s, 1, 0);
    rg_implicit_map_encode(s->map, before, s->z);
    rg_implicit_map_encode(s->map, s->best, after);
    memcpy(before, s->z, (size_t)n * sizeof *before);
    rg_implicit_map_residual(s->map, before, s->phi, phi);
    double low = 0, high = 1;
    rg_implicit_map_residual(s->map, after, s->phi, s->velocity);
    double down = 0, square = 0;
    for (int i = 0; i < n; i++) {
      double d = s->velocity[i] - phi[i];
      down -= d * s->velocity[i], square += d * d;
    }
    double most = square > 0 ? down / square : HUGE_VAL;
    while (high < 1e12 && zones_stay(s, before, after, high)) low = high, high *= 2;
    for (int b = 0; b < 30; b++) {
      double t = 0.5 * (low + high);
      if (zones_stay(s, before, after, t)) low = t;
      else high = t;
    }
    if (getenv("LMDBG")) fprintf(stderr, "  leap kink %.3e min %.3e\n", high, most);
    double t = fmin(high, most);
    if (!(t > 0)) continue;
    for (int i = 0; i < n; i++) s->z[i] = after[i] + t * (after[i] - before[i]);
    rg_implicit_map_impulse(s->map, s->z, s->best);
  }
  return 0;
}

rg_status rg_ncp_lm_solve(void *state, rg_lm_driver driver, const rg_cone *cone,
                          const rg_options *options, double *x, rg_outcome *outcome) {
  ncp_state *s = state;
  size_t bytes = (size_t)cone->n * sizeof *x;
  job j = {.s = s, .driver = driver, .tol = options->tol, .best = HUGE_VAL, .outcome = outcome};
  rg_status status = RG_LIMIT;
  int done = 0;
  j.limit = options->max_iterations > 0 ? options->max_iterations : MAX_ITERATIONS;
  s->cone = cone;
  memcpy(s->best, x, bytes);
  for (int k = 0; k < ATTEMPTS && !done; k++) {
    /* start where the best impulse and its velocity would be encoded, or anywhere */
    load_map(s, units[k], 0);
    if (k % 2) rg_implicit_map_scatter(s->map, (unsigned)k, s->z);
    else rg_implicit_map_encode(s->map, s->best, s->z);
    done = run(&j, ATTEMPT_ITERATIONS, &status);
    if (k == 0 && !done) {
       if (getenv("LMDBG")) fprintf(stderr, "first: status %d res %.2e it %d\n", status, j.best, j.iterations);
       memcpy(s->best, x, bytes);
       done = run_proximal(&j, &status);
    }
  }
  memcpy(x, s->best, bytes);
  outcome->iterations = j.iterations;
  if (status == RG_SOLVED) outcome->reason[0] = '\0';
  return status;
}
