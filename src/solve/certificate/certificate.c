/* Natural map, penetration, cone, complementarity, slip angle, rows: recomputed from raw data. */
#include "solve/certificate/certificate.h"
#include "math/compensated.h"
#include "problem/local.h"
#include "solve/certificate/rolling.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* sqrt(a^2 + b^2) */
static double diagonal(double a, double b) {
  double square = a * a + b * b;
  return square > 1e-280 && square < 1e280 ? sqrt(square) : hypot(a, b);
}

/* the same of three */
static double length_in_space(const double e[3]) {
  double square = e[0] * e[0] + e[1] * e[1] + e[2] * e[2];
  return square > 1e-280 && square < 1e280 ? sqrt(square) : hypot(hypot(e[0], e[1]), e[2]);
}

/* rows i .. i + count of A x, which have the same columns */
static inline void multiply_rows(const int count, const rg_matrix *A, int i, const double *x,
                                 double *y) {
  int start = A->row_start[i], length = A->row_start[i + 1] - start;
  const double *a = A->values + start;
  double sum[3] = {0};
  for (int k = 0; k < length; k++)
    for (int r = 0; r < count; r++) sum[r] += a[r * length + k] * x[A->column[start + k]];
  for (int r = 0; r < count; r++) y[i + r] = sum[r];
}

/* 1 where rows i and i + 1 have the same columns, as those of a contact mostly do */
static int same_columns(const rg_matrix *A, int i) {
  const int *start = A->row_start + i;
  size_t bytes = (size_t)(start[1] - start[0]) * sizeof(int);
  return start[2] - start[1] == start[1] - start[0] && bytes > 0 &&
         memcmp(A->column + start[0], A->column + start[1], bytes) == 0;
}

static void multiply_sparse(const rg_matrix *A, const double *x, double *y) {
  for (int i = 0; i < A->rows;) {
    int three = i + 3 <= A->rows && same_columns(A, i) && same_columns(A, i + 1);
    if (three) multiply_rows(3, A, i, x, y);
    else multiply_rows(1, A, i, x, y);
    i += three ? 3 : 1;
  }
}

static void multiply_dense(const rg_matrix *A, const double *x, double *y) {
  for (int i = 0; i < A->rows; i++) {
    y[i] = 0;
    for (int j = 0; j < A->columns; j++)
      y[i] += A->values[(size_t)i * (size_t)A->columns + (size_t)j] * x[j];
  }
}

/* y = A x + shift, the one product here, so that no solver's kernel is trusted */
static void affine(const rg_matrix *A, const double *x, const double *shift, double *y) {
  if (A->storage == RG_OPERATOR) A->multiply(A->context, x, y);
  else if (A->storage == RG_SPARSE) multiply_sparse(A, x, y);
  else if (A->storage == RG_DENSE) multiply_dense(A, x, y);
  for (int i = 0; i < A->rows; i++) y[i] += shift[i];
}

/* the same as if in twice the precision, where rounding hides what is to be judged */
static void affine_careful(const rg_matrix *A, const double *x, const double *shift, double *y) {
  for (int i = 0; i < A->rows; i++) {
    rg_sum sum = {shift[i], 0};
    int dense = A->storage == RG_DENSE;
    int start = dense ? i * A->columns : A->row_start[i];
    int end = dense ? start + A->columns : A->row_start[i + 1];
    for (int k = start; k < end; k++)
      rg_sum_add_product(&sum, A->values[k], x[dense ? k - start : A->column[k]]);
    y[i] = rg_sum_value(&sum);
  }
}

/* y -= G' x */
static void subtract_transposed(const rg_matrix *G, const double *x, double *y) {
  for (int i = 0; i < G->rows; i++) {
    if (G->storage == RG_DENSE)
      for (int j = 0; j < G->columns; j++)
        y[j] -= G->values[(size_t)i * (size_t)G->columns + (size_t)j] * x[i];
    else
      for (int k = G->row_start[i]; k < G->row_start[i + 1]; k++)
        y[G->column[k]] -= G->values[k] * x[i];
  }
}

static double length_of(int n, const double *x) {
  double largest = 0, sum = 0;
  for (int i = 0; i < n; i++)
    if (!(fabs(x[i]) <= largest)) largest = fabs(x[i]);
  if (!(largest > 0) || isinf(largest)) return largest;
  for (int i = 0; i < n; i++) sum += (x[i] / largest) * (x[i] / largest);
  return largest * sqrt(sum);
}

/* || M v - f - G' x || / (||f|| + ||G' x|| and || |M||v| ||), M being the symmetric part of what is given, as where it is
   factored */
static double dynamics_residual(const rg_problem *p, const double *x, const double *v,
                                double *work) {
  int dof = p->M.rows;
  memset(work, 0, (size_t)dof * sizeof *work);
  subtract_transposed(&p->G, x, work);
  double reference = length_of(dof, work) + length_of(dof, p->f);
  for (int i = 0; i < dof; i++) work[i] -= p->f[i];
  for (int i = 0; i < dof; i++) {
    double terms = 0;
    int dense = p->M.storage == RG_DENSE;
    int start = dense ? i * dof : p->M.row_start[i],
        end = dense ? (i + 1) * dof : p->M.row_start[i + 1];
    for (int k = start; k < end; k++) {
      int j = dense ? k - start : p->M.column[k];
      work[i] += 0.5 * p->M.values[k] * v[j];
      work[j] += 0.5 * p->M.values[k] * v[i];
      terms += fabs(p->M.values[k] * v[j]);
    }
    reference = diagonal(reference, terms);
  }
  double total = length_of(dof, work);
  return reference > 0 ? total / reference : total;
}

static void keep_worst(double *worst, int *at, double value, int index) {
  if (!(value <= *worst)) { /* a NaN is kept too */
    *worst = value;
    *at = index;
  }
}

typedef struct factors {
  double response; /* what impulses are multiplied by */
  double measure;  /* what velocities are divided by */
} factors;

static factors factors_of(const rg_problem *p, const rg_measure *m, int unit) {
  if (!m->response) return (factors){1, 1};
  double a = m->response[unit];
  return (factors){m->unit * a, sqrt(unit < p->rows ? a : m->typical)};
}

/* parts of the norms: in units of its own, as it is */
typedef struct parts {
  double scaled, plain;
} parts;

static void add_part(parts *total, parts one) {
  total->scaled = diagonal(total->scaled, one.scaled);
  total->plain = diagonal(total->plain, one.plain);
}

/* x - mid(lower, x - u, upper) = mid(x - upper, u, x - lower): a huge x cannot swallow u */
static double clamp(double u, double low, double high) {
  return fabs(u < low ? low : u > high ? high : u);
}

static parts certify_row(const rg_problem *p, int i, double x, double u, factors a,
                         rg_certificate *out) {
  double floor = p->kind == RG_KIND_CONTACT ? -HUGE_VAL : 0;
  double low = x - (p->upper ? p->upper[i] : HUGE_VAL), high = x - (p->lower ? p->lower[i] : floor);
  parts e = {clamp(u, a.response * low, a.response * high) / a.measure, clamp(u, low, high)};
  keep_worst(&out->bilateral, &out->bilateral_at, e.plain, i);
  return e;
}

/* || r - P_K(r - w) || of one contact, w = u~, K = { |r_t| <= mu r_n }, y = r - w:
   w inside K, r inside the polar cone, else w + s o with s the distance of y from K and o the
   outward normal (-mu, y_t / |y_t|) / sqrt(1 + mu^2): a huge r cannot swallow w */
static double natural_distance(int dim, double mu, const double *r, const double *w) {
  double y[3] = {0}, e[3] = {0};
  for (int k = 0; k < dim; k++) y[k] = r[k] - w[k];
  double tangent = dim == 3 ? diagonal(y[1], y[2]) : fabs(y[1]);
  int inside = y[0] >= 0 && tangent <= mu * y[0], polar = !inside && mu * tangent <= -y[0];
  double s = (tangent - mu * y[0]) / (1 + mu * mu);
  for (int k = 0; k < dim; k++) {
    double o = k == 0 ? -mu : y[k] / tangent;
    e[k] = inside ? w[k] : polar ? r[k] : w[k] + s * o;
  }
  return length_in_space(e);
}

static double slip_angle(int dim, const double *r, const double *u) {
  if (dim == 2) return r[1] * u[1] < 0 ? 0 : acos(-1.0);
  double cross = fabs(r[1] * u[2] - r[2] * u[1]), dot = -(r[1] * u[1] + r[2] * u[2]);
  return cross == 0 && dot == 0 ? acos(-1.0) : atan2(cross, dot);
}

typedef struct load {
  double slip, force; /* a contact slips under load above these */
} load;

/* the natural map, or a hundredth of the penetration where mu is so large that it hardly shows it */
static double judged(int dim, double mu, const double *r, const double *w, double gap) {
  double natural = natural_distance(dim, mu, r, w);
  return -0.01 * gap > natural ? -0.01 * gap : natural;
}

/* a contact, its velocity with a target and a surface that are off by a share of the leeway, and by how much */
typedef struct shifted {
  double velocity[3], by;
} shifted;

/* Those that suit it best, the nearest that the laws allow with the impulse r: a gap of 0 where it carries something;
   no slip where so little is left of it, else one against the friction. */
static shifted shift(int dim, const double leeway[2], double share, const double *r,
                     const double *u) {
  shifted s = {{u[0], u[1], dim == 3 ? u[2] : 0}, 0};
  double down = share * leeway[0], up = share * leeway[1], *v = s.velocity;
  double rt[2] = {r[1], dim == 3 ? r[2] : 0}, friction = diagonal(rt[0], rt[1]);
  if (u[0] < 0) v[0] = fmin(u[0] + down, 0);
  else if (r[0] > 0) v[0] = fmax(u[0] - up, 0);
  s.by = fabs(u[0] - v[0]);
  if (!(r[0] > 0)) return s;
  double against = diagonal(v[1], v[2]) > up && friction > 0
                       ? fmax(-(v[1] * rt[0] + v[2] * rt[1]) / friction, 0)
                       : 0;
  double e[2];
  for (int k = 0; k < 2; k++)
    e[k] = v[1 + k] + (against > 0 ? against * rt[k] / friction : 0); /* off the ray */
  double off = diagonal(e[0], e[1]), part = off > up ? up / off : 1;
  for (int k = 0; k < 2; k++) v[1 + k] -= part * e[k];
  s.by = fmax(s.by, part * off);
  return s;
}

static parts certify_contact(const rg_problem *p, int i, const double *r, const double *u,
                             factors a, load least, rg_certificate *out) {
  double mu = p->mu[i], target = p->target ? p->target[i] : 0;
  double slip = p->dim == 3 ? diagonal(u[1], u[2]) : fabs(u[1]);
  double friction = p->dim == 3 ? diagonal(r[1], r[2]) : fabs(r[1]);
  double w[3] = {u[0] - target + mu * slip, u[1], p->dim == 3 ? u[2] : 0}, product = 0;
  double moved[3] = {0};
  for (int k = 0; k < p->dim; k++) {
    product += r[k] * w[k];
    moved[k] = a.response * r[k];
  }
  double outside = friction - mu * r[0] > -r[0] ? friction - mu * r[0] : -r[0];
  keep_worst(&out->penetration, &out->penetration_at, target - u[0], i);
  keep_worst(&out->cone, &out->cone_at, outside, i);
  keep_worst(&out->complementarity, &out->complementarity_at, fabs(product), i);
  if (slip / a.measure > least.slip && mu * moved[0] / a.measure > least.force)
    keep_worst(&out->slip_angle, &out->slip_angle_at, slip_angle(p->dim, r, u), i);
  parts e = {judged(p->dim, mu, moved, w, u[0] - target) / a.measure,
             natural_distance(p->dim, mu, r, w)};
  return e;
}

/* the same of one with moments, which count over its length */
static parts certify_rolling(const rg_problem *p, int i, const double *r, const double *u,
                             factors a, const rg_measure *m, load least, rg_certificate *out) {
  rg_rolling plain = rg_rolling_at(p, i, 1, r, u), c = rg_rolling_at(p, i, m->length[i], r, u);
  double product = plain.impulse[0] * rg_rolling_lifted(&plain), gap = plain.velocity[0];
  for (int k = 1; k < p->dim; k++) product += r[k] * u[k];
  keep_worst(&out->penetration, &out->penetration_at, -gap, i);
  keep_worst(&out->cone, &out->cone_at, rg_rolling_outside(&c), i);
  keep_worst(&out->complementarity, &out->complementarity_at, fabs(product), i);
  double turned =
      rg_rolling_slip_angle(&c, least.slip * a.measure, least.force * a.measure / a.response);
  if (turned >= 0) keep_worst(&out->slip_angle, &out->slip_angle_at, turned, i);
  double natural = rg_rolling_natural(&c, a.response);
  if (-0.01 * gap > natural) natural = -0.01 * gap;
  return (parts){natural / a.measure, rg_rolling_natural(&plain, 1)};
}

/* what a contact leaves of the laws with that share of its leeway, scaled */
static double left_within(const rg_problem *p, int i, const double *r, const double *u, factors a,
                          const rg_measure *m, double share, double *by) {
  int dim = p->dim < 3 ? p->dim : 3;
  double mu = p->mu[i], impulse[3] = {0};
  double gap[3] = {u[0] - (p->target ? p->target[i] : 0), u[1], dim == 3 ? u[2] : 0};
  shifted s = shift(dim, p->leeway + 2 * i, share, r, gap);
  *by = s.by;
  if (p->dim > 3) { /* surfaces that turn are off by as much over the length */
    rg_rolling c = rg_rolling_at(p, i, m->length[i], r, u);
    for (int k = 0; k < 3; k++) c.velocity[k] = s.velocity[k];
    *by = fmax(s.by, rg_rolling_take_leeway(&c, share * p->leeway[2 * i + 1]));
    double natural = rg_rolling_natural(&c, a.response), gone = -0.01 * s.velocity[0];
    return (gone > natural ? gone : natural) / a.measure;
  }
  for (int k = 0; k < dim; k++) impulse[k] = a.response * r[k];
  double w[3] = {s.velocity[0] + mu * diagonal(s.velocity[1], s.velocity[2]), s.velocity[1],
                 s.velocity[2]};
  return judged(dim, mu, impulse, w, s.velocity[0]) / a.measure;
}

/* The same with the least share that leaves no more than `enough`, or with all of it. Impulses are given, and so are
   velocities: how far one target is off changes nothing at other contacts. */
static double certify_within(const rg_problem *p, int i, const double *r, const double *u,
                             factors a, const rg_measure *m, double enough, rg_certificate *out) {
  enum { HALVINGS = 20 }; /* a millionth of the leeway */
  double by, left = left_within(p, i, r, u, a, m, 0, &by);
  if (left <= enough) return left;
  double most_by, most = left_within(p, i, r, u, a, m, 1, &most_by), low = 0, high = 1;
  for (int k = 0; k < HALVINGS && most <= enough; k++) {
    double share = 0.5 * (low + high);
    left = left_within(p, i, r, u, a, m, share, &by);
    if (left <= enough) high = share, most = left, most_by = by;
    else low = share;
  }
  keep_worst(&out->moved, &out->moved_at, most_by, i);
  return most;
}

/* What is left of the laws with targets and surfaces that are off by no more than it takes: each contact is allowed its
   part of half of the tolerance, so that those that cannot do with it have the other half. Rows are as they are. */
static double residual_within(const rg_problem *p, const double *x, const double *u,
                              const rg_measure *m, double unit, rg_certificate *out) {
  rg_certificate rows = {0};
  double total = 0, enough = 0.5 * m->tol * unit / sqrt(p->rows + p->contacts);
  for (int j = 0; j < p->rows; j++)
    total = diagonal(total, certify_row(p, j, x[j], u[j], factors_of(p, m, j), &rows).scaled);
  for (int i = 0; i < p->contacts; i++) {
    int at = p->rows + p->dim * i;
    factors a = factors_of(p, m, p->rows + i);
    total = diagonal(total, certify_within(p, i, x + at, u + at, a, m, enough, out));
  }
  return total / unit;
}

/* the largest impulse of a contact, scaled */
static double largest_impulse(const rg_problem *p, const double *x, const rg_measure *m) {
  double largest = 0;
  for (int i = 0; i < p->contacts; i++) {
    factors a = factors_of(p, m, p->rows + i);
    for (int k = 0; k < p->dim && k < 3; k++) {
      double size = fabs(a.response * x[p->rows + p->dim * i + k]) / a.measure;
      if (!(size <= largest)) largest = size;
    }
  }
  return largest;
}

void rg_certificate_compute(const rg_problem *p, const double *x, const double *v, int careful,
                            const rg_measure *m, double *u, double *work, rg_certificate *out) {
  memset(out, 0, sizeof *out);
  out->residual_at = out->moved_at = out->natural_map_at = out->penetration_at = out->cone_at =
      out->complementarity_at = -1;
  out->slip_angle_at = out->bilateral_at = -1;
  if (v) {
    affine(&p->G, v, p->c, u);
    out->dynamics = dynamics_residual(p, x, v, work);
  } else if (careful < 2) {
    int stored = p->A.storage == RG_DENSE || p->A.storage == RG_SPARSE;
    (careful && stored ? affine_careful : affine)(&p->A, x, p->c, u);
  }
  parts total = {0, 0};
  double worst = 0, worst_plain = 0, root = sqrt(m->unit);
  load least = {1e-6 * m->reference, 1e-6 * largest_impulse(p, x, m)};
  for (int j = 0; j < p->rows + p->contacts; j++) {
    int contact = j - p->rows, at = contact < 0 ? j : p->rows + p->dim * contact;
    factors a = factors_of(p, m, j);
    parts e = contact < 0  ? certify_row(p, j, x[j], u[j], a, out)
              : p->dim > 3 ? certify_rolling(p, contact, x + at, u + at, a, m, least, out)
                           : certify_contact(p, contact, x + at, u + at, a, least, out);
    keep_worst(&worst, &out->residual_at, e.scaled, j);
    keep_worst(&worst_plain, &out->natural_map_at, e.plain, j);
    add_part(&total, e);
  }
  out->residual = m->reference > 0 ? total.scaled / m->reference : total.scaled / root;
  out->energy = m->reference / root;
  out->natural_map = total.plain;
  out->natural_map_relative = m->plain > 0 ? total.plain / m->plain : total.plain;
  out->reference = m->plain;
  out->law_residual = out->residual;
  if (!p->leeway || out->residual <= m->tol) return;
  out->law_residual = residual_within(p, x, u, m, m->reference > 0 ? m->reference : root, out);
}

/* --- by rows ------------------------------------------------------------------------------------------- */

/* u = scale W (W' x) + c */
static void affine_rows(const rg_row_factor *rows, const double *x, const double *c, double *t,
                        double *u) {
  memset(t, 0, (size_t)rows->size * sizeof *t);
  for (int back = 0; back < 2; back++)
    for (int g = 0; g < rows->units; g++) {
      int at = rows->unknown[g], width = rows->width[g];
      double sum[6] = {0};
      for (int a = rows->run_start[g]; a < rows->run_start[g + 1]; a++) {
        const double *w = rows->value + rows->run[a].at;
        int first = rows->run[a].first;
        for (int k = first; k < first + rows->run[a].count; k++)
          for (int e = 0; e < width; e++, w++) {
            if (back) sum[e] += *w * t[k];
            else t[k] += *w * x[at + e];
          }
      }
      for (int e = 0; e < width && back; e++) u[at + e] = rows->unit * sum[e] + c[at + e];
      for (int i = at + width; i < rows->unknown[g + 1] && back; i++) u[i] = c[i];
    }
}

/* the same as if in twice the precision: c is in units of 1 / `unit` while it is summed */
static void affine_rows_careful(const rg_row_factor *rows, const double *x, const double *c,
                                rg_sum *t, double *u) {
  memset(t, 0, (size_t)rows->size * sizeof *t);
  for (int back = 0; back < 2; back++)
    for (int g = 0; g < rows->units; g++) {
      int at = rows->unknown[g], width = rows->width[g];
      rg_sum sum[6] = {{0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}};
      for (int e = 0; e < width; e++) sum[e].high = c[at + e] / rows->unit;
      for (int a = rows->run_start[g]; a < rows->run_start[g + 1]; a++) {
        const double *w = rows->value + rows->run[a].at;
        int first = rows->run[a].first;
        for (int k = first; k < first + rows->run[a].count; k++)
          for (int e = 0; e < width; e++, w++) {
            if (!back) rg_sum_add_product(&t[k], *w, x[at + e]);
            else rg_sum_add_product(&sum[e], *w, t[k].high), sum[e].low += *w * t[k].low;
          }
      }
      for (int e = 0; e < width && back; e++) u[at + e] = rows->unit * rg_sum_value(&sum[e]);
      for (int i = at + width; i < rows->unknown[g + 1] && back; i++) u[i] = c[i];
    }
}

void rg_certificate_velocity(const rg_row_factor *rows, const double *x, const double *c,
                             int careful, double *work, double *u) {
  if (careful) affine_rows_careful(rows, x, c, (rg_sum *)work, u);
  else affine_rows(rows, x, c, work, u);
}

/* --- rounding ------------------------------------------------------------------------------------------ */

/* |A| |x| of row i of a stored A */
static double size_of_row(const rg_matrix *A, int i, const double *x) {
  double sum = 0;
  int dense = A->storage == RG_DENSE;
  int start = dense ? i * A->columns : A->row_start[i];
  int end = dense ? start + A->columns : A->row_start[i + 1];
  for (int k = start; k < end; k++) sum += fabs(A->values[k] * x[dense ? k - start : A->column[k]]);
  return sum;
}

/* row r of unit g: |W| t, or, `out`, t += |W'| |x| */
static double size_of_unit(const rg_row_factor *rows, int g, int r, double *t, double x, int out) {
  double sum = 0;
  for (int a = rows->run_start[g]; a < rows->run_start[g + 1] && r < rows->width[g]; a++) {
    const double *w = rows->value + rows->run[a].at + r;
    for (int k = 0; k < rows->run[a].count; k++, w += rows->width[g]) {
      if (out) t[rows->run[a].first + k] += fabs(*w * x);
      else sum += fabs(*w) * t[rows->run[a].first + k];
    }
  }
  return sum;
}

double rg_certificate_rounding(const rg_problem *p, const rg_row_factor *rows, const double *x,
                               const rg_measure *m, double *work) {
  double total = 0;
  int units = p->rows + p->contacts;
  if (!rows && p->A.storage != RG_DENSE && p->A.storage != RG_SPARSE) return 0;
  if (rows) memset(work, 0, (size_t)rows->size * sizeof *work);
  for (int out = rows ? 1 : 0; out >= 0; out--)
    for (int g = 0, i = 0; g < units; g++)
      for (int r = 0; r < (g < p->rows ? 1 : p->dim); r++, i++) {
        double size = rows ? size_of_unit(rows, g, r, work, x[i], out) : size_of_row(&p->A, i, x);
        if (out) continue;
        double sum = (rows ? rows->unit : 1) * size + fabs(p->c[i]);
        double length = r > 2 ? m->length[g - p->rows] : 1;
        total = diagonal(total, DBL_EPSILON * length * sum / factors_of(p, m, g).measure);
      }
  return m->reference > 0 ? total / m->reference : total;
}

double rg_certificate_mlcp(int n, const double *M, const double *q, const double *lower,
                           const double *upper, double reference, const double *z) {
  double total = 0;
  for (int i = 0; i < n; i++) {
    double w = q[i];
    for (int j = 0; j < n; j++) w += M[(size_t)i * (size_t)n + (size_t)j] * z[j];
    double low = z[i] - upper[i], high = z[i] - lower[i];
    total = diagonal(total, w < low ? low : w > high ? high : w);
  }
  if (!(reference > 0)) reference = length_of(n, q);
  return reference > 0 ? total / reference : total;
}

/* what the velocity of any impulses is computed with */
typedef struct motion {
  const rg_problem *problem;
  rg_mass_matrix *mass;
  double *v; /* global form */
} motion;

/* u = A x + shift, or G M^-1 (f + G' x) + shift; `force` NULL: without f */
static void affine_of(const motion *m, const double *x, const double *force, const double *shift,
                      double *u) {
  const rg_problem *p = m->problem;
  size_t bytes = (size_t)p->M.rows * sizeof(double);
  if (!m->mass) {
    affine(&p->A, x, shift, u);
    return;
  }
  if (bytes && force) memcpy(m->v, force, bytes);
  else if (bytes) memset(m->v, 0, bytes);
  rg_matrix_times_t_add(&p->G, x, m->v);
  rg_mass_solve(m->mass, m->v);
  affine(&p->G, m->v, shift, u);
}

/* u = A x + c */
static void velocity_at(const motion *m, const double *x, double *u) {
  affine_of(m, x, m->problem->f, m->problem->c, u);
}

/* response of unknown i to an impulse of its own; x: zero before and after */
static double own_response(const motion *m, int i, double *x, double *u) {
  const rg_problem *p = m->problem;
  double before, after;
  if (!m->mass && p->A.storage == RG_DENSE)
    return p->A.values[(size_t)i * (size_t)p->A.columns + (size_t)i];
  if (!m->mass && p->A.storage == RG_SPARSE) {
    double sum = 0;
    for (int k = p->A.row_start[i]; k < p->A.row_start[i + 1]; k++)
      if (p->A.column[k] == i) sum += p->A.values[k];
    return sum;
  }
  velocity_at(m, x, u);
  before = u[i];
  x[i] = 1;
  velocity_at(m, x, u);
  after = u[i];
  x[i] = 0;
  return after - before;
}

/* 1 where row j is free and its response is rounding beside that of a unit that it acts on: entries of A are known to
   DBL_EPSILON of the largest that they are computed with. It acts on a unit where the cosine between both is above 2^-13.
   `u`: two vectors; the second stays 0. */
static int is_rounding(const motion *m, const double *response, int j, double *x, double *u) {
  const rg_problem *p = m->problem;
  int n = rg_problem_size(p);
  double most = 0;
  if ((p->lower && p->lower[j] > -HUGE_VAL) || (p->upper && p->upper[j] < HUGE_VAL)) return 0;
  x[j] = 1;
  affine_of(m, x, NULL, u + n, u);
  x[j] = 0;
  for (int i = 0; i < n; i++) {
    double other = response[i < p->rows ? i : p->rows + (i - p->rows) / p->dim];
    if (u[i] * u[i] > 0x1p-26 * response[j] * other && other > most) most = other;
  }
  return response[j] <= DBL_EPSILON * most;
}

/* mean response of each unit, 0 where nothing moves; then in the unit that is a power of two below the first */
static void find_responses(const motion *m, double *response, double *length, double *x, double *u,
                           rg_measure *out) {
  const rg_problem *p = m->problem;
  int units = p->rows + p->contacts, first = -1;
  double largest = 0;
  for (int j = 0; j < units; j++) {
    int row = j < p->rows, ways = p->dim < 3 ? p->dim : 3, size = row ? 1 : ways;
    int at = row ? j : p->rows + p->dim * (j - p->rows);
    response[j] = 0;
    for (int k = 0; k < size; k++) response[j] += fabs(own_response(m, at + k, x, u)) / size;
    if (!row && p->dim > 3) {
      double turn = 0, turns = 0; /* rows of zeros are no part of the mean */
      for (int k = 3; k < p->dim; k++) {
        double own = fabs(own_response(m, at + k, x, u));
        turn += own;
        turns += own > 0;
      }
      turn /= fmax(turns, 1);
      int both = response[j] > 0 && isfinite(response[j]) && turn > 0 && isfinite(turn);
      length[j - p->rows] = both ? sqrt(response[j] / turn) : 1;
    }
    int moves = response[j] > 0 && isfinite(response[j]);
    if (!moves) response[j] = 0;
    if (response[j] > largest) largest = response[j];
  }
  /* rows that are rounding move nothing; their own number is kept until all are known */
  for (int j = 0; j < p->rows; j++)
    if (response[j] > 0 && response[j] <= DBL_EPSILON * largest &&
        is_rounding(m, response, j, x, u))
      response[j] = -response[j];
  for (int j = 0; j < units; j++) {
    if (response[j] < 0) response[j] = 0;
    if (response[j] > 0 && first < 0) first = j;
  }
  out->unit = first < 0 ? 1 : ldexp(1, ilogb(response[first]));
  out->response = response;
  out->length = p->dim > 3 ? length : NULL;
  out->typical = p->contacts ? 0 : 1;
  for (int j = 0; j < units; j++) {
    response[j] = largest > 0 ? (response[j] > 0 ? response[j] : largest) / out->unit : 1;
    if (j >= p->rows) out->typical += response[j] / p->contacts;
  }
}

/* lengths of u, without the targets where asked for, with every row and contact in its own unit and as it is */
static parts lengths(const rg_problem *p, const rg_measure *m, int driven, double *u) {
  int n = rg_problem_size(p);
  parts out;
  for (int i = 0; i < p->contacts && p->target && driven; i++)
    u[p->rows + p->dim * i] -= p->target[i];
  out.plain = length_of(n, u);
  for (int i = 0; i < n; i++) {
    int contact = i < p->rows ? -1 : (i - p->rows) / p->dim;
    if (contact >= 0 && (i - p->rows) % p->dim > 2) u[i] *= m->length[contact];
    u[i] /= factors_of(p, m, contact < 0 ? i : p->rows + contact).measure;
  }
  out.scaled = length_of(n, u);
  return out;
}

/* the larger of ||c|| and ||u - target|| at the least impulses that the bounds allow */
static void find_reference(const motion *m, rg_measure *measure, double *x, double *u) {
  const rg_problem *p = m->problem;
  velocity_at(m, x, u); /* x = 0 */
  parts free = lengths(p, measure, 0, u);
  for (int i = 0; i < p->rows; i++) {
    if (p->lower && p->lower[i] > 0) x[i] = p->lower[i];
    if (p->upper && p->upper[i] < 0) x[i] = p->upper[i];
  }
  velocity_at(m, x, u);
  parts driven = lengths(p, measure, 1, u);
  measure->reference = fmax(free.scaled, driven.scaled);
  measure->plain = fmax(free.plain, driven.plain);
}

static rg_status certify_in(rg_arena *arena, const rg_problem *problem, const double *impulse,
                            double *velocity, rg_certificate *certificate, rg_error *error) {
  int n = rg_problem_size(problem), dof = rg_problem_is_global(problem) ? problem->M.rows : -1;
  motion m = {problem, NULL, NULL};
  double *u = RG_NEW(arena, double, 2 * (size_t)n), *x = RG_NEW(arena, double, n), *work = NULL;
  double *response = RG_NEW(arena, double, (size_t)problem->rows + (size_t)problem->contacts);
  double *length = RG_NEW(arena, double, problem->contacts);
  if (dof >= 0) {
    m.mass = rg_mass_matrix_new(arena, &problem->M);
    m.v = RG_NEW(arena, double, dof);
    work = RG_NEW(arena, double, dof);
  }
  if (arena->failed) return rg_fail(error, RG_NO_MEMORY, "certificate", "out of memory");
  int bad = m.mass ? rg_mass_factor(m.mass, &problem->M) : 0;
  if (bad) return rg_mass_refused(m.mass, bad, error);
  rg_measure measure = {.unit = 1, .typical = 1};
  if (problem->kind == RG_KIND_CONTACT) find_responses(&m, response, length, x, u, &measure);
  find_reference(&m, &measure, x, u);
  velocity_at(&m, impulse, u);
  rg_certificate_compute(problem, impulse, m.v, 1, &measure, u, work, certificate);
  if (velocity && n) memcpy(velocity, u, (size_t)n * sizeof *u);
  return RG_OK;
}

rg_status rg_certify(const rg_problem *problem, const double *impulse, double *velocity,
                     rg_certificate *certificate, rg_error *error) {
  rg_status status = rg_problem_check(problem, error);
  if (status) return status;
  int n = rg_problem_size(problem);
  if (!certificate) return rg_fail(error, RG_BAD_INPUT, "certificate", "is NULL");
  if (n && !impulse) return rg_fail(error, RG_BAD_INPUT, "impulse", "is NULL");
  for (int i = 0; i < n; i++)
    if (!isfinite(impulse[i]))
      return rg_fail(error, RG_BAD_INPUT, "impulse", "entry %d is not finite", i);
  rg_arena arena = {0};
  status = certify_in(&arena, problem, impulse, velocity, certificate, error);
  rg_arena_free(&arena);
  return status;
}
