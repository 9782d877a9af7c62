/* The inside of rg_collider. */
#ifndef RG_COLLIDER_H
#define RG_COLLIDER_H

#include "base/arena.h"
#include "base/parallel.h"
#include "collide/broad.h"
#include "collide/field.h"
#include "collide/filter.h"

#include <rigor/collide.h>

/* What one call has found, pair by pair, for the next one: where both geoms are where they were, it is still right. */
typedef struct rg_known_pair {
  int geom1, geom2; /* ascending */
  int first, count;
  double margin; /* within which contacts were looked for */
} rg_known_pair;

typedef struct rg_known {
  int pairs, contacts;
  rg_known_pair *pair;
  rg_contact *contact;
} rg_known;

/* What a search has found: of all items, or of the portion of them that one thread goes over. */
typedef struct rg_catch {
  rg_contact *contact;
  int count, most, overflow;
  int *hit;                   /* partners of one geom */
  long pair_tests, box_tests; /* pairs that reached a pair routine; boxes compared in the tree */
  const rg_known *before;     /* NULL: nothing is known */
  rg_known *now;
  int at; /* pairs before come in the same order: where the next one may be */
} rg_catch;

/* Threads that go over portions of the items. */
typedef struct rg_crowd {
  rg_workers *workers;
  const struct rg_collider *collider;
  const rg_model *model;
  int portions;
  rg_contact *room; /* of all, and how many it has */
  int most;
  rg_catch *found; /* portions */
  int *hit;        /* ngeom + 1 for each thread */
} rg_crowd;

struct rg_collider {
  rg_arena arena;
  rg_filter filter;
  rg_broad broad;
  int ngeom;
  double margin;     /* added to the model's */
  const double *way; /* bodies: how far each may get; NULL: nowhere */
  double *gets;      /* bodies: the same, 0 where they get nowhere */
  rg_shape *shape;   /* per geom; a height field is a mesh without vertices here */
  rg_field *field;   /* per geom; nrow 0: it is no height field */
  rg_box *box;       /* per item of the tree */
  int *item_geom;    /* geom of an item, ascending */
  int *plane;        /* geoms that are planes */
  int nitem, nplane;
  int listed;                   /* 1: pairs that may touch are listed, and the tree is not used */
  int *partner_start, *partner; /* nitem + 1: items beyond each that may touch it, ascending */
  int *hit;                     /* partners of one geom */
  rg_contact *contact;
  int ncontact, most;
  rg_known known[2];          /* of the last call, and room for the next one's */
  unsigned char *still;       /* per geom: its pose is that of the last call, to the last bit */
  long pair_tests, box_tests; /* of the last rg_collide */
  rg_crowd *crowd;            /* NULL: one thread */
};

/* rg_collide() into `room` of the caller's, which has `most`: the collider's own stays as it is. */
int rg_collide_into(rg_collider *collider, const rg_model *model, const rg_data *data,
                    rg_contact *room, int most, int *overflow);
/* The next call finds everything anew: shapes may have changed. */
void rg_collider_forget(rg_collider *collider);
/* Threads for large scenes, the owner's; contacts do not depend on them. After rg_collider_set_parents(). 0: no memory. */
int rg_collider_set_workers(rg_collider *collider, rg_workers *workers);

#endif
