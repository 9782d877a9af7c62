/* When two shapes that move would touch: conservative advancement. */
#ifndef RG_IMPACT_TIME_H
#define RG_IMPACT_TIME_H

#include <rigor/collide.h>

/* A body's motion: spatial velocity (angular, linear) at its origin, and how far it reaches from there. */
typedef struct rg_swept {
  const double *velocity, *origin;
  double reach;
} rg_swept;

/* 1 where they touch between the times `from` and `to`, though they are apart at the first; now is 0. The time in
   *when, and a contact that keeps them from it: the normal and the places of that time, carried to now with
   the bodies, and the way along the normal as its gap. */
int rg_time_of_impact(const rg_shape *a, const rg_shape *b, const rg_swept *of_a,
                      const rg_swept *of_b, double from, double to, double *when,
                      rg_contact *contact);

#endif
