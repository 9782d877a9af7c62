/* What an engine does to the laws of contact, measured the same way for rigor and for every peer
   from what they publish: forces, velocities after the step, gaps. For `rigor bench` and the programs
   in bench/peers. */
#ifndef BENCH_LAWS_H
#define BENCH_LAWS_H

#include <stdio.h>

/* One contact of one step. Forces or impulses: only their ratios count. */
typedef struct bench_contact {
  double mu;
  double force[3]; /* normal, tangent1, tangent2 on one of the bodies */
  /* of that body relative to the other after the step, m/s; the normal one without what was asked
     for (bounces, overlaps that part) where the engine tells */
  double velocity[3];
  double gap; /* m */
} bench_contact;

/* A measure over all steps: weighted by the normal force, and at its worst. */
typedef struct bench_measure {
  double sum, weight, worst;
} bench_measure;

typedef struct bench_laws {
  long steps;
  double contacts_sum;
  int contacts_most;
  double penetration; /* m: deepest overlap */
  double cone;        /* worst (|f_t| - mu f_n) / (mu f_n), >= 0 */
  bench_measure
      creep; /* m/s: slip of contacts whose friction is inside the cone, which must stick */
  bench_measure lift;  /* m/s: contacts that part while they push */
  bench_measure angle; /* rad: friction against the direction opposite to the slip */
  double rest;         /* fastest entry of the velocity at the end, m/s or rad/s */
} bench_laws;

/* Adds the contacts of one step. */
void bench_laws_step(bench_laws *laws, const bench_contact *contact, int count);
double bench_mean(const bench_measure *measure);
double bench_contacts_mean(const bench_laws *laws);
/* One line of numbers, and back; reading returns 0 where it is not such a line. */
void bench_laws_write(const bench_laws *laws, FILE *stream);
int bench_laws_read(bench_laws *laws, const char *line);

#endif
