/* Several random contact problems as one whose parts do not act on each other, in any dimension and form. */
#ifndef CAMPAIGN_CROWD_H
#define CAMPAIGN_CROWD_H

#include <rigor/problem.h>
#include <stdint.h>

typedef struct crowd {
  int dim, rows, contacts, n, freedoms, parts;
  double *mass;        /* freedoms: the diagonal of M */
  double *G, *M, *A;   /* dense: n x freedoms, freedoms x freedoms, n x n */
  int *start, *column; /* A, compressed */
  double *entry;
  double *f, *c; /* f of the global form; c of the others */
  double *shift; /* n: what c has beyond G M^-1 f */
  double *mu, *spin, *roll, *target, *leeway, *lower, *upper;
  int ellipsoid;
} crowd;

/* 0 where memory ran out */
int crowd_make(crowd *w, uint64_t seed, uint64_t number);
void crowd_free(crowd *w);

typedef enum crowd_form {
  CROWD_DENSE,
  CROWD_SPARSE,
  CROWD_OPERATOR,
  CROWD_GLOBAL,
  CROWD_FORMS
} crowd_form;
/* views of the crowd's own arrays */
rg_problem crowd_problem(crowd *w, crowd_form form);

#endif
