/* Contacts of free bodies in a cone problem: which one body or two each of them touches, and its rows of W there, where
   they are. */
#ifndef RG_TOUCHES_H
#define RG_TOUCHES_H

#include "law/forms.h"

enum { RG_SIX = 6, RG_WORLD = -1 };

typedef struct rg_touch {
  int body[2];        /* the second may be RG_WORLD */
  const double *w[2]; /* coordinate by coordinate, RG_SIX x 3 */
} rg_touch;

typedef struct rg_touches {
  int contacts, bodies; /* bodies in the order in which they are met */
  rg_touch *touch;      /* contacts */
  int *first;           /* bodies: the first contact of each */
} rg_touches;

/* 1 where they may be such; how many bodies there are at most */
int rg_touches_fit(const rg_cone *cone);
int rg_touches_most(const rg_cone *cone);
/* 0 where memory ran out, or unless all unknowns are contacts in space between free bodies or between one and the world */
int rg_touches_find(rg_arena *arena, const rg_cone *cone, rg_touches *touches);

#endif
