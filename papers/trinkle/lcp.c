/* Page 1.1: 0 <= z _|_ F z + f >= 0; one unknown, and the statement that a P-matrix has exactly one
   solution, which Lemke's algorithm finds. */
#include "../claims.h"
#include "../common.h"
#include "experiments.h"
#include "notes.h"
#include "trinkle.h"

#include <math.h>
#include <string.h>

enum { N = 5 };

/* how many z solve 0 <= z _|_ F z + f >= 0; a choice that leaves z open counts as a ray, -1 */
static int solutions_of_one(double F, double f) {
  if (F == 0 && f == 0) return -1;
  int zero = f >= 0;                /* z = 0 */
  int other = F != 0 && -f / F > 0; /* z > 0, w = 0 */
  int counted = notes_enumerate(1, &F, &f);
  return zero + other <= counted ? zero + other : -2;
}

/* determinant by elimination without pivoting of the principal block `rows` */
static double principal_minor(const double *A, unsigned rows) {
  double B[N * N], value = 1;
  int at[N], n = 0;
  for (int i = 0; i < N; i++)
    if (rows >> i & 1u) at[n++] = i;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) B[i * n + j] = A[at[i] * N + at[j]];
  for (int k = 0; k < n; k++) {
    value *= B[k * n + k];
    for (int i = k + 1; i < n; i++) {
      double factor = B[i * n + k] / B[k * n + k];
      for (int j = k; j < n; j++) B[i * n + j] -= factor * B[k * n + j];
    }
  }
  return value;
}

static int is_p_matrix(const double *A) {
  for (unsigned rows = 1; rows < 1u << N; rows++)
    if (!(principal_minor(A, rows) > 0)) return 0;
  return 1;
}

static void random_matrices(int count, trinkle_lcp_result *r) {
  unsigned long long seed = 12;
  while (r->p_matrices < count || r->others < count) {
    double A[N * N], f[N], z[N];
    rg_report report;
    for (int i = 0; i < N * N; i++) A[i] = notes_random(&seed) + (i % (N + 1) ? 0 : 0.8);
    for (int i = 0; i < N; i++) f[i] = notes_random(&seed);
    int p = is_p_matrix(A);
    if ((p ? r->p_matrices : r->others) >= count) continue;
    int unique = notes_enumerate(N, A, f) == 1;
    if (p) {
      r->p_matrices++;
      r->p_unique += unique;
      r->p_lemke += notes_lcp(N, A, f, NULL, "lemke", z, &report) == RG_SOLVED;
    } else {
      r->others++;
      r->others_unique += unique;
    }
  }
}

rg_status trinkle_lcp(int quick, trinkle_lcp_result *r, rg_error *error) {
  (void)error;
  memset(r, 0, sizeof *r);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) r->solutions[i][j] = solutions_of_one(i - 1, j - 1);
  random_matrices(quick ? 100 : 500, r);
  return RG_OK;
}

rg_status trinkle_run_lcp(const paper_options *options, rg_page *page, rg_error *error) {
  static const char *const sign[3] = {"F < 0", "F = 0", "F > 0"};
  trinkle_lcp_result r;
  rg_status status = trinkle_lcp(options->quick, &r, error);
  if (status != RG_OK) return status;
  rg_page_table(page, "Solutions of an LCP with one unknown (-1: a ray of them)",
                "|f < 0|f = 0|f > 0");
  for (int i = 0; i < 3; i++)
    rg_page_row(page, "%s|%d|%d|%d", sign[i], r.solutions[i][0], r.solutions[i][1],
                r.solutions[i][2]);
  static const double z[2] = {0, 3}, w[2][2] = {{-1.5, 1.5}, {1, 4}};
  rg_plot *plot = rg_plot_new("LCP of size 1: w = F z + f with F > 0", "z", "w");
  rg_plot_series(plot, "f < 0: w = 0", RG_SERIES_LINE, 2, z, w[0]);
  rg_plot_series(plot, "f > 0: z = 0", RG_SERIES_LINE, 2, z, w[1]);
  rg_plot_mark_y(plot, 0, "w = 0");
  rg_page_plot(page, plot);
  int one = r.solutions[2][0] == 1 && r.solutions[2][1] == 1 && r.solutions[2][2] == 1, others = 0;
  for (int i = 0; i < 6; i++) others += r.solutions[i / 3][i % 3] != 1;
  paper_find(options, page, "trinkle", "page 1.1, size 1", paper_verdict(one + (others > 0), 2),
             "With one unknown and F > 0 there is one solution whatever f is (%d, %d, %d); with F "
             "<= 0 there are none, two or a ray in %d of 6 cases.",
             r.solutions[2][0], r.solutions[2][1], r.solutions[2][2], others);
  paper_figure(options, "%d, %d, %d for F > 0; not one in %d of 6 others", r.solutions[2][0],
               r.solutions[2][1], r.solutions[2][2], others);
  int holds = r.p_unique == r.p_matrices && r.p_lemke == r.p_matrices;
  paper_find(options, page, "trinkle", "page 1.1",
             holds ? RG_VERDICT_CONFIRMED : RG_VERDICT_NOT_CONFIRMED,
             "A P-matrix gives exactly one solution in %d of %d random problems of five "
             "unknowns, and Lemke's algorithm "
             "finds it in %d; of matrices that are not P, %d of %d have exactly one.",
             r.p_unique, r.p_matrices, r.p_lemke, r.others_unique, r.others);
  paper_figure(options, "%d of %d have one, Lemke finds %d", r.p_unique, r.p_matrices, r.p_lemke);
  return RG_OK;
}
