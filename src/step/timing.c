/* Times by room: the watch of the simulation. */
#include "step/sim.h"

#include <rigor/timing.h>

#include <string.h>

_Static_assert((int)RG_ROOM_COUNT <= (int)RG_STOPWATCH_PLACES, "a place for each room");

const char *rg_room_name(rg_room room) {
  static const char *const names[RG_ROOM_COUNT] = {"step", "dynamics", "collide", "contact",
                                                   "solve"};
  return (int)room >= 0 && room < RG_ROOM_COUNT ? names[room] : "";
}

void rg_sim_time_rooms(rg_sim *sim, int on) {
  if (on) memset(&sim->watch, 0, sizeof sim->watch);
  sim->watch.on = on;
}

const double *rg_sim_room_seconds(const rg_sim *sim) { return sim->watch.seconds; }
