/* Levenberg-Marquardt for square systems phi(x) = 0, the two drivers of Mylapilli & Jain 2017, sec.
   5: RLM (regular, 5.1) and PLM (appended system with a non-monotone line search, 5.2). They know
   nothing of complementarity: the caller gives phi with an element of its generalized Jacobian, and
   says when a point is good enough.

   Both minimize psi(x) = 1/2 ||phi(x)||^2. psi must be continuously differentiable with gradient
   J' phi for the theory to hold; the drivers work where it is only piecewise smooth. */
#ifndef RG_LEVENBERG_MARQUARDT_H
#define RG_LEVENBERG_MARQUARDT_H

#include "base/arena.h"
#include "solve/front/solver.h"

/* The system. Everything is called with vectors of n entries. */
typedef struct rg_system {
  int n;
  void *context;
  /* phi(x), and where J is not NULL its (generalized) Jacobian, dense row-major n x n */
  void (*eval)(void *context, const double *x, double *phi, double *J);
  /* Maps x to the point that would be returned, in place (e.g. a projection on the bounds). The
     driver evaluates phi there (J NULL) before it asks for the residual. May be NULL: x itself. */
  void (*finish)(void *context, double *x);
  /* The residual that the user stops by (e.g. the natural map relative to ||q||) at the finished
     point, with phi there. May be NULL: then ||phi||_2 is used. */
  double (*residual)(void *context, const double *x, const double *phi);
} rg_system;

typedef struct rg_lm_options {
  double tol;         /* stop where the residual is <= tol */
  int max_iterations; /* 0: RG_LM_MAX_ITERATIONS */
  int bold;           /* regular driver: 1 starts with little damping and takes what is below the
                         largest of the last values of psi; for subproblems that are regular */
} rg_lm_options;

enum { RG_LM_MAX_ITERATIONS = 500 };

typedef struct rg_lm rg_lm;

/* All work space, from the arena: 4 n^2 doubles and some vectors. NULL where memory ran out. */
rg_lm *rg_lm_setup(rg_arena *arena, int n);

/* Both start at x and leave the best point found (least residual, after `finish`) there.
   RG_SOLVED: its residual is <= tol. RG_STALLED: ||phi|| or x no longer changes, or the gradient is
   zero. RG_LIMIT: iterations, or outcome->deadline passed. outcome gets iterations, trace and
   reason. A point where phi is not finite is treated as a failed step; RG_STALLED at once where the
   start is such. */
rg_status rg_lm_regular(rg_lm *lm, const rg_system *system, const rg_lm_options *options, double *x,
                        rg_outcome *outcome);
rg_status rg_lm_projected(rg_lm *lm, const rg_system *system, const rg_lm_options *options,
                          double *x, rg_outcome *outcome);

/* Either of them. */
typedef rg_status (*rg_lm_driver)(rg_lm *lm, const rg_system *system, const rg_lm_options *options,
                                  double *x, rg_outcome *outcome);

#endif
