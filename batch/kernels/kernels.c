/* Backend `kernels`: the very code of the GPU, on this processor. For tests of it, and for machines without one. */
#include "kernels/engine.h"
#include "kernels/kernel.h"

#include <stdlib.h>
#include <string.h>

typedef struct place {
  rk_fast_room *fast; /* a worker each */
  rk_slow_room *slow;
  unsigned long long (*histogram)[RK_BINS];
} place;

static rg_status ready(rg_error *error) {
  (void)error;
  return RG_OK;
}

static void close_place(rk_engine *g) {
  place *p = g->own;
  free(p->fast);
  free(p->slow);
  free(p->histogram);
  free(p);
  g->own = NULL;
}

static rg_status open_place(rk_engine *g, rg_error *error) {
  size_t threads = (size_t)g->batch->options.threads;
  place *p = batch_take(sizeof *p, "kernels", error);
  if (!p) return RG_NO_MEMORY;
  g->own = p;
  p->fast = batch_take(threads * sizeof *p->fast, "kernels", error);
  p->slow = batch_take(sizeof *p->slow, "kernels", error);
  p->histogram = batch_take(threads * sizeof *p->histogram, "kernels", error);
  return p->fast && p->slow && p->histogram ? RG_OK : RG_NO_MEMORY;
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

static void run_part(void *context, int worker, int workers) {
  rk_engine *g = context;
  place *p = g->own;
  rk_arrays all = g->all;
  int count = all.count, end = batch_first_of(count, worker + 1, workers);
  all.histogram = p->histogram[worker];
  for (int i = batch_first_of(count, worker, workers); i < end; i++)
    while (all.state[i] == RK_RUNS && all.steps[i] < all.goal[i] && !rg_interrupted())
      all.state[i] = rk_fast_step(&g->packed.model, &all, &p->fast[worker], i);
}

static rg_status run(rk_engine *g, rg_error *error) {
  place *p = g->own;
  (void)error;
  batch_workers_run(g->workers, run_part, g);
  for (int w = 0; w < batch_workers_count(g->workers); w++)
    for (int k = 0; k < RK_BINS; k++) {
      g->histogram[k] += p->histogram[w][k];
      p->histogram[w][k] = 0;
    }
  return RG_OK;
}

static rg_status run_slow(rk_engine *g, const int *list, int count, rg_error *error) {
  place *p = g->own;
  (void)error;
  for (int k = 0; k < count; k++) {
    int i = list[k];
    g->all.state[i] = rk_slow_step(&g->packed.model, &g->all, p->slow, i);
    g->all.slow[i] += g->all.state[i] == RK_RUNS;
  }
  return RG_OK;
}

static const rk_place here = {open_place, close_place, nothing, nothing,    nothing,
                              run,        run_slow,    nothing, nothing_of, nothing_of};

static rg_status open_kernels(rg_batch *batch, rg_error *error) {
  return rk_engine_open(batch, &here, error);
}

const batch_backend batch_kernels = {"kernels",         ready,           open_kernels,
                                     rk_engine_close,   rk_engine_reset, rk_engine_step,
                                     rk_engine_contacts};
