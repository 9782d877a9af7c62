/* The default for cones (docs/solvers/auto.md), in five sentences.

   Sweeps lead to about the right sets of open, sticking and slipping contacts, as long as they are worth their price.
   Proximal points finish: x_{k+1} solves the problem with A + alpha around x_k by Newton's method; alpha falls with the
   residual, and rises where Newton is lost. Where it is lost with any alpha the path of proximal points is followed by
   arclength around its folds. What that does not solve is begun anew elsewhere, with a proof in between that there may
   be no solution. The compliant split is the same from the centre 0, down to a small alpha. */
#include "base/random.h"
#include "math/dense.h"
#include "solve/cone/body_sweep.h"
#include "solve/cone/follow.h"
#include "solve/cone/infeasible.h"
#include "solve/cone/point.h"
#include "solve/cone/steering.h"
#include "solve/cone/sweep.h"
#include "solve/cone/walk.h"
#include "solve/mlcp/auto_mlcp.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct auto_state {
  rg_sweeper *sweeper;     /* of blocks of A; NULL: there are none, or nobody needs them */
  rg_body_sweeper *bodies; /* sweeps through free bodies; NULL: through the contacts */
  rg_point *point;         /* NULL: so many contacts that no factors are made */
  double dear;             /* sweeps that a factorization costs */
  double *center, *weight;
  void *late; /* room for paths and the proof: untouched until they are needed */
  size_t late_size;
} auto_state;

/* one search */
typedef struct search {
  auto_state *state;
  const rg_cone *cone;
  const rg_options *options;
  double *x;
  rg_outcome *outcome;
  int rests; /* the start is nearly good enough: what hardly moves is solved as sharply as can be, since what is left
                 of the residual is a speed that the next step has to take out again */
  int proved; /* there is no solution */
} search;

/* --- set-up -------------------------------------------------------------------------------------------- */

/* instructions of a sweep, about: products, and a few hundred for each contact by itself */
static double cost_of_sweep(const auto_state *state, const rg_cone *cone) {
  double d = cone->d, products = state->bodies ? 0 : d * d * cone->start[cone->blocks];
  return products + 300.0 * cone->blocks + 1;
}

/* sweeps through the bodies where a row of A is longer, or not there */
static int goes_by_bodies(const rg_cone *cone) {
  static const double ROW = 8; /* blocks of nine numbers, beside twice 36 */
  return cone->factor && (cone->coordinates || cone->start[cone->blocks] > ROW * cone->blocks);
}

static int can_sweep(const auto_state *state) { return state->sweeper || state->bodies; }

/* spheres need no blocks of A */
static void make_sweepers(rg_arena *arena, const rg_cone *cone, auto_state *state) {
  int by_bodies = goes_by_bodies(cone);
  rg_arena_mark here = rg_arena_here(arena);
  if (by_bodies && cone->filled) state->bodies = rg_body_sweeper_new(arena, cone, NULL);
  if (state->bodies) return;
  rg_arena_back(arena, here);
  state->sweeper = rg_sweeper_new(arena, cone);
  if (by_bodies) state->bodies = rg_body_sweeper_new(arena, cone, state->sweeper);
  if (cone->coordinates && !state->bodies) state->sweeper = NULL;
}

static void *auto_setup(rg_arena *arena, const rg_cone *cone, const rg_options *options) {
  (void)options;
  auto_state *state = RG_NEW(arena, auto_state, 1);
  if (!state) return NULL;
  make_sweepers(arena, cone, state);
  if (cone->blocks > RG_MOST_FACTORED && can_sweep(state)) {
    state->dear = HUGE_VAL;
    state->late = RG_RAW(arena, double, (state->bodies ? 1 : 2) * (size_t)cone->n);
    return arena->failed ? NULL : state;
  }
  state->center = RG_RAW(arena, double, cone->n);
  state->weight = RG_RAW(arena, double, cone->blocks);
  state->point = rg_point_new(arena, cone);
  if (arena->failed) return NULL;
  state->dear = rg_system_cost(state->point->system) / cost_of_sweep(state, cone);
  size_t vectors = 6 * ((size_t)cone->n * sizeof(double) + 64);
  state->late_size = vectors + 4096 + rg_follow_size(cone);
  if (state->late_size < rg_walk_size(cone)) state->late_size = rg_walk_size(cone);
  state->late = rg_arena_alloc_raw(arena, state->late_size, 1);
  return arena->failed ? NULL : state;
}

/* --- what every part needs ----------------------------------------------------------------------------- */

static int limited(const search *s) {
  return rg_outcome_expired(s->outcome) || rg_outcome_left(s->outcome, s->options) == 0;
}

static size_t bytes_of(const search *s) { return (size_t)s->cone->n * sizeof(double); }

static double best_of(const search *s) { return s->state->point->best_residual; }

static int solved(const search *s) { return best_of(s) <= s->options->tol; }

/* 1 where what is missing is the margin: no reason to look elsewhere */
static int nearly(const search *s) { return RG_MARGIN * best_of(s) <= s->options->tol; }

static double wanted(const search *s) {
  double aim = s->options->aim;
  return aim > 0 && aim < s->options->tol ? aim : s->options->tol;
}

/* 1 where digits beyond the tolerance are worth a factorization */
static int is_patient(const search *s) { return s->rests || s->cone->blocks < RG_MANY; }

static double residual_at(search *s) { return rg_point_look(s->state->point, s->cone, s->x); }

static void go_to_best(search *s) {
  if (s->cone->n) memcpy(s->x, s->state->point->best, bytes_of(s));
  s->state->point->known = 0;
}

/* Where nothing is gained any more an answer within the leeway of its targets will do: 1 where x is one. u is that of
   x. */
static int settles(search *s) {
  rg_point *p = s->state->point;
  if (!s->cone->leeway || p->residual <= s->options->tol) return 0;
  double within = rg_cone_within(s->cone, s->x, p->u);
  if (within > s->options->tol) return 0;
  p->best_residual = within;
  memcpy(p->best, s->x, bytes_of(s));
  return 1;
}

/* 1 where more attempts could only find other last digits; the impulses of a jam grow until rounding
   explains any residual, so both must be small as well */
static int at_floor(const search *s) {
  double most = RG_NEAR * s->options->tol;
  if (best_of(s) > most) return 0;
  double rounding = rg_cone_rounding(s->cone, s->state->point->best);
  return best_of(s) <= 2 * rounding && rounding <= most;
}

static int note(search *s, const char *name, int before) {
  rg_outcome_attempt(s->outcome, name, s->outcome->iterations - before, best_of(s));
  return solved(s) || limited(s);
}

/* --- sweeps --------------------------------------------------------------------------------------------- */

static void prepare_sweeps(search *s) {
  if (s->state->sweeper) rg_sweeper_prepare(s->state->sweeper, s->cone);
  if (s->state->bodies) rg_body_sweeps_prepare(s->state->bodies, s->cone);
}

/* a few sweeps of the kind that there is; returns how many */
static int sweep_some(auto_state *state, const rg_cone *cone, double *x) {
  enum { SOME = 2 };
  if (state->bodies) return rg_body_sweeps_round(state->bodies, cone, x);
  for (int k = 0; k < SOME; k++) rg_sweep(state->sweeper, cone, 1, k, x);
  return SOME;
}

/* the same as residual_at, without velocities that somebody may need */
static double residual_by_bodies(search *s) {
  rg_point *p = s->state->point;
  p->residual = rg_body_sweeps_residual(s->state->bodies, s->cone, s->x, NULL);
  p->known = 0;
  if (p->residual < p->best_residual) {
    p->best_residual = p->residual;
    memcpy(p->best, s->x, bytes_of(s));
  }
  return p->residual;
}

/* sweeps that a factorization costs: only blocks that carry something are in it, and its cost grows with the third power */
static double price(const search *s) {
  const rg_cone *cone = s->cone;
  int carrying = 0;
  for (int b = 0; b < cone->blocks; b++) carrying += s->x[b * cone->d] != 0;
  double share = (double)carrying / cone->blocks;
  return s->state->dear * share * share * share;
}

/* As long as they gain a digit at the price of a factorization: that is about what a step of Newton's method gains. */
static int sweep(search *s) {
  auto_state *state = s->state;
  if (!can_sweep(state)) return 0;
  int before = s->outcome->iterations;
  double mark = HUGE_VAL, least = state->point->residual, left = 0;
  prepare_sweeps(s);
  if (state->bodies) rg_body_sweeps_begin(state->bodies, s->cone, s->x);
  double goal = is_patient(s) ? wanted(s) : s->options->tol;
  while (least > goal && !limited(s)) {
    if (left <= 0) {
      if (least > 0.1 * mark) break;
      mark = least;
      left = price(s);
    }
    int count = sweep_some(state, s->cone, s->x);
    s->outcome->iterations += count;
    left -= count;
    double residual = state->bodies ? residual_by_bodies(s) : residual_at(s);
    least = fmin(least, residual);
    rg_outcome_trace(s->outcome, residual);
  }
  note(s, "sweeps", before);
  return best_of(s) <= goal;
}

/* --- proximal points ------------------------------------------------------------------------------------ */

/* alpha with which the kernel's share of a residual moves the impulses by RG_DRIFT of their size */
static double drifting(const search *s, double residual) {
  double size = rg_norm(s->cone->n, s->x);
  return size > 0 ? residual / (RG_DRIFT * size) : HUGE_VAL;
}

static double first_weight(const search *s, double residual) {
  return fmax(RG_LEAST_WEIGHT, fmin(RG_FIRST_WEIGHT, drifting(s, residual)));
}

/* one point around x; where it is lost x stays. `slow`: the last one gained little, and rounding may be why */
static rg_point_end find_point(search *s, double alpha, const double *weight, int slow) {
  rg_point_options o = rg_point_options_default(s->options);
  rg_pull pull = {.alpha = alpha, .center = s->state->center, .weight = weight};
  o.patient = is_patient(s);
  if (slow && s->state->point->residual <= RG_NEAR * s->options->tol)
    o.rough = rg_cone_rounding(s->cone, s->x);
  int left = rg_outcome_left(s->outcome, s->options);
  if (o.most > left) o.most = left;
  memcpy(s->state->center, s->x, bytes_of(s));
  rg_point_end end = rg_point_find(s->state->point, s->cone, &pull, &o, s->x, s->outcome);
  s->state->point->known = end != RG_POINT_LOST;
  if (end == RG_POINT_LOST) memcpy(s->x, s->state->center, bytes_of(s));
  return end;
}

/* Points one after the other. Along the kernel of A the impulses move by what targets contradict each other by, over
   alpha: where points lead no nearer it falls; where Newton is lost it rises, and stays above that for a while. */
static int find_points(search *s, double alpha, const double *weight) {
  rg_point *p = s->state->point;
  double lowest = RG_LEAST_WEIGHT, last = p->residual;
  int before = s->outcome->iterations, slow = 0, vain = 0;
  for (int k = 0; k < RG_POINTS && alpha <= RG_LARGEST_WEIGHT && !limited(s); k++) {
    rg_point_end end = find_point(s, alpha, weight, slow);
    if (end == RG_POINT_SOLVED) break;
    if (end == RG_POINT_LOST) {
      if (at_floor(s)) break;
      lowest = alpha *= RG_WEIGHT_RISES;
      slow = 1;
      continue;
    }
    double now = p->residual;
    slow = now > 0.5 * last;
    if (solved(s) && now > 0.1 * last) {
      if (is_patient(s)) find_point(s, RG_COMPLIANCE, weight, 1);
      break;
    }
    vain += slow;
    if (slow && ((vain >= RG_IN_VAIN && settles(s)) || at_floor(s))) break;
    if (slow) {
      lowest = fmax(RG_LEAST_WEIGHT, RG_FORGETS * lowest);
      alpha = fmax(lowest, fmin(alpha / RG_WEIGHT_RISES, drifting(s, now)));
    }
    last = now;
  }
  return note(s, "points", before);
}

/* --- paths, elsewhere, and the proof ---------------------------------------------------------------------- */

/* the point where path k begins: the best one, nothing at all, or anything of the size of both */
static void choose_start(search *s, int k, uint64_t *seed) {
  int n = s->cone->n;
  double size = rg_norm_max(n, s->state->point->best) + rg_norm_max(n, s->cone->c);
  double spread = size * pow(10, 2 * rg_random(seed) - 2);
  go_to_best(s);
  for (int i = 0; i < n && k > 0; i++) s->x[i] = k == 1 ? 0 : spread * (2 * rg_random(seed) - 1);
}

static int follow(search *s, rg_follow *path, double alpha, int steps) {
  rg_follow_options o = {.alpha = alpha, .tol = s->options->tol / RG_MARGIN, .max_steps = steps};
  int before = s->outcome->iterations, left = rg_outcome_left(s->outcome, s->options);
  rg_point *p = s->state->point;
  if (o.max_steps > left) o.max_steps = left;
  double residual = rg_follow_run(path, s->cone, p, &o, s->x, s->outcome);
  if (residual < p->best_residual) {
    p->best_residual = residual;
    memcpy(p->best, s->x, bytes_of(s));
  }
  note(s, "path", before);
  return nearly(s) || limited(s);
}

/* Before anything is looked for elsewhere: the proof that there is nothing to find. Then paths of proximal points, one
   after the other. */
static int follow_paths(search *s) {
  rg_arena room = rg_arena_inside(s->state->late, s->state->late_size);
  rg_infeasible *infeasible = rg_infeasible_new(&room, s->cone);
  rg_follow *path = rg_follow_new(&room, s->cone);
  uint64_t seed = 1;
  if (room.failed) return 0;
  s->proved = rg_infeasible_prove(infeasible, s->cone, s->state->point, s->outcome);
  if (s->proved || s->outcome->brief) return s->proved;
  for (int k = 0, spent = 0; spent < RG_PATH_BUDGET; k++) {
    int before = s->outcome->iterations;
    choose_start(s, k, &seed);
    if (follow(s, path, k ? 1 : 1e-3, RG_PATH_STEPS)) return 1;
    int taken = s->outcome->iterations - before;
    /* a start that leads nowhere costs Newton's steps all the same */
    spent += taken > RG_NEWTON_STEPS ? taken : RG_NEWTON_STEPS;
  }
  return 0;
}

/* what a path found is as sharp as its tolerance: points, from there, as sharp as can be */
static void polish(search *s) {
  if (s->proved || !nearly(s) || limited(s)) return;
  go_to_best(s);
  residual_at(s);
  find_points(s, RG_COMPLIANCE, NULL);
}

/* --- the whole -------------------------------------------------------------------------------------------- */

static void run(search *s) {
  rg_point *p = s->state->point;
  rg_point_begin(p, s->cone);
  double start = residual_at(s);
  s->rests = start <= RG_NEARLY * s->options->tol;
  rg_outcome_attempt(s->outcome, "start", 0, start);
  if (start <= wanted(s)) return;
  if (!s->rests && sweep(s)) return;
  go_to_best(s);
  residual_at(s);
  if (find_points(s, first_weight(s, p->residual), NULL)) return;
  if (at_floor(s) || nearly(s)) return;
  if (follow_paths(s)) polish(s);
}

/* the residual of x, exactly and within the leeway; `u`: work, where there are no bodies */
static double look_at(search *s, double *u, double *within) {
  if (s->state->bodies) return rg_body_sweeps_residual(s->state->bodies, s->cone, s->x, within);
  rg_cone_velocity(s->cone, s->x, u);
  double exact = rg_cone_residual(s->cone, s->x, u);
  *within = s->cone->leeway ? rg_cone_within(s->cone, s->x, u) : exact;
  return exact;
}

/* sweeps and nothing else, where no factors are made */
static rg_status sweep_only(search *s) {
  enum { MOST = 40000, EVERY = 10 };
  auto_state *state = s->state;
  double *best = state->late, *u = best + s->cone->n, nearest = HUGE_VAL;
  prepare_sweeps(s);
  if (state->bodies) rg_body_sweeps_begin(state->bodies, s->cone, s->x);
  for (int k = 0; k < MOST; k += EVERY) {
    double within, residual = look_at(s, u, &within);
    if (residual > s->options->tol) residual = within;
    rg_outcome_trace(s->outcome, residual);
    if (residual < nearest) {
      nearest = residual;
      memcpy(best, s->x, bytes_of(s));
    }
    if (nearest <= s->options->tol || limited(s)) break;
    for (int i = 0; i < EVERY;) i += sweep_some(state, s->cone, s->x);
    s->outcome->iterations += EVERY;
  }
  memcpy(s->x, best, bytes_of(s));
  rg_outcome_attempt(s->outcome, "sweeps", s->outcome->iterations, nearest);
  s->outcome->residual = nearest;
  if (nearest <= s->options->tol) return RG_SOLVED;
  snprintf(s->outcome->reason, sizeof s->outcome->reason, "sweeps came to %.2e", nearest);
  return limited(s) ? RG_LIMIT : RG_STALLED;
}

static rg_status auto_solve(void *memory, const rg_cone *cone, const rg_options *options, double *x,
                            rg_outcome *outcome) {
  search s = {.state = memory, .cone = cone, .options = options, .x = x, .outcome = outcome};
  if (!s.state->point) return sweep_only(&s);
  run(&s);
  go_to_best(&s);
  outcome->residual = best_of(&s);
  if (s.proved) return RG_NO_SOLUTION;
  if (nearly(&s) || at_floor(&s)) return RG_SOLVED;
  snprintf(outcome->reason, sizeof outcome->reason, "the best of %d attempts reached %.2e",
           outcome->attempts_made, best_of(&s));
  return limited(&s) ? RG_LIMIT : RG_STALLED;
}

/* --- the compliant split ---------------------------------------------------------------------------------- */

/* Raw, all contacts have the same compliance; rows, whose units may be others, that of the stiffest contact. Returns
   the largest weight. */
static double fill_weights(auto_state *state, const rg_cone *cone) {
  double largest = 0;
  for (int b = cone->first_contact; b < cone->blocks; b++) {
    double scale = cone->scale[b * cone->d];
    state->weight[b] = scale * scale;
    largest = fmax(largest, scale * scale);
  }
  for (int b = 0; b < cone->first_contact; b++) state->weight[b] = largest;
  for (int b = 0; b < cone->blocks; b++) state->weight[b] /= largest;
  return largest;
}

/* the same point from piece to piece, from `last` on, where Newton's steps go round */
static int walk_to(search *s, const rg_pull *pull, const rg_point_options *o, const double *last) {
  rg_arena room = rg_arena_inside(s->state->late, s->state->late_size);
  rg_walk *walk = rg_walk_new(&room, s->cone);
  memcpy(s->x, last, bytes_of(s));
  return walk && rg_walk_run(walk, s->state->point, s->cone, pull, o, s->x, s->outcome);
}

/* x_1: the point of the centre 0 with the compliance kappa, from x on; where Newton is lost a larger one comes first, and
   smaller steps down from there. `last`: the last one that was found. */
static int comply(search *s, double kappa, double *last) {
  rg_point *p = s->state->point;
  rg_point_options o = rg_point_options_default(s->options);
  rg_pull pull = {.center = s->state->center, .weight = s->state->weight};
  int before = s->outcome->iterations, found = 0;
  int few = s->cone->contacts <
            RG_MANY;  /* of many some piece has changed, and a walk has too many kinks */
  double softer = 0;  /* its compliance; 0: none was */
  o.tol = o.aim = -1; /* what solves the problem itself need not be its split */
  pull.alpha = kappa;
  memset(s->state->center, 0, bytes_of(s));
  memcpy(last, s->x, bytes_of(s));
  while (!found && pull.alpha <= RG_LARGEST_WEIGHT && !limited(s)) {
    if (pull.alpha <= 2 * kappa) pull.alpha = kappa;
    int end = pull.alpha == kappa;
    o.sharp = end ? RG_SPLIT_SHARP : 0;
    o.rough = end ? 2 * rg_cone_rounding(s->cone, s->x) : 0;
    o.loose = !end;
    o.kept = few && softer == 0 && end;
    p->known = 0;
    if (rg_point_find(p, s->cone, &pull, &o, s->x, s->outcome) == RG_POINT_FOUND ||
        (few && end && walk_to(s, &pull, &o, last))) {
      found = end;
      softer = pull.alpha;
      memcpy(last, s->x, bytes_of(s));
      pull.alpha = fmax(kappa, softer / RG_WEIGHT_RISES);
      continue;
    }
    /* one in between was tried */
    if (softer > 0 && 2 * softer <= RG_WEIGHT_RISES * pull.alpha) break;
    pull.alpha = softer > 0 ? sqrt(softer * pull.alpha)
                            : fmax(RG_WEIGHT_RISES * pull.alpha, RG_FIRST_WEIGHT);
    memcpy(s->x, last, bytes_of(s));
  }
  rg_outcome_attempt(s->outcome, "compliance", s->outcome->iterations - before, p->residual);
  return found;
}

static rg_status auto_split(void *memory, const rg_cone *cone, const rg_options *options, double *x,
                            double *first, rg_outcome *outcome) {
  search s = {.state = memory, .cone = cone, .options = options, .x = x, .outcome = outcome};
  double kappa = cone->contacts >= RG_MANY ? RG_COMPLIANCE_OF_MANY : RG_COMPLIANCE;
  if (!s.state->point) return RG_STALLED;
  fill_weights(s.state, cone);
  rg_point_begin(s.state->point, cone);
  if (!comply(&s, kappa, first)) return RG_STALLED;
  s.state->point->best_residual = HUGE_VAL; /* what is looked for starts here; the factors stay */
  residual_at(&s);
  find_points(&s, kappa, s.state->weight);
  go_to_best(&s);
  outcome->residual = best_of(&s);
  return solved(&s) || at_floor(&s) ? RG_SOLVED : RG_STALLED;
}

const rg_solver_entry rg_solver_auto = {
    .info = {.name = "auto",
             .summary = "the default: sweeps, then Newton, then whatever it takes",
             .source = "this project",
             .when = "always first; its path is in the report",
             .handles = RG_HANDLES_LCP | RG_HANDLES_MLCP | RG_HANDLES_CONE | RG_HANDLES_BOX |
                        RG_HANDLES_ROLLING},
    .by_rows = 2,
    .cone_setup = auto_setup,
    .cone_solve = auto_solve,
    .cone_split = auto_split,
    .mlcp_setup = rg_auto_mlcp_setup,
    .mlcp_solve = rg_auto_mlcp_solve,
};
