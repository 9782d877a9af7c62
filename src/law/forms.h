/* The forms in which a contact problem reaches a solver.

   cone   blocks of size d; exact friction cones and scalar rows with bounds; scaled so that the
          diagonal of A is near 1. What the law `cone` makes; an MLCP fits too (no contacts).
   mlcp   w = M z + q, dense; lower <= z <= upper (Mylapilli & Jain 2017, Eq. 2). What every other
          law makes.
   mixed  the same with a smooth nonlinear F(z). The cone as Andreani et al. 2002 write it. */
#ifndef RG_FORMS_H
#define RG_FORMS_H

#include "base/arena.h"
#include "law/friction.h"
#include "math/row_factor.h"

#include <math.h>

#include <rigor/law.h>
#include <rigor/problem.h>

/* Who shares a tree of the rows, and which block of its own cone problem each of them is in. */
typedef struct rg_tree_blocks {
  rg_tree_units units;
  const int *block;
} rg_tree_blocks;

/* A checked problem in local form, A in compressed rows: views of the problem's own arrays where it
   has them. */
typedef struct rg_local {
  rg_kind kind;
  int dim, contacts, rows, n;
  const int *row_start, *column; /* A: n x n by rows; columns in any order, duplicates add up.
                                    NULL: A is there by its factor only */
  const double *values;
  const double *c; /* free velocity; the target is not folded in */
  const double *mu, *target;
  const double *spin, *roll; /* dim 4 and 6: contacts; NULL otherwise */
  int ellipsoid;
  const double *
      length; /* dim 4 and 6: contacts, m: moments over it count as impulses, angular velocities times it as
                           velocities; the root of the ratio of the responses to both; NULL otherwise */
  const double
      *leeway; /* two a contact: how far its target may be too high and too low; NULL: not */
  const double *lower, *upper; /* rows */
  double unit;                 /* a power of two: what A is measured in */
  const double
      *response;  /* rows + contacts: mean diagonal of the own block of A, in `unit`, > 0; NULL:
                                  an LCP or MLCP, measured as it is */
  double typical; /* mean response of the contacts; 1 where there are none */
  const rg_row_factor
      *factor; /* A = unit W W' of its units `factor_unit` (NULL: all); NULL: not known */
  const int *factor_unit; /* rows + contacts */
  /* A by its factor only: NULL: of the blocks of the cone those on the diagonal are made, else all; */
  const rg_tree_blocks *sharing;
  int bare; /* 1: not even those */
} rg_local;

/* A x of the x that was asked for last: a solve asks for many of them twice */
typedef struct rg_cone_product {
  int known;
  double *x;       /* n, and a vector before and behind it that may be read */
  double *product; /* n */
  double square;   /* of |A| |x|, summed over all rows */
} rg_cone_product;

/* Cone form. n = blocks * d scaled unknowns x; scale = (diagonal of A)^-1/2, raw impulse = impulse_unit * scale * x,
   raw velocity = unit * u / scale: both are then roots of energies, and neither units nor masses nor speeds
   change what a solver sees. Contacts with moments have blocks of 6, whatever their dimension; a moment counts over the
   length of its contact, and one that has no coefficient is 0.
   Scalar rows come first, d to a block; unused rows of the last such block are dummies
   (A = 1, c = 0, free, scale 1). `c` has the target folded in: c_n - b. */
typedef struct rg_cone {
  int d, blocks, n;
  int contacts, rows;    /* of the raw problem, */
  int dim;               /* and the unknowns of a contact there: d, or 4 where that is 6 */
  int first_contact;     /* number of row blocks */
  int *start, *column;   /* block rows, block columns ascending */
  int *diagonal;         /* position of the diagonal block of each row */
  double *values;        /* d x d row-major blocks, scaled; NULL: none were asked for */
  double *c;             /* n, scaled, target folded in */
  double *mu;            /* blocks; 0 for row blocks */
  rg_friction *friction; /* contacts: where they have moments; NULL: none has */
  double *leeway;        /* two a block: as of rg_local, scaled as c is; NULL: none has */
  double *lower, *upper; /* of the row blocks, scaled */
  double *scale;         /* n; the same for all unknowns of a contact, moments over its length */
  double *weight;        /* blocks: of squares in the residual; 1 for rows */
  double unit;           /* what velocities are measured in: the reference of the residual */
  double impulse_unit;   /* the same over the unit of A */
  int plain;             /* 1: an LCP or MLCP: residuals are those of raw unknowns */
  double c_norm; /* the reference in its unit: 1, or 0 where there is nothing to measure by */
  rg_cone_product *last; /* NULL: not kept */
  double *coordinates;   /* of the factor. NULL: all blocks are there; else only the diagonal ones,
                            and products go through the factor with this as their work space */
  const rg_row_factor
      *factor; /* raw A = unit W W' of its units `factor_unit` (NULL: all); NULL: not known */
  const int *factor_unit;
  int filled;                 /* 1: numbers are there */
  struct rg_workers *workers; /* who may help with a crowd; NULL: nobody. The same bits with any */
} rg_cone;

/* Blocks from which on sums over all of them are taken by portions (base/parallel.h), with or without threads. */
enum { RG_CROWD = 4096 };

/* MLCP form, dense row-major. */
typedef struct rg_mlcp {
  int n;
  double *M, *q, *lower, *upper;
  double reference; /* what the residual is measured by; 0: ||q|| */
} rg_mlcp;

/* Mixed NCP form: lower <= z <= upper, F(z). J may be NULL; dense row-major n x n, dF_i/dz_j. */
typedef struct rg_mixed {
  int n;
  double *lower, *upper;
  void (*eval)(const void *context, const double *z, double *F, double *J);
  const void *context;
  double reference; /* what the residual is measured by; 0: the solver's own choice */
} rg_mixed;

/* 1 where two rows of A have the same columns in the same order, as those of a contact mostly do. */
int rg_local_same_columns(const rg_local *local, int i, int j);

/* Products, and the residuals that solvers stop by. The certificate does not use them. */

/* w = M z + q */
void rg_mlcp_w(const rg_mlcp *mlcp, const double *z, double *w);
/* || z - mid(lower, z - w, upper) ||_2 relative to the reference; absolute where that is 0 */
double rg_mlcp_residual(const rg_mlcp *mlcp, const double *z, const double *w);
/* u = A x + c, scaled */
void rg_cone_velocity(const rg_cone *cone, const double *x, double *u);
/* natural map of x and u relative to its reference */
double rg_cone_residual(const rg_cone *cone, const double *x, const double *u);
/* the same with targets and surfaces within their leeway, those that suit it best: what will do where no more can be had */
double rg_cone_within(const rg_cone *cone, const double *x, const double *u);
/* squared distance of a contact's scaled impulse r from P_K(r - u~), u~_n = u_n + mu |u_t|, target taken off u_n;
   where mu is so large that it hardly shows penetration, a hundredth of that counts by itself */
double rg_contact_natural_square(int d, double mu, const double *r, const double *u);
/* The velocity u of a contact with the target and the surface's motion that suit its impulse r best, each within the
   leeway: the nearest that the laws allow. The normal part may have either sign where there is an impulse, without one it
   may only close; a slip that is small enough is none, any other is turned against the friction. */
static inline void rg_take_leeway(int d, const double leeway[2], const double *r, double *u) {
  double slip = d == 3 ? sqrt(u[1] * u[1] + u[2] * u[2]) : fabs(u[1]);
  double down = leeway[0], up = leeway[1];
  if (u[0] < 0) u[0] = u[0] < -down ? u[0] + down : 0;
  else if (r[0] > 0) u[0] = u[0] > up ? u[0] - up : 0;
  if (!(r[0] > 0)) return;
  double friction = d == 3 ? sqrt(r[1] * r[1] + r[2] * r[2]) : fabs(r[1]), along = 0, off = 0;
  double way[3] = {0}; /* from u to the ray against the friction, or to 0 */
  for (int k = 1; k < d && slip > up && friction > 0; k++) along -= u[k] * r[k] / friction;
  for (int k = 1; k < d; k++) {
    way[k] = -u[k] - (along > 0 ? along * r[k] / friction : 0);
    off += way[k] * way[k];
  }
  off = sqrt(off);
  for (int k = 1; k < d; k++) u[k] += off > up ? up / off * way[k] : way[k];
}
/* what rounding in A x alone makes of that residual: || eps |A| |x| || */
double rg_cone_rounding(const rg_cone *cone, const double *x);

#endif
