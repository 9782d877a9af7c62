/* Random numbers by what they are for, not by what came before: the same for every order and every device. */
#ifndef RK_DRAW_H
#define RK_DRAW_H

#include <stdint.h>

#ifdef __CUDACC__
#define RK_FUNCTION static inline __host__ __device__
#define RK_WITHIN                                                                                  \
  static __forceinline__ __host__ __device__ /* the caller's registers are its own */
#define RK_RARE                                                                                    \
  static __noinline__ __host__ __device__ /* what is mostly not needed: out of the way */
#else
#define RK_FUNCTION static inline
#define RK_WITHIN   static inline
#define RK_RARE     static inline
#endif

/* loops that stay loops: a GPU waits longer for instructions that it has not got at hand than for their results */
#ifdef __CUDACC__
#define RK_LOOP _Pragma("unroll 1")
#else
#define RK_LOOP
#endif

/* one round of splitmix64 (Steele, Lea & Flood 2014): a bijection of 64 bits that mixes them all */
RK_FUNCTION uint64_t rk_mix(uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/* in [0, 1) */
RK_FUNCTION double rk_draw(uint64_t seed, uint64_t simulation, uint64_t step, uint64_t entry) {
  uint64_t bits = rk_mix(rk_mix(rk_mix(rk_mix(seed) ^ simulation) ^ step) ^ entry);
  return (double)(bits >> 11) * (1.0 / 9007199254740992.0); /* 2^-53 */
}

#endif
