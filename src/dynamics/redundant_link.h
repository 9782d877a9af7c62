/* One joint of the redundant coordinates: what it allows, what it locks, and where it stands. */
#ifndef RG_REDUNDANT_LINK_H
#define RG_REDUNDANT_LINK_H

#include "dynamics/redundant.h"

/* Fits the joint coordinates `qpos` of the link's body (all of the model's qpos) to the poses of
   parent and body, and fills everything of the link but drift. */
void rg_link_fit(rg_link *link, const rg_model *model, const double parent_pos[3],
                 const double parent_quat[4], const double pos[3], const double quat[4],
                 double *qpos);
/* Rates of the joints from the relative motion at link->origin, and the drift under them. */
void rg_link_rates(rg_link *link, const rg_model *model, const double parent_motion[6],
                   const double motion[6], double *qvel);

#endif
