/* Rows W with A = unit W W', stored where they are not zero: what A was made of. Coordinates fall into trees
   (one body, one robot) that no row couples by itself; rows come in units of one support, one scalar row or
   the directions of a contact. */
#ifndef RG_ROW_FACTOR_H
#define RG_ROW_FACTOR_H

#include <stddef.h>

/* neighbouring coordinates, of one tree or of several that follow each other */
typedef struct rg_run {
  int first, count;
  size_t at; /* first of count x width numbers in `value`: coordinate by coordinate */
} rg_run;

typedef struct rg_row_factor {
  double unit; /* a power of two: the unit of 1 / mass in which W is written */
  int size;    /* coordinates */
  int units;   /* in the order of the problem: scalar rows, then contacts */
  const int *width;
  const int *run_start; /* units + 1 */
  const rg_run *run;
  const double *value;
  const int *tree_first; /* size: first coordinate of the tree of a coordinate */
  const int *tree_size;  /* size: by first coordinate */
} rg_row_factor;

/* First coordinate behind the tree of coordinate k: a run may go on into the next tree. */
static inline int rg_tree_end(const rg_row_factor *factor, int k) {
  return factor->tree_first[k] + factor->tree_size[factor->tree_first[k]];
}

#endif
