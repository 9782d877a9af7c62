/* The mass matrix of the global form. M falls into independent groups of coordinates (one a body or a
   tree); each group is factored densely: unit M_k = L_k L_k'. */
#ifndef RG_MASS_H
#define RG_MASS_H

#include "base/arena.h"

#include <rigor/problem.h>

typedef struct rg_mass_matrix {
  int dof, groups;
  int *group_start;     /* groups + 1: positions in `member` */
  int *member;          /* dof: coordinates, group by group, ascending */
  int *group, *slot;    /* dof: group of a coordinate and its place in it */
  size_t *factor_start; /* groups + 1: positions in `factor` */
  unsigned char
      *diagonal;  /* groups: 1 where M has nothing but its diagonal, whatever its pattern says */
  double unit;    /* a power of two about as large as 1 / M */
  double *factor; /* L_k, dense row-major */
  double *work;   /* largest group */
  int odd[2];     /* the entry at which M is not symmetric; -1: it is */
  double odd_entry[2]; /* that entry and its mirror image */
} rg_mass_matrix;

rg_mass_matrix *rg_mass_matrix_new(rg_arena *arena, const rg_matrix *M);
/* 0, or 1 + the coordinate at which M is not symmetric or not positive definite */
int rg_mass_factor(rg_mass_matrix *mass, const rg_matrix *M);
/* Says which of both, after that answer. */
rg_status rg_mass_refused(const rg_mass_matrix *mass, int bad, rg_error *error);
void rg_mass_solve(const rg_mass_matrix *mass, double *x); /* x = M \ x */

/* entry loops over dense and sparse matrices alike */
int rg_matrix_row_start(const rg_matrix *matrix, int row);
int rg_matrix_row_end(const rg_matrix *matrix, int row);
int rg_matrix_column(const rg_matrix *matrix, int row, int position);
void rg_matrix_times(const rg_matrix *matrix, const double *x, double *y);       /* y = A x */
void rg_matrix_times_t_add(const rg_matrix *matrix, const double *x, double *y); /* y += A' x */

#endif
