/* The default. Sweeps find which contacts are open, stick or slip, Newton finishes. Heaps (many contacts on
   few bodies) have more impulses than equations: there Newton goes by proximal points. Where Newton is
   lost a compliance that vanishes leads it, and where that fails the path of proximal points is followed
   around its turning points, from the best point, from nothing, and from random ones, with a proof in
   between that there may be no solution. The best iterate of all is what comes back. */
#include "base/random.h"
#include "math/dense.h"
#include "solve/cone/body_sweep.h"
#include "solve/cone/follow.h"
#include "solve/cone/heap.h"
#include "solve/cone/infeasible.h"
#include "solve/cone/newton_core.h"
#include "solve/cone/sweep.h"
#include "solve/front/cone_job.h"
#include "solve/mlcp/auto_mlcp.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum {
  MANY = 16 /* blocks from which on redundancy is likely */,
  FOLLOWED = 12000 /* blocks up to which paths are followed: a border takes 72 vectors */,
  BUDGET = 60000 /* iterations after which no new path is begun */
};

static const double WARM = 0.1;        /* residual of a start from which Newton is tried at once, */
static const double WARM_CROWD = 1e-4; /* and for a crowd */
static const double FINE = 1e-8; /* tolerance of a crowd below which the last digits are Newton's */

typedef struct auto_state {
  rg_sweeper *sweeper;
  rg_newton *newton;
  rg_heap *heap;           /* heaps only */
  rg_body_sweeper *bodies; /* crowds of free bodies only */
  rg_follow *follow;       /* the same, where they are not too many */
  double *u, *best, *center;
  void *late; /* room for what the later parts need: untouched until they are */
  size_t late_size;
} auto_state;

/* what the later parts work with, set up in `late` when their turn comes */
typedef struct late_parts {
  rg_infeasible *infeasible;
  rg_follow *follow; /* NULL: too many blocks, or systems through the bodies */
} late_parts;

/* contacts for which factors would take gigabytes: sweeps only */
static int is_throng(const rg_cone *cone) { return cone->blocks > RG_THRONG; }

static int can_follow(const auto_state *state, const rg_cone *cone) {
  return cone->blocks <= FOLLOWED && state->newton && state->newton->lu;
}

static void *auto_setup(rg_arena *arena, const rg_cone *cone, const rg_options *options) {
  (void)options;
  auto_state *state = RG_NEW(arena, auto_state, 1);
  if (!state) return NULL;
  state->sweeper = rg_sweeper_new(arena, cone);
  if (!is_throng(cone)) state->newton = rg_newton_new(arena, cone);
  if (state->newton && state->newton->primal) state->heap = rg_heap_new(arena, cone);
  else if (cone->blocks >= RG_CROWD)
    state->bodies = rg_body_sweeper_new(arena, cone, state->sweeper);
  if (state->bodies && can_follow(state, cone)) state->follow = rg_follow_new(arena, cone);
  state->u = RG_RAW(arena, double, cone->n);
  state->center = RG_RAW(arena, double, cone->n);
  state->best = RG_RAW(arena, double, cone->n);
  if (is_throng(cone)) return arena->failed ? NULL : state;
  size_t vectors = 6 * ((size_t)cone->n * sizeof(double) + 64);
  state->late_size = vectors + 4096;
  if (!state->follow && can_follow(state, cone)) state->late_size += rg_follow_size(cone);
  state->late = rg_arena_alloc_raw(arena, state->late_size, 1);
  return arena->failed ? NULL : state;
}

/* 0 where memory ran out, which `late_size` excludes */
static int setup_late(const auto_state *state, const rg_cone *cone, late_parts *late) {
  rg_arena room = rg_arena_inside(state->late, state->late_size);
  late->infeasible = rg_infeasible_new(&room, cone);
  late->follow = state->follow;
  if (!late->follow && can_follow(state, cone)) late->follow = rg_follow_new(&room, cone);
  return !room.failed;
}

/* one run through the parts */
typedef struct search {
  auto_state *state;
  late_parts late;
  const rg_cone *cone;
  const rg_options *options;
  double *x;
  rg_outcome *outcome;
  double best; /* residual of state->best */
  double near; /* crowds: least residual of the sweeps of a turn, its point in state->center */
  int proved;  /* there is no solution */
} search;

static int left(const search *s) { return rg_outcome_left(s->outcome, s->options); }

static int limited(const search *s) { return rg_outcome_expired(s->outcome) || left(s) == 0; }

/* 1 where more attempts could only find other last digits; the impulses of a jam grow until rounding
   explains any residual, so it must be small as well */
static int at_floor(const search *s) {
  return s->best <= 1e3 * s->options->tol &&
         s->best <= 2 * rg_cone_rounding(s->cone, s->state->best);
}

/* keeps x where it is the best so far; 1 where it is solved */
static int keep_best(search *s, double residual) {
  if (residual < s->best) {
    s->best = residual;
    if (s->cone->n) memcpy(s->state->best, s->x, (size_t)s->cone->n * sizeof(double));
  }
  return s->best <= s->options->tol;
}

/* keeps x as the nearest point of a turn, where it is */
static void keep_nearest(search *s, double residual) {
  if (!(residual < s->near)) return;
  s->near = residual;
  memcpy(s->state->center, s->x, (size_t)s->cone->n * sizeof *s->x);
}

/* keeps the best, and notes the attempt */
static int keep(search *s, const char *solver, int iterations, double residual) {
  rg_outcome_attempt(s->outcome, solver, iterations, residual);
  return keep_best(s, residual);
}

static double residual_at(search *s) {
  if (s->state->heap) rg_primal_product(s->state->newton->primal, s->cone, s->x, s->state->u);
  else rg_cone_velocity(s->cone, s->x, s->state->u);
  return rg_cone_residual(s->cone, s->x, s->state->u);
}

/* the same, with targets within their leeway where it is above the tolerance; u is known */
static double settle_for(search *s, double residual) {
  if (residual <= s->options->tol || !s->cone->leeway || s->cone->compliance > 0) return residual;
  return rg_cone_within(s->cone, s->x, s->state->u);
}

static void go_to_best(search *s) {
  if (s->cone->n) memcpy(s->x, s->state->best, (size_t)s->cone->n * sizeof(double));
}

/* what the first stages run to */
static double wanted(const search *s) {
  double aim = s->options->aim;
  return aim > 0 && aim < s->options->tol ? aim : s->options->tol;
}

/* before the first sweeps of a solve */
static void prepare_sweeps(search *s) {
  rg_sweeper_prepare(s->state->sweeper, s->cone);
  if (s->state->bodies) rg_body_sweeps_prepare(s->state->bodies, s->cone);
}

/* sweeps there and back */
static void sweep(search *s, int count) {
  if (s->state->bodies) {
    rg_body_sweeps(s->state->bodies, s->cone, count, s->x);
    return;
  }
  for (int i = 0; i < count; i++) rg_sweep(s->state->sweeper, s->cone, 1, i & 1, s->x);
}

/* sweeps until solved, `most`, or (patient = 0) they no longer gain a digit in a few sweeps */
static int try_sweeps(search *s, int most, int patient) {
  double last = residual_at(s), residual = last;
  double goal = patient ? s->options->tol : wanted(s);
  int every = patient ? 10 : s->cone->blocks < 12 ? 1 : 2, k = 0;
  if (most > left(s)) most = left(s);
  while (k < most && residual > goal && !rg_outcome_expired(s->outcome)) {
    int count = every < most - k ? every : most - k;
    sweep(s, count);
    k += count;
    residual = residual_at(s);
    rg_outcome_trace(s->outcome, residual);
    if (!patient && residual > 0.05 * last && k >= 4) break;
    last = residual;
  }
  s->outcome->iterations += k;
  if (patient) residual = settle_for(s, residual); /* else Newton comes next */
  return keep(s, "nsgs", k, residual) && s->best <= goal;
}

/* sweeps of one kind: at most so many, and so many without a gain */
typedef struct sweeping {
  rg_body_round round;
  int most, patience;
} sweeping;

/* in turn: what one circles around another one settles */
enum { KINDS = 5, SWEEPS = 6000, PATIENCE = 1500 };
static const sweeping SWEEPINGS[KINDS] = {{{0.8, 5, 0, 1}, SWEEPS, PATIENCE},
                                          {{0.8, 5, 0, 0.3}, 2 * SWEEPS, 2 * PATIENCE},
                                          {{0.9, 3, 0.7, 1}, SWEEPS, PATIENCE},
                                          {{0.85, 3, 0.5, 1}, SWEEPS, PATIENCE},
                                          {{0.7, 1, 0, 1}, SWEEPS, PATIENCE}};

/* Sweeps with momentum until `goal`, or nothing is gained for a while. The slow modes of a crowd,
   and the escape from places where a solution has just ceased to exist, gain a factor
   1 / (1 - momentum); with too much of it sliding contacts circle. The nearest point on the way is kept. */
static int try_carried_sweeps(search *s, const sweeping *kind, double goal) {
  enum {
    LEFT = 500 /* sweeps after which a point counts as another one than the start */
  };
  static const double GAIN = 0.8;
  double residual = residual_at(s), milestone = residual;
  int k = 0, since = 0, most = kind->most < left(s) ? kind->most : left(s);
  rg_body_sweeps_begin(s->state->bodies, s->cone, s->x);
  while (k < most && k - since < kind->patience && residual > goal &&
         !rg_outcome_expired(s->outcome)) {
    k += rg_body_sweeps_round(s->state->bodies, s->cone, &kind->round, s->x);
    rg_body_sweeps_velocity(s->state->bodies, s->cone, s->x, s->state->u);
    residual = rg_cone_residual(s->cone, s->x, s->state->u);
    if (residual <= goal) residual = residual_at(s);
    residual = settle_for(s, residual);
    rg_outcome_trace(s->outcome, residual);
    keep_best(s, residual);
    if (k > LEFT) keep_nearest(s, residual);
    if (residual < GAIN * milestone) milestone = residual, since = k;
  }
  s->outcome->iterations += k;
  return keep(s, "carried sweeps", k, residual);
}

static int try_newton(search *s, const rg_newton_options *options, const char *name) {
  rg_newton_options capped = *options, *o = &capped;
  double residual;
  int before = s->outcome->iterations;
  if (o->max_iterations > left(s)) o->max_iterations = left(s);
  rg_newton_run(s->state->newton, s->cone, o, s->x, &residual, s->outcome);
  if (o->map.mu_scale != 1 || o->proximal > 0) residual = settle_for(s, residual_at(s));
  return keep(s, name, s->outcome->iterations - before, residual);
}

/* a compliance that vanishes: A + alpha I, alpha falling from `first`, each answer the start of the
   next. With a large one every contact is nearly on its own; where contacts are redundant that is the
   way to the right set of sticking ones. Then the problem itself where it has a compliance of its own,
   or proximal points, never as singular as A. */
static int try_compliance(search *s, double first) {
  enum { CORRECTIONS = 8 };
  static const double LEAST = 1e-7;
  rg_newton_options o = rg_newton_options_default(0);
  double residual = HUGE_VAL, last, goal = wanted(s);
  size_t bytes = (size_t)s->cone->n * sizeof(double);
  int before = s->outcome->iterations;
  memset(s->state->center, 0, bytes);
  o.center = s->state->center;
  o.max_iterations = 40;
  for (o.proximal = first; o.proximal > 2 * LEAST && !limited(s); o.proximal *= 0.1) {
    o.tol = 1e-5 * o.proximal;
    rg_newton_run(s->state->newton, s->cone, &o, s->x, &residual, s->outcome);
  }
  o.proximal = s->cone->compliance > 0 ? 0 : LEAST;
  o.tol = o.proximal > 0 ? 1e-2 * goal : goal;
  residual = HUGE_VAL;
  for (int k = 0; k < CORRECTIONS && !limited(s); k++) {
    double map;
    if (k > 0) memcpy(s->state->center, s->x, bytes);
    last = residual;
    rg_newton_run(s->state->newton, s->cone, &o, s->x, &map, s->outcome);
    residual = residual_at(s);
    if (residual <= goal || o.proximal == 0 || (k > 1 && residual > 0.5 * last)) break;
  }
  return keep(s, "compliance", s->outcome->iterations - before, settle_for(s, residual));
}

/* one proximal point: A + alpha I around x; RG_SOLVED where Newton found it */
static rg_status find_proximal_point(search *s, double alpha, int most) {
  rg_newton_options o = rg_newton_options_default(1e-2 * s->options->tol);
  double map;
  memcpy(s->state->center, s->x, (size_t)s->cone->n * sizeof(double));
  o.center = s->state->center;
  o.max_iterations = most;
  o.proximal = alpha;
  rg_status status = rg_newton_run(s->state->newton, s->cone, &o, s->x, &map, s->outcome);
  double residual = residual_at(s);
  keep_best(s, residual);
  if (status != RG_SOLVED && residual > s->best)
    memcpy(s->x, s->state->center, (size_t)s->cone->n * sizeof(double));
  return status;
}

/* Proximal points one after the other. Along the kernel of A the impulses move by what the targets
   contradict each other, divided by alpha: where they go on and on alpha falls, where Newton is lost it
   grows, and more and more sweeps lead it elsewhere. */
static int try_proximal_newton(search *s, double alpha, int sweeps) {
  enum { POINTS = 60, QUICK = 6, BATCH = 20 };
  static const double LEAST = 1e-9, FALL = 0.25, RISE = 2;
  double last = s->best;
  int before = s->outcome->iterations;
  for (int k = 0; k < POINTS && s->best > s->options->tol && !limited(s); k++) {
    int begin = s->outcome->iterations;
    if (find_proximal_point(s, alpha, 40) == RG_SOLVED) {
      double now = residual_at(s);
      int quick = s->outcome->iterations - begin <= QUICK;
      if (now > 0.5 * last && quick && alpha > LEAST) alpha *= FALL;
      last = now;
      continue;
    }
    alpha *= RISE;
    for (int done = 0; done < sweeps && s->best > s->options->tol && !limited(s); done += BATCH) {
      sweep(s, BATCH);
      s->outcome->iterations += BATCH;
      keep_best(s, residual_at(s));
    }
    sweeps += sweeps / 2;
  }
  return keep(s, "proximal newton", s->outcome->iterations - before, s->best);
}

/* a heap: 1 where solved, out of time, or not worth more (a compliant split that does not come easily) */
static int run_heap(search *s, double start) {
  rg_heap_job job = {s->state->newton, s->cone, s->options, s->x, s->outcome};
  int compliant = s->cone->compliance > 0;
  double residual = compliant ? rg_heap_comply(s->state->heap, &job, start, wanted(s))
                              : rg_heap_solve(s->state->heap, &job, start);
  return keep_best(s, residual) || compliant || limited(s);
}

/* proximal points as long as Newton finds them and they lead on. Where they do so slowly alpha falls: near
   an unstable solution only points that hardly hold on to the last one come nearer. */
static int try_points(search *s) {
  enum { POINTS = 20, STEPS = 15 };
  static const double FIRST = 1e-3, LEAST = 1e-6, SLOW = 0.3, FALL = 0.1;
  int before = s->outcome->iterations;
  double last = residual_at(s), alpha = FIRST;
  for (int k = 0; k < POINTS && s->best > s->options->tol && !limited(s); k++) {
    int found = find_proximal_point(s, alpha, STEPS) == RG_SOLVED;
    double now = residual_at(s);
    if (!found && alpha < FIRST) break;
    if (now > SLOW * last) alpha *= FALL;
    if (alpha < LEAST) break;
    last = now;
  }
  return keep(s, "proximal newton", s->outcome->iterations - before, residual_at(s));
}

/* the path of proximal points from x on as alpha vanishes */
static int try_follow(search *s, rg_follow *follow, double alpha, int steps, int patience) {
  rg_follow_options o = {
      .alpha = alpha, .tol = s->options->tol, .max_steps = steps, .patience = patience};
  int before = s->outcome->iterations;
  if (o.max_steps > left(s)) o.max_steps = left(s);
  double residual = rg_follow_run(follow, s->cone, s->state->newton, &o, s->x, s->outcome);
  return keep(s, "follow", s->outcome->iterations - before, residual);
}

/* sweeps of one kind after the other until they come near enough for the rest; 1 where solved */
static int come_near(search *s, double goal) {
  static const double NEAR = 1e-5;
  s->near = HUGE_VAL;
  for (int kind = 0; kind < KINDS && s->near > NEAR && !limited(s); kind++) {
    if (try_carried_sweeps(s, &SWEEPINGS[kind], goal)) return 1;
  }
  if (s->near < HUGE_VAL) memcpy(s->x, s->state->center, (size_t)s->cone->n * sizeof *s->x);
  return 0;
}

/* Turns of sweeps with momentum and Newton: the one passes where Newton is lost, the other settles what
   sweeps circle around; and the path around what stops both, as long as it leads on. Paths from far away are long:
   where points do not come near, more sweeps are cheaper, two times of three. */
static int run_carried(search *s) {
  enum { TURNS = 60, STEPS = 600, MORE = 100, WAIT = 250 };
  static const double NEAR = 1e-6, ALPHA = 1e-3, SHORT = 6e-6;
  double goal = s->options->tol < FINE ? NEAR : s->options->tol;
  for (int turn = 0; turn < TURNS && !limited(s); turn++) {
    if (come_near(s, goal)) return 1;
    if (!limited(s) && try_points(s)) return 1;
    if (limited(s) || !s->state->follow) continue;
    if (residual_at(s) > SHORT && turn % 3 < 2) continue;
    if (try_follow(s, s->state->follow, ALPHA, STEPS + turn * MORE, WAIT + turn / 3 * WAIT))
      return 1;
  }
  return 0;
}

/* a crowd: so many contacts that a Newton step costs as much as dozens of sweeps; 1 as above */
static int run_crowd(search *s) {
  enum { FIRST = 100, BETWEEN = 200, LAST = 50000 };
  static const double ALPHA = 1e-3;
  prepare_sweeps(s);
  if (s->state->bodies) return run_carried(s) || limited(s);
  if (try_sweeps(s, FIRST, 1) || limited(s)) return 1;
  if (try_proximal_newton(s, ALPHA, BETWEEN) || limited(s)) return 1;
  go_to_best(s);
  return try_sweeps(s, LAST, 1) || limited(s);
}

/* what nearly always does it; 1 where solved or out of time */
static int run_first_stages(search *s) {
  rg_newton_options o = rg_newton_options_default(s->options->tol);
  double start = residual_at(s);
  o.aim = wanted(s);
  if (keep(s, "start", 0, start) && s->best <= o.aim) return 1;
  if (s->state->heap) {
    if (run_heap(s, start)) return 1;
    go_to_best(s);
  }
  /* a good start: the sets of open, sticking and slipping contacts are nearly right already */
  int crowded = !s->state->heap && s->cone->blocks >= RG_CROWD && s->cone->compliance == 0;
  if (start < (crowded ? WARM_CROWD : WARM) && s->cone->blocks > 1) {
    o.max_iterations = 12, o.patience = 3;
    if (try_newton(s, &o, "newton") || limited(s)) return 1;
    go_to_best(s);
  }
  if (crowded) {
    if (run_crowd(s)) return 1;
    go_to_best(s);
  }
  prepare_sweeps(s);
  if (try_sweeps(s, 30, 0)) return 1;
  o.max_iterations = s->cone->blocks < MANY ? 60 : 15, o.patience = 8;
  return try_newton(s, &o, "newton") || limited(s);
}

/* a heap whose A is there by its factor alone: whoever asks can make A where this fails */
static int run_heap_by_rows(search *s) {
  double start = residual_at(s);
  if (keep(s, "start", 0, start) && s->best <= wanted(s)) return 1;
  return run_heap(s, start);
}

/* sweeps and nothing else */
static int run_throng(search *s) {
  enum { MOST = 20000, TURNS = 12 };
  if (keep(s, "start", 0, residual_at(s))) return 1;
  prepare_sweeps(s);
  if (!s->state->bodies) return try_sweeps(s, MOST, 1);
  for (int turn = 0; turn < TURNS && !limited(s); turn++)
    if (try_carried_sweeps(s, &SWEEPINGS[turn % KINDS], s->options->tol)) return 1;
  return 0;
}

/* 1 where there is no solution */
static int prove(search *s) {
  s->proved = rg_infeasible_prove(s->late.infeasible, s->cone, s->state->newton, s->outcome);
  return s->proved;
}

/* the point where path k begins: the best one, nothing at all, or anything of the size of both */
static double choose_start(search *s, int k, uint64_t *seed) {
  static const double NEAR = 1e-3, FAR = 1;
  int n = s->cone->n;
  double size = rg_norm_max(n, s->state->best) + rg_norm_max(n, s->cone->c);
  double spread = size * pow(10, 2 * rg_random(seed) - 2);
  go_to_best(s);
  for (int i = 0; i < n && k > 0; i++) s->x[i] = k == 1 ? 0 : spread * (2 * rg_random(seed) - 1);
  return k == 0 ? NEAR : FAR;
}

/* paths of proximal points, one after the other; the proof that there is no solution once the first ones have failed */
static int try_paths(search *s) {
  enum { PATHS = 40, NEAR_STEPS = 300, STEPS = 2000, DOUBT = 2 };
  uint64_t seed = 1;
  for (int k = 0; k < PATHS && s->outcome->iterations < BUDGET; k++) {
    if (k == DOUBT && prove(s)) return 1;
    double alpha = choose_start(s, k, &seed);
    if (!s->late.follow) continue;
    if (try_follow(s, s->late.follow, alpha, k ? STEPS : NEAR_STEPS, 0) || limited(s)) return 1;
  }
  return 0;
}

/* what a path found is as sharp as its tolerance: Newton, from there, as sharp as can be; 1 */
static int polish(search *s) {
  rg_newton_options o = rg_newton_options_default(s->options->tol);
  if (s->proved || s->best > s->options->tol || limited(s)) return 1;
  o.max_iterations = 5;
  o.aim = wanted(s);
  go_to_best(s);
  try_newton(s, &o, "newton");
  return 1;
}

/* the whole search; 1 where solved or out of time */
static int run_search(search *s) {
  if (is_throng(s->cone)) return run_throng(s);
  if (s->cone->coordinates && s->state->heap) return run_heap_by_rows(s);
  if (run_first_stages(s) || !setup_late(s->state, s->cone, &s->late)) return 1;
  go_to_best(s);
  if (s->cone->blocks >= MANY && (try_compliance(s, 1) || limited(s))) return polish(s);
  return at_floor(s) || (try_paths(s) && polish(s));
}

static rg_status auto_solve(void *memory, const rg_cone *cone, const rg_options *options, double *x,
                            rg_outcome *outcome) {
  search s = {.state = memory, .cone = cone, .options = options, .x = x, .outcome = outcome};
  s.best = HUGE_VAL;
  run_search(&s);
  outcome->residual = s.best;
  if (s.proved) {
    go_to_best(&s);
    return RG_NO_SOLUTION;
  }
  go_to_best(&s);
  if (s.best <= options->tol || at_floor(&s)) return RG_SOLVED;
  snprintf(outcome->reason, sizeof outcome->reason, "the best of %d attempts reached %.2e",
           outcome->attempts_made, s.best);
  return limited(&s) ? RG_LIMIT : RG_STALLED;
}

const rg_solver_entry rg_solver_auto = {
    .info = {.name = "auto",
             .summary = "the default: sweeps, then Newton, then whatever it takes",
             .source = "this project",
             .when = "always first; its path is in the report",
             .handles = RG_HANDLES_LCP | RG_HANDLES_MLCP | RG_HANDLES_CONE | RG_HANDLES_BOX},
    .cone_setup = auto_setup,
    .cone_solve = auto_solve,
    .mlcp_setup = rg_auto_mlcp_setup,
    .mlcp_solve = rg_auto_mlcp_solve,
};
