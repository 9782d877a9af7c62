/* The conditions of Theorem 1 of Andreani et al. 2002 at a point.

   Row sufficiency is proved by a positive semi-definite symmetric part, and disproved by a negative
   principal minor of order 1 or 2 (sufficient matrices are P0). S x > 0, x >= 0 is decided by
   x <- P(x + step S'(1 - S x)_+), which solves the convex problem min || (1 - S x)_+ ||^2, x >= 0.
 */
#include "solve/papers/theorem_one.h"

#include "math/dense.h"

#include <math.h>
#include <string.h>

enum { S_MATRIX_ITERATIONS = 2000 };

struct rg_theorem_one_work {
  double *F, *J;     /* n, n x n */
  double *gv, *side; /* free x free; one column */
  double *S, *sym;   /* bounded x bounded */
  double *x, *gap, *step;
  int *pivot, *bounded, *free;
};

rg_theorem_one_work *rg_theorem_one_setup(rg_arena *arena, const rg_mixed *mixed) {
  rg_theorem_one_work *w = RG_NEW(arena, rg_theorem_one_work, 1);
  if (!w) return NULL;
  size_t n = (size_t)mixed->n, square = n * n;
  RG_VECTORS(arena, square, &w->J, &w->gv, &w->S, &w->sym);
  RG_VECTORS(arena, n, &w->F, &w->side, &w->x, &w->gap, &w->step);
  w->pivot = RG_NEW(arena, int, n);
  w->bounded = RG_NEW(arena, int, n);
  w->free = RG_NEW(arena, int, n);
  return arena->failed ? NULL : w;
}

/* S = f_u - f_v g_v^-1 g_u; 0 where g_v is singular */
static int schur_complement(rg_theorem_one_work *w, int n, int nu, int nv) {
  for (int i = 0; i < nv; i++)
    for (int j = 0; j < nv; j++)
      w->gv[(size_t)i * (size_t)nv + (size_t)j] =
          w->J[(size_t)w->free[i] * (size_t)n + (size_t)w->free[j]];
  if (nv > 0 && rg_lu_factor(nv, w->gv, nv, w->pivot, 1e-10) > 0) return 0;
  for (int j = 0; j < nu; j++) {
    for (int k = 0; k < nv; k++)
      w->side[k] = w->J[(size_t)w->free[k] * (size_t)n + (size_t)w->bounded[j]];
    rg_lu_solve(nv, w->gv, nv, w->pivot, w->side);
    for (int i = 0; i < nu; i++) {
      const double *row = w->J + (size_t)w->bounded[i] * (size_t)n;
      double sum = row[w->bounded[j]];
      for (int k = 0; k < nv; k++) sum -= row[w->free[k]] * w->side[k];
      w->S[(size_t)i * (size_t)nu + (size_t)j] = sum;
    }
  }
  return 1;
}

static rg_condition row_sufficient(rg_theorem_one_work *w, int n) {
  size_t m = (size_t)n;
  double size = n > 0 ? rg_norm_max(n * n, w->S) : 0, tiny = 1e-12 * size;
  /* principal minors of order 1 and 2 */
  for (size_t i = 0; i < m; i++) {
    if (w->S[i * m + i] < -tiny) return RG_VERDICT_NO;
    for (size_t j = 0; j < i; j++)
      if (w->S[i * m + i] * w->S[j * m + j] - w->S[i * m + j] * w->S[j * m + i] < -tiny * size)
        return RG_VERDICT_NO;
  }
  /* symmetric part */
  for (size_t i = 0; i < m; i++)
    for (size_t j = 0; j < m; j++) w->sym[i * m + j] = 0.5 * (w->S[i * m + j] + w->S[j * m + i]);
  rg_eigenvalues(n, w->sym, n, w->gap);
  return n == 0 || w->gap[0] >= -1e-10 * size ? RG_VERDICT_YES : RG_VERDICT_UNKNOWN;
}

static rg_condition s_matrix(rg_theorem_one_work *w, int n) {
  double norm = rg_norm(n * n, w->S), step = norm > 0 ? 1 / (norm * norm) : 0;
  memset(w->x, 0, (size_t)n * sizeof *w->x);
  for (int k = 0; k < S_MATRIX_ITERATIONS; k++) {
    /* a point with S x > 0 is a proof, whatever is left of the gap */
    double least = HUGE_VAL;
    rg_matvec(n, n, w->S, n, w->x, w->gap);
    for (int i = 0; i < n; i++) {
      least = fmin(least, w->gap[i]);
      w->gap[i] = fmax(1 - w->gap[i], 0);
    }
    if (least > 0) return RG_VERDICT_YES;
    rg_matvec_t(n, n, w->S, n, w->gap, w->step);
    double moved = 0;
    for (int i = 0; i < n; i++) {
      double next = fmax(w->x[i] + step * w->step[i], 0);
      moved = fmax(moved, fabs(next - w->x[i]));
      w->x[i] = next;
    }
    /* a stationary point of the convex problem with a gap: there is no such x */
    if (moved <= 1e-14 * rg_norm_max(n, w->x) || moved == 0) return RG_VERDICT_NO;
  }
  return RG_VERDICT_UNKNOWN;
}

rg_theorem_one rg_theorem_one_check(rg_theorem_one_work *work, const rg_mixed *mixed,
                                    const double *z) {
  rg_theorem_one verdict = {RG_VERDICT_NO, RG_VERDICT_UNKNOWN, RG_VERDICT_UNKNOWN};
  int nu = 0, nv = 0;
  for (int i = 0; i < mixed->n; i++) {
    if (isinf(mixed->lower[i]) && isinf(mixed->upper[i])) work->free[nv++] = i;
    else work->bounded[nu++] = i;
  }
  mixed->eval(mixed->context, z, work->F, work->J);
  if (!schur_complement(work, mixed->n, nu, nv)) return verdict;
  verdict.schur_exists = RG_VERDICT_YES;
  verdict.row_sufficient = row_sufficient(work, nu);
  verdict.s_matrix = s_matrix(work, nu);
  return verdict;
}
