/* Analytic pairs, numbers of contact points, and stability of the manifolds. Expected values are
   worked out by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "shapes.h"

static const double half_pi = 1.57079632679489661923;

#define NEAR(x, y) assert_true(fabs((x) - (y)) < 1e-9)

static rg_contact contact[16];

static int collide(rg_shape a, rg_shape b, double margin) {
  return rg_collide_pair(&a, &b, margin, contact, 16);
}

static rg_shape plane(void) { return shape_at(RG_GEOM_PLANE, 0, 0, 1, 0, 0, 0); }

/* --- sphere and capsule ----------------------------------------------------------------------- */

static void sphere_sphere(void **state) {
  (void)state;
  rg_shape a = shape_at(RG_GEOM_SPHERE, 1, 0, 0, 2.5, 0, 0),
           b = shape_at(RG_GEOM_SPHERE, 2, 0, 0, 0, 0, 0);
  assert_int_equal(collide(a, b, 0), 1);
  NEAR(contact[0].gap, -0.5);
  NEAR(contact[0].frame[0], 1); /* from B to A */
  NEAR(contact[0].position[0], 1.75);
  assert_int_equal(collide(shape_at(RG_GEOM_SPHERE, 1, 0, 0, 3.1, 0, 0), b, 0), 0);
  assert_int_equal(collide(shape_at(RG_GEOM_SPHERE, 1, 0, 0, 3.1, 0, 0), b, 0.2), 1);
  NEAR(contact[0].gap, 0.1);
  NEAR(contact[0].position[0], 2.05);

  /* at the same place: some direction, full depth */
  assert_int_equal(collide(shape_at(RG_GEOM_SPHERE, 1, 0, 0, 0, 0, 0), b, 0), 1);
  NEAR(contact[0].gap, -3);
  NEAR(dot(contact[0].frame, contact[0].frame), 1);
}

static void sphere_primitives(void **state) {
  (void)state;
  rg_shape s = shape_at(RG_GEOM_SPHERE, 0.5, 0, 0, 0, 0, 0);

  /* box: over a face, at a corner, inside */
  rg_shape box = shape_at(RG_GEOM_BOX, 1, 2, 3, 0, 0, 0);
  s.position[0] = 1.4;
  collide(s, box, 0);
  NEAR(contact[0].gap, -0.1);
  NEAR(contact[0].frame[0], 1);
  s = shape_at(RG_GEOM_SPHERE, 0.5, 0, 0, 1.1, 2.1, 3.1);
  collide(s, box, 0);
  NEAR(contact[0].gap, sqrt(0.03) - 0.5);
  NEAR(contact[0].frame[1], sqrt(1.0 / 3));
  s = shape_at(RG_GEOM_SPHERE, 0.5, 0, 0, 0, 1.8, 0.3);
  collide(s, box, 0);
  NEAR(contact[0].gap, -0.7);
  NEAR(contact[0].frame[1], 1);

  /* cylinder: side, cap, rim */
  rg_shape cylinder = shape_at(RG_GEOM_CYLINDER, 1, 2, 0, 0, 0, 0);
  s = shape_at(RG_GEOM_SPHERE, 0.5, 0, 0, 0, 1.2, 0.5);
  collide(s, cylinder, 0);
  NEAR(contact[0].gap, -0.3);
  NEAR(contact[0].frame[1], 1);
  s = shape_at(RG_GEOM_SPHERE, 0.5, 0, 0, 0.1, 0.2, -2.3);
  collide(s, cylinder, 0);
  NEAR(contact[0].gap, -0.2);
  NEAR(contact[0].frame[2], -1);
  s = shape_at(RG_GEOM_SPHERE, 0.5, 0, 0, 1.3, 0, 2.4);
  collide(s, cylinder, 0);
  NEAR(contact[0].gap, 0);
  NEAR(contact[0].frame[0], 0.6);
  NEAR(contact[0].frame[2], 0.8);

  /* capsule: side and end; centre on the axis */
  rg_shape capsule = shape_at(RG_GEOM_CAPSULE, 0.5, 2, 0, 0, 0, 0);
  s = shape_at(RG_GEOM_SPHERE, 0.5, 0, 0, 0, 0.6, 2.8);
  collide(s, capsule, 0);
  NEAR(contact[0].gap, 0);
  NEAR(contact[0].frame[1], 0.6);
  collide(shape_at(RG_GEOM_SPHERE, 0.5, 0, 0, 0, 0, 1), capsule, 0);
  NEAR(contact[0].gap, -1);
}

/* a point at distance d along the normal of an ellipsoid has its foot where it started, as long
   as d is less than a radius of curvature on the inside */
static void sphere_ellipsoid(void **state) {
  (void)state;
  for (int k = 0; k < 2000; k++) {
    double e[3] = {uniform(0.3, 2), uniform(0.3, 2), uniform(0.3, 2)}, u[3], x[3], n[3];
    random_direction(u);
    double least = fmin(fmin(e[0], e[1]), e[2]), most = fmax(fmax(e[0], e[1]), e[2]);
    double d = k % 3 ? uniform(0, 3) : -uniform(0, 0.9) * least * least / most;
    for (int i = 0; i < 3; i++) x[i] = e[i] * u[i], n[i] = u[i] / e[i];
    unit(n);
    rg_shape ellipsoid = shape_at(RG_GEOM_ELLIPSOID, e[0], e[1], e[2], 0, 0, 0);
    rg_shape s =
        shape_at(RG_GEOM_SPHERE, 0.1, 0, 0, x[0] + d * n[0], x[1] + d * n[1], x[2] + d * n[2]);
    assert_int_equal(collide(s, ellipsoid, 10), 1);
    NEAR(contact[0].gap, d - 0.1);
    for (int i = 0; i < 3; i++) assert_true(fabs(contact[0].frame[i] - n[i]) < 1e-7);
  }

  /* at the centre the shortest axis counts; a thousandth beside it too */
  rg_shape flat = shape_at(RG_GEOM_ELLIPSOID, 1, 0.2, 2, 0, 0, 0);
  collide(shape_at(RG_GEOM_SPHERE, 0.1, 0, 0, 0, 0, 0), flat, 0);
  NEAR(contact[0].gap, -0.3);
  NEAR(fabs(contact[0].frame[1]), 1);
}

static void capsule_capsule(void **state) {
  (void)state;
  rg_shape a = shape_at(RG_GEOM_CAPSULE, 0.2, 1, 0, 0, 0.39, 0.5),
           b = shape_at(RG_GEOM_CAPSULE, 0.2, 1, 0, 0, 0, 0);

  /* parallel: the ends of the common stretch */
  assert_int_equal(collide(a, b, 0), 2);
  for (int i = 0; i < 2; i++) {
    NEAR(contact[i].gap, -0.01);
    NEAR(contact[i].frame[1], 1);
    NEAR(contact[i].position[2], i ? 1 : -0.5);
  }

  /* crossing at right angles: one */
  a = shape_at(RG_GEOM_CAPSULE, 0.2, 1, 0, 0.3, 0.39, 0.5);
  turn(&a, 0, 1, 0, half_pi);
  assert_int_equal(collide(a, b, 0), 1);
  NEAR(contact[0].gap, -0.01);
  NEAR(contact[0].position[0], 0);
  NEAR(contact[0].position[1], 0.195);
  NEAR(contact[0].position[2], 0.5);

  /* axes that meet: across both */
  a.position[1] = 0;
  assert_int_equal(collide(a, b, 0), 1);
  NEAR(contact[0].gap, -0.4);
  NEAR(fabs(contact[0].frame[1]), 1);

  /* end to end on one line: one */
  a = shape_at(RG_GEOM_CAPSULE, 0.2, 1, 0, 0, 0, 2.35);
  assert_int_equal(collide(a, b, 0), 1);
  NEAR(contact[0].gap, -0.05);
  NEAR(contact[0].frame[2], 1);
}

/* --- numbers of points on flat ground and on boxes -------------------------------------------- */

static void check_flat(int n, double gap, double top) {
  for (int i = 0; i < n; i++) {
    NEAR(contact[i].gap, gap);
    NEAR(contact[i].frame[2], 1);
    NEAR(contact[i].position[2], top + 0.5 * gap);
  }
}

/* on the plane and on a box whose top is at the same height */
static void resting(void **state) {
  (void)state;
  test_mesh m,
      tetrahedron = {.vertex = {1, 0, 0, -0.5, 0.8, 0, -0.5, -0.8, 0, 0, 0, 1}, .nvertex = 4};
  box_mesh(&m, 0.5, 0.4, 0.3);
  mesh_hull(&tetrahedron);
  rg_shape mesh_box = mesh_shape(&m, 1), mesh_three = mesh_shape(&tetrahedron, 0);
  rg_shape box = shape_at(RG_GEOM_BOX, 0.5, 0.4, 0.3, 0, 0, 0.299),
           lying = shape_at(RG_GEOM_CYLINDER, 0.3, 0.5, 0, 0, 0, 0.299);
  rg_shape standing = shape_at(RG_GEOM_CYLINDER, 0.3, 0.5, 0, 0, 0, 0.499),
           capsule = shape_at(RG_GEOM_CAPSULE, 0.3, 0.5, 0, 0, 0, 0.299);
  rg_shape ellipsoid = shape_at(RG_GEOM_ELLIPSOID, 0.5, 0.4, 0.3, 0, 0, 0.299),
           sphere = shape_at(RG_GEOM_SPHERE, 0.3, 0, 0, 0, 0, 0.299);
  mesh_box.position[2] = 0.299;
  mesh_three.position[2] = -0.001;
  turn(&lying, 1, 0, 0, half_pi);
  turn(&capsule, 1, 0, 0, half_pi);
  test_mesh ground_mesh;
  box_mesh(&ground_mesh, 2, 2, 1);
  rg_shape ground[3] = {plane(), shape_at(RG_GEOM_BOX, 2, 2, 1, 0, 0, -1),
                        mesh_shape(&ground_mesh, 1)};
  ground[2].position[2] = -1;
  for (int g = 0; g < 3; g++) {
    const struct {
      rg_shape *shape;
      int points;
    } expected[] = {{&box, 4},      {&standing, 4},   {&lying, 2},     {&capsule, 2},
                    {&mesh_box, 4}, {&mesh_three, 3}, {&ellipsoid, 1}, {&sphere, 1}};
    for (size_t k = 0; k < sizeof expected / sizeof *expected; k++) {
      assert_int_equal(collide(*expected[k].shape, ground[g], 0), expected[k].points);
      check_flat(expected[k].points, -0.001, 0);

      /* exchanged: the normal turns round, the points stay */
      assert_int_equal(collide(ground[g], *expected[k].shape, 0), expected[k].points);
      NEAR(contact[0].frame[2], -1);
      NEAR(contact[0].gap, -0.001);
    }
  }
}

/* the deepest point of a tilted cylinder is among the contacts, whatever the direction of the
   tilt */
static void tilted_cylinder(void **state) {
  (void)state;
  for (int k = 0; k < 500; k++) {
    rg_shape s = shape_at(RG_GEOM_CYLINDER, 0.3, 0.5, 0, 0, 0, 0.49),
             box = shape_at(RG_GEOM_BOX, 2, 2, 1, 0, 0, -1);
    double angle = uniform(-3, 3), tilt = pow(10, -uniform(1, 9)), down[3] = {0, 0, -1},
           least[2] = {1, 1};
    turn(&s, cos(angle), sin(angle), 0, tilt);
    double truth = -support_height(&s, down);
    for (int g = 0; g < 2; g++) {
      int n = collide(s, g ? box : plane(), 0);
      assert_in_range(n, 1, 4);
      for (int i = 0; i < n; i++) least[g] = fmin(least[g], contact[i].gap);
      NEAR(least[g], truth);
    }
  }
}

/* two coins: four points on the rims; a coin over an edge: all points on the common part */
static void coins(void **state) {
  (void)state;
  rg_shape coin = shape_at(RG_GEOM_CYLINDER, 1, 0.1, 0, 0.5, 0, 0.199),
           other = shape_at(RG_GEOM_CYLINDER, 1, 0.1, 0, 0, 0, 0);
  assert_int_equal(collide(coin, other, 0), 4);
  check_flat(4, -0.001, 0.1);
  coin = shape_at(RG_GEOM_CYLINDER, 1, 0.1, 0, 1.5, 0, 1.099);
  int n = collide(coin, shape_at(RG_GEOM_BOX, 1, 1, 1, 0, 0, 0), 0);
  assert_in_range(n, 3, 4);
  check_flat(n, -0.001, 1);
  for (int i = 0; i < n; i++)
    assert_true(contact[i].position[0] > 0.5 - 1e-9 && contact[i].position[0] < 1 + 1e-9);
}

/* a capsule along the edge of a box at 45 degrees: two points */
static void capsule_on_edge(void **state) {
  (void)state;
  double d = 1 + (0.3 - 0.001) * sqrt(0.5);
  rg_shape capsule = shape_at(RG_GEOM_CAPSULE, 0.3, 0.5, 0, d, d, 0.2),
           box = shape_at(RG_GEOM_BOX, 1, 1, 1, 0, 0, 0);
  assert_int_equal(collide(capsule, box, 0), 2);
  for (int i = 0; i < 2; i++) {
    NEAR(contact[i].gap, -0.001);
    NEAR(contact[i].frame[0], sqrt(0.5));
    NEAR(contact[i].frame[1], sqrt(0.5));
  }
  NEAR(fabs(contact[0].position[2] - contact[1].position[2]), 1);
}

/* what rests keeps its contacts when poses move by 1e-10 */
static void no_flicker(void **state) {
  (void)state;
  test_mesh m[2];
  box_mesh(&m[0], 0.5, 0.4, 0.3);
  box_mesh(&m[1], 2, 2, 1);
  rg_shape top[5] = {shape_at(RG_GEOM_BOX, 0.5, 0.4, 0.3, 0.1, 0, 0.299),
                     shape_at(RG_GEOM_CYLINDER, 0.3, 0.3, 0, 0, 0, 0.299),
                     shape_at(RG_GEOM_CYLINDER, 0.3, 0.3, 0, 0, 0, 0.299),
                     shape_at(RG_GEOM_CAPSULE, 0.3, 0.5, 0, 0, 0, 0.299), mesh_shape(&m[0], 1)};
  rg_shape ground[4] = {plane(), shape_at(RG_GEOM_BOX, 2, 2, 1, 0, 0, -1), mesh_shape(&m[1], 1),
                        shape_at(RG_GEOM_CYLINDER, 2, 1, 0, 0, 0, -1)};
  turn(&top[2], 1, 0, 0, half_pi);
  turn(&top[3], 1, 0, 0, half_pi);
  top[4].position[2] = 0.299;
  ground[2].position[2] = -1;
  for (int t = 0; t < 5; t++)
    for (int g = 0; g < 4; g++) {
      rg_contact first[16];
      int n = rg_collide_pair(&top[t], &ground[g], 0, first, 16);
      assert_true(n >= 2);
      for (int trial = 0; trial < 100; trial++) {
        rg_shape a = top[t], b = ground[g];
        double u[3];
        random_direction(u);
        turn(&a, u[0], u[1], u[2], 1e-10 * uniform(0, 1));
        for (int i = 0; i < 3; i++)
          a.position[i] += 1e-10 * uniform(-1, 1), b.position[i] += 1e-10 * uniform(-1, 1);
        assert_int_equal(collide(a, b, 0), n);
        for (int i = 0; i < n; i++) {
          assert_int_equal(contact[i].feature, first[i].feature);
          for (int k = 0; k < 3; k++)
            assert_true(fabs(contact[i].position[k] - first[i].position[k]) < 1e-8);
          for (int k = 0; k < 9; k++)
            assert_true(fabs(contact[i].frame[k] - first[i].frame[k]) < 1e-8);
        }
      }
    }
}

/* right-handed, orthonormal, and without jumps along paths over the whole sphere but one point */
static void frames(void **state) {
  (void)state;
  double last[9] = {0};
  for (int k = 0; k < 20000; k++) {
    double angle = k * 2e-3, tilt = k * 1.1e-4,
           n[3] = {cos(angle) * sin(tilt), sin(angle) * sin(tilt), cos(tilt)}, t[3];
    collide(shape_at(RG_GEOM_SPHERE, 1, 0, 0, n[0], n[1], n[2]),
            shape_at(RG_GEOM_SPHERE, 1, 0, 0, 0, 0, 0), 0);
    const double *f = contact[0].frame;
    cross(f, f + 3, t);
    for (int i = 0; i < 3; i++) NEAR(t[i], f[6 + i]);
    NEAR(dot(f, f + 3), 0);
    NEAR(dot(f + 3, f + 3), 1);

    /* the turn about n is bounded by the distance from the point opposite to (0.48, 0.6, 0.64) */
    double away = 1 + 0.48 * f[0] + 0.6 * f[1] + 0.64 * f[2];
    for (int i = 0; k > 0 && i < 9; i++) assert_true(fabs(f[i] - last[i]) < 1e-2 / sqrt(away));
    memcpy(last, f, sizeof last);
  }
  collide(shape_at(RG_GEOM_SPHERE, 1, 0, 0, 0, 0, 1), shape_at(RG_GEOM_SPHERE, 1, 0, 0, 0, 0, 0),
          0);
  NEAR(contact[0].frame[3], 1); /* over flat ground tangent 1 is x */
}

/* planes: two of them never touch; the distance of a plane and a shape */
static void planes(void **state) {
  (void)state;
  double p[3], q[3], n[3];
  rg_shape ground = plane(), box = shape_at(RG_GEOM_BOX, 1, 1, 1, 0, 0, 3);
  assert_int_equal(collide(ground, plane(), 10), 0);
  assert_true(rg_distance(&ground, &ground, p, q, n) == HUGE_VAL);
  NEAR(rg_distance(&box, &ground, p, q, n), 2);
  NEAR(p[2], 2);
  NEAR(q[2], 0);
  NEAR(n[2], 1);

  /* a mesh far from the origin of its frame, the right way up and upside down */
  test_mesh m;
  box_mesh(&m, 0.5, 0.4, 0.3);
  for (int v = 0; v < 8; v++) m.vertex[3 * v + 2] += 5;
  rg_shape mesh = mesh_shape(&m, 1);
  for (int k = 0; k < 2; k++) {
    mesh.position[2] = k ? 5.299 : -4.701;
    assert_int_equal(collide(mesh, ground, 0), 4);
    NEAR(contact[0].gap, -0.001);
    turn(&mesh, 1, 0, 0, 2 * half_pi);
  }
}

/* a pose that is not a number, or an infinite one, has no contact */
static void not_finite(void **state) {
  (void)state;
  static const rg_geom_type type[] = {RG_GEOM_SPHERE, RG_GEOM_CAPSULE, RG_GEOM_ELLIPSOID,
                                      RG_GEOM_CYLINDER, RG_GEOM_BOX};
  double bad[2] = {nan(""), HUGE_VAL}, p[3], q[3], n[3];
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < 5; j++)
      for (int k = 0; k < 2; k++) {
        rg_shape a = shape_at(type[i], 1, 1, 1, 0, bad[k], 0),
                 b = shape_at(type[j], 1, 1, 1, 0, 0, 0);
        assert_int_equal(collide(a, b, 1), 0);
        assert_true(rg_distance(&a, &b, p, q, n) == HUGE_VAL);
        a.position[1] = 0;
        for (int r = 0; r < 9; r++) a.rotation[r] = bad[0];
        if (type[i] != RG_GEOM_SPHERE) assert_int_equal(collide(a, b, 1), 0);
      }
}

/* --- every contact of every pair -------------------------------------------------------------- */

/* upright, on its side or anyhow, and perhaps a little off that: poses in which features line up */
static rg_shape lined_up(int type, test_mesh *m) {
  rg_shape s =
      shape_at((rg_geom_type)type, uniform(0.2, 1), uniform(0.2, 1), uniform(0.2, 1), 0, 0, 0);
  double u[3], pose = uniform(0, 3);
  random_direction(u);
  if (type == RG_GEOM_MESH) {
    if (pose < 1.5) random_mesh(m, 12, 1);
    else box_mesh(m, s.size[0], s.size[1], s.size[2]);
    s = mesh_shape(m, 1);
  }
  if (pose < 1) turn_randomly(&s);
  else if (pose < 2) turn(&s, 0, 1, 0, half_pi);
  turn(&s, 0, 0, 1, uniform(0, 3));
  if (uniform(0, 1) < 0.5) turn(&s, u[0], u[1], u[2], pow(10, -uniform(0.5, 10)));
  return s;
}

/* Points on both surfaces (1e-3 where edges that are nearly parallel count as parallel), the
   least gap the signed distance, features all different, no more than 8. */
static void check_patch(const rg_shape *a, const rg_shape *b) {
  double pa[3], pb[3], n[3], least = HUGE_VAL, gap = rg_distance(a, b, pa, pb, n);
  int count = rg_collide_pair(a, b, 0, contact, 16);
  assert_in_range(count, gap <= 0 ? 1 : 0, gap <= 0 ? 8 : 0);
  for (int i = 0; i < count; i++) {
    const rg_contact *c = &contact[i];
    for (int k = 0; k < 3; k++) {
      pa[k] = c->position[k] + 0.5 * c->gap * c->frame[k];
      pb[k] = c->position[k] - 0.5 * c->gap * c->frame[k];
    }
    assert_true(outside(a, pa) < 1e-3 && outside(b, pb) < 1e-3);
    least = fmin(least, c->gap);
    for (int j = 0; j < i; j++) assert_int_not_equal(c->feature, contact[j].feature);
  }
  if (count > 0) assert_true(fabs(least - gap) < 2e-9);
}

static void every_patch(void **state) {
  (void)state;
  test_mesh m[2];
  for (int ta = RG_GEOM_SPHERE; ta <= RG_GEOM_MESH; ta++)
    for (int tb = RG_GEOM_SPHERE; tb <= RG_GEOM_MESH; tb++)
      for (int k = 0; k < 200; k++) {
        rg_shape a = lined_up(ta, &m[0]), b = lined_up(tb, &m[1]);
        double d[3], p[3], q[3], n[3], far = uniform(0, 1.6);
        random_direction(d);
        if (k % 2) d[0] *= 0.1, d[1] *= 0.1;
        unit(d);
        for (int i = 0; i < 3; i++) a.position[i] = far * d[i];

        /* half of them only just overlap */
        double gap = rg_distance(&a, &b, p, q, n);
        for (int i = 0; i < 3 && k % 4 < 2; i++) a.position[i] -= (gap + 1e-3) * n[i];
        check_patch(&a, &b);
      }
}

/* few places: the deepest is kept; none: nothing happens */
static void little_room(void **state) {
  (void)state;
  rg_shape box = shape_at(RG_GEOM_BOX, 0.5, 0.5, 0.5, 0, 0, 0.49),
           big = shape_at(RG_GEOM_BOX, 2, 2, 1, 0, 0, -1), ground = plane();
  turn(&box, 1, 2, 0, 0.01);
  double down[3] = {0, 0, -1}, depth = -support_height(&box, down);
  for (int g = 0; g < 2; g++) {
    const rg_shape *b = g ? &big : &ground;
    assert_int_equal(rg_collide_pair(&box, b, 0, contact, 0), 0);
    assert_int_equal(rg_collide_pair(&box, b, 0, contact, 1), 1);
    NEAR(contact[0].gap, depth);
    assert_int_equal(rg_collide_pair(&box, b, 0, contact, 2), 2);
    NEAR(fmin(contact[0].gap, contact[1].gap), depth);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sphere_sphere),
      cmocka_unit_test(sphere_primitives),
      cmocka_unit_test(sphere_ellipsoid),
      cmocka_unit_test(capsule_capsule),
      cmocka_unit_test(resting),
      cmocka_unit_test(tilted_cylinder),
      cmocka_unit_test(coins),
      cmocka_unit_test(capsule_on_edge),
      cmocka_unit_test(no_flicker),
      cmocka_unit_test(frames),
      cmocka_unit_test(planes),
      cmocka_unit_test(not_finite),
      cmocka_unit_test(every_patch),
      cmocka_unit_test(little_room),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
