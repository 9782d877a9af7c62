/* Redundant coordinates: every moving body has six degrees of freedom of its own and every joint is
   a set of bilateral rows (Mylapilli & Jain 2017, sec. 2.4.1).

       M a = f + G' lambda,   G a + bias = 0

   M is block-diagonal, G has at most two bodies a row (four for a coupling of joints). Bodies
   welded to each other are one body here, bodies welded to the world belong to the world. Armature
   is a rotor: one more velocity with that inertia and one more row that ties it to its joint, so
   that M stays block-diagonal. */
#ifndef RG_REDUNDANT_H
#define RG_REDUNDANT_H

#include "base/arena.h"
#include "math/sparse_ldl.h"
#include <rigor/dynamics.h>

/* the joints between one body and its parent at the current state, axes of the world */
typedef struct rg_link {
  int body, parent; /* in the model */
  int dof, ndof;    /* in the model */
  int row, rows;    /* first joint row, 6 - ndof */
  double
      length; /* a power of two near the radius of gyration of the body: what ways are measured in */
  double origin[3];   /* where motion is measured: origin of the body as the joints place it */
  double motion[36];  /* columns of the joints' motion H, 6 numbers each */
  double inverse[36]; /* ndof rows of 6: pseudo-inverse of H */
  double locked[36];  /* rows of 6: complement of H, orthonormal with ways over `length` */
  double drift[6];    /* acceleration of the joints where their rates are constant */
  double error[6];    /* body against where the joints place it: rotation vector, distance */
} rg_link;

typedef struct rg_redundant {
  int units, rotors;
  int nv; /* 6 units + rotors: (angular, linear of the centre of mass) a unit, world frame */
  int rows, joint_rows; /* joints, then rotors, then closures */
  int nbody, model_nv, nq;

  /* constant */
  int *body_unit;                  /* nbody: -1 where it belongs to the world */
  double *body_pos, *body_quat;    /* nbody: in the frame of the unit's body, or of the world */
  double *mass, *centre, *inertia; /* units: 1, 3, 9 about the centre, in the unit's body frame */
  int *rotor_dof;                  /* rotors: degree of freedom of the model */
  int *dof_unit;                   /* model nv: unit that the degree of freedom moves */
  int *equality, *closure_row, closures;

  /* state */
  double *pos, *quat; /* units: centre of mass, orientation of the body frame */
  double *vel;        /* nv */

  /* rg_redundant_rows */
  rg_link *link;           /* units */
  double *qpos, *qvel;     /* joint coordinates read off the bodies; qpos is also the first guess */
  double *world_inertia;   /* units x 9 */
  int *row_start, *column; /* rows + 1 */
  double *value;
  double *residual, *bias; /* rows */

  /* the system [M G'; G 0], bodies before their joints, tips first, closures last */
  rg_sparse_ldl *ldl;
  int *order; /* nv + rows: place of an unknown */
  int *kkt_start, *kkt_row;
  double *kkt_value, *kkt_size;
  int *slot_inertia, *slot_mass, *slot_rotor,
      *slot_value;                 /* units x 6, x 3, rotors, entries of G */
  double *right, *solution, *rest; /* nv + rows */
  double *step;                    /* nv */
} rg_redundant;

/* RG_BAD_INPUT where a moving body has no mass or inertia, or more than six degrees of freedom. */
rg_status rg_redundant_new(rg_redundant **redundant, rg_arena *arena, const rg_model *model,
                           rg_error *error);

/* State from minimal coordinates (needs rg_velocity_stage), and back: the joint coordinates nearest
   to where the bodies are. */
void rg_redundant_from_minimal(rg_redundant *redundant, const rg_model *model, const rg_data *data);
void rg_redundant_to_minimal(rg_redundant *redundant, const rg_model *model, double *qpos,
                             double *qvel);

/* Everything that depends on the state: joint coordinates, residual, G, bias, M. */
void rg_redundant_rows(rg_redundant *redundant, const rg_model *model);

/* f of all bodies: gravity, gyroscopic moments, and generalized joint forces `joint_force` (model
   nv: qfrc_smooth + qfrc_bias) as forces between neighbours */
void rg_redundant_forces(const rg_redundant *redundant, const rg_model *model,
                         const double *joint_force, double *force);

/* a (nv) and lambda (rows, may be NULL) of the system under `force`; needs rg_redundant_rows.
   Returns how many dependent rows were left out. */
int rg_redundant_acceleration(rg_redundant *redundant, const rg_model *model, const double *force,
                              double *acceleration, double *lambda);
/* the accelerations of the joints (model nv) that belong to `acceleration` */
void rg_redundant_joint_acceleration(const rg_redundant *redundant, const double *acceleration,
                                     double *qacc);

/* moves the bodies by velocity v for dt */
void rg_redundant_move(rg_redundant *redundant, const double *v, double dt);
/* Newton on the positions, nearest in the metric of M, then the velocities; returns the largest
   residual that is left. Leaves the rows computed. */
double rg_redundant_project(rg_redundant *redundant, const rg_model *model, int most_steps,
                            double tolerance);

#endif
