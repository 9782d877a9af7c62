/* The kernels as a warp of a GPU does them, played by 32 lanes on this processor (lanes.h): whatever order the lanes
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

/* one simulation of a batch, and rooms and a record of its own */
typedef struct problem {
  const rk_model *model;
  const rk_arrays *all;
  rk_record record;
  double *reals, *room, *begin, *end;
  int *ints;
  size_t size; /* doubles of the room */
  int simulation, budget, state;
} problem;

/* a step, as far as the first budget goes */
static void make_step(void *context) {
  problem *p = context;
  int state;
  do {
    state = rk_begin(p->model, p->all, &p->record, p->begin, p->simulation, 0);
    if (state == RK_RUNS &&
        RK_INT_AT(&p->record, rows, 0, 0) + RK_INT_AT(&p->record, contacts, 0, 0) > 0 &&
        !rk_meet(p->model, &p->record, p->room, p->size, p->budget, 0))
      state = RK_UNSOLVED;
    if (state == RK_RUNS) state = rk_end(p->model, p->all, &p->record, p->end, p->simulation, 0);
    RK_MEET();
  } while (state == RK_AGAIN);
  if (RK_LANE == 0) p->state = state;
}

/* how lanes take turns: up, down, evens before odds */
static void take_order(int kind, int *order) {
  for (int k = 0; k < LANES; k++)
    order[k] = kind == 0       ? k
               : kind == 1     ? LANES - 1 - k
               : k < LANES / 2 ? 2 * k
                               : 2 * k - LANES + 1;
}

/* rooms of all lanes; those of the host are for one */
static double *take_room(size_t size) {
  double *room = calloc(size + 6 * LANES, sizeof *room);
  assert_non_null(room);
  return room;
}

static void open_problem(problem *p, rg_batch *batch) {
  rk_engine *g = batch->own;
  p->model = &g->packed.model;
  p->all = &g->all;
  p->reals = calloc(rk_record_reals(p->model), sizeof *p->reals);
  p->ints = calloc(rk_record_ints(), sizeof *p->ints);
  p->room = take_room(rk_solver_room(p->model, RK_UNITS, RK_ROWS, RK_CONTACTS));
  p->begin = take_room(rk_begin_room(p->model));
  p->end = take_room(rk_end_room(p->model));
  assert_true(p->reals && p->ints);
  rk_record_bind(&p->record, p->model, 1, p->reals, p->ints);
}

static void close_problem(problem *p) {
  free(p->reals);
  free(p->ints);
  free(p->room);
  free(p->begin);
  free(p->end);
}

/* One step of the simulation by lanes in three orders: the same bits of all that the record and the states of all simulations
   have then. Rooms are full of rubbish at first. */
static int step_by_lanes(problem *p, rk_engine *g) {
  size_t reals = (size_t)p->all->count * g->nreals * sizeof(double),
         ints = (size_t)p->all->count * g->nints * sizeof(int),
         record = rk_record_reals(p->model) * sizeof(double), rooms[3];
  double *before = malloc(reals), *after = malloc(reals), *made = malloc(record);
  int *before_ints = malloc(ints), *after_ints = malloc(ints), order[LANES], state = RK_RUNS;
  long long sums[4];
  assert_true(before && after && before_ints && after_ints && made && p->all->count == 2);
  memcpy(before, g->reals, reals);
  memcpy(before_ints, g->ints, ints);
  memcpy(sums, g->sums, sizeof sums);
  rooms[0] = rk_begin_room(p->model);
  rooms[1] = rk_solver_room(p->model, RK_UNITS, RK_ROWS, RK_CONTACTS);
  rooms[2] = rk_end_room(p->model);
  for (int kind = 0; kind < 3; kind++) {
    double *room[3] = {p->begin, p->room, p->end};
    for (int k = 0; k < 3; k++) memset(room[k], 0xf1 + kind, rooms[k] * sizeof(double));
    memset(p->reals, 0, record);
    memset(p->ints, 0, rk_record_ints() * sizeof *p->ints);
    memcpy(g->reals, before, reals);
    memcpy(g->ints, before_ints, ints);
    memcpy(g->sums, sums, sizeof sums);
    take_order(kind, order);
    assert_true(lanes_run(make_step, p, order));
    lanes_now = 0;
    if (kind > 0) {
      assert_int_equal(state, p->state);
      assert_memory_equal(made, p->reals, record);
      assert_memory_equal(after, g->reals, reals);
      assert_memory_equal(after_ints, g->ints, ints);
    }
    state = p->state;
    memcpy(made, p->reals, record);
    memcpy(after, g->reals, reals);
    memcpy(after_ints, g->ints, ints);
  }
  memcpy(g->sums, sums, sizeof sums);
  free(before);
  free(after);
  free(before_ints);
  free(after_ints);
  free(made);
  return state;
}

/* `most`: contacts that there is room for */
static void try_model(const char *path, int key, int steps, int most) {
  rg_model *model = NULL;
  rg_batch_options o;
  rg_batch *batch;
  problem p = {0};
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
    rk_engine *g = batch->own;
    size_t reals = (size_t)o.count * g->nreals * sizeof(double),
           ints = (size_t)o.count * g->nints * sizeof(int);
    double *start = malloc(reals), *end = malloc(reals), worst = 0;
    int *start_ints = malloc(ints), *end_ints = malloc(ints);
    assert_true(start && end && start_ints && end_ints);
    memcpy(start, g->reals, reals);
    memcpy(start_ints, g->ints, ints);
    assert_int_equal(rg_batch_step(batch, 1, NULL), RG_OK);
    memcpy(end, g->reals, reals);
    memcpy(end_ints, g->ints, ints);
    if (k % 3 == 0) {
      memcpy(g->reals, start, reals);
      memcpy(g->ints, start_ints, ints);
      if (k % 2) g->all.kept_count[0] = 0; /* from nothing */
      g->all.state[0] = RK_RUNS;
      solved += step_by_lanes(&p, g) == RK_RUNS;
      for (int e = 0; e < model->nv; e++)
        worst = fmax(
            worst, fabs(g->all.qvel[e * o.count] - (end + (g->all.qvel - g->reals))[e * o.count]));
      same += worst < 1e-8;
      done++;
      memcpy(g->reals, end, reals);
      memcpy(g->ints, end_ints, ints);
    }
    free(start);
    free(end);
    free(start_ints);
    free(end_ints);
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

static double *begin_room, *end_room;
static int slot_now, laws_now, budget_now = RK_BUDGET;

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

static void begin_slot(void *context) {
  rk_engine *g = context;
  int laws = rk_round_begin(&g->packed.model, &g->all, &gpu.record, begin_room, slot_now);
  if (RK_LANE == 0) laws_now = laws;
}

static void end_slot(void *context) {
  rk_engine *g = context;
  rk_round_end(&g->packed.model, &g->all, &gpu.record, end_room, slot_now);
}

static void run_group(void (*part)(void *), void *context, int slot) {
  int order[LANES];
  take_order(slot % 3, order);
  slot_now = slot;
  assert_true(lanes_run(part, context, order));
  lanes_now = 0;
}

static void work_on(int list) {
  budget_now = RK_SLOW_BUDGET;
  for (int k = 0; k < gpu.listed[list]; k++) {
    run_group(meet_slot, NULL, gpu.list[list][k]);
    gpu.slow++;
  }
  gpu.listed[list] = 0;
  budget_now = RK_BUDGET;
}

static rg_status run_rounds(rk_engine *g, int rounds, rg_error *error) {
  (void)error;
  gpu.engine = g;
  begin_room = take_room(rk_begin_room(&g->packed.model));
  end_room = take_room(rk_end_room(&g->packed.model));
  for (int round = 0; round < rounds; round++, gpu.rounds++) {
    int next = gpu.filled;
    if (gpu.beside) work_on(1 - next); /* as early as it may be: what waits is not begun again */
    for (int i = 0; i < g->all.count; i++) {
      run_group(begin_slot, g, i);
      if (laws_now) run_group(meet_slot, NULL, i);
    }
    if (!gpu.beside) work_on(next);
    for (int i = 0; i < g->all.count; i++) run_group(end_slot, g, i);
    gpu.filled = 1 - next;
  }
  free(begin_room);
  free(end_room);
  return RG_OK;
}

/* under a sanitizer a short run, in which no step need be slow */
#ifdef __SANITIZE_ADDRESS__
enum { WAITING_STEPS = 15, WAITS = 0 };
#else
enum { WAITING_STEPS = 60, WAITS = 1 };
#endif

/* Simulations that skip rounds while the slower kernel works on their steps end with the same bits as those that are waited
   for, and no round is longer for it. */
static void test_waiting(void **state) {
  (void)state;
  enum { COUNT = 5, STEPS = WAITING_STEPS };
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
    gpu.reals = calloc(COUNT * rk_record_reals(m), sizeof *gpu.reals);
    gpu.ints = calloc(COUNT * rk_record_ints(), sizeof *gpu.ints);
    gpu.room = calloc(rk_solver_room(m, RK_UNITS, RK_ROWS, RK_CONTACTS), sizeof *gpu.room);
    for (int k = 0; k < 2; k++) gpu.list[k] = calloc(COUNT, sizeof(int));
    rk_record_bind(&gpu.record, m, COUNT, gpu.reals, gpu.ints);
    for (int call = 0; call < 3; call++)
      assert_int_equal(rg_batch_step(batch, STEPS / 3, NULL), RG_OK);
    rg_batch_totals totals = rg_batch_sum(batch);
    assert_true(totals.unsolved == 0 && totals.host == 0 && totals.certified > COUNT &&
                totals.steps == COUNT * STEPS);
    /* a step that is done again with more contacts may be slow twice, and counts once */
    assert_true(totals.slow >= WAITS && totals.slow <= gpu.slow);
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
  assert_true(slow[0] == slow[1] && slow[0] >= WAITS);
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
