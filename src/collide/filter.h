/* Which geoms may touch, and with what friction: MuJoCo's rules. */
#ifndef RG_FILTER_H
#define RG_FILTER_H

#include "base/arena.h"

#include <rigor/model.h>

#include <stdint.h>

/* two numbers, the smaller first, and what they stand for */
typedef struct rg_pair_key {
  uint64_t key;
  int index;
} rg_pair_key;

typedef struct rg_filter {
  rg_pair_key *pair, *exclude; /* sorted */
  int npair, nexclude;
  double *reach;       /* per geom: its largest margin, of its own or of an explicit pair */
  unsigned char *used; /* per geom: 0 where it can touch nothing */
  int parents_touch;   /* 1: parent and child do */
} rg_filter;

/* what holds between two geoms */
typedef struct rg_pair_law {
  double margin;   /* contacts with gap <= margin count: MuJoCo's includemargin */
  double zone;     /* m beyond that, in which adhesion pulls already */
  double adhesion; /* N, of each contact */
  int condim;
  double friction[3];
} rg_pair_law;

/* 0 where memory ran out */
int rg_filter_init(rg_filter *filter, rg_arena *arena, const rg_model *model);
/* 1 where the two are parts of one rigid body */
int rg_filter_welded(const rg_model *model, int geom1, int geom2);
/* 0 where the two may not touch */
int rg_filter_pair(const rg_filter *filter, const rg_model *model, int geom1, int geom2,
                   rg_pair_law *law);

#endif
