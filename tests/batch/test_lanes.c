/* The part of the kernels that a warp of a GPU does, played by 32 lanes on this processor (lanes.h): whatever order the lanes
   take turns in, the same bits; and the same velocities as of the one lane that the backend `kernels` has. */
#define RK_LANES "lanes.h"
#include "kernels/engine.h"
#include "kernels/round.h"

#include <rigor/rigor.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

typedef struct problem {
  const rk_model *model;
  const rk_arrays *all;
  rk_record record;
  double *reals, *room;
  int *ints;
  rk_room *begin;
  rk_outcome *outcome;
  size_t size; /* doubles of the room */
  int simulation, budget, solved;
} problem;

static void meet_laws(void *context) {
  problem *p = context;
  int solved = rk_meet(p->model, &p->record, p->room, p->size, p->budget, 0);
  if (RK_LANE == 0) p->solved = solved;
}

/* how lanes take turns: up, down, evens before odds */
static void take_order(int kind, int *order) {
  for (int k = 0; k < LANES; k++)
    order[k] = kind == 0       ? k
               : kind == 1     ? LANES - 1 - k
               : k < LANES / 2 ? 2 * k
                               : 2 * k - LANES + 1;
}

static void open_problem(problem *p, rg_batch *batch) {
  rk_engine *g = batch->own;
  p->model = &g->packed.model;
  p->all = &g->all;
  p->reals = calloc((size_t)rk_record_slots(1) * rk_record_reals(p->model), sizeof *p->reals);
  p->ints = calloc((size_t)rk_record_slots(1) * rk_record_ints(), sizeof *p->ints);
  p->room = calloc(rk_solver_room(p->model, RK_UNITS, RK_ROWS, RK_CONTACTS), sizeof *p->room);
  p->begin = calloc(1, sizeof *p->begin);
  p->outcome = calloc(1, sizeof *p->outcome);
  assert_true(p->reals && p->ints && p->room && p->begin && p->outcome);
  rk_record_bind(&p->record, p->model, 1, p->reals, p->ints);
}

static void close_problem(problem *p) {
  free(p->reals);
  free(p->ints);
  free(p->room);
  free(p->begin);
  free(p->outcome);
}

/* impulses of the step of one simulation by lanes in three orders, and the velocities that they make into next */
static int step_by_lanes(problem *p, double *next) {
  double first[RK_SIZE];
  int order[LANES], size = 0, state = RK_RUNS;
  lanes_now = 0;
  assert_int_equal(rk_begin(p->model, p->all, &p->record, p->begin, p->simulation, 0), RK_RUNS);
  size = RK_INT_AT(&p->record, rows, 0, 0) + 3 * RK_INT_AT(&p->record, contacts, 0, 0);
  for (int k = 0; k < p->model->nv; k++)
    p->outcome->next[k] = p->outcome->free[k] = RK_REAL_AT(&p->record, free, k, 0);
  if (size > 0) {
    size_t reals = (size_t)rk_record_slots(1) * rk_record_reals(p->model) * sizeof *p->reals;
    size_t ints = (size_t)rk_record_slots(1) * rk_record_ints() * sizeof *p->ints;
    double *begun = malloc(reals);
    int *begun_ints = malloc(ints);
    assert_true(begun && begun_ints);
    memcpy(begun, p->reals, reals);
    memcpy(begun_ints, p->ints, ints);
    for (int kind = 0; kind < 3; kind++) {
      take_order(kind, order);
      memcpy(p->reals, begun, reals);
      memcpy(p->ints, begun_ints, ints);
      assert_true(lanes_run(meet_laws, p, order));
      double impulse[RK_SIZE];
      for (int k = 0; k < size; k++) impulse[k] = RK_REAL_AT(&p->record, impulse, k, 0);
      if (kind > 0) assert_memory_equal(first, impulse, (size_t)size * sizeof(double));
      memcpy(first, impulse, (size_t)size * sizeof(double));
    }
    free(begun);
    free(begun_ints);
    lanes_now = 0;
    state = p->solved ? RK_RUNS : RK_UNSOLVED;
    rk_apply_impulses(p->model, &p->record, p->outcome, 0);
    if (state == RK_RUNS)
      assert_true(rk_certify(p->model, &p->record, p->outcome, 0) <= p->model->tol);
  }
  rk_move(p->model, p->outcome->q, p->outcome->next, p->simulation);
  memcpy(next, p->outcome->next, (size_t)p->model->nv * sizeof *next);
  return state;
}

/* `most`: contacts that there is room for */
static void try_model(const char *path, int key, int steps, int most) {
  rg_model *model = NULL;
  rg_batch_options o;
  rg_batch *batch;
  problem p = {0};
  double next[RK_DOFS];
  int solved = 0, same = 0, done = 0;
  if (access(path, R_OK) != 0) {
    print_message("no %s: skipped\n", path);
    return;
  }
  assert_int_equal(rg_model_load(&model, path, NULL, NULL), RG_OK);
  assert_int_equal(rg_batch_options_from_model(model, &o, NULL), RG_OK);
  o.backend = "kernels";
  o.count = 2;
  o.certify = 0;
  o.threads = 1;
  o.sim.integrator = RG_EULER;
  assert_int_equal(rg_batch_new(&batch, model, &o, NULL), RG_OK);
  assert_int_equal(rg_batch_reset(batch, NULL, key, NULL), RG_OK);
  rg_batch_draw_controls(batch, 5, 4);
  open_problem(&p, batch);
  p.size = rk_solver_room(p.model, RK_UNITS, 1, most);
  p.budget = RK_BUDGET;
  for (int k = 0; k < steps; k++) {
    /* a step of all, then the first one again from where it was */
    assert_int_equal(rg_batch_step(batch, 1, NULL), RG_OK);
    if (k % 3) continue;
    double before[2][RK_DOFS + 8], after[2][RK_DOFS + 8];
    rk_arrays *all = &((rk_engine *)batch->own)->all;
    int count = all->count, kept = all->kept_count[0];
    for (int e = 0; e < model->nq; e++)
      after[0][e] = all->qpos[e * count], before[0][e] = all->qpos_before[e * count];
    for (int e = 0; e < model->nv; e++)
      after[1][e] = all->qvel[e * count], before[1][e] = all->qvel_before[e * count];
    for (int e = 0; e < model->nq; e++) p.outcome->q[e] = all->qpos[e * count] = before[0][e];
    for (int e = 0; e < model->nv; e++) all->qvel[e * count] = before[1][e];
    all->kept_count[0] = 0; /* from nothing */
    all->steps[0]--;
    solved += step_by_lanes(&p, next) == RK_RUNS;
    all->steps[0]++;
    all->kept_count[0] = kept;
    double worst = 0;
    for (int e = 0; e < model->nv; e++) worst = fmax(worst, fabs(next[e] - after[1][e]));
    same += worst < 1e-8;
    done++;
    for (int e = 0; e < model->nq; e++) all->qpos[e * count] = after[0][e];
    for (int e = 0; e < model->nv; e++) all->qvel[e * count] = after[1][e];
  }
  print_message("%s, room for %d contacts: %d steps, %d solved, %d with the same velocities\n",
                strrchr(path, '/') + 1, most, done, solved, same);
  assert_true(solved >= done - done / 10);
  assert_true(same >= solved - done / 10);
  close_problem(&p);
  rg_batch_free(batch);
  rg_model_free(model);
}

static void test_quadruped(void **state) {
  (void)state;
  try_model(RIGOR_SOURCE_DIR "/models/quadruped.xml", 0, 90, 5);
}

static void test_ant(void **state) {
  (void)state;
  try_model(RIGOR_SHARED_DATA "/models/gymnasium/ant.xml", -1, 120, 5);
}

/* systems in registers, and larger ones in the room */
static void test_humanoid(void **state) {
  (void)state;
  const char *path = RIGOR_SHARED_DATA "/models/mujoco/humanoid/humanoid.xml";
  try_model(path, -1, 150, 8);
  try_model(path, 1, 90, RK_CONTACTS);
}

/* --- those that wait for the slower kernel -------------------------------------------------------------------------------- */

/* rounds as a GPU makes them: records of all simulations, two lists of those that wait */
static struct {
  rk_record record;
  double *reals, *room;
  int *ints, *list[2], listed[2], filled;
  int beside; /* 1: the slower kernel works on the list of the last round, 0: on that of this one, before its end */
  int slow, rounds;
  const rk_engine *engine;
} gpu;

static int slot_now, budget_now;

static void meet_slot(void *context) {
  (void)context;
  const rk_model *m = &gpu.engine->packed.model;
  int large = budget_now > RK_BUDGET;
  size_t size = rk_solver_room(m, RK_UNITS, 4, 6);
  if (large)
    rk_round_slowly(m, &gpu.record, gpu.room, size, gpu.room,
                    rk_solver_room(m, RK_UNITS, RK_ROWS, RK_CONTACTS), slot_now);
  else if (rk_round_meet(m, &gpu.record, gpu.room, size, slot_now) && RK_LANE == 0)
    gpu.list[gpu.filled][gpu.listed[gpu.filled]++] = slot_now;
}

static void run_group(int slot, int budget) {
  int order[LANES];
  take_order(slot % 3, order);
  slot_now = slot;
  budget_now = budget;
  assert_true(lanes_run(meet_slot, NULL, order));
  lanes_now = 0;
}

static void work_on(int list) {
  for (int k = 0; k < gpu.listed[list]; k++) {
    run_group(gpu.list[list][k], RK_SLOW_BUDGET);
    gpu.slow++;
  }
  gpu.listed[list] = 0;
}

static rg_status run_rounds(rk_engine *g, int rounds, rg_error *error) {
  static rk_room room;
  static rk_outcome outcome;
  (void)error;
  gpu.engine = g;
  for (int round = 0; round < rounds; round++, gpu.rounds++) {
    int next = gpu.filled;
    if (gpu.beside) work_on(1 - next); /* as early as it may be: what waits is not begun again */
    for (int i = 0; i < g->all.count; i++) {
      if (!rk_round_begin(&g->packed.model, &g->all, &gpu.record, &room, i)) continue;
      run_group(i, RK_BUDGET);
    }
    if (!gpu.beside) work_on(next);
    for (int i = 0; i < g->all.count; i++)
      rk_round_end(&g->packed.model, &g->all, &gpu.record, &outcome, i);
    gpu.filled = 1 - next;
  }
  return RG_OK;
}

/* Simulations that skip rounds while the slower kernel works on their steps end with the same bits as those that are waited
   for, and no round is longer for it. */
static void test_waiting(void **state) {
  (void)state;
  enum { COUNT = 5, STEPS = 60 };
  const char *path = RIGOR_SHARED_DATA "/models/mujoco/humanoid/humanoid.xml";
  rg_model *model = NULL;
  double *end[2];
  int slow[2], took[2];
  if (access(path, R_OK) != 0) {
    print_message("no %s: skipped\n", path);
    return;
  }
  assert_int_equal(rg_model_load(&model, path, NULL, NULL), RG_OK);
  size_t bytes = (size_t)(COUNT * model->nq) * sizeof(double);
  for (int kind = 0; kind < 2; kind++) {
    rg_batch_options o;
    rg_batch *batch;
    assert_int_equal(rg_batch_options_from_model(model, &o, NULL), RG_OK);
    o.backend = "kernels";
    o.sim.integrator = RG_EULER;
    o.sim.solve.tol = 1e-8;
    o.count = COUNT;
    o.certify = 8;
    assert_int_equal(rg_batch_new(&batch, model, &o, NULL), RG_OK);
    rg_batch_draw_controls(batch, 2, 1);
    rk_engine *g = batch->own;
    const rk_model *m = &g->packed.model;
    rk_place place = *g->place;
    place.run = run_rounds;
    g->place = &place;
    memset(&gpu, 0, sizeof gpu);
    gpu.beside = kind;
    size_t slots = (size_t)rk_record_slots(COUNT);
    gpu.reals = calloc(slots * rk_record_reals(m), sizeof *gpu.reals);
    gpu.ints = calloc(slots * rk_record_ints(), sizeof *gpu.ints);
    gpu.room = calloc(rk_solver_room(m, RK_UNITS, RK_ROWS, RK_CONTACTS), sizeof *gpu.room);
    for (int k = 0; k < 2; k++) gpu.list[k] = calloc(COUNT, sizeof(int));
    rk_record_bind(&gpu.record, m, COUNT, gpu.reals, gpu.ints);
    for (int call = 0; call < 3; call++)
      assert_int_equal(rg_batch_step(batch, STEPS / 3, NULL), RG_OK);
    rg_batch_totals totals = rg_batch_sum(batch);
    assert_true(totals.unsolved == 0 && totals.host == 0 && totals.certified > COUNT &&
                totals.steps == COUNT * STEPS);
    assert_int_equal(totals.slow, gpu.slow);
    slow[kind] = gpu.slow;
    took[kind] = gpu.rounds;
    end[kind] = malloc(bytes);
    memcpy(end[kind], rg_batch_values(batch, RG_BATCH_QPOS, NULL), bytes);
    free(gpu.reals);
    free(gpu.ints);
    free(gpu.room);
    for (int k = 0; k < 2; k++) free(gpu.list[k]);
    rg_batch_free(batch);
  }
  print_message("%d of %d steps slow; rounds %d, %d where they are not waited for\n", slow[1],
                COUNT * STEPS, took[0], took[1]);
  assert_true(slow[0] == slow[1] && slow[0] > 0);
  assert_memory_equal(end[0], end[1], bytes);
  for (int k = 0; k < 2; k++) free(end[k]);
  rg_model_free(model);
}

/* --- rounds ------------------------------------------------------------------------------------------------------------ */

static const rk_place *real;
static rk_place counting;
static int rounds, runs, interrupt_at;

static rg_status count_rounds(rk_engine *g, int most, rg_error *error) {
  rounds += most;
  runs++;
  if (runs == interrupt_at) rg_interrupt(1);
  return real->run(g, most, error);
}

static rg_batch *counted_batch(const rg_model *model) {
  rg_batch_options o;
  rg_batch *batch;
  assert_int_equal(rg_batch_options_from_model(model, &o, NULL), RG_OK);
  o.backend = "kernels";
  o.sim.integrator = RG_EULER;
  o.count = 3;
  assert_int_equal(rg_batch_new(&batch, model, &o, NULL), RG_OK);
  rk_engine *g = batch->own;
  real = g->place;
  counting = *real;
  counting.run = count_rounds;
  g->place = &counting;
  rounds = runs = interrupt_at = 0;
  return batch;
}

/* 25 boxes of which no two have the same friction: 100 contacts, so that every step is the host's. It does not cost rounds
   of all others; and an interrupt is seen after a portion, not at the end. */
static void test_rounds(void **state) {
  (void)state;
  enum { STEPS = 60 };
  char xml[8192] =
      "<mujoco><worldbody><geom type='plane' size='0 0 1'/><body pos='0 0 "
      "0.05'><freejoint/><body><joint "
      "axis='1 0 0' pos='0 0 1'/><geom size='.01' pos='0 0 1' contype='0' conaffinity='0'/></body>";
  for (int k = 0; k < 25; k++) {
    char geom[160];
    snprintf(geom, sizeof geom, "<geom type='box' size='.05 .05 .05' pos='%g %g 0' friction='%g'/>",
             0.2 * (k % 5), 0.2 * (k / 5), 1 + 0.01 * k);
    strcat(xml, geom);
  }
  strcat(xml, "</body></worldbody></mujoco>");
  rg_model *model;
  assert_int_equal(rg_model_parse(&model, xml, strlen(xml), NULL, NULL), RG_OK);
  rg_batch *batch = counted_batch(model);
  assert_int_equal(rg_batch_step(batch, STEPS, NULL), RG_OK);
  print_message("%ld steps of the host in %d runs of %d rounds\n", rg_batch_sum(batch).host, runs,
                rounds);
  assert_true(rg_batch_sum(batch).host == 3 * STEPS);
  assert_true(rounds <= STEPS + RK_PORTION);
  rg_batch_free(batch);
  rg_model_free(model);
  assert_int_equal(rg_model_load(&model, RIGOR_SOURCE_DIR "/models/quadruped.xml", NULL, NULL),
                   RG_OK);
  batch = counted_batch(model);
  interrupt_at = 2;
  assert_int_equal(rg_batch_step(batch, 100 * STEPS, NULL), RG_LIMIT);
  rg_interrupt(0);
  assert_int_equal(runs, 2);
  assert_true(rg_batch_results(batch)[0].steps >= RK_PORTION &&
              rg_batch_results(batch)[0].steps <= 2 * RK_PORTION);
  rg_batch_free(batch);
  rg_model_free(model);
}

/* fewer than the threads are done with sooner than a GPU */
static void test_threshold(void **state) {
  (void)state;
  assert_true(!batch_suits_gpu(1, 1) && !batch_suits_gpu(63, 1) && batch_suits_gpu(64, 1));
  assert_true(!batch_suits_gpu(1023, 16) && batch_suits_gpu(1024, 16) &&
              batch_suits_gpu(32768, 64));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_quadruped), cmocka_unit_test(test_ant),
      cmocka_unit_test(test_humanoid),  cmocka_unit_test(test_waiting),
      cmocka_unit_test(test_rounds),    cmocka_unit_test(test_threshold)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
