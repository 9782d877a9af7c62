/* Box against box: 20,000 random pairs against the fifteen axes written out, then manifolds with
   known points. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "shapes.h"

static void axis_of(const rg_shape *s, int i, double *u) {
  for (int k = 0; k < 3; k++) u[k] = s->rotation[3 * k + i];
}

/* largest separation over the fifteen axes */
static double fifteen(const rg_shape *a, const rg_shape *b) {
  double best = -HUGE_VAL, n[3], u[3], v[3];
  for (int k = 0; k < 15; k++) {
    if (k < 3) axis_of(a, k, n);
    else if (k < 6) axis_of(b, k - 3, n);
    else {
      axis_of(a, (k - 6) / 3, u);
      axis_of(b, (k - 6) % 3, v);
      cross(u, v, n);
      if (unit(n) < 1e-9) continue;
    }
    double back[3] = {-n[0], -n[1], -n[2]};
    best = fmax(best, fmax(separation(a, b, n), separation(a, b, back)));
  }
  return best;
}

static rg_shape random_box(void) {
  rg_shape s = shape_at(RG_GEOM_BOX, uniform(0.1, 1), uniform(0.1, 1), uniform(0.1, 1), 0, 0, 0);
  turn_randomly(&s);
  return s;
}

/* every contact: unit frame, on or in both boxes, gap along the normal; the deepest has the
   signed distance */
static void check_contacts(const rg_shape *a, const rg_shape *b, const rg_contact *c, int n,
                           double depth) {
  double least = HUGE_VAL;
  for (int i = 0; i < n; i++) {
    const double *N = c[i].frame;
    double pa[3], pb[3], t[3];
    assert_true(fabs(dot(N, N) - 1) < 1e-12 && fabs(dot(N + 3, N + 3) - 1) < 1e-12 &&
                fabs(dot(N, N + 3)) < 1e-12);
    cross(N, N + 3, t);
    for (int k = 0; k < 3; k++) {
      assert_true(fabs(t[k] - N[6 + k]) < 1e-12);
      pa[k] = c[i].position[k] + 0.5 * c[i].gap * N[k];
      pb[k] = c[i].position[k] - 0.5 * c[i].gap * N[k];
    }
    assert_true(fabs(outside(a, pa)) < 1e-6 || outside(a, pa) < 0);
    assert_true(fabs(outside(b, pb)) < 1e-6 || outside(b, pb) < 0);
    least = fmin(least, c[i].gap);
  }
  assert_true(fabs(least - depth) < 1e-9);
}

static void twenty_thousand(void **state) {
  (void)state;
  int deep = 0;
  for (int k = 0; k < 20000; k++) {
    rg_shape a = random_box(), b = random_box();
    rg_contact c[16];
    double d[3];
    random_direction(d);
    double r = uniform(0, k % 2 ? 0.5 : 2);
    for (int i = 0; i < 3; i++) a.position[i] = r * d[i];
    double truth = fifteen(&a, &b);
    int n = rg_collide_pair(&a, &b, 0, c, 16);
    assert_int_equal(n > 0, truth <= 0);
    assert_true(n <= 8);
    if (n > 0) check_contacts(&a, &b, c, n, truth);
    deep += truth < -0.1;
  }
  assert_true(deep > 5000);
}

/* turns `to` as `from` is turned, and by `angle` about a random axis, up to its square */
static void tilt(const rg_shape *from, double angle, rg_shape *to) {
  double axis[3], u[3][3];
  random_direction(axis);
  for (int i = 0; i < 3; i++) {
    double e[3], c[3];
    axis_of(from, i, e);
    cross(axis, e, c);
    for (int k = 0; k < 3; k++) u[i][k] = e[k] + angle * c[k];
  }
  unit(u[0]);
  double along = dot(u[0], u[1]);
  for (int k = 0; k < 3; k++) u[1][k] -= along * u[0][k];
  unit(u[1]);
  cross(u[0], u[1], u[2]);
  for (int i = 0; i < 9; i++) to->rotation[i] = u[i % 3][i / 3];
}

/* boxes that lie on each other nearly face to face, where products of edges are short or lie beside a
   face normal: tilts from 1e-16 to 0.03 rad, overlaps from nothing to 0.03 */
static void nearly_parallel(void **state) {
  (void)state;
  for (int k = 0; k < 20000; k++) {
    rg_shape a = random_box(), b = random_box();
    rg_contact c[16];
    double n[3], side[3], overlap = pow(10, uniform(-12, -1.5));
    tilt(&b, pow(10, uniform(-16, -1.5)), &a);
    axis_of(&b, k % 3, n);
    axis_of(&b, (k + 1) % 3, side);
    double far = a.size[k % 3] + b.size[k % 3] - overlap, beside = uniform(-0.1, 0.1);
    for (int i = 0; i < 3; i++) a.position[i] = far * n[i] + beside * side[i];
    double truth = fifteen(&a, &b);
    int found = rg_collide_pair(&a, &b, 0, c, 16);
    if (fabs(truth) > 1e-9) assert_int_equal(found > 0, truth <= 0);
    if (found > 0) check_contacts(&a, &b, c, found, truth);
  }
}

static int count(rg_shape a, rg_shape b, double margin) {
  rg_contact c[16];
  return rg_collide_pair(&a, &b, margin, c, 16);
}

static void faces(void **state) {
  (void)state;
  rg_shape big = shape_at(RG_GEOM_BOX, 1, 1, 1, 0, 0, 0),
           small = shape_at(RG_GEOM_BOX, 0.5, 0.5, 0.5, 0.2, 0, 1.499);
  assert_int_equal(count(small, big, 0), 4);

  /* the same size turned by 45 degrees: an octagon */
  rg_shape same = shape_at(RG_GEOM_BOX, 1, 1, 1, 0, 0, 1.999);
  assert_int_equal(count(same, big, 0), 4);
  turn(&same, 0, 0, 1, 0.78539816339744831);
  rg_contact c[16];
  assert_int_equal(rg_collide_pair(&same, &big, 0, c, 16), 8);
  for (int i = 0; i < 8; i++) {
    double across = fmin(fabs(c[i].position[0]), fabs(c[i].position[1]));
    assert_true(fabs(c[i].gap + 0.001) < 1e-12);
    assert_true(fabs(c[i].frame[2] - 1) < 1e-12);
    assert_true(fabs(c[i].position[2] - 0.9995) < 1e-12);
    assert_true(fabs(across - (1.4142135623730951 - 1)) < 1e-9);
    assert_true(fabs(fmax(fabs(c[i].position[0]), fabs(c[i].position[1])) - 1) < 1e-9);
  }

  /* overhanging: the common rectangle */
  rg_shape over = shape_at(RG_GEOM_BOX, 1, 1, 1, 1.5, 0.5, 1.999);
  int n = rg_collide_pair(&over, &big, 0, c, 16);
  assert_int_equal(n, 4);
  for (int i = 0; i < n; i++) {
    assert_true(fabs(c[i].position[0] - 0.5) < 1e-9 || fabs(c[i].position[0] - 1) < 1e-9);
    assert_true(fabs(c[i].position[1] + 0.5) < 1e-9 || fabs(c[i].position[1] - 1) < 1e-9);
  }
}

static void edges(void **state) {
  (void)state;

  /* edge on edge, crossing at right angles: one point between them */
  rg_shape a = shape_at(RG_GEOM_BOX, 1, 0.5, 0.5, 0, 0, 0),
           b = shape_at(RG_GEOM_BOX, 0.5, 1, 0.5, 0, 0, 0);
  turn(&a, 1, 0, 0, 0.78539816339744831);
  turn(&b, 0, 1, 0, 0.78539816339744831);
  a.position[2] = 1.4142135623730951 - 0.01;
  rg_contact c[16];
  assert_int_equal(rg_collide_pair(&a, &b, 0, c, 16), 1);
  assert_true(fabs(c[0].gap + 0.01) < 1e-12);
  assert_true(fabs(c[0].frame[2] - 1) < 1e-12);
  assert_true(fabs(c[0].position[0]) < 1e-12 && fabs(c[0].position[1]) < 1e-12);
  assert_true(fabs(c[0].position[2] - (0.70710678118654752 - 0.005)) < 1e-12);

  /* edge along a face: two points */
  b = shape_at(RG_GEOM_BOX, 2, 2, 0.5, 0, 0, -0.5);
  a.position[2] = 0.70710678118654752 - 0.01;
  assert_int_equal(rg_collide_pair(&a, &b, 0, c, 16), 2);
  for (int i = 0; i < 2; i++) {
    assert_true(fabs(fabs(c[i].position[0]) - 1) < 1e-9);
    assert_true(fabs(c[i].gap + 0.01) < 1e-12);
  }
}

/* the same contacts when everything moves by 1e-10 */
static void no_flicker(void **state) {
  (void)state;
  rg_shape base[4][2] = {{shape_at(RG_GEOM_BOX, 0.5, 0.5, 0.5, 0, 0, 0.999),
                          shape_at(RG_GEOM_BOX, 0.5, 0.5, 0.5, 0, 0, 0)},
                         {shape_at(RG_GEOM_BOX, 0.5, 0.4, 0.3, 0.3, 0.1, 0.799),
                          shape_at(RG_GEOM_BOX, 0.5, 0.5, 0.5, 0, 0, 0)},
                         {shape_at(RG_GEOM_BOX, 0.5, 0.5, 0.5, 0, 0, 0),
                          shape_at(RG_GEOM_BOX, 0.5, 0.5, 0.5, 0, 0, 0)},
                         {shape_at(RG_GEOM_BOX, 0.5, 0.5, 0.5, 0, 0, 0.999),
                          shape_at(RG_GEOM_BOX, 0.5, 0.5, 0.5, 0, 0, 0)}};
  turn(&base[3][0], 0, 0, 1, 0.5);
  for (int k = 0; k < 4; k++) {
    rg_contact first[16], c[16];
    int n = rg_collide_pair(&base[k][0], &base[k][1], 0, first, 16);
    assert_true(n >= 4);
    for (int trial = 0; trial < 200; trial++) {
      rg_shape a = base[k][0], b = base[k][1];
      double u[3];
      random_direction(u);
      turn(&a, u[0], u[1], u[2], 1e-10);
      for (int i = 0; i < 3; i++)
        a.position[i] += 1e-10 * uniform(-1, 1), b.position[i] += 1e-10 * uniform(-1, 1);
      assert_int_equal(rg_collide_pair(&a, &b, 0, c, 16), n);
      for (int i = 0; i < n; i++) {
        assert_int_equal(c[i].feature, first[i].feature);
        for (int j = 0; j < 3; j++)
          assert_true(fabs(c[i].position[j] - first[i].position[j]) < 1e-8);
        for (int j = 0; j < 9; j++) assert_true(fabs(c[i].frame[j] - first[i].frame[j]) < 1e-8);
      }
      for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) assert_int_not_equal(c[i].feature, c[j].feature);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(twenty_thousand), cmocka_unit_test(nearly_parallel), cmocka_unit_test(faces),
      cmocka_unit_test(edges),           cmocka_unit_test(no_flicker),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
