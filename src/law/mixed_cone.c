/* The exact cone as a smooth mixed complementarity problem: unknowns, F, its exact Jacobian, and
   the maps to and from impulses. Andreani et al. 2002, Eq. 11 and 16-19, at velocity level. */
#include "law/mixed_cone.h"

#include "math/dense.h"

#include <assert.h>
#include <math.h>
#include <string.h>

typedef struct contact_unknowns {
  int at;          /* of r_n in z; lambda, r_t and a_t follow where it rolls */
  int sliding;     /* r_t is eliminated */
  double slide[2]; /* -v/|v|; 0 without friction */
} contact_unknowns;

typedef struct mixed_cone {
  rg_mixed mixed;
  const rg_cone *cone;
  contact_unknowns *contact;
  double *x, *u; /* impulses and velocities of the cone form */
  double *G;     /* cone n x mixed n: A dx/dz */
  double unit;   /* x = unit * impulse of z, u = unit * velocity of z */
  int exact;     /* no contact has its friction from the slip before the step */
} mixed_cone;

/* the contact's place in the cone form */
static int cone_at(const rg_cone *cone, int contact) {
  return cone->d * (cone->first_contact + contact);
}

/* a contact slides where friction has a known direction: it moves already, or there is none */
static void classify(mixed_cone *m, int contact, const double *slip, double threshold) {
  const rg_cone *cone = m->cone;
  contact_unknowns *k = &m->contact[contact];
  int t = cone->d - 1;
  double norm = 0;
  for (int i = 0; slip && i < t; i++) norm = hypot(norm, slip[contact * t + i]);
  int moving = norm > 0 && norm > threshold,
      frictionless = !(cone->mu[cone->first_contact + contact] > 0);
  k->sliding = moving || frictionless;
  m->exact = m->exact && (!moving || frictionless);
  for (int i = 0; i < t && moving; i++) k->slide[i] = -slip[contact * t + i] / norm;
}

static int place_unknowns(mixed_cone *m, const double *slip, double threshold) {
  int at = m->cone->rows;
  for (int i = 0; i < m->cone->contacts; i++) {
    classify(m, i, slip, threshold);
    m->contact[i].at = at;
    at += m->contact[i].sliding ? 1 : 2 + 2 * (m->cone->d - 1);
  }
  return at;
}

static void set_bounds(const mixed_cone *m) {
  const rg_cone *cone = m->cone;
  for (int i = 0; i < m->mixed.n; i++) m->mixed.lower[i] = -HUGE_VAL, m->mixed.upper[i] = HUGE_VAL;
  for (int i = 0; i < cone->rows; i++) {
    m->mixed.lower[i] = cone->lower[i] / m->unit;
    m->mixed.upper[i] = cone->upper[i] / m->unit;
  }
  for (int i = 0; i < cone->contacts; i++) {
    const contact_unknowns *k = &m->contact[i];
    m->mixed.lower[k->at] = 0;
    if (!k->sliding) m->mixed.lower[k->at + 1] = 0;
  }
}

/* impulses of z as they stand, in the unit of z */
static void raw_impulse(const mixed_cone *m, const double *z, double *x) {
  const rg_cone *cone = m->cone;
  memset(x, 0, (size_t)cone->n * sizeof *x);
  memcpy(x, z, (size_t)cone->rows * sizeof *x);
  for (int i = 0; i < cone->contacts; i++) {
    const contact_unknowns *k = &m->contact[i];
    double *r = x + cone_at(cone, i), mu = cone->mu[cone->first_contact + i];
    r[0] = z[k->at];
    for (int j = 1; j < cone->d; j++)
      r[j] = k->sliding ? mu * k->slide[j - 1] * r[0] : z[k->at + 1 + j];
  }
}

/* F of one contact from u (Eq. 16-19) */
static void contact_values(const mixed_cone *m, int i, const double *z, double *F) {
  const rg_cone *cone = m->cone;
  const contact_unknowns *k = &m->contact[i];
  const double *u = m->u + cone_at(cone, i);
  int t = cone->d - 1;
  F[k->at] = u[0];
  if (k->sliding) return;
  double mu = cone->mu[cone->first_contact + i], normal = z[k->at], lambda = z[k->at + 1];
  const double *force = z + k->at + 2, *slip = force + t;
  double *parallel = F + k->at + 2 + t, square = 0;
  for (int j = 0; j < t; j++) {
    F[k->at + 2 + j] = u[1 + j] - slip[j];
    parallel[j] = mu * normal * slip[j] + lambda * force[j];
    square += force[j] * force[j];
  }
  F[k->at + 1] = mu * mu * normal * normal - square;
}

/* one block of A times dx/dz of the contact or rows that own its columns */
static void spread_block(const mixed_cone *m, const double *a, int block_row, int block_column) {
  const rg_cone *cone = m->cone;
  int d = cone->d, n = m->mixed.n;
  for (int p = 0; p < d; p++) {
    double *row = m->G + (size_t)(d * block_row + p) * (size_t)n;
    if (block_column < cone->first_contact) { /* scalar rows, without the dummies */
      for (int q = 0; q < d && d * block_column + q < cone->rows; q++)
        row[d * block_column + q] += a[d * p + q];
      continue;
    }
    const contact_unknowns *k = &m->contact[block_column - cone->first_contact];
    row[k->at] += a[d * p];
    for (int q = 1; q < d; q++) {
      if (k->sliding) row[k->at] += a[d * p + q] * cone->mu[block_column] * k->slide[q - 1];
      else row[k->at + 1 + q] += a[d * p + q];
    }
  }
}

/* G = du/dz = A dx/dz */
static void velocity_slope(const mixed_cone *m) {
  const rg_cone *cone = m->cone;
  size_t square = (size_t)(cone->d * cone->d);
  memset(m->G, 0, (size_t)cone->n * (size_t)m->mixed.n * sizeof *m->G);
  for (int i = 0; i < cone->blocks; i++)
    for (int k = cone->start[i]; k < cone->start[i + 1]; k++)
      spread_block(m, cone->values + (size_t)k * square, i, cone->column[k]);
}

/* rows of the Jacobian that belong to one contact */
static void contact_slope(const mixed_cone *m, int i, const double *z, double *J) {
  const rg_cone *cone = m->cone;
  const contact_unknowns *k = &m->contact[i];
  int t = cone->d - 1, at = k->at;
  size_t n = (size_t)m->mixed.n;
  const double *G = m->G + (size_t)cone_at(cone, i) * n;
  memcpy(J + (size_t)at * n, G, n * sizeof *J);
  if (k->sliding) return;
  double mu = cone->mu[cone->first_contact + i], normal = z[at], lambda = z[at + 1];
  double *cone_row = J + (size_t)(at + 1) * n;
  cone_row[at] = 2 * mu * mu * normal; /* of mu^2 r_n^2 - |r_t|^2 */
  for (int j = 0; j < t; j++) {
    int force = at + 2 + j, slip = force + t;
    cone_row[force] = -2 * z[force];
    double *rest_row = J + (size_t)force * n, *parallel_row = J + (size_t)slip * n;
    memcpy(rest_row, G + (size_t)(1 + j) * n, n * sizeof *J); /* of u_t - a_t */
    rest_row[slip] -= 1;
    parallel_row[at] = mu * z[slip]; /* of mu r_n a_t + lambda r_t */
    parallel_row[at + 1] = z[force];
    parallel_row[force] = lambda;
    parallel_row[slip] = mu * normal;
  }
}

static void evaluate(const void *context, const double *z, double *F, double *J) {
  const mixed_cone *m = context;
  const rg_cone *cone = m->cone;
  /* u = A x + c / unit */
  raw_impulse(m, z, m->x);
  for (int i = 0; i < cone->n; i++) m->x[i] *= m->unit;
  rg_cone_velocity(cone, m->x, m->u);
  for (int i = 0; i < cone->n; i++) m->u[i] /= m->unit;
  memcpy(F, m->u, (size_t)cone->rows * sizeof *F);
  for (int i = 0; i < cone->contacts; i++) contact_values(m, i, z, F);
  if (!J) return;
  size_t n = (size_t)m->mixed.n;
  velocity_slope(m);
  memset(J, 0, n * n * sizeof *J);
  memcpy(J, m->G, (size_t)cone->rows * n * sizeof *J);
  for (int i = 0; i < cone->contacts; i++) contact_slope(m, i, z, J);
}

rg_mixed *rg_mixed_cone_new(rg_arena *arena, const rg_cone *cone, const double *slip,
                            double threshold) {
  assert((cone->d == 2 || cone->d == 3) && threshold >= 0);
  mixed_cone *m = RG_NEW(arena, mixed_cone, 1);
  if (!m) return NULL;
  m->cone = cone;
  m->unit = 1;
  m->exact = 1;
  m->contact = RG_NEW(arena, contact_unknowns, cone->contacts);
  if (!m->contact) return NULL;
  int n = place_unknowns(m, slip, threshold);
  m->x = RG_NEW(arena, double, cone->n);
  m->u = RG_NEW(arena, double, cone->n);
  m->G = RG_NEW(arena, double, (size_t)cone->n *(size_t)n);
  m->mixed.lower = RG_NEW(arena, double, n);
  m->mixed.upper = RG_NEW(arena, double, n);
  if (arena->failed) return NULL;
  m->mixed.n = n;
  m->mixed.eval = evaluate;
  m->mixed.context = m;
  set_bounds(m);
  return &m->mixed;
}

/* the largest entry of c, so that z is of the order of 1; bounds are read again */
static void choose_unit(mixed_cone *m) {
  double largest = rg_norm_max(m->cone->n, m->cone->c);
  m->unit = largest > 0 ? largest : 1;
  set_bounds(m);
}

/* a_t = u_t, lambda = |u_t|; in units of z */
static void encode(const mixed_cone *m, const double *x, double *z) {
  const rg_cone *cone = m->cone;
  int t = cone->d - 1;
  rg_cone_velocity(cone, x, m->u);
  for (int i = 0; i < cone->rows; i++) z[i] = x[i];
  for (int i = 0; i < cone->contacts; i++) {
    const contact_unknowns *k = &m->contact[i];
    const double *r = x + cone_at(cone, i), *u = m->u + cone_at(cone, i);
    z[k->at] = r[0];
    if (k->sliding) continue;
    z[k->at + 1] = t == 2 ? hypot(u[1], u[2]) : fabs(u[1]);
    memcpy(z + k->at + 2, r + 1, (size_t)t * sizeof *z);
    memcpy(z + k->at + 2 + t, u + 1, (size_t)t * sizeof *z);
  }
  for (int i = 0; i < m->mixed.n; i++) z[i] /= m->unit;
}

void rg_mixed_cone_start(rg_mixed *mixed, const double *x, double *z) {
  mixed_cone *m = (mixed_cone *)mixed;
  choose_unit(m);
  encode(m, x, z);
}

void rg_mixed_cone_refresh(const rg_mixed *mixed, double *z) {
  const mixed_cone *m = mixed->context;
  if (mixed->eval != evaluate || !m->exact) return;
  rg_mixed_cone_impulse(mixed, z, m->x);
  encode(m, m->x, z);
}

void rg_mixed_cone_impulse(const rg_mixed *mixed, const double *z, double *x) {
  const mixed_cone *m = mixed->context;
  const rg_cone *cone = m->cone;
  raw_impulse(m, z, x);
  for (int i = 0; i < cone->n; i++) x[i] *= m->unit;
  for (int i = 0; i < cone->rows; i++) x[i] = fmin(fmax(x[i], cone->lower[i]), cone->upper[i]);
  for (int i = 0; i < cone->contacts; i++) {
    double *r = x + cone_at(cone, i);
    if (!(r[0] > 0)) r[0] = 0;
    double limit = cone->mu[cone->first_contact + i] * r[0];
    double force = cone->d == 3 ? hypot(r[1], r[2]) : fabs(r[1]);
    for (int j = 1; j < cone->d && force > limit; j++) r[j] *= limit / force;
  }
}

double rg_mixed_cone_residual(const rg_mixed *mixed, const double *z) {
  const mixed_cone *m = mixed->context;
  if (mixed->eval != evaluate || !m->exact) return -1;
  rg_mixed_cone_impulse(mixed, z, m->x);
  rg_cone_velocity(m->cone, m->x, m->u);
  return rg_cone_residual(m->cone, m->x, m->u);
}
