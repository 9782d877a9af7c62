/* Reads a problem, reduces it to u = A x + c (A = G M^-1 G', c = w + G M^-1 f) by a dense Cholesky
   factor, and measures the natural map || x - P(x - u~) || of any impulses. */
#include "case.h"

#include <rigor/record.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int bench_is_global(const rg_problem *problem) {
  return problem->A.storage == RG_NONE && problem->G.storage != RG_NONE;
}

void bench_expand(const rg_matrix *matrix, double *out) {
  size_t columns = (size_t)matrix->columns, total = (size_t)matrix->rows * columns;
  if (total == 0) return;
  if (matrix->storage == RG_DENSE) {
    memcpy(out, matrix->values, total * sizeof *out);
    return;
  }
  memset(out, 0, total * sizeof *out);
  for (int i = 0; i < matrix->rows; i++)
    for (int k = matrix->row_start[i]; k < matrix->row_start[i + 1]; k++)
      out[(size_t)i * columns + (size_t)matrix->column[k]] += matrix->values[k];
}

static double dot(size_t n, const double *a, const double *b) {
  double sum = 0;
  for (size_t i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

/* M = L L', in the lower triangle; 0 where M is not positive definite */
static int cholesky(size_t n, double *M) {
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < i; j++)
      M[i * n + j] = (M[i * n + j] - dot(j, M + i * n, M + j * n)) / M[j * n + j];
    double pivot = M[i * n + i] - dot(i, M + i * n, M + i * n);
    if (!(pivot > 0)) return 0;
    M[i * n + i] = sqrt(pivot);
  }
  return 1;
}

/* x := L^-1 x */
static void forward(size_t n, const double *L, double *x) {
  for (size_t i = 0; i < n; i++) x[i] = (x[i] - dot(i, L + i * n, x)) / L[i * n + i];
}

/* with Y = L^-1 G' and y = L^-1 f:  A = Y' Y,  c = w + Y' y */
static int reduce(bench_case *one) {
  const rg_problem *p = &one->problem;
  size_t dof = (size_t)p->M.rows, n = (size_t)one->n;
  double *M = malloc((dof * dof + 1) * sizeof *M), *Y = malloc((n * dof + 1) * sizeof *Y);
  double *y = malloc((dof + 1) * sizeof *y);
  int done = M && Y && y;
  if (done) {
    bench_expand(&p->M, M);
    bench_expand(&p->G, Y);
    memcpy(y, p->f, dof * sizeof *y);
    done = cholesky(dof, M);
  }
  if (done) {
    forward(dof, M, y);
    for (size_t i = 0; i < n; i++) forward(dof, M, Y + i * dof);
    for (size_t i = 0; i < n; i++) {
      for (size_t j = 0; j <= i; j++)
        one->A[i * n + j] = one->A[j * n + i] = dot(dof, Y + i * dof, Y + j * dof);
      one->c[i] = p->c[i] + dot(dof, Y + i * dof, y);
    }
  }
  free(M);
  free(Y);
  free(y);
  return done;
}

static int make_local(bench_case *one) {
  size_t n = (size_t)one->n;
  one->A = malloc((n * n + 1) * sizeof *one->A);
  one->c = malloc((n + 1) * sizeof *one->c);
  if (!one->A || !one->c) return 0;
  if (bench_is_global(&one->problem)) {
    if (!reduce(one)) return 0;
  } else {
    bench_expand(&one->problem.A, one->A);
    if (n > 0) memcpy(one->c, one->problem.c, n * sizeof *one->c);
  }
  one->scale = sqrt(dot(n, one->c, one->c));
  if (!(one->scale > 0)) one->scale = 1;
  return 1;
}

int bench_case_read(bench_case *out, const char *path) {
  rg_error error;
  char text[1024];
  memset(out, 0, sizeof *out);
  const char *slash = strrchr(path, '/');
  snprintf(out->name, sizeof out->name, "%s", slash ? slash + 1 : path);
  if (rg_problem_read(&out->problem, path, RG_FORMAT_AUTO, &error) != RG_OK) {
    fprintf(stderr, "passed over: %s\n", rg_error_text(&error, text, sizeof text));
    return 0;
  }
  out->problem.guess = NULL; /* everybody starts from zero */
  out->n = rg_problem_size(&out->problem);
  if (make_local(out)) return 1;
  fprintf(stderr, "passed over: %s: the local form could not be made\n", path);
  bench_case_free(out);
  return 0;
}

void bench_case_free(bench_case *one) {
  free(one->A);
  free(one->c);
  rg_problem_free(&one->problem);
  memset(one, 0, sizeof *one);
}

/* squared distance of r from P_K(r - w), K = { |r_t| <= mu r_n } */
static double contact_distance(int dim, double mu, const double *r, const double *w) {
  double y[3] = {0}, projection[3] = {0}, tangent = 0, sum = 0;
  for (int k = 0; k < dim; k++) y[k] = r[k] - w[k];
  for (int k = 1; k < dim; k++) tangent = hypot(tangent, y[k]);
  if (tangent <= mu * y[0]) {
    memcpy(projection, y, sizeof y);
  } else if (mu * tangent > -y[0]) {
    projection[0] = (y[0] + mu * tangent) / (1 + mu * mu);
    for (int k = 1; k < dim; k++) projection[k] = mu * projection[0] * y[k] / tangent;
  }
  for (int k = 0; k < dim; k++) sum += (r[k] - projection[k]) * (r[k] - projection[k]);
  return sum;
}

static double row_distance(const rg_problem *p, int i, double x, double u) {
  double least = p->kind == RG_KIND_CONTACT ? -HUGE_VAL : 0;
  double lower = p->lower ? p->lower[i] : least, upper = p->upper ? p->upper[i] : HUGE_VAL;
  double distance = x - fmin(fmax(x - u, lower), upper);
  return distance * distance;
}

double bench_natural_map(const bench_case *one, const double *x) {
  const rg_problem *p = &one->problem;
  size_t n = (size_t)one->n;
  double sum = 0;
  for (int i = 0; i < p->rows; i++)
    sum += row_distance(p, i, x[i], dot(n, one->A + (size_t)i * n, x) + one->c[i]);
  for (int i = 0; i < p->contacts; i++) {
    size_t first = (size_t)(p->rows + i * p->dim);
    double w[3] = {0}, slip = 0;
    for (size_t k = 0; k < (size_t)p->dim; k++)
      w[k] = dot(n, one->A + (first + k) * n, x) + one->c[first + k];
    for (int k = 1; k < p->dim; k++) slip = hypot(slip, w[k]);
    w[0] += p->mu[i] * slip - (p->target ? p->target[i] : 0);
    sum += contact_distance(p->dim, p->mu[i], x + first, w);
  }
  return isfinite(sum) ? sqrt(sum) / one->scale : HUGE_VAL;
}
