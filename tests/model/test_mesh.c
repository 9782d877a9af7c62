/* Meshes: readers, convex hull, volume and inertia against closed forms. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "math/vector.h"
#include "model/mesh.h"

static void assert_near(double a, double b, double tolerance) {
  if (!(fabs(a - b) <= tolerance)) fail_msg("%.17g is not %.17g", a, b);
}

/* ---- helpers ---- */

static const double corner_tetrahedron[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};

static void box_points(double *points, double x, double y, double z) {
  for (int i = 0; i < 8; i++)
    rg_v3_set(points + 3 * i, i & 1 ? x : 0, i & 2 ? y : 0, i & 4 ? z : 0);
}

static rg_status compile_points(rg_mesh *mesh, int n, const double *points, rg_arena *arena,
                                rg_error *error) {
  rg_spec_mesh spec = rg_spec_mesh_default();
  spec.name = "points";
  spec.nvertex = n;
  spec.vertex = points;
  spec.source.file = "";
  return rg_mesh_compile(mesh, &spec, arena, error);
}

/* every edge is shared by two triangles in opposite directions; neighbours are the ends of the edges */
static void assert_closed(const rg_mesh *mesh) {
  assert_int_equal(mesh->nface, 2 * mesh->nvertex - 4); /* Euler */
  for (int v = 0; v < mesh->nvertex; v++)
    for (int k = mesh->neighbour_start[v]; k < mesh->neighbour_start[v + 1]; k++) {
      int w = mesh->neighbour[k], back = 0, twice = 0;
      for (int j = mesh->neighbour_start[w]; j < mesh->neighbour_start[w + 1]; j++)
        back += mesh->neighbour[j] == v;
      for (int j = mesh->neighbour_start[v]; j < mesh->neighbour_start[v + 1]; j++)
        twice += mesh->neighbour[j] == w;
      assert_true(back == 1 && twice == 1);
    }
}

/* no vertex lies outside of any triangle */
static void assert_convex(const rg_mesh *mesh) {
  for (int f = 0; f < mesh->nface; f++) {
    const double *a = mesh->vertex + 3 * mesh->face[3 * f];
    double u[3], v[3], n[3], d[3];
    rg_v3_sub(u, mesh->vertex + 3 * mesh->face[3 * f + 1], a);
    rg_v3_sub(v, mesh->vertex + 3 * mesh->face[3 * f + 2], a);
    rg_v3_cross(n, u, v);
    rg_v3_normalize(n);
    assert_true(rg_v3_dot(n, a) > 0); /* outward: the centre of mass is inside */
    for (int i = 0; i < mesh->nvertex; i++) {
      rg_v3_sub(d, mesh->vertex + 3 * i, a);
      assert_true(rg_v3_dot(n, d) < 1e-9);
    }
  }
}

/* ---- solids ---- */

/* Moments about the centre: P_xx = 1/60 - 1/96, P_xy = 1/120 - 1/96, so 1/60 about (1 1 1), 1/96 across. */
static void test_tetrahedron(void **state) {
  (void)state;
  rg_arena arena = {0};
  rg_mesh mesh;
  assert_int_equal(compile_points(&mesh, 4, corner_tetrahedron, &arena, NULL), RG_OK);
  assert_near(mesh.volume, 1.0 / 6, 1e-15);
  for (int k = 0; k < 3; k++) assert_near(mesh.pos[k], 0.25, 1e-15);
  assert_near(mesh.inertia[0], 1.0 / 60, 1e-15);
  assert_near(mesh.inertia[1], 1.0 / 96, 1e-15);
  assert_near(mesh.inertia[2], 1.0 / 96, 1e-15);
  double axis[3], x[3] = {1, 0, 0};
  rg_quat_rotate(axis, mesh.quat, x);
  assert_near(fabs(axis[0] + axis[1] + axis[2]), sqrt(3), 1e-12);
  assert_near(mesh.radius, rg_v3_distance(corner_tetrahedron + 3, mesh.pos), 1e-14);
  assert_closed(&mesh);
  assert_convex(&mesh);
  rg_arena_free(&arena);
}

/* a box with a grid of points on and in it: 8 vertices, 12 triangles, m (b^2 + c^2) / 12 */
static void test_box_with_points_inside(void **state) {
  (void)state;
  rg_arena arena = {0};
  rg_mesh mesh;
  double points[5 * 5 * 5 * 3];
  int n = 0;
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < 5; j++)
      for (int k = 0; k < 5; k++) rg_v3_set(points + 3 * n++, 0.5 * i, 0.25 * j, 0.75 * k);
  assert_int_equal(compile_points(&mesh, n, points, &arena, NULL), RG_OK);
  assert_int_equal(mesh.nvertex, 8);
  assert_closed(&mesh);
  assert_convex(&mesh);
  assert_near(mesh.volume, 6, 1e-13);
  assert_near(mesh.inertia[0], 6 * (4 + 9) / 12.0, 1e-12);
  assert_near(mesh.inertia[1], 6 * (9 + 1) / 12.0, 1e-12);
  assert_near(mesh.inertia[2], 6 * (4 + 1) / 12.0, 1e-12);
  /* longest half length along the axis of least inertia */
  assert_near(mesh.half_size[2], 1.5, 1e-13);
  assert_near(mesh.half_size[0], 0.5, 1e-13);
  rg_arena_free(&arena);
}

/* a cloud: all of it inside the hull, hull vertices on the unit sphere are all kept */
static void test_cloud(void **state) {
  (void)state;
  enum { SPHERE = 150, INSIDE = 300 };
  rg_arena arena = {0};
  rg_mesh mesh;
  static double points[3 * (SPHERE + INSIDE)];
  uint64_t seed = 1;
  for (int i = 0; i < 3 * (SPHERE + INSIDE); i++) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    points[i] = (double)(seed >> 11) / 9007199254740992.0 - 0.5;
  }
  for (int i = 0; i < SPHERE; i++) rg_v3_normalize(points + 3 * i);
  for (int i = SPHERE; i < SPHERE + INSIDE; i++) rg_v3_scale(points + 3 * i, 0.5, points + 3 * i);
  assert_int_equal(compile_points(&mesh, SPHERE + INSIDE, points, &arena, NULL), RG_OK);
  assert_int_equal(mesh.nvertex, SPHERE);
  assert_closed(&mesh);
  assert_convex(&mesh);
  assert_true(mesh.volume < 4.18879 && mesh.volume > 3.5);
  for (int i = 0; i < SPHERE; i++) {
    double p[3];
    rg_pose_apply(p, mesh.pos, mesh.quat, mesh.vertex + 3 * i);
    assert_near(rg_v3_norm(p), 1, 1e-14);
  }
  rg_arena_free(&arena);
}

/* Points on the faces of thin boxes, prisms and lattices, moved by rounding errors of all sizes: closed, no point outside,
   no triangle folded over. */
static double next_uniform(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 11) / 9007199254740992.0;
}

static void noisy_point(uint64_t *seed, int kind, double noise, double thin, double *p) {
  for (int k = 0; k < 3; k++) p[k] = 2 * next_uniform(seed) - 1;
  int axis = (int)(3 * next_uniform(seed)), corner = (int)(24 * next_uniform(seed));
  double sign = next_uniform(seed) < 0.5 ? -1 : 1;
  if (kind == 0) p[axis] = sign;
  if (kind == 1)
    rg_v3_set(p, cos(corner * 0.2617993877991494), sin(corner * 0.2617993877991494), sign);
  if (kind == 2) rg_v3_set(p, round(2 * p[0]) / 2, round(2 * p[1]) / 2, round(2 * p[2]) / 2);
  for (int k = 0; k < 3; k++) p[k] += noise * (next_uniform(seed) - 0.5);
  p[2] *= thin;
}

static void assert_no_point_outside(const rg_triangles *hull, int n, const double *points) {
  for (int f = 0; f < hull->nface; f++) {
    const double *a = hull->vertex + 3 * hull->face[3 * f];
    double u[3], v[3], normal[3], d[3];
    rg_v3_sub(u, hull->vertex + 3 * hull->face[3 * f + 1], a);
    rg_v3_sub(v, hull->vertex + 3 * hull->face[3 * f + 2], a);
    rg_v3_cross(normal, u, v);
    if (rg_v3_normalize(normal) < 1e-7) continue; /* too narrow to have a direction */
    for (int i = 0; i < n; i++) {
      rg_v3_sub(d, points + 3 * i, a);
      assert_true(rg_v3_dot(normal, d) < 1e-7);
    }
  }
}

static void test_noisy_faces(void **state) {
  (void)state;
  enum { MOST = 150 };
  double points[3 * MOST];
  uint64_t seed = 5;
  for (int round = 0; round < 600; round++) {
    int n = 40 + (int)((MOST - 40) * next_uniform(&seed)), kind = round % 3;
    double noise = pow(10, -16 + 12 * next_uniform(&seed)),
           thin = pow(10, -4 * next_uniform(&seed));
    for (int i = 0; i < n; i++) noisy_point(&seed, kind, noise, thin, points + 3 * i);
    rg_arena arena = {0};
    rg_triangles hull;
    const char *reason;
    rg_status status = rg_mesh_hull(&hull, n, points, &arena, &reason);
    if (status) fail_msg("round %d: %s", round, reason ? reason : "out of memory");
    assert_int_equal(hull.nface, 2 * hull.nvertex - 4);
    assert_no_point_outside(&hull, n, points);
    rg_arena_free(&arena);
  }
}

/* hull of a hull, from its own frame: nothing moves, also for a cube whose axes are arbitrary */
static void test_frame_is_stable(void **state) {
  (void)state;
  rg_arena arena = {0};
  double points[24];
  box_points(points, 1, 1, 1);
  const double q[4] = {0.4, 0.3, -0.7, 0.5};
  double unit[4];
  rg_quat_copy(unit, q);
  rg_quat_normalize(unit);
  for (int i = 0; i < 8; i++) rg_quat_rotate(points + 3 * i, unit, points + 3 * i);
  rg_mesh first, second;
  assert_int_equal(compile_points(&first, 8, points, &arena, NULL), RG_OK);
  assert_int_equal(compile_points(&second, 8, first.vertex, &arena, NULL), RG_OK);
  for (int k = 0; k < 3; k++) assert_near(second.pos[k], 0, 1e-15);
  assert_near(second.quat[0], 1, 1e-15);
  for (int i = 0; i < 24; i++) assert_near(second.vertex[i], first.vertex[i], 1e-14);
  rg_arena_free(&arena);
}

/* an L of two boxes 2 x 1 x 1 and 1 x 1 x 1: exact volume 3, hull 3.5; frame is the hull's, mass is not */
static void test_not_convex(void **state) {
  (void)state;
  const double outline[6][2] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
  const int cap[4][3] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}};
  double vertex[36];
  int face[60], n = 0;
  for (int i = 0; i < 12; i++)
    rg_v3_set(vertex + 3 * i, outline[i % 6][0], outline[i % 6][1], i < 6 ? 0 : 1);
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 3; k++) {
      face[n + k] = cap[i][2 - k];
      face[n + 12 + k] = cap[i][k] + 6;
      if (k == 2) n += 3;
    }
  n = 24;
  for (int i = 0; i < 6; i++) {
    int j = (i + 1) % 6, side[6] = {i, j, j + 6, i, j + 6, i + 6};
    for (int k = 0; k < 6; k++) face[n++] = side[k];
  }
  rg_arena arena = {0};
  rg_mesh mesh;
  rg_spec_mesh spec = rg_spec_mesh_default();
  spec.name = "L";
  spec.source.file = "";
  spec.nvertex = 12;
  spec.vertex = vertex;
  spec.nface = 20;
  spec.face = face;
  spec.inertia = RG_MESH_EXACT;
  assert_int_equal(rg_mesh_compile(&mesh, &spec, &arena, NULL), RG_OK);
  assert_near(mesh.volume, 3, 1e-14);
  assert_near(mesh.solid_pos[0], (2 * 1 + 1 * 0.5) / 3, 1e-14);
  assert_near(mesh.solid_pos[2], 0.5, 1e-14);
  /* about z: two boxes with Steiner; centre 5/6, 5/6 */
  double z = 2 * (4 + 1) / 12.0 + 2 * (1.0 / 36 + 1.0 / 9) + 1.0 / 6 + (1.0 / 9 + 4.0 / 9);
  assert_near(mesh.inertia[0], z, 1e-13);
  assert_int_equal(mesh.nvertex, 10);
  spec.inertia = RG_MESH_CONVEX;
  assert_int_equal(rg_mesh_compile(&mesh, &spec, &arena, NULL), RG_OK);
  assert_near(mesh.volume, 3.5, 1e-14);

  /* a mirror turns the triangles over, the volume stays positive */
  spec.inertia = RG_MESH_EXACT;
  spec.scale[0] = -2;
  assert_int_equal(rg_mesh_compile(&mesh, &spec, &arena, NULL), RG_OK);
  assert_near(mesh.volume, 6, 1e-13);
  assert_near(mesh.solid_pos[0], -5.0 / 3, 1e-13);
  rg_arena_free(&arena);
}

/* ---- refusals ---- */

static void expect_refusal(int n, const double *points, const char *words) {
  rg_arena arena = {0};
  rg_mesh mesh;
  rg_error error;
  assert_int_equal(compile_points(&mesh, n, points, &arena, &error), RG_BAD_INPUT);
  assert_string_equal(error.element, "mesh 'points'");
  if (!strstr(error.reason, words)) fail_msg("'%s' does not say '%s'", error.reason, words);
  rg_arena_free(&arena);
}

static void test_refusals(void **state) {
  (void)state;
  double flat[15] = {0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1, 2, 3, 1};
  double line[15] = {0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4};
  double same[15] = {0}, broken[12];
  memcpy(broken, corner_tetrahedron, sizeof broken);
  broken[4] = (double)NAN;
  expect_refusal(0, flat, "at least 4");
  expect_refusal(2, flat, "at least 4");
  expect_refusal(5, line, "in a line");
  expect_refusal(5, same, "in a line");
  expect_refusal(4, broken, "finite");

  /* inside out, and a face out of range */
  int inward[12] = {0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2};
  rg_arena arena = {0};
  rg_mesh mesh;
  rg_error error;
  rg_spec_mesh spec = rg_spec_mesh_default();
  spec.source.file = "";
  spec.nvertex = 4;
  spec.vertex = corner_tetrahedron;
  spec.nface = 4;
  spec.face = inward;
  spec.inertia = RG_MESH_EXACT;
  assert_int_equal(rg_mesh_compile(&mesh, &spec, &arena, &error), RG_BAD_INPUT);
  spec.inertia = RG_MESH_LEGACY;
  assert_int_equal(rg_mesh_compile(&mesh, &spec, &arena, &error), RG_OK);
  inward[7] = 4;
  assert_int_equal(rg_mesh_compile(&mesh, &spec, &arena, &error), RG_BAD_INPUT);
  rg_arena_free(&arena);
}

/* ---- files ---- */

static const int outward[12] = {0, 2, 1, 0, 3, 2, 0, 1, 3, 1, 2, 3};

/* a binary STL of the tetrahedron; returns its size */
static size_t make_stl(char *data) {
  memset(data, 0, 84);
  memcpy(data, "solid but binary", 16);
  data[80] = 4;
  for (int f = 0; f < 4; f++) {
    float numbers[12] = {0};
    for (int k = 0; k < 9; k++)
      numbers[3 + k] = (float)corner_tetrahedron[3 * outward[3 * f + k / 3] + k % 3];
    memcpy(data + 84 + 50 * f, numbers, sizeof numbers);
    memset(data + 84 + 50 * f + 48, 0, 2);
  }
  return 84 + 200;
}

static void expect_tetrahedron(const rg_triangles *t) {
  rg_solid solid = rg_mesh_solid(t, RG_MESH_EXACT);
  assert_int_equal(t->nface, 4);
  assert_near(solid.volume, 1.0 / 6, 1e-15);
  assert_near(solid.inertia[0], 1.0 / 80, 1e-15);
  assert_near(solid.inertia[1], 1.0 / 480, 1e-15);
}

static void test_stl(void **state) {
  (void)state;
  rg_arena arena = {0};
  rg_triangles t;
  const char *reason;
  char data[512] = {0}; /* readers want a 0 behind the last byte */
  size_t size = make_stl(data);
  assert_int_equal(rg_mesh_parse_stl(&t, data, size, &arena, &reason), RG_OK);
  expect_tetrahedron(&t);
  /* every cut is refused */
  for (size_t cut = 0; cut < size; cut++) {
    char *exact = malloc(cut + 1);
    memcpy(exact, data, cut);
    exact[cut] = 0;
    assert_int_equal(rg_mesh_parse_stl(&t, exact, cut, &arena, &reason), RG_BAD_INPUT);
    free(exact);
  }

  char text[2048] = "solid t\n";
  for (int f = 0; f < 4; f++) {
    strcat(text, "facet normal 0 0 0\n outer loop\n");
    for (int k = 0; k < 3; k++) {
      const double *v = corner_tetrahedron + 3 * outward[3 * f + k];
      sprintf(text + strlen(text), "  vertex %g %.3e %g\n", v[0], v[1], v[2]);
    }
    strcat(text, " endloop\nendfacet\n");
  }
  strcat(text, "endsolid t\n");
  assert_int_equal(rg_mesh_parse_stl(&t, text, strlen(text), &arena, &reason), RG_OK);
  expect_tetrahedron(&t);
  const char *bad = "solid\nvertex 1 2 x\nvertex 1 2 3\nvertex 1 2 3\n";
  assert_int_equal(rg_mesh_parse_stl(&t, bad, strlen(bad), &arena, &reason), RG_BAD_INPUT);
  rg_arena_free(&arena);
}

/* MuJoCo's binary format: counts, floats, faces */
static void msh(void **state) {
  (void)state;
  const float vertex[12] = {0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3}, other[12] = {0};
  const int face[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
  char data[400] = {0};
  for (int normals = 0; normals < 2; normals++) {
    int head[4] = {4, normals ? 4 : 0, 0, 4};
    size_t size = 0;
    memcpy(data, head, sizeof head), size += sizeof head;
    memcpy(data + size, vertex, sizeof vertex), size += sizeof vertex;
    if (normals) memcpy(data + size, other, sizeof other), size += sizeof other;
    memcpy(data + size, face, sizeof face), size += sizeof face;
    rg_arena arena = {0};
    rg_triangles t = {0};
    const char *reason = NULL;
    assert_int_equal(rg_mesh_parse_msh(&t, data, size, &arena, &reason), RG_OK);
    assert_int_equal(t.nvertex, 4);
    assert_int_equal(t.nface, 4);
    assert_true(fabs(rg_mesh_solid(&t, RG_MESH_EXACT).volume - 1) < 1e-12);
    for (size_t cut = 0; cut < size; cut++)
      assert_int_equal(rg_mesh_parse_msh(&t, data, cut, &arena, &reason), RG_BAD_INPUT);
    int wrong = 4;
    memcpy(data + size - sizeof wrong, &wrong, sizeof wrong);
    assert_int_equal(rg_mesh_parse_msh(&t, data, size, &arena, &reason), RG_BAD_INPUT);
    rg_arena_free(&arena);
  }
}

static rg_status parse_obj(rg_triangles *t, const char *text, rg_arena *arena) {
  const char *reason = NULL;
  rg_status status = rg_mesh_parse_obj(t, text, strlen(text), arena, &reason);
  assert_true(status == RG_OK || reason != NULL);
  return status;
}

static void test_obj(void **state) {
  (void)state;
  rg_arena arena = {0};
  rg_triangles t;
  const char *tetrahedron =
      "# a comment\no t\nv 0 0 0\nv 1 0 0 1.0\nvn 0 0 1\nvt 0 0\n  v 0 1 0\nv 0 0 1\n"
      "f 1 3 2\nf 1/1/1 4/1/1 3/1/1\r\nf 1//1 2//1 4//1\nf -3 -2 -1";
  assert_int_equal(parse_obj(&t, tetrahedron, &arena), RG_OK);
  expect_tetrahedron(&t);

  /* quads become two triangles */
  const char *box = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nv 0 0 1\nv 1 0 1\nv 0 1 1\nv 1 1 1\n"
                    "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n";
  assert_int_equal(parse_obj(&t, box, &arena), RG_OK);
  assert_int_equal(t.nface, 12);
  rg_solid solid = rg_mesh_solid(&t, RG_MESH_EXACT);
  assert_near(solid.volume, 1, 1e-15);
  assert_near(solid.inertia[4], 1.0 / 6, 1e-15);

  assert_int_equal(parse_obj(&t, "", &arena), RG_BAD_INPUT);
  assert_int_equal(parse_obj(&t, "v 1 2\nf 1 1 1\n", &arena), RG_BAD_INPUT);
  assert_int_equal(parse_obj(&t, "v 1 2 3\nf 1 2 3\n", &arena), RG_BAD_INPUT);
  assert_int_equal(parse_obj(&t, "v 1 2 3\nf 1 0 1\n", &arena), RG_BAD_INPUT);
  assert_int_equal(parse_obj(&t, "v 1 2 3\nf a b c\n", &arena), RG_BAD_INPUT);
  rg_arena_free(&arena);
}

/* each directed edge has one opposite, and the signed volume is positive: closed and outward */
static double closed_volume(const rg_triangles *t) {
  for (int f = 0; f < t->nface; f++)
    for (int k = 0; k < 3; k++) {
      int from = t->face[3 * f + k], to = t->face[3 * f + (k + 1) % 3], back = 0, same = 0;
      for (int g = 0; g < t->nface; g++)
        for (int i = 0; i < 3; i++) {
          back += t->face[3 * g + i] == to && t->face[3 * g + (i + 1) % 3] == from;
          same += t->face[3 * g + i] == from && t->face[3 * g + (i + 1) % 3] == to;
        }
      assert_true(back == 1 && same == 1);
    }
  rg_solid solid = rg_mesh_solid(t, RG_MESH_EXACT);
  assert_true(solid.volume > 0);
  return solid.volume;
}

/* --- Collada --- */

static rg_status parse_dae(rg_triangles *t, const char *text, rg_arena *arena,
                           const char **reason) {
  char *copy = strdup(text);
  assert_non_null(copy);
  rg_status status = rg_mesh_parse_dae(t, copy, strlen(copy), arena, reason);
  free(copy);
  return status;
}

#define DAE_MESH(points, accessor, surfaces)                                                       \
  "<library_geometries>\n<geometry id='g'><mesh><source id='p'>\n<float_array>" points             \
  "</float_array><technique_common>" accessor "</technique_common></source>\n<vertices id='v'>"    \
  "<input semantic='POSITION' source='#p'/></vertices>\n" surfaces "</mesh></geometry>"            \
  "</library_geometries>"
#define DAE_INPUT "<input semantic='VERTEX' source='#v' offset='0'/>"
#define CUBE      "0 0 0 1 0 0 1 1 0 0 1 0 0 0 1 1 0 1 1 1 1 0 1 1"

/* a cube with a face of each kind: closed, outward, of volume 1 (in centimetres) */
static void dae_surfaces(void **state) {
  (void)state;
  rg_arena arena = {0};
  rg_triangles t;
  const char *reason = "";
  static const char text[] =
      "<COLLADA><asset><unit meter='0.01'/><up_axis>Y_UP</up_axis></asset>" DAE_MESH(
          CUBE, "<accessor count='8' stride='3'/>",
          "<triangles>" DAE_INPUT "<input semantic='NORMAL' source='#n' offset='1'/>"
          "<p>0 9 2 9 1 9 0 8 3 8 2 8</p></triangles><polylist>" DAE_INPUT
          "<vcount>4 4</vcount><p>4 5 6 7 0 1 5 4</p></polylist><polygons>" DAE_INPUT
          "<ph><p>1 2 6 5</p><h>1 2 6</h></ph></polygons><tristrips>" DAE_INPUT
          "<p>2 3 6 7</p></tristrips><trifans>" DAE_INPUT "<p>3 0 4 7</p></trifans>"
          "<lines>" DAE_INPUT "<p>0 1</p></lines>") "</COLLADA>";
  if (parse_dae(&t, text, &arena, &reason) != RG_OK) fail_msg("%s", reason);
  assert_int_equal(t.nface, 12);
  assert_near(closed_volume(&t), 1e-6, 1e-20);
  rg_arena_free(&arena);
}

static uint64_t dae_seed = 1;
static double dae_draw(void) {
  dae_seed = dae_seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(dae_seed >> 11) / 4503599627370496.0 - 1;
}

/* b <- b a, both 4 x 4 by rows */
static void behind(double b[16], const double a[16]) {
  double c[16] = {0};
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 4; k++)
      for (int j = 0; j < 4; j++) c[4 * i + k] += b[4 * i + j] * a[4 * j + k];
  memcpy(b, c, sizeof c);
}

/* one random transform as text, and the same as a matrix by hand: Rodrigues' formula for turns */
static int put_transform(char *text, size_t room, double b[16]) {
  double a[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}, v[3];
  for (int k = 0; k < 3; k++) v[k] = dae_draw();
  int used = 0;
  switch ((int)((dae_draw() + 1) * 2) % 4) {
  case 0:
    for (int k = 0; k < 3; k++) a[4 * k + 3] = v[k];
    used = snprintf(text, room, "<translate>%.17g %.17g %.17g</translate>", v[0], v[1], v[2]);
    break;
  case 1:
    for (int k = 0; k < 3; k++) a[5 * k] = v[k] += v[k] < 0 ? -0.2 : 0.2;
    used = snprintf(text, room, "<scale>%.17g %.17g %.17g</scale>", v[0], v[1], v[2]);
    break;
  case 2: {
    double angle = 180 * dae_draw(), c = cos(angle * acos(-1) / 180),
           s = sin(angle * acos(-1) / 180);
    double n = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]), u[3] = {v[0] / n, v[1] / n, v[2] / n};
    for (int i = 0; i < 3; i++)
      for (int k = 0; k < 3; k++) a[4 * i + k] = (i == k ? c : 0) + (1 - c) * u[i] * u[k];
    for (int i = 0; i < 3; i++) {
      int j = (i + 1) % 3, k = (i + 2) % 3;
      a[4 * j + k] -= s * u[i], a[4 * k + j] += s * u[i];
    }
    used =
        snprintf(text, room, "<rotate>%.17g %.17g %.17g %.17g</rotate>", v[0], v[1], v[2], angle);
    break;
  }
  default:
    for (int k = 0; k < 12; k++) a[k] += 0.4 * dae_draw();
    used = snprintf(text, room, "<matrix>");
    for (int k = 0; k < 16; k++) used += snprintf(text + used, room - (size_t)used, " %.17g", a[k]);
    used += snprintf(text + used, room - (size_t)used, "</matrix>");
  }
  behind(b, a);
  return used;
}

/* nodes in nodes, each with some transforms in a row: the points are where the product of the matrices puts them, and the
   solid is not turned inside out */
static void dae_nodes(void **state) {
  (void)state;
  static const double cube[24] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0,
                                  0, 0, 1, 1, 0, 1, 1, 1, 1, 0, 1, 1};
  for (int seed = 1; seed <= 100; seed++) {
    static char text[16384];
    double b[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    dae_seed = (uint64_t)seed;
    int depth = 1 + seed % 4;
    int n = snprintf(
        text, sizeof text, "%s",
        "<COLLADA>" DAE_MESH(CUBE, "<accessor count='8' stride='3'/>",
                             "<polylist>" DAE_INPUT "<vcount>4 4 4 4 4 4</vcount><p>"
                             "0 3 2 1 4 5 6 7 0 1 5 4 1 2 6 5 2 3 7 6 3 0 4 7</p>"
                             "</polylist>") "<library_visual_scenes><visual_scene id='s'>");
    for (int level = 0; level < depth; level++) {
      n += snprintf(text + n, sizeof text - (size_t)n, "<node>");
      for (int k = 0; k < 2; k++) n += put_transform(text + n, sizeof text - (size_t)n, b);
    }
    n += snprintf(text + n, sizeof text - (size_t)n, "<instance_geometry url='#g'/>");
    for (int level = 0; level < depth; level++)
      n += snprintf(text + n, sizeof text - (size_t)n, "</node>");
    snprintf(
        text + n, sizeof text - (size_t)n,
        "</visual_scene></library_visual_scenes><scene><instance_visual_scene url='#s'/></scene>"
        "</COLLADA>");
    rg_arena arena = {0};
    rg_triangles t;
    const char *reason = "";
    if (parse_dae(&t, text, &arena, &reason) != RG_OK) fail_msg("%s\n%s", reason, text);
    assert_int_equal(t.nvertex, 8);
    for (int v = 0; v < 8; v++)
      for (int i = 0; i < 3; i++) {
        double x = b[4 * i + 3];
        for (int k = 0; k < 3; k++) x += b[4 * i + k] * cube[3 * v + k];
        assert_near(t.vertex[3 * v + i], x, 1e-12 * (1 + fabs(x)));
      }
    double det = b[0] * (b[5] * b[10] - b[6] * b[9]) - b[1] * (b[4] * b[10] - b[6] * b[8]) +
                 b[2] * (b[4] * b[9] - b[5] * b[8]);
    assert_near(closed_volume(&t), fabs(det), 1e-10 * (1 + fabs(det)));
    rg_arena_free(&arena);
  }
}

/* what is wrong, with its line */
static void dae_mistakes(void **state) {
  (void)state;
#define TRI(p) "<triangles>" DAE_INPUT "<p>" p "</p></triangles>"
#define ACC    "<accessor count='8' stride='3'/>"
  static const struct {
    const char *text, *reason;
  } cases[] = {
      {"<COLLADA", "line 1"},
      {"<robot/>", "<robot>: is not the root"},
      {"<COLLADA/>", "no triangles"},
      {"<COLLADA>" DAE_MESH(CUBE, ACC, TRI("0 1 8")) "</COLLADA>",
       "line 5: <p>: names point 8 of 8"},
      {"<COLLADA>" DAE_MESH(CUBE, ACC, TRI("0 1 x")) "</COLLADA>", "line 5: <p>: number 3"},
      {"<COLLADA>" DAE_MESH(CUBE, ACC, TRI("0 1 -1")) "</COLLADA>", "line 5: <p>: number 3"},
      {"<COLLADA>" DAE_MESH("0 0 zero", ACC, TRI("0 1 2")) "</COLLADA>", "line 3: <float_array>"},
      {"<COLLADA>" DAE_MESH(CUBE, "<accessor count='9' stride='3'/>", TRI("0 1 2")) "</COLLADA>",
       "line 2: <source>: has 24 numbers"},
      {"<COLLADA>" DAE_MESH(CUBE, "<accessor count='8' stride='2'/>", TRI("0 1 2")) "</COLLADA>",
       "line 2: <source>"},
      {"<COLLADA>" DAE_MESH(CUBE, ACC, "<triangles><p>0 1 2</p></triangles>") "</COLLADA>",
       "line 5: <triangles>: has no input VERTEX"},
      {"<COLLADA>" DAE_MESH(CUBE, ACC,
                            "<polylist>" DAE_INPUT
                            "<vcount>4</vcount><p>0 1 2</p></polylist>") "</COLLADA>",
       "line 5: <vcount>"},
      {"<COLLADA><asset><unit meter='0'/></asset></COLLADA>", "<unit>: meter must be positive"},
      {"<COLLADA><scene>\n<instance_visual_scene url='#no'/></scene></COLLADA>", "line 2"},
      {"<COLLADA><library_visual_scenes><visual_scene><node>\n<instance_geometry url='#no'/></node>"
       "</visual_scene></library_visual_scenes></COLLADA>",
       "line 2: <instance_geometry>: url"},
      {"<COLLADA><library_visual_scenes><visual_scene><node>\n<lookat>1 2 3 4 5 6 7 8 "
       "9</lookat></node>"
       "</visual_scene></library_visual_scenes></COLLADA>",
       "line 2: <lookat>"},
      {"<COLLADA><library_visual_scenes><visual_scene>\n<node id='n'><instance_node "
       "url='#n'/></node>"
       "</visual_scene></library_visual_scenes></COLLADA>",
       "line 2: <node>: nodes are too many"},
  };
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    rg_arena arena = {0};
    rg_triangles t;
    const char *reason = "";
    assert_int_equal(parse_dae(&t, cases[k].text, &arena, &reason), RG_BAD_INPUT);
    if (!strstr(reason, cases[k].reason)) fail_msg("'%s', not '%s'", reason, cases[k].reason);
    rg_arena_free(&arena);
  }
}

static void test_files(void **state) {
  (void)state;
  rg_arena arena = {0};
  rg_triangles t;
  rg_error error;
  char folder[] = "/tmp/rigor_mesh_XXXXXX", path[64], data[512];
  assert_non_null(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/t.STL", folder);
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  fwrite(data, 1, make_stl(data), file);
  fclose(file);
  assert_int_equal(rg_mesh_read(&t, path, &arena, &error), RG_OK);
  expect_tetrahedron(&t);
  remove(path);
  remove(folder);
  assert_int_equal(rg_mesh_read(&t, path, &arena, &error), RG_IO);
  assert_string_equal(error.file, path);
  assert_int_equal(rg_mesh_read(&t, "mesh.ply", &arena, &error), RG_BAD_INPUT);

  /* a model says where it names the file */
  rg_mesh mesh;
  rg_spec_mesh spec = rg_spec_mesh_default();
  spec.name = "lost";
  spec.file = path;
  spec.source = (rg_place){"model.xml", 4, 2};
  assert_int_equal(rg_mesh_compile(&mesh, &spec, &arena, &error), RG_IO);
  assert_true(error.status == RG_IO && error.line == 4);
  assert_string_equal(error.element, "mesh 'lost'");
  assert_non_null(strstr(error.reason, path));
  assert_int_equal(rg_mesh_read(&t, "/tmp/.stl", &arena, &error), RG_IO);
  rg_arena_free(&arena);
}

/* --- made by a rule --- */

static rg_triangles made(rg_arena *arena, const char *rule, int count, const double *params) {
  rg_triangles t;
  const char *why = rg_mesh_builtin(&t, rule, count, params, arena);
  if (why) fail_msg("%s: %s", rule, why);
  return t;
}

/* counts and shapes of MuJoCo's XML reference; volumes of polyhedra by hand, of round shapes in the limit */
static void by_rule(void **state) {
  (void)state;
  const double pi = acos(-1);
  rg_arena arena = {0};
  for (int s = 0; s <= 4; s++) {
    rg_triangles t = made(&arena, "sphere", 1, (double[]){s});
    assert_int_equal(t.nvertex, 2 + 10 * (1 << 2 * s));
    assert_int_equal(t.nface, 20 * (1 << 2 * s));
    for (int i = 0; i < t.nvertex; i++) assert_near(rg_v3_norm(t.vertex + 3 * i), 1, 1e-14);
    double volume = s < 4 ? closed_volume(&t) : rg_mesh_solid(&t, RG_MESH_EXACT).volume;
    // 5/12 (3 + sqrt 5) a^3 with the edge a = 1 / sin(2 pi / 5)
    if (s == 0) assert_near(volume, 5.0 / 12 * (3 + sqrt(5)) / pow(sin(2 * pi / 5), 3), 1e-14);
    assert_near(volume, 4 * pi / 3, 2.5 / (1 << 2 * s)); // second order in the edge
  }
  for (int r = 0; r <= 10; r++) {
    rg_triangles t = made(&arena, "hemisphere", 1, (double[]){r});
    int equator = 0;
    assert_int_equal(t.nvertex, 2 + 2 * (r + 1) * (r + 2));
    assert_int_equal(t.nface, 4 * (r + 1) * (r + 2));
    for (int i = 0; i + 1 < t.nvertex; i++) {
      assert_near(rg_v3_norm(t.vertex + 3 * i), 1, 1e-14);
      assert_true(t.vertex[3 * i + 2] >= 0);
      equator += t.vertex[3 * i + 2] == 0;
    }
    assert_int_equal(equator, 4 * (r + 1));
    // half of an octahedron; and the half ball, to the second order in the edge
    double volume = closed_volume(&t);
    if (r == 0) assert_near(volume, 2.0 / 3, 1e-14);
    assert_near(volume, 2 * pi / 3, 3.5 / ((r + 1) * (r + 1)));
    assert_true(volume < 2 * pi / 3);
  }
  for (int nx = 1; nx < 5; nx++)
    for (int ny = 1; ny < 5; ny++) {
      rg_triangles t = made(&arena, "plate", 2, (double[]){nx, ny});
      double area[3] = {0};
      for (int f = 0; f < t.nface; f++) {
        double a[3], b[3], c[3];
        rg_v3_sub(a, t.vertex + 3 * t.face[3 * f + 1], t.vertex + 3 * t.face[3 * f]);
        rg_v3_sub(b, t.vertex + 3 * t.face[3 * f + 2], t.vertex + 3 * t.face[3 * f]);
        rg_v3_cross(c, a, b);
        for (int k = 0; k < 3; k++) area[k] += c[k] / 2;
      }
      assert_int_equal(t.nface, 2 * nx * ny);
      assert_true(area[0] == 0 && area[1] == 0 && fabs(area[2] - 4) < 1e-14);
    }
  for (int n = 3; n < 9; n++)
    for (int k = 0; k < 3; k++) {
      double r = k / 2.0, base = n * sin(2 * pi / n) / 2;
      rg_triangles t = made(&arena, "cone", 2, (double[]){n, r});
      assert_int_equal(t.nvertex, k ? 2 * n : n + 1);
      assert_near(closed_volume(&t), 2 * base * (1 + r + r * r) / 3, 1e-14);
    }
  rg_triangles ball = made(&arena, "supersphere", 3, (double[]){16, 1, 1});
  assert_near(closed_volume(&ball), 4 * pi / 3, 0.15);
  rg_triangles box = made(&arena, "supersphere", 3, (double[]){16, 0, 0});
  rg_triangles eight = made(&arena, "supersphere", 3, (double[]){8, 2, 2}); // the octahedron
  for (int i = 0; i < box.nvertex; i++)
    for (int k = 0; k < 3; k++) {
      double x = fabs(box.vertex[3 * i + k]);
      assert_true(x == 0 || x == 1);
    }
  for (int i = 0; i < eight.nvertex; i++) {
    const double *v = eight.vertex + 3 * i;
    assert_near(fabs(v[0]) + fabs(v[1]) + fabs(v[2]), 1, 1e-14);
  }
  assert_near(closed_volume(&eight), 4.0 / 3, 1e-14);
  rg_triangles ring = made(&arena, "supertorus", 4, (double[]){24, 0.3, 1, 1});
  assert_near(closed_volume(&ring), 2 * pi * pi * 0.09, 0.05);
  static const struct {
    const char *rule;
    int count;
    double params[4];
  } wrong[] = {{"sphere", 1, {5}},
               {"sphere", 1, {0.5}},
               {"sphere", 2, {1, 1}},
               {"hemisphere", 1, {11}},
               {"hemisphere", 1, {-1}},
               {"plate", 2, {0, 1}},
               {"plate", 1, {3}},
               {"cone", 2, {2, 0}},
               {"cone", 2, {3, 1.1}},
               {"supersphere", 3, {2, 1, 1}},
               {"supersphere", 3, {9, -1, 1}},
               {"supertorus", 4, {9, 0, 1, 1}},
               {"teapot", 0, {0}}};
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    rg_triangles t;
    assert_non_null(rg_mesh_builtin(&t, wrong[k].rule, wrong[k].count, wrong[k].params, &arena));
  }
  rg_arena_free(&arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_tetrahedron),
      cmocka_unit_test(test_box_with_points_inside),
      cmocka_unit_test(test_cloud),
      cmocka_unit_test(test_noisy_faces),
      cmocka_unit_test(test_frame_is_stable),
      cmocka_unit_test(test_not_convex),
      cmocka_unit_test(test_refusals),
      cmocka_unit_test(test_stl),
      cmocka_unit_test(test_obj),
      cmocka_unit_test(msh),
      cmocka_unit_test(dae_surfaces),
      cmocka_unit_test(dae_nodes),
      cmocka_unit_test(dae_mistakes),
      cmocka_unit_test(test_files),
      cmocka_unit_test(by_rule),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
