/* Complementary bases of a small MLCP, one by one: an answer, or the proof that there is none. */
#ifndef RG_BASES_H
#define RG_BASES_H

#include "solve/front/solver.h"

enum { RG_BASES_MOST = 12 }; /* largest problem whose bases are all tried */

/* basis: for each row 0 at lower, 1 at upper, 2 free with w = 0 */
typedef struct rg_bases {
  double *matrix, *z, *w;
  int *pivot, *basis;
} rg_bases;

void rg_bases_setup(rg_bases *bases, rg_arena *arena, int n);
/* Solves w = 0 for the free rows of the basis with the others at their bounds, into z; how many pivots had to be replaced. */
int rg_bases_solve(rg_bases *bases, const rg_mlcp *mlcp);
/* RG_SOLVED with the point in z; RG_NO_SOLUTION only where all bases were regular and clearly broken; RG_STALLED. */
rg_status rg_bases_try(rg_bases *bases, const rg_mlcp *mlcp, double tol, int *count);
void rg_bases_reason(int count, rg_outcome *outcome);

/* --- the proof behind every solver -------------------------------------------------------------- */

/* What a solver that has no proof of its own needs for one: Lemke's ray with a Farkas vector, then all bases. */
typedef struct rg_proof {
  int off; /* 1: a part of auto, which looks for one itself; or the method is to be as printed */
  void *lemke;
  rg_bases bases;
  double *z;
} rg_proof;

/* Asks for memory from the arena. */
void rg_proof_setup(rg_proof *proof, rg_arena *arena, const rg_mlcp *mlcp,
                    const rg_options *options);
/* A solver that ended with `status` without an answer: RG_NO_SOLUTION, and why, where that is proved; else `status`. */
rg_status rg_proof_conclude(rg_proof *proof, const rg_mlcp *mlcp, const rg_options *options,
                            rg_status status, rg_outcome *outcome);

#endif
