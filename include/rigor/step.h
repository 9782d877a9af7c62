/* Time stepping: state and contacts become one contact problem, its certified answer the next state.

   One rg_sim a thread, the model shared. After rg_sim_new a step allocates nothing as long as its
   contact problem fits into the reserve; the report counts the steps that did not. */
#ifndef RIGOR_STEP_H
#define RIGOR_STEP_H

#include <rigor/collide.h>
#include <rigor/dynamics.h>
#include <rigor/model.h>
#include <rigor/solve.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum rg_coordinates {
  RG_MINIMAL = 0, /* joint coordinates; loop closures are bilateral rows */
  RG_REDUNDANT,   /* six velocities a body; joints and closures are bilateral rows */
  RG_EMBEDDED     /* joint coordinates; loop closures are eliminated */
} rg_coordinates;

typedef enum rg_integrator {
  RG_EULER = 0, /* semi-implicit: contacts and forces at the start, positions with the new
                        velocity (Mylapilli & Jain 2017, Eq. 25-26) */
  RG_MOREAU,    /* contacts and forces at the middle, positions with the mean velocity (27-29) */
  RG_IMPLICIT_EULER,  /* contacts and forces at the end: repeated until consistent */
  RG_IMPLICIT_MOREAU, /* contacts and forces at the middle of the true motion: the same */
  RG_MIDPOINT, /* contacts and forces at the middle, bias at the mean velocity, rows and contacts
                  hold at the end: second order where nothing jumps */
  RG_EXPLICIT_EULER /* positions with the old velocity (Trinkle's notes, page 3): contacts come a step
                       late and energy grows; to compare, not to use */
} rg_integrator;

typedef enum rg_restitution {
  RG_RESTITUTION_ENERGY = 0, /* Newton's, cut where it would return more than e^2 of the energy that
                                the normal impulses took: never creates energy */
  RG_RESTITUTION_NEWTON,     /* u_n after = -e u_n before; may create energy in linked bodies */
  RG_RESTITUTION_POISSON     /* normal impulse of expansion = e times that of compression; may
                                create energy where friction sticks or turns round */
} rg_restitution;

typedef enum rg_stabilize {
  RG_STABILIZE_TARGET = 0, /* overlaps part with a target velocity, never faster than they came */
  RG_STABILIZE_RELAX,      /* spring and damper in the rows (Peiret et al., Eq. 39-41) */
  RG_STABILIZE_PROJECT,    /* positions are projected after the step, velocities stay */
  RG_STABILIZE_NONE,
  RG_STABILIZE_NOTES /* Trinkle's notes, page 25: normal velocity >= -gap / dt, overlaps too. What
                        overlaps parts in one step whatever energy that takes, and where it cannot
                        the step has no solution */
} rg_stabilize;

/* Torsional and rolling friction of contacts of condim 4 and 6 (docs/rolling.md) */
typedef enum rg_moments {
  RG_MOMENTS_PRODUCT = 0, /* slip, spin and rolling have a bound each */
  RG_MOMENTS_ELLIPSOID,   /* one bound for all of them */
  RG_MOMENTS_NONE         /* such contacts are taken as those of condim 3 */
} rg_moments;

typedef enum rg_on_failure {
  RG_ON_FAILURE_STOP = 0, /* the state stays at the start of the step */
  RG_ON_FAILURE_CONTINUE, /* go on with the best iterate; the report has the status */
  RG_ON_FAILURE_HALVE     /* two steps of half the size, again where these fail; then stop */
} rg_on_failure;

typedef struct rg_sim_options {
  double dt; /* s, > 0; default 0: the model's timestep */
  rg_coordinates coordinates;
  rg_integrator integrator;
  rg_options
      solve; /* solver, law, split, tolerance; defaults as for rg_solver_solve but tol 1e-10 and
                       split compliant */
  rg_restitution restitution_law;
  double restitution; /* of all pairs, in [0, 1]; NaN (default): the model's settings, else 0 */
  double friction;    /* of all pairs, >= 0; NaN (default): the model's */
  rg_moments moments; /* default product; for other laws than the cone: none, where there are any */
  rg_stabilize contacts; /* default target */
  rg_stabilize closures; /* loop closures, default project; in embedded coordinates always so */
  double push; /* share of an overlap that target removes in one step, in (0, 1]; default 0.2 */
  double relax_period;  /* relax: s, undamped period of the springs; default 20 dt: value 0 */
  double relax_damping; /* relax: damping ratio; default 1 */
  /* Springs and dampers in contacts (Peiret et al., Eq. 39-42), for linear laws; k = b = 0: rigid. Normal: from
     the touch on. Tangential: bristles, which remember their force where law_memory is set; law nonsingular */
  double contact_stiffness, contact_damping; /* N/m, N s/m; default 0 */
  double bristle_stiffness, bristle_damping; /* the same */
  int law_memory;    /* 1: laws get the impulses of the last step, for bounds, bristles and lateral
                        terms; 0 (default): they are repeated until consistent */
  int contact_rates; /* 1: u+ = G v+ + dt dG/dt v- (Mylapilli & Jain, Eq. 37 and 54); integrator
                        euler; default 0 */
  int parents_touch; /* parent and child: 1 touch, 0 do not; -1 (default): as the model says */
  rg_on_failure on_failure;
  int halvings; /* most halvings of one step, to 50; default 6 */
  double
      accuracy; /* > 0: each step is divided so that points of bodies are off by at most so many m a
                        second; default 0: every step is one step */
  int sweep; /* what moves by more than its width in a step is stopped by what it would pass through;
                        default 1 */
  int warm_start;    /* start from matching contacts of the last step; default 1 */
  int exact_corners; /* planar scenes: at the corner of an obstacle either face may hold (Trinkle's
                        notes, page 26); default 0 */
  int step_iterations; /* all contact problems of a step together: iterations after which it ends as
                          RG_LIMIT (solver auto); default 60000, 0: none */
  int implicit_rounds; /* implicit integrators: most contact problems a step; default 50 */
  double implicit_tol; /* they stop where the velocity changes by less than this, relative; 1e-9 */
  double
      gap_accuracy; /* how well the distance of two shapes is known, in the radius of the smaller one: a step
                          that would be solved with gaps that differ by so much is; default 1e-9, 0: exactly */
  int most_contacts; /* 0: a generous default */
  size_t reserve;    /* bytes set aside for contact problems; 0: a default by the model's size */
  int threads;       /* for large problems; results do not depend on it; default 1 */
} rg_sim_options;

typedef enum rg_mode { RG_MODE_BREAK = 0, RG_MODE_STICK, RG_MODE_SLIP } rg_mode;
/* "break", "stick", "slip" */
RG_API const char *rg_mode_name(rg_mode mode);

/* A contact of the last step, at its place at the time when contacts were looked for. */
typedef struct rg_step_contact {
  rg_contact contact;
  double mu, restitution;
  double target;      /* least normal velocity that was asked for, m/s */
  double impulse[3];  /* normal, tangent1, tangent2 on body 1, N s (after rg_sim_frame: force, N) */
  double velocity[3]; /* of body 1 relative to body 2 (surface motion included) after the step */
  double spin, roll;  /* m: coefficients of torsional and rolling friction; 0: none */
  double moment[3];   /* on body 1 about normal, tangent1, tangent2, N m s (over its time: N m) */
  double turning
      [3]; /* rad/s: angular velocity of body 1 relative to body 2 after the step, the same axes; 0 where
                         there are no moments */
  rg_mode mode;
} rg_step_contact;

/* Where energy went in a step, J: kinetic = kinetic_before + all the works + residual - corrected. Works
   are what forces and impulses did to the bodies, with the mean velocity of the step. */
typedef struct rg_step_balance {
  double kinetic_before, potential_before; /* at the start; potential: gravity and springs */
  double kinetic, potential;               /* at the end */
  double explained;                        /* of the kinetic energy: what works have given, J */
  double gravity, springs;                 /* what they gave: loss of potential energy */
  double dampers;                          /* dampers, medium, gravity compensation */
  double actuators, applied, drives;
  double contacts, friction; /* along the normals; along the surfaces, belts included */
  double limits;             /* of joints and tendons */
  double dry_friction;       /* the same */
  double loops;              /* closures: they should do none, and it counts as residual */
  double residual;           /* left over: the error of the rule */
  double corrected;          /* what of it was taken out of the velocities again */
  double momentum; /* N s, N m s about the origin: largest change of what floats freely that */
  double angular_momentum; /* nothing outside explains */
  int begun;               /* 1: the start is known */
} rg_step_balance;

/* What a step that was solved has to say all the same, the most important first. */
typedef enum rg_notice {
  RG_NOTICE_NONE = 0,
  RG_NOTICE_HALVED = 1,     /* it was done in parts */
  RG_NOTICE_OVERLAPS = 2,   /* no impulses part the overlaps: they stay */
  RG_NOTICE_BOUNCE = 4,     /* what should bounce is jammed, or bounces with less */
  RG_NOTICE_LIMITS = 8,     /* limits gave way */
  RG_NOTICE_RULE = 16,      /* the step went by euler in place of its own rule */
  RG_NOTICE_CORNERS = 32,   /* at a corner no face is consistent */
  RG_NOTICE_POSITIONS = 64, /* positions are off after their projection */
  RG_NOTICE_EXPLICIT = 128, /* the rule is explicit Euler */
  RG_NOTICE_SPLIT = 256,    /* the split was not done, or rows are rounding: of the solver */
  RG_NOTICE_END = 512
} rg_notice;
/* In some words; "" for anything else. */
RG_API const char *rg_notice_text(rg_notice notice);

typedef struct rg_step_report {
  rg_status status; /* of the step: the worst of its solves */
  long step;        /* steps done since the start, this one included where it was done */
  double time;      /* at the end of the step */
  double dt;
  int contacts, rows, size; /* contacts, scalar rows, unknowns of the (last) contact problem */
  int solves;               /* contact problems solved: restitution, implicit rounds, halvings */
  int iterations;           /* of all of them */
  int halvings;             /* how often the step was halved */
  int impacts;              /* contacts that got a target from restitution */
  double penetration;       /* deepest overlap where contacts were looked for, m */
  double
      within; /* most by which a gap would have to differ for the step to be exact, m; 0: it is */
  double closure; /* largest residual of the loop closures after the step */
  double
      work; /* of contact and row impulses in the step, J; what drives and belts put in included */
  rg_step_balance balance;
  rg_certificate certificate; /* the worst of its solves, `dynamics`: problem against the motion */
  int overflow;               /* 1: there were more contacts than most_contacts: not solved */
  long allocations;           /* steps so far whose contact problem did not fit into the reserve */
  unsigned notices;           /* all that apply, added up */
  rg_notice notice;           /* the most important one, where the step is solved */
  char reason[256];           /* why it is not solved, or that notice with its numbers */
} rg_step_report;

typedef struct rg_sim rg_sim;

RG_API rg_sim_options rg_sim_options_default(void);
/* Defaults, then the settings of the model file (docs/settings.md). */
RG_API rg_status rg_sim_options_from_model(const rg_model *model, rg_sim_options *options,
                                           rg_error *error);
/* Names as on the command line: "minimal", "implicit-euler", "energy", "project", "halve", ... ; -1 for
   anything else. And back. */
RG_API int rg_coordinates_parse(const char *text);
RG_API int rg_integrator_parse(const char *text);
RG_API int rg_restitution_parse(const char *text);
RG_API int rg_stabilize_parse(const char *text);
RG_API int rg_on_failure_parse(const char *text);
RG_API int rg_moments_parse(const char *text);
RG_API const char *rg_coordinates_name(rg_coordinates value);
RG_API const char *rg_integrator_name(rg_integrator value);
RG_API const char *rg_restitution_name(rg_restitution value);
RG_API const char *rg_stabilize_name(rg_stabilize value);
RG_API const char *rg_on_failure_name(rg_on_failure value);
RG_API const char *rg_moments_name(rg_moments value); /* "product", "ellipsoid", "none" */
/* 4 or 6 where a contact of the model can have moments, that many directions; else 3. `what`: the shape or the pair by
   which it is so, as "geom 'foot'"; may be NULL. */
RG_API int rg_model_contact_dim(const rg_model *model, char *what, size_t size);

/* The model must outlive the simulation. On failure *sim is NULL. */
RG_API rg_status rg_sim_new(rg_sim **sim, const rg_model *model, const rg_sim_options *options,
                            rg_error *error);
RG_API void rg_sim_free(rg_sim *sim);
/* Back to qpos0 (key -1) or a keyframe, time of the keyframe, no memory of the last step; inputs,
   surfaces and drives as the model has them. */
RG_API rg_status rg_sim_reset(rg_sim *sim, int key, rg_error *error);

/* Other options from the next step on: solver, law, tolerances, friction, moments, restitution, integrator, dt
   and what is done on failure; state, clock and warm start stay. What memory was laid out for must
   be as it was: coordinates, contacts, closures, halvings, exact_corners, most_contacts, reserve and
   threads. On failure nothing has changed. */
RG_API rg_status rg_sim_change(rg_sim *sim, const rg_sim_options *options, rg_error *error);

/* State and inputs; write qpos, qvel, ctrl, qfrc_applied, xfrc_applied between steps. */
RG_API rg_data *rg_sim_data(rg_sim *sim);
RG_API const rg_model *rg_sim_model(const rg_sim *sim);
RG_API const rg_sim_options *rg_sim_used_options(const rg_sim *sim);
/* Velocity of the surface of each geom in its own frame, ngeom x 3, m/s: conveyor belts; at first as the model has it
   (geom_surface), whose angular velocity comes on top. Where shapes touch only the part along the surface counts: the
   shape itself stays. */
RG_API double *rg_sim_surface(rg_sim *sim);
/* Prescribed velocity of each degree of freedom and the largest force for it, nv each. limit 0: not
   driven (default); infinite: prescribed motion. */
RG_API double *rg_sim_drive_velocity(rg_sim *sim);
RG_API double *rg_sim_drive_limit(rg_sim *sim);

/* One step. RG_SOLVED, or the status of the solve that failed; RG_BAD_INPUT where the state or an
   input is not finite. The state moves on unless the policy is to stop. */
RG_API rg_status rg_step(rg_sim *sim);
RG_API const rg_step_report *rg_sim_report(const rg_sim *sim);
/* Contacts of the last step; returns their number. */
RG_API int rg_sim_contacts(const rg_sim *sim, const rg_step_contact **contacts);
/* What their impulses act for, s: the step, or its last part where it was divided. Impulse over this is force. */
RG_API double rg_sim_contacts_dt(const rg_sim *sim);
/* Reads the sensors at the state as it is, without a step: no contacts, closures and limits, as at the start. */
RG_API void rg_sim_sense(rg_sim *sim);
/* The last contact problem and its impulses, valid until the next step; NULL before the first and
   where there was nothing to solve. Targets are those of the last solve: restitution is in them
   (Poisson's law: the impulses are the sum of two problems). */
RG_API const rg_problem *rg_sim_problem(const rg_sim *sim);
/* The same in global form, as the step solved it: its rows are G, in coordinates in which every mass is equal, and it
   begins where the step began. What is at rest is in it too. */
RG_API const rg_problem *rg_sim_problem_global(const rg_sim *sim);
RG_API const double *rg_sim_impulse(const rg_sim *sim);
/* Kinetic and potential energy at the current state; computes the stages that it needs. */
RG_API double rg_sim_energy(rg_sim *sim);
/* Looks for contacts at the current state without stepping: deepest overlap, m, >= 0. */
RG_API double rg_sim_penetration(rg_sim *sim);
/* Deepest overlap of two shapes that a filter keeps from touching (parent and child, exclude, contype), m, >= 0;
   which ones in geom, -1 where none do. Shapes of one body, and those that can touch nothing, do not count. */
RG_API double rg_sim_filtered(rg_sim *sim, int geom[2]);

/* The deepest overlap with its two geoms (-1: nothing overlaps); and how far a hinge or slide is beyond its range, rad or m, with its
   joint. Pointers may be NULL. */
typedef struct rg_misplaced {
  double overlap; /* m */
  int geom[2];
  double limit; /* rad or m */
  int joint;
  double loops; /* largest residual of the loop closures */
} rg_misplaced;
RG_API rg_misplaced rg_sim_misplaced(rg_sim *sim);

/* Moves positions so that overlaps, open loops and joints beyond their ranges are gone, by as little as possible in the
   metric of the masses; velocities stay, and the next step has no memory. What cannot be had, as where bodies are jammed, is
   had as far as it goes: *left (may be NULL) is what is still misplaced. RG_OK also then; takes memory the first time. */
RG_API rg_status rg_sim_settle(rg_sim *sim, rg_misplaced *left, rg_error *error);

/* The whole state, inputs and memory of the last step, as text that reads back to the same bits.
   Written beside the target, then renamed. Loading needs a simulation of the same model. */
RG_API rg_status rg_sim_save(const rg_sim *sim, const char *path, rg_error *error);
RG_API rg_status rg_sim_load(rg_sim *sim, const char *path, rg_error *error);

/* Which model a checkpoint belongs to: 16 hexadecimal digits over sizes, tree, masses, shapes, links and actuators; names,
   colours and settings do not count. */
RG_API void rg_model_fingerprint(const rg_model *model, char text[17]);

/* --- whether a motion is proved (docs/stepping.md) -------------------------------------------- */

/* Every step has its certificate; the motion that they make is proved where overlaps, open loops and the
   energy that nothing explains stay within these. */
typedef struct rg_motion_bounds {
  double overlap; /* m: 1e-3 of the smallest shape */
  double loops;   /* 1e-6 */
  double energy;  /* J: 1e-3 of the most kinetic energy, and 1e-9 of all energy at the start */
} rg_motion_bounds;

RG_API rg_motion_bounds rg_motion_bounds_of(const rg_model *model, double kinetic_most,
                                            double energy_first);
/* 1 where it is. `text`: the bounds; or which of them are not kept, and by how much. */
RG_API int rg_motion_proved(const rg_motion_bounds *bounds, double overlap, double loops,
                            double unexplained, char *text, size_t size);

#ifdef __cplusplus
}
#endif
#endif
