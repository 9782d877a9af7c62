/* Pseudo-arclength continuation (Keller 1977). H(x, s) = 0 is the smooth contact map with tau = tau_0 e^s.
   With friction the problem is not monotone, and the path from the one point at large tau may turn back
   in s before it goes on: no schedule of tau can follow it, arclength can. A compliance that vanishes with
   tau, A + COMPLIANCE e^s I, keeps bodies that wedge each other from being squeezed ever harder along the
   path (the impulses of a jam are not bounded). In z = (x / |x|, s):
       tangent     [H_x H_s; t'] dz = (0, 1)
       corrector   [H_x H_s; t'] dz = -(H, 0)
   by dense LU of the bordered matrix, which stays regular at simple turning points. */
#include "solve/homotopy.h"
#include "math/dense.h"

#include <math.h>
#include <string.h>

enum { CORRECTIONS = 6, FINISH_EVERY = 20 };

static const double COMPLIANCE = 1e-2;

struct rg_homotopy {
  double *A;       /* dense, scaled like the cone's blocks */
  double *border;  /* (n + 1) x (n + 1) */
  double *P, *Q, *F, *other, *u, *tangent, *last, *z, *delta, *keep;
  unsigned char *active;
  int *pivot;
};

rg_homotopy *rg_homotopy_new(rg_arena *arena, const rg_cone *cone) {
  rg_homotopy *h = RG_NEW(arena, rg_homotopy, 1);
  if (!h) return NULL;
  size_t n = (size_t)cone->n, dd = (size_t)(cone->d * cone->d), blocks = (size_t)cone->blocks;
  h->A = RG_RAW(arena, double, n * n);
  h->border = RG_RAW(arena, double, (n + 1) * (n + 1));
  h->P = RG_NEW(arena, double, blocks * dd);
  h->Q = RG_NEW(arena, double, blocks * dd);
  double **vectors[] = {&h->F, &h->other, &h->u, &h->tangent, &h->last, &h->z, &h->delta, &h->keep};
  for (size_t k = 0; k < sizeof vectors / sizeof vectors[0]; k++) *vectors[k] = RG_NEW(arena, double, n + 1);
  h->active = RG_NEW(arena, unsigned char, blocks);
  h->pivot = RG_NEW(arena, int, n + 1);
  return arena->failed ? NULL : h;
}

static void densify(rg_homotopy *h, const rg_cone *cone) {
  int d = cone->d, n = cone->n;
  memset(h->A, 0, (size_t)n * (size_t)n * sizeof(double));
  for (int i = 0; i < cone->blocks; i++)
    for (int k = cone->start[i]; k < cone->start[i + 1]; k++)
      for (int a = 0; a < d; a++)
        memcpy(h->A + (size_t)(i * d + a) * (size_t)n + (size_t)(cone->column[k] * d),
               cone->values + (size_t)(k * d * d + a * d), (size_t)d * sizeof(double));
}

/* the path at one point: z = (x, s), tau = start e^s */
typedef struct path_point {
  const rg_cone *cone;
  const double *weight;
  double start, length; /* tau at s = 0; |x| by which x is measured */
} path_point;

/* F = H(x, s); with derivatives where P is wanted */
static void evaluate(rg_homotopy *h, const path_point *p, const double *z, double shift, double *F, int derivatives) {
  int n = p->cone->n;
  rg_map map = {RG_MAP_SMOOTH, 1, p->start * exp(z[n] + shift), p->weight};
  double compliance = COMPLIANCE * exp(z[n] + shift);
  rg_cone_velocity(p->cone, z, h->u);
  rg_axpy(n, compliance, z, h->u);
  rg_contact_map(p->cone, map, z, h->u, F, derivatives ? h->P : NULL, derivatives ? h->Q : NULL, h->active);
}

/* rows of P + Q A, columns of x measured in |x|, the column of s by a difference, and the border t' */
static void fill_border(rg_homotopy *h, const path_point *p, const double *z) {
  int n = p->cone->n, d = p->cone->d, width = n + 1;
  double compliance = COMPLIANCE * exp(z[n]);
  evaluate(h, p, z, 1e-6, h->other, 0);
  evaluate(h, p, z, 0, h->F, 1);
  for (int i = 0; i < n; i++) {
    double *row = h->border + (size_t)i * (size_t)width;
    const double *P = h->P + (i / d) * d * d + (i % d) * d, *Q = h->Q + (i / d) * d * d + (i % d) * d;
    memset(row, 0, (size_t)width * sizeof *row);
    for (int k = 0; k < d; k++)
      if (Q[k] != 0) rg_axpy(n, Q[k], h->A + (size_t)((i / d) * d + k) * (size_t)n, row);
    for (int k = 0; k < d; k++) row[(i / d) * d + k] += P[k] + compliance * Q[k];
    for (int j = 0; j < n; j++) row[j] *= p->length;
    row[n] = (h->other[i] - h->F[i]) / 1e-6;
  }
  memcpy(h->border + (size_t)n * (size_t)width, h->tangent, (size_t)width * sizeof(double));
}

static void bordered_solve(rg_homotopy *h, int n, double *right) {
  rg_lu_factor(n + 1, h->border, n + 1, h->pivot, 1e-15);
  rg_lu_solve(n + 1, h->border, n + 1, h->pivot, right);
}

/* unit tangent that keeps the direction of the last one */
static void new_tangent(rg_homotopy *h, const path_point *p) {
  int n = p->cone->n;
  fill_border(h, p, h->z);
  memset(h->delta, 0, (size_t)(n + 1) * sizeof(double));
  h->delta[n] = 1;
  bordered_solve(h, n, h->delta);
  double norm = rg_norm(n + 1, h->delta);
  for (int i = 0; i <= n; i++) h->tangent[i] = h->delta[i] / norm;
}

/* Newton across the tangent; the number of corrections, or 0 where it does not converge */
static int correct(rg_homotopy *h, const path_point *p) {
  int n = p->cone->n;
  for (int k = 1; k <= CORRECTIONS; k++) {
    fill_border(h, p, h->z);
    double tau = p->start * exp(h->z[n]);
    if (rg_norm_max(n, h->F) <= 0.02 * tau) return k;
    for (int i = 0; i < n; i++) h->delta[i] = -h->F[i];
    h->delta[n] = 0;
    bordered_solve(h, n, h->delta);
    double size = rg_norm(n + 1, h->delta);
    if (!(size < 10)) return 0;
    for (int i = 0; i < n; i++) h->z[i] += p->length * h->delta[i];
    h->z[n] += h->delta[n];
    if (h->z[n] > 5) return 0;
  }
  return 0;
}

/* Newton at fixed tau for the first point */
static int first_point(rg_homotopy *h, const path_point *p, rg_newton *newton, double *x, rg_outcome *outcome) {
  rg_newton_options o = rg_newton_options_default(1e-3);
  double residual;
  o.map = (rg_map){RG_MAP_SMOOTH, 1, p->start, p->weight};
  o.max_iterations = 60;
  o.proximal = COMPLIANCE;
  memset(h->keep, 0, (size_t)p->cone->n * sizeof *x);
  o.center = h->keep;
  memset(x, 0, (size_t)p->cone->n * sizeof *x);
  rg_newton_run(newton, p->cone, &o, x, &residual, outcome);
  memcpy(h->z, x, (size_t)p->cone->n * sizeof *x);
  h->z[p->cone->n] = 0;
  return residual <= 1e-2;
}

/* the contact map itself from the present point */
static double finish(rg_homotopy *h, const rg_cone *cone, rg_newton *newton, double tol, double *x,
                     rg_outcome *outcome) {
  rg_newton_options o = rg_newton_options_default(tol);
  double residual;
  o.max_iterations = 25;
  memcpy(x, h->z, (size_t)cone->n * sizeof *x);
  rg_newton_run(newton, cone, &o, x, &residual, outcome);
  return residual;
}

double rg_homotopy_run(rg_homotopy *h, const rg_cone *cone, rg_newton *newton, const double *weight,
                       int max_steps, double tol, double *x, rg_outcome *outcome) {
  int n = cone->n;
  path_point p = {cone, weight, rg_norm_max(n, cone->c), 1};
  double step = 0.3, next_finish = log(1e-2), best = HUGE_VAL;
  if (!(p.start > 0) || !first_point(h, &p, newton, x, outcome)) return best;
  densify(h, cone);
  memset(h->tangent, 0, (size_t)(n + 1) * sizeof(double));
  h->tangent[n] = -1; /* towards smaller tau */
  for (int k = 0; k < max_steps && h->z[n] > log(1e-11) && !rg_outcome_expired(outcome); k++) {
    p.length = rg_norm(n, h->z) + p.start;
    new_tangent(h, &p);
    memcpy(h->keep, h->z, (size_t)(n + 1) * sizeof(double));
    int corrections = 0;
    for (; step > 1e-7; step *= 0.4) { /* predict, correct, shorten */
      for (int i = 0; i < n; i++) h->z[i] = h->keep[i] + step * p.length * h->tangent[i];
      h->z[n] = h->keep[n] + step * h->tangent[n];
      corrections = correct(h, &p);
      outcome->iterations++;
      if (corrections) break;
    }
    if (!corrections) return best;
    if (corrections <= 3) step = step < 1 ? 1.7 * step : step;
    if (h->z[n] > next_finish && k % FINISH_EVERY != FINISH_EVERY - 1) continue;
    if (h->z[n] <= next_finish) next_finish = h->z[n] - log(10.0);
    double residual = finish(h, cone, newton, tol, x, outcome);
    if (residual < best) best = residual;
    if (best <= tol) return best;
  }
  return finish(h, cone, newton, tol, x, outcome);
}
