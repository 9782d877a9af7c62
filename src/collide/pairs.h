/* Pair routines. Each expects its shapes in the order of its name and hands out contacts with
   gap <= list->margin, normals from the second shape to the first. */
#ifndef RG_PAIRS_H
#define RG_PAIRS_H

#include "collide/gjk.h"
#include "collide/patch.h"

typedef void rg_pair_routine(const rg_shape *a, const rg_shape *b, rg_contact_list *list);

rg_pair_routine rg_plane_sphere, rg_plane_capsule, rg_plane_ellipsoid, rg_plane_cylinder,
    rg_plane_box, rg_plane_mesh;
rg_pair_routine rg_sphere_sphere, rg_sphere_capsule, rg_sphere_ellipsoid, rg_sphere_cylinder,
    rg_sphere_box;
rg_pair_routine rg_capsule_capsule, rg_box_box;
rg_pair_routine rg_convex_convex; /* any two but planes */

/* Largest g of the cores; 0 where it is known to be beyond limit. */
int rg_separate(rg_core_pair *pair, double limit, rg_separation *result);

#endif
