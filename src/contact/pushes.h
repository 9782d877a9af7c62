/* What impulses do to a tree, by the wrenches of its bodies: the way back of contact_rows.h,
   without rows. */
#ifndef RG_PUSHES_H
#define RG_PUSHES_H

#include "contact/constraints.h"

/* force (nv) = G' impulse, impulses in the order of scalar rows and contacts; units that are
   `done` (NULL: none) are left out. `wrench`: work, nbody x 6. */
void rg_constraint_push(const rg_model *model, const rg_data *data,
                        const rg_constraints *constraints, const unsigned char *done,
                        const double *impulse, double *wrench, double *force);

/* The same before it has gone down the tree: `wrench` of the bodies at their origins, and the `force` (nv) of scalar rows. */
void rg_constraint_wrenches(const rg_model *model, const rg_data *data,
                            const rg_constraints *constraints, const unsigned char *done,
                            const double *impulse, double *wrench, double *force);

#endif
