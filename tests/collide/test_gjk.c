/* Signed distances by certificate. For a returned (gap, n, a, b):
     apart:   g(n) = gap is a lower bound, |a - b| = gap with a in A, b in B an upper bound: exact.
     overlap: g(n) = gap is reached; a - b = gap n with a in A, b in B makes n a stationary
              direction; no sampled direction is better.
   Meshes also against all pairs of faces, vertices and edges. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "collide/gjk.h"
#include "collide/point_solid.h"
#include "shapes.h"

#include <stdio.h>

static test_mesh mesh[2];

static rg_shape random_shape(int type, int slot, double size) {
  rg_shape s = shape_at((rg_geom_type)type, size * uniform(0.2, 1), size * uniform(0.2, 1),
                        size * uniform(0.2, 1), 0, 0, 0);
  if (type == RG_GEOM_MESH) {
    random_mesh(&mesh[slot], 12, size);
    s = mesh_shape(&mesh[slot], slot);
  }
  turn_randomly(&s);
  return s;
}

static void place(rg_shape *s, const double *d, double r, double offset) {
  for (int i = 0; i < 3; i++) s->position[i] = offset + r * d[i];
}

/* the certificate; `scale` is the size of the larger shape */
static void check(const rg_shape *a, const rg_shape *b, double scale, int samples) {
  double pa[3], pb[3], n[3], m[3];
  double gap = rg_distance(a, b, pa, pb, n);
  assert_true(isfinite(gap));
  assert_true(fabs(dot(n, n) - 1) < 1e-12);
  assert_true(fabs(separation(a, b, n) - gap) < 1e-9 * scale);
  assert_true(outside(a, pa) < 1e-6 * scale);
  assert_true(outside(b, pb) < 1e-6 * scale);
  for (int i = 0; i < 3; i++) assert_true(fabs(pa[i] - pb[i] - gap * n[i]) < 1e-12 * scale);
  for (int k = 0; k < samples && gap < 0; k++) {
    random_direction(m);
    assert_true(separation(a, b, m) <= gap + 1e-9 * scale);
  }
}

static void all_pairs_random(void **state) {
  (void)state;
  for (int ta = RG_GEOM_SPHERE; ta <= RG_GEOM_MESH; ta++)
    for (int tb = RG_GEOM_SPHERE; tb <= RG_GEOM_MESH; tb++)
      for (int k = 0; k < 200; k++) {
        rg_shape a = random_shape(ta, 0, 1), b = random_shape(tb, 1, 1);
        double d[3];
        random_direction(d);
        place(&b, d, 0, 3);
        place(&a, d, k % 10 == 0 ? 0 : uniform(0, k % 2 ? 2.2 : 0.8), 3);
        check(&a, &b, 1, 200);
      }
}

/* exchanging the shapes turns the normal round; equality to rounding */
static void symmetric(void **state) {
  (void)state;
  for (int ta = RG_GEOM_SPHERE; ta <= RG_GEOM_MESH; ta++)
    for (int tb = ta; tb <= RG_GEOM_MESH; tb++)
      for (int k = 0; k < 50; k++) {
        rg_shape a = random_shape(ta, 0, 1), b = random_shape(tb, 1, 1);
        double d[3], p[3], q[3], n[3], m[3];
        random_direction(d);
        place(&a, d, uniform(0.2, 2), 0);
        assert_true(fabs(rg_distance(&a, &b, p, q, n) - rg_distance(&b, &a, p, q, m)) < 2e-9);
      }
}

static void size_ratio(void **state) {
  (void)state;
  for (int ta = RG_GEOM_SPHERE; ta <= RG_GEOM_MESH; ta++)
    for (int tb = RG_GEOM_SPHERE; tb <= RG_GEOM_MESH; tb++)
      for (int k = 0; k < 40; k++) {
        rg_shape a = random_shape(ta, 0, 1), b = random_shape(tb, 1, 1e-4);
        double d[3];
        random_direction(d);
        place(&a, d, uniform(0, 1.5), 0);
        check(&a, &b, 1, 50);
      }
}

/* thin, aligned, at the same place, at the same pose */
static void degenerate(void **state) {
  (void)state;
  for (int ta = RG_GEOM_SPHERE; ta <= RG_GEOM_MESH; ta++)
    for (int tb = RG_GEOM_SPHERE; tb <= RG_GEOM_MESH; tb++)
      for (int k = 0; k < 40; k++) {
        rg_shape a = random_shape(ta, 0, 1), b = random_shape(tb, 1, 1);
        double z[3] = {0, 0, 1};
        if (k % 2) a.size[k % 3] *= 1e-4;
        if (k % 4 > 1) memcpy(b.rotation, a.rotation, sizeof a.rotation);
        if (k % 8 > 5 && ta == tb) b = a;
        else place(&a, z, k % 5 ? uniform(0, 1.5) : 0, 0);
        check(&a, &b, 1, 50);
      }
}

/* moved along the normal until they touch, and a little more or less */
static void touching(void **state) {
  (void)state;
  static const double offset[] = {0,     1e-6,  1e-8,   1e-10,  1e-12, 1e-14,
                                  -1e-6, -1e-8, -1e-10, -1e-12, -1e-14};
  for (int ta = RG_GEOM_SPHERE; ta <= RG_GEOM_MESH; ta++)
    for (int tb = RG_GEOM_SPHERE; tb <= RG_GEOM_MESH; tb++)
      for (int k = 0; k < 44; k++) {
        rg_shape a = random_shape(ta, 0, 1), b = random_shape(tb, 1, 1);
        double d[3], p[3], q[3], n[3], add = offset[k % 11];
        if (k < 11) memcpy(b.rotation, a.rotation, sizeof a.rotation);
        random_direction(d);
        place(&a, d, 3, 0);
        double gap = rg_distance(&a, &b, p, q, n);
        for (int i = 0; i < 3; i++) a.position[i] -= (gap - add) * n[i];
        gap = rg_distance(&a, &b, p, q, n);

        /* apart the gap is what was left; overlapping another direction may be shorter */
        assert_true(gap >= add - 1e-9);
        assert_true(gap <= (add > 0 ? add : 0) + 1e-9);
        assert_true(fabs(dot(n, n) - 1) < 1e-12);
        assert_true(outside(&a, p) < 1e-5 && outside(&b, q) < 1e-5);
      }
}

/* --- meshes against everything ---------------------------------------------------------------- */

static void world_vertex(const rg_shape *s, int v, double *p) {
  const double *x = s->vertex + 3 * v, *R = s->rotation;
  for (int i = 0; i < 3; i++)
    p[i] = s->position[i] + R[3 * i] * x[0] + R[3 * i + 1] * x[1] + R[3 * i + 2] * x[2];
}

/* nearest distance of point p to triangle abc: its plane, or one of its edges */
static double point_segment(const double *p, const double *a, const double *b) {
  double d[3], w[3];
  for (int i = 0; i < 3; i++) d[i] = b[i] - a[i], w[i] = p[i] - a[i];
  double t = fmin(fmax(dot(w, d) / dot(d, d), 0), 1);
  for (int i = 0; i < 3; i++) w[i] -= t * d[i];
  return sqrt(dot(w, w));
}

static double point_triangle(const double *p, double t[3][3]) {
  double e1[3], e2[3], n[3], least = HUGE_VAL;
  int inside = 1;
  for (int i = 0; i < 3; i++) e1[i] = t[1][i] - t[0][i], e2[i] = t[2][i] - t[0][i];
  cross(e1, e2, n);
  unit(n);
  for (int k = 0; k < 3; k++) {
    double edge[3], w[3], side[3];
    for (int i = 0; i < 3; i++) edge[i] = t[(k + 1) % 3][i] - t[k][i], w[i] = p[i] - t[k][i];
    cross(edge, w, side);
    inside = inside && dot(side, n) >= 0;
    least = fmin(least, point_segment(p, t[k], t[(k + 1) % 3]));
    if (k == 2 && inside) least = fabs(dot(w, n));
  }
  return least;
}

/* both segments' interiors only: ends are covered by point_segment */
static double segment_segment(const double *a, const double *b, const double *c, const double *d) {
  double u[3], v[3], w[3], n[3];
  for (int i = 0; i < 3; i++) u[i] = b[i] - a[i], v[i] = d[i] - c[i], w[i] = c[i] - a[i];
  cross(u, v, n);
  double n2 = dot(n, n), m[3];
  if (n2 < 1e-20) return HUGE_VAL;
  cross(w, v, m);
  double s = dot(m, n) / n2;
  cross(w, u, m);
  double t = dot(m, n) / n2;
  return s >= 0 && s <= 1 && t >= 0 && t <= 1 ? fabs(dot(w, n)) / sqrt(n2) : HUGE_VAL;
}

static void triangle(const rg_shape *s, int f, double t[3][3]) {
  for (int k = 0; k < 3; k++) world_vertex(s, s->face[3 * f + k], t[k]);
}

/* separation over all face normals and products of edges: the largest is the signed distance
   where they overlap */
static double largest_separation(const rg_shape *a, const rg_shape *b) {
  double best = -HUGE_VAL, t[3][3], r[3][3], n[3], e[3], f[3];
  for (int side = 0; side < 2; side++) {
    const rg_shape *s = side ? b : a;
    for (int i = 0; i < s->nface; i++) {
      triangle(s, i, t);
      for (int k = 0; k < 3; k++) e[k] = t[1][k] - t[0][k], f[k] = t[2][k] - t[0][k];
      cross(e, f, n);
      unit(n);
      if (!side) n[0] = -n[0], n[1] = -n[1], n[2] = -n[2];
      best = fmax(best, separation(a, b, n));
    }
  }
  for (int i = 0; i < a->nface; i++)
    for (int j = 0; j < b->nface; j++) {
      triangle(a, i, t);
      triangle(b, j, r);
      for (int k = 0; k < 9; k++) {
        for (int c = 0; c < 3; c++)
          e[c] = t[(k / 3 + 1) % 3][c] - t[k / 3][c], f[c] = r[(k % 3 + 1) % 3][c] - r[k % 3][c];
        cross(e, f, n);
        if (unit(n) < 1e-9) continue;
        double back[3] = {-n[0], -n[1], -n[2]};
        best = fmax(best, fmax(separation(a, b, n), separation(a, b, back)));
      }
    }
  return best;
}

static double least_distance(const rg_shape *a, const rg_shape *b) {
  double least = HUGE_VAL, t[3][3], r[3][3];
  for (int i = 0; i < a->nface; i++)
    for (int j = 0; j < b->nface; j++) {
      triangle(a, i, t);
      triangle(b, j, r);
      for (int k = 0; k < 3; k++) {
        least = fmin(least, fmin(point_triangle(t[k], r), point_triangle(r[k], t)));
        for (int l = 0; l < 3; l++)
          least = fmin(least, segment_segment(t[k], t[(k + 1) % 3], r[l], r[(l + 1) % 3]));
      }
    }
  return least;
}

static void meshes_exhaustively(void **state) {
  (void)state;
  int apart = 0, overlap = 0;
  for (int k = 0; k < 120; k++) {
    rg_shape a = random_shape(RG_GEOM_MESH, 0, 1), b = random_shape(RG_GEOM_MESH, 1, 1);
    double d[3], p[3], q[3], n[3];
    random_direction(d);
    place(&a, d, uniform(0, 2), 0);
    double gap = rg_distance(&a, &b, p, q, n), best = largest_separation(&a, &b);
    double truth = best <= 0 ? best : least_distance(&a, &b);
    assert_true(fabs(gap - truth) < 1e-9);
    if (best <= 0) overlap++;
    else apart++;
  }
  assert_true(apart > 20 && overlap > 20);
}

/* climbing along the hull and scanning all vertices agree */
static void climbing(void **state) {
  (void)state;
  for (int k = 0; k < 200; k++) {
    rg_shape a, b = shape_at(RG_GEOM_BOX, 0.5, 0.4, 0.3, 0, 0, 0);
    double d[3], p[3], q[3], n[3];
    random_mesh(&mesh[0], MESH_VERTICES, 1);
    a = mesh_shape(&mesh[0], 0);
    turn_randomly(&a);
    random_direction(d);
    place(&a, d, uniform(0, 2), 0);
    double scanned = rg_distance(&a, &b, p, q, n);
    a.neighbour_start = mesh[0].start, a.neighbour = mesh[0].neighbour;
    assert_true(fabs(scanned - rg_distance(&a, &b, p, q, n)) < 1e-12);
  }
}

/* The nearest point v of a tetrahedron, by what defines it: no corner lies nearer than v along v, v is the sum of the kept
   corners with the weights. All four are kept only where the origin is inside, by the signs of its distances to the
   faces. */
static void nearest_of_a_tetrahedron(void **state) {
  (void)state;
  int inside = 0, known = 0;
  for (int round = 0; round < 20000; round++) {
    rg_difference p[4], kept[4];
    double weight[4], v[3], sum[3] = {0}, total = 0;
    int beyond = 0;
    memset(p, 0, sizeof p);
    for (int i = 0; i < 4; i++)
      for (int k = 0; k < 3; k++) p[i].w[k] = uniform(-1, 1);
    for (int i = 0; i < 4;
         i++) { /* the origin and corner i on the same side of the face without i */
      const double *a = p[(i + 1) % 4].w, *b = p[(i + 2) % 4].w, *c = p[(i + 3) % 4].w;
      double ab[3], ac[3], ad[3], n[3];
      for (int k = 0; k < 3; k++)
        ab[k] = b[k] - a[k], ac[k] = c[k] - a[k], ad[k] = p[i].w[k] - a[k];
      for (int k = 0; k < 3; k++)
        n[k] = ab[(k + 1) % 3] * ac[(k + 2) % 3] - ab[(k + 2) % 3] * ac[(k + 1) % 3];
      beyond += dot(n, ad) * -dot(n, a) < 0;
    }
    memcpy(kept, p, sizeof p);
    int n = rg_simplex_nearest(kept, 4, weight, v);
    assert_int_equal(n == 4, beyond == 0);
    inside += n == 4;
    for (int i = 0; i < n; i++) {
      assert_true(weight[i] >= 0);
      total += weight[i];
      for (int k = 0; k < 3; k++) sum[k] += weight[i] * kept[i].w[k];
    }
    assert_true(fabs(total - 1) < 1e-9);
    for (int k = 0; k < 3; k++) assert_true(fabs(sum[k] - (n == 4 ? 0 : v[k])) < 1e-9);
    for (int i = 0; i < 4 && n < 4; i++, known++) assert_true(dot(p[i].w, v) >= dot(v, v) - 1e-9);
  }
  assert_true(inside > 500 && known > 500);
}

/* the prism under a triangle, as fields are made of, with random corners; vertices about the origin */
static rg_shape random_prism(double vertex[18]) {
  static const int face[24] = {3, 4, 5, 0, 2, 1, 0, 1, 4, 0, 4, 3,
                               1, 2, 5, 1, 5, 4, 2, 0, 3, 2, 3, 5};
  double turn = uniform(0, 6.28), pi = 3.14159265358979323846;
  for (int k = 0; k < 3; k++) {
    double angle = turn + 2 * pi / 3 * k + uniform(-0.5, 0.5), reach = uniform(0.2, 1);
    for (int up = 0; up < 2; up++) {
      double *v = vertex + 3 * (3 * up + k);
      v[0] = reach * cos(angle), v[1] = reach * sin(angle), v[2] = up ? uniform(0, 0.6) : -0.5;
    }
  }
  rg_shape s = shape_at(RG_GEOM_MESH, 0, 0, 0, 0, 0, 0);
  s.vertex = vertex, s.nvertex = 6, s.face = face, s.nface = 8;
  s.extent = 1;
  return s;
}

/* Closed form of a point and a prism, by its certificate: g(n) is the gap, reached between two points outside; inside no sampled
   direction and no face is better. Only points at a corner may be refused. */
static void points_and_prisms(void **state) {
  (void)state;
  int inside = 0, refused = 0;
  for (int k = 0; k < 20000; k++) {
    double vertex[18], n[3];
    rg_shape prism = random_prism(vertex), ball = shape_at(RG_GEOM_SPHERE, 0.1, 0, 0, 0, 0, 0);
    rg_core_pair pair;
    rg_separation s;
    for (int i = 0; i < 3; i++) ball.position[i] = uniform(-1.2, 1.2);
    if (k % 100 == 0) memcpy(ball.position, vertex + 3 * (k / 100 % 6), sizeof ball.position);
    rg_core_pair_set(&pair, &ball, &prism);
    if (!rg_point_solid(&pair, &s)) {
      refused++;
      assert_int_equal(k % 100, 0);
      continue;
    }
    assert_true(fabs(dot(s.normal, s.normal) - 1) < 1e-12);
    assert_true(fabs(rg_pair_separation(&pair, s.normal) - s.gap) < 1e-12);
    for (int i = 0; i < 3; i++) assert_true(fabs(s.a[i] - s.b[i] - s.gap * s.normal[i]) < 1e-12);
    if (s.gap > 0) assert_true(outside(&prism, s.b) < 1e-9);
    inside += s.gap < 0;
    for (int m = 0; m < 100 && s.gap < 0; m++) {
      random_direction(n);
      assert_true(rg_pair_separation(&pair, n) <= s.gap + 1e-12);
    }
  }
  assert_true(inside > 400 && refused > 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(all_pairs_random),  cmocka_unit_test(symmetric),
      cmocka_unit_test(size_ratio),        cmocka_unit_test(degenerate),
      cmocka_unit_test(touching),          cmocka_unit_test(meshes_exhaustively),
      cmocka_unit_test(climbing),          cmocka_unit_test(nearest_of_a_tetrahedron),
      cmocka_unit_test(points_and_prisms),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
