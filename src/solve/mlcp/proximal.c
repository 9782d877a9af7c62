/* Proximal points (Rockafellar 1976) with leaps along kernels. */
#include "solve/mlcp/proximal.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { ROUNDS = 200, IDLE = 8 /* rounds without a better point */, BISECTIONS = 50 };
/* kappa, relative to a matrix with a diagonal near 1: the first, how it falls and rises, and the
   least that is reached by success alone */
static const double WEIGHT_FIRST = 1e-2, WEIGHT_FALL = 0.1, WEIGHT_LEAST = 1e-4, WEIGHT_MOST = 1e3;
static const double ACCURATE = 0.1; /* of the residual: what a subproblem may leave */
static const double BETTER = 0.9;   /* of the least residual: counts as a better point */
/* leaps: the longest; of the residual, what may be lost by one, after the next rounds as well, and
   what counts as still on the piece; how the reach on a curve changes */
static const double FARTHEST = 1e12, LOSS = 5, LOSS_AFTER = 1.5, SLACK = 0.1, REACH_CUT = 0.25;

struct rg_proximal {
  double *centre, *best, *from, *to, *trial, *safe;
};

rg_proximal *rg_proximal_setup(rg_arena *arena, int n) {
  rg_proximal *p = RG_NEW(arena, rg_proximal, 1);
  if (!p) return NULL;
  RG_VECTORS(arena, n, &p->centre, &p->best, &p->from, &p->to, &p->trial, &p->safe);
  return arena->failed ? NULL : p;
}

/* the least t at which something leaves its piece; 0 where nothing does */
static double kink_distance(const rg_proximal *p, const rg_proximal_problem *problem,
                            double slack) {
  double low = 0, high = 1;
  while (problem->stays(problem->context, p->from, p->to, high, slack)) {
    low = high, high *= 2;
    if (high > FARTHEST) return 0;
  }
  for (int round = 0; round < BISECTIONS; round++) {
    double t = 0.5 * (low + high);
    if (problem->stays(problem->context, p->from, p->to, t, slack)) low = t;
    else high = t;
  }
  return high;
}

/* x + t (x - centre) where the residual there is at most `most`: 1; else 0, and x stays */
static int move_on(rg_proximal *p, const rg_proximal_problem *problem, double t, double most,
                   double *x, double *residual) {
  for (int i = 0; i < problem->n; i++) p->trial[i] = x[i] + t * (x[i] - p->centre[i]);
  problem->confine(problem->context, p->trial);
  double there = problem->residual(problem->context, p->trial);
  if (!(there <= most)) return 0;
  memcpy(x, p->trial, (size_t)problem->n * sizeof *x);
  *residual = there;
  return 1;
}

/* From the centre over x to the next kink. Where that is too far, to the limit of the steps, which
   then shrink as the residual does: last, residual, ... is a geometric series (Aitken). */
static int leap(rg_proximal *p, const rg_proximal_problem *problem, double last, double *x,
                double *residual) {
  problem->locate(problem->context, p->centre, p->from);
  problem->locate(problem->context, x, p->to);
  double t = kink_distance(p, problem, SLACK * *residual);
  if (move_on(p, problem, t, LOSS * *residual, x, residual)) return 1;
  double limit = *residual < last ? *residual / (last - *residual) : 0;
  return limit < t && move_on(p, problem, limit, *residual, x, residual);
}

/* How far the rounds have come. */
typedef struct progress {
  double weight, residual, least; /* of x and of the best point */
  double hard;                    /* weight of the last subproblem that was too hard; 0: none was */
  int idle, leapt;
  double reach; /* of the way to the next kink: what a leap on a curve goes */
  double safe;  /* residual before such a leap; 0: there was none */
} progress;

static void remember(rg_proximal *p, const rg_proximal_problem *problem, const double *x,
                     progress *now) {
  now->idle = now->residual < BETTER * now->least ? 0 : now->idle + 1;
  if (!(now->residual < now->least)) return;
  now->least = now->residual;
  memcpy(p->best, x, (size_t)problem->n * sizeof *x);
}

/* A leap along the tangent of a curve, a share of the way: the next rounds bring it back to the
   curve, or it is taken back. */
static void leap_off(rg_proximal *p, const rg_proximal_problem *problem, double *x, progress *now) {
  memcpy(p->safe, x, (size_t)problem->n * sizeof *x);
  now->safe = now->residual;
  double t = now->reach * kink_distance(p, problem, SLACK * now->residual);
  now->leapt = move_on(p, problem, t, DBL_MAX, x, &now->residual);
}

/* when those rounds gain no more */
static void judge_leap(rg_proximal *p, const rg_proximal_problem *problem, double *x,
                       progress *now) {
  int good = now->residual <= LOSS_AFTER * now->safe;
  now->reach = good ? fmin(1, now->reach / REACH_CUT) : now->reach * REACH_CUT;
  if (!good) {
    memcpy(x, p->safe, (size_t)problem->n * sizeof *x);
    now->residual = now->safe;
  }
  now->safe = 0;
}

/* After a round that brought the residual from `last` to now->residual. A round after a leap mends
   what the leap broke: only the step of the one after it shows the direction. */
static void adapt(rg_proximal *p, const rg_proximal_problem *problem, double *x, double last,
                  progress *now) {
  int stuck = now->residual > WEIGHT_FALL * last, mending = now->leapt;
  if (now->safe > 0 && !stuck) return;
  if (now->safe > 0) judge_leap(p, problem, x, now);
  now->leapt = 0;
  if (!stuck && now->weight > WEIGHT_LEAST) now->weight *= WEIGHT_FALL;
  if (!stuck || mending) return;
  now->leapt = leap(p, problem, last, x, &now->residual);
  if (now->leapt && now->idle <= IDLE) return;
  int lowest = now->weight < WEIGHT_LEAST || WEIGHT_FALL * now->weight < 2 * now->hard;
  if (!now->leapt && problem->curved && lowest) {
    leap_off(p, problem, x, now);
    return;
  }
  now->weight *= WEIGHT_FALL; /* longer steps show the direction better */
  now->idle = 0;
}

double rg_proximal_run(rg_proximal *p, const rg_proximal_problem *problem, double *x) {
  size_t bytes = (size_t)problem->n * sizeof *x;
  progress now = {.weight = WEIGHT_FIRST, .residual = HUGE_VAL, .least = HUGE_VAL, .reach = 1};
  memcpy(p->best, x, bytes);
  for (int round = 0; round < ROUNDS && now.weight <= WEIGHT_MOST; round++) {
    double reached;
    memcpy(p->centre, x, bytes);
    double residual = problem->solve(problem->context, now.weight, p->centre, x, &reached);
    if (residual > problem->tol && !(reached <= ACCURATE * residual)) { /* too hard: closer by */
      memcpy(x, p->centre, bytes);
      now.hard = now.weight;
      now.weight /= WEIGHT_FALL;
    } else {
      double last = now.residual;
      now.residual = residual;
      remember(p, problem, x, &now);
      if (now.least > problem->tol) adapt(p, problem, x, last, &now);
    }
    if (now.least <= problem->tol || problem->expired(problem->context)) break;
  }
  memcpy(x, p->best, bytes);
  return now.least;
}
