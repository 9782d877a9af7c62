/* Shells, and primitives fitted to meshes. A shell is what lies between two solids that differ by a
   thin layer; random sizes. Fitted shapes beside MuJoCo, on random convex meshes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include <rigor/model.h>

#include "dynamics/random_xml.h"
#include "math/vector.h"

static rg_model *model_of(const xml_text *x) {
  rg_model *model = NULL;
  rg_error error;
  if (rg_model_parse(&model, x->text, x->size, NULL, &error) != RG_OK)
    fail_msg("line %d: %s: %s\n%s", error.line, error.element, error.reason, x->text);
  return model;
}

static const char *const types[] = {"sphere", "capsule", "ellipsoid", "cylinder", "box"};
static const int sizes[] = {1, 2, 3, 2, 3};

/* mass and moments about the axes of one geom; a layer of `more` on all sides */
static void moments_of(int type, const double size[3], double more, int shell, double out[4]) {
  xml_text x = {0};
  xml_put(&x, "<mujoco><worldbody><body><freejoint/><geom type=\"%s\" size=\"", types[type]);
  for (int k = 0; k < sizes[type]; k++)
    xml_put(&x, " %.17g", size[k] + (type == 1 && k == 1 ? 0 : more));
  xml_put(&x, "\" density=\"7\" shellinertia=\"%s\"/></body></worldbody></mujoco>",
          shell ? "true" : "false");
  rg_model *model = model_of(&x);
  out[0] = model->body_mass[1];
  for (int k = 0; k < 3; k++) out[1 + k] = model->body_inertia[3 + k];
  rg_model_free(model);
  free(x.text);
}

/* integral of |d/du x d/dv| over the angles, by the middles of small patches */
static double ellipsoid_area(const double s[3]) {
  enum { PATCHES = 200 };
  double pi = acos(-1), sum = 0;
  for (int i = 0; i < PATCHES; i++)
    for (int j = 0; j < PATCHES; j++) {
      double u = pi * (i + 0.5) / PATCHES, v = 2 * pi * (j + 0.5) / PATCHES;
      double x = s[1] * s[2] * sin(u) * cos(v), y = s[0] * s[2] * sin(u) * sin(v);
      double z = s[0] * s[1] * cos(u);
      sum += sin(u) * sqrt(x * x + y * y + z * z);
    }
  return sum * 2 * pi * pi / PATCHES / PATCHES;
}

static void shells_are_layers(void **state) {
  (void)state;
  xml_text draw = {.seed = 5};
  const double layer = 1e-5;
  for (int k = 0; k < 200; k++) {
    int type = k % 5;
    double size[3], shell[4], outer[4], inner[4];
    for (int i = 0; i < 3; i++) size[i] = 1 + 0.7 * xml_draw(&draw);
    moments_of(type, size, 0, 1, shell);
    moments_of(type, size, layer, 0, outer);
    moments_of(type, size, -layer, 0, inner);
    double mass = outer[0] - inner[0];
    for (int i = 1; i < 4; i++) {
      double expected = (outer[i] - inner[i]) / mass;
      if (!(fabs(shell[i] / shell[0] - expected) < 1e-8 * expected))
        fail_msg("%s: moment %d: %.12g, a layer has %.12g", types[type], i, shell[i] / shell[0],
                 expected);
    }
    /* Thomsen's formula is good to 1.1 percent */
    double area = type == 2 ? 7 * ellipsoid_area(size) : mass / (2 * layer);
    double allowed = type == 2 ? 0.011 : 1e-8;
    if (!(fabs(shell[0] / area - 1) < allowed))
      fail_msg("%s: mass %.12g, a layer has %.12g", types[type], shell[0], area);
  }
}

/* a box of triangles has the shell of a box */
static void mesh_shells(void **state) {
  (void)state;
  xml_text draw = {.seed = 9};
  for (int k = 0; k < 50; k++) {
    double size[3], expected[4];
    xml_text x = {0};
    for (int i = 0; i < 3; i++) size[i] = 1 + 0.7 * xml_draw(&draw);
    moments_of(4, size, 0, 1, expected);
    xml_put(&x, "<mujoco><asset><mesh name=\"m\" inertia=\"shell\" vertex=\"");
    for (int v = 0; v < 8; v++)
      xml_put(&x, " %.17g %.17g %.17g", v & 1 ? size[0] : -size[0], v & 2 ? size[1] : -size[1],
              v & 4 ? size[2] : -size[2]);
    xml_put(&x,
            "\" face=\"0 2 1 1 2 3 4 5 6 5 7 6 0 1 4 1 5 4 2 6 3 3 6 7 0 4 2 2 4 6 1 3 5 3 7 5\"/>"
            "</asset><worldbody><body><freejoint/><geom type=\"mesh\" mesh=\"m\" density=\"7\" "
            "pos=\"1 2 3\"/></body></worldbody></mujoco>");
    rg_model *model = model_of(&x);
    double sum = 0, wanted = 0, product = 1, wanted_product = 1;
    for (int i = 0; i < 3; i++) {
      sum += model->body_inertia[3 + i], wanted += expected[1 + i];
      product *= model->body_inertia[3 + i], wanted_product *= expected[1 + i];
    }
    assert_true(fabs(model->body_mass[1] - expected[0]) < 1e-9 * expected[0]);
    assert_true(fabs(sum - wanted) < 1e-9 * wanted);
    assert_true(fabs(product - wanted_product) < 1e-9 * wanted_product);
    rg_model_free(model);
    free(x.text);
  }
}

#ifdef RIGOR_HAVE_MUJOCO

#include <mujoco/mujoco.h>

static void fitted_as_mujoco(void **state) {
  (void)state;
  static mjVFS files;
  double worst = 0;
  for (uint64_t seed = 1; seed <= 60; seed++) {
    xml_text x = {.seed = seed};
    char error[512];
    double stretch[3];
    for (int k = 0; k < 3; k++) stretch[k] = 1 + 0.8 * xml_draw(&x);
    xml_put(&x, "<mujoco><compiler fitaabb=\"%s\"/><asset><mesh name=\"m\" vertex=\"",
            seed % 2 ? "true" : "false");
    for (int v = 0; v < 30; v++)
      for (int k = 0; k < 3; k++) xml_put(&x, " %.6f", stretch[k] * xml_draw(&x));
    xml_put(&x, "\"/></asset><worldbody>");
    for (int k = 0; k < 5; k++) {
      xml_put(&x, "<geom type=\"%s\" mesh=\"m\" fitscale=\"%.4f\"", types[k],
              1 + 0.4 * xml_draw(&x));
      xml_pose(&x, 1);
      xml_put(&x, "/>");
    }
    xml_put(&x, "</worldbody></mujoco>");
    mj_defaultVFS(&files);
    mj_makeEmptyFileVFS(&files, "model.xml", (int)x.size);
    memcpy(files.filedata[0], x.text, x.size);
    mjModel *m = mj_loadXML("model.xml", &files, error, sizeof error);
    mj_deleteVFS(&files);
    if (!m) fail_msg("%s", error);
    rg_model *model = model_of(&x);
    for (int g = 0; g < 5; g++)
      for (int k = 0; k < 3; k++) {
        int counts = k < sizes[g];
        double size = counts ? fabs(m->geom_size[3 * g + k] - model->geom_size[3 * g + k]) : 0;
        worst = fmax(worst, size);
        // MuJoCo puts the middle of the box where it would be if the mesh's own frame were that of the file
        if (seed % 2 == 0)
          worst = fmax(worst, fabs(m->geom_pos[3 * g + k] - model->geom_pos[3 * g + k]));
      }
    mj_deleteModel(m);
    rg_model_free(model);
    free(x.text);
  }
  print_message("largest difference to MuJoCo %.1e\n", worst);
  assert_true(worst < 1e-5); // MuJoCo keeps vertices in single precision
}

#endif

/* fitaabb: all vertices lie in the shape, and it is no larger than that needs: the box touches them on all sides, ball and
   cylinder somewhere */
static void boxes_hold_meshes(void **state) {
  (void)state;
  enum { POINTS = 20 };
  for (uint64_t seed = 1; seed <= 50; seed++) {
    xml_text x = {.seed = seed};
    double point[POINTS][3];
    xml_put(&x, "<mujoco><compiler fitaabb=\"true\"/><asset><mesh name=\"m\" vertex=\"");
    for (int v = 0; v < POINTS; v++)
      for (int k = 0; k < 3; k++) {
        point[v][k] = k + 1 + (3 - k) * xml_draw(&x);
        xml_put(&x, " %.17g", point[v][k]);
      }
    xml_put(&x, "\"/></asset><worldbody>");
    for (int k = 0; k < 5; k++) xml_put(&x, "<geom type=\"%s\" mesh=\"m\"/>", types[k]);
    xml_put(&x, "</worldbody></mujoco>");
    rg_model *model = model_of(&x);
    double low[3] = {9, 9, 9}, high[3] = {-9, -9, -9}, ball = 0, round = 0, capsule = 0;
    for (int v = 0; v < POINTS; v++) {
      double p[3], far;
      const double *size = model->geom_size + 12; // the box; all stand at one place
      rg_v3_sub(p, point[v], model->geom_pos + 12);
      rg_quat_rotate_back(p, model->geom_quat + 16, p);
      for (int k = 0; k < 3; k++) low[k] = fmin(low[k], p[k] + size[k]);
      for (int k = 0; k < 3; k++) high[k] = fmax(high[k], p[k] - size[k]);
      ball = fmax(ball, rg_v3_norm(p));
      round = fmax(round, hypot(p[0], p[1]));
      far = fmax(fabs(p[2]) - model->geom_size[4], 0);
      capsule = fmax(capsule, hypot(hypot(p[0], p[1]), far));
    }
    for (int k = 0; k < 3; k++) assert_true(fabs(low[k]) < 1e-12 && fabs(high[k]) < 1e-12);
    assert_true(fabs(ball - model->geom_size[0]) < 1e-12);
    assert_true(fabs(capsule - model->geom_size[3]) < 1e-9);
    assert_true(fabs(round - model->geom_size[9]) < 1e-12);
    rg_model_free(model);
    free(x.text);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(shells_are_layers),
                                     cmocka_unit_test(boxes_hold_meshes),
#ifdef RIGOR_HAVE_MUJOCO
                                     cmocka_unit_test(fitted_as_mujoco),
#endif
                                     cmocka_unit_test(mesh_shells)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
