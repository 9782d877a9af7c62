/* A of a cone problem as the default method uses it: products, and the linear systems of Newton's method around a
   proximal point,

       (P + Q (A + s)) dx = b,      s = alpha w, one weight a block,

   through the contacts (blocks of A, sparse LU) or through the bodies (primal.h), whichever is the cheaper one. */
#ifndef RG_SYSTEM_H
#define RG_SYSTEM_H

#include "base/arena.h"
#include "law/forms.h"

typedef struct rg_system rg_system;

/* NULL where memory ran out. Without the blocks of A (cone->coordinates) it goes through the bodies. */
rg_system *rg_system_new(rg_arena *arena, const rg_cone *cone);

/* y = A x; u = A x + c */
void rg_system_product(rg_system *system, const rg_cone *cone, const double *x, double *y);
void rg_system_velocity(rg_system *system, const rg_cone *cone, const double *x, double *u);

/* P, Q: d x d a block, `active` what they are like (contact_map.h); `weight` NULL: 1 */
void rg_system_factor(rg_system *system, const rg_cone *cone, const double *P, const double *Q,
                      const unsigned char *active, double alpha, const double *weight);
/* b in, dx out, over all blocks */
void rg_system_solve(rg_system *system, const rg_cone *cone, double *x);
/* 1 or -1: the sign of the determinant of what was factored last */
int rg_system_sign(const rg_system *system);
/* instructions of one factorization, about */
double rg_system_cost(const rg_system *system);

#endif
