/* Constraint embedding: the closures are eliminated instead of enforced (Jain 2011, ch. 12;
   Mylapilli & Jain 2017, sec. 2.4.3).

   The degrees of freedom that a closure ties together, with all between them on the tree, are one
   compound joint. Pivoting picks its independent rates; the others follow:

       qvel = E x,   qacc = E x' + drift,   (E' M E) x' = E' (force - M drift)

   A compound joint hangs on one degree of freedom of the tree, so the reduced system is a tree
   again: its mass matrix has entries along the reduced tree only, and there are no closure rows and
   no multipliers left. */
#ifndef RG_EMBEDDED_H
#define RG_EMBEDDED_H

#include "dynamics/closure.h"

typedef struct rg_embedded {
  rg_closure *closure;
  int nv;
  int size; /* independent rates; changes only where the rank of the closures does */

  /* compound joints; fixed */
  int loops;
  int *loop_of;               /* nv: compound joint of a degree of freedom, -1 */
  int *loop_start, *loop_dof; /* loops + 1, degrees of freedom in ascending order */
  int *row_start, *loop_row;  /* loops + 1, rows of the closure */
  int *place;                 /* nv: position in its compound joint */
  long *block;                /* loops: first entry in `expand` */

  /* independent rates */
  unsigned char *dependent; /* nv */
  int *coordinate;          /* nv: index among the independent rates, -1 */
  int *independent;         /* size: degree of freedom */
  int *parent;              /* size: next rate up the reduced tree, -1 */
  int *reach;               /* nv: last rate at or above a degree of freedom, -1 */
  int *rate_start;          /* loops: first independent rate */
  int *loop_size;           /* loops: independent rates */

  /* rg_embedded_update */
  double *expand; /* by compound joint: its degrees of freedom x its rates, E */
  double *drift;  /* nv */
  int *row;       /* size + 1: start of a row of `mass`, entries from the diagonal up the tree */
  double *mass;   /* E' M E, then its factor L' D L, unit L, D on the diagonal */

  double *table;          /* work: rows x (columns + 2) of the largest compound joint */
  double *correction;     /* nv: change of the dependent coordinates that closes the loops */
  double *rate, *scratch; /* nv each */
} rg_embedded;

/* NULL where memory ran out */
rg_embedded *rg_embedded_new(rg_arena *arena, const rg_model *model);

/* Picks the independent rates and computes E, drift and the reduced mass; needs rg_mass and
   rg_velocity_stage. Returns 0 where the reduced mass is not positive definite. */
int rg_embedded_update(rg_embedded *embedded, const rg_model *model, const rg_data *data);

/* x = E y, nv from size; y = E' x, size from nv; y = (E' M E) \ y in place */
void rg_embedded_expand(const rg_embedded *embedded, const double *y, double *x);
void rg_embedded_reduce(const rg_embedded *embedded, const double *x, double *y);
void rg_embedded_solve(const rg_embedded *embedded, double *y);

/* qacc of the closed system under the generalized force `force` (qfrc_smooth) */
void rg_embedded_acceleration(rg_embedded *embedded, const rg_model *model, const rg_data *data,
                              const double *force, double *qacc);

/* Closes the loops with the independent coordinates held: Newton on the others, then their
   velocities. Leaves all stages up to rg_mass and the embedding computed. Returns the largest
   residual. */
double rg_embedded_close(rg_embedded *embedded, const rg_model *model, rg_data *data,
                         int most_steps, double tolerance);

#endif
