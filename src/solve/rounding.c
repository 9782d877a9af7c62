#include "solve/rounding.h"

#include "math/compensated.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { PASSES = 10, ROUNDS = 3 };

static int row_begin(const rg_matrix *A, int i) {
  return A->storage == RG_SPARSE ? A->row_start[i] : i * A->columns;
}
static int row_end(const rg_matrix *A, int i) {
  return A->storage == RG_SPARSE ? A->row_start[i + 1] : (i + 1) * A->columns;
}
static int column_of(const rg_matrix *A, int i, int k) {
  return A->storage == RG_SPARSE ? A->column[k] : k - i * A->columns;
}

double rg_rounding_floor(const rg_problem *p, const double *x) {
  double total = 0;
  for (int i = 0; i < p->A.rows; i++) {
    double sum = fabs(p->c[i]);
    for (int k = row_begin(&p->A, i); k < row_end(&p->A, i); k++)
      sum += fabs(p->A.values[k] * x[column_of(&p->A, i, k)]);
    total = hypot(total, DBL_EPSILON * sum);
  }
  return total;
}

void rg_rounding_velocity(const rg_rounding *rounding, const double *x, double *u) {
  const rg_problem *p = rounding->problem;
  const rg_matrix *A = &p->A;
  if (rounding->careful && rounding->careful(rounding->context, x, p->c, u)) return;
  for (int i = 0; i < A->rows; i++) {
    rg_sum sum = {p->c[i], 0};
    for (int k = row_begin(A, i); k < row_end(A, i); k++)
      rg_sum_add_product(&sum, A->values[k], x[column_of(A, i, k)]);
    u[i] = rg_sum_value(&sum);
  }
}

/* rows inside their bounds, contacts strictly inside their cones */
static void find_held(const rg_problem *p, const double *x, unsigned char *held) {
  for (int i = 0; i < p->rows; i++) {
    double lower = p->lower ? p->lower[i] : -HUGE_VAL, upper = p->upper ? p->upper[i] : HUGE_VAL;
    held[i] = x[i] > lower && x[i] < upper;
  }
  for (int i = 0; i < p->contacts; i++) {
    const double *r = x + p->rows + p->dim * i;
    double friction = p->dim == 3 ? hypot(r[1], r[2]) : fabs(r[1]);
    int inside = r[0] > 0 && friction < (1 - 1e-6) * p->mu[i] * r[0];
    memset(held + p->rows + p->dim * i, inside, (size_t)p->dim);
  }
}

/* what the velocity of unknown i should be */
static double wanted(const rg_problem *p, int i) {
  int contact = i - p->rows;
  return contact >= 0 && contact % p->dim == 0 && p->target ? p->target[contact / p->dim] : 0;
}

/* the best move of x_j alone, in whole units of its last place; 1 where it moved */
static int move_one(const rg_problem *p, int j, double *x, double *u, const unsigned char *held) {
  const rg_matrix *A = &p->A;
  double slope = 0, curvature = 0;
  for (int k = row_begin(A, j); k < row_end(A, j); k++) {
    int i = column_of(A, j, k);
    if (!held[i]) continue;
    slope += A->values[k] * (u[i] - wanted(p, i));
    curvature += A->values[k] * A->values[k];
  }
  if (!(curvature > 0)) return 0;
  double moved = x[j] - slope / curvature, step = moved - x[j];
  if (step == 0 || !(2 * step * slope + step * step * curvature < 0)) return 0;
  x[j] = moved;
  for (int k = row_begin(A, j); k < row_end(A, j); k++)
    u[column_of(A, j, k)] += A->values[k] * step;
  return 1;
}

/* --- impulses whose last place is small enough to count as continuous --------------------------- */

/* marks them with 2: a unit of their last place moves no velocity by more than `small` */
static void find_fine(const rg_problem *p, const double *x, double small, unsigned char *held) {
  const rg_matrix *A = &p->A;
  for (int j = 0; j < A->rows; j++) {
    double largest = 0, unit = nextafter(fabs(x[j]), HUGE_VAL) - fabs(x[j]);
    if (!held[j]) continue;
    for (int k = row_begin(A, j); k < row_end(A, j); k++)
      largest = fmax(largest, fabs(A->values[k]));
    held[j] = unit * largest <= small ? 2 : 1;
  }
}

/* y = A x over the held rows, x over the fine columns; the other way round where `back` */
static void multiply(const rg_problem *p, const unsigned char *held, int back, const double *x,
                     double *y) {
  const rg_matrix *A = &p->A;
  for (int i = 0; i < A->rows; i++) {
    double sum = 0;
    int row = back ? held[i] == 2 : held[i] != 0;
    for (int k = row_begin(A, i); row && k < row_end(A, i); k++) {
      int j = column_of(A, i, k), column = back ? held[j] != 0 : held[j] == 2;
      if (column) sum += A->values[k] * x[j];
    }
    y[i] = sum;
  }
}

static double dot(int n, const double *a, const double *b) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

/* least squares over the fine impulses by conjugate gradients (CGLS): min | u_held + A d | */
static void solve_fine(const rg_problem *p, double *x, const double *u, const unsigned char *held,
                       double *work) {
  int n = rg_problem_size(p);
  double *rest = work, *gradient = work + n, *direction = work + 2 * n, *image = work + 3 * n;
  double *d = work + 4 * n;
  for (int i = 0; i < n; i++) {
    rest[i] = held[i] ? wanted(p, i) - u[i] : 0;
    d[i] = 0;
  }
  multiply(p, held, 1, rest, gradient);
  memcpy(direction, gradient, (size_t)n * sizeof(double));
  double size = dot(n, gradient, gradient), first = size;
  for (int k = 0; k < n && size > 1e-24 * first; k++) {
    multiply(p, held, 0, direction, image);
    double curvature = dot(n, image, image), last = size;
    if (!(curvature > 0)) break;
    double step = size / curvature;
    for (int i = 0; i < n; i++) {
      d[i] += step * direction[i];
      rest[i] -= step * image[i];
    }
    multiply(p, held, 1, rest, gradient);
    size = dot(n, gradient, gradient);
    for (int i = 0; i < n; i++) direction[i] = gradient[i] + size / last * direction[i];
  }
  for (int i = 0; i < n; i++) x[i] += d[i];
}

/* --- both ---------------------------------------------------------------------------------------- */

static double held_size(const rg_problem *p, const double *u, const unsigned char *held) {
  double sum = 0;
  for (int i = 0; i < rg_problem_size(p); i++)
    if (held[i]) sum = hypot(sum, u[i] - wanted(p, i));
  return sum;
}

void rg_rounding_polish(const rg_rounding *rounding, double *x, double *u, unsigned char *held,
                        double *work) {
  const rg_problem *p = rounding->problem;
  int n = rg_problem_size(p);
  find_held(p, x, held);
  rg_rounding_velocity(rounding, x, u);
  for (int round = 0; round < ROUNDS; round++) {
    for (int pass = 0, moved = 1; pass < PASSES && moved; pass++) {
      moved = 0;
      for (int j = 0; j < n; j++)
        if (held[j]) moved |= move_one(p, j, x, u, held);
    }
    rg_rounding_velocity(rounding, x, u);
    find_fine(p, x, 1e-3 * held_size(p, u, held), held);
    solve_fine(p, x, u, held, work);
    rg_rounding_velocity(rounding, x, u);
  }
}
