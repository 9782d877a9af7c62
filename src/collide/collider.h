/* The inside of rg_collider. */
#ifndef RG_COLLIDER_H
#define RG_COLLIDER_H

#include "base/arena.h"
#include "collide/broad.h"
#include "collide/field.h"
#include "collide/filter.h"

#include <rigor/collide.h>

struct rg_collider {
  rg_arena arena;
  rg_filter filter;
  rg_broad broad;
  int ngeom;
  double margin;     /* added to the model's */
  const double *way; /* bodies: how far each may get by itself; NULL: nowhere */
  double *gets;      /* bodies: the same, also where something else runs into it */
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
  long pair_tests; /* pairs that reached a pair routine in the last rg_collide */
};

#endif
