/* From the public problem to a checked copy in local form. */
#ifndef RG_LOCAL_H
#define RG_LOCAL_H

#include "base/arena.h"
#include "law/forms.h"
#include "problem/rows.h"

#include <rigor/problem.h>

/* 1 where the problem gives M and G instead of A */
int rg_problem_is_global(const rg_problem *problem);

/* A deep copy of a checked problem in the arena, with targets where it had none. NULL where memory
   ran out. */
rg_problem *rg_problem_copy(rg_arena *arena, const rg_problem *problem);

/* What a step knows of its problem beside what the public one says, which then has no matrix. */
typedef struct rg_mechanics {
  const rg_row_factor *rows; /* A = unit W W' */
  int islands;               /* parts of the problem that do not act on each other; 0: not known */
  const int *island;         /* units: which one, numbered as they first appear */
  const unsigned char
      *held; /* islands: 1 where the answer is known, and rows are not; NULL: none is */
  const double *velocity; /* unknowns of these */
  const double *response; /* units of these: to an impulse of their own */
  const double
      *length;    /* contacts of these, m: what moments are measured over; where there are any */
  int only_proof; /* 1: nothing is solved, but the proof that nothing can be is looked for */
  int budget;     /* iterations after which the search is given up; 0: it is not */
  int brief; /* 1: another problem stands behind this one, and answers far away are not looked for */
} rg_mechanics;

/* Local form of a checked problem, with what is needed to refill it. The problem outlives it. */
typedef struct rg_localizer {
  rg_local local;
  const rg_mechanics *mechanics; /* NULL: a problem of its own */
  double *values, *c; /* of `local`, where the problem has none that could be seen as they are */
  double *response;   /* of `local` */
  double *length;     /* of `local` */
  unsigned char *
      slight; /* rows: 1 where the response is rounding beside those of what the row acts on; NULL: not asked */
  int slights;              /* how many */
  double *lower, *upper;    /* of `local`, where `slight` is asked for */
  double *terms;            /* global form: what each entry of c is a sum of, in absolute value */
  rg_global_rows *global;   /* global form, as rows */
  rg_mass_matrix *mass;     /* global form: the factors of M */
  rg_entries entries;       /* of A, where somebody needs them and only rows were given */
  double *column, *product; /* work: unknowns or coordinates; unknowns */
} rg_localizer;

/* `mechanics`: of a problem without a matrix; NULL: none. NULL where memory ran out. */
rg_localizer *rg_localizer_new(rg_arena *arena, const rg_problem *problem,
                               const rg_mechanics *mechanics);
/* From now on `local` has the entries of A. 0 where memory ran out. */
int rg_localizer_entries(rg_arena *arena, rg_localizer *localizer);
/* Refills A from the problem's current numbers. RG_BAD_INPUT where M is not positive definite or an
   operator returns something that is not finite. */
rg_status rg_localizer_matrix(rg_localizer *localizer, const rg_problem *problem, rg_error *error);
/* Refills c and the targets from the problem's current numbers. */
void rg_localizer_vector(rg_localizer *localizer, const rg_problem *problem);
/* `held` 1: rows that are rounding have the impulse 0, and nothing else; 0: they take part as others do. */
void rg_localizer_hold(rg_localizer *localizer, int held);
/* 1 where c and the targets are rounding alone, as far as the numbers that the problem is given by can tell. */
int rg_localizer_is_noise(const rg_localizer *localizer);
/* What residuals are measured by: the larger of ||c|| and ||u - target|| at the impulses of least size
   that the bounds allow (0 nearly always), each unit in response^-1/2: the root of an energy, in the unit of A; or,
   `plain`, as it is. */
double rg_localizer_reference(const rg_localizer *localizer, int plain);
/* u at these impulses: c, or work space that the next call overwrites; and the reference of any part, with its u */
const double *rg_localizer_driven(const rg_localizer *localizer);
double rg_local_reference(const rg_local *local, const double *driven, int plain);

#endif
