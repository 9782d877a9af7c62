/* Keller's principal pivoting with 1 x 1 and 2 x 2 pivots.

   One negative variable at a time is distinguished; the nonbasic member of its pair drives it up to
   0 while no nonnegative variable may become negative and no negative one may fall under a common
   lower bound. What blocks on the way is pivoted with its complement (1 x 1), or, where that
   diagonal entry is 0, together with the distinguished pair (2 x 2). So every dictionary is a
   principal transform of M, and the number of negative variables never grows (Keller 1973; Cottle,
   Pang & Stone 1992, section 4.3). Where nothing blocks and M is positive semidefinite, the
   direction is a Farkas vector: there is no solution. Mixed problems are reduced first
   (pivot_reduce.c). */
#include "solve/mlcp/bases.h"
#include "solve/mlcp/pivot.h"

#include "math/dense.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double PIVOT = 1e-11;   /* smaller entries count as 0 */
static const double DIAGONAL = 1e-8; /* against the other entry of a 2 x 2 pivot: smaller is 0 */
static const double ZERO = 1e-13;    /* values above -ZERO are not negative */

typedef struct keller {
  rg_reduction red;
  rg_dictionary d;
  double *nonbasic; /* capacity: value of each column: 0, the floor, or the driving value */
  double *basic;    /* capacity: value of each row */
  double *value;
  unsigned char *in_basis;
  double *trial;
  double floor;
  rg_proof proof;
} keller;

typedef enum verdict { REACHED, RAY, SINGULAR_BLOCK, SPENT } verdict;

static void *setup(rg_arena *arena, const rg_mlcp *mlcp, const rg_options *options) {
  keller *k = RG_NEW(arena, keller, 1);
  if (!k) return NULL;
  rg_reduction_alloc(arena, &k->red, mlcp);
  int capacity = k->red.capacity;
  rg_dictionary_alloc(arena, &k->d, capacity, capacity);
  RG_VECTORS(arena, capacity, &k->nonbasic, &k->basic, &k->value);
  k->in_basis = RG_NEW(arena, unsigned char, capacity);
  k->trial = RG_NEW(arena, double, mlcp->n);
  rg_proof_setup(&k->proof, arena, mlcp, options);
  return arena->failed ? NULL : k;
}

static int complement(const keller *k, int v) {
  return v < k->red.size ? v + k->red.size : v - k->red.size;
}

static double entry(const keller *k, int row, int column) {
  return rg_dictionary_row(&k->d, row)[column];
}

static void load(keller *k) {
  int size = k->red.size;
  rg_dictionary_reset(&k->d, size, size);
  k->floor = -1;
  for (int i = 0; i < size; i++) {
    double *row = rg_dictionary_row(&k->d, i);
    memcpy(row, k->red.M + (size_t)i * (size_t)size, (size_t)size * sizeof *row);
    row[size] = k->red.q[i];
    k->nonbasic[i] = 0;
    k->floor = fmin(k->floor, 2 * k->red.q[i]);
  }
}

static void evaluate(keller *k) {
  for (int i = 0; i < k->d.rows; i++) {
    const double *row = rg_dictionary_row(&k->d, i);
    k->basic[i] = row[k->d.columns] + rg_dot(k->d.columns, row, k->nonbasic);
  }
}

/* most negative variable and how negative it is, -1: none */
static int distinguished(const keller *k, double *depth) {
  double least = -ZERO;
  int variable = -1;
  for (int i = 0; i < k->d.rows; i++) {
    if (k->basic[i] < least) least = k->basic[i], variable = k->d.basic[i];
    if (k->nonbasic[i] < least) least = k->nonbasic[i], variable = k->d.nonbasic[i];
  }
  *depth = -least;
  return variable;
}

/* how far basic row i may fall */
static double room(const keller *k, int i) {
  return fmax(k->basic[i] >= -ZERO ? k->basic[i] : k->basic[i] - k->floor, 0);
}

/* longest step of the driving column and the row that blocks it, among ties the largest pivot;
   -1: `goal` itself reaches 0, -2: nothing blocks */
static double longest_step(const keller *k, int goal, int column, int *blocking) {
  int goal_row = k->d.where[goal];
  double relaxed = HUGE_VAL, goal_step = HUGE_VAL, largest = 0;
  if (goal_row < 0) goal_step = -k->nonbasic[column];
  else if (entry(k, goal_row, column) > PIVOT)
    goal_step = -k->basic[goal_row] / entry(k, goal_row, column);
  for (int i = 0; i < k->d.rows; i++) {
    double t = -entry(k, i, column);
    if (i != goal_row && t > PIVOT) relaxed = fmin(relaxed, (room(k, i) + ZERO) / t);
  }
  *blocking = goal_step <= relaxed ? isinf(goal_step) ? -2 : -1 : -2;
  if (*blocking == -1 || isinf(relaxed)) return goal_step;
  for (int i = 0; i < k->d.rows; i++) {
    double t = -entry(k, i, column);
    if (i != goal_row && t > PIVOT && t > largest && room(k, i) / t <= relaxed)
      largest = t, *blocking = i;
  }
  return room(k, *blocking) / largest;
}

/* exchanges and keeps the values of both variables */
static void exchange(keller *k, int row, int column) {
  double value = k->basic[row];
  k->basic[row] = k->nonbasic[column];
  k->nonbasic[column] = value;
  rg_dictionary_exchange(&k->d, row, column);
}

/* the blocking variable is exactly at its bound */
static void snap(keller *k, int row) {
  k->basic[row] = k->basic[row] < 0.5 * k->floor ? k->floor : 0;
}

/* pivots the blocking row with its complement, or with the distinguished pair; 0 where singular */
static int pivot_blocking(keller *k, int goal, int column, int row) {
  int other = -1 - k->d.where[complement(k, k->d.basic[row])];
  snap(k, row);
  if (other == column || entry(k, row, other) > DIAGONAL * fabs(entry(k, row, column))) {
    exchange(k, row, other);
    return 1;
  }
  int pair_row = k->d.where[goal] >= 0 ? k->d.where[goal] : k->d.where[complement(k, goal)];
  exchange(k, row, column);
  if (!(fabs(entry(k, pair_row, other)) > PIVOT)) return 0;
  exchange(k, pair_row, other);
  return 1;
}

/* drives the distinguished variable to 0; `driving` is left at the column of a ray */
static verdict drive(keller *k, int goal, int limit, rg_outcome *outcome, int *driving) {
  while (!rg_pivot_spent(limit, outcome)) {
    int row, column = k->d.where[goal] < 0 ? -1 - k->d.where[goal]
                                           : -1 - k->d.where[complement(k, goal)];
    double step = longest_step(k, goal, column, &row);
    *driving = column;
    if (row == -2) return RAY;
    k->nonbasic[column] += step;
    evaluate(k);
    outcome->iterations++;
    if (row == -1) {
      int goal_row = k->d.where[goal];
      if (goal_row < 0) k->nonbasic[column] = 0;
      else {
        k->basic[goal_row] = 0;
        exchange(k, goal_row, column);
      }
      return REACHED;
    }
    if (!pivot_blocking(k, goal, column, row)) return SINGULAR_BLOCK;
    evaluate(k);
  }
  return SPENT;
}

/* direction of z along the driving column as a Farkas vector */
static int infeasible(keller *k, const rg_mlcp *mlcp, int column, rg_outcome *outcome) {
  int size = k->red.size;
  for (int i = 0; i < size; i++) {
    int at = k->d.where[size + i];
    k->value[i] = at >= 0 ? entry(k, at, column) : -1 - at == column ? 1 : 0;
    if (fabs(k->value[i]) < PIVOT) k->value[i] = 0;
  }
  return rg_reduction_farkas_ray(&k->red, mlcp, k->value, outcome->reason, sizeof outcome->reason);
}

static double finish(keller *k, const rg_mlcp *mlcp) {
  for (int i = 0; i < k->red.size; i++) {
    int row = k->d.where[k->red.size + i];
    k->in_basis[i] = row >= 0;
    k->value[i] = row >= 0 ? fmax(k->basic[row], 0) : 0;
  }
  return rg_reduction_finish(&k->red, mlcp, k->value, k->in_basis, k->trial);
}

static rg_status pivot_all(keller *k, const rg_mlcp *mlcp, const rg_options *options,
                           rg_outcome *outcome) {
  int limit = rg_pivot_limit(options, mlcp->n);
  verdict end = REACHED;
  int goal, column = 0;
  double depth;
  evaluate(k);
  while (end == REACHED && (goal = distinguished(k, &depth)) >= 0) {
    rg_outcome_trace(outcome, depth);
    end = drive(k, goal, limit, outcome, &column);
    evaluate(k);
  }
  if (end == RAY && infeasible(k, mlcp, column, outcome)) return RG_NO_SOLUTION;
  double residual = finish(k, mlcp);
  if (residual <= options->tol) return RG_SOLVED;
  if (end == REACHED)
    snprintf(outcome->reason, sizeof outcome->reason, "ill-conditioned basis, residual %.1e",
             residual);
  else
    snprintf(outcome->reason, sizeof outcome->reason, "%s",
             end == RAY              ? "unbounded ray without proof, M is not positive semidefinite"
             : end == SINGULAR_BLOCK ? "singular 2 x 2 pivot, M is not row sufficient"
                                     : "iteration or time limit");
  return end == SPENT ? RG_LIMIT : RG_STALLED;
}

static rg_status solve(void *state, const rg_mlcp *mlcp, const rg_options *options, double *z,
                       rg_outcome *outcome) {
  keller *k = state;
  if (mlcp->n == 0) return RG_SOLVED;
  if (!rg_reduction_make(&k->red, mlcp, outcome)) return RG_STALLED;
  load(k);
  memcpy(k->trial, z, (size_t)mlcp->n * sizeof *z);
  rg_status status = pivot_all(k, mlcp, options, outcome);
  memcpy(z, k->trial, (size_t)mlcp->n * sizeof *z);
  return rg_proof_conclude(&k->proof, mlcp, options, status, outcome);
}

const rg_solver_entry rg_solver_keller = {
    .info =
        {.name = "keller",
         .summary = "principal pivoting with 1 x 1 and 2 x 2 pivots for positive semidefinite M",
         .source =
             "Keller, Math. Programming 5 (1973) 311-337; Cottle, Pang & Stone 1992, section 4.3",
         .when = "frictionless contact, quadratic programs and other positive semidefinite or row "
                 "sufficient M, singular ones included; stops on a ray otherwise",
         .handles = RG_HANDLES_LCP | RG_HANDLES_MLCP | RG_HANDLES_BOX},
    .mlcp_setup = setup,
    .mlcp_solve = solve,
};
