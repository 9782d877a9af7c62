/* The kernel that begins a step of models whose shapes are any pairs of convex ones (begin.h). */
#define RK_CONVEX       1
#define RK_COLLIDE_PAIR rk_convex::rk_collide_pair
extern "C" {
#include "kernels/engine.h"
}
#include "cuda/convex.h"

#include "cuda/begin.h"

cudaError_t rk_allow_begin_convex(size_t room) { return allow_begin(room); }

void rk_launch_begin_convex(const rk_model *model, const rk_arrays *all, const rk_record *record,
                            const queues *q, size_t room, cudaStream_t stream) {
  launch_begin(model, all, record, q, room, stream);
}
