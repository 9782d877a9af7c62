/* What nobody may touch, for the address sanitizer alone: it knows of memory from the system, and not of what an arena
   or a buffer has handed out of it. Elsewhere this is nothing. */
#ifndef RG_FENCE_H
#define RG_FENCE_H

#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define RG_FENCED 1
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define RG_FENCED 1
#endif

#ifdef RG_FENCED
#include <sanitizer/asan_interface.h>
/* bytes behind each array of an arena that belong to nobody */
enum { RG_FENCE = 64 };
static inline void rg_fence(const void *memory, size_t bytes) {
  __asan_poison_memory_region(memory, bytes);
}
static inline void rg_open(const void *memory, size_t bytes) {
  __asan_unpoison_memory_region(memory, bytes);
}
#else
enum { RG_FENCE = 0 };
static inline void rg_fence(const void *memory, size_t bytes) { (void)memory, (void)bytes; }
static inline void rg_open(const void *memory, size_t bytes) { (void)memory, (void)bytes; }
#endif

#endif
