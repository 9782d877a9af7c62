/* What the pivoting solvers have in common.

   A dictionary writes the basic variables as affine functions of the nonbasic ones,
       basic = T nonbasic + constant,
   and starts from w = M z + q. Exchanging a basic with a nonbasic variable is one pivot. On it
   stand the reduction of a mixed problem to a plain LCP (lemke, keller) and the basic-set method
   for bounds (judice-pires, murty). Notation: Cottle, Pang & Stone 1992, sections 2.3 and 4.1. */
#ifndef RG_PIVOT_H
#define RG_PIVOT_H

#include "solve/front/solver.h"

/* Variables: w_i is i, z_i is rows + i, one more (the artificial z_0 of Lemke) is 2 rows. */
typedef struct rg_dictionary {
  int rows, columns, stride; /* the constant is column `columns` */
  double *T;
  int *basic, *nonbasic; /* variable of each row, of each column */
  int *where;            /* of each variable: its row, or -1 - column */
} rg_dictionary;

/* Memory for `rows` and `columns` (rows or rows + 1) at most. */
void rg_dictionary_alloc(rg_arena *arena, rg_dictionary *d, int rows, int columns);
/* Labels of w = M z + q; T is left to the caller. */
void rg_dictionary_reset(rg_dictionary *d, int rows, int columns);
double *rg_dictionary_row(const rg_dictionary *d, int row);
void rg_dictionary_exchange(rg_dictionary *d, int row, int column);

enum { RG_STAY = 0, RG_LEAVE = 1, RG_ENTER = 2 };
/* Exchanges every variable marked RG_LEAVE with one marked RG_ENTER, largest pivot first, own
   complement preferred; stops at pivots under `tiny` times the largest entry met (or 1). Marks of
   what was exchanged are cleared. Returns the number of exchanges; the rest would be singular. */
int rg_dictionary_drive(rg_dictionary *d, unsigned char *mark, double tiny);

/* Powers of two that bring the largest entry of each row and column of diag(row) M diag(column)
   near 1 (Ruiz 2001). */
void rg_equilibrate(int n, const double *M, int ld, double *row, double *column);

/* options->max_iterations, or 50 n + 1000 where that is 0. */
int rg_pivot_limit(const rg_options *options, int n);
/* 1 where the iterations or the time are used up */
int rg_pivot_spent(int limit, const rg_outcome *outcome);

/* A square set of rows (w = 0) and columns (z unknown) of an MLCP; all other z are at a bound. */
typedef struct rg_basis {
  int count;
  int *rows, *columns;
  double *row_scale, *column_scale; /* n */
  double *LU, *rhs, *w, *trial;
  int *pivot;
} rg_basis;
void rg_basis_alloc(rg_arena *arena, rg_basis *basis, int n);
/* Solves w_rows = 0 for z_columns by LU of the original M with refinement from the given z; keeps
   the best of what it met, inside the bounds. Returns the relative natural residual. */
double rg_basis_polish(rg_basis *basis, const rg_mlcp *mlcp, double *z);

/* Reduction to a plain LCP (pivot_reduce.c). */
typedef struct rg_slot {
  int kind;                     /* one of the kinds in pivot_reduce.c */
  int row, column;              /* of the mixed problem: whose w and whose z */
  double row_sign, column_sign; /* w of the slot = row_sign w_row, z_column = column_sign z */
} rg_slot;
typedef struct rg_reduction {
  int n, capacity, size;
  rg_dictionary mixed;              /* scaled mixed problem with the free variables driven in */
  unsigned char *mark;              /* 2 n */
  double *row_scale, *column_scale; /* n, negative where only an upper bound exists */
  double *base, *width, *x;
  double q_scale;
  rg_slot *slot;
  double *slot_row_scale, *slot_column_scale;
  double *M, *q; /* size x size, size: the LCP */
  rg_basis basis;
} rg_reduction;
void rg_reduction_alloc(rg_arena *arena, rg_reduction *red, const rg_mlcp *mlcp);
/* 0, with a reason, where the bounds need more room than at set-up. */
int rg_reduction_make(rg_reduction *red, const rg_mlcp *mlcp, rg_outcome *outcome);
/* 1 where the slot is the multiplier of an upper bound. */
int rg_reduction_is_upper(const rg_reduction *red, int slot);
/* Point of the mixed problem; `basic` says which slots have a basic z. Returns the residual. */
double rg_reduction_finish(rg_reduction *red, const rg_mlcp *mlcp, const double *value,
                           const unsigned char *basic, double *z);
/* 1 where multipliers y >= 0 of the LCP's rows (or the direction dz of a ray) give a vector that
   proves that no z within the bounds has admissible w (Farkas); checked on the original numbers. */
int rg_reduction_farkas(rg_reduction *red, const rg_mlcp *mlcp, const double *y, char *reason,
                        size_t size);
int rg_reduction_farkas_ray(rg_reduction *red, const rg_mlcp *mlcp, const double *dz, char *reason,
                            size_t size);

/* Lemke's method by itself (lemke.c), for those who need its proof. */
void *rg_lemke_setup(rg_arena *arena, const rg_mlcp *mlcp, const rg_options *options);
rg_status rg_lemke_solve(void *state, const rg_mlcp *mlcp, const rg_options *options, double *z,
                         rg_outcome *outcome);

/* Principal pivoting with bounds (pivot_basic_set.c). */
void *rg_basic_set_setup(rg_arena *arena, const rg_mlcp *mlcp, const rg_options *options);
/* `patience`: block steps without fewer infeasibilities before single least-index steps; 0: single
   steps only. `limit`: of outcome->iterations. `from_z`: 1 begins with what z has between its bounds in the
   basis, 0 with nothing but free unknowns. */
rg_status rg_basic_set_solve(void *state, const rg_mlcp *mlcp, const rg_options *options,
                             int patience, int limit, int from_z, double *z, rg_outcome *outcome);

#endif
