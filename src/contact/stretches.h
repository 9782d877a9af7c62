/* Stretches of a deep tree: degrees of freedom in a line at which nothing enters, no contact, no scalar row and
   no other way. What lies below acts on a stretch through the one force p at the body of its lowest degree of
   freedom, so that half-solved rows there are w = Z p, and with Z = Q R have the inner products of R p: six
   coordinates in place of many, at the places of the six lowest. This is the recursion of operational-space inertia
   (Kreutz-Delgado, Jain & Rodriguez 1992; Jain 2011, ch. 10) in the form of a square root (docs/assembly.md). */
#ifndef RG_STRETCHES_H
#define RG_STRETCHES_H

#include "contact/constraints.h"
#include "contact/half_rows.h"
#include "math/wide.h"

enum { RG_STRETCH_WIDTH = 2 * RG_LANES }; /* of a row of six numbers */

typedef struct rg_stretch {
  int top;                         /* its uppermost degree of freedom */
  double R[6 * RG_STRETCH_WIDTH];  /* w = R p: the upper triangle */
  double P[6 * RG_STRETCH_WIDTH];  /* what of p goes on, at the body of `top` */
} rg_stretch;

typedef struct rg_stretches {
  int count;
  rg_stretch *list;
  int *of;   /* nv: the stretch whose lowest degree of freedom this is; -1: none that is shortened */
  int *next; /* nv: the next coordinate up: the parent, or what follows on a stretch */
  /* work, nv */
  int *passing;       /* rows that pass */
  int *ways;          /* ways that come from below */
  unsigned char *cut; /* 1: something enters here */
  unsigned char *is_short; /* 1: a coordinate of a stretch, which stands for no degree of freedom */
} rg_stretches;

void rg_stretches_setup(rg_stretches *stretches, rg_arena *arena, const rg_model *model);
/* Finds those that are cheaper shortened, for the rows of the chosen units (NULL: all), and their R and P. `tip` as in
   rg_body_tips. Needs rg_articulated_factor and its scale in `rows`, whose trees follow `next` from now on. */
void rg_stretches_find(rg_stretches *stretches, const rg_model *model, const rg_data *data,
                       const rg_constraints *constraints, const unsigned char *chosen,
                       const int *tip, rg_half_rows *rows);

#endif
