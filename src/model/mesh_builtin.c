/* Meshes made by a rule (MuJoCo's XML reference, "mesh builtin"): icosphere, hemisphere, cone and prism, plate, superellipsoid,
   supertoroid. All of size 1, triangles counter-clockwise seen from outside. */
#include "model/mesh.h"

#include "math/vector.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static const double PI = 3.14159265358979323846;
/* sides of a polygon, parts of a turn: what is finer than this is round */
enum { FINEST_SPHERE = 4, FINEST_HEMISPHERE = 10, MOST_SIDES = 1000, FINEST_GRID = 256 };

static int add_vertex(rg_triangles *t, double x, double y, double z) {
  rg_v3_set(t->vertex + 3 * t->nvertex, x, y, z);
  return t->nvertex++;
}

static void add_face(rg_triangles *t, int a, int b, int c) {
  int *face = t->face + 3 * t->nface++;
  face[0] = a, face[1] = b, face[2] = c;
}

static int take(rg_triangles *t, rg_arena *arena, size_t vertices, size_t faces) {
  *t = (rg_triangles){.vertex = RG_RAW(arena, double, 3 * vertices),
                      .face = RG_RAW(arena, int, 3 * faces)};
  return t->vertex && t->face;
}

/* --- sphere ------------------------------------------------------------------------------------ */

/* counter-clockwise seen from outside, the origin being inside */
static void add_outward(rg_triangles *t, int a, int b, int c) {
  double n[3];
  rg_v3_cross(n, t->vertex + 3 * a, t->vertex + 3 * b);
  if (rg_v3_dot(n, t->vertex + 3 * c) > 0) add_face(t, a, b, c);
  else add_face(t, a, c, b);
}

/* the icosahedron: (0, +-1, +-g) and what follows by turning the axes, g the golden ratio; faces are all triples of
   neighbours, whose cosine is 1 / sqrt(5) */
static void icosahedron(rg_triangles *t) {
  const double g = (1 + sqrt(5)) / 2, s = 1 / sqrt(1 + g * g);
  for (int axis = 0; axis < 3; axis++)
    for (int k = 0; k < 4; k++) {
      double p[3] = {0};
      p[(axis + 1) % 3] = k % 2 ? -s : s;
      p[(axis + 2) % 3] = k / 2 ? -g * s : g * s;
      add_vertex(t, p[0], p[1], p[2]);
    }
  int near[12][12];
  for (int a = 0; a < 12; a++)
    for (int b = 0; b < 12; b++)
      near[a][b] = fabs(rg_v3_dot(t->vertex + 3 * a, t->vertex + 3 * b) - 1 / sqrt(5)) < 0.1;
  for (int a = 0; a < 12; a++)
    for (int b = a + 1; b < 12; b++)
      for (int c = b + 1; c < 12; c++)
        if (near[a][b] && near[b][c] && near[a][c]) add_outward(t, a, b, c);
}

/* the vertex in the middle of an edge, made once: `middle` has one entry an edge, found by its two ends */
static int middle_of(rg_triangles *t, int *ends, int *middle, int *count, int a, int b) {
  int low = a < b ? a : b, high = a < b ? b : a;
  for (int k = 0; k < *count; k++)
    if (ends[2 * k] == low && ends[2 * k + 1] == high) return middle[k];
  double p[3];
  rg_v3_add(p, t->vertex + 3 * a, t->vertex + 3 * b);
  rg_v3_normalize(p);
  ends[2 * *count] = low, ends[2 * *count + 1] = high;
  return middle[(*count)++] = add_vertex(t, p[0], p[1], p[2]);
}

/* each triangle becomes four, s times: 2 + 10 4^s vertices */
static const char *make_sphere(rg_triangles *t, const double *p, rg_arena *arena) {
  if (!(p[0] >= 0 && p[0] <= FINEST_SPHERE && p[0] == floor(p[0])))
    return "sphere: params is the number of subdivisions, 0 to 4";
  int times = (int)p[0];
  size_t faces = (size_t)20 << 2 * times;
  if (!take(t, arena, 2 + faces / 2, faces)) return NULL;
  int *old = RG_RAW(arena, int, 3 * faces), *ends = RG_RAW(arena, int, 2 * faces),
      *middle = RG_RAW(arena, int, faces);
  if (arena->failed) return NULL;
  icosahedron(t);
  for (; times > 0; times--) {
    int n = t->nface, edges = 0;
    memcpy(old, t->face, 3 * (size_t)n * sizeof *old);
    t->nface = 0;
    for (int k = 0; k < n; k++) {
      const int *f = old + 3 * k;
      int ab = middle_of(t, ends, middle, &edges, f[0], f[1]);
      int bc = middle_of(t, ends, middle, &edges, f[1], f[2]);
      int ca = middle_of(t, ends, middle, &edges, f[2], f[0]);
      add_face(t, f[0], ab, ca), add_face(t, ab, f[1], bc);
      add_face(t, ca, bc, f[2]), add_face(t, ab, bc, ca);
    }
  }
  return NULL;
}

/* --- hemisphere and plate ------------------------------------------------------------------------ */

/* upper half of the unit sphere: rings of 4 k corners at the latitudes of n = resolution + 1 equal parts from the pole down,
   their first corners on the x axis, and a flat bottom about its middle. Of four sectors each has k pieces of ring k. */
static const char *make_hemisphere(rg_triangles *t, const double *p, rg_arena *arena) {
  if (!(p[0] >= 0 && p[0] <= FINEST_HEMISPHERE && p[0] == floor(p[0])))
    return "hemisphere: params is the resolution, 0 to 10";
  int n = (int)p[0] + 1;
  if (!take(t, arena, 2 + 2 * (size_t)n * (size_t)(n + 1), 4 * (size_t)n * (size_t)(n + 1)))
    return NULL;
  int inner = add_vertex(t, 0, 0, 1);
  for (int k = 1; k <= n; k++) {
    int ring = t->nvertex, corners = 4 * k, before = k > 1 ? 4 * (k - 1) : 1;
    double down = PI / 2 * k / n;
    for (int i = 0; i < corners; i++) {
      double turn = 2 * PI * i / corners;
      add_vertex(t, sin(down) * cos(turn), sin(down) * sin(turn), k == n ? 0 : cos(down));
    }
    for (int sector = 0; sector < 4; sector++)
      for (int i = 0; i < k; i++) {
        int out = ring + sector * k + i, next = ring + (sector * k + i + 1) % corners;
        int in = inner + (sector * (k - 1) + i) % before;
        add_face(t, in, out, next);
        if (i + 1 < k) add_face(t, in, next, inner + (sector * (k - 1) + i + 1) % before);
      }
    inner = ring;
  }
  int middle = add_vertex(t, 0, 0, 0);
  for (int i = 0; i < 4 * n; i++) add_face(t, middle, inner + (i + 1) % (4 * n), inner + i);
  return NULL;
}

/* the square from -1 to 1 at z = 0, seen from above, cut into so many pieces along x and y */
static const char *make_plate(rg_triangles *t, const double *p, rg_arena *arena) {
  int nx = p[0] >= 1 && p[0] <= FINEST_GRID ? (int)p[0] : 0;
  int ny = p[1] >= 1 && p[1] <= FINEST_GRID ? (int)p[1] : 0;
  if (!nx || !ny || p[0] != nx || p[1] != ny)
    return "plate: params are the resolutions along x and y, 1 to 256";
  if (!take(t, arena, (size_t)(nx + 1) * (size_t)(ny + 1), 2 * (size_t)nx * (size_t)ny))
    return NULL;
  for (int k = 0; k <= ny; k++)
    for (int i = 0; i <= nx; i++) add_vertex(t, 2.0 * i / nx - 1, 2.0 * k / ny - 1, 0);
  for (int k = 0; k < ny; k++)
    for (int i = 0; i < nx; i++) {
      int at = k * (nx + 1) + i, up = at + nx + 1;
      add_face(t, at, at + 1, up + 1), add_face(t, at, up + 1, up);
    }
  return NULL;
}

/* --- cone -------------------------------------------------------------------------------------- */

/* a regular polygon of radius 1 at z = -1, and one of radius r at z = 1; the first corner is on the x axis */
static const char *make_cone(rg_triangles *t, const double *p, rg_arena *arena) {
  int n = p[0] >= 3 && p[0] <= MOST_SIDES ? (int)p[0] : 0;
  if (!n || p[0] != n || !(p[1] >= 0 && p[1] <= 1))
    return "cone: params are the number of sides, from 3 on, and the upper radius, 0 to 1";
  if (!take(t, arena, 2 * (size_t)n, 4 * (size_t)n)) return NULL;
  int pointed = p[1] == 0;
  for (int level = 0; level < (pointed ? 1 : 2); level++)
    for (int k = 0; k < n; k++) {
      double r = level ? p[1] : 1, turn = 2 * PI * k / n;
      add_vertex(t, r * cos(turn), r * sin(turn), level ? 1 : -1);
    }
  int tip = pointed ? add_vertex(t, 0, 0, 1) : 0;
  for (int k = 0; k < n; k++) {
    int next = (k + 1) % n;
    if (pointed) add_face(t, k, next, tip);
    else add_face(t, k, next, n + next), add_face(t, k, n + next, n + k);
  }
  for (int k = 1; k + 1 < n; k++) {
    add_face(t, 0, k + 1, k);
    if (!pointed) add_face(t, n, n + k, n + k + 1);
  }
  return NULL;
}

/* --- powers of sine and cosine ------------------------------------------------------------------ */

/* |x|^e with the sign of x; cosines that are 0 but for rounding are 0 */
static double power(double x, double e) {
  return fabs(x) < 1e-12 ? 0 : copysign(pow(fabs(x), e), x);
}

/* x = c(a, n) c(b, e), y = c(a, n) s(b, e), z = s(a, n): a from pole to pole, b around */
static const char *make_supersphere(rg_triangles *t, const double *p, rg_arena *arena) {
  int n = p[0] >= 3 && p[0] <= FINEST_GRID ? (int)p[0] : 0;
  if (!n || p[0] != n || !(p[1] >= 0 && p[2] >= 0))
    return "supersphere: params are the resolution, 3 to 256, and two exponents from 0 on";
  if (!take(t, arena, (size_t)n * (size_t)n + 2, 2 * (size_t)n * (size_t)n)) return NULL;
  int low = add_vertex(t, 0, 0, -1), high = add_vertex(t, 0, 0, 1);
  for (int i = 1; i < n; i++)
    for (int k = 0; k < n; k++) {
      double a = PI * ((double)i / n - 0.5), b = 2 * PI * k / n, r = power(cos(a), p[2]);
      add_vertex(t, r * power(cos(b), p[1]), r * power(sin(b), p[1]), power(sin(a), p[2]));
    }
  for (int k = 0; k < n; k++) {
    int next = (k + 1) % n, top = 2 + (n - 2) * n;
    add_face(t, low, 2 + next, 2 + k);
    add_face(t, high, top + k, top + next);
    for (int i = 0; i + 2 < n; i++) {
      int row = 2 + i * n, up = row + n;
      add_face(t, row + k, row + next, up + next), add_face(t, row + k, up + next, up + k);
    }
  }
  return NULL;
}

/* x = (1 + r c(a, s)) c(b, t), y = (1 + r c(a, s)) s(b, t), z = r s(a, s): a about the section, b around the ring */
static const char *make_supertorus(rg_triangles *t, const double *p, rg_arena *arena) {
  int n = p[0] >= 3 && p[0] <= FINEST_GRID ? (int)p[0] : 0;
  if (!n || p[0] != n || !(p[1] > 0 && p[1] <= 1 && p[2] > 0 && p[3] > 0))
    return "supertorus: params are the resolution, 3 to 256, the minor radius, above 0 to 1, and "
           "two "
           "exponents above 0";
  if (!take(t, arena, (size_t)n * (size_t)n, 2 * (size_t)n * (size_t)n)) return NULL;
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++) {
      double a = 2 * PI * i / n, b = 2 * PI * k / n, r = 1 + p[1] * power(cos(a), p[2]);
      add_vertex(t, r * power(cos(b), p[3]), r * power(sin(b), p[3]), p[1] * power(sin(a), p[2]));
    }
  for (int k = 0; k < n; k++)
    for (int i = 0; i < n; i++) {
      int next = (k + 1) % n * n, up = (i + 1) % n;
      add_face(t, k * n + i, next + i, next + up), add_face(t, k * n + i, next + up, k * n + up);
    }
  return NULL;
}

const char *rg_mesh_builtin(rg_triangles *triangles, const char *name, int count,
                            const double *params, rg_arena *arena) {
  static const struct {
    const char *name;
    int count;
    const char *(*make)(rg_triangles *t, const double *p, rg_arena *arena);
  } rules[] = {{"sphere", 1, make_sphere},
               {"hemisphere", 1, make_hemisphere},
               {"plate", 2, make_plate},
               {"cone", 2, make_cone},
               {"supersphere", 3, make_supersphere},
               {"supertorus", 4, make_supertorus}};
  assert(triangles && name && (params || count == 0));
  *triangles = (rg_triangles){0};
  for (size_t k = 0; k < sizeof rules / sizeof *rules; k++)
    if (strcmp(rules[k].name, name) == 0)
      return count == rules[k].count ? rules[k].make(triangles, params, arena)
                                     : "params has not as many numbers as this shape needs";
  return "there are sphere, hemisphere, cone, supersphere, supertorus and plate: give vertices or "
         "a "
         "file";
}
