/* Semi-smooth Newton on a contact map, the engine of newton and auto. */
#ifndef RG_NEWTON_CORE_H
#define RG_NEWTON_CORE_H

#include "law/forms.h"
#include "math/block_lu.h"
#include "solve/cone/contact_map.h"
#include "solve/cone/primal.h"
#include "solve/front/solver.h"

typedef struct rg_newton {
  rg_block_lu *lu;   /* through the contacts, */
  rg_primal *primal; /* or through the bodies */
  double *J;         /* P + Q A, pattern of A */
  double *P, *Q, *F, *step, *trial, *u, *trial_u, *best, *best_u;
  unsigned char *active;          /* RG_BLOCK_* */
  unsigned char *factored_active; /* of the blocks whose factors are there */
  int factored;                   /* 1: they belong to this problem's matrix, without a shift */
} rg_newton;

typedef struct rg_newton_options {
  double tol; /* natural map of the raw problem relative to ||c|| */
  double aim; /* below tol: two more steps try to get there, where each gains a digit; 0: none */
  int max_iterations;
  int patience;    /* so many steps without a gain of a fifth end it */
  rg_map map;      /* which map; where mu is scaled, ||F|| is what it stops by */
  double shift;    /* added to the diagonal of A in the derivative only: keeps it regular; where the
                      problem has a compliance it comes only after a failed search */
  double proximal; /* alpha: the problem with A + alpha I and c - alpha center instead */
  const double *center;
  const double *velocity; /* A x + c of the start where it is known, or NULL */
  double
      enough; /* with a centre: stops at this share of alpha |x - center| / ||c|| too, what the point
                     leaves of the problem itself; 0: never */
  int free_steps; /* with a compliance or a centre: steps that may lead up */
} rg_newton_options;

rg_newton_options rg_newton_options_default(double tol);

rg_newton *rg_newton_new(rg_arena *arena, const rg_cone *cone);
/* Starts at x, leaves the best iterate there. `residual` receives its residual. */
rg_status rg_newton_run(rg_newton *newton, const rg_cone *cone, const rg_newton_options *options,
                        double *x, double *residual, rg_outcome *outcome);

/* u = A x + c of what the last run left at x */
void rg_newton_velocity(const rg_newton *newton, const rg_cone *cone,
                        const rg_newton_options *options, const double *x, double *u);

/* x = (P + Q (A + shift I)) \ x over the active blocks, after rg_newton_derivative. */
void rg_newton_solve(rg_newton *newton, const rg_cone *cone, const unsigned char *active,
                     double *x);
/* Factors P + Q (A + shift I) over the active blocks. */
void rg_newton_derivative(rg_newton *newton, const rg_cone *cone, const double *P, const double *Q,
                          const unsigned char *active, double shift);

#endif
