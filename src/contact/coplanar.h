/* Contacts that others say all about.

   Two bodies may touch with many shapes each in one plane: pads made of boxes, soles made of meshes. With the same normal
   and the same friction the wrenches of a contact inside of the hull of the others are those of the others,

       p = sum l_i p_i, l >= 0, sum l_i = 1     =>     f at p = sum of l_i f at p_i,   u_n(p) = sum l_i u_n(p_i)

   and where its gap is no less than theirs it stays open as long as they do. What solves the problem without it solves the
   problem with it. */
#ifndef RG_COPLANAR_H
#define RG_COPLANAR_H

#include "contact/constraints.h"

/* Leaves out such contacts where two bodies touch in more points than a pair of shapes ever does. */
void rg_constraints_thin(rg_constraints *constraints, const rg_constraint_input *input);

#endif
