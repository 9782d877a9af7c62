/* Half-solved rows of deep trees, by articulated bodies instead of the factor of M.

   The innovations factor of M^-1 (Jain 2011, ch. 7) is the same L' D L, applied in O(1) a degree of
   freedom: from the tips on, with the force p that a body leaves to its parent,

       u_k = g_k - S_k' p,   p += U_k u_k / D_k,   w_k = u_k / sqrt(D_k)

   so that a row costs what its way to the root is long, and M is neither built nor factored; where the ways of rows
   share long stretches they have six coordinates each (stretches.h). */
#ifndef RG_ARTICULATED_ROWS_H
#define RG_ARTICULATED_ROWS_H

#include "contact/half_rows.h"
#include "contact/meetings.h"
#include "contact/stretches.h"
#include "dynamics/work.h"
#include <rigor/collide.h>

/* All need rg_articulated_factor. The unit of D^-1; -1, or the first degree of freedom without inertia. */
int rg_articulated_rows_check(const rg_model *model, const rg_data *data, double *unit);
/* The coordinates of `stretches`, and what their rows are scaled by. */
void rg_articulated_rows_begin(const rg_stretches *stretches, double unit, rg_half_rows *rows);
/* Unit forces along the frame on the carriers of the contact's bodies, `tip` as in rg_body_tips;
   force: nbody x 36, `moments`: with moments about it too; zero before the first and again after the elimination. */
void rg_articulated_rows_push(const rg_model *model, const rg_data *data, const rg_contact *contact,
                              const int *tip, int moments, double *force);
/* rows->x and force -> L'^-1 x on the support, R p on stretches; `meetings` (NULL: nobody) are shown what passes */
void rg_articulated_rows_eliminate(const rg_model *model, const rg_data *data,
                                   const rg_stretches *stretches, rg_half_rows *rows, int width,
                                   rg_meetings *meetings, double *force);

#endif
