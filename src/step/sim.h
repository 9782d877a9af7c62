/* The simulation object and what its files hand to each other. */
#ifndef RG_SIM_H
#define RG_SIM_H

#include "base/arena.h"
#include "contact/assembly.h"
#include "contact/constraints.h"
#include "solve/again.h"
#include "step/match.h"

#include <rigor/step.h>

struct rg_sim {
  rg_arena arena;
  const rg_model *model;
  rg_sim_options options; /* dt is never 0 here */
  char solver_name[64];   /* what options.solve.solver points at */
  rg_data *data;
  rg_collider *collider;
  rg_closure *closure;
  rg_constraints *constraints;

  /* the chosen coordinates, and minimal ones for projections (the same where they are chosen) */
  const rg_assembly_kind *assembly;
  void *assembly_state;
  void *minimal_state;
  rg_solver *solver;

  /* inputs beyond rg_data */
  double *surface;          /* ngeom x 3 */
  double *drive_velocity;   /* nv */
  double *drive_limit;      /* nv */
  double *geom_restitution; /* ngeom, NaN: not given */
  rg_pair_restitution *pair;
  int npair;

  /* the last step */
  rg_problem problem;
  int has_problem;
  double *impulse;  /* of the problem */
  double *velocity; /* u of the problem */
  double *check;    /* u by the motion */
  double *target;   /* of the contacts, restitution included */
  double *compression, *compression_velocity; /* impulse and u of the first phase of an impact */
  int most_unknowns;
  rg_step_contact *contacts;
  int ncontacts;
  rg_memory memory; /* impulses by contact, for the warm start */
  rg_step_report report;
  long steps;

  /* work space */
  double *qpos_start, *qvel_start; /* where the step began */
  double *qpos_step, *qvel_step;   /* where the part of it that is being tried began */
  double *v, *v_last, *work;       /* nv */
};

/* One contact problem with data's positions: forces, contacts, assembly, solve, restitution. `start`: velocity at the start of
   the step; `estimate`: see rg_constraint_input. Leaves v+ in sim->v. */
rg_status rg_sim_solve(rg_sim *sim, double dt, const double *start, const double *estimate);

/* Sets up the solver with sim->problem and solves from the warm start in sim->impulse; results in impulse and velocity, the
   certificate joins that of the report. */
rg_status rg_sim_solve_problem(rg_sim *sim, const rg_assembly_kind *kind, void *state);
/* Solves again with the targets in sim->target. */
rg_status rg_sim_solve_targets(rg_sim *sim);

/* impact.c: the second phase of impacts; impulses of the first are in sim->impulse */
rg_status rg_sim_restitution(rg_sim *sim, double dt);

/* project.c: closures (and contacts) back to where they belong, positions only */
rg_status rg_sim_project(rg_sim *sim, int with_contacts);

/* gyroscope.c: the gyroscopic moments of single free bodies at their mean velocity */
void rg_gyroscope(const rg_model *model, rg_data *data, double dt);

/* settings.c */
rg_status rg_sim_settings(rg_sim *sim, rg_error *error);

#endif
