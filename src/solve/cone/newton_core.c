/* One step: (P + Q (A + shift I)) dx = -F over the blocks that are not open; an open block has
   F = x, so dx = -x is known beforehand. Non-monotone line search (Grippo, Lampariello & Lucidi
   1986) on ||F||^2 / 2. A singular A (redundant contacts) makes the derivative singular; the shift
   moves the step by O(shift) and leaves the solution alone, since F itself is not shifted. */
#include "solve/cone/newton_core.h"
#include "math/dense.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MEMORY = 5, HALVINGS = 6, EXTRA = 2, FREE_STEPS = 15 };

static const double LARGEST_SHIFT = 10;
/* along the kernel of A a small compliance leaves the merit flat, and the way to the right set of sticking
   contacts leads over points of larger merit: below this any full step will do, for a while */
static const double FLAT = 1e-3;

rg_newton_options rg_newton_options_default(double tol) {
  return (rg_newton_options){.tol = tol,
                             .max_iterations = 50,
                             .patience = 8,
                             .map = {.mu_scale = 1},
                             .shift = 1e-8,
                             .free_steps = FREE_STEPS};
}

rg_newton *rg_newton_new(rg_arena *arena, const rg_cone *cone) {
  rg_newton *newton = RG_NEW(arena, rg_newton, 1);
  if (!newton) return NULL;
  size_t dd = (size_t)(cone->d * cone->d), n = (size_t)cone->n, blocks = (size_t)cone->blocks;
  if (rg_primal_pays(arena, cone)) {
    newton->primal = rg_primal_new(arena, cone, 1);
  } else {
    newton->lu = rg_block_lu_new(arena, cone->d, cone->blocks, cone->start, cone->column);
    newton->J = RG_RAW(arena, double, (size_t)cone->start[cone->blocks] * dd);
  }
  newton->P = RG_RAW(arena, double, blocks *dd);
  newton->Q = RG_RAW(arena, double, blocks *dd);
  newton->F = RG_RAW(arena, double, n);
  newton->step = RG_RAW(arena, double, n);
  newton->trial = RG_RAW(arena, double, n);
  newton->u = RG_RAW(arena, double, n);
  newton->trial_u = RG_RAW(arena, double, n);
  newton->best = RG_RAW(arena, double, n);
  newton->best_u = RG_RAW(arena, double, n);
  newton->active = RG_RAW(arena, unsigned char, blocks);
  newton->factored_active = RG_RAW(arena, unsigned char, blocks);
  return arena->failed ? NULL : newton;
}

/* u += sign alpha (x - center) */
static void add_proximal(const rg_cone *cone, const rg_newton_options *o, double sign,
                         const double *x, double *u) {
  double alpha = sign * o->proximal;
  for (int i = 0; i < cone->n && o->proximal > 0; i++) u[i] += alpha * (x[i] - o->center[i]);
}

/* u = (A + alpha I) x + c - alpha center */
static void velocity(const rg_newton *newton, const rg_cone *cone, const rg_newton_options *o,
                     const double *x, double *u) {
  if (newton->primal) rg_primal_product(newton->primal, cone, x, u);
  else rg_cone_velocity(cone, x, u);
  add_proximal(cone, o, 1, x, u);
}

/* the same at the start */
static void first_velocity(const rg_newton *newton, const rg_cone *cone, const rg_newton_options *o,
                           const double *x, double *u) {
  if (!o->velocity) {
    velocity(newton, cone, o, x, u);
    return;
  }
  memcpy(u, o->velocity, (size_t)cone->n * sizeof *u);
  add_proximal(cone, o, 1, x, u);
}

void rg_newton_velocity(const rg_newton *newton, const rg_cone *cone, const rg_newton_options *o,
                        const double *x, double *u) {
  memcpy(u, newton->best_u, (size_t)cone->n * sizeof *u);
  add_proximal(cone, o, -1, x, u);
}

/* J = Q A + [P + shift Q on the diagonal], one block row */
static inline void derivative_row(const int d, double *restrict values, const rg_cone *cone, int i,
                                  const double *restrict P, const double *restrict Q,
                                  const unsigned char *active, double shift) {
  const size_t dd = (size_t)(d * d);
  for (int k = cone->start[i]; k < cone->start[i + 1]; k++) {
    if (!active[cone->column[k]]) continue;
    const double *A = cone->values + (size_t)k * dd;
    double *J = values + (size_t)k * dd;
    if (active[i] == RG_BLOCK_STICKS) {
      memcpy(J, A, dd * sizeof *J);
      continue;
    }
    for (int a = 0; a < d; a++)
      for (int b = 0; b < d; b++) {
        double s = 0;
        for (int e = 0; e < d; e++) s += Q[a * d + e] * A[e * d + b];
        J[a * d + b] = s;
      }
  }
  double *J = values + (size_t)cone->diagonal[i] * dd;
  for (size_t a = 0; a < dd; a++) J[a] += P[a] + shift * Q[a];
}

/* J_ij = Q_i A_ij between active blocks, J_ii = P_i + Q_i (A_ii + shift I) */
void rg_newton_derivative(rg_newton *newton, const rg_cone *cone, const double *P, const double *Q,
                          const unsigned char *active, double shift) {
  newton->factored = 0;
  if (newton->primal) {
    rg_primal_factor(newton->primal, cone, P, Q, active, shift);
    return;
  }
  for (int i = 0; i < cone->blocks; i++) {
    if (!active[i]) continue;
    if (cone->d == 3) derivative_row(3, newton->J, cone, i, P + i * 9, Q + i * 9, active, shift);
    else derivative_row(2, newton->J, cone, i, P + i * 4, Q + i * 4, active, shift);
  }
  rg_block_lu_factor(newton->lu, cone->start, cone->column, newton->J, active);
}

void rg_newton_solve(rg_newton *newton, const rg_cone *cone, const unsigned char *active,
                     double *x) {
  if (newton->primal) rg_primal_solve(newton->primal, cone, x);
  else rg_block_lu_solve(newton->lu, active, x);
}

/* factors of the derivative; those of the last solve where it is nearly the same one */
static void factor(rg_newton *newton, const rg_cone *cone, double shift, int first) {
  size_t blocks = (size_t)cone->blocks;
  if (first && cone->recentred && newton->factored && shift == 0 &&
      memcmp(newton->active, newton->factored_active, blocks) == 0)
    return;
  rg_newton_derivative(newton, cone, newton->P, newton->Q, newton->active, shift);
  newton->factored = shift == 0;
  memcpy(newton->factored_active, newton->active, blocks);
}

/* right-hand side -F - Q A dx of the open blocks, then the solve */
static void newton_step(rg_newton *newton, const rg_cone *cone, double shift, int first) {
  int d = cone->d, dd = d * d;
  for (int i = 0; i < cone->n; i++) newton->step[i] = -newton->F[i];
  for (int i = 0; i < cone->blocks && !newton->primal; i++) {
    if (!newton->active[i]) continue;
    double du[3] = {0};
    for (int k = cone->start[i]; k < cone->start[i + 1]; k++) {
      int j = cone->column[k];
      if (newton->active[j]) continue;
      const double *A = cone->values + (size_t)k * (size_t)dd;
      for (int a = 0; a < d; a++)
        for (int b = 0; b < d; b++) du[a] -= A[a * d + b] * newton->F[d * j + b];
    }
    for (int a = 0; a < d; a++)
      for (int b = 0; b < d; b++) newton->step[d * i + a] -= newton->Q[i * dd + a * d + b] * du[b];
  }
  factor(newton, cone, shift, first);
  rg_newton_solve(newton, cone, newton->active, newton->step);
}

/* what the run stops by: the raw problem's residual, or the map where the problem was modified */
static double measure(const rg_newton *newton, const rg_cone *cone, const rg_newton_options *o,
                      const double *x, const double *u) {
  if (o->map.mu_scale == 1 && o->proximal == 0) return rg_cone_residual(cone, x, u);
  double reference = rg_norm(cone->n, cone->c), map = rg_norm(cone->n, newton->F);
  return reference > 0 ? map / reference : map;
}

/* the same with targets within their leeway, for the problem itself */
static double within(const rg_cone *cone, const rg_newton_options *o, double residual,
                     const double *x, const double *u) {
  int itself = o->map.mu_scale == 1 && o->proximal == 0;
  if (!cone->leeway || !itself || cone->compliance > 0 || residual <= o->tol) return residual;
  return rg_cone_within(cone, x, u);
}

static double largest_of(const double *history, int count) {
  double largest = history[0];
  for (int i = 1; i < count; i++)
    if (history[i] > largest) largest = history[i];
  return largest;
}

/* F and its derivative at x, u */
static void map_at(rg_newton *newton, const rg_cone *cone, const rg_newton_options *o,
                   const double *x, const double *u) {
  rg_contact_map(cone, o->map, x, u, newton->F, newton->P, newton->Q, newton->active);
}

/* halves the step until ||F||^2 is sufficiently below the largest of the last few; trial, trial_u, F
   and its derivative are left at the accepted point. Returns its merit, or -1. */
static double line_search(rg_newton *newton, const rg_cone *cone, const rg_newton_options *o,
                          double merit, double reference, const double *x) {
  double t = 1;
  for (int k = 0; k < HALVINGS; k++, t *= 0.5) {
    for (int i = 0; i < cone->n; i++) newton->trial[i] = x[i] + t * newton->step[i];
    velocity(newton, cone, o, newton->trial, newton->trial_u);
    map_at(newton, cone, o, newton->trial, newton->trial_u);
    double value = rg_dot(cone->n, newton->F, newton->F);
    if (value <= reference - 2e-4 * t * merit) return value;
  }
  return -1;
}

/* x and u as the best point */
static void keep(rg_newton *newton, const rg_cone *cone, const double *x) {
  size_t bytes = (size_t)cone->n * sizeof *x;
  if (bytes) memcpy(newton->best, x, bytes), memcpy(newton->best_u, newton->u, bytes);
}

/* what is still to be done: RG_LIMIT: go on, RG_SOLVED, or RG_STALLED */
typedef struct progress {
  double best, last; /* residuals: of the best point, and before the last step, */
  double now;        /* and of the last point */
  double milestone;  /* best residual when patience was last asked for */
  int extra;         /* steps since tol was met */
  double enough;     /* residual that will do for a proximal point */
  double within;     /* residual of the best point with targets within their leeway */
} progress;

/* tol is met, and aim too, or a few more steps do not lead there; or targets that move within their leeway meet tol, and
   the last step did not gain a digit. With a compliance a step may lead up
   first, to another set of sticking contacts. */
static int finished(progress *p, const rg_newton_options *o, int compliant) {
  if (p->best <= p->enough) return 1;
  if (p->best > o->tol) return p->within <= o->tol && p->best > 0.1 * p->last;
  if (p->best <= o->aim || o->aim <= 0) return 1;
  if (p->extra == (compliant ? FREE_STEPS : EXTRA)) return 1;
  int up = compliant && p->now > 10 * p->best;
  return p->extra++ > 0 && p->best > 0.1 * p->last && !up;
}

/* the best point, its residual, within their leeway where it is above the tolerance, and what became of it */
static rg_status finish(const rg_newton *newton, const rg_cone *cone, const rg_newton_options *o,
                        const progress *p, double *x, double *residual, rg_status otherwise) {
  if (cone->n) memcpy(x, newton->best, (size_t)cone->n * sizeof *x);
  *residual = p->best <= o->tol ? p->best : p->within;
  return *residual <= o->tol ? RG_SOLVED : otherwise;
}

/* a share of the residual that a proximal point leaves of the problem itself */
static double enough_for_point(const rg_cone *cone, const rg_newton_options *o, const double *x) {
  double sum = 0, reference = rg_norm(cone->n, cone->c);
  if (o->enough <= 0 || !(reference > 0)) return 0;
  for (int i = 0; i < cone->n; i++) sum += (x[i] - o->center[i]) * (x[i] - o->center[i]);
  return o->enough * o->proximal * sqrt(sum) / reference;
}

/* no progress worth the name in the last few iterations: a local minimum of ||F|| */
static int stuck(progress *p, int k, int patience) {
  if (k == 0 || k % patience != 0) return 0;
  int no_gain = p->best > 0.8 * p->milestone;
  p->milestone = p->best;
  return no_gain;
}

/* a step that the line search accepts; a failed search means a step too long in a direction that A
   hardly resists: shift more. The new merit, or -1. */
static double shifted_step(rg_newton *newton, const rg_cone *cone, const rg_newton_options *o,
                           double merit, double reference, const double *x, double *shift,
                           double largest, int first, rg_outcome *outcome) {
  for (; *shift <= largest; *shift = *shift > 0 ? 100 * *shift : o->shift) {
    newton_step(newton, cone, *shift + o->proximal, first);
    first = 0;
    outcome->iterations++;
    double value = line_search(newton, cone, o, merit, reference, x);
    if (value >= 0) return value;
    map_at(newton, cone, o, x, newton->u);
  }
  return -1;
}

rg_status rg_newton_run(rg_newton *newton, const rg_cone *cone, const rg_newton_options *o,
                        double *x, double *residual, rg_outcome *outcome) {
  size_t bytes = (size_t)cone->n * sizeof *x;
  int compliant = cone->compliance > 0 || o->proximal > 0;
  double history[MEMORY], merit = 0, base = compliant ? 0 : o->shift, shift = base;
  first_velocity(newton, cone, o, x, newton->u);
  map_at(newton, cone, o, x, newton->u);
  merit = history[0] = rg_dot(cone->n, newton->F, newton->F);
  progress p = {.best = measure(newton, cone, o, x, newton->u)};
  p.milestone = p.best;
  p.last = HUGE_VAL; /* no step yet */
  p.within = within(cone, o, p.best, x, newton->u);
  keep(newton, cone, x);
  for (int k = 0; !finished(&p, o, compliant); k++) {
    if (k == o->max_iterations || rg_outcome_expired(outcome))
      return finish(newton, cone, o, &p, x, residual, RG_LIMIT);
    if (stuck(&p, k, o->patience)) return finish(newton, cone, o, &p, x, residual, RG_STALLED);
    double reference = largest_of(history, k + 1 < MEMORY ? k + 1 : MEMORY);
    if (compliant && k < o->free_steps && reference < FLAT) reference = FLAT;
    double largest = p.extra ? shift : LARGEST_SHIFT;
    double value =
        shifted_step(newton, cone, o, merit, reference, x, &shift, largest, k == 0, outcome);
    if (!(value >= 0)) return finish(newton, cone, o, &p, x, residual, RG_STALLED);
    shift = 0.1 * shift > o->shift ? 0.1 * shift : base;
    merit = value;
    history[(k + 1) % MEMORY] = merit;
    memcpy(x, newton->trial, bytes);
    memcpy(newton->u, newton->trial_u, bytes);
    double now = measure(newton, cone, o, x, newton->u);
    rg_outcome_trace(outcome, now);
    p.last = p.best;
    p.now = now;
    if (now < p.best) {
      p.best = now;
      p.enough = enough_for_point(cone, o, x);
      p.within = within(cone, o, now, x, newton->u);
      keep(newton, cone, x);
    }
  }
  return finish(newton, cone, o, &p, x, residual, RG_SOLVED);
}
