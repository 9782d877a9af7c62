/* Three steps, velocities always in twice the precision, everything over the held unknowns:

   1. min | A d + u | over all impulses, as real numbers, by conjugate residuals (Stiefel 1955).
      x + d is rounded, which moves velocities by eps |x| |A|: nothing for heavy bodies, too much for
      light ones.
   2. min | A d + u | over the impulses that are small enough for their last place not to matter
      (fine), by conjugate gradients on the normal equations (CGLS, Hestenes & Stiefel 1952).
   3. What is left cannot be reached by fine impulses. A coarse one moves by whole units of its last
      place, the fine ones follow as if it were a real number: coordinate descent on

          min over d of | u + k A_j + A_fine d |  =  | u + k (I - P) A_j |,

      P the projection on the range of A_fine. */
#include "solve/front/rounding.h"

#include "math/compensated.h"
#include "math/dense.h"

#include <math.h>
#include <string.h>

enum { PASSES = 10, MOVES = 12 };
enum { COARSE = 1, FINE = 2, TRIED = 3 }; /* marks of what is held; 0: not held */

static const double REAL = 0.2;   /* of what is enough: as real numbers, before they are rounded */
static const double CLOSE = 1e-4; /* gain of a least squares solve that will do */
static const double SMALL = 0.01; /* of the velocities: what a unit of a fine impulse may move */

static int row_begin(const rg_matrix *A, int i) {
  return A->storage == RG_SPARSE ? A->row_start[i] : i * A->columns;
}
static int row_end(const rg_matrix *A, int i) {
  return A->storage == RG_SPARSE ? A->row_start[i + 1] : (i + 1) * A->columns;
}
static int column_of(const rg_matrix *A, int i, int k) {
  return A->storage == RG_SPARSE ? A->column[k] : k - i * A->columns;
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

/* --- what is held ----------------------------------------------------------------------------- */

/* rows inside their bounds, contacts strictly inside their cones */
static void find_held(const rg_problem *p, const double *x, unsigned char *held) {
  for (int i = 0; i < p->rows; i++) {
    double lower = p->lower ? p->lower[i] : -HUGE_VAL, upper = p->upper ? p->upper[i] : HUGE_VAL;
    held[i] = x[i] > lower && x[i] < upper ? COARSE : 0;
  }
  for (int i = 0; i < p->contacts; i++) {
    const double *r = x + p->rows + p->dim * i;
    double friction = p->dim == 3 ? hypot(r[1], r[2]) : fabs(r[1]);
    int inside = r[0] > 0 && friction < (1 - 1e-6) * p->mu[i] * r[0];
    memset(held + p->rows + p->dim * i, inside ? COARSE : 0, (size_t)p->dim);
  }
}

/* what the velocity of unknown i should be */
static double wanted(const rg_problem *p, int i) {
  int contact = i - p->rows;
  return contact >= 0 && contact % p->dim == 0 && p->target ? p->target[contact / p->dim] : 0;
}

/* rest = wanted - u where held; its norm */
static double rest_of(const rg_problem *p, const double *u, const unsigned char *held,
                      double *rest) {
  int n = p->A.rows;
  for (int i = 0; i < n; i++) rest[i] = held[i] ? wanted(p, i) - u[i] : 0;
  return rg_norm(n, rest);
}

/* marks the impulses whose unit of the last place moves no velocity by more than `small`; their
   number */
static int find_fine(const rg_problem *p, const double *x, double small, unsigned char *held) {
  const rg_matrix *A = &p->A;
  int count = 0;
  for (int j = 0; j < A->rows; j++) {
    double largest = 0, unit = nextafter(fabs(x[j]), HUGE_VAL) - fabs(x[j]);
    if (!held[j]) continue;
    for (int k = row_begin(A, j); k < row_end(A, j); k++)
      largest = fmax(largest, fabs(A->values[k]));
    held[j] = unit * largest <= small ? FINE : COARSE;
    count += held[j] == FINE;
  }
  return count;
}

/* y = A x over the held; over the fine rows or columns alone where asked for */
static void multiply(const rg_problem *p, const unsigned char *held, int fine_rows,
                     int fine_columns, const double *x, double *y) {
  const rg_matrix *A = &p->A;
  for (int i = 0; i < A->rows; i++) {
    double sum = 0;
    int row = fine_rows ? held[i] == FINE : held[i] != 0;
    for (int k = row_begin(A, i); row && k < row_end(A, i); k++) {
      int j = column_of(A, i, k), column = fine_columns ? held[j] == FINE : held[j] != 0;
      if (column) sum += A->values[k] * x[j];
    }
    y[i] = sum;
  }
}

/* --- impulses as real numbers ----------------------------------------------------------------- */

/* a = b + t a */
static void add_to_scaled(int n, const double *b, double t, double *a) {
  for (int i = 0; i < n; i++) a[i] = b[i] + t * a[i];
}

/* x += argmin |rest - A d|: conjugate residuals, whose |rest| never grows, down to `enough`.
   work: rest, and 4 n */
static void move_all(const rg_problem *p, const unsigned char *held, double enough, double *x,
                     double *work) {
  int n = p->A.rows;
  double *rest = work, *image = work + n; /* A rest */
  double *direction = work + 2 * n, *along = work + 3 * n, *d = work + 4 * n;
  multiply(p, held, 0, 0, rest, image);
  memset(d, 0, (size_t)n * sizeof *d);
  memcpy(direction, rest, (size_t)n * sizeof *rest);
  memcpy(along, image, (size_t)n * sizeof *image);
  double energy = rg_dot(n, rest, image);
  for (int k = 0; k < 2 * n && rg_norm(n, rest) > enough; k++) {
    double curvature = rg_dot(n, along, along), last = energy;
    if (!(curvature > 0) || !(energy > 0)) break;
    rg_axpy(n, energy / curvature, direction, d);
    rg_axpy(n, -energy / curvature, along, rest);
    multiply(p, held, 0, 0, rest, image);
    energy = rg_dot(n, rest, image);
    add_to_scaled(n, rest, energy / last, direction);
    add_to_scaled(n, image, energy / last, along);
  }
  for (int i = 0; i < n; i++) x[i] += d[i];
}

/* d = argmin |rest - A d| over the fine impulses (CGLS); rest becomes what is left of it.
   work: rest, d, and 3 n */
static void solve_fine(const rg_problem *p, const unsigned char *held, double *work) {
  int n = p->A.rows;
  double *rest = work, *d = work + n, *gradient = work + 2 * n, *direction = work + 3 * n;
  double *image = work + 4 * n;
  memset(d, 0, (size_t)n * sizeof *d);
  multiply(p, held, 1, 0, rest, gradient);
  memcpy(direction, gradient, (size_t)n * sizeof *gradient);
  double size = rg_dot(n, gradient, gradient), first = size;
  for (int k = 0; k < n && size > CLOSE * CLOSE * first; k++) {
    multiply(p, held, 0, 1, direction, image);
    double curvature = rg_dot(n, image, image), last = size;
    if (!(curvature > 0)) break;
    rg_axpy(n, size / curvature, direction, d);
    rg_axpy(n, -size / curvature, image, rest);
    multiply(p, held, 1, 0, rest, gradient);
    size = rg_dot(n, gradient, gradient);
    add_to_scaled(n, gradient, size / last, direction);
  }
}

/* --- impulses in units of their last place ---------------------------------------------------- */

/* A_j . rest over the held */
static double slope_of(const rg_problem *p, const unsigned char *held, int j, const double *rest) {
  double sum = 0;
  for (int k = row_begin(&p->A, j); k < row_end(&p->A, j); k++) {
    int i = column_of(&p->A, j, k);
    if (held[i]) sum += p->A.values[k] * rest[i];
  }
  return sum;
}

/* the coarse impulse, not yet tried, that pulls most; -1: none is left */
static int steepest(const rg_problem *p, const unsigned char *held, const double *rest,
                    double *slope) {
  int best = -1;
  *slope = 0;
  for (int j = 0; j < p->A.rows; j++) {
    double s = held[j] == COARSE ? slope_of(p, held, j, rest) : 0;
    if (fabs(s) > fabs(*slope)) best = j, *slope = s;
  }
  return best;
}

/* x_j moves by whole units, the fine impulses follow; 1 where it moved */
static int move_with_fine(const rg_problem *p, const unsigned char *held, int j, double slope,
                          double *x, double *work) {
  int n = p->A.rows;
  double *column = work, *d = work + n;
  memset(column, 0, (size_t)n * sizeof *column);
  for (int k = row_begin(&p->A, j); k < row_end(&p->A, j); k++) {
    int i = column_of(&p->A, j, k);
    if (held[i]) column[i] += p->A.values[k];
  }
  solve_fine(p, held, work);
  double curvature = rg_dot(n, column, column);
  if (!(curvature > 0)) return 0;
  double moved = x[j] + slope / curvature, step = moved - x[j];
  if (step == 0 || !(step * step * curvature < 2 * step * slope)) return 0;
  x[j] = moved;
  for (int i = 0; i < n; i++)
    if (held[i] == FINE) x[i] -= step * d[i];
  return 1;
}

/* coarse impulses one by one, the steepest first, each once */
static void move_coarse(const rg_rounding *rounding, double enough, double *x, double *u,
                        unsigned char *held, double *work) {
  const rg_problem *p = rounding->problem;
  for (int k = 0; k < MOVES && rest_of(p, u, held, work) > enough; k++) {
    double slope;
    int j = steepest(p, held, work, &slope);
    if (j < 0) return;
    held[j] = TRIED;
    if (move_with_fine(p, held, j, slope, x, work)) rg_rounding_velocity(rounding, x, u);
  }
}

/* the best move of x_j alone; 1 where it moved */
static int move_one(const rg_problem *p, const unsigned char *held, int j, double *x,
                    double *rest) {
  const rg_matrix *A = &p->A;
  double slope = slope_of(p, held, j, rest), curvature = 0;
  for (int k = row_begin(A, j); k < row_end(A, j); k++)
    if (held[column_of(A, j, k)]) curvature += A->values[k] * A->values[k];
  if (!(curvature > 0)) return 0;
  double moved = x[j] + slope / curvature, step = moved - x[j];
  if (step == 0 || !(step * step * curvature < 2 * step * slope)) return 0;
  x[j] = moved;
  for (int k = row_begin(A, j); k < row_end(A, j); k++)
    if (held[column_of(A, j, k)]) rest[column_of(A, j, k)] -= A->values[k] * step;
  return 1;
}

/* nothing is fine: coordinate descent */
static void descend(const rg_problem *p, const unsigned char *held, double *x, double *rest) {
  for (int pass = 0, moved = 1; pass < PASSES && moved; pass++) {
    moved = 0;
    for (int j = 0; j < p->A.rows; j++)
      if (held[j]) moved |= move_one(p, held, j, x, rest);
  }
}

/* --- all together ----------------------------------------------------------------------------- */

void rg_rounding_polish(const rg_rounding *rounding, double enough, double *x, double *u,
                        unsigned char *held, double *work) {
  const rg_problem *p = rounding->problem;
  int n = p->A.rows;
  find_held(p, x, held);
  if (!(rest_of(p, u, held, work) > enough)) return;
  move_all(p, held, REAL * enough, x, work);
  rg_rounding_velocity(rounding, x, u);

  double size = rest_of(p, u, held, work);
  if (!(size > enough)) return;
  int fine = find_fine(p, x, SMALL * size, held);
  if (fine) {
    solve_fine(p, held, work);
    for (int i = 0; i < n; i++)
      if (held[i] == FINE) x[i] += work[n + i];
  } else {
    descend(p, held, x, work);
  }
  rg_rounding_velocity(rounding, x, u);
  if (fine) move_coarse(rounding, enough, x, u, held, work);
}
