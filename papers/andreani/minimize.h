/* (MNCPOpt) and (LCPOpt) of the grasp as the paper states them, raw, for the minimizer of easy.h. */
#ifndef ANDREANI_MINIMIZE_H
#define ANDREANI_MINIMIZE_H

#include "easy.h"
#include "grasp.h"

enum { ANDREANI_MNCP_UNKNOWNS = 16, ANDREANI_LCP_UNKNOWNS = 20 };

/* The end of one minimization: its own unknowns, not what follows from the forces. */
typedef struct andreani_end {
  easy_result result;
  double force[ANDREANI_N];           /* c: (n, t, o) twice */
  double slip[2 * ANDREANI_CONTACTS]; /* a_t, as the unknowns have it */
  double lambda[ANDREANI_CONTACTS];
} andreani_end;

/* `start`: NULL: 0 */
andreani_end andreani_minimize_cone(const andreani_grasp *grasp, const double *b,
                                    const easy_rule *rule, const double *start);
andreani_end andreani_minimize_lcp(const andreani_grasp *grasp, const double *b,
                                   const easy_rule *rule, const double *start);

/* Value, gradient and Hessian, for tests: context is what the two above hand over. */
typedef struct andreani_cone_context {
  const andreani_grasp *grasp;
  const double *b;
} andreani_cone_context;
double andreani_cone_function(const void *context, const double *x, double *gradient, double *H);

#endif
