/* The solver behind the public handle: what set-up, solve and updates share. */
#ifndef RG_SOLVE_STATE_H
#define RG_SOLVE_STATE_H

#include "base/parallel.h"
#include "law/law.h"
#include "problem/local.h"
#include "solve/certificate/certificate.h"
#include "solve/mlcp/compliant_law.h"
#include "solve/front/islands.h"
#include "solve/front/solver.h"
#include "solve/front/take.h"

/* which door of a solver: blocks with cones (through the mixed form where it has only that), or an MLCP */
typedef enum rg_form { RG_FORM_CONE, RG_FORM_MLCP } rg_form;

struct rg_solver {
  rg_arena arena;
  rg_arena *rooms; /* where islands are solved: one a worker, kept */
  int room_count;
  size_t room_size; /* bytes that a new one sets aside */
  rg_workers *workers;
  rg_options options;
  rg_problem raw;          /* in the caller's form: our copy, or views of the caller's arrays */
  int borrowed;            /* the arrays of `raw` are the caller's */
  rg_localizer *localizer; /* local form */
  const rg_solver_entry *entry;
  rg_form form;
  rg_law_options law;
  rg_islands *islands;         /* cone form: of the problem, or of a law's MLCP */
  rg_law_mlcp *law_mlcp;       /* any law but the cone */
  rg_local *law_local;         /* that MLCP as a local problem, for solvers of cone form */
  rg_compliant_law *compliant; /* compliant split of that MLCP; NULL: not asked for, or too large */
  int law_not_split;           /* it did not meet the tolerance */
  void *state;                 /* the solver's, MLCP form */
  rg_measure measure;          /* what residuals are measured by */
  int noise;                   /* c is rounding alone */
  int held;                    /* rows that are rounding were held at 0 */
  int broken;                  /* an update failed: nothing can be solved until one succeeds */
  int stale_matrix;            /* numbers of the solver's form are older than those of `raw`: A, */
  int stale_vector;            /* or c and the targets */
  double *z;                   /* unknowns of the law's MLCP */
  double *impulse, *velocity, *motion, *work;
  double *start;     /* impulses to start the next problem from */
  double *law_start; /* the same of a law's MLCP in cone form: nobody asks for it */
  rg_outcome outcome;
  rg_report report;
};

#endif
