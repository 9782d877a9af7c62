/* One frame at the level of accelerations: contact forces where velocities are given (Andreani, Friedlander, Mello &
   Santos 2002; docs/frame.md). */
#ifndef RIGOR_ACCELERATION_H
#define RIGOR_ACCELERATION_H

#include <rigor/step.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rg_frame_report {
  rg_status status; /* RG_NO_SOLUTION where none exists: impulses are needed */
  int rolling, sliding;
  int iterations;
  rg_certificate certificate;
  char reason[256];
} rg_frame_report;

/* Contact forces and accelerations at the current state: rolling contacts (slip below `threshold`,
   m/s) obey the cone, sliding ones push back along their slip. `qacc` (nv) and `force` (3 a contact
   of rg_sim_contacts(), N) may be NULL. */
RG_API rg_status rg_sim_frame(rg_sim *sim, double threshold, double *qacc, double *force,
                              rg_frame_report *report);

#ifdef __cplusplus
}
#endif
#endif
