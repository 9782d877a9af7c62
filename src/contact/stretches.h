/* Stretches of a deep tree: degrees of freedom in a line at which nothing enters, no contact, no scalar row and
   no other way. What lies below acts on a stretch through the one force p at the body of its lowest degree of
   freedom, so that half-solved rows there are w = Z p, and with Z = Q R have the inner products of R p: six
   coordinates in place of many, at the places of the six lowest. This is the recursion of operational-space inertia
   (Kreutz-Delgado, Jain & Rodriguez 1992; Jain 2011, ch. 10) in the form of a square root (docs/assembly.md). */
#ifndef RG_STRETCHES_H
#define RG_STRETCHES_H

#include "contact/constraints.h"
#include "math/wide.h"

enum { RG_STRETCH_WIDTH = 2 * RG_LANES }; /* of a row of six numbers */

typedef struct rg_stretch {
  int top;                        /* its uppermost degree of freedom */
  double R[6 * RG_STRETCH_WIDTH]; /* w = R p, column by column */
  double P[6 * RG_STRETCH_WIDTH]; /* what of p goes on, at the body of `top`, likewise */
} rg_stretch;

/* The coordinates of half-solved rows: the degrees of freedom on the ways of rows, six for a stretch that is shortened. They
   are trees as well, numbered in the order of the degrees of freedom. */
typedef struct rg_stretches {
  int size;
  int *
      dof; /* coordinates: degree of freedom; of a stretch the lowest for the first of its six, and so on */
  int *parent; /* coordinates: -1 at a root */
  int *part;   /* coordinates: 0, or which of the six of a stretch, from 1 on */
  int *of;     /* coordinates: of which stretch */
  int *
      place; /* nv: coordinate of a degree of freedom at which something enters or parts; -1: it has none */
  int count;
  rg_stretch *list;
  /* work, nv */
  double *scale;      /* D^-1/2 */
  int *passing;       /* rows that pass */
  int *ways;          /* ways that come from below */
  unsigned char *cut; /* 1: something enters here */
} rg_stretches;

void rg_stretches_setup(rg_stretches *stretches, rg_arena *arena, const rg_model *model);
/* Coordinates for the rows of the chosen units (NULL: all), short where that is cheaper, with their R and P; `unit` of D^-1,
   `tip` as in rg_body_tips. Needs rg_articulated_factor. */
void rg_stretches_find(rg_stretches *stretches, const rg_model *model, const rg_data *data,
                       const rg_constraints *constraints, const unsigned char *chosen,
                       const int *tip, double unit);
/* Of `count` forces at the body of its lowest degree of freedom, six numbers each: their coordinates, RG_STRETCH_WIDTH
   numbers each, and what goes on in their place. */
void rg_stretch_pass(const rg_stretch *stretch, int count, double *force, double *coordinates);

#endif
