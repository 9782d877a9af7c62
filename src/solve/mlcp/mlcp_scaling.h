/* Row and column scaling of an MLCP: with positive diagonal R, C and a unit s,

       z = s C z',  w' = R w / s,  M' = R M C,  q' = R q / s,  bounds' = bounds / (s C)

   has the same complementarity pattern. R and C make the largest entry of each row and column of M'
   close to 1 (Ruiz 2001), s makes the largest entry of q' close to 1. All factors are powers of
   two, so that scaling and its inverse are exact. A symmetric M stays symmetric. */
#ifndef RG_MLCP_SCALING_H
#define RG_MLCP_SCALING_H

#include "base/arena.h"
#include "law/forms.h"

typedef struct rg_mlcp_scaling {
  const rg_mlcp *raw;
  rg_mlcp scaled;
  double *row, *column; /* R and s C */
  double unit;          /* s */
  double *z, *w;        /* work space */
} rg_mlcp_scaling;

/* Work space for problems of size n; NULL where memory ran out. */
rg_mlcp_scaling *rg_mlcp_scaling_setup(rg_arena *arena, int n);
/* Fills `scaled` and the factors. Keeps a pointer to the raw problem. */
void rg_mlcp_scale(rg_mlcp_scaling *scaling, const rg_mlcp *raw);
/* The same with all factors 1: the problem as it is. */
void rg_mlcp_take(rg_mlcp_scaling *scaling, const rg_mlcp *raw);
/* raw z to scaled z, projected on the bounds; entries that are not finite become 0 first */
void rg_mlcp_scale_point(const rg_mlcp_scaling *scaling, const double *z, double *scaled_z);
/* scaled z to raw z, projected on the raw bounds */
void rg_mlcp_unscale_point(const rg_mlcp_scaling *scaling, const double *scaled_z, double *z);
/* rg_mlcp_residual of the raw problem at a scaled point */
double rg_mlcp_scaled_residual(rg_mlcp_scaling *scaling, const double *scaled_z);
/* mid(lower, x, upper) */
double rg_clamp(double x, double lower, double upper);

#endif
