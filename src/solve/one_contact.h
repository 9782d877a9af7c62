/* Exact solution of one contact with all others held: u = A r + q, A a d x d block. */
#ifndef RG_ONE_CONTACT_H
#define RG_ONE_CONTACT_H

/* `inverse` is A^-1, or NULL where A is singular (then sticking is left to the iteration around).
   r: the last impulse in, the new one out. */
void rg_one_contact(int d, const double *A, const double *inverse, double mu, const double *q,
                    double *r);

/* B = A^-1 for a d x d block; 0 where A is singular to working accuracy */
int rg_one_contact_invert(int d, const double *A, double *B);

#endif
