/* The numbers of Todorov 2010, Table 1, and of an independent re-computation in dense numpy with
   the same choices as balls.h (cold start, tol 1e-8, raw units). */
#ifndef PAPERS_TODOROV_NUMBERS_H
#define PAPERS_TODOROV_NUMBERS_H

#include <math.h>

enum { TABLE_MU = 5, TABLE_BALLS = 3 };

/* the text of sec. IV has 0.1, 0.2, 1, 2, the table 0.1, 0.5, 1, 2 */
static const double TABLE_FRICTION[TABLE_MU] = {0.1, 0.2, 0.5, 1, 2};
static const int TABLE_COUNT[TABLE_BALLS] = {5, 10, 15};
static const double TABLE_CONTACTS[TABLE_BALLS] = {7, 16, 27};

typedef struct table_cell {
  double iterations; /* median of a run, averaged */
  double accepted;   /* Newton points, % of the iterations */
  double failed;     /* solves, % */
} table_cell;

#define NOT_TOLD ((double)NAN)

static const table_cell TABLE_PAPER[TABLE_MU][TABLE_BALLS] = {
    {{3.8, 99, NOT_TOLD}, {4.8, 98, NOT_TOLD}, {6.5, 90, NOT_TOLD}},
    {{NOT_TOLD, NOT_TOLD, NOT_TOLD},
     {NOT_TOLD, NOT_TOLD, NOT_TOLD},
     {NOT_TOLD, NOT_TOLD, NOT_TOLD}},
    {{2.6, 95, NOT_TOLD}, {5.3, 85, NOT_TOLD}, {7.5, 73, NOT_TOLD}},
    {{2.8, 90, NOT_TOLD}, {4.9, 71, NOT_TOLD}, {10.2, 60, NOT_TOLD}},
    {{2.9, 88, NOT_TOLD}, {4.6, 71, NOT_TOLD}, {16.2, 55, NOT_TOLD}}};

static const table_cell TABLE_NUMPY[TABLE_MU][TABLE_BALLS] = {
    {{4.0, 73, NOT_TOLD}, {6.8, 69, NOT_TOLD}, {38, 50, NOT_TOLD}},
    {{NOT_TOLD, NOT_TOLD, NOT_TOLD},
     {NOT_TOLD, NOT_TOLD, NOT_TOLD},
     {NOT_TOLD, NOT_TOLD, NOT_TOLD}},
    {{2.8, 71, 0.3}, {8.9, 56, 9}, {60, 49, 45}},
    {{2.2, 85, 2}, {7.7, 55, 20}, {76, 49, 63}},
    {{2.2, 82, 4}, {5.5, 54, 26}, {71, 48, 63}}};

#endif
