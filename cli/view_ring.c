/* A ring of messages with counted holders: one that is being sent lives until it is. */
#include "view_ring.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct message_ring {
  pthread_mutex_t lock;
  message *slot[RING_MESSAGES];
  uint64_t first, next; /* numbers of the oldest message and of the one to come, from 1 */
  size_t bytes;
};

static void drop(message *m) {
  if (--m->holders == 0) free(m);
}

static void forget_oldest(message_ring *r) {
  message *m = r->slot[r->first++ % RING_MESSAGES];
  r->bytes -= m->size;
  drop(m);
}

message_ring *ring_new(void) {
  message_ring *r = calloc(1, sizeof *r);
  if (!r) return NULL;
  r->first = r->next = 1;
  pthread_mutex_init(&r->lock, NULL);
  return r;
}

void ring_free(message_ring *r) {
  if (!r) return;
  while (r->first < r->next) forget_oldest(r);
  pthread_mutex_destroy(&r->lock);
  free(r);
}

static message *make_message(int is_text, int count, const void *const *part, const size_t *size) {
  size_t length = 0;
  for (int k = 0; k < count; k++) length += size[k];
  message *m = malloc(sizeof *m + length);
  if (!m) return NULL;
  *m = (message){.holders = 1, .is_text = is_text};
  for (int k = 0; k < count; k++) {
    if (size[k] > 0) memcpy(m->bytes + m->size, part[k], size[k]);
    m->size += size[k];
  }
  return m;
}

int ring_publish(message_ring *r, int is_text, int count, const void *const *part,
                 const size_t *size) {
  message *m = make_message(is_text, count, part, size);
  if (!m) return 0;
  pthread_mutex_lock(&r->lock);
  while (r->first < r->next &&
         (r->next - r->first == RING_MESSAGES || r->bytes + m->size > RING_BYTES))
    forget_oldest(r);
  r->slot[r->next++ % RING_MESSAGES] = m;
  r->bytes += m->size;
  pthread_mutex_unlock(&r->lock);
  return 1;
}

void ring_forget(message_ring *r) {
  pthread_mutex_lock(&r->lock);
  while (r->first < r->next) forget_oldest(r);
  pthread_mutex_unlock(&r->lock);
}

uint64_t ring_newest(message_ring *r) {
  pthread_mutex_lock(&r->lock);
  uint64_t newest = r->next - 1;
  pthread_mutex_unlock(&r->lock);
  return newest;
}

/* the newest message of a kind, frames or words, among those from `first` on; none: the one to come */
static uint64_t newest_of(const message_ring *r, uint64_t first, int is_text) {
  for (uint64_t k = r->next; k-- > first;)
    if (r->slot[k % RING_MESSAGES]->is_text == is_text) return k;
  return r->next;
}

message *ring_next(message_ring *r, uint64_t *seen, uint64_t lag) {
  message *m = NULL;
  pthread_mutex_lock(&r->lock);
  uint64_t wanted = *seen + 1 < r->first ? r->first : *seen + 1;
  if (wanted + lag < r->next) {
    uint64_t frame = newest_of(r, wanted, 0), words = newest_of(r, wanted, 1);
    wanted = frame < words ? frame : words;
  }
  if (wanted < r->next) {
    *seen = wanted;
    m = r->slot[wanted % RING_MESSAGES];
    m->holders++;
  }
  pthread_mutex_unlock(&r->lock);
  return m;
}

void ring_release(message_ring *r, message *m) {
  if (!m) return;
  pthread_mutex_lock(&r->lock);
  drop(m);
  pthread_mutex_unlock(&r->lock);
}
