/* Targets that give way: a contact problem whose normal velocities may miss their targets by a little, each within
   bounds of its own (cone->give), while friction stays exact. */
#ifndef RG_GIVE_H
#define RG_GIVE_H

#include "solve/newton_core.h"

/* Share of the contacts whose normal velocity u misses its target by more than that may give way. */
double rg_give_strain(const rg_cone *cone, const double *x, const double *u);
/* The targets that suit x best, to cone->given; u of x becomes what it is less these. Returns the residual of x with such
   targets. */
double rg_give_fit(const rg_cone *cone, const double *x, double *u);
/* A solution near x with targets that give way, by how much in cone->given; returns its residual. Above `tol`: none was
   found, x stays and cone->given says nothing. Strives for `aim`. Works through the contacts (newton->lu); `center` and `u`: n
   each, work. */
double rg_give_run(rg_newton *newton, const rg_cone *cone, double tol, double aim, double *center,
                   double *u, double *x, rg_outcome *outcome);

#endif
