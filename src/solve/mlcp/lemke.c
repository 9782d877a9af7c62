/* Lemke's method with lexicographic pivoting.

   The mixed problem is reduced to an LCP (pivot_reduce.c), the LCP is augmented by a covering
   vector, w = M z + q + d z_0,   d > 0, but 0 on the rows of upper bounds (where q > 0), z_0
   enters, and then the complement of what has just left enters until z_0 leaves: solved; or nothing
   blocks: a secondary ray (Lemke 1965; Cottle, Pang & Stone 1992, algorithm 4.4.5). With d = 0 on
   upper bounds a problem in which every row has two bounds never ends on a ray. Ties are broken by
   the lexicographic order of q + (e, e^2, ...), so that degeneracy cannot cycle (section 4.9).

   From the dictionary of a ray the simplex method goes on to minimize z_0: a positive minimum gives
   a Farkas vector, the proof that there is no solution. Otherwise another covering vector is tried,
   first from the origin, then from the complementary basis of the best point. */
#include "solve/mlcp/bases.h"
#include "solve/mlcp/pivot.h"

#include "math/dense.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ATTEMPTS = 12 };
/* by attempt in turn: smaller entries do not block; a tenth of it makes a tie */
static const double NEGLIGIBLE[] = {1e-11, 1e-9, 1e-7};
static const double SINGULAR = 1e-13; /* pivot when a dictionary is built anew */

typedef enum verdict { FOUND, RAY, BROKEN, SPENT } verdict;

typedef struct lemke {
  rg_reduction red;
  rg_dictionary d;
  unsigned char *mark;  /* 2 capacity + 1 */
  unsigned char *start; /* capacity: z is in the starting basis */
  unsigned char *basic;
  double *cover, *value;
  double *trial, *best; /* n */
  double best_residual;
  double negligible, tie;
  int limit;
} lemke;

void *rg_lemke_setup(rg_arena *arena, const rg_mlcp *mlcp, const rg_options *options) {
  lemke *l = RG_NEW(arena, lemke, 1);
  (void)options;
  if (!l) return NULL;
  rg_reduction_alloc(arena, &l->red, mlcp);
  int capacity = l->red.capacity;
  rg_dictionary_alloc(arena, &l->d, capacity, capacity + 1);
  l->mark = RG_NEW(arena, unsigned char, 2 * capacity + 1);
  l->start = RG_NEW(arena, unsigned char, capacity);
  l->basic = RG_NEW(arena, unsigned char, capacity);
  RG_VECTORS(arena, capacity, &l->cover, &l->value);
  RG_VECTORS(arena, mlcp->n, &l->trial, &l->best);
  return arena->failed ? NULL : l;
}

static int artificial(const lemke *l) { return 2 * l->red.size; }
static int complement(const lemke *l, int v) {
  return v < l->red.size ? v + l->red.size : v - l->red.size;
}
static double constant(const lemke *l, int row) {
  return rg_dictionary_row(&l->d, row)[l->d.columns];
}

/* dictionary of the basis in `mark` (RG_ENTER: a z or z_0, RG_LEAVE: a w); 0 where singular */
static int build(lemke *l) {
  int size = l->red.size, wanted = 0;
  rg_dictionary_reset(&l->d, size, size + 1);
  for (int i = 0; i < size; i++) {
    double *row = rg_dictionary_row(&l->d, i);
    memcpy(row, l->red.M + (size_t)i * (size_t)size, (size_t)size * sizeof *row);
    row[size] = l->cover[i];
    row[size + 1] = l->red.q[i];
    wanted += l->mark[i] == RG_LEAVE;
  }
  return rg_dictionary_drive(&l->d, l->mark, SINGULAR) == wanted;
}

/* the same basis from the original numbers, to shed rounding errors */
static int rebuild(lemke *l) {
  for (int v = 0; v <= 2 * l->red.size; v++) {
    int basic = l->d.where[v] >= 0;
    l->mark[v] = v < l->red.size ? basic ? RG_STAY : RG_LEAVE : basic ? RG_ENTER : RG_STAY;
  }
  return build(l);
}

/* coefficient of e^(k+1) in basic row `row`: the starting basis is perturbed */
static double perturbation(const lemke *l, int row, int k) {
  int home = l->start[k] ? k + l->red.size : k, at = l->d.where[home];
  return at >= 0 ? at == row ? 1 : 0 : -rg_dictionary_row(&l->d, row)[-1 - at];
}

/* 1 where row a is lexicographically before row b when `column` enters */
static int before(const lemke *l, int a, int b, int column) {
  double ta = -rg_dictionary_row(&l->d, a)[column], tb = -rg_dictionary_row(&l->d, b)[column];
  for (int k = 0; k < l->red.size; k++) {
    double difference = perturbation(l, a, k) / ta - perturbation(l, b, k) / tb;
    if (fabs(difference) > l->tie) return difference < 0;
  }
  return l->d.basic[a] < l->d.basic[b];
}

/* row that blocks the entering column, -1: none. z_0 first, then lexicographic among the ties with
   a sound pivot */
static int blocking_row(const lemke *l, int column) {
  double least = HUGE_VAL, pivot = 0, largest = 1;
  int blocking = -1, z0 = l->d.where[artificial(l)];
  for (int i = 0; i < l->d.rows; i++)
    largest = fmax(largest, fabs(rg_dictionary_row(&l->d, i)[column]));
  for (int i = 0; i < l->d.rows; i++) {
    double t = -rg_dictionary_row(&l->d, i)[column];
    if (t > l->negligible * largest) least = fmin(least, (fmax(constant(l, i), 0) + l->tie) / t);
  }
  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i < l->d.rows; i++) {
      double t = -rg_dictionary_row(&l->d, i)[column];
      if (!(t > l->negligible * largest) || fmax(constant(l, i), 0) / t > least) continue;
      if (i == z0) return i;
      if (pass == 0) pivot = fmax(pivot, t);
      else if (t >= 1e-4 * pivot && (blocking < 0 || before(l, i, blocking, column))) blocking = i;
    }
  return blocking;
}

/* row that z_0 makes feasible last: least constant / cover, later rows first; -1: all feasible */
static int first_row(const lemke *l) {
  double least = 0;
  int row = -1;
  for (int i = 0; i < l->d.rows; i++) {
    double d = rg_dictionary_row(&l->d, i)[l->red.size];
    if (constant(l, i) < -l->tie && d > 0 && constant(l, i) / d <= least) {
      least = constant(l, i) / d;
      row = i;
    }
  }
  return row;
}

/* the complementary path from the starting basis */
static verdict follow(lemke *l, rg_outcome *outcome) {
  int row = first_row(l), column = l->red.size, period = l->red.size > 100 ? l->red.size : 100;
  if (row < 0) return FOUND;
  for (int count = 1;; count++) {
    int leaving = l->d.basic[row];
    rg_dictionary_exchange(&l->d, row, column);
    outcome->iterations++;
    int z0 = l->d.where[artificial(l)];
    rg_outcome_trace(outcome, z0 >= 0 ? fabs(constant(l, z0)) : 0);
    if (leaving == artificial(l)) return FOUND;
    if (rg_pivot_spent(l->limit, outcome)) return SPENT;
    if (count % period == 0 && !rebuild(l)) return BROKEN;
    column = -1 - l->d.where[complement(l, leaving)];
    row = blocking_row(l, column);
    if (row < 0) return RAY;
  }
}

/* the point of the dictionary, polished; kept where it is the best so far */
static void remember(lemke *l, const rg_mlcp *mlcp) {
  for (int k = 0; k < l->red.size; k++) {
    int row = l->d.where[l->red.size + k];
    l->basic[k] = row >= 0;
    l->value[k] = row >= 0 ? constant(l, row) : 0;
  }
  double residual = rg_reduction_finish(&l->red, mlcp, l->value, l->basic, l->trial);
  if (!(residual < l->best_residual)) return;
  l->best_residual = residual;
  memcpy(l->best, l->trial, (size_t)mlcp->n * sizeof(double));
}

/* least-index column that lowers z_0, -1: none */
static int lowering_column(const lemke *l, const double *z0_row) {
  int column = -1;
  for (int j = 0; j < l->d.columns; j++)
    if (z0_row[j] < -l->negligible && (column < 0 || l->d.nonbasic[j] < l->d.nonbasic[column]))
      column = j;
  return column;
}

/* simplex from a ray: 1 where the minimum of z_0 is positive and its multipliers are a Farkas
 * vector */
static int infeasible(lemke *l, const rg_mlcp *mlcp, rg_outcome *outcome) {
  int size = l->red.size, limit = 20 * size + 100;
  for (int count = 0; count < limit && !rg_pivot_spent(l->limit, outcome); count++) {
    int row = l->d.where[artificial(l)];
    if (row < 0) { /* a feasible vertex, perhaps complementary */
      remember(l, mlcp);
      return 0;
    }
    const double *z0 = rg_dictionary_row(&l->d, row);
    int column = lowering_column(l, z0);
    if (column < 0) { /* z_0 = constant + y' w + s' z, all coefficients >= 0 */
      for (int i = 0; i < size; i++)
        l->value[i] = l->d.where[i] < 0 ? fmax(z0[-1 - l->d.where[i]], 0) : 0;
      return rg_reduction_farkas(&l->red, mlcp, l->value, outcome->reason, sizeof outcome->reason);
    }
    row = blocking_row(l, column);
    if (row < 0) return 0;
    rg_dictionary_exchange(&l->d, row, column);
    outcome->iterations++;
  }
  return 0;
}

/* deterministic numbers in [0, 1) */
static double pseudo_random(unsigned *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return (double)(*seed >> 8) / 16777216.0;
}

/* starting basis: all w; from the fifth attempt on the z of the last path or a random half */
static void choose_start(lemke *l, int attempt, unsigned *seed) {
  for (int k = 0; k < l->red.size; k++) {
    if (attempt < 4) l->start[k] = 0;
    else if (attempt % 2 == 0) l->start[k] = l->basic[k];
    else l->start[k] = pseudo_random(seed) < 0.5 && !rg_reduction_is_upper(&l->red, k);
  }
}

/* covering vector d = B (cover of the starting basis B); 0 where that basis is singular */
static int start(lemke *l, int attempt) {
  int size = l->red.size, moved = 0;
  unsigned seed = 12345u + (unsigned)attempt;
  l->negligible = NEGLIGIBLE[attempt % 3];
  l->tie = 0.1 * l->negligible;
  choose_start(l, attempt, &seed);
  for (int k = 0; k < size; k++) moved += l->start[k];
  memset(l->cover, 0, (size_t)size * sizeof(double));
  for (int k = 0; k < size; k++) {
    double cover = attempt == 0 ? 1 : 0.25 + 3.75 * pseudo_random(&seed);
    if (!moved && rg_reduction_is_upper(&l->red, k)) cover = 0;
    if (!l->start[k]) l->cover[k] += cover;
    else
      for (int i = 0; i < size; i++)
        l->cover[i] -= cover * l->red.M[(size_t)i * (size_t)size + (size_t)k];
    l->mark[k] = l->start[k] ? RG_LEAVE : RG_STAY;
    l->mark[size + k] = l->start[k] ? RG_ENTER : RG_STAY;
  }
  l->mark[2 * size] = RG_STAY;
  return build(l);
}

static rg_status stopped(const lemke *l, int rays, rg_outcome *outcome) {
  if (rays > 0) snprintf(outcome->reason, sizeof outcome->reason, "secondary ray");
  else
    snprintf(outcome->reason, sizeof outcome->reason, "ill-conditioned basis, residual %.1e",
             l->best_residual);
  return RG_STALLED;
}

static rg_status attempts(lemke *l, const rg_mlcp *mlcp, const rg_options *options,
                          rg_outcome *outcome) {
  int rays = 0;
  for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (!start(l, attempt)) continue;
    verdict end = follow(l, outcome);
    remember(l, mlcp);
    if (l->best_residual <= options->tol) return RG_SOLVED;
    if (end == SPENT) {
      snprintf(outcome->reason, sizeof outcome->reason, "iteration or time limit");
      return RG_LIMIT;
    }
    if (end == RAY && rays++ == 0 && infeasible(l, mlcp, outcome)) return RG_NO_SOLUTION;
    if (l->best_residual <= options->tol) return RG_SOLVED;
  }
  return stopped(l, rays, outcome);
}

rg_status rg_lemke_solve(void *state, const rg_mlcp *mlcp, const rg_options *options, double *z,
                         rg_outcome *outcome) {
  lemke *l = state;
  if (mlcp->n == 0) return RG_SOLVED;
  if (!rg_reduction_make(&l->red, mlcp, outcome)) return RG_STALLED;
  l->limit = rg_pivot_limit(options, mlcp->n);
  l->best_residual = HUGE_VAL;
  memcpy(l->best, z, (size_t)mlcp->n * sizeof *z);
  rg_status status = attempts(l, mlcp, options, outcome);
  memcpy(z, l->best, (size_t)mlcp->n * sizeof *z);
  return status;
}

/* the method, and where it says nothing all bases */
typedef struct lemke_and_proof {
  void *lemke;
  rg_proof proof;
} lemke_and_proof;

static void *setup(rg_arena *arena, const rg_mlcp *mlcp, const rg_options *options) {
  lemke_and_proof *s = RG_NEW(arena, lemke_and_proof, 1);
  if (!s) return NULL;
  s->lemke = rg_lemke_setup(arena, mlcp, options);
  rg_proof_setup(&s->proof, arena, mlcp, options);
  return arena->failed ? NULL : s;
}

static rg_status solve(void *state, const rg_mlcp *mlcp, const rg_options *options, double *z,
                       rg_outcome *outcome) {
  lemke_and_proof *s = state;
  rg_status status = rg_lemke_solve(s->lemke, mlcp, options, z, outcome);
  return rg_proof_conclude(&s->proof, mlcp, options, status, outcome);
}

const rg_solver_entry rg_solver_lemke = {
    .info =
        {.name = "lemke",
         .summary = "complementary pivoting with lexicographic ties, for LCP and MLCP with bounds",
         .source =
             "Lemke, Management Sci. 11 (1965) 681-689; Cottle, Pang & Stone 1992, section 4.4",
         .when =
             "any LCP of friction up to some hundred rows, singular M included; proves that there "
             "is no solution where the rows contradict; cost n^2 a pivot; may end on a ray "
             "where M is not copositive-plus",
         .handles = RG_HANDLES_LCP | RG_HANDLES_MLCP | RG_HANDLES_BOX},
    .mlcp_setup = setup,
    .mlcp_solve = solve,
};
