/* Adhesion: blocks that stick, slide and fall by the formula, what reaches across a gap, and the forces beside MuJoCo's. */
#include "step/simulate.h"

#include "dynamics/random_xml.h"
#include "step/sim.h"

#ifdef RIGOR_HAVE_MUJOCO
#include <mujoco/mujoco.h>
#endif

static scene scene_by(const char *text, double dt) {
  rg_sim_options options = rg_sim_options_default();
  options.dt = dt;
  return scene_written(text, &options);
}

static void steps(scene *s, int n) {
  for (int k = 0; k < n; k++)
    if (rg_step(s->sim)) fail_msg("step %d: %s", k, rg_sim_report(s->sim)->reason);
}

/* a flat box on a plane under gravity in the direction `turn`, stuck by A newtons: by an actuator, by the box, by the
   plane, or by an explicit pair */
static void write_block(xml_text *x, int how, double turn, double mu, double m, double A) {
  static const double CORNERS = 4;
  xml_put(x, "<mujoco><option gravity=\"%.17g 0 %.17g\"/><worldbody>", GRAVITY * sin(turn),
          -GRAVITY * cos(turn));
  xml_put(x, "<geom name=\"floor\" type=\"plane\" size=\"9 9 1\" friction=\"%.17g\"", mu);
  if (how == 2) xml_put(x, " adhesion=\"%.17g\"", A / CORNERS);
  xml_put(x, "/><body name=\"block\" pos=\"0 0 0.02\"><freejoint/><geom name=\"b\" type=\"box\" "
             "size=\".1 .1 .02\" mass=\"%.17g\" friction=\"%.17g\"", m, mu);
  if (how == 1) xml_put(x, " adhesion=\"%.17g\"", A / CORNERS);
  xml_put(x, "/></body></worldbody>");
  if (how == 0)
    xml_put(x, "<actuator><adhesion name=\"a\" body=\"block\" ctrlrange=\"0 2\" gain=\"%.17g\"/>"
               "</actuator>", A);
  if (how == 3)
    xml_put(x, "<contact><pair geom1=\"b\" geom2=\"floor\" friction=\"%.17g %.17g\" "
               "adhesion=\"%.17g\"/></contact>", mu, mu, A / CORNERS);
  xml_put(x, "</mujoco>");
}

/* N = A + m g cos: it rests where mu N carries m g sin, else slides with g sin - mu N / m; below 0 it falls off */
static void slopes(void **state) {
  (void)state;
  static const double TIME = 0.1, CLEAR = 1e-3; /* shares of a bound that decide nothing */
  int kinds[3] = {0};
  for (uint64_t seed = 1; seed <= 400; seed++) {
    xml_text x = {.seed = seed};
    double turn = PI / 2 * (1 + xml_draw(&x)), mu = 0.6 + 0.4 * xml_draw(&x);
    double m = exp(2 * xml_draw(&x)), A = m * GRAVITY * (1 + xml_draw(&x));
    double N = A + m * GRAVITY * cos(turn), push = m * GRAVITY * sin(turn);
    double bound = CLEAR * m * GRAVITY;
    if (fabs(N) < bound || fabs(mu * N - push) < bound) continue;
    write_block(&x, (int)(seed % 4), turn, mu, m, A);
    scene s = scene_by(x.text, 0.001);
    rg_data *d = rg_sim_data(s.sim);
    if (s.model->nactuator) d->ctrl[0] = 1;
    steps(&s, (int)(TIME / 0.001 + 0.5));
    if (N < 0) { /* at first by what adhesion leaves of its weight, soon by all of it */
      double least = -N / m * TIME, most = -GRAVITY * cos(turn) * TIME;
      if (!(d->qvel[2] >= least * (1 - 1e-9) && d->qvel[2] <= most * (1 + 1e-9)))
        fail_msg("seed %d: falls with %g, not %g to %g", (int)seed, d->qvel[2], least, most);
      kinds[0]++;
    } else if (mu * N > push) {
      for (int k = 0; k < 6; k++) assert_true(fabs(d->qvel[k]) < 1e-12);
      kinds[1]++;
    } else {
      double v = (push - mu * N) / m * TIME;
      if (!(fabs(d->qvel[0] - v) < 1e-9 * v)) fail_msg("seed %d: %g, not %g", (int)seed, d->qvel[0], v);
      assert_true(fabs(d->qpos[2] - 0.02) < 1e-9);
      kinds[2]++;
    }
    scene_end(&s);
    free(x.text);
  }
  for (int k = 0; k < 3; k++) assert_true(kinds[k] > 30);
}

/* what is let go of falls at once, also where nothing has moved for long */
static void let_go(void **state) {
  (void)state;
  xml_text x = {.seed = 1};
  write_block(&x, 0, PI, 0.5, 2, 30);
  scene s = scene_by(x.text, 0.001);
  rg_data *d = rg_sim_data(s.sim);
  d->ctrl[0] = 1;
  steps(&s, 500);
  for (int k = 0; k < 6; k++) assert_true(d->qvel[k] == 0);
  d->ctrl[0] = 0;
  steps(&s, 100);
  assert_true(fabs(d->qvel[2] - 0.1 * GRAVITY) < 1e-12);
  scene_end(&s);
  free(x.text);
}

/* a ball below a ceiling rises by A / m - g through the gap, and stays there; farther down it falls. Both ways of writing
   the gap: beyond the margin, and within it */
static void across_a_gap(void **state) {
  (void)state;
  for (int k = 0; k < 4; k++) {
    xml_text x = {.seed = 1};
    double below = k & 1 ? 0.06 : 0.03, rise = 30 / 2.0 - GRAVITY;
    xml_put(&x, "<mujoco><worldbody><geom type=\"plane\" size=\"1 1 1\" pos=\"0 0 1\" zaxis=\"0 0 -1\"/>"
                "<body name=\"ball\" pos=\"0 0 %g\"><freejoint/><geom size=\".1\" mass=\"2\" gap=\".05\" %s/>"
                "</body></worldbody><actuator><adhesion body=\"ball\" ctrlrange=\"0 1\" gain=\"30\"/>"
                "</actuator></mujoco>", 0.9 - below, k & 2 ? "margin=\".05\"" : "");
    scene s = scene_by(x.text, 0.001);
    rg_data *d = rg_sim_data(s.sim);
    d->ctrl[0] = 1;
    steps(&s, 50);
    assert_true(fabs(d->qvel[2] - (k & 1 ? -GRAVITY : rise) * 0.05) < 1e-9);
    steps(&s, 450);
    if (k & 1) assert_true(d->qpos[2] < 0);
    else assert_true(fabs(d->qpos[2] - 0.9) < 1e-9 && fabs(d->qvel[2]) < 1e-9);
    scene_end(&s);
    free(x.text);
  }
}

#ifdef RIGOR_HAVE_MUJOCO
/* balls on chains among each other and above a plane, some with gaps, one to three of their bodies sticking */
static void write_balls(xml_text *x) {
  xml_put(x, "<mujoco><worldbody><geom type=\"plane\" size=\"9 9 1\" pos=\"0 0 -.3\"/>");
  for (int c = 0; c < 4; c++) {
    for (int k = 0; k < 3; k++) {
      double margin = 0.05 * (1 + xml_draw(x));
      xml_put(x, "<body name=\"b%d\" pos=\"%.3f %.3f %.3f\"><joint type=\"%s\" axis=\"%.3f 1 %.3f\"/>",
              3 * c + k, 0.3 * xml_draw(x), 0.3 * xml_draw(x), 0.3 * xml_draw(x),
              xml_pick(x, 2) ? "hinge" : "ball", xml_draw(x), xml_draw(x));
      xml_put(x, "<geom size=\"%.3f\" mass=\"1\" margin=\"%.4f\" gap=\"%.4f\" condim=\"%d\"/>",
              0.15 + 0.05 * xml_draw(x), margin, xml_pick(x, 2) ? margin : 0.5 * margin,
              xml_pick(x, 2) ? 1 : 3);
    }
    xml_put(x, "</body></body></body>");
  }
  xml_put(x, "</worldbody><actuator>");
  for (int k = xml_pick(x, 3); k >= 0; k--)
    xml_put(x, "<adhesion body=\"b%d\" ctrlrange=\"0 1\" gain=\"%.3f\"/>", xml_pick(x, 12),
            2 + xml_draw(x));
  xml_put(x, "</actuator></mujoco>");
}

static mjModel *read_by_mujoco(const char *text, size_t size) {
  char reason[1000] = "";
  mjVFS *files = calloc(1, sizeof *files);
  mj_defaultVFS(files);
  mj_makeEmptyFileVFS(files, "balls.xml", (int)size);
  memcpy(files->filedata[0], text, size);
  mjModel *m = mj_loadXML("balls.xml", files, reason, sizeof reason);
  if (!m) fail_msg("%s", reason);
  mj_deleteVFS(files);
  free(files);
  return m;
}

/* the same generalized forces, where both count the same contacts: what is nearer than a motion is known to sticks here */
static void forces_of_mujoco(void **state) {
  (void)state;
  int compared = 0, pulled = 0, cases = 300;
  for (uint64_t seed = 1; seed <= (uint64_t)cases; seed++) {
    xml_text x = {.seed = seed};
    write_balls(&x);
    scene s = scene_by(x.text, 0.001);
    mjModel *m = read_by_mujoco(x.text, x.size);
    mjData *their = mj_makeData(m);
    rg_data *d = rg_sim_data(s.sim);
    for (int i = 0; i < m->nv; i++) their->qvel[i] = 3 * xml_draw(&x);
    mj_integratePos(m, their->qpos, their->qvel, 1);
    memcpy(d->qpos, their->qpos, (size_t)m->nq * sizeof(double));
    memcpy(d->qvel, their->qvel, (size_t)m->nv * sizeof(double));
    for (int a = 0; a < m->nu; a++) d->ctrl[a] = their->ctrl[a] = 0.5 * (1 + xml_draw(&x));
    mj_forward(m, their);
    rg_sim_find_grips(s.sim);
    rg_forward(s.model, d);
    int count = 0;
    for (int k = 0; k < their->ncon; k++) {
      int sticks = 0;
      for (int a = 0; a < m->nu; a++)
        sticks |= m->geom_bodyid[their->contact[k].geom1] == m->actuator_trnid[2 * a] ||
                  m->geom_bodyid[their->contact[k].geom2] == m->actuator_trnid[2 * a];
      count += sticks;
    }
    if (count == rg_work_of(d)->ngrip) {
      for (int i = 0; i < m->nv; i++)
        if (!(fabs(d->qfrc_actuator[i] - their->qfrc_actuator[i]) < 1e-12))
          fail_msg("seed %d: force %d: %.17g, MuJoCo %.17g", (int)seed, i, d->qfrc_actuator[i],
                   their->qfrc_actuator[i]);
      for (int a = 0; a < m->nu; a++)
        assert_true(fabs(d->actuator_velocity[a] - their->actuator_velocity[a]) < 1e-12);
      compared++;
      pulled += count > 0;
    }
    mj_deleteData(their);
    mj_deleteModel(m);
    scene_end(&s);
    free(x.text);
  }
  print_message("%d of %d the same contacts, %d with some\n", compared, cases, pulled);
  assert_true(compared > 0.95 * cases && pulled > 0.5 * cases);
}
#else
static void forces_of_mujoco(void **state) {
  (void)state;
  print_message("MuJoCo is not installed: skipped\n");
  skip();
}
#endif

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(slopes), cmocka_unit_test(let_go),
                                     cmocka_unit_test(across_a_gap),
                                     cmocka_unit_test(forces_of_mujoco)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
