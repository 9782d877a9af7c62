/* A minimizer with bounds of the kind that the paper used (`easy`, refs. 8 and 12: Friedlander, Martinez & Santos 1994): a
   trust region in the largest norm, second derivatives, and inside it a quadratic with bounds, minimized by conjugate gradients
   in faces. It counts what Table 2 counts. */
#ifndef ANDREANI_EASY_H
#define ANDREANI_EASY_H

enum { EASY_MOST = 20 };

/* f with its gradient, and its Hessian (n x n) where H is not NULL */
typedef double (*easy_function)(const void *context, const double *x, double *gradient, double *H);

typedef struct easy_problem {
  int n;
  const unsigned char *bounded; /* n: 1: x_i >= 0 */
  easy_function function;
  const void *context;
} easy_problem;

typedef struct easy_rule {
  double gradient; /* ends where the projected gradient is under this, */
  double value;    /* and f under this; 0: whatever f is */
  double inner;    /* the quadratic ends where its projected gradient has fallen to this share */
  double radius;   /* of the first region */
  int most;        /* outer iterations */
} easy_rule;

typedef struct easy_result {
  double value, gradient; /* f and the norm of the projected gradient at the end */
  int outer, evaluations, inner, products;
  int unknowns;
} easy_result;

/* from x, which is brought within the bounds, to the end in x */
easy_result easy_minimize(const easy_problem *problem, const easy_rule *rule, double *x);

#endif
