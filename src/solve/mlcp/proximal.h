/* Proximal points with leaps: a way on for a method that is stuck because A is singular.

   Instead of the problem itself, u = A x + c, the method solves

       u = A x + c + kappa (x - x_k)                                          (Rockafellar 1976)

   whose solution x_{k+1} is the next centre. Where the residual falls, kappa falls with it. Where
   it does not, x moves along a kernel of A, by nearly the same step each time, until some unknown
   meets a bound: a leap goes there at once. This is ours, not part of the papers' methods that use
   it. */
#ifndef RG_PROXIMAL_H
#define RG_PROXIMAL_H

#include "base/arena.h"

/* The problem and the method. Residuals are those that the user stops by. */
typedef struct rg_proximal_problem {
  int n;
  void *context;
  double tol;
  int curved; /* 1: solutions of the subproblems may lie on curves, not only on lines */
  /* Solves with the term weight (x - centre), from x = centre, in place. Returns the residual
     without that term; *reached: with it. */
  double (*solve)(void *context, double weight, const double *centre, double *x, double *reached);
  double (*residual)(void *context, const double *x);
  /* maps x into its bounds */
  void (*confine)(void *context, double *x);
  /* n numbers, affine in x, that decide on which piece of the problem x lies */
  void (*locate)(void *context, const double *x, double *place);
  /* 1 where everything that has one piece at `from` and at `to` has it at to + t (to - from) as
     well, but for `slack` */
  int (*stays)(void *context, const double *from, const double *to, double t, double slack);
  /* 1 where it is time to stop */
  int (*expired)(void *context);
} rg_proximal_problem;

typedef struct rg_proximal rg_proximal;

/* Work space from the arena; NULL where memory ran out. */
rg_proximal *rg_proximal_setup(rg_arena *arena, int n);
/* From x; leaves the best point found there and returns its residual. */
double rg_proximal_run(rg_proximal *proximal, const rg_proximal_problem *problem, double *x);

#endif
