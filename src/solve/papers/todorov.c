/* Todorov's implicit complementarity: a non-smooth Gauss-Newton method on r(x) = 0, Eq. 15, with
   an adaptive lambda, a dogleg and safeguards at the edges (Todorov 2010, sec. III-E), and restarts
   with another unit rho of x where it ends in a local minimum (after his sec. V-A). `todorov_plain`
   is the method as printed: raw units, one attempt, which ends at a local minimum.

   x minimizes 1/2 ||A f(x) + c - v(x)||^2; f and v obey the laws of contact for every x. */
#include "math/dense.h"
#include "solve/front/solver.h"
#include "solve/papers/todorov_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ATTEMPTS = 12, MAX_ITERATIONS = 1000, WINDOW = 8, LEAPS = 3, LEAP_STEPS = 3 };

static const double lambda_least = 1e-14, lambda_most = 1e6, lambda_leap = 1e-12;

/* how an attempt ended */
typedef enum ending { SOLVED, LOCAL_MINIMUM, OUT_OF_LIMITS } ending;

/* what a solve keeps over its attempts */
typedef struct run {
  rg_todorov *t;
  const rg_cone *cone;
  const rg_options *options;
  rg_outcome *outcome;
  double best_residual;
  int limit, newton_points, newton_accepted;
  int searches, beyond, edges; /* that went on; from the Cauchy point on; of these on an edge */
  int plain, edge_project;     /* settings */
} run;

/* room for the places of the entries of J B and of the factor */
static void take_structure(rg_arena *arena, rg_todorov *t) {
  size_t n = (size_t)t->map->n, cells = (size_t)t->map->cells;
  rg_fill *fill = &t->fill;
  t->column = RG_NEW(arena, int, cells);
  t->place_start = RG_NEW(arena, int, cells + 1);
  t->place = RG_NEW(arena, int, cells *n);
  t->image = RG_NEW(arena, double, cells *RG_CELL_SQUARE);
  t->panel = RG_NEW(arena, double, RG_PANEL *(n + RG_CHUNK));
  fill->start = RG_NEW(arena, int, cells + 1);
  fill->cell = RG_NEW(arena, int, cells *cells);
  int **lists[] = {&fill->parent, &fill->seen, &fill->column, &fill->chunk};
  for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) *lists[i] = RG_NEW(arena, int, n);
}

static void *setup(rg_arena *arena, const rg_cone *cone, const rg_options *options) {
  rg_todorov *t = RG_NEW(arena, rg_todorov, 1);
  if (!t) return NULL;
  (void)options;
  size_t n = (size_t)cone->n;
  t->map = rg_implicit_map_new(arena, cone);
  if (!t->map) return NULL;
  int cells = t->map->cells;
  RG_VECTORS(arena, n, &t->x, &t->phi, &t->r, &t->gradient, &t->step, &t->newton, &t->cauchy,
             &t->pull, &t->trial, &t->trial_phi, &t->trial_r, &t->best, &t->direction, &t->impulse,
             &t->velocity, &t->rho, &t->best_impulse, &t->plain_c, &t->plain_rho);
  t->slope = RG_NEW(arena, double, cells *RG_CELL_SQUARE);
  t->basis = RG_NEW(arena, double, cells *RG_CELL_SQUARE);
  t->active = RG_NEW(arena, rg_edge, cells);
  t->width = RG_NEW(arena, int, cells);
  t->column = RG_NEW(arena, int, cells + 1);
  take_structure(arena, t);
  t->crossing = RG_NEW(arena, rg_crossing, 3 * cells);
  t->JB = RG_NEW(arena, double, n *n);
  t->H = RG_NEW(arena, double, n *n);
  return arena->failed ? NULL : t;
}

double rg_todorov_trial(rg_todorov *t) {
  rg_implicit_map_residual(t->map, t->trial, t->trial_phi, t->trial_r);
  double loss = 0.5 * rg_dot(t->map->n, t->trial_r, t->trial_r);
  return isfinite(loss) ? loss : HUGE_VAL;
}

static void accept(rg_todorov *t, const double *point) {
  memcpy(t->x, point, (size_t)t->map->n * sizeof *t->x);
  rg_implicit_map_residual(t->map, t->x, t->phi, t->r);
  t->loss = 0.5 * rg_dot(t->map->n, t->r, t->r);
}

/* the same for the point that is in trial and has just been evaluated */
static void accept_trial(rg_todorov *t) {
  size_t size = (size_t)t->map->n * sizeof *t->x;
  memcpy(t->x, t->trial, size);
  memcpy(t->phi, t->trial_phi, size);
  memcpy(t->r, t->trial_r, size);
  t->loss = 0.5 * rg_dot(t->map->n, t->r, t->r);
}

/* point = x + B step, projected on the active cones */
static void lift(const rg_todorov *t, const double *step, double *point) {
  int column = 0;
  for (int k = 0; k < t->map->cells; k++) {
    const rg_cell *cell = &t->map->cell[k];
    const double *basis = t->basis + k * RG_CELL_SQUARE;
    for (int i = 0; i < cell->size; i++) {
      double sum = t->x[cell->offset + i];
      for (int q = 0; q < t->width[k]; q++) sum += basis[t->width[k] * i + q] * step[column + q];
      point[cell->offset + i] = sum;
    }
    column += t->width[k];
  }
  rg_todorov_project(t, point);
}

/* x_N of Eq. 28; returns the decrease that the model predicts, < 0 where there is no such step */
static double newton_point(rg_todorov *t) {
  int m = t->reduced;
  for (; t->lambda <= lambda_most; t->lambda *= t->lambda_step) {
    if (rg_todorov_factor(t) == 0) break; /* H = B'J'JB + lambda I */
  }
  if (t->lambda > lambda_most) return -1;
  for (int i = 0; i < m; i++) t->step[i] = -t->gradient[i];
  rg_cholesky_solve(m, t->H, m, t->step);
  lift(t, t->step, t->newton);
  return -0.5 * rg_dot(m, t->gradient, t->step);
}

/* x_C of Eq. 28: the minimum of the model along the gradient */
static void cauchy_point(rg_todorov *t) {
  int m = t->reduced;
  rg_todorov_jacobian_times(t, t->gradient, t->trial);
  double square = rg_dot(m, t->gradient, t->gradient);
  double curvature = rg_dot(t->map->n, t->trial, t->trial) + t->lambda * square;
  double length = curvature > 0 ? square / curvature : 0;
  for (int i = 0; i < m; i++) t->step[i] = -length * t->gradient[i];
  lift(t, t->step, t->cauchy);
}

/* one round of the pseudocode of sec. III-E; 0: local minimum */
static int iterate(run *u) {
  rg_todorov *t = u->t;
  int n = t->map->n;
  rg_todorov_edges(t);
  rg_todorov_jacobian(t);
  /* the Newton point, where it brings half of what the model promises */
  double predicted = newton_point(t);
  u->newton_points++;
  if (!(predicted >= 0)) return 0;
  memcpy(t->trial, t->newton, (size_t)n * sizeof *t->trial);
  double loss = rg_todorov_trial(t);
  if (predicted > 0 && t->loss - loss >= 0.5 * predicted) {
    accept_trial(t);
    t->lambda = fmax(t->lambda / t->lambda_step, lambda_least);
    u->newton_accepted++;
    return 1;
  }
  /* else the dogleg */
  t->lambda = fmin(t->lambda_step * t->lambda, lambda_most);
  cauchy_point(t);
  t->best_loss = t->loss * (1 - 1e-9);
  double enough = t->best_loss;
  rg_todorov_search(t);
  if (!(t->best_loss < enough)) return 0;
  accept(t, t->best);
  u->searches++;
  u->beyond += t->best_beyond;
  u->edges += t->best_beyond && t->best_edge;
  return 1;
}

/* the residual that one stops by; keeps the best impulse */
static double measure(run *u) {
  rg_todorov *t = u->t;
  for (int i = 0; i < t->map->n; i++) t->impulse[i] = t->phi[i] / t->map->rho[i];
  rg_cone_velocity(u->cone, t->impulse, t->velocity);
  double residual = rg_cone_residual(u->cone, t->impulse, t->velocity);
  if (residual < u->best_residual) {
    u->best_residual = residual;
    memcpy(t->best_impulse, t->impulse, (size_t)t->map->n * sizeof *t->impulse);
  }
  return residual;
}

/* Leaves a local minimum by undamped Newton steps on the smooth function around x, whether or not
   they reduce the loss: edges cut paths that lead to the solution, the function beyond them does
   not. */
static void leap(run *u) {
  rg_todorov *t = u->t;
  t->edge_project = 0;
  for (int i = 0; i < LEAP_STEPS && u->outcome->iterations < u->limit; i++) {
    rg_todorov_edges(t);
    for (int k = 0; k < t->map->cells; k++) {
      const rg_cell *cell = &t->map->cell[k];
      const double *part = t->x + cell->offset;
      rg_implicit_map_slope(cell, rg_implicit_map_zone(cell, part), part,
                            t->slope + k * RG_CELL_SQUARE);
    }
    rg_todorov_jacobian(t);
    t->lambda = lambda_leap;
    if (newton_point(t) < 0) break;
    accept(t, t->newton);
    u->outcome->iterations++;
    if (measure(u) <= u->options->tol) break;
  }
  t->edge_project = u->edge_project;
  t->lambda = t->lambda_start;
}

/* iterates from t->x until solved or stuck */
static ending attempt(run *u) {
  rg_todorov *t = u->t;
  int leaps = 0, untold = 0;
  double window = HUGE_VAL;
  t->lambda = t->lambda_start;
  memcpy(t->trial, t->x, (size_t)t->map->n * sizeof *t->x);
  accept(t, t->trial);
  for (int i = 0;; i++) {
    if (!isfinite(t->loss)) return LOCAL_MINIMUM;
    double residual = measure(u);
    if (untold) rg_outcome_trace(u->outcome, u->best_residual);
    if (residual <= u->options->tol) return SOLVED;
    if (u->outcome->iterations >= u->limit || rg_outcome_expired(u->outcome)) return OUT_OF_LIMITS;
    int moved = iterate(u);
    u->outcome->iterations++;
    untold = 1;
    /* stuck: no better point, or hardly any progress in a while */
    int slow = (i + 1) % WINDOW == 0 && t->loss > 0.5 * window;
    if ((i + 1) % WINDOW == 0) window = t->loss;
    if (moved && (!slow || u->plain)) continue;
    rg_outcome_trace(u->outcome, u->best_residual);
    untold = 0;
    if (u->plain || leaps++ == LEAPS) return LOCAL_MINIMUM;
    leap(u);
    window = HUGE_VAL;
  }
}

/* sticking start, sec. III-F: f = A^+ (0 - c) by iterated regularization of A'A f = -A'c, x = -f,
   in the units of x. From zero the iteration stays in the range of A', so that its limit is the
   pseudo-inverse. */
static void sticking_start(rg_todorov *t) {
  int n = t->map->n;
  double *A = t->JB, *f = t->impulse, *gap = t->trial_r, *step = t->step;
  memcpy(A, t->map->K, (size_t)n * (size_t)n * sizeof *A);
  for (int i = 0; i < n; i++) A[(size_t)i * (size_t)n + (size_t)i] += 1;
  int failed = 1;
  for (double shift = 1e-10; failed && shift < 1e10; shift *= 100) {
    rg_gram(n, n, A, n, shift, t->H, n);
    failed = rg_cholesky(n, t->H, n);
  }
  memset(f, 0, (size_t)n * sizeof *f);
  for (int k = 0; k < 3 && !failed; k++) {
    rg_matvec(n, n, A, n, f, gap);
    for (int i = 0; i < n; i++) gap[i] = -t->map->c[i] - gap[i];
    rg_matvec_t(n, n, A, n, gap, step);
    rg_cholesky_solve(n, t->H, n, step);
    rg_axpy(n, 1, step, f);
  }
  for (int i = 0; i < n; i++) t->x[i] = -f[i];
}

/* The map in raw units, v = f + x as printed: with S the scale of the cone and a the unit of A,
   A = a S^-1 (S A / a S) S^-1 and c = S^-1 (S c); the unit S / a of phi brings impulses back to those of the cone. */
static void load_plain(rg_todorov *t, const rg_cone *cone) {
  int n = t->map->n;
  for (int i = 0; i < n; i++) t->plain_rho[i] = cone->scale[i] * cone->impulse_unit / cone->unit;
  rg_implicit_map_load(t->map, cone, t->plain_rho);
  for (int i = 0; i < n; i++) {
    double *row = t->map->K + (size_t)i * (size_t)n;
    row[i] += 1;
    for (int j = 0; j < n; j++) row[j] /= cone->scale[i];
    row[i] -= 1;
    t->plain_c[i] = cone->c[i] / cone->scale[i];
  }
  t->map->c = t->plain_c;
}

/* The unit of x in the k-th attempt: 1 at first, then powers of 10^(1/2) around 1. */
static double attempt_unit(int k) {
  int power = k < 2 ? 0 : k / 2;
  return pow(10, 0.5 * (k % 2 ? -power : power));
}

/* where the k-th attempt begins: at the given impulses or sticking, then sticking or at zero, then
   at scattered points and at the best impulses so far in turn */
static void attempt_start(run *u, int k, const double *start) {
  rg_todorov *t = u->t;
  int n = t->map->n, warm = rg_norm_max(n, start) > 0;
  for (int i = 0; i < n; i++) t->rho[i] = attempt_unit(k);
  if (u->plain) load_plain(t, u->cone);
  else rg_implicit_map_load(t->map, u->cone, t->rho);
  rg_todorov_fill(t);
  if (k == warm) sticking_start(t);
  else if (k == 0) rg_implicit_map_encode(t->map, start, t->x);
  else if (k == 1) memcpy(t->x, u->cone->c, (size_t)n * sizeof *t->x);
  else if (k % 2) rg_implicit_map_scatter(t->map, (unsigned)k, t->x);
  else rg_implicit_map_encode(t->map, t->best_impulse, t->x);
}

static void say_why(const run *u, ending end) {
  const char *text = end == OUT_OF_LIMITS ? "limit reached" : "local minimum";
  snprintf(u->outcome->reason, sizeof u->outcome->reason,
           "%s with residual %.2e, %d of %d Newton points accepted in %d iterations", text,
           u->best_residual, u->newton_accepted, u->newton_points, u->outcome->iterations);
}

enum { EDGE_SEARCH, EDGE_PROJECT, CONE_PROJECT, AS_PRINTED, DAMPING, DAMPING_STEP };

static const rg_solver_setting_info settings[] = {
    [EDGE_SEARCH] = {"edge_search", "line search that is aware of edges", 1, 0, 1, 1, 1},
    [EDGE_PROJECT] = {"edge_project", "projection of steps on active edges", 1, 0, 1, 1, 1},
    [CONE_PROJECT] = {"cone_project", "projection of points on curved edges", 1, 0, 1, 1, 1},
    [AS_PRINTED] = {"as_printed", "the method as its paper has it: no scaling of ours, no restarts",
                    0, 0, 1, 1, 1},
    [DAMPING] = {"damping", "lambda at the start", 1e-6, 0, 1e6, 0, 1},
    [DAMPING_STEP] = {"damping_step", "factor by which lambda grows and falls", 10, 1, 1e6, 0, 1},
    {0}};

static rg_status solve(void *state, const rg_cone *cone, const rg_options *options, double *x,
                       rg_outcome *outcome) {
  rg_todorov *t = state;
  run u = {.t = t, .cone = cone, .options = options, .outcome = outcome};
  u.best_residual = HUGE_VAL;
  u.limit = options->max_iterations > 0 ? options->max_iterations : MAX_ITERATIONS;
  u.plain = rg_options_get(options, &settings[AS_PRINTED]) != 0;
  u.edge_project = rg_options_get(options, &settings[EDGE_PROJECT]) != 0;
  t->edge_search = rg_options_get(options, &settings[EDGE_SEARCH]) != 0;
  t->edge_project = u.edge_project;
  t->cone_project = rg_options_get(options, &settings[CONE_PROJECT]) != 0;
  t->lambda_start = rg_options_get(options, &settings[DAMPING]);
  t->lambda_step = rg_options_get(options, &settings[DAMPING_STEP]);
  outcome->iterations = 0;
  outcome->reason[0] = '\0';
  memcpy(t->best_impulse, x, (size_t)t->map->n * sizeof *x);
  ending end = LOCAL_MINIMUM;
  int attempts = u.plain ? 1 : ATTEMPTS;
  for (int k = 0; k < attempts && end != SOLVED && end != OUT_OF_LIMITS; k++) {
    attempt_start(&u, k, x);
    end = attempt(&u);
  }
  memcpy(x, t->best_impulse, (size_t)t->map->n * sizeof *x);
  outcome->newton_points = u.newton_points;
  outcome->newton_accepted = u.newton_accepted;
  outcome->searches = u.searches;
  outcome->searched_beyond = u.beyond;
  outcome->searched_edges = u.edges;
  if (end == SOLVED) return RG_SOLVED;
  say_why(&u, end);
  return end == OUT_OF_LIMITS ? RG_LIMIT : RG_STALLED;
}

extern const rg_solver_entry rg_solver_todorov;
const rg_solver_entry rg_solver_todorov = {
    .info = {.name = "todorov",
             .summary = "implicit complementarity by a non-smooth Gauss-Newton method, edge-aware",
             .source = "Todorov 2010",
             .when =
                 "small problems (up to about 100 contacts) with moderate friction; may end in a "
                 "local minimum where mu and the number of contacts are large",
             .handles = RG_HANDLES_LCP | RG_HANDLES_MLCP | RG_HANDLES_CONE | RG_HANDLES_BOX,
             .settings = settings},
    .cone_setup = setup,
    .cone_solve = solve};
