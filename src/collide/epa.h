/* Penetration depth of two convex cores. */
#ifndef RG_EPA_H
#define RG_EPA_H

#include "collide/gjk.h"

/* Improves `best` (largest g so far) to the signed distance of cores that overlap or nearly
   touch. A growing polytope inside A - B bounds the depth from below, every g(n) from above;
   ends where the two meet. */
void rg_epa(rg_core_pair *pair, rg_separation *best);

#endif
