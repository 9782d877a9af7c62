/* rigor/ncp.h: classical problems of the literature with known solutions, obstacles beside projected relaxation,
   random problems whose solution was planted, and what is refused. */
#include "base/random.h"

#include <rigor/rigor.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *const solvers[] = {"auto",    "path",    "pfb-rlm", "pfb-plm",
                                      "ncp-rlm", "ncp-plm", "mncpopt"};
enum { SOLVERS = sizeof solvers / sizeof *solvers, MOST = 64 };

/* the natural map of a point, by other words than the library's: worst violation of the four conditions */
static double violation(const rg_ncp *p, const double *z) {
  double F[1024], worst = 0;
  assert_true(p->n <= 1024);
  assert_int_equal(p->function(p->context, z, F), 0);
  for (int i = 0; i < p->n; i++) {
    double low = p->lower ? p->lower[i] : 0, high = p->upper ? p->upper[i] : HUGE_VAL;
    assert_true(z[i] >= low && z[i] <= high);
    double down = F[i] > 0 ? fmin(F[i], z[i] - low) : 0,
           up = F[i] < 0 ? fmin(-F[i], high - z[i]) : 0;
    worst = fmax(worst, fmax(down, up));
  }
  return worst;
}

/* solves, and holds the report to the conditions as the test computes them */
static rg_status solve(const rg_ncp *p, const char *name, double tol, double *z,
                       rg_ncp_report *out) {
  rg_ncp_solver *s = NULL;
  rg_options options = rg_options_default();
  rg_error error;
  options.solver = name;
  options.tol = tol;
  if (rg_ncp_solver_new(&s, p, &options, &error)) fail_msg("%s: %s", name, error.reason);
  rg_status status = rg_ncp_solver_solve(s);
  memcpy(z, rg_ncp_solver_point(s), (size_t)p->n * sizeof *z);
  const rg_ncp_report *r = rg_ncp_solver_report(s);
  assert_int_equal(r->status, status);
  double off = violation(p, z);
  assert_true(fabs(off - r->certificate.natural_map) <= 1e-12 * fmax(1, off));
  assert_true((r->certificate.residual <= tol) == (status == RG_SOLVED));
  assert_true(status == RG_SOLVED ? !r->reason[0] : r->reason[0]);
  assert_true(r->certificate.outside <= 0);
  assert_true(r->evaluations > 0);
  if (out) *out = *r;
  rg_ncp_solver_free(s);
  return status;
}

/* --- classical problems ------------------------------------------------------------------------ */

/* Kojima & Shindo 1986 (9, 10: two solutions, one of them degenerate), Josephy 1979 (one) */
static const double kojima[2] = {9, 10}, josephy[2] = {3, 3};

static int kojima_shindo(void *context, const double *z, double *F) {
  const double *k = context;
  double a = z[0], b = z[1], c = z[2], d = z[3];
  F[0] = 3 * a * a + 2 * a * b + 2 * b * b + c + 3 * d - 6;
  F[1] = 2 * a * a + a + b * b + k[1] * c + 2 * d - 2;
  F[2] = 3 * a * a + a * b + 2 * b * b + 2 * c + k[0] * d - (k == kojima ? 9 : 1);
  F[3] = a * a + 3 * b * b + 2 * c + 3 * d - 3;
  return 0;
}

static int kojima_shindo_slope(void *context, const double *z, double *J) {
  const double *k = context;
  double a = z[0], b = z[1];
  const double rows[16] = {6 * a + 2 * b, 2 * a + 4 * b, 1, 3,    4 * a + 1, 2 * b, k[1], 2,
                           6 * a + b,     a + 4 * b,     2, k[0], 2 * a,     6 * b, 2,    3};
  memcpy(J, rows, sizeof rows);
  return 0;
}

static double apart(int n, const double *a, const double *b) {
  double worst = 0;
  for (int i = 0; i < n; i++) worst = fmax(worst, fabs(a[i] - b[i]));
  return worst;
}

static void test_kojima_shindo(void **unused) {
  (void)unused;
  const double one[4] = {sqrt(6) / 2, 0, 0, 0.5}, other[4] = {1, 0, 3, 0};
  const double starts[5][4] = {
      {0}, {1, 1, 1, 1}, {1.25, 0, 0, 0.5}, {1, 0, 1, 0}, {100, 100, 100, 100}};
  int first = 0, second = 0;
  for (int s = 0; s < SOLVERS; s++)
    for (int k = 0; k < 10; k++) {
      int two = k < 5; /* Kojima's, then Josephy's */
      rg_ncp p = {.n = 4,
                  .function = kojima_shindo,
                  .jacobian = kojima_shindo_slope,
                  .context = (void *)(two ? kojima : josephy),
                  .guess = starts[k % 5]};
      double z[4];
      rg_status status = solve(&p, solvers[s], 1e-12, z, NULL);
      if (status !=
          RG_SOLVED) { /* descent on the normal map and on least squares may end in a local minimum */
        assert_true(strncmp(solvers[s], "ncp", 3) == 0 || strcmp(solvers[s], "mncpopt") == 0);
        continue;
      }
      int is_first = apart(4, z, one) < 1e-6, is_second = two && apart(4, z, other) < 1e-6;
      assert_true(is_first || is_second);
      first += is_first, second += is_second;
    }
  assert_true(first > 0 && second > 0); /* both are met */
}

/* Mathiesen 1987: a Walrasian equilibrium; prices have no unit, so its solutions form a ray */
static int mathiesen(void *context, const double *z, double *F) {
  double most = *(double *)context, wealth = z[2] + most * z[3];
  F[0] = -z[1] + z[2] + z[3];
  F[1] = z[0] - 0.75 * wealth / z[1];
  F[2] = 1 - z[0] - 0.25 * wealth / z[2];
  F[3] = most - z[0];
  return !(z[1] > 0 && z[2] > 0);
}

static int mathiesen_slope(void *context, const double *z, double *J) {
  double most = *(double *)context, wealth = z[2] + most * z[3];
  const double rows[16] = {0,
                           -1,
                           1,
                           1,
                           1,
                           0.75 * wealth / (z[1] * z[1]),
                           -0.75 / z[1],
                           -0.75 * most / z[1],
                           -1,
                           0,
                           -0.25 / z[2] + 0.25 * wealth / (z[2] * z[2]),
                           -0.25 * most / z[2],
                           -1,
                           0,
                           0,
                           0};
  memcpy(J, rows, sizeof rows);
  return !(z[1] > 0 && z[2] > 0);
}

static void test_mathiesen(void **unused) {
  (void)unused;
  const double guess[4] = {1, 1, 1, 1};
  const double lower[4] = {0, 0.1, 1,
                           0}; /* prices near 0 would make any z a solution to rounding */
  for (int s = 0; s < SOLVERS; s++)
    for (int scarce = 0; scarce < 2; scarce++) {
      double most = scarce ? 0.5 : 1, z[4];
      rg_ncp p = {.n = 4,
                  .lower = lower,
                  .function = mathiesen,
                  .jacobian = mathiesen_slope,
                  .context = &most,
                  .guess = guess};
      assert_int_equal(solve(&p, solvers[s], 1e-11, z, NULL), RG_SOLVED);
      /* enough: its factor costs nothing; scarce: x1 = 1/2, x2 : x3 : x4 = 3 : 1 : 2 */
      assert_true(fabs(z[0] - (scarce ? 0.5 : 0.75)) < 1e-8);
      assert_true(fabs(z[1] - (scarce ? 3 : 1) * z[2]) < 1e-8 * fmax(1, z[2]));
      assert_true(fabs(z[3] - (scarce ? 2 : 0) * z[2]) < 1e-8 * fmax(1, z[2]));
    }
}

/* Billups 1995: (z - 1)^2 - 1.01, made so that descent of a merit function from 0 ends at 1. That descent alone, as
   the papers print it, does; restarts and the path do not. */
static int billups(void *unused, const double *z, double *F) {
  (void)unused;
  F[0] = (z[0] - 1) * (z[0] - 1) - 1.01;
  return 0;
}

static int billups_slope(void *unused, const double *z, double *J) {
  (void)unused;
  J[0] = 2 * (z[0] - 1);
  return 0;
}

static void test_billups(void **unused) {
  (void)unused;
  rg_ncp p = {.n = 1, .function = billups, .jacobian = billups_slope};
  double z;
  for (int s = 0; s < SOLVERS; s++) {
    assert_int_equal(solve(&p, solvers[s], 1e-12, &z, NULL), RG_SOLVED);
    assert_true(fabs(z - (1 + sqrt(1.01))) < 1e-10);
  }

  /* as printed, from 0: the trap */
  rg_options options = rg_options_default();
  rg_ncp_solver *solver = NULL;
  options.solver = "pfb-rlm";
  assert_int_equal(rg_options_set(&options, "as_printed", 1, NULL), RG_OK);
  assert_int_equal(rg_ncp_solver_new(&solver, &p, &options, NULL), RG_OK);
  assert_int_not_equal(rg_ncp_solver_solve(solver), RG_SOLVED);
  assert_true(fabs(rg_ncp_solver_point(solver)[0]) < 1.5);
  assert_true(rg_ncp_solver_report(solver)->reason[0]);
  /* and from the other side of it the solution */
  const double beyond = 3;
  assert_int_equal(rg_ncp_solver_start(solver, &beyond), RG_OK);
  assert_int_equal(rg_ncp_solver_solve(solver), RG_SOLVED);
  rg_ncp_solver_free(solver);
}

/* Murphy, Sherali & Soyster 1982: five firms, the equilibrium that they and Harker 1984 print */
enum { FIRMS = 5 };
static const double cost[FIRMS] = {10, 8, 6, 4, 2}, beta[FIRMS] = {1.2, 1.1, 1.0, 0.9, 0.8},
                    capital = 5, elasticity = 1.1;

static int cournot(void *unused, const double *q, double *F) {
  (void)unused;
  double all = 0;
  for (int i = 0; i < FIRMS; i++) all += q[i];
  double price = pow(5000 / all, 1 / elasticity);
  for (int i = 0; i < FIRMS; i++)
    F[i] = cost[i] + pow(q[i] / capital, 1 / beta[i]) - price + q[i] * price / (elasticity * all);
  return !(all > 0);
}

static int cournot_slope(void *unused, const double *q, double *J) {
  (void)unused;
  double all = 0, g = elasticity;
  for (int i = 0; i < FIRMS; i++) all += q[i];
  double price = pow(5000 / all, 1 / g), fall = -price / (g * all);
  for (int i = 0; i < FIRMS; i++)
    for (int j = 0; j < FIRMS; j++) {
      /* d/dq_j of -p + q_i p / (g Q) */
      J[i * FIRMS + j] = -fall + q[i] / g * (fall / all - price / (all * all));
      if (i == j)
        J[i * FIRMS + j] +=
            price / (g * all) + pow(q[i] / capital, 1 / beta[i] - 1) / (beta[i] * capital);
    }
  return !(all > 0);
}

static void test_nash_cournot(void **unused) {
  (void)unused;
  const double printed[FIRMS] = {36.9325, 41.8181, 43.7066, 42.6592, 39.1790};
  const double guess[FIRMS] = {10, 10, 10, 10, 10};
  for (int s = 0; s < SOLVERS; s++) {
    rg_ncp p = {.n = FIRMS, .function = cournot, .jacobian = cournot_slope, .guess = guess};
    double z[FIRMS];
    assert_int_equal(solve(&p, solvers[s], 1e-10, z, NULL), RG_SOLVED);
    assert_true(apart(FIRMS, z, printed) < 1e-3);
    p.jacobian = NULL; /* the same by differences */
    assert_int_equal(solve(&p, solvers[s], 1e-9, z, NULL), RG_SOLVED);
    assert_true(apart(FIRMS, z, printed) < 1e-3);
  }
}

/* --- a membrane over an obstacle, sparse -------------------------------------------------------- */

enum { SIDE = 10, NODES = SIDE * SIDE };

typedef struct membrane {
  double stiff; /* of the foundation: stiff u^3 */
  int row_start[NODES + 1], column[5 * NODES];
  double lower[NODES], upper[NODES];
} membrane;

/* neighbours of a node inside the square */
static int neighbours(int i, int *list) {
  int x = i % SIDE, y = i / SIDE, n = 0;
  if (y > 0) list[n++] = i - SIDE;
  if (x > 0) list[n++] = i - 1;
  if (x < SIDE - 1) list[n++] = i + 1;
  if (y < SIDE - 1) list[n++] = i + SIDE;
  return n;
}

static double node(const membrane *m, int i, double u, const double *around) {
  const double h = 1.0 / (SIDE + 1);
  int list[4], n = neighbours(i, list);
  double sum = 0;
  for (int k = 0; k < n; k++) sum += around[list[k]];
  return 4 * u - sum + h * h * (m->stiff * u * u * u + 6);
}

static int membrane_value(void *context, const double *u, double *F) {
  for (int i = 0; i < NODES; i++) F[i] = node(context, i, u[i], u);
  return 0;
}

static int membrane_slope(void *context, const double *u, double *values) {
  const membrane *m = context;
  const double h = 1.0 / (SIDE + 1);
  for (int i = 0; i < NODES; i++)
    for (int k = m->row_start[i]; k < m->row_start[i + 1]; k++)
      values[k] = m->column[k] == i ? 4 + 3 * h * h * m->stiff * u[i] * u[i] : -1;
  return 0;
}

static membrane make_membrane(double stiff) {
  membrane m = {.stiff = stiff};
  for (int i = 0, at = 0; i < NODES; i++) {
    double x = (i % SIDE + 1.0) / (SIDE + 1) - 0.5, y = (i / SIDE + 1.0) / (SIDE + 1) - 0.5;
    int list[4], n = neighbours(i, list);
    for (int k = 0; k < n; k++) m.column[at++] = list[k];
    m.column[at++] = i;
    m.row_start[i + 1] = at;
    m.lower[i] = -0.15 - x * x - y * y; /* a hill below */
    m.upper[i] = i % 7 == 0 ? -0.1 : HUGE_VAL;
  }
  return m;
}

/* projected nonlinear relaxation, node by node: slow and simple; the problem is strongly monotone */
static void relax(const membrane *m, double *u) {
  for (int i = 0; i < NODES; i++) u[i] = 0;
  for (int sweep = 0; sweep < 4000; sweep++)
    for (int i = 0; i < NODES; i++) {
      double at = u[i];
      for (int k = 0; k < 20; k++) { /* Newton on one node */
        const double h = 1.0 / (SIDE + 1);
        at -= node(m, i, at, u) / (4 + 3 * h * h * m->stiff * at * at);
      }
      u[i] = fmax(m->lower[i], fmin(at, m->upper[i]));
    }
}

static void test_membrane(void **unused) {
  (void)unused;
  for (int nonlinear = 0; nonlinear < 2; nonlinear++) {
    membrane m = make_membrane(nonlinear ? 50 : 0);
    double u[NODES], z[NODES];
    relax(&m, u);
    rg_ncp p = {.n = NODES,
                .lower = m.lower,
                .upper = m.upper,
                .function = membrane_value,
                .jacobian = membrane_slope,
                .row_start = m.row_start,
                .column = m.column,
                .context = &m};
    int lies = 0, held = 0;
    for (int i = 0; i < NODES; i++) lies += u[i] == m.lower[i], held += u[i] == m.upper[i];
    assert_true(lies > 0 && held > 0 && lies + held < NODES); /* the scene has all three */
    for (int s = 0; s < SOLVERS; s++) {
      if (strcmp(solvers[s], "mncpopt") == 0) continue; /* slow: three times the unknowns */
      assert_int_equal(solve(&p, solvers[s], 1e-11, z, NULL), RG_SOLVED);
      assert_true(apart(NODES, u, z) < 1e-9);
    }
  }
}

/* --- planted solutions --------------------------------------------------------------------------- */

/* F(z) = M z + weight z^3 / (1 + |z|) ... with its zero set so that `planted` is a solution */
typedef struct planted {
  int n;
  double M[MOST * MOST], weight[MOST], q[MOST], lower[MOST], upper[MOST], z[MOST];
  double scale_row[MOST];
} planted;

static int planted_value(void *context, const double *z, double *F) {
  const planted *p = context;
  for (int i = 0; i < p->n; i++) {
    double sum = p->q[i] + p->weight[i] * atan(z[i]) + 0.1 * p->weight[i] * z[i] * z[i] * z[i];
    for (int j = 0; j < p->n; j++) sum += p->M[i * p->n + j] * z[j];
    F[i] = p->scale_row[i] * sum;
  }
  return 0;
}

static int planted_slope(void *context, const double *z, double *J) {
  const planted *p = context;
  for (int i = 0; i < p->n; i++)
    for (int j = 0; j < p->n; j++) {
      double slope = p->M[i * p->n + j];
      if (i == j) slope += p->weight[i] * (1 / (1 + z[i] * z[i]) + 0.3 * z[i] * z[i]);
      J[i * p->n + j] = p->scale_row[i] * slope;
    }
  return 0;
}

static double between(uint64_t *state, double low, double high) {
  return low + (high - low) * rg_random(state);
}

/* M = B B' / n + skew + 0.1 I: strongly monotone, so there is no other solution. `degenerate`: one unknown in four
   lies at its bound with F = 0. */
static void plant(planted *p, int n, uint64_t seed, int degenerate) {
  uint64_t state = seed;
  double B[MOST * MOST];
  memset(p, 0, sizeof *p);
  p->n = n;
  for (int k = 0; k < n * n; k++) B[k] = between(&state, -1, 1);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      double sum = 0;
      for (int k = 0; k < n; k++) sum += B[i * n + k] * B[j * n + k] / n;
      p->M[i * n + j] = sum + 0.5 * (B[i * n + j] - B[j * n + i]) + (i == j ? 0.1 : 0);
    }
  for (int i = 0; i < n; i++) {
    int kind = (int)between(&state, 0, 4);
    p->weight[i] = between(&state, 0, 2);
    p->scale_row[i] = 1;
    p->lower[i] = kind == 0 || kind == 2 ? between(&state, -2, 0) : -HUGE_VAL;
    p->upper[i] = kind == 1 || kind == 2 ? between(&state, 0.1, 2) : HUGE_VAL;
    p->z[i] = between(&state, -2, 2);
    if (rg_random(&state) < 0.3 && kind != 3) p->z[i] = kind == 1 ? p->upper[i] : p->lower[i];
    p->z[i] = fmax(p->lower[i], fmin(p->z[i], p->upper[i]));
  }
  double F[MOST];
  planted_value(p, p->z, F);
  for (int i = 0; i < n; i++) {
    double push = degenerate && i % 4 == 0 ? 0 : between(&state, 0.1, 3);
    double wanted = p->z[i] == p->lower[i] ? push : p->z[i] == p->upper[i] ? -push : 0;
    p->q[i] = wanted - F[i];
  }
}

static rg_ncp ncp_of(planted *p) {
  return (rg_ncp){.n = p->n,
                  .lower = p->lower,
                  .upper = p->upper,
                  .function = planted_value,
                  .jacobian = planted_slope,
                  .context = p};
}

static void test_planted(void **unused) {
  (void)unused;
  static planted p;
  for (int s = 0; s < SOLVERS; s++) {
    int solved = 0, total = 0, slow = strcmp(solvers[s], "mncpopt") == 0;
    for (int k = 0; k < (slow ? 40 : 200); k++) {
      double z[MOST];
      plant(&p, 2 + k % 19, (uint64_t)k, k % 3 == 0);
      rg_ncp ncp = ncp_of(&p);
      total++;
      if (solve(&ncp, solvers[s], 1e-10, z, NULL) != RG_SOLVED) continue;
      solved++;
      assert_true(apart(p.n, z, p.z) < 1e-6); /* strongly monotone: |z - z*| <= map (1 + L) / 0.1 */
    }
    assert_true(slow ? solved >= 30 : solved == total);
  }
}

/* M of any kind: a solution exists, others may, and not every method finds one; what is called solved is */
static void test_planted_anyhow(void **unused) {
  (void)unused;
  static planted p;
  int solved[SOLVERS] = {0}, total = 60;
  for (int k = 0; k < total; k++) {
    double z[MOST], F[MOST];
    int n = 2 + k % 11;
    uint64_t state = (uint64_t)(900 + k);
    plant(&p, n, (uint64_t)(900 + k), 0);
    planted_value(&p, p.z, F);
    for (int i = 0; i < n * n; i++) p.M[i] = between(&state, -2, 2);
    double G[MOST];
    planted_value(&p, p.z, G);
    for (int i = 0; i < n; i++) p.q[i] += F[i] - G[i]; /* the same F at the same solution */
    rg_ncp ncp = ncp_of(&p);
    for (int s = 0; s < SOLVERS - 1; s++)
      solved[s] += solve(&ncp, solvers[s], 1e-10, z, NULL) == RG_SOLVED;
  }
  for (int s = 0; s < SOLVERS - 1; s++)
    print_message("%s: %d of %d\n", solvers[s], solved[s], total);
  assert_true(solved[0] == total);
  for (int s = 1; s < SOLVERS - 1; s++) assert_true(solved[s] > total / 2);
}

/* the same bits twice, and a second solve starts from the first one's answer */
static void test_again(void **unused) {
  (void)unused;
  static planted p;
  double first[MOST], second[MOST];
  plant(&p, 20, 7, 0);
  rg_ncp ncp = ncp_of(&p);
  rg_ncp_report cold;
  assert_int_equal(solve(&ncp, "auto", 1e-10, first, &cold), RG_SOLVED);
  assert_int_equal(solve(&ncp, "auto", 1e-10, second, NULL), RG_SOLVED);
  assert_memory_equal(first, second, 20 * sizeof *first);
  rg_ncp_solver *s = NULL;
  assert_int_equal(rg_ncp_solver_new(&s, &ncp, NULL, NULL), RG_OK);
  assert_int_equal(rg_ncp_solver_solve(s), RG_SOLVED);
  assert_int_equal(rg_ncp_solver_solve(s), RG_SOLVED);
  assert_true(rg_ncp_solver_report(s)->evaluations < cold.evaluations);
  rg_ncp_certificate c;
  assert_int_equal(rg_ncp_certify(&ncp, rg_ncp_solver_point(s), NULL, &c, NULL), RG_OK);
  assert_true(c.residual == rg_ncp_solver_report(s)->certificate.residual);
  /* and the certificate sees a point that is no solution, where and how much */
  memcpy(first, rg_ncp_solver_point(s), 20 * sizeof *first);
  int free_one = 0;
  while (!(isinf(p.lower[free_one]) && isinf(p.upper[free_one]))) free_one++;
  first[free_one] += 1e-3;
  assert_int_equal(rg_ncp_certify(&ncp, first, NULL, &c, NULL), RG_OK);
  assert_true(c.residual > 1e-6);
  first[free_one] -= 1e-3;
  int bounded = 0;
  while (isinf(p.lower[bounded])) bounded++;
  first[bounded] = p.lower[bounded] - 0.25;
  assert_int_equal(rg_ncp_certify(&ncp, first, NULL, &c, NULL), RG_OK);
  assert_int_equal(c.outside_at, bounded);
  assert_true(fabs(c.outside - 0.25) < 1e-12);
  rg_ncp_solver_free(s);
}

/* rows of F in units a million apart; the tolerance is relative to all of F */
static void test_units(void **unused) {
  (void)unused;
  static planted p;
  for (int k = 0; k < 30; k++) {
    double z[MOST];
    plant(&p, 12, (uint64_t)(500 + k), 0);
    for (int i = 0; i < 12; i++) p.scale_row[i] = pow(10, i % 4 - 2);
    rg_ncp ncp = ncp_of(&p);
    assert_int_equal(solve(&ncp, "auto", 1e-12, z, NULL), RG_SOLVED);
    assert_true(apart(p.n, z, p.z) < 1e-5);
  }
}

/* --- what is refused, and what has no solution ------------------------------------------------------- */

static int nowhere(void *unused, const double *z, double *F) {
  (void)unused;
  F[0] = -1 - z[0] * z[0]; /* < 0 for all z >= 0 */
  return 0;
}

/* of no unknowns */
static int nothing(void *unused, const double *z, double *F) {
  (void)unused, (void)z, (void)F;
  return 0;
}

static int logarithm(void *unused, const double *z, double *F) {
  (void)unused;
  F[0] = log(z[0]) + 1; /* zero at 1/e, not defined at 0 */
  return 0;
}

static int wrong_slope(void *context, const double *z, double *J) {
  kojima_shindo_slope(context, z, J);
  J[6] += 1;
  return 0;
}

static void expect(const rg_ncp *p, const char *solver, const char *element, const char *words) {
  rg_ncp_solver *s = NULL;
  rg_options options = rg_options_default();
  rg_error error;
  options.solver = solver;
  assert_int_equal(rg_ncp_solver_new(&s, p, &options, &error), RG_BAD_INPUT);
  assert_null(s);
  assert_string_equal(error.element, element);
  if (!strstr(error.reason, words)) fail_msg("'%s' without '%s'", error.reason, words);
}

static void test_refused(void **unused) {
  (void)unused;
  const double low[4] = {0, 2, 0, 0}, high[4] = {1, 1, 1, 1}, odd[4] = {0, (double)NAN, 0, 0};
  const int start[5] = {0, 1, 2, 3, 4}, falls[5] = {0, 2, 1, 3, 4}, column[4] = {0, 1, 2, 4};
  rg_ncp good = {.n = 4,
                 .function = kojima_shindo,
                 .jacobian = kojima_shindo_slope,
                 .context = (void *)kojima};
  rg_ncp p = good;
  p.function = NULL, expect(&p, "auto", "function", "NULL");
  p = good, p.n = -1, expect(&p, "auto", "n", "negative");
  p = good, p.n = 1 << 20, expect(&p, "auto", "n", "too many");
  p = good, p.lower = low, p.upper = high,
  expect(&p, "path", "lower, upper", "[2, 1] of unknown 1");
  p = good, p.lower = odd, expect(&p, "path", "lower, upper", "unknown 1");
  p = good, p.guess = odd, expect(&p, "path", "guess", "guess[1]");
  p = good, p.row_start = falls, p.column = column, expect(&p, "path", "row_start", "row 1");
  p = good, p.row_start = start, expect(&p, "path", "column", "NULL");
  p = good, p.row_start = start, p.column = column, expect(&p, "path", "column", "column[3] = 4");
  expect(&good, "nsgs", "solver", "does not take functions");
  expect(&good, "nobody", "solver", "nobody");
  expect(NULL, "auto", "problem", "NULL");
  p = (rg_ncp){.n = 1, .function = logarithm}, expect(&p, "auto", "function", "F[0] is infinite");

  /* a Jacobian that is not F's is found, with its entry; a right one passes */
  rg_error error;
  const double at[4] = {1, 2, 3, 4};
  p = good, p.jacobian = wrong_slope;
  assert_int_equal(rg_ncp_try_jacobian(&good, at, 0, &error), RG_OK);
  assert_int_equal(rg_ncp_try_jacobian(&p, at, 0, &error), RG_BAD_INPUT);
  assert_non_null(strstr(error.reason, "dF[1]/dz[2] is 11, differences of F say 10"));
}

/* no solution: said to be none found, never solved; and F that is not defined everywhere */
static void test_hard(void **unused) {
  (void)unused;
  for (int s = 0; s < SOLVERS; s++) {
    double z;
    rg_ncp_report report;
    rg_ncp none = {.n = 1, .function = nowhere};
    assert_int_not_equal(solve(&none, solvers[s], 1e-8, &z, &report), RG_SOLVED);
    assert_true(report.certificate.residual >= 1);
    const double one = 1;
    rg_ncp domain = {.n = 1, .function = logarithm, .guess = &one};
    assert_int_equal(solve(&domain, solvers[s], 1e-10, &z, NULL), RG_SOLVED);
    assert_true(fabs(z - exp(-1)) < 1e-9);
  }
  rg_ncp empty = {.n = 0, .function = nothing};
  double z;
  assert_int_equal(solve(&empty, "auto", 1e-8, &z, NULL), RG_SOLVED);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_kojima_shindo),
                                     cmocka_unit_test(test_mathiesen),
                                     cmocka_unit_test(test_billups),
                                     cmocka_unit_test(test_nash_cournot),
                                     cmocka_unit_test(test_membrane),
                                     cmocka_unit_test(test_planted),
                                     cmocka_unit_test(test_planted_anyhow),
                                     cmocka_unit_test(test_again),
                                     cmocka_unit_test(test_units),
                                     cmocka_unit_test(test_refused),
                                     cmocka_unit_test(test_hard)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
