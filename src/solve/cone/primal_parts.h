/* What set-up and use of the systems through the bodies share. */
#ifndef RG_PRIMAL_PARTS_H
#define RG_PRIMAL_PARTS_H

#include "math/block_lu.h"
#include "solve/cone/primal.h"
#include "solve/cone/touches.h"

enum { RG_SQUARE = RG_SIX * RG_SIX, RG_WIDEST = 3 };

/* a run of coordinates of one unit, cut at the borders of the blocks */
typedef struct rg_piece {
  int block, slot, count; /* first coordinate in the block, number */
  const double *w;        /* count x width; of a padded member: width x 6 */
} rg_piece;

/* a scalar row or a contact */
typedef struct rg_member {
  int first, width;           /* unknowns of the cone */
  int piece_start, piece_end; /* its pieces */
  int pair_start;             /* where its blocks lie in H: pieces x pieces */
  int padded; /* a scalar row or a contact of three: its pieces are whole blocks, with zeros where it has nothing */
  int full;   /* a padded contact without such zeros, of free bodies */
} rg_member;

/* Coordinates are taken six at a time: a free body is one block, a robot several, the last one filled
   up with coordinates that nothing touches (1 on the diagonal). */
struct rg_primal {
  int members, blocks, pieces;
  rg_member *member;
  rg_piece *piece;
  int *pair;           /* position of a block of H */
  int *start, *column; /* pattern of H; the diagonal is the first of its row */
  double *H;
  rg_block_lu *lu;
  unsigned char *active;  /* of the factors: all blocks are */
  double *t;              /* blocks x 6 */
  double *E, *EQ;         /* members x 9, scaled on both sides */
  int sign;               /* of the product of the determinants of E */
  unsigned char *coupled; /* members: E Q is not zero */
};

#endif
