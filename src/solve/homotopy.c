/* Pseudo-arclength continuation (Keller 1977). H(x, s) = 0 is the smooth contact map with tau =
   tau_0 e^s. With friction the problem is not monotone, and the path from the one point at large
   tau may turn back in s before it goes on: no schedule of tau can follow it, arclength can. A
   compliance that vanishes with tau, A + COMPLIANCE e^s I, keeps bodies that wedge each other from
   being squeezed ever harder along the path (the impulses of a jam are not bounded). In
   z = (x / length, s):
       tangent     [H_x H_s; t'] dz = (0, 1)
       corrector   [H_x H_s; t'] dz = -(H, 0)
   The bordered matrix stays regular at simple turning points. Small problems factor it densely with
   pivoting; large ones use the sparse LU of H_x with the border eliminated, which is less accurate
   close to a turning point. */
#include "solve/homotopy.h"
#include "math/dense.h"

#include <math.h>
#include <string.h>

enum { CORRECTIONS = 8, FINISH_EVERY = 20, DENSE_LIMIT = 240 };

static const double COMPLIANCE = 1e-2;

struct rg_homotopy {
  double *A;      /* dense, scaled like the cone's blocks; NULL where the problem is large */
  double *border; /* (n + 1) x (n + 1), likewise */
  double *P, *Q, *F, *slope, *u, *tangent, *z, *delta, *keep, *best;
  unsigned char *active;
  int *pivot;
};

size_t rg_homotopy_size(const rg_cone *cone) {
  size_t n = (size_t)cone->n, dd = (size_t)(cone->d * cone->d), blocks = (size_t)cone->blocks;
  size_t dense = n <= DENSE_LIMIT ? n * n + (n + 1) * (n + 1) : 0;
  return sizeof(double) * (dense + 2 * blocks * dd + 9 * (n + 1)) + blocks + 2048;
}

rg_homotopy *rg_homotopy_new(rg_arena *arena, const rg_cone *cone) {
  rg_homotopy *h = RG_NEW(arena, rg_homotopy, 1);
  if (!h) return NULL;
  size_t n = (size_t)cone->n, dd = (size_t)(cone->d * cone->d), blocks = (size_t)cone->blocks;
  if (n <= DENSE_LIMIT) {
    h->A = RG_RAW(arena, double, n *n);
    h->border = RG_RAW(arena, double, (n + 1) * (n + 1));
  }
  h->P = RG_NEW(arena, double, blocks *dd);
  h->Q = RG_NEW(arena, double, blocks *dd);
  double **vectors[] = {&h->F, &h->slope, &h->u, &h->tangent, &h->z, &h->delta, &h->keep, &h->best};
  for (size_t k = 0; k < sizeof vectors / sizeof vectors[0]; k++)
    *vectors[k] = RG_NEW(arena, double, n + 1);
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
  double start, length; /* tau at s = 0; unit in which x is measured */
} path_point;

/* F = H(x, s); with derivatives where P is wanted */
static void evaluate(rg_homotopy *h, const path_point *p, const double *z, double shift, double *F,
                     int derivatives) {
  int n = p->cone->n;
  rg_map map = {RG_MAP_SMOOTH, 1, p->start * exp(z[n] + shift), p->weight};
  double compliance = COMPLIANCE * exp(z[n] + shift);
  rg_cone_velocity(p->cone, z, h->u);
  rg_axpy(n, compliance, z, h->u);
  rg_contact_map(p->cone, map, z, h->u, F, derivatives ? h->P : NULL, derivatives ? h->Q : NULL,
                 h->active);
}

/* H, its derivatives in blocks, and its slope in s by a central difference */
static void linearize(rg_homotopy *h, const path_point *p, const double *z) {
  const double difference = 1e-3;
  int n = p->cone->n;
  evaluate(h, p, z, difference, h->slope, 0);
  evaluate(h, p, z, -difference, h->F, 0);
  for (int i = 0; i < n; i++) h->slope[i] = (h->slope[i] - h->F[i]) / (2 * difference);
  evaluate(h, p, z, 0, h->F, 1);
}

/* rows of P + Q (A + compliance I), columns of x measured in `length`, the slope, and the border t'
 */
static void dense_solve(rg_homotopy *h, const path_point *p, double compliance, double *right) {
  int n = p->cone->n, d = p->cone->d, width = n + 1;
  for (int i = 0; i < n; i++) {
    int first = (i / d) * d;
    double *row = h->border + (size_t)i * (size_t)width;
    const double *P = h->P + i * d, *Q = h->Q + i * d;
    memset(row, 0, (size_t)width * sizeof *row);
    for (int k = 0; k < d; k++)
      if (Q[k] != 0) rg_axpy(n, Q[k], h->A + (size_t)(first + k) * (size_t)n, row);
    for (int k = 0; k < d; k++) row[first + k] += P[k] + compliance * Q[k];
    for (int j = 0; j < n; j++) row[j] *= p->length;
    row[n] = h->slope[i];
  }
  memcpy(h->border + (size_t)n * (size_t)width, h->tangent, (size_t)width * sizeof(double));
  rg_lu_factor(width, h->border, width, h->pivot, 1e-15);
  rg_lu_solve(width, h->border, width, h->pivot, right);
}

/* with J = length H_x: a = J \ right, b = J \ H_s, then ds = (right_s - t_x'a) / (t_s - t_x'b), dx
 * = a - ds b */
static void sparse_solve(rg_homotopy *h, const path_point *p, rg_newton *newton, double compliance,
                         double *right) {
  int n = p->cone->n;
  memset(h->active, 1, (size_t)p->cone->blocks);
  rg_newton_derivative(newton, p->cone, h->P, h->Q, h->active, compliance);
  rg_newton_solve(newton, p->cone, h->active, right);
  rg_newton_solve(newton, p->cone, h->active, h->slope);
  for (int i = 0; i < n; i++) right[i] /= p->length, h->slope[i] /= p->length;
  double pivot = h->tangent[n] - rg_dot(n, h->tangent, h->slope);
  double ds = (right[n] - rg_dot(n, h->tangent, right)) / (pivot != 0 ? pivot : 1e-300);
  rg_axpy(n, -ds, h->slope, right);
  right[n] = ds;
}

/* right = [H_x H_s; t'] \ right at the point last linearized */
static void bordered_solve(rg_homotopy *h, const path_point *p, rg_newton *newton, double s,
                           double *right) {
  double compliance = COMPLIANCE * exp(s);
  if (h->border) dense_solve(h, p, compliance, right);
  else sparse_solve(h, p, newton, compliance, right);
}

/* unit tangent that keeps the direction of the last one */
static void new_tangent(rg_homotopy *h, const path_point *p, rg_newton *newton) {
  int n = p->cone->n;
  linearize(h, p, h->z);
  memset(h->delta, 0, (size_t)(n + 1) * sizeof(double));
  h->delta[n] = 1;
  bordered_solve(h, p, newton, h->z[n], h->delta);
  double norm = rg_norm(n + 1, h->delta);
  for (int i = 0; i <= n; i++) h->tangent[i] = h->delta[i] / norm;
}

/* Newton across the tangent; the number of corrections, or 0 where it does not converge. Each must
   at least halve ||H||: a slow corrector is about to jump to another branch */
static int correct(rg_homotopy *h, const path_point *p, rg_newton *newton) {
  int n = p->cone->n;
  double last = HUGE_VAL;
  for (int k = 1; k <= CORRECTIONS; k++) {
    linearize(h, p, h->z);
    double tau = p->start * exp(h->z[n]), size = rg_norm_max(n, h->F);
    double rounding = 1e-14 * (rg_norm_max(n, h->z) + p->start);
    if (size <= 1e-6 * tau + rounding) return k;
    if (!(size < 0.5 * last) || h->z[n] > 1) return 0;
    last = size;
    for (int i = 0; i < n; i++) h->delta[i] = -h->F[i];
    h->delta[n] = 0;
    bordered_solve(h, p, newton, h->z[n], h->delta);
    for (int i = 0; i < n; i++) h->z[i] += p->length * h->delta[i];
    h->z[n] += h->delta[n];
  }
  return 0;
}

/* Newton at fixed tau for the first point */
static int first_point(rg_homotopy *h, const path_point *p, rg_newton *newton, double *x,
                       rg_outcome *outcome) {
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

/* the contact map itself from the present point; keeps the best result */
static double finish(rg_homotopy *h, const rg_cone *cone, rg_newton *newton, double tol,
                     double best, double *x, rg_outcome *outcome) {
  rg_newton_options o = rg_newton_options_default(tol);
  double residual;
  o.max_iterations = 25;
  memcpy(x, h->z, (size_t)cone->n * sizeof *x);
  rg_newton_run(newton, cone, &o, x, &residual, outcome);
  if (!(residual < best)) return best;
  memcpy(h->best, x, (size_t)cone->n * sizeof *x);
  return residual;
}

/* The unit in which x is measured follows the path: where x hardly moves with s it shrinks, so that
   a turn within a small distance of x is still round in z; where x runs it grows again, up to |x|.
 */
static void adapt_length(rg_homotopy *h, path_point *p) {
  int n = p->cone->n;
  double across = rg_norm(n, h->tangent), along = fabs(h->tangent[n]);
  double least = 1e-3 * p->start * exp(h->z[n]), most = rg_norm(n, h->z) + p->start;
  double factor = along > 2 * across ? across / along : along < 0.1 * across ? 2 : 1;
  double length = p->length * (factor < 0.1 ? 0.1 : factor);
  length = length > most ? most : length < least ? least : length;
  for (int i = 0; i < n; i++) h->tangent[i] *= p->length / length;
  p->length = length;
  double norm = rg_norm(n + 1, h->tangent);
  for (int i = 0; i <= n; i++) h->tangent[i] /= norm;
}

/* predict along the tangent, correct, shorten until it works; the number of corrections, or 0 */
static int advance(rg_homotopy *h, path_point *p, rg_newton *newton, double *step,
                   rg_outcome *outcome) {
  int n = p->cone->n;
  new_tangent(h, p, newton);
  adapt_length(h, p);
  memcpy(h->keep, h->z, (size_t)(n + 1) * sizeof(double));
  for (; *step > 1e-12; *step *= 0.4) {
    for (int i = 0; i < n; i++) h->z[i] = h->keep[i] + *step * p->length * h->tangent[i];
    h->z[n] = h->keep[n] + *step * h->tangent[n];
    int corrections = correct(h, p, newton);
    outcome->iterations++;
    if (corrections) return corrections;
  }
  return 0;
}

double rg_homotopy_run(rg_homotopy *h, const rg_cone *cone, rg_newton *newton, const double *weight,
                       int max_steps, double tol, double *x, rg_outcome *outcome) {
  int n = cone->n, corrections = 1;
  path_point p = {cone, weight, rg_norm_max(n, cone->c), 0};
  double step = 0.3, next_finish = log(1e-2), best = HUGE_VAL;
  if (!(p.start > 0) || !first_point(h, &p, newton, x, outcome)) return best;
  if (h->A) densify(h, cone);
  memset(h->tangent, 0, (size_t)(n + 1) * sizeof(double));
  h->tangent[n] = -1; /* towards smaller tau */
  memcpy(h->best, x, (size_t)n * sizeof *x);
  p.length = rg_norm(n, x) + p.start;
  for (int k = 0;
       k < max_steps && h->z[n] > log(1e-11) && h->z[n] < 1 && !rg_outcome_expired(outcome); k++) {
    corrections = advance(h, &p, newton, &step, outcome);
    if (!corrections) break;
    if (corrections <= 4 && step < 1) step *= 1.7;
    /* now and then the contact map itself, and at every decade of tau */
    if (h->z[n] > next_finish && k % FINISH_EVERY != FINISH_EVERY - 1) continue;
    if (h->z[n] <= next_finish) next_finish = h->z[n] - log(10.0);
    best = finish(h, cone, newton, tol, best, x, outcome);
    if (best <= tol) break;
  }
  if (corrections && best > tol) best = finish(h, cone, newton, tol, best, x, outcome);
  memcpy(x, h->best, (size_t)n * sizeof *x);
  return best;
}
