/* How a large block LU is done: an order of the blocks, cut into fronts, each with the blocks that
   it acts on, for all blocks or for some of them. */
#ifndef RG_BLOCK_LU_PLAN_H
#define RG_BLOCK_LU_PLAN_H

#include "base/arena.h"

/* neighbours of each block, without itself */
typedef struct rg_lu_graph {
  int blocks;
  int *start, *list;
} rg_lu_graph;

typedef struct rg_lu_plan {
  int d, nodes, fronts;   /* nodes: blocks that take part */
  int *order;             /* they, one front after the other, children before parents */
  int *first;             /* of each front: first place in order, */
  int *rows_start, *rows; /* later blocks that it acts on, */
  int *children;          /* and fronts whose updates it takes over */
  size_t rows_room;
  size_t values, stack, front; /* doubles needed: factors, updates that wait, largest front */
  long fill;                   /* blocks in L and U, without zeros that fronts take in */
} rg_lu_plan;

/* what it takes to make a plan */
typedef struct rg_lu_planner {
  rg_lu_graph graph;
  rg_lu_graph part;    /* the same for the blocks that take part, under numbers of their own, */
  int *number, *block; /* block -> number and back; up to the end everything is by number */
  size_t lists_room;
  int *lists, *amd_work;  /* of AMD */
  int *order, *position;  /* of the numbers */
  int *parent, *ancestor; /* of each place in the elimination tree */
  int *child, *sibling, *mark;
  int *width, *height; /* of each front: blocks eliminated, blocks it acts on */
  int *front_of, *joined, *head, *next, *begin;
} rg_lu_planner;

rg_lu_planner *rg_lu_planner_new(rg_arena *arena, int blocks, const int *start, const int *column);
/* Plan of all blocks, with room for itself. 0 where memory ran out. */
int rg_lu_plan_all(rg_arena *arena, rg_lu_planner *planner, int d, rg_lu_plan *plan);
/* Room for plans of some of the blocks. 0 where memory ran out. */
int rg_lu_plan_reserve(rg_arena *arena, const rg_lu_plan *all, rg_lu_plan *plan);
/* Plan of the blocks with active[i] != 0. 0 where its room does not do. */
int rg_lu_plan_some(rg_lu_planner *planner, const unsigned char *active, rg_lu_plan *plan);

/* doubles from one row of a front of n scalars to the next */
size_t rg_lu_stride(size_t n);

#endif
