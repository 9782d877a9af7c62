/* One problem in cone form from local form to impulses: set-up, solve, and the compliant split. */
#ifndef RG_CONE_JOB_H
#define RG_CONE_JOB_H

#include "law/cone.h"
#include "solve/front/solver.h"
#include "solve/front/split.h"

typedef struct rg_cone_job {
  const rg_solver_entry *entry;
  rg_cone_map *map;                /* NULL: no job */
  rg_mixed *mixed;                 /* solvers of the mixed form see the cone through it */
  double *z;                       /* its unknowns */
  void *state;                     /* the solver's; NULL until it is needed */
  const rg_solver_entry *splitter; /* compliant: who solves the problem with a compliance */
  void *splitter_state;
  double *x;     /* unknowns of the cone */
  double *start; /* compliant: where the solve began */
  double *first; /* compliant: the impulses of the last split before they were corrected */
  int has_first;
  double *u, *clean;    /* velocities; impulses in their cones */
  rg_split_state *even; /* asked for */
  int uneven;           /* it was, and contacts with moments have none */
  int compliant;        /* asked for */
  int not_split;        /* the last solve did not find the split and went on without */
} rg_cone_job;

/* Pattern and vectors; 0 where memory ran out. A problem without contacts is not split. */
int rg_cone_job_new(rg_arena *arena, const rg_solver_entry *entry, const rg_local *local,
                    rg_split split, rg_cone_job *job);
/* unknowns that the solver sees */
int rg_cone_job_size(const rg_cone_job *job);
/* The solver's memory; 0 where there is none. */
int rg_cone_job_ready(rg_arena *arena, rg_cone_job *job, const rg_options *options);

/* New numbers: of A, then of c, the targets and the bounds. */
void rg_cone_job_matrix(rg_cone_job *job, const rg_local *local);
void rg_cone_job_vector(rg_cone_job *job, const rg_local *local, double reference);

/* 1 where the raw impulses are good enough as they are: no solver need be there. A problem that asks
   for a split says 0, unless its impulses are unique at sight. */
int rg_cone_job_done(rg_cone_job *job, const rg_options *options, const double *impulse);
/* Where to start a problem like the last one: its raw impulses as they were before the corrections of
   the split, if there was one; nothing is written where there was none. */
void rg_cone_job_start(const rg_cone_job *job, double *impulse);
/* Raw impulses in and out. */
rg_status rg_cone_job_solve(rg_cone_job *job, const rg_options *options, double *impulse,
                            rg_outcome *outcome);

#endif
