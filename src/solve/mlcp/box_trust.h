/* Bound-constrained nonlinear least squares by a trust region:

       minimize  f(x) = 1/2 ||r(x)||^2   subject to  lower <= x <= upper,

   with exact derivatives. The model is Gauss-Newton plus an optional second-order term, the trust
   region is the box |d_i| <= radius (scale the variables so that 1 is a typical size), and the
   model is minimized over the intersection of both boxes by projected Newton steps after the Cauchy
   point (Conn, Gould & Toint 1988; Lin & More 1999). LCPOpt and MNCPOpt of Andreani et al. are
   solved with it. */
#ifndef RG_BOX_TRUST_H
#define RG_BOX_TRUST_H

#include "base/arena.h"
#include "solve/front/solver.h"

/* The problem: m residuals of n variables, any m and n. -INFINITY and INFINITY are no bound. */
typedef struct rg_least_squares_problem {
  int m, n;
  const double *lower, *upper;
  void *context;
  /* r(x), and where J is not NULL its Jacobian, dense row-major m x n */
  void (*eval)(void *context, const double *x, double *r, double *J);
  /* Adds sum_i r_i Hessian(r_i) to the symmetric n x n matrix H (row-major, both triangles).
     May be NULL: Gauss-Newton. */
  void (*curvature)(void *context, const double *x, const double *r, double *H);
  /* What the user stops by at x (e.g. the natural map), r just evaluated. May be NULL: ||r||_2. */
  double (*residual)(void *context, const double *x, const double *r);
} rg_least_squares_problem;

typedef struct rg_box_trust_options {
  double tol;         /* stop where the residual is <= tol */
  int max_iterations; /* 0: RG_BOX_TRUST_MAX_ITERATIONS */
  double gradient;    /* > 0: ends where the projected gradient is under it, solution or not */
} rg_box_trust_options;

enum { RG_BOX_TRUST_MAX_ITERATIONS = 500 };

typedef struct rg_box_trust rg_box_trust;

/* All work space, from the arena: m n + 2 n n doubles and vectors. NULL where memory ran out.
   Problems of up to that size may be solved with it. */
rg_box_trust *rg_box_trust_setup(rg_arena *arena, int m, int n);

/* Starts at x (projected on the bounds) and leaves the best point there (least residual).
   RG_SOLVED: residual <= tol. RG_STALLED: a stationary point of f that is not a solution, or no
   further progress; outcome->reason says which. RG_LIMIT: iterations, or outcome->deadline passed.
   `stationarity` (may be NULL) receives ||x - P(x - grad f)||_max at the returned point. */
rg_status rg_box_trust_solve(rg_box_trust *trust, const rg_least_squares_problem *problem,
                             const rg_box_trust_options *options, double *x, double *stationarity,
                             rg_outcome *outcome);

#endif
