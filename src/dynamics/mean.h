/* Motion over one step with the forces of velocity at the mean of the step (docs/stepping.md).

   With positions at the middle q_m, velocity v- before and an impulse P that is expected,

       M (v+ - v-) = dt (f(q_m) - C(q_m, v_m)) + P,      v_m = (v- + v+) / 2

   which is of second order, the same forwards and backwards in time, and for a rigid body that
   turns alone keeps energy and angular momentum to rounding.

   Free joints move about the centre of mass of what is rigidly fixed to their body: from q- over
   q_m to q+ it is the velocity of that point which stays, wherever the body's frame is. */
#ifndef RG_MEAN_H
#define RG_MEAN_H

#include "base/arena.h"
#include <rigor/dynamics.h>

/* What turns with a ball or free joint as one rigid body, in the frame of the joint's body. */
typedef struct rg_rigid_part {
  int joint, body, free;
  int alone; /* 1: nothing else moves with or under it */
  double mass;
  double centre[3];  /* of mass; ball joints: the anchor */
  double inertia[9]; /* about the centre; armature is not in it */
} rg_rigid_part;

/* One kinematic tree while its bias settles: trees do not know of each other. */
typedef struct rg_mean_tree {
  double change, size,
      turn; /* squares: change of the mean velocity, what it is relative to, fastest turn of a body */
  int settled;
} rg_mean_tree;

typedef struct rg_mean {
  rg_rigid_part *part;
  int parts;
  int linked;    /* 1: there are bodies that are not alone */
  int has_mass;  /* 1: M is factored; 0: articulated bodies */
  double *force; /* nv: all forces but the bias */
  int trees;
  int *body_tree, *dof_tree; /* -1: the world */
  int *alone;                /* nv: 1 where the joint is of a body that turns alone */
  rg_mean_tree *tree;
  double *
      settled; /* nv: mean velocities; data has those at which bias and velocities of bodies were taken */
} rg_mean;

/* 0 where memory ran out */
int rg_mean_setup(rg_mean *mean, rg_arena *arena, const rg_model *model, int has_mass);

/* qpos <- qpos moved by v for dt, free joints about their centres; v is what it is at the
   positions `at`, at which free joints have the axes of the step (NULL: at qpos itself) */
void rg_mean_move(const rg_mean *mean, const rg_model *model, double *qpos, const double *at,
                  const double *v, double dt);
/* v at the positions `from` becomes v at the positions `to`: the centres are as fast as before */
void rg_mean_carry(const rg_mean *mean, const rg_model *model, const double *from, const double *to,
                   double *v);

/* rg_forward (or its articulated form) where free joints keep the velocity of their centre: C has no
   part for the turn of the centre about the origin. The bias of linked bodies is that of the velocity
   `guess` (NULL: data's own), for which xvel is left. */
void rg_mean_forward(rg_mean *mean, const rg_model *model, rg_data *data, double *guess);
/* After rg_mean_forward: bodies that turn alone at the mean of their velocities, all else as it is. */
void rg_mean_alone(const rg_mean *mean, const rg_model *model, rg_data *data, double dt);
/* data at q_m with rg_mean_forward done at the velocity `start` and a guess of the mean. Leaves
   qfrc_smooth and qacc_smooth of the step; qvel, xvel and the drift of all bodies at the mean
   velocity. `push` (nv, may be NULL): M^-1 P, which is not in qacc_smooth. */
void rg_mean_motion(rg_mean *mean, const rg_model *model, rg_data *data, double dt,
                    const double *start, const double *guess, const double *push);

#endif
