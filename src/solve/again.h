/* A solver that is set up anew for every step in memory that it keeps: contact problems of a
   simulation change their size from step to step.

   The problem's arrays are borrowed, not copied: they stay valid until the next set-up. */
#ifndef RG_SOLVE_AGAIN_H
#define RG_SOLVE_AGAIN_H

#include <rigor/solve.h>

/* An empty solver with `bytes` set aside; NULL where memory ran out. Free with rg_free(). */
rg_solver *rg_solver_reserved(size_t bytes);
/* As rg_setup on a solver that exists; the last problem is forgotten. Takes more memory only where
   the reserve is too small, and keeps it. After a failure the solver is empty and may be set up again. */
rg_status rg_setup_again(rg_solver *solver, const rg_problem *problem, const rg_options *options,
                         rg_error *error);
/* New targets (one a contact) for the problem that is set up; impulses stay as the warm start. */
rg_status rg_update_target(rg_solver *solver, const double *target);
/* How often the reserve was too small. */
long rg_solver_grown(const rg_solver *solver);

#endif
