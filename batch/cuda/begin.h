/* The kernel that begins a step, and what it hands to those that meet its laws: lists by room. Made twice: with the pairs of
   shapes that have routines of their own (cuda.cu), and with all (convex.cu), which takes far more local memory. */
#ifndef RK_BEGIN_H
#define RK_BEGIN_H

extern "C" {
#include "kernels/engine.h"
}
#include "kernels/round.h"

#include <cuda_runtime.h>

/* warps of a multiprocessor at least, which gives each its registers */
#ifndef RK_BEGIN_BLOCKS
#define RK_BEGIN_BLOCKS 16
#endif
#ifndef RK_PARTS
#define RK_PARTS 2
#endif

/* Rooms of shared memory, of which a multiprocessor has 227 kB, and takes 1 of it for each block: the third is for 16 of them.
   What fits into none goes to the slower kernel. */
enum {
  CLASSES = 5,
  SLOW = CLASSES, /* two: one is filled while the other is worked on */
  LISTS = SLOW + 2,
  SLOW_BLOCKS = 264, /* of all parts */
  PARTS = RK_PARTS,
  PART_LEAST = 4096, /* simulations that are worth a part */
  SLOW_BYTES = 20 * 1024, /* of shared memory: larger problems are in global memory */
  GROUPS = 32 / RK_GROUP /* of a warp */
};
#define ROOM_BYTES                                                                                 \
  { 6144, 10560, 13504, 22528, 57344 }
static __constant__ const int room_bytes[CLASSES] = ROOM_BYTES;
static const int host_room_bytes[CLASSES] = ROOM_BYTES;

/* simulations of one part, first ... first + size, that wait for a warp, by class; how many there are, and how many were taken */
typedef struct queues {
  int first, size;
  int *list; /* LISTS of them */
  int *count, *taken;
  int waiting; /* which of the two of the slower kernel is filled in this round */
} queues;

/* --- the kernel --------------------------------------------------------------------------------------------- */

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
static inline size_t rk_bytes_of(size_t room) { return GROUPS * room * sizeof(double); }

static cudaError_t allow_begin(size_t room) {
  return cudaFuncSetAttribute(begin, cudaFuncAttributeMaxDynamicSharedMemorySize,
                              (int)rk_bytes_of(room));
}

static void launch_begin(const rk_model *model, const rk_arrays *all, const rk_record *record,
                         const queues *q, size_t room, cudaStream_t stream) {
  unsigned blocks = (unsigned)((q->size + GROUPS - 1) / GROUPS);
  begin<<<blocks, 32, rk_bytes_of(room), stream>>>(*model, *all, *record, *q, (int)room);
}

/* the same with all pairs of shapes */
cudaError_t rk_allow_begin_convex(size_t room);
void rk_launch_begin_convex(const rk_model *model, const rk_arrays *all, const rk_record *record,
                            const queues *q, size_t room, cudaStream_t stream);

#endif
