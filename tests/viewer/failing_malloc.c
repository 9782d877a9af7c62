/* Put before the program's malloc: between RIGOR_FAIL_FROM and RIGOR_FAIL_TO, in seconds since the start,
   one allocation of four fails, in every library. */
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static int fails(void) {
  static _Atomic unsigned count;
  static double begin;
  const char *from = getenv("RIGOR_FAIL_FROM"), *to = getenv("RIGOR_FAIL_TO");
  double now = seconds();
  if (begin == 0) begin = now;
  if (!from || !to || now - begin < atof(from) || now - begin > atof(to)) return 0;
  unsigned k = atomic_fetch_add(&count, 1) * 2654435761u >> 16;
  if (k % 4) return 0;
  errno = ENOMEM;
  return 1;
}

void *malloc(size_t size) { return fails() ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return fails() ? NULL : __libc_calloc(count, size); }
void *realloc(void *old, size_t size) { return fails() ? NULL : __libc_realloc(old, size); }
