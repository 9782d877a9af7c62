/* H(x, s) = 0: the Alart-Curnier map of the problem with A + alpha and c - alpha centre, alpha = e^s. Where
   alpha is large it has one solution; the path from there leads to a solution of the problem itself.

   Between kinks (pieces.h) H is smooth. One step:
       tangent     H_x v = -H_s,   t = sigma (v, 1)
       predictor   along t, to where the first contact leaves its piece
       corrector   Newton across t with the same factors
   and that contact changes its piece. Along a path through pieces sign(det H_x) ds does not change (Eaves &
   Scarf 1976): the determinant tells which way to go on behind a kink, and where the path turns back in
   alpha, which it does wherever a solution ceases to exist. */
#include "solve/cone/follow.h"

#include "math/dense.h"
#include "solve/cone/bordered.h"
#include "solve/cone/pieces.h"
#include "solve/cone/steering.h"

#include <math.h>
#include <string.h>

struct rg_follow {
  rg_bordered *system;
  rg_pieces pieces;
  unsigned char *active;
  double *P, *Q;
  double *first, *center; /* x of the first point; what the proximal term pulls to */
  double *x, *u;
  double *v;       /* dx/ds along the path */
  double *dx, *du; /* of the unit tangent */
  double *trial_x, *trial_u, *H, *step;
};

size_t rg_follow_size(const rg_cone *cone) {
  size_t n = (size_t)cone->n, dd = (size_t)(cone->d * cone->d), blocks = (size_t)cone->blocks;
  return rg_bordered_size(cone) + rg_pieces_size(cone) +
         sizeof(double) * (11 * n + 2 * dd * blocks) + blocks + 4096;
}

rg_follow *rg_follow_new(rg_arena *arena, const rg_cone *cone) {
  rg_follow *f = RG_NEW(arena, rg_follow, 1);
  if (!f) return NULL;
  size_t n = (size_t)cone->n, dd = (size_t)(cone->d * cone->d), blocks = (size_t)cone->blocks;
  double **vectors[] = {&f->first, &f->center,  &f->x,       &f->u, &f->v,   &f->dx,
                        &f->du,    &f->trial_x, &f->trial_u, &f->H, &f->step};
  for (size_t k = 0; k < sizeof vectors / sizeof vectors[0]; k++)
    *vectors[k] = RG_RAW(arena, double, n);
  f->system = rg_bordered_new(arena, cone);
  if (!rg_pieces_new(arena, cone, &f->pieces)) return NULL;
  f->active = RG_RAW(arena, unsigned char, blocks);
  f->P = RG_RAW(arena, double, blocks *dd);
  f->Q = RG_RAW(arena, double, blocks *dd);
  return arena->failed ? NULL : f;
}

/* where on the path we are */
typedef struct path {
  rg_follow *f;
  const rg_cone *cone;
  rg_point *point;
  rg_system *system;
  double s, ds;    /* log alpha, and its part of the tangent */
  double length;   /* the unit of x: distances are measured in (x / length, s) */
  double size;     /* |c| */
  double accuracy; /* |H| on the path */
  double factored; /* s of the factors; HUGE_VAL: there are none */
  double reach;    /* how far the corrector could follow last */
  int sense;       /* sign(det) sign(ds) */
  int changed;     /* unknown whose piece changed last; -1: none did */
} path;

/* --- the map ---------------------------------------------------------------------------------------- */

/* u = (A + alpha) x + c - alpha center */
static void velocity(const path *p, const double *x, double s, double *u) {
  double alpha = exp(s);
  rg_system_velocity(p->system, p->cone, x, u);
  for (int i = 0; i < p->cone->n; i++) u[i] += alpha * (x[i] - p->f->center[i]);
}

/* P and Q where we are: of all blocks, and new factors; or of those that changed since */
static void linearize(path *p) {
  rg_follow *f = p->f;
  const rg_cone *cone = p->cone;
  int dd = cone->d * cone->d;
  int fresh = !(fabs(p->s - p->factored) <= RG_PATH_LONGEST);
  if (!fresh && p->changed >= 0)
    fresh = !rg_bordered_change(f->system, cone, p->system, p->changed / cone->d);
  for (int b = 0; b < cone->blocks; b++)
    f->active[b] = rg_pieces_blocks(&f->pieces, b, f->x, f->u, f->P + b * dd, f->Q + b * dd);
  if (fresh) {
    rg_bordered_factor(f->system, cone, p->system, f->P, f->Q, f->active, exp(p->s));
    p->factored = p->s;
  }
  rg_bordered_update(f->system, cone, f->P, f->Q);
}

/* the unit tangent in the sense of the path */
static void find_tangent(path *p) {
  rg_follow *f = p->f;
  const rg_cone *cone = p->cone;
  int n = cone->n, d = cone->d, dd = d * d;
  double alpha = exp(p->s);
  linearize(p);
  for (int i = 0; i < n; i++) f->step[i] = -alpha * (f->x[i] - f->center[i]);
  memset(f->v, 0, (size_t)n * sizeof *f->v);
  for (int b = 0; b < cone->blocks; b++) /* -H_s = -Q u_s */
    for (int r = 0; r < d && f->active[b]; r++)
      f->v[b * d + r] = rg_dot(d, f->Q + b * dd + r * d, f->step + b * d);
  rg_bordered_solve(f->system, cone, p->system, f->v);
  double speed = rg_norm(n, f->v);
  int sign = rg_bordered_sign(f->system);
  if (p->length == 0) p->length = speed > 0 ? speed : 1;
  p->ds = sign * p->sense / hypot(speed / p->length, 1);
  for (int i = 0; i < n; i++) f->dx[i] = p->ds * f->v[i];
  rg_system_product(p->system, cone, f->dx, f->du);
  for (int i = 0; i < n; i++) f->du[i] += alpha * f->dx[i] - p->ds * f->step[i];
}

/* --- one step --------------------------------------------------------------------------------------- */

/* the first end of a piece along the tangent within *h; -1 where there is none */
static int first_end(const path *p, double *h) {
  const rg_follow *f = p->f;
  int who = -1;
  for (int i = 0; i < p->cone->n; i = rg_kink_next(&f->pieces, i)) {
    double near = i == p->changed ? p->accuracy : 0;
    double reach = rg_kink_reach(&f->pieces, i, f->x, f->u, f->dx, f->du, near);
    if (reach < *h) *h = reach, who = i;
  }
  return who;
}

/* the blocks in the border as they are at the trial point */
static void relinearize(path *p) {
  rg_follow *f = p->f;
  int dd = p->cone->d * p->cone->d;
  for (int k = 0; k < rg_bordered_changes(f->system); k++) {
    int b = rg_bordered_block(f->system, k);
    rg_pieces_blocks(&f->pieces, b, f->trial_x, f->trial_u, f->P + b * dd, f->Q + b * dd);
  }
  rg_bordered_update(f->system, p->cone, f->P, f->Q);
}

/* back to the path from the trial point, across the tangent; 1 where it came there */
static int correct(path *p, double *s) {
  rg_follow *f = p->f;
  int n = p->cone->n;
  double last = HUGE_VAL, unit = 1 / (p->length * p->length);
  for (int k = 0; k < RG_CORRECTIONS; k++) {
    velocity(p, f->trial_x, *s, f->trial_u);
    rg_pieces_map(&f->pieces, f->trial_x, f->trial_u, f->H);
    double size = rg_norm(n, f->H);
    if (size <= p->accuracy) return 1;
    if (k > RG_FREE_CORRECTIONS && !(size <= 0.5 * last)) return 0;
    last = size;
    relinearize(p);
    for (int i = 0; i < n; i++) f->step[i] = -f->H[i];
    rg_bordered_solve(f->system, p->cone, p->system, f->step);
    double across = rg_dot(n, f->dx, f->step) * unit;
    double along = rg_dot(n, f->dx, f->v) * unit + p->ds, ds = -across / along;
    for (int i = 0; i < n; i++) f->trial_x[i] += f->step[i] + ds * f->v[i];
    *s += ds;
  }
  return 0;
}

/* the trial point: h along the tangent, */
static double predict(path *p, double h) {
  rg_follow *f = p->f;
  for (int i = 0; i < p->cone->n; i++) f->trial_x[i] = f->x[i] + h * f->dx[i];
  return p->s + h * p->ds;
}

/* or a multiple of the way to the last one */
static double interpolate(path *p, double factor, double s) {
  rg_follow *f = p->f;
  for (int i = 0; i < p->cone->n; i++) f->trial_x[i] = f->x[i] + factor * (f->trial_x[i] - f->x[i]);
  return p->s + factor * (s - p->s);
}

/* Who has left its piece on the way to the trial point, beside `who`, and first: returns after which share of
   the step, 1: nobody has. */
static double earliest_exit(const path *p, int who, int *exits) {
  const rg_follow *f = p->f;
  double share = 1;
  for (int i = 0; i < p->cone->n; i = rg_kink_next(&f->pieces, i)) {
    double now = rg_kink_slack(&f->pieces, i, f->trial_x, f->trial_u);
    if (now >= -p->accuracy || i == who) continue;
    double before = rg_kink_slack(&f->pieces, i, f->x, f->u), t = 0.5;
    if (i == p->changed && before <= 0) continue; /* next time */
    if (i != p->changed) t = before > 0 ? before / (before - now) : 0;
    if (t < share) share = t, *exits = i == p->changed ? -1 : i;
  }
  return share;
}

/* the factor by which the step must change for `who` to end exactly where its piece does; 1: good enough */
static double sharpen(const path *p, int who) {
  const rg_follow *f = p->f;
  double now = rg_kink_slack(&f->pieces, who, f->trial_x, f->trial_u);
  double before = rg_kink_slack(&f->pieces, who, f->x, f->u);
  if (fabs(now) <= p->accuracy || before <= p->accuracy) return 1;
  double ratio = before / (before - now);
  return ratio > 0 && ratio < 3 ? ratio : 3;
}

/* the block with the largest part of H: what the corrector fails by */
static int worst_block(const path *p) {
  int d = p->cone->d, worst = 0;
  double largest = -1;
  for (int b = 0; b < p->cone->blocks; b++) {
    double size = rg_dot(d, p->f->H + b * d, p->f->H + b * d);
    if (size > largest) largest = size, worst = b;
  }
  return worst;
}

/* what a failed corrector needs: its most nonlinear block in the border; 0 where that is there already */
static int help(path *p) {
  int count = rg_bordered_changes(p->f->system);
  return rg_bordered_change(p->f->system, p->cone, p->system, worst_block(p)) &&
         rg_bordered_changes(p->f->system) > count;
}

/* along the tangent to the next kink, or as far as the corrector follows; 0 where it does not at all */
static int advance(path *p, int fresh) {
  rg_follow *f = p->f;
  double h = p->reach;
  int cut = 0, helped = 0, who = first_end(p, &h);
  if (h * fabs(p->ds) > RG_PATH_LONGEST) h = RG_PATH_LONGEST / fabs(p->ds), who = -1;
  double s = predict(p, h);
  for (int trial = 0;; trial++) {
    if (trial == RG_TRIALS) return 0;
    if (!correct(p, &s)) {
      if (helped++ >= RG_CORRECTIONS || !help(p)) {
        if (!fresh) return 0;
        h *= 0.5, who = -1, cut = 1;
      }
      s = predict(p, h);
      continue;
    }
    int exits = -1;
    double factor = earliest_exit(p, who, &exits);
    if (factor < 1) who = exits;
    else factor = who >= 0 && trial < RG_TRIALS / 2 ? sharpen(p, who) : 1;
    if (factor == 1) break;
    h *= factor;
    s = interpolate(p, factor, s);
  }
  memcpy(f->x, f->trial_x, (size_t)p->cone->n * sizeof *f->x);
  memcpy(f->u, f->trial_u, (size_t)p->cone->n * sizeof *f->u);
  p->s = s;
  p->changed = who;
  if (who >= 0) rg_kink_pass(&f->pieces, who, f->x, f->u);
  p->reach = cut ? 2 * h : fmax(p->reach, 10 * h);
  return 1;
}

/* the same; with new factors where old ones do not lead on */
static int step_on(path *p) {
  find_tangent(p);
  int stale = p->factored != p->s || rg_bordered_changes(p->f->system) > 0;
  double reach = p->reach;
  if (advance(p, !stale)) return 1;
  if (!stale) return 0;
  p->factored = HUGE_VAL;
  p->reach = reach;
  find_tangent(p);
  return advance(p, 1);
}

/* --- the path --------------------------------------------------------------------------------------- */

/* A proximal point of x as the first of the path: returns its alpha, 0 where none was found. */
static double first_point(rg_follow *f, const rg_cone *cone, rg_point *point, double alpha,
                          const double *x, rg_outcome *outcome) {
  rg_point_options o = {.sharp = RG_PATH_ACCURATE, .most = RG_NEWTON_STEPS, .map = {.mu_scale = 1}};
  memcpy(f->center, x, (size_t)cone->n * sizeof *x);
  for (; alpha <= RG_LARGEST_WEIGHT && !rg_outcome_expired(outcome); alpha *= RG_WEIGHT_RISES) {
    const rg_pull pull = {.alpha = alpha, .center = f->center};
    memcpy(f->first, x, (size_t)cone->n * sizeof *x);
    point->known = 0;
    if (rg_point_find(point, cone, &pull, &o, f->first, outcome) == RG_POINT_FOUND) return alpha;
  }
  return 0;
}

static void begin(path *p, double alpha, int way) {
  rg_follow *f = p->f;
  p->s = log(alpha);
  p->length = 0;
  p->factored = p->reach = HUGE_VAL;
  p->changed = -1;
  p->sense = 1;
  memcpy(f->x, f->first, (size_t)p->cone->n * sizeof *f->x);
  velocity(p, f->x, p->s, f->u);
  rg_pieces_find(&f->pieces, f->x, f->u);
  find_tangent(p);
  p->sense = -way * rg_bordered_sign(f->system);
}

/* residual of the problem itself; 1 where it is solved */
static int look(const path *p, double tol, double *best, double *x) {
  rg_follow *f = p->f;
  rg_system_velocity(p->system, p->cone, f->x, f->trial_u);
  double residual = rg_cone_residual(p->cone, f->x, f->trial_u);
  if (residual > tol) residual = rg_cone_within(p->cone, f->x, f->trial_u);
  if (residual < *best) {
    *best = residual;
    memcpy(x, f->x, (size_t)p->cone->n * sizeof *x);
  }
  return *best <= tol;
}

/* 1 where solved, -1 where the path left towards large alpha, 0 where it was lost or took too long */
static int walk(path *p, const rg_follow_options *o, int *steps, double *best, double *x,
                rg_outcome *outcome) {
  double top = log(10 * RG_LARGEST_WEIGHT);
  int still = 0;
  for (; *steps < o->max_steps && !rg_outcome_expired(outcome); ++*steps) {
    double before = p->s;
    if (!step_on(p)) return 0;
    outcome->iterations++;
    still = p->s == before ? still + 1 : 0;
    if (still == RG_TRIALS) return 0;
    if (p->s > top) return -1;
    if (look(p, o->tol, best, x)) return 1;
  }
  return 0;
}

double rg_follow_run(rg_follow *f, const rg_cone *cone, rg_point *point, const rg_follow_options *o,
                     double *x, rg_outcome *outcome) {
  path p = {.f = f, .cone = cone, .point = point, .system = point->system};
  p.size = rg_norm(cone->n, cone->c);
  p.accuracy = fmin(RG_PATH_ACCURATE, 0.1 * o->tol) * p.size;
  int steps = 0;
  if (!(p.size > 0)) return HUGE_VAL;
  rg_system_velocity(p.system, cone, x, f->u);
  double best = rg_cone_residual(cone, x, f->u);
  double alpha = first_point(f, cone, point, o->alpha, x, outcome);
  point->factored_alpha = 0; /* the path has other factors */
  point->known = 0;
  if (alpha == 0) return best;
  begin(&p, alpha, 1);
  if (walk(&p, o, &steps, &best, x, outcome) >= 0) return best;
  /* it came from large alpha, where there is one solution only: the other way leads to vanishing alpha */
  begin(&p, alpha, -1);
  walk(&p, o, &steps, &best, x, outcome);
  return best;
}
