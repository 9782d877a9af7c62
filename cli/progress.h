/* A line on a terminal that says how far a run has come. */
#ifndef RIGOR_PROGRESS_H
#define RIGOR_PROGRESS_H

typedef struct progress {
  int shown; /* 0: stderr is no terminal, or nobody wants to see it */
  const char *label;
  double begin, last; /* wall time */
  double span;        /* simulated time from the start to the end, s */
} progress;

progress progress_begin(int wanted, const char *label, double span);
/* `done`: simulated time since the start; `steps` of this run; `worst` relative natural map so far. */
void progress_show(progress *p, double done, long steps, double worst);
/* Wipes the line. */
void progress_end(progress *p);

#endif
