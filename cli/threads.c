/* Items are handed out by a counter. */
#include "threads.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

enum { MOST_THREADS = 64 };

typedef struct crew {
  thread_task task;
  void *context;
  int items;
  atomic_int next;
} crew;

static void *work(void *argument) {
  crew *c = argument;
  for (int item = atomic_fetch_add(&c->next, 1); item < c->items;
       item = atomic_fetch_add(&c->next, 1))
    c->task(c->context, item);
  return NULL;
}

void run_on_threads(int threads, int items, thread_task task, void *context) {
  crew c = {.task = task, .context = context, .items = items};
  pthread_t other[MOST_THREADS];
  int most = threads < items ? threads : items, others = 0;
  if (most > MOST_THREADS) most = MOST_THREADS;
  while (others < most - 1 && pthread_create(&other[others], NULL, work, &c) == 0) others++;
  work(&c);
  for (int k = 0; k < others; k++) pthread_join(other[k], NULL);
}

double thread_seconds(void) {
  struct timespec used;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return (double)used.tv_sec + 1e-9 * (double)used.tv_nsec;
}
