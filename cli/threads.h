/* Work on several threads, and what one of them has computed. */
#ifndef RIGOR_THREADS_H
#define RIGOR_THREADS_H

/* One piece of work: it writes to memory of its own, or under a lock. */
typedef void (*thread_task)(void *context, int item);

/* Calls task(context, item) once for each item in 0..items-1 on up to `threads` threads, this one
   included (fewer where the system has no more), and returns when all are done. */
void run_on_threads(int threads, int items, thread_task task, void *context);

/* Processor time of the calling thread, s: what others do on the machine does not count. */
double thread_seconds(void);

#endif
