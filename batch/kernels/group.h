/* A group of lanes that works on one simulation: a warp on a GPU, one lane on a processor. All lanes run the same code
   with the same scalars; loops are dealt out, and a group meets before one lane reads what another wrote. */
#ifndef RK_GROUP_H
#define RK_GROUP_H

#include "kernels/common.h"

#ifndef RK_GROUP
#define RK_GROUP 16 /* lanes: 16 or 32 (docs/batch.md, On a GPU) */
#endif
#if defined(__CUDA_ARCH__)
#define RK_LANE                  ((int)(threadIdx.x & (RK_GROUP - 1)))
#define RK_WIDTH                 RK_GROUP
#define RK_FIRST                 (threadIdx.x & 31 & ~(RK_GROUP - 1)) /* lane of the warp */
#define RK_MASK                  ((unsigned)(((1ull << RK_GROUP) - 1) << RK_FIRST))
#define RK_MEET()                __syncwarp(RK_MASK)
#define RK_SHUFFLE(x, from)      __shfl_sync(RK_MASK, x, from, RK_GROUP)
#define RK_EXCHANGE(x, distance) __shfl_xor_sync(RK_MASK, x, distance, RK_GROUP)
#define RK_WHO(yes)              ((__ballot_sync(RK_MASK, yes) & RK_MASK) >> RK_FIRST)
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
/* loops that stay loops: a GPU waits longer for instructions that it has not got at hand than for their results */
#ifdef __CUDACC__
#define RK_LOOP _Pragma("unroll 1")
#else
#define RK_LOOP
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

/* K x = b by LU with pivots of rows; K has n rows of ld, b is its column n and becomes the solution */
RK_FUNCTION void rk_lu(int n, int ld, double *K) {
  RK_LOOP
  for (int k = 0; k < n; k++) {
    unsigned rank = 0;
    RK_EACH(i, n) {
      unsigned r = i >= k ? rk_rank(K[i * ld + k], i) : 0;
      if (r > rank) rank = r;
    }
    int at = rk_index_of(rk_most_of(rank));
    if (at != k) {
      RK_EACH(j, n + 1) {
        double t = K[k * ld + j];
        K[k * ld + j] = K[at * ld + j];
        K[at * ld + j] = t;
      }
    }
    RK_MEET();
    double pivot = K[k * ld + k];
    if (fabs(pivot) < 1e-14) pivot = pivot < 0 ? -1e-14 : 1e-14;
    pivot = 1 / pivot;
    RK_LOOP
    for (int j = k + 1 + RK_LANE; j <= n; j += RK_WIDTH) {
      double t = K[k * ld + j] * pivot, *to = K + (k + 1) * ld + j;
      const double *f = K + (k + 1) * ld + k;
      int i = k + 1;
      K[k * ld + j] = t;
      RK_LOOP
      for (; i + 4 <= n; i += 4, f += 4 * ld, to += 4 * ld) {
        double f0 = f[0], f1 = f[ld], f2 = f[2 * ld], f3 = f[3 * ld];
        double a0 = to[0], a1 = to[ld], a2 = to[2 * ld], a3 = to[3 * ld];
        to[0] = a0 - f0 * t;
        to[ld] = a1 - f1 * t;
        to[2 * ld] = a2 - f2 * t;
        to[3 * ld] = a3 - f3 * t;
      }
      RK_LOOP
      for (; i < n; i++, f += ld, to += ld) to[0] -= f[0] * t;
    }
    RK_MEET();
  }
  RK_LOOP
  for (int k = n - 1; k > 0; k--) {
    double b = K[k * ld + n];
    RK_EACH(i, k) K[i * ld + n] -= K[i * ld + k] * b;
    RK_MEET();
  }
}

/* The same with a row a lane, in registers: K is what the lane's row has, column n its right side. All indices are known
   when this is compiled. The solution of column `mine`, which is set, is returned. */
enum { RK_IN_REGISTERS = 16 };
#ifdef __CUDACC__
#define RK_UNROLLED _Pragma("unroll")
#else
#define RK_UNROLLED
#endif
RK_FUNCTION double rk_lu_of_rows(int n, double *K, double b, int *mine) {
  double own = 0; /* 1 / the pivot of this lane */
  *mine = -1;
  RK_UNROLLED
  for (int k = 0; k < RK_IN_REGISTERS; k++) {
    if (k >= n) break;
    unsigned rank = RK_LANE < n && *mine < 0 ? rk_rank(K[k], RK_LANE) : 0;
    int at = rk_index_of(rk_most_of(rank));
    double pivot = RK_SHUFFLE(K[k], at);
    if (fabs(pivot) < 1e-14) pivot = pivot < 0 ? -1e-14 : 1e-14;
    pivot = 1 / pivot;
    if (RK_LANE == at) {
      *mine = k;
      own = pivot;
    }
    double f = *mine < 0 ? K[k] * pivot : 0;
    b -= f * RK_SHUFFLE(b, at);
    RK_UNROLLED
    for (int j = k + 1; j < RK_IN_REGISTERS; j++) {
      if ((j == k + 1 || j % 4 == 0) && j >= n) break;
      K[j] -= f * RK_SHUFFLE(K[j], at);
    }
  }
  RK_UNROLLED
  for (int k = RK_IN_REGISTERS - 1; k >= 0; k--) {
    if (k >= n) continue;
    int at = rk_lowest(rk_who(*mine == k));
    double x = RK_SHUFFLE(b * own, at);
    if (*mine < k) b -= K[k] * x;
  }
  return b * own;
}

#endif
