/* Gauss-Seidel sweeps through the velocities of the bodies: the same contact by contact solution as
   sweep.h, but what the others do to a contact is read off the two bodies that it touches instead of being
   summed over its neighbours. For crowds of free bodies, where a row of A is longer than that. */
#ifndef RG_BODY_SWEEP_H
#define RG_BODY_SWEEP_H

#include "solve/cone/balls.h"
#include "solve/cone/body_parts.h"
#include "solve/cone/sweep.h"
#include "solve/cone/touches.h"

typedef struct rg_body_sweeper {
  rg_touches touches;          /* without their contacts where `known` */
  const rg_sweeper *sweeper;   /* prepared before each solve; NULL: they are spheres */
  rg_balls *balls;             /* where all contacts are those of spheres */
  double *y;                   /* bodies x RG_SIX, where they are not */
  double *axes;                /* to read them: of their bodies */
  int spheres, known;          /* 1: they are; 1: and were read for good */
  double *last;                /* impulses before the last pair of sweeps */
  double *moved, all_moved;    /* of each contact: square of its change in that pair; their sum */
  int *list;                   /* contacts that still move */
  int crowd;                   /* 1: in parts that may be swept at the same time (body_parts.h) */
  rg_body_parts parts, moving; /* of all contacts; of those that still move, in `list` */
} rg_body_sweeper;

/* NULL where memory ran out, or unless all unknowns are contacts in space between free bodies or
   between one and the world. Without `sweeper` NULL too unless the numbers of the cone are there, and are those of spheres. */
rg_body_sweeper *rg_body_sweeper_new(rg_arena *arena, const rg_cone *cone,
                                     const rg_sweeper *sweeper);

/* Before each solve: the numbers of A, c and mu. */
void rg_body_sweeps_prepare(rg_body_sweeper *sweeper, const rg_cone *cone);
/* rg_cone_residual of x, and rg_cone_within where it is asked for, through the bodies */
double rg_body_sweeps_residual(rg_body_sweeper *sweeper, const rg_cone *cone, const double *x,
                               double *within);

/* `count` sweeps, there and back */
void rg_body_sweeps(rg_body_sweeper *sweeper, const rg_cone *cone, int count, double *x);

/* Sweeps with momentum: begin at x, then round after round: the first pairs of sweeps over the contacts that still
   move, the last one over all. Returns the work as a number of sweeps over all contacts. */
void rg_body_sweeps_begin(rg_body_sweeper *sweeper, const rg_cone *cone, const double *x);
int rg_body_sweeps_round(rg_body_sweeper *sweeper, const rg_cone *cone, double *x);

#endif
