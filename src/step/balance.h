/* Where energy went in a step, and the part of it that only the integrator can explain
   (docs/stepping.md). Energies are kept by tree: what moves as one piece in joint coordinates. */
#ifndef RG_BALANCE_H
#define RG_BALANCE_H

#include "base/arena.h"

#include <rigor/dynamics.h>

typedef struct rg_balance {
  int trees;
  const int *body_tree, *dof_tree; /* -1: the world */
  unsigned char *floats;           /* trees: 1 where the root is a free joint */
  double known;                    /* 1: energy is that of the state (qpos, qvel) */
  double *qpos, *qvel;             /* nq, nv */
  double *kinetic, *potential;     /* trees: J, at that state */
  double *twist;                   /* nbody x 6: xvel at the end of the last step, */
  double *change;                  /* nbody x 6: by how much it changed in that step, as far as forces
                                      did it that last */
  double *share;                   /* trees: how far those of the present step do (expect.c) */

  /* of the present step */
  int *parent;             /* trees: islands of those that act on each other */
  unsigned char *held;     /* trees, by root: 1 where the world holds the island */
  unsigned char *driven;   /* trees, by root: 1 where motion is prescribed */
  double *work;            /* trees, by root: J, of all but gravity, springs and closures */
  double *before, *after;  /* trees, by root: J */
  double *moving;          /* trees, by root: kinetic energy after the step */
} rg_balance;

int rg_balance_setup(rg_balance *balance, rg_arena *arena, const rg_model *model, int trees,
                     const int *body_tree, const int *dof_tree);

#endif
