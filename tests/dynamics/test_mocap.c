/* Bodies that are placed from outside: poses beside MuJoCo's, keyframes, what hangs on them and is welded to them. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "random_xml.h"
#include "record/scratch.h"

#include <rigor/step.h>

static rg_model *load(const char *text) {
  rg_model *model;
  rg_error error;
  char reason[1024];
  if (rg_model_parse(&model, text, strlen(text), NULL, &error) != RG_OK)
    fail_msg("%s\n%s", rg_error_text(&error, reason, sizeof reason), text);
  return model;
}

static void near(double a, double b, double tolerance) {
  if (!(fabs(a - b) <= tolerance)) fail_msg("%.17g is not %.17g", a, b);
}

/* some bodies on the world are mocap, with children that are fixed or turn */
static void random_model(xml_text *x, uint64_t seed) {
  *x = (xml_text){.seed = seed};
  xml_put(x, "<mujoco><worldbody>");
  for (int b = 0; b < 6; b++) {
    xml_put(x, "<body name=\"m%d\" %s", b, b % 2 ? "" : "mocap=\"true\"");
    xml_pose(x, 1);
    xml_put(x, "><geom size=\"0.1\"/><site name=\"s%d\"", b);
    xml_pose(x, 1);
    xml_put(x, "/><body name=\"c%d\"", b);
    xml_pose(x, 1);
    xml_put(x, ">%s<geom size=\"0.1\" contype=\"0\" conaffinity=\"0\"", b % 3 ? "<joint/>" : "");
    xml_pose(x, 1);
    xml_put(x, "/></body></body>");
  }
  xml_put(x, "</worldbody><keyframe><key mpos=\"");
  for (int k = 0; k < 9; k++) xml_put(x, "%.6f ", xml_draw(x));
  xml_put(x, "\" mquat=\"");
  for (int k = 0; k < 12; k++) xml_put(x, "%.6f ", xml_draw(x) + (k % 4 ? 0 : 1.5));
  xml_put(x, "\"/><key/></keyframe></mujoco>");
}

#ifdef RIGOR_HAVE_MUJOCO

#include <mujoco/mujoco.h>

static void poses_beside_mujoco(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 40; seed++) {
    xml_text x;
    random_model(&x, seed);
    rg_model *model = load(x.text);
    // version 2.2.2 takes no mpos: the keyframes are compared with the text below
    char reason[1000] = "", theirs[8192];
    snprintf(theirs, sizeof theirs, "%.*s</mujoco>", (int)(strstr(x.text, "<keyframe>") - x.text),
             x.text);
    mjModel *m = mj_loadXML(scratch_text("m.xml", theirs), NULL, reason, sizeof reason);
    if (!m) fail_msg("%s", reason);
    mjData *d = mj_makeData(m);
    rg_data *data = rg_data_new(model);
    assert_int_equal(model->nmocap, m->nmocap);
    for (int b = 0; b < m->nbody; b++) assert_int_equal(model->body_mocap[b], m->body_mocapid[b]);
    for (int round = 0; round < 3; round++) {
      // as the model has it; the keyframe; anywhere
      if (round == 1) {
        rg_data_reset(model, data, 0);
        const char *at = strstr(x.text, "mpos=") + 6;
        for (int k = 0; k < 9; k++) d->mocap_pos[k] = strtod(at, (char **)&at);
        at = strstr(x.text, "mquat=") + 7;
        for (int k = 0; k < 12; k++) d->mocap_quat[k] = strtod(at, (char **)&at);
      }
      if (round == 2) {
        for (int k = 0; k < 3 * m->nmocap; k++) d->mocap_pos[k] = data->mocap_pos[k] = xml_draw(&x);
        for (int k = 0; k < 4 * m->nmocap; k++)
          d->mocap_quat[k] = data->mocap_quat[k] = xml_draw(&x) + (k % 4 ? 0 : 1.5);
        for (int k = 0; k < m->nq; k++) d->qpos[k] = data->qpos[k] = xml_draw(&x);
      }
      mj_kinematics(m, d);
      rg_kinematics(model, data);
      for (int k = 0; k < 3 * m->nbody; k++) near(data->xpos[k], d->xpos[k], 1e-12);
      for (int k = 0; k < 9 * m->nbody; k++) near(data->xmat[k], d->xmat[k], 1e-12);
      for (int k = 0; k < 3 * m->ngeom; k++) near(data->geom_xpos[k], d->geom_xpos[k], 1e-12);
      for (int k = 0; k < 9 * m->nsite; k++) near(data->site_xmat[k], d->site_xmat[k], 1e-12);
    }
    rg_data_free(data);
    rg_model_free(model);
    mj_deleteData(d);
    mj_deleteModel(m);
    free(x.text);
  }
}

#else

static void poses_beside_mujoco(void **state) {
  (void)state;
  print_message("MuJoCo is not installed: skipped\n");
  skip();
}

#endif

/* what is welded to a mocap body follows it, in all coordinates */
static void welded(void **state) {
  (void)state;
  rg_model *model = load(
      "<mujoco><option timestep='0.002'/><worldbody><body name='hand' mocap='true' pos='0 0 "
      "1'/><body "
      "name='load' pos='0 0 0.8'><freejoint/><geom size='0.1' contype='0' conaffinity='0'/></body>"
      "</worldbody><equality><weld body1='hand' body2='load'/></equality></mujoco>");
  for (int c = 0; c < 3; c++) {
    rg_sim *sim;
    rg_sim_options options = rg_sim_options_default();
    options.coordinates = (rg_coordinates)c;
    assert_int_equal(rg_sim_new(&sim, model, &options, NULL), RG_OK);
    rg_data *data = rg_sim_data(sim);
    for (int i = 1; i <= 200; i++) {
      // a circle, turning about z by the same angle
      double angle = 0.01 * i;
      data->mocap_pos[0] = 1 - cos(angle), data->mocap_pos[1] = sin(angle);
      data->mocap_quat[0] = cos(angle / 2), data->mocap_quat[3] = sin(angle / 2);
      assert_int_equal(rg_step(sim), RG_SOLVED);
      near(data->qpos[0], data->mocap_pos[0], 1e-5);
      near(data->qpos[1], data->mocap_pos[1], 1e-5);
      near(data->qpos[2], 0.8, 1e-5);
      near(fabs(data->qpos[6]), sin(angle / 2), 1e-5);
    }
    rg_sim_free(sim);
  }
  rg_model_free(model);
}

/* a plate that comes up from below takes a box along that had come to rest */
static void lifts_what_rests(void **state) {
  (void)state;
  rg_model *model =
      load("<mujoco><option timestep='0.002'/><worldbody><body name='plate' mocap='true'><geom "
           "type='box' "
           "size='1 1 0.1'/></body><body name='box' pos='0 0 0.2'><freejoint/><geom type='box' "
           "size='0.1 0.1 0.1'/></body></worldbody></mujoco>");
  rg_sim *sim;
  rg_sim_options options = rg_sim_options_default();
  assert_int_equal(rg_sim_new(&sim, model, &options, NULL), RG_OK);
  rg_data *data = rg_sim_data(sim);
  for (int i = 0; i < 200; i++) assert_int_equal(rg_step(sim), RG_SOLVED);
  near(data->qpos[2], 0.2, 1e-6);
  // away: it falls
  data->mocap_pos[2] = -1;
  for (int i = 0; i < 50; i++) assert_int_equal(rg_step(sim), RG_SOLVED);
  near(data->qpos[2], 0.2 - 0.5 * 9.81 * 0.01, 1e-3);
  rg_sim_free(sim);
  rg_model_free(model);
}

static void mistakes_and_files(void **state) {
  (void)state;
  static const char *const wrong[] = {
      "<mujoco><worldbody><body mocap='true'><joint/><geom size='1'/></body></worldbody></mujoco>",
      "<mujoco><worldbody><body><body mocap='true'/></body></worldbody></mujoco>",
      "<mujoco><worldbody><body mocap='true'/></worldbody>\
<keyframe><key mpos='1'/></keyframe></mujoco>",
      "<mujoco><worldbody/><keyframe><key mquat='1 0 0 0'/></keyframe></mujoco>"};
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    rg_model *model;
    rg_error error;
    assert_int_equal(rg_model_parse(&model, wrong[k], strlen(wrong[k]), NULL, &error),
                     RG_BAD_INPUT);
    assert_int_equal(error.line, 1);
  }
  xml_text x;
  random_model(&x, 5);
  rg_model *model = load(x.text), *again;
  const char *path = scratch_path("saved.xml");
  assert_int_equal(rg_model_save(model, path, NULL), RG_OK);
  assert_int_equal(rg_model_load(&again, path, NULL, NULL), RG_OK);
  assert_int_equal(again->nmocap, 3);
  for (int k = 0; k < 2 * 9; k++) near(again->key_mpos[k], model->key_mpos[k], 0);
  for (int k = 0; k < 2 * 12; k++) near(again->key_mquat[k], model->key_mquat[k], 1e-15);
  rg_model_free(again);
  rg_model_free(model);
  free(x.text);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(poses_beside_mujoco),
                                     cmocka_unit_test(welded), cmocka_unit_test(lifts_what_rests),
                                     cmocka_unit_test(mistakes_and_files)};
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
