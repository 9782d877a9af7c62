/* One step or a few, against closed solutions: what inputs, drives, surfaces, limits, springs and
   the report's figures do. */
#include "step/simulate.h"

/* a scene of a few lines */
static scene scene_of(const char *body, const rg_sim_options *options) {
  char xml[4096];
  int size = snprintf(xml, sizeof xml, "<mujoco>%s</mujoco>", body);
  scene s = {NULL, NULL};
  rg_error error;
  memset(&error, 0, sizeof error);
  if (rg_model_parse(&s.model, xml, (size_t)size, NULL, &error)) fail_msg("%s", error.reason);
  if (rg_sim_new(&s.sim, s.model, options, &error)) fail_msg("%s", error.reason);
  return s;
}

/* the report of a step that must be solved */
static const rg_step_report *solved_step(scene *s) {
  rg_status status = rg_step(s->sim);
  const rg_step_report *report = rg_sim_report(s->sim);
  if (status) fail_msg("%s: %s", rg_status_text(status), report->reason);
  return report;
}

#define NO_GRAVITY "<option timestep='0.001' gravity='0 0 0'/>"
#define EARTH      "<option timestep='0.001' gravity='0 0 -9.81'/>"

/* --- drives ----------------------------------------------------------------------------------- */

/* a wall driven at 1 m/s into a ball at rest: against the wall the ball comes in at 1 m/s and leaves
   at e, so that its speed is 1 + e under every law; the drive's work is what the ball gets */
static void driven_wall_bounces(void **state) {
  (void)state;
  static const char *const xml = NO_GRAVITY
      "<worldbody><body><joint name='wall' type='slide' axis='1 0 0'/>"
      "<geom type='box' size='.1 1 1' mass='5'/></body>"
      "<body pos='.2 0 0'><joint type='slide' axis='1 0 0'/><geom size='.1' mass='2'/></body>"
      "</worldbody><custom><numeric name='rigor.drive:wall' data='1'/></custom>";
  for (int law = RG_RESTITUTION_ENERGY; law <= RG_RESTITUTION_POISSON; law++)
    for (int half = 1; half <= 2; half++) {
      rg_sim_options options = rg_sim_options_default();
      double e = 0.5 * half;
      options.restitution = e;
      options.restitution_law = (rg_restitution)law;
      scene s = scene_of(xml, &options);
      scene_qvel(&s)[0] = 1;
      const rg_step_report *report = solved_step(&s);
      assert_near("speed of the ball", scene_qvel(&s)[1], 1 + e, 1e-9);
      assert_near("speed of the wall", scene_qvel(&s)[0], 1, 1e-9);
      assert_near("work", report->work, (1 + e) * (1 + e), 1e-8);
      scene_end(&s);
    }
}

/* dry friction over a step is at most its loss times dt, in both phases of an impact together: an arm
   whose tip hits the floor goes on turning at the shoulder */
static void friction_of_an_impact(void **state) {
  (void)state;
  static const char *const xml =
      EARTH "<worldbody><geom type='plane' size='5 5 1' friction='0 0 0'/>"
            "<body pos='0 0 .5'><joint axis='0 1 0' frictionloss='2'/><geom size='.05' pos='.4 0 "
            "0' mass='5'/>"
            "<body pos='.5 0 0'><joint axis='0 1 0' frictionloss='1'/>"
            "<geom size='.1' pos='.4 0 -.4' mass='1' friction='0 0 0'/></body></body></worldbody>";
  for (int law = RG_RESTITUTION_ENERGY; law <= RG_RESTITUTION_POISSON; law++) {
    rg_sim_options options = rg_sim_options_default();
    options.restitution = 0.9;
    options.restitution_law = (rg_restitution)law;
    scene s = scene_of(xml, &options);
    scene_qvel(&s)[0] = -1;
    scene_qvel(&s)[1] = 4;
    assert_int_equal(solved_step(&s)->impacts, 1);
    for (int i = 0; i < 2; i++)
      assert_at_most("friction", fabs(rg_sim_impulse(s.sim)[i]), (2 - i) * 1e-3 * (1 + 1e-9));
    assert_at_most("the shoulder turns on", scene_qvel(&s)[0], -1);
    scene_end(&s);
  }
}

/* a belt under a falling ball: it bounces as on the ground, e times its speed, whatever the belt */
static void bounce_on_belt(void **state) {
  (void)state;
  static const char *const xml = NO_GRAVITY
      "<worldbody><geom name='belt' type='box' size='5 5 .1' pos='0 0 -.1'/>"
      "<body pos='0 0 .1'><freejoint/><geom size='.1' mass='2' friction='.3 0 0'/></body>"
      "</worldbody><custom><numeric name='rigor.surface:belt' data='8 0 0'/></custom>";
  rg_sim_options options = rg_sim_options_default();
  options.restitution = 1;
  options.restitution_law = RG_RESTITUTION_NEWTON;
  scene newton = scene_of(xml, &options);
  options.restitution_law = RG_RESTITUTION_ENERGY;
  scene energy = scene_of(xml, &options);
  scene_qvel(&newton)[2] = scene_qvel(&energy)[2] = -1;
  solved_step(&newton);
  solved_step(&energy);
  assert_near("newton", scene_qvel(&newton)[2], 1, 1e-9);
  /* friction heats: 0.3 (1 + 1) 2 kg m/s along a slip of 8 m/s. The normal keeps all */
  assert_near("energy", scene_qvel(&energy)[2], 1, 1e-9);
  scene_end(&newton);
  scene_end(&energy);
}

/* motion that is prescribed from rest on: contacts and limits ahead are seen in the first step */
static void drive_looks_ahead(void **state) {
  (void)state;
  static const char *const xml =
      NO_GRAVITY "<worldbody><body><joint name='wall' type='slide' axis='1 0 0'/>"
                 "<geom type='box' size='.1 1 1' mass='5'/></body>"
                 "<body pos='.205 0 0'><joint type='slide' axis='1 0 0'/><geom size='.1'/></body>"
                 "<body pos='0 0 9'><joint name='arm' axis='0 0 1' limited='true' range='-45 2'/>"
                 "<geom size='.1'/></body></worldbody>"
                 "<custom><numeric name='rigor.drive:wall' data='10'/>"
                 "<numeric name='rigor.drive:arm' data='100 1e6'/></custom>";
  rg_sim_options options = rg_sim_options_default();
  options.integrator = RG_EULER; /* positions follow the velocity at the end of the step */
  scene s = scene_of(xml, &options);
  solved_step(&s);
  assert_near("the ball is taken along", scene_qpos(&s)[1] + .005, scene_qpos(&s)[0], 1e-9);
  assert_near("at the stop", scene_qpos(&s)[2], 2 * PI / 180, 1e-9);
  assert_at_most("overlap", rg_sim_penetration(s.sim), 1e-9);
  scene_end(&s);
}

static void bad_drive_limit(void **state) {
  (void)state;
  scene s = scene_start("moving_wall.xml", "falling", NULL);
  const double bad[] = {(double)NAN, -1};
  for (int k = 0; k < 2; k++) {
    rg_sim_drive_limit(s.sim)[0] = bad[k];
    assert_int_equal(rg_step(s.sim), RG_BAD_INPUT);
    assert_true(*rg_sim_report(s.sim)->reason);
  }
  scene_end(&s);
}

/* --- joints ----------------------------------------------------------------------------------- */

/* dry friction of a slide and of a tendon: v falls by dt loss / m, then rests exactly */
static void dry_friction(void **state) {
  (void)state;
  static const char *const xml = NO_GRAVITY
      "<worldbody><body><joint type='slide' axis='1 0 0' frictionloss='4'/>"
      "<geom size='.1' mass='2'/></body>"
      "<body pos='0 1 0'><joint name='a' type='slide' axis='1 0 0'/><geom size='.1' "
      "mass='3'/></body>"
      "</worldbody><tendon><fixed frictionloss='5'><joint joint='a' coef='2'/></fixed></tendon>";
  for (int c = 0; c < 3; c++) {
    rg_sim_options options = rg_sim_options_default();
    options.coordinates = (rg_coordinates)c;
    scene s = scene_of(xml, &options);
    scene_qvel(&s)[0] = 0.01;
    scene_qvel(&s)[1] = -0.01;
    for (int step = 1; step <= 10; step++) {
      solved_step(&s);
      assert_near("slide", scene_qvel(&s)[0], fmax(0, 0.01 - step * 2e-3), 1e-15);
      assert_near("tendon", scene_qvel(&s)[1], fmin(0, -0.01 + step * 1e-2 / 3), 1e-15);
    }
    scene_end(&s);
  }
}

/* a ball joint that swings against its cone, and a tendon that is pulled tight: neither is left, a
   tight tendon of coefficients (1, 2) shares the force as its coefficients say */
static void limits(void **state) {
  (void)state;
  static const char *const xml =
      EARTH "<worldbody><body pos='0 0 2'><joint type='ball' limited='true' range='0 30'/>"
            "<geom size='.1' pos='0 0 -1' mass='1'/></body>"
            "<body pos='5 0 0'><joint name='a' type='slide' axis='1 0 0'/><geom size='.1' "
            "mass='2'/></body>"
            "<body pos='5 2 0'><joint name='b' type='slide' axis='1 0 0'/><geom size='.1' "
            "mass='3'/></body>"
            "</worldbody><tendon><fixed limited='true' range='-1 .01'><joint joint='a' coef='1'/>"
            "<joint joint='b' coef='2'/></fixed></tendon>";
  for (int c = 0; c < 3; c++)
    for (int rule = RG_EULER; rule <= RG_MOREAU; rule++) {
      rg_sim_options options = rg_sim_options_default();
      options.coordinates = (rg_coordinates)c;
      options.integrator = (rg_integrator)rule;
      scene s = scene_of(xml, &options);
      double most = 0, tight = 0;
      scene_qvel(&s)[0] = 3;
      scene_qvel(&s)[1] = 1;
      scene_qvel(&s)[3] = 1;
      for (int step = 0; step < 600; step++) {
        const double *q = scene_qpos(&s);
        solved_step(&s);
        most = fmax(most, 2 * atan2(sqrt(q[1] * q[1] + q[2] * q[2] + q[3] * q[3]), fabs(q[0])));
        tight = fmax(tight, q[4] + 2 * q[5]);
      }
      assert_near("largest angle", most, PI / 6, 1e-4);
      assert_near("longest tendon", tight, 0.01, 1e-9);
      /* impulse along (1, 2): 2 (1 - a) = p, 3 (0 - b) = 2 p, a + 2 b = 0 */
      assert_near("first", scene_qvel(&s)[3], 1 - 3. / 11, 1e-9);
      assert_near("second", scene_qvel(&s)[4], -4. / 11, 1e-9);
      scene_end(&s);
    }
}

/* --- surfaces --------------------------------------------------------------------------------- */

/* the face at the end of a belt moves along its own normal: the shape stays, and so does a box that
   leans against it */
static void end_of_a_belt(void **state) {
  (void)state;
  static const char *const xml =
      "<option timestep='0.001' gravity='-9.81 0 0'/>"
      "<worldbody><geom name='belt' type='box' size='1 1 .1'/>"
      "<body pos='1.1 0 0'><freejoint/><geom type='box' size='.1 .1 .1' mass='1'/></body>"
      "</worldbody><custom><numeric name='rigor.surface:belt' data='1 0 0'/></custom>";
  scene s = scene_of(xml, NULL);
  for (int step = 0; step < 50; step++) solved_step(&s);
  assert_at_most("speed", scene_speed(&s), 1e-9);
  assert_near("place", scene_qpos(&s)[0], 1.1, 1e-9);
  scene_end(&s);
}

/* --- settings --------------------------------------------------------------------------------- */

/* what is given for all pairs holds where nothing is given for the pair or its shapes */
static void restitution_of_pairs(void **state) {
  (void)state;
  static const char *const xml = NO_GRAVITY
      "<worldbody><geom name='floor' type='plane' size='5 5 1'/>"
      "<body pos='0 0 .1'><joint type='slide' axis='0 0 1'/><geom size='.1'/></body>"
      "<body pos='1 0 .1'><joint type='slide' axis='0 0 1'/><geom name='dead' size='.1'/></body>"
      "<body pos='2 0 .1'><joint type='slide' axis='0 0 1'/><geom name='pair' size='.1'/></body>"
      "</worldbody><custom><numeric name='rigor.restitution' data='.5'/>"
      "<numeric name='rigor.restitution:dead' data='.1'/>"
      "<numeric name='rigor.restitution:pair' data='.1'/>"
      "<numeric name='rigor.restitution:pair:floor' data='.9'/></custom>";
  const double model[] = {.5, .1, .9};
  for (int over = 0; over < 2; over++) {
    rg_sim_options options = rg_sim_options_default();
    if (over) options.restitution = 1;
    scene s = scene_of(xml, &options);
    for (int i = 0; i < 3; i++) scene_qvel(&s)[i] = -1;
    solved_step(&s);
    for (int i = 0; i < 3; i++) assert_near("speed", scene_qvel(&s)[i], over ? 1 : model[i], 1e-9);
    scene_end(&s);
  }
}

/* a reset takes inputs back to what the model has, and the time of the keyframe */
static void reset(void **state) {
  (void)state;
  scene s = scene_of(
      NO_GRAVITY
      "<worldbody><geom name='belt' type='plane' size='1 1 1'/>"
      "<body pos='0 0 3'><joint name='j' type='slide' axis='0 0 1'/><geom size='.1'/></body>"
      "</worldbody><actuator><motor joint='j'/></actuator>"
      "<keyframe><key time='2.5' qpos='1' qvel='-1' ctrl='3'/></keyframe>"
      "<custom><numeric name='rigor.surface:belt' data='1 2 0'/>"
      "<numeric name='rigor.drive:j' data='4 5'/></custom>",
      NULL);
  rg_data *data = rg_sim_data(s.sim);
  for (int k = 0; k < 3; k++) rg_sim_surface(s.sim)[k] = 7;
  rg_sim_drive_velocity(s.sim)[0] = rg_sim_drive_limit(s.sim)[0] = 9;
  data->ctrl[0] = data->qfrc_applied[0] = data->xfrc_applied[8] = 1;
  solved_step(&s);
  assert_int_equal(rg_sim_reset(s.sim, 0, NULL), RG_OK);
  const double belt[] = {1, 2, 0};
  for (int k = 0; k < 3; k++) assert_true(rg_sim_surface(s.sim)[k] == belt[k]);
  assert_true(rg_sim_drive_velocity(s.sim)[0] == 4 && rg_sim_drive_limit(s.sim)[0] == 5);
  assert_true(data->ctrl[0] == 3 && data->qfrc_applied[0] == 0 && data->xfrc_applied[8] == 0);
  assert_true(data->time == 2.5 && data->qpos[0] == 1 && data->qvel[0] == -1);
  assert_near("time", solved_step(&s)->time, 2.501, 1e-12);
  assert_int_equal(rg_sim_report(s.sim)->step, 1);
  scene_end(&s);
}

/* --- inputs ----------------------------------------------------------------------------------- */

/* forces act within the step, in all coordinates and by all rules: dv = dt f / m */
static void inputs_act(void **state) {
  (void)state;
  static const char *const xml =
      NO_GRAVITY "<worldbody><body><joint name='x' type='slide' axis='1 0 0'/>"
                 "<joint type='slide' axis='0 1 0'/><joint type='slide' axis='0 0 1'/>"
                 "<geom size='.1' mass='2'/></body></worldbody>"
                 "<actuator><motor joint='x' gear='3'/></actuator>";
  for (int c = 0; c < 3; c++)
    for (int rule = RG_EULER; rule <= RG_IMPLICIT_MOREAU; rule++) {
      rg_sim_options options = rg_sim_options_default();
      options.coordinates = (rg_coordinates)c;
      options.integrator = (rg_integrator)rule;
      scene s = scene_of(xml, &options);
      rg_data *data = rg_sim_data(s.sim);
      data->ctrl[0] = 10;
      data->qfrc_applied[1] = 20;
      data->xfrc_applied[8] = 40;
      solved_step(&s);
      const double wanted[] = {15e-3, 10e-3, 20e-3};
      for (int i = 0; i < 3; i++) assert_near("velocity", scene_qvel(&s)[i], wanted[i], 1e-15);
      scene_end(&s);
    }
}

/* damped joints on a floor, by every rule: one motion in all coordinates */
static void damping_in_coordinates(void **state) {
  (void)state;
  static const char *const xml =
      EARTH "<worldbody><geom type='plane' size='5 5 1'/>"
            "<body pos='0 0 .25'><joint axis='0 1 0' damping='.3'/>"
            "<geom type='capsule' fromto='0 0 0 .3 0 0' size='.02' mass='1'/>"
            "<body pos='.3 0 0'><joint type='ball' damping='.2' armature='.01'/>"
            "<geom type='capsule' fromto='0 0 0 .3 0 0' size='.02' mass='1'/></body></body>"
            "<body pos='2 0 1'><joint type='free' damping='.1' armature='.02'/>"
            "<geom type='box' size='.1 .2 .3' mass='2'/></body></worldbody>";
  for (int rule = RG_EULER; rule <= RG_IMPLICIT_MOREAU; rule++) {
    double end[3][13];
    for (int c = 0; c < 3; c++) {
      rg_sim_options options = rg_sim_options_default();
      options.coordinates = (rg_coordinates)c;
      options.integrator = (rg_integrator)rule;
      scene s = scene_of(xml, &options);
      for (int i = 0; i < s.model->nv; i++) scene_qvel(&s)[i] = 0.5 + i % 3;
      for (int step = 0; step < 150; step++) solved_step(&s);
      for (int i = 0; i < s.model->nv; i++) end[c][i] = scene_qvel(&s)[i];
      for (int i = 0; i < s.model->nv; i++) assert_near("velocity", end[c][i], end[0][i], 1e-7);
      scene_end(&s);
    }
  }
}

/* --- springs ---------------------------------------------------------------------------------- */

#define RESTING_BALL                                                                               \
  EARTH "<worldbody><geom type='plane' size='5 5 1'/>"                                             \
        "<body pos='0 0 .1'><freejoint/><geom size='.1' mass='3'/></body></worldbody>"

/* one relaxed contact under its weight: k d = m g with k = m w^2, so d = g / w^2, in all coordinates;
   a body that sinks into its spring gains nothing. */
static void relaxed_rest(void **state) {
  (void)state;
  double w = 2 * PI / 20e-3, depth = GRAVITY / (w * w);
  for (int c = 0; c < 3; c++) {
    rg_sim_options options = rg_sim_options_default();
    options.coordinates = (rg_coordinates)c;
    options.contacts = RG_STABILIZE_RELAX;
    scene s = scene_of(RESTING_BALL, &options);
    double energy = rg_sim_energy(s.sim);
    for (int step = 0; step < 200; step++) {
      const rg_step_report *report = solved_step(&s);
      assert_at_most("work", report->work, 1e-9);
      assert_at_most("energy", rg_sim_energy(s.sim), energy + 1e-9);
      energy = rg_sim_energy(s.sim);
    }
    assert_near("depth", .1 - scene_qpos(&s)[2], depth, 1e-9);
    assert_near("work at rest", rg_sim_report(s.sim)->work, 0, 1e-12);
    scene_end(&s);
  }
}

/* Peiret et al., Eq. 39-41 by hand for one step: m (u+ - u-) = r, r = -h (k (d + h u+) + b u+) */
static void relaxed_step(void **state) {
  (void)state;
  double h = 1e-3, m = 3, d = -1e-4, before = -0.2, w = 2 * PI / 0.1, z = 0.7;
  double k = m * w * w, b = 2 * z * m * w, free = before - GRAVITY * h;
  double after = (m * free - h * k * d) / (m + h * h * k + h * b);
  for (int c = 0; c < 3; c++) {
    rg_sim_options options = rg_sim_options_default();
    options.coordinates = (rg_coordinates)c;
    options.contacts = RG_STABILIZE_RELAX;
    options.relax_period = 0.1;
    options.relax_damping = z;
    options.integrator = RG_EULER;
    scene s = scene_of(RESTING_BALL, &options);
    scene_qpos(&s)[2] += d;
    scene_qvel(&s)[2] = before;
    const rg_step_report *report = solved_step(&s);
    assert_near("velocity", scene_qvel(&s)[2], after, 1e-10);
    double impulse = m * (after - free);
    assert_near("impulse", rg_sim_impulse(s.sim)[0], impulse, 1e-10);
    assert_near("work", report->work, impulse * 0.5 * (before + after), 1e-10);
    scene_end(&s);
  }
}

/* --- the report ------------------------------------------------------------------------------- */

/* a block that slides: friction's work is -mu m g dt times the mean speed, by every rule once */
static void work_of_friction(void **state) {
  (void)state;
  static const char *const xml = EARTH
      "<worldbody><geom type='plane' size='5 5 1' friction='.5 0 0'/>"
      "<body pos='0 0 .1'><freejoint/><geom type='box' size='.1 .1 .1' mass='2' friction='.5 0 0'/>"
      "</body></worldbody>";
  for (int rule = RG_EULER; rule <= RG_IMPLICIT_MOREAU; rule++) {
    rg_sim_options options = rg_sim_options_default();
    options.integrator = (rg_integrator)rule;
    scene s = scene_of(xml, &options);
    scene_qvel(&s)[0] = 3;
    double impulse = 0.5 * 2 * GRAVITY * 1e-3, mean = 3 - 0.5 * impulse / 2;
    assert_near("work", solved_step(&s)->work, -impulse * mean, 1e-9);
    scene_end(&s);
  }
}

/* a step that settles in halves only: time, solves and reason say so, the rest is that of the halves:
   their work, their forces on the sensor */
static void halves(void **state) {
  (void)state;
  static const char *const xml =
      "<option timestep='0.04' gravity='0 0 -9.81'/>"
      "<worldbody><geom type='plane' size='5 5 1' friction='.5 0 0'/>"
      "<body pos='0 0 .1'><freejoint/><geom type='box' size='.1 .1 .1' mass='2' friction='.5 0 0'/>"
      "<site name='foot' size='.2'/></body>"
      "<body pos='3 0 2'><joint axis='0 1 0'/><geom size='.1' pos='1 0 0' mass='1'/></body>"
      "</worldbody><sensor><touch site='foot'/></sensor>";
  rg_sim_options options = rg_sim_options_default();
  options.integrator = RG_IMPLICIT_EULER;
  options.on_failure = RG_ON_FAILURE_HALVE;
  options.implicit_rounds = 3;
  scene s = scene_of(xml, &options);
  scene_qvel(&s)[0] = 5;
  scene_qvel(&s)[6] = 1;
  const rg_step_report *report = solved_step(&s);
  assert_at_least("halvings", report->halvings, 1);
  assert_true(strncmp(report->reason, "halved", 6) == 0);
  assert_near("time", report->time, 0.04, 1e-15);
  double impulse = 0.5 * 2 * GRAVITY * 0.04;
  assert_near("work", report->work, -impulse * (5 - 0.5 * impulse / 2), 1e-6);
  assert_near("touch", rg_sim_data(s.sim)->sensordata[0], 2 * GRAVITY, 1e-6);
  scene_end(&s);
}

/* closures: the residual is reported whatever holds them, and nothing of it where none does */
static void closure_is_reported(void **state) {
  (void)state;
  for (int k = RG_STABILIZE_TARGET; k <= RG_STABILIZE_NONE; k++) {
    rg_model *model = scene_model("four_bar.xml");
    rg_sim_options options = scene_options(model);
    rg_model_free(model);
    options.closures = (rg_stabilize)k;
    scene s = scene_start("four_bar.xml", NULL, &options);
    for (int i = 0; i < s.model->nv; i++) scene_qvel(&s)[i] = 0.1 * (i + 1);
    for (int step = 0; step < 5; step++) solved_step(&s);
    double closure = rg_sim_report(s.sim)->closure;
    assert_at_most("residual", closure, k == RG_STABILIZE_PROJECT ? 1e-9 : 1e-2);
    if (k != RG_STABILIZE_PROJECT) assert_at_least("residual", closure, 1e-12);
    scene_end(&s);
  }
}

/* the problem that is shown is the one that was solved: after a bounce, and after a projection */
static void problem_stays(void **state) {
  (void)state;
  rg_sim_options options = rg_sim_options_default();
  options.contacts = RG_STABILIZE_PROJECT;
  options.restitution = 0.5;
  scene s = scene_of(RESTING_BALL, &options);
  scene_qvel(&s)[2] = -1;
  scene_qvel(&s)[0] = 1;
  solved_step(&s);
  const rg_problem *problem = rg_sim_problem(s.sim);
  rg_certificate certificate;
  assert_non_null(problem);
  assert_near("mu", problem->mu[0], 1, 0);
  assert_near("target", problem->target[0], 0.5, 1e-9);
  assert_int_equal(rg_certify(problem, rg_sim_impulse(s.sim), NULL, &certificate, NULL), RG_OK);
  assert_at_most("natural map", certificate.law_residual, 1e-10);
  scene_end(&s);
}

/* more contacts than there is room for: said, not hidden */
static void overflow(void **state) {
  (void)state;
  rg_model *model = scene_model("stack10.xml");
  rg_sim_options options = scene_options(model);
  rg_model_free(model);
  options.most_contacts = 5;
  scene s = scene_start("stack10.xml", NULL, &options);
  rg_step(s.sim);
  assert_int_equal(rg_sim_report(s.sim)->overflow, 1);
  assert_int_equal(rg_sim_report(s.sim)->contacts, 5);
  assert_true(*rg_sim_report(s.sim)->reason);
  scene_end(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(driven_wall_bounces),
      cmocka_unit_test(friction_of_an_impact),
      cmocka_unit_test(bounce_on_belt),
      cmocka_unit_test(drive_looks_ahead),
      cmocka_unit_test(bad_drive_limit),
      cmocka_unit_test(dry_friction),
      cmocka_unit_test(limits),
      cmocka_unit_test(end_of_a_belt),
      cmocka_unit_test(restitution_of_pairs),
      cmocka_unit_test(reset),
      cmocka_unit_test(inputs_act),
      cmocka_unit_test(damping_in_coordinates),
      cmocka_unit_test(relaxed_rest),
      cmocka_unit_test(relaxed_step),
      cmocka_unit_test(work_of_friction),
      cmocka_unit_test(halves),
      cmocka_unit_test(closure_is_reported),
      cmocka_unit_test(problem_stays),
      cmocka_unit_test(overflow),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
