/* What a state says, computed here from the tables of the model, qpos and qvel alone: places, energies,
   momenta, overlaps with planes. Nothing of the library's dynamics is used. */
#ifndef CAMPAIGN_MOTION_H
#define CAMPAIGN_MOTION_H

#include <rigor/model.h>

typedef struct motion_body {
  double pos[3], R[9];    /* frame */
  double com[3], axes[9]; /* of mass, principal axes */
  double w[3], v[3];      /* angular velocity, velocity of the point at the world's origin */
} motion_body;

typedef struct motion {
  double kinetic, potential;
  double potential_size; /* sum without signs */
  double linear[3], angular[3];
  double linear_size, angular_size, mass;
  double centre[3];
  motion_body *body; /* nbody */
} motion;

/* 0 where memory ran out */
int motion_new(motion *m, const rg_model *model);
void motion_free(motion *m);
void motion_find(motion *m, const rg_model *model, const double *qpos, const double *qvel);
/* deepest overlap of a shape with a plane; 0: none */
double motion_overlap(const motion *m, const rg_model *model);

#endif
