/* What A is made of where M and G are given: rows W = G L^-T with A = G M^-1 G' = unit W W', and A itself from any
   such rows. */
#ifndef RG_ROWS_H
#define RG_ROWS_H

#include "math/row_factor.h"
#include "problem/mass.h"

typedef struct rg_global_rows {
  rg_mass_matrix *mass;
  rg_row_factor factor;
  int *width, *unknown, *run_start, *tree_first, *tree_size; /* of the factor */
  rg_run *run;
  double *value;
  double *dense; /* work: a row of G, one number a coordinate */
  size_t values;
} rg_global_rows;

/* NULL where memory ran out. */
rg_global_rows *rg_global_rows_new(rg_arena *arena, const rg_problem *problem);
/* From the problem's current numbers; 0, or 1 + the coordinate at which M is refused (mass.h). */
int rg_global_rows_fill(rg_global_rows *rows, const rg_problem *problem);

/* A in compressed rows, columns ascending, symmetric to the last bit. */
typedef struct rg_entries {
  int *row_start, *column;
  double *value;
} rg_entries;

/* M and G of the global problem that has these rows: coordinates in which every mass is 1 / unit. Zeros of M are there
   where they tell which coordinates are a tree. 0 where memory ran out. */
int rg_rows_global(rg_arena *arena, const rg_row_factor *rows, rg_matrix *M, rg_matrix *G);

/* 0 where memory ran out */
int rg_rows_pattern(rg_arena *arena, const rg_row_factor *rows, rg_entries *A);
void rg_rows_fill(const rg_row_factor *rows, const rg_entries *A);

#endif
