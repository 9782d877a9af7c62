/* All points where two convex cores meet, for a direction of separation that has been found. */
#ifndef RG_MANIFOLD_H
#define RG_MANIFOLD_H

#include "collide/gjk.h"
#include "collide/patch.h"

/* Clips the features that face each other (vertices, edges, faces) in the plane at right angles
   to the normal. Each point gets the gap of the two surfaces along the normal; the deepest one
   has the signed distance. */
void rg_manifold(rg_core_pair *pair, const rg_separation *separation, rg_contact_list *list);
/* Only the corners of what the features share, along any direction, where the cores are apart there: nothing where they are
   not above each other. */
void rg_manifold_shared(rg_core_pair *pair, const rg_separation *separation, rg_contact_list *list);

#endif
