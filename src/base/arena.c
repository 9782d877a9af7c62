/* Chunks that grow with what was taken so far, handed out from the front and freed together; one that is
   rewound keeps the largest. */
#include "base/arena.h"

#include "base/budget.h"
#include "base/fence.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum {
  ALIGNMENT = 64,
  FIRST_CHUNK = 8 * 1024,
  LARGEST_CHUNK = 1024 * 1024,
  MUCH = 16 * 1024 * 1024
};

struct rg_arena_chunk {
  rg_arena_chunk *next;
  char *data; /* aligned */
  size_t used, capacity;
  size_t written; /* whoever was here before may have written so far: what is behind it is zero */
};

static size_t round_up(size_t bytes) { return (bytes + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1); }

static void chunk_init(rg_arena_chunk *chunk, size_t capacity) {
  uintptr_t first = (uintptr_t)(chunk + 1);
  chunk->next = NULL;
  chunk->used = 0;
  chunk->data = (char *)(chunk + 1) + (ALIGNMENT - first % ALIGNMENT) % ALIGNMENT;
  chunk->capacity = chunk->written = capacity;
}

static rg_arena_chunk *chunk_new(size_t capacity) {
  size_t bytes = sizeof(rg_arena_chunk) + capacity + ALIGNMENT;
  if (!rg_budget_take(bytes)) return NULL;
  // large ones come as pages of zeros, which take no memory before somebody writes there
  int large = capacity > LARGEST_CHUNK;
  rg_arena_chunk *chunk = large ? calloc(1, bytes) : malloc(bytes);
  if (chunk) {
    chunk_init(chunk, capacity);
    if (large) chunk->written = 0;
    rg_fence(chunk->data, capacity);
  } else rg_budget_give(bytes);
  return chunk;
}

static void chunk_free(rg_arena_chunk *chunk) {
  rg_budget_give(sizeof *chunk + chunk->capacity + ALIGNMENT);
  free(chunk);
}

rg_arena rg_arena_inside(void *block, size_t bytes) {
  rg_arena arena = {.fixed = 1};
  if (block && bytes > sizeof(rg_arena_chunk) + 2 * ALIGNMENT) {
    arena.chunks = block;
    chunk_init(arena.chunks, bytes - sizeof(rg_arena_chunk) - ALIGNMENT);
  }
  return arena;
}

/* chunks grow with what was taken so far; the new chunk of a kept arena holds that too, twice, or with an
   eighth to spare where it is much */
static size_t chunk_size(const rg_arena *arena, size_t bytes) {
  size_t all = arena->total + bytes;
  if (arena->kept) return all < MUCH ? 2 * all : all + all / 8;
  size_t least = arena->total < FIRST_CHUNK     ? FIRST_CHUNK
                 : arena->total < LARGEST_CHUNK ? arena->total
                                                : LARGEST_CHUNK;
  return bytes > least ? bytes : least;
}

static rg_arena_chunk *add_chunk(rg_arena *arena, size_t bytes) {
  rg_arena_chunk *chunk = arena->fixed ? NULL : chunk_new(chunk_size(arena, bytes));
  if (!chunk) {
    arena->failed = 1;
    return NULL;
  }
  chunk->next = arena->chunks;
  arena->chunks = chunk;
  arena->grown++;
  return chunk;
}

void *rg_arena_alloc_raw(rg_arena *arena, size_t count, size_t size) {
  size_t asked;
  int fits = !__builtin_mul_overflow(count, size, &asked) && asked <= SIZE_MAX / 4;
  // once it failed: what else is asked for is part of what is needed
  if (arena->failed && fits) rg_budget_note(asked);
  if (!fits) arena->failed = 1;
  if (arena->failed) return NULL;
  size_t bytes = round_up(asked + (arena->fixed ? 0 : RG_FENCE));
  if (bytes == 0) bytes = ALIGNMENT;
  rg_arena_chunk *chunk = arena->chunks;
  if (!chunk || chunk->capacity - chunk->used < bytes) chunk = add_chunk(arena, bytes);
  if (!chunk) return NULL;
  void *memory = chunk->data + chunk->used;
  chunk->used += bytes;
  arena->total += bytes;
  rg_open(memory, asked);
  return memory;
}

void *rg_arena_alloc(rg_arena *arena, size_t count, size_t size) {
  char *memory = rg_arena_alloc_raw(arena, count, size);
  if (!memory) return NULL;
  const rg_arena_chunk *chunk = arena->chunks;
  size_t first = (size_t)(memory - chunk->data), bytes = count * size;
  if (first < chunk->written)
    memset(memory, 0, chunk->written - first < bytes ? chunk->written - first : bytes);
  return memory;
}

void rg_arena_vectors(rg_arena *arena, size_t n, double **const *vector, size_t count) {
  for (size_t k = 0; k < count; k++) *vector[k] = RG_NEW(arena, double, n);
}

rg_arena rg_arena_reserved(size_t bytes) {
  rg_arena arena = {.kept = 1};
  arena.chunks = chunk_new(round_up(bytes < FIRST_CHUNK ? FIRST_CHUNK : bytes));
  arena.failed = !arena.chunks;
  return arena;
}

void rg_arena_rewind(rg_arena *arena) {
  /* each new chunk is larger than all before it together: the newest stays */
  while (arena->chunks && arena->chunks->next) {
    rg_arena_chunk *older = arena->chunks->next;
    arena->chunks->next = older->next;
    chunk_free(older);
  }
  rg_arena_chunk *chunk = arena->chunks;
  if (chunk && chunk->written < chunk->used) chunk->written = chunk->used;
  if (chunk) chunk->used = 0;
  if (chunk && !arena->fixed) rg_fence(chunk->data, chunk->capacity);
  arena->total = 0;
  arena->failed = 0;
}

rg_arena_mark rg_arena_here(const rg_arena *arena) {
  const rg_arena_chunk *chunk = arena->chunks;
  return (rg_arena_mark){chunk, chunk ? chunk->used : 0, arena->total};
}

void rg_arena_back(rg_arena *arena, rg_arena_mark mark) {
  rg_arena_chunk *chunk = arena->chunks;
  if (!chunk || chunk != mark.chunk) return;
  if (chunk->written < chunk->used) chunk->written = chunk->used;
  if (!arena->fixed) rg_fence(chunk->data + mark.used, chunk->used - mark.used);
  chunk->used = mark.used;
  arena->total = mark.total;
}

void rg_arena_free(rg_arena *arena) {
  while (arena->chunks) {
    rg_arena_chunk *next = arena->chunks->next;
    chunk_free(arena->chunks);
    arena->chunks = next;
  }
  arena->total = 0;
  arena->failed = 0;
}
