/* Runs a timed job in a child process that may crash, exit, loop or print, and reads its times. */
#ifndef BENCH_CHILD_H
#define BENCH_CHILD_H

/* What a job has reached so far; it reports every time it knows better. */
typedef struct bench_outcome {
  int solved;       /* natural map within the tolerance */
  double setup;     /* s, least over the calls */
  double solve;     /* s, least over the calls */
  double total;     /* s, least over the calls */
  double natural;   /* natural map relative to ||c|| */
  double tolerance; /* what was asked of the solver */
  char note[64];    /* our solver, or how the child ended */
} bench_outcome;

/* `report` is where the job writes with bench_report(). */
typedef void (*bench_job)(const void *context, int report);

void bench_report(int report, const bench_outcome *outcome);

/* The last outcome that the job reported. The child is killed after `silence` seconds of processor
   time without a report and after `cap` seconds of wall time in any case. */
bench_outcome bench_isolate(bench_job job, const void *context, double silence, double cap);

/* s, CLOCK_MONOTONIC */
double bench_now(void);

/* Times a call: the lesser of wall and processor time, so that a machine which is shared with
   others does not lengthen the long calls. Everything that is timed has one thread. */
typedef struct bench_watch {
  double wall, cpu;
} bench_watch;
bench_watch bench_start(void);
double bench_stop(bench_watch start);

#endif
