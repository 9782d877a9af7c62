/* ncp-rlm and ncp-plm: the exact cone as a system of semi-smooth equations, for either of the two
   Levenberg-Marquardt drivers.

   Phi_b = A_bb p + A_bu F(z) + c_b,  Phi_u = A_ub p + (A_uu - I) F(z) - z + c_u
   (Mylapilli & Jain 2017, Eq. 55-56). The implicit map gives both: a bilateral row has no bounds,
   so its unknown is -p_b, which enters no other way than p_b itself. The Jacobian is Eq. 58-59.

   Ours: where the driver is stuck, proximal points with leaps (proximal.h), whose subproblems are
   the same system with A + kappa I, and then other units of z and other starts. */
#include "math/dense.h"
#include "solve/mlcp/levenberg_marquardt.h"
#include "solve/mlcp/proximal.h"
#include "solve/mlcp/smooth.h"
#include "solve/papers/implicit_map.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Attempts from the same start with another unit of z, v = F rho + z, where one is stuck. */
static const double units[] = {1, 1, 0.1, 0.3, 10, 3, 0.3, 1, 3, 0.3, 0.03, 3};
enum { ATTEMPTS = sizeof units / sizeof units[0], ATTEMPT_ITERATIONS = 100, MAX_ITERATIONS = 3000 };
enum { PROXIMAL_SHARE = 2 /* proximal points take a third of all iterations at most */ };

#define WHEN "few contacts; slow at kinks, may end in a local minimum"
enum {
  HANDLES = RG_HANDLES_LCP | RG_HANDLES_MLCP | RG_HANDLES_CONE | RG_HANDLES_BOX | RG_HANDLES_NCP
};

static const double SHARPER = 1e-3; /* of tol: what the subproblems of proximal points aim at */

typedef struct ncp_state {
  rg_implicit_map *map;
  rg_lm *lm;
  rg_proximal *proximal;
  const rg_cone *cone;
  double weight; /* of the proximal term; 0: there is none */
  int printed;   /* a setting */
  double *z, *phi, *slope, *impulse, *velocity, *rho, *best, *rest, *centre, *c;
} ncp_state;

static void *setup(rg_arena *arena, const rg_cone *cone, const rg_options *options) {
  (void)options;
  ncp_state *s = RG_NEW(arena, ncp_state, 1);
  if (!s) return NULL;
  s->map = rg_implicit_map_new(arena, cone);
  s->lm = rg_lm_setup(arena, cone->n);
  s->proximal = rg_proximal_setup(arena, cone->n);
  if (!s->map || !s->lm || !s->proximal) return NULL;
  RG_VECTORS(arena, cone->n, &s->z, &s->phi, &s->impulse, &s->velocity, &s->rho, &s->best, &s->rest,
             &s->centre, &s->c);
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

/* the natural map of impulses, with u = A f + c + weight (f - centre) */
static double residual_of(ncp_state *s, const double *impulse, double weight) {
  rg_cone_velocity(s->cone, impulse, s->velocity);
  for (int i = 0; weight > 0 && i < s->cone->n; i++)
    s->velocity[i] += weight * (impulse[i] - s->centre[i]);
  return rg_cone_residual(s->cone, impulse, s->velocity);
}

/* that of F(z) */
static double natural_map(void *context, const double *z, const double *residual) {
  ncp_state *s = context;
  (void)residual;
  rg_implicit_map_impulse(s->map, z, s->impulse);
  return residual_of(s, s->impulse, s->weight);
}

/* the map in a unit of z, v = rho F + z, without a proximal term */
static void load_map(ncp_state *s, double unit) {
  for (int i = 0; i < s->cone->n; i++) s->rho[i] = unit;
  rg_implicit_map_load(s->map, s->cone, s->rho);
  s->weight = 0;
}

/* the same in the unit 1 with A + weight I and c - weight centre */
static void load_proximal(ncp_state *s, double weight, const double *centre) {
  size_t n = (size_t)s->cone->n;
  load_map(s, 1);
  s->weight = weight;
  for (size_t i = 0; i < n; i++) {
    s->map->K[i * (n + 1)] += weight;
    s->centre[i] = centre[i];
    s->c[i] = s->cone->c[i] - weight * centre[i];
  }
  s->map->c = s->c;
}

/* One solve. */
typedef struct job {
  ncp_state *s;
  rg_lm_driver driver;
  double tol, residual; /* of s->best, without a proximal term */
  int limit, iterations;
  rg_outcome *outcome;
} job;

/* the driver from s->z; returns the residual of the impulse, which is left in s->impulse */
static double run(job *j) {
  ncp_state *s = j->s;
  rg_system system = {s->cone->n, s, evaluate, NULL, natural_map};
  int left = j->limit - j->iterations, bold = s->weight > 0;
  int most = s->printed ? left : ATTEMPT_ITERATIONS;
  rg_lm_options options = {.tol = bold ? SHARPER * j->tol : j->tol,
                           .max_iterations = left < most ? left : most,
                           .bold = bold};
  j->driver(s->lm, &system, &options, s->z, j->outcome);
  j->iterations += j->outcome->iterations;
  return natural_map(s, s->z, NULL);
}

static int out_of_time(const job *j) {
  return j->iterations >= j->limit || rg_outcome_expired(j->outcome);
}

/* --- proximal points: what proximal.h asks for ------------------------------------------------ */

static double proximal_solve(void *context, double weight, const double *centre, double *x,
                             double *reached) {
  job *j = context;
  ncp_state *s = j->s;
  load_proximal(s, weight, centre);
  rg_implicit_map_encode(s->map, x, s->z);
  *reached = run(j);
  memcpy(x, s->impulse, (size_t)s->cone->n * sizeof *x);
  load_map(s, 1);
  return residual_of(s, x, 0);
}

static double proximal_residual(void *context, const double *x) {
  return residual_of(((job *)context)->s, x, 0);
}

/* F(z) of the point that encodes x */
static void proximal_confine(void *context, double *x) {
  ncp_state *s = ((job *)context)->s;
  rg_implicit_map_encode(s->map, x, s->z);
  rg_implicit_map_impulse(s->map, s->z, x);
}

static void proximal_locate(void *context, const double *x, double *place) {
  rg_implicit_map_encode(((job *)context)->s->map, x, place);
}

/* pieces are the zones of the cells */
static int proximal_stays(void *context, const double *from, const double *to, double t,
                          double slack) {
  const ncp_state *s = ((job *)context)->s;
  (void)slack;
  for (int k = 0; k < s->map->cells; k++) {
    const rg_cell *cell = &s->map->cell[k];
    const double *a = from + cell->offset, *b = to + cell->offset;
    double beyond[RG_CELL_MAX];
    for (int i = 0; i < cell->size; i++) beyond[i] = b[i] + t * (b[i] - a[i]);
    rg_zone zone = rg_implicit_map_zone(cell, b);
    if (rg_implicit_map_zone(cell, a) == zone && rg_implicit_map_zone(cell, beyond) != zone)
      return 0;
  }
  return 1;
}

static int proximal_expired(void *context) { return out_of_time(context); }

/* from zero impulses, which have no part in a kernel of A, then from the best ones */
static void run_proximal(job *j) {
  ncp_state *s = j->s;
  size_t bytes = (size_t)s->cone->n * sizeof(double);
  rg_proximal_problem problem = {.n = s->cone->n,
                                 .context = j,
                                 .tol = j->tol,
                                 .curved = 1,
                                 .solve = proximal_solve,
                                 .residual = proximal_residual,
                                 .confine = proximal_confine,
                                 .locate = proximal_locate,
                                 .stays = proximal_stays,
                                 .expired = proximal_expired};
  int limit = j->limit;
  j->limit = j->iterations + limit / PROXIMAL_SHARE;
  if (j->limit > limit) j->limit = limit;
  for (int start = 0; start < 2 && j->residual > j->tol && !out_of_time(j); start++) {
    double *x = s->rest;
    if (start == 0) memset(x, 0, bytes);
    else memcpy(x, s->best, bytes);
    double residual = rg_proximal_run(s->proximal, &problem, x);
    if (!(residual < j->residual)) continue;
    j->residual = residual;
    memcpy(s->best, x, bytes);
  }
  j->limit = limit;
}

/* --- all attempts ----------------------------------------------------------------------------- */

/* The map in raw units, v = f + z as printed: rows divided by the scale S of the cone, phi in the unit S / a. */
static void load_printed(ncp_state *s) {
  const rg_cone *cone = s->cone;
  size_t n = (size_t)cone->n;
  for (size_t i = 0; i < n; i++) s->rho[i] = cone->scale[i] * cone->impulse_unit / cone->unit;
  rg_implicit_map_load(s->map, cone, s->rho);
  for (size_t i = 0; i < n; i++) {
    double *row = s->map->K + i * n;
    row[i] += 1;
    for (size_t k = 0; k < n; k++) row[k] /= cone->scale[i];
    row[i] -= 1;
    s->c[i] = cone->c[i] / cone->scale[i];
  }
  s->map->c = s->c;
  s->weight = 0;
}

static void run_attempt(job *j, int k) {
  ncp_state *s = j->s;
  if (s->printed) load_printed(s);
  else load_map(s, units[k]);
  if (k % 2) rg_implicit_map_scatter(s->map, (unsigned)k, s->z);
  else rg_implicit_map_encode(s->map, s->best, s->z);
  double residual = run(j);
  if (k > 0 && !(residual < j->residual)) return;
  j->residual = residual;
  memcpy(s->best, s->impulse, (size_t)s->cone->n * sizeof(double));
}

static const rg_solver_setting_info settings[] = {
    {"as_printed",
     "the method as its paper has it: no scaling of ours, no proximal points, one start", 0, 0, 1,
     1, 1},
    {0}};

static rg_status solve(ncp_state *s, rg_lm_driver driver, const rg_cone *cone,
                       const rg_options *options, double *x, rg_outcome *outcome) {
  size_t bytes = (size_t)cone->n * sizeof *x;
  job j = {.s = s, .driver = driver, .tol = options->tol, .outcome = outcome};
  j.limit = options->max_iterations > 0 ? options->max_iterations : MAX_ITERATIONS;
  s->cone = cone;
  s->printed = rg_options_get(options, &settings[0]) != 0;
  memcpy(s->best, x, bytes);

  /* the method itself, the way on, other units and starts */
  run_attempt(&j, 0);
  if (!s->printed) run_proximal(&j);
  for (int k = 1; !s->printed && k < ATTEMPTS && j.residual > j.tol && !out_of_time(&j); k++)
    run_attempt(&j, k);

  memcpy(x, s->best, bytes);
  outcome->iterations = j.iterations;
  if (!(j.residual <= j.tol)) {
    // a driver that was cut short has not said anything
    if (!outcome->reason[0])
      snprintf(outcome->reason, sizeof outcome->reason,
               "the natural map is %.2e after %d iterations", j.residual, j.iterations);
    return out_of_time(&j) ? RG_LIMIT : RG_STALLED;
  }
  outcome->reason[0] = '\0';
  return RG_SOLVED;
}

static rg_status solve_regular(void *state, const rg_cone *cone, const rg_options *options,
                               double *x, rg_outcome *outcome) {
  return solve(state, rg_lm_regular, cone, options, x, outcome);
}

static rg_status solve_projected(void *state, const rg_cone *cone, const rg_options *options,
                                 double *x, rg_outcome *outcome) {
  return solve(state, rg_lm_projected, cone, options, x, outcome);
}

/* F of a caller's own: the same idea, unknowns that run through their bounds, is the normal map */
static rg_status smooth_regular(void *state, const rg_mixed *mixed, const rg_options *options,
                                double *z, rg_outcome *outcome) {
  int printed = rg_options_get(options, &settings[0]) != 0;
  return rg_smooth_solve(state, rg_lm_regular, RG_SMOOTH_NORMAL, mixed, options, 1, printed, z,
                         outcome);
}

static rg_status smooth_projected(void *state, const rg_mixed *mixed, const rg_options *options,
                                  double *z, rg_outcome *outcome) {
  int printed = rg_options_get(options, &settings[0]) != 0;
  return rg_smooth_solve(state, rg_lm_projected, RG_SMOOTH_NORMAL, mixed, options, 1, printed, z,
                         outcome);
}

extern const rg_solver_entry rg_solver_ncp_rlm, rg_solver_ncp_plm;
const rg_solver_entry rg_solver_ncp_rlm = {
    .info = {.name = "ncp-rlm",
             .summary = "implicit complementarity by the regular Levenberg-Marquardt method",
             .source = "Mylapilli & Jain 2017, sec. 4 and 5.1",
             .when = WHEN,
             .handles = HANDLES,
             .settings = settings},
    .cone_setup = setup,
    .cone_solve = solve_regular,
    .ncp_setup = rg_smooth_setup,
    .ncp_solve = smooth_regular};
const rg_solver_entry rg_solver_ncp_plm = {
    .info = {.name = "ncp-plm",
             .summary = "implicit complementarity by the projected Levenberg-Marquardt method",
             .source = "Mylapilli & Jain 2017, sec. 4 and 5.2",
             .when = WHEN,
             .handles = HANDLES,
             .settings = settings},
    .cone_setup = setup,
    .cone_solve = solve_projected,
    .ncp_setup = rg_smooth_setup,
    .ncp_solve = smooth_projected};
