/* The compliant split of a law's MLCP: what an equal, vanishing compliance at all contacts and rows
   picks. docs/split.md has the method. */
#ifndef RG_COMPLIANT_LAW_H
#define RG_COMPLIANT_LAW_H

#include "law/law.h"
#include "solve/front/solver.h"

typedef struct rg_compliant_law rg_compliant_law;

/* Room for the split of a law's MLCP. NULL where there is nothing to split or it is too large, or,
   which the arena says, where memory ran out. */
rg_compliant_law *rg_compliant_law_new(rg_arena *arena, const rg_law_mlcp *law,
                                       const rg_local *local, const rg_options *options);

/* To be told of a new A: what the compliance is, and whether contacts are redundant at all. */
void rg_compliant_law_matrix(rg_compliant_law *compliant, const rg_local *local);

/* 1 where contacts are redundant, so that there is something to split */
int rg_compliant_law_needed(const rg_compliant_law *compliant);

/* From z to the compliant split. 1 where it meets options->tol; 0 where not: z is as it was. The
   law's numbers are the same before and after. */
int rg_compliant_law_split(rg_compliant_law *compliant, rg_law_mlcp *law, const rg_local *local,
                           const rg_options *options, double *z, rg_outcome *outcome);

#endif
