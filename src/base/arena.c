#include "base/arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64, CHUNK = 32 * 1024 };

struct rg_arena_chunk {
  rg_arena_chunk *next;
  size_t used, capacity;
};

static size_t round_up(size_t bytes) { return (bytes + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1); }

/* memory of a chunk starts one alignment unit after its header */
static char *chunk_data(rg_arena_chunk *chunk) { return (char *)chunk + ALIGNMENT; }

static rg_arena_chunk *chunk_new(size_t capacity) {
  rg_arena_chunk *chunk = aligned_alloc(ALIGNMENT, capacity + ALIGNMENT);
  if (!chunk) return NULL;
  chunk->next = NULL;
  chunk->used = 0;
  chunk->capacity = capacity;
  return chunk;
}

void *rg_arena_alloc(rg_arena *arena, size_t count, size_t size) {
  if (arena->failed) return NULL;
  if (size && count > (SIZE_MAX / 4) / size) {
    arena->failed = 1;
    return NULL;
  }
  size_t bytes = round_up(count * size);
  if (bytes == 0) bytes = ALIGNMENT;
  rg_arena_chunk *chunk = arena->chunks;
  if (!chunk || chunk->capacity - chunk->used < bytes) {
    chunk = chunk_new(bytes > CHUNK ? bytes : CHUNK);
    if (!chunk) {
      arena->failed = 1;
      return NULL;
    }
    chunk->next = arena->chunks;
    arena->chunks = chunk;
  }
  void *memory = chunk_data(chunk) + chunk->used;
  chunk->used += bytes;
  arena->total += bytes;
  return memset(memory, 0, bytes);
}

void rg_arena_free(rg_arena *arena) {
  while (arena->chunks) {
    rg_arena_chunk *next = arena->chunks->next;
    free(arena->chunks);
    arena->chunks = next;
  }
  arena->total = 0;
  arena->failed = 0;
}
