/* Islands at rest: bodies that act on each other through contacts and rows, and whose last impulses
   solve the present problem as well as a solve would. They go on with those impulses, without a
   solver (docs/stepping.md).

   A unit is one scalar row or one contact; units come in the order of the problem. */
#ifndef RG_REST_H
#define RG_REST_H

#include "base/arena.h"

#include <rigor/model.h>

/* what is known of the answer that is kept of a unit */
typedef enum rg_rest_mark {
  RG_REST_NONE = 0, /* there is none */
  RG_REST_HELD,     /* the last step went on with it */
  RG_REST_SOLVED    /* the last step found it */
} rg_rest_mark;

/* answer of the unit (contacts: on body 1, world axes), place of the contact, the natural
   map of its island when the answer was found, relative to |c| of the island, and the response of the unit to an
   impulse of its own (solve/certificate/certificate.h) */
enum {
  RG_REST_ANSWER = 0,
  RG_REST_PLACE = 3,
  RG_REST_QUALITY = 6,
  RG_REST_RESPONSE = 7,
  RG_REST_NUMBERS = 8,
  RG_REST_MOMENTS = 4
};

typedef struct rg_rest_island {
  int fit;                /* 1: all its units have an answer, and it may be tried */
  int fresh;              /* 1: the last step found some of them */
  int failed;             /* rg_sim_find_failures */
  int contacts;           /* how many it has */
  int still;              /* rg_sim_stand_still */
  int moves;              /* 1: some of it does not stay where it is */
  double quality;         /* worst of its units */
  double violation, size; /* squares of the natural map and of c, energies */
  double typical;         /* mean response of its contacts */
  double added, gathered; /* products of velocities, see find_shares */
  double share;           /* of the change of impulses in a solve: what the next answer gets */
} rg_rest_island;

typedef struct rg_rest {
  int off;                          /* 1: every problem is solved */
  int trees, *body_tree, *dof_tree; /* of the model; -1: the world */

  /* of the last step, in the order of its memory; part of a checkpoint */
  int most_units, units;
  int *mark;       /* units: rg_rest_mark */
  double *record;  /* units x RG_REST_NUMBERS */
  int has_moments; /* 1: contacts have */
  double *
      moment; /* units x RG_REST_MOMENTS: then, on body 1, world axes, and what they are measured over */
  double *qpos; /* nq: where the answers of each tree were found */

  /* of the present problem */
  int count, all;            /* islands; 1: all of them are held */
  rg_rest_island *list;      /* islands */
  unsigned char *held;       /* islands: 1 where the step goes on with the answer */
  int *parent, *number;      /* trees: union-find; island of a root, -1: none */
  int *island, *old;         /* units: island; unit of the last step, -1: new */
  double *answer, *velocity; /* unknowns */
  double *coordinates;       /* work, where velocities go through rows */
  int *next_mark;            /* as mark and record, while they are replaced */
  double *next_record, *next_moment;
} rg_rest;

/* 0 where memory ran out */
int rg_rest_new(rg_rest *rest, rg_arena *arena, const rg_model *model, int most_rows,
                int most_contacts, int extra);
/* What was never written, because nobody keeps it, is 0: for a checkpoint. */
void rg_rest_clear_others(const rg_rest *rest);
/* No answer of an earlier step is used any more. */
void rg_rest_forget(rg_rest *rest);

#endif
