/* Many bodies: a wall of 100 bricks that lands, 100 boxes that fall on a heap, 1000 spheres that settle in a
   container. No step unsolved, every certificate within the tolerance, energy never rises, and the impulses of the
   last step give the motion that was made and obey Coulomb's law, all recomputed from positions, velocities and
   masses. RIGOR_FULL runs the boxes to rest. */
#include "step/by_hand.h"

static int full(void) {
  const char *wish = getenv("RIGOR_FULL");
  return wish && *wish;
}

/* --- runs --------------------------------------------------------------------------------------------------- */

typedef struct pile {
  const char *file;
  int steps;
  double dt;    /* 0: that of the scene */
  double tol;   /* the same */
  double gain;  /* J that a step may add */
  int contacts; /* at least, in the fullest step */
  int comes_to_rest;
} pile;

static void settle(const pile *p) {
  rg_model *model = scene_model(p->file);
  rg_sim_options options = scene_options(model);
  rg_model_free(model);
  if (p->dt > 0) options.dt = p->dt;
  if (p->tol > 0) options.solve.tol = p->tol;
  scene s = scene_start(p->file, NULL, &options);
  double start = rg_sim_energy(s.sim), dt = rg_sim_used_options(s.sim)->dt;
  run_watch watch = scene_run(&s, (p->steps - 1) * dt);
  before b = remember(&s);
  watch_step(&s, &watch);
  double balance = off_balance(&s, &b), law = off_law(&s, &b), tol = options.solve.tol;
  print_message("%s: %ld steps, %d contacts, natural map %.2g, %.2g by hand, momentum off by %.2g, "
                "energy %.3f to "
                "%.3f J, largest rise %.2g J, speed %.2g m/s, %ld steps allocated\n",
                p->file, watch.steps, watch.contacts, watch.natural_map, law, balance, start,
                watch.energy, watch.energy_gain, scene_speed(&s), watch.allocations);
  assert_int_equal(watch.unsolved, 0);
  assert_int_equal(watch.steps, p->steps);
  assert_at_most("natural map", watch.natural_map, tol);
  assert_at_most("natural map by hand", law, 1.01 * tol + 1e-12);
  assert_at_most("momentum", balance, 1e-9);
  assert_at_most("rise of the energy in a step", watch.energy_gain, p->gain);
  assert_at_least("contacts", watch.contacts, p->contacts);
  if (p->comes_to_rest) assert_at_most("speed", scene_speed(&s), 1e-3);
  forget(&b);
  scene_end(&s);
}

static void bricks(void **state) {
  (void)state;
  const pile p = {"box_wall100.xml", 40, 0, 0, 1e-6, 400, 0};
  settle(&p);
}

static void boxes(void **state) {
  (void)state;
  const pile p = {"box_pile100.xml", full() ? 3000 : 300, 0, 1e-6, 1e-7, 50, full()};
  settle(&p);
}

static void spheres(void **state) {
  (void)state;
  const pile p = {"spheres1000.xml", 90, 0, 1e-6, 5e-6, 500, 0};
  settle(&p);
}

/* the same with steps of 1 ms, until the heap is about to jam */
static void spheres_longer(void **state) {
  (void)state;
  if (!full()) skip();
  const pile p = {"spheres1000.xml", 1000, 1e-3, 1e-6, 5e-6, 2000, 0};
  settle(&p);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(bricks), cmocka_unit_test(boxes),
                                     cmocka_unit_test(spheres), cmocka_unit_test(spheres_longer)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
