/* One account a process. Without a limit of the caller it is three quarters of what the machine, or the group
   that the process is in, has. */
#include "base/budget.h"

#include <rigor/base.h>

#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static _Atomic size_t allowed, used,
    needed; /* allowed 0: not known yet; needed 0: none was refused */

/* a limit that a container sets; SIZE_MAX without one */
static size_t group_limit(void) {
  FILE *file = fopen("/sys/fs/cgroup/memory.max", "re");
  char text[32] = "";
  size_t got = file ? fread(text, 1, sizeof text - 1, file) : 0;
  if (file) fclose(file);
  unsigned long long bytes = got ? strtoull(text, NULL, 10) : 0;
  return bytes ? (size_t)bytes : SIZE_MAX;
}

static size_t machine_memory(void) {
  long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  size_t bytes = pages > 0 && page > 0 ? (size_t)pages * (size_t)page : SIZE_MAX;
  size_t group = group_limit();
  return bytes < group ? bytes : group;
}

void rg_memory_limit(size_t bytes) { atomic_store(&allowed, bytes); }

size_t rg_memory_allowed(void) {
  size_t limit = atomic_load(&allowed);
  if (limit) return limit;
  limit = machine_memory() / 4 * 3;
  atomic_store(&allowed, limit);
  return limit;
}

int rg_budget_take(size_t bytes) {
  size_t limit = rg_memory_allowed(), before = atomic_fetch_add(&used, bytes);
  if (before <= limit && bytes <= limit - before) return 1;
  atomic_fetch_sub(&used, bytes);
  atomic_store(&needed, before + bytes);
  return 0;
}

int rg_budget_fits(double bytes) {
  double total = (double)atomic_load(&used) + bytes;
  if (total <= (double)rg_memory_allowed()) return 1;
  atomic_store(&needed, total < (double)SIZE_MAX ? (size_t)total : SIZE_MAX);
  return 0;
}

void rg_budget_give(size_t bytes) { atomic_fetch_sub(&used, bytes); }

void rg_budget_note(size_t bytes) {
  if (atomic_load(&needed)) atomic_fetch_add(&needed, bytes);
}

/* "18 GB", "512 MB": 1000 to the next */
static void put_bytes(double bytes, char text[16]) {
  static const char *const units[] = {"bytes", "kB", "MB", "GB", "TB", "PB", "EB"};
  int k = 0;
  while (bytes >= 1000 && k < 6) bytes /= 1000, k++;
  snprintf(text, 16, "%.3g %s", bytes, units[k]);
}

const char *rg_budget_words(char *buffer, size_t size) {
  size_t total = atomic_exchange(&needed, 0);
  if (!total) return NULL;
  char need[16], limit[16];
  put_bytes((double)total, need);
  put_bytes((double)rg_memory_allowed(), limit);
  snprintf(buffer, size, "needs at least %s, %s are allowed", need, limit);
  return buffer;
}
