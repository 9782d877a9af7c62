/* Our own malloc in front of glibc's: counts allocations, notes what is live, and lets the n-th one
   fail. Under a sanitizer, which brings its own malloc, COUNTED is 0 and such tests skip. */
#ifndef TESTS_COUNTED_MALLOC_H
#define TESTS_COUNTED_MALLOC_H

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || !defined(__GLIBC__)
#define COUNTED 0
#else
#define COUNTED 1
#endif

static int counting, allocations, live, fail_at;

#if COUNTED
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);

/* notes one allocation; 0 where this one is to fail */
static int granted(void) {
  int fails = counting && ++allocations == fail_at;
  if (fails) errno = ENOMEM;
  return !fails;
}

static void *noted(void *memory) {
  live += counting && memory;
  return memory;
}

void *malloc(size_t size) { return granted() ? noted(__libc_malloc(size)) : NULL; }
void *calloc(size_t count, size_t size) {
  return granted() ? noted(__libc_calloc(count, size)) : NULL;
}
void *realloc(void *old, size_t size) {
  if (!granted()) return NULL;
  void *memory = __libc_realloc(old, size);
  live += counting && memory && !old;
  return memory;
}
void *aligned_alloc(size_t alignment, size_t size) {
  return granted() ? noted(__libc_memalign(alignment, size)) : NULL;
}
void free(void *memory) {
  live -= counting && memory;
  __libc_free(memory);
}
#endif

/* from here on; fail 0: none fails */
static inline void count_from_here(int fail) {
  allocations = live = 0;
  fail_at = fail;
  counting = 1;
}

#endif
