/* Steps that choose their own size: options.accuracy. */
#ifndef RG_ADAPT_H
#define RG_ADAPT_H

#include "base/arena.h"

#include <rigor/step.h>

typedef struct rg_adapt {
  double halvings; /* the next try is a step over 2 to that */
  double *saved;   /* the state that a try began with, */
  double time;
  rg_step_report report;
  double *pose; /* nbody x 7: where one step led to */
} rg_adapt;

/* 0 where memory ran out */
int rg_adapt_setup(rg_adapt *adapt, rg_arena *arena, const rg_sim *sim);

#endif
