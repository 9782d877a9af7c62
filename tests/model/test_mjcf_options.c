/* Switches of a file beside MuJoCo: who may touch whom, on random trees of spheres that overlap. Groups of actuators,
   flat meshes, empty colours in closed form. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "dynamics/random_xml.h"
#include "record/scratch.h"

#include <rigor/collide.h>
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

static void body(xml_text *x, const int *parents, int n, int b) {
  xml_put(x,
          "<body name=\"b%d\" pos=\"%.4f %.4f %.4f\">%s<geom name=\"g%d\" size=\"%.4f\" "
          "contype=\"%d\"/>",
          b, 0.3 * xml_draw(x), 0.3 * xml_draw(x), 0.3 * xml_draw(x),
          xml_pick(x, 3) ? "<joint/>" : "", b, 0.3 + 0.1 * xml_draw(x), 1 + xml_pick(x, 2));
  for (int child = b + 1; child < n; child++)
    if (parents[child] == b) body(x, parents, n, child);
  xml_put(x, "</body>");
}

/* pairs of geoms that touch: both sides of a matrix */
static void ours(const rg_model *model, unsigned char *touch) {
  rg_data *data = rg_data_new(model);
  rg_collider *collider = rg_collider_new(model, 0);
  const rg_contact *contact;
  rg_kinematics(model, data);
  int n = rg_collide(collider, model, data, &contact, NULL);
  for (int i = 0; i < n; i++)
    if (contact[i].gap <= 0)
      touch[contact[i].geom1 * model->ngeom + contact[i].geom2] =
          touch[contact[i].geom2 * model->ngeom + contact[i].geom1] = 1;
  rg_collider_free(collider);
  rg_data_free(data);
}

#ifdef RIGOR_HAVE_MUJOCO

#include <mujoco/mujoco.h>

static void who_touches_whom(void **state) {
  (void)state;
  static const char *const options[] = {"", "collision=\"predefined\"", "collision=\"dynamic\""};
  int seen[3][2] = {{0}};
  for (uint64_t seed = 1; seed <= 120; seed++) {
    enum { N = 9 };
    int parents[N], option = (int)(seed % 3), filter = (int)(seed / 3 % 2);
    xml_text x = {.seed = seed};
    for (int b = 0; b < N; b++) parents[b] = xml_pick(&x, b + 1) - 1;
    xml_put(&x,
            "<mujoco><option %s><flag filterparent=\"%s\"/></option><worldbody><geom name=\"w\" "
            "size=\"0.4\"/>",
            options[option], filter ? "enable" : "disable");
    for (int b = 0; b < N; b++)
      if (parents[b] < 0) body(&x, parents, N, b);
    xml_put(&x,
            "</worldbody><contact><pair geom1=\"g0\" geom2=\"g%d\"/><exclude body1=\"b1\" "
            "body2=\"b%d\"/>"
            "</contact></mujoco>",
            1 + xml_pick(&x, N - 1), 2 + xml_pick(&x, N - 2));
    rg_model *model = load(x.text);
    char reason[1000] = "";
    mjModel *m = mj_loadXML(scratch_text("m.xml", x.text), NULL, reason, sizeof reason);
    if (!m) fail_msg("%s", reason);
    mjData *d = mj_makeData(m);
    mj_kinematics(m, d);
    mj_comPos(m, d);
    mj_collision(m, d);
    unsigned char mine[100] = {0}, theirs[100] = {0};
    ours(model, mine);
    for (int i = 0; i < d->ncon; i++)
      theirs[d->contact[i].geom1 * m->ngeom + d->contact[i].geom2] =
          theirs[d->contact[i].geom2 * m->ngeom + d->contact[i].geom1] = 1;
    seen[option][filter] += d->ncon;
    for (int k = 0; k < m->ngeom * m->ngeom; k++)
      if (mine[k] != theirs[k])
        fail_msg("seed %d: geoms %d and %d\n%s", (int)seed, k / m->ngeom, k % m->ngeom, x.text);
    mj_deleteData(d);
    mj_deleteModel(m);
    rg_model_free(model);
    free(x.text);
  }
  for (int k = 0; k < 6; k++) assert_true(seen[k / 2][k % 2] > 5);
}

#else

static void who_touches_whom(void **state) {
  (void)state;
  print_message("MuJoCo is not installed: skipped\n");
  skip();
}

#endif

/* parents that touch are written and read again */
static void written_and_read(void **state) {
  (void)state;
  rg_model *model = load(
               "<mujoco><option><flag filterparent='disable'/></option><worldbody><body><joint/>"
               "<geom size='1'/><body><joint/><geom size='1'/></body></body></worldbody></mujoco>"),
           *again;
  const char *path = scratch_path("saved.xml");
  assert_int_equal(model->option.parents_touch, 1);
  assert_int_equal(rg_model_save(model, path, NULL), RG_OK);
  assert_int_equal(rg_model_load(&again, path, NULL, NULL), RG_OK);
  assert_int_equal(again->option.parents_touch, 1);
  unsigned char touch[4] = {0};
  ours(again, touch);
  assert_int_equal(touch[1], 1);
  rg_model_free(again);
  rg_model_free(model);
}

static void groups_of_actuators(void **state) {
  (void)state;
  rg_model *model = load("<mujoco><option actuatorgroupdisable='1 4'/><default><motor "
                         "group='4'/></default><worldbody><body>"
                         "<joint name='j'/><geom size='1'/></body></worldbody><actuator><motor "
                         "joint='j' group='0'/><position "
                         "joint='j' group='1' kp='5'/><motor joint='j'/></actuator></mujoco>");
  rg_data *data = rg_data_new(model);
  for (int i = 0; i < 3; i++) data->ctrl[i] = 7;
  rg_forward(model, data);
  assert_int_equal(model->nactuator, 3);
  near(data->actuator_force[0], 7, 0);
  near(data->actuator_force[1], 0, 0);
  near(data->actuator_force[2], 0, 0);
  near(data->qfrc_actuator[0], 7, 0);
  rg_data_free(data);
  rg_model_free(model);
  static const char wrong[] = "<mujoco><option actuatorgroupdisable='31'/></mujoco>";
  assert_int_equal(rg_model_parse(&model, wrong, strlen(wrong), NULL, NULL), RG_BAD_INPUT);
}

/* polygons in any plane: a plate of their area; shells weigh what their triangles do, once */
static void flat_meshes(void **state) {
  (void)state;
  const double pi = acos(-1);
  for (uint64_t seed = 1; seed <= 60; seed++) {
    xml_text x = {.seed = seed};
    int corners = 4 + xml_pick(&x, 6), shell = (int)(seed % 2);
    double a[3], b[3], n[3] = {xml_draw(&x), xml_draw(&x), 1.5 + xml_draw(&x)}, area = 0,
                       radius = 0.2 + 0.1 * xml_draw(&x);
    double length = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]), at[3];
    for (int k = 0; k < 3; k++) n[k] /= length, at[k] = xml_draw(&x);
    double flat = hypot(n[0], n[2]);
    a[0] = n[2] / flat, a[1] = 0, a[2] = -n[0] / flat;
    b[0] = n[1] * a[2] - n[2] * a[1], b[1] = n[2] * a[0] - n[0] * a[2],
    b[2] = n[0] * a[1] - n[1] * a[0];
    xml_put(&x, "<mujoco><asset><mesh name=\"m\" %s vertex=\"", shell ? "inertia=\"shell\"" : "");
    for (int i = 0; i < corners; i++) {
      double u = radius * cos(2 * pi * i / corners), v = radius * sin(2 * pi * i / corners);
      for (int k = 0; k < 3; k++) xml_put(&x, "%.17g ", at[k] + u * a[k] + v * b[k]);
    }
    area = 0.5 * corners * radius * radius * sin(2 * pi / corners);
    xml_put(&x, "\" face=\"");
    for (int i = 1; i + 1 < corners; i++) xml_put(&x, "0 %d %d ", i, i + 1);
    xml_put(&x, "\"/></asset><worldbody><body><freejoint/><geom type=\"mesh\" mesh=\"m\" "
                "density=\"100\"/></body>"
                "</worldbody></mujoco>");
    rg_model *model = load(x.text);
    assert_int_equal(model->nnotice, 1);
    assert_non_null(strstr(model->notice[0], "flat"));
    // corners of a regular polygon: the width is from one to two radii
    double mass = model->body_mass[1];
    if (shell) near(mass, 100 * area, 1e-9 * mass);
    else
      assert_true(mass > 100 * area * 0.7e-3 * 2 * radius &&
                  mass < 100 * area * 1.1e-3 * 2 * radius);
    assert_int_equal(model->mesh_nvertex[0], 2 * corners);
    rg_model_free(model);
    free(x.text);
  }
}

/* a ball comes to rest on a plate; a picture without thickness does nothing; a line is still refused */
static void flat_meshes_carry(void **state) {
  (void)state;
  rg_model *model = load("<mujoco><asset><mesh name='m' vertex='-1 -1 0 1 -1 0 1 1 0 -1 1 0' "
                         "face='0 1 2 0 2 3'/><material name='c' "
                         "rgba=''/></asset><worldbody><geom type='mesh' mesh='m' "
                         "material='c'/><body pos='0 0 0.11'><freejoint/><geom "
                         "size='0.1'/><geom type='mesh' mesh='m' contype='0' conaffinity='0' "
                         "mass='0' rgba=''/></body></worldbody></mujoco>");
  rg_sim *sim;
  rg_sim_options options = rg_sim_options_default();
  assert_int_equal(rg_sim_new(&sim, model, &options, NULL), RG_OK);
  for (int i = 0; i < 400; i++) assert_int_equal(rg_step(sim), RG_SOLVED);
  near(rg_sim_data(sim)->qpos[2], 0.1, 2e-3);
  rg_sim_free(sim);
  rg_model_free(model);
  static const char line[] =
      "<mujoco><asset><mesh name='m' vertex='0 0 0 1 0 0 2 0 0 3 0 0'/></asset><worldbody><geom "
      "type='mesh' mesh='m'/></worldbody></mujoco>";
  assert_int_equal(rg_model_parse(&model, line, strlen(line), NULL, NULL), RG_BAD_INPUT);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(who_touches_whom), cmocka_unit_test(written_and_read),
      cmocka_unit_test(groups_of_actuators), cmocka_unit_test(flat_meshes),
      cmocka_unit_test(flat_meshes_carry)};
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
