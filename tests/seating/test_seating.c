/* Parts seating: the polytope of page 30 of Trinkle's notes as it should be, every impulse against
   the frictionless LCP solved by enumeration, dependent contacts, uncertain gaps, slices with known
   corners. */
#include <rigor/seating.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { MOST = 6 };

static void near(double value, double expected, double tolerance) {
  if (!(fabs(value - expected) <= tolerance)) fail_msg("%.15g, expected %.15g", value, expected);
}

static double random_number(unsigned long long *state) {
  *state = *state * 6364136223846793005ULL + 1442695040888963407ULL;
  return (double)(*state >> 11) / 4503599627370496.0 - 1;
}

/* x = A \ x by Gauss-Jordan with partial pivoting; 0: singular */
static int solve_linear(int n, double A[MOST][MOST], double *x) {
  for (int k = 0; k < n; k++) {
    int best = k;
    for (int i = k + 1; i < n; i++)
      if (fabs(A[i][k]) > fabs(A[best][k])) best = i;
    if (fabs(A[best][k]) < 1e-10) return 0;
    for (int j = 0; j < n; j++) {
      double t = A[k][j];
      A[k][j] = A[best][j];
      A[best][j] = t;
    }
    double t = x[k];
    x[k] = x[best];
    x[best] = t;
    for (int i = 0; i < n; i++) {
      if (i == k) continue;
      double factor = A[i][k] / A[k][k];
      for (int j = 0; j < n; j++) A[i][j] -= factor * A[k][j];
      x[i] -= factor * x[k];
    }
  }
  for (int k = 0; k < n; k++) x[k] /= A[k][k];
  return 1;
}

/* the frictionless LCP  0 <= r _|_ A r + c >= 0  by enumeration: the largest w (unique, since A is
   semidefinite and symmetric), or -1 where no choice of pushing contacts solves it */
static double enumerate_opening(int n, const double A[MOST][MOST], const double *c) {
  for (unsigned push = 0; push < 1u << n; push++) {
    double B[MOST][MOST], x[MOST], r[MOST] = {0}, open = 0;
    int m = 0, at[MOST], fits = 1;
    for (int i = 0; i < n; i++)
      if (push >> i & 1u) at[m++] = i;
    for (int i = 0; i < m; i++) {
      for (int j = 0; j < m; j++) B[i][j] = A[at[i]][at[j]];
      x[i] = -c[at[i]];
    }
    if (!solve_linear(m, B, x)) continue;
    for (int i = 0; i < m; i++) {
      r[at[i]] = x[i];
      fits &= x[i] >= -1e-9;
    }
    for (int i = 0; i < n; i++) {
      double w = c[i];
      for (int j = 0; j < n; j++) w += A[i][j] * r[j];
      fits &= w >= -1e-9;
      open = fmax(open, w);
    }
    if (fits) return open;
  }
  return -1;
}

/* how far the worst contact is from closing after the impulse p: largest rho at the end */
static double opening_after(const rg_seating_input *in, const double *gap, const double *p) {
  int d = in->dofs, n = in->contacts;
  double A[MOST][MOST] = {{0}}, c[MOST];
  for (int j = 0; j < n; j++) c[j] = gap[j] / in->h + (in->rate ? in->rate[j] : 0);

  // M^-1 p and M^-1 W by columns
  for (int k = -1; k < n; k++) {
    double M[MOST][MOST], x[MOST];
    for (int i = 0; i < d; i++) {
      for (int j = 0; j < d; j++) M[i][j] = in->M ? in->M[i * d + j] : (double)(i == j);
      x[i] = k < 0 ? p[i] : in->W[i * n + k];
    }
    assert_true(solve_linear(d, M, x));
    for (int j = 0; j < n; j++)
      for (int i = 0; i < d; i++) {
        if (k < 0) c[j] += in->W[i * n + j] * (x[i] + (in->v ? in->v[i] : 0));
        else A[j][k] += in->W[i * n + j] * x[i];
      }
  }
  return enumerate_opening(n, (const double(*)[MOST])A, c);
}

static rg_seating *make(const rg_seating_input *in) {
  rg_seating *s = NULL;
  rg_error error;
  rg_status status = rg_seating_new(&s, in, &error);
  if (status != RG_OK) fail_msg("%s: %s", error.element, error.reason);
  return s;
}

/* --- page 29 and 30 --------------------------------------------------------------------------- */

static const double page29[9] = {1, 0, 0, 0, 1, 1, 0, 0, 1};

static void test_page_30(void **state) {
  (void)state;
  const double gap[3] = {0.3, 0.7, 0.4};
  rg_seating_input in = {.dofs = 3, .contacts = 3, .W = page29, .gap_low = gap, .h = 1};
  rg_seating *s = make(&in);
  const double *normal, *offset;
  assert_int_equal(rg_seating_halfspaces(s, &normal, &offset), 3);

  // p_x <= -psi_1,  p_y - p_z <= psi_3 - 2 psi_2,  p_z <= psi_2 - psi_3
  const double expected[9] = {1, 0, 0, 0, 1, -1, 0, 0, 1};
  const double bound[3] = {-0.3, 0.4 - 1.4, 0.7 - 0.4};
  for (int i = 0; i < 9; i++) near(normal[i], expected[i], 1e-14);
  for (int i = 0; i < 3; i++) near(offset[i], bound[i], 1e-14);

  // at the apex every half space is tight
  const double *apex = rg_seating_apex(s);
  assert_non_null(apex);
  near(rg_seating_slack(s, apex), 0, 1e-14);
  near(apex[1], -0.7, 1e-14);
  rg_seating_free(s);
}

/* the printed bound p <= (-psi_1, -psi_2, psi_2 - psi_3) is met by (-1, -1, -1), which leaves
   contact 2 open */
static void test_printed_bound_is_too_wide(void **state) {
  (void)state;
  const double gap[3] = {1, 1, 1}, p[3] = {-1, -1, -1};
  rg_seating_input in = {.dofs = 3, .contacts = 3, .W = page29, .gap_low = gap, .h = 1};
  rg_seating *s = make(&in);
  near(rg_seating_slack(s, p), -1, 1e-14);
  assert_true(rg_seating_slack(s, (const double[3]){-9, (double)NAN, -1}) < -1e300);
  assert_true(opening_after(&in, gap, p) > 0.4);
  rg_seating_free(s);
}

/* --- against enumeration ---------------------------------------------------------------------- */

/* a random symmetric positive definite matrix */
static void random_mass(int d, double *M, unsigned long long *seed) {
  double B[MOST][MOST];
  for (int i = 0; i < d; i++)
    for (int j = 0; j < d; j++) B[i][j] = random_number(seed);
  for (int i = 0; i < d; i++)
    for (int j = 0; j < d; j++) {
      M[i * d + j] = i == j ? 0.5 : 0;
      for (int k = 0; k < d; k++) M[i * d + j] += B[i][k] * B[j][k];
    }
}

/* impulses near the boundary of the set, on both sides of it, must agree with the LCP */
static int compare_with_lcp(const rg_seating_input *in, const double *gap,
                            unsigned long long *seed) {
  rg_seating *s = make(in);
  const double *apex = rg_seating_apex(s);
  int seated = 0;
  assert_non_null(apex);
  for (int trial = 0; trial < 40; trial++) {
    double p[MOST];
    for (int i = 0; i < in->dofs; i++) p[i] = apex[i] + 2 * random_number(seed);
    double slack = rg_seating_slack(s, p), open = opening_after(in, gap, p);
    if (fabs(slack) < 1e-6) continue;
    assert_true(open >= 0);
    if ((slack > 0) != (open < 1e-7)) fail_msg("slack %g, opening %g", slack, open);
    seated += slack > 0;
  }
  rg_seating_free(s);
  return seated;
}

static void test_independent_contacts(void **state) {
  (void)state;
  unsigned long long seed = 7;
  int seated = 0;
  for (int round = 0; round < 60; round++) {
    int d = 2 + round % 4, n = 1 + round % d;
    double M[MOST * MOST], W[MOST * MOST], v[MOST], gap[MOST], rate[MOST];
    random_mass(d, M, &seed);
    for (int i = 0; i < d * n; i++) W[i] = random_number(&seed);
    for (int i = 0; i < d; i++) v[i] = random_number(&seed);
    for (int i = 0; i < n; i++) {
      gap[i] = 0.1 + fabs(random_number(&seed));
      rate[i] = 0.3 * random_number(&seed);
    }
    rg_seating_input in = {d, n, M, W, v, gap, NULL, rate, 0.5};
    seated += compare_with_lcp(&in, gap, &seed);
  }
  assert_true(seated > 300);
}

/* four contacts under a planar part, gaps of a displacement: rank 3 */
static void test_dependent_contacts(void **state) {
  (void)state;
  unsigned long long seed = 3;
  int seated = 0;
  for (int round = 0; round < 40; round++) {
    int n = 4 + round % 2;
    double M[9], W[3 * MOST], gap[MOST] = {0}, back[3] = {0.4, 1, 0.2};
    random_mass(3, M, &seed);
    for (int j = 0; j < n; j++) {
      double x = random_number(&seed), angle = 0.5 * 3.14159265358979323846 + 0.8 * x;
      W[j] = cos(angle);
      W[n + j] = sin(angle);
      W[2 * n + j] = x * sin(angle) + 0.5 * random_number(&seed) * cos(angle);
      for (int i = 0; i < 3; i++) gap[j] += W[i * n + j] * back[i];
    }
    rg_seating_input in = {.dofs = 3, .contacts = n, .M = M, .W = W, .gap_low = gap, .h = 0.2};
    seated += compare_with_lcp(&in, gap, &seed);
  }
  assert_true(seated > 5);
}

/* a square foot in space, four vertical contacts of rank 3: the friction-free table */
static void test_table(void **state) {
  (void)state;
  const double W[12] = {1, 1, 1, 1, 1, -1, 1, -1, -1, -1, 1, 1}; /* force, moment x, moment y */
  const double gap[4] = {1, 1, 1, 1}, bad[4] = {1, 1, 1, 1.1};
  rg_seating_input in = {.dofs = 3, .contacts = 4, .W = W, .gap_low = gap, .h = 1};
  rg_seating *s = make(&in);

  // seated exactly where |m_x|, |m_y| <= -1 - f: four facets
  assert_int_equal(rg_seating_halfspaces(s, NULL, NULL), 4);
  const double inside[3] = {-2, 0.9, -0.9}, outside[3] = {-2, 1.1, 0};
  assert_true(rg_seating_slack(s, inside) > 0);
  assert_true(rg_seating_slack(s, outside) < 0);
  rg_seating_free(s);

  // a rocking table: four gaps that no motion closes together
  rg_error error;
  in.gap_low = bad;
  assert_int_equal(rg_seating_new(&s, &in, &error), RG_NO_SOLUTION);
  assert_null(s);
  in.gap_low = gap;
  in.gap_high = bad;
  assert_int_equal(rg_seating_new(&s, &in, &error), RG_NO_SOLUTION);
}

/* a point between two walls that face each other: with the gaps closed, every impulse seats it */
static void test_form_closure(void **state) {
  (void)state;
  const double W[2] = {1, -1}, gap[2] = {0, 0}, p = 5;
  rg_seating_input in = {.dofs = 1, .contacts = 2, .W = W, .gap_low = gap, .h = 1};
  rg_seating *s = make(&in);
  assert_int_equal(rg_seating_halfspaces(s, NULL, NULL), 0);
  assert_true(rg_seating_slack(s, &p) > 1e300);
  rg_seating_free(s);
}

/* --- uncertain gaps --------------------------------------------------------------------------- */

/* an impulse of the set seats the part for every corner of the box of gaps, one just outside fails
   for one */
static void test_uncertain_gaps(void **state) {
  (void)state;
  const double low[3] = {0.2, 0.3, 0.4}, high[3] = {0.3, 0.5, 0.7};
  rg_seating_input in = {
      .dofs = 3, .contacts = 3, .W = page29, .gap_low = low, .gap_high = high, .h = 1};
  rg_seating *s = make(&in);
  const double *offset;
  assert_null(rg_seating_apex(s));
  rg_seating_halfspaces(s, NULL, &offset);

  // worst corners: -0.3;  0.4 - 2 0.5;  0.3 - 0.7
  near(offset[0], -0.3, 1e-14);
  near(offset[1], -0.6, 1e-14);
  near(offset[2], -0.4, 1e-14);
  unsigned long long seed = 5;
  int certain = 0, fails = 0;
  for (int trial = 0; trial < 400; trial++) {
    double p[3], slack;
    for (int i = 0; i < 3; i++) p[i] = -0.7 + 0.8 * random_number(&seed);
    slack = rg_seating_slack(s, p);
    int all = 1;
    for (unsigned corner = 0; corner < 8; corner++) {
      double gap[3];
      for (int i = 0; i < 3; i++) gap[i] = corner >> i & 1u ? high[i] : low[i];
      all &= opening_after(&in, gap, p) < 1e-9;
    }
    if (fabs(slack) > 1e-9) assert_int_equal(slack > 0, all);
    certain += all;
    fails += !all;
  }
  assert_true(certain > 10 && fails > 10);
  rg_seating_free(s);
}

/* --- slices ----------------------------------------------------------------------------------- */

static double area_of(int n, const double *corner) {
  double area = 0;
  for (int i = 0; i < n; i++) {
    const double *a = corner + 2 * i, *b = corner + 2 * ((i + 1) % n);
    area += (a[0] * b[1] - a[1] * b[0]) / 2;
  }
  return area;
}

/* gaps 1: x <= -1, y - z <= -1, z <= 0 within a cube from -3 to 1 */
static void test_slices(void **state) {
  (void)state;
  const double gap[3] = {1, 1, 1}, at[3] = {0, 0, -0.5}, window[6] = {-3, 1, -3, 1, -3, 1};
  rg_seating_input in = {.dofs = 3, .contacts = 3, .W = page29, .gap_low = gap, .h = 1};
  rg_seating *s = make(&in);
  double corner[3 * 32];

  // plane z = -0.5: the rectangle [-3, -1] x [-3, -1.5], counter-clockwise
  int n = rg_seating_slice2(s, (const int[2]){0, 1}, at, window, corner, 32);
  assert_int_equal(n, 4);
  near(area_of(n, corner), 2 * 1.5, 1e-12);
  for (int i = 0; i < n; i++) {
    double x = corner[2 * i], y = corner[2 * i + 1];
    assert_true(fabs(x + 3) < 1e-12 || fabs(x + 1) < 1e-12);
    assert_true(fabs(y + 3) < 1e-12 || fabs(y + 1.5) < 1e-12);
  }

  // plane x = -2: y <= z - 1, z <= 0, y >= -3 is the triangle (-3, -2), (-1, 0), (-3, 0)
  const double at_x[3] = {-2, 0, 0};
  n = rg_seating_slice2(s, (const int[2]){1, 2}, at_x, window, corner, 32);
  assert_int_equal(n, 3);
  near(area_of(n, corner), 2, 1e-12);
  assert_int_equal(rg_seating_slice2(s, (const int[2]){1, 2}, NULL, window, corner, 32), 0);

  // in space: that triangle times [-3, -1], a prism with six corners and five faces
  const int all[3] = {0, 1, 2};
  assert_int_equal(rg_seating_slice3(s, all, NULL, window, corner, 32), 6);
  for (int i = 0; i < 6; i++) assert_true(rg_seating_slack(s, corner + 3 * i) > -1e-12);
  int faces = 0, corners = 0;
  for (int side = 0; side < 9; side++) {
    n = rg_seating_face3(s, all, NULL, window, side, corner, 32);
    faces += n > 0;
    corners += n;
  }
  assert_int_equal(faces, 5);
  assert_int_equal(corners, 3 * 4 + 2 * 3);
  rg_seating_free(s);
}

/* --- edges ------------------------------------------------------------------------------------ */

static void test_nothing_and_nonsense(void **state) {
  (void)state;
  rg_error error;
  rg_seating *s = NULL;
  const double gap[2] = {0.1, (double)NAN}, W[4] = {1, 0, 0, 1}, M[4] = {1, 2, 2, 1};
  rg_seating_input none = {.h = 1};
  assert_int_equal(rg_seating_new(&s, &none, &error), RG_OK);
  assert_int_equal(rg_seating_halfspaces(s, NULL, NULL), 0);
  rg_seating_free(s);
  rg_seating_free(NULL);

  rg_seating_input in = {.dofs = 2, .contacts = 2, .W = W, .gap_low = gap, .h = 1};
  assert_int_equal(rg_seating_new(&s, &in, &error), RG_BAD_INPUT);
  assert_null(s);
  in.contacts = 1;
  in.h = 0;
  assert_int_equal(rg_seating_new(&s, &in, NULL), RG_BAD_INPUT);
  in.h = 1;
  in.M = M;
  assert_int_equal(rg_seating_new(&s, &in, &error), RG_BAD_INPUT);
  assert_string_equal(error.element, "M");
  /* gaps that are nowhere: the highest below the lowest */
  const double below[1] = {0.05};
  in.M = NULL;
  in.gap_high = below;
  assert_int_equal(rg_seating_new(&s, &in, &error), RG_BAD_INPUT);
  assert_string_equal(error.element, "gap_high");
  in.gap_high = gap;
  assert_int_equal(rg_seating_new(&s, &in, &error), RG_OK);
  rg_seating_free(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_page_30),
      cmocka_unit_test(test_printed_bound_is_too_wide),
      cmocka_unit_test(test_independent_contacts),
      cmocka_unit_test(test_dependent_contacts),
      cmocka_unit_test(test_table),
      cmocka_unit_test(test_form_closure),
      cmocka_unit_test(test_uncertain_gaps),
      cmocka_unit_test(test_slices),
      cmocka_unit_test(test_nothing_and_nonsense),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
