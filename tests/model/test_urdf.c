/* URDF against what the format says: frames by roll, pitch, yaw, joints by type, shapes by full
   size, errors by line; and real robots, whose masses are added up from the text of the file. */
#include <rigor/dynamics.h>
#include <rigor/model.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define INERTIAL                                                                                   \
  "<inertial><origin xyz='0 0 0.1'/><mass value='2'/>"                                             \
  "<inertia ixx='0.2' iyy='0.2' izz='0.2' ixy='0' ixz='0' iyz='0'/></inertial>"
#define LINK(name)              "<link name='" name "'>" INERTIAL "</link>"
#define ENDS(parent, child)     "<parent link='" parent "'/><child link='" child "'/>"
#define JOINT(name, type, ends) "<joint name='" name "' type='" type "'>" ends

static rg_model *parse(const char *text) {
  rg_model *model = NULL;
  rg_error error;
  char buffer[1024];
  if (rg_model_parse(&model, text, strlen(text), NULL, &error) != RG_OK)
    printf("%s\n", rg_error_text(&error, buffer, sizeof buffer));
  assert_non_null(model);
  return model;
}

static int joint_of(const rg_model *model, const char *name, rg_joint_type type) {
  int j = rg_model_find(model, RG_OBJECT_JOINT, name);
  assert_true(j >= 0);
  assert_int_equal(model->joint_type[j], type);
  return j;
}

static void near(double a, double b) { assert_true(fabs(a - b) < 1e-12); }

static void every_joint(void **state) {
  (void)state;
  /* clang-format off */
  rg_model *model = parse(
      "<robot name='all'>"
      LINK("base") LINK("a") LINK("b") LINK("c") LINK("d") LINK("e") LINK("f")
      JOINT("turn", "revolute", ENDS("base", "a"))
      "<origin xyz='1 2 3' rpy='0.1 0.2 0.3'/><axis xyz='0 0 2'/>"
      "<limit lower='-0.5' upper='1.5' effort='7' velocity='3'/>"
      "<dynamics damping='0.25' friction='0.125'/></joint>"
      JOINT("wheel", "continuous", ENDS("a", "b")) "</joint>"
      JOINT("push", "prismatic", ENDS("b", "c"))
      "<axis xyz='0 1 0'/><limit lower='0' upper='0.4' effort='1' velocity='1'/>"
      "<mimic joint='wheel' multiplier='0.5' offset='0.25'/></joint>"
      JOINT("glue", "fixed", ENDS("c", "d")) "</joint>"
      JOINT("table", "planar", ENDS("d", "e")) "<axis xyz='0 0 1'/></joint>"
      JOINT("drift", "floating", ENDS("e", "f")) "</joint></robot>");
  /* clang-format on */
  assert_string_equal(model->name, "all");
  assert_int_equal(model->nbody, 8);
  assert_int_equal(model->nv, 1 + 1 + 1 + 3 + 6);

  /* fields of the first joint */
  int turn = joint_of(model, "turn", RG_JOINT_HINGE), a = rg_model_find(model, RG_OBJECT_BODY, "a");
  assert_int_equal(model->joint_body[turn], a);
  assert_int_equal(model->joint_limited[turn], 1);
  near(model->joint_range[2 * turn], -0.5), near(model->joint_range[2 * turn + 1], 1.5);
  near(model->joint_axis[3 * turn + 2], 1);
  near(model->dof_damping[model->joint_dof[turn]], 0.25);
  near(model->dof_frictionloss[model->joint_dof[turn]], 0.125);

  /* R = Rz(0.3) Ry(0.2) Rx(0.1) by its entries */
  rg_data *data = rg_data_new(model);
  rg_kinematics(model, data);
  const double *R = data->xmat + 9 * a, cr = cos(0.1), sr = sin(0.1), cp = cos(0.2), sp = sin(0.2),
               cy = cos(0.3), sy = sin(0.3);
  double expected[9] = {cy * cp,
                        cy * sp * sr - sy * cr,
                        cy * sp * cr + sy * sr,
                        sy * cp,
                        sy * sp * sr + cy * cr,
                        sy * sp * cr - cy * sr,
                        -sp,
                        cp * sr,
                        cp * cr};
  for (int i = 0; i < 9; i++) near(R[i], expected[i]);
  for (int i = 0; i < 3; i++) near(data->xpos[3 * a + i], i + 1);
  rg_data_free(data);

  /* the others */
  int wheel = joint_of(model, "wheel", RG_JOINT_HINGE);
  assert_int_equal(model->joint_limited[wheel], 0);
  near(model->joint_axis[3 * wheel], 1); /* the default axis */
  joint_of(model, "push", RG_JOINT_SLIDE);
  joint_of(model, "table_x", RG_JOINT_SLIDE), joint_of(model, "table_y", RG_JOINT_SLIDE);
  joint_of(model, "table", RG_JOINT_HINGE);
  joint_of(model, "drift_z", RG_JOINT_SLIDE), joint_of(model, "drift", RG_JOINT_BALL);
  assert_int_equal(model->nequality, 1);
  assert_int_equal(model->equality_type[0], RG_EQUALITY_JOINT);
  assert_int_equal(model->equality_object1[0], rg_model_find(model, RG_OBJECT_JOINT, "push"));
  assert_int_equal(model->equality_object2[0], wheel);
  near(model->equality_data[0], 0.25), near(model->equality_data[1], 0.5);
  rg_model_free(model);
}

/* a floating joint at the ground is a free joint of the world, placed through the fixed links above
 */
static void floating_base(void **state) {
  (void)state;
  /* clang-format off */
  rg_model *model = parse(
      "<robot name='r'><link name='root'/><link name='mount'/>" LINK("body")
      JOINT("m", "fixed", ENDS("root", "mount"))
      "<origin xyz='0 0 1' rpy='0 0 1.5707963267948966'/></joint>"
      JOINT("f", "floating", ENDS("mount", "body"))
      "<origin xyz='1 0 0'/></joint></robot>");
  /* clang-format on */
  int f = joint_of(model, "f", RG_JOINT_FREE), body = model->joint_body[f];
  assert_int_equal(model->nv, 6);
  assert_int_equal(model->body_parent[body], 0);
  near(model->qpos0[0], 0), near(model->qpos0[1], 1), near(model->qpos0[2], 1);
  near(model->body_mass[body], 2);
  near(model->body_ipos[3 * body + 2], 0.1);
  rg_model_free(model);
}

static void shapes_have_half_sizes(void **state) {
  (void)state;
  rg_model *model =
      parse("<robot name='s'><link name='l'>"
            "<collision><origin xyz='1 0 0'/><geometry><box size='2 4 6'/></geometry></collision>"
            "<collision><geometry><sphere radius='3'/></geometry></collision>"
            "<collision><geometry><cylinder radius='1' length='5'/></geometry></collision>"
            "<collision><geometry><capsule radius='1' length='7'/></geometry></collision>"
            "</link></robot>");
  static const int type[4] = {RG_GEOM_BOX, RG_GEOM_SPHERE, RG_GEOM_CYLINDER, RG_GEOM_CAPSULE};
  static const double size[4][3] = {{1, 2, 3}, {3}, {1, 2.5}, {1, 3.5}};
  assert_int_equal(model->ngeom, 4);
  for (int g = 0; g < 4; g++) {
    assert_int_equal(model->geom_type[g], type[g]);
    for (int i = 0; i < 3; i++)
      if (size[g][i] > 0) near(model->geom_size[3 * g + i], size[g][i]);
  }
  near(model->geom_pos[0], 1);
  rg_model_free(model);
}

/* every mistake with its line and a word of the reason */
static void mistakes(void **state) {
  (void)state;
  static const struct {
    const char *text, *word;
    int line;
  } cases[] = {
      /* clang-format off */
      {"<robot name='r'>\n</robot>", "no link", 1},
      {"<robot name='r'>\n<link/>\n</robot>", "name", 2},
      {"<robot name='r'>\n<link name='a'/>\n<link name='a'/></robot>", "second", 3},
      {"<robot name='r'>\n<link name='a'/>\n<link name='b'/></robot>", "two roots", 3},
      {"<robot name='r'>\n<link name='a'/>\n"
       JOINT("j", "fixed", ENDS("a", "b")) "</joint></robot>", "no link 'b'", 3},
      {"<robot name='r'><link name='a'/><link name='b'/>\n"
       JOINT("j", "fixed", ENDS("a", "b")) "</joint>\n"
       JOINT("k", "fixed", ENDS("b", "a")) "</joint></robot>", "loop", 3},
      {"<robot name='r'><link name='a'/><link name='b'/>\n"
       JOINT("j", "screw", ENDS("a", "b")) "</joint></robot>", "screw", 2},
      {"<robot name='r'><link name='a'/><link name='b'/>\n"
       JOINT("j", "fixed", "<child link='b'/>") "</joint></robot>", "parent", 2},
      {"<robot name='r'><link name='a'/><link name='b'/><link name='c'/>\n"
       JOINT("j", "fixed", ENDS("a", "c")) "</joint>\n"
       JOINT("k", "fixed", ENDS("b", "c")) "</joint></robot>", "two joints", 3},
      {"<robot name='r'><link name='a'><collision>\n"
       "<geometry><cone/></geometry></collision></link></robot>", "geometry", 2},
      {"<robot name='r'><link name='a'><collision><geometry>\n"
       "<mesh filename='package://nobody/none.stl'/></geometry></collision></link></robot>",
       "none.stl", 2},
      {"<robot name='r'><link name='a'>\n<inertial><mass value='x'/>"
       "<inertia ixx='1' iyy='1' izz='1'/></inertial></link></robot>", "", 2},
      {"<robot name='r'><link name='a'/>\n<teapot/></robot>", "URDF", 2},
      {"<robot name='r'><link name='a'/>\n<drake:joint name='j'/></robot>", "not supported", 2},
      {"<robot name='r'>\n<xacro:include filename='x'/></robot>", "xacro FILE.xacro > FILE.urdf", 2},
      {"<robot name='r'><link name='a'/><link name='b'/>\n"
       JOINT("j", "fixed", ENDS("a", "b")) "\n<origin xyz='${x} 0 0'/></joint></robot>",
       "xacro FILE.xacro", 3},
      {"<robot name='r'><link name='a'><collision><geometry>\n"
       "<mesh filename='$(find p)/x.stl'/></geometry></collision></link></robot>", "xacro", 2},
      {"<robot name='r'>" LINK("a") LINK("b") "\n"
       JOINT("j", "revolute", ENDS("a", "b")) "<axis xyz='0 0 0'/></joint></robot>",
       "direction", 2},
      /* clang-format on */
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    rg_model *model = NULL;
    rg_error error;
    rg_status status = rg_model_parse(&model, cases[i].text, strlen(cases[i].text), NULL, &error);
    assert_int_equal(status, RG_BAD_INPUT);
    assert_null(model);
    assert_int_equal(error.line, cases[i].line);
    assert_non_null(strstr(error.reason, cases[i].word));
  }

  /* lenient: what is not URDF becomes a notice */
  rg_load_options options = rg_load_options_default();
  rg_model *model = NULL;
  const char *text = "<robot name='r'><link name='a'/><teapot/></robot>";
  options.lenient = 1;
  assert_int_equal(rg_model_parse(&model, text, strlen(text), &options, NULL), RG_OK);
  assert_int_equal(model->nnotice, 1);
  rg_model_free(model);
}

/* --- real robots ------------------------------------------------------------------------------ */

#ifdef RIGOR_SHARED_DATA

/* sum of the numbers behind `<mass value="`, with any blanks in between */
static double mass_in_text(const char *path) {
  FILE *file = fopen(path, "rb");
  if (!file) return -1;
  char *text = calloc(1, 1 << 20);
  size_t size = fread(text, 1, (1 << 20) - 1, file);
  double sum = 0;
  fclose(file);
  text[size] = '\0';
  for (char *at = strstr(text, "<mass"); at; at = strstr(at + 1, "<mass"))
    sum += strtod(strchr(at, '"') + 1, NULL);
  free(text);
  return sum;
}

static void real_robots(void **state) {
  (void)state;
  static const struct {
    const char *path;
    int nv, bodies, geoms;
  } robots[] = {
      {"double_pendulum_description/urdf/double_pendulum.urdf", 2, 4, 6},
      {"double_pendulum_description/urdf/double_pendulum_continuous.urdf", 2, 4, 6},
      {"double_pendulum_description/urdf/double_pendulum_simple.urdf", 2, 5, 6},
      {"simple_humanoid_description/urdf/simple_humanoid.urdf", 29, 32, 2},
      {"simple_humanoid_description/urdf/simple_humanoid_classical.urdf", 29, 32, 0},
  };
  for (size_t i = 0; i < sizeof robots / sizeof *robots; i++) {
    char path[1024], buffer[1024];
    snprintf(path, sizeof path, "%s/models/urdf/%s", RIGOR_SHARED_DATA, robots[i].path);
    double mass = mass_in_text(path), sum = 0;
    if (mass < 0) {
      printf("%s is not there: skipped\n", path);
      continue;
    }
    rg_model *model = NULL;
    rg_error error;
    if (rg_model_load(&model, path, NULL, &error) != RG_OK)
      printf("%s\n", rg_error_text(&error, buffer, sizeof buffer));
    assert_non_null(model);
    assert_int_equal(model->nv, robots[i].nv);
    assert_int_equal(model->nbody, robots[i].bodies);
    assert_int_equal(model->ngeom, robots[i].geoms);
    for (int b = 0; b < model->nbody; b++) sum += model->body_mass[b];
    assert_true(fabs(sum - mass) < 1e-12 * mass);

    /* it falls, and all numbers are finite */
    rg_data *data = rg_data_new(model);
    assert_non_null(data);
    rg_forward(model, data);
    for (int k = 0; k < model->nv; k++) assert_true(isfinite(data->qacc_smooth[k]));
    rg_data_free(data);
    rg_model_free(model);
  }
}

#else

static void real_robots(void **state) {
  (void)state;
  printf("no shared data: skipped\n");
  skip();
}

#endif

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_joint), cmocka_unit_test(floating_base),
                                     cmocka_unit_test(shapes_have_half_sizes),
                                     cmocka_unit_test(mistakes), cmocka_unit_test(real_robots)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
