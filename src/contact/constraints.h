/* What acts on the velocities of one step, before any coordinates are chosen: scalar rows (closures,
   drives, dry friction, limits) over the degrees of freedom of the model, and contacts.

       scalar row   J v = target where it holds, impulse within [lower, upper]
       contact      frame (n, t1, t2) at a point of two bodies, mu, target, surface velocity

   All arrays have fixed room; filling them needs no memory. */
#ifndef RG_CONSTRAINTS_H
#define RG_CONSTRAINTS_H

#include "base/arena.h"
#include "base/stopwatch.h"
#include "dynamics/closure.h"
#include <rigor/collide.h>
#include <rigor/timing.h>

typedef enum rg_row_kind {
  RG_ROW_CLOSURE,         /* object: equality */
  RG_ROW_DRIVE,           /* object: degree of freedom */
  RG_ROW_FRICTION,        /* object: degree of freedom */
  RG_ROW_TENDON_FRICTION, /* object: tendon */
  RG_ROW_ELEMENT,         /* object: spring and damper along several coordinates (implicit.h) */
  RG_ROW_LIMIT,           /* object: joint */
  RG_ROW_TENDON_LIMIT     /* object: tendon */
} rg_row_kind;

typedef struct rg_constraints {
  /* scalar rows */
  int rows, most_rows;
  rg_row_kind *kind;
  int *object, *part;    /* part: row of the closure, or 0 / 1 for the lower / upper limit */
  double *gap;           /* limits: distance to the limit; closures: residual */
  double *target;        /* J v - target is the velocity of the row */
  double *compliance;    /* share of the diagonal of A added to it; 0 unless relaxed */
  double *softness;      /* added to it as it is; 0 but for elements */
  double *lower, *upper; /* impulse */
  int *start, *dof;      /* rows + 1; degrees of freedom, ascending */
  double *value;
  int most_entries;

  /* contacts */
  int contacts, most_contacts;
  rg_contact *contact;
  double *mu, *restitution;
  double *contact_target; /* least normal velocity without restitution, */
  double *contact_leeway; /* two each: how far it may lie below and above (docs/stepping.md) */
  double
      *contact_compliance; /* share of the normal's diagonal of A added to it; 0 unless relaxed */
  double *surface;         /* 3 a contact: velocity of surface 1 minus 2 in the contact frame */
  double *turn; /* 3 a contact: what the velocity gains from where contacts are looked for
                              to the end of the step because they travel and turn; 0: not asked for */
  unsigned char
      *slides;    /* contacts: 1 where the law is about the mean slip of the step: turn then has
                              the slip before it, and the velocity along the surface is twice the mean */
  double *before; /* 3 a contact: relative velocity before the step, surfaces included */
  /* torsional and rolling friction (docs/rolling.md) */
  int dim;              /* rows of a contact in the problem: 3, or 4 or 6 where one has moments */
  int ellipsoid;        /* 1: one bound for all parts of friction */
  double *spin, *roll;  /* m; 0: no such moment */
  double *turn_angular; /* 3 a contact, as `turn`, of the relative angular velocity in its frame; */
  double *before_angular; /* and as `before`. Only of contacts with moments */
  double deepest;         /* m, >= 0 */
  double fastest;         /* m/s: of any point of a body, */
  double turning;         /* rad/s: and of any body */
  double smallest;        /* m: reach of the smallest shape; 0: there is none */
  int quiet;           /* 1: the velocities without impulses are rounding alone, and count as 0 */
  int passed;          /* 1: something went through something since the start of the step */
  int at_end;          /* 1: rg_constraints_turn has been */
  double closure_turn; /* s: the same of eliminated closures, times their drift */
  double *free, *free_velocity; /* nv, nbody x 6: motion without contacts, drives at their speed */
  double *drift;                /* nbody x 6: accelerations where qacc = 0 */
  double *speed, *reach;        /* bodies: fastest point, farthest point from the body's origin, */
  double *way;                  /* and what the fastest point does in the step */
  double *hit,
      *after; /* nbody: speeds that impulses of this step have shown, 0 at first; nbody x 6: work */
  int overflow;

  /* work of rg_constraints_thin: contacts, bodies */
  unsigned char *mark, *seen;
  int *group, *next, *first, *tally;
} rg_constraints;

/* Where data's positions lie within the step. */
typedef enum rg_place {
  RG_PLACE_MEAN, /* start moved by half of the velocity there; the bias is that of the mean velocity */
  RG_PLACE_EXPLICIT, /* start of the step, or start moved by half of the velocity there */
  RG_PLACE_END,      /* estimate of the end: start moved by dt qvel */
  RG_PLACE_MIDDLE    /* estimate of the middle: start moved by dt / 2 qvel */
} rg_place;

/* What the rows are made from. */
typedef struct rg_constraint_input {
  const rg_model *model;
  rg_data *data; /* kinematics, velocities, qacc_smooth */
  rg_collider *collider;
  rg_closure *closure; /* rows are there already */
  const rg_sim_options *options;
  rg_place place;
  const double *before;      /* nv: velocity at the start of the step */
  const double *xvel_before; /* nbody x 6: xvel of that velocity at data's positions */
  const double *twist; /* nbody x 6: xvel that is expected at the middle (rg_constraints_turn) */
  double dt;
  const double *surface, *drive_velocity, *drive_limit; /* rg_sim_surface and so on */
  const double *geom_restitution;                       /* ngeom; NaN: not given */
  const struct rg_pair_restitution *pairs;
  int npairs;
  double restitution;  /* of pairs for which nothing else is given */
  rg_stopwatch *watch; /* times collision; NULL: nobody asks */
} rg_constraint_input;

/* restitution of one pair of geoms, geom1 < geom2 */
typedef struct rg_pair_restitution {
  int geom1, geom2;
  double value;
} rg_pair_restitution;

/* Rows that a contact has in the problem: those of its force, and of the moments that it can have. */
static inline int rg_contact_width(const rg_constraints *c, int i) {
  return c->dim == 3 ? 3 : c->roll[i] > 0 ? 6 : c->spin[i] > 0 ? 4 : 3;
}

/* 1 where slip and turning are under one bound: where the law is about the mean slip it is about the mean turning too. */
static inline int rg_contact_turns_with_slip(const rg_constraints *c, int i) {
  return c->ellipsoid && rg_contact_width(c, i) > 3 && c->mu[i] > 0;
}

/* Room for all rows that the model can have and for `most_contacts`; NULL where memory ran out. */
rg_constraints *rg_constraints_new(rg_arena *arena, const rg_model *model, int closure_rows,
                                   int most_contacts);
/* Rounding of the velocity of row i, or of any contact (i < 0): what forces and kinematics leave of a motion in which
   nothing moves against anything. */
double rg_constraints_noise(const rg_constraints *constraints, const rg_model *model, int i);
/* the same of `turn` times an angular and `way` times a linear velocity of any body */
double rg_constraints_twist_noise(const rg_constraints *constraints, double turn, double way);
/* What a contact is, whatever moves; 0 where there is no room. */
int rg_constraints_note(rg_constraints *constraints, const rg_constraint_input *input,
                        const rg_contact *contact);
/* Collects everything that may act within the step. */
void rg_constraints_collect(rg_constraints *constraints, const rg_constraint_input *input);
/* Rows and contacts at the end of the step, where they were collected at its middle: J v+ there is
   J_m v+ + dt/2 dJ/dt v. data has the velocities of the mean motion. */
void rg_constraints_turn(rg_constraints *constraints, const rg_constraint_input *input);
/* 1 where a contact overlaps now because it closed since the start of the step: by
   more than a parabola that keeps its distance does. */
int rg_constraints_arrive(const rg_constraints *constraints, const rg_constraint_input *input);
/* The law of a contact that does not slide through the step after all is about its end. */
void rg_constraints_stop(rg_constraints *constraints, int contact);
/* 1 where the mean velocity of what slides has turned round against that before, or vanished */
int rg_constraints_turned_round(const rg_constraints *constraints, int contact,
                                const double *velocity);
/* Other contacts in the place of those that were collected. */
void rg_constraints_set_contacts(rg_constraints *constraints, const rg_constraint_input *input,
                                 const rg_contact *contact, int count);
/* The same for a projection of positions: closures and contacts only, no friction, targets are the distances
   themselves (a step of 1). Without `with_closures` those stay as far off as they are: target and gap 0. */
void rg_constraints_positions(rg_constraints *constraints, const rg_constraint_input *input,
                              int with_contacts, int with_closures);
/* Limits of hinges and slides to the same. */
void rg_constraints_add_ranges(rg_constraints *constraints, const rg_constraint_input *input);

/* 1 where contacts have springs or dampers of their own */
int rg_contacts_are_soft(const rg_sim_options *options);

/* bounding radius of the smaller of two shapes that touch; planes have none */
double rg_smaller_radius(const rg_model *model, const rg_contact *contact);

#endif
