/* Least value of a function of a few numbers in [0, 1], by a fixed number of evaluations: points
   spread over the box (Halton's sequence), then Nelder & Mead's simplex from the best of them, begun
   anew, smaller, where it has shrunk. The same function gives the same answer. */
#ifndef BENCH_FIT_H
#define BENCH_FIT_H

enum { FIT_DIMENSIONS_MAX = 8 };

typedef double (*fit_function)(const double *x, void *context);

/* `x` has the first point and gets the best one; returns its value. */
double fit_minimize(fit_function f, void *context, int dimensions, int spread, int evaluations,
                    double *x);

#endif
