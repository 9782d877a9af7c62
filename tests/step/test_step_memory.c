/* Memory of a simulation: all of it is taken by rg_sim_new. A step whose contact problem fits into
   the reserve asks the system for nothing, one that does not is counted, and a failed allocation is
   a status, not a crash. */
#include "counted_malloc.h"
#include "step/simulate.h"

/* steps without any allocation but those that the report owns up to; returns the latter */
static long quiet_steps(scene *s, const char *what, int steps) {
  long counted = 0;
  for (int i = 0; i < steps; i++) {
    count_from_here(0);
    rg_status status = rg_step(s->sim);
    counting = 0;
    const rg_step_report *report = rg_sim_report(s->sim);
    if (status) fail_msg("%s: step %d: %s: %s", what, i, rg_status_text(status), report->reason);
    if (allocations && report->allocations == counted)
      fail_msg("%s: step %d took memory %d times and does not say so", what, i, allocations);
    counted = report->allocations;
  }
  return counted;
}

typedef struct quiet {
  const char *file, *key;
  int steps, grows; /* grows: a heap that outgrows the default reserve while it builds up */
} quiet;

/* every model but the heaps fits into the default reserve from the first step on */
static void models(void **state) {
  (void)state;
  static const quiet list[] = {
      {"acc_bounce.xml", NULL, 600, 0},
      {"acc_cube.xml", "spin", 300, 0},
      {"acc_sphere.xml", NULL, 300, 0},
      {"ball_stack.xml", NULL, 200, 0},
      {"conveyor.xml", NULL, 300, 0},
      {"cradle.xml", "swing", 300, 0},
      {"four_bar.xml", NULL, 300, 0},
      {"four_bar_foot.xml", NULL, 300, 0},
      {"grasp.xml", NULL, 200, 0},
      {"gripper.xml", NULL, 200, 0},
      {"heavy_on_light.xml", NULL, 200, 0},
      {"incline_25.xml", NULL, 300, 0},
      {"pend12_ball.xml", NULL, 300, 0},
      {"pend12_pin.xml", NULL, 300, 0},
      {"quadruped.xml", "stand", 300, 0},
      {"rattleback.xml", NULL, 200, 0},
      {"rocking_block.xml", "tilted", 300, 0},
      {"slider_crank.xml", NULL, 200, 0},
      {"stack10.xml", NULL, 200, 0},
      {"stewart_platform.xml", NULL, 200, 0},
      {"tippe_top.xml", NULL, 200, 0},
      {"box_tower100.xml", NULL, 20, 1},
  };
  if (!COUNTED) skip();
  for (size_t k = 0; k < sizeof list / sizeof *list; k++) {
    scene s = scene_start(list[k].file, list[k].key, NULL);
    long grown = quiet_steps(&s, list[k].file, list[k].steps);
    if (grown) print_message("%s: %ld steps took memory\n", list[k].file, grown);
    if (grown && !list[k].grows) fail_msg("%s: the reserve is too small", list[k].file);
    scene_end(&s);
  }
}

/* the same in all coordinates and with everything that solves more than once */
static void ways(void **state) {
  (void)state;
  static const char *const files[] = {"quadruped.xml", "pend12_ball.xml", "four_bar_foot.xml"};
  if (!COUNTED) skip();
  for (int f = 0; f < 3; f++)
    for (int way = 0; way < 8; way++) {
      rg_model *model = scene_model(files[f]);
      rg_sim_options options = scene_options(model);
      rg_model_free(model);
      char what[96];
      if (way < 3) options.coordinates = (rg_coordinates)way;
      if (way == 3) options.integrator = RG_IMPLICIT_MOREAU;
      if (way == 4) options.contacts = options.closures = RG_STABILIZE_PROJECT;
      if (way == 5) options.contacts = options.closures = RG_STABILIZE_RELAX;
      if (way == 6) options.restitution = 0.7;
      if (way == 7) options.restitution = 0.7, options.restitution_law = RG_RESTITUTION_POISSON;
      snprintf(what, sizeof what, "%s, way %d", files[f], way);
      scene s = scene_start(files[f], f == 0 ? "stand" : NULL, &options);
      long grown = quiet_steps(&s, what, 100);
      if (grown) print_message("%s: %ld steps took memory\n", what, grown);
      scene_end(&s);
    }
}

/* a reserve that is too small is no mistake: it grows, and the report counts it */
static void small_reserve(void **state) {
  (void)state;
  if (!COUNTED) skip();
  rg_model *model = scene_model("stack10.xml");
  rg_sim_options options = scene_options(model);
  rg_model_free(model);
  options.reserve = 1024;
  scene s = scene_start("stack10.xml", NULL, &options);
  long grown = quiet_steps(&s, "stack10.xml with 1 KiB", 50);
  assert_at_least("steps that took memory", (double)grown, 1);
  assert_at_most("steps that took memory", (double)grown, 10);
  scene_end(&s);
}

/* every allocation of the set-up may fail: a clean refusal, nothing is left behind */
static void set_up_fails(void **state) {
  (void)state;
  if (!COUNTED) skip();
  rg_model *model = scene_model("four_bar_foot.xml");
  rg_sim_options options = scene_options(model);
  for (int c = 0; c < 3; c++) {
    options.coordinates = (rg_coordinates)c;
    for (int n = 1;; n++) {
      rg_sim *sim = NULL;
      count_from_here(n);
      rg_status status = rg_sim_new(&sim, model, &options, NULL);
      int reached = allocations >= n;
      rg_sim_free(sim);
      counting = 0;
      assert_int_equal(live, 0);
      if (!reached) break;
      assert_int_equal(status, RG_NO_MEMORY);
      assert_null(sim);
    }
  }
  rg_model_free(model);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(models), cmocka_unit_test(ways),
                                     cmocka_unit_test(small_reserve),
                                     cmocka_unit_test(set_up_fails)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
