/* The solver behind the public handle: what set-up, solve and updates share. */
#ifndef RG_SOLVE_STATE_H
#define RG_SOLVE_STATE_H

#include "base/parallel.h"
#include "law/law.h"
#include "problem/local.h"
#include "solve/certificate/certificate.h"
#include "solve/front/again.h"
#include "solve/front/compliant_law.h"
#include "solve/front/cone_job.h"
#include "solve/front/islands.h"
#include "solve/front/solver.h"
#include "solve/front/split.h"

/* which door of a solver: blocks with cones (through the mixed form where it has only that), or an
   MLCP */
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
  rg_cone_job job;             /* cone form: the whole problem, or a law's MLCP as blocks */
  rg_islands *islands;         /* cone form: several independent parts, instead of the job */
  rg_law_mlcp *law_mlcp;       /* any law but the cone */
  rg_local *law_local;         /* that MLCP as a local problem, for solvers of cone form */
  rg_compliant_law *compliant; /* compliant split of that MLCP; NULL: not asked for, or too large */
  int law_not_split;           /* it did not meet the tolerance */
  void *state;                 /* the solver's, MLCP form */
  rg_split_state *split;       /* even */
  rg_measure measure;          /* what residuals are measured by */
  int broken;                  /* an update failed: nothing can be solved until one succeeds */
  int stale_matrix;            /* numbers of the solver's form are older than those of `raw`: A, */
  int stale_vector;            /* or c and the targets */
  double *z;                   /* unknowns of the law's MLCP */
  double *impulse, *velocity, *motion, *work;
  double *start;               /* impulses to start the next problem from */
  const rg_row_factor *factor; /* of A, while it is set up; NULL: not known */
  rg_careful careful;          /* the caller's way to A x + c in twice the precision; NULL: ours */
  void *careful_context;
  double *spare;       /* 6 n: impulses before the last digits were worked on, and work space */
  unsigned char *held; /* n: what they are worked on; NULL: not with this law */
  int brief;           /* iterations after which `auto` gives a part up; 0: it does not */
  rg_outcome outcome;
  rg_report report;
};

/* Sets up a solver whose arena is empty. The problem's arrays are copied, or borrowed. */
rg_status rg_solver_setup(rg_solver *solver, const rg_problem *problem, const rg_options *options,
                          int borrowed, rg_error *error);

#endif
