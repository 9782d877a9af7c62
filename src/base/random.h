/* Random numbers that are the same everywhere: splitmix64 (Steele, Lea & Flood 2014). */
#ifndef RG_RANDOM_H
#define RG_RANDOM_H

#include <stdint.h>

/* the next one, uniform in [0, 1) */
static inline double rg_random(uint64_t *state) {
  uint64_t z = (*state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

#endif
