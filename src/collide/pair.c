/* The table of pair routines, and the two direct queries. */
#include "collide/pairs.h"

#include "math/vector.h"

enum { TYPES = RG_GEOM_MESH + 1 };

/* by type of the first and the second shape; below the diagonal the shapes are exchanged */
static rg_pair_routine *const routine[TYPES][TYPES] = {
    [RG_GEOM_PLANE] = {NULL, rg_plane_sphere, rg_plane_capsule, rg_plane_ellipsoid,
                       rg_plane_cylinder, rg_plane_box, rg_plane_mesh},
    [RG_GEOM_SPHERE] = {NULL, rg_sphere_sphere, rg_sphere_capsule, rg_sphere_ellipsoid,
                        rg_sphere_cylinder, rg_sphere_box, rg_convex_convex},
    [RG_GEOM_CAPSULE] = {NULL, NULL, rg_capsule_capsule, rg_convex_convex, rg_convex_convex,
                         rg_convex_convex, rg_convex_convex},
    [RG_GEOM_ELLIPSOID] = {NULL, NULL, NULL, rg_convex_convex, rg_convex_convex, rg_convex_convex,
                           rg_convex_convex},
    [RG_GEOM_CYLINDER] = {NULL, NULL, NULL, NULL, rg_convex_convex, rg_convex_convex,
                          rg_convex_convex},
    [RG_GEOM_BOX] = {NULL, NULL, NULL, NULL, NULL, rg_box_box, rg_convex_convex},
    [RG_GEOM_MESH] = {NULL, NULL, NULL, NULL, NULL, NULL, rg_convex_convex},
};

/* a known type, and vertices where it is a mesh */
static int is_shape(const rg_shape *shape) {
  if (!shape || (int)shape->type < 0 || shape->type > RG_GEOM_MESH) return 0;
  return shape->type != RG_GEOM_MESH || (shape->vertex && shape->nvertex > 0);
}

int rg_collide_pair(const rg_shape *a, const rg_shape *b, double margin, rg_contact *contact,
                    int most) {
  rg_contact_list list = {.contact = contact, .most = most, .margin = margin, .sign = 1};
  if (!is_shape(a) || !is_shape(b)) return 0;
  int exchange = a->type > b->type;
  const rg_shape *first = exchange ? b : a, *second = exchange ? a : b;
  rg_pair_routine *collide = routine[first->type][second->type];
  list.sign = exchange ? -1 : 1;
  if (collide && most > 0) collide(first, second, &list);
  return list.n;
}

double rg_distance(const rg_shape *a, const rg_shape *b, double point_a[3], double point_b[3],
                   double normal[3]) {
  rg_contact c;
  if (rg_collide_pair(a, b, HUGE_VAL, &c, 1) == 0) {
    /* two planes, no shape, or a pose that is not finite */
    if (point_a) rg_v3_set(point_a, 0, 0, 0);
    if (point_b) rg_v3_set(point_b, 0, 0, 0);
    if (normal) rg_v3_set(normal, 0, 0, 1);
    return HUGE_VAL;
  }
  for (int i = 0; i < 3; i++) {
    if (normal) normal[i] = c.frame[i];
    if (point_a) point_a[i] = c.position[i] + 0.5 * c.gap * c.frame[i];
    if (point_b) point_b[i] = c.position[i] - 0.5 * c.gap * c.frame[i];
  }
  return c.gap;
}
