/* Equalities of tendons: rows beside MuJoCo's on random trees, their bias by differences, two weights over a
   pulley in closed form, a four-bar linkage of strings. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "dynamics/closure.h"
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

/* strings between the sites of random trees, some around spheres, tied to each other in pairs and alone */
static void random_model(xml_text *x, uint64_t seed, int bodies) {
  *x = (xml_text){.seed = seed};
  xml_put(x, "<mujoco><compiler angle=\"radian\"/><option><flag contact=\"disable\"/></option>\n");
  xml_world(x, bodies, "");
  xml_put(x, "<tendon>");
  for (int t = 0; t < 4; t++) {
    int a = xml_pick(x, bodies), b = xml_pick(x, bodies);
    xml_put(x, "<spatial name=\"t%d\"><site site=\"s%d_0\"/>", t, a);
    if (t % 2) xml_put(x, "<geom geom=\"b%d\"/>", xml_pick(x, bodies));
    xml_put(x,
            "<site site=\"s%d_1\"/><pulley divisor=\"2\"/><site site=\"w0\"/><site site=\"f%d\"/>",
            b, a);
    xml_put(x, "</spatial>");
  }
  xml_put(x, "</tendon><equality>");
  xml_put(x, "<tendon tendon1=\"t0\" tendon2=\"t1\" polycoef=\"%.6f %.6f %.6f %.6f %.6f\"/>",
          xml_draw(x), xml_draw(x), xml_draw(x), xml_draw(x), xml_draw(x));
  xml_put(x, "<tendon tendon1=\"t2\" polycoef=\"%.6f 1 0 0 0\"/>", xml_draw(x));
  xml_put(x, "<tendon tendon1=\"t3\" tendon2=\"t0\"/>");
  xml_put(x, "</equality></mujoco>");
}

static void random_state(xml_text *x, const rg_model *model, rg_data *data) {
  double *step = calloc((size_t)model->nv + 1, sizeof *step);
  for (int i = 0; i < model->nv; i++) step[i] = xml_draw(x), data->qvel[i] = xml_draw(x);
  rg_integrate_position(model, data->qpos, step, 0.5);
  free(step);
}

static void place(const rg_model *model, rg_data *data) {
  rg_kinematics(model, data);
  rg_velocity_stage(model, data);
}

/* d/dt of J v where the velocities of all joints stay: bias */
static void bias_by_differences(void **state) {
  (void)state;
  int seen = 0;
  for (uint64_t seed = 1; seed <= 60; seed++) {
    xml_text x;
    random_model(&x, seed, 5);
    rg_model *model = load(x.text);
    rg_data *data = rg_data_new(model);
    rg_arena arena = {0};
    rg_closure *closure = rg_closure_new(&arena, model);
    assert_int_equal(closure->rows, 3);
    random_state(&x, model, data);
    place(model, data);
    rg_closure_rows(closure, model, data);
    double bias[3], rate[2][3], value[2][3], Jv[3] = {0},
                                             *qpos = malloc(sizeof(double) * (size_t)model->nq);
    memcpy(bias, closure->bias, sizeof bias);
    for (int r = 0; r < 3; r++)
      for (int i = 0; i < model->nv; i++)
        Jv[r] += closure->jacobian[r * model->nv + i] * data->qvel[i];
    memcpy(qpos, data->qpos, sizeof(double) * (size_t)model->nq);
    const double h = 1e-5;
    for (int side = 0; side < 2; side++) {
      memcpy(data->qpos, qpos, sizeof(double) * (size_t)model->nq);
      rg_integrate_position(model, data->qpos, data->qvel, side ? h : -h);
      place(model, data);
      rg_closure_rows(closure, model, data);
      for (int r = 0; r < 3; r++) {
        value[side][r] = closure->residual[r], rate[side][r] = 0;
        for (int i = 0; i < model->nv; i++)
          rate[side][r] += closure->jacobian[r * model->nv + i] * data->qvel[i];
      }
    }
    for (int r = 0; r < 3; r++) {
      /* a string that takes hold of a sphere has a kink between the two */
      double slope = (rate[1][r] - rate[0][r]) / (2 * h);
      if (fabs((value[1][r] - value[0][r]) / (2 * h) - Jv[r]) > 1e-6 * (1 + fabs(Jv[r]))) continue;
      near(bias[r], slope, 1e-4 * (1 + fabs(slope)));
      seen++;
    }
    free(qpos), free(x.text);
    rg_arena_free(&arena);
    rg_data_free(data);
    rg_model_free(model);
  }
  assert_true(seen > 170);
}

#ifdef RIGOR_HAVE_MUJOCO

#include <mujoco/mujoco.h>

static void rows_beside_mujoco(void **state) {
  (void)state;
  int compared = 0;
  for (uint64_t seed = 1; seed <= 60; seed++) {
    xml_text x;
    random_model(&x, seed, 6);
    rg_model *model = load(x.text);
    char reason[1000] = "";
    mjModel *m = mj_loadXML(scratch_text("t.xml", x.text), NULL, reason, sizeof reason);
    if (!m) fail_msg("%s", reason);
    m->opt.jacobian = mjJAC_DENSE;
    mjData *d = mj_makeData(m);
    rg_data *data = rg_data_new(model);
    rg_arena arena = {0};
    rg_closure *closure = rg_closure_new(&arena, model);
    random_state(&x, model, data);
    memcpy(d->qpos, data->qpos, sizeof(double) * (size_t)m->nq);
    memcpy(d->qvel, data->qvel, sizeof(double) * (size_t)m->nv);
    mj_forward(m, d);
    place(model, data);
    rg_closure_rows(closure, model, data);
    /* it leaves out what nothing can move */
    for (int row = 0; row < d->ne; row++, compared++) {
      int r = d->efc_id[row];
      near(closure->residual[r], d->efc_pos[row], 1e-9 * (1 + fabs(d->efc_pos[row])));
      for (int i = 0; i < m->nv; i++) {
        double theirs = d->efc_J[row * m->nv + i];
        near(closure->jacobian[r * m->nv + i], theirs, 1e-9 * (1 + fabs(theirs)));
      }
    }
    rg_arena_free(&arena);
    rg_data_free(data);
    rg_model_free(model);
    mj_deleteData(d);
    mj_deleteModel(m);
    free(x.text);
  }
  assert_true(compared > 170);
}

#else

static void rows_beside_mujoco(void **state) {
  (void)state;
  print_message("MuJoCo is not installed: skipped\n");
  skip();
}

#endif

static rg_sim *simulate(const rg_model *model, rg_coordinates coordinates, rg_error *error) {
  rg_sim *sim = NULL;
  rg_sim_options options = rg_sim_options_default();
  options.coordinates = coordinates;
  rg_sim_new(&sim, model, &options, error);
  return sim;
}

/* two weights over a pulley: one goes down with g (m1 - m2) / (m1 + m2) */
static void two_weights(void **state) {
  (void)state;
  rg_model *model = load(
      "<mujoco><option gravity='0 0 -10' timestep='0.01'/><worldbody><body name='a'>"
      "<joint name='za' type='slide' axis='0 0 1'/><inertial pos='0 0 0' mass='3' diaginertia='1 1 "
      "1'/>"
      "</body><body name='b' pos='1 0 0'><joint name='zb' type='slide' axis='0 0 1'/><inertial "
      "pos='0 0 0' mass='1' diaginertia='1 1 1'/></body></worldbody><tendon><fixed "
      "name='ta'><joint "
      "joint='za' coef='1'/></fixed><fixed name='tb'><joint joint='zb' coef='1'/></fixed></tendon>"
      "<equality><tendon tendon1='ta' tendon2='tb' polycoef='0 -1'/></equality></mujoco>");
  for (int k = 0; k < 2; k++) {
    rg_sim *sim = simulate(model, k ? RG_EMBEDDED : RG_MINIMAL, NULL);
    for (int i = 0; i < 100; i++) assert_int_equal(rg_step(sim), RG_SOLVED);
    near(rg_sim_data(sim)->qvel[0], -5, 1e-9);
    near(rg_sim_data(sim)->qvel[1], 5, 1e-9);
    near(rg_sim_data(sim)->qpos[0], -2.5, 1e-9);
    rg_sim_free(sim);
  }
  rg_error error;
  assert_null(simulate(model, RG_REDUNDANT, &error));
  assert_non_null(strstr(error.reason, "tendons"));
  rg_model_free(model);
}

/* a rod that swings on a string of constant length: as if the string were a rod without mass, and energy stays */
static void string_of_constant_length(void **state) {
  (void)state;
  rg_model *model = load(
      "<mujoco><option gravity='0 0 -10' timestep='0.002'/><worldbody><site name='hook'/><body "
      "name='a' pos='1 0 0'><freejoint/><inertial pos='0 0 0' mass='2' diaginertia='0.1 0.1 0.1'/>"
      "<site name='eye'/></body></worldbody><tendon><spatial name='t'><site site='hook'/><site "
      "site='eye'/></spatial></tendon><equality><tendon tendon1='t' "
      "polycoef='0'/></equality></mujoco>");
  rg_sim *sim = simulate(model, RG_MINIMAL, NULL);
  const double *q = rg_sim_data(sim)->qpos, *v = rg_sim_data(sim)->qvel;
  for (int i = 0; i < 500; i++) {
    assert_int_equal(rg_step(sim), RG_SOLVED);
    near(hypot(q[0], q[2]), 1, 1e-7);
    near(0.5 * (v[0] * v[0] + v[2] * v[2]) + 10 * q[2], 0, 1e-2);
  }
  rg_sim_free(sim);
  rg_model_free(model);
}

/* what is written loads to the same, in a replica and in an attached model too */
static void written_and_read(void **state) {
  (void)state;
  scratch_text(
      "part.xml",
      "<mujoco model='part'><worldbody><body name='p'><joint name='x' type='slide'/><joint "
      "name='y' type='slide' axis='0 1 0'/><geom size='0.1'/></body></worldbody><tendon>"
      "<fixed name='tx'><joint joint='x' coef='2'/></fixed><fixed name='ty'><joint joint='y' "
      "coef='1'/></fixed></tendon><equality><tendon name='e' tendon1='tx' tendon2='ty' "
      "polycoef='0.1 2 3'/></equality></mujoco>");
  const char *path = scratch_text(
      "whole.xml", "<mujoco><asset><model name='part' file='part.xml'/></asset><worldbody>"
                   "<attach model='part' body='p' prefix='l_'/><attach model='part' body='p' "
                   "prefix='r_'/></worldbody></mujoco>");
  rg_model *model, *again;
  assert_int_equal(rg_model_load(&model, path, NULL, NULL), RG_OK);
  assert_int_equal(model->nequality, 2);
  const char *saved = scratch_path("saved.xml");
  assert_int_equal(rg_model_save(model, saved, NULL), RG_OK);
  assert_int_equal(rg_model_load(&again, saved, NULL, NULL), RG_OK);
  for (int e = 0; e < 2; e++) {
    assert_int_equal(again->equality_type[e], RG_EQUALITY_TENDON);
    assert_int_equal(again->equality_object1[e], model->equality_object1[e]);
    assert_int_equal(again->equality_object2[e], model->equality_object2[e]);
    assert_string_equal(model->tendon_name[model->equality_object1[e]], e ? "r_tx" : "l_tx");
    for (int k = 0; k < 5; k++)
      near(again->equality_data[11 * e + k], model->equality_data[11 * e + k], 0);
    near(model->equality_data[11 * e + 2], 3, 0);
  }
  rg_model_free(again);
  rg_model_free(model);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bias_by_differences), cmocka_unit_test(rows_beside_mujoco),
      cmocka_unit_test(two_weights), cmocka_unit_test(string_of_constant_length),
      cmocka_unit_test(written_and_read)};
  return cmocka_run_group_tests(tests, scratch_make, scratch_remove);
}
