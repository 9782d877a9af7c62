/* Katzenelson's method (1965), with the orientation of Eaves & Scarf (1976): along the line sign(det) ds is the same on all
   pieces, so that behind a kink where the determinant changes its sign s rises again. What slips turns on the way, so the
   line is a chord there: where s comes to 0 and the map does not, another line begins at that point. */
#include "solve/cone/walk.h"

#include "math/dense.h"
#include "solve/cone/pieces.h"

#include <math.h>
#include <string.h>

struct rg_walk {
  rg_pieces pieces;
  double *u;       /* with the pull */
  double *dx, *du; /* of s from 1 to 0, or the other way */
};

size_t rg_walk_size(const rg_cone *cone) {
  return rg_pieces_size(cone) + 3 * ((size_t)cone->n * sizeof(double) + 64) + 1024;
}

rg_walk *rg_walk_new(rg_arena *arena, const rg_cone *cone) {
  rg_walk *w = RG_NEW(arena, rg_walk, 1);
  if (!w || !rg_pieces_new(arena, cone, &w->pieces)) return NULL;
  w->u = RG_RAW(arena, double, cone->n);
  w->dx = RG_RAW(arena, double, cone->n);
  w->du = RG_RAW(arena, double, cone->n);
  return arena->failed ? NULL : w;
}

/* one walk */
typedef struct walking {
  rg_walk *w;
  rg_point *point;
  const rg_cone *cone;
  const rg_pull *pull;
  double *x;
  int changed; /* unknown whose piece changed last; -1: none did */
  int sense;   /* sign of the determinant where s falls; 0: not known yet */
} walking;

/* du += alpha w dx */
static void add_pull(const walking *k, const double *dx, double *du) {
  for (int i = 0; i < k->cone->n; i++) {
    double weight = k->pull->weight ? k->pull->weight[i / k->cone->d] : 1;
    du[i] += k->pull->alpha * weight * dx[i];
  }
}

/* the velocity at x, with the pull, and what x leaves of the problem itself */
static void look(walking *k) {
  rg_point *p = k->point;
  int n = k->cone->n;
  rg_point_look(p, k->cone, k->x);
  memcpy(k->w->u, p->u, (size_t)n * sizeof *p->u);
  for (int i = 0; i < n; i++) p->trial[i] = k->x[i] - k->pull->center[i];
  add_pull(k, p->trial, k->w->u);
}

/* F on the piece; its norm */
static double map(walking *k) {
  rg_pieces_map(&k->w->pieces, k->x, k->w->u, k->point->F);
  return rg_norm(k->cone->n, k->point->F);
}

/* dx and du on this piece; 1 where s falls along them, -1 where it rises */
static int find_line(walking *k) {
  rg_point *p = k->point;
  const rg_cone *cone = k->cone;
  rg_walk *w = k->w;
  int dd = cone->d * cone->d;
  for (int b = 0; b < cone->blocks; b++)
    p->active[b] = rg_pieces_blocks(&w->pieces, b, k->x, w->u, p->P + b * dd, p->Q + b * dd);
  rg_system_factor(p->system, cone, p->P, p->Q, p->active, k->pull->alpha, k->pull->weight);
  p->factored_alpha = k->pull->alpha;
  memcpy(p->factored_active, p->active, (size_t)cone->blocks);
  int sign = rg_system_sign(p->system);
  if (k->sense == 0) k->sense = sign;
  int falls = sign == k->sense ? 1 : -1;
  for (int i = 0; i < cone->n; i++) w->dx[i] = -falls * p->F[i];
  rg_system_solve(p->system, cone, w->dx);
  rg_system_product(p->system, cone, w->dx, w->du);
  add_pull(k, w->dx, w->du);
  return falls;
}

/* the first kink within *reach; -1: there is none */
static int first_kink(const walking *k, double near, double *reach) {
  rg_walk *w = k->w;
  int who = -1;
  for (int i = 0; i < k->cone->n; i = rg_kink_next(&w->pieces, i)) {
    double r = rg_kink_reach(&w->pieces, i, k->x, w->u, w->dx, w->du, i == k->changed ? near : 0);
    if (r < *reach) *reach = r, who = i;
  }
  return who;
}

/* Along the line to its first kink, or to where s is 0: that kink, -1: none, -2: there is no end to it. */
static int follow_line(walking *k, double near) {
  rg_walk *w = k->w;
  double reach = find_line(k) > 0 ? 1 : HUGE_VAL;
  int who = first_kink(k, near, &reach);
  if (!(reach < HUGE_VAL)) return -2;
  for (int i = 0; i < k->cone->n; i++) k->x[i] += reach * w->dx[i];
  look(k);
  return who;
}

int rg_walk_run(rg_walk *w, rg_point *point, const rg_cone *cone, const rg_pull *pull,
                const rg_point_options *o, double *x, rg_outcome *outcome) {
  enum { IN_VAIN = 2 }; /* whole lines that gain less than a half: more of them are rounding */
  static const double NEAR = 1e-12; /* of |c|: a kink that was just passed is no farther */
  int vain = 0;
  double size = rg_norm(cone->n, cone->c), unit = size > 0 ? size : 1, last = HUGE_VAL;
  walking k = {.w = w, .point = point, .cone = cone, .pull = pull, .x = x, .changed = -1};
  look(&k);
  rg_pieces_find(&w->pieces, x, w->u);
  map(&k);
  for (int step = 0; step < o->most && !rg_outcome_expired(outcome); step++) {
    outcome->iterations++;
    k.changed = follow_line(&k, NEAR * unit);
    if (k.changed < -1) return 0;
    if (k.changed >= 0) {
      rg_kink_pass(&w->pieces, k.changed, x, w->u);
      map(&k);
      continue;
    }
    rg_pieces_find(&w->pieces, x, w->u);
    k.sense = 0;
    double left = map(&k);
    if (left <= o->sharp * unit || (left <= o->rough * unit && left > 0.1 * last)) return 1;
    vain += left > 0.5 * last;
    if (vain == IN_VAIN) return 0;
    last = left;
  }
  return 0;
}
