/* Which boxes overlap: a tree of boxes over points sorted along a space-filling curve, built
   anew for each set of poses. */
#ifndef RG_BROAD_H
#define RG_BROAD_H

#include "base/arena.h"

#include <stdint.h>

typedef struct rg_box {
  double low[3], high[3];
} rg_box;

typedef struct rg_broad {
  int n;
  const rg_box *box; /* of the items */
  int *order;        /* items along the curve */
  rg_box *node;      /* of ranges of `order`; node k has the children 2 k + 1, 2 k + 2 */
  int *last;         /* largest item in a node */
  uint64_t *key, *other_key;
  int *other_order;
  long tests; /* boxes compared since the last build */
} rg_broad;

/* Room for n items; 0 where memory ran out. */
int rg_broad_init(rg_broad *broad, rg_arena *arena, int n);
/* `box` must stay valid until the last query. */
void rg_broad_build(rg_broad *broad, const rg_box *box, int n);
/* Items greater than `after` whose boxes overlap `box`, ascending; returns their number. `hit`
   has room for all items. */
int rg_broad_query(rg_broad *broad, const rg_box *box, int after, int *hit);
int rg_boxes_overlap(const rg_box *a, const rg_box *b);

#endif
