/* The contact problem: the hinge between physics and mathematics.

   n = rows + dim * contacts unknowns: first `rows` scalar rows (bilateral constraints, motors,
   joint limits, joint friction), then the contacts, each (normal, tangent), or (normal, tangent1,
   tangent2), and behind these the moment about the normal (dim 4), and those about both tangents
   (dim 6), which go with the angular velocities about the same axes.

       u = A x + c

       scalar row i   lower_i <= x_i <= upper_i and
                      u_i = 0 inside, u_i >= 0 at lower, u_i <= 0 at upper
       contact        0 <= r_n  _|_  u_n - target >= 0
                      |r_t| <= mu r_n,  u_t = 0  or  r_t = -mu r_n u_t / |u_t|
                      the same of the moment about the normal with `spin` in the place of mu, and
                      of the two others with `roll`; or, `ellipsoid`, of all of them together
                      (docs/rolling.md)

   Local form gives A. Global form gives M and G instead:  M v = f + G^T x,  u = G v + c,
   that is A = G M^-1 G^T. An LCP or MLCP is a problem without contacts: A is its matrix, c its
   vector. */
#ifndef RIGOR_PROBLEM_H
#define RIGOR_PROBLEM_H

#include <rigor/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum rg_kind { RG_KIND_CONTACT = 0, RG_KIND_LCP = 1, RG_KIND_MLCP = 2 } rg_kind;

typedef enum rg_storage {
  RG_NONE = 0,
  RG_DENSE = 1,   /* row-major: entry (i, j) is values[i * columns + j] */
  RG_SPARSE = 2,  /* compressed rows: row_start[rows + 1], column[], values[] */
  RG_OPERATOR = 3 /* a function that multiplies; set-up probes it once per column */
} rg_storage;

/* y = A x; x has `columns` entries, y has `rows`. */
typedef void (*rg_multiply)(void *context, const double *x, double *y);

/* A view of a matrix; nothing is owned. */
typedef struct rg_matrix {
  rg_storage storage;
  int rows, columns;
  const double *values;
  const int *row_start;
  const int *column;
  rg_multiply multiply;
  void *context;
} rg_matrix;

typedef struct rg_problem {
  rg_kind kind;
  int dim;      /* 2, 3, 4 or 6; 0 without contacts */
  int contacts; /* number of contacts */
  int rows;     /* number of scalar rows before the contacts */

  rg_matrix A;     /* local form: n x n */
  rg_matrix M;     /* global form: N x N, symmetric positive definite */
  rg_matrix G;     /* global form: n x N */
  const double *f; /* global form: N */

  const double *c;    /* n: velocity without impulses (global form: the part that is not G v) */
  const double *mu;   /* contacts: coefficient of friction, >= 0 */
  const double *spin; /* contacts, m: torsional friction, >= 0, dim 4 and 6; NULL: 0 */
  const double *roll; /* contacts, m: rolling friction, >= 0, dim 6; NULL: 0 */
  int ellipsoid;      /* dim 4 and 6: 0: slip, spin and rolling have a bound each, 1: one in common,
                           (r_t / mu)^2 + (m_n / spin)^2 + (m_t / roll)^2 <= r_n^2 */
  const double *target; /* contacts: least normal velocity b; NULL: 0 */
  const double *leeway; /* two a contact: how far b may lie too high and too low, >= 0, and how
                           far the velocity of its surface may be wrong (the second): what is
                           solved with others within that is solved; NULL: 0 */
  const double *lower;  /* rows: NULL: -inf for contact problems, 0 for LCP and MLCP */
  const double *upper;  /* rows: NULL: +inf */
  const double *guess;  /* n: where to start; NULL: 0 */
  const double *
      solution; /* n: impulses that a file calls its solution, for rg_certify(); no solver looks at them; NULL: none */

  void *owner; /* memory of a problem that was read from a file; NULL otherwise */
} rg_problem;

/* An empty contact problem: every pointer NULL, every size 0. */
RG_API rg_problem rg_problem_default(void);

/* Matrix views. */
RG_API rg_matrix rg_matrix_dense(int rows, int columns, const double *values);
RG_API rg_matrix rg_matrix_sparse(int rows, int columns, const int *row_start, const int *column,
                                  const double *values);
RG_API rg_matrix rg_matrix_operator(int rows, int columns, rg_multiply multiply, void *context);

/* rows + dim * contacts */
RG_API int rg_problem_size(const rg_problem *problem);

/* Checks sizes, finiteness, signs, indices. `error` may be NULL. */
RG_API rg_status rg_problem_check(const rg_problem *problem, rg_error *error);

/* Frees what a reader allocated and resets the problem; safe on a problem that owns nothing. */
RG_API void rg_problem_free(rg_problem *problem);

#ifdef __cplusplus
}
#endif
#endif
