/* Many bodies: 100 boxes fall on a heap, 1000 spheres settle in a container. No step unsolved at 1e-6,
   energy never rises. RIGOR_FULL runs them to rest. */
#include "step/simulate.h"

static void settle(const char *file, double seconds, int rest) {
  rg_model *model = scene_model(file);
  rg_sim_options options = scene_options(model);
  rg_model_free(model);
  options.solve.tol = 1e-6;
  scene s = scene_start(file, NULL, &options);
  double start = rg_sim_energy(s.sim);
  run_watch watch = scene_run(&s, seconds);
  print_message(
      "%s: %ld steps, %d contacts, natural map %.2g, energy %.3f to %.3f J, largest rise %.2g "
      "J, penetration %.2g m, speed %.2g m/s, %ld steps allocated\n",
      file, watch.steps, watch.contacts, watch.natural_map, start, watch.energy, watch.energy_gain,
      watch.penetration, scene_speed(&s), watch.allocations);
  assert_at_most("natural map", watch.natural_map, 1e-6);
  assert_at_most("rise of the energy in a step", watch.energy_gain, 1e-6 * start);
  assert_at_least("contacts", watch.contacts, 50);
  if (rest) assert_at_most("speed", scene_speed(&s), 1e-3);
  scene_end(&s);
}

static int full(void) {
  const char *wish = getenv("RIGOR_FULL");
  return wish && *wish;
}

static void boxes(void **state) {
  (void)state;
  settle("box_pile100.xml", full() ? 10 : SANITIZED ? 0.4 : 0.7, full());
}

static void spheres(void **state) {
  (void)state;
  settle("spheres1000.xml", full() ? 6 : SANITIZED ? 0.12 : 0.16, full());
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(boxes), cmocka_unit_test(spheres)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
