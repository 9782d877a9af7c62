/* Where the ways of contacts in a deep tree meet, and what each brings there: with it a block of A takes 54 multiplications
   however long the way above is, so that A costs O(contacts^2) and no more of the tree (docs/assembly.md).

   A contact that pushes one body of a deep tree alone has one way to the root. Above a coordinate k on it its rows follow from
   the forces p that arrive there, w = Z p, so that two contacts whose ways meet at k have

       w_g . w_h = y_g' p_h,     y_g = Z' w_g

   y runs down the way as p runs up: y <- Z_k' w_k + (what P does, transposed) y. */
#ifndef RG_MEETINGS_H
#define RG_MEETINGS_H

#include "base/buffer.h"
#include "contact/constraints.h"
#include "contact/half_rows.h"
#include "contact/stretches.h"
#include "math/row_factor.h"

typedef struct rg_meetings {
  rg_meeting_ways ways; /* what the factor shows */
  int most_groups;
  int wanted;            /* 1: they are cheaper for the contacts at hand */
  int *start, *alone;    /* groups (+ 1); 1: a contact with one way */
  int *keys;             /* coordinates: keys on the way from there on, with it */
  unsigned char *is_key; /* coordinates */
  rg_buffer key, force, rates;
} rg_meetings;

void rg_meetings_setup(rg_meetings *meetings, rg_arena *arena, int most_size, int most_groups);
void rg_meetings_release(rg_meetings *meetings);
long rg_meetings_grown(const rg_meetings *meetings);

/* For the coordinates of `rows`, whose parents are `parent`: decides by counted cost, and marks where ways meet; `place` of a
   degree of freedom. 0 where memory ran out. Then for all groups in their order: `skip`, or `pass` at each coordinate of the
   way with the forces there and `finish` with the rows. */
int rg_meetings_find(rg_meetings *meetings, const rg_constraints *constraints,
                     const unsigned char *chosen, const int *tip, const rg_stretches *stretches,
                     const int *depth);
void rg_meetings_skip(rg_meetings *meetings, int group);
/* `force`: of the three rows, six numbers each, at the body of coordinate c */
void rg_meetings_pass(rg_meetings *meetings, int group, int c, const double *force);
void rg_meetings_finish(rg_meetings *meetings, int group, const rg_model *model,
                        const rg_data *data, const rg_stretches *stretches,
                        const rg_half_rows *rows);
/* NULL: not wanted */
const rg_meeting_ways *rg_meetings_ways(const rg_meetings *meetings);

#endif
