/* A few threads that wait for work. */
#ifndef RG_PARALLEL_H
#define RG_PARALLEL_H

typedef struct rg_workers rg_workers;

/* What a task is: `item` of rg_workers_run, `worker` in 0..threads-1 for memory of its own. */
typedef void (*rg_task)(void *context, int item, int worker);

/* `threads` - 1 threads beside the caller's; NULL where the system has none to give. */
rg_workers *rg_workers_new(int threads);
void rg_workers_free(rg_workers *workers);       /* NULL is fine */
int rg_workers_count(const rg_workers *workers); /* 1 for NULL */

/* Calls task(context, item, worker) once for each item in 0..items-1, in any order and on any thread
   (NULL workers: in order, on this one), and returns when all are done. */
void rg_workers_run(rg_workers *workers, int items, rg_task task, void *context);

/* Many small items, 0..count-1, in portions that do not depend on the threads: whoever adds up what portions
   found does so in their order. */
enum { RG_PORTIONS = 32 };
typedef void (*rg_part)(void *context, int portion, int first, int end);
void rg_portions_run(rg_workers *workers, int count, rg_part part, void *context);

#endif
