/* Rows W with A = unit W W', stored where they are not zero: what A is made of. Coordinates fall into trees
   (one body, one robot) that no row couples by itself; rows come in units of one support, one scalar row or
   the directions of a contact.

   A row with a compliance of its own has one more coordinate, which is nobody else's. */
#ifndef RG_ROW_FACTOR_H
#define RG_ROW_FACTOR_H

#include "base/arena.h"

#include <stddef.h>

/* neighbouring coordinates, of one tree or of several that follow each other */
typedef struct rg_run {
  int first, count;
  size_t at; /* first of count x width numbers in `value`: coordinate by coordinate */
} rg_run;

/* Where units of three rows meet that have one way to a root each: W_g W_h' is Y_g P_h at the first coordinate that both
   ways have. */
typedef struct rg_meeting_ways {
  const int *
      start; /* units + 1: its coordinates, from its end to the root; none: it is not such a unit */
  const int *key;      /* which */
  const double *force; /* P, 6 x RG_LANES: what each of the three rows brings there */
  const double *rates; /* Y, 6 x RG_LANES */
} rg_meeting_ways;

typedef struct rg_row_factor {
  double unit;        /* a power of two: the unit of 1 / mass in which W is written */
  int size;           /* coordinates */
  int units;          /* in the order of the problem: scalar rows, then contacts */
  const int *width;   /* rows that are stored */
  const int *unknown; /* units + 1: first row; what a unit has beyond its width are rows of zeros */
  const int *run_start;        /* units + 1 */
  const rg_run *run;           /* of a unit: descending */
  const double *value;         /* and a vector behind them that may be read */
  const int *tree_first;       /* size: first coordinate of the tree of a coordinate */
  const int *tree_size;        /* size: by first coordinate */
  const rg_meeting_ways *ways; /* NULL: not known */
} rg_row_factor;

/* First coordinate behind the tree of coordinate k: a run may go on into the next tree. */
static inline int rg_tree_end(const rg_row_factor *rows, int k) {
  return rows->tree_first[k] + rows->tree_size[rows->tree_first[k]];
}

/* Who shares a tree: units unit[start[t] .. start[t + 1]), ascending, for a tree that begins with
   coordinate t. */
typedef struct rg_tree_units {
  int *start, *unit;
} rg_tree_units;

/* 0 where memory ran out */
int rg_rows_share(rg_arena *arena, const rg_row_factor *rows, rg_tree_units *sharing);

/* W_g W_h' over the coordinates that both have: width x width, rows `ld` apart */
void rg_rows_block(const rg_row_factor *rows, int g, int h, double *out, int ld);
/* sum of the squares of `count` rows of a unit from `first` on */
double rg_rows_square(const rg_row_factor *rows, int unit, int first, int count);

/* t += W_g' r, u = W_g t */
void rg_rows_gather(const rg_row_factor *rows, int g, const double *r, double *t);
void rg_rows_spread(const rg_row_factor *rows, int g, const double *t, double *u);
/* u = unit W (W' x) + shift; `t`: work, one number a coordinate */
void rg_rows_velocity(const rg_row_factor *rows, const double *x, const double *shift, double *t,
                      double *u);

#endif
