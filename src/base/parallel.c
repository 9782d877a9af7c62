/* Items are handed out by a counter under one lock: tasks are long compared with a lock. */
#include "base/parallel.h"

#include <pthread.h>
#include <stdlib.h>

enum { STACK = 8 << 20 };

typedef struct worker {
  rg_workers *workers;
  int number;
  pthread_t thread;
} worker;

struct rg_workers {
  pthread_mutex_t lock;
  pthread_cond_t wake, done;
  rg_task task;
  void *context;
  int items, next, busy; /* next: the first item that nobody has taken; busy: taken, not finished */
  int stop;
  int count; /* threads, the caller's included */
  worker worker[];
};

/* takes items until there are none; the lock is held on entry and on return */
static void work(rg_workers *w, int number) {
  while (w->next < w->items) {
    int item = w->next++;
    w->busy++;
    pthread_mutex_unlock(&w->lock);
    w->task(w->context, item, number);
    pthread_mutex_lock(&w->lock);
    w->busy--;
  }
}

static void *thread_main(void *argument) {
  worker *self = argument;
  rg_workers *w = self->workers;
  pthread_mutex_lock(&w->lock);
  while (!w->stop) {
    work(w, self->number);
    if (w->busy == 0) pthread_cond_signal(&w->done);
    if (!w->stop && w->next >= w->items) pthread_cond_wait(&w->wake, &w->lock);
  }
  pthread_mutex_unlock(&w->lock);
  return NULL;
}

rg_workers *rg_workers_new(int threads) {
  if (threads < 2) return NULL;
  rg_workers *w = calloc(1, sizeof *w + (size_t)threads * sizeof w->worker[0]);
  if (!w) return NULL;
  pthread_mutex_init(&w->lock, NULL);
  pthread_cond_init(&w->wake, NULL);
  pthread_cond_init(&w->done, NULL);
  w->count = 1;
  // as much stack as a main thread has, whatever the limits of the process are
  pthread_attr_t plan;
  if (pthread_attr_init(&plan)) return w;
  pthread_attr_setstacksize(&plan, STACK);
  for (int i = 1; i < threads; i++) {
    worker *next = &w->worker[w->count];
    next->workers = w;
    next->number = w->count;
    if (pthread_create(&next->thread, &plan, thread_main, next)) break;
    w->count++;
  }
  pthread_attr_destroy(&plan);
  return w;
}

void rg_workers_free(rg_workers *w) {
  if (!w) return;
  pthread_mutex_lock(&w->lock);
  w->stop = 1;
  pthread_cond_broadcast(&w->wake);
  pthread_mutex_unlock(&w->lock);
  for (int i = 1; i < w->count; i++) pthread_join(w->worker[i].thread, NULL);
  pthread_cond_destroy(&w->wake);
  pthread_cond_destroy(&w->done);
  pthread_mutex_destroy(&w->lock);
  free(w);
}

int rg_workers_count(const rg_workers *w) { return w ? w->count : 1; }

void rg_workers_run(rg_workers *w, int items, rg_task task, void *context) {
  if (!w) {
    for (int i = 0; i < items; i++) task(context, i, 0);
    return;
  }
  pthread_mutex_lock(&w->lock);
  w->task = task;
  w->context = context;
  w->items = items;
  w->next = 0;
  pthread_cond_broadcast(&w->wake);
  work(w, 0);
  while (w->busy > 0) pthread_cond_wait(&w->done, &w->lock);
  w->items = 0;
  pthread_mutex_unlock(&w->lock);
}

/* --- portions ------------------------------------------------------------------------------------ */

typedef struct portions {
  rg_part part;
  void *context;
  int count;
} portions;

static void run_portion(void *context, int k, int thread) {
  const portions *p = context;
  (void)thread;
  int first = (int)((long long)p->count * k / RG_PORTIONS);
  int end = (int)((long long)p->count * (k + 1) / RG_PORTIONS);
  p->part(p->context, k, first, end);
}

void rg_portions_run(rg_workers *workers, int count, rg_part part, void *context) {
  portions p = {part, context, count};
  rg_workers_run(workers, RG_PORTIONS, run_portion, &p);
}
