/* The simulation object and what its files hand to each other. */
#ifndef RG_SIM_H
#define RG_SIM_H

#include "base/arena.h"
#include "base/buffer.h"
#include "base/parallel.h"
#include "base/stopwatch.h"
#include "collide/collider.h"
#include "contact/assembly.h"
#include "contact/constraints.h"
#include "corner/corners.h"
#include "dynamics/mean.h"
#include "dynamics/work.h"
#include "solve/certificate/certificate.h"
#include "solve/front/take.h"
#include "step/adapt.h"
#include "step/balance.h"
#include "step/match.h"
#include "step/rest.h"

#include <rigor/timing.h>

/* The search for the share of Newton's speeds in one island (impact.c), energies in J. */
typedef struct rg_impact_island {
  double kinetic;                   /* of the last try */
  double least, budget;             /* after compression; what may come back */
  double largest;                   /* coefficient of restitution of its contacts */
  double share, low, high;          /* of the next try; allowed; not allowed */
  double over, over_low, over_high; /* how far over the budget these are */
  int done;
  int raised; /* contact whose share is being raised alone; -1: none */
} rg_impact_island;

/* what was there after the last step, to tell one that changes nothing: standing.c */
typedef struct rg_standing {
  int steps; /* in a row that kept their answers; from the second on, changed nothing */
  int same;
  size_t at;
  char *seen;
} rg_standing;

struct rg_sim {
  rg_arena arena;
  const rg_model *model;
  rg_sim_options options; /* dt is never 0 here */
  char solver_name[64];   /* what options.solve.solver points at */
  rg_data *data;
  rg_workers *workers; /* NULL: one thread */
  rg_collider *collider;
  rg_closure *closure;
  rg_constraints *constraints;
  rg_corners *corners; /* NULL: not asked for */

  /* the chosen coordinates, and minimal ones for projections of positions (NULL: none) */
  const rg_assembly_kind *assembly;
  void *assembly_state;
  void *projection;
  void *settler;  /* the same for rg_sim_settle; NULL until somebody asks */
  int needs_mass; /* 0: M is never built (deep trees, but for embedded closures) */
  rg_mean mean;   /* forces at the mean velocity: RG_MIDPOINT */
  rg_balance balance;
  rg_adapt adapt;
  double
      *expected;  /* nv: acceleration by contacts and rows in the last step, as far as it lasts, */
  double *change; /* nv: and by everything */
  double *guess;  /* nv: mean velocity of the step, from that */
  rg_solver *solver;
  double mass; /* of all bodies that move, kg */
  double
      length; /* m: of the largest thing about a body: its arm, its centre of mass, its radius of gyration */
  double open; /* largest residual of the closures where the step began, where they are projected */
  int relocated; /* 1: the projection of positions has more to do than the errors of a step */
  int torn; /* 1: loops cannot be closed from where the simulation began: no step goes on from there */
  int deep,
      stuck; /* most overlaps that stay so far since there were none; 1: no impulses would part them */
  int outrun,
      outruns; /* 1: impulses reach more contacts than were looked for; how often that was so in the step */
  int arrives; /* 1: the midpoint rule met something in its first half, and nothing was solved */

  rg_grip *grip; /* contacts that adhesion pulls through; NULL: none sticks */

  /* inputs beyond rg_data */
  double *surface;          /* ngeom x 3 */
  double *drive_velocity;   /* nv */
  double *drive_limit;      /* nv */
  double *geom_restitution; /* ngeom, NaN: not given */
  rg_pair_restitution *pair;
  int npair;
  double restitution; /* of all other pairs */

  /* the last step */
  rg_problem problem;
  int has_problem;
  double *problem_qpos; /* where it was made, */
  double
      *problem_inertia; /* and what was added to its diagonal: for an A that is asked for later */
  rg_data *again;       /* for that; NULL until somebody asks */
  double *impulse;      /* of the problem */
  double *recalled;     /* those that the solve began with */
  double *start;        /* those to start the next one from */
  double *velocity;     /* u of the problem */
  double *response;     /* rows and contacts: to an impulse of its own, 1/kg; */
  double typical_response;                    /* mean of the contacts' */
  double *check;                              /* u by the motion */
  double *target, *mu;                        /* of the contacts, restitution included; */
  double *spin, *roll;                        /* those with moments, */
  double *moment_length;                      /* and what these are measured over, m; */
  double *leeway;                             /* two a contact: how far targets may be wrong */
  double *compression, *compression_velocity; /* first phase of an impact: impulse; work */
  rg_impact_island *impact;                   /* trees + 1 */
  double *share;                              /* contacts: of Newton's speed that they leave with */
  double *returns;                 /* contacts: normal impulse that Poisson's law returns */
  unsigned char *given;            /* contacts: 1 where that is what it gets */
  rg_buffer uncoupled;             /* poisson.c */
  double *expansion;               /* c of the second phase under Poisson's law, */
  double *left_lower, *left_upper; /* and what compression left of the rows' bounds */
  double *slip;                    /* 2 a contact: slip before the step, for laws that ask */
  double *last;                    /* 3 a contact: impulse of the last step, for the same */
  double law_dt;                   /* of the present problem */
  rg_step_contact *contacts;
  int ncontacts;
  int contacts_shown; /* 1: `contacts` has them; 0: they are still in the constraints and the problem */
  double loose;       /* m/s: slower contacts do not move */
  double contacts_dt;     /* of the step, or the part of one, that their impulses belong to */
  rg_memory memory;       /* impulses by contact, for the warm start */
  rg_rest rest;           /* answers that islands at rest go on with */
  rg_standing standing;   /* steps that change nothing */
  rg_mechanics mechanics; /* what the problem comes from */
  unsigned char *chosen;  /* units whose rows are made: those of islands that are solved */
  int all_rows;           /* 1: rows of all units are there */
  rg_arena entries;       /* A of the problem, or M and G, where somebody asks for it */
  rg_problem global;      /* the problem with M and G */
  rg_step_report report;
  int spent; /* iterations before the part of the step that is being tried */
  long steps;
  rg_stopwatch watch; /* by rg_room */
  double clock[2];    /* time = clock[0] + clock[1] dt, in whole steps */

  /* work space */
  double *qpos_start, *qvel_start; /* where the step began */
  double *act_start;               /* nact: the same of the states of actuators */
  double *qpos_step, *qvel_step;   /* for each halving: where the part that is being tried began */
  double *v, *v_last;              /* nv: end of the step; the round before */
  double *estimate;                /* nv: change of the velocity that the round before has led to */
  double *problem_drag;            /* nbody x 21: beside problem_inertia, where there is a medium */
  double *qpos_middle;             /* nq: where forces and contacts are taken */
  double *v_start;                 /* nv: velocity at the start of the step, as it is there */
  double *work;                    /* 2 nv */
  double *xvel_before;             /* nbody x 6 */
  void *accounts;                  /* islands: expect.c */
  double *body_force, *touch;      /* for sensors: nbody x 6, nsensor; */
  double *limit_force, *nearest;   /* njoint + ntendon; nsensor x 7 */
};

/* why a step of the midpoint rule goes by euler */
typedef enum rg_arrives {
  RG_ARRIVES_EARLY = 1, /* it met something in its first half, and nothing was solved */
  RG_ARRIVES_UNSOLVED,  /* its problem was not solved */
  RG_ARRIVES_CREATES,   /* its contacts would have made energy from nothing, */
  RG_ARRIVES_PUMPS,     /* or its dampers, */
  RG_ARRIVES_TEARS      /* or its loops */
} rg_arrives;

/* iterations that the next search of the step may take; 0: any number */
int rg_sim_allowance(const rg_sim *sim);
/* blame.c: names in the report's reason where a step that was not solved is stuck */
void rg_sim_blame(rg_sim *sim);
/* notices.c: one more notice of the step, printf style; the most important one is the report's reason */
void rg_sim_note(rg_sim *sim, rg_notice notice, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* 1 where a contact problem has no answer: none was found, there is none, or none can be told from it */
int rg_is_unsolved(rg_status status);
/* The report as it was before a search that failed, with what that cost. */
void rg_sim_forget(rg_sim *sim, const rg_step_report *before);

/* One contact problem with data's positions and forces: contacts, assembly, solve, restitution.
   `start`: velocity at the start of the step. Leaves v+ in sim->v. */
rg_status rg_sim_solve(rg_sim *sim, double dt, const double *start, rg_place place);

/* How the problem's scalar rows come about: extra ones of the coordinates, then rows of the
   constraints; NULL: in their order. */
int rg_sim_extra_rows(const rg_sim *sim);
const int *rg_sim_row_map(const rg_sim *sim);

/* First unknown of a contact in the problem. */
static inline int rg_sim_first(const rg_sim *sim, int contact) {
  return sim->problem.rows + sim->problem.dim * contact;
}

/* 1 where a contact pushes: an impulse at one that opens is rounding. */
int rg_sim_pushes_at(const rg_sim *sim, int contact);

/* Sets up the solver with sim->problem and solves from the warm start in sim->impulse; results in
   impulse and velocity, the certificate joins that of the report. */
rg_status rg_sim_solve_problem(rg_sim *sim);
/* Solves again with the targets in sim->target. */
rg_status rg_sim_solve_targets(rg_sim *sim);
/* Kinetic energy at data's positions with another velocity, J. */
double rg_sim_kinetic(rg_sim *sim, const double *v);
/* Work of drives and moving surfaces, J: impulse times their own velocity. */
double rg_sim_driven_work(const rg_sim *sim);
/* The same of one unit: a scalar row or a contact. */
double rg_sim_driven_work_of(const rg_sim *sim, int unit);

/* Puts the contacts of the last step where a caller looks for them, as long as the constraints still have them. */
void rg_sim_show_contacts(rg_sim *sim);

/* rest.c: finds the islands of sim->problem and those that go on with their last answer
   (rest.answer, rest.velocity; none where they may not); how many these are. The memory must
   have been recalled. */
int rg_sim_rest(rg_sim *sim, double dt, int may_rest);
/* Marks the islands whose impulses are no answer to the present targets; all of them where none can be told. */
void rg_sim_find_failures(rg_sim *sim);
/* All islands are solved after all. */
void rg_sim_rest_none(rg_sim *sim);
/* Keeps the answers for the next step, before the memory is stored. `good`: what was solved now
   is an answer that may be gone on with. Or, where all are at rest and the memory stays as it
   is, notes just that. */
void rg_sim_keep_answers(rg_sim *sim, double dt, int good);
void rg_sim_keep_resting(rg_sim *sim);
/* standing.c: 0 where memory ran out; after a step; 1 where the next step would change nothing */
int rg_standing_new(rg_sim *sim);
void rg_sim_note_standing(rg_sim *sim);
int rg_sim_stands(rg_sim *sim);
/* Islands that go on with their answers stand still, where their speeds are the rounding of positions. */
void rg_sim_stand_still(rg_sim *sim, double dt);

/* Rows of the units that are to be solved, or of all, from data as they were when the problem was made. */
rg_status rg_sim_make_rows(rg_sim *sim, rg_data *data, int all, rg_error *error);
/* The entries of A into sim->problem, of all units, whose rows are there. */
rg_status rg_sim_make_entries(rg_sim *sim, rg_error *error);

/* adhere.c: room for what sticks, 0 where memory ran out; the contacts that adhesion pulls through at data's positions,
   which from then on are those of its forces */
int rg_sim_new_grips(rg_sim *sim);
void rg_sim_find_grips(rg_sim *sim);

/* impact.c: the second phase of impacts; impulses of the first are in sim->impulse */
rg_status rg_sim_restitution(rg_sim *sim, double dt, const double *start);

/* poisson.c: the second phase where normal impulses are given, sim->returns; compression in
   sim->compression, its velocity in sim->velocity */
rg_status rg_sim_expand(rg_sim *sim);

/* project.c: closures and contacts, as asked, back to where they belong, positions only */
rg_status rg_sim_project(rg_sim *sim, int with_contacts, int with_closures);
/* largest residual of the closures at data's positions */
double rg_sim_open(rg_sim *sim);
/* Rows and contacts of the present positions, for a projection; with limits, too. */
void rg_sim_collect_positions(rg_sim *sim, int with_contacts, int with_closures, int with_limits);
/* Displacement of one Newton step on them, in sim->work. */
rg_status rg_sim_displacement(rg_sim *sim);

/* measure.c: forces of the limits of joints and tendons, from the impulses of the problem: both sides push back; for sensors */
void rg_sim_keep_limits(rg_sim *sim, double dt);
/* measure.c: the sensors, from the state at the end of the step and the impulses within it */
void rg_sim_measure(rg_sim *sim);

/* step.c: on by dt, in halves where the policy says so and it is needed; adapt.c: to the accuracy that is
   asked for */
rg_status rg_sim_advance(rg_sim *sim, double dt);
rg_status rg_sim_adapt(rg_sim *sim, double dt);

/* expect.c: what contacts and rows did, to be expected in the next step; the change of velocity (nv)
   that this is in a step of dt, NULL: none */
void rg_sim_keep_expected(rg_sim *sim, double dt);
/* The part of what each tree got from sim->impulse that holds against forces: balance.share. */
void rg_sim_find_shares(rg_sim *sim, double dt);
const double *rg_sim_expect(rg_sim *sim, double dt);

/* balance.c: energies at the start of a step; the work within it, with data at the place of the
   forces and v+ in sim->v; what is left at its end is taken out of the velocity */
void rg_balance_begin(rg_sim *sim);
/* Energies that are not those of the state are forgotten; those that are known become its own. */
void rg_balance_check(rg_sim *sim);
void rg_balance_adopt(rg_sim *sim);
void rg_balance_work(rg_sim *sim, double dt, const double *start);
/* After rg_balance_work: what gave bodies energy that nobody put in, dampers, or contacts and loops, where these count; 0: nothing */
int rg_balance_creates(rg_sim *sim, int middle, int bounces);
/* speed below which a contact (row -1) or a row rests, m/s or rad/s */
double rg_balance_slow(const rg_sim *sim, int row);
void rg_balance_end(rg_sim *sim);
/* RG_DIVERGED, with the body that did, where energy came from nothing; and where the state is not
   finite. */
rg_status rg_balance_watch(rg_sim *sim);
rg_status rg_balance_not_finite(rg_sim *sim);

/* settings.c: surfaces, drives and restitution as the model file has them */
rg_status rg_sim_settings(rg_sim *sim, rg_error *error);

#endif
