/* Threads that take the parts of an experiment one after the other. */
#include "parallel.h"

#include "common.h"

#include <pthread.h>
#include <unistd.h>

enum { MOST_THREADS = 64 };

typedef struct queue {
  const paper_options *options;
  paper_part part;
  void *context;
  pthread_mutex_t lock;
  int items, next;
  int failed; /* the first part that failed; `items`: none */
  rg_status status;
} queue;

/* the next part, or -1 */
static int take(queue *q) {
  pthread_mutex_lock(&q->lock);
  int over = q->next == q->items || q->failed < q->items || paper_interrupted(q->options);
  int item = over ? -1 : q->next++;
  pthread_mutex_unlock(&q->lock);
  return item;
}

static void *work(void *context) {
  queue *q = context;
  for (int item = take(q); item >= 0; item = take(q)) {
    rg_status status = q->part(q->context, item);
    pthread_mutex_lock(&q->lock);
    if (status != RG_OK && item < q->failed) q->failed = item, q->status = status;
    pthread_mutex_unlock(&q->lock);
  }
  return NULL;
}

static int wanted_threads(const paper_options *options, int items) {
  long cores = options->threads > 0 ? options->threads : sysconf(_SC_NPROCESSORS_ONLN);
  int most = cores > MOST_THREADS ? MOST_THREADS : (int)cores;
  return most < items ? most : items;
}

rg_status paper_parallel(const paper_options *options, int items, paper_part part, void *context) {
  queue q = {.options = options, .part = part, .context = context, .items = items, .failed = items};
  pthread_t thread[MOST_THREADS];
  int others = 0, wanted = wanted_threads(options, items);
  if (pthread_mutex_init(&q.lock, NULL) != 0) return RG_NO_MEMORY;
  /* fewer threads where the system gives no more */
  while (others < wanted - 1 && pthread_create(&thread[others], NULL, work, &q) == 0) others++;
  work(&q);
  for (int k = 0; k < others; k++) pthread_join(thread[k], NULL);
  pthread_mutex_destroy(&q.lock);
  return q.status;
}
