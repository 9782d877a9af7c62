/* Exact solution of one contact with all others held: u = A r + q, A a d x d block. */
#ifndef RG_ONE_CONTACT_H
#define RG_ONE_CONTACT_H

#include "law/friction.h"

#include <math.h>

/* `inverse` is A^-1, or NULL where A is singular (then sticking is left to the iteration around).
   r: the last impulse in, the new one out. */
void rg_one_contact(int d, const double *A, const double *inverse, double mu, const double *q,
                    double *r);

/* The same of a contact with moments, by Newton's method, as near as it comes; A: 6 x 6. */
void rg_one_turning_contact(const rg_friction *friction, const double *A, const double *q,
                            double *r);

/* 1 where A = diag(a, b, b), up to rounding: a sphere against anything */
int rg_one_contact_is_round(const double *A);
/* the same for such a block: friction and normal do not see each other but through the cone */
static inline void rg_one_contact_round(double a, double b, double mu, const double *q, double *r) {
  if (q[0] >= 0) {
    r[0] = r[1] = r[2] = 0;
    return;
  }
  double n = -q[0] / a, most = mu * n * b, slip = sqrt(q[1] * q[1] + q[2] * q[2]);
  double share = slip > most ? -mu * n / slip : -1 / b;
  r[0] = n, r[1] = share * q[1], r[2] = share * q[2];
}

/* B = A^-1 for a d x d block; 0 where A is singular to working accuracy */
int rg_one_contact_invert(int d, const double *A, double *B);

#endif
