/* The mass matrix of the global form, and A = G M^-1 G'. M falls into independent groups of
   coordinates (one a body or a tree); each group is factored densely: M_k = L_k L_k'. */
#ifndef RG_MASS_H
#define RG_MASS_H

#include "base/arena.h"

#include <rigor/problem.h>

typedef struct rg_mass {
  int dof, groups;
  int *group_start;     /* groups + 1: positions in `member` */
  int *member;          /* dof: coordinates, group by group, ascending */
  int *group, *slot;    /* dof: group of a coordinate and its place in it */
  size_t *factor_start; /* groups + 1: positions in `factor` */
  double *factor;       /* L_k, dense row-major */
  double *work;         /* largest group */
} rg_mass;

rg_mass *rg_mass_new(rg_arena *arena, const rg_matrix *M);
/* 0, or 1 + the coordinate at which M is not positive definite */
int rg_mass_factor(rg_mass *mass, const rg_matrix *M);
void rg_mass_solve(const rg_mass *mass, double *x); /* x = M \ x */

typedef struct rg_delassus {
  int *touch_start, *touch;         /* groups + 1: rows of G that touch a group */
  size_t *image_start;              /* groups + 1: positions in `image` */
  double *image;                    /* L_k^-1 G_k', one row per touching row of G */
  int *group_start, *group, *place; /* n + 1: groups that a row touches, its place among them */
  double *work;                     /* n */
  int entries;                      /* of the pattern of A */
} rg_delassus;

/* Counts the pattern of A = G M^-1 G'. */
rg_delassus *rg_delassus_new(rg_arena *arena, const rg_mass *mass, const rg_matrix *G);
void rg_delassus_pattern(const rg_delassus *delassus, int n, int *row_start, int *column,
                         int *mark);
void rg_delassus_fill(rg_delassus *delassus, const rg_mass *mass, const rg_matrix *G,
                      const int *row_start, const int *column, double *values);

/* entry loops over dense and sparse matrices alike */
int rg_matrix_row_start(const rg_matrix *matrix, int row);
int rg_matrix_row_end(const rg_matrix *matrix, int row);
int rg_matrix_column(const rg_matrix *matrix, int row, int position);
void rg_matrix_times(const rg_matrix *matrix, const double *x, double *y);       /* y = A x */
void rg_matrix_times_t_add(const rg_matrix *matrix, const double *x, double *y); /* y += A' x */

#endif
