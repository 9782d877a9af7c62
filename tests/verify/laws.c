/* The laws, recomputed in extended precision from the raw problem:

       u = A x + c, or M v = f + G^T x, u = G v + c
       natural map  x - P(x - u~), u~_n = u_n - target + mu |u_t|, P on cones and intervals
       relative to ||c|| of the local form: G M^-1 f + c where the form is global
       residual     the same of a x and u~, a the mean diagonal of the own block of A; rows over a^1/2, contacts over
                    the root of the mean a of all contacts, relative to c in that norm */
#include "verify.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef long double real;

/* y += m x, or m^T x; `size` collects the sum of the magnitudes where it is not NULL */
static void multiply(const matrix *m, int transposed, const real *x, real *y, real *size) {
  for (size_t k = 0; k < m->count; k++) {
    const entry e = m->entries[k];
    const int to = transposed ? e.column : e.row, from = transposed ? e.row : e.column;
    const real term = (real)e.value * x[from];
    y[to] += term;
    if (size) size[to] += fabsl(term);
  }
}

/* swaps the row of the largest pivot into place */
static void pivot(real *a, int *order, int n, int k) {
  int best = k;
  for (int i = k + 1; i < n; i++)
    if (fabsl(a[i * n + k]) > fabsl(a[best * n + k])) best = i;
  if (a[best * n + k] == 0) unreadable("M is singular");
  for (int j = 0; j < n && best != k; j++) {
    const real swap = a[k * n + j];
    a[k * n + j] = a[best * n + j];
    a[best * n + j] = swap;
  }
  const int swap = order[k];
  order[k] = order[best];
  order[best] = swap;
}

/* dense LU with row pivoting: P M = L U */
static real *factor(const matrix *m, int *order) {
  const int n = m->rows;
  real *a = checked_calloc((size_t)n * (size_t)n, sizeof *a);
  for (size_t k = 0; k < m->count; k++)
    a[m->entries[k].row * n + m->entries[k].column] += (real)m->entries[k].value;
  for (int i = 0; i < n; i++) order[i] = i;
  for (int k = 0; k < n; k++) {
    pivot(a, order, n, k);
    for (int i = k + 1; i < n; i++) {
      if (a[i * n + k] == 0) continue;
      const real ratio = a[i * n + k] /= a[k * n + k];
      for (int j = k + 1; j < n; j++) a[i * n + j] -= ratio * a[k * n + j];
    }
  }
  return a;
}

/* x = M^-1 b */
static void substitute(const real *a, const int *order, int n, const real *b, real *x) {
  for (int i = 0; i < n; i++) {
    x[i] = b[order[i]];
    for (int j = 0; j < i; j++) x[i] -= a[i * n + j] * x[j];
  }
  for (int i = n - 1; i >= 0; i--) {
    for (int j = i + 1; j < n; j++) x[i] -= a[i * n + j] * x[j];
    x[i] /= a[i * n + i];
  }
}

static real norm(const real *x, int n) {
  real sum = 0;
  for (int i = 0; i < n; i++) sum += x[i] * x[i];
  return sqrtl(sum);
}

/* u = A x + c */
static void local_velocity(const problem *p, const real *x, laws *l) {
  for (int i = 0; i < p->n; i++) {
    l->u[i] = (real)p->c[i];
    l->u_scale[i] = fabsl(l->u[i]);
  }
  multiply(&p->A, 0, x, l->u, l->u_scale);
}

/* u = G v + c with v = M^-1 (f + G^T x) */
static void global_velocity(const problem *p, const real *x, laws *l) {
  const int size = p->M.rows;
  int *order = checked_calloc((size_t)size, sizeof *order);
  real *force = checked_calloc((size_t)size, sizeof *force);
  real *v = checked_calloc((size_t)size, sizeof *v);
  real *a = factor(&p->M, order);
  for (int i = 0; i < size; i++) force[i] = (real)p->f[i];
  multiply(&p->G, 1, x, force, NULL);
  substitute(a, order, size, force, v);
  for (int i = 0; i < p->n; i++) {
    l->u[i] = (real)p->c[i];
    l->u_scale[i] += fabsl(l->u[i]);
  }
  multiply(&p->G, 0, v, l->u, l->u_scale);
  free(order);
  free(force);
  free(v);
  free(a);
}

static void velocity(const problem *p, const real *x, laws *l) {
  if (p->global) global_velocity(p, x, l);
  else local_velocity(p, x, l);
}

/* column j of A: its entries, or G M^-1 G^T e_j with M as it is factored */
static void column_of(const problem *p, real *a, const int *order, int j, real *column) {
  const int size = p->M.rows;
  for (int i = 0; i < p->n; i++) column[i] = 0;
  for (size_t k = 0; k < p->A.count && !p->global; k++)
    if (p->A.entries[k].column == j) column[p->A.entries[k].row] += (real)p->A.entries[k].value;
  if (!p->global) return;
  real *one = checked_calloc((size_t)p->n, sizeof *one);
  real *force = checked_calloc((size_t)size, sizeof *force),
       *v = checked_calloc((size_t)size, sizeof *v);
  one[j] = 1;
  multiply(&p->G, 1, one, force, NULL);
  substitute(a, order, size, force, v);
  multiply(&p->G, 0, v, column, NULL);
  free(one), free(force), free(v);
}

/* The response of a free row that is 2^-52 of that of a unit which it acts on, with a cosine above 2^-13, is rounding: 0. */
static int is_rounding(const problem *p, const laws *l, int j, const real *column) {
  real most = 0;
  if (p->lower[j] > -HUGE_VAL || p->upper[j] < HUGE_VAL) return 0;
  for (int i = 0; i < p->n; i++) {
    const real other = l->response[i < p->rows ? i : p->rows + (i - p->rows) / p->dim];
    if (column[i] * column[i] > 0x1p-26L * l->response[j] * other) most = fmaxl(most, other);
  }
  return l->response[j] <= 0x1p-52L * most;
}

/* mean diagonals of A; where nothing moves, the largest of the others */
static void find_responses(const problem *p, laws *l) {
  const int units = p->rows + p->contacts, contact_problem = !strcmp(p->kind, "contact");
  real *column = checked_calloc((size_t)p->n, sizeof *column), largest = 0, *a = NULL;
  real *diagonal = checked_calloc((size_t)p->n, sizeof *diagonal);
  int *order = checked_calloc((size_t)p->M.rows + 1, sizeof *order);
  unsigned char *none = checked_calloc((size_t)units + 1, 1);
  l->response = checked_calloc((size_t)units, sizeof *l->response);
  if (contact_problem && p->global) a = factor(&p->M, order);
  for (size_t k = 0; k < p->A.count && !p->global; k++)
    if (p->A.entries[k].row == p->A.entries[k].column)
      diagonal[p->A.entries[k].row] += (real)p->A.entries[k].value;
  for (int j = 0; j < units && contact_problem; j++) {
    const int row = j < p->rows, width = row ? 1 : p->dim;
    for (int k = 0; k < width; k++) {
      const int at = row ? j : p->rows + p->dim * (j - p->rows) + k;
      real own = 0;
      if (p->global) column_of(p, a, order, at, column), own = column[at];
      else own = diagonal[at];
      l->response[j] += fabsl(own) / width;
    }
    if (l->response[j] > largest) largest = l->response[j];
  }
  for (int j = 0; j < p->rows && contact_problem; j++) {
    if (!(l->response[j] > 0) || l->response[j] > 0x1p-52L * largest) continue;
    column_of(p, a, order, j, column);
    none[j] = (unsigned char)is_rounding(p, l, j, column);
  }
  l->typical = p->contacts ? 0 : 1;
  for (int j = 0; j < units; j++) {
    if (none[j] || !(l->response[j] > 0)) l->response[j] = largest > 0 ? largest : 1;
    if (j >= p->rows) l->typical += l->response[j] / p->contacts;
  }
  free(column), free(diagonal), free(order), free(none), free(a);
}

/* || u || with every row and contact in its measure */
static real energy_norm(const problem *p, const laws *l, const real *u) {
  real sum = 0;
  for (int i = 0; i < p->n; i++) sum += u[i] * u[i] / (i < p->rows ? l->response[i] : l->typical);
  return sqrtl(sum);
}

/* the larger of ||u|| without impulses and ||u - target|| at the least impulses of the bounds */
static void find_reference(const problem *p, laws *l) {
  real *x = checked_calloc((size_t)p->n, sizeof *x);
  velocity(p, x, l);
  l->reference = norm(l->u, p->n);
  l->energy = energy_norm(p, l, l->u);
  for (int i = 0; i < p->rows; i++) {
    if (p->lower[i] > 0) x[i] = (real)p->lower[i];
    if (p->upper[i] < 0) x[i] = (real)p->upper[i];
  }
  velocity(p, x, l);
  for (int i = 0; i < p->contacts; i++) l->u[p->rows + p->dim * i] -= (real)p->target[i];
  const real driven = norm(l->u, p->n);
  if (driven > l->reference) l->reference = driven;
  const real driven_energy = energy_norm(p, l, l->u);
  if (driven_energy > l->energy) l->energy = driven_energy;
  free(x);
}

static real larger(real a, real b) { return a > b ? a : b; }

static real clamp(real value, real lower, real upper) {
  return value < lower ? lower : value > upper ? upper : value;
}

/* scalar row: x - clamp(x - u), written as the median of x - upper, u, x - lower, so that a huge x
   does not swallow u; returns its square */
static real row_law(const problem *p, int i, const real *x, laws *l, real *scaled) {
  const real low = x[i] - (real)p->upper[i], high = x[i] - (real)p->lower[i], a = l->response[i];
  const real gap = clamp(l->u[i], low, high), own = clamp(l->u[i], a * low, a * high);
  l->bilateral = larger(l->bilateral, fabsl(gap));
  *scaled += own * own / a;
  return gap * gap;
}

/* r - P(r - w) for the cone |y_t| <= mu y_n, by the place of y = r - w so that a huge r does not
   swallow w: inside it is w, in the polar cone r (asked first, for the sake of mu = 0), else with
   the generator g of the cone next to y it is w's part along g and r's part across it */
static real natural_square(real mu, int dim, const real *r, const real *w) {
  real y[3] = {0}, g[3] = {1, 0, 0}, sum = 0;
  for (int k = 0; k < dim; k++) y[k] = r[k] - w[k];
  const real t = hypotl(y[1], y[2]), length = sqrtl(1 + mu * mu);
  const int polar = mu * t <= -y[0], inside = !polar && t <= mu * y[0];
  for (int k = 1; k < dim; k++) g[k] = t > 0 ? mu * y[k] / t : 0;
  real r_along = 0, w_along = 0;
  for (int k = 0; k < dim; k++) {
    g[k] /= length;
    r_along += g[k] * r[k];
    w_along += g[k] * w[k];
  }
  for (int k = 0; k < dim; k++) {
    const real boundary = r[k] - g[k] * r_along + g[k] * w_along;
    const real gap = polar ? r[k] : inside ? w[k] : boundary;
    sum += gap * gap;
  }
  return sum;
}

/* angle between r_t and -u_t under load; a loaded slip without friction is as wrong as can be.
   `fuzz`: what rounding in double precision may turn u_t by */
static void slip_law(const problem *p, int i, const real *r, const real *u, real size, laws *l) {
  const int d = p->dim;
  const real slip = d == 3 ? hypotl(u[1], u[2]) : fabsl(u[1]);
  const real friction = d == 3 ? hypotl(r[1], r[2]) : fabsl(r[1]);
  const real load = (real)p->mu[i] * r[0], pi = acosl(-1), noise = 0.1L * l->rounding * size;
  if (slip + noise == 0 || load <= 0) return;
  const real along = -(r[1] * u[1] + (d == 3 ? r[2] * u[2] : 0));
  const real across = d == 3 ? r[1] * u[2] - r[2] * u[1] : 0;
  const real angle = friction > 0 ? atan2l(fabsl(across), along) : pi;
  const real fuzz = slip > noise ? noise / slip : pi;
  l->slip_angle_most = larger(l->slip_angle_most, d == 2 && fuzz < pi ? angle : angle + fuzz);
  if (slip > 1e-4L * l->reference && load > 1e-4L * l->largest_impulse)
    l->slip_angle_least = larger(l->slip_angle_least, angle - fuzz);
}

/* contact i: every law at once; returns the square of its natural map */
static real contact_law(const problem *p, int i, const real *x, laws *l, real *scaled) {
  const int d = p->dim, at = p->rows + d * i;
  const real *r = x + at, mu = (real)p->mu[i];
  const real *u = l->u + at;
  const real slip = d == 3 ? hypotl(u[1], u[2]) : fabsl(u[1]);
  const real friction = d == 3 ? hypotl(r[1], r[2]) : fabsl(r[1]);
  const real size = norm(l->u_scale + at, d);

  // u~ and its product with r
  const real lifted[3] = {u[0] - (real)p->target[i] + mu * slip, u[1], d == 3 ? u[2] : 0};
  real product = 0;
  for (int k = 0; k < d; k++) product += r[k] * lifted[k];

  // the laws one by one
  l->penetration = larger(l->penetration, (real)p->target[i] - u[0]);
  l->cone = larger(l->cone, larger(friction - mu * r[0], -r[0]));
  l->complementarity = larger(l->complementarity, fabsl(product));
  l->complementarity_scale =
      larger(l->complementarity_scale, norm(r, d) * (1 + mu) * (size + fabsl((real)p->target[i])));
  slip_law(p, i, r, u, size, l);

  // in units of its own; where mu is large a hundredth of the penetration counts by itself
  const real a = l->response[p->rows + i], moved[3] = {a * r[0], a * r[1], d == 3 ? a * r[2] : 0};
  const real deep = larger(0, ((real)p->target[i] - u[0]) / 100);
  *scaled += larger(natural_square(mu, d, moved, lifted), deep * deep) / l->typical;
  return natural_square(mu, d, r, lifted);
}

void recompute(const problem *p, const double *impulse, laws *l) {
  const size_t n = (size_t)p->n;
  real *x = checked_calloc(n, sizeof *x);
  *l = (laws){.rounding = p->global ? 1e-12L : 1e-13L};
  for (int i = 0; i < p->n; i++) {
    x[i] = (real)impulse[i];
    l->largest_impulse = larger(l->largest_impulse, fabsl(x[i]));
  }
  l->u = checked_calloc(n, sizeof *l->u);
  l->u_scale = checked_calloc(n, sizeof *l->u_scale);
  find_responses(p, l);
  find_reference(p, l);
  velocity(p, x, l);

  // every law over rows and contacts
  real sum = 0, scaled = 0;
  for (int i = 0; i < p->rows; i++) sum += row_law(p, i, x, l, &scaled);
  for (int i = 0; i < p->contacts; i++) sum += contact_law(p, i, x, l, &scaled);
  l->residual = sqrtl(scaled) / (l->energy > 0 ? l->energy : 1);
  l->natural_map = sqrtl(sum);
  l->natural_map_relative = l->reference > 0 ? l->natural_map / l->reference : l->natural_map;
  l->scale = norm(x, p->n) + norm(l->u_scale, p->n) + norm(l->u, p->n);
  free(x);
}
