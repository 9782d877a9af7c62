/* A watch that is always in one of a few places and adds up the time in each. */
#ifndef RG_STOPWATCH_H
#define RG_STOPWATCH_H

#include "base/clock.h"

enum { RG_STOPWATCH_PLACES = 8 };

typedef struct rg_stopwatch {
  int on, place;
  double since;
  double seconds[RG_STOPWATCH_PLACES];
} rg_stopwatch;

/* The time since the last call belongs to the place before; returns that place. Nothing where
   the watch is NULL or off. */
static inline int rg_stopwatch_enter(rg_stopwatch *watch, int place) {
  if (!watch || !watch->on) return 0;
  double now = rg_seconds();
  int before = watch->place;
  watch->seconds[before] += now - watch->since;
  watch->since = now;
  watch->place = place;
  return before;
}

/* What was before now is nobody's. */
static inline void rg_stopwatch_begin(rg_stopwatch *watch, int place) {
  if (!watch->on) return;
  watch->since = rg_seconds();
  watch->place = place;
}

#endif
