/* The objectives: half the sum of squares of residuals with their second derivatives. */
#include "minimize.h"

#include <math.h>
#include <string.h>

/* --- residuals ------------------------------------------------------------------------------------- */

/* one residual: value, gradient, and its Hessian as a few entries */
typedef struct residual {
  double value, slope[EASY_MOST];
  int pairs, row[8], column[8];
  double second[8]; /* at (row, column) and (column, row) */
} residual;

static void add_pair(residual *r, int i, int j, double value) {
  r->row[r->pairs] = i, r->column[r->pairs] = j;
  r->second[r->pairs++] = value;
}

/* f += r^2 / 2 */
static void add_square(int n, const residual *r, double *f, double *g, double *H) {
  *f += 0.5 * r->value * r->value;
  for (int i = 0; i < n; i++) g[i] += r->value * r->slope[i];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) H[i * n + j] += r->slope[i] * r->slope[j];
  for (int k = 0; k < r->pairs; k++) {
    H[r->row[k] * n + r->column[k]] += r->value * r->second[k];
    if (r->row[k] != r->column[k]) H[r->column[k] * n + r->row[k]] += r->value * r->second[k];
  }
}

static void clear(int n, double *g, double *H) {
  memset(g, 0, (size_t)n * sizeof *g);
  memset(H, 0, (size_t)(n * n) * sizeof *H);
}

/* (u'z)^2 / 2, u from `u` on and z from `z` on */
static void add_gap(int n, int count, int u, int z, const double *x, double *f, double *g,
                    double *H) {
  double gap = 0, slope[EASY_MOST] = {0};
  for (int k = 0; k < count; k++) {
    gap += x[u + k] * x[z + k];
    slope[u + k] = x[z + k];
    slope[z + k] = x[u + k];
  }
  *f += 0.5 * gap * gap;
  for (int i = 0; i < n; i++) g[i] += gap * slope[i];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) H[i * n + j] += slope[i] * slope[j];
  for (int k = 0; k < count; k++) {
    H[(u + k) * n + z + k] += gap;
    H[(z + k) * n + u + k] += gap;
  }
}

/* --- the cone: u = (c_n, lambda) twice, v = (c_t, a_t), z ---------------------------------------------- */

enum { U = 0, CT = 4, AT = 8, Z = 12 };

/* where the k-th contact force (n, t, o twice) is among the unknowns */
static int place_of_force(int k) {
  return k % 3 == 0 ? U + 2 * (k / 3) : CT + 2 * (k / 3) + k % 3 - 1;
}

double andreani_cone_function(const void *context, const double *x, double *g, double *H) {
  const andreani_cone_context *c = context;
  const int n = ANDREANI_MNCP_UNKNOWNS;
  double f = 0;
  clear(n, g, H);
  for (int k = 0; k < ANDREANI_N; k++) { /* (16) less z, (19): A c + b - a */
    int contact = k / 3, other = k % 3 == 0 ? Z + 2 * contact : AT + 2 * contact + k % 3 - 1;
    residual r = {.value = c->b[k] - x[other]};
    for (int j = 0; j < ANDREANI_N; j++) {
      r.value += c->grasp->A[k * ANDREANI_N + j] * x[place_of_force(j)];
      r.slope[place_of_force(j)] = c->grasp->A[k * ANDREANI_N + j];
    }
    r.slope[other] = -1;
    add_square(n, &r, &f, g, H);
  }
  for (int i = 0; i < ANDREANI_CONTACTS; i++) {
    double mu = c->grasp->mu[i], cn = x[U + 2 * i], lambda = x[U + 2 * i + 1];
    const double *ct = x + CT + 2 * i, *at = x + AT + 2 * i;
    residual cone = {.value = mu * mu * cn * cn - ct[0] * ct[0] - ct[1] * ct[1] - x[Z + 2 * i + 1]};
    cone.slope[U + 2 * i] = 2 * mu * mu * cn; /* (17) less z */
    cone.slope[Z + 2 * i + 1] = -1;
    add_pair(&cone, U + 2 * i, U + 2 * i, 2 * mu * mu);
    for (int e = 0; e < 2; e++) {
      cone.slope[CT + 2 * i + e] = -2 * ct[e];
      add_pair(&cone, CT + 2 * i + e, CT + 2 * i + e, -2);
    }
    add_square(n, &cone, &f, g, H);
    for (int e = 0; e < 2; e++) { /* (18) */
      residual r = {.value = mu * cn * at[e] + lambda * ct[e]};
      r.slope[U + 2 * i] = mu * at[e];
      r.slope[AT + 2 * i + e] = mu * cn;
      r.slope[U + 2 * i + 1] = ct[e];
      r.slope[CT + 2 * i + e] = lambda;
      add_pair(&r, U + 2 * i, AT + 2 * i + e, mu);
      add_pair(&r, U + 2 * i + 1, CT + 2 * i + e, 1);
      add_square(n, &r, &f, g, H);
    }
  }
  add_gap(n, 4, U, Z, x, &f, g, H);
  return f;
}

andreani_end andreani_minimize_cone(const andreani_grasp *grasp, const double *b,
                                    const easy_rule *rule, const double *start) {
  static const unsigned char bounded[ANDREANI_MNCP_UNKNOWNS] = {1, 1, 1, 1, 0, 0, 0, 0,
                                                                0, 0, 0, 0, 1, 1, 1, 1};
  andreani_cone_context context = {grasp, b};
  easy_problem p = {ANDREANI_MNCP_UNKNOWNS, bounded, andreani_cone_function, &context};
  double x[EASY_MOST] = {0};
  andreani_end end;
  if (start) memcpy(x, start, ANDREANI_MNCP_UNKNOWNS * sizeof *x);
  end.result = easy_minimize(&p, rule, x);
  for (int k = 0; k < ANDREANI_N; k++) end.force[k] = x[place_of_force(k)];
  memcpy(end.slip, x + AT, sizeof end.slip);
  for (int i = 0; i < ANDREANI_CONTACTS; i++) end.lambda[i] = x[U + 2 * i + 1];
  return end;
}

/* --- the pyramid: u (10), z (10) ------------------------------------------------------------------------ */

typedef struct lcp_context {
  double Q[ANDREANI_LCP * ANDREANI_LCP], d[ANDREANI_LCP];
} lcp_context;

static double lcp_function(const void *context, const double *x, double *g, double *H) {
  const lcp_context *c = context;
  const int n = ANDREANI_LCP_UNKNOWNS;
  double f = 0;
  clear(n, g, H);
  for (int i = 0; i < ANDREANI_LCP; i++) {
    residual r = {.value = c->d[i] - x[ANDREANI_LCP + i]};
    for (int j = 0; j < ANDREANI_LCP; j++) {
      r.value += c->Q[i * ANDREANI_LCP + j] * x[j];
      r.slope[j] = c->Q[i * ANDREANI_LCP + j];
    }
    r.slope[ANDREANI_LCP + i] = -1;
    add_square(n, &r, &f, g, H);
  }
  add_gap(n, ANDREANI_LCP, 0, ANDREANI_LCP, x, &f, g, H);
  return f;
}

andreani_end andreani_minimize_lcp(const andreani_grasp *grasp, const double *b,
                                   const easy_rule *rule, const double *start) {
  unsigned char bounded[ANDREANI_LCP_UNKNOWNS];
  lcp_context context;
  double x[EASY_MOST] = {0}, a[ANDREANI_N];
  andreani_end end = {.lambda = {0}};
  memset(bounded, 1, sizeof bounded);
  andreani_rolling_lcp(grasp, b, context.Q, context.d);
  easy_problem p = {ANDREANI_LCP_UNKNOWNS, bounded, lcp_function, &context};
  if (start) memcpy(x, start, ANDREANI_LCP_UNKNOWNS * sizeof *x);
  end.result = easy_minimize(&p, rule, x);
  andreani_lcp_force(grasp, x, end.force);
  andreani_acceleration(grasp, b, end.force, a);
  for (int i = 0; i < 2 * ANDREANI_CONTACTS; i++) end.slip[i] = a[3 * (i / 2) + 1 + i % 2];
  return end;
}
