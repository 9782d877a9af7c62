/* What the stages of the dynamics hand to each other, behind rg_data.owner.

   Spatial quantities of body b have the axes of the world and the origin of the body's own frame,
   xpos[b], as reference: going to the parent is a shift without rotation, and lengths stay as short
   as the links, so that a chain of thousands of links loses no digits. */
#ifndef RG_DYNAMICS_WORK_H
#define RG_DYNAMICS_WORK_H

#include <rigor/dynamics.h>

#include "base/arena.h"
#include "dynamics/implicit.h"
#include "math/spatial.h"

/* what the motion subspace of a degree of freedom looks like */
enum { RG_DOF_GENERAL, RG_DOF_TURN, RG_DOF_SLIDE }; /* (w, v), (w, 0), (0, v) */

/* a contact that adhesion pulls through; whoever steps finds them (step/adhere.c) */
typedef struct rg_grip {
  int body[2];
  double point[3], normal[3]; /* from body 2 to body 1 */
  double pull;                /* N: of the surfaces themselves */
} rg_grip;

typedef struct rg_work {
  rg_arena arena;

  /* constant tables */
  double *body_imat, *geom_mat,
      *site_mat; /* 9 each: inertial, geom, site axes in the body frame, where they are not its own */
  unsigned char *body_turned;           /* 0: the frame has the axes of the parent's at qpos0 */
  unsigned char *body_same_axes;        /* 1: inertial axes are the body's */
  unsigned char *geom_same, *site_same; /* 1: the frame is the body's */
  unsigned char *joint_at_origin;       /* 1: the anchor is the body's origin */
  unsigned char *dof_kind;
  int *damped, *sprung, *lifted; /* dofs with damping, joints with springs, bodies with gravcomp */
  int ndamped, nsprung, nlifted;
  int *solid,
      nsolid; /* geoms that forces depend on: they may touch, tendons pass over them, or a fluid pushes them */
  double tiny; /* an inertia that is none: RG_TINY of the least mass or moment, of 1 at most */
  double *dof_inertia; /* nv: armature, and what is implicit */
  rg_implicit implicit;
  double *drag,
      *carried; /* nbody x 21: what the medium adds to the inertia of each body, at xpos; with all that it
                             carries; NULL without a medium */
  int dragged; /* 1: it does in this step */
  double *
      expected; /* nbody x 6: mean velocities of the step, as far as they are known; NULL: not asked for */
  double *spring; /* nv: force of the springs of joints and tendons */
  double *lift;   /* nv: gravity compensation; NULL where there is none */
  const rg_grip *grip;
  int ngrip;
  double *moved_pos,
      *moved_mat; /* nbody x 3, 9: of rg_tendon_drift; NULL without spatial tendons */

  /* rg_kinematics */
  int placed;          /* 1: bodies are where placed_qpos says */
  double *placed_qpos; /* nq */
  double *offset;      /* nbody x 3: xpos of the body minus xpos of its parent */
  double *inertia;     /* nbody x 10: rigid inertia at xpos */
  double *motion;      /* nv x 6: column of the motion subspace at xpos of the dof's body */

  /* rg_velocity_stage */
  double *drift; /* nbody x 6: velocity-product acceleration of the body's joints */

  /* rg_mass */
  double *composite; /* nbody x 10 */

  /* articulated bodies: rg_articulated_factor */
  double *articulated;    /* nbody x 21, before the body's own joints are taken out */
  double *dof_force;      /* nv x 6: U = A S */
  double *dof_inverse;    /* nv: 1 / (S' U + armature) */
  double *dof_unbalanced; /* nv */

  /* scratch of the recursions */
  double *acceleration, *force; /* nbody x 6 */
} rg_work;

static inline rg_work *rg_work_of(const rg_data *data) { return data->owner; }

/* motion of the parent, seen at the child's origin. `m` holds the motion of body b - 1: in a
   chain that is the parent, and nothing has to come back from memory. */
static inline void rg_sp_from_parent(double m[6], const double *of_bodies, int parent, int b,
                                     const double *offset) {
  if (parent != b - 1) rg_sp_copy(m, of_bodies + 6 * parent);
  rg_v3_add_cross(m + 3, m, offset + 3 * b);
}

/* degrees of freedom of a joint */
static inline int rg_joint_dofs(const rg_model *model, int joint) {
  int type = model->joint_type[joint];
  return type == RG_JOINT_FREE ? 6 : type == RG_JOINT_BALL ? 3 : 1;
}

/* diagonal of M at data's positions, armature included, nothing implicit; needs rg_kinematics */
void rg_composite_diagonal(const rg_model *model, rg_data *data, double *diagonal);

/* Articulated inertias of all bodies; depends on the positions only. */
void rg_articulated_factor(const rg_model *model, rg_data *data);
/* x = M^-1 x by two sweeps over the tree; needs rg_articulated_factor. */
void rg_articulated_solve(const rg_model *model, rg_data *data, double *x);
/* x = M^-1 (x + J' wrench): forces on the bodies as well, nbody x 6, at their origins. */
void rg_articulated_solve_pushed(const rg_model *model, rg_data *data, const double *wrench,
                                 double *x);

/* nbody x 6: spatial accelerations at xpos where qacc = 0, without gravity */
void rg_body_drifts(const rg_model *model, const rg_data *data, double *drift);
/* rg_kinematics in parts: bodies, unless they are where qpos says already; after them inertias, and geoms and sites */
void rg_place_bodies(const rg_model *model, rg_data *data);
void rg_place_inertias(const rg_model *model, rg_data *data);
void rg_place_frames(const rg_model *model, rg_data *data);
/* rg_kinematics without the geoms that are only there to be seen */
void rg_kinematics_of_forces(const rg_model *model, rg_data *data);
/* energy.c: of one body, from the pose of its inertial frame; of the spring of one joint */
double rg_body_kinetic(const rg_model *model, const rg_data *data, int body);
/* 1 where the joint or tendon has a spring, the degree of freedom a damper */
static inline int rg_has_spring(const rg_model *model, int joint) {
  const double *more = model->joint_stiffness_poly + 2 * joint;
  return model->joint_stiffness[joint] != 0 || more[0] != 0 || more[1] != 0;
}
static inline int rg_has_damper(const rg_model *model, int dof) {
  const double *more = model->dof_damping_poly + 2 * dof;
  return model->dof_damping[dof] != 0 || more[0] != 0 || more[1] != 0;
}
static inline int rg_tendon_has_spring(const rg_model *model, int tendon) {
  const double *more = model->tendon_stiffness_poly + 2 * tendon;
  return model->tendon_stiffness[tendon] != 0 || more[0] != 0 || more[1] != 0;
}
static inline int rg_tendon_has_damper(const rg_model *model, int tendon) {
  const double *more = model->tendon_damping_poly + 2 * tendon;
  return model->tendon_damping[tendon] != 0 || more[0] != 0 || more[1] != 0;
}
double rg_spring_energy(const rg_model *model, const double *qpos, int joint);
double rg_tendon_energy(const rg_model *model, const rg_data *data, int tendon);
/* a degree of freedom that the tendon acts on; -1: none */
static inline int rg_tendon_dof(const rg_model *model, int tendon) {
  int start = model->tendon_dof_start[tendon];
  return start < model->tendon_dof_start[tendon + 1] ? model->tendon_dof[start] : -1;
}
/* work->acceleration and work->force: the spatial acceleration of each body (minus gravity added)
   and the force that it needs, both at xpos; qacc NULL: zero */
void rg_body_accelerations(const rg_model *model, rg_data *data, const double *qacc);
/* sum += J' f, f the spatial force on each body at its xpos; f is destroyed */
void rg_add_body_forces(const rg_model *model, rg_data *data, double *body_force, double *sum);

/* the last degree of freedom that moves a body; -1: none does */
static inline int rg_last_dof(const rg_model *model, int body) {
  while (body && !model->body_ndof[body]) body = model->body_parent[body];
  return body ? model->body_dof[body] + model->body_ndof[body] - 1 : -1;
}

/* motion (w, v) of a point that moves with the body of a degree of freedom, by a unit of its velocity */
static inline void rg_dof_motion(const rg_model *model, const rg_data *data, int dof,
                                 const double point[3], double motion[6]) {
  double step[3];
  rg_v3_sub(step, point, data->xpos + 3 * model->dof_body[dof]);
  rg_sp_motion_at(motion, rg_work_of(data)->motion + 6 * dof, step);
}

/* mass.c: x <- L'^-1 x, half of rg_mass_solve_tree: what is 0 stays 0 but on the way to the root */
void rg_mass_solve_half(const rg_model *model, const rg_data *data, double *x);

/* rotation of a ball or free joint from one orientation to another, in the child frame */
static inline void rg_ball_turn(const double *from, const double *to, double turn[3]) {
  double a[4], b[4];
  rg_quat_copy(a, from);
  rg_quat_copy(b, to);
  rg_quat_normalize(a);
  rg_quat_normalize(b);
  rg_quat_difference(turn, a, b);
}

/* tendons.c: tendon_length, tendon_moment, tendon_velocity; needs rg_kinematics */
void rg_tendons(const rg_model *model, rg_data *data);
/* length and moment arms of one; the data keeps them */
void rg_tendon_place(const rg_model *model, const rg_data *data, int t);
/* needs qpos and the poses of the bodies (rg_place_bodies) */
double rg_tendon_length(const rg_model *model, const rg_data *data, int t);
/* d/dt of the velocity where qacc = 0, which bodies accelerate by `drift` then (rg_body_drifts); 0 for
   fixed tendons. A difference quotient: good to nine digits. */
double rg_tendon_drift(const rg_model *model, const rg_data *data, const double *drift, int t);
/* d/dt of the length at data's poses and velocities, which may be others than those of rg_tendons */
double rg_tendon_rate(const rg_model *model, const rg_data *data, int t);
/* of the armature of all tendons, J */
double rg_tendons_kinetic(const rg_model *model, const rg_data *data);
/* how far a length is from the lengths at rest, with its sign */
double rg_tendon_stretch(const rg_model *model, int t, double length);
/* sum += J' force */
void rg_tendon_add_force(const rg_model *model, const rg_data *data, int t, double force,
                         double *sum);

/* activation.c: act' now; act after h with a constant control; all of them; ctrl within its limits; gain of a muscle
   and its derivative by velocity; passive force */
double rg_act_rate(const rg_model *model, int a, double ctrl, double act);
double rg_act_after(const rg_model *model, int a, double ctrl, double act, double h);
void rg_advance_activations(const rg_model *model, rg_data *data, double h);
double rg_clamped_ctrl(const rg_model *model, const rg_data *data, int a);
double rg_muscle_gain(const rg_model *model, int a, double length, double velocity);
double rg_muscle_gain_rate(const rg_model *model, int a, double length, double velocity);
double rg_muscle_bias(const rg_model *model, int a, double length);

/* qfrc_passive; qfrc_actuator; both need rg_tendons */
void rg_passive(const rg_model *model, rg_data *data);
void rg_actuators(const rg_model *model, rg_data *data);

#endif
