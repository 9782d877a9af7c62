/* One frame at the level of accelerations: what its files hand to each other. docs/frame.md */
#ifndef RG_FRAME_H
#define RG_FRAME_H

#include "step/sim.h"

#include <rigor/acceleration.h>

/* Unknowns: scalar rows (closures, limits, what is stuck, sliding contacts), then 3 a rolling
   contact. Row i of `moves` gives the acceleration of unknown i, row i of `acts` the generalized
   force of a unit of it; they differ for sliding contacts only. */
typedef struct rg_frame {
  rg_arena arena;
  rg_sim *sim;
  const rg_model *model;
  const rg_data *data;
  double threshold; /* m/s: slower is at rest */
  double *force;    /* nv: smooth forces and dry friction of what moves */

  int rows, rolling;    /* scalar rows so far, sliding contacts included; rolling contacts */
  double *moves, *acts; /* unknowns x nv */
  double *bias;         /* unknowns: acceleration where qacc = 0 */
  double *lower, *upper;
  double *mu; /* rolling contacts */

  int contacts, overflow; /* overflow: there were more than there is room for */
  rg_contact *contact;
  double *contact_mu;
  double *velocity; /* 3 a contact, in its frame, surfaces included */
  double *drift;    /* 3 a contact: dG/dt v in its frame */
  int *unknown;     /* first unknown of the contact */
  int *sliding;

  char impact[200]; /* what closes at a finite speed; "": nothing */
  int moments;      /* 1 + the first contact that would have moments; 0: none */
} rg_frame;

/* rows.c: everything but contacts. Room for the rows must be there. */
int rg_frame_most_rows(const rg_model *model, const rg_closure *closure);
void rg_frame_add_rows(rg_frame *frame);
/* A new scalar row of zeros without bounds; returns its row of `moves`. */
double *rg_frame_new_row(rg_frame *frame);

/* contacts.c: contacts that touch, their velocities and dG/dt v. 0 where memory ran out. */
int rg_frame_find_contacts(rg_frame *frame);
void rg_frame_add_sliding(rg_frame *frame);
void rg_frame_add_rolling(rg_frame *frame);

#endif
