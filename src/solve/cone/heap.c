/* Heaps have more impulses than equations. Proximal points, A + alpha I around the last one, are regular, and
   Newton's method finds most of them in a few steps. What they leave of the problem itself is alpha times
   their move; where targets contradict each other in their last digits that no longer falls, since along
   the kernel of A the impulses move by the contradiction over alpha a point, until a contact gives way. Then alpha is
   chosen by how far they should move. */
#include "solve/cone/heap.h"

#include "math/dense.h"

#include <math.h>
#include <string.h>

struct rg_heap {
  double *u, *center, *best;
};

/* one run */
typedef struct search {
  rg_heap *heap;
  const rg_heap_job *job;
  double best; /* residual of heap->best */
  double goal; /* residual at which points end */
  int known;   /* heap->u is A x + c of the present point */
} search;

/* how long Newton may wander before it counts as lost, and the most points */
typedef struct leash {
  int free_steps, patience, points;
} leash;

static const leash SHORT = {10, 10, 60}, LONG = {20, 20, 200};

rg_heap *rg_heap_new(rg_arena *arena, const rg_cone *cone) {
  rg_heap *heap = RG_NEW(arena, rg_heap, 1);
  if (!heap) return NULL;
  heap->u = RG_RAW(arena, double, cone->n);
  heap->center = RG_RAW(arena, double, cone->n);
  heap->best = RG_RAW(arena, double, cone->n);
  return arena->failed ? NULL : heap;
}

static size_t bytes_of(const search *s) { return (size_t)s->job->cone->n * sizeof(double); }

static int limited(const search *s) {
  const rg_outcome *outcome = s->job->outcome;
  return rg_outcome_expired(outcome) || rg_outcome_left(outcome, s->job->options) == 0;
}

static double residual_at(const search *s) {
  const rg_heap_job *job = s->job;
  rg_primal_product(job->newton->primal, job->cone, job->x, s->heap->u);
  return rg_cone_residual(job->cone, job->x, s->heap->u);
}

static void keep_best(search *s, double residual) {
  if (!(residual < s->best)) return;
  s->best = residual;
  memcpy(s->heap->best, s->job->x, bytes_of(s));
}

static search begin(rg_heap *heap, const rg_heap_job *job, double start) {
  search s = {heap, job, start, job->options->tol, 0};
  memcpy(heap->best, job->x, bytes_of(&s));
  return s;
}

static void note(search *s, const char *name, int before, double residual) {
  rg_outcome *outcome = s->job->outcome;
  rg_outcome_attempt(outcome, name, outcome->iterations - before, residual);
  keep_best(s, residual);
}

static double finish(search *s) {
  memcpy(s->job->x, s->heap->best, bytes_of(s));
  return s->best;
}

static int solved(const search *s) { return s->best <= s->job->options->tol; }

/* --- proximal points --------------------------------------------------------------------------------- */

/* alpha with which the kernel's share of a residual moves the impulses by a twentieth */
static double drifting(const search *s, double residual) {
  static const double DRIFT = 0.05;
  double size = rg_norm(s->job->cone->n, s->job->x);
  return size > 0 ? residual / (DRIFT * size) : HUGE_VAL;
}

/* one point; its residual in the problem itself, or -1 where Newton was lost. Far less sharp than the point itself
   is near a solution: the next centre is nearer than what more steps around this one would give. */
static double find_point(search *s, double alpha, leash given) {
  static const double ENOUGH = 100, SHARE = 0.3; /* of the goal, for the map around the centre */
  const rg_heap_job *job = s->job;
  rg_newton_options o = rg_newton_options_default(SHARE * s->goal);
  double map;
  memcpy(s->heap->center, job->x, bytes_of(s));
  o.center = s->heap->center;
  o.velocity = s->known ? s->heap->u : NULL;
  o.proximal = alpha;
  o.max_iterations = 40;
  o.enough = ENOUGH;
  o.free_steps = given.free_steps;
  o.patience = given.patience;
  int found = rg_newton_run(job->newton, job->cone, &o, job->x, &map, job->outcome) == RG_SOLVED;
  rg_newton_velocity(job->newton, job->cone, &o, job->x, s->heap->u);
  double residual = rg_cone_residual(job->cone, job->x, s->heap->u);
  keep_best(s, residual);
  s->known = found || residual <= s->best;
  if (!s->known) memcpy(job->x, s->heap->center, bytes_of(s));
  return found ? residual : -1;
}

/* 1 where the present point, whose velocity is known, will do: no more is gained, and targets within their leeway meet the
   tolerance */
static int settles(search *s) {
  const rg_heap_job *job = s->job;
  if (!job->cone->leeway || job->cone->compliance > 0) return 0;
  double within = rg_cone_within(job->cone, job->x, s->heap->u);
  if (within > job->options->tol) return 0;
  keep_best(s, within);
  return 1;
}

/* Points one after the other until the goal, or Newton is lost with the largest alpha too; below the tolerance as
   long as each gains a digit. Where they no longer lead on alpha falls, but stays above where Newton was lost last,
   for a while: along the edges of cones the way is curved, and no step may be too long. */
static void find_points(search *s, double alpha, leash given) {
  enum { QUICK = 6 };
  static const double LEAST = 1e-9, LARGEST = 0.1, STUCK = 0.5, FALL = 0.25, RISE = 10, SAFE = 3,
                      DARE = 0.7, DIGIT = 0.1;
  rg_outcome *outcome = s->job->outcome;
  double last = s->best, lowest = LEAST;
  int before = outcome->iterations;
  s->known = 0;
  for (int k = 0; k < given.points && s->best > s->goal && !limited(s) && alpha <= LARGEST; k++) {
    int start = outcome->iterations;
    double now = find_point(s, alpha, given);
    if (now < 0) {
      lowest = SAFE * alpha;
      alpha = k > 0 ? lowest : RISE * alpha;
      continue;
    }
    if (now > STUCK * last && settles(s)) break;
    if (now > STUCK * last && outcome->iterations - start <= QUICK) {
      lowest = fmax(LEAST, DARE * lowest);
      alpha = fmax(lowest, fmin(FALL * alpha, drifting(s, now)));
    }
    if (solved(s) && now > DIGIT * last) break;
    last = now;
  }
  note(s, "proximal newton", before, s->best);
}

/* What hardly moves is solved as sharply as was asked for at best: a residual is a speed that the next step has to
   take out again, and only without one can the answer go on where the heap lies still. */
static double goal_from(const rg_options *options, double start) {
  static const double QUIET = 10; /* times tol */
  int sharp = options->aim > 0 && start <= QUIET * options->tol;
  return sharp ? fmin(options->aim, options->tol) : options->tol;
}

double rg_heap_solve(rg_heap *heap, const rg_heap_job *job, double start) {
  static const double FIRST = 1e-3, LEAST = 1e-6;
  search s = begin(heap, job, start);
  s.goal = goal_from(job->options, start);
  find_points(&s, fmax(LEAST, fmin(FIRST, drifting(&s, start))), SHORT);
  if (!solved(&s) && !limited(&s)) find_points(&s, LEAST, LONG);
  return finish(&s);
}

/* --- the compliant problem --------------------------------------------------------------------------- */

enum { FEW = 2, MANY = 40 };      /* Newton steps */
static const double RESTS = 2e-7; /* alpha beside which the compliance is what matters */

/* the compliant problem itself, from x; its residual */
static double comply_at_once(search *s, double goal, int most) {
  const rg_heap_job *job = s->job;
  rg_newton_options o = rg_newton_options_default(goal);
  double residual;
  o.max_iterations = most;
  rg_newton_run(job->newton, job->cone, &o, job->x, &residual, job->outcome);
  return residual;
}

/* With a large alpha beside the compliance every contact is nearly on its own; it falls, each answer the start of
   the next. Where one of them is not found those after it are not either: 0. */
static int comply_gradually(search *s, double alpha) {
  static const double FALL = 0.1, ENOUGH = 1e-2, LOST = 1e-5;
  const rg_heap_job *job = s->job;
  rg_newton_options o = rg_newton_options_default(0);
  double map;
  memset(s->heap->center, 0, bytes_of(s));
  o.center = s->heap->center;
  o.max_iterations = 40;
  for (o.proximal = alpha; o.proximal > RESTS && !limited(s); o.proximal *= FALL) {
    o.tol = ENOUGH * o.proximal;
    rg_status status = rg_newton_run(job->newton, job->cone, &o, job->x, &map, job->outcome);
    if (status != RG_SOLVED && map > LOST) return 0;
  }
  return !limited(s);
}

/* from a start as near as that of the step before */
static void comply_by_newton(search *s, double start, double goal) {
  static const double FIRST = 1e-4, CLOSE = 1e-2, NEAR = 1e-3;
  double alpha = fmin(FIRST, CLOSE * start), residual = HUGE_VAL;
  int before = s->job->outcome->iterations;
  if (alpha <= RESTS) {
    residual = comply_at_once(s, goal, MANY);
  } else {
    /* hardly anything moves: the first step may lead there */
    if (start <= NEAR) residual = comply_at_once(s, goal, FEW);
    if (residual > goal) {
      memcpy(s->job->x, s->heap->best, bytes_of(s));
      residual = comply_gradually(s, alpha) ? comply_at_once(s, goal, MANY) : residual_at(s);
    }
  }
  note(s, "compliance", before, residual);
}

/* Impulses without a split are far away along the kernel. Proximal points of the compliant problem go there, which
   takes long, but for what then lies at rest once. */
static void comply_by_points(search *s, double goal) {
  finish(s);
  find_points(s, RESTS, SHORT);
  if (!solved(s)) return;
  int before = s->job->outcome->iterations;
  double residual = comply_at_once(s, goal, MANY);
  note(s, "compliance", before, residual);
}

double rg_heap_comply(rg_heap *heap, const rg_heap_job *job, double start, double goal) {
  static const double QUIET = 1e-4;
  search s = begin(heap, job, start);
  comply_by_newton(&s, start, goal);
  if (!solved(&s) && start <= QUIET && !job->cone->recentred && !limited(&s))
    comply_by_points(&s, goal);
  return finish(&s);
}
