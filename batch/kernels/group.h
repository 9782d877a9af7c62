/* A group of lanes that works on one simulation: a warp on a GPU, one lane on a processor. All lanes run the same code
   with the same scalars; loops are dealt out, and a group meets before one lane reads what another wrote. */
#ifndef RK_GROUP_H
#define RK_GROUP_H

#include "kernels/common.h"

#ifndef RK_GROUP
#define RK_GROUP 32 /* lanes: 16 or 32 (docs/batch.md, On a GPU) */
#endif
#if defined(__CUDA_ARCH__)
#define RK_LANE                  ((int)(threadIdx.x & (RK_GROUP - 1)))
#define RK_WIDTH                 RK_GROUP
#define RK_FIRST_LANE            (threadIdx.x & 31 & ~(RK_GROUP - 1)) /* lane of the warp */
#define RK_MASK                  ((unsigned)(((1ull << RK_GROUP) - 1) << RK_FIRST_LANE))
#define RK_MEET()                __syncwarp(RK_MASK)
#define RK_SHUFFLE(x, from)      __shfl_sync(RK_MASK, x, from, RK_GROUP)
#define RK_EXCHANGE(x, distance) __shfl_xor_sync(RK_MASK, x, distance, RK_GROUP)
#define RK_WHO(yes)              ((__ballot_sync(RK_MASK, yes) & RK_MASK) >> RK_FIRST_LANE)
#define RK_MOST_OF(x)            __reduce_max_sync(RK_MASK, x)
#elif defined(RK_LANES) /* a warp that a test plays on a processor: tests/batch/lanes.h */
#include RK_LANES
#else
#define RK_LANE                  0
#define RK_WIDTH                 1
#define RK_MEET()                (void)0
#define RK_SHUFFLE(x, from)      ((void)(from), (x))
#define RK_EXCHANGE(x, distance) ((void)(distance), (x))
#define RK_WHO(yes)              ((yes) ? 1u : 0u)
#define RK_MOST_OF(x)            (x)
#endif
#define RK_EACH(i, n) RK_LOOP for (int i = RK_LANE; i < (n); i += RK_WIDTH)

/* over all lanes, the same bits in each */
RK_FUNCTION double rk_sum(double x) {
  for (int o = RK_WIDTH / 2; o > 0; o >>= 1) x += RK_EXCHANGE(x, o);
  return x;
}

RK_FUNCTION double rk_most(double x) {
  for (int o = RK_WIDTH / 2; o > 0; o >>= 1) x = fmax(x, RK_EXCHANGE(x, o));
  return x;
}

RK_FUNCTION unsigned rk_most_of(unsigned x) { return RK_MOST_OF(x); }

/* which lanes say so, a bit each; how many of them, how many before this one, and the first of them */
RK_FUNCTION unsigned rk_who(int yes) { return RK_WHO(yes); }

RK_FUNCTION int rk_how_many(unsigned who) {
#ifdef __CUDA_ARCH__
  return __popc(who);
#else
  int count = 0;
  for (; who; who &= who - 1) count++;
  return count;
#endif
}

RK_FUNCTION int rk_before(unsigned who) { return rk_how_many(who & ((1u << RK_LANE) - 1)); }

RK_FUNCTION int rk_lowest(unsigned who) {
#ifdef __CUDA_ARCH__
  return __ffs((int)who) - 1;
#else
  int at = 0;
  while (!(who >> at & 1)) at++;
  return at;
#endif
}

/* order of magnitudes, as whole numbers, with the index below: the largest, and of equals the first */
RK_FUNCTION unsigned rk_rank(double x, int index) {
  union {
    float real;
    unsigned bits;
  } size;
  size.real = (float)fabs(x);
  return (size.bits & ~255u) | (unsigned)(255 - index);
}

RK_FUNCTION int rk_index_of(unsigned rank) { return 255 - (int)(rank & 255u); }

/* sum of a[k] b[k], in an order that leaves loads ahead */
RK_FUNCTION double rk_product(const double *a, const double *b, int n) {
  double sum = 0, other = 0;
  int k = 0;
  RK_LOOP
  for (; k + 4 <= n; k += 4) {
    double a0 = a[k], a1 = a[k + 1], a2 = a[k + 2], a3 = a[k + 3];
    double b0 = b[k], b1 = b[k + 1], b2 = b[k + 2], b3 = b[k + 3];
    sum += a0 * b0 + a2 * b2;
    other += a1 * b1 + a3 * b3;
  }
  RK_LOOP
  for (; k < n; k++) sum += a[k] * b[k];
  return sum + other;
}

/* 1 / x but for the last bits, of a pivot */
RK_FUNCTION double rk_inverse(double x) {
#ifdef __CUDA_ARCH__
  double y;
  asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(x)); /* 20 bits; each step doubles them */
  for (int k = 0; k < 2; k++) y = fma(fma(-x, y, 1.0), y, y);
  return y;
#else
  return 1 / x;
#endif
}

/* 1 / |(a, b)| of a square sum but for the last bits; 0 of what is next to nothing */
RK_FUNCTION double rk_inverse_root(double square) {
  if (!(square > 1e-290)) return 0;
#ifdef __CUDA_ARCH__
  double y;
  asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(square));
  for (int k = 0; k < 2; k++) y = fma(0.5 * y, fma(-square * y, y, 1.0), y);
  return y;
#else
  return 1 / sqrt(square);
#endif
}

/* K x = b by Gauss and Jordan's elimination with pivots of rows, which stay where they are; K has n rows of ld, b is its
   column n. A lane has whole rows. taken: n, for the pivots; entry k of the solution is put at x[place[k]]. */
RK_FUNCTION void rk_solve_rows(int n, int ld, double *K, int *taken, const int *place, double *x) {
  RK_EACH(i, n) taken[i] = 0;
  RK_LOOP
  for (int k = 0; k < n; k++) {
    unsigned rank = 0;
    RK_EACH(i, n) {
      unsigned r = taken[i] ? 0 : rk_rank(K[i * ld + k], i);
      if (r > rank) rank = r;
    }
    int at = rk_index_of(rk_most_of(rank));
    const double *row = K + at * ld;
    double pivot = row[k];
    if (fabs(pivot) < 1e-14) pivot = pivot < 0 ? -1e-14 : 1e-14;
    pivot = rk_inverse(pivot);
    RK_EACH(i, n) {
      if (i == at) continue;
      double *to = K + i * ld, f = to[k] * pivot;
      int j = k + 1;
      RK_LOOP
      for (; j + 4 <= n + 1; j += 4) {
        double a0 = to[j], a1 = to[j + 1], a2 = to[j + 2], a3 = to[j + 3];
        double b0 = row[j], b1 = row[j + 1], b2 = row[j + 2], b3 = row[j + 3];
        to[j] = a0 - f * b0;
        to[j + 1] = a1 - f * b1;
        to[j + 2] = a2 - f * b2;
        to[j + 3] = a3 - f * b3;
      }
      RK_LOOP
      for (; j <= n; j++) to[j] -= f * row[j];
    }
    RK_MEET();
    if (at % RK_WIDTH == RK_LANE) {
      taken[at] = k + 1;
      K[at * ld + k] = pivot;
    }
  }
  RK_EACH(i, n) x[place[taken[i] - 1]] = K[i * ld + n] * K[i * ld + taken[i] - 1];
}

#endif
