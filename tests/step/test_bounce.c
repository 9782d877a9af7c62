/* Impacts with closed solutions: a bouncing ball, a row of balls, a rocking block. */
#include "step/simulate.h"

typedef struct hops {
  int count;
  double apex[128]; /* m: height between two bounces */
} hops;

/* the ball of acc_bounce.xml falls from 1 m */
static hops bounce(rg_integrator integrator, double e, int count, double seconds) {
  hops h;
  memset(&h, 0, sizeof h);
  rg_model *model = scene_model("acc_bounce.xml");
  rg_sim_options options = scene_options(model);
  rg_model_free(model);
  options.integrator = integrator;
  options.restitution = e;
  scene s = scene_start("acc_bounce.xml", NULL, &options);
  double before = 0, top = 0;
  int bounced = 0;
  while (h.count < count && rg_sim_data(s.sim)->time < seconds) {
    assert_int_equal(rg_step(s.sim), RG_SOLVED);
    double v = scene_qvel(&s)[2], z = scene_qpos(&s)[2] - 0.1;
    if (before < -1e-9 && v > -1e-9) bounced = 1, top = 0;
    top = fmax(top, z);
    if (bounced && v <= 1e-9) h.apex[h.count++] = top, bounced = 0;
    before = v;
  }
  scene_end(&s);
  return h;
}

/* Moreau's rule keeps the energy: flight is exact for constant gravity, and a bounce ends where it began */
static void elastic(void **state) {
  (void)state;
  int count = SANITIZED ? 15 : 100;
  hops h = bounce(RG_MOREAU, 1, count, 200);
  assert_int_equal(h.count, count);
  double worst = 0;
  for (int k = 0; k < count; k++) worst = fmax(worst, fabs(h.apex[k] - 1));
  print_message("moreau: energy off by %.3g after %d bounces\n", worst, count);
  assert_at_most("energy, relative", worst, 1e-3);
}

/* Semi-implicit Euler: the flight loses 2 g dt / v of the energy, and the bounce, which comes before
   the touch, gives it back: the same height each time. */
static void elastic_euler(void **state) {
  (void)state;
  enum { BOUNCES = 20 };
  hops h = bounce(RG_EULER, 1, BOUNCES, 60);
  assert_int_equal(h.count, BOUNCES);
  for (int k = 0; k < BOUNCES; k++) assert_near("apex", h.apex[k], 1, 1e-9);
}

static void flight_of_euler(void **state) {
  (void)state;
  rg_sim_options options = scene_rule("acc_bounce.xml", RG_EULER);
  scene s = scene_start("acc_bounce.xml", NULL, &options);
  double start = rg_sim_energy(s.sim);
  scene_run(&s, 0.45);
  /* half of a flight: v = 0.45 g */
  double wanted = GRAVITY * 1e-3 / (0.45 * GRAVITY) * 0.5 * 0.45 * 0.45 * GRAVITY * GRAVITY;
  assert_near("energy lost", start - rg_sim_energy(s.sim), wanted, 1e-6 * start);
  scene_end(&s);
}

/* e = 0.7: each apex is 0.49 of the one before */
static void inelastic(void **state) {
  (void)state;
  enum { BOUNCES = 3 };
  hops h = bounce(RG_MOREAU, 0.7, BOUNCES, 10);
  assert_int_equal(h.count, BOUNCES);
  assert_near("first apex", h.apex[0], 0.49, 0.0049);
  for (int k = 1; k < BOUNCES; k++) assert_near("ratio", h.apex[k] / h.apex[k - 1], 0.49, 0.0049);
}

/* e = 0 stops at the first touch, in every integrator; e = 0.7 comes to rest and does not buzz */
static void comes_to_rest(void **state) {
  (void)state;
  for (int k = RG_EULER; k <= RG_IMPLICIT_MOREAU; k++) {
    hops h = bounce((rg_integrator)k, 0, 2, 1);
    assert_int_equal(h.count, 1);
    assert_near("apex", h.apex[0], 0, 5e-3);
  }
  rg_model *model = scene_model("acc_bounce.xml");
  rg_sim_options options = scene_options(model);
  rg_model_free(model);
  for (int k = RG_EULER; k <= RG_MOREAU; k++) {
    options.integrator = (rg_integrator)k;
    options.restitution = 0.7;
    scene s = scene_start("acc_bounce.xml", NULL, &options);
    scene_run(&s, 4);
    for (int i = 0; i < 1000; i++) {
      assert_int_equal(rg_step(s.sim), RG_SOLVED);
      assert_at_most("speed at rest", scene_speed(&s), 1e-12);
    }
    assert_near("height at rest", scene_qpos(&s)[2], 0.1, 5e-3);
    scene_end(&s);
  }
}

/* five equal balls touch each other, the first comes in with v, e = 1. Newton's law at all contacts at once:
   u_1 = v, the other u = 0, so that balls 2 to 5 move together: -3/5 v, then 2/5 v four times. (The textbook's
   last ball alone needs impacts one after another, that is, gaps.) Energy is kept. */
static void row_of_balls(void **state) {
  (void)state;
  rg_model *model = scene_model("cradle.xml");
  rg_sim_options options = scene_options(model);
  rg_model_free(model);
  options.dt = 1e-6;
  for (int k = RG_RESTITUTION_ENERGY; k <= RG_RESTITUTION_NEWTON; k++) {
    options.restitution_law = (rg_restitution)k;
    scene s = scene_start("cradle.xml", "swing", &options);
    double before = rg_sim_energy(s.sim);
    assert_int_equal(rg_step(s.sim), RG_SOLVED);
    /* hinges about +y: the ball under its hinge moves with -w */
    for (int i = 0; i < 5; i++) assert_near("velocity", -scene_qvel(&s)[i], i ? 0.4 : -0.6, 1e-4);
    assert_near("energy", rg_sim_energy(s.sim), before, 1e-4);
    scene_end(&s);
  }
}

/* Housner 1963: a block that rocks from one edge to the other keeps 1 - 3/2 sin^2(a) of its angular
   velocity at each impact, tan(a) = b / h; the old edge lifts off by itself */
static void rocking(void **state) {
  (void)state;
  rg_model *model = scene_model("rocking_block.xml");
  rg_sim_options options = scene_options(model);
  rg_model_free(model);
  options.dt = 1e-4;
  scene s = scene_start("rocking_block.xml", "tilted", &options);
  double sine = 0.1 / hypot(0.1, 0.5), wanted = 1 - 1.5 * sine * sine, before = 0, start = 0;
  int impacts = 0, hitting = 0;
  run_watch watch = watch_new(&s);
  for (int step = 0; step < 20000 && impacts < 3; step++) {
    watch_step(&s, &watch);
    double w = scene_qvel(&s)[4];
    /* between impacts the rate of w stays under 3 rad/s^2; an edge lands within two steps */
    int jump = fabs(w - before) > 10 * options.dt;
    if (jump && !hitting) start = before;
    if (!jump && hitting) {
      print_message("impact %d at %.4f s: %.5f of the velocity is left, %.5f by Housner\n",
                    ++impacts, rg_sim_report(s.sim)->time, before / start, wanted);
      assert_near("what is left of the velocity", before / start, wanted, 2e-3);
    }
    hitting = jump;
    before = w;
  }
  assert_int_equal(impacts, 3);
  assert_int_equal(watch.unsolved, 0);
  assert_at_most("energy gained in a step", watch.energy_gain, 1e-6);
  scene_end(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(elastic),         cmocka_unit_test(elastic_euler),
      cmocka_unit_test(flight_of_euler), cmocka_unit_test(inelastic),
      cmocka_unit_test(comes_to_rest),   cmocka_unit_test(row_of_balls),
      cmocka_unit_test(rocking),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
