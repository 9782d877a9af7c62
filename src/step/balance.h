/* Where energy and momentum went in a step, and the part of it that only the integrator can explain
   (docs/stepping.md). Kept by tree: what moves as one piece in joint coordinates. */
#ifndef RG_BALANCE_H
#define RG_BALANCE_H

#include "base/arena.h"

#include <rigor/step.h>

typedef struct rg_balance {
  int trees;
  const int *body_tree, *dof_tree; /* -1: the world */
  int *free_joint;                 /* trees: the root where that is a free joint, else -1 */
  double *mass;                    /* trees: kg */
  unsigned char *linked;           /* trees: 1 where several joints move it */
  double known;                    /* 1: what follows is that of the state (qpos, qvel) */
  double *qpos, *qvel;             /* nq, nv */
  double *kinetic, *potential;     /* trees: J, at that state */
  double *momentum; /* trees x 6: linear, angular about the origin, of what floats: */
  double *floats;   /* trees: 1 where nothing held them in the last step */
  double *twist;    /* nbody x 6: xvel at the end of the last step, */
  double *change;   /* nbody x 6: how fast it changed in that step, as far as forces did
                                      it that last */
  double *gained;   /* trees: J that nothing explains, since the start, */
  double *peak;     /* trees: most kinetic energy that they had with an explanation */

  /* of the present step */
  double *share;         /* trees: how far what contacts and rows do lasts (expect.c) */
  int *parent;           /* trees: islands of those that act on each other */
  unsigned char *held;   /* trees, by root: 1 where the world holds the island */
  unsigned char *driven; /* trees, by root: 1 where motion is prescribed */
  double *work;          /* trees, by root: J, of all but gravity, springs and closures */
  double *made; /* trees, by root: J, of contacts, stops and dry friction, in their own motion */
  double *undamped; /* trees, by root: J, of single dampers that gave energy; */
  double *damped;   /* trees, by root: J, of all dampers and the medium; */
  double *looped;   /* trees, by root: J, of closures, which should do no work */
  double *noise;    /* trees, by root: J that `made` is not known to */
  double *unsure;   /* trees, by root: J that works of dampers are not known to */
  double *had;      /* trees: kinetic energy before the step, J */
  double *servos;   /* trees, by root: J that servos did, beyond what their way explains */
  double *before;   /* trees, by root: J */
  double *after;    /* trees, by root: J */
  double *moving;   /* trees, by root: kinetic energy after the step; */
  double *reached;  /* trees, by root: that before it and what forces alone give; */
  double *heavy;    /* trees, by root: mass */
  double *floated;  /* trees: floats before the step */
  double *forced;   /* trees: kinetic energy that forces alone give in the step, J */
  double *
      drag; /* nv: impulse of the medium against the change of velocity in the step; NULL: there is none */
  double *push;          /* trees x 6: momentum before, and what forces from outside add */
  double *off;           /* trees x 6, by root: what is left of the momentum */
  double *factor, *left; /* trees, by root: of the velocities; J that stay unexplained */
  unsigned char *links;  /* trees, by root: 1 where a tree of the island is linked */
  unsigned char *flies;  /* trees, by root: 1 where nothing holds the island, nor did before */
  double dt;
  double springs; /* J, of all */
  rg_step_balance now;
} rg_balance;

int rg_balance_setup(rg_balance *balance, rg_arena *arena, const rg_model *model, int trees,
                     const int *body_tree, const int *dof_tree);

#endif
