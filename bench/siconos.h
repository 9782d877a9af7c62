/* Siconos numerics as a peer: which of its solvers can be tried on a problem, and one timed job
   each. Where Siconos is not installed the list is empty (siconos_absent.c). */
#ifndef BENCH_SICONOS_H
#define BENCH_SICONOS_H

#include "case.h"

typedef struct siconos_solver siconos_solver;

enum {
  SICONOS_STORE_DENSE = 1,
  SICONOS_STORE_BLOCK = 2,
  SICONOS_STORE_SPARSE = 4,
  SICONOS_RUNS_MAX = 160
};

/* one solver with one storage of the matrix */
typedef struct siconos_run {
  const siconos_solver *solver;
  int storage; /* one of SICONOS_STORE_* */
  int reduced; /* a global problem is handed over in local form */
} siconos_run;

typedef struct siconos_task {
  const bench_case *one;
  siconos_run run;
  double tol;       /* natural map relative to ||c|| that must be met */
  double tolerance; /* what to ask of Siconos; 0: the loosest power of ten that meets `tol` */
  double budget;    /* s: repeats until this is used up */
} siconos_task;

/* "4.4.0+dfsg-2", or "" where it is not installed */
const char *siconos_version(void);

/* Everything to try on a problem, the most promising first; returns how many. `quick` leaves out
   the solvers that are never near the best. */
int siconos_list(const bench_case *one, int quick, siconos_run *runs);
/* "NSN_AC sparse", "local NSGS block" */
const char *siconos_run_name(const siconos_run *run, char *buffer, int size);

/* bench_jobs; `context` is a siconos_task. The second times Siconos's own reduction of a global
   problem to local form. */
void siconos_job(const void *context, int report);
void siconos_reduction_job(const void *context, int report);

#endif
