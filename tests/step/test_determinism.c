/* The same run gives the same bits: twice, with one thread and two, and after a reset. */
#include "step/simulate.h"

typedef struct trace {
  size_t size;
  double *state;
} trace;

/* positions, velocities, impulses of every step, one after the other */
static void record(scene *s, trace *t, long steps) {
  size_t nq = (size_t)s->model->nq, nv = (size_t)s->model->nv;
  t->size = 0;
  t->state = malloc((size_t)steps * (nq + nv + 1) * sizeof(double));
  for (long i = 0; i < steps; i++) {
    assert_int_equal(rg_step(s->sim), RG_SOLVED);
    memcpy(t->state + t->size, scene_qpos(s), nq * sizeof(double));
    memcpy(t->state + t->size + nq, scene_qvel(s), nv * sizeof(double));
    /* sum of the impulses: the bits of one number stand for all */
    const rg_problem *problem = rg_sim_problem(s->sim);
    double sum = 0;
    int n = problem ? rg_problem_size(problem) : 0;
    for (int k = 0; k < n; k++) sum += rg_sim_impulse(s->sim)[k] * (1 + k % 7);
    t->state[t->size + nq + nv] = sum;
    t->size += nq + nv + 1;
  }
}

static void assert_same(const char *what, const trace *a, const trace *b) {
  assert_int_equal(a->size, b->size);
  for (size_t i = 0; i < a->size; i++)
    if (memcmp(a->state + i, b->state + i, sizeof(double)) != 0)
      fail_msg("%s: entry %zu is %.17g and %.17g", what, i, a->state[i], b->state[i]);
}

static void same_bits(const char *file, const char *key, long steps, rg_coordinates coordinates) {
  rg_model *model = scene_model(file);
  rg_sim_options options = scene_options(model);
  rg_model_free(model);
  options.coordinates = coordinates;
  if (steps > 200) steps = SANITIZED ? steps / 8 : steps;
  trace first, again, threads, reset;
  scene s = scene_start(file, key, &options);
  record(&s, &first, steps);
  assert_int_equal(rg_sim_reset(s.sim, key ? rg_model_find(s.model, RG_OBJECT_KEY, key) : -1, NULL),
                   RG_OK);
  record(&s, &reset, steps);
  scene_end(&s);
  s = scene_start(file, key, &options);
  record(&s, &again, steps);
  scene_end(&s);
  options.threads = 2;
  s = scene_start(file, key, &options);
  record(&s, &threads, steps);
  scene_end(&s);
  assert_same("twice", &first, &again);
  assert_same("after a reset", &first, &reset);
  assert_same("two threads", &first, &threads);
  free(first.state);
  free(again.state);
  free(reset.state);
  free(threads.state);
}

static void pendulum(void **state) {
  (void)state;
  same_bits("pend12_pin_mid.xml", "init", 1000, RG_MINIMAL);
}

static void walker(void **state) {
  (void)state;
  same_bits("quadruped.xml", "stand", 500, RG_MINIMAL);
  same_bits("quadruped.xml", "stand", 300, RG_REDUNDANT);
}

static void loop(void **state) {
  (void)state;
  same_bits("four_bar_foot.xml", "stand", 300, RG_EMBEDDED);
}

static void pile(void **state) {
  (void)state;
  same_bits("box_pile100.xml", NULL, SANITIZED ? 140 : 190, RG_MINIMAL);
}

static void balls(void **state) {
  (void)state;
  same_bits("spheres1000.xml", NULL, SANITIZED ? 10 : 60, RG_MINIMAL);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(pendulum), cmocka_unit_test(walker),
                                     cmocka_unit_test(loop), cmocka_unit_test(pile),
                                     cmocka_unit_test(balls)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
