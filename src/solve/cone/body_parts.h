/* Contacts of a crowd in parts: bodies by their number in eight runs of as many contacts each; contacts within a run, then
   those between the runs 0-1, 2-3, ..., then those between 1-2, 3-4, ..., then all others. Parts of one round have no body
   in common, so that they may be swept at the same time, and the order of all sweeps is what it is with one thread.

   Where numbers say nothing of who touches whom, bodies go by levels: the first one, those that it touches, those that these
   touch, and so on; who touches is of one level or of neighbouring ones, and nothing is left for the last round. */
#ifndef RG_BODY_PARTS_H
#define RG_BODY_PARTS_H

#include "base/parallel.h"
#include "solve/cone/touches.h"

enum { RG_RUNS = 8, RG_PARTS = 2 * RG_RUNS, RG_ROUNDS = 4 };

typedef struct rg_body_parts {
  int *list;               /* contacts, part by part, ascending in each */
  unsigned char *part;     /* of each contact */
  int start[RG_PARTS + 1]; /* where parts begin */
} rg_body_parts;

/* room for the parts of so many contacts */
void rg_body_parts_room(rg_arena *arena, int contacts, rg_body_parts *parts);
/* parts of all contacts; 0 where there was no memory for the work */
int rg_body_parts_make(rg_arena *arena, const rg_touches *touches, rg_body_parts *parts);

/* Calls task(context, part, worker) for every part, round by round; `back`: the rounds the other way. */
void rg_body_parts_run(rg_workers *workers, int back, rg_task task, void *context);

#endif
