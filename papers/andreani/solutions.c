/* Solving the grasp: LCPs by trying every complementary set, the exact cone from scattered starts,
   both by the solvers of the library; and the matrix g_v of Theorem 1. */
#include "grasp.h"
#include "numbers.h"

#include <math.h>
#include <string.h>

/* Gauss elimination with row pivoting, in place: x = M^-1 x; returns the smallest pivot */
static double eliminate(int n, double *M, double *x) {
  double smallest = HUGE_VAL;
  for (int k = 0; k < n; k++) {
    int best = k;
    for (int i = k + 1; i < n; i++)
      if (fabs(M[i * n + k]) > fabs(M[best * n + k])) best = i;
    for (int j = 0; j < n && best != k; j++) {
      double swap = M[k * n + j];
      M[k * n + j] = M[best * n + j];
      M[best * n + j] = swap;
    }
    double swap = x[k];
    x[k] = x[best];
    x[best] = swap;
    double pivot = M[k * n + k];
    smallest = fmin(smallest, fabs(pivot));
    if (pivot == 0) return 0;
    for (int i = k + 1; i < n; i++) {
      double f = M[i * n + k] / pivot;
      for (int j = k; j < n; j++) M[i * n + j] -= f * M[k * n + j];
      x[i] -= f * x[k];
    }
  }
  for (int i = n - 1; i >= 0; i--) {
    for (int j = i + 1; j < n; j++) x[i] -= M[i * n + j] * x[j];
    x[i] /= M[i * n + i];
  }
  return smallest;
}

/* u with the unknowns in `set` free and the others 0; 1 where it solves the LCP */
static int try_set(int n, const double *Q, const double *d, unsigned set, double *u) {
  double M[ANDREANI_LCP * ANDREANI_LCP], x[ANDREANI_LCP];
  int index[ANDREANI_LCP], m = 0;
  for (int i = 0; i < n; i++)
    if (set >> i & 1) index[m++] = i;
  for (int a = 0; a < m; a++) {
    x[a] = -d[index[a]];
    for (int b = 0; b < m; b++) M[a * m + b] = Q[index[a] * n + index[b]];
  }
  if (eliminate(m, M, x) < 1e-12) return 0;
  memset(u, 0, (size_t)n * sizeof *u);
  for (int a = 0; a < m; a++) u[index[a]] = x[a];
  for (int i = 0; i < n; i++) {
    double w = d[i];
    for (int j = 0; j < n; j++) w += Q[i * n + j] * u[j];
    if (u[i] < -1e-10 || w < -1e-10) return 0;
  }
  return 1;
}

static double farthest(int n, const double *a, const double *b) {
  double worst = 0;
  for (int i = 0; i < n; i++) worst = fmax(worst, fabs(a[i] - b[i]));
  return worst;
}

int andreani_enumerate(int n, const double *Q, const double *d, double *u) {
  enum { MOST = 16 };
  double found[MOST][ANDREANI_LCP], trial[ANDREANI_LCP];
  int count = 0;
  for (unsigned set = 0; set < 1u << n; set++) {
    if (!try_set(n, Q, d, set, trial)) continue;
    int known = 0;
    for (int k = 0; k < count; k++) known = known || farthest(n, trial, found[k]) < 1e-7;
    if (!known && count < MOST) memcpy(found[count++], trial, (size_t)n * sizeof *trial);
  }
  if (count) memcpy(u, found[0], (size_t)n * sizeof *u);
  return count;
}

/* --- through the library
 * -------------------------------------------------------------------------- */

static rg_problem cone_problem(const andreani_grasp *grasp, const double *b) {
  rg_problem p = rg_problem_default();
  p.dim = 3;
  p.contacts = ANDREANI_CONTACTS;
  p.A = rg_matrix_dense(ANDREANI_N, ANDREANI_N, grasp->A);
  p.c = b;
  p.mu = grasp->mu;
  return p;
}

static void read_report(const rg_solver *solver, andreani_answer *answer) {
  const rg_report *report = rg_solver_report(solver);
  answer->status = report->status;
  answer->iterations = report->iterations;
  answer->seconds = report->seconds;
}

/* (MNCPOpt) at the forces: g and f - z with lambda = |a_t|, z = max(f, 0), and u'z */
static double mncp_objective(const andreani_grasp *grasp, const double *force, const double *a) {
  double sum = 0, product = 0;
  for (int i = 0; i < ANDREANI_CONTACTS; i++) {
    const double *c = force + 3 * i, *v = a + 3 * i;
    double lambda = hypot(v[1], v[2]), mu = grasp->mu[i];
    double f[2] = {v[0], mu * mu * c[0] * c[0] - c[1] * c[1] - c[2] * c[2]}, u[2] = {c[0], lambda};
    for (int k = 0; k < 2; k++) {
      double z = fmax(f[k], 0), g = mu * c[0] * v[1 + k] + lambda * c[1 + k];
      sum += (f[k] - z) * (f[k] - z) + g * g;
      product += u[k] * z;
    }
  }
  return 0.5 * (sum + product * product);
}

/* the start and the settings of a rule */
static void set_rule(rg_options *o, const andreani_rule *rule) {
  if (!rule) return;
  o->max_iterations = rule->max_iterations;
  if (rule->printed) rg_options_set(o, "as_printed", 1, NULL);
  if (rule->gradient > 0) rg_options_set(o, "gradient", rule->gradient, NULL);
}

static void start_rule(rg_solver *s, const andreani_rule *rule, int n, const double *seed) {
  double start[ANDREANI_LCP];
  if (!rule || !(rule->spread > 0)) return;
  /* numbers that follow from the test's own, in [0, spread] */
  for (int i = 0; i < n; i++) start[i] = rule->spread * fabs(sin(1e3 * seed[i % ANDREANI_N] + i));
  rg_solver_start(s, start);
}

rg_status andreani_solve_cone(const andreani_grasp *grasp, const double *b, const char *solver,
                              const andreani_rule *rule, andreani_answer *answer, rg_error *error) {
  rg_problem p = cone_problem(grasp, b);
  rg_options o = rg_options_default();
  rg_solver *s;
  o.law.law = RG_LAW_CONE;
  o.solver = solver;
  set_rule(&o, rule);
  rg_status status = rg_solver_new(&s, &p, &o, error);
  if (status) return status;
  start_rule(s, rule, ANDREANI_N, b);
  rg_solver_solve(s);
  read_report(s, answer);
  memcpy(answer->force, rg_solver_impulse(s), sizeof answer->force);
  rg_solver_free(s);
  andreani_acceleration(grasp, b, answer->force, answer->a);
  answer->objective = mncp_objective(grasp, answer->force, answer->a);
  return RG_OK;
}

rg_status andreani_solve_any_lcp(int n, const double *Q, const double *d, const char *solver,
                                 const andreani_rule *rule, double *u, andreani_answer *answer,
                                 rg_error *error) {
  rg_problem p = rg_problem_default();
  rg_options o = rg_options_default();
  rg_solver *s;
  p.kind = RG_KIND_LCP;
  p.rows = n;
  p.A = rg_matrix_dense(n, n, Q);
  p.c = d;
  o.solver = solver;
  set_rule(&o, rule);
  rg_status status = rg_solver_new(&s, &p, &o, error);
  if (status) return status;
  start_rule(s, rule, n, d);
  rg_solver_solve(s);
  read_report(s, answer);
  memcpy(u, rg_solver_impulse(s), (size_t)n * sizeof *u);
  /* (LCPOpt) with z = max(Q u + d, 0) */
  double sum = 0, product = 0;
  for (int i = 0; i < n; i++) {
    double w = d[i];
    for (int j = 0; j < n; j++) w += Q[i * n + j] * u[j];
    double z = fmax(w, 0);
    sum += (w - z) * (w - z);
    product += u[i] * z;
  }
  answer->objective = 0.5 * (sum + product * product);
  rg_solver_free(s);
  return RG_OK;
}

rg_status andreani_solve_lcp(const andreani_grasp *grasp, const double *b, const char *solver,
                             const andreani_rule *rule, andreani_answer *answer, rg_error *error) {
  double Q[ANDREANI_LCP * ANDREANI_LCP], d[ANDREANI_LCP], u[ANDREANI_LCP];
  andreani_rolling_lcp(grasp, b, Q, d);
  rg_status status = andreani_solve_any_lcp(ANDREANI_LCP, Q, d, solver, rule, u, answer, error);
  if (status) return status;
  andreani_lcp_force(grasp, u, answer->force);
  andreani_acceleration(grasp, b, answer->force, answer->a);
  return RG_OK;
}

int andreani_scatter(const andreani_grasp *grasp, const double *b, int starts, rg_error *error) {
  static const char *const solvers[] = {"newton", "nsgs", "ncp-rlm"};
  enum { MOST = 16, SOLVERS = 3 };
  double found[MOST][ANDREANI_N], start[ANDREANI_N];
  int count = 0;
  rg_problem p = cone_problem(grasp, b);
  for (int k = 0; k < SOLVERS; k++) {
    rg_options o = rg_options_default();
    rg_solver *s;
    o.law.law = RG_LAW_CONE;
    o.solver = solvers[k];
    o.tol = 1e-10;
    if (rg_solver_new(&s, &p, &o, error)) return -1;
    for (int i = 0; i < starts; i++) {
      andreani_vector(1000 + i, ANDREANI_N, start);
      for (int j = 0; j < ANDREANI_N; j += 3) start[j] = fabs(start[j]);
      rg_solver_start(s, i ? start : NULL);
      if (rg_solver_solve(s)) continue;
      const double *force = rg_solver_impulse(s);
      int known = 0;
      for (int j = 0; j < count; j++) known = known || farthest(ANDREANI_N, force, found[j]) < 1e-5;
      if (!known && count < MOST) memcpy(found[count++], force, sizeof found[0]);
    }
    rg_solver_free(s);
  }
  return count;
}

/* --- Theorem 1
 * ------------------------------------------------------------------------------------- */

/* g_v over (c_t, a_t): rows (18) [lambda, mu c_n], rows (19) [-A_tt, 1] */
double andreani_gv_pivot_of(const andreani_grasp *grasp, const double *force,
                            const double *lambda) {
  enum { T = 2 * ANDREANI_CONTACTS, V = 2 * T };
  double M[V * V] = {0}, x[V] = {0}, largest = 0;
  for (int i = 0; i < T; i++) {
    const double *c = force + i / 2 * 3;
    M[i * V + i] = lambda[i / 2];
    M[i * V + T + i] = grasp->mu[i / 2] * c[0];
    M[(T + i) * V + T + i] = 1;
    for (int j = 0; j < T; j++)
      M[(T + i) * V + j] = -grasp->A[(i / 2 * 3 + 1 + i % 2) * ANDREANI_N + j / 2 * 3 + 1 + j % 2];
  }
  for (int i = 0; i < V * V; i++) largest = fmax(largest, fabs(M[i]));
  return eliminate(V, M, x) / largest;
}

double andreani_gv_pivot(const andreani_grasp *grasp, const double *force, const double *a) {
  double lambda[ANDREANI_CONTACTS];
  for (int i = 0; i < ANDREANI_CONTACTS; i++) lambda[i] = hypot(a[3 * i + 1], a[3 * i + 2]);
  return andreani_gv_pivot_of(grasp, force, lambda);
}
