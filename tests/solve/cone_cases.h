/* Cases with known answers for any solver of cone form; each fails through cmocka's assertions. */
#ifndef CONE_CASES_H
#define CONE_CASES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "solve/small_cone.h"

static inline double case_c_norm(const small_problem *p) {
  double sum = 0;
  for (int i = 0; i < p->n; i++) sum += p->c[i] * p->c[i];
  return sqrt(sum);
}

/* solves scaled and unscaled and compares with the impulses that are known */
static inline void case_expect(const rg_solver_entry *entry, const small_problem *p,
                               const double *expected) {
  for (int scaled = 0; scaled < 2; scaled++) {
    double r[SMALL_MAX];
    rg_outcome outcome;
    rg_options options = small_options();
    assert_int_equal(small_solve(entry, p, scaled, &options, r, &outcome), RG_SOLVED);
    assert_string_equal(outcome.reason, "");
    assert_true(small_natural_map(p, r) <= 1e-9 * case_c_norm(p));
    for (int i = 0; i < p->n; i++) assert_true(fabs(r[i] - expected[i]) <= 1e-8);
  }
}

static inline small_problem case_one_contact(int d, double mu) {
  small_problem p;
  memset(&p, 0, sizeof p);
  p.d = p.n = d, p.contacts = 1, p.mu[0] = mu;
  return p;
}

static inline void case_set(small_problem *p, const double *A, const double *c) {
  memcpy(p->A, A, (size_t)(p->n * p->n) * sizeof *A);
  memcpy(p->c, c, (size_t)p->n * sizeof *c);
}

/* u_n = c_n > 0 needs no impulse */
static inline void case_break(const rg_solver_entry *entry) {
  small_problem plane = case_one_contact(2, 0.5), space = case_one_contact(3, 0.5);
  case_set(&plane, (double[]){2, 0.3, 0.3, 1}, (double[]){0.7, -2});
  case_set(&space, (double[]){2, 0.3, 0, 0.3, 1, 0.1, 0, 0.1, 4}, (double[]){0.7, -2, 1});
  case_expect(entry, &plane, (double[]){0, 0});
  case_expect(entry, &space, (double[]){0, 0, 0});
}

/* r = -A^-1 c inside the cone; c is made from the r that is wanted */
static inline void case_stick(const rg_solver_entry *entry) {
  small_problem plane = case_one_contact(2, 0.5), space = case_one_contact(3, 0.5);
  double A2[] = {2, 0.3, 0.3, 1}, A3[] = {2, 0.3, 0, 0.3, 1, 0.1, 0, 0.1, 4};
  double r2[] = {1.5, -0.6}, r3[] = {1, 0.3, -0.35}, c2[2], c3[3];
  for (int i = 0; i < 2; i++) c2[i] = -(A2[2 * i] * r2[0] + A2[2 * i + 1] * r2[1]);
  for (int i = 0; i < 3; i++)
    c3[i] = -(A3[3 * i] * r3[0] + A3[3 * i + 1] * r3[1] + A3[3 * i + 2] * r3[2]);
  case_set(&plane, A2, c2);
  case_set(&space, A3, c3);
  case_expect(entry, &plane, r2);
  case_expect(entry, &space, r3);
}

/* plane: slip to the right, r_t = -mu r_n, r_n = -c_n / (a_nn - mu a_nt).
   space, A = diag(a, b, b): r_n = -c_n / a, r_t = -mu r_n c_t / |c_t| */
static inline void case_slip(const rg_solver_entry *entry) {
  small_problem plane = case_one_contact(2, 0.5), space = case_one_contact(3, 0.5);
  case_set(&plane, (double[]){2, 0.3, 0.3, 1}, (double[]){-1, 3});
  double normal = 1 / (2 - 0.5 * 0.3);
  case_expect(entry, &plane, (double[]){normal, -0.5 * normal});
  case_set(&space, (double[]){2, 0, 0, 0, 1, 0, 0, 0, 1}, (double[]){-1, 3, -4});
  case_expect(entry, &space, (double[]){0.5, -0.25 * 0.6, 0.25 * 0.8});
}

/* no friction: r_n = -c_n / a, r_t = 0 whatever slides */
static inline void case_frictionless(const rg_solver_entry *entry) {
  small_problem p = case_one_contact(3, 0);
  case_set(&p, (double[]){2, 0.3, 0, 0.3, 1, 0.1, 0, 0.1, 4}, (double[]){-1, 3, -4});
  case_expect(entry, &p, (double[]){0.5, 0, 0});
}

/* A block on a motor: one row with |x| <= 1 before a sticking contact. Row at its bound:
   x_0 = 1 (it would need 2), then the contact takes the rest: r = -A_cc^-1 (c_c + A_c0). */
static inline void case_bounded_row(const rg_solver_entry *entry) {
  small_problem p;
  memset(&p, 0, sizeof p);
  p.d = 2, p.rows = 1, p.contacts = 1, p.n = 3, p.mu[0] = 1, p.lower[0] = -1, p.upper[0] = 1;
  case_set(&p, (double[]){2, 0, 0.5, 0, 1, 0, 0.5, 0, 1}, (double[]){-4, -1, -0.25});
  /* u_2 = 0.5 + r_t - 0.25 = 0 gives r_t = -0.25; u_0 = 2 - 0.125 - 4 < 0 as it must at the upper
   */
  case_expect(entry, &p, (double[]){1, 1, -0.25});
}

/* a bilateral row: u_0 = 0 and a sticking contact, from the impulses that are wanted */
static inline void case_bilateral(const rg_solver_entry *entry) {
  small_problem p;
  unsigned long long seed = 3;
  small_random_problem(&p, 3, 2, 1, 6, 0.8, &seed);
  double r[] = {0.7, -1.2, 1, 0.3, -0.4};
  for (int i = 0; i < p.n; i++) {
    p.c[i] = 0;
    for (int j = 0; j < p.n; j++) p.c[i] -= p.A[i * p.n + j] * r[j];
  }
  case_expect(entry, &p, r);
}

/* no contacts: 3 rows with bounds, every state of each row tried (9 = 3^2, 27 states) */
static inline int case_enumerate(const small_problem *p, double *answer) {
  for (int code = 0; code < 27; code++) {
    int state[3] = {code % 3, code / 3 % 3, code / 9};
    double M[3][4], x[3];
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) M[i][j] = state[i] == 0 ? p->A[3 * i + j] : i == j ? 1 : 0;
      M[i][3] = state[i] == 0 ? -p->c[i] : state[i] == 1 ? p->lower[i] : p->upper[i];
    }
    for (int k = 0; k < 3; k++) /* Gauss-Jordan; A is positive definite */
      for (int i = 0; i < 3; i++) {
        double factor = i == k ? 0 : M[i][k] / M[k][k];
        for (int j = 3; j >= 0; j--) M[i][j] -= factor * M[k][j];
      }
    for (int i = 0; i < 3; i++) x[i] = M[i][3] / M[i][i];
    if (small_natural_map(p, x) < 1e-9) return memcpy(answer, x, sizeof x), 1;
  }
  return 0;
}

static inline void case_rows_only(const rg_solver_entry *entry) {
  unsigned long long seed = 11;
  for (int k = 0; k < 20; k++) {
    small_problem p;
    double answer[3];
    small_random_problem(&p, 3, 3, 0, 5, 0, &seed);
    for (int i = 0; i < 3; i++) p.lower[i] = -0.2, p.upper[i] = 0.3;
    assert_true(case_enumerate(&p, answer));
    case_expect(entry, &p, answer);
  }
}

/* new numbers in the same state, from the old solution */
static inline void case_update(const rg_solver_entry *entry) {
  small_problem p = case_one_contact(3, 0.5);
  double x[3] = {0};
  rg_arena arena = {0};
  rg_cone cone;
  rg_outcome outcome = {0};
  rg_options options = small_options();
  case_set(&p, (double[]){2, 0, 0, 0, 1, 0, 0, 0, 1}, (double[]){-1, 3, -4});
  small_cone(&arena, &p, 0, &cone);
  void *state = entry->cone_setup(&arena, &cone, &options);
  assert_non_null(state);
  assert_int_equal(entry->cone_solve(state, &cone, &options, x, &outcome), RG_SOLVED);
  assert_true(fabs(x[0] - 0.5) < 1e-8);
  cone.values[0] = 4, cone.c[1] = 0, cone.c[2] = 0.01; /* sticks: r = (0.25, 0, -0.01) */
  assert_int_equal(entry->cone_solve(state, &cone, &options, x, &outcome), RG_SOLVED);
  assert_true(fabs(x[0] - 0.25) < 1e-8 && fabs(x[1]) < 1e-8 && fabs(x[2] + 0.01) < 1e-8);
  rg_arena_free(&arena);
}

static inline void case_empty(const rg_solver_entry *entry) {
  small_problem p;
  memset(&p, 0, sizeof p);
  p.d = 3;
  case_expect(entry, &p, NULL);
}

/* solved share of `count` random problems; whatever is called solved must be so */
static inline int case_random(const rg_solver_entry *entry, int count, int d, int contacts,
                              double mu, const rg_options *options, int *iterations) {
  unsigned long long seed = 2024;
  int solved = 0;
  *iterations = 0;
  for (int k = 0; k < count; k++) {
    small_problem p;
    double r[SMALL_MAX];
    rg_outcome outcome;
    /* every other one has fewer freedoms than unknowns: A is singular */
    int freedoms = d * contacts - (contacts > 1 && k % 2 ? d * contacts / 4 : 0);
    small_random_problem(&p, d, 0, contacts, freedoms, mu, &seed);
    rg_status status = small_solve(entry, &p, 1, options, r, &outcome);
    for (int i = 0; i < p.n; i++) assert_true(isfinite(r[i]));
    if (status == RG_SOLVED) {
      assert_true(small_residual(&p, r) <= 2 * options->tol);
      solved++;
      *iterations += outcome.iterations;
    } else assert_true(outcome.reason[0] != '\0');
  }
  return solved;
}

#endif
