/* Memory that grows when it must and stays: what a step needs is there after the first large one. */
#ifndef RG_BUFFER_H
#define RG_BUFFER_H

#include <stddef.h>

typedef struct rg_buffer {
  void *data;
  size_t bytes;
  long grown; /* how often it asked the system after the first time */
} rg_buffer;

/* At least that many bytes, aligned to 64, contents undefined after growth. NULL where memory ran out: the
   old block stays. */
void *rg_buffer_need(rg_buffer *buffer, size_t count, size_t size);
void rg_buffer_free(rg_buffer *buffer);

#endif
