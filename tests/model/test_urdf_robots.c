/* URDF beside closed forms and beside MuJoCo's own URDF reader; files, extensions, failures. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "record/scratch.h"

#include <rigor/dynamics.h>
#include <rigor/model.h>
#include <rigor/step.h>

#include <math.h>

#define BODY                                                                                       \
  "<inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/>"          \
  "</inertial>"
#define LINK(name) "<link name='" name "'>" BODY "</link>"
#define ENDS(a, b) "<parent link='" a "'/><child link='" b "'/>"

static rg_model *load(const char *path, const rg_load_options *options) {
  rg_model *model;
  rg_error error;
  char text[1024];
  if (rg_model_load(&model, path, options, &error) != RG_OK)
    fail_msg("%s", rg_error_text(&error, text, sizeof text));
  return model;
}

static rg_model *parse(const char *text, int lenient) {
  rg_load_options options = {.lenient = lenient};
  return load(scratch_text("robot.urdf", text), &options);
}

static int notices_with(const rg_model *model, const char *word) {
  int count = 0;
  for (int i = 0; i < model->nnotice; i++) count += strstr(model->notice[i], word) != NULL;
  return count;
}

/* --- closed form ------------------------------------------------------------------------------- */

/* two links in a vertical plane, hinges along y: with m, l, c (centre) and I (about it),
     M11 = I1 + I2 + m1 c1^2 + m2 (l1^2 + c2^2 + 2 l1 c2 cos q2),  M12 = I2 + m2 (c2^2 + l1 c2 cos q2),
     M22 = I2 + m2 c2^2 */
static void two_link_arm(void **state) {
  (void)state;
  const double m1 = 2, m2 = 3, l1 = 0.7, c1 = 0.3, c2 = 0.4, I1 = 0.05, I2 = 0.08;
  rg_model *model =
      parse("<robot name='arm'><link name='base'/>"
            "<link name='upper'><inertial><origin xyz='0.3 0 0' rpy='0 0 0.4'/><mass value='2'/>"
            "<inertia ixx='0.05' iyy='0.05' izz='0.05' ixy='0' ixz='0' iyz='0'/></inertial></link>"
            "<link name='lower'><inertial><origin xyz='0.4 0 0'/><mass value='3'/>"
            "<inertia ixx='0.06' iyy='0.08' izz='0.07' ixy='0' ixz='0' iyz='0'/></inertial></link>"
            "<joint name='shoulder' type='continuous'>" ENDS(
                "base", "upper") "<axis xyz='0 -1 0'/></joint>"
                                 "<joint name='elbow' type='revolute'>" ENDS(
                                     "upper",
                                     "lower") "<origin xyz='0.7 0 0'/><axis xyz='0 -3 0'/><limit "
                                              "lower='-2' upper='2' effort='5'/></joint>"
                                              "</robot>",
            0);
  rg_data *data = rg_data_new(model);
  assert_int_equal(model->nv, 2);
  data->qpos[0] = 0.3;
  data->qpos[1] = -0.9;
  rg_forward(model, data);
  double M[4], cosine = cos(-0.9), g = 9.81;
  rg_mass_dense(model, data, M);
  double M12 = I2 + m2 * (c2 * c2 + l1 * c2 * cosine);
  double M11 = I1 + I2 + m1 * c1 * c1 + m2 * (l1 * l1 + c2 * c2 + 2 * l1 * c2 * cosine);
  assert_true(fabs(M[0] - M11) < 1e-12);
  assert_true(fabs(M[1] - M12) < 1e-12 && fabs(M[2] - M12) < 1e-12);
  assert_true(fabs(M[3] - (I2 + m2 * c2 * c2)) < 1e-12);
  // at rest the bias is the weight: g (m c cos) with angles measured upwards
  double elbow = m2 * g * c2 * cos(0.3 - 0.9),
         shoulder = (m1 * c1 + m2 * l1) * g * cos(0.3) + elbow;
  assert_true(fabs(data->qfrc_bias[0] - shoulder) < 1e-12);
  assert_true(fabs(data->qfrc_bias[1] - elbow) < 1e-12);
  assert_int_equal(model->joint_forcelimited[0], 0);
  assert_int_equal(model->joint_forcelimited[1], 1);
  assert_true(model->joint_forcerange[2] == -5 && model->joint_forcerange[3] == 5);
  rg_data_free(data);
  rg_model_free(model);
}

/* an inertia in a turned frame: the same body, described in two ways */
static void turned_inertia(void **state) {
  (void)state;
  // about z by 90 degrees: xx and yy change places
  rg_model *model = parse("<robot name='r'><link name='a'><inertial>"
                          "<origin rpy='0 0 1.5707963267948966'/><mass value='1'/>"
                          "<inertia ixx='2' iyy='3' izz='4' ixy='0' ixz='0' iyz='0'/></inertial>"
                          "</link></robot>",
                          0);
  const double *I = model->body_inertia + 3, *q = model->body_iquat + 4;
  // R diag(I) R' e_x = 3 e_x
  double x = 0, axis[3][3] = {{1 - 2 * (q[2] * q[2] + q[3] * q[3]), 2 * (q[1] * q[2] - q[0] * q[3]),
                               2 * (q[1] * q[3] + q[0] * q[2])}};
  for (int k = 0; k < 3; k++) x += axis[0][k] * I[k] * axis[0][k];
  assert_true(fabs(x - 3) < 1e-12);
  rg_model_free(model);
}

/* --- the world, extensions --------------------------------------------------------------------- */

static void root_called_world(void **state) {
  (void)state;
  rg_model *model = parse(
      "<robot name='r'><link name='world'><collision name='floor'><geometry>"
      "<box size='2 2 1'/></geometry></collision></link>" LINK(
          "a") "<joint name='j' type='floating'>" ENDS("world",
                                                       "a") "<origin xyz='0 0 3'/></joint></robot>",
      0);
  assert_int_equal(model->nbody, 2);
  assert_int_equal(model->joint_type[0], RG_JOINT_FREE);
  assert_true(model->qpos0[2] == 3);
  assert_int_equal(rg_model_find(model, RG_OBJECT_GEOM, "floor"), 0);
  assert_int_equal(model->geom_body[0], 0);
  rg_model_free(model);
}

static void extensions_are_mentioned_once(void **state) {
  (void)state;
  rg_model *model = parse(
      "<robot name='r' xmlns:xacro='x'><material name='m'/>"
      "<link name='a'><visual/><visual/></link><link name='b'><visual/></link>"
      "<joint name='j' type='fixed'>" ENDS(
          "a", "b") "</joint>"
                    "<transmission name='t'/><transmission name='u'/><gazebo><plugin/></gazebo>"
                    "<ros2_control/><mujoco/><drake:thing/></robot>",
      0);
  static const char *const words[] = {"<visual>",       "<transmission>", "<plugin>",
                                      "<ros2_control>", "<mujoco>",       "<drake:thing>"};
  for (int k = 0; k < 6; k++) assert_int_equal(notices_with(model, words[k]), 1);
  assert_int_equal(model->nnotice, 6);
  rg_model_free(model);
}

/* --- what Gazebo adds -------------------------------------------------------------------------- */

/* A block on a slope of friction 1 slides as its own coefficient says: a = g (sin - mu cos). */
static void friction_of_gazebo(void **state) {
  (void)state;
  static const struct {
    const char *words;
    double mu;
  } cases[] = {{"<mu1>0.2</mu1><mu2>0.2</mu2>", 0.2},
               {"<mu1>0.3</mu1><mu2>0.1</mu2>", 0.1},
               {"<mu1>0.15</mu1>", 0.15},
               {"<mu2 value='0.25'/>", 0.25},
               {"<mu1>0.4</mu1><mu2>0.4</mu2><mu1>0.05</mu1>", 0.05}};
  const double angle = 0.5, g = 9.81, t = 0.2;
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    char text[2048];
    snprintf(text, sizeof text,
             "<robot name='r'><link name='world'><collision><origin xyz='0 0 0' rpy='0 0.5 0'/>"
             "<geometry><box size='20 20 2'/></geometry></collision></link>"
             "<link name='block'>" BODY "<collision><geometry><box size='0.4 0.4 0.2'/></geometry>"
             "</collision></link><joint name='j' type='floating'>" ENDS(
                 "world", "block") "<origin xyz='%.17g 0 %.17g' rpy='0 0.5 0'/></joint>"
                                   "<gazebo "
                                   "reference='block'><material>Gazebo/Red</material><kp>1e6</"
                                   "kp>%s</gazebo></robot>",
             1.1 * sin(angle), 1.1 * cos(angle), cases[k].words);
    rg_model *model = parse(text, 0);
    assert_int_equal(notices_with(model, "<kp>: of <gazebo>"), 1);
    assert_int_equal(notices_with(model, "<material>: of <gazebo>"), 1);
    assert_int_equal(notices_with(model, "mu1 differs from mu2"), k == 1 || k == 4);
    rg_sim *sim;
    rg_sim_options options = rg_sim_options_default();
    assert_int_equal(rg_sim_new(&sim, model, &options, NULL), RG_OK);
    int steps = (int)lround(t / model->option.timestep);
    for (int n = 0; n < steps; n++) assert_int_equal(rg_step(sim), RG_SOLVED);
    const double *v = rg_sim_data(sim)->qvel;
    double expected = g * (sin(angle) - cases[k].mu * cos(angle)) * t;
    if (!(fabs(hypot(v[0], v[2]) - expected) < 1e-9))
      fail_msg("%s: %.17g, not %.17g", cases[k].words, hypot(v[0], v[2]), expected);
    rg_sim_free(sim);
    rg_model_free(model);
  }
}

/* of two surfaces the smaller, and what nobody described has 1: all pairs of these, and each with a stranger */
static void smaller_friction_of_gazebo(void **state) {
  (void)state;
  static const double mu[] = {1, 0.3, 1.7, 0.3, 0, 2.5, 0.9};
  enum { N = sizeof mu / sizeof *mu };
  char text[4096];
  int n = snprintf(text, sizeof text, "<robot name='r'><link name='l0'/>");
  for (int i = 0; i < N; i++) {
    n += snprintf(text + n, sizeof text - (size_t)n,
                  "<link name='b%d'>" BODY "<collision><geometry><sphere radius='1'/></geometry>"
                  "</collision></link><joint name='j%d' type='floating'><parent link='l0'/>"
                  "<child link='b%d'/></joint>",
                  i, i, i);
    if (i)
      n += snprintf(text + n, sizeof text - (size_t)n,
                    "<gazebo reference='b%d'><mu1>%g</mu1><mu2>%g</mu2></gazebo>", i, mu[i], mu[i]);
  }
  snprintf(text + n, sizeof text - (size_t)n, "</robot>");
  rg_model *model = parse(text, 0);
  for (int a = 0; a < N; a++)
    for (int b = 0; b < N; b++) {
      int rank = model->geom_priority[a] - model->geom_priority[b];
      double one = model->geom_friction[3 * a], two = model->geom_friction[3 * b];
      double counts = rank > 0 ? one : rank < 0 ? two : fmax(one, two);
      assert_true(one == mu[a] && counts == fmin(mu[a], mu[b]));
    }
  for (int a = 0; a < N; a++) { // a surface with mu 1 and priority 0
    int rank = model->geom_priority[a];
    double counts = rank > 0 ? mu[a] : rank < 0 ? 1 : fmax(mu[a], 1);
    assert_true(counts == fmin(mu[a], 1));
  }
  rg_model_free(model);
}

static void gravity_and_springs_of_gazebo(void **state) {
  (void)state;
  rg_model *model = parse(
      "<robot name='r'>" LINK("a") LINK("b") LINK("c") "<joint name='j' type='continuous'>" ENDS(
          "a",
          "b") "</joint><joint name='k' type='fixed'>" ENDS("b",
                                                            "c") "</joint>"
                                                                 "<gazebo "
                                                                 "reference='b'><turnGravityOff>"
                                                                 "true</"
                                                                 "turnGravityOff><selfCollide>true<"
                                                                 "/selfCollide>"
                                                                 "</gazebo><gazebo "
                                                                 "reference='j'><springStiffness>7<"
                                                                 "/springStiffness><"
                                                                 "springReference>0.5"
                                                                 "</"
                                                                 "springReference><"
                                                                 "implicitSpringDamper>1</"
                                                                 "implicitSpringDamper></gazebo>"
                                                                 "<gazebo "
                                                                 "reference='c'><gravity>0</"
                                                                 "gravity><minDepth>0.001</"
                                                                 "minDepth></gazebo>"
                                                                 "<gazebo "
                                                                 "reference='nobody'><mu1>0.1</"
                                                                 "mu1></gazebo>"
                                                                 "<gazebo><static>true</static></"
                                                                 "gazebo></robot>",
      0);
  assert_true(model->joint_stiffness[0] == 7 && model->qpos_spring[0] == 0.5);
  assert_true(model->body_gravcomp[2] == 1 && model->body_gravcomp[3] == 1);
  assert_true(model->body_gravcomp[1] == 0);
  static const char *const words[] = {"<selfCollide>: of <gazebo>", "<implicitSpringDamper>",
                                      "<minDepth>", "no link and no joint", "<static>"};
  for (size_t k = 0; k < 5; k++) assert_int_equal(notices_with(model, words[k]), 1);
  rg_model_free(model);
}

/* --- what is only seen ------------------------------------------------------------------------- */

static void visuals(void **state) {
  (void)state;
  rg_model *model = parse(
      "<robot name='r'><material name='blue'><color rgba='0 0 1 0.5'/></material>"
      "<link name='a'>" BODY "<visual><origin xyz='1 2 3'/><geometry><box size='2 4 6'/></geometry>"
      "<material name='blue'/></visual><visual><geometry><sphere radius='0.5'/></geometry>"
      "<material name='own'><color rgba='1 0 0 1'/></material></visual>"
      "<collision name='c'><geometry><box size='2 2 2'/></geometry></collision></link>"
      "<link name='b'>" BODY
      "<collision><geometry><sphere radius='1'/></geometry></collision></link>"
      "<link name='c'>" BODY
      "<visual name='v'><geometry><cylinder radius='1' length='3'/></geometry>"
      "<material name='own'/></visual><visual><geometry><teapot/></geometry></visual>"
      "<visual><geometry><mesh filename='package://p/gone.stl'/></geometry></visual>"
      "<visual><geometry><mesh filename='what.blend'/></geometry></visual>"
      "<visual><geometry><sphere radius='0'/></geometry><material name='lost'/></visual></link>"
      "<joint name='j' type='continuous'>" ENDS("a", "b") "</joint>"
                                                          "<joint name='k' type='continuous'>" ENDS(
                                                              "b", "c") "</joint></robot>",
      0);
  static const int touches[5] = {1, 0, 0, 1, 0}, group[5] = {3, 2, 2, 0, 2};
  static const float colour[5][4] = {
      {0.5f, 0.5f, 0.5f, 1}, {0, 0, 1, 0.5f}, {1, 0, 0, 1}, {0.5f, 0.5f, 0.5f, 1}, {1, 0, 0, 1}};
  assert_int_equal(model->ngeom, 5);
  for (int g = 0; g < 5; g++) {
    assert_int_equal(model->geom_contype[g], touches[g]);
    assert_int_equal(model->geom_conaffinity[g], touches[g]);
    assert_int_equal(model->geom_group[g], group[g]);
    for (int k = 0; k < 4; k++) assert_true(model->geom_rgba[4 * g + k] == colour[g][k]);
  }
  assert_true(model->geom_pos[3] == 1 && model->geom_size[3 + 2] == 3);
  for (int b = 1; b <= 3; b++) assert_true(model->body_mass[b] == 1);
  static const char *const words[] = {"<teapot>", "gone.stl", "2 visuals are not shown",
                                      "without extent", "<material>: nowhere"};
  for (size_t k = 0; k < 5; k++) assert_int_equal(notices_with(model, words[k]), 1);
  rg_model_free(model);
}

/* A mesh that is seen and cannot be read is left out, and what it hides is shown; one that touches is an error. */
static void broken_visuals(void **state) {
  (void)state;
  scratch_text("broken.obj", "v 0 0 0\nv 1 0\n");
  static const char *const form =
      "<robot name='r'><link name='a'><visual><geometry><mesh filename='broken.obj'/></geometry>"
      "</visual><collision><geometry>%s</geometry></collision></link></robot>";
  char text[1024];
  snprintf(text, sizeof text, form, "<sphere radius='1'/>");
  rg_model *model = parse(text, 0);
  assert_int_equal(model->ngeom, 1);
  assert_int_equal(model->nmesh, 0);
  assert_int_equal(model->geom_group[0], 0);
  assert_int_equal(notices_with(model, "not shown"), 1);
  rg_model_free(model);
  snprintf(text, sizeof text, form, "<mesh filename='broken.obj'/>");
  rg_error error;
  assert_int_equal(rg_model_load(&model, scratch_text("bad.urdf", text), NULL, &error),
                   RG_BAD_INPUT);
  assert_non_null(strstr(error.reason, "three numbers"));
}

/* two shapes of one name: the first keeps it */
static void equal_collision_names(void **state) {
  (void)state;
  rg_model *model =
      parse("<robot name='r'><link name='a'>"
            "<collision name='c'><geometry><sphere radius='1'/></geometry></collision>"
            "<collision name='c'><geometry><sphere radius='2'/></geometry></collision>"
            "</link></robot>",
            0);
  assert_int_equal(model->ngeom, 2);
  assert_string_equal(model->geom_name[0], "c");
  assert_string_equal(model->geom_name[1], "");
  rg_model_free(model);
}

/* --- failures ---------------------------------------------------------------------------------- */

static void assert_bad(const char *text, int line, int column, const char *word, int lenient) {
  rg_model *model = NULL;
  rg_error error;
  rg_load_options options = {.lenient = lenient};
  rg_status status = rg_model_load(&model, scratch_text("bad.urdf", text), &options, &error);
  if (status == RG_OK || error.line != line || error.column != column ||
      !strstr(error.reason, word) || !strstr(error.file, "bad.urdf"))
    fail_msg("expected %d:%d %s, got %d:%d %s: %s", line, column, word, error.line, error.column,
             error.element, error.reason);
  assert_null(model);
}

#define PAIR "<robot name='r'>" LINK("a") LINK("b") "\n"

static void failures(void **state) {
  (void)state;
  for (int lenient = 0; lenient < 2; lenient++) {
    assert_bad("<robot name='r'>\n <xacro:include filename='x'/></robot>", 2, 2, "xacro", lenient);
    assert_bad("<robot name='r'><link name='a'>\n<xacro:box/></link></robot>", 2, 1, "xacro",
               lenient);
    assert_bad(PAIR "<joint name='j' type='revolute'>" ENDS(
                   "a", "b") "<limit lower='1' upper='nan'/></joint></robot>",
               2, 85, "finite", lenient);
    assert_bad(PAIR "<joint name='j' type='revolute'>" ENDS(
                   "a", "b") "<limit lower='2' upper='1'/></joint></robot>",
               2, 75, "above", lenient);
    assert_bad(PAIR "<joint name='j' type='fixed'>" ENDS(
                   "a", "b") "</joint>\n"
                             "<joint name='j' type='fixed'>" ENDS("a", "b") "</joint></robot>",
               3, 8, "second joint", lenient);
    assert_bad(PAIR "<joint name='j' type='continuous'>" ENDS(
                   "a", "b") "\n<mimic joint='k'/></joint></robot>",
               3, 8, "no joint 'k'", lenient);
    assert_bad(PAIR "<joint name='j' type='continuous'>" ENDS(
                   "a", "b") "\n<mimic joint='j'/></joint></robot>",
               3, 8, "itself", lenient);
    assert_bad("<robot name='r'><link name='a'>\n" BODY "\n" BODY "</link></robot>", 3, 1, "twice",
               lenient);
    assert_bad("<robot name='r'><link name='a'><collision><geometry>\n<mesh "
               "filename='$(find x)/a.stl'/></geometry></collision></link></robot>",
               2, 7, "xacro", lenient);
    assert_bad("<robot name='r'><link name='a'/>\n<link name='b'/><joint name='j' "
               "type='continuous'>" ENDS("a", "b") "</joint></robot>",
               2, 17, "mass", lenient);
    assert_bad("<robot name='r'><link name='a'></robot>", 1, 34, "mismatched", lenient);
  }
  // what lenient lets pass
  static const char *const odd[] = {
      PAIR "<joint name='j' type='revolute'>" ENDS("a", "b") "</joint></robot>",
      PAIR "<joint name='j' type='revolute'>" ENDS(
          "a", "b") "<limit lower='1' upper='1'/></joint></robot>",
      PAIR "<joint name='j' type='revolute'>" ENDS(
          "a", "b") "<limit lwoer='-1' upper='1'/></joint></robot>",
      PAIR "<joint name='j' type='fixed'>" ENDS("a", "b") "<teapot/></joint></robot>",
      "<robot name='r'>" LINK(
          "a") "<link name='b'><collision><geometry><mesh filename='b.ply'/>"
               "</geometry></collision></link><joint name='j' type='fixed'>" ENDS(
                   "a", "b") "</joint></robot>"};
  for (size_t k = 0; k < sizeof odd / sizeof odd[0]; k++) {
    rg_model *model = NULL;
    assert_int_equal(rg_model_parse(&model, odd[k], strlen(odd[k]), NULL, NULL), RG_BAD_INPUT);
    model = parse(odd[k], 1);
    assert_int_equal(model->nnotice, 1);
    rg_model_free(model);
  }
}

/* --- meshes ------------------------------------------------------------------------------------ */

/* the unit corner, and where the file of a robot may name it */
static const char corner[] =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

static double extent_of(const char *filename, const char *more, const rg_load_options *options) {
  char text[1024];
  snprintf(text, sizeof text,
           "<robot name='r'><link name='a'><collision><geometry><mesh filename='%s' %s/>"
           "</geometry></collision></link></robot>",
           filename, more);
  rg_model *model = load(scratch_text("pkg/urdf/r.urdf", text), options);
  assert_int_equal(model->nmesh, 1);
  // the longest distance between vertices does not depend on the frame
  double longest = 0;
  for (int i = 0; i < model->mesh_nvertex[0]; i++)
    for (int j = 0; j < i; j++) {
      const double *a = model->vertex + 3 * i, *b = model->vertex + 3 * j;
      longest = fmax(longest, hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]));
    }
  rg_model_free(model);
  return longest;
}

static void mesh_files(void **state) {
  (void)state;
  char command[512], name[512], root[256];
  snprintf(command, sizeof command, "mkdir -p %s/pkg/urdf %s/pkg/meshes", scratch_folder,
           scratch_folder);
  assert_int_equal(system(command), 0);
  scratch_text("pkg/meshes/corner.obj", corner);
  snprintf(name, sizeof name, "file://%s/pkg/meshes/corner.obj", scratch_folder);
  double expected = sqrt(2);
  assert_true(fabs(extent_of(name, "", NULL) - expected) < 1e-12);
  assert_true(fabs(extent_of(name + 7, "", NULL) - expected) < 1e-12);
  assert_true(fabs(extent_of("../meshes/corner.obj", "", NULL) - expected) < 1e-12);
  assert_true(fabs(extent_of("package://pkg/meshes/corner.obj", "", NULL) - expected) < 1e-12);
  assert_true(fabs(extent_of("package://other/pkg/meshes/corner.obj", "", NULL) - expected) <
              1e-12);
  assert_true(fabs(extent_of("../meshes/corner.obj", "scale='3 0.1 4'", NULL) - 5) < 1e-12);

  // given roots: above the package, and the package itself; then around the file
  snprintf(root, sizeof root, "%s/pkg", scratch_folder);
  const char *const above[] = {"/nonexistent", scratch_folder, NULL},
                    *const itself[] = {root, NULL}, *const none[] = {NULL};
  rg_load_options options = {.package_path = above};
  assert_true(extent_of("package://pkg/meshes/corner.obj", "", &options) > 1.4);
  options.package_path = itself;
  assert_true(extent_of("package://pkg/meshes/corner.obj", "", &options) > 1.4);
  options.package_path = none;
  assert_true(extent_of("package://pkg/meshes/corner.obj", "", &options) > 1.4);

  // a root comes before what lies around the file
  snprintf(command, sizeof command, "mkdir -p %s/elsewhere/pkg/meshes", scratch_folder);
  assert_int_equal(system(command), 0);
  scratch_text("elsewhere/pkg/meshes/corner.obj",
               "v 0 0 0\nv 7 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\nf 1 3 4\nf 2 3 4\n");
  snprintf(root, sizeof root, "%s/elsewhere", scratch_folder);
  options.package_path = itself;
  assert_true(extent_of("package://pkg/meshes/corner.obj", "", &options) > 7);

  // nowhere: the reason says what to do
  rg_model *model;
  rg_error error;
  const char *text = "<robot name='r'><link name='a'><collision><geometry><mesh "
                     "filename='package://nobody/x.stl'/></geometry></collision></link></robot>";
  assert_int_equal(rg_model_load(&model, scratch_text("pkg/urdf/q.urdf", text), &options, &error),
                   RG_BAD_INPUT);
  assert_non_null(strstr(error.reason, "--package-path"));
}

/* links with a joint between them do not touch, even where the upper one is fixed to the world;
   what has no joint to it does */
static void neighbours_do_not_touch(void **state) {
  (void)state;
  rg_model *model = parse(
      "<robot name='r'><link name='base'><collision><geometry><sphere radius='1'/></geometry>"
      "</collision></link><link name='a'>" BODY
      "<collision><geometry><sphere radius='1'/></geometry></collision></link><link name='b'>" BODY
      "<collision><geometry><sphere radius='1'/></geometry></collision></link>"
      "<joint name='j' type='continuous'>" ENDS(
          "base", "a") "</joint>"
                       "<joint name='k' type='continuous'>" ENDS("a", "b") "</joint></robot>",
      0);
  assert_int_equal(model->nexclude, 1);
  assert_string_equal(model->body_name[model->exclude_body1[0]], "base");
  assert_string_equal(model->body_name[model->exclude_body2[0]], "a");
  rg_model_free(model);
}

/* --- MuJoCo's own reader ----------------------------------------------------------------------- */

#ifdef RIGOR_HAVE_MUJOCO

#include <mujoco/mujoco.h>

static void compare(const char *what, const double *theirs, const double *ours, int count,
                    double tolerance) {
  for (int k = 0; k < count; k++)
    if (!(fabs(theirs[k] - ours[k]) <= tolerance * fmax(1, fabs(theirs[k]))))
      fail_msg("%s[%d]: %.17g in MuJoCo, %.17g here", what, k, theirs[k], ours[k]);
}

/* For MuJoCo: static links kept, masses as given, and no meshes, which it looks for elsewhere. */
static mjModel *read_with_mujoco(const char *path) {
  size_t size = 0;
  char reason[1000] = "", *text = scratch_load(path, &size);
  assert_non_null(text);
  // blank every <collision> ... </collision> and <visual> ... </visual> in place
  static const char *const parts[][2] = {{"<collision", "</collision>"},
                                         {"<visual", "</visual>"},
                                         {"<collision_checking", "</collision_checking>"}};
  for (int k = 2; k >= 0; k--)
    for (char *at = strstr(text, parts[k][0]); at; at = strstr(at, parts[k][0])) {
      char *end = strstr(at, parts[k][1]);
      if (!end) break;
      memset(at, ' ', (size_t)(end - at) + strlen(parts[k][1]));
    }
  char *root_end = strchr(strstr(text, "<robot"), '>') + 1;
  char *whole = malloc(size + 256);
  assert_non_null(whole);
  snprintf(whole, size + 256,
           "%.*s<mujoco><compiler fusestatic='false' inertiafromgeom='false'/>"
           "</mujoco>%s",
           (int)(root_end - text), text, root_end);
  mjModel *m = mj_loadXML(scratch_text("theirs.urdf", whole), NULL, reason, sizeof reason);
  if (!m) print_message("MuJoCo: %s: %s\n", path, reason);
  free(whole);
  free(text);
  return m;
}

static void compare_robot(const mjModel *m, const rg_model *model) {
  assert_int_equal(m->nbody, model->nbody);
  assert_int_equal(m->njnt, model->njoint);
  assert_int_equal(m->nv, model->nv);
  for (int b = 1; b < model->nbody; b++) {
    int t = mj_name2id(m, mjOBJ_BODY, model->body_name[b]);
    assert_true(t >= 0);
    assert_string_equal(mj_id2name(m, mjOBJ_BODY, m->body_parentid[t]),
                        model->body_name[model->body_parent[b]]);
    compare("pos", m->body_pos + 3 * t, model->body_pos + 3 * b, 3, 1e-12);
    compare("quat", m->body_quat + 4 * t, model->body_quat + 4 * b, 4, 1e-12);
    compare("mass", m->body_mass + t, model->body_mass + b, 1, 1e-12);
    compare("centre", m->body_ipos + 3 * t, model->body_ipos + 3 * b, 3, 1e-12);
    compare("moments", m->body_inertia + 3 * t, model->body_inertia + 3 * b, 3, 1e-9);
  }
  for (int j = 0; j < model->njoint; j++) {
    int t = mj_name2id(m, mjOBJ_JOINT, model->joint_name[j]);
    assert_true(t >= 0);
    assert_int_equal(m->jnt_type[t], model->joint_type[j]);
    compare("axis", m->jnt_axis + 3 * t, model->joint_axis + 3 * j, 3, 1e-12);
    assert_int_equal(m->jnt_limited[t], model->joint_limited[j]);
    compare("range", m->jnt_range + 2 * t, model->joint_range + 2 * j, 2, 1e-12);
    compare("damping", m->dof_damping + m->jnt_dofadr[t], model->dof_damping + model->joint_dof[j],
            1, 1e-12);
  }
}

static void beside_mujoco(void **state) {
  (void)state;
  static const char *const files[] = {
      "double_pendulum_description/urdf/double_pendulum.urdf",
      "double_pendulum_description/urdf/double_pendulum_continuous.urdf",
      "double_pendulum_description/urdf/double_pendulum_simple.urdf",
      "simple_humanoid_description/urdf/simple_humanoid.urdf",
      "simple_humanoid_description/urdf/simple_humanoid_classical.urdf"};
  int compared = 0;
  for (size_t k = 0; k < sizeof files / sizeof files[0]; k++) {
    char path[512];
    snprintf(path, sizeof path, RIGOR_SHARED_DATA "/models/urdf/%s", files[k]);
    if (access(path, R_OK) != 0) continue;
    mjModel *m = read_with_mujoco(path);
    assert_non_null(m);
    rg_model *model = load(path, NULL);
    compare_robot(m, model);
    mj_deleteModel(m);
    rg_model_free(model);
    compared++;
  }
  if (compared) return;
  print_message("no robots in " RIGOR_SHARED_DATA ": skipped\n");
  skip();
}

#else

static void beside_mujoco(void **state) {
  (void)state;
  print_message("MuJoCo is not installed: skipped\n");
  skip();
}

#endif

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(two_link_arm),
                                     cmocka_unit_test(turned_inertia),
                                     cmocka_unit_test(root_called_world),
                                     cmocka_unit_test(extensions_are_mentioned_once),
                                     cmocka_unit_test(friction_of_gazebo),
                                     cmocka_unit_test(smaller_friction_of_gazebo),
                                     cmocka_unit_test(gravity_and_springs_of_gazebo),
                                     cmocka_unit_test(visuals),
                                     cmocka_unit_test(broken_visuals),
                                     cmocka_unit_test(equal_collision_names),
                                     cmocka_unit_test(failures),
                                     cmocka_unit_test(mesh_files),
                                     cmocka_unit_test(neighbours_do_not_touch),
                                     cmocka_unit_test(beside_mujoco)};
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
