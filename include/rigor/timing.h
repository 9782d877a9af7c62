/* Where the time of the steps goes, by room. Off until asked for: it costs a dozen looks at the
   clock a step. */
#ifndef RIGOR_TIMING_H
#define RIGOR_TIMING_H

#include <rigor/step.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum rg_room {
  RG_ROOM_STEP = 0, /* integration, checks of the state, sensors, projection */
  RG_ROOM_DYNAMICS, /* forces, mass, free acceleration */
  RG_ROOM_COLLIDE,
  RG_ROOM_CONTACT, /* rows, assembly, restitution, the new velocity, the check of the motion */
  RG_ROOM_SOLVE,   /* set-up, solve, certificate */
  RG_ROOM_COUNT
} rg_room;

/* "step", "dynamics", "collide", "contact", "solve" */
RG_API const char *rg_room_name(rg_room room);

/* 1: clears the times and measures from the next step on; 0: stops. */
RG_API void rg_sim_time_rooms(rg_sim *sim, int on);
/* Wall time of all steps since then, s, by rg_room. */
RG_API const double *rg_sim_room_seconds(const rg_sim *sim);

#ifdef __cplusplus
}
#endif
#endif
