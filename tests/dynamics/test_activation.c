/* Actuators with a state, muscles, dampers and cylinders: forces and rates beside MuJoCo on random trees;
   states over time in closed form; a checkpoint keeps them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>

#include <rigor/step.h>

#include "dynamics/random_xml.h"
#include "record/scratch.h"

enum { BODIES = 6 };

static rg_model *our_model(const xml_text *x) {
  rg_model *model = NULL;
  rg_error error;
  if (rg_model_parse(&model, x->text, x->size, NULL, &error) != RG_OK)
    fail_msg("line %d: %s: %s\n%s", error.line, error.element, error.reason, x->text);
  return model;
}

/* one of each kind on every body */
static xml_text random_model(uint64_t seed) {
  xml_text x = {.seed = seed};
  xml_put(&x, "<mujoco><compiler angle=\"radian\" autolimits=\"true\"/>");
  xml_world(&x, BODIES, "");
  xml_put(&x, "<tendon>");
  for (int b = 0; b < BODIES; b++)
    xml_put(&x, "<spatial name=\"t%d\"><site site=\"s%d_0\"/><site site=\"w%d\"/></spatial>", b, b,
            b % 2);
  xml_put(&x, "</tendon><actuator>");
  for (int b = 0; b < BODIES; b++) // MuJoCo 2.2 wants those without a state first
    xml_put(&x, "<damper joint=\"j%d\" kv=\"%.3f\" ctrlrange=\"0 1\"/>", b, 2 + xml_draw(&x));
  for (int b = 0; b < BODIES; b++) {
    double low = 0.3 + 0.2 * xml_draw(&x), high = 1 + 0.3 * xml_draw(&x);
    xml_put(&x,
            "<muscle tendon=\"t%d\" lengthrange=\"%.4f %.4f\" range=\"0.7 1.1\" vmax=\"%.3f\" %s/>",
            b, low, high, 1.5 + 0.4 * xml_draw(&x), b % 2 ? "force=\"40\"" : "scale=\"150\"");
    xml_put(&x, "<cylinder joint=\"j%d\" timeconst=\"%.3f\" diameter=\"0.3\" bias=\"1 2 3\"/>", b,
            0.1 + 0.05 * xml_draw(&x));
    xml_put(&x,
            "<general joint=\"j%d\" dyntype=\"integrator\" gaintype=\"fixed\" gainprm=\"3\" "
            "biastype=\"affine\" biasprm=\"0 -3 -1\" ctrlrange=\"-0.5 0.5\" gear=\"1.5\"/>",
            b);
  }
  xml_put(&x, "</actuator></mujoco>");
  return x;
}

#ifdef RIGOR_HAVE_MUJOCO

#include <mujoco/mujoco.h>

static double worst;

static void compare(const char *what, const double *theirs, const double *ours, int n) {
  double size = 1;
  for (int k = 0; k < n; k++) size = fmax(size, fabs(theirs[k]));
  for (int k = 0; k < n; k++) {
    double off = fabs(theirs[k] - ours[k]) / size;
    if (!(off < 1e-10)) fail_msg("%s[%d]: %.15g, MuJoCo %.15g", what, k, ours[k], theirs[k]);
    worst = fmax(worst, off);
  }
}

/* a muscle below lmin: MuJoCo 2.2 lets it push there, later versions and its documentation do not */
static int is_compressed(const rg_model *model, const rg_data *data) {
  for (int a = 0; a < model->nactuator; a++) {
    const double *prm = model->actuator_gainprm + 9 * a,
                 *range = model->actuator_lengthrange + 2 * a;
    if (!model->actuator_muscle[a]) continue;
    double unit = (range[1] - range[0]) / (prm[1] - prm[0]);
    if (prm[0] + (data->actuator_length[a] - range[0]) / unit < prm[4]) return 1;
  }
  return 0;
}

static void as_mujoco(void **state) {
  (void)state;
  int states = 0;
  static mjVFS files;
  for (uint64_t seed = 1; seed <= 40; seed++) {
    xml_text x = random_model(seed);
    char error[512];
    mj_defaultVFS(&files);
    mj_makeEmptyFileVFS(&files, "model.xml", (int)x.size);
    memcpy(files.filedata[0], x.text, x.size);
    mjModel *m = mj_loadXML("model.xml", &files, error, sizeof error);
    mj_deleteVFS(&files);
    if (!m) fail_msg("%s", error);
    mjData *d = mj_makeData(m);
    rg_model *model = our_model(&x);
    rg_data *data = rg_data_new(model);
    assert_int_equal(m->na, model->nact);
    for (int k = 0; k < 20; k++) {
      rg_data_reset(model, data, -1);
      for (int i = 0; i < model->nv; i++) data->qvel[i] = 0.6 * xml_draw(&x);
      rg_integrate_position(model, data->qpos, data->qvel, 1);
      for (int a = 0; a < model->nactuator; a++) data->ctrl[a] = xml_draw(&x);
      for (int a = 0; a < model->nact; a++) data->act[a] = 0.5 + 0.5 * xml_draw(&x);
      mju_copy(d->qpos, data->qpos, m->nq);
      mju_copy(d->qvel, data->qvel, m->nv);
      mju_copy(d->ctrl, data->ctrl, m->nu);
      mju_copy(d->act, data->act, m->na);
      mj_forward(m, d);
      rg_forward(model, data);
      if (is_compressed(model, data)) continue;
      states++;
      compare("actuator_force", d->actuator_force, data->actuator_force, m->nu);
      compare("act_dot", d->act_dot, data->act_dot, m->na);
      compare("qfrc_actuator", d->qfrc_actuator, data->qfrc_actuator, m->nv);
    }
    rg_data_free(data);
    rg_model_free(model);
    mj_deleteData(d);
    mj_deleteModel(m);
    free(x.text);
  }
  print_message("%d states, largest difference to MuJoCo %.1e\n", states, worst);
  assert_true(states > 200);
}

#endif

static rg_sim *sim_of(const rg_model *model) {
  rg_sim *sim = NULL;
  rg_error error;
  rg_sim_options options = rg_sim_options_default();
  options.dt = 1e-3;
  if (rg_sim_new(&sim, model, &options, &error) != RG_OK) fail_msg("%s", error.reason);
  return sim;
}

/* a filter forgets like exp(-t / tau), an integrator counts and stops at its limit; a mass that the filter
   pushes moves as the integral of that */
static void states_over_time(void **state) {
  (void)state;
  static const char text[] =
      "<mujoco><option gravity='0 0 0'/><worldbody><body><joint name='x' type='slide'/><geom "
      "size='1' "
      "mass='2'/></body><body pos='0 9 0'><joint name='y' type='slide'/><geom size='1'/></body>"
      "</worldbody><actuator><general joint='x' dyntype='filter' dynprm='0.2'/>"
      "<intvelocity joint='y' kp='1' actrange='-1 0.3'/></actuator></mujoco>";
  rg_model *model = NULL;
  assert_int_equal(rg_model_parse(&model, text, strlen(text), NULL, NULL), RG_OK);
  rg_sim *sim = sim_of(model);
  rg_data *data = rg_sim_data(sim);
  data->ctrl[0] = 3;
  data->ctrl[1] = 0.7;
  for (int step = 1; step <= 1000; step++) {
    assert_int_equal(rg_step(sim), RG_OK);
    double t = 1e-3 * step, e = exp(-t / 0.2);
    assert_true(fabs(data->act[0] - 3 * (1 - e)) < 1e-12);
    assert_true(fabs(data->act[1] - fmin(0.7 * t, 0.3)) < 1e-12);
    /* v = 3/2 (t - tau (1 - e)); the rule of the midpoint is of second order */
    assert_true(fabs(data->qvel[0] - 1.5 * (t - 0.2 * (1 - e))) < 2e-6);
  }
  rg_sim_free(sim);
  rg_model_free(model);
}

/* gravity compensation is a passive force, or one of the actuators, within their limit; random arms */
static void lift_by_actuators(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= 20; seed++) {
    xml_text x = {.seed = seed};
    double angle = xml_draw(&x), mass = 2 + xml_draw(&x), arm = 0.5 + 0.3 * xml_draw(&x);
    double part = 0.5 + 0.5 * xml_draw(&x), torque = part * mass * 9.81 * arm * cos(angle);
    double most = 3;
    for (int by_actuator = 0; by_actuator < 2; by_actuator++) {
      x.size = 0;
      xml_put(
          &x,
          "<mujoco><compiler angle='radian'/><worldbody><body gravcomp='%.17g'><joint axis='0 -1 "
          "0' actuatorgravcomp='%s' actuatorfrcrange='-3 3'/><geom size='0.1' mass='%.17g' "
          "pos='%.17g 0 "
          "0'/></body></worldbody></mujoco>",
          part, by_actuator ? "true" : "false", mass, arm);
      rg_model *model = our_model(&x);
      rg_data *data = rg_data_new(model);
      data->qpos[0] = angle;
      rg_forward(model, data);
      double passive = by_actuator ? 0 : torque, own = by_actuator ? fmin(torque, most) : 0;
      assert_true(fabs(data->qfrc_passive[0] - passive) < 1e-12);
      assert_true(fabs(data->qfrc_actuator[0] - own) < 1e-12);
      rg_data_free(data);
      rg_model_free(model);
    }
    free(x.text);
  }
}

/* what goes on from a checkpoint has the same bits */
static void checkpoints(void **state) {
  (void)state;
  xml_text x = random_model(3);
  rg_model *model = our_model(&x);
  rg_sim *sim = sim_of(model), *other = sim_of(model);
  rg_error error;
  const char *file = scratch_path("act.json");
  for (int a = 0; a < model->nactuator; a++) rg_sim_data(sim)->ctrl[a] = 0.3 + 0.1 * xml_draw(&x);
  for (int step = 0; step < 50; step++) assert_int_equal(rg_step(sim), RG_OK);
  assert_int_equal(rg_sim_save(sim, file, &error), RG_OK);
  assert_int_equal(rg_sim_load(other, file, &error), RG_OK);
  for (int step = 0; step < 50; step++) {
    assert_int_equal(rg_step(sim), RG_OK);
    assert_int_equal(rg_step(other), RG_OK);
  }
  assert_memory_equal(rg_sim_data(sim)->act, rg_sim_data(other)->act,
                      (size_t)model->nact * sizeof(double));
  assert_memory_equal(rg_sim_data(sim)->qpos, rg_sim_data(other)->qpos,
                      (size_t)model->nq * sizeof(double));
  rg_sim_free(sim);
  rg_sim_free(other);
  rg_model_free(model);
  free(x.text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
#ifdef RIGOR_HAVE_MUJOCO
      cmocka_unit_test(as_mujoco),
#endif
      cmocka_unit_test(states_over_time), cmocka_unit_test(lift_by_actuators),
      cmocka_unit_test(checkpoints)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
