/* Pivotal path generation for PATH: from a point x the zero of the linearized normal map is
   followed,

       M z + q + x - z = (1 - t) r,   z = mid(lower, x, upper),   r: the left side at the start,

   from t = 0 to t = 1, where it solves the affine problem (Ralph 1994; Dirkse & Ferris 1995). With
   x - z = v - w, w >= 0 at the lower and v >= 0 at the upper bound, each piece is a basis of

       M z - w + v + t r = r - q,

   and its end is a pivot, as in Lemke's method with r as the covering vector. */
#ifndef RG_PATH_PIVOTS_H
#define RG_PATH_PIVOTS_H

#include "base/arena.h"

typedef enum rg_path_end {
  RG_PATH_REACHED,  /* t is the wanted one */
  RG_PATH_RAY,      /* an unbounded piece: `ray` has its direction in z */
  RG_PATH_RETURNED, /* t fell back to 0 */
  RG_PATH_SINGULAR, /* the first basis, or a later one, cannot be factored */
  RG_PATH_LIMIT     /* too many pivots */
} rg_path_end;

typedef struct rg_path_pivots {
  int n;
  /* the affine problem, set by the caller */
  const double *M, *q, *lower, *upper;
  double proximal; /* M + proximal I is used, and q - proximal z at the start */
  /* results */
  double *x;   /* where the path ended */
  double *ray; /* direction in z of an unbounded piece */
  double t;    /* largest t reached */
  int pivots;  /* of the last trace */
  /* the basis: position p holds variable head[p] with value value[p] */
  int *head;
  double *value, *at; /* at: z of the variables outside the basis */
  double *r, *right, *direction;
  double *factor; /* LU of the basis at the last factorization */
  int *order;     /* its pivots */
  double *etas;   /* changes of the basis since: column d of each */
  int *eta_at;    /* and its position */
  int eta_count;
} rg_path_pivots;

rg_path_pivots *rg_path_pivots_setup(rg_arena *arena, int n);

/* Follows the path from x until t = t_stop (in (0, 1]); the end is in path->x. */
rg_path_end rg_path_trace(rg_path_pivots *path, const double *x, double t_stop);

#endif
