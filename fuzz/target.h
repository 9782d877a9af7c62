/* What every target has: one function that takes any bytes and must come back. */
#ifndef RIGOR_FUZZ_TARGET_H
#define RIGOR_FUZZ_TARGET_H

#include <rigor/rigor.h>

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

enum { FUZZ_MEMORY = 200 * 1000 * 1000 };

/* an error has a reason, and a success has none of the statuses of a failure */
static inline void fuzz_expect(int holds) {
  if (!holds) abort();
}

static inline void fuzz_judge(rg_status status, const rg_error *error) {
  fuzz_expect(status == RG_OK || (error->status == status && error->reason[0]));
}

/* the bytes as a file, for readers that take a path */
static inline const char *fuzz_file(const uint8_t *bytes, size_t size) {
  static char path[64];
  const char *folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
  snprintf(path, sizeof path, "%s/rigor-fuzz-%ld", folder, (long)getpid());
  FILE *file = fopen(path, "wb");
  if (!file || fwrite(bytes, 1, size, file) != size || fclose(file) != 0) abort();
  return path;
}

#endif
