/* Parts of a problem that do not act on each other, solved apart and on as many threads as there are.

   The tolerance stays that of the whole problem: each of k islands is solved to tol / sqrt(k) of the
   reference of the whole, so that the sum of their squares meets tol. */
#ifndef RG_ISLANDS_H
#define RG_ISLANDS_H

#include "base/parallel.h"
#include "law/forms.h"
#include "solve/front/solver.h"

typedef struct rg_islands rg_islands;

/* What an island is made of: raw unknowns `member[start[k] .. start[k + 1])`, ascending. */
typedef struct rg_components {
  int count;
  int *start, *member;
  int *place; /* n: of an unknown in its island */

  /* where A is there by its factor only: coordinates of each island, and who shares which */
  int *coordinates;
  rg_tree_units sharing;
} rg_components;

/* Connected components of the pattern of A, or of its factor where that is all there is, the directions of a
   contact held together. 0 where memory ran out. Where there is one component at most, only `count` is
   set. */
int rg_components_find(rg_arena *arena, const rg_local *local, rg_components *out);

rg_islands *rg_islands_new(rg_arena *arena, const rg_components *components,
                           const rg_solver_entry *entry);
/* `rooms`: an arena that is kept for each worker. Takes the memory that the largest island needs, so
   that solving need not. 0 where there is none. */
int rg_islands_reserve(rg_islands *islands, const rg_local *local, const rg_options *options,
                       rg_arena *rooms, int room_count);
/* Raw impulses in and out; `start`: where to start the next problem. The outcome has all iterations, and the
   attempts and the reason of the first island that was not solved, or else of the one with most
   iterations. RG_NO_MEMORY where a room could not grow. */
rg_status rg_islands_solve(rg_islands *islands, const rg_local *local, const rg_options *options,
                           double reference, rg_arena *rooms, rg_workers *workers, double *impulse,
                           double *start, rg_outcome *outcome);
/* Islands of the last solve whose compliant split was not found. */
int rg_islands_not_split(const rg_islands *islands);
int rg_islands_count(const rg_islands *islands);

#endif
