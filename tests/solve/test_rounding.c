/* The last digits of a cube of a tonne on a cube of a gram on the floor, 8 contacts. Masses,
   inertias and lengths are powers of two, so that A is exact, and the solution is known: no
   friction, the loads in equal parts

       r_floor = (M + m) g dt / 4,     r_top = M g dt / 4.

   In double precision A x + c is wrong by 1e-9 of |c| there. Residuals are computed here in long
   double. */
#include "solve/certificate/certificate.h"
#include "solve/front/rounding.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <rigor/solve.h>

enum { CONTACTS = 8, N = 3 * CONTACTS, DOFS = 12 };

static const double FALL = 0.00981; /* g dt */
static const double LIGHT = 0x1p-10, HEAVY = 0x1p10;
static const double HALF = 0x1p-3, HEAVY_HALF = 0x1p-1;

typedef struct pair {
  double J[N][DOFS], inverse[DOFS]; /* A = J diag(inverse) J' */
  double A[N * N], c[N], mu[CONTACTS], target[CONTACTS], solution[N];
  rg_problem problem;
} pair;

/* row += sign (v + w x r) . e_k, over the six velocities of a body */
static void add_point(double *row, int k, double sign, const double *r) {
  int a = (k + 1) % 3, b = (k + 2) % 3;
  row[k] += sign;
  row[3 + a] += sign * r[b];
  row[3 + b] -= sign * r[a];
}

static void fill_rows(pair *s) {
  static const int axis[3] = {2, 0, 1}; /* normal, tangents */
  for (int i = 0; i < CONTACTS; i++) {
    int top = i >= 4;
    double x = i & 1 ? HALF : -HALF, y = i & 2 ? HALF : -HALF;
    double of_light[3] = {x, y, top ? HALF : -HALF}, of_heavy[3] = {x, y, -HEAVY_HALF};
    for (int k = 0; k < 3; k++) {
      add_point(s->J[3 * i + k], axis[k], top ? -1 : 1, of_light);
      if (top) add_point(s->J[3 * i + k] + 6, axis[k], 1, of_heavy);
    }
  }
}

static void build(pair *s) {
  memset(s, 0, sizeof *s);
  fill_rows(s);
  for (int k = 0; k < 3; k++) {
    s->inverse[k] = 1 / LIGHT;
    s->inverse[3 + k] = 1 / (LIGHT * 0x1p-7);
    s->inverse[6 + k] = 1 / HEAVY;
    s->inverse[9 + k] = 1 / (HEAVY * 0x1p-3);
  }
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < DOFS; k++) s->A[i * N + j] += s->J[i][k] * s->inverse[k] * s->J[j][k];
  for (int i = 0; i < CONTACTS; i++) {
    s->mu[i] = 0.5;
    s->c[3 * i] = i < 4 ? -FALL : 0;
    s->solution[3 * i] = (i < 4 ? HEAVY + LIGHT : HEAVY) * FALL / 4;
  }
  s->problem = rg_problem_default();
  s->problem.dim = 3;
  s->problem.contacts = CONTACTS;
  s->problem.A = rg_matrix_dense(N, N, s->A);
  s->problem.c = s->c;
  s->problem.mu = s->mu;
}

typedef long double real;

/* A x + c */
static real velocity_of(const pair *s, const double *x, int i) {
  real sum = (real)s->c[i];
  for (int j = 0; j < N; j++) sum += (real)s->A[i * N + j] * (real)x[j];
  return sum;
}

/* natural map of contacts that stick inside their cones, relative to |c| */
static double residual(const pair *s, const double *x) {
  real sum = 0, reference = 0;
  for (int i = 0; i < CONTACTS; i++) {
    real u[3];
    for (int k = 0; k < 3; k++) {
      u[k] = velocity_of(s, x, 3 * i + k);
      reference += (real)s->c[3 * i + k] * (real)s->c[3 * i + k];
    }
    real slip = hypotl(u[1], u[2]), w = u[0] - (real)s->target[i] + (real)s->mu[i] * slip;
    assert_true(x[3 * i] > 0 && hypot(x[3 * i + 1], x[3 * i + 2]) < s->mu[i] * x[3 * i]);
    sum += w * w + slip * slip;
  }
  return (double)sqrtl(sum / reference);
}

static double c_norm(const pair *s) {
  double sum = 0;
  for (int i = 0; i < N; i++) sum = hypot(sum, s->c[i]);
  return sum;
}

static double draw(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 11) / 4503599627370496.0 - 1;
}

static double farthest(const double *x, const double *y) {
  double far = 0;
  for (int i = 0; i < N; i++) far = fmax(far, fabs(x[i] - y[i]));
  return far;
}

/* what a solver leaves: a few units of the last place everywhere, friction that is not quite
   nothing */
static void disturb(const pair *s, double friction, uint64_t *seed, double *x) {
  for (int i = 0; i < N; i++)
    x[i] = s->solution[i] + 1e-15 * draw(seed) + (i % 3 ? friction * draw(seed) : 0);
}

static void polish(const pair *s, rg_careful careful, void *context, double tol, double *x) {
  rg_rounding rounding = {&s->problem, careful, context};
  double u[N], work[5 * N];
  unsigned char held[N];
  rg_rounding_velocity(&rounding, x, u);
  rg_rounding_polish(&rounding, tol * c_norm(s), x, u, held, work);
  for (int i = 0; i < N; i++) /* 4e-14: of long double; that of double would be 1e-11 */
    assert_true(fabsl((real)u[i] - velocity_of(s, x, i)) <= 4e-14L + 1e-15L * fabsl((real)u[i]));
}

/* --- tests ------------------------------------------------------------------------------------ */

/* the known impulses, rounded to double, are not good enough by themselves: otherwise nothing is
   tested */
static void nearest_impulses_miss(void **state) {
  (void)state;
  pair s;
  double x[N];
  uint64_t seed = 1;
  build(&s);
  assert_true(residual(&s, s.solution) < 3e-10);
  disturb(&s, 1e-13, &seed, x);
  assert_true(residual(&s, x) > 1e-10);
}

static void floor_by_hand(void **state) {
  (void)state;
  double A[4] = {2, -3, -3, 8}, c[2] = {-1, 0.5}, x[2] = {1, -2}, mu = 1;
  rg_problem p = rg_problem_default();
  p.dim = 2, p.contacts = 1, p.A = rg_matrix_dense(2, 2, A), p.c = c, p.mu = &mu;
  double response = 5;
  rg_measure plain = {.unit = 1, .reference = 1};
  rg_measure scaled = {.unit = 1, .response = &response, .typical = response, .reference = 2};
  assert_true(fabs(rg_certificate_rounding(&p, x, &plain) - DBL_EPSILON * hypot(9, 19.5)) < 1e-30);
  assert_true(fabs(rg_certificate_rounding(&p, x, &scaled) -
                   DBL_EPSILON * hypot(9, 19.5) / (2 * sqrt(5))) < 1e-30);
}

/* from 200 starts with fine friction: a third of 1e-10 nearly always, 1e-10 always, and hardly
   moved */
static void polish_reaches_the_tolerance(void **state) {
  (void)state;
  pair s;
  uint64_t seed = 2;
  int close = 0;
  build(&s);
  for (int k = 0; k < 200; k++) {
    double x[N], start[N];
    disturb(&s, 1e-9, &seed, x);
    memcpy(start, x, sizeof x);
    polish(&s, NULL, NULL, 3e-11, x);
    double after = residual(&s, x);
    assert_true(after <= 1e-10);
    assert_true(farthest(x, start) < 1e-6);
    close += after <= 4e-11;
  }
  assert_true(close >= 190);
}

/* friction of the size of the load leaves only whole units to move: better by far, if not always
   good */
static void polish_with_coarse_friction(void **state) {
  (void)state;
  pair s;
  uint64_t seed = 3;
  build(&s);
  for (int k = 0; k < 100; k++) {
    double x[N], squeeze = 0.2 + 0.1 * draw(&seed);
    disturb(&s, 0, &seed, x);
    for (int i = 0; i < CONTACTS; i++) { /* corners that press against each other: A k = 0 */
      x[3 * i + 1] += i & 1 ? squeeze : -squeeze;
      x[3 * i + 2] += i & 2 ? squeeze : -squeeze;
    }
    double before = residual(&s, x);
    polish(&s, NULL, NULL, 3e-11, x);
    assert_true(residual(&s, x) <= fmax(before, 3e-11));
    assert_true(residual(&s, x) <= 3e-10);
  }
}

/* targets, consistent with a velocity of the light cube */
static void polish_meets_targets(void **state) {
  (void)state;
  pair s;
  uint64_t seed = 4;
  double x[N];
  build(&s);
  disturb(&s, 1e-9, &seed, x);
  for (int i = 0; i < CONTACTS; i++) s.target[i] = i < 4 ? 0x1p-30 : -0x1p-30;
  s.problem.target = s.target;
  assert_true(residual(&s, x) > 1e-8);
  polish(&s, NULL, NULL, 3e-11, x);
  assert_true(residual(&s, x) <= 1e-10);
}

/* the same bits from rows that are stored sparse */
static void sparse_is_dense(void **state) {
  (void)state;
  pair s;
  uint64_t seed = 5;
  double x[N], y[N], values[N * N];
  int start[N + 1] = {0}, column[N * N];
  build(&s);
  disturb(&s, 1e-9, &seed, x);
  memcpy(y, x, sizeof x);
  polish(&s, NULL, NULL, 3e-11, x);
  for (int i = 0; i < N; i++) {
    start[i + 1] = start[i];
    for (int j = 0; j < N; j++)
      if (s.A[i * N + j] != 0) {
        values[start[i + 1]] = s.A[i * N + j];
        column[start[i + 1]++] = j;
      }
  }
  s.problem.A = rg_matrix_sparse(N, N, start, column, values);
  polish(&s, NULL, NULL, 3e-11, y);
  assert_memory_equal(x, y, sizeof x);
}

/* u = J (inverse J' x) + c in long double, or a refusal */
typedef struct caller {
  const pair *pair;
  int refuses, calls;
} caller;

static int through_bodies(void *context, const double *impulse, const double *shift, double *u) {
  caller *of = context;
  of->calls++;
  if (of->refuses) return 0;
  real v[DOFS] = {0};
  for (int k = 0; k < DOFS; k++) {
    for (int i = 0; i < N; i++) v[k] += (real)of->pair->J[i][k] * (real)impulse[i];
    v[k] *= (real)of->pair->inverse[k];
  }
  for (int i = 0; i < N; i++) {
    real sum = (real)shift[i];
    for (int k = 0; k < DOFS; k++) sum += (real)of->pair->J[i][k] * v[k];
    u[i] = (double)sum;
  }
  return 1;
}

static void callers_velocity_is_used(void **state) {
  (void)state;
  pair s;
  build(&s);
  for (int refuses = 0; refuses < 2; refuses++) {
    uint64_t seed = 6;
    double x[N];
    caller of = {&s, refuses, 0};
    disturb(&s, 1e-9, &seed, x);
    polish(&s, through_bodies, &of, 3e-11, x);
    assert_true(of.calls > 1);
    assert_true(residual(&s, x) <= 1e-10);
  }
}

/* nothing to do: good enough, nothing held, no matrix, no unknowns */
static void nothing_moves(void **state) {
  (void)state;
  pair s;
  uint64_t seed = 7;
  double x[N], start[N], zero[N * N] = {0};
  build(&s);
  disturb(&s, 1e-9, &seed, x);
  memcpy(start, x, sizeof x);
  polish(&s, NULL, NULL, 1, x);
  assert_memory_equal(x, start, sizeof x);

  /* contacts that are open or slip */
  for (int i = 0; i < CONTACTS; i++) {
    x[3 * i] = i & 1 ? 0 : 1;
    x[3 * i + 1] = i & 1 ? 0 : s.mu[i];
    x[3 * i + 2] = 0;
  }
  memcpy(start, x, sizeof x);
  polish(&s, NULL, NULL, 0, x);
  assert_memory_equal(x, start, sizeof x);

  /* velocities that no impulse moves */
  disturb(&s, 1e-9, &seed, x);
  memcpy(start, x, sizeof x);
  memcpy(s.A, zero, sizeof zero);
  polish(&s, NULL, NULL, 0, x);
  assert_memory_equal(x, start, sizeof x);

  rg_problem empty = rg_problem_default();
  rg_rounding rounding = {&empty, NULL, NULL};
  empty.A = rg_matrix_dense(0, 0, zero);
  rg_rounding_polish(&rounding, 0, x, start, NULL, zero);
  rg_measure plain = {.unit = 1};
  assert_true(rg_certificate_rounding(&empty, x, &plain) == 0);
}

/* rows: one inside its bounds is brought to rest, one at its bound stays there */
static void rows_within_bounds(void **state) {
  (void)state;
  double A[4] = {0x1p12, 0x1p-4, 0x1p-4, 0x1p12}, c[2] = {-1, -0.7};
  double lower[2] = {-10, -10}, upper[2] = {10, 0x1p-14}, x[2] = {0x1p-12 + 1e-8, 0x1p-14};
  double u[2], work[10];
  unsigned char held[2];
  rg_problem p = rg_problem_default();
  p.rows = 2, p.A = rg_matrix_dense(2, 2, A), p.c = c, p.lower = lower, p.upper = upper;
  rg_rounding rounding = {&p, NULL, NULL};
  rg_rounding_velocity(&rounding, x, u);
  rg_rounding_polish(&rounding, 1e-14, x, u, held, work);
  assert_true(x[1] == 0x1p-14);
  assert_true(fabs(u[0]) <= 1e-14);
  assert_true(fabs(x[0] - (1 - 0x1p-18) * 0x1p-12) < 1e-15);
}

/* all together: cold, then warm from slightly other loads, as in time stepping */
static void solved_as_in_stepping(void **state) {
  (void)state;
  pair s;
  uint64_t seed = 8;
  rg_solver *solver;
  rg_options o = rg_options_default();
  build(&s);
  o.tol = 1e-10, o.aim = 1e-13, o.split = RG_SPLIT_COMPLIANT;
  assert_int_equal(rg_setup(&solver, &s.problem, &o, NULL), RG_OK);
  for (int k = 0; k < 200; k++) {
    assert_int_equal(rg_solve(solver), RG_SOLVED);
    const rg_report *report = rg_result(solver);
    assert_true(report->certificate.natural_map_relative <= 1e-10);
    assert_true(residual(&s, rg_impulse(solver)) <= 1.001e-10);
    assert_true(farthest(rg_impulse(solver), s.solution) < 1e-5);
    assert_true(report->iterations <= (k ? 12 : 100));
    for (int i = 0; i < CONTACTS; i++) {
      s.c[3 * i] = (i < 4 ? -FALL : 0) + 1e-12 * draw(&seed);
      s.c[3 * i + 1] = s.c[3 * i + 2] = 0;
    }
    for (int i = 0; i < 8; i += 4) /* what four corners of a rigid body can do together */
      s.c[3 * i + 9] = s.c[3 * i + 3] + s.c[3 * i + 6] - s.c[3 * i];
    assert_int_equal(rg_update_c(solver, s.c), RG_OK);
  }
  rg_free(solver);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nearest_impulses_miss),        cmocka_unit_test(floor_by_hand),
      cmocka_unit_test(polish_reaches_the_tolerance), cmocka_unit_test(polish_with_coarse_friction),
      cmocka_unit_test(polish_meets_targets),         cmocka_unit_test(sparse_is_dense),
      cmocka_unit_test(callers_velocity_is_used),     cmocka_unit_test(nothing_moves),
      cmocka_unit_test(rows_within_bounds),           cmocka_unit_test(solved_as_in_stepping),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
