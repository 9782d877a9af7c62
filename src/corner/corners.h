/* Exact corners for planar scenes (Trinkle's notes, page 26). Two convex shapes in a plane are
   apart where one of their faces separates them:

       psi_1 >= 0  or  psi_2 >= 0  or ...,     psi_j = least distance of the other shape's vertices
                                               from the line of face j

   One set of linear contact rows demands one chosen psi_j >= 0 and cuts off the free space
   beyond the ends of the face. Here every pair of shapes that may turn around a corner within
   the step becomes a group of alternatives, and one of them is chosen so that the solution is
   consistent. docs/corners.md

   Use, around the solve of a step:

       groups = rg_corners_find(corners, ..., contacts of the collider, ...);
       do {
         n = rg_corners_contacts(corners, &list);   build the constraints from these n contacts
         solve; v = new velocity; r = impulses of those contacts
       } while (groups && rg_corners_next(corners, model, data, solved ? v : NULL, r)); */
#ifndef RG_CORNERS_H
#define RG_CORNERS_H

#include "base/arena.h"

#include <rigor/collide.h>

typedef struct rg_corners rg_corners;

/* NULL and `error` where the model is not planar: all hinges turn about one direction, all slides
   lie across it, no other joints. NULL and arena->failed where memory ran out. */
rg_corners *rg_corners_new(rg_arena *arena, const rg_model *model, int most_contacts,
                           rg_error *error);

/* One step as the search for corners sees it. */
typedef struct rg_corner_step {
  const rg_model *model;
  const rg_data *data;       /* kinematics at the positions of the contacts */
  const rg_contact *contact; /* of the collider */
  int contacts;
  const double *free; /* nv: velocity at the end of the step without impulses */
  const double *back; /* nv: where data's positions are an estimate, gaps are those at the
                             positions moved back by dt times this velocity; NULL: as they are */
  double dt;
} rg_corner_step;

/* Finds the groups and makes the first choice; returns the number of groups. Needs no memory. */
int rg_corners_find(rg_corners *corners, const rg_corner_step *step);
/* The contacts of the present choice: those of the collider that belong to no group, then those of
   the chosen alternatives. Returns their number. */
int rg_corners_contacts(const rg_corners *corners, const rg_contact **list);
/* After a solve with these contacts: velocity v (nv; NULL: it was not solved) and impulses
   (normal, tangent1, tangent2 a contact). 0: the choice stands. 1: there is another choice,
   solve again. Ends after a bounded number of calls; where no choice is consistent the best one
   comes last and stands. */
int rg_corners_next(rg_corners *corners, const rg_model *model, const rg_data *data,
                    const double *v, const double *impulse);
/* Groups whose last choice is not consistent. */
int rg_corners_unresolved(const rg_corners *corners);

#endif
