/* All complementary bases of a small MLCP, and the proof of infeasibility that stands on Lemke's method and on them. */
#include "solve/mlcp/bases.h"

#include "math/dense.h"
#include "solve/mlcp/pivot.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_BASES = 1 << 20 };

void rg_bases_setup(rg_bases *b, rg_arena *arena, int n) {
  b->pivot = RG_NEW(arena, int, n);
  b->basis = RG_NEW(arena, int, n);
  RG_VECTORS(arena, n, &b->z, &b->w);
  b->matrix = RG_RAW(arena, double, (size_t)n *(size_t)n);
}

static int first_place(const rg_mlcp *mlcp, int i) {
  return isfinite(mlcp->lower[i]) ? 0 : isfinite(mlcp->upper[i]) ? 1 : 2;
}

static int next_basis(const rg_mlcp *mlcp, int *basis) {
  for (int i = 0; i < mlcp->n; i++) {
    int *b = &basis[i];
    do (*b)++;
    while (*b == 1 && !isfinite(mlcp->upper[i]));
    if (*b <= 2) return 1;
    *b = first_place(mlcp, i);
  }
  return 0;
}

int rg_bases_solve(rg_bases *b, const rg_mlcp *mlcp) {
  int n = mlcp->n;
  for (int i = 0; i < n; i++) {
    double *row = b->matrix + i * n, bound = b->basis[i] == 0 ? mlcp->lower[i] : mlcp->upper[i];
    if (b->basis[i] == 2) memcpy(row, mlcp->M + i * n, (size_t)n * sizeof *row);
    else memset(row, 0, (size_t)n * sizeof *row), row[i] = 1;
    b->z[i] = b->basis[i] == 2 ? -mlcp->q[i] : bound;
  }
  int singular = rg_lu_factor(n, b->matrix, n, b->pivot, 1e-13);
  rg_lu_solve(n, b->matrix, n, b->pivot, b->z);
  return singular;
}

/* 1 where the point of the basis breaks a bound or a sign by far more than rounding explains; the
   tolerance that the user asked for has no say in a proof */
static int clearly_broken(const rg_bases *b, const rg_mlcp *m) {
  const double *z = b->z, *w = b->w;
  double largest = rg_norm_max(m->n, z);
  for (int i = 0; i < m->n; i++) {
    double low = z[i] - m->upper[i], high = z[i] - m->lower[i];
    double broken = b->basis[i] != 2 ? fmax(0, b->basis[i] ? w[i] : -w[i])
                    : low > 0 ? low
                    : high < 0       ? -high
                                     : 0;
    double size = b->basis[i] == 2 ? largest : fabs(m->q[i]);
    for (int j = 0; j < m->n && b->basis[i] != 2; j++) size += fabs(m->M[i * m->n + j] * z[j]);
    if (broken > 1e-6 * size) return 1;
  }
  return 0;
}

rg_status rg_bases_try(rg_bases *b, const rg_mlcp *mlcp, double tol, int *count) {
  int doubtful = 0;
  *count = 0;
  for (int i = 0; i < mlcp->n; i++) b->basis[i] = first_place(mlcp, i);
  do {
    doubtful += rg_bases_solve(b, mlcp) > 0;
    ++*count;
    rg_mlcp_w(mlcp, b->z, b->w);
    if (rg_mlcp_residual(mlcp, b->z, b->w) <= tol) return RG_SOLVED;
    doubtful += !clearly_broken(b, mlcp);
  } while (*count < MOST_BASES && next_basis(mlcp, b->basis));
  return doubtful || *count == MOST_BASES ? RG_STALLED : RG_NO_SOLUTION;
}

void rg_bases_reason(int count, rg_outcome *outcome) {
  snprintf(outcome->reason, sizeof outcome->reason,
           "none of the %d complementary bases is feasible", count);
}

/* --- the proof ---------------------------------------------------------------------------------- */

void rg_proof_setup(rg_proof *proof, rg_arena *arena, const rg_mlcp *mlcp,
                    const rg_options *options) {
  int printed = 0;
  for (int k = 0; k < options->settings; k++)
    printed |=
        strcmp(options->setting[k].name, "as_printed") == 0 && options->setting[k].value != 0;
  proof->off = printed || !options->solver || strcmp(options->solver, "auto") == 0;
  if (proof->off) return;
  proof->lemke = rg_lemke_setup(arena, mlcp, options);
  proof->z = RG_NEW(arena, double, mlcp->n);
  if (mlcp->n <= RG_BASES_MOST) rg_bases_setup(&proof->bases, arena, mlcp->n);
}

rg_status rg_proof_conclude(rg_proof *proof, const rg_mlcp *mlcp, const rg_options *options,
                            rg_status status, rg_outcome *outcome) {
  rg_outcome own = {.deadline = outcome->deadline};
  int count, unsolved = status == RG_STALLED || status == RG_LIMIT;
  if (proof->off || !unsolved || mlcp->n == 0 || rg_outcome_expired(outcome)) return status;
  memset(proof->z, 0, (size_t)mlcp->n * sizeof(double));
  rg_status found = rg_lemke_solve(proof->lemke, mlcp, options, proof->z, &own);
  if (found == RG_NO_SOLUTION) memcpy(outcome->reason, own.reason, sizeof own.reason);
  if (found == RG_NO_SOLUTION || found == RG_SOLVED || mlcp->n > RG_BASES_MOST)
    return found == RG_NO_SOLUTION ? found : status;
  if (rg_bases_try(&proof->bases, mlcp, options->tol, &count) != RG_NO_SOLUTION) return status;
  rg_bases_reason(count, outcome);
  return RG_NO_SOLUTION;
}
