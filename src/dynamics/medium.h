/* The medium that bodies move through: medium.c. */
#ifndef RG_MEDIUM_H
#define RG_MEDIUM_H

#include <rigor/dynamics.h>

int rg_has_medium(const rg_model *model);
/* body_force (nbody x 6, at xpos) += forces of the medium at data's velocities; where a rule takes them within the step,
   what that adds to the inertia of each body. Needs rg_velocity_stage. */
void rg_medium(const rg_model *model, rg_data *data, double *body_force);
/* 1 where the medium adds to the inertia of bodies */
int rg_medium_adds(const rg_data *data);
/* force (nv) += s times what is added to M, times v */
void rg_medium_follow(const rg_model *model, rg_data *data, double s, const double *v,
                      double *force);
/* What is added to a body that turns alone, with all that is fixed to it: about a point of it, in its own axes. */
void rg_medium_turning(const rg_data *data, int first, int end, const double point[3],
                       double added[9]);

#endif
