/* The mixed LCP of a time step in the notes' matrices (pages 20-23), and what goes with it. */
#include "notes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double *zeros(int n) { return calloc((size_t)(n > 0 ? n : 1), sizeof(double)); }

rg_status notes_fail(rg_error *error, rg_status status, const char *what) {
  return rg_fail(error, status, "", "%s", what);
}

/* --- one step --------------------------------------------------------------------------------- */

notes_step *notes_step_new(int dofs, int equalities, int contacts, int directions) {
  notes_step *s = calloc(1, sizeof *s);
  if (!s) return NULL;
  int f = contacts * directions, failed = 0;
  s->dofs = dofs;
  s->equalities = equalities;
  s->contacts = contacts;
  s->directions = directions;
  double **array[] = {&s->M,     &s->Wb,    &s->Wn,    &s->Wf,  &s->mu,
                      &s->v,     &s->p_ext, &s->theta, &s->psi, &s->slide,
                      &s->v_new, &s->p_b,   &s->p_n,   &s->p_f, &s->s};
  const int size[] = {dofs * dofs,
                      dofs * equalities,
                      dofs * contacts,
                      dofs * f,
                      contacts,
                      dofs,
                      dofs,
                      equalities,
                      contacts,
                      f,
                      dofs,
                      equalities,
                      contacts,
                      f,
                      contacts};
  for (size_t i = 0; i < sizeof size / sizeof *size; i++) {
    *array[i] = zeros(size[i]);
    failed |= !*array[i];
  }
  if (failed) {
    notes_step_free(s);
    return NULL;
  }
  for (int i = 0; i < dofs; i++) s->M[i * dofs + i] = 1;
  return s;
}

void notes_step_free(notes_step *s) {
  if (!s) return;
  double *array[] = {s->M,   s->Wb,    s->Wn,    s->Wf,  s->mu,  s->v,   s->p_ext, s->theta,
                     s->psi, s->slide, s->v_new, s->p_b, s->p_n, s->p_f, s->s};
  for (size_t i = 0; i < sizeof array / sizeof *array; i++) free(array[i]);
  free(s);
}

int notes_reduced_size(const notes_step *s) {
  return s->contacts * (s->directions ? s->directions + 2 : 1);
}

int notes_mixed_size(const notes_step *s) {
  return s->dofs + s->equalities + notes_reduced_size(s);
}

/* a block of columns of W: -W above, W' to the left */
static void put_wrenches(int n, int dofs, int columns, const double *W, int first, double *A) {
  for (int i = 0; i < dofs; i++)
    for (int j = 0; j < columns; j++) {
      A[i * n + first + j] = -W[i * columns + j];
      A[(first + j) * n + i] = W[i * columns + j];
    }
}

/* the rows of friction: E, U and -E'; `n0` is where p_n begins */
static void put_friction(const notes_step *s, int n, int n0, double *A) {
  int nc = s->contacts, nd = s->directions, f0 = n0 + nc, s0 = f0 + nc * nd;
  for (int k = 0; k < nc && nd; k++) {
    A[(s0 + k) * n + n0 + k] = s->mu[k]; /* U */
    for (int j = 0; j < nd; j++) {
      A[(f0 + k * nd + j) * n + s0 + k] = 1;  /* E */
      A[(s0 + k) * n + f0 + k * nd + j] = -1; /* -E' */
    }
  }
}

void notes_mixed(const notes_step *s, double *A, double *c) {
  int n = notes_mixed_size(s), d = s->dofs, b0 = d, n0 = d + s->equalities, f0 = n0 + s->contacts;
  memset(A, 0, (size_t)(n * n) * sizeof *A);
  memset(c, 0, (size_t)n * sizeof *c);

  // mass and wrenches
  for (int i = 0; i < d; i++)
    for (int j = 0; j < d; j++) A[i * n + j] = s->M[i * d + j];
  put_wrenches(n, d, s->equalities, s->Wb, b0, A);
  put_wrenches(n, d, s->contacts, s->Wn, n0, A);
  put_wrenches(n, d, s->contacts * s->directions, s->Wf, f0, A);
  put_friction(s, n, n0, A);

  // constant vector: -M v_l - p_ext (page 20; page 19 has another sign), gaps, moving surfaces
  for (int i = 0; i < d; i++) {
    c[i] = -s->p_ext[i];
    for (int j = 0; j < d; j++) c[i] -= s->M[i * d + j] * s->v[j];
  }
  for (int i = 0; i < s->equalities; i++) c[b0 + i] = s->theta[i];
  for (int i = 0; i < s->contacts; i++) c[n0 + i] = s->psi[i];
  for (int i = 0; i < s->contacts * s->directions; i++) c[f0 + i] = s->slide[i];
}

/* with the free unknowns x and the others z: x = -K^-1 (B z + a), so the LCP is  D - C K^-1 B,
   d - C K^-1 a */
rg_status notes_reduced(const notes_step *s, double *A, double *c) {
  int n = notes_mixed_size(s), r = notes_reduced_size(s), k = n - r;
  double *full = zeros(n * n), *constant = zeros(n), *K = zeros(k * k), *B = zeros(k * (r + 1));
  rg_status status = full && constant && K && B ? RG_OK : RG_NO_MEMORY;
  if (status == RG_OK) {
    notes_mixed(s, full, constant);
    for (int i = 0; i < k; i++) {
      memcpy(K + i * k, full + i * n, (size_t)k * sizeof *K);
      memcpy(B + i * (r + 1), full + i * n + k, (size_t)r * sizeof *B);
      B[i * (r + 1) + r] = constant[i];
    }
    status = notes_linear(k, r + 1, K, B);
  }
  for (int i = 0; i < r && status == RG_OK; i++)
    for (int j = 0; j <= r; j++) {
      double value = j < r ? full[(k + i) * n + k + j] : constant[k + i];
      for (int m = 0; m < k; m++) value -= full[(k + i) * n + m] * B[m * (r + 1) + j];
      *(j < r ? &A[i * r + j] : &c[i]) = value;
    }
  free(full);
  free(constant);
  free(K);
  free(B);
  return status;
}

static void keep(notes_step *s, const rg_report *report) {
  s->status = report->status;
  s->iterations = report->iterations;
  s->seconds = report->seconds;
  s->residual = report->certificate.natural_map_relative;
  memcpy(s->reason, report->reason, sizeof s->reason);
}

static void keep_impulses(notes_step *s, const double *z) {
  int nc = s->contacts, nf = nc * s->directions;
  memcpy(s->p_n, z, (size_t)nc * sizeof *z);
  memcpy(s->p_f, z + nc, (size_t)nf * sizeof *z);
  if (s->directions) memcpy(s->s, z + nc + nf, (size_t)nc * sizeof *z);
}

rg_status notes_solve(notes_step *s, const char *solver) {
  int n = notes_mixed_size(s), k = s->dofs + s->equalities;
  double *A = zeros(n * n), *c = zeros(n), *z = zeros(n);
  int *free_rows = calloc((size_t)n, sizeof *free_rows);
  rg_report report;
  memset(&report, 0, sizeof report);
  report.status = RG_NO_MEMORY;
  if (A && c && z && free_rows) {
    notes_mixed(s, A, c);
    for (int i = 0; i < k; i++) free_rows[i] = 1;
    notes_lcp(n, A, c, free_rows, solver, z, &report);
    memcpy(s->v_new, z, (size_t)s->dofs * sizeof *z);
    memcpy(s->p_b, z + s->dofs, (size_t)s->equalities * sizeof *z);
    keep_impulses(s, z + k);
  }
  keep(s, &report);
  free(A);
  free(c);
  free(z);
  free(free_rows);
  return s->status;
}

/* K (v, p_b) = (M v_l + p_ext + W_n p_n + W_f p_f, -theta) */
static rg_status velocity_after(notes_step *s) {
  int d = s->dofs, e = s->equalities, k = d + e, nc = s->contacts, nf = nc * s->directions;
  double *K = zeros(k * k), *x = zeros(k);
  rg_status status = K && x ? RG_OK : RG_NO_MEMORY;
  for (int i = 0; i < d && status == RG_OK; i++) {
    x[i] = s->p_ext[i];
    for (int j = 0; j < d; j++) x[i] += s->M[i * d + j] * s->v[j];
    for (int j = 0; j < nc; j++) x[i] += s->Wn[i * nc + j] * s->p_n[j];
    for (int j = 0; j < nf; j++) x[i] += s->Wf[i * nf + j] * s->p_f[j];
    memcpy(K + i * k, s->M + i * d, (size_t)d * sizeof *K);
  }
  if (status == RG_OK) {
    put_wrenches(k, d, e, s->Wb, d, K);
    for (int i = 0; i < e; i++) x[d + i] = -s->theta[i];
    status = notes_linear(k, 1, K, x);
    memcpy(s->v_new, x, (size_t)d * sizeof *x);
    memcpy(s->p_b, x + d, (size_t)e * sizeof *x);
  }
  free(K);
  free(x);
  return status;
}

rg_status notes_solve_reduced(notes_step *s, const char *solver) {
  int r = notes_reduced_size(s);
  double *A = zeros(r * r), *c = zeros(r), *z = zeros(r);
  rg_report report;
  memset(&report, 0, sizeof report);
  report.status = A && c && z ? notes_reduced(s, A, c) : RG_NO_MEMORY;
  if (report.status == RG_OK) {
    notes_lcp(r, A, c, NULL, solver, z, &report);
    keep_impulses(s, z);
    if (velocity_after(s) != RG_OK) report.status = RG_STALLED;
  }
  keep(s, &report);
  free(A);
  free(c);
  free(z);
  return s->status;
}

/* --- complementarity problems ----------------------------------------------------------------- */

rg_status notes_lcp(int n, const double *A, const double *c, const int *free_rows,
                    const char *solver, double *z, rg_report *report) {
  double *lower = zeros(n);
  rg_solver *s = NULL;
  rg_error error;
  memset(report, 0, sizeof *report);
  report->status = RG_NO_MEMORY;
  if (!lower) return report->status;
  for (int i = 0; i < n && free_rows; i++)
    if (free_rows[i]) lower[i] = -HUGE_VAL;

  rg_problem problem = rg_problem_default();
  problem.kind = free_rows ? RG_KIND_MLCP : RG_KIND_LCP;
  problem.rows = n;
  problem.A = rg_matrix_dense(n, n, A);
  problem.c = c;
  if (free_rows) problem.lower = lower;
  rg_options options = rg_options_default();
  options.solver = solver ? solver : "lemke";
  options.tol = 1e-10;
  report->status = rg_solver_new(&s, &problem, &options, &error);
  if (report->status == RG_OK) {
    rg_solver_solve(s);
    memcpy(z, rg_solver_impulse(s), (size_t)n * sizeof *z);
    *report = *rg_solver_report(s);
    report->trace = NULL;
  } else {
    memcpy(report->reason, error.reason, sizeof report->reason);
  }
  rg_solver_free(s);
  free(lower);
  return report->status;
}

/* Gauss with full pivoting: returns the rank; A becomes upper triangular in the order of
   `column` */
static int eliminate(int n, int m, double *A, double *B, int *column) {
  double largest = 0;
  for (int i = 0; i < n * n; i++) largest = fmax(largest, fabs(A[i]));
  for (int i = 0; i < n; i++) column[i] = i;
  for (int k = 0; k < n; k++) {
    int row = k, at = k;
    for (int i = k; i < n; i++)
      for (int j = k; j < n; j++)
        if (fabs(A[i * n + j]) > fabs(A[row * n + at])) row = i, at = j;
    if (!(fabs(A[row * n + at]) > 1e-13 * largest)) return k;
    int c = column[k];
    column[k] = column[at];
    column[at] = c;
    for (int i = 0; i < n; i++) {
      double x = A[i * n + k];
      A[i * n + k] = A[i * n + at];
      A[i * n + at] = x;
    }
    for (int j = 0; j < n; j++) {
      double x = A[k * n + j];
      A[k * n + j] = A[row * n + j];
      A[row * n + j] = x;
    }
    for (int j = 0; j < m; j++) {
      double x = B[k * m + j];
      B[k * m + j] = B[row * m + j];
      B[row * m + j] = x;
    }
    for (int i = k + 1; i < n; i++) {
      double factor = A[i * n + k] / A[k * n + k];
      for (int j = k; j < n; j++) A[i * n + j] -= factor * A[k * n + j];
      for (int j = 0; j < m; j++) B[i * m + j] -= factor * B[k * m + j];
    }
  }
  return n;
}

rg_status notes_linear(int n, int m, double *A, double *B) {
  int *column = calloc((size_t)(n > 0 ? n : 1), sizeof *column);
  double *x = zeros(n);
  rg_status status = column && x ? RG_OK : RG_NO_MEMORY;
  if (status == RG_OK && eliminate(n, m, A, B, column) < n) status = RG_STALLED;
  for (int j = 0; j < m && status == RG_OK; j++) {
    for (int i = n - 1; i >= 0; i--) {
      double value = B[i * m + j];
      for (int k = i + 1; k < n; k++) value -= A[i * n + k] * x[column[k]];
      x[column[i]] = value / A[i * n + i];
    }
    for (int i = 0; i < n; i++) B[i * m + j] = x[i];
  }
  free(column);
  free(x);
  return status;
}

enum { MOST_ENUMERATED = 12 };

/* whether w and z >= 0 of one choice exist: by solving, or by a linear program where the matrix is
   singular */
static int choice_solves(int n, const double *A, const double *c, unsigned choice) {
  double B[MOST_ENUMERATED * MOST_ENUMERATED], b[MOST_ENUMERATED], x[MOST_ENUMERATED];
  double copy[MOST_ENUMERATED * MOST_ENUMERATED], zero[MOST_ENUMERATED] = {0};
  int column[MOST_ENUMERATED];

  // columns of A for z in the basis, of -I for w:  A z - w = -c
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++) B[i * n + j] = choice >> j & 1u ? A[i * n + j] : -(double)(i == j);
  for (int i = 0; i < n; i++) x[i] = b[i] = -c[i];
  memcpy(copy, B, (size_t)(n * n) * sizeof *copy);
  if (notes_linear(n, 1, copy, x) == RG_OK) {
    for (int i = 0; i < n; i++)
      if (x[i] < -1e-12) return 0;
    return 1;
  }
  memcpy(copy, B, (size_t)(n * n) * sizeof *copy);
  memcpy(x, b, (size_t)n * sizeof *x);
  for (int i = eliminate(n, 1, copy, x, column); i < n; i++)
    if (fabs(x[i]) > 1e-10) return 0;
  return notes_program(n, n, n, B, b, zero, x) == RG_SOLVED;
}

int notes_enumerate(int n, const double *A, const double *c) {
  int found = 0;
  if (n > MOST_ENUMERATED) return -1;
  for (unsigned choice = 0; choice < 1u << n; choice++) found += choice_solves(n, A, c, choice);
  return found;
}

/* 0 <= x _|_ A'y - g >= 0,   A x = b with y free,   0 <= y _|_ b - A x >= 0 */
rg_status notes_program(int n, int m, int equalities, const double *A, const double *b,
                        const double *g, double *x) {
  int size = n + m;
  double *F = zeros(size * size), *f = zeros(size), *z = zeros(size);
  int *free_rows = calloc((size_t)size, sizeof *free_rows);
  rg_report report;
  rg_status status = F && f && z && free_rows ? RG_OK : RG_NO_MEMORY;
  if (status == RG_OK) {
    for (int i = 0; i < m; i++)
      for (int j = 0; j < n; j++) {
        F[j * size + n + i] = A[i * n + j];
        F[(n + i) * size + j] = -A[i * n + j];
      }
    for (int j = 0; j < n; j++) f[j] = -g[j];
    for (int i = 0; i < m; i++) f[n + i] = b[i];
    for (int i = 0; i < equalities; i++) free_rows[n + i] = 1;
    status = notes_lcp(size, F, f, free_rows, "lemke", z, &report);
    memcpy(x, z, (size_t)n * sizeof *x);
  }
  free(F);
  free(f);
  free(z);
  free(free_rows);
  return status;
}

/* --- scenes ----------------------------------------------------------------------------------- */

static rg_status scene_start(notes_scene *scene, const rg_sim_options *options, rg_error *error) {
  rg_sim_options own;
  rg_status status = RG_OK;
  if (!options) {
    status = rg_sim_options_from_model(scene->model, &own, error);
    own.integrator = RG_EULER;
    options = &own;
  }
  if (status == RG_OK) status = rg_sim_new(&scene->sim, scene->model, options, error);
  if (status == RG_OK) scene->data = rg_sim_data(scene->sim);
  else notes_scene_close(scene);
  return status;
}

rg_status notes_scene_open(notes_scene *scene, const char *xml, const rg_sim_options *options,
                           rg_error *error) {
  memset(scene, 0, sizeof *scene);
  rg_status status = rg_model_parse(&scene->model, xml, strlen(xml), NULL, error);
  return status == RG_OK ? scene_start(scene, options, error) : status;
}

rg_status notes_scene_load(notes_scene *scene, const char *folder, const char *file,
                           const rg_sim_options *options, rg_error *error) {
  char path[1024];
  memset(scene, 0, sizeof *scene);
  snprintf(path, sizeof path, "%s/%s", folder, file);
  rg_status status = rg_model_load(&scene->model, path, NULL, error);
  return status == RG_OK ? scene_start(scene, options, error) : status;
}

void notes_scene_close(notes_scene *scene) {
  rg_sim_free(scene->sim);
  rg_model_free(scene->model);
  memset(scene, 0, sizeof *scene);
}

double notes_normal_impulse(const notes_scene *scene) {
  const rg_step_contact *contact;
  int n = rg_sim_contacts(scene->sim, &contact);
  double sum = 0;
  for (int i = 0; i < n; i++) sum += contact[i].impulse[0];
  return sum;
}

/* a linear congruential generator, its high bits */
double notes_random(unsigned long long *state) {
  *state = *state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (double)(*state >> 11) / 4503599627370496.0 - 1;
}

double notes_clean(double x) { return fabs(x) < 1e-12 ? 0 : x; }

void notes_rates(const int table[4][3], const double *e, double B[4][3]) {
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 3; j++) {
      int k = table[i][j];
      B[i][j] = k > 0 ? e[k - 1] / 2 : -e[-k - 1] / 2;
    }
}
