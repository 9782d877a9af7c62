/* From a contact problem to an MLCP, by any law but the exact cone.

       set-up -> assemble -> start -> solve -> update (solve again while it says so) -> impulse

   Set-up decides the sizes and takes all memory; assemble writes the numbers and may be called
   again whenever the local problem changed its values. docs/laws.md has the equations of each law.
 */
#ifndef RG_LAW_INTERNAL_H
#define RG_LAW_INTERNAL_H

#include "base/arena.h"
#include "law/assemble.h"
#include "law/forms.h"

/* The largest MLCP that is made: its dense matrix takes 3.2 GB. */
enum { RG_LAW_SIZE_LIMIT = 20000 };

/* The MLCP is in units of its own: velocities over `speed`, impulses times unit / speed, powers of two, and rows
   scaled besides. So are the numbers that the laws see. */
typedef struct rg_law_mlcp {
  rg_mlcp mlcp;
  rg_law_options options; /* slip and last_impulse point to copies */
  rg_law_options own;     /* the same in own units, */
  double *slip, *last;    /* with these arrays */
  double unit, speed;     /* of A and of c */
  double *row_scale;      /* rows: response^-1/2 */
  const rg_law_form *form;
  int dim, rows, contacts;
  int *first; /* contacts + 1: where the unknowns of each contact begin */
  rg_law_contact *contact;
  rg_law_block *block;
  int *owner;       /* n of the local problem: the contact of each unknown, -1 for scalar rows */
  double *velocity; /* n of the local problem: work space of start */
  int iterates;     /* 1: the numbers depend on the normal impulses (update) */
  int repeats;      /* how often update asked for another solve since assemble */
  double change;    /* by how much the bounds moved in the last update, relative */
} rg_law_mlcp;

/* Whether the options make sense for this problem. `error` may be NULL. */
rg_status rg_law_check(const rg_local *local, const rg_law_options *options, rg_error *error);

/* Unknowns of the MLCP; -1 where the law makes none (auto, cone with contacts). */
int rg_law_size(const rg_local *local, const rg_law_options *options);

/* NULL where memory ran out or the law makes no MLCP. The options must have passed the check. */
rg_law_mlcp *rg_law_setup(rg_arena *arena, const rg_local *local, const rg_law_options *options);

/* Numbers from the local problem; sets the bounds of box and hybrid back to their start. */
void rg_law_assemble(rg_law_mlcp *law, const rg_local *local);

/* Raw impulses (n of the local problem) to a starting point z of the MLCP. */
void rg_law_start(const rg_law_mlcp *law, const rg_local *local, const double *impulse, double *z);

/* z to raw impulses: scalar rows, then contacts. */
void rg_law_impulse(const rg_law_mlcp *law, const rg_local *local, const double *z,
                    double *impulse);

/* For laws whose bounds come from the normal impulses: takes those of z. 1: the bounds moved, by
   law->change, and the MLCP must be solved again; 0: z is consistent with them. The caller counts
   and gives up after options.repeats. */
int rg_law_update(rg_law_mlcp *law, const rg_local *local, const double *z);

/* Relative change of the bounds that counts as none. */
#define RG_LAW_CONSISTENT 1e-10

/* The LCP that is left when the free unknowns are eliminated by a Schur complement
   (Peiret et al. 2017, below Eq. 38). Returns the number of negligible pivots of the eliminated
   block (0: regular), -1 where memory ran out. */
int rg_law_reduce(rg_arena *arena, const rg_mlcp *mlcp, rg_mlcp *reduced);

#endif
