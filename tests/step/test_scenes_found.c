/* What random scenes have found, made small (tests/campaign): overlaps at the start that part, loops that
   cannot close, implicit rules that do not settle, steps that have no end. */
#include "dynamics/random_xml.h"
#include "step/simulate.h"

#include <rigor/base.h>

static scene start(const char *mjcf, const rg_sim_options *how) {
  scene s = {scene_parse(mjcf), NULL};
  rg_error error;
  rg_sim_options options = scene_options(s.model);
  if (how) {
    options.integrator = how->integrator;
    options.on_failure = how->on_failure;
    options.step_iterations = how->step_iterations;
  }
  if (rg_sim_new(&s.sim, s.model, &options, &error) != RG_OK) fail_msg("%s", error.reason);
  if (s.model->nkey) rg_sim_reset(s.sim, 0, &error);
  return s;
}

/* A box on a slide and a ball joint lies deep in a sphere and turns into it, with much friction: what the contact is
   asked to part with must not come from nothing. The energy of the start: 0.002 (5.4^2 + 8.7^2) J of motion. */
static void parting_creates_no_energy(void **state) {
  (void)state;
  scene s = start(
      "<mujoco><compiler angle='radian'/><option timestep='0.0015' gravity='0 0 -10'/><worldbody>"
      "<body pos='-.052 -.19 .28'><geom size='.1' friction='0'/>"
      "<body pos='.13 .11 .012'><inertial mass='1' diaginertia='.004 .004 .004' pos='0 0 0'/>"
      "<joint type='slide' axis='.78 -.39 -.5'/>"
      "<body pos='-.14 .029 .053' quat='-.77842 -.53317 .18172 -.27706'>"
      "<inertial mass='1' diaginertia='.004 .004 .004' pos='0 0 0'/><joint type='ball'/>"
      "<geom type='box' size='.1 .048 .092' friction='2.1'/></body></body></body></worldbody>"
      "<keyframe><key qvel='0 0 -5.4 8.7'/></keyframe></mujoco>",
      NULL);
  double first = rg_sim_energy(s.sim), motion = 0.002 * (5.4 * 5.4 + 8.7 * 8.7);
  for (int k = 0; k < 20; k++) {
    assert_int_equal(rg_step(s.sim), RG_SOLVED);
    assert_at_most("energy", rg_sim_energy(s.sim), first + 0.01 * motion);
  }
  scene_end(&s);
}

/* A light box on a hinge and a slide is wedged against a ball with much friction: by the midpoint rule each step threw
   the box back faster, from 1 to 300 m/s in ten steps, with contacts that gave 77 J in one of them. Nothing here has
   more than the fall to gain. */
static void jammed_contacts_create_no_energy(void **state) {
  (void)state;
  scene s = start(
      "<mujoco><compiler angle='radian'/><option timestep='.0023' gravity='0 0 -10'/><worldbody>"
      "<body pos='-.042 -.12 .35'>"
      "<body pos='-.1 -.034 .13' quat='.25962192 -.08827693 -.55097532 -.78818135'>"
      "<inertial mass='1' diaginertia='.004 .004 .004' pos='0 0 0'/>"
      "<joint type='slide' axis='-.52 .83 .21'/><geom size='.1' friction='2.3'/></body>"
      "<body pos='-.072 -.095 -.055'>"
      "<inertial mass='.056' diaginertia='.00017 .00028 .0002' pos='0 0 0'/>"
      "<joint pos='-.04 .073 -.092' axis='-.68 -.64 .35'/><joint type='slide' axis='-.53 .78 .34'/>"
      "<geom type='box' size='.049 .082 .074' friction='0'/></body></body></worldbody>"
      "<keyframe><key qvel='0 0 .58'/></keyframe></mujoco>",
      NULL);
  double first = rg_sim_energy(s.sim), fastest = 0;
  int by_euler = 0;
  for (int k = 0; k < 400; k++) {
    assert_int_equal(rg_step(s.sim), RG_SOLVED);
    const rg_step_report *report = rg_sim_report(s.sim);
    assert_at_most("energy", rg_sim_energy(s.sim), first + 1e-3);
    assert_at_most("work of contacts", report->balance.contacts + report->balance.friction, 1e-3);
    fastest = fmax(fastest, scene_speed(&s));
    by_euler += strstr(report->reason, "contacts would create energy") != NULL;
  }
  print_message("%d of 400 steps went by euler, speed at most %.3g\n", by_euler, fastest);
  assert_in_range(by_euler, 1, 40);
  scene_end(&s);
}

/* A ball on a slide is wedged against another by friction: no impulse of Coulomb's cone throws it back, whatever a law of
   restitution asks for. It stops, and the step says that it should have bounced. */
static void jammed_bounce_stays(void **state) {
  (void)state;
  static const rg_restitution laws[] = {RG_RESTITUTION_NEWTON, RG_RESTITUTION_POISSON,
                                        RG_RESTITUTION_ENERGY};
  for (int k = 0; k < 3; k++) {
    scene s = {scene_parse("<mujoco><option timestep='.00077' gravity='0 0 0'/><worldbody>"
                           "<body pos='-.16 -.021 -.043'><geom size='.058' friction='0'/></body>"
                           "<body pos='-.17 .0064 .067'><joint type='slide' axis='.68 .73 -.042'/>"
                           "<geom size='.11' mass='1' friction='.69'/></body></worldbody>"
                           "<keyframe><key qvel='-.97'/></keyframe></mujoco>"),
               NULL};
    rg_sim_options how = rg_sim_options_default();
    rg_error error;
    how.restitution_law = laws[k], how.restitution = 0.93;
    if (rg_sim_new(&s.sim, s.model, &how, &error) != RG_OK) fail_msg("%s", error.reason);
    rg_sim_reset(s.sim, 0, &error);
    assert_int_equal(rg_step(s.sim), RG_SOLVED);
    print_message("%s: %g m/s, %s\n", rg_restitution_name(laws[k]), scene_qvel(&s)[0],
                  rg_sim_report(s.sim)->reason);
    assert_near("speed", scene_qvel(&s)[0], 0, 1e-9);
    scene_end(&s);
  }
}

/* a hinge that is driven whatever it meets turns a box into one that cannot move */
static const char *const driven_wall =
    "<mujoco><compiler angle='radian'/><option timestep='.00071'/>"
    "<custom><numeric name='rigor.drive:motor' data='6.1'/></custom><worldbody>"
    "<body name='arm' pos='.067 -.087 .437' quat='.25060 -.29448 -.67994 -.62302'>"
    "<joint name='motor' axis='-.41 .79 .46'/><geom type='box' size='.094 .1 .1'/></body>"
    "<body name='wall' pos='-.158 .014 .454'><geom type='box' size='.086 .071 .072'/></body>"
    "</worldbody><keyframe><key qvel='6.1'/></keyframe></mujoco>";

/* No impulses do that. The step says so soon, and names what pushes and what is pushed against. */
static void driven_into_a_wall(void **state) {
  (void)state;
  scene s = start(driven_wall, NULL);
  rg_status status = RG_SOLVED;
  for (int k = 0; k < 200 && !status; k++) status = rg_step(s.sim);
  const rg_step_report *report = rg_sim_report(s.sim);
  print_message("%s after %d iterations: %s\n", rg_status_text(status), report->iterations,
                report->reason);
  assert_int_equal(status, RG_NO_SOLUTION);
  assert_non_null(strstr(report->reason, "contact of bodies 'wall' and 'arm'") ||
                          strstr(report->reason, "contact of bodies 'arm' and 'wall'")
                      ? report
                      : NULL);
  assert_non_null(strstr(report->reason, "the drive of joint 'motor'"));
  assert_in_range(report->iterations, 1, 2000);
  scene_end(&s);
}

/* A motor turns a box whose corner lies two centimetres deep in a plane: what the corner travels in a step is taken back,
   the old overlap is not, and the contact does no work that would part it. */
static void old_overlap_is_not_worked_on(void **state) {
  (void)state;
  scene s = start(
      "<mujoco><compiler angle='radian'/><option timestep='.002'/><worldbody>"
      "<geom type='plane' size='0 0 1' quat='.992 .1256 0 0' friction='0'/>"
      "<body pos='.279 .194 .316' quat='.7547 -.1562 -.2799 .5724'>"
      "<inertial mass='.98' diaginertia='.0024 .0036 .0021' pos='.069 -.047 .027'/><freejoint/>"
      "<body pos='.123 .141 -.089'><inertial mass='2.5' diaginertia='.01 .005 .0088' pos='0 0 0'/>"
      "<joint name='j' pos='-.025 -.061 .037' axis='.588 -.752 -.296'/>"
      "<geom type='box' size='.06 .08 .1' friction='0'/></body></body></worldbody>"
      "<actuator><velocity joint='j' kv='.565' forcerange='-5.6 5.6'/></actuator>"
      "<keyframe><key qpos='.279 .194 .316 .7547 -.1562 -.2799 .5724 0' ctrl='-5.5'/></keyframe>"
      "</mujoco>",
      NULL);
  double given = 0, motion = 0;
  int touching = 0;
  for (int k = 0; k < 40; k++) {
    assert_int_equal(rg_step(s.sim), RG_SOLVED);
    const rg_step_report *report = rg_sim_report(s.sim);
    given += report->balance.contacts + report->balance.friction;
    motion = fmax(motion, report->balance.kinetic);
    touching += report->contacts > 0 && report->penetration > 0.01;
  }
  print_message("contacts gave %.2g J of %.2g J, %d steps\n", given, motion, touching);
  assert_true(touching > 20);
  assert_at_most("work of contacts", given, 1e-3 * motion);
  scene_end(&s);
}

/* the same under a law that is a complementarity problem of its own: its solvers have the same budget */
static void laws_keep_to_the_budget(void **state) {
  (void)state;
  scene s = {scene_parse(driven_wall), NULL};
  rg_sim_options how = scene_options(s.model);
  rg_error error;
  how.solve.law.law = RG_LAW_PYRAMID, how.solve.law.directions = 8, how.step_iterations = 300;
  if (rg_sim_new(&s.sim, s.model, &how, &error) != RG_OK) fail_msg("%s", error.reason);
  rg_sim_reset(s.sim, 0, &error);
  rg_status status = RG_SOLVED;
  for (int k = 0; k < 200 && !status; k++) status = rg_step(s.sim);
  const rg_step_report *report = rg_sim_report(s.sim);
  print_message("%s after %d iterations\n", rg_status_text(status), report->iterations);
  assert_int_not_equal(status, RG_SOLVED);
  assert_in_range(report->iterations, 1, 1000);
  scene_end(&s);
}

/* an arm of 0.5 m whose tip is tied to a point 3 m away: said in the first step, with the name, and no policy goes on */
static void torn_loop_is_said_once(void **state) {
  (void)state;
  static const char *const mjcf =
      "<mujoco><worldbody><site name='far' pos='3 0 0'/><body><joint axis='0 1 0'/>"
      "<geom type='capsule' fromto='0 0 0 .5 0 0' size='.02'/><site name='tip' pos='.5 0 "
      "0'/></body>"
      "</worldbody><equality><connect name='rope' site1='tip' site2='far'/></equality></mujoco>";
  for (int policy = RG_ON_FAILURE_STOP; policy <= RG_ON_FAILURE_HALVE; policy++) {
    rg_sim_options how = rg_sim_options_default();
    how.on_failure = (rg_on_failure)policy;
    scene s = start(mjcf, &how);
    assert_int_equal(rg_step(s.sim), RG_NO_SOLUTION);
    const rg_step_report *report = rg_sim_report(s.sim);
    assert_non_null(strstr(report->reason, "'rope' cannot be closed"));
    assert_int_equal(report->step, 0);
    assert_true(rg_sim_data(s.sim)->qpos[0] == 0);
    scene_end(&s);
  }
}

/* A loop that errors of the rule open by more than a millionth of a metre in each step: they are in the balance, and
   the rule takes them out, in whatever units: m, or mm, where it is more than a thousandth. */
static void error_of_loops_is_in_the_balance(void **state) {
  (void)state;
  for (int k = 0; k < 2; k++) {
    double m = k ? 1000 : 1;
    char mjcf[1024];
    snprintf(
        mjcf, sizeof mjcf,
        "<mujoco><compiler angle='radian'/><option timestep='0.004' gravity='0 0 %g'/><worldbody>"
        "<body><freejoint/><inertial mass='1' diaginertia='%g %g %g' pos='0 0 0'/>"
        "<body pos='%g %g 0'><inertial mass='1' diaginertia='%g %g %g' pos='0 0 0'/>"
        "<joint axis='-.5 .6 .6'/></body></body></worldbody><equality>"
        "<connect body1='body0' anchor='%g %g %g'/></equality></mujoco>",
        -10 * m, .004 * m * m, .004 * m * m, .004 * m * m, .19 * m, .06 * m, .004 * m * m,
        .004 * m * m, .004 * m * m, -.06 * m, .06 * m, -.075 * m);
    char *name = strstr(mjcf, "<body><freejoint"), named[1100];
    snprintf(named, sizeof named, "%.*s<body name='body0'>%s", (int)(name - mjcf), mjcf, name + 6);
    scene s = start(named, NULL);
    double first = rg_sim_energy(s.sim), most = 0;
    for (int i = 0; i < 250; i++) {
      assert_int_equal(rg_step(s.sim), RG_SOLVED);
      most = fmax(most, fabs(rg_sim_energy(s.sim) - first) / (m * m));
    }
    print_message("loop, units of %g m: energy to %.2g J\n", 1 / m, most);
    assert_at_most("energy", most, 1e-9);
    scene_end(&s);
  }
}

/* two bodies on a slide that a loop locks, in free fall: the loop's answer, nothing, stays as it is, and the report
   still has the energies of the fall: g t^2 / 2 down */
static void falling_loop_is_not_at_rest(void **state) {
  (void)state;
  scene s = start(
      "<mujoco><option timestep='0.0015' gravity='0 0 -10'/><worldbody><body name='a' pos='-.13 0 "
      ".34'>"
      "<inertial mass='1' diaginertia='.004 .004 .004' pos='0 0 0'/><freejoint/>"
      "<body name='b' pos='.15 .11 .048'><inertial mass='1' diaginertia='.004 .004 .004' pos='0 0 "
      "0'/>"
      "<joint type='slide' axis='-.86 -.25 -.44'/><geom size='.093' friction='0'/></body></body>"
      "</worldbody><equality><connect body1='a' body2='b' anchor='-.074 -.087 -.063'/></equality>"
      "</mujoco>",
      NULL);
  for (int k = 1; k <= 50; k++) {
    assert_int_equal(rg_step(s.sim), RG_SOLVED);
    double t = 0.0015 * k, kinetic = 0.5 * 2 * (10 * t) * (10 * t);
    assert_near("kinetic energy", rg_sim_report(s.sim)->balance.kinetic, kinetic, 1e-9);
  }
  scene_end(&s);
}

/* a spring of dt^2 k / m = 100 led estimate after estimate away: v+ = (v- - dt g) / (1 + dt^2 k / m), of the rule itself */
static void stiff_spring_settles(void **state) {
  (void)state;
  static const char *const mjcf =
      "<mujoco><option timestep='0.01'/><worldbody><body><joint type='slide' stiffness='1e6'/>"
      "<geom size='.1' mass='1'/></body></worldbody><keyframe><key qvel='.1'/></keyframe></mujoco>";
  rg_sim_options how = rg_sim_options_default();
  how.integrator = RG_IMPLICIT_EULER;
  scene s = start(mjcf, &how);
  assert_int_equal(rg_step(s.sim), RG_SOLVED);
  assert_null(strstr(rg_sim_report(s.sim)->reason, "went by euler"));
  assert_near("speed", scene_qvel(&s)[0], (0.1 - 0.01 * GRAVITY) / 101, 1e-9);
  scene_end(&s);
}

/* --- motions that came from nothing ------------------------------------------------------------------ */

/* A body of 0.7 g as large as a ball of a metre, in air: the explicit rule turns its drag into 0.14 J in a step, and is
   stopped there, with the name of the body. */
static void explosion_stops_at_once(void **state) {
  (void)state;
  static const char *const scenes[] = {
      "<mujoco><option timestep='.009' gravity='0 0 0' density='1.2'/><worldbody><body name='ball'>"
      "<inertial mass='.00074' diaginertia='4.6e-5 4.5e-5 2.6e-5' pos='0 0 0'/><freejoint/></body>"
      "</worldbody><keyframe><key qvel='3 0 0 0 0 0'/></keyframe></mujoco>",
      "<mujoco><option timestep='.01' gravity='0 0 0'/><worldbody><body name='ball'>"
      "<joint name='j' type='slide'/><geom size='.1' mass='.001'/></body></worldbody><actuator>"
      "<damper joint='j' kv='1000' ctrlrange='0 1'/></actuator>"
      "<keyframe><key qvel='1' ctrl='1'/></keyframe></mujoco>",
      "<mujoco><option timestep='.01' gravity='0 0 0'/><worldbody><body name='ball'>"
      "<joint type='slide' damping='1000'/><geom size='.1' mass='.001'/></body></worldbody>"
      "<keyframe><key qvel='1'/></keyframe></mujoco>"};
  rg_sim_options how = rg_sim_options_default();
  how.integrator = RG_EXPLICIT_EULER;
  for (int k = 0; k < 3; k++) {
    scene s = start(scenes[k], &how);
    double first = rg_sim_energy(s.sim);
    assert_int_equal(rg_step(s.sim), RG_DIVERGED);
    assert_non_null(strstr(rg_sim_report(s.sim)->reason, "'ball'"));
    assert_near("energy", rg_sim_energy(s.sim), first, 1e-15);
    scene_end(&s);
  }
}

/* A light hinge with a damper under another: rounds of implicit-euler went to infinity, and infinity counted as settled. */
static void stiff_damper_settles(void **state) {
  (void)state;
  static const char *const mjcf =
      "<mujoco><option timestep='.005'/><worldbody><body><joint axis='0 1 0' damping='10'/><geom "
      "type='capsule' size='.02' fromto='0 0 0 .2 0 0'/><body pos='.2 0 0'><joint axis='1 1 0'/>"
      "<geom type='capsule' size='.02' fromto='0 0 0 .2 0 0'/></body></body></worldbody>"
      "<keyframe><key qvel='1 1'/></keyframe></mujoco>";
  static const rg_integrator rules[] = {RG_IMPLICIT_EULER, RG_IMPLICIT_MOREAU};
  for (int k = 0; k < 2; k++) {
    rg_sim_options how = rg_sim_options_default();
    how.integrator = rules[k];
    scene s = start(mjcf, &how);
    double first = rg_sim_energy(s.sim);
    for (int n = 0; n < 100; n++) {
      assert_int_equal(rg_step(s.sim), RG_SOLVED);
      assert_int_equal(rg_sim_report(s.sim)->reason[0], 0);
      assert_at_most("energy", rg_sim_energy(s.sim), first + 1e-5);
    }
    scene_end(&s);
  }
}

/* A weld that the start tears is stopped by an impact, whatever the rule: it had 66 J too much by the mean of the step. */
static void torn_loop_is_stopped(void **state) {
  (void)state;
  static const char mjcf[] =
      "<mujoco><option timestep='%g' gravity='0 0 -10'/><worldbody>"
      "<body name='a' pos='.25 .13 .1'><freejoint/><inertial mass='110' diaginertia='.13 .08 .12' "
      "pos='-.036 .062 .063' quat='.99 .093 .082 .0052'/><body quat='-.96 .076 .26 -.073' "
      "pos='.16 -.066 -.06'><inertial mass='110' diaginertia='.1 .25 .22' pos='0 0 0'/><joint "
      "type='slide' axis='.38 .096 .92'/><body name='c' quat='-.87 -.12 .46 -.1' "
      "pos='.013 -.023 -.17'><inertial mass='110' diaginertia='.46 .46 .58' pos='0 0 0'/><joint "
      "type='ball' pos='.049 -.053 .015' armature='.29'/></body></body></body></worldbody>"
      "<equality><weld body1='a' body2='c'/></equality>"
      "<keyframe><key qvel='.24 .027 -.011 -3.9 3.8 3.1 0 -8.4 -6.8 .078'/></keyframe></mujoco>";
  double kinetic[2];
  for (int k = 0; k < 2; k++) {
    rg_sim_options how = rg_sim_options_default();
    char text[2048];
    if (k) how.integrator = RG_EULER;
    snprintf(text, sizeof text, mjcf, k ? 1e-6 : 1e-3);
    scene s = start(text, &how);
    assert_int_equal(rg_step(s.sim), RG_SOLVED);
    kinetic[k] = rg_sim_report(s.sim)->balance.kinetic;
    scene_end(&s);
  }
  assert_near("kinetic energy", kinetic[0], kinetic[1], 0.05 * kinetic[1]); /* what turns in 1 ms */
}

/* A slide that is driven against its stop, with an arm on it that a gear turns: the step that stops it ends some 1e-7 beyond.
   In mm that was taken for a joint that somebody had put there, and let go. */
static double driven_against_stop(double length, int number, double way[40]) {
  double mass = length == 1 ? 1 : 1e3, I = 0.01 * mass * length * length, farthest = 0;
  double speed = 0.2 + 0.15 * number, goal = 0.01 + 0.007 * number;
  char text[2048];
  snprintf(
      text, sizeof text,
      "<mujoco><option timestep='.0021' gravity='0 0 %.17g'/><worldbody><body><inertial pos='0 0 "
      "0' "
      "mass='%.17g' diaginertia='%.17g %.17g %.17g'/><joint name='s' type='slide' axis='1 0 0' "
      "range='%.17g %.17g'/><geom size='%.17g' contype='0' conaffinity='0'/><body><inertial "
      "pos='%.17g 0 %.17g' mass='%.17g' diaginertia='%.17g %.17g %.17g'/><joint name='h' axis='0 1 "
      "0'/></body></body></worldbody><equality><joint joint1='h' joint2='s' "
      "polycoef='0 %.17g 0 0 0'/></equality><actuator><position joint='s' kp='%.17g' "
      "forcelimited='true' forcerange='%.17g %.17g'/></actuator><keyframe>"
      "<key qvel='%.17g %.17g' ctrl='%.17g'/></keyframe></mujoco>",
      -9.81 * length, 2 * mass, I, I, I, -0.1 * length, 0.01 * length, 0.1 * length, 0.02 * length,
      0.05 * length, mass, I, I, I, 7 / length, 4e4 * mass, -2e3 * mass * length,
      2e3 * mass * length, speed * length, 7 * speed, goal * length);
  scene s = start(text, NULL);
  for (int n = 0; n < 40; n++) {
    assert_int_equal(rg_step(s.sim), RG_SOLVED);
    way[n] = scene_qpos(&s)[0] / length;
    farthest = fmax(farthest, way[n]);
  }
  scene_end(&s);
  return farthest;
}

static void stops_hold_in_all_units(void **state) {
  (void)state;
  for (int number = 0; number < 12; number++) {
    double metres[40], millimetres[40], off = 0;
    assert_at_most("way", driven_against_stop(1, number, metres), 0.0101);
    assert_at_most("way in mm", driven_against_stop(1000, number, millimetres), 0.0101);
    for (int n = 0; n < 40; n++) off = fmax(off, fabs(metres[n] - millimetres[n]));
    assert_at_most("other units", off, 1e-12);
  }
}

/* balls that all lie in the same place, wedged between walls: with 50 iterations the step ends after about so many, with
   a status and a reason */
static void step_has_an_end(void **state) {
  (void)state;
  char mjcf[8192] = "<mujoco><option timestep='0.002'/><worldbody>"
                    "<geom type='plane' size='1 1 1' zaxis='1 0 .2'/>"
                    "<geom type='plane' size='1 1 1' zaxis='-1 0 .2'/>";
  for (int k = 0; k < 12; k++)
    snprintf(
        mjcf + strlen(mjcf), sizeof mjcf - strlen(mjcf),
        "<body pos='%g 0 %g'><freejoint/><geom type='box' size='.1 .1 .1' friction='2' mass='%g'/>"
        "</body>",
        0.01 * k, 0.3 + 0.02 * (k % 3), pow(10, k % 4));
  strcat(mjcf, "</worldbody></mujoco>");
  rg_sim_options how = rg_sim_options_default();
  how.step_iterations = 50;
  scene s = start(mjcf, &how);
  rg_status status = rg_step(s.sim);
  const rg_step_report *report = rg_sim_report(s.sim);
  print_message("%d contacts: %s after %d iterations, %s\n", report->contacts,
                rg_status_text(status), report->iterations, report->reason);
  assert_at_most("iterations", report->iterations, 50 + 10 * 100);
  if (status) assert_true(strlen(report->reason) > 0);
  scene_end(&s);
}

/* Boxes in a row on a plane, each with an arm that touches it too; the first is tied to the last. What is eliminated with
   the tie lies around the coordinates of all others, which lie still or slide by themselves. */
static void tied_row(xml_text *x, int boxes) {
  xml_put(x, "<mujoco><option timestep='.002'/><worldbody><geom type='plane' size='0 0 1'/>");
  for (int b = 0; b < boxes; b++)
    xml_put(
        x,
        "<body name='b%d' pos='%g 0 .1'><freejoint/><geom type='box' size='.1 .1 .1' "
        "friction='%.2g'/>"
        "<body pos='0 .3 0'><joint axis='1 0 0'/><geom type='box' size='.1 .1 .1'/></body></body>",
        b, 0.3 * b, 0.5 + 0.45 * xml_draw(x));
  xml_put(x,
          "</worldbody><equality><connect body1='b0' body2='b%d' anchor='.15 0 0'/></equality>"
          "<keyframe><key qvel='",
          boxes - 1);
  for (int k = 0; k < 7 * boxes; k++)
    xml_put(x, "%.3g ", k < 7 || k >= 7 * (boxes - 1) || k % 7 > 1 ? 0 : 0.3 * xml_draw(x));
  xml_put(x, "'/></keyframe></mujoco>");
}

/* Trees of the reduced coordinates that lie around others wrote beyond their rows, and the program died. The motion is that
   of the other coordinates, which know no such trees. */
static void ties_around_others(void **state) {
  (void)state;
  enum { SCENES = 8, STEPS = 60 };
  static const rg_coordinates kinds[] = {RG_MINIMAL, RG_EMBEDDED};
  xml_text x = {.seed = 5};
  double worst = 0;
  for (int n = 0; n < SCENES; n++) {
    double at[2][64 * 8];
    int nq = 0;
    x.size = 0;
    tied_row(&x, 3 + n % 4);
    for (int k = 0; k < 2; k++) {
      scene s = {scene_parse(x.text), NULL};
      rg_sim_options how = scene_options(s.model);
      rg_error error;
      how.coordinates = kinds[k];
      if (rg_sim_new(&s.sim, s.model, &how, &error) != RG_OK) fail_msg("%s", error.reason);
      rg_sim_reset(s.sim, 0, &error);
      for (int i = 0; i < STEPS; i++) assert_int_equal(rg_step(s.sim), RG_SOLVED);
      nq = s.model->nq;
      memcpy(at[k], scene_qpos(&s), (size_t)nq * sizeof(double));
      scene_end(&s);
    }
    for (int i = 0; i < nq; i++) worst = fmax(worst, fabs(at[0][i] - at[1][i]));
  }
  print_message("%d scenes of %d steps: coordinates differ by %.2g at most\n", SCENES, STEPS,
                worst);
  assert_at_most("difference", worst,
                 1e-9); /* nothing bounces and nothing is undetermined: rounding */
  free(x.text);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(jammed_contacts_create_no_energy),
                                     cmocka_unit_test(jammed_bounce_stays),
                                     cmocka_unit_test(driven_into_a_wall),
                                     cmocka_unit_test(old_overlap_is_not_worked_on),
                                     cmocka_unit_test(laws_keep_to_the_budget),
                                     cmocka_unit_test(parting_creates_no_energy),
                                     cmocka_unit_test(torn_loop_is_said_once),
                                     cmocka_unit_test(error_of_loops_is_in_the_balance),
                                     cmocka_unit_test(stiff_spring_settles),
                                     cmocka_unit_test(explosion_stops_at_once),
                                     cmocka_unit_test(stiff_damper_settles),
                                     cmocka_unit_test(torn_loop_is_stopped),
                                     cmocka_unit_test(stops_hold_in_all_units),
                                     cmocka_unit_test(falling_loop_is_not_at_rest),
                                     cmocka_unit_test(step_has_an_end),
                                     cmocka_unit_test(ties_around_others)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
