/* Many bodies: a wall of 100 bricks that lands, 100 boxes that fall on a heap, 1000 spheres that settle in a
   container. No step unsolved, every certificate within the tolerance, energy never rises, and the impulses of the
   last step give the motion that was made and obey Coulomb's law, all recomputed from positions, velocities and
   masses. RIGOR_FULL runs the boxes and the spheres to rest. */
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
  /* the last step by the rule whose contacts are where the step begins: places are known by hand */
  options.integrator = RG_EULER;
  assert_int_equal(rg_sim_change(s.sim, &options, NULL), RG_OK);
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

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* speeds of the centres of all free bodies, the slowest first */
static double *sorted_speeds(scene *s, int count) {
  double *speed = malloc((size_t)count * sizeof *speed);
  assert_non_null(speed);
  for (int i = 0; i < count; i++) {
    const double *v = scene_qvel(s) + 6 * i;
    speed[i] = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  }
  qsort(speed, (size_t)count, sizeof *speed, ascending);
  return speed;
}

/* The same with steps of 1 ms, to rest: nothing in Coulomb's law stops a sphere that rolls or spins by itself, and one in
   twenty may still do so. */
static void spheres_to_rest(void **state) {
  (void)state;
  rg_model *model = scene_model("spheres1000.xml");
  rg_sim_options options = scene_options(model);
  int count = model->nbody - 1;
  rg_model_free(model);
  options.dt = 1e-3;
  options.solve.tol = 1e-6;
  scene s = scene_start("spheres1000.xml", NULL, &options);
  run_watch watch = scene_run(&s, 2.9);
  double late = watch.energy;
  for (int k = 0; k < 100; k++) watch_step(&s, &watch);
  double *speed = sorted_speeds(&s, count), median = speed[count / 2],
         most = speed[19 * count / 20];
  free(speed);
  print_message("%ld steps, %ld unsolved, natural map %.2g, energy %.6f J, largest rise %.2g J, "
                "%.2g J lost in "
                "the last 0.1 s; half of the spheres below %.2g m/s, 95 %% below %.2g\n",
                watch.steps, watch.unsolved, watch.natural_map, watch.energy, watch.energy_gain,
                late - watch.energy, median, most);
  assert_int_equal(watch.unsolved, 0);
  assert_at_most("natural map", watch.natural_map, options.solve.tol);
  assert_at_most("rise of the energy in a step", watch.energy_gain, 5e-6);
  assert_at_most("energy lost in the end", late - watch.energy, 0.01);
  assert_at_most("speed of half of the spheres", median, 1e-6);
  assert_at_most("speed of nineteen of twenty", most, 1e-5);
  scene_end(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(bricks), cmocka_unit_test(boxes),
                                     cmocka_unit_test(spheres)};
  const struct CMUnitTest long_ones[] = {cmocka_unit_test(spheres_to_rest)};
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  return full() ? failed + cmocka_run_group_tests(long_ones, NULL, NULL) : failed;
}
