/* path: the PATH algorithm for mixed complementarity problems lower <= z <= upper, F(z) (Ralph
   1994; Dirkse & Ferris 1995; Ferris, Kanzow & Munson 1999; Ferris & Munson 1999). Each major
   iteration linearizes the normal map F(z) + x - z, z = mid(lower, x, upper), follows the piecewise
   linear path to the zero of the linearization by pivots (path_pivots.c), and searches that path
   for a sufficient decrease of the Fischer-Burmeister merit function. One linearization of an MLCP
   is exact. */
#include "math/dense.h"
#include "solve/front/solver.h"
#include "solve/mlcp/bases.h"
#include "solve/mlcp/farkas.h"
#include "solve/mlcp/fischer_burmeister.h"
#include "solve/mlcp/mlcp_scaling.h"
#include "solve/mlcp/path_pivots.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
  DEFAULT_MAJORS = 200, /* major iterations of one solve */
  CRASH_STEPS = 30,
  MEMORY = 10,   /* merit values of the non-monotone search */
  WATCHDOG = 10, /* majors without a sufficient decrease before the search becomes monotone */
  CUTS = 10,     /* halvings along a path */
  PROXIMAL_TRIES = 6
};
static const double SUFFICIENT = 1e-4; /* relative decrease of the merit asked for, times t */
static const double PROXIMAL_FIRST = 1e-10, PROXIMAL_FACTOR = 100;

/* How an attempt starts; the next one is made where the one before failed. */
typedef enum attempt {
  ATTEMPT_CRASH,    /* projected Newton from the caller's point */
  ATTEMPT_LEMKE,    /* every bounded variable at a bound, covering vector near (1 .. 1) */
  ATTEMPT_LEMKE_2,  /* the same with a covering vector that follows |F| */
  ATTEMPT_PROXIMAL, /* regularized by a proximal term that is driven to zero */
  ATTEMPT_INSIDE,   /* crash from a point inside the bounds */
  ATTEMPTS
} attempt;

typedef struct path_state {
  int n;
  rg_path_pivots *pivots;
  rg_mlcp_scaling *scaling; /* MLCP only */
  double *z, *x, *F, *J, *q;
  double *trial, *trial_F, *phi, *phi_J, *step, *work, *matrix;
  double *start, *best, *watch;
  int *order, *inside;
  rg_proof proof; /* MLCPs */
} path_state;

/* One solve: the problem as the algorithm sees it and how far it has come. */
typedef struct run {
  path_state *s;
  const double *lower, *upper;
  const rg_mixed *mixed; /* or the scaled MLCP */
  double reference;      /* ||F|| that residuals are relative to, mixed only */
  double tol, best_residual;
  double proximal_floor; /* least proximal term of the current attempt */
  int majors, crash_steps, limit, no_solution;
  rg_path_end last_end;
  rg_outcome *outcome;
} run;

static path_state *setup(rg_arena *arena, int n) {
  path_state *s = RG_NEW(arena, path_state, 1);
  if (!s) return NULL;
  size_t square = (size_t)n * (size_t)n;
  RG_VECTORS(arena, n, &s->z, &s->x, &s->F, &s->q, &s->trial, &s->trial_F, &s->phi, &s->step,
             &s->work, &s->start, &s->best, &s->watch);
  s->n = n;
  RG_VECTORS(arena, square, &s->J, &s->phi_J, &s->matrix);
  s->order = RG_NEW(arena, int, n);
  s->inside = RG_NEW(arena, int, n);
  s->pivots = rg_path_pivots_setup(arena, n);
  return arena->failed ? NULL : s;
}

/* F and, where J is not NULL, its Jacobian; 0 where F is not finite */
static int evaluate(const run *r, const double *z, double *F, double *J) {
  path_state *s = r->s;
  if (r->mixed) {
    r->mixed->eval(r->mixed->context, z, F, J);
  } else {
    rg_mlcp_w(&s->scaling->scaled, z, F);
    if (J) memcpy(J, s->scaling->scaled.M, (size_t)s->n * (size_t)s->n * sizeof *J);
  }
  int finite = isfinite(rg_norm_max(s->n, F));
  return J ? finite && isfinite(rg_norm_max(s->n * s->n, J)) : finite;
}

/* || z - mid(lower, z - F, upper) ||, relative */
static double residual_of(const run *r, const double *z, const double *F) {
  path_state *s = r->s;
  if (!r->mixed) return rg_mlcp_scaled_residual(s->scaling, z);
  for (int i = 0; i < s->n; i++) /* never as z - (z - F), which is 0 for large z */
    s->work[i] = rg_clamp(F[i], z[i] - r->upper[i], z[i] - r->lower[i]);
  double norm = rg_norm(s->n, s->work);
  return r->reference > 0 ? norm / r->reference : norm;
}

/* merit 1/2 ||Phi_FB||^2 at s->trial, with F there; keeps the best point by residual */
static double merit_of_trial(run *r) {
  path_state *s = r->s;
  if (!evaluate(r, s->trial, s->trial_F, NULL)) return HUGE_VAL;
  double residual = residual_of(r, s->trial, s->trial_F);
  if (residual < r->best_residual) {
    r->best_residual = residual;
    memcpy(s->best, s->trial, (size_t)s->n * sizeof *s->best);
  }
  rg_penalized_fb_system(s->n, s->trial, s->trial_F, r->lower, r->upper, 1, s->phi, NULL);
  double norm = rg_norm(s->n, s->phi);
  return 0.5 * norm * norm;
}

static int solved(const run *r) { return r->best_residual <= r->tol; }

/* the same pseudo-random number in [0, 1) for the same i, to part ties */
static double jitter(int i) {
  double x = 0.6180339887498949 * (i + 1);
  return x - floor(x);
}

/* x of a point z: beyond the bound by the multiplier where the natural map puts z at that bound, so
   that little of the normal map remains and the first basis is the likely one. `cover` and `follow`
   > 0 push these variables further out: the start of Lemke's method. */
static void normal_point(const run *r, double cover, double follow) {
  path_state *s = r->s;
  for (int i = 0; i < s->n; i++) {
    double F = s->F[i], out = (cover + follow * fabs(F)) * (1 + jitter(i));
    double against = fabs(F) * (0.5 + 0.5 * jitter(i)); /* where F pushes inside */
    s->x[i] = s->z[i];
    if (s->z[i] <= r->lower[i] || s->z[i] - F <= r->lower[i])
      s->x[i] = r->lower[i] - (F > 0 ? F : against) - out;
    else if (s->z[i] >= r->upper[i] || s->z[i] - F >= r->upper[i])
      s->x[i] = r->upper[i] + (F < 0 ? -F : against) + out;
  }
}

static void take_trial(path_state *s) { memcpy(s->z, s->trial, (size_t)s->n * sizeof *s->z); }

/* projected Newton direction on the variables that no bound holds; 0 elsewhere */
static void projected_newton(const run *r) {
  path_state *s = r->s;
  int n = s->n, m = 0;
  for (int i = 0; i < n; i++) {
    int held = (s->z[i] <= r->lower[i] && s->F[i] >= 0) || (s->z[i] >= r->upper[i] && s->F[i] <= 0);
    s->step[i] = 0;
    if (!held) s->inside[m++] = i;
  }
  for (int a = 0; a < m; a++) {
    const double *row = s->J + (size_t)s->inside[a] * (size_t)n;
    for (int b = 0; b < m; b++) s->matrix[(size_t)a * (size_t)m + (size_t)b] = row[s->inside[b]];
    s->work[a] = -s->F[s->inside[a]];
  }
  rg_lu_factor(m, s->matrix, m, s->order, 1e-8); /* small pivots replaced: a perturbed system */
  rg_lu_solve(m, s->matrix, m, s->order, s->work);
  for (int a = 0; a < m; a++) s->step[s->inside[a]] = s->work[a];
}

/* Armijo along the projected line z + t step: 1 where the trial point is taken */
static int projected_search(run *r, double merit, int halvings) {
  path_state *s = r->s;
  double t = 1;
  for (int cut = 0; cut <= halvings; cut++, t *= 0.5) {
    for (int i = 0; i < s->n; i++)
      s->trial[i] = rg_clamp(s->z[i] + t * s->step[i], r->lower[i], r->upper[i]);
    double trial_merit = merit_of_trial(r);
    if (solved(r) || trial_merit <= (1 - SUFFICIENT * t) * merit) return take_trial(s), 1;
  }
  return 0;
}

/* crash (Dirkse & Ferris 1997): projected Newton while the merit falls quickly */
static void crash(run *r) {
  path_state *s = r->s;
  for (int k = 0; k < CRASH_STEPS && !solved(r); k++) {
    memcpy(s->trial, s->z, (size_t)s->n * sizeof *s->z);
    double merit = merit_of_trial(r);
    if (!evaluate(r, s->z, s->F, s->J)) return;
    projected_newton(r);
    r->crash_steps++;
    if (!projected_search(r, merit, 5)) return;
  }
}

/* steepest descent for the merit function, projected (Ferris, Kanzow & Munson) */
static int gradient_step(run *r, double merit) {
  path_state *s = r->s;
  int n = s->n;
  memcpy(s->phi_J, s->J, (size_t)n * (size_t)n * sizeof *s->J);
  rg_penalized_fb_system(n, s->z, s->F, r->lower, r->upper, 1, s->phi, s->phi_J);
  rg_matvec_t(n, n, s->phi_J, n, s->phi, s->step);
  rg_matvec(n, n, s->phi_J, n, s->step, s->work);
  double along = rg_norm(n, s->step), curve = rg_norm(n, s->work);
  if (!(along > 0) || !(curve > 0)) return 0;
  double length = (along / curve) * (along / curve); /* minimum of the linear model */
  for (int i = 0; i < n; i++) s->step[i] *= -length;
  return projected_search(r, merit, 20);
}

/* the path to t from the current x; where a basis is singular, with a growing proximal term */
static rg_path_end trace(run *r, double t) {
  path_state *s = r->s;
  double proximal = r->proximal_floor, largest = fmax(rg_norm_max(s->n * s->n, s->J), 1e-300);
  rg_path_end end = RG_PATH_SINGULAR;
  for (int k = 0; k < PROXIMAL_TRIES && end == RG_PATH_SINGULAR; k++) {
    s->pivots->proximal = proximal * largest;
    end = rg_path_trace(s->pivots, s->x, t);
    proximal = proximal > 0 ? proximal * PROXIMAL_FACTOR : PROXIMAL_FIRST;
  }
  for (int i = 0; i < s->n; i++) s->trial[i] = rg_clamp(s->pivots->x[i], r->lower[i], r->upper[i]);
  return end;
}

/* memory of the non-monotone search */
typedef struct search {
  double values[MEMORY];
  double watch_merit;
  int count, since, monotone;
} search;

static double reference_merit(const search *m) {
  int filled = m->count < MEMORY ? m->count : MEMORY;
  double largest = m->values[(m->count - 1) % MEMORY];
  for (int i = 0; i < filled && !m->monotone; i++) largest = fmax(largest, m->values[i]);
  return largest;
}

/* Path search: the end of the path, else points halfway back. 1 where z and x have moved. */
static int search_path(run *r, double reference) {
  path_state *s = r->s;
  double t = 1;
  r->last_end = trace(r, 1);
  int reached = r->last_end == RG_PATH_REACHED;
  if (!reached && !r->mixed) { /* an affine path leads nowhere else: another covering vector */
    int ray = r->last_end == RG_PATH_RAY;
    r->no_solution = ray && rg_farkas_proves(&s->scaling->scaled, s->pivots->ray, s->work);
    return 0;
  }
  if (!reached) t = 0.5 * s->pivots->t;
  for (int cut = 0; cut < CUTS && t > 1e-6; cut++, t *= 0.5) {
    if (!(cut == 0 && reached) && trace(r, t) != RG_PATH_REACHED) continue;
    double merit = merit_of_trial(r);
    if (solved(r) || merit <= (1 - SUFFICIENT * t) * reference) {
      memcpy(s->x, s->pivots->x, (size_t)s->n * sizeof *s->x);
      take_trial(s);
      return 1;
    }
  }
  return 0;
}

/* after a step: remember the merit, and go back to the best point where nothing was gained for long
 */
static int watch(run *r, search *m) {
  path_state *s = r->s;
  size_t size = (size_t)s->n * sizeof *s->z;
  memcpy(s->trial, s->z, size);
  double merit = merit_of_trial(r);
  m->values[m->count++ % MEMORY] = merit;
  if (merit < 0.9 * m->watch_merit) {
    m->watch_merit = merit;
    m->since = 0;
    memcpy(s->watch, s->z, size);
  } else if (++m->since > WATCHDOG) {
    if (m->monotone) return 0;
    memcpy(s->z, s->watch, size);
    *m = (search){
        .values = {m->watch_merit}, .watch_merit = m->watch_merit, .count = 1, .monotone = 1};
    evaluate(r, s->z, s->F, NULL);
    normal_point(r, 0, 0);
  }
  return 1;
}

/* major iterations from z and x until solved or stuck */
static void iterate(run *r) {
  path_state *s = r->s;
  search memory = {.watch_merit = HUGE_VAL};
  if (!watch(r, &memory)) return;
  while (!solved(r) && r->majors < r->limit && !rg_outcome_expired(r->outcome)) {
    r->majors++;
    if (!evaluate(r, s->z, s->F, s->J)) return;
    rg_matvec(s->n, s->n, s->J, s->n, s->z, s->q); /* linearization: J z' + (F - J z) */
    for (int i = 0; i < s->n; i++) s->q[i] = s->F[i] - s->q[i];
    s->pivots->M = s->J, s->pivots->q = s->q;
    s->pivots->lower = r->lower, s->pivots->upper = r->upper;
    if (!search_path(r, reference_merit(&memory))) {
      double merit = memory.values[(memory.count - 1) % MEMORY];
      projected_newton(r);
      if (!r->mixed || (!projected_search(r, merit, 3) && !gradient_step(r, merit))) return;
      evaluate(r, s->z, s->F, NULL);
      normal_point(r, 0, 0);
    }
    r->proximal_floor *= 0.1;
    rg_outcome_trace(r->outcome, r->best_residual);
    if (!watch(r, &memory)) return;
  }
}

/* z and x of an attempt */
static void start_attempt(run *r, attempt a) {
  path_state *s = r->s;
  for (int i = 0; i < s->n; i++) {
    double low = r->lower[i], high = r->upper[i], z = s->start[i];
    int boxed = isfinite(low) && isfinite(high);
    if (a == ATTEMPT_LEMKE || a == ATTEMPT_LEMKE_2)
      z = isfinite(low) ? low : isfinite(high) ? high : z;
    if (a == ATTEMPT_INSIDE)
      z = boxed ? 0.5 * (low + high) : isfinite(low) ? low + 1 : isfinite(high) ? high - 1 : 0;
    s->z[i] = rg_clamp(z, low, high);
  }
  if (a == ATTEMPT_CRASH || a == ATTEMPT_INSIDE) crash(r);
  r->proximal_floor = a == ATTEMPT_PROXIMAL ? 1e-1 : 0;
  if (!evaluate(r, s->z, s->F, NULL)) return;
  double cover = fmax(rg_norm_max(s->n, s->F), 1e-3);
  if (a == ATTEMPT_LEMKE) normal_point(r, cover, 0);
  else if (a == ATTEMPT_LEMKE_2) normal_point(r, 1e-3 * cover, 1);
  else normal_point(r, 0, 0);
}

static rg_status explain(const run *r) {
  static const char *const ends[] = {"the path search found no decrease", "secondary ray",
                                     "the path returned to its start", "singular bases",
                                     "pivot limit"};
  char *reason = r->outcome->reason;
  size_t size = sizeof r->outcome->reason;
  r->outcome->iterations = r->majors + r->crash_steps;
  reason[0] = 0;
  if (solved(r)) return RG_SOLVED;
  if (r->no_solution) {
    snprintf(reason, size, "infeasible: a ray proves that no z gives w the right signs (Farkas)");
    return RG_NO_SOLUTION;
  }
  if (r->majors >= r->limit || rg_outcome_expired(r->outcome)) {
    snprintf(reason, size, "limit after %d major iterations, residual %.3g", r->majors,
             r->best_residual);
    return RG_LIMIT;
  }
  snprintf(reason, size, "%s, residual %.3g", ends[r->last_end], r->best_residual);
  return RG_STALLED;
}

/* all attempts; the best point ends in s->best */
static rg_status solve_attempts(run *r, const rg_options *options) {
  path_state *s = r->s;
  r->best_residual = HUGE_VAL;
  r->tol = options->tol;
  r->limit = options->max_iterations > 0 ? options->max_iterations : DEFAULT_MAJORS;
  memcpy(s->best, s->start, (size_t)s->n * sizeof *s->best);
  memcpy(s->trial, s->start, (size_t)s->n * sizeof *s->best);
  merit_of_trial(r);
  for (int a = 0; a < ATTEMPTS && !solved(r) && !r->no_solution && r->majors < r->limit; a++) {
    start_attempt(r, (attempt)a);
    iterate(r);
  }
  return explain(r);
}

static void *mlcp_setup(rg_arena *arena, const rg_mlcp *mlcp, const rg_options *options) {
  path_state *s = setup(arena, mlcp->n);
  if (!s) return NULL;
  s->scaling = rg_mlcp_scaling_setup(arena, mlcp->n);
  rg_proof_setup(&s->proof, arena, mlcp, options);
  return arena->failed ? NULL : s;
}

static rg_status mlcp_solve(void *state, const rg_mlcp *mlcp, const rg_options *options, double *z,
                            rg_outcome *outcome) {
  path_state *s = state;
  rg_mlcp_scale(s->scaling, mlcp);
  run r = {.s = s, .outcome = outcome};
  r.lower = s->scaling->scaled.lower, r.upper = s->scaling->scaled.upper;
  rg_mlcp_scale_point(s->scaling, z, s->start);
  rg_status status = solve_attempts(&r, options);
  rg_mlcp_unscale_point(s->scaling, s->best, z);
  return rg_proof_conclude(&s->proof, mlcp, options, status, outcome);
}

static void *mixed_setup(rg_arena *arena, const rg_mixed *mixed, const rg_options *options) {
  (void)options;
  return setup(arena, mixed->n);
}

static rg_status mixed_solve(void *state, const rg_mixed *mixed, const rg_options *options,
                             double *z, rg_outcome *outcome) {
  path_state *s = state;
  run r = {
      .s = s, .mixed = mixed, .outcome = outcome, .lower = mixed->lower, .upper = mixed->upper};

  /* residuals are relative to ||F|| at the point of the bounds nearest to 0, as ||q|| of an MLCP */
  for (int i = 0; i < s->n; i++) s->trial[i] = rg_clamp(0, r.lower[i], r.upper[i]);
  if (mixed->reference > 0) r.reference = mixed->reference;
  else if (evaluate(&r, s->trial, s->trial_F, NULL)) r.reference = rg_norm(s->n, s->trial_F);
  for (int i = 0; i < s->n; i++)
    s->start[i] = rg_clamp(isfinite(z[i]) ? z[i] : 0, r.lower[i], r.upper[i]);
  rg_status status = solve_attempts(&r, options);
  memcpy(z, s->best, (size_t)s->n * sizeof *z);
  return status;
}

extern const rg_solver_entry rg_solver_path;
const rg_solver_entry rg_solver_path = {
    .info =
        {.name = "path",
         .summary = "PATH: Newton on the normal map along pivotal paths, with restarts",
         .source = "Ralph 1994; Dirkse & Ferris 1995; Ferris, Kanzow & Munson 1999",
         .when =
             "dense MLCPs and smooth mixed problems up to some hundred unknowns; exact after one "
             "linearization of an MLCP. Fails where every path ends on a ray, and is slow on "
             "large problems: a dense factorization every 40 pivots",
         .handles =
             RG_HANDLES_LCP | RG_HANDLES_MLCP | RG_HANDLES_MIXED | RG_HANDLES_BOX | RG_HANDLES_NCP},
    .mlcp_setup = mlcp_setup,
    .mlcp_solve = mlcp_solve,
    .mixed_setup = mixed_setup,
    .mixed_solve = mixed_solve,
};
