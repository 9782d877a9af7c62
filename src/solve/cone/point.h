/* One proximal point by Newton's method: x with

       F(x, A x + c + alpha w (x - z)) = 0          F: contact_map.h,  z: its centre,  w: one weight a block

   On the way the problem itself is looked at, and the nearest of all points that were met is kept. */
#ifndef RG_POINT_H
#define RG_POINT_H

#include "solve/cone/contact_map.h"
#include "solve/cone/system.h"
#include "solve/front/solver.h"

typedef struct rg_point {
  rg_system *system;
  double *P, *Q, *F, *step, *trial, *trial_u, *pulled;
  unsigned char *active;
  unsigned char *factored_active; /* of the system that is factored, */
  double factored_alpha;          /* 0: none is */

  double *u; /* A x + c of the last x; `known`: of the x that the next run begins with */
  int known;
  double residual; /* of the last x in the problem itself */
  double *best;    /* the nearest of all */
  double best_residual;
} rg_point;

typedef struct rg_pull {
  double alpha;
  const double *center; /* NULL: the point moves along, and alpha is in the derivative only */
  const double *weight; /* NULL: 1 */
} rg_pull;

typedef struct rg_point_options {
  double
      tol; /* residual of the problem itself at which it ends, where no more is gained; 0: it does not */
  double aim;   /* the same whatever is gained */
  int patient;  /* 1: beyond tol too systems are factored; 0: what the last factors give will do */
  double sharp; /* |F| at which the point is found, relative to |c|, */
  double rough; /* the same where no more is gained, */
  int loose;    /* 1: or below alpha |w (x - z)|, what it leaves of the problem itself */
  int kept;     /* 1: first a step on the pieces that the impulses are on */
  int most;     /* steps */
  rg_map map;
} rg_point_options;

typedef enum rg_point_end {
  RG_POINT_LOST,  /* x is where it was lost */
  RG_POINT_FOUND, /* x is the point */
  RG_POINT_SOLVED /* x solves the problem itself */
} rg_point_end;

rg_point_options rg_point_options_default(const rg_options *options);

/* NULL where memory ran out */
rg_point *rg_point_new(rg_arena *arena, const rg_cone *cone);
/* Before the first point of a problem: nothing is known of it. */
void rg_point_begin(rg_point *point, const rg_cone *cone);
/* The residual of x in the problem itself, kept where it is the best so far; `u` is known from then on. */
double rg_point_look(rg_point *point, const rg_cone *cone, const double *x);
/* From x on. */
rg_point_end rg_point_find(rg_point *point, const rg_cone *cone, const rg_pull *pull,
                           const rg_point_options *options, double *x, rg_outcome *outcome);

#endif
