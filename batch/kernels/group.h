/* A group of lanes that works on one simulation: a warp on a GPU, one lane on a processor. All lanes run the same code
   with the same scalars; loops are dealt out, and a group meets before one lane reads what another wrote. */
#ifndef RK_GROUP_H
#define RK_GROUP_H

#include "kernels/common.h"

#ifdef __CUDA_ARCH__
#define RK_LANE   ((int)(threadIdx.x & 31))
#define RK_WIDTH  32
#define RK_MEET() __syncwarp()
#else
#define RK_LANE   0
#define RK_WIDTH  1
#define RK_MEET() (void)0
#endif
#define RK_EACH(i, n) for (int i = RK_LANE; i < (n); i += RK_WIDTH)

/* over all lanes, the same bits in each */
RK_FUNCTION double rk_sum(double x) {
#ifdef __CUDA_ARCH__
  for (int o = 16; o > 0; o >>= 1) x += __shfl_xor_sync(~0u, x, o);
#endif
  return x;
}

RK_FUNCTION double rk_most(double x) {
#ifdef __CUDA_ARCH__
  for (int o = 16; o > 0; o >>= 1) x = fmax(x, __shfl_xor_sync(~0u, x, o));
#endif
  return x;
}

RK_FUNCTION unsigned rk_most_of(unsigned x) {
#ifdef __CUDA_ARCH__
  return __reduce_max_sync(~0u, x);
#else
  return x;
#endif
}

/* which lanes say so, a bit each; how many of them, and how many before this one */
RK_FUNCTION unsigned rk_who(int yes) {
#ifdef __CUDA_ARCH__
  return __ballot_sync(~0u, yes);
#else
  return yes != 0;
#endif
}

RK_FUNCTION int rk_how_many(unsigned who) {
#ifdef __CUDA_ARCH__
  return __popc(who);
#else
  return (int)who;
#endif
}

RK_FUNCTION int rk_before(unsigned who) { return rk_how_many(who & ((1u << RK_LANE) - 1)); }

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

/* sum of a[k stride] x[k] */
RK_FUNCTION double rk_along(const double *a, int stride, const double *x, int n) {
  double sum = 0, other = 0;
  int k = 0;
  for (; k + 4 <= n; k += 4, a += 4 * stride) {
    double a0 = a[0], a1 = a[stride], a2 = a[2 * stride], a3 = a[3 * stride];
    sum += a0 * x[k] + a2 * x[k + 2];
    other += a1 * x[k + 1] + a3 * x[k + 3];
  }
  for (; k < n; k++, a += stride) sum += a[0] * x[k];
  return sum + other;
}

/* K x = b by LU with pivots of rows; K has n rows of ld, b is its column n and becomes the solution */
RK_FUNCTION void rk_lu(int n, int ld, double *K) {
  for (int k = 0; k < n; k++) {
    unsigned rank = 0;
    RK_EACH(i, n) {
      unsigned r = i >= k ? rk_rank(K[i * ld + k], i) : 0;
      if (r > rank) rank = r;
    }
    int at = rk_index_of(rk_most_of(rank));
    if (at != k)
      RK_EACH(j, n + 1) {
        double t = K[k * ld + j];
        K[k * ld + j] = K[at * ld + j];
        K[at * ld + j] = t;
      }
    RK_MEET();
    double pivot = K[k * ld + k];
    if (fabs(pivot) < 1e-14) pivot = pivot < 0 ? -1e-14 : 1e-14;
    pivot = 1 / pivot;
    for (int j = k + 1 + RK_LANE; j <= n; j += RK_WIDTH) {
      double t = K[k * ld + j] * pivot, *to = K + (k + 1) * ld + j;
      const double *f = K + (k + 1) * ld + k;
      int i = k + 1;
      K[k * ld + j] = t;
      for (; i + 4 <= n; i += 4, f += 4 * ld, to += 4 * ld) {
        double f0 = f[0], f1 = f[ld], f2 = f[2 * ld], f3 = f[3 * ld];
        double a0 = to[0], a1 = to[ld], a2 = to[2 * ld], a3 = to[3 * ld];
        to[0] = a0 - f0 * t;
        to[ld] = a1 - f1 * t;
        to[2 * ld] = a2 - f2 * t;
        to[3 * ld] = a3 - f3 * t;
      }
      for (; i < n; i++, f += ld, to += ld) to[0] -= f[0] * t;
    }
    RK_MEET();
  }
  for (int k = n - 1; k > 0; k--) {
    double b = K[k * ld + n];
    RK_EACH(i, k) K[i * ld + n] -= K[i * ld + k] * b;
    RK_MEET();
  }
}

#endif
