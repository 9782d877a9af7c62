/* Springs and dampers that are taken within the step instead of at its start (docs/stepping.md). */
#ifndef RG_IMPLICIT_H
#define RG_IMPLICIT_H

#include "base/arena.h"
#include <rigor/dynamics.h>

typedef enum rg_implicit_rule {
  RG_IMPLICIT_NONE, /* M itself */
  RG_IMPLICIT_END, /* dampers of joints, tendons, actuators and the medium at the end of the step */
  RG_IMPLICIT_END_HALF,  /* the same, where positions have half of the step behind them */
  RG_IMPLICIT_MEAN,      /* springs and dampers of them within the step */
  RG_IMPLICIT_ROUND_END, /* forces at an estimate of the end, and how they change from there; */
  RG_IMPLICIT_ROUND_MEAN /* the same of the middle */
} rg_implicit_rule;

/* A spring, damper and inertia along several coordinates: impulse -weight J (v+ - v-), and for the inertia -inertia
   dt dJ/dt v, which is in `shift`. */
typedef struct rg_element {
  int tendon, actuator; /* -1: none; an actuator without a tendon is on its joint */
  double weight;
  double spring;          /* the part of it that the spring of a tendon has */
  double damping, damped; /* N s/m; the part of the weight that this has */
  double inertia;         /* kg: the part of the weight that the armature of a tendon has, */
  double shift;           /* m/s: and what its own turning takes off the target of the row */
} rg_element;

typedef struct rg_implicit {
  rg_implicit_rule rule;
  double dt;
  int *dof, dofs;              /* coordinates that may have terms of their own */
  int *actuator, actuators;    /* on single coordinates, with springs or dampers */
  double *damping, *stiffness; /* nv: of joints and actuators; springs of joints apart */
  double *own; /* nv: the part of damping that the joint has, where it is a polynomial its slope */
  double *damper;  /* nv: impulse of these for a change of velocity by -1, */
  double *damped;  /* nv: the same of the damping alone; */
  double *late;    /* nv: of actuators, N s/m: their springs, as far as they are taken at the end */
  double *follows; /* nv: and that of the actuators among them */
  double *mass;    /* nv: diagonal of M at qpos0 */
  double *input;   /* actuators: what drives them, control or state */
  const double *estimate; /* nv: v+ - v- of the estimate that a round goes on from */
  rg_element *element;
  int elements;
} rg_implicit;

/* 1 where a degree of freedom may have a term of its own */
int rg_may_be_implicit(const rg_model *model, int dof);
/* 0 where memory ran out */
int rg_implicit_setup(rg_implicit *implicit, rg_arena *arena, const rg_model *model);
/* The diagonal of M at data's positions, which should be qpos0; once. */
void rg_implicit_masses(const rg_model *model, rg_data *data);
/* From now on forces follow this rule, with steps of dt; `estimate`: of rounds. */
void rg_implicit_step(const rg_model *model, rg_data *data, rg_implicit_rule rule, double dt,
                      const double *estimate);
/* What is added to the armature, and the weights of the elements, at the present forces. */
void rg_implicit_terms(const rg_model *model, rg_data *data);
/* Rounds: qfrc_smooth, which is that at the estimate, becomes what it is where v+ = v-. */
void rg_implicit_go_on(const rg_model *model, rg_data *data);

#endif
