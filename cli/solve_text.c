/* The answer of `rigor solve` in words, and the warnings. */
#include "solve.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

const char *form_text(const rg_problem *problem) {
  return problem->M.storage == RG_NONE && problem->G.storage == RG_NONE ? "local" : "global";
}

static void print_mu(const rg_problem *problem) {
  double low = HUGE_VAL, high = 0;
  for (int i = 0; i < problem->contacts; i++) {
    low = fmin(low, problem->mu[i]);
    high = fmax(high, problem->mu[i]);
  }
  if (problem->contacts && low == high) printf(", mu %g", low);
  else if (problem->contacts) printf(", mu %g to %g", low, high);
}

void print_problem(const char *path, const rg_problem *problem) {
  static const char *const kinds[] = {"contact problem", "LCP", "MLCP"};
  printf("problem   %s\n          %s", path, kinds[problem->kind]);
  if (problem->kind == RG_KIND_CONTACT) {
    if (problem->dim) printf(" in %d-D", problem->dim < 3 ? problem->dim : 3);
    if (problem->dim > 3)
      printf(" with %s%s", problem->dim > 4 ? "moments" : "moments about the normal",
             problem->ellipsoid ? ", one bound for all friction" : "");
    printf(", %s form: %d contact%s, %d scalar row%s", form_text(problem), problem->contacts,
           problem->contacts == 1 ? "" : "s", problem->rows, problem->rows == 1 ? "" : "s");
  }
  int n = rg_problem_size(problem);
  printf(", %d unknown%s", n, n == 1 ? "" : "s");
  print_mu(problem);
  fputc('\n', stdout);
}

/* one line of the table; `at` < 0: nowhere */
static void print_measure(const char *name, double value, const char *unit, int at,
                          const char *where) {
  printf("  %-28s %10.3e %-3s", name, value, unit);
  if (at >= 0) printf("  %s %d", where, at);
  fputc('\n', stdout);
}

/* the same for places that count rows first */
static void print_place(const rg_problem *problem, const char *name, double value, int at) {
  int row = at < problem->rows;
  print_measure(name, value, "", row ? at : at - problem->rows, row ? "row" : "contact");
}

void print_certificate(const rg_problem *problem, const rg_certificate *c) {
  puts("certificate                         worst      where");
  print_place(problem, "residual, in any units", c->residual, c->residual_at);
  if (c->moved > 0)
    print_measure("targets would have to differ", c->moved, "m/s", c->moved_at, "contact");
  print_place(problem, "natural map", c->natural_map, c->natural_map_at);
  print_measure("  relative to |c|", c->natural_map_relative, "", -1, "");
  if (problem->contacts > 0) {
    print_measure("penetration velocity", c->penetration, "m/s", c->penetration_at, "contact");
    print_measure("outside the friction cone", c->cone, "", c->cone_at, "contact");
    print_measure("complementarity", c->complementarity, "", c->complementarity_at, "contact");
    print_measure("friction against slip", c->slip_angle, "rad", c->slip_angle_at, "contact");
  }
  if (problem->rows > 0) print_measure("scalar rows", c->bilateral, "", c->bilateral_at, "row");
  if (problem->M.storage != RG_NONE) print_measure("equation of motion", c->dynamics, "", -1, "");
  print_measure("the law's own problem", c->law_residual, "", -1, "");
}

static void print_verdict(const solve_request *request, const rg_problem *problem,
                          const rg_report *report) {
  const rg_certificate *c = &report->certificate;
  int exact = report->law.law == RG_LAW_CONE || problem->contacts == 0;
  const char *what =
      problem->kind == RG_KIND_CONTACT ? "the impulses obey the laws" : "z obeys the conditions";
  if (report->status == RG_SOLVED && exact && c->moved > 0)
    printf("solved within %.1e m/s: %s to %.1e of |c| with targets that differ by so much, to %.1e "
           "with those that were asked for\n",
           c->moved, what, c->law_residual, c->residual);
  else if (report->status == RG_SOLVED && exact)
    printf("solved: %s to %.1e of |c|\n", what, c->residual);
  else if (report->status == RG_SOLVED)
    printf(
        "solved: the impulses obey this law to %.1e, and exact Coulomb friction to %.1e of |c|\n",
        c->law_residual, c->residual);
  else
    printf("not solved, %s: %s to %.1e of |c|, %.1e was asked for\n",
           rg_status_text(report->status), what, c->residual, request->options.tol);
  if (report->reason[0]) printf("          %s\n", report->reason);
  if (report->path[0]) printf("tried     %s\n", report->path);
}

static void print_vectors(const solve_answer *answer) {
  const rg_problem *problem = answer->problem;
  int contact = problem->kind == RG_KIND_CONTACT;
  printf("%-12s %-24s %s\n", "unknown", contact ? "impulse" : "z", contact ? "velocity" : "w");
  for (int i = 0; i < rg_problem_size(problem); i++) {
    char name[32];
    int k = i - problem->rows;
    if (k < 0) snprintf(name, sizeof name, "row %d", i);
    else
      snprintf(name, sizeof name, "%d %c%.0d", k / problem->dim, k % problem->dim ? 't' : 'n',
               k % problem->dim);
    printf("%-12s %-24.17g %.17g\n", name, answer->impulse[i], answer->velocity[i]);
  }
}

void print_answer(const solve_request *request, const solve_answer *answer) {
  const rg_report *report = answer->report;
  char law[64];
  print_problem(request->path, answer->problem);
  printf("solver    %s, law %s, tolerance %g\n", report->solver,
         law_text(&report->law, law, sizeof law), request->options.tol);
  printf("status    %s after %d iteration%s, %.3g s\n", rg_status_text(report->status),
         report->iterations, report->iterations == 1 ? "" : "s", report->seconds);
  print_certificate(answer->problem, &report->certificate);
  print_verdict(request, answer->problem, report);
  if (request->trace && report->trace_length > 0) puts("iteration residual");
  for (int k = 0; request->trace && k < report->trace_length; k++)
    printf("%9d %.6e\n", k + 1, report->trace[k]);
  if (request->impulses) print_vectors(answer);
}

/* max |A - A'| and max |A| of a dense matrix */
static void compare_dense(const rg_matrix *A, double *difference, double *largest) {
  size_t n = (size_t)A->rows;
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) {
      *largest = fmax(*largest, fabs(A->values[i * n + j]));
      *difference = fmax(*difference, fabs(A->values[i * n + j] - A->values[j * n + i]));
    }
}

/* A' of compressed rows: start[n + 1], column[], values[] */
static void transpose(const rg_matrix *A, int *start, int *column, double *values) {
  int n = A->rows;
  for (int k = 0; k < A->row_start[n]; k++) start[A->column[k] + 1]++;
  for (int i = 0; i < n; i++) start[i + 1] += start[i];
  for (int i = 0; i < n; i++)
    for (int k = A->row_start[i]; k < A->row_start[i + 1]; k++) {
      int at = start[A->column[k]]++;
      column[at] = i;
      values[at] = A->values[k];
    }
  // each start has moved to the next one
  for (int i = n; i > 0; i--) start[i] = start[i - 1];
  start[0] = 0;
}

/* the same for compressed rows: row by row of A - A' in a full vector */
static void compare_sparse(const rg_matrix *A, double *difference, double *largest) {
  int n = A->rows;
  size_t entries = (size_t)A->row_start[n];
  int *start = calloc((size_t)n + 1, sizeof *start), *column = calloc(entries + 1, sizeof *column);
  double *values = calloc(entries + 1, sizeof *values), *row = calloc((size_t)n + 1, sizeof *row);
  if (start && column && values && row) {
    transpose(A, start, column, values);
    for (int i = 0; i < n; i++) {
      for (int k = A->row_start[i]; k < A->row_start[i + 1]; k++) {
        row[A->column[k]] += A->values[k];
        *largest = fmax(*largest, fabs(A->values[k]));
      }
      for (int k = start[i]; k < start[i + 1]; k++) row[column[k]] -= values[k];
      // read the differences and leave zeros behind
      for (int k = A->row_start[i]; k < A->row_start[i + 1]; k++) {
        *difference = fmax(*difference, fabs(row[A->column[k]]));
        row[A->column[k]] = 0;
      }
      for (int k = start[i]; k < start[i + 1]; k++) {
        *difference = fmax(*difference, fabs(row[column[k]]));
        row[column[k]] = 0;
      }
    }
  }
  free(start);
  free(column);
  free(values);
  free(row);
}

/* max |A - A'| / max |A| */
static double relative_asymmetry(const rg_matrix *A) {
  double largest = 0, difference = 0;
  if (A->storage == RG_DENSE) compare_dense(A, &difference, &largest);
  else compare_sparse(A, &difference, &largest);
  return largest > 0 ? difference / largest : 0;
}

void print_warnings(const solve_request *request, const rg_problem *problem) {
  const double rounding = 1e-12;
  int local = problem->M.storage == RG_NONE;
  const rg_matrix *A = local ? &problem->A : &problem->M;
  if (problem->kind != RG_KIND_CONTACT || (A->storage != RG_DENSE && A->storage != RG_SPARSE))
    return;
  double asymmetry = relative_asymmetry(A);
  if (asymmetry > fmax(request->options.tol, rounding))
    fprintf(stderr,
            "rigor solve: warning: %s: %s is not symmetric: entries differ by %.1e of the largest; "
            "%s\n",
            request->path, local ? "A" : "M", asymmetry,
            local ? "it is taken as it is" : "within six digits, its symmetric part is taken");
}
