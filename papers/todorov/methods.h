/* Ways to solve a step's problem, and what is counted of them. */
#ifndef PAPERS_TODOROV_METHODS_H
#define PAPERS_TODOROV_METHODS_H

#include "balls.h"

enum { TALLY_STEPS = 400 /* most solves of one run */ };

typedef struct method {
  const char *label;
  rg_options options;
  int scaled; /* the problem is given as S A S, S c with a unit diagonal on average (his sec. V-A)
               */
  int warm;   /* starts from the last step */
} method;

typedef struct tally {
  long solves, failed, iterations, contacts, newton_points, newton_accepted;
  long unknowns;                /* of the system that the solver saw */
  long searches, beyond, edges; /* of rg_report */
  long off_cone;    /* answers whose natural map of the exact cone is over 1e-6, relative */
  double worst_map; /* the largest such natural map */
  int run_solves, runs;
  int run_iterations[TALLY_STEPS];
  double run_seconds[TALLY_STEPS];          /* of the processor for the solves, without set-up */
  double iteration_medians, second_medians; /* sums of the runs' */
} tally;

/* todorov as printed, in the given units, all contacts together */
rg_options todorov_printed(void);
/* todorov as rigor ships it: rescaled, with leaps and restarts */
rg_options todorov_robust(void);
/* another solver and law on all contacts together */
rg_options other_solver(const char *name, rg_law law, int directions);

/* Solves the problem, counts, and leaves the last iterate in `impulse` whether or not it is solved.
 *solved (may be NULL) tells. Only errors of set-up are passed on. */
rg_status method_solve(const method *m, const rg_problem *problem, const double *warm,
                       double *impulse, tally *count, int *solved);

/* Adds finished runs; *to may be zero. */
void tally_add(tally *to, const tally *runs);

/* Between runs; then the averages. NaN where there is nothing to average. */
void tally_end_run(tally *t);
double tally_iterations(const tally *t); /* median of a run, averaged over the runs */
double tally_accepted(const tally *t);   /* % of Newton points */
double tally_failed(const tally *t);     /* % of solves */
double tally_contacts(const tally *t);
double tally_unknowns(const tally *t);
double tally_milliseconds(const tally *t); /* median of a run, averaged */
double tally_off_cone(const tally *t);     /* % of solves */
double mean_iterations(const tally *t);    /* iterations */

/* Simulations that `auto` drives, each of their problems given to all methods, on several threads;
   *count (zero on entry) has one tally a run and method, the methods of a run side by side. Long
   runs last: they begin first. */
rg_status compare_methods(const paper_options *options, int runs, const balls_run *run, int methods,
                          const method *list, tally *count);

/* "12.3", or "-" for NaN, in a ring of buffers */
const char *number_text(double value, int digits);

#endif
