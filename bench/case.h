/* One problem of the benchmark in memory: what was read, and its local form as a dense matrix that
   the benchmark makes itself, so that every answer is judged by code that no solver shares. */
#ifndef BENCH_CASE_H
#define BENCH_CASE_H

#include <rigor/problem.h>

typedef struct bench_case {
  char name[128];
  rg_problem problem; /* as read, without the file's starting guess */
  int n;              /* unknowns of the local form */
  double *A, *c;      /* local form u = A x + c, A dense by rows */
  double scale;       /* ||c||, or 1 where it is zero */
} bench_case;

/* 1 where `problem` gives M and G instead of A */
int bench_is_global(const rg_problem *problem);

/* Entry (i, j) of a dense or sparse view goes to out[i * columns + j]. */
void bench_expand(const rg_matrix *matrix, double *out);

/* Reads a file; 0 and a line on stderr where that fails. */
int bench_case_read(bench_case *out, const char *path);
void bench_case_free(bench_case *one);

/* || x - P(x - u~) || / ||c|| with u = A x + c and u~_n = u_n - target + mu |u_t|; HUGE_VAL for
 * NaN. */
double bench_natural_map(const bench_case *one, const double *x);

#endif
