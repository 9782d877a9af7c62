/* The medium around ellipsoids beside MuJoCo, on random bodies in random motion; the mass of the fluid that a
   ball moves is half of its own volume, that of a needle across its axis all of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include <rigor/dynamics.h>

#include "dynamics/random_xml.h"

static rg_model *our_model(const xml_text *x) {
  rg_model *model = NULL;
  rg_error error;
  if (rg_model_parse(&model, x->text, x->size, NULL, &error) != RG_OK)
    fail_msg("line %d: %s: %s\n%s", error.line, error.element, error.reason, x->text);
  return model;
}

static void added_masses(void **state) {
  (void)state;
  xml_text x = {0};
  xml_put(&x, "<mujoco><worldbody><geom type='sphere' size='0.3' fluidshape='ellipsoid'/><geom "
              "type='ellipsoid' size='0.01 0.01 10' fluidshape='ellipsoid'/></worldbody></mujoco>");
  rg_model *model = our_model(&x);
  double ball = 4.0 / 3 * acos(-1) * 0.027, needle = 4.0 / 3 * acos(-1) * 1e-3;
  for (int k = 0; k < 3; k++) {
    assert_true(fabs(model->geom_fluid[6 + k] / ball - 0.5) < 1e-9);
    assert_true(fabs(model->geom_fluid[9 + k]) < 1e-12);
    assert_true(fabs(model->geom_fluid[18 + k] / needle - (k < 2)) < 1e-4);
  }
  rg_model_free(model);
  free(x.text);
}

#ifdef RIGOR_HAVE_MUJOCO

#include <mujoco/mujoco.h>

static void as_mujoco(void **state) {
  (void)state;
  static const char *const types[] = {"sphere", "capsule", "ellipsoid", "cylinder", "box"};
  static const int sizes[] = {1, 2, 3, 2, 3};
  static mjVFS files;
  double worst = 0;
  for (uint64_t seed = 1; seed <= 60; seed++) {
    xml_text x = {.seed = seed};
    char text[512];
    xml_put(
        &x,
        "<mujoco><option density=\"%.3f\" viscosity=\"%.3f\" wind=\"0.5 -0.3 0.2\"/><worldbody>",
        1 + 0.5 * xml_draw(&x), 0.1 + 0.1 * xml_draw(&x));
    for (int b = 0; b < 6; b++) {
      xml_put(&x, "<body");
      xml_pose(&x, 1);
      xml_put(&x, "><freejoint/>");
      for (int g = 0; g < 2; g++) {
        // two balls have no axes of their own, and the box of equal inertia no place
        int type = b == 5 && g == 0 ? 4 : xml_pick(&x, 5);
        xml_put(&x, "<geom type=\"%s\" size=\"", types[type]);
        for (int k = 0; k < sizes[type]; k++) xml_put(&x, "%.4f ", 0.3 + 0.2 * xml_draw(&x));
        xml_put(&x, "\" contype=\"0\" conaffinity=\"0\"");
        if (b < 5) xml_put(&x, " fluidshape=\"%s\"", g ? "ellipsoid" : "none");
        if (b < 3) xml_put(&x, " fluidcoef=\"0.6 0.3 1.2 0.9 0.8\"");
        xml_pose(&x, 0.3);
        xml_put(&x, "/>");
      }
      xml_put(&x, "</body>");
    }
    xml_put(&x, "</worldbody></mujoco>");
    mj_defaultVFS(&files);
    mj_makeEmptyFileVFS(&files, "model.xml", (int)x.size);
    memcpy(files.filedata[0], x.text, x.size);
    mjModel *m = mj_loadXML("model.xml", &files, text, sizeof text);
    mj_deleteVFS(&files);
    if (!m) fail_msg("%s", text);
    mjData *d = mj_makeData(m);
    rg_model *model = our_model(&x);
    rg_data *data = rg_data_new(model);
    for (int k = 0; k < 10; k++) {
      rg_data_reset(model, data, -1);
      for (int i = 0; i < model->nv; i++) data->qvel[i] = xml_draw(&x);
      rg_integrate_position(model, data->qpos, data->qvel, 1);
      mju_copy(d->qpos, data->qpos, m->nq);
      mju_copy(d->qvel, data->qvel, m->nv);
      mj_forward(m, d);
      rg_forward(model, data);
      double size = 1;
      for (int i = 0; i < m->nv; i++) size = fmax(size, fabs(d->qfrc_passive[i]));
      for (int i = 0; i < m->nv; i++) {
        double off = fabs(d->qfrc_passive[i] - data->qfrc_passive[i]) / size;
        if (!(off < 1e-5))
          fail_msg("seed %d: qfrc_passive[%d]: %.12g, MuJoCo %.12g", (int)seed, i,
                   data->qfrc_passive[i], d->qfrc_passive[i]);
        worst = fmax(worst, off);
      }
    }
    rg_data_free(data);
    rg_model_free(model);
    mj_deleteData(d);
    mj_deleteModel(m);
    free(x.text);
  }
  print_message("largest difference to MuJoCo %.1e\n", worst);
}

#endif

int main(void) {
  const struct CMUnitTest tests[] = {
#ifdef RIGOR_HAVE_MUJOCO
      cmocka_unit_test(as_mujoco),
#endif
      cmocka_unit_test(added_masses)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
