/* Random numbers that are the same everywhere: splitmix64 (Steele, Lea & Flood 2014). */
#ifndef CAMPAIGN_STREAM_H
#define CAMPAIGN_STREAM_H

#include <math.h>
#include <stdint.h>

typedef struct stream {
  uint64_t state;
} stream;

static inline uint64_t draw(stream *r) {
  uint64_t z = (r->state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/* one stream for each number of a campaign: the number is mixed into the seed */
static inline stream stream_of(uint64_t seed, uint64_t number) {
  stream r = {seed};
  r.state = draw(&r) ^ (number * 0xd1342543de82ef95u + 1);
  draw(&r);
  return r;
}

static inline double uniform(stream *r, double low, double high) {
  return low + (high - low) * (double)(draw(r) >> 11) * 0x1p-53;
}

/* evenly spread over the decades from 10^low to 10^high */
static inline double decades(stream *r, double low, double high) {
  return pow(10, uniform(r, low, high));
}

static inline int below(stream *r, int count) { return (int)(draw(r) % (uint64_t)count); }
static inline int chance(stream *r, double probability) { return uniform(r, 0, 1) < probability; }

#endif
