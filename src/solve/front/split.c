/* Least norm for the same velocities. With u fixed, the admissible impulses are
       x = x* + kernel of A,   x_i in C_i,
   C_i = {0} where the contact is open, the ray (1, -mu e) where it slips, the cone K where it
   sticks; a row keeps its bounds, and stays at its bound where u is not zero. The least-norm member
   solves
       min 1/2 ||S x||^2   s.t.  A x = A x*,  x in C          (S = scale: raw impulses)
   by the method of multipliers: x_k minimizes  1/2 x'A x - d_k'x + eps/2 ||S x||^2  over C, and
   d_{k+1} = d_k + (A x* - A x_k). eps falls from 1 as the iteration goes on: a small eps at once would leave
   the kernel of A almost flat and Newton nothing to go by. Where only
   contacts that stick strictly inside their cones take part in the choice, the result is also the
   limit of an equal, vanishing compliance at all contacts. */
#include "solve/front/split.h"
#include "math/block_lu.h"
#include "math/dense.h"
#include "solve/front/solver.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum { OUTER = 40, INNER = 60 };

static const double SMALLEST_EPS = 1e-6;

typedef enum block_set { SET_ZERO, SET_RAY, SET_CONE, SET_ROWS } block_set;

struct rg_split_state {
  rg_block_lu *lu;
  double *J, *P, *F, *step, *trial, *product, *goal, *d, *weight, *ray, *lower, *upper;
  unsigned char *active, *set;
  double *u, *old;
};

rg_split_state *rg_split_new(rg_arena *arena, const rg_cone *cone) {
  assert(cone->d <= 3); /* contacts with moments are none of these sets */
  rg_split_state *s = RG_NEW(arena, rg_split_state, 1);
  if (!s) return NULL;
  size_t dd = (size_t)(cone->d * cone->d), n = (size_t)cone->n, blocks = (size_t)cone->blocks;
  s->lu = rg_block_lu_new(arena, cone->d, cone->blocks, cone->start, cone->column);
  s->J = RG_NEW(arena, double, (size_t)cone->start[cone->blocks] * dd);
  s->P = RG_NEW(arena, double, blocks *dd);
  double **vectors[] = {&s->F,      &s->step, &s->trial, &s->product, &s->goal,  &s->d,
                        &s->weight, &s->ray,  &s->u,     &s->lower,   &s->upper, &s->old};
  for (size_t k = 0; k < sizeof vectors / sizeof vectors[0]; k++)
    *vectors[k] = RG_NEW(arena, double, n);
  s->active = RG_NEW(arena, unsigned char, blocks);
  s->set = RG_NEW(arena, unsigned char, blocks);
  return arena->failed ? NULL : s;
}

/* A x */
static void apply(const rg_cone *cone, const double *x, double *y) {
  rg_cone_velocity(cone, x, y);
  for (int i = 0; i < cone->n; i++) y[i] -= cone->c[i];
}

/* which set each contact is held in, from its velocity */
static void classify(rg_split_state *s, const rg_cone *cone) {
  int d = cone->d;
  double small = 1e-9 * rg_norm_max(cone->n, cone->c);
  for (int i = 0; i < cone->first_contact * d; i++) {
    int at_upper = s->u[i] < -small && isfinite(cone->upper[i]);
    int at_lower = s->u[i] > small && isfinite(cone->lower[i]);
    s->lower[i] = at_upper ? cone->upper[i] : cone->lower[i];
    s->upper[i] = at_lower ? cone->lower[i] : cone->upper[i];
  }
  for (int i = 0; i < cone->blocks; i++) {
    const double *u = s->u + d * i;
    double slip = d == 3 ? sqrt(u[1] * u[1] + u[2] * u[2]) : fabs(u[1]), *g = s->ray + d * i;
    if (i < cone->first_contact) s->set[i] = SET_ROWS;
    else if (u[0] > small) s->set[i] = SET_ZERO;
    else if (slip > small) s->set[i] = SET_RAY;
    else s->set[i] = SET_CONE;
    double norm = sqrt(1 + cone->mu[i] * cone->mu[i]);
    g[0] = 1 / norm;
    for (int k = 1; k < d; k++) g[k] = slip > 0 ? -cone->mu[i] * u[k] / (slip * norm) : 0;
  }
}

static void outer_product(int d, const double *g, double factor, double *D) {
  for (int a = 0; a < d; a++)
    for (int b = 0; b < d; b++) D[a * d + b] = factor * g[a] * g[b];
}

/* p = projection of y on the set, D its derivative */
static void project_cone(int d, double mu, const double *y, double *p, double *D) {
  double t = d == 3 ? sqrt(y[1] * y[1] + y[2] * y[2]) : fabs(y[1]);
  memset(D, 0, (size_t)(d * d) * sizeof *D);
  memset(p, 0, (size_t)d * sizeof *p);
  if (y[0] >= 0 && t <= mu * y[0]) {
    memcpy(p, y, (size_t)d * sizeof *p);
    for (int k = 0; k < d; k++) D[k * (d + 1)] = 1;
  } else if (mu * t > -y[0]) {
    double normal = (y[0] + mu * t) / (1 + mu * mu),
           g[3] = {1, mu * y[1] / t, d == 3 ? mu * y[2] / t : 0};
    outer_product(d, g, 1 / (1 + mu * mu), D);
    for (int a = 1; a < d; a++)
      for (int b = 1; b < d; b++)
        D[a * d + b] += mu * normal / t * ((a == b) - y[a] * y[b] / (t * t));
    p[0] = normal;
    for (int k = 1; k < d; k++) p[k] = mu * normal * y[k] / t;
  }
}

static void project_set(const rg_split_state *s, const rg_cone *cone, int i, const double *y,
                        double *p, double *D) {
  int d = cone->d;
  memset(D, 0, (size_t)(d * d) * sizeof *D);
  memset(p, 0, (size_t)d * sizeof *p);
  if (s->set[i] == SET_CONE) {
    project_cone(d, cone->mu[i], y, p, D);
  } else if (s->set[i] == SET_RAY) {
    const double *g = s->ray + d * i;
    double along = rg_dot(d, g, y);
    if (along <= 0) return;
    outer_product(d, g, 1, D);
    for (int k = 0; k < d; k++) p[k] = along * g[k];
  } else if (s->set[i] == SET_ROWS) {
    for (int k = 0; k < d; k++) {
      double lower = s->lower[d * i + k], upper = s->upper[d * i + k];
      p[k] = y[k] < lower ? lower : y[k] > upper ? upper : y[k];
      D[k * (d + 1)] = y[k] > lower && y[k] < upper;
    }
  }
}

/* F = x - proj(x - g), g = A x - d + eps w x; P the derivatives of the projections */
static double evaluate(rg_split_state *s, const rg_cone *cone, double eps, const double *x) {
  int d = cone->d;
  double sum = 0;
  apply(cone, x, s->product);
  for (int i = 0; i < cone->blocks; i++) {
    double y[3], p[3];
    for (int k = 0; k < d; k++) {
      int at = d * i + k;
      y[k] = x[at] - (s->product[at] - s->d[at] + eps * s->weight[at] * x[at]);
    }
    project_set(s, cone, i, y, p, s->P + i * d * d);
    for (int k = 0; k < d; k++)
      s->F[d * i + k] = x[d * i + k] - p[k], sum += s->F[d * i + k] * s->F[d * i + k];
  }
  return sum;
}

/* (I - D + D (A + eps W)) dx = -F */
static void step_direction(rg_split_state *s, const rg_cone *cone, double eps) {
  int d = cone->d, dd = d * d;
  for (int i = 0; i < cone->blocks; i++) {
    const double *D = s->P + i * dd;
    s->active[i] = 1;
    for (int k = cone->start[i]; k < cone->start[i + 1]; k++) {
      const double *A = cone->values + (size_t)k * (size_t)dd;
      double *J = s->J + (size_t)k * (size_t)dd;
      for (int a = 0; a < d; a++)
        for (int b = 0; b < d; b++) {
          double sum = 0;
          for (int e = 0; e < d; e++) sum += D[a * d + e] * A[e * d + b];
          J[a * d + b] = sum;
        }
    }
    double *J = s->J + (size_t)cone->diagonal[i] * (size_t)dd;
    for (int a = 0; a < d; a++)
      for (int b = 0; b < d; b++)
        J[a * d + b] += (a == b) - D[a * d + b] + eps * s->weight[d * i + b] * D[a * d + b];
  }
  for (int i = 0; i < cone->n; i++) s->step[i] = -s->F[i];
  rg_block_lu_factor(s->lu, cone->start, cone->column, s->J, s->active);
  rg_block_lu_solve(s->lu, s->active, s->step);
}

/* Newton for one multiplier; the line search is not monotone: it looks back over the last few
 * merits */
static void minimize(rg_split_state *s, const rg_cone *cone, double eps, double *x) {
  enum { MEMORY = 6, HALVINGS = 8 };
  double history[MEMORY], merit = evaluate(s, cone, eps, x);
  double target = 1e-28 * rg_dot(cone->n, x, x);
  for (int k = 0; k < MEMORY; k++) history[k] = merit;
  for (int k = 0; k < INNER && merit > target; k++) {
    step_direction(s, cone, eps);
    double t = 1, value = merit, reference = rg_norm_max(MEMORY, history);
    for (int h = 0; h < HALVINGS; h++, t *= 0.5) {
      for (int i = 0; i < cone->n; i++) s->trial[i] = x[i] + t * s->step[i];
      value = evaluate(s, cone, eps, s->trial);
      if (value < reference * (1 - 1e-4 * t)) break;
    }
    if (!(value < reference)) { /* a kink: the full step leads to another piece */
      for (int i = 0; i < cone->n; i++) s->trial[i] = x[i] + s->step[i];
      value = evaluate(s, cone, eps, s->trial);
      for (int q = 0; q < MEMORY; q++) history[q] = value;
    }
    if (!isfinite(value)) {
      evaluate(s, cone, eps, x);
      return;
    }
    memcpy(x, s->trial, (size_t)cone->n * sizeof *x);
    merit = history[k % MEMORY] = value;
  }
}

int rg_split_even(rg_split_state *s, const rg_cone *cone, double *x) {
  size_t bytes = (size_t)cone->n * sizeof *x;
  double eps = 1, size = 1e-13 * rg_norm(cone->n, x);
  if (cone->n == 0) return 0;
  memcpy(s->old, x, bytes);
  rg_cone_velocity(cone, x, s->u);
  classify(s, cone);
  apply(cone, x, s->goal);
  memcpy(s->d, s->goal, bytes);
  for (int i = 0; i < cone->n; i++) s->weight[i] = cone->scale[i] * cone->scale[i];
  double largest = rg_norm_max(cone->n, s->weight);
  for (int i = 0; i < cone->n; i++) s->weight[i] /= largest;
  for (int k = 0; k < OUTER; k++) {
    minimize(s, cone, eps, x);
    apply(cone, x, s->product);
    double gap = 0;
    for (int i = 0; i < cone->n; i++) {
      double e = s->goal[i] - s->product[i];
      s->d[i] += e;
      gap += e * e;
    }
    if (eps <= SMALLEST_EPS && sqrt(gap) <= size) break;
    if (eps <= SMALLEST_EPS) continue;
    /* the multiplier (d - goal) / eps stays, the penalty grows */
    eps *= 0.1;
    for (int i = 0; i < cone->n; i++) s->d[i] = s->goal[i] + 0.1 * (s->d[i] - s->goal[i]);
  }
  return 1;
}

void rg_split_undo(const rg_split_state *s, const rg_cone *cone, double *x) {
  if (cone->n) memcpy(x, s->old, (size_t)cone->n * sizeof *x);
}
