/* <asset><model> and <attach>: a model inside another is the same as the same model written in one
   file; what comes along and what does not; wrong uses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/same_model.h"
#include "record/scratch.h"

#include <rigor/model.h>

/* an arm with everything that can come along, in radians; `out` stays behind */
static const char arm[] =
    "<mujoco model='Arm'><compiler angle='radian' inertiafromgeom='true' meshdir=''/>"
    "<option gravity='0 0 0'><flag actuation='disable'/></option>"
    "<default><geom density='500'/><joint damping='2'/><default class='tip'>"
    "<geom rgba='1 0 0 1'/></default></default>"
    "<asset><mesh name='rock' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/></asset>"
    "<worldbody><geom name='floor' type='plane' size='1 1 1'/>"
    "<body name='out' pos='9 9 9'><joint name='jout'/><geom name='gout' size='1'/></body>"
    "<body name='base' pos='0 0 1'><joint name='j1' range='-1 1'/><geom name='g1' size='.1'/>"
    "<inertial mass='99' diaginertia='9 9 9'/>"
    "<body name='fore' pos='1 0 0' euler='0 0 1.5'><joint name='j2' type='slide'/>"
    "<geom name='g2' class='tip' size='.2'/><geom type='mesh' mesh='rock'/><site name='s'/>"
    "</body></body></worldbody>"
    "<contact><exclude body1='base' body2='fore'/><exclude body1='base' body2='out'/>"
    "<exclude body1='world' body2='base'/>"
    "<pair geom1='g1' geom2='g2'/><pair geom1='g1' geom2='gout'/></contact>"
    "<equality><connect name='e' body1='fore' anchor='0 0 0'/><weld body1='base' body2='out'/>"
    "<joint joint1='j1' joint2='j2'/></equality>"
    "<tendon><fixed name='t' range='0 1'><joint joint='j1' coef='2'/><joint joint='j2' coef='3'/>"
    "</fixed><fixed name='tout'><joint joint='j1' coef='1'/><joint joint='jout' coef='1'/></fixed>"
    "</tendon><actuator><motor name='m' joint='j1' ctrlrange='-1 1'/><motor joint='jout'/>"
    "<motor tendon='t'/><motor tendon='tout'/></actuator>"
    "<sensor><jointpos name='p' joint='j1'/><jointpos joint='jout'/><actuatorfrc actuator='m'/>"
    "<framepos objtype='site' objname='s' reftype='body' refname='base'/></sensor>"
    "<keyframe><key name='k' time='3' qpos='9 .1 .2' qvel='8 .3 .4' ctrl='.5 7 .6 7'/><key "
    "name='l'/>"
    "</keyframe></mujoco>";

/* the same written out twice, in degrees and with other defaults around it */
#define ARM(p, s, pos, quat)                                                                       \
  "<body name='" p "base" s "' pos='" pos "' quat='" quat "'>"                                     \
  "<inertial mass='2.0943951023931957' "                                                           \
  "diaginertia='0.008377580409572783 0.008377580409572783 0.008377580409572783'/>"                 \
  "<joint name='" p "j1" s "' damping='2' range='-57.295779513082323 57.295779513082323'/>"        \
  "<geom name='" p "g1" s "' size='.1' density='500'/>"                                            \
  "<body name='" p "fore" s "' pos='1 0 0' euler='0 0 85.943669269623484'>"                        \
  "<joint name='" p "j2" s "' type='slide' damping='2'/>"                                          \
  "<geom name='" p "g2" s "' size='.2' density='500' rgba='1 0 0 1'/>"                             \
  "<geom type='mesh' mesh='" p "rock' density='500'/><site name='" p "s" s "'/></body></body>"
#define CONTACTS(p, s)                                                                             \
  "<pair geom1='" p "g1" s "' geom2='" p "g2" s "'/>"                                              \
  "<exclude body1='" p "base" s "' body2='" p "fore" s "'/>"                                       \
  "<exclude body1='world' body2='" p "base" s "'/>"
#define EQUALITIES(p, s)                                                                           \
  "<connect name='" p "e" s "' body1='" p "fore" s "' anchor='0 0 0'/>"                            \
  "<joint joint1='" p "j1" s "' joint2='" p "j2" s "'/>"
#define TENDONS(p, s)                                                                              \
  "<fixed name='" p "t" s "' range='0 1'><joint joint='" p "j1" s "' coef='2'/>"                   \
  "<joint joint='" p "j2" s "' coef='3'/></fixed>"
#define ACTUATORS(p, s)                                                                            \
  "<motor name='" p "m" s "' joint='" p "j1" s "' ctrlrange='-1 1'/><motor tendon='" p "t" s "'/>"
#define SENSORS(p, s)                                                                              \
  "<jointpos name='" p "p" s "' joint='" p "j1" s "'/><actuatorfrc actuator='" p "m" s "'/>"       \
  "<framepos objtype='site' objname='" p "s" s "' reftype='body' refname='" p "base" s "'/>"

/* the rest of the model where it is at the start, and the copies that are not meant */
#define CART "0 0 0 1 0 0 0 "
#define KEYS                                                                                       \
  "<keyframe><key name='a_k' time='3' qpos='.1 .2 " CART                                           \
  "0 0 0 0' qvel='.3 .4 0 0 0 0 0 0 0 0 0 0' ctrl='.5 .6 0 0 0 0'/><key name='a_l'/>"              \
  "<key name='b_k-0' time='3' qpos='0 0 " CART                                                     \
  ".1 .2 0 0' qvel='0 0 0 0 0 0 0 0 .3 .4 0 0' ctrl='0 0 .5 .6 0 0'/><key name='b_l-0'/>"          \
  "<key name='b_k-1' time='3' qpos='0 0 " CART                                                     \
  "0 0 .1 .2' qvel='0 0 0 0 0 0 0 0 0 0 .3 .4' ctrl='0 0 0 0 .5 .6'/><key "                        \
  "name='b_l-1'/></keyframe>"

static rg_model *load(const char *path) {
  rg_model *model = NULL;
  rg_error error;
  char message[1024];
  if (rg_model_load(&model, path, NULL, &error) != RG_OK)
    fail_msg("%s", rg_error_text(&error, message, sizeof message));
  return model;
}

static void attached_is_written_out(void **state) {
  (void)state;
  scratch_text("arm.xml", arm);
  const char *main_path = scratch_text(
      "main.xml",
      "<mujoco model='two'><compiler autolimits='false'/><default><geom density='7'/></default>"
      "<asset><model file='arm.xml'/></asset><worldbody>"
      "<frame pos='0 0 2' quat='0 1 0 0'><attach model='Arm' body='base' prefix='a_'/></frame>"
      "<body name='cart'><freejoint/><geom size='1'/>"
      "<replicate count='2' offset='3 0 0' sep='-'>"
      "<attach model='Arm' body='base' prefix='b_'/></replicate></body></worldbody></mujoco>");
  rg_model *attached = load(main_path);
  const char *plain_path = scratch_text(
      "plain.xml",
      "<mujoco model='two'><default><geom density='7'/></default><asset>"
      "<mesh name='a_rock' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/>"
      "<mesh name='b_rock' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/></asset><worldbody>"
      "<frame pos='0 0 2' quat='0 1 0 0'>" ARM(
          "a_", "", "0 0 1",
          "1 0 0 0") "</frame>"
                     "<body name='cart'><freejoint/><geom size='1'/>" ARM("b_", "-0", "0 0 1",
                                                                          "1 0 0 0")
                         ARM("b_", "-1", "3 0 1",
                             "1 0 0 0") "</body></worldbody><contact>" CONTACTS("a_", "")
                             CONTACTS("b_", "-0")
                                 CONTACTS("b_", "-1") "</contact><equality>" EQUALITIES("a_", "")
                                     EQUALITIES("b_", "-0") EQUALITIES(
                                         "b_", "-1") "</equality><tendon>" TENDONS("a_", "")
                                         TENDONS("b_", "-0") TENDONS(
                                             "b_", "-1") "</tendon><actuator>" ACTUATORS("a_", "")
                                             ACTUATORS("b_", "-0") ACTUATORS(
                                                 "b_", "-1") "</actuator><sensor>" SENSORS("a_", "")
                                                 SENSORS("b_", "-0")
                                                     SENSORS("b_", "-1") "</sensor>" KEYS
                                                                         "</mujoco>");
  rg_model *plain = load(plain_path);
  // <inertial> of the arm is ignored (inertiafromgeom), the mesh counts: compare masses apart
  for (int i = 0; i < attached->nbody && i < plain->nbody; i++)
    assert_true(fabs(attached->body_mass[i] - plain->body_mass[i]) < 1e-12);
  assert_true(same_model(attached, plain, 1e-12));
  assert_true(attached->option.gravity[2] < -9);
  assert_int_equal(attached->actuator_ctrllimited[2], 1);
  assert_int_equal(attached->nnotice, 0);
  // once more inside another model, whose own keyframe comes first
  rg_model *nested = load(scratch_text(
      "outer.xml",
      "<mujoco><asset><model name='two' file='main.xml'/></asset><worldbody><body>"
      "<joint/><geom size='1'/></body><attach model='two' prefix='o_'/></worldbody>"
      "<keyframe><key name='own' qpos='1 2 3 4 5 6 1 0 0 0 7 8 9 10'/></keyframe></mujoco>"));
  assert_int_equal(nested->nkey, 1 + attached->nkey);
  assert_string_equal(nested->key_name[0], "own");
  for (int k = 0; k < attached->nkey; k++) {
    char name[64];
    snprintf(name, sizeof name, "o_%s", attached->key_name[k]);
    assert_string_equal(nested->key_name[1 + k], name);
    assert_true(nested->key_qpos[(1 + k) * nested->nq] == 0);
    assert_memory_equal(nested->key_qpos + (1 + k) * nested->nq + 1,
                        attached->key_qpos + k * attached->nq,
                        (size_t)attached->nq * sizeof(double));
    assert_memory_equal(nested->key_ctrl + (1 + k) * nested->nactuator,
                        attached->key_ctrl + k * attached->nactuator,
                        (size_t)attached->nactuator * sizeof(double));
  }
  rg_model_free(nested);
  rg_model_free(attached);
  rg_model_free(plain);
}

/* without a body: all that the other world holds, turned by the frame */
static void whole_world(void **state) {
  (void)state;
  scratch_text("arm.xml", arm);
  rg_model *model = load(scratch_text(
      "main.xml", "<mujoco><asset><model name='x' file='arm.xml'/></asset><worldbody>"
                  "<body name='b' pos='1 0 0'><geom size='1'/><frame pos='0 5 0'>"
                  "<attach model='x' prefix='p/'/></frame></body></worldbody></mujoco>"));
  assert_int_equal(model->nbody, 5);
  assert_string_equal(model->body_name[2], "p/out");
  assert_int_equal(model->body_parent[2], 1);
  assert_true(model->body_pos[3 * 2 + 1] == 14);
  assert_int_equal(model->geom_body[rg_model_find(model, RG_OBJECT_GEOM, "p/floor")], 1);
  assert_true(model->geom_pos[3 * rg_model_find(model, RG_OBJECT_GEOM, "p/floor") + 1] == 5);
  assert_int_equal(model->nexclude, 3);
  assert_int_equal(model->npair, 2);
  assert_int_equal(model->nequality, 3);
  assert_int_equal(model->nactuator, 4);
  assert_int_equal(model->ntendon, 2);
  assert_int_equal(model->nsensor, 4);
  assert_int_equal(model->nkey, 2);
  assert_true(model->key_qpos[0] == 9 && model->key_ctrl[1] == 7);
  rg_model_free(model);
}

/* all kinds of coordinates and states: keyframes of a model that is attached whole are its own */
static void keyframes_come_whole(void **state) {
  (void)state;
  rg_model *alone = load(scratch_text(
      "all.xml",
      "<mujoco model='all'><worldbody><body name='m1' mocap='true' pos='1 2 3'/><body "
      "name='f'><freejoint/>"
      "<geom size='1'/><body><joint type='ball'/><geom size='1'/></body></body>"
      "<body name='n' mocap='true'/><body><joint name='h'/><joint name='s' type='slide'/><geom "
      "size='1'/>"
      "</body></worldbody><actuator><motor joint='h'/><intvelocity joint='s' actrange='-1 1'/>"
      "<general joint='h' dyntype='filter' dynprm='2'/></actuator><keyframe>"
      "<key name='a' time='2' qpos='1 2 3 0 1 0 0 0 0 1 0 5 6' qvel='1 2 3 4 5 6 7 8 9 10 11' "
      "ctrl='1 2 3'"
      " act='.4 .5' mpos='1 2 3 4 5 6' mquat='0 1 0 0 0 0 1 0'/>"
      "<key name='b' mquat='0 0 0 1 0 0 1 0'/><key name='c' act='.1 .2'/></keyframe></mujoco>"));
  rg_model *attached =
      load(scratch_text("main.xml", "<mujoco><asset><model file='all.xml'/></asset><worldbody>"
                                    "<attach model='all' prefix='p'/></worldbody></mujoco>"));
  int n = alone->nkey;
  assert_int_equal(attached->nkey, n);
  assert_int_equal(alone->nact, 2);
  size_t size = (size_t)n * sizeof(double);
  assert_memory_equal(attached->key_time, alone->key_time, size);
  assert_memory_equal(attached->key_qpos, alone->key_qpos, size * (size_t)alone->nq);
  assert_memory_equal(attached->key_qvel, alone->key_qvel, size * (size_t)alone->nv);
  assert_memory_equal(attached->key_ctrl, alone->key_ctrl, size * (size_t)alone->nactuator);
  assert_memory_equal(attached->key_act, alone->key_act, size * (size_t)alone->nact);
  assert_memory_equal(attached->key_mpos, alone->key_mpos, size * 3 * (size_t)alone->nmocap);
  assert_memory_equal(attached->key_mquat, alone->key_mquat, size * 4 * (size_t)alone->nmocap);
  rg_model_free(attached);
  // of a part of it what belongs there; a keyframe that says nothing about it stays behind
  attached = load(scratch_text("main.xml",
                               "<mujoco><asset><model file='all.xml'/></asset><worldbody>"
                               "<attach model='all' body='f' prefix='p'/></worldbody></mujoco>"));
  assert_int_equal(attached->nkey, 1);
  assert_memory_equal(attached->key_qpos, alone->key_qpos, 11 * sizeof(double));
  rg_model_free(attached);
  rg_model_free(alone);
}

/* a model that attaches a model; each name gets both prefixes, each file keeps its own units */
static void models_in_models(void **state) {
  (void)state;
  scratch_text("inner.xml", "<mujoco model='i'><compiler angle='radian'/><worldbody><body name='b'>"
                            "<joint name='j' range='-1 2'/><geom size='1'/></body></worldbody>"
                            "<actuator><motor name='m' joint='j'/></actuator></mujoco>");
  scratch_text("middle.xml", "<mujoco model='m'><asset><model file='inner.xml'/></asset><worldbody>"
                             "<body name='c'><geom size='1'/><joint name='k' range='-180 180'/>"
                             "<attach model='i' body='b' prefix='y'/></body></worldbody></mujoco>");
  rg_model *model = load(
      scratch_text("main.xml", "<mujoco><asset><model file='middle.xml'/></asset><worldbody>"
                               "<attach model='m' body='c' prefix='x'/></worldbody></mujoco>"));
  assert_int_equal(model->nv, 2);
  assert_string_equal(model->joint_name[1], "xyj");
  assert_string_equal(model->actuator_name[0], "xym");
  assert_true(model->joint_range[3] == 2);
  assert_true(fabs(model->joint_range[1] - 3.14159265358979323846) < 1e-15);
  rg_model_free(model);
}

static void assert_refused(const char *text, const char *reason) {
  rg_model *model = NULL;
  rg_error error;
  char message[1024];
  assert_int_equal(rg_model_load(&model, scratch_text("main.xml", text), NULL, &error),
                   RG_BAD_INPUT);
  assert_null(model);
  if (!strstr(error.reason, reason) || error.line < 1)
    fail_msg("%s", rg_error_text(&error, message, sizeof message));
}

static void wrong_uses(void **state) {
  (void)state;
  scratch_text("arm.xml", arm);
  scratch_text("loop.xml", "<mujoco model='l'><asset><model file='main.xml'/></asset></mujoco>");
  scratch_text("urdf.xml", "<robot name='r'/>");
  scratch_text("strict.xml", "<mujoco model='s'><compiler autolimits='false'/><worldbody>"
                             "<body name='b'><joint range='0 1'/><geom size='1'/></body>"
                             "</worldbody></mujoco>");
#define MODEL(file) "<mujoco><asset><model file='" file "'/></asset><worldbody>"
#define END         "</worldbody></mujoco>"
  assert_refused(MODEL("none.xml") END, "there is no file");
  assert_refused(MODEL("loop.xml") END, "attaches itself");
  assert_refused(MODEL("main.xml") END, "attaches itself");
  assert_refused(MODEL("urdf.xml") END, "must be 'mujoco'");
  assert_refused("<mujoco><asset><model name='x'/></asset></mujoco>", "'file' is missing");
  assert_refused("<mujoco><asset><model file='arm.xml'/><model name='Arm' file='arm.xml'/></asset>"
                 "</mujoco>",
                 "two models of the name");
  assert_refused(MODEL("arm.xml") "<attach model='no' prefix='p'/>" END, "no model 'no'");
  assert_refused(MODEL("arm.xml") "<attach model='Arm' body='no' prefix='p'/>" END, "no body 'no'");
  assert_refused(MODEL("arm.xml") "<attach body='base' prefix='p'/>" END, "'model' is missing");
  assert_refused(MODEL("arm.xml") "<attach model='Arm' body='base' prefix='p'/>"
                                  "<attach model='Arm' body='base' prefix='p'/>" END,
                 "another body has this name");
  scratch_text("short.xml",
               "<mujoco model='s'><worldbody><body name='b'><joint/><geom size='1'/></body>"
               "</worldbody><keyframe>\n<key name='k' qpos='1 2'/></keyframe></mujoco>");
  assert_refused(MODEL("short.xml") "<attach model='s' body='b' prefix='p'/>" END,
                 "qpos has 2 numbers, the model needs 1");
  assert_refused(MODEL("strict.xml") "<attach model='s' body='b' prefix='p'/>" END, "autolimits");
  assert_refused(MODEL("arm.xml") "<body><attach model='Arm' body='base' prefix='p'/></body>"
                                  "<attach model='Arm' prefix='q' pos='1 0 0'/>" END,
                 "no attribute of this name");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(attached_is_written_out), cmocka_unit_test(whole_world),
      cmocka_unit_test(keyframes_come_whole), cmocka_unit_test(models_in_models),
      cmocka_unit_test(wrong_uses)};
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
