/* The parts of Todorov's solver: edges (todorov_edges.c), the linear algebra of an iteration
   (todorov_algebra.c), the search along the dogleg (todorov_search.c) and the iteration itself
   (todorov.c). Todorov 2010, sec. III. */
#ifndef RG_TODOROV_PARTS_H
#define RG_TODOROV_PARTS_H

#include "solve/papers/implicit_map.h"

/* The edges of a cell on which x may lie. `plane` is x_n = 0, or a bound of a row. */
typedef enum rg_edge { RG_EDGE_NONE = 0, RG_EDGE_PLANE = 1, RG_EDGE_CONE = 2 } rg_edge;

/* Where a segment crosses an edge: from + alpha (to - from); `level` is the x_n of a plane. */
typedef struct rg_crossing {
  double alpha, level;
  int cell;
  rg_edge edge;
} rg_crossing;

enum { RG_PANEL = 4 /* rows of a panel: those of a cell, with room for whole vectors */ };

/* Where the factor of H differs from zero. */
typedef struct rg_fill {
  int *start, *cell;   /* per cell: the cells of its rows, ascending up to itself */
  int *parent, *seen;  /* per cell: the elimination tree; the last cell that has met it */
  int *column, *chunk; /* of a panel: columns; the first columns of the chunks behind */
} rg_fill;

typedef struct rg_todorov {
  rg_implicit_map *map;
  int edge_search, edge_project, cone_project; /* the safeguards of sec. III-C and III-D */

  double *x, *phi, *r;              /* the iterate, its impulse and its residual */
  double loss;                      /* 1/2 r'r, Eq. 19 */
  double lambda;                    /* Eq. 21 */
  double lambda_start, lambda_step; /* settings */

  double *slope;   /* per cell: the chosen element of the sub-differential, Eq. 26 */
  rg_edge *active; /* per cell: the active edge */
  double *basis;   /* per cell: B of Eq. 29, size x width, orthonormal columns */
  int *width;      /* per cell */
  double *image;   /* per cell: slope B */
  int *column;     /* per cell: its first column of B */
  int reduced;     /* columns of B in all */

  double *JB, *H;           /* n x reduced, its zeros not written; reduced x reduced */
  int *place_start, *place; /* per cell: the columns of JB in which its rows have entries */
  rg_fill fill;
  double *panel;           /* the rows of a cell of H, column by column */
  double *gradient, *step; /* B'g and the Newton step, reduced */
  double *newton, *cauchy; /* points, Eq. 28 */
  double *pull;            /* K'r */
  double *trial, *trial_phi, *trial_r;
  double *best, best_loss;    /* of a search */
  int best_beyond, best_edge; /* it is at the Cauchy point or beyond; and on an edge */
  double *direction;          /* of a segment */
  rg_crossing *crossing;
  double *impulse, *velocity; /* for the residual that one stops by */
  double *best_impulse;
  double *rho;
  double *plain_c,
      *plain_rho; /* c and the scale of impulses in raw units, for the method as printed */
} rg_todorov;

/* Evaluates trial_phi, trial_r at trial and returns its loss; infinite where it is not finite. */
double rg_todorov_trial(rg_todorov *t);

/* Finds the edges on which x lies, chooses J among the sub-differential (Eq. 25-26), builds B. */
void rg_todorov_edges(rg_todorov *t);
/* Moves the cells of `point` that are on active curved edges to the nearest point of the cone. */
void rg_todorov_project(const rg_todorov *t, double *point);
/* The nearest point to x_cell of the cone |x_t| = -mu x_n, x_n <= 0. */
void rg_todorov_cone_nearest(const rg_cell *cell, double *x_cell);

/* Finds where the factor of H has entries, for the couplings of the map (todorov_algebra.c). */
void rg_todorov_fill(rg_todorov *t);
/* J B = K (slope B) - B and the gradient B'J'r. */
void rg_todorov_jacobian(rg_todorov *t);
/* y = J B x */
void rg_todorov_jacobian_times(const rg_todorov *t, const double *x, double *y);
/* The Cholesky factor of B'J'JB + lambda I in H (lower triangle, row-major, reduced columns);
   returns 0, or 1 where it is not positive definite. */
int rg_todorov_factor(rg_todorov *t);

/* Searches x : cauchy and cauchy : newton (sec. III-C); the best point is left in best and
   best_loss, which must hold the least acceptable loss on entry. */
void rg_todorov_search(rg_todorov *t);

#endif
