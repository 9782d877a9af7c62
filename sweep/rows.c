/* The rows of all tasks in memory, and bytes that come in pieces. */
#include "parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const STATES[SWEEP_STATES] = {"missing", "solved",  "unsolved",
                                                 "refused", "crashed", "timeout"};

const char *sweep_state_name(sweep_state state) { return STATES[state]; }

rg_status sweep_rows_new(sweep_rows *rows, const sweep *s, rg_error *error) {
  size_t tasks = (size_t)s->tasks, width = (size_t)s->width;
  *rows = (sweep_rows){.tasks = s->tasks};
  rows->count[SWEEP_MISSING] = s->tasks;
  if (tasks < rg_memory_allowed() / (width + 2) / sizeof(double)) {
    rows->state = calloc(tasks, 1);
    rows->value = malloc(tasks * width * sizeof(double));
    rows->reason = calloc(tasks, sizeof *rows->reason);
  }
  if (!rows->state || !rows->value || !rows->reason) {
    sweep_rows_free(rows);
    return rg_fail(error, RG_NO_MEMORY, "rows", "no memory for %ld rows of %d numbers", s->tasks,
                   s->width);
  }
  for (size_t k = 0; k < tasks * width; k++) rows->value[k] = (double)NAN;
  return RG_OK;
}

void sweep_rows_free(sweep_rows *rows) {
  for (long t = 0; rows->reason && t < rows->tasks; t++) free(rows->reason[t]);
  free(rows->state);
  free(rows->value);
  free(rows->reason);
  *rows = (sweep_rows){0};
}

int sweep_rows_add(sweep_rows *rows, const sweep *s, const sweep_record *record) {
  size_t t = (size_t)record->task;
  const char *reason = sweep_record_reason(record, s->width);
  if (rows->state[t] != SWEEP_MISSING) return 0;
  if (reason[0] && !(rows->reason[t] = strdup(reason))) return -1;
  memcpy(rows->value + t * (size_t)s->width, sweep_record_values(record),
         (size_t)s->width * sizeof(double));
  rows->state[t] = (unsigned char)record->state;
  rows->count[SWEEP_MISSING]--;
  rows->count[record->state]++;
  rows->seconds += record->seconds;
  rows->done++;
  return 1;
}

void sweep_answer_free(sweep_answer *answer) { sweep_rows_free(&answer->rows); }

/* --- bytes that come in pieces ------------------------------------------------------------------------ */

int sweep_buffer_room(sweep_buffer *b, size_t more) {
  if (b->room - b->used >= more) return 1;
  size_t room = 2 * (b->used + more);
  char *bytes = realloc(b->bytes, room);
  if (!bytes) return 0;
  b->bytes = bytes;
  b->room = room;
  return 1;
}

void sweep_buffer_drop(sweep_buffer *b, size_t count) {
  b->used -= count;
  if (b->used) memmove(b->bytes, b->bytes + count, b->used);
}

long sweep_buffer_whole(const sweep_buffer *b, const sweep *s) {
  size_t at = 0;
  for (;;) {
    long bytes = sweep_record_check(b->bytes + at, b->used - at, s);
    if (bytes < 0) return -1;
    if (bytes == 0) return (long)at;
    at += (size_t)bytes;
  }
}
