/* A solver that takes a new problem in every step, in memory that it keeps, and knows the mechanics that the problem
   comes from. What it reads of problem and mechanics stays valid until the next one is taken. */
#ifndef RG_SOLVE_TAKE_H
#define RG_SOLVE_TAKE_H

#include "problem/local.h"
#include "solve/certificate/certificate.h"

#include <rigor/solve.h>

/* An empty solver with `bytes` set aside; NULL where memory ran out. Free with rg_solver_free(). */
rg_solver *rg_solver_reserved(size_t bytes);
/* As rg_solver_new; the last problem is forgotten. `mechanics` NULL: a problem with a matrix of its own. Asks for more
   memory only where the reserve is too small, and keeps it. After a failure the solver is empty. */
rg_status rg_solver_take(rg_solver *solver, const rg_problem *problem,
                         const rg_mechanics *mechanics, const rg_options *options, rg_error *error);

/* What was found beside the public answer. */
typedef struct rg_found {
  const rg_report *report; /* as rg_solver_report, without the words of `path` */
  const double *
      start; /* impulses to start the next problem from: those of the answer, or as they were before
                              a compliant split was corrected */
  const rg_measure *measure;
  long grown; /* how often the reserve was too small */
} rg_found;

rg_found rg_solver_found(const rg_solver *solver);

#endif
