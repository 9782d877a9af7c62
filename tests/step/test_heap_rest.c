/* A heap beside single boxes: it is solved without A, A is there when somebody asks and says the same, and threads do
   not matter. At rest with a coarse tolerance nothing creeps and hardly anything is solved. */
#include "step/sim.h"
#include "step/simulate.h"

enum { HEAPED = 14, SINGLE = 6, BOXES = HEAPED + SINGLE };

static double draw(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 11) / 4503599627370496.0 - 1;
}

static size_t add_box(char *text, size_t room, const double at[3], const double turn[3]) {
  int wrote = snprintf(text, room,
                       "<body pos='%.4f %.4f %.4f' euler='%.2f %.2f %.2f'><freejoint/>"
                       "<geom type='box' size='0.1 0.08 0.06' density='500'/></body>",
                       at[0], at[1], at[2], turn[0], turn[1], turn[2]);
  assert_in_range(wrote, 1, room - 1);
  return (size_t)wrote;
}

/* boxes that fall onto each other within four walls, and some that fall outside, each alone */
static rg_model *heap_model(void) {
  static char text[1 << 14];
  uint64_t seed = 7;
  size_t used = (size_t)snprintf(
      text, sizeof text,
      "<mujoco><option timestep='0.002'/><default><geom friction='0.5'/></default><worldbody>"
      "<geom type='plane' size='5 5 1'/>"
      "<geom type='box' size='0.02 0.4 0.2' pos='0.35 0 0.2'/>"
      "<geom type='box' size='0.02 0.4 0.2' pos='-0.35 0 0.2'/>"
      "<geom type='box' size='0.4 0.02 0.2' pos='0 0.35 0.2'/>"
      "<geom type='box' size='0.4 0.02 0.2' pos='0 -0.35 0.2'/>");
  for (int i = 0; i < BOXES; i++) {
    int alone = i - HEAPED;
    double at[3] = {0.15 * draw(&seed), 0.15 * draw(&seed), 0.2 + 0.29 * i};
    double turn[3] = {40 * draw(&seed), 40 * draw(&seed), 40 * draw(&seed)};
    if (alone >= 0) at[0] = 1 + 0.4 * alone, at[2] = 0.15;
    used += add_box(text + used, sizeof text - used, at, turn);
  }
  snprintf(text + used, sizeof text - used, "</worldbody></mujoco>");
  return scene_parse(text);
}

static rg_sim *heap_sim(const rg_model *model, int threads) {
  rg_sim_options options = scene_options(model);
  rg_sim *sim = NULL;
  rg_error error;
  options.solve.tol = 1e-6;
  options.solve.threads = threads;
  if (rg_sim_new(&sim, model, &options, &error) != RG_OK) fail_msg("%s", error.reason);
  return sim;
}

static void step(rg_sim *sim) {
  rg_status status = rg_step(sim);
  if (status != RG_SOLVED) fail_msg("%s: %s", rg_status_text(status), rg_sim_report(sim)->reason);
}

/* islands of the last step that were solved */
static int solved_islands(const rg_sim *sim) {
  int count = 0;
  for (int k = 0; k < sim->rest.count; k++) count += !sim->rest.held[k];
  return count;
}

/* --- in motion -------------------------------------------------------------------------------- */

/* A that is made when it is asked for judges the impulses as the step did, and rows of W before it */
static void same_certificate(rg_sim *sim) {
  const rg_certificate *mine = &rg_sim_report(sim)->certificate;
  rg_certificate other;
  const rg_problem *problem = rg_sim_problem(sim);
  assert_int_equal(problem->A.storage, RG_SPARSE);
  assert_int_equal(rg_certify(problem, rg_sim_impulse(sim), NULL, &other, NULL), RG_OK);
  assert_at_most("natural map by A", other.law_residual, 1e-6);
  assert_near("both", mine->residual, other.residual, 1e-12);
}

static void heap_beside_boxes(void **state) {
  (void)state;
  rg_model *model = heap_model();
  rg_sim *sim = heap_sim(model, 1);
  int several = 0;
  for (int k = 0; k < (SANITIZED ? 450 : 600); k++) {
    step(sim);
    assert_at_most("natural map", rg_sim_report(sim)->certificate.law_residual, 1e-6);
    if (solved_islands(sim) > 1 && ++several % 5 == 0) same_certificate(sim);
  }
  print_message("%d steps with several islands\n", several);
  assert_at_least("steps with several islands", several, 20);
  rg_sim_free(sim);
  rg_model_free(model);
}

static void threads_do_not_matter(void **state) {
  (void)state;
  rg_model *model = heap_model();
  rg_sim *one = heap_sim(model, 1), *three = heap_sim(model, 3);
  int several = 0;
  for (int k = 0; k < (SANITIZED ? 450 : 600); k++) {
    step(one), step(three);
    several += solved_islands(one) > 1;
    const rg_data *a = rg_sim_data(one), *b = rg_sim_data(three);
    assert_memory_equal(a->qvel, b->qvel, (size_t)model->nv * sizeof(double));
  }
  assert_at_least("steps with several islands", several, 20);
  rg_sim_free(one);
  rg_sim_free(three);
  rg_model_free(model);
}

/* --- at rest ---------------------------------------------------------------------------------- */

static void nothing_creeps(void **state) {
  (void)state;
  enum { SETTLE = 2000 };
  int more = SANITIZED ? 1000 : 10000, resting = 0;
  rg_model *model = heap_model();
  rg_sim *sim = heap_sim(model, 1);
  for (int k = 0; k < SETTLE; k++) step(sim);
  size_t nq = (size_t)model->nq;
  double *start = malloc(nq * sizeof *start), moved = 0, rise = 0, energy = rg_sim_energy(sim);
  assert_non_null(start);
  memcpy(start, rg_sim_data(sim)->qpos, nq * sizeof *start);
  for (int k = 0; k < more; k++) {
    step(sim);
    resting += rg_sim_report(sim)->iterations == 0;
    rise = fmax(rise, rg_sim_energy(sim) - energy);
    energy = rg_sim_energy(sim);
  }
  for (size_t i = 0; i < nq; i++) moved = fmax(moved, fabs(rg_sim_data(sim)->qpos[i] - start[i]));
  print_message(
      "%d of %d steps without an iteration, moved %.2g, penetration %.2g m, rise %.2g J\n", resting,
      more, moved, rg_sim_penetration(sim), rise);
  /* deeper than the skin of 1e-7 of a box, or this would say nothing */
  assert_at_least("penetration", rg_sim_penetration(sim), 1e-7);
  assert_at_most("way", moved, 1e-12);
  assert_at_most("rise of the energy in a step", rise, 1e-12);
  assert_at_least("share of steps at rest", (double)resting / more, 0.8);
  free(start);
  rg_sim_free(sim);
  rg_model_free(model);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(heap_beside_boxes),
      cmocka_unit_test(threads_do_not_matter),
      cmocka_unit_test(nothing_creeps),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
