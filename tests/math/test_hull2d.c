/* Hulls in the plane against their definition: a corner is a point that no others surround. Random points, lattices with many
   at one place and on one line, more points than there is room for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "collide/shapes.h"
#include "math/hull2d.h"

enum { MOST = 400 };

static double x[MOST], y[MOST];

static double turn_of(int a, int b, int c) {
  return (x[b] - x[a]) * (y[c] - y[a]) - (y[b] - y[a]) * (x[c] - x[a]);
}

/* all points lie left of every edge, and every corner turns */
static void check_ring(int points, const int *ring, int n) {
  for (int k = 0; k < n; k++) {
    int a = ring[k], b = ring[(k + 1) % n], c = ring[(k + 2) % n];
    if (n > 2) assert_true(turn_of(a, b, c) > 0);
    for (int i = 0; i < points && n > 2; i++) {
      double length = hypot(x[b] - x[a], y[b] - y[a]);
      assert_true(turn_of(a, b, i) > -1e-6 * length * 4);
    }
  }
}

static void rings_surround_all(void **state) {
  (void)state;
  rg_hull2d hull;
  int ring[RG_HULL2D];
  for (int k = 0; k < 600; k++) {
    int points = 3 + k * (MOST - 3) / 600;
    rg_hull2d_clear(&hull);
    for (int i = 0; i < points; i++) {
      x[i] = uniform(-1, 1), y[i] = uniform(-1, 1);
      if (k % 3 == 1) x[i] = rint(3 * x[i]), y[i] = rint(3 * y[i]);
      if (k % 3 == 2) { /* on a circle */
        double angle = uniform(0, 6.2831853);
        x[i] = cos(angle), y[i] = sin(angle);
        if (i % 2) x[i] *= 0.3, y[i] *= 0.3;
      }
      rg_hull2d_add(&hull, x[i], y[i], i);
    }
    int n = rg_hull2d_ring(&hull, ring, RG_HULL2D);
    if (k % 3 == 2 && points > 200) continue; /* a circle has more corners than there is room for */
    assert_true(n >= 2 && n <= points);
    check_ring(points, ring, n);
  }
}

/* the same points in another order have the same corners, by place */
static void order_does_not_matter(void **state) {
  (void)state;
  rg_hull2d hull;
  int ring[2][RG_HULL2D], order[MOST];
  for (int k = 0; k < 300; k++) {
    int points = 3 + k % 120, n[2];
    for (int i = 0; i < points; i++) {
      x[i] = uniform(-1, 1), y[i] = uniform(-1, 1), order[i] = i;
      if (k % 2) x[i] = rint(4 * x[i]), y[i] = rint(4 * y[i]);
    }
    for (int pass = 0; pass < 2; pass++) {
      rg_hull2d_clear(&hull);
      for (int i = 0; i < points; i++) rg_hull2d_add(&hull, x[order[i]], y[order[i]], order[i]);
      n[pass] = rg_hull2d_ring(&hull, ring[pass], RG_HULL2D);
      for (int i = points - 1; i > 0; i--) {
        int j = (int)uniform(0, i + 1), swap = order[i];
        order[i] = order[j], order[j] = swap;
      }
    }
    assert_int_equal(n[0], n[1]);
    for (int i = 0; i < n[0]; i++) {
      int found = 0;
      for (int j = 0; j < n[1]; j++)
        found |= x[ring[0][i]] == x[ring[1][j]] && y[ring[0][i]] == y[ring[1][j]];
      assert_true(found);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(rings_surround_all),
                                     cmocka_unit_test(order_does_not_matter)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
