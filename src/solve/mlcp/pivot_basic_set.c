/* Principal pivoting on a mixed problem with bounds: the basic-set method of Judice & Pires 1992.

   Each index is at its lower bound, at its upper bound, or basic (w = 0, z unknown). A basic z
   beyond a bound goes to that bound; a z at a bound whose w has the wrong sign becomes basic. All
   wrong indices change at once; where that has not made them fewer for `patience` steps, only the
   least wrong index changes (Murty 1974), which is finite for a P-matrix, until there are fewer
   than ever before. A basis matrix M_BB that is singular ends it: nothing is regularized. */
#include "solve/mlcp/pivot.h"

#include "math/dense.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double SINGULAR = 1e-12; /* pivot of the scaled matrix */
static const double SLACK = 1e-13;    /* of the scaled values */

enum { AT_LOWER, AT_UPPER, BASIC };

typedef struct basic_set {
  rg_dictionary d;
  rg_basis basis;
  unsigned char *mark;   /* 2 n */
  int *where;            /* AT_LOWER, AT_UPPER or BASIC */
  int *wrong;            /* indices that must change */
  double *lower, *upper; /* scaled */
  double *nonbasic;      /* values of the columns */
  double *z, *w;         /* scaled */
  double *raw_z, *raw_w, *best;
  double unit; /* scaled = raw * unit / scale */
} basic_set;

void *rg_basic_set_setup(rg_arena *arena, const rg_mlcp *mlcp, const rg_options *options) {
  int n = mlcp->n;
  basic_set *s = RG_NEW(arena, basic_set, 1);
  (void)options;
  if (!s) return NULL;
  rg_dictionary_alloc(arena, &s->d, n, n);
  rg_basis_alloc(arena, &s->basis, n);
  s->mark = RG_NEW(arena, unsigned char, 2 * n);
  s->where = RG_NEW(arena, int, n);
  s->wrong = RG_NEW(arena, int, n);
  RG_VECTORS(arena, n, &s->lower, &s->upper, &s->nonbasic, &s->z, &s->w, &s->raw_z, &s->raw_w,
             &s->best);
  return arena->failed ? NULL : s;
}

/* where an unknown begins: at a bound; basic where it is free, or where `z` (NULL: none) lies between the bounds */
static int first_place(const rg_mlcp *mlcp, int i, const double *z) {
  double low = mlcp->lower[i], high = mlcp->upper[i];
  if (isinf(low) && isinf(high)) return BASIC;
  if (z && z[i] > low && z[i] < high) return BASIC;
  if (z && z[i] >= high) return AT_UPPER;
  return isinf(low) ? AT_UPPER : AT_LOWER;
}

/* scaled dictionary w = M z + q and bounds; z at a bound, or to be driven in */
static void load(basic_set *s, const rg_mlcp *mlcp, const double *z) {
  int n = mlcp->n, exponent = 0;
  const double *row_scale = s->basis.row_scale, *column_scale = s->basis.column_scale;
  rg_equilibrate(n, mlcp->M, n, s->basis.row_scale, s->basis.column_scale);
  rg_dictionary_reset(&s->d, n, n);
  double largest = 0;
  for (int i = 0; i < n; i++) largest = fmax(largest, fabs(row_scale[i] * mlcp->q[i]));
  if (largest > 0 && !isinf(largest)) frexp(largest, &exponent);
  s->unit = ldexp(1, -exponent);
  for (int i = 0; i < n; i++) {
    double *row = rg_dictionary_row(&s->d, i);
    const double *M = mlcp->M + (size_t)i * (size_t)n;
    for (int j = 0; j < n; j++) row[j] = row_scale[i] * M[j] * column_scale[j];
    row[n] = row_scale[i] * mlcp->q[i] * s->unit;
    s->lower[i] = mlcp->lower[i] * s->unit / column_scale[i];
    s->upper[i] = mlcp->upper[i] * s->unit / column_scale[i];
    s->where[i] = first_place(mlcp, i, z);
    s->mark[i] = s->where[i] == BASIC ? RG_LEAVE : RG_STAY;
    s->mark[n + i] = s->where[i] == BASIC ? RG_ENTER : RG_STAY;
  }
}

/* exchanges what is marked; 0 where the new basis matrix is singular */
static int exchange_marked(basic_set *s) {
  int wanted = 0;
  for (int v = 0; v < 2 * s->d.rows; v++) wanted += s->mark[v] == RG_LEAVE;
  int done = rg_dictionary_drive(&s->d, s->mark, SINGULAR);
  memset(s->mark, RG_STAY, 2 * (size_t)s->d.rows);
  return done == wanted;
}

/* z and w of the present set */
static void evaluate(basic_set *s) {
  int n = s->d.rows;
  for (int j = 0; j < n; j++) {
    int v = s->d.nonbasic[j], i = v % n;
    s->nonbasic[j] = v < n ? 0 : s->where[i] == AT_UPPER ? s->upper[i] : s->lower[i];
    if (v < n) s->w[i] = 0;
    else s->z[i] = s->nonbasic[j];
  }
  for (int r = 0; r < n; r++) {
    const double *row = rg_dictionary_row(&s->d, r);
    double value = row[n] + rg_dot(n, row, s->nonbasic);
    if (s->d.basic[r] < n) s->w[s->d.basic[r]] = value;
    else s->z[s->d.basic[r] - n] = value;
  }
}

/* where index i must go; its own place where it is right */
static int destination(const basic_set *s, int i) {
  if (s->where[i] == BASIC) {
    if (s->z[i] < s->lower[i] - SLACK * (1 + fabs(s->lower[i]))) return AT_LOWER;
    if (s->z[i] > s->upper[i] + SLACK * (1 + fabs(s->upper[i]))) return AT_UPPER;
    return BASIC;
  }
  if (!(s->lower[i] < s->upper[i])) return s->where[i];
  if (s->where[i] == AT_LOWER) return s->w[i] < -SLACK ? BASIC : AT_LOWER;
  return s->w[i] > SLACK ? BASIC : AT_UPPER;
}

static int list_wrong(basic_set *s) {
  int count = 0;
  for (int i = 0; i < s->d.rows; i++)
    if (destination(s, i) != s->where[i]) s->wrong[count++] = i;
  return count;
}

/* moves the first `count` wrong indices; 0 where the new basis matrix is singular */
static int move(basic_set *s, int count) {
  int n = s->d.rows;
  for (int k = 0; k < count; k++) {
    int i = s->wrong[k], to = destination(s, i);
    int enters = to == BASIC;
    s->mark[i] = enters ? RG_LEAVE : RG_ENTER;
    s->mark[n + i] = enters ? RG_ENTER : RG_LEAVE;
    s->where[i] = to;
  }
  return exchange_marked(s);
}

/* natural residual of the present set; the best z so far is kept */
static double remember_best(basic_set *s, const rg_mlcp *mlcp, double best) {
  for (int i = 0; i < mlcp->n; i++) {
    double z = s->z[i] * s->basis.column_scale[i] / s->unit;
    s->raw_z[i] = fmin(fmax(z, mlcp->lower[i]), mlcp->upper[i]);
    s->raw_w[i] = s->w[i] / (s->basis.row_scale[i] * s->unit);
  }
  double residual = rg_mlcp_residual(mlcp, s->raw_z, s->raw_w);
  if (residual < best) memcpy(s->best, s->raw_z, (size_t)mlcp->n * sizeof(double));
  return residual;
}

/* final solve with the basis from the original numbers */
static rg_status finish(basic_set *s, const rg_mlcp *mlcp, const rg_options *options, double *z,
                        rg_outcome *outcome) {
  s->basis.count = 0;
  for (int i = 0; i < mlcp->n; i++)
    if (s->where[i] == BASIC)
      s->basis.rows[s->basis.count] = s->basis.columns[s->basis.count] = i, s->basis.count++;
  memcpy(z, s->raw_z, (size_t)mlcp->n * sizeof(double));
  double residual = rg_basis_polish(&s->basis, mlcp, z);
  rg_outcome_trace(outcome, residual);
  if (residual <= options->tol) return RG_SOLVED;
  snprintf(outcome->reason, sizeof outcome->reason, "ill-conditioned basis, residual %.1e",
           residual);
  return RG_STALLED;
}

rg_status rg_basic_set_solve(void *state, const rg_mlcp *mlcp, const rg_options *options,
                             int patience, int limit, int from_z, double *z, rg_outcome *outcome) {
  basic_set *s = state;
  int n = mlcp->n, fewest = n + 1, blocks_left = patience;
  double best = HUGE_VAL;
  load(s, mlcp, from_z ? z : NULL);
  memcpy(s->best, z, (size_t)n * sizeof *z);
  int regular = exchange_marked(s);

  while (regular && !rg_pivot_spent(limit, outcome)) {
    evaluate(s);
    int count = list_wrong(s);
    double residual = remember_best(s, mlcp, best);
    if (count == 0) return finish(s, mlcp, options, z, outcome);
    best = fmin(best, residual);
    rg_outcome_trace(outcome, residual);

    /* all at once while it helps, else the least index */
    if (count < fewest) fewest = count, blocks_left = patience;
    else if (blocks_left > 0) blocks_left--;
    regular = move(s, blocks_left > 0 ? count : 1);
    outcome->iterations++;
  }
  memcpy(z, s->best, (size_t)n * sizeof *z);
  snprintf(outcome->reason, sizeof outcome->reason, "%s",
           regular ? "iteration or time limit" : "singular basis matrix");
  return regular ? RG_LIMIT : RG_STALLED;
}
