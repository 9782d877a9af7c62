/* Contacts as rows of the tree's velocities, and what the minimal and the embedded coordinates fill
   alike.

       u = frame (velocity of the point on body 1 - velocity of the point on body 2)

   Column k of a contact's rows is the motion of degree of freedom k at the contact point, plus on
   the way from body 1, minus on the way from body 2, and nothing where both ways have met: what
   moves both bodies alike does not move them against each other. */
#ifndef RG_CONTACT_ROWS_H
#define RG_CONTACT_ROWS_H

#include "contact/constraints.h"
#include "dynamics/work.h"
#include <rigor/problem.h>

/* nbody: the last degree of freedom that moves a body, -1 where nothing does */
void rg_body_tips(const rg_model *model, int *tip);

/* frame (motion of the degree of freedom at the contact point) */
static inline void rg_contact_column(const rg_model *model, const rg_data *data,
                                     const rg_contact *contact, int dof, double column[3]) {
  const double *motion = rg_work_of(data)->motion + 6 * dof;
  double arm[3], v[3];
  rg_v3_sub(arm, contact->position, data->xpos + 3 * model->dof_body[dof]);
  rg_v3_copy(v, motion + 3);
  rg_v3_add_cross(v, motion, arm);
  rg_mat3_apply(column, contact->frame, v);
}

/* the same of the angular velocity: rows of the moments of torsional and rolling friction */
static inline void rg_contact_turn(const rg_data *data, const rg_contact *contact, int dof,
                                   double column[3]) {
  rg_mat3_apply(column, contact->frame, rg_work_of(data)->motion + 6 * dof);
}

/* What a problem needs besides A, in rooms of its own. */
typedef struct rg_problem_room {
  int rows;
  const int *row; /* rows of the problem in the constraints; NULL: all of them */
  double *c, *lower, *upper;
  double *body_velocity; /* nbody x 6 */
} rg_problem_room;

void rg_problem_room_setup(rg_problem_room *room, rg_arena *arena, const rg_model *model,
                           int most_rows, int most_contacts);

/* u = G v - target + surface in the order of the problem, by the velocities of the bodies */
void rg_constraint_velocity(rg_problem_room *room, const rg_model *model, const rg_data *data,
                            const rg_constraints *constraints, const double *v, double *u);
/* Everything but A; c from the velocity without impulses. RG_BAD_INPUT where c is not finite. */
rg_status rg_fill_problem(rg_problem_room *room, const rg_model *model, const rg_data *data,
                          const rg_constraints *constraints, const double *free_velocity,
                          rg_problem *problem, rg_error *error);

/* spatial velocity (angular, linear at xpos) of every body that moves with v: nbody x 6 */
void rg_body_velocities(const rg_model *model, const rg_data *data, const double *v,
                        double *body_velocity);

#endif
