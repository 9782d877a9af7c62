/* Both sides of a step, its begin and its end, and what the begin hands to those that meet its laws: lists by room. They have
   fewer lanes a simulation than these, since most of a tree is not as wide (sides.cu). The begin is made twice: with the pairs
   of shapes that have routines of their own, and with all (convex.cu), which takes far more local memory. */
#ifndef RK_SIDES_H
#define RK_SIDES_H

extern "C" {
#include "kernels/engine.h"
}
#include "kernels/round.h"

#include <cuda_runtime.h>

#ifndef RK_PARTS
#define RK_PARTS 1 /* more make it slower, but for what one part leaves idle at its end */
#endif

/* Rooms of shared memory, of which a multiprocessor has 227 kB, and takes 1 of it for each block: the third is for 16 of them.
   What fits into none goes to the slower kernel. */
enum {
  CLASSES = 5,
  SLOW = CLASSES, /* two: one is filled while the other is worked on */
  LISTS = SLOW + 2,
  SLOW_BLOCKS = 264, /* of all parts */
  PARTS = RK_PARTS,
  PART_LEAST = 4096,      /* simulations that are worth a part */
  SLOW_BYTES = 20 * 1024, /* of shared memory: larger problems are in global memory */
  GROUPS = 32 / RK_GROUP  /* of a warp */
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

/* what a kernel may take of shared memory for a simulation, in doubles; and its launch */
cudaError_t rk_allow_begin(size_t room);
cudaError_t rk_allow_begin_convex(size_t room);
cudaError_t rk_allow_end(size_t room);
void rk_launch_begin(const rk_model *model, const rk_arrays *all, const rk_record *record,
                     const queues *q, size_t room, cudaStream_t stream);
void rk_launch_begin_convex(const rk_model *model, const rk_arrays *all, const rk_record *record,
                            const queues *q, size_t room, cudaStream_t stream);
void rk_launch_end(const rk_model *model, const rk_arrays *all, const rk_record *record,
                   const queues *q, size_t room, cudaStream_t stream);

#endif
