/* Guides of meshes against what needs none: supports, boxes, caps and contacts with a plane against all vertices; pairs of
   meshes with and without a guide; boxes that are apart. Hulls of random clouds, round, flat, long, in grids, of up to
   hundreds of vertices. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "collide/collider.h"
#include "collide/guide.h"
#include "collide/support.h"
#include "model/mesh.h"
#include "shapes.h"

#include <rigor/model.h>

enum { MESHES = 40, CLOUD = 1200 };

/* a hull with its neighbours, twice: without a guide and with one */
typedef struct hull {
  rg_shape plain, guided;
  double size;
} hull;

static hull hulls[MESHES];
static rg_arena memory;

/* the neighbours that the triangles say */
static void set_neighbours(rg_shape *mesh) {
  int n = mesh->nvertex, *start = RG_NEW(&memory, int, n + 1),
      *list = RG_NEW(&memory, int, 3 * (size_t)mesh->nface), at = 0;
  for (int v = 0; v < n; v++) {
    start[v] = at;
    for (int k = 0; k < 3 * mesh->nface; k++)
      if (mesh->face[k] == v) list[at++] = mesh->face[k - k % 3 + (k + 1) % 3];
  }
  start[n] = at;
  mesh->neighbour_start = start;
  mesh->neighbour = list;
}

/* clouds of kinds: balls, spheres, lattices, needles, plates */
static int make_cloud(int number, double *p) {
  int kind = number % 5,
      count = 4 + number * number * CLOUD / (2 * MESHES * MESHES) + (kind == 2 ? 60 : 0);
  for (int i = 0; i < count; i++) {
    double *v = p + 3 * i;
    random_direction(v);
    double reach = kind == 1 ? 1 : cbrt(uniform(0, 1));
    for (int k = 0; k < 3; k++) v[k] *= reach;
    if (kind == 2)
      for (int k = 0; k < 3; k++) v[k] = rint(4 * v[k]) / 4;
    if (kind == 3) v[0] *= 20;
    if (kind == 4) v[2] *= 0.02;
    for (int k = 0; k < 3; k++)
      v[k] = 0.1 * v[k] + 0.05 * k; /* the origin need not be in its middle */
  }
  return count;
}

static int make_hulls(void **state) {
  (void)state;
  static double cloud[3 * CLOUD];
  for (int i = 0; i < MESHES; i++) {
    rg_triangles made = {0};
    const char *reason = NULL;
    do made = (rg_triangles){0};
    while (rg_mesh_hull(&made, make_cloud(i, cloud), cloud, &memory, &reason) != RG_OK);
    rg_shape *s = &hulls[i].plain;
    *s = shape_at(RG_GEOM_MESH, 0, 0, 0, 0, 0, 0);
    s->vertex = made.vertex;
    s->nvertex = made.nvertex;
    s->face = made.face;
    s->nface = made.nface;
    set_neighbours(s);
    hulls[i].guided = *s;
    hulls[i].guided.guide = rg_mesh_guide_new(&memory, s);
    if (!hulls[i].guided.guide) return -1;
    for (int k = 0; k < 3 * s->nvertex; k++)
      hulls[i].size = fmax(hulls[i].size, fabs(s->vertex[k]));
  }
  return 0;
}

static int free_hulls(void **state) {
  (void)state;
  rg_arena_free(&memory);
  return 0;
}

static double highest(const rg_shape *mesh, const double *direction) {
  double most = -HUGE_VAL;
  for (int i = 0; i < mesh->nvertex; i++) most = fmax(most, dot(mesh->vertex + 3 * i, direction));
  return most;
}

/* --- supports, boxes, caps ------------------------------------------------------------------------ */

static void supports_are_the_highest(void **state) {
  (void)state;
  for (int i = 0; i < MESHES; i++)
    for (int k = 0; k < 500; k++) {
      const rg_shape *mesh = &hulls[i].guided;
      double d[3];
      random_direction(d);
      if (k < 6) d[0] = d[1] = d[2] = 0, d[k % 3] = k < 3 ? 1 : -1; /* along the borders of cells */
      int top = rg_mesh_support(mesh, d, k % 2 ? RG_ANYWHERE : k % mesh->nvertex);
      assert_true(dot(mesh->vertex + 3 * top, d) >= highest(mesh, d) - 1e-15 * hulls[i].size);
    }
}

static void boxes_hold_all_vertices(void **state) {
  (void)state;
  for (int i = 0; i < MESHES; i++)
    for (int k = 0; k < 20; k++) {
      rg_shape *mesh = &hulls[i].guided;
      double low[3], high[3];
      turn_randomly(mesh);
      for (int j = 0; j < 3; j++) mesh->position[j] = uniform(-1, 1);
      rg_shape_bounds(mesh, low, high);
      double widest = 0;
      for (int v = 0; v < mesh->nvertex; v++)
        for (int j = 0; j < 3; j++) {
          double x = mesh->position[j] + dot(mesh->rotation + 3 * j, mesh->vertex + 3 * v);
          assert_true(x >= low[j] - 1e-14 && x <= high[j] + 1e-14);
          widest = fmax(widest, fabs(x - mesh->position[j]));
        }
      /* a box around a box: wider, but by no more than its diagonal and how far it is off the origin */
      for (int j = 0; j < 3; j++) assert_true(high[j] - low[j] < 8 * widest);
    }
}

static void caps_are_all_that_is_high(void **state) {
  (void)state;
  int found_some = 0, too_many = 0;
  for (int i = 0; i < MESHES; i++)
    for (int k = 0; k < 200; k++) {
      const rg_shape *mesh = &hulls[i].guided;
      double d[3], up[3];
      random_direction(d);
      for (int j = 0; j < 3; j++) up[j] = -d[j];
      double top = highest(mesh, d), bottom = -highest(mesh, up),
             height = top - uniform(0, 1) * uniform(0, 1) * (top - bottom);
      int vertex[RG_CAP],
          n = rg_mesh_cap(mesh, d, height, rg_mesh_support(mesh, d, RG_ANYWHERE), vertex), at = 0;
      int wanted = 0;
      for (int v = 0; v < mesh->nvertex; v++) wanted += dot(d, mesh->vertex + 3 * v) >= height;
      if (n < 0) {
        assert_true(wanted > RG_CAP);
        too_many++;
        continue;
      }
      assert_int_equal(n, wanted);
      for (int v = 0; v < mesh->nvertex; v++)
        if (dot(d, mesh->vertex + 3 * v) >= height) assert_int_equal(vertex[at++], v);
      found_some++;
    }
  assert_true(found_some > 1000 && too_many > 100);
}

/* --- on a plane ----------------------------------------------------------------------------------- */

/* The deepest contact is the deepest vertex; every contact is a vertex with its own depth, half way to the plane; none is
   there twice; and where all that touch are few they are all there. */
static void planes_meet_the_lowest_vertices(void **state) {
  (void)state;
  int deep = 0;
  for (int i = 0; i < MESHES; i++)
    for (int k = 0; k < 60; k++) {
      rg_shape *mesh = &hulls[i].guided,
               plane = shape_at(RG_GEOM_PLANE, 0, 0, 0, 0, 0, uniform(-1, 1));
      double margin = k % 3 ? 0 : 0.01, lowest = HUGE_VAL, size = hulls[i].size;
      rg_contact contact[16];
      turn_randomly(&plane);
      turn_randomly(mesh);
      double n[3] = {plane.rotation[2], plane.rotation[5], plane.rotation[8]}, local[3], down[3];
      for (int j = 0; j < 3; j++)
        local[j] =
            mesh->rotation[j] * n[0] + mesh->rotation[3 + j] * n[1] + mesh->rotation[6 + j] * n[2];
      for (int j = 0; j < 3; j++) down[j] = -local[j];
      double below = highest(mesh, down),
             depth = uniform(-1.2, k % 2 ? 0.05 : 1) * 0.5 * (below + highest(mesh, local));
      /* the lowest vertex goes `depth` below the plane */
      for (int j = 0; j < 3; j++) mesh->position[j] = plane.position[j] + (below - depth) * n[j];
      int count = rg_collide_pair(&plane, mesh, margin, contact, 16), touching = 0;
      for (int v = 0; v < mesh->nvertex; v++) {
        double gap = below - depth + dot(local, mesh->vertex + 3 * v);
        lowest = fmin(lowest, gap);
        touching += gap <= margin;
      }
      if (fabs(lowest - margin) < 1e-12) continue;
      assert_int_equal(count > 0, lowest <= margin);
      deep += touching > RG_CAP;
      double found = HUGE_VAL;
      for (int c = 0; c < count; c++) {
        double off[3], height = 0;
        const double *v = mesh->vertex + 3 * contact[c].feature;
        for (int j = 0; j < 3; j++) {
          double x = mesh->position[j] + dot(mesh->rotation + 3 * j, v);
          height += n[j] * (x - plane.position[j]);
          off[j] = x - contact[c].position[j];
        }
        found = fmin(found, contact[c].gap);
        assert_true(contact[c].feature >= 0 && contact[c].feature < mesh->nvertex);
        assert_true(fabs(contact[c].gap - height) < 1e-13);
        for (int j = 0; j < 3; j++) assert_true(fabs(off[j] - 0.5 * height * n[j]) < 1e-13);
        for (int e = 0; e < c; e++) assert_int_not_equal(contact[e].feature, contact[c].feature);
      }
      if (count) assert_true(fabs(found - lowest) < 1e-12 * (1 + size));
      if (count && touching <= 3 && depth < 0.2 * size) assert_int_equal(count, touching);
    }
  assert_true(deep > 20);
}

/* Of hundreds of vertices below a plane eight carry: what the contacts span along the plane is nearly all that any vertex
   of the lower half does. */
static void many_vertices_leave_a_wide_patch(void **state) {
  (void)state;
  int tried = 0;
  for (int i = 0; i < MESHES; i++) {
    rg_shape *mesh = &hulls[i].guided, plane = shape_at(RG_GEOM_PLANE, 0, 0, 0, 0, 0, 0);
    if (i % 5 != 1 || mesh->nvertex < 4 * RG_CAP) continue;
    rg_contact contact[16];
    turn_randomly(mesh);
    mesh->position[0] = mesh->position[1] = 0;
    mesh->position[2] = -0.5; /* all of it is below */
    int count = rg_collide_pair(&plane, mesh, 0, contact, 16);
    assert_true(count >= 5 && count <= 8);
    for (int k = 0; k < 16; k++) {
      double d[3] = {cos(k * 0.39269908), sin(k * 0.39269908), 0}, most = -HUGE_VAL,
             all = -HUGE_VAL, middle = 0;
      for (int j = 0; j < 3; j++)
        middle +=
            0.05 * j *
            (mesh->rotation[j] * d[0] + mesh->rotation[3 + j] * d[1]); /* the ball's, radius 0.1 */
      for (int c = 0; c < count; c++) most = fmax(most, dot(d, contact[c].position) - middle);
      for (int v = 0; v < mesh->nvertex; v++) {
        double x[3];
        for (int j = 0; j < 3; j++) x[j] = dot(mesh->rotation + 3 * j, mesh->vertex + 3 * v);
        if (x[2] < 0.05 * (mesh->rotation[7] + 2 * mesh->rotation[8]))
          all = fmax(all, dot(d, x) - middle);
      }
      assert_true(most > 0.65 * all); /* an octagon less a corner, in its circle: 0.70 */
    }
    tried++;
  }
  assert_true(tried >= 3);
}

/* --- pairs ---------------------------------------------------------------------------------------- */

/* who is apart by a box is apart, and the guide changes no contact */
static void pairs_are_the_same_without(void **state) {
  (void)state;
  int met = 0, refused = 0;
  for (int k = 0; k < 6000; k++) {
    int i = (int)uniform(0, 0.6 * MESHES), j = (int)uniform(0, 0.6 * MESHES);
    rg_shape a = hulls[i].guided, b = hulls[j].guided, c = hulls[i].plain, d = hulls[j].plain;
    rg_contact with[16], without[16];
    double p[3], q[3], n[3], margin = k % 2 ? 0.01 : 0;
    turn_randomly(&a), turn_randomly(&b);
    for (int m = 0; m < 3; m++)
      a.position[m] = uniform(-0.15, 0.15), b.position[m] = uniform(-0.15, 0.15);
    memcpy(c.position, a.position, sizeof a.position),
        memcpy(c.rotation, a.rotation, sizeof a.rotation);
    memcpy(d.position, b.position, sizeof b.position),
        memcpy(d.rotation, b.rotation, sizeof b.rotation);
    double gap = rg_distance(&c, &d, p, q, n);
    if (rg_boxes_apart(&a, &b, margin)) {
      assert_true(gap > margin);
      refused++;
    }
    int count = rg_collide_pair(&a, &b, margin, with, 16);
    assert_int_equal(count, rg_collide_pair(&c, &d, margin, without, 16));
    for (int m = 0; m < count; m++) assert_true(fabs(with[m].gap - without[m].gap) < 1e-9);
    if (fabs(gap - margin) > 1e-9) assert_int_equal(count > 0, gap <= margin);
    met += count > 0;
  }
  assert_true(met > 200 && refused > 200);
}

/* shapes of all kinds: a box is never apart where the shapes are not */
static void boxes_apart_are_shapes_apart(void **state) {
  (void)state;
  static const rg_geom_type types[] = {RG_GEOM_SPHERE, RG_GEOM_CAPSULE, RG_GEOM_ELLIPSOID,
                                       RG_GEOM_CYLINDER, RG_GEOM_BOX};
  int apart = 0, met = 0;
  for (int k = 0; k < 6000; k++) {
    rg_shape s[2];
    double p[3], q[3], n[3];
    for (int m = 0; m < 2; m++) {
      int type = (int)uniform(0, 6);
      s[m] = type == 5 ? hulls[k % MESHES].guided
                       : shape_at(types[type], uniform(0.02, 0.2), uniform(0.02, 0.2),
                                  uniform(0.02, 0.2), 0, 0, 0);
      turn_randomly(&s[m]);
      for (int j = 0; j < 3; j++) s[m].position[j] = uniform(-0.3, 0.3);
    }
    if (!rg_boxes_apart(&s[0], &s[1], 0.01)) continue;
    apart++;
    double gap = rg_distance(&s[0], &s[1], p, q, n);
    assert_true(gap > 0.01 - 1e-12);
    met += gap < 0.05;
  }
  assert_true(apart > 500 && met > 20);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(supports_are_the_highest),
      cmocka_unit_test(boxes_hold_all_vertices),
      cmocka_unit_test(caps_are_all_that_is_high),
      cmocka_unit_test(planes_meet_the_lowest_vertices),
      cmocka_unit_test(many_vertices_leave_a_wide_patch),
      cmocka_unit_test(pairs_are_the_same_without),
      cmocka_unit_test(boxes_apart_are_shapes_apart),
  };
  return cmocka_run_group_tests(tests, make_hulls, free_hulls);
}
