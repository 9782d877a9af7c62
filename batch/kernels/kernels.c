/* Backend `kernels`: the very code of the GPU, on this processor. For tests of it, and for machines without one. */
#include "kernels/engine.h"
#include "kernels/step.h"

#include <stdlib.h>
#include <string.h>

typedef struct place {
  double *room; /* a worker each, as is all else */
  double *outcome;
  double *solver;
  size_t room_size, outcome_size;
  size_t solver_size;
  unsigned long long (*histogram)[RK_BINS];
  rk_record record;
  double *reals;
  int *ints;
  int rounds; /* steps of each in this run */
} place;

static rg_status ready(rg_error *error) {
  (void)error;
  return RG_OK;
}

static void close_place(rk_engine *g) {
  place *p = g->own;
  free(p->room);
  free(p->outcome);
  free(p->solver);
  free(p->histogram);
  free(p->reals);
  free(p->ints);
  free(p);
  g->own = NULL;
}

static rg_status open_place(rk_engine *g, rg_error *error) {
  const rk_model *m = &g->packed.model;
  size_t threads = (size_t)g->batch->options.threads;
  place *p = batch_take(sizeof *p, "kernels", error);
  if (!p) return RG_NO_MEMORY;
  g->own = p;
  p->solver_size = rk_solver_room(m, RK_UNITS, RK_ROWS, RK_CONTACTS);
  p->room_size = rk_begin_room(m);
  p->outcome_size = rk_end_room(m);
  p->room = batch_take(threads * p->room_size * sizeof *p->room, "kernels", error);
  p->outcome = batch_take(threads * p->outcome_size * sizeof *p->outcome, "kernels", error);
  p->solver = batch_take(threads * p->solver_size * sizeof *p->solver, "kernels", error);
  p->histogram = batch_take(threads * sizeof *p->histogram, "kernels", error);
  p->reals = batch_take(threads * rk_record_reals(m) * sizeof *p->reals, "kernels", error);
  p->ints = batch_take(threads * rk_record_ints() * sizeof *p->ints, "kernels", error);
  if (!p->room || !p->outcome || !p->solver || !p->histogram || !p->reals || !p->ints)
    return RG_NO_MEMORY;
  rk_record_bind(&p->record, m, (int)threads, p->reals, p->ints);
  return RG_OK;
}

/* the states are where the kernels run */
static rg_status nothing(rk_engine *g, rg_error *error) {
  (void)g, (void)error;
  return RG_OK;
}

static rg_status nothing_of(rk_engine *g, int lane, rg_error *error) {
  (void)g, (void)lane, (void)error;
  return RG_OK;
}

static rg_status nothing_of_some(rk_engine *g, const int *lanes, int count, rg_error *error) {
  (void)g, (void)lanes, (void)count, (void)error;
  return RG_OK;
}

/* once; RK_AGAIN: with what the record has now */
static int try_step(rk_engine *g, const rk_arrays *all, int lane, int worker) {
  place *p = g->own;
  const rk_model *m = &g->packed.model;
  const rk_record *r = &p->record;
  double *solver = p->solver + p->solver_size * (size_t)worker;
  int state = rk_begin(m, all, r, p->room + p->room_size * (size_t)worker, lane, worker);
  if (state != RK_RUNS) return state;
  if (RK_INT_AT(r, rows, 0, worker) + RK_INT_AT(r, contacts, 0, worker) > 0) {
    if (!rk_meet(m, r, solver, p->solver_size, RK_BUDGET, worker)) {
      RK_INT_AT(r, slow, 0, worker) = RK_SLOWLY;
      if (!rk_meet(m, r, solver, p->solver_size, RK_SLOW_BUDGET, worker)) return RK_UNSOLVED;
    }
  }
  return rk_end(m, all, r, p->outcome + p->outcome_size * (size_t)worker, lane, worker);
}

static int step(rk_engine *g, const rk_arrays *all, int lane, int worker) {
  place *p = g->own;
  int state;
  RK_INT_AT(&p->record, outruns, 0, worker) = 0;
  do state = try_step(g, all, lane, worker);
  while (state == RK_AGAIN);
  return state;
}

static void run_part(void *context, int worker, int workers) {
  rk_engine *g = context;
  place *p = g->own;
  rk_arrays all = g->all;
  int count = all.count, end = batch_first_of(count, worker + 1, workers);
  all.histogram = p->histogram[worker];
  for (int i = batch_first_of(count, worker, workers); i < end; i++)
    for (int k = 0; k < p->rounds && all.state[i] == RK_RUNS && all.steps[i] < all.goal[i]; k++) {
      if (rg_interrupted()) return;
      all.state[i] = step(g, &all, i, worker);
    }
}

static rg_status run(rk_engine *g, int rounds, rg_error *error) {
  place *p = g->own;
  (void)error;
  p->rounds = rounds;
  batch_workers_run(g->workers, run_part, g);
  for (int w = 0; w < batch_workers_count(g->workers); w++)
    for (int k = 0; k < RK_BINS; k++) {
      g->histogram[k] += p->histogram[w][k];
      p->histogram[w][k] = 0;
    }
  return RG_OK;
}

static const rk_place here = {open_place, close_place, nothing,         nothing,   nothing,
                              run,        nothing,     nothing_of_some, nothing_of};

static rg_status open_kernels(rg_batch *batch, rg_error *error) {
  return rk_engine_open(batch, &here, error);
}

const batch_backend batch_kernels = {"kernels",          ready,           open_kernels,
                                     rk_engine_close,    rk_engine_reset, rk_engine_step,
                                     rk_engine_contacts, rk_engine_sense};
