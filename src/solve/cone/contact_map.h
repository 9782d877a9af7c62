/* Nonsmooth equations F(x, u) = 0 whose zeros are the solutions of a cone problem, block by block,
   and their derivatives dF = P dx + Q du. Two maps:

   Alart-Curnier   F_n = x_n - [x_n - u_n]+
                   F_t = x_t - proj(x_t - u_t; disk of radius mu [x_n - u_n]+)
   natural         F = x - proj_K(x - u~),  u~ = u + mu |u_t| n

   Scalar rows: F = x - mid(lower, x - u, upper). Contacts with moments: law/friction.h, which is the first of both. */
#ifndef RG_CONTACT_MAP_H
#define RG_CONTACT_MAP_H

#include "law/forms.h"

typedef enum rg_map_kind { RG_MAP_ALART_CURNIER, RG_MAP_NATURAL } rg_map_kind;

typedef struct rg_map {
  rg_map_kind kind;
  double mu_scale; /* multiplies every mu (continuation); 1 is the problem itself */
} rg_map;

/* What a block's derivative is like: Q = 0, anything, or P = 0 and Q = 1. */
enum { RG_BLOCK_OPEN = 0, RG_BLOCK_ACTIVE = 1, RG_BLOCK_STICKS = 2 };

/* F (n). Where P and Q are not NULL: d x d blocks, and active[i] says what they are like. */
void rg_contact_map(const rg_cone *cone, rg_map map, const double *x, const double *u, double *F,
                    double *P, double *Q, unsigned char *active);

#endif
