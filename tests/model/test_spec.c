/* Building in C: a description is copied, compiled and freed; what it says is found in the model; and a failed
   allocation anywhere on the way is reported and leaks nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "counted_malloc.h"
#include "model/spec.h"

/* ---- a model with one of everything ---- */

static const double cube[24] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0,
                                0, 0, 1, 1, 0, 1, 0, 1, 1, 1, 1, 1};

static rg_spec_body *add_ball(rg_spec *spec, const char *name, double height) {
  char scratch[32];
  rg_pose pose = {.pos = {0, 0, height}, .quat = {2, 0, 0, 0}};
  snprintf(scratch, sizeof scratch, "%s", name);
  rg_spec_body *body = rg_spec_add_body(spec, rg_spec_world(spec), scratch, &pose);
  rg_joint_spec joint = rg_joint_spec_default();
  joint.type = RG_JOINT_FREE;
  rg_spec_add_joint(spec, body, &joint);
  rg_geom_spec geom = rg_geom_spec_default();
  geom.size[0] = 0.5;
  rg_spec_add_geom(spec, body, &geom);
  /* the spec must have its own copy */
  memset(scratch, '#', sizeof scratch - 1);
  return body;
}

static void add_arm(rg_spec *spec) {
  rg_pose pose = {.pos = {1, 0, 2}};
  rg_spec_body *arm = rg_spec_add_body(spec, rg_spec_world(spec), "arm", &pose);
  rg_joint_spec hinge = rg_joint_spec_default();
  hinge.name = "shoulder";
  hinge.axis[1] = 2;
  hinge.axis[2] = 0;
  hinge.range[0] = -1;
  hinge.range[1] = 2;
  hinge.ref = 0.25;
  hinge.springref = 0.5;
  hinge.damping = 3;
  hinge.armature = 0.1;
  rg_spec_add_joint(spec, arm, &hinge);
  rg_inertial_spec inertial = rg_inertial_spec_default();
  inertial.mass = 2;
  rg_inertial_spec filled = inertial;
  filled.diagonal[0] = filled.diagonal[1] = filled.diagonal[2] = 0.4;
  rg_spec_set_inertial(spec, arm, &filled);
  rg_pose tip = {.pos = {0, 0, -1}};
  rg_spec_add_site(spec, arm, "tip", &tip);

  rg_spec_body *hand = rg_spec_add_body(spec, arm, "hand", &tip);
  rg_joint_spec slide = rg_joint_spec_default();
  slide.name = "grip";
  slide.type = RG_JOINT_SLIDE;
  rg_spec_add_joint(spec, hand, &slide);
  rg_geom_spec geom = rg_geom_spec_default();
  geom.type = RG_GEOM_MESH;
  geom.mesh = "cube";
  geom.name = "fist";
  geom.mass = 3;
  rg_spec_add_geom(spec, hand, &geom);
}

/* a mesh from a file; main writes it */
static char mesh_folder[] = "/tmp/rigor_spec_XXXXXX", mesh_path[64];

static void add_mesh_file(rg_spec *spec) {
  rg_spec_mesh mesh = rg_spec_mesh_default();
  mesh.name = "corner";
  mesh.file = mesh_path;
  rg_spec_add_mesh_asset(spec, &mesh);
}

static void add_lists(rg_spec *spec) {
  rg_actuator_spec motor = rg_actuator_spec_default();
  motor.name = "motor";
  motor.joint = "shoulder";
  motor.gear[0] = 50;
  motor.ctrlrange[0] = -1;
  motor.ctrlrange[1] = 1;
  rg_spec_add_actuator(spec, &motor);
  rg_equality_spec connect = rg_equality_spec_default();
  connect.object1 = "ball";
  connect.object2 = "arm";
  rg_spec_add_equality(spec, &connect);
  rg_spec_add_exclude(spec, "ball", "hand");
  double half = 0.5;
  rg_spec_add_setting(spec, "rigor.restitution", NULL, 1, &half);
  rg_spec_add_setting(spec, "rigor.solver", "auto", 0, NULL);
  rg_spec_key key = rg_spec_key_default();
  key.name = "start";
  key.nqpos = 9;
  key.qpos = (double[]){0, 0, 1, 0, 0, 0, 3, 0.1, 0.2};
  rg_spec_add_key(spec, &key);
  rg_spec_sensor sensor = rg_spec_sensor_default();
  sensor.type = RG_SENSOR_JOINTPOS;
  sensor.object_type = RG_OBJECT_JOINT;
  sensor.object = "grip";
  rg_spec_add_sensor(spec, &sensor);
  rg_spec_at(spec, "scene.xml", 7, 3);
  rg_spec_add_notice(spec, "<light> is passed over");
}

static rg_spec *one_of_everything(void) {
  rg_spec *spec = rg_spec_new("everything");
  if (!spec) return NULL;
  rg_spec_option(spec)->timestep = 0.01;
  rg_spec_add_mesh(spec, "cube", 8, cube);
  add_mesh_file(spec);
  rg_geom_spec floor = rg_geom_spec_default();
  floor.type = RG_GEOM_PLANE;
  floor.name = "floor";
  rg_spec_add_geom(spec, rg_spec_world(spec), &floor);
  if (add_ball(spec, "ball", 1)) add_arm(spec);
  add_lists(spec);
  return spec;
}

/* ---- tests ---- */

static void test_round_trip(void **state) {
  (void)state;
  rg_spec *spec = one_of_everything();
  rg_error error;
  rg_model *m;
  assert_int_equal(rg_spec_compile(spec, &m, &error), RG_OK);
  rg_spec_free(spec); /* the model stands alone */

  assert_string_equal(m->name, "everything");
  assert_true(m->option.timestep == 0.01 && m->option.gravity[2] == -9.81);
  assert_int_equal(m->nbody, 4);
  assert_int_equal(m->nq, 9);
  assert_int_equal(m->nv, 8);
  assert_string_equal(m->body_name[0], "world");
  assert_int_equal(rg_model_find(m, RG_OBJECT_BODY, "ball"), 1);
  assert_int_equal(rg_model_find(m, RG_OBJECT_BODY, "hand"), 3);
  assert_int_equal(rg_model_find(m, RG_OBJECT_JOINT, "grip"), 2);
  assert_int_equal(rg_model_find(m, RG_OBJECT_GEOM, "fist"), 2);
  assert_int_equal(rg_model_find(m, RG_OBJECT_SITE, "tip"), 0);
  assert_int_equal(rg_model_find(m, RG_OBJECT_SITE, "nothing"), -1);
  assert_int_equal(rg_model_find(m, RG_OBJECT_SITE, ""), -1);
  assert_string_equal(rg_model_name(m, RG_OBJECT_ACTUATOR, 0), "motor");
  assert_string_equal(rg_model_name(m, RG_OBJECT_ACTUATOR, 1), "");

  /* joints */
  assert_true(m->joint_axis[3] == 0 && m->joint_axis[4] == 1 && m->joint_axis[5] == 0);
  assert_true(m->joint_limited[1] && !m->joint_limited[2]);
  assert_true(m->qpos0[7] == 0.25 && m->qpos_spring[7] == 0.5);
  assert_true(m->qpos0[2] == 1 && m->qpos0[3] == 1);
  assert_true(m->dof_damping[6] == 3 && m->dof_armature[6] == 0.1);

  /* the rest */
  assert_true(m->actuator_joint[0] == 1 && m->actuator_ctrllimited[0] == 1 &&
              m->actuator_forcelimited[0] == 0);
  assert_true(m->body_mass[3] == 3);
  assert_true(m->nmesh == 2 && m->mesh_vertex[1] == 8 && m->mesh_nvertex[1] == 4);
  assert_true(rg_model_setting(m, "rigor.restitution")->data[0] == 0.5);
  assert_null(rg_model_setting(m, "rigor.restitution")->text);
  assert_string_equal(rg_model_setting(m, "rigor.solver")->text, "auto");
  assert_null(rg_model_setting(m, "rigor.nothing"));
  assert_true(m->key_qpos[6] == 1 && m->key_qpos[8] == 0.2); /* quaternion normalized */
  assert_true(m->nsensordata == 1 && m->sensor_object[0] == 2);
  assert_string_equal(m->notice[0], "scene.xml:7: <light> is passed over");
  rg_model_free(m);
}

static void test_same_bits(void **state) {
  (void)state;
  rg_spec *spec = one_of_everything();
  rg_model *a, *b;
  assert_int_equal(rg_spec_compile(spec, &a, NULL), RG_OK);
  assert_int_equal(rg_spec_compile(spec, &b, NULL), RG_OK);
  assert_memory_equal(a->vertex, b->vertex, 24 * sizeof(double));
  assert_memory_equal(a->face, b->face, 36 * sizeof(int));
  assert_memory_equal(a->body_inertia, b->body_inertia, 12 * sizeof(double));
  assert_memory_equal(a->body_iquat, b->body_iquat, 16 * sizeof(double));
  rg_model_free(a);
  rg_model_free(b);
  rg_spec_free(spec);
}

static void test_empty_model(void **state) {
  (void)state;
  rg_spec *spec = rg_spec_new(NULL);
  rg_model *m;
  assert_int_equal(rg_spec_compile(spec, &m, NULL), RG_OK);
  assert_true(m->nbody == 1 && m->nq == 0 && m->nv == 0 && m->ngeom == 0);
  assert_string_equal(m->name, "");
  rg_model_free(m);
  rg_model_free(NULL);
  rg_spec_free(spec);
  rg_spec_free(NULL);
}

/* Every allocation fails once; the outcome is RG_NO_MEMORY and nothing stays behind. */
static void test_failed_allocations(void **state) {
  (void)state;
  if (!COUNTED) skip();
  int total = 1;
  for (int n = 0; n <= total; n++) {
    rg_error error;
    rg_model *m = NULL;
    count_from_here(n);
    rg_spec *spec = one_of_everything();
    rg_status status = spec ? rg_spec_compile(spec, &m, &error) : RG_NO_MEMORY;
    rg_model_free(m);
    rg_spec_free(spec);
    counting = 0;
    if (n == 0) total = allocations;
    if (n == 0) assert_int_equal(status, RG_OK);
    else if (status != RG_NO_MEMORY) fail_msg("allocation %d of %d: status %d", n, total, status);
    if (live != 0) fail_msg("allocation %d of %d leaks %d blocks", n, total, live);
  }
  assert_true(total > 10);
  printf("%d allocations, each failed once\n", total);
}

int main(void) {
  if (!mkdtemp(mesh_folder)) return 1;
  snprintf(mesh_path, sizeof mesh_path, "%s/corner.obj", mesh_folder);
  FILE *file = fopen(mesh_path, "w");
  if (!file) return 1;
  fputs("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 4 3\nf 1 2 4\nf 2 3 4\n", file);
  fclose(file);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_round_trip),
      cmocka_unit_test(test_same_bits),
      cmocka_unit_test(test_empty_model),
      cmocka_unit_test(test_failed_allocations),
  };
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  remove(mesh_path);
  remove(mesh_folder);
  return failed;
}
