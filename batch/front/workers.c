/* Threads that wait for a task and each do their own part of it. Parts do not wander between threads, so that what a
   thread has taken and touched is touched by no other. */
#include "front/front.h"

#include <pthread.h>
#include <stdlib.h>

enum { STACK = 8 << 20 }; /* what a main thread has, whatever the limits of the process are */

typedef struct worker {
  batch_workers *all;
  int number;
  pthread_t thread;
} worker;

struct batch_workers {
  pthread_mutex_t lock;
  pthread_cond_t wake, done;
  batch_task task;
  void *context;
  unsigned round; /* tasks given out so far */
  int busy, stop, count;
  worker worker[];
};

static void *thread_main(void *argument) {
  worker *self = argument;
  batch_workers *w = self->all;
  unsigned seen = 0;
  pthread_mutex_lock(&w->lock);
  while (!w->stop) {
    if (seen == w->round) {
      pthread_cond_wait(&w->wake, &w->lock);
      continue;
    }
    seen = w->round;
    int count = w->count;
    pthread_mutex_unlock(&w->lock);
    w->task(w->context, self->number, count);
    pthread_mutex_lock(&w->lock);
    if (--w->busy == 0) pthread_cond_signal(&w->done);
  }
  pthread_mutex_unlock(&w->lock);
  return NULL;
}

/* fewer than were asked for where the system has no more to give */
static void start_threads(batch_workers *w, int threads) {
  pthread_attr_t plan;
  if (pthread_attr_init(&plan)) return;
  pthread_attr_setstacksize(&plan, STACK);
  pthread_mutex_lock(&w->lock);
  for (int i = 1; i < threads; i++) {
    worker *next = &w->worker[w->count];
    next->all = w;
    next->number = w->count;
    if (pthread_create(&next->thread, &plan, thread_main, next)) break;
    w->count++;
  }
  pthread_mutex_unlock(&w->lock);
  pthread_attr_destroy(&plan);
}

batch_workers *batch_workers_new(int threads) {
  batch_workers *w = calloc(1, sizeof *w + (size_t)threads * sizeof w->worker[0]);
  if (!w) return NULL;
  pthread_mutex_init(&w->lock, NULL);
  pthread_cond_init(&w->wake, NULL);
  pthread_cond_init(&w->done, NULL);
  w->count = 1;
  start_threads(w, threads);
  return w;
}

void batch_workers_free(batch_workers *w) {
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

int batch_workers_count(const batch_workers *w) { return w->count; }

void batch_workers_run(batch_workers *w, batch_task task, void *context) {
  pthread_mutex_lock(&w->lock);
  w->task = task;
  w->context = context;
  w->busy = w->count - 1;
  w->round++;
  pthread_cond_broadcast(&w->wake);
  pthread_mutex_unlock(&w->lock);
  task(context, 0, w->count);
  pthread_mutex_lock(&w->lock);
  while (w->busy > 0) pthread_cond_wait(&w->done, &w->lock);
  pthread_mutex_unlock(&w->lock);
}
