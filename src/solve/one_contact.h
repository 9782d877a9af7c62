/* Exact solution of one contact with all others held: u = A r + q, A a d x d block. */
#ifndef RG_ONE_CONTACT_H
#define RG_ONE_CONTACT_H

#include <math.h>

/* `inverse` is A^-1, or NULL where A is singular (then sticking is left to the iteration around).
   r: the last impulse in, the new one out. */
void rg_one_contact(int d, const double *A, const double *inverse, double mu, const double *q,
                    double *r);

/* 1 where A = diag(a, b, b), up to rounding: a sphere against anything */
int rg_one_contact_is_round(const double *A);
/* the same for such a block: friction and normal do not see each other but through the cone */
static inline void rg_one_contact_round(const double *A, double mu, const double *q, double *r) {
  if (q[0] >= 0) {
    r[0] = r[1] = r[2] = 0;
    return;
  }
  double most = -mu * q[0] / A[0], r1 = -q[1] / A[4], r2 = -q[2] / A[4];
  double friction = sqrt(r1 * r1 + r2 * r2), share = friction > most ? most / friction : 1;
  r[0] = -q[0] / A[0], r[1] = share * r1, r[2] = share * r2;
}

/* the least of r' A r / 2 + (q + opening n)' r over the cone, A as above; on its edge r = n (1, -mu e) with
   e = q_t / |q_t| and n (A_nn + mu^2 A_tt) = mu |q_t| - q_n - opening */
static inline void rg_one_contact_convex(const double *A, double mu, double opening,
                                         const double *q, double *r) {
  double slip = sqrt(q[1] * q[1] + q[2] * q[2]), pressed = -(q[0] + opening);
  if (slip * A[0] <= mu * A[4] * pressed) { /* sticks */
    r[0] = pressed / A[0], r[1] = -q[1] / A[4], r[2] = -q[2] / A[4];
    return;
  }
  double n = (mu * slip + pressed) / (A[0] + mu * mu * A[4]);
  if (!(n > 0)) n = 0;
  double share = slip > 0 ? mu * n / slip : 0;
  r[0] = n, r[1] = -share * q[1], r[2] = -share * q[2];
}

/* B = A^-1 for a d x d block; 0 where A is singular to working accuracy */
int rg_one_contact_invert(int d, const double *A, double *B);

#endif
