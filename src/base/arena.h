/* Memory that is taken at set-up and freed all at once. */
#ifndef RG_ARENA_H
#define RG_ARENA_H

#include <stddef.h>

typedef struct rg_arena_chunk rg_arena_chunk;

typedef struct rg_arena {
  rg_arena_chunk *chunks; /* newest first */
  size_t total;           /* bytes handed out */
  int failed;             /* sticky: one failed allocation makes the set-up fail */
  int fixed;              /* lives in a block of the caller: never asks the system for more */
  int kept;               /* rewound and used again: new chunks hold all that was taken before */
  long grown;             /* chunks asked from the system */
} rg_arena;

/* Zeroed memory aligned to 64 bytes; NULL on failure, and from then on arena->failed is 1.
   Safe to call with any count: count * size overflow is a failure. */
void *rg_arena_alloc(rg_arena *arena, size_t count, size_t size);
void rg_arena_free(rg_arena *arena);

/* An arena for work that is done again and again: `bytes` are set aside at once. */
rg_arena rg_arena_reserved(size_t bytes);
/* Everything that was handed out is forgotten, the largest chunk stays: where the next round takes
   no more than the last, the system is not asked. */
void rg_arena_rewind(rg_arena *arena);

/* What was taken since the mark is forgotten, as far as it is in the chunk of that time. */
typedef struct rg_arena_mark {
  const rg_arena_chunk *chunk;
  size_t used, total;
} rg_arena_mark;
rg_arena_mark rg_arena_here(const rg_arena *arena);
void rg_arena_back(rg_arena *arena, rg_arena_mark mark);

/* An arena inside a block that somebody else owns. What does not fit fails; nothing needs to be
 * freed. */
rg_arena rg_arena_inside(void *block, size_t bytes);

/* The same without zeroing, for large work arrays that are written before they are read. */
void *rg_arena_alloc_raw(rg_arena *arena, size_t count, size_t size);

#define RG_RAW(arena, type, count)                                                                 \
  ((type *)rg_arena_alloc_raw((arena), (size_t)(count), sizeof(type)))
#define RG_NEW(arena, type, count) ((type *)rg_arena_alloc((arena), (size_t)(count), sizeof(type)))

/* Zeroed arrays of n doubles, one for each of the addresses: RG_VECTORS(arena, n, &s->x, &s->y). */
void rg_arena_vectors(rg_arena *arena, size_t n, double **const *vector, size_t count);
#define RG_VECTORS(arena, n, ...)                                                                  \
  rg_arena_vectors((arena), (size_t)(n), (double **const[]){__VA_ARGS__},                          \
                   sizeof((double **const[]){__VA_ARGS__}) / sizeof(double **))

#endif
