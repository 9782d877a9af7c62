/* Backend `cuda`: the kernels of ../kernels on an NVIDIA GPU, a simulation a thread. */
extern "C" {
#include "kernels/engine.h"
}
#include "kernels/kernel.h"

#include <cuda_runtime.h>

#include <stdlib.h>
#include <string.h>

enum {
  THREADS = 64, /* a block: two warps, so that what ends early leaves little idle */
  SLOTS = 1024  /* simulations of the slower kernel at a time: 1.2 GB of rooms */
};

/* what lies on the device */
typedef struct device {
  rk_arrays all;
  rk_model model;
  double *reals, *model_reals, *own;
  int *ints, *model_ints, *list;
  long long *sums;
  unsigned long long *histogram, *cycles;
  rk_slow_room *rooms;
} device;

/* --- kernels ------------------------------------------------------------------------------------------ */

__global__ void __launch_bounds__(THREADS) run_fast(const __grid_constant__ rk_model model,
                                                    const __grid_constant__ rk_arrays all) {
  int lane = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  if (lane >= all.count) return;
  rk_fast_room room;
  int state = all.state[lane];
  while (state == RK_RUNS && all.steps[lane] < all.goal[lane])
    state = rk_fast_step(&model, &all, &room, lane);
  all.state[lane] = state;
}

__global__ void run_slowly(const __grid_constant__ rk_model model,
                           const __grid_constant__ rk_arrays all, rk_slow_room *rooms,
                           const int *list, int count) {
  int slot = (int)(blockIdx.x * blockDim.x + threadIdx.x);
  for (int k = slot; k < count; k += SLOTS) {
    int lane = list[k], state = rk_slow_step(&model, &all, &rooms[slot], lane);
    all.state[lane] = state;
    all.slow[lane] += state == RK_RUNS;
  }
}

/* --- errors and memory ----------------------------------------------------------------------------------- */

static rg_status fails(cudaError_t code, const char *what, rg_error *error) {
  if (code == cudaSuccess) return RG_OK;
  rg_status status = code == cudaErrorMemoryAllocation ? RG_NO_MEMORY : RG_BAD_INPUT;
  return rg_fail(error, status, "cuda", "%s: %s", what, cudaGetErrorString(code));
}

static rg_status ready(rg_error *error) {
  int count = 0;
  cudaError_t code = cudaGetDeviceCount(&count);
  if (code != cudaSuccess || count == 0)
    return rg_fail(error, RG_BAD_INPUT, "cuda", "there is no device: %s",
                   code == cudaSuccess ? "none is found" : cudaGetErrorString(code));
  return RG_OK;
}

template <class T> static rg_status take(T **memory, size_t count, const char *what, rg_error *error) {
  cudaError_t code = cudaMalloc((void **)memory, (count ? count : 1) * sizeof(T));
  if (code != cudaErrorMemoryAllocation) return fails(code, what, error);
  cudaGetLastError();
  return rg_fail(error, RG_NO_MEMORY, "cuda", "%s: %.1f MB do not fit into the memory of the device", what,
                 (double)(count * sizeof(T)) * 1e-6);
}

static void close_device(rk_engine *g) {
  device *d = (device *)g->own;
  void *memory[] = {d->reals,     d->model_reals, d->own,    d->ints,  d->model_ints,
                    d->list,      d->sums,        d->histogram, d->cycles, d->rooms};
  for (size_t k = 0; k < sizeof memory / sizeof *memory; k++) cudaFree(memory[k]);
  free(d);
  g->own = NULL;
}

static rg_status open_device(rk_engine *g, rg_error *error) {
  size_t count = (size_t)g->batch->options.count;
  device *d = (device *)batch_take(sizeof *d, "cuda", error);
  if (!d) return RG_NO_MEMORY;
  g->own = d;
  rg_status status = take(&d->reals, count * g->nreals, "states", error);
  if (!status) status = take(&d->ints, count * g->nints, "states", error);
  if (!status) status = take(&d->sums, 2 * count, "states", error);
  if (!status) status = take(&d->list, count, "states", error);
  if (!status) status = take(&d->histogram, (size_t)RK_BINS, "states", error);
  if (!status) status = take(&d->cycles, (size_t)RK_PHASES, "states", error);
  if (!status) status = take(&d->model_ints, g->packed.nints, "model", error);
  if (!status) status = take(&d->model_reals, g->packed.nreals, "model", error);
  if (!status) status = take(&d->rooms, (size_t)SLOTS, "rooms of the slower kernel", error);
  if (status) return status;
  cudaMemset(d->reals, 0, count * g->nreals * sizeof(double));
  return fails(cudaMemset(d->ints, 0, count * g->nints * sizeof(int)), "states", error);
}

static rg_status up(void *to, const void *from, size_t bytes, rg_error *error) {
  return fails(cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice), "copy to the device", error);
}

static rg_status down(void *to, const void *from, size_t bytes, rg_error *error) {
  return fails(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost), "copy from the device", error);
}

static rg_status send_model(rk_engine *g, rg_error *error) {
  device *d = (device *)g->own;
  const rk_packed *p = &g->packed;
  size_t own = p->own ? p->nown * (size_t)g->batch->options.count : 0;
  rg_status status = up(d->model_ints, p->ints, p->nints * sizeof(int), error);
  if (!status) status = up(d->model_reals, p->reals, p->nreals * sizeof(double), error);
  if (!status && own && !d->own) status = take(&d->own, own, "parameters", error);
  if (!status && own) status = up(d->own, p->own, own * sizeof(double), error);
  d->model = p->model;
  rk_bind(&d->model, d->model_ints, d->model_reals, own ? d->own : NULL, g->batch->options.count);
  return status;
}

/* --- states ------------------------------------------------------------------------------------------------ */

/* numbers before what only kernels use: rows that go to the device and back at every call */
static size_t front_reals(const rk_engine *g) {
  return (size_t)(g->all.qpos_before - g->reals);
}
static size_t front_ints(const rk_engine *g) { return (size_t)(g->all.kept_id - g->ints); }

static rg_status send(rk_engine *g, rg_error *error) {
  device *d = (device *)g->own;
  const rk_model *m = &g->packed.model;
  size_t count = (size_t)g->batch->options.count;
  d->all = g->all;
  rk_arrays_bind(&d->all, m, g->batch->options.count, d->reals, d->ints);
  rg_status status = up(d->reals, g->reals, front_reals(g) * sizeof(double), error);
  if (!status) status = up(d->ints, g->ints, front_ints(g) * sizeof(int), error);
  if (!status) status = up(d->sums, g->sums, 2 * count * sizeof *g->sums, error);
  if (!status && g->all.qfrc)
    status = up(d->all.qfrc, g->all.qfrc, count * (size_t)m->nv * sizeof(double), error);
  if (!status && g->all.xfrc)
    status = up(d->all.xfrc, g->all.xfrc, 6 * count * (size_t)m->nbody * sizeof(double), error);
  if (!g->all.qfrc) d->all.qfrc = NULL;
  if (!g->all.xfrc) d->all.xfrc = NULL;
  d->all.contact_sum = d->sums;
  d->all.iteration_sum = d->sums + count;
  d->all.histogram = d->histogram;
  d->all.cycles = g->all.cycles ? d->cycles : NULL;
  cudaMemset(d->cycles, 0, RK_PHASES * sizeof *d->cycles);
  if (!status)
    status = fails(cudaMemset(d->histogram, 0, RK_BINS * sizeof *d->histogram), "states", error);
  return status;
}

static rg_status fetch(rk_engine *g, rg_error *error) {
  device *d = (device *)g->own;
  unsigned long long bins[RK_BINS], cycles[RK_PHASES];
  rg_status status = down(g->reals, d->reals, front_reals(g) * sizeof(double), error);
  if (!status) status = down(g->ints, d->ints, front_ints(g) * sizeof(int), error);
  if (!status)
    status = down(g->sums, d->sums, 2 * (size_t)g->batch->options.count * sizeof *g->sums, error);
  if (!status) status = down(bins, d->histogram, sizeof bins, error);
  if (!status) status = down(cycles, d->cycles, sizeof cycles, error);
  for (int k = 0; k < RK_BINS && !status; k++) g->histogram[k] += bins[k];
  for (int k = 0; k < RK_PHASES && !status && g->all.cycles; k++) g->all.cycles[k] += cycles[k];
  return status;
}

static rg_status fetch_states(rk_engine *g, rg_error *error) {
  device *d = (device *)g->own;
  return down(g->ints, d->ints, front_ints(g) * sizeof(int), error);
}

/* one simulation is a column of the blocks */
static rg_status copy_lane(rk_engine *g, int lane, enum cudaMemcpyKind kind, rg_error *error) {
  device *d = (device *)g->own;
  size_t count = (size_t)g->batch->options.count, pitch = count * sizeof(double);
  int goes_up = kind == cudaMemcpyHostToDevice;
  double *host = g->reals + lane, *there = d->reals + lane;
  int *host_ints = g->ints + lane, *there_ints = d->ints + lane;
  rg_status status = fails(cudaMemcpy2D(goes_up ? there : host, pitch, goes_up ? host : there, pitch,
                                        sizeof(double), g->nreals, kind),
                           "copy of a simulation", error);
  if (status) return status;
  pitch = count * sizeof(int);
  status = fails(cudaMemcpy2D(goes_up ? there_ints : host_ints, pitch,
                              goes_up ? host_ints : there_ints, pitch, sizeof(int), g->nints, kind),
                 "copy of a simulation", error);
  for (size_t k = 0; k < 2 && !status; k++) {
    long long *a = g->sums + k * count + (size_t)lane, *b = d->sums + k * count + (size_t)lane;
    status = goes_up ? up(b, a, sizeof *a, error) : down(a, b, sizeof *a, error);
  }
  return status;
}

static rg_status fetch_lane(rk_engine *g, int lane, rg_error *error) {
  return copy_lane(g, lane, cudaMemcpyDeviceToHost, error);
}

static rg_status send_lane(rk_engine *g, int lane, rg_error *error) {
  return copy_lane(g, lane, cudaMemcpyHostToDevice, error);
}

/* --- runs ----------------------------------------------------------------------------------------------------- */

static rg_status finish(const char *what, rg_error *error) {
  rg_status status = fails(cudaGetLastError(), what, error);
  return status ? status : fails(cudaDeviceSynchronize(), what, error);
}

static rg_status run(rk_engine *g, rg_error *error) {
  device *d = (device *)g->own;
  unsigned blocks = (unsigned)((g->batch->options.count + THREADS - 1) / THREADS);
  run_fast<<<blocks, THREADS>>>(d->model, d->all);
  return finish("the fast kernel", error);
}

static rg_status run_slow(rk_engine *g, const int *list, int count, rg_error *error) {
  device *d = (device *)g->own;
  rg_status status = up(d->list, list, (size_t)count * sizeof *list, error);
  if (status) return status;
  run_slowly<<<SLOTS / THREADS, THREADS>>>(d->model, d->all, d->rooms, d->list, count);
  return finish("the slower kernel", error);
}

static const rk_place there = {open_device, close_device, send_model,   send,       fetch,
                               run,         run_slow,     fetch_states, fetch_lane, send_lane};

static rg_status open_cuda(rg_batch *batch, rg_error *error) {
  return rk_engine_open(batch, &there, error);
}

extern "C" const batch_backend batch_cuda = {"cuda",          ready,          open_cuda,        rk_engine_close,
                                             rk_engine_reset, rk_engine_step, rk_engine_contacts};
