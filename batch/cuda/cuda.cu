/* Backend `cuda`: the kernels of ../kernels on an NVIDIA GPU. A round is a step of every simulation that is not at its
   goal: a group of lanes begins it, one meets its laws, one ends it, each in shared memory. What the second does not solve, or has no room for, another one does in global memory, with a larger budget, beside the next round, which that
   simulation skips (kernels/round.h). */
#include "cuda/sides.h"

#include <stdlib.h>
#include <string.h>

#ifndef RK_MEET_BLOCKS
#define RK_MEET_BLOCKS 12 /* a multiprocessor: more wait for registers, and for instructions */
#endif

/* Parts of the simulations make their rounds by themselves: while one begins, which waits for memory, others meet their laws,
   which waits for results. */
typedef struct part {
  queues queue;
  double *rooms; /* of the slower kernel */
  cudaGraphExec_t
      round[2]; /* by which list is filled; NULL: to be made for the arrays as they are */
  cudaStream_t stream, side[CLASSES], slow;
  cudaEvent_t start, fork, join[CLASSES], slow_join, done;
} part;

/* what lies on the device */
typedef struct device {
  rk_arrays all;
  rk_model model;
  rk_record record;
  double *reals, *model_reals, *own, *record_reals, *rooms;
  int *ints, *model_ints, *record_ints, *list, *counters;
  long long *sums;
  unsigned long long *histogram;
  size_t slow_room, begin_room, end_room; /* doubles, of one simulation */
  int blocks[CLASSES];
  int convex; /* 1: there are pairs of shapes that have no routine of their own */
  int parts;
  part part[PARTS];
  cudaEvent_t lap[RG_BATCH_PARTS + 1];
} device;

/* --- kernels ------------------------------------------------------------------------------------------ */

/* the next of a list for this warp; -1: all are taken */
__device__ static int take_next(const queues &q, int list) {
  int at = 0;
  if (RK_LANE == 0) at = atomicAdd(q.taken + list, 1);
  at = RK_SHUFFLE(at, 0);
  return at < q.count[list] ? q.list[(size_t)list * q.size + at] : -1;
}

__global__ void __launch_bounds__(32, RK_MEET_BLOCKS)
    meet(const __grid_constant__ rk_model model, const __grid_constant__ rk_arrays all,
         const __grid_constant__ rk_record record, queues q, int list) {
  extern __shared__ double rooms[];
  double *room = rooms + (room_bytes[list] / 8) * (int)(threadIdx.x / RK_WIDTH);
  for (int slot; (slot = take_next(q, list)) >= 0;) {
    if (rk_round_meet(&model, &record, room, (size_t)room_bytes[list] / 8, slot) && RK_LANE == 0)
      q.list[(size_t)q.waiting * q.size + atomicAdd(q.count + q.waiting, 1)] = slot;
  }
}

__global__ void __launch_bounds__(32, 2)
    meet_slowly(const __grid_constant__ rk_model model, const __grid_constant__ rk_arrays all,
                const __grid_constant__ rk_record record, queues q, double *rooms, size_t size) {
  extern __shared__ double shared_rooms[];
  int list = 2 * SLOW + 1 - q.waiting; /* that of the last round */
  double *near = shared_rooms + SLOW_BYTES / 8 * (int)(threadIdx.x / RK_WIDTH);
  double *far = rooms + size * (blockIdx.x * (32 / RK_WIDTH) + threadIdx.x / RK_WIDTH);
  for (int slot; (slot = take_next(q, list)) >= 0;)
    rk_round_slowly(&model, &record, near, SLOW_BYTES / 8, far, size, slot);
}

/* --- errors and memory ----------------------------------------------------------------------------------- */

static rg_status fails(cudaError_t code, const char *what, rg_error *error) {
  if (code == cudaSuccess) return RG_OK;
  rg_status status = code == cudaErrorMemoryAllocation ? RG_NO_MEMORY : RG_BAD_INPUT;
  return rg_fail(error, status, "cuda", "%s: %s", what, cudaGetErrorString(code));
}

#ifndef RIGOR_CUDA_ARCHITECTURE
#define RIGOR_CUDA_ARCHITECTURE 90
#endif

/* a device, and one that the kernels were compiled for: code for a newer one can be made from them, for an older one not */
static rg_status ready(rg_error *error) {
  int count = 0, where = 0, major = 0, minor = 0;
  cudaError_t code = cudaGetDeviceCount(&count);
  if (code != cudaSuccess || count == 0)
    return rg_fail(error, RG_BAD_INPUT, "cuda", "there is no device: %s",
                   code == cudaSuccess ? "none is found" : cudaGetErrorString(code));
  code = cudaGetDevice(&where);
  if (!code) code = cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, where);
  if (!code) code = cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, where);
  if (code) return fails(code, "what the device can do", error);
  if (10 * major + minor < RIGOR_CUDA_ARCHITECTURE)
    return rg_fail(
        error, RG_BAD_INPUT, "cuda",
        "the device is of architecture %d.%d, the kernels were compiled for %d.%d and newer ones: "
        "build them with -DRIGOR_CUDA_ARCHITECTURE=%d%d",
        major, minor, RIGOR_CUDA_ARCHITECTURE / 10, RIGOR_CUDA_ARCHITECTURE % 10, major, minor);
  return RG_OK;
}

template <class T>
static rg_status take(T **memory, size_t count, const char *what, rg_error *error) {
  cudaError_t code = cudaMalloc((void **)memory, (count ? count : 1) * sizeof(T));
  if (code != cudaErrorMemoryAllocation) return fails(code, what, error);
  cudaGetLastError();
  return rg_fail(error, RG_NO_MEMORY, "cuda",
                 "%s: %.1f MB do not fit into the memory of the device", what,
                 (double)(count * sizeof(T)) * 1e-6);
}

static void forget_round(device *d) {
  for (int k = 0; k < 2 * d->parts; k++) {
    cudaGraphExec_t *round = &d->part[k / 2].round[k % 2];
    if (*round) cudaGraphExecDestroy(*round);
    *round = NULL;
  }
}

static void close_part(part *p) {
  cudaStream_t streams[] = {p->stream, p->slow};
  cudaEvent_t events[] = {p->start, p->fork, p->slow_join, p->done};
  for (int k = 0; k < 2; k++)
    if (streams[k]) cudaStreamDestroy(streams[k]);
  for (int k = 0; k < 4; k++)
    if (events[k]) cudaEventDestroy(events[k]);
  for (int c = 0; c < CLASSES; c++) {
    if (p->side[c]) cudaStreamDestroy(p->side[c]);
    if (p->join[c]) cudaEventDestroy(p->join[c]);
  }
}

static void close_device(rk_engine *g) {
  device *d = (device *)g->own;
  void *memory[] = {d->reals, d->model_reals, d->own,      d->record_reals, d->rooms, d->ints,
                    d->list,  d->model_ints,  d->counters, d->record_ints,  d->sums,  d->histogram};
  for (size_t k = 0; k < sizeof memory / sizeof *memory; k++) cudaFree(memory[k]);
  forget_round(d);
  for (int k = 0; k < d->parts; k++) close_part(&d->part[k]);
  for (int k = 0; k <= RG_BATCH_PARTS; k++)
    if (d->lap[k]) cudaEventDestroy(d->lap[k]);
  free(d);
  g->own = NULL;
}

static cudaError_t open_part(part *p) {
  cudaError_t code = cudaStreamCreateWithFlags(&p->stream, cudaStreamNonBlocking);
  cudaEvent_t *events[] = {&p->start, &p->fork, &p->slow_join, &p->done};
  if (!code) code = cudaStreamCreateWithFlags(&p->slow, cudaStreamNonBlocking);
  for (int k = 0; k < 4 && !code; k++)
    code = cudaEventCreateWithFlags(events[k], cudaEventDisableTiming);
  for (int c = 0; c < CLASSES && !code; c++) {
    code = cudaStreamCreateWithFlags(&p->side[c], cudaStreamNonBlocking);
    if (!code) code = cudaEventCreateWithFlags(&p->join[c], cudaEventDisableTiming);
  }
  return code;
}

/* streams, events, and how many warps of each class there may be at a time */
static rg_status open_streams(device *d, rg_error *error) {
  int where = 0, processors = 0;
  cudaError_t code = cudaGetDevice(&where);
  if (!code) code = cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, where);
  for (int k = 0; k < d->parts && !code; k++) code = open_part(&d->part[k]);
  for (int k = 0; k <= RG_BATCH_PARTS && !code; k++) code = cudaEventCreate(&d->lap[k]);
  if (!code)
    code = cudaFuncSetAttribute(meet, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                GROUPS * host_room_bytes[CLASSES - 1]);
  if (!code)
    code = d->convex ? rk_allow_begin_convex(d->begin_room) : rk_allow_begin(d->begin_room);
  if (!code) code = rk_allow_end(d->end_room);
  for (int c = 0; c < CLASSES && !code; c++) {
    code = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&d->blocks[c], meet, 32,
                                                         (size_t)(GROUPS * host_room_bytes[c]));
    d->blocks[c] *= processors;
  }
  return fails(code, "streams", error);
}

/* which simulations are whose */
static void deal_out(device *d, int count) {
  for (int k = 0; k < d->parts; k++) {
    int first = batch_first_of(count, k, d->parts), *counters = d->counters + 2 * LISTS * k;
    int size = batch_first_of(count, k + 1, d->parts) - first;
    d->part[k].queue = (queues){
        first, size, d->list + (size_t)LISTS * (size_t)first, counters, counters + LISTS, SLOW};
    d->part[k].rooms = d->rooms + GROUPS * (SLOW_BLOCKS / d->parts) * k * d->slow_room;
  }
}

static rg_status open_device(rk_engine *g, rg_error *error) {
  size_t count = (size_t)g->batch->options.count;
  device *d = (device *)batch_take(sizeof *d, "cuda", error);
  if (!d) return RG_NO_MEMORY;
  g->own = d;
  const rk_model *m = &g->packed.model;
  d->slow_room = rk_solver_room(m, RK_UNITS, RK_ROWS, RK_CONTACTS);
  d->begin_room = rk_begin_room(m);
  d->convex = rk_has_convex(&g->packed);
  d->end_room = rk_end_room(m);
  int parts = g->batch->options.count / PART_LEAST;
  d->parts = parts < 1 ? 1 : parts > PARTS ? PARTS : parts;
  rg_status status = open_streams(d, error);
  if (!status) status = take(&d->reals, count * g->nreals, "states", error);
  if (!status) status = take(&d->ints, count * g->nints, "states", error);
  if (!status) status = take(&d->sums, 2 * count, "states", error);
  if (!status) status = take(&d->list, LISTS * count, "lists", error);
  if (!status) status = take(&d->counters, (size_t)(2 * LISTS * PARTS), "lists", error);
  if (!status) status = take(&d->histogram, (size_t)RK_BINS, "states", error);
  if (!status) status = take(&d->model_ints, g->packed.nints, "model", error);
  if (!status) status = take(&d->model_reals, g->packed.nreals, "model", error);
  if (!status)
    status = take(&d->record_reals, count * rk_record_reals(m), "records of steps", error);
  if (!status) status = take(&d->record_ints, count * rk_record_ints(), "records of steps", error);
  if (!status)
    status =
        take(&d->rooms, GROUPS * SLOW_BLOCKS * d->slow_room, "rooms of the slower kernel", error);
  if (status) return status;
  rk_record_bind(&d->record, m, (int)count, d->record_reals, d->record_ints);
  deal_out(d, (int)count);
  cudaMemset(d->counters, 0, 2 * LISTS * PARTS * sizeof *d->counters);
  cudaMemset(d->record_ints, 0, count * rk_record_ints() * sizeof(int));
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
  forget_round(d);
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
static size_t front_reals(const rk_engine *g) { return (size_t)(g->all.qpos_before - g->reals); }
static size_t front_ints(const rk_engine *g) { return (size_t)(g->all.sample_id - g->ints); }

static rg_status send(rk_engine *g, rg_error *error) {
  device *d = (device *)g->own;
  const rk_model *m = &g->packed.model;
  size_t count = (size_t)g->batch->options.count;
  forget_round(d);
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
  /* a step that waits, after an interrupt, is not that of the states as they are now */
  cudaMemset(d->counters, 0, 2 * LISTS * PARTS * sizeof *d->counters);
  cudaMemset(d->record_ints, 0, count * rk_record_ints() * sizeof(int));
  if (!status)
    status = fails(cudaMemset(d->histogram, 0, RK_BINS * sizeof *d->histogram), "states", error);
  return status;
}

static rg_status fetch(rk_engine *g, rg_error *error) {
  device *d = (device *)g->own;
  unsigned long long bins[RK_BINS];
  rg_status status = down(g->reals, d->reals, front_reals(g) * sizeof(double), error);
  if (!status) status = down(g->ints, d->ints, front_ints(g) * sizeof(int), error);
  if (!status)
    status = down(g->sums, d->sums, 2 * (size_t)g->batch->options.count * sizeof *g->sums, error);
  if (!status) status = down(bins, d->histogram, sizeof bins, error);
  for (int k = 0; k < RK_BINS && !status; k++) g->histogram[k] += bins[k];
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
  rg_status status = fails(cudaMemcpy2D(goes_up ? there : host, pitch, goes_up ? host : there,
                                        pitch, sizeof(double), g->nreals, kind),
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

/* of many all that the host reads: what lies before the impulses that only kernels start from */
static rg_status fetch_lanes(rk_engine *g, const int *lanes, int count, rg_error *error) {
  enum { SHARE = 32 }; /* a column is copied line by line, each a transaction of 32 bytes or more */
  device *d = (device *)g->own;
  rg_status status = RG_OK;
  if (count > g->batch->options.count / SHARE && count > 1) {
    status = down(g->reals, d->reals, (size_t)(g->all.kept - g->reals) * sizeof(double), error);
    return status ? status
                  : down(g->ints, d->ints, (size_t)(g->all.kept_id - g->ints) * sizeof(int), error);
  }
  for (int k = 0; k < count && !status; k++)
    status = copy_lane(g, lanes[k], cudaMemcpyDeviceToHost, error);
  return status;
}

static rg_status send_lane(rk_engine *g, int lane, rg_error *error) {
  return copy_lane(g, lane, cudaMemcpyHostToDevice, error);
}

/* --- runs ----------------------------------------------------------------------------------------------------- */

/* the warps of all classes side by side, the largest rooms first */
static void launch_classes(const device *d, const part *p) {
  cudaEventRecord(p->fork, p->stream);
  for (int c = CLASSES - 1; c >= 0; c--) {
    int most = (p->queue.size + GROUPS - 1) / GROUPS,
        blocks = d->blocks[c] < most ? d->blocks[c] : most;
    cudaStreamWaitEvent(p->side[c], p->fork, 0);
    meet<<<(unsigned)blocks, 32, (size_t)(GROUPS * host_room_bytes[c]), p->side[c]>>>(
        d->model, d->all, d->record, p->queue, c);
    cudaEventRecord(p->join[c], p->side[c]);
  }
  for (int c = 0; c < CLASSES; c++) cudaStreamWaitEvent(p->stream, p->join[c], 0);
}

static void launch_slow(const device *d, const part *p, cudaStream_t stream) {
  int most = SLOW_BLOCKS / d->parts, blocks = most < p->queue.size ? most : p->queue.size;
  meet_slowly<<<(unsigned)blocks, 32, GROUPS * SLOW_BYTES, stream>>>(
      d->model, d->all, d->record, p->queue, p->rooms, d->slow_room);
}

/* A round. Those that wait from the last one are worked on beside all but its end; with `laps`, where the time after each
   part is noted, one after the other. */
static void launch_round(const device *d, const part *p, int laps) {
  if (laps) cudaEventRecord(d->lap[0], p->stream);
  else {
    cudaEventRecord(p->start, p->stream);
    cudaStreamWaitEvent(p->slow, p->start, 0);
    launch_slow(d, p, p->slow);
    cudaEventRecord(p->slow_join, p->slow);
  }
  (d->convex ? rk_launch_begin_convex : rk_launch_begin)(&d->model, &d->all, &d->record, &p->queue,
                                                         d->begin_room, p->stream);
  if (laps) cudaEventRecord(d->lap[1], p->stream);
  launch_classes(d, p);
  if (laps) cudaEventRecord(d->lap[2], p->stream);
  if (laps) launch_slow(d, p, p->stream);
  else cudaStreamWaitEvent(p->stream, p->slow_join, 0);
  if (laps) cudaEventRecord(d->lap[3], p->stream);
  rk_launch_end(&d->model, &d->all, &d->record, &p->queue, d->end_room, p->stream);
  if (laps) cudaEventRecord(d->lap[4], p->stream);
}

/* the next round fills the other list */
static void exchange_lists(part *p) { p->queue.waiting = 2 * SLOW + 1 - p->queue.waiting; }

/* rounds that the farthest from its goal needs, `most` at most */
static int rounds_of(const rk_engine *g, int most) {
  int rounds = 0;
  for (int i = 0; i < g->batch->options.count; i++) {
    int left = g->all.goal[i] - g->all.steps[i];
    if (g->all.state[i] == RK_RUNS && left > rounds) rounds = left;
  }
  return rounds < most ? rounds : most;
}

static rg_status run_profiled(rk_engine *g, int rounds, rg_error *error) {
  device *d = (device *)g->own;
  for (int k = 0; k < rounds * d->parts; k++) {
    part *p = &d->part[k % d->parts];
    launch_round(d, p, 1);
    exchange_lists(p);
    rg_status status = fails(cudaStreamSynchronize(p->stream), "the kernels", error);
    for (int part = 0; part < RG_BATCH_PARTS && !status; part++) {
      float ms = 0;
      cudaEventElapsedTime(&ms, d->lap[part], d->lap[part + 1]);
      g->batch->totals.seconds[part] += 1e-3 * (double)ms;
      g->batch->totals.device_seconds += 1e-3 * (double)ms;
    }
    if (status) return status;
  }
  return RG_OK;
}

/* a round as a graph, which is launched again and again until arrays change: one for each of the lists that is filled */
static cudaError_t make_round(const device *d, const part *p, cudaGraphExec_t *round) {
  cudaGraph_t graph = NULL;
  cudaError_t code = cudaStreamBeginCapture(p->stream, cudaStreamCaptureModeThreadLocal);
  if (!code) launch_round(d, p, 0);
  if (!code) code = cudaStreamEndCapture(p->stream, &graph);
  if (!code) code = cudaGraphInstantiate(round, graph, 0);
  if (graph) cudaGraphDestroy(graph);
  return code;
}

static cudaError_t make_rounds(device *d) {
  cudaError_t code = cudaSuccess;
  for (int k = 0; k < 2 * d->parts && !code; k++) {
    part *p = &d->part[k / 2];
    cudaGraphExec_t *round = &p->round[p->queue.waiting - SLOW];
    if (!*round) code = make_round(d, p, round);
    exchange_lists(p);
  }
  return code;
}

static rg_status run(rk_engine *g, int most, rg_error *error) {
  device *d = (device *)g->own;
  int rounds = rounds_of(g, most);
  cudaStream_t first = d->part[0].stream;
  float ms = 0;
  cudaDeviceSynchronize(); /* what was set without a stream */
  if (g->batch->options.profile) return run_profiled(g, rounds, error);
  cudaError_t code = make_rounds(d);
  if (!code) code = cudaEventRecord(d->lap[0], first);
  for (int k = 0; k < rounds * d->parts && !code; k++) {
    part *p = &d->part[k % d->parts];
    code = cudaGraphLaunch(p->round[p->queue.waiting - SLOW], p->stream);
    exchange_lists(p);
  }
  for (int k = 1; k < d->parts && !code; k++) {
    code = cudaEventRecord(d->part[k].done, d->part[k].stream);
    if (!code) code = cudaStreamWaitEvent(first, d->part[k].done, 0);
  }
  if (!code) code = cudaEventRecord(d->lap[1], first);
  if (!code) code = cudaStreamSynchronize(first);
  if (!code) code = cudaEventElapsedTime(&ms, d->lap[0], d->lap[1]);
  g->batch->totals.device_seconds += 1e-3 * (double)ms;
  return fails(code, "the kernels", error);
}

static const rk_place there = {open_device, close_device, send_model,  send,     fetch,
                               run,         fetch_states, fetch_lanes, send_lane};

static rg_status open_cuda(rg_batch *batch, rg_error *error) {
  return rk_engine_open(batch, &there, error);
}

extern "C" const batch_backend batch_cuda = {
    "cuda",          ready,          open_cuda,          rk_engine_close,
    rk_engine_reset, rk_engine_step, rk_engine_contacts, rk_engine_sense};
