/* The room of one simulation for RK_CONTACTS contacts and RK_ROWS rows; included once for each size, which
   RK_NAME(x) tells apart. */

enum {
  RK_NAME(CONTACTS) = RK_CONTACTS,
  RK_NAME(CANDIDATES) = 3 * RK_CONTACTS,
  RK_NAME(ROWS) = RK_ROWS,
  RK_NAME(UNITS) = RK_ROWS + RK_CONTACTS,
  RK_NAME(SIZE) = RK_ROWS + 3 * RK_CONTACTS
};

typedef struct RK_NAME(room) {
  /* state; velocity without and with impulses */
  double q[RK_DOFS + 8], v[RK_DOFS], free[RK_DOFS], next[RK_DOFS];
  double ctrl[RK_DOFS];

  /* bodies: poses, motion subspaces, inertias, velocities */
  double xpos[3 * RK_BODIES], xquat[4 * RK_BODIES], xmat[9 * RK_BODIES], offset[3 * RK_BODIES];
  double xipos[3 * RK_BODIES];
  double motion[6 * RK_DOFS], anchor[3 * RK_DOFS];
  double inertia[10 * RK_BODIES], velocity[6 * RK_BODIES], force[6 * RK_BODIES];
  double drift[6 * RK_BODIES], speed[RK_BODIES];
  double geom[3 * RK_GEOMS]; /* middles of the shapes */
  unsigned path[RK_BODIES];  /* degrees of freedom that move a body, a bit each */

  /* M = L' D L along the tree, in place; 1 / D and its root */
  double M[RK_ENTRIES], inverse[RK_DOFS], root[RK_DOFS];
  double added[RK_DOFS]; /* armature and dampers */
  double smooth[RK_DOFS];
  double fastest, turning;

  /* rows, then contacts */
  int rows, contacts, size;
  int id[RK_NAME(UNITS)];
  int dof[RK_ROWS], tendon[RK_ROWS]; /* of a row: one of them, the other -1 */
  double sign[RK_ROWS];
  int candidates; /* what contacts are chosen from, in the same places */
  double gap[RK_NAME(CANDIDATES)], position[3 * RK_NAME(CANDIDATES)],
      normal[3 * RK_NAME(CANDIDATES)];
  int body1[RK_NAME(CANDIDATES)], body2[RK_NAME(CANDIDATES)], pair[RK_NAME(CANDIDATES)];
  double frame[9 * RK_CONTACTS], mu[RK_CONTACTS], target[RK_CONTACTS], leeway[2 * RK_CONTACTS];
  double lower[RK_ROWS], upper[RK_ROWS];
  double penetration;

  /* the problem: raw */
  double c[RK_NAME(SIZE)], before[RK_NAME(SIZE)], impulse[RK_NAME(SIZE)];
  double W[RK_NAME(SIZE) * RK_DOFS];
  double response[RK_NAME(UNITS)], typical, reference;

  /* and scaled: diagonal blocks of A near 1, |c| = 1 */
  double A[RK_NAME(SIZE) * RK_NAME(SIZE)];
  double scale[RK_NAME(UNITS)], weight[RK_NAME(UNITS)]; /* weight: of the compliance */
  double scaled_c[RK_NAME(SIZE)], low[RK_ROWS], high[RK_ROWS];
  double x[RK_NAME(SIZE)], u[RK_NAME(SIZE)], F[RK_NAME(SIZE)], P[9 * RK_NAME(UNITS)],
      Q[9 * RK_NAME(UNITS)];
  double step[RK_NAME(SIZE)], trial[RK_NAME(SIZE)], trial_u[RK_NAME(SIZE)], centre[RK_NAME(SIZE)];
  double best[RK_NAME(SIZE)], first[RK_NAME(SIZE)];
  double K[RK_NAME(SIZE) * RK_NAME(SIZE)];
  int list[RK_NAME(SIZE)], pivot[RK_NAME(SIZE)];
  double residual, best_residual;
  int iterations;
} RK_NAME(room);
