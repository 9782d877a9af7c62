/* The part of a contact problem that is solved while islands at rest go on with their answers:
   the units of all other islands, in their order. */
#ifndef RG_PART_H
#define RG_PART_H

#include "base/arena.h"

#include <rigor/problem.h>

typedef struct rg_part {
  int active;            /* 0: the whole problem is solved */
  rg_problem problem;    /* its arrays are those below */
  unsigned char *chosen; /* units of the whole */
  int *unknown;          /* unknowns of the part: their number in the whole */
  double *c, *mu, *target, *leeway, *lower, *upper;
  double *start; /* impulses to start from */
} rg_part;

/* 0 where memory ran out */
int rg_part_new(rg_part *part, rg_arena *arena, int most_rows, int most_contacts);

#endif
