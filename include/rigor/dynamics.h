/* Smooth motion: kinematics, mass, bias, forward dynamics, operational-space inertia, in
   minimal coordinates. One rg_data a thread, the model shared. After rg_data_new nothing
   is allocated. */
#ifndef RIGOR_DYNAMICS_H
#define RIGOR_DYNAMICS_H

#include <rigor/model.h>

#ifdef __cplusplus
extern "C" {
#endif

/* State, inputs and everything computed from them. Arrays are owned by the data; read them, write only the inputs. */
typedef struct rg_data {
  /* inputs */
  double time;
  double *qpos, *qvel; /* nq, nv */
  double *ctrl;        /* nactuator */
  double *act;         /* nact: states of actuators */
  double *mocap_pos,
      *mocap_quat; /* nmocap x 3, 4: poses in the world of bodies that are placed from outside; they
                                     stand wherever they are put, without a velocity */
  double *qfrc_applied; /* nv */
  double *xfrc_applied; /* nbody x 6: force, torque at the centre of mass, world frame */

  /* rg_kinematics: poses in the world frame */
  double *xpos, *xquat, *xmat;   /* nbody x 3, 4, 9: body frames; matrices row-major */
  double *xipos, *ximat;         /* nbody x 3, 9: inertial frames */
  double *xanchor, *xaxis;       /* njoint x 3, 3 */
  double *geom_xpos, *geom_xmat; /* ngeom x 3, 9 */
  double *site_xpos, *site_xmat; /* nsite x 3, 9 */

  /* rg_velocity_stage: spatial velocity of each body (angular, linear at xpos), world frame */
  double *xvel; /* nbody x 6 */

  /* rg_mass: along the tree; entry (i, j), j an ancestor of i (itself included), rows by dof_madr */
  int *dof_madr; /* nv: start of row i; the entries go up the tree from i to the root */
  int nM;
  double *qM;           /* nM */
  double *qLD, *qLDiag; /* nM, nv: M = L' D L with unit L along the tree; inverse of D */

  /* rg_smooth_forces: tendons */
  double *tendon_length, *tendon_velocity; /* ntendon */
  double *tendon_moment;                   /* d length / d q, by model's tendon_dof */

  /* forces, nv each */
  double *qfrc_bias;    /* Coriolis, centrifugal, gravity: C(q, v) in M qacc + C = tau */
  double *qfrc_passive; /* springs, dampers, medium, gravity compensation */
  double *qfrc_actuator;
  double *actuator_length, *actuator_velocity, *actuator_force; /* nactuator */
  double *act_dot;                                              /* nact */
  double *actuator_moment; /* qfrc_actuator for a force of 1, by model's actuator_dof */
  double *qfrc_smooth;     /* passive - bias + applied + actuator */
  double *qacc_smooth;     /* M^-1 qfrc_smooth: unconstrained acceleration */

  double *sensordata; /* nsensordata */
  void *owner;
} rg_data;

RG_API rg_data *
rg_data_new(const rg_model *model); /* at qpos0, at rest; NULL where memory ran out */
RG_API void rg_data_free(rg_data *data);
RG_API void rg_data_reset(const rg_model *model, rg_data *data,
                          int key); /* key -1: qpos0 at rest */

/* Stages; each needs those before it. rg_forward runs all. */
RG_API void rg_kinematics(const rg_model *model, rg_data *data);
RG_API void rg_velocity_stage(const rg_model *model, rg_data *data);
RG_API void rg_mass(const rg_model *model,
                    rg_data *data); /* composite bodies, then the sparse factor */
RG_API void rg_bias(const rg_model *model, rg_data *data);          /* recursive Newton-Euler */
RG_API void rg_smooth_forces(const rg_model *model, rg_data *data); /* passive, actuator, sum */
RG_API void rg_forward(const rg_model *model, rg_data *data); /* all of them and qacc_smooth */
/* The same in O(n) by articulated bodies: everything but rg_mass, whose arrays keep what they had. */
RG_API void rg_forward_articulated(const rg_model *model, rg_data *data);
/* qacc = M^-1 (force - C) in O(n) by articulated bodies, without M: the inverse of rg_inverse_dynamics; needs kinematics
   and velocity, computes qfrc_bias. */
RG_API void rg_articulated(const rg_model *model, rg_data *data, const double *force, double *qacc);

/* What a step knows and the smooth motion does not; NULL anywhere: nothing of the kind. */
typedef struct rg_sensor_input {
  const double *qacc; /* nv: acceleration of the step; NULL: qacc_smooth */
  const double
      *body_force;     /* nbody x 6: moment about xpos, force, world frame: contacts and closures */
  const double *touch; /* nsensor: what touch sensors feel: normal forces that meet the volume of the site */
  const double *joint_limit, *tendon_limit; /* njoint, ntendon: force of the limits */
  const double *
      nearest; /* nsensor x 7: distance, points; of those that measure it (HUGE_VAL: nothing is near) */
} rg_sensor_input;
RG_API void rg_sensors(const rg_model *model, rg_data *data,
                       const rg_sensor_input *input); /* after rg_forward */

RG_API void rg_mass_dense(const rg_model *model, const rg_data *data, double *M); /* nv x nv */
RG_API void rg_mass_multiply(const rg_model *model, const rg_data *data, const double *x,
                             double *y); /* y = M x */
RG_API void rg_mass_solve_tree(const rg_model *model, const rg_data *data,
                               double *x); /* x = M \ x, in place */
RG_API void rg_inverse_dynamics(const rg_model *model, rg_data *data, const double *qacc,
                                double *force); /* M qacc + bias */

/* Jacobians of a point fixed to a body, world frame: 3 x nv each, row-major; either may be NULL. */
RG_API void rg_jacobian(const rg_model *model, const rg_data *data, int body, const double point[3],
                        double *linear, double *angular);

/* qpos <- qpos moved by velocity v for dt: exact exponential on quaternions. */
RG_API void rg_integrate_position(const rg_model *model, double *qpos, const double *v, double dt);
/* v such that qpos2 = qpos1 moved by v for dt */
RG_API void rg_difference_position(const rg_model *model, const double *qpos1, const double *qpos2,
                                   double dt, double *v);

RG_API double rg_energy_kinetic(const rg_model *model, const rg_data *data);
RG_API double rg_energy_potential(const rg_model *model,
                                  const rg_data *data); /* gravity and springs */
RG_API void rg_momentum(const rg_model *model, const rg_data *data, double linear[3],
                        double angular[3]); /* about the origin */
RG_API void rg_centre_of_mass(const rg_model *model, const rg_data *data, int body,
                              double com[3]); /* of a subtree */

/* A frame fixed to a body, where forces act. */
typedef struct rg_node {
  int body;
  double point[3]; /* world frame */
} rg_node;

/* Operational-space inertia Lambda = J M^-1 J', 6 n x 6 n row-major, spatial (angular, linear) in the world frame, J the Jacobian
   of the nodes. RG_OSI_RECURSION: articulated bodies, O(n) + O(nodes^2), M is neither built nor factored
   (Mylapilli & Jain's refs. 3, 13, 22); needs rg_kinematics. RG_OSI_FACTOR: through the sparse factor of M; needs rg_mass.
   RG_OSI_AUTO: the faster of the two where M is there already; needs rg_mass. RG_BAD_INPUT, and Lambda is zero, where a degree of freedom
   has no inertia or the state is not finite. */
typedef enum rg_osi_method { RG_OSI_AUTO, RG_OSI_RECURSION, RG_OSI_FACTOR } rg_osi_method;
typedef struct rg_osi rg_osi;
RG_API rg_osi *rg_osi_new(const rg_model *model, int most_nodes);
RG_API void rg_osi_free(rg_osi *osi);
RG_API rg_status rg_osi_compute(rg_osi *osi, const rg_model *model, rg_data *data, int nodes,
                                const rg_node *node, rg_osi_method method, double *lambda);

#ifdef __cplusplus
}
#endif
#endif
