/* The library's routines for pairs of convex shapes, for both processors: the very sources of src/collide, in a namespace of
   their own. What they have in a file alone has the name of that file here where two of them would have the same. */
#ifndef RK_CONVEX_H
#define RK_CONVEX_H

#include "base/arena.h"

#include <rigor/collide.h>

#include <assert.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* a shape has the type of what a collider knows of a mesh; the functions of that are made anew below */
#define rg_mesh_guide_new   rk_no_guide_new
#define rg_mesh_guide_start rk_no_guide_start
#define rg_mesh_cap         rk_no_cap
#include "collide/guide.h"
#undef rg_mesh_guide_new
#undef rg_mesh_guide_start
#undef rg_mesh_cap

#pragma nv_diag_suppress 20040 /* a declaration, and again one for both processors */
#pragma nv_diag_suppress 177   /* what is not called */
namespace rk_convex {
#define inline inline __host__ __device__
#include "math/vector.h"

#include "collide/support.h"
#undef inline
#include "math/hull2d.h"

#include "collide/epa.h"
#include "collide/feature.h"
#include "collide/gjk.h"
#include "collide/manifold.h"
#include "collide/pairs.h"
#include "collide/patch.h"
#include "collide/point_solid.h"
#include "collide/refine.h"

/* what is called from another file */
#define RK_BOTH                                                                                    \
  __noinline__ __host__ __device__ /* inlined into each other they are minutes of compiling */
RK_BOTH rg_gjk_result rg_gjk(rg_core_pair *pair, double limit, rg_separation *result);
RK_BOTH int rg_simplex_nearest(rg_difference *simplex, int n, double weight[4], double nearest[3]);
RK_BOTH void rg_epa(rg_core_pair *pair, rg_separation *best);
RK_BOTH void rg_feature_find(rg_core *core, const double direction[3], double angle,
                             rg_feature *feature);
RK_BOTH int rg_face_normal(rg_core *core, const double direction[3], double normal[3]);
RK_BOTH int rg_edge_directions(rg_core *core, const double direction[3], double edge[RG_EDGES][3]);
RK_BOTH void rg_manifold(rg_core_pair *pair, const rg_separation *separation,
                         rg_contact_list *list);
RK_BOTH void rg_manifold_shared(rg_core_pair *pair, const rg_separation *separation,
                                rg_contact_list *list);
RK_BOTH int rg_separate(rg_core_pair *pair, double limit, rg_separation *result);
RK_BOTH int rg_feature_code(int kind, int id_a, int id_b);
RK_BOTH void rg_contact_frame(const double normal[3], double frame[9]);
RK_BOTH void rg_contact_emit(rg_contact_list *list, const double position[3],
                             const double normal[3], double gap, int feature);
RK_BOTH void rg_patch_add(rg_patch *patch, const double position[3], double gap, int feature);
RK_BOTH void rg_patch_reduce(rg_patch *patch, int keep, double tolerance);
RK_BOTH void rg_patch_emit(rg_patch *patch, const double normal[3], int keep, double tolerance,
                           rg_contact_list *list);
RK_BOTH int rg_point_solid(const rg_core_pair *pair, rg_separation *result);
RK_BOTH void rg_refine(rg_core_pair *pair, rg_separation *best);
RK_BOTH void rg_core_pair_set(rg_core_pair *pair, const rg_shape *a, const rg_shape *b);
RK_BOTH void rg_core_support(rg_core *core, const double direction[3], double point[3]);
RK_BOTH int rg_mesh_support(const rg_shape *mesh, const double local[3], int start);
RK_BOTH int rg_mesh_guide_start(const rg_mesh_guide *guide, const double local[3]);
RK_BOTH int rg_mesh_cap(const rg_shape *mesh, const double direction[3], double height, int top,
                        int vertex[RG_CAP]);
RK_BOTH double rg_pair_support(rg_core_pair *pair, const double n[3], rg_difference *point);
RK_BOTH double rg_pair_separation(rg_core_pair *pair, const double n[3]);
RK_BOTH void rg_core_curvature(const rg_core *core, const double direction[3], double H[9]);
RK_BOTH void rg_shape_axis(const rg_shape *shape, int axis, double direction[3]);
RK_BOTH void rg_shape_bounds(const rg_shape *shape, double low[3], double high[3]);
RK_BOTH int rg_boxes_apart(const rg_shape *a, const rg_shape *b, double margin);
__host__ __device__ rg_pair_routine rg_box_box, rg_convex_convex, rg_sphere_sphere,
    rg_sphere_capsule, rg_sphere_ellipsoid, rg_sphere_cylinder, rg_sphere_box, rg_capsule_capsule;
RK_BOTH void rg_hull2d_clear(rg_hull2d *hull);
RK_BOTH void rg_hull2d_add(rg_hull2d *hull, double x, double y, int id);
RK_BOTH int rg_hull2d_ring(rg_hull2d *hull, int *ring, int most);

#define static static __noinline__ __host__ __device__
#include "math/hull2d.c"

/* what a collider knows of a mesh is made by the library alone: there are no arenas here */
#undef RG_NEW
#undef RG_RAW
#define RG_NEW(arena, type, count) ((void)(arena), (type *)nullptr)
#define RG_RAW(arena, type, count) ((void)(arena), (type *)nullptr)
#include "collide/guide.c"
#include "collide/support.c"

#include "collide/patch.c"

#include "collide/gjk.c"

#include "collide/feature.c"

#define offer   offer_direction
#define witness direction_witness
#include "collide/refine.c"
#undef offer
#undef PREFERENCE

#define add_corner add_polytope_corner
#define furthest   furthest_face
#include "collide/epa.c"
#undef add_corner
#undef furthest

#undef witness
#include "collide/manifold.c"

#include "collide/pairs_convex.c"

#include "collide/pairs_box.c"
#undef PREFERENCE

#include "collide/pairs_round.c"

#include "collide/point_solid.c"
#undef static
#undef NEAR
#undef ROUNDING
#undef SAME
#undef INSIDE
#undef LEVEL
#undef PARALLEL
#undef STRICTLY
#undef DEEPER
#undef COPLANAR
#undef FACING
#undef UPRIGHT
#undef NARROW
#undef EDGE_SINE

/* rg_collide_pair() of two that are neither planes nor meshes, the type of the first no larger */
static RK_BOTH int rk_collide_pair(const rg_shape *a, const rg_shape *b, double margin,
                                   rg_contact *contact, int most) {
  rg_contact_list list = {contact, 0, most, margin, 1};
  if (a->type == RG_GEOM_SPHERE && b->type == RG_GEOM_CYLINDER) rg_sphere_cylinder(a, b, &list);
  else if (a->type == RG_GEOM_SPHERE && b->type == RG_GEOM_ELLIPSOID)
    rg_sphere_ellipsoid(a, b, &list);
  else if (a->type == RG_GEOM_BOX && b->type == RG_GEOM_BOX) rg_box_box(a, b, &list);
  else rg_convex_convex(a, b, &list);
  return list.n;
}
} // namespace rk_convex
#endif
