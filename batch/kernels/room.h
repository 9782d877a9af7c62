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
  int candidates; /* what contacts are chosen from, in the same places; */
  int present;    /* the first of them, which are not still to come */
  double gap[RK_CANDIDATES], position[3 * RK_CANDIDATES], normal[3 * RK_CANDIDATES];
  int body1[RK_CANDIDATES], body2[RK_CANDIDATES], pair[RK_CANDIDATES];
  int group[RK_CANDIDATES]; /* the first that it goes together with (coplanar.h) */
  unsigned char mark[RK_CANDIDATES];
} rk_room;

RK_FUNCTION void rk_shape_of(const rk_model *m, const rk_room *w, int g, int lane, rk_shape *s) {
  s->type = m->geom_type[g];
  for (int k = 0; k < 3; k++) s->size[k] = rk_value(m->size, 3 * g + k, lane);
  rg_v3_copy(s->position, w->geom + 3 * g);
  rg_mat3_multiply(s->rotation, w->xmat + 9 * m->geom_body[g], m->geom_mat + 9 * g);
}

RK_FUNCTION double rk_friction_of(const rk_model *m, int pair, int lane) {
  if (m->pair_condim[pair] == 1) return 0;
  if (!isnan(m->mu)) return m->mu;
  double a = rk_value(m->friction, m->pair_geom1[pair], lane);
  double b = rk_value(m->friction, m->pair_geom2[pair], lane);
  switch (m->pair_friction_of[pair]) {
  case RK_FIRST: return a;
  case RK_SECOND: return b;
  case RK_OWN: return m->pair_friction[pair];
  default: return fmax(a, b);
  }
}

#endif
