/* The room of one simulation while its motion is found and its contacts are looked for. On a GPU it is local memory of a
   thread, which the hardware interleaves. */
#ifndef RK_ROOM_H
#define RK_ROOM_H

#include "kernels/shapes.h"

typedef struct rk_room {
  /* state; velocity without impulses */
  double q[RK_DOFS + 8], v[RK_DOFS], free[RK_DOFS];
  double ctrl[RK_DOFS];

  /* bodies: poses, motion subspaces, inertias, velocities */
  double xpos[3 * RK_BODIES], xquat[4 * RK_BODIES], xmat[9 * RK_BODIES], offset[3 * RK_BODIES];
  double xipos[3 * RK_BODIES];
  double motion[6 * RK_DOFS], anchor[3 * RK_DOFS];
  double inertia[10 * RK_BODIES], velocity[6 * RK_BODIES], force[6 * RK_BODIES];
  double drift[6 * RK_BODIES], speed[RK_BODIES];
  double geom[3 * RK_GEOMS]; /* middles of the shapes */

  /* M = L' D L along the tree, in place; 1 / D */
  double M[RK_ENTRIES], inverse[RK_DOFS];
  double added[RK_DOFS]; /* armature and dampers */
  double smooth[RK_DOFS];
  double fastest, turning;

  int rows, contacts;
  int candidates; /* what contacts are chosen from, in the same places */
  double gap[RK_CANDIDATES], position[3 * RK_CANDIDATES], normal[3 * RK_CANDIDATES];
  int body1[RK_CANDIDATES], body2[RK_CANDIDATES], pair[RK_CANDIDATES];
} rk_room;

#endif
