/* The kernel that begins a step, for those who make it (sides.cu, convex.cu). */
#ifndef RK_BEGIN_H
#define RK_BEGIN_H

/* lanes a simulation */
#ifndef RK_SIDE_GROUP
#define RK_SIDE_GROUP 16
#endif
#undef RK_GROUP
#define RK_GROUP RK_SIDE_GROUP
#include "cuda/sides.h"

/* warps of a multiprocessor at least, which gives each its registers */
#ifndef RK_BEGIN_BLOCKS
#define RK_BEGIN_BLOCKS 16
#endif

/* the smallest room for what is worked with, and for two more contacts, which may turn out to be missing: of falling humanoids
   a step in ten misses one, one in a thousand more than two */
__device__ static int class_of(const rk_model *m, const rk_record *r, int slot) {
  int units = RK_INT_AT(r, rows, 0, slot) + RK_INT_AT(r, contacts, 0, slot);
  int rows = RK_INT_AT(r, work_rows, 0, slot), contacts = RK_INT_AT(r, work_contacts, 0, slot);
  int others = units - rows - contacts, spare = others < 2 ? others : 2;
  size_t want = rk_solver_room(m, units, rows, contacts + spare);
  for (int c = 0; c < CLASSES; c++)
    if (want <= (size_t)room_bytes[c] / 8) return c;
  return CLASSES;
}

/* the simulation of a group of lanes; -1: there is none */
__device__ static int lane_of(const queues &q) {
  int at = (int)(blockIdx.x * GROUPS + threadIdx.x / RK_WIDTH);
  return at < q.size ? q.first + at : -1;
}

static __global__ void __launch_bounds__(32, RK_BEGIN_BLOCKS)
    begin(const __grid_constant__ rk_model model, const __grid_constant__ rk_arrays all,
          const __grid_constant__ rk_record record, queues q, int size) {
  extern __shared__ double begin_rooms[];
  int lane = lane_of(q);
  if (lane < 0) return;
  double *room = begin_rooms + size * (int)(threadIdx.x / RK_WIDTH);
  if (!rk_round_begin(&model, &all, &record, room, lane) || RK_LANE > 0) return;
  int list = class_of(&model, &record, lane);
  if (list == CLASSES) { /* no room will do */
    RK_INT_AT(&record, state, 0, lane) = RK_WAITS;
    list = q.waiting;
  }
  q.list[(size_t)list * q.size + atomicAdd(q.count + list, 1)] = lane;
}

/* shared memory of the groups of a warp */
static size_t bytes_of(size_t room) { return GROUPS * room * sizeof(double); }

static cudaError_t allow_begin(size_t room) {
  return cudaFuncSetAttribute(begin, cudaFuncAttributeMaxDynamicSharedMemorySize,
                              (int)bytes_of(room));
}

static void launch_begin(const rk_model *model, const rk_arrays *all, const rk_record *record,
                         const queues *q, size_t room, cudaStream_t stream) {
  unsigned blocks = (unsigned)((q->size + GROUPS - 1) / GROUPS);
  begin<<<blocks, 32, bytes_of(room), stream>>>(*model, *all, *record, *q, (int)room);
}

#endif
