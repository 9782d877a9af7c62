/* What acts on the velocities of one step, before any coordinates are chosen: scalar rows (closures,
   drives, dry friction, limits) over the degrees of freedom of the model, and contacts.

       scalar row   J v = target where it holds, impulse within [lower, upper]
       contact      frame (n, t1, t2) at a point of two bodies, mu, target, surface velocity

   All arrays have fixed room; filling them needs no memory. */
#ifndef RG_CONSTRAINTS_H
#define RG_CONSTRAINTS_H

#include "base/arena.h"
#include "dynamics/closure.h"
#include <rigor/collide.h>
#include <rigor/step.h>

typedef enum rg_row_kind {
  RG_ROW_CLOSURE,         /* object: equality */
  RG_ROW_DRIVE,           /* object: degree of freedom */
  RG_ROW_FRICTION,        /* object: degree of freedom */
  RG_ROW_TENDON_FRICTION, /* object: tendon */
  RG_ROW_LIMIT,           /* object: joint */
  RG_ROW_TENDON_LIMIT     /* object: tendon */
} rg_row_kind;

typedef struct rg_constraints {
  /* scalar rows */
  int rows, most_rows;
  rg_row_kind *kind;
  int *object, *part;       /* part: row of the closure, or 0 / 1 for the lower / upper limit */
  double *gap;              /* limits: distance to the limit; closures: residual */
  double *target;           /* J v - target is the velocity of the row */
  double *compliance;       /* added to the diagonal of A; 0 unless relaxed */
  double *lower, *upper;    /* impulse */
  int *start, *dof;         /* rows + 1; degrees of freedom, ascending */
  double *value;
  int most_entries;

  /* contacts */
  int contacts, most_contacts;
  rg_contact *contact;
  double *mu, *restitution;
  double *contact_target;     /* least normal velocity without restitution */
  double *contact_compliance; /* added to the diagonal of A; 0 unless relaxed */
  double *surface;            /* 3 a contact: velocity of surface 1 minus 2 in the contact frame */
  double deepest;             /* m, >= 0 */
  int overflow;
} rg_constraints;

#endif
