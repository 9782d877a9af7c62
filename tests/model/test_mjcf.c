/* MJCF: what each element means, compared with numbers worked out by hand; every model file that is
   at hand loads or is refused for a known reason; saving and loading gives the same model. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/same_model.h"
#include "record/scratch.h"

#include <rigor/looks.h>
#include <rigor/model.h>

#include <stdlib.h>

static const double half_turn_root = 0.70710678118654752440; /* sqrt(1/2) */
static const double pi = 3.14159265358979323846;

/* the model between <mujoco> and </mujoco> */
static rg_model *model_of(const char *inside) {
  static char text[16384];
  snprintf(text, sizeof text, "<mujoco>%s</mujoco>", inside);
  rg_model *model = NULL;
  rg_error error;
  char message[1024];
  if (rg_model_parse(&model, text, strlen(text), NULL, &error) != RG_OK)
    fail_msg("%s", rg_error_text(&error, message, sizeof message));
  return model;
}

/* the same inside one body with mass */
static rg_model *body_with(const char *before, const char *inside) {
  static char text[8192];
  snprintf(text, sizeof text,
           "%s<worldbody><body name='b'>%s<inertial mass='1' diaginertia='1 1 1'/></body>"
           "</worldbody>",
           before, inside);
  return model_of(text);
}

static void assert_reals(const double *actual, const double *expected, int count) {
  for (int k = 0; k < count; k++)
    if (!(fabs(actual[k] - expected[k]) < 1e-14))
      fail_msg("number %d: %.17g instead of %.17g", k, actual[k], expected[k]);
}

#define ASSERT_REALS(actual, ...)                                                                  \
  do {                                                                                             \
    const double expected_[] = {__VA_ARGS__};                                                      \
    assert_reals((actual), expected_, (int)(sizeof expected_ / sizeof expected_[0]));              \
  } while (0)

/* --- orientation --------------------------------------------------------------------------------- */

static void assert_turn(const char *compiler, const char *orientation, const double quat[4]) {
  char geom[256];
  snprintf(geom, sizeof geom, "<geom size='1' %s/>", orientation);
  rg_model *model = body_with(compiler, geom);
  assert_reals(model->geom_quat, quat, 4);
  rg_model_free(model);
}

static void orientations(void **state) {
  (void)state;
  const double h = half_turn_root;
  assert_turn("", "quat='0 0 0 2'", (double[]){0, 0, 0, 1});
  assert_turn("", "euler='90 0 0'", (double[]){h, h, 0, 0});
  assert_turn("", "axisangle='0 0 3 90'", (double[]){h, 0, 0, h});
  assert_turn("", "xyaxes='0 1 0 -5 1 0'", (double[]){h, 0, 0, h});
  assert_turn("", "zaxis='4 0 0'", (double[]){h, 0, h, 0});
  assert_turn("<compiler angle='radian'/>", "axisangle='1 0 0 3.14159265358979323846'",
              (double[]){0, 1, 0, 0});
  // q_x q_y turns about moving axes, q_y q_x about fixed ones
  assert_turn("", "euler='90 90 0'", (double[]){0.5, 0.5, 0.5, 0.5});
  assert_turn("<compiler eulerseq='XYZ'/>", "euler='90 90 0'", (double[]){0.5, 0.5, 0.5, -0.5});
  assert_turn("<compiler eulerseq='zyx'/>", "euler='90 0 0'", (double[]){h, 0, 0, h});
}

/* --- defaults ------------------------------------------------------------------------------------ */

static void default_classes(void **state) {
  (void)state;
  rg_model *model =
      body_with("<default>"
                "  <geom friction='0.1 0.2 0.3' size='7'/>"
                "  <default class='a'><geom friction='0.4' type='capsule' size='1 2'/>"
                "    <default class='aa'><geom size='3' condim='1'/></default></default>"
                "  <default class='b'><joint damping='5'/><geom margin='0.25'/></default>"
                "</default><default><geom priority='9'/></default>",
                "<geom/><geom class='a'/><geom class='aa' friction='0.9 0.8'/>"
                "<body childclass='b'><joint/><geom/><geom class='aa' type='sphere'/>"
                "  <body><geom/><joint type='slide' damping='6'/></body></body>");
  int sphere = RG_GEOM_SPHERE, capsule = RG_GEOM_CAPSULE;
  const int types[] = {sphere, capsule, capsule, sphere, sphere, sphere};
  for (int k = 0; k < 6; k++) {
    assert_int_equal(model->geom_type[k], types[k]);
    assert_int_equal(model->geom_priority[k], 9);
  }
  // fewer numbers replace only the first ones
  ASSERT_REALS(model->geom_friction, 0.1, 0.2, 0.3, 0.4, 0.2, 0.3, 0.9, 0.8, 0.3, 0.1, 0.2, 0.3);
  ASSERT_REALS(model->geom_size, 7, 0, 0, 1, 2, 0, 3, 2, 0, 7, 0, 0, 3, 0, 0, 7, 0, 0);
  ASSERT_REALS(model->geom_margin, 0, 0, 0, 0.25, 0, 0.25);
  assert_int_equal(model->geom_condim[2], 1);
  assert_int_equal(model->geom_condim[3], 3);
  ASSERT_REALS(model->dof_damping, 5, 6);
  rg_model_free(model);
}

/* a free joint takes the defaults of <joint>, a <freejoint> takes none */
static void free_joints(void **state) {
  (void)state;
  const char *defaults = "<default><joint armature='3' damping='2'/></default>";
  rg_model *model = body_with(defaults, "<joint type='free'/>");
  ASSERT_REALS(model->dof_armature, 3, 3, 3, 3, 3, 3);
  rg_model_free(model);
  model = body_with(defaults, "<freejoint name='f'/>");
  ASSERT_REALS(model->dof_armature, 0, 0, 0, 0, 0, 0);
  assert_int_equal(rg_model_find(model, RG_OBJECT_JOINT, "f"), 0);
  rg_model_free(model);
}

/* --- bodies --------------------------------------------------------------------------------------- */

static void joints(void **state) {
  (void)state;
  rg_model *model = body_with("", "<joint range='-90 45' ref='30' springref='60' axis='0 0 2'/>"
                                  "<joint type='slide' range='-90 45' ref='30'/>"
                                  "<joint limited='false' range='0 1'/>"
                                  "<joint type='ball' range='0 180'/>");
  ASSERT_REALS(model->joint_range, -pi / 2, pi / 4, -90, 45, 0, pi / 180, 0, pi);
  ASSERT_REALS(model->qpos0, pi / 6, 30, 0, 1, 0, 0, 0);
  ASSERT_REALS(model->qpos_spring, pi / 3, 0);
  ASSERT_REALS(model->joint_axis, 0, 0, 1);
  const int limited[] = {1, 1, 0, 1};
  for (int k = 0; k < 4; k++) assert_int_equal(model->joint_limited[k], limited[k]);
  assert_int_equal(model->nq, 7);
  assert_int_equal(model->nv, 6);
  rg_model_free(model);
}

static void segments(void **state) {
  (void)state;
  rg_model *model = body_with("", "<geom type='capsule' size='0.1' fromto='0 0 0 0 0 2'/>"
                                  "<geom type='box' size='0.1' fromto='1 0 0 -1 0 0'/>");
  // halfway, z from the second point to the first; half the length is the last size
  ASSERT_REALS(model->geom_pos, 0, 0, 1, 0, 0, 0);
  ASSERT_REALS(model->geom_size, 0.1, 1, 0, 0.1, 0.1, 1);
  ASSERT_REALS(model->geom_quat + 4, half_turn_root, 0, half_turn_root, 0);
  rg_model_free(model);
}

/* frame: turned by 90 degrees about z and moved; everything inside follows */
static void frames(void **state) {
  (void)state;
  rg_model *model =
      body_with("", "<frame pos='1 2 3' euler='0 0 90'>"
                    "<joint pos='1 0 0' axis='1 0 0'/><geom size='1' pos='1 0 0'/>"
                    "<site name='s' pos='0 1 0'/>"
                    "<frame pos='1 0 0'><body pos='1 0 0'><geom size='1'/></body></frame></frame>");
  ASSERT_REALS(model->joint_pos, 1, 3, 3);
  ASSERT_REALS(model->joint_axis, 0, 1, 0);
  ASSERT_REALS(model->geom_pos, 1, 3, 3);
  ASSERT_REALS(model->geom_quat, half_turn_root, 0, 0, half_turn_root);
  ASSERT_REALS(model->site_pos, 0, 2, 3);
  ASSERT_REALS(model->body_pos + 6, 1, 4, 3);
  ASSERT_REALS(model->body_quat + 8, half_turn_root, 0, 0, half_turn_root);
  rg_model_free(model);
}

/* copies on a circle: each turned by 90 degrees and moved by the turned offset */
static void replicates(void **state) {
  (void)state;
  rg_model *model =
      model_of("<worldbody><replicate count='4' euler='0 0 90' offset='1 0 0' sep='-'>"
               "<replicate count='10' offset='0 0 1'>"
               "<body name='b' pos='2 0 0'><geom size='1'/></body></replicate>"
               "</replicate></worldbody>");
  assert_int_equal(model->nbody, 41);
  assert_string_equal(model->body_name[1], "b00-0");
  assert_string_equal(model->body_name[40], "b09-3");
  const double expected[4][3] = {{2, 0, 0}, {1, 2, 0}, {-1, 1, 0}, {0, -1, 0}};
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 10; k++) {
      const double *pos = model->body_pos + 3 * (1 + 10 * i + k);
      ASSERT_REALS(pos, expected[i][0], expected[i][1], k);
    }
  rg_model_free(model);
}

static void inertias(void **state) {
  (void)state;
  rg_model *model =
      model_of("<compiler inertiagrouprange='0 1' settotalmass='-1'/><worldbody><body>"
               "<inertial mass='2' pos='1 2 3' fullinertia='3 4 5 0 0 0'/></body>"
               "<body><geom size='1' mass='7' group='1'/><geom size='9' group='2'/></body>"
               "<body gravcomp='0.5'><geom type='box' size='1 2 3' density='10'/></body>"
               "</worldbody>");
  ASSERT_REALS(model->body_mass, 0, 2, 7, 480);
  ASSERT_REALS(model->body_ipos + 3, 1, 2, 3);
  ASSERT_REALS(model->body_inertia + 6, 2.8, 2.8, 2.8);
  ASSERT_REALS(model->body_inertia + 9, 160 * 13, 160 * 10, 160 * 5);
  ASSERT_REALS(model->body_gravcomp, 0, 0, 0, 0.5);
  rg_model_free(model);
}

static void colours(void **state) {
  (void)state;
  rg_model *model = body_with("<asset><material name='red' rgba='1 0 0 1'/></asset>",
                              "<geom size='1' material='red'/>"
                              "<geom size='1' material='red' rgba='0 1 0 1'/><geom size='1'/>");
  const float expected[12] = {1, 0, 0, 1, 0, 1, 0, 1, 0.5f, 0.5f, 0.5f, 1};
  assert_memory_equal(model->geom_rgba, expected, sizeof expected);
  rg_model_free(model);
}

/* --- what refers to bodies and joints ------------------------------------------------------------- */

static void actuators(void **state) {
  (void)state;
  rg_model *model = model_of(
      "<default><position kp='30' ctrlrange='-1 1'/></default>"
      "<worldbody><body><joint name='j' range='0 180'/><geom "
      "size='1'/></body></worldbody><actuator>"
      "<motor joint='j' gear='2 3'/><position joint='j'/><position joint='j' kp='5' kv='2'/>"
      "<velocity joint='j' kv='4'/><position joint='j' inheritrange='0.5'/>"
      "<general jointinparent='j' gainprm='3' biastype='affine' biasprm='1 2 3' ctrllimited='false'"
      " forcerange='-8 8'/><general joint='j' gainprm='3' biastype='none'/></actuator>");
  assert_int_equal(model->nactuator, 7);
  // the defaults of all shortcuts are one: the general ones start from those of <position>
  ASSERT_REALS(model->actuator_gain, 1, 30, 5, 4, 30, 3, 3);
  ASSERT_REALS(model->actuator_bias, 0, 0, 0, 0, -30, 0, 0, -5, -2, 0, 0, -4, 0, -30, 0, 1, 2, 3, 0,
               0, 0);
  ASSERT_REALS(model->actuator_gear, 2, 3, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0);
  ASSERT_REALS(model->actuator_ctrlrange + 8, pi / 4, 3 * pi / 4);
  ASSERT_REALS(model->actuator_forcerange + 10, -8, 8);
  assert_int_equal(model->actuator_ctrllimited[0], 1);
  assert_int_equal(model->actuator_ctrllimited[5], 0);
  assert_int_equal(model->actuator_forcelimited[5], 1);
  rg_model_free(model);
}

#define TWO_SLIDES                                                                                 \
  "<worldbody><site name='p'/><site name='q' pos='1 0 0'/><body><joint name='a' type='slide' "     \
  "springref='3'/><geom name='box' type='box' size='1 1 1'/></body>"                               \
  "<body><joint name='b' type='hinge' ref='90'/><geom size='1'/></body>"                           \
  "<body><joint name='ball' type='ball'/><geom size='1'/></body></worldbody>"
#define ON_A "<joint joint='a' coef='2'/>"

/* classes, lengths of springs, actuators and sensors on tendons; lengths are never degrees */
static void tendons(void **state) {
  (void)state;
  rg_model *model = model_of(
      "<default><tendon damping='4' width='1'/><default class='c'><tendon range='-1 2'/></default>"
      "</default>" TWO_SLIDES "<tendon><fixed name='t' class='c' stiffness='5' margin='.1' "
      "frictionloss='7'>" ON_A "<joint joint='b' coef='-1'/></fixed>"
      "<fixed name='u' limited='false' range='3 4' springlength='.5'>" ON_A "</fixed>"
      "<fixed springlength='-2 -1'>" ON_A ON_A "</fixed></tendon>"
      "<actuator><motor joint='a'/><position tendon='u' kp='3' inheritrange='1'/></actuator>"
      "<sensor><tendonvel tendon='u'/><tendonpos tendon='t'/></sensor>");
  assert_int_equal(model->ntendon, 3);
  assert_int_equal(model->ntendonjoint, 5);
  assert_int_equal(model->tendon_start[1], 2);
  assert_int_equal(model->tendon_count[2], 2);
  assert_int_equal(model->tendon_joint[1], 1);
  ASSERT_REALS(model->tendon_coef, 2, -1, 2, 2, 2);
  ASSERT_REALS(model->tendon_range, -1, 2, 3, 4, 0, 0);
  ASSERT_REALS(model->tendon_stiffness, 5, 0, 0);
  ASSERT_REALS(model->tendon_damping, 4, 4, 4);
  ASSERT_REALS(model->tendon_margin, .1, 0, 0);
  ASSERT_REALS(model->tendon_frictionloss, 7, 0, 0);
  // springref of b is 0 degrees: it rests at 0, not at its reference
  ASSERT_REALS(model->tendon_springlength, 6, 6, .5, .5, -2, -1);
  const int limited[] = {1, 0, 0};
  assert_memory_equal(model->tendon_limited, limited, sizeof limited);
  assert_int_equal(model->actuator_tendon[0], -1);
  assert_int_equal(model->actuator_joint[1], -1);
  assert_int_equal(model->actuator_tendon[1], 1);
  ASSERT_REALS(model->actuator_ctrlrange + 2, 3, 4);
  assert_int_equal(model->sensor_object_type[0], RG_OBJECT_TENDON);
  assert_int_equal(model->sensor_object[0], 1);
  assert_int_equal(rg_model_find(model, RG_OBJECT_TENDON, "u"), 1);
  rg_model_free(model);
}

static void tendon_faults(void **state) {
  (void)state;
  static const struct {
    const char *tendon, *reason;
  } cases[] = {
      {"<fixed name='t'/>", "no joints"},
      {"<fixed><joint joint='no' coef='1'/></fixed>", "no joint 'no'"},
      {"<fixed><joint joint='ball' coef='1'/></fixed>", "neither hinge nor slide"},
      {"<fixed><joint joint='a'/></fixed>", "'coef' is missing"},
      {"<fixed><site site='a'/></fixed>", "no element of this name"},
      {"<fixed limited='true'>" ON_A "</fixed>", "range"},
      {"<fixed springlength='2 1'>" ON_A "</fixed>", "springlength"},
      {"<fixed frictionloss='-1'>" ON_A "</fixed>", "frictionloss"},
      {"<fixed name='t'>" ON_A "</fixed><fixed name='t'>" ON_A "</fixed>", "has this name"},
      {"<fixed name='x'>" ON_A "</fixed></tendon><actuator><motor tendon='t'/></actuator><tendon>",
       "no tendon"},
      {"<spatial name='t'/>", "path is empty"},
      {"<spatial><site site='no'/><site site='p'/></spatial>", "no site 'no'"},
      {"<spatial><site site='p'/></spatial>", "two sites"},
      {"<spatial><site site='p'/><site site='p'/></spatial>", "follows itself"},
      {"<spatial><site site='p'/><geom geom='box'/></spatial>", "before and behind"},
      {"<spatial><site site='p'/><geom geom='box'/><site site='q'/></spatial>", "neither sphere"},
      {"<spatial><site site='p'/><site site='q'/><pulley divisor='2'/></spatial>", "ends"},
      {"<spatial><site site='p'/><site site='q'/><pulley divisor='0'/><site site='p'/><site "
       "site='q'/></spatial>",
       "divisor"},
      {"<spatial><site site='p'/><joint joint='a' coef='1'/></spatial>", "no element"},
      {"<fixed name='x'>" ON_A "</fixed></tendon><sensor><tendonpos tendon='t'/></sensor><tendon>",
       "no object 't'"},
  };
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    char text[2048];
    snprintf(text, sizeof text, "<mujoco>" TWO_SLIDES "<tendon>%s</tendon></mujoco>",
             cases[k].tendon);
    rg_model *model;
    rg_error error;
    assert_int_equal(rg_model_parse(&model, text, strlen(text), NULL, &error), RG_BAD_INPUT);
    if (!strstr(error.reason, cases[k].reason) || error.line < 1)
      fail_msg("%s: %s", cases[k].tendon, error.reason);
  }
}

static void equalities(void **state) {
  (void)state;
  rg_model *model = model_of(
      "<default><equality active='false'/></default><worldbody>"
      "<body name='a' pos='1 0 0'><joint name='x'/><geom size='1'/></body>"
      "<body name='b' pos='0 0 1' euler='0 0 90'><joint name='y'/><geom "
      "size='1'/></body></worldbody>"
      "<equality><connect body1='a' body2='b' anchor='0 1 0' active='true'/>"
      "<weld body1='a' relpose='1 2 3 0 1 0 0'/><weld body1='b' body2='a'/>"
      "<joint joint1='x' joint2='y' polycoef='0 2'/><joint joint1='x' polycoef='3'/></equality>");
  assert_int_equal(model->nequality, 5);
  assert_int_equal(model->equality_active[0], 1);
  assert_int_equal(model->equality_active[1], 0);
  // (1 1 0) in the world is (1 -1 -1) in b, which is turned by 90 degrees
  ASSERT_REALS(model->equality_data, 0, 1, 0, 1, -1, -1);
  ASSERT_REALS(model->equality_data + 11, 0, 0, 0, 1, 2, 3, 0, 1, 0, 0, 1);
  // a lies at (0 -1 -1) of b and is turned back by 90 degrees
  ASSERT_REALS(model->equality_data + 22, 0, 0, 0, 0, -1, -1, half_turn_root, 0, 0, -half_turn_root,
               1);
  ASSERT_REALS(model->equality_data + 33, 0, 2, 0, 0, 0);
  assert_int_equal(model->equality_object2[4], -1);
  rg_model_free(model);
}

/* the sites of both bodies coincide, wherever they are at qpos0; a weld turns one onto the other */
static void equality_sites(void **state) {
  (void)state;
  rg_model *model = model_of(
      "<worldbody><body name='a' pos='1 0 0'><joint/><geom size='1'/><site name='s' pos='1 2 3' "
      "euler='90 0 0'/></body><body name='b' pos='5 5 5'><joint/><geom size='1'/><site name='t' "
      "pos='4 5 6' euler='0 0 90'/></body></worldbody><equality><connect site1='s' site2='t'/>"
      "<weld site1='s' site2='t' torquescale='2'/></equality>");
  ASSERT_REALS(model->equality_data, 1, 2, 3, 4, 5, 6);
  // turned by 90 degrees about x, then by -90 about z
  ASSERT_REALS(model->equality_data + 11, 4, 5, 6, 1, 2, 3, 0.5, 0.5, 0.5, -0.5, 2);
  assert_int_equal(model->equality_object1[1], 1);
  assert_int_equal(model->equality_object2[1], 2);
  rg_model_free(model);
}

/* what refers to replicated objects is replicated with them, and what refers to that as well */
static void replicated_references(void **state) {
  (void)state;
  rg_model *model = model_of(
      "<worldbody><site name='w'/><replicate count='3' offset='1 0 0'><body name='a'><joint "
      "name='j'/><geom name='g' size='.1'/><site name='s' pos='0 0 1'/></body></replicate>"
      "</worldbody><tendon><spatial name='t'><site site='w'/><site site='s'/></spatial></tendon>"
      "<actuator><motor name='m' tendon='t'/><motor joint='j1'/></actuator><sensor>"
      "<framepos objtype='site' objname='s'/><actuatorfrc actuator='m'/></sensor>");
  assert_int_equal(model->ntendon, 3);
  assert_int_equal(model->nactuator, 4);
  assert_int_equal(model->nsensor, 6);
  assert_string_equal(model->tendon_name[2], "t2");
  assert_string_equal(model->actuator_name[2], "m2");
  for (int k = 0; k < 3; k++) {
    assert_int_equal(model->path_object[2 * k + 1], 1 + k);
    assert_int_equal(model->actuator_tendon[k], k);
    assert_int_equal(model->sensor_object[k], 1 + k);
    assert_int_equal(model->sensor_object[3 + k], k);
  }
  rg_model_free(model);
}

static void contacts(void **state) {
  (void)state;
  rg_model *model = model_of(
      "<worldbody><geom name='f' type='plane' size='0 0 1' friction='0.3'/><body name='a'>"
      "<freejoint/><geom name='g' size='1' friction='0.8' margin='0.1'/></body></worldbody>"
      "<contact><pair geom1='f' geom2='g' friction='0.5 0.6' condim='1'/><pair geom1='g' "
      "geom2='f'/>"
      "<exclude body1='world' body2='a'/></contact>");
  assert_int_equal(model->npair, 2);
  assert_int_equal(model->pair_condim[0], 1);
  assert_int_equal(model->pair_condim[1], 3);
  ASSERT_REALS(model->pair_friction, 0.5, 0.6, 0.005, 0.0001, 0.0001, 0.8, 0.8);
  ASSERT_REALS(model->pair_margin, 0.1, 0.1);
  assert_int_equal(model->exclude_body1[0], 0);
  assert_int_equal(model->exclude_body2[0], 1);
  rg_model_free(model);
}

static void records(void **state) {
  (void)state;
  rg_model *model = body_with(
      "<keyframe><key name='k' time='2' qvel='5'/><key qpos='0.5'/></keyframe>"
      "<custom><numeric name='rigor.restitution' data='0.7' size='3'/>"
      "<text name='rigor.solver' data='auto'/><tuple name='t'/></custom>"
      "<sensor><jointpos name='p' joint='j'/><framepos objtype='body' objname='b' reftype='site' "
      "refname='s'/><gyro site='s'/><user dim='1'/><clock/></sensor>",
      "<joint name='j' ref='90'/><site name='s'/>");
  assert_int_equal(model->nkey, 2);
  ASSERT_REALS(model->key_time, 2, 0);
  ASSERT_REALS(model->key_qpos, pi / 2, 0.5);
  ASSERT_REALS(model->key_qvel, 5, 0);
  const rg_setting *setting = rg_model_setting(model, "rigor.restitution");
  assert_non_null(setting);
  assert_int_equal(setting->size, 3);
  ASSERT_REALS(setting->data, 0.7, 0, 0);
  assert_string_equal(rg_model_setting(model, "rigor.solver")->text, "auto");
  // what is not measured is passed over with a notice
  assert_int_equal(model->nsensor, 4);
  assert_int_equal(model->nsensordata, 1 + 3 + 3 + 1);
  assert_int_equal(model->sensor_object_type[1], RG_OBJECT_INERTIAL);
  assert_int_equal(model->nnotice, 1);
  assert_non_null(strstr(model->notice[0], "user"));
  rg_model_free(model);
}

/* a quaternion without length turns nothing, and a notice says so */
static void zero_quaternions(void **state) {
  (void)state;
  rg_model *model =
      model_of("<worldbody><body><freejoint/><geom size='1' rgba=''/></body></worldbody>"
               "<keyframe><key name='k' qpos='1 2 3 0 0 0 0'/></keyframe>");
  ASSERT_REALS(model->key_qpos, 1, 2, 3, 1, 0, 0, 0);
  assert_int_equal(model->nnotice, 1);
  assert_non_null(strstr(model->notice[0], "key 'k'"));
  rg_model_free(model);
}

static void switches(void **state) {
  (void)state;
  const char *inside =
      "<joint name='j' range='0 9' damping='1' stiffness='2' frictionloss='3'/><geom size='1'/>";
  rg_model *model = body_with("<option timestep='0.5' gravity='1 2 3' density='4'/>", inside);
  ASSERT_REALS(model->option.gravity, 1, 2, 3);
  assert_true(model->option.timestep == 0.5 && model->option.density == 4);
  rg_model_free(model);
  model = body_with("<option><flag gravity='disable' contact='disable' limit='disable' "
                    "frictionloss='disable' passive='disable' actuation='disable'/></option>"
                    "<actuator><motor joint='j'/></actuator>",
                    inside);
  ASSERT_REALS(model->option.gravity, 0, 0, 0);
  ASSERT_REALS(model->dof_damping, 0);
  ASSERT_REALS(model->joint_stiffness, 0);
  ASSERT_REALS(model->dof_frictionloss, 0);
  ASSERT_REALS(model->actuator_gain, 0);
  assert_int_equal(model->joint_limited[0], 0);
  assert_int_equal(model->geom_contype[0] | model->geom_conaffinity[0], 0);
  rg_model_free(model);
}

/* --- includes, refusals --------------------------------------------------------------------------- */

static void includes(void **state) {
  (void)state;
  scratch_text("inner.xml",
               "<mujocoinclude><body name='in'><geom size='1'/></body></mujocoinclude>");
  scratch_text("empty.xml", "<mujocoinclude/>");
  scratch_text("robot.xml", "<mujoco><default><geom condim='1'/></default><worldbody>"
                            "<include file='inner.xml'/></worldbody></mujoco>");
  const char *path = scratch_text(
      "main.xml", "<mujoco model='m'><include file='robot.xml'/><include file='empty.xml'/>"
                  "<worldbody><body name='out'><geom size='1'/></body></worldbody></mujoco>");
  rg_model *model;
  rg_error error;
  assert_int_equal(rg_model_load(&model, path, NULL, &error), RG_OK);
  assert_int_equal(model->nbody, 3);
  assert_string_equal(model->body_name[1], "in");
  assert_string_equal(model->body_name[2], "out");
  assert_int_equal(model->geom_condim[1], 1);
  assert_string_equal(model->name, "m");
  rg_model_free(model);
}

/* what changes the physics is refused by name; a lenient reader leaves it out and says so */
static void refusals(void **state) {
  (void)state;
  static const struct {
    const char *inside, *element, *reason;
  } cases[] = {
      {"<deformable><flex/></deformable>", "flex", "deformable"},
      {"<extension><plugin plugin='x'/></extension>", "plugin", "extension"},
      {"<worldbody><geom type='sdf'/></worldbody>", "geom", "sdf"},
      {"<worldbody><composite type='cable'/></worldbody>", "composite", "not supported"},
      {"<worldbody><flexcomp name='x'/></worldbody>", "flexcomp", "not supported"},
      {"<asset><mesh name='m' builtin='wedge' params='3'/></asset>", "mesh", "let MuJoCo save"},
      {"<actuator><orientation joint='j'/></actuator>", "orientation", "three controls"},
      {"<actuator><pid joint='j'/></actuator>", "pid", "<position>"},
      {"<equality><flex flex='t'/></equality>", "flex", "not supported"},
      {"<actuator><motor tendon='t'/></actuator>", "motor", "tendon"},
      {"<actuator><motor cranksite='c'/></actuator>", "motor", "slidersite"},
      {"<actuator><general joint='j' dyntype='user'/></actuator>", "general", "dyntype"},
      {"<actuator><general joint='j' gaintype='user'/></actuator>", "general", "gaintype"},
      {"<actuator><general joint='j' dyntype='filter' actdim='2'/></actuator>", "general",
       "one state"},
      {"<worldbody><geom size='1' nonsense='1'/></worldbody>", "geom", "nonsense"},
      {"<nonsense/>", "nonsense", "no element"},
      {"<worldbody><nonsense/></worldbody>", "nonsense", "no element"},
  };
  for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
    char text[512];
    snprintf(text, sizeof text, "<mujoco>\n%s</mujoco>", cases[k].inside);
    rg_model *model;
    rg_error error;
    assert_int_equal(rg_model_parse(&model, text, strlen(text), NULL, &error), RG_BAD_INPUT);
    assert_null(model);
    if (strcmp(error.element, cases[k].element) != 0 || !strstr(error.reason, cases[k].reason) ||
        error.line != 2 || error.column < 1)
      fail_msg("%s: %d:%d: %s: %s", cases[k].inside, error.line, error.column, error.element,
               error.reason);
    rg_load_options lenient = {.lenient = 1};
    assert_int_equal(rg_model_parse(&model, text, strlen(text), &lenient, &error), RG_OK);
    assert_int_equal(model->nnotice, 1);
    rg_model_free(model);
  }
}

/* what a motor has on its side of the gear is gear^2 times that at the joint; a DC motor is gain K / R, bias -K^2 / R: the
   same models written both ways */
static void motors(void **state) {
  (void)state;
#define ARM(joint, tendon, actuators)                                                              \
  "<worldbody><body><joint name='j' axis='0 1 0' " joint                                           \
  "/><geom size='.1' pos='1 0 0'/></body></worldbody><tendon><fixed name='t' " tendon              \
  "><joint joint='j' coef='2'/></fixed></tendon><actuator>" actuators "</actuator>"
  static const char *const pairs[][2] = {
      {ARM("damping='1' armature='.5'", "",
           "<motor joint='j' gear='3' damping='.2' armature='.1'/>"),
       ARM("damping='2.8' armature='1.4'", "", "<motor joint='j' gear='3'/>")},
      {ARM("", "damping='1'", "<position tendon='t' kp='4' gear='-2' damping='.5'/>"),
       ARM("", "damping='3'", "<position tendon='t' kp='4' gear='-2'/>")},
      {ARM("", "armature='1'", "<motor tendon='t' gear='-2' armature='.5'/>"),
       ARM("", "armature='3'", "<motor tendon='t' gear='-2'/>")},
      {ARM("", "", "<adhesion body='world' gain='3' ctrlrange='0 2'/>"),
       ARM("", "", "<general body='world' gainprm='3' ctrllimited='true' ctrlrange='0 2'/>")},
      {ARM("", "", "<dcmotor joint='j' gear='5' motorconst='.04' resistance='2'/>"),
       ARM("", "",
           "<general joint='j' gear='5' gainprm='.02' biastype='affine' biasprm='0 0 -.0008'/>")},
      {ARM("", "", "<dcmotor joint='j' motorconst='.1 .4' resistance='2'/>"),
       ARM("", "", "<general joint='j' gainprm='.1' biastype='affine' biasprm='0 0 -.02'/>")},
      // K = 24 / 600, R = K 24 / 0.48
      {ARM("", "", "<dcmotor joint='j' nominal='24 .48 600' saturation='0 3' input='voltage'/>"),
       ARM("", "",
           "<general joint='j' gainprm='.02' biastype='affine' biasprm='0 0 -.0008' "
           "forcerange='-.12 .12'/>")},
  };
  for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
    rg_model *a = model_of(pairs[k][0]), *b = model_of(pairs[k][1]);
    if (!same_model(a, b, 1e-15)) fail_msg("%s", pairs[k][0]);
    rg_model_free(a);
    rg_model_free(b);
  }
  static const struct {
    const char *text, *reason;
  } wrong[] = {{ARM("type='ball'", "", "<motor joint='j' armature='1'/>"), "hinge"},
               {ARM("", "armature='-1'", ""), "armature"},
               {ARM("", "", "<adhesion body='nobody' ctrlrange='0 1'/>"), "no body"},
               {ARM("", "", "<adhesion body='world'/>"), "ctrlrange"},
               {ARM("", "", "<adhesion body='world' ctrlrange='-1 1'/>"), "pulls"},
               {ARM("", "", "<adhesion body='world' ctrlrange='0 1' gain='-1'/>"), "pulls"},
               {ARM("", "actuatorfrcrange='1 -1'", ""), "actuatorfrcrange"},
               {ARM("", "", "<motor joint='j' damping='-1'/>"), "negative"},
               {ARM("", "", "<motor joint='j' damping='1 2'/>"), "polynomial"},
               {ARM("", "", "<dcmotor joint='j' motorconst='1'/>"), "resistance"},
               {ARM("", "", "<dcmotor joint='j' nominal='1 1 1' inductance='1'/>"), "at once"},
               {ARM("", "", "<dcmotor joint='j' nominal='1 1 1' input='pos'/>"), "<position>"}};
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    rg_model *model;
    rg_error error;
    char text[1024];
    int size = snprintf(text, sizeof text, "<mujoco>%s</mujoco>", wrong[k].text);
    assert_int_equal(rg_model_parse(&model, text, (size_t)size, NULL, &error), RG_BAD_INPUT);
    if (!strstr(error.reason, wrong[k].reason)) fail_msg("%s: %s", text, error.reason);
  }
}

/* what is passed over and might be missed is said, once each */
static void said_once(void **state) {
  (void)state;
  rg_model *m = model_of(
      "<compiler convexhull='false'/><asset><mesh name='a' maxhullvert='9' vertex='0 0 0 1 0 0 0 1 "
      "0 0 0 1'/>"
      "<mesh name='b' maxhullvert='9' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/></asset><worldbody>"
      "<body><freejoint/><geom type='mesh' mesh='a'/><site name='s' type='mesh' "
      "mesh='b'/></body></worldbody>"
      "<sensor><gyro site='s' noise='.1' delay='.2' nsample='3'/></sensor>");
  static const char *const words[] = {"compiler convexhull: passed over: contact uses",
                                      "mesh maxhullvert",
                                      "gyro noise",
                                      "gyro delay",
                                      "gyro nsample",
                                      "site type mesh"};
  for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
    int found = 0;
    for (int i = 0; i < m->nnotice; i++) found += strstr(m->notice[i], words[k]) != NULL;
    if (found != 1) fail_msg("'%s' is said %d times", words[k], found);
  }
  rg_model_free(m);
}

/* the position of an attribute, not of its element */
static void positions(void **state) {
  (void)state;
  const char text[] = "<mujoco>\n  <worldbody>\n    <geom size='1'\n      name='size' pos='1 2'/>\n"
                      "  </worldbody>\n</mujoco>";
  rg_model *model;
  rg_error error;
  assert_int_equal(rg_model_parse(&model, text, sizeof text - 1, NULL, &error), RG_BAD_INPUT);
  assert_int_equal(error.line, 4);
  assert_int_equal(error.column, 19);
  assert_string_equal(error.element, "geom");
}

/* --- files ---------------------------------------------------------------------------------------- */

static void save_and_load(const char *path, const rg_load_options *options) {
  rg_model *model, *again;
  rg_error error;
  char message[1024];
  if (rg_model_load(&model, path, options, &error) != RG_OK)
    fail_msg("%s", rg_error_text(&error, message, sizeof message));
  const char *saved = scratch_path("saved.xml");
  assert_int_equal(rg_model_save(model, saved, &error), RG_OK);
  if (rg_model_load(&again, saved, NULL, &error) != RG_OK)
    fail_msg("%s: %s", path, rg_error_text(&error, message, sizeof message));
  if (!same_model(model, again, 1e-12)) fail_msg("%s: differs after saving", path);
  rg_model_free(again);
  rg_model_free(model);
}

static void own_models(void **state) {
  (void)state;
  static const char *const names[] = {
      "acc_bounce",         "acc_cube",     "acc_sphere",  "box_pile100",         "box_tower100",
      "box_wall100",        "four_bar",     "pend12_ball", "pend12_ball_wallfar", "pend12_pin",
      "pend12_pin_wallfar", "slider_crank", "spheres1000", "stewart_platform"};
  for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
    char path[512];
    snprintf(path, sizeof path, RIGOR_SOURCE_DIR "/models/%s.xml", names[k]);
    save_and_load(path, NULL);
  }
}

/* the closing joints of our mechanisms: both anchors are the same point, known from the drawing */
static void mechanisms(void **state) {
  (void)state;
  rg_model *model;
  assert_int_equal(rg_model_load(&model, RIGOR_SOURCE_DIR "/models/four_bar.xml", NULL, NULL),
                   RG_OK);
  ASSERT_REALS(model->equality_data, 0.8, 0, 0.6, 0, 0, 0.9);
  assert_int_equal(model->nv, 3);
  rg_model_free(model);
  assert_int_equal(rg_model_load(&model, RIGOR_SOURCE_DIR "/models/slider_crank.xml", NULL, NULL),
                   RG_OK);
  ASSERT_REALS(model->equality_data, 0.4, 0, -0.3, 0, 0, 0);
  rg_model_free(model);
  assert_int_equal(
      rg_model_load(&model, RIGOR_SOURCE_DIR "/models/stewart_platform.xml", NULL, NULL), RG_OK);
  assert_int_equal(model->nv, 24);
  assert_int_equal(model->nequality, 6);
  for (int i = 0; i < 6; i++) {
    double angle = 2 * pi / 3 * (i / 2) + (i % 2 ? 1 : -1) * pi / 4;
    ASSERT_REALS(model->equality_data + 11 * i + 3, 0.6 * cos(angle), 0.6 * sin(angle), 0);
  }
  rg_model_free(model);
}

/* everything at once, so that saving has something of each kind */
static void saves_everything(void **state) {
  (void)state;
  const char text[] =
      "<mujoco model='a &amp; &quot;b&quot; &lt;c&gt;'><option wind='1 2 3' viscosity='0.1'/>"
      "<asset><mesh name='m' vertex='0 0 0 1 0 0 0 2 0 0 0 3 1 1 1'/></asset>"
      "<custom><numeric name='n' data='1 2 3'/><text name='t' data='x&#10;y'/></custom><worldbody>"
      "<geom name='floor' type='plane' size='0 0 1'/><site name='w'/>"
      "<body name='a' pos='0 0 3' gravcomp='0.25'><joint name='h' range='-30 30' ref='10' "
      "springref='5' stiffness='3' damping='2' armature='1' frictionloss='0.5' margin='0.01' "
      "actuatorfrcrange='-5 5'/><joint name='s' type='slide' axis='1 1 0'/>"
      "<geom name='mesh' type='mesh' mesh='m' euler='10 20 30' rgba='0.1 0.2 0.3 0.4'/>"
      "<site name='p' pos='1 2 3' euler='1 2 3'/><body name='b' pos='1 0 0'>"
      "<joint name='l' type='ball' range='0 40'/><geom name='e' type='ellipsoid' size='1 2 3' "
      "friction='0.3' margin='0.1' gap='0.05' condim='1' contype='2' conaffinity='4' priority='1' "
      "group='3'/></body></body><body name='c'><freejoint/><geom type='cylinder' size='1 2'/>"
      "</body></worldbody><contact><pair geom1='floor' geom2='e'/><exclude body1='a' body2='c'/>"
      "</contact><equality><connect name='q' body1='a' body2='c' anchor='1 1 1'/><weld body1='c' "
      "torquescale='2' anchor='1 0 0'/><joint joint1='h' joint2='s' polycoef='1 2 3 4 5' "
      "active='false'/></equality><tendon><fixed name='r' range='-1 2' margin='.1' stiffness='2' "
      "damping='3' frictionloss='4'><joint joint='h' coef='5'/><joint joint='s' coef='-6'/></fixed>"
      "<fixed springlength='1 2'><joint joint='s' coef='1'/></fixed></tendon>"
      "<actuator><motor tendon='r' gear='7'/><position name='u' joint='h' kp='3' kv='4' "
      "ctrlrange='-1 "
      "1' forcerange='-2 2'/><motor joint='l' gear='1 2 3'/></actuator><sensor><jointvel "
      "name='v' joint='h' cutoff='3'/><framequat objtype='xbody' objname='a' reftype='geom' "
      "refname='e'/><subtreecom body='a'/><actuatorfrc actuator='u'/><clock/>"
      "<tendonvel tendon='r'/></sensor><keyframe>"
      "<key name='k' time='1' ctrl='0.75 0.5 0.25'/></keyframe></mujoco>";
  save_and_load(scratch_text("everything.xml", text), NULL);
}

/* the principal axes of a cube are any three: what is saved must keep those that were chosen */
static void saves_symmetric_meshes(void **state) {
  (void)state;
  const char text[] =
      "<mujoco><asset><mesh name='cube' vertex='0 0 0 1 0 0 0 1 0 1 1 0 0 0 1 1 0 1 0 1 1 1 1 1' "
      "refquat='1 2 3 4'/><mesh name='rod' vertex='0 0 0 1 0 0 0 1 0 1 1 0 0 0 9 1 0 9 0 1 9 1 1 "
      "9' "
      "refpos='1 2 3' refquat='4 3 2 1'/></asset><worldbody><body><freejoint/>"
      "<geom type='mesh' mesh='cube' euler='10 20 30'/><geom type='mesh' mesh='rod'/>"
      "</body></worldbody></mujoco>";
  save_and_load(scratch_text("cube.xml", text), NULL);
}

static const struct {
  const char *file;
  int nq, nv, nbody, ngeom, nactuator;
} loaded[] = {
    {"mujoco/humanoid/humanoid.xml", 28, 27, 17, 20, 21},
    {"mujoco/humanoid/humanoid100.xml", 728, 627, 117, 128, 21},
    {"mujoco/humanoid/22_humanoids.xml", 22 * 28, 22 * 27, 1 + 22 * 16, 1 + 22 * 19, 22 * 21},
    {"mujoco/car/car.xml", 9, 8, 4, 5, 2},
    {"menagerie/robotiq_2f85/2f85.xml", 8, 8, 15, 28, 1},
    {"menagerie/robotiq_2f85/scene.xml", 15, 14, 16, 30, 1},
    {"menagerie/google_barkour_vb/scene_hfield_mjx.xml", 19, 18, 16, 30, 12},
    {"mujoco/replicate/newton_cradle.xml", 49, 42, 8, 8, 0},
    {"mujoco/slider_crank/slider_crank.xml", 3, 3, 4, 7, 3},
    {"mujoco/replicate/scene.xml", 0, 0, 2, 2, 0},
    {"mujoco/replicate/stonehenge.xml", 76 * 7, 76 * 6, 77, 78, 0},
    {"mujoco/sleep/dominos.xml", 96 * 7, 96 * 6, 97, 97, 0},
    {"menagerie/wonik_allegro/right_hand.xml", 16, 16, 22, 42, 16},
    {"menagerie/wonik_allegro/left_hand.xml", 16, 16, 22, 42, 16},
    {"menagerie/wonik_allegro/scene_right.xml", 23, 22, 23, 44, 16},
    {"menagerie/wonik_allegro/scene_left.xml", 23, 22, 23, 44, 16},
    {"menagerie/anybotics_anymal_c/anymal_c.xml", 19, 18, 14, 94, 12},
    {"menagerie/anybotics_anymal_c/scene.xml", 19, 18, 14, 95, 12},
    {"menagerie/anybotics_anymal_c/anymal_c_mjx.xml", 19, 18, 14, 42, 12},
    {"menagerie/anybotics_anymal_c/scene_mjx.xml", 19, 18, 14, 43, 12},
    {"gymnasium/half_cheetah.xml", 9, 9, 8, 9, 6},
    {"gymnasium/hopper.xml", 6, 6, 5, 5, 3},
    {"gymnasium/walker2d.xml", 9, 9, 8, 8, 6},
    {"gymnasium/ant.xml", 15, 14, 14, 14, 8},
};

static void foreign_models(void **state) {
  (void)state;
  if (access(RIGOR_SHARED_DATA "/models", R_OK) != 0) {
    print_message("no models in " RIGOR_SHARED_DATA ": skipped\n");
    skip();
  }
  char path[512], message[1024];
  rg_model *model;
  rg_error error;
  for (size_t k = 0; k < sizeof loaded / sizeof loaded[0]; k++) {
    snprintf(path, sizeof path, RIGOR_SHARED_DATA "/models/%s", loaded[k].file);
    if (rg_model_load(&model, path, NULL, &error) != RG_OK)
      fail_msg("%s", rg_error_text(&error, message, sizeof message));
    assert_int_equal(model->nq, loaded[k].nq);
    assert_int_equal(model->nv, loaded[k].nv);
    assert_int_equal(model->nbody, loaded[k].nbody);
    assert_int_equal(model->ngeom, loaded[k].ngeom);
    assert_int_equal(model->nactuator, loaded[k].nactuator);
    rg_model_free(model);
    save_and_load(path, NULL);
  }
}

/* --- looks ------------------------------------------------------------------------------------------ */

static void looks_of_a_file(void **state) {
  (void)state;
  rg_model *model = model_of(
      "<asset><texture name='t' type='2d' builtin='checker' rgb1='0.1 0.2 0.3' rgb2='0.4 0.5 0.6' "
      "mark='edge' markrgb='1 1 0' "
      "width='9' height='9'/><texture type='skybox' builtin='gradient' rgb1='1 0 0' rgb2='0 0 1' "
      "width='9' height='9'/>"
      "<texture name='gone' type='2d' file='there_is_none.png'/>"
      "<material name='m' texture='t' texrepeat='5 6' texuniform='true' shininess='0.9' "
      "reflectance='0.25'/>"
      "<material name='g' texture='gone' rgba='0.5 0.25 1 1'/></asset>"
      "<default><camera fovy='30'/></default>"
      "<worldbody><geom type='plane' size='1 1 1' material='m'/><camera name='above' pos='0 0 3' "
      "fovy='60'/>"
      "<body name='b' pos='1 0 0'><freejoint/><geom size='1' material='g'/><geom size='1' pos='3 0 "
      "0' rgba='1 0 0 1' material='m'/>"
      "<geom size='2' pos='9 0 0'/><camera pos='0 -1 0' xyaxes='1 0 0 0 0 1'/></body></worldbody>");
  const rg_looks *looks = model->looks;
  assert_non_null(looks);
  assert_int_equal(looks->ntexture, 3);
  assert_int_equal(looks->nlook, 2);
  const int used[] = {0, 1, 0, -1};
  assert_memory_equal(looks->geom_look, used, sizeof used);
  const rg_texture *t = &looks->texture[looks->look[0].texture];
  assert_string_equal(t->name, "t");
  assert_int_equal(t->pattern, RG_PATTERN_CHECKER);
  assert_true(t->edged && !t->cube && !t->picture);
  assert_float_equal(t->rgb2[1], 0.5, 1e-6);
  assert_float_equal(looks->look[0].repeat[1], 6, 0);
  assert_float_equal(looks->look[0].shininess, 0.9, 1e-6);
  assert_float_equal(looks->look[0].reflectance, 0.25, 1e-6);
  assert_true(looks->look[0].uniform && !looks->look[1].uniform);
  assert_int_equal(looks->texture[looks->sky].pattern, RG_PATTERN_GRADIENT);
  // a picture that is not there is a notice, and the colour stays
  assert_int_equal(looks->texture[looks->look[1].texture].pattern, RG_PATTERN_FLAT);
  assert_int_equal(model->nnotice, 1);
  assert_non_null(strstr(model->notice[0], "not there"));
  assert_float_equal(model->geom_rgba[4 * 1 + 1], 0.25, 0);
  assert_float_equal(model->geom_rgba[4 * 2 + 1], 0, 0);
  // cameras: values, those of a class, the body
  assert_int_equal(looks->ncamera, 2);
  assert_string_equal(looks->camera[0].name, "above");
  assert_int_equal(looks->camera[0].body, 0);
  assert_int_equal(looks->camera[1].body, 1);
  assert_reals(&looks->camera[0].fovy, (double[]){60}, 1);
  assert_reals(&looks->camera[1].fovy, (double[]){30}, 1);
  ASSERT_REALS(looks->camera[1].quat, half_turn_root, half_turn_root, 0, 0);
  rg_model_free(model);
}

/* two triangles over an edge whose ends have two places in the texture, in OBJ; MSH has one for each vertex */
static void places_in_a_texture(void **state) {
  (void)state;
  const char *text = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nvt 0 0\nvt 1 0\nvt 0 1\nvt 0.25 0.75\n"
                     "f 1/1 3/3 2/2\nf 1/4 2/2 4/3\nf 1/1 4/4 3/3\nf 2 3 4\n";
  const char *path = scratch_path("places.obj");
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  fputs(text, f);
  fclose(f);
  char inside[1024];
  snprintf(inside, sizeof inside,
           "<asset><mesh name='m' file='%s'/></asset><worldbody><body><freejoint/><geom "
           "type='mesh' mesh='m'/></body></worldbody>",
           path);
  rg_model *model = model_of(inside);
  const rg_looks *looks = model->looks;
  assert_non_null(looks->seen_uv);
  assert_true(looks->mesh_has_uv[0]);
  // 1 has two places, and those of the last face none: 1a 1b 2 3 4a 4b, and 2 3 4 without
  assert_int_equal(model->mesh_seen_nvertex[0], 9);
  assert_int_equal(model->mesh_seen_nface[0], 4);
  const int *face = model->seen_face;
  const float wanted[4][3][2] = {{{0, 0}, {0, 1}, {1, 0}},
                                 {{0.25f, 0.75f}, {1, 0}, {0, 1}},
                                 {{0, 0}, {0.25f, 0.75f}, {0, 1}},
                                 {{0}}};
  for (int k = 0; k < 12; k++)
    for (int i = 0; i < 2; i++)
      assert_float_equal(looks->seen_uv[2 * face[k] + i], wanted[k / 3][k % 3][i], 0);
  // corners of one place lie on each other
  for (int i = 0; i < 3; i++)
    assert_float_equal(model->seen_vertex[3 * face[0] + i], model->seen_vertex[3 * face[3] + i], 0);
  rg_model_free(model);
  remove(path);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(orientations),
      cmocka_unit_test(default_classes),
      cmocka_unit_test(free_joints),
      cmocka_unit_test(joints),
      cmocka_unit_test(segments),
      cmocka_unit_test(frames),
      cmocka_unit_test(replicates),
      cmocka_unit_test(inertias),
      cmocka_unit_test(colours),
      cmocka_unit_test(actuators),
      cmocka_unit_test(tendons),
      cmocka_unit_test(tendon_faults),
      cmocka_unit_test(equalities),
      cmocka_unit_test(equality_sites),
      cmocka_unit_test(replicated_references),
      cmocka_unit_test(contacts),
      cmocka_unit_test(records),
      cmocka_unit_test(zero_quaternions),
      cmocka_unit_test(switches),
      cmocka_unit_test(includes),
      cmocka_unit_test(refusals),
      cmocka_unit_test(motors),
      cmocka_unit_test(said_once),
      cmocka_unit_test(positions),
      cmocka_unit_test(own_models),
      cmocka_unit_test(mechanisms),
      cmocka_unit_test(saves_everything),
      cmocka_unit_test(saves_symmetric_meshes),
      cmocka_unit_test(foreign_models),
      cmocka_unit_test(looks_of_a_file),
      cmocka_unit_test(places_in_a_texture),
  };
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
