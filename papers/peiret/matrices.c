/* The lead matrices of the complementarity problems that Peiret et al. 2017 compare, for a cube of
   1 kg and 1 m on one or four of its lower vertices with mu = 1, written down from the equations:
   Eq. 35 and 39 for the new model, the pyramid of Anitescu & Potra, box friction. Ranks by singular
   values (one-sided Jacobi rotations). */
#include "numbers.h"
#include "peiret.h"

#include <float.h>
#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;
static const double vertex[4][3] = {
    {-0.5, -0.5, -0.5}, {0.5, -0.5, -0.5}, {-0.5, 0.5, -0.5}, {0.5, 0.5, -0.5}};

typedef struct writer {
  peiret_matrix *m;
  int axes;
  double rho, eps_normal, eps_tangent;
  int eliminated[PEIRET_MOST_ROWS]; /* 1: v and free forces, which the reduced form does not have */
} writer;

static double *entry(writer *w, int i, int j) { return &w->m->value[i * w->m->n + j]; }

/* row of the velocity of a vertex along d over (v, omega): d and r x d */
static void jacobian_row(const double *r, const double *d, double *row) {
  for (int k = 0; k < 3; k++) {
    int a = (k + 1) % 3, b = (k + 2) % 3;
    row[k] = d[k];
    row[3 + k] = r[a] * d[b] - r[b] * d[a];
  }
}

/* unknown i is a force along d at a vertex: J in its row, -J' in its column */
static void add_force(writer *w, int i, const double *point, const double *d) {
  double row[6];
  jacobian_row(point, d, row);
  for (int k = 0; k < 6; k++) {
    *entry(w, i, k) = row[k];
    *entry(w, k, i) = -row[k];
  }
}

static const double normal[3] = {0, 0, 1}, along[2][3] = {{1, 0, 0}, {0, 1, 0}};

/* 0 <= beta _|_ D'u_t + sigma >= 0,  0 <= sigma _|_ mu lambda_n - 1'beta >= 0 */
static int add_pyramid(writer *w, int at, const double *point) {
  int sides = 2 * w->axes, sigma = at + 1 + sides;
  add_force(w, at, point, normal);
  *entry(w, at, at) = w->eps_normal;
  for (int j = 0; j < sides; j++) {
    double t = pi * j / w->axes, d[3] = {cos(t), sin(t), 0};
    add_force(w, at + 1 + j, point, d);
    for (int l = 0; l < sides; l++)
      *entry(w, at + 1 + j, at + 1 + l) = w->eps_tangent * cos(pi * (j - l) / w->axes);
    *entry(w, at + 1 + j, sigma) = 1;
    *entry(w, sigma, at + 1 + j) = -1;
  }
  *entry(w, sigma, at) = 1;
  return sigma + 1;
}

static int add_box(writer *w, int at, const double *point) {
  add_force(w, at, point, normal);
  *entry(w, at, at) = w->eps_normal;
  for (int k = 0; k < 2; k++) {
    add_force(w, at + 1 + k, point, along[k]);
    *entry(w, at + 1 + k, at + 1 + k) = w->eps_tangent;
  }
  return at + 3;
}

/* Eq. 35: lambda_t, lambda_n, w_up, w_lo */
static int add_new(writer *w, int at, const double *point) {
  int load = at + 2, up = at + 3, lo = up + w->axes;
  add_force(w, load, point, normal);
  *entry(w, load, load) = w->eps_normal;
  for (int k = 0; k < 2; k++) {
    add_force(w, at + k, point, along[k]);
    *entry(w, at + k, at + k) = w->eps_tangent;
    w->eliminated[at + k] = 1;
  }
  for (int j = 0; j < w->axes; j++) {
    double t = pi * j / w->axes, e[2] = {cos(t), sin(t)};
    for (int k = 0; k < 2; k++) {
      *entry(w, at + k, up + j) = -e[k];
      *entry(w, at + k, lo + j) = e[k];
      *entry(w, up + j, at + k) = e[k];
      *entry(w, lo + j, at + k) = -e[k];
    }
    *entry(w, up + j, load) = *entry(w, lo + j, load) = 1;
    *entry(w, up + j, lo + j) = *entry(w, lo + j, up + j) = w->rho;
  }
  return lo + w->axes;
}

/* the Schur complement of what is eliminated, by Gauss elimination with complete pivoting */
static void reduce(writer *w) {
  int n = w->m->n, used_row[PEIRET_MOST_ROWS] = {0}, used_column[PEIRET_MOST_ROWS] = {0}, left = 0;
  double *value = w->m->value;
  for (int i = 0; i < n; i++) left += w->eliminated[i];
  for (; left; left--) {
    int p = -1, q = -1;
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        if (w->eliminated[i] && w->eliminated[j] && !used_row[i] && !used_column[j] &&
            (p < 0 || fabs(value[i * n + j]) > fabs(value[p * n + q])))
          p = i, q = j;
    used_row[p] = used_column[q] = 1;
    for (int i = 0; i < n; i++) {
      if (used_row[i]) continue;
      double f = value[i * n + q] / value[p * n + q];
      for (int j = 0; j < n; j++)
        if (!used_column[j]) value[i * n + j] -= f * value[p * n + j];
    }
  }
  int kept = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (!w->eliminated[i] && !w->eliminated[j]) value[kept++] = value[i * n + j];
  w->m->n = (int)lround(sqrt(kept));
}

void peiret_lead_matrix(peiret_form form, int contacts, int axes, double rho, double dt,
                        int reduced, peiret_matrix *matrix) {
  static const int size[] = {2, 3, 3}, sides[] = {2, 0, 2};
  writer w = {.m = matrix, .axes = axes, .rho = rho};
  memset(matrix, 0, sizeof *matrix);
  matrix->n = 6 + contacts * (size[form] + sides[form] * axes);
  if (dt > 0) {
    w.eps_normal = 1 / (peiret_normal_stiffness * dt * dt + peiret_normal_damping * dt);
    w.eps_tangent = 1 / (peiret_tangent_stiffness * dt * dt + peiret_tangent_damping * dt);
  }
  /* mass 1, moments m l^2 / 6 */
  for (int k = 0; k < 6; k++) {
    *entry(&w, k, k) = k < 3 ? 1 : 1.0 / 6;
    w.eliminated[k] = 1;
  }
  for (int i = 0, at = 6; i < contacts; i++)
    at = form == PEIRET_FORM_PYRAMID ? add_pyramid(&w, at, vertex[i])
         : form == PEIRET_FORM_BOX   ? add_box(&w, at, vertex[i])
                                     : add_new(&w, at, vertex[i]);
  if (reduced) reduce(&w);
}

/* --- ranks
 * ---------------------------------------------------------------------------------------- */

/* makes columns p and q orthogonal; 0 where they are already */
static int rotate_columns(int n, double *M, int p, int q) {
  double a = 0, b = 0, d = 0;
  for (int i = 0; i < n; i++) {
    a += M[i * n + p] * M[i * n + p];
    b += M[i * n + q] * M[i * n + q];
    d += M[i * n + p] * M[i * n + q];
  }
  if (fabs(d) <= 1e-17 * sqrt(a * b)) return 0;
  double zeta = (b - a) / (2 * d);
  double t = (zeta >= 0 ? 1 : -1) / (fabs(zeta) + hypot(1, zeta)), c = 1 / hypot(1, t);
  for (int i = 0; i < n; i++) {
    double x = M[i * n + p], y = M[i * n + q];
    M[i * n + p] = c * (x - t * y);
    M[i * n + q] = c * (t * x + y);
  }
  return 1;
}

int peiret_rank(const peiret_matrix *matrix, double *ratio) {
  int n = matrix->n, rank = 0, turned = 1;
  double M[PEIRET_MOST_ROWS * PEIRET_MOST_ROWS], value[PEIRET_MOST_ROWS] = {0};
  double largest = 0, smallest = HUGE_VAL;
  memcpy(M, matrix->value, (size_t)(n * n) * sizeof *M);
  for (int sweep = 0; turned && sweep < 40; sweep++) {
    turned = 0;
    for (int p = 0; p < n; p++)
      for (int q = p + 1; q < n; q++) turned |= rotate_columns(n, M, p, q);
  }
  for (int j = 0; j < n; j++) {
    for (int i = 0; i < n; i++) value[j] = hypot(value[j], M[i * n + j]);
    largest = fmax(largest, value[j]);
    smallest = fmin(smallest, value[j]);
  }
  for (int j = 0; j < n; j++) rank += value[j] > n * DBL_EPSILON * largest;
  if (ratio) *ratio = smallest / largest;
  return rank;
}

double peiret_smallest_rho(double dt, int reduced) {
  double smallest = HUGE_VAL;
  for (int k = 0; k <= 64; k++) {
    peiret_matrix m;
    double rho = pow(10, -k / 4.0);
    peiret_lead_matrix(PEIRET_FORM_NEW, 4, 2, rho, dt, reduced, &m);
    if (peiret_rank(&m, NULL) < m.n) break;
    smallest = rho;
  }
  return smallest;
}
