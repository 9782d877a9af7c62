/* Facts that the papers state, or that follow from their equations, about the laws: ranks (Peiret
   et al. 2017), the eight cases of planar friction (Trinkle's notes, page 17), the sliding sphere
   (Mylapilli & Jain 2017) and the box on the floor (Trinkle's notes, pages 31-35). */
#include "reference.h"

#include "base/arena.h"
#include "law/law.h"
#include "math/dense.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#define near(x, y, tolerance) assert_true(fabs((x) - (y)) <= (tolerance))

static const double pi = 3.14159265358979323846;

/* ---- a rigid body with contact points under a horizontal plane's normal ---- */

enum { BODY_CONTACTS = 4, BODY_ROWS = 3 * BODY_CONTACTS };

typedef struct body {
  int contacts;
  double inverse_mass[6];
  double J[BODY_ROWS][6];          /* rows n, t1 = x, t2 = y of each contact */
  double A[BODY_ROWS * BODY_ROWS]; /* J M^-1 J' */
  double c[BODY_ROWS], mu[BODY_CONTACTS], target[BODY_CONTACTS];
  rg_local local;
} body;

/* velocity of the point r along d is d . v + (r x d) . omega */
static void jacobian_row(const double *r, const double *d, double *row) {
  for (int k = 0; k < 3; k++) row[k] = d[k];
  row[3] = r[1] * d[2] - r[2] * d[1];
  row[4] = r[2] * d[0] - r[0] * d[2];
  row[5] = r[0] * d[1] - r[1] * d[0];
}

static void body_init(body *b, int contacts, const double (*point)[3], double mass,
                      const double *inertia, double mu) {
  static const double axes[3][3] = {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}};
  int n = 3 * contacts;
  b->contacts = contacts;
  for (int k = 0; k < 6; k++) b->inverse_mass[k] = 1 / (k < 3 ? mass : inertia[k - 3]);
  for (int i = 0; i < n; i++) jacobian_row(point[i / 3], axes[i % 3], b->J[i]);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      b->A[i * n + j] = 0;
      for (int k = 0; k < 6; k++) b->A[i * n + j] += b->J[i][k] * b->inverse_mass[k] * b->J[j][k];
    }
  for (int i = 0; i < contacts; i++) {
    b->mu[i] = mu;
    b->target[i] = 0;
  }
  b->local = reference_local(3, contacts, 0, b->A, b->c, b->mu, b->target, NULL, NULL);
}

/* c = J v */
static void body_velocity(body *b, const double *v) {
  for (int i = 0; i < 3 * b->contacts; i++) b->c[i] = rg_dot(6, b->J[i], v);
}

/* v += M^-1 J' r */
static void body_kick(const body *b, const double *r, double *v) {
  for (int i = 0; i < 3 * b->contacts; i++)
    for (int k = 0; k < 6; k++) v[k] += b->inverse_mass[k] * b->J[i][k] * r[i];
}

/* ---- ranks, Peiret et al. ---- */

static const double cube_vertex[4][3] = {
    {-0.5, -0.5, -0.5}, {0.5, -0.5, -0.5}, {-0.5, 0.5, -0.5}, {0.5, 0.5, -0.5}};

static void cube_init(body *b, int contacts) {
  const double inertia[3] = {1.0 / 6, 1.0 / 6, 1.0 / 6};
  body_init(b, contacts, cube_vertex, 1, inertia, 1);
  body_velocity(b, (const double[6]){0});
}

/* the law of the cube with two directions and the relaxation of Table 1 for the step h (0: rigid)
 */
static rg_law_options cube_options(double rho, double h) {
  rg_law_options options = rg_law_options_default();
  options.law = RG_LAW_NONSINGULAR;
  options.directions = 4;
  options.phantom = rho;
  if (h > 0) {
    options.relax_normal = 1 / (1e10 * h * h + 1e8 * h);
    options.relax_tangent = 1 / (1e8 * h * h + 1e5 * h);
  }
  return options;
}

/* singular values of a square matrix by one-sided Jacobi rotations of its columns, unsorted */
static void singular_values(int n, double *M, double *value) {
  for (int sweep = 0; sweep < 60; sweep++)
    for (int p = 0; p < n; p++)
      for (int q = p + 1; q < n; q++) {
        double a = 0, b = 0, d = 0;
        for (int i = 0; i < n; i++) {
          a += M[i * n + p] * M[i * n + p];
          b += M[i * n + q] * M[i * n + q];
          d += M[i * n + p] * M[i * n + q];
        }
        if (fabs(d) <= 1e-17 * sqrt(a * b)) continue;
        double zeta = (b - a) / (2 * d);
        double t = (zeta >= 0 ? 1 : -1) / (fabs(zeta) + hypot(1, zeta)), c = 1 / hypot(1, t);
        for (int i = 0; i < n; i++) {
          double x = M[i * n + p], y = M[i * n + q];
          M[i * n + p] = c * (x - t * y);
          M[i * n + q] = c * (t * x + y);
        }
      }
  for (int j = 0; j < n; j++) {
    value[j] = 0;
    for (int i = 0; i < n; i++) value[j] = hypot(value[j], M[i * n + j]);
  }
}

/* numerical rank: singular values above n eps times the largest; pivoted QR must agree on matrices
   that are clearly regular or clearly singular (clear = 1) */
static int rank_of(int n, double *M, int clear) {
  double value[34], work[2 * 34], copy[34 * 34], largest = 0;
  int rank = 0;
  memcpy(copy, M, (size_t)(n * n) * sizeof(double));
  singular_values(n, copy, value);
  for (int j = 0; j < n; j++) largest = fmax(largest, value[j]);
  for (int j = 0; j < n; j++) rank += value[j] > n * DBL_EPSILON * largest;
  if (clear) assert_int_equal(rg_rank(n, n, M, n, n * DBL_EPSILON, work), rank);
  return rank;
}

/* the matrix of Eq. 35 and 39: [M -J' 0; J eps H; 0 -H' N], its right lower part being the law's
   own blocks S; the velocities come first */
static int full_rank_of(int contacts, double rho, double h) {
  body b;
  rg_arena arena = {0};
  static double full[34 * 34];
  cube_init(&b, contacts);
  rg_law_options options = cube_options(rho, h);
  rg_law_mlcp *law = rg_law_setup(&arena, &b.local, &options);
  rg_law_assemble(law, &b.local);
  int n = 6 + law->mlcp.n;
  memset(full, 0, sizeof full);
  for (int k = 0; k < 6; k++) full[k * n + k] = 1 / b.inverse_mass[k];
  for (int i = 0; i < contacts; i++) {
    const rg_law_block *block = &law->block[i];
    int first = 6 + law->first[i], m = block->size;
    for (int p = 0; p < m; p++) {
      for (int k = 0; k < m; k++) full[(first + p) * n + first + k] = block->S[p * m + k];
      for (int a = 0; a < 3; a++)
        for (int k = 0; k < 6; k++) {
          full[k * n + first + p] -= b.J[3 * i + a][k] * block->B[a * m + p];
          full[(first + p) * n + k] += block->R[p * 3 + a] * b.J[3 * i + a][k];
        }
    }
  }
  int rank = rank_of(n, full, rho == 0 || rho == 1);
  rg_arena_free(&arena);
  reference_free(&b.local);
  return rank;
}

static int reduced_rank_of(int contacts, double rho, double h) {
  body b;
  rg_arena arena = {0};
  rg_mlcp reduced;
  cube_init(&b, contacts);
  rg_law_options options = cube_options(rho, h);
  rg_law_mlcp *law = rg_law_setup(&arena, &b.local, &options);
  rg_law_assemble(law, &b.local);
  assert_int_equal(rg_law_reduce(&arena, &law->mlcp, &reduced), 0);
  assert_int_equal(reduced.n, 5 * contacts);
  int rank = rank_of(reduced.n, reduced.M, rho == 0 || rho == 1);
  rg_arena_free(&arena);
  reference_free(&b.local);
  return rank;
}

static void ranks_of_one_contact(void **state) {
  (void)state;
  assert_int_equal(full_rank_of(1, 0, 0), 11);
  assert_int_equal(full_rank_of(1, 1, 0), 13);
}

static void ranks_of_the_cube(void **state) {
  (void)state;
  /* four vertices of a rigid body are redundant */
  assert_int_equal(full_rank_of(4, 0, 0), 26);
  assert_int_equal(full_rank_of(4, 1, 0), 33);
  /* the relaxation of Table 1 makes it regular */
  assert_int_equal(full_rank_of(4, 1, 1e-3), 34);
  assert_int_equal(reduced_rank_of(4, 0, 1e-3), 12);
  assert_int_equal(reduced_rank_of(4, 1, 1e-3), 20);
}

/* the smallest rho, by factors of 10^(1/4), from which on the rank stays full up to 1 */
static double smallest_phantom(int (*rank)(int, double, double), int full, double h) {
  double smallest = HUGE_VAL;
  for (int k = 0; k <= 64; k++) {
    double rho = pow(10, -k / 4.0);
    if (rank(4, rho, h) < full) break;
    smallest = rho;
  }
  return smallest;
}

/* within a factor of 2.5: 1e-8 and 3e-7 at 1 ms, 1e-7 and 5e-4 at 10 ms */
static void smallest_phantom_inertia(void **state) {
  (void)state;
  const struct {
    int (*rank)(int, double, double);
    int full;
    double h, rho;
  } cases[] = {{full_rank_of, 34, 1e-3, 1e-8},
               {reduced_rank_of, 20, 1e-3, 3e-7},
               {full_rank_of, 34, 1e-2, 1e-7},
               {reduced_rank_of, 20, 1e-2, 5e-4}};
  for (size_t k = 0; k < 4; k++) {
    double rho = smallest_phantom(cases[k].rank, cases[k].full, cases[k].h);
    print_message("%s matrix, %g ms: full rank from rho = %.1e (reference %.0e)\n",
                  cases[k].full == 34 ? "full" : "reduced", cases[k].h * 1e3, rho, cases[k].rho);
    assert_true(fabs(log10(rho / cases[k].rho)) <= 0.4);
  }
}

/* ---- the sliding cube, Peiret et al. Table 1 ---- */

/* one step of the law: the reduced LCP by Lemke's method gives the modes, the full one the impulses
 */
static void cube_solve(const rg_local *local, const rg_law_options *options, double *r) {
  rg_arena arena = {0};
  rg_mlcp reduced;
  double small[20], z[28];
  int mode[28];
  rg_law_mlcp *law = rg_law_setup(&arena, local, options);
  rg_law_assemble(law, local);
  do {
    assert_int_equal(rg_law_reduce(&arena, &law->mlcp, &reduced), 0);
    assert_int_equal(reduced.n, 20);
    assert_true(reference_lemke(&reduced, small));
    for (int i = 0, k = 0; i < 28; i++)
      mode[i] = isinf(law->mlcp.lower[i]) || small[k++] > 0 ? 1 : 0;
    assert_true(reference_try(&law->mlcp, mode, z));
    assert_true(reference_residual(&law->mlcp, z) < 1e-9);
  } while (rg_law_update(law, local, z));
  rg_law_impulse(law, local, z, r);
  rg_arena_free(&arena);
}

/* flat on the ground, 5 m/s along y, one turn a second, steps of 1 ms; where it stops */
static void cube_slide(double rho, int lateral, double *end) {
  const double dt = 1e-3, inertia[3] = {1.0 / 6, 1.0 / 6, 1.0 / 6};
  double v[6] = {0, 5, 0, 0, 0, 2 * pi}, yaw = 0, last[BODY_ROWS] = {0}, r[BODY_ROWS], slip[8];
  end[0] = end[1] = 0;
  for (int step = 0; step < 700; step++) {
    body b;
    double vertex[4][3];
    for (int i = 0; i < 4; i++) {
      vertex[i][0] = cos(yaw) * cube_vertex[i][0] - sin(yaw) * cube_vertex[i][1];
      vertex[i][1] = sin(yaw) * cube_vertex[i][0] + cos(yaw) * cube_vertex[i][1];
      vertex[i][2] = -0.5;
    }
    body_init(&b, 4, (const double(*)[3])vertex, 1, inertia, 1);
    body_velocity(&b, v);
    for (int i = 0; i < 8; i++) slip[i] = b.c[i / 2 * 3 + 1 + i % 2];
    v[2] -= 9.81 * dt;
    body_velocity(&b, v);
    rg_law_options options = cube_options(rho, dt);
    options.slip = slip;
    options.lateral = lateral;
    if (step) options.last_impulse = last;
    cube_solve(&b.local, &options, r);
    memcpy(last, r, sizeof last);
    body_kick(&b, r, v);
    for (int k = 0; k < 2; k++) end[k] += dt * v[k];
    yaw += dt * v[5];
    reference_free(&b.local);
  }
  assert_true(hypot(v[0], v[1]) < 1e-3 && fabs(v[5]) < 1e-3);
}

/* the end points of Coulomb's law are (0.4404, 1.5813); Eq. 34 comes near, Eq. 43 nearer, and the
   phantom inertia does not matter */
static void cube_stops(void **state) {
  (void)state;
  double end[2], other[2];
  cube_slide(1, 0, end);
  print_message("Eq. 34: %.4f %.4f\n", end[0], end[1]);
  near(fabs(end[0]), 0.441, 5e-4);
  near(end[1], 1.5815, 5e-4);
  cube_slide(1e-3, 0, other);
  near(other[0], end[0], 1e-9);
  near(other[1], end[1], 1e-9);
  cube_slide(1, 1, end);
  print_message("Eq. 43: %.4f %.4f\n", end[0], end[1]);
  near(fabs(end[0]), 0.4404, 2e-4);
  near(end[1], 1.5813, 2e-4);
}

/* ---- planar friction, Trinkle page 17 ---- */

/* the rows of page 16 for z = (lambda_n, lambda_f1, lambda_f2, s) and the slip v, from our law */
static void planar_rows(const rg_law_block *block, double v, const double *z, double *w) {
  double u[2] = {0, v}, product[4];
  rg_matvec(4, 2, block->R, 2, u, w);
  rg_matvec(4, 4, block->S, 4, z, product);
  rg_axpy(4, 1, product, w);
}

/* Rows 1 and 2 hold s and v alone, row 3 forces alone, so both scale freely: v in {-1, 0, 1},
   mu lambda_n in {0, 1} and the few values of s and lambda_f below meet every combination of signs.
   strict: every + of the case is > 0 and every 0 is 0; weak: + may be 0. */
static void eight_sign_cases(void **state) {
  (void)state;
  static const double force[] = {0, 0.25, 0.5, 1}, excess[] = {0, 0.5, 1, 2};
  int strict[9] = {0}, weak[9] = {0}, moving[9] = {0}, loaded[9] = {0};
  double A[4] = {1, 0, 0, 1}, c[2] = {0, 0}, mu = 1, target = 0;
  rg_local local = reference_local(2, 1, 0, A, c, &mu, &target, NULL, NULL);
  rg_arena arena = {0};
  rg_law_options options = rg_law_options_default();
  options.law = RG_LAW_PYRAMID;
  options.aligned = 0;
  rg_law_mlcp *law = rg_law_setup(&arena, &local, &options);
  assert_int_equal(law->mlcp.n, 4);
  rg_law_assemble(law, &local);
  for (int point = 0; point < 3 * 2 * 4 * 4 * 4; point++) {
    double v = point % 3 - 1, z[4], w[4];
    z[0] = point / 3 % 2;
    z[1] = force[point / 6 % 4];
    z[2] = force[point / 24 % 4];
    z[3] = excess[point / 96 % 4];
    planar_rows(&law->block[0], v, z, w);
    if (w[1] < 0 || w[2] < 0 || w[3] < 0) continue;
    /* case 1 + bits: a set bit stands for + on the right */
    for (int k = 0; k < 8; k++) {
      int right[3] = {k >> 2 & 1, k >> 1 & 1, k & 1}, is_weak = 1, is_strict = 1;
      for (int a = 0; a < 3; a++) {
        double zero = right[a] ? z[1 + a] : w[1 + a], plus = right[a] ? w[1 + a] : z[1 + a];
        if (zero != 0) is_weak = is_strict = 0;
        if (plus <= 0) is_strict = 0;
      }
      strict[k + 1] |= is_strict;
      weak[k + 1] |= is_weak;
      moving[k + 1] |= is_weak && v != 0;
      loaded[k + 1] |= is_weak && z[0] > 0;
    }
  }
  for (int k = 1; k <= 8; k++) {
    assert_int_equal(strict[k], k == 2 || k == 3 || k == 5 || k == 7);
    assert_int_equal(weak[k], 1);
  }
  /* case 8 only at rest, and there the normal force may be positive */
  assert_int_equal(moving[8], 0);
  assert_int_equal(loaded[8], 1);
  /* sliding in cases 3, 5 and 7, sticking in case 2 */
  assert_true(moving[3] && moving[5] && moving[7] && !moving[2]);
  rg_arena_free(&arena);
  reference_free(&local);
}

/* ---- the sphere, Mylapilli & Jain Sec. 6 ---- */

typedef struct sphere_run {
  double first_friction, vx, vy, wy; /* the last three at 0.1 s */
  double most_sideways;              /* largest |vy| */
  int slip_ends;                     /* first step without slip */
} sphere_run;

static sphere_run sphere_roll(int aligned, double angle) {
  static const double point[1][3] = {{0, 0, -1}}, inertia[3] = {0.4, 0.4, 0.4};
  const double dt = 1e-3, g = 9.81;
  body b;
  rg_arena arena = {0};
  sphere_run run = {0};
  double v[6] = {2, 0, 0, 0, 0, 0}, z[6], r[3];
  body_init(&b, 1, point, 1, inertia, 0.2);
  rg_law_options options = rg_law_options_default();
  options.law = RG_LAW_PYRAMID;
  options.directions = 4;
  options.aligned = aligned;
  options.angle = angle;
  rg_law_mlcp *law = rg_law_setup(&arena, &b.local, &options);
  for (int step = 1; step <= 600; step++) {
    v[2] -= g * dt;
    body_velocity(&b, v);
    rg_law_assemble(law, &b.local);
    assert_true(reference_mlcp(&law->mlcp, z));
    rg_law_impulse(law, &b.local, z, r);
    body_kick(&b, r, v);
    if (step == 1) run.first_friction = r[1] / dt;
    if (step == 100) run.vx = v[0], run.vy = v[1], run.wy = v[4];
    run.most_sideways = fmax(run.most_sideways, fabs(v[1]));
    double slip = hypot(v[0] - v[4], v[1] + v[3]);
    if (!run.slip_ends && slip < 1e-9) run.slip_ends = step;
  }
  rg_arena_free(&arena);
  reference_free(&b.local);
  return run;
}

static void sphere_with_aligned_directions(void **state) {
  (void)state;
  sphere_run run = sphere_roll(1, 0);
  near(run.first_friction, -1.962, 1e-10);
  near(run.vx, 1.8038, 1e-10);
  near(run.wy, 0.4905, 1e-10);
  assert_int_equal(run.slip_ends, 292);
}

/* turned by 45 degrees two vertices share the load: mu/sqrt(2) is felt, and no sideways motion */
static void sphere_with_turned_directions(void **state) {
  (void)state;
  sphere_run run = sphere_roll(1, pi / 4);
  near(run.vx, 1.861266, 5e-7);
  near(run.vx, 2 - 0.1 * 0.2 * 9.81 / sqrt(2), 1e-10);
  near(run.vy, 0, 1e-10);
  assert_int_equal(run.slip_ends, 412);
}

/* directions fixed in the world at 30 degrees push the sphere sideways; at 45 they do not */
static void sphere_with_fixed_directions(void **state) {
  (void)state;
  sphere_run run = sphere_roll(0, pi / 6);
  near(run.most_sideways, 0.104, 1e-3);
  assert_int_equal(run.slip_ends, 398);
  run = sphere_roll(0, pi / 4);
  near(run.most_sideways, 0, 1e-10);
  assert_int_equal(run.slip_ends, 412);
}

/* ---- the box on the floor, Trinkle pages 31-35 ---- */

static const double box_vertex[4][3] = {
    {-0.5, -0.4, -0.3}, {0.5, -0.4, -0.3}, {-0.5, 0.4, -0.3}, {0.5, 0.4, -0.3}};
static const double box_inertia[3] = {1, 2, 3};

static void box_init(body *b, double *v) {
  body_init(b, 4, box_vertex, 1, box_inertia, 0.5);
  memset(v, 0, 6 * sizeof(double));
  v[0] = 1;
  v[2] = -9.81 * 0.01;
  body_velocity(b, v);
}

static void box_with_four_directions(void **state) {
  (void)state;
  body b;
  rg_arena arena = {0};
  double v[6], z[24], r[BODY_ROWS];
  box_init(&b, v);
  rg_law_options options = rg_law_options_default();
  options.law = RG_LAW_PYRAMID;
  options.directions = 4;
  rg_law_mlcp *law = rg_law_setup(&arena, &b.local, &options);
  assert_int_equal(law->mlcp.n, 24);
  rg_law_assemble(law, &b.local);
  assert_true(reference_lemke(&law->mlcp, z));
  assert_true(reference_residual(&law->mlcp, z) < 1e-10);
  rg_law_impulse(law, &b.local, z, r);
  near(r[0] + r[3] + r[6] + r[9], 0.0981, 1e-10);
  body_kick(&b, r, v);
  near(v[0], 0.95095, 1e-10);
  for (int k = 1; k < 6; k++) near(v[k], 0, 1e-10);
  rg_arena_free(&arena);
  reference_free(&b.local);
}

/* the LCP of page 20 with v eliminated, rows (p_n, p_f, s) of all contacts, for 3 directions at 0,
   120 and 240 degrees: no direction opposes the slip and half of the friction is lost */
static void box_with_three_directions(void **state) {
  (void)state;
  enum { LCP = 20 };
  body b;
  double v[6], W[16][6], M[LCP * LCP] = {0}, q[LCP] = {0}, lower[LCP] = {0}, upper[LCP], z[LCP];
  box_init(&b, v);
  for (int i = 0; i < 4; i++) {
    memcpy(W[i], b.J[3 * i], sizeof W[i]);
    for (int j = 0; j < 3; j++) {
      double t = 2 * pi * j / 3, d[3] = {cos(t), sin(t), 0};
      jacobian_row(box_vertex[i], d, W[4 + 3 * i + j]);
    }
  }
  /* W' M^-1 W, E and U - E' */
  for (int i = 0; i < 16; i++) {
    q[i] = rg_dot(6, W[i], v);
    for (int j = 0; j < 16; j++)
      for (int k = 0; k < 6; k++) M[i * LCP + j] += W[i][k] * b.inverse_mass[k] * W[j][k];
  }
  for (int i = 0; i < 4; i++) {
    M[(16 + i) * LCP + i] = 0.5;
    for (int j = 0; j < 3; j++) {
      M[(4 + 3 * i + j) * LCP + 16 + i] = 1;
      M[(16 + i) * LCP + 4 + 3 * i + j] = -1;
    }
  }
  for (int i = 0; i < LCP; i++) upper[i] = HUGE_VAL;
  rg_mlcp lcp = {LCP, M, q, lower, upper, 0};
  assert_true(reference_lemke(&lcp, z));
  assert_true(reference_residual(&lcp, z) < 1e-10);
  near(z[0] + z[1] + z[2] + z[3], 0.0981, 1e-10);
  for (int i = 0; i < 16; i++)
    for (int k = 0; k < 6; k++) v[k] += b.inverse_mass[k] * W[i][k] * z[i];
  near(v[0], 0.975475, 1e-10);
  reference_free(&b.local);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ranks_of_one_contact),
      cmocka_unit_test(ranks_of_the_cube),
      cmocka_unit_test(smallest_phantom_inertia),
      cmocka_unit_test(cube_stops),
      cmocka_unit_test(eight_sign_cases),
      cmocka_unit_test(sphere_with_aligned_directions),
      cmocka_unit_test(sphere_with_turned_directions),
      cmocka_unit_test(sphere_with_fixed_directions),
      cmocka_unit_test(box_with_four_directions),
      cmocka_unit_test(box_with_three_directions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
