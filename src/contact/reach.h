/* Contacts within reach: those that may close in the step, at the speeds that bodies have and at those that impulses give
   them (docs/stepping.md). */
#ifndef RG_REACH_H
#define RG_REACH_H

#include "contact/constraints.h"

/* Fastest point of each body, before the step, after it without contacts, and after what has hit it. */
void rg_reach_speeds(rg_constraints *constraints, const rg_constraint_input *input);
/* Contacts that bodies as fast as that may come to, and some that they may not; their number. `own`: in the place of the
   constraints' own; 0: in that of the collider. */
int rg_reach_collide(rg_constraints *constraints, const rg_constraint_input *input, int own,
                     const rg_contact **contact);
/* Those that may close become constraints. */
void rg_reach_take(rg_constraints *constraints, const rg_constraint_input *input,
                   const rg_contact *contact, int count);
/* A new step: nothing has been hit. */
void rg_reach_forget(rg_constraints *constraints, const rg_model *model);
/* 1 where impulses make bodies so fast that they run into what was not looked for: v is the velocity that they lead to. The
   step has to be collected and solved again then, with the speeds that this notes. */
int rg_reach_outrun(rg_constraints *constraints, const rg_constraint_input *input, const double *v);

#endif
