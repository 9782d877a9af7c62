/* Parts of a problem that do not act on each other, solved apart and on as many threads as there are.

   Each is solved to the tolerance relative to its own reference, in its own measure, so that its answer has the same bits
   whatever else there is. The squares of what they leave, and of their references, add up: the whole meets the tolerance. */
#ifndef RG_ISLANDS_H
#define RG_ISLANDS_H

#include "base/parallel.h"
#include "problem/local.h"
#include "solve/front/solver.h"

typedef struct rg_islands rg_islands;

/* Finds them: those that the mechanics name and do not hold, or the connected components of A; `together`: all is
   one. NULL where memory ran out. */
rg_islands *rg_islands_new(rg_arena *arena, const rg_local *local, const rg_mechanics *mechanics,
                           const rg_solver_entry *entry, int together);
/* For a problem that is set up once and solved again and again. `rooms`: an arena that is kept for each worker. Takes the
   memory that the largest island needs, so that solving takes none; one that is all is kept as it is solved, in `arena`. 0 where
   there is no memory. */
int rg_islands_reserve(rg_islands *islands, rg_arena *arena, const rg_local *local,
                       const rg_options *options, rg_arena *rooms, int room_count);
/* To be told of a new A. */
void rg_islands_stale(rg_islands *islands);
/* Raw impulses in and out, and where to start a problem like this one. `driven`: rg_localizer_driven(); NULL: all is
   measured by `reference`. */
rg_status rg_islands_solve(rg_islands *islands, const rg_local *local, const rg_options *options,
                           double reference, const double *driven, rg_arena *rooms,
                           rg_workers *workers, double *impulse, double *start,
                           rg_outcome *outcome);

int rg_islands_count(const rg_islands *islands);
/* how many of them did not get the split that was asked for; unknowns that their solvers saw */
int rg_islands_not_split(const rg_islands *islands);
int rg_islands_size(const rg_islands *islands);

#endif
