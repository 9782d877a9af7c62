/* Block i with all others held: q_i = c_i + sum_{j != i} A_ij x_j, then the exact one-contact solution, Newton's where it
   has moments, or the clamped row x = mid(lower, x - u / A_ii, upper). */
#include "solve/cone/sweep.h"
#include "law/cone.h"
#include "math/dense.h"
#include "solve/cone/one_contact.h"

#include <math.h>
#include <string.h>

rg_sweeper *rg_sweeper_new(rg_arena *arena, const rg_cone *cone) {
  rg_sweeper *sweeper = RG_NEW(arena, rg_sweeper, 1);
  if (!sweeper) return NULL;
  if (!cone->values)
    sweeper->own = RG_RAW(arena, double, (size_t)(cone->d * cone->d) * (size_t)cone->blocks);
  sweeper->inverse = RG_RAW(arena, double, (size_t)cone->blocks *(size_t)(cone->d * cone->d));
  sweeper->regular = RG_RAW(arena, unsigned char, cone->blocks);
  sweeper->round = RG_RAW(arena, unsigned char, cone->blocks);
  return arena->failed ? NULL : sweeper;
}

void rg_sweeper_prepare(rg_sweeper *sweeper, const rg_cone *cone) {
  int dd = cone->d * cone->d;
  if (sweeper->own) rg_cone_diagonal(cone, sweeper->own);
  for (int i = cone->first_contact; i < cone->blocks && !cone->friction; i++) {
    const double *A = rg_sweeper_block(sweeper, cone, i);
    sweeper->regular[i] =
        (unsigned char)rg_one_contact_invert(cone->d, A, sweeper->inverse + i * dd);
    sweeper->round[i] = (unsigned char)(cone->d == 3 && rg_one_contact_is_round(A));
  }
}

/* rows of a block one after the other; q without the block's own part */
static void solve_rows(const rg_cone *cone, int block, const double *q, double *x) {
  int d = cone->d;
  const double *A = cone->values + (size_t)cone->diagonal[block] * (size_t)(d * d);
  for (int i = 0; i < d; i++) {
    double u = q[i], own = A[i * (d + 1)];
    for (int k = 0; k < d; k++) u += A[i * d + k] * x[k];
    if (!(own > 0)) continue;
    double y = x[i] - u / own, lower = cone->lower[d * block + i],
           upper = cone->upper[d * block + i];
    x[i] = y < lower ? lower : y > upper ? upper : y;
  }
}

static inline void gather_3(const rg_cone *cone, int i, const double *x, double *q) {
  double q0 = cone->c[3 * i], q1 = cone->c[3 * i + 1], q2 = cone->c[3 * i + 2];
  for (int k = cone->start[i]; k < cone->start[i + 1]; k++) {
    if (k == cone->diagonal[i]) continue;
    const double *a = cone->values + 9 * (size_t)k, *y = x + 3 * cone->column[k];
    q0 += a[0] * y[0] + a[1] * y[1] + a[2] * y[2];
    q1 += a[3] * y[0] + a[4] * y[1] + a[5] * y[2];
    q2 += a[6] * y[0] + a[7] * y[1] + a[8] * y[2];
  }
  q[0] = q0, q[1] = q1, q[2] = q2;
}

static inline void gather_2(const rg_cone *cone, int i, const double *x, double *q) {
  double q0 = cone->c[2 * i], q1 = cone->c[2 * i + 1];
  for (int k = cone->start[i]; k < cone->start[i + 1]; k++) {
    if (k == cone->diagonal[i]) continue;
    const double *a = cone->values + 4 * (size_t)k, *y = x + 2 * cone->column[k];
    q0 += a[0] * y[0] + a[1] * y[1];
    q1 += a[2] * y[0] + a[3] * y[1];
  }
  q[0] = q0, q[1] = q1;
}

static void gather_6(const rg_cone *cone, int i, const double *x, double *q) {
  for (int r = 0; r < 6; r++) q[r] = cone->c[6 * i + r];
  for (int k = cone->start[i]; k < cone->start[i + 1]; k++) {
    if (k == cone->diagonal[i]) continue;
    const double *a = cone->values + 36 * (size_t)k, *y = x + 6 * cone->column[k];
    for (int r = 0; r < 6; r++) q[r] += rg_dot(6, a + 6 * r, y);
  }
}

double rg_sweep(const rg_sweeper *sweeper, const rg_cone *cone, double omega, int backward,
                double *x) {
  int d = cone->d, dd = d * d;
  double change = 0;
  for (int b = 0; b < cone->blocks; b++) {
    int i = backward ? cone->blocks - 1 - b : b;
    double q[RG_CONTACT_MOST] = {0}, r[RG_CONTACT_MOST] = {0};
    double *mine = x + d * i;
    const double *A = cone->values + (size_t)cone->diagonal[i] * (size_t)dd;
    if (d == 3) gather_3(cone, i, x, q);
    else if (d == 2) gather_2(cone, i, x, q);
    else gather_6(cone, i, x, q);
    memcpy(r, mine, (size_t)d * sizeof *r);
    if (i < cone->first_contact) solve_rows(cone, i, q, r);
    else if (cone->friction)
      rg_one_turning_contact(cone->friction + i - cone->first_contact, A, q, r);
    else
      rg_one_contact(d, A, sweeper->regular[i] ? sweeper->inverse + i * dd : NULL, cone->mu[i], q,
                     r);
    for (int k = 0; k < d; k++) {
      double step = omega * (r[k] - mine[k]);
      mine[k] += step;
      change += step * step;
    }
  }
  return sqrt(change);
}
