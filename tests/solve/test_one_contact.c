/* One contact with all others held: closed forms for break, stick and slip, and random positive
   definite blocks, for which a solution always exists, judged by Coulomb's law itself. */
#include "solve/cone/one_contact.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "solve/small_cone.h"

#define near(x, y) assert_true(fabs((x) - (y)) <= 1e-12)

static void solve(int d, const double *A, double mu, const double *q, double *r) {
  double inverse[9];
  int regular = rg_one_contact_invert(d, A, inverse);
  rg_one_contact(d, A, regular ? inverse : NULL, mu, q, r);
}

/* ---- inverse ---- */

static void inverse_is_the_inverse(void **state) {
  (void)state;
  unsigned long long seed = 2;
  for (int k = 0; k < 1000; k++)
    for (int d = 2; d <= 3; d++) {
      double A[9], B[9];
      for (int i = 0; i < d * d; i++) A[i] = small_random(&seed) + (i % (d + 1) ? 0 : 2.5);
      assert_int_equal(rg_one_contact_invert(d, A, B), 1);
      for (int i = 0; i < d; i++)
        for (int j = 0; j < d; j++) {
          double s = -(i == j);
          for (int e = 0; e < d; e++) s += A[i * d + e] * B[e * d + j];
          assert_true(fabs(s) < 1e-12);
        }
    }
}

static void singular_blocks_are_refused(void **state) {
  (void)state;
  double B[9], zero[9] = {0};
  double line2[] = {1, 2, 2, 4}, line3[] = {1, 2, 3, 2, 4, 6, 3, 6, 9};
  double plane3[] = {1, 0, 1, 0, 1, 1, 1, 1, 2}, unknown[] = {nan(""), 0, 0, 1};
  assert_int_equal(rg_one_contact_invert(2, zero, B), 0);
  assert_int_equal(rg_one_contact_invert(3, zero, B), 0);
  assert_int_equal(rg_one_contact_invert(2, line2, B), 0);
  assert_int_equal(rg_one_contact_invert(3, line3, B), 0);
  assert_int_equal(rg_one_contact_invert(3, plane3, B), 0);
  assert_int_equal(rg_one_contact_invert(2, unknown, B), 0);
}

/* ---- closed forms ---- */

static void separating_contact_breaks(void **state) {
  (void)state;
  double A2[] = {2, 0.3, 0.3, 1}, q2[] = {0.7, -2}, r2[] = {5, 5};
  double A3[] = {2, 0.3, 0, 0.3, 1, 0.1, 0, 0.1, 4}, q3[] = {0, -2, 1}, r3[] = {1, 2, 3};
  solve(2, A2, 0.5, q2, r2);
  solve(3, A3, 0.5, q3, r3);
  for (int k = 0; k < 2; k++) assert_true(r2[k] == 0);
  for (int k = 0; k < 3; k++) assert_true(r3[k] == 0);
}

/* a mass point m hit along the normal with q_t inside the cone: r = -m q */
static void mass_point_sticks(void **state) {
  (void)state;
  double A[] = {0.5, 0, 0, 0, 0.5, 0, 0, 0, 0.5}, q[] = {-1, 0.3, -0.4}, r[3] = {0};
  solve(3, A, 0.6, q, r);
  near(r[0], 2), near(r[1], -0.6), near(r[2], 0.8);
  solve(3, A, 0.5, q, r); /* |q_t| = 0.5 |q_n|: on the cone, stick and slip agree */
  near(r[0], 2), near(r[1], -0.6), near(r[2], 0.8);
  solve(3, A, 0.25, q, r); /* outside: r_t = -mu r_n q_t / |q_t| */
  near(r[0], 2), near(r[1], -0.3), near(r[2], 0.4);
}

/* plane: r_n = -q_n / (a_nn - mu s a_nt), s the sign of the slip */
static void planar_slip_either_way(void **state) {
  (void)state;
  double A[] = {2, 0.3, 0.3, 1}, r[2] = {0};
  for (int side = -1; side <= 1; side += 2) {
    double q[] = {-1, 3.0 * side}, normal = 1 / (2 - 0.5 * side * 0.3);
    solve(2, A, 0.5, q, r);
    near(r[0], normal), near(r[1], -0.5 * side * normal);
  }
}

static void frictionless_has_no_tangent(void **state) {
  (void)state;
  double A[] = {2, 0.9, -0.7, 0.9, 1, 0.1, -0.7, 0.1, 4}, q[] = {-3, 5, 6}, r[] = {1, 1, 1};
  solve(3, A, 0, q, r);
  near(r[0], 1.5);
  assert_true(r[1] == 0 && r[2] == 0);
  double A2[] = {2, 0.9, 0.9, 1}, r2[] = {1, 1};
  solve(2, A2, 0, q, r2);
  near(r2[0], 1.5);
  assert_true(r2[1] == 0);
}

/* the whole picture turned about the normal by an angle turns the answer with it */
static void answers_turn_with_the_frame(void **state) {
  (void)state;
  double A[] = {2, 0.7, 0.2, 0.7, 1, 0.1, 0.2, 0.1, 3}, q[] = {-1, 2, -0.5}, r[3] = {0};
  solve(3, A, 0.8, q, r);
  for (int k = 1; k < 12; k++) {
    double c = cos(0.5 * k), s = sin(0.5 * k), T[9] = {1, 0, 0, 0, c, -s, 0, s, c};
    double B[9] = {0}, p[3] = {0}, y[3] = {0};
    for (int i = 0; i < 9; i++)
      for (int a = 0; a < 9; a++) B[i] += T[i / 3 * 3 + a / 3] * A[a] * T[i % 3 * 3 + a % 3];
    for (int i = 0; i < 9; i++) p[i / 3] += T[i] * q[i % 3];
    solve(3, B, 0.8, p, y);
    for (int i = 0; i < 3; i++)
      assert_true(fabs(y[i] - (T[3 * i] * r[0] + T[3 * i + 1] * r[1] + T[3 * i + 2] * r[2])) <
                  1e-9);
  }
}

/* ---- random blocks ---- */

/* A = B B' + floor I, trace d; `coupling` stretches a direction between the normal and a tangent */
static void random_block(int d, double floor, double coupling, double *A,
                         unsigned long long *seed) {
  double B[9], v[3], trace = 0;
  for (int i = 0; i < d * d; i++) B[i] = small_random(seed);
  for (int i = 0; i < d; i++) v[i] = coupling * (small_random(seed) + (i ? 0 : 1));
  for (int i = 0; i < d; i++)
    for (int j = 0; j < d; j++) {
      A[i * d + j] = (i == j ? floor : 0) + v[i] * v[j];
      for (int k = 0; k < d; k++) A[i * d + j] += B[i * d + k] * B[j * d + k];
    }
  for (int i = 0; i < d; i++) trace += A[i * (d + 1)];
  for (int i = 0; i < d * d; i++) A[i] *= d / trace;
}

/* Coulomb's law by definition, relative to |q|: r_n >= 0, u_n >= 0, r_n u_n = 0, |r_t| <= mu r_n,
   and where the contact slips, r_t |u_t| + mu r_n u_t = 0. Returns the worst violation. */
static double violation(int d, const double *A, double mu, const double *q, const double *r) {
  double u[3] = {0}, size = 0, slip, force, worst, r_size = 0;
  for (int i = 0; i < d; i++) {
    u[i] = q[i];
    for (int k = 0; k < d; k++) u[i] += A[i * d + k] * r[k];
    size = hypot(size, q[i]);
    r_size = hypot(r_size, r[i]);
  }
  slip = d == 3 ? hypot(u[1], u[2]) : fabs(u[1]);
  force = d == 3 ? hypot(r[1], r[2]) : fabs(r[1]);
  double scale = size * (r_size > 0 ? r_size : 1);
  worst = fmax(-r[0] / (r_size > 0 ? r_size : 1), -u[0] / size);
  worst = fmax(worst, fabs(r[0] * u[0]) / scale);
  worst = fmax(worst, (force - mu * r[0]) / (r_size > 0 ? r_size : 1));
  for (int i = 1; i < d; i++) worst = fmax(worst, fabs(r[i] * slip + mu * r[0] * u[i]) / scale);
  return worst;
}

static void random_blocks_obey_coulomb(void **state) {
  (void)state;
  unsigned long long seed = 7;
  int modes[3] = {0}, bad = 0;
  double worst = 0;
  for (int k = 0; k < 40000; k++) {
    int d = 2 + k % 2;
    double A[9], q[3], r[3] = {0};
    random_block(d, k % 5 ? 0.05 : 1e-3, k % 3 == 0 ? 4 : k % 3 == 1 ? 1 : 0, A, &seed);
    double mu = k % 11 == 0 ? 0 : 1.5 * (1 + small_random(&seed));
    for (int i = 0; i < d; i++) q[i] = small_random(&seed);
    if (k % 7) q[0] = -fabs(q[0]);                                   /* mostly approaching */
    for (int i = 0; i < d && k % 2; i++) r[i] = small_random(&seed); /* any last impulse */
    solve(d, A, mu, q, r);
    double v = violation(d, A, mu, q, r), force = d == 3 ? hypot(r[1], r[2]) : fabs(r[1]);
    if (!(v <= 1e-10)) {
      if (bad++ < 5) print_message("case %d: d %d, mu %g: violation %.2e\n", k, d, mu, v);
    }
    if (v > worst) worst = v;
    modes[r[0] == 0 ? 0 : force < (1 - 1e-9) * mu * r[0] ? 1 : 2]++;
  }
  print_message("worst %.1e; %d open, %d stick, %d slip\n", worst, modes[0], modes[1], modes[2]);
  assert_int_equal(bad, 0);
  for (int m = 0; m < 3; m++) assert_true(modes[m] > 2000); /* each mode is really met */
}

/* a grid of directions: normals that push the contact open while it slips (D <= 0 on one side) */
static void strong_coupling_in_the_plane(void **state) {
  (void)state;
  for (int k = -20; k <= 20; k++)
    for (int m = 1; m <= 12; m++) {
      double mu = 0.25 * m, q[] = {-1, 0.2 * k}, r[2] = {0};
      double A[] = {1, 0.95, 0.95, 1}; /* mu a_nt > a_nn for mu > 1.06 */
      solve(2, A, mu, q, r);
      assert_true(violation(2, A, mu, q, r) < 1e-12);
    }
}

/* sizes of masses and speeds leave the law alone */
static void scaling_does_not_matter(void **state) {
  (void)state;
  unsigned long long seed = 9;
  for (int k = 0; k < 2000; k++) {
    double A[9], q[3], r[3] = {0}, mu = 1 + small_random(&seed);
    double light = pow(10, 8 * small_random(&seed)), slow = pow(10, 8 * small_random(&seed));
    random_block(3, 0.05, 1, A, &seed);
    for (int i = 0; i < 9; i++) A[i] *= light;
    for (int i = 0; i < 3; i++) q[i] = slow * small_random(&seed);
    solve(3, A, mu, q, r);
    assert_true(violation(3, A, mu, q, r) < 1e-10);
  }
}

/* without an inverse the answer is finite and in the cone, whatever the block */
static void singular_blocks_stay_in_the_cone(void **state) {
  (void)state;
  unsigned long long seed = 10;
  for (int k = 0; k < 3000; k++) {
    double v[3], A[9], q[3], r[3] = {0}, mu = 1 + small_random(&seed);
    for (int i = 0; i < 3; i++) v[i] = k % 10 ? small_random(&seed) : 0, q[i] = small_random(&seed);
    for (int i = 0; i < 9; i++) A[i] = v[i / 3] * v[i % 3];
    for (int step = 0; step < 3; step++) solve(3, A, mu, q, r);
    for (int i = 0; i < 3; i++) assert_true(isfinite(r[i]));
    assert_true(r[0] >= 0);
    assert_true(hypot(r[1], r[2]) <= mu * r[0] * (1 + 1e-12) + 1e-300);
  }
}

/* diag(a, b, b): the short way gives what the long one gives, and only such blocks are called round */
static void round_blocks(void **state) {
  (void)state;
  unsigned long long seed = 11;
  for (int k = 0; k < 3000; k++) {
    double a = pow(10, 2 * small_random(&seed)), b = a * pow(10, small_random(&seed));
    double A[9] = {a, 0, 0, 0, b, 0, 0, 0, b}, q[3], r[3], right[3] = {0};
    double mu = k % 20 ? 1 + small_random(&seed) : 0;
    for (int i = 0; i < 3; i++) q[i] = small_random(&seed);
    assert_int_equal(rg_one_contact_is_round(A), 1);
    rg_one_contact_round(a, b, mu, q, r);
    solve(3, A, mu, q, right);
    for (int i = 0; i < 3; i++) assert_true(fabs(r[i] - right[i]) <= 1e-8 / a);
    A[8] *= 1 + 1e-9;
    assert_int_equal(rg_one_contact_is_round(A), 0);
    A[8] = b, A[1] = A[3] = 1e-9 * a;
    assert_int_equal(rg_one_contact_is_round(A), 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(inverse_is_the_inverse),
      cmocka_unit_test(singular_blocks_are_refused),
      cmocka_unit_test(separating_contact_breaks),
      cmocka_unit_test(mass_point_sticks),
      cmocka_unit_test(planar_slip_either_way),
      cmocka_unit_test(frictionless_has_no_tangent),
      cmocka_unit_test(answers_turn_with_the_frame),
      cmocka_unit_test(random_blocks_obey_coulomb),
      cmocka_unit_test(strong_coupling_in_the_plane),
      cmocka_unit_test(scaling_does_not_matter),
      cmocka_unit_test(singular_blocks_stay_in_the_cone),
      cmocka_unit_test(round_blocks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
