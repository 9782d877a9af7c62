/* Spatial tendons, sites and slider-cranks beside MuJoCo on random trees: lengths, moment arms, forces
   and accelerations at random states; springs and dampers given by their effect. Then what MuJoCo need
   not tell: moment arms are slopes of lengths. */
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
#include "dynamics/work.h"

enum { BODIES = 7, TENDONS = 5, MODELS = 60, STATES = 12 };

/* a site of the world or of a body, but not the last one again */
static int put_site(xml_text *x, int last) {
  int site = last;
  while (site == last) site = xml_pick(x, 2 * BODIES + 2);
  if (site >= 2 * BODIES) xml_put(x, "<site site=\"w%d\"/>", site - 2 * BODIES);
  else xml_put(x, "<site site=\"s%d_%d\"/>", site / 2, site % 2);
  return site;
}

static int with_sides; /* 1: some strings must pass a geom on one side, or inside it */

static void put_geom(xml_text *x) {
  int body = xml_pick(x, BODIES), way = with_sides ? xml_pick(x, 3) : 0;
  xml_put(x, "<geom geom=\"%c%d\"", xml_pick(x, 2) ? 'b' : 'c', body);
  if (way == 1) xml_put(x, " sidesite=\"s%d_%d\"", body, xml_pick(x, 2));
  xml_put(x, "/>");
}

static void put_tendon(xml_text *x, int t) {
  int branches = 1 + xml_pick(x, 3);
  xml_put(x, "<spatial name=\"t%d\" stiffness=\"%.4f\" damping=\"%.4f\"", t, 20 + 10 * xml_draw(x),
          2 + xml_draw(x));
  if (xml_pick(x, 2)) xml_put(x, " springlength=\"%.4f\"", 0.5 + 0.3 * xml_draw(x));
  xml_put(x, ">");
  for (int branch = 0; branch < branches; branch++) {
    int pieces = 1 + xml_pick(x, 3);
    if (branch) xml_put(x, "<pulley divisor=\"%.4f\"/>", 2 + xml_draw(x));
    int site = put_site(x, -1);
    for (int k = 0; k < pieces; k++) {
      if (xml_pick(x, 2)) put_geom(x);
      site = put_site(x, site);
    }
  }
  xml_put(x, "</spatial>\n");
}

static void put_gear(xml_text *x) {
  xml_numbers(x, "gear", 6, 1);
  xml_put(x, " biastype=\"affine\" gainprm=\"3\" biasprm=\"0.5 -2 -1\"/>\n");
}

static void put_actuators(xml_text *x) {
  xml_put(x, "<actuator>\n");
  for (int t = 0; t < TENDONS; t++) {
    xml_put(x, "<general tendon=\"t%d\"", t);
    put_gear(x);
  }
  for (int b = 0; b < BODIES; b++) {
    xml_put(x, "<general %s=\"j%d\"", b % 2 ? "jointinparent" : "joint", b);
    put_gear(x);
    xml_put(x, "<general site=\"s%d_0\"", b);
    put_gear(x);
    // MuJoCo takes the turn of sites with axes of their own in another order
    xml_put(x, "<general site=\"f%d\" refsite=\"w%d\"", b, xml_pick(x, 2));
    put_gear(x);
    xml_put(x, "<general cranksite=\"s%d_0\" slidersite=\"s%d_1\" cranklength=\"%.4f\"", b,
            xml_pick(x, BODIES), 1 + 0.9 * xml_draw(x));
    put_gear(x);
  }
  xml_put(x, "</actuator>\n");
}

static xml_text random_model(uint64_t seed) {
  xml_text x = {.seed = seed};
  xml_put(&x, "<mujoco><compiler angle=\"radian\"/><option timestep=\"0.001\"/>");
  xml_world(&x, BODIES,
            seed % 2 ? "springdamper=\"0.3 0.7\"" : "stiffness=\"1\" springref=\"0.1\"");
  xml_put(&x, "<tendon>\n");
  for (int t = 0; t < TENDONS; t++) put_tendon(&x, t);
  xml_put(&x, "</tendon>");
  put_actuators(&x);
  xml_put(&x, "</mujoco>");
  return x;
}

static mjModel *mujoco_model(const xml_text *x) {
  static mjVFS files;
  char error[512];
  mj_defaultVFS(&files);
  mj_makeEmptyFileVFS(&files, "model.xml", (int)x->size);
  memcpy(files.filedata[0], x->text, x->size);
  mjModel *m = mj_loadXML("model.xml", &files, error, sizeof error);
  mj_deleteVFS(&files);
  if (!m) fail_msg("%s\n%s", error, x->text);
  return m;
}

static rg_model *our_model(const xml_text *x) {
  rg_model *model = NULL;
  rg_error error;
  if (rg_model_parse(&model, x->text, x->size, NULL, &error) != RG_OK)
    fail_msg("line %d: %s: %s\n%s", error.line, error.element, error.reason, x->text);
  return model;
}

static void draw_state(const rg_model *model, rg_data *data, xml_text *x, double size) {
  rg_data_reset(model, data, -1);
  for (int i = 0; i < model->nv; i++) data->qvel[i] = size * xml_draw(x);
  rg_integrate_position(model, data->qpos, data->qvel, 1);
  for (int i = 0; i < model->nv; i++) data->qvel[i] = xml_draw(x);
  for (int a = 0; a < model->nactuator; a++) data->ctrl[a] = xml_draw(x);
}

static double largest[2]; /* difference, relative: without sides and with them */

static void compare(const char *what, const double *theirs, const double *ours, int n,
                    double tolerance) {
  double size = 1;
  if (with_sides) tolerance *= 1e4; /* MuJoCo's bend inside a geom is good to 1e-6 */
  for (int k = 0; k < n; k++) size = fmax(size, fabs(theirs[k]));
  for (int k = 0; k < n; k++) {
    double off = fabs(theirs[k] - ours[k]) / size;
    if (!(off <= tolerance)) fail_msg("%s[%d]: %.15g, MuJoCo %.15g", what, k, ours[k], theirs[k]);
    largest[with_sides] = fmax(largest[with_sides], off);
  }
}

/* rows by list as a full matrix */
static void spread(int n, int nv, const int *start, const int *dof, const double *value,
                   double *full) {
  memset(full, 0, (size_t)n * (size_t)nv * sizeof *full);
  for (int r = 0; r < n; r++)
    for (int k = start[r]; k < start[r + 1]; k++)
      full[(size_t)r * (size_t)nv + (size_t)dof[k]] += value[k];
}

static void compare_state(const mjModel *m, mjData *d, const rg_model *model, rg_data *data) {
  double full[64 * 64];
  mju_copy(d->qpos, data->qpos, m->nq);
  mju_copy(d->qvel, data->qvel, m->nv);
  mju_copy(d->ctrl, data->ctrl, m->nu);
  mj_forward(m, d);
  rg_forward(model, data);
  compare("ten_length", d->ten_length, data->tendon_length, m->ntendon, 1e-12);
  spread(m->ntendon, m->nv, model->tendon_dof_start, model->tendon_dof, data->tendon_moment, full);
  compare("ten_J", d->ten_J, full, m->ntendon * m->nv, 1e-11);
  compare("ten_velocity", d->ten_velocity, data->tendon_velocity, m->ntendon, 1e-11);
  compare("actuator_length", d->actuator_length, data->actuator_length, m->nu, 1e-11);
  spread(m->nu, m->nv, model->actuator_dof_start, model->actuator_dof, data->actuator_moment, full);
  compare("actuator_moment", d->actuator_moment, full, m->nu * m->nv, 1e-10);
  compare("actuator_force", d->actuator_force, data->actuator_force, m->nu, 1e-10);
  compare("qfrc_passive", d->qfrc_passive, data->qfrc_passive, m->nv, 1e-10);
  compare("qfrc_actuator", d->qfrc_actuator, data->qfrc_actuator, m->nv, 1e-10);
  compare("qacc_smooth", d->qacc_smooth, data->qacc_smooth, m->nv, 1e-9);
}

static void as_mujoco(void **state) {
  (void)state;
  for (uint64_t seed = 1; seed <= MODELS; seed++) {
    with_sides = seed % 3 == 0;
    xml_text x = random_model(seed);
    mjModel *m = mujoco_model(&x);
    m->opt.jacobian = mjJAC_DENSE;
    mjData *d = mj_makeData(m);
    rg_model *model = our_model(&x);
    rg_data *data = rg_data_new(model);
    compare("springs", m->jnt_stiffness, model->joint_stiffness, m->njnt, 1e-10);
    compare("dampers", m->dof_damping, model->dof_damping, m->nv, 1e-10);
    for (int t = 0; t < m->ntendon; t++)
      compare("rest", m->tendon_lengthspring + t, model->tendon_springlength + 2 * t, 1, 1e-12);
    for (int k = 0; k < STATES; k++) {
      draw_state(model, data, &x, 0.5);
      compare_state(m, d, model, data);
    }
    rg_data_free(data);
    rg_model_free(model);
    mj_deleteData(d);
    mj_deleteModel(m);
    free(x.text);
  }
  print_message("largest difference to MuJoCo %.1e, with sides %.1e\n", largest[0], largest[1]);
}

static double length_after(const rg_model *model, rg_data *data, const double *from, int dof,
                           double h, int t) {
  double v[64] = {0};
  v[dof] = 1;
  memcpy(data->qpos, from, (size_t)model->nq * sizeof(double));
  rg_integrate_position(model, data->qpos, v, h);
  rg_kinematics(model, data);
  return rg_tendon_length(model, data, t);
}

static void arms_are_slopes(void **state) {
  (void)state;
  const double h = 1e-6;
  double worst = 0;
  int entries = 0, jumps = 0;
  with_sides = 1;
  for (uint64_t seed = 1; seed <= 20; seed++) {
    xml_text x = random_model(seed);
    rg_model *model = our_model(&x);
    rg_data *data = rg_data_new(model);
    double from[128], full[64 * 64];
    draw_state(model, data, &x, 0.5);
    memcpy(from, data->qpos, (size_t)model->nq * sizeof(double));
    rg_forward(model, data);
    spread(model->ntendon, model->nv, model->tendon_dof_start, model->tendon_dof,
           data->tendon_moment, full);
    for (int t = 0; t < model->ntendon; t++)
      for (int i = 0; i < model->nv; i++) {
        double slope =
            (length_after(model, data, from, i, h, t) - length_after(model, data, from, i, -h, t)) /
            (2 * h);
        double off = fabs(slope - full[t * model->nv + i]);
        entries++;
        if (off > 1e-3 && ++jumps) continue; /* the string has just come to a geom or left it */
        worst = fmax(worst, off);
      }
    rg_data_free(data);
    rg_model_free(model);
    free(x.text);
  }
  assert_true(worst < 1e-6);
  assert_true(1000 * jumps <= entries);
}

/* the rate of a length where no joint accelerates, between two moments */
static void rates_drift(void **state) {
  (void)state;
  const double h = 1e-5;
  double worst = 0;
  int entries = 0, jumps = 0;
  with_sides = 1;
  for (uint64_t seed = 1; seed <= 20; seed++) {
    xml_text x = random_model(seed);
    rg_model *model = our_model(&x);
    rg_data *data = rg_data_new(model);
    double from[128], drift[6 * 16], expected[TENDONS], rate[2][TENDONS];
    draw_state(model, data, &x, 0.5);
    memcpy(from, data->qpos, (size_t)model->nq * sizeof(double));
    rg_forward(model, data);
    rg_body_drifts(model, data, drift);
    for (int t = 0; t < TENDONS; t++) expected[t] = rg_tendon_drift(model, data, drift, t);
    for (int side = 0; side < 2; side++) {
      memcpy(data->qpos, from, (size_t)model->nq * sizeof(double));
      rg_integrate_position(model, data->qpos, data->qvel, side ? h : -h);
      rg_forward(model, data);
      memcpy(rate[side], data->tendon_velocity, sizeof rate[side]);
    }
    for (int t = 0; t < TENDONS; t++) {
      double off =
          fabs((rate[1][t] - rate[0][t]) / (2 * h) - expected[t]) / (1 + fabs(expected[t]));
      entries++;
      if (off > 1e-2 && ++jumps) continue;
      worst = fmax(worst, off);
    }
    rg_data_free(data);
    rg_model_free(model);
    free(x.text);
  }
  if (!(worst < 1e-6)) fail_msg("off by %g", worst);
  assert_true(50 * jumps <= entries);
}

/* kv of a damping ratio: 2 ratio sqrt(kp m), m the sum of M_jj / moment_j^2 at qpos0, M and moments
   from MuJoCo, which reads the same servos without the ratio */
static void put_servos(xml_text *x, const char *more) {
  xml_put(x, "<actuator>");
  for (int b = 0; b < BODIES; b++) {
    xml_put(x, "<position joint=\"j%d\" kp=\"%d\" gear=\"1.5 0.5 2 0.3 0.7 -1\" %s/>", b, 20 + b,
            more);
    xml_put(x, "<position site=\"s%d_0\" kp=\"30\" gear=\"1 0.5 2 0.3 0.7 -1\" %s/>", b, more);
  }
  for (int t = 0; t < TENDONS; t++)
    xml_put(x, "<position tendon=\"t%d\" kp=\"40\" gear=\"%d\" %s/>", t, t + 1, more);
  xml_put(x, "</actuator></mujoco>");
}

static xml_text servo_model(uint64_t seed, const char *more) {
  xml_text x = random_model(seed);
  x.size = (size_t)(strstr(x.text, "<actuator>") - x.text);
  put_servos(&x, more);
  return x;
}

static void damping_ratios(void **state) {
  (void)state;
  double worst = 0;
  for (uint64_t seed = 1; seed <= 20; seed++) {
    with_sides = 0;
    xml_text x = servo_model(seed, "dampratio=\"0.7\""), plain = servo_model(seed, "");
    mjModel *m = mujoco_model(&plain);
    mjData *d = mj_makeData(m);
    rg_model *model = our_model(&x);
    double M[64 * 64];
    mj_forward(m, d);
    mj_fullM(m, M, d->qM);
    for (int a = 0; a < m->nu; a++) {
      double mass = 0;
      for (int i = 0; i < m->nv; i++) {
        double arm = d->actuator_moment[a * m->nv + i];
        if (arm * arm > 1e-15) mass += M[i * m->nv + i] / (arm * arm);
      }
      double kv = 2 * 0.7 * sqrt(m->actuator_gainprm[mjNGAIN * a] * mass);
      worst = fmax(worst, fabs(kv + model->actuator_bias[3 * a + 2]) / fmax(1, kv));
      assert_true(model->actuator_bias[3 * a + 1] == -m->actuator_gainprm[mjNGAIN * a]);
    }
    rg_model_free(model);
    mj_deleteData(d);
    mj_deleteModel(m);
    free(x.text);
    free(plain.text);
  }
  print_message("largest difference of damping %.1e\n", worst);
  assert_true(worst < 1e-9);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(as_mujoco), cmocka_unit_test(arms_are_slopes),
                                     cmocka_unit_test(rates_drift),
                                     cmocka_unit_test(damping_ratios)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

#endif
