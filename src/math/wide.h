/* Kernels for whatever the machine has: four doubles at a time, compiled for AVX2 as well where the
   loader can choose. The same operations on each number in the same order: the same bits. */
#ifndef RG_WIDE_H
#define RG_WIDE_H

#include <stddef.h>
#include <stdint.h>

typedef double rg_wide __attribute__((vector_size(32), aligned(8), may_alias));
typedef int64_t rg_wide_bits __attribute__((vector_size(32)));

enum { RG_LANES = 4 };

/* in front of a function that works with rg_wide; what it calls must be RG_WIDE_PART. Not under the
   thread sanitizer, which is not there yet when the loader chooses */
#if defined(__x86_64__) && defined(__GLIBC__) && !defined(__clang__) &&                            \
    !defined(__SANITIZE_THREAD__)
#define RG_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define RG_WIDE
#endif
#define RG_WIDE_PART static inline __attribute__((always_inline))

/* numbers i, j, k, l of those of a and, from 4 on, of b; gcc before 12 has another word for it */
#if defined(__clang__) || __GNUC__ >= 12
#define RG_WIDE_PICK(a, b, i, j, k, l) __builtin_shufflevector(a, b, i, j, k, l)
#else
#define RG_WIDE_PICK(a, b, i, j, k, l) __builtin_shuffle(a, b, (rg_wide_bits){i, j, k, l})
#endif

/* sizes of all lanes */
RG_WIDE_PART void rg_wide_abs(rg_wide *x) {
  static const rg_wide_bits digits = {INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX};
  *x = (rg_wide)((rg_wide_bits)*x & digits);
}

/* n rounded up to whole vectors */
static inline size_t rg_wide_size(int n) {
  return ((size_t)n + RG_LANES - 1) / RG_LANES * RG_LANES;
}

#endif
