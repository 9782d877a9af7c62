/* From the public problem to a checked copy in local form. */
#ifndef RG_LOCAL_H
#define RG_LOCAL_H

#include "base/arena.h"
#include "law/forms.h"
#include "problem/mass.h"

#include <rigor/problem.h>

/* 1 where the problem gives M and G instead of A */
int rg_problem_is_global(const rg_problem *problem);

/* A deep copy of a checked problem in the arena, with targets where it had none. NULL where memory
   ran out. */
rg_problem *rg_problem_copy(rg_arena *arena, const rg_problem *problem);

/* Local form of a checked problem, with what is needed to refill it. The problem outlives it. */
typedef struct rg_localizer {
  rg_local local;
  double *values, *c;    /* of `local`, where the problem has none that could be seen as they are */
  double *response;      /* of `local` */
  rg_mass *mass;         /* global form: factor of M */
  rg_delassus *delassus; /* global form: pattern of G M^-1 G' */
  double *column, *product; /* operator: one column and its image */
} rg_localizer;

/* `factor`: what A is made of; NULL: not known. An operator that has one is not probed: `local` then
   has no entries of A, and its row_start is NULL. NULL where memory ran out. */
rg_localizer *rg_localizer_new(rg_arena *arena, const rg_problem *problem,
                               const rg_row_factor *factor);
/* Refills A from the problem's current numbers. RG_BAD_INPUT where M is not positive definite or an
   operator returns something that is not finite. */
rg_status rg_localizer_matrix(rg_localizer *localizer, const rg_problem *problem, rg_error *error);
/* Refills c and the targets from the problem's current numbers. */
void rg_localizer_vector(rg_localizer *localizer, const rg_problem *problem);
/* What residuals are measured by: the larger of ||c|| and ||u - target|| at the impulses of least size
   that the bounds allow (0 nearly always), each unit in response^-1/2: the root of an energy, in the unit of A; or, `plain`, as it is. */
double rg_local_reference(const rg_local *local, int plain);

#endif
