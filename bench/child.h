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

/* The last outcome that the job reported. The child is killed after `silence` seconds without a
   report and after `cap` seconds in any case. */
bench_outcome bench_isolate(bench_job job, const void *context, double silence, double cap);

/* s, CLOCK_MONOTONIC */
double bench_now(void);

#endif
