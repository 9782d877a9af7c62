/* With y = W' S x, the velocities of the bodies in coordinates in which their mass is 1, contact i has
       u_i = S_i W_i y + c_i
   and a change dx of its impulse changes y by W_i' S_i dx. */
#include "solve/cone/body_sweep.h"

#include "solve/cone/one_contact.h"
#include "solve/cone/steering.h"

#include <math.h>
#include <string.h>

/* room for what sweeps need, without what contacts are read from */
static void take_room(rg_arena *arena, const rg_cone *cone, rg_body_sweeper *s) {
  s->last = RG_RAW(arena, double, cone->n);
  s->moved = RG_RAW(arena, double, cone->blocks);
  s->list = RG_RAW(arena, int, cone->blocks);
  if (s->crowd) rg_body_parts_room(arena, cone->blocks, &s->parts);
  s->balls = rg_balls_new(arena, cone->blocks, rg_touches_most(cone));
}

/* spheres are read once and for all, and what they are read from is not needed any more; 0 where they are none */
static int read_spheres(rg_arena *arena, const rg_cone *cone, rg_body_sweeper *s,
                        rg_arena_mark behind) {
  s->spheres = s->known = cone->filled && rg_balls_read(s->balls, s->axes, &s->touches, cone);
  s->axes = NULL;
  s->touches.touch = NULL;
  s->touches.first = NULL;
  rg_arena_back(arena, behind);
  return s->spheres;
}

rg_body_sweeper *rg_body_sweeper_new(rg_arena *arena, const rg_cone *cone,
                                     const rg_sweeper *sweeper) {
  rg_body_sweeper *s = RG_NEW(arena, rg_body_sweeper, 1);
  if (!s || !rg_touches_fit(cone)) return NULL;
  s->sweeper = sweeper;
  s->crowd = cone->blocks >= RG_CROWD;
  take_room(arena, cone, s);
  rg_arena_mark here = rg_arena_here(arena);
  if (arena->failed || !rg_touches_find(arena, cone, &s->touches)) return NULL;
  rg_balls_bodies(s->balls, s->touches.bodies, s->crowd ? s->parts.part : NULL);
  if (s->crowd && !rg_body_parts_make(arena, &s->touches, &s->parts)) return NULL;
  s->axes = RG_RAW(arena, double, 9 * (size_t)s->touches.bodies);
  if (sweeper) s->y = RG_RAW(arena, double, RG_SIX *(size_t)s->touches.bodies);
  if (arena->failed || (!sweeper && !read_spheres(arena, cone, s, here))) return NULL;
  return s;
}

void rg_body_sweeps_prepare(rg_body_sweeper *s, const rg_cone *cone) {
  if (!s->known) s->spheres = rg_balls_read(s->balls, s->axes, &s->touches, cone);
}

/* u = W y of a contact, without its scale: lane by lane a direction */
RG_WIDE_PART void velocity(const rg_touch *touch, const double *y, rg_wide *u) {
  rg_wide even = {0}, odd = {0};
  for (int a = 0; a < 2 && touch->body[a] != RG_WORLD; a++) {
    const double *w = touch->w[a], *v = y + touch->body[a] * RG_SIX;
    for (int k = 0; k < RG_SIX; k += 2) {
      even += v[k] * RG_BALL_LOAD(w + 3 * k);
      odd += v[k + 1] * RG_BALL_LOAD(w + 3 * k + 3);
    }
  }
  *u = even + odd;
}

/* y += W' d */
RG_WIDE_PART void push(const rg_touch *touch, const double d[3], double *y) {
  for (int a = 0; a < 2 && touch->body[a] != RG_WORLD; a++) {
    const double *restrict w = touch->w[a];
    double *restrict v = y + touch->body[a] * RG_SIX;
    for (int k = 0; k < RG_SIX; k++)
      v[k] += w[3 * k] * d[0] + w[3 * k + 1] * d[1] + w[3 * k + 2] * d[2];
  }
}

/* Of the targets within its leeway a contact takes the one that is nearest to its normal velocity u, measured from where
   it is asked to be. 0 where it is open, and stays so. */
RG_WIDE_PART int choose_target(const rg_cone *cone, int i, double impulse, double u,
                               double *moved) {
  static const double none[2] = {0, 0};
  const double *leeway = cone->leeway ? cone->leeway + 2 * i : none;
  *moved = fmax(-leeway[0], fmin(leeway[1], u));
  return impulse != 0 || u < -leeway[0];
}

/* q = u - A_ii x_i - moved: what a contact sees of the others. 0 where it is open, and stays so */
RG_WIDE_PART int others(const rg_body_sweeper *s, const rg_cone *cone, int i, const double *mine,
                        double *q) {
  double scale = cone->scale[3 * i], moved;
  const double *c = cone->c + 3 * i, *A = rg_sweeper_block(s->sweeper, cone, i);
  rg_wide u;
  velocity(&s->touches.touch[i], s->y, &u);
  q[0] = scale * u[0] + c[0];
  if (!choose_target(cone, i, mine[0], q[0], &moved)) return 0;
  q[0] -= moved;
  q[1] = scale * u[1] + c[1];
  q[2] = scale * u[2] + c[2];
  for (int k = 0; k < 3; k++)
    q[k] -= (A[3 * k] * mine[0] + A[3 * k + 1] * mine[1] + A[3 * k + 2] * mine[2]);
  return 1;
}

/* the bodies after the impulse of contact i has changed by d */
RG_WIDE_PART void push_bodies(const rg_body_sweeper *s, const rg_cone *cone, int i,
                              const double d[3]) {
  if (s->spheres) { /* they have the scale in their numbers */
    rg_ball_push(s->balls, &s->balls->contact[i], d);
    return;
  }
  double scale = cone->scale[3 * i], scaled[3] = {scale * d[0], scale * d[1], scale * d[2]};
  push(&s->touches.touch[i], scaled, s->y);
}

RG_WIDE_PART void replace(const rg_body_sweeper *s, const rg_cone *cone, int i, const double *r,
                          double *mine) {
  double d[3];
  for (int k = 0; k < 3; k++) {
    d[k] = r[k] - mine[k];
    mine[k] = r[k];
  }
  push_bodies(s, cone, i, d);
}

/* the impulse of one contact, all others held */
RG_WIDE_PART void solve_contact(const rg_body_sweeper *s, const rg_cone *cone, int i, double *x) {
  double *mine = x + 3 * i, q[3], r[3] = {mine[0], mine[1], mine[2]};
  const double *A = rg_sweeper_block(s->sweeper, cone, i);
  if (!others(s, cone, i, mine, q)) return;
  if (s->sweeper->round[i]) rg_one_contact_round(A[0], A[4], cone->mu[i], q, r);
  else
    rg_one_contact(3, A, s->sweeper->regular[i] ? s->sweeper->inverse + 9 * i : NULL, cone->mu[i],
                   q, r);
  replace(s, cone, i, r, mine);
}

/* the same for spheres */
RG_WIDE_PART void solve_ball(const rg_body_sweeper *s, const rg_cone *cone, int i, double *x) {
  const rg_ball_contact *b = &s->balls->contact[i];
  double *mine = x + 3 * i, r[3] = {mine[0], mine[1], mine[2]};
  rg_wide d, e, u;
  rg_ball_relative(s->balls, b, &d, &e);
  rg_ball_slip(b, &d, &e, &u);
  double moved;
  if (!choose_target(cone, i, mine[0], u[0], &moved)) return;
  const double seen[3] = {u[0] - moved, u[1], u[2]};
  rg_ball_settle(b, seen, r);
  replace(s, cone, i, r, mine);
}

RG_WIDE_PART void solve_one(const rg_body_sweeper *s, const rg_cone *cone, int i, double *x) {
  if (s->spheres) solve_ball(s, cone, i, x);
  else solve_contact(s, cone, i, x);
}

/* --- parts of a crowd ----------------------------------------------------------------------------- */

typedef struct sweeping {
  const rg_body_sweeper *s;
  const rg_cone *cone;
  const rg_body_parts *parts;
  double *x;
} sweeping;

RG_WIDE static void sweep_part(void *context, int p, int worker) {
  const sweeping *w = context;
  (void)worker;
  for (int k = w->parts->start[p]; k < w->parts->start[p + 1]; k++)
    solve_one(w->s, w->cone, w->parts->list[k], w->x);
}

RG_WIDE static void sweep_part_back(void *context, int p, int worker) {
  const sweeping *w = context;
  (void)worker;
  for (int k = w->parts->start[p + 1] - 1; k >= w->parts->start[p]; k--)
    solve_one(w->s, w->cone, w->parts->list[k], w->x);
}

static void sweep_parts(const rg_body_sweeper *s, const rg_cone *cone, const rg_body_parts *parts,
                        int back, double *x) {
  sweeping w = {s, cone, parts, x};
  rg_body_parts_run(cone->workers, back, back ? sweep_part_back : sweep_part, &w);
}

/* --- velocities of the bodies ---------------------------------------------------------------------- */

RG_WIDE_PART void add_impulse(const rg_body_sweeper *s, const rg_cone *cone, int i,
                              const double *x) {
  const double *r = x + 3 * i;
  if (r[0] != 0 || r[1] != 0 || r[2] != 0) push_bodies(s, cone, i, r);
}

RG_WIDE static void gather_part(void *context, int p, int worker) {
  const sweeping *w = context;
  (void)worker;
  for (int k = w->parts->start[p]; k < w->parts->start[p + 1]; k++)
    add_impulse(w->s, w->cone, w->parts->list[k], w->x);
}

/* of the impulses x */
RG_WIDE static void gather(rg_body_sweeper *s, const rg_cone *cone, const double *x) {
  size_t bodies = (size_t)s->touches.bodies;
  if (s->spheres)
    memset(s->balls->velocity, 0, (bodies + RG_BALL_WORLDS) * RG_BALL_ROOM * sizeof(double));
  else memset(s->y, 0, bodies * RG_SIX * sizeof(double));
  sweeping w = {s, cone, &s->parts, (double *)x};
  if (s->crowd) rg_body_parts_run(cone->workers, 0, gather_part, &w);
  for (int i = 0; i < s->touches.contacts && !s->crowd; i++) add_impulse(s, cone, i, x);
}

/* what impulses leave of the laws */
typedef struct judging {
  const rg_body_sweeper *s;
  const rg_cone *cone;
  const double *x;
  int both;
  double exact[RG_PORTIONS], within[RG_PORTIONS]; /* squares */
} judging;

RG_WIDE_PART void velocity_of(const rg_body_sweeper *s, const rg_cone *cone, int i, double u[3]) {
  rg_wide d, e, v;
  double scale = cone->scale[3 * i];
  if (s->spheres) {
    rg_ball_relative(s->balls, &s->balls->contact[i], &d, &e);
    rg_ball_slip(&s->balls->contact[i], &d, &e, &v);
  } else velocity(&s->touches.touch[i], s->y, &v);
  for (int k = 0; k < 3; k++) u[k] = s->spheres ? v[k] : scale * v[k] + cone->c[3 * i + k];
}

RG_WIDE static void judge_some(void *context, int portion, int first, int end) {
  judging *j = context;
  double exact = 0, within = 0, u[3];
  for (int i = first; i < end; i++) {
    const double *r = j->x + 3 * i, mu = j->cone->mu[i], weight = j->cone->weight[i];
    velocity_of(j->s, j->cone, i, u);
    exact += weight * rg_contact_natural_square(3, mu, r, u);
    if (!j->both) continue;
    rg_take_leeway(3, j->cone->leeway + 2 * i, r, u);
    within += weight * rg_contact_natural_square(3, mu, r, u);
  }
  j->exact[portion] = exact, j->within[portion] = within;
}

double rg_body_sweeps_residual(rg_body_sweeper *s, const rg_cone *cone, const double *x,
                               double *within) {
  judging j = {.s = s, .cone = cone, .x = x, .both = within && cone->leeway};
  double exact = 0, inside = 0, size = cone->c_norm > 0 ? cone->c_norm : 1;
  gather(s, cone, x);
  rg_portions_run(s->crowd ? cone->workers : NULL, s->touches.contacts, judge_some, &j);
  for (int k = 0; k < RG_PORTIONS; k++) exact += j.exact[k], inside += j.within[k];
  exact = sqrt(exact) / size;
  if (within) *within = j.both ? sqrt(inside) / size : exact;
  return exact;
}

RG_WIDE void rg_body_sweeps(rg_body_sweeper *s, const rg_cone *cone, int count, double *x) {
  int n = s->touches.contacts;
  gather(s, cone, x);
  for (int sweep = 0; sweep < count && s->crowd; sweep++)
    sweep_parts(s, cone, &s->parts, sweep & 1, x);
  if (s->crowd) return;
  for (int sweep = 0; sweep < count; sweep++)
    for (int i = 0; i < n; i++) solve_one(s, cone, sweep & 1 ? n - 1 - i : i, x);
}

/* --- with momentum -------------------------------------------------------------------------------- */

/* the impulse goes on by a share of its last change, held within its cone */
RG_WIDE_PART void carry(const rg_body_sweeper *s, const rg_cone *cone, int i, double *x) {
  double *mine = x + 3 * i, *last = s->last + 3 * i, mu = cone->mu[i], next[3];
  if (mine[0] == last[0] && mine[1] == last[1] && mine[2] == last[2]) return;
  for (int k = 0; k < 3; k++) {
    next[k] = mine[k] + RG_MOMENTUM * (mine[k] - last[k]);
    last[k] = mine[k];
  }
  if (next[0] < 0) next[0] = 0;
  double friction = sqrt(next[1] * next[1] + next[2] * next[2]);
  double share = friction > mu * next[0] ? mu * next[0] / friction : 1;
  next[1] *= share, next[2] *= share;
  replace(s, cone, i, next, mine);
}

/* momentum, then a sweep there and one back, over all contacts (list = NULL) or those of a list */
RG_WIDE static void carried_pair(rg_body_sweeper *s, const rg_cone *cone, const int *list,
                                 int count, double *x) {
  for (int j = 0; j < count; j++) carry(s, cone, list ? list[j] : j, x);
  for (int j = 0; j < 2 * count; j++) {
    int k = j < count ? j : 2 * count - 1 - j, i = list ? list[k] : k;
    solve_one(s, cone, i, x);
  }
}

RG_WIDE static void carry_part(void *context, int p, int worker) {
  const sweeping *w = context;
  (void)worker;
  for (int k = w->parts->start[p]; k < w->parts->start[p + 1]; k++)
    carry(w->s, w->cone, w->parts->list[k], w->x);
}

/* the same of a crowd */
static void carried_parts(const rg_body_sweeper *s, const rg_cone *cone, const rg_body_parts *parts,
                          double *x) {
  sweeping w = {s, cone, parts, x};
  rg_body_parts_run(cone->workers, 0, carry_part, &w);
  sweep_parts(s, cone, parts, 0, x);
  sweep_parts(s, cone, parts, 1, x);
}

/* the contacts that still move, in their order, by parts where there are some; `sum`: of all squares */
static int list_moving(rg_body_sweeper *s, int n, double sum) {
  int count = 0;
  double bound = RG_MOVES * RG_MOVES * sum / n;
  for (int i = 0; i < n && !s->crowd; i++)
    if (s->moved[i] > bound) s->list[count++] = i;
  for (int p = 0; p < RG_PARTS && s->crowd; p++) {
    s->moving.start[p] = count;
    for (int k = s->parts.start[p]; k < s->parts.start[p + 1]; k++)
      if (s->moved[s->parts.list[k]] > bound) s->list[count++] = s->parts.list[k];
  }
  s->moving.start[RG_PARTS] = count;
  s->moving.list = s->list;
  return count;
}

/* squares of what contacts have changed by since x was `last`, and their sums */
typedef struct measuring {
  rg_body_sweeper *s;
  const double *x;
  double sum[RG_PORTIONS];
} measuring;

static void measure_some(void *context, int portion, int first, int end) {
  measuring *m = context;
  rg_body_sweeper *s = m->s;
  double sum = 0;
  for (int i = first; i < end; i++) {
    const double *now = m->x + 3 * i, *last = s->last + 3 * i;
    double a = now[0] - last[0], b = now[1] - last[1], c = now[2] - last[2];
    s->moved[i] = a * a + b * b + c * c;
    sum += s->moved[i];
  }
  m->sum[portion] = sum;
}

static double measure(rg_body_sweeper *s, const rg_cone *cone, const double *x) {
  measuring m = {.s = s, .x = x};
  double sum = 0;
  rg_portions_run(s->crowd ? cone->workers : NULL, s->touches.contacts, measure_some, &m);
  for (int k = 0; k < RG_PORTIONS; k++) sum += m.sum[k];
  return sum;
}

void rg_body_sweeps_begin(rg_body_sweeper *s, const rg_cone *cone, const double *x) {
  memcpy(s->last, x, (size_t)cone->n * sizeof *x);
  memset(s->moved, 0, (size_t)cone->blocks * sizeof *s->moved);
  s->all_moved = 0;
}

int rg_body_sweeps_round(rg_body_sweeper *s, const rg_cone *cone, double *x) {
  int n = s->touches.contacts, moving = list_moving(s, n, s->all_moved);
  gather(s, cone, x);
  for (int k = 1; k < RG_PAIRS && moving > 0; k++) {
    if (s->crowd) carried_parts(s, cone, &s->moving, x);
    else carried_pair(s, cone, s->list, moving, x);
  }
  if (s->crowd) carried_parts(s, cone, &s->parts, x);
  else carried_pair(s, cone, NULL, n, x);
  s->all_moved = measure(s, cone, x);
  return 2 + (int)(2.0 * (RG_PAIRS - 1) * moving / n);
}
