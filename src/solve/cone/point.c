/* One step: (P + Q (A + alpha w)) dx = -F. Non-monotone line search (Grippo, Lampariello & Lucidi 1986) on |F|^2. The
   factors of the last point serve for the first step of the next one where no contact has changed its piece. */
#include "solve/cone/point.h"

#include "math/dense.h"
#include "solve/cone/steering.h"

#include <math.h>
#include <string.h>

enum { MEMORY = 5, HALVINGS = 6 }; /* of the line search, as published */
static const double DESCENT = 2e-4;

rg_point_options rg_point_options_default(const rg_options *options) {
  double aim = options->aim > 0 && options->aim < options->tol ? options->aim : options->tol;
  return (rg_point_options){.tol = options->tol,
                            .aim = aim,
                            .sharp = 0.1 * aim,
                            .loose = 1,
                            .most = RG_NEWTON_STEPS,
                            .map = {.mu_scale = 1}};
}

rg_point *rg_point_new(rg_arena *arena, const rg_cone *cone) {
  rg_point *p = RG_NEW(arena, rg_point, 1);
  if (!p) return NULL;
  size_t dd = (size_t)(cone->d * cone->d), blocks = (size_t)cone->blocks;
  double **vectors[] = {&p->F, &p->step, &p->trial, &p->trial_u, &p->pulled, &p->u, &p->best};
  for (size_t k = 0; k < sizeof vectors / sizeof vectors[0]; k++)
    *vectors[k] = RG_RAW(arena, double, cone->n);
  p->system = rg_system_new(arena, cone);
  p->P = RG_RAW(arena, double, blocks *dd);
  p->Q = RG_RAW(arena, double, blocks *dd);
  p->active = RG_RAW(arena, unsigned char, blocks);
  p->factored_active = RG_RAW(arena, unsigned char, blocks);
  return arena->failed ? NULL : p;
}

void rg_point_begin(rg_point *p, const rg_cone *cone) {
  p->factored_alpha = 0;
  p->known = 0;
  p->best_residual = HUGE_VAL;
  memset(p->best, 0, (size_t)cone->n * sizeof *p->best);
}

/* residual of x, whose u is known */
static double look(rg_point *p, const rg_cone *cone, const double *x) {
  p->residual = rg_cone_residual(cone, x, p->u);
  if (p->residual < p->best_residual) {
    p->best_residual = p->residual;
    memcpy(p->best, x, (size_t)cone->n * sizeof *x);
  }
  return p->residual;
}

double rg_point_look(rg_point *p, const rg_cone *cone, const double *x) {
  rg_system_velocity(p->system, cone, x, p->u);
  p->known = 1;
  return look(p, cone, x);
}

/* alpha w (x - z) of unknown i */
static inline double pull_on(const rg_cone *cone, const rg_pull *pull, const double *x, int i) {
  double weight = pull->weight ? pull->weight[i / cone->d] : 1;
  return pull->alpha * weight * (x[i] - pull->center[i]);
}

/* F and its derivative at x, u = A x + c; |F|^2 */
static double map_at(rg_point *p, const rg_cone *cone, const rg_pull *pull, rg_map map,
                     const double *x, const double *u) {
  const double *velocity = u;
  if (pull->center) {
    for (int i = 0; i < cone->n; i++) p->pulled[i] = u[i] + pull_on(cone, pull, x, i);
    velocity = p->pulled;
  }
  rg_contact_map(cone, map, x, velocity, p->F, p->P, p->Q, p->active);
  return rg_dot(cone->n, p->F, p->F);
}

/* |alpha w (x - z)|: what the point leaves of the problem itself at most */
static double left_by(const rg_cone *cone, const rg_pull *pull, const double *x) {
  double sum = 0;
  for (int i = 0; i < cone->n && pull->center; i++) {
    double part = pull_on(cone, pull, x, i);
    sum += part * part;
  }
  return sqrt(sum);
}

/* 1 where the factors of the last point may do for this one: nobody has changed its piece */
static int fits(const rg_point *p, const rg_cone *cone, const rg_pull *pull) {
  return p->factored_alpha == pull->alpha &&
         memcmp(p->active, p->factored_active, (size_t)cone->blocks) == 0;
}

/* dx of x, whose F is known */
static void find_step(rg_point *p, const rg_cone *cone, const rg_pull *pull, int fresh) {
  for (int i = 0; i < cone->n; i++) p->step[i] = -p->F[i];
  if (fresh) {
    rg_system_factor(p->system, cone, p->P, p->Q, p->active, pull->alpha, pull->weight);
    p->factored_alpha = pull->alpha;
    memcpy(p->factored_active, p->active, (size_t)cone->blocks);
  }
  rg_system_solve(p->system, cone, p->step);
}

/* halves the step until |F|^2 is sufficiently below `reference`; trial, its u, F and the derivative are left at the
   accepted point. Returns |F|^2 there, or -1. */
static double line_search(rg_point *p, const rg_cone *cone, const rg_pull *pull, rg_map map,
                          double merit, double reference, const double *x) {
  double t = 1;
  for (int k = 0; k < HALVINGS; k++, t *= 0.5) {
    for (int i = 0; i < cone->n; i++) p->trial[i] = x[i] + t * p->step[i];
    rg_system_velocity(p->system, cone, p->trial, p->trial_u);
    double value = map_at(p, cone, pull, map, p->trial, p->trial_u);
    if (value <= reference - DESCENT * t * merit) return value;
  }
  return -1;
}

/* which factors a step may have: those that are there first, and no others */
enum { NEW = 0, OLD_FIRST = 1, OLD_ONLY = 2 };

/* a step that the search accepts; |F|^2, or -1 */
static double advance(rg_point *p, const rg_cone *cone, const rg_pull *pull, rg_map map,
                      double merit, double reference, const double *x, int factors) {
  if (factors != NEW && fits(p, cone, pull)) {
    find_step(p, cone, pull, 0);
    double value = line_search(p, cone, pull, map, merit, reference, x);
    if (value >= 0) return value;
    map_at(p, cone, pull, map, x, p->u);
  }
  if (factors == OLD_ONLY) return -1;
  find_step(p, cone, pull, 1);
  return line_search(p, cone, pull, map, merit, reference, x);
}

/* A velocity with which y = x - u of one unknown stays where x is: at the bound where it is at one, between them else. */
static double row_velocity(double lower, double upper, double x, double u) {
  double edge = RG_EDGE * (upper - lower);
  if (!(edge < HUGE_VAL)) return x > lower || lower == -HUGE_VAL ? 0 : u;
  if (x >= upper - edge) return fmin(u, -2 * edge);
  if (x <= lower + edge) return fmax(u, 2 * edge);
  return 0;
}

/* The same of the components of a part of friction: what is at the edge of its cone slips against its friction, what is
   inside sticks. */
static void part_velocity(const rg_friction_part *part, const double *x, double *u) {
  double square = 0, along = 0;
  for (int i = 0; i < part->count; i++) {
    int k = part->component[i];
    double share = part->weight[i] > 0 ? x[k] / part->weight[i] : 0;
    square += share * share;
    along += x[k] * u[k];
  }
  int edge = sqrt(square) >= (1 - RG_EDGE) * x[0];
  for (int i = 0; i < part->count; i++) {
    int k = part->component[i];
    if (!edge) u[k] = 0;
    else if (!(along < 0)) u[k] = -2 * RG_EDGE * x[k];
  }
}

/* which of its bounds y = x - u is at */
static int side_of(double lower, double upper, double y) { return (y >= upper) - (y <= lower); }

/* Velocities with which every contact and row that carries something is on the piece that its impulse x says; 1 where
   with u a row of dry friction is on another one. Contacts alone may be on others for good: they have several answers. */
static int keep_pieces(const rg_cone *cone, const double *x, const double *u, double *kept) {
  int d = cone->d, rows = cone->first_contact * d, differs = 0;
  memcpy(kept, u, (size_t)cone->n * sizeof *kept);
  for (int i = 0; i < rows; i++) {
    double lower = cone->lower[i], upper = cone->upper[i];
    kept[i] = row_velocity(lower, upper, x[i], u[i]);
    differs |= upper - lower < HUGE_VAL &&
               side_of(lower, upper, x[i] - u[i]) != side_of(lower, upper, x[i] - kept[i]);
  }
  for (int b = cone->first_contact; b < cone->blocks; b++) {
    const double *xb = x + d * b;
    double *ub = kept + d * b, mu = cone->mu[b];
    const rg_friction plain = {d, 1, {{.count = d - 1, .component = {1, 2}, .weight = {mu, mu}}}};
    const rg_friction *f = cone->friction ? cone->friction + b - cone->first_contact : &plain;
    if (!(xb[0] > 0)) continue;
    ub[0] = 0;
    for (int p = 0; p < f->parts; p++) part_velocity(&f->part[p], xb, ub);
  }
  return differs;
}

/* Between steps of a motion the impulses change and most pieces stay, but velocities at the old impulses say otherwise: those
   of slow slips have the wrong sign. So first a step on the pieces that the impulses say, where these are others; 1 where
   it led nearer: trial and its map are then those behind it. */
static int step_on_kept(rg_point *p, const rg_cone *cone, const rg_pull *pull, rg_map map,
                        double *merit, const double *x, rg_outcome *outcome) {
  double *kept = p->trial_u;
  int dd = cone->d * cone->d;
  for (int i = 0; i < cone->n; i++) p->trial[i] = p->u[i] + pull_on(cone, pull, x, i);
  if (!keep_pieces(cone, x, p->trial, kept)) return 0;
  rg_contact_map(cone, map, x, kept, p->F, p->P, p->Q, p->active);
  for (int b = 0; b < cone->blocks; b++) /* F at the true velocity */
    for (int r = 0; r < cone->d; r++)
      for (int k = 0; k < cone->d; k++)
        p->F[b * cone->d + r] +=
            p->Q[b * dd + r * cone->d + k] * (p->trial[b * cone->d + k] - kept[b * cone->d + k]);
  find_step(p, cone, pull, 1);
  outcome->iterations++;
  for (int i = 0; i < cone->n; i++) p->trial[i] = x[i] + p->step[i];
  rg_system_velocity(p->system, cone, p->trial, p->trial_u);
  double value = map_at(p, cone, pull, map, p->trial, p->trial_u);
  if (value <= *merit) {
    *merit = value;
    return 1;
  }
  map_at(p, cone, pull, map, x, p->u);
  return 0;
}

static double largest_of(const double *history, int count) {
  double largest = history[0];
  for (int i = 1; i < count; i++)
    if (history[i] > largest) largest = history[i];
  return largest;
}

/* x and its u become those of the trial point */
static void take_trial(rg_point *p, const rg_cone *cone, double *x, rg_outcome *outcome) {
  size_t bytes = (size_t)cone->n * sizeof *x;
  memcpy(x, p->trial, bytes);
  memcpy(p->u, p->trial_u, bytes);
  rg_outcome_trace(outcome, look(p, cone, x));
}

rg_point_end rg_point_find(rg_point *p, const rg_cone *cone, const rg_pull *pull,
                           const rg_point_options *o, double *x, rg_outcome *outcome) {
  double size = rg_norm(cone->n, cone->c), sharp = o->sharp * (size > 0 ? size : 1);
  double rough = o->rough * (size > 0 ? size : 1);
  double history[MEMORY], before = HUGE_VAL, last = HUGE_VAL;
  if (!p->known) rg_point_look(p, cone, x);
  double merit = map_at(p, cone, pull, o->map, x, p->u);
  if (o->kept && sqrt(merit) > sharp) {
    if (step_on_kept(p, cone, pull, o->map, &merit, x, outcome)) take_trial(p, cone, x, outcome);
  }
  history[0] = merit;
  double least = merit, milestone = merit;
  for (int k = 0;; k++) {
    if (p->residual <= o->aim) return RG_POINT_SOLVED;
    if (p->residual <= o->tol && p->residual > 0.1 * before && !o->patient) return RG_POINT_SOLVED;
    double map = sqrt(merit);
    if (map <= sharp || (o->loose && map <= left_by(cone, pull, x))) return RG_POINT_FOUND;
    if (map <= rough && map > 0.1 * last) return RG_POINT_FOUND;
    last = map;
    if (k == o->most || rg_outcome_expired(outcome)) return RG_POINT_LOST;
    if (k > 0 && k % RG_PATIENCE == 0) { /* a local minimum of |F| */
      if (least > 0.5 * milestone) return RG_POINT_LOST;
      milestone = least;
    }
    double reference = largest_of(history, k + 1 < MEMORY ? k + 1 : MEMORY);
    if (reference < RG_FLAT_MERIT) reference = RG_FLAT_MERIT;
    outcome->iterations++;
    int good = p->residual <= o->tol;
    merit = advance(p, cone, pull, o->map, merit, reference, x,
                    good && !o->patient ? OLD_ONLY
                    : k == 0            ? OLD_FIRST
                                        : NEW);
    if (!(merit >= 0)) return good ? RG_POINT_SOLVED : RG_POINT_LOST;
    history[(k + 1) % MEMORY] = merit;
    least = fmin(least, merit);
    before = p->residual;
    take_trial(p, cone, x, outcome);
  }
}
