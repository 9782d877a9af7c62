/* The compiler: inertia against slices and closed forms, the tables of the tree, equality data, the switches, every
   refusal with its place, and the same model in MuJoCo. */
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
#include "model/spec.h"

static const double PI = 3.14159265358979323846;

static void assert_near(double a, double b, double tolerance) {
  if (!(fabs(a - b) <= tolerance)) fail_msg("%.17g is not %.17g", a, b);
}

/* ---- builders ---- */

static rg_spec_body *add_body(rg_spec *spec, rg_spec_body *parent, const char *name, double x,
                              double y, double z) {
  rg_pose pose = {.pos = {x, y, z}};
  return rg_spec_add_body(spec, parent, name, &pose);
}

static void add_joint(rg_spec *spec, rg_spec_body *body, const char *name, rg_joint_type type) {
  rg_joint_spec joint = rg_joint_spec_default();
  joint.name = name;
  joint.type = type;
  assert_int_equal(rg_spec_add_joint(spec, body, &joint), RG_OK);
}

static void add_geom(rg_spec *spec, rg_spec_body *body, rg_geom_type type, double a, double b,
                     double c) {
  rg_geom_spec geom = rg_geom_spec_default();
  geom.type = type;
  rg_v3_set(geom.size, a, b, c);
  assert_int_equal(rg_spec_add_geom(spec, body, &geom), RG_OK);
}

static rg_model *compiled(rg_spec *spec) {
  rg_error error;
  rg_model *model;
  char text[1024];
  if (rg_spec_compile(spec, &model, &error) != RG_OK)
    fail_msg("%s", rg_error_text(&error, text, sizeof text));
  rg_spec_free(spec);
  return model;
}

/* inertia of a body about its centre, in the axes of its frame */
static void full_inertia(const double iquat[4], const double inertia[3], double full[9]) {
  double R[9];
  rg_quat_to_mat3(R, iquat);
  rg_mat3_turn_diagonal(full, R, inertia);
}

/* ---- inertia ---- */

/* half axes of the slice at height z, for a solid with size s */
static void slice(rg_geom_type type, const double s[3], double z, double *a, double *b) {
  double top = fabs(z) - s[1], cap = sqrt(fmax(0, s[0] * s[0] - z * z));
  switch (type) {
  case RG_GEOM_SPHERE: *a = *b = cap; break;
  case RG_GEOM_CAPSULE: *a = *b = top <= 0 ? s[0] : sqrt(fmax(0, s[0] * s[0] - top * top)); break;
  case RG_GEOM_CYLINDER: *a = *b = s[0]; break;
  default: {
    double shrink = sqrt(fmax(0, 1 - z * z / (s[2] * s[2])));
    *a = shrink * s[0];
    *b = shrink * s[1];
  }
  }
}

/* mass and moments of elliptic slices: dm = rho pi a b dz, dI_x = dm (b^2 / 4 + z^2) */
static void integrate_slices(rg_geom_type type, const double s[3], double top, double out[4]) {
  enum { SLICES = 200000 };
  memset(out, 0, 4 * sizeof *out);
  for (int i = 0; i < SLICES; i++) {
    double z = top * (2 * (i + 0.5) / SLICES - 1), a, b;
    slice(type, s, z, &a, &b);
    double dm = 1000 * PI * a * b * 2 * top / SLICES;
    out[0] += dm;
    out[1] += dm * (b * b / 4 + z * z);
    out[2] += dm * (a * a / 4 + z * z);
    out[3] += dm * (a * a + b * b) / 4;
  }
}

static void test_primitives(void **state) {
  (void)state;
  const struct {
    rg_geom_type type;
    double size[3], top, radius;
  } cases[] = {{RG_GEOM_SPHERE, {0.3, 0, 0}, 0.3, 0.3},
               {RG_GEOM_CAPSULE, {0.2, 0.7, 0}, 0.9, 0.9},
               {RG_GEOM_CYLINDER, {0.4, 0.3, 0}, 0.3, 0.5},
               {RG_GEOM_ELLIPSOID, {0.2, 0.3, 0.5}, 0.5, 0.5}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    rg_spec *spec = rg_spec_new("");
    rg_spec_body *body = add_body(spec, rg_spec_world(spec), "b", 0, 0, 0);
    const double *s = cases[i].size;
    add_geom(spec, body, cases[i].type, s[0], s[1], s[2]);
    rg_model *m = compiled(spec);
    double expected[4];
    integrate_slices(cases[i].type, s, cases[i].top, expected);
    assert_near(m->body_mass[1], expected[0], 1e-8 * expected[0]);
    for (int k = 0; k < 3; k++)
      assert_near(m->body_inertia[3 + k], expected[1 + k], 1e-7 * expected[1 + k]);
    assert_near(m->geom_radius[0], cases[i].radius, 1e-15);
    rg_model_free(m);
  }
}

/* a box is four of its quarters; the sum over geoms must find the inertia of the whole */
static void test_box_of_quarters(void **state) {
  (void)state;
  rg_spec *spec = rg_spec_new("");
  rg_spec_body *body = add_body(spec, rg_spec_world(spec), "b", 0, 0, 0);
  const double turn[4] = {0.5, 0.1, -0.3, 0.7}, centre[3] = {1, 2, 3};
  for (int i = 0; i < 4; i++) {
    rg_geom_spec geom = rg_geom_spec_default();
    geom.type = RG_GEOM_BOX;
    rg_v3_set(geom.size, 0.2, 0.3, 0.4);
    double at[3] = {i & 1 ? 0.2 : -0.2, i & 2 ? 0.3 : -0.3, 0}, unit[4];
    rg_quat_copy(unit, turn);
    rg_quat_normalize(unit);
    rg_pose_apply(geom.pose.pos, centre, unit, at);
    rg_quat_copy(geom.pose.quat, turn); /* not normalized */
    rg_spec_add_geom(spec, body, &geom);
  }
  rg_model *m = compiled(spec);
  double mass = 1000 * 0.8 * 1.2 * 0.8, full[9], expected[9], unit[4];
  double moments[3] = {mass * (1.44 + 0.64) / 12, mass * (0.64 + 0.64) / 12,
                       mass * (0.64 + 1.44) / 12};
  rg_quat_copy(unit, turn);
  rg_quat_normalize(unit);
  full_inertia(unit, moments, expected);
  full_inertia(m->body_iquat + 4, m->body_inertia + 3, full);
  assert_near(m->body_mass[1], mass, 1e-10);
  for (int k = 0; k < 3; k++) assert_near(m->body_ipos[3 + k], centre[k], 1e-13);
  for (int k = 0; k < 9; k++) assert_near(full[k], expected[k], 1e-10);
  /* descending; the first two are equal here */
  assert_near(m->body_inertia[3], m->body_inertia[4], 1e-10);
  assert_true(m->body_inertia[4] > m->body_inertia[5]);
  rg_model_free(m);
}

static void test_full_inertia(void **state) {
  (void)state;
  rg_spec *spec = rg_spec_new("");
  rg_spec_body *body = add_body(spec, rg_spec_world(spec), "b", 0, 0, 0);
  rg_inertial_spec inertial = rg_inertial_spec_default();
  inertial.mass = 2;
  const double full[6] = {1.0, 1.2, 1.4, 0.1, -0.2, 0.3};
  memcpy(inertial.full, full, sizeof full);
  rg_spec_set_inertial(spec, body, &inertial);
  add_geom(spec, body, RG_GEOM_SPHERE, 1, 0, 0); /* does not count */
  rg_model *m = compiled(spec);
  double found[9];
  full_inertia(m->body_iquat + 4, m->body_inertia + 3, found);
  const int place[6] = {0, 4, 8, 1, 2, 5};
  for (int k = 0; k < 6; k++) assert_near(found[place[k]], full[k], 1e-14);
  assert_true(m->body_mass[1] == 2);
  rg_model_free(m);
}

static void test_fromto(void **state) {
  (void)state;
  rg_spec *spec = rg_spec_new("");
  rg_spec_body *world = rg_spec_world(spec);
  const rg_geom_type types[] = {RG_GEOM_CAPSULE, RG_GEOM_CYLINDER, RG_GEOM_BOX, RG_GEOM_ELLIPSOID};
  const double fromto[6] = {1, 2, 3, 3, 3, 1};
  for (int i = 0; i < 4; i++) {
    rg_geom_spec geom = rg_geom_spec_default();
    geom.type = types[i];
    memcpy(geom.fromto, fromto, sizeof fromto);
    rg_v3_set(geom.size, 0.1, 0.7, 0.8);
    rg_spec_add_geom(spec, world, &geom);
  }
  rg_model *m = compiled(spec);
  for (int i = 0; i < 4; i++) {
    double axis[3], z[3] = {0, 0, 1};
    rg_quat_rotate(axis, m->geom_quat + 4 * i, z);
    assert_near(rg_v3_dot(axis, (double[]){-2, -1, 2}), 3,
                1e-14); /* from the second to the first */
    assert_true(m->geom_pos[3 * i] == 2 && m->geom_pos[3 * i + 1] == 2.5 &&
                m->geom_pos[3 * i + 2] == 2);
    assert_near(m->geom_size[3 * i + (i < 2 ? 1 : 2)], 1.5, 1e-15);
    assert_true(m->geom_size[3 * i] == 0.1);
    assert_true(i < 2 || m->geom_size[3 * i + 1] == 0.1);
  }
  assert_true(m->body_mass[0] == 0);
  rg_model_free(m);
}

/* ---- the tree ---- */

/*  world - a (hinge, ball) - b (no joint) - c (slide)
          |                 - d (hinge)
          - e (free)                        added in another order than depth first */
static void test_tables(void **state) {
  (void)state;
  rg_spec *spec = rg_spec_new("");
  rg_spec_body *world = rg_spec_world(spec);
  rg_spec_body *a = add_body(spec, world, "a", 0, 0, 1);
  rg_spec_body *e = add_body(spec, world, "e", 5, 0, 0);
  rg_spec_body *b = add_body(spec, a, "b", 0, 1, 0);
  rg_spec_body *d = add_body(spec, a, "d", 1, 0, 0);
  rg_spec_body *c = add_body(spec, b, "c", 0, 0, 1);
  add_joint(spec, a, "a1", RG_JOINT_HINGE);
  add_joint(spec, a, "a2", RG_JOINT_BALL);
  add_joint(spec, c, "c1", RG_JOINT_SLIDE);
  add_joint(spec, d, "d1", RG_JOINT_HINGE);
  add_joint(spec, e, "e1", RG_JOINT_FREE);
  rg_spec_body *all[] = {a, c, d, e};
  for (int i = 0; i < 4; i++) add_geom(spec, all[i], RG_GEOM_SPHERE, 0.1, 0, 0);
  add_geom(spec, world, RG_GEOM_PLANE, 0, 0, 0);
  rg_model *m = compiled(spec);

  const char *names[] = {"world", "a", "b", "c", "d", "e"};
  const int parent[] = {0, 0, 1, 2, 1, 0}, root[] = {0, 1, 1, 1, 1, 5}, weld[] = {0, 1, 1, 3, 4, 5};
  const int body_dof[] = {-1, 0, -1, 4, 5, 6}, body_ndof[] = {0, 4, 0, 1, 1, 6};
  const int body_geom[] = {0, 1, -1, 2, 3, 4};
  assert_int_equal(m->nbody, 6);
  for (int i = 0; i < 6; i++) {
    assert_string_equal(m->body_name[i], names[i]);
    assert_int_equal(m->body_parent[i], parent[i]);
    assert_int_equal(m->body_root[i], root[i]);
    assert_int_equal(m->body_weld[i], weld[i]);
    assert_int_equal(m->body_dof[i], body_dof[i]);
    assert_int_equal(m->body_ndof[i], body_ndof[i]);
    assert_int_equal(m->body_geom[i], body_geom[i]);
  }
  const int dof_parent[] = {-1, 0, 1, 2, 3, 3, -1, 6, 7, 8, 9, 10};
  const int dof_body[] = {1, 1, 1, 1, 3, 4, 5, 5, 5, 5, 5, 5};
  const int joint_qpos[] = {0, 1, 5, 6, 7}, joint_dof[] = {0, 1, 4, 5, 6};
  assert_true(m->nv == 12 && m->nq == 14);
  for (int i = 0; i < 12; i++) {
    assert_int_equal(m->dof_parent[i], dof_parent[i]);
    assert_int_equal(m->dof_body[i], dof_body[i]);
  }
  for (int j = 0; j < 5; j++) {
    assert_int_equal(m->joint_qpos[j], joint_qpos[j]);
    assert_int_equal(m->joint_dof[j], joint_dof[j]);
  }
  assert_true(m->qpos0[1] == 1 && m->qpos0[7] == 5 && m->qpos0[10] == 1);
  rg_model_free(m);
}

/* a chain deeper than any stack of calls */
static void test_deep_chain(void **state) {
  (void)state;
  enum { DEPTH = 20000 };
  rg_spec *spec = rg_spec_new("");
  rg_spec_body *body = rg_spec_world(spec);
  for (int i = 0; i < DEPTH; i++) {
    body = add_body(spec, body, NULL, 0, 0, -1);
    add_joint(spec, body, NULL, RG_JOINT_HINGE);
    add_geom(spec, body, RG_GEOM_SPHERE, 0.1, 0, 0);
  }
  rg_model *m = compiled(spec);
  assert_int_equal(m->nv, DEPTH);
  assert_int_equal(m->dof_parent[DEPTH - 1], DEPTH - 2);
  rg_model_free(m);
}

/* ---- equality ---- */

/* b is turned a quarter about x: its y axis is the world's z, its z axis the world's -y */
static void test_equality_data(void **state) {
  (void)state;
  rg_spec *spec = rg_spec_new("");
  rg_spec_body *a = add_body(spec, rg_spec_world(spec), "a", 0, 0, 1);
  rg_pose pose = {.pos = {1, 0, 1}, .quat = {1, 1, 0, 0}};
  rg_spec_body *b = rg_spec_add_body(spec, rg_spec_world(spec), "b", &pose);
  add_joint(spec, a, "a", RG_JOINT_FREE);
  add_joint(spec, b, "b", RG_JOINT_HINGE);
  add_geom(spec, a, RG_GEOM_SPHERE, 0.1, 0, 0);
  add_geom(spec, b, RG_GEOM_SPHERE, 0.1, 0, 0);
  rg_equality_spec equality = rg_equality_spec_default();
  rg_v3_set(equality.anchor, 0.1, 0.2, 0.3);
  equality.object1 = "a";
  equality.object2 = "b";
  equality.type = RG_EQUALITY_CONNECT;
  rg_spec_add_equality(spec, &equality);
  equality.type = RG_EQUALITY_WELD;
  rg_spec_add_equality(spec, &equality);
  equality.object2 = NULL;
  rg_spec_add_equality(spec, &equality);
  equality.type = RG_EQUALITY_JOINT;
  equality.object1 = "b";
  rg_spec_add_equality(spec, &equality);
  rg_model *m = compiled(spec);
  const double h = sqrt(0.5), expected[4][11] = {{0.1, 0.2, 0.3, -0.9, 0.3, -0.2, 0, 0, 0, 0, 0},
                                                 {0.1, 0.2, 0.3, 1.1, -0.3, 0.2, h, h, 0, 0, 1},
                                                 {0.1, 0.2, 0.3, 0.1, 0.2, -0.7, 1, 0, 0, 0, 1},
                                                 {0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0}};
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 11; k++) assert_near(m->equality_data[11 * i + k], expected[i][k], 1e-15);
  assert_true(m->equality_object2[2] == 0 && m->equality_object2[3] == -1);
  rg_model_free(m);
}

/* ---- switches ---- */

static rg_spec *one_body(void) {
  rg_spec *spec = rg_spec_new("");
  rg_spec_body *body = add_body(spec, rg_spec_world(spec), "b", 0, 0, 0);
  add_joint(spec, body, "j", RG_JOINT_HINGE);
  add_geom(spec, body, RG_GEOM_BOX, 0.5, 0.5, 0.5);
  return spec;
}

static void test_switches(void **state) {
  (void)state;
  rg_spec *spec = one_body();
  spec->compiler.set_total_mass = 10;
  rg_model *m = compiled(spec);
  assert_near(m->body_mass[1], 10, 1e-13);
  assert_near(m->body_inertia[3], 10 / 6.0, 1e-13);
  rg_model_free(m);

  spec = one_body();
  spec->compiler.bound_mass = 2000;
  spec->compiler.bound_inertia = 300;
  m = compiled(spec);
  assert_true(m->body_mass[1] == 2000 && m->body_inertia[4] == 300);
  rg_model_free(m);

  /* an inertia that cannot be becomes its mean; geoms outside of the group range do not count */
  spec = one_body();
  rg_spec_body *body = rg_spec_find_body(spec, "b");
  rg_inertial_spec inertial = rg_inertial_spec_default();
  inertial.mass = 1;
  rg_v3_set(inertial.diagonal, 1, 1, 4);
  rg_spec_set_inertial(spec, body, &inertial);
  spec->compiler.balance_inertia = 1;
  m = compiled(spec);
  assert_true(m->body_inertia[3] == 2 && m->body_inertia[5] == 2);
  rg_model_free(m);

  spec = one_body();
  body = rg_spec_find_body(spec, "b");
  rg_spec_set_inertial(spec, body, &inertial);
  spec->compiler.inertia_from_geom = RG_INERTIA_ALWAYS;
  rg_geom_spec visual = rg_geom_spec_default();
  visual.size[0] = 3;
  visual.group = 2;
  visual.contype = visual.conaffinity = 0;
  rg_spec_add_geom(spec, body, &visual);
  spec->compiler.inertia_group[1] = 1;
  spec->compiler.discard_visual = 1;
  m = compiled(spec);
  assert_near(m->body_mass[1], 1000, 1e-12);
  assert_int_equal(m->ngeom, 1);
  rg_model_free(m);
}

/* a body without mass moves if one that is fixed to it has some */
static void test_mass_of_fixed_child(void **state) {
  (void)state;
  rg_spec *spec = rg_spec_new("");
  rg_spec_body *body = add_body(spec, rg_spec_world(spec), "b", 0, 0, 0);
  add_joint(spec, body, "j", RG_JOINT_HINGE);
  add_geom(spec, add_body(spec, body, "child", 0, 0, 0), RG_GEOM_SPHERE, 0.1, 0, 0);
  rg_model *m = compiled(spec);
  assert_true(m->body_mass[1] == 0 && m->body_mass[2] > 0);
  rg_model_free(m);
}

/* contact pairs: the higher priority decides, else the larger value; what is given stays */
static void test_pairs(void **state) {
  (void)state;
  rg_spec *spec = rg_spec_new("");
  const char *names[] = {"p", "q", "r"};
  for (int i = 0; i < 3; i++) {
    rg_geom_spec geom = rg_geom_spec_default();
    geom.name = names[i];
    geom.size[0] = 1;
    geom.friction[0] = 1 - 0.4 * i;
    geom.friction[1] = 0.01 * (i + 1);
    geom.condim = i == 1 ? 4 : 3;
    geom.priority = i == 2;
    geom.margin = 0.1 * i;
    rg_spec_add_geom(spec, rg_spec_world(spec), &geom);
  }
  rg_spec_pair pair = rg_spec_pair_default();
  pair.geom1 = "p";
  pair.geom2 = "q";
  rg_spec_add_pair(spec, &pair);
  pair.geom2 = "r";
  rg_spec_add_pair(spec, &pair);
  pair.friction[1] = 0.7;
  pair.condim = 6;
  rg_spec_add_pair(spec, &pair);
  rg_model *m = compiled(spec);
  assert_true(m->pair_condim[0] == 4 && m->pair_condim[1] == 3 && m->pair_condim[2] == 6);
  assert_near(m->pair_friction[0], 1, 0);
  assert_near(m->pair_friction[2], 0.02, 0);
  assert_near(m->pair_friction[5], 0.2, 1e-15);
  assert_near(m->pair_friction[7], 0.03, 0);
  assert_near(m->pair_friction[11], 0.7, 0);
  assert_near(m->pair_margin[1], 0.2, 0);
  rg_model_free(m);
}

/* ---- refusals ---- */

typedef struct {
  rg_spec *spec;
  rg_spec_body *world, *body;
  rg_joint_spec joint;
  rg_geom_spec geom;
  rg_inertial_spec inertial;
  rg_actuator_spec actuator;
  rg_equality_spec equality;
  rg_spec_key key;
  rg_spec_sensor sensor;
} parts;

/* adds the part that a case has spoiled, at line 3, column 5 */
#define ADD_JOINT    rg_spec_add_joint(p->spec, p->body, &p->joint)
#define ADD_GEOM     rg_spec_add_geom(p->spec, p->body, &p->geom)
#define ADD_INERTIAL rg_spec_set_inertial(p->spec, p->body, &p->inertial)
#define ADD_ACTUATOR rg_spec_add_actuator(p->spec, &p->actuator)
#define ADD_EQUALITY rg_spec_add_equality(p->spec, &p->equality)
#define ADD_KEY      rg_spec_add_key(p->spec, &p->key)
#define ADD_SENSOR   rg_spec_add_sensor(p->spec, &p->sensor)

/* one function a case: name, what it does */
#define CASES(X)                                                                                   \
  X(axis, "joint 'x'", "axis", (rg_v3_zero(p->joint.axis), ADD_JOINT))                             \
  X(ball_range, "joint 'x'", "ball joint",                                                         \
    (p->joint.type = RG_JOINT_BALL, p->joint.range[0] = -1, p->joint.range[1] = 1, ADD_JOINT))     \
  X(range, "joint 'x'", "range", (p->joint.range[0] = 1, p->joint.range[1] = -1, ADD_JOINT))       \
  X(limited, "joint 'x'", "range", (p->joint.limited = 1, ADD_JOINT))                              \
  X(autolimits, "joint 'x'", "autolimits",                                                         \
    (p->joint.range[1] = 1, p->spec->compiler.autolimits = 0, ADD_JOINT))                          \
  X(free_and_more, "joint 'x'", "only joint",                                                      \
    (p->joint.type = RG_JOINT_FREE, ADD_JOINT, p->joint.name = "y", ADD_JOINT))                    \
  X(free_below, "joint 'x'", "child of the world",                                                 \
    (p->body = rg_spec_add_body(p->spec, p->body, "c", NULL), p->joint.type = RG_JOINT_FREE,       \
     ADD_JOINT))                                                                                   \
  X(world_joint, "joint 'x'", "world", (p->body = p->world, ADD_JOINT))                            \
  X(after_ball, "joint 'y'", "ball joint",                                                         \
    (p->joint.type = RG_JOINT_BALL, ADD_JOINT, p->joint.type = RG_JOINT_HINGE,                     \
     p->joint.name = "y", ADD_JOINT))                                                              \
  X(seven, "joint", "more than 6",                                                                 \
    (p->joint.name = NULL, ADD_JOINT, ADD_JOINT, ADD_JOINT, ADD_JOINT, ADD_JOINT, ADD_JOINT,       \
     ADD_JOINT))                                                                                   \
  X(joint_twice, "joint 'x'", "another joint", (ADD_JOINT, ADD_JOINT))                             \
  X(joint_nan, "joint 'x'", "finite", (p->joint.damping = (double)NAN, ADD_JOINT))                 \
  X(armature, "joint 'x'", "armature", (p->joint.armature = -1, ADD_JOINT))                        \
  X(joint_type, "joint 'x'", "type", (p->joint.type = (rg_joint_type)9, ADD_JOINT))                \
  X(size, "geom 'x'", "size", (p->geom.size[0] = 0, ADD_GEOM))                                     \
  X(negative_size, "geom 'x'", "size",                                                             \
    (p->geom.type = RG_GEOM_BOX, p->geom.size[1] = 1, p->geom.size[2] = -1, ADD_GEOM))             \
  X(size_inf, "geom 'x'", "finite", (p->geom.size[0] = (double)INFINITY, ADD_GEOM))                \
  X(geom_twice, "geom 'x'", "another geom", (ADD_GEOM, ADD_GEOM))                                  \
  X(no_mesh, "geom 'x'", "'rock'", (p->geom.type = RG_GEOM_MESH, p->geom.mesh = "rock", ADD_GEOM)) \
  X(condim, "geom 'x'", "condim", (p->geom.condim = 2, ADD_GEOM))                                  \
  X(friction, "geom 'x'", "friction", (p->geom.friction[1] = -1, ADD_GEOM))                        \
  X(geom_mass, "geom 'x'", "mass", (p->geom.mass = -1, ADD_GEOM))                                  \
  X(fromto, "geom 'x'", "fromto", (memset(p->geom.fromto, 0, 48), ADD_GEOM))                       \
  X(fromto_short, "geom 'x'", "no length",                                                         \
    (p->geom.type = RG_GEOM_CAPSULE, memset(p->geom.fromto, 0, 48), ADD_GEOM))                     \
  X(moving_plane, "geom 'x'", "plane", (p->geom.type = RG_GEOM_PLANE, ADD_GEOM, ADD_JOINT))        \
  X(no_mass, "body 'b'", "moving body", (ADD_INERTIAL, ADD_JOINT))                                 \
  X(no_inertia, "body 'b'", "moving body", (p->inertial.mass = 1, ADD_INERTIAL, ADD_JOINT))        \
  X(negative_mass, "inertial of body 'b'", ">= 0", (p->inertial.mass = -1, ADD_INERTIAL))          \
  X(triangle, "inertial of body 'b'", "third",                                                     \
    (p->inertial.mass = 1, rg_v3_set(p->inertial.diagonal, 1, 1, 3), ADD_INERTIAL))                \
  X(indefinite, "inertial of body 'b'", "positive definite",                                       \
    (p->inertial.mass = 1, memcpy(p->inertial.full, (double[6]){1, 1, 1, 2, 0, 0}, 48),            \
     ADD_INERTIAL))                                                                                \
  X(body_twice, "body 'b'", "another body", rg_spec_add_body(p->spec, p->world, "b", NULL))        \
  X(body_nan, "body 'c'", "finite",                                                                \
    rg_spec_add_body(p->spec, p->world, "c", &(rg_pose){.pos = {(double)NAN}}))                    \
  X(no_joint, "actuator 'x'", "'z'", (p->actuator.joint = "z", ADD_ACTUATOR))                      \
  X(ctrlrange, "actuator 'x'", "ctrlrange",                                                        \
    (ADD_JOINT, p->actuator.ctrlrange[0] = 1, ADD_ACTUATOR))                                       \
  X(no_body, "equality 'x'", "'z'", (p->equality.object1 = "z", ADD_EQUALITY))                     \
  X(same_body, "equality 'x'", "itself",                                                           \
    (p->equality.object1 = p->equality.object2 = "b", ADD_EQUALITY))                               \
  X(joint_equality, "equality 'x'", "'z'",                                                         \
    (p->equality.type = RG_EQUALITY_JOINT, p->equality.object1 = "z", ADD_EQUALITY))               \
  X(exclude, "exclude", "'z'", rg_spec_add_exclude(p->spec, "b", "z"))                             \
  X(key_size, "key 'x'", "qpos has 2 numbers, the model needs 1",                                  \
    (ADD_JOINT, p->key.nqpos = 2, p->key.qpos = (double[]){1, 2}, ADD_KEY))                        \
  X(key_nan, "key 'x'", "finite",                                                                  \
    (ADD_JOINT, p->key.nqvel = 1, p->key.qvel = (double[]){(double)NAN}, ADD_KEY))                 \
  X(no_sensor_object, "sensor 'x'", "'z'", (p->sensor.object = "z", ADD_SENSOR))                   \
  X(sensor_object, "sensor 'x'", "hinge or slide",                                                 \
    (p->sensor.object_type = RG_OBJECT_BODY, ADD_SENSOR))                                          \
  X(mesh_line, "mesh 'x'", "line",                                                                 \
    rg_spec_add_mesh(p->spec, "x", 4, (double[12]){0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0}))           \
  X(mesh_twice, "mesh 'x'", "another mesh",                                                        \
    (rg_spec_add_mesh(p->spec, "x", 4, (double[12]){0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}),          \
     rg_spec_add_mesh(p->spec, "x", 4, (double[12]){0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1})))

#define DEFINE_CASE(name, element, words, action)                                                  \
  static void spoil_##name(parts *p) { (void)(action); }
CASES(DEFINE_CASE)
#define LIST_CASE(name, element, words, action) {#name, element, words, spoil_##name},

static parts fresh_parts(void) {
  parts p = {.spec = rg_spec_new("bad"),
             .joint = rg_joint_spec_default(),
             .geom = rg_geom_spec_default(),
             .inertial = rg_inertial_spec_default(),
             .actuator = rg_actuator_spec_default(),
             .equality = rg_equality_spec_default(),
             .key = rg_spec_key_default(),
             .sensor = rg_spec_sensor_default()};
  p.joint.name = p.geom.name = p.actuator.name = p.equality.name = p.key.name = p.sensor.name = "x";
  p.geom.size[0] = 0.5;
  p.actuator.joint = "x";
  p.sensor.type = RG_SENSOR_JOINTPOS;
  p.sensor.object_type = RG_OBJECT_JOINT;
  p.sensor.object = "b";
  p.world = rg_spec_world(p.spec);
  rg_spec_at(p.spec, "bad.xml", 3, 5);
  p.body = rg_spec_add_body(p.spec, p.world, "b", NULL);
  add_geom(p.spec, p.body, RG_GEOM_SPHERE, 0.1, 0, 0);
  return p;
}

static void test_refusals(void **state) {
  (void)state;
  const struct {
    const char *name, *element, *words;
    void (*spoil)(parts *);
  } cases[] = {CASES(LIST_CASE)};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    parts p = fresh_parts();
    rg_error error;
    rg_model *model;
    cases[i].spoil(&p);
    rg_status status = rg_spec_compile(p.spec, &model, &error);
    if (status != RG_BAD_INPUT || model) fail_msg("%s: status %d", cases[i].name, status);
    if (strcmp(error.element, cases[i].element) != 0 || !strstr(error.reason, cases[i].words))
      fail_msg("%s: %s: %s", cases[i].name, error.element, error.reason);
    if (strcmp(error.file, "bad.xml") != 0 || error.line != 3 || error.column != 5)
      fail_msg("%s: %s:%d:%d", cases[i].name, error.file, error.line, error.column);
    assert_int_equal(rg_spec_compile(p.spec, &model, NULL), RG_BAD_INPUT);
    rg_spec_free(p.spec);
  }
  printf("%d refusals\n", (int)(sizeof cases / sizeof *cases));
}

static void test_bad_option(void **state) {
  (void)state;
  rg_spec *spec = rg_spec_new("");
  rg_model *model;
  rg_spec_option(spec)->timestep = 0;
  assert_int_equal(rg_spec_compile(spec, &model, NULL), RG_BAD_INPUT);
  rg_spec_option(spec)->timestep = 1;
  rg_spec_option(spec)->gravity[1] = (double)NAN;
  assert_int_equal(rg_spec_compile(spec, &model, NULL), RG_BAD_INPUT);
  rg_spec_free(spec);
}

/* ---- the same model in MuJoCo ---- */

#ifdef RIGOR_HAVE_MUJOCO

#include <mujoco/mujoco.h>

static uint64_t seed = 7;

static double uniform(double low, double high) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return low + (high - low) * (double)(seed >> 11) / 9007199254740992.0;
}

/* the same random geom into the spec and into the text */
static void both_geom(rg_spec *spec, rg_spec_body *body, FILE *xml) {
  static const char *const names[] = {"", "sphere", "capsule", "ellipsoid", "cylinder", "box"};
  rg_geom_spec geom = rg_geom_spec_default();
  geom.type = (rg_geom_type)(1 + (int)uniform(0, 5));
  for (int k = 0; k < 3; k++) geom.size[k] = uniform(0.05, 0.5);
  for (int k = 0; k < 3; k++) geom.pose.pos[k] = uniform(-1, 1);
  for (int k = 0; k < 4; k++) geom.pose.quat[k] = uniform(-1, 1);
  static const int sizes[] = {0, 1, 2, 3, 2, 3};
  for (int k = sizes[geom.type]; k < 3; k++) geom.size[k] = 0;
  fprintf(xml, "<geom type='%s' size='%.17g %.17g %.17g'", names[geom.type], geom.size[0],
          geom.size[1], geom.size[2]);
  if (geom.type != RG_GEOM_SPHERE && uniform(0, 1) < 0.4) {
    for (int k = 0; k < 6; k++) geom.fromto[k] = uniform(-1, 1);
    fprintf(xml, " fromto='%.17g %.17g %.17g %.17g %.17g %.17g'", geom.fromto[0], geom.fromto[1],
            geom.fromto[2], geom.fromto[3], geom.fromto[4], geom.fromto[5]);
  } else {
    fprintf(xml, " pos='%.17g %.17g %.17g' quat='%.17g %.17g %.17g %.17g'", geom.pose.pos[0],
            geom.pose.pos[1], geom.pose.pos[2], geom.pose.quat[0], geom.pose.quat[1],
            geom.pose.quat[2], geom.pose.quat[3]);
  }
  if (uniform(0, 1) < 0.5) {
    geom.density = uniform(100, 5000);
    fprintf(xml, " density='%.17g'", geom.density);
  } else {
    geom.mass = uniform(0.1, 2);
    fprintf(xml, " mass='%.17g'", geom.mass);
  }
  fputs("/>\n", xml);
  rg_spec_add_geom(spec, body, &geom);
}

static void both_joints(rg_spec *spec, rg_spec_body *body, FILE *xml) {
  static const char *const names[] = {"free", "ball", "slide", "hinge"};
  int count = (int)uniform(0, 3);
  for (int i = 0; i < count; i++) {
    rg_joint_spec joint = rg_joint_spec_default();
    joint.type = (rg_joint_type)(2 + (int)uniform(0, 2));
    if (i == count - 1 && uniform(0, 1) < 0.3) joint.type = RG_JOINT_BALL;
    for (int k = 0; k < 3; k++) joint.axis[k] = uniform(-1, 1), joint.pos[k] = uniform(-1, 1);
    joint.ref = uniform(-1, 1);
    fprintf(xml,
            "<joint type='%s' axis='%.17g %.17g %.17g' pos='%.17g %.17g %.17g' ref='%.17g'/>\n",
            names[joint.type], joint.axis[0], joint.axis[1], joint.axis[2], joint.pos[0],
            joint.pos[1], joint.pos[2], joint.ref);
    rg_spec_add_joint(spec, body, &joint);
  }
}

static void both_bodies(rg_spec *spec, rg_spec_body *parent, FILE *xml, int depth) {
  int children = 1 + (int)uniform(0, 2.5);
  for (int i = 0; i < children && depth > 0; i++) {
    rg_pose pose;
    for (int k = 0; k < 3; k++) pose.pos[k] = uniform(-1, 1);
    for (int k = 0; k < 4; k++) pose.quat[k] = uniform(-1, 1);
    fprintf(xml, "<body pos='%.17g %.17g %.17g' quat='%.17g %.17g %.17g %.17g'>\n", pose.pos[0],
            pose.pos[1], pose.pos[2], pose.quat[0], pose.quat[1], pose.quat[2], pose.quat[3]);
    rg_spec_body *body = rg_spec_add_body(spec, parent, NULL, &pose);
    both_joints(spec, body, xml);
    int geoms = 1 + (int)uniform(0, 3);
    for (int g = 0; g < geoms; g++) both_geom(spec, body, xml);
    both_bodies(spec, body, xml, depth - 1);
    fputs("</body>\n", xml);
  }
}

static void same_ints(const int *a, const int *b, int n) {
  for (int i = 0; i < n; i++) assert_int_equal(a[i], b[i]);
}

static void same_reals(const double *a, const double *b, int n, double tolerance) {
  for (int i = 0; i < n; i++) assert_near(a[i], b[i], tolerance);
}

static void compare(const rg_model *m, const mjModel *mj) {
  assert_int_equal(m->nbody, mj->nbody);
  assert_int_equal(m->nq, mj->nq);
  assert_int_equal(m->nv, mj->nv);
  assert_int_equal(m->ngeom, mj->ngeom);
  same_ints(m->body_parent, mj->body_parentid, m->nbody);
  same_ints(m->body_root, mj->body_rootid, m->nbody);
  same_ints(m->body_weld, mj->body_weldid, m->nbody);
  same_ints(m->body_dof, mj->body_dofadr, m->nbody);
  same_ints(m->body_joint, mj->body_jntadr, m->nbody);
  same_ints(m->body_geom, mj->body_geomadr, m->nbody);
  same_ints(m->dof_parent, mj->dof_parentid, m->nv);
  same_ints(m->joint_qpos, mj->jnt_qposadr, m->njoint);
  same_reals(m->qpos0, mj->qpos0, m->nq, 1e-15);
  same_reals(m->qpos_spring, mj->qpos_spring, m->nq, 1e-15);
  same_reals(m->joint_axis, mj->jnt_axis, 3 * m->njoint, 1e-15);
  same_reals(m->joint_pos, mj->jnt_pos, 3 * m->njoint, 1e-15);
  same_reals(m->body_pos, mj->body_pos, 3 * m->nbody, 1e-15);
  same_reals(m->body_quat, mj->body_quat, 4 * m->nbody, 1e-15);
  same_reals(m->geom_size, mj->geom_size, 3 * m->ngeom, 1e-15);
  same_reals(m->geom_pos, mj->geom_pos, 3 * m->ngeom, 1e-15);
  same_reals(m->geom_quat, mj->geom_quat, 4 * m->ngeom, 1e-15);
  same_reals(m->body_mass, mj->body_mass, m->nbody, 1e-11);
  same_reals(m->body_ipos, mj->body_ipos, 3 * m->nbody, 1e-13);
  for (int i = 0; i < m->nbody; i++) {
    double a[9], b[9];
    full_inertia(m->body_iquat + 4 * i, m->body_inertia + 3 * i, a);
    full_inertia(mj->body_iquat + 4 * i, mj->body_inertia + 3 * i, b);
    /* the axes of MuJoCo's eigenvectors are good to 1e-6 */
    same_reals(a, b, 9, 1e-6 * (b[0] + b[4] + b[8]));
  }
}

static void test_against_mujoco(void **state) {
  (void)state;
  int bodies = 0;
  for (int round = 0; round < 60; round++) {
    char *text = NULL;
    size_t size = 0;
    FILE *xml = open_memstream(&text, &size);
    rg_spec *spec = rg_spec_new("random");
    fputs("<mujoco><compiler angle='radian'/><worldbody>\n", xml);
    both_bodies(spec, rg_spec_world(spec), xml, 4);
    fputs("</worldbody></mujoco>\n", xml);
    fclose(xml);
    rg_model *m = compiled(spec);
    static mjVFS files;
    char error[1000] = "";
    mj_defaultVFS(&files);
    mj_makeEmptyFileVFS(&files, "m.xml", (int)size);
    memcpy(files.filedata[0], text, size);
    mjModel *mj = mj_loadXML("m.xml", &files, error, sizeof error);
    if (!mj) fail_msg("%s", error);
    compare(m, mj);
    bodies += m->nbody;
    mj_deleteModel(mj);
    mj_deleteVFS(&files);
    rg_model_free(m);
    free(text);
  }
  printf("%d bodies equal to MuJoCo's\n", bodies);
}

#else

static void test_against_mujoco(void **state) {
  (void)state;
  puts("skipped: MuJoCo is not installed");
  skip();
}

#endif

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_primitives),
      cmocka_unit_test(test_box_of_quarters),
      cmocka_unit_test(test_full_inertia),
      cmocka_unit_test(test_fromto),
      cmocka_unit_test(test_tables),
      cmocka_unit_test(test_deep_chain),
      cmocka_unit_test(test_equality_data),
      cmocka_unit_test(test_switches),
      cmocka_unit_test(test_mass_of_fixed_child),
      cmocka_unit_test(test_pairs),
      cmocka_unit_test(test_refusals),
      cmocka_unit_test(test_bad_option),
      cmocka_unit_test(test_against_mujoco),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
