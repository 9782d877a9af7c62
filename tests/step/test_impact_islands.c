/* Restitution is local: what does not touch bounces alone, whatever else hits in the same step. */
#include "step/simulate.h"

/* three links that fall flat on the floor: Newton's speeds would create energy, so they are cut */
#define CHAIN                                                                                      \
  "<body pos='0 0 1.2' euler='0 60 0'><joint axis='0 1 0'/><geom type='sphere' size='0.1' "        \
  "pos='0 0 -0.5' mass='1'/><body pos='0 0 -1' euler='0 20 0'><joint axis='0 1 0'/><geom "         \
  "type='sphere' size='0.1' pos='0 0 -0.5' mass='1'/><body pos='0 0 -1' euler='0 10 0'><joint "    \
  "axis='0 1 0'/><geom type='sphere' size='0.1' pos='0 0 -0.5' mass='1'/></body></body></body>"
#define BALL "<body pos='13 0 %.17g'><freejoint/><geom type='sphere' size='0.1' mass='%g'/></body>"
#define HEAD                                                                                       \
  "<mujoco><option timestep='0.001'/><custom><numeric name='rigor.restitution' data='0.7'/>"       \
  "</custom><worldbody><geom type='plane' size='50 50 1'/>"
#define TAIL "</worldbody></mujoco>"

static scene build(int chain, double ball, double height, rg_integrator rule) {
  char text[2048], falling[256];
  snprintf(falling, sizeof falling, BALL, height, ball);
  snprintf(text, sizeof text, HEAD "%s%s" TAIL, chain ? CHAIN : "", ball > 0 ? falling : "");
  scene s = {scene_parse(text), NULL};
  rg_sim_options o = scene_options(s.model);
  o.integrator = rule;
  assert_int_equal(rg_sim_new(&s.sim, s.model, &o, NULL), RG_OK);
  return s;
}

/* steps until something bounces; the number of the step */
static int first_impact(scene *s) {
  for (int i = 1; i < 2000; i++) {
    assert_int_equal(rg_step(s->sim), RG_SOLVED);
    if (rg_sim_report(s->sim)->impacts) return i;
  }
  fail_msg("nothing bounces");
  return 0;
}

/* a height from which the ball hits in the step in which the chain does */
static double height_of_fall(int step, double dt) {
  double t = step * dt;
  return 0.1 + 0.5 * GRAVITY * t * t - 1e-4;
}

static void a_far_ball_keeps_its_coefficient(void **state) {
  (void)state;
  static const rg_integrator rules[] = {RG_EULER, RG_MOREAU};
  for (int k = 0; k < 2; k++) {
    scene alone = build(1, 0, 0, rules[k]);
    int step = first_impact(&alone);
    scene_end(&alone);
    int met = 0;
    for (int shift = -3; shift <= 3; shift++) {
      scene s = build(1, 1, height_of_fall(step + shift, 1e-3), rules[k]);
      double before = 0, after = 0;
      for (int i = 0; i < 2 * step && after <= 0; i++) {
        before = scene_qvel(&s)[5];
        assert_int_equal(rg_step(s.sim), RG_SOLVED);
        after = scene_qvel(&s)[5];
      }
      met += rg_sim_report(s.sim)->impacts >= 2;
      assert_near("speed after", after, -0.7 * before, 0.011 * 2); /* two steps of gravity */
      scene_end(&s);
    }
    assert_true(met > 0);
  }
}

/* Together and apart, over the impact that both have in one step and beyond it: the same bits. Rows are measured in a unit
   that is the power of four below the first inverse inertia of the scene: its root is exact, whatever the first one is. */
static void compare_together_and_apart(rg_integrator rule, double mass, int steps) {
  scene chain = build(1, 0, 0, rule);
  int step = first_impact(&chain), together = 0;
  assert_int_equal(rg_sim_reset(chain.sim, -1, NULL), RG_OK);
  double height = height_of_fall(step, 1e-3);
  scene ball = build(0, mass, height, rule), both = build(1, mass, height, rule);
  for (int i = 0; i < step + steps; i++) {
    assert_int_equal(rg_step(chain.sim), RG_SOLVED);
    assert_int_equal(rg_step(ball.sim), RG_SOLVED);
    assert_int_equal(rg_step(both.sim), RG_SOLVED);
    together += rg_sim_report(chain.sim)->impacts > 0 && rg_sim_report(ball.sim)->impacts > 0;
    for (int j = 0; j < 3; j++)
      assert_near("chain", scene_qvel(&both)[j], scene_qvel(&chain)[j], 0);
    for (int j = 0; j < 6; j++)
      assert_near("ball", scene_qvel(&both)[3 + j], scene_qvel(&ball)[j], 0);
  }
  assert_true(together > 0);
  scene_end(&chain), scene_end(&ball), scene_end(&both);
}

static void islands_do_not_know_of_each_other(void **state) {
  (void)state;
  static const rg_integrator rules[] = {RG_EULER, RG_MOREAU};
  for (int k = 0; k < 2; k++) {
    static const double mass[] = {0.3, 0.5, 1, 1.7, 2, 3, 4, 9, 16, 33};
    for (int i = 0; i < 10; i++) compare_together_and_apart(rules[k], mass[i], i % 5 ? 20 : 100);
  }
  /* a step of an impact goes by euler, for both of them: up to the next bounce */
  static const double mass[] = {0.5, 1, 2, 3};
  for (int i = 0; i < 4; i++) compare_together_and_apart(RG_MIDPOINT, mass[i], 1);
}

/* The midpoint rule settles the bias of each tree by itself. A step in which something arrives too early goes by euler,
   all of it: up to there bits are the same. */
static void trees_settle_alone(void **state) {
  (void)state;
  scene chain = build(1, 0, 0, RG_MIDPOINT);
  int step = first_impact(&chain);
  assert_int_equal(rg_sim_reset(chain.sim, -1, NULL), RG_OK);
  scene both = build(1, 2, 20, RG_MIDPOINT);
  for (int i = 0; i < step + 200; i++) {
    assert_int_equal(rg_step(chain.sim), RG_SOLVED);
    assert_int_equal(rg_step(both.sim), RG_SOLVED);
    for (int j = 0; j < 3; j++)
      assert_near("chain", scene_qvel(&both)[j], scene_qvel(&chain)[j], 0);
  }
  scene_end(&chain), scene_end(&both);
}

/* A ball that fills the gap between two walls and flies at one of them: what leaves the first runs into the second,
   u_1 + u_2 = 0, so that u_1 >= 0.7 and u_2 >= 0 have no solution whatever the impulses. Newton's law then stops it, and says
   so; a ball far away keeps all of its speed; with room behind it the same ball bounces. */
static void newton_in_a_jam(void **state) {
  (void)state;
  for (int room = 0; room < 2; room++) {
    char text[1024];
    snprintf(text, sizeof text,
             HEAD "<geom type='box' size='0.1 1 1' pos='-0.2 0 5'/><geom type='box' size='0.1 1 1' "
                  "pos='%g 0 5'/><body pos='0 0 5'><freejoint/><geom type='sphere' size='0.1' "
                  "mass='1' friction='0'/></body><body pos='20 0 0.1'><freejoint/><geom "
                  "type='sphere' size='0.1' mass='1'/></body>" TAIL,
             room ? 0.4 : 0.2);
    scene s = {scene_parse(text), NULL};
    rg_sim_options o = scene_options(s.model);
    o.integrator = RG_EULER;
    o.restitution_law = RG_RESTITUTION_NEWTON;
    assert_int_equal(rg_sim_new(&s.sim, s.model, &o, NULL), RG_OK);
    rg_sim_data(s.sim)->qvel[0] = -1;
    rg_sim_data(s.sim)->qvel[8] = -2;
    assert_int_equal(rg_step(s.sim), RG_SOLVED);
    double fall = GRAVITY * 1e-3;
    assert_near("ball between walls", scene_qvel(&s)[0], room ? 0.7 : 0, 1e-8);
    assert_near("ball far away", scene_qvel(&s)[8], 0.7 * 2, 2 * fall);
    int said = strstr(rg_sim_report(s.sim)->reason, "jam") != NULL;
    assert_int_equal(said, !room);
    scene_end(&s);
  }
}

/* The same ball falls on a floor as well, without friction. What is jammed cannot bounce, with any share; what is not has
   all of its speed, since the energy of the normal impulses, e^2 (1 + 4) / 2 m, allows 0.7^2 4 / 2 m. So it is with three
   balls that touch each other and only one of which is between walls, whatever the order in which they are named. */
static void contacts_have_shares_of_their_own(void **state) {
  (void)state;
  for (int swap = 0; swap < 2; swap++) {
    char text[2048];
    const char *walls = "<geom type='box' size='0.1 1 1' pos='-0.2 0 5'/><geom type='box' "
                        "size='0.1 1 1' pos='0.2 0 5'/>";
    const char *floor = "<geom type='box' size='3 3 0.1' pos='0 0 4.8'/>";
    snprintf(text, sizeof text,
             HEAD "%s%s<body pos='0 0 5'><freejoint/><geom type='sphere' size='0.1' mass='1' "
                  "friction='0'/></body>" TAIL,
             swap ? floor : walls, swap ? walls : floor);
    scene s = {scene_parse(text), NULL};
    rg_sim_options o = scene_options(s.model);
    o.integrator = RG_EULER;
    o.friction = 0;
    assert_int_equal(rg_sim_new(&s.sim, s.model, &o, NULL), RG_OK);
    rg_sim_data(s.sim)->qvel[0] = -1;
    rg_sim_data(s.sim)->qvel[2] = -2;
    assert_int_equal(rg_step(s.sim), RG_SOLVED);
    assert_near("between the walls", scene_qvel(&s)[0], 0, 1e-9);
    assert_near("from the floor", scene_qvel(&s)[2], 0.7 * 2, 2 * GRAVITY * 1e-3);
    scene_end(&s);
  }
}

/* Linked bodies that hit anyhow, where Newton's speeds would create energy: with shares by contact too impulses put none in,
   not even with e = 1. */
static void shares_create_no_energy(void **state) {
  (void)state;
  scene s = build(1, 0, 0, RG_EULER);
  double friction[] = {0, 0.3, 1};
  int bounces = 0;
  for (int k = 0; k < 60; k++) {
    rg_sim_options o = *rg_sim_used_options(s.sim);
    o.restitution = k % 2 ? 1 : 0.7, o.friction = friction[k % 3];
    assert_int_equal(rg_sim_change(s.sim, &o, NULL), RG_OK);
    assert_int_equal(rg_sim_reset(s.sim, -1, NULL), RG_OK);
    for (int j = 0; j < 3; j++) rg_sim_data(s.sim)->qvel[j] = 4 * sin(1.7 * k + 2.3 * j);
    for (int i = 0; i < 400; i++) {
      assert_int_equal(rg_step(s.sim), RG_SOLVED);
      if (!rg_sim_report(s.sim)->impacts) continue;
      bounces++;
      assert_at_most("work of the impulses", rg_sim_report(s.sim)->work, 1e-9);
    }
  }
  print_message("%d bounces\n", bounces);
  assert_true(bounces > 30);
  scene_end(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_far_ball_keeps_its_coefficient),
                                     cmocka_unit_test(islands_do_not_know_of_each_other),
                                     cmocka_unit_test(trees_settle_alone),
                                     cmocka_unit_test(contacts_have_shares_of_their_own),
                                     cmocka_unit_test(shares_create_no_energy),
                                     cmocka_unit_test(newton_in_a_jam)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
