/* Problems that have no solution, each with the reason written down, their neighbours that have
   one, and verdicts on small random LCPs against the enumeration of all complementary bases. */
#include "solve/mlcp_cases.h"

#include "solve/body_scene.h"
#include "solve/cone/infeasible.h"
#include "solve/small_cone.h"

/* the report must hold a reason wherever it is not solved */
static rg_status solve(const rg_problem *p, const char *solver, double *x) {
  rg_options o = rg_options_default();
  rg_solver *s;
  rg_error error;
  o.solver = solver;
  rg_status status = rg_solver_new(&s, p, &o, &error);
  assert_int_equal(status, RG_OK);
  status = rg_solver_solve(s);
  assert_int_equal(rg_solver_report(s)->status, status);
  assert_true(status == RG_SOLVED || rg_solver_report(s)->reason[0] != '\0');
  for (int i = 0; i < rg_solver_size(s); i++) {
    assert_true(isfinite(rg_solver_impulse(s)[i]) && isfinite(rg_solver_velocity(s)[i]));
    if (x) x[i] = rg_solver_impulse(s)[i];
  }
  rg_solver_free(s);
  return status;
}

/* every solver, cut short after that many iterations: none calls it solved, each says why */
static void nobody_solves(const rg_problem *p, int iterations) {
  for (int k = 0; k < rg_solver_count(); k++) {
    rg_solver *s;
    rg_options o = rg_options_default();
    o.solver = rg_solver_at(k)->name;
    o.max_iterations = iterations;
    if (rg_solver_new(&s, p, &o, NULL) != RG_OK) continue; /* not a kind that it handles */
    rg_status status = rg_solver_solve(s);
    if (status == RG_SOLVED) print_message("%s calls it solved\n", o.solver);
    if (!rg_solver_report(s)->reason[0]) print_message("%s does not say why not\n", o.solver);
    assert_true(status != RG_SOLVED);
    assert_true(rg_solver_report(s)->reason[0] != '\0');
    rg_solver_free(s);
  }
}

/* every solver that takes the problem proves it, when nobody cuts it short */
static void everybody_proves(const rg_problem *p) {
  for (int k = 0; k < rg_solver_count(); k++) {
    rg_solver *s;
    rg_options o = rg_options_default();
    o.solver = rg_solver_at(k)->name;
    if (rg_solver_new(&s, p, &o, NULL) != RG_OK) continue; /* not a kind that it handles */
    rg_status status = rg_solver_solve(s);
    if (status != RG_NO_SOLUTION)
      fail_msg("%s: %s, no proof: %s", o.solver, rg_status_text(status),
               rg_solver_report(s)->reason);
    assert_true(rg_solver_report(s)->reason[0] != '\0');
    rg_solver_free(s);
  }
}

/* all prove it; no solver calls it solved, whether it is cut short at once, on its way or late */
static void has_none(const rg_problem *p) {
  everybody_proves(p);
  const int iterations[] = {1, 30, 1000};
  for (int k = 0; k < 3; k++) nobody_solves(p, iterations[k]);
}

static void has_one(const rg_problem *p) {
  rg_certificate certificate;
  double x[SCENE_N];
  assert_int_equal(solve(p, "auto", x), RG_SOLVED);
  assert_int_equal(rg_certify(p, x, NULL, &certificate, NULL), RG_OK);
  assert_true(certificate.natural_map_relative <= 1e-8);
}

static rg_problem lcp(int n, const double *M, const double *q) {
  rg_problem p = rg_problem_default();
  p.kind = RG_KIND_LCP, p.rows = n, p.A = rg_matrix_dense(n, n, M), p.c = q;
  return p;
}

/* ---- LCPs ---- */

static void infeasible_lcps(void **state) {
  (void)state;
  const double nothing[] = {0}, minus_one[] = {-1}, reversed[] = {-1};
  rg_problem p = lcp(1, nothing, minus_one); /* w = -1 */
  has_none(&p);
  p = lcp(1, reversed, minus_one); /* w = -z - 1 */
  has_none(&p);
  const double opposite[] = {1, -1, -1, 1}, both[] = {-1, -1}; /* w_1 + w_2 = -2 */
  p = lcp(2, opposite, both);
  has_none(&p);
  const double three[] = {2, -1, -1, -1, 2, -1, -1, -1, 2}, q[] = {1, -1, -0.5}; /* sum w = -0.5 */
  p = lcp(3, three, q);
  has_none(&p);
}

static void nearly_infeasible_lcps(void **state) {
  (void)state;
  const double opposite[] = {1, -1, -1, 1}, slack[] = {-1, 1 + 1e-6}, tight[] = {-1, 1};
  rg_problem p = lcp(2, opposite, slack);
  has_one(&p);
  p = lcp(2, opposite, tight);
  has_one(&p);
  const double weak[] = {1e-6}, minus_one[] = {-1}; /* z = 1e6 */
  p = lcp(1, weak, minus_one);
  has_one(&p);
}

/* Any matrix, most of them without structure: where enumeration finds a solution, auto must not
   deny it; where auto denies one, enumeration finds none. */
static void verdicts_agree_with_enumeration(void **state) {
  (void)state;
  uint64_t seed = 11;
  int solved = 0, denied = 0, open = 0;
  for (int k = 0; k < 1500; k++) {
    mlcp_case c;
    double z[ENUMERATE_MAX];
    int n = 1 + k % 4;
    case_allocate(&c, n);
    for (int i = 0; i < n * n; i++) c.M[i] = random_value(&seed) + (k % 3 ? 0 : (i % (n + 1) == 0));
    for (int i = 0; i < n; i++) {
      c.q[i] = random_value(&seed);
      if (k % 5 == 0) c.upper[i] = 1 + random_value(&seed); /* bounds: always a solution */
    }
    rg_problem p = rg_problem_default();
    p.kind = RG_KIND_MLCP, p.rows = n, p.A = rg_matrix_dense(n, n, c.M), p.c = c.q;
    p.lower = c.lower, p.upper = c.upper;
    int exists = enumerate(&c.mlcp, z) > 0;
    rg_status status = solve(&p, "auto", z);
    assert_true(!(exists && status == RG_NO_SOLUTION));
    assert_true(exists || status != RG_SOLVED);
    if (status == RG_SOLVED) assert_true(judge(&c.mlcp, z) < 1e-7);
    solved += status == RG_SOLVED, denied += status == RG_NO_SOLUTION;
    open += status != RG_SOLVED && status != RG_NO_SOLUTION;
    case_free(&c);
  }
  print_message("%d solved, %d denied, %d open\n", solved, denied, open);
  assert_int_equal(open, 0); /* four rows are few enough to be sure */
  assert_true(solved > 500 && denied > 100);
}

/* the proof belongs behind every solver: where enumeration of four rows finds nothing, each says so */
static void every_solver_has_the_proof(void **state) {
  (void)state;
  uint64_t seed = 12;
  int none = 0;
  for (int k = 0; none < 45; k++) {
    mlcp_case c;
    double z[ENUMERATE_MAX];
    int n = 2 + k % 3;
    case_allocate(&c, n);
    for (int i = 0; i < n * n; i++) c.M[i] = random_value(&seed);
    for (int i = 0; i < n; i++) c.q[i] = random_value(&seed);
    rg_problem p = lcp(n, c.M, c.q);
    int exists = enumerate(&c.mlcp, z) > 0;
    none += !exists;
    for (int s = 0; s < rg_solver_count(); s++) {
      const rg_solver_info *info = rg_solver_at(s);
      int slow = info->handles & RG_HANDLES_CONE && none > 12; /* sweeps up to their limit */
      if (!(info->handles & RG_HANDLES_LCP) || slow) continue;
      rg_status status = solve(&p, info->name, z);
      if (!exists && status != RG_NO_SOLUTION) fail_msg("%s: no proof", info->name);
      assert_true(!exists || status != RG_NO_SOLUTION);
    }
    case_free(&c);
  }
}

/* ---- contacts ---- */

/* A disk between two walls, in the plane and in space: one wall wants v_x >= left, the other
   -v_x >= right. Possible exactly where left + right <= 0. */
static void disk_between_walls(scene *s, int dim, double mu) {
  const double center[3] = {0}, along[3] = {0, 1, 0};
  scene_start(s, dim);
  scene_body(s, 2, 0.1, center, (double[]){0.3, -0.2, 0.1, 0, 0, 0.5});
  for (int side = -1; side <= 1; side += 2) {
    double normal[3] = {-side, 0, 0}, point[3] = {0.5 * side, 0, 0};
    scene_contact(s, 0, -1, point, normal, along, mu);
  }
  scene_finish(s);
}

static void disk_too_large_for_its_gap(void **state) {
  (void)state;
  const double friction[] = {0, 0.3, 1};
  for (int dim = 2; dim <= 3; dim++)
    for (int k = 0; k < 3; k++) {
      scene s;
      double target[2] = {0.4, 0.4};
      disk_between_walls(&s, dim, friction[k]);
      rg_problem p = scene_local(&s), g = scene_global(&s);
      p.target = g.target = target;
      has_none(&p);
      has_none(&g);
      target[1] = -0.4 + 1e-3; /* still too large by a millimetre a second */
      assert_int_equal(solve(&p, "auto", NULL), RG_NO_SOLUTION);
      target[1] = -0.4; /* exactly fits */
      has_one(&p);
      target[1] = -0.4 - 1e-6; /* slack */
      has_one(&p);
      has_one(&g);
    }
}

/* Random contacts A = W W' in which one normal is minus a positive combination of the others: u_n'y = c_n'y whatever the
   impulses, so that c_n'y < 0 has no solution. Where c_n = s - W_n v with s > 0, velocities exist that part all. */
static void random_contradicting_normals(void **state) {
  (void)state;
  enum { MOST = 6, CONTACTS = 4 };
  uint64_t seed = 5;
  for (int k = 0; k < 12; k++) {
    int dim = k % 3 == 2 ? 6 : 2 + k % 3, n = dim * CONTACTS, m = 5, none = k % 6 < 3;
    double W[MOST * CONTACTS][5], A[MOST * MOST * CONTACTS * CONTACTS], c[MOST * CONTACTS];
    double y[CONTACTS], v[5], mu[CONTACTS], spin[CONTACTS], roll[CONTACTS];
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++) W[i][j] = random_value(&seed);
    for (int j = 0; j < m; j++) v[j] = random_value(&seed), W[n - dim][j] = 0;
    for (int i = 0; i < CONTACTS; i++) {
      y[i] = i < CONTACTS - 1 ? 0.2 + fabs(random_value(&seed)) : 1;
      mu[i] = fabs(random_value(&seed)), spin[i] = 0.1, roll[i] = 0.05;
      for (int j = 0; j < m && i < CONTACTS - 1; j++) W[n - dim][j] -= y[i] * W[dim * i][j];
    }
    for (int i = 0; i < n; i++) {
      c[i] = i % dim ? random_value(&seed) : none ? -0.3 : 0.3;
      for (int j = 0; j < m && i % dim == 0; j++) c[i] -= W[i][j] * v[j];
      for (int j = 0; j < n; j++) {
        A[n * i + j] = 0;
        for (int l = 0; l < m; l++) A[n * i + j] += W[i][l] * W[j][l];
      }
    }
    rg_problem p = rg_problem_default();
    p.dim = dim, p.contacts = CONTACTS, p.A = rg_matrix_dense(n, n, A), p.c = c, p.mu = mu;
    if (dim == 6) p.spin = spin, p.roll = roll;
    if (none) everybody_proves(&p);
    for (int s = 0; s < rg_solver_count() && !none && k < 6; s++) {
      rg_solver *solver;
      rg_options o = rg_options_default();
      o.solver = rg_solver_at(s)->name;
      if (rg_solver_new(&solver, &p, &o, NULL) != RG_OK) continue;
      assert_true(rg_solver_solve(solver) != RG_NO_SOLUTION);
      rg_solver_free(solver);
    }
  }
}

/* a body that a motor moves into the ground: u_row = v + 1 = 0 against v >= 0 */
static void motor_into_the_ground(void **state) {
  (void)state;
  const double A[] = {1, 1, 0, 1, 1, 0, 0, 0, 1}, mu[] = {0.5};
  double c[] = {1, 0, 0.2};
  rg_problem p = rg_problem_default();
  p.dim = 2, p.rows = 1, p.contacts = 1, p.A = rg_matrix_dense(3, 3, A), p.c = c, p.mu = mu;
  has_none(&p);
  c[0] = -1; /* out of the ground */
  has_one(&p);
  c[0] = -1e-6;
  has_one(&p);
  c[0] = 0; /* along it */
  has_one(&p);
  const double lower[] = {-5}, upper[] = {5}; /* a motor that can give way */
  c[0] = 1, p.lower = lower, p.upper = upper;
  has_one(&p);
}

/* ---- bilateral rows ---- */

/* rows 0 and 1 constrain the same velocity: u_1 - u_0 = c_1 - c_0 for every x */
static void inconsistent_rows(void **state) {
  (void)state;
  const double A[] = {1, 1, 0.5, 1, 1, 0.5, 0.5, 0.5, 1};
  double c[] = {-1, -2, 0.3};
  rg_problem p = rg_problem_default();
  p.rows = 3, p.A = rg_matrix_dense(3, 3, A), p.c = c;
  has_none(&p);
  p.kind = RG_KIND_MLCP; /* the same as an MLCP with free rows */
  const double lower[] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
  p.lower = lower;
  has_none(&p);
  c[1] = -1; /* consistent, though singular */
  has_one(&p);
  p.kind = RG_KIND_CONTACT;
  has_one(&p);
  const double limits[] = {0, 0, -HUGE_VAL}; /* one-sided: the stricter one wins */
  c[1] = -1 - 1e-6, p.lower = limits;
  has_one(&p);
}

/* the same beside a contact, so that it goes through the cone */
static void inconsistent_rows_beside_a_contact(void **state) {
  (void)state;
  double A[25] = {0}, c[] = {-1, -2, -0.5, 0.1, 0.2}, mu[] = {0.5};
  for (int i = 0; i < 5; i++) A[6 * i] = 1;
  A[1] = A[5] = 1; /* rows 0 and 1 are the same */
  A[2] = A[10] = A[7] = A[11] = 0.3;
  rg_problem p = rg_problem_default();
  p.dim = 3, p.rows = 2, p.contacts = 1, p.A = rg_matrix_dense(5, 5, A), p.c = c, p.mu = mu;
  has_none(&p);
  c[1] = -1;
  has_one(&p);
}

/* Two rows that are all but the same ask for velocities that differ: impulses of 1 / gap do that. As long as numbers
   are wide enough to hold them that is a solution, and no proof may say otherwise; without the difference it is none. */
static void nearly_contradicting_rows(void **state) {
  (void)state;
  for (int k = 0; k < 4; k++) {
    double gap = k < 3 ? pow(10, -2 - 2 * k) : 0, free[2] = {-HUGE_VAL, -HUGE_VAL}, x[6] = {0};
    double A[4] = {1, 1 - gap, 1 - gap, 1}, c[2] = {1, -1}, most[2] = {HUGE_VAL, HUGE_VAL};
    rg_arena arena = {0};
    rg_cone cone;
    rg_outcome outcome = {0};
    small_problem p = {.d = 3, .rows = 2, .n = 2};
    memcpy(p.A, A, sizeof A), memcpy(p.c, c, sizeof c);
    memcpy(p.lower, free, sizeof free), memcpy(p.upper, most, sizeof most);
    small_cone(&arena, &p, 1, &cone);
    rg_point *point = rg_point_new(&arena, &cone);
    rg_infeasible *infeasible = rg_infeasible_new(&arena, &cone);
    assert_non_null(point);
    assert_non_null(infeasible);
    rg_point_begin(point, &cone);
    assert_int_equal(rg_infeasible_prove(infeasible, &cone, point, &outcome), k == 3);
    rg_arena_free(&arena);

    rg_problem whole = rg_problem_default();
    whole.dim = 3, whole.rows = 2, whole.A = rg_matrix_dense(2, 2, A), whole.c = c;
    assert_int_equal(solve(&whole, "auto", x), k < 3 ? RG_SOLVED : RG_NO_SOLUTION);
    if (k < 3) assert_true(fabs(x[0] * gap + 1) < 1e-6 && fabs(x[1] * gap - 1) < 1e-6);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(infeasible_lcps),
      cmocka_unit_test(nearly_infeasible_lcps),
      cmocka_unit_test(verdicts_agree_with_enumeration),
      cmocka_unit_test(every_solver_has_the_proof),
      cmocka_unit_test(disk_too_large_for_its_gap),
      cmocka_unit_test(random_contradicting_normals),
      cmocka_unit_test(motor_into_the_ground),
      cmocka_unit_test(inconsistent_rows),
      cmocka_unit_test(inconsistent_rows_beside_a_contact),
      cmocka_unit_test(nearly_contradicting_rows),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
