/* With y = W' S x, the velocities of the bodies in coordinates in which their mass is 1, contact i has
       u_i = S_i W_i y + c_i
   and a change dx of its impulse changes y by W_i' S_i dx. */
#include "solve/cone/body_sweep.h"

#include "solve/cone/one_contact.h"
#include "solve/cone/primal_parts.h"
#include "solve/cone/steering.h"

#include <math.h>
#include <string.h>

/* contacts of free bodies only */
static int fits(const rg_primal *primal) {
  for (int i = 0; i < primal->members; i++)
    if (!primal->member[i].full) return 0;
  return 1;
}

rg_body_sweeper *rg_body_sweeper_new(rg_arena *arena, const rg_cone *cone,
                                     const rg_sweeper *sweeper) {
  if (!cone->factor || cone->rows > 0 || cone->d != RG_WIDEST) return NULL;
  rg_body_sweeper *s = RG_NEW(arena, rg_body_sweeper, 1);
  if (!s) return NULL;
  s->primal = rg_primal_new(arena, cone, 0);
  if (!s->primal || !fits(s->primal)) return NULL;
  s->sweeper = sweeper;
  s->balls = rg_balls_new(arena, s->primal);
  s->last = RG_RAW(arena, double, cone->n);
  s->moved = RG_RAW(arena, double, cone->blocks);
  s->list = RG_RAW(arena, int, cone->blocks);
  s->crowd = cone->blocks >= RG_CROWD;
  if (arena->failed) return NULL;
  if (s->crowd && !rg_body_parts_make(arena, s->primal, &s->parts, &s->balls->part)) return NULL;
  return s;
}

void rg_body_sweeps_prepare(rg_body_sweeper *s, const rg_cone *cone) {
  s->spheres = rg_balls_read(s->balls, s->primal, cone);
}

/* y of the impulses x */
static void gather(rg_body_sweeper *s, const rg_cone *cone, const double *x) {
  if (s->spheres) rg_balls_gather(s->balls, x);
  else rg_primal_gather(s->primal, cone, x, s->primal->t);
}

/* row r of S W y: one direction of a contact */
static inline double velocity(const rg_primal *p, const rg_member *m, int r, const double *y) {
  double sum = 0;
  for (int a = m->piece_start; a < m->piece_end; a++) {
    const double *w = p->piece[a].w + r * RG_SIX, *v = y + p->piece[a].block * RG_SIX;
    sum += (w[0] * v[0] + w[1] * v[1]) + (w[2] * v[2] + w[3] * v[3]) + (w[4] * v[4] + w[5] * v[5]);
  }
  return sum;
}

static inline void push(const rg_primal *p, const rg_member *m, const double d[3], double *y) {
  for (int a = m->piece_start; a < m->piece_end; a++) {
    const double *restrict w = p->piece[a].w;
    double *restrict v = y + p->piece[a].block * RG_SIX;
    for (int k = 0; k < RG_SIX; k++)
      v[k] += w[k] * d[0] + w[RG_SIX + k] * d[1] + w[2 * RG_SIX + k] * d[2];
  }
}

static inline const double *block_of(const rg_cone *cone, int i) {
  return cone->values + 9 * (size_t)cone->diagonal[i];
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
static inline int others(const rg_body_sweeper *s, const rg_cone *cone, int i, const double *mine,
                         double *q) {
  const rg_primal *p = s->primal;
  const rg_member *m = &p->member[i];
  double scale = cone->scale[m->first];
  const double *c = cone->c + m->first, *A = block_of(cone, i);
  double moved;
  q[0] = scale * velocity(p, m, 0, p->t) + c[0];
  if (!choose_target(cone, i, mine[0], q[0], &moved)) return 0;
  q[0] -= moved;
  q[1] = scale * velocity(p, m, 1, p->t) + c[1];
  q[2] = scale * velocity(p, m, 2, p->t) + c[2];
  for (int k = 0; k < 3; k++)
    q[k] -= (A[3 * k] * mine[0] + A[3 * k + 1] * mine[1] + A[3 * k + 2] * mine[2]);
  return 1;
}

RG_WIDE_PART void replace(const rg_body_sweeper *s, const rg_cone *cone, int i, const double *r,
                          double *mine) {
  const rg_member *m = &s->primal->member[i];
  double scale = s->spheres ? 1 : cone->scale[m->first],
         d[3]; /* spheres have it in their numbers */
  for (int k = 0; k < 3; k++) {
    d[k] = scale * (r[k] - mine[k]);
    mine[k] = r[k];
  }
  if (s->spheres) rg_ball_push(s->balls, &s->balls->contact[i], d);
  else push(s->primal, m, d, s->primal->t);
}

/* the impulse of one contact, all others held */
static inline void solve_contact(const rg_body_sweeper *s, const rg_cone *cone, int i, double *x) {
  double *mine = x + s->primal->member[i].first, q[3], r[3] = {mine[0], mine[1], mine[2]};
  const double *A = block_of(cone, i);
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
  double *mine = x + 3 * i, r[3];
  rg_wide d, e, u;
  rg_ball_relative(s->balls, b, &d, &e);
  rg_ball_slip(b, &d, &e, &u);
  double moved;
  if (!choose_target(cone, i, mine[0], u[0], &moved)) return;
  const double q[3] = {u[0] - moved - b->normal * mine[0], u[1] - b->tangent * mine[1],
                       u[2] - b->tangent * mine[2]};
  rg_ball_settle(b, q, r);
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

RG_WIDE void rg_body_sweeps(rg_body_sweeper *s, const rg_cone *cone, int count, double *x) {
  int n = s->primal->members;
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
  int first = s->primal->member[i].first;
  double *mine = x + first, *last = s->last + first, mu = cone->mu[i], next[3];
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

/* the contacts that still move, in their order, by parts where there are some */
static int list_moving(rg_body_sweeper *s, int n) {
  double sum = 0;
  int count = 0;
  for (int i = 0; i < n; i++) sum += s->moved[i];
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

void rg_body_sweeps_begin(rg_body_sweeper *s, const rg_cone *cone, const double *x) {
  memcpy(s->last, x, (size_t)cone->n * sizeof *x);
  memset(s->moved, 0, (size_t)cone->blocks * sizeof *s->moved);
}

int rg_body_sweeps_round(rg_body_sweeper *s, const rg_cone *cone, double *x) {
  int n = s->primal->members, moving = list_moving(s, n);
  gather(s, cone, x);
  for (int k = 1; k < RG_PAIRS && moving > 0; k++) {
    if (s->crowd) carried_parts(s, cone, &s->moving, x);
    else carried_pair(s, cone, s->list, moving, x);
  }
  if (s->crowd) carried_parts(s, cone, &s->parts, x);
  else carried_pair(s, cone, NULL, n, x);
  for (int i = 0; i < n; i++) {
    const double *now = x + s->primal->member[i].first, *last = s->last + (now - x);
    double a = now[0] - last[0], b = now[1] - last[1], c = now[2] - last[2];
    s->moved[i] = a * a + b * b + c * c;
  }
  return 2 + (int)(2.0 * (RG_PAIRS - 1) * moving / n);
}
