/* A solver that is set up anew for every step in memory that it keeps: contact problems of a
   simulation change their size from step to step.

   The problem's arrays are borrowed, not copied: they stay valid until the next set-up. */
#ifndef RG_SOLVE_AGAIN_H
#define RG_SOLVE_AGAIN_H

#include "math/row_factor.h"

#include <rigor/solve.h>

/* An empty solver with `bytes` set aside; NULL where memory ran out. Free with rg_free(). */
rg_solver *rg_solver_reserved(size_t bytes);
/* As rg_setup on a solver that exists; the last problem is forgotten. Takes more memory only where
   the reserve is too small, and keeps it. After a failure the solver is empty and may be set up again. */
rg_status rg_setup_again(rg_solver *solver, const rg_problem *problem, const rg_options *options,
                         rg_error *error);
/* New targets (one a contact) for the problem that is set up; impulses stay as the warm start. */
rg_status rg_update_target(rg_solver *solver, const double *target);
/* A better way to compute u = A x + shift than with A itself: where rounding keeps a solve from its
   tolerance. Returns 0 where it cannot. Holds until the next set-up. */
typedef int (*rg_careful)(void *context, const double *impulse, const double *shift, double *u);
void rg_solver_careful(rg_solver *solver, rg_careful careful, void *context);
/* `auto` gives a part up after so many iterations, in all solves until the next call; 0: it does not. */
void rg_solver_brief(rg_solver *solver, int iterations);
/* As rg_result without the words of `path`, which take longer than solving a small problem. */
const rg_report *rg_solver_report(const rg_solver *solver);
/* What A of the next problem is made of, for the next set-up only; NULL: not known. Borrowed as the problem is. */
void rg_solver_use_factor(rg_solver *solver, const rg_row_factor *factor);
/* What the islands of a problem are like. */
typedef struct rg_island_counts {
  int islands;
  int largest; /* contacts of the largest one */
  int heaped;  /* contacts of all heaps (rg_primal_fits) */
} rg_island_counts;

/* 1 where a problem with such islands is solved through its factor alone: A may then be an operator, and
   nobody asks for its entries. A throng must be one of free bodies besides (rg_body_sweeps_fit). */
int rg_solver_goes_by_rows(const rg_problem *problem, const rg_options *options,
                           const rg_island_counts *counts);
/* 1 where a problem that went so and was not solved may be solved with the entries of A. */
int rg_solver_wants_matrix(const rg_solver *solver);
/* Impulses to start the next problem from: those of the answer, or as they were before a compliant
   split was corrected, which are the better start for the next split. */
const double *rg_solver_start(const rg_solver *solver);
/* Mean response of each row and contact to an impulse of its own; valid until the next set-up. */
void rg_solver_responses(const rg_solver *solver, double *response);
/* How often the reserve was too small. */
long rg_solver_grown(const rg_solver *solver);

#endif
