/* Range finders, magnetometers and limits beside MuJoCo, on random scenes and trees. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#ifndef RIGOR_HAVE_MUJOCO

int main(void) {
  print_message("MuJoCo is not installed: skipped\n");
  return 77;
}

#else

#include <math.h>
#include <mujoco/mujoco.h>

#include <rigor/dynamics.h>

#include "dynamics/random_xml.h"

enum { BODIES = 5, SHAPES = 12 };

static const char *const shapes[] = {
    "sphere\" size=\"0.2",        "capsule\" size=\"0.1 0.2",  "ellipsoid\" size=\"0.2 0.1 0.3",
    "cylinder\" size=\"0.15 0.2", "box\" size=\"0.2 0.1 0.15", "mesh\" mesh=\"m"};

static void put_sensors(xml_text *x) {
  xml_put(x, "<sensor>");
  for (int b = 0; b < BODIES; b++) {
    xml_put(x, "<rangefinder site=\"s%d_0\"/><rangefinder site=\"s%d_1\"/>", b, b);
    xml_put(x, "<magnetometer site=\"s%d_0\"/>", b);
    xml_put(x, "<tendonlimitpos tendon=\"t%d\"/><tendonlimitvel tendon=\"t%d\"/>", b, b);
  }
  xml_put(x, "</sensor>");
}

static xml_text random_model(uint64_t seed) {
  xml_text x = {.seed = seed};
  xml_put(&x, "<mujoco><compiler angle=\"radian\" autolimits=\"true\"/><option magnetic=\"0.3 -0.5 "
              "0.2\"/><asset><mesh "
              "name=\"m\" vertex=\"0 0 0 0.4 0 0 0 0.4 0 0 0 0.4 0.3 0.3 0.3\"/></asset>");
  xml_world(&x, BODIES, "");
  x.size = (size_t)(strstr(x.text, "</worldbody>") - x.text);
  for (int k = 0; k < SHAPES; k++) {
    xml_put(&x, "<geom type=\"%s\"", shapes[k % 6]);
    xml_pose(&x, 1.5);
    xml_put(&x, "/>");
  }
  xml_put(&x, "<geom type=\"plane\" size=\"2 3 1\" pos=\"0 0 -1.5\"/></worldbody><tendon>");
  for (int b = 0; b < BODIES; b++)
    xml_put(&x,
            "<spatial name=\"t%d\" range=\"%.3f %.3f\" margin=\"0.05\"><site site=\"s%d_0\"/><site "
            "site=\"w0\"/></spatial>",
            b, 0.5 + 0.2 * xml_draw(&x), 0.9 + 0.15 * xml_draw(&x), b);
  xml_put(&x, "</tendon>");
  put_sensors(&x);
  xml_put(&x, "</mujoco>");
  return x;
}

static void as_mujoco(void **state) {
  (void)state;
  static mjVFS files;
  double worst = 0;
  int seen = 0;
  for (uint64_t seed = 1; seed <= 40; seed++) {
    xml_text x = random_model(seed);
    char text[512];
    mj_defaultVFS(&files);
    mj_makeEmptyFileVFS(&files, "model.xml", (int)x.size);
    memcpy(files.filedata[0], x.text, x.size);
    mjModel *m = mj_loadXML("model.xml", &files, text, sizeof text);
    mj_deleteVFS(&files);
    if (!m) fail_msg("%s", text);
    mjData *d = mj_makeData(m);
    rg_model *model = NULL;
    rg_error error;
    if (rg_model_parse(&model, x.text, x.size, NULL, &error) != RG_OK)
      fail_msg("line %d: %s: %s", error.line, error.element, error.reason);
    rg_data *data = rg_data_new(model);
    assert_int_equal(m->nsensordata, model->nsensordata);
    for (int k = 0; k < 10; k++) {
      rg_data_reset(model, data, -1);
      for (int i = 0; i < model->nv; i++) data->qvel[i] = 0.6 * xml_draw(&x);
      rg_integrate_position(model, data->qpos, data->qvel, 1);
      mju_copy(d->qpos, data->qpos, m->nq);
      mju_copy(d->qvel, data->qvel, m->nv);
      mj_forward(m, d);
      rg_forward(model, data);
      rg_sensors(model, data, NULL);
      for (int i = 0; i < m->nsensordata; i++) {
        double off = fabs(d->sensordata[i] - data->sensordata[i]);
        if (!(off < 1e-5))
          fail_msg("seed %d: sensordata %d: %.12g, MuJoCo %.12g", (int)seed, i, data->sensordata[i],
                   d->sensordata[i]);
        worst = fmax(worst, off);
      }
      for (int s = 0; s < model->nsensor; s++)
        seen += model->sensor_type[s] == RG_SENSOR_RANGEFINDER &&
                data->sensordata[model->sensor_start[s]] > 0;
    }
    rg_data_free(data);
    rg_model_free(model);
    mj_deleteData(d);
    mj_deleteModel(m);
    free(x.text);
  }
  print_message("%d ranges, largest difference to MuJoCo %.1e\n", seen, worst);
  assert_true(seen > 1000);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(as_mujoco)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

#endif
