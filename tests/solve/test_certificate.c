/* The certificate against values worked out by hand, field by field, and against the natural map
   recomputed from its definition for random impulses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "solve/body_scene.h"
#include "solve/small_cone.h"

#define near(x, y) assert_true(fabs((x) - (y)) <= 1e-13)

static rg_certificate certify(const rg_problem *p, const double *r, double *u) {
  rg_certificate certificate;
  rg_error error;
  assert_int_equal(rg_certify(p, r, u, &certificate, &error), RG_OK);
  return certificate;
}

/* A = I: u = r + c */
static rg_problem identity_problem(int dim, int contacts, const double *c, const double *mu) {
  static double one[SCENE_N * SCENE_N];
  rg_problem p = rg_problem_default();
  int n = dim * contacts;
  memset(one, 0, sizeof one);
  for (int i = 0; i < n; i++) one[i * n + i] = 1;
  p.dim = dim, p.contacts = contacts, p.A = rg_matrix_dense(n, n, one), p.c = c, p.mu = mu;
  return p;
}

/* ---- by hand ---- */

/* Contact 0 sticks well. Contact 1: r = 0 and u = (-3, 0, 4), so that u~ = (-1, 0, 4) with mu =
   1/2: y = r - u~ = (1, 0, -4), projected on the cone |t| <= n / 2: along (1, -1/2): (1 + 2) / (1 +
   1/4) = 2.4, P = (2.4, 0, -1.2); distance sqrt(2.4^2 + 1.2^2). */
static void every_field_by_hand(void **state) {
  (void)state;
  const double c[] = {-2, 1, 0, -3, 0, 4}, mu[] = {0.5, 0.5}, r[] = {2, -1, 0, 0, 0, 0};
  double u[6];
  rg_problem p = identity_problem(3, 2, c, mu);
  rg_certificate k = certify(&p, r, u);
  for (int i = 0; i < 6; i++) near(u[i], r[i] + c[i]);
  near(k.natural_map, hypot(2.4, 1.2));
  near(k.natural_map_relative, hypot(2.4, 1.2) / sqrt(4 + 1 + 9 + 16));
  near(k.law_residual, k.natural_map_relative);
  assert_int_equal(k.natural_map_at, 1);
  near(k.penetration, 3);
  assert_int_equal(k.penetration_at, 1);
  assert_true(k.cone == 0 && k.cone_at == -1);
  assert_true(k.complementarity == 0 && k.complementarity_at == -1);
  assert_true(k.slip_angle == 0 && k.slip_angle_at == -1);
  assert_true(k.bilateral == 0 && k.bilateral_at == -1 && k.dynamics == 0);
}

/* outside the cone by 3 - 0.5 * 2 = 2; r . u~ = 2 * (2 + 1.5) + 9 = 16; angle pi: friction along
 * slip */
static void cone_complementarity_and_angle(void **state) {
  (void)state;
  const double c[] = {0, 0, 0, 0, 0, 0}, mu[] = {0.5, 0.5}, r[] = {0, 0, 0, 2, 0, 3};
  rg_problem p = identity_problem(3, 2, c, mu);
  rg_certificate k = certify(&p, r, NULL);
  near(k.cone, 2);
  assert_int_equal(k.cone_at, 1);
  near(k.complementarity, 16);
  assert_int_equal(k.complementarity_at, 1);
  near(k.slip_angle, acos(-1.0));
  assert_int_equal(k.slip_angle_at, 1);
  assert_true(k.penetration == 0 && k.penetration_at == -1);
  near(k.natural_map_relative, k.natural_map); /* ||c|| = 0: the absolute value */
  /* a pulling normal impulse leaves the cone by its own length at least */
  const double pull[] = {-4, 0, 0, 0, 0, 0};
  k = certify(&p, pull, NULL);
  near(k.cone, 4);
  assert_int_equal(k.cone_at, 0);
}

/* friction turned from the slip by a known angle, in space; in the plane it is 0 or pi */
static void slip_angle_is_the_angle(void **state) {
  (void)state;
  const double mu[] = {1};
  for (int degrees = 0; degrees <= 180; degrees += 15) {
    double a = degrees * acos(-1.0) / 180, r[] = {1, -cos(a), -sin(a)};
    double c[] = {-1, 5 - r[1], -r[2]}; /* u = (0, 5, 0) */
    rg_problem p = identity_problem(3, 1, c, mu);
    rg_certificate k = certify(&p, r, NULL);
    assert_true(fabs(k.slip_angle - a) < 1e-12);
  }
  const double c2[] = {-1, 6}, along[] = {1, 1}, against[] = {1, -1}, none[] = {1, 0};
  rg_problem p = identity_problem(2, 1, c2, mu);
  near(certify(&p, along, NULL).slip_angle, acos(-1.0));
  near(certify(&p, against, NULL).slip_angle, 0);
  near(certify(&p, none, NULL).slip_angle, acos(-1.0)); /* slips under load without friction */
}

static void rows_by_hand(void **state) {
  (void)state;
  /* rows: bilateral (u = 0.5), at its upper bound (u = -2: fine), at its lower bound (u = -3: wrong
     by min(3, upper - lower)), between its bounds (u = 0.25); then one resting contact */
  const double c[] = {-1.5, -3, -2, 0, -1, 0}, x[] = {2, 1, -1, 0.25, 1, 0}, mu[] = {0.3};
  const double lower[] = {-HUGE_VAL, -1, -1, -1}, upper[] = {HUGE_VAL, 1, 1, 1};
  double u[6], one[36] = {0};
  for (int i = 0; i < 6; i++) one[7 * i] = 1;
  rg_problem p = rg_problem_default();
  p.dim = 2, p.contacts = 1, p.rows = 4, p.A = rg_matrix_dense(6, 6, one), p.c = c, p.mu = mu;
  p.lower = lower, p.upper = upper;
  rg_certificate k = certify(&p, x, u);
  /* residuals 0.5, 0, 2 (the box is 2 wide), 0.25 */
  near(k.bilateral, 2);
  assert_int_equal(k.bilateral_at, 2);
  near(k.natural_map, sqrt(0.25 + 4 + 0.0625));
  assert_int_equal(k.natural_map_at, 2);
  /* an impulse outside its bounds counts by how far */
  const double beyond[] = {1.5, 4, 1, 0, 1, 0};
  k = certify(&p, beyond, NULL);
  near(k.bilateral, 3); /* x - upper = 3, u = 1 > 0 pulls it down */
  assert_int_equal(k.bilateral_at, 1);
  assert_int_equal(k.penetration_at, -1);
}

static void lcp_and_default_bounds(void **state) {
  (void)state;
  const double M[] = {2, 1, 1, 2}, q[] = {-1, 1}, z[] = {0.5, 0}, wrong[] = {0, 0};
  rg_problem p = rg_problem_default();
  p.kind = RG_KIND_LCP, p.rows = 2, p.A = rg_matrix_dense(2, 2, M), p.c = q;
  near(certify(&p, z, NULL).natural_map, 0);
  near(certify(&p, wrong, NULL).natural_map, 1); /* w = (-1, 1) */
  p.kind = RG_KIND_CONTACT; /* rows without bounds are bilateral there: both w must vanish */
  near(certify(&p, z, NULL).natural_map, 1.5);
}

/* mu = 0: the tangent is free to slide and must carry nothing */
static void frictionless(void **state) {
  (void)state;
  const double mu[] = {0}, c[] = {-1, 3, 4}, r[] = {1, 0, 0}, tangent[] = {1, 0.6, -0.8};
  rg_problem p = identity_problem(3, 1, c, mu);
  rg_certificate k = certify(&p, r, NULL);
  assert_true(k.natural_map == 0 && k.cone == 0 && k.complementarity == 0);
  assert_true(k.slip_angle_at == -1); /* no load to slip under */
  k = certify(&p, tangent, NULL);
  near(k.natural_map, 1); /* the tangential impulse itself */
  near(k.cone, 1);
}

static void target_is_the_least_velocity(void **state) {
  (void)state;
  const double mu[] = {0.5, 0.5}, target[] = {0.25, -1}, c[] = {-1, 0, -1, 0};
  rg_problem p = identity_problem(2, 2, c, mu);
  p.target = target;
  const double r[] = {1, 0, 0, 0};
  rg_certificate k =
      certify(&p, r, NULL); /* contact 0: u_n = 0 < 0.25; contact 1: u_n = -1 = target */
  near(k.penetration, 0.25);
  assert_int_equal(k.penetration_at, 0);
  near(k.complementarity, 0.25);
  near(k.natural_map, 0.25);
  const double good[] = {1.25, 0, 0, 0};
  near(certify(&p, good, NULL).natural_map, 0);
}

/* the worst of many is found where it is */
static void worst_contact_is_named(void **state) {
  (void)state;
  double c[24] = {0}, mu[8], r[24];
  for (int where = 0; where < 8; where++) {
    for (int i = 0; i < 8; i++) {
      mu[i] = 0.5;
      for (int k = 0; k < 3; k++) r[3 * i + k] = 0, c[3 * i + k] = k ? 0 : -0.01 * (1 + i % 3);
    }
    c[3 * where] = -1;
    rg_problem p = identity_problem(3, 8, c, mu);
    rg_certificate k = certify(&p, r, NULL);
    assert_int_equal(k.natural_map_at, where);
    assert_int_equal(k.penetration_at, where);
    near(k.penetration, 1);
    r[3 * where] = 1, r[3 * where + 1] = 0.75; /* outside the cone by a quarter */
    k = certify(&p, r, NULL);
    assert_int_equal(k.cone_at, where);
    assert_int_equal(k.complementarity_at, where);
    near(k.cone, 0.25);
  }
}

/* ---- huge impulses ---- */

/* Two opposite contacts squeezed by 1e20: r - u = r in floating point, yet u is not 0. */
static void huge_impulses_do_not_hide_velocities(void **state) {
  (void)state;
  const double A[] = {1, 0, -1, 0, 0, 1, 0, -1, -1, 0, 1, 0, 0, -1, 0, 1}, mu[] = {0.5, 0.5};
  const double c[] = {-1, 0, 0.5, 0}, r[] = {1e20, 0, 1e20, 0};
  rg_problem p = rg_problem_default();
  p.dim = 2, p.contacts = 2, p.A = rg_matrix_dense(4, 4, A), p.c = c, p.mu = mu;
  rg_certificate k = certify(&p, r, NULL);
  near(k.natural_map, hypot(1, 0.5)); /* inside the cone the distance is |u| */
  near(k.penetration, 1);
  /* the same for a row with bounds far away */
  const double one[] = {0}, c1[] = {-1}, x[] = {1e30}, lower[] = {-1e40}, upper[] = {1e40};
  p = rg_problem_default();
  p.rows = 1, p.A = rg_matrix_dense(1, 1, one), p.c = c1, p.lower = lower, p.upper = upper;
  near(certify(&p, x, NULL).natural_map, 1);
  /* on the boundary: r on the cone with u across the slip direction, u~ = (1, 0, 2) */
  const double zero[9] = {0}, c3[] = {0, 0, 2}, r3[] = {1e20, 0.5e20, 0}, mu3[] = {0.5};
  p = rg_problem_default();
  p.dim = 3, p.contacts = 1, p.A = rg_matrix_dense(3, 3, zero), p.c = c3, p.mu = mu3;
  k = certify(&p, r3, NULL);
  assert_true(k.natural_map >= 1.9 && k.natural_map <= 2.3);
  assert_true(fabs(k.slip_angle - acos(-1.0) / 2) < 1e-12);
}

/* ---- definition, random impulses ---- */

static void natural_map_by_definition(void **state) {
  (void)state;
  unsigned long long seed = 23;
  for (int k = 0; k < 500; k++) {
    small_problem q;
    double r[SMALL_MAX], size = 0;
    int d = 2 + k % 2, rows = k % 5, contacts = 1 + k % 6;
    small_random_problem(&q, d, rows, contacts, 10, k % 7 ? 0.2 * (k % 7) : 0, &seed);
    for (int i = 0; i < rows; i++)
      if (k % 2) q.lower[i] = -0.3, q.upper[i] = k % 4 == 1 ? 0.2 : HUGE_VAL;
    for (int i = 0; i < q.n; i++) r[i] = small_random(&seed), size = hypot(size, q.c[i]);
    rg_problem p = rg_problem_default();
    p.dim = d, p.contacts = contacts, p.rows = rows, p.A = rg_matrix_dense(q.n, q.n, q.A);
    p.c = q.c, p.mu = q.mu, p.lower = q.lower, p.upper = q.upper;
    rg_certificate c = certify(&p, r, NULL);
    double expected = small_natural_map(&q, r);
    assert_true(fabs(c.natural_map - expected) <= 1e-12 * expected);
    assert_true(fabs(c.natural_map_relative - expected / size) <= 1e-12 * expected / size);
  }
}

/* ---- global form ---- */

static void global_equals_local(void **state) {
  (void)state;
  unsigned long long seed = 29;
  for (int k = 0; k < 50; k++) {
    scene s;
    double v[6], r[12], ul[12], ug[12];
    for (int a = 0; a < 6; a++) v[a] = small_random(&seed);
    for (int i = 0; i < 12; i++) r[i] = small_random(&seed);
    scene_cube(&s, 0.6, v);
    rg_problem local = scene_local(&s), global = scene_global(&s);
    rg_certificate a = certify(&local, r, ul), b = certify(&global, r, ug);
    for (int i = 0; i < 12; i++) assert_true(fabs(ul[i] - ug[i]) < 1e-12);
    assert_true(fabs(a.natural_map - b.natural_map) < 1e-12);
    assert_true(fabs(a.natural_map_relative - b.natural_map_relative) < 1e-11);
    assert_true(fabs(a.penetration - b.penetration) < 1e-12 &&
                a.penetration_at == b.penetration_at);
    assert_true(fabs(a.cone - b.cone) < 1e-12 && a.cone_at == b.cone_at);
    assert_true(fabs(a.complementarity - b.complementarity) < 1e-12);
    assert_true(fabs(a.slip_angle - b.slip_angle) < 1e-10 && a.slip_angle_at == b.slip_angle_at);
    assert_true(b.dynamics < 1e-14 && a.dynamics == 0);
  }
}

/* ---- refusals ---- */

static void not_finite_is_refused(void **state) {
  (void)state;
  const double wrong[] = {nan(""), HUGE_VAL, -HUGE_VAL};
  double c[] = {-1, 0, 0}, mu[] = {0.5}, r[] = {1, 0, 0}, target[] = {0};
  rg_problem p = identity_problem(3, 1, c, mu);
  p.target = target;
  rg_certificate certificate;
  rg_error error;
  double *place[] = {&r[1], &c[2], &mu[0], &target[0]};
  const char *name[] = {"impulse", "c", "mu", "target"};
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < 4; i++) {
      double keep = *place[i];
      *place[i] = wrong[k];
      assert_int_equal(rg_certify(&p, r, NULL, &certificate, &error), RG_BAD_INPUT);
      assert_string_equal(error.element, name[i]);
      assert_int_equal(error.status, RG_BAD_INPUT);
      assert_int_equal(rg_certify(&p, r, NULL, &certificate, NULL), RG_BAD_INPUT);
      *place[i] = keep;
    }
  certify(&p, r, NULL);
}

static void indefinite_mass_is_refused(void **state) {
  (void)state;
  scene s;
  rg_certificate certificate;
  rg_error error;
  double r[12] = {0};
  scene_cube(&s, 0.5, (double[]){0, 0, -1, 0, 0, 0});
  s.M[4 * 6 + 4] = -1;
  rg_problem p = scene_global(&s);
  assert_int_equal(rg_certify(&p, r, NULL, &certificate, &error), RG_BAD_INPUT);
  assert_string_equal(error.element, "M");
}

static void nothing_is_solved(void **state) {
  (void)state;
  rg_problem p = rg_problem_default();
  rg_certificate k = certify(&p, NULL, NULL);
  assert_true(k.natural_map == 0 && k.natural_map_relative == 0 && k.natural_map_at == -1);
}

/* A disc in a gap that is too small by 2e-6 m/s: no solution; with a leeway of more than half of that on either side
   it is solved, and the certificate says by how much the targets would have to differ. A third contact slides beside them,
   needs nothing of its much larger leeway, and takes nothing. */
static void leeway(void **state) {
  (void)state;
  const double A[36] = {1, 0, -1, 0, 0, 0, 0, 3, 0, 1, 0, 0, -1, 0, 1, 0, 0, 0,
                        0, 1, 0,  3, 0, 0, 0, 0, 0, 0, 1, 0, 0,  0, 0, 0, 0, 3};
  const double c[6] = {0.1, 0.2, -0.1, -0.2, -0.1, 0.5};
  const double mu[3] = {0.3, 0.3, 0.3}, target[3] = {1e-6, 1e-6, 0};
  double room[6] = {1.1e-6, 1.1e-6, 1.1e-6, 1.1e-6, 1e-3, 1e-3};
  double scarce[6] = {0.5e-6, 0.5e-6, 0.5e-6, 0.5e-6, 1e-3, 1e-3};
  rg_problem p = rg_problem_default();
  p.dim = 2, p.contacts = 3, p.A = rg_matrix_dense(6, 6, A), p.c = c, p.mu = mu, p.target = target;
  rg_options options = rg_options_default();
  const double *rooms[3] = {NULL, scarce, room};
  for (int k = 0; k < 3; k++) {
    rg_solver *solver = NULL;
    p.leeway = rooms[k];
    assert_int_equal(rg_solver_new(&solver, &p, &options, NULL), RG_OK);
    rg_status status = rg_solver_solve(solver);
    const rg_certificate *k_of = &rg_solver_report(solver)->certificate;
    assert_int_equal(status, k == 2 ? RG_SOLVED : RG_NO_SOLUTION);
    assert_true(k_of->residual > options.tol);
    if (k == 2) {
      assert_true(k_of->law_residual <= options.tol);
      assert_true(k_of->moved >= 1e-6 - 5 * options.tol && k_of->moved <= 1.1e-6);
      assert_true(k_of->moved_at == 0 || k_of->moved_at == 1);
    }
    rg_solver_free(solver);
  }
  room[3] = -1e-9;
  p.leeway = room;
  assert_int_equal(rg_problem_check(&p, NULL), RG_BAD_INPUT);
  room[3] = nan("");
  assert_int_equal(rg_problem_check(&p, NULL), RG_BAD_INPUT);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(leeway),
      cmocka_unit_test(every_field_by_hand),
      cmocka_unit_test(cone_complementarity_and_angle),
      cmocka_unit_test(slip_angle_is_the_angle),
      cmocka_unit_test(rows_by_hand),
      cmocka_unit_test(lcp_and_default_bounds),
      cmocka_unit_test(frictionless),
      cmocka_unit_test(target_is_the_least_velocity),
      cmocka_unit_test(worst_contact_is_named),
      cmocka_unit_test(huge_impulses_do_not_hide_velocities),
      cmocka_unit_test(natural_map_by_definition),
      cmocka_unit_test(global_equals_local),
      cmocka_unit_test(not_finite_is_refused),
      cmocka_unit_test(indefinite_mass_is_refused),
      cmocka_unit_test(nothing_is_solved),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
