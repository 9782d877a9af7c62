/* Nonsmooth equations F(x, u) = 0 whose zeros are the solutions of a cone problem, block by block,
   and their derivatives dF = P dx + Q du. Two maps:

   Alart-Curnier   F_n = x_n - [x_n - u_n]+,  F_t = x_t - proj(x_t - u_t; disk of radius mu [x_n - u_n]+)
   natural         F = x - proj_K(x - u~),    u~ = u + mu |u_t| n

   Scalar rows: F = x - mid(lower, x - u, upper). */
#ifndef RG_CONTACT_MAP_H
#define RG_CONTACT_MAP_H

#include "law/forms.h"

/* F (n). Where P and Q are not NULL: d x d blocks, and active[i] = 1 where Q_i is not zero.
   `mu_scale` multiplies every mu (continuation); 1 is the problem itself. */
void rg_contact_map(const rg_cone *cone, int natural, double mu_scale, const double *x,
                    const double *u, double *F, double *P, double *Q, unsigned char *active);

#endif
