/* One timed call of a Siconos driver, and the jobs that search the tolerance and repeat the call.
   The problem, the options and the starting point (zero) are made anew outside the timing. */
#include "siconos.h"
#include "child.h"
#include "siconos_matrix.h"
#include "siconos_solvers.h"

#include <FrictionContactProblem.h>
#include <GlobalFrictionContactProblem.h>
#include <LCP_Solvers.h>
#include <LinearComplementarityProblem.h>
#include <MLCP_Solvers.h>
#include <MixedLinearComplementarityProblem.h>
#include <NonSmoothDrivers.h>
#include <NumericsSparseMatrix.h>
#include <NumericsVerbose.h>
#include <SolverOptions.h>
#include <lcp_cst.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *siconos_version(void) { return BENCH_SICONOS_VERSION; }

static SolverOptions *make_options(const siconos_solver *solver, double tolerance) {
  SolverOptions *options = solver_options_create(solver->id);
  if (solver->inner) solver_options_update_internal(options, 0, solver->inner);
  if (solver->iterations) options->iparam[SICONOS_IPARAM_MAX_ITER] = solver->iterations;
  for (int k = 0; k < 2; k++)
    if (solver->set[k].index) options->iparam[solver->set[k].index] = solver->set[k].value;
  if (solver->set_inner.index)
    options->internalSolvers[0]->iparam[solver->set_inner.index] = solver->set_inner.value;
  options->dparam[SICONOS_DPARAM_TOL] = tolerance;
  return options;
}

static double call_local(const siconos_task *task, SolverOptions *options, double *x, double *w) {
  const rg_problem *p = &task->one->problem;
  int n = task->one->n;
  FrictionContactProblem *problem = frictionContactProblem_new_with_data(
      p->dim, p->contacts, siconos_matrix(task->run.storage, p->dim, n, n, task->one->A),
      siconos_vector(n, task->one->c), siconos_vector(p->contacts, p->mu));
  bench_watch start = bench_start();
  if (p->dim == 3) fc3d_driver(problem, x, w, options);
  else fc2d_driver(problem, x, w, options);
  double seconds = bench_stop(start);
  frictionContactProblem_free(problem);
  return seconds;
}

/* H = G' */
static GlobalFrictionContactProblem *make_global(const rg_problem *p, int storage) {
  int n = p->G.rows, dof = p->G.columns;
  double *M = malloc((size_t)dof * (size_t)dof * sizeof *M);
  double *G = malloc((size_t)n * (size_t)dof * sizeof *G),
         *H = malloc((size_t)n * (size_t)dof * sizeof *H);
  bench_expand(&p->M, M);
  bench_expand(&p->G, G);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < dof; j++)
      H[(size_t)j * (size_t)n + (size_t)i] = G[(size_t)i * (size_t)dof + (size_t)j];
  GlobalFrictionContactProblem *out = globalFrictionContactProblem_new();
  out->dimension = p->dim;
  out->numberOfContacts = p->contacts;
  out->M = siconos_matrix(storage, 1, dof, dof, M);
  out->H = siconos_matrix(storage, 1, dof, n, H);
  out->q = siconos_vector(dof, p->f);
  out->b = siconos_vector(n, p->c);
  out->mu = siconos_vector(p->contacts, p->mu);
  if (storage == SICONOS_STORE_SPARSE) NM_setSparseSolver(out->M, NSM_CSPARSE);
  free(M);
  free(G);
  free(H);
  return out;
}

static double call_global(const siconos_task *task, SolverOptions *options, double *x, double *w) {
  GlobalFrictionContactProblem *problem = make_global(&task->one->problem, task->run.storage);
  double *motion = siconos_vector(task->one->problem.G.columns, NULL);
  bench_watch start = bench_start();
  gfc3d_driver(problem, x, w, motion, options);
  double seconds = bench_stop(start);
  free(motion);
  globalFrictionContact_free(problem);
  return seconds;
}

/* the work space of the enumeration is made outside the timing */
static double call_lcp(const siconos_task *task, SolverOptions *options, double *x, double *w) {
  int n = task->one->n, enumerates = options->solverId == SICONOS_LCP_ENUM;
  LinearComplementarityProblem *problem = newLCP();
  problem->size = n;
  problem->M = siconos_matrix(task->run.storage, n % 2 ? 1 : 2, n, n, task->one->A);
  problem->q = siconos_vector(n, task->one->c);
  if (enumerates) lcp_enum_init(problem, options, 1);
  bench_watch start = bench_start();
  linearComplementarity_driver(problem, x, w, options);
  double seconds = bench_stop(start);
  if (enumerates) lcp_enum_reset(problem, options, 1);
  freeLinearComplementarityProblem(problem);
  return seconds;
}

/* a part of A by columns */
static double *part(const bench_case *one, int row, int rows, int column, int columns) {
  double *out = siconos_vector(rows * columns, NULL);
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++)
      out[i + j * rows] = one->A[(size_t)(row + i) * (size_t)one->n + (size_t)(column + j)];
  return out;
}

/* the free rows come first in a file of Siconos */
static int count_free(const rg_problem *p) {
  int count = 0;
  while (p->lower && count < p->rows && p->lower[count] == -HUGE_VAL) count++;
  return count;
}

/* both storages, as its own readers leave them: M, q and A, B, C, D, a, b */
static MixedLinearComplementarityProblem *make_mlcp(const bench_case *one) {
  int n = count_free(&one->problem), m = one->n - n;
  MixedLinearComplementarityProblem *out = mixedLinearComplementarity_new();
  out->isStorageType1 = out->isStorageType2 = 1;
  out->n = n;
  out->m = m;
  out->blocksRows = calloc(3, sizeof *out->blocksRows);
  out->blocksIsComp = calloc(2, sizeof *out->blocksIsComp);
  out->blocksRows[1] = n;
  out->blocksRows[2] = n + m;
  out->blocksIsComp[1] = 1;
  out->M = siconos_matrix(SICONOS_STORE_DENSE, 1, one->n, one->n, one->A);
  out->q = siconos_vector(one->n, one->c);
  out->A = part(one, 0, n, 0, n);
  out->B = part(one, n, m, n, m);
  out->C = part(one, 0, n, n, m);
  out->D = part(one, n, m, 0, n);
  out->a = siconos_vector(n, one->c);
  out->b = siconos_vector(m, one->c + n);
  return out;
}

/* Siconos's own set-up, mlcp_driver_init, is outside the timing */
static double call_mlcp(const siconos_task *task, SolverOptions *options, double *x, double *w) {
  MixedLinearComplementarityProblem *problem = make_mlcp(task->one);
  mlcp_driver_init(problem, options);
  bench_watch start = bench_start();
  mlcp_driver(problem, x, w, options);
  double seconds = bench_stop(start);
  mlcp_driver_reset(problem, options);
  mixedLinearComplementarity_free(problem);
  return seconds;
}

/* seconds of one call from zero; the impulses are left in x (n) */
static double call_once(const siconos_task *task, double tolerance, double *x) {
  typedef double (*call)(const siconos_task *, SolverOptions *, double *, double *);
  static const call calls[SICONOS_FAMILIES] = {call_local, call_local, call_global, call_lcp,
                                               call_mlcp};
  SolverOptions *options = make_options(task->run.solver, tolerance);
  double *w = siconos_vector(task->one->n, NULL);
  memset(x, 0, (size_t)task->one->n * sizeof *x);
  double seconds = calls[task->run.solver->family](task, options, x, w);
  solver_options_delete(options);
  free(w);
  return seconds;
}

/* the loosest tolerance, in powers of ten from 100 tol, whose answer meets the natural map */
static bench_outcome find_tolerance(const siconos_task *task, double *x, int report) {
  bench_outcome out = {.setup = 0, .solve = HUGE_VAL, .total = HUGE_VAL, .natural = HUGE_VAL};
  double tolerance = task->tolerance > 0 ? task->tolerance : 100 * task->tol;
  double last = task->tolerance > 0 ? task->tolerance : 0.99e-7 * task->tol;
  for (; tolerance >= last && !out.solved; tolerance /= 10) {
    double seconds = call_once(task, tolerance, x);
    out.natural = bench_natural_map(task->one, x);
    out.tolerance = tolerance;
    out.solved = out.natural <= task->tol;
    if (out.solved) out.solve = out.total = seconds;
    bench_report(report, &out);
  }
  return out;
}

void siconos_job(const void *context, int report) {
  const siconos_task *task = context;
  double *x = siconos_vector(task->one->n, NULL), start = bench_now();
  numerics_set_verbose(0);
  bench_outcome out = find_tolerance(task, x, report);
  while (out.solved && bench_now() - start < task->budget) {
    double seconds = call_once(task, out.tolerance, x);
    if (bench_natural_map(task->one, x) <= task->tol)
      out.solve = out.total = fmin(out.solve, seconds);
  }
  if (out.solved) bench_report(report, &out);
}

/* is the reduced problem the one that we made ourselves? one product tells */
static int same_local(const bench_case *one, FrictionContactProblem *local) {
  size_t n = (size_t)one->n;
  double *ones = siconos_vector(one->n, NULL), *y = siconos_vector(one->n, NULL), difference = 0,
         size = 0;
  for (size_t i = 0; i < n; i++) ones[i] = 1;
  NM_gemv(1, local->M, ones, 0, y);
  for (size_t i = 0; i < n; i++) {
    double sum = 0;
    for (size_t j = 0; j < n; j++) sum += one->A[i * n + j];
    difference = fmax(difference, fmax(fabs(sum - y[i]), fabs(local->q[i] - one->c[i])));
    size = fmax(size, fmax(fabs(sum), fabs(one->c[i])));
  }
  free(ones);
  free(y);
  return difference <= 1e-6 * size;
}

void siconos_reduction_job(const void *context, int report) {
  const siconos_task *task = context;
  bench_outcome out = {.setup = 0, .solve = HUGE_VAL, .total = HUGE_VAL, .natural = HUGE_VAL};
  double start = bench_now();
  numerics_set_verbose(0);
  do {
    GlobalFrictionContactProblem *problem = make_global(&task->one->problem, task->run.storage);
    bench_watch begin = bench_start();
    FrictionContactProblem *local = globalFrictionContact_reformulation_FrictionContact(problem);
    out.total = out.solve = fmin(out.total, bench_stop(begin));
    if (!out.solved && !(out.solved = local && same_local(task->one, local))) return;
    bench_report(report, &out);
    frictionContactProblem_free(local);
    globalFrictionContact_free(problem);
  } while (bench_now() - start < task->budget);
}
