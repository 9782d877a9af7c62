/* The proof that a problem has no solution, for solvers that look for none themselves. */
#ifndef RG_FRONT_NO_SOLUTION_H
#define RG_FRONT_NO_SOLUTION_H

#include "problem/local.h"
#include "solve/front/solver.h"

/* 1 where a solver that ended so should be followed by the proof: it found nothing, and no limit of the caller stopped
   it. A method as printed is left alone, and `auto` looks for a proof on its way. */
int rg_no_solution_is_due(const rg_solver_entry *entry, const rg_options *options, rg_status status,
                          const rg_outcome *outcome);
/* RG_NO_SOLUTION and the reason where it is proved, else `status`. `cone`: the problem in cone form, NULL where the
   solver took the local form, as that of contacts with moments: then its rows and normals are looked at alone. */
rg_status rg_no_solution_find(rg_arena *room, const rg_local *local, const rg_cone *cone,
                              const rg_options *options, rg_status status, rg_outcome *outcome);
/* Takes the memory that this takes; 0 where there is none. */
int rg_no_solution_reserve(rg_arena *room, const rg_local *local, const rg_cone *cone,
                           const rg_options *options);

#endif
