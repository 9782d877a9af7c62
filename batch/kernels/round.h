/* A round of a GPU: a step of every simulation that is not at its goal, in three kernels for all of them. What the second does
   not solve waits for a slower one, which works beside the next round: that simulation skips it, nobody waits. What becomes
   of a simulation does not depend on that, for its steps follow from its own state alone. A slot is a simulation. */
#ifndef RK_ROUND_H
#define RK_ROUND_H

#include "kernels/step.h"

/* All parts are for a group. 1 where there are laws to be met; then the record is ready for them */
RK_WITHIN int rk_round_begin(const rk_model *m, const rk_arrays *all, const rk_record *r,
                             double *room, int lane) {
  if (RK_INT_AT(r, state, 0, lane) == RK_WAITS) return 0;
  RK_MEET();
  if (RK_LANE == 0) RK_INT_AT(r, state, 0, lane) = RK_STOPPED;
  if (all->state[lane] != RK_RUNS || all->steps[lane] >= all->goal[lane]) return 0;
  int state = rk_begin(m, all, r, room, lane, lane);
  if (state != RK_RUNS) {
    if (RK_LANE == 0) {
      all->state[lane] = state;
      RK_INT_AT(r, outruns, 0, lane) = 0;
    }
    return 0;
  }
  return RK_INT_AT(r, rows, 0, lane) + RK_INT_AT(r, contacts, 0, lane) > 0;
}

/* 1 where the simulation is one for the slower kernel */
RK_FUNCTION int rk_round_meet(const rk_model *m, const rk_record *r, double *room, size_t size,
                              int slot) {
  int solved = rk_meet(m, r, room, size, RK_BUDGET, slot);
  if (RK_LANE == 0) RK_INT_AT(r, state, 0, slot) = solved ? RK_RUNS : RK_WAITS;
  RK_MEET();
  return !solved;
}

/* The slower one: first in a near room, then in one where everything fits. It runs beside the begin of the next round, which
   skips what waits: until the end of that round it waits, whatever became of it here. */
RK_FUNCTION void rk_round_slowly(const rk_model *m, const rk_record *r, double *near,
                                 size_t near_size, double *far, size_t far_size, int slot) {
  int solved = 0;
  RK_LOOP
  for (int k = 0; k < 2 && !solved; k++)
    solved = rk_meet(m, r, k ? far : near, k ? far_size : near_size, RK_SLOW_BUDGET, slot);
  if (RK_LANE == 0) RK_INT_AT(r, slow, 0, slot) = solved ? RK_SLOWLY : RK_NEVER;
  RK_MEET();
}

RK_WITHIN void rk_round_end(const rk_model *m, const rk_arrays *all, const rk_record *r,
                            double *room, int lane) {
  int state = RK_INT_AT(r, state, 0, lane), slow = RK_INT_AT(r, slow, 0, lane);
  RK_MEET();
  if (state == RK_WAITS && slow) {
    state = slow == RK_SLOWLY ? RK_RUNS : RK_UNSOLVED;
    if (RK_LANE == 0) RK_INT_AT(r, state, 0, lane) = state;
    RK_MEET();
  }
  if (state == RK_STOPPED || state == RK_WAITS) return;
  if (all->state[lane] != RK_RUNS)
    return; /* the host has stopped it while it waited, or is to do the step */
  state = rk_end(m, all, r, room, lane, lane);
  RK_MEET();
  if (RK_LANE == 0) {
    all->state[lane] = state == RK_AGAIN ? RK_RUNS : state;
    if (state != RK_AGAIN) RK_INT_AT(r, outruns, 0, lane) = 0;
  }
}

#endif
