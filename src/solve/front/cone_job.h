/* One problem in cone form from local form to impulses: set-up, solve, and the compliant split. */
#ifndef RG_CONE_JOB_H
#define RG_CONE_JOB_H

#include "law/cone.h"
#include "solve/front/solver.h"

/* blocks that make a crowd, and those beyond which only sweeps are tried, and no split is sought */
enum { RG_CROWD = 300, RG_THRONG = 40000 };

typedef struct rg_cone_job {
  const rg_solver_entry *entry;
  rg_cone_map *map;                /* NULL: no job */
  rg_mixed *mixed;                 /* solvers of the mixed form see the cone through it */
  double *z;                       /* its unknowns */
  void *state;                     /* the solver's; NULL until it is needed */
  const rg_solver_entry *splitter; /* compliant: who solves the problem with a compliance */
  void *splitter_state;
  double *x;      /* unknowns of the cone */
  double *center; /* compliant: what the compliance pulls towards */
  double *start;  /* compliant: where the solve began */
  double *c;      /* compliant: c of the cone before it is recentred */
  double *first;  /* compliant: x_1 of the last split */
  int has_first;
  double *u, *clean; /* velocities; impulses in their cones */
  double floor;      /* compliant: what rounding leaves of the residual */
  int compliant;     /* asked for */
  int throng;        /* asked for, and too many contacts for it */
  int not_split;     /* the last solve did not find a compliant split and went on without */
} rg_cone_job;

/* Pattern and vectors; 0 where memory ran out. `compliant`: as RG_SPLIT_COMPLIANT asks for. */
int rg_cone_job_new(rg_arena *arena, const rg_solver_entry *entry, const rg_local *local,
                    int compliant, rg_cone_job *job);
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
rg_status rg_cone_job_solve(rg_cone_job *job, const rg_local *local, const rg_options *options,
                            double *impulse, rg_outcome *outcome);

#endif
