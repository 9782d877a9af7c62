/* The proof that there is no solution, behind every solver.

   Cones: Farkas' lemma for the frictionless problem (solve/cone/infeasible.h). The local form has none (contacts with moments do not),
   but where their rows and normals alone contradict each other by a y with A'y = 0 nothing else can help. Scalar rows
   alone: Lemke's method, whose ray proves, and all bases of a few rows, whatever the matrix. */
#include "solve/front/no_solution.h"
#include "law/cone.h"
#include "math/dense.h"
#include "solve/cone/infeasible.h"
#include "solve/cone/steering.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
  MOST_BLOCKS =
      2000, /* more take longer to factor, and more memory, than most of the solvers that did not solve them */
  MOST_ROWS = 400 /* of dense pivoting */
};

static int is_printed(const rg_options *options) {
  for (int k = 0; k < options->settings; k++)
    if (strcmp(options->setting[k].name, "as_printed") == 0 && options->setting[k].value != 0)
      return 1;
  return 0;
}

int rg_no_solution_is_due(const rg_solver_entry *entry, const rg_options *options, rg_status status,
                          const rg_outcome *outcome) {
  int cut =
      options->max_iterations > 0 || (outcome->budget && outcome->iterations >= outcome->budget);
  int open = status == RG_STALLED || (status == RG_LIMIT && !cut);
  return open && !rg_outcome_expired(outcome) && entry != rg_registry_find("auto") &&
         !is_printed(options);
}

/* --- rows and normals of contacts with moments ----------------------------------------------------------- */

/* the problem of rows and normals, all impulses else being zero; `from`: their places among the unknowns */
typedef struct normals {
  rg_local local;
  int *from;
} normals;

/* entries of A between rows and normals; `to`: the place of an unknown among them, -1: none */
static int keep_entries(rg_arena *room, const rg_local *whole, normals *n) {
  int *to = RG_RAW(room, int, whole->n), *row_start = RG_RAW(room, int, n->local.n + 1);
  int *column = RG_RAW(room, int, whole->row_start[whole->n]), filled = 0;
  double *values = RG_RAW(room, double, whole->row_start[whole->n]);
  if (room->failed) return 0;
  for (int i = 0; i < whole->n; i++) to[i] = -1;
  for (int i = 0; i < n->local.n; i++) to[n->from[i]] = i;
  for (int i = 0; i < n->local.n; i++) {
    row_start[i] = filled;
    for (int k = whole->row_start[n->from[i]]; k < whole->row_start[n->from[i] + 1]; k++) {
      if (to[whole->column[k]] < 0) continue;
      column[filled] = to[whole->column[k]];
      values[filled++] = whole->values[k];
    }
  }
  row_start[n->local.n] = filled;
  n->local.row_start = row_start;
  n->local.column = column;
  n->local.values = values;
  return 1;
}

static int take_normals(rg_arena *room, const rg_local *whole, normals *n) {
  int rows = whole->rows, count = rows + whole->contacts;
  double *c = RG_RAW(room, double, count), *lower = RG_RAW(room, double, count),
         *upper = RG_RAW(room, double, count);
  n->from = RG_RAW(room, int, count);
  if (room->failed) return 0;
  for (int i = 0; i < count; i++) {
    int contact = i - rows, row = contact < 0;
    n->from[i] = row ? i : rows + whole->dim * contact;
    c[i] = whole->c[n->from[i]] - (row ? 0 : whole->target[contact]);
    lower[i] = row ? whole->lower[i] : 0;
    upper[i] = row ? whole->upper[i] : HUGE_VAL;
  }
  n->local = (rg_local){.kind = RG_KIND_MLCP,
                        .rows = count,
                        .n = count,
                        .unit = whole->unit,
                        .typical = 1,
                        .c = c,
                        .lower = lower,
                        .upper = upper};
  return keep_entries(room, whole, n);
}

/* 1 where y of rows and normals vanishes in all columns of A, moments and tangents as well: what it says of the
   normals then holds whatever the others do. Columns are measured by the root of their diagonal. */
static int holds_for_all(rg_arena *room, const rg_local *whole, const normals *n,
                         const rg_cone *cone, const double *y) {
  static const double ZERO = 1e-11; /* of the largest one; the cone's own is 1e-12 of its gain */
  double *image = RG_NEW(room, double, whole->n), *size = RG_NEW(room, double, whole->n);
  double *root = RG_NEW(room, double, whole->n), largest = 0;
  if (room->failed) return 0;
  for (int i = 0; i < whole->n; i++)
    for (int k = whole->row_start[i]; k < whole->row_start[i + 1]; k++)
      if (whole->column[k] == i) root[i] += whole->values[k];
  for (int i = 0; i < n->local.n; i++)
    for (int k = whole->row_start[n->from[i]]; k < whole->row_start[n->from[i] + 1]; k++) {
      double term = whole->values[k] * cone->scale[i] * y[i];
      image[whole->column[k]] += term;
      size[whole->column[k]] += fabs(term);
    }
  for (int j = 0; j < whole->n; j++) {
    root[j] = sqrt(fmax(root[j], 0));
    if (root[j] > 0) largest = fmax(largest, size[j] / root[j]);
  }
  for (int j = 0; j < whole->n; j++)
    if (fabs(image[j]) > ZERO * (root[j] > 0 ? largest * root[j] : size[j])) return 0;
  return 1;
}

/* --- both proofs -------------------------------------------------------------------------------------------- */

/* what they need, NULL where it does not fit this problem */
typedef struct proof {
  rg_cone_map *map; /* of rows and normals */
  normals normals;
  const rg_cone *cone;
  rg_point *point;
  rg_infeasible *infeasible;
  const rg_solver_entry *pivoting;
  rg_mlcp mlcp;
  void *state;
  double *z;
} proof;

/* scalar rows with entries as they are */
static int make_mlcp(rg_arena *room, const rg_local *local, rg_mlcp *mlcp) {
  int n = local->n;
  *mlcp = (rg_mlcp){.n = n, .M = RG_NEW(room, double, (size_t)n *(size_t)n)};
  RG_VECTORS(room, n, &mlcp->q, &mlcp->lower, &mlcp->upper);
  if (room->failed) return 0;
  size_t bytes = (size_t)n * sizeof(double);
  memcpy(mlcp->q, local->c, bytes);
  memcpy(mlcp->lower, local->lower, bytes);
  memcpy(mlcp->upper, local->upper, bytes);
  for (int i = 0; i < n; i++)
    for (int k = local->row_start[i]; k < local->row_start[i + 1]; k++)
      mlcp->M[(size_t)i * (size_t)n + (size_t)local->column[k]] += local->values[k];
  return 1;
}

static int prepare_cone(rg_arena *room, const rg_local *local, const rg_cone *cone, proof *p) {
  if (!cone && local->row_start) {
    if (!take_normals(room, local, &p->normals)) return 0;
    p->map = rg_cone_new(room, &p->normals.local);
    if (!p->map) return 0;
    cone = &p->map->cone;
  }
  if (!cone || cone->blocks > MOST_BLOCKS || cone->n == 0) return 1;
  p->cone = cone;
  p->point = rg_point_new(room, cone);
  p->infeasible = rg_infeasible_new(room, cone);
  return p->point && p->infeasible;
}

static int prepare(rg_arena *room, const rg_local *local, const rg_cone *cone,
                   const rg_options *options, proof *p) {
  *p = (proof){.map = NULL};
  if (!prepare_cone(room, local, cone, p)) return 0;
  int pivots = local->contacts == 0 && local->row_start && local->n <= MOST_ROWS && local->n > 0;
  if (!pivots) return 1;
  p->pivoting = rg_registry_find("lemke");
  p->z = RG_NEW(room, double, local->n);
  if (!p->z || !make_mlcp(room, local, &p->mlcp)) return 0;
  p->state = p->pivoting->mlcp_setup(room, &p->mlcp, options);
  return p->state != NULL;
}

int rg_no_solution_reserve(rg_arena *room, const rg_local *local, const rg_cone *cone,
                           const rg_options *options) {
  proof p;
  return prepare(room, local, cone, options, &p) &&
         RG_RAW(room, double, 3 * (size_t)local->n + 32) != NULL;
}

/* by a combination of the rows */
static int is_infeasible(rg_arena *room, const rg_local *local, proof *p, rg_outcome *outcome) {
  if (!p->cone) return 0;
  if (p->map) {
    rg_cone_matrix(p->map, &p->normals.local);
    rg_cone_vector(p->map, &p->normals.local, rg_norm(p->normals.local.n, p->normals.local.c));
  }
  rg_point_begin(p->point, p->cone);
  return rg_infeasible_prove(p->infeasible, p->cone, p->point, outcome) &&
         (!p->map || holds_for_all(room, local, &p->normals, p->cone,
                                   rg_infeasible_combination(p->infeasible)));
}

/* by pivoting, of scalar rows */
static int has_no_basis(proof *p, const rg_options *options, rg_outcome *outcome) {
  if (!p->pivoting) return 0;
  return p->pivoting->mlcp_solve(p->state, &p->mlcp, options, p->z, outcome) == RG_NO_SOLUTION;
}

rg_status rg_no_solution_find(rg_arena *room, const rg_local *local, const rg_cone *cone,
                              const rg_options *options, rg_status status, rg_outcome *outcome) {
  proof p;
  rg_outcome own = {.deadline = outcome->deadline};
  rg_options plain = *options;
  plain.trace = 0;
  if (!prepare(room, local, cone, &plain, &p)) return status;
  if (!is_infeasible(room, local, &p, &own) && !has_no_basis(&p, &plain, &own)) return status;
  memcpy(outcome->reason, own.reason, sizeof own.reason);
  return RG_NO_SOLUTION;
}
