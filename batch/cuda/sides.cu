/* The kernels that begin and that end a step (sides.h). */
#include "cuda/begin.h"

#ifndef RK_END_BLOCKS
#define RK_END_BLOCKS 20
#endif

static __global__ void __launch_bounds__(32, RK_END_BLOCKS)
    end(const __grid_constant__ rk_model model, const __grid_constant__ rk_arrays all,
        const __grid_constant__ rk_record record, queues q, int size) {
  extern __shared__ double end_rooms[];
  int at = (int)(blockIdx.x * blockDim.x + threadIdx.x), lane = lane_of(q);
  if (at < LISTS && at != q.waiting) q.count[at] = q.taken[at] = 0; /* nobody reads them here */
  if (lane < 0) return;
  rk_round_end(&model, &all, &record, end_rooms + size * (int)(threadIdx.x / RK_WIDTH), lane);
}

/* numbers that a group needs beside those of one lane */
static size_t end_room(size_t room) { return room + 6 * (RK_GROUP - 1); }

cudaError_t rk_allow_begin(size_t room) { return allow_begin(room); }

void rk_launch_begin(const rk_model *model, const rk_arrays *all, const rk_record *record,
                     const queues *q, size_t room, cudaStream_t stream) {
  launch_begin(model, all, record, q, room, stream);
}

cudaError_t rk_allow_end(size_t room) {
  return cudaFuncSetAttribute(end, cudaFuncAttributeMaxDynamicSharedMemorySize,
                              (int)bytes_of(end_room(room)));
}

void rk_launch_end(const rk_model *model, const rk_arrays *all, const rk_record *record,
                   const queues *q, size_t room, cudaStream_t stream) {
  unsigned blocks = (unsigned)((q->size + GROUPS - 1) / GROUPS);
  end<<<blocks, 32, bytes_of(end_room(room)), stream>>>(*model, *all, *record, *q,
                                                        (int)end_room(room));
}
