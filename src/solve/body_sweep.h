/* Gauss-Seidel sweeps through the velocities of the bodies: the same contact by contact solution as
   sweep.h, but what the others do to a contact is read off the two bodies that it touches instead of being
   summed over its neighbours. For crowds of free bodies, where a row of A is longer than that. */
#ifndef RG_BODY_SWEEP_H
#define RG_BODY_SWEEP_H

#include "solve/primal.h"
#include "solve/sweep.h"

/* 1 where all unknowns are contacts in space between free bodies or between one and the world */
int rg_body_sweep_fits(const rg_primal *primal, const rg_cone *cone);
/* `count` sweeps, there and back. `sweeper` is prepared. */
void rg_body_sweeps(rg_primal *primal, const rg_sweeper *sweeper, const rg_cone *cone, int count,
                    double *x);

#endif
