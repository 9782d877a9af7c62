/* Which boxes overlap: a tree of boxes over points sorted along a space-filling curve, built
   anew for each set of poses. */
#ifndef RG_BROAD_H
#define RG_BROAD_H

#include "base/arena.h"
#include "math/wide.h"

#include <stdint.h>

typedef struct rg_box {
  double low[3], high[3];
} rg_box;

/* four boxes side by side, and the largest item in each; an empty one overlaps nothing */
typedef struct rg_box_group {
  rg_wide low[3], high[3], last;
} rg_box_group;

enum { RG_BROAD_LEVELS = 18 };

typedef struct rg_broad {
  int n;
  const rg_box *box; /* of the items */
  int *order;        /* items along the curve */
  int age;           /* builds since they were sorted, 0: not yet */
  int levels; /* of groups: the lowest has the items in that order, the highest is one group; */
  int start[RG_BROAD_LEVELS + 1]; /* box k of a level encloses group k of the level below */
  rg_box_group *group;
  uint64_t *key, *other_key;
  int *other_order;
} rg_broad;

/* Room for n items; 0 where memory ran out. */
int rg_broad_init(rg_broad *broad, rg_arena *arena, int n);
/* `box` must stay valid until the last query. */
void rg_broad_build(rg_broad *broad, const rg_box *box, int n);
/* Items greater than `after` whose boxes overlap `box`, ascending; returns their number. `hit`
   has room for all items; *tests grows by the boxes that were compared. Threads may ask at once. */
int rg_broad_query(const rg_broad *broad, const rg_box *box, int after, int *hit, long *tests);

#endif
