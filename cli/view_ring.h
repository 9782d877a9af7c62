/* The newest messages, shared by all who watch. Bounded in number and in bytes: what is too old is
   forgotten. Used by two threads. */
#ifndef RIGOR_VIEW_RING_H
#define RIGOR_VIEW_RING_H

#include <stddef.h>
#include <stdint.h>

enum { RING_MESSAGES = 2048, RING_BYTES = 8 << 20 };

typedef struct message {
  int holders;
  int is_text; /* or a frame, in bytes */
  size_t size;
  uint8_t bytes[];
} message;

typedef struct message_ring message_ring;

message_ring *ring_new(void);
void ring_free(message_ring *ring);
/* A message of `count` parts; 0 where there is no memory: then it is lost. */
int ring_publish(message_ring *ring, int is_text, int count, const void *const *part,
                 const size_t *size);
/* Those who come from now on begin with what is published next. */
void ring_forget(message_ring *ring);
/* Number of the newest message; 0: there was none yet. */
uint64_t ring_newest(message_ring *ring);
/* The message behind *seen, 0 at the beginning, or the oldest where that is forgotten, to be released;
   NULL: there is none yet. Who has fallen behind by more than `lag` messages gets what is left from
   the newest frame or the newest words on, whichever is the older: of both there is the newest. */
message *ring_next(message_ring *ring, uint64_t *seen, uint64_t lag);
void ring_release(message_ring *ring, message *m);

#endif
