/* Augmented Lagrangian through the velocities of the bodies: from afar into the neighbourhood of a
   solution, for heaps.

   With y = W' x (the change of the bodies' velocities, in coordinates in which their mass is 1), a centre
   x_c, and s_i = mu_i |u_t,i| taken from the last point, the impulses and what y minimizes are

       x(y) = P_K(x_c - (u(y) + s n) / k),   u(y) = W y + c
       |y|^2 / 2 + k |x(y)|^2 / 2                                     convex, once differentiable

   by Newton's method with 1 + W' P_K' W / k and a line search that cannot fail (Li, Sun & Toh 2018).
   Then x is the next centre, s is taken anew (De Saxce & Feng 1998; Cadoux 2009), and k falls. */
#ifndef RG_AUGMENTED_H
#define RG_AUGMENTED_H

#include "solve/primal.h"
#include "solve/solver.h"

typedef struct rg_augmented rg_augmented;

/* NULL where memory ran out. */
rg_augmented *rg_augmented_new(rg_arena *arena, const rg_cone *cone, const rg_primal *primal);
/* From x, which is left at the last point: k from `first` to `last`, or until the residual is at most
   tol. */
void rg_augmented_run(rg_augmented *augmented, rg_primal *primal, const rg_cone *cone, double first,
                      double last, double tol, double *x, rg_outcome *outcome);

#endif
