/* The exact cone as a smooth mixed complementarity problem, Andreani et al. 2002, Eq. 16-19,
   written for velocities instead of accelerations.

   Unknowns z, in this order, scaled as in the cone form:

       scalar row        x              lower <= x <= upper        F = u
       rolling contact   r_n            r_n >= 0                   F = u_n
                         lambda         lambda >= 0                F = mu^2 r_n^2 - |r_t|^2     (17)
                         r_t (d - 1)    free                       F = u_t - a_t                (19)
                         a_t (d - 1)    free                       F = mu r_n a_t + lambda r_t  (18)
       sliding contact   r_n            r_n >= 0                   F = u_n, r_t = -mu r_n v/|v| (11)

   z is in units of the largest entry of c (impulses and velocities alike), so that it is of the
   order of 1. a_t is the slip velocity after the step and lambda its norm where the contact slips.
   A contact without friction counts as sliding with r_t = 0. */
#ifndef RG_MIXED_CONE_H
#define RG_MIXED_CONE_H

#include "law/forms.h"

/* `slip`: (d - 1) per contact, the velocity before the step; contacts faster than `threshold` are
   sliding, and stay so. NULL: all rolling. Of the numbers of `cone` only mu need be there yet; the
   others are read when the problem is evaluated, so `cone` must live as long. NULL where memory
   ran out. */
rg_mixed *rg_mixed_cone_new(rg_arena *arena, const rg_cone *cone, const double *slip,
                            double threshold);

/* Comes before each solve: reads the unit of z and the bounds of rows again, and gives the z that
   belongs to the impulses x of the cone form, with a_t = u_t and lambda = |u_t|. */
void rg_mixed_cone_start(rg_mixed *mixed, const double *x, double *z);
/* The impulses of z, inside their cones and bounds: r_n >= 0, |r_t| shortened to mu r_n. */
void rg_mixed_cone_impulse(const rg_mixed *mixed, const double *z, double *x);
/* z of its own impulses, so that a_t and lambda agree with them; nothing where `mixed` was not made
   by rg_mixed_cone_new. */
void rg_mixed_cone_refresh(const rg_mixed *mixed, double *z);

/* The natural map of the contact problem at the impulses of z (rg_cone_residual); negative where
   `mixed` was not made by rg_mixed_cone_new, or has sliding contacts: their friction opposes the
   slip before the step, not the one after it. */
double rg_mixed_cone_residual(const rg_mixed *mixed, const double *z);

#endif
