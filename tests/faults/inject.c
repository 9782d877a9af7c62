/* Put before the libraries of the program: the allocation number RIGOR_FAIL_ALLOCATION fails, or that many and all
   after it where RIGOR_FAIL_ON is set; the call number RIGOR_FAIL_CALL among those that touch files fails with
   EIO. Under RIGOR_COUNT the numbers of both are written to that file at exit. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);

/* shared with children, which go on counting */
static struct counters {
  _Atomic long allocations, calls;
} * counted, before; /* what the loader does before there is anything to share */
static long fail_allocation, fail_call, fail_on;
static int ready; /* what the loader does before main is its own affair */

static long number(const char *name) {
  const char *text = getenv(name);
  return text ? atol(text) : 0;
}

__attribute__((constructor)) static void begin(void) {
  fail_allocation = number("RIGOR_FAIL_ALLOCATION");
  fail_call = number("RIGOR_FAIL_CALL");
  fail_on = number("RIGOR_FAIL_ON");
  counted = mmap(NULL, sizeof *counted, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (counted == MAP_FAILED) counted = &before;
}

__attribute__((destructor)) static void tell(void) {
  const char *path = getenv("RIGOR_COUNT");
  ready = 0;
  FILE *file = path ? fopen(path, "w") : NULL;
  if (!file) return;
  fprintf(file, "%ld %ld\n", counted->allocations, counted->calls);
  fclose(file);
}

static int allocation_fails(void) {
  if (!ready) return 0;
  long k = atomic_fetch_add(&counted->allocations, 1) + 1;
  if (!fail_allocation || k < fail_allocation || (k > fail_allocation && !fail_on)) return 0;
  errno = ENOMEM;
  return 1;
}

static int call_fails(void) {
  if (!ready || atomic_fetch_add(&counted->calls, 1) + 1 != fail_call) return 0;
  errno = EIO;
  return 1;
}

void *malloc(size_t size) { return allocation_fails() ? NULL : __libc_malloc(size); }
void *calloc(size_t n, size_t size) { return allocation_fails() ? NULL : __libc_calloc(n, size); }
void *realloc(void *old, size_t size) {
  return allocation_fails() ? NULL : __libc_realloc(old, size);
}
void *aligned_alloc(size_t alignment, size_t size) {
  return allocation_fails() ? NULL : __libc_memalign(alignment, size);
}

/* faults begin with main: constructors of libraries are the loader's affair */
typedef int (*main_function)(int, char **, char **);
typedef int (*start_function)(main_function, int, char **, void (*)(void), void (*)(void),
                              void (*)(void), void *);
static main_function real_main;

static int main_with_faults(int argc, char **argv, char **environment) {
  ready = 1;
  return real_main(argc, argv, environment);
}

int __libc_start_main(main_function m, int argc, char **argv, void (*init)(void),
                      void (*fini)(void), void (*linker_fini)(void), void *stack_end) {
  start_function next = (start_function)dlsym(RTLD_NEXT, "__libc_start_main");
  real_main = m;
  return next(main_with_faults, argc, argv, init, fini, linker_fini, stack_end);
}

#define NEXT(type, name) ((type)dlsym(RTLD_NEXT, name))

int open(const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = va_arg(arguments, mode_t);
  va_end(arguments);
  return call_fails() ? -1 : NEXT(int (*)(const char *, int, ...), "open")(path, flags, mode);
}
FILE *fopen(const char *path, const char *mode) {
  return call_fails() ? NULL : NEXT(FILE * (*)(const char *, const char *), "fopen")(path, mode);
}
ssize_t read(int fd, void *bytes, size_t size) {
  return call_fails() ? -1 : NEXT(ssize_t(*)(int, void *, size_t), "read")(fd, bytes, size);
}
ssize_t write(int fd, const void *bytes, size_t size) {
  return call_fails() ? -1 : NEXT(ssize_t(*)(int, const void *, size_t), "write")(fd, bytes, size);
}
int fsync(int fd) { return call_fails() ? -1 : NEXT(int (*)(int), "fsync")(fd); }
int fflush(FILE *f) { return call_fails() ? EOF : NEXT(int (*)(FILE *), "fflush")(f); }
int rename(const char *from, const char *to) {
  return call_fails() ? -1 : NEXT(int (*)(const char *, const char *), "rename")(from, to);
}
int linkat(int a, const char *from, int b, const char *to, int flags) {
  if (call_fails()) return -1;
  return NEXT(int (*)(int, const char *, int, const char *, int), "linkat")(a, from, b, to, flags);
}
int ftruncate(int fd, off_t size) {
  return call_fails() ? -1 : NEXT(int (*)(int, off_t), "ftruncate")(fd, size);
}
