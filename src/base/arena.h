/* Memory that is taken at set-up and freed all at once. */
#ifndef RG_ARENA_H
#define RG_ARENA_H

#include <stddef.h>

typedef struct rg_arena_chunk rg_arena_chunk;

typedef struct rg_arena {
  rg_arena_chunk *chunks; /* newest first */
  size_t total;           /* bytes handed out */
  int failed;             /* sticky: one failed allocation makes the set-up fail */
} rg_arena;

/* Zeroed memory aligned to 64 bytes; NULL on failure, and from then on arena->failed is 1.
   Safe to call with any count: count * size overflow is a failure. */
void *rg_arena_alloc(rg_arena *arena, size_t count, size_t size);
void rg_arena_free(rg_arena *arena);

/* The same without zeroing, for large work arrays that are written before they are read. */
void *rg_arena_alloc_raw(rg_arena *arena, size_t count, size_t size);

#define RG_RAW(arena, type, count)                                                                 \
  ((type *)rg_arena_alloc_raw((arena), (size_t)(count), sizeof(type)))
#define RG_NEW(arena, type, count) ((type *)rg_arena_alloc((arena), (size_t)(count), sizeof(type)))

#endif
