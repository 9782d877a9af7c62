/* The linear systems of Newton's method through the bodies instead of the contacts.

   A = W W' has one block row a contact, but its rank is that of the bodies: with t = W' dx

       (P + Q (A + s)) dx = b    <=>    dx = E (b - Q W t),   (1 + W' E Q W) t = W' E b,   E = (P + s Q)^-1

   whose matrix has one row a coordinate. For heaps, with several contacts a body, it is smaller and its fill is
   that of the graph of the bodies. s > 0 keeps E finite where a contact sticks (P = 0). */
#ifndef RG_PRIMAL_H
#define RG_PRIMAL_H

#include "base/arena.h"
#include "law/forms.h"

typedef struct rg_primal rg_primal;

/* For a cone problem whose factor is known; without `systems` for products only. NULL where memory ran
   out. */
rg_primal *rg_primal_new(rg_arena *arena, const rg_cone *cone, int systems);
/* 1 where the factor is known and coordinates are so few beside contacts that it is worth it */
int rg_primal_pays(rg_arena *arena, const rg_cone *cone);
int rg_primal_fits(int coordinates, int unknowns);

/* P, Q: d x d a block, `active` what they are like (contact_map.h); s = alpha times the weight of the block (NULL: 1). */
void rg_primal_factor(rg_primal *primal, const rg_cone *cone, const double *P, const double *Q,
                      const unsigned char *active, double alpha, const double *weight);
/* b in, dx out */
void rg_primal_solve(rg_primal *primal, const rg_cone *cone, double *x);

/* 1 or -1: the sign of the determinant of P + Q (A + s) */
int rg_primal_sign(const rg_primal *primal);
/* what was factored, and how many blocks it has */
const struct rg_block_lu *rg_primal_lu(const rg_primal *primal);
int rg_primal_blocks(const rg_primal *primal);

/* u = A x + c of the cone */
void rg_primal_product(rg_primal *primal, const rg_cone *cone, const double *x, double *u);

/* The same coordinates by themselves, y = W' S x with the scale S of the cone. */
void rg_primal_gather(const rg_primal *primal, const rg_cone *cone, const double *x, double *y);
/* u = S W y */
void rg_primal_velocity(const rg_primal *primal, const rg_cone *cone, const double *y, double *u);
#endif
