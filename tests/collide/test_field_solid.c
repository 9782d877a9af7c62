/* A height field is solid: whatever overlaps with it, however deep, has contacts, and going by these it is free. Random fields,
   shapes and depths; how deep a shape is, is found by looking at many of its points. Then the same as motions: nothing
   falls through, a deep start is told of, and settling ends it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <float.h>
#include <stdlib.h>

#include <rigor/step.h>

#include "collide/field.h"
#include "dynamics/random_xml.h"
#include "shapes.h"

enum { KINDS = 6, GROUNDS = 5, LOOKS = 1500, CLOSER = 300, MOST_CONTACTS = 512, POINTS = 400 };

#define FREE 1e-6
#define PI   3.14159265358979323846

typedef struct ground {
  rg_field field;
  double size[4], data[POINTS], position[3], rotation[9];
} ground;

/* --- what is deep -------------------------------------------------------------------------------- */

/* in the field's frame; nothing beside the field */
static double surface(const ground *g, double px, double py) {
  const rg_field *f = &g->field;
  double x = (px / g->size[0] + 1) * (f->ncol - 1) / 2,
         y = (py / g->size[1] + 1) * (f->nrow - 1) / 2;
  if (x < 0 || y < 0 || x > f->ncol - 1 || y > f->nrow - 1) return -HUGE_VAL;
  int c = x < f->ncol - 2 ? (int)x : f->ncol - 2, r = y < f->nrow - 2 ? (int)y : f->nrow - 2;
  double u = x - c, v = y - r, z00 = g->data[r * f->ncol + c], z01 = g->data[r * f->ncol + c + 1];
  double z10 = g->data[(r + 1) * f->ncol + c], z11 = g->data[(r + 1) * f->ncol + c + 1];
  return g->size[2] * (u > v ? z00 + u * (z01 - z00) + v * (z11 - z01)
                             : z00 + v * (z10 - z00) + u * (z11 - z10));
}

static double wave(double x) {
  double part = x - floor(x);
  return part < 0.5 ? 4 * part - 1 : 3 - 4 * part;
}

static const double corner[6][3] = {{1, 0, 0},  {-1, 0, 0}, {0, 1, 0},
                                    {0, -1, 0}, {0, 0, 1},  {0, 0, -1}};
static const int side[24] = {0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4,
                             2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5};

/* any three numbers to a point of the boundary, in the shape's frame */
static void boundary(const rg_shape *s, const double u[3], double p[3]) {
  double z = wave(u[0]), a = 2 * PI * u[1], r = sqrt(fmax(0, 1 - z * z));
  double ball[3] = {r * cos(a), r * sin(a), z}, length = 0;
  for (int k = 0; k < 3; k++) p[k] = ball[k] * s->size[s->type == RG_GEOM_ELLIPSOID ? k : 0];
  switch (s->type) {
  case RG_GEOM_CAPSULE: p[2] += s->size[1] * fmax(-1, fmin(1, 2 * wave(u[2]))); break;
  case RG_GEOM_CYLINDER: /* the wall, or a cap */
    z = 2 * wave(u[0]);
    r = s->size[0] * (fabs(z) > 1 ? 2 - fabs(z) : 1);
    p[0] = r * cos(a), p[1] = r * sin(a), p[2] = s->size[1] * fmax(-1, fmin(1, z));
    break;
  case RG_GEOM_BOX:
  case RG_GEOM_MESH: /* the ball blown up to the box, or to the octahedron */
    for (int k = 0; k < 3; k++)
      length = s->type == RG_GEOM_BOX ? fmax(length, fabs(ball[k])) : length + fabs(ball[k]);
    for (int k = 0; k < 3; k++) ball[k] /= length;
    for (int k = 0; k < 3; k++) p[k] = s->type == RG_GEOM_BOX ? ball[k] * s->size[k] : 0;
    for (int k = 0; k < 6 && s->type == RG_GEOM_MESH; k++)
      for (int i = 0; i < 3; i++) p[i] += fmax(0, dot(ball, corner[k])) * s->vertex[3 * k + i];
    break;
  default: break;
  }
}

/* how far below the surface one point of it is */
static double depth_at(const ground *g, const rg_shape *s, const double u[3]) {
  double local[3], p[3], q[3] = {0};
  boundary(s, u, local);
  for (int i = 0; i < 3; i++)
    p[i] = s->position[i] + dot(s->rotation + 3 * i, local) - g->position[i];
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) q[i] += g->rotation[3 * k + i] * p[k];
  return surface(g, q[0], q[1]) - q[2];
}

/* the deepest of many points, and of those around it */
static double deepest(const ground *g, const rg_shape *s) {
  double best[3] = {0}, most = -HUGE_VAL;
  for (int k = 0; k < LOOKS + CLOSER; k++) {
    double u[3], near = k < LOOKS ? 1 : 0.1 * exp(-6.0 * (k - LOOKS) / CLOSER);
    for (int i = 0; i < 3; i++) u[i] = best[i] * (k >= LOOKS) + near * uniform(-1, 1);
    double depth = depth_at(g, s, u);
    if (!(depth > most)) continue;
    most = depth;
    memcpy(best, u, sizeof best);
  }
  return most;
}

/* --- random ones ---------------------------------------------------------------------------------- */

/* noise, hills, steps, a plane, cones */
static double height_of(int kind, int r, int c, const double a[4]) {
  switch (kind) {
  case 0: return uniform(0, 1);
  case 1: return 0.5 + 0.25 * sin(a[0] * r + a[1]) + 0.25 * sin(a[2] * c + a[3]);
  case 2: return ((r / 2 + c / 3) % 3) / 2.0;
  case 3: return 0.05 * (fabs(a[0]) * r + fabs(a[2]) * c) / 2;
  default: return r % 2 && c % 2;
  }
}

static void random_ground(ground *g, int kind) {
  double a[4], axis[3];
  for (int k = 0; k < 4; k++) a[k] = uniform(-2, 2);
  g->field = (rg_field){.nrow = 4 + (int)uniform(0, 16), .ncol = 4 + (int)uniform(0, 16)};
  g->field.size = g->size, g->field.data = g->data;
  g->field.position = g->position, g->field.rotation = g->rotation;
  g->size[0] = 1.9, g->size[1] = 1.7, g->size[2] = uniform(0.02, 0.5), g->size[3] = 2;
  for (int r = 0; r < g->field.nrow; r++)
    for (int c = 0; c < g->field.ncol; c++)
      g->data[r * g->field.ncol + c] = height_of(kind, r, c, a);
  random_direction(axis);
  rotation_about(axis, uniform(-3, 3), g->rotation);
  for (int i = 0; i < 3; i++) g->position[i] = uniform(-1, 1);
}

/* of half a width of 0.05 to 0.35, above the middle of the ground */
static void random_shape(rg_shape *s, int kind, double vertex[18]) {
  static const rg_geom_type types[KINDS] = {RG_GEOM_SPHERE,    RG_GEOM_CAPSULE,  RG_GEOM_BOX,
                                            RG_GEOM_ELLIPSOID, RG_GEOM_CYLINDER, RG_GEOM_MESH};
  double axis[3];
  memset(s, 0, sizeof *s);
  s->type = types[kind];
  for (int k = 0; k < 3; k++) s->size[k] = uniform(0.05, 0.2);
  random_direction(axis);
  rotation_about(axis, uniform(-3, 3), s->rotation);
  for (int k = 0; k < 3; k++) s->position[k] = uniform(-0.5, 0.5);
  if (s->type != RG_GEOM_MESH) return;
  for (int k = 0; k < 6; k++)
    for (int i = 0; i < 3; i++) vertex[3 * k + i] = uniform(0.1, 0.3) * corner[k][i];
  s->vertex = vertex, s->nvertex = 6;
  s->face = side, s->nface = 8;
}

/* from the field's frame to the world */
static void place(const ground *g, rg_shape *s) {
  double p[3];
  multiply(g->rotation, s->rotation, s->rotation);
  for (int i = 0; i < 3; i++) p[i] = g->position[i] + dot(g->rotation + 3 * i, s->position);
  memcpy(s->position, p, sizeof p);
}

/* --- tests ----------------------------------------------------------------------------------------- */

/* how far the contacts ask to be lifted: along the vertical of the field until each has no overlap; their number in *count */
static double asked_lift(const ground *g, const rg_shape *s, int *count) {
  static rg_contact contact[MOST_CONTACTS];
  double lift = 0;
  *count = rg_field_collide(&g->field, s, 0, contact, MOST_CONTACTS);
  assert_in_range(*count, 0, MOST_CONTACTS);
  for (int k = 0; k < *count; k++) {
    double up = 0;
    for (int i = 0; i < 3; i++) up += contact[k].frame[i] * g->rotation[3 * i + 2];
    if (!(up > 0)) fail_msg("a normal that does not point up: %g", up);
    lift = fmax(lift, -contact[k].gap / up);
  }
  return lift;
}

/* Lifted by as much as its contacts ask for it is free, at once where polytopes meet; what is round may touch something else then.
   It is not lifted by much more than it is deep. */
static void whatever_overlaps_has_contacts(void **state) {
  (void)state;
  enum { CASES = 3000, ROUNDS = 6 };
  int deep = 0, again = 0;
  double left = 0, beyond = 0;
  for (int round = 0; round < CASES; round++) {
    static ground g;
    rg_shape s;
    double vertex[18], lifted = 0;
    int count;
    random_ground(&g, round % GROUNDS);
    random_shape(&s, round / GROUNDS % KINDS, vertex);
    s.position[2] = surface(&g, s.position[0], s.position[1]) + uniform(-0.6, 0.3);
    place(&g, &s);
    double depth = deepest(&g, &s);
    for (int k = 0; k < ROUNDS && (k == 0 || deepest(&g, &s) > FREE); k++) {
      double lift = asked_lift(&g, &s, &count);
      if (k == 0 && depth > FREE && !(lift > 0))
        fail_msg("case %d: %g deep, and %d contacts do not say so", round, depth, count);
      for (int i = 0; i < 3; i++) s.position[i] += g.rotation[3 * i + 2] * lift;
      lifted += lift;
      again += k > 0;
    }
    deep += depth > 0.01;
    left = fmax(left, deepest(&g, &s));
    beyond = fmax(beyond, lifted - fmax(depth, 0));
  }
  print_message("%d of %d deep, %d lifted again; free to %.1e, lifted too far by %.1e\n", deep,
                CASES, again, left, beyond);
  assert_true(deep > CASES / 3);
  assert_true(again < CASES / 100);
  assert_true(left < FREE);
  assert_true(beyond < 0.25); // as large as the shapes are, on slopes of up to 70 degrees
}

/* A level field is a box: from above, from below and at its sides. */
static void a_level_field_is_a_box(void **state) {
  (void)state;
  enum { CASES = 20000 };
  double worst = 0, turned = 0;
  int met[4] = {0}; /* from above, from a side, from below, on an edge */
  for (int round = 0; round < CASES; round++) {
    static ground g;
    static rg_contact contact[MOST_CONTACTS];
    rg_shape s, box = {.type = RG_GEOM_BOX};
    rg_contact nearest;
    double vertex[18], margin = 0.05, local[3], gap = HUGE_VAL, closest = HUGE_VAL,
                       level = uniform(0, 1);
    random_ground(&g, 0);
    g.size[0] = 0.5, g.size[1] = 0.4, g.size[3] = uniform(0.01, 0.5);
    for (int k = 0; k < POINTS; k++) g.data[k] = level;
    double top = level * g.size[2], height = top + g.size[3];
    random_shape(&s, round % KINDS, vertex);
    for (int k = 0; k < 2; k++) s.position[k] = uniform(-1.4, 1.4) * g.size[k];
    s.position[2] = uniform(-g.size[3] - 0.25, top + 0.25);
    place(&g, &s);
    for (int k = 0; k < 3; k++) box.size[k] = k < 2 ? g.size[k] : 0.5 * height;
    box.position[2] = top - 0.5 * height;
    memcpy(box.rotation, (double[9]){1, 0, 0, 0, 1, 0, 0, 0, 1}, sizeof box.rotation);
    place(&g, &box);
    int count = rg_collide_pair(&s, &box, margin, &nearest, 1);
    if (count && nearest.gap < -0.004) continue; /* what is deep leaves another way */
    int n = rg_field_collide(&g.field, &s, margin, contact, MOST_CONTACTS);
    if (!count) {
      assert_int_equal(n, 0);
      continue;
    }
    for (int k = 0; k < n; k++) gap = fmin(gap, contact[k].gap);
    for (int k = 0; k < n; k++)
      if (contact[k].gap < gap + 1e-9)
        closest = fmin(closest, 1 - dot(contact[k].frame, nearest.frame));
    worst = fmax(worst, fabs(gap - nearest.gap));
    turned = fmax(turned, closest);
    for (int i = 0; i < 3; i++) {
      local[i] = 0;
      for (int k = 0; k < 3; k++) local[i] += g.rotation[3 * k + i] * nearest.frame[k];
    }
    met[local[2] > 0.999 ? 0 : local[2] < -0.999 ? 2 : fabs(local[2]) < 1e-3 ? 1 : 3]++;
  }
  print_message(
      "above %d, aside %d, below %d, edges %d; gap off by %.1e, 1 - cos of normals %.1e\n", met[0],
      met[1], met[2], met[3], worst, turned);
  for (int k = 0; k < 4; k++) assert_true(met[k] > 200);
  /* what is lifted first has the normal of there: off by the square of the depth */
  assert_true(worst < 2e-5);
  assert_true(turned < 1e-4);
}

/* --- motions -------------------------------------------------------------------------------------- */

/* the same ground with a free body on it, at a height above the surface */
static rg_sim *throw_one(const ground *g, rg_shape *s, double above, rg_model **model) {
  static const char *const names[] = {"plane",    "sphere", "capsule",        "ellipsoid",
                                      "cylinder", "box",    "mesh\" mesh=\"m"};
  xml_text x = {0};
  const double *z = s->size;
  xml_put(
      &x,
      "<mujoco><asset><hfield name=\"f\" nrow=\"%d\" ncol=\"%d\" size=\"%.9f %.9f %.9f %.9f\"/>",
      g->field.nrow, g->field.ncol, g->size[0], g->size[1], g->size[2], g->size[3]);
  if (s->type == RG_GEOM_MESH) {
    xml_put(&x, "<mesh name=\"m\" vertex=\"");
    for (int k = 0; k < 18; k++) xml_put(&x, "%.9f ", s->vertex[k]);
    xml_put(&x, "\"/>");
  }
  xml_put(
      &x,
      "</asset><worldbody><geom type=\"hfield\" hfield=\"f\"/><body><freejoint/><geom type=\"%s\"",
      names[s->type]);
  if (s->type != RG_GEOM_MESH) xml_put(&x, " size=\"%.9f %.9f %.9f\"", z[0], z[1], z[2]);
  xml_put(&x, "/></body></worldbody></mujoco>");
  rg_error error;
  rg_sim *sim = NULL;
  rg_sim_options options = rg_sim_options_default();
  options.dt = 4e-3;
  if (rg_model_parse(model, x.text, x.size, NULL, &error) != RG_OK)
    fail_msg("%s: %s\n%s", error.element, error.reason, x.text);
  free(x.text);
  memcpy((*model)->hfield_data, g->data, sizeof(double) * (size_t)(g->field.nrow * g->field.ncol));
  if (rg_sim_new(&sim, *model, &options, &error) != RG_OK) fail_msg("%s", error.reason);
  /* a mesh has its own frame in a model */
  if (s->type == RG_GEOM_MESH) s->vertex = (*model)->vertex;
  double *q = rg_sim_data(sim)->qpos;
  q[0] = s->position[0], q[1] = s->position[1], q[2] = surface(g, q[0], q[1]) + above;
  for (int k = 0; k < 4; k++) q[3 + k] = uniform(-1, 1);
  double length = sqrt(q[3] * q[3] + q[4] * q[4] + q[5] * q[5] + q[6] * q[6]);
  for (int k = 0; k < 4; k++) q[3 + k] /= length;
  return sim;
}

static double depth_of(const ground *g, rg_shape *s, rg_sim *sim) {
  rg_data *data = rg_sim_data(sim);
  memcpy(s->position, data->geom_xpos + 3, sizeof s->position);
  memcpy(s->rotation, data->geom_xmat + 9, sizeof s->rotation);
  return deepest(g, s);
}

/* What is dropped lies on the ground, overlapping by half of its fall in a step at most; what begins in the ground is told of,
   stays as deep as it is, and is free once settled. */
static void nothing_falls_through(void **state) {
  (void)state;
  enum { ROUNDS = 2 * GROUNDS * KINDS, STEPS = 120 };
  double dropped = 0, sunk = 0, left = 0;
  for (int round = 0; round < ROUNDS; round++) {
    static ground g;
    rg_shape s;
    rg_model *model;
    double vertex[18];
    int drop = round < ROUNDS / 2;
    random_ground(&g, round % GROUNDS);
    memset(g.position, 0, sizeof g.position);
    memcpy(g.rotation, (double[9]){1, 0, 0, 0, 1, 0, 0, 0, 1}, sizeof g.rotation);
    random_shape(&s, round / GROUNDS % KINDS, vertex);
    rg_sim *sim = throw_one(&g, &s, drop ? uniform(0.4, 1) : uniform(-0.6, 0), &model);
    double told = rg_sim_misplaced(sim).overlap, depth = depth_of(&g, &s, sim), worst = 0;
    if (depth > 1e-3 && !(told > 0)) fail_msg("round %d: %g deep, and nothing told", round, depth);
    for (int step = 0; step < STEPS; step++) {
      if (rg_step(sim) != RG_OK)
        fail_msg("round %d step %d: %s", round, step, rg_sim_report(sim)->reason);
      if (step % 3 == 0) worst = fmax(worst, depth_of(&g, &s, sim));
    }
    if (drop) dropped = fmax(dropped, worst);
    else {
      sunk = fmax(sunk, worst - fmax(depth, 0));
      assert_int_equal(rg_sim_settle(sim, NULL, NULL), RG_OK);
      left = fmax(left, depth_of(&g, &s, sim));
    }
    rg_sim_free(sim);
    rg_model_free(model);
  }
  print_message("dropped: %.1e deep; deep: sunk by %.1e, settled %.1e\n", dropped, sunk, left);
  assert_true(dropped < 8e-3); // half of 4 m/s in 4 ms
  assert_true(sunk < 2e-3);
  assert_true(left < FREE);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(whatever_overlaps_has_contacts),
                                     cmocka_unit_test(a_level_field_is_a_box),
                                     cmocka_unit_test(nothing_falls_through)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
