/* Looking up objects by name while a model is compiled. */
#ifndef RG_MODEL_NAMES_H
#define RG_MODEL_NAMES_H

#include "base/arena.h"

typedef struct rg_names {
  const char **name; /* NULL: free place */
  int *index;
  size_t capacity; /* a power of two, at most half full */
} rg_names;

/* room for `count` names; arena->failed where memory ran out */
rg_names rg_names_new(rg_arena *arena, int count);
/* returns -1, or the index that has this name already; "" is never stored. `name` must stay alive.
 */
int rg_names_add(rg_names *names, const char *name, int index);
int rg_names_find(const rg_names *names, const char *name); /* -1: none */

#endif
