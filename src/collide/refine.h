/* From a direction that is nearly best to the best one nearby. */
#ifndef RG_REFINE_H
#define RG_REFINE_H

#include "collide/gjk.h"

/* Raises g(normal): tries Newton's method where both surfaces are smooth, edge directions, and
   face normals. A face normal that is worse by no more than 1e-12 of the smaller extent is
   preferred, for it does not flicker. */
void rg_refine(rg_core_pair *pair, rg_separation *best);

#endif
