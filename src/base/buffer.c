/* One block that grows by half as much again. */
#include "base/buffer.h"

#include "base/budget.h"
#include "base/fence.h"

#include <stdint.h>
#include <stdlib.h>

enum { ALIGNMENT = 64 };

/* only what was asked for last may be touched */
static void *lend(const rg_buffer *buffer, size_t bytes) {
  rg_fence(buffer->data, buffer->bytes);
  rg_open(buffer->data, bytes);
  return buffer->data;
}

void *rg_buffer_need(rg_buffer *buffer, size_t count, size_t size) {
  if (size && count > (SIZE_MAX / 4) / size) return NULL;
  size_t bytes = count * size;
  if (buffer->data && bytes <= buffer->bytes) return lend(buffer, bytes);

  /* half as much again, so that growing step by step asks seldom */
  size_t wanted = buffer->data ? bytes + bytes / 2 : bytes;
  wanted = (wanted + ALIGNMENT) / ALIGNMENT * ALIGNMENT;
  if (!rg_budget_take(wanted)) return NULL;
  void *data = aligned_alloc(ALIGNMENT, wanted);
  if (!data) {
    rg_budget_give(wanted);
    return NULL;
  }
  if (buffer->data) buffer->grown++;
  rg_budget_give(buffer->bytes);
  free(buffer->data);
  buffer->data = data;
  buffer->bytes = wanted;
  return lend(buffer, bytes);
}

void rg_buffer_free(rg_buffer *buffer) {
  free(buffer->data);
  rg_budget_give(buffer->bytes);
  buffer->data = NULL;
  buffer->bytes = 0;
}
