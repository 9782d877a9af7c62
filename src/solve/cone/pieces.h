/* The pieces of the Alart-Curnier map (law/friction.h): within a piece (a contact open or closed, each part of its friction
   slipping or sticking; a scalar row at its lower bound, between, at its upper bound) it is smooth, at the kinks between
   them it is continuous. For methods that choose the piece themselves and must know where it ends. */
#ifndef RG_PIECES_H
#define RG_PIECES_H

#include "base/arena.h"
#include "law/forms.h"

enum { RG_PIECE_LOW, RG_PIECE_BETWEEN, RG_PIECE_HIGH };

/* `piece` has one entry an unknown; that of a contact (friction.h) is at its first one. A kink is named by an unknown: that of a
   row, the first of a contact, where it opens or closes, and the first one of a part of its friction. */
typedef struct rg_pieces {
  const rg_cone *cone;
  rg_friction *friction; /* contacts */
  unsigned char *piece;
} rg_pieces;

/* bytes that these take at most */
size_t rg_pieces_size(const rg_cone *cone);
/* 0 where memory ran out */
int rg_pieces_new(rg_arena *arena, const rg_cone *cone, rg_pieces *pieces);

/* The pieces in which (x, u) lies, of the friction that the cone has now. */
void rg_pieces_find(rg_pieces *pieces, const double *x, const double *u);
/* F(x, u) of the pieces, wherever (x, u) lies. */
void rg_pieces_map(const rg_pieces *pieces, const double *x, const double *u, double *F);
/* dF = P dx + Q du of one block; returns RG_BLOCK_* (contact_map.h). */
unsigned char rg_pieces_blocks(const rg_pieces *pieces, int block, const double *x, const double *u,
                               double *P, double *Q);

/* the kink after i, of any piece; the first is 0, and there are none from n on */
int rg_kink_next(const rg_pieces *pieces, int i);
/* How far (x, u) is from kink i; negative beyond; HUGE_VAL: the piece does not end there. */
double rg_kink_slack(const rg_pieces *pieces, int i, const double *x, const double *u);
/* How far one can go along (dx, du) until kink i, HUGE_VAL: for ever. Kinks that are nearer than `near` to begin with were
   just passed and do not count while the way leads on from them. */
double rg_kink_reach(const rg_pieces *pieces, int i, const double *x, const double *u,
                     const double *dx, const double *du, double near);
/* To the piece behind kink i, as seen from (x, u). */
void rg_kink_pass(rg_pieces *pieces, int i, const double *x, const double *u);

#endif
