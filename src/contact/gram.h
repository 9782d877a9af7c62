/* A = h W W' of half-solved rows as compressed rows: every entry of the block of two groups is there
   where they share a tree, columns ascend, and A is symmetric to the last bit. */
#ifndef RG_GRAM_H
#define RG_GRAM_H

#include "contact/half_rows.h"
#include <rigor/problem.h>

typedef struct rg_gram {
  int *tree_start;            /* size + 1: where the groups of a tree begin, by its root */
  int *next;                  /* size: work */
  int *link_start;            /* groups + 1 */
  int *cursor;                /* groups: what the groups behind have mirrored of a group's rows */
  int *row_start;             /* unknowns + 1 */
  rg_buffer tree_group, link; /* int: groups of the trees; groups linked to a group, ascending */
  rg_buffer column, value;
} rg_gram;

void rg_gram_setup(rg_gram *gram, rg_arena *arena, int most_size, int most_groups,
                   int most_unknowns);
/* room that problems will need; 0 where memory ran out */
int rg_gram_expect(rg_gram *gram, const rg_expected *expected);
/* Room of rows and products for the problems that a model will have; 0 where memory ran out. */
int rg_rows_expect(rg_half_rows *rows, rg_gram *gram, const rg_model *model, int most_rows,
                   int most_contacts);
void rg_gram_release(rg_gram *gram);
long rg_gram_grown(const rg_gram *gram);

/* Scalar rows come before contacts. RG_NO_MEMORY where A does not fit. */
rg_status rg_gram_compute(rg_gram *gram, const rg_half_rows *rows, rg_error *error);
/* The diagonal entry of an unknown. */
double *rg_gram_diagonal(const rg_gram *gram, int unknown);
rg_matrix rg_gram_matrix(const rg_gram *gram, int unknowns);

#endif
