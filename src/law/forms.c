/* Products and residuals of the forms, that solvers stop by. The certificate has its own code. */
#include "base/parallel.h"
#include "law/cone_rows.h"
#include "math/dense.h"
#include "math/wide.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <string.h>

void rg_mlcp_w(const rg_mlcp *mlcp, const double *z, double *w) {
  assert(z != w || mlcp->n == 0);
  rg_matvec(mlcp->n, mlcp->n, mlcp->M, mlcp->n, z, w);
  for (int i = 0; i < mlcp->n; i++) w[i] += mlcp->q[i];
}

/* mid(lower, x, upper) */
static double clamp(double x, double lower, double upper) {
  return x < lower ? lower : x > upper ? upper : x;
}

double rg_mlcp_residual(const rg_mlcp *mlcp, const double *z, const double *w) {
  double reference = mlcp->reference > 0 ? mlcp->reference : rg_norm(mlcp->n, mlcp->q), sum = 0;
  double inverse = reference > 0 ? 1 / reference : 1;
  for (int i = 0; i < mlcp->n; i++) {
    double e = inverse * clamp(w[i], z[i] - mlcp->upper[i], z[i] - mlcp->lower[i]);
    sum += e * e;
  }
  return sqrt(sum);
}

int rg_local_same_columns(const rg_local *local, int i, int j) {
  const int *start = local->row_start;
  int length = start[i + 1] - start[i];
  if (length != start[j + 1] - start[j]) return 0;
  return length == 0 || memcmp(local->column + start[i], local->column + start[j],
                               (size_t)length * sizeof(int)) == 0;
}

/* of a row: what the square of its velocity counts */
static inline double weight_of(const rg_cone *cone, int i) {
  return cone->plain ? 1 / (cone->scale[i] * cone->scale[i]) : cone->weight[i / cone->d];
}

/* y = A x; returns the squares of |A| |x|, summed over all rows. y may be NULL. */
static inline double multiply(const int d, const rg_cone *cone, const double *x, double *y) {
  double total = 0;
  for (int i = 0; i < cone->blocks; i++)
    for (int r = 0; r < d; r++) {
      double sum = 0, size = 0;
      for (int k = cone->start[i]; k < cone->start[i + 1]; k++) {
        const double *a = cone->values + (size_t)k * (size_t)(d * d) + r * d;
        for (int c = 0; c < d; c++) {
          double product = a[c] * x[cone->column[k] * d + c];
          sum += product;
          size += fabs(product);
        }
      }
      if (y) y[i * d + r] = sum;
      total += weight_of(cone, i * d + r) * size * size;
    }
  return total;
}

/* The same for d = 3, where x may be read from one number before it to one behind it. The products
   of each row of A are summed column by column: those of the first two rows are in the first three
   lanes, those of the last in the last three, so that no load leaves the block. */
RG_WIDE static double multiply_3(const rg_cone *cone, const double *x, double *y, int begin,
                                 int end) {
  double total = 0;
  for (int i = begin; i < end; i++) {
    rg_wide sum[3] = {{0}}, size[3] = {{0}};
    for (int k = cone->start[i]; k < cone->start[i + 1]; k++) {
      const double *a = cone->values + 9 * (size_t)k, *from = x + 3 * cone->column[k];
      rg_wide first = *(const rg_wide *)from, last = *(const rg_wide *)(from - 1);
      rg_wide p[3] = {*(const rg_wide *)a * first, *(const rg_wide *)(a + 3) * first,
                      *(const rg_wide *)(a + 5) * last};
      for (int r = 0; r < 3; r++) {
        sum[r] += p[r];
        rg_wide_abs(&p[r]);
        size[r] += p[r];
      }
    }
    for (int r = 0; r < 3; r++) {
      int lane = r == 2;
      double most = size[r][lane] + size[r][lane + 1] + size[r][lane + 2];
      y[3 * i + r] = sum[r][lane] + sum[r][lane + 1] + sum[r][lane + 2];
      total += weight_of(cone, 3 * i + r) * most * most;
    }
  }
  return total;
}

/* sums over the blocks of a crowd, by portions */
typedef struct crowd {
  const rg_cone *cone;
  const double *x, *u, *leeway;
  double *y, sum[RG_PORTIONS];
} crowd;

static double sum_of(const crowd *c) {
  double sum = 0;
  for (int k = 0; k < RG_PORTIONS; k++) sum += c->sum[k];
  return sum;
}

static void multiply_part(void *context, int portion, int first, int end) {
  crowd *c = context;
  c->sum[portion] = multiply_3(c->cone, c->x, c->y, first, end);
}

static double multiply_all(const rg_cone *cone, const double *x, double *y) {
  if (cone->blocks < RG_CROWD) return multiply_3(cone, x, y, 0, cone->blocks);
  crowd c = {.cone = cone, .x = x, .y = y};
  rg_portions_run(cone->workers, cone->blocks, multiply_part, &c);
  return sum_of(&c);
}

/* A x is there */
static void know_product(const rg_cone *cone, const double *x) {
  rg_cone_product *last = cone->last;
  size_t bytes = (size_t)cone->n * sizeof *x;
  if (last->known && memcmp(last->x, x, bytes) == 0) return;
  memcpy(last->x, x, bytes);
  last->square = cone->d == 3   ? multiply_all(cone, last->x, last->product)
                 : cone->d == 2 ? multiply(2, cone, last->x, last->product)
                                : multiply(6, cone, last->x, last->product);
  last->known = 1;
}

void rg_cone_velocity(const rg_cone *cone, const double *x, double *u) {
  assert(x != u);
  if (cone->last) know_product(cone, x);
  else if (cone->coordinates) rg_cone_rows_product(cone, x, u);
  else if (cone->d == 3) multiply(3, cone, x, u);
  else multiply(cone->d, cone, x, u);
  const double *product = cone->last ? cone->last->product : u;
  for (int i = 0; i < cone->n; i++) u[i] = product[i] + cone->c[i];
}

double rg_cone_rounding(const rg_cone *cone, const double *x) {
  if (cone->coordinates) return DBL_EPSILON * rg_cone_rows_size(cone, x);
  if (cone->last) know_product(cone, x);
  double square = cone->last     ? cone->last->square
                  : cone->d == 3 ? multiply(3, cone, x, NULL)
                                 : multiply(cone->d, cone, x, NULL);
  return DBL_EPSILON * sqrt(square);
}

static inline double distance_square(const int d, double mu, const double *r, const double *u) {
  double s2 = d == 3 ? u[2] : 0, r2 = d == 3 ? r[2] : 0;
  double slip = d == 3 ? sqrt(u[1] * u[1] + s2 * s2) : fabs(u[1]);
  double yn = r[0] - u[0] - mu * slip, y1 = r[1] - u[1], y2 = r2 - s2;
  double t = d == 3 ? sqrt(y1 * y1 + y2 * y2) : fabs(y1);
  if (yn >= 0 && t <= mu * yn) /* inside the cone */
    return (u[0] + mu * slip) * (u[0] + mu * slip) + u[1] * u[1] + s2 * s2;
  if (mu * t <= -yn) /* inside the polar cone */
    return r[0] * r[0] + r[1] * r[1] + r2 * r2;
  double outside = (t - mu * yn) / (1 + mu * mu); /* u~ + outside (-mu, y_t / t) */
  double e0 = u[0] + mu * slip - mu * outside, e1 = u[1] + outside * y1 / t,
         e2 = s2 + outside * y2 / t;
  return e0 * e0 + e1 * e1 + e2 * e2;
}

static inline double natural_square(const int d, double mu, const double *r, const double *u) {
  double square = distance_square(d, mu, r, u), deep = u[0] < 0 ? 0.01 * u[0] : 0;
  return square > deep * deep ? square : deep * deep;
}

double rg_contact_natural_square(int d, double mu, const double *r, const double *u) {
  return d == 3 ? natural_square(3, mu, r, u) : natural_square(2, mu, r, u);
}

/* The leeway of a contact with moments: the surface that is off by so much may turn by that over the length of the contact. */
static void take_turning_leeway(const double leeway[2], const double *r, double *u) {
  rg_take_leeway(3, leeway, r, u);
  for (int first = 3, count = 1; first < RG_CONTACT_MOST && r[0] > 0; first += count++) {
    double *w = u + first, size = count == 1 ? fabs(w[0]) : hypot(w[0], w[1]);
    double left = size > leeway[1] ? 1 - leeway[1] / size : 0;
    for (int k = 0; k < count; k++) w[k] *= left;
  }
}

/* the equations of a contact with moments, whose natural map has no closed form */
static double turning_square(const rg_cone *cone, int block, const double *r, const double *u,
                             const double *leeway) {
  double v[RG_CONTACT_MOST], F[RG_CONTACT_MOST];
  memcpy(v, u, sizeof v);
  if (leeway) take_turning_leeway(leeway + 2 * block, r, v);
  rg_friction_map(cone->friction + block - cone->first_contact, r, v, F, NULL, NULL);
  return rg_dot(RG_CONTACT_MOST, F, F);
}

/* `sum`, and the squares of contacts */
static double add_squares(const rg_cone *cone, const double *x, const double *u,
                          const double *leeway, int begin, int end, double sum) {
  int d = cone->d;
  for (int i = begin; i < end && cone->friction; i++)
    sum += cone->weight[i] * turning_square(cone, i, x + d * i, u + d * i, leeway);
  if (cone->friction) return sum;
  for (int i = begin; i < end; i++) {
    double v[3] = {u[d * i], u[d * i + 1], d == 3 ? u[3 * i + 2] : 0};
    if (leeway) rg_take_leeway(d, leeway + 2 * i, x + d * i, v);
    sum += cone->weight[i] * (d == 3 ? natural_square(3, cone->mu[i], x + 3 * i, v)
                                     : natural_square(2, cone->mu[i], x + 2 * i, v));
  }
  return sum;
}

static void residual_part(void *context, int portion, int first, int end) {
  crowd *c = context;
  int from = c->cone->first_contact;
  c->sum[portion] = add_squares(c->cone, c->x, c->u, c->leeway, from + first, from + end, 0);
}

static double residual_of(const rg_cone *cone, const double *x, const double *u,
                          const double *leeway) {
  double sum = 0;
  int d = cone->d;
  for (int i = 0; i < cone->first_contact * d; i++) {
    double s = cone->plain ? cone->scale[i] : 1, r = s * x[i];
    double e = clamp(u[i] / s, r - s * cone->upper[i], r - s * cone->lower[i]);
    sum += e * e;
  }
  if (cone->contacts < RG_CROWD)
    sum = add_squares(cone, x, u, leeway, cone->first_contact, cone->blocks, sum);
  else {
    crowd c = {.cone = cone, .x = x, .u = u, .leeway = leeway};
    rg_portions_run(cone->workers, cone->contacts, residual_part, &c);
    sum += sum_of(&c);
  }
  return cone->c_norm > 0 ? sqrt(sum) / cone->c_norm : sqrt(sum);
}

double rg_cone_residual(const rg_cone *cone, const double *x, const double *u) {
  return residual_of(cone, x, u, NULL);
}

double rg_cone_within(const rg_cone *cone, const double *x, const double *u) {
  return residual_of(cone, x, u, cone->leeway);
}
