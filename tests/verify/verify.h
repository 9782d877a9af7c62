/* The verifier: reads a problem file and a printed result with code of its own, recomputes every
   law in extended precision and compares. It shares nothing with the library, so that an error
   there cannot hide itself here. */
#ifndef VERIFY_H
#define VERIFY_H

#include <stddef.h>

/* A matrix as a list of entries; entries at the same place add up. */
typedef struct entry {
  int row, column;
  double value;
} entry;

typedef struct matrix {
  int rows, columns;
  size_t count, capacity;
  entry *entries;
} matrix;

/* A problem as it stands in its file. Local form: A. Global form: M, G, f with
   M v = f + G^T x, u = G v + c. Unknowns: scalar rows first, then the contacts (n, t1, t2). */
typedef struct problem {
  char kind[16]; /* "contact", "lcp", "mlcp" */
  int dim, rows, contacts, n;
  int global;
  matrix A, M, G;
  double *f;
  double *c, *mu, *target, *lower, *upper;
  char expected_status[32]; /* what is known about the answer; empty: nothing */
  double *expected_impulse, *expected_velocity;
} problem;

/* entries.c */
void matrix_size(matrix *m, int rows, int columns);
void matrix_add(matrix *m, int row, int column, double value);
void matrix_append(matrix *to, const matrix *from, int row, int column, int transposed);
void *checked_calloc(size_t count, size_t size);
_Noreturn void unreadable(const char *format, ...);

/* read_*.c: each fills a problem or ends the program through unreadable() */
void read_problem(problem *p, const char *path);
void read_siconos(problem *p, const char *path);
void read_json(problem *p, const char *path);
void read_fclib(problem *p, const char *path);
/* what is known about the answer, from a file beside the problems */
void read_expected(problem *p, const char *problem_path, const char *path);
/* sets the sizes and allocates the vectors with their defaults */
void problem_size(problem *p, const char *kind, int dim, int rows, int contacts);

/* What the laws say about impulses x, recomputed. The scales are the sizes of the terms that
   cancel, by which rounding is judged. */
typedef struct laws {
  long double rounding; /* of double precision, relative to a scale; more where M is inverted */
  long double *u;       /* n: A x + c */
  long double largest_impulse;
  long double *u_scale;  /* n: |A| |x| + |c| */
  long double reference; /* what the natural map is measured by */
  long double natural_map, natural_map_relative, scale;
  long double *response; /* rows + contacts: mean diagonal of the own block of A; LCP, MLCP: 1 */
  long double typical;   /* mean of the contacts' */
  long double energy;    /* what the residual is measured by */
  long double residual;  /* natural map of response x and u, as tol judges it */
  long double cone, complementarity, complementarity_scale, penetration, bilateral;
  long double slip_angle_least, slip_angle_most; /* clear slip only; any slip at all */
} laws;

/* laws.c */
void recompute(const problem *p, const double *x, laws *l);

#endif
