/* All of a step, for two sizes: what nearly every step fits into, and the most that there is room for. */
#ifndef RK_KERNEL_H
#define RK_KERNEL_H

#include "kernels/shapes.h"

/* counters that several simulations share */
#ifdef __CUDA_ARCH__
#define RK_COUNT(counter) atomicAdd(counter, 1ull)
#else
#define RK_COUNT(counter) (++*(counter))
#endif

/* time of a part of the step, where somebody asks for it */
#ifdef __CUDA_ARCH__
#define RK_LAP(all, phase, since)                                                                  \
  if ((all)->cycles) {                                                                             \
    long long now = clock64();                                                                     \
    atomicAdd((all)->cycles + (phase), (unsigned long long)(now - since));                         \
    since = now;                                                                                   \
  }
#define RK_CLOCK() clock64()
#else
#define RK_LAP(all, phase, since) (void)since
#define RK_CLOCK()                0
#endif

#define RK_NAME(x)  rk_fast_##x
#define RK_CONTACTS 16
#define RK_ROWS     24
#include "kernels/sized.h"
#undef RK_NAME
#undef RK_CONTACTS
#undef RK_ROWS

#define RK_NAME(x)  rk_slow_##x
#define RK_CONTACTS 64
#define RK_ROWS     64
#include "kernels/sized.h"
#undef RK_NAME
#undef RK_CONTACTS
#undef RK_ROWS

#endif
