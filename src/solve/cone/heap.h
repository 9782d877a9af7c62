/* Newton's method for heaps, many contacts on few bodies: proximal points, and the compliant
   problem. */
#ifndef RG_HEAP_H
#define RG_HEAP_H

#include "solve/cone/newton_core.h"

typedef struct rg_heap rg_heap;

/* What the calls below have in common. x is left at the best point. */
typedef struct rg_heap_job {
  rg_newton *newton; /* through the bodies */
  const rg_cone *cone;
  const rg_options *options;
  double *x;
  rg_outcome *outcome;
} rg_heap_job;

/* For a Newton whose systems go through the bodies. NULL where memory ran out. */
rg_heap *rg_heap_new(rg_arena *arena, const rg_cone *cone);

/* The problem as it is, from x with the residual `start`; returns that of x. */
double rg_heap_solve(rg_heap *heap, const rg_heap_job *job, double start);
/* The same for a problem with a compliance, down to `goal`. */
double rg_heap_comply(rg_heap *heap, const rg_heap_job *job, double start, double goal);

#endif
