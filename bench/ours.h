/* rigor's own time on a problem that is already in memory. */
#ifndef BENCH_OURS_H
#define BENCH_OURS_H

#include "case.h"

typedef struct bench_ours {
  const bench_case *one;
  double tol;    /* natural map relative to ||c|| */
  double budget; /* s: repeats until this is used up */
} bench_ours;

/* a bench_job; `context` is a bench_ours */
void bench_ours_job(const void *context, int report);

#endif
