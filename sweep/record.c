/* A row as bytes with a checksum, made by the worker and changed by nobody on its way to the journal. */
#include "parts.h"

#include <math.h>
#include <string.h>

uint64_t sweep_hash(uint64_t hash, const void *bytes, size_t count) {
  const unsigned char *byte = bytes;
  if (hash == 0) hash = 0xcbf29ce484222325u;
  for (size_t k = 0; k < count; k++) hash = (hash ^ byte[k]) * 0x100000001b3u;
  return hash;
}

static size_t whole(size_t bytes) { return (bytes + 7) / 8 * 8; }

static size_t bytes_of(int width, size_t reason) {
  return sizeof(sweep_record) + (size_t)width * sizeof(double) + whole(reason + 1) +
         sizeof(uint64_t);
}

size_t sweep_record_most(int width) { return bytes_of(width, SWEEP_REASON - 1); }

size_t sweep_record_make(void *room, long task, sweep_state state, double seconds, int width,
                         const double *value, const char *reason) {
  size_t length = strlen(reason);
  if (length > SWEEP_REASON - 1) length = SWEEP_REASON - 1;
  sweep_record head = {.bytes = (uint32_t)bytes_of(width, length),
                       .state = (uint32_t)state,
                       .task = (uint64_t)task,
                       .seconds = seconds};
  char *bytes = room, *to = bytes + sizeof head;
  memset(bytes, 0, head.bytes);
  memcpy(bytes, &head, sizeof head);
  for (int k = 0; k < width; k++, to += sizeof(double)) {
    double x = value ? value[k] : (double)NAN;
    memcpy(to, &x, sizeof x);
  }
  memcpy(to, reason, length);
  size_t covered = head.bytes - sizeof(uint64_t);
  uint64_t sum = sweep_hash(0, bytes, covered);
  memcpy(bytes + covered, &sum, sizeof sum);
  return head.bytes;
}

long sweep_record_check(const void *bytes, size_t count, const sweep *s) {
  sweep_record head;
  uint64_t sum;
  if (count < sizeof head) return 0;
  memcpy(&head, bytes, sizeof head);
  if (head.bytes < bytes_of(s->width, 0) || head.bytes > sweep_record_most(s->width) ||
      head.bytes % 8 || head.task >= (uint64_t)s->tasks || head.state == SWEEP_MISSING ||
      head.state >= SWEEP_STATES)
    return -1;
  if (count < head.bytes) return 0;
  size_t covered = head.bytes - sizeof sum;
  memcpy(&sum, (const char *)bytes + covered, sizeof sum);
  return sum == sweep_hash(0, bytes, covered) ? (long)head.bytes : -1;
}

const double *sweep_record_values(const sweep_record *record) {
  return (const double *)(const void *)(record + 1);
}

const char *sweep_record_reason(const sweep_record *record, int width) {
  return (const char *)(sweep_record_values(record) + width);
}
