/* nsgs, newton with both maps, prox, psor and auto on problems of one to ten contacts whose answers
   are known from mechanics or are unique; each answer is also judged by the natural map recomputed
   from its definition. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "solve/body_scene.h"
#include "solve/small_cone.h"

#include <stdio.h>

static const struct method {
  const char *solver;
  int natural;
} methods[] = {{"nsgs", 0}, {"newton", 0}, {"newton", 1}, {"prox", 0}, {"psor", 0}, {"auto", 0}};

enum { METHODS = sizeof methods / sizeof *methods };

/* solves to 1e-11, copies impulses and velocities */
static void solve(const rg_problem *p, const struct method *m, double *r, double *u) {
  rg_options o = rg_options_default();
  rg_solver *solver;
  rg_error error;
  o.solver = m->solver;
  if (m->natural) assert_int_equal(rg_options_set(&o, "natural", 1, NULL), RG_OK);
  o.tol = 1e-11;
  assert_int_equal(rg_solver_new(&solver, p, &o, &error), RG_OK);
  rg_status status = rg_solver_solve(solver);
  if (status != RG_SOLVED)
    print_message("%s: %s, %s\n", m->solver, rg_status_text(status),
                  rg_solver_report(solver)->reason);
  assert_int_equal(status, RG_SOLVED);
  assert_string_equal(rg_solver_report(solver)->solver, m->solver);
  assert_int_equal(rg_solver_report(solver)->law.law, RG_LAW_CONE);
  size_t bytes = (size_t)rg_solver_size(solver) * sizeof(double);
  memcpy(r, rg_solver_impulse(solver), bytes);
  memcpy(u, rg_solver_velocity(solver), bytes);
  rg_solver_free(solver);
}

/* every method arrives at these impulses and velocities; NULL: not compared */
static void expect(const rg_problem *p, const double *impulse, const double *velocity) {
  for (int k = 0; k < METHODS; k++) {
    double r[SCENE_N], u[SCENE_N];
    solve(p, &methods[k], r, u);
    for (int i = 0; i < rg_problem_size(p); i++) {
      if (impulse) assert_true(fabs(r[i] - impulse[i]) <= 1e-8);
      if (velocity) assert_true(fabs(u[i] - velocity[i]) <= 1e-8);
    }
  }
}

/* ---- one contact ---- */

/* A block of mass m on an incline, one step: along the slope g sin, into it g cos. Inside the cone
   it stays, outside it slides with dt g (sin - mu cos). */
static void block_on_an_incline(void **state) {
  (void)state;
  const double m = 3, step = 9.81 * 0.01, up[3] = {0, 0, 1}, across[3] = {0, 1, 0};
  const double origin[3] = {0};
  for (int degrees = 5; degrees <= 85; degrees += 10) {
    double angle = degrees * acos(-1.0) / 180, mu = 0.7;
    double in = step * cos(angle), along = step * sin(angle);
    double v[6] = {along, 0, -in};
    scene s;
    scene_start(&s, 3);
    scene_body(&s, m, 1, origin, v);
    scene_contact(&s, 0, -1, origin, up, across, mu); /* tangents: y, then z x y = -x */
    scene_finish(&s);
    rg_problem p = scene_local(&s);
    int slides = tan(angle) > mu;
    double force = slides ? mu * m * in : m * along;
    expect(&p, (double[]){m * in, 0, force}, (double[]){0, 0, slides ? mu * in - along : 0});
  }
}

/* A sphere that slides: A_tt = 1/m + R^2/I = 7/(2 m). It rolls once mu r_n 7/2 exceeds m |u_t|. */
static void sliding_sphere(void **state) {
  (void)state;
  const double m = 2, R = 0.1, mu = 0.3, center[3] = {0, 0, 0.1}, ground[3] = {0};
  const double up[3] = {0, 0, 1}, east[3] = {1, 0, 0}, drop = 0.0981;
  for (int k = 0; k < 2; k++) {
    double speed = k == 0 ? 5 : 0.06; /* slides on, rolls at once (3.5 * 0.3 * 0.0981 = 0.103) */
    double v[6] = {0.6 * speed, 0.8 * speed, -drop, 0, 0, 0};
    scene s;
    scene_start(&s, 3);
    scene_body(&s, m, 0.4 * m * R * R, center, v);
    scene_contact(&s, 0, -1, ground, up, east, mu);
    scene_finish(&s);
    rg_problem p = scene_local(&s);
    double normal = m * drop, force = k == 0 ? mu * normal : speed * m / 3.5;
    double left = k == 0 ? speed - 3.5 * mu * drop : 0;
    expect(&p, (double[]){normal, -0.6 * force, -0.8 * force},
           (double[]){0, 0.6 * left, 0.8 * left});
  }
}

static void flying_body(void **state) {
  (void)state;
  scene s;
  scene_cube(&s, 0.5, (double[]){1, 2, 3, 0.1, -0.2, 5});
  rg_problem p = scene_local(&s);
  expect(&p, s.zero, s.c);
}

/* target: the contact must leave with at least b (restitution): r_n = m (b + drop) */
static void target_velocity(void **state) {
  (void)state;
  const double origin[3] = {0}, up[2] = {0, 1}, east[2] = {1, 0}, target = 0.5;
  scene s;
  scene_start(&s, 2);
  scene_body(&s, 2, 1, origin, (double[]){0, -1, 0});
  scene_contact(&s, 0, -1, origin, up, east, 0.4);
  scene_finish(&s);
  rg_problem p = scene_local(&s);
  p.target = &target;
  expect(&p, (double[]){3, 0}, (double[]){0.5, 0});
}

/* ---- two contacts ---- */

/* A disk in a symmetric groove without friction: N = m v / (2 cos a) on each flank. */
static void disk_in_a_groove(void **state) {
  (void)state;
  const double m = 2, drop = 0.3, R = 0.5, center[2] = {0, 0}, a = 0.7;
  scene s;
  scene_start(&s, 2);
  scene_body(&s, m, 0.5 * m * R * R, center, (double[]){0, -drop, 0});
  for (int side = -1; side <= 1; side += 2) {
    double normal[2] = {-side * sin(a), cos(a)}, tangent[2] = {-cos(a), -side * sin(a)};
    double point[2] = {side * R * sin(a), -R * cos(a)};
    scene_contact(&s, 0, -1, point, normal, tangent, 0);
  }
  scene_finish(&s);
  rg_problem p = scene_local(&s);
  double N = m * drop / (2 * cos(a));
  expect(&p, (double[]){N, 0, N, 0}, (double[]){0, 0, 0, 0});
  /* with friction only the velocity is known: it stays */
  s.mu[0] = s.mu[1] = 0.6;
  expect(&p, NULL, (double[]){0, 0, 0, 0});
}

/* A spinning disk pressed into a corner: friction at the floor pushes it to the wall, friction at
   the wall carries it. N_wall = mu N_floor, N_floor = m v / (1 + mu^2); the spin loses mu R
   (N_floor + N_wall) / I. */
static void spinning_disk_in_a_corner(void **state) {
  (void)state;
  const double m = 2, R = 0.5, drop = 0.1, spin = -40, mu = 0.4, center[2] = {0, 0};
  const double inertia = 0.5 * m * R * R;
  scene s;
  scene_start(&s, 2);
  scene_body(&s, m, inertia, center, (double[]){0, -drop, spin});
  /* clockwise: the lowest point moves to -x, friction on the disk to +x, where the wall is */
  scene_contact(&s, 0, -1, (double[]){0, -R}, (double[]){0, 1}, (double[]){1, 0}, mu);
  scene_contact(&s, 0, -1, (double[]){R, 0}, (double[]){-1, 0}, (double[]){0, 1}, mu);
  scene_finish(&s);
  rg_problem p = scene_local(&s);
  double floor = m * drop / (1 + mu * mu), wall = mu * floor;
  double rest = spin + mu * R * (floor + wall) / inertia;
  expect(&p, (double[]){floor, mu * floor, wall, mu * wall}, (double[]){0, R * rest, 0, R * rest});
}

/* ---- rows ---- */

/* a motor row that saturates: x_0 = 1 where 2 would be needed, the contact takes the rest */
static void saturated_motor(void **state) {
  (void)state;
  const double A[] = {2, 0, 0.5, 0, 1, 0, 0.5, 0, 1}, c[] = {-4, -1, -0.25}, mu = 1;
  const double lower = -1, upper = 1;
  rg_problem p = rg_problem_default();
  p.dim = 2, p.contacts = 1, p.rows = 1;
  p.A = rg_matrix_dense(3, 3, A), p.c = c, p.mu = &mu, p.lower = &lower, p.upper = &upper;
  expect(&p, (double[]){1, 1, -0.25}, (double[]){-2.125, 0, 0});
}

/* free rows hold u = 0: the answer is made first, c from it; several rows fill one block and a half
 */
static void bilateral_rows(void **state) {
  (void)state;
  unsigned long long seed = 5;
  small_problem q;
  small_random_problem(&q, 3, 4, 2, 14, 0.8, &seed);
  for (int i = 0; i < q.n; i++) q.A[i * q.n + i] += 2;
  const double r[] = {0.7, -1.2, 0.4, 2, 1, 0.3, -0.4, 2, -0.7, 1.1};
  double c[10], zero[10] = {0};
  for (int i = 0; i < q.n; i++) {
    c[i] = 0;
    for (int j = 0; j < q.n; j++) c[i] -= q.A[i * q.n + j] * r[j];
  }
  rg_problem p = rg_problem_default();
  p.dim = 3, p.contacts = 2, p.rows = 4, p.A = rg_matrix_dense(q.n, q.n, q.A), p.c = c, p.mu = q.mu;
  expect(&p, r, zero);
}

/* ---- up to ten contacts ---- */

static rg_problem problem_of(const small_problem *q) {
  rg_problem p = rg_problem_default();
  p.dim = q->d, p.contacts = q->contacts, p.rows = q->rows;
  p.A = rg_matrix_dense(q->n, q->n, q->A);
  p.c = q->c, p.mu = q->mu, p.lower = q->lower, p.upper = q->upper;
  return p;
}

/* all methods give the same velocities, and each is a solution by definition */
static void agree(const small_problem *q) {
  rg_problem p = problem_of(q);
  double first[SMALL_MAX] = {0}, size = 0;
  for (int i = 0; i < q->n; i++) size = hypot(size, q->c[i]);
  for (int k = 0; k < METHODS; k++) {
    double r[SMALL_MAX], u[SMALL_MAX];
    solve(&p, &methods[k], r, u);
    assert_true(small_natural_map(q, r) <= 1e-10 * size);
    for (int i = 0; i < q->n; i++) {
      if (k == 0) first[i] = u[i];
      assert_true(fabs(u[i] - first[i]) <= 1e-7 * size);
    }
  }
}

/* without friction the velocity is the minimizer's of a convex energy, unique even where A is
 * singular */
static void frictionless_velocities_are_unique(void **state) {
  (void)state;
  unsigned long long seed = 17;
  for (int k = 0; k < 20; k++) {
    small_problem q;
    int contacts = 1 + k % 10, d = 2 + k % 2;
    small_random_problem(&q, d, 0, contacts, d * contacts < 8 ? 8 : d * contacts, 0, &seed);
    agree(&q);
  }
}

/* little coupling between contacts (A = I + small) and little friction: the one-contact map is a
   contraction, so the solution is unique */
static void nearly_diagonal_problems_are_unique(void **state) {
  (void)state;
  unsigned long long seed = 19;
  for (int k = 0; k < 40; k++) {
    small_problem q;
    int contacts = 1 + k % 10, d = 2 + k % 2, rows = k % 4;
    small_random_problem(&q, d, rows, contacts, 20, 0.4, &seed);
    for (int i = 0; i < q.n * q.n; i++) q.A[i] *= 0.3 / q.n;
    for (int i = 0; i < q.n; i++) {
      q.A[i * q.n + i] += 1;
      q.c[i] = small_random(&seed);
      if (i < rows && k % 2) q.lower[i] = -0.3, q.upper[i] = 0.4;
    }
    agree(&q);
  }
}

/* limits are honoured and say so */
static void limits_are_reported(void **state) {
  (void)state;
  scene s;
  scene_cube(&s, 0.5, (double[]){1, 2, -3, 0.4, -0.5, 5});
  rg_problem p = scene_local(&s);
  const char *names[] = {"nsgs", "prox", "psor"};
  for (int k = 0; k < 3; k++) {
    rg_options o = rg_options_default();
    rg_solver *solver;
    o.solver = names[k];
    o.max_iterations = 1;
    o.tol = 1e-12;
    o.trace = 1;
    assert_int_equal(rg_solver_new(&solver, &p, &o, NULL), RG_OK);
    assert_int_equal(rg_solver_solve(solver), RG_LIMIT);
    const rg_report *report = rg_solver_report(solver);
    assert_true(report->reason[0] != '\0');
    assert_true(report->iterations >= 1 && report->iterations <= 10);
    assert_true(report->certificate.natural_map_relative > 1e-12);
    assert_int_equal(report->trace_length, 1);
    assert_true(report->trace[0] > 0);
    rg_solver_free(solver);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(block_on_an_incline),
      cmocka_unit_test(sliding_sphere),
      cmocka_unit_test(flying_body),
      cmocka_unit_test(target_velocity),
      cmocka_unit_test(disk_in_a_groove),
      cmocka_unit_test(spinning_disk_in_a_corner),
      cmocka_unit_test(saturated_motor),
      cmocka_unit_test(bilateral_rows),
      cmocka_unit_test(frictionless_velocities_are_unique),
      cmocka_unit_test(nearly_diagonal_problems_are_unique),
      cmocka_unit_test(limits_are_reported),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
