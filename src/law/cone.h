/* The exact cone: local form to scaled blocks, and back. */
#ifndef RG_CONE_H
#define RG_CONE_H

#include "law/cone_dense.h"

typedef struct rg_cone_map {
  rg_cone cone;
  unsigned char *follows; /* rows of A: 1 with the columns of the row before, in the same block */
  int *entry;             /* for each entry of the others: its position in cone.values */
  int *mirrored;          /* blocks that are made from the factor: work; NULL: they are not */
  rg_cone_dense *dense;   /* all of them at once; NULL: one by one */
} rg_cone_map;

/* the size of blocks where contacts have `dim` unknowns; 0: there are none */
static inline int rg_cone_width(int dim) { return dim > 3 ? RG_CONTACT_MOST : dim == 2 ? 2 : 3; }

/* Blocks and pattern for a local problem. NULL where memory ran out. */
rg_cone_map *rg_cone_new(rg_arena *arena, const rg_local *local);
/* Refills scale and values (after A changed), or the vector alone, measured in `reference`
   (0: there is nothing to measure by). */
void rg_cone_matrix(rg_cone_map *map, const rg_local *local);
void rg_cone_vector(rg_cone_map *map, const rg_local *local, double reference);

/* The scaled blocks on the diagonal of one that has no values, without scalar rows. */
void rg_cone_diagonal(const rg_cone *cone, double *blocks);

/* impulse = unit scale x and back; raw order: rows, then contacts */
void rg_cone_to_raw(const rg_cone *cone, const double *x, double *impulse);
void rg_cone_from_raw(const rg_cone *cone, const double *impulse, double *x);

#endif
